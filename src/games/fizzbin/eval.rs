//! What cards score under the rules of a day (section "Evaluation"): a quick way for cards without
//! wild ones spent and without doubles, and a thorough one for everything.

mod search;
mod told;

use self::search::Pool;
pub(super) use self::told::rank_name;
pub use self::told::{Decider, Spent, Stand};
use super::hand::{Card, Cards, Suit, Value, rank};
use super::rules::{
    BarScope, Drella, Frac, FridayPairs, FullDark, Kinds, KronkRank, LandruKronk, Merge, Order,
    Pack, PromotedKings, Rules, Tail, Tebo, Tepo, TueDeck, Unused, Weekday, Zethrac,
};
use std::cmp::{Ordering, Reverse};
use std::sync::OnceLock;

/// A set of ranks: bit r is rank r.
type Ranks = u32;

const fn ranks(of: &[u8]) -> Ranks {
    let mut set = 0;
    let mut i = 0;
    while i < of.len() {
        set |= 1 << of[i];
        i += 1;
    }
    set
}

/// All cards of some ranks.
const fn in_all_suits(set: Ranks) -> u64 {
    set as u64 * EACH
}

const REDS: u64 = 0xffff_ffff;
const KOIK: u64 = 1;
/// Ten and higher, on any day.
const ROYAL: Ranks = ranks(&[10, 11, 12, 13, 14]);
/// The ranks of H4 and H7.
const FRACTION: Ranks = ranks(&[3, 5, 6, 8, 9, 10]);
/// The ranks of the pairs of H2 and H5.
const FULL_PAIRS: Ranks = ranks(&[7, 11, 14]);
/// J♣ J♠ (C31); Q♥ Q♣ 3♦ 9♠ (C25); Q♥ Q♣ 2♦ 6♠ (C59).
const KALO: [Card; 2] = [Card::new(rank::JACK, Suit::Clubs), Card::new(rank::JACK, Suit::Spades)];
const HALF_SPRAK: [Card; 4] = [
    Card::new(rank::QUEEN, Suit::Hearts),
    Card::new(rank::QUEEN, Suit::Clubs),
    Card::new(3, Suit::Diamonds),
    Card::new(9, Suit::Spades),
];
const THIRD_SPRAK: [Card; 4] = [
    Card::new(rank::QUEEN, Suit::Hearts),
    Card::new(rank::QUEEN, Suit::Clubs),
    Card::new(2, Suit::Diamonds),
    Card::new(6, Suit::Spades),
];

const fn set_of(cards: &[Card]) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < cards.len() {
        set |= 1 << cards[i].bit();
        i += 1;
    }
    set
}

const fn ids(of: &[u8]) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < of.len() {
        set |= 1 << of[i];
        i += 1;
    }
    set
}

/// C10 among the ids of combined cards.
const SLUNK: u8 = 10;
/// F: scores where being disqualified has no effect.
const F: u64 = ids(&[2, 5, 6, 7, 15]);
/// F′: the same, unless read literally.
const F_PRIME: u64 = ids(&[1, 3, 4, 11, 12, 13]);
/// What can bar: kinds, slunks, krakos, stinks, four-flushes, zethracs (A23).
const DRELLA: u64 = ids(&[9, SLUNK, 12, 14, 15, 21, 22, 43, 44, 45, 46, 60, 61, 62]);

/// What bars a hand from its name (E3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Bar {
    /// Three of a kind.
    ThreeKind,
    /// Four of a suit.
    FourFlush,
    /// A card below ten.
    BelowTen,
    /// Four of a kind, in hand and pile.
    Slunk,
    /// Three pairs.
    ThreePairs,
    /// A seventh hand card.
    Seventh,
    /// A red card or one of the ranks that H7 names.
    Colour,
    /// It is Tuesday.
    Tuesday,
    /// Aces, a court pair or tens on a Friday.
    FridayPair,
}

