//! The quick way for hands: what a hand is beside a pile, and what it is without each of its cards.

use super::super::hand::{Card, Cards, Value};
use super::super::rules::{FridayPairs, HAND, Tepo};
use super::shape::{Shape, lanes, rest};
use super::{Evaluator, FRACTION, FULL_PAIRS, REDS, Ranks, in_all_suits};

/// What a hand is beside a pile, and what it has on the way to other names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What it scores with no kronk spent.
    pub value: Value,
    /// Parts of a full fizzbin, as [`Evaluator::parts`].
    pub parts: u8,
    /// Whether there is a natural card that makes a three-quarter fizzbin (H4).
    pub three_quarter: bool,
}

impl Standing {
    /// Whether it is H1, H2 or H3.
    pub fn is_high(&self) -> bool {
        self.value.id().is_some_and(|id| id <= 3)
    }
}

/// The cards of hand and pile, as far as the hand's name depends on them.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    all: &'a Cards,
    quick: bool,
    /// One of them that is named a kronk (W1e).
    named: Option<Card>,
    /// Friday's pairs, where the pile has its part in them (Y3).
    friday: bool,
}

/// A hand that gives one of its cards to the own pile.
#[derive(Clone, Copy, Debug)]
pub struct Giving<'a> {
    evaluator: &'a Evaluator,
    whole: &'a Whole<'a>,
    hand: &'a Cards,
    /// How many are left.
    cards: u32,
    /// How many of the hand are wild.
    kronks: u32,
    shape: Shape,
}

/// Some cards but for others, if that leaves any.
const fn but_for(cards: u64, others: u64) -> u64 {
    match cards & !others {
        0 => cards,
        left => left,
    }
}

