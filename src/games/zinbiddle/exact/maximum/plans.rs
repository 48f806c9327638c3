//! Plans: the cards that can be kept, and their final places, for pyramids with the same numbers.

use super::permutations::{Costs, EACH, PAIRS, Permutations, barrage_masks};
use super::shelf::{Held, Kept};
use super::words::{BITS, LANES, count, filled, free, numbers, places_of, suits};
use super::{Hunt, NEVER};
use crate::games::zinbiddle::hand::{Card, LEVELS, PLACES};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// By set of places, the pairs within it, as bits.
static PAIRS_OF: [u64; 1 << PLACES] = {
    let mut all = [0; 1 << PLACES];
    let mut places = 0;
    while places < all.len() {
        let mut pair = 0;
        while pair < PAIRS.len() {
            let (a, b) = PAIRS[pair];
            all[places] |= (places as u64 >> a & places as u64 >> b & 1) << pair;
            pair += 1;
        }
        places += 1;
    }
    all
};

/// Each pair as a set of places.
const PAIR_PLACES: [u16; PAIRS.len()] = {
    let (mut sets, mut pair) = ([0; PAIRS.len()], 0);
    while pair < sets.len() {
        let (a, b) = PAIRS[pair];
        sets[pair] = 1 << a | 1 << b;
        pair += 1;
    }
    sets
};

/// All places.
const ALL: u16 = (1 << PLACES) - 1;
/// With more ways than this, redundant ones are not removed.
const MANY: usize = 5000;

/// A way to keep cards.
///
/// ```text
/// bit  48..36   35..32   31..28   27..19   18..0
///      first    now      slack    kept     number of the permutation
/// ```
#[derive(Clone, Copy, Debug)]
struct Way(u64);

impl Way {
    /// The number of a permutation that brings the kept cards to their final places.
    #[inline(always)]
    fn number(self) -> u32 {
        (self.0 & (1 << 19) - 1) as u32
    }

    /// The cards to keep, suits permitting, as bits.
    #[inline(always)]
    fn kept(self) -> u16 {
        (self.0 >> 19 & 511) as u16
    }

    /// The number of these cards that the way can do without.
    #[inline(always)]
    fn slack(self) -> u32 {
        (self.0 >> 28 & 15) as u32
    }

    /// The number of these cards that the way can do without if some of its moves must be made at
    /// this level; `None` if these are too many moves for the actions left.
    #[inline(always)]
    fn slack_now(self) -> Option<u32> {
        let slack = self.0 >> 32 & 15;
        (slack != NONE).then_some(slack as u32)
    }

    /// The first transpositions of such moves, as bits.
    #[inline(always)]
    fn first(self) -> u16 {
        (self.0 >> 36) as u16
    }
}

/// The slack for `None`: more cards than there are.
const NONE: u64 = 15;

/// The ways to keep cards, for pyramids with the same numbers.
#[derive(Debug)]
pub(super) struct Plans {
    ways: Box<[Way]>,
    /// Places whose card some plan keeps, suits aside, as bits.
    pub(super) any: u16,
    /// Whether some way has moves that cannot wait.
    pub(super) now: bool,
}

/// A way, with the data that decides whether it adds anything to others.
struct Found {
    way: Way,
    /// The relevant part of the final places of the kept cards.
    ends: u64,
    cards: u8,
    /// The least number of cards to keep; then the same if some moves must be made at this level.
    least: u8,
    least_now: u8,
}

/// The steps of plans before the last level that would take more moves later.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Urgent {
    /// The transpositions that such plans begin with, as bits.
    pub(super) moves: u16,
    /// The places whose card such a plan need not keep, as bits.
    pub(super) replaced: u16,
}

/// Finds plans.
pub(super) struct Planner {
    actions: usize,
    wild: bool,
    permutations: Permutations,
    /// By level and actions left: the costs of all permutations.
    costs: Vec<Costs>,
    stages: Vec<OnceLock<Stage>>,
    /// Barrages without wild cards, 192 bits, by place and suit.
    barrages: [[[u64; 3]; 4]; PLACES],
    found: Kept<Plans>,
}

/// The moves possible at a level with a given number of actions left.
struct Stage {
    /// By pattern, the start of its entries in `moves`: its permutations that the actions left
    /// allow, the cheapest first.
    begins: Vec<u32>,
    moves: Vec<Moves>,
    /// By node of the tree of patterns, the least number of moves of any pattern below it.
    least: Vec<u8>,
}

