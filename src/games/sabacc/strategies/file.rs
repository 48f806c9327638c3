//! Strategies from files: distances to stand on, or rules.

use super::super::cards::{Card, HIGHEST, MAX_CARDS, Packed};
use super::super::hand::Category;
use super::super::rules::{MAX_PLAYERS, MAX_ROUNDS, Rules};
use super::super::view::{Action, Choice, Look, Player, View};
use crate::framework::document::{Document, Faults, FileError, Node, Value};
use crate::framework::policy::{Feature, List, Policy, Region, Rule, Situations, check, used};
use std::sync::Arc;

/// Parameters that `FILE(parameter=value)` may put in the place of the file's own.
pub const PARAMETERS: &[&str] = &["stand_within"];

/// Keys of a file beside `game` and `about`.
const KEYS: &[&str] = &["stand_within", "rule", "look"];

const DISTANCE: usize = 0;
const POSITIVE: usize = 1;
const NAME: usize = 2;
const CARDS: usize = 3;
const ROUND: usize = 4;
const TURNS: usize = 5;
const TOP: usize = 6;
const SWAP: usize = 7;
const SWAP_NAME: usize = 8;
const LEFT: usize = 9;
const PLAYERS: usize = 10;
const RIVALS: usize = 11;
const PLACE: usize = 12;
const FEWEST: usize = 13;
const PILE: usize = 14;
/// These and the first ones are what [[look]] rules look at.
const KEPT: usize = 15;
const KEPT_NAME: usize = 16;

/// The farthest that a hand of any deck can be from zero.
const FAR: u16 = (MAX_CARDS as i32 * HIGHEST) as u16;
/// The most cards that a draw pile can hold.
const MOST_IN_PILE: u16 = 247;
const NAMES: u16 = Category::ALL.len() as u16;

const fn feature(name: &'static str, low: u16, high: u16, about: &'static str) -> Feature {
    Feature { name, low, high, about }
}

/// What rules may look at.
pub const FEATURES: &[Feature] = &[
    feature("distance", 0, FAR, "how far the total of the hand is from zero"),
    feature("positive", 0, 1, "1 if the total is above zero"),
    feature("name", 1, NAMES, "what the hand is: 1 Pure Sabacc to 12 Sabacc, 13 not zero"),
    feature("cards", 2, MAX_CARDS as u16, "cards in the hand"),
    feature("round", 1, MAX_ROUNDS as u16, "the round"),
    feature("turns", 1, MAX_ROUNDS as u16, "own turns left, this one included"),
    feature("top", 0, HIGHEST as u16, "how far the top of the discard pile is from zero"),
    feature("swap", 0, FAR, "distance after the swap that comes nearest to zero"),
    feature("swap_name", 1, NAMES, "name of the hand after the swap that ranks highest"),
    feature("left", 0, FAR, "distance of what is left without the best card to give up"),
    feature("players", 2, MAX_PLAYERS as u16, "players at the table"),
    feature("rivals", 1, MAX_PLAYERS as u16 - 1, "others still in"),
    feature("place", 1, MAX_PLAYERS as u16, "place in the turn order, 1 acts first"),
    feature("fewest", 2, MAX_CARDS as u16, "fewest cards of another still in"),
    feature("pile", 0, MOST_IN_PILE, "cards in the draw pile"),
    feature("kept", 0, FAR, "in [[look]] only: distance of the hand with the card drawn"),
    feature("kept_name", 1, NAMES, "in [[look]] only: name of the hand with the card drawn"),
];

/// What rules may look at in a turn.
pub const TURN_FEATURES: &[Feature] = FEATURES.split_at(KEPT).0;

/// What rules may look at when a card has been drawn to be looked at (S6).
pub const LOOK_FEATURES: &[Feature] = &[
    FEATURES[DISTANCE],
    FEATURES[POSITIVE],
    FEATURES[NAME],
    FEATURES[CARDS],
    FEATURES[ROUND],
    FEATURES[TURNS],
    FEATURES[KEPT],
    FEATURES[KEPT_NAME],
];
/// Where the last two of them stand.
const LOOK_KEPT: usize = TURNS + 1;
const LOOK_NAME: usize = TURNS + 2;

