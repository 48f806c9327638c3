//! Cards, the pyramid, and what its lines are worth (Z1, Z2, Z5–Z7, Z12, Z13, Z18). A line's rank
//! is one number: the bigger the better, 0 with a misfire in it.

use std::collections::HashMap;
use std::fmt;
use std::hint::select_unpredictable;
use std::str::FromStr;
use std::sync::LazyLock;

/// Kinds of card: five numbers in four suits, and the Vermilion Six (Z1, Z2).
pub const KINDS: usize = 21;
/// Levels of the pyramid (Z5).
pub const LEVELS: usize = 4;
/// Places of the pyramid (Z5).
pub const PLACES: usize = 9;

/// A card in five bits: four times its number, plus its suit; or 20, the Vermilion Six.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// A text that is no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no Zinbiddle card; cards are a number 0..4 (0 is a misfire) and a suit r, g, b, y, like 4r, or V6"
)]
pub struct ParseCardError(String);

/// The suits as cards are written.
const SUITS: [char; 4] = ['r', 'g', 'b', 'y'];

impl Card {
    /// The wild card (Z2).
    pub const SIX: Card = Card(20);

    /// The card of a number 0..=4 and a suit 0..=3.
    pub const fn new(number: u8, suit: u8) -> Option<Card> {
        if number <= 4 && suit < 4 { Some(Card(number * 4 + suit)) } else { None }
    }

    /// The card of a kind as piles number them, 0..=20.
    #[inline]
    pub const fn of_kind(kind: usize) -> Card {
        debug_assert!(kind < KINDS);
        Card(kind as u8)
    }

    /// Its kind in piles, 0..=20.
    #[inline]
    pub const fn kind(self) -> usize {
        self.0 as usize
    }

    /// Its number: 0 for a misfire, 5 for the Vermilion Six.
    #[inline]
    pub const fn number(self) -> u32 {
        (self.0 >> 2) as u32
    }

    /// Its suit, 0..=3. The Vermilion Six has none, and answers 0.
    #[inline]
    pub const fn suit(self) -> u32 {
        (self.0 & 3) as u32
    }

    /// Whether it is a misfire (Z1).
    #[inline]
    pub const fn is_misfire(self) -> bool {
        self.0 < 4
    }

    /// Whether it is the Vermilion Six (Z2).
    #[inline]
    pub const fn is_wild(self) -> bool {
        self.0 == Card::SIX.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_wild() {
            true => f.write_str("V6"),
            false => write!(f, "{}{}", self.number(), SUITS[self.suit() as usize]),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let text = text.trim();
        let mut chars = text.chars();
        let card = match (chars.next(), chars.next(), chars.next()) {
            (Some('V'), Some('6'), None) => Some(Card::SIX),
            (Some(number @ '0'..='4'), Some(suit), None) => SUITS
                .iter()
                .position(|&known| known == suit)
                .and_then(|suit| Card::new(number as u8 - b'0', suit as u8)),
            _ => None,
        };
        card.ok_or_else(|| ParseCardError(text.chars().take(20).collect()))
    }
}

/// A place of the pyramid (Z5).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

const PLACE_NAMES: [&str; PLACES] = ["T1", "T2", "T3", "T4", "S1", "S2", "G1", "G2", "C"];
/// Where each level begins, and where the last one ends.
const LEVEL_STARTS: [usize; LEVELS + 1] = [0, 4, 6, 8, 9];

impl Place {
    /// All places, level by level, port to starboard.
    pub const ALL: [Place; PLACES] = {
        let mut all = [Place(0); PLACES];
        let mut i = 0;
        while i < PLACES {
            all[i] = Place(i as u8);
            i += 1;
        }
        all
    };

    /// The place of a number 0..=8.
    #[inline]
    pub const fn of(index: usize) -> Place {
        Place::ALL[index]
    }

    /// Its number, 0..=8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its level, 0..=3.
    #[inline]
    pub const fn level(self) -> usize {
        // Looked up: few processors guess right which card an action is about.
        const OF: [u8; 16] = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3];
        OF[self.0 as usize & 15] as usize
    }

    /// The places of a level.
    #[inline]
    pub fn of_level(level: usize) -> &'static [Place] {
        &Place::ALL[LEVEL_STARTS[level]..LEVEL_STARTS[level + 1]]
    }

    /// The places of a level, as bits.
    #[inline]
    pub const fn bits_of_level(level: usize) -> u16 {
        (1 << LEVEL_STARTS[level + 1]) - (1 << LEVEL_STARTS[level])
    }

    /// How many places there are up to a level, that level included.
    #[inline]
    pub const fn up_to(level: usize) -> usize {
        LEVEL_STARTS[level + 1]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACE_NAMES[self.index()])
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Place, ()> {
        PLACE_NAMES.iter().position(|&name| name == text).map(Place::of).ok_or(())
    }
}

/// Neighbours (Z7).
pub const NEIGHBOURS: [(Place, Place); 13] = {
    const PAIRS: [(u8, u8); 13] = [
        (0, 1),
        (1, 2),
        (2, 3),
        (0, 4),
        (1, 4),
        (2, 5),
        (3, 5),
        (4, 5),
        (4, 6),
        (5, 7),
        (6, 7),
        (6, 8),
        (7, 8),
    ];
    let mut all = [(Place(0), Place(0)); 13];
    let mut i = 0;
    while i < 13 {
        all[i] = (Place(PAIRS[i].0), Place(PAIRS[i].1));
        i += 1;
    }
    all
};

