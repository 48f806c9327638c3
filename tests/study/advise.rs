//! Advice: simulated values agree with computed ones and with those worked out by hand; impossible
//! situations are refused at their line.

use crate::snackjack_example::Snackjack;
use croupier::framework::worlds::Views;
use croupier::framework::{AnyGame, AnyTable, House, RulesFrom, Seats, Stop};
use croupier::simulate::{self, Dilemma, Plan, Until, WorldsRun};
use croupier::study::{
    self, AdviseAsked, AdviseAt, Answer, Asked, Cell, HandAsked, Length, Method, Sampling, Setup,
};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

/// Two players are dealt a card each of two low and two high ones. The first bets or passes; if it
/// bets, the second calls or folds: a call wins a stake from a low card and loses one to a high
/// card.
mod bluff {
    use croupier::framework::{
        BEST, Chance, Game, GameRules, Named, Occasion, Of, Player, Purpose, RANDOM, SeatError,
        ShoeFacts, Spec, Table, View,
    };
    use std::fmt;

    croupier::rules! {
        pub struct Rules {}
    }

    impl GameRules for Rules {}

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Action {
        Bet,
        Pass,
        Call,
        Fold,
    }

    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub struct Seen {
        first: bool,
        high: bool,
    }

    impl fmt::Display for Seen {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(if self.high { "high" } else { "low" })
        }
    }

    impl View for Seen {
        type Action = Action;
        const ACTIONS: &'static [(&'static str, Action)] = &[
            ("bet", Action::Bet),
            ("pass", Action::Pass),
            ("call", Action::Call),
            ("fold", Action::Fold),
        ];
        const ALWAYS: &'static [Action] = &[];

        fn allows(&self, action: Action) -> bool {
            matches!(action, Action::Bet | Action::Pass) == self.first
        }
    }

    /// Always bets a high card, and a low one one time in four; calls with a high card.
    #[derive(Clone, Debug)]
    pub struct Bluffer;

    impl Player<Seen> for Bluffer {
        fn play(&mut self, view: &Seen, chance: &mut Chance<'_>) -> Action {
            match (view.first, view.high) {
                (true, true) => Action::Bet,
                (true, false) if chance.below(4) == 0 => Action::Bet,
                (true, false) => Action::Pass,
                (false, true) => Action::Call,
                (false, false) => Action::Fold,
            }
        }
    }

    #[derive(Clone, Debug)]
    pub struct Bluff(Rules);

    impl Game for Bluff {
        const NAME: &'static str = "bluff";
        const TITLE: &'static str = "Bluff";
        const ABOUT: &'static str = "one may bluff, the other may call";
        const HAS_HOUSE: bool = false;
        const EVENTS: &'static [Occasion] = &[Occasion::new("call", Of::Table)];
        const STRATEGIES: &'static [Named] = &[
            Named { name: "bluffer", parameters: &[], about: "bluffs now and then" },
            RANDOM,
            BEST,
        ];

        type Rules = Rules;
        type View = Seen;
        type Player = Bluffer;

        fn new(rules: Rules) -> Bluff {
            Bluff(rules)
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

        fn player(&self, _spec: &Spec) -> Result<Bluffer, SeatError> {
            Ok(Bluffer)
        }

        fn round(&self, table: &mut Table<'_, Bluff>) {
            let high = [(); 2].map(|()| table.card(Purpose::Deal) == 1);
            let first = Seen { first: true, high: high[0] };
            if table.ask(0, &first) == Action::Pass {
                return;
            }
            let second = Seen { first: false, high: high[1] };
            if table.ask(1, &second) == Action::Call {
                table.happened_at_table(0);
                let winner = usize::from(!high[0]);
                table.transfer(1 - winner, winner, 1);
            }
        }
    }
}

fn entry(name: &str) -> &'static AnyGame {
    static OUTSIDE: LazyLock<[&'static AnyGame; 2]> = LazyLock::new(|| {
        [study::entry::<House<Snackjack>>(), study::entry::<House<bluff::Bluff>>()]
    });
    let outside = OUTSIDE.iter().find(|game| game.name() == name);
    outside.copied().unwrap_or_else(|| study::find(name).unwrap())
}

fn seat(game: &dyn AnyTable, name: &str, strategy: &str) -> Box<dyn Seats> {
    let asked = croupier::strategy::parse(&entry(name).profile(), &strategy.into()).unwrap();
    asked.seat(game).unwrap()
}

