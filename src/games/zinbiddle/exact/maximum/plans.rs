//! Plans: which cards can be kept, and where they end, for pyramids with the same numbers.

use super::permutations::{EACH, PAIRS, Permutations, barrages};
use super::shelf::mixed;
use super::words::{BITS, LANES, count, filled, free, places_of, suits};
use super::{Hunt, NEVER, lock};
use crate::games::zinbiddle::hand::{Card, LEVELS, PLACES};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// By set of places, the pairs of them as bits.
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

/// More ways than this are not searched for some that add nothing.
const MANY: usize = 5000;

/// A way to keep cards.
///
/// ```text
/// bit  52..49   48..45   44..36   35..0
///      now      least    kept     pairs of kept cards that end in one line
/// ```
#[derive(Clone, Copy, Debug)]
struct Way {
    bits: u64,
    /// Where the cards that are kept end, four bits a place. With Sixes in the shoe all that can be
    /// wrong with a way is that two cards of a suit end in one line, so there it is 0.
    ends: u64,
}

impl Way {
    #[inline(always)]
    fn pairs(self) -> u64 {
        self.bits & (1 << 36) - 1
    }

    /// The cards that are kept, if suits allow.
    #[inline(always)]
    fn kept(self) -> u16 {
        (self.bits >> 36 & 511) as u16
    }

    /// How many must be kept at the least.
    #[inline(always)]
    fn least(self) -> u32 {
        (self.bits >> 45 & 15) as u32
    }

    /// How many must be kept at the least if some of the moves can be made at this level only; more
    /// than there are if none.
    #[inline(always)]
    fn least_now(self) -> u32 {
        (self.bits >> 49) as u32
    }
}

/// As many cards as nobody can keep.
const NONE: u64 = 15;

/// The ways to keep cards, for pyramids with the same numbers.
#[derive(Debug, Default)]
pub(super) struct Plans {
    /// Places whose card some plan keeps, suits aside.
    pub(super) any: u16,
    ways: Vec<Way>,
    /// Whether some way takes moves that cannot wait.
    now: bool,
}

/// Finds plans.
pub(super) struct Planner {
    actions: usize,
    wild: bool,
    permutations: Permutations,
    /// By level and actions left: the least number of moves of each permutation.
    costs: Vec<Vec<u8>>,
    stages: Vec<OnceLock<Stage>>,
    /// Barrages without wild cards, 192 bits, by place and suit.
    barrages: [[[u64; 3]; 4]; PLACES],
    found: Vec<Mutex<Option<(u64, Arc<Plans>)>>>,
}

/// How many plans are kept: few are asked for again much later.
const KEPT: usize = 1 << 16;

/// What can be moved at a level with so many actions left.
struct Stage {
    /// By pattern, where its permutations begin among those that take no more moves than there are,
    /// the cheapest first.
    begins: Vec<u32>,
    moves: Vec<Moves>,
    /// By node of the tree of patterns, the least number of moves of any pattern below it.
    least: Vec<u8>,
}

/// What a permutation takes.
///
/// ```text
/// bit  23..20   19            18..0
///      moves    cannot wait   number of the permutation
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Moves(u32);

impl Moves {
    #[inline(always)]
    fn cost(self) -> u8 {
        (self.0 >> 20) as u8
    }

    /// Whether later moves would take more.
    #[inline(always)]
    fn cannot_wait(self) -> bool {
        self.0 >> 19 & 1 == 1
    }

    #[inline(always)]
    fn number(self) -> u32 {
        self.0 & (1 << 19) - 1
    }
}