impl Bar {
    /// All of them.
    pub const ALL: [Bar; 9] = [
        Bar::ThreeKind,
        Bar::FourFlush,
        Bar::BelowTen,
        Bar::Slunk,
        Bar::ThreePairs,
        Bar::Seventh,
        Bar::Colour,
        Bar::Tuesday,
        Bar::FridayPair,
    ];

    /// What it is, with the rule that makes it one.
    pub const fn name(self) -> &'static str {
        match self {
            Bar::ThreeKind => "three of a kind",
            Bar::FourFlush => "four of a suit",
            Bar::BelowTen => "a card below ten",
            Bar::Slunk => "slunk (C10)",
            Bar::ThreePairs => "three pairs",
            Bar::Seventh => "a seventh hand card",
            Bar::Colour => "a red card, A 2 4 7 J Q K or low ace (H7)",
            Bar::Tuesday => "Tuesday (Y4)",
            Bar::FridayPair => "Friday's pairs (Y3)",
        }
    }
}

/// A set of [`Bar`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bars(u16);

impl Bars {
    fn add(&mut self, bar: Bar, bars: bool) {
        self.0 |= u16::from(bars) << bar as u8;
    }

    /// Whether nothing bars.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Bar> {
        Bar::ALL.into_iter().filter(move |&bar| self.0 >> bar as u8 & 1 == 1)
    }
}

/// How many kronks a player may spend in each stage (P11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ceilings {
    /// Of the hand's, k6.
    pub hand: u8,
    /// Of hand and pile's, k7.
    pub combined: u8,
}

impl Ceilings {
    /// None.
    pub const NONE: Ceilings = Ceilings { hand: 0, combined: 0 };
}

/// What a stage scores within its ceiling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// What it is.
    pub value: Value,
    /// Kronks that it costs.
    pub spent: u8,
    /// The order of their ranks, highest first, from the highest four bits down (W4).
    kronks: u128,
}

/// What a player scores in both stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Stage 6: the hand.
    pub hand: Stage,
    /// Stage 7: hand and pile.
    pub combined: Stage,
    /// The seventh card that is named a kronk on a Thursday (W1e).
    pub named: Option<Card>,
    /// All natural cards, where they settle ties (E1).
    natural: Cards,
}

impl Score {
    /// Kronks spent in both stages.
    pub fn spent(&self) -> u32 {
        u32::from(self.hand.spent) + u32::from(self.combined.spent)
    }
}

/// The rules of a day, made ready to judge cards.
#[derive(Clone, Debug)]
pub struct Law {
    /// Cards that are wild, whoever holds them (W1).
    kronks: u64,
    /// Cards with a natural value.
    natural: u64,
    /// The ranks of the deck, best first, and how many.
    ranks: [u8; 14],
    ranks_len: usize,
    /// The place of each rank in today's order, 1..=15; a kronk's slot is 0 (D4, D6, E2).
    places: [u8; 15],
    /// The rank of each place.
    at: [u8; 16],
    /// The place of each suit in today's order.
    suits: [u8; 4],
    /// The places of the four highest ranks of each set, highest first, four bits each.
    tops: &'static [u16; SETS],
    /// The place of the highest suit of each set of suits.
    best_suits: [u8; 16],
    dark: bool,
    /// King or queen.
    court: u8,
    /// J, court, A; with 10.
    festival: Ranks,
    royal_fizzbin: Ranks,
    /// The two single ranks of H2.
    full: Ranks,
    /// The ranks of H6.
    quarter: Ranks,
    /// Cards that H7 must not hold; koiks it may.
    misfits: u64,
    /// Friday's pairs (Y3).
    friday_pairs: Option<FridayPairs>,
    friday_ranks: Ranks,
    /// Whether bars marked [d] and [t] are in force, and seventh cards and colours bar.
    drella: bool,
    tuesday: bool,
    others_bar: bool,
    /// The combined ids that score.
    live: u64,
    /// Whether a seventh hand card may be named a kronk, and which (W1e).
    seventh: bool,
    tebo: Tebo,
    /// Whether kronks may be spent (M3).
    spendable: bool,
    tepo: Tepo,
    frac: Frac,
    zethrac: Zethrac,
    scope: BarScope,
    merge: Merge,
    tail: Tail,
    kronk_rank: KronkRank,
    /// Whether the quick way knows these rules, and what it looks up: a pair of each rank beside
    /// nothing better, and the first id below corbomite of each set of ranks from ten on, where it
    /// is 37 to 39.
    quick: bool,
    pair_values: [Value; 16],
    first_below: [u8; 32],
}

