//! Best play, by recursion over the unseen cards.

use super::dealer::Dealer;
use super::payouts::{ALONE, Class, Leaves, Rivals, TOTALS, Worths};
use crate::cards::memory::Known;
use crate::cards::{Composition, Recall};
use crate::framework::{Decision, PartValue};
use crate::games::kinzo::hand::{Card, Fate, Hand, Roll};
use crate::games::kinzo::rules::{MatchPays, Rules, SplitDice, UNITS_PER_STAKE};
use crate::games::kinzo::view::{Action, View};
use rustc_hash::FxHashMap;

/// The reason why best play is not computed with `resplit = true`.
pub(in crate::games::kinzo) const RESPLIT: &str = "with resplit = true a player may hold four hands at once, too \
     many situations to enumerate; set resplit = false, or simulate another strategy";

/// The most distinct hands for which best play with splits is computed, over pairs of them: the
/// number of hands of up to eight cards. It takes ten seconds; each further card triples that.
const SPLIT_HANDS: usize = 3003;

/// The reason why best play is out of reach under some rules, if it is.
pub(in crate::games::kinzo) fn best_out_of_reach(
    rules: &Rules,
    deck: Composition,
) -> Option<String> {
    if rules.resplit {
        return Some(RESPLIT.to_owned());
    }
    let hands = || hands_up_to(rules.hand_limit.into(), deck).len();
    (rules.split && rules.hand_limit > 8 && hands() > SPLIT_HANDS).then(|| {
        format!(
            "with splits and hand_limit = {} there are too many pairs of hands to enumerate; set \
             hand_limit to 8 or less, or split = false",
            rules.hand_limit
        )
    })
}

/// The player's own hands in a situation, and which of them is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::games::kinzo) enum Own {
    /// Not split.
    One(Hand),
    /// Split, the first hand in play.
    First(Hand, Hand),
    /// Split, the second hand in play.
    Second(Hand, Hand),
}

impl Own {
    pub(in crate::games::kinzo) fn in_play(self) -> Hand {
        match self {
            Own::One(hand) | Own::First(hand, _) | Own::Second(_, hand) => hand,
        }
    }

    pub(in crate::games::kinzo) fn with(self, card: Card) -> Own {
        match self {
            Own::One(hand) => Own::One(hand.with(card)),
            Own::First(first, second) => Own::First(first.with(card), second),
            Own::Second(first, second) => Own::Second(first, second.with(card)),
        }
    }

    /// The first of two hands, into which a pair of this value is divided (K9).
    pub(in crate::games::kinzo) fn divided(hand: Hand, card: Card) -> Own {
        Own::First(hand.without(card), Hand::EMPTY.with(card))
    }

    /// The hands in play after an action, if the turn goes on: after a hit, one for each card that
    /// may come.
    pub(super) fn after(self, action: Action, unseen: Composition) -> Vec<Own> {
        match (action, self) {
            (Action::Hit, _) => {
                let cards = Card::ALL.into_iter();
                let left = cards.filter(|card| unseen.count(card.kind()) > 0);
                left.map(|card| self.with(card)).collect()
            }
            (Action::Split(card), Own::One(hand)) => vec![Own::divided(hand, card)],
            (Action::Stay, Own::First(first, second)) => vec![Own::Second(first, second)],
            _ => Vec::new(),
        }
    }

    pub(in crate::games::kinzo) fn hands(self) -> ([Hand; 2], usize) {
        match self {
            Own::One(hand) => ([hand, Hand::EMPTY], 1),
            Own::First(first, second) | Own::Second(first, second) => ([first, second], 2),
        }
    }

    pub(super) fn playing(self) -> usize {
        usize::from(matches!(self, Own::Second(..)))
    }

    pub(super) fn cards(self) -> u32 {
        let (hands, _) = self.hands();
        hands[0].cards() + hands[1].cards()
    }

    /// All cards held.
    pub(in crate::games::kinzo) fn composition(self) -> Composition {
        let (hands, _) = self.hands();
        hands[0].composition().plus(hands[1].composition())
    }

