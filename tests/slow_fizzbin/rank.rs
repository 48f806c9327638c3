//! Section 5: both stages, DECLARE's choice within ceilings (P11), and E1 up to the tail.
//!
//! A combination is made in every way that could be its best: every choice of ranks and suits,
//! for each the natural cards that it can use, and kronks for the slots that are left.
//!
//! Readings taken where the text leaves room, with their alternatives:
//!
//! - **H3's bars** are [d], though the cell does not say so: section 8 has 346,480 six-card hands
//!   for Monday, which is without them. Alternative: the cell to the letter, in force on Y1's days;
//!   it would then be 277,684. (The bar of three pairs shows with seven cards only: read like the
//!   other.)
//! - **Y2** lifts every bar of the cells: "being disqualified has no effect".
//! - **Zethrac never bars H1**: "vacuous" is taken at its word, also where kronks alone are the
//!   jacks and the court (AA 10 10 and three kronks). Section 8's 519.3 counts those hands.
//!   Alternative: no natural J, Q or K bars them; it would then be 524.7.
//! - **W1e** (Thursday): one card is named for both stages ("once for all stages"); spent in
//!   either, it is a kronk and not natural in both. The owner names the card that makes E1 best,
//!   keys before kronks as in P11 whatever `kronk_rank` says. It may be spent as the card that it
//!   is, so that it is no third natural one. Alternative: it stays itself in a stage that does not
//!   spend it. (This file read it so until it was compared with the engine.)
//! - **W2, koik pair**: two koiks are a pair in C35 alone, not within two pairs, a dink or H3.
//! - **Free koiks**: C35 and C47, C49, C51 take koiks at no cost; C48, C50, C52 spend theirs.
//! - **H7**: the misfits are all hand cards, kronks by what is printed on them, that are red or of
//!   a listed rank, but koiks. A kronk that is spent is a black 3 5 6 8 9 10. A kronk that is no
//!   misfit (`lowwild`, `landru_kronk`) need not be spent. A blank is a misfit by what is printed.
//!   Rank 1 is a misfit. With `bar_scope=all`, pile cards are looked at the same, and cannot be
//!   spent in stage 6.
//! - **`frac=count`**: exactly one or two, exactly three or four natural or spent cards of 3 5 6 8
//!   9 10 of any suit; five or more are neither. The bars of H4 and H7 stay as written, so that H7
//!   still dies of any red card (not on Friday).
//! - **`full_dark=k2`**: when dark the K and the 2 of H2 have no natural value: two kronks.
//! - **`bar_scope=all`** does not touch Y3, which has its own switch, nor the seventh hand card.
//! - **Pairs** are of different ranks (E2), so a four of a kind is one pair, and a five of a kind
//!   is a pair and three cards. Parts of C11 may be of one rank if it has seven cards.
//! - **H3's two-flush** may hold a further card of a pair's rank.
//! - **Keys of groups**: C12 and C15 have the rank alone: four of a kind are no better than three.
//! - **H4, H6, H7, C39**: a kronk is (lowest, lowest), whatever it stands for; so is a slot of C58.
//! - **Corbomite**: the id below is part of "the lowest id" that a stage scores, before its key.
//! - **W4**: the spent ranks of stage 6, descending, then those of stage 7, stage by stage; one
//!   kronk each is compared too. Ranks are those printed on the kronks. A stage spends its highest.
//!   Alternatives: all in one list (differs where two players spend as many, but not in the same
//!   stages; this file read it so until it was compared with the engine); only from two kronks on
//!   ("multi-kronk"), which is no order at all under `early`.
//! - **`kronk_rank=early`**: the list that goes on is higher than one that stops, so that a kronk
//!   is better than none between equals. The text has no word for lists of different lengths. A
//!   stage still prefers its best key and then fewest kronks.
//! - **`merge=single`**: with an H, stage 7 does not count and spends nothing: [`declare`] shows it
//!   as it is without kronks.
//! - **Fewer kronks** is the sum of both stages; a kronk that serves both counts twice.

use super::{
    BarScope, Card, Drella, Frac, FridayPairs, FullDark, Kinds, KrakoDays, KronkRank, Merge, Role,
    Rules, SUITS, Suit, SundayKronk, Tebo, Tepo, Zethrac,
};
use std::cmp::{Ordering, Reverse};

/// The score of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The id, of H1 to H7 or of C1 to C36.
    pub id: u8,
    /// Corbomite: the next of C37 to C62.
    pub below: Option<u8>,
    /// E2: the higher the better, by today's order. 0 is a kronk's slot.
    pub key: Vec<u8>,
    /// Ranks printed on the kronks spent, descending in today's order.
    pub spent: Vec<u8>,
}