/// The value of each choice at a table of one player: the decision, and the EVs of the choices with
/// their intervals.
fn played(
    (game, players): (&dyn AnyTable, &dyn Seats),
    text: &str,
    rounds: u64,
) -> (Arc<Stop>, WorldsRun) {
    static STOP: AtomicBool = AtomicBool::new(false);
    let begun = game.begin(text).unwrap();
    let dilemma = Dilemma { game, begun: &begun, players, seen: None };
    let stop = Arc::new(simulate::stop(dilemma, 5).unwrap());
    let until = Until::Rounds(rounds);
    let plan = Plan { seed: 5, until, confidence: 0.95, stop: &STOP, journal: None };
    let run = simulate::advise(dilemma, &stop, false, (plan, 1e3, 0.1), &|_, _| {});
    (stop, run)
}

/// Best play against a bluffer is to fold. With a high card less, who holds the other one would call,
/// and win a stake from a low card in one round of twelve; but nobody knows.
#[test]
fn effects_of_removal_are_those_of_a_player_who_does_not_know() {
    let table = entry("bluff").table(&RulesFrom::Default, &[]).unwrap();
    let mut players = seat(&*table, "bluff", "bluffer");
    players.add(&*seat(&*table, "bluff", "best"));
    let effects = table.capabilities().counting.unwrap().exact_effects(&mut *players).unwrap();
    assert_eq!(effects, [0.0, 0.0]);
}

/// A world in which the seat would have seen something else is impossible.
#[test]
fn what_the_seat_has_seen_rules_worlds_out() {
    let set = vec!["split=false".to_owned()];
    let game = entry("kinzo").table(&RulesFrom::Default, &set).unwrap();
    let begun = game.begin("cards = [3, 5, \"?\", \"?\"]").unwrap();
    let players = seat(&*game, "kinzo", "threshold");
    let stop = |seen: Option<&Arc<Views>>| {
        let dilemma = Dilemma { game: &*game, begun: &begun, players: &*players, seen };
        simulate::stop(dilemma, 5)
    };
    // The first world found; its second card is the seat's own.
    let own = stop(None).unwrap();
    assert!(own.varies);
    let mut views = Views { seat: 0, sights: vec![(own.sees.clone(), own.actions.clone())] };
    let found = stop(Some(&Arc::new(views.clone()))).unwrap();
    assert_eq!((&found.sees, found.varies), (&own.sees, false));
    views.sights[0].0.push("a card that is not there".to_owned());
    assert!(stop(Some(&Arc::new(views))).is_err());
}

fn advise(name: &str, text: &str, setup: &Setup, against: Option<&str>, rounds: u64) -> Answer {
    try_advise(name, text, setup, against, rounds).unwrap()
}

fn try_advise(
    name: &str,
    text: &str,
    setup: &Setup,
    against: Option<&str>,
    rounds: u64,
) -> Result<Answer, study::StudyError> {
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(rounds));
    let sampling = Sampling { seed: 11, until, stop: &stop, journal: None, watch: &|_| {} };
    let against: Option<Asked> = against.map(Into::into);
    let at = AdviseAt::Situation { origin: "here.toml", text };
    let asked = AdviseAsked { at, against: against.as_ref(), method: Method::Auto };
    entry(name).advise(setup, asked, sampling)
}

/// The rows of the answer by action: EV, low, high, loss, apart.
fn rows(answer: &Answer) -> BTreeMap<String, [Option<f64>; 5]> {
    let table = &answer.report.tables[0];
    assert_eq!((table.name, answer.report.tables.len()), ("advice", 1));
    let at = |name| table.column(name).unwrap();
    let row = |row: &Vec<Cell>| {
        let Cell::Text(action) = &row[at("action")] else { panic!("{row:?}") };
        let apart = match row[at("apart")] {
            Cell::Flag(apart) => Some(f64::from(u8::from(apart))),
            _ => None,
        };
        let [ev, low, high, loss] =
            ["ev", "low", "high", "loss"].map(|name| row[at(name)].number());
        (action.clone(), [ev, low, high, loss, apart])
    };
    table.rows.iter().map(row).collect()
}

fn set(settings: &[&str]) -> Setup {
    Setup { set: settings.iter().map(|set| (*set).to_owned()).collect(), ..Setup::default() }
}

