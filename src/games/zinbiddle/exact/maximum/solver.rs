//! The search: what each state is worth, found when it is first asked for.

use super::permutations::{barrages, costs, permutations};
use super::shelf::{SHARDS, Shelf, shard};
use super::{
    ALL_EMPTY, BITS, EACH, EMPTY, Hunt, LANE, LANES, MIDDLE, MIRROR, Move, PAIRS, PORT, ROW,
    SEARCHED, STARBOARD, SURE, TWINS, filled, lock, moved, places_of, put,
};
use crate::games::zinbiddle::hand::{Card, LEVELS, PLACES, Place, Pyramid};
use crate::games::zinbiddle::view::Pilot;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, Mutex, RwLock};

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

/// Solves a [`Hunt`]: what each state is worth, found when it is first asked for.
pub struct Solver {
    pub(super) hunt: Hunt,
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

    /// Whether no Ion Barrage can be made.
    pub fn is_hopeless(&self) -> bool {
        self.hunt.is_hopeless()
    }

    /// How many states it knows the value of.
    pub fn states(&self) -> usize {
        self.values.iter().map(|values| lock(values).filled).sum()
    }

    /// The probability of an Ion Barrage before a card is dealt.
    pub fn maximum(&self) -> f64 {
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
                weigh(Pilot::Replace(Place::from_index(place)), put(word, place, EMPTY));
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
    let card = |place: usize| match pyramid.card(Place::from_index(place)) {
        _ if place >= Place::up_to(level) => EMPTY,
        card if card.is_misfire() => 0,
        card => card.kind() as u64,
    };
    (0..PLACES).fold(0, |word, place| word | card(place) << (BITS * place))
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