    /// A key: equal for one dealer's card exactly when the situations are. The totals, for which a
    /// word has no room, are implied by the cards.
    pub(in crate::games::kinzo) fn key(self) -> u64 {
        let (hands, count) = self.hands();
        let stage = count as u64 + self.playing() as u64;
        (hands[0].key() & 0xff_ffff) | (hands[1].key() & 0xff_ffff) << 24 | stage << 48
    }
}

/// The constants of a player's turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    /// Unseen cards and the player's own together.
    pub(super) base: Composition,
    /// The same after the draw pile runs out and earlier rounds' cards come in (K11).
    pub(super) refilled: Composition,
    /// Cards of earlier rounds, not in `base`.
    pub(super) earlier: Composition,
    /// Cards in the draw pile and the player's hands together.
    pub(super) reach: u32,
    /// The dealer's face-up card.
    pub(super) up: Card,
    /// The card that may be taken from the discard pile (K8).
    pub(super) top: Option<Card>,
}

/// The value of a situation before later actions are known, in stakes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// The expected net if all hands stay as they are; 0 with the first of two hands in play, since
    /// staying then leads to the second.
    pub(super) stay: f64,
    /// An upper bound on the value of a hit.
    pub(super) above: f64,
    /// Whether a hit is legal.
    pub(super) may_hit: bool,
}

/// Best play by recursion: the highest expected net of every situation in a player's turn.
#[derive(Clone, Debug)]
pub struct Solver {
    pub(super) rules: Rules,
    pub(super) deck: Composition,
    pub(super) leaves: Leaves,
    pub(super) alone: Worths,
    pub(super) dealer: Dealer,
    pub(super) spot: Spot,
    pub(super) worths: Option<Worths>,
    pub(super) values: FxHashMap<u64, f64>,
}

/// Values closer than this are equal up to rounding; ties go to the simpler action.
pub(in crate::games::kinzo) const ROUNDING: f64 = 1e-12;

impl Solver {
    /// A solver for a table.
    pub fn new(rules: &Rules, deck: Composition) -> Solver {
        let leaves = Leaves::new(rules);
        let rivals = [ALONE; TOTALS];
        let alone = Worths::new(rules, &leaves, &rivals, 0);
        let empty = Composition::EMPTY;
        let up = Card::ALL[0];
        let spot = Spot { base: empty, refilled: empty, earlier: empty, reach: 0, up, top: None };
        let dealer = Dealer::new(rules);
        let values = FxHashMap::default();
        let rules = rules.clone();
        Solver { rules, deck, leaves, alone, dealer, spot, worths: None, values }
    }

    /// A solver for a table where the other players are assumed to match with average frequency;
    /// with one player it is the same as [`Solver::new`].
    pub(super) fn among_others(rules: &Rules, deck: Composition) -> Solver {
        /// The probability that a hand matches: that of `threshold`, alone.
        const MATCHES: f64 = 0.09;
        let mut solver = Solver::new(rules, deck);
        let others = f64::from(rules.players) - 1.0;
        if others > 0.0 && rules.match_pays != MatchPays::Own {
            // On average half of them come before and half after.
            let none = (1.0 - MATCHES).powf(others / 2.0);
            let rival =
                Rivals { none_before: none, none_after: none, prize: others as i64, ..ALONE };
            let rivals = [rival; TOTALS];
            solver.alone = Worths::new(rules, &solver.leaves, &rivals, 0);
        }
        solver
    }

    /// The value of each action in a situation of the first round after a shuffle, in stakes.
    pub(super) fn actions(&mut self, own: Own) -> Vec<(Action, f64)> {
        let mut found = Vec::new();
        self.each_action(own, None, true, &mut |action, value| found.push((action, value)));
        found
    }

    /// Sets up the first round after a shuffle, for one player, against a dealer's card.
    pub(in crate::games::kinzo) fn face(&mut self, up: Card) {
        self.face_with(up, self.deck);
    }

    /// The same for any round of which these cards were unseen before the deal.
    fn face_with(&mut self, up: Card, unseen: Composition) {
        let base = unseen.without(up.kind());
        self.values.clear();
        self.worths = None;
        self.spot = Spot {
            base,
            refilled: self.deck.without(up.kind()),
            earlier: self.deck.minus(unseen),
            // The hole card is not in the draw pile.
            reach: base.cards().saturating_sub(1),
            up,
            top: None,
        };
    }