/// The number of simulated values whose intervals contain the computed ones, and the widths of the
/// intervals.
#[derive(Default)]
struct Coverage {
    missed: Vec<String>,
    values: usize,
    width: f64,
}

impl Coverage {
    fn look(&mut self, what: String, run: &WorldsRun, action: usize, exact: f64, units: f64) {
        let moments = run.worlds.contest.moments(action);
        let found = croupier::stats::Estimate::ratio(moments, units, 0.95).unwrap();
        let (low, high) = (found.low.unwrap(), found.high.unwrap());
        self.values += 1;
        self.width += high - low;
        if !(low - 1e-9..=high + 1e-9).contains(&exact) {
            self.missed.push(format!("{what}: {low}..{high}, and not {exact}"));
        }
    }

    /// Checks that there are no more misses than 95% intervals have, except in one of a thousand
    /// such tests.
    fn check(&self, width: f64) {
        let (values, share) = (self.values as f64, 0.05);
        let most = values * share + 3.1 * (values * share * (1.0 - share)).sqrt() + 0.5;
        assert!(
            self.missed.len() as f64 <= most,
            "{} of {values}: {:?}",
            self.missed.len(),
            self.missed
        );
        let mean = self.width / values;
        assert!(mean > 0.0 && mean < width, "intervals are {mean} wide");
    }
}

/// Every hand of two cards against every card of the dealer (if `every` is 1): the values that
/// `exact` computes, followed by best play.
fn kinzo_hands(set: &[String], every: usize, rounds: u64) -> Coverage {
    let game = entry("kinzo").table(&RulesFrom::Default, set).unwrap();
    let players = seat(&*game, "kinzo", "best");
    let decisions = game.capabilities().decisions.unwrap();
    let mut coverage = Coverage::default();
    let hands = (1..=6).flat_map(|a| (a..=6).flat_map(move |b| (1..=6).map(move |up| (a, b, up))));
    for (a, b, up) in hands.step_by(every) {
        let (hand, dealer) = (format!("{a},{b}"), up.to_string());
        let asked = HandAsked { hand: Some(&hand), situation: &[("dealer", &dealer)] };
        let exact = decisions.decisions(asked).unwrap();
        let text = format!("cards = [{a}, {up}, {b}, \"?\"]");
        let (stop, run) = played((&*game, &*players), &text, rounds);
        assert_eq!((stop.seat, stop.actions.len()), (0, exact.len()), "{hand}");
        for decision in exact {
            let named = |action: &String| action.split(' ').next() == Some(&decision.action);
            let action = stop.actions.iter().position(named).unwrap();
            let what = format!("{} with {hand} against {dealer}", decision.action);
            coverage.look(what, &run, action, decision.ev / 1_000.0, 1_000.0);
        }
    }
    coverage
}

#[test]
fn kinzo_is_played_as_it_is_computed() {
    kinzo_hands(&["split=false".to_owned()], 7, 3_000).check(0.2);
}

/// All 126 situations, with splits.
#[test]
fn kinzo_is_played_as_it_is_computed_with_every_hand() {
    kinzo_hands(&[], 1, 60_000).check(0.05);
}

/// Cards that are gone from a shoe are no longer dealt: the values are those of a deck without them.
#[test]
fn kinzo_in_a_shoe_is_played_as_what_is_left_is_computed() {
    let game = |set: &[&str]| {
        let set: Vec<String> = set.iter().map(|&field| field.to_owned()).collect();
        entry("kinzo").table(&RulesFrom::Default, &set).unwrap()
    };
    let gone = [4, 5, 6].map(|card| format!("{card}, ").repeat(4)).concat();
    let shoe = game(&["split=false", "shuffle.penetration=0.9"]);
    let players = seat(&*shoe, "kinzo", "best");
    let left = game(&["split=false", "copies_per_value=[6,6,6,2,2,2]"]);
    let (left, full) = (&*left, game(&["split=false"]));
    let mut coverage = Coverage::default();
    let mut differ = 0.0;
    for (a, b, up) in [(1, 3, 6), (3, 3, 2), (2, 5, 1), (6, 6, 3), (1, 2, 4), (5, 4, 5)] {
        let (hand, dealer) = (format!("{a},{b}"), up.to_string());
        let asked = HandAsked { hand: Some(&hand), situation: &[("dealer", &dealer)] };
        let computed =
            |game: &dyn AnyTable| game.capabilities().decisions.unwrap().decisions(asked).unwrap();
        let text = format!("gone = [{gone}]\ncards = [{a}, {up}, {b}, \"?\"]");
        let (stop, run) = played((&*shoe, &*players), &text, 4_000);
        for decision in computed(left) {
            let action = stop.actions.iter().position(|action| *action == decision.action);
            let what = format!("{} with {hand} against {dealer}", decision.action);
            coverage.look(what, &run, action.unwrap(), decision.ev / 1_000.0, 1_000.0);
            let of_full = computed(&*full);
            let same = of_full.iter().find(|other| other.action == decision.action).unwrap();
            differ += (same.ev - decision.ev).abs() / 1_000.0;
        }
    }
    assert!(differ / coverage.values as f64 > 0.1, "{differ}");
    coverage.check(0.15);
}

