//! The ceiling: the highest probability with which a lone player who wants nothing else makes an
//! Ion Barrage (Z18) with the pilot actions of the rules (Z9), from endless shoes in the rules'
//! proportions. Backward induction over every deal and every action, on states in which only what
//! can still become part of a barrage is told apart.
//!
//! A *plan* for a pyramid is a way to an Ion Barrage if every draw to come is the best: some cards
//! are kept and end at some places, the others are replaced. Moves (transpositions, re-sorts) and
//! replacements share the actions left, so where a card that is kept ends is a permutation of the
//! places with a least number of moves, found once for every permutation, level and number of
//! actions left. A card that no plan keeps is *junk*: on every course that ends in a barrage it is
//! replaced, so any other card in its place, say a misfire, has the same courses and the same
//! probabilities. States are equal if they differ in junk, in the names of suits, or as mirror
//! images.
//!
//! At level 4 a re-sort before a replacement can be put off until after it: the same card is
//! replaced where it lay before. So there only replacements are searched, and a pyramid is a
//! success when moves alone, as many as are left, can finish it. In the same way junk may as well
//! be replaced at once, whatever is left to do: at level 4 a place with junk is an empty one, and
//! one action less is left. And the last action before level 4 can be put off until then if it is
//! a replacement, or a move within a line that may be re-sorted there: nothing is chosen between.
//! A Six is never replaced: who keeps it, and plays as if it were the card drawn instead, has one
//! action more.
//!
//! At level 4 twos and threes are alike as well where they are drawn as often, if gunners and
//! shields change places: every line holds one of each, and a re-sort knows no order.

use super::hand::{Card, KINDS, LEVELS, Line, NEIGHBOURS, Order, PLACES, Place, Pyramid};
use super::player::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use super::rules::{ActionKind, Rules};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, Mutex, RwLock};

const BITS: usize = 5;
const LANE: u64 = 31;
/// A place without a card. Junk is 0, a misfire.
const EMPTY: u64 = 31;
const ALL_EMPTY: u64 = (1 << (BITS * PLACES)) - 1;
/// The lowest bit of each lane.
const LANES: u64 = ALL_EMPTY / LANE;
/// The number of each place in a barrage.
const NUMBERS: [u64; PLACES] = [4, 4, 4, 4, 3, 3, 2, 2, 1];
/// Permutations of the places that put the same numbers on the same places.
const EACH: usize = 96;
/// Fewer cards than this are not searched for junk: nearly all of them are of use.
const SEARCHED: u32 = 7;
const NEVER: u8 = 99;
/// Actions up to which the ceiling is found within minutes and 8 GiB, without and with Sixes.
pub const WITHIN_REACH: [u8; 2] = [4, 4];
/// Actions up to which it takes seconds, without and with Sixes.
pub const QUICK: [u8; 2] = [3, 2];
/// Places as others see them in a mirror.
const MIRROR: [usize; PLACES] = [3, 2, 1, 0, 5, 4, 7, 6, 8];
const MIDDLE: [usize; PLACES] = [0, 2, 1, 3, 4, 5, 6, 7, 8];
/// Gunners for shields.
const TWINS: [usize; PLACES] = [0, 1, 2, 3, 6, 7, 4, 5, 8];
/// Two places, in some order.
const PAIRS: [(usize, usize); 36] = {
    let (mut pairs, mut pair, mut a) = ([(0, 0); 36], 0, 0);
    while a < PLACES {
        let mut b = a + 1;
        while b < PLACES {
            pairs[pair] = (a, b);
            (pair, b) = (pair + 1, b + 1);
        }
        a += 1;
    }
    pairs
};
/// The places of the row and of the flanks.
const ROW: u64 = 0b0_0000_1111;
const PORT: u64 = 0b1_0101_0001;
const STARBOARD: u64 = 0b1_1010_1000;
/// The key of all states that moves alone finish.
const SURE: u64 = u64::MAX;

/// What a game is to a hunter.
#[derive(Clone, Debug, PartialEq)]
pub struct Hunt {
    /// How likely a drawn card is of each kind.
    pub shares: [f64; KINDS],
    /// Actions of the hand.
    pub actions: u8,
    /// How many may have been used by the end of each level.
    pub allowances: [u8; LEVELS],
    /// Whether cards may be replaced, by level.
    pub replaces: [bool; LEVELS],
    /// Whether neighbours may be transposed, by level.
    pub transposes: [bool; LEVELS],
    /// Whether the row may be re-sorted, by level.
    pub sorts_row: [bool; LEVELS],
    /// Whether the flanks may be re-sorted once they are complete.
    pub sorts_flanks: bool,
}