impl Law {
    /// The law of rules that were checked.
    pub fn new(rules: &Rules) -> Law {
        let weekday = rules.weekday();
        let (tuesday, friday) = (weekday == Weekday::Tuesday, weekday == Weekday::Friday);
        let dark = rules.dark;
        let promoted = rules.pack() == Pack::Promoted;

        // W1: what is wild, and D5: what has no value.
        let unused = if dark { [rank::KING, 2] } else { [rank::QUEEN, 4] };
        let mut wild = 0;
        if rules.unused == Unused::Kronk {
            wild |= ranks(&unused);
        }
        if promoted {
            wild |= ranks(&[2]);
            if rules.promoted_kings == PromotedKings::LikeDeuce && !dark {
                wild |= ranks(&[rank::KING]);
            }
        }
        if tuesday && rules.tue_deck == TueDeck::Lowwild {
            wild |= ranks(&[8, 7, 6, 4, 3, 2, 1]);
        }
        if let LandruKronk::Rank(rank) = rules.landru_kronk {
            wild |= 1 << rank;
        }
        let kronks = KOIK | in_all_suits(wild);
        let valued = (1..=14_u8).fold(0, |all, rank| all | 1 << rank) & !wild & !ranks(&unused);

        // D4, D6.
        let reordered = weekday == Weekday::Thursday && rules.order == Order::Day;
        let mut places: [u8; 15] = std::array::from_fn(|rank| rank as u8 + 1);
        let mut suits = [0, 1, 2, 3];
        if reordered {
            for (place, rank) in
                [13, 11, 9, 7, 5, 3, 1, 14, 12, 10, 8, 6, 4, 2, 0].iter().enumerate()
            {
                places[*rank as usize] = place as u8 + 1;
            }
            suits = [1, 3, 0, 2];
        }
        let mut at = [0; 16];
        (0..15).for_each(|rank| at[usize::from(places[rank])] = rank as u8);
        let held = |rank: &u8| rules.copies(Card::new(*rank, Suit::Diamonds)) > 0;
        let mut order: Vec<u8> = (1..=14).filter(held).collect();
        order.sort_by_key(|&rank| Reverse(places[usize::from(rank)]));
        let mut in_deck = [0; 14];
        in_deck[..order.len()].copy_from_slice(&order);

        let court = if dark { rank::QUEEN } else { rank::KING };
        let festival = ranks(&[rank::JACK, court, rank::ACE]);
        let kings = !dark || rules.full_dark == FullDark::K2;
        let hudecs = matches!(rules.pack(), Pack::Ordinary { hudecs: true });
        let misfits = ranks(&[14, 2, 4, 7, 11, 12, 13]) | u32::from(hudecs) << 1;

        let revived = rules.kesla_revived();
        let noscore = rules.drella == Drella::Noscore && rules.drella_day();
        let mut live = ((1 << 63) - 2) & !ids(&[36]);
        if !revived {
            live &= !F;
            live &= !ids(&[if dark { 29 } else { 30 }]);
        }
        if !revived && (rules.kinds == Kinds::Friday || rules.doubly_dead()) {
            live &= !F_PRIME;
        }
        if noscore {
            live &= !DRELLA;
        }
        let pair_value = |rank: usize| match rank as u8 {
            rank::ACE => Value::of(28, 0),
            rank::KING => Value::of(29, 0),
            rank::QUEEN => Value::of(30, 0),
            rank::JACK => Value::of(32, 0),
            rank @ 0..15 => {
                let id = if rank == rank::TEN { 33 } else { 35 };
                Value::of(id, places[usize::from(rank)].into())
            }
            _ => Value::NONE,
        };
        let first_below = |set: usize| {
            let set = (set as Ranks) << rank::TEN;
            let karidian = set & ranks(&[rank::KING, rank::TEN]);
            match karidian.count_ones() {
                _ if set & festival == festival => 37,
                2 => 38,
                1 => 39,
                _ => 0,
            }
        };
        Law {
            pair_values: std::array::from_fn(pair_value),
            first_below: std::array::from_fn(first_below),
            kronks,
            natural: in_all_suits(valued),
            ranks: in_deck,
            ranks_len: order.len(),
            places,
            at,
            suits,
            tops: tops(reordered, &places),
            best_suits: std::array::from_fn(|set| {
                let held = (0..4).filter(|suit| set >> suit & 1 == 1);
                held.map(|suit| suits[suit]).max().unwrap_or(0)
            }),
            dark,
            court,
            festival,
            royal_fizzbin: festival | ranks(&[rank::TEN]),
            full: if kings { ranks(&[rank::KING, 2]) } else { ranks(&[rank::QUEEN, 4]) },
            quarter: if dark { ranks(&[rank::QUEEN, 4]) } else { ranks(&[rank::KING, 2]) },
            misfits: REDS & !KOIK | in_all_suits(misfits),
            friday_pairs: friday
                .then_some(rules.friday_pairs)
                .filter(|&pairs| pairs != FridayPairs::Off),
            friday_ranks: ranks(&[rank::ACE, court, rank::TEN]),
            drella: !(revived || rules.drella_day() && rules.drella == Drella::Void),
            tuesday: tuesday && !revived,
            others_bar: !revived,
            live,
            seventh: weekday == Weekday::Thursday,
            tebo: rules.tebo,
            spendable: rules.kronks_allowed(),
            tepo: rules.tepo,
            frac: rules.frac,
            zethrac: rules.zethrac,
            scope: rules.bar_scope,
            merge: rules.merge,
            tail: rules.tail,
            kronk_rank: rules.kronk_rank,
            quick: !noscore && rules.bar_scope == BarScope::List && rules.frac == Frac::Suit,
        }
    }

