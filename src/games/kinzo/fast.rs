//! Every round shuffled, every seat a chart: many sessions at once.
//!
//! The reference is [`Table::round`]. This path gives the same outcomes from the same streams,
//! session by session, which the tests prove. It is faster because it has no branch that depends on
//! a card: eight sessions with the same first seat go through each step side by side, and those that
//! are done already are masked out. Rare cases (a rejected draw, cards that run out, the last few
//! sessions of a block) are left to the reference.

use super::hand::{Card, Fate, MAX_CARDS, Roll};
use super::record::Silent;
use super::round::{Comparison, Keyed, Outcome, Table};
use super::rules::{FirstPlayer, MAX_PLAYERS, MatchPays, Rules, Shuffle, TieAtTally};
use super::view::{Action, Choice, Player, View};
use crate::cards::random::{Purpose, Seed};
use crate::cards::{Composition, Keys};
use crate::framework::TurnOrder;
use rustc_hash::FxHashMap;
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

/// Whether this path may be taken: a stake of one, and every round shuffled.
pub(super) fn applies(rules: &Rules) -> bool {
    rules.stake_limit == 1 && rules.shuffle == Shuffle::EveryRound
}

/// How a round came out, as a number: all that a round of charts leaves to settle.
///
/// By place in the turn order the fates are the digits, the first one highest; above them stands the
/// dealer's total, whether the cards ran out, and the seat that is first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    players: u32,
    lowest: u32,
    totals: u32,
    /// A digit for each place.
    all_fates: u32,
}

const FATES: u32 = Fate::ALL.len() as u32;

impl Code {
    pub fn new(rules: &Rules, deck: Composition) -> Code {
        let (lowest, highest) = rules.dealer_totals(deck);
        let players = rules.players.into();
        Code { players, lowest, totals: highest - lowest + 1, all_fates: FATES.pow(players) }
    }

    fn order(self, first: usize) -> TurnOrder {
        TurnOrder { first, players: self.players as usize }
    }

    /// The code of fates, without the rest.
    #[inline(always)]
    fn above(self, first: usize, dealer: u32, ran_out: bool) -> u32 {
        let end = (dealer - self.lowest) + if ran_out { self.totals } else { 0 };
        (first as u32 * 2 * self.totals + end) * self.all_fates
    }

    fn of(self, first: usize, outcome: &Outcome) -> u32 {
        let fates = self
            .order(first)
            .seats()
            .fold(0, |code, seat| code * FATES + outcome.fates[seat][0] as u32);
        self.above(first, outcome.dealer, outcome.ran_out) + fates
    }

    /// A number for each of them.
    pub fn numbers(self) -> Numbers {
        /// So many of four bytes stay near.
        const FEW: u32 = 1 << 16;
        match self.players * 2 * self.totals * self.all_fates {
            codes @ ..FEW => Numbers::All(vec![0; codes as usize]),
            _ => Numbers::Some(FxHashMap::default()),
        }
    }

    /// The round of this code, settled: its outcome, and the first seat.
    pub fn settled<'t>(self, code: u32, table: &'t mut Table<'_>) -> (&'t Outcome, usize) {
        let (end, mut digits) = (code / self.all_fates, code % self.all_fates);
        let (first, end) = ((end / (2 * self.totals)) as usize, end % (2 * self.totals));
        let mut fates = [Fate::BustHigh; MAX_PLAYERS];
        for place in (0..self.players as usize).rev() {
            let seat = self.order(first).seat(place);
            fates[seat] = Fate::ALL[(digits % FATES) as usize];
            digits /= FATES;
        }
        let dealer = self.lowest + end % self.totals;
        (table.settled(first, dealer, end >= self.totals, &fates), first)
    }
}

/// A number for each code.
pub(super) enum Numbers {
    /// Of all codes, 0 to begin with, where these are few.
    All(Vec<u32>),
    /// Of those that came up: sessions seldom share one.
    Some(FxHashMap<u32, u32>),
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
            // Where no card is left the product is 0, too.
            self.doubtful[lane] |= mask(product as u16 <= cards.wrapping_mul(2)) & who[lane];
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

