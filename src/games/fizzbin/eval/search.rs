//! The thorough evaluation: each combination by itself, with all copies and as many kronks as may
//! be spent. Each is found with its best key and the fewest kronks that make it (E1, W2).

use super::super::hand::{Card, Cards, Suit, Value, rank};
use super::super::rules::{Frac, Zethrac};
use super::wanted::Wanted;
use super::{
    ANY, BLACK, Bar, Bars, Census, EVERY, Evaluator, FACES, FRACTION, FULL_PAIRS, RED, Ranks,
    Suits, ranks, ranks_of, suits_of,
};
use std::cmp::Reverse;
use std::iter::repeat_n;

/// A key, and its cost in kronks.
type Found = Option<(u64, u8)>;

/// The cost of a card that no kronk can stand for.
const NEVER: u8 = 100;

/// Cards that a stage scores from, and the kronks that may be spent on it.
#[derive(Clone, Debug)]
pub(super) struct Pool<'a> {
    evaluator: &'a Evaluator,
    cards: u32,
    /// Natural cards: by suit and rank, by rank, and all.
    suits: [[u8; 15]; 4],
    ranks: [u8; 15],
    naturals: u32,
    /// The number of natural cards of each suit.
    lengths: [u8; 4],
    /// Kronks by printed rank, and all.
    kronks: [u8; 15],
    wild: u32,
    /// The most kronks that may be spent and are there.
    budget: u8,
    /// H7's misfits: whether a non-kronk is one, and the kronks that are, by rank.
    misfits: bool,
    kronk_misfits: [u8; 15],
}

/// The better of two: the higher key, then the fewer kronks.
fn better(a: Found, b: Found) -> Found {
    a.into_iter().chain(b).max_by_key(|&(key, cost)| (key, Reverse(cost)))
}

