//! Betting rounds, calls of zinbiddle, and the bets with the house (Z8, Z10, Z15).

use super::{Early, Luck, Table, answered};
use crate::framework::check_answer;
use crate::games::zinbiddle::hand::{Line, ranks};
use crate::games::zinbiddle::record::{Recorder, RoundEvent};
use crate::games::zinbiddle::rules::{MAX_PLAYERS, ROUNDS, UNITS_PER_ANTE};
use crate::games::zinbiddle::view::{Bet, BetChoice, Player, Seats, When};
use std::ops::ControlFlow;

impl Table<'_> {
    /// Z8: runs a betting round. In the second one, a natural zinbiddle may be called on a seat's
    /// first turn (Z10).
    #[inline(always)]
    pub(super) fn betting<const ROUND: usize, P: Player, L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) -> ControlFlow<Early> {
        self.bets = 0;
        // The seats that may do something other than check before anybody has bet.
        let when = Self::when::<ROUND>(0, 0);
        let mut loud: Seats = 0;
        for (seat, player) in players.iter().enumerate() {
            let natural = ROUND == 1 && self.has_natural(seat);
            let checks = player.checks(&self.view(seat, when)) & !natural;
            loud |= Seats::from(!checks) << (seat & (MAX_PLAYERS - 1));
        }
        loud &= self.open.still_in;
        match loud == 0 && !R::LISTENS {
            true => ControlFlow::Continue(()),
            false => self.bet_aloud::<ROUND, P, L, R>(players, luck, recorder, loud),
        }
    }

    /// Runs a betting round in which only the `loud` seats may do something other than check before
    /// anybody has bet.
    #[inline(never)]
    fn bet_aloud<const ROUND: usize, P: Player, L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
        loud: Seats,
    ) -> ControlFlow<Early> {
        let unit = self.open.units[ROUND];
        recorder.hear(|| RoundEvent::Betting { round: ROUND, unit });
        // Until somebody bets, nobody owes anything and each seat has one turn.
        let mut waiting = self.open.still_in;
        let mut next = self.open.first;
        let (mut seat, mut bet) = loop {
            let seat = next;
            next = self.open.order().after(seat);
            if waiting >> seat & 1 == 0 {
                continue;
            }
            waiting &= !(1 << seat);
            if loud >> seat & 1 == 1 {
                let bet =
                    self.turn::<ROUND, P, L, R>(players, luck, recorder, seat, true, [0, 0])?;
                if bet != Bet::Check {
                    break (seat, bet);
                }
            }
            let (bet, pot) = (Bet::Check, self.open.pot);
            recorder.hear(|| RoundEvent::Bets {
                seat,
                bet,
                to_call: 0,
                paid: 0,
                stands_at: 0,
                pot,
            });
            if waiting == 0 {
                recorder.hear(|| RoundEvent::BettingOver {
                    round: ROUND,
                    still_in: self.open.still_in,
                    pot,
                });
                return ControlFlow::Continue(());
            }
        };
        // Seats that have had no turn yet; the number of bets that each seat has matched.
        let mut fresh = waiting;
        let (mut bets, mut matched) = (0, [0; MAX_PLAYERS]);
        loop {
            let bit: Seats = 1 << seat;
            let bold = matches!(bet, Bet::Bet | Bet::Raise);
            waiting = if bold { self.open.still_in } else { waiting } & !bit;
            let to_call = i64::from(bets - matched[seat]) * unit;
            let mut paid = 0;
            if bet == Bet::Fold {
                self.open.still_in &= !bit;
            } else {
                bets += u32::from(bold);
                self.open.seats[seat].bold |= u16::from(bold) << ROUND;
                paid = i64::from(bets - matched[seat]) * unit;
                self.pay(seat, paid);
                matched[seat] = bets;
            }
            let (stands_at, pot) = (i64::from(bets) * unit, self.open.pot);
            recorder.hear(|| RoundEvent::Bets { seat, bet, to_call, paid, stands_at, pot });
            if bet == Bet::Fold && self.open.still_in.is_power_of_two() {
                let last = self.open.still_in.trailing_zeros() as usize;
                return ControlFlow::Break(Early::Alone(last));
            }
            if waiting == 0 {
                break;
            }
            while waiting >> next & 1 == 0 {
                next = self.open.order().after(next);
            }
            seat = next;
            next = self.open.order().after(seat);
            let first = fresh >> seat & 1 == 1;
            fresh &= !(1 << seat);
            let when = [bets, bets - matched[seat]];
            bet = self.turn::<ROUND, P, L, R>(players, luck, recorder, seat, first, when)?;
        }
        self.bets = bets;
        let (still_in, pot) = (self.open.still_in, self.open.pot);
        recorder.hear(|| RoundEvent::BettingOver { round: ROUND, still_in, pot });
        ControlFlow::Continue(())
    }

    /// The stage of a betting round with `bets` bets so far, `owed` of them unmatched.
    #[inline(always)]
    fn when<const ROUND: usize>(bets: u32, owed: u32) -> When {
        const LEVELS_DEALT: [usize; ROUNDS] = [1, 1, 1, 2, 2, 3, 3, 4, 4];
        When { round: ROUND, levels: LEVELS_DEALT[ROUND], looked: ROUND > 0, bets, owed }
    }

    /// Takes a seat's turn in a betting round, with `bets` bets so far, `owed` of them unmatched;
    /// `first` tells whether it is the seat's first turn.
    #[inline(always)]
    fn turn<const ROUND: usize, P: Player, L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
        seat: usize,
        first: bool,
        [bets, owed]: [u32; 2],
    ) -> ControlFlow<Early, Bet> {
        let when = Self::when::<ROUND>(bets, owed);
        if ROUND == 1 && first && self.calls_zinbiddle(&mut players[seat], luck, seat, when) {
            let cards = self.cards[seat].line(Line::Row);
            self.reveal_row(seat);
            recorder.hear(|| RoundEvent::Zinbiddle { seat, cards });
            return ControlFlow::Break(Early::Called(seat));
        }
        let view = self.view(seat, when);
        let bet = match players[seat].bet(&view) {
            BetChoice::Do(bet) => bet,
            BetChoice::Mix(weights) => Bet::ALL[luck.weighted(seat, &weights)],
        };
        check_answer!(players[seat], seat, view.allows_bet(bet), bet);
        ControlFlow::Continue(bet)
    }

    /// Z10: whether a seat has a natural zinbiddle and calls it.
    #[inline]
    fn calls_zinbiddle<P: Player, L: Luck>(
        &self,
        player: &mut P,
        luck: &mut L,
        seat: usize,
        when: When,
    ) -> bool {
        self.has_natural(seat) && answered(player.zinbiddle(&self.view(seat, when)), luck, seat)
    }

    /// Z10: whether the thrusters of a seat are four of a kind.
    #[inline]
    fn has_natural(&self, seat: usize) -> bool {
        self.ranks.row_of(&self.cards[seat]) >= ranks::LEAST_FOUR
    }

    /// Z15: places the zinbiddle bets of the seats still in, before they look.
    #[inline]
    pub(super) fn place_side_bets<P: Player, L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) {
        if self.rules.side_bet == 0 {
            return;
        }
        let stake = i64::from(self.rules.side_bet) * UNITS_PER_ANTE;
        let when = When { round: 1, levels: 1, looked: false, bets: self.bets, owed: 0 };
        for seat in self.turn_order() {
            let view = self.view(seat, when);
            if self.is_in(seat) && answered(players[seat].side_bet(&view), luck, seat) {
                self.side_bets |= 1 << seat;
                recorder.hear(|| RoundEvent::SideBet { seat, stake });
            }
        }
    }

    /// Z15: settles the zinbiddle bets once step 3 is over.
    #[inline]
    pub(super) fn settle_side_bets<R: Recorder<RoundEvent>>(
        &mut self,
        third: ControlFlow<Early>,
        recorder: &mut R,
    ) {
        if self.side_bets == 0 {
            return;
        }
        let stake = i64::from(self.rules.side_bet) * UNITS_PER_ANTE;
        let mut lost = 0;
        for seat in self.turn_order() {
            if self.side_bets >> seat & 1 == 0 {
                continue;
            }
            let paid = if third == ControlFlow::Break(Early::Called(seat)) {
                stake * i64::from(self.rules.zinbiddle_pays)
            } else {
                lost += stake;
                -stake
            };
            self.outcome.nets[seat] += paid;
            self.outcome.house -= paid;
            recorder.hear(|| RoundEvent::SideBetSettled { seat, paid });
        }
        // The jackpot's share; its odd units stay with the house.
        let added = lost * self.jackpot_share / 1_000_000;
        self.open.jackpot += added;
        if added > 0 {
            recorder.hear(|| RoundEvent::JackpotGrew { lost, added, jackpot: self.open.jackpot });
        }
    }
}
