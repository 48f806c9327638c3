//! Section 5 once more, as slowly as possible: every subset of the cards, every card that each
//! kronk in it may stand for, and then a check whether these cards are the combination. Only for
//! few cards and ceilings of two or so. The readings are those of [`super::rank`], as are the bars.

use super::rank::{barred, fraction, misfit};
use super::{
    BarScope, Card, Frac, FullDark, Kinds, Role, Rules, SUITS, Scored, Suit, SundayKronk, Zethrac,
};
use std::cmp::{Ordering, Reverse};

/// A card of a subset: the card it stands for, and whether it is a kronk.
type Stand = (Card, bool);

fn ranks(cards: &[Stand]) -> Vec<u8> {
    let mut ranks: Vec<u8> = cards.iter().map(|stand| stand.0.rank).collect();
    ranks.sort();
    ranks
}

/// (Rank, number of cards), by today's order descending.
fn tally(cards: &[Stand], rules: &Rules) -> Vec<(u8, usize)> {
    let mut kinds = ranks(cards);
    kinds.dedup();
    kinds.sort_by_key(|&rank| Reverse(rules.rank_order(rank)));
    let number = |rank| cards.iter().filter(|stand| stand.0.rank == rank).count();
    kinds.into_iter().map(|rank| (rank, number(rank))).collect()
}

fn one_suit(cards: &[Stand]) -> bool {
    cards.iter().all(|stand| stand.0.suit == cards[0].0.suit)
}

fn flush_key(cards: &[Stand], rules: &Rules) -> Vec<u8> {
    let slot = |&(card, wild): &Stand| if wild { 0 } else { rules.rank_order(card.rank) };
    let mut key: Vec<u8> = cards.iter().map(slot).collect();
    key.sort();
    key.reverse();
    key.push(rules.suit_order(cards[0].0.suit));
    key
}

fn worth(stand: Stand, rules: &Rules) -> (u8, u8) {
    if stand.1 { (0, 0) } else { (rules.rank_order(stand.0.rank), rules.suit_order(stand.0.suit)) }
}

/// All ways to take `size` of these out, each with the rest.
fn splits(cards: &[Stand], size: usize) -> Vec<(Vec<Stand>, Vec<Stand>)> {
    let mut all = Vec::new();
    for mask in 0..1u32 << cards.len() {
        if mask.count_ones() as usize == size {
            let taken = |side: bool| {
                let of = cards.iter().enumerate().filter(|(i, _)| (mask >> i & 1 == 1) == side);
                of.map(|(_, &stand)| stand).collect::<Vec<_>>()
            };
            all.push((taken(true), taken(false)));
        }
    }
    all
}

/// The ranks of `number` pairs of different ranks, if the cards are exactly those.
fn all_pairs(cards: &[Stand], number: usize, rules: &Rules) -> Option<Vec<u8>> {
    let tally = tally(cards, rules);
    let fits = tally.len() == number && tally.iter().all(|kind| kind.1 == 2);
    fits.then(|| tally.iter().map(|kind| kind.0).collect())
}

/// The rank, if all cards are of one rank.
fn all_kind(cards: &[Stand], size: usize) -> Option<u8> {
    let rank = cards.first()?.0.rank;
    (cards.len() == size && cards.iter().all(|stand| stand.0.rank == rank)).then_some(rank)
}

/// The best key of groups of one rank that leave a flush.
fn with_flush(
    cards: &[Stand],
    flush: usize,
    rules: &Rules,
    groups: impl Fn(&[Stand]) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    let mut keys = Vec::new();
    for (suited, rest) in splits(cards, flush) {
        if let (true, Some(found)) = (one_suit(&suited), groups(&rest)) {
            let mut key: Vec<u8> = found.iter().map(|&rank| rules.rank_order(rank)).collect();
            key.extend(flush_key(&suited, rules));
            keys.push(key);
        }
    }
    keys.into_iter().max()
}

