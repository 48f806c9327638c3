//! Whole rounds and games: sections 3, 4 and 6, DEAL to OUTTA.
//!
//! A deck is a list of cards with the top last. Seats are numbered leftward, so that the archon's
//! number is the landru's plus one. A seat is asked with the list of all its options
//! ([`Mind::choose`]); equal cards are one option.
//!
//! Readings taken here where the text leaves room, with their alternatives:
//!
//! - **S4, what redeems**: a natural K or 2, dark Q or 4. A king that `landru_kronk` has made wild
//!   has no natural value (W1) and does not. Alternative: the printed rank.
//! - **S4, Tuesday**: `kesla=always` lifts [t], not this "not on Tuesday".
//! - **S4, once each**: once a round, whether at the deal or after P2. An overtime round is dealt
//!   anew and redeems anew.
//! - **S4, "then"**: an archon that redeems puts its card down at once, before anybody else
//!   redeems; after P2 too (else it could not end at 7). It may be any card of the hand.
//! - **S4, one deck card**: enough: the returned card is the second of the two. The deck counts
//!   before the card goes back; after P2 the card just kept has left it.
//! - **S4, `any`**: only the card just kept, before P3, and not one sent.
//! - **P1, P4, "may put"**: any card of the hand, also one just kept or just taken.
//! - **P3**: a card that was sent is out of reach for its sender in that turn alone; an equal one
//!   that lay there is not.
//! - **P5**: each option is one after which some way through the rest of the turn ends within 6..L,
//!   counting on P3 only where a card lies there now. L is 7 from a redemption on.
//! - **P6**: the deck at the turn's start counts, so a redemption that empties it does nothing to
//!   its own turn.
//! - **P7, `cycle`**: may meet an empty deck too (P6).
//! - **P10**: any opponent may be named, struck already or safe behind an oxmyx; kronks that
//!   complete the four jacks are paid then as well. One name for each holder, however many jacks it
//!   has. Naming nobody costs nothing. Not everybody can be struck: the last to strike still
//!   stands. The krakos that do not strike today are not asked for. Struck players declare nothing
//!   and still pay.
//! - **`oxmyx_holder=any`**: anybody's oxmyx saves the target. Alternative: target's or holder's.
//! - **P11**: ceilings go no higher than the kronks there are, and stay 0 with
//!   `sunday_kronk=barred`. A stage pays for the kronks it spends at the last ceilings, not for the
//!   ceilings.
//! - **M2, `kitty`, overtime**: the held kitty swallows the kronks of all rounds; the player who
//!   takes it in the end takes them.
//! - **S4, `new`**: the returned card is known by its place, not by its face. Passed over, it goes
//!   back to a place as any other. Where it is the last card of the deck it comes itself (S4 asks
//!   for one other card only). Alternative: no redemption then.
//! - **`take=must`, `place=must`**: a step is legal where the turn can still end within 6..L.
//! - **Y5**: before each round's deal; the day and the light are two votes.
//! - **W1f, `decides`**: right after the deal, before anybody redeems; it may not decline.
//! - **M5, challenges**: a player with one win more than there were challenges is out. Each
//!   challenge asks for one more; with `next_round` each makes the next round's winner the one that
//!   is out. A player is behind in quatloos with a negative net in this game, the kitty aside; the
//!   player who says outta does not challenge.
//! - **M5**: a new shuffle each round. `dealership=random` may leave the landru where it is.

use super::{
    Card, Declared, Role, Rules, SundayKronk, Tebo, compare, compare_naturals, declare, has_oxmyx,
    krako_cost, krako_strikes,
};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;

/// M2: the price of a kronk.
pub const KRONK: i64 = 49;

/// S4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redeem {
    /// After the deal.
    Deal,
    /// Also right after keeping a card in P2.
    Any,
    /// Never.
    Off,
}

/// P1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Down {
    /// A card may go face-down.
    May,
    /// One must.
    Must,
}

/// S4: the replacement of a returned card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redeemed {
    /// Two new cards.
    New,
    /// The top two, the returned one perhaps among them.
    MayReturn,
}

/// M5: the winner of overtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OvertimeWinner {
    /// The first with one win more than there were challenges.
    FirstTo,
    /// The winner of the round after the last challenge.
    NextRound,
}

/// M5: whether there is a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OvertimeCalled {
    /// Always.
    Always,
    /// By players who are behind in quatloos.
    LosersAhead,
}

/// P7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The landru's turn that finds or leaves the deck empty is the last.
    Exhaust,
    /// Everybody has one turn.
    Cycle,
}

/// S1: the dealer of the next round of an overtime game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealership {
    /// The player on the left.
    Rotate,
    /// The round's winner.
    Winner,
    /// Anybody.
    Random,
}

