//! Strategies that are charts, and what lanes look up in them.

use super::lanes::{LANES, Numbers};
use crate::games::kinzo::hand::{Card, MAX_CARDS};
use crate::games::kinzo::rules::MAX_PLAYERS;
use crate::games::kinzo::view::{Action, Choice, Player, View};

/// Totals as bits, for each of the dealer's cards 1..6.
type Totals = [u128; 6];

/// A strategy that is a chart: hit, stay or split by the hand's cards and total and the dealer's
/// card. It never takes from the discard pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// By the number of cards.
    hits: [Totals; MAX_CARDS + 1],
    /// By the number of cards, the pairs to split, as bits for each of the dealer's cards and each total.
    splits: Option<Box<[[Totals; 6]; MAX_CARDS + 1]>>,
    /// Whether a hand of a split pair may be split again where the rules allow it.
    again: bool,
}

impl Chart {
    /// The chart with a row for each of the dealer's cards 1..6, whatever the number of cards:
    /// bit `t` of it is 1 where a total of `t` hits. It never splits.
    pub const fn new(rows: [u128; 6]) -> Chart {
        Chart { hits: [rows; MAX_CARDS + 1], splits: None, again: false }
    }

    /// Hits below a total, whatever the dealer has.
    pub fn below(total: u32) -> Chart {
        Chart::new([1_u128.checked_shl(total).map_or(u128::MAX, |bit| bit - 1); 6])
    }

    /// The same chart, but it splits the first pair that it holds, and none after that.
    #[must_use]
    pub fn splitting_once(self) -> Chart {
        Chart { splits: Some(Box::new([[[u128::MAX; 6]; 6]; MAX_CARDS + 1])), again: false, ..self }
    }

    /// Hits with so many cards of a total, too.
    pub fn set(&mut self, cards: u32, dealer: Card, total: u32) {
        self.hits[cards as usize][dealer.kind()] |= 1 << total;
    }

    /// Splits a pair among so many cards of a total, too, as often as the rules allow.
    pub fn set_split(&mut self, cards: u32, dealer: Card, total: u32, pair: Card) {
        let splits = self.splits.get_or_insert_with(|| Box::new([[[0; 6]; 6]; MAX_CARDS + 1]));
        splits[cards as usize][pair.kind()][dealer.kind()] |= 1 << total;
        self.again = true;
    }

    /// Whether so many cards of a total hit against a dealer's card.
    #[inline]
    pub const fn hits(&self, cards: u32, total: u32, dealer: Card) -> bool {
        self.hits[cards as usize][dealer.kind()] >> total & 1 == 1
    }

    /// The pairs that so many cards of a total split against a dealer's card, as a bit for each value.
    pub fn splits(&self, cards: u32, total: u32, dealer: Card) -> u8 {
        self.splits.as_ref().map_or(0, |splits| {
            let pairs = splits[cards as usize].iter().enumerate();
            pairs.fold(0, |bits, (pair, rows)| {
                bits | ((rows[dealer.kind()] >> total & 1) as u8) << pair
            })
        })
    }

    /// Whether it splits anything.
    pub fn ever_splits(&self) -> bool {
        self.splits.is_some()
    }
}

impl Player for Chart {
    #[inline]
    fn play(&mut self, view: &View<'_>) -> Choice {
        let hand = view.hand();
        let (cards, total, dealer) = (hand.cards(), hand.total(), view.dealer());
        if self.splits.is_some()
            && view.can_split()
            && (self.again || view.hands(view.seat()).len() == 1)
            && let Some(pair) = hand.lowest_pair(self.splits(cards, total, dealer))
        {
            return Choice::Act(Action::Split(pair));
        }
        let hit = self.hits(cards, total, dealer) && view.can_hit();
        Choice::Act(if hit { Action::Hit } else { Action::Stay })
    }
}

/// What a chart does with hands of so many cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whether the two below say it all; else the chart has to be asked.
    pub simple: bool,
    /// By the dealer's card, the total from which on it stays.
    pub below: [i16; 6],
    /// By the dealer's card, the pairs that it splits, as a bit for each value.
    pub splits: [i16; 6],
    /// Whether any pair may be split.
    pub may_split: bool,
}

impl Row {
    const NONE: Row = Row { simple: true, below: [0; 6], splits: [0; 6], may_split: false };

    fn new(chart: &Chart, cards: usize, may_hit: bool, may_split: bool) -> Row {
        let most = 6 * cards as u32;
        // Totals from one to another, as bits.
        let span = |from: u32, to: u32| u128::MAX >> (127 - to) & u128::MAX << from;
        let mut row = Row::NONE;
        for up in 0..6 {
            if may_hit {
                let hits = (chart.hits[cards][up] & span(cards as u32, most)) >> cards;
                row.simple &= hits & (hits + 1) == 0;
                row.below[up] = (cards as u32 + hits.count_ones()) as i16;
            }
            let Some(splits) = chart.splits.as_ref().filter(|_| may_split) else { continue };
            for pair in 0..6 {
                let (value, others) = (pair as u32 + 1, cards as u32 - 2);
                let held = span(2 * value + others, 2 * value + 6 * others);
                let found = splits[cards][pair][up] & held;
                row.simple &= found == 0 || found == held;
                row.splits[up] |= i16::from(found != 0) << pair;
                row.may_split |= found != 0;
            }
        }
        row
    }
}

/// The charts of a table.
#[derive(Clone, Debug)]
pub struct Seats<'c> {
    pub charts: &'c [Chart],
    /// By seat and number of cards of a hand that was never split, 2 to the limit.
    pub rows: [[Row; MAX_CARDS + 1]; MAX_PLAYERS],
    /// By seat, whether it may come to split.
    pub splits: [bool; MAX_PLAYERS],
}

impl<'c> Seats<'c> {
    pub fn new(charts: &'c [Chart], hand_limit: usize, may_split: bool) -> Seats<'c> {
        let mut rows = [[Row::NONE; MAX_CARDS + 1]; MAX_PLAYERS];
        let mut splits = [false; MAX_PLAYERS];
        for (seat, chart) in charts.iter().enumerate() {
            for cards in 2..=hand_limit {
                rows[seat][cards] = Row::new(chart, cards, cards < hand_limit, may_split);
                splits[seat] |= rows[seat][cards].may_split;
            }
        }
        Seats { charts, rows, splits }
    }

    /// What [`Row::below`] and [`Row::splits`] would be in each lane, where a chart is not that simple.
    #[inline(never)]
    pub fn look_up(&self, seat: usize, cards: u32, up: &Numbers, totals: &Numbers) -> [Numbers; 2] {
        let chart = &self.charts[seat];
        let (mut below, mut splits) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let (up, total) = (Card::of_kind(up[lane] as usize - 1), totals[lane]);
            below[lane] = if chart.hits(cards, total as u32, up) { total + 1 } else { 0 };
            splits[lane] = chart.splits(cards, total as u32, up).into();
        }
        [below, splits]
    }
}