/// The key of H`id`, if it is exactly these cards, H7's misfits and `frac=count` aside.
fn hand_key(id: u8, cards: &[Stand], rules: &Rules) -> Option<Vec<u8>> {
    let order = |rank: u8| rules.rank_order(rank);
    let kinds = tally(cards, rules);
    let size = cards.len();
    let court = if rules.dark { 12 } else { 13 };
    match id {
        1 if size == 7 => {
            let mut four = vec![10, 11, court, 14];
            four.sort();
            let mut found: Vec<u8> = kinds.iter().map(|kind| kind.0).collect();
            found.sort();
            if found != four {
                return None;
            }
            let pairs = kinds.iter().filter(|kind| kind.1 == 2);
            let single = kinds.iter().filter(|kind| kind.1 == 1);
            let key: Vec<u8> = pairs.clone().chain(single).map(|kind| order(kind.0)).collect();
            (pairs.count() == 3 && key.len() == 4).then_some(key)
        }
        2 if size == 4 => {
            let (high, low) = match (rules.dark, rules.full_dark) {
                (true, FullDark::Q4) => (12, 4),
                _ => (13, 2),
            };
            for pair in [7, 11, 14] {
                let mut wanted = vec![high, low, pair, pair];
                wanted.sort();
                if ranks(cards) == wanted {
                    return Some(vec![order(pair)]);
                }
            }
            None
        }
        3 if size == 6 => with_flush(cards, 2, rules, |rest| all_pairs(rest, 2, rules)),
        5 => all_kind(cards, 2).filter(|rank| [7, 11, 14].contains(rank)).map(|r| vec![order(r)]),
        4 | 6 if size == 1 => {
            let card = cards[0].0;
            let fits = match (id, rules.dark) {
                (4, _) => card.red() && fraction(card.rank),
                (_, true) => [4, 12].contains(&card.rank),
                (_, false) => [2, 13].contains(&card.rank),
            };
            let (rank, suit) = worth(cards[0], rules);
            fits.then_some(vec![rank, suit])
        }
        _ => None,
    }
}