impl Hunt {
    /// That of these rules.
    pub fn new(rules: &Rules) -> Hunt {
        let (deck, cards) = (rules.deck(), f64::from(rules.cards()));
        let can = |level: usize, kind| rules.action_kinds[level].contains(&kind);
        let by_level = |kind| std::array::from_fn(|level| can(level, kind));
        Hunt {
            shares: deck.map(|count| f64::from(count) / cards),
            actions: rules.pilot_actions,
            allowances: std::array::from_fn(|level| rules.allowance(level)),
            replaces: by_level(ActionKind::Replace),
            transposes: by_level(ActionKind::Transpose),
            sorts_row: std::array::from_fn(|level| {
                can(level, ActionKind::ResortRow) || can(level, ActionKind::ResortLine)
            }),
            sorts_flanks: can(LEVELS - 1, ActionKind::ResortLine),
        }
    }

    /// Whether no Ion Barrage can be made: some number is never drawn, nor anything in its place.
    fn is_hopeless(&self) -> bool {
        let never =
            |number: usize| self.shares[4 * number..4 * number + 4].iter().all(|&p| p == 0.0);
        self.shares[Card::SIX.kind()] == 0.0 && (1..=4).any(never)
    }

    /// The moves of a level.
    fn moves(&self, level: usize) -> Vec<Move> {
        let stay: [usize; PLACES] = std::array::from_fn(|place| place);
        let mut moves = Vec::new();
        for (number, (a, b)) in NEIGHBOURS.into_iter().enumerate() {
            if self.transposes[level] && a.level() <= level && b.level() <= level {
                let mut from = stay;
                from.swap(a.index(), b.index());
                moves.push(self.step(from, Pilot::Transpose(number as u8)));
            }
        }
        for line in self.sorts(level) {
            for order in (1..Order::WAYS).map(Order::of) {
                let places = line.places().map(Place::index);
                let mut from = stay;
                places.into_iter().zip(order.apply(places)).for_each(|(to, of)| from[to] = of);
                moves.push(self.step(from, Pilot::Resort(line, order)));
            }
        }
        moves
    }

    fn step(&self, from: [usize; PLACES], action: Pilot) -> Move {
        let stays = |place: usize| from[place] == place;
        let within = |line: Line| {
            (0..PLACES).all(|place| stays(place) || line.places().contains(&Place::of(place)))
        };
        Move { from, action, can_wait: self.sorts(LEVELS - 1).any(within) }
    }

    /// Whether one more action at a level before the last would be the last one before that.
    fn can_wait(&self, level: usize, left: u8) -> bool {
        level + 1 < LEVELS && left - 1 <= self.actions - self.allowances[LEVELS - 2]
    }

    /// The lines that may be re-sorted at a level.
    fn sorts(&self, level: usize) -> impl Iterator<Item = Line> {
        let (row, flanks) = (self.sorts_row[level], self.sorts_flanks && level + 1 == LEVELS);
        Line::ALL.into_iter().filter(move |&line| if line == Line::Row { row } else { flanks })
    }
}

/// A transposition or a re-sort: the place that each place's card comes from.
#[derive(Clone, Copy, Debug)]
struct Move {
    from: [usize; PLACES],
    action: Pilot,
    /// Whether a re-sort of level 4 does the same.
    can_wait: bool,
}

/// The cards of `word` where they lie after a move.
#[inline]
fn moved(word: u64, from: &[usize; PLACES]) -> u64 {
    let mut out = 0;
    for (to, &from) in from.iter().enumerate() {
        out |= (word >> (BITS * from) & LANE) << (BITS * to);
    }
    out
}

#[inline]
fn put(word: u64, place: usize, card: u64) -> u64 {
    word & !(LANE << (BITS * place)) | card << (BITS * place)
}

/// The lowest bits of the lanes that are not zero.
#[inline]
fn filled(word: u64) -> u64 {
    (word | word >> 1 | word >> 2) & LANES
}

/// Lanes as bits of a set of places.
#[inline]
fn places_of(lanes: u64) -> u16 {
    let mut set = 0;
    let mut left = lanes;
    while left != 0 {
        set |= 1 << (left.trailing_zeros() as usize / BITS);
        left &= left - 1;
    }
    set
}

/// Two cards that cannot stand together, if it is but two.
type Clash = Option<(usize, usize)>;

/// The ways to keep cards, for pyramids with the same numbers: each a word of where the cards that
/// are kept end (four bits a place), which they are (from bit 36), and how many must be kept at
/// the least (from bit 48). With Sixes in the shoe all that can be wrong with a way is that two
/// cards of a suit end in one line, so there the pairs of them that do are all that is noted of
/// where they end.
#[derive(Clone, Default)]
struct Plans {
    /// Places whose card some plan keeps, suits aside.
    any: u16,
    /// None, or one at least.
    found: Option<Arc<[u64]>>,
}

impl Plans {
    #[inline]
    fn ways(&self) -> &[u64] {
        self.found.as_deref().unwrap_or_default()
    }
}

/// Values of states, and plans, found so far, in shards by their keys.
const SHARDS: usize = 256;

