//! A game broken by its rules: a player that waits never has to stop, burning a card only costs;
//! and rounds get slower and slower.

use croupier::framework::{
    Chance, FeatureOf, Game, GameRules, Named, Occasion, Of, Player, Purpose, RANDOM, SeatError,
    ShoeFacts, Spec, Table, View,
};
use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

croupier::rules! {
    pub struct Rules {
        /// waits; 0 is any number
        "W1" patience: u32 = 3, 0..=3;
        /// what burning costs
        "W2" fine: u32 = 0, 0..=5;
        /// slow after a while
        "W3" tires: bool = false;
    }
}

impl GameRules for Rules {}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    fine: u32,
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a fine of {}", self.fine)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Wait,
    Take,
    Burn,
}

impl View for Sight {
    type Action = Action;
    const ACTIONS: &'static [(&'static str, Action)] =
        &[("wait", Action::Wait), ("take", Action::Take), ("burn", Action::Burn)];
    const ALWAYS: &'static [Action] = &[Action::Wait, Action::Take, Action::Burn];
    const FEATURES: &'static [FeatureOf<Sight>] =
        &[FeatureOf::new("fine", 0..=5, "what burning costs", |it| it.fine as u16)];

    fn allows(&self, _action: Action) -> bool {
        true
    }
}

#[derive(Clone, Debug)]
pub enum Plays {
    Takes,
    Waits,
    /// Burns if it costs nothing.
    Saves,
}

impl Player<Sight> for Plays {
    fn play(&mut self, view: &Sight, _chance: &mut Chance<'_>) -> Action {
        match self {
            Plays::Waits => Action::Wait,
            Plays::Saves if view.fine == 0 => Action::Burn,
            Plays::Takes | Plays::Saves => Action::Take,
        }
    }
}

/// The start of the first round of a tiring player, the time for which it is fast, and the time of
/// its rounds after that.
static FIRST: OnceLock<Instant> = OnceLock::new();
const LIVELY: Duration = Duration::from_millis(150);
const TIRED: Duration = Duration::from_micros(20);

#[derive(Clone, Debug)]
pub struct Patience(Rules);

impl Game for Patience {
    const NAME: &'static str = "patience";
    const TITLE: &'static str = "Patience";
    const ABOUT: &'static str = "wait, take or burn";
    const EVENTS: &'static [Occasion] = &[Occasion::new("took", Of::Seat)];
    const STRATEGIES: &'static [Named] = &[
        Named { name: "taker", parameters: &[], about: "takes" },
        Named { name: "waiter", parameters: &[], about: "waits" },
        Named { name: "saver", parameters: &[], about: "burns where it costs nothing" },
        RANDOM,
    ];

    type Rules = Rules;
    type View = Sight;
    type Player = Plays;

    fn new(rules: Rules) -> Patience {
        Patience(rules)
    }

    fn rules(&self) -> &Rules {
        &self.0
    }

    fn players(&self) -> usize {
        2
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        vec![ShoeFacts { name: "deck", cards: vec![("low", 4), ("high", 4)] }]
    }

    fn cards_needed(&self) -> u32 {
        2
    }

    fn player(&self, spec: &Spec) -> Result<Plays, SeatError> {
        Ok(match spec.name {
            "waiter" => Plays::Waits,
            "saver" => Plays::Saves,
            _ => Plays::Takes,
        })
    }

    fn round(&self, table: &mut Table<'_, Patience>) {
        if self.0.tires {
            let start = *FIRST.get_or_init(Instant::now);
            if start.elapsed() > LIVELY {
                let now = Instant::now();
                while now.elapsed() < TIRED {}
            }
        }
        for seat in 0..2 {
            let card = table.card(Purpose::Deal);
            let mut waits = 0;
            loop {
                match table.ask(seat, &Sight { fine: self.0.fine }) {
                    Action::Wait if self.0.patience == 0 => {}
                    Action::Wait if waits < self.0.patience => waits += 1,
                    Action::Wait => break,
                    Action::Take => {
                        table.happened(seat, 0);
                        table.pay(seat, 2 * card as i64 - 1);
                        break;
                    }
                    Action::Burn => {
                        table.pay(seat, -i64::from(self.0.fine));
                        break;
                    }
                }
            }
        }
    }
}
