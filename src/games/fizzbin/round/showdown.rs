//! The end of a round: all cards are shown, krakos strike, kronks are declared, and the kitty is
//! paid out.

use super::super::eval::{Ceilings, Memo};
use super::super::events;
use super::super::hand::{HAND_PLACES, Value, combined_place, hand_place};
use super::super::record::{self, Payee, QUATLOOS, Reason, Recorder};
use super::super::rules::{
    Dealership, Declare, HAND, KronkPayee, Merge, OvertimeCalled, OvertimeWinner,
};
use super::super::view::{MAX_PLAYERS, Player, Show};
use super::{Outcome, Table};
use crate::cards::random::Purpose;
use crate::framework::luck::{Luck, Ruling};
use crate::framework::{Step, check_answer};
use std::cmp::Ordering;

impl Table<'_> {
    /// Turns all cards up (P9).
    pub(super) fn show<R: Recorder<Step>>(&mut self, recorder: &mut R) {
        let players = self.open.players;
        self.piles.copy_from_slice(&self.open.up[..players]);
        for laid in &self.open.laid {
            self.piles[usize::from(laid.owner)].add(laid.card);
        }
        self.memos.get_mut().iter_mut().for_each(Memo::clear);
        self.outcome.redeemed = self.open.redeemed;
        self.outcome.qualified = (u64::MAX >> (64 - players)) as u32;
        for seat in self.open.order().seats() {
            self.last[seat] = self.came[seat].last().map(|&(card, _)| card);
            let (hand, pile) = (&self.hands[seat], &self.piles[seat]);
            self.outcome.scores[seat] = self.evaluator.score(hand, pile, Ceilings::NONE, None);
            self.most[seat] = self.evaluator.most(hand, pile, self.last[seat]);
            recorder.hear(|| {
                // It matters only if a seventh card may be named.
                let last = self.last[seat].filter(|_| hand.len() > HAND);
                record::shown(seat, hand, pile, &self.evaluator, last)
            });
        }
    }

    fn shown(&self, seat: usize, declaring: bool) -> Show<'_> {
        Show {
            rules: &self.rules,
            evaluator: &self.evaluator,
            landru: self.open.landru,
            hands: &self.hands,
            piles: &self.piles,
            last: &self.last,
            most: &self.most,
            qualified: self.outcome.qualified,
            scores: &self.outcome.scores,
            ceilings: &self.ceilings,
            memos: &self.memos,
            seat,
            declaring,
            antes: self.antes,
        }
    }

    /// Lets each seat that can make four jacks and can still win name one opponent, in order; that
    /// one cannot win, unless an oxmyx saves it (P10).
    pub(super) fn krako<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) {
        for seat in self.open.order().seats() {
            if self.outcome.qualified >> seat & 1 == 0 {
                continue;
            }
            let all = self.hands[seat].and(&self.piles[seat]);
            let Some(kronks) = self.evaluator.krako(&all) else { continue };
            let show = self.shown(seat, false);
            let rivals = show.rivals().count() as u32;
            if rivals == 0 {
                return;
            }
            let victim = players[seat].krako(&show, kronks).or(|| {
                let chosen = luck.below(Purpose::Choices(seat), rivals + 1);
                show.rivals().nth(chosen.checked_sub(1)? as usize)
            });
            let Some(victim) = victim else { continue };
            check_answer!(players[seat], seat, show.rivals().any(|rival| rival == victim), victim);
            let saved = show.is_saved(victim);
            self.krakos[seat] = kronks;
            if !saved {
                self.outcome.qualified &= !(1 << victim);
            }
            recorder.hear(|| record::struck(seat, victim, kronks, saved));
        }
    }

    /// Lets the seats that can still win raise their ceilings, from the archon on, in laps until
    /// nobody does, or in one lap (P11).
    pub(super) fn declare<P: Player, R: Recorder<Step>>(
        &mut self,
        players: &mut [P],
        recorder: &mut R,
    ) {
        loop {
            let mut raised = false;
            for seat in self.open.order().seats() {
                let (now, most) = (self.ceilings[seat], self.most[seat]);
                if self.outcome.qualified >> seat & 1 == 0 || now == most {
                    continue;
                }
                let ceilings = players[seat].declare(&self.shown(seat, true));
                let is_legal = (now.hand..=most.hand).contains(&ceilings.hand)
                    && (now.combined..=most.combined).contains(&ceilings.combined);
                check_answer!(players[seat], seat, is_legal, ceilings, "{now:?} to {most:?}");
                if ceilings != now {
                    raised = true;
                    self.ceilings[seat] = ceilings;
                    self.outcome.scores[seat] = self.shown(seat, true).score_with(ceilings);
                    recorder.hear(|| record::declared(seat, ceilings));
                }
            }
            if !raised || self.rules.declare == Declare::Once {
                break;
            }
        }
        if !R::LISTENS {
            return;
        }
        for seat in self.open.order().seats() {
            if self.outcome.qualified >> seat & 1 == 1 {
                let score = &self.outcome.scores[seat];
                let [hand, combined] =
                    self.evaluator.spent(&self.hands[seat], &self.piles[seat], score);
                recorder.hear(|| record::scored(seat, score, &hand, &combined));
            }
        }
    }

    /// Finds the best score among seats that can still win (E1); equal ones throw for it (M4).
    pub(super) fn win<L: Luck, R: Recorder<Step>>(&mut self, luck: &mut L, recorder: &mut R) {
        let (mut equals, mut many) = ([0; MAX_PLAYERS], 0);
        let scores = &self.outcome.scores;
        for seat in (0..self.open.players).filter(|seat| self.outcome.qualified >> seat & 1 == 1) {
            let order = match many {
                0 => Ordering::Greater,
                _ => self.evaluator.compare(&scores[seat], &scores[equals[0]]),
            };
            if order == Ordering::Greater {
                many = 0;
            }
            if order != Ordering::Less {
                equals[many] = seat;
                many += 1;
            }
        }
        self.outcome.equals = many as u32;
        self.outcome.winner = equals[0];
        if many > 1 {
            recorder.hear(|| record::threw(&equals[..many]));
            let shown = |equal: usize| (equals[equal] + 1).to_string();
            let tie = "seats {} throw for it";
            let ruling = Ruling { key: "throw", options: many, shown: &shown, tie };
            self.outcome.winner = equals[luck.rule(Purpose::Blind, &ruling)];
        }
        let seat = self.outcome.winner;
        recorder.hear(|| record::won(seat, &self.reason(seat)));
    }

    /// The reason that a seat won: the comparison between it and the best of the others.
    #[cold]
    fn reason(&self, winner: usize) -> Reason {
        let scores = &self.outcome.scores;
        let rivals = self.open.order().seats();
        let rivals =
            rivals.filter(|&seat| seat != winner && self.outcome.qualified >> seat & 1 == 1);
        let mut best: Vec<usize> = Vec::new();
        for seat in rivals {
            let order = best.first().map_or(Ordering::Equal, |&first| {
                self.evaluator.compare(&scores[seat], &scores[first])
            });
            if order == Ordering::Greater {
                best.clear();
            }
            if order != Ordering::Less {
                best.push(seat);
            }
        }
        let Some(&first) = best.first() else { return Reason::Alone };
        best.sort_unstable();
        match self.evaluator.decider(&scores[winner], &scores[first]) {
            None => Reason::Threw { over: best },
            Some((decider, _)) => {
                let words = self.evaluator.decided_by(&scores[winner], &scores[first], decider);
                let alone =
                    self.rules.merge == Merge::Single && scores[winner].hand.value != Value::NONE;
                Reason::Decided { over: best, decider, alone, words }
            }
        }
    }

    /// The kronks that a seat pays for, in both stages and for a krako.
    #[inline]
    fn kronks(&self, seat: usize) -> u32 {
        let stages = match self.outcome.qualified >> seat & 1 {
            1 => self.outcome.scores[seat].spent(),
            _ => 0,
        };
        u32::from(self.krakos[seat]) + stages
    }

    /// Pays bonuses for the events of each seat, from the archon on (M2).
    #[cold]
    fn pay_bonuses<R: Recorder<Step>>(&mut self, recorder: &mut R) {
        let players = self.open.players;
        for seat in self.open.order().seats() {
            for event in self.happened(seat) {
                let Outcome { nets, bank, .. } = &mut self.outcome;
                if let Some(payment) = self.bonuses.pay(seat, event, 1, &mut nets[..players], bank)
                {
                    let event = events::of_a_seat()[event];
                    recorder.hear(|| payment.step("M2", event, QUATLOOS));
                }
            }
        }
    }

    /// The events of a seat in this round, by index in [`events::of_a_seat`].
    fn happened(&self, seat: usize) -> Vec<usize> {
        let Outcome { winner, qualified, equals, redeemed, ref scores, .. } = self.outcome;
        let mut happened = Vec::new();
        let qualified = qualified >> seat & 1 == 1;
        if qualified {
            let score = &scores[seat];
            let hand = hand_place(score.hand.value);
            let declared = [hand, HAND_PLACES + combined_place(score.combined.value)];
            happened.extend(declared);
            if seat == winner {
                happened.extend(declared.map(|event| events::WINS + event));
            }
        }
        let kronks = self.kronks(seat) as usize;
        happened.push(events::KRONKS + kronks.min(events::KRONKS_APART - 1));
        let equal = || self.evaluator.compare(&scores[seat], &scores[winner]) == Ordering::Equal;
        let others = [
            (events::REDEEMED, redeemed >> seat & 1 == 1),
            (events::STRUCK, !qualified),
            (events::THROWN, qualified && equals > 1 && equal()),
        ];
        happened.extend(others.into_iter().filter(|(_, so)| *so).map(|(event, _)| event));
        happened
    }

    /// Settles the payments for kronks, pays the kitty to a player that has won often enough (M2,
    /// M5), and moves the deal on (S1).
    pub(super) fn pay<L: Luck, R: Recorder<Step>>(&mut self, luck: &mut L, recorder: &mut R) {
        let (players, landru, archon) = (self.open.players, self.open.landru, self.open.archon());
        let (winner, price) = (self.outcome.winner, self.rules.kronk_price());
        self.outcome.kronks = 0;
        for seat in self.open.order().seats() {
            let kronks = self.kronks(seat);
            self.outcome.kronks += kronks;
            let quatloos = i64::from(kronks) * price;
            if quatloos == 0 {
                continue;
            }
            self.outcome.nets[seat] -= quatloos;
            let to = match self.rules.kronk_payee {
                // The landru's own go to the archon.
                KronkPayee::Landru if seat == landru => Payee::Seat(archon),
                KronkPayee::Landru => Payee::Seat(landru),
                KronkPayee::Kitty => Payee::Kitty,
                KronkPayee::Bank => Payee::Bank,
            };
            match to {
                Payee::Seat(payee) => self.outcome.nets[payee] += quatloos,
                Payee::Kitty => self.kitty += quatloos,
                Payee::Bank => self.outcome.bank += quatloos,
            }
            recorder.hear(|| record::paid(seat, kronks, quatloos, to));
        }
        for seat in 0..players {
            self.day[seat] += self.outcome.nets[seat];
        }
        self.wins[winner] += 1;
        self.outcome.outta = !self.challenge(winner, recorder);
        if self.outcome.outta {
            self.outcome.nets[winner] += self.kitty;
            recorder.hear(|| record::outta(winner, self.kitty));
        }
        if !self.bonuses.is_empty() {
            self.pay_bonuses(recorder);
        }
        for seat in 0..players {
            recorder.hear(|| QUATLOOS.settled("M2", Some(seat), self.outcome.nets[seat]));
        }
        if self.rules.has_bank() {
            recorder.hear(|| QUATLOOS.settled("M2", None, self.outcome.bank));
        }
        self.open.landru = match self.rules.dealership {
            Dealership::Rotate => self.open.order().after(landru),
            Dealership::Winner => winner,
            Dealership::Random => luck.after_round(Purpose::Dealer, players as u32) as usize,
        };
    }

    /// Whether the game goes on after a round is won: the winner is not out yet, or is challenged
    /// (M5).
    #[inline]
    fn challenge<R: Recorder<Step>>(&mut self, winner: usize, recorder: &mut R) -> bool {
        if self.rules.overtime == 0 {
            return false;
        }
        let next = self.rules.overtime_winner == OvertimeWinner::NextRound;
        let out = next || self.wins[winner] > self.challenges;
        let behind = (0..self.open.players)
            .filter(|&seat| seat != winner && self.day[seat] < 0)
            .fold(0, |behind, seat| behind | 1 << seat);
        let called = self.rules.overtime_called == OvertimeCalled::Always || behind != 0;
        let challenged = out && called && self.challenges < self.rules.overtime;
        recorder.hear(|| record::tally(&self.wins));
        if out {
            self.challenges += u32::from(challenged);
            let by = match self.rules.overtime_called {
                OvertimeCalled::Always => None,
                OvertimeCalled::LosersAhead => Some(behind),
            };
            let needed = if next { None } else { Some(self.challenges + 1) };
            recorder.hear(|| record::out(winner, challenged, by, needed));
        }
        !out || challenged
    }
}
