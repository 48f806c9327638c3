//! One hand of Zinbiddle, in the order of the rulebook.

mod actions;
mod betting;
mod showdown;

use super::hand::{Card, KINDS, LEVELS, Place, Pyramid, Ranks, ranks};
use super::record::{Recorder, RoundEvent, Silent};
use super::rules::{CarryJoins, MAX_PLAYERS, ROUNDS, RakeFrom, Rules, UNITS_PER_ANTE, millionths};
use super::view::{Answer, MOST_SHOWN, Open, OpenSeat, Player, Seats, View, When};
use crate::cards::random::{Purpose, Seed};
use crate::cards::{Known, Pile, Recall};
use crate::framework::bonus::Payer;
use crate::framework::luck::{self, Luck, Whom};
use std::mem::swap;
use std::ops::ControlFlow;

/// Luck drawn from the keys of a hand.
pub type Keyed = luck::Keyed<MAX_PLAYERS>;

/// The reason why a hand ended before the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Early {
    /// Only this seat is still in (Z8).
    Alone(usize),
    /// This seat called a natural zinbiddle (Z10).
    Called(usize),
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All but one folded (Z8).
    AllFolded,
    /// A natural zinbiddle was called (Z10).
    Zinbiddle,
    /// The hand came to a showdown (Z11).
    Showdown {
        /// Number of pyramids shown.
        shown: u8,
        /// Number of them without a misfire.
        playable: u8,
        /// Number of Ion Barrages among them (Z18).
        ions: u8,
        /// Whether the fourth quarter was won, or one player took everything (Z14).
        bonus_won: bool,
        /// Whether the rest of the jackpot was taken (Z15).
        jackpot: bool,
    },
}

/// The outcome of a hand; money is in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The way it ended.
    pub ending: Ending,
    /// Each seat's net, in units.
    pub nets: [i64; MAX_PLAYERS],
    /// The seats with a positive net.
    pub won: Seats,
    /// The house's net, in units.
    pub house: i64,
    /// The pot at the end.
    pub pot: i64,
    /// The carry to the next hand.
    pub carry: i64,
}

impl Outcome {
    const NONE: Outcome = Outcome {
        ending: Ending::AllFolded,
        nets: [0; MAX_PLAYERS],
        won: 0,
        house: 0,
        pot: 0,
        carry: 0,
    };
}

/// The state that carries over from hand to hand of a session.
#[derive(Clone, Debug)]
pub(super) struct CarryOver {
    /// The shoes.
    pub(super) piles: Vec<Pile>,
    /// The carry, in units (Z14).
    pub(super) carry: i64,
    /// The jackpot, in units (Z15).
    pub(super) jackpot: i64,
    /// The number of the next hand.
    pub(super) hand: u32,
}

/// The outcome of a betting round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bets {
    /// Bet units that each seat has put into the pot.
    pub(super) paid: [u8; MAX_PLAYERS],
    /// Seats still in.
    pub(super) still_in: Seats,
    /// The reason why the hand ended, if it did.
    pub(super) early: Option<Early>,
}

/// A hand with all betting and actions done, but not settled; money is in units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    /// The seat that acted first.
    pub(super) first: usize,
    /// Each seat's cards.
    pub(super) cards: [Pyramid; MAX_PLAYERS],
    /// Money that each seat has put into the pot or paid for actions.
    pub(super) paid: [i64; MAX_PLAYERS],
    /// Money that each seat has paid to the house in addition (step 1).
    pub(super) raked: i64,
    /// Seats still in.
    pub(super) still_in: Seats,
    /// The pot.
    pub(super) pot: i64,
    /// The bonus, kept until a fourth quarter is won (Z14).
    pub(super) bonus: i64,
    /// The house's net so far.
    pub(super) house: i64,
}

