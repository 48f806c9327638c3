//! The quick way: cards none of which is there more than twice, with no kronk spent, judged as sets of
//! 64 bits.

use super::super::hand::{Card, Cards, Value, rank};
use super::super::rules::{FridayPairs, Tepo, Zethrac};
use super::search::Pool;
use super::{
    EACH, Evaluator, FRACTION, FULL_PAIRS, HALF_SPRAK, KALO, KOIK, REDS, ROYAL, Ranks, SLUNK,
    in_all_suits, ranks, set_of,
};
use std::sync::OnceLock;

/// Sets of ranks.
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

/// What the quick way looks at: natural cards, none of which is there more than twice, and the ranks
/// that are held at least so often.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    set: u64,
    lanes: [Ranks; 4],
    /// Those of them that are there twice.
    again: [Ranks; 4],
    one: Ranks,
    two: Ranks,
    three: Ranks,
    four: Ranks,
    /// How many cards of each suit, sixteen bits each.
    counts: u64,
}

impl Shape {
    /// Cards that are all different.
    #[inline]
    fn new(set: u64) -> Shape {
        let lanes = Shape::lanes(set);
        let [a, b, c, d] = lanes;
        let (odd, both) = (a ^ b, a & b);
        let (other, others) = (c ^ d, c & d);
        Shape {
            set,
            lanes,
            again: [0; 4],
            one: a | b | c | d,
            two: both | others | odd & other,
            three: both & (c | d) | others & (a | b),
            four: both & others,
            counts: Shape::counts(set),
        }
    }

    /// Cards some of which are there twice.
    #[inline]
    fn doubled(set: u64, twice: u64) -> Shape {
        let (once, more) = (Shape::new(set), Shape::new(twice));
        Shape {
            again: more.lanes,
            two: once.two | more.one,
            three: once.three | once.two & more.one,
            four: once.four | once.three & more.one | more.two,
            counts: once.counts + more.counts,
            ..once
        }
    }

    #[inline]
    fn lanes(set: u64) -> [Ranks; 4] {
        [0, 16, 32, 48].map(|at| (set >> at) as u32 & 0xffff)
    }

    /// The ranks of which there are at least six cards, and eight.
    fn many(&self) -> (Ranks, Ranks) {
        let [a, b, c, d] = self.again;
        let two = a & b | c & d | (a | b) & (c | d);
        let three = a & b & (c | d) | c & d & (a | b);
        let once = self.lanes.iter().fold(!0, |all, lane| all & lane);
        (once & two | three, a & b & c & d)
    }

    /// The bits of each suit, added up side by side.
    #[inline]
    const fn counts(set: u64) -> u64 {
        let twos = set - (set >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        let eights = fours + (fours >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
        eights + (eights >> 8) & 0x00ff_00ff_00ff_00ff
    }

    /// Whether there are so many cards of a suit.
    #[inline]
    const fn flush(&self, many: u64) -> bool {
        (self.counts + (0x8000 - many) * EACH) & 0x8000 * EACH != 0
    }
}

/// A set without its lowest member, if it has one.
#[inline]
const fn rest(set: Ranks) -> Ranks {
    set & set.wrapping_sub(1)
}

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

/// What a hand's name depends on of the cards of hand and pile.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    all: Cards,
    quick: bool,
    /// Four of a kind (C10), and Friday's pairs (Y3).
    slunk: bool,
    friday: bool,
}

impl Evaluator {
    /// What hand, and hand and pile, score with no kronk spent.
    #[inline]
    pub fn natural(&self, hand: &Cards, pile: &Cards) -> (Value, Value) {
        let all = hand.and(pile);
        (self.natural_beside(hand, &self.whole(&all)).value, self.natural_combined(&all))
    }

    /// What a hand beside a pile scores with no kronk spent.
    #[inline]
    pub fn natural_hand(&self, hand: &Cards, pile: &Cards) -> Value {
        self.natural_beside(hand, &self.whole(&hand.and(pile))).value
    }

