//! The verdict of a playtest: the figures of the planned statements, and the sentences.

use super::{How, LEAST, Lever, Played, Playtest, RANKED, Side};
use crate::framework::free::is_within;
use crate::framework::settings::{option, quoted, shown, split_setting, unquoted};
use crate::simulate::{Account, Contest};
use crate::stats::Pair;
use crate::study::figure::{Figure, percent, rounds_in_words, up_to_two_digits, written};
use crate::study::setup::for_nothing;
use crate::study::{Cell, RulesFrom, Setup, Table};

/// The number of rounds of an evening.
const EVENING: f64 = 100.0;
/// The normal quantile of 0.95.
const NINETEEN: f64 = 1.644_853_626_951_472_7;
/// The strategy that any skill should beat.
pub(super) const RANDOM: &str = "random";
/// The maximum number of events, or of values, named in a sentence.
pub(super) const NAMED: usize = 3;
/// The maximum number of sentences, unless more of them are indispensable, and the mark of an
/// indispensable one.
const MOST: usize = 8;
const KEPT: u8 = 0;
/// The maximum number of sentences about broken things; the table has all.
const BROKEN: usize = 2;

/// The figures of the planned statements, in stakes per round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keys {
    /// The house's take from each player, by habit.
    pub house: Option<Figure>,
    /// The best player's win.
    pub best: Option<Figure>,
    /// The lead of the first player to act over the last.
    pub turn: Option<Figure>,
    /// The best player's lead over the habit.
    pub skill: Option<Figure>,
    /// The number of rounds after which that player is ahead with probability 0.95.
    pub ahead: Option<u64>,
    /// The lead of random play over the habit, if the ranking shows one.
    pub random: Option<Figure>,
    /// The changes from the baseline: the win of a player by habit, that of the best player, and
    /// the value of acting first.
    pub player_change: Option<Figure>,
    pub best_change: Option<Figure>,
    pub turn_change: Option<Figure>,
}

/// A sentence with its figure and the command that reproduces it.
pub(super) struct Sentence {
    /// Its dispensability: the highest is dropped first, [`KEPT`] never.
    spare: u8,
    section: &'static str,
    text: String,
    figure: Option<Figure>,
    command: String,
}

/// The probability of an event here and at the baseline.
pub(super) struct EventChange {
    pub name: String,
    pub before: Option<f64>,
    pub here: Option<f64>,
    pub difference: Option<Figure>,
}

/// The effect of a lever on a figure.
pub(super) struct Pulled {
    pub lever: usize,
    pub figure: &'static str,
    pub change: Figure,
}

/// The figures that levers act on.
pub(super) const PLAYER: &str = "player by habit";
pub(super) const BEST: &str = "best player";
pub(super) const TURN: &str = "first to act";
pub(super) const EVENT: &str = "event";

