//! The example game: its published figures, found by enumeration alone.

use crate::snackjack_example::{Rules, Snackjack};
use croupier::cards::random::Seed;
use croupier::framework::house::{HouseRules, Seat};
use croupier::framework::{
    Chance, Decisions, Engine, Exact, Game, GuestStrategy, HandAsked, House, Named, Player, Spec,
    View,
};
use croupier::strategy::{self, Asked, SystemFile};

fn house(decks: u32) -> House<Snackjack> {
    let rules: Rules = toml::from_str(&format!("decks = {decks}")).unwrap();
    House::open(rules).unwrap()
}

/// The exact EV in stakes.
fn ev(house: &House<Snackjack>, text: &str) -> f64 {
    let mut seats = vec![strategy::seat(house, text).unwrap()];
    house.exact(&mut seats).unwrap().seats[0].mean / 2.0
}

#[test]
fn the_published_figures_come_out() {
    let one = house(1);
    assert!((ev(&one, "threshold(hit_below=6)") - 0.095_238_095).abs() < 1e-9);
    assert!((ev(&one, "best") - 0.192_857_143).abs() < 1e-9, "{}", ev(&one, "best"));
}

#[test]
fn runs_agree_with_the_enumeration() {
    let house = house(3);
    for text in ["threshold(hit_below=5)", "best", "random"] {
        let mut seats = vec![strategy::seat(&house, text).unwrap()];
        let exact = ev(&house, text);
        let mut net = 0;
        struct Net<'n>(&'n mut i64);
        impl croupier::framework::Sink for Net<'_> {
            fn session(&mut self, record: &croupier::framework::Record, times: u64) {
                *self.0 += record.seats[0].net * times as i64;
            }
        }
        const ROUNDS: u64 = 200_000;
        house.play(&mut seats, Seed::new(1), 0..ROUNDS, &mut Net(&mut net));
        let mean = net as f64 / 2.0 / ROUNDS as f64;
        assert!((mean - exact).abs() < 0.012, "{text}: {mean} and {exact}");
    }
}

/// Of a full shoe a count may be other than 0: all that is computed goes by it as rounds do.
#[test]
fn the_count_of_a_full_shoe_is_that_of_its_system() {
    let file = "game = \"snackjack\"\nabout = \"by the count\"\nmemory = \"high.toml\"\n\
                [[rule]]\nwhen = { count_above = \"1..\" }\ndo = \"stand\"\n\
                [[rule]]\nwhen = { total = \"..5\" }\ndo = \"hit\"\n\
                [[rule]]\ndo = \"stand\"\n";
    let system = "game = \"snackjack\"\nabout = \"unbalanced\"\ndivisor = \"none\"\nstart = 5\n\
                  tags = { 1 = 1, 3 = -1 }\n";
    let house = house(1);
    let table: &dyn croupier::framework::AnyTable = &house;
    let asked = Asked {
        file: Some(file.to_owned()),
        memory: Some(SystemFile { path: "count.toml".to_owned(), text: system.to_owned() }),
        .."high-count.toml".into()
    };
    let mut seats = strategy::parse(&table.profile(), &asked).unwrap().seat(table).unwrap();
    let exact = table.capabilities().exact.unwrap().exact(&mut *seats).unwrap();
    let stands = ev(&house, "threshold(hit_below=0)");
    assert!((exact.seats[0].mean / 2.0 - stands).abs() < 1e-12, "{stands}");
}