/// A table: its rules, its shoes, the cards on it, and the state that carries over from hand to
/// hand. Reused from hand to hand and from session to session.
#[derive(Clone, Debug)]
pub struct Table<'r> {
    rules: &'r Rules,
    ranks: &'static Ranks,
    pub(super) open: Open,
    /// Each seat's cards, face-down ones included.
    cards: [Pyramid; MAX_PLAYERS],
    pub(super) piles: Vec<Pile>,
    /// The shoe of each level (Z3).
    pub(super) shoe_of: [usize; LEVELS],
    /// The number of dealt cards from which a shoe is shuffled before the next hand (Z4).
    pub(super) shuffled_from: u32,
    /// The carry, in units (Z14).
    carry: i64,
    /// Fractions in millionths (Z9, Z15).
    action_rake: i64,
    jackpot_share: i64,
    ion_share: i64,
    side_bets: Seats,
    /// Bets and raises of the last betting round.
    bets: u32,
    /// Whether the cards seen are counted.
    counted: bool,
    /// Whether they are counted even if no player counts cards.
    watched: bool,
    /// Whether a player who counts cards has missed one.
    missing: bool,
    /// The payer of bonuses (Z19).
    bonuses: Payer,
    /// The winners of the fourth quarter and the taker of the rest of the jackpot, at a showdown.
    fourth: Seats,
    jackpot_taker: Seats,
    outcome: Outcome,
}

impl<'r> Table<'r> {
    /// Creates a table at the beginning of a session. The rules must pass
    /// [`check`](crate::framework::GameRules::check).
    pub fn new(rules: &'r Rules) -> Table<'r> {
        let pile = Pile::new(&rules.deck()).unwrap_or_else(|| unreachable!("at most 16,200 cards"));
        let mut table = Table {
            rules,
            ranks: Ranks::get(),
            open: Open {
                players: usize::from(rules.players),
                units: std::array::from_fn(|round| {
                    i64::from(rules.bet_units[round]) * UNITS_PER_ANTE
                }),
                allowances: std::array::from_fn(|level| rules.allowance(level)),
                replacements: std::array::from_fn(|from| rules.replacements(from)),
                kinds: std::array::from_fn(|level| {
                    rules.action_kinds[level].iter().fold(0, |kinds, kind| kinds | kind.bit())
                }),
                first: 0,
                hand: 0,
                still_in: 0,
                pot: 0,
                bonus: 0,
                jackpot: 0,
                seats: [OpenSeat::NONE; MAX_PLAYERS],
                seen: [[0; KINDS]; LEVELS],
                log: [(0, 0); MOST_SHOWN],
                logged: 0,
                shown: [[0; KINDS]; LEVELS],
                seen_numbers: [[0; 8]; LEVELS],
                shown_numbers: [[0; 8]; LEVELS],
                full: rules.deck(),
                missed: [[[0; KINDS]; LEVELS]; MAX_PLAYERS],
            },
            cards: [Pyramid::EMPTY; MAX_PLAYERS],
            piles: (0..rules.shoe_count()).map(|shoe| pile.clone().numbered(shoe)).collect(),
            shoe_of: std::array::from_fn(|level| rules.shoe_of(level)),
            shuffled_from: rules.shuffled_from(),
            carry: 0,
            action_rake: millionths(rules.action_rake),
            jackpot_share: millionths(rules.jackpot_share),
            ion_share: millionths(rules.ion_share),
            side_bets: 0,
            bets: 0,
            counted: true,
            watched: false,
            missing: false,
            bonuses: rules.payer(),
            fourth: 0,
            jackpot_taker: 0,
            outcome: Outcome::NONE,
        };
        table.new_session();
        table
    }

    /// Z17: starts a session with fresh shoes, no carry, and the jackpot at its seed.
    pub fn new_session(&mut self) {
        (0..self.piles.len()).for_each(|shoe| self.shuffle(shoe));
        self.carry = 0;
        self.open.jackpot = self.jackpot_seed();
        self.open.hand = 0;
    }

    /// Swaps the state that carries over with that of another table.
    #[inline]
    pub(super) fn exchange(&mut self, carry_over: &mut CarryOver) {
        swap(&mut self.piles, &mut carry_over.piles);
        swap(&mut self.carry, &mut carry_over.carry);
        swap(&mut self.open.jackpot, &mut carry_over.jackpot);
        swap(&mut self.open.hand, &mut carry_over.hand);
    }

    /// The outcome of a betting round among the seats `still_in`, with a bet unit of one; the seats
    /// `naturals` hold a natural zinbiddle that they may call.
    pub(super) fn only_bet<P: Player>(
        &mut self,
        players: &mut [P],
        still_in: Seats,
        naturals: Seats,
    ) -> Bets {
        self.begin(0, &mut Silent);
        self.open.units = [1; ROUNDS];
        self.open.still_in = still_in;
        for seat in (0..players.len()).filter(|seat| naturals >> seat & 1 == 1) {
            self.cards[seat].put_level(0, [Card::SIX; 4]);
        }
        let luck = &mut Keyed::new(Seed::new(0).round(0, 0));
        let early = self.betting::<1, P, Keyed, Silent>(players, luck, &mut Silent).break_value();
        let paid = self.open.seats.map(|seat| seat.paid as u8);
        Bets { paid, still_in: self.open.still_in, early }
    }

    /// Settles a hand that was played up to the showdown elsewhere, where nobody counts cards.
    pub(super) fn end(&mut self, played: &Played) -> &Outcome {
        self.counted = false;
        self.cards = played.cards;
        self.open.first = played.first;
        self.open.still_in = played.still_in;
        (self.open.pot, self.open.bonus) = (played.pot, played.bonus);
        for seat in 0..self.open.players {
            self.open.seats[seat].paid = played.paid[seat];
            self.outcome.nets[seat] = -played.raked;
        }
        self.outcome.house = played.house;
        self.finish(None, &mut Silent);
        &self.outcome
    }

    /// Sets the start of a written hand: its number in the session, from 0, and the carry and the
    /// jackpot, in units; a jackpot of `None` is at its seed.
    pub fn begin_at(&mut self, hand: u32, carry: i64, jackpot: Option<i64>) {
        self.open.hand = hand;
        self.carry = carry;
        self.open.jackpot = jackpot.unwrap_or_else(|| self.jackpot_seed());
    }

    /// Counts the cards seen even if no player does.
    pub(super) fn watch(&mut self) {
        self.watched = true;
    }

    /// The shoes, for counting the cards left in them.
    pub fn piles(&self) -> &[Pile] {
        &self.piles
    }

    /// All cards of a seat, for tests and traces.
    pub fn pyramid(&self, seat: usize) -> &Pyramid {
        &self.cards[seat]
    }

    /// The outcome of the last hand.
    #[inline]
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The jackpot, in units (Z15).
    pub fn jackpot(&self) -> i64 {
        self.open.jackpot
    }

    /// Plays a hand. `players` are in seat order; `first` is the seat that acts first.
    #[inline]
    pub fn hand<P: Player, L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
        first: usize,
    ) -> &Outcome {
        self.counted = self.watched || players.iter().any(Player::counts);
        self.begin(first, recorder);
        let early = self.play(players, luck, recorder).break_value();
        self.finish(early, recorder);
        if self.counted {
            self.forget(players, luck);
        }
        &self.outcome
    }

