//! Strategies from files: either distances to stand on, or rules.

use super::super::cards::{Card, HIGHEST, MAX_CARDS, Packed};
use super::super::events::CATEGORIES;
use super::super::hand::Ranking;
use super::super::rules::{MAX_PLAYERS, MAX_ROUNDS, Rules};
use super::super::view::{Action, Choice, Look, Player, View};
use super::Wish;
use crate::framework::chooser::valued;
use crate::framework::document::{Document, Faults, FileError, Node, Value};
use crate::framework::lists::FileDecision;
use crate::framework::policy::{Domain, Policy, Region, Rule, features};
use crate::framework::{Feature, Features};
use std::array::from_fn;
use std::sync::Arc;

/// Parameters of a file that `FILE(parameter=value)` can override.
pub const PARAMETERS: &[&str] = &["stand_within"];

/// Keys of a file besides `game` and `about`.
const KEYS: &[&str] = &["stand_within", "rule", "look"];

/// The largest distance from zero of a hand in any deck.
const FAR: u16 = (MAX_CARDS as i32 * HIGHEST) as u16;
/// The largest draw pile of any deck.
const MOST_IN_PILE: u16 = 247;
const NAMES: u16 = CATEGORIES as u16;

features! {
    /// The features that rules can test; the last two only for a card that was drawn to look at
    /// (S6).
    pub FEATURES:
    DISTANCE "distance" 0, FAR, "how far the total of the hand is from zero";
    POSITIVE "positive" 0, 1, "1 if the total is above zero";
    NAME "name" 1, NAMES, "what the hand is: 1 Pure Sabacc to 12 Sabacc, 13 not zero";
    CARDS "cards" 2, MAX_CARDS as u16, "cards in the hand";
    ROUND "round" 1, MAX_ROUNDS as u16, "the round";
    TURNS "turns" 1, MAX_ROUNDS as u16, "own turns left, this one included";
    TOP "top" 0, HIGHEST as u16, "how far the top of the discard pile is from zero";
    SWAP "swap" 0, FAR, "distance after the swap that comes nearest to zero";
    SWAP_POSITIVE "swap_positive" 0, 1, "1 if the total is above zero after that swap";
    SWAP_NAME "swap_name" 1, NAMES, "name of the hand after the swap that ranks highest";
    LEFT "left" 0, FAR, "distance of what is left without the best card to give up";
    PLAYERS "players" 2, MAX_PLAYERS as u16, "players at the table";
    RIVALS "rivals" 1, MAX_PLAYERS as u16 - 1, "others still in";
    PLACE "place" 1, MAX_PLAYERS as u16, "place in the turn order, 1 acts first";
    FEWEST "fewest" 2, MAX_CARDS as u16, "fewest cards of another still in";
    PILE "pile" 0, MOST_IN_PILE, "cards in the draw pile";
    STOOD "stood" 0, MAX_PLAYERS as u16 - 1, "others still in who stood in their last turn with the hand they hold";
    DREW "drew" 0, MAX_PLAYERS as u16 - 1, "others still in who drew in their last turn with the hand they hold";
    TOOK "took" 0, MAX_PLAYERS as u16 - 1, "others still in who swapped in their last turn with the hand they hold";
    KEPT "kept" 0, FAR, "in [[look]] only: distance of the hand with the card drawn";
    KEPT_NAME "kept_name" 1, NAMES, "in [[look]] only: name of the hand with the card drawn";
}

/// The features that rules can test in a turn.
pub const TURN_FEATURES: &[Feature] = FEATURES.split_at(KEPT).0;

/// The features that rules can test for a card that was drawn to look at (S6).
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
/// The indices of the last two of them.
const LOOK_KEPT: usize = TURNS + 1;
const LOOK_NAME: usize = TURNS + 2;

/// The information from which a seat in its turn computes features.
pub trait Sight<H> {
    /// The rules.
    fn rules(&self) -> &Rules;
    /// The ranking of hands under the rules.
    fn ranking(&self) -> &Ranking;
    /// Its own hand.
    fn hand(&self) -> H;
    /// The top of the discard pile.
    fn top(&self) -> Card;
    /// The round, from 1.
    fn round(&self) -> usize;
    /// Its place in the turn order of this round, from 1.
    fn place(&self) -> usize;
    /// Cards in the draw pile.
    fn pile(&self) -> u32;
    /// The number of cards of each other still in, and its last action with the hand it holds.
    fn rivals(&self) -> impl Iterator<Item = (u32, Option<Action>)>;
}