/// The declaration of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Stage 6.
    pub six: Option<Scored>,
    /// Stage 7.
    pub seven: Scored,
    /// W1e: the hand card made a kronk, if it was spent.
    pub named: Option<Card>,
}

/// One way to make a combination.
#[derive(Clone, Debug)]
struct Way {
    key: Vec<u8>,
    spent: Vec<u8>,
}

/// H4, H7.
pub(super) fn fraction(rank: u8) -> bool {
    [3, 5, 6, 8, 9, 10].contains(&rank)
}

/// H7: is this card, unspent, a misfit?
pub(super) fn misfit(card: Card) -> bool {
    card.rank != 0 && (card.red() || [14, 1, 2, 4, 7, 11, 12, 13].contains(&card.rank))
}

fn count(cards: &[Card], rank: u8) -> usize {
    cards.iter().filter(|card| card.rank == rank).count()
}

/// Is there a rank with at least `size` cards?
fn kind(cards: &[Card], size: usize) -> bool {
    (1..=14).any(|rank| count(cards, rank) >= size)
}

/// The number of ranks with at least two cards.
fn pairs(cards: &[Card]) -> usize {
    (1..=14).filter(|&rank| count(cards, rank) >= 2).count()
}

fn flush(cards: &[Card], size: usize) -> bool {
    SUITS.iter().any(|&suit| cards.iter().filter(|card| card.suit == suit).count() >= size)
}

/// All choices of `size` of these, in their order.
fn choices<T: Copy>(from: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (first, &item) in from.iter().enumerate() {
        for mut rest in choices(&from[first + 1..], size - 1) {
            rest.insert(0, item);
            all.push(rest);
        }
    }
    all
}

/// E3, Y1 to Y4: may H`id` not be scored? `named` is a hand card spent under W1e.
pub(super) fn barred(
    id: u8,
    hand: &[Card],
    pile: &[Card],
    named: Option<usize>,
    rules: &Rules,
) -> bool {
    let mut held: Vec<Card> = hand.to_vec();
    if let Some(index) = named {
        held.remove(index);
    }
    let natural = |card: &Card| rules.role(*card) == Role::Natural;
    let in_hand: Vec<Card> = held.iter().copied().filter(natural).collect();
    let everywhere: Vec<Card> = held.iter().chain(pile).copied().filter(natural).collect();
    let read = match rules.bar_scope {
        BarScope::List => &in_hand,
        BarScope::All => &everywhere,
    };
    // Y3, whatever Y2 says.
    if rules.friday() && (2..=6).contains(&id) {
        let family = match rules.friday_pairs {
            FridayPairs::Hand => &in_hand[..],
            FridayPairs::Family => &everywhere[..],
            FridayPairs::Off => &[],
        };
        if [14, rules.court(), 10].iter().any(|&rank| count(family, rank) >= 2) {
            return true;
        }
    }
    if rules.revived() {
        return false;
    }
    let d = rules.d_bars();
    let t = rules.t_dead();
    match id {
        1 => {
            let own = kind(read, 3) || flush(read, 4) || read.iter().any(|card| card.rank < 10);
            let slunk = kind(&everywhere, 4);
            let dark_sprak = rules.dark && count(&everywhere, 12) >= 4;
            d && (own || slunk || dark_sprak)
        }
        2 | 5 => t || (d && kind(read, 3)),
        3 => d && (pairs(read) >= 3 || flush(read, 4)),
        4 => t || (rules.tepo == Tepo::Seventh && hand.len() >= 7),
        // H7's colours and ranks depend on the cards spent.
        _ => t,
    }
}

/// The cards that a stage scores from, and the kronks it may spend.
struct Stage<'a> {
    rules: &'a Rules,
    /// Today's naturals.
    natural: Vec<Card>,
    /// Printed ranks of all kronks but the named card, highest first.
    kronks: Vec<u8>,
    /// W1e: printed rank of a card that is spent here.
    named: Option<u8>,
    /// The maximum number of kronks spent.
    ceiling: usize,
    /// The ranks of today's deck.
    ranks: Vec<u8>,
}

