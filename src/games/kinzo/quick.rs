//! Decisions in microseconds: nearly the best play of [`Solver`](super::exact::Solver), also at
//! tables with others and deep in a shoe.
//!
//! The distribution of the dealer's total is exact for the cards unseen now, and so are the
//! probabilities that other players match first, with their hands as they lie. The value of a hand
//! is taken to depend on its total and not on its cards, except for pairs that it may split: so the
//! recursion of best play runs over totals, with the odds of the next card fixed at their present
//! values. With two hands, the value of each is linear in the fate distribution of the other, and
//! the second is expected to be played like a single hand. Where the draw pile may run out, all
//! continuations are enumerated instead.

mod draws;
mod endgame;
mod fates;
mod totals;
mod tree;

use self::draws::Draws;
use self::endgame::{Endgame, FEW, FEW_AMONG_OTHERS};
use self::fates::{BASES, Bases, Fates, TOTALS};
use self::totals::{KINDS, Moment, NEAR, Reached, Worths};
use self::tree::Tree;
use super::exact::{Own, deals, expected, match_net, own_of, ups};
use super::hand::{Card, Hand};
use super::rules::{MatchPays, Rules, TieAtTally};
use super::view::{Action, View};
use crate::cards::{Composition, Recall};
use std::sync::Arc;

/// The values of actions, in stakes, indexed by [`Action::index`]; [`NEVER`] if illegal.
type Actions = [f32; Action::WAYS];
const NEVER: f32 = f32::NEG_INFINITY;

/// The dealer's lowest and highest totals are ignored if they are rarer than this.
const SELDOM: f32 = 5e-4;
/// A hit that is better by this much on the total alone is the best action however the hand is
/// split.
const CLEAR: f32 = 0.1;

/// A decision, without the other players.
#[derive(Clone, Copy, Debug)]
struct Situation {
    own: Own,
    up: Card,
    /// The unseen cards, the hole card among them.
    unseen: Composition,
    /// Cards of earlier rounds, which come back when the draw pile runs out (K11).
    earlier: Composition,
    /// The card that may be taken from the discard pile (K8).
    top: Option<Card>,
}

impl Situation {
    /// Cards in the draw pile.
    fn pile(&self) -> u32 {
        self.unseen.cards() - 1
    }

    /// The situation after a card is drawn from the draw pile, which must hold one.
    fn drawn(&self, card: Card) -> Situation {
        let unseen = self.unseen.without(card.kind());
        Situation { own: self.own.with(card), unseen, ..*self }
    }

    /// The situation after the card of the discard pile is taken.
    fn taken(&self, card: Card) -> Situation {
        let earlier = match self.earlier.count(card.kind()) {
            0 => self.earlier,
            _ => self.earlier.without(card.kind()),
        };
        Situation { own: self.own.with(card), earlier, top: None, ..*self }
    }

    /// The situation after the discards are shuffled into the draw pile; the hole card may then be
    /// any unseen card.
    fn refilled(&self) -> Situation {
        let unseen = self.unseen.plus(self.earlier);
        Situation { unseen, earlier: Composition::EMPTY, ..*self }
    }
}

/// The effect of the other players' hands as they lie; seats yet to play are assumed to stay.
#[derive(Clone, Debug)]
struct Rivals {
    /// By dealer's total: the probability that no hand played before this player's matches by dice,
    /// and the probability that no hand played after it does.
    before: [f32; TOTALS],
    after: [f32; TOTALS],
    /// The dealer's totals, one bit each, that a hand played before this player's ties at the
    /// tally, and those that a hand played after it ties.
    ties_before: u128,
    ties_after: u128,
    /// By dealer's total: the number of hands that get their stake back at the tally.
    pushes: [u8; TOTALS],
    /// The others' stakes on the table, and the number of their splits.
    stakes: i64,
    splits: i64,
}

const ALONE: Rivals = Rivals {
    before: [1.0; TOTALS],
    after: [1.0; TOTALS],
    ties_before: 0,
    ties_after: 0,
    pushes: [0; TOTALS],
    stakes: 0,
    splits: 0,
};

/// The results asked of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// The best action: the values of other actions may be too low.
    Best,
    /// The values of all actions.
    All,
}

