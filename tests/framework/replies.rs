//! Best play of a game from outside replies to the players who sit in the other seats.

use croupier::cards::Memory;
use croupier::cards::random::Seed;
use croupier::framework::counting::CountedRound;
use croupier::framework::house::Seat;
use croupier::framework::{
    Chooser, Counting, Engine, Game, GuestStrategy, House, Named, Parameter, RulesFrom, Spec,
};
use croupier::strategy::{self, Strategy};
use croupier::study::{
    self, AdviseAsked, AdviseAt, Answer, Asked, BalanceAsked, Candidates, Cell, HandAsked,
    LeaksAsked, Length, Method, Metric, Next, PlayAsked, PlaytestAsked, Sampling, Setup,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Two name a hand at once: rock, paper or scissors.
mod hands {
    use croupier::framework::{
        BEST, Chance, Game, GameRules, Named, Occasion, Player, RANDOM, SeatError, ShoeFacts, Spec,
        Table, View,
    };
    use std::fmt;
    use std::sync::atomic::{AtomicU64, Ordering};

    croupier::rules! {
        pub struct Rules {
            /// the money that the better hand wins
            "H1" stake: i64 = 1, 1..=3;
            /// the second hears the first's hand, or both name theirs at once
            "H2" heard: bool = false;
            /// seats take turns at being the first, or seat 1 always is
            "H3" turns: bool = false;
        }
    }

    impl GameRules for Rules {}

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Hand {
        Rock,
        Paper,
        Scissors,
    }

    /// The other's hand, if it is heard.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub struct Heard(Option<Hand>);

    impl fmt::Display for Heard {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0.map_or("blind", Heard::name))
        }
    }

    impl View for Heard {
        type Action = Hand;
        const ACTIONS: &'static [(&'static str, Hand)] =
            &[("rock", Hand::Rock), ("paper", Hand::Paper), ("scissors", Hand::Scissors)];
        const ALWAYS: &'static [Hand] = &[Hand::Rock, Hand::Paper, Hand::Scissors];

        fn allows(&self, _action: Hand) -> bool {
            true
        }

        fn situation(&self) -> String {
            if self.0.is_some() { "a hand is heard" } else { "blind" }.to_owned()
        }
    }

    #[derive(Clone, Debug)]
    pub struct Plays {
        hand: Hand,
        /// Paper is played instead, in so many of a hundred cases.
        paper: u32,
        /// Whether the cases are the others the next time, which no player may keep in itself.
        moody: bool,
    }

    impl Player<Heard> for Plays {
        fn play(&mut self, _view: &Heard, chance: &mut Chance<'_>) -> Hand {
            let hand = match self.paper > 0 && chance.happens(self.paper, 100) {
                true => Hand::Paper,
                false => self.hand,
            };
            if self.moody {
                self.paper = 100 - self.paper;
            }
            hand
        }
    }

    #[derive(Clone, Debug)]
    pub struct Hands(Rules);

    impl Plays {
        /// Always the hand of this name.
        pub fn only(name: &str) -> Plays {
            let hand = match name {
                "paper" => Hand::Paper,
                "scissors" => Hand::Scissors,
                _ => Hand::Rock,
            };
            Plays { hand, paper: 0, moody: false }
        }
    }

    /// The rounds that were played at a stake of two, which one test alone has.
    pub static AT_TWO: AtomicU64 = AtomicU64::new(0);

    const fn named(name: &'static str) -> Named {
        Named { name, parameters: &[], about: "mostly the same hand" }
    }

    impl Game for Hands {
        const NAME: &'static str = "hands";
        const TITLE: &'static str = "Hands";
        const ABOUT: &'static str = "rock, paper or scissors";
        const HAS_HOUSE: bool = false;
        const EVENTS: &'static [Occasion] = &[];
        const STRATEGIES: &'static [Named] = &[
            named("rock"),
            named("paper"),
            named("scissors"),
            named("mixer"),
            named("moody"),
            RANDOM,
            BEST,
        ];

        type Rules = Rules;
        type View = Heard;
        type Player = Plays;

        fn new(rules: Rules) -> Hands {
            Hands(rules)
        }

        fn rules(&self) -> &Rules {
            &self.0
        }

        fn players(&self) -> usize {
            2
        }

        fn shoes(&self) -> Vec<ShoeFacts> {
            Vec::new()
        }

        fn cards_needed(&self) -> u32 {
            0
        }

        fn player(&self, spec: &Spec) -> Result<Plays, SeatError> {
            let moody = spec.name == "moody";
            let paper = if moody || spec.name == "mixer" { 30 } else { 0 };
            Ok(Plays { paper, moody, ..Plays::only(spec.name) })
        }

        fn round(&self, table: &mut Table<'_, Hands>) {
            if self.0.stake == 2 {
                AT_TWO.fetch_add(1, Ordering::Relaxed);
            }
            let order: Vec<usize> = table.turn_order().collect();
            let (a, b) = if self.0.turns { (order[0], order[1]) } else { (0, 1) };
            let first = table.ask(a, &Heard(None));
            let second = table.ask(b, &Heard(Some(first).filter(|_| self.0.heard)));
            let [one, other] = [first, second].map(|hand| hand as usize);
            match (3 + one - other) % 3 {
                1 => table.transfer(b, a, self.0.stake),
                2 => table.transfer(a, b, self.0.stake),
                _ => {}
            }
        }
    }
}

