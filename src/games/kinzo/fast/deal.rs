//! A group of rounds from the deal to the dice, lane by lane.

use super::chart::{Chart, Seat};
use super::ends::{Came, FATES};
use super::lanes::{LANES, Lanes, Mask, Numbers, Piles, bits, by_card, product, value};
use crate::cards::Composition;
use crate::cards::random::lanes::{LaneKeys, LaneStreams};
use crate::cards::random::{Purpose, Seed, Stream};
use crate::framework::TurnOrder;
use crate::games::kinzo::hand::{Fate, Roll};
use crate::games::kinzo::rules::{
    BustAbove, Doubled, MAX_PLAYERS, MatchPays, Rules, SplitDice, TieAtTally,
};
use fearless_simd::prelude::*;
use fearless_simd::u16x32;

/// The outcomes in the lanes of a group.
#[derive(Clone, Debug)]
pub struct Group {
    /// The number of each place's end in [`Ends`](super::ends::Ends), by place in the turn order.
    pub ends: [Numbers; MAX_PLAYERS],
    /// The ends of all places as one number, if there is a base for it.
    pub codes: Numbers,
    /// The dealer's total.
    pub dealer: Numbers,
    /// Lanes in which the dealer could not draw, and those that the reference has to play, one bit
    /// each.
    pub ran_out: u32,
    pub doubtful: u32,
}

impl Group {
    pub const EMPTY: Group = Group {
        ends: [[0; LANES]; MAX_PLAYERS],
        codes: [0; LANES],
        dealer: [0; LANES],
        ran_out: 0,
        doubtful: 0,
    };

    /// The outcome of a lane's round; `None` if the reference has to play it.
    #[inline]
    pub fn came(&self, first: usize, lane: usize) -> Option<Came> {
        if self.doubtful >> lane & 1 == 1 {
            return None;
        }
        let mut ends = [0; MAX_PLAYERS];
        for place in 0..MAX_PLAYERS {
            ends[place] = self.ends[place][lane] as u8;
        }
        let ran_out = self.ran_out >> lane & 1 == 1;
        Some(Came { first, dealer: self.dealer[lane] as u32, ran_out, ends })
    }
}

/// A table's rules and charts, in the form that lanes use.
#[derive(Debug)]
pub struct House<'a> {
    pub rules: &'a Rules,
    deck: Composition,
    seats: Vec<Seat<'a>>,
    /// For each card of the deal, the number of cards left, and the bound below which the lower
    /// half of a draw's product is rejected.
    deal: Vec<(u16, u16)>,
    /// Whether cards may run out.
    scarce: bool,
    /// Whether any seat may split.
    splits: bool,
    /// Whether any seat may split again.
    splits_again: bool,
    /// The values that end the dealer's turn.
    stops: Vec<i16>,
    /// All ones if a hand busts only above the double.
    double: i16,
    /// All ones if `doubled` is exact.
    exactly: i16,
    /// All ones if a match ends the round.
    ends: i16,
    /// The fate of a tie at the tally.
    tie: i16,
    /// The base of [`Group::codes`].
    base: Option<i16>,
}

/// A group in registers.
struct Round<S: Simd> {
    simd: S,
    keys: LaneKeys,
    piles: Piles<S>,
    up: Lanes<S>,
    dealer: Lanes<S>,
    /// By place, the totals of the first hand and of the second, which is 0 if there is none.
    totals: [[Lanes<S>; 2]; MAX_PLAYERS],
    /// Lanes in which any seat split.
    split: Mask<S>,
}

const HIGH: i16 = Fate::BustHigh as i16;
const DOUBLED: i16 = Fate::BustDoubled as i16;
const SURVIVE: i16 = Fate::Survive as i16;
const MATCH: i16 = Fate::ExactMatch as i16;
const GOES_ON: i16 = Fate::Unrolled as i16;

const fn all_ones(condition: bool) -> i16 {
    -(condition as i16)
}