/// A line of the pyramid (Z6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Line {
    /// The thruster row, T1 to T4.
    Row,
    /// The port flank, from the capstone down to T1.
    Port,
    /// The starboard flank, from the capstone down to T4.
    Starboard,
}

impl Line {
    /// The three lines.
    pub const ALL: [Line; 3] = [Line::Row, Line::Port, Line::Starboard];

    /// Its places in order.
    #[inline]
    pub const fn places(self) -> [Place; 4] {
        match self {
            Line::Row => [Place(0), Place(1), Place(2), Place(3)],
            Line::Port => [Place(8), Place(6), Place(4), Place(0)],
            Line::Starboard => [Place(8), Place(7), Place(5), Place(3)],
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Line::Row => "row",
            Line::Port => "port",
            Line::Starboard => "starboard",
        }
    }
}

/// An order of four cards: which of the old ones comes first, second, third, fourth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Order(u8);

const ORDERS: [[u8; 4]; Order::WAYS] = {
    let mut all = [[0; 4]; Order::WAYS];
    let (mut found, mut code) = (0, 0);
    while code < 256 {
        let order = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        let set = 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3];
        if set == 15 {
            all[found] = [order[0] as u8, order[1] as u8, order[2] as u8, order[3] as u8];
            found += 1;
        }
        code += 1;
    }
    all
};

/// The number of the order that takes four old cards, as digits of base 4; 255 for none.
const ORDER_NUMBERS: [u8; 256] = {
    let mut numbers = [255; 256];
    let mut i = 0;
    while i < Order::WAYS {
        let [a, b, c, d] = ORDERS[i];
        numbers[(a as usize) << 6 | (b as usize) << 4 | (c as usize) << 2 | d as usize] = i as u8;
        i += 1;
    }
    numbers
};

impl Order {
    /// How many orders there are; number 0 changes nothing.
    pub const WAYS: usize = 24;

    /// The order of a number 0..=23.
    #[inline]
    pub const fn of(index: usize) -> Order {
        debug_assert!(index < Order::WAYS);
        Order(index as u8)
    }

    /// Its number, 0..=23.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The order that takes the cards of old numbers 0..=3; `None` unless each is there once.
    pub fn taking(old: [u8; 4]) -> Option<Order> {
        if old.iter().any(|&old| old > 3) {
            return None;
        }
        let code = old.iter().fold(0, |code, &old| code << 2 | usize::from(old));
        let number = ORDER_NUMBERS[code];
        (usize::from(number) < Order::WAYS).then_some(Order(number))
    }

    /// The old number of each new card.
    #[inline]
    pub const fn old(self) -> [u8; 4] {
        ORDERS[self.index()]
    }

    /// Four things in this order.
    #[inline]
    pub fn apply<T: Copy>(self, things: [T; 4]) -> [T; 4] {
        self.old().map(|old| things[usize::from(old & 3)])
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.old().map(|old| old + 1);
        write!(f, "{a} {b} {c} {d}")
    }
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// A rank of a thruster row: 0 with a misfire, else 1..=47, the bigger the better (Z12).
pub type RowRank = u8;
/// A rank of a flank: 0 with a misfire, else 2..=41, the bigger the better (Z13). Its lowest bit
/// says that the capstone is a Vermilion Six, which counts only where `wild_cap_wins` says so.
pub type FlankRank = u8;

/// The ranks as they follow each other.
pub mod ranks {
    use super::{FlankRank, RowRank};

    /// The lowest four of a kind: below it are no pair, 12 pairs, 6 two pairs, 12 threes.
    pub const LEAST_FOUR: RowRank = 32;
    /// A barrage of fours.
    pub const BARRAGE_OF_FOURS: RowRank = 47;
    /// A run 1 2 3 4 in four suits; one more if a Six caps it.
    pub const FLANK_BARRAGE: FlankRank = 40;

    /// The least rank of a flank with a run of two.
    pub const LEAST_RUN: FlankRank = 10;