/// Best play beats a hand that the players it met never name, too: so what the other seat's choices
/// are worth does not depend on the order of the actions.
#[test]
fn best_play_knows_what_to_do_where_nobody_was_to_lead() {
    let game = study::entry::<House<hands::Hands>>();
    let setup = Setup { set: vec!["heard=true".to_owned()], ..setup(&["best", "best"]) };
    let exact = game.exact(&setup, HandAsked::default()).unwrap();
    let found: Vec<f64> = (0..3).map(|row| figure(&exact, "decisions", row, "ev")).collect();
    // Whatever is named first is beaten, though the strategy that the other replies to names rock.
    assert_eq!(found, [-1.0; 3]);
}

fn setup(strategies: &[&str]) -> Setup {
    let strategies = strategies.iter().map(|&name| name.into()).collect();
    Setup { strategies, ..Setup::default() }
}

fn figure(answer: &Answer, table: &str, row: usize, column: &str) -> f64 {
    let table = answer.report.tables.iter().find(|found| found.name == table).unwrap();
    table.rows[row][table.column(column).unwrap()].number().unwrap()
}

/// The question which of two stakes meets a target.
fn stake_for(metric: &str, target: f64) -> BalanceAsked {
    BalanceAsked {
        solve: Candidates::read("stake=1,3").unwrap(),
        metric: Metric::read(metric).unwrap(),
        target,
        tolerance: None,
        against_best: false,
        tune: Vec::new(),
    }
}

/// A player from outside is replied to like any other, whatever its parameters; two by one name are
/// two players.
#[test]
fn best_play_replies_to_players_from_outside() {
    const HAND: Parameter = Parameter { name: "hand", default: "\"rock\"", allowed: "a hand" };
    let named = Named { name: "stranger", parameters: &[HAND], about: "the same hand" };
    let seat = |_: &House<hands::Hands>, spec: &Spec| {
        let plays = hands::Plays::only(spec.word("hand"));
        Ok(Seat::Guest(Box::new(plays)))
    };
    let game = study::entry::<House<hands::Hands>>()
        .hosting(vec![GuestStrategy::new::<House<hands::Hands>>(named, seat)]);
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(300));
    let sampling = || Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
    for other in ["stranger", "stranger(hand=paper)", "stranger(hand=scissors)"] {
        for (seats, best) in [(["best", other], 0), ([other, "best"], 1)] {
            let setup = setup(&seats);
            let exact = game.exact(&setup, HandAsked::default()).unwrap();
            let played = game.simulate(&setup, sampling()).unwrap();
            for answer in [exact, played] {
                assert_eq!(figure(&answer, "seats", best, "ev"), 1.0, "{seats:?}");
                assert!(!answer.notes.iter().any(|note| note.contains("best")), "{answer:?}");
            }
        }
        // As the reference of leaks, which is no worse than any strategy.
        let asked =
            LeaksAsked { reference: None, seat: 1, against: Some(Asked::from(other)), top: 10 };
        let lost = game.leaks(&setup(&["scissors"]), &asked, sampling()).unwrap();
        assert!(!lost.report.verdict[0].contains("more than"), "{:?}", lost.report.verdict);
    }
}

/// Two strategies of one name, of two programs in one process, are two strategies.
#[test]
fn best_play_replies_to_the_guest_that_sits_there() {
    let game = |hand: &'static str| {
        let named = Named { name: "twin", parameters: &[], about: "the same hand" };
        let seat = move |_: &House<hands::Hands>, _: &Spec| {
            Ok(Seat::Guest(Box::new(hands::Plays::only(hand))))
        };
        study::entry::<House<hands::Hands>>()
            .hosting(vec![GuestStrategy::new::<House<hands::Hands>>(named, seat)])
    };
    for hand in ["rock", "scissors", "paper"] {
        let exact = game(hand).exact(&setup(&["best", "twin"]), HandAsked::default()).unwrap();
        assert_eq!(figure(&exact, "seats", 0, "ev"), 1.0, "{hand}");
    }
}