/// Solves a [`Hunt`]: what each state is worth, found when it is first asked for.
pub struct Solver {
    hunt: Hunt,
    moves: [Vec<Move>; LEVELS],
    wild: bool,
    /// Whether T2 and T3 are alike at level 4.
    middle: bool,
    /// Whether gunners and shields are, but for their numbers.
    twins: bool,
    /// Whether all suits are as likely.
    alike: bool,
    junk: f64,
    /// Where the cards end, four bits a place, 96 after each other with the same numbers.
    perms: Vec<u64>,
    /// The pairs of places, as bits, that they send to one line.
    in_line: Vec<u64>,
    /// By level and actions left: the least number of moves of each permutation.
    costs: Vec<Vec<u8>>,
    /// And those that are enough for some: their numbers, which 96 they are, the least for one.
    within: Vec<Vec<(u64, u32, u8)>>,
    /// Barrages without wild cards, 192 bits, by place and suit.
    barrages: [[[u64; 3]; 4]; PLACES],
    nibbles: [u64; 512],
    /// By set of places, the pairs of them as bits.
    pairs: [u64; 512],
    plans: Vec<RwLock<Shelf<Plans>>>,
    values: Vec<Mutex<Shelf<f64>>>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solver({:?}, {} states)", self.hunt, self.states())
    }
}

/// A key with all of its bits in all of them.
#[inline]
fn mixed(key: u64) -> u64 {
    let once = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (once ^ once >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ once >> 32
}

#[inline]
fn shard(key: u64) -> usize {
    (mixed(key) >> 8) as usize % SHARDS
}

/// What is known by key: a hash table that needs one look at the memory, and grows by half.
#[derive(Default)]
struct Shelf<V> {
    /// The key plus one, 0 where there is none, at the first free slot from its own.
    slots: Vec<(u64, V)>,
    filled: usize,
}

impl<V: Clone + Default> Shelf<V> {
    /// Where a key is, or would be.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let slots = self.slots.len();
        let mut slot = (u128::from(mixed(key)) * slots as u128 >> 64) as usize;
        while self.slots[slot].0 != 0 && self.slots[slot].0 != key + 1 {
            slot = if slot + 1 < slots { slot + 1 } else { 0 };
        }
        slot
    }

    #[inline]
    fn get(&self, key: u64) -> Option<V> {
        if self.slots.is_empty() {
            return None;
        }
        let (known, value) = &self.slots[self.slot(key)];
        (*known != 0).then(|| value.clone())
    }

    fn insert(&mut self, key: u64, value: V) {
        // At most four fifths are full.
        if self.filled * 5 >= self.slots.len() * 4 {
            let more = vec![(0, V::default()); self.slots.len() * 3 / 2 + 64];
            let old = std::mem::replace(&mut self.slots, more);
            for entry in old.into_iter().filter(|entry| entry.0 != 0) {
                let slot = self.slot(entry.0 - 1);
                self.slots[slot] = entry;
            }
        }
        let slot = self.slot(key);
        self.filled += usize::from(self.slots[slot].0 == 0);
        self.slots[slot] = (key + 1, value);
    }
}

impl Solver {
    /// Finds the least numbers of moves; values come later.
    pub fn new(hunt: Hunt) -> Solver {
        let (perms, patterns) = permutations();
        let costs = costs(&hunt, &perms);
        let within = (0..costs.len()).map(|stage| {
            let left = (stage % (usize::from(hunt.actions) + 1)) as u8;
            let least = costs[stage].chunks(EACH).map(|some| some.iter().copied().min());
            let patterns = patterns.iter().zip(0..).zip(least);
            patterns
                .filter_map(|((&pattern, index), least)| Some((pattern, index, least?)))
                .filter(|&(_, _, least)| least <= left)
                .collect()
        });
        let within = within.collect();
        let nibbles = std::array::from_fn(|set| {
            (0..PLACES).filter(|place| set >> place & 1 == 1).map(|place| 15 << (4 * place)).sum()
        });
        let pairs: [u64; 512] = std::array::from_fn(|set| {
            let both = |&(a, b): &(usize, usize)| set >> a & set >> b & 1 == 1;
            (0..36).filter(|&pair| both(&PAIRS[pair])).fold(0, |some, pair| some | 1 << pair)
        });
        let in_line = |perm: &u64| {
            let ends = |line: u64| {
                let here = |&place: &usize| line >> (perm >> (4 * place) & 15) & 1 == 1;
                (0..PLACES).filter(here).fold(0, |set, place| set | 1 << place)
            };
            [ROW, PORT, STARBOARD].map(ends).into_iter().fold(0, |some, set| some | pairs[set])
        };
        Solver {
            in_line: perms.iter().map(in_line).collect(),
            pairs,
            wild: hunt.shares[Card::SIX.kind()] > 0.0,
            middle: !hunt.transposes[LEVELS - 1],
            twins: !hunt.transposes[LEVELS - 1]
                && (8..12).all(|kind| hunt.shares[kind] == hunt.shares[kind + 4]),
            alike: (0..20).all(|kind| hunt.shares[kind] == hunt.shares[kind & !3]),
            junk: hunt.shares[..4].iter().sum(),
            moves: std::array::from_fn(|level| hunt.moves(level)),
            hunt,
            perms,
            costs,
            within,
            barrages: barrages(),
            nibbles,
            plans: (0..SHARDS).map(|_| RwLock::default()).collect(),
            values: (0..SHARDS).map(|_| Mutex::default()).collect(),
        }
    }

