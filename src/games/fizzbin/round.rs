//! One round of Fizzbin, in the order of the rulebook, and the game of several of them (M5).

use super::eval::{Ceilings, Law, Score};
use super::hand::{Card, Cards, KINDS};
use super::player::{Choice, Drawn, Laid, MAX_PLAYERS, Open, Player, Put, Show, View};
use super::record::{Recorder, Tell};
use super::rules::{Dealership, Declare, Down, End, HAND, KronkPayee, Redeem, Rules};
use crate::cards::Pile;
use crate::cards::random::{Keys, Purpose, Stream};
use std::cmp::Ordering;

/// Where a round's luck comes from: keyed streams, or a script.
pub trait Luck {
    /// The top card of the deck, which is not empty. Nobody knows where a card is that went back, so
    /// the top is any of the cards, each as likely (S2, S4).
    fn draw(&mut self, seat: usize, deck: &mut Pile) -> Card;
    /// A number below `bound`, at most 2^15, for a seat that plays by chance.
    fn choose(&mut self, seat: usize, bound: u32) -> u32;
    /// Which of some equal seats wins (M4).
    fn throw(&mut self, equals: &[usize]) -> usize;
    /// Which of so many players deals next, where anybody may (S1).
    fn deals(&mut self, players: usize) -> usize;
}

/// Luck from the keys of a round. All draws are off one deck in one order, whoever draws, so that
/// what a seat decides does not change what comes next.
#[derive(Clone, Debug)]
pub struct Keyed {
    keys: Keys,
    deck: Stream,
    choices: [Option<Stream>; MAX_PLAYERS],
}

impl Keyed {
    /// The luck of a round, from its beginning.
    pub fn new(keys: Keys) -> Keyed {
        Keyed { keys, deck: keys.stream(Purpose::Deal), choices: [const { None }; MAX_PLAYERS] }
    }
}

impl Luck for Keyed {
    #[inline]
    fn draw(&mut self, _seat: usize, deck: &mut Pile) -> Card {
        Card::of_kind(deck.draw(&mut self.deck).into())
    }

    fn choose(&mut self, seat: usize, bound: u32) -> u32 {
        let keys = self.keys;
        let stream = &mut self.choices[seat];
        stream.get_or_insert_with(|| keys.stream(Purpose::Choices(seat))).below(bound)
    }

    fn throw(&mut self, equals: &[usize]) -> usize {
        equals[self.keys.stream(Purpose::Blind).below(equals.len() as u32) as usize]
    }

    fn deals(&mut self, players: usize) -> usize {
        self.keys.stream(Purpose::Dealer).below(players as u32) as usize
    }
}

/// How a round came out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Each seat's net, in quatloos.
    pub nets: [i64; MAX_PLAYERS],
    /// What went to the bank, in quatloos (M2).
    pub bank: i64,
    /// Who was archon.
    pub archon: usize,
    /// Who won.
    pub winner: usize,
    /// Whether the winner took the kitty with it (M5).
    pub outta: bool,
    /// Players who threw for it, the winner included; 1 if nobody had to (M4).
    pub equals: u32,
    /// What each seat declared that could still win.
    pub scores: Vec<Score>,
    /// Who could still win, a bit each.
    pub qualified: u32,
    /// Who redeemed, a bit each (S4).
    pub redeemed: u32,
    /// Kronks that were paid for, of all players, stages and krakos.
    pub kronks: u32,
    /// Turns of each player.
    pub laps: u32,
}

/// A table: its rules, its cards, and what lies on it. Reused from game to game.
#[derive(Clone, Debug)]
pub struct Table<'r> {
    rules: &'r Rules,
    law: Law,
    open: Open,
    deck: Pile,
    hands: Vec<Cards>,
    /// Whole piles, from the show on.
    piles: Vec<Cards>,
    ceilings: Vec<Ceilings>,
    /// Kronks that each seat paid for a krako.
    krakos: Vec<u8>,
    /// Rounds that each seat has won in this game, and what is held for who wins enough (M5).
    wins: Vec<u32>,
    kitty: i64,
    outcome: Outcome,
}