/// The second to act hears the first's hand and beats it, whichever seat it is in.
#[test]
fn positions_are_computed() {
    let game = study::entry::<House<hands::Hands>>();
    let set = ["heard=true", "turns=true"].map(str::to_owned).to_vec();
    let setup = Setup { set, ..setup(&["best", "best"]) };
    let exact = game.exact(&setup, HandAsked::default()).unwrap();
    let of = |table: &str| [0, 1].map(|row| figure(&exact, table, row, "ev"));
    assert_eq!((of("seats"), of("positions")), ([0.0; 2], [-1.0, 1.0]));
    let stop = AtomicBool::new(false);
    let sampling = Sampling { seed: 7, until: None, stop: &stop, journal: None, watch: &|_| {} };
    let asked = stake_for("position-spread", 6.0);
    let answer = game.balance(&setup, &asked, sampling).unwrap();
    assert_eq!(figure(&answer, "balance", 0, "achieved"), 6.0);
    let table = &answer.report.tables[0];
    assert_eq!(table.rows[0][table.column("method").unwrap()], Cell::from("exact"));
}

/// A command seats its players more than once.
#[test]
fn best_play_is_looked_for_once_under_the_same_rules() {
    let table = || {
        House::<hands::Hands>::open(hands::Rules { stake: 2, ..hands::Rules::default() }).unwrap()
    };
    let best = Spec::new(&hands::Hands::STRATEGIES[6]);
    let first = table();
    first.player(&best).unwrap();
    let searched = hands::AT_TWO.load(Ordering::Relaxed);
    table().player(&best).unwrap();
    assert!(searched > 0);
    assert_eq!(hands::AT_TWO.load(Ordering::Relaxed), searched);
}

#[test]
fn best_play_replies_to_those_who_sit_there() {
    let game = study::entry::<House<hands::Hands>>();
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(600));
    let sampling = || Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
    for (other, reply) in [("rock", "paper"), ("paper", "scissors"), ("scissors", "rock")] {
        for (seats, best) in [(["best", other], 0), ([other, "best"], 1)] {
            let setup = setup(&seats);
            let exact = game.exact(&setup, HandAsked::default()).unwrap();
            let played = game.simulate(&setup, sampling()).unwrap();
            for answer in [exact, played] {
                assert_eq!(figure(&answer, "seats", best, "ev"), 1.0, "{seats:?}");
            }
        }
        // What the choices of seat 1 are worth depends on seat 2 as well.
        let exact = game.exact(&setup(&["rock", other]), HandAsked::default()).unwrap();
        let decisions = exact.report.tables.iter().find(|table| table.name == "decisions").unwrap();
        let (action, ev) = (decisions.column("action").unwrap(), decisions.column("ev").unwrap());
        for row in &decisions.rows {
            let name = match &row[action] {
                study::Cell::Text(name) => name.as_str(),
                other => panic!("{other:?}"),
            };
            assert_eq!(row[ev].number().unwrap() == 1.0, name == reply, "{name} and {other}");
        }
        // As the reference of leaks it sits behind the strategy.
        let strategy = ["rock", "paper", "scissors"].into_iter().find(|one| *one != reply).unwrap();
        let against = Some(Asked::from(other));
        let asked = LeaksAsked { reference: None, seat: 1, against, top: 10 };
        let lost = game.leaks(&setup(&[strategy]), &asked, sampling()).unwrap();
        let exact = game.exact(&setup(&[strategy, other]), HandAsked::default()).unwrap();
        let most = 1.0 - figure(&exact, "seats", 0, "ev");
        assert!((figure(&lost, "leaks", 0, "cost_per_round") - most).abs() < 1e-12, "{strategy}");
    }
    // Two of them are no equilibrium, and that is said.
    let both = game.exact(&setup(&["best", "best"]), HandAsked::default()).unwrap();
    assert!(both.notes.iter().any(|note| note.contains("not an equilibrium")), "{:?}", both.notes);
    let one = game.exact(&setup(&["best", "rock"]), HandAsked::default()).unwrap();
    assert!(!one.notes.iter().any(|note| note.contains("best")), "{:?}", one.notes);
    // Those who play anything are replied to by anything.
    let exact = game.exact(&setup(&["best", "random"]), HandAsked::default()).unwrap();
    assert!(figure(&exact, "seats", 0, "ev").abs() < 1e-12);
}