impl Stage<'_> {
    fn new<'a>(
        cards: &[Card],
        named: Option<usize>,
        ceiling: usize,
        rules: &'a Rules,
    ) -> Stage<'a> {
        let mut natural = Vec::new();
        let mut kronks = Vec::new();
        for (index, &card) in cards.iter().enumerate() {
            if named == Some(index) {
                continue;
            }
            match rules.role(card) {
                Role::Natural => natural.push(card),
                Role::Kronk => kronks.push(card.rank),
                Role::Blank => {}
            }
        }
        kronks.sort_by_key(|&rank| Reverse(rules.rank_order(rank)));
        let sunday = rules.sunday() && rules.sunday_kronk == SundayKronk::Barred;
        Stage {
            rules,
            natural,
            kronks,
            named: named.map(|index| cards[index].rank),
            ceiling: if sunday { 0 } else { ceiling },
            ranks: rules.ranks(),
        }
    }

    /// The number of kronks that can be spent.
    fn budget(&self) -> usize {
        self.ceiling.min(self.kronks.len() + usize::from(self.named.is_some()))
    }

    /// A way that spends this number of kronks, if it can, with the named card among them.
    fn way(&self, key: Vec<u8>, spends: usize) -> Option<Way> {
        let named = usize::from(self.named.is_some());
        if spends > self.budget() || spends < named {
            return None;
        }
        let mut spent = self.kronks[..spends - named].to_vec();
        spent.extend(self.named);
        Some(Way { key, spent: self.descending(spent) })
    }

    fn descending(&self, mut ranks: Vec<u8>) -> Vec<u8> {
        ranks.sort_by_key(|&rank| Reverse(self.rules.rank_order(rank)));
        ranks
    }

    fn order(&self, rank: u8) -> u8 {
        self.rules.rank_order(rank)
    }

    /// (Rank, suit) by today's order.
    fn worth(&self, card: Card) -> (u8, u8) {
        (self.order(card.rank), self.rules.suit_order(card.suit))
    }

    fn in_deck(&self, rank: u8) -> bool {
        self.ranks.contains(&rank)
    }

    /// The best key, then fewest kronks, then the highest.
    fn best(&self, ways: Vec<Option<Way>>) -> Option<Way> {
        let orders = |way: &Way| way.spent.iter().map(|&rank| self.order(rank)).collect::<Vec<_>>();
        ways.into_iter()
            .flatten()
            .max_by_key(|way| (way.key.clone(), Reverse(way.spent.len()), orders(way)))
    }

    /// Groups with these numbers of cards of these ranks, no card twice; suits and slots do not
    /// matter.
    fn groups(&self, demand: &[(u8, usize)], key: &[u8]) -> Option<Way> {
        let mut missing = 0;
        if demand.iter().map(|part| part.1).sum::<usize>() > self.natural.len() + self.budget() {
            return None;
        }
        for rank in 1..=14 {
            let wanted: usize =
                demand.iter().filter(|part| part.0 == rank).map(|part| part.1).sum();
            let lacking = wanted.saturating_sub(count(&self.natural, rank));
            if lacking > 0 && !self.in_deck(rank) {
                return None;
            }
            missing += lacking;
        }
        // A named card that is not needed can replace a natural.
        let spends = missing.max(usize::from(self.named.is_some()));
        self.way(key.iter().map(|&rank| self.order(rank)).collect(), spends)
    }

    /// `size` cards of any one of these ranks.
    fn of_a_kind(&self, size: usize, ranks: impl IntoIterator<Item = u8>) -> Option<Way> {
        let possible = |&rank: &u8| count(&self.natural, rank) + self.budget() >= size;
        let ranks = ranks.into_iter().filter(possible);
        self.best(ranks.map(|rank| self.groups(&[(rank, size)], &[rank])).collect())
    }

    /// This number of pairs of different ranks among these.
    fn pairs(&self, number: usize, among: impl Fn(u8) -> bool) -> Option<Way> {
        let possible = |&rank: &u8| among(rank) && count(&self.natural, rank) + self.budget() >= 2;
        let mut ranks: Vec<u8> = (1..=14).filter(possible).collect();
        ranks = self.descending(ranks);
        let ways = choices(&ranks, number).into_iter().map(|chosen| {
            let demand: Vec<(u8, usize)> = chosen.iter().map(|&rank| (rank, 2)).collect();
            self.groups(&demand, &chosen)
        });
        self.best(ways.collect())
    }

    /// Exactly these cards; without a key.
    fn exactly(&self, wanted: &[(u8, Suit)]) -> Option<Way> {
        let mut missing = 0;
        for &(rank, suit) in wanted {
            if !self.natural.contains(&Card { rank, suit }) {
                if !self.in_deck(rank) {
                    return None;
                }
                missing += 1;
            }
        }
        self.way(Vec::new(), missing.max(usize::from(self.named.is_some())))
    }

    /// One card of this kind, natural or by a kronk.
    fn one(&self, ranks: &[u8], colour: impl Fn(Card) -> bool) -> Option<Way> {
        let mut ways = Vec::new();
        for &card in &self.natural {
            if ranks.contains(&card.rank) && colour(card) {
                let (rank, suit) = self.worth(card);
                ways.push(self.way(vec![rank, suit], 0));
            }
        }
        if ranks.iter().any(|&rank| self.in_deck(rank)) {
            ways.push(self.way(vec![0, 0], 1));
        }
        self.best(ways)
    }

    /// Keys of flushes of this suit with exactly `naturals` of these cards: the top ones, then
    /// slots of kronks, then the suit.
    fn flush_key(
        &self,
        from: &[Card],
        suit: Suit,
        naturals: usize,
        size: usize,
    ) -> Option<Vec<u8>> {
        let mut ranks: Vec<u8> = from
            .iter()
            .filter(|card| card.suit == suit)
            .map(|card| self.order(card.rank))
            .collect();
        if ranks.len() < naturals {
            return None;
        }
        ranks.sort_by_key(|&order| Reverse(order));
        ranks.truncate(naturals);
        ranks.resize(size, 0);
        ranks.push(self.rules.suit_order(suit));
        Some(ranks)
    }

    /// A flush of such cards in one of these suits, with kronks if `wild`.
    fn flush(
        &self,
        size: usize,
        suits: &[Suit],
        fits: impl Fn(&Card) -> bool,
        wild: bool,
    ) -> Option<Way> {
        let from: Vec<Card> = self.natural.iter().copied().filter(fits).collect();
        let mut ways = Vec::new();
        for &suit in suits {
            for spends in 0..=if wild { self.budget().min(size) } else { 0 } {
                if let Some(key) = self.flush_key(&from, suit, size - spends, size) {
                    ways.push(self.way(key, spends));
                }
            }
        }
        self.best(ways)
    }

    /// `size` cards of these ranks each, and a flush of other cards.
    fn groups_and_flush(&self, ranks: &[u8], size: usize, flush: usize) -> Option<Way> {
        let mut ways = Vec::new();
        if !ranks.iter().all(|&rank| self.in_deck(rank) || count(&self.natural, rank) >= size) {
            return None;
        }
        if self.natural.len() + self.budget() < ranks.len() * size + flush {
            return None;
        }
        // The naturals that go into the groups: any, at most `size` of each rank.
        let places: Vec<usize> = (0..self.natural.len())
            .filter(|&index| ranks.contains(&self.natural[index].rank))
            .collect();
        for number in 0..=(ranks.len() * size).min(places.len()) {
            for used in choices(&places, number) {
                let grouped: Vec<Card> = used.iter().map(|&index| self.natural[index]).collect();
                if ranks.iter().any(|&rank| count(&grouped, rank) > size) {
                    continue;
                }
                let rest: Vec<Card> = (0..self.natural.len())
                    .filter(|index| !used.contains(index))
                    .map(|index| self.natural[index])
                    .collect();
                let in_groups = ranks.len() * size - number;
                for suit in SUITS {
                    for in_flush in 0..=flush {
                        let spends = in_groups + in_flush;
                        if spends > self.budget() {
                            continue;
                        }
                        if let Some(tail) = self.flush_key(&rest, suit, flush - in_flush, flush) {
                            let mut key: Vec<u8> =
                                ranks.iter().map(|&rank| self.order(rank)).collect();
                            key.extend(tail);
                            ways.push(self.way(key, spends));
                        }
                    }
                }
            }
        }
        self.best(ways)
    }

    /// Ranks, highest first, that could be a group of this size.
    fn likely(&self, size: usize) -> Vec<u8> {
        let possible = |&rank: &u8| count(&self.natural, rank) + self.budget() >= size;
        self.descending((1..=14).filter(possible).collect())
    }

    /// A group that fits, and a flush of other cards.
    fn group_and_flush(&self, size: usize, flush: usize, fits: impl Fn(u8) -> bool) -> Option<Way> {
        if self.natural.len() + self.budget() < size + flush {
            return None;
        }
        let ranks = self.likely(size).into_iter().filter(|&rank| fits(rank));
        self.best(ranks.map(|rank| self.groups_and_flush(&[rank], size, flush)).collect())
    }

    /// H1.
    fn royal_fizzbin(&self, hand: usize) -> Option<Way> {
        if hand != 7 {
            return None;
        }
        let four = self.descending(vec![14, self.rules.court(), 11, 10]);
        let mut ways = Vec::new();
        for &single in &four {
            let mut key: Vec<u8> = four.iter().copied().filter(|&rank| rank != single).collect();
            let mut demand: Vec<(u8, usize)> = key.iter().map(|&rank| (rank, 2)).collect();
            demand.push((single, 1));
            key.push(single);
            ways.push(self.groups(&demand, &key));
        }
        self.best(ways)
    }

    /// H2.
    fn full_fizzbin(&self) -> Option<Way> {
        let (court, low) = match (self.rules.dark, self.rules.full_dark) {
            (false, _) => (13, 2),
            (true, FullDark::Q4) => (12, 4),
            (true, FullDark::K2) => (13, 2),
        };
        let ways = [7, 11, 14].map(|pair| self.groups(&[(court, 1), (low, 1), (pair, 2)], &[pair]));
        self.best(ways.to_vec())
    }

    /// H3.
    fn fizzbin(&self) -> Option<Way> {
        let ways = choices(&self.likely(2), 2);
        self.best(ways.iter().map(|two| self.groups_and_flush(two, 2, 2)).collect())
    }

    /// H4 and H7 of `frac=count`: these numbers of cards, of any suit, with these kronks among the
    /// spent.
    fn counted(&self, least: usize, most: usize, forced: &[u8]) -> Option<Way> {
        let from: Vec<Card> =
            self.natural.iter().copied().filter(|card| fraction(card.rank)).collect();
        let key = from.iter().map(|&card| self.worth(card)).max().unwrap_or((0, 0));
        let mut ways = Vec::new();
        for spends in 0..=self.budget() {
            if (least..=most).contains(&(from.len() + spends)) {
                ways.push(self.way_with(vec![key.0, key.1], spends, forced));
            }
        }
        self.best(ways)
    }

    /// As `way`, with these kronks (not the named card) among the spent.
    fn way_with(&self, key: Vec<u8>, spends: usize, forced: &[u8]) -> Option<Way> {
        let mut others = self.kronks.clone();
        for &rank in forced {
            others.remove(others.iter().position(|&other| other == rank).unwrap());
        }
        let mut spent = forced.to_vec();
        spent.extend(self.named);
        if spends > self.budget() || spends < spent.len() {
            return None;
        }
        spent.extend(&others[..spends - spent.len()]);
        Some(Way { key, spent: self.descending(spent) })
    }

    /// H7. `held` is the hand less the named card.
    fn quarter_full(&self, held: &[Card], pile: &[Card]) -> Option<Way> {
        let mut forced = Vec::new();
        if !self.rules.revived() {
            for &card in held {
                match (misfit(card), self.rules.role(card)) {
                    (true, Role::Kronk) => forced.push(card.rank),
                    (true, _) => return None,
                    _ => {}
                }
            }
            if self.rules.bar_scope == BarScope::All && pile.iter().any(|&card| misfit(card)) {
                return None;
            }
        }
        if self.rules.frac == Frac::Count {
            return self.counted(3, 4, &forced);
        }
        let mut ways = Vec::new();
        for spends in forced.len()..=self.budget() {
            let black = |card: &&Card| card.black() && fraction(card.rank);
            let best = self.natural.iter().filter(black).map(|&card| self.worth(card)).max();
            if let Some((rank, suit)) = best {
                ways.push(self.way_with(vec![rank, suit], spends, &forced));
            } else if spends > 0 {
                ways.push(self.way_with(vec![0, 0], spends, &forced));
            }
        }
        self.best(ways)
    }

    /// The best way to make H`id`, bars aside except H7's.
    fn hand(&self, id: u8, hand: &[Card], held: &[Card], pile: &[Card]) -> Option<Way> {
        match id {
            1 => self.royal_fizzbin(hand.len()),
            2 => self.full_fizzbin(),
            3 => self.fizzbin(),
            4 if self.rules.frac == Frac::Count => self.counted(1, 2, &[]),
            4 => self.one(&[3, 5, 6, 8, 9, 10], Card::red),
            5 => self.of_a_kind(2, [7, 11, 14]),
            6 if self.rules.dark => self.one(&[12, 4], |_| true),
            6 => self.one(&[13, 2], |_| true),
            7 => self.quarter_full(held, pile),
            _ => unreachable!(),
        }
    }

    /// The best way to make C`id`, if it scores today.
    fn combined(&self, id: u8) -> Option<Way> {
        let rules = self.rules;
        let friday = rules.revived();
        let live = match id {
            2 | 5 | 6 | 7 | 15 => friday,
            1 | 3 | 4 | 11 | 12 | 13 => {
                friday || (rules.kinds == Kinds::Literal && !rules.doubly_dead())
            }
            29 => friday || !rules.dark,
            30 => friday || rules.dark,
            _ => true,
        };
        if !live {
            return None;
        }
        let court = rules.court();
        let family = |size| self.groups(&[(11, size), (court, size), (14, size)], &[]);
        let any = |_: &Card| true;
        let royals = |card: &Card| card.royal();
        let koiks = self.kronks.iter().filter(|&&rank| rank == 0).count();
        let spades = [Suit::Spades];
        match id {
            1 => family(8),
            2 => self.of_a_kind(16, 1..=14),
            3 => family(4),
            4 => self.of_a_kind(12, 1..=14),
            5 => self.of_a_kind(8, 1..=14),
            6 => self.of_a_kind(8, [12]),
            7 => self.of_a_kind(6, 1..=14),
            8 => {
                let ways = self
                    .natural
                    .iter()
                    .map(|&card| self.way(self.flush_key(&[card], card.suit, 1, 5).unwrap(), 4));
                self.best(ways.collect())
            }
            9 => self.of_a_kind(4, [12]),
            10 => self.of_a_kind(4, 1..=14),
            11 => {
                let mut ways = Vec::new();
                for four in 1..=14 {
                    for three in 1..=14 {
                        ways.push(self.groups(&[(four, 4), (three, 3)], &[four, three]));
                    }
                }
                self.best(ways)
            }
            12 | 15 => self.of_a_kind(3, 1..=14),
            13 => self.group_and_flush(3, 3, |_| true),
            14 => self.of_a_kind(4, [11]),
            16 => self.of_a_kind(3, [11]),
            17 => self.pairs(8, |_| true),
            18 => self.pairs(6, |_| true),
            19 => self.pairs(4, |_| true),
            20 => family(2),
            21 => self.pairs(3, super::royal),
            22 => self.pairs(3, |_| true),
            23 => self.pairs(2, super::royal),
            24 => self.pairs(2, |_| true),
            25 => self.exactly(&[
                (12, Suit::Hearts),
                (12, Suit::Clubs),
                (3, Suit::Diamonds),
                (9, Suit::Spades),
            ]),
            26 => self.group_and_flush(2, 4, super::royal),
            27 => self.group_and_flush(2, 4, |_| true),
            28 => self.of_a_kind(2, [14]),
            29 => self.of_a_kind(2, [13]),
            30 => self.of_a_kind(2, [12]),
            31 => self.exactly(&[(11, Suit::Clubs), (11, Suit::Spades)]),
            32 => self.of_a_kind(2, [11]),
            33 => self.of_a_kind(2, 10..=14),
            34 => self.of_a_kind(2, [10]),
            35 => {
                let koik_pair = if koiks >= 2 { self.way(vec![self.order(0)], 0) } else { None };
                self.best(vec![self.of_a_kind(2, 1..=14), koik_pair])
            }
            37 => family(1),
            38 => self.groups(&[(13, 1), (10, 1)], &[]),
            39 => self.one(&[13, 10], |_| true),
            40 => {
                let mut ways = Vec::new();
                for trio in choices(&self.natural, 3) {
                    let has = |rank| count(&trio, rank) == 1;
                    if has(10) && has(11) && has(court) && !flush(&trio, 3) {
                        let key = [10, 11, court].map(|rank| self.order(rank));
                        ways.push(self.way(key.to_vec(), 0));
                    }
                }
                self.best(ways)
            }
            41 => self.flush(8, &SUITS, any, true),
            42 => self.flush(6, &SUITS, any, true),
            43 => self.flush(4, &spades, royals, false),
            44 => self.flush(4, &spades, any, false),
            45 => self.flush(4, &SUITS, royals, false),
            46 => self.flush(4, &SUITS, any, false),
            47 | 49 | 51 => {
                let own = usize::from(id - 45) / 2;
                let ways = SUITS.map(|suit| {
                    let key = self.flush_key(&self.natural, suit, 4 - own, 4)?;
                    if koiks >= own { self.way(key, 0) } else { None }
                });
                self.best(ways.to_vec())
            }
            48 | 50 | 52 => {
                let own = usize::from(id - 46) / 2;
                let ways = SUITS.map(|suit| {
                    let key = self.flush_key(&self.natural, suit, 4 - own, 4)?;
                    self.way(key, own)
                });
                self.best(ways.to_vec())
            }
            53 => self.flush(3, &SUITS, royals, true),
            54 => self.flush(3, &SUITS, any, true),
            55 => self.flush(2, &SUITS, royals, true),
            56 => self.flush(2, &spades, any, true),
            57 => self.flush(2, &SUITS, any, true),
            58 => {
                let mut ways = vec![self.way(vec![0; 4], 2)];
                for one in &self.natural {
                    let (rank, suit) = self.worth(*one);
                    ways.push(self.way(vec![rank, suit, 0, 0], 1));
                }
                for two in choices(&self.natural, 2) {
                    if two[0].red() == two[1].red() {
                        let mut worth = [self.worth(two[0]), self.worth(two[1])];
                        worth.sort();
                        let [(low, its), (high, suit)] = worth;
                        ways.push(self.way(vec![high, suit, low, its], 0));
                    }
                }
                self.best(ways)
            }
            59 => self.exactly(&[
                (12, Suit::Hearts),
                (12, Suit::Clubs),
                (2, Suit::Diamonds),
                (6, Suit::Spades),
            ]),
            60..=62 => {
                let zethrac = !self.natural.iter().any(|card| [11, 12, 13].contains(&card.rank));
                let has = |rank| count(&self.natural, rank) > 0;
                let own = match id {
                    60 => has(10) && has(14),
                    61 => has(10) || has(14),
                    _ => true,
                };
                let alone = rules.zethrac == Zethrac::Alone && id != 62;
                if own && (zethrac || alone) { self.way(Vec::new(), 0) } else { None }
            }
            _ => unreachable!(),
        }
    }
}

