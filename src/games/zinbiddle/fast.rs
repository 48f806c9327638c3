//! The fast path for tables at which every seat is `regular`: many sessions in lockstep.
//!
//! [`Table::hand`] is the reference. This path gives the same outcomes from the same streams, hand
//! by hand, which the tests verify. It is faster because the hands of many sessions take each step
//! together: none waits for the draws of another, and no branch on a bet or an action has to be
//! predicted. The reference computes the outcome of a betting round once for every combination of
//! boldness; then it is looked up. Rare hands (a shoe that may not suffice, an Ion Barrage) are
//! left to the reference. A *place* is a position in the turn order here.

mod bettings;
mod play;
mod quarters;

pub(super) use self::bettings::Bettings;
use self::bettings::{CALLS_IT, End, STANCE};
use self::play::{Level, Play};
use self::quarters::quarters;
use super::hand::{LEVELS, Place, Pyramid, PyramidRank, Ranks, ranks};
use super::record::Silent;
use super::round::{CarryOver, Ending, Keyed, Outcome, Played, Table};
use super::rules::{CarryJoins, MAX_PLAYERS, RakeFrom, ReplacementFrom, Rules, UNITS_PER_ANTE};
use super::strategies::Seat;
use super::strategies::regular::{Improving, Regular, Worths};
use super::view::{Pilot, Seats};
use crate::cards::random::{Purpose, Seed};
use crate::framework::TurnOrder;
use std::array::from_fn;
use std::ops::Range;

/// The most seats of a table on this path; more have too many combinations of boldness to tabulate.
pub(super) const MOST_SEATS: usize = 4;

/// Whether this path serves a table.
pub(super) fn serves(rules: &Rules, players: &[Seat]) -> bool {
    rules.bonus.is_empty()
        && players.len() <= MOST_SEATS
        && players.iter().all(|seat| matches!(seat, Seat::Regular(_)))
}

/// A set of sessions side by side, one bit each: enough that few steps wait for the one before, few
/// enough that all stay in the cache.
type Sessions = u64;
pub(super) const SESSIONS: usize = Sessions::BITS as usize;
/// The fewest sessions for which this path is faster than the reference.
pub(super) const FEWEST: u64 = 2;

/// Iterates over a set of sessions.
#[inline(always)]
fn each_of(mut sessions: Sessions) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = sessions.trailing_zeros() as usize;
        let some = sessions != 0;
        sessions &= sessions.wrapping_sub(1);
        some.then_some(number % SESSIONS)
    })
}

/// Sessions that take every step together.
#[derive(Debug)]
pub(super) struct Lockstep<'r, const PLAYERS: usize> {
    rules: &'r Rules,
    bettings: &'r Bettings,
    ranks: &'static Ranks,
    /// The table of the reference.
    table: Table<'r>,
    /// By shoe: the most cards that a hand can take, and the number of cards left from which a hand
    /// needs no shuffle and no check.
    most_taken: Vec<u32>,
    enough: Vec<u32>,
    plays: Box<[Play<PLAYERS>; SESSIONS]>,
    /// The sessions whose hands go on.
    open: Sessions,
    /// By place: the sessions where it is still in, where it has a misfire, and where it has used
    /// all of the last `allowed` pilot actions.
    still_in: [Sessions; PLAYERS],
    broken: [Sessions; PLAYERS],
    spent: [Sessions; PLAYERS],
    allowed: u8,
    outcome: Outcome,
}

