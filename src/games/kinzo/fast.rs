//! One player alone, every round shuffled, a strategy that is a chart: many sessions at once.
//!
//! The reference is [`Table::round`]. This path gives the same outcomes from the same streams,
//! session by session, which the tests prove. It is faster because it has no branch that depends on
//! a card: eight sessions go through each step side by side, and those that are done already are
//! masked out. Rare cases (a rejected draw, the last few sessions of a block) are left to the
//! reference.

use super::hand::{Card, Fate, MAX_CARDS, Roll};
use super::record::Silent;
use super::round::{Comparison, Keyed, Table};
use super::rules::{Rules, Shuffle, TieAtTally};
use super::view::{Action, Choice, Player, View};
use crate::cards::random::{Purpose, Seed};
use crate::cards::{Composition, Keys};
use std::ops::Range;

/// A strategy that is a chart: hit or stay by the hand's cards and total and the dealer's card.
/// It never splits, and never takes from the discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitTable {
    rows: [[u128; 6]; MAX_CARDS + 1],
}

impl HitTable {
    /// The chart with a row for each of the dealer's cards 1..6, whatever the number of cards:
    /// bit `t` of it is 1 where a total of `t` hits.
    pub const fn new(rows: [u128; 6]) -> HitTable {
        HitTable { rows: [rows; MAX_CARDS + 1] }
    }

    /// Hits below a total, whatever the dealer has.
    pub fn below(total: u32) -> HitTable {
        HitTable::new([1_u128.checked_shl(total).map_or(u128::MAX, |bit| bit - 1); 6])
    }

    /// Hits with so many cards of a total, too.
    pub fn set(&mut self, cards: u32, dealer: Card, total: u32) {
        self.rows[cards as usize][dealer.kind()] |= 1 << total;
    }

    /// Whether so many cards of a total hit against a dealer's card.
    #[inline]
    pub const fn hits(&self, cards: u32, total: u32, dealer: Card) -> bool {
        self.rows[cards as usize][dealer.kind()] >> total & 1 == 1
    }
}

impl Player for HitTable {
    #[inline]
    fn play(&mut self, view: &View<'_>) -> Choice {
        let hand = view.hand();
        let hit = self.hits(hand.cards(), hand.total(), view.dealer()) && view.can_hit();
        Choice::Act(if hit { Action::Hit } else { Action::Stay })
    }
}

/// Whether this path may be taken: one player and a stake of one, every round shuffled, and
/// cards enough that the draw pile never runs out (K11).
pub(super) fn applies(rules: &Rules, deck: Composition) -> bool {
    rules.players == 1
        && rules.stake_limit == 1
        && rules.shuffle == Shuffle::EveryRound
        && u32::from(rules.hand_limit) + u32::from(rules.dealer_limit) <= deck.cards()
}

/// Sessions side by side: 16-bit lanes of one register of the plainest x86-64.
const LANES: usize = 8;
type Lanes = [i16; LANES];
/// A mask: all ones in the lanes that it speaks of, 0 in the others.
type Mask = Lanes;
const ALL: Mask = [-1; LANES];
const NONE: Mask = [0; LANES];

/// The draw piles of the lanes: the running sums of [`Shoe`](crate::cards::Shoe).
struct Piles {
    sums: [Lanes; 5],
    cards: Lanes,
    /// Lanes in which a draw may have to be rejected, so that the reference has to play them.
    doubtful: Mask,
}

impl Piles {
    fn new(deck: Composition) -> Piles {
        let sum = |kind| (0..=kind).map(|kind| deck.count(kind) as i16).sum();
        Piles {
            sums: std::array::from_fn(|kind| [sum(kind); LANES]),
            cards: [sum(5); LANES],
            doubtful: NONE,
        }
    }

    /// Draws a card in the lanes of a mask: the values there, 0 elsewhere. `draws` are 15 random
    /// bits above a 0, so that `draw * cards` has in its upper half the place of the card, and in
    /// its lower half what [`Stream::below`](crate::cards::Stream::below) looks at to reject.
    #[inline(always)]
    fn draw(&mut self, draws: [u16; LANES], who: Mask) -> Lanes {
        let mut values = NONE;
        for lane in 0..LANES {
            let cards = self.cards[lane] as u16;
            let product = u32::from(draws[lane]) * u32::from(cards);
            let place = (product >> 16) as i16;
            self.doubtful[lane] |= mask((product as u16) < 2 * cards) & who[lane];
            let mut value = 6;
            for sums in &mut self.sums {
                let above = mask(sums[lane] > place);
                sums[lane] += above & who[lane];
                value += above;
            }
            self.cards[lane] += who[lane];
            values[lane] = value & who[lane];
        }
        values
    }
}

