//! A game without a house, which gets one if it pays bonuses.

use croupier::cards::random::Seed;
use croupier::framework::{House, RANDOM, Spec};
use croupier::study::{self, Cell, HandAsked, Length, RulesFrom, Sampling, Setup};
use std::sync::atomic::AtomicBool;

/// Two draw a card each, and the higher one takes a stake of `UNITS` money units from the other: a
/// game without a house.
pub mod higher {
    use croupier::framework::{
        Chance, Game, GameRules, Named, Occasion, Of, Player, Purpose, RANDOM, SeatError,
        ShoeFacts, Spec, Table, View,
    };
    use std::fmt;

    croupier::rules! {
        pub struct Rules {
            /// the seats are asked before the cards, and can only wait
            "H1" asks: bool = false;
        }
    }

    impl GameRules for Rules {}

    /// Nobody has a choice.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub struct Nothing;

    impl fmt::Display for Nothing {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("nothing")
        }
    }

    impl View for Nothing {
        type Action = ();
        const ACTIONS: &'static [(&'static str, ())] = &[("wait", ())];
        const ALWAYS: &'static [()] = &[()];

        fn allows(&self, _action: ()) -> bool {
            true
        }
    }

    #[derive(Clone, Debug)]
    pub struct Waits;

    impl Player<Nothing> for Waits {
        fn play(&mut self, _view: &Nothing, _chance: &mut Chance<'_>) {}
    }

    #[derive(Clone, Debug)]
    pub struct Higher<const UNITS: i64>(Rules);

    impl<const UNITS: i64> Game for Higher<UNITS> {
        const NAME: &'static str = "higher";
        const TITLE: &'static str = "Higher";
        const ABOUT: &'static str = "the higher card wins";
        const UNITS: i64 = UNITS;
        const HAS_HOUSE: bool = false;
        const EVENTS: &'static [Occasion] =
            &[Occasion::new("win", Of::Seat), Occasion::new("tie", Of::Table)];
        const STRATEGIES: &'static [Named] = &[RANDOM];

        type Rules = Rules;
        type View = Nothing;
        type Player = Waits;

        fn new(rules: Rules) -> Self {
            Higher(rules)
        }

        fn rules(&self) -> &Rules {
            &self.0
        }

        fn players(&self) -> usize {
            2
        }

        fn shoes(&self) -> Vec<ShoeFacts> {
            vec![ShoeFacts { name: "deck", cards: vec![("low", 2), ("high", 2)] }]
        }

        fn cards_needed(&self) -> u32 {
            2
        }

        fn first_stake(&self) -> Option<f64> {
            Some(2.0)
        }

        fn player(&self, _spec: &Spec) -> Result<Waits, SeatError> {
            Ok(Waits)
        }

        fn round(&self, table: &mut Table<'_, Self>) {
            if self.0.asks {
                (0..2).for_each(|seat| table.ask(seat, &Nothing));
            }
            let cards = [(); 2].map(|()| table.card(Purpose::Deal));
            if cards[0] == cards[1] {
                return table.happened_at_table(1);
            }
            let winner = usize::from(cards[1] > cards[0]);
            table.happened(winner, 0);
            table.transfer(1 - winner, winner, UNITS);
        }
    }
}

/// A seat that plays at random, and has one action alone, takes it: it is written down like others.
#[test]
fn what_can_only_be_is_written_down() {
    let game = study::entry::<House<higher::Higher<10>>>();
    let table = game.table(&RulesFrom::Default, &["asks=true".to_owned()]).unwrap();
    let random = table.player(&Spec::new(&RANDOM)).unwrap();
    let mut seats = random.clone();
    seats.add(&*random);
    let [round] = &table.write_down(&*seats, Seed::new(5), 0)[..] else { panic!() };
    assert_eq!(round.text.matches("\"wait\"").count(), 2, "{}", round.text);
    assert!(table.replay(&round.text).is_ok(), "{}", round.text);
}

/// A payer of bonuses is a house: only then does a game without one have rows for it, and they hold
/// the bonuses paid.
#[test]
fn a_game_without_a_house_has_one_where_it_pays_bonuses() {
    let game = study::entry::<House<higher::Higher<10>>>();
    let stop = AtomicBool::new(false);
    let text = |cell: &Cell| match (cell, cell.number()) {
        (Cell::Text(text), _) => text.clone(),
        (_, number) => number.unwrap().to_string(),
    };
    let asked = |set: &[&str]| {
        let set = set.iter().map(|set| (*set).to_owned()).collect();
        let setup = Setup { set, ..Setup::default() };
        let until = Some(Length::Rounds(3_000));
        let sampling = Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
        let played = game.simulate(&setup, sampling).unwrap();
        [played, game.exact(&setup, HandAsked::default()).unwrap()].map(|answer| {
            let seats = &answer.report.tables[0];
            assert_eq!(seats.name, "seats");
            let (seat, ev) = (seats.column("seat").unwrap(), seats.column("ev").unwrap());
            let row = |row: &Vec<Cell>| (text(&row[seat]), row[ev].number().unwrap());
            seats.rows.iter().map(row).collect::<Vec<_>>()
        })
    };
    let names =
        |rows: &[(String, f64)]| rows.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let sum = |rows: &[(String, f64)]| rows.iter().map(|(_, ev)| ev).sum::<f64>();
    let plain = asked(&[]);
    for rows in &plain {
        assert_eq!(names(rows), ["1", "2"]);
        assert!(sum(rows).abs() < 1e-9, "{rows:?}");
    }
    let [played, exact] = asked(&["bonus.win=0.5"]);
    for rows in [&played, &exact] {
        assert_eq!(names(rows), ["1", "2", "house"]);
        assert!(sum(rows).abs() < 1e-9, "{rows:?}");
    }
    // Two of the three other cards are not of the rank of the first.
    let house = -0.5 * 2.0 / 3.0;
    assert!((exact[2].1 - house).abs() < 1e-12, "{exact:?}");
    assert!((played[2].1 - house).abs() < 0.02, "{played:?}");
    // If the table pays, the house has nothing to pay.
    let [played, exact] = asked(&["bonus.win=0.5", "bonus_from=table"]);
    for rows in [&played, &exact] {
        assert!(rows.iter().all(|(name, ev)| name != "house" || *ev == 0.0), "{rows:?}");
        assert!(sum(rows).abs() < 1e-9, "{rows:?}");
    }
    // Only then can figures of the house be asked for.
    let table = |set: &[&str]| {
        let set: Vec<String> = set.iter().map(|set| (*set).to_owned()).collect();
        game.table(&RulesFrom::default(), &set).unwrap()
    };
    assert!(!table(&[]).has_house() && table(&["bonus.win=0.5"]).has_house());
    // What house edges are shares of is the author's to say.
    let paid = table(&["bonus.win=0.5"]);
    assert_eq!(paid.first_stake(&*paid.nobody()), Some(2.0));
}

/// The square of a net of so many money units is beyond 64 bits.
#[test]
fn a_stake_may_be_of_any_number_of_money_units() {
    let exact = study::entry::<House<higher::Higher<5_000_000_000>>>()
        .exact(&Setup::default(), HandAsked::default())
        .unwrap();
    let seats = &exact.report.tables[0];
    let sd = seats.column("sd").unwrap();
    for row in &seats.rows {
        // A stake is won or lost in two of three rounds.
        let found = row[sd].number().unwrap();
        assert!((found - (2.0_f64 / 3.0).sqrt()).abs() < 1e-12, "{found}");
    }
}