impl Stage {
    /// By the moves that each permutation takes, and would take later.
    fn new(permutations: &Permutations, costs: &[u8], later: &[u8], left: u8) -> Stage {
        let (mut begins, mut moves) = (vec![0], Vec::new());
        for pattern in 0..permutations.patterns() {
            let begin = moves.len();
            let some = pattern * EACH..(pattern + 1) * EACH;
            moves.extend(some.filter(|&number| costs[number] <= left).map(|number| {
                let now = u32::from(later[number] > costs[number]);
                Moves(number as u32 | now << 19 | u32::from(costs[number]) << 20)
            }));
            moves[begin..].sort_unstable();
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
    pub(super) fn new(hunt: &Hunt) -> Planner {
        let permutations = Permutations::new();
        let costs = permutations.costs(hunt);
        Planner {
            actions: hunt.actions.into(),
            wild: hunt.shares[Card::SIX.kind()] > 0.0,
            stages: costs.iter().map(|_| OnceLock::new()).collect(),
            permutations,
            costs,
            barrages: barrages(),
            found: (0..KEPT).map(|_| Mutex::new(None)).collect(),
        }
    }

    fn stage_number(&self, level: usize, left: u8) -> usize {
        level * (self.actions + 1) + usize::from(left)
    }

    fn stage(&self, level: usize, left: u8) -> &Stage {
        let number = self.stage_number(level, left);
        self.stages[number].get_or_init(|| {
            let costs = &self.costs[number];
            // Moves of the last level are made when all cards are known; those of others are not, and
            // are no match for earlier ones.
            let later = match level + 2 {
                LEVELS => &self.costs[self.stage_number(level + 1, left)],
                _ => costs,
            };
            Stage::new(&self.permutations, costs, later, left)
        })
    }

    /// The plans for pyramids with these numbers.
    pub(super) fn plans(&self, level: usize, left: u8, numbers: u64) -> Arc<Plans> {
        let key = numbers | (self.stage_number(level, left) as u64) << 48;
        let shelf = &self.found[mixed(key) as usize % KEPT];
        if let Some((known, plans)) = &*lock(shelf)
            && *known == key
        {
            return Arc::clone(plans);
        }
        let plans = Arc::new(self.find(level, left, numbers));
        *lock(shelf) = Some((key, Arc::clone(&plans)));
        plans
    }

    fn find(&self, level: usize, left: u8, numbers: u64) -> Plans {
        let stage = self.stage(level, left);
        // Wild cards and empty places fit anywhere.
        let free = free(numbers);
        let suited = LANES & !free;
        let all = count(suited) as u8;
        // By kept cards and where they end: the least moves, the least that cannot wait, and one of
        // the permutations.
        let mut found: FxHashMap<(u16, u64), (u8, u8, u32)> = FxHashMap::default();
        self.permutations.near((numbers, free), left, &stage.least, &mut |pattern, word| {
            let differ = filled(numbers ^ word) & suited;
            let (replaced, kept) = (count(differ) as u8, places_of(suited & !differ));
            for moves in stage.of_pattern(pattern) {
                let (cost, number) = (moves.cost(), moves.number());
                if replaced + cost > left {
                    break;
                }
                let ends = match self.wild {
                    true => self.permutations.in_line(number) & PAIRS_OF[usize::from(kept)],
                    false => self.permutations.ends(number) & nibbles(kept),
                };
                let now = if moves.cannot_wait() { cost } else { NEVER };
                let way = found.entry((kept, ends)).or_insert((cost, now, number));
                (way.0, way.1) = (way.0.min(cost), way.1.min(now));
            }
        });
        let least = |moves: u8| u64::from((all + moves).saturating_sub(left));
        let way = |((kept, ends), (cost, now, number)): ((u16, u64), (u8, u8, u32))| {
            let pairs = self.permutations.in_line(number) & PAIRS_OF[usize::from(kept)];
            let now = if now == NEVER { NONE } else { least(now) };
            let bits = pairs | u64::from(kept) << 36 | least(cost) << 45 | now << 49;
            Way { bits, ends: if self.wild { 0 } else { ends } }
        };
        let mut ways: Vec<Way> = found.into_iter().map(way).collect();
        ways.sort_unstable_by_key(|&way| {
            (std::cmp::Reverse(way.kept().count_ones()), way.least(), way.bits, way.ends)
        });
        // A way that another one contains, and that must keep no fewer, adds nothing.
        let mut best: Vec<Way> = Vec::new();
        let room = ways.len() < MANY;
        for way in ways {
            let kept = way.kept();
            let contained = |other: &Way| {
                let less = match self.wild {
                    true => other.pairs() & !way.pairs() & PAIRS_OF[usize::from(kept)] == 0,
                    false => (other.ends ^ way.ends) & nibbles(kept) == 0,
                };
                let fewer = other.least() <= way.least() && other.least_now() <= way.least_now();
                less && fewer && kept & !other.kept() == 0
            };
            if !(room && best.iter().any(contained)) {
                best.push(way);
            }
        }
        Plans {
            any: best.iter().fold(0, |any, way| any | way.kept()),
            now: best.iter().any(|way| way.least_now() < NONE as u32),
            ways: best,
        }
    }

    /// The places whose card some plan keeps, by what the suits of a word leave of them; `None` if
    /// nothing can come of it.
    #[inline]
    pub(super) fn of_use(&self, plans: &Plans, word: u64) -> Option<u16> {
        let alike = pairs_of(suits(word));
        let mut search = Search { planner: self, word, alike, of_use: 0, found: false };
        for way in &plans.ways {
            search.explore(way, way.kept(), way.kept().count_ones() - way.least());
            if search.found && search.of_use == plans.any {
                break;
            }
        }
        search.found.then_some(search.of_use)
    }

    /// Whether the suits of a word leave a plan of which some moves cannot wait for the last level.
    pub(super) fn cannot_wait(&self, plans: &Plans, word: u64) -> bool {
        let alike = pairs_of(suits(word));
        let mut search = Search { planner: self, word, alike, of_use: 0, found: false };
        plans.now
            && plans.ways.iter().any(|way| {
                if let Some(slack) = way.kept().count_ones().checked_sub(way.least_now()) {
                    search.explore(way, way.kept(), slack);
                }
                search.found
            })
    }

    /// Whether moves alone make a barrage of a word without empty places.
    pub(super) fn finished(&self, plans: &Plans, word: u64) -> bool {
        let suits = suits(word);
        let (alike, all) = (pairs_of(suits), places_of(suits.into_iter().fold(0, |a, b| a | b)));
        let search = Search { planner: self, word, alike, of_use: 0, found: false };
        plans.ways.iter().any(|way| way.kept() == all && search.clash(way, all) == Clash::None)
    }
}

/// A search for the cards of a word that can be kept.
struct Search<'p> {
    planner: &'p Planner,
    word: u64,
    /// The pairs of cards of one suit.
    alike: u64,
    of_use: u16,
    found: bool,
}

/// Why cards cannot all be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clash {
    None,
    /// These two cannot stand together.
    Pair(usize, usize),
    /// There is no barrage with all of them.
    All,
}

