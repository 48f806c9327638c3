//! The standing of a hand without each of its cards, one of which it gives to its own pile.

use super::super::hand::{Card, Cards, Value};
use super::super::rules::HAND;
use super::hands::{Standing, Whole};
use super::shape::{Shape, lanes, rest};
use super::{Evaluator, FRACTIONS, FULL_PAIRS, REDS, in_all_suits};

/// A hand that gives one of its cards to its own pile.
#[derive(Clone, Copy, Debug)]
pub struct Giving<'a> {
    evaluator: &'a Evaluator,
    whole: &'a Whole<'a>,
    hand: &'a Cards,
    /// The number of cards left.
    cards: u32,
    shape: Shape,
}

/// The candidates for the card that is best given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spare {
    /// Any one of these cards and no other card: all of these are equally good, kronks aside.
    Any(u64),
    /// The best card is in the first set or, if giving up any of those spoils the hand's high name,
    /// in the second.
    Among(u64, u64),
}

/// Some cards except others, if that leaves any.
const fn but_for(cards: u64, others: u64) -> u64 {
    match cards & !others {
        0 => cards,
        left => left,
    }
}

impl<'a> Giving<'a> {
    /// The evaluator.
    pub fn evaluator(&self) -> &'a Evaluator {
        self.evaluator
    }

    /// The hand.
    pub fn hand(&self) -> &'a Cards {
        self.hand
    }

    /// Whether the quick evaluation covers what it gives, under these rules and with these cards.
    #[inline]
    pub fn is_quick(&self) -> bool {
        self.evaluator.quick_gains && self.whole.quick
    }

    /// The number of cards left.
    #[inline]
    pub fn cards(&self) -> u32 {
        self.cards
    }

    /// The standing of the hand without one of its cards.
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

    /// The same if it is H1, H2 or H3; only for cards in [`Giving::may_be_high`].
    #[inline]
    pub fn high_without(&self, card: Card) -> Option<Standing> {
        let Giving { evaluator, whole, cards, .. } = *self;
        debug_assert!(whole.quick);
        let shape = self.shape_without(card);
        let value = evaluator.quick_high(&shape, cards, whole);
        (value != Value::NONE).then(|| evaluator.standing(&shape, value))
    }

    /// The cards whose removal may leave H1, H2 or H3, as far as the quick evaluation sees.
    #[inline]
    pub fn may_be_high(&self) -> u64 {
        let Shape { set, one, two, three, .. } = self.shape;
        let Evaluator { tuesday, full, drella, .. } = *self.evaluator;
        let second = rest(two);
        let full = !tuesday && two & FULL_PAIRS != 0 && one & full == full;
        if !(full || second != 0) || !self.is_quick() {
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

    /// Its cards whose removal leaves fewer parts of a full fizzbin.
    #[inline]
    fn parts(&self) -> u64 {
        let Shape { set, one, two, three, .. } = self.shape;
        let of_pair = match (two & FULL_PAIRS, one & FULL_PAIRS) {
            (0, only) if rest(only) == 0 => only,
            (only, _) if rest(only) == 0 => only & !three,
            _ => 0,
        };
        set & in_all_suits(of_pair | self.evaluator.full & !two)
    }

    /// The only card of a three-quarter fizzbin, if six cards are left.
    #[inline]
    fn only_red(&self) -> u64 {
        let reds = self.shape.set & REDS & FRACTIONS;
        let only = reds & reds.wrapping_sub(1) == 0 && reds & self.shape.twice == 0;
        if only && self.cards <= HAND { reds } else { 0 }
    }

    /// The cards that are best given up by a player that wants H1 to H3, then parts of a full
    /// fizzbin, then a card of three-quarter fizzbin among six, then the best name and its best
    /// key; empty if no card can be given up so that H1 to H3 is left.
    #[inline]
    pub fn spare_of_high(&self) -> Spare {
        let Giving { evaluator, hand, ref shape, .. } = *self;
        let Shape { set, one, two, three, .. } = *shape;
        let high = self.may_be_high();
        let (second, third) = (rest(two), rest(rest(two)));
        let royal = self.cards == 7 && third != 0;
        if high == 0 || evaluator.friday_pairs.is_some() || royal {
            return Spare::Among(high, 0);
        }
        let parts = self.parts();
        let (kept, first) = (hand.set() & !parts, but_for(hand.set(), parts));
        let open = Spare::Among(high & first, high & !first);
        if three != 0 {
            return open;
        }
        let pair = two & FULL_PAIRS;
        if !evaluator.tuesday && pair != 0 && one & evaluator.full == evaluator.full {
            // H2 needs its parts and nothing else.
            return match rest(pair) == 0 && kept != 0 {
                true => Spare::Any(but_for(kept, self.only_red())),
                false => open,
            };
        }
        if second == 0 || third != 0 {
            return open;
        }
        // H3 needs its pairs, and has the key of the best two cards of a suit beside them.
        let flush = evaluator.flush::<2>(lanes(set & !in_all_suits(two)));
        let Some(high) = self.unbarred_by_flush(high).filter(|_| flush != 0) else {
            return Spare::Among(0, 0);
        };
        let (suit, ranks) = (flush & 3, [flush >> 2 & 15, flush >> 6]);
        let used = ranks.iter().fold(0, |all, place| all | evaluator.card_of(place << 2 | suit));
        match high & first & !used & !self.only_red() {
            0 => open,
            spare => Spare::Any(spare),
        }
    }

    /// The cards among some whose removal leaves no four-flush that bars H3.
    #[inline]
    fn unbarred_by_flush(&self, cards: u64) -> Option<u64> {
        let shape = &self.shape;
        if !self.evaluator.drella || !shape.flush(4) {
            return Some(cards);
        }
        let long =
            (0..4).filter(|&suit| shape.of_suit(suit) >= 4).map(|suit| 0xffff << (16 * suit));
        let left = long.fold(shape.set, |left, suit: u64| left & suit);
        Some(cards & left).filter(|&left| left != 0 && !shape.flush(5))
    }

    /// The same if no card can be given up so that H1 to H3 is left.
    #[inline]
    pub fn spare_of_low(&self) -> Spare {
        let Giving { evaluator, hand, cards, ref shape, .. } = *self;
        if !self.is_quick() {
            return Spare::Among(hand.set(), 0);
        }
        let left = but_for(hand.set(), self.parts());
        if evaluator.tuesday {
            return Spare::Any(but_for(left, self.only_red()));
        }
        if evaluator.friday_pairs.is_some() {
            return Spare::Among(left, 0);
        }
        // The cards of its name, H4, H5 or H6, whose removal loses that name or lowers its key.
        let reds = shape.set & REDS & FRACTIONS;
        let quarters = shape.set & in_all_suits(evaluator.quarter);
        let pair = shape.two & FULL_PAIRS;
        let highest = |cards: u64| evaluator.card_of(evaluator.highest(cards)) & !shape.twice;
        let named = if reds != 0 && !evaluator.bars_seventh(cards) {
            highest(reds)
        } else if pair != 0 && shape.three == 0 {
            shape.set & in_all_suits(1 << evaluator.at[evaluator.top::<1>(pair) as usize & 15])
        } else if pair == 0 && quarters != 0 {
            highest(quarters)
        } else {
            return Spare::Among(left, 0);
        };
        match left & !named {
            0 => Spare::Among(left, 0),
            others => Spare::Any(others),
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
    /// A hand that gives one card to its own pile, `whole` being hand and pile.
    #[inline]
    pub fn giving<'a>(&'a self, hand: &'a Cards, whole: &'a Whole<'a>) -> Giving<'a> {
        Giving { evaluator: self, whole, hand, cards: hand.len() - 1, shape: self.shape(hand) }
    }

    /// The card of the key of a single card, as a set.
    #[inline(always)]
    fn card_of(&self, key: u64) -> u64 {
        let (rank, suit) = (self.at[(key >> 2) as usize & 15], self.suit_at[key as usize & 3]);
        1 << (16 * u32::from(suit) + u32::from(rank))
    }
}