impl<'a> House<'a> {
    pub fn new(
        rules: &'a Rules,
        deck: Composition,
        charts: &'a [Chart],
        base: Option<i16>,
    ) -> House<'a> {
        let tie = match rules.tie_at_tally {
            TieAtTally::Continue => Fate::Unrolled,
            TieAtTally::Push => Fate::Push,
            TieAtTally::Match => Fate::ExactMatch,
        };
        let dealt = |number| {
            let cards = deck.cards() - number;
            (cards as u16, 2 * (Stream::MAX_BOUND % cards) as u16)
        };
        let seat = |chart| Seat::new(chart, rules.hand_limit.into(), rules.split);
        House {
            rules,
            deck,
            seats: charts.iter().map(seat).collect(),
            deal: (0..2 * u32::from(rules.players) + 2).map(dealt).collect(),
            scarce: rules.may_run_out(deck),
            splits: rules.split && charts.iter().any(Chart::ever_splits),
            splits_again: rules.resplit && charts.iter().any(Chart::splits_again),
            stops: rules.dealer_stop_values.iter().map(|&value| value.into()).collect(),
            double: all_ones(rules.bust_above == BustAbove::Double),
            exactly: all_ones(rules.doubled == Doubled::Exactly),
            ends: all_ones(rules.match_pays != MatchPays::Own),
            tie: tie as i16,
            base,
        }
    }

    /// Plays sessions with the same first seat, from `session` on.
    #[inline(always)]
    pub fn play<S: Simd>(
        &self,
        simd: S,
        seed: Seed,
        session: u64,
        first: usize,
        group: &mut Group,
    ) {
        let players = self.seats.len();
        let turns = TurnOrder { first, players };
        let all = Mask::splat(simd, true);
        let none = Lanes::splat(simd, 0);
        let mut round = Round {
            simd,
            keys: LaneKeys::of_sessions(seed, session, players as u64),
            piles: Piles::new(simd, self.deck),
            up: none,
            dealer: none,
            totals: [[none; 2]; MAX_PLAYERS],
            split: Mask::splat(simd, false),
        };

        // K5
        let mut streams = round.keys.streams(simd, Purpose::Deal);
        let mut draws = streams.four_draws();
        let mut dealt = 0;
        for pass in 0..2 {
            for place in 0..=players {
                if dealt > 0 && dealt % 4 == 0 {
                    draws = streams.four_draws();
                }
                let (cards, rejected) = self.deal[dealt];
                let card = round.piles.deal(simd, draws[dealt % 4], cards, rejected);
                dealt += 1;
                match (pass, place == players) {
                    (_, false) => round.totals[place][pass] = card,
                    (0, true) => round.up = card,
                    (_, true) => round.dealer = round.up + card,
                }
            }
        }

        for place in 0..players {
            let number = turns.seat(place);
            let seat = &self.seats[number];
            let mut streams = round.keys.streams(simd, Purpose::Draws(number));
            round.totals[place] = match seat.splits {
                true => self.split_turn(seat, round.totals[place], &mut streams, &mut round),
                false => self.turn(seat, round.totals[place], &mut streams, &mut round),
            };
        }

        // K10, K11
        let mut streams = round.keys.streams(simd, Purpose::Dealer);
        let mut drawing = all;
        let mut ran_out = Mask::splat(simd, false);
        for drawn in 0..usize::from(self.rules.dealer_limit) - 2 {
            if self.scarce {
                ran_out |= drawing & round.piles.cards.simd_le(0);
                drawing &= round.piles.cards.simd_gt(0);
            }
            if drawn % 4 == 0 {
                draws = streams.four_draws();
            }
            let card = round.piles.draw(simd, draws[drawn % 4], drawing);
            round.dealer += card;
            for &stop in &self.stops {
                drawing &= card.simd_ne(stop);
            }
            if drawing.all_false() {
                break;
            }
        }

        self.end(turns, &mut round, group);
        group.dealer = round.dealer.into();
        group.ran_out = ran_out.to_bitmask() as u32;
        if self.splits_again {
            round.piles.doubtful |= round.split;
        }
        group.doubtful = round.piles.doubtful.to_bitmask() as u32;
    }

    /// K6, K7: the turn of a seat that never splits, from its two cards to its total.
    #[inline(always)]
    fn turn<S: Simd>(
        &self,
        seat: &Seat<'_>,
        cards: [Lanes<S>; 2],
        streams: &mut LaneStreams<S>,
        round: &mut Round<S>,
    ) -> [Lanes<S>; 2] {
        let simd = round.simd;
        let none = Lanes::splat(simd, 0);
        let mut total = cards[0] + cards[1];
        let mut playing = Mask::splat(simd, true);
        let mut draws = [u16x32::splat(simd, 0); 4];
        let mut below = none;
        for held in 2..i16::from(self.rules.hand_limit) {
            match &seat.rows {
                Some(rows) => {
                    if let Some((_, row)) = rows.iter().find(|(from, _)| *from == held) {
                        below = by_card(simd, round.up, row.below);
                    }
                }
                None => (below, _) = look_up(seat, Lanes::splat(simd, held), total, round),
            }
            playing &= total.simd_lt(below);
            if self.scarce {
                playing &= round.piles.cards.simd_gt(0);
            }
            if playing.all_false() {
                break;
            }
            let drawn = held as usize - 2;
            if drawn.is_multiple_of(4) {
                draws = streams.four_draws();
            }
            total += round.piles.draw(simd, draws[drawn % 4], playing);
        }
        [total, none]
    }

    /// K6, K7, K9: the turn of a seat that may split, from its two cards to its hands' totals. A
    /// lane that splits plays its second hand while others still play their first.
    #[inline(always)]
    fn split_turn<S: Simd>(
        &self,
        seat: &Seat<'_>,
        cards: [Lanes<S>; 2],
        streams: &mut LaneStreams<S>,
        round: &mut Round<S>,
    ) -> [Lanes<S>; 2] {
        let simd = round.simd;
        let none = Lanes::splat(simd, 0);
        let one_row = seat.rows.as_ref().is_some_and(|rows| rows.len() == 1);
        // The values that the hand holds at least once, and at least twice, as bits.
        let [one, other] = [bits(simd, cards[0]), bits(simd, cards[1])];
        let (mut once, mut twice) = (one | other, one & other);
        let mut total = cards[0] + cards[1];
        let mut held = Lanes::splat(simd, 2);
        // The totals of finished first hands, the cards that start second hands, and the lanes
        // whose second hand is yet to be played.
        let (mut firsts, mut split_card) = (none, none);
        let mut split = Mask::splat(simd, false);
        let mut waiting = split;
        let mut playing = Mask::splat(simd, true);
        let mut draws = [u16x32::splat(simd, 0); 4];
        let (mut below, mut wanted) = self.asked(seat, held, total, round);
        let mut drawn = 0;
        loop {
            if drawn > 0 && !one_row {
                (below, wanted) = self.asked(seat, held, total, round);
            }
            let found = twice & wanted & (playing & !split).to_vector();
            let lowest = found & -found;
            let splitting = lowest.simd_ne(0);
            if splitting.any_true() {
                let card = value(simd, lowest);
                split_card += card;
                total -= card;
                held += splitting.to_vector();
                split |= splitting;
                waiting |= splitting;
                if !one_row {
                    (below, _) = self.asked(seat, held, total, round);
                }
            }
            let mut hits = self.hits(total, below, held, playing, round);
            let moving = playing & waiting & !hits;
            if moving.any_true() {
                firsts = moving.select(total, firsts);
                total = moving.select(split_card, total);
                held = moving.select(Lanes::splat(simd, 1), held);
                waiting &= !moving;
                if !one_row {
                    (below, _) = self.asked(seat, held, total, round);
                }
                hits = self.hits(total, below, held, playing, round);
            }
            playing = hits;
            if playing.all_false() {
                break;
            }
            if drawn % 4 == 0 {
                draws = streams.four_draws();
            }
            let card = round.piles.draw(simd, draws[drawn % 4], playing);
            drawn += 1;
            total += card;
            held -= playing.to_vector();
            let bit = bits(simd, card) & playing.to_vector();
            twice |= once & bit;
            once |= bit;
        }
        round.split |= split;
        [split.select(firsts, total), split.select(total, none)]
    }

    /// K7, K11: the lanes that hit.
    #[inline(always)]
    fn hits<S: Simd>(
        &self,
        total: Lanes<S>,
        below: Lanes<S>,
        held: Lanes<S>,
        playing: Mask<S>,
        round: &Round<S>,
    ) -> Mask<S> {
        let limit = i16::from(self.rules.hand_limit);
        let hits = playing & total.simd_lt(below) & held.simd_lt(limit);
        if self.scarce { hits & round.piles.cards.simd_gt(0) } else { hits }
    }

    /// The totals below which a chart hits, and the pairs that it splits, by number of cards held.
    #[inline(always)]
    fn asked<S: Simd>(
        &self,
        seat: &Seat<'_>,
        held: Lanes<S>,
        total: Lanes<S>,
        round: &Round<S>,
    ) -> (Lanes<S>, Lanes<S>) {
        let simd = round.simd;
        let Some(rows) = &seat.rows else { return look_up(seat, held, total, round) };
        let none = Lanes::splat(simd, 0);
        let (mut below, mut wanted) = (none, none);
        for (from, row) in rows {
            let there = held.simd_ge(*from);
            below = there.select(by_card(simd, round.up, row.below), below);
            wanted = there.select(by_card(simd, round.up, row.splits), wanted);
        }
        (below, wanted)
    }

    /// Masks of a total that is above the dealer's, equal to it, or doubled by it.
    #[inline(always)]
    fn standing<S: Simd>(&self, total: Lanes<S>, dealer: Lanes<S>) -> [Lanes<S>; 3] {
        let twice = total + total;
        let equal = total.simd_eq(dealer).to_vector();
        let other = dealer.simd_ne(twice).to_vector() & self.exactly;
        let doubled = dealer.simd_ge(twice).to_vector() & !(other | equal);
        [total.simd_gt(dealer).to_vector(), equal, doubled]
    }

    /// K12, K13. The dice are thrown even if no hand rolls, to avoid a branch.
    #[inline(always)]
    fn end<S: Simd>(&self, turns: TurnOrder, round: &mut Round<S>, group: &mut Group) {
        let simd = round.simd;
        let dealer = round.dealer;
        let of = |number: i16| Lanes::splat(simd, number);
        let hands = if self.splits { 2 } else { 1 };
        let mut fates = [[of(0); 2]; MAX_PLAYERS];
        // Among ties, the earliest in turn order takes the table.
        let mut over = of(0);
        for place in 0..turns.players {
            for hand in 0..hands {
                let total = round.totals[place][hand];
                let [above, equal, doubled] = self.standing(total, dealer);
                let high = above & !(total.simd_le(dealer + dealer).to_vector() & self.double);
                let tie = equal & self.tie;
                let matched = tie.simd_eq(MATCH).to_vector();
                let late = matched & over;
                let goes_on = !(high | equal | doubled) | late;
                fates[place][hand] =
                    tie & !late | doubled & DOUBLED | goes_on & GOES_ON | high & HIGH;
                over |= matched & self.ends;
            }
        }
        for place in 0..turns.players {
            let mut streams = round.keys.streams(simd, Purpose::Dice(turns.seat(place)));
            let mut draws = streams.four_draws();
            for hand in 0..hands {
                let total = round.totals[place][hand];
                let (roll, unsure) = thrown(simd, draws[0]);
                let [above, equal, doubled] = self.standing(total + roll, dealer);
                let survives = !(above | equal | doubled);
                let came = equal & MATCH | doubled & DOUBLED | survives & SURVIVE | above & HIGH;
                let before = fates[place][hand];
                let there = total.simd_gt(0).to_vector();
                let rolls = before.simd_eq(GOES_ON).to_vector() & there & !over;
                fates[place][hand] = rolls & came | !rolls & before;
                let rolled = rolls.simd_ne(0);
                round.piles.doubtful |= unsure & rolled;
                over |= rolls & equal & self.ends;
                if self.rules.split_dice == SplitDice::PerHand {
                    draws[0] = rolled.select(draws[1], draws[0]);
                }
            }
        }
        let mut codes = of(0);
        for place in (0..turns.players).rev() {
            let [one, other] = fates[place];
            let mut end = one;
            if self.splits {
                let both = (one + 1) * FATES as i16 + other;
                end = round.totals[place][1].simd_gt(0).select(both, one);
            }
            group.ends[place] = end.into();
            codes = codes * self.base.unwrap_or(0) + end;
        }
        group.codes = codes.into();
    }
}

/// The lookup in a chart without simple rows.
#[inline(always)]
fn look_up<S: Simd>(
    seat: &Seat<'_>,
    held: Lanes<S>,
    total: Lanes<S>,
    round: &Round<S>,
) -> (Lanes<S>, Lanes<S>) {
    let [below, wanted] = seat.look_up(&held.into(), &round.up.into(), &total.into());
    (below.simd_into(round.simd), wanted.simd_into(round.simd))
}

/// Two dice, and whether the draw is rejected.
#[inline(always)]
fn thrown<S: Simd>(simd: S, draws: u16x32<S>) -> (Lanes<S>, Mask<S>) {
    let (number, lower) = product(draws, Lanes::splat(simd, Roll::WAYS as i16));
    let rejected = 2 * (Stream::MAX_BOUND % Roll::WAYS) as u16;
    let thirds = number.simd_gt(2).to_vector() + number.simd_gt(5).to_vector();
    (number + thirds + thirds + 2, lower.simd_lt(rejected))
}