#[inline(always)]
const fn mask(condition: bool) -> i16 {
    -(condition as i16)
}

/// The draws of one purpose in all lanes: four of each lane are in hand.
struct Draws<'k> {
    keys: &'k [Keys; LANES],
    purpose: Purpose,
    words: [u64; LANES],
}

impl<'k> Draws<'k> {
    #[inline(always)]
    fn new(keys: &'k [Keys; LANES], purpose: Purpose) -> Draws<'k> {
        let mut words = [0; LANES];
        for lane in 0..LANES {
            words[lane] = keys[lane].stream(purpose).four_draws();
        }
        Draws { keys, purpose, words }
    }

    /// The draw of every lane that comes after `before` others.
    #[inline(always)]
    fn draw(&mut self, before: usize) -> [u16; LANES] {
        if before > 0 && before.is_multiple_of(4) {
            self.skip(before / 4);
        }
        let mut draws = [0; LANES];
        for lane in 0..LANES {
            draws[lane] = (self.words[lane] >> (15 * (before % 4)) << 1) as u16;
        }
        draws
    }

    /// Takes the draws after so many words into the hand. Rare: the streams begin again.
    #[cold]
    fn skip(&mut self, words: usize) {
        for lane in 0..LANES {
            let mut stream = self.keys[lane].stream(self.purpose);
            for _ in 0..=words {
                self.words[lane] = stream.four_draws();
            }
        }
    }
}

/// A table by two numbers below 128, without a check of bounds.
struct Square<T>(Box<[T; 1 << 14]>);

impl<T: Copy> Square<T> {
    fn new(fill: T) -> Square<T> {
        Square(Box::new([fill; 1 << 14]))
    }

    fn set(&mut self, row: u32, column: u32, value: T) {
        self.0[(row << 7 | column) as usize] = value;
    }

