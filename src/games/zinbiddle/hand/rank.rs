//! The ranks of a pyramid's lines (Z12, Z13, Z18), and their names.

use super::pyramid::lane;
use super::{Card, KINDS, Line, Pyramid};
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

/// The rank of a thruster row: 0 with a misfire, else 1..=47, higher is better (Z12).
pub type RowRank = u8;
/// The rank of a flank: 0 with a misfire, else 2..=41, higher is better (Z13). Its lowest bit marks
/// a Vermilion Six as capstone, which counts only where `wild_cap_wins` says so.
pub type FlankRank = u8;

/// Ranks with a meaning of their own.
pub mod ranks {
    use super::{FlankRank, RowRank};

    /// The lowest four of a kind; below it are no pair, 12 pairs, 6 two pairs and 12 threes.
    pub const LEAST_FOUR: RowRank = 32;
    /// A barrage of fours.
    pub const BARRAGE_OF_FOURS: RowRank = 47;
    /// The run 1 2 3 4 in four suits; one higher if a Six caps it.
    pub const FLANK_BARRAGE: FlankRank = 40;

    /// The lowest rank of a flank with a run of two.
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

/// The rank of a line by two lookups: each half of the line belongs to one of at most 64 classes of
/// interchangeable halves, and the two classes give the rank.
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

/// Size of a table by line class: any two classes of a byte each index it without a bounds check.
pub(in crate::games::zinbiddle) const CLASSES: usize = 1 << 14;

/// The class of each half, as it is and turned.
type Halves = [[u8; 1 << 10]; 2];

/// The two orders in which the cards of a half may lie in a word.
const AS_IT_IS: usize = 0;
const TURNED: usize = 1;

impl Lookup {
    /// Builds the tables from the rank of every line.
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
        let halves = [Lookup::half(a, b), Lookup::half(c, d)];
        self.joint[self.class::<AS_IT_IS, AS_IT_IS>(halves[0], halves[1])]
    }

    /// The index of a half, as it is.
    #[inline(always)]
    fn half(low: Card, high: Card) -> usize {
        (low.kind() | high.kind() << 5) & 0x3ff
    }

    /// The class of a line, by its halves.
    #[inline(always)]
    fn class<const FIRST: usize, const SECOND: usize>(&self, first: usize, second: usize) -> usize {
        let [first, second] =
            [self.first[FIRST][first & 0x3ff], self.second[SECOND][second & 0x3ff]];
        usize::from(first) << 6 | usize::from(second)
    }
}

/// The classes of the halves of rows or flanks. The class of a line combines, by bitwise or, those
/// of its upper and its lower half.
#[derive(Clone, Copy)]
pub(in crate::games::zinbiddle) struct Classes<'r>(&'r Lookup);

impl Classes<'_> {
    /// The class of the first two cards.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn upper(self, first: Card, second: Card) -> usize {
        usize::from(self.0.first[AS_IT_IS][Lookup::half(first, second)]) << 6
    }

    /// The class of the last two cards.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn lower(self, third: Card, fourth: Card) -> usize {
        self.0.second[AS_IT_IS][Lookup::half(third, fourth)].into()
    }
}

/// The ranks of all lines.
pub struct Ranks {
    row: Lookup,
    flank: Lookup,
    /// The lowest and highest rank of a flank with an unknown thruster, by the class of the upper
    /// half and the shield; without Sixes, then with them.
    hidden: [Box<[(FlankRank, FlankRank); HIDDEN]>; 2],
}

const HIDDEN: usize = 1 << 12;

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ranks")
    }
}

static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

/// The number of different suits of some cards, and the count of the most common one.
fn suits(cards: &[Card]) -> (u32, u32) {
    let mut counts = [0_u32; 4];
    cards.iter().for_each(|card| counts[card.suit() as usize] += 1);
    let different = counts.iter().filter(|&&count| count > 0).count() as u32;
    (different, counts.into_iter().max().unwrap_or(0))
}

