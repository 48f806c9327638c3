//! Tuning of strategy files: numbers and chart cells are varied on common luck, and the result is
//! measured on luck that took no part in the choice.

mod candidates;
mod changes;
mod exceptions;
mod search;

use self::changes::changes;
use self::search::FEWEST;
pub(super) use self::search::seed_of;
use super::figure::{Figure, rounds_in_words};
use super::setup::{self, manifest};
use super::tables::Intervals;
use super::{Answer, Asked, Length, Report, RulesFrom, Sampling, Setup, StudyError, Table, refuse};
use crate::framework::{AnyGame, AnyTable, Profile, Seats, free, settings};
use crate::stats::{Difference, Pair};
use crate::strategy::{self, catalogue};
use serde_json::json;

/// A search for a better version of the one strategy of the [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuneAsked {
    /// The paths that may be varied; if empty, every number and chart cell.
    pub free: Vec<String>,
    /// The seat, from 1.
    pub seat: usize,
    /// The strategy of the other seats; the game's default strategy if `None`.
    pub against: Option<Asked>,
    /// The name of the better file.
    pub name: String,
    /// Whether rules may be added.
    pub adds: bool,
}

/// The reason why a search cannot be played in shares.
pub(super) const FOLLOWS: &str = "each change to try depends on the results before it; --checkpoint keeps these, and --threads spreads the work";

/// A tuning task.
struct Tuning {
    game: Box<dyn AnyTable>,
    profile: Profile,
    /// The fields in which the strategy plays.
    fields: Vec<Field>,
    seat: usize,
    /// The strategy as given, its label, and its text.
    asked: Asked,
    label: String,
    text: String,
    /// The text rewritten with more values to vary, if the game can do that.
    unfolded: Option<String>,
    /// The player that the result is compared with, and its label, if not the strategy as given.
    rival: Option<(Box<dyn Seats>, String)>,
    free: Vec<String>,
    /// Whether rules may be added.
    adds: bool,
    against: String,
    /// The rules, in words, if they are not the default ones.
    rules: Option<String>,
}

/// A table of opponents (not a field of the rules), and its weight.
#[derive(Debug)]
pub(super) struct Field {
    /// The weight of this field; all weights sum to 1.
    pub weight: f64,
    pub table: Box<dyn Seats>,
}

impl Field {
    /// Its table with a player in a seat.
    fn with(&self, seat: usize, player: &dyn Seats) -> Box<dyn Seats> {
        let mut table = self.table.clone();
        table.put(seat, player);
        table
    }
}

fn tuning(entry: &AnyGame, setup: &Setup, asked: &TuneAsked) -> Result<Tuning, StudyError> {
    let profile = entry.profile();
    let game = setup::table(entry, setup)?;
    setup::check_seat(&*game, asked.seat)?;
    if let Some(why) = setup::for_nothing(&*game) {
        return refuse(why);
    }
    let [strategy] = &setup.strategies[..] else {
        return refuse(format!(
            "one strategy file is tuned, and here are {}: name one with --strategy",
            setup.strategies.len()
        ));
    };
    let (label, text) = file_of(&profile, strategy)?;
    let (table, against) = setup::others(&*game, &profile, asked.against.as_ref())?;
    let mut tuning = Tuning {
        profile,
        fields: vec![Field { weight: 1.0, table }],
        seat: asked.seat - 1,
        asked: strategy.clone(),
        label,
        unfolded: None,
        rival: None,
        text,
        free: asked.free.clone(),
        adds: asked.adds,
        against,
        rules: under(setup),
        game,
    };
    // Checks that the file itself can be played.
    tuning.read(&tuning.text)?;
    tuning.unfolded = tuning.unfolded();
    tuning.check_free()?;
    Ok(tuning)
}

/// The label of a strategy that is to be tuned, and the text of its file.
fn file_of(profile: &Profile, strategy: &Asked) -> Result<(String, String), StudyError> {
    let label = strategy::parse(profile, strategy)?.label();
    let name = strategy.written.trim();
    let (plain, parameters) = strategy::split(name);
    let plain = Asked { written: plain.to_owned(), ..strategy.clone() };
    let Some(text) = catalogue::text_of(profile, &plain) else {
        let files: Vec<&str> = catalogue::shipped(profile).map(|file| file.name).collect();
        let files = match files.is_empty() {
            true => String::new(),
            false => format!(", or one of the game's: {}", files.join(", ")),
        };
        return refuse(format!(
            "{label} is not a strategy file, which has numbers and chart cells to vary: name a file of \
             your own{files}"
        ));
    };
    if parameters.is_some() {
        return refuse(format!(
            "{}: write the parameters into the file that is to be tuned",
            settings::shown(name)
        ));
    }
    // A byte order mark is not part of the text.
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok((label, text))
}