/// The key of C`id`, a combination that may have kronks, if it is exactly these cards.
fn combined_key(id: u8, cards: &[Stand], rules: &Rules) -> Option<Vec<u8>> {
    let order = |rank: u8| rules.rank_order(rank);
    let size = cards.len();
    let court = if rules.dark { 12 } else { 13 };
    let kind = |size: usize, fits: &dyn Fn(u8) -> bool| {
        all_kind(cards, size).filter(|&rank| fits(rank)).map(|rank| vec![order(rank)])
    };
    let any = |_: u8| true;
    let royal = |rank: u8| rank >= 10;
    let pairs = |number: usize, fits: &dyn Fn(u8) -> bool| {
        let ranks = all_pairs(cards, number, rules)?;
        let fit = ranks.iter().all(|&rank| fits(rank));
        fit.then(|| ranks.iter().map(|&rank| order(rank)).collect::<Vec<_>>())
    };
    let family = |each: usize| {
        let mut wanted = [11, court, 14].repeat(each);
        wanted.sort();
        (ranks(cards) == wanted).then(Vec::new)
    };
    let flush = |length: usize, fits: &dyn Fn(Card) -> bool| {
        let fit = size == length && one_suit(cards) && cards.iter().all(|stand| fits(stand.0));
        fit.then(|| flush_key(cards, rules))
    };
    let exactly = |wanted: &[(u8, Suit)]| {
        let mut left: Vec<(u8, Suit)> =
            cards.iter().map(|stand| (stand.0.rank, stand.0.suit)).collect();
        for card in wanted {
            left.remove(left.iter().position(|other| other == card)?);
        }
        (size == wanted.len()).then(Vec::new)
    };
    let wild = cards.iter().filter(|stand| stand.1).count();
    match id {
        1 => family(8),
        2 => kind(16, &any),
        3 => family(4),
        4 => kind(12, &any),
        5 => kind(8, &any),
        6 => kind(8, &|rank| rank == 12),
        7 => kind(6, &any),
        8 if wild == 4 => flush(5, &|_| true),
        9 => kind(4, &|rank| rank == 12),
        10 => kind(4, &any),
        11 if size == 7 => {
            let mut keys = Vec::new();
            for (four, three) in splits(cards, 4) {
                if let (Some(one), Some(two)) = (all_kind(&four, 4), all_kind(&three, 3)) {
                    keys.push(vec![order(one), order(two)]);
                }
            }
            keys.into_iter().max()
        }
        12 | 15 => kind(3, &any),
        13 if size == 6 => with_flush(cards, 3, rules, |rest| all_kind(rest, 3).map(|r| vec![r])),
        14 => kind(4, &|rank| rank == 11),
        16 => kind(3, &|rank| rank == 11),
        17 => pairs(8, &any),
        18 => pairs(6, &any),
        19 => pairs(4, &any),
        20 => family(2),
        21 => pairs(3, &royal),
        22 => pairs(3, &any),
        23 => pairs(2, &royal),
        24 => pairs(2, &any),
        25 => exactly(&[
            (12, Suit::Hearts),
            (12, Suit::Clubs),
            (3, Suit::Diamonds),
            (9, Suit::Spades),
        ]),
        26 | 27 if size == 6 => with_flush(cards, 4, rules, |rest| {
            all_kind(rest, 2).filter(|&rank| id == 27 || rank >= 10).map(|rank| vec![rank])
        }),
        28 => kind(2, &|rank| rank == 14),
        29 => kind(2, &|rank| rank == 13),
        30 => kind(2, &|rank| rank == 12),
        31 => exactly(&[(11, Suit::Clubs), (11, Suit::Spades)]),
        32 => kind(2, &|rank| rank == 11),
        33 => kind(2, &royal),
        34 => kind(2, &|rank| rank == 10),
        35 => kind(2, &any),
        37 => family(1),
        38 => (ranks(cards) == [10, 13]).then(Vec::new),
        39 if size == 1 && [10, 13].contains(&cards[0].0.rank) => {
            let (rank, suit) = worth(cards[0], rules);
            Some(vec![rank, suit])
        }
        40 if size == 3 && wild == 0 => {
            let mut wanted = vec![10, 11, court];
            wanted.sort();
            let fits = ranks(cards) == wanted && !one_suit(cards);
            fits.then(|| [10, 11, court].map(order).to_vec())
        }
        41 => flush(8, &|_| true),
        42 => flush(6, &|_| true),
        43 if wild == 0 => flush(4, &|card| card.suit == Suit::Spades && card.rank >= 10),
        44 if wild == 0 => flush(4, &|card| card.suit == Suit::Spades),
        45 if wild == 0 => flush(4, &|card| card.rank >= 10),
        46 if wild == 0 => flush(4, &|_| true),
        48 if wild == 1 => flush(4, &|_| true),
        50 if wild == 2 => flush(4, &|_| true),
        52 if wild == 3 => flush(4, &|_| true),
        53 => flush(3, &|card| card.rank >= 10),
        54 => flush(3, &|_| true),
        55 => flush(2, &|card| card.rank >= 10),
        56 => flush(2, &|card| card.suit == Suit::Spades),
        57 => flush(2, &|_| true),
        58 if size == 2 && cards[0].0.red() == cards[1].0.red() => {
            let mut two = [worth(cards[0], rules), worth(cards[1], rules)];
            two.sort();
            Some(vec![two[1].0, two[1].1, two[0].0, two[0].1])
        }
        59 => exactly(&[
            (12, Suit::Hearts),
            (12, Suit::Clubs),
            (2, Suit::Diamonds),
            (6, Suit::Spades),
        ]),
        _ => None,
    }
}

/// The key of two koiks, or of a 4-flush with one to three koiks: combinations that are free.
fn free_key(id: u8, cards: &[Card], rules: &Rules) -> Option<Vec<u8>> {
    let koiks = cards.iter().filter(|card| card.rank == 0).count();
    let others: Vec<Stand> =
        cards.iter().filter(|card| card.rank != 0).map(|&card| (card, false)).collect();
    if id == 35 && cards.len() == 2 && koiks == 2 {
        return Some(vec![rules.rank_order(0)]);
    }
    let wanted = match id {
        47 => 1,
        49 => 2,
        51 => 3,
        _ => return None,
    };
    if cards.len() != 4 || koiks != wanted || !one_suit(&others) {
        return None;
    }
    let mut key = flush_key(&others, rules);
    for _ in 0..koiks {
        key.insert(others.len(), 0);
    }
    Some(key)
}

/// The number of cards of an H, except H7.
fn hand_size(id: u8) -> usize {
    [7, 4, 6, 1, 2, 1][usize::from(id) - 1]
}