/// P10: the oxmyx that stops a krako.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OxmyxHolder {
    /// That of the player named.
    Target,
    /// That of the krako's holder.
    Krako,
    /// Anybody's.
    Any,
}

/// P11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laps {
    /// Until nobody raises.
    Laps,
    /// One.
    Once,
}

/// E1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// M4 at once.
    Rps,
    /// The natural cards first.
    Cards,
}

/// M2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KronkPayee {
    /// The landru; the archon for the landru's own.
    Landru,
    /// Whoever takes the kitty.
    Kitty,
    /// Nobody.
    Bank,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Table {
    /// The day and the evaluation of cards.
    pub rules: Rules,
    /// S1.
    pub players: usize,
    /// D1: of each deck.
    pub koiks: usize,
    /// S4.
    pub redeem: Redeem,
    /// S4.
    pub redeemed: Redeemed,
    /// P1.
    pub down: Down,
    /// P3: must a card be taken where one can be?
    pub must_take: bool,
    /// P4: must one be placed where one can be?
    pub must_place: bool,
    /// Y5: is Wednesday's day voted on?
    pub wed_vote: bool,
    /// W1f: does the landru name a rank after the deal?
    pub landru_names: bool,
    /// P7.
    pub end: End,
    /// Section 4: do turns run rightward?
    pub floor: bool,
    /// S1.
    pub dealership: Dealership,
    /// P10.
    pub oxmyx_holder: OxmyxHolder,
    /// P11.
    pub declare: Laps,
    /// E1.
    pub tail: Tail,
    /// M2.
    pub kronk_payee: KronkPayee,
    /// M1, in quatloos.
    pub ante: i64,
    /// M5.
    pub overtime: usize,
    /// M5.
    pub overtime_winner: OvertimeWinner,
    /// M5.
    pub overtime_called: OvertimeCalled,
}

impl Default for Table {
    fn default() -> Self {
        Table {
            rules: Rules::default(),
            players: 4,
            koiks: 1,
            redeem: Redeem::Deal,
            redeemed: Redeemed::New,
            down: Down::May,
            must_take: false,
            must_place: false,
            wed_vote: false,
            landru_names: false,
            end: End::Exhaust,
            floor: false,
            dealership: Dealership::Rotate,
            oxmyx_holder: OxmyxHolder::Target,
            declare: Laps::Laps,
            tail: Tail::Rps,
            kronk_payee: KronkPayee::Landru,
            ante: 49,
            overtime: 0,
            overtime_winner: OvertimeWinner::FirstTo,
            overtime_called: OvertimeCalled::Always,
        }
    }
}

impl Table {
    /// D2: all cards.
    pub fn cards(&self) -> Vec<Card> {
        let decks = self.players.div_ceil(8);
        (0..decks).flat_map(|_| self.rules.deck(self.koiks)).collect()
    }

    /// M3: do kronks and the ante cost nothing?
    pub fn free(&self) -> bool {
        self.rules.sunday()
    }

    /// The player on the landru's left.
    pub fn archon(&self, landru: usize) -> usize {
        (landru + 1) % self.players
    }

    /// Leftward from the archon, the landru last.
    pub fn leftward(&self, landru: usize) -> Vec<usize> {
        (1..=self.players).map(|step| (landru + step) % self.players).collect()
    }

    /// The order of turns.
    pub fn turns(&self, landru: usize) -> Vec<usize> {
        if self.floor {
            // Rightward from the landru's right-hand neighbour.
            (1..=self.players).map(|step| (landru + self.players - step) % self.players).collect()
        } else {
            self.leftward(landru)
        }
    }

    /// S4: may this card be returned for two?
    pub fn redeemable(&self, card: Card) -> bool {
        let ranks = if self.rules.dark { [12, 4] } else { [13, 2] };
        ranks.contains(&card.rank)
            && self.rules.role(card) == Role::Natural
            && !self.rules.tuesday()
    }

    /// E1 with its tail: `Greater` where the first is the better.
    pub fn order(&self, one: &Stands<'_>, two: &Stands<'_>) -> Ordering {
        let order = compare(one.declared, two.declared, &self.rules);
        match self.tail {
            Tail::Rps => order,
            Tail::Cards => order.then_with(|| {
                compare_naturals(
                    (one.hand, one.pile, one.declared.named),
                    (two.hand, two.pile, two.declared.named),
                    &self.rules,
                )
            }),
        }
    }
}