/// A hand card named under W1e: its index, and whether this stage spends it.
pub type Named = Option<(usize, bool)>;

/// Stage 6 with this card named, or none.
pub fn six_with(
    hand: &[Card],
    pile: &[Card],
    ceiling: usize,
    named: Named,
    rules: &Rules,
) -> Option<Scored> {
    let index = named.map(|it| it.0);
    let (mut held, mut from) = (hand.to_vec(), hand.to_vec());
    let mut spent = index;
    if let Some(index) = index {
        held.remove(index);
    }
    if let Some((index, false)) = named {
        from.remove(index);
        spent = None;
    }
    let stage = Stage::new(&from, spent, ceiling, rules);
    for id in 1..=7 {
        // All seven cards make H1, and H7's misfits are spent.
        let unspent = named.is_some_and(|it| !it.1);
        let needs = match id {
            1 => true,
            7 => index.is_some_and(|index| misfit(hand[index])) && !rules.revived(),
            _ => false,
        };
        if unspent && needs {
            continue;
        }
        if !barred(id, hand, pile, index, rules)
            && let Some(Way { key, spent }) = stage.hand(id, hand, &held, pile)
        {
            return Some(Scored { id, below: None, key, spent });
        }
    }
    None
}

/// Stage 7 with this card named, or none; if it must be spent there may be no way to spend it.
pub fn seven_with(
    hand: &[Card],
    pile: &[Card],
    ceiling: usize,
    named: Named,
    rules: &Rules,
) -> Option<Scored> {
    let mut all: Vec<Card> = hand.iter().chain(pile).copied().collect();
    let spent = named.filter(|it| it.1).map(|it| it.0);
    if let Some((index, false)) = named {
        all.remove(index);
    }
    let stage = Stage::new(&all, spent, ceiling, rules);
    let live = |from: u8, to: u8| (from..=to).filter(|&id| !rules.dead_by_drella(id));
    for id in live(1, 35) {
        if let Some(Way { key, spent }) = stage.combined(id) {
            return Some(Scored { id, below: None, key, spent });
        }
    }
    for id in live(37, 62) {
        if let Some(Way { key, spent }) = stage.combined(id) {
            return Some(Scored { id: 36, below: Some(id), key, spent });
        }
    }
    let nothing = Scored { id: 36, below: None, key: Vec::new(), spent: Vec::new() };
    if spent.is_none() { Some(nothing) } else { None }
}

