//! The quick evaluation: cards of which there are at most two copies each, with no kronk spent,
//! evaluated as 64-bit sets. This file has the names of hand and pile.

use super::super::hand::{Card, Cards, Value, rank};
use super::super::rules::Zethrac;
use super::search::Pool;
use super::shape::{Shape, lanes, rest};
use super::{
    EACH, Evaluator, FACES, HALF_SPRAK_SET, KALO_SET, KARIDIAN, KOIK, REDS, ROYAL, Ranks, SLUNK,
    in_all_suits,
};
use std::sync::OnceLock;

/// The number of sets of ranks.
pub(super) const SETS: usize = 1 << 15;

/// The places of the four highest ranks of each set, in the plain order or in that of Thursdays.
pub(super) fn tops(reordered: bool, places: &[u8; 15]) -> &'static [u16; SETS] {
    static TOPS: [OnceLock<Box<[u16; SETS]>>; 2] = [const { OnceLock::new() }; 2];
    TOPS[usize::from(reordered)].get_or_init(|| {
        let mut tops = Box::new([0; SETS]);
        for (set, top) in tops.iter_mut().enumerate() {
            let held = (1..15).filter(|rank| set >> rank & 1 == 1).map(|rank| places[rank]);
            let placed = held.fold(0_u32, |all, place| all | 1 << place);
            let highest = (1..16_u16).rev().filter(|place| placed >> place & 1 == 1).take(4);
            *top = highest.zip([12, 8, 4, 0]).fold(0, |all, (place, at)| all | place << at);
        }
        tops
    })
}

impl Evaluator {
    /// The values of hand, and of hand and pile, with no kronk spent.
    #[inline]
    pub fn natural(&self, hand: &Cards, pile: &Cards) -> (Value, Value) {
        let mine = self.natural_hand(hand, pile);
        (mine, self.natural_combined(&hand.and(pile)))
    }

    /// The value of hand and pile with no kronk spent.
    #[inline]
    pub fn natural_combined(&self, all: &Cards) -> Value {
        match self.quick_combined && self.has_few_copies(all) {
            true => self.combined_quickly(&self.shape(all), all.count(Card::KOIK)),
            false => Pool::new(self, all, None, 0).combined().0,
        }
    }

    /// The values of a hand of `cards` cards without a pile, with no kronk spent: a set of cards
    /// that are all different, and `koiks` koiks beside them.
    #[inline]
    pub fn natural_set(&self, hand: u64, koiks: u32, cards: u32) -> (Value, Value) {
        debug_assert!(hand & KOIK == 0 && cards == hand.count_ones() + koiks);
        if !(self.quick_gains && self.quick_combined) {
            let mut cards = Cards::from_set(hand);
            (0..koiks).for_each(|_| cards.add(Card::KOIK));
            return self.natural(&cards, &Cards::EMPTY);
        }
        let shape = Shape::new(hand & self.natural);
        (self.quick_set(&shape, hand, cards), self.combined_quickly(&shape, koiks))
    }

    /// The shape of the natural cards among some, ignoring copies beyond those that the quick
    /// evaluation covers.
    #[inline(always)]
    pub(super) fn shape(&self, cards: &Cards) -> Shape {
        let set = cards.set() & self.natural;
        // On most days there are no doubles, and no time is spent on them.
        if self.doubles {
            Shape::doubled(set, cards.twice() & self.natural)
        } else {
            Shape::new(set)
        }
    }

    /// The same without a card that is named a kronk (W1e).
    #[inline(always)]
    pub(super) fn shape_but_for(&self, cards: &Cards, named: Option<Card>) -> Shape {
        let shape = self.shape(cards);
        match named {
            Some(card) if self.is_natural(card) => shape.without(card),
            _ => shape,
        }
    }

    /// Whether none of these cards has more copies than the quick evaluation handles.
    #[inline(always)]
    pub(super) fn has_few_copies(&self, cards: &Cards) -> bool {
        if self.few_doubles {
            return true;
        }
        let too_often = if self.doubles { cards.thrice() } else { cards.twice() };
        too_often & self.natural == 0
    }