impl<'a> Giving<'a> {
    /// Who judges it.
    pub fn evaluator(&self) -> &'a Evaluator {
        self.evaluator
    }

    /// The hand.
    pub fn hand(&self) -> &'a Cards {
        self.hand
    }

    /// Whether the quick way knows its cards and those of the pile.
    #[inline]
    pub fn is_quick(&self) -> bool {
        self.whole.quick
    }

    /// How many wild cards it has without a card.
    #[inline]
    pub fn kronks_without(&self, card: Card) -> u32 {
        self.kronks - u32::from(self.evaluator.is_kronk(card))
    }

    /// What the hand is without a card of it.
    #[inline]
    pub fn without(&self, card: Card) -> Standing {
        let Giving { evaluator, whole, cards, .. } = *self;
        if !whole.quick {
            let mut rest = *self.hand;
            rest.take(card);
            return evaluator.natural_beside(&rest, whole);
        }
        let (shape, held) = (self.shape_without(card), self.held_without(card));
        let value = evaluator.quick_hand(&shape, held, cards, whole);
        evaluator.standing(&shape, value)
    }

    /// The same if it is H1, H2 or H3, where [`Giving::may_be_high`].
    #[inline]
    pub fn high_without(&self, card: Card) -> Option<Standing> {
        let Giving { evaluator, whole, cards, .. } = *self;
        debug_assert!(whole.quick);
        let shape = self.shape_without(card);
        let value = evaluator.quick_high(&shape, cards, whole);
        (value != Value::NONE).then(|| evaluator.standing(&shape, value))
    }

    /// The cards without which it may be H1, H2 or H3, as far as the quick way sees.
    #[inline]
    pub fn may_be_high(&self) -> u64 {
        let Shape { set, one, two, three, .. } = self.shape;
        let Evaluator { tuesday, full, drella, .. } = *self.evaluator;
        let second = rest(two);
        let full = !tuesday && two & FULL_PAIRS != 0 && one & full == full;
        if !(full || second != 0) || !self.whole.quick {
            return 0;
        }
        let (third, fourth) = (rest(second), rest(rest(second)));
        let pairs = set & in_all_suits(two & !three);
        match () {
            () if full => self.hand.set(),
            // Two pairs are needed; three bar H3 and are needed for H1, which has seven cards.
            () if third == 0 => self.hand.set() & !pairs,
            () if fourth == 0 && drella && self.cards != 7 => pairs,
            () => self.hand.set(),
        }
    }

    /// Whether it may be H1 without a card.
    #[inline]
    pub fn may_be_royal(&self) -> bool {
        self.cards == 7 && rest(rest(self.shape.two)) != 0
    }

    /// The cards without which most parts of a full fizzbin are left, as far as the quick way sees.
    #[inline]
    pub fn keeping_parts(&self) -> u64 {
        let Shape { set, one, two, three, .. } = self.shape;
        if !self.whole.quick {
            return self.hand.set();
        }
        let of_pair = match (two & FULL_PAIRS, one & FULL_PAIRS) {
            (0, only) if rest(only) == 0 => only,
            (only, _) if rest(only) == 0 => only & !three,
            _ => 0,
        };
        let parts = of_pair | self.evaluator.full & !two;
        but_for(self.hand.set(), set & in_all_suits(parts))
    }

    /// If it is H1 to H3 without none of its cards: some of them, among which are all without which most
    /// parts of a full fizzbin are left, and of these a card of three-quarter fizzbin among six, then
    /// the best name and the best key; and whether there are no others among them.
    #[inline]
    pub fn spare(&self) -> (u64, bool) {
        let Giving { evaluator, whole, hand, cards, ref shape, .. } = *self;
        if !whole.quick {
            return (hand.set(), false);
        }
        let left = self.keeping_parts();
        let reds = shape.set & REDS & in_all_suits(FRACTION);
        if evaluator.tuesday {
            let only = reds & reds.wrapping_sub(1) == 0 && reds & shape.twice == 0;
            let barred = only && cards <= HAND;
            return (if barred { but_for(left, reds) } else { left }, true);
        }
        if evaluator.friday_pairs.is_some() {
            return (left, false);
        }
        // The cards of its name, H4, H5 or H6, which it loses without them, or has a lower key.
        let pair = shape.two & FULL_PAIRS;
        let highest = |cards: u64| evaluator.card_of(evaluator.highest(cards)) & !shape.twice;
        let named = if reds != 0 && !evaluator.bars_seventh(cards) {
            highest(reds)
        } else if pair != 0 && shape.three == 0 {
            shape.set & in_all_suits(1 << evaluator.at[evaluator.top::<1>(pair) as usize & 15])
        } else {
            let quarters = shape.set & in_all_suits(evaluator.quarter);
            if pair != 0 || quarters == 0 {
                return (left, false);
            }
            highest(quarters)
        };
        match left & !named {
            0 => (left, false),
            others => (others, true),
        }
    }

    #[inline(always)]
    fn shape_without(&self, card: Card) -> Shape {
        if self.evaluator.is_natural(card) { self.shape.without(card) } else { self.shape }
    }

    #[inline(always)]
    fn held_without(&self, card: Card) -> u64 {
        self.hand.set() & !(1 << card.bit() & !self.hand.twice())
    }
}

impl Evaluator {
    /// What a hand beside a pile scores with no kronk spent.
    #[inline]
    pub fn natural_hand(&self, hand: &Cards, pile: &Cards) -> Value {
        self.natural_beside(hand, &self.whole(&hand.and(pile))).value
    }

    /// The number of its name, if it has one.
    #[inline]
    pub fn natural_id(&self, hand: &Cards, pile: &Cards) -> Option<u8> {
        let all = hand.and(pile);
        let whole = self.whole(&all);
        match whole.quick {
            true => self.quick_id(&self.shape(hand), hand.set(), hand.len(), &whole),
            false => self.hand_thoroughly(hand, &all).id(),
        }
    }

