//! One round of Fizzbin, in the order of the rulebook, and the game of several rounds (M5).

mod showdown;

use super::eval::{Ceilings, Evaluator, Memo, Score};
use super::hand::{Card, Cards, KINDS};
use super::record::{self, Recorder};
use super::rules::{Duty, End, HAND, LandruKronk, Redeem, Redeemed, Rules};
use super::view::{Ballot, Drawn, Laid, MAX_PLAYERS, Open, Player, Put, View};
use crate::cards::Pile;
use crate::cards::random::Purpose;
use crate::framework::bonus::Payer;
use crate::framework::luck::{self, Luck, Ruling, Whom};
use crate::framework::{Step, check_answer};
use std::cell::RefCell;

/// Luck drawn from the keys of a round.
pub type Keyed = luck::Keyed<MAX_PLAYERS>;

/// The result of a round.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Each seat's net, in quatloos.
    pub nets: [i64; MAX_PLAYERS],
    /// The bank's net, in quatloos (M2).
    pub bank: i64,
    /// The archon's seat.
    pub archon: usize,
    /// The winner's seat.
    pub winner: usize,
    /// Whether the winner took the kitty, which ends the game (M5).
    pub outta: bool,
    /// The number of players who threw for the win, the winner included; 1 if nobody had to (M4).
    pub equals: u32,
    /// The declared score of each seat that could still win.
    pub scores: Vec<Score>,
    /// Seats that could still win, one bit each.
    pub qualified: u32,
    /// Seats that redeemed, one bit each (S4).
    pub redeemed: u32,
    /// The kronks paid for by all players, in both stages and for krakos.
    pub kronks: u32,
    /// The turns of each player.
    pub laps: u32,
}

/// A table: its rules, its cards, and where they lie. Reused from game to game.
#[derive(Clone, Debug)]
pub struct Table<'r> {
    /// The rules of the table.
    asked: &'r Rules,
    /// The rules of the round: those of the table with the day voted for and the rank that the
    /// landru named (Y5, W1f).
    rules: Rules,
    evaluator: Evaluator,
    /// Whether rounds may differ in their rules.
    own_rules: bool,
    open: Open,
    deck: Pile,
    hands: Vec<Cards>,
    /// Whole piles, from the show on.
    piles: Vec<Cards>,
    /// Whether the order in which cards came matters (W1e).
    ordered: bool,
    /// If so: each hand's cards in that order, and whether they are known to all.
    came: Vec<Vec<(Card, bool)>>,
    /// If so: the last card of each hand at the show.
    last: Vec<Option<Card>>,
    ceilings: Vec<Ceilings>,
    /// The most that each seat may declare, once cards have been shown.
    most: Vec<Ceilings>,
    /// A memo of the scores of each seat's cards at the show.
    memos: RefCell<Vec<Memo>>,
    /// Kronks that each seat paid for a krako.
    krakos: Vec<u8>,
    /// Rounds of this game won by each seat (M5).
    wins: Vec<u32>,
    /// Each seat's net in this game, without the kitty.
    day: [i64; MAX_PLAYERS],
    /// Challenges in this game so far.
    challenges: u32,
    /// The antes of all seats in this game.
    antes: i64,
    /// The kitty held for the winner of this game.
    kitty: i64,
    bonuses: Payer,
    outcome: Outcome,
}