    /// Whether a seat's view is one that [`Solver::face`] sets up.
    pub(super) fn is_faced(&self, view: &View<'_>) -> bool {
        let own = own_of(view).composition();
        let base = self.deck.without(view.dealer().kind());
        view.unseen().plus(own) == base && view.pile() + own.cards() + 1 == base.cards()
    }

    /// Sets up a seat's situation, from its view and memory.
    pub(super) fn see(&mut self, view: &View<'_>, recall: &Recall) {
        let own = own_of(view).composition();
        let unseen = view.unseen();
        let table = view.face_up();
        self.values.clear();
        self.spot = Spot {
            base: unseen.plus(own),
            refilled: self.deck.minus(table).plus(own),
            earlier: view.seen().minus(table),
            reach: view.pile() + own.cards(),
            up: view.dealer(),
            top: view.can_take(),
        };
        if !recall.is_exact() {
            let base = expected(recall, unseen, || view.known()).plus(own);
            // Nobody knows which of these cards lie in the pile, and one of them is the hole card.
            let reach = base.cards() - 1;
            let earlier = Composition::EMPTY;
            self.spot = Spot { base, refilled: base, earlier, reach, ..self.spot };
        }
        self.worths = None;
        if view.players() > 1 && self.rules.match_pays != MatchPays::Own {
            let (rivals, splits) = self.rivals(view);
            self.worths = Some(Worths::new(&self.rules, &self.leaves, &rivals, splits));
        }
    }

    /// The other players' hands as they lie, by dealer's total, and the number of their splits.
    /// Later seats are assumed to stay.
    pub(super) fn rivals(&self, view: &View<'_>) -> ([Rivals; TOTALS], i64) {
        let mut splits = 0;
        let mut rivals = [ALONE; TOTALS];
        let mut before = true;
        for seat in view.order().seats() {
            if seat == view.seat() {
                before = false;
                continue;
            }
            let hands = view.hands(seat);
            splits += hands.len() as i64 - 1;
            for (dealer, rival) in rivals.iter_mut().enumerate() {
                let class = |hand: &Hand| Class::new(&self.rules, hand.total(), dealer as u32);
                let is = |hand: &&Hand, fate| class(hand) == Class::Tallied(fate);
                rival.prize += hands.iter().filter(|hand| !is(hand, Fate::Push)).count() as i64;
                if hands.iter().any(|hand| is(&hand, Fate::ExactMatch)) {
                    rival.tie_after |= !before;
                    rival.none_before *= if before { 0.0 } else { 1.0 };
                }
                // The probability that none of the seat's hands matches by dice.
                let misses = |hand: &Hand, roll: usize| match class(hand) {
                    Class::Rolls(fates) => fates[roll] != Fate::ExactMatch,
                    Class::Tallied(_) => true,
                };
                let odds = |missed: &dyn Fn(usize) -> bool| -> f64 {
                    let ways = |roll: usize| f64::from(Roll::WEIGHTS[roll]);
                    (0..5).filter(|&roll| missed(roll)).map(ways).sum::<f64>() / 9.0
                };
                let none = match self.rules.split_dice {
                    SplitDice::PerHand => {
                        hands.iter().map(|hand| odds(&|roll| misses(hand, roll))).product()
                    }
                    SplitDice::PerPlayer => {
                        odds(&|roll| hands.iter().all(|hand| misses(hand, roll)))
                    }
                };
                *(if before { &mut rival.none_before } else { &mut rival.none_after }) *= none;
            }
        }
        (rivals, splits)
    }

    /// The unseen cards when the player holds these, and the cards of earlier rounds still out.
    pub(super) fn unseen(&self, own: Own, taken: Option<Card>) -> (Composition, Composition) {
        let drawn = own.cards() - u32::from(taken.is_some());
        let spot = &self.spot;
        let (base, earlier) = match drawn <= spot.reach {
            true => (spot.base, spot.earlier),
            false => (spot.refilled, Composition::EMPTY),
        };
        let held = own.composition();
        match taken {
            None => (base.minus(held), earlier),
            Some(card) => (base.plus(Composition::EMPTY.with(card.kind())).minus(held), earlier),
        }
    }