/// A choice that seldom pays, but then 1,000 stakes, is not dropped before it has paid: to stay on 3
/// against a shown 1 is worth 2/246 · (6/9 + 2/9 · 1,001 + 1/9 · 0.5) stakes, as the dealer has 8 in
/// 2 of 246 deals.
#[test]
fn a_choice_that_seldom_pays_is_not_dropped_before_it_has() {
    let strategies = vec![Asked::from("threshold(hit_below=2)")];
    let deck = "copies_per_value=[250,0,0,0,0,1]";
    let dealer =
        ["dealer_limit=3", "dealer_stop_values=[]", "doubled=exactly", "tie_at_tally=push"];
    let pays = ["match_pays=own", "bonus.exact-match=1000", "bonus.bust-high=1.5"];
    let shoe = ["split=false", "shuffle.penetration=0.99", "hit_source=deck_or_discard"];
    let all = [&[deck][..], &dealer, &pays, &shoe].concat();
    let setup = Setup { strategies, ..set(&all) };
    let text =
        "caller = 1\nstake = 1\ncards = [1, 1, 1, \"?\", 1]\ngone = [1]\ndecisions = [\"hit\"]\n";
    let worth = 2.0 / 246.0 * (6.0 / 9.0 + 1_001.0 * 2.0 / 9.0 + 0.5 / 9.0);
    for until in [Length::Rounds(60_000), Length::Precision(0.1)] {
        for seed in 1..=4 {
            let stop = AtomicBool::new(false);
            let until = Some(until);
            let sampling = Sampling { seed, until, stop: &stop, journal: None, watch: &|_| {} };
            let at = AdviseAt::Situation { origin: "here.toml", text };
            let asked = AdviseAsked { at, against: None, method: Method::Auto };
            let rows = rows(&entry("kinzo").advise(&setup, asked, sampling).unwrap());
            assert_eq!(rows.len(), 3);
            let [_, low, high, _, apart] = rows["stay"];
            assert!(low.unwrap() < worth && worth < high.unwrap(), "{until:?} {seed}: {rows:?}");
            assert_eq!(apart, None, "{until:?} {seed}: {rows:?}");
        }
    }
}

/// To stay on 4 against a 1 pays once in 66 worlds: where it never did, that is not certain. The worth
/// is the one that `exact` computes.
#[test]
fn a_choice_that_came_to_the_same_in_every_world_is_not_certain() {
    let (mut covered, mut alike) = (0, 0);
    // To stay ends the seat's play, so how it would play on does not matter; `best` computes first.
    let setup = Setup { strategies: vec!["threshold".into()], ..Setup::default() };
    for seed in 1..=60 {
        let stop = AtomicBool::new(false);
        let until = Some(Length::Rounds(200));
        let sampling = Sampling { seed, until, stop: &stop, journal: None, watch: &|_| {} };
        let text = "cards = [1, 1, 3, \"?\"]\n";
        let at = AdviseAt::Situation { origin: "here.toml", text };
        let asked = AdviseAsked { at, against: None, method: Method::Simulate };
        let answer = entry("kinzo").advise(&setup, asked, sampling).unwrap();
        let [ev, low, high, ..] = rows(&answer)["stay"];
        let (low, high) = (low.unwrap(), high.unwrap());
        assert!(low < high);
        alike += u32::from(ev == Some(-1.0));
        covered += u32::from(low < -0.984_83 && -0.984_83 < high);
    }
    assert!(alike > 15 && covered >= 55, "{alike} {covered}");
}