    /// How many states it knows the value of.
    pub fn states(&self) -> usize {
        self.values.iter().map(|values| lock(values).filled).sum()
    }

    /// The probability of an Ion Barrage before a card is dealt.
    pub fn ceiling(&self) -> f64 {
        if self.hunt.is_hopeless() {
            return 0.0;
        }
        self.drawn(0, self.hunt.actions, ALL_EMPTY)
    }

    fn stage(&self, level: usize, left: u8) -> usize {
        level * (usize::from(self.hunt.actions) + 1) + usize::from(left)
    }

    /// The plans for pyramids with these numbers, unless nearly all cards are of use anyway.
    fn searched(&self, level: usize, left: u8, word: u64) -> Option<Plans> {
        let numbers = word >> 2 & LANES * 7;
        let empty = numbers & numbers >> 1 & numbers >> 2 & LANES;
        let search = level + 1 == LEVELS || PLACES as u32 - empty.count_ones() >= SEARCHED;
        search.then(|| self.plans(level, left, word))
    }

    /// The plans for pyramids with these numbers.
    fn plans(&self, level: usize, left: u8, word: u64) -> Plans {
        let numbers = word >> 2 & LANES * 7;
        let stage = self.stage(level, left);
        let key = numbers | (stage as u64) << 48;
        let shelf = &self.plans[shard(key)];
        if let Some(plans) = shelf.read().unwrap_or_else(|e| e.into_inner()).get(key) {
            return plans;
        }
        let plans = self.find_plans(stage, left, numbers);
        shelf.write().unwrap_or_else(|e| e.into_inner()).insert(key, plans.clone());
        plans
    }

    fn find_plans(&self, stage: usize, left: u8, numbers: u64) -> Plans {
        // Wild cards and empty places fit anywhere: numbers 5 and 7.
        let free = numbers >> 2 & numbers & LANES;
        let suited = (LANES & !free).count_ones();
        let costs = &self.costs[stage];
        let mut found: FxHashMap<u64, u8> = FxHashMap::default();
        for &(pattern, index, least) in &self.within[stage] {
            let differ = filled(numbers ^ pattern) & !free;
            let replaced = differ.count_ones() as u8;
            if replaced + least > left {
                continue;
            }
            let kept = places_of(LANES & !free & !differ);
            let nibbles = self.nibbles[usize::from(kept)];
            let pairs = self.pairs[usize::from(kept)];
            let start = index as usize * EACH;
            let range = start..start + EACH;
            let perms = self.perms[range.clone()].iter().zip(&self.in_line[range.clone()]);
            for ((perm, in_line), &cost) in perms.zip(&costs[range]) {
                if replaced + cost <= left {
                    let ends = if self.wild { in_line & pairs } else { perm & nibbles };
                    let way = ends | u64::from(kept) << 36;
                    let known = found.entry(way).or_insert(cost);
                    *known = cost.min(*known);
                }
            }
        }
        // At least so many cards must be kept.
        let mut ways: Vec<u64> = found
            .into_iter()
            .map(|(way, cost)| way | u64::from((suited as u8 + cost).saturating_sub(left)) << 48)
            .collect();
        let size = |way: u64| (way >> 36 & 511).count_ones();
        ways.sort_unstable_by_key(|&way| (std::cmp::Reverse(size(way)), way >> 48, way));
        // A way that another one contains, and that must keep no fewer, adds nothing.
        let mut best: Vec<u64> = Vec::new();
        let room = ways.len() < 5000;
        for way in ways {
            let kept = way >> 36 & 511;
            let contained = |other: &u64| {
                let less = match self.wild {
                    true => other & !way & self.pairs[kept as usize] == 0,
                    false => (other ^ way) & self.nibbles[kept as usize] == 0,
                };
                less && kept & !(other >> 36) == 0 && other >> 48 <= way >> 48
            };
            if !(room && best.iter().any(contained)) {
                best.push(way);
            }
        }
        let any = best.iter().fold(0, |any, way| any | (way >> 36 & 511) as u16);
        Plans { any, found: (!best.is_empty()).then(|| best.into()) }
    }

    /// The pairs of cards of one suit.
    #[inline]
    fn same_suits(&self, word: u64) -> u64 {
        let numbers = word >> 2 & LANES * 7;
        let suited = filled(numbers) & !(numbers >> 2 & numbers);
        let (low, high) = (word & suited, word >> 1 & suited);
        [suited & !low & !high, low & !high, high & !low, low & high]
            .into_iter()
            .fold(0, |pairs, suit| pairs | self.pairs[usize::from(places_of(suit))])
    }