    /// The expected net if all hands stay as they are, and an upper bound on that of higher totals
    /// of the hand in play: the best one for each dealer's total, as if it were known.
    pub(super) fn stay(
        &mut self,
        own: Own,
        unseen: Composition,
        earlier: Composition,
        may_draw: bool,
    ) -> (f64, f64) {
        self.dealer.ends(unseen, earlier);
        let odds = &self.dealer.known[&unseen.key()].odds;
        let worths = self.worths.as_ref().unwrap_or(&self.alone);
        let (values, above, at) = match own {
            Own::One(hand) => (&worths.single, &worths.single_above, worths.at(hand)),
            Own::First(a, b) => (&worths.pair, &worths.pair_above_first, worths.at_pair(a, b)),
            Own::Second(a, b) => (&worths.pair, &worths.pair_above_second, worths.at_pair(a, b)),
        };
        let up = self.spot.up.value() as usize;
        let from = at + up;
        let dot = |row: &[f64]| -> f64 {
            odds.iter().zip(&row[from..at + worths.span]).map(|(p, v)| p * v).sum()
        };
        // Staying with the first of two hands is worth the value of the second, not computed here.
        let value = if matches!(own, Own::First(..)) { 0.0 } else { dot(values) };
        (value, if may_draw { dot(above) } else { f64::NEG_INFINITY })
    }

    /// Whether the hand in play has room for another card (K7).
    pub(super) fn below_limit(&self, own: Own) -> bool {
        own.in_play().cards() < u32::from(self.rules.hand_limit)
    }

    /// Whether a card can still be drawn when the player holds these (K11).
    pub(super) fn can_draw(&self, own: Own, taken: Option<Card>) -> bool {
        let drawn = own.cards() - u32::from(taken.is_some());
        drawn < self.spot.reach || !self.spot.earlier.is_empty()
    }

    /// Whether the bound of [`Solver::stay`] holds for hits. On average a draw says nothing about
    /// the dealer's total, unless the pile may run out; but a split to come may be worth more than
    /// any total.
    pub(super) fn bounds_hits(&self, own: Own, unseen: Composition) -> bool {
        let room = 2 * u32::from(self.rules.hand_limit) + u32::from(self.rules.dealer_limit);
        let may_split = self.rules.split && matches!(own, Own::One(_));
        !may_split && unseen.cards() > room
    }

    /// A situation of the first round after a shuffle, before any decision.
    pub(super) fn prospect(&mut self, own: Own) -> Prospect {
        let (unseen, earlier) = self.unseen(own, None);
        let may_hit = self.below_limit(own) && self.can_draw(own, None);
        let (stay, above) = self.stay(own, unseen, earlier, may_hit);
        let above = if self.bounds_hits(own, unseen) { above } else { f64::INFINITY };
        Prospect { stay, above, may_hit }
    }

    /// The highest expected net from a situation on, in stakes.
    pub(super) fn value(&mut self, own: Own, taken: Option<Card>) -> f64 {
        let key = own.key() | u64::from(taken.is_some()) << 52;
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        let mut best = f64::NEG_INFINITY;
        self.each_action(own, taken, false, &mut |_, value| best = best.max(value));
        self.values.insert(key, best);
        best
    }