impl<'a> Pool<'a> {
    pub(super) fn new(
        evaluator: &'a Evaluator,
        cards: &Cards,
        named: Option<Card>,
        ceiling: u8,
    ) -> Pool<'a> {
        let mut pool = Pool {
            evaluator,
            cards: cards.len(),
            suits: [[0; 15]; 4],
            ranks: [0; 15],
            naturals: 0,
            lengths: [0; 4],
            kronks: [0; 15],
            wild: 0,
            budget: 0,
            misfits: false,
            kronk_misfits: [0; 15],
        };
        let mut named = named;
        for card in cards.iter() {
            let rank = usize::from(card.rank());
            let misfit = evaluator.misfits >> card.bit() & 1 == 1;
            if evaluator.is_kronk(card) || named == Some(card) {
                named = named.filter(|&named| named != card);
                pool.kronks[rank] += 1;
                pool.wild += 1;
                pool.kronk_misfits[rank] += u8::from(misfit);
                continue;
            }
            pool.misfits |= misfit;
            if let (Some(suit), true) = (card.suit(), evaluator.is_natural(card)) {
                pool.suits[suit as usize][rank] += 1;
                pool.ranks[rank] += 1;
                pool.naturals += 1;
                pool.lengths[suit as usize] += 1;
            }
        }
        pool.budget = u32::from(ceiling).min(pool.wild) as u8;
        pool
    }

    /// The number of natural cards of a rank.
    pub(super) fn naturals_of(&self, rank: u8) -> u8 {
        self.ranks[usize::from(rank)]
    }

    /// Whether a card is there and natural.
    pub(super) fn has_natural(&self, card: Card) -> bool {
        card.suit().is_some_and(|suit| self.suits[suit as usize][usize::from(card.rank())] > 0)
    }

    fn koiks(&self) -> u8 {
        self.kronks[0]
    }

    /// The ranks of a set that the deck holds, best first.
    fn deck_of(&self, among: Ranks) -> impl Iterator<Item = u8> + use<'a> {
        self.evaluator.ranks.iter().copied().filter(move |rank| among >> rank & 1 == 1)
    }

    fn place(&self, rank: u8) -> u64 {
        self.evaluator.places[usize::from(rank)].into()
    }

    fn suit(&self, suit: Suit) -> u64 {
        self.evaluator.suits[suit as usize].into()
    }

    /// The number of cards of a rank that are missing; kronks stand only for ranks in the deck
    /// (W2).
    fn short(&self, rank: u8, need: u8) -> u8 {
        match need.saturating_sub(self.naturals_of(rank)) {
            0 => 0,
            _ if self.evaluator.deck >> rank & 1 == 0 => NEVER,
            missing => missing,
        }
    }

    fn affordable(&self, key: u64, cost: u8) -> Found {
        (cost <= self.budget).then_some((key, cost))
    }

    /// `need` of each of some ranks.
    fn each(&self, set: Ranks, need: u8) -> Found {
        let short = ranks_of(set).map(|rank| self.short(rank, need));
        self.affordable(0, short.fold(0, u8::saturating_add))
    }

    /// `need` of a kind: the best rank of a set.
    fn kind(&self, need: u8, among: Ranks, budget: u8) -> Found {
        let of = |rank| {
            let short = self.short(rank, need);
            (short <= budget).then(|| (self.place(rank), short))
        };
        self.deck_of(among).find_map(of)
    }

    /// Exactly these cards.
    fn certain(&self, cards: &[Card]) -> Found {
        let missing = |&card: &Card| match self.has_natural(card) {
            true => 0,
            false => self.short(card.rank(), self.naturals_of(card.rank()) + 1),
        };
        self.affordable(0, cards.iter().map(missing).fold(0, u8::saturating_add))
    }

    /// `many` pairs of different ranks among a set: the best that the budget allows.
    fn pairs(&self, many: usize, among: Ranks) -> Found {
        let ranks = || self.deck_of(among);
        let missing = |rank: u8| 2_u8.saturating_sub(self.naturals_of(rank));
        // The number of ranks still to come that lack no card for a pair, one, and two.
        let mut left = [0_usize; 3];
        ranks().for_each(|rank| left[usize::from(missing(rank))] += 1);
        let budget = usize::from(self.budget);
        let (mut key, mut cost, mut wanted) = (0, 0_usize, many);
        for rank in ranks() {
            if wanted == 0 {
                break;
            }
            let own = usize::from(missing(rank));
            left[own] -= 1;
            // The cheapest of the others make up the rest.
            let rest = wanted - 1;
            let dear = rest.saturating_sub(left[0]);
            let least = dear + dear.saturating_sub(left[1]);
            if rest <= left.iter().sum() && cost + own + least <= budget {
                (key, cost, wanted) = (key << 4 | self.place(rank), cost + own, rest);
            }
        }
        (wanted == 0).then_some((key, cost as u8))
    }

    /// The best `many` cards of a suit, apart from the `used` cards of each rank, which are needed
    /// elsewhere.
    fn run(&self, suit: Suit, used: [u8; 15], many: u8, among: Ranks, budget: u8) -> Found {
        if self.lengths[suit as usize] + budget < many {
            return None;
        }
        let (mut key, mut left) = (0, many);
        for rank in self.deck_of(among) {
            let held = self.suits[suit as usize][usize::from(rank)] - used[usize::from(rank)];
            for _ in 0..held.min(left) {
                key = key << 4 | self.place(rank);
                left -= 1;
            }
        }
        // The slots of kronks are lowest.
        (left <= budget).then(|| ((key << (4 * left)) << 2 | self.suit(suit), left))
    }

    /// `many` cards of one of some suits.
    fn flush(&self, many: u8, suits: Suits, among: Ranks, budget: u8) -> Found {
        let runs = suits_of(suits).map(|suit| self.run(suit, [0; 15], many, among, budget));
        runs.fold(None, better)
    }

    /// `many` cards of a suit, `slots` of them koiks or kronks by name, which are lowest and not
    /// among the cost.
    fn flush_with(&self, slots: u8, many: u8, budget: u8) -> Found {
        let (key, cost) = self.flush(many - slots, EVERY, ANY, budget)?;
        Some((key >> 2 << (4 * slots + 2) | key & 3, cost))
    }

    /// A group of one rank of a set beside a flush that shares no card with it.
    fn group_and_flush(&self, need: u8, among: Ranks, flush: u8) -> Found {
        self.deck_of(among).find_map(|rank| {
            let (key, cost) = self.beside([(rank, need), (0, 0)], flush)?;
            Some((self.place(rank) << (4 * flush + 2) | key, cost))
        })
    }

    /// The best `many` of a suit beside two groups, each so many of a rank, and the cost of all.
    fn beside(&self, [a, b]: [(u8, u8); 2], many: u8) -> Found {
        if self.short(a.0, a.1) + self.short(b.0, b.1) > self.budget {
            return None;
        }
        let of_suit = |suit: Suit| {
            let own = |rank: u8| self.suits[suit as usize][usize::from(rank)];
            // Cards of other suits are of no other use.
            let outside = |(rank, need)| (self.naturals_of(rank) - own(rank)).min(need);
            let inside = |group: (u8, u8)| own(group.0).min(group.1 - outside(group));
            let left = [a, b].map(|group| group.1 - outside(group));
            let mut best = None;
            for of_a in 0..=inside(a) {
                for of_b in 0..=inside(b) {
                    let wild = left[0] - of_a + left[1] - of_b;
                    let Some(budget) = self.budget.checked_sub(wild) else { continue };
                    let mut used = [0; 15];
                    (used[usize::from(b.0)], used[usize::from(a.0)]) = (of_b, of_a);
                    let run = self.run(suit, used, many, ANY, budget);
                    best = better(best, run.map(|(key, cost)| (key, cost + wild)));
                }
            }
            best
        };
        Suit::ALL.into_iter().map(of_suit).fold(None, better)
    }

    /// Two of one colour (C58).
    fn colour(&self) -> Found {
        let pair = |suits: Suits| {
            let (key, held) =
                self.keys(suits, ANY).take(2).fold((0, 0), |(all, n), key| (all << 6 | key, n + 1));
            self.affordable(key << (6 * (2 - held)), 2 - held)
        };
        better(pair(RED), pair(BLACK))
    }

    /// The keys of the natural cards of some suits and ranks, best first.
    fn keys(&self, suits: Suits, among: Ranks) -> impl Iterator<Item = u64> + '_ {
        let held = self.deck_of(among).filter(|&rank| self.naturals_of(rank) > 0);
        held.flat_map(move |rank| {
            let places = (0..4_usize).rev().map(|place| (place, self.evaluator.suit_at[place]));
            places.filter(move |(_, suit)| suits >> suit & 1 == 1).flat_map(move |(place, suit)| {
                let own = self.suits[usize::from(suit)][usize::from(rank)];
                repeat_n(self.place(rank) << 2 | place as u64, own.into())
            })
        })
    }

    /// The best natural card of some suits and ranks, or a kronk, which is lowest.
    fn single(&self, suits: Suits, among: Ranks) -> Found {
        let best = self.keys(suits, among).next();
        best.map(|key| (key, 0)).or_else(|| self.affordable(0, 1))
    }

    /// What a name wants: its best key and the fewest kronks that make it.
    fn found(&self, wanted: Wanted) -> Found {
        match wanted {
            Wanted::Each(need, set) => self.each(set, need),
            Wanted::Kind(need, among) => self.kind(need, among, self.budget),
            Wanted::Gumato => {
                let koiks = (self.koiks() >= 2).then_some((self.place(0), 0));
                better(self.kind(2, ANY, self.budget), koiks)
            }
            Wanted::Pairs(many, among) => self.pairs(many.into(), among),
            Wanted::FourAndThree => self.four_and_three(),
            Wanted::Beside(need, among, flush) => self.group_and_flush(need, among, flush),
            Wanted::Certain(cards) => self.certain(cards),
            Wanted::Single(suits, among) => self.single(suits, among),
            Wanted::Colour => self.colour(),
            Wanted::Flush(many, suits, among) => self.flush(many, suits, among, self.budget),
            Wanted::Natural(suits, among) => self.flush(4, suits, among, 0),
            Wanted::Koiks(koiks) if koiks > self.koiks() => None,
            Wanted::Koiks(koiks) => {
                self.flush_with(koiks, 4, self.budget.min(self.wild as u8 - koiks))
            }
            Wanted::Kronks(_, kronks) if kronks > self.budget => None,
            Wanted::Kronks(many, kronks) => Some((self.flush_with(kronks, many, 0)?.0, kronks)),
            Wanted::HalfSralk => self.half_sralk().then_some((0, 0)),
            Wanted::Zethrac(royal) => self.zethrac(royal.into()).then_some((0, 0)),
            Wanted::RoyalFizzbin => self.royal_fizzbin(),
            Wanted::FullFizzbin => self.full_fizzbin(),
            Wanted::Fizzbin => self.fizzbin(),
        }
    }

    /// A combination of hand and pile by itself, whether or not it scores today.
    fn combined_at(&self, id: u8) -> Found {
        self.found(self.evaluator.wanted_of_all(id))
    }

    fn four_and_three(&self) -> Found {
        let seven = |four: u8, three: u8| match four == three {
            true => self.short(four, 7),
            false => self.short(four, 4).saturating_add(self.short(three, 3)),
        };
        self.deck_of(ANY).find_map(|four| {
            self.deck_of(ANY).find_map(|three| {
                let key = self.place(four) << 4 | self.place(three);
                self.affordable(key, seven(four, three))
            })
        })
    }

    /// C40: ten, jack and court, not all of one suit, all of them natural.
    fn half_sralk(&self) -> bool {
        let needed = [rank::TEN, rank::JACK, self.evaluator.court];
        let suits =
            self.suits.iter().filter(|suit| needed.iter().any(|&rank| suit[usize::from(rank)] > 0));
        needed.iter().all(|&rank| self.naturals_of(rank) > 0) && suits.count() >= 2
    }

    /// C60 to C62: none of J, Q and K, and so many of ten and ace.
    fn zethrac(&self, royal: usize) -> bool {
        let alone = royal > 0 && self.evaluator.zethrac == Zethrac::Alone;
        let held = |set: Ranks| ranks_of(set).filter(|&rank| self.naturals_of(rank) > 0).count();
        (alone || held(FACES) == 0) && held(ranks(&[rank::TEN, rank::ACE])) >= royal
    }

    /// Whether a combination of hand and pile is there.
    pub(super) fn is_combined(&self, id: u8) -> bool {
        self.combined_at(id).is_some()
    }

    /// The value of these cards as hand and pile, and its cost in kronks.
    pub(super) fn combined(&self) -> (Value, u8) {
        let mut live = (1..=62).filter(|id| self.evaluator.live >> id & 1 == 1);
        let found = live.find_map(|id| {
            let (key, cost) = self.combined_at(id)?;
            Some((Value::combined(id, key), cost))
        });
        found.unwrap_or((Value::BARE, 0))
    }

    /// The census of these cards.
    fn census(&self) -> Census {
        let held = |least: u8| {
            let held = ranks_of(ANY).filter(|&rank| self.naturals_of(rank) >= least);
            held.fold(0, |all, rank| all | 1 << rank)
        };
        Census {
            held: held(1),
            pairs: held(2),
            kind: self.ranks.iter().copied().max().unwrap_or(0),
            flush: self.lengths.into_iter().max().unwrap_or(0),
            misfits: self.misfits,
            kronk_misfits: self.kronk_misfits.iter().sum(),
        }
    }

    /// The bars of these cards from a hand's name with no kronk spent, `whole` being hand and pile.
    pub(super) fn bars(&self, whole: &Pool<'_>, id: u8) -> Bars {
        let mine = self.census();
        let mut bars = self.evaluator.bars(id, &mine, &whole.census(), self.cards);
        // W3: misfits that are kronks would have to be spent.
        bars.add(Bar::Colour, id == 7 && self.evaluator.others_bar && mine.kronk_misfits > 0);
        bars
    }

    /// Whether these cards have a hand's name, barred or not, with no kronk spent.
    pub(super) fn is_hand(&self, id: u8) -> bool {
        match id {
            7 => self.blacks(0).is_some(),
            _ => self.hand_at(id).is_some(),
        }
    }

    /// The value of these cards as a hand and its cost, `whole` being hand and pile; and the kronks
    /// that must be among those spent, by rank.
    pub(super) fn hand(&self, whole: &Pool<'_>) -> ((Value, u8), [u8; 15]) {
        let (mine, whole) = (self.census(), whole.census());
        for id in 1..=7 {
            if let Some((key, cost)) = self.hand_at(id)
                && self.evaluator.bars(id, &mine, &whole, self.cards).is_empty()
            {
                let misfits = id == 7 && self.evaluator.others_bar;
                let must = if misfits { self.kronk_misfits } else { [0; 15] };
                return ((Value::new(id, key), cost), must);
            }
        }
        ((Value::NONE, 0), [0; 15])
    }

    /// A hand's name by itself, ignoring bars.
    fn hand_at(&self, id: u8) -> Found {
        match id {
            4 if self.evaluator.frac == Frac::Count && self.fractions() > 2 => None,
            7 if self.evaluator.others_bar => self.blacks(self.kronk_misfits.iter().sum()),
            7 => self.blacks(0),
            _ => self.found(self.evaluator.wanted_of_hand(id)),
        }
    }

    /// H1: all seven cards, three pairs and one.
    fn royal_fizzbin(&self) -> Found {
        let four: Vec<u8> = self.deck_of(self.evaluator.royal_fizzbin).collect();
        let held = |rank: &u8| self.naturals_of(*rank);
        let fits = four.iter().all(|rank| held(rank) <= 2)
            && four.iter().map(|rank| u32::from(held(rank))).sum::<u32>() == self.naturals
            && self.cards == 7
            && self.naturals + self.wild == 7;
        if !fits || u32::from(self.budget) < self.wild {
            return None;
        }
        let single = *four.iter().rfind(|rank| held(rank) <= 1)?;
        let pairs = four.iter().filter(|&&rank| rank != single).chain([&single]);
        Some((pairs.fold(0, |key, &rank| key << 4 | self.place(rank)), self.budget))
    }

    /// H2: two single ranks and a pair.
    fn full_fizzbin(&self) -> Found {
        let (_, singles) = self.each(self.evaluator.full, 1)?;
        let (key, cost) = self.kind(2, FULL_PAIRS, self.budget - singles)?;
        Some((key, cost + singles))
    }

    /// H3: two pairs and two of a suit.
    fn fizzbin(&self) -> Found {
        let paired = self.deck_of(ANY).filter(|&rank| self.short(rank, 2) <= self.budget);
        let paired: Vec<u8> = paired.collect();
        paired.iter().enumerate().find_map(|(i, &a)| {
            paired[i + 1..].iter().find_map(|&b| {
                let (key, cost) = self.beside([(a, 2), (b, 2)], 2)?;
                Some(((self.place(a) << 4 | self.place(b)) << 10 | key, cost))
            })
        })
    }

    /// The number of natural cards of the ranks of H4 and H7.
    fn fractions(&self) -> u8 {
        ranks_of(FRACTION).map(|rank| self.naturals_of(rank)).sum()
    }

    /// H7, with `misfits` kronks that are misfits and must be spent (W3).
    fn blacks(&self, misfits: u8) -> Found {
        let suits = if self.evaluator.frac == Frac::Suit { BLACK } else { EVERY };
        let best = self.keys(suits, FRACTION).next();
        let least = match self.evaluator.frac {
            Frac::Suit => u8::from(best.is_none()),
            Frac::Count => 3_u8.saturating_sub(self.fractions()),
        };
        let cost = misfits.max(least);
        let too_many = self.evaluator.frac == Frac::Count && self.fractions() + cost > 4;
        if too_many { None } else { self.affordable(best.unwrap_or(0), cost) }
    }

    /// The places of the `spent` highest kronks, four bits each from the top, with some that must
    /// be among them (W4).
    pub(super) fn highest(&self, spent: u8, must: [u8; 15], named: Option<Card>) -> u128 {
        if spent == 0 {
            return 0;
        }
        let named = named.map(|card| usize::from(card.rank()));
        // By place: those spent, and those that may be.
        let (mut spending, mut others) = ([0_u8; 16], [0_u8; 16]);
        let mut left = spent;
        for rank in 0..15 {
            let least = must[rank].max(u8::from(named == Some(rank)));
            let place = usize::from(self.evaluator.places[rank]);
            spending[place] += least;
            others[place] += self.kronks[rank] - least;
            left = left.saturating_sub(least);
        }
        let mut slots = (0..32).map(|slot| 124 - 4 * slot);
        let mut order = 0;
        for place in (0..16).rev() {
            let more = others[place].min(left);
            left -= more;
            for at in slots.by_ref().take((spending[place] + more).into()) {
                order |= (place as u128) << at;
            }
        }
        order
    }
}