/// The cards and the declaration that E1 compares.
#[derive(Clone, Copy, Debug)]
pub struct Stands<'a> {
    /// The hand.
    pub hand: &'a [Card],
    /// The own pile.
    pub pile: &'a [Card],
    /// Their declaration.
    pub declared: &'a Declared,
}

/// A question to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// S4: [`Choice::Nothing`] or [`Choice::Redeem`].
    Redeem,
    /// S4: a redeeming archon's [`Choice::Put`] on the own pile.
    Shed,
    /// P1: [`Choice::Nothing`] or [`Choice::Put`].
    Down,
    /// P2: [`Choice::Keep`] or [`Choice::Send`].
    Draw,
    /// P3: [`Choice::Nothing`] or [`Choice::Take`].
    Take,
    /// P4: [`Choice::Nothing`] or [`Choice::Put`].
    Place,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Does not.
    Nothing,
    /// Returns this card of its hand for two.
    Redeem(Card),
    /// Puts this card of its hand on the pile of this seat.
    Put(Card, usize),
    /// Keeps what it drew.
    Keep,
    /// Puts what it drew on the pile of this opponent.
    Send(usize),
    /// Takes this card from the pile of this opponent.
    Take(Card, usize),
}

/// The events of a round, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins, with this number of cards in the deck.
    Turn { seat: usize, deck: usize },
    /// P2: the top of the deck.
    Drew { seat: usize, card: Card },
    /// A seat was asked and answered.
    Asked { seat: usize, step: Step, options: Vec<Choice>, chosen: Choice },
    /// S4: the returned card was put on this number of cards; then these were drawn.
    Redeemed { seat: usize, card: Card, under: usize, drew: [Card; 2] },
    /// A turn is over, with this number of cards in the hand.
    Done { seat: usize, hand: usize },
    /// P10.
    Struck { seat: usize, target: usize, kronks: usize, holds: bool },
    /// P11.
    Raised { seat: usize, ceilings: (usize, usize) },
}

/// After SHOW.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The table of the round.
    pub table: &'a Table,
    /// The seat that dealt.
    pub landru: usize,
    /// By seat.
    pub hands: &'a [Vec<Card>],
    /// By seat.
    pub piles: &'a [Vec<Card>],
    /// By seat: may it no longer win?
    pub struck: Vec<bool>,
    /// By seat: (k6, k7).
    pub ceilings: Vec<(usize, usize)>,
    /// Cached declarations: seat, k6, k7.
    scores: RefCell<HashMap<(usize, usize, usize), Declared>>,
}

impl Shown<'_> {
    /// The declaration of a seat at these ceilings.
    pub fn score(&self, seat: usize, (k6, k7): (usize, usize)) -> Declared {
        let mut scores = self.scores.borrow_mut();
        let score = || declare(&self.hands[seat], &self.piles[seat], k6, k7, &self.table.rules);
        scores.entry((seat, k6, k7)).or_insert_with(score).clone()
    }

    /// The present declaration of a seat.
    pub fn declared(&self, seat: usize) -> Declared {
        self.score(seat, self.ceilings[seat])
    }

    fn stands<'b>(&'b self, seat: usize, declared: &'b Declared) -> Stands<'b> {
        Stands { hand: &self.hands[seat], pile: &self.piles[seat], declared }
    }

    /// Compares the declarations of two seats.
    pub fn order(&self, one: (usize, &Declared), two: (usize, &Declared)) -> Ordering {
        self.table.order(&self.stands(one.0, one.1), &self.stands(two.0, two.1))
    }

    /// The seats that may still win, the archon first.
    pub fn qualified(&self) -> Vec<usize> {
        let order = self.table.leftward(self.landru);
        order.into_iter().filter(|&seat| !self.struck[seat]).collect()
    }

    /// The highest ceilings of a seat that make a difference: its kronks in hand, and all of them.
    pub fn most(&self, seat: usize) -> (usize, usize) {
        let rules = &self.table.rules;
        if rules.sunday() && rules.sunday_kronk == SundayKronk::Barred {
            return (0, 0);
        }
        let kronks =
            |cards: &[Card]| cards.iter().filter(|&&card| rules.role(card) == Role::Kronk).count();
        let (hand, pile) = (&self.hands[seat], &self.piles[seat]);
        // W1e: one more.
        let may_be = match rules.tebo {
            Tebo::Any => &hand[..],
            Tebo::Seventh => hand.get(6..).unwrap_or(&[]),
        };
        let named = rules.thursday() && hand.len() == 7 && kronks(may_be) < may_be.len();
        let six = kronks(hand) + usize::from(named);
        (six, six + kronks(pile))
    }
}

/// The decisions of a player.
pub trait Mind {
    /// Chooses one of these options.
    fn choose(&mut self, step: Step, options: &[Choice], rng: &mut Pcg64Mcg) -> Choice;

