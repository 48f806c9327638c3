//! One hand of Zinbiddle, in the order of the rulebook.

use super::hand::{Card, KINDS, LEVELS, Line, NEIGHBOURS, Place, Pyramid, Ranks, Standing, ranks};
use super::player::{
    Answer, Bet, BetChoice, Deed, MOST_SHOWN, Open, OpenSeat, Pilot, Player, Seats, View, When,
};
use super::record::{Old, Price, Recorder, Silent, Tell, Whole};
use super::rules::{
    CarryJoins, EqualIons, FlankResortShows, JackpotTo, MAX_PLAYERS, ROUNDS, RakeFrom,
    ReplacementFrom, Rules, Shoes, Shuffle, UNITS_PER_ANTE, WildCapWins, millionths,
};
use crate::cards::random::{Keys, Purpose, Seed, Stream};
use crate::cards::{Known, Pile, Recall};
use std::mem::swap;
use std::ops::ControlFlow;

/// Where a hand's luck comes from: keyed streams, or a script.
pub trait Luck {
    /// A card that is dealt. The pile is not empty.
    fn deal(&mut self, pile: &mut Pile) -> Card;
    /// Cards of a level, to one seat after the other, with `None` for those that have folded. The
    /// pile holds as many.
    #[inline(always)]
    fn deal_each<const N: usize>(
        &mut self,
        pile: &mut Pile,
        turns: impl Iterator<Item = Option<usize>>,
        mut put: impl FnMut(usize, [Card; N]),
    ) {
        for turn in turns {
            match turn {
                Some(seat) => put(seat, std::array::from_fn(|_| self.deal(pile))),
                None => (0..N).for_each(|_| self.skip()),
            }
        }
    }
    /// The card that a seat is not dealt because it has folded: others' cards stay the same.
    fn skip(&mut self);
    /// A card that a seat buys (Z9). The pile is not empty.
    fn replace(&mut self, seat: usize, pile: &mut Pile) -> Card;
    /// A number below `bound`, at most 2^15, for a seat that plays by chance.
    fn choose(&mut self, seat: usize, bound: u32) -> u32;
    /// The luck of a seat in noticing the cards of the hand; who has none notices all of them.
    fn notices(&self, seat: usize) -> Option<Stream> {
        let _ = seat;
        None
    }
}

/// Luck from the keys of a hand.
#[derive(Clone, Debug)]
pub struct Keyed {
    keys: Keys,
    deal: Stream,
    draws: [Option<Stream>; MAX_PLAYERS],
    choices: [Option<Stream>; MAX_PLAYERS],
}

impl Keyed {
    /// The luck of a hand, from its beginning.
    #[inline]
    pub fn new(keys: Keys) -> Keyed {
        Keyed {
            keys,
            deal: keys.stream(Purpose::Deal),
            draws: [const { None }; MAX_PLAYERS],
            choices: [const { None }; MAX_PLAYERS],
        }
    }
}

impl Luck for Keyed {
    #[inline]
    fn deal(&mut self, pile: &mut Pile) -> Card {
        Card::of_kind(pile.draw(&mut self.deal).into())
    }

    #[inline(always)]
    fn deal_each<const N: usize>(
        &mut self,
        pile: &mut Pile,
        turns: impl Iterator<Item = Option<usize>>,
        mut put: impl FnMut(usize, [Card; N]),
    ) {
        // In registers from seat to seat.
        let mut stream = self.deal.clone();
        for turn in turns {
            match turn {
                Some(seat) => {
                    let kinds = pile.draw_each(&mut stream);
                    put(seat, kinds.map(|kind| Card::of_kind(kind.into())));
                }
                None => (0..N).for_each(|_| {
                    stream.below(1);
                }),
            }
        }
        self.deal = stream;
    }

    #[inline]
    fn skip(&mut self) {
        self.deal.below(1);
    }

    #[inline(always)]
    fn replace(&mut self, seat: usize, pile: &mut Pile) -> Card {
        let keys = self.keys;
        let stream = self.draws[seat].get_or_insert_with(|| keys.stream(Purpose::Draws(seat)));
        Card::of_kind(pile.draw(stream).into())
    }

    #[inline]
    fn choose(&mut self, seat: usize, bound: u32) -> u32 {
        let keys = self.keys;
        let stream = self.choices[seat].get_or_insert_with(|| keys.stream(Purpose::Choices(seat)));
        stream.below(bound)
    }

    fn notices(&self, seat: usize) -> Option<Stream> {
        Some(self.keys.stream(Purpose::Misses(seat)))
    }
}

/// What ended a hand before the showdown.
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
    /// With a showdown (Z11).
    Showdown {
        /// Pyramids shown.
        shown: u8,
        /// Those of them without a misfire.
        playable: u8,
        /// Ion Barrages among them (Z18).
        ions: u8,
        /// Whether the fourth quarter was won, or one player took everything (Z14).
        bonus_won: bool,
        /// Whether the rest of the jackpot was taken (Z15).
        jackpot: bool,
    },
}