impl<H: Packed> Sight<H> for View<'_, H> {
    fn rules(&self) -> &Rules {
        View::rules(self)
    }

    fn ranking(&self) -> &Ranking {
        View::ranking(self)
    }

    fn hand(&self) -> H {
        View::hand(self)
    }

    fn top(&self) -> Card {
        View::top(self)
    }

    fn round(&self) -> usize {
        View::round(self)
    }

    fn place(&self) -> usize {
        View::place(self)
    }

    fn pile(&self) -> u32 {
        View::pile(self)
    }

    fn rivals(&self) -> impl Iterator<Item = (u32, Option<Action>)> {
        let others = (0..self.players()).filter(|&seat| seat != self.seat() && self.is_in(seat));
        others.map(|seat| (self.cards(seat), self.last_action(seat)))
    }
}

/// The card to give up in the swap that comes nearest to zero.
#[inline]
fn nearest_swap<H: Packed>(view: &impl Sight<H>) -> Card {
    view.hand().nearest(view.hand().total() + view.top().value())
}

#[inline]
fn swapped<H: Packed>(view: &impl Sight<H>, given: Card) -> H {
    view.hand().without(given).with(view.top())
}

/// The card to give up in the swap that ranks highest; of equal ones the highest card.
fn best_swap<H: Packed>(view: &impl Sight<H>) -> Card {
    let rank = |given: &Card| view.ranking().rank(swapped(view, *given));
    view.hand().kinds().max_by_key(rank).unwrap_or(Card::SYLOP)
}

/// The card to give up in an exchange: the one whose removal leaves the total nearest to zero.
#[inline]
fn spared<H: Packed>(view: &impl Sight<H>) -> Card {
    view.hand().nearest(view.hand().total())
}

fn name<H: Packed>(view: &impl Sight<H>, hand: H) -> u16 {
    let ranking = view.ranking();
    1 + ranking.category(ranking.rank(hand)) as u16
}

/// The value of one of [`TURN_FEATURES`].
#[inline]
fn seen<H: Packed>(index: usize, view: &impl Sight<H>) -> u16 {
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
        SWAP_POSITIVE => u16::from(swapped(view, nearest_swap(view)).total() > 0),
        SWAP_NAME => name(view, swapped(view, best_swap(view))),
        LEFT => distance(hand.without(spared(view))),
        PLAYERS => view.rules().players.into(),
        RIVALS => view.rivals().count() as u16,
        PLACE => view.place() as u16,
        FEWEST => view.rivals().map(|(cards, _)| cards as u16).min().unwrap_or(2),
        PILE => view.pile() as u16,
        STOOD => others_who(view, |action| action == Action::Stand),
        DREW => others_who(view, |action| matches!(action, Action::Gain | Action::Exchange(_))),
        _ => others_who(view, |action| matches!(action, Action::Swap(_))),
    }
}

/// The number of others still in whose last action meets a condition.
fn others_who<H: Packed>(view: &impl Sight<H>, is: impl Fn(Action) -> bool) -> u16 {
    view.rivals().filter(|(_, action)| action.is_some_and(&is)).count() as u16
}

/// The value of one of [`LOOK_FEATURES`].
fn looked_at<H: Packed>(index: usize, view: &View<'_, H>, kept: H) -> u16 {
    match index {
        LOOK_KEPT => kept.total().unsigned_abs() as u16,
        LOOK_NAME => name(view, kept),
        _ => seen(index, view),
    }
}

/// The value of each feature in a turn.
pub(super) fn in_turn<H: Packed>(view: &View<'_, H>) -> Features {
    valued(TURN_FEATURES, |i| seen(i, view))
}

/// The value of each feature for a card that was drawn to look at.
pub(super) fn at_look<H: Packed>(view: &View<'_, H>, drawn: Card) -> Features {
    valued(LOOK_FEATURES, |i| looked_at(i, view, view.hand().with(drawn)))
}