/// A card of which nobody knows that it is gone is any card: on the average nothing changes.
#[test]
fn kinzo_without_cards_that_nobody_saw_is_played_as_the_full_deck_is_computed() {
    let set = |field: &str| vec!["split=false".to_owned(), field.to_owned()];
    let shoe = entry("kinzo").table(&RulesFrom::Default, &set("shuffle.penetration=0.9")).unwrap();
    let full = entry("kinzo").table(&RulesFrom::Default, &set("players=1")).unwrap();
    let players = seat(&*shoe, "kinzo", "best");
    let mut coverage = Coverage::default();
    for (a, b, up) in [(1, 3, 6), (3, 3, 2), (2, 5, 1), (6, 6, 3)] {
        let (hand, dealer) = (format!("{a},{b}"), up.to_string());
        let asked = HandAsked { hand: Some(&hand), situation: &[("dealer", &dealer)] };
        let gone = "\"?\", ".repeat(9);
        let text = format!("gone = [{gone}]\ncards = [{a}, {up}, {b}, \"?\"]");
        let (stop, run) = played((&*shoe, &*players), &text, 4_000);
        for decision in full.capabilities().decisions.unwrap().decisions(asked).unwrap() {
            let action = stop.actions.iter().position(|action| *action == decision.action);
            let what = format!("{} with {hand} against {dealer}", decision.action);
            coverage.look(what, &run, action.unwrap(), decision.ev / 1_000.0, 1_000.0);
        }
    }
    coverage.check(0.15);
}

#[test]
fn snackjack_is_played_as_it_is_enumerated() {
    let game = entry("snackjack").table(&RulesFrom::Default, &[]).unwrap();
    let players = seat(&*game, "snackjack", "best");
    let decisions = game.capabilities().decisions.unwrap();
    let mut coverage = Coverage::default();
    // A hand of three cards cannot come from a split pair.
    for text in [
        "cards = [1, 1, 2, \"?\", 2]\ndecisions = [\"hit\"]",
        "cards = [1, 2, 3, \"?\", 2]\ndecisions = [\"hit\"]",
        "cards = [2, 2, 3, \"?\", 1]\ndecisions = [\"hit\"]",
        "cards = [2, 1, 1, \"?\", 3]\ndecisions = [\"hit\"]",
        "cards = [1, 3, 2, \"?\"]",
        "cards = [2, 3, 3, \"?\"]",
    ] {
        if text.contains("[1, 3,") {
            // A natural is settled at once: there is no decision.
            let error = try_advise("snackjack", text, &Setup::default(), None, 100).unwrap_err();
            assert!(error.to_string().contains("nobody has to decide"), "{error}");
            continue;
        }
        let (stop, run) = played((&*game, &*players), text, 6_000);
        let seen = stop.sees.join(" ");
        let asked = HandAsked { hand: Some(&seen), situation: &[] };
        for decision in decisions.decisions(asked).unwrap() {
            let action = stop.actions.iter().position(|action| *action == decision.action).unwrap();
            let what = format!("{} with {seen}", decision.action);
            coverage.look(what, &run, action, decision.ev / 2.0, 2.0);
        }
    }
    coverage.check(0.2);
}

/// A low card against a bet: of the other cards two are high and one is low. The bluffer bets every
/// high card and a quarter of the low ones, so that a bet means a high card with probability 8/9.
#[test]
fn what_the_others_did_tells_what_they_hold() {
    let text = "cards = [\"?\", \"low\"]\ndecisions = [\"bet\"]";
    for (against, call) in [(None, 1.0 / 9.0 - 8.0 / 9.0), (Some("random"), 1.0 / 3.0 - 2.0 / 3.0)]
    {
        let answer = advise("bluff", text, &Setup::default(), against, 20_000);
        let rows = rows(&answer);
        let [ev, low, high, loss, apart] = rows["call"];
        assert!(low.unwrap() < call && call < high.unwrap(), "{against:?}: {rows:?}");
        assert!(high.unwrap() - low.unwrap() < 0.2 && (ev.unwrap() - call).abs() < 0.05);
        // It came to the same in every world; nobody says that it must.
        let [fold, low, high, cost, apart_from_best] = rows["fold"];
        assert_eq!((fold, cost, apart_from_best), (Some(0.0), Some(0.0), None));
        assert!(low.unwrap() < 0.0 && high.unwrap() > 0.0 && high.unwrap() < 0.01);
        assert!((loss.unwrap() + ev.unwrap()).abs() < 1e-12 && apart == Some(1.0));
        let worlds = &answer.report.manifest["worlds"];
        assert_eq!(worlds["weighed"], true);
        let kept = worlds["kept"].as_f64().unwrap() / worlds["possible"].as_f64().unwrap();
        let likely = if against.is_some() { 1.0 } else { 2.0 / 3.0 + 1.0 / 12.0 };
        let verdict = &answer.report.verdict[0];
        assert!(verdict.starts_with("Best: fold, worth 0.") && verdict.contains("more than call"));
        // Players that randomize by weights may be kept whatever they hold.
        assert!(against.is_some() || (kept - likely).abs() < 0.03, "{kept} and {likely}");
    }
}

