//! The verdict of a playtest: the figures of the planned statements, and its table.

use super::{How, LEAST, Played, Playtest, RANKED, Side};
use crate::simulate::Account;
use crate::stats::Pair;
use crate::study::figure::{Figure, percent, written};
use crate::study::setup;
use crate::study::{Cell, Table};

/// The number of rounds of an evening.
const EVENING: f64 = 100.0;
/// The normal quantile of 0.95.
const NINETEEN: f64 = 1.644_853_626_951_472_7;
/// The strategy that any skill should beat.
pub(super) const RANDOM: &str = "random";
/// The maximum number of events, or of values, named in a sentence.
pub(super) const NAMED: usize = 3;
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
    /// How dispensable it is: sentences with the highest number are dropped first, those with
    /// [`Sentence::KEPT`] never.
    pub spare: u8,
    /// The question that its figure leaves open, if any.
    pub open: Option<&'static str>,
    pub section: &'static str,
    pub text: String,
    pub figure: Option<Figure>,
    pub command: String,
}

impl Sentence {
    /// The mark of an indispensable sentence.
    pub const KEPT: u8 = 0;

    /// An indispensable sentence without figure and command.
    pub fn new(section: &'static str, text: String) -> Sentence {
        let (spare, open, figure) = (Sentence::KEPT, None, None);
        Sentence { spare, open, section, text, figure, command: String::new() }
    }

    pub fn figure(self, figure: Figure) -> Sentence {
        Sentence { figure: Some(figure), ..self }
    }

    pub fn spare(self, spare: u8) -> Sentence {
        Sentence { spare, ..self }
    }

    /// The same sentence, dispensable if its figure leaves the question open, which more rounds would
    /// tell: such sentences are the first to be left out.
    pub fn spare_if_open(self, spare: u8, question: &'static str) -> Sentence {
        let is_open =
            self.figure.is_some_and(|figure| figure.side().is_none() && figure.rounds.is_some());
        if is_open { Sentence { spare, open: Some(question), ..self } } else { self }
    }

    /// The sentence with the command that reproduces its figure; there may be none.
    pub fn again(self, command: &str) -> Sentence {
        Sentence { command: command.to_owned(), ..self }
    }
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
    setup::seat_event(name).is_some()
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
        // An interval that ends at its value has one arm.
        let arm = match f64::min(below, above) {
            0.0 => f64::max(below, above),
            arm => arm,
        };
        let end = |end: f64| written(end, arm);
        return format!("{}% to {}%", end(hundredfold.low), end(hundredfold.high));
    }
    hundredfold.size().replace(" ±", "% ±") + "%"
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
    pub(super) fn is_beaten(&self, keys: &Keys) -> bool {
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
        // Readers set the rounds of the main run. A ranking plays only a part of them, unless the
        // run is short.
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

    /// The name of the event that the levers are measured by, if there is one.
    pub(super) fn event_of(&self, played: &Played) -> Option<String> {
        let events = self.here.habit.game.events();
        played.event.and_then(|event| events.into_iter().nth(event)).map(|event| event.name)
    }

    /// The standard deviation of the net of an evening, in stakes.
    pub(super) fn evening(variance_of_a_round: f64) -> f64 {
        (EVENING * variance_of_a_round).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_near_an_end_is_told_by_both_its_bounds() {
        let said = |value, low, high| share(&Figure::between(value, Some(low), Some(high), 1000));
        assert_eq!(said(1.0, 0.9962, 1.0), "99.62% to 100.00%");
        assert_eq!(said(0.0, 0.0, 0.0038), "0.00% to 0.38%");
        assert_eq!(said(0.002, 0.0005, 0.0070), "0.050% to 0.700%");
        assert_eq!(said(0.5, 0.46, 0.54), "50.0% ± 4.0%");
    }
}