/// The action of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Stand,
    /// Draw; skipped with a full hand unless the card may be thrown.
    Gain,
    /// Draw to keep; skipped with a full hand.
    Grow,
    /// Give up the card that leaves the total nearest to zero, and draw.
    Exchange,
    /// Swap the card that brings the total nearest to zero for the top.
    Swap,
    /// Swap the card that makes the highest hand for the top.
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

/// Whether a rule's action is always possible; if not, later rules see its situations too.
fn ends(action: &Move) -> bool {
    !matches!(action, Move::Gain | Move::Grow)
}

/// A strategy from a file.
#[derive(Clone, Debug)]
pub struct FileStrategy {
    turn: Arc<Policy<Move>>,
    /// The quick way into the dense table of the rules, if they have one.
    cells: Option<Arc<Cells>>,
    /// Without rules, a card that brings the total nearer to zero is kept.
    look: Option<Arc<Policy<Look>>>,
}

/// The amounts that cheap features add to the index of a cell of a dense table. All are looked up,
/// tested or not: a loop over the tested ones alone takes longer. What is looked up by a byte needs
/// no check of its index.
#[derive(Clone, Debug)]
struct Cells {
    /// By the byte of the total: the amount that its distance and its sign add.
    total: [u32; 256],
    /// The same for the total after the nearest swap.
    swapped: [u32; 256],
    cards: [u32; MAX_CARDS + 1],
    /// By the byte of the value of the top.
    top: [u32; 256],
    /// By round: the amount that it and the features that are constant within it add.
    round: [u32; MAX_ROUNDS + 1],
    /// The tested features that are expensive to compute.
    slow: Vec<usize>,
}

impl Cells {
    /// `None` without a dense table.
    fn new(policy: &Policy<Move>, rules: &Rules) -> Option<Cells> {
        let add =
            |feature: usize, value: usize| policy.adds(feature, value as u16).unwrap_or(0) as u32;
        let tested = |feature: &usize| !policy.looks_only_at(|other| other != *feature);
        policy.adds(PLAYERS, rules.players.into())?;
        let rounds = usize::from(rules.game_rounds);
        let round = |round: usize| {
            let turns = (rounds + 1).saturating_sub(round);
            add(ROUND, round) + add(TURNS, turns) + add(PLAYERS, rules.players.into())
        };
        let slow = [NAME, SWAP_NAME, LEFT].into_iter().chain(PLAYERS + 1..TURN_FEATURES.len());
        let far = |byte: usize| usize::from((byte as i8).unsigned_abs());
        let of = |distance, positive| {
            move |byte: usize| add(distance, far(byte)) + add(positive, usize::from(byte as i8 > 0))
        };
        Some(Cells {
            total: from_fn(of(DISTANCE, POSITIVE)),
            swapped: from_fn(of(SWAP, SWAP_POSITIVE)),
            cards: from_fn(|value| add(CARDS, value)),
            top: from_fn(|byte| add(TOP, far(byte))),
            round: from_fn(round),
            slow: slow.filter(tested).collect(),
        })
    }

    /// The cell of a situation; `swapped` is the total after the swap that comes nearest to zero.
    #[inline]
    fn of<H: Packed>(
        &self,
        policy: &Policy<Move>,
        view: &impl Sight<H>,
        (hand, swapped): (H, i32),
    ) -> usize {
        let byte = |value: i32| usize::from(value as u8);
        let mut cell = self.total[byte(hand.total())]
            + self.swapped[byte(swapped)]
            + self.cards[hand.cards() as usize]
            + self.top[byte(view.top().value())]
            + self.round[view.round()];
        for &feature in &self.slow {
            cell += policy.adds(feature, seen(feature, view)).unwrap_or(0) as u32;
        }
        cell as usize
    }
}