    /// Whether cards of these suits, kept as a way says, can all be part of a barrage; if not, and
    /// two of them cannot stand together, those two.
    #[inline]
    fn fits(&self, word: u64, alike: u64, way: u64, kept: u16) -> Result<(), Clash> {
        if self.wild {
            // What is missing, Sixes may be.
            let clashes = way & alike & self.pairs[usize::from(kept)];
            return match clashes {
                0 => Ok(()),
                _ => Err(Some(PAIRS[clashes.trailing_zeros() as usize])),
            };
        }
        const ONES: u64 = 0x0001_0001_0001_0001;
        let mut suits = 0_u64;
        let mut left = kept;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let (suit, end) = (word >> (BITS * place) & 3, way >> (4 * place) & 15);
            suits |= 1 << (16 * suit + end);
        }
        for line in [ROW, PORT, STARBOARD] {
            let here = suits & (line * ONES);
            let twice = here & ((here | ONES << 15) - ONES);
            if twice != 0 {
                let high = twice.trailing_zeros() as u64;
                let lane = here & 0xffff << (high & !15) & ((1 << high) - 1);
                let ends = [high & 15, u64::from(lane.trailing_zeros()) & 15];
                let at = |end: u64| {
                    (0..PLACES)
                        .find(|&place| kept >> place & 1 == 1 && way >> (4 * place) & 15 == end)
                };
                return Err(at(ends[0]).zip(at(ends[1])));
            }
        }
        let mut all = [u64::MAX; 3];
        let mut left = suits;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let some = &self.barrages[bit & 15][bit >> 4];
            (0..3).for_each(|i| all[i] &= some[i]);
        }
        if all == [0; 3] {
            return Err(None);
        }
        Ok(())
    }

    /// Adds to `of_use` the cards that some plan of this way keeps. Whether there is one.
    fn explore(
        &self,
        word: u64,
        alike: u64,
        way: u64,
        kept: u16,
        of_use: &mut u16,
        found: &mut bool,
    ) {
        if *found && kept & !*of_use == 0 {
            return;
        }
        let clash = match self.fits(word, alike, way, kept) {
            Ok(()) => {
                *of_use |= kept;
                *found = true;
                return;
            }
            Err(clash) => clash,
        };
        if kept.count_ones() as u64 <= way >> 48 {
            return;
        }
        match clash {
            Some((a, b)) => {
                self.explore(word, alike, way, kept & !(1 << a), of_use, found);
                self.explore(word, alike, way, kept & !(1 << b), of_use, found);
            }
            None => {
                for place in (0..PLACES).filter(|place| kept >> place & 1 == 1) {
                    self.explore(word, alike, way, kept & !(1 << place), of_use, found);
                }
            }
        }
    }

    /// The state without what makes no difference, level and actions left on top; `None` if
    /// nothing can come of it.
    fn key(&self, level: usize, left: u8, word: u64) -> Option<u64> {
        self.key_by(self.searched(level, left, word).as_ref(), level, left, word)
    }

    /// The same if its plans are known.
    fn key_by(
        &self,
        plans: Option<&Plans>,
        level: usize,
        mut left: u8,
        mut word: u64,
    ) -> Option<u64> {
        let last = level + 1 == LEVELS;
        if let Some(plans) = plans {
            let numbers = word >> 2 & LANES * 7;
            let free = places_of(numbers >> 2 & numbers & LANES);
            let whole = last && numbers & numbers >> 1 & numbers >> 2 & LANES == 0;
            let (mut of_use, mut found) = (0, false);
            let alike = self.same_suits(word);
            for &way in plans.ways() {
                let kept = (way >> 36 & 511) as u16;
                self.explore(word, alike, way, kept, &mut of_use, &mut found);
                if found && of_use == plans.any {
                    break;
                }
            }
            if !found {
                return None;
            }
            if whole && of_use | free == 511 && self.finished(plans, word) {
                return Some(SURE);
            }
            for place in (0..PLACES).filter(|place| (of_use | free) >> place & 1 == 0) {
                if last && self.hunt.replaces[level] {
                    word = put(word, place, EMPTY);
                    left -= 1;
                } else {
                    word = put(word, place, 0);
                }
            }
        }
        let named = |word| if self.alike { named(word) } else { word };
        let both = |word| named(word).min(named(moved(word, &MIRROR)));
        let mut best = both(word);
        if last && self.middle {
            best = best.min(both(moved(word, &MIDDLE)));
            if self.twins {
                let word = twins(word);
                best = best.min(both(word)).min(both(moved(word, &MIDDLE)));
            }
        }
        Some(best | (level as u64) << 45 | u64::from(left) << 48)
    }

    /// What a state is worth: with places of its levels empty, before they are drawn, else before
    /// the next decision.
    fn drawn(&self, level: usize, left: u8, word: u64) -> f64 {
        self.key(level, left, word).map_or(0.0, |key| self.value(key))
    }

    fn value(&self, key: u64) -> f64 {
        if key == SURE {
            return 1.0;
        }
        let shelf = &self.values[shard(key)];
        if let Some(value) = lock(shelf).get(key) {
            return value;
        }
        let (level, left, word) = ((key >> 45 & 7) as usize, (key >> 48) as u8, key & ALL_EMPTY);
        let empty = (0..Place::up_to(level)).rfind(|&place| word >> (BITS * place) & LANE == EMPTY);
        let value = match empty {
            Some(place) => self.draw(level, left, word, place),
            None => self.decide(level, left, word),
        };
        lock(shelf).insert(key, value);
        value
    }

    /// A card is drawn for an empty place.
    fn draw(&self, level: usize, left: u8, word: u64, place: usize) -> f64 {
        let shares = &self.hunt.shares;
        let mut junk = self.junk;
        let mut states: Vec<(u64, f64)> = Vec::with_capacity(18);
        let mut add = |plans: Option<&Plans>, card: u64, share: f64| {
            if share > 0.0
                && let Some(key) = self.key_by(plans, level, left, put(word, place, card))
            {
                match states.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, sum)) => *sum += share,
                    None => states.push((key, share)),
                }
            }
        };
        for number in 1..=4 {
            let kinds = 4 * number..4 * number + 4;
            let plans = self.searched(level, left, put(word, place, 4 * number as u64));
            match &plans {
                Some(plans) if plans.any >> place & 1 == 0 => {
                    junk += shares[kinds].iter().sum::<f64>();
                }
                plans => kinds.for_each(|kind| add(plans.as_ref(), kind as u64, shares[kind])),
            }
        }
        for (card, share) in [(Card::SIX.kind(), shares[Card::SIX.kind()]), (0, junk)] {
            let card = card as u64;
            let plans = self.searched(level, left, put(word, place, card));
            add(plans.as_ref(), card, share);
        }
        let worth = |&(key, share): &(u64, f64)| share * self.value(key);
        let empty = (0..PLACES).filter(|&place| word >> (BITS * place) & LANE == EMPTY).count();
        match level + 1 < LEVELS && empty > 4 {
            true => states.par_iter().map(worth).collect::<Vec<f64>>().into_iter().sum(),
            false => states.iter().map(worth).sum(),
        }
    }

    /// The places whose card may have to be replaced now, not later.
    fn replaceable(&self, level: usize, left: u8, word: u64) -> impl Iterator<Item = usize> {
        let wait = self.hunt.replaces[LEVELS - 1] && self.hunt.can_wait(level, left);
        let places = if self.hunt.replaces[level] && !wait { Place::up_to(level) } else { 0 };
        (0..places).filter(move |place| word >> (BITS * place) & LANE != Card::SIX.kind() as u64)
    }

    /// The moves that may have to be made now, not later.
    fn steps(&self, level: usize, left: u8) -> impl Iterator<Item = &Move> {
        let wait = self.hunt.can_wait(level, left);
        self.moves[level].iter().filter(move |step| !(wait && step.can_wait))
    }

    /// The best of passing, replacing and moving, where moves alone do not finish.
    fn decide(&self, level: usize, left: u8, word: u64) -> f64 {
        let mut best: f64 = match level + 1 {
            LEVELS => 0.0,
            above => self.drawn(above, left, word),
        };
        if left > self.hunt.actions - self.hunt.allowances[level] {
            for place in self.replaceable(level, left, word) {
                best = best.max(self.drawn(level, left - 1, put(word, place, EMPTY)));
            }
            if level + 1 < LEVELS {
                for step in self.steps(level, left) {
                    best = best.max(self.drawn(level, left - 1, moved(word, &step.from)));
                }
            }
        }
        best
    }

    /// The best action, by what each is worth; to pass where nothing is better.
    fn best(&self, level: usize, left: u8, word: u64) -> Pilot {
        let last = level + 1 == LEVELS;
        let fewest = (0..=left).find(|&left| last && self.moves_finish(left, word));
        if let Some(fewest) = fewest {
            let ends = |step: &&Move| self.moves_finish(fewest - 1, moved(word, &step.from));
            return match fewest {
                0 => Pilot::Pass,
                _ => self.moves[level].iter().find(ends).map_or(Pilot::Pass, |step| step.action),
            };
        }
        let stay = if last { 0.0 } else { self.drawn(level + 1, left, word) };
        let mut best = (stay, Pilot::Pass);
        if left > self.hunt.actions - self.hunt.allowances[level] {
            let mut weigh = |action, next| {
                let worth = self.drawn(level, left - 1, next);
                // Sums in another order may differ by a rounding.
                if worth > best.0 * (1.0 + 1e-12) {
                    best = (worth, action);
                }
            };
            for place in self.replaceable(level, left, word) {
                weigh(Pilot::Replace(Place::of(place)), put(word, place, EMPTY));
            }
            for step in self.steps(level, left).filter(|_| !last) {
                weigh(step.action, moved(word, &step.from));
            }
        }
        best.1
    }

    /// The probability of an Ion Barrage at a decision of a level, 0..=3, with so many actions
    /// left of the hand.
    pub fn chance(&self, level: usize, left: u8, pyramid: &Pyramid) -> f64 {
        self.drawn(level, left, word(level, pyramid))
    }

    /// What a hunter does then.
    pub fn action(&self, level: usize, left: u8, pyramid: &Pyramid) -> Pilot {
        self.best(level, left, word(level, pyramid))
    }

    /// Whether a complete pyramid is an Ion Barrage after at most so many moves of level 4.
    fn moves_finish(&self, left: u8, word: u64) -> bool {
        self.finished(&self.plans(LEVELS - 1, left, word), word)
    }

    /// Whether one of the plans of a complete pyramid keeps every card.
    fn finished(&self, plans: &Plans, word: u64) -> bool {
        let numbers = word >> 2 & LANES * 7;
        let suited = places_of(LANES & !(numbers >> 2 & numbers));
        let alike = self.same_suits(word);
        plans.ways().iter().any(|&way| {
            (way >> 36 & 511) as u16 == suited && self.fits(word, alike, way, suited).is_ok()
        })
    }
}