fn orders(spent: &[u8], rules: &Rules) -> Vec<u8> {
    spent.iter().map(|&rank| rules.rank_order(rank)).collect()
}

/// 1 to 62, and 63 for none.
fn place(id: Option<u8>) -> u8 {
    id.unwrap_or(63)
}

/// P11: the lowest id, best key, then fewest kronks; `Greater` is better.
fn stage_order(one: &Option<Scored>, two: &Option<Scored>) -> Ordering {
    let (Some(one), Some(two)) = (one, two) else { return one.is_some().cmp(&two.is_some()) };
    let ids = |scored: &Scored| (scored.id, place(scored.below));
    ids(two)
        .cmp(&ids(one))
        .then_with(|| one.key.cmp(&two.key))
        .then_with(|| two.spent.len().cmp(&one.spent.len()))
}

/// The declaration of hand and pile with ceilings `k6` and `k7`.
pub fn declare(hand: &[Card], pile: &[Card], k6: usize, k7: usize, rules: &Rules) -> Declared {
    let six = six_with(hand, pile, k6, None, rules);
    let seven = seven_with(hand, pile, k7, None, rules).unwrap();
    let mut best = Declared { six, seven, named: None };
    // W1e.
    if rules.thursday() && hand.len() == 7 && k6 + k7 > 0 {
        // P11 puts keys before kronks, whatever W4's switch says.
        let late = Rules { kronk_rank: KronkRank::Late, ..rules.clone() };
        let first = match rules.tebo {
            Tebo::Any => 0,
            Tebo::Seventh => 6,
        };
        for index in first..7 {
            if rules.role(hand[index]) == Role::Kronk {
                continue;
            }
            // Spent or not, in either stage; each takes its best.
            let sixes =
                [false, true].map(|spends| six_with(hand, pile, k6, Some((index, spends)), rules));
            let sevens = [false, true]
                .map(|spends| seven_with(hand, pile, k7, Some((index, spends)), rules));
            let behind =
                |of: &[Option<Scored>; 2], i: usize| stage_order(&of[i], &of[1 - i]).is_lt();
            for (i, j) in [(0, 1), (1, 0), (1, 1)] {
                if behind(&sixes, i) || behind(&sevens, j) {
                    continue;
                }
                if (i == 1 && sixes[1].is_none()) || (j == 1 && sevens[1].is_none()) {
                    continue;
                }
                // What is spent beside an H that counts alone is not spent.
                if rules.merge == Merge::Single && i == 0 && sixes[i].is_some() {
                    continue;
                }
                let Some(seven) = sevens[j].clone() else { continue };
                let named = Some(hand[index]);
                let other = Declared { six: sixes[i].clone(), seven, named };
                if compare(&other, &best, &late).is_gt() {
                    best = other;
                }
            }
        }
    }
    if rules.merge == Merge::Single && best.six.is_some() {
        best.seven = seven_with(hand, pile, 0, None, rules).unwrap();
    }
    best
}

