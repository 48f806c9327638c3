//! Counts of rounds by the data on which each part of their records depends: a seat's part by the
//! fates of its hands, the table's by sums over the seats. That is faster than a record of each
//! round, few of which are equal at a table of many players.

use super::deal::Group;
use super::ends::{Came, Ends};
use super::lanes::LANES;
use crate::framework::{Margins, Score, TurnOrder};
use crate::games::kinzo::events::{DECK_RAN_OUT, FATES, HANDS, PER_SEAT, PER_TABLE, ROUNDS, SPLIT};
use crate::games::kinzo::hand::Fate;
use crate::games::kinzo::round::paid;
use crate::games::kinzo::rules::{MAX_HANDS, MAX_PLAYERS, MatchPays, Rules, UNITS_PER_STAKE};

/// Sums over the hands of a seat, or of all seats, in fields of five bits:
///
/// ```text
/// bit  59..55   54..50  49..45  44..40  39..35  34..30  29..25    …  9..5          4..0
///      winner's winner  lost    won     staked  hands   unrolled     bust-doubled  bust-high
///      stakes
/// ```
///
/// Stakes won and lost are those of K15, seat by seat. The winner's place and stakes are those of
/// the seat with a match, if that ends the round.
#[derive(Clone, Copy, Debug, Default)]
struct Sums(u64);

const FIELD: u32 = 5;
const HANDS_OF: usize = FATES;
const STAKED: usize = FATES + 1;
const WON: usize = FATES + 2;
const LOST: usize = FATES + 3;
const WINNER: usize = FATES + 4;
const WINNERS: usize = FATES + 5;

impl Sums {
    fn of(fates: &[Fate], place: usize) -> Sums {
        let staked = fates.iter().filter(|&&fate| fate != Fate::Push).count();
        let net: i64 = fates.iter().map(|&fate| paid(fate)).sum();
        let matched = fates.contains(&Fate::ExactMatch);
        let one = |field: usize, number: usize| (number as u64) << (FIELD * field as u32);
        let parts = [
            one(HANDS_OF, fates.len()),
            one(STAKED, staked),
            one(WON, net.max(0) as usize),
            one(LOST, (-net).max(0) as usize),
            one(WINNER, if matched { place } else { 0 }),
            one(WINNERS, if matched { staked } else { 0 }),
        ];
        Sums(fates.iter().map(|&fate| one(fate as usize, 1)).chain(parts).sum())
    }

    #[inline(always)]
    fn field(self, field: usize) -> usize {
        (self.0 >> (FIELD * field as u32)) as usize & ((1 << FIELD) - 1)
    }

    fn net(self) -> i64 {
        self.field(WON) as i64 - self.field(LOST) as i64
    }
}

/// The fates that are counted per hand.
const BY_HANDS: [Fate; 4] = [Fate::BustHigh, Fate::BustDoubled, Fate::Survive, Fate::Unrolled];
/// A bound on the number of ends of a seat.
const MOST_ENDS: usize = 1 << u8::BITS;
/// Bits of the dealer's total.
const DEALER: u32 = 7;
/// A bound on the stakes that a match can win.
const MOST_WON: usize = 2 * MAX_PLAYERS * MAX_HANDS;

/// Counts of the rounds of a table without bonuses.
#[derive(Debug)]
pub struct Counts<'a> {
    rules: &'a Rules,
    ends: &'a Ends,
    /// Indexed by place, then by number of [`Ends`].
    sums: Vec<[Sums; MOST_ENDS]>,
    players: usize,
    /// Whether a match ends the round.
    match_ends: bool,
    /// One more than the largest number of hands at the table.
    sizes: usize,
    /// K14: the dealer's stakes that a match wins, by number of hands.
    dealers: Vec<usize>,
    /// By first seat and the ends of all seats, if these are few; broken down at the end.
    codes: Vec<u32>,
    /// By the dealer's total, then the same for rounds in which the cards ran out.
    dealer: Vec<u32>,
    /// By first seat, place, whether a match ended the round, and end.
    seats: Vec<u32>,
    /// By first seat, place and the stakes that a match won.
    matches: Vec<u32>,
    /// By fate, hands at the table, and hands with this fate.
    hits: Vec<u32>,
    /// By number of hands, then by whether there was a push (1) and a match (2), added up.
    rounds: Vec<[u32; 4]>,
    /// By stakes won and lost if no match ended the round, and by the others' stakes and the number
    /// of hands if one did.
    house: [Vec<u32>; 2],
}

