//! The commands that reproduce the figures of a playtest.

use super::verdict::{BEST, EVENT, TURN};
use super::{How, Lever, Played, Playtest, Side};
use crate::framework::free::is_within;
use crate::framework::settings::{option, quoted, split_setting, unquoted};
use crate::simulate::Contest;
use crate::study::{RulesFrom, Setup};

/// A value as `--vary` takes it: without the quotes of a single word.
fn bare(value: &str) -> &str {
    let inside = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let word = |text: &&str| text.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
    inside.filter(word).unwrap_or(value)
}

impl Playtest<'_> {
    /// A command about the rules of a setup.
    pub(super) fn command(&self, name: &str, setup: &Setup, more: &str) -> String {
        let mut words = vec![quoted(&self.asked.program), name.into(), self.profile.name.into()];
        match &setup.rules {
            RulesFrom::Default => {}
            RulesFrom::Preset(name) | RulesFrom::File { name, .. } => {
                words.push(option("--rules", name));
            }
        }
        for set in &setup.set {
            words.extend(["--set".to_owned(), quoted(set)]);
        }
        if !more.is_empty() {
            words.push(more.to_owned());
        }
        words.join(" ")
    }

    /// The strategies of a setup as options.
    pub(super) fn strategies(setup: &Setup) -> String {
        let one = |asked: &crate::study::Asked| option("--strategy", &asked.written);
        setup.strategies.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// The command of the main run of a side.
    pub(super) fn simulated(&self, side: &Side, rounds: u64, seed: u64) -> String {
        let strategies = Playtest::strategies(&side.setup);
        let run = match side.exact.is_some() {
            true => String::new(),
            false => format!("--rounds {rounds} --seed {seed}"),
        };
        let more = [strategies, run].into_iter().filter(|part| !part.is_empty());
        let name = if side.exact.is_some() { "exact" } else { "simulate" };
        self.command(name, &side.setup, &more.collect::<Vec<_>>().join(" "))
    }

    /// The commands whose figures a change is the difference of: here, then at the baseline.
    pub(super) fn on_both(&self, command: impl Fn(&Side) -> String) -> String {
        let commands: Vec<String> = self.sides().map(command).collect();
        match commands.iter().any(String::is_empty) {
            true => String::new(),
            false => commands.join(" && "),
        }
    }

    /// The command for the best player's figure on a side.
    pub(super) fn best_played(&self, side: &Side, rounds: u64, seed: u64) -> String {
        let Some(asked) = &side.best.asked else { return String::new() };
        let players = side.habit.game.players();
        let setup = super::with_first(self.entry, &side.setup, players, asked);
        let computed = side.best.how == How::Computed;
        let run = if computed { String::new() } else { format!("--rounds {rounds} --seed {seed}") };
        let more = format!("{} {run}", Playtest::strategies(&setup));
        self.command(if computed { "exact" } else { "simulate" }, &setup, more.trim_end())
    }

    /// The command that compares the best player with the habit.
    pub(super) fn compared(&self, seed: u64, played: &Played) -> String {
        let side = &self.here;
        if side.best.how == How::Computed {
            return self.best_played(side, played.rounds, seed);
        }
        let (Some(best), true) = (&side.best.asked, side.setup.strategies.len() < 2) else {
            return String::new();
        };
        let habit = &side.asked[0].written;
        let mut words = vec![option("--strategy", &best.written), option("--strategy", habit)];
        if side.habit.game.players() > 1 {
            words.push(option("--against", habit));
        }
        let rounds = played.contests.first().map_or(0, Contest::rounds);
        let more = format!("{} --rounds {rounds} --seed {seed}", words.join(" "));
        self.command("compare", &side.setup, &more)
    }

    /// The command that ranks the strategies of a side.
    pub(super) fn ranked(&self, side: &Side, seed: u64, contest: Option<&Contest>) -> String {
        let Some(contest) = contest else { return String::new() };
        if side.setup.strategies.len() > 1 || side.asked.len() < 2 {
            return String::new();
        }
        let mut words: Vec<String> = Vec::new();
        for asked in &side.asked {
            words.push(option("--strategy", &asked.written));
        }
        if side.habit.game.players() > 1 {
            words.push(option("--against", &side.asked[0].written));
        }
        words.push(format!("--rounds {} --seed {seed}", contest.rounds()));
        self.command("compare", &side.setup, &words.join(" "))
    }

    /// The command that shows the effect of a lever on a figure: a sweep if one can show it,
    /// otherwise two runs, without the lever and with it.
    pub(super) fn lever_command(
        &self,
        lever: &Lever,
        figure: &str,
        event: Option<&str>,
        (seed, rounds): (u64, u64),
    ) -> String {
        let (name, now) = (self.profile.fields[lever.field].name, &self.values[lever.field]);
        let run = format!("--rounds {rounds} --seed {seed}");
        let words = |some: &[&str]| {
            let some: Vec<&str> = some.iter().copied().filter(|word| !word.is_empty()).collect();
            some.join(" ")
        };
        let (here, there) = (self.here.habit.game.players(), lever.habit.game.players());
        let at = |players: usize| match (figure, &self.here.best.asked) {
            (BEST, Some(best)) => super::with_first(self.entry, &self.here.setup, players, best),
            _ => self.here.setup.clone(),
        };
        let mut setup = at(there);
        let path = |set: &String| split_setting(set).map(|(path, _)| unquoted(path));
        setup.set.retain(|set| !path(set).is_some_and(|path| is_within(&path, name)));
        let strategies = Playtest::strategies(&setup);
        // Sweeps cover neither positions nor tables that each have their own strategies.
        if figure == TURN || figure == BEST && here != there {
            setup.set.push(format!("{name}={}", bare(&lever.value)));
            let simulate = |setup: &Setup| {
                let strategies = Playtest::strategies(setup);
                self.command("simulate", setup, &words(&[&strategies, &run]))
            };
            return format!("{} && {}", simulate(&at(here)), simulate(&setup));
        }
        let vary =
            format!("--vary {}", quoted(&format!("{name}={},{}", bare(now), bare(&lever.value))));
        let metric = event.filter(|_| figure == EVENT);
        let metric =
            metric.map_or(String::new(), |name| format!("--metric event:{}", quoted(name)));
        self.command("sweep", &setup, &words(&[&vary, &metric, &strategies, &run]))
    }
}