    /// The highest of a set of cards, by rank and suit, as a key; arbitrary for an empty set.
    #[inline]
    pub(super) fn highest(&self, set: u64) -> u64 {
        let held = (set | set >> 16 | set >> 32 | set >> 48) as u32;
        let place = self.top::<1>(held);
        let suits = set >> self.at[place as usize & 15] & EACH;
        // Packs the four bits next to each other.
        let suits = suits.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48;
        place << 2 | u64::from(self.best_suits[suits as usize & 15])
    }

    /// The places of the `N` highest ranks of a set, four bits each; zeros if there are fewer.
    #[inline]
    pub(super) fn top<const N: usize>(&self, set: Ranks) -> u64 {
        const { assert!(N <= 4) }
        u64::from(self.tops[set as usize & (SETS - 1)] >> (16 - 4 * N))
    }

    /// As [`Evaluator::top`], of `many` ranks.
    fn top_of_many(&self, set: Ranks, many: u32) -> u64 {
        let ranks = self.ranks.iter().filter(|&rank| set >> rank & 1 == 1);
        let places = ranks.map(|&rank| u64::from(self.places[usize::from(rank)]));
        places.take(many as usize).fold(0, |key, place| key << 4 | place)
    }

    /// The best flush of more than four cards, of which there must be one.
    fn flush_of_many(&self, lanes: [Ranks; 4], many: u32) -> u64 {
        let long = (0..4).filter(|&suit| lanes[suit].count_ones() >= many);
        let key =
            |suit: usize| self.top_of_many(lanes[suit], many) << 2 | u64::from(self.suits[suit]);
        long.map(key).max().unwrap_or(0)
    }

    /// The best flush of `N` cards in one of some lanes, as a key; 0 for none.
    #[inline]
    pub(super) fn flush<const N: usize>(&self, lanes: [Ranks; 4]) -> u64 {
        let mut best = 0;
        for suit in 0..4 {
            let key = self.top::<N>(lanes[suit]);
            // The last place is 0 if the lane is too short, which no branch could predict.
            let long = u64::from(key & 15 != 0).wrapping_neg();
            best = best.max((key << 2 | u64::from(self.suits[suit])) & long);
        }
        best
    }

    /// The value of hand and pile, found quickly, with no kronk spent.
    #[inline(always)]
    pub(super) fn combined_quickly(&self, shape: &Shape, koiks: u32) -> Value {
        let Shape { one, two, three, four, .. } = *shape;
        if three != 0 {
            let fridays = self.live >> 12 & 1 == 1;
            if four != 0 {
                let (six, eight) = shape.many();
                // F implies F′.
                let kinds = self.live >> 5 & 1 == 1;
                return if fridays && eight & self.festival == self.festival {
                    Value::new(1, 0)
                } else if fridays && four & self.festival == self.festival {
                    Value::new(3, 0)
                } else if kinds && eight != 0 {
                    Value::new(5, self.top::<1>(eight))
                } else if kinds && six != 0 {
                    Value::new(7, self.top::<1>(six))
                } else if four >> rank::QUEEN & 1 == 1 {
                    Value::new(9, 0)
                } else {
                    Value::new(SLUNK, self.top::<1>(four))
                };
            }
            if fridays {
                return Value::new(12, self.top::<1>(three));
            }
            if three >> rank::JACK & 1 == 1 {
                return Value::new(16, 0);
            }
        }
        if rest(two) != 0 {
            return self.quick_pairs(two);
        }
        if two != 0 && shape.flush(4) {
            let flush = self.flush::<4>(lanes(shape.set & !in_all_suits(two & !three)));
            if flush != 0 && shape.set & HALF_SPRAK_SET != HALF_SPRAK_SET {
                let id = if two & ROYAL != 0 { 26 } else { 27 };
                return Value::new(id, self.top::<1>(two) << 18 | flush);
            }
        }
        // A branch on the pair could not be predicted: without one all ranks are different, and the
        // first id below corbomite is mostly a matter of ranks.
        let mut pair = self.pair_values[(two | 1 << 15).trailing_zeros() as usize & 15];
        if koiks >= 2 {
            pair = pair.max(Value::new(35, self.places[0].into()));
        }
        let next = self.first_below[(one >> rank::TEN & 31) as usize];
        if pair == Value::NONE && next == 0 {
            return self.quick_below(shape, koiks);
        }
        let kalo = two != 0 && shape.set & KALO_SET == KALO_SET;
        pair = pair.max(Value::new(31, 0).only_if(kalo));
        if self.dark {
            let half_sprak = shape.set & HALF_SPRAK_SET == HALF_SPRAK_SET;
            pair = pair.max(Value::new(25, 0).only_if(half_sprak));
        }
        // A king or a ten alone has a key.
        let key =
            self.highest(shape.set & in_all_suits(KARIDIAN)) & u64::from(next == 39).wrapping_neg();
        pair.max(Value::corbomite(next, key))
    }