/// The base that makes the ends of all seats one number, its lowest digit that of the first place;
/// `None` if there are too many numbers to count each.
pub fn base(rules: &Rules, ends: &Ends) -> Option<i16> {
    const FEW: u32 = 4096;
    let players = u32::from(rules.players);
    let codes = (ends.len() as u32).saturating_pow(players).saturating_mul(players);
    (codes <= FEW).then_some(ends.len() as i16)
}

impl<'a> Counts<'a> {
    pub fn new(rules: &'a Rules, ends: &'a Ends) -> Counts<'a> {
        let players = usize::from(rules.players);
        let codes =
            base(rules, ends).map_or(0, |base| players * (base as usize).pow(players as u32));
        let of_place = |place| {
            let mut sums = [Sums(0); MOST_ENDS];
            for (sums, fates) in sums.iter_mut().zip(&ends.fates) {
                *sums = Sums::of(fates, place);
            }
            sums
        };
        let most = ends.fates.iter().map(Vec::len).max().unwrap_or(1);
        let sizes = players * most + 1;
        let dealers = |hands: usize| rules.dealers_stakes(hands as i64 - players as i64) as usize;
        let counts = |numbers: usize| vec![0; numbers];
        Counts {
            rules,
            ends,
            sums: (0..players).map(of_place).collect(),
            players,
            match_ends: rules.match_pays != MatchPays::Own,
            sizes,
            dealers: (0..sizes).map(dealers).collect(),
            codes: counts(codes),
            dealer: counts(2 << DEALER),
            seats: counts(players * players * 2 * ends.len()),
            matches: counts(players * players * MOST_WON),
            hits: counts(BY_HANDS.len() * sizes * sizes),
            rounds: vec![[0; 4]; sizes],
            house: [counts(sizes * sizes), counts(sizes * sizes)],
        }
    }

    /// Counts the rounds of some lanes of a group, one bit each, except those that the reference
    /// has to play.
    pub fn group(&mut self, group: &Group, first: usize, lanes: u32) {
        let sure = lanes & !group.doubtful;
        if self.codes.is_empty() {
            for lane in (0..LANES).filter(|lane| sure >> lane & 1 == 1) {
                let mut ends = [0; MAX_PLAYERS];
                for place in 0..MAX_PLAYERS {
                    ends[place] = group.ends[place][lane] as u8;
                }
                self.take_apart(first, &ends[..self.players], 1);
            }
        } else {
            let codes = self.codes.len() / self.players;
            let codes = &mut self.codes[first * codes..(first + 1) * codes];
            for lane in 0..LANES {
                codes[group.codes[lane] as usize] += sure >> lane & 1;
            }
        }
        for lane in 0..LANES {
            let ran_out = (group.ran_out >> lane & 1) as usize;
            self.dealer[ran_out << DEALER | group.dealer[lane] as usize] += sure >> lane & 1;
        }
    }

    /// Counts a round.
    #[inline]
    pub fn add(&mut self, came: &Came) {
        self.dealer[came.dealer as usize + if came.ran_out { 1 << DEALER } else { 0 }] += 1;
        let ends = &came.ends[..self.players];
        if self.codes.is_empty() {
            self.take_apart(came.first, ends, 1);
        } else {
            let code =
                ends.iter().rev().fold(0, |code, &end| code * self.ends.len() + usize::from(end));
            let at = came.first * (self.codes.len() / self.players) + code;
            self.codes[at] += 1;
        }
    }

    /// Counts `times` rounds with the same first seat and, by place, the same ends.
    #[inline]
    fn take_apart(&mut self, first: usize, ends: &[u8], times: u32) {
        let (players, kinds, sizes) = (self.players, self.ends.len(), self.sizes);
        let all = ends.iter().zip(&self.sums).map(|(&end, sums)| sums[usize::from(end)].0);
        let all = Sums(all.sum());
        // Whether a match ended the round is unpredictable, so no branch depends on it.
        let happened = |fate: Fate| all.field(fate as usize).min(1);
        let won = happened(Fate::ExactMatch) & usize::from(self.match_ends);
        let hands = all.field(HANDS_OF);
        for (place, &end) in ends.iter().enumerate() {
            let at = 2 * (first * players + place) + won;
            self.seats[at * kinds + usize::from(end)] += times;
        }
        for (i, fate) in BY_HANDS.into_iter().enumerate() {
            self.hits[(i * sizes + hands) * sizes + all.field(fate as usize)] += times;
        }
        let events = happened(Fate::ExactMatch) << 1 | happened(Fate::Push);
        self.rounds[hands][events] += times;
        // K14
        let prize = all.field(STAKED) - won * all.field(WINNERS);
        let stakes = prize + self.dealers[hands];
        let paid = (first * players + won * all.field(WINNER)) * MOST_WON + stakes;
        self.matches[paid] += won as u32 * times;
        let [row, column] = [[all.field(WON), all.field(LOST)], [prize, hands]][won];
        self.house[won][row * sizes + column] += times;
    }

    /// The margins of all rounds. The dealer's totals are at least `lowest` and at most `highest`.
    pub fn margins(mut self, (lowest, highest): (u32, u32)) -> Margins {
        self.take_codes_apart();
        let sessions = self.dealer.iter().copied().map(u64::from).sum();
        let mut margins = Margins { sessions, ..Margins::default() };
        margins.trials.push((ROUNDS, 1, sessions));
        let (dealt, ran_out) = self.dealer.split_at(1 << DEALER);
        for (i, at) in (lowest as usize..=highest as usize).enumerate() {
            margins.hit(PER_TABLE + i, (1, 1), u64::from(dealt[at]) + u64::from(ran_out[at]));
        }
        margins.hit(DECK_RAN_OUT, (1, 1), ran_out.iter().copied().map(u64::from).sum());
        self.table_margins(&mut margins);
        self.seat_margins(&mut margins, PER_TABLE + (highest - lowest + 1) as usize);
        margins
    }

    /// The net of a number of stakes won, in money units and as a score (K15).
    fn score(&self, stakes: i64) -> (i64, Score) {
        let fee = stakes.max(0) * i64::from(self.rules.commission);
        let net = stakes * UNITS_PER_STAKE - fee;
        let mut score = Score::default();
        score.add(net, net > 0);
        (net, score)
    }

    /// Adds the margins of the seats, whose events start at index `own`.
    fn seat_margins(&self, margins: &mut Margins, own: usize) {
        let (players, kinds) = (self.players, self.ends.len());
        // By seat, then by position, each from the greatest loss on.
        const LOST_MOST: i64 = MAX_HANDS as i64;
        const NETS: usize = MOST_WON + LOST_MOST as usize + 1;
        let mut nets = vec![[0_u64; NETS]; 2 * players];
        let mut ends = vec![0_u64; players * kinds];
        for first in 0..players {
            let order = TurnOrder { first, players };
            for (place, seat) in order.seats().enumerate() {
                let mut add = |stakes: i64, times: u64| {
                    let at = (stakes + LOST_MOST) as usize;
                    nets[seat][at] += times;
                    nets[players + place][at] += times;
                };
                let at = first * players + place;
                for won in [false, true] {
                    let times = &self.seats[(2 * at + usize::from(won)) * kinds..][..kinds];
                    for (end, &times) in times.iter().enumerate().filter(|(_, times)| **times > 0) {
                        let (of, times) = (self.sums[0][end], u64::from(times));
                        ends[seat * kinds + end] += times;
                        match (won, of.field(Fate::ExactMatch as usize) > 0) {
                            (false, _) => add(of.net(), times),
                            (true, false) => add(-(of.field(STAKED) as i64), times),
                            (true, true) => {}
                        }
                    }
                }
                let won = self.matches[at * MOST_WON..][..MOST_WON].iter().enumerate();
                won.for_each(|(stakes, &times)| add(stakes as i64, times.into()));
            }
        }
        for (at, nets) in nets.iter().enumerate() {
            let scores = if at < players { &mut margins.seats } else { &mut margins.positions };
            for (net, &times) in nets.iter().enumerate().filter(|(_, times)| **times > 0) {
                scores.push((at % players, self.score(net as i64 - LOST_MOST).1, times));
            }
        }
        for (at, &times) in ends.iter().enumerate().filter(|(_, times)| **times > 0) {
            let (seat, of) = (at / kinds, self.sums[0][at % kinds]);
            let (own, hands) = (own + PER_SEAT * seat, of.field(HANDS_OF) as u32);
            margins.trials.push((HANDS + 1 + seat, hands, times));
            for fate in Fate::ALL {
                let hits = of.field(fate as usize) as u32;
                let trials = if fate.by_rounds() { (hits.min(1), 1) } else { (hits, hands) };
                margins.hit(own + fate as usize, trials, times);
            }
            margins.hit(own + SPLIT, (hands - 1, hands), times);
        }
    }

    fn table_margins(&self, margins: &mut Margins) {
        let sizes = self.sizes;
        for (hands, times) in self.rounds.iter().enumerate().skip(self.players) {
            let [neither, pushed, matched, both] = times.map(u64::from);
            let (hands, split) = (hands as u32, (hands - self.players) as u32);
            let all = neither + pushed + matched + both;
            if all > 0 {
                margins.trials.push((HANDS, hands, all));
            }
            margins.hit(SPLIT, (split, hands), all);
            margins.hit(Fate::ExactMatch as usize, (1, 1), matched + both);
            margins.hit(Fate::Push as usize, (1, 1), pushed + both);
        }
        for (at, &times) in self.hits.iter().enumerate() {
            let fate = BY_HANDS[at / (sizes * sizes)];
            let (hands, hits) = ((at / sizes % sizes) as u32, (at % sizes) as u32);
            margins.hit(fate as usize, (hits, hands), times.into());
        }
        let [even, matched] = &self.house;
        let mut add = |net: i64, times: u32| {
            if times > 0 {
                let mut score = Score::default();
                score.add(net, net > 0);
                margins.house.push((score, times.into()));
            }
        };
        for (at, &times) in even.iter().enumerate() {
            let (won, lost) = ((at / sizes) as i64, (at % sizes) as i64);
            add(lost * UNITS_PER_STAKE - self.score(won).0, times);
        }
        for (at, &times) in matched.iter().enumerate() {
            let (prize, hands) = (at / sizes, at % sizes);
            let stakes = (prize + self.dealers[hands]) as i64;
            add(prize as i64 * UNITS_PER_STAKE - self.score(stakes).0, times);
        }
    }

    fn take_codes_apart(&mut self) {
        let codes = std::mem::take(&mut self.codes);
        let each = (codes.len() / self.players).max(1);
        for (at, &times) in codes.iter().enumerate().filter(|(_, times)| **times > 0) {
            let (mut ends, mut code) = ([0; MAX_PLAYERS], at % each);
            for end in &mut ends[..self.players] {
                *end = (code % self.ends.len()) as u8;
                code /= self.ends.len();
            }
            self.take_apart(at / each, &ends[..self.players], times);
        }
    }
}