/// The quality of the suits of some cards (Z12, Z13): 3 if all are different, 2 if all are the
/// same, 1 for three and one, else 0; a single card has 0.
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

/// A number that orders thruster rows without Sixes (Z12); 0 with a misfire.
fn row_order(cards: [Card; 4]) -> u32 {
    if cards.iter().any(|card| card.is_misfire()) {
        return 0;
    }
    let mut counts = [0_u32; 5];
    cards.iter().for_each(|card| counts[card.number() as usize] += 1);
    // Cards by the count of their number, then by number, descending; `numbers` is read in base 8.
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

/// A number that orders flanks without Sixes (Z13); 0 with a misfire.
fn flank_order(cards: [Card; 4]) -> u32 {
    if cards.iter().any(|card| card.is_misfire()) {
        return 0;
    }
    let cap = cards[0].number();
    let length = (0..4).take_while(|&i| cards[i].number() == cap + i as u32).count();
    (length as u32) << 8 | (4 - cap) << 4 | suit_class(&cards[..length]) | 1 << 12
}

/// The ranks of all 21^4 lines, consecutive from 1, 0 with a misfire; a Six counts as the best card
/// that it can be.
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
    // A line with several Sixes is derived from the lines with one Six fewer.
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
    /// The ranks, built on first use.
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
        let flank = Lookup::new(capped);
        let hidden = [false, true].map(|sixes| Box::new(Ranks::hidden(&flank, sixes)));
        Ranks { row: Lookup::new(|line| rows[index(line)]), flank, hidden }
    }

    fn hidden(flank: &Lookup, sixes: bool) -> [(FlankRank, FlankRank); HIDDEN] {
        std::array::from_fn(|index| {
            let (upper, shield) = (index & !63, index & 63);
            if shield >= KINDS {
                return (0, 0);
            }
            let playable = 4..KINDS - usize::from(!sixes);
            let lower = playable
                .map(|kind| Classes(flank).lower(Card::of_kind(shield), Card::of_kind(kind)));
            // The lowest bit marks a Six as capstone.
            let ranks = lower.map(|lower| flank.joint[upper | lower] & !1);
            (ranks.clone().min().unwrap_or(0), ranks.max().unwrap_or(0))
        })
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

    /// The rank of a line of a pyramid; that of a flank only once the pyramid is complete.
    #[inline]
    pub fn line_of(&self, line: Line, pyramid: &Pyramid) -> u8 {
        match line {
            Line::Row => self.row_of(pyramid),
            Line::Port => self.port_of(pyramid),
            Line::Starboard => self.starboard_of(pyramid),
        }
    }

    /// The class of a pyramid's thruster row; rows of one class have the same rank.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn row_class(&self, pyramid: &Pyramid) -> usize {
        let [first, second] = [pyramid.half(lane::T1), pyramid.half(lane::T3)];
        self.row.class::<AS_IT_IS, AS_IT_IS>(first, second)
    }

    /// The class of a complete pyramid's port flank.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn port_class(&self, pyramid: &Pyramid) -> usize {
        let [first, second] = [pyramid.half(lane::G1), pyramid.half(lane::S1)];
        self.flank.class::<TURNED, AS_IT_IS>(first, second)
    }

    /// The class of a complete pyramid's starboard flank.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn starboard_class(&self, pyramid: &Pyramid) -> usize {
        let [first, second] = [pyramid.half(lane::C), pyramid.half(lane::T4)];
        self.flank.class::<AS_IT_IS, TURNED>(first, second)
    }

    /// The classes of the halves of a line.
    #[inline(always)]
    pub(in crate::games::zinbiddle) fn classes(&self, line: Line) -> Classes<'_> {
        Classes(if line == Line::Row { &self.row } else { &self.flank })
    }

    /// The lowest and highest rank of a flank with an unknown thruster, without the bit for a Six
    /// as capstone. The thruster is no misfire, and a Six only if there are `sixes`.
    #[inline]
    pub(in crate::games::zinbiddle) fn flank_without_thruster(
        &self,
        [capstone, gunner, shield]: [Card; 3],
        sixes: bool,
    ) -> (FlankRank, FlankRank) {
        let upper = self.classes(Line::Port).upper(capstone, gunner);
        self.hidden[usize::from(sixes)][upper | shield.kind() & 63]
    }

    /// Values of rows and flanks by class, from their values by rank.
    pub(in crate::games::zinbiddle) fn by_class(
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
    pub fn pyramid(&self, pyramid: &Pyramid) -> PyramidRank {
        PyramidRank {
            row: self.row_of(pyramid),
            port: self.port_of(pyramid),
            starboard: self.starboard_of(pyramid),
        }
    }
}