    /// The length of the run of a flank, 0 for a misfire.
    #[inline]
    pub const fn run(rank: FlankRank) -> u32 {
        match rank >> 1 {
            0 => 0,
            1..=4 => 1,
            5..=10 => 2,
            11..=16 => 3,
            _ => 4,
        }
    }
}

/// A line's rank by two lookups: each half of the line is one of at most 64 classes that no other
/// half can tell apart, and the two classes give the rank.
///
/// ```text
/// half:   card 2 << 5 | card 1         1024 entries, a class each
/// turned: card 1 << 5 | card 2         the same
/// joint:  class of cards 1, 2 << 6 | class of cards 3, 4      4096 entries, a rank each
/// ```
struct Lookup {
    first: Halves,
    second: Halves,
    joint: Box<[u8; CLASSES]>,
}

/// Classes of lines, with room so that no index needs a check.
pub(super) const CLASSES: usize = 1 << 14;

/// The classes of halves, and of turned ones.
type Halves = [[u8; 1 << 10]; 2];

/// How a half lies in a word.
const AS_IT_IS: usize = 0;
const TURNED: usize = 1;

impl Lookup {
    /// Finds the classes of a full table of ranks.
    fn new(rank: impl Fn([usize; 4]) -> u8) -> Lookup {
        let pairs = || (0..KINDS).flat_map(|a| (0..KINDS).map(move |b| [a, b]));
        let none = [[0; 1 << 10]; 2];
        let joint = Box::new([0; CLASSES]);
        let mut lookup = Lookup { first: none, second: none, joint };
        let classes = |row: &dyn Fn([usize; 2]) -> Vec<u8>, to: &mut Halves| {
            let mut known: HashMap<Vec<u8>, u8> = HashMap::new();
            for [a, b] in pairs() {
                let next = known.len() as u8;
                let class = *known.entry(row([a, b])).or_insert(next);
                (to[AS_IT_IS][b << 5 | a], to[TURNED][a << 5 | b]) = (class, class);
            }
            debug_assert!(known.len() <= 64, "{} classes", known.len());
        };
        let upper = |[a, b]: [usize; 2]| pairs().map(|[c, d]| rank([a, b, c, d])).collect();
        let lower = |[c, d]: [usize; 2]| pairs().map(|[a, b]| rank([a, b, c, d])).collect();
        classes(&upper, &mut lookup.first);
        classes(&lower, &mut lookup.second);
        for [a, b] in pairs() {
            for [c, d] in pairs() {
                let class = lookup.class::<AS_IT_IS, AS_IT_IS>(b << 5 | a, d << 5 | c);
                lookup.joint[class] = rank([a, b, c, d]);
            }
        }
        lookup
    }

    #[inline]
    fn rank(&self, [a, b, c, d]: [Card; 4]) -> u8 {
        let half = |low: Card, high: Card| low.kind() | high.kind() << 5;
        self.joint[self.class::<AS_IT_IS, AS_IT_IS>(half(a, b), half(c, d))]
    }

    /// The class of a line by its halves.
    #[inline(always)]
    fn class<const FIRST: usize, const SECOND: usize>(&self, first: usize, second: usize) -> usize {
        let [first, second] =
            [self.first[FIRST][first & 0x3ff], self.second[SECOND][second & 0x3ff]];
        usize::from(first) << 6 | usize::from(second)
    }
}

/// The ranks of all lines.
pub struct Ranks {
    row: Lookup,
    flank: Lookup,
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ranks")
    }
}

static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

/// Suits of a set of cards: how many different ones, and how often the commonest.
fn suits(cards: &[Card]) -> (u32, u32) {
    let mut counts = [0_u32; 4];
    cards.iter().for_each(|card| counts[card.suit() as usize] += 1);
    let different = counts.iter().filter(|&&count| count > 0).count() as u32;
    (different, counts.into_iter().max().unwrap_or(0))
}

/// How good the suits of some cards are, 0..=3: all different, all the same, all the same but
/// one of at least three, the rest (Z12, Z13).
fn suit_class(cards: &[Card]) -> u32 {
    let length = cards.len() as u32;
    match suits(cards) {
        (1, _) if length == 1 => 0,
        (different, _) if different == length => 3,
        (1, _) => 2,
        (_, most) if length == 4 && most == 3 => 1,
        _ => 0,
    }
}

/// A thruster row without Sixes as a number that orders it (Z12); 0 with a misfire.
fn row_order(cards: [Card; 4]) -> u32 {
    if cards.iter().any(|card| card.is_misfire()) {
        return 0;
    }
    let mut counts = [0_u32; 5];
    cards.iter().for_each(|card| counts[card.number() as usize] += 1);
    // Cards by how many there are of their number, then by number, as digits of base 8.
    let mut digits = cards.map(|card| counts[card.number() as usize] << 3 | card.number());
    digits.sort_unstable_by(|a, b| b.cmp(a));
    let numbers = digits.iter().fold(0, |sum, digit| sum << 3 | digit & 7);
    let shape = match digits.map(|digit| digit >> 3) {
        [4, ..] => 4,
        [3, ..] => 3,
        [2, _, 2, _] => 2,
        [2, ..] => 1,
        _ => 0,
    };
    let suits = if shape == 4 { suit_class(&cards) } else { 0 };
    1 + (shape << 14 | numbers << 2 | suits)
}

/// A flank without Sixes as a number that orders it (Z13); 0 with a misfire.
fn flank_order(cards: [Card; 4]) -> u32 {
    if cards.iter().any(|card| card.is_misfire()) {
        return 0;
    }
    let cap = cards[0].number();
    let length = (0..4).take_while(|&i| cards[i].number() == cap + i as u32).count();
    (length as u32) << 8 | (4 - cap) << 4 | suit_class(&cards[..length]) | 1 << 12
}

/// Ranks of all 21^4 lines, without gaps from 1 up, 0 with a misfire: Sixes are what is best.
fn table(order: impl Fn([Card; 4]) -> u32) -> Vec<u8> {
    let index =
        |line: [usize; 4]| ((line[0] * KINDS + line[1]) * KINDS + line[2]) * KINDS + line[3];
    let lines = || {
        (0..KINDS.pow(4))
            .map(|i| [i / KINDS.pow(3), i / KINDS.pow(2) % KINDS, i / KINDS % KINDS, i % KINDS])
    };
    let wild = Card::SIX.kind();
    let mut orders = vec![0_u32; KINDS.pow(4)];
    for line in lines().filter(|line| !line.contains(&wild)) {
        orders[index(line)] = order(line.map(Card::of_kind));
    }
    // A line with several Sixes looks at lines with one less.
    for sixes in 1..=4 {
        let with = |line: &[usize; 4]| line.iter().filter(|&&kind| kind == wild).count() == sixes;
        for line in lines().filter(with) {
            let at = line.iter().position(|&kind| kind == wild).unwrap_or(0);
            let best = (4..wild).map(|kind| {
                let mut line = line;
                line[at] = kind;
                orders[index(line)]
            });
            orders[index(line)] = best.max().unwrap_or(0);
        }
    }
    let mut known = orders.clone();
    known.sort_unstable();
    known.dedup();
    let rank = |order: &u32| known.binary_search(order).unwrap_or(0) as u8;
    orders.iter().map(rank).collect()
}