/// The cost of a permutation.
///
/// ```text
/// bit  36..24                 23..20   19            18..0
///      first transpositions   moves    cannot wait   number of the permutation
/// ```
#[derive(Clone, Copy)]
struct Moves(u64);

impl Moves {
    fn new(number: usize, cost: u8, cannot_wait: bool, first: u16) -> Moves {
        let now = u64::from(cannot_wait);
        Moves(number as u64 | now << 19 | u64::from(cost) << 20 | u64::from(first) << 24)
    }

    #[inline(always)]
    fn cost(self) -> u8 {
        (self.0 >> 20 & 15) as u8
    }

    /// Whether it would take more moves at the last level.
    #[inline(always)]
    fn cannot_wait(self) -> bool {
        self.0 >> 19 & 1 == 1
    }

    #[inline(always)]
    fn number(self) -> u32 {
        (self.0 & (1 << 19) - 1) as u32
    }

    /// The transpositions, as bits, that begin a course with fewer moves now than at the last
    /// level.
    #[inline(always)]
    fn first(self) -> u16 {
        (self.0 >> 24) as u16
    }
}

impl Stage {
    /// Builds a stage from the moves that each permutation takes now, and would take later.
    fn new(permutations: &Permutations, costs: &Costs, later: &[u8], left: u8) -> Stage {
        let least = &costs.least;
        let (mut begins, mut moves) = (vec![0], Vec::new());
        for pattern in 0..permutations.patterns() {
            let begin = moves.len();
            let some = pattern * EACH..(pattern + 1) * EACH;
            moves.extend(some.filter(|&number| least[number] <= left).map(|number| {
                let first = costs.first.get(number).copied().unwrap_or(0);
                Moves::new(number, least[number], later[number] > least[number], first)
            }));
            moves[begin..].sort_unstable_by_key(|moves| (moves.cost(), moves.number()));
            begins.push(moves.len() as u32);
        }
        let cheapest = |pattern: usize| {
            let some = &moves[begins[pattern] as usize..begins[pattern + 1] as usize];
            some.first().map_or(NEVER, |moves| moves.cost())
        };
        Stage { least: permutations.least(&cheapest), begins, moves }
    }

    fn of_pattern(&self, pattern: usize) -> &[Moves] {
        &self.moves[self.begins[pattern] as usize..self.begins[pattern + 1] as usize]
    }
}

impl Planner {
    /// Creates a planner that caches the plans for about `kept` sets of numbers.
    pub(super) fn new(hunt: &Hunt, kept: usize) -> Planner {
        let permutations = Permutations::new();
        let costs = permutations.costs(hunt);
        Planner {
            actions: hunt.actions.into(),
            wild: hunt.shares[Card::SIX.kind()] > 0.0,
            stages: costs.iter().map(|_| OnceLock::new()).collect(),
            permutations,
            costs,
            barrages: barrage_masks(),
            found: Kept::new(kept),
        }
    }

    fn stage_number(&self, level: usize, left: u8) -> usize {
        level * (self.actions + 1) + usize::from(left)
    }

    fn stage(&self, level: usize, left: u8) -> &Stage {
        let number = self.stage_number(level, left);
        self.stages[number].get_or_init(|| {
            let costs = &self.costs[number];
            // Only moves at the last level are made with all cards known, so only they can stand in
            // for earlier ones.
            let later = match level + 2 {
                LEVELS => &self.costs[self.stage_number(level + 1, left)].least,
                _ => &costs.least,
            };
            Stage::new(&self.permutations, costs, later, left)
        })
    }

