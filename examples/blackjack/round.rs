//! A round, in the order of the rules.

use super::hand::{ACE, Hand, NAMES, TEN};
use super::rules::{HoleCard, MOST_HANDS, MOST_PLAYERS, NaturalPays, Rules};
use super::strategies::{self, Strategy};
use super::view::{Action, Actions, Sight};
use croupier::framework::{
    Game, Named, Occasion, Of, Purpose, SeatError, ShoeFacts, Shuffle, Spec, Step, Table, View,
    event,
};

/// Money units in a stake: every payout is a whole number of units.
const UNITS: i64 = 10;

const BUST: usize = event::<Blackjack>("bust");
const DOUBLE: usize = event::<Blackjack>("double");
const SPLIT: usize = event::<Blackjack>("split");
const SURRENDER: usize = event::<Blackjack>("surrender");
const NATURAL: usize = event::<Blackjack>("natural");
const DEALER_NATURAL: usize = event::<Blackjack>("dealer-natural");
const DEALER_BUST: usize = event::<Blackjack>("dealer-bust");

/// A table.
#[derive(Clone, Debug)]
pub struct Blackjack(Rules);

impl Game for Blackjack {
    const NAME: &'static str = "blackjack";
    const TITLE: &'static str = "Blackjack";
    const ABOUT: &'static str = "blackjack as it is dealt in casinos";
    const UNITS: i64 = UNITS;
    const EVENTS: &'static [Occasion] = &[
        Occasion::new("loss", Of::Hand).about("the hand loses its stake"),
        Occasion::new("push", Of::Hand).about("the hand gets its stake back"),
        Occasion::new("win", Of::Hand).about("the hand wins its stake or more"),
        Occasion::new("bust", Of::Hand).about("the hand is above 21"),
        Occasion::new("double", Of::Hand).about("the stake is doubled for one more card"),
        Occasion::new("split", Of::Hand).about("a pair is split"),
        Occasion::new("surrender", Of::Seat).about("the player gives up half of the stake"),
        Occasion::new("natural", Of::Seat).about("an ace and a ten-valued card on the deal"),
        Occasion::new("dealer-natural", Of::Table).about("the dealer's ace and ten-valued card"),
        Occasion::new("dealer-bust", Of::Table).about("the dealer is above 21"),
    ];
    const STRATEGIES: &'static [Named] = strategies::NAMED;

    type Rules = Rules;
    type View = Sight;
    type Player = Strategy;

    fn new(rules: Rules) -> Blackjack {
        Blackjack(rules)
    }

    fn rules(&self) -> &Rules {
        &self.0
    }

    fn players(&self) -> usize {
        self.0.players
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        let copies = |kind| self.0.decks * if kind == TEN { 16 } else { 4 };
        let cards = NAMES.into_iter().enumerate().map(|(kind, name)| (name, copies(kind)));
        vec![ShoeFacts { name: "shoe", cards: cards.collect() }]
    }

    fn shuffle(&self) -> Shuffle {
        self.0.shuffle
    }

    fn cards_needed(&self) -> u32 {
        5 * (self.0.players as u32 + 1)
    }

    fn possible(&self, event: &Occasion) -> bool {
        event.name != Self::EVENTS[SURRENDER].name || self.0.late_surrender
    }

    fn player(&self, spec: &Spec) -> Result<Strategy, SeatError> {
        Strategy::new(spec, &self.0)
    }

    fn round(&self, table: &mut Table<'_, Blackjack>) {
        let rules = &self.0;
        let mut seats = [Seat::default(); MOST_PLAYERS];
        let (up, mut dealer) = self.deal(table, &mut seats);
        // B4: a natural behind an ace or a ten ends the round.
        let peeked = rules.hole_card == HoleCard::Peek;
        let mut natural = peeked && dealer.is_natural();
        if !natural {
            for seat in table.turn_order() {
                if seats[seat].bets[0].state != State::Natural {
                    self.turn(table, seat, up, &mut seats[seat]);
                }
            }
        }
        // B10: the dealer draws if a hand is left to beat; without a hole card, the second card
        // comes first, also for naturals and surrendered hands whose result it may change.
        let bets = || seats[..rules.players].iter().flat_map(Seat::bets);
        let open = bets().any(|bet| bet.state == State::Open);
        let threat = up == ACE || up == TEN;
        if !peeked && (open || threat && bets().any(|bet| bet.state != State::Bust)) {
            dealer = draw(table, dealer, Purpose::Dealer, "B4");
            natural = dealer.is_natural();
        }
        if natural {
            table.happened_at_table(DEALER_NATURAL);
            table.tell(|| Step::new("B4", "dealer-natural", "the dealer has a natural").public());
        } else if open {
            if peeked {
                table.tell(|| {
                    let text = format!("the dealer turns {dealer}");
                    Step::new("B10", "turned", text).public().with("total", dealer.total())
                });
            }
            let least = 17 + u8::from(rules.dealer_hits_soft_17);
            while dealer.total() < 17 || dealer.soft() && dealer.total() < least {
                dealer = draw(table, dealer, Purpose::Dealer, "B10");
            }
            if dealer.busts() {
                table.happened_at_table(DEALER_BUST);
            }
        }
        for seat in table.turn_order() {
            for bet in seats[seat].bets() {
                self.settle(table, seat, bet, dealer, natural);
            }
        }
    }
}

