//! The quick evaluation of hands: the standing of a hand beside a pile, and without each of its
//! cards.

use super::super::hand::{Card, Cards, Value};
use super::super::rules::{BarScope, Frac, FridayPairs};
use super::shape::{Shape, lanes, rest};
use super::{Evaluator, FRACTIONS, FULL_PAIRS, REDS, ROYAL, Ranks, ids, in_all_suits};

/// The value of a hand beside a pile, and its progress toward other names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its value with no kronk spent.
    pub value: Value,
    /// Parts of a full fizzbin, as [`Evaluator::parts`].
    pub parts: u8,
    /// Whether it holds a natural card that makes a three-quarter fizzbin (H4).
    pub three_quarter: bool,
}

/// The cards of hand and pile, as far as the hand's name depends on them.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    hand: &'a Cards,
    pile: &'a Cards,
    pub(super) quick: bool,
    /// The card of them that is named a kronk, if any (W1e).
    named: Option<Card>,
    /// Whether hand and pile hold one of Friday's pairs, if the pile counts (Y3).
    friday: bool,
    /// The names that hand and pile bar, by id, if bars are looked for in both (E3).
    barred: u64,
}

impl Whole<'_> {
    fn all(&self) -> Cards {
        self.hand.and(self.pile)
    }
}

/// The cards of which a three-quarter fizzbin needs one (H4), and a quarter-full one (H7).
#[inline(always)]
const fn of_suits(set: u64) -> [u64; 2] {
    [set & REDS & FRACTIONS, set & !REDS & FRACTIONS]
}

impl Evaluator {
    /// The value of a hand beside a pile with no kronk spent.
    #[inline]
    pub fn natural_hand(&self, hand: &Cards, pile: &Cards) -> Value {
        self.natural_beside(hand, &self.whole(hand, pile)).value
    }

    /// The id of its name, if it has one.
    #[inline]
    pub fn natural_id(&self, hand: &Cards, pile: &Cards) -> Option<u8> {
        self.id_of(hand, &self.shape(hand), &self.whole(hand, pile))
    }

    #[inline]
    fn id_of(&self, hand: &Cards, shape: &Shape, whole: &Whole<'_>) -> Option<u8> {
        match whole.quick {
            true => self.quick_id(shape, hand.set(), hand.len(), whole),
            false => self.hand_thoroughly(hand, &whole.all()).id(),
        }
    }

    /// The part of hand and pile that matters to the hand, however their cards are divided between
    /// the two.
    #[inline]
    pub fn whole<'a>(&self, hand: &'a Cards, pile: &'a Cards) -> Whole<'a> {
        self.whole_but_for(hand, pile, None)
    }