/// The ranks of the three lines of a complete pyramid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PyramidRank {
    /// The thruster row.
    pub row: RowRank,
    /// The port flank.
    pub port: FlankRank,
    /// The starboard flank.
    pub starboard: FlankRank,
}

impl PyramidRank {
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

/// The name of a thruster row.
pub fn row_name(rank: RowRank) -> String {
    const PAIRS: [&str; 6] =
        ["2s and 1s", "3s and 1s", "3s and 2s", "4s and 1s", "4s and 2s", "4s and 3s"];
    let number = |index: u8| index / 3 + 1;
    match rank {
        0 => "a misfire".to_owned(),
        1 => "no pair".to_owned(),
        2..=13 => {
            const OTHERS: [[u8; 2]; 3] = [[2, 1], [3, 1], [3, 2]];
            let pair = number(rank - 2);
            let kickers =
                OTHERS[usize::from((rank - 2) % 3)].map(|other| other + u8::from(other >= pair));
            format!("a pair of {pair}s, {} and {}", kickers[0], kickers[1])
        }
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

/// The name of a flank.
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
    fn the_classes_are_as_few_as_the_tables_have_room_for() {
        let ranks = Ranks::get();
        let most = |classes: &Halves| *classes[AS_IT_IS].iter().max().unwrap();
        assert_eq!((most(&ranks.row.first), most(&ranks.row.second)), (63, 63));
        assert!(most(&ranks.flank.first) < 64 && most(&ranks.flank.second) < 64);
    }

    #[test]
    fn halves_make_lines_and_hidden_thrusters_are_any() {
        let ranks = Ranks::get();
        let all = || (0..KINDS).map(Card::of_kind);
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            for c in all() {
                let rank = |d: Card| ranks.flank([a, b, c, d]);
                for d in all() {
                    let class = |line| {
                        let classes = ranks.classes(line);
                        classes.upper(a, b) | classes.lower(c, d)
                    };
                    assert_eq!(ranks.flank.joint[class(Line::Port)], rank(d));
                    assert_eq!(ranks.row.joint[class(Line::Row)], ranks.row([a, b, c, d]));
                }
                for sixes in [false, true] {
                    let hidden = all().filter(|d| !d.is_misfire() && (sixes || !d.is_wild()));
                    let found = hidden.map(|d| rank(d) & !1);
                    let wanted = (found.clone().min().unwrap(), found.max().unwrap());
                    assert_eq!(ranks.flank_without_thruster([a, b, c], sixes), wanted);
                }
            }
        }
    }

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
        let pairs = ["a pair of 4s, 3 and 2", "a pair of 1s, 3 and 2"];
        assert_eq!(names[8..], [pairs[0], pairs[1], "no pair", "a misfire"]);
        let kickers = |row: &str| row_name(Ranks::get().row(line(row)));
        assert_eq!(kickers("2r 4g 2b 1y"), "a pair of 2s, 4 and 1");
        assert_eq!(kickers("3r 1g 3b 4y"), "a pair of 3s, 4 and 1");
    }

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
