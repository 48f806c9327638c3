//! One round of Kinzo, in the order of the rulebook.

use super::hand::{Card, Fate, Hand, MAX_CARDS, Roll, SEAT_EVENTS};
use super::record::{self, Recorder, STAKES, Silent};
use super::rules::{
    BustAbove, DiscardPile, Doubled, HitSource, MAX_HANDS, MAX_PLAYERS, MatchPays, Rules, Shuffle,
    SplitDice, TieAtTally, UNITS_PER_STAKE,
};
use super::view::{Action, CallView, Choice, Open, Player, Stake, View};
use crate::cards::memory::Known;
use crate::cards::random::Purpose;
use crate::cards::{Composition, Recall, Shoe};
use crate::framework::bonus::Payer;
use crate::framework::luck::{self, Dice, Luck, Whom};
use crate::framework::{Step, check_answer};

/// Luck from the keys of a round: each seat's turn is over before the next one's begins.
pub type Keyed = luck::Keyed<1>;

#[inline(always)]
fn dealt<L: Luck>(purpose: Purpose, whom: Whom, luck: &mut L, shoe: &mut Shoe) -> Card {
    Card::of_kind(luck.card(purpose, whom, shoe))
}

#[inline]
fn rolled<L: Luck>(seat: usize, luck: &mut L) -> Roll {
    let dice = luck.roll(Purpose::Dice(seat), Whom::Seat(seat), Dice::Both(Roll::FACES));
    let [first, second] = dice.map(|face| face as u8);
    Roll { first, second }
}

/// The number of times each of [`SEAT_EVENTS`] happened to a seat, given the fates of its hands.
pub(super) fn hits(fates: &[Fate]) -> [u8; SEAT_EVENTS.len()] {
    let mut hits = [0; SEAT_EVENTS.len()];
    for &fate in fates {
        let hit = &mut hits[fate as usize];
        *hit = if fate.by_rounds() { 1 } else { *hit + 1 };
    }
    hits[SEAT_EVENTS.len() - 1] = fates.len() as u8 - 1;
    hits
}

/// The outcome of a round.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The fates of each seat's hands, of which the first `count` are valid.
    pub fates: [[Fate; MAX_HANDS]; MAX_PLAYERS],
    /// The number of hands of each seat.
    pub count: [u8; MAX_PLAYERS],
    /// Each seat's net, in money units.
    pub nets: [i64; MAX_PLAYERS],
    /// The house's net, in money units.
    pub house: i64,
    /// The dealer's total.
    pub dealer: u32,
    /// Whether the dealer could not draw (K11); if a player could not, neither can the dealer.
    pub ran_out: bool,
    /// Whether the discards were reshuffled during the round (K11).
    pub reshuffled: bool,
}

impl Outcome {
    const NONE: Outcome = Outcome {
        fates: [[Fate::BustHigh; MAX_HANDS]; MAX_PLAYERS],
        count: [0; MAX_PLAYERS],
        nets: [0; MAX_PLAYERS],
        house: 0,
        dealer: 0,
        ran_out: false,
        reshuffled: false,
    };

    /// The fates of a seat's hands.
    #[inline]
    pub fn fates(&self, seat: usize) -> &[Fate] {
        &self.fates[seat][..self.count[seat] as usize]
    }
}

/// K12: the fate of a hand of this total at the tally; [`Fate::Unrolled`] if it rolls dice.
#[inline]
pub fn at_tally(rules: &Rules, total: u32, dealer: u32) -> Fate {
    match after_dice(rules, total, dealer) {
        Fate::BustHigh if rules.bust_above == BustAbove::Double && total <= 2 * dealer => {
            Fate::Unrolled
        }
        Fate::ExactMatch => match rules.tie_at_tally {
            TieAtTally::Continue => Fate::Unrolled,
            TieAtTally::Push => Fate::Push,
            TieAtTally::Match => Fate::ExactMatch,
        },
        Fate::Survive => Fate::Unrolled,
        bust => bust,
    }
}

/// K13: the fate of a hand of this total, dice included.
#[inline]
pub fn after_dice(rules: &Rules, total: u32, dealer: u32) -> Fate {
    let doubled = match rules.doubled {
        Doubled::AtLeast => dealer >= 2 * total,
        Doubled::Exactly => dealer == 2 * total,
    };
    if total > dealer {
        Fate::BustHigh
    } else if total == dealer {
        Fate::ExactMatch
    } else if doubled {
        Fate::BustDoubled
    } else {
        Fate::Survive
    }
}