/// E1 before the tail: `Greater` if the first is better.
pub fn compare(one: &Declared, two: &Declared, rules: &Rules) -> Ordering {
    let id6 = |it: &Declared| place(it.six.as_ref().map(|scored| scored.id));
    let key6 = |it: &Declared| it.six.as_ref().map(|scored| scored.key.clone());
    let single = rules.merge == Merge::Single;
    let seven_counts = |it: &Declared| !single || it.six.is_none();
    let spent = |it: &Declared| {
        let six = it.six.as_ref().map(|scored| orders(&scored.spent, rules)).unwrap_or_default();
        let seven = if seven_counts(it) { orders(&it.seven.spent, rules) } else { Vec::new() };
        [six, seven]
    };
    let number = |it: &Declared| spent(it).iter().map(Vec::len).sum::<usize>();
    let fewer = |one: &Declared, two: &Declared| number(two).cmp(&number(one));
    let higher = |one: &Declared, two: &Declared| spent(one).cmp(&spent(two));
    let early = |order: Ordering| match rules.kronk_rank {
        KronkRank::Early => order.then_with(|| higher(one, two)),
        KronkRank::Late => order,
    };

    let mut order = id6(two).cmp(&id6(one));
    if order.is_ne() {
        return order;
    }
    // If both have that H, or neither has any.
    if seven_counts(one) {
        order = two.seven.id.cmp(&one.seven.id);
        order = order.then_with(|| place(two.seven.below).cmp(&place(one.seven.below)));
        order = early(order).then_with(|| one.seven.key.cmp(&two.seven.key));
    } else {
        order = early(order);
    }
    order
        .then_with(|| key6(one).cmp(&key6(two)))
        .then_with(|| fewer(one, two))
        .then_with(|| higher(one, two))
}