/// The cards up to a level; all misfires are junk.
fn word(level: usize, pyramid: &Pyramid) -> u64 {
    let card = |place: usize| match pyramid.card(Place::of(place)) {
        _ if place >= Place::up_to(level) => EMPTY,
        card if card.is_misfire() => 0,
        card => card.kind() as u64,
    };
    (0..PLACES).fold(0, |word, place| word | card(place) << (BITS * place))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

/// Suits in the order in which they come up.
#[inline]
fn named(word: u64) -> u64 {
    let (mut names, mut next) = ([4_u64; 4], 0);
    let mut out = word;
    for place in 0..PLACES {
        let card = word >> (BITS * place) & LANE;
        if (4..20).contains(&card) {
            let name = &mut names[(card & 3) as usize];
            if *name == 4 {
                *name = next;
                next += 1;
            }
            out = out & !(3 << (BITS * place)) | *name << (BITS * place);
        }
    }
    out
}

/// Gunners for shields, and twos for threes.
#[inline]
fn twins(word: u64) -> u64 {
    let word = moved(word, &TWINS);
    // Twos are kinds 8 to 11, threes 12 to 15.
    word ^ (word >> 3 & !(word >> 4) & LANES) << 2
}

/// By level and actions left, the least number of moves that brings the cards where each
/// permutation says.
fn costs(hunt: &Hunt, perms: &[u64]) -> Vec<Vec<u8>> {
    let actions = usize::from(hunt.actions);
    let numbers: FxHashMap<u64, u32> =
        perms.iter().enumerate().map(|(number, &perm)| (perm, number as u32)).collect();
    let row = |change: &(dyn Fn(u64) -> u64 + Sync)| -> Vec<u32> {
        perms.par_iter().map(|&perm| numbers[&change(perm)]).collect()
    };
    let end = |perm: u64, place: Place| perm >> (4 * place.index()) & 15;
    let swapped = |(a, b): (Place, Place)| {
        row(&|perm| {
            let differ = end(perm, a) ^ end(perm, b);
            perm ^ (differ << (4 * a.index()) | differ << (4 * b.index()))
        })
    };
    // Permutations that differ by the order of a line have one that stands for all of them.
    let sorted = |line: Line| {
        let places = line.places();
        row(&|perm| {
            let mut ends = places.map(|place| end(perm, place));
            ends.sort_unstable();
            let clear = places.iter().fold(perm, |perm, place| perm & !(15 << (4 * place.index())));
            places
                .iter()
                .zip(ends)
                .fold(clear, |perm, (place, end)| perm | end << (4 * place.index()))
        })
    };
    let swaps: Vec<Vec<u32>> = NEIGHBOURS.into_iter().map(swapped).collect();
    let lines: Vec<Vec<u32>> = Line::ALL.into_iter().map(sorted).collect();
    let stays: u64 = (0..PLACES as u64).map(|place| place << (4 * place)).sum();
    let mut costs = vec![Vec::new(); LEVELS * (actions + 1)];
    for level in (0..LEVELS).rev() {
        let floor = usize::from(hunt.actions - hunt.allowances[level]);
        for left in floor..=actions {
            let mut cost: Vec<u8> = match level + 1 {
                LEVELS => perms.iter().map(|&p| if p == stays { 0 } else { NEVER }).collect(),
                above => costs[above * (actions + 1) + left].clone(),
            };
            if left > floor {
                let fewer: &Vec<u8> = &costs[level * (actions + 1) + left - 1];
                for step in hunt.moves(level) {
                    let Pilot::Transpose(number) = step.action else { continue };
                    for (cost, &next) in cost.iter_mut().zip(&swaps[usize::from(number)]) {
                        *cost = (*cost).min(fewer[next as usize] + 1);
                    }
                }
                for line in hunt.sorts(level) {
                    let stands = &lines[line as usize];
                    let mut least = vec![NEVER; perms.len()];
                    for (&fewer, &next) in fewer.iter().zip(stands) {
                        least[next as usize] = least[next as usize].min(fewer);
                    }
                    for (cost, &next) in cost.iter_mut().zip(stands) {
                        *cost = (*cost).min(least[next as usize] + 1);
                    }
                }
            }
            costs[level * (actions + 1) + left] = cost;
        }
    }
    costs
}

/// All permutations of the places, by the numbers that they ask for.
fn permutations() -> (Vec<u64>, Vec<u64>) {
    fn extend(perm: u64, place: usize, used: u16, all: &mut Vec<u64>) {
        if place == PLACES {
            return all.push(perm);
        }
        for end in (0..PLACES).filter(|end| used >> end & 1 == 0) {
            extend(perm | (end as u64) << (4 * place), place + 1, used | 1 << end, all);
        }
    }
    let mut perms = Vec::with_capacity(362_880);
    extend(0, 0, 0, &mut perms);
    let numbers = |perm: &u64| -> u64 {
        (0..PLACES).map(|p| NUMBERS[(perm >> (4 * p) & 15) as usize] << (BITS * p)).sum()
    };
    perms.sort_by_cached_key(|perm| (numbers(perm), *perm));
    let patterns = perms.iter().step_by(EACH).map(numbers).collect();
    (perms, patterns)
}

/// The 192 Ion Barrages without wild cards, as bits by place and suit.
fn barrages() -> [[[u64; 3]; 4]; PLACES] {
    let mut masks = [[[0; 3]; 4]; PLACES];
    let mut count = 0;
    for code in 0..1_u32 << (2 * PLACES) {
        let suits: [u32; PLACES] = std::array::from_fn(|place| code >> (2 * place) & 3);
        let rainbow = |line: Line| {
            line.places().iter().fold(0, |set, place| set | 1 << suits[place.index()]) == 15
        };
        if Line::ALL.into_iter().all(rainbow) {
            for (place, &suit) in suits.iter().enumerate() {
                masks[place][suit as usize][count / 64] |= 1 << (count % 64);
            }
            count += 1;
        }
    }
    masks
}

/// The highest probability of an Ion Barrage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ceiling {
    /// It is at least this.
    pub low: f64,
    /// And at most this; the same where it is exact.
    pub high: f64,
}

