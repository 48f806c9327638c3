//! Index plays: the decisions that a count changes, and a strategy file that plays by them.

use super::counter::{Counter, shares};
use crate::cards::Memory;
use crate::cards::memory::{Known, System};
use crate::cards::random::Seed;
use crate::framework::counting::{IndexPlay, MOST_COUNT};
use crate::framework::settings;
use crate::games::kinzo::exact::linear::Spot;
use crate::games::kinzo::exact::{Own, hands_up_to, own_of, plan_key, ups};
use crate::games::kinzo::hand::{Card, Hand};
use crate::games::kinzo::record::Silent;
use crate::games::kinzo::round::{Keyed, Table};
use crate::games::kinzo::rules::UNITS_PER_STAKE;
use crate::games::kinzo::table::Kinzo;
use crate::games::kinzo::view::{Action, Choice, Player, View};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The range of true counts in which indices are searched: ±`COUNTS`.
const COUNTS: i64 = 12;

/// A decision: the dealer's card and the hand, which has not been split.
type Decision = (Card, Hand);

/// The expected gain in a decision from following the count rather than the full deck, in stakes.
#[derive(Clone, Copy, Debug, Default)]
struct Added {
    sum: f64,
    /// Sums over sessions: of squared gains, and of gains times the session's rounds.
    squares: f64,
    products: f64,
    /// The number of sessions in which it came up.
    sessions: u64,
}

/// Plays as with a full deck, and records the gain of each decision that the count would change.
struct Watch<'c> {
    counter: &'c Counter,
    memory: &'c Memory,
    /// The gains of the current session.
    added: BTreeMap<Decision, f64>,
}

impl Player for Watch<'_> {
    fn play(&mut self, view: &View<'_>) -> Choice {
        let Some(spot) = self.counter.spot(view) else { return Choice::Act(Action::Stay) };
        let known = view.known();
        let plain = spot.best(&shares(Memory::None.weights(0, &known))).0;
        let plain = if view.allows(plain) { plain } else { Action::Stay };
        if let Own::One(hand) = own_of(view) {
            let shares = shares(self.memory.weights(0, &known));
            let (counted, value) = spot.best(&shares);
            let worth = spot.choices.iter().find(|(action, _)| *action == plain);
            if let Some((_, worth)) = worth.filter(|_| counted != plain && view.allows(counted)) {
                let gain = value - worth.at(&shares);
                *self.added.entry((view.dealer(), hand)).or_default() += gain;
            }
        }
        Choice::Act(plain)
    }
}

/// The decisions that a count changes, largest gain first, and a file with their rules.
pub(in crate::games::kinzo) fn index_plays(
    game: &Kinzo,
    counter: &Counter,
    memory: &Memory,
    (seed, sessions): (Seed, u64),
    stop: &AtomicBool,
) -> Option<(Vec<IndexPlay>, Option<String>)> {
    let system = memory.system()?;
    let unless_stopped = (0..sessions).take_while(|_| !stop.load(Ordering::Relaxed));
    let (found, rounds) = added(game, counter, memory, seed, unless_stopped);
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut plays = Vec::new();
    for ((up, hand), added) in found {
        let Some((spot, known)) = situation(game, counter, up, hand) else { continue };
        let plain = spot.best(&shares(Memory::None.weights(0, &known))).0;
        let Some((index, above, turned)) = turns(spot, system, &known, plain) else {
            continue;
        };
        let n = rounds.0;
        let gain = added.sum / n;
        // The ratio estimator over sessions, as elsewhere.
        let squares = added.squares - 2.0 * gain * added.products + gain * gain * rounds.1;
        let count = sessions as f64;
        let se = (sessions > 1).then(|| (count / (count - 1.0) * squares.max(0.0)).sqrt() / n);
        let came = added.sessions;
        plays.push(Turned { up, hand, plain, turned, index, above, gain, se, came });
    }
    plays.sort_by(|a, b| b.gain.total_cmp(&a.gain).then((a.up, a.hand).cmp(&(b.up, b.hand))));
    let text = plays.iter().any(Turned::is_written).then(|| file(game, counter, system, &plays));
    let unit = UNITS_PER_STAKE as f64;
    let told = plays.iter().map(|play| IndexPlay {
        decision: {
            // The usual direction, up from an index above 0 and down from any other, is left out.
            let side = match (play.above, play.index > 0) {
                (true, false) => " up",
                (false, true) => " down",
                _ => "",
            };
            let (plain, turned) = (name(play.plain), name(play.turned));
            format!("{} against {}: {plain}; from the index on{side} {turned}", play.hand, play.up)
        },
        index: play.index,
        gain: play.gain * unit,
        se: play.se.map(|se| se * unit),
        sessions: play.came,
    });
    Some((told.collect(), text))
}