    /// Takes the draws after so many words into the hand. Rare, but for the deal of several players:
    /// the streams begin again, and nothing of them is kept meanwhile.
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

/// Where the charts of a table hit: a square by the dealer's card and the total for all seats and
/// numbers of cards that are treated alike, so that few of them stay near.
struct Hits {
    squares: Vec<Square<i16>>,
    of: [[usize; MAX_CARDS + 1]; MAX_PLAYERS],
}

impl Hits {
    fn new(rules: &Rules, charts: &[HitTable]) -> Hits {
        let mut rows: Vec<[u128; 6]> = Vec::new();
        let mut hits = Hits { squares: Vec::new(), of: [[0; MAX_CARDS + 1]; MAX_PLAYERS] };
        for (seat, chart) in charts.iter().enumerate() {
            for cards in 2..usize::from(rules.hand_limit) {
                let row = chart.rows[cards];
                let known = rows.iter().position(|known| *known == row);
                hits.of[seat][cards] = known.unwrap_or_else(|| {
                    let mut square = Square::new(0);
                    for up in Card::ALL {
                        for total in 0..6 * u32::from(rules.hand_limit) {
                            let hit = chart.hits(cards as u32, total, up);
                            square.set(up.value(), total, mask(hit));
                        }
                    }
                    rows.push(row);
                    hits.squares.push(square);
                    rows.len() - 1
                });
            }
        }
        hits
    }
}

/// K12, K13: the fate by the dealer's total and the hand's, at the tally (`Unrolled` goes on) and
/// after the dice.
struct Fates {
    at_tally: Square<u8>,
    after_dice: Square<u8>,
}

impl Fates {
    fn new(rules: &Rules, deck: Composition) -> Fates {
        let mut at_tally = Square::new(0);
        let mut after_dice = Square::new(0);
        let tie = match rules.tie_at_tally {
            TieAtTally::Continue => Fate::Unrolled,
            TieAtTally::Push => Fate::Push,
            TieAtTally::Match => Fate::ExactMatch,
        };
        let (lowest, highest) = rules.dealer_totals(deck);
        for dealer in lowest..=highest {
            for total in 0..=6 * u32::from(rules.hand_limit) + 6 {
                let fate = |standing, equal: Fate, inside: Fate| match standing {
                    Comparison::High => Fate::BustHigh as u8,
                    Comparison::Doubled => Fate::BustDoubled as u8,
                    Comparison::Equal => equal as u8,
                    Comparison::In => inside as u8,
                };
                let standing = Comparison::at_tally(rules, total, dealer);
                at_tally.set(dealer, total, fate(standing, tie, Fate::Unrolled));
                let standing = Comparison::after_dice(rules, total, dealer);
                after_dice.set(dealer, total, fate(standing, Fate::ExactMatch, Fate::Survive));
            }
        }
        Fates { at_tally, after_dice }
    }
}

/// Plays sessions, each of one round, and tells `each` in their order its number and its [`Code`].
/// [`applies`] must hold; `charts` are those of the seats.
pub(super) fn play(
    rules: &Rules,
    deck: Composition,
    charts: &[HitTable],
    seed: Seed,
    sessions: Range<u64>,
    each: impl FnMut(u64, u32),
) {
    match charts {
        // The loops over one seat are none.
        [_] => play_seats::<true>(rules, deck, charts, seed, sessions, each),
        _ => play_seats::<false>(rules, deck, charts, seed, sessions, each),
    }
}

#[inline(always)]
fn play_seats<const ALONE: bool>(
    rules: &Rules,
    deck: Composition,
    charts: &[HitTable],
    seed: Seed,
    sessions: Range<u64>,
    mut each: impl FnMut(u64, u32),
) {
    debug_assert!(applies(rules) && charts.len() == usize::from(rules.players));
    let players = if ALONE { 1 } else { charts.len() };
    let code = Code::new(rules, deck);
    let mut table = Table::new(rules, deck);
    let mut seats = charts.to_vec();
    let first_of = |session: u64| match rules.first_player {
        FirstPlayer::Caller => TurnOrder::of_session(session, players).first,
        FirstPlayer::Fixed => 0,
    };
    let mut by_reference = |session| {
        table.shuffle();
        let luck = &mut Keyed::new(seed.round(session, 0));
        let caller = TurnOrder::of_session(session, players).first;
        let outcome = table.round(&mut seats, luck, &mut Silent, caller);
        code.of(first_of(session), outcome)
    };
    let hits = Hits::new(rules, charts);
    let fates = Fates::new(rules, deck);
    let full = Piles::new(deck);
    let mut rolls = [0; 16];
    for number in 0..Roll::WAYS {
        rolls[number as usize] = Roll::from_number(number).total() as i16;
    }
    // Two dice, and whether the draw may have to be rejected.
    let throw = |draw: u16| {
        let product = u32::from(draw) * Roll::WAYS;
        (rolls[(product >> 16) as usize & 15], mask(product & 0xffff < 2 * Roll::WAYS))
    };
    let limit = usize::from(rules.hand_limit);
    // K13: whether a match ends the round.
    let ends = mask(rules.match_pays != MatchPays::Own);
    const MATCH: u8 = Fate::ExactMatch as u8;
    const GOES_ON: u8 = Fate::Unrolled as u8;

    // In a group each seat is first in so many sessions, which are side by side.
    let mut codes = [0; MAX_PLAYERS * LANES];
    let group = (players * LANES) as u64;
    let mut start = sessions.start;
    while sessions.end - start >= group {
        for offset in 0..players {
            let session = |lane: usize| start + (offset + lane * players) as u64;
            let first = if ALONE { 0 } else { first_of(session(0)) };
            let turns = TurnOrder { first, players };
            let keys: [Keys; LANES] = std::array::from_fn(|lane| seed.round(session(lane), 0));
            let mut piles = Piles { ..full };
            let mut totals = [NONE; MAX_PLAYERS];

            // K5
            let mut deal = Draws::new(&keys, Purpose::Deal);
            for place in 0..players {
                totals[place] = piles.draw(deal.draw(place), ALL);
            }
            let up = piles.draw(deal.draw(players), ALL);
            for place in 0..players {
                let card = piles.draw(deal.draw(players + 1 + place), ALL);
                totals[place] = add(totals[place], card);
            }
            let hole = piles.draw(deal.draw(2 * players + 1), ALL);

            // K6, K7
            for place in 0..players {
                let seat = if ALONE { 0 } else { turns.seat(place) };
                let mut draws = Draws::new(&keys, Purpose::Draws(seat));
                let mut playing = ALL;
                for drawn in 0..limit - 2 {
                    let square = &hits.squares[hits.of[seat][drawn + 2]];
                    for lane in 0..LANES {
                        playing[lane] &= square.get(up[lane], totals[place][lane]);
                    }
                    if none(playing) {
                        break;
                    }
                    totals[place] = add(totals[place], piles.draw(draws.draw(drawn), playing));
                }
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

            // K12, K13: the dice are thrown even where nobody rolls, so that the choice needs no branch.
            let mut ended = [0; LANES];
            if ALONE {
                let throws = Draws::new(&keys, Purpose::Dice(0)).draw(0);
                for lane in 0..LANES {
                    let (roll, doubtful) = throw(throws[lane]);
                    let (dealer, total) = (dealer[lane], totals[0][lane]);
                    let at_tally = fates.at_tally.get(dealer, total);
                    let after_dice = fates.after_dice.get(dealer, total + roll);
                    let came = if at_tally == GOES_ON { after_dice } else { at_tally };
                    piles.doubtful[lane] |= doubtful;
                    ended[lane] = u32::from(came);
                }
            } else {
                // Of those who tie, the earliest in turn order takes the table.
                let mut fate = [[0; LANES]; MAX_PLAYERS];
                let mut over = NONE;
                for place in 0..players {
                    for lane in 0..LANES {
                        let found = fates.at_tally.get(dealer[lane], totals[place][lane]);
                        let matched = mask(found == MATCH);
                        let late = matched & over[lane] != 0;
                        fate[place][lane] = if late { GOES_ON } else { found };
                        over[lane] |= matched & ends;
                    }
                }
                for place in 0..players {
                    let purpose = Purpose::Dice(turns.seat(place));
                    let throws = Draws::new(&keys, purpose).draw(0);
                    for lane in 0..LANES {
                        let (roll, doubtful) = throw(throws[lane]);
                        let found = fates.after_dice.get(dealer[lane], totals[place][lane] + roll);
                        let rolls = mask(fate[place][lane] == GOES_ON) & !over[lane];
                        let came = if rolls != 0 { found } else { fate[place][lane] };
                        piles.doubtful[lane] |= rolls & doubtful;
                        over[lane] |= rolls & mask(came == MATCH) & ends;
                        ended[lane] = ended[lane] * FATES + u32::from(came);
                    }
                }
            }
            for lane in 0..LANES {
                let came = if piles.doubtful[lane] != 0 {
                    by_reference(session(lane))
                } else {
                    code.above(first, dealer[lane] as u32, false) + ended[lane]
                };
                if ALONE {
                    each(session(lane), came);
                } else {
                    codes[offset + lane * players] = came;
                }
            }
        }
        if !ALONE {
            for (at, &code) in codes[..players * LANES].iter().enumerate() {
                each(start + at as u64, code);
            }
        }
        start += group;
    }
    for session in start..sessions.end {
        each(session, by_reference(session));
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

    /// The round of the reference: by seat the fate and the net, the dealer's total, the house's net
    /// and whether the cards ran out.
    type Came = (Vec<(Fate, i64)>, u32, i64, bool);

    fn came(outcome: &Outcome, players: usize) -> Came {
        assert!(outcome.count[..players].iter().all(|&count| count == 1) && !outcome.reshuffled);
        let seat = |seat: usize| (outcome.fates[seat][0], outcome.nets[seat]);
        ((0..players).map(seat).collect(), outcome.dealer, outcome.house, outcome.ran_out)
    }

    /// Plays some sessions both ways: every session must come out the same.
    fn compare(
        rules: &Rules,
        deck: Composition,
        charts: &[HitTable],
        seed: u64,
        sessions: Range<u64>,
    ) {
        let (seed, players) = (Seed::new(seed), charts.len());
        let code = Code::new(rules, deck);
        let (mut table, mut settled) = (Table::new(rules, deck), Table::new(rules, deck));
        let mut next = sessions.start;
        play(rules, deck, charts, seed, sessions.clone(), |session, number| {
            assert_eq!(session, next);
            table.shuffle();
            let luck = &mut Keyed::new(seed.round(session, 0));
            let caller = (session % players as u64) as usize;
            let law = table.round(&mut charts.to_vec(), luck, &mut Silent, caller);
            let (found, first) = code.settled(number, &mut settled);
            let expected = if rules.first_player == FirstPlayer::Fixed { 0 } else { caller };
            assert_eq!(first, expected);
            let (found, law) = (came(found, players), came(law, players));
            assert_eq!(found, law, "session {session}: {charts:?} {rules:?}");
            next += 1;
        });
        assert_eq!(next, sessions.end);
    }

    /// A chart that is no threshold, and depends on the dealer's card and the number of cards.
    fn odd_chart(case: u64) -> HitTable {
        let row = |card: u64| u128::from(case.wrapping_mul(0x9e37_79b9_7f4a_7c15 + card));
        let mut chart = HitTable::new(std::array::from_fn(|up| row(up as u64)));
        for (cards, total) in (2..=12).flat_map(|cards| (2..40).map(move |t| (cards, t))) {
            if (case + u64::from(cards * total)).is_multiple_of(3) {
                chart.set(cards, Card::ALL[(total % 6) as usize], total);
            }
        }
        chart
    }

    /// Many rules, each with some hundred sessions, at tables of one and of others: 200,000 and more
    /// in all.
    #[test]
    fn each_session_comes_out_as_in_the_reference() {
        let stops: [&[u8]; 4] = [&[], &[5, 6], &[1, 2, 3, 4, 5, 6], &[2]];
        let ties = [TieAtTally::Continue, TieAtTally::Match, TieAtTally::Push];
        let pays = [MatchPays::Table, MatchPays::Own, MatchPays::Capped];
        let limits = (2..=MAX_CARDS as u8).flat_map(|hand| [3, 4, 6, 7, 11, 12].map(|d| (hand, d)));
        let (mut case, mut ran_out) = (0_u64, 0);
        for (hand_limit, dealer_limit) in limits {
            let uneven = [[0, 3, 9, 0, 4, 1], [250, 7, 0, 0, 1, 80]].map(Copies::ByValue);
            let decks = [2, 3, 6, 40, 250].map(Copies::Equal).into_iter().chain(uneven);
            for copies_per_value in decks {
                case += 1;
                let mut rules = Rules {
                    copies_per_value,
                    hand_limit,
                    dealer_limit,
                    dealer_stop_values: stops[(case % 4) as usize].to_vec(),
                    bust_above: [BustAbove::Total, BustAbove::Double][(case / 8 % 2) as usize],
                    doubled: [Doubled::AtLeast, Doubled::Exactly][(case / 4 % 2) as usize],
                    tie_at_tally: ties[(case % 3) as usize],
                    match_pays: pays[(case / 3 % 3) as usize],
                    ..Rules::default()
                };
                let charts = |seats: u8| -> Vec<HitTable> {
                    let below = |seat: u64| HitTable::below(((case + seat) * 7 % 41) as u32);
                    let chart = |seat: u64| match (case + seat) % 3 {
                        0 => below(seat),
                        1 => HitTable::below(9),
                        _ => odd_chart(case + seat),
                    };
                    (0..seats.into()).map(chart).collect()
                };
                let deck = rules.deck();
                let first = case * 1000;
                compare(&rules, deck, &charts(1), case, first..first + 203);
                rules.players = 2 + (case % 6) as u8;
                rules.first_player =
                    [FirstPlayer::Caller, FirstPlayer::Fixed][(case / 2 % 2) as usize];
                if rules.cards_needed() > deck.cards() {
                    continue;
                }
                ran_out += u32::from(rules.may_run_out(deck));
                compare(&rules, deck, &charts(rules.players), case, first..first + 331);
            }
        }
        assert!(ran_out > 50, "{ran_out}");
        let sparse = Composition::new([0, 9, 0, 1, 0, 4]).unwrap();
        compare(&Rules::default(), sparse, &[HitTable::below(12)], 3, 5..2000);
    }

    /// The published rules, alone and at tables: many sessions.
    #[test]
    fn many_sessions_come_out_as_in_the_reference() {
        for (players, sessions) in [(1, 100_000), (3, 60_000), (7, 20_000)] {
            let rules = Rules { players, ..Rules::default() };
            let charts = vec![HitTable::below(9); players.into()];
            compare(&rules, rules.deck(), &charts, 1, 7..sessions);
        }
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