    #[inline(always)]
    fn get(&self, row: i16, column: i16) -> T {
        self.0[(row << 7 | column) as usize & (1 << 14) - 1]
    }
}

/// Plays sessions, each of one round, and tells `each` its number, the fate of the hand and the
/// dealer's total. [`applies`] must hold.
pub(super) fn play(
    rules: &Rules,
    deck: Composition,
    chart: &HitTable,
    seed: Seed,
    sessions: Range<u64>,
    mut each: impl FnMut(u64, Fate, u32),
) {
    debug_assert!(applies(rules, deck));
    let mut table = Table::new(rules, deck);
    let mut by_reference = |session| {
        table.shuffle();
        let luck = &mut Keyed::new(seed.round(session, 0));
        let outcome = table.round(&mut [*chart], luck, &mut Silent, 0);
        (outcome.fates[0][0], outcome.dealer)
    };
    // K6: hits, by the dealer's card and the total.
    // One square for all numbers of cards that it treats alike, so that it stays near.
    let mut squares: Vec<(usize, Square<i16>)> = Vec::new();
    let mut square_of = [0; MAX_CARDS + 1];
    for cards in 2..usize::from(rules.hand_limit) {
        let known = |&(other, _): &(usize, _)| chart.rows[other] == chart.rows[cards];
        square_of[cards] = squares.iter().position(known).unwrap_or_else(|| {
            let mut hits = Square::new(0);
            for up in Card::ALL {
                for total in 0..6 * u32::from(rules.hand_limit) {
                    hits.set(up.value(), total, mask(chart.hits(cards as u32, total, up)));
                }
            }
            squares.push((cards, hits));
            squares.len() - 1
        });
    }
    // K12, K13: the fate by the dealer's total and the hand's, at the tally (`Unrolled` goes on)
    // and after the dice.
    let mut tally = Square::new(Fate::Unrolled);
    let mut dice = Square::new(Fate::Unrolled);
    let tie = match rules.tie_at_tally {
        TieAtTally::Continue => Fate::Unrolled,
        TieAtTally::Push => Fate::Push,
        TieAtTally::Match => Fate::ExactMatch,
    };
    let (lowest, highest) = rules.dealer_totals(deck);
    for dealer in lowest..=highest {
        for total in 0..=6 * u32::from(rules.hand_limit) + 6 {
            let fate = |standing, equal, inside| match standing {
                Comparison::High => Fate::BustHigh,
                Comparison::Doubled => Fate::BustDoubled,
                Comparison::Equal => equal,
                Comparison::In => inside,
            };
            let at_tally = Comparison::at_tally(rules, total, dealer);
            tally.set(dealer, total, fate(at_tally, tie, Fate::Unrolled));
            let after = Comparison::after_dice(rules, total, dealer);
            dice.set(dealer, total, fate(after, Fate::ExactMatch, Fate::Survive));
        }
    }
    let full = Piles::new(deck);
    let mut rolls = [0; 16];
    for number in 0..Roll::WAYS {
        rolls[number as usize] = Roll::of(number).total() as i16;
    }

    let mut session = sessions.start;
    while sessions.end - session >= LANES as u64 {
        let keys: [Keys; LANES] = std::array::from_fn(|lane| seed.round(session + lane as u64, 0));
        let mut piles = Piles { ..full };

        // K5
        let mut deal = Draws::new(&keys, Purpose::Deal);
        let mut total = piles.draw(deal.draw(0), ALL);
        let up = piles.draw(deal.draw(1), ALL);
        total = add(total, piles.draw(deal.draw(2), ALL));
        let hole = piles.draw(deal.draw(3), ALL);

        // K6, K7
        let mut draws = Draws::new(&keys, Purpose::Draws(0));
        let mut playing = ALL;
        for drawn in 0..usize::from(rules.hand_limit) - 2 {
            let (_, hits) = &squares[square_of[drawn + 2]];
            for lane in 0..LANES {
                playing[lane] &= hits.get(up[lane], total[lane]);
            }
            if none(playing) {
                break;
            }
            total = add(total, piles.draw(draws.draw(drawn), playing));
        }

        // K10
        let mut dealers = Draws::new(&keys, Purpose::Dealer);
        let mut dealer = add(up, hole);
        let mut drawing = ALL;
        for drawn in 0..usize::from(rules.dealer_limit) - 2 {
            let card = piles.draw(dealers.draw(drawn), drawing);
            dealer = add(dealer, card);
            for &stop in &rules.dealer_stop_values {
                for lane in 0..LANES {
                    drawing[lane] &= mask(card[lane] != i16::from(stop));
                }
            }
            if none(drawing) {
                break;
            }
        }

        // K12, K13
        let throws = Draws::new(&keys, Purpose::Dice(0)).draw(0);
        for lane in 0..LANES {
            let product = u32::from(throws[lane]) * Roll::WAYS;
            let rolled = total[lane] + rolls[(product >> 16) as usize & 15];
            // Both are looked up, so that the choice needs no branch.
            let (at_tally, after) =
                (tally.get(dealer[lane], total[lane]), dice.get(dealer[lane], rolled));
            let fate = if at_tally == Fate::Unrolled { after } else { at_tally };
            let number = session + lane as u64;
            if piles.doubtful[lane] != 0 || product & 0xffff < 2 * Roll::WAYS {
                let (fate, dealer) = by_reference(number);
                each(number, fate, dealer);
            } else {
                each(number, fate, dealer[lane] as u32);
            }
        }
        session += LANES as u64;
    }
    for session in session..sessions.end {
        let (fate, dealer) = by_reference(session);
        each(session, fate, dealer);
    }
}

#[inline(always)]
fn add(mut a: Lanes, b: Lanes) -> Lanes {
    for lane in 0..LANES {
        a[lane] += b[lane];
    }
    a
}

#[inline(always)]
fn none(lanes: Mask) -> bool {
    lanes.iter().fold(0, |all, lane| all | lane) == 0
}

#[cfg(test)]
mod tests {
    use super::super::hand::MAX_CARDS;
    use super::super::rules::{BustAbove, Copies, Doubled};
    use super::*;
    use std::collections::HashMap;

    fn law(rules: &Rules, deck: Composition, mut chart: HitTable, keys: Keys) -> (Fate, u32) {
        let mut table = Table::new(rules, deck);
        let seat = std::slice::from_mut(&mut chart);
        let outcome = table.round(seat, &mut Keyed::new(keys), &mut Silent, 0);
        assert_eq!(outcome.count[0], 1);
        (outcome.fates[0][0], outcome.dealer)
    }