    /// Whether a card is wild, whoever holds it (W1); a Thursday's seventh card is not.
    #[inline]
    pub fn is_kronk(&self, card: Card) -> bool {
        self.kronks >> card.bit() & 1 == 1
    }

    /// Whether a card has a natural value today.
    #[inline]
    pub fn is_natural(&self, card: Card) -> bool {
        self.natural >> card.bit() & 1 == 1
    }

    /// Those of some cards that are wild.
    pub fn wild(&self, cards: &Cards) -> Cards {
        cards.only(self.kronks)
    }

    /// How many of some cards are wild.
    pub fn kronks(&self, cards: &Cards) -> u32 {
        cards.only(self.kronks).len()
    }

    /// The most kronks that a player may say to spend in each stage (P11, W1e, M3); `last` is the
    /// card that came last, as in [`Law::score`].
    pub fn most(&self, hand: &Cards, pile: &Cards, last: Option<Card>) -> Ceilings {
        if !self.spendable {
            return Ceilings::NONE;
        }
        let mine = self.kronks(hand);
        let named = u32::from(self.tebos(hand, last).next().is_some());
        let most = |kronks: u32| kronks.min(u8::MAX.into()) as u8;
        Ceilings { hand: most(mine + named), combined: most(mine + self.kronks(pile) + named) }
    }

    /// The cards of a hand that may be named a kronk (W1e), which are none yet.
    fn tebos(&self, hand: &Cards, last: Option<Card>) -> impl Iterator<Item = Card> + use<> {
        let set = match self.tebo {
            _ if !self.seventh || hand.len() != 7 => 0,
            Tebo::Any => hand.set(),
            Tebo::Seventh => last.map_or(0, |card| 1 << card.bit()),
        };
        Cards::of_set(set & !self.kronks).different()
    }

