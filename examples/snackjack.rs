//! Snackjack, the toy blackjack of Ethier and Lee ("Snackjack: a toy model of blackjack",
//! arXiv:1906.01220), as a game of croupier's: a whole game in one file.

use croupier::framework::{
    BEST, Chance, FeatureOf, Game, GameRules, Named, Occasion, Of, Parameter, Player, Purpose,
    RANDOM, SeatError, ShoeFacts, Spec, Step, Table, View, event,
};
use std::cmp::Ordering;
use std::fmt;

fn main() -> std::process::ExitCode {
    croupier::cli::Croupier::new().game::<Snackjack>().run()
}

croupier::rules! {
    /// J1: two aces, two deuces and four treys to a deck.
    pub struct Rules {
        /// decks of eight cards
        "J1" decks: u32 = 1, 1..=8;
    }
}

impl GameRules for Rules {}

/// A hand: its total with every ace as 1, whether it has an ace, and its first cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Hand {
    hard: u16,
    aces: u16,
    cards: u16,
    pair: bool,
}

impl Hand {
    /// With one more card: kind 0 is the ace, 1 the deuce, 2 the trey.
    fn with(self, kind: usize) -> Hand {
        let value = kind as u16 + 1;
        let pair = self.cards == 1 && self.hard == value;
        let aces = self.aces + u16::from(kind == 0);
        Hand { hard: self.hard + value, aces, cards: self.cards + 1, pair }
    }

    /// An ace is 4 where that does not bust the hand (J4).
    fn total(self) -> u16 {
        if self.aces > 0 && self.hard <= 4 { self.hard + 3 } else { self.hard }
    }

    fn busts(self) -> bool {
        self.total() > 7
    }

    /// Ace and trey in the first two cards (J2).
    fn is_natural(self) -> bool {
        self.cards == 2 && self.aces == 1 && self.total() == 7
    }
}

impl fmt::Display for Hand {
    /// The cards in their order of rank: `1 1 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let treys = self.hard + self.aces - 2 * self.cards;
        let copies = [self.aces, self.cards - self.aces - treys, treys];
        let cards = NAMES.into_iter().zip(copies).flat_map(|(name, n)| vec![name; n.into()]);
        f.write_str(&cards.collect::<Vec<_>>().join(" "))
    }
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// J4: takes no more cards.
    Stand,
    /// J4: takes a card.
    Hit,
    /// J5: takes one card, for a second stake.
    Double,
    /// J6: plays each card of a pair as a hand.
    Split,
}

/// What the player sees: his hand, card by card, and the dealer's card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    hand: Hand,
    up: usize,
}

const NAMES: [&str; 3] = ["1", "2", "3"];

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.hand, NAMES[self.up])
    }
}

impl View for Sight {
    type Action = Action;
    const ACTIONS: &'static [(&'static str, Action)] = &[
        ("stand", Action::Stand),
        ("hit", Action::Hit),
        ("double", Action::Double),
        ("split", Action::Split),
    ];
    const ALWAYS: &'static [Action] = &[Action::Stand, Action::Hit];
    const FEATURES: &'static [FeatureOf<Sight>] = &[
        FeatureOf::new("total", 2..=7, "the total, an ace as 4 where it can be", |it| {
            it.hand.total()
        }),
        FeatureOf::new("soft", 0..=1, "1 if an ace counts as 4", |it| {
            (it.hand.total() != it.hand.hard).into()
        }),
        FeatureOf::new("cards", 2..=7, "cards in the hand", |it| it.hand.cards),
        FeatureOf::new("dealer", 1..=3, "the dealer's card", |it| it.up as u16 + 1),
        FeatureOf::new("pair", 0..=1, "1 if the hand is a pair", |it| it.hand.pair.into()),
    ];

    fn allows(&self, action: Action) -> bool {
        match action {
            Action::Stand | Action::Hit => true,
            Action::Double => self.hand.cards == 2,
            Action::Split => self.hand.pair,
        }
    }
}

/// Hits below a total, and does nothing else.
#[derive(Clone, Debug)]
pub struct Threshold(u16);

impl Player<Sight> for Threshold {
    fn play(&mut self, view: &Sight, _chance: &mut Chance<'_>) -> Action {
        if view.hand.total() < self.0 { Action::Hit } else { Action::Stand }
    }
}

/// A table.
#[derive(Clone, Debug)]
pub struct Snackjack(Rules);

const BUST: usize = event::<Snackjack>("bust");
const NATURAL: usize = event::<Snackjack>("natural");
const DEALER_NATURAL: usize = event::<Snackjack>("dealer-natural");
const DEALER_BUST: usize = event::<Snackjack>("dealer-bust");