    /// What hands look at of the cards of hand and pile, whichever of them are the hand.
    #[inline]
    pub fn whole<'a>(&self, all: &'a Cards) -> Whole<'a> {
        self.whole_but_for(all, None)
    }

    /// The same without a card that is named a kronk (W1e).
    #[inline]
    pub(super) fn whole_but_for<'a>(&self, all: &'a Cards, named: Option<Card>) -> Whole<'a> {
        let family = self.friday_pairs == Some(FridayPairs::Family);
        let friday = family && self.shape_but_for(all, named).two & self.friday_ranks != 0;
        Whole { all, quick: self.is_quick(all), named, friday }
    }

    /// What a hand is with no kronk spent, `whole` being hand and pile.
    #[inline]
    pub fn natural_beside(&self, hand: &Cards, whole: &Whole<'_>) -> Standing {
        let shape = self.shape(hand);
        let value = match whole.quick {
            true => self.quick_hand(&shape, hand.set(), hand.len(), whole),
            false => self.hand_thoroughly(hand, whole.all),
        };
        self.standing(&shape, value)
    }

    /// A hand that gives one card to its own pile, `whole` being hand and pile.
    #[inline]
    pub fn giving<'a>(&'a self, hand: &'a Cards, whole: &'a Whole<'a>) -> Giving<'a> {
        let (cards, kronks, shape) = (hand.len() - 1, self.kronks(hand), self.shape(hand));
        Giving { evaluator: self, whole, hand, cards, kronks, shape }
    }

    #[inline(always)]
    fn standing(&self, shape: &Shape, value: Value) -> Standing {
        let three_quarter = shape.set & REDS & in_all_suits(FRACTION) != 0;
        Standing { value, parts: self.parts_of(shape), three_quarter }
    }

    /// The card of a key of a single one.
    #[inline(always)]
    fn card_of(&self, key: u64) -> u64 {
        let (rank, suit) = (self.at[(key >> 2) as usize & 15], self.suit_at[key as usize & 3]);
        1 << (16 * u32::from(suit) + u32::from(rank))
    }

    /// Parts of a full fizzbin in a hand, of four: its two single ranks, and two sevens, jacks or aces
    /// (H2).
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

    /// The cards of which a hand must get one before so many of them all can have a name below a
    /// number, whatever other cards bar it. Much quicker than to look at each such hand.
    pub fn raising(&self, hand: &Cards, of: u32, below: u8) -> u64 {
        const ANY: u64 = !0;
        if !self.quick {
            return ANY;
        }
        let held = hand.set() & self.natural;
        let Shape { one, two, .. } = self.shape(hand);
        let of_ranks = |set: Ranks| self.natural & in_all_suits(set);
        let to_pairs =
            |among: Ranks, many: u32| match many.saturating_sub((two & among).count_ones()) {
                0 => ANY,
                1 => of_ranks(one & among),
                _ => 0,
            };
        let to_full = match (self.full & !one, two & FULL_PAIRS) {
            (0, 0) => of_ranks(one & FULL_PAIRS),
            (0, _) => ANY,
            (missing, 1..) if rest(missing) == 0 => of_ranks(missing),
            _ => 0,
        };
        let to_one = |set: u64| if held & set != 0 { ANY } else { self.natural & set };
        let fractions = in_all_suits(FRACTION);
        let in_force = !self.tuesday;
        // By the numbers of the names, from H1 on.
        let named = [
            (of == 7, to_pairs(self.royal_fizzbin, 3)),
            (in_force, to_full),
            (true, to_pairs(!0, 2)),
            (in_force && !self.bars_seventh(of), to_one(REDS & fractions)),
            (in_force, to_pairs(FULL_PAIRS, 1)),
            (in_force, to_one(in_all_suits(self.quarter))),
            (in_force, to_one(fractions)),
        ];
        let better = named.iter().take(usize::from(below.saturating_sub(1)));
        better.fold(0, |all, &(may, cards)| if may { all | cards } else { all })
    }

    /// A hand without a pile: cards that are all different.
    #[inline(always)]
    pub(super) fn quick_set(&self, shape: &Shape, held: u64, cards: u32) -> Value {
        let all = Cards::from_set(held);
        let family = self.friday_pairs == Some(FridayPairs::Family);
        let friday = family && shape.two & self.friday_ranks != 0;
        let whole = Whole { all: &all, quick: true, named: None, friday };
        self.quick_hand(shape, held, cards, &whole)
    }

    /// Whether a four-flush or four of a kind bar H1.
    #[inline]
    pub(super) fn bars_royal(&self, shape: &Shape, whole: &Whole<'_>) -> bool {
        shape.flush(4) || self.shape_but_for(whole.all, whole.named).four != 0
    }

    /// Whether a seventh card bars H4 to so many.
    #[inline(always)]
    pub(super) fn bars_seventh(&self, cards: u32) -> bool {
        cards >= 7 && self.others_bar && self.tepo == Tepo::Seventh
    }

    /// Whether Friday's pairs bar H2 to H6 (Y3).
    #[inline(always)]
    pub(super) fn is_barred_on_friday(&self, shape: &Shape, whole: &Whole<'_>) -> bool {
        let in_hand = self.friday_pairs == Some(FridayPairs::Hand);
        whole.friday || in_hand && shape.two & self.friday_ranks != 0
    }

    /// The quick way for hands, with no kronk spent. Always inlined: as a call it makes judging a set of
    /// cards a fifth slower.
    #[inline(always)]
    pub(super) fn quick_hand(
        &self,
        shape: &Shape,
        held: u64,
        cards: u32,
        whole: &Whole<'_>,
    ) -> Value {
        // Which of them it is cannot be foreseen, so each is looked at without a branch; of two the
        // better one is the greater one.
        let Shape { set, two, three, .. } = *shape;
        let mut best = self.quick_high(shape, cards, whole);
        if !self.tuesday && !self.is_barred_on_friday(shape, whole) {
            let pair = two & FULL_PAIRS;
            let paired = pair != 0 && !(self.drella && three != 0);
            let half = Value::new(5, self.top::<1>(pair)).only_if(paired);
            let quarters = set & in_all_suits(self.quarter);
            let quarter = Value::new(6, self.highest(quarters)).only_if(quarters != 0);
            best = best.max(half).max(quarter);
            if !self.bars_seventh(cards) {
                let reds = set & REDS & in_all_suits(FRACTION);
                best = best.max(Value::new(4, self.highest(reds)).only_if(reds != 0));
            }
        }
        let colour = self.others_bar && held & self.misfits != 0;
        if colour || self.tuesday || best != Value::NONE {
            return best;
        }
        let blacks = set & !REDS & in_all_suits(FRACTION);
        Value::new(7, self.highest(blacks)).only_if(blacks != 0)
    }

    /// The number of what [`Evaluator::quick_hand`] finds.
    fn quick_id(&self, shape: &Shape, held: u64, cards: u32, whole: &Whole<'_>) -> Option<u8> {
        let Shape { set, two, three, .. } = *shape;
        let high = self.quick_high(shape, cards, whole);
        if high != Value::NONE || self.tuesday {
            return high.id();
        }
        if !self.is_barred_on_friday(shape, whole) {
            if !self.bars_seventh(cards) && set & REDS & in_all_suits(FRACTION) != 0 {
                return Some(4);
            }
            if two & FULL_PAIRS != 0 && !(self.drella && three != 0) {
                return Some(5);
            }
            if set & in_all_suits(self.quarter) != 0 {
                return Some(6);
            }
        }
        let colour = self.others_bar && held & self.misfits != 0;
        (!colour && set & !REDS & in_all_suits(FRACTION) != 0).then_some(7)
    }

    /// H1 to H3, with no kronk spent.
    #[inline(always)]
    fn quick_high(&self, shape: &Shape, cards: u32, whole: &Whole<'_>) -> Value {
        let Shape { one, two, three, .. } = *shape;
        // H1: all seven cards are of the four ranks, three of them twice.
        let third = rest(rest(two));
        if one == self.royal_fizzbin
            && cards == 7
            && third != 0
            && rest(third) == 0
            && three == 0
            && !(self.drella && self.bars_royal(shape, whole))
        {
            return Value::new(1, self.top::<3>(two) << 4 | self.top::<1>(one & !two));
        }
        if self.is_barred_on_friday(shape, whole) {
            return Value::NONE;
        }
        let pair = two & FULL_PAIRS;
        let full = pair != 0 && one & self.full == self.full;
        let barred = self.tuesday || self.drella && three != 0;
        let full = Value::new(2, self.top::<1>(pair)).only_if(full && !barred);
        full.max(self.quick_fizzbin(shape))
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
    #[inline]
    fn flush_beside(&self, shape: &Shape, pairs: Ranks) -> u64 {
        // Of three cards of a rank one is left over, of four two are, and they may be any.
        let left = shape.set & !in_all_suits(pairs & !shape.three);
        let best = self.flush::<2>(lanes(left));
        if shape.twice == 0 {
            return best;
        }
        // Where the highest card of a suit is there twice nothing beats it.
        let again = lanes(shape.twice & !in_all_suits(pairs & !shape.four));
        (0..4).fold(best, |best, suit| {
            let place = self.top::<1>(again[suit]);
            let key = place << 6 | place << 2 | u64::from(self.suits[suit]);
            if place == 0 { best } else { best.max(key) }
        })
    }

    /// H3: of more pairs the best two that leave two of a suit, and the best of those.
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