    /// Settles a hand, by the showdown (step 12) or by its early end.
    #[inline]
    fn finish<R: Recorder<RoundEvent>>(&mut self, early: Option<Early>, recorder: &mut R) {
        self.outcome.pot = self.open.pot;
        self.outcome.ending = match early {
            Some(Early::Alone(seat)) => {
                self.take_pot(seat, false, recorder);
                Ending::AllFolded
            }
            Some(Early::Called(seat)) => {
                self.take_pot(seat, true, recorder);
                Ending::Zinbiddle
            }
            None => self.showdown(recorder),
        };
        if !self.bonuses.is_empty() {
            self.pay_bonuses(early, recorder);
        }
        self.settle(recorder);
    }

    /// Adds the cards shown in the hand to the seats' memories, except those that a seat misses.
    fn forget<P: Player, L: Luck>(&mut self, players: &[P], luck: &L) {
        for (seat, player) in players.iter().enumerate() {
            let error_rate = player.error_rate();
            let notices = (error_rate > 0).then(|| luck.notices(seat)).flatten();
            let Some(mut stream) = notices else { continue };
            self.missing = true;
            for &(shoe, kind) in &self.open.log[..self.open.logged] {
                let missed = stream.below(Recall::WHOLE) < error_rate;
                self.open.missed[seat][usize::from(shoe)][usize::from(kind)] += u16::from(missed);
            }
        }
    }

    /// Clears the missed cards of a shoe.
    fn clear_missed(&mut self, shoe: usize) {
        if self.missing {
            self.open.missed.iter_mut().for_each(|seat| seat[shoe] = [0; KINDS]);
        }
    }