/// An approximation of best play.
#[derive(Clone, Debug)]
pub(super) struct Quick {
    rules: Rules,
    deck: Composition,
    fates: Arc<Fates>,
    draws: Draws,
    work: Box<Work>,
    endgame: Endgame,
}

/// Scratch space for a decision.
#[derive(Clone, Debug)]
struct Work {
    /// The distribution of the dealer's total.
    dealer: [f32; TOTALS],
    bases: Bases,
    /// The values of the fates of the hand in play, and the fate distribution of the other hand.
    fates: Vec<[f32; 1]>,
    single: Vec<[f32; 1]>,
    /// The values of the fates of two hands together.
    two: Vec<f32>,
    /// The fate distributions of a second hand that starts with each kind of card; and the values
    /// of the fates of a first hand beside it.
    second: Vec<[f32; KINDS]>,
    first: Vec<[f32; KINDS]>,
    whole: Worths<1>,
    split: Worths<KINDS>,
    /// The same while the card of the discard pile may still be taken.
    second_with_top: Vec<[f32; KINDS]>,
    whole_with_top: Worths<1>,
    split_with_top: Worths<KINDS>,
    reached: Reached,
}

impl Quick {
    pub(super) fn new(rules: &Rules, deck: Composition) -> Quick {
        let fates = Fates::new(rules);
        let places = fates.span * fates.others;
        let work = Work {
            dealer: [0.0; TOTALS],
            bases: [[0.0; TOTALS]; BASES],
            fates: vec![[0.0]; places],
            single: vec![[0.0]; places],
            two: vec![0.0; fates.span * fates.two.len()],
            second: vec![[0.0; KINDS]; places],
            first: vec![[0.0; KINDS]; places],
            whole: Worths::new(),
            split: Worths::new(),
            second_with_top: vec![[0.0; KINDS]; places],
            whole_with_top: Worths::new(),
            split_with_top: Worths::new(),
            reached: Reached::new(),
        };
        Quick {
            rules: rules.clone(),
            deck,
            fates: Arc::new(fates),
            draws: Draws::new(rules),
            work: Box::new(work),
            endgame: Endgame::default(),
        }
    }

    /// The best action in a seat's view, ties within rounding resolved to the simplest.
    pub(super) fn decide(&mut self, view: &View<'_>, recall: &Recall) -> Action {
        let situation = self.see(view, recall);
        let rivals = self.rivals(view);
        let few = if view.players() > 1 { FEW_AMONG_OTHERS } else { FEW };
        let worths = match situation.unseen.cards() <= few {
            true => self.go_through(&situation, &rivals),
            false => self.worths(&situation, &rivals, Asked::Best),
        };
        let mut best = Action::Stay;
        for action in (1..Action::WAYS).map(Action::from_index) {
            let more = worths[action.index()] > worths[best.index()] + NEAR;
            // An estimate may expect cards where none are left to draw (K11).
            if more && view.allows(action) {
                best = action;
            }
        }
        best
    }

    /// The EV of a round before the deal for a player alone, in stakes.
    pub(super) fn before_deal(&mut self, unseen: Composition) -> f64 {
        let mut sum = 0.0;
        for up in ups(unseen) {
            let rest = unseen.without(up.kind());
            for (hand, odds) in deals(unseen, up) {
                let situation = Situation {
                    own: Own::One(hand),
                    up,
                    unseen: rest.minus(hand.composition()),
                    earlier: self.deck.minus(unseen),
                    top: None,
                };
                let worths = self.worths(&situation, &ALONE, Asked::All);
                sum += odds * f64::from(worths.into_iter().fold(NEVER, f32::max));
            }
        }
        sum
    }

    /// A seat's situation, from its view and memory.
    fn see(&self, view: &View<'_>, recall: &Recall) -> Situation {
        let unseen = expected(recall, view.unseen(), || view.known());
        let earlier = match recall.is_exact() {
            true => view.seen().minus(view.face_up()),
            // An inexact memory may place cards in the draw pile that are gone.
            false => Composition::EMPTY,
        };
        let (own, up, top) = (own_of(view), view.dealer(), view.can_take());
        Situation { own, up, unseen, earlier, top }
    }

