//! The lookup tables of Zinbiddle against a slow ranking written from the rules text alone (Z2,
//! Z12, Z13), over every line of four cards: 21^4.

use crate::slow_zinbiddle::{Slow, slow, slow_flank, slow_row};
use croupier::games::zinbiddle::hand::{Card, Ranks, ranks};
use std::cmp::Ordering;
use std::collections::BTreeMap;

fn all_cards() -> Vec<(Card, Slow)> {
    let natural = (0..5).flat_map(|number| (0..4).map(move |suit| (number, suit)));
    natural
        .map(|(number, suit)| (Card::new(number as u8, suit as u8).unwrap(), Some((number, suit))))
        .chain([(Card::SIX, None)])
        .collect()
}

fn each_line(mut see: impl FnMut([Card; 4], [Slow; 4])) {
    let cards = all_cards();
    for a in &cards {
        for b in &cards {
            for c in &cards {
                for d in &cards {
                    see([a.0, b.0, c.0, d.0], [a.1, b.1, c.1, d.1]);
                }
            }
        }
    }
}

/// Checks a one-to-one mapping in the same order: then the fast ranks are as total a preorder as
/// the slow.
fn assert_same_order(pairs: &BTreeMap<Vec<u32>, u8>) {
    let fast: Vec<u8> = pairs.values().copied().collect();
    assert!(fast.is_sorted_by(|a, b| a.cmp(b) == Ordering::Less), "{pairs:?}");
}

#[test]
fn rule_z12_every_thruster_row_ranks_as_the_rules_say() {
    let mut pairs: BTreeMap<Vec<u32>, u8> = BTreeMap::new();
    let mut lines = 0;
    each_line(|fast, line| {
        lines += 1;
        let rank = Ranks::get().row(fast);
        assert_eq!(*pairs.entry(slow(&line, slow_row)).or_insert(rank), rank, "{fast:?}");
    });
    assert_eq!((lines, pairs.len()), (21 * 21 * 21 * 21, 48));
    assert_eq!(pairs[&Vec::new()], 0);
    assert_eq!(pairs[&vec![5, 4, 3]], ranks::BARRAGE_OF_FOURS);
    assert_eq!(pairs[&vec![5, 1, 0]], ranks::LEAST_FOUR);
    assert_same_order(&pairs);
}

#[test]
fn rule_z13_every_flank_ranks_as_the_rules_say() {
    let mut pairs: BTreeMap<Vec<u32>, u8> = BTreeMap::new();
    each_line(|fast, line| {
        let rank = Ranks::get().flank(fast);
        let key = slow(&line, slow_flank);
        assert_eq!(rank & 1 == 1, fast[0] == Card::SIX && rank > 0, "{fast:?}");
        assert_eq!(ranks::run(rank), key.first().copied().unwrap_or(0), "{fast:?}");
        assert_eq!(*pairs.entry(key).or_insert(rank & !1), rank & !1, "{fast:?}");
    });
    assert_eq!(pairs.len(), 21);
    assert_eq!(pairs[&Vec::new()], 0);
    assert_eq!(pairs[&vec![4, 9, 3]], ranks::FLANK_BARRAGE);
    assert_same_order(&pairs);
}