struct Turned {
    up: Card,
    hand: Hand,
    plain: Action,
    turned: Action,
    index: i64,
    /// Whether the action changes from the index upwards, not downwards.
    above: bool,
    gain: f64,
    se: Option<f64>,
    /// The number of sessions in which it came up.
    came: u64,
}

impl Turned {
    /// Whether a file has a rule for it: rules distinguish counts only within a range.
    fn is_written(&self) -> bool {
        self.gain > 0.0 && self.index.unsigned_abs() <= MOST_COUNT.into()
    }
}

fn name(action: Action) -> String {
    action.to_string().replace(' ', ":")
}

/// The gain of each decision over some sessions; and their total rounds, with the sum of squares.
fn added(
    game: &Kinzo,
    counter: &Counter,
    memory: &Memory,
    seed: Seed,
    sessions: impl Iterator<Item = u64>,
) -> (BTreeMap<Decision, Added>, (f64, f64)) {
    let mut found: BTreeMap<Decision, Added> = BTreeMap::new();
    let (mut rounds, mut squares) = (0.0, 0.0);
    let mut table = Table::new(&game.rules, game.deck);
    let watch = |_| Watch { counter, memory, added: BTreeMap::new() };
    let mut players: Vec<Watch<'_>> = (0..game.seats()).map(watch).collect();
    for session in sessions {
        let mut own = 0.0;
        game.session(&mut table, (seed, session), |table, keys, order| {
            table.round(&mut players, &mut Keyed::new(keys), &mut Silent, order.first);
            own += 1.0;
        });
        (rounds, squares) = (rounds + own, squares + own * own);
        for (decision, gain) in std::mem::take(&mut players[0].added) {
            let added = found.entry(decision).or_default();
            added.sum += gain;
            added.squares += gain * gain;
            added.products += gain * own;
            added.sessions += 1;
        }
        players.iter_mut().for_each(|player| player.added.clear());
    }
    (found, (rounds, squares))
}

/// The spot and the knowledge for a decision in the first round of a shoe.
fn situation<'c>(
    game: &Kinzo,
    counter: &'c Counter,
    up: Card,
    hand: Hand,
) -> Option<(&'c Spot, Known<6>)> {
    let key = plan_key(Own::One(hand), up);
    let table = hand.composition().with(up.kind());
    let full = game.deck;
    let known = Known { full: full.counts(), table: table.counts(), noticed: [0; 6], gone: 0 };
    counter.worths().spots.get(&key).filter(|_| full.holds(table)).map(|spot| (spot, known))
}

/// The true count, nearest to that of a full shoe, at which the best action is no longer `plain`;
/// whether it lies above the count of a full shoe; and the action that is best there.
fn turns(
    spot: &Spot,
    system: &System,
    known: &Known<6>,
    plain: Action,
) -> Option<(i64, bool, Action)> {
    let at = |count: i64| {
        let weights = system.weights_at(0, known, count as f64);
        spot.best(&shares(weights)).0
    };
    // Where the count of a full shoe is no whole number, the search begins on both sides of it.
    let neutral = system.neutral(0, known);
    let counts = (1..=COUNTS).flat_map(|step| {
        [(neutral.floor() as i64 + step, true), (neutral.ceil() as i64 - step, false)]
    });
    let mut turned = counts.map(|(count, above)| (count, above, at(count)));
    turned.find(|&(.., action)| action != plain)
}