impl<H: Packed> Player<H> for FileStrategy {
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        let take = |action: &Move| match action {
            Move::Stand => Some(Action::Stand),
            Move::Gain => view.allows(Action::Gain).then_some(Action::Gain),
            Move::Grow => view.may_grow().then_some(Action::Gain),
            Move::Exchange => Some(Action::Exchange(spared(view))),
            Move::Swap => Some(Action::Swap(nearest_swap(view))),
            Move::SwapBest => Some(Action::Swap(best_swap(view))),
            Move::Junk => Some(Action::Junk),
        };
        Choice::Act(self.turn.first(|i| seen(i, view), take).unwrap_or(Action::Stand))
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        let kept = view.hand().with(drawn);
        let distance = |hand: H| hand.total().unsigned_abs() as u16;
        let value = |i: usize| looked_at(i, view, kept);
        let nearer = distance(kept) < distance(view.hand());
        let habit = if nearer { Look::Keep } else { Look::Throw };
        let look = self.look.as_ref().and_then(|look| look.first(value, |&look| Some(look)));
        look.unwrap_or(habit)
    }
}

impl FileStrategy {
    /// Whether its rules have a dense table, in which a decision is one look.
    pub fn is_dense(&self) -> bool {
        self.cells.is_some()
    }

    /// Whether it never junks.
    pub(in super::super) fn stays(&self) -> bool {
        !self.turn.actions().contains(&Move::Junk)
    }

    /// Whether it looks at the actions of others.
    pub(in super::super) fn watches(&self) -> bool {
        !self.turn.looks_only_at(|feature| !matches!(feature, STOOD | DREW | TOOK))
    }

    /// Its turn, under `gain = keep_or_exchange`, if it [stays](FileStrategy::stays): as
    /// [`Player::play`], but with few branches, for many games at once.
    #[inline]
    pub(in super::super) fn wish<H: Packed>(&self, view: &impl Sight<H>, may_grow: bool) -> Wish {
        let take = |&action: &Move| {
            let skipped = !may_grow & matches!(action, Move::Gain | Move::Grow);
            (!skipped).then_some(action)
        };
        let (hand, nearest) = (view.hand(), nearest_swap(view));
        let swapped = hand.total() + view.top().value() - nearest.value();
        let action = match &self.cells {
            Some(cells) => {
                let cell = cells.of(&self.turn, view, (hand, swapped));
                self.turn.in_cell(cell, take)
            }
            None => self.turn.first(|i| seen(i, view), take),
        };
        let action = action.unwrap_or(Move::Stand);
        let swaps = matches!(action, Move::Swap | Move::SwapBest);
        let draws = matches!(action, Move::Gain | Move::Grow | Move::Exchange);
        let given = match action {
            // Only one given card leaves a total of zero, and no other hand ranks as high.
            Move::SwapBest if swapped != 0 => best_swap(view),
            _ => Card::either(swaps, nearest, Card::NONE),
        };
        let given = Card::either(action == Move::Exchange, spared(view), given);
        Wish { given, swaps, draws }
    }

    /// Reads a strategy for a table from a file.
    ///
    /// # Errors
    /// All faults of the file, each with its line.
    pub fn new(document: &Document, rules: &Rules) -> Result<FileStrategy, FileError> {
        let mut faults = Faults::default();
        let body = &document.body;
        body.only(KEYS, &mut faults);
        let possible = |all: &mut Domain, here: bool| limit(all, here.then_some(rules));
        let words = ("there is no play in it", "what to do");
        let turn = match body.only_one(&["stand_within", "rule"], words, &mut faults) {
            None => Vec::new(),
            Some(("stand_within", node)) => thresholds(node, rules, &mut faults),
            Some((_, node)) => {
                let allowed = "one of stand, gain, exchange, swap, swap-best, junk";
                let known = |word: &str| {
                    MOVES.iter().find(|(name, _)| *name == word).map(|&(_, action)| action)
                };
                let decided = FileDecision::new("rule", TURN_FEATURES, allowed, &known, ends);
                decided.rules(node, possible, &mut faults)
            }
        };
        let look = body.get("look").map(|node| {
            let known = |word: &str| match word {
                "keep" => Some(Look::Keep),
                "throw" => Some(Look::Throw),
                _ => None,
            };
            let decided =
                FileDecision::new("look", LOOK_FEATURES, "keep or throw", &known, |_| true);
            decided.rules(node, possible, &mut faults)
        });
        document.check(faults)?;
        let look = look.map(|look| Arc::new(policy(LOOK_FEATURES, look, |_| true, rules)));
        let turn = policy(TURN_FEATURES, turn, ends, rules);
        let cells = Cells::new(&turn, rules).map(Arc::new);
        Ok(FileStrategy { turn: Arc::new(turn), cells, look })
    }
}

