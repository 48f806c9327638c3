//! The quick evaluation with kronks spent: the fewest that make each name are counted from the
//! ranks and suits held. Rare cases are left to the thorough evaluation.

use super::super::hand::{Card, Cards, Value, rank};
use super::hands::Whole;
use super::search::Pool;
use super::shape::{Shape, lanes, rest};
use super::{
    ANY, Evaluator, FRACTIONS, FULL_PAIRS, HALF_SPRAK, KALO, REDS, ROYAL, Ranks, Stage, ids,
    in_all_suits, set_of,
};

/// The names of kinds above half-kalo that score on Fridays only.
const KINDS: u64 = ids(&[1, 2, 3, 4, 5, 6, 7]);

/// The number of cards in H3.
const SIX: u8 = 6;

/// A value, and the kronks that it costs.
type Bought = (Value, u8);

/// The score of a stage within its ceiling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spending {
    pub(super) value: Value,
    pub(super) spent: u8,
    /// [`Stage::kronks`], without and with the named card among them.
    kronks: [u128; 2],
}

impl Spending {
    pub(super) fn stage(self, named: bool) -> Stage {
        Stage { value: self.value, spent: self.spent, kronks: self.kronks[usize::from(named)] }
    }
}

/// Cards as kronks are spent on them: the natural ones, and the wild ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    shape: Shape,
    cards: u32,
    koiks: u32,
    wild: u32,
    /// The places of the ranks of the wild cards, as in [`Stage::kronks`].
    kronks: u128,
    /// The slot of the named card among them, and its place, which may be 0 if none is named.
    named_at: u8,
    named_place: u8,
}

impl Held {
    /// The places of the `spent` highest kronks; with the named one if it must be among them.
    fn highest(&self, spent: u8, must: bool) -> u128 {
        if must && spent > 0 && self.named_place > 0 && self.named_at >= spent {
            let last = u32::from(spent) - 1;
            return self.kronks & first_slots(last) | slot(last, self.named_place);
        }
        self.kronks & first_slots(spent.into())
    }
}

/// The number of slots for a stage's kronks, from the highest four bits down.
const SLOTS: u32 = 32;

/// The mask of the first `many` slots.
const fn first_slots(many: u32) -> u128 {
    match many {
        0 => 0,
        many if many >= SLOTS => u128::MAX,
        many => u128::MAX << (4 * (SLOTS - many)),
    }
}

/// A place in a slot.
const fn slot(at: u32, place: u8) -> u128 {
    (place as u128) << (4 * (SLOTS - 1 - at))
}

/// Cards of which at least one kronk may be spent.
struct Wild<'a> {
    evaluator: &'a Evaluator,
    shape: Shape,
    /// All cards, and the kronks among them.
    cards: u32,
    wild: u32,
    budget: u8,
}

impl Evaluator {
    /// Cards of which none is named.
    pub(super) fn held(&self, cards: &Cards) -> Held {
        let (mut kronks, mut wild) = (0, 0);
        for &rank in &self.wild_ranks {
            let of_rank = cards.only(self.kronks & in_all_suits(1 << rank)).len();
            for at in (wild..wild + of_rank).take_while(|&at| at < SLOTS) {
                kronks |= slot(at, self.places[usize::from(rank)]);
            }
            wild += of_rank;
        }
        Held {
            shape: self.shape(cards),
            cards: cards.len(),
            koiks: cards.count(Card::KOIK),
            wild,
            kronks,
            named_at: 0,
            named_place: 0,
        }
    }

    /// The same with a card named that is not yet a kronk (W1e).
    pub(super) fn naming(&self, held: &Held, card: Card) -> Held {
        let place = self.places[usize::from(card.rank())];
        let at = (0..SLOTS - 1)
            .find(|&at| held.kronks >> (4 * (SLOTS - 1 - at)) as u8 & 15 < place.into())
            .unwrap_or(SLOTS - 1);
        let higher = held.kronks & first_slots(at);
        Held {
            shape: if self.is_natural(card) { held.shape.without(card) } else { held.shape },
            wild: held.wild + 1,
            kronks: higher | slot(at, place) | (held.kronks & !higher) >> 4,
            named_at: at as u8,
            named_place: place,
            ..*held
        }
    }