    /// Plays some sessions both ways: every session must come out the same.
    fn compare(rules: &Rules, deck: Composition, chart: HitTable, seed: u64, sessions: Range<u64>) {
        let seed = Seed::new(seed);
        let mut next = sessions.start;
        play(rules, deck, &chart, seed, sessions.clone(), |session, fate, dealer| {
            assert_eq!(session, next);
            let law = law(rules, deck, chart, seed.round(session, 0));
            assert_eq!((fate, dealer), law, "session {session}: {chart:?} {rules:?}");
            next += 1;
        });
        assert_eq!(next, sessions.end);
    }

    /// Many rules, each with a few hundred sessions: 200,000 and more in all.
    #[test]
    fn each_session_comes_out_as_in_the_reference() {
        let stops: [&[u8]; 4] = [&[], &[5, 6], &[1, 2, 3, 4, 5, 6], &[2]];
        let ties = [TieAtTally::Continue, TieAtTally::Match, TieAtTally::Push];
        let limits = (2..=MAX_CARDS as u8).flat_map(|hand| [3, 4, 6, 7, 11, 12].map(|d| (hand, d)));
        let mut case: u64 = 0;
        for (hand_limit, dealer_limit) in limits {
            let uneven = [[0, 3, 9, 0, 4, 1], [250, 7, 0, 0, 1, 80]].map(Copies::ByValue);
            let decks = [2, 3, 6, 40, 250].map(Copies::Equal).into_iter().chain(uneven);
            for (which, copies_per_value) in decks.enumerate() {
                case += 1;
                let rules = Rules {
                    copies_per_value,
                    hand_limit,
                    dealer_limit,
                    dealer_stop_values: stops[(case % 4) as usize].to_vec(),
                    bust_above: [BustAbove::Total, BustAbove::Double][(case / 8 % 2) as usize],
                    doubled: [Doubled::AtLeast, Doubled::Exactly][(case / 4 % 2) as usize],
                    tie_at_tally: ties[(case % 3) as usize],
                    ..Rules::default()
                };
                let deck = rules.deck();
                if !applies(&rules, deck) {
                    assert!(which < 2 || which == 5);
                    continue;
                }
                let first = case * 1000;
                compare(
                    &rules,
                    deck,
                    HitTable::below((case * 7 % 41) as u32),
                    case,
                    first..first + 453,
                );
                compare(&rules, deck, HitTable::below(9), 1, first..first + 101);
                // A chart that is no threshold, and depends on the dealer's card.
                let row = |card: u64| u128::from(case.wrapping_mul(0x9e37_79b9_7f4a_7c15 + card));
                let mut chart = HitTable::new(std::array::from_fn(|up| row(up as u64)));
                compare(&rules, deck, chart, 2, 0..203);
                // And on the number of cards.
                for (cards, total) in (2..=12).flat_map(|cards| (2..40).map(move |t| (cards, t))) {
                    if (case + u64::from(cards * total)).is_multiple_of(3) {
                        chart.set(cards, Card::ALL[(total % 6) as usize], total);
                    }
                }
                compare(&rules, deck, chart, 3, 0..203);
            }
        }
        let sparse = Composition::new([0, 9, 0, 1, 0, 4]).unwrap();
        compare(&Rules::default(), sparse, HitTable::below(12), 3, 5..2000);
    }

    /// The published rules: the same counts over 200,000 sessions.
    #[test]
    fn many_sessions_come_out_as_in_the_reference() {
        let rules = Rules::default();
        let (deck, chart, seed) = (rules.deck(), HitTable::below(9), Seed::new(1));
        let (mut fast, mut slow) = (HashMap::new(), HashMap::new());
        play(&rules, deck, &chart, seed, 0..200_000, |_, fate, dealer| {
            *fast.entry((fate as u8, dealer)).or_insert(0) += 1;
        });
        for session in 0..200_000 {
            let (fate, dealer) = law(&rules, deck, chart, seed.round(session, 0));
            *slow.entry((fate as u8, dealer)).or_insert(0) += 1;
        }
        assert_eq!(fast, slow);
    }

    #[test]
    fn a_threshold_is_a_chart() {
        for total in [0, 1, 9, 72, 127, 128, 200] {
            let chart = HitTable::below(total);
            assert!(
                (0..128).all(|t| Card::ALL.iter().all(|&up| chart.hits(3, t, up) == (t < total)))
            );
        }
    }
}