    /// Whether who has what in the order in which it came matters (W1e).
    pub fn asks_for_the_last(&self) -> bool {
        self.seventh && self.tebo == Tebo::Seventh
    }

    /// The ranks that the landru may name: those of the deck, highest first (W1f).
    pub fn nameable(&self) -> &[u8] {
        &self.ranks[..self.ranks_len]
    }

    /// Whether a card may be redeemed: one of H6 that the light uses (S4).
    pub fn redeems(&self, card: Card) -> bool {
        self.is_natural(card) && self.quarter >> card.rank() & 1 == 1
    }

    /// How many kronks four jacks cost with these cards, if they can be made (C14, P10).
    pub fn krako(&self, all: &Cards) -> Option<u8> {
        let missing = 4_u32.saturating_sub(self.naturals(all, rank::JACK));
        let spent = if self.spendable { self.kronks(all) } else { 0 };
        (missing <= spent).then_some(missing as u8)
    }

    /// Whether there is a natural pair of sevens among these cards (P10).
    pub fn oxmyx(&self, all: &Cards) -> bool {
        self.naturals(all, 7) >= 2
    }

    /// Whether a hand may come to be called by a place among the names of hands (Y4).
    pub fn may_be(&self, place: usize) -> bool {
        !self.tuesday || !matches!(place + 1, 2 | 4..=7)
    }

    /// The two single ranks of a full fizzbin (H2).
    pub fn full_singles(&self) -> [u8; 2] {
        let low = self.full.trailing_zeros() as u8;
        [self.full.ilog2() as u8, low]
    }

    /// Whether there is a natural card that makes a three-quarter fizzbin (H4).
    pub fn holds_three_quarter(&self, cards: &Cards) -> bool {
        cards.set() & self.natural & REDS & in_all_suits(FRACTION) != 0
    }

    /// Whether combinations disqualify today what they bar (E3, the bars marked d).
    pub fn disqualifies(&self) -> bool {
        self.drella
    }

    /// How many natural cards of a rank there are.
    pub fn naturals(&self, cards: &Cards, rank: u8) -> u32 {
        cards.only(self.natural & in_all_suits(1 << rank)).len()
    }

    /// What hand, and hand and pile, score with no kronk spent.
    #[inline]
    pub fn natural(&self, hand: &Cards, pile: &Cards) -> (Value, Value) {
        if !self.is_quick(hand, pile) {
            return self.natural_thoroughly(hand, pile);
        }
        let mine = Shape::of(hand.set() & self.natural);
        let koiks = hand.count(Card::KOIK) + pile.count(Card::KOIK);
        let whole = match pile.is_empty() {
            true => mine,
            false => Shape::of((hand.set() | pile.set()) & self.natural),
        };
        (self.quick_beside(&mine, &whole, hand), self.quick_combined(&whole, koiks))
    }

    /// What a hand beside a pile scores with no kronk spent.
    #[inline]
    pub fn natural_hand(&self, hand: &Cards, pile: &Cards) -> Value {
        if !self.is_quick(hand, pile) {
            return self.natural_thoroughly(hand, pile).0;
        }
        let whole = Shape::of((hand.set() | pile.set()) & self.natural);
        self.quick_beside(&Shape::of(hand.set() & self.natural), &whole, hand)
    }