    fn rivals(&self, view: &View<'_>) -> Rivals {
        let mut rivals = ALONE;
        if view.players() == 1 || self.rules.match_pays == MatchPays::Own {
            return rivals;
        }
        let mut earlier = true;
        for seat in view.order().seats() {
            if seat == view.seat() {
                earlier = false;
                continue;
            }
            let hands = view.hands(seat);
            rivals.splits += hands.len() as i64 - 1;
            for hand in hands {
                self.add(&mut rivals, hand.total() as usize, earlier);
            }
        }
        rivals
    }

    /// Adds a hand that is played before this player's, or after.
    fn add(&self, rivals: &mut Rivals, total: usize, earlier: bool) {
        rivals.stakes += 1;
        let none = if earlier { &mut rivals.before } else { &mut rivals.after };
        for (none, misses) in none.iter_mut().zip(self.fates.misses(total)) {
            *none *= misses;
        }
        match self.rules.tie_at_tally {
            TieAtTally::Continue => {}
            TieAtTally::Push => rivals.pushes[total] += 1,
            TieAtTally::Match if earlier => rivals.ties_before |= 1 << total,
            TieAtTally::Match => rivals.ties_after |= 1 << total,
        }
    }

    /// The values of actions, with the odds of the next card fixed at what they are now.
    fn worths(&mut self, at: &Situation, rivals: &Rivals, asked: Asked) -> Actions {
        match self.fates.others {
            2 => self.worths_of::<2>(at, rivals, asked),
            3 => self.worths_of::<3>(at, rivals, asked),
            5 => self.worths_of::<5>(at, rivals, asked),
            _ => self.worths_of::<6>(at, rivals, asked),
        }
    }

    fn worths_of<const F: usize>(
        &mut self,
        at: &Situation,
        rivals: &Rivals,
        asked: Asked,
    ) -> Actions {
        let up = at.up.value() as usize;
        let work = &mut *self.work;
        self.draws.odds(at.unseen, at.earlier, &mut work.dealer[up..]);
        let comes = |total: &usize| work.dealer[*total] > SELDOM;
        let totals = up + 1..up + self.draws.span();
        let low = totals.clone().find(comes).unwrap_or(up + 1);
        let high = totals.rev().find(comes).unwrap_or(low) + 1;
        let from = if at.pile() > 0 { at.unseen } else { at.refilled().unseen };
        let cards = from.cards() as f32;
        let moment = Moment::<F> {
            fates: &self.fates,
            low,
            high,
            next: from.counts().map(|count| f32::from(count) / cards),
            limit: usize::from(self.rules.hand_limit),
        };
        work.weigh(rivals, low, high);
        let mut decision = Decision { rules: &self.rules, at, rivals, moment, work };
        match at.own {
            Own::One(hand) => decision.one(hand, asked),
            Own::First(first, second) => decision.first(first, second),
            Own::Second(first, second) => decision.second(first, second),
        }
    }
}

impl Work {
    /// Computes the bases except for the prizes.
    fn weigh(&mut self, rivals: &Rivals, low: usize, high: usize) {
        let [always, in_time, unmatched, _, no_tie, _] = &mut self.bases;
        for dealer in low..high {
            let odds = self.dealer[dealer];
            always[dealer] = odds;
            in_time[dealer] = odds * rivals.before[dealer];
            unmatched[dealer] = in_time[dealer] * rivals.after[dealer];
            no_tie[dealer] = odds;
        }
        // A tie at the tally comes before all dice.
        let mut ties = rivals.ties_before | rivals.ties_after;
        while ties != 0 {
            let dealer = ties.trailing_zeros() as usize;
            in_time[dealer] = 0.0;
            unmatched[dealer] = 0.0;
            if rivals.ties_before >> dealer & 1 == 1 {
                no_tie[dealer] = 0.0;
            }
            ties &= ties - 1;
        }
    }

