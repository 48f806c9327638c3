//! A group of rounds from the deal to the dice, lane by lane.

use super::chart::Seats;
use super::lanes::{LANES, LanePiles, Lanes, Mask, Numbers, Piles, bits, by_card, upper};
use crate::cards::Composition;
use crate::cards::random::lanes::LaneKeys;
use crate::cards::random::{Purpose, Seed, Stream};
use crate::framework::TurnOrder;
use crate::games::kinzo::hand::{Card, Fate, Roll};
use crate::games::kinzo::rules::{BustAbove, Doubled, MAX_PLAYERS, MatchPays, Rules, TieAtTally};
use fearless_simd::prelude::*;
use fearless_simd::u16x32;

const NONE: Numbers = [0; LANES];

/// What the lanes of a group came to.
#[derive(Clone, Debug)]
pub struct Group {
    /// By place in the turn order, the total of the first hand, and of the second one if there is one:
    /// only where somebody may split.
    pub totals: [Numbers; MAX_PLAYERS],
    pub seconds: [Numbers; MAX_PLAYERS],
    pub dealer: Numbers,
    /// By place, the fate of the first hand, where nobody split.
    pub fates: [Numbers; MAX_PLAYERS],
    /// The same fates as one number of a base, the first place lowest; where there is one.
    pub codes: Numbers,
    /// By place, the first four draws of the dice: only where somebody may split.
    pub dice: [[[u16; LANES]; 4]; MAX_PLAYERS],
    /// Lanes in which a hand was split, and those that the law has to play, as bits.
    pub split: u32,
    pub doubtful: u32,
}

impl Group {
    pub const EMPTY: Group = Group {
        totals: [NONE; MAX_PLAYERS],
        seconds: [NONE; MAX_PLAYERS],
        dealer: NONE,
        fates: [NONE; MAX_PLAYERS],
        codes: NONE,
        dice: [[[0; LANES]; 4]; MAX_PLAYERS],
        split: 0,
        doubtful: 0,
    };
}

/// What a table's rules say, as lanes need it.
#[derive(Debug)]
pub struct House<'a> {
    pub rules: &'a Rules,
    pub seats: Seats<'a>,
    /// Whether somebody may split.
    splits: bool,
    full: Piles,
    cards: u16,
    /// The dealer's cards that end his turn.
    stops: Vec<i16>,
    /// All ones where: a hand busts only above the double, `doubled` is exact, a match ends the round.
    double: i16,
    exactly: i16,
    ends: i16,
    /// The fate of a tie at the tally.
    tie: i16,
    /// The base of [`Group::codes`].
    base: Option<i16>,
}