    /// A number that no name of so many of these cards goes below: what they are with every bar lifted,
    /// or less; 8 if they have no name. Much quicker than to look at each such hand.
    #[inline]
    pub fn least_id(&self, cards: &Cards, of: u32) -> u8 {
        if !self.quick || cards.twice() & self.natural != 0 {
            return 1;
        }
        let set = cards.set() & self.natural;
        let Shape { one, two, .. } = Shape::of(set);
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
            let mut cards = Cards::of_set(hand);
            (0..koiks).for_each(|_| cards.add(Card::KOIK));
            return self.natural_thoroughly(&cards, &Cards::EMPTY);
        }
        let shape = Shape::of(hand & self.natural);
        let friday = self.friday_pairs.is_some() && shape.two & self.friday_ranks != 0;
        (
            self.quick_hand(&shape, hand, cards, shape.four != 0, friday),
            self.quick_combined(&shape, koiks),
        )
    }

    /// As [`Law::natural`], the long way.
    pub fn natural_thoroughly(&self, hand: &Cards, pile: &Cards) -> (Value, Value) {
        let score = self.score_with(hand, &hand.and(pile), Ceilings::NONE, None);
        (score.hand.value, score.combined.value)
    }

    /// What hand, and hand and pile, score within ceilings (P11): the best ids, then the best keys,
    /// then the fewest kronks, and of those the highest. `last` is the hand card that came last,
    /// which matters where only that one may be named (W1e).
    pub fn score(
        &self,
        hand: &Cards,
        pile: &Cards,
        ceilings: Ceilings,
        last: Option<Card>,
    ) -> Score {
        let all = hand.and(pile);
        let spendable = self.spendable && ceilings != Ceilings::NONE;
        let named = self.seventh && spendable && hand.len() == 7;
        if !spendable || (!named && all.set() & self.kronks == 0) {
            let (mine, whole) = self.natural(hand, pile);
            return Score {
                hand: Stage { value: mine, ..Stage::default() },
                combined: Stage { value: whole, ..Stage::default() },
                named: None,
                natural: self.told(&all, None),
            };
        }
        let mut best = self.score_with(hand, &all, ceilings, None);
        if named {
            for card in self.tebos(hand, last) {
                let score = self.score_with(hand, &all, ceilings, Some(card));
                // P11: stages prefer keys to kronks, also where W4 comes early.
                let order = self.compare_by(&score, &best, KronkRank::Late);
                if score.spent() > 0 && order == Ordering::Greater {
                    best = score;
                }
            }
        }
        best
    }

    /// The natural cards where they settle ties.
    fn told(&self, all: &Cards, named: Option<Card>) -> Cards {
        match self.tail {
            Tail::Rps => Cards::EMPTY,
            Tail::Cards => {
                let mut natural = all.only(self.natural);
                if let Some(card) = named.filter(|&card| natural.holds(card)) {
                    natural.take(card);
                }
                natural
            }
        }
    }

    /// What cards score, the long way; a named card is a kronk and must be spent.
    fn score_with(
        &self,
        hand: &Cards,
        all: &Cards,
        ceilings: Ceilings,
        named: Option<Card>,
    ) -> Score {
        let ceilings = if self.spendable { ceilings } else { Ceilings::NONE };
        let mine = Pool::new(self, hand, named, ceilings.hand);
        let whole = Pool::new(self, all, named, ceilings.combined);
        let (found, must) = mine.hand(&whole);
        // Beside a hand that alone counts nothing is spent.
        let alone = self.merge == Merge::Single && found.0 != Value::NONE;
        let (value, spent) = if alone { whole.unspent().combined() } else { whole.combined() };
        let mut score = Score {
            hand: Stage { value: found.0, spent: found.1, kronks: 0 },
            combined: Stage { value, spent, kronks: 0 },
            named,
            natural: self.told(all, named),
        };
        if score.spent() > 0 {
            // The named card is spent where it costs least: in the last stage that spends any.
            let named = named.map(|card| card.rank());
            let here = named.filter(|_| spent == 0);
            score.hand.kronks = mine.highest(found.1, must, here);
            score.combined.kronks = whole.highest(spent, [0; 15], named.filter(|_| spent > 0));
        }
        score
    }

    /// Which of two declared players is ahead (E1): greater is better, equal ones throw for it.
    pub fn compare(&self, a: &Score, b: &Score) -> Ordering {
        self.compare_by(a, b, self.kronk_rank)
    }

    #[inline]
    fn compare_by(&self, a: &Score, b: &Score, kronk_rank: KronkRank) -> Ordering {
        self.decided(a, b, kronk_rank).map_or(Ordering::Equal, |(_, order)| order)
    }

    /// All cards high to low by rank and suit; who runs out of cards first is behind.
    fn compare_cards(&self, a: &Cards, b: &Cards) -> Ordering {
        let first = self.first_apart(a, b);
        first.map_or(Ordering::Equal, |card| a.count(card).cmp(&b.count(card)))
    }

    /// The highest card that two players have not as many of.
    fn first_apart(&self, a: &Cards, b: &Cards) -> Option<Card> {
        if a == b {
            return None;
        }
        let mut kinds: Vec<Card> =
            (1..=14).flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit))).collect();
        kinds.sort_by_key(|&card| Reverse(self.card_key(card)));
        kinds.into_iter().find(|&card| a.count(card) != b.count(card))
    }

    /// A card's rank and suit in today's order.
    fn card_key(&self, card: Card) -> u64 {
        let suit = card.suit().map_or(0, |suit| self.suits[suit as usize]);
        u64::from(self.places[usize::from(card.rank())]) << 2 | u64::from(suit)
    }

    /// The bars in force against a hand's name, its natural cards and all being of these shapes.
    fn bars(&self, id: u8, mine: &Census, whole: &Census, cards: u32) -> Bars {
        let seen = if self.scope == BarScope::All { whole } else { mine };
        let mut bars = Bars::default();
        if self.drella {
            bars.add(Bar::ThreeKind, matches!(id, 1 | 2 | 5) && seen.kind >= 3);
            bars.add(Bar::FourFlush, matches!(id, 1 | 3) && seen.flush >= 4);
            bars.add(Bar::BelowTen, id == 1 && seen.held & !ROYAL != 0);
            // A dark sprak (C9) is a slunk too.
            bars.add(Bar::Slunk, id == 1 && whole.kind >= 4);
            bars.add(Bar::ThreePairs, id == 3 && seen.pairs.count_ones() >= 3);
        }
        bars.add(
            Bar::Seventh,
            id == 4 && self.others_bar && self.tepo == Tepo::Seventh && cards >= 7,
        );
        let colour =
            seen.misfits || self.scope == BarScope::All && whole.kronk_misfits > mine.kronk_misfits;
        bars.add(Bar::Colour, id == 7 && self.others_bar && colour);
        bars.add(Bar::Tuesday, matches!(id, 2 | 4 | 5 | 6 | 7) && self.tuesday);
        let friday = match self.friday_pairs {
            None | Some(FridayPairs::Off) => 0,
            Some(FridayPairs::Hand) => mine.pairs,
            Some(FridayPairs::Family) => whole.pairs,
        };
        bars.add(Bar::FridayPair, matches!(id, 2..=6) && friday & self.friday_ranks != 0);
        bars
    }

    /// Everything that a hand of seven or fewer cards is with no kronk spent, H1 first, each with
    /// what bars it.
    pub fn hand_names(&self, hand: &Cards, pile: &Cards) -> Vec<(u8, Bars)> {
        let mine = Pool::new(self, hand, None, 0);
        let whole = Pool::new(self, &hand.and(pile), None, 0);
        (1..=7).filter(|&id| mine.is_hand(id)).map(|id| (id, mine.bars(&whole, id))).collect()
    }

    /// Everything that hand and pile are with no kronk spent, C1 first, each with whether it
    /// scores; C36 is left out.
    pub fn combined_names(&self, all: &Cards) -> Vec<(u8, bool)> {
        let pool = Pool::new(self, all, None, 0);
        let found = (1..=62).filter(|&id| id != 36 && pool.is_combined(id));
        found.map(|id| (id, self.live >> id & 1 == 1)).collect()
    }

    /// Why combined cards of an id score nothing today.
    pub fn dead(&self, id: u8) -> Option<&'static str> {
        let dead = self.live >> id & 1 == 0;
        dead.then_some(match id {
            29 => "dead when dark",
            30 => "dead when light",
            _ if (F | F_PRIME) >> id & 1 == 1 => "scores on Fridays only",
            _ => "what can disqualify scores nothing today (drella)",
        })
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

    /// As [`Law::top`], of more ranks.
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
            return Value::of(1, self.top::<3>(two) << 4 | self.top::<1>(one & !two));
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
                        Value::of(3, key).only_if(flush != 0)
                    }
                    _ => self.quick_fizzbin(lanes, two, three),
                };
            }
            if !self.tuesday {
                let pair = two & FULL_PAIRS;
                let paired = pair != 0 && !(self.drella && three != 0);
                let key = self.top::<1>(pair);
                let full = Value::of(2, key).only_if(paired && one & self.full == self.full);
                let half = Value::of(5, key).only_if(paired);
                let quarters = set & self.natural & in_all_suits(self.quarter);
                let quarter = Value::of(6, self.highest(quarters)).only_if(quarters != 0);
                best = best.max(full).max(half.max(quarter));
                if !(cards >= 7 && self.others_bar && self.tepo == Tepo::Seventh) {
                    let reds = set & self.natural & REDS & in_all_suits(FRACTION);
                    best = best.max(Value::of(4, self.highest(reds)).only_if(reds != 0));
                }
            }
        }
        let colour = self.others_bar && set & self.misfits != 0;
        if colour || self.tuesday || best != Value::NONE {
            return best;
        }
        let blacks = set & self.natural & !REDS & in_all_suits(FRACTION);
        Value::of(7, self.highest(blacks)).only_if(blacks != 0)
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
                    return Value::of(3, (a << 4 | b) << 10 | flush);
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
                    Value::of(3, 0)
                } else if four >> rank::QUEEN & 1 == 1 {
                    Value::of(9, 0)
                } else {
                    Value::of(SLUNK, self.top::<1>(four))
                };
            }
            if fridays {
                return Value::of(12, self.top::<1>(three));
            }
            if three >> rank::JACK & 1 == 1 {
                return Value::of(16, 0);
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
                return Value::of(id, self.top::<1>(two) << 18 | flush);
            }
        }
        // Whether there is a pair cannot be foreseen: without one all ranks are different, and the
        // first id below corbomite is mostly a matter of ranks.
        let mut pair = self.pair_values[(two | 1 << 15).trailing_zeros() as usize & 15];
        if koiks >= 2 {
            pair = pair.max(Value::of(35, self.places[0].into()));
        }
        let next = self.first_below[(one >> rank::TEN & 31) as usize];
        if pair == Value::NONE && next == 0 {
            return self.quick_below(shape, koiks);
        }
        let black = set_of(&KALO);
        pair = pair.max(Value::of(31, 0).only_if(two != 0 && shape.set & black == black));
        if self.dark {
            let has = set_of(&HALF_SPRAK);
            pair = pair.max(Value::of(25, 0).only_if(shape.set & has == has));
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
            return Value::of(if royal { 23 } else { 24 }, self.top::<2>(two));
        }
        match two.count_ones() {
            8.. => Value::of(17, self.top_of_many(two, 8)),
            6.. => Value::of(18, self.top_of_many(two, 6)),
            4.. => Value::of(19, self.top::<4>(two)),
            _ if two == self.festival => Value::of(20, 0),
            _ => Value::of(if royal { 21 } else { 22 }, self.top::<3>(two)),
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

/// Sets of ranks.
const SETS: usize = 1 << 15;

/// The places of the four highest ranks of each set, in the plain order or in that of Thursdays.
fn tops(reordered: bool, places: &[u8; 15]) -> &'static [u16; SETS] {
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

/// One in each suit's sixteen bits.
const EACH: u64 = 0x0001_0001_0001_0001;

impl Shape {
    #[inline]
    fn of(set: u64) -> Shape {
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

/// What bars look at: natural cards, doubles and all.
struct Census {
    /// Ranks held, and held at least twice.
    held: Ranks,
    pairs: Ranks,
    /// Most of a rank, and most of a suit.
    kind: u8,
    flush: u8,
    /// Whether a card that is no kronk is one of H7's misfits, and how many kronks are.
    misfits: bool,
    kronk_misfits: u8,
}