/// Charts and rules are asked in the order in which they stand in the file.
#[test]
fn the_first_chart_or_rule_decides() {
    let house = house(1);
    let table: &dyn croupier::framework::AnyTable = &house;
    let parse = |parts: [&str; 2]| {
        let file = format!("game = \"snackjack\"\nabout = \"both\"\n{}", parts.concat());
        let asked = Asked { file: Some(file), .."both.toml".into() };
        strategy::parse(&table.profile(), &asked).unwrap().seat(table)
    };
    let rule = "[[rule]]\nwhen = { total = \"6..\" }\ndo = \"stand\"\n";
    let chart = "[[chart]]\nrows = \"\"\"\ntotal/dealer 1..3\n..7 hit\n\"\"\"\n";
    let mut seats = parse([rule, chart]).unwrap();
    let exact = table.capabilities().exact.unwrap().exact(&mut *seats).unwrap();
    assert!((exact.seats[0].mean / 2.0 - ev(&house, "threshold(hit_below=6)")).abs() < 1e-12);
    let refused = parse([chart, rule]).unwrap_err().to_string();
    assert!(refused.contains("line 8: this row or rule can never apply"), "{refused}");
}

/// Files can test the features of the view, and the true count, which the framework adds.
#[test]
fn all_features_of_files_are_listed() {
    let facts = croupier::framework::entry::<House<Snackjack>>().facts();
    let names: Vec<&str> = facts.features.iter().map(|feature| feature.name).collect();
    let own = ["total", "soft", "cards", "dealer", "pair"];
    assert_eq!(names, [&own[..], &["count_above", "count_below"]].concat());
}

/// Replays a written round and returns its steps.
fn replay(text: &str) -> Result<Vec<String>, String> {
    let steps = house(1).replay(text).map_err(|error| error.to_string())?;
    Ok(steps.into_iter().map(|step| format!("{} {}", step.rule, step.text)).collect())
}

#[test]
fn a_written_round_is_played_and_checked() {
    // Halves of five and of soft six against the dealer's six.
    let told = replay("cards = [2, 2, 3, 3, 3, 1]\ndecisions = ['split']\nnets = [-1]").unwrap();
    assert_eq!(
        told[1..],
        [
            "J6 seat 1 on 2 2: split",
            "J6 seat 1 draws: 2 3",
            "J6 seat 1 draws: 1 2",
            "J8 5 against 6: seat 1 nets -1",
            "J8 6 against 6: seat 1 nets 0",
        ]
    );
    for (text, parts) in [
        ("cards = [1, 3, 3, 9]", &["card 4", "`9`", "cards are 1, 2, 3"][..]),
        ("cards = [1, 1, 1, 3]", &["card 3", "no 1 left"]),
        ("cards = [1, 2, 3, 2]", &["decision 1 is missing", "seat 1 with 1 2 against 3"]),
        ("cards = [1, 2, 3, 2]\ndecisions = ['split']", &["not legal", "stand, hit, double"]),
        ("cards = [1, 2, 3, 2]\ndecisions = ['fold']", &["`fold`", "stand, hit, double, split"]),
        ("cards = [1, 3, 3, 2]\nnumbers = [1]", &["numbers", "last one was not used"]),
        (
            "cards = [1, 3, 3, 2]\nnumbers = [\n0, 'x']",
            &["line 3: numbers: number 2", "a whole number is allowed"],
        ),
        ("cards = [1, 3, 3, 2]\ndice = [[1, 2]]", &["line 2: dice", "no dice are rolled"]),
        // Only a situation may hide what a seat has not seen.
        ("cards = [1, 3, 3, '?']", &["line 1: cards: card 4", "`?`"]),
        ("cards = [1, 3, 3, 2]\nnumbers = ['?']", &["line 2: numbers: number 1", "whole number"]),
        ("cards = [1, 3, 3, 2]\nfirst = 2", &["first = 2", "1..=1"]),
        ("cards = 3", &["cards = 3"]),
        ("cards = [1, 3, 3, 2]\nnets = [1]", &["nets = [1], but the round ends with [1.5]"]),
    ] {
        let message = replay(text).unwrap_err();
        assert!(parts.iter().all(|part| message.contains(part)), "{text}: {message}");
    }
    let told = replay("cards = [1, 3, 3, 2]\nnets = [1.5]").unwrap();
    assert_eq!(told[1], "J3 a natural ends the round: seat 1 nets 1.5");
}