/// The worth of the choices with one hand, and what a counter wins, are those against a `best` that
/// replies to the player there, not to the game's first strategy.
#[test]
fn best_play_replies_in_every_question() {
    let game = study::entry::<House<hands::Hands>>();
    let hand = HandAsked { hand: Some("blind"), situation: &[] };
    let answer = game.exact(&setup(&["paper", "best"]), hand).unwrap();
    let found: Vec<f64> = (0..3).map(|row| figure(&answer, "decisions", row, "ev")).collect();
    // Rock, paper and scissors against scissors.
    assert_eq!(found, [1.0, -1.0, 0.0]);

    let house = House::<hands::Hands>::open(hands::Rules::default()).unwrap();
    let seat =
        |name: &str| strategy::parse(&game.profile(), &name.into()).unwrap().seat(&house).unwrap();
    let mut seats = seat("best");
    seats.add(&*seat("paper"));
    let mut nets = Vec::new();
    let mut note = |round: CountedRound<'_>| nets.push(round.net);
    house.play_counted(&mut *seats, (0, &Memory::None), Seed::new(3), 0..20, &mut note);
    assert_eq!(nets, [1; 20]);
}

/// Luck in percent is two ways for a round to go: paper beats the 70 in 100 cases of rock.
#[test]
fn luck_in_percent_is_gone_through() {
    let game = study::entry::<House<hands::Hands>>();
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(20_000));
    let sampling = Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
    let setup = setup(&["best", "mixer"]);
    let exact = game.exact(&setup, HandAsked::default()).unwrap();
    assert!((figure(&exact, "seats", 0, "ev") - 0.7).abs() < 1e-12);
    let played = game.simulate(&setup, sampling).unwrap();
    assert!((figure(&played, "seats", 0, "ev") - 0.7).abs() < 0.015);
}

/// A round cannot be gone through by a player that does something else the next time.
#[test]
fn what_a_player_keeps_to_itself_is_noticed() {
    let game = study::entry::<House<hands::Hands>>();
    let refused = game.exact(&setup(&["rock", "moody"]), HandAsked::default()).unwrap_err();
    let why = refused.to_string();
    assert!(why.contains("not to 1") && why.contains("keeps something"), "{why}");
}

/// Takes the first choice, and counts how often it is asked.
#[derive(Debug, Default)]
struct First(AtomicU64);

impl Chooser for First {
    fn choose(&self, _asked: &croupier::framework::chooser::Asked<'_>) -> Option<usize> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Some(0)
    }
}

/// A person in the other seat is asked only for the decisions of the round on the table: best play
/// takes them for the strategy that they stand in for.
#[test]
fn nobody_is_asked_while_best_play_looks_for_its_reply() {
    let game = study::entry::<House<hands::Hands>>();
    let table = game.table(&RulesFrom::Default, &[]).unwrap();
    let named = |name: &str| {
        let strategies = game.profile().strategies;
        table
            .player(&Spec::new(strategies.iter().find(|named| named.name == name).unwrap()))
            .unwrap()
    };
    let first = Arc::new(First::default());
    let mut seats = table.chosen(&*named("paper"), Arc::clone(&first) as Arc<dyn Chooser>);
    seats.add(&*named("best"));
    for session in 0..3 {
        let [round] = &table.write_down(&*seats, Seed::new(5), session)[..] else { panic!() };
        assert_eq!(first.0.load(Ordering::Relaxed), session + 1);
        // Rock, against scissors that were meant for paper.
        assert!(round.text.contains("nets = [1, -1]"), "{}", round.text);
    }
}

/// In advice, too, best play replies to the strategies in the other seats.
#[test]
fn advice_knows_whom_best_play_meets() {
    let game = study::entry::<House<hands::Hands>>();
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(200));
    let sampling = Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
    let at = AdviseAt::Situation { origin: "here.toml", text: "decisions = []" };
    let best = Asked::from("best");
    let asked = AdviseAsked { at, against: Some(&best), method: Method::Auto };
    let answer = game.advise(&setup(&["paper"]), asked, sampling).unwrap();
    let table = &answer.report.tables[0];
    let (action, ev) = (table.column("action").unwrap(), table.column("ev").unwrap());
    let found: Vec<_> =
        table.rows.iter().map(|row| (row[action].clone(), row[ev].number())).collect();
    let wanted = [("rock", 1.0), ("scissors", 0.0), ("paper", -1.0)];
    assert_eq!(found, wanted.map(|(name, ev)| (Cell::from(name), Some(ev))));
}