impl Ranks {
    /// The ranks, made when they are first asked for.
    pub fn get() -> &'static Ranks {
        &RANKS
    }

    fn new() -> Ranks {
        let index = |[a, b, c, d]: [usize; 4]| ((a * KINDS + b) * KINDS + c) * KINDS + d;
        let rows = table(row_order);
        let flanks = table(flank_order);
        let capped = |line: [usize; 4]| match flanks[index(line)] {
            0 => 0,
            rank => rank << 1 | u8::from(Card::of_kind(line[0]).is_wild()),
        };
        Ranks { row: Lookup::new(|line| rows[index(line)]), flank: Lookup::new(capped) }
    }

    /// The rank of a thruster row.
    #[inline]
    pub fn row(&self, cards: [Card; 4]) -> RowRank {
        self.row.rank(cards)
    }

    /// The rank of a pyramid's thruster row.
    #[inline]
    pub fn row_of(&self, pyramid: &Pyramid) -> RowRank {
        self.row.joint[self.row_class(pyramid)]
    }

    /// The rank of a complete pyramid's port flank.
    #[inline]
    pub fn port_of(&self, pyramid: &Pyramid) -> FlankRank {
        self.flank.joint[self.port_class(pyramid)]
    }

    /// The rank of a complete pyramid's starboard flank.
    #[inline]
    pub fn starboard_of(&self, pyramid: &Pyramid) -> FlankRank {
        self.flank.joint[self.starboard_class(pyramid)]
    }

    /// The rank of a line of a pyramid: a flank's only once all is dealt.
    #[inline]
    pub fn line_of(&self, line: Line, pyramid: &Pyramid) -> u8 {
        match line {
            Line::Row => self.row_of(pyramid),
            Line::Port => self.port_of(pyramid),
            Line::Starboard => self.starboard_of(pyramid),
        }
    }

    /// The class of a pyramid's thruster row: rows of a class have one rank.
    #[inline(always)]
    pub(super) fn row_class(&self, pyramid: &Pyramid) -> usize {
        let [first, second] = [pyramid.half(lane::T1), pyramid.half(lane::T3)];
        self.row.class::<AS_IT_IS, AS_IT_IS>(first, second)
    }

    /// The class of a complete pyramid's port flank.
    #[inline(always)]
    pub(super) fn port_class(&self, pyramid: &Pyramid) -> usize {
        let [first, second] = [pyramid.half(lane::G1), pyramid.half(lane::S1)];
        self.flank.class::<TURNED, AS_IT_IS>(first, second)
    }

    /// The class of a complete pyramid's starboard flank.
    #[inline(always)]
    pub(super) fn starboard_class(&self, pyramid: &Pyramid) -> usize {
        let [first, second] = [pyramid.half(lane::C), pyramid.half(lane::T4)];
        self.flank.class::<AS_IT_IS, TURNED>(first, second)
    }

    /// What rows and flanks are worth by their classes, where it depends on their ranks.
    pub(super) fn by_class(
        &self,
        row: impl Fn(RowRank) -> u8,
        flank: impl Fn(FlankRank) -> u8,
    ) -> [Box<[u8; CLASSES]>; 2] {
        [Box::new(self.row.joint.map(row)), Box::new(self.flank.joint.map(flank))]
    }

    /// The rank of a flank, from the capstone down.
    #[inline]
    pub fn flank(&self, cards: [Card; 4]) -> FlankRank {
        self.flank.rank(cards)
    }

    /// The ranks of a complete pyramid.
    #[inline]
    pub fn pyramid(&self, pyramid: &Pyramid) -> Standing {
        Standing {
            row: self.row_of(pyramid),
            port: self.port_of(pyramid),
            starboard: self.starboard_of(pyramid),
        }
    }
}

/// What the three lines of a complete pyramid are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The thruster row.
    pub row: RowRank,
    /// The port flank.
    pub port: FlankRank,
    /// The starboard flank.
    pub starboard: FlankRank,
}

impl Standing {
    /// Whether there is no misfire in the pyramid (Z11).
    #[inline]
    pub const fn playable(self) -> bool {
        self.row != 0 && self.port != 0 && self.starboard != 0
    }

    /// Whether it is an Ion Barrage (Z18).
    #[inline]
    pub const fn is_ion_barrage(self) -> bool {
        self.row == ranks::BARRAGE_OF_FOURS
            && self.port >= ranks::FLANK_BARRAGE
            && self.starboard >= ranks::FLANK_BARRAGE
    }

    /// Whether the capstone is a Vermilion Six.
    #[inline]
    pub const fn is_six_capped(self) -> bool {
        self.port & 1 == 1
    }
}