    /// What hands look at of the cards of hand and pile, whichever of them are the hand.
    #[inline]
    pub fn whole(&self, all: &Cards) -> Whole {
        let quick = self.is_quick(all);
        let Shape { two, four, .. } = self.shape(all);
        let family = self.friday_pairs == Some(FridayPairs::Family);
        let friday = family && two & self.friday_ranks != 0;
        Whole { all: *all, quick, slunk: four != 0, friday }
    }

    /// What a hand beside a pile is with no kronk spent.
    #[inline]
    pub fn natural_beside(&self, hand: &Cards, whole: &Whole) -> Standing {
        let shape = self.shape(hand);
        let held = hand.set();
        let value = if whole.quick {
            let friday = whole.friday
                || self.friday_pairs == Some(FridayPairs::Hand)
                    && shape.two & self.friday_ranks != 0;
            self.quick_hand(&shape, held, hand.len(), whole.slunk, friday)
        } else {
            self.hand_thoroughly(hand, &whole.all)
        };
        Standing {
            value,
            parts: self.parts_of(&shape),
            three_quarter: held & self.natural & REDS & in_all_suits(FRACTION) != 0,
        }
    }

    /// Parts of a full fizzbin in a hand, of four: its two single ranks, and two sevens, jacks or aces
    /// (H2).
    pub fn parts(&self, hand: &Cards) -> u8 {
        self.parts_of(&self.shape(hand))
    }

    #[inline]
    fn parts_of(&self, &Shape { one, two, .. }: &Shape) -> u8 {
        let singles = one & self.full;
        let singles = u8::from(singles != 0) + u8::from(singles == self.full);
        let (one, two) = (one & FULL_PAIRS != 0, two & FULL_PAIRS != 0);
        singles + u8::from(one) + u8::from(two)
    }

    /// What hand and pile score with no kronk spent.
    #[inline]
    pub fn natural_combined(&self, all: &Cards) -> Value {
        match self.is_quick(all) {
            true => self.quick_combined(&self.shape(all), all.count(Card::KOIK)),
            false => Pool::new(self, all, None, 0).combined().0,
        }
    }

    /// The natural ones of some cards, as if none were there more often than the quick way knows.
    #[inline]
    fn shape(&self, cards: &Cards) -> Shape {
        let set = cards.set() & self.natural;
        // On most days there are no doubles, and no time is spent on them.
        if self.doubles {
            Shape::doubled(set, cards.twice() & self.natural)
        } else {
            Shape::new(set)
        }
    }

    /// Whether the quick way knows these cards: none is there more often than it looks.
    #[inline]
    fn is_quick(&self, cards: &Cards) -> bool {
        let too_often = if self.doubles { cards.thrice() } else { cards.twice() };
        self.quick && too_often & self.natural == 0
    }

