//! Payment of the pot and the jackpot (Z8, Z10, Z11, Z14, Z15, Z18).

use super::{Early, Ending, Outcome, Table};
use crate::games::zinbiddle::events::{self, Events, SeatEvent};
use crate::games::zinbiddle::hand::{Line, PyramidRank};
use crate::games::zinbiddle::record::{Recorder, RoundEvent, Whole};
use crate::games::zinbiddle::rules::{EqualIons, JackpotTo, MAX_PLAYERS, WildCapWins};
use crate::games::zinbiddle::view::Seats;

impl Table<'_> {
    /// Z8, Z10: gives a seat the pot without a showdown.
    #[inline]
    pub(super) fn take_pot<R: Recorder<RoundEvent>>(
        &mut self,
        seat: usize,
        called: bool,
        recorder: &mut R,
    ) {
        self.outcome.nets[seat] += self.open.pot;
        self.carry = self.open.bonus;
        recorder.hear(|| RoundEvent::TakesPot { seat, called, pot: self.open.pot });
    }

    /// Step 12: the showdown.
    #[inline]
    pub(super) fn showdown<R: Recorder<RoundEvent>>(&mut self, recorder: &mut R) -> Ending {
        let pot = self.open.pot;
        recorder.hear(|| RoundEvent::Showdown { pot, bonus: self.open.bonus });
        (self.fourth, self.jackpot_taker) = (0, 0);
        // Z11: all pyramids are shown; one with a misfire is out.
        let mut ranked = [PyramidRank::default(); MAX_PLAYERS];
        let (mut playable, mut ions, mut capped): (Seats, Seats, Seats) = (0, 0, 0);
        for seat in self.turn_order() {
            if !self.is_in(seat) {
                continue;
            }
            self.reveal_row(seat);
            let rank = self.ranks.pyramid(&self.cards[seat]);
            ranked[seat] = rank;
            playable |= Seats::from(rank.playable()) << seat;
            // Z18
            if rank.is_ion_barrage() {
                ions |= 1 << seat;
                capped |= Seats::from(rank.is_six_capped()) << seat;
            }
            recorder.hear(|| RoundEvent::Shown { seat, pyramid: self.cards[seat], rank });
        }
        // Z14, Z18: Six-capped Ion Barrages beat the others.
        let beaten = match self.rules.wild_cap_wins {
            WildCapWins::Never => 0,
            WildCapWins::IonOnly | WildCapWins::AllFlanks if capped != 0 => ions & !capped,
            WildCapWins::IonOnly | WildCapWins::AllFlanks => 0,
        };
        let later = match self.rules.equal_ions {
            EqualIons::Share => 0,
            EqualIons::First => self.later_ions(ions, capped),
        };
        let bonus_won = match playable.count_ones() {
            // Z11: nobody has a playable pyramid.
            0 => {
                self.carry = self.open.bonus + pot;
                recorder.hear(|| RoundEvent::Carried { amount: pot });
                false
            }
            _ if ions != 0 && self.rules.ion_takes_all => {
                let by = match () {
                    () if beaten != 0 => Whole::SixCapped,
                    () if later != 0 => Whole::FirstIon,
                    () => Whole::IonBarrage,
                };
                self.take_everything(ions & !(beaten | later), by, recorder)
            }
            1 => self.take_everything(playable, Whole::OnlyPlayable, recorder),
            _ => self.quarters(&ranked, playable, [beaten, later], recorder),
        };
        let jackpot = ions != 0 && self.pay_jackpot(ions, capped, beaten, recorder);
        Ending::Showdown {
            shown: self.open.still_in.count_ones() as u8,
            playable: playable.count_ones() as u8,
            ions: ions.count_ones() as u8,
            bonus_won,
            jackpot,
        }
    }

    /// Z14: the Ion Barrages without a winning Six, except the first of them in turn order.
    #[cold]
    fn later_ions(&self, ions: Seats, capped: Seats) -> Seats {
        let plain = match self.rules.wild_cap_wins {
            WildCapWins::Never => ions,
            WildCapWins::IonOnly | WildCapWins::AllFlanks => ions & !capped,
        };
        match plain {
            0 => 0,
            plain => plain & !(1 << Self::next_of(plain, self.open.first)),
        }
    }

    /// Z11, Z18: gives some seats the whole pot. A lone winner also has the fourth quarter, and
    /// with it the bonus. Returns whether the winner is alone.
    #[inline]
    fn take_everything<R: Recorder<RoundEvent>>(
        &mut self,
        winners: Seats,
        by: Whole,
        recorder: &mut R,
    ) -> bool {
        let alone = winners.is_power_of_two();
        self.fourth = if alone { winners } else { 0 };
        let bonus = if alone { std::mem::take(&mut self.open.bonus) } else { 0 };
        let amount = self.open.pot + bonus;
        let (each, odd) = self.share(amount, winners);
        self.carry = self.open.bonus + odd;
        recorder.hear(|| RoundEvent::TakesAll { winners, by, each, bonus });
        alone
    }

    /// Shares an amount equally among some seats. Returns the share of each and the odd units.
    #[inline]
    pub(super) fn share(&mut self, amount: i64, winners: Seats) -> (i64, i64) {
        // The common case needs no division.
        if winners.is_power_of_two() {
            self.outcome.nets[winners.trailing_zeros() as usize] += amount;
            return (amount, 0);
        }
        let count = i64::from(winners.count_ones());
        let each = amount / count;
        let mut left = winners;
        while left != 0 {
            self.outcome.nets[left.trailing_zeros() as usize] += each;
            left &= left - 1;
        }
        (each, amount % count)
    }

    /// Z14: pays a quarter for each line, and the fourth to seats with two lines. Returns whether
    /// the fourth was won.
    #[inline]
    fn quarters<R: Recorder<RoundEvent>>(
        &mut self,
        ranked: &[PyramidRank; MAX_PLAYERS],
        playable: Seats,
        [beaten, later]: [Seats; 2],
        recorder: &mut R,
    ) -> bool {
        let quarter = self.open.pot / 4;
        let mut carry = self.open.pot % 4;
        let bits = self.rules.flank_bits();
        // Seats that have won at least one line that counts, and seats that have won two.
        let (mut once, mut twice): (Seats, Seats) = (0, 0);
        for line in Line::ALL {
            let worth = |seat: usize| match line {
                Line::Row => ranked[seat].row,
                Line::Port => ranked[seat].port & bits,
                Line::Starboard => ranked[seat].starboard & bits,
            };
            // Branch-free, since the winner is hard to predict. An unplayable pyramid is worth
            // nothing here, and at least two are playable.
            let (mut best, mut winners): (u8, Seats) = (0, 0);
            for seat in 0..self.open.players {
                let worth = if playable >> seat & 1 == 1 { worth(seat) } else { 0 };
                let kept = if worth > best { 0 } else { winners };
                best = best.max(worth);
                winners = kept | Seats::from(worth == best) << seat;
            }
            if line != Line::Row && winners & !beaten != 0 && winners & beaten != 0 {
                winners &= !beaten;
            }
            if winners & !later != 0 {
                winners &= !later;
            }
            let (each, odd) = self.share(quarter, winners);
            carry += odd;
            recorder.hear(|| RoundEvent::LineWon { line, winners, best, each });
            let counts =
                if self.rules.tie_counts || winners.is_power_of_two() { winners } else { 0 };
            twice |= once & counts;
            once |= counts;
        }
        let bonus = self.open.bonus;
        if twice == 0 {
            carry += quarter;
            recorder.hear(|| RoundEvent::Carried { amount: quarter });
            self.carry = carry + bonus;
            return false;
        }
        self.fourth = twice;
        let (each, odd) = self.share(quarter + bonus, twice);
        recorder.hear(|| RoundEvent::FourthWon { winners: twice, each });
        self.carry = carry + odd;
        true
    }

    /// Z15: pays each Ion Barrage its share of the jackpot, in seat order; then the rest to the
    /// first Six-capped one, if it is entitled. Returns whether the rest was taken.
    #[cold]
    fn pay_jackpot<R: Recorder<RoundEvent>>(
        &mut self,
        ions: Seats,
        capped: Seats,
        beaten: Seats,
        recorder: &mut R,
    ) -> bool {
        if self.open.jackpot == 0 {
            return false;
        }
        for seat in (0..self.open.players).filter(|seat| ions >> seat & 1 == 1) {
            let amount = self.open.jackpot * self.ion_share / 1_000_000;
            self.take_jackpot(seat, amount, false, recorder);
        }
        let takers = match self.rules.jackpot_to {
            JackpotTo::SixCapped => capped,
            JackpotTo::BeatsAnother if beaten != 0 => capped,
            JackpotTo::BeatsAnother => 0,
        };
        let rest = self.open.jackpot;
        let taken = takers != 0 && rest > 0;
        if taken {
            self.jackpot_taker = 1 << takers.trailing_zeros();
            self.take_jackpot(takers.trailing_zeros() as usize, rest, true, recorder);
        }
        let added = self.jackpot_seed() - self.open.jackpot;
        if added > 0 {
            self.open.jackpot += added;
            recorder.hear(|| RoundEvent::JackpotRefilled { added, jackpot: self.open.jackpot });
        }
        taken
    }

    /// Z15: pays a seat an amount from the jackpot, which is the house's money.
    fn take_jackpot<R: Recorder<RoundEvent>>(
        &mut self,
        seat: usize,
        amount: i64,
        rest: bool,
        recorder: &mut R,
    ) {
        if amount > 0 {
            self.open.jackpot -= amount;
            self.outcome.nets[seat] += amount;
            self.outcome.house -= amount;
            let jackpot = self.open.jackpot;
            recorder.hear(|| RoundEvent::JackpotTaken { seat, amount, rest, jackpot });
        }
    }

    /// Z19: pays bonuses, in turn order, for the events of each seat.
    #[cold]
    pub(super) fn pay_bonuses<R: Recorder<RoundEvent>>(
        &mut self,
        early: Option<Early>,
        recorder: &mut R,
    ) {
        let alone = |seats: Seats| if seats.is_power_of_two() { seats } else { 0 };
        let (shown, mut playable): (Seats, Seats) = (self.open.still_in, 0);
        for seat in self.turn_order().filter(|&seat| self.is_in(seat)) {
            playable |= Seats::from(self.ranks.pyramid(&self.cards[seat]).playable()) << seat;
        }
        for seat in self.turn_order() {
            let mut pay = |event: usize| {
                let Outcome { nets, house, .. } = &mut self.outcome;
                let nets = &mut nets[..self.open.players];
                if let Some(payment) = self.bonuses.pay(seat, event, 1, nets, house) {
                    recorder.hear(|| RoundEvent::Bonus { event, payment });
                }
            };
            match early {
                Some(Early::Called(caller)) if caller == seat => pay(SeatEvent::Called as usize),
                Some(Early::Alone(last)) if last == seat => pay(SeatEvent::AllFolded as usize),
                None if shown >> seat & 1 == 1 => {
                    pay(SeatEvent::Shown as usize);
                    let survivor = alone(playable);
                    let fourth = if survivor == 0 { self.fourth } else { 0 };
                    for (event, seats) in [
                        (SeatEvent::SoleSurvivor, survivor),
                        (SeatEvent::FourthWon, fourth),
                        (SeatEvent::Jackpot, self.jackpot_taker),
                    ] {
                        if seats >> seat & 1 == 1 {
                            pay(event as usize);
                        }
                    }
                    let events = Events::get();
                    let of_pyramid = events.matching(self.ranks.pyramid(&self.cards[seat]));
                    for event in (0..events.all.len()).filter(|event| of_pyramid >> event & 1 == 1)
                    {
                        pay(events::number_of(event));
                    }
                }
                _ => {}
            }
        }
    }
}