/// How a hand came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Each seat's net, in units.
    pub nets: [i64; MAX_PLAYERS],
    /// The seats that have more than before.
    pub won: Seats,
    /// The house's net, in units.
    pub house: i64,
    /// The pot at the end.
    pub pot: i64,
    /// What carries over to the next hand.
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

/// What rides from hand to hand of a session.
#[derive(Clone, Debug)]
pub(super) struct Riding {
    /// The shoes.
    pub(super) piles: Vec<Pile>,
    /// What nobody has won yet (Z14).
    pub(super) carry: i64,
    /// What the jackpot holds (Z15).
    pub(super) jackpot: i64,
    /// The number of the next hand.
    pub(super) hand: u32,
}

/// What a betting round came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bets {
    /// Units that each seat has put into the pot.
    pub(super) paid: [u8; MAX_PLAYERS],
    /// Seats still in.
    pub(super) still_in: Seats,
    /// What ended the hand, if anything did.
    pub(super) early: Option<Early>,
}

/// A hand that nobody bets or acts in any more, but that is not settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    /// The seat that acted first.
    pub(super) first: usize,
    /// Each seat's cards.
    pub(super) cards: [Pyramid; MAX_PLAYERS],
    /// What each seat has put into the pot or paid for actions.
    pub(super) paid: [i64; MAX_PLAYERS],
    /// What each seat has paid to the house beside that (step 1).
    pub(super) raked: i64,
    /// Seats still in.
    pub(super) still_in: Seats,
    /// The pot.
    pub(super) pot: i64,
    /// What rides until a fourth quarter is won (Z14).
    pub(super) bonus: i64,
    /// The house's net so far.
    pub(super) house: i64,
}

/// A table: its rules, its shoes, what lies on it, and what rides from hand to hand. Reused from
/// hand to hand and from session to session.
#[derive(Clone, Debug)]
pub struct Table<'r> {
    rules: &'r Rules,
    ranks: &'static Ranks,
    pub(super) open: Open,
    /// Each seat's cards, face down ones included.
    cards: [Pyramid; MAX_PLAYERS],
    pub(super) piles: Vec<Pile>,
    /// The shoe of each level (Z3).
    pub(super) shoe_of: [usize; LEVELS],
    /// A shoe that has dealt so many cards is shuffled before the next hand (Z4).
    pub(super) shuffled_from: u32,
    /// What nobody has won yet (Z14).
    carry: i64,
    /// Parts of a million (Z9, Z15).
    action_rake: i64,
    jackpot_share: i64,
    ion_share: i64,
    side_bets: Seats,
    /// Bets and raises of the last betting round.
    bets: u32,
    /// Whether somebody counts cards.
    counted: bool,
    /// Whether a card has been missed by somebody who does.
    missing: bool,
    outcome: Outcome,
}