/// Unseen cards are uniform among those that are left once the cards named later are set aside.
#[test]
fn what_is_named_later_is_set_aside() {
    let text = "cards = [\"?\", \"high\"]\ndecisions = [\"bet\"]";
    let answer = advise("bluff", text, &Setup::default(), Some("random"), 20_000);
    let [_, low, high, ..] = rows(&answer)["call"];
    let call = 2.0 / 3.0 - 1.0 / 3.0;
    assert!(low.unwrap() < call && call < high.unwrap(), "{low:?} {high:?}");
    assert_eq!(answer.report.manifest["worlds"]["possible"], answer.report.manifest["sessions"]);
}

/// Actions that the others' strategy never takes are ignored as evidence, and the answer says so.
#[test]
fn what_nobody_would_do_is_left_out_of_account() {
    let text = "cards = [\"high\", \"low\"]\ndecisions = [\"pass\"]";
    let error = try_advise("bluff", text, &Setup::default(), None, 2_000).unwrap_err().to_string();
    assert!(error.contains("nobody has to decide"), "{error}");
    // `threshold` would not stay with 2 and 2.
    let text =
        "caller = 3\ncards = [2, 3, 3, 5, 2, 6, 3, \"?\", 4]\ndecisions = [\"hit\", \"stay\"]";
    let answer = advise("kinzo", text, &set(&["players=3"]), None, 4_000);
    assert!(answer.report.verdict[1].contains("What the others did is ignored"));
    assert_eq!(answer.report.manifest["worlds"]["weighed"], false);
    assert!(answer.notes[0].contains("these actions are ignored"), "{:?}", answer.notes);
    assert!(rows(&answer)["stay"][4].is_some() || rows(&answer)["hit"][4].is_some());
}

/// A situation of each game.
const SITUATIONS: [(&str, &[&str], &str); 5] = [
    (
        "kinzo",
        &["players=3"],
        "cards = [3, 3, 2, 5, 6, 3, 2, \"?\", 4]\ndecisions = [\"hit\", \"stay\"]",
    ),
    (
        "sabacc",
        &[],
        "cards = [5, \"?\", -8, \"?\", 3, -2]\ndecisions = [\"gain\", \"stand\"]\ndice = [[1, 2]]",
    ),
    (
        "zinbiddle",
        &[],
        "cards = [\"?\", \"?\", \"?\", \"?\", \"?\", \"?\", \"?\", \"?\", \"4r\", \"4g\", \"0b\", \"3y\"]\n\
         decisions = [\"check\", \"check\", \"check\", \"bet\", \"call\"]",
    ),
    (
        "fizzbin",
        &[],
        "cards = [\"3S\", \"?\", \"?\", \"?\", \"9D\", \"?\", \"?\", \"?\", \"JC\", \"?\", \"?\", \"?\", \
         \"QH\", \"?\", \"?\", \"?\", \"4S\", \"?\", \"?\", \"?\", \"2D\", \"4C\", \"5H\", \"8S\", \"AD\"]",
    ),
    ("snackjack", &[], "cards = [2, 3, 3, \"?\"]"),
];

#[test]
fn the_same_on_any_number_of_threads() {
    for (name, settings, text) in SITUATIONS {
        let mut setup = set(settings);
        setup.strategies = vec![entry(name).profile().default_strategy.into()];
        let rounds = if name == "fizzbin" { 600 } else { 3_000 };
        let reports: Vec<String> = [1, 2, 3, 8]
            .map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let answer = pool.install(|| advise(name, text, &setup, None, rounds));
                format!("{:?}", (answer.report, answer.notes))
            })
            .into();
        assert!(reports.iter().all(|report| *report == reports[0]), "{name}");
    }
}