/// The rules of a setup in words, such as `casino, rake_every = 5`, but for the number of players;
/// `None` for the default ones.
fn under(setup: &Setup) -> Option<String> {
    let from = match &setup.rules {
        RulesFrom::Default => None,
        RulesFrom::Preset(name) | RulesFrom::File { name, .. } => Some(name.clone()),
    };
    let set = setup.set.iter().filter(|one| !one.starts_with("players="));
    let set = set.map(|one| one.replacen('=', " = ", 1));
    let all: Vec<String> = from.into_iter().chain(set).collect();
    (!all.is_empty()).then(|| settings::shown(&all.join(", ")))
}

impl Tuning {
    /// The file rewritten with more values to vary, if the game can do that and a path of --free
    /// is not in the file as it is.
    fn unfolded(&self) -> Option<String> {
        let holds = |text: &str| {
            let all = free::values(text);
            self.free.iter().all(|path| all.iter().any(|free| free.is_within(path)))
        };
        let unfolds = self.game.capabilities().unfolds;
        let unfolds = unfolds.filter(|_| self.free.is_empty() || !holds(&self.text));
        let unfolded = unfolds.and_then(|unfolds| unfolds.unfolded(&self.text));
        unfolded.filter(|text| self.read(text).is_ok() && holds(text))
    }

    /// Checks that there is something to vary, and that each path of --free is there.
    fn check_free(&self) -> Result<(), StudyError> {
        let text = self.start();
        let all = free::values(text);
        let mut lists: Vec<String> = match self.adds {
            true => free::rules(text).into_iter().map(|rule| rule.list).collect(),
            false => Vec::new(),
        };
        lists.dedup();
        let is_there =
            |path: &&String| all.iter().any(|free| free.is_within(path)) || lists.contains(path);
        let wrong = self.free.iter().find(|path| !is_there(path));
        if let Some(path) = wrong.filter(|_| !all.is_empty() || !lists.is_empty()) {
            let unfolds = self.game.capabilities().unfolds;
            let unfolded = unfolds.and_then(|unfolds| unfolds.unfolded(&self.text));
            let later = unfolded.map(|text| free::values(&text)).unwrap_or_default();
            if later.iter().any(|free| free.is_within(path)) {
                return refuse(format!(
                    "--free {}: it is in the file once that is written out as charts, and then \
                     nothing else is; name one or the other",
                    settings::shown(path)
                ));
            }
            const MOST_NAMED: usize = 12;
            let named = all.iter().take(MOST_NAMED).map(|free| free.path.clone());
            let more = all.len().saturating_sub(MOST_NAMED);
            let rest = (more > 0).then(|| format!("{more} more"));
            // Of a file without numbers, whole lists can be named.
            let lists = lists.iter().filter(|_| all.is_empty()).cloned();
            let paths: Vec<String> = named.chain(rest).chain(lists).collect();
            return refuse(format!(
                "--free {}: no number and no chart cell of the file is there; it has {}",
                settings::shown(path),
                paths.join(", ")
            ));
        }
        if self.adds {
            self.check_adding(text)?;
        } else if all.is_empty() {
            let adding = self.check_adding(text).is_ok();
            return refuse(format!(
                "{} has no number and no chart cell: nothing of it can be tuned{}",
                self.label,
                if adding { "; --add-rules adds rules to it" } else { "" }
            ));
        }
        Ok(())
    }

    /// The player of a text.
    fn read(&self, text: &str) -> Result<Box<dyn Seats>, StudyError> {
        let written = self.asked.written.trim();
        // A shipped strategy has no file name, but its changed text needs one.
        let written = if self.asked.file.is_some() { written } else { "tuned.toml" };
        let asked = Asked {
            written: written.to_owned(),
            file: Some(text.to_owned()),
            ..self.asked.clone()
        };
        Ok(strategy::parse(&self.profile, &asked)?.seat(&*self.game)?)
    }

    /// The conditions of the tuning, in words.
    fn told(&self) -> String {
        let (name, players) = (self.profile.name, self.game.players());
        let table = match players {
            1 => format!("{name} alone"),
            _ => format!("{name} with {players} players, the others {}", self.against),
        };
        match &self.rules {
            None => table,
            Some(rules) => format!("{table}, under {rules}"),
        }
    }
}

/// A file tuned against several fields.
pub(super) struct Reply {
    pub text: String,
    pub player: Box<dyn Seats>,
    /// Whether it differs from the file that it was tuned from.
    pub changed: bool,
    /// Its gain over that file, or over the rival.
    pub gain: Option<Figure>,
}

