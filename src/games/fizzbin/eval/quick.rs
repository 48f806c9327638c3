//! The quick way: cards without doubles and with no kronk spent, judged as sets of 64 bits.

use super::super::hand::{Card, Cards, Value, rank};
use super::super::rules::{FridayPairs, Tepo, Zethrac};
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

/// What the quick way looks at: natural cards without doubles, and the ranks that are held at
/// least so often.
#[derive(Clone, Copy)]
struct Shape {
    set: u64,
    lanes: [Ranks; 4],
    one: Ranks,
    two: Ranks,
    three: Ranks,
    four: Ranks,
    /// How many cards of each suit, sixteen bits each.
    counts: u64,
}

impl Shape {
    #[inline]
    fn new(set: u64) -> Shape {
        let lanes = [0, 16, 32, 48].map(|at| (set >> at) as u32 & 0xffff);
        let [a, b, c, d] = lanes;
        let (odd, both) = (a ^ b, a & b);
        let (other, others) = (c ^ d, c & d);
        Shape {
            set,
            lanes,
            one: a | b | c | d,
            two: both | others | odd & other,
            three: both & (c | d) | others & (a | b),
            four: both & others,
            counts: Shape::counts(set),
        }
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

impl Evaluator {
    /// What hand, and hand and pile, score with no kronk spent.
    #[inline]
    pub fn natural(&self, hand: &Cards, pile: &Cards) -> (Value, Value) {
        if !self.is_quick(hand, pile) {
            return self.natural_thoroughly(hand, pile);
        }
        let mine = Shape::new(hand.set() & self.natural);
        let koiks = hand.count(Card::KOIK) + pile.count(Card::KOIK);
        let whole = match pile.is_empty() {
            true => mine,
            false => Shape::new((hand.set() | pile.set()) & self.natural),
        };
        (self.quick_beside(&mine, &whole, hand), self.quick_combined(&whole, koiks))
    }

    /// What a hand beside a pile scores with no kronk spent.
    #[inline]
    pub fn natural_hand(&self, hand: &Cards, pile: &Cards) -> Value {
        if !self.is_quick(hand, pile) {
            return self.hand_thoroughly(hand, pile);
        }
        let whole = Shape::new((hand.set() | pile.set()) & self.natural);
        self.quick_beside(&Shape::new(hand.set() & self.natural), &whole, hand)
    }

    /// A number that no name of so many of these cards goes below: what they are with every bar lifted,
    /// or less; 8 if they have no name. Much quicker than to look at each such hand.
    #[inline]
    pub fn least_id(&self, cards: &Cards, of: u32) -> u8 {
        if !self.quick || cards.twice() & self.natural != 0 {
            return 1;
        }
        let set = cards.set() & self.natural;
        let Shape { one, two, .. } = Shape::new(set);
        let in_force = !self.tuesday;
        let royal = two & self.royal_fizzbin;
        let holds = |cards: u64| set & cards != 0;
        match () {
            () if of == 7 && rest(rest(royal)) != 0 => 1,
            () if in_force && two & FULL_PAIRS != 0 && one & self.full == self.full => 2,
            () if rest(two) != 0 => 3,
            () if in_force && holds(REDS & in_all_suits(FRACTION)) => 4,
            () if in_force && two & FULL_PAIRS != 0 => 5,
            () if in_force && holds(in_all_suits(self.quarter)) => 6,
            () if in_force && holds(in_all_suits(FRACTION)) => 7,
            () => 8,
        }
    }

    /// Whether the quick way knows these cards.
    #[inline]
    fn is_quick(&self, hand: &Cards, pile: &Cards) -> bool {
        let doubles = hand.twice() | pile.twice() | hand.set() & pile.set();
        self.quick && doubles & self.natural == 0
    }

    /// A hand, the quick way, where hand and pile are what `whole` is.
    #[inline]
    fn quick_beside(&self, mine: &Shape, whole: &Shape, hand: &Cards) -> Value {
        let friday = self.friday_pairs.is_some_and(|pairs| {
            let held = if pairs == FridayPairs::Family { whole.two } else { mine.two };
            held & self.friday_ranks != 0
        });
        self.quick_hand(mine, hand.set(), hand.len(), whole.four != 0, friday)
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

    /// The quick way for hands: no doubles, no kronk spent. `slunk` and `friday` tell of hand and
    /// pile. Always inlined: as a call it makes judging a set of cards a fifth slower.
    #[inline(always)]
    fn quick_hand(&self, shape: &Shape, set: u64, cards: u32, slunk: bool, friday: bool) -> Value {
        let Shape { lanes, one, two, three, .. } = *shape;
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
                        let flush = self.flush::<2>(lanes.map(|lane| lane & !(two & !three)));
                        let key = self.top::<2>(two) << 10 | flush;
                        Value::new(3, key).only_if(flush != 0)
                    }
                    _ => self.quick_fizzbin(lanes, two, three),
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

    /// H3: the best two pairs that leave two of a suit, and the best of those.
    fn quick_fizzbin(&self, lanes: [Ranks; 4], two: Ranks, three: Ranks) -> Value {
        let mut firsts = two;
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
                // Of three cards of a rank one is left over, and it may be any.
                let used = 1 << self.at[a as usize & 15] | 1 << self.at[b as usize & 15];
                let flush = self.flush::<2>(lanes.map(|lane| lane & !(used & !three)));
                if flush != 0 {
                    return Value::new(3, (a << 4 | b) << 10 | flush);
                }
            }
        }
    }

    /// The quick way for hand and pile: no doubles, no kronk spent.
    #[inline]
    fn quick_combined(&self, shape: &Shape, koiks: u32) -> Value {
        let Shape { lanes, one, two, three, four, .. } = *shape;
        if three != 0 {
            let fridays = self.live >> 12 & 1 == 1;
            if four != 0 {
                return if fridays && four & self.festival == self.festival {
                    Value::new(3, 0)
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