/// The swap that comes nearest to zero gives this card.
#[inline]
fn nearest_swap(view: &View<'_, impl Packed>) -> Card {
    view.hand().nearest(view.hand().total() + view.top().value())
}

fn swapped<H: Packed>(view: &View<'_, H>, given: Card) -> H {
    view.hand().without(given).with(view.top())
}

/// The swap that ranks highest gives this card; the highest one of those that rank as high.
fn best_swap(view: &View<'_, impl Packed>) -> Card {
    let rank = |given: &Card| view.ranking().rank(swapped(view, *given));
    view.hand().kinds().max_by_key(rank).unwrap_or(Card::SYLOP)
}

fn name<H: Packed>(view: &View<'_, H>, hand: H) -> u16 {
    let ranking = view.ranking();
    1 + ranking.category(ranking.rank(hand)) as u16
}

/// The value of one of [`TURN_FEATURES`].
fn seen<H: Packed>(index: usize, view: &View<'_, H>) -> u16 {
    let hand = view.hand();
    let distance = |hand: H| hand.total().unsigned_abs() as u16;
    match index {
        DISTANCE => distance(hand),
        POSITIVE => u16::from(hand.total() > 0),
        NAME => name(view, hand),
        CARDS => hand.cards() as u16,
        ROUND => view.round() as u16,
        TURNS => u16::from(view.rules().game_rounds) + 1 - view.round() as u16,
        TOP => view.top().value().unsigned_abs() as u16,
        SWAP => distance(swapped(view, nearest_swap(view))),
        SWAP_NAME => name(view, swapped(view, best_swap(view))),
        LEFT => distance(hand.without(hand.nearest(hand.total()))),
        PLAYERS => view.players() as u16,
        RIVALS => view.still_in() as u16 - 1,
        PLACE => view.place() as u16,
        FEWEST => {
            let others =
                (0..view.players()).filter(|&seat| seat != view.seat() && view.is_in(seat));
            others.map(|seat| view.cards(seat) as u16).min().unwrap_or(2)
        }
        _ => view.pile() as u16,
    }
}

/// What a rule of a file does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Stand,
    /// Draw; passed over with a full hand, unless the card may be thrown.
    Gain,
    /// Draw to keep; passed over with a full hand.
    Grow,
    /// Give up the card that leaves the total nearest to zero, and draw.
    Exchange,
    /// Take the top for the card that brings the total nearest to zero.
    Swap,
    /// Take the top for the card that makes the highest hand.
    SwapBest,
    Junk,
}

const MOVES: [(&str, Move); 6] = [
    ("stand", Move::Stand),
    ("gain", Move::Gain),
    ("exchange", Move::Exchange),
    ("swap", Move::Swap),
    ("swap-best", Move::SwapBest),
    ("junk", Move::Junk),
];

/// A gain may be impossible: its situations are left to later rules.
fn ends(action: &Move) -> bool {
    !matches!(action, Move::Gain | Move::Grow)
}

/// A strategy from a file.
#[derive(Clone, Debug)]
pub struct FileStrategy {
    turn: Arc<Policy<Move>>,
    /// Without rules a card that brings the total nearer to zero is kept.
    look: Option<Arc<Policy<Look>>>,
}

impl<H: Packed> Player<H> for FileStrategy {
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        let take = |action: &Move| match action {
            Move::Stand => Some(Action::Stand),
            Move::Gain => view.allows(Action::Gain).then_some(Action::Gain),
            Move::Grow => view.may_grow().then_some(Action::Gain),
            Move::Exchange => Some(Action::Exchange(view.hand().nearest(view.hand().total()))),
            Move::Swap => Some(Action::Swap(nearest_swap(view))),
            Move::SwapBest => Some(Action::Swap(best_swap(view))),
            Move::Junk => Some(Action::Junk),
        };
        Choice::Act(self.turn.first(|i| seen(i, view), take).unwrap_or(Action::Stand))
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        let kept = view.hand().with(drawn);
        let distance = |hand: H| hand.total().unsigned_abs() as u16;
        let value = |i: usize| match i {
            LOOK_KEPT => distance(kept),
            LOOK_NAME => name(view, kept),
            _ => seen(i, view),
        };
        let nearer = distance(kept) < distance(view.hand());
        let habit = if nearer { Look::Keep } else { Look::Throw };
        let look = self.look.as_ref().and_then(|look| look.first(value, |&look| Some(look)));
        look.unwrap_or(habit)
    }
}