    /// A seat's knowledge of a shoe before the deal.
    pub fn known(&self, seat: usize, shoe: usize) -> Known<KINDS> {
        let (seen, missed) = (&self.open.seen[shoe], &self.open.missed[seat][shoe]);
        Known {
            full: self.open.full,
            table: [0; KINDS],
            noticed: std::array::from_fn(|kind| seen[kind].saturating_sub(missed[kind])),
            gone: seen.iter().map(|&count| u32::from(count)).sum(),
        }
    }

    /// Removes the cards of earlier hands from full shoes. `take` removes them and returns the kind of
    /// each, and whether all have seen it.
    pub fn leave_out(&mut self, mut take: impl FnMut(&mut Pile) -> Vec<(usize, bool)>) {
        for (shoe, pile) in self.piles.iter_mut().enumerate() {
            for (kind, _) in take(pile).into_iter().filter(|(_, is_seen)| *is_seen) {
                self.open.seen[shoe][kind] += 1;
                self.open.seen_numbers[shoe][Card::of_kind(kind).number() as usize] += 1;
            }
        }
    }

    /// The kinds of the cards of earlier hands, by shoe: first those that all have seen; `None` for
    /// the others. Needs a table that watches.
    pub fn gone(&self) -> Vec<Vec<Option<usize>>> {
        let gone = |shoe: usize| {
            if self.shuffle_is_due(shoe) {
                return Vec::new();
            }
            let seen = self.open.seen[shoe].iter().enumerate();
            let seen =
                seen.flat_map(|(kind, &many)| std::iter::repeat_n(Some(kind), usize::from(many)));
            let unseen = std::iter::repeat(None);
            seen.chain(unseen).take(self.piles[shoe].dealt() as usize).collect()
        };
        (0..self.piles.len()).map(gone).collect()
    }

    /// Whether a shoe is shuffled before the next hand (Z4).
    pub fn shuffle_is_due(&self, shoe: usize) -> bool {
        self.piles[shoe].dealt() >= self.shuffled_from
    }