impl Search<'_> {
    /// Whether some cards, where a way ends them, can all be part of a barrage.
    #[inline]
    fn clash(&self, way: &Way, kept: u16) -> Clash {
        let clashes = way.pairs() & self.alike & PAIRS_OF[usize::from(kept)];
        if clashes != 0 {
            let (a, b) = PAIRS[clashes.trailing_zeros() as usize % PAIRS.len()];
            return Clash::Pair(a, b);
        }
        // What is missing, Sixes may be.
        if self.planner.wild {
            return Clash::None;
        }
        let mut all = [u64::MAX; 3];
        let mut left = kept;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let (suit, end) = (self.word >> (BITS * place) & 3, way.ends >> (4 * place) & 15);
            let some = &self.planner.barrages[end as usize % PLACES][suit as usize];
            (0..3).for_each(|i| all[i] &= some[i]);
        }
        if all == [0; 3] { Clash::All } else { Clash::None }
    }

    /// Finds the largest sets of cards that can be kept by a way without at most so many of them.
    /// Those that are known to be of use, all of them, need not be looked at.
    fn explore(&mut self, way: &Way, kept: u16, without: u32) {
        if self.found && kept & !self.of_use == 0 {
            return;
        }
        match self.clash(way, kept) {
            Clash::None => {
                self.of_use |= kept;
                self.found = true;
            }
            _ if without == 0 => {}
            Clash::Pair(a, b) => {
                self.explore(way, kept & !(1 << a), without - 1);
                self.explore(way, kept & !(1 << b), without - 1);
            }
            Clash::All => {
                for place in (0..PLACES).filter(|place| kept >> place & 1 == 1) {
                    self.explore(way, kept & !(1 << place), without - 1);
                }
            }
        }
    }
}

/// Four bits for each of some places.
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

/// The pairs of cards of one suit.
#[inline(always)]
fn pairs_of(suits: [u64; 4]) -> u64 {
    suits.into_iter().fold(0, |pairs, suit| pairs | PAIRS_OF[usize::from(places_of(suit))])
}
