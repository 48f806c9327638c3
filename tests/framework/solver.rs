//! A game with a solver of its own, beside the enumeration of its rounds.

use croupier::framework::{
    BEST, Chance, Counting, Draw, Engine, ExactError, ExactFigures, ExactScore, FeatureOf, Game,
    GameRules, House, Named, Occasion, Of, Player, RANDOM, SeatError, ShoeFacts, Spec, Table, View,
    house::Seat,
};
use croupier::simulate::{self, Plan, Until};
use croupier::strategy::{self, SystemFile};
use croupier::study::{self, Asked, HandAsked, Setup};
use std::cell::Cell;
use std::fmt;
use std::sync::atomic::AtomicBool;

croupier::rules! {
    pub struct Rules {
        /// stakes that a high card wins
        "B1" pays: i64 = 2, 1..=9;
    }
}

impl GameRules for Rules {}

/// The card that the seat holds: high or low.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Held {
    high: bool,
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.high { "high" } else { "low" })
    }
}

impl View for Held {
    type Action = bool;
    const ACTIONS: &'static [(&'static str, bool)] = &[("bet", true), ("fold", false)];
    const ALWAYS: &'static [bool] = &[true, false];
    const FEATURES: &'static [FeatureOf<Held>] =
        &[FeatureOf::new("high", 0..=1, "whether the card is high", |it| it.high.into())];

    fn allows(&self, _bets: bool) -> bool {
        true
    }
}

/// Bets on a high card, and on a low one in 15 of 100 cases if it bluffs.
#[derive(Clone, Debug)]
struct Bets {
    bluffs: bool,
}

impl Player<Held> for Bets {
    fn play(&mut self, view: &Held, chance: &mut Chance<'_>) -> bool {
        view.high || self.bluffs && chance.happens(15, 100)
    }
}

#[derive(Clone, Debug)]
struct Bet(Rules);

thread_local! {
    /// The questions that the solver answered for this test.
    static SOLVED: Cell<u64> = const { Cell::new(0) };
}

impl Game for Bet {
    const NAME: &'static str = "bet";
    const TITLE: &'static str = "Bet";
    const ABOUT: &'static str = "a bet on one card";
    const EVENTS: &'static [Occasion] = &[Occasion::new("bet", Of::Seat)];
    const STRATEGIES: &'static [Named] = &[
        Named { name: "honest", parameters: &[], about: "bets on a high card" },
        Named { name: "bluffer", parameters: &[], about: "bets on a low card at times, too" },
        RANDOM,
        BEST,
    ];

    type Rules = Rules;
    type View = Held;
    type Player = Bets;

    fn new(rules: Rules) -> Bet {
        Bet(rules)
    }

    fn rules(&self) -> &Rules {
        &self.0
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        vec![ShoeFacts { name: "deck", cards: vec![("low", 3), ("high", 2)] }]
    }

    fn cards_needed(&self) -> u32 {
        1
    }

    fn player(&self, spec: &Spec) -> Result<Bets, SeatError> {
        Ok(Bets { bluffs: spec.name == "bluffer" })
    }

    fn round(&self, table: &mut Table<'_, Bet>) {
        let high = table.card(croupier::framework::Purpose::Deal) == 1;
        if table.ask(0, &Held { high }) {
            table.happened(0, 0);
            table.pay(0, if high { self.0.pays } else { -1 });
        }
    }

    /// The share of bets on each card, by one question for each answer of chance.
    fn exact(
        house: &House<Bet>,
        players: &mut [Seat<Bet>],
    ) -> Option<Result<ExactFigures, ExactError>> {
        if !Engine::rules(house).bonus.is_empty() {
            return None;
        }
        SOLVED.set(SOLVED.get() + 1);
        let cards = house.shoes().remove(0).cards;
        let all: u32 = cards.iter().map(|(_, copies)| copies).sum();
        let mut found = ExactFigures {
            seats: vec![ExactScore::default()],
            positions: vec![ExactScore::default()],
            house: ExactScore::default(),
            events: vec![(0.0, 1.0); house.events().len()],
        };
        for (high, (_, copies)) in [false, true].into_iter().zip(cards) {
            let bets = f64::from(copies) / f64::from(all) * bets_on(&mut players[0], high);
            let net = if high { house.game().0.pays as f64 } else { -1.0 };
            for (score, net) in [(&mut found.seats[0], net), (&mut found.house, -net)] {
                score.mean += bets * net;
                score.square += bets * net * net;
                score.win += if net > 0.0 { bets } else { 0.0 };
            }
            for (at, event) in house.events().iter().enumerate() {
                found.events[at].0 += if event.name.ends_with("bet") { bets } else { 0.0 };
            }
        }
        found.positions = found.seats.clone();
        Some(Ok(found))
    }
}

/// The probability that a player bets on a card.
fn bets_on(player: &mut Seat<Bet>, high: bool) -> f64 {
    // The probability of a bet where chance, if it is asked, gives this answer; and the number of
    // answers, each with its weight.
    let mut ask = |answer: u32| {
        let mut weights = vec![1];
        let mut draw = |asked: Draw| {
            weights = match asked {
                Draw::Below(bound) => vec![1; bound as usize],
                Draw::Happens { times, of } => vec![of - times, times],
            };
            answer
        };
        player.begin();
        let bets = player.play(&Held { high }, &mut Chance::new(&mut draw));
        (bets, weights)
    };
    let (_, weights) = ask(0);
    let all: u32 = weights.iter().sum();
    let bets = (0..).zip(&weights).map(|(answer, &weight)| if ask(answer).0 { weight } else { 0 });
    f64::from(bets.sum::<u32>()) / f64::from(all)
}