    /// P10: the target of its krako, which takes this number of kronks.
    fn strike(
        &mut self,
        seat: usize,
        kronks: usize,
        shown: &Shown<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<usize>;

    /// P11: its ceilings from now on, none lower than before.
    fn raise(&mut self, seat: usize, shown: &Shown<'_>) -> (usize, usize);

    /// Y5: a day, and whether it is dark.
    fn vote(&mut self, rng: &mut Pcg64Mcg) -> (u8, bool) {
        let _ = rng;
        (4, false)
    }

    /// W1f: as landru, one of these ranks.
    fn name(&mut self, ranks: &[u8], rng: &mut Pcg64Mcg) -> u8 {
        let _ = rng;
        ranks[0]
    }
}

/// A card in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The card.
    pub card: Card,
    /// S2, S4: does everybody know that it is there?
    pub exposed: bool,
}

/// A card on a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The card.
    pub card: Card,
    /// Face-up?
    pub up: bool,
    /// P8: the seat that put it there.
    pub by: usize,
    /// S4: does everybody know it?
    pub known: bool,
}

/// One round, played to the end.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its rules: those of the table, or of the day that was ruled and the rank that was named.
    pub rules: Rules,
    /// The seat that dealt.
    pub landru: usize,
    /// By seat, as dealt.
    pub dealt: Vec<Vec<Held>>,
    /// Cards in the deck after REDEEM.
    pub deck_after_redeem: usize,
    /// By seat: the hand at SHOW.
    pub hands: Vec<Vec<Held>>,
    /// By seat: the pile at SHOW.
    pub piles: Vec<Vec<Laid>>,
    /// The deck at SHOW, which only `end=cycle` leaves.
    pub deck: Vec<Card>,
    /// By seat: turns had.
    pub turns: Vec<usize>,
    /// By seat: cards redeemed.
    pub redeemed: Vec<usize>,
    /// By seat: struck by a krako.
    pub struck: Vec<bool>,
    /// By seat: (k6, k7) at the end.
    pub ceilings: Vec<(usize, usize)>,
    /// By seat: its declaration; `None` for those struck.
    pub declared: Vec<Option<Declared>>,
    /// By seat: kronks spent, KRAKO's too.
    pub kronks: Vec<usize>,
    /// The seats among which M4 chose; only the winner if there was no tie.
    pub tied: Vec<usize>,
    /// The winner.
    pub winner: usize,
    /// All events.
    pub events: Vec<Event>,
}

impl Round {
    /// Did rock-paper-scissors decide (M4)?
    pub fn tie(&self) -> bool {
        self.tied.len() > 1
    }

    /// Did this seat's krako name somebody (P10)?
    pub fn named_somebody(&self, seat: usize) -> bool {
        self.events.iter().any(|it| matches!(it, Event::Struck { seat: by, .. } if *by == seat))
    }
}

/// One game: OUTTA.
#[derive(Clone, Debug)]
pub struct Game {
    /// One, or with overtime as many as it took.
    pub rounds: Vec<Round>,
    /// By seat: rounds won.
    pub wins: Vec<usize>,
    /// The winner of the kitty.
    pub winner: usize,
    /// By seat: quatloos won or lost.
    pub net: Vec<i64>,
}

/// P5: can a hand with this number of cards before P3 end within 6..`limit`?
fn ends_well(hand: usize, takes: bool, limit: usize) -> bool {
    let mut ends = vec![hand, hand - 1];
    if takes {
        // P3, and then P4 or not.
        ends.extend([hand + 1, hand]);
    }
    ends.iter().any(|end| (6..=limit).contains(end))
}

/// The distinct cards, in their order.
fn kinds(cards: impl Iterator<Item = Card>) -> Vec<Card> {
    let mut kinds = Vec::new();
    for card in cards {
        if !kinds.contains(&card) {
            kinds.push(card);
        }
    }
    kinds
}

/// A round until SHOW.
struct Play<'a> {
    table: Table,
    minds: &'a mut [Box<dyn Mind>],
    rng: &'a mut Pcg64Mcg,
    landru: usize,
    deck: Vec<Card>,
    hands: Vec<Vec<Held>>,
    piles: Vec<Vec<Laid>>,
    redeemed: Vec<usize>,
    turns: Vec<usize>,
    events: Vec<Event>,
}