/// A hand on the table, with its stake.
#[derive(Clone, Copy, Debug, Default)]
struct Bet {
    hand: Hand,
    doubled: bool,
    state: State,
}

/// The state of a hand before it is settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// It is still to be compared with the dealer's.
    #[default]
    Open,
    Bust,
    Surrendered,
    Natural,
}

/// A player's hands.
#[derive(Clone, Copy, Debug, Default)]
struct Seat {
    bets: [Bet; MOST_HANDS],
    /// The number of hands beyond the first.
    more: usize,
}

impl Seat {
    fn bets(&self) -> &[Bet] {
        &self.bets[..=self.more]
    }
}

impl Blackjack {
    /// B2 and B3: the deal, and the naturals. Returns the kind of the dealer's card, and the
    /// dealer's hand.
    fn deal(
        &self,
        table: &mut Table<'_, Blackjack>,
        seats: &mut [Seat; MOST_PLAYERS],
    ) -> (usize, Hand) {
        for seat in table.turn_order() {
            seats[seat].bets[0].hand = Hand::default().with(table.card(Purpose::Deal));
        }
        let up = table.card(Purpose::Deal);
        let mut dealer = Hand::default().with(up);
        for seat in table.turn_order() {
            let bet = &mut seats[seat].bets[0];
            bet.hand = bet.hand.with(table.card(Purpose::Deal));
            let hand = bet.hand;
            table.tell(move || {
                let text = format!("seat {} is dealt {hand}", seat + 1);
                Step::new("B2", "dealt", text).public().seat(seat).with("total", hand.total())
            });
            if hand.is_natural() {
                bet.state = State::Natural;
                table.happened(seat, NATURAL);
                let text = move || format!("seat {} has a natural", seat + 1);
                table.tell(move || Step::new("B3", "natural", text()).public().seat(seat));
            }
        }
        if self.0.hole_card == HoleCard::Peek {
            dealer = dealer.with(table.card(Purpose::Deal));
        }
        table.tell(move || {
            let text = format!("the dealer shows {}", NAMES[up]);
            Step::new("B2", "dealer-shows", text).public().with("dealer", NAMES[up])
        });
        (up, dealer)
    }

    /// B5 to B9: a player's turn.
    fn turn(&self, table: &mut Table<'_, Blackjack>, seat: usize, up: usize, own: &mut Seat) {
        let split_aces = own.bets[0].hand.pair() == Some(ACE);
        let mut place = 0;
        while place <= own.more {
            let mut bet = own.bets[place];
            if bet.hand.cards() == 1 {
                bet.hand = draw(table, bet.hand, Purpose::Draws(seat), "B7");
            }
            // B5: a hand of 21 stands.
            while bet.hand.total() < 21 {
                let may = self.may(bet.hand, own.more, split_aces);
                if may == Actions::STAND {
                    break;
                }
                let action = table.ask(seat, &self.sight(bet.hand, up, own.more + 1, may));
                let hand = bet.hand;
                table.tell(move || {
                    let (name, rule) = (Sight::name(action), rule_of(action));
                    let text = format!("seat {} on {hand}: {name}", seat + 1);
                    Step::new(rule, name, text).public().seat(seat).with("total", hand.total())
                });
                match action {
                    Action::Stand => break,
                    Action::Hit => bet.hand = draw(table, hand, Purpose::Draws(seat), "B5"),
                    Action::Double => {
                        table.happened(seat, DOUBLE);
                        bet.doubled = true;
                        bet.hand = draw(table, hand, Purpose::Draws(seat), "B6");
                        break;
                    }
                    Action::Split => {
                        table.happened(seat, SPLIT);
                        table.another_hand(seat);
                        own.more += 1;
                        own.bets[own.more].hand = hand.half();
                        bet.hand = draw(table, hand.half(), Purpose::Draws(seat), "B7");
                    }
                    Action::Surrender => {
                        table.happened(seat, SURRENDER);
                        bet.state = State::Surrendered;
                        break;
                    }
                }
            }
            if bet.hand.busts() {
                table.happened(seat, BUST);
                bet.state = State::Bust;
            }
            own.bets[place] = bet;
            place += 1;
        }
    }