impl FileStrategy {
    /// The strategy of a file at a table.
    ///
    /// # Errors
    /// Everything that is wrong with it, each fault with its line.
    pub fn new(document: &Document, rules: &Rules) -> Result<FileStrategy, FileError> {
        let mut faults = Faults::default();
        let body = &document.body;
        body.only(KEYS, &mut faults);
        let turn = match (body.get("stand_within"), body.get("rule")) {
            (None, None) => {
                faults.add(1, "nothing says what to do: give one of stand_within, rule");
                Vec::new()
            }
            (Some(one), Some(other)) => {
                let line = one.line.max(other.line);
                faults.add(line, "stand_within and rule both say what to do: keep one");
                Vec::new()
            }
            (Some(node), None) => thresholds(node, rules, &mut faults),
            (None, Some(node)) => {
                let allowed = "one of stand, gain, exchange, swap, swap-best, junk";
                let list = List { name: "rule", features: TURN_FEATURES, key: "do", allowed };
                let known = |node: &Node| {
                    let word = node.word()?;
                    MOVES.iter().find(|(name, _)| *name == word).map(|&(_, action)| action)
                };
                listed(list, node, known, ends, rules, &mut faults)
            }
        };
        let look = body.get("look").map(|node| {
            let allowed = "keep or throw";
            let list = List { name: "look", features: LOOK_FEATURES, key: "do", allowed };
            let known = |node: &Node| match node.word()? {
                "keep" => Some(Look::Keep),
                "throw" => Some(Look::Throw),
                _ => None,
            };
            listed(list, node, known, |_| true, rules, &mut faults)
        });
        document.check(faults)?;
        let look = look.map(|look| Arc::new(policy(LOOK_FEATURES, look, |_| true, rules)));
        Ok(FileStrategy { turn: Arc::new(policy(TURN_FEATURES, turn, ends, rules)), look })
    }
}

/// What rules come to at a table, where features go no farther than its deck lets them.
fn policy<A: Copy + PartialEq>(
    features: &[Feature],
    list: Vec<Rule<A>>,
    ends: impl Fn(&A) -> bool,
    rules: &Rules,
) -> Policy<A> {
    let deck = rules.deck();
    let here = |feature: &Feature| {
        let high = match feature.high {
            FAR => deck.farthest(MAX_CARDS) as u16,
            MOST_IN_PILE => deck.cards() as u16 - 1,
            _ if feature.name == FEATURES[TOP].name => deck.highest() as u16,
            high => high,
        };
        Feature { high, ..*feature }
    };
    let features: Vec<Feature> = features.iter().map(here).collect();
    let limited = |rule: Rule<A>| {
        let mut limits = features.iter().enumerate();
        let region = limits.try_fold(rule.region, |region, (number, feature)| {
            region.within(number, feature.low, feature.high)
        });
        region.map(|region| Rule { region, ..rule })
    };
    let list: Vec<Rule<A>> = list.into_iter().filter_map(limited).collect();
    Policy::new(&features, &list, ends)
}

/// The rules of a list, and everything that is wrong with them.
fn listed<A: PartialEq>(
    list: List<'_>,
    node: &Node,
    known: impl Fn(&Node) -> Option<A>,
    ends: impl Fn(&A) -> bool,
    rules: &Rules,
    faults: &mut Faults,
) -> Vec<Rule<A>> {
    let before = faults.len();
    let found = list.read(node, known, faults);
    // What is only half read has gaps that nobody wrote.
    if faults.len() == before {
        let used = used(list.features, &found);
        let ever = situations(list.features, None, &used);
        let here = situations(list.features, Some(rules), &used);
        let what = if list.name == "rule" { "rule" } else { "look rule" };
        check(what, node.line, list.features, &found, (&ever, &here), ends, faults);
    }
    found
}

