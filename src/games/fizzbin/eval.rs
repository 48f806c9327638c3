//! The score of cards under the rules of a day (section "Evaluation"): a quick evaluation for most
//! cards, and a thorough one for everything.

mod bars;
mod compile;
mod giving;
mod hands;
mod quick;
mod score;
mod search;
mod shape;
mod spend;
mod wanted;
mod words;

use self::bars::Census;
pub use self::bars::{Bar, Bars};
pub use self::giving::{Giving, Spare};
pub use self::hands::{Standing, Whole};
use self::quick::SETS;
pub use self::score::{Ceilings, Memo, Score, Stage};
use self::search::Pool;
use self::shape::{Shape, lanes};
pub(super) use self::words::rank_name;
pub use self::words::{Decider, Spent, Stand};
use super::hand::{Card, Cards, Suit, Value, rank};
use super::rules::{BarScope, Frac, FridayPairs, KronkRank, Merge, Tail, Tebo, Tepo, Zethrac};

/// A set of ranks: bit r is rank r.
type Ranks = u32;

const fn ranks(of: &[u8]) -> Ranks {
    ids(of) as Ranks
}

/// The ranks of a set, lowest first.
fn ranks_of(set: Ranks) -> impl DoubleEndedIterator<Item = u8> {
    (1..=14).filter(move |rank| set >> rank & 1 == 1)
}

/// A set of suits: bit s is suit s.
type Suits = u8;

/// The suits of a set, lowest first.
fn suits_of(set: Suits) -> impl Iterator<Item = Suit> {
    Suit::ALL.into_iter().filter(move |&suit| set >> suit as u8 & 1 == 1)
}

const EVERY: Suits = 0b1111;
const RED: Suits = 0b0011;
const BLACK: Suits = 0b1100;
const SPADES: Suits = 0b1000;

/// A one in each suit's sixteen bits.
const EACH: u64 = 0x0001_0001_0001_0001;

/// All cards of some ranks.
#[inline(always)]
const fn in_all_suits(set: Ranks) -> u64 {
    set as u64 * EACH
}

const REDS: u64 = 0xffff_ffff;
const KOIK: u64 = 1;
/// All ranks of suits.
const ANY: Ranks = 0x7ffe;
const FACES: Ranks = ranks(&[rank::JACK, rank::QUEEN, rank::KING]);
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

/// [`KALO`] and [`HALF_SPRAK`] as sets.
const KALO_SET: u64 = set_of(&KALO);
const HALF_SPRAK_SET: u64 = set_of(&HALF_SPRAK);
/// The cards of H4 and H7, and those of C39.
const FRACTIONS: u64 = in_all_suits(FRACTION);
const KARIDIAN: Ranks = ranks(&[rank::KING, rank::TEN]);

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
/// The rules of a day, compiled for judging cards.
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// The cards that are wild for every player (W1).
    kronks: u64,
    /// The cards with a natural value.
    natural: u64,
    /// The ranks of the deck, best first.
    ranks: Vec<u8>,
    /// The ranks of the deck, as a set.
    deck: Ranks,
    /// The ranks of the wild cards of the deck, best first.
    wild_ranks: Vec<u8>,
    /// The place of each rank in today's order, 1..=15; a kronk's slot is 0 (D4, D6, E2).
    places: [u8; 15],
    /// The rank of each place.
    at: [u8; 16],
    /// The place of each suit in today's order, and the suit of each place.
    suits: [u8; 4],
    suit_at: [u8; 4],
    /// The places of the four highest ranks of each set, highest first, four bits each.
    tops: &'static [u16; SETS],
    /// The place of the highest suit of each set of suits.
    best_suits: [u8; 16],
    dark: bool,
    /// King or queen.
    court: u8,
    /// J, court and A; and these with 10.
    festival: Ranks,
    royal_fizzbin: Ranks,
    /// The two single ranks of H2.
    full: Ranks,
    /// The ranks of H6.
    quarter: Ranks,
    /// Cards that H7 must not hold, koiks not among them; and those that bar it.
    misfits: u64,
    colour: u64,
    /// Friday's pairs (Y3).
    friday_pairs: Option<FridayPairs>,
    friday_ranks: Ranks,
    /// Whether bars marked [d] and [t] are in force, and whether seventh cards and colours bar.
    drella: bool,
    tuesday: bool,
    others_bar: bool,
    /// The hand size from which H4 is barred.
    too_many: u32,
    /// The combined ids that score.
    live: u64,
    /// The combined ids that score nothing because only a Friday would revive them, and whether
    /// even Fridays do not (Y2).
    fridays: u64,
    doubly_dead: bool,
    /// Whether a card of a seven-card hand may be named a kronk, and which (W1e).
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
    /// Whether the quick evaluation covers a hand with no kronk spent; what a hand gains, gives and
    /// spends; and hand and pile.
    quick_hand: bool,
    quick_gains: bool,
    quick_combined: bool,
    /// Whether the deck has a natural card more than once, and whether no more often than the quick
    /// evaluation covers.
    doubles: bool,
    few_doubles: bool,
    /// The value of a pair of each rank beside nothing better, by rank.
    pair_values: [Value; 16],
    /// The first id below corbomite of each set of ranks from ten up, if it is 37 to 39; else 0.
    first_below: [u8; 32],
}

impl Evaluator {
    /// Whether a card is wild for every player (W1); a Thursday's seventh card is not.
    #[inline]
    pub fn is_kronk(&self, card: Card) -> bool {
        self.kronks >> card.bit() & 1 == 1
    }