    /// The score of a hand within a ceiling, `all` being hand and pile.
    pub(super) fn spend_on_hand(
        &self,
        (hand, held): (&Cards, &Held),
        all: &Cards,
        named: Option<Card>,
        ceiling: u8,
    ) -> Spending {
        if self.quick_gains && self.has_few_copies(all) {
            let wild = Wild::new(self, held, ceiling);
            let whole = self.whole_but_for(all, &Cards::EMPTY, named);
            let found = match wild.budget {
                0 => Some((self.quick_hand(&wild.shape, hand.set(), wild.cards, &whole), 0)),
                _ => wild.hand(&whole),
            };
            if let Some((value, spent)) = found {
                let kronks = [false, true].map(|must| held.highest(spent, must));
                return Spending { value, spent, kronks };
            }
        }
        let mine = Pool::new(self, hand, named, ceiling);
        let ((value, spent), must) = mine.hand(&Pool::new(self, all, named, 0));
        let kronks = [None, named].map(|named| mine.highest(spent, must, named));
        Spending { value, spent, kronks }
    }

    /// The score of hand and pile within a ceiling.
    pub(super) fn spend_on_all(
        &self,
        (all, held): (&Cards, &Held),
        named: Option<Card>,
        ceiling: u8,
    ) -> Spending {
        if self.quick_combined && self.has_few_copies(all) {
            let wild = Wild::new(self, held, ceiling);
            let found = match wild.budget {
                0 => Some((self.combined_quickly(&wild.shape, held.koiks), 0)),
                _ => wild.combined(held.koiks),
            };
            if let Some((value, spent)) = found {
                let kronks = [false, true].map(|must| held.highest(spent, must));
                return Spending { value, spent, kronks };
            }
        }
        let whole = Pool::new(self, all, named, ceiling);
        let (value, spent) = whole.combined();
        let kronks = [None, named].map(|named| whole.highest(spent, [0; 15], named));
        Spending { value, spent, kronks }
    }
}