impl Game for Snackjack {
    const NAME: &'static str = "snackjack";
    const TITLE: &'static str = "Snackjack";
    const ABOUT: &'static str = "blackjack with eight cards to the deck (Ethier and Lee)";
    const UNITS: i64 = 2;
    const EVENTS: &'static [Occasion] = &[
        Occasion::new("loss", Of::Hand).about("the hand loses its stake"),
        Occasion::new("push", Of::Hand).about("the hand gets its stake back"),
        Occasion::new("win", Of::Hand).about("the hand wins its stake or more"),
        Occasion::new("bust", Of::Hand).about("the hand is above 7"),
        Occasion::new("natural", Of::Seat).about("an ace and a trey on the deal"),
        Occasion::new("dealer-natural", Of::Table).about("the dealer's ace and trey"),
        Occasion::new("dealer-bust", Of::Table).about("the dealer is above 7"),
    ];
    const STRATEGIES: &'static [Named] = &[
        Named {
            name: "threshold",
            parameters: &[Parameter { name: "hit_below", default: "6", allowed: "0..=8" }],
            about: "hits below a total",
        },
        BEST,
        RANDOM,
    ];

    type Rules = Rules;
    type View = Sight;
    type Player = Threshold;

    fn new(rules: Rules) -> Snackjack {
        Snackjack(rules)
    }

    fn rules(&self) -> &Rules {
        &self.0
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        let copies = [2, 2, 4].map(|copies| copies * self.0.decks);
        vec![ShoeFacts { name: "deck", cards: NAMES.into_iter().zip(copies).collect() }]
    }

    fn cards_needed(&self) -> u32 {
        7
    }

    fn player(&self, spec: &Spec) -> Result<Threshold, SeatError> {
        Ok(Threshold(spec.whole("hit_below", 0..=8)? as u16))
    }

    fn round(&self, table: &mut Table<'_, Snackjack>) {
        // J2: two cards each, one of the dealer's face up; he looks for his natural at once.
        let cards = [(); 4].map(|()| table.card(Purpose::Deal));
        let (hand, up) = (Hand::default().with(cards[0]).with(cards[1]), cards[2]);
        let mut dealer = Hand::default().with(up).with(cards[3]);
        table.tell(|| {
            let text = format!("seat 1 is dealt {hand}, the dealer shows {}", NAMES[up]);
            Step::new("J2", "dealt", text).seat(0).with("dealer", up + 1)
        });
        if hand.is_natural() {
            table.happened(0, NATURAL);
        }
        if dealer.is_natural() {
            table.happened_at_table(DEALER_NATURAL);
        }
        if hand.is_natural() || dealer.is_natural() {
            // J3: a natural pays 3 to 2, and pushes against another one.
            let nets = [[0, -2], [3, 0]][usize::from(hand.is_natural())];
            let net = nets[usize::from(dealer.is_natural())];
            return settle(table, "J3", net, "a natural ends the round");
        }
        let (hands, stake) = self.turn(table, hand, up);
        // J7: the dealer draws to 6, soft totals included, while a hand is left against him.
        while hands.iter().flatten().any(|hand| !hand.busts()) && dealer.total() < 6 {
            dealer = dealer.with(table.card(Purpose::Dealer));
            table.tell(|| Step::new("J7", "drew", format!("the dealer draws: {dealer}")).public());
        }
        if dealer.busts() {
            table.happened_at_table(DEALER_BUST);
        }
        for hand in hands.into_iter().flatten() {
            // J8: the better total up to 7 wins.
            let result = match (hand.busts(), dealer.busts()) {
                (true, _) => Ordering::Less,
                (false, true) => Ordering::Greater,
                (false, false) => hand.total().cmp(&dealer.total()),
            };
            let text = format!("{} against {}", hand.total(), dealer.total());
            settle(table, "J8", stake * result as i64, &text);
        }
    }
}

impl Snackjack {
    /// J4 to J6: the player's turn. His hands, and the stake on each.
    fn turn(
        &self,
        table: &mut Table<'_, Snackjack>,
        mut hand: Hand,
        up: usize,
    ) -> ([Option<Hand>; 2], i64) {
        let mut stake = 2;
        while !hand.busts() {
            let action = table.ask(0, &Sight { hand, up });
            let name = Sight::name(action);
            let rule = match action {
                Action::Stand | Action::Hit => "J4",
                Action::Double => "J5",
                Action::Split => "J6",
            };
            let text = || format!("seat 1 on {hand}: {name}");
            table.tell(|| Step::new(rule, name, text()).public().seat(0));
            match action {
                Action::Stand => break,
                Action::Hit => hand = draw(table, hand, rule),
                Action::Double => {
                    hand = draw(table, hand, rule);
                    stake = 4;
                    break;
                }
                Action::Split => {
                    // J6: one card to each half, and both stand.
                    table.another_hand(0);
                    let half = Hand::default().with(usize::from(hand.hard / 2 - 1));
                    let halves = [(); 2].map(|()| draw(table, half, rule));
                    return (halves.map(Some), stake);
                }
            }
        }
        if hand.busts() {
            table.happened(0, BUST);
        }
        ([Some(hand), None], stake)
    }
}

/// Draws a card to a hand of the player.
fn draw(table: &mut Table<'_, Snackjack>, hand: Hand, rule: &'static str) -> Hand {
    let hand = hand.with(table.card(Purpose::Draws(0)));
    table.tell(|| Step::new(rule, "drew", format!("seat 1 draws: {hand}")).public().seat(0));
    hand
}

/// Pays a hand, and counts how it ended.
fn settle(table: &mut Table<'_, Snackjack>, rule: &'static str, net: i64, text: &str) {
    table.happened(0, (1 + net.signum()) as usize);
    table.pay(0, net);
    let stakes = net as f64 / Snackjack::UNITS as f64;
    table.tell(|| {
        let text = format!("{text}: seat 1 nets {stakes}");
        Step::new(rule, "settled", text).public().seat(0).with("net", stakes)
    });
}