    /// Passes the expected net of each legal action to `tell`; actions that cannot be best may be
    /// left out unless `all` is set.
    pub(super) fn each_action(
        &mut self,
        own: Own,
        taken: Option<Card>,
        all: bool,
        tell: &mut dyn FnMut(Action, f64),
    ) {
        let (unseen, earlier) = self.unseen(own, taken);
        let may_draw = self.below_limit(own);
        let (mut stay, above) = self.stay(own, unseen, earlier, may_draw);
        // Between two split hands, staying means going on to the second.
        if let Own::First(first, second) = own {
            stay = self.value(Own::Second(first, second), taken);
        }
        tell(Action::Stay, stay);
        let may_split = self.rules.split && matches!(own, Own::One(_));
        if may_draw {
            let bounded = self.bounds_hits(own, unseen) && !all;
            if self.can_draw(own, taken) && !(bounded && above <= stay + ROUNDING) {
                let hit = self.hit(own, taken, unseen);
                tell(Action::Hit, hit);
            }
            if let (Some(card), None) = (self.spot.top, taken) {
                let take = self.value(own.with(card), Some(card));
                tell(Action::Take, take);
            }
        }
        if let (true, Own::One(hand)) = (may_split, own) {
            for card in hand.pairs() {
                let value = self.value(Own::divided(hand, card), taken);
                tell(Action::Split(card), value);
            }
        }
    }

    /// The expected net of drawing a card and playing on, in stakes.
    pub(super) fn hit(&mut self, own: Own, taken: Option<Card>, unseen: Composition) -> f64 {
        // An empty pile is filled before the draw.
        let drawn = own.cards() - u32::from(taken.is_some());
        let from = match drawn < self.spot.reach {
            true => unseen,
            false => {
                let held = own.composition();
                let more =
                    taken.map_or(Composition::EMPTY, |card| Composition::EMPTY.with(card.kind()));
                self.spot.refilled.plus(more).minus(held)
            }
        };
        let cards = f64::from(from.cards());
        let mut sum = 0.0;
        for kind in (0..6).filter(|&kind| from.count(kind) > 0) {
            let value = self.value(own.with(Card::of_kind(kind)), taken);
            sum += f64::from(from.count(kind)) * value;
        }
        sum / cards
    }

    /// The best action of a situation, the simpler one of equals.
    pub(super) fn best(&mut self, own: Own) -> Action {
        let mut best = (Action::Stay, f64::NEG_INFINITY);
        self.each_action(own, None, false, &mut |action, value| {
            if value > best.1 + ROUNDING {
                best = (action, value);
            }
        });
        best.0
    }

    /// The EV of a round before the deal, in stakes: for a player alone or, after
    /// [`Solver::among_others`], one of several.
    pub(in crate::games::kinzo) fn before_deal(&mut self, unseen: Composition) -> f64 {
        let mut sum = 0.0;
        for up in ups(unseen) {
            self.face_with(up, unseen);
            for (hand, odds) in deals(unseen, up) {
                sum += odds * self.value(Own::One(hand), None);
            }
        }
        sum
    }

    /// The value of each action in a seat's view, in stakes.
    #[cfg(test)]
    pub(in crate::games::kinzo) fn weigh(
        &mut self,
        view: &View<'_>,
        recall: &Recall,
    ) -> Vec<(Action, f64)> {
        self.see(view, recall);
        self.actions(own_of(view))
    }

    /// The best action in a seat's view, as the strategy `best` plays it.
    pub fn decide(&mut self, view: &View<'_>, recall: &Recall) -> Action {
        self.see(view, recall);
        let action = self.best(own_of(view));
        // An estimate may expect cards where none are left to draw (K11).
        if view.allows(action) { action } else { Action::Stay }
    }
}

/// The cards that a seat takes to be unseen: the actual ones, or its memory's estimate.
pub(in crate::games::kinzo) fn expected(
    recall: &Recall,
    unseen: Composition,
    known: impl FnOnce() -> Known<6>,
) -> Composition {
    match recall.is_exact() {
        true => unseen,
        false => whole_cards(recall.memory.weights(0, &known())),
    }
}

/// Rounds weights to whole cards with the same sum: the largest fractions are rounded up, lower
/// values first.
fn whole_cards(weights: [f64; 6]) -> Composition {
    let cards = weights.iter().sum::<f64>().round() as u32;
    // Fractions that differ by rounding alone are equal.
    let near = weights.map(|weight| (weight * 1e6).round() / 1e6);
    let mut counts = near.map(|weight| weight.floor() as u16);
    let mut order = [0, 1, 2, 3, 4, 5];
    order.sort_by(|&a, &b| near[b].fract().total_cmp(&near[a].fract()).then(a.cmp(&b)));
    let given: u32 = counts.iter().map(|&count| u32::from(count)).sum();
    for &kind in order.iter().cycle().take(cards.saturating_sub(given) as usize) {
        counts[kind] += 1;
    }
    Composition::new(counts).unwrap_or_default()
}