    /// The cards of which a hand must get one before so many of them all can have a name below a
    /// number, whatever bars it. Much quicker than to look at each such hand.
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
            (in_force, to_one(REDS & fractions)),
            (in_force, to_pairs(FULL_PAIRS, 1)),
            (in_force, to_one(in_all_suits(self.quarter))),
            (in_force, to_one(fractions)),
        ];
        let better = named.iter().take(usize::from(below.saturating_sub(1)));
        better.fold(0, |all, &(may, cards)| if may { all | cards } else { all })
    }

    /// What a hand of so many cards and without a pile scores with no kronk spent: a set of cards
    /// that are all different, and so many koiks beside them.
    #[inline]
    pub fn natural_set(&self, hand: u64, koiks: u32, cards: u32) -> (Value, Value) {
        debug_assert!(hand & KOIK == 0 && cards == hand.count_ones() + koiks);
        if !self.quick {
            let mut cards = Cards::from_set(hand);
            (0..koiks).for_each(|_| cards.add(Card::KOIK));
            return self.natural_thoroughly(&cards, &Cards::EMPTY);
        }
        let shape = Shape::new(hand & self.natural);
        let friday = self.friday_pairs.is_some() && shape.two & self.friday_ranks != 0;
        (
            self.quick_hand(&shape, hand, cards, shape.four != 0, friday),
            self.quick_combined(&shape, koiks),
        )
    }

    /// The highest of a set of cards, by rank and suit, as a key; of none, any number.
    #[inline]
    fn highest(&self, set: u64) -> u64 {
        let held = (set | set >> 16 | set >> 32 | set >> 48) as u32;
        let place = self.top::<1>(held);
        let suits = set >> self.at[place as usize & 15] & EACH;
        // The four bits side by side.
        let suits = suits.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48;
        place << 2 | u64::from(self.best_suits[suits as usize & 15])
    }

    /// The places of the highest ranks of a set, up to four, four bits each; zeros where there are
    /// fewer.
    #[inline]
    fn top<const N: usize>(&self, set: Ranks) -> u64 {
        const { assert!(N <= 4) }
        u64::from(self.tops[set as usize & (SETS - 1)] >> (16 - 4 * N))
    }

    /// As [`Evaluator::top`], of more ranks.
    fn top_of_many(&self, set: Ranks, many: u32) -> u64 {
        let ranks = self.ranks[..self.ranks_len].iter().filter(|&rank| set >> rank & 1 == 1);
        let places = ranks.map(|&rank| u64::from(self.places[usize::from(rank)]));
        places.take(many as usize).fold(0, |key, place| key << 4 | place)
    }

    /// The best flush of more than four cards, of which there is one.
    fn flush_of_many(&self, lanes: [Ranks; 4], many: u32) -> u64 {
        let long = (0..4).filter(|&suit| lanes[suit].count_ones() >= many);
        let key =
            |suit: usize| self.top_of_many(lanes[suit], many) << 2 | u64::from(self.suits[suit]);
        long.map(key).max().unwrap_or(0)
    }

    /// The best flush of so many cards in one of some lanes, as a key; 0 for none.
    #[inline]
    fn flush<const N: usize>(&self, lanes: [Ranks; 4]) -> u64 {
        let mut best = 0;
        for suit in 0..4 {
            let key = self.top::<N>(lanes[suit]);
            // The last place is 0 where the lane is too short. Nobody could foresee which are.
            let long = u64::from(key & 15 != 0).wrapping_neg();
            best = best.max((key << 2 | u64::from(self.suits[suit])) & long);
        }
        best
    }

    /// The best two cards of a suit, some of which are there twice, as a key; 0 for none.
    #[inline]
    fn two_of_a_suit(&self, lanes: [Ranks; 4], again: [Ranks; 4]) -> u64 {
        let mut best = self.flush::<2>(lanes);
        for suit in 0..4 {
            // Where the best card is there twice nothing beats it.
            let place = self.top::<1>(again[suit]);
            let is_there = u64::from(place != 0).wrapping_neg();
            best = best.max((place << 6 | place << 2 | u64::from(self.suits[suit])) & is_there);
        }
        best
    }

    /// The quick way for hands, with no kronk spent. `slunk` and `friday` tell of hand and
    /// pile. Always inlined: as a call it makes judging a set of cards a fifth slower.
    #[inline(always)]
    fn quick_hand(&self, shape: &Shape, set: u64, cards: u32, slunk: bool, friday: bool) -> Value {
        let Shape { one, two, three, .. } = *shape;
        let (second, third) = (rest(two), rest(rest(two)));
        // H1: all seven cards are of the four ranks, three of them twice.
        if one == self.royal_fizzbin
            && cards == 7
            && third != 0
            && rest(third) == 0
            && three == 0
            && !(self.drella && (slunk || shape.flush(4)))
        {
            return Value::new(1, self.top::<3>(two) << 4 | self.top::<1>(one & !two));
        }
        // Which of the others it is cannot be foreseen, so each is looked at without a branch; of
        // two the better one is the greater one.
        let mut best = Value::NONE;
        if !friday {
            if second != 0 && !(self.drella && (third != 0 || shape.flush(4))) {
                best = match third {
                    0 => {
                        let flush = self.flush_beside(shape, two);
                        let key = self.top::<2>(two) << 10 | flush;
                        Value::new(3, key).only_if(flush != 0)
                    }
                    _ => self.quick_fizzbin(shape),
                };
            }
            if !self.tuesday {
                let pair = two & FULL_PAIRS;
                let paired = pair != 0 && !(self.drella && three != 0);
                let key = self.top::<1>(pair);
                let full = Value::new(2, key).only_if(paired && one & self.full == self.full);
                let half = Value::new(5, key).only_if(paired);
                let quarters = set & self.natural & in_all_suits(self.quarter);
                let quarter = Value::new(6, self.highest(quarters)).only_if(quarters != 0);
                best = best.max(full).max(half.max(quarter));
                if !(cards >= 7 && self.others_bar && self.tepo == Tepo::Seventh) {
                    let reds = set & self.natural & REDS & in_all_suits(FRACTION);
                    best = best.max(Value::new(4, self.highest(reds)).only_if(reds != 0));
                }
            }
        }
        let colour = self.others_bar && set & self.misfits != 0;
        if colour || self.tuesday || best != Value::NONE {
            return best;
        }
        let blacks = set & self.natural & !REDS & in_all_suits(FRACTION);
        Value::new(7, self.highest(blacks)).only_if(blacks != 0)
    }

    /// The best two cards of a suit beside pairs of some ranks, as a key; 0 for none.
    #[inline]
    fn flush_beside(&self, shape: &Shape, pairs: Ranks) -> u64 {
        let Shape { lanes, again, three, four, .. } = *shape;
        // Of three cards of a rank one is left over, of four two are, and they may be any.
        self.two_of_a_suit(
            lanes.map(|lane| lane & !(pairs & !three)),
            again.map(|lane| lane & !(pairs & !four)),
        )
    }

    /// H3: the best two pairs that leave two of a suit, and the best of those.
    fn quick_fizzbin(&self, shape: &Shape) -> Value {
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

    /// The quick way for hand and pile, with no kronk spent.
    #[inline]
    fn quick_combined(&self, shape: &Shape, koiks: u32) -> Value {
        let Shape { lanes, one, two, three, four, .. } = *shape;
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
            let flush = self.flush::<4>(lanes.map(|lane| lane & !(two & !three)));
            let has = set_of(&HALF_SPRAK);
            if flush != 0 && shape.set & has != has {
                let id = if two & ROYAL != 0 { 26 } else { 27 };
                return Value::new(id, self.top::<1>(two) << 18 | flush);
            }
        }
        // Whether there is a pair cannot be foreseen: without one all ranks are different, and the
        // first id below corbomite is mostly a matter of ranks.
        let mut pair = self.pair_values[(two | 1 << 15).trailing_zeros() as usize & 15];
        if koiks >= 2 {
            pair = pair.max(Value::new(35, self.places[0].into()));
        }
        let next = self.first_below[(one >> rank::TEN & 31) as usize];
        if pair == Value::NONE && next == 0 {
            return self.quick_below(shape, koiks);
        }
        let black = set_of(&KALO);
        pair = pair.max(Value::new(31, 0).only_if(two != 0 && shape.set & black == black));
        if self.dark {
            let has = set_of(&HALF_SPRAK);
            pair = pair.max(Value::new(25, 0).only_if(shape.set & has == has));
        }
        // A king or a ten alone has a key.
        let karidian = in_all_suits(ranks(&[rank::KING, rank::TEN]));
        let key = self.highest(shape.set & karidian) & u64::from(next == 39).wrapping_neg();
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
        let Shape { lanes, one, set, .. } = *shape;
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
            // One card of each suit at most.
            let first = self.highest(cards);
            let rank = self.at[(first >> 2) as usize & 15];
            first << 6 | self.highest(cards & !in_all_suits(1 << rank))
        });
        let colour = colours[0].max(colours[1]);
        if colour != 0 {
            return suit(58, colour);
        }
        let royal = one & ranks(&[rank::JACK, rank::QUEEN, rank::KING]) != 0;
        match one >> rank::ACE & 1 == 1 {
            true if !royal || self.zethrac == Zethrac::Alone => suit(61, 0),
            _ if !royal => suit(62, 0),
            _ => Value::BARE,
        }
    }
}