impl Play<'_> {
    fn archon(&self) -> usize {
        self.table.archon(self.landru)
    }

    fn opponents(&self, seat: usize) -> Vec<usize> {
        (0..self.table.players).filter(|&other| other != seat).collect()
    }

    /// S4: the hand limit L.
    fn limit(&self, seat: usize) -> usize {
        if seat == self.archon() || self.redeemed[seat] > 0 { 7 } else { 6 }
    }

    fn ask(&mut self, seat: usize, step: Step, options: Vec<Choice>) -> Choice {
        let chosen = self.minds[seat].choose(step, &options, self.rng);
        assert!(options.contains(&chosen), "{step:?} {chosen:?}, not of {options:?}");
        self.events.push(Event::Asked { seat, step, options, chosen });
        chosen
    }

    fn top(&mut self) -> Card {
        self.deck.pop().expect("a card in the deck")
    }

    /// The distinct cards in a hand.
    fn in_hand(&self, seat: usize) -> Vec<Card> {
        kinds(self.hands[seat].iter().map(|held| held.card))
    }

    /// Takes a card out of the hand, of equals an exposed one.
    fn leaves(&mut self, seat: usize, card: Card) -> Held {
        let hand = &mut self.hands[seat];
        let exposed = hand.iter().position(|held| held.card == card && held.exposed);
        let place = exposed.or_else(|| hand.iter().position(|held| held.card == card));
        hand.remove(place.expect("a card of the hand"))
    }

    fn put(&mut self, seat: usize, card: Card, onto: usize, up: bool) {
        let held = self.leaves(seat, card);
        self.piles[onto].push(Laid { card, up, by: seat, known: up || held.exposed });
    }

    /// S2.
    fn deal(&mut self) {
        let order = self.table.leftward(self.landru);
        for number in 1..=6 {
            for &seat in &order {
                let card = self.top();
                let second_of_archon = number == 2 && seat == self.archon();
                let last = number == 6 && seat != self.archon();
                self.hands[seat].push(Held { card, exposed: second_of_archon || last });
            }
        }
        let (seventh, archon) = (self.top(), self.archon());
        self.hands[archon].push(Held { card: seventh, exposed: true });
    }

    /// S4: lets a seat redeem, as long as it may, one of these cards.
    fn redeem(&mut self, seat: usize, cards: Vec<Card>) {
        if self.redeemed[seat] > 0 || self.deck.is_empty() {
            return;
        }
        let mut options = vec![Choice::Nothing];
        options.extend(
            cards.into_iter().filter(|&card| self.table.redeemable(card)).map(Choice::Redeem),
        );
        if options.len() == 1 {
            return;
        }
        let Choice::Redeem(card) = self.ask(seat, Step::Redeem, options) else { return };
        self.leaves(seat, card);
        // One of the D+1 places.
        let under = self.rng.random_range(0..=self.deck.len());
        self.deck.insert(under, card);
        let mut its_place = Some(under);
        let mut passed_over = false;
        let drew = [(); 2].map(|()| {
            let top = self.deck.len() - 1;
            if its_place == Some(top) && self.table.redeemed == Redeemed::New && top > 0 {
                passed_over = true;
                its_place = Some(top - 1);
                return self.deck.remove(top - 1);
            }
            its_place = its_place.filter(|&place| place != top);
            self.top()
        });
        if let Some(place) = its_place.filter(|_| passed_over) {
            let card = self.deck.remove(place);
            let place = self.rng.random_range(0..=self.deck.len());
            self.deck.insert(place, card);
        }
        for card in drew {
            self.hands[seat].push(Held { card, exposed: false });
        }
        self.redeemed[seat] += 1;
        self.events.push(Event::Redeemed { seat, card, under, drew });
        if seat == self.archon() {
            let options = self.in_hand(seat).into_iter().map(|card| Choice::Put(card, seat));
            let Choice::Put(card, _) = self.ask(seat, Step::Shed, options.collect()) else {
                unreachable!("nothing else was offered")
            };
            self.put(seat, card, seat, true);
        }
    }

    /// P3: the cards that a seat could take, without the card that it just placed there.
    fn within_reach(&self, seat: usize, placed: Option<(Card, usize)>) -> Vec<Choice> {
        let mut options = Vec::new();
        for owner in self.opponents(seat) {
            let mut up: Vec<Card> =
                self.piles[owner].iter().filter(|laid| laid.up).map(|laid| laid.card).collect();
            if let Some((card, onto)) = placed
                && onto == owner
            {
                let place = up.iter().position(|&other| other == card).expect("it lies there");
                up.remove(place);
            }
            options.extend(kinds(up.into_iter()).into_iter().map(|card| Choice::Take(card, owner)));
        }
        options
    }

    /// Every card of the hand on every pile.
    fn puts(&self, seat: usize) -> Vec<Choice> {
        let mut options = Vec::new();
        for card in self.in_hand(seat) {
            for onto in 0..self.table.players {
                options.push(Choice::Put(card, onto));
            }
        }
        options
    }

    /// P1.
    fn put_down(&mut self, seat: usize) {
        let takes = !self.within_reach(seat, None).is_empty();
        let (hand, limit) = (self.hands[seat].len(), self.limit(seat));
        // P2 follows: keep, or send.
        let fine = |hand| ends_well(hand + 1, takes, limit) || ends_well(hand, takes, limit);
        let mut options = Vec::new();
        if self.table.down == Down::May && fine(hand) {
            options.push(Choice::Nothing);
        }
        if fine(hand - 1) {
            options.extend(self.puts(seat));
        }
        if let Choice::Put(card, onto) = self.ask(seat, Step::Down, options) {
            self.put(seat, card, onto, false);
        }
    }

    /// P2: the card that was placed, and its pile.
    fn draw(&mut self, seat: usize) -> Option<(Card, usize)> {
        let takes = !self.within_reach(seat, None).is_empty();
        let (hand, limit) = (self.hands[seat].len(), self.limit(seat));
        let card = self.top();
        self.events.push(Event::Drew { seat, card });
        let mut options = Vec::new();
        if ends_well(hand + 1, takes, limit) {
            options.push(Choice::Keep);
        }
        if ends_well(hand, takes, limit) {
            options.extend(self.opponents(seat).into_iter().map(Choice::Send));
        }
        if let Choice::Send(onto) = self.ask(seat, Step::Draw, options) {
            self.piles[onto].push(Laid { card, up: true, by: seat, known: true });
            return Some((card, onto));
        }
        self.hands[seat].push(Held { card, exposed: false });
        // S4: a redemption adds a card to the hand, except the archon's, and L is 7 after it.
        let after = if seat == self.archon() { hand + 1 } else { hand + 2 };
        if self.table.redeem == Redeem::Any && ends_well(after, takes, 7) {
            self.redeem(seat, vec![card]);
        }
        None
    }

    /// P3.
    fn take(&mut self, seat: usize, placed: Option<(Card, usize)>) {
        let (hand, limit) = (self.hands[seat].len(), self.limit(seat));
        let mut options = Vec::new();
        // P4 follows, or not.
        if ends_well(hand, false, limit) {
            options.push(Choice::Nothing);
        }
        if ends_well(hand + 1, false, limit) {
            let takes = self.within_reach(seat, placed);
            if self.table.must_take && !takes.is_empty() {
                options.clear();
            }
            options.extend(takes);
        }
        if let Choice::Take(card, from) = self.ask(seat, Step::Take, options) {
            let place = self.piles[from].iter().position(|laid| laid.up && laid.card == card);
            self.piles[from].remove(place.expect("a card that lies there"));
            self.hands[seat].push(Held { card, exposed: true });
        }
    }

    /// P4.
    fn place(&mut self, seat: usize) {
        let (hand, limit) = (self.hands[seat].len(), self.limit(seat));
        let mut options = Vec::new();
        if (6..=limit).contains(&hand) {
            options.push(Choice::Nothing);
        }
        if (6..=limit).contains(&(hand - 1)) {
            if self.table.must_place {
                options.clear();
            }
            options.extend(self.puts(seat));
        }
        if let Choice::Put(card, onto) = self.ask(seat, Step::Place, options) {
            self.put(seat, card, onto, true);
        }
    }

    fn turn(&mut self, seat: usize) {
        self.events.push(Event::Turn { seat, deck: self.deck.len() });
        let mut placed = None;
        // P6.
        if !self.deck.is_empty() {
            self.put_down(seat);
            placed = self.draw(seat);
        }
        self.take(seat, placed);
        self.place(seat);
        let hand = self.hands[seat].len();
        assert!((6..=self.limit(seat)).contains(&hand), "P5: {hand}");
        self.turns[seat] += 1;
        self.events.push(Event::Done { seat, hand });
    }

    /// P7.
    fn all_turns(&mut self) {
        loop {
            for seat in self.table.turns(self.landru) {
                self.turn(seat);
            }
            if self.deck.is_empty() || self.table.end == End::Cycle {
                return;
            }
        }
    }
}