/// Whether rules can be added to a strategy's file.
pub(super) fn has_rules(entry: &AnyGame, asked: &Asked) -> bool {
    let text = catalogue::text_of(&entry.profile(), asked);
    text.is_some_and(|text| !free::rules(&text).is_empty())
}

/// Tunes a file in some fields, which are described in words, and compares the result with the file
/// or with a `rival`; `name` is the name of the result, and `adds` whether rules may be added.
pub(super) fn reply(
    entry: &AnyGame,
    setup: &Setup,
    (from, name, adds): (&Asked, &str, bool),
    (fields, against): (Vec<Field>, String),
    rival: Option<(Box<dyn Seats>, String)>,
    sampling: Sampling<'_>,
) -> Result<Reply, StudyError> {
    let setup = Setup { strategies: vec![from.clone()], ..setup.clone() };
    let asked = TuneAsked { free: Vec::new(), seat: 1, against: None, name: name.to_owned(), adds };
    let tuning = Tuning { fields, against, rival, ..tuning(entry, &setup, &asked)? };
    let tuned = tuning.tune(&sampling, setup.confidence)?;
    let text = tuned.headed(&tuning, name, sampling.seed);
    let (changed, gain) = (tuned.changed, tuned.figure());
    Ok(Reply { player: tuning.read(&text)?, text, changed, gain })
}

/// The result of a search.
struct Tuned {
    text: String,
    changed: bool,
    steps: u64,
    /// The number of rounds of the search.
    searched: u64,
    /// The result, paired with the original file or the rival.
    pair: Pair,
    gain: Option<Difference>,
    stopped: bool,
}

impl Tuned {
    /// The number of rounds of the final measurement.
    fn measured(&self) -> u64 {
        self.pair.a.n as u64
    }

    /// The number of rounds played in all, as --rounds counts them.
    fn played(&self) -> u64 {
        self.searched + 2 * self.measured()
    }

    /// The gain, from all rounds played: a longer search has a longer measurement.
    fn figure(&self) -> Option<Figure> {
        let gain = self.gain?;
        Some(Figure::between(gain.value, gain.low, gain.high, self.played()))
    }

    /// Whether the final measurement tells that the text is worse than the original.
    fn is_worse(&self) -> bool {
        self.figure().is_some_and(|gain| gain.side() == Some(false))
    }

    /// Table `gain`: the EVs of the written file, which is the original unless `changed`, and of the
    /// original.
    fn table(
        &self,
        labels: &[String; 2],
        changed: bool,
        intervals: Intervals,
        units: f64,
    ) -> Table {
        let mut table = Table::new(
            "gain",
            ["strategy", "ev", "ev_low", "ev_high", "difference", "low", "high"],
        );
        let (written, gain) = match changed {
            true => (&self.pair.a, self.gain.map(|gain| (gain.value, gain.low, gain.high))),
            // An unchanged file has a gain of exactly 0.
            false => (&self.pair.b, Some((0.0, Some(0.0), Some(0.0)))),
        };
        for (label, net, gain) in [(&labels[0], written, gain), (&labels[1], &self.pair.b, None)] {
            let ev = intervals.ev(net, units);
            table.push(vec![
                label.as_str().into(),
                ev.map(|ev| ev.value).into(),
                ev.and_then(|ev| ev.low).into(),
                ev.and_then(|ev| ev.high).into(),
                gain.map(|(value, ..)| value).into(),
                gain.and_then(|(_, low, _)| low).into(),
                gain.and_then(|(.., high)| high).into(),
            ]);
        }
        table
    }

    /// What the search came to, in a sentence.
    fn verdict(&self, labels: &[String; 2], stake: &str) -> Option<String> {
        let [name, label] = labels;
        let searched = rounds_in_words(self.searched);
        if !self.changed {
            return Some(match self.searched {
                0 => format!(
                    "Nothing of {label} was varied: no other value can be played, or there was no time. \
                     {name} is the same file."
                ),
                _ => format!(
                    "Nothing better than {label} was found in {searched}: {name} is the same file."
                ),
            });
        }
        let gain = self.figure()?;
        Some(match self.is_worse() {
            true => format!(
                "Nothing better than {label} was found in {searched}: what seemed better nets {} {stake} a \
                 round less, {HOW}. {name} is the same file.",
                gain.size()
            ),
            false => said(&gain, labels, stake),
        })
    }