    /// The legal actions of a hand; `more` is the number of the player's other hands.
    #[inline]
    fn may(&self, hand: Hand, more: usize, split_aces: bool) -> Actions {
        let rules = &self.0;
        let split_aces = split_aces && more > 0;
        let two = hand.cards() == 2;
        let doubles = (more == 0 || rules.double_after_split && !split_aces)
            && rules.double_on.allows(hand.total());
        let splits = more + 1 < rules.split_to_hands && (!split_aces || rules.resplit_aces);
        Actions::STAND
            .with(Action::Hit, !split_aces || rules.hit_split_aces)
            .with(Action::Double, two && doubles)
            .with(Action::Split, hand.pair().is_some() && splits)
            .with(Action::Surrender, two && more == 0 && rules.late_surrender)
    }

    #[inline]
    fn sight(&self, hand: Hand, up: usize, hands: usize, may: Actions) -> Sight {
        let double_after_split = self.0.double_after_split;
        let peek = self.0.hole_card == HoleCard::Peek;
        Sight { hand, up, hands, may, double_after_split, peek }
    }

    /// B3, B4, B9 and B11: pays a hand, and counts its result.
    fn settle(
        &self,
        table: &mut Table<'_, Blackjack>,
        seat: usize,
        bet: &Bet,
        dealer: Hand,
        natural: bool,
    ) {
        let stake = UNITS * (1 + i64::from(bet.doubled));
        let (rule, net) = match (bet.state, natural) {
            (State::Natural, true) => ("B3", 0),
            (State::Natural, false) => match self.0.natural_pays {
                NaturalPays::ThreeToTwo => ("B3", 15),
                NaturalPays::SixToFive => ("B3", 12),
                NaturalPays::Even => ("B3", 10),
            },
            (State::Surrendered, false) => ("B9", -UNITS / 2),
            (State::Bust, _) => ("B5", -stake),
            (_, true) => ("B4", -stake),
            (State::Open, false) => {
                let (own, his) = (i64::from(bet.hand.total()), i64::from(dealer.total()));
                let result = if dealer.busts() { 1 } else { (own - his).signum() };
                ("B11", stake * result)
            }
        };
        table.happened(seat, (1 + net.signum()) as usize);
        table.pay(seat, net);
        let hand = bet.hand;
        table.tell(move || {
            let stakes = net as f64 / UNITS as f64;
            let text = format!("seat {} nets {stakes} with {hand}", seat + 1);
            Step::new(rule, "settled", text).public().seat(seat).with("net", stakes)
        });
    }
}

/// Draws a card to a hand of a player or the dealer, according to the purpose.
#[inline]
fn draw(
    table: &mut Table<'_, Blackjack>,
    hand: Hand,
    purpose: Purpose,
    rule: &'static str,
) -> Hand {
    let kind = table.card(purpose);
    let hand = hand.with(kind);
    table.tell(move || {
        let step = |who: &str| {
            let text = format!("{who} takes {}: {hand}", NAMES[kind]);
            Step::new(rule, "drew", text)
                .public()
                .with("card", NAMES[kind])
                .with("total", hand.total())
        };
        match purpose {
            Purpose::Draws(seat) => step(&format!("seat {}", seat + 1)).seat(seat),
            _ => step("the dealer"),
        }
    });
    hand
}

const fn rule_of(action: Action) -> &'static str {
    match action {
        Action::Stand | Action::Hit => "B5",
        Action::Double => "B6",
        Action::Split => "B7",
        Action::Surrender => "B9",
    }
}