    /// C17 to C24.
    #[inline]
    fn quick_pairs(&self, two: Ranks) -> Value {
        let royal = two & !ROYAL == 0;
        let third = rest(rest(two));
        if third == 0 {
            return Value::new(if royal { 23 } else { 24 }, self.top::<2>(two));
        }
        match two.count_ones() {
            8.. => Value::new(17, self.top_of_many(two, 8)),
            6.. => Value::new(18, self.top_of_many(two, 6)),
            4.. => Value::new(19, self.top::<4>(two)),
            _ if two == self.festival => Value::new(20, 0),
            _ => Value::new(if royal { 21 } else { 22 }, self.top::<3>(two)),
        }
    }

    /// C41 to C62, all ranks being different and neither K nor 10.
    fn quick_below(&self, shape: &Shape, koiks: u32) -> Value {
        let Shape { one, set, .. } = *shape;
        let lanes = lanes(set);
        let suit = |id: u8, key: u64| Value::corbomite(id, key);
        let longest = lanes.iter().map(|lane| lane.count_ones()).max().unwrap_or(0);
        match longest {
            8.. => return suit(41, self.flush_of_many(lanes, 8)),
            6.. => return suit(42, self.flush_of_many(lanes, 6)),
            4.. => {
                let spades = [0, 0, 0, lanes[3]];
                return match self.flush::<4>(spades) {
                    0 => suit(46, self.flush::<4>(lanes)),
                    key => suit(44, key),
                };
            }
            3 => {
                let key = self.flush::<3>(lanes);
                return match koiks {
                    // The koik's slot is the lowest card.
                    1.. => suit(47, key >> 2 << 6 | key & 3),
                    0 => suit(54, key),
                };
            }
            2 => {
                let royal = self.flush::<2>(lanes.map(|lane| lane & ROYAL));
                if royal != 0 {
                    return suit(55, royal);
                }
                return match self.flush::<2>([0, 0, 0, lanes[3]]) {
                    0 => suit(57, self.flush::<2>(lanes)),
                    key => suit(56, key),
                };
            }
            _ => {}
        }
        let colours = [REDS, !REDS].map(|colour| {
            let cards = set & colour;
            if cards.count_ones() < 2 {
                return 0;
            }
            // At most one card of each suit.
            let first = self.highest(cards);
            let rank = self.at[(first >> 2) as usize & 15];
            first << 6 | self.highest(cards & !in_all_suits(1 << rank))
        });
        let colour = colours[0].max(colours[1]);
        if colour != 0 {
            return suit(58, colour);
        }
        let royal = one & FACES != 0;
        match one >> rank::ACE & 1 == 1 {
            true if !royal || self.zethrac == Zethrac::Alone => suit(61, 0),
            _ if !royal => suit(62, 0),
            _ => Value::BARE,
        }
    }
}