/// Where best play meets best play, which replies to others, every command says so.
#[test]
fn best_play_among_best_play_is_remarked_on() {
    let game = study::entry::<House<hands::Hands>>();
    let is_said = |notes: &[String]| notes.iter().any(|note| note.contains("not an equilibrium"));
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(200));
    let sampling = Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
    let at = AdviseAt::Situation { origin: "here.toml", text: "decisions = []" };
    for (strategy, said) in [("best", true), ("paper", false)] {
        let (setup, best) = (setup(&[strategy, "best"]), Asked::from("best"));
        let seat = PlayAsked { seat: 1, reference: Some(strategy.into()), seed: 1 };
        assert_eq!(is_said(&game.sit(&setup, &seat).unwrap().remarks()), said);
        let setup = Setup { strategies: vec![strategy.into()], ..setup };
        let asked = AdviseAsked { at, against: Some(&best), method: Method::Simulate };
        assert_eq!(is_said(&game.advise(&setup, asked, sampling).unwrap().notes), said);
        let setup = Setup { strategies: vec![strategy.into(), "best".into()], ..setup };
        let asked = stake_for("ev:1", 2.0);
        assert_eq!(is_said(&game.balance(&setup, &asked, sampling).unwrap().notes), said);
    }
    let mixed = setup(&["rock", "best"]);
    let played = game.playtest(&mixed, &PlaytestAsked::default(), sampling).unwrap();
    assert!(is_said(&played.notes), "{:?}", played.notes);
}

/// A person in the second seat is advised by what that seat has heard.
#[test]
fn advice_at_the_table_does_not_know_what_nobody_has_heard() {
    let game = study::entry::<House<hands::Hands>>();
    for heard in [false, true] {
        let setup = Setup { set: vec![format!("heard={heard}")], ..setup(&["mixer"]) };
        let asked = PlayAsked { seat: 2, reference: Some("rock".into()), seed: 3 };
        let mut sitting = game.sit(&setup, &asked).unwrap();
        let stop = AtomicBool::new(false);
        let until = Some(Length::Rounds(400));
        let sampling = Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
        // Against somebody who names paper 30 times in 100, else rock.
        let mut told = BTreeSet::new();
        for _ in 0..20 {
            let Next::Decision(question) = sitting.go_on().unwrap() else { continue };
            let advice = sitting.advice(&question, &sampling).unwrap();
            let rock = advice.choices.iter().find(|one| one.action == "rock").unwrap();
            told.insert((10.0 * rock.ev).round() as i64);
            sitting.choose(0);
        }
        let known = if heard { vec![-10, 0] } else { vec![-3] };
        assert!(told.iter().eq(&known), "{told:?}");
    }
}

/// Decisions are grouped as the author says, not by all that a seat sees.
#[test]
fn leaks_are_told_by_the_situations_of_the_author() {
    let game = study::entry::<House<hands::Hands>>();
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(2_000));
    let sampling = Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
    let setup = Setup { set: vec!["heard=true".to_owned()], ..setup(&["scissors"]) };
    let (reference, against) = (Some(Asked::from("best")), Some(Asked::from("mixer")));
    let asked = LeaksAsked { reference, seat: 2, against, top: 10 };
    let lost = game.leaks(&setup, &asked, sampling).unwrap();
    let table = &lost.report.tables[0];
    let at = table.column("situation").unwrap();
    let known = Cell::from("a hand is heard");
    assert!(table.rows.iter().any(|row| row[at] == known), "{table:?}");
    let hands = [Cell::from("rock"), Cell::from("paper")];
    assert!(table.rows.iter().all(|row| !hands.contains(&row[at])), "{table:?}");
}

/// A strategy and its reference would meet different opponents.
#[test]
fn leaks_have_no_opponents_that_adapt() {
    let game = study::entry::<House<hands::Hands>>();
    let reference = Some(Asked::from("paper"));
    let asked = LeaksAsked { reference, seat: 1, against: Some(Asked::from("best")), top: 10 };
    let refused = game.check_leaks(&setup(&["rock"]), &asked).unwrap_err().to_string();
    assert!(refused.contains("--against best") && refused.contains("compare"), "{refused}");
}

/// A game that has guests takes in others beside them.
#[test]
fn guests_that_come_later_join_the_others() {
    let guest = |name| {
        let named = Named { name, parameters: &[], about: "the first action" };
        GuestStrategy::choosing(named, Arc::new(First::default()))
    };
    let game =
        study::find("zinbiddle").unwrap().hosting(vec![guest("one")]).hosting(vec![guest("two")]);
    for name in ["one", "two"] {
        let found = strategy::parse(&game.profile(), &Asked::from(name)).unwrap();
        assert!(
            matches!(found, Strategy::Guest { guest, .. } if guest.named.name == name),
            "{name}"
        );
    }
}