/// A group in the registers of a processor.
struct Round<S: Simd> {
    simd: S,
    keys: LaneKeys,
    piles: LanePiles<S>,
    up: Lanes<S>,
    dealer: Lanes<S>,
    totals: [Lanes<S>; MAX_PLAYERS],
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
        seats: Seats<'a>,
        base: Option<i16>,
    ) -> House<'a> {
        let tie = match rules.tie_at_tally {
            TieAtTally::Continue => Fate::Unrolled,
            TieAtTally::Push => Fate::Push,
            TieAtTally::Match => Fate::ExactMatch,
        };
        House {
            rules,
            splits: seats.splits.contains(&true),
            seats,
            full: Piles::new(deck),
            cards: deck.cards() as u16,
            stops: rules.dealer_stop_values.iter().map(|&value| value.into()).collect(),
            double: all_ones(rules.bust_above == BustAbove::Double),
            exactly: all_ones(rules.doubled == Doubled::Exactly),
            ends: all_ones(rules.match_pays != MatchPays::Own),
            tie: tie as i16,
            base,
        }
    }

    pub fn players(&self) -> usize {
        self.seats.charts.len()
    }

    /// Plays sessions from one on whose first seat is the same.
    #[inline(always)]
    pub fn play<S: Simd>(
        &self,
        simd: S,
        seed: Seed,
        session: u64,
        first: usize,
        group: &mut Group,
    ) {
        let players = self.players();
        let turns = TurnOrder { first, players };
        let all = Mask::splat(simd, true);
        let none = Lanes::splat(simd, 0);
        let mut round = Round {
            simd,
            keys: LaneKeys::of_sessions(seed, session, players as u64),
            piles: LanePiles::new(simd, &self.full),
            up: none,
            dealer: none,
            totals: [none; MAX_PLAYERS],
        };
        group.split = 0;

        // K5
        let mut streams = round.keys.streams(simd, Purpose::Deal);
        let mut draws = streams.four_draws();
        let (mut dealt, mut left) = (0, self.cards);
        let mut firsts = [none; MAX_PLAYERS];
        for pass in 0..2 {
            for place in 0..=players {
                if dealt > 0 && dealt % 4 == 0 {
                    draws = streams.four_draws();
                }
                let card = round.piles.deal(simd, draws[dealt % 4], left);
                (dealt, left) = (dealt + 1, left - 1);
                match (pass, place == players) {
                    (0, false) => firsts[place] = card,
                    (0, true) => round.up = card,
                    (_, false) => round.totals[place] = card,
                    (_, true) => round.dealer = round.up + card,
                }
            }
        }

        // K6, K7, K9
        for place in 0..players {
            let cards = [firsts[place], round.totals[place]];
            self.turn::<S>(turns.seat(place), place, cards, &mut round, group);
        }

        // K10
        let mut streams = round.keys.streams(simd, Purpose::Dealer);
        let mut draws = [u16x32::splat(simd, 0); 4];
        let mut drawing = all;
        for drawn in 0..usize::from(self.rules.dealer_limit) - 2 {
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

        self.end::<S>(turns, &mut round, group);
        group.dealer = round.dealer.into();
        group.doubtful = round.piles.doubtful.to_bitmask() as u32;
        if group.split != 0 {
            for place in 0..players {
                group.totals[place] = round.totals[place].into();
            }
        }
    }

    /// A seat's turn.
    #[inline(always)]
    fn turn<S: Simd>(
        &self,
        seat: usize,
        place: usize,
        [first, second]: [Lanes<S>; 2],
        round: &mut Round<S>,
        group: &mut Group,
    ) {
        let simd = round.simd;
        let limit = usize::from(self.rules.hand_limit);
        let splits = self.seats.splits[seat];
        let none = Lanes::splat(simd, 0);
        let mut total = first + second;
        // The values that a hand holds once, and those that it holds twice, as bits.
        let (mut once, mut twice) = (none, none);
        if splits {
            let (one, other) = (bits(simd, first), bits(simd, second));
            (once, twice) = (one | other, one & other);
        }
        let mut streams = round.keys.streams(simd, Purpose::Draws(seat));
        let mut draws = [u16x32::splat(simd, 0); 4];
        let mut playing = Mask::splat(simd, true);
        // Where a pair is to be split: its bit; and the cards drawn before.
        let (mut pair, mut before) = (none, none);
        let (mut below, mut wanted) = (none, none);
        let mut known = None;
        for drawn in 0..=limit - 2 {
            let row = &self.seats.rows[seat][drawn + 2];
            if known != Some(row) || !row.simple {
                if row.simple {
                    below = by_card(simd, round.up, row.below);
                    wanted = by_card(simd, round.up, row.splits);
                } else {
                    let cards = drawn as u32 + 2;
                    let [found, pairs] =
                        self.seats.look_up(seat, cards, &round.up.into(), &total.into());
                    (below, wanted) = (found.simd_into(simd), pairs.simd_into(simd));
                }
                known = Some(row);
            }
            if row.may_split {
                let found = twice & wanted & playing.to_vector();
                let lowest = found & -found;
                let splitting = lowest.simd_ne(0);
                pair |= lowest;
                before = splitting.select(Lanes::splat(simd, drawn as i16), before);
                playing &= !splitting;
            }
            if drawn == limit - 2 {
                break;
            }
            playing &= total.simd_lt(below);
            if playing.all_false() {
                break;
            }
            if drawn % 4 == 0 {
                draws = streams.four_draws();
            }
            let card = round.piles.draw(simd, draws[drawn % 4], playing);
            total += card;
            if splits {
                let bit = bits(simd, card) & playing.to_vector();
                twice |= once & bit;
                once |= bit;
            }
        }
        if self.splits {
            group.seconds[place] = NONE;
        }
        if splits {
            let splitting = pair.simd_ne(0);
            if splitting.any_true() {
                group.split |= splitting.to_bitmask() as u32;
                let mut hands = SplitHands {
                    keys: &round.keys,
                    up: round.up.into(),
                    pair: pair.into(),
                    before: before.into(),
                    totals: [total.into(), NONE],
                };
                let lanes = splitting.to_bitmask() as u32;
                round.piles.one_by_one(simd, |piles| self.split(seat, lanes, &mut hands, piles));
                total = hands.totals[0].simd_into(simd);
                group.seconds[place] = hands.totals[1];
            }
        }
        round.totals[place] = total;
    }

    /// Plays turns from a split on, lane by lane. Tells where no card was left.
    #[inline(never)]
    fn split(
        &self,
        seat: usize,
        lanes: u32,
        hands: &mut SplitHands<'_>,
        piles: &mut Piles,
    ) -> Numbers {
        let limit = u32::from(self.rules.hand_limit);
        let chart = &self.seats.charts[seat];
        let mut ran_out = NONE;
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            let card = Card::of_kind(hands.pair[lane].trailing_zeros() as usize);
            let up = Card::of_kind(hands.up[lane] as usize - 1);
            let drawn = hands.before[lane] as u32;
            let mut stream = hands.keys.lane(lane).stream(Purpose::Draws(seat));
            stream.skip(drawn);
            let first = (drawn + 1, hands.totals[0][lane] as u32 - card.value());
            for (hand, (mut cards, mut total)) in [first, (1, card.value())].into_iter().enumerate()
            {
                while cards < limit && chart.hits(cards, total, up) {
                    match piles.draw(lane, &mut stream) {
                        Some(value) => total += value as u32,
                        None => ran_out[lane] = -1,
                    }
                    cards += 1;
                }
                hands.totals[hand][lane] = total as i16;
            }
        }
        ran_out
    }

    /// Where a total is above the dealer's, equal, or doubled by it.
    #[inline(always)]
    fn standing<S: Simd>(&self, total: Lanes<S>, dealer: Lanes<S>) -> [Lanes<S>; 3] {
        let twice = total + total;
        let equal = total.simd_eq(dealer).to_vector();
        let other = dealer.simd_ne(twice).to_vector() & self.exactly;
        let doubled = dealer.simd_ge(twice).to_vector() & !(other | equal);
        [total.simd_gt(dealer).to_vector(), equal, doubled]
    }

    /// K12, K13, where nobody split. The dice are thrown even where nobody rolls, so that the choice
    /// needs no branch.
    #[inline(always)]
    fn end<S: Simd>(&self, turns: TurnOrder, round: &mut Round<S>, group: &mut Group) {
        let simd = round.simd;
        let dealer = round.dealer;
        let of = |number: i16| Lanes::splat(simd, number);
        let mut fates = [of(0); MAX_PLAYERS];
        // Of those who tie, the earliest in turn order takes the table.
        let mut over = of(0);
        for place in 0..self.players() {
            let total = round.totals[place];
            let [above, equal, doubled] = self.standing(total, dealer);
            let high = above & !(total.simd_le(dealer + dealer).to_vector() & self.double);
            let tie = equal & self.tie;
            let matched = tie.simd_eq(MATCH).to_vector();
            let late = matched & over;
            let goes_on = !(high | equal | doubled) | late;
            fates[place] = tie & !late | doubled & DOUBLED | goes_on & GOES_ON | high & HIGH;
            over |= matched & self.ends;
        }
        for place in 0..self.players() {
            let mut streams = round.keys.streams(simd, Purpose::Dice(turns.seat(place)));
            let draws = streams.four_draws();
            let (roll, unsure) = thrown(simd, draws[0]);
            let [above, equal, doubled] = self.standing(round.totals[place] + roll, dealer);
            let survives = !(above | equal | doubled);
            let came = equal & MATCH | doubled & DOUBLED | survives & SURVIVE | above & HIGH;
            let rolls = fates[place].simd_eq(GOES_ON).to_vector() & !over;
            fates[place] = rolls & came | !rolls & fates[place];
            round.piles.doubtful |= unsure & rolls.simd_ne(0);
            over |= rolls & equal & self.ends;
            group.fates[place] = fates[place].into();
            if self.splits {
                for i in 0..4 {
                    group.dice[place][i] = draws[i].into();
                }
            }
        }
        if let Some(base) = self.base {
            let mut codes = of(0);
            for place in (0..self.players()).rev() {
                codes = codes * base + fates[place];
            }
            group.codes = codes.into();
        }
    }
}

/// Two dice, and whether the draw may have to be rejected.
#[inline(always)]
fn thrown<S: Simd>(simd: S, draws: u16x32<S>) -> (Lanes<S>, Mask<S>) {
    let ways = Roll::WAYS as u16;
    let number = upper(simd, draws, Lanes::splat(simd, ways as i16));
    let rejected = 2 * (Stream::MAX_BOUND % Roll::WAYS) as u16;
    let thirds = number.simd_gt(2).to_vector() + number.simd_gt(5).to_vector();
    (number + thirds + thirds + 2, (draws * ways).simd_lt(rejected))
}

/// Hands that are split, lane by lane.
struct SplitHands<'k> {
    keys: &'k LaneKeys,
    up: Numbers,
    /// The bit of the pair, and how many cards were drawn before.
    pair: Numbers,
    before: Numbers,
    /// Before, the total of the hand; after it, those of both hands.
    totals: [Numbers; 2],
}