impl<'r, const PLAYERS: usize> Lockstep<'r, PLAYERS> {
    /// Creates a table for lockstep; `bettings` must be those of the same rules.
    pub(super) fn new(rules: &'r Rules, bettings: &'r Bettings) -> Lockstep<'r, PLAYERS> {
        let table = Table::new(rules);
        let stream = Seed::new(0).round(0, 0).stream(Purpose::Deal);
        let play = || Play {
            carry_over: CarryOver { piles: Vec::new(), carry: 0, jackpot: 0, hand: 0 },
            deal: stream.clone(),
            draws: from_fn(|_| stream.clone()),
            seats: [Regular::default(); PLAYERS],
            used: [0; PLAYERS],
            still_in: 0,
            count: 0,
            paid: 0,
            raked: 0,
            first: 0,
            end: End::Nothing,
            rare: false,
        };
        let taken = |shoe: usize| {
            let places = Place::ALL.iter().filter(|place| table.shoe_of[place.level()] == shoe);
            (PLAYERS * (places.count() + usize::from(rules.pilot_actions))) as u32
        };
        let most_taken: Vec<u32> = (0..table.piles.len()).map(taken).collect();
        // Z4: with one card fewer, a shoe would be due for a shuffle or might not suffice.
        let kept = (rules.cards() + 1).saturating_sub(table.shuffled_from);
        Lockstep {
            rules,
            bettings,
            ranks: Ranks::get(),
            enough: most_taken.iter().map(|&most| most.max(kept)).collect(),
            most_taken,
            plays: Box::new(from_fn(|_| play())),
            open: 0,
            still_in: [0; PLAYERS],
            broken: [0; PLAYERS],
            spent: [0; PLAYERS],
            allowed: 0,
            outcome: *table.outcome(),
            table,
        }
    }

    /// Plays up to [`SESSIONS`] sessions and passes every hand to `each`: the index of its session,
    /// its outcome, and its first seat.
    pub(super) fn play(
        &mut self,
        players: &mut [Seat],
        seed: Seed,
        sessions: Range<u64>,
        mut each: impl FnMut(usize, &Outcome, usize),
    ) {
        for (play, session) in self.plays.iter_mut().zip(sessions.clone()) {
            self.table.new_session();
            if play.carry_over.piles.is_empty() {
                play.carry_over.piles = self.table.piles.clone();
            }
            self.table.exchange(&mut play.carry_over);
            play.first = TurnOrder::of_session(session, PLAYERS).first;
        }
        let hands = self.rules.hands_per_session;
        for hand in 0..hands {
            self.begin(seed, sessions.clone(), hand);
            self.hand();
            for (number, session) in sessions.clone().enumerate() {
                let first = self.plays[number].first;
                if self.plays[number].rare {
                    let luck = &mut Keyed::new(seed.round(session, hand.into()));
                    self.by_round(number, |table| *table.hand(players, luck, &mut Silent, first));
                } else {
                    self.settle(number, hand);
                }
                if hand + 1 == hands {
                    self.close(number);
                }
                each(number, &self.outcome, first);
                self.plays[number].first = TurnOrder { first, players: PLAYERS }.moved_on().first;
            }
        }
    }

    /// Runs `then` at the reference's table, with the shoes and the carry of a session.
    #[cold]
    fn by_round(&mut self, number: usize, then: impl FnOnce(&mut Table<'r>) -> Outcome) {
        self.table.exchange(&mut self.plays[number].carry_over);
        self.outcome = then(&mut self.table);
        self.table.exchange(&mut self.plays[number].carry_over);
    }

    /// Starts a hand in every session (step 1); one for which a shoe may not suffice is left to the
    /// reference.
    fn begin(&mut self, seed: Seed, sessions: Range<u64>, hand: u32) {
        self.open = 0;
        for (number, session) in sessions.enumerate() {
            let play = &mut self.plays[number];
            play.rare = false;
            for (shoe, pile) in play.carry_over.piles.iter_mut().enumerate() {
                if pile.left() < self.enough[shoe] {
                    if pile.dealt() >= self.table.shuffled_from {
                        pile.shuffle();
                    }
                    play.rare |= pile.left() < self.most_taken[shoe];
                }
            }
            if !play.rare {
                play.begin(seed.round(session, hand.into()));
                self.open |= 1 << number;
            }
        }
        self.still_in = [self.open; PLAYERS];
        self.allowed = 0;
    }

    /// Steps 2 to 11 of all hands in play.
    fn hand(&mut self) {
        // Steps 2 and 3: nobody bets blind.
        self.deal_and_bet::<0, 4, 1>();
        // Steps 4 and 5.
        self.actions::<0>();
        self.betting::<2>();
        // Steps 6 and 7.
        self.deal_and_bet::<1, 2, 3>();
        self.actions::<1>();
        self.betting::<4>();
        // Steps 8 and 9.
        self.deal_and_bet::<2, 2, 5>();
        self.actions::<2>();
        self.betting::<6>();
        // Steps 10 and 11.
        self.deal_and_bet::<3, 1, 7>();
        self.actions::<3>();
        self.betting::<8>();
    }

    /// The data of a level that all sessions share.
    fn level<const LEVEL: usize>(&self) -> Level<'static> {
        Level {
            worths: Worths::get(),
            actions: self.rules.pilot_actions,
            allowed: self.table.open.allowances[LEVEL],
            kinds: self.table.open.kinds[LEVEL],
            shoes: match self.rules.replacement_from {
                ReplacementFrom::CardLevel => self.table.shoe_of,
                ReplacementFrom::CurrentLevel => [self.table.shoe_of[LEVEL]; LEVELS],
            },
            prices: from_fn(|still_in| {
                let price = self.rules.action_price(still_in as u32, LEVEL + 1);
                ((price / UNITS_PER_ANTE) as u64, self.table.rake_of(price))
            }),
        }
    }

    /// Z5: deals a level to the players still in, who look at it and bet.
    #[inline(never)]
    fn deal_and_bet<const LEVEL: usize, const N: usize, const ROUND: usize>(&mut self) {
        let (level, shoe) = (self.level::<LEVEL>(), self.table.shoe_of[LEVEL]);
        self.broken = [0; PLAYERS];
        for number in each_of(self.open) {
            let play = &mut self.plays[number];
            play.deal::<LEVEL, N>(shoe);
            for (place, broken) in self.broken.iter_mut().enumerate() {
                play.look::<LEVEL>(place, &level);
                *broken |= Sessions::from(play.seats[place].misfires > 0) << number;
            }
            if LEVEL == 3 && self.rules.ion_ends_hand && self.ends_with_ion_barrage(number) {
                self.open &= !(1 << number);
            } else {
                self.bet::<ROUND>(number);
            }
        }
    }

    /// Z16: whether a dealt Ion Barrage ends the play.
    #[inline(always)]
    fn ends_with_ion_barrage(&self, number: usize) -> bool {
        let play = &self.plays[number];
        let ranked = || play.seats.map(|seat| self.ranks.pyramid(&seat.seen));
        play.seats.iter().any(Regular::has_the_best) && self.has_ion_barrage(play, &ranked())
    }

    /// Z18: whether a player still in has an Ion Barrage.
    #[cold]
    fn has_ion_barrage(&self, play: &Play<PLAYERS>, ranked: &[PyramidRank; PLAYERS]) -> bool {
        (0..PLAYERS).any(|place| play.is_in(place) && ranked[place].is_ion_barrage())
    }

    /// Z8: runs a betting round of all hands in play.
    #[inline(never)]
    fn betting<const ROUND: usize>(&mut self) {
        for number in each_of(self.open) {
            self.bet::<ROUND>(number);
        }
    }

    /// Z8, Z10: runs a betting round of one hand.
    #[inline(always)]
    fn bet<const ROUND: usize>(&mut self, number: usize) {
        let play = &mut self.plays[number];
        let mut stances = 0;
        for (place, seat) in play.seats.iter().enumerate() {
            let mut stance = u32::from(1 + seat.boldness(ROUND).0);
            if ROUND == 1 && self.ranks.row_of(&seat.seen) >= ranks::LEAST_FOUR {
                stance = CALLS_IT;
            }
            stances |= stance << (STANCE * place as u32);
        }
        let bets = self.bettings.by_stances(stances & play.still_in);
        play.paid += bets.paid * u64::from(self.rules.bet_units[ROUND]);
        // Folds are rare.
        if bets.still_in != play.still_in {
            for (place, still_in) in self.still_in.iter_mut().enumerate() {
                let folds = (play.still_in ^ bets.still_in) >> (STANCE * place as u32) & 1;
                *still_in ^= Sessions::from(folds) << number;
            }
            (play.still_in, play.count) = (bets.still_in, bets.count);
            play.end = bets.end;
            self.open &= !(Sessions::from(bets.end != End::Nothing) << number);
        }
    }

    /// Z9: runs the pilot actions of a level, one at a time in turn order, cycle after cycle.
    #[inline(never)]
    fn actions<const LEVEL: usize>(&mut self) {
        let level = &self.level::<LEVEL>();
        if level.kinds == 0 || level.allowed == 0 {
            return;
        }
        if level.allowed != self.allowed {
            (self.allowed, self.spent) = (level.allowed, [0; PLAYERS]);
        }
        let plays = &mut self.plays;
        // The sessions where a place may act.
        let may = |place: usize| self.open & self.still_in[place] & !self.spent[place];
        let mut acting: [Sessions; PLAYERS] = from_fn(may);
        while acting.iter().any(|&acting| acting != 0) {
            for (place, acting) in acting.iter_mut().enumerate() {
                // The sessions where the player passes, and those where a misfire was replaced.
                let (mut passing, mut replaced): (Sessions, Sessions) = (0, 0);
                let mending = *acting & self.broken[place];
                for number in each_of(mending) {
                    let play = &mut plays[number];
                    let left = level.actions - play.used[place];
                    match play.seats[place].mend(LEVEL + 1, level.kinds, left) {
                        Pilot::Replace(at) => {
                            play.replace(place, at, level);
                            replaced |= 1 << number;
                        }
                        _ => passing |= 1 << number,
                    }
                }
                let (mut improved, mut buying) = (0, 0);
                let improving = match Improving::at(LEVEL + 1, level.kinds) {
                    Improving::Nothing => 0,
                    _ => *acting & !mending,
                };
                for number in each_of(improving) {
                    let play = &mut plays[number];
                    let seat = &mut play.seats[place];
                    let (mut gains, mut wants, mut now) = (false, false, *seat);
                    match Improving::at(LEVEL + 1, level.kinds) {
                        Improving::Nothing => {}
                        Improving::Swaps => (gains, _, now) = seat.swap(level.worths, LEVEL + 1),
                        Improving::Sorts => {
                            (gains, .., now) = seat.sort(level.worths);
                            let left = level.actions - play.used[place];
                            wants = !gains & seat.wants_capstone(level.kinds, left);
                        }
                    }
                    *seat = Regular::either(gains, now, *seat);
                    improved |= Sessions::from(gains) << number;
                    buying |= Sessions::from(wants) << number;
                }
                passing |= *acting & !(mending | improved | buying);
                for number in each_of(buying) {
                    plays[number].replace(place, Place::from_index(8), level);
                }
                let mut spent = 0;
                for number in each_of(replaced | improved | buying) {
                    let play = &mut plays[number];
                    play.pay(place, level);
                    spent |= Sessions::from(play.used[place] == level.allowed) << number;
                }
                let mut broken = 0;
                for number in each_of(replaced | buying) {
                    let play = &mut plays[number];
                    play.look::<LEVEL>(place, level);
                    broken |= Sessions::from(play.seats[place].misfires > 0) << number;
                }
                self.broken[place] = self.broken[place] & !(replaced | buying) | broken;
                self.spent[place] |= spent;
                *acting &= !(passing | spent);
            }
        }
    }

    /// Settles a hand: step 12 and the nets.
    #[inline(always)]
    fn settle(&mut self, number: usize, hand: u32) {
        let rules = self.rules;
        let play = &self.plays[number];
        // Step 1.
        let rakes = rules.rake_every > 0 && (hand + 1).is_multiple_of(rules.rake_every);
        let antes = if rakes { PLAYERS as i64 * UNITS_PER_ANTE } else { 0 };
        let (from_each, from_pot) = match rules.rake_from {
            RakeFrom::Extra => (antes / PLAYERS as i64, 0),
            RakeFrom::Pot => (0, antes),
        };
        let house = play.raked + antes;
        // Z14
        let (joined, bonus) = match rules.carry_joins {
            CarryJoins::Pot => (play.carry_over.carry, 0),
            CarryJoins::Bonus => (0, play.carry_over.carry),
        };
        let paid: [i64; PLAYERS] = from_fn(|place| play.paid_by(place));
        let pot = joined + paid.iter().sum::<i64>() - play.raked - from_pot;
        let mut taken: [i64; PLAYERS] = from_fn(|place| match play.end {
            End::Nothing => 0,
            End::Alone | End::Called => pot * i64::from(play.is_in(place)),
        });
        let ending = match play.end {
            End::Alone => Ending::AllFolded,
            End::Called => Ending::Zinbiddle,
            End::Nothing => {
                let ranked: [PyramidRank; PLAYERS] =
                    from_fn(|place| self.ranks.pyramid(&play.seats[place].seen));
                let playable: [bool; PLAYERS] =
                    from_fn(|place| play.is_in(place) & ranked[place].playable());
                if play.seats.iter().any(Regular::has_the_best)
                    && self.has_ion_barrage(play, &ranked)
                {
                    return self.settle_by_round(number, [pot, bonus, house, from_each]);
                }
                let quarters = quarters(rules, &ranked, playable, [pot, bonus], &mut taken);
                let (playable, bonus_won) = quarters;
                let shown = play.count;
                Ending::Showdown { shown, playable, ions: 0, bonus_won, jackpot: false }
            }
        };
        let play = &mut self.plays[number];
        let outcome = &mut self.outcome;
        let carry = pot + bonus - taken.iter().sum::<i64>();
        let mut won = 0;
        for place in 0..PLAYERS {
            let (seat, net) = (play.seat(place), taken[place] - paid[place] - from_each);
            outcome.nets[seat % MAX_PLAYERS] = net;
            won |= Seats::from(net > 0) << seat;
        }
        (outcome.ending, outcome.won, outcome.house) = (ending, won, house);
        (outcome.pot, outcome.carry) = (pot, carry);
        play.carry_over.carry = carry;
        play.carry_over.hand += 1;
    }

    /// Settles a hand with an Ion Barrage by the reference, given the pot, the bonus, the house's
    /// net, and the rake that each place has paid in addition to the pot.
    #[cold]
    fn settle_by_round(&mut self, number: usize, [pot, bonus, house, raked]: [i64; 4]) {
        let play = &self.plays[number];
        let (cards, paid, still_in) = ([Pyramid::EMPTY; MAX_PLAYERS], [0; MAX_PLAYERS], 0);
        let first = play.first;
        let mut played = Played { first, cards, paid, raked, still_in, pot, bonus, house };
        for place in 0..PLAYERS {
            let seat = play.seat(place);
            played.cards[seat] = play.seats[place].seen;
            played.paid[seat] = play.paid_by(place);
            played.still_in |= Seats::from(play.is_in(place)) << seat;
        }
        self.by_round(number, |table| *table.end(&played));
    }

    /// Z17: ends a session; the players share the carry.
    fn close(&mut self, number: usize) {
        let carry = std::mem::take(&mut self.plays[number].carry_over.carry);
        let players = PLAYERS as i64;
        self.outcome.nets[..PLAYERS].iter_mut().for_each(|net| *net += carry / players);
        self.outcome.house += carry % players;
        self.outcome.carry = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{
        ActionKind, EqualIons, JackpotTo, PricePlayers, Shoes, Shuffle, WildCapWins,
    };
    use super::super::strategies::regular::Boldness;
    use super::*;
    use crate::framework::GameRules;

    /// Counts of hands by outcome.
    #[derive(Debug, Default)]
    struct Seen {
        folded: u32,
        called: u32,
        nobody: u32,
        alone: u32,
        ions: u32,
        jackpots: u32,
        carried: u32,
        by_round: u32,
    }

    /// Plays some sessions both ways; every hand must have the same outcome.
    fn compare<const PLAYERS: usize>(rules: &Rules, seed: u64, count: u64, seen: &mut Seen) {
        assert_eq!(rules.check(), []);
        let players = &mut vec![Seat::Regular(Regular::default()); PLAYERS];
        assert!(serves(rules, players));
        let bettings = Bettings::new(rules);
        let mut lockstep = Lockstep::<PLAYERS>::new(rules, &bettings);
        let mut table = Table::new(rules);
        let mut start = seed;
        let seed = Seed::new(seed);
        // Twice, to expose any state left behind by the first run.
        for count in [count, count.min(5)] {
            let mut found = vec![Vec::new(); count as usize];
            lockstep.play(players, seed, start..start + count, |number, &outcome, first| {
                found[number].push((outcome, first));
            });
            seen.by_round += lockstep.plays.iter().map(|play| u32::from(play.rare)).sum::<u32>();
            for (session, found) in (start..).zip(found) {
                table.new_session();
                let mut first = (session % PLAYERS as u64) as usize;
                let hands = u64::from(rules.hands_per_session);
                assert_eq!(found.len() as u64, hands);
                for (hand, found) in (0..hands).zip(found) {
                    let luck = &mut Keyed::new(seed.round(session, hand));
                    let mut outcome = *table.hand(players, luck, &mut Silent, first);
                    if hand + 1 == hands {
                        outcome = *table.close(&mut Silent);
                    }
                    assert_eq!(found, (outcome, first), "session {session} hand {hand}: {rules:?}");
                    first = (first + 1) % PLAYERS;
                    seen.carried += u32::from(outcome.carry > 0);
                    match outcome.ending {
                        Ending::AllFolded => seen.folded += 1,
                        Ending::Zinbiddle => seen.called += 1,
                        Ending::Showdown { playable, ions, jackpot, .. } => {
                            seen.nobody += u32::from(playable == 0);
                            seen.alone += u32::from(playable == 1);
                            seen.ions += u32::from(ions > 0);
                            seen.jackpots += u32::from(jackpot);
                        }
                    }
                }
            }
            start += 1_000;
        }
    }

    /// The published rules, for every number of players.
    #[test]
    fn published_rules_come_out_as_by_the_round() {
        for rules in [Rules::default(), Rules::casino()] {
            let seen = &mut Seen::default();
            compare::<3>(&rules, 1, 64, seen);
            compare::<2>(&Rules { players: 2, ..rules.clone() }, 2, 50, seen);
            compare::<4>(&Rules { players: 4, sets: 6, ..rules.clone() }, 3, 30, seen);
            // The highest bet units allowed.
            compare::<4>(
                &Rules { players: 4, bet_units: vec![1000; 9], sets: 6, ..rules },
                4,
                9,
                seen,
            );
            assert!(
                seen.folded.min(seen.called).min(seen.alone) > 50 && seen.nobody > 0,
                "{seen:?}"
            );
        }
    }

    /// Every switch, in many combinations.
    #[test]
    fn every_switch_comes_out_as_by_the_law() {
        const KINDS: [ActionKind; 4] = [
            ActionKind::Replace,
            ActionKind::Transpose,
            ActionKind::ResortRow,
            ActionKind::ResortLine,
        ];
        let seen = &mut Seen::default();
        let mut stream = Seed::new(4).round(0, 0).stream(Purpose::Choices(0));
        let mut pick = |bound: u32| stream.below(bound);
        for case in 0_u64..400 {
            let players = 2 + case % 3;
            let sixes = [0, 1, 8, 200][pick(4) as usize];
            let kinds =
                |mask: u32| (0..4).filter(|i| mask >> i & 1 == 1).map(|i| KINDS[i]).collect();
            let rules = Rules {
                players: players as u8,
                sets: 4 + pick(4),
                misfires_per_suit: pick(3),
                copies_per_number: [[1, 1, 1, 1], [2, 1, 1, 3], [1, 3, 0, 2], [2, 0, 2, 1]]
                    [pick(4) as usize]
                    .to_vec(),
                vermilion_sixes: sixes,
                shoes: [Shoes::OneDeck, Shoes::PerLevel][pick(2) as usize],
                replacement_from: [ReplacementFrom::CardLevel, ReplacementFrom::CurrentLevel]
                    [pick(2) as usize],
                shuffle: match pick(4) {
                    0 => Shuffle::EveryHand,
                    way => Shuffle::Penetration([0.3, 0.75, 0.97][way as usize - 1]),
                },
                rake_every: pick(4),
                rake_from: [RakeFrom::Extra, RakeFrom::Pot][pick(2) as usize],
                bet_units: (0..9).map(|_| 1 + pick(20)).collect(),
                max_raises: pick(4),
                pilot_actions: 2 + pick(5) as u8,
                price_players: [PricePlayers::DealtIn, PricePlayers::StillIn][pick(2) as usize],
                action_rake: [0.0, 0.1, 0.333][pick(3) as usize],
                action_kinds: match pick(2) {
                    0 => Rules::default().action_kinds,
                    _ => (0..4).map(|_| kinds(pick(16))).collect(),
                },
                tie_counts: pick(2) == 1,
                carry_joins: [CarryJoins::Pot, CarryJoins::Bonus][pick(2) as usize],
                wild_cap_wins: [WildCapWins::IonOnly, WildCapWins::AllFlanks, WildCapWins::Never]
                    [pick(3) as usize],
                equal_ions: [EqualIons::Share, EqualIons::First][pick(2) as usize],
                jackpot_to: [JackpotTo::SixCapped, JackpotTo::BeatsAnother][pick(2) as usize],
                ion_ends_hand: pick(2) == 1,
                ion_takes_all: pick(2) == 1,
                hands_per_session: 1 + pick(30),
                ..Rules::casino()
            };
            match players {
                2 => compare::<2>(&rules, case, 9, seen),
                3 => compare::<3>(&rules, case, 9, seen),
                _ => compare::<4>(&rules, case, 9, seen),
            }
        }
        let Seen { folded, called, nobody, alone, ions, jackpots, carried, by_round } = *seen;
        let counts = [folded, called, nobody, alone, ions, jackpots, carried, by_round];
        assert!(counts.into_iter().all(|count| count > 10), "{seen:?}");
    }

    #[test]
    fn only_what_the_round_does_alike_is_served() {
        let regular = || Seat::Regular(Regular::default());
        let rules = &Rules::default();
        let mut settings = crate::framework::settings::Settings::<Rules>::default();
        settings.set("bonus.playable=1").unwrap();
        assert!(!serves(&settings.finish().unwrap(), &[regular(), regular(), regular()]));
        assert!(serves(rules, &vec![regular(); 3]) && serves(rules, &vec![regular(); 4]));
        assert!(!serves(rules, &vec![regular(); 5]));
        assert!(!serves(rules, &[regular(), Seat::Passive, regular()]));
        // Nobody bets blind.
        assert_eq!(Regular::default().boldness(0), Boldness(1));
    }
}
