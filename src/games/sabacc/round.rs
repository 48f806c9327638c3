//! One game of Corellian Spike Sabacc, in the order of the rulebook.

use super::cards::{Card, Hand, KINDS, MAX_COPIES, Packed, Rank, WideHand};
use super::events::{
    BLIND_DRAW, CATEGORIES, DOUBLE, JUNKED, JUNKED_OUT, OTHER_EVENTS, OTHERS, SEAT_EVENTS,
};
use super::hand::{Category, Ranking};
use super::record::{Recorder, RoundEvent, Silent};
use super::rules::{DealerMoves, Gain, MAX_PLAYERS, MAX_ROUNDS, Rules, UNITS_PER_ANTE};
use super::view::{Act, Action, Choice, Look, Open, Player, View};
use crate::cards::Pile;
use crate::cards::random::Purpose;
use crate::framework::bonus::Payer;
use crate::framework::check_answer;
use crate::framework::luck::{self, Dice, Luck, Whom};
use std::sync::Arc;

/// The luck of a game, derived from its keys. Every turn has its own stream, so that a seat's draws
/// in one round do not shift those of the next.
pub type Keyed = luck::Keyed<0>;

/// The number of a seat's turn in a round, which names its streams.
#[inline]
pub(super) const fn turn(seat: usize, round: usize) -> usize {
    MAX_PLAYERS * round + seat
}

/// The action of a choice, drawn by the host where the choice is random.
#[inline(never)]
fn chosen<H: Packed, L: Luck>(choice: Choice, view: &View<'_, H>, luck: &mut L) -> Action {
    let mut draw = |bound| luck.below(Purpose::Choices(turn(view.seat, view.open.round)), bound);
    match choice {
        Choice::Act(action) => action,
        Choice::Mix(mix) => {
            let total = mix.total();
            assert!(total > 0, "the weights of a mix add up to 0");
            mix.pick(draw(total))
        }
        Choice::Any => {
            let chosen = draw(view.legal().count() as u32);
            view.legal().nth(chosen as usize).unwrap_or(Action::Stand)
        }
    }
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Each seat's net, in money units.
    pub nets: [i64; MAX_PLAYERS],
    /// The house's net, in money units.
    pub house: i64,
    /// The seat that took the pot.
    pub winner: usize,
    /// The rank of each hand shown, by seat; 0 if it was not shown.
    pub ranks: [Rank; MAX_PLAYERS],
    /// Whether all others had junked (S8), so that no hand was shown.
    pub alone: bool,
    /// Whether a tie was broken by a blind draw (S14).
    pub blind_draw: bool,
    /// Rolls of the dice.
    pub rolls: u8,
    /// Doubles among them.
    pub doubles: u8,
}

/// A table: its rules, its cards, and the state of the game. Reused from game to game.
#[derive(Clone, Debug)]
pub struct Table<'r, H = Hand> {
    rules: &'r Rules,
    ranking: Arc<Ranking>,
    open: Open<H>,
    hands: [H; MAX_PLAYERS],
    pile: Pile,
    /// The rounds that ended with a double, one bit each.
    doubled: u16,
    bonuses: Payer,
    outcome: Outcome,
}