    /// The plans for pyramids with these numbers.
    pub(super) fn plans(&self, level: usize, left: u8, numbers: u64) -> Held<'_, Plans> {
        let key = numbers | (self.stage_number(level, left) as u64) << 48;
        self.found.get(key, || self.find(level, left, numbers))
    }

    fn find(&self, level: usize, left: u8, numbers: u64) -> Plans {
        let stage = self.stage(level, left);
        // Wild cards and empty places fit anywhere.
        let free = free(numbers);
        let suited = LANES & !free;
        let all = count(suited) as u8;
        // By kept cards and their final places: the least moves, the least moves that cannot wait,
        // the first transpositions of the latter, and one of the permutations.
        let mut found: FxHashMap<(u16, u64), (u8, u8, u16, u32)> = FxHashMap::default();
        self.permutations.near((numbers, free), left, &stage.least, &mut |pattern, word| {
            let differ = filled(numbers ^ word) & suited;
            let (replaced, kept) = (count(differ) as u8, places_of(suited & !differ));
            for moves in stage.of_pattern(pattern) {
                let (cost, number) = (moves.cost(), moves.number());
                if replaced + cost > left {
                    break;
                }
                let now = if moves.cannot_wait() { cost } else { NEVER };
                let ends = self.ends(number, kept);
                let way = found.entry((kept, ends)).or_insert((cost, now, 0, number));
                (way.0, way.1, way.2) = (way.0.min(cost), way.1.min(now), way.2 | moves.first());
            }
        });
        // Cards that cannot be kept are replaced, with the actions that the moves leave.
        let least = |moves: u8| (all + moves).saturating_sub(left);
        let found = found.into_iter().map(|((kept, ends), (cost, now, first, number))| {
            let cards = kept.count_ones() as u8;
            let slack = cards - least(cost);
            let slack_now = cards.checked_sub(least(now)).map_or(NONE, u64::from);
            let bits = u64::from(slack) << 28 | slack_now << 32 | u64::from(first) << 36;
            let way = Way(u64::from(number) | u64::from(kept) << 19 | bits);
            Found { way, ends, cards, least: least(cost), least_now: least(now) }
        });
        let mut ways: Vec<Found> = found.collect();
        ways.sort_unstable_by_key(|way| (std::cmp::Reverse(way.cards), way.least, way.way.0));
        // A way adds nothing if another contains it and need keep no more cards.
        let mut best: Vec<Found> = Vec::new();
        let room = ways.len() < MANY;
        for way in ways {
            let (kept, first) = (way.way.kept(), way.way.first());
            let contained = |other: &Found| {
                let less = match self.wild {
                    true => other.ends & !way.ends & PAIRS_OF[usize::from(kept)] == 0,
                    false => (other.ends ^ way.ends) & nibbles(kept) == 0,
                };
                let fewer = other.least <= way.least && other.least_now <= way.least_now;
                let all = kept & !other.way.kept() == 0 && first & !other.way.first() == 0;
                less && fewer && all
            };
            if !(room && best.iter().any(contained)) {
                best.push(way);
            }
        }
        let best = || best.iter().map(|found| found.way);
        Plans {
            any: best().fold(0, |any, way| any | way.kept()),
            now: best().any(|way| way.slack_now().is_some()),
            ways: best().collect(),
        }
    }

    /// The relevant part of the final places of the kept cards. With Sixes in the shoe, the only
    /// obstacle is two cards of a suit in one line; without, whether a barrage contains all of them
    /// depends on the place of each.
    #[inline(always)]
    fn ends(&self, number: u32, kept: u16) -> u64 {
        match self.wild {
            true => self.permutations.in_line(number) & PAIRS_OF[usize::from(kept)],
            false => self.permutations.ends(number) & nibbles(kept),
        }
    }

    /// Places whose card some plan keeps, given the suits of a word; `None` if no plan is possible.
    #[inline]
    pub(super) fn of_use(&self, plans: &Plans, word: u64) -> Option<u16> {
        let alike = pairs_of(suits(word));
        let mut search = Search::new(self, word, alike);
        for &way in &plans.ways {
            search.explore(way, way.kept(), way.slack());
            if search.found && search.of_use == plans.any {
                break;
            }
        }
        search.found.then_some(search.of_use)
    }

    /// Whether the suits of a word allow a plan with moves that cannot wait for the last level.
    pub(super) fn cannot_wait(&self, plans: &Plans, word: u64) -> bool {
        let alike = pairs_of(suits(word));
        let mut search = Search::new(self, word, alike);
        plans.now
            && plans.ways.iter().any(|&way| {
                if let Some(slack) = way.slack_now() {
                    search.explore(way, way.kept(), slack);
                }
                search.found
            })
    }

    /// The steps of the plans that would take more moves later.
    pub(super) fn urgent(&self, plans: &Plans, word: u64) -> Urgent {
        let mut urgent = Urgent::default();
        if plans.now {
            let search = Search::new(self, word, pairs_of(suits(word)));
            for &way in &plans.ways {
                if let Some(slack) = way.slack_now() {
                    search.hurry(way, way.kept(), slack, &mut urgent);
                }
            }
        }
        urgent
    }

    /// Whether moves alone make a barrage of a word without empty places.
    pub(super) fn finished(&self, plans: &Plans, word: u64) -> bool {
        let all = places_of(LANES & !free(numbers(word)));
        let search = Search::new(self, word, pairs_of(suits(word)));
        plans.ways.iter().any(|&way| way.kept() == all && search.fits(way, all))
    }
}