    /// Steps 1 to 11, until the hand ends.
    #[inline]
    fn play<P: Player, L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) -> ControlFlow<Early> {
        // Step 1.
        self.antes(recorder);

        // Step 2: thrusters dealt unseen, blind bets, side bets.
        self.deal::<0, 4, L, R>(luck, recorder);
        self.betting::<0, P, L, R>(players, luck, recorder)?;
        self.place_side_bets(players, luck, recorder);

        // Step 3: the players look; a natural zinbiddle may be called.
        self.look(players, When { round: 1, levels: 1, looked: true, bets: self.bets, owed: 0 });
        let third = self.betting::<1, P, L, R>(players, luck, recorder);
        self.settle_side_bets(third, recorder);
        third?;

        // Steps 4 and 5.
        self.actions::<0, P, L, R>(players, luck, recorder);
        self.betting::<2, P, L, R>(players, luck, recorder)?;

        // Steps 6 and 7: shields.
        self.deal::<1, 2, L, R>(luck, recorder);
        self.look(players, When { round: 3, levels: 2, looked: true, bets: self.bets, owed: 0 });
        self.betting::<3, P, L, R>(players, luck, recorder)?;
        self.actions::<1, P, L, R>(players, luck, recorder);
        self.betting::<4, P, L, R>(players, luck, recorder)?;

        // Steps 8 and 9: gunners.
        self.deal::<2, 2, L, R>(luck, recorder);
        self.look(players, When { round: 5, levels: 3, looked: true, bets: self.bets, owed: 0 });
        self.betting::<5, P, L, R>(players, luck, recorder)?;
        self.actions::<2, P, L, R>(players, luck, recorder);
        self.betting::<6, P, L, R>(players, luck, recorder)?;

        // Step 10: capstones. Z16: a dealt Ion Barrage ends the play.
        if self.deal_capstones(luck, recorder) {
            return ControlFlow::Continue(());
        }
        self.look(players, When { round: 7, levels: 4, looked: true, bets: self.bets, owed: 0 });
        self.betting::<7, P, L, R>(players, luck, recorder)?;

        // Step 11.
        self.actions::<3, P, L, R>(players, luck, recorder);
        self.betting::<8, P, L, R>(players, luck, recorder)
    }

    /// All seats in turn order.
    #[inline]
    fn turn_order(&self) -> impl Iterator<Item = usize> + use<> {
        self.open.order().seats()
    }

    /// The next of some seats in turn order, starting with seat `from`.
    #[inline]
    fn next_of(seats: Seats, from: usize) -> usize {
        let seats = u32::from(seats);
        let later = seats & !0 << from;
        (if later != 0 { later } else { seats }).trailing_zeros() as usize
    }

    #[inline]
    fn is_in(&self, seat: usize) -> bool {
        self.open.still_in >> seat & 1 == 1
    }

    #[inline(always)]
    fn view(&self, seat: usize, when: When) -> View<'_> {
        let own = &self.cards[seat];
        View { rules: self.rules, ranks: self.ranks, open: &self.open, own, seat, when }
    }

    /// Lets the players still in look at their own cards.
    #[inline(always)]
    fn look<P: Player>(&self, players: &mut [P], when: When) {
        for (seat, player) in players.iter_mut().enumerate() {
            if self.is_in(seat) {
                player.look(&self.view(seat, when));
            }
        }
    }

    pub(super) fn jackpot_seed(&self) -> i64 {
        i64::from(self.rules.jackpot_seed) * UNITS_PER_ANTE
    }

    /// Starts a hand: clears the table, shuffles the shoes that are due (Z4) and adds the carry
    /// (Z14).
    #[inline]
    fn begin<R: Recorder<RoundEvent>>(&mut self, first: usize, recorder: &mut R) {
        let players = self.open.players;
        for shoe in 0..self.piles.len() {
            let pile = &mut self.piles[shoe];
            if pile.dealt() >= self.shuffled_from {
                self.shuffle(shoe);
                recorder.hear(|| RoundEvent::Shuffled { shoe, of: self.piles.len() });
            } else {
                pile.begin_hand();
            }
        }
        let open = &mut self.open;
        if open.logged > 0 {
            open.logged = 0;
            open.shown = [[0; KINDS]; LEVELS];
            open.shown_numbers = [[0; 8]; LEVELS];
        }
        open.first = first;
        open.still_in = (1_u16 << players).wrapping_sub(1) as Seats;
        for seat in 0..players {
            self.cards[seat] = Pyramid::EMPTY;
            let seat = &mut open.seats[seat];
            (seat.paid, seat.up, seat.bold, seat.used) = (0, 0, 0, 0);
        }
        let carry = std::mem::take(&mut self.carry);
        (open.pot, open.bonus) = match self.rules.carry_joins {
            CarryJoins::Pot => (carry, 0),
            CarryJoins::Bonus => (0, carry),
        };
        self.side_bets = 0;
        self.outcome.nets = [0; MAX_PLAYERS];
        self.outcome.house = 0;
        let (hand, jackpot) = (open.hand, open.jackpot);
        recorder.hear(|| RoundEvent::Began {
            hand,
            first,
            carry,
            joins: self.rules.carry_joins,
            jackpot,
        });
    }

    /// Z4: puts all cards back into a shoe, of which nothing has been seen from then on.
    fn shuffle(&mut self, shoe: usize) {
        self.piles[shoe].shuffle();
        self.open.seen[shoe] = [0; KINDS];
        self.open.seen_numbers[shoe] = [0; 8];
        self.clear_missed(shoe);
    }

    /// Moves money from a seat into the pot.
    #[inline]
    fn pay(&mut self, seat: usize, amount: i64) {
        self.open.seats[seat].paid += amount;
        self.open.pot += amount;
    }

    /// Step 1: antes, and the rake of every n-th hand.
    #[inline]
    fn antes<R: Recorder<RoundEvent>>(&mut self, recorder: &mut R) {
        for seat in 0..self.open.players {
            self.pay(seat, UNITS_PER_ANTE);
        }
        recorder.hear(|| RoundEvent::Anted { players: self.open.players, pot: self.open.pot });
        let every = self.rules.rake_every;
        if every > 0 && (self.open.hand + 1).is_multiple_of(every) {
            let owed = self.open.players as i64 * UNITS_PER_ANTE;
            let taken = match self.rules.rake_from {
                RakeFrom::Extra => {
                    let players = &mut self.outcome.nets[..self.open.players];
                    players.iter_mut().for_each(|net| *net -= UNITS_PER_ANTE);
                    owed
                }
                RakeFrom::Pot => {
                    let taken = owed.min(self.open.pot);
                    self.open.pot -= taken;
                    taken
                }
            };
            self.outcome.house += taken;
            recorder.hear(|| RoundEvent::Raked {
                from: self.rules.rake_from,
                taken,
                pot: self.open.pot,
            });
        }
    }

    /// Z5: deals a level of `N` places to the seats still in, in turn order, port to starboard; the
    /// thrusters face down.
    #[inline(never)]
    fn deal<const LEVEL: usize, const N: usize, L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        luck: &mut L,
        recorder: &mut R,
    ) {
        let places = Place::of_level(LEVEL);
        debug_assert!(places.len() == N);
        let shoe = self.shoe_of[LEVEL];
        let needed = self.open.players * N;
        if (self.piles[shoe].left() as usize) < needed {
            return self.deal_scarce(places, luck, recorder);
        }
        let still_in = self.open.still_in;
        let turns = self.turn_order().map(|seat| (still_in >> seat & 1 == 1).then_some(seat));
        let (pyramids, seats) = (&mut self.cards, &mut self.open.seats);
        luck.deal_each(&mut self.piles[shoe], turns, |seat, kinds: [usize; N]| {
            let cards = kinds.map(Card::of_kind);
            let seat = seat & (MAX_PLAYERS - 1);
            pyramids[seat].put_level(LEVEL, cards);
            if LEVEL > 0 {
                seats[seat].up |= Place::bits_of_level(LEVEL);
                seats[seat].shown.put_level(LEVEL, cards);
            }
        });
        if self.counted || R::LISTENS {
            for seat in self.turn_order() {
                for &place in if self.is_in(seat) { places } else { &[] } {
                    let card = self.cards[seat].card(place);
                    if LEVEL > 0 {
                        self.note(card, shoe);
                    }
                    recorder.hear(|| RoundEvent::Dealt { seat, place, card });
                    self.report_ion(seat, place, recorder);
                }
            }
        }
    }

    /// Z4: deals places from a shoe that may run out.
    #[cold]
    fn deal_scarce<L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        places: &[Place],
        luck: &mut L,
        recorder: &mut R,
    ) {
        for seat in self.turn_order() {
            if !self.is_in(seat) {
                places.iter().for_each(|_| luck.skip());
                continue;
            }
            for &place in places {
                let shoe = self.shoe_of[place.level()];
                self.refill_if_empty(shoe, recorder);
                let (whom, pile) = (Whom::Seat(seat), &mut self.piles[shoe]);
                let card = Card::of_kind(luck.card(Purpose::Deal, whom, pile));
                self.cards[seat].put(place, card);
                if place.level() > 0 {
                    self.turn_up(seat, place, shoe);
                }
                recorder.hear(|| RoundEvent::Dealt { seat, place, card });
                self.report_ion(seat, place, recorder);
            }
        }
    }

    /// Z16: reports an Ion Barrage that a dealt capstone completes.
    #[inline(always)]
    fn report_ion<R: Recorder<RoundEvent>>(&self, seat: usize, place: Place, recorder: &mut R) {
        let completes = || place.level() + 1 == LEVELS && self.has_ion_barrage(seat);
        if R::LISTENS && self.rules.ion_ends_hand && completes() {
            recorder.hear(|| RoundEvent::IonDealt { seat, pyramid: self.cards[seat] });
        }
    }

    /// Step 10: deals the capstones one by one. Returns whether one of them completes an Ion
    /// Barrage that ends the play (Z16); the others are dealt all the same.
    #[inline]
    fn deal_capstones<L: Luck, R: Recorder<RoundEvent>>(
        &mut self,
        luck: &mut L,
        recorder: &mut R,
    ) -> bool {
        self.deal::<3, 1, L, R>(luck, recorder);
        let mut ends = false;
        if self.rules.ion_ends_hand {
            for seat in self.turn_order() {
                ends |= self.is_in(seat) && self.has_ion_barrage(seat);
            }
        }
        if ends {
            recorder.hear(|| RoundEvent::PlayEnded);
        }
        ends
    }

    /// Z18: whether a seat has an Ion Barrage. For most rows the flanks need not be ranked.
    #[inline(always)]
    fn has_ion_barrage(&self, seat: usize) -> bool {
        let pyramid = &self.cards[seat];
        self.ranks.row_of(pyramid) == ranks::BARRAGE_OF_FOURS
            && self.ranks.pyramid(pyramid).is_ion_barrage()
    }

    /// Z4: puts the cards of earlier hands back into a shoe that has run out. From then on, only
    /// the cards shown in this hand count as seen.
    #[inline]
    fn refill_if_empty<R: Recorder<RoundEvent>>(&mut self, shoe: usize, recorder: &mut R) {
        if self.piles[shoe].left() == 0 {
            self.refill(shoe, recorder);
        }
    }

    #[cold]
    fn refill<R: Recorder<RoundEvent>>(&mut self, shoe: usize, recorder: &mut R) {
        let refilled = self.piles[shoe].refill();
        debug_assert!(refilled, "rules under which a hand can empty a shoe are refused (Z4)");
        self.open.seen[shoe] = self.open.shown[shoe];
        self.open.seen_numbers[shoe] = self.open.shown_numbers[shoe];
        self.clear_missed(shoe);
        let (of, cards) = (self.piles.len(), self.piles[shoe].left());
        recorder.hear(|| RoundEvent::Reshuffled { shoe, of, cards });
    }

    /// Records a card of a shoe as seen by all.
    #[inline]
    fn note(&mut self, card: Card, shoe: usize) {
        if !self.counted {
            return;
        }
        self.open.seen[shoe][card.kind()] += 1;
        self.open.shown[shoe][card.kind()] += 1;
        let number = card.number() as usize;
        self.open.seen_numbers[shoe][number] += 1;
        self.open.shown_numbers[shoe][number] += 1;
        self.open.log[self.open.logged] = (shoe as u8, card.kind() as u8);
        self.open.logged += 1;
    }

    /// Turns up the card at a place; it came from `shoe`.
    #[inline]
    fn turn_up(&mut self, seat: usize, place: Place, shoe: usize) {
        let card = self.cards[seat].card(place);
        self.open.seats[seat].up |= 1 << place.index();
        self.open.seats[seat].shown.put(place, card);
        self.note(card, shoe);
    }

    /// Turns up the hole cards of a seat that are still face down.
    #[inline]
    fn reveal_row(&mut self, seat: usize) {
        const ROW: u16 = (1 << Place::up_to(0)) - 1;
        let mut hidden = ROW & !self.open.seats[seat].up;
        self.open.seats[seat].up |= ROW;
        self.open.seats[seat].shown.take_row(&self.cards[seat]);
        while self.counted && hidden != 0 {
            let place = Place::from_index(hidden.trailing_zeros() as usize);
            self.note(self.cards[seat].card(place), self.shoe_of[0]);
            hidden &= hidden - 1;
        }
    }

    /// The house's rake on the price of an action, in units (Z9). The odd unit of the division is the
    /// house's (Z19).
    #[inline]
    pub(super) fn rake_of(&self, price: i64) -> i64 {
        price - price * (1_000_000 - self.action_rake) / 1_000_000
    }

    /// Computes the nets of the hand (Z19).
    #[inline]
    fn settle<R: Recorder<RoundEvent>>(&mut self, recorder: &mut R) {
        let mut won: Seats = 0;
        for seat in 0..self.open.players {
            let net = self.outcome.nets[seat] - self.open.seats[seat].paid;
            self.outcome.nets[seat] = net;
            won |= Seats::from(net > 0) << seat;
            recorder.hear(|| RoundEvent::Settled { seat, net });
        }
        self.outcome.won = won;
        self.outcome.carry = self.carry;
        recorder.hear(|| RoundEvent::House { net: self.outcome.house, carry: self.carry });
        self.open.hand += 1;
    }

    /// Z17: ends the session. The players share the carry; its odd units go to the house.
    pub fn close<R: Recorder<RoundEvent>>(&mut self, recorder: &mut R) -> &Outcome {
        let carry = std::mem::take(&mut self.carry);
        let all = (1_u16 << self.open.players).wrapping_sub(1) as Seats;
        let (each, odd) = self.share(carry, all);
        self.outcome.house += odd;
        self.outcome.carry = 0;
        recorder.hear(|| RoundEvent::Closed { each, odd, jackpot: self.open.jackpot });
        &self.outcome
    }
}

/// Resolves an answer, drawing if the seat left it to chance.
#[inline]
fn answered<L: Luck>(answer: Answer, luck: &mut L, seat: usize) -> bool {
    match answer {
        Answer::Yes => true,
        Answer::No => false,
        Answer::Mix { yes, no } => {
            luck.below(Purpose::Choices(seat), u32::from(yes) + u32::from(no)) < u32::from(yes)
        }
    }
}