pub(in crate::games::kinzo) fn own_of(view: &View<'_>) -> Own {
    match (view.hands(view.seat()), view.playing()) {
        ([hand], _) => Own::One(*hand),
        ([first, second, ..], 0) => Own::First(*first, *second),
        ([first, second, ..], _) => Own::Second(*first, *second),
        ([], _) => Own::One(Hand::EMPTY),
    }
}

/// Each pair of cards that a player can be dealt against a dealer's card, with the probability of
/// that deal and that card.
pub(in crate::games::kinzo) fn deals(deck: Composition, up: Card) -> Vec<(Hand, f64)> {
    let cards = f64::from(deck.cards());
    let rest = deck.without(up.kind());
    let odds_up = f64::from(deck.count(up.kind())) / cards;
    let mut deals = Vec::new();
    for first in Card::ALL {
        for second in Card::ALL.into_iter().filter(|&second| second >= first) {
            let hand = Hand::EMPTY.with(first).with(second);
            if !rest.holds(hand.composition()) {
                continue;
            }
            let [first, second] = [first, second].map(|card| u32::from(rest.count(card.kind())));
            let ways = if hand.has_pair() { first * (first - 1) } else { 2 * first * second };
            deals.push((hand, odds_up * f64::from(ways) / ((cards - 1.0) * (cards - 2.0))));
        }
    }
    deals
}

/// The cards of a deck that the dealer may show.
pub(in crate::games::kinzo) fn ups(deck: Composition) -> impl Iterator<Item = Card> {
    Card::ALL.into_iter().filter(move |card| deck.count(card.kind()) > 0)
}

impl Solver {
    /// The value of each action with a hand against a dealer's card, in the first round after a
    /// shuffle, with best play to follow. Both must be in the deck.
    pub fn decisions(&mut self, hand: Hand, up: Card, found: &mut Vec<Decision>) {
        let actions = self.actions(Own::One(hand));
        let best = actions.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
        let several = hand.pairs().count() > 1;
        found.extend(actions.into_iter().map(|(action, value)| Decision {
            hand: hand.to_string(),
            situation: vec![("dealer", PartValue::Text(up.to_string()))],
            action: match action {
                Action::Split(_) if !several => "split".to_owned(),
                _ => action.to_string().replace(' ', ":"),
            },
            ev: value * UNITS_PER_STAKE as f64,
            loss: (best - value) * UNITS_PER_STAKE as f64,
            ..Decision::default()
        }));
    }

    /// [`Solver::decisions`] for every hand of two cards or more against the given dealer's
    /// cards, by dealer's card.
    pub fn chart(&mut self, hands: &[Hand], dealers: &[Card]) -> Vec<Decision> {
        let mut found = Vec::new();
        for &up in dealers {
            self.face(up);
            let rest = self.deck.without(up.kind());
            for &hand in hands.iter().filter(|hand| rest.holds(hand.composition())) {
                // The dealer has a hole card too.
                if rest.cards() > hand.cards() {
                    self.decisions(hand, up, &mut found);
                }
            }
        }
        found
    }
}

/// Every hand of `cards` cards or fewer, and at least two, that a deck has: fewest cards first.
pub fn hands_up_to(cards: u32, deck: Composition) -> Vec<Hand> {
    let mut all = Vec::new();
    let mut last = vec![Hand::EMPTY];
    for count in 1..=cards {
        let mut next = Vec::new();
        for &hand in &last {
            // Cards are added in rising order, so each multiset comes once.
            let highest = Card::ALL.into_iter().rev().find(|&card| hand.count(card) > 0);
            for card in Card::ALL.into_iter().filter(|&card| Some(card) >= highest) {
                if u32::from(deck.count(card.kind())) > hand.count(card) {
                    next.push(hand.with(card));
                }
            }
        }
        if count >= 2 {
            all.extend_from_slice(&next);
        }
        last = next;
    }
    all
}