fn near(a: &ExactFigures, b: &ExactFigures) {
    let of = |all: &ExactFigures| -> Vec<f64> {
        let scores = all.seats.iter().chain(&all.positions).chain([&all.house]);
        let scores = scores.flat_map(|score| [score.mean, score.square, score.win]);
        scores.chain(all.events.iter().flat_map(|&(hits, trials)| [hits, trials])).collect()
    };
    let (a, b) = (of(a), of(b));
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?}\n{b:?}");
}

/// The figures of a solver are those of enumeration, with every player and another deck; `exact` and
/// `balance` ask the solver.
#[test]
fn a_game_may_have_a_solver_of_its_own() {
    let game = study::entry::<House<Bet>>();
    let house = House::<Bet>::open(Rules::default()).unwrap();
    for strategy in ["honest", "bluffer", "random", "best"] {
        for deck in [None, Some(vec![1, 4])] {
            let setup = Setup { strategies: vec![strategy.into()], deck, ..Setup::default() };
            let before = SOLVED.get();
            let answer = game.exact(&setup, HandAsked::default()).unwrap();
            assert!(SOLVED.get() > before, "{strategy}");
            let [high, low] = match &setup.deck {
                None => [0.4, 0.6],
                Some(_) => [0.8, 0.2],
            };
            let ev = match strategy {
                "honest" | "best" => 2.0 * high,
                "bluffer" => 2.0 * high - 0.15 * low,
                _ => high - low / 2.0,
            };
            let table = &answer.report.tables[0];
            let found = table.rows[0][table.column("ev").unwrap()].number().unwrap();
            assert!((found - ev).abs() < 1e-12, "{strategy}: {found} {ev}");
        }
        let named = Bet::STRATEGIES.iter().find(|named| named.name == strategy).unwrap();
        let mut seats = vec![Engine::player(&house, &Spec::new(named)).unwrap()];
        let solved = Bet::exact(&house, &mut seats).unwrap().unwrap();
        near(&solved, &house.enumerated(&mut seats).unwrap());
    }
    // A bonus that the solver does not know is left to enumeration.
    let setup = Setup {
        strategies: vec!["bluffer".into()],
        set: vec!["bonus.bet=1".to_owned()],
        ..Setup::default()
    };
    let before = SOLVED.get();
    let answer = game.exact(&setup, HandAsked::default()).unwrap();
    assert_eq!(SOLVED.get(), before);
    let table = &answer.report.tables[0];
    let found = table.rows[0][table.column("ev").unwrap()].number().unwrap();
    assert!((found - (0.4 * 3.0)).abs() < 1e-12, "{found}");
}

/// A file that counts knows the count of a full shoe when a solver asks it.
#[test]
fn a_solver_asks_files_that_count() {
    let file = "game = \"bet\"\nabout = \"by the count\"\nmemory = \"count.toml\"\n\
                [[rule]]\nwhen = { count_above = \"1..\" }\ndo = \"bet\"\n[[rule]]\ndo = \"fold\"\n";
    let system = "game = \"bet\"\nabout = \"unbalanced\"\n\
                  tags = { low = 1, high = -1 }\nstart = 3\ndivisor = \"none\"\n";
    let asked = Asked {
        written: "counts.toml".to_owned(),
        file: Some(file.to_owned()),
        memory: Some(SystemFile { path: "count.toml".to_owned(), text: system.to_owned() }),
    };
    let house = House::<Bet>::open(Rules::default()).unwrap();
    let mut seats = vec![strategy::seat(&house, asked.clone()).unwrap()];
    let setup = Setup { strategies: vec![asked], ..Setup::default() };
    let answer = study::entry::<House<Bet>>().exact(&setup, HandAsked::default()).unwrap();
    let table = &answer.report.tables[0];
    let ev = table.rows[0][table.column("ev").unwrap()].number().unwrap();
    // It bets on every card: the count of a full shoe is 3.
    let enumerated = house.enumerated(&mut seats).unwrap().seats[0].mean;
    assert!((ev - enumerated).abs() < 1e-12 && (ev - 0.2).abs() < 1e-12, "{ev} {enumerated}");
}

/// A table is not played with more players than seats, or fewer.
#[test]
#[should_panic(expected = "2 players at a table of 1")]
fn a_table_has_as_many_players_as_seats() {
    let table = study::entry::<House<Bet>>().table(&Default::default(), &[]).unwrap();
    let mut players = table.player(&Spec::new(&Bet::STRATEGIES[0])).unwrap();
    let other = players.copied();
    players.add(&*other);
    let stop = &AtomicBool::new(false);
    let until = Until::Rounds(10);
    let plan = Plan { seed: 1, until, confidence: 0.95, stop, journal: None };
    simulate::run(&*table, &*players, plan, &|_| {});
}