/// What can come up: under any rules, or under those of a table.
fn situations(
    features: &[Feature],
    rules: Option<&Rules>,
    used: impl Fn(usize) -> bool,
) -> Situations {
    let turn = features.len() == TURN_FEATURES.len();
    let mut all = Situations::all(features);
    if let Some(rules) = rules {
        let rounds = rules.game_rounds.into();
        let most = rules.hand_limit.into();
        let farthest = rules.deck().farthest(MAX_CARDS) as u16;
        all.limit(DISTANCE, 0, farthest);
        all.limit(CARDS, 2, most);
        all.limit(ROUND, 1, rounds);
        all.limit(TURNS, 1, rounds);
        if turn {
            all.limit(SWAP, 0, farthest);
            all.limit(LEFT, 0, farthest);
            all.limit(TOP, 0, rules.deck().highest() as u16);
            all.limit(PILE, 0, rules.deck().cards() as u16 - 1);
            let players = rules.players.into();
            all.limit(PLAYERS, players, players);
            all.limit(RIVALS, 1, players - 1);
            all.limit(PLACE, 1, players);
            all.limit(FEWEST, 2, most);
        } else {
            all.limit(LOOK_KEPT, 0, farthest);
        }
    }
    // Features that depend on each other.
    let mut tie = |by: usize, other: usize, range: &dyn Fn(u16) -> (u16, u16)| {
        if used(by) && used(other) {
            all.tie(by, other, range);
        }
    };
    tie(DISTANCE, NAME, &|distance| if distance == 0 { (1, NAMES - 1) } else { (NAMES, NAMES) });
    tie(DISTANCE, POSITIVE, &|distance| (0, distance.min(1)));
    if turn {
        // Who comes to zero by a swap has a hand that ranks as one.
        tie(SWAP, SWAP_NAME, &|swap| if swap == 0 { (1, NAMES - 1) } else { (NAMES, NAMES) });
        tie(PLAYERS, PLACE, &|players| (1, players));
        tie(PLAYERS, RIVALS, &|players| (1, players - 1));
    } else {
        tie(LOOK_KEPT, LOOK_NAME, &|kept| if kept == 0 { (1, NAMES - 1) } else { (NAMES, NAMES) });
    }
    if let Some(rules) = rules {
        let rounds = u16::from(rules.game_rounds);
        tie(ROUND, TURNS, &|round| {
            let left = (rounds + 1).saturating_sub(round);
            (left, left)
        });
        // One more card a round at most.
        tie(ROUND, CARDS, &|round| (2, round + 1));
    }
    all
}

/// `stand_within = 2`, or a list of one distance for each round, the last one for all later ones:
/// stands that near to zero, else swaps if that comes nearer, else gains, and exchanges with a full
/// hand.
fn thresholds(node: &Node, rules: &Rules, faults: &mut Faults) -> Vec<Rule<Move>> {
    let farthest = rules.deck().farthest(MAX_CARDS) as u16;
    let distance = |node: &Node| match node.value {
        Value::Int(distance) if (0..=i64::from(FAR)).contains(&distance) => Some(distance as u16),
        _ => None,
    };
    let given: Option<Vec<u16>> = match &node.value {
        Value::List(parts) if (1..=MAX_ROUNDS).contains(&parts.len()) => {
            parts.iter().map(distance).collect()
        }
        _ => distance(node).map(|distance| vec![distance]),
    };
    let Some(given) = given else {
        let found = node.shown();
        let allowed = format!(
            "a distance 0..={FAR}, or a list of up to {MAX_ROUNDS}, one for each round, such as [4, 2, 1]"
        );
        faults.add(node.line, format!("stand_within = {found} is not allowed: {allowed}"));
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut rule = |row: usize, region: Option<Region>, action: Move| {
        found.extend(region.map(|region| Rule { line: node.line, row, region, action }));
    };
    let all = || Region::all(TURN_FEATURES);
    for (i, &stand) in given.iter().enumerate() {
        let first = i as u16 + 1;
        let last = if i + 1 == given.len() { MAX_ROUNDS as u16 } else { first };
        let here = || all().within(ROUND, first, last);
        rule(0, here().and_then(|here| here.within(DISTANCE, 0, stand)), Move::Stand);
    }
    for distance in 1..=farthest {
        let far = all().within(DISTANCE, distance, distance);
        rule(0, far.and_then(|far| far.within(SWAP, 0, distance - 1)), Move::Swap);
    }
    rule(0, Some(all()), Move::Grow);
    rule(0, Some(all()), Move::Exchange);
    found
}