/// The policy of a list of rules, with features limited to what the deck allows.
fn policy<A: Copy + PartialEq>(
    features: &[Feature],
    list: Vec<Rule<A>>,
    ends: impl Fn(&A) -> bool,
    rules: &Rules,
) -> Policy<A> {
    let most = most_of_deck(rules);
    let here = |feature: &Feature| {
        let limited = most.iter().find(|&&(at, _)| FEATURES[at].name == feature.name);
        Feature { high: limited.map_or(feature.high, |&(_, most)| most), ..*feature }
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

/// The features that the deck limits, and the most that each can be.
fn most_of_deck(rules: &Rules) -> [(usize, u16); 6] {
    let deck = rules.deck();
    let farthest = deck.farthest(MAX_CARDS) as u16;
    [
        (DISTANCE, farthest),
        (SWAP, farthest),
        (LEFT, farthest),
        (KEPT, farthest),
        (TOP, deck.highest() as u16),
        (PILE, deck.cards() as u16 - 1),
    ]
}

/// Limits situations to those that can occur: under any rules, or under those of a table.
fn limit(all: &mut Domain, rules: Option<&Rules>) {
    let of = |place: usize| FEATURES[place];
    if let Some(rules) = rules {
        let (rounds, most) = (rules.game_rounds.into(), rules.hand_limit.into());
        for (feature, most) in most_of_deck(rules) {
            all.limit(of(feature), 0, most);
        }
        all.limit(of(CARDS), 2, most);
        all.limit(of(ROUND), 1, rounds);
        all.limit(of(TURNS), 1, rounds);
        let players = rules.players.into();
        all.limit(of(PLAYERS), players, players);
        all.limit(of(RIVALS), 1, players - 1);
        for feature in [STOOD, DREW, TOOK] {
            all.limit(of(feature), 0, players - 1);
        }
        all.limit(of(PLACE), 1, players);
        all.limit(of(FEWEST), 2, most);
    }
    // Features that depend on each other. A total of zero always has a name.
    let named = |distance| if distance == 0 { (1, NAMES - 1) } else { (NAMES, NAMES) };
    for (distance, name) in [(DISTANCE, NAME), (SWAP, SWAP_NAME), (KEPT, KEPT_NAME)] {
        all.tie(of(distance), of(name), named);
    }
    for (distance, positive) in [(DISTANCE, POSITIVE), (SWAP, SWAP_POSITIVE)] {
        all.tie(of(distance), of(positive), |distance| (0, distance.min(1)));
    }
    all.tie(of(PLAYERS), of(PLACE), |players| (1, players));
    all.tie(of(PLAYERS), of(RIVALS), |players| (1, players - 1));
    if let Some(rules) = rules {
        let rounds = u16::from(rules.game_rounds);
        all.tie(of(ROUND), of(TURNS), |round| {
            let left = (rounds + 1).saturating_sub(round);
            (left, left)
        });
        // A hand grows by at most one card per round.
        all.tie(of(ROUND), of(CARDS), |round| (2, round + 1));
    }
}

/// The rules of `stand_within = 2`, or of a list with one distance per round, the last for all
/// later rounds: stand within that distance from zero, else swap if that comes nearer, else gain,
/// or exchange with a full hand.
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
        // In a list of allowed length, the entry at fault.
        let entry = match &node.value {
            Value::List(parts) if parts.len() <= MAX_ROUNDS => {
                parts.iter().find(|part| distance(part).is_none())
            }
            _ => None,
        };
        let (node, found) = match entry {
            Some(entry) => (entry, format!("[…{}…]", entry.shown())),
            None => (node, node.shown()),
        };
        let allowed = format!(
            "a distance 0..={FAR}, or a list of 1 to {MAX_ROUNDS}, one for each round, such as [4, 2, 1]"
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