/// Nine cards by place; those of later levels mean nothing before they are dealt. Each half of a
/// line lies in one piece.
///
/// ```text
/// bit  44..40  39..35  34..30  29..25  24..20  19..15  14..10  9..5   4..0
///      G2      C       G1      S2      T4      T3      T2      T1     S1
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Pyramid(u64);

const BITS: usize = 5;
const CARD: u64 = (1 << BITS) - 1;
/// The lowest bit of each card.
const LANES: u64 = {
    let mut lanes = 0;
    let mut lane = 0;
    while lane < PLACES {
        lanes |= 1 << (BITS * lane);
        lane += 1;
    }
    lanes
};

/// Where cards lie in the word.
mod lane {
    pub(super) const S1: usize = 0;
    pub(super) const T1: usize = 1;
    pub(super) const T3: usize = 3;
    pub(super) const T4: usize = 4;
    pub(super) const S2: usize = 5;
    pub(super) const G1: usize = 6;
    pub(super) const C: usize = 7;
    pub(super) const G2: usize = 8;
    /// By [`Place::index`](super::Place::index); room for 16, so that no index needs a check.
    pub(super) const OF: [usize; 16] = [T1, T1 + 1, T3, T4, S1, S2, G1, G2, C, C, C, C, C, C, C, C];
}

/// The lowest bit of a place's card in the word.
const fn shift_of(place: Place) -> usize {
    BITS * lane::OF[place.index() & 15]
}

/// The cards of a level, all bits.
const fn mask_of_level(level: usize) -> u64 {
    let (mut mask, mut place) = (0, LEVEL_STARTS[level]);
    while place < LEVEL_STARTS[level + 1] {
        mask |= CARD << (BITS * lane::OF[place]);
        place += 1;
    }
    mask
}

/// The cards of each level and those below, all bits.
const DEALT: [u64; LEVELS] = {
    let (mut masks, mut mask, mut level) = ([0; LEVELS], 0, 0);
    while level < LEVELS {
        mask |= mask_of_level(level);
        masks[level] = mask;
        level += 1;
    }
    masks
};

/// Bits of cards in the order of their places.
const fn in_order(lanes: u64) -> u64 {
    const fn card(lane: usize) -> u64 {
        CARD << (BITS * lane)
    }
    const DOWN: u64 = DEALT[0] | card(lane::G2);
    const STAY: u64 = card(lane::S2) | card(lane::G1);
    let shields = (lanes & card(lane::S1)) << (4 * BITS) | lanes & STAY;
    (lanes & DOWN) >> BITS | shields | (lanes & card(lane::C)) << BITS
}

/// Where the cards of a line in an order lie in the word, a byte each; room for 32 orders, so that
/// no index needs a check.
const LINE_SHIFTS: [[u32; 32]; 3] = {
    let mut shifts = [[0; 32]; 3];
    let mut line = 0;
    while line < 3 {
        let places = Line::ALL[line].places();
        let mut order = 0;
        while order < Order::WAYS {
            let mut i = 4;
            while i > 0 {
                i -= 1;
                let place = places[ORDERS[order][i] as usize];
                shifts[line][order] = shifts[line][order] << 8 | shift_of(place) as u32;
            }
            order += 1;
        }
        line += 1;
    }
    shifts
};

/// The number of the order in which four numbers rise, equal ones as they are: three bits each, the
/// first one lowest.
const ASCENDING: [u8; 1 << 12] = {
    let mut all = [0; 1 << 12];
    let mut index = 0;
    while index < all.len() {
        // Where each comes among the others, and so who comes where.
        let (mut i, mut code) = (0, 0);
        while i < 4 {
            let (mut before, mut j) = (0, 0);
            while j < 4 {
                let (a, b) = (index >> (3 * j) & 7, index >> (3 * i) & 7);
                before += (a < b || a == b && j < i) as usize;
                j += 1;
            }
            code |= i << (2 * (3 - before));
            i += 1;
        }
        all[index] = ORDER_NUMBERS[code];
        index += 1;
    }
    all
};

impl Pyramid {
    /// No card has been dealt.
    pub const EMPTY: Pyramid = Pyramid(0);

    /// A pyramid of nine cards, by [`Place::index`].
    pub fn new(cards: [Card; PLACES]) -> Pyramid {
        let mut pyramid = Pyramid::EMPTY;
        Place::ALL.into_iter().zip(cards).for_each(|(place, card)| pyramid.put(place, card));
        pyramid
    }

    /// The card at a place.
    #[inline]
    pub const fn card(&self, place: Place) -> Card {
        Card((self.0 >> shift_of(place) & CARD) as u8)
    }

    /// Puts a card at a place.
    #[inline]
    pub const fn put(&mut self, place: Place, card: Card) {
        let shift = shift_of(place);
        self.0 = self.0 & !(CARD << shift) | (card.kind() as u64) << shift;
    }

    /// Puts the cards of a level, all of them, at its places.
    #[inline(always)]
    pub fn put_level<const N: usize>(&mut self, level: usize, cards: [Card; N]) {
        debug_assert!(LEVEL_STARTS[level] + N == LEVEL_STARTS[level + 1]);
        let lanes = &lane::OF[LEVEL_STARTS[level]..];
        let put =
            |word: u64, (&lane, card): (&usize, &Card)| word | (card.0 as u64) << (BITS * lane);
        self.0 = lanes.iter().zip(&cards).fold(self.0 & !mask_of_level(level), put);
    }