/// The number of cards of a C; 99 for those without kronks and those that do not score themselves.
fn size(id: u8) -> usize {
    match id {
        1 => 24,
        2 | 17 => 16,
        3 | 4 | 18 => 12,
        5 | 6 | 19 | 41 => 8,
        11 => 7,
        7 | 13 | 20 | 21 | 22 | 26 | 27 | 42 => 6,
        8 => 5,
        9 | 10 | 14 | 23 | 24 | 25 | 43..=46 | 48 | 50 | 52 | 59 => 4,
        12 | 15 | 16 | 37 | 40 | 53 | 54 => 3,
        28..=35 | 38 | 55..=58 => 2,
        39 => 1,
        _ => 99,
    }
}

fn scores_today(id: u8, rules: &Rules) -> bool {
    let f = [2, 5, 6, 7, 15].contains(&id);
    let f_prime = [1, 3, 4, 11, 12, 13].contains(&id);
    !rules.dead_by_drella(id)
        && (rules.revived()
            || !(f
                || (f_prime && (rules.kinds == Kinds::Friday || rules.doubly_dead()))
                || (id == 29 && rules.dark)
                || (id == 30 && !rules.dark)))
}

/// All multisets of `size` cards of ranks in the deck.
fn stand_ins(size: usize, rules: &Rules) -> Vec<Vec<Card>> {
    let ranks = rules.ranks();
    let all: Vec<Card> =
        ranks.iter().flat_map(|&rank| SUITS.iter().map(move |&suit| Card { rank, suit })).collect();
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let mut longer = Vec::new();
        for some in &found {
            for next in some.last().copied().unwrap_or(0)..all.len() {
                let mut more = some.clone();
                more.push(next);
                longer.push(more);
            }
        }
        found = longer;
    }
    found.into_iter().map(|some| some.into_iter().map(|index| all[index]).collect()).collect()
}

fn keep_best(best: &mut Option<Scored>, other: Scored, rules: &Rules) {
    let orders = |it: &Scored| it.spent.iter().map(|&r| rules.rank_order(r)).collect::<Vec<_>>();
    let below = |it: &Scored| it.below.unwrap_or(99);
    let better = match best {
        None => true,
        Some(best) => {
            let order = (best.id, below(best))
                .cmp(&(other.id, below(&other)))
                .then_with(|| other.key.cmp(&best.key))
                .then_with(|| best.spent.len().cmp(&other.spent.len()))
                .then_with(|| orders(&other).cmp(&orders(best)));
            order == Ordering::Greater
        }
    };
    if better {
        *best = Some(other);
    }
}

/// H7, and H4 of `frac=count`: with exactly these hand cards spent.
fn counted_key(
    id: u8,
    hand: &[Card],
    pile: &[Card],
    spent: &[usize],
    named: Option<usize>,
    rules: &Rules,
) -> Option<Vec<u8>> {
    let natural = |index: usize, card: Card| {
        !spent.contains(&index) && named != Some(index) && rules.role(card) == Role::Natural
    };
    if id == 7 && !rules.revived() {
        for (index, &card) in hand.iter().enumerate() {
            if misfit(card) && !spent.contains(&index) {
                return None;
            }
        }
        if rules.bar_scope == BarScope::All && pile.iter().any(|&card| misfit(card)) {
            return None;
        }
    }
    let mut best = (0, 0);
    let mut fitting = spent.len();
    for (index, &card) in hand.iter().enumerate() {
        let coloured = rules.frac == Frac::Count || card.black();
        if natural(index, card) && fraction(card.rank) && coloured {
            fitting += 1;
            best = best.max(worth((card, false), rules));
        }
    }
    let fits = match (rules.frac, id) {
        (Frac::Suit, _) => fitting > 0,
        (Frac::Count, 4) => fitting == 1 || fitting == 2,
        (Frac::Count, _) => fitting == 3 || fitting == 4,
    };
    fits.then_some(vec![best.0, best.1])
}

