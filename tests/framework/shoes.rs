//! A game with two shoes of which a round draws different numbers of cards.

use super::houseless::higher::{Nothing, Waits};
use croupier::cards::random::Seed;
use croupier::framework::{
    Engine, Game, GameRules, House, Named, Occasion, Purpose, RANDOM, Record, SeatError, ShoeFacts,
    Shuffle, Sink, Spec, Table,
};
use croupier::strategy;

croupier::rules! {
    pub struct Rules {
        /// lots in their shoe
        "L1" lots: i64 = 3, 0..=9;
        /// when the shoes are shuffled
        "L2" shuffle: Shuffle = Shuffle::Penetration(0.6);
    }
}

impl GameRules for Rules {}

#[derive(Clone, Debug)]
struct Lots(Rules);

impl Game for Lots {
    const NAME: &'static str = "lots";
    const TITLE: &'static str = "Lots";
    const ABOUT: &'static str = "four cards and a lot";
    const EVENTS: &'static [Occasion] = &[];
    const STRATEGIES: &'static [Named] = &[RANDOM];

    type Rules = Rules;
    type View = Nothing;
    type Player = Waits;

    fn new(rules: Rules) -> Lots {
        Lots(rules)
    }

    fn rules(&self) -> &Rules {
        &self.0
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        let cards = ShoeFacts { name: "deck", cards: vec![("a", 6), ("b", 6)] };
        vec![cards, ShoeFacts { name: "lots", cards: vec![("lot", self.0.lots as u32)] }]
    }

    fn shuffle(&self) -> Shuffle {
        self.0.shuffle
    }

    fn cards_needed(&self) -> u32 {
        4
    }

    fn cards_needed_of(&self, shoe: usize) -> u32 {
        [4, 1][shoe]
    }

    fn player(&self, _spec: &Spec) -> Result<Waits, SeatError> {
        Ok(Waits)
    }

    fn round(&self, table: &mut Table<'_, Lots>) {
        for (shoe, cards) in [(0, 4), (1, 1)] {
            (0..cards).for_each(|_| {
                table.card_of(shoe, Purpose::Deal);
            });
        }
    }
}

struct Rounds(Vec<u32>);

impl Sink for Rounds {
    fn session(&mut self, record: &Record, times: u64) {
        (0..times).for_each(|_| self.0.push(record.rounds));
    }
}

/// Each shoe lasts by what a round draws from it: two rounds leave four cards of twelve, and a lot of
/// three; a third would take the second shoe beyond its penetration.
#[test]
fn each_shoe_has_the_cards_that_it_needs() {
    let game = House::<Lots>::open(Rules::default()).unwrap();
    let mut seats = vec![strategy::seat(&game, "random").unwrap()];
    let mut rounds = Rounds(Vec::new());
    Engine::play(&game, &mut seats, Seed::new(1), 0..20, &mut rounds);
    assert_eq!(rounds.0, [2; 20]);
    assert_eq!(game.rounds_per_session().round(), 4.0);
    let refused = House::<Lots>::open(Rules { lots: 0, ..Rules::default() }).unwrap_err();
    assert!(refused[0].to_string().contains("at least 1, which a round may need"), "{refused:?}");
}