    /// Two cards that lie side by side in the word, from a lane on.
    #[inline(always)]
    const fn half(&self, lane: usize) -> usize {
        (self.0 >> (BITS * lane)) as usize & 0x3ff
    }

    /// The numbers of a flank without its capstone: its gunner in bits 8 to 10 and, on the port
    /// side, its thruster in 5 to 7 and its shield in 0 to 2; on the starboard side these two the
    /// other way round.
    #[inline(always)]
    pub(super) const fn flank_numbers(&self, line: Line) -> usize {
        let (lower, gunner) = match line {
            Line::Starboard => (lane::T4, lane::G2),
            Line::Row | Line::Port => (lane::S1, lane::G1),
        };
        // A card's number is its upper three bits.
        let gunner = (self.0 >> (BITS * gunner + 2 - 8)) as usize & 0x700;
        (self.0 >> (BITS * lower + 2)) as usize & 0xe7 | gunner
    }

    /// All nine, by [`Place::index`].
    pub fn cards(&self) -> [Card; PLACES] {
        Place::ALL.map(|place| self.card(place))
    }

    /// How many misfires there are up to a level.
    #[inline(always)]
    pub const fn misfires(self, level: usize) -> u32 {
        // Times one in each lane the highest lane is the sum of all; it has room for nine.
        let sum = self.misfire_lanes(level).wrapping_mul(LANES) >> (BITS * (PLACES - 1));
        (sum & CARD) as u32
    }

    /// The place of the highest misfire up to a level, T1 if there is none.
    #[inline]
    pub const fn highest_misfire(self, level: usize) -> Place {
        let misfires = in_order(self.misfire_lanes(level));
        Place(((63 - (misfires | 1).leading_zeros()) / BITS as u32) as u8)
    }

    /// The lowest bit of each misfire up to a level.
    #[inline(always)]
    const fn misfire_lanes(self, level: usize) -> u64 {
        // A card below 4 has its upper three bits clear: they are gathered in the lowest of them.
        let upper = self.0 | self.0 >> 1 | self.0 >> 2;
        !upper >> 2 & LANES & DEALT[level]
    }

    /// The places of misfires, as bits; those of places without a card are set too.
    #[inline]
    pub const fn misfire_places(self) -> u16 {
        let misfires = self.misfire_lanes(LEVELS - 1);
        let mut places = 0;
        let mut place = 0;
        while place < PLACES {
            places |= (misfires >> (BITS * lane::OF[place]) & 1) << place;
            place += 1;
        }
        places as u16
    }

    /// Takes the card at a place of another pyramid, or does not.
    #[inline]
    pub const fn take_if(&mut self, takes: bool, place: Place, of: &Pyramid) {
        let mask = CARD * (takes as u64) << shift_of(place);
        self.0 = self.0 & !mask | of.0 & mask;
    }

    /// Takes the thrusters of another pyramid.
    #[inline]
    pub const fn take_row(&mut self, of: &Pyramid) {
        self.0 = self.0 & !DEALT[0] | of.0 & DEALT[0];
    }

    /// The word itself: equal exactly when the pyramids are.
    #[inline]
    pub const fn key(self) -> u64 {
        self.0
    }

    /// The cards of a line in order (Z6).
    #[inline]
    pub fn line(&self, line: Line) -> [Card; 4] {
        line.places().map(|place| self.card(place))
    }

    /// The cards of a line in another order.
    #[inline]
    pub fn line_in(&self, line: Line, order: Order) -> [Card; 4] {
        let shifts = LINE_SHIFTS[line as usize][order.index() & 31];
        [0, 8, 16, 24].map(|byte| Card((self.0 >> (shifts >> byte & 63) & CARD) as u8))
    }

    /// The order in which the numbers of a line rise, cards of one number as they lie; a Six comes
    /// last.
    #[inline(always)]
    pub fn ascending(&self, line: Line) -> Order {
        // A card's number is its upper three bits.
        let digit = |i: usize| (self.0 >> (shift_of(line.places()[i]) + 2) & 7) as usize;
        Order(ASCENDING[digit(0) | digit(1) << 3 | digit(2) << 6 | digit(3) << 9])
    }

    /// The same cards with two places swapped (Z7).
    #[inline]
    #[must_use]
    pub const fn transposed(self, (a, b): (Place, Place)) -> Pyramid {
        let (a, b) = (shift_of(a), shift_of(b));
        let differ = (self.0 >> a ^ self.0 >> b) & CARD;
        Pyramid(self.0 ^ (differ << a | differ << b))
    }

    /// The same cards with a line in another order.
    #[inline(always)]
    #[must_use]
    pub fn resorted(self, line: Line, order: Order) -> Pyramid {
        // By numbers: few processors guess how a line is put in order.
        let from = LINE_SHIFTS[line as usize][order.index() & 31];
        let (mut lines, mut cards) = (0, 0);
        for (place, byte) in line.places().into_iter().zip([0, 8, 16, 24]) {
            let to = shift_of(place);
            lines |= CARD << to;
            cards |= (self.0 >> (from >> byte & 63) & CARD) << to;
        }
        Pyramid(self.0 & !lines | cards)
    }

    /// One of two.
    #[inline]
    #[must_use]
    pub(super) fn either(first: bool, one: Pyramid, other: Pyramid) -> Pyramid {
        Pyramid(select_unpredictable(first, one.0, other.0))
    }
}