    /// The text with a header about its gain.
    fn headed(&self, tuning: &Tuning, name: &str, seed: u64) -> String {
        let Some(gain) = self.figure().filter(|_| self.changed) else { return self.text.clone() };
        let beside = tuning.rival.as_ref().map_or(&tuning.label, |(_, label)| label);
        let labels = [name.to_owned(), beside.clone()];
        let text = headed(
            &self.text,
            &[
                said(&gain, &labels, tuning.profile.stake),
                format!("({}, seat {}, seed {seed}.)", tuning.told(), tuning.seat + 1),
            ],
        );
        // What is new in a file has the line ends of the file.
        match tuning.text.contains("\r\n") {
            true => text.replace("\r\n", "\n").replace('\n', "\r\n"),
            false => text,
        }
    }
}

impl AnyGame {
    /// Checks a search for a better file before a card is dealt.
    ///
    /// # Errors
    /// If the rules or a strategy are invalid, or nothing in it can be varied.
    pub fn check_tuning(&self, setup: &Setup, asked: &TuneAsked) -> Result<(), StudyError> {
        tuning(self, setup, asked).map(|_| ())
    }

    /// Tunes the strategy file of the setup: the text of the better file, and tables `gain`,
    /// `changes`.
    ///
    /// # Errors
    /// As `check_tuning`.
    pub fn tune(
        &self,
        setup: &Setup,
        asked: &TuneAsked,
        sampling: Sampling<'_>,
    ) -> Result<(String, Answer), StudyError> {
        sampling.check()?;
        sampling.not_shared(FOLLOWS)?;
        let tuning = tuning(self, setup, asked)?;
        let game = &*tuning.game;
        let tuned = tuning.tune(&sampling, setup.confidence)?;
        let labels = [asked.name.clone(), tuning.label.clone()];
        // A result that turns out worse is not written.
        let changed = tuned.changed && !tuned.is_worse();
        let sampled = Some((sampling.seed, tuned.measured(), tuned.pair.a.sessions));
        let mut manifest = manifest("tune", setup, game, &labels, sampled);
        manifest.insert("seat".into(), json!(asked.seat));
        if game.players() > 1 {
            manifest.insert("against".into(), json!(tuning.against));
        }
        manifest.insert("steps".into(), json!(tuned.steps));
        manifest.insert("searched".into(), json!(tuned.searched));
        let mut notes =
            setup::remarks(&*tuning.game, tuning.fields.iter().map(|field| &*field.table));
        let all = tuned.played();
        if let Some(Length::Rounds(asked)) = sampling.until
            && all > asked + asked / 4
        {
            notes.push(format!(
                "{} were played, more than --rounds: a step of the search is played in full, with at \
                 least {FEWEST} rounds for each candidate",
                rounds_in_words(all)
            ));
        }
        if tuning.unfolded.is_some() && changed {
            notes.push(format!("{} was written out as charts first", tuning.label));
        }
        let intervals = Intervals { confidence: setup.confidence, precision: None };
        let gain = tuned.table(&labels, changed, intervals, tuning.profile.scale());
        let tables = vec![gain, changes(tuning.start(), &tuned.text, changed)];
        let verdict = tuned.verdict(&labels, tuning.profile.stake).into_iter().collect();
        let report = Report { verdict, ..Report::new(manifest, tables) };
        let text = match changed {
            true => tuned.headed(&tuning, &asked.name, sampling.seed),
            false => tuning.text.clone(),
        };
        Ok((text, Answer { report, stopped: tuned.stopped, notes }))
    }
}

/// A file with a new comment in place of its own, and an `about` that says that it is tuned.
fn headed(text: &str, comment: &[String]) -> String {
    const TUNED: &str = "tuned from: ";
    let about = free::text_of(text, "about").map(|(place, about)| {
        (place, settings::toml_string(&format!("{TUNED}{}", about.trim_start_matches(TUNED))))
    });
    let text = free::with(text, about.as_slice());
    let is_comment = |line: &&str| line.starts_with('#') || line.trim().is_empty();
    let old: usize = text.split_inclusive('\n').take_while(is_comment).map(str::len).sum();
    // A name may hold anything.
    let line = |line: &String| format!("# {}\n", line.replace(char::is_control, " "));
    let comment: String = comment.iter().map(line).collect();
    comment + &text[old..]
}

/// The description of how a gain is measured.
const HOW: &str = "measured on rounds that played no part in choosing it";

/// The gain in a sentence.
fn said(gain: &Figure, [name, label]: &[String; 2], stake: &str) -> String {
    match gain.side() {
        Some(true) => {
            format!("{name} nets {} {stake} a round more than {label}, {HOW}.", gain.size())
        }
        Some(false) => {
            format!("{name} nets {} {stake} a round less than {label}, {HOW}.", gain.size())
        }
        None => {
            let more = if gain.value < 0.0 { "less" } else { "more" };
            format!(
                "Whether {name} nets more or less than {label} cannot be told yet: it is {} {stake} a \
                 round {more}, {HOW}; a longer search would tell.",
                gain.size()
            )
        }
    }
}