    /// Whether a card has a natural value today.
    #[inline]
    pub fn is_natural(&self, card: Card) -> bool {
        self.natural >> card.bit() & 1 == 1
    }

    /// The wild cards among some cards.
    pub fn wild(&self, cards: &Cards) -> Cards {
        cards.only(self.kronks)
    }

    /// The number of wild cards among some cards.
    pub fn kronks(&self, cards: &Cards) -> u32 {
        cards.only(self.kronks).len()
    }

    /// Whether the order in which cards came to a hand matters (W1e).
    pub fn asks_for_the_last(&self) -> bool {
        self.seventh && self.tebo == Tebo::Seventh
    }

    /// The ranks that the landru may name: those of the deck, highest first (W1f).
    pub fn nameable(&self) -> &[u8] {
        &self.ranks
    }

    /// Whether a card may be redeemed: one of H6 that the light uses (S4).
    pub fn redeems(&self, card: Card) -> bool {
        self.is_natural(card) && self.quarter >> card.rank() & 1 == 1
    }

    /// The number of kronks that four jacks cost with these cards; `None` if they cannot be made
    /// (C14, P10).
    pub fn krako(&self, all: &Cards) -> Option<u8> {
        let missing = 4_u32.saturating_sub(self.naturals(all, rank::JACK));
        let spent = if self.spendable { self.kronks(all) } else { 0 };
        (missing <= spent).then_some(missing as u8)
    }

    /// Whether there is a natural pair of sevens among these cards (P10).
    pub fn oxmyx(&self, all: &Cards) -> bool {
        self.naturals(all, 7) >= 2
    }

    /// Whether a hand can have the name at a place among the names of hands (Y4).
    pub fn may_be(&self, place: usize) -> bool {
        !self.tuesday || !matches!(place + 1, 2 | 4..=7)
    }

    /// The two single ranks of a full fizzbin (H2).
    pub fn full_singles(&self) -> [u8; 2] {
        let low = self.full.trailing_zeros() as u8;
        [self.full.ilog2() as u8, low]
    }

    /// Whether disqualifying combinations bar today (E3, the bars marked d).
    pub fn disqualifies(&self) -> bool {
        self.drella
    }

    /// The cards that are wild for every player, as a set (W1).
    #[inline]
    pub fn kronk_cards(&self) -> u64 {
        self.kronks
    }

    /// The cards with a natural value today, as a set.
    #[inline]
    pub fn natural_cards(&self) -> u64 {
        self.natural
    }

    /// The natural cards of a rank, as a set.
    #[inline]
    pub fn natural_of(&self, rank: u8) -> u64 {
        self.natural & in_all_suits(1 << rank)
    }

    /// The natural cards of the ranks of which some cards hold at least `many`, one to three, as a
    /// set.
    pub fn of_ranks_held(&self, cards: &Cards, many: usize) -> u64 {
        let natural = cards.only(self.natural);
        let Shape { one, two, three, .. } = Shape::doubled(natural.set(), natural.twice());
        // The shape stops counting copies at two.
        let thrice = lanes(natural.thrice()).iter().fold(0, |all, lane| all | lane);
        self.natural & in_all_suits([one, two, three | thrice][many - 1])
    }

    /// The number of natural cards of a rank.
    #[inline]
    pub fn naturals(&self, cards: &Cards, rank: u8) -> u32 {
        cards.only(self.natural_of(rank)).len()
    }

    /// The same rules, under which all cards are evaluated thoroughly.
    #[must_use]
    pub fn thorough(&self) -> Evaluator {
        let (quick_hand, quick_gains, quick_combined) = (false, false, false);
        Evaluator { quick_hand, quick_gains, quick_combined, ..self.clone() }
    }

    /// The value of a hand, found thoroughly, `all` being hand and pile.
    fn hand_thoroughly(&self, hand: &Cards, all: &Cards) -> Value {
        let whole = Pool::new(self, all, None, 0);
        Pool::new(self, hand, None, 0).hand(&whole).0.0
    }

    /// A card's rank and suit in today's order.
    pub(super) fn card_key(&self, card: Card) -> u64 {
        let suit = card.suit().map_or(0, |suit| self.suits[suit as usize]);
        u64::from(self.places[usize::from(card.rank())]) << 2 | u64::from(suit)
    }

    /// All names of a hand of up to seven cards with no kronk spent, H1 first, each with its bars.
    pub fn hand_names(&self, hand: &Cards, pile: &Cards) -> Vec<(u8, Bars)> {
        let mine = Pool::new(self, hand, None, 0);
        let whole = Pool::new(self, &hand.and(pile), None, 0);
        (1..=7).filter(|&id| mine.is_hand(id)).map(|id| (id, mine.bars(&whole, id))).collect()
    }

    /// All names of hand and pile with no kronk spent, C1 first, each with whether it scores;
    /// without C36.
    pub fn combined_names(&self, all: &Cards) -> Vec<(u8, bool)> {
        let pool = Pool::new(self, all, None, 0);
        let found = (1..=62).filter(|&id| id != 36 && pool.is_combined(id));
        found.map(|id| (id, self.live >> id & 1 == 1)).collect()
    }

    /// The reason that combined cards of an id score nothing today, if they do not.
    pub fn dead(&self, id: u8) -> Option<&'static str> {
        let dead = self.live >> id & 1 == 0;
        dead.then_some(match id {
            29 => "dead when dark",
            30 => "dead when light",
            _ if self.fridays >> id & 1 == 1 => match self.doubly_dead {
                true => "scores nothing where Fridays are doubly dead (Y2)",
                false => "scores on Fridays only",
            },
            _ => "combinations that can disqualify score nothing today (drella)",
        })
    }
}