    /// The same without a card that is named a kronk (W1e).
    #[inline]
    pub(super) fn whole_but_for<'a>(
        &self,
        hand: &'a Cards,
        pile: &'a Cards,
        named: Option<Card>,
    ) -> Whole<'a> {
        let mut whole =
            Whole { hand, pile, quick: self.quick_hand, named, friday: false, barred: 0 };
        let family = self.friday_pairs == Some(FridayPairs::Family);
        let both = self.scope == BarScope::All;
        if !self.few_doubles || family || both {
            let all = whole.all();
            let shape = || self.shape_but_for(&all, named);
            whole.quick = self.quick_hand && self.has_few_copies(&all);
            whole.friday = family && shape().two & self.friday_ranks != 0;
            whole.barred = if both { self.barred_by(&shape(), all.set()) } else { 0 };
        }
        whole
    }

    /// The names that cards of some shape bar wherever they lie (E3), by id.
    #[cold]
    fn barred_by(&self, shape: &Shape, held: u64) -> u64 {
        let Shape { one, two, three, .. } = *shape;
        let bars = [
            (self.drella && three != 0, ids(&[1, 2, 5])),
            (self.drella && shape.flush(4), ids(&[1, 3])),
            (self.drella && one & !ROYAL != 0, ids(&[1])),
            (self.drella && rest(rest(two)) != 0, ids(&[3])),
            (held & self.colour != 0, ids(&[7])),
        ];
        bars.iter().filter(|(bars, _)| *bars).fold(0, |all, (_, ids)| all | ids)
    }

    /// The standing of a hand with no kronk spent, `whole` being hand and pile.
    #[inline]
    pub fn natural_beside(&self, hand: &Cards, whole: &Whole<'_>) -> Standing {
        let shape = self.shape(hand);
        let value = match whole.quick {
            true => self.quick_hand(&shape, hand.set(), hand.len(), whole),
            false => self.hand_thoroughly(hand, &whole.all()),
        };
        self.standing(&shape, value)
    }

    #[inline(always)]
    pub(super) fn standing(&self, shape: &Shape, value: Value) -> Standing {
        let three_quarter = shape.set & REDS & FRACTIONS != 0;
        Standing { value, parts: self.parts_of(shape), three_quarter }
    }

    /// The number of parts of a full fizzbin in a hand, of four: its two single ranks, and two
    /// sevens, jacks or aces (H2).
    pub fn parts(&self, hand: &Cards) -> u8 {
        self.parts_of(&self.shape(hand))
    }

    #[inline(always)]
    fn parts_of(&self, &Shape { one, two, .. }: &Shape) -> u8 {
        let singles = one & self.full;
        let singles = u8::from(singles != 0) + u8::from(singles == self.full);
        let (one, two) = (one & FULL_PAIRS != 0, two & FULL_PAIRS != 0);
        singles + u8::from(one) + u8::from(two)
    }

    /// The cards one of which a hand must gain before it can have, with `of` cards, a name better
    /// than the id `below`, ignoring bars. Much faster than evaluating each such hand.
    pub fn raising(&self, hand: &Cards, of: u32, below: u8) -> u64 {
        self.raising_of(&self.shape(hand), of, below)
    }

    /// The id of a hand's name, 8 for none, and the cards that raise it as in
    /// [`Evaluator::raising`].
    pub fn raised(&self, hand: &Cards, pile: &Cards, of: u32) -> (u8, u64) {
        let shape = self.shape(hand);
        let id = self.id_of(hand, &shape, &self.whole(hand, pile)).unwrap_or(8);
        (id, self.raising_of(&shape, of, id))
    }

    #[inline]
    fn raising_of(&self, shape: &Shape, of: u32, below: u8) -> u64 {
        const ANY: u64 = !0;
        if !self.quick_gains {
            return ANY;
        }
        let Shape { set: held, one, two, .. } = *shape;
        let of_ranks = |set: Ranks| self.natural & in_all_suits(set);
        let to_one = |set: u64| if held & set != 0 { ANY } else { self.natural & set };
        let (in_force, mut all) = (!self.tuesday, 0);
        let royal = two & self.royal_fizzbin;
        if below > 1 && of == 7 && rest(royal) != 0 {
            let third = rest(rest(royal)) != 0;
            all |= if third { ANY } else { of_ranks(one & self.royal_fizzbin) };
        }
        if below > 2 && in_force {
            all |= match (self.full & !one, two & FULL_PAIRS) {
                (0, 0) => of_ranks(one & FULL_PAIRS),
                (0, _) => ANY,
                (missing, 1..) if rest(missing) == 0 => of_ranks(missing),
                _ => 0,
            };
        }
        if below > 3 && two != 0 {
            all |= if rest(two) != 0 { ANY } else { of_ranks(self.second_pairs(shape)) };
        }
        if below > 4 && in_force {
            if !self.bars_seventh(of) {
                all |= to_one(REDS & FRACTIONS);
            }
            if below > 5 {
                all |= if two & FULL_PAIRS != 0 { ANY } else { of_ranks(one & FULL_PAIRS) };
            }
            if below > 6 {
                all |= to_one(in_all_suits(self.quarter));
            }
            if below > 7 {
                all |= to_one(FRACTIONS);
            }
        }
        all
    }

    /// For a hand with one pair, the ranks in which one more card would make a second pair and
    /// leave two cards of a suit besides both pairs.
    #[inline]
    fn second_pairs(&self, &Shape { set, one, two, three, .. }: &Shape) -> Ranks {
        let singles = one & !two;
        if three != 0 {
            return singles;
        }
        // The suits that hold two single cards, one of which must not be the one that is paired.
        let lanes = lanes(set & in_all_suits(singles));
        let long = || lanes.into_iter().filter(|&lane| rest(lane) != 0);
        match (long().count(), long().next()) {
            (0, _) => 0,
            (1, Some(both)) if rest(rest(both)) == 0 => singles & !both,
            _ => singles,
        }
    }

    /// The value of a hand without a pile, of cards that are all different.
    #[inline(always)]
    pub(super) fn quick_set(&self, shape: &Shape, held: u64, cards: u32) -> Value {
        let friday = self.friday_pairs.is_some() && shape.two & self.friday_ranks != 0;
        let barred = (friday, 0);
        self.quick_name(shape, held, cards, barred, of_suits(shape.set), || shape.four != 0)
    }

    /// Whether hand and pile have four of a kind.
    #[cold]
    fn slunk(&self, whole: &Whole<'_>) -> bool {
        self.shape_but_for(&whole.all(), whole.named).four != 0
    }

    /// Whether a four-flush or four of a kind bar H1.
    pub(super) fn bars_royal(&self, shape: &Shape, whole: &Whole<'_>) -> bool {
        shape.flush(4) || self.slunk(whole)
    }

    /// Whether a seventh card bars H4 to a hand of this size.
    #[inline(always)]
    pub(super) fn bars_seventh(&self, cards: u32) -> bool {
        cards >= self.too_many
    }

    /// Whether Friday's pairs bar H2 to H6 (Y3).
    #[inline(always)]
    pub(super) fn is_barred_on_friday(&self, shape: &Shape, whole: &Whole<'_>) -> bool {
        let in_hand = self.friday_pairs == Some(FridayPairs::Hand);
        whole.friday || in_hand && shape.two & self.friday_ranks != 0
    }

    /// The value of a hand, found quickly, with no kronk spent.
    #[inline(always)]
    pub(super) fn quick_hand(
        &self,
        shape: &Shape,
        held: u64,
        cards: u32,
        whole: &Whole<'_>,
    ) -> Value {
        let friday = self.is_barred_on_friday(shape, whole);
        let (barred, fractions) = ((friday, whole.barred), self.fractions(shape));
        self.quick_name(shape, held, cards, barred, fractions, || self.slunk(whole))
    }

    /// The best name of a shape. `friday` says whether Friday's pairs bar it, `barred` are the ids that
    /// the pile bars, the fractions are the cards of its three-quarter and its quarter-full fizzbin,
    /// and `slunk` says whether hand and pile hold one.
    ///
    /// Always inlined: as a call it makes evaluating a set of cards a fifth slower.
    #[inline(always)]
    fn quick_name(
        &self,
        shape: &Shape,
        held: u64,
        cards: u32,
        (friday, barred): (bool, u64),
        [three_quarters, quarters_full]: [u64; 2],
        slunk: impl FnOnce() -> bool,
    ) -> Value {
        // The name cannot be predicted, so each is evaluated without a branch; the better of two is
        // the greater.
        let Shape { set, two, three, .. } = *shape;
        let mut best = self.quick_high_name(shape, cards, (friday, barred), slunk);
        if !self.tuesday && !friday {
            let pair = two & FULL_PAIRS;
            let paired = pair != 0 && !(self.drella && three != 0) && barred >> 5 & 1 == 0;
            let half = Value::new(5, self.top::<1>(pair)).only_if(paired);
            let quarters = set & in_all_suits(self.quarter);
            let quarter = Value::new(6, self.highest(quarters)).only_if(quarters != 0);
            best = best.max(half).max(quarter);
            if !self.bars_seventh(cards) {
                let highest = Value::new(4, self.highest(three_quarters));
                best = best.max(highest.only_if(three_quarters != 0));
            }
        }
        let colour = held & self.colour != 0 || barred >> 7 & 1 == 1;
        if colour || self.tuesday || best != Value::NONE {
            return best;
        }
        Value::new(7, self.highest(quarters_full)).only_if(quarters_full != 0)
    }

    /// As [`of_suits`], or by their number.
    #[inline(always)]
    fn fractions(&self, shape: &Shape) -> [u64; 2] {
        match self.frac {
            Frac::Suit => of_suits(shape.set),
            Frac::Count => Evaluator::counted_fractions(shape),
        }
    }

    /// The cards of a three-quarter fizzbin if they are one or two, or of a quarter-full one if they
    /// are three or four.
    #[cold]
    fn counted_fractions(shape: &Shape) -> [u64; 2] {
        let held = shape.set & FRACTIONS;
        match held.count_ones() + (shape.twice & FRACTIONS).count_ones() {
            1..=2 => [held, 0],
            3..=4 => [0, held],
            _ => [0, 0],
        }
    }

    /// The id of the value that [`Evaluator::quick_hand`] finds.
    fn quick_id(&self, shape: &Shape, held: u64, cards: u32, whole: &Whole<'_>) -> Option<u8> {
        let Shape { set, two, three, .. } = *shape;
        let high = self.quick_high(shape, cards, whole);
        if high != Value::NONE || self.tuesday {
            return high.id();
        }
        let [three_quarters, quarters_full] = self.fractions(shape);
        if !self.is_barred_on_friday(shape, whole) {
            if !self.bars_seventh(cards) && three_quarters != 0 {
                return Some(4);
            }
            let barred = self.drella && three != 0 || whole.barred >> 5 & 1 == 1;
            if two & FULL_PAIRS != 0 && !barred {
                return Some(5);
            }
            if set & in_all_suits(self.quarter) != 0 {
                return Some(6);
            }
        }
        let colour = held & self.colour != 0 || whole.barred >> 7 & 1 == 1;
        (!colour && quarters_full != 0).then_some(7)
    }

    /// H1 to H3, with no kronk spent.
    #[inline(always)]
    pub(super) fn quick_high(&self, shape: &Shape, cards: u32, whole: &Whole<'_>) -> Value {
        let friday = self.is_barred_on_friday(shape, whole);
        self.quick_high_name(shape, cards, (friday, whole.barred), || self.slunk(whole))
    }

    #[inline(always)]
    fn quick_high_name(
        &self,
        shape: &Shape,
        cards: u32,
        (friday, barred): (bool, u64),
        slunk: impl FnOnce() -> bool,
    ) -> Value {
        let Shape { one, two, three, .. } = *shape;
        let is_free = |id: u8| barred >> id & 1 == 0;
        // H1: all seven cards are of the four ranks, three of them twice.
        let third = rest(rest(two));
        if one == self.royal_fizzbin
            && cards == 7
            && third != 0
            && rest(third) == 0
            && three == 0
            && is_free(1)
            && !(self.drella && (shape.flush(4) || slunk()))
        {
            return Value::new(1, self.top::<3>(two) << 4 | self.top::<1>(one & !two));
        }
        if friday {
            return Value::NONE;
        }
        let pair = two & FULL_PAIRS;
        let full = pair != 0 && one & self.full == self.full;
        let spoilt = self.tuesday || self.drella && three != 0;
        let full = Value::new(2, self.top::<1>(pair)).only_if(full && !spoilt && is_free(2));
        full.max(self.quick_fizzbin(shape).only_if(is_free(3)))
    }

    /// H3.
    #[inline(always)]
    fn quick_fizzbin(&self, shape: &Shape) -> Value {
        let second = rest(shape.two);
        if second == 0 || self.drella && (rest(second) != 0 || shape.flush(4)) {
            return Value::NONE;
        }
        match rest(second) {
            0 => {
                let flush = self.flush_beside(shape, shape.two);
                let key = self.top::<2>(shape.two) << 10 | flush;
                Value::new(3, key).only_if(flush != 0)
            }
            _ => self.best_fizzbin(shape),
        }
    }

    /// The best two cards of a suit beside pairs of some ranks, as a key; 0 for none.
    #[inline(always)]
    fn flush_beside(&self, shape: &Shape, pairs: Ranks) -> u64 {
        // One of three cards of a rank is left over, and two of four, and they may be any.
        let left = shape.set & !in_all_suits(pairs & !shape.three);
        let best = self.flush::<2>(lanes(left));
        if shape.twice == 0 {
            return best;
        }
        // If the highest card of a suit is there twice nothing beats it.
        let again = lanes(shape.twice & !in_all_suits(pairs & !shape.four));
        (0..4).fold(best, |best, suit| {
            let place = self.top::<1>(again[suit]);
            let key = place << 6 | place << 2 | u64::from(self.suits[suit]);
            if place == 0 { best } else { best.max(key) }
        })
    }

    /// H3 with more than two pairs: the best two that leave two of a suit, and the best of those.
    fn best_fizzbin(&self, shape: &Shape) -> Value {
        let mut firsts = shape.two;
        loop {
            let a = self.top::<1>(firsts);
            firsts &= !(1 << self.at[a as usize & 15]);
            if firsts == 0 {
                return Value::NONE;
            }
            let mut seconds = firsts;
            while seconds != 0 {
                let b = self.top::<1>(seconds);
                seconds &= !(1 << self.at[b as usize & 15]);
                let pairs = 1 << self.at[a as usize & 15] | 1 << self.at[b as usize & 15];
                let flush = self.flush_beside(shape, pairs);
                if flush != 0 {
                    return Value::new(3, (a << 4 | b) << 10 | flush);
                }
            }
        }
    }
}