#[test]
fn what_cannot_be_is_refused_at_its_line() {
    let said = |name: &str, settings: &[&str], text: &str| {
        let mut setup = set(settings);
        setup.strategies = vec![entry(name).profile().default_strategy.into()];
        try_advise(name, text, &setup, None, 500).unwrap_err().to_string()
    };
    let cases: &[(&str, &[&str], &str, &[&str])] = &[
        // More copies of a card than there are.
        (
            "bluff",
            &[],
            "cards = [\n  \"low\",\n  \"lo\",\n]",
            &["here.toml: line 3: cards: card 2: `lo` is no card (did you mean `low`?)"],
        ),
        (
            "sabacc",
            &[],
            "cards = [0, \"?\", 0,\n  0]",
            &["line 2: cards: card 4 (for seat 2) is 0, but the draw pile has no 0 left"],
        ),
        (
            "fizzbin",
            &[],
            "cards = [\"3S\", \"?\", \"?\", \"?\", \"3S\"]",
            &["line 1: cards: card 5 (for seat 1) is 3S, but the draw pile has no 3S left"],
        ),
        // Too few or too many entries.
        (
            "kinzo",
            &[],
            "cards = [3, 5, 3]",
            &["cards: card 4 (for the dealer) comes before the next decision", "\"?\""],
        ),
        (
            "kinzo",
            &[],
            "cards = [3, 5, 3, \"?\",\n4]",
            &["line 2: cards: seat 1 decides before card 5 comes"],
        ),
        // Money.
        (
            "kinzo",
            &[],
            "cards = [3, 5, 3, \"?\"]\nnets = [1]",
            &["line 2: nets: where a seat still decides the round is not over"],
        ),
        ("kinzo", &[], "cards = [3, 5, 3, \"?\"]\nstake = 9", &["stake = 9 is not allowed", "K4"]),
        (
            "zinbiddle",
            &[],
            "cards = []\nhand = 1\ncarry = 3",
            &["line 3: carry = 3", "nothing is carried into the first hand"],
        ),
        // Decisions.
        (
            "kinzo",
            &[],
            "cards = [3, 5, 4, \"?\"]\ndecisions = [\"split 3\"]",
            &[
                "line 2: decisions: decision 1 is `split 3`, which is not legal: seat 1 may stay, hit",
            ],
        ),
        (
            "kinzo",
            &[],
            "cards = [3, 5, 3, \"?\"]\ndecisions = [\n\"hop\"]",
            &["line 3: decisions: decision 1 is `hop`; stay, hit, take"],
        ),
        (
            "kinzo",
            &[],
            "cards = [3, 5, 4, \"?\"]\ndecisions = [\"stay\"]",
            &["comes before the next decision"],
        ),
        (
            "bluff",
            &[],
            "cards = [\"high\", \"low\"]\ndecisions = [\"pass\"]",
            &["with these the round is over, and nobody has to decide"],
        ),
        (
            "bluff",
            &[],
            "cards = [\"high\", \"low\"]\ndecisions = [\"bet\",\n \"fold\", \"fold\"]",
            &["line 3: decisions: the round is over, and decision 3 (`fold`) is nobody's"],
        ),
        // A pass of a game from outside is not taken to have gone unnoticed.
        (
            "bluff",
            &[],
            "cards = [\"?\", \"low\"]\ndecisions = [\"fold\"]",
            &["line 2: decisions: decision 1 is `fold`, which is not legal: seat 1 may bet, pass"],
        ),
        (
            "sabacc",
            &[],
            "cards = [5, \"?\", -8, \"?\", 3]\ndecisions = [\"gain\"]",
            &["cards: card 6 (for seat 1) comes before the next decision"],
        ),
        (
            "sabacc",
            &[],
            "cards = [5, \"?\", -8, \"?\", 3, 2]\ndecisions = [\"gain\", \"stand\"]",
            &["dice: roll 1", "is missing"],
        ),
        ("fizzbin", &[], "throw = 2", &["line 1: throw = 2", "nobody throws for it yet"]),
        (
            "fizzbin",
            &["day=4", "wed_vote=vote", "players=3"],
            "decisions = [\"vote 1 dark\", \"vote 2 dark\", \"vote 7 light\"]\nday = 3\ncards = [\"3S\"]",
            &["line 2: day = 3, but the vote is tied between 1, 2, 7 (Y5)"],
        ),
        ("kinzo", &[], "card = [3]", &["line 1: no key `card` (did you mean `cards`?)"]),
    ];
    for (name, settings, text, parts) in cases {
        let error = said(name, settings, text);
        for part in *parts {
            assert!(error.contains(part), "{name}: {text}\n{error}");
        }
    }
}