/// The ceiling under these rules: exact for as many actions as are [`WITHIN_REACH`]. With more it
/// is at least what those alone make, and no bound from above is known but 1.
pub fn ceiling(rules: &Rules) -> Ceiling {
    let most = WITHIN_REACH[usize::from(rules.vermilion_sixes > 0)];
    let (solver, idle) = solved(rules, most);
    let low = solver.ceiling();
    Ceiling { low, high: if idle == 0 || solver.hunt.is_hopeless() { low } else { 1.0 } }
}

/// A solver for so many actions of these rules at most, the same for all who ask, and how many it
/// leaves unused. It is kept for good: there are as many as rules that a run plays by.
fn solved(rules: &Rules, most: u8) -> (&'static Solver, u8) {
    static SOLVERS: Mutex<Vec<&'static Solver>> = Mutex::new(Vec::new());
    let planned = most.min(rules.pilot_actions);
    // With fewer actions a level allows no more of them, so what is legal there is legal here.
    let hunt = Hunt::new(&Rules { pilot_actions: planned, ..rules.clone() });
    let idle = rules.pilot_actions - planned;
    let mut solvers = lock(&SOLVERS);
    if let Some(solver) = solvers.iter().find(|solver| solver.hunt == hunt) {
        return (solver, idle);
    }
    let solver: &'static Solver = Box::leak(Box::new(Solver::new(hunt)));
    solvers.push(solver);
    (solver, idle)
}