/// Whether an event is one of a single seat, by its name.
pub(super) fn of_seat(name: &str) -> bool {
    let rest = name.strip_prefix("seat").and_then(|rest| rest.split_once(':'));
    rest.is_some_and(|(seat, _)| seat.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A value as `--vary` takes it: without the quotes of a single word.
fn bare(value: &str) -> &str {
    let inside = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let word = |text: &&str| text.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
    inside.filter(word).unwrap_or(value)
}

/// The direction of a change.
fn more(figure: &Figure) -> &'static str {
    if figure.value < 0.0 { "less" } else { "more" }
}

/// The size of a probability, in percent.
pub(super) fn share(figure: &Figure) -> String {
    let Figure { value, low, high, .. } = *figure;
    let hundredfold = Figure {
        value: 100.0 * value,
        low: 100.0 * low,
        high: 100.0 * high,
        spread: None,
        rounds: figure.rounds,
    };
    let (below, above) =
        (hundredfold.value - hundredfold.low, hundredfold.high - hundredfold.value);
    // Near 0 and 1 an interval has two different arms.
    if (below - above).abs() > 0.1 * (below + above) {
        let end = |end: f64| written(end, f64::min(below, above));
        return format!("{}% to {}%", end(hundredfold.low), end(hundredfold.high));
    }
    hundredfold.size().replace(" ±", "% ±") + "%"
}

/// A side's best player as given on the command line; its default parameters are in the tables.
fn best_name(side: &Side) -> String {
    let best = &side.best;
    shown(best.asked.as_ref().map_or(&best.label, |asked| &asked.written))
}

/// The difference of what a player wins on average from the house at two tables of these sizes,
/// from the pair of the house's nets: the players win what the house loses, whoever sits where.
fn per_player(
    pair: &Pair,
    [here, before]: [usize; 2],
    units: f64,
    alpha: f64,
    rounds: u64,
) -> Option<Figure> {
    let [parts, other] = if here == before { [1, 1] } else { [here, before] };
    let pair = pair.times(-(other as i64), -(parts as i64));
    Figure::difference(&pair, units * (other * here) as f64, alpha, rounds)
}

/// The values of `effect_on`, most important first; an event may follow.
pub const KEY_FIGURES: [&str; 3] = [PLAYER, BEST, TURN];

impl Playtest<'_> {
    pub(super) fn tell(&self, played: &Played, seed: u64) -> (Vec<String>, Vec<Table>) {
        let (keys, events, pulled) = (self.keys(played), self.events(played), self.pulled(played));
        let said = self.sentences(played, seed, &keys, &events, &pulled);
        let mut verdict =
            Table::new("verdict", ["section", "sentence", "figure", "low", "high", "command"]);
        verdict.title = Some("Verdict".into());
        for sentence in &said {
            let end = |pick: fn(&Figure) -> f64| Cell::from(sentence.figure.as_ref().map(pick));
            verdict.push(vec![
                sentence.section.into(),
                sentence.text.as_str().into(),
                end(|figure| figure.value),
                end(|figure| figure.low),
                end(|figure| figure.high),
                Some(sentence.command.as_str()).filter(|command| !command.is_empty()).into(),
            ]);
        }
        let percent = percent(self.here.setup.confidence);
        verdict.note.push(format!("All sentences hold together, with {percent}% confidence."));
        let mut tables = vec![verdict];
        tables.extend(self.sections(played, seed, &events, &pulled));
        let simulated =
            |said: &Sentence| said.figure.as_ref().is_some_and(|it| it.rounds.is_some());
        let together = said.iter().filter(|said| simulated(said)).count() > 1;
        let mut texts: Vec<String> = said.into_iter().map(|sentence| sentence.text).collect();
        texts.extend(
            together.then(|| format!("All of this holds together, with {percent}% confidence.")),
        );
        (texts, tables)
    }

    /// Computes the figures of the planned statements.
    fn keys(&self, played: &Played) -> Keys {
        let (units, alpha, n) = (self.units(), self.alphas.key, played.rounds);
        let (grid, points) = (&played.grid, played.points);
        if n == 0 || self.here.habit.game.is_for_nothing() {
            return Keys::default();
        }
        let players = self.here.habit.game.players() as f64;
        let here = grid.tally(points.here);
        let mut keys = Keys::default();
        if self.here.habit.game.has_house() {
            keys.house = match &self.here.exact {
                Some(exact) => Some(Figure::exact(exact.house.mean / units / players)),
                None => Figure::ratio(&here.house().net, units * players, alpha, n),
            };
        }
        let first = |point: usize| grid.tally(point).seats().first().map(|seat| seat.net);
        keys.best = match (&self.here.best.exact, points.best) {
            (Some(exact), _) => exact.seats.first().map(|seat| Figure::exact(seat.mean / units)),
            (None, Some(best)) => first(best).and_then(|net| Figure::ratio(&net, units, alpha, n)),
            (None, None) => None,
        };
        keys.turn = grid.turn(points.here).and_then(|pair| Figure::ratio(&pair.a, units, alpha, n));
        (keys.skill, keys.ahead) = self.skill(played);
        // Nothing is said of a best player that is the habit, or that the habit beats.
        let is_better = !self.here.plays_best() && !self.is_beaten(&keys);
        keys.best = keys.best.filter(|_| is_better);
        keys.random = self.random(played);
        let (Some(before), Some(place)) = (&self.before, points.before) else { return keys };
        if self.has_house() {
            let of = |side: &Side| side.exact.as_ref()?.seats.first().map(|seat| seat.mean / units);
            keys.player_change = match (of(before), of(&self.here)) {
                (Some(before), Some(here)) => Some(Figure::exact_difference(here, before)),
                _ => {
                    let sizes = [&self.here.habit, &before.habit].map(|side| side.game.players());
                    let pair = grid.couple(points.here, Account::House);
                    pair.and_then(|pair| per_player(&pair, sizes, units, alpha, n))
                }
            };
        }
        let of =
            |side: &Side| side.best.exact.as_ref()?.seats.first().map(|seat| seat.mean / units);
        keys.best_change = match (of(before), of(&self.here), points.best, points.best_before) {
            (Some(before), Some(here), ..) => Some(Figure::exact_difference(here, before)),
            (_, _, Some(best), Some(_)) => {
                let pair = grid.couple(best, Account::Seat(0));
                pair.and_then(|pair| Figure::difference(&pair, units, alpha, n))
            }
            _ => None,
        };
        keys.best_change = keys.best_change.filter(|_| is_better);
        debug_assert!(place != points.here, "the baseline is another point");
        let turn = grid.turn(points.here);
        keys.turn_change = turn.and_then(|pair| Figure::difference(&pair, units, alpha, n));
        keys
    }

    /// Whether the strategy that did best in the first trial is shown to be worse than the habit.
    fn is_beaten(&self, keys: &Keys) -> bool {
        let lost = keys.skill.is_some_and(|skill| skill.side() == Some(false));
        lost && self.here.best.how == How::Catalogue
    }

    /// The best player's lead over the habit, and the number of rounds after which it shows.
    fn skill(&self, played: &Played) -> (Option<Figure>, Option<u64>) {
        let (units, alpha) = (self.units(), self.alphas.key);
        let ahead = |variance: f64, by: f64| {
            let rounds = NINETEEN * NINETEEN * variance / (by * by);
            (by > 0.0 && rounds.is_finite() && rounds < 1e15).then_some(rounds.ceil().max(1.0))
        };
        if let (Some(best), Some(habit)) = (&self.here.best.exact, &self.here.exact)
            && let (Some(best), Some(habit)) = (best.seats.first(), habit.seats.first())
        {
            let variance = |mean: f64, square: f64| (square - mean * mean) / (units * units);
            let both = variance(best.mean, best.square) + variance(habit.mean, habit.square);
            let by = (best.mean - habit.mean) / units;
            let lead = Figure::exact_difference(best.mean / units, habit.mean / units);
            return (Some(lead), ahead(both, by).map(|rounds| rounds as u64));
        }
        let (Some(contest), Some(best)) = (played.contests.first(), self.best_contender()) else {
            return (None, None);
        };
        let (pair, n) = (contest.pair(best, 0), contest.rounds());
        // Readers give the rounds of the main run: a ranking has a part of them, a short one all.
        let in_main = |found: Figure| {
            let ranked = Figure { rounds: Some(n), ..found };
            let is_short = ranked.needed().is_some_and(|needed| needed <= LEAST);
            Figure { rounds: Some(if is_short { n } else { n * RANKED }), ..found }
        };
        let found = Figure::difference(&pair, units, alpha, n).map(in_main);
        let variance = pair.naive_variance().map(|variance| variance * n as f64 / (units * units));
        let rounds = found.zip(variance).and_then(|(by, variance)| ahead(variance, by.value));
        (found, rounds.map(|rounds| rounds as u64))
    }

    /// The lead of random play over the habit, if it is shown.
    fn random(&self, played: &Played) -> Option<Figure> {
        let random =
            self.here.labels.iter().position(|label| label == RANDOM).filter(|&at| at > 0)?;
        let contest = played.contests.first()?;
        let found = self.standings(&self.here, contest).difference(random, 0)?;
        let figure = Figure::between(found.value, found.low, found.high, contest.rounds());
        (figure.side() == Some(true)).then_some(figure)
    }

    /// The index of the best player among the contenders, if it is not the habit.
    fn best_contender(&self) -> Option<usize> {
        let label = &self.here.best.label;
        let found = self.here.labels.iter().position(|known| known == label);
        found.filter(|&place| place > 0)
    }

    /// Every event of the whole table, including numbered ones, but none of a single seat.
    fn events(&self, played: &Played) -> Vec<EventChange> {
        let (grid, points, n) = (&played.grid, played.points, played.rounds);
        let events = self.here.habit.game.events();
        let before = self.before.as_ref().map(|side| (side, side.habit.game.events()));
        let at_base = |name: &str| {
            let (_, all) = before.as_ref()?;
            all.iter().position(|event| event.name == name)
        };
        let share = |side: &Side, point: Option<usize>, event: usize, possible: bool| {
            if !possible {
                return Some(0.0);
            }
            if let Some(exact) = &side.exact {
                let (hits, trials) = *exact.events.get(event)?;
                return (trials > 0.0).then(|| hits / trials);
            }
            // The share of an event that was never seen is unknown.
            let hits = grid.tally(point?).events().get(event)?.hits;
            hits.ratio().filter(|_| hits.x > 0)
        };
        let told: Vec<usize> = (0..events.len()).filter(|&at| !of_seat(&events[at].name)).collect();
        let compared = |at: usize| {
            let (_, all) = before.as_ref()?;
            let base = at_base(&events[at].name)?;
            (events[at].possible || all[base].possible).then_some(base)
        };
        let count = told.iter().filter(|&&at| compared(at).is_some()).count();
        let alpha = self.alphas.each(count);
        let mut changes: Vec<EventChange> = Vec::new();
        for &at in &told {
            let event = &events[at];
            let here = share(&self.here, Some(points.here), at, event.possible);
            let (mut earlier, mut difference) = (None, None);
            if let (Some((side, all)), Some(base)) = (&before, at_base(&event.name)) {
                earlier = share(side, points.before, base, all[base].possible);
                if compared(at).is_some() {
                    difference = match (&self.here.exact, here, earlier) {
                        (Some(_), Some(here), Some(earlier)) => {
                            Some(Figure::exact_difference(here, earlier))
                        }
                        (Some(_), ..) => None,
                        (None, ..) => {
                            let pair = grid.event(points.here, at);
                            pair.and_then(|pair| Figure::difference_of_shares(&pair, alpha, n))
                        }
                    };
                }
            }
            let name = event.name.clone();
            changes.push(EventChange { name, before: earlier, here, difference });
        }
        if before.is_some() {
            let beyond = |change: &EventChange| change.difference.map_or(0.0, |d| d.beyond());
            let size = |change: &EventChange| change.difference.map_or(0.0, |d| d.value.abs());
            changes
                .sort_by(|a, b| beyond(b).total_cmp(&beyond(a)).then(size(b).total_cmp(&size(a))));
        }
        changes
    }

    /// The effects of each lever.
    fn pulled(&self, played: &Played) -> Vec<Pulled> {
        let Some((levers, grid)) = &played.levers else { return Vec::new() };
        let units = self.units();
        let two = self.here.habit.game.players() > 1;
        let house = self.has_house() || levers.iter().any(|lever| lever.habit.game.has_house());
        let best = self.here.best.seated.is_some();
        let event = played.event.filter(|_| !(house && two && best));
        let figures = [house, two, best, event.is_some()];
        let count = figures.iter().filter(|figure| **figure).count() * levers.len();
        let alpha = self.alphas.each(count);
        let rounds = grid.tally(0).rounds();
        let mut found = Vec::new();
        let mut at = 1 + usize::from(best);
        for (lever, pulled) in levers.iter().enumerate() {
            let own = at;
            at += 1 + usize::from(pulled.best.is_some());
            let of = |pair, scale| Figure::difference(&pair, scale, alpha, rounds);
            let mut add = |figure, change: Option<Figure>| {
                found.extend(change.map(|change| Pulled { lever, figure, change }));
            };
            if house {
                let sizes = [&pulled.habit, &self.here.habit].map(|side| side.game.players());
                let pair = grid.couple(own, Account::House);
                let change = pair.and_then(|pair| per_player(&pair, sizes, units, alpha, rounds));
                add(PLAYER, change);
            }
            if two {
                add(TURN, grid.turn(own).and_then(|pair| of(pair, units)));
            }
            if best && pulled.best.is_some() {
                let pair = grid.couple(own + 1, Account::Seat(0));
                add(BEST, pair.and_then(|pair| of(pair, units)));
            }
            if let Some(event) = event {
                let name = self.here.habit.game.events().into_iter().nth(event);
                let events = pulled.habit.game.events();
                let place = name.and_then(|name| events.iter().position(|e| e.name == name.name));
                let pair = place.and_then(|place| grid.event(own, place));
                let change =
                    pair.and_then(|pair| Figure::difference_of_shares(&pair, alpha, rounds));
                add(EVENT, change);
            }
        }
        found.sort_by(|a, b| {
            let (a, b) = (&a.change, &b.change);
            b.beyond().total_cmp(&a.beyond()).then(b.value.abs().total_cmp(&a.value.abs()))
        });
        found
    }

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
    /// otherwise the run with the lever, to be compared with that without.
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
        let mut setup = match (figure, &self.here.best.asked) {
            (BEST, Some(best)) => super::with_first(self.entry, &self.here.setup, there, best),
            _ => self.here.setup.clone(),
        };
        let path = |set: &String| split_setting(set).map(|(path, _)| unquoted(path));
        setup.set.retain(|set| !path(set).is_some_and(|path| is_within(&path, name)));
        let strategies = Playtest::strategies(&setup);
        // Sweeps cover neither positions nor tables that each have their own strategies.
        if figure == TURN || figure == BEST && here != there {
            setup.set.push(format!("{name}={}", bare(&lever.value)));
            return self.command("simulate", &setup, &words(&[&strategies, &run]));
        }
        let vary =
            format!("--vary {}", quoted(&format!("{name}={},{}", bare(now), bare(&lever.value))));
        let metric = event.filter(|_| figure == EVENT);
        let metric =
            metric.map_or(String::new(), |name| format!("--metric event:{}", quoted(name)));
        self.command("sweep", &setup, &words(&[&vary, &metric, &strategies, &run]))
    }

    /// The name of the players by habit in sentences.
    fn habitual(&self) -> &'static str {
        match self.here.habit.game.players() {
            1 => "a player by habit",
            _ => "the average player by habit",
        }
    }

    /// All sentences.
    fn sentences(
        &self,
        played: &Played,
        seed: u64,
        keys: &Keys,
        events: &[EventChange],
        pulled: &[Pulled],
    ) -> Vec<Sentence> {
        let stake = self.profile.stake;
        let mut said: Vec<Sentence> = Vec::new();
        let mut say = |spare, section, text: String, figure: Option<Figure>, command: String| {
            said.push(Sentence { spare, section, text, figure, command });
        };
        // An open question is the first to be left out.
        let open = |figure: &Figure, spare| if figure.side().is_none() { spare } else { KEPT };
        let n = played.rounds;
        let simulated = self.simulated(&self.here, n, seed);
        say(KEPT, "rules", self.differing(), None, String::new());
        let habit = self.habit();
        let would = |figure: &Figure| match figure.needed() {
            Some(needed) => format!("if so, about {} would tell", rounds_in_words(needed)),
            None => "more rounds would tell".to_owned(),
        };
        let habitual = self.habitual();
        let best = &self.here.best;
        let tallied = played.grid.tally(played.points.here);
        let first = if tallied.rotates() { "" } else { " in the seat that always acts first" };
        let who =
            format!("the best player ({}, {}){first}", best_name(&self.here), best.how.word());
        // The best player is held against the strategy of the first seat.
        let own_name = shown(&self.here.asked[0].written);
        let own = match self.here.is_mixed() {
            true => format!("{own_name} in seat 1"),
            false => "the habit".to_owned(),
        };
        if let Some(house) = keys.house {
            let size = house.size();
            let text = match house.side() {
                Some(true) => {
                    format!("The house takes {size} {stake} a round from {habitual} ({habit}).")
                }
                Some(false) => {
                    format!("The house loses {size} {stake} a round to {habitual} ({habit}).")
                }
                None if house.rounds.is_none() => {
                    format!("Neither the house nor {habitual} ({habit}) has an edge.")
                }
                None if tallied.house().net.xx == 0 => format!(
                    "The house neither took anything from players by habit ({habit}) nor gave them \
                     anything, in {}.",
                    rounds_in_words(n)
                ),
                None => {
                    let takes = if house.value < 0.0 { "loses" } else { "wins" };
                    format!(
                        "Whether the house gains by {habitual} ({habit}) cannot be told yet: it \
                         {takes} {size} {stake} a round; {}.",
                        would(&house)
                    )
                }
            };
            say(KEPT, "fairness", text, Some(house), simulated.clone());
            if let Some(figure) = keys.best {
                let size = figure.size();
                let alone = self.here.habit.game.players() == 1;
                let text = match figure.side() {
                    // At a table, wins may come from the other players.
                    Some(true) if !alone => {
                        format!("At a table of such players {who} wins {size} {stake} a round.")
                    }
                    Some(true) if house.side() == Some(true) => {
                        format!("But {who} wins {size} {stake} a round from it.")
                    }
                    Some(true) => format!("From the house {who} wins {size} {stake} a round."),
                    Some(false) => format!("Even {who} loses {size} {stake} a round."),
                    None if figure.rounds.is_none() => format!("For {who} the game is even."),
                    None => {
                        let wins = if figure.value < 0.0 { "loses" } else { "wins" };
                        format!(
                            "Whether {who} gains cannot be told yet: it {wins} {size} {stake} a \
                             round; {}.",
                            would(&figure)
                        )
                    }
                };
                say(KEPT, "fairness", text, Some(figure), self.best_played(&self.here, n, seed));
            }
        }
        if let Some(turn) = keys.turn {
            let size = turn.size();
            let more = more(&turn);
            let text = match turn.side() {
                Some(_) => {
                    format!("Who acts first wins {size} {stake} a round {more} than who acts last.")
                }
                None => format!(
                    "Whether it matters who acts first cannot be told yet: who does wins {size} \
                     {stake} a round {more} than who acts last; {}.",
                    would(&turn)
                ),
            };
            say(open(&turn, 4), "fairness", text, Some(turn), simulated.clone());
        }
        let for_nothing = for_nothing(&*self.here.habit.game);
        let plays_for_money = for_nothing.is_none();
        if let Some(text) = for_nothing {
            say(KEPT, "skill", text, None, simulated.clone());
        }
        if plays_for_money && self.here.plays_best() && best.how != How::Habit {
            let beaten = match best.how {
                How::Computed => "nothing beats it",
                _ => "no better player is known",
            };
            let text = match self.here.is_mixed() {
                true => format!("In seat 1 {own_name} is {}: {beaten}.", best.how.words()),
                false => format!("The habit ({habit}) is {}: {beaten}.", best.how.words()),
            };
            say(KEPT, "skill", text, None, String::new());
        } else if plays_for_money && best.how == How::Habit && !best.label.is_empty() {
            let text = format!(
                "In a first trial none of the other strategies did better than the habit ({habit}), so \
                 that whether skill shows is not told."
            );
            say(KEPT, "skill", text, None, String::new());
        } else if let Some(skill) =
            keys.skill.filter(|_| keys.random.is_none() || best.label != RANDOM)
        {
            let size = skill.size();
            let label = best_name(&self.here);
            let text = match (skill.side(), keys.ahead) {
                (Some(true), Some(ahead)) => {
                    let skilled = keys.random.is_none() && best.label != RANDOM;
                    format!(
                        "{}{label} wins {size} {stake} a round more than {own}, and is ahead of it \
                         nineteen times in twenty after about {}.",
                        if skilled { "Skill shows: " } else { "" },
                        rounds_in_words(up_to_two_digits(ahead as f64))
                    )
                }
                (Some(false), _) if self.is_beaten(keys) => format!(
                    "No strategy that was tried is known to beat the habit: {label}, the best of the \
                     others in a first trial, wins {size} {stake} a round less."
                ),
                (Some(false), _) => {
                    format!("{label} wins {size} {stake} a round less than {own}.")
                }
                _ if skill.rounds.is_none() => {
                    format!("Skill does not show: {label} wins just what {own} does.")
                }
                _ => format!(
                    "Whether skill shows cannot be told yet: {label} wins {size} {stake} a round {} \
                     than {own}; {}.",
                    more(&skill),
                    would(&skill)
                ),
            };
            say(open(&skill, 2), "skill", text, Some(skill), self.compared(seed, played));
        }
        if let Some(random) = keys.random {
            let text = format!(
                "The habit is worse than luck: who plays at random wins {} {stake} a round more.",
                random.size()
            );
            say(
                KEPT,
                "skill",
                text,
                Some(random),
                self.ranked(&self.here, seed, played.contests.first()),
            );
        }
        let baseline = shown(&self.baseline);
        let change = |who: &str, figure: &Figure| {
            let size = figure.size();
            match figure.side() {
                Some(_) => {
                    let more = more(figure);
                    format!("Against {baseline}, {who} wins {size} {stake} a round {more}.")
                }
                None if figure.rounds.is_none() => {
                    format!("Against {baseline}, {who} wins just as much.")
                }
                None if figure.value == 0.0 => {
                    format!("Against {baseline}, {who} won just as much in {}.", rounds_in_words(n))
                }
                None => format!(
                    "Whether {who} wins more or less than under {baseline} cannot be told yet: it is \
                     {size} {stake} a round {}; {}.",
                    more(figure),
                    would(figure)
                ),
            }
        };
        if let Some(figure) = keys.player_change {
            say(KEPT, "changes", change(habitual, &figure), Some(figure), simulated.clone());
        }
        if let Some(figure) = keys.best_change {
            let other = self.before.as_ref().filter(|side| side.best.label != best.label);
            let who = match other {
                Some(before) => {
                    let [here, there] = [&self.here, before].map(best_name);
                    format!("the best player ({here}, there {there}){first}")
                }
                None => format!("the best player{first}"),
            };
            let text = change(&who, &figure);
            let again = self.best_played(&self.here, n, seed);
            say(open(&figure, 5), "changes", text, Some(figure), again);
        }
        if let Some(figure) = keys.turn_change.filter(|figure| figure.side().is_some()) {
            let text = format!(
                "Against {baseline}, acting first and not last is worth {} {stake} a round {}.",
                figure.size(),
                more(&figure)
            );
            say(KEPT, "changes", text, Some(figure), simulated.clone());
        }
        if self.before.is_some() {
            let sure = |change: &&EventChange| {
                change.difference.is_some_and(|difference| difference.side().is_some())
            };
            let mut sure: Vec<&EventChange> = events.iter().filter(sure).collect();
            // Numbered events come after those with names of their own.
            sure.sort_by_key(|change| change.name.contains(':'));
            sure.truncate(NAMED);
            if let Some(first) = sure.first() {
                let named = sure.iter().map(|change| {
                    let half = change.difference.map_or(0.0, |difference| difference.half());
                    let share = |share: Option<f64>, half: f64| match share {
                        Some(share) => format!("{}%", written(100.0 * share, 100.0 * half)),
                        // Possible but not seen: there is no share to state.
                        None => "none seen".to_owned(),
                    };
                    let both = |half| [share(change.here, half), share(change.before, half)];
                    let [mut here, mut before] = both(half);
                    if here == before {
                        // Computed shares may differ in a later digit.
                        let by = change.difference.map_or(0.0, |difference| difference.value);
                        [here, before] = both(by.abs());
                    }
                    format!("{} {here} instead of {before}", change.name)
                });
                let text = format!(
                    "What happens more or less often than before: {}.",
                    named.collect::<Vec<_>>().join("; ")
                );
                say(KEPT, "events", text, first.difference, simulated.clone());
            } else if n > 0 {
                let text = match self.here.exact {
                    Some(_) => "Nothing happens more or less often than before.".into(),
                    None => {
                        "That anything happens more or less often than before is not shown.".into()
                    }
                };
                say(6, "events", text, None, simulated.clone());
            }
        }
        let broken =
            self.broken(played, seed).into_iter().filter(|found| !found.sentence.is_empty());
        for (at, found) in broken.take(BROKEN).enumerate() {
            let spare = if at == 0 { KEPT } else { 3 };
            say(spare, "broken", found.sentence, Some(found.figure), found.command);
        }
        // An effect on wins matters more than one on the probability of an event.
        let shown_to = |pulled: &&Pulled| pulled.change.side().is_some();
        let won = pulled.iter().filter(shown_to).find(|pulled| pulled.figure != EVENT);
        if let Some(first) = won.or_else(|| pulled.iter().find(shown_to))
            && let Some((levers, grid)) = &played.levers
        {
            let lever = &levers[first.lever];
            let (name, value) = (self.profile.fields[lever.field].name, &lever.value);
            let (more, size) = (more(&first.change), first.change.size());
            let event = self.event_of(played);
            let effect = match first.figure {
                PLAYER => format!("{habitual} wins {size} {stake} a round {more}"),
                // It is the best under these rules: with the other value another may be.
                BEST if self.is_beaten(keys) || best.how == How::Catalogue => {
                    format!("{} wins {size} {stake} a round {more}", best_name(&self.here))
                }
                BEST => format!("the best player wins {size} {stake} a round {more}"),
                TURN => format!("acting first and not last is worth {size} {stake} a round {more}"),
                _ => {
                    let event = event.as_deref().unwrap_or_default();
                    let often = if first.change.value > 0.0 { "more" } else { "less" };
                    format!(
                        "{event} happens {often} often, by {} of its trials",
                        share(&first.change)
                    )
                }
            };
            let now = &self.values[lever.field];
            let text = format!(
                "What one step of a rule does is clearest with {name} = {value} instead of {now}: \
                 {effect}."
            );
            let run = (seed, grid.tally(0).rounds());
            let command = self.lever_command(lever, first.figure, event.as_deref(), run);
            say(KEPT, "levers", text, Some(first.change), command);
        }
        while said.len() > MOST {
            let all = said.iter().enumerate().rev().filter(|(_, one)| one.spare > KEPT);
            let Some((at, _)) = all.max_by_key(|(_, one)| one.spare) else { break };
            said.remove(at);
        }
        said
    }

    /// The name of the event that the levers are measured by, if there is one.
    pub(super) fn event_of(&self, played: &Played) -> Option<String> {
        let events = self.here.habit.game.events();
        played.event.and_then(|event| events.into_iter().nth(event)).map(|event| event.name)
    }

    /// The strategies of the habit, as given.
    fn habit(&self) -> String {
        let asked = &self.here.setup.strategies;
        let asked = if asked.len() > 1 { &asked[..] } else { &self.here.asked[..1] };
        let names: Vec<&str> = asked.iter().map(|asked| asked.written.as_str()).collect();
        let same = names.windows(2).all(|both| both[0] == both[1]);
        shown(&if same { names[0].to_owned() } else { names.join("; ") })
    }

    /// The sentence about the changed rules.
    fn differing(&self) -> String {
        let baseline = shown(&self.baseline);
        let fields = self.changes.iter().take(NAMED).map(|change| {
            let name = self.profile.fields[change.field].name;
            format!("{name} is {} and not {}", shown(&change.here), shown(&change.before))
        });
        let fields = fields.collect::<Vec<_>>().join("; ");
        let all = self.values.len();
        match self.changes.len() {
            0 => {
                let table = match self.here.habit.game.players() {
                    1 => "played alone".to_owned(),
                    players => format!("at a table of {players}"),
                };
                format!("These are the rules of {baseline}, {table}: nothing is changed.")
            }
            1 => format!("Your rules differ from {baseline} in 1 of {all} fields: {fields}."),
            some => {
                let more = if some > NAMED { ", and so on" } else { "" };
                format!(
                    "Your rules differ from {baseline} in {some} of {all} fields: {fields}{more}."
                )
            }
        }
    }

    /// The standard deviation of the net of an evening, in stakes.
    pub(super) fn evening(variance_of_a_round: f64) -> f64 {
        (EVENING * variance_of_a_round).sqrt()
    }
}