/// Plays a round with this deck, its top last.
pub fn play_round(
    table: &Table,
    minds: &mut [Box<dyn Mind>],
    rng: &mut Pcg64Mcg,
    landru: usize,
    deck: Vec<Card>,
) -> Round {
    let players = table.players;
    assert!(players >= 2 && minds.len() == players && landru < players);
    assert!(deck.len() > 6 * players, "S2: cards enough");
    let mut play = Play {
        table: table.clone(),
        minds,
        rng,
        landru,
        deck,
        hands: vec![Vec::new(); players],
        piles: vec![Vec::new(); players],
        redeemed: vec![0; players],
        turns: vec![0; players],
        events: Vec::new(),
    };
    play.deal();
    let dealt = play.hands.clone();
    if table.landru_names {
        let ranks = table.rules.ranks();
        let rank = play.minds[landru].name(&ranks, play.rng);
        assert!(ranks.contains(&rank), "W1f: {rank}");
        play.table.rules.landru_kronk = Some(rank);
    }
    if table.redeem != Redeem::Off {
        for seat in table.leftward(landru) {
            let cards = play.in_hand(seat);
            play.redeem(seat, cards);
        }
    }
    let deck_after_redeem = play.deck.len();
    play.all_turns();
    let Play { table, minds, rng, deck, hands, piles, redeemed, turns, mut events, .. } = play;
    let table = &table;

    // P9.
    let open_hands: Vec<Vec<Card>> =
        hands.iter().map(|hand| hand.iter().map(|held| held.card).collect()).collect();
    let open_piles: Vec<Vec<Card>> =
        piles.iter().map(|pile| pile.iter().map(|laid| laid.card).collect()).collect();
    let mut shown = Shown {
        table,
        landru,
        hands: &open_hands,
        piles: &open_piles,
        struck: vec![false; players],
        ceilings: vec![(0, 0); players],
        scores: RefCell::new(HashMap::new()),
    };
    let mut kronks = vec![0; players];
    krako(&mut shown, minds, rng, &mut kronks, &mut events);
    declarations(&mut shown, minds, &mut events);

    let qualified = shown.qualified();
    let mut declared: Vec<Option<Declared>> = vec![None; players];
    for &seat in &qualified {
        let it = shown.declared(seat);
        kronks[seat] += it.six.as_ref().map_or(0, |six| six.spent.len()) + it.seven.spent.len();
        declared[seat] = Some(it);
    }
    // E1: the players that nobody beats.
    let of = |seat: usize| (seat, declared[seat].as_ref().expect("qualified"));
    let mut tied = qualified.clone();
    tied.retain(|&seat| {
        qualified.iter().all(|&other| shown.order(of(other), of(seat)) != Ordering::Greater)
    });
    // M4.
    let winner = tied[rng.random_range(0..tied.len())];
    let Shown { struck, ceilings, .. } = shown;
    Round {
        rules: table.rules.clone(),
        landru,
        dealt,
        deck_after_redeem,
        hands,
        piles,
        deck,
        turns,
        redeemed,
        struck,
        ceilings,
        declared,
        kronks,
        tied,
        winner,
        events,
    }
}