#[test]
fn what_each_choice_is_worth() {
    let decisions = house(1).decisions(HandAsked::default()).unwrap();
    let of = |hand: &str, action: &str| {
        let mut found = decisions.iter().filter(|d| d.hand == hand && d.action == action);
        let found = found.next().map(|decision| (decision.ev / 2.0, decision.loss / 2.0));
        found.unwrap_or_else(|| panic!("no {action} with {hand}"))
    };
    assert_eq!(of("1 3 3 against 3", "stand").1, 0.0);
    // An ace, two deuces and two treys are left, and the dealer's hole card is not a trey. With the
    // ace it makes soft five: a deuce makes that seven, a trey five, and then one of two deuces
    // seven or the trey a bust. With a deuce the dealer stands on soft six: a push.
    let against_the_ace = -(0.5 + 0.5 * 2.0 / 3.0) + 0.5 / 3.0;
    assert!((of("3 3 against 1", "stand").0 - against_the_ace / 3.0).abs() < 1e-12);
}

#[test]
fn bonuses_are_paid_like_everything_else() {
    let read = |text: &str| toml::from_str::<HouseRules<Snackjack>>(text).unwrap();
    let plain = house(1);
    let rules = read("decks = 1\nbonus = { natural = 0.5, bust = -1 }");
    let paid = <House<Snackjack> as Engine>::new(rules).unwrap();
    let events = plain.events();
    let mut seats = vec![strategy::seat(&plain, "threshold").unwrap()];
    let figures = plain.exact(&mut seats).unwrap();
    let hits = |name: &str| figures.events[events.iter().position(|e| e.name == name).unwrap()].0;
    let gained = ev(&paid, "threshold") - ev(&plain, "threshold");
    assert!((gained - (0.5 * hits("seat1:natural") - hits("seat1:bust"))).abs() < 1e-12);
    let told = paid.replay("cards = [1, 3, 3, 2]\nnets = [2]").unwrap();
    assert_eq!(told.last().unwrap().event, "bonus");
    for (text, part) in [
        ("decks = 1\nbonus = { naturals = 1 }", "did you mean `natural`?"),
        ("decks = 1\nbonus = { dealer-bust = 1 }", "no event `dealer-bust`"),
        ("decks = 1\nbonus_from = 'table'", "nobody else is at a table of one player"),
        ("decks = 9\nbonus_from = 'table'", "1..=8"),
    ] {
        let faults = <House<Snackjack> as Engine>::new(read(text)).unwrap_err();
        assert!(faults[0].to_string().contains(part), "{}", faults[0]);
    }
}

#[test]
fn its_events_are_explained() {
    let program = croupier::cli::Croupier::empty().game::<Snackjack>();
    let asked = ["snackjack", "explain", "dealer-natural"];
    let told = program.ask(asked, &croupier::cli::Desk::new()).unwrap();
    assert!(told.text.contains("the dealer's ace and trey"), "{}", told.text);
}

/// Splits every hand, pair or not.
#[derive(Clone, Debug)]
struct Splitter;

impl Player<<Snackjack as Game>::View> for Splitter {
    fn play(
        &mut self,
        _view: &<Snackjack as Game>::View,
        _chance: &mut Chance<'_>,
    ) -> <<Snackjack as Game>::View as View>::Action {
        <Snackjack as Game>::View::ACTIONS.iter().find(|(name, _)| *name == "split").unwrap().1
    }
}

/// An action that is not allowed is laid at the door of the strategy that took it.
#[test]
#[should_panic(expected = "seat 1, which plays splitter, took `split`")]
fn the_strategy_whose_action_is_not_allowed_is_named() {
    let named = Named { name: "splitter", parameters: &[], about: "splits every hand" };
    let guest = GuestStrategy::new(named, |_: &House<Snackjack>, _: &Spec| {
        Ok(Seat::Guest(Box::new(Splitter)))
    });
    let house = house(1);
    let mut seats = guest.seat(&house, &Spec::new(&named)).unwrap();
    let _ = Exact::exact(&house, &mut *seats);
}