/// A table: its rules, its cards, and the state of the round. Reused from round to round.
#[derive(Clone, Debug)]
pub struct Table<'r> {
    rules: &'r Rules,
    open: Open,
    shoe: Shoe,
    full: Shoe,
    /// Whether the draw pile has run out since the shuffle: all cards were dealt once (K11).
    ran_out: bool,
    /// The dealer's cards as received: face up, hole, drawn.
    dealer: [Card; MAX_CARDS],
    dealer_cards: usize,
    hole_down: bool,
    /// Each hand's cards as received, and the discard pile, top last; kept only if the order of the
    /// discard pile matters (K8).
    received: [[[Card; MAX_CARDS]; MAX_HANDS]; MAX_PLAYERS],
    discards: Vec<Card>,
    ordered: bool,
    stops: u8,
    bonuses: Payer,
    outcome: Outcome,
}

impl<'r> Table<'r> {
    /// A table with a freshly shuffled deck.
    pub fn new(rules: &'r Rules, deck: Composition) -> Table<'r> {
        let card = Card::ALL[0];
        Table {
            rules,
            open: Open::new(rules.players.into(), deck),
            shoe: Shoe::new(deck),
            full: Shoe::new(deck),
            ran_out: false,
            dealer: [card; MAX_CARDS],
            dealer_cards: 0,
            hole_down: false,
            received: [[[card; MAX_CARDS]; MAX_HANDS]; MAX_PLAYERS],
            discards: Vec::with_capacity(deck.cards() as usize),
            ordered: rules.hit_source == HitSource::DeckOrDiscard,
            stops: rules.stops(),
            bonuses: rules.payer(),
            outcome: Outcome::NONE,
        }
    }

    /// K16: shuffles all cards into the draw pile; nothing has been seen.
    #[inline]
    pub fn shuffle(&mut self) {
        self.shoe = self.full;
        self.ran_out = false;
        self.open.seen = Composition::EMPTY;
        self.open.missed = [Composition::EMPTY; MAX_PLAYERS];
        self.discards.clear();
    }

    /// K16: whether the cards are to be shuffled before the next deal. If the draw pile ran out
    /// during a round (K11), all cards have been dealt, whatever it holds now.
    #[inline]
    pub fn shuffle_is_due(&self) -> bool {
        match self.rules.shuffle {
            Shuffle::EveryRound => true,
            Shuffle::Penetration(x) => {
                let dealt = self.open.deck_cards - self.shoe.cards();
                self.ran_out || f64::from(dealt) / f64::from(self.open.deck_cards) >= x
            }
        }
    }

    /// Removes the cards of earlier rounds from a full shoe. `take` removes them and returns the kind
    /// of each, the first discarded first, and whether it has been seen.
    pub fn leave_out(&mut self, take: impl FnOnce(&mut Shoe) -> Vec<(usize, bool)>) {
        for (kind, is_seen) in take(&mut self.shoe) {
            if is_seen {
                self.open.seen = self.open.seen.with(kind);
            }
            if self.ordered {
                self.discards.push(Card::of_kind(kind));
            }
        }
    }

    /// The kinds of the cards of earlier rounds, all of which have been seen: in the order of the
    /// discard pile, if that matters, after those that are not in it.
    pub fn gone(&self) -> Vec<usize> {
        let gone = self.open.deck.minus(self.shoe.composition());
        let piled = self.discards.iter().map(|card| card.kind());
        let beside = piled.clone().fold(gone, Composition::without);
        let beside = (0..6).flat_map(|kind| std::iter::repeat_n(kind, beside.count(kind).into()));
        beside.chain(piled).collect()
    }

    /// A seat's knowledge of the shoe before the deal.
    pub fn known(&self, seat: usize) -> Known<6> {
        CallView { rules: self.rules, open: &self.open, seat }.known()
    }

    /// The stake of the round (K4).
    pub fn stake(&self) -> u32 {
        self.open.stake
    }

    /// The draw pile, for tests that count cards.
    pub fn draw_pile(&self) -> Composition {
        self.shoe.composition()
    }

    /// The cards on the table, the hole card included.
    pub fn cards_on_table(&self) -> Composition {
        let hands = (0..self.open.players)
            .flat_map(|seat| &self.open.hands[seat][..usize::from(self.open.count[seat])])
            .fold(Composition::EMPTY, |all, hand| all.plus(hand.composition()));
        self.dealer[..self.dealer_cards].iter().fold(hands, |all, card| all.with(card.kind()))
    }

    /// Plays a round. `players` are the seats in order, as many as the rules say; `caller` is the seat
    /// that sets the stake.
    ///
    /// # Panics
    /// If there are fewer players, or the caller's strategy sets a stake that K4 does not allow; the
    /// crate's own strategies are checked when they are read.
    #[inline]
    pub fn round<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
        caller: usize,
    ) -> &Outcome {
        let rules = self.rules;
        let seats = self.open.players;
        debug_assert_eq!(players.len(), seats);

        // K4: the caller sets the stake; the dealer puts up as much for every player.
        self.clear_table();
        self.open.before = self.open.seen;
        self.open.stake = self.call(&mut players[caller], luck, caller);
        recorder.hear(|| record::called(caller, self.open.stake, seats));

        // K5: one card face up to each player and to the dealer, a second to each player, and
        // one face down to the dealer.
        self.open.first = rules.first_of(caller);
        for pass in 0..2 {
            for seat in self.open.order().seats() {
                self.refill_if_empty(recorder);
                let card = dealt(Purpose::Deal, Whom::Seat(seat), luck, &mut self.shoe);
                self.give(seat, 0, card);
                recorder.hear(|| record::dealt(seat, card));
            }
            self.refill_if_empty(recorder);
            let card = dealt(Purpose::Deal, Whom::Dealer, luck, &mut self.shoe);
            self.give_dealer(card);
            if pass == 0 {
                self.open.up = card;
                self.open.seen = self.open.seen.with(card.kind());
            }
            recorder.hear(|| record::dealt_dealer(card, pass == 0));
        }
        self.hole_down = true;

        // K6–K9: the players' turns.
        for seat in self.open.order().seats() {
            self.turn(&mut players[seat], luck, recorder, seat);
        }

        // K10: the dealer turns the hole card and draws at least once; from the third card on, a
        // stopping value ends the dealer's turn.
        let hole = self.dealer[1];
        self.hole_down = false;
        self.open.seen = self.open.seen.with(hole.kind());
        let mut total = self.dealer[0].value() + hole.value();
        recorder.hear(|| record::hole_turned(self.dealer[0], hole));
        loop {
            // K11: a dealer who cannot draw stands.
            if !self.refill_if_empty(recorder) {
                self.outcome.ran_out = true;
                recorder.hear(|| record::dealer_stands(total));
                break;
            }
            let card = dealt(Purpose::Dealer, Whom::Dealer, luck, &mut self.shoe);
            self.give_dealer(card);
            self.open.seen = self.open.seen.with(card.kind());
            total += card.value();
            let stops = self.stops >> card.value() & 1 == 1;
            let full = self.dealer_cards >= usize::from(rules.dealer_limit);
            recorder.hear(|| record::dealer_drew(card, total, stops, full));
            if stops || full {
                break;
            }
        }
        self.outcome.dealer = total;

        // K12: all hands are tallied before any dice. K13: then the hands still in roll.
        let matched = match self.tally(recorder) {
            Some(tie) => Some(tie),
            None => self.dice(luck, recorder),
        };

        // K14, K15: payment.
        self.settle(matched, recorder);
        self.discard();
        if rules.shuffle != Shuffle::EveryRound {
            self.forget(players, luck);
        }
        &self.outcome
    }

