//! Pilot actions (Z7, Z9).

use super::{Card, Luck, Purpose, Table, Whom};
use crate::framework::check_answer;
use crate::games::zinbiddle::hand::{Line, NEIGHBOURS, Place};
use crate::games::zinbiddle::record::{Old, Price, Recorder, RoundEvent};
use crate::games::zinbiddle::rules::{FlankResortShows, ReplacementFrom};
use crate::games::zinbiddle::view::{Deed, Pilot, Player, Seats, When};

impl Table<'_> {
    /// Z9: runs the pilot actions of the level dealt last, one at a time in turn order, cycle after
    /// cycle.
    #[inline(never)]
    pub(super) fn actions<const LEVEL: usize, P: Player, L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) {
        let allowed = self.open.allowances[LEVEL];
        if self.open.kinds[LEVEL] == 0 {
            return;
        }
        // Nobody folds here.
        let price = self.rules.action_price(self.open.still_in.count_ones(), LEVEL + 1);
        let rake = self.rake_of(price);
        recorder.hear(|| RoundEvent::Actions { level: LEVEL, price, rake });
        let round = [2, 4, 6, 8][LEVEL];
        let when = When { round, levels: LEVEL + 1, looked: true, bets: self.bets, owed: 0 };
        let mut acting: Seats = 0;
        for seat in 0..self.open.players {
            acting |= Seats::from(self.open.seats[seat].used < allowed) << seat;
        }
        acting &= self.open.still_in;
        let mut from = self.open.first;
        while acting != 0 {
            let seat = Self::next_of(acting, from);
            from = seat + 1;
            let action = self.ask_pilot(&mut players[seat], luck, seat, when);
            if action == Pilot::Pass {
                recorder.hear(|| RoundEvent::Passed { seat });
                acting &= !(1 << seat);
                continue;
            }
            self.act::<LEVEL, L, R>(action, seat, [price, rake], luck, recorder);
            players[seat].look(&self.view(seat, when));
            acting &= !(Seats::from(self.open.seats[seat].used == allowed) << seat);
        }
    }

    #[inline(always)]
    fn ask_pilot<P: Player, L: Luck>(
        &mut self,
        player: &mut P,
        luck: &mut L,
        seat: usize,
        when: When,
    ) -> Pilot {
        let view = self.view(seat, when);
        let action = player.action(&view, |weights| luck.weighted(seat, weights));
        check_answer!(player, view, action);
        action
    }

    /// Z9: a seat pays for an action and takes it.
    #[inline]
    fn act<const LEVEL: usize, L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        action: Pilot,
        seat: usize,
        [price, rake]: [i64; 2],
        luck: &mut L,
        recorder: &mut R,
    ) {
        self.open.seats[seat].paid += price;
        self.open.pot += price - rake;
        self.outcome.house += rake;
        let price = Price { paid: price, rake, pot: self.open.pot };
        let deed = match action {
            Pilot::Pass => return,
            Pilot::Replace(place) => {
                let old = self.cards[seat].card(place);
                let hidden = self.open.seats[seat].up >> place.index() & 1 == 0;
                if self.rules.replaced_shown && hidden {
                    self.note(old, self.shoe_of[0]);
                }
                // Z3
                let level = match self.rules.replacement_from {
                    ReplacementFrom::CardLevel => place.level(),
                    ReplacementFrom::CurrentLevel => LEVEL,
                };
                let shoe = self.shoe_of[level];
                self.refill_if_empty(shoe, recorder);
                let (whom, pile) = (Whom::Seat(seat), &mut self.piles[shoe]);
                let card = Card::of_kind(luck.card(Purpose::Draws(seat), whom, pile));
                self.cards[seat].put(place, card);
                self.turn_up(seat, place, shoe);
                let shown = !hidden || self.rules.replaced_shown;
                let old = Old { card: old, hidden, shown };
                recorder.hear(|| RoundEvent::Replaced { seat, place, old, card, price });
                Deed::Replaced(place)
            }
            Pilot::Transpose(number) => {
                let (a, b) = NEIGHBOURS[usize::from(number)];
                let turned = self.rearrange(seat, [a, b], [b, a], false);
                let cards = (self.cards[seat].card(a), self.cards[seat].card(b));
                recorder.hear(|| RoundEvent::Transposed {
                    seat,
                    places: (a, b),
                    cards,
                    turned,
                    price,
                });
                Deed::Transposed(a, b)
            }
            Pilot::Resort(line, order) => {
                let places = line.places();
                let all =
                    line != Line::Row && self.rules.flank_resort_shows == FlankResortShows::AllFour;
                let turned = self.rearrange(seat, places, order.apply(places), all);
                let cards = self.cards[seat].line(line);
                recorder.hear(|| RoundEvent::Resorted { seat, line, order, cards, turned, price });
                Deed::Resorted(line)
            }
        };
        let used = &mut self.open.seats[seat].used;
        self.open.seats[seat].deeds[usize::from(*used)] = deed;
        *used += 1;
    }

    /// Moves cards of a seat between places, each with its face. Z7: a hole card that ends above
    /// the thrusters is turned up; with `all`, every hole card is (Z9). Returns the places, as
    /// bits, of the cards turned up.
    #[inline]
    fn rearrange<const N: usize>(
        &mut self,
        seat: usize,
        to: [Place; N],
        from: [Place; N],
        all: bool,
    ) -> u16 {
        let (cards, mut now) = (self.cards[seat], self.cards[seat]);
        let up = self.open.seats[seat].up;
        let (mut places, mut open, mut turned) = (0, 0, 0);
        let mut shown = self.open.seats[seat].shown;
        for (to, from) in to.into_iter().zip(from) {
            now.put(to, cards.card(from));
            let was_up = up >> from.index() & 1;
            places |= 1 << to.index();
            // Branch-free, since the face-up cards are hard to predict.
            let turns = (1 - was_up) & u16::from(all || to.level() > 0);
            turned |= turns << to.index();
            open |= (was_up | turns) << to.index();
            shown.take_if(was_up | turns == 1, to, &now);
        }
        self.cards[seat] = now;
        self.open.seats[seat].up = up & !places | open;
        self.open.seats[seat].shown = shown;
        let mut left = if self.counted { turned } else { 0 };
        while left != 0 {
            // Face-down cards are thrusters as dealt, so they came from that shoe.
            self.note(now.card(Place::from_index(left.trailing_zeros() as usize)), self.shoe_of[0]);
            left &= left - 1;
        }
        turned
    }
}