/// P10.
fn krako(
    shown: &mut Shown<'_>,
    minds: &mut [Box<dyn Mind>],
    rng: &mut Pcg64Mcg,
    kronks: &mut [usize],
    events: &mut Vec<Event>,
) {
    let rules = &shown.table.rules;
    if !krako_strikes(rules) {
        return;
    }
    let oxmyx = |seat: usize| has_oxmyx(&shown.hands[seat], &shown.piles[seat], rules);
    for seat in shown.table.leftward(shown.landru) {
        if shown.struck[seat] {
            continue;
        }
        let Some(cost) = krako_cost(&shown.hands[seat], &shown.piles[seat], rules) else {
            continue;
        };
        let Some(target) = minds[seat].strike(seat, cost, shown, rng) else { continue };
        assert!(target != seat && target < shown.table.players);
        kronks[seat] += cost;
        let safe = match shown.table.oxmyx_holder {
            OxmyxHolder::Target => oxmyx(target),
            OxmyxHolder::Krako => oxmyx(seat),
            OxmyxHolder::Any => (0..shown.table.players).any(oxmyx),
        };
        if !safe {
            shown.struck[target] = true;
        }
        events.push(Event::Struck { seat, target, kronks: cost, holds: !safe });
    }
}

/// P11.
fn declarations(shown: &mut Shown<'_>, minds: &mut [Box<dyn Mind>], events: &mut Vec<Event>) {
    loop {
        let mut raised = false;
        for seat in shown.qualified() {
            let before = shown.ceilings[seat];
            let ceilings = minds[seat].raise(seat, shown);
            let most = shown.most(seat);
            assert!(ceilings.0 >= before.0 && ceilings.1 >= before.1, "P11: {before:?}");
            assert!(ceilings.0 <= most.0 && ceilings.1 <= most.1, "P11: {most:?}");
            if ceilings != before {
                shown.ceilings[seat] = ceilings;
                raised = true;
                events.push(Event::Raised { seat, ceilings });
            }
        }
        if !raised || shown.table.declare == Laps::Once {
            return;
        }
    }
}