/// A search for the cards of a word that can be kept.
struct Search<'p> {
    planner: &'p Planner,
    word: u64,
    /// The pairs of cards of one suit, as bits.
    alike: u64,
    of_use: u16,
    found: bool,
}

impl Search<'_> {
    fn new(planner: &Planner, word: u64, alike: u64) -> Search<'_> {
        Search { planner, word, alike, of_use: 0, found: false }
    }

    /// The pairs of kept cards that have one suit and end in one line, as bits.
    #[inline(always)]
    fn clashes(&self, way: Way, kept: u16) -> u64 {
        let alike = self.alike & PAIRS_OF[usize::from(kept)];
        if alike == 0 { 0 } else { self.planner.permutations.in_line(way.number()) & alike }
    }

    /// Whether some barrage contains all of the kept cards in their final places, given that no two
    /// of them clash. With Sixes in the shoe, which can stand in for missing cards, one always
    /// does.
    #[inline(always)]
    fn in_barrage(&self, way: Way, kept: u16) -> bool {
        self.planner.wild || self.in_suited_barrage(way, kept)
    }

    fn in_suited_barrage(&self, way: Way, kept: u16) -> bool {
        let ends = self.planner.permutations.ends(way.number());
        let mut all = [u64::MAX; 3];
        let mut left = kept;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let (suit, end) = (self.word >> (BITS * place) & 3, ends >> (4 * place) & 15);
            let some = &self.planner.barrages[end as usize % PLACES][suit as usize];
            (0..3).for_each(|i| all[i] &= some[i]);
        }
        all != [0; 3]
    }

    /// Whether a way brings the kept cards to places where they can all be part of one barrage.
    #[inline]
    fn fits(&self, way: Way, kept: u16) -> bool {
        self.clashes(way, kept) == 0 && self.in_barrage(way, kept)
    }

    /// Finds the largest sets of cards that a way can keep after dropping at most `without` of
    /// them. A set already known to be of use is skipped.
    #[inline(always)]
    fn explore(&mut self, way: Way, kept: u16, without: u32) {
        if self.found && kept & !self.of_use == 0 {
            return;
        }
        let clashes = self.clashes(way, kept);
        if clashes == 0 && self.in_barrage(way, kept) {
            self.of_use |= kept;
            self.found = true;
        } else if without > 0 {
            self.explore_less(way, kept, without - 1, clashes);
        }
    }

    /// Explores the sets with one card fewer.
    fn explore_less(&mut self, way: Way, kept: u16, without: u32, clashes: u64) {
        let mut some = without_one(kept, clashes);
        while some != 0 {
            let one = some & some.wrapping_neg();
            some &= !one;
            self.explore(way, kept & !one, without);
        }
    }

    /// Adds the first moves of a way whose moves cannot wait, and the cards that it may replace, if
    /// it can do without at most `without` of its cards.
    fn hurry(&self, way: Way, kept: u16, without: u32, urgent: &mut Urgent) {
        let clashes = self.clashes(way, kept);
        if clashes == 0 && self.in_barrage(way, kept) {
            urgent.moves |= way.first();
            urgent.replaced |= if without > 0 { ALL } else { ALL & !kept };
        } else if without > 0 {
            let mut some = without_one(kept, clashes);
            while some != 0 {
                let one = some & some.wrapping_neg();
                some &= !one;
                self.hurry(way, kept & !one, without - 1, urgent);
            }
        }
    }
}

/// A set of cards at least one of which cannot be kept: two that clash, or all if none clash.
#[inline(always)]
fn without_one(kept: u16, clashes: u64) -> u16 {
    if clashes == 0 { kept } else { PAIR_PLACES[clashes.trailing_zeros() as usize % PAIRS.len()] }
}

/// A mask of four bits for each of some places.
#[inline(always)]
fn nibbles(places: u16) -> u64 {
    const ALL: [u64; 1 << PLACES] = {
        let mut all = [0; 1 << PLACES];
        let mut places = 0;
        while places < all.len() {
            let mut place = 0;
            while place < PLACES {
                all[places] |= (15 * (places as u64 >> place & 1)) << (4 * place);
                place += 1;
            }
            places += 1;
        }
        all
    };
    ALL[usize::from(places) % ALL.len()]
}

/// The pairs of cards of one suit, as bits.
#[inline(always)]
fn pairs_of(suits: [u64; 4]) -> u64 {
    suits.into_iter().fold(0, |pairs, suit| pairs | PAIRS_OF[usize::from(places_of(suit))])
}