#[test]
fn cards_that_cannot_be_gone_are_refused_at_their_line() {
    let shoe = set(&["shuffle.penetration=0.5"]);
    let fault = |name: &str, setup: &Setup, gone: &str| {
        let text = format!("gone = {gone}\ncards = [3, 5, 2, \"?\"]");
        try_advise(name, &text, setup, None, 1_000).unwrap_err().to_string()
    };
    let many = format!("[{}]", "1, 2, 3, 4, 5, 6, ".repeat(3));
    for (setup, gone, why) in [
        (&Setup::default(), "[1]", "line 1: gone: every round begins with full shoes"),
        (&shoe, "1", "gone = 1 is not allowed: a list of cards"),
        (&shoe, "[1,\n 7]", "line 2: gone: card 2: `7` is no Kinzo card; cards are 1, 2, 3"),
        (&shoe, "[1, 1, 1, 1, 1, 1,\n 1]", "line 2: gone: there are more cards 1 than in a full"),
        (
            &shoe,
            "[3, 3, 3, 3, 3, 3]",
            "line 2: cards: card 1 (for seat 1) is 3, but the draw pile has no",
        ),
        (&shoe, &many, "line 1: gone: 18 cards, but the shoe is shuffled if more than 17 are gone"),
    ] {
        let found = fault("kinzo", setup, gone);
        assert!(found.contains(why), "{gone}: {found}");
    }
    let casino = set(&["sets=6", "shoes=per_level", "shuffle.penetration=0.5"]);
    for (gone, why) in [
        ("[\"4r\"]", "gone = [\"4r\"] is not allowed: 4 lists of cards, one for each shoe"),
        ("[[\"4r\"], []]", "line 1: gone: 2 lists, but 4 lists of cards, one for each shoe"),
        ("[[], [\"4r\", \"9r\"],\n [], []]", "line 1: gone: card 2 of shoe 2: "),
    ] {
        let found = fault("zinbiddle", &casino, gone);
        assert!(found.contains(why), "{gone}: {found}");
    }
}

#[test]
fn a_hand_is_computed_in_one_situation() {
    let stop = AtomicBool::new(false);
    let sampling = |until| Sampling { seed: 1, until, stop: &stop, journal: None, watch: &|_| {} };
    let ask = |situation: &[(&str, &str)], method, until| {
        let at = AdviseAt::Hand(HandAsked { hand: Some("3,3"), situation });
        let asked = AdviseAsked { at, against: None, method };
        entry("kinzo").advise(&Setup::default(), asked, sampling(until))
    };
    let answer = ask(&[("dealer", "5")], Method::Auto, None).unwrap();
    let rows = rows(&answer);
    let [ev, low, high, loss, apart] = rows["split"];
    assert!((ev.unwrap() - 0.367_052_855_844_489_1).abs() < 1e-12 && low == ev && high == ev);
    assert!((loss.unwrap() - 0.034_892_009_155_153).abs() < 1e-9 && apart == Some(1.0));
    let said = "Best: hit, worth 0.0349 stakes more than split, the next best.";
    assert_eq!(answer.report.verdict, [said]);
    let refused = |found: Result<Answer, study::StudyError>| found.unwrap_err().to_string();
    assert!(refused(ask(&[], Method::Auto, None)).contains("depends on --dealer; give it"));
    assert!(refused(ask(&[("dealer", "5")], Method::Simulate, None)).contains("--method simulate"));
    let rounds = Some(Length::Rounds(5));
    assert!(refused(ask(&[("dealer", "5")], Method::Auto, rounds)).contains("--rounds"));
    // Sabacc asks for what is open before it works `solved` out.
    for (situation, set, wanted) in [
        (&[][..], None, "depends on --round and --top; give them"),
        (&[("round", "2")], None, "depends on --top; give it"),
        (&[], Some("game_rounds=1"), "depends on --top; give it"),
    ] {
        let at = AdviseAt::Hand(HandAsked { hand: Some("+5 -3"), situation });
        let asked = AdviseAsked { at, against: None, method: Method::Auto };
        let set = set.map(str::to_owned).into_iter().collect();
        let setup = Setup { set, ..Setup::default() };
        assert!(refused(entry("sabacc").advise(&setup, asked, sampling(None))).contains(wanted));
    }
}