impl fmt::Debug for Pyramid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().fmt(f)
    }
}

/// What a thruster row is called.
pub fn row_name(rank: RowRank) -> String {
    const PAIRS: [&str; 6] =
        ["2s and 1s", "3s and 1s", "3s and 2s", "4s and 1s", "4s and 2s", "4s and 3s"];
    let number = |index: u8| index / 3 + 1;
    match rank {
        0 => "a misfire".to_owned(),
        1 => "no pair".to_owned(),
        2..=13 => format!("a pair of {}s", number(rank - 2)),
        14..=19 => format!("two pairs, {}", PAIRS[usize::from(rank - 14)]),
        20..=31 => {
            let three = number(rank - 20);
            let kicker = (rank - 20) % 3 + 1;
            format!("three {three}s and a {}", kicker + u8::from(kicker >= three))
        }
        _ => {
            let number = (rank - ranks::LEAST_FOUR) / 4 + 1;
            let suits = ["four", "a busted blaze of", "a blaze of", "a barrage of"];
            format!("{} {number}s", suits[usize::from((rank - ranks::LEAST_FOUR) % 4)])
        }
    }
}

/// What a flank is called.
pub fn flank_name(rank: FlankRank) -> String {
    let cap = if rank & 1 == 1 { ", capped by a Six" } else { "" };
    let (first, suits) = match rank >> 1 {
        0 => return "a misfire".to_owned(),
        base @ 1..=4 => return format!("a {} alone{cap}", 5 - base),
        base @ 5..=10 => {
            (3 - (base - 5) / 2, ["in one suit", "in two suits"][usize::from((base - 5) % 2)])
        }
        base @ 11..=16 => (
            2 - (base - 11) / 3,
            ["two of a suit", "in one suit", "in three suits"][usize::from((base - 11) % 3)],
        ),
        base => (
            1,
            ["in mixed suits", "three of a suit", "in one suit", "in four suits"]
                [usize::from(base.min(20) - 17)],
        ),
    };
    let last = first + ranks::run(rank) as u8 - 1;
    let run: Vec<String> = (first..=last).map(|number| number.to_string()).collect();
    format!("{} {suits}{cap}", run.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> [Card; 4] {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        cards.try_into().unwrap()
    }

    #[test]
    fn lines_are_put_in_order() {
        let card = |text: &str| text.parse::<Card>().unwrap();
        let mut pyramid = Pyramid::EMPTY;
        for line in Line::ALL {
            for kinds in 0..KINDS.pow(4) {
                let cards = [1, 21, 441, 9261].map(|power| Card::of_kind(kinds / power % KINDS));
                for (place, card) in line.places().into_iter().zip(cards) {
                    pyramid.put(place, card);
                }
                let order = pyramid.ascending(line);
                let mut sorted = cards;
                sorted.sort_by_key(|card| card.number());
                assert_eq!(pyramid.line_in(line, order), sorted);
            }
            let cards = ["4r", "2g", "1b", "3y"].map(card);
            for (place, card) in line.places().into_iter().zip(cards) {
                pyramid.put(place, card);
            }
            for order in (0..Order::WAYS).map(Order::of) {
                assert_eq!(pyramid.line_in(line, order), order.apply(cards));
            }
        }
    }

    #[test]
    fn small_types_stay_small() {
        assert_eq!(size_of::<Card>(), 1);
        assert_eq!(size_of::<Pyramid>(), 8);
        assert_eq!(size_of::<Standing>(), 3);
        assert_eq!(size_of::<Order>(), 1);
    }

    #[test]
    fn cards_are_read_as_they_are_written() {
        for kind in 0..KINDS {
            let card = Card::of_kind(kind);
            assert_eq!(card.to_string().parse::<Card>().unwrap(), card);
        }
        for text in ["", "5r", "4x", "V", "4rr", "r4", "6", "é"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_classes_are_as_few_as_the_tables_have_room_for() {
        let ranks = Ranks::get();
        let most = |classes: &Halves| *classes[AS_IT_IS].iter().max().unwrap();
        assert_eq!((most(&ranks.row.first), most(&ranks.row.second)), (63, 63));
        assert!(most(&ranks.flank.first) < 64 && most(&ranks.flank.second) < 64);
    }

    /// Z12: as its text lists them, the better first.
    #[test]
    fn rule_z12_thruster_rows_in_order() {
        let rows = [
            "4r 4g 4b 4y",
            "4r 4r 4r 4r",
            "4r 4r 4g 4r",
            "4r 4r 4g 4g",
            "3r 3g 3b 3y",
            "1r 1g 1b 1b",
            "4r 4g 4b 3r",
            "4r 4g 1b 4b",
            "3r 3r 3r 4r",
            "1r 1r 1r 2r",
            "4r 4r 3r 3r",
            "4r 4r 2r 2r",
            "3r 3r 2r 2r",
            "2r 2r 1r 1r",
            "4r 4r 3r 2r",
            "4r 4r 3r 1r",
            "3r 3r 4r 2r",
            "1r 1r 3r 2r",
            "4r 3r 2r 1r",
            "0r 4r 4r 4r",
        ];
        let found = rows.map(|row| Ranks::get().row(line(row)));
        assert!(found.is_sorted_by(|a, b| a > b), "{found:?}");
        assert_eq!((found[0], found[5], found[19]), (47, 32, 0));
        let names = [47, 46, 45, 44, 32, 31, 20, 19, 13, 2, 1, 0].map(row_name);
        assert_eq!(
            names[..4],
            ["a barrage of 4s", "a blaze of 4s", "a busted blaze of 4s", "four 4s"]
        );
        assert_eq!(
            names[4..8],
            ["four 1s", "three 4s and a 3", "three 1s and a 2", "two pairs, 4s and 3s"]
        );
        assert_eq!(names[8..], ["a pair of 4s", "a pair of 1s", "no pair", "a misfire"]);
    }

    /// Z13: as its text lists them, the better first.
    #[test]
    fn rule_z13_flanks_in_order() {
        let flanks = [
            "1r 2g 3b 4y",
            "1r 2r 3r 4r",
            "1r 2r 3g 4r",
            "1r 2r 3g 4g",
            "1r 2g 3b 3b",
            "1r 2r 3r 1g",
            "1r 2r 3g 2y",
            "2r 3g 4b 1y",
            "2r 3r 4r 4r",
            "1r 2g 4b 4b",
            "1r 2r 1b 4b",
            "2r 3g 2b 4b",
            "3r 4g 2b 4b",
            "3r 4r 2b 4b",
            "1r 1r 3b 4b",
            "2r 4r 3b 4b",
            "3r 3r 3b 4b",
            "4r 3r 2b 1b",
            "1r 2g 3b 0y",
        ];
        let found = flanks.map(|flank| Ranks::get().flank(line(flank)));
        assert!(found.is_sorted_by(|a, b| a > b), "{found:?}");
        assert_eq!((found[0], found[18]), (40, 0));
        let names = [40, 34, 32, 23, 20, 10, 8, 2, 0].map(flank_name);
        assert_eq!(
            names[..3],
            ["1-2-3-4 in four suits", "1-2-3-4 in mixed suits", "1-2-3 in three suits"]
        );
        assert_eq!(
            names[3..6],
            ["2-3-4 two of a suit, capped by a Six", "1-2 in two suits", "3-4 in one suit"]
        );
        assert_eq!(names[6..], ["a 1 alone", "a 4 alone", "a misfire"]);
    }

    #[test]
    fn a_pyramid_is_nine_cards_that_move() {
        let cards: [Card; 9] = std::array::from_fn(|i| Card::of_kind(2 * i + 4));
        let pyramid = Pyramid::new(cards);
        assert_eq!(pyramid.cards(), cards);
        for (a, b) in NEIGHBOURS {
            let mut swapped = cards;
            swapped.swap(a.index(), b.index());
            assert_eq!(pyramid.transposed((a, b)).cards(), swapped);
        }
        for line in Line::ALL {
            for order in (0..Order::WAYS).map(Order::of) {
                let mut sorted = cards;
                for (new, old) in order.old().into_iter().enumerate() {
                    let places = line.places().map(Place::index);
                    sorted[places[new]] = cards[places[usize::from(old)]];
                }
                assert_eq!(pyramid.resorted(line, order).cards(), sorted);
            }
        }
    }

    #[test]
    fn misfires_are_found_at_once() {
        for kinds in
            [[0, 4, 20, 3, 7, 8, 2, 16, 1], [4; 9], [20; 9], [0; 9], [1, 9, 9, 9, 9, 9, 9, 9, 9]]
        {
            let cards = kinds.map(Card::of_kind);
            for level in 0..LEVELS {
                let among = || Place::ALL.into_iter().filter(|place| place.level() <= level);
                let misfires = || among().filter(|place| cards[place.index()].is_misfire());
                let highest = misfires().next_back().unwrap_or_default();
                let pyramid = Pyramid::new(cards);
                assert_eq!(pyramid.misfires(level), misfires().count() as u32);
                assert_eq!(pyramid.highest_misfire(level), highest);
                let bits = misfires().fold(0, |bits, place| bits | 1 << place.index());
                let dealt = (1 << Place::up_to(level)) - 1;
                assert_eq!(pyramid.misfire_places() & dealt, bits);
            }
        }
    }

    /// Z2: a Six is one thing in one line and another in the next.
    #[test]
    fn rule_z18_sixes_make_an_ion_barrage() {
        let pyramid = |text: &str| {
            let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
            Pyramid::new(cards.try_into().unwrap())
        };
        let natural = Ranks::get().pyramid(&pyramid("4r 4g 4b 4y 3g 3r 2b 2g 1y"));
        assert!(!natural.is_ion_barrage(), "1y and 4y are both in the starboard flank");
        let natural = Ranks::get().pyramid(&pyramid("4r 4g 4b 4y 3g 3r 2b 2g 1b"));
        assert!(!natural.is_ion_barrage(), "1b and 2b are both in the port flank");
        let natural = Ranks::get().pyramid(&pyramid("4r 4g 4b 4y 3b 3r 2y 2g 1g"));
        assert!(!natural.is_ion_barrage());
        let natural = Ranks::get().pyramid(&pyramid("4r 4g 4b 4y 3b 3r 2y 2b 1g"));
        assert!(natural.is_ion_barrage() && !natural.is_six_capped());
        let capped = Ranks::get().pyramid(&pyramid("4r V6 4b 4y 3b 3r 2y 2b V6"));
        assert!(capped.is_ion_barrage() && capped.is_six_capped());
    }
}