impl<'r> Table<'r> {
    /// A table with a full deck, which must be part of the published one.
    pub fn new(rules: &'r Rules) -> Table<'r> {
        debug_assert!(rules.deck().is_narrow(), "{:?} is for Table::wide", rules.copies);
        Table::packed(rules)
    }
}

impl<'r> Table<'r, WideHand> {
    /// A table with a full deck of any kind.
    pub fn wide(rules: &'r Rules) -> Table<'r, WideHand> {
        Table::packed(rules)
    }
}

impl<'r, H: Packed> Table<'r, H> {
    /// A table with a full deck; `H` must be able to pack its cards.
    pub(super) fn packed(rules: &'r Rules) -> Table<'r, H> {
        let deck = rules.deck();
        Table {
            rules,
            ranking: Ranking::for_rules(rules),
            open: Open {
                players: usize::from(rules.players),
                round: 0,
                first: 0,
                in_play: 0,
                cards: [0; MAX_PLAYERS],
                discards: H::default(),
                deck: deck.full(),
                top: Card::SYLOP,
                dealt: 0,
                acts: [[Act { action: None, card: None }; MAX_ROUNDS]; MAX_PLAYERS],
                begun: [Card::SYLOP; MAX_ROUNDS],
                pile: 0,
            },
            hands: [H::default(); MAX_PLAYERS],
            pile: deck.pile(),
            doubled: 0,
            bonuses: rules.payer(),
            outcome: Outcome::default(),
        }
    }

    /// The ranking of hands under these rules.
    pub fn ranking(&self) -> &Arc<Ranking> {
        &self.ranking
    }

    /// The current hand of each seat; empty if it junked.
    pub fn hands(&self) -> &[H] {
        &self.hands[..self.open.players]
    }

    /// Every card of the deck: draw pile, discards and hands together.
    pub fn all_cards(&self) -> H {
        self.hands.iter().fold(self.with_pile(self.open.discards), |all, &hand| all.and(hand))
    }

    /// Some cards, and those of the draw pile.
    fn with_pile(&self, cards: H) -> H {
        let mut left = [0; KINDS];
        self.pile.count(&mut left);
        let pile = Card::ALL.iter().zip(left);
        let pile = pile.flat_map(|(&card, count)| std::iter::repeat_n(card, usize::from(count)));
        pile.fold(cards, H::with)
    }

    /// Plays a game. `first` is the seat on the dealer's left, who acts first.
    #[inline]
    pub fn game<P: Player<H>, L: Luck, R: Recorder<RoundEvent<H>>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
        first: usize,
    ) -> &Outcome {
        debug_assert_eq!(players.len(), self.open.players);
        self.ante(first, recorder);
        self.deal(luck, recorder);
        self.play(players, luck, recorder, (0, 0), None);
        &self.outcome
    }

    /// Plays on from the turn `from` to the end of the game, or until the turn `until`. A turn is
    /// its round and its place in the turn order, both from 0. Returns whether the game is over.
    #[inline(always)]
    fn play<P: Player<H>, L: Luck, R: Recorder<RoundEvent<H>>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
        from: (usize, usize),
        until: Option<(usize, usize)>,
    ) -> bool {
        let mut from_place = from.1;
        // S5
        for round in from.0..usize::from(self.rules.game_rounds) {
            if from_place == 0 {
                // S3
                if round > 0 && self.rules.dealer_moves == DealerMoves::EachRound {
                    self.open.first = self.open.order().after(self.open.first);
                }
                self.open.round = round;
                self.open.begun[round] = self.open.top;
                recorder.hear(|| RoundEvent::Round { round, dealer: self.dealer() });
            }
            for place in from_place..self.open.players {
                if until == Some((round, place)) {
                    return false;
                }
                let seat = self.open.order().seat(place);
                if self.open.in_play >> seat & 1 == 0 {
                    continue;
                }
                self.turn(seat, &mut players[seat], luck, recorder);
                // S8
                if self.open.in_play.is_power_of_two() {
                    self.last_player_left(recorder);
                    return true;
                }
            }
            from_place = 0;
            self.roll(luck, recorder);
        }
        self.showdown(luck, recorder);
        true
    }

    /// Plays a game up to the turn `until`, given as round and place, both from 0. Returns the seat
    /// whose turn it is; `None` if the game ended first or the seat has junked.
    pub(super) fn game_until<P: Player<H>, L: Luck>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        first: usize,
        until: (usize, usize),
    ) -> Option<usize> {
        self.ante(first, &mut Silent);
        self.deal(luck, &mut Silent);
        let over = self.play(players, luck, &mut Silent, (0, 0), Some(until));
        let seat = self.open.order().seat(until.1);
        (!over && self.open.in_play >> seat & 1 == 1).then_some(seat)
    }