/// A strategy file: the index plays as rules by true count, then the best play with a full deck.
fn file(game: &Kinzo, counter: &Counter, system: &System, plays: &[Turned]) -> String {
    // The name may be that of a file, and so contain anything.
    let mut text = format!(
        "# What is best out of a full deck, and the decisions that a count turns over: each with the\n\
         # true count at which it turns. Split hands hit below 9.\n\
         game = \"kinzo\"\n\
         about = {}\n\
         memory = {}\n",
        settings::toml_string(&format!(
            "index plays by the count {}",
            settings::shown(&system.name)
        )),
        settings::toml_string(&system.name)
    );
    if game.rules.split {
        text.insert_str(
            0,
            "# Where hands may be split this costs more than it earns: rules cannot say what is best after a\n\
             # split. It is meant for split = false.\n",
        );
    }
    let cards = |hand: Hand| {
        let held = Card::ALL.map(|card| format!("own_{card} = {}", hand.count(card)));
        held.join(", ")
    };
    let mut rule = |when: String, action: Action| {
        text += &format!("\n[[rule]]\nwhen = {{ {when} }}\ndo = \"{}\"\n", name(action));
    };
    for play in plays.iter().filter(|play| play.is_written()).take(MOST_PLAYS) {
        let index = play.index;
        let count = match (play.above, index) {
            (true, 1..) => format!("count_above = \"{index}..\""),
            (true, _) => format!("count_below = \"..{}\"", -index),
            (false, ..0) => format!("count_below = \"{}..\"", -index),
            (false, _) => format!("count_above = \"..{index}\""),
        };
        rule(
            format!("dealer = {}, hands = 1, {}, {count}", play.up, cards(play.hand)),
            play.turned,
        );
    }
    for up in ups(game.deck) {
        let mut hands: Vec<(Hand, Action)> = Vec::new();
        for hand in hands_up_to(game.rules.hand_limit.into(), game.deck) {
            let Some((spot, known)) = situation(game, counter, up, hand) else { continue };
            hands.push((hand, spot.best(&shares(Memory::None.weights(0, &known))).0));
        }
        for count in 2..=u32::from(game.rules.hand_limit) {
            let of = |which: &dyn Fn(Hand, Action) -> bool| {
                hands.iter().filter(|(h, a)| h.cards() == count && which(*h, *a)).count()
            };
            // By total, since most hands are played by it; exceptions for few cards come first.
            let hits = |total: u32| {
                let hit = of(&|h, a| h.total() == total && a == Action::Hit);
                hit > of(&|h, a| h.total() == total && a == Action::Stay)
            };
            let usual = |total| if hits(total) { Action::Hit } else { Action::Stay };
            if count <= MOST_NAMED {
                for &(hand, action) in hands.iter().filter(|(hand, _)| hand.cards() == count) {
                    if action != usual(hand.total()) {
                        rule(format!("dealer = {up}, hands = 1, {}", cards(hand)), action);
                    }
                }
            } else {
                for card in Card::ALL {
                    let splits = of(&|_, a| a == Action::Split(card));
                    if 2 * splits > of(&|h, _| h.count(card) >= 2) {
                        let when = format!("dealer = {up}, hands = 1, cards = {count}");
                        rule(format!("{when}, own_{card} = \"2..\""), Action::Split(card));
                    }
                }
            }
            let mut total = count;
            while total <= 6 * count {
                let from = total;
                while total <= 6 * count && hits(total) {
                    total += 1;
                }
                if total > from {
                    let when = format!("dealer = {up}, hands = 1, cards = {count}");
                    rule(format!("{when}, total = \"{from}..{}\"", total - 1), Action::Hit);
                }
                total += 1;
            }
        }
    }
    rule(format!("hands = \"2..\", total = \"..{SPLIT_HITS}\""), Action::Hit);
    text += "\n[[rule]]\ndo = \"stay\"\n";
    text
}

/// A split hand is hit up to this total, the best threshold.
const SPLIT_HITS: u32 = 8;
/// The most index plays in a file: those with the largest gains.
const MOST_PLAYS: usize = 40;
/// The largest hand that a file names card by card.
const MOST_NAMED: u32 = 3;