    /// Settles a round at a stake of one, given the fates of the hands by place in the turn order.
    pub(super) fn settled<'f>(
        &mut self,
        first: usize,
        dealer: u32,
        ran_out: bool,
        fates: impl Fn(usize) -> &'f [Fate],
    ) -> &Outcome {
        self.clear_table();
        self.open.stake = 1;
        self.open.first = first;
        self.outcome.dealer = dealer;
        self.outcome.ran_out = ran_out;
        let mut matched = None;
        for (place, seat) in self.open.order().seats().enumerate() {
            let fates = fates(place);
            self.open.count[seat] = fates.len() as u8;
            self.outcome.count[seat] = fates.len() as u8;
            self.outcome.fates[seat][..fates.len()].copy_from_slice(fates);
            let hand = fates.iter().position(|&fate| fate == Fate::ExactMatch);
            matched = matched.or(hand.map(|hand| (seat, hand)));
        }
        let ends = self.rules.match_pays != MatchPays::Own;
        self.settle(matched.filter(|_| ends), &mut Silent);
        &self.outcome
    }

    /// Moves the cards of the round into the seats' memories, except those that a seat fails to
    /// notice.
    fn forget<P: Player, L: Luck>(&mut self, players: &[P], luck: &L) {
        for (seat, player) in players.iter().enumerate() {
            let error_rate = player.error_rate();
            let Some(mut stream) = luck.notices(seat).filter(|_| error_rate > 0) else { continue };
            for (kind, count) in self.cards_on_table().counts().into_iter().enumerate() {
                for _ in 0..count {
                    if stream.below(Recall::WHOLE) < error_rate {
                        self.open.missed[seat] = self.open.missed[seat].with(kind);
                    }
                }
            }
        }
    }

    #[inline]
    fn clear_table(&mut self) {
        for seat in 0..self.open.players {
            self.open.hands[seat][0] = Hand::EMPTY;
            self.open.count[seat] = 1;
        }
        self.dealer_cards = 0;
        self.open.on_table = 0;
        self.hole_down = false;
        self.outcome.ran_out = false;
        self.outcome.reshuffled = false;
    }

    /// K4: asks the caller for the stake.
    #[inline]
    fn call<P: Player, L: Luck>(&mut self, player: &mut P, luck: &mut L, caller: usize) -> u32 {
        let limit = self.rules.stake_limit;
        if limit == 1 {
            return 1;
        }
        let view = CallView { rules: self.rules, open: &self.open, seat: caller };
        match player.stake(&view) {
            Stake::Of(stake) => {
                assert!((1..=limit).contains(&stake), "stake {stake}: K4 allows 1..={limit}");
                stake
            }
            Stake::Any => 1 + luck.below(Purpose::Call(caller), limit),
        }
    }

    /// Gives a hand a card that all players see.
    #[inline]
    fn give(&mut self, seat: usize, hand: usize, card: Card) {
        let to = &mut self.open.hands[seat][hand];
        if self.ordered {
            self.received[seat][hand][to.cards() as usize] = card;
        }
        *to = to.with(card);
        self.open.seen = self.open.seen.with(card.kind());
        self.open.on_table += 1;
    }

    #[inline]
    fn give_dealer(&mut self, card: Card) {
        self.dealer[self.dealer_cards] = card;
        self.dealer_cards += 1;
        self.open.on_table += 1;
    }

    /// K11: before a draw, refills an empty draw pile with the shuffled discards of earlier rounds.
    /// Returns false if there are none.
    #[inline]
    fn refill_if_empty<R: Recorder<Step>>(&mut self, recorder: &mut R) -> bool {
        self.shoe.cards() > 0 || self.refill(recorder)
    }

    #[cold]
    fn refill<R: Recorder<Step>>(&mut self, recorder: &mut R) -> bool {
        let on_table = self.cards_on_table();
        let discards = self.open.deck.minus(on_table);
        if discards.is_empty() {
            return false;
        }
        self.shoe = Shoe::new(discards);
        self.ran_out = true;
        self.outcome.reshuffled = true;
        self.discards.clear();
        self.open.top = None;
        // Only the cards face up on the table have been seen since this shuffle.
        self.open.before = Composition::EMPTY;
        self.open.seen =
            if self.hole_down { on_table.without(self.dealer[1].kind()) } else { on_table };
        self.open.missed = [Composition::EMPTY; MAX_PLAYERS];
        recorder.hear(|| record::reshuffled(discards.cards()));
        true
    }

    /// K6–K9: a seat plays its hands, one after the other.
    #[inline]
    fn turn<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        player: &mut P,
        luck: &mut L,
        recorder: &mut R,
        seat: usize,
    ) {
        let mut playing = 0;
        while playing < usize::from(self.open.count[seat]) {
            loop {
                self.open.pile = self.shoe.cards();
                if self.ordered {
                    self.open.top = self.discards.last().copied();
                }
                let view = View { rules: self.rules, open: &self.open, seat, playing };
                let hands = usize::from(self.open.count[seat]);
                if !view.can_hit() && view.can_take().is_none() && !view.can_split() {
                    recorder.hear(|| record::cannot_act(seat, playing, hands, view.hand()));
                    break;
                }
                let action = match player.play(&view) {
                    Choice::Act(action) => action,
                    Choice::Mix(weights) => Action::from_index(luck.weighted(seat, &weights)),
                };
                check_answer!(player, view, action);
                match action {
                    Action::Stay => {
                        recorder.hear(|| record::stayed(seat, playing, hands, view.hand()));
                        break;
                    }
                    // K7
                    Action::Hit => {
                        if !self.refill_if_empty(recorder) {
                            break;
                        }
                        let whom = Whom::Seat(seat);
                        let card = dealt(Purpose::Draws(seat), whom, luck, &mut self.shoe);
                        self.give(seat, playing, card);
                        let hand = self.open.hands[seat][playing];
                        recorder.hear(|| record::hit(seat, playing, hands, card, hand));
                    }
                    // K8: the card has been seen before; it only moves.
                    Action::Take => {
                        let Some(card) = self.discards.pop() else { break };
                        self.open.seen = self.open.seen.without(card.kind());
                        self.give(seat, playing, card);
                        let hand = self.open.hands[seat][playing];
                        recorder.hear(|| record::took(seat, playing, hands, card, hand));
                    }
                    Action::Split(card) => {
                        self.split(seat, playing, card);
                        let both = [playing, hands].map(|at| self.open.hands[seat][at]);
                        let stake = self.open.stake;
                        let dealer = if self.rules.dealer_matches_split { stake } else { 0 };
                        recorder.hear(|| {
                            record::split(seat, playing, hands, card, both, stake, dealer)
                        });
                    }
                }
            }
            playing += 1;
        }
    }

    /// K9: the later card of the pair starts a new hand, which is played after the others; all
    /// other cards stay.
    #[inline]
    fn split(&mut self, seat: usize, playing: usize, card: Card) {
        let new = usize::from(self.open.count[seat]);
        let from = self.open.hands[seat][playing];
        if self.ordered {
            let cards = from.cards() as usize;
            let row = &mut self.received[seat][playing];
            if let Some(at) = row[..cards].iter().rposition(|&held| held == card) {
                row.copy_within(at + 1..cards, at);
            }
            self.received[seat][new][0] = card;
        }
        self.open.hands[seat][playing] = from.without(card);
        self.open.hands[seat][new] = Hand::EMPTY.with(card);
        self.open.count[seat] += 1;
    }

    /// K12: tallies every hand. Returns the hand whose tie ends the round.
    #[inline]
    fn tally<R: Recorder<Step>>(&mut self, recorder: &mut R) -> Option<(usize, usize)> {
        let dealer = self.outcome.dealer;
        let ends = self.rules.match_pays != MatchPays::Own;
        let mut matched = None;
        for seat in self.open.order().seats() {
            self.outcome.count[seat] = self.open.count[seat];
            for hand in 0..usize::from(self.open.count[seat]) {
                let total = self.open.hands[seat][hand].total();
                // The earliest tie in turn order takes the table; later ones come too late.
                let fate = match at_tally(self.rules, total, dealer) {
                    Fate::ExactMatch if matched.is_some() => Fate::Unrolled,
                    fate => fate,
                };
                if fate == Fate::ExactMatch && ends {
                    matched = Some((seat, hand));
                }
                self.outcome.fates[seat][hand] = fate;
            }
        }
        for seat in self.open.order().seats() {
            let hands = usize::from(self.open.count[seat]);
            for hand in 0..hands {
                let total = self.open.hands[seat][hand].total();
                let fate = self.outcome.fates[seat][hand];
                let over = matched.is_some_and(|matched| matched != (seat, hand));
                recorder.hear(|| record::tallied(seat, hand, hands, total, dealer, fate, over));
            }
        }
        matched
    }

    /// K13: in turn order each hand still in rolls two dice. Returns the hand whose exact match
    /// ends the round.
    #[inline]
    fn dice<L: Luck, R: Recorder<Step>>(
        &mut self,
        luck: &mut L,
        recorder: &mut R,
    ) -> Option<(usize, usize)> {
        let dealer = self.outcome.dealer;
        for seat in self.open.order().seats() {
            let mut shared: Option<Roll> = None;
            for hand in 0..usize::from(self.open.count[seat]) {
                if self.outcome.fates[seat][hand] != Fate::Unrolled {
                    continue;
                }
                let roll = match (self.rules.split_dice, shared) {
                    (SplitDice::PerPlayer, Some(roll)) => roll,
                    _ => rolled(seat, luck),
                };
                shared = Some(roll);
                let total = self.open.hands[seat][hand].total() + roll.total();
                let fate = after_dice(self.rules, total, dealer);
                self.outcome.fates[seat][hand] = fate;
                let hands = usize::from(self.open.count[seat]);
                recorder.hear(|| record::rolled(seat, hand, hands, roll, total, dealer, fate));
                if fate == Fate::ExactMatch && self.rules.match_pays != MatchPays::Own {
                    return Some((seat, hand));
                }
            }
        }
        None
    }

    /// Settles by K14 if a match ended the round, else by K15.
    #[inline]
    fn settle<R: Recorder<Step>>(&mut self, matched: Option<(usize, usize)>, recorder: &mut R) {
        let players = self.open.players;
        let unit = i64::from(self.open.stake) * UNITS_PER_STAKE;
        let nets = &mut self.outcome.nets;
        if let Some((winner, winning)) = matched {
            // K14: a stake that was handed back (K12) is no longer on the table.
            let mut prize = 0;
            let mut splits = 0;
            for seat in 0..players {
                let fates = &self.outcome.fates[seat][..usize::from(self.open.count[seat])];
                let staked = fates.iter().filter(|&&fate| fate != Fate::Push).count() as i64;
                splits += fates.len() as i64 - 1;
                nets[seat] = -staked * unit;
                if seat != winner {
                    prize += staked;
                }
            }
            let dealer = self.rules.dealers_stakes(splits);
            nets[winner] = (prize + dealer) * unit;
            let hands = usize::from(self.open.count[winner]);
            recorder
                .hear(|| record::table_won(winner, winning, hands, prize * unit, dealer * unit));
        } else {
            for (seat, net) in nets.iter_mut().enumerate().take(players) {
                let fates = &self.outcome.fates[seat][..usize::from(self.open.count[seat])];
                *net = fates.iter().map(|&fate| unit * paid(fate)).sum();
            }
        }
        self.outcome.house = 0;
        let mut commissions = [0; MAX_PLAYERS];
        for seat in 0..players {
            // K15: the house keeps its thousandths of a player's winnings.
            let net = nets[seat];
            if net > 0 {
                nets[seat] = net - net / UNITS_PER_STAKE * i64::from(self.rules.commission);
            }
            self.outcome.house -= nets[seat];
            commissions[seat] = net - nets[seat];
        }
        if !self.bonuses.is_empty() {
            self.pay_bonuses(recorder);
        }
        for (seat, &commission) in commissions.iter().enumerate().take(players) {
            recorder.hear(|| record::settled(seat, self.outcome.nets[seat], commission));
        }
        recorder.hear(|| STAKES.settled("K15", None, self.outcome.house));
    }

    /// K15: pays bonuses, in turn order, for the fates of each seat's hands, free of commission.
    #[cold]
    fn pay_bonuses<R: Recorder<Step>>(&mut self, recorder: &mut R) {
        let stake = i64::from(self.open.stake);
        for seat in self.open.order().seats() {
            let hits = hits(self.outcome.fates(seat));
            let Outcome { nets, house, .. } = &mut self.outcome;
            let nets = &mut nets[..self.open.players];
            self.bonuses.pay_hits(seat, &hits, stake, (nets, house), |event, payment| {
                recorder.hear(|| payment.step("K15", SEAT_EVENTS[event], STAKES));
            });
        }
    }

    /// K8: the cards of the round go to the discard pile: players' hands in turn order, the
    /// dealer's last if they go there at all, each card as received.
    #[inline]
    fn discard(&mut self) {
        if !self.ordered {
            return;
        }
        for seat in self.open.order().seats() {
            for hand in 0..usize::from(self.open.count[seat]) {
                let cards = self.open.hands[seat][hand].cards() as usize;
                self.discards.extend_from_slice(&self.received[seat][hand][..cards]);
            }
        }
        if self.rules.discard_pile == DiscardPile::All {
            self.discards.extend_from_slice(&self.dealer[..self.dealer_cards]);
        }
    }
}

/// K15: the payment of a hand in stakes, if no match ended the round. Under `match_pays = own` a
/// match is paid like a survival.
#[inline]
pub(super) const fn paid(fate: Fate) -> i64 {
    match fate {
        Fate::BustHigh | Fate::BustDoubled => -1,
        Fate::Push | Fate::Unrolled => 0,
        Fate::Survive | Fate::ExactMatch => 1,
    }
}