    /// Finishes the game from the turn at which [`Table::game_until`] stopped.
    pub(super) fn game_from<P: Player<H>, L: Luck>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        from: (usize, usize),
    ) -> &Outcome {
        let seat = self.open.order().seat(from.1);
        self.turn(seat, &mut players[seat], luck, &mut Silent);
        if self.open.in_play.is_power_of_two() {
            return self.last_player_left(&mut Silent);
        }
        self.play(players, luck, &mut Silent, (from.0, from.1 + 1), None);
        &self.outcome
    }

    /// Replaces the information private to a seat: it now holds this hand, and its old cards go
    /// back to the draw pile. The old hand and the draw pile together must contain the new hand.
    pub(super) fn hand_over(&mut self, seat: usize, hand: H) {
        for card in self.hands[seat].iter() {
            self.pile.put_back(card.kind() as u8);
        }
        for card in hand.iter() {
            let found = self.pile.take(card.kind() as u8);
            debug_assert!(found, "{hand}");
        }
        self.hold(seat, hand);
        self.open.pile = self.pile.left() as u8;
    }

    /// The cards that the other seats cannot see: the draw pile and this seat's hand.
    pub(super) fn hidden_from_others(&self, seat: usize) -> H {
        self.with_pile(self.hands[seat])
    }

    /// The view of a seat.
    pub(super) fn view(&self, seat: usize) -> View<'_, H> {
        let hand = self.hands[seat];
        View { rules: self.rules, ranking: &self.ranking, open: &self.open, seat, hand }
    }

    /// The dealer: the seat to the right of the first to act (S3).
    #[inline]
    fn dealer(&self) -> usize {
        let order = self.open.order();
        order.before(order.first)
    }

    /// Starts a game: clears the table of the last one, and every player puts in one ante (S12).
    #[inline]
    fn ante<R: Recorder<RoundEvent<H>>>(&mut self, first: usize, recorder: &mut R) {
        let players = self.open.players;
        self.pile.shuffle();
        self.open.first = first;
        self.open.round = 0;
        self.open.dealt = 0;
        self.open.in_play = u8::MAX >> (MAX_PLAYERS - players);
        self.open.discards = H::default();
        for seat in 0..players {
            self.hands[seat] = H::default();
            self.open.acts[seat] = [Act::default(); MAX_ROUNDS];
            self.outcome.nets[seat] = -UNITS_PER_ANTE;
        }
        self.outcome.blind_draw = false;
        self.outcome.alone = false;
        self.outcome.rolls = 0;
        self.outcome.doubles = 0;
        self.doubled = 0;
        recorder.hear(|| RoundEvent::Anted { players });
    }

    /// Deals two cards to each player, from the dealer's left, and one to start the discard pile
    /// (S4).
    #[inline]
    fn deal<L: Luck, R: Recorder<RoundEvent<H>>>(&mut self, luck: &mut L, recorder: &mut R) {
        let turns = self.open.order().seats();
        let turns = turns.clone().chain(turns).map(Some);
        let hands = &mut self.hands;
        luck.deal_each(&mut self.pile, turns, |seat, [kind]| {
            let card = Card::of_kind(kind);
            hands[seat] = hands[seat].with(card);
            recorder.hear(|| RoundEvent::Dealt { seat, card });
        });
        self.open.cards = [2; MAX_PLAYERS];
        let card = Card::of_kind(luck.card(Purpose::Deal, Whom::Table, &mut self.pile));
        self.discard(card);
        self.open.pile = self.pile.left() as u8;
        recorder.hear(|| RoundEvent::Turned { card });
    }

    /// Plays one turn (S5).
    #[inline]
    fn turn<P: Player<H>, L: Luck, R: Recorder<RoundEvent<H>>>(
        &mut self,
        seat: usize,
        player: &mut P,
        luck: &mut L,
        recorder: &mut R,
    ) {
        let (rules, round) = (self.rules, self.open.round);
        let hand = self.hands[seat];
        let view = View { rules, ranking: &self.ranking, open: &self.open, seat, hand };
        let action = match player.play(&view) {
            Choice::Act(action) => action,
            choice => chosen(choice, &view, luck),
        };
        check_answer!(player, view, action);
        let card = match action {
            Action::Gain if rules.gain == Gain::LookFirst => {
                self.gain(seat, player, luck, recorder)
            }
            Action::Junk => {
                self.junk(seat, recorder);
                Some(self.open.top)
            }
            _ => self.trade(seat, action, luck, recorder),
        };
        self.open.acts[seat][round] = Act { action: Some(action), card };
    }

    /// Stands, gains, exchanges or swaps: at most one card leaves the hand and at most one joins it
    /// (S6, S7, S8). All four share one path because a branch on the action would be mispredicted.
    /// Returns the card taken off the discard pile.
    #[inline]
    fn trade<L: Luck, R: Recorder<RoundEvent<H>>>(
        &mut self,
        seat: usize,
        action: Action,
        luck: &mut L,
        recorder: &mut R,
    ) -> Option<Card> {
        let open = &mut self.open;
        let swaps = matches!(action, Action::Swap(_));
        // S7: the top is taken before the given card covers it. S6: the given card is down before
        // the draw.
        let top = if swaps { open.top } else { Card::NONE };
        let given = match action {
            Action::Exchange(card) | Action::Swap(card) => card,
            _ => Card::NONE,
        };
        open.discards = open.discards.without(top).with(given);
        open.top = if given == Card::NONE { open.top } else { given };
        let mut hand = self.hands[seat].without(given).with(top);
        if matches!(action, Action::Gain | Action::Exchange(_)) {
            if let Action::Exchange(given) = action {
                recorder.hear(|| RoundEvent::GaveUp { seat, given });
            }
            let card = self.draw(seat, luck, recorder);
            hand = hand.with(card);
            recorder.hear(|| match action {
                Action::Exchange(given) => RoundEvent::Exchanged { seat, given, card, hand },
                _ => RoundEvent::Gained { seat, card, hand },
            });
        } else {
            recorder.hear(|| match action {
                Action::Swap(given) => RoundEvent::Swapped { seat, card: top, given, hand },
                _ => RoundEvent::Stood { seat, hand },
            });
        }
        self.hold(seat, hand);
        swaps.then_some(top)
    }

    /// Draws a card under `gain = look_first`, and keeps or throws it (S6). Returns it if it was
    /// thrown.
    #[inline(never)]
    fn gain<P: Player<H>, L: Luck, R: Recorder<RoundEvent<H>>>(
        &mut self,
        seat: usize,
        player: &mut P,
        luck: &mut L,
        recorder: &mut R,
    ) -> Option<Card> {
        let hand = self.hands[seat];
        let card = self.draw(seat, luck, recorder);
        let round = self.open.round;
        let view = View { rules: self.rules, ranking: &self.ranking, open: &self.open, seat, hand };
        let keep = view.may_grow()
            && match player.look(&view, card) {
                Look::Keep => true,
                Look::Throw => false,
                Look::Any => luck.below(Purpose::Choices(turn(seat, MAX_ROUNDS + round)), 2) == 0,
            };
        if keep {
            self.hold(seat, hand.with(card));
            recorder.hear(|| RoundEvent::Gained { seat, card, hand: hand.with(card) });
            return None;
        }
        self.discard(card);
        recorder.hear(|| RoundEvent::Threw { seat, card, hand });
        Some(card)
    }

    /// Takes the seat out of the game and discards its hand (S8).
    #[cold]
    fn junk<R: Recorder<RoundEvent<H>>>(&mut self, seat: usize, recorder: &mut R) {
        let hand = self.hands[seat];
        let refund = self.rules.refund();
        self.discard_hand(seat);
        self.open.in_play &= !(1 << seat);
        self.outcome.nets[seat] += refund;
        recorder.hear(|| RoundEvent::Junked { seat, hand });
        if refund > 0 {
            recorder.hear(|| RoundEvent::Refunded { seat, refund, pot: self.pot() });
        }
    }

    /// Draws a card from the draw pile in a turn.
    #[inline]
    fn draw<L: Luck, R: Recorder<RoundEvent<H>>>(
        &mut self,
        seat: usize,
        luck: &mut L,
        recorder: &mut R,
    ) -> Card {
        self.restock(recorder);
        let purpose = Purpose::Draws(turn(seat, self.open.round));
        let card = Card::of_kind(luck.card(purpose, Whom::Seat(seat), &mut self.pile));
        self.open.pile = self.pile.left() as u8;
        card
    }

    /// Reshuffles if the draw pile is empty (S11).
    #[inline]
    fn restock<R: Recorder<RoundEvent<H>>>(&mut self, recorder: &mut R) {
        if self.pile.left() == 0 {
            self.reshuffle(recorder);
        }
    }

    /// Ensures that a tied player can draw a card. If the discards are so few that they could run
    /// out or all be equal, the hands shown are discarded too (S14).
    #[inline]
    fn restock_for_a_tie<R: Recorder<RoundEvent<H>>>(&mut self, recorder: &mut R) {
        if self.pile.left() == 0 && self.open.discards.cards() <= MAX_COPIES + 1 {
            for seat in self.open.order().seats() {
                if self.open.cards[seat] > 0 {
                    recorder.hear(|| self.discarded(seat, true));
                    self.discard_hand(seat);
                }
            }
        }
        self.restock(recorder);
    }

    /// Shuffles all discards but the top into a new draw pile (S11).
    #[cold]
    fn reshuffle<R: Recorder<RoundEvent<H>>>(&mut self, recorder: &mut R) {
        let top = H::default().with(self.open.top);
        for card in self.open.discards.less(top).iter() {
            self.pile.put_back(card.kind() as u8);
        }
        self.open.discards = top;
        recorder.hear(|| RoundEvent::Reshuffled { cards: self.pile.left() });
    }

    #[inline]
    fn discard(&mut self, card: Card) {
        self.open.discards = self.open.discards.with(card);
        self.open.top = card;
    }

    /// Gives a seat a hand.
    #[inline]
    fn hold(&mut self, seat: usize, hand: H) {
        self.hands[seat] = hand;
        self.open.cards[seat] = hand.cards() as u8;
    }

    /// Discards a whole hand in ascending value (S10).
    fn discard_hand(&mut self, seat: usize) {
        let hand = std::mem::take(&mut self.hands[seat]);
        self.open.discards = self.open.discards.and(hand);
        self.open.top = hand.highest();
        self.open.cards[seat] = 0;
    }

    /// Rolls the dice at the end of a round, and redeals on a double (S10).
    #[inline]
    fn roll<L: Luck, R: Recorder<RoundEvent<H>>>(&mut self, luck: &mut L, recorder: &mut R) {
        let dealer = self.dealer();
        let dice = Dice::Each(self.rules.dice_faces);
        let dice = luck.roll(Purpose::Dice(0), Whom::Seat(dealer), dice);
        self.outcome.rolls += 1;
        let double = dice[0] == dice[1];
        recorder.hear(|| RoundEvent::Rolled { dealer, dice, double });
        if double {
            self.outcome.doubles += 1;
            self.doubled |= 1 << self.open.round;
            self.redeal(luck, recorder);
        }
    }

    #[inline(never)]
    fn redeal<L: Luck, R: Recorder<RoundEvent<H>>>(&mut self, luck: &mut L, recorder: &mut R) {
        let cards = self.open.cards;
        self.open.dealt = self.open.round + 1;
        for seat in self.open.order().seats() {
            if cards[seat] > 0 {
                recorder.hear(|| self.discarded(seat, false));
                self.discard_hand(seat);
            }
        }
        for seat in self.open.order().seats() {
            for _ in 0..cards[seat] {
                self.restock(recorder);
                let whom = Whom::Seat(seat);
                let card = Card::of_kind(luck.card(Purpose::Dealer, whom, &mut self.pile));
                self.hold(seat, self.hands[seat].with(card));
            }
            if cards[seat] > 0 {
                recorder.hear(|| RoundEvent::Redealt { seat, hand: self.hands[seat] });
            }
        }
        self.open.pile = self.pile.left() as u8;
    }

    /// Ends the game for the last player left, who wins at once (S8).
    #[cold]
    fn last_player_left<R: Recorder<RoundEvent<H>>>(&mut self, recorder: &mut R) -> &Outcome {
        self.outcome.alone = true;
        self.outcome.ranks = [0; MAX_PLAYERS];
        self.settle(self.open.in_play.trailing_zeros() as usize, recorder)
    }

    /// Shows all hands; the best takes the pot (S15).
    #[inline]
    fn showdown<L: Luck, R: Recorder<RoundEvent<H>>>(
        &mut self,
        luck: &mut L,
        recorder: &mut R,
    ) -> &Outcome {
        let (mut best, mut tied) = (0, 0_u8);
        for seat in self.open.order().seats() {
            if self.open.in_play >> seat & 1 == 0 {
                self.outcome.ranks[seat] = 0;
                continue;
            }
            let hand = self.hands[seat];
            let rank = self.ranking.rank(hand);
            self.outcome.ranks[seat] = rank;
            if rank > best {
                (best, tied) = (rank, 0);
            }
            tied |= u8::from(rank == best) << seat;
            recorder.hear(|| RoundEvent::Showed {
                seat,
                hand,
                category: self.ranking.category(rank),
            });
        }
        if tied.is_power_of_two() {
            recorder.hear(|| self.compared(tied.trailing_zeros() as usize));
        } else {
            recorder.hear(|| RoundEvent::Tied { seats: tied, again: false });
            tied = self.blind_draw(tied, luck, recorder);
        }
        self.settle(tied.trailing_zeros() as usize, recorder)
    }

    /// Lets tied players draw one card each until one is nearest to zero (S14). Returns the
    /// winner's bit.
    #[cold]
    fn blind_draw<L: Luck, R: Recorder<RoundEvent<H>>>(
        &mut self,
        mut tied: u8,
        luck: &mut L,
        recorder: &mut R,
    ) -> u8 {
        self.outcome.blind_draw = true;
        while !tied.is_power_of_two() {
            let (mut nearest, mut left, mut drawn) = (u32::MAX, 0_u8, H::default());
            let (mut last, mut won) = (self.open.top, self.open.top);
            for seat in self.open.order().seats() {
                if tied >> seat & 1 == 0 {
                    continue;
                }
                self.restock_for_a_tie(recorder);
                let card =
                    Card::of_kind(luck.card(Purpose::Blind, Whom::Seat(seat), &mut self.pile));
                recorder.hear(|| RoundEvent::BlindDrew { seat, card });
                (drawn, last) = (drawn.with(card), card);
                // Positive before negative.
                let distance = 2 * card.value().unsigned_abs() + u32::from(card.value() < 0);
                if distance < nearest {
                    (nearest, left, won) = (distance, 0, card);
                }
                left |= u8::from(distance == nearest) << seat;
            }
            self.open.discards = self.open.discards.and(drawn);
            self.open.top = last;
            recorder.hear(|| match left.is_power_of_two() {
                true => {
                    RoundEvent::DrawWon { seat: left.trailing_zeros() as usize, card: won, drawn }
                }
                false => RoundEvent::Tied { seats: left, again: true },
            });
            tied = left;
        }
        tied
    }

    /// A seat discards its hand, after a double or because of a tie.
    fn discarded(&self, seat: usize, tied: bool) -> RoundEvent<H> {
        RoundEvent::Discarded { seat, hand: self.hands[seat], tied }
    }

    /// The best hand beats the next best, the first of equals in turn order (S13, S15).
    fn compared(&self, seat: usize) -> RoundEvent<H> {
        let others = self.open.order().seats().filter(|&other| other != seat);
        let ranks = &self.outcome.ranks;
        let next =
            others.reduce(|best, other| if ranks[other] > ranks[best] { other } else { best });
        let next = next.expect("at least two show");
        RoundEvent::Compared { seat, hand: self.hands[seat], next, other: self.hands[next] }
    }

    /// The pot, in money units: what all players have lost so far.
    #[inline]
    fn pot(&self) -> i64 {
        -self.outcome.nets[..self.open.players].iter().sum::<i64>()
    }

    /// Pays the pot to the winner (S12).
    #[inline]
    fn settle<R: Recorder<RoundEvent<H>>>(&mut self, winner: usize, recorder: &mut R) -> &Outcome {
        let players = self.open.players;
        let pot = self.pot();
        self.outcome.nets[winner] += pot;
        self.outcome.winner = winner;
        recorder.hear(|| RoundEvent::Won { seat: winner, pot, alone: self.outcome.alone });
        let bonuses = !self.bonuses.is_empty();
        if bonuses {
            self.pay_bonuses(recorder);
        }
        for seat in 0..players {
            recorder.hear(|| RoundEvent::Settled { seat, net: self.outcome.nets[seat] });
        }
        if bonuses {
            recorder.hear(|| RoundEvent::House { net: self.outcome.house });
        }
        &self.outcome
    }

    /// Pays bonuses, in turn order, for the events of each seat (S12).
    #[cold]
    fn pay_bonuses<R: Recorder<RoundEvent<H>>>(&mut self, recorder: &mut R) {
        let players = self.open.players;
        self.outcome.house = 0;
        for seat in self.open.order().seats() {
            let hits = self.hits(seat);
            let Outcome { nets, house, .. } = &mut self.outcome;
            let nets = &mut nets[..players];
            self.bonuses.pay_hits(seat, &hits, 1, (nets, house), |event, payment| {
                recorder.hear(|| RoundEvent::Bonus { event: SEAT_EVENTS[event], payment });
            });
        }
    }

    /// The number of times each of [`SEAT_EVENTS`] happened to a seat.
    fn hits(&self, seat: usize) -> [u32; OTHERS + OTHER_EVENTS.len()] {
        let Outcome { winner, ref ranks, alone, blind_draw, .. } = self.outcome;
        let mut hits = [0; OTHERS + OTHER_EVENTS.len()];
        let rank = ranks[seat];
        if rank > 0 {
            let category = self.ranking.category(rank) as usize;
            hits[category] = u32::from(seat == winner);
            hits[CATEGORIES + category] = 1;
            hits[BLIND_DRAW] = u32::from(blind_draw && ranks.iter().all(|&other| other <= rank));
        }
        let acts = &self.open.acts[seat];
        let left = acts.iter().position(|act| act.action == Some(Action::Junk));
        let stayed = left.map_or(u16::MAX, |round| (1 << round) - 1);
        hits[DOUBLE] = (self.doubled & stayed).count_ones();
        hits[JUNKED_OUT] = u32::from(alone && seat == winner);
        hits[JUNKED] = u32::from(left.is_some());
        hits
    }
}

impl Outcome {
    /// The category of the winning hand; `None` if all others had junked.
    #[inline]
    pub fn won_with(&self, ranking: &Ranking) -> Option<Category> {
        (!self.alone).then(|| ranking.category(self.ranks[self.winner]))
    }
}