/// `tail=cards`: all natural hand and pile cards high to low, rank before suit, card by card; a
/// card is better than none. A card named and spent under W1e is not natural.
pub fn compare_naturals(
    one: (&[Card], &[Card], Option<Card>),
    two: (&[Card], &[Card], Option<Card>),
    rules: &Rules,
) -> Ordering {
    let list = |(hand, pile, named): (&[Card], &[Card], Option<Card>)| {
        let mut cards: Vec<Card> = hand.iter().chain(pile).copied().collect();
        if let Some(card) = named {
            cards.remove(cards.iter().position(|&other| other == card).unwrap());
        }
        cards.retain(|&card| rules.role(card) == Role::Natural);
        let mut worth: Vec<(u8, u8)> = cards
            .iter()
            .map(|card| (rules.rank_order(card.rank), rules.suit_order(card.suit)))
            .collect();
        worth.sort_by_key(|&card| Reverse(card));
        worth
    };
    list(one).cmp(&list(two))
}

/// P10, C14: the number of kronks with which hand and pile make four jacks, if they can.
pub fn krako_cost(hand: &[Card], pile: &[Card], rules: &Rules) -> Option<usize> {
    let all: Vec<Card> = hand.iter().chain(pile).copied().collect();
    let stage = Stage::new(&all, None, all.len(), rules);
    stage.combined(14).map(|way| way.spent.len())
}

/// Y1: does krako strike today? (On Friday it does, by section 10; so it does under
/// `kesla=always` on a day that is not Y1's.)
pub fn krako_strikes(rules: &Rules) -> bool {
    rules.krako_days == KrakoDays::All || rules.drella != Drella::Void || !rules.drella_day()
}

/// P10: a natural pair of sevens in hand and pile.
pub fn has_oxmyx(hand: &[Card], pile: &[Card], rules: &Rules) -> bool {
    let seven = |card: &&Card| card.rank == 7 && rules.role(**card) == Role::Natural;
    hand.iter().chain(pile).filter(seven).count() >= 2
}