impl<'r> Table<'r> {
    /// A table with a full deck; the last seat deals.
    pub fn new(rules: &'r Rules) -> Table<'r> {
        let players = usize::from(rules.players);
        let evaluator = Evaluator::new(rules);
        let nothing = evaluator.score(&Cards::EMPTY, &Cards::EMPTY, Ceilings::NONE, None);
        Table {
            asked: rules,
            rules: rules.clone(),
            own_rules: rules.votes() || rules.landru_kronk == LandruKronk::Decides,
            ordered: evaluator.asks_for_the_last(),
            evaluator,
            open: Open {
                players,
                landru: players - 1,
                deck: 0,
                returned: Cards::EMPTY,
                redeemed: 0,
                held: [0; MAX_PLAYERS],
                known: [Cards::EMPTY; MAX_PLAYERS],
                up: [Cards::EMPTY; MAX_PLAYERS],
                laid: Vec::new(),
            },
            deck: Pile::new(&rules.stock()).expect("some decks are a pile"),
            hands: vec![Cards::EMPTY; players],
            piles: vec![Cards::EMPTY; players],
            came: vec![Vec::new(); players],
            last: vec![None; players],
            ceilings: vec![Ceilings::NONE; players],
            most: vec![Ceilings::NONE; players],
            memos: RefCell::new(vec![Memo::default(); players]),
            krakos: vec![0; players],
            wins: vec![0; players],
            day: [0; MAX_PLAYERS],
            challenges: 0,
            antes: 0,
            kitty: 0,
            bonuses: rules.payer(),
            outcome: Outcome {
                outta: true,
                equals: 1,
                scores: vec![nothing; players],
                ..Outcome::default()
            },
        }
    }

    /// Begins a game with this dealer, in which nobody has won yet.
    pub fn sit(&mut self, landru: usize) {
        self.open.landru = landru;
        self.wins.fill(0);
        self.day = [0; MAX_PLAYERS];
        self.challenges = 0;
        self.kitty = 0;
        self.outcome.outta = true;
    }

    /// Each seat's current hand.
    pub fn hands(&self) -> &[Cards] {
        &self.hands
    }

    /// Each seat's whole pile, once it has been shown.
    pub fn piles(&self) -> &[Cards] {
        &self.piles
    }

    /// All cards of the table, wherever they lie: in the deck, in hands, on piles.
    pub fn all_cards(&self) -> Cards {
        let mut left = [0; KINDS];
        self.deck.count(&mut left);
        let mut all = Cards::EMPTY;
        for (kind, &count) in left.iter().enumerate() {
            (0..count).for_each(|_| all.add(Card::of_kind(kind)));
        }
        let lying = self.hands.iter().chain(&self.open.up[..self.open.players]);
        let mut all = lying.fold(all, |all, cards| all.and(cards));
        self.open.laid.iter().for_each(|laid| all.add(laid.card));
        all
    }

    /// Plays the next round of a game, which [`Outcome::outta`] ends.
    pub fn round<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) -> &Outcome {
        debug_assert_eq!(players.len(), self.open.players);
        if self.own_rules {
            self.begin(players, luck, recorder);
        }
        self.ante(recorder);
        self.deal(luck, recorder);
        if self.rules.landru_kronk == LandruKronk::Decides {
            self.name(players, luck, recorder);
        }
        if self.rules.redeemable() {
            self.redeem(players, luck, recorder);
        }
        self.turns(players, luck, recorder);
        self.show(recorder);
        if self.rules.krako_strikes() {
            self.krako(players, luck, recorder);
        }
        self.declare(players, recorder);
        self.win(luck, recorder);
        self.pay(luck, recorder);
        &self.outcome
    }

    /// The seat with the n-th turn of a lap: leftward, the landru last; on the floor rightward, the
    /// landru still last.
    #[inline]
    fn in_turn(&self, turn: usize) -> usize {
        let last = self.open.players - 1;
        let in_turn = self.rules.floor == 0 || turn == last;
        self.open.order().seat(if in_turn { turn } else { last - 1 - turn })
    }