impl<'r> Table<'r> {
    /// A table at the beginning of a session. The rules must be ones that
    /// [`check`](crate::framework::GameRules::check) finds nothing wrong with.
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
                missed: [[[0; KINDS]; LEVELS]; MAX_PLAYERS],
            },
            cards: [Pyramid::EMPTY; MAX_PLAYERS],
            piles: vec![pile; rules.shoe_count()],
            shoe_of: match rules.shoes {
                Shoes::OneDeck => [0; LEVELS],
                Shoes::PerLevel => [0, 1, 2, 3],
            },
            shuffled_from: match rules.shuffle {
                Shuffle::EveryHand => 1,
                Shuffle::Penetration(x) => (f64::from(rules.cards()) * x).ceil() as u32,
            },
            carry: 0,
            action_rake: millionths(rules.action_rake),
            jackpot_share: millionths(rules.jackpot_share),
            ion_share: millionths(rules.ion_share),
            side_bets: 0,
            bets: 0,
            counted: true,
            missing: false,
            outcome: Outcome::NONE,
        };
        table.new_session();
        table
    }

    /// Z17: fresh shoes, no carry, the jackpot at its seed.
    pub fn new_session(&mut self) {
        (0..self.piles.len()).for_each(|shoe| self.shuffle(shoe));
        self.carry = 0;
        self.open.jackpot = self.jackpot_seed();
        self.open.hand = 0;
    }

    /// Takes up what another table rides on, and leaves its own there.
    #[inline]
    pub(super) fn exchange(&mut self, riding: &mut Riding) {
        swap(&mut self.piles, &mut riding.piles);
        swap(&mut self.carry, &mut riding.carry);
        swap(&mut self.open.jackpot, &mut riding.jackpot);
        swap(&mut self.open.hand, &mut riding.hand);
    }

    /// What a betting round comes to for some seats still in, if some of them hold a natural
    /// zinbiddle that they may call, with a unit of one.
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

    /// Ends a hand that has come to the showdown elsewhere, at a table where nobody counts cards.
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

    /// Sets what a written hand begins with: its number in the session and the carry.
    pub fn begin_at(&mut self, hand: u32, carry: i64) {
        self.open.hand = hand;
        self.carry = carry;
    }

    /// The shoes, for tests that count cards.
    pub fn piles(&self) -> &[Pile] {
        &self.piles
    }

    /// All cards of a seat, for tests and traces.
    pub fn pyramid(&self, seat: usize) -> &Pyramid {
        &self.cards[seat]
    }

    /// How the last hand came out.
    #[inline]
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// What the jackpot holds, in units (Z15).
    pub fn jackpot(&self) -> i64 {
        self.open.jackpot
    }

    /// Plays a hand. `players` are the seats in order, `first` is the one that acts first.
    #[inline]
    pub fn hand<P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
        first: usize,
    ) -> &Outcome {
        self.counted = players.iter().any(Player::counts);
        self.begin(first, tell);
        let early = self.play(players, luck, tell).break_value();
        self.finish(early, tell);
        if self.counted {
            self.forget(players, luck);
        }
        &self.outcome
    }

    /// Step 12, or what ended the hand before it.
    #[inline]
    fn finish<R: Recorder>(&mut self, early: Option<Early>, tell: &mut R) {
        self.outcome.pot = self.open.pot;
        self.outcome.ending = match early {
            Some(Early::Alone(seat)) => {
                self.take_pot(seat, false, tell);
                Ending::AllFolded
            }
            Some(Early::Called(seat)) => {
                self.take_pot(seat, true, tell);
                Ending::Zinbiddle
            }
            None => self.showdown(tell),
        };
        self.settle(tell);
    }

    /// The cards that the hand has shown pass into the seats' memories, but for those that a seat
    /// fails to notice.
    fn forget<P: Player, L: Luck>(&mut self, players: &[P], luck: &L) {
        for (seat, player) in players.iter().enumerate() {
            let misses = player.misses();
            let Some(mut stream) = luck.notices(seat).filter(|_| misses > 0) else { continue };
            self.missing = true;
            for &(shoe, kind) in &self.open.log[..self.open.logged] {
                let missed = stream.below(Recall::WHOLE) < misses;
                self.open.missed[seat][usize::from(shoe)][usize::from(kind)] += u16::from(missed);
            }
        }
    }

    /// Nobody has missed a card of a shoe any more.
    fn clear_missed(&mut self, shoe: usize) {
        if self.missing {
            self.open.missed.iter_mut().for_each(|seat| seat[shoe] = [0; KINDS]);
        }
    }

    /// What a seat knows of a shoe before the deal.
    pub fn known(&self, seat: usize, shoe: usize) -> Known<KINDS> {
        let (seen, missed) = (&self.open.seen[shoe], &self.open.missed[seat][shoe]);
        Known {
            full: self.rules.deck(),
            table: [0; KINDS],
            noticed: std::array::from_fn(|kind| seen[kind].saturating_sub(missed[kind])),
            gone: seen.iter().map(|&count| u32::from(count)).sum(),
        }
    }

    /// Whether the shoe is shuffled before the next hand (Z4).
    pub fn shuffle_is_due(&self, shoe: usize) -> bool {
        self.piles[shoe].dealt() >= self.shuffled_from
    }

    /// Steps 1 to 11, as far as they go.
    #[inline]
    fn play<P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
    ) -> ControlFlow<Early> {
        // Step 1.
        self.antes(tell);

        // Step 2: thrusters that nobody has seen yet, blind bets, side bets.
        self.deal::<0, 4, L, R>(luck, tell);
        self.betting::<0, P, L, R>(players, luck, tell)?;
        self.place_side_bets(players, luck, tell);

        // Step 3: the players look; a natural zinbiddle may be called.
        self.look(players, When { round: 1, levels: 1, looked: true, bets: self.bets, owed: 0 });
        let third = self.betting::<1, P, L, R>(players, luck, tell);
        self.settle_side_bets(third, tell);
        third?;

        // Steps 4 and 5.
        self.actions::<0, P, L, R>(players, luck, tell);
        self.betting::<2, P, L, R>(players, luck, tell)?;

        // Steps 6 and 7: shields.
        self.deal::<1, 2, L, R>(luck, tell);
        self.look(players, When { round: 3, levels: 2, looked: true, bets: self.bets, owed: 0 });
        self.betting::<3, P, L, R>(players, luck, tell)?;
        self.actions::<1, P, L, R>(players, luck, tell);
        self.betting::<4, P, L, R>(players, luck, tell)?;

        // Steps 8 and 9: gunners.
        self.deal::<2, 2, L, R>(luck, tell);
        self.look(players, When { round: 5, levels: 3, looked: true, bets: self.bets, owed: 0 });
        self.betting::<5, P, L, R>(players, luck, tell)?;
        self.actions::<2, P, L, R>(players, luck, tell);
        self.betting::<6, P, L, R>(players, luck, tell)?;

        // Step 10: capstones. Z16: an Ion Barrage ends the play.
        if self.deal_capstones(luck, tell) {
            return ControlFlow::Continue(());
        }
        self.look(players, When { round: 7, levels: 4, looked: true, bets: self.bets, owed: 0 });
        self.betting::<7, P, L, R>(players, luck, tell)?;

        // Step 11.
        self.actions::<3, P, L, R>(players, luck, tell);
        self.betting::<8, P, L, R>(players, luck, tell)
    }

    /// All seats in turn order.
    #[inline]
    fn turn_order(&self) -> impl Iterator<Item = usize> + use<> {
        let (mut next, players) = (self.open.first, self.open.players);
        (0..players).map(move |_| {
            let seat = next;
            next = if seat + 1 == players { 0 } else { seat + 1 };
            seat
        })
    }

    /// Whoever is next in turn order among some seats, from a seat on, that one included.
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

    /// Those still in see their own cards.
    #[inline(always)]
    fn look<P: Player>(&self, players: &mut [P], when: When) {
        for (seat, player) in players.iter_mut().enumerate() {
            if self.is_in(seat) {
                player.look(&self.view(seat, when));
            }
        }
    }

    fn jackpot_seed(&self) -> i64 {
        i64::from(self.rules.jackpot_seed) * UNITS_PER_ANTE
    }

    /// Clears the table. Z4: shuffles what is due. Z14: the carry joins.
    #[inline]
    fn begin<R: Recorder>(&mut self, first: usize, tell: &mut R) {
        let players = self.open.players;
        for shoe in 0..self.piles.len() {
            let pile = &mut self.piles[shoe];
            if pile.dealt() >= self.shuffled_from {
                self.shuffle(shoe);
                tell.event(Tell::Shuffled { shoe, of: self.piles.len() });
            } else {
                pile.begin_hand();
            }
        }
        self.open.logged = 0;
        let open = &mut self.open;
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
        tell.event(Tell::Began { hand, first, carry, joins: self.rules.carry_joins, jackpot });
    }

    /// Z4: all cards of a shoe are back in it, and nothing of it has been seen.
    fn shuffle(&mut self, shoe: usize) {
        self.piles[shoe].shuffle();
        self.open.seen[shoe] = [0; KINDS];
        self.clear_missed(shoe);
    }

    /// A seat puts money into the pot.
    #[inline]
    fn pay(&mut self, seat: usize, amount: i64) {
        self.open.seats[seat].paid += amount;
        self.open.pot += amount;
    }

    /// Step 1: antes, and the rake of every n-th hand.
    #[inline]
    fn antes<R: Recorder>(&mut self, tell: &mut R) {
        for seat in 0..self.open.players {
            self.pay(seat, UNITS_PER_ANTE);
        }
        tell.event(Tell::Anted { players: self.open.players, pot: self.open.pot });
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
            tell.event(Tell::Raked { from: self.rules.rake_from, taken, pot: self.open.pot });
        }
    }

    /// Z5: a level, of so many places, is dealt to those still in, in turn order, port to
    /// starboard; the thrusters face down.
    #[inline(never)]
    fn deal<const LEVEL: usize, const N: usize, L: Luck, R: Recorder>(
        &mut self,
        luck: &mut L,
        tell: &mut R,
    ) {
        let places = Place::of_level(LEVEL);
        debug_assert!(places.len() == N);
        let shoe = self.shoe_of[LEVEL];
        let needed = self.open.players * N;
        if (self.piles[shoe].left() as usize) < needed {
            return self.deal_scarce(places, luck, tell);
        }
        let still_in = self.open.still_in;
        let turns = self.turn_order().map(|seat| (still_in >> seat & 1 == 1).then_some(seat));
        let (pyramids, seats) = (&mut self.cards, &mut self.open.seats);
        luck.deal_each(&mut self.piles[shoe], turns, |seat, cards: [Card; N]| {
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
                    tell.event(Tell::Dealt { seat, place, card });
                    self.tell_ion(seat, place, tell);
                }
            }
        }
    }

    /// Z4: the same from a shoe that may run out.
    #[cold]
    fn deal_scarce<L: Luck, R: Recorder>(&mut self, places: &[Place], luck: &mut L, tell: &mut R) {
        for seat in self.turn_order() {
            if !self.is_in(seat) {
                places.iter().for_each(|_| luck.skip());
                continue;
            }
            for &place in places {
                let shoe = self.shoe_of[place.level()];
                self.refill_if_empty(shoe, tell);
                let card = luck.deal(&mut self.piles[shoe]);
                self.cards[seat].put(place, card);
                if place.level() > 0 {
                    self.turn_up(seat, place, shoe);
                }
                tell.event(Tell::Dealt { seat, place, card });
                self.tell_ion(seat, place, tell);
            }
        }
    }

    /// Z16: an Ion Barrage that a dealt capstone completes is shown at once.
    #[inline(always)]
    fn tell_ion<R: Recorder>(&self, seat: usize, place: Place, tell: &mut R) {
        let completes = || place.level() + 1 == LEVELS && self.has_ion_barrage(seat);
        if R::LISTENS && self.rules.ion_ends_hand && completes() {
            tell.event(Tell::IonDealt { seat, pyramid: self.cards[seat] });
        }
    }

    /// Step 10: capstones one by one. Whether one of them completes an Ion Barrage that ends the
    /// play (Z16); the others are dealt all the same.
    #[inline]
    fn deal_capstones<L: Luck, R: Recorder>(&mut self, luck: &mut L, tell: &mut R) -> bool {
        self.deal::<3, 1, L, R>(luck, tell);
        let mut ends = false;
        if self.rules.ion_ends_hand {
            for seat in self.turn_order() {
                ends |= self.is_in(seat) && self.has_ion_barrage(seat);
            }
        }
        if ends {
            tell.event(Tell::PlayEnded);
        }
        ends
    }

    /// Z18. Few rows are worth a look at the flanks.
    #[inline(always)]
    fn has_ion_barrage(&self, seat: usize) -> bool {
        let pyramid = &self.cards[seat];
        self.ranks.row_of(pyramid) == ranks::BARRAGE_OF_FOURS
            && self.ranks.pyramid(pyramid).is_ion_barrage()
    }

    /// Z4: a shoe that has run out takes back the cards of earlier hands. Then all that has been
    /// seen of it is what this hand has shown.
    #[inline]
    fn refill_if_empty<R: Recorder>(&mut self, shoe: usize, tell: &mut R) {
        if self.piles[shoe].left() == 0 {
            self.refill(shoe, tell);
        }
    }

    #[cold]
    fn refill<R: Recorder>(&mut self, shoe: usize, tell: &mut R) {
        let refilled = self.piles[shoe].refill();
        debug_assert!(refilled, "rules under which a hand can empty a shoe are refused (Z4)");
        self.open.seen[shoe] = [0; KINDS];
        for &(of, kind) in &self.open.log[..self.open.logged] {
            self.open.seen[shoe][usize::from(kind)] += u16::from(usize::from(of) == shoe);
        }
        self.clear_missed(shoe);
        let (of, cards) = (self.piles.len(), self.piles[shoe].left());
        tell.event(Tell::Reshuffled { shoe, of, cards });
    }

    /// All see a card of a shoe.
    #[inline]
    fn note(&mut self, card: Card, shoe: usize) {
        if !self.counted {
            return;
        }
        self.open.seen[shoe][card.kind()] += 1;
        self.open.log[self.open.logged] = (shoe as u8, card.kind() as u8);
        self.open.logged += 1;
    }

    /// The card at a place lies face up from now on; it came from `shoe`.
    #[inline]
    fn turn_up(&mut self, seat: usize, place: Place, shoe: usize) {
        let card = self.cards[seat].card(place);
        self.open.seats[seat].up |= 1 << place.index();
        self.open.seats[seat].shown.put(place, card);
        self.note(card, shoe);
    }

    /// Z8: a betting round. In the second one a natural zinbiddle may be called on a seat's first
    /// turn (Z10).
    #[inline(always)]
    fn betting<const ROUND: usize, P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
    ) -> ControlFlow<Early> {
        self.bets = 0;
        // Who may do other than check as long as nobody bets.
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
            false => self.bet_aloud::<ROUND, P, L, R>(players, luck, tell, loud),
        }
    }

    /// The same where some seats have something to say.
    #[inline(never)]
    fn bet_aloud<const ROUND: usize, P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
        loud: Seats,
    ) -> ControlFlow<Early> {
        let unit = self.open.units[ROUND];
        tell.event(Tell::Betting { round: ROUND, unit });
        // Until somebody bets nobody owes anything, and each seat has one turn.
        let mut waiting = self.open.still_in;
        let mut next = self.open.first;
        let (mut seat, mut bet) = loop {
            let seat = next;
            next = self.seat_after(seat);
            if waiting >> seat & 1 == 0 {
                continue;
            }
            waiting &= !(1 << seat);
            if loud >> seat & 1 == 1 {
                let bet = self.turn::<ROUND, P, L, R>(players, luck, tell, seat, true, [0, 0])?;
                if bet != Bet::Check {
                    break (seat, bet);
                }
            }
            let (bet, pot) = (Bet::Check, self.open.pot);
            tell.event(Tell::Bets { seat, bet, to_call: 0, paid: 0, stands_at: 0, pot });
            if waiting == 0 {
                tell.event(Tell::BettingOver { round: ROUND, still_in: self.open.still_in, pot });
                return ControlFlow::Continue(());
            }
        };
        // Seats that had no turn yet; how many bets each seat has matched.
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
            tell.event(Tell::Bets { seat, bet, to_call, paid, stands_at, pot });
            if bet == Bet::Fold && self.open.still_in.is_power_of_two() {
                let last = self.open.still_in.trailing_zeros() as usize;
                return ControlFlow::Break(Early::Alone(last));
            }
            if waiting == 0 {
                break;
            }
            while waiting >> next & 1 == 0 {
                next = self.seat_after(next);
            }
            seat = next;
            next = self.seat_after(seat);
            let first = fresh >> seat & 1 == 1;
            fresh &= !(1 << seat);
            let when = [bets, bets - matched[seat]];
            bet = self.turn::<ROUND, P, L, R>(players, luck, tell, seat, first, when)?;
        }
        self.bets = bets;
        let (still_in, pot) = (self.open.still_in, self.open.pot);
        tell.event(Tell::BettingOver { round: ROUND, still_in, pot });
        ControlFlow::Continue(())
    }

    /// A betting round, with so many bets so far and so many of them not matched.
    #[inline(always)]
    fn when<const ROUND: usize>(bets: u32, owed: u32) -> When {
        const LEVELS_DEALT: [usize; ROUNDS] = [1, 1, 1, 2, 2, 3, 3, 4, 4];
        When { round: ROUND, levels: LEVELS_DEALT[ROUND], looked: ROUND > 0, bets, owed }
    }

    /// The seat to the left.
    #[inline(always)]
    fn seat_after(&self, seat: usize) -> usize {
        if seat + 1 == self.open.players { 0 } else { seat + 1 }
    }

    /// A seat's turn in a betting round, its first one or not, with so many bets so far and so
    /// many of them not matched.
    #[inline(always)]
    fn turn<const ROUND: usize, P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
        seat: usize,
        first: bool,
        [bets, owed]: [u32; 2],
    ) -> ControlFlow<Early, Bet> {
        let when = Self::when::<ROUND>(bets, owed);
        if ROUND == 1 && first && self.calls_zinbiddle(&mut players[seat], luck, seat, when) {
            let cards = self.cards[seat].line(Line::Row);
            self.reveal_row(seat);
            tell.event(Tell::Zinbiddle { seat, cards });
            return ControlFlow::Break(Early::Called(seat));
        }
        let view = self.view(seat, when);
        let bet = match players[seat].bet(&view) {
            BetChoice::Do(bet) => bet,
            BetChoice::Mix(weights) => Bet::ALL[draw(&weights, luck, seat)],
        };
        debug_assert!(view.allows_bet(bet), "{bet:?} is illegal: {view:?}");
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

    /// All see the hole cards of a seat that are still face down.
    #[inline]
    fn reveal_row(&mut self, seat: usize) {
        const ROW: u16 = (1 << Place::up_to(0)) - 1;
        let mut hidden = ROW & !self.open.seats[seat].up;
        self.open.seats[seat].up |= ROW;
        self.open.seats[seat].shown.take_row(&self.cards[seat]);
        while self.counted && hidden != 0 {
            let place = Place::of(hidden.trailing_zeros() as usize);
            self.note(self.cards[seat].card(place), self.shoe_of[0]);
            hidden &= hidden - 1;
        }
    }

    /// Z15: zinbiddle bets of those still in, placed before they look.
    #[inline]
    fn place_side_bets<P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
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
                tell.event(Tell::SideBet { seat, stake });
            }
        }
    }

    /// Z15: step 3 is over; zinbiddle bets are paid or lost.
    #[inline]
    fn settle_side_bets<R: Recorder>(&mut self, third: ControlFlow<Early>, tell: &mut R) {
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
            tell.event(Tell::SideBetSettled { seat, paid });
        }
        // The part of the jackpot; its odd units stay with the house.
        let added = lost * self.jackpot_share / 1_000_000;
        self.open.jackpot += added;
        if added > 0 {
            tell.event(Tell::JackpotGrew { lost, added, jackpot: self.open.jackpot });
        }
    }

    /// Z9: pilot actions of the level that was dealt last, one at a time in turn order, round
    /// after round.
    #[inline(never)]
    fn actions<const LEVEL: usize, P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
    ) {
        let allowed = self.open.allowances[LEVEL];
        if self.open.kinds[LEVEL] == 0 {
            return;
        }
        // Nobody folds here.
        let price = self.rules.action_price(self.open.still_in.count_ones(), LEVEL + 1);
        let rake = self.rake_of(price);
        tell.event(Tell::Actions { level: LEVEL, price, rake });
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
                tell.event(Tell::Passed { seat });
                acting &= !(1 << seat);
                continue;
            }
            self.act::<LEVEL, L, R>(action, seat, [price, rake], luck, tell);
            players[seat].look(&self.view(seat, when));
            acting &= !(Seats::from(self.open.seats[seat].used == allowed) << seat);
        }
    }

    /// What the house takes of the price of an action (Z9).
    #[inline]
    pub(super) fn rake_of(&self, price: i64) -> i64 {
        price * self.action_rake / 1_000_000
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
        let action = player.action(&view, |weights| draw(weights, luck, seat));
        debug_assert!(view.allows(action), "{action:?} is illegal: {view:?}");
        action
    }

    /// Z9: a seat pays for an action and takes it.
    #[inline]
    fn act<const LEVEL: usize, L: Luck, R: Recorder>(
        &mut self,
        action: Pilot,
        seat: usize,
        [price, rake]: [i64; 2],
        luck: &mut L,
        tell: &mut R,
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
                self.refill_if_empty(shoe, tell);
                let card = luck.replace(seat, &mut self.piles[shoe]);
                self.cards[seat].put(place, card);
                self.turn_up(seat, place, shoe);
                let shown = !hidden || self.rules.replaced_shown;
                let old = Old { card: old, hidden, shown };
                tell.event(Tell::Replaced { seat, place, old, card, price });
                Deed::Replaced(place)
            }
            Pilot::Transpose(number) => {
                let (a, b) = NEIGHBOURS[usize::from(number)];
                let turned = self.rearrange(seat, [a, b], [b, a], false);
                let cards = (self.cards[seat].card(a), self.cards[seat].card(b));
                tell.event(Tell::Transposed { seat, places: (a, b), cards, turned, price });
                Deed::Transposed(a, b)
            }
            Pilot::Resort(line, order) => {
                let places = line.places();
                let all =
                    line != Line::Row && self.rules.flank_resort_shows == FlankResortShows::AllFour;
                let turned = self.rearrange(seat, places, order.apply(places), all);
                let cards = self.cards[seat].line(line);
                tell.event(Tell::Resorted { seat, line, order, cards, turned, price });
                Deed::Resorted(line)
            }
        };
        let used = &mut self.open.seats[seat].used;
        self.open.seats[seat].deeds[usize::from(*used)] = deed;
        *used += 1;
    }

    /// Cards go `to` where they are to lie `from` where they lay, each with its face. Z7: a hole
    /// card that comes to lie above the thrusters is turned up, or each is (`all`, Z9). Returns the
    /// places where one was.
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
            // By numbers: few processors guess right which cards are face up.
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
            // Face-down cards are thrusters as dealt.
            self.note(now.card(Place::of(left.trailing_zeros() as usize)), self.shoe_of[0]);
            left &= left - 1;
        }
        turned
    }

    /// Z8, Z10: a seat takes the pot without a showdown.
    #[inline]
    fn take_pot<R: Recorder>(&mut self, seat: usize, called: bool, tell: &mut R) {
        self.outcome.nets[seat] += self.open.pot;
        self.carry = self.open.bonus;
        tell.event(Tell::TakesPot { seat, called, pot: self.open.pot });
    }

    /// Step 12.
    #[inline]
    fn showdown<R: Recorder>(&mut self, tell: &mut R) -> Ending {
        let pot = self.open.pot;
        tell.event(Tell::Showdown { pot, bonus: self.open.bonus });
        // Z11: all are shown; a misfire is out.
        let mut standings = [Standing::default(); MAX_PLAYERS];
        let (mut playable, mut ions, mut capped): (Seats, Seats, Seats) = (0, 0, 0);
        for seat in self.turn_order() {
            if !self.is_in(seat) {
                continue;
            }
            self.reveal_row(seat);
            let standing = self.ranks.pyramid(&self.cards[seat]);
            standings[seat] = standing;
            playable |= Seats::from(standing.playable()) << seat;
            // Z18
            if standing.is_ion_barrage() {
                ions |= 1 << seat;
                capped |= Seats::from(standing.is_six_capped()) << seat;
            }
            tell.event(Tell::Shown { seat, pyramid: self.cards[seat], standing });
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
                tell.event(Tell::Carried { amount: pot });
                false
            }
            _ if ions != 0 && self.rules.ion_takes_all => {
                let by = match () {
                    () if beaten != 0 => Whole::SixCapped,
                    () if later != 0 => Whole::FirstIon,
                    () => Whole::IonBarrage,
                };
                self.take_everything(ions & !(beaten | later), by, tell)
            }
            1 => self.take_everything(playable, Whole::OnlyPlayable, tell),
            _ => self.quarters(&standings, playable, [beaten, later], tell),
        };
        let jackpot = ions != 0 && self.pay_jackpot(ions, capped, beaten, tell);
        Ending::Showdown {
            shown: self.open.still_in.count_ones() as u8,
            playable: playable.count_ones() as u8,
            ions: ions.count_ones() as u8,
            bonus_won,
            jackpot,
        }
    }

    /// Z14: the Ion Barrages that no Six makes better than the others, but for the first of them in
    /// turn order.
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

    /// Z11, Z18: the whole pot goes to some seats. One alone has the fourth quarter too, and so
    /// the bonus.
    #[inline]
    fn take_everything<R: Recorder>(&mut self, winners: Seats, by: Whole, tell: &mut R) -> bool {
        let alone = winners.is_power_of_two();
        let bonus = if alone { std::mem::take(&mut self.open.bonus) } else { 0 };
        let amount = self.open.pot + bonus;
        let (each, odd) = self.share(amount, winners);
        self.carry = self.open.bonus + odd;
        tell.event(Tell::TakesAll { winners, by, each });
        alone
    }

    /// Some seats share an amount equally: what each gets, and the odd units.
    #[inline]
    fn share(&mut self, amount: i64, winners: Seats) -> (i64, i64) {
        // Most often: no division.
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

    /// Z14: a quarter for each line, and one for whoever has two.
    #[inline]
    fn quarters<R: Recorder>(
        &mut self,
        standings: &[Standing; MAX_PLAYERS],
        playable: Seats,
        [beaten, later]: [Seats; 2],
        tell: &mut R,
    ) -> bool {
        let quarter = self.open.pot / 4;
        let mut carry = self.open.pot % 4;
        // The lowest bit of a flank's rank is its Six.
        let six = u8::from(self.rules.wild_cap_wins == WildCapWins::AllFlanks);
        // Seats with one line, and those with two or three, alone or not.
        let (mut once, mut twice): (Seats, Seats) = (0, 0);
        for line in Line::ALL {
            let worth = |seat: usize| match line {
                Line::Row => standings[seat].row,
                Line::Port => standings[seat].port & (0xfe | six),
                Line::Starboard => standings[seat].starboard & (0xfe | six),
            };
            // By numbers: few processors guess right who is best. What a misfire makes unplayable
            // is worth nothing here, and two at least are playable.
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
            tell.event(Tell::LineWon { line, winners, best, each });
            let counts =
                if self.rules.tie_counts || winners.is_power_of_two() { winners } else { 0 };
            twice |= once & counts;
            once |= counts;
        }
        let bonus = self.open.bonus;
        if twice == 0 {
            carry += quarter;
            tell.event(Tell::Carried { amount: quarter });
            self.carry = carry + bonus;
            return false;
        }
        let (each, odd) = self.share(quarter + bonus, twice);
        tell.event(Tell::FourthWon { winners: twice, each });
        self.carry = carry + odd;
        true
    }

    /// Z15: each Ion Barrage takes its share of the jackpot in seat order; then a Six-capped one
    /// takes the rest, of several the first in seat order. Whether one did.
    #[cold]
    fn pay_jackpot<R: Recorder>(
        &mut self,
        ions: Seats,
        capped: Seats,
        beaten: Seats,
        tell: &mut R,
    ) -> bool {
        if self.open.jackpot == 0 {
            return false;
        }
        for seat in (0..self.open.players).filter(|seat| ions >> seat & 1 == 1) {
            let amount = self.open.jackpot * self.ion_share / 1_000_000;
            self.take_jackpot(seat, amount, false, tell);
        }
        let takers = match self.rules.jackpot_to {
            JackpotTo::SixCapped => capped,
            JackpotTo::BeatsAnother if beaten != 0 => capped,
            JackpotTo::BeatsAnother => 0,
        };
        let rest = self.open.jackpot;
        let taken = takers != 0 && rest > 0;
        if taken {
            self.take_jackpot(takers.trailing_zeros() as usize, rest, true, tell);
        }
        let added = self.jackpot_seed() - self.open.jackpot;
        if added > 0 {
            self.open.jackpot += added;
            tell.event(Tell::JackpotRefilled { added, jackpot: self.open.jackpot });
        }
        taken
    }

    /// Z15: a seat takes an amount from the jackpot, which is the house's money.
    fn take_jackpot<R: Recorder>(&mut self, seat: usize, amount: i64, rest: bool, tell: &mut R) {
        if amount > 0 {
            self.open.jackpot -= amount;
            self.outcome.nets[seat] += amount;
            self.outcome.house -= amount;
            let jackpot = self.open.jackpot;
            tell.event(Tell::JackpotTaken { seat, amount, rest, jackpot });
        }
    }

    /// Nets of the hand (Z19).
    #[inline]
    fn settle<R: Recorder>(&mut self, tell: &mut R) {
        let mut won: Seats = 0;
        for seat in 0..self.open.players {
            let net = self.outcome.nets[seat] - self.open.seats[seat].paid;
            self.outcome.nets[seat] = net;
            won |= Seats::from(net > 0) << seat;
            tell.event(Tell::Settled { seat, net });
        }
        self.outcome.won = won;
        self.outcome.carry = self.carry;
        tell.event(Tell::House { net: self.outcome.house, carry: self.carry });
        self.open.hand += 1;
    }

    /// Z17: the session is over; the players share the carry. Its odd units go to the house.
    pub fn close<R: Recorder>(&mut self, tell: &mut R) -> &Outcome {
        let carry = std::mem::take(&mut self.carry);
        let all = (1_u16 << self.open.players).wrapping_sub(1) as Seats;
        let (each, odd) = self.share(carry, all);
        self.outcome.house += odd;
        self.outcome.carry = 0;
        tell.event(Tell::Closed { each, odd, jackpot: self.open.jackpot });
        &self.outcome
    }
}

/// A yes or no, drawn where the seat left it to chance.
#[inline]
fn answered<L: Luck>(answer: Answer, luck: &mut L, seat: usize) -> bool {
    match answer {
        Answer::Yes => true,
        Answer::No => false,
        Answer::Mix { yes, no } => {
            luck.choose(seat, u32::from(yes) + u32::from(no)) < u32::from(yes)
        }
    }
}

/// Draws a number by its weight.
fn draw<L: Luck>(weights: &[u16], luck: &mut L, seat: usize) -> usize {
    let sum = weights.iter().map(|&weight| u32::from(weight)).sum();
    debug_assert!(sum > 0, "a mix needs a weight above 0");
    let mut left = luck.choose(seat, sum);
    for (index, &weight) in weights.iter().enumerate() {
        if left < u32::from(weight) {
            return index;
        }
        left -= u32::from(weight);
    }
    0
}