impl<'r> Table<'r> {
    /// A table with a full deck, where the last seat deals.
    pub fn new(rules: &'r Rules) -> Table<'r> {
        let players = usize::from(rules.players);
        let law = Law::new(rules);
        let nothing = law.score(&Cards::EMPTY, &Cards::EMPTY, Ceilings::NONE);
        Table {
            rules,
            law,
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
            ceilings: vec![Ceilings::NONE; players],
            krakos: vec![0; players],
            wins: vec![0; players],
            kitty: 0,
            outcome: Outcome {
                nets: [0; MAX_PLAYERS],
                bank: 0,
                archon: 0,
                winner: 0,
                outta: true,
                equals: 1,
                scores: vec![nothing; players],
                qualified: 0,
                redeemed: 0,
                kronks: 0,
                laps: 0,
            },
        }
    }

    /// Begins a game: who deals, nobody has won yet.
    pub fn sit(&mut self, landru: usize) {
        self.open.landru = landru;
        self.wins.fill(0);
        self.kitty = 0;
        self.outcome.outta = true;
    }

    /// Each seat's hand as it lies.
    pub fn hands(&self) -> &[Cards] {
        &self.hands
    }

    /// Each seat's whole pile, once it has been shown.
    pub fn piles(&self) -> &[Cards] {
        &self.piles
    }

    /// Every card of the deck, wherever it lies: in the deck, in hands, on piles.
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
    pub fn round<P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
    ) -> &Outcome {
        debug_assert_eq!(players.len(), self.open.players);
        self.ante(tell);
        self.deal(luck, tell);
        if self.rules.redeemable() {
            self.redeem(players, luck, tell);
        }
        self.turns(players, luck, tell);
        self.show(tell);
        if self.rules.krako_strikes() {
            self.krako(players, luck, tell);
        }
        self.declare(players, tell);
        self.win(luck, tell);
        self.pay(luck, tell);
        &self.outcome
    }

    #[inline]
    fn after(&self, seat: usize) -> usize {
        if seat + 1 == self.open.players { 0 } else { seat + 1 }
    }

    /// The seat at a place leftward of the landru: the archon's is 0, the landru's the last.
    #[inline]
    fn seat_at(&self, place: usize) -> usize {
        let seat = self.open.archon() + place;
        if seat >= self.open.players { seat - self.open.players } else { seat }
    }

    /// The seat whose turn is the n-th of a lap: leftward, the landru last; on the floor rightward,
    /// the landru still last.
    #[inline]
    fn in_turn(&self, turn: usize) -> usize {
        let last = self.open.players - 1;
        self.seat_at(if self.rules.floor == 0 || turn == last { turn } else { last - 1 - turn })
    }

    /// Everyone puts in the ante of a new game (S3, M1); what lies on the table is taken up.
    fn ante<R: Recorder>(&mut self, tell: &mut R) {
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
        // M5: one ante for all rounds of a game.
        if self.outcome.outta {
            let ante = self.rules.stake();
            self.kitty = ante * players as i64;
            self.outcome.nets[..players].fill(-ante);
            tell.event(Tell::Anted { players, ante });
        } else {
            tell.event(Tell::Held { kitty: self.kitty });
        }
        tell.event(Tell::Dealing { landru: self.open.landru, archon: self.open.archon() });
    }

    /// Six cards each, one by one from the archon on, who gets a seventh; the archon's second card
    /// and the last of everybody are face up (S2).
    fn deal<L: Luck, R: Recorder>(&mut self, luck: &mut L, tell: &mut R) {
        let archon = self.open.archon();
        for lap in 1..=HAND {
            for place in 0..self.open.players {
                let seat = self.seat_at(place);
                let open = if seat == archon { lap == 2 } else { lap == HAND };
                self.deal_to(seat, open, luck, tell);
            }
        }
        self.deal_to(archon, true, luck, tell);
    }