    /// Sets the round's own rules, those of the day and light that most vote for (Y5).
    #[cold]
    fn begin<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) {
        self.rules = self.asked.clone();
        if self.asked.votes() {
            let (mut days, mut lights) = ([0; 11], [0; 2]);
            // The votes are told only once the last one is cast.
            let mut ballots = Vec::new();
            for seat in self.open.order().seats() {
                let Ballot { day, dark } = players[seat].vote(self.asked).or(|| {
                    let chosen = luck.below(Purpose::Choices(seat), 20) as u8;
                    Ballot { day: chosen / 2 + 1, dark: chosen % 2 == 1 }
                });
                check_answer!(players[seat], seat, (1..=10).contains(&day), day, "1 to 10");
                days[usize::from(day)] += 1;
                lights[usize::from(dark)] += 1;
                ballots.push((seat, day, dark));
            }
            for (seat, day, dark) in ballots {
                recorder.hear(|| record::voted(seat, day, dark));
            }
            let (day, days_tied) = ruled(&days, "day", |day| day.to_string(), luck);
            let (dark, lights_tied) = ruled(&lights, "dark", |dark| (dark == 1).to_string(), luck);
            self.rules = self.asked.on(day, dark == 1);
            self.deck = Pile::new(&self.rules.stock()).expect("some decks are a pile");
            recorder.hear(|| record::ruled(day, dark == 1, days_tied || lights_tied));
        }
        self.evaluator = Evaluator::new(&self.rules);
        self.ordered = self.evaluator.asks_for_the_last();
    }

    /// Asks the landru for the rank that is wild (W1f).
    #[cold]
    fn name<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) {
        let seat = self.open.landru;
        let nameable = self.evaluator.nameable();
        let rank = players[seat]
            .name(&self.view(seat))
            .or(|| nameable[luck.below(Purpose::Choices(seat), nameable.len() as u32) as usize]);
        check_answer!(players[seat], seat, nameable.contains(&rank), rank, "{nameable:?}");
        self.rules.landru_kronk = LandruKronk::Rank(rank);
        self.evaluator = Evaluator::new(&self.rules);
        recorder.hear(|| record::wild_named(seat, rank));
    }

    /// Clears the table, and collects the antes of a new game (S3, M1).
    fn ante<R: Recorder<Step>>(&mut self, recorder: &mut R) {
        let players = self.open.players;
        self.deck.shuffle();
        self.open.returned = Cards::EMPTY;
        self.open.redeemed = 0;
        self.open.held = [0; MAX_PLAYERS];
        self.open.known[..players].fill(Cards::EMPTY);
        self.open.up[..players].fill(Cards::EMPTY);
        self.open.laid.clear();
        self.hands.fill(Cards::EMPTY);
        self.piles.fill(Cards::EMPTY);
        self.ceilings.fill(Ceilings::NONE);
        self.krakos.fill(0);
        self.outcome.nets[..players].fill(0);
        self.outcome.bank = 0;
        self.outcome.archon = self.open.archon();
        self.came.iter_mut().for_each(Vec::clear);
        self.last.fill(None);
        recorder.hear(|| record::day(&self.rules));
        // M5: one ante for all rounds of a game.
        if self.outcome.outta {
            let ante = self.rules.stake();
            self.antes = ante * players as i64;
            self.kitty = self.antes;
            self.outcome.nets[..players].fill(-ante);
            recorder.hear(|| record::anted(ante, self.kitty));
        } else {
            recorder.hear(|| record::held(self.kitty));
        }
        recorder.hear(|| record::dealing(self.open.landru, self.open.archon()));
    }

    /// Deals six cards each, one by one from the archon on, who gets a seventh; the archon's second
    /// card and everyone's last are face-up (S2).
    fn deal<L: Luck, R: Recorder<Step>>(&mut self, luck: &mut L, recorder: &mut R) {
        let archon = self.open.archon();
        for lap in 1..=HAND {
            for seat in self.open.order().seats() {
                let open = if seat == archon { lap == 2 } else { lap == HAND };
                self.deal_to(seat, open, luck, recorder);
            }
        }
        self.deal_to(archon, true, luck, recorder);
    }

    fn deal_to<L: Luck, R: Recorder<Step>>(
        &mut self,
        seat: usize,
        open: bool,
        luck: &mut L,
        recorder: &mut R,
    ) {
        let card = self.top(seat, luck);
        self.gain(seat, card, open);
        recorder.hear(|| record::dealt(seat, card, open));
    }

    /// Draws the top card of the deck.
    #[inline]
    fn top<L: Luck>(&mut self, seat: usize, luck: &mut L) -> Card {
        // All cards come off one deck in one order, whoever draws them, so that a seat's decision does
        // not change the cards to come.
        let card = Card::of_kind(luck.card(Purpose::Deal, Whom::Seat(seat), &mut self.deck));
        self.open.deck = self.deck.left();
        card
    }

    /// Adds a card to a hand, seen by all or not.
    #[inline]
    fn gain(&mut self, seat: usize, card: Card, open: bool) {
        self.hands[seat].add(card);
        self.open.held[seat] += 1;
        if open {
            self.open.known[seat].add(card);
        }
        if self.ordered {
            self.came[seat].push((card, open));
        }
    }

    /// Takes a card out of a hand; of two alike, one known to all goes first (S4). Returns whether
    /// it was known.
    #[inline]
    fn lose(&mut self, seat: usize, card: Card) -> bool {
        self.hands[seat].take(card);
        self.open.held[seat] -= 1;
        let known = self.open.known[seat].holds(card);
        if known {
            self.open.known[seat].take(card);
        }
        if self.ordered {
            let came = &mut self.came[seat];
            let at = came.iter().position(|&held| held == (card, known));
            came.remove(at.expect("a card of the hand"));
        }
        known
    }

    #[inline]
    fn view(&self, seat: usize) -> View<'_> {
        View {
            rules: &self.rules,
            evaluator: &self.evaluator,
            open: &self.open,
            seat,
            hand: &self.hands[seat],
            may_pass: true,
            redeemable: 0,
            drawn: false,
            sent: None,
        }
    }

    /// Lets each seat, from the archon on, redeem one card of H6 for two others (S4).
    fn redeem<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) {
        for seat in self.open.order().seats() {
            let redeemable =
                self.hands[seat].different().filter(|&card| self.evaluator.redeems(card));
            let redeemable = redeemable.fold(0, |set, card| set | 1 << card.bit());
            self.redeem_one_of((redeemable, false), seat, &mut players[seat], luck, recorder);
        }
    }

    /// Asks a seat whether it redeems one of these cards (S4); `drawn` says whether it has drawn one in
    /// its turn.
    fn redeem_one_of<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        (redeemable, drawn): (u64, bool),
        seat: usize,
        player: &mut P,
        luck: &mut L,
        recorder: &mut R,
    ) {
        if redeemable == 0 || self.open.deck == 0 || self.open.redeemed >> seat & 1 == 1 {
            return;
        }
        let view = View { redeemable, drawn, ..self.view(seat) };
        let card = player.redeem(&view).or(|| {
            let chosen = luck.below(Purpose::Choices(seat), redeemable.count_ones() + 1);
            view.redeemable().nth(chosen.checked_sub(1)? as usize)
        });
        check_answer!(player, seat, view.allows_redeeming(card), card);
        let Some(card) = card else { return };
        self.lose(seat, card);
        self.open.returned.add(card);
        self.open.redeemed |= 1 << seat;
        let back = self.deck.put_back(card.kind() as u8);
        debug_assert!(back);
        let taken = [(); 2].map(|()| {
            let card = match self.rules.redeemed {
                Redeemed::New => {
                    let (whom, deck) = (Whom::Seat(seat), &mut self.deck);
                    let drawn = luck.card_past(Purpose::Deal, whom, deck, card.kind());
                    self.open.deck = self.deck.left();
                    Card::of_kind(drawn)
                }
                Redeemed::MayReturn => self.top(seat, luck),
            };
            self.gain(seat, card, false);
            card
        });
        recorder.hear(|| record::redeemed(seat, card, taken));
        if seat == self.open.archon() {
            let view = View { may_pass: false, drawn, ..self.view(seat) };
            let card = player.shed(&view).or(|| any_card(&view, luck));
            check_answer!(player, seat, self.hands[seat].holds(card), card);
            self.lose(seat, card);
            self.open.up[seat].add(card);
            recorder.hear(|| record::shed(seat, card));
        }
    }

    /// Plays turns until the landru's ends with the deck empty, or each seat has had one (P7).
    fn turns<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        recorder: &mut R,
    ) {
        self.outcome.laps = 0;
        loop {
            for turn in 0..self.open.players {
                let seat = self.in_turn(turn);
                self.turn(seat, &mut players[seat], luck, recorder);
                debug_assert!(
                    (HAND..=self.open.limit(seat)).contains(&u32::from(self.open.held[seat]))
                );
            }
            self.outcome.laps += 1;
            if self.open.deck == 0 || self.rules.end == End::Cycle {
                return;
            }
        }
    }

    /// Plays a turn. No choice is offered that could not end with a legal hand (P5).
    fn turn<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        seat: usize,
        player: &mut P,
        luck: &mut L,
        recorder: &mut R,
    ) {
        recorder.hear(|| record::turn(seat, &self.hands[seat], self.open.deck));
        let mut sent = None;
        // P6
        if self.open.deck > 0 {
            // P1
            let view = View { may_pass: self.rules.down == Duty::May, ..self.view(seat) };
            let put = player.lay(&view).or(|| any_put(&view, luck));
            check_answer!(player, seat, view.allows_putting(put), put);
            if let Some(Put { card, pile }) = put {
                let known = self.lose(seat, card);
                self.open.laid.push(Laid { owner: pile as u8, by: seat as u8, card, known });
                recorder.hear(|| record::laid(seat, card, pile));
            }
            // P2
            sent = self.draw(seat, player, luck, recorder);
        }
        // P3
        let held = u32::from(self.open.held[seat]);
        if held <= self.open.limit(seat) && self.open.can_take(seat, sent) {
            let may_pass = held >= HAND && self.rules.take == Duty::May;
            let view = View { may_pass, sent, ..self.view(seat) };
            let take = player.take(&view).or(|| any_take(&view, luck));
            check_answer!(player, seat, view.allows_taking(take), take);
            if let Some(Put { card, pile }) = take {
                self.open.up[pile].take(card);
                self.gain(seat, card, true);
                recorder.hear(|| record::took(seat, card, pile));
            }
        }
        // P4
        let held = u32::from(self.open.held[seat]);
        if held > HAND {
            let may_pass = held <= self.open.limit(seat) && self.rules.place == Duty::May;
            let view = View { may_pass, ..self.view(seat) };
            let put = player.place(&view).or(|| any_put(&view, luck));
            check_answer!(player, seat, view.allows_putting(put), put);
            if let Some(Put { card, pile }) = put {
                self.lose(seat, card);
                self.open.up[pile].add(card);
                recorder.hear(|| record::placed(seat, card, pile));
            }
        }
    }

    /// Draws the top card, which is kept or put on an opponent's pile (P2). Returns that pile's
    /// seat, and the card.
    #[inline]
    fn draw<P: Player, L: Luck, R: Recorder<Step>>(
        &mut self,
        seat: usize,
        player: &mut P,
        luck: &mut L,
        recorder: &mut R,
    ) -> Option<(usize, Card)> {
        let card = self.top(seat, luck);
        // Five cards without the drawn one must become six by taking another (P5).
        let may_send = u32::from(self.open.held[seat]) >= HAND || self.open.can_take(seat, None);
        let drawn = match may_send {
            false => Drawn::Keep,
            true => {
                let view = View { may_pass: false, ..self.view(seat) };
                let players = self.open.players;
                player.draw(&view, card).or(|| {
                    match luck.below(Purpose::Choices(seat), players as u32) {
                        0 => Drawn::Keep,
                        n => Drawn::Send((seat + n as usize) % players),
                    }
                })
            }
        };
        if let Drawn::Send(pile) = drawn {
            check_answer!(player, seat, pile != seat && pile < self.open.players, drawn);
            self.open.up[pile].add(card);
            recorder.hear(|| record::sent(seat, card, pile));
            return Some((pile, card));
        }
        self.gain(seat, card, false);
        recorder.hear(|| record::kept(seat, card));
        // S4: the card just drawn may be redeemed.
        let any = self.rules.redeem == Redeem::Any && self.rules.redeemable();
        if any && self.evaluator.redeems(card) {
            self.redeem_one_of((1 << card.bit(), true), seat, player, luck, recorder);
        }
        None
    }
}