/// `barrage-hunter`: never bets, calls everything, never calls a natural zinbiddle, and acts so
/// that an Ion Barrage is as likely as can be from endless shoes with the actions that it plans
/// for. More than those it leaves unused.
#[derive(Clone, Copy, Debug)]
pub struct Hunter {
    solver: &'static Solver,
    idle: u8,
}

impl Hunter {
    /// A hunter under these rules who plans for so many actions at most; for as many as are
    /// [`QUICK`] if none are named. The first one takes as long as their ceiling.
    pub fn new(rules: &Rules, actions: Option<u8>) -> Hunter {
        let quick = QUICK[usize::from(rules.vermilion_sixes > 0)];
        let (solver, idle) = solved(rules, actions.unwrap_or(quick));
        solver.ceiling();
        Hunter { solver, idle }
    }
}

impl PartialEq for Hunter {
    fn eq(&self, other: &Hunter) -> bool {
        std::ptr::eq(self.solver, other.solver) && self.idle == other.idle
    }
}

impl Eq for Hunter {}

impl Player for Hunter {
    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        Answer::No
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        BetChoice::Do(if view.to_call() > 0 { Bet::Call } else { Bet::Check })
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let left = view.actions_left(view.seat()).saturating_sub(self.idle);
        PilotChoice::Do(match view.own_so_far() {
            Some(own) if left > 0 && !self.solver.hunt.is_hopeless() => {
                self.solver.action(view.levels() - 1, left, own)
            }
            _ => Pilot::Pass,
        })
    }
}