    /// K14: computes the bases of the prize of a match, if this player has made `splits` splits.
    fn pay(&mut self, rules: &Rules, rivals: &Rivals, splits: i64, low: usize, high: usize) {
        let prize = |pushes: u8| {
            let stakes = rivals.stakes - i64::from(pushes);
            match_net(rules, stakes, rivals.splits + splits) as f32
        };
        let whole = prize(0);
        let [_, in_time, _, prizes, no_tie, tie_prizes] = &mut self.bases;
        for dealer in low..high {
            let pushes = rivals.pushes[dealer];
            let prize = if pushes == 0 { whole } else { prize(pushes) };
            prizes[dealer] = prize * in_time[dealer];
            tie_prizes[dealer] = prize * no_tie[dealer];
        }
    }
}

/// A decision in progress, with its odds.
struct Decision<'a, const F: usize> {
    rules: &'a Rules,
    at: &'a Situation,
    rivals: &'a Rivals,
    moment: Moment<'a, F>,
    work: &'a mut Work,
}

impl<const F: usize> Decision<'_, F> {
    fn pay(&mut self, splits: i64) {
        let (low, high) = (self.moment.low, self.moment.high);
        self.work.pay(self.rules, self.rivals, splits, low, high);
    }

    /// The values of actions with the hand in play, given the values of its totals.
    fn with(&self, hand: Hand) -> Actions {
        let (moment, taken) = (&self.moment, &self.work.whole);
        let worths = if self.at.top.is_some() { &self.work.whole_with_top } else { taken };
        let mut found = [NEVER; Action::WAYS];
        let total = moment.place(hand.total());
        [found[Action::Stay.index()]] = worths.stays()[total];
        if hand.cards() < u32::from(self.rules.hand_limit) {
            let hits = moment.hits(hand.cards() + 1);
            if self.at.pile() > 0 || !self.at.earlier.is_empty() {
                [found[Action::Hit.index()]] = moment.hit(&worths.by_hits[hits], total);
            }
            if let Some(card) = self.at.top {
                let total = moment.place(hand.total() + card.value());
                [found[Action::Take.index()]] = taken.by_hits[hits][total];
            }
        }
        found
    }

    /// Computes the values of the totals from `from` on of the hand in play, given those of its
    /// fates. Returns the total from which on nothing is hit.
    fn play_on(&mut self, bust: [f32; 1], from: usize, hits: usize) -> usize {
        let whole = &mut self.work.whole;
        self.moment.stays(&self.work.fates, bust, from, &mut whole.by_hits[0]);
        self.moment.play_on(whole, None, from, hits)
    }

    /// The same while the card of the discard pile may still be taken, given the values without it.
    fn play_on_with_top(&mut self, bust: [f32; 1], from: usize, hits: usize) {
        let Some(card) = self.at.top else { return };
        let Work { fates, whole, whole_with_top, .. } = &mut *self.work;
        self.moment.stays(fates, bust, from, &mut whole_with_top.by_hits[0]);
        self.moment.play_on(whole_with_top, Some((whole, card)), from, hits);
    }

    /// Computes the values of the fates of two hands together.
    fn two(&mut self) {
        self.pay(1);
        self.moment.two(&self.work.bases, &mut self.work.two);
    }

    /// Computes the values of all totals of a single hand.
    fn alone(&mut self) -> usize {
        self.pay(0);
        let bust = self.moment.one(&self.work.bases, &mut self.work.fates);
        let summit = self.play_on(bust, 1, self.moment.enough());
        self.play_on_with_top(bust, 1, self.moment.enough());
        summit
    }

    /// Computes the fate distributions of a second hand, given the values of a single hand.
    fn begun(&mut self, summit: usize) {
        let Work { whole, whole_with_top, second, second_with_top, reached, .. } = &mut *self.work;
        self.moment.begun(whole, None, summit, second, reached);
        if let Some(card) = self.at.top {
            let taken = Some((&*whole, card));
            self.moment.begun(whole_with_top, taken, summit, second_with_top, reached);
        }
    }

    /// Computes the values of the totals from `from` on of a first hand, given the fate
    /// distributions of a second one.
    fn divide(&mut self, from: usize) {
        let Work { two, second, first, split, second_with_top, split_with_top, .. } =
            &mut *self.work;
        let moment = &self.moment;
        let mut play_on = |second: &[[f32; KINDS]], split: &mut Worths<KINDS>, taken| {
            let bust = moment.beside(two, true, second, first);
            moment.stays(first, bust, from, &mut split.by_hits[0]);
            moment.play_on(split, taken, from, moment.enough());
        };
        play_on(second, split, None);
        if let Some(card) = self.at.top {
            play_on(second_with_top, split_with_top, Some((&*split, card)));
        }
    }

    fn one(&mut self, hand: Hand, asked: Asked) -> Actions {
        let total = self.moment.place(hand.total());
        if !self.rules.split {
            self.pay(0);
            let bust = self.moment.one(&self.work.bases, &mut self.work.fates);
            let hits = self.moment.hits(hand.cards());
            self.play_on(bust, total, hits);
            self.play_on_with_top(bust, total, hits);
            return self.with(hand);
        }
        let summit = self.alone();
        let mut found = self.with(hand);
        if asked == Asked::Best && self.at.top.is_none() && self.is_hit(hand, &found) {
            return found;
        }
        self.two();
        self.begun(summit);
        let lowest = hand.pairs().map(|card| hand.total() - card.value()).min();
        self.divide(self.moment.place(lowest.unwrap_or(hand.total())));
        let (moment, work) = (&self.moment, &*self.work);
        let taken = Tree { moment, whole: &work.whole, split: &work.split };
        let tree = match self.at.top {
            Some(_) => Tree { moment, whole: &work.whole_with_top, split: &work.split_with_top },
            None => taken,
        };
        if found[Action::Hit.index()] > NEVER {
            found[Action::Hit.index()] = tree.hit(hand);
        }
        if found[Action::Take.index()] > NEVER
            && let Some(card) = self.at.top
        {
            found[Action::Take.index()] = taken.worth(hand.with(card));
        }
        for card in hand.pairs() {
            found[Action::Split(card).index()] = tree.divided(hand, card);
        }
        found
    }

    /// Whether hitting a single hand is certainly best, given its values without splits. Splits
    /// only make hits worth more. A split now is worth no more than a hit now and the split later,
    /// if the first hand would be hit anyway.
    fn is_hit(&self, hand: Hand, found: &Actions) -> bool {
        let more = |total: u32| {
            let (moment, whole) = (&self.moment, &self.work.whole);
            let total = moment.place(total);
            let [hit] = moment.hit(&whole.by_hits[moment.enough()], total);
            hit - whole.stays()[total][0]
        };
        found[Action::Hit.index()] > found[Action::Stay.index()] + NEAR
            && hand.pairs().all(|card| more(hand.total() - card.value()) > CLEAR)
    }

    fn first(&mut self, first: Hand, second: Hand) -> Actions {
        let summit = self.alone();
        self.two();
        self.begun(summit);
        let (total, hits) = (self.moment.place(first.total()), self.moment.hits(first.cards()));
        // The second hand has received no card yet.
        let kind = second.total() as usize - 1;
        let bust = self.beside(kind, false);
        self.play_on(bust, total, hits);
        if self.at.top.is_some() {
            let bust = self.beside(kind, true);
            self.play_on_with_top(bust, total, hits);
        }
        self.with(first)
    }

    /// Computes the values of the fates of a first hand beside a second one of a kind. Returns the
    /// value of a bust.
    fn beside(&mut self, kind: usize, with_top: bool) -> [f32; 1] {
        let Work { two, second, second_with_top, single, fates, .. } = &mut *self.work;
        let begun = if with_top { second_with_top } else { second };
        for (fate, begun) in single.iter_mut().zip(begun) {
            *fate = [begun[kind]];
        }
        self.moment.beside(two, true, single, fates)
    }

    fn second(&mut self, first: Hand, second: Hand) -> Actions {
        self.two();
        let (moment, work) = (&self.moment, &mut *self.work);
        let (stands, _) = moment.fates.of(first.total() as usize).as_chunks::<1>();
        let bust = moment.beside(&work.two, false, stands, &mut work.fates);
        let (total, hits) = (moment.place(second.total()), moment.hits(second.cards()));
        self.play_on(bust, total, hits);
        self.play_on_with_top(bust, total, hits);
        self.with(second)
    }
}

#[cfg(test)]
mod tests;