/// The option with the most ballots, by persuasion in a tie; and whether it is tied (Y5).
fn ruled(
    ballots: &[u8],
    key: &'static str,
    shown: impl Fn(usize) -> String,
    luck: &mut impl Luck,
) -> (u8, bool) {
    let most = ballots.iter().max().copied().unwrap_or(0);
    let tied: Vec<usize> = (0..ballots.len()).filter(|&i| ballots[i] == most).collect();
    if let [only] = tied[..] {
        return (only as u8, false);
    }
    let shown = |option: usize| shown(tied[option]);
    let tie = "the vote is tied between {} (Y5)";
    let ruling = Ruling { key, options: tied.len(), shown: &shown, tie };
    (tied[luck.rule(Purpose::Vote, &ruling)] as u8, true)
}

/// One of a seat's different cards, all equally likely.
#[cold]
fn any_card<L: Luck>(view: &View<'_>, luck: &mut L) -> Card {
    let hand = view.hand();
    let chosen = luck.below(Purpose::Choices(view.seat()), hand.set().count_ones());
    hand.different().nth(chosen as usize).unwrap_or(Card::KOIK)
}

/// A random legal way to put a card on a pile: nothing, or one of the different cards on any pile.
#[cold]
fn any_put<L: Luck>(view: &View<'_>, luck: &mut L) -> Option<Put> {
    let (pass, players) = (u32::from(view.may_pass()), view.players() as u32);
    let chosen =
        luck.below(Purpose::Choices(view.seat()), pass + view.hand().set().count_ones() * players);
    let put = chosen.checked_sub(pass)?;
    let card = view.hand().different().nth((put / players) as usize)?;
    Some(Put { card, pile: (put % players) as usize })
}

/// A random legal way to take a card: nothing, or one of the different cards of any pile.
#[cold]
fn any_take<L: Luck>(view: &View<'_>, luck: &mut L) -> Option<Put> {
    let pass = u32::from(view.may_pass());
    let chosen = luck.below(Purpose::Choices(view.seat()), pass + view.takes().count() as u32);
    view.takes().nth(chosen.checked_sub(pass)? as usize)
}
