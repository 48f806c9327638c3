//! Strategies that are charts, and their form for lanes.

use super::lanes::{LANES, Numbers};
use crate::games::kinzo::hand::{Card, MAX_CARDS};
use crate::games::kinzo::view::{Action, Choice, Player, View};

/// Sets of totals as bits, for each of the dealer's cards 1..6.
type Totals = [u128; 6];

/// A strategy that is a chart: hit, stay or split by the hand's cards and total and the dealer's
/// card. It never takes from the discard pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The totals that hit, by number of cards.
    hits: [Totals; MAX_CARDS + 1],
    /// The totals at which pairs are split, indexed by number of cards, pair, then dealer's card.
    splits: Option<Box<[[Totals; 6]; MAX_CARDS + 1]>>,
    /// Whether a hand of a split pair may be split again where the rules allow it.
    again: bool,
}

impl Chart {
    /// A chart with a row for each of the dealer's cards 1..6, whatever the number of cards: bit
    /// `t` is 1 if a total of `t` hits. It never splits.
    pub const fn new(rows: [u128; 6]) -> Chart {
        Chart { hits: [rows; MAX_CARDS + 1], splits: None, again: false }
    }

    /// Hits below a total, whatever the dealer has.
    pub fn below(total: u32) -> Chart {
        Chart::new([1_u128.checked_shl(total).map_or(u128::MAX, |bit| bit - 1); 6])
    }

    /// The same chart, but it splits its first pair, and none after that.
    #[must_use]
    pub fn splitting_once(self) -> Chart {
        Chart { splits: Some(Box::new([[[u128::MAX; 6]; 6]; MAX_CARDS + 1])), again: false, ..self }
    }

    /// Adds a hit for hands of `cards` cards and a total.
    pub fn set(&mut self, cards: u32, dealer: Card, total: u32) {
        self.hits[cards as usize][dealer.kind()] |= 1 << total;
    }

    /// Adds a split of a pair in hands of `cards` cards and a total, as often as the rules allow.
    pub fn set_split(&mut self, cards: u32, dealer: Card, total: u32, pair: Card) {
        let splits = self.splits.get_or_insert_with(|| Box::new([[[0; 6]; 6]; MAX_CARDS + 1]));
        splits[cards as usize][pair.kind()][dealer.kind()] |= 1 << total;
        self.again = true;
    }

    /// Whether a hand of `cards` cards and a total hits against a dealer's card.
    #[inline]
    pub const fn hits(&self, cards: u32, total: u32, dealer: Card) -> bool {
        self.hits[cards as usize][dealer.kind()] >> total & 1 == 1
    }

    /// The pairs that a hand of `cards` cards and a total splits against a dealer's card, one bit
    /// per value.
    pub fn splits(&self, cards: u32, total: u32, dealer: Card) -> u8 {
        self.splits.as_ref().map_or(0, |splits| {
            let pairs = splits[cards as usize].iter().enumerate();
            pairs.fold(0, |bits, (pair, rows)| {
                bits | ((rows[dealer.kind()] >> total & 1) as u8) << pair
            })
        })
    }

    /// Whether it ever splits.
    pub fn ever_splits(&self) -> bool {
        self.splits.is_some()
    }

    /// Whether it may split a hand of a split pair again, where the rules allow it.
    pub fn splits_again(&self) -> bool {
        self.again
    }

    /// The action that it takes in a turn.
    #[inline(always)]
    pub(in crate::games::kinzo) fn action(&self, view: &View<'_>) -> Action {
        let hand = view.hand();
        let (cards, total, dealer) = (hand.cards(), hand.total(), view.dealer());
        if self.splits.is_some()
            && view.can_split()
            && (self.again || view.hands(view.seat()).len() == 1)
            && let Some(pair) = hand.lowest_pair(self.splits(cards, total, dealer))
        {
            return Action::Split(pair);
        }
        let hit = self.hits(cards, total, dealer) && view.can_hit();
        if hit { Action::Hit } else { Action::Stay }
    }
}

impl Player for Chart {
    #[inline]
    fn play(&mut self, view: &View<'_>) -> Choice {
        Choice::Act(self.action(view))
    }
}

/// The play of a chart with hands of a number of cards that can occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The lowest total that stays, by dealer's card.
    pub below: [i16; 6],
    /// The pairs to split, one bit per value, by dealer's card.
    pub splits: [i16; 6],
}

impl Row {
    /// The row of a chart; `None` if the hits are not all totals below some total, or if splits
    /// depend on the total. Where no hand can occur, it copies the row `before`.
    fn new(chart: &Chart, cards: usize, before: &Row, hand_limit: usize) -> Option<Row> {
        let (least, most) = (cards as i16, 6 * cards as i16);
        // The totals `from` to `to`, as bits.
        let span = |from: i16, to: i16| u128::MAX >> (127 - to) & u128::MAX << from;
        let mut row = *before;
        for up in 0..6 {
            if cards < hand_limit {
                let hits = (chart.hits[cards][up] & span(least, most)) >> cards;
                if hits & (hits + 1) != 0 {
                    return None;
                }
                let below = least + hits.count_ones() as i16;
                if below != row.below[up].clamp(least, most + 1) {
                    row.below[up] = below;
                }
            }
            let Some(splits) = chart.splits.as_ref().filter(|_| cards > 1) else { continue };
            row.splits[up] = 0;
            for pair in 0..6 {
                let (two, others) = (2 * (pair as i16 + 1), cards as i16 - 2);
                let held = span(two + others, two + 6 * others);
                let found = splits[cards][pair][up] & held;
                if found != 0 && found != held {
                    return None;
                }
                row.splits[up] |= i16::from(found != 0) << pair;
            }
        }
        Some(row)
    }
}

/// A seat's chart, in the form that lanes use.
#[derive(Clone, Debug)]
pub struct Seat<'c> {
    chart: &'c Chart,
    /// Each row, with the number of cards from which it holds until the next; `None` if some row is
    /// not that simple.
    pub rows: Option<Vec<(i16, Row)>>,
    /// Whether it can split.
    pub splits: bool,
}

impl<'c> Seat<'c> {
    pub fn new(chart: &'c Chart, hand_limit: usize, may_split: bool) -> Seat<'c> {
        let splits = may_split && chart.ever_splits();
        // Only a split hand can have one card.
        let first = if splits { 1 } else { 2 };
        let mut before = Row { below: [0; 6], splits: [0; 6] };
        let mut rows = Some(Vec::new());
        for cards in first..=hand_limit {
            let row = Row::new(chart, cards, &before, hand_limit);
            rows = rows.zip(row).map(|(mut rows, row)| {
                if rows.is_empty() || row != before {
                    rows.push((cards as i16, row));
                }
                before = row;
                rows
            });
        }
        Seat { chart, rows, splits }
    }

    /// The values of [`Row::below`] and [`Row::splits`] in each lane, for charts without simple
    /// rows.
    #[inline(never)]
    pub fn look_up(&self, cards: &Numbers, up: &Numbers, totals: &Numbers) -> [Numbers; 2] {
        let (mut below, mut splits) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let (cards, total) = (cards[lane] as u32, totals[lane]);
            let up = Card::of_kind(up[lane] as usize - 1);
            below[lane] = if self.chart.hits(cards, total as u32, up) { total + 1 } else { 0 };
            splits[lane] = self.chart.splits(cards, total as u32, up).into();
        }
        [below, splits]
    }
}