impl<'a> Wild<'a> {
    fn new(evaluator: &'a Evaluator, held: &Held, ceiling: u8) -> Wild<'a> {
        let Held { shape, cards, wild, .. } = *held;
        Wild { evaluator, shape, cards, wild, budget: wild.min(ceiling.into()) as u8 }
    }

    /// The number of cards of a rank, at most four.
    fn count(&self, rank: u8) -> u8 {
        let Shape { one, two, three, four, .. } = self.shape;
        [one, two, three, four].iter().map(|ranks| (ranks >> rank & 1) as u8).sum()
    }

    /// The ranks of a set of which there are `many` cards, at most four, with `budget` kronks.
    fn within(&self, among: Ranks, many: u8, budget: u8) -> Ranks {
        let Shape { one, two, three, four, .. } = self.shape;
        let deck = self.evaluator.deck;
        among & deck & [deck, one, two, three, four][usize::from(many.saturating_sub(budget))]
    }

    /// `many` of a kind, at most four: the best rank of a set.
    fn kind(&self, id: u8, among: Ranks, many: u8) -> Option<Bought> {
        let ranks = self.within(among, many, self.budget);
        if ranks == 0 {
            return None;
        }
        let key = self.evaluator.top::<1>(ranks);
        let held = self.count(self.evaluator.at[key as usize & 15]);
        Some((Value::new(id, key), many.saturating_sub(held)))
    }

    /// `many` of each of some ranks, at most two.
    fn each(&self, id: u8, set: Ranks, many: u32) -> Option<Bought> {
        let Shape { one, two, .. } = self.shape;
        let again = if many == 2 { two } else { set };
        let missing = (set & !one).count_ones() + (set & !again).count_ones();
        let can = set & !(one & again) & !self.evaluator.deck == 0;
        (can && missing <= self.budget.into()).then(|| (Value::new(id, 0), missing as u8))
    }

    /// Exactly these cards.
    fn certain(&self, id: u8, cards: &[Card]) -> Option<Bought> {
        let set = set_of(cards) & !self.shape.set;
        let ranks = lanes(set).iter().fold(0, |all, lane| all | lane);
        let missing = set.count_ones();
        let can = ranks & !self.evaluator.deck == 0 && missing <= self.budget.into();
        can.then(|| (Value::new(id, 0), missing as u8))
    }

    /// `many` pairs of different ranks among a set: the best that the budget allows.
    fn pairs(&self, id: u8, many: u32, among: Ranks) -> Option<Bought> {
        let Shape { one, two, .. } = self.shape;
        let among = among & self.evaluator.deck;
        let budget = u32::from(self.budget);
        // The number of ranks still to come that lack no card for a pair, one, and two.
        let mut left = [among & two, among & one & !two, among & !one].map(Ranks::count_ones);
        // The least cost of `many` more pairs.
        let least = |left: [u32; 3], many: u32| {
            let dear = many.saturating_sub(left[0]);
            dear + dear.saturating_sub(left[1])
        };
        if left.iter().sum::<u32>() < many || least(left, many) > budget {
            return None;
        }
        let (mut key, mut cost, mut wanted) = (0, 0, many);
        let evaluator = self.evaluator;
        for &rank in evaluator.ranks.iter() {
            if wanted == 0 {
                break;
            }
            if among >> rank & 1 == 0 {
                continue;
            }
            let own = 2 - (one >> rank & 1) - (two >> rank & 1);
            left[own as usize] -= 1;
            let rest = wanted - 1;
            if rest <= left.iter().sum() && cost + own + least(left, rest) <= budget {
                let place = u64::from(evaluator.places[usize::from(rank)]);
                (key, cost, wanted) = (key << 4 | place, cost + own, rest);
            }
        }
        Some((Value::new(id, key), cost as u8))
    }

    /// A pair of a set beside a four-flush, with one kronk, if there is no natural pair.
    fn dink(&self, id: u8, among: Ranks) -> Option<Bought> {
        if !self.shape.flush(4) {
            return None;
        }
        let evaluator = self.evaluator;
        let ranks = evaluator.ranks.iter();
        let among = self.within(among, 1, 0);
        ranks.filter(|&rank| among >> rank & 1 == 1).find_map(|&rank| {
            let others = self.shape.set & !in_all_suits(1 << rank);
            let flush = evaluator.flush::<4>(lanes(others));
            let place = u64::from(evaluator.places[usize::from(rank)]);
            (flush != 0).then(|| (Value::new(id, place << 18 | flush), 1))
        })
    }

    /// The value of these cards as hand and pile, and its cost; `None` if it cannot be found
    /// quickly.
    fn combined(&self, koiks: u32) -> Option<Bought> {
        let Wild { evaluator, budget, .. } = *self;
        let Shape { set, one, two, three, four, .. } = self.shape;
        let live = |id: u8| evaluator.live >> id & 1 == 1;
        // With two ranks there is at least a pair, and with two kronks two pairs.
        if rest(one) == 0 {
            return None;
        }
        let festival = evaluator.festival;
        if evaluator.live & KINDS != 0 {
            let held = [one, two, three, four].map(|ranks| (festival & ranks).count_ones());
            let six = [four, four, four, three, two, one, ANY][usize::from(budget.min(6))];
            if six != 0 || held.iter().sum::<u32>() + u32::from(budget) >= 12 {
                return None;
            }
        }
        if budget >= 4 {
            let best = evaluator.highest(set);
            return Some((Value::new(8, best >> 2 << 18 | best & 3), 4));
        }
        let queens = self.kind(9, 1 << rank::QUEEN, 4).map(|(_, cost)| (Value::new(9, 0), cost));
        if let Some(kind) = queens.or_else(|| self.kind(10, ANY, 4)) {
            return Some(kind);
        }
        if live(12)
            && let Some(kind) = self.kind(12, ANY, 3)
        {
            return Some(kind);
        }
        let jacks = self.kind(16, 1 << rank::JACK, 3);
        jacks
            .map(|(_, cost)| (Value::new(16, 0), cost))
            .or_else(|| self.pairs(17, 8, ANY))
            .or_else(|| self.pairs(18, 6, ANY))
            .or_else(|| self.pairs(19, 4, ANY))
            .or_else(|| self.each(20, festival, 2))
            .or_else(|| self.pairs(21, 3, ROYAL))
            .or_else(|| self.pairs(22, 3, ANY))
            .or_else(|| self.pairs(23, 2, ROYAL))
            .or_else(|| self.pairs(24, 2, ANY))
            .or_else(|| self.one_pair(koiks))
    }

    /// C25 to C35, if two pairs cannot be paid for.
    fn one_pair(&self, koiks: u32) -> Option<Bought> {
        let Wild { evaluator, budget, .. } = *self;
        if budget > 1 || self.shape.two != 0 {
            return None;
        }
        let pair = |id: u8, rank: u8| match evaluator.live >> id & 1 == 1 {
            true => self.each(id, 1 << rank, 2),
            false => None,
        };
        let any = || {
            let (value, cost) = self.kind(35, ANY, 2)?;
            let free = Value::new(35, evaluator.places[0].into());
            Some(if koiks >= 2 && free > value { (free, 0) } else { (value, cost) })
        };
        self.certain(25, &HALF_SPRAK)
            .or_else(|| self.dink(26, ROYAL))
            .or_else(|| self.dink(27, ANY))
            .or_else(|| pair(28, rank::ACE))
            .or_else(|| pair(29, rank::KING))
            .or_else(|| pair(30, rank::QUEEN))
            .or_else(|| self.certain(31, &KALO))
            .or_else(|| pair(32, rank::JACK))
            .or_else(|| self.kind(33, ROYAL, 2))
            .or_else(any)
    }

    /// The value of these cards as a hand, and its cost; `None` if it cannot be found quickly.
    fn hand(&self, whole: &Whole<'_>) -> Option<Bought> {
        let Wild { evaluator, ref shape, cards, .. } = *self;
        let Shape { set, two, three, .. } = *shape;
        // Kronks may then have to be spent on misfits (W3).
        if evaluator.is_barred_on_friday(shape, whole) {
            return None;
        }
        if cards == 7
            && let Some(royal) = self.royal_fizzbin(whole)
        {
            return Some(royal);
        }
        let paired = !(evaluator.tuesday || evaluator.drella && three != 0);
        if paired && let Some(full) = self.full_fizzbin() {
            return Some(full);
        }
        let third = rest(rest(two));
        if !(evaluator.drella && (third != 0 || shape.flush(4)))
            && let Some(fizzbin) = self.fizzbin()
        {
            return Some(fizzbin);
        }
        if evaluator.tuesday {
            return Some((Value::NONE, 0));
        }
        let single = |id: u8, among: u64| match set & among {
            0 => (Value::new(id, 0), 1),
            held => (Value::new(id, evaluator.highest(held)), 0),
        };
        if !evaluator.bars_seventh(cards) {
            return Some(single(4, REDS & FRACTIONS));
        }
        let half = if paired { self.kind(5, FULL_PAIRS, 2) } else { None };
        half.or_else(|| Some(single(6, in_all_suits(evaluator.quarter))))
    }

    /// H1: seven cards, all wild ones among them spent.
    fn royal_fizzbin(&self, whole: &Whole<'_>) -> Option<Bought> {
        let Wild { evaluator, ref shape, wild, budget, .. } = *self;
        let Shape { set, twice, one, two, three, .. } = *shape;
        let four = evaluator.royal_fizzbin;
        let naturals = set.count_ones() + twice.count_ones();
        let fits = one & !four == 0 && three == 0 && naturals + wild == 7;
        if !fits || wild > budget.into() || evaluator.drella && evaluator.bars_royal(shape, whole) {
            return None;
        }
        // The lowest rank of which no pair is held is the single.
        let ranks = evaluator.ranks.iter();
        let ranks = ranks.filter(|&rank| four >> rank & 1 == 1);
        let single = ranks.clone().rfind(|&rank| two >> rank & 1 == 0)?;
        let pairs = ranks.filter(|&rank| rank != single).chain([single]);
        let place = |rank: &u8| u64::from(evaluator.places[usize::from(*rank)]);
        Some((Value::new(1, pairs.fold(0, |key, rank| key << 4 | place(rank))), budget))
    }

    /// H2: two single ranks and a pair.
    fn full_fizzbin(&self) -> Option<Bought> {
        let Evaluator { full, .. } = *self.evaluator;
        let (_, singles) = self.each(2, full, 1)?;
        let left = Wild { budget: self.budget - singles, ..*self };
        let (value, pair) = left.kind(2, FULL_PAIRS, 2)?;
        Some((value, singles + pair))
    }

    /// H3: the best two pairs and two of a suit.
    fn fizzbin(&self) -> Option<Bought> {
        let Wild { evaluator, budget, .. } = *self;
        let Shape { set, twice, .. } = self.shape;
        if set.count_ones() + twice.count_ones() + u32::from(budget) < SIX.into() {
            return None;
        }
        let ranks = &evaluator.ranks;
        let missing = |rank: u8| 2 - self.count(rank).min(2);
        for (i, &a) in ranks.iter().enumerate() {
            let Some(left) = budget.checked_sub(missing(a)) else { continue };
            for &b in &ranks[i + 1..] {
                if missing(b) > left {
                    continue;
                }
                let place = |rank: u8| u64::from(evaluator.places[usize::from(rank)]);
                let pairs = (place(a) << 4 | place(b)) << 10;
                let beside = (0..4).filter_map(|suit| self.beside(a, b, suit));
                // The higher key, then the fewer kronks.
                let best = beside.max_by_key(|&(key, cost)| (key, SIX - cost));
                if let Some((key, cost)) = best {
                    return Some((Value::new(3, pairs | key), cost));
                }
            }
        }
        None
    }

    /// The best two of a suit beside pairs of two ranks, as a key with the suit, and the total
    /// cost.
    fn beside(&self, a: u8, b: u8, suit: usize) -> Option<(u64, u8)> {
        let Wild { evaluator, budget, .. } = *self;
        let (once, again) = (lanes(self.shape.set)[suit], lanes(self.shape.twice)[suit]);
        // Cards of a rank in this suit, and those in others that make a pair.
        let own = |rank: u8| (once >> rank & 1) as u8 + (again >> rank & 1) as u8;
        let outside = |rank: u8| (self.count(rank) - own(rank)).min(2);
        let inside = |rank: u8| own(rank).min(2 - outside(rank));
        let mut best = None;
        for of_a in 0..=inside(a) {
            for of_b in 0..=inside(b) {
                let wild = 4 - outside(a) - of_a - outside(b) - of_b;
                let Some(left) = budget.checked_sub(wild) else { continue };
                // The cards of the suit that the pairs do not use.
                let unused = |least: u8| {
                    let gone = |rank: u8, used: u8| Ranks::from(own(rank) < used + least) << rank;
                    !(gone(a, of_a) | gone(b, of_b))
                };
                let once = once & unused(1);
                let again = again & unused(2);
                let first = evaluator.top::<1>(once);
                let two = match evaluator.top::<1>(again) {
                    place if place == first => place << 4 | place,
                    _ => evaluator.top::<2>(once),
                };
                // The slots of kronks are lowest.
                let slots = u8::from(two & 15 == 0) + u8::from(two >> 4 == 0);
                if slots <= left {
                    let key = two << 2 | u64::from(evaluator.suits[suit]);
                    best = best.max(Some((key, SIX - (wild + slots))));
                }
            }
        }
        best.map(|(key, natural)| (key, SIX - natural))
    }
}