/// Both stages with this card named and spent, or none; `None` if nothing scores (in stage 7 only
/// if a card is named).
pub fn search(
    six: bool,
    hand: &[Card],
    pile: &[Card],
    ceiling: usize,
    named: Option<usize>,
    rules: &Rules,
) -> Option<Scored> {
    let mut all = hand.to_vec();
    if !six {
        all.extend(pile);
    }
    let barred_today = rules.sunday() && rules.sunday_kronk == SundayKronk::Barred;
    let ceiling = if barred_today { 0 } else { ceiling };
    let kronk = |index: usize| named == Some(index) || rules.role(all[index]) == Role::Kronk;
    let substitutes: Vec<Vec<Vec<Card>>> =
        (0..=ceiling.min(all.len())).map(|size| stand_ins(size, rules)).collect();
    let open: Vec<u8> = (1..=7).filter(|&id| !barred(id, hand, pile, named, rules)).collect();
    let mut best = None;
    for mask in 0..1u32 << all.len() {
        let subset: Vec<usize> = (0..all.len()).filter(|index| mask >> index & 1 == 1).collect();
        if subset.iter().any(|&i| rules.role(all[i]) == Role::Blank && named != Some(i)) {
            continue;
        }
        let wild: Vec<usize> = subset.iter().copied().filter(|&index| kronk(index)).collect();
        // Koiks as koiks.
        if !six && named.is_none() && wild.iter().all(|&index| all[index].rank == 0) {
            let cards: Vec<Card> = subset.iter().map(|&index| all[index]).collect();
            for id in [35, 47, 49, 51] {
                if let Some(key) = free_key(id, &cards, rules) {
                    let (id, below) = if id > 36 { (36, Some(id)) } else { (id, None) };
                    keep_best(&mut best, Scored { id, below, key, spent: Vec::new() }, rules);
                }
            }
        }
        // A named card must be spent.
        if wild.len() > ceiling || named.is_some_and(|index| !subset.contains(&index)) {
            continue;
        }
        let mut spent: Vec<u8> = wild.iter().map(|&index| all[index].rank).collect();
        spent.sort_by_key(|&rank| Reverse(rules.rank_order(rank)));
        // The whole subset is spent: combinations for which the stand-ins do not matter.
        if six && wild.len() == subset.len() {
            for &id in &open {
                if (id == 7 || (id == 4 && rules.frac == Frac::Count))
                    && let Some(key) = counted_key(id, hand, pile, &wild, named, rules)
                {
                    let spent = spent.clone();
                    keep_best(&mut best, Scored { id, below: None, key, spent }, rules);
                }
            }
        }
        // The combinations that could score today and have this number of cards.
        let ids: Vec<u8> = if six {
            let counted = |id: u8| id == 7 || (id == 4 && rules.frac == Frac::Count);
            let fits = |id: &u8| !counted(*id) && hand_size(*id) == subset.len();
            open.iter().copied().filter(fits).collect()
        } else {
            (1..=59).filter(|&id| scores_today(id, rules) && size(id) == subset.len()).collect()
        };
        if ids.is_empty() {
            continue;
        }
        for stand_in in &substitutes[wild.len()] {
            let mut next = stand_in.iter();
            let stand = |&index: &usize| match kronk(index) {
                true => (*next.next().unwrap(), true),
                false => (all[index], false),
            };
            let cards: Vec<Stand> = subset.iter().map(stand).collect();
            for &id in &ids {
                let key =
                    if six { hand_key(id, &cards, rules) } else { combined_key(id, &cards, rules) };
                if let Some(key) = key {
                    let (id, below) = if id > 36 { (36, Some(id)) } else { (id, None) };
                    keep_best(&mut best, Scored { id, below, key, spent: spent.clone() }, rules);
                }
            }
        }
    }
    if !six && named.is_none() {
        let natural = |rank: u8| {
            all.iter().any(|&card| card.rank == rank && rules.role(card) == Role::Natural)
        };
        let zethrac = ![11, 12, 13].into_iter().any(natural);
        let free = zethrac || rules.zethrac == Zethrac::Alone;
        for (id, holds) in [
            (60, free && natural(10) && natural(14)),
            (61, free && (natural(10) || natural(14))),
            (62, zethrac),
        ] {
            if holds && !rules.dead_by_drella(id) {
                let scored = Scored { id: 36, below: Some(id), key: vec![], spent: vec![] };
                keep_best(&mut best, scored, rules);
            }
        }
        let nothing = Scored { id: 36, below: None, key: vec![], spent: vec![] };
        keep_best(&mut best, nothing, rules);
    }
    best
}

/// Stage 6, no card being named.
pub fn stage_six(hand: &[Card], pile: &[Card], ceiling: usize, rules: &Rules) -> Option<Scored> {
    search(true, hand, pile, ceiling, None, rules)
}

/// Stage 7, no card being named.
pub fn stage_seven(hand: &[Card], pile: &[Card], ceiling: usize, rules: &Rules) -> Scored {
    search(false, hand, pile, ceiling, None, rules).unwrap()
}
