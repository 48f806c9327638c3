//! The thorough evaluation: each combination by itself, with all copies and as many kronks as may
//! be spent. Each is found with its best key and the fewest kronks that make it (E1, W2).

use super::super::hand::{Card, Cards, Suit, Value, rank};
use super::super::rules::{Frac, Zethrac};
use super::{
    Bar, Bars, Census, Evaluator, FRACTION, FULL_PAIRS, HALF_SPRAK, KALO, KARIDIAN, ROYAL, Ranks,
    THIRD_SPRAK, ranks,
};
use std::cmp::Reverse;

/// A key, and its cost in kronks.
type Found = Option<(u64, u8)>;

/// The cost of a card that no kronk can stand for.
const NEVER: u8 = 100;
const ANY: Ranks = !0;

/// Cards that a stage scores from, and the kronks that may be spent on it.
#[derive(Clone, Debug)]
pub(super) struct Pool<'a> {
    evaluator: &'a Evaluator,
    cards: u32,
    /// Natural cards: by suit and rank, by rank, and all.
    suits: [[u8; 15]; 4],
    ranks: [u8; 15],
    naturals: u32,
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

    /// The ranks of the deck, best first.
    fn deck(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.evaluator.ranks.iter().copied()
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
        match need.saturating_sub(self.ranks[usize::from(rank)]) {
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
        let short = (1..=14).filter(|rank| set >> rank & 1 == 1).map(|rank| self.short(rank, need));
        self.affordable(0, short.fold(0, u8::saturating_add))
    }

    /// `need` of a kind.
    fn kind(&self, need: u8) -> Found {
        let of = |rank| self.affordable(self.place(rank), self.short(rank, need));
        self.deck().find_map(of)
    }

    /// Exactly these cards.
    fn certain(&self, cards: &[Card]) -> Found {
        let missing = |card: &Card| {
            let Some(suit) = card.suit() else { return NEVER };
            let held = self.suits[suit as usize][usize::from(card.rank())];
            match held {
                0 => 1_u8.max(self.short(card.rank(), self.ranks[usize::from(card.rank())] + 1)),
                _ => 0,
            }
        };
        self.affordable(0, cards.iter().map(missing).fold(0, u8::saturating_add))
    }

    /// `many` pairs of different ranks among a set: the best that the budget allows.
    fn pairs(&self, many: usize, among: Ranks) -> Found {
        let ranks = || self.deck().filter(|rank| among >> rank & 1 == 1);
        let missing = |rank: u8| 2_u8.saturating_sub(self.ranks[usize::from(rank)]);
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
        let (mut key, mut left) = (0, many);
        for rank in self.deck().filter(|rank| among >> rank & 1 == 1) {
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
    fn flush(&self, many: u8, among: Ranks, suits: &[Suit], budget: u8) -> Found {
        let runs = suits.iter().map(|&suit| self.run(suit, [0; 15], many, among, budget));
        runs.fold(None, better)
    }

    /// A four-flush with `koiks` koiks, which are free.
    fn koik_flush(&self, koiks: u8) -> Found {
        if self.koiks() < koiks {
            return None;
        }
        let budget = u32::from(self.budget).min(self.wild - u32::from(koiks)) as u8;
        let (key, cost) = self.flush(4 - koiks, ANY, &Suit::ALL, budget)?;
        Some((key >> 2 << (4 * koiks + 2) | key & 3, cost))
    }

    /// A four-flush with `kronks` kronks, which are a part of it by name.
    fn kronk_flush(&self, kronks: u8) -> Found {
        let (key, _) = self.flush(4 - kronks, ANY, &Suit::ALL, 0)?;
        self.affordable(key >> 2 << (4 * kronks + 2) | key & 3, kronks)
    }

    /// A group of one rank of a set beside a flush that shares no card with it.
    fn group_and_flush(&self, group: u8, among: Ranks, flush: u8) -> Found {
        for rank in self.deck().filter(|rank| among >> rank & 1 == 1) {
            let mut best = None;
            for suit in Suit::ALL {
                let inside = self.suits[suit as usize][usize::from(rank)];
                let outside = (self.ranks[usize::from(rank)] - inside).min(group);
                // Cards of other suits are of no other use.
                for taken in 0..=inside.min(group - outside) {
                    let wild = group - outside - taken;
                    let Some(budget) = self.budget.checked_sub(wild) else { continue };
                    let mut used = [0; 15];
                    used[usize::from(rank)] = taken;
                    let run = self.run(suit, used, flush, ANY, budget);
                    let key = self.place(rank) << (4 * flush + 2);
                    best = better(best, run.map(|(cards, cost)| (key | cards, cost + wild)));
                }
            }
            if best.is_some() {
                return best;
            }
        }
        None
    }

    /// Two of one colour (C58).
    fn colour(&self) -> Found {
        let pair = |suits: [Suit; 2]| {
            let mut cards: Vec<u64> =
                suits.iter().flat_map(|&suit| self.of_suit(suit, ANY)).collect();
            cards.sort_unstable_by_key(|&card| Reverse(card));
            let held = cards.len().min(2);
            let key = cards.iter().take(2).fold(0, |key, card| key << 6 | card) << (6 * (2 - held));
            self.affordable(key, 2 - held as u8)
        };
        better(pair([Suit::Diamonds, Suit::Hearts]), pair([Suit::Clubs, Suit::Spades]))
    }

    /// The keys of the natural cards of a suit.
    fn of_suit(&self, suit: Suit, among: Ranks) -> impl Iterator<Item = u64> + '_ {
        let held = move |rank: u8| self.suits[suit as usize][usize::from(rank)];
        let ranks = (1..=14).filter(move |rank| among >> rank & 1 == 1);
        let key = move |rank: u8| self.place(rank) << 2 | self.suit(suit);
        ranks.flat_map(move |rank| std::iter::repeat_n(key(rank), held(rank).into()))
    }

    /// The key of the best natural card of some suits and ranks.
    fn best_of(&self, suits: &[Suit], among: Ranks) -> Option<u64> {
        let held = (1..=14).filter(|&rank| among >> rank & 1 == 1 && self.ranks[rank] > 0);
        let keys = held.flat_map(|rank| {
            let here = suits.iter().filter(move |&&suit| self.suits[suit as usize][rank] > 0);
            here.map(move |&suit| self.place(rank as u8) << 2 | self.suit(suit))
        });
        keys.max()
    }

    /// The best natural card of some suits and ranks, or a kronk, which is lowest.
    fn single(&self, suits: &[Suit], among: Ranks) -> Found {
        match self.best_of(suits, among) {
            Some(key) => Some((key, 0)),
            None => self.affordable(0, 1),
        }
    }

    /// Whether there is a natural card of one of some ranks.
    fn has(&self, set: Ranks) -> bool {
        (1..=14).any(|rank: usize| set >> rank & 1 == 1 && self.ranks[rank] > 0)
    }

    /// A combination of hand and pile by itself, whether or not it scores today.
    fn combined_at(&self, id: u8) -> Found {
        let evaluator = self.evaluator;
        let every = &Suit::ALL;
        let spades = &[Suit::Spades];
        let of = |rank: u8| 1 << rank;
        let free = |holds: bool| holds.then_some((0, 0));
        match id {
            1 => self.each(evaluator.festival, 8),
            2 => self.kind(16),
            3 => self.each(evaluator.festival, 4),
            4 => self.kind(12),
            5 => self.kind(8),
            6 => self.each(of(rank::QUEEN), 8),
            7 => self.kind(6),
            8 => {
                let best = self.best_of(every, ANY)?;
                // A card and four slots of kronks, then the suit.
                self.affordable(best >> 2 << 18 | best & 3, 4)
            }
            9 => self.each(of(rank::QUEEN), 4),
            10 => self.kind(4),
            11 => self.four_and_three(),
            12 => self.kind(3),
            13 => self.group_and_flush(3, ANY, 3),
            14 => self.each(of(rank::JACK), 4),
            15 => self.kind(3),
            16 => self.each(of(rank::JACK), 3),
            17 => self.pairs(8, ANY),
            18 => self.pairs(6, ANY),
            19 => self.pairs(4, ANY),
            20 => self.each(evaluator.festival, 2),
            21 => self.pairs(3, ROYAL),
            22 => self.pairs(3, ANY),
            23 => self.pairs(2, ROYAL),
            24 => self.pairs(2, ANY),
            25 => self.certain(&HALF_SPRAK),
            26 => self.group_and_flush(2, ROYAL, 4),
            27 => self.group_and_flush(2, ANY, 4),
            28 => self.each(of(rank::ACE), 2),
            29 => self.each(of(rank::KING), 2),
            30 => self.each(of(rank::QUEEN), 2),
            31 => self.certain(&KALO),
            32 => self.each(of(rank::JACK), 2),
            33 => self.pairs(1, ROYAL),
            34 => self.each(of(rank::TEN), 2),
            // Two koiks are free.
            35 => better(self.pairs(1, ANY), (self.koiks() >= 2).then_some((self.place(0), 0))),
            37 => self.each(evaluator.festival, 1),
            38 => self.each(KARIDIAN, 1),
            39 => self.single(every, KARIDIAN),
            40 => free(self.half_sralk()),
            41 => self.flush(8, ANY, every, self.budget),
            42 => self.flush(6, ANY, every, self.budget),
            43 => self.flush(4, ROYAL, spades, 0),
            44 => self.flush(4, ANY, spades, 0),
            45 => self.flush(4, ROYAL, every, 0),
            46 => self.flush(4, ANY, every, 0),
            47 => self.koik_flush(1),
            48 => self.kronk_flush(1),
            49 => self.koik_flush(2),
            50 => self.kronk_flush(2),
            51 => self.koik_flush(3),
            52 => self.kronk_flush(3),
            53 => self.flush(3, ROYAL, every, self.budget),
            54 => self.flush(3, ANY, every, self.budget),
            55 => self.flush(2, ROYAL, every, self.budget),
            56 => self.flush(2, ANY, spades, self.budget),
            57 => self.flush(2, ANY, every, self.budget),
            58 => self.colour(),
            59 => self.certain(&THIRD_SPRAK),
            60 => free(self.royal_zethrac(|ace, ten| ace && ten)),
            61 => free(self.royal_zethrac(|ace, ten| ace || ten)),
            62 => free(self.zethrac()),
            _ => None,
        }
    }

    fn four_and_three(&self) -> Found {
        let seven = |four: u8, three: u8| match four == three {
            true => self.short(four, 7),
            false => self.short(four, 4).saturating_add(self.short(three, 3)),
        };
        self.deck().find_map(|four| {
            self.deck().find_map(|three| {
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
        needed.iter().all(|&rank| self.ranks[usize::from(rank)] > 0) && suits.count() >= 2
    }

    fn zethrac(&self) -> bool {
        !self.has(ranks(&[rank::JACK, rank::QUEEN, rank::KING]))
    }

    fn royal_zethrac(&self, royal: impl Fn(bool, bool) -> bool) -> bool {
        let alone = self.evaluator.zethrac == Zethrac::Alone || self.zethrac();
        alone && royal(self.has(1 << rank::ACE), self.has(1 << rank::TEN))
    }

    /// Whether a combination of hand and pile is there.
    pub(super) fn is_combined(&self, id: u8) -> bool {
        self.combined_at(id).is_some()
    }

    /// The value of these cards as hand and pile, and its cost in kronks.
    pub(super) fn combined(&self) -> (Value, u8) {
        let found = |id: u8| match self.evaluator.live >> id & 1 == 1 {
            true => self.combined_at(id).map(|(key, cost)| (id, key, cost)),
            false => None,
        };
        if let Some((id, key, cost)) = (1..=35).find_map(found) {
            return (Value::new(id, key), cost);
        }
        match (37..=62).find_map(found) {
            Some((id, key, cost)) => (Value::corbomite(id, key), cost),
            None => (Value::BARE, 0),
        }
    }

    /// The census of these cards.
    fn census(&self) -> Census {
        let held = |least: u8| {
            (1..=14_usize)
                .filter(|&rank| self.ranks[rank] >= least)
                .fold(0, |all, rank| all | 1 << rank)
        };
        let longest = self.suits.iter().map(|suit| suit.iter().sum()).max();
        Census {
            held: held(1),
            pairs: held(2),
            kind: self.ranks.iter().copied().max().unwrap_or(0),
            flush: longest.unwrap_or(0),
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
            1 => self.royal_fizzbin(),
            2 => self.full_fizzbin(),
            3 => self.fizzbin(),
            4 => self.reds(),
            5 => self.half_full(),
            6 => self.single(&Suit::ALL, self.evaluator.quarter),
            7 if self.evaluator.others_bar => self.blacks(self.kronk_misfits.iter().sum()),
            _ => self.blacks(0),
        }
    }

    /// H1: all seven cards, three pairs and one.
    fn royal_fizzbin(&self) -> Found {
        let four: Vec<u8> =
            self.deck().filter(|rank| self.evaluator.royal_fizzbin >> rank & 1 == 1).collect();
        let held = |rank: &u8| self.ranks[usize::from(*rank)];
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
        let (key, cost) = self.full_pair(self.budget - singles)?;
        Some((key, cost + singles))
    }

    /// The best pair of H2 and H5.
    fn full_pair(&self, budget: u8) -> Found {
        let of = |rank| {
            let short = self.short(rank, 2);
            (short <= budget).then(|| (self.place(rank), short))
        };
        self.deck().filter(|rank| FULL_PAIRS >> rank & 1 == 1).find_map(of)
    }

    fn half_full(&self) -> Found {
        self.full_pair(self.budget)
    }

    /// H3: two pairs and two of a suit.
    fn fizzbin(&self) -> Found {
        let order: Vec<u8> = self.deck().collect();
        for (i, &a) in order.iter().enumerate() {
            if self.short(a, 2) > self.budget {
                continue;
            }
            for &b in &order[i + 1..] {
                if self.short(a, 2) + self.short(b, 2) > self.budget {
                    continue;
                }
                let pairs = (self.place(a) << 4 | self.place(b)) << 10;
                let runs = Suit::ALL.into_iter().map(|suit| self.beside(a, b, suit));
                if let Some((key, cost)) = runs.fold(None, better) {
                    return Some((pairs | key, cost));
                }
            }
        }
        None
    }

    /// Two of a suit beside pairs of two ranks.
    fn beside(&self, a: u8, b: u8, suit: Suit) -> Found {
        let own = &self.suits[suit as usize];
        let outside = |rank: u8| (self.ranks[usize::from(rank)] - own[usize::from(rank)]).min(2);
        let inside = |rank: u8| own[usize::from(rank)].min(2 - outside(rank));
        let mut best = None;
        for i in 0..=inside(a) {
            for j in 0..=inside(b) {
                let wild = 4 - outside(a) - i - outside(b) - j;
                let Some(budget) = self.budget.checked_sub(wild) else { continue };
                let mut used = [0; 15];
                (used[usize::from(a)], used[usize::from(b)]) = (i, j);
                let run = self.run(suit, used, 2, ANY, budget);
                best = better(best, run.map(|(key, cost)| (key, cost + wild)));
            }
        }
        best
    }

    /// The number of natural cards of the ranks of H4 and H7.
    fn fractions(&self) -> u8 {
        let of = |rank: usize| if FRACTION >> rank & 1 == 1 { self.ranks[rank] } else { 0 };
        (1..15).map(of).sum()
    }

    /// H4.
    fn reds(&self) -> Found {
        match self.evaluator.frac {
            Frac::Suit => self.single(&[Suit::Diamonds, Suit::Hearts], FRACTION),
            Frac::Count if self.fractions() <= 2 => self.single(&Suit::ALL, FRACTION),
            Frac::Count => None,
        }
    }

    /// H7, with `misfits` kronks that are misfits and must be spent (W3).
    fn blacks(&self, misfits: u8) -> Found {
        let (suits, least): (&[Suit], u8) = match self.evaluator.frac {
            Frac::Suit => {
                let suits = &[Suit::Clubs, Suit::Spades];
                (suits, u8::from(self.best_of(suits, FRACTION).is_none()))
            }
            Frac::Count => (&Suit::ALL, 3_u8.saturating_sub(self.fractions())),
        };
        let cost = misfits.max(least);
        if self.evaluator.frac == Frac::Count && self.fractions() + cost > 4 {
            return None;
        }
        let best = self.best_of(suits, FRACTION);
        self.affordable(best.unwrap_or(0), cost)
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