/// M2: the round's kronks, by seat, and the amount that goes into the kitty.
fn kronk_money(table: &Table, round: &Round) -> (Vec<i64>, i64) {
    let mut net = vec![0; table.players];
    let mut kitty = 0;
    if table.free() {
        return (net, kitty);
    }
    for seat in 0..table.players {
        let price = KRONK * round.kronks[seat] as i64;
        net[seat] -= price;
        match table.kronk_payee {
            KronkPayee::Landru if seat == round.landru => {
                net[table.archon(round.landru)] += price;
            }
            KronkPayee::Landru => net[round.landru] += price,
            KronkPayee::Kitty => kitty += price,
            KronkPayee::Bank => {}
        }
    }
    (net, kitty)
}

/// Y5: the most frequent ballot, of equals any.
fn ruled<T: Copy + PartialEq>(ballots: &[T], rng: &mut Pcg64Mcg) -> T {
    let votes = |it: T| ballots.iter().filter(|&&other| other == it).count();
    let most = ballots.iter().map(|&it| votes(it)).max().expect("a ballot");
    let mut named: Vec<T> = Vec::new();
    for &it in ballots {
        if votes(it) == most && !named.contains(&it) {
            named.push(it);
        }
    }
    named[rng.random_range(0..named.len())]
}

/// The table of the next round: on the day that is ruled (Y5).
fn on_the_day(table: &Table, minds: &mut [Box<dyn Mind>], rng: &mut Pcg64Mcg) -> Table {
    let mut today = table.clone();
    if table.wed_vote && table.rules.day == 4 {
        let ballots: Vec<(u8, bool)> = minds.iter_mut().map(|mind| mind.vote(rng)).collect();
        let days: Vec<u8> = ballots.iter().map(|ballot| ballot.0).collect();
        let lights: Vec<bool> = ballots.iter().map(|ballot| ballot.1).collect();
        today.rules.day = ruled(&days, rng);
        today.rules.dark = ruled(&lights, rng);
    }
    today
}

/// Plays a game.
pub fn play(table: &Table, minds: &mut [Box<dyn Mind>], rng: &mut Pcg64Mcg) -> Game {
    // S1.
    let landru = rng.random_range(0..table.players);
    let today = on_the_day(table, minds, rng);
    let mut deck = today.cards();
    deck.shuffle(rng);
    play_on(table, today, minds, rng, landru, deck)
}

/// Plays a game whose first round has this landru and this deck, its top last.
pub fn play_from(
    table: &Table,
    minds: &mut [Box<dyn Mind>],
    rng: &mut Pcg64Mcg,
    landru: usize,
    deck: Vec<Card>,
) -> Game {
    assert!(!table.wed_vote, "the deck would have to wait for the vote");
    play_on(table, table.clone(), minds, rng, landru, deck)
}

fn play_on(
    table: &Table,
    mut today: Table,
    minds: &mut [Box<dyn Mind>],
    rng: &mut Pcg64Mcg,
    landru: usize,
    deck: Vec<Card>,
) -> Game {
    let players = table.players;
    let (mut landru, mut deck) = (landru, deck);
    // M1, M3.
    let ante = if today.free() { 0 } else { table.ante };
    let mut net = vec![-ante; players];
    let mut kitty = ante * players as i64;
    let mut rounds: Vec<Round> = Vec::new();
    let mut wins = vec![0; players];
    let mut challenges = 0;
    loop {
        let round = play_round(&today, minds, rng, landru, deck);
        let (paid, held) = kronk_money(&today, &round);
        for seat in 0..players {
            net[seat] += paid[seat];
        }
        kitty += held;
        let winner = round.winner;
        wins[winner] += 1;
        rounds.push(round);
        // M5: with no overtime this is the first round.
        let out = match table.overtime_winner {
            OvertimeWinner::FirstTo => wins[winner] == challenges + 1,
            OvertimeWinner::NextRound => true,
        };
        let somebody = match table.overtime_called {
            OvertimeCalled::Always => true,
            OvertimeCalled::LosersAhead => (0..players).any(|seat| seat != winner && net[seat] < 0),
        };
        if out && (challenges == table.overtime || !somebody) {
            net[winner] += kitty;
            return Game { rounds, wins, winner, net };
        }
        if out {
            challenges += 1;
        }
        landru = match table.dealership {
            Dealership::Rotate => (landru + 1) % players,
            Dealership::Winner => winner,
            Dealership::Random => rng.random_range(0..players),
        };
        today = on_the_day(table, minds, rng);
        deck = today.cards();
        deck.shuffle(rng);
    }
}