    fn deal_to<L: Luck, R: Recorder>(
        &mut self,
        seat: usize,
        open: bool,
        luck: &mut L,
        tell: &mut R,
    ) {
        let card = self.top(seat, luck);
        self.gain(seat, card, open);
        tell.event(Tell::Dealt { seat, card, open });
    }

    /// The top card of the deck.
    #[inline]
    fn top<L: Luck>(&mut self, seat: usize, luck: &mut L) -> Card {
        let card = luck.draw(seat, &mut self.deck);
        self.open.deck = self.deck.left();
        card
    }

    /// A card joins a hand, seen by all or not.
    #[inline]
    fn gain(&mut self, seat: usize, card: Card, open: bool) {
        self.hands[seat].add(card);
        self.open.held[seat] += 1;
        if open {
            self.open.known[seat].add(card);
        }
    }

    /// A card leaves a hand. Of two alike the one goes first that all know (S4). Returns whether they
    /// knew it.
    #[inline]
    fn lose(&mut self, seat: usize, card: Card) -> bool {
        self.hands[seat].take(card);
        self.open.held[seat] -= 1;
        let known = self.open.known[seat].holds(card);
        if known {
            self.open.known[seat].take(card);
        }
        known
    }

    #[inline]
    fn view(&self, seat: usize) -> View<'_> {
        View {
            rules: self.rules,
            law: &self.law,
            open: &self.open,
            seat,
            hand: &self.hands[seat],
            may_pass: true,
            redeemable: 0,
            sent: None,
        }
    }

    /// Once each, from the archon on, a card of H6 for two others (S4).
    fn redeem<P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
    ) {
        for place in 0..self.open.players {
            let seat = self.seat_at(place);
            let redeemable = self.hands[seat].different().filter(|&card| self.law.redeems(card));
            let redeemable = redeemable.fold(0, |set, card| set | 1 << card.bit());
            self.redeem_one_of(redeemable, seat, &mut players[seat], luck, tell);
        }
    }

    /// Asks a seat whether it redeems one of these cards (S4).
    fn redeem_one_of<P: Player, L: Luck, R: Recorder>(
        &mut self,
        redeemable: u64,
        seat: usize,
        player: &mut P,
        luck: &mut L,
        tell: &mut R,
    ) {
        if redeemable == 0 || self.open.deck == 0 || self.open.redeemed >> seat & 1 == 1 {
            return;
        }
        let view = View { redeemable, ..self.view(seat) };
        let card = match player.redeem(&view) {
            Choice::Do(card) => card,
            Choice::Any => match luck.choose(seat, redeemable.count_ones() + 1) {
                0 => None,
                n => view.redeemable().nth(n as usize - 1),
            },
        };
        debug_assert!(view.allows_redeeming(card), "{card:?}");
        let Some(card) = card else { return };
        self.lose(seat, card);
        self.open.returned.add(card);
        self.open.redeemed |= 1 << seat;
        let back = self.deck.put_back(card.kind() as u8);
        debug_assert!(back);
        let drawn = [(); 2].map(|()| {
            let card = self.top(seat, luck);
            self.gain(seat, card, false);
            card
        });
        tell.event(Tell::Redeemed { seat, card, drawn });
        if seat == self.open.archon() {
            let view = View { may_pass: false, ..self.view(seat) };
            let card = match player.shed(&view) {
                Choice::Do(card) => card,
                Choice::Any => any_card(&view, luck),
            };
            debug_assert!(self.hands[seat].holds(card), "{card}");
            self.lose(seat, card);
            self.open.up[seat].add(card);
            tell.event(Tell::Shed { seat, card });
        }
    }

    /// Turn after turn, until the landru's ends with the deck empty, or each had one (P7).
    fn turns<P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
    ) {
        self.outcome.laps = 0;
        loop {
            for turn in 0..self.open.players {
                let seat = self.in_turn(turn);
                self.turn(seat, &mut players[seat], luck, tell);
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

    /// One turn. No choice is offered that could not end with a legal hand (P5).
    fn turn<P: Player, L: Luck, R: Recorder>(
        &mut self,
        seat: usize,
        player: &mut P,
        luck: &mut L,
        tell: &mut R,
    ) {
        tell.event(Tell::Turn { seat, hand: &self.hands[seat], deck: self.open.deck });
        let mut sent = None;
        // P6
        if self.open.deck > 0 {
            // P1
            let view = View { may_pass: self.rules.down == Down::May, ..self.view(seat) };
            let put = match player.lay(&view) {
                Choice::Do(put) => put,
                Choice::Any => any_put(&view, luck),
            };
            debug_assert!(view.allows_putting(put), "{put:?}");
            if let Some(Put { card, pile }) = put {
                let known = self.lose(seat, card);
                self.open.laid.push(Laid { owner: pile as u8, by: seat as u8, card, known });
                tell.event(Tell::Laid { seat, card, pile });
            }
            // P2
            sent = self.draw(seat, player, luck, tell);
        }
        // P3
        let held = u32::from(self.open.held[seat]);
        if held <= self.open.limit(seat) && self.open.can_take(seat, sent) {
            let view = View { may_pass: held >= HAND, sent, ..self.view(seat) };
            let take = match player.take(&view) {
                Choice::Do(take) => take,
                Choice::Any => any_take(&view, luck),
            };
            debug_assert!(view.allows_taking(take), "{take:?}");
            if let Some(Put { card, pile }) = take {
                self.open.up[pile].take(card);
                self.gain(seat, card, true);
                tell.event(Tell::Took { seat, card, pile });
            }
        }
        // P4
        let held = u32::from(self.open.held[seat]);
        if held > HAND {
            let view = View { may_pass: held <= self.open.limit(seat), ..self.view(seat) };
            let put = match player.place(&view) {
                Choice::Do(put) => put,
                Choice::Any => any_put(&view, luck),
            };
            debug_assert!(view.allows_putting(put), "{put:?}");
            if let Some(Put { card, pile }) = put {
                self.lose(seat, card);
                self.open.up[pile].add(card);
                tell.event(Tell::Placed { seat, card, pile });
            }
        }
    }

    /// The top card of the deck is kept, or put on an opponent's pile (P2). Returns whose, and the
    /// card.
    #[inline]
    fn draw<P: Player, L: Luck, R: Recorder>(
        &mut self,
        seat: usize,
        player: &mut P,
        luck: &mut L,
        tell: &mut R,
    ) -> Option<(usize, Card)> {
        let card = self.top(seat, luck);
        // Five cards without the drawn one must become six by taking another (P5).
        let may_send = u32::from(self.open.held[seat]) >= HAND || self.open.can_take(seat, None);
        let drawn = match may_send {
            false => Drawn::Keep,
            true => {
                let view = View { may_pass: false, ..self.view(seat) };
                match player.draw(&view, card) {
                    Choice::Do(drawn) => drawn,
                    Choice::Any => match luck.choose(seat, self.open.players as u32) {
                        0 => Drawn::Keep,
                        n => Drawn::Send((seat + n as usize) % self.open.players),
                    },
                }
            }
        };
        if let Drawn::Send(pile) = drawn {
            debug_assert!(pile != seat && pile < self.open.players);
            self.open.up[pile].add(card);
            tell.event(Tell::Sent { seat, card, pile });
            return Some((pile, card));
        }
        self.gain(seat, card, false);
        tell.event(Tell::Kept { seat, card });
        // S4: the card just drawn may be redeemed.
        let rules = self.rules;
        if rules.redeem == Redeem::Any && rules.redeemable() && self.law.redeems(card) {
            self.redeem_one_of(1 << card.bit(), seat, player, luck, tell);
        }
        None
    }

    /// All cards are turned up (P9).
    fn show<R: Recorder>(&mut self, tell: &mut R) {
        let players = self.open.players;
        self.piles.copy_from_slice(&self.open.up[..players]);
        for laid in &self.open.laid {
            self.piles[usize::from(laid.owner)].add(laid.card);
        }
        self.outcome.redeemed = self.open.redeemed;
        self.outcome.qualified = (u64::MAX >> (64 - players)) as u32;
        for place in 0..players {
            let seat = self.seat_at(place);
            let (hand, pile) = (&self.hands[seat], &self.piles[seat]);
            self.outcome.scores[seat] = self.law.score(hand, pile, Ceilings::NONE);
            tell.event(Tell::Shown { seat, hand, pile });
        }
    }

    fn shown(&self, seat: usize) -> Show<'_> {
        Show {
            rules: self.rules,
            law: &self.law,
            landru: self.open.landru,
            hands: &self.hands,
            piles: &self.piles,
            qualified: self.outcome.qualified,
            scores: &self.outcome.scores,
            ceilings: &self.ceilings,
            seat,
        }
    }

    /// In order, who can make four jacks and can still win may name one opponent, who cannot, unless
    /// an oxmyx saves that one (P10).
    fn krako<P: Player, L: Luck, R: Recorder>(
        &mut self,
        players: &mut [P],
        luck: &mut L,
        tell: &mut R,
    ) {
        for place in 0..self.open.players {
            let seat = self.seat_at(place);
            if self.outcome.qualified >> seat & 1 == 0 {
                continue;
            }
            let all = self.hands[seat].and(&self.piles[seat]);
            let Some(kronks) = self.law.krako(&all) else { continue };
            let show = self.shown(seat);
            let rivals = show.rivals().count() as u32;
            if rivals == 0 {
                return;
            }
            let victim = match players[seat].krako(&show, kronks) {
                Choice::Do(victim) => victim,
                Choice::Any => match luck.choose(seat, rivals + 1) {
                    0 => None,
                    n => show.rivals().nth(n as usize - 1),
                },
            };
            let Some(victim) = victim else { continue };
            debug_assert!(show.rivals().any(|rival| rival == victim), "{victim}");
            let saved = show.is_saved(victim);
            self.krakos[seat] = kronks;
            if !saved {
                self.outcome.qualified &= !(1 << victim);
            }
            tell.event(Tell::Struck { seat, victim, kronks, saved });
        }
    }

    /// Lap after lap, from the archon on, who can still win may raise the ceilings, until nobody
    /// does, or in one lap (P11).
    fn declare<P: Player, R: Recorder>(&mut self, players: &mut [P], tell: &mut R) {
        loop {
            let mut raised = false;
            for place in 0..self.open.players {
                let seat = self.seat_at(place);
                let now = self.ceilings[seat];
                let most = self.law.most(&self.hands[seat], &self.piles[seat]);
                if self.outcome.qualified >> seat & 1 == 0 || now == most {
                    continue;
                }
                let ceilings = players[seat].declare(&self.shown(seat));
                debug_assert!(now.hand <= ceilings.hand && ceilings.hand <= most.hand);
                debug_assert!(
                    now.combined <= ceilings.combined && ceilings.combined <= most.combined
                );
                if ceilings != now {
                    raised = true;
                    self.ceilings[seat] = ceilings;
                    let (hand, pile) = (&self.hands[seat], &self.piles[seat]);
                    self.outcome.scores[seat] = self.law.score(hand, pile, ceilings);
                    tell.event(Tell::Declared { seat, ceilings });
                }
            }
            if !raised || self.rules.declare == Declare::Once {
                break;
            }
        }
        for place in 0..self.open.players {
            let seat = self.seat_at(place);
            if self.outcome.qualified >> seat & 1 == 1 {
                tell.event(Tell::Scored { seat, score: &self.outcome.scores[seat] });
            }
        }
    }

    /// The best of those who can still win (E1); equal ones throw for it (M4).
    fn win<L: Luck, R: Recorder>(&mut self, luck: &mut L, tell: &mut R) {
        let (mut equals, mut many) = ([0; MAX_PLAYERS], 0);
        let scores = &self.outcome.scores;
        for seat in (0..self.open.players).filter(|seat| self.outcome.qualified >> seat & 1 == 1) {
            let order = match many {
                0 => Ordering::Greater,
                _ => self.law.compare(&scores[seat], &scores[equals[0]]),
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
            tell.event(Tell::Threw { players: many as u32 });
            self.outcome.winner = luck.throw(&equals[..many]);
        }
        tell.event(Tell::Won { seat: self.outcome.winner });
    }

    /// Kronks are paid for, who has won often enough takes the kitty (M2, M5), and the deal moves on
    /// (S1).
    fn pay<L: Luck, R: Recorder>(&mut self, luck: &mut L, tell: &mut R) {
        let (players, landru, archon) = (self.open.players, self.open.landru, self.open.archon());
        let (winner, price) = (self.outcome.winner, self.rules.kronk_price());
        self.outcome.kronks = 0;
        for place in 0..players {
            let seat = self.seat_at(place);
            let mut kronks = u32::from(self.krakos[seat]);
            if self.outcome.qualified >> seat & 1 == 1 {
                kronks += self.outcome.scores[seat].spent();
            }
            self.outcome.kronks += kronks;
            let quatloos = i64::from(kronks) * price;
            if quatloos == 0 {
                continue;
            }
            tell.event(Tell::Paid { seat, kronks, quatloos });
            self.outcome.nets[seat] -= quatloos;
            match self.rules.kronk_payee {
                // The landru's own go to the archon.
                KronkPayee::Landru if seat == landru => self.outcome.nets[archon] += quatloos,
                KronkPayee::Landru => self.outcome.nets[landru] += quatloos,
                KronkPayee::Kitty => self.kitty += quatloos,
                KronkPayee::Bank => self.outcome.bank += quatloos,
            }
        }
        self.wins[winner] += 1;
        self.outcome.outta = self.wins[winner] > self.rules.overtime;
        if self.outcome.outta {
            self.outcome.nets[winner] += self.kitty;
            tell.event(Tell::Outta { seat: winner, kitty: self.kitty });
        }
        for seat in 0..players {
            tell.event(Tell::Settled { seat, net: self.outcome.nets[seat] });
        }
        self.open.landru = match self.rules.dealership {
            Dealership::Rotate => self.after(landru),
            Dealership::Winner => winner,
            Dealership::Random => luck.deals(players),
        };
    }
}

/// Any of a seat's different cards.
#[cold]
fn any_card<L: Luck>(view: &View<'_>, luck: &mut L) -> Card {
    let hand = view.hand();
    let chosen = luck.choose(view.seat(), hand.set().count_ones());
    hand.different().nth(chosen as usize).unwrap_or(Card::KOIK)
}

/// Any legal way to put a card on a pile: nothing, or one of the different cards on any pile.
#[cold]
fn any_put<L: Luck>(view: &View<'_>, luck: &mut L) -> Option<Put> {
    let (pass, players) = (u32::from(view.may_pass()), view.players() as u32);
    let chosen = luck.choose(view.seat(), pass + view.hand().set().count_ones() * players);
    let put = chosen.checked_sub(pass)?;
    let card = view.hand().different().nth((put / players) as usize)?;
    Some(Put { card, pile: (put % players) as usize })
}

/// Any legal way to take a card: nothing, or one of the different cards of any pile.
#[cold]
fn any_take<L: Luck>(view: &View<'_>, luck: &mut L) -> Option<Put> {
    let pass = u32::from(view.may_pass());
    let chosen = luck.choose(view.seat(), pass + view.takes().count() as u32);
    view.takes().nth(chosen.checked_sub(pass)? as usize)
}
