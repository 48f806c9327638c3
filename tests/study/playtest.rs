//! Playtests: statements about rules are true as often as claimed, and the same on any number of
//! threads.

use crate::patience::Patience;
use crate::snackjack_example::Snackjack;
use croupier::framework::House;
use croupier::study::{
    self, Answer, AnyGame, Cell, Length, PlaytestAsked, RulesFrom, Sampling, Setup, Table,
};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

/// With four actions, the maximum probability of an Ion Barrage takes seconds to compute.
const QUICK: &str = "pilot_actions=2";

fn setup(set: &[&str]) -> Setup {
    Setup { set: set.iter().map(|set| (*set).to_owned()).collect(), ..Setup::default() }
}

fn held_against(text: &str) -> PlaytestAsked {
    let file = RulesFrom::File { name: "before.toml".into(), text: text.into() };
    PlaytestAsked { baseline: Some(file), ..PlaytestAsked::default() }
}

fn playtest(
    game: &AnyGame,
    setup: &Setup,
    asked: &PlaytestAsked,
    seed: u64,
    rounds: u64,
) -> Answer {
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(rounds));
    let sampling = Sampling { seed, until, stop: &stop, journal: None, watch: &|_| {} };
    game.playtest(setup, asked, sampling).unwrap()
}

fn table<'a>(answer: &'a Answer, name: &str) -> &'a Table {
    answer.report.tables.iter().find(|table| table.name == name).unwrap()
}

fn cell<'a>(table: &'a Table, row: &'a [Cell], name: &str) -> &'a Cell {
    &row[table.column(name).unwrap()]
}

fn number(table: &Table, row: &[Cell], name: &str) -> Option<f64> {
    cell(table, row, name).number()
}

fn text<'a>(table: &'a Table, row: &'a [Cell], name: &str) -> &'a str {
    match cell(table, row, name) {
        Cell::Text(text) => text,
        _ => "",
    }
}

/// Sentences that claim a difference from the baseline.
fn claims(answer: &Answer) -> Vec<String> {
    let verdict = table(answer, "verdict");
    let compared = |row: &&Vec<Cell>| {
        let (low, high) = (number(verdict, row, "low"), number(verdict, row, "high"));
        let sure = low.is_some_and(|low| low > 0.0) || high.is_some_and(|high| high < 0.0);
        sure && ["changes", "events"].contains(&text(verdict, row, "section"))
    };
    let said = verdict.rows.iter().filter(compared);
    said.map(|row| text(verdict, row, "sentence").to_owned()).collect()
}

/// With `match_pays=own` a seat's net depends on its own cards and the dealer's, so that the first
/// turn makes no difference to the exact figures; but the cards of the seats are different.
const SAME: [&str; 3] = ["match_pays=own", "players=2", "split=false"];
const SAME_BEFORE: &str =
    "match_pays = 'own'\nplayers = 2\nsplit = false\nfirst_player = 'fixed'\n";

/// A difference that does not exist is claimed in at most one run of twenty.
#[test]
fn where_nothing_changes_nothing_is_said_to() {
    const SEEDS: u64 = 20;
    let (game, asked) = (study::find("kinzo").unwrap(), held_against(SAME_BEFORE));
    let setup = Setup { strategies: vec!["threshold".into()], ..setup(&SAME) };
    let mut wrong = Vec::new();
    for seed in 0..SEEDS {
        let answer = playtest(game, &setup, &asked, seed, 400);
        let differing = table(&answer, "rules");
        assert_eq!(text(differing, &differing.rows[0], "field"), "first_player");
        // But the luck is different.
        let events = table(&answer, "events");
        let moved = |row: &Vec<Cell>| number(events, row, "difference").is_some_and(|d| d != 0.0);
        assert!(events.rows.iter().any(moved), "seed {seed}");
        if !claims(&answer).is_empty() {
            wrong.push((seed, claims(&answer)));
        }
    }
    // Of 20 runs with 5% each, more than 3 are wrong once in 60 times.
    assert!(wrong.len() <= 3, "{wrong:?}");
}

/// An exactly known change is found, and its size is covered.
#[test]
fn a_change_that_is_known_is_found_and_covered() {
    let game = study::find("kinzo").unwrap();
    let ev = |set: &[&str]| {
        let answer = game.exact(&setup(set), study::HandAsked::default()).unwrap();
        let seats = &answer.report.tables[0];
        number(seats, &seats.rows[0], "ev").unwrap()
    };
    let common = ["match_pays=own", "split=false"];
    let base = "match_pays = 'own'\nsplit = false\nplayers = 2\n";
    for change in ["commission=200", "dealer_stop_values=[5]"] {
        let alone: Vec<&str> = common.into_iter().chain([change]).collect();
        let truth = ev(&alone) - ev(&common);
        let both: Vec<&str> = alone.iter().copied().chain(["players=2"]).collect();
        let answer = playtest(game, &setup(&both), &held_against(base), 3, 20_000);
        let verdict = table(&answer, "verdict");
        let wins = |row: &&Vec<Cell>| {
            text(verdict, row, "sentence")
                .starts_with("Compared with before.toml, the average player by habit wins")
        };
        let row = verdict.rows.iter().find(wins).unwrap_or_else(|| panic!("{change}"));
        let (low, high) = (number(verdict, row, "low"), number(verdict, row, "high"));
        assert!(low.unwrap() <= truth && truth <= high.unwrap(), "{change}: {truth} {row:?}");
        assert_eq!(low.unwrap() > 0.0, truth > 0.0, "{change}");
    }
}

#[test]
fn one_player_is_computed() {
    let game = study::find("kinzo").unwrap();
    let rules = ["split=false", "dealer_stop_values=[5]"];
    let base = held_against("split = false\n");
    let answer = playtest(game, &setup(&rules), &base, 1, 300);
    let exact = |set: &[&str], strategy: &str| {
        let setup = Setup { strategies: vec![strategy.into()], ..setup(set) };
        let answer = game.exact(&setup, study::HandAsked::default()).unwrap();
        let seats = &answer.report.tables[0];
        number(seats, &seats.rows[0], "ev").unwrap()
    };
    let fairness = table(&answer, "fairness");
    let of = |play: &str| {
        let row = fairness.rows.iter().find(|row| {
            text(fairness, row, "who") == "seat 1" && text(fairness, row, "play") == play
        });
        let row = row.unwrap();
        assert_eq!(text(fairness, row, "method"), "exact");
        ["ev", "baseline", "difference"].map(|name| number(fairness, row, name).unwrap())
    };
    for (play, strategy) in [("habit", "threshold"), ("best", "best")] {
        let (here, before) = (exact(&rules, strategy), exact(&["split=false"], strategy));
        assert_eq!(of(play), [here, before, here - before], "{play}");
    }
    // The habit loses and the best player wins, which neither figure shows alone.
    let said = answer.report.verdict.join("\n");
    let both = ["The house takes 0.110 stakes", "wins 0.0464 stakes", "(best, computed)"];
    assert!(both.iter().all(|part| said.contains(part)), "{said}");
    assert!(said.contains("Skill shows: best wins"), "{said}");
}

/// A habit that is the best player is not described twice.
#[test]
fn a_habit_that_is_best_play_is_said_to_be() {
    let game = study::find("kinzo").unwrap();
    let of = |set: &[&str], rounds: u64| {
        let setup = Setup { strategies: vec!["best".into()], ..setup(set) };
        let answer = playtest(game, &setup, &PlaytestAsked::default(), 1, rounds);
        (answer.report.verdict.join("\n"), answer)
    };
    let (said, answer) = of(&["split=false"], 300);
    let skill = "The habit (best) is best play, computed: nothing beats it.";
    assert!(said.contains(skill) && !said.contains("best player"), "{said}");
    let fairness = table(&answer, "fairness");
    assert!(fairness.rows.iter().all(|row| text(fairness, row, "play") == "habit"));
    // At a table its win is not computed: it is tried like the others.
    let (said, answer) = of(&["split=false", "players=2"], 2_000);
    assert!(!said.contains("nothing beats it"), "{said}");
    let skill = table(&answer, "skill");
    assert!(skill.rows.iter().any(|row| text(skill, row, "strategy") == "best"));
}

/// A strategy that did best in the first trial by luck is not called the best player once it is
/// shown to be worse than the habit.
#[test]
fn a_habit_that_nothing_beats_is_said_to_be() {
    let game = study::find("kinzo").unwrap();
    let set = ["players=2", "split=false"];
    let setup = Setup { strategies: vec!["best".into()], ..setup(&set) };
    // In these rounds luck picks another strategy than the best in the first trial.
    let answer = playtest(game, &setup, &PlaytestAsked::default(), 2, 8_000);
    let said = answer.report.verdict.join("\n");
    assert!(said.contains("No strategy that was tried is known to beat the habit"), "{said}");
    assert!(!said.contains("best player"), "{said}");
}

#[test]
fn the_rules_of_the_baseline_are_not_compared() {
    let game = study::find("kinzo").unwrap();
    let answer = playtest(game, &setup(&["players=2"]), &PlaytestAsked::default(), 1, 500);
    let said = answer.report.verdict.join("\n");
    assert!(said.contains("The rules are those of default, at a table of 2, unchanged."), "{said}");
    assert!(!said.contains("Compared with") && !said.contains("than before"), "{said}");
    assert!(claims(&answer).is_empty());
    assert!(table(&answer, "rules").rows.is_empty());
    assert!(!answer.report.manifest.contains_key("baseline_rules"));
}

#[test]
fn the_same_seed_says_the_same_on_any_number_of_threads() {
    for (game, set) in [
        ("kinzo", &["players=2", "commission=50"][..]),
        ("zinbiddle", &["misfires_per_suit=3", QUICK]),
        ("sabacc", &["dice_faces=4", "hand_limit=3", "game_rounds=2"]),
        ("fizzbin", &["kronk_payee=bank"]),
    ] {
        let game = study::find(game).unwrap();
        let (setup, asked) = (setup(set), PlaytestAsked::default());
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| playtest(game, &setup, &asked, 4, 120).report)
        };
        let report = on(3);
        // The mechanism is the same in all games: two are enough.
        if ["kinzo", "zinbiddle"].contains(&game.name()) {
            assert_eq!(report, on(1), "{}", game.name());
        }
        let names: Vec<&str> = report.tables.iter().map(|table| table.name).collect();
        let sections =
            ["verdict", "rules", "fairness", "events", "skill", "levers", "broken", "repeat"];
        assert_eq!(names, sections);
        assert!(report.tables.iter().all(|table| table.title.is_some()));
        assert!(report.verdict.len() >= 3, "{:?}", report.verdict);
        let verdict = &report.tables[0];
        // Sampled sentences are followed by one on their confidence.
        let last = report.verdict.last().is_some_and(|last| last.starts_with("All of this holds"));
        assert_eq!(verdict.rows.len() + usize::from(last), report.verdict.len());
        // A decrease is called a decrease.
        let negative = |said: &&String| said.contains(" -");
        assert_eq!(report.verdict.iter().find(negative), None);
    }
}

#[test]
fn what_the_rules_exclude_is_not_broken() {
    let game = study::find("kinzo").unwrap();
    let rules = setup(&["players=2", "split=false"]);
    let answer = playtest(game, &rules, &PlaytestAsked::default(), 1, 500);
    let broken = table(&answer, "broken");
    let whats: Vec<&str> = broken.rows.iter().map(|row| text(broken, row, "what")).collect();
    // The baseline splits pairs, so this is a change, and it is not repeated for every seat.
    let gone = |row: &&Vec<Cell>| text(broken, row, "what") == "cannot happen any more";
    let gone: Vec<&str> =
        broken.rows.iter().filter(gone).map(|row| text(broken, row, "event")).collect();
    assert_eq!(gone, ["split"]);
    assert!(!whats.contains(&"cannot happen"), "{whats:?}");
    let excluded =
        |note: &String| note.starts_with("The rules make ") && note.contains(" impossible");
    assert!(broken.note.iter().any(excluded), "{broken:?}");
}

#[test]
fn a_lever_does_what_a_sweep_says() {
    let game = study::find("kinzo").unwrap();
    let base = setup(&["players=2", "split=false"]);
    let answer = playtest(game, &base, &PlaytestAsked::default(), 7, 30_000);
    let levers = table(&answer, "levers");
    let row = levers.rows.iter().find(|row| {
        text(levers, row, "field") == "commission"
            && text(levers, row, "effect_on") == "player by habit"
    });
    let row = row.unwrap();
    assert_eq!(text(levers, row, "value"), "50");
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(3_000));
    let sampling = Sampling { seed: 7, until, stop: &stop, journal: None, watch: &|_| {} };
    let axes = vec![study::Axis::read("commission=0,50").unwrap()];
    let asked = study::SweepAsked { axes, ..study::SweepAsked::default() };
    let swept = game.sweep(&base, &asked, sampling).unwrap();
    let sweep = &swept.report.tables[0];
    // The average of two players is half of what the house loses.
    let house = sweep.rows.last().unwrap();
    assert_eq!(text(sweep, house, "seat"), "house");
    let average = -number(sweep, house, "vs_first").unwrap() / 2.0;
    let found = number(levers, row, "difference").unwrap();
    assert!((found - average).abs() < 1e-12, "{found} {average}");
    assert!(number(levers, row, "high").unwrap() < 0.0, "{row:?}");
    // A lever that the rules refuse is reported, and not pulled.
    let said = levers.note.join(" ");
    assert!(said.contains("Not allowed here, and so not tried: hit_source = "), "{said}");
    let zinbiddle = study::find("zinbiddle").unwrap();
    let answer = playtest(zinbiddle, &setup(&[]), &PlaytestAsked::default(), 7, 300);
    let said = table(&answer, "levers").note.join(" ");
    assert!(said.ends_with("No step is known of: action_kinds."), "{said}");
}

/// Each amount of a bonus is a lever: what it pays more in one direction it pays less in the other.
#[test]
fn the_amounts_of_bonuses_are_levers() {
    let game = study::find("kinzo").unwrap();
    let base = setup(&["players=2", "bonus.exact-match=1", "bonus.survive=-0.5"]);
    let answer = playtest(game, &base, &PlaytestAsked::default(), 7, 3_000);
    let levers = table(&answer, "levers");
    let change = |value: &str| {
        let row = levers.rows.iter().find(|row| {
            text(levers, row, "value") == value
                && text(levers, row, "effect_on") == "player by habit"
        });
        number(levers, row.unwrap_or_else(|| panic!("{value}: {:?}", levers.rows)), "difference")
            .unwrap()
    };
    let steps = [
        ("{ exact-match = 0, survive = -0.5 }", "{ exact-match = 2, survive = -0.5 }"),
        ("{ exact-match = 1, survive = -0.6 }", "{ exact-match = 1, survive = -0.4 }"),
    ];
    for (down, up) in steps {
        let (down, up) = (change(down), change(up));
        assert!(up > 0.0 && (up + down).abs() < 1e-9, "{up} {down}");
    }
}

/// A strategy that is too slow under some rules is not the best player under others either: the
/// change would be that of the strategy, and not of the rules.
#[test]
fn the_best_of_two_tables_are_chosen_from_the_same_strategies() {
    let game = study::find("kinzo").unwrap();
    let set = ["players=2", "stake_limit=5"];
    let answer = playtest(game, &setup(&set), &PlaytestAsked::default(), 7, 400);
    let skill = table(&answer, "skill");
    let labels = |side: &str| -> BTreeSet<&str> {
        let rows = skill.rows.iter().filter(|row| text(skill, row, "side") == side);
        rows.map(|row| text(skill, row, "strategy")).collect()
    };
    assert_eq!(labels("here"), labels("baseline"));
    assert!(!labels("here").is_empty() && !labels("here").contains("best"));
    let said = |note: &String| note.starts_with("Not ranked: best: ");
    assert!(skill.note.iter().any(said), "{:?}", skill.note);
}

/// Who sits in the middle may lose to both ends.
#[test]
fn a_place_in_the_middle_is_told() {
    let game = study::find("fizzbin").unwrap();
    let answer = playtest(game, &setup(&["players=3"]), &PlaytestAsked::default(), 1, 1000);
    let places = |name: &str| {
        let fairness = table(&answer, "fairness");
        let row = fairness.rows.iter().find(|row| text(fairness, row, "who") == name).unwrap();
        number(fairness, row, "ev").unwrap()
    };
    let verdict = table(&answer, "verdict");
    let said = |row: &&Vec<Cell>| {
        let said = text(verdict, row, "sentence");
        said.starts_with("The last player to act wins ") && said.ends_with(" more than the second.")
    };
    let row = verdict.rows.iter().find(said).unwrap_or_else(|| panic!("{:?}", verdict.rows));
    let lead = places("position 3") - places("position 2");
    assert!((number(verdict, row, "figure").unwrap() - lead).abs() < 1e-9);
    assert!(number(verdict, row, "low").unwrap() > 0.0);
}

/// Hands that the rules abolish are named.
#[test]
fn what_the_rules_no_longer_allow_is_said() {
    let game = study::find("sabacc").unwrap();
    let set = ["players=2", "game_rounds=1", "hand_limit=2"];
    let answer = playtest(game, &setup(&set), &PlaytestAsked::default(), 1, 400);
    let broken = table(&answer, "broken");
    let gone =
        broken.rows.iter().filter(|row| text(broken, row, "what") == "cannot happen any more");
    let gone: Vec<&str> = gone.map(|row| text(broken, row, "event")).collect();
    let said = format!("Your rules no longer allow {} events, among them {}", gone.len(), gone[0]);
    let verdict = &answer.report.verdict;
    assert!(gone.len() > 3 && verdict.iter().any(|one| one.starts_with(&said)), "{verdict:?}");
}

#[test]
fn a_deck_that_runs_out_is_said() {
    let game = study::find("kinzo").unwrap();
    let split = Setup { strategies: vec!["threshold(split=true)".into()], ..setup(&["players=7"]) };
    let answer = playtest(game, &split, &PlaytestAsked::default(), 1, 2_000);
    let said = answer.report.verdict.join("\n");
    let often = said.lines().find(|said| said.starts_with("deck-ran-out happens in "));
    assert!(often.is_some_and(|said| said.contains("% of rounds")), "{said}");
    let broken = table(&answer, "broken");
    assert_eq!(text(broken, &broken.rows[0], "event"), "deck-ran-out");
}

/// That an outside game's deck never ran out before either is known from the figures alone.
#[test]
fn what_never_happened_is_not_said_to_be_gone() {
    let game = study::entry::<House<Snackjack>>();
    let rules = Setup { set: vec!["decks=2".into()], ..Setup::default() };
    let answer = playtest(game, &rules, &PlaytestAsked::default(), 1, 2_000);
    let broken = table(&answer, "broken");
    let gone = |row: &Vec<Cell>| text(broken, row, "what") == "cannot happen any more";
    assert!(!broken.rows.iter().any(gone), "{broken:?}");
}

/// The sentences on broken things, and the rows of the table: what, where, and the interval of the
/// share.
fn broken(answer: &Answer) -> (Vec<String>, Vec<(String, String)>) {
    let verdict = table(answer, "verdict");
    let said = verdict.rows.iter().filter(|row| text(verdict, row, "section") == "broken");
    for row in said.clone() {
        assert!(!text(verdict, row, "command").is_empty(), "{row:?}");
        assert!(number(verdict, row, "figure").is_some(), "{row:?}");
    }
    let said = said.map(|row| text(verdict, row, "sentence").to_owned()).collect();
    let rows = table(answer, "broken");
    let of =
        |row: &Vec<Cell>| (text(rows, row, "what").to_owned(), text(rows, row, "event").to_owned());
    (said, rows.rows.iter().map(of).collect())
}

fn has(rows: &[(String, String)], what: &str, of: &str) -> bool {
    rows.iter().any(|row| row.0 == what && row.1 == of)
}

/// Where the sessions of the two rules are of different lengths, the change is that of the two columns
/// beside it, all rounds included.
#[test]
fn a_change_is_of_all_rounds_that_each_table_played() {
    let zinbiddle = study::find("zinbiddle").unwrap();
    let setup = setup(&["hands_per_session=2"]);
    let answer = playtest(zinbiddle, &setup, &PlaytestAsked::default(), 1, 3_000);
    for (name, here) in [("events", "here"), ("fairness", "ev")] {
        let (table, mut compared) = (table(&answer, name), 0);
        for row in &table.rows {
            let of = |column: &str| number(table, row, column);
            let (Some(before), Some(here)) = (of("baseline"), of(here)) else { continue };
            let Some(change) = of("difference") else { continue };
            assert!((change - (here - before)).abs() < 1e-9, "{row:?}");
            assert!(of("low").is_none_or(|low| low <= change), "{row:?}");
            compared += 1;
        }
        assert!(compared > 3, "{name}");
    }
}

/// A choice that only random players take is reported, and whether the change made it so.
#[test]
fn a_choice_that_nobody_takes_is_said() {
    let game = study::entry::<House<Patience>>();
    let (fined, free) = (setup(&["fine=3"]), setup(&[]));
    let (said, rows) = broken(&playtest(game, &fined, &PlaytestAsked::default(), 1, 400));
    assert!(has(&rows, "never taken", "burn"), "{rows:?}");
    let sentence = said.iter().find(|said| said.contains("`burn`")).unwrap();
    assert!(
        sentence.starts_with("No strategy played here but random ever chose `burn`: not once"),
        "{said:?}"
    );
    assert!(sentence.ends_with("; under default some do."), "{said:?}");
    // If it is free, one of them takes it.
    let (said, rows) = broken(&playtest(game, &free, &PlaytestAsked::default(), 1, 400));
    assert!(said.is_empty() && rows.is_empty(), "{said:?} {rows:?}");
}

/// If the sessions of a strategy do not end, it is not played, and this is reported; if those of
/// the habit do not end, nothing else is reported.
#[test]
fn sessions_without_end_are_said_and_not_played() {
    let game = study::entry::<House<Patience>>();
    let endless = setup(&["patience=0"]);
    let answer = playtest(game, &endless, &PlaytestAsked::default(), 1, 300);
    let (said, rows) = broken(&answer);
    assert!(has(&rows, "has no end", "waiter"), "{rows:?}");
    assert!(said[0].starts_with("Sessions have no end with waiter in seat 1: 8 of 8"), "{said:?}");
    let skill = table(&answer, "skill");
    let ranked: Vec<_> = skill.rows.iter().map(|row| text(skill, row, "strategy")).collect();
    assert!(ranked.contains(&"saver") && !ranked.contains(&"waiter,"), "{ranked:?}");
    // The same holds for steps of rules from which habitual players do not return.
    let waits = Setup { strategies: vec!["waiter".into()], ..setup(&["patience=1"]) };
    let levers = playtest(game, &waits, &PlaytestAsked::default(), 1, 300);
    let note = table(&levers, "levers").note.join(" ");
    assert!(note.contains("as sessions would not end: patience = 0"), "{note}");
    let stop = AtomicBool::new(false);
    let until = Some(Length::Rounds(300));
    let sampling = Sampling { seed: 1, until, stop: &stop, journal: None, watch: &|_| {} };
    let waits = Setup { strategies: vec!["waiter".into()], ..endless };
    let error = game.playtest(&waits, &PlaytestAsked::default(), sampling).unwrap_err();
    let said = "sessions of these rules have no end by habit (waiter): 8 of 8 were given up";
    assert!(error.to_string().starts_with(said), "{error}");
}

/// Rules that were written out from a preset are held against it, not against the game's first one.
#[test]
fn a_file_is_held_against_the_preset_nearest_to_it() {
    let game = study::find("fizzbin").unwrap();
    let newcomer = game.table(&RulesFrom::Preset("newcomer".into()), &[]).unwrap();
    let serde_json::Value::Object(mut fields) = newcomer.rules_as_data() else { panic!() };
    fields.insert("ante".into(), 50.into());
    let text = toml::to_string(&fields).unwrap();
    let rules = RulesFrom::File { name: "mine.toml".into(), text };
    let setup = Setup { rules, ..Setup::default() };
    let answer = playtest(game, &setup, &PlaytestAsked::default(), 1, 300);
    let said = "Your rules differ from newcomer in 1 of 43 fields: ante is 50 instead of";
    assert!(answer.report.verdict[0].starts_with(said), "{:?}", answer.report.verdict);
    assert!(!answer.report.verdict.iter().any(|said| said.contains("no longer allow")));
}

/// What no number of rounds can change is not called open.
#[test]
fn what_more_rounds_cannot_tell_is_not_left_open() {
    let kinzo = study::find("kinzo").unwrap();
    // All hands are alike, and everybody takes the same.
    let sixes = setup(&["copies_per_value=[0, 0, 0, 0, 0, 36]", "split=false"]);
    let answer = playtest(kinzo, &sixes, &PlaytestAsked::default(), 1, 300);
    let said = answer.report.verdict.join("\n");
    assert!(said.contains("Skill does not show: best wins just what the habit does."), "{said}");
    assert!(!said.contains("cannot be told yet"), "{said}");
    // Nobody junks, whatever it costs.
    let sabacc = study::find("sabacc").unwrap();
    let answer = playtest(sabacc, &setup(&[]), &held_against("junk_refund = 0.5"), 1, 2_000);
    let said = answer.report.verdict.join("\n");
    assert!(
        said.contains(
            "Compared with before.toml, the best player won just as much in 2,000 rounds."
        )
    );
}

/// The rounds that would tell whether skill shows are those to ask for, of which a part goes to
/// ranking the strategies.
#[test]
fn the_rounds_that_would_tell_are_those_of_the_playtest() {
    let game = study::find("sabacc").unwrap();
    let rules = setup(&["dice_faces=1"]);
    let answer = playtest(game, &rules, &PlaytestAsked::default(), 1, 1_000);
    let verdict = table(&answer, "verdict");
    let open = verdict.rows.iter().find(|row| text(verdict, row, "section") == "skill").unwrap();
    let [figure, low, high] =
        ["figure", "low", "high"].map(|name| number(verdict, open, name).unwrap());
    // The strategies were ranked over a quarter of the rounds.
    let needed = 1_000.0 * (0.5 * (high - low) / figure).powi(2);
    let said = text(verdict, open, "sentence");
    let told = said
        .rsplit("; if it is that large, about ")
        .next()
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .replace(',', "");
    let told: f64 = told.parse().unwrap_or_else(|_| panic!("{said}"));
    assert!(told > 0.95 * needed && told < 1.05 * needed, "{said}: {needed}");
}

/// If all choices are computed, a choice that is wrong in every situation is reported with its
/// cost.
#[test]
fn a_choice_that_is_never_right_is_said() {
    let game = study::find("kinzo").unwrap();
    // A split costs ten stakes.
    let rules = ["bonus.split=-10"];
    let answer = playtest(game, &setup(&rules), &PlaytestAsked::default(), 1, 200);
    let (said, rows) = broken(&answer);
    assert!(has(&rows, "never right", "split"), "{rows:?}");
    let sentence = said.iter().find(|said| said.starts_with("To split is never right")).unwrap();
    assert!(sentence.ends_with("; under default it is right at times."), "{said:?}");
    // The least cost is that in the table of decisions.
    let chart = game.exact(&setup(&rules), study::HandAsked::default()).unwrap();
    let chart = chart.report.tables.iter().find(|table| table.name == "decisions").unwrap();
    let splits = chart.rows.iter().filter(|row| text(chart, row, "action").starts_with("split"));
    let least = splits.map(|row| number(chart, row, "loss").unwrap()).fold(f64::INFINITY, f64::min);
    let table = table(&answer, "broken");
    let row = table.rows.iter().find(|row| text(table, row, "event") == "split").unwrap();
    assert_eq!(number(table, row, "share"), Some(least));
    assert!(least > 0.0);
}

/// Hands that nobody can win, or that nobody stays in with, are reported if they are common.
#[test]
fn hands_with_nobody_in_them_are_said() {
    let game = study::find("zinbiddle").unwrap();
    let told = |set: &[&str], strategy: &str| {
        let setup = Setup { strategies: vec![strategy.into()], ..setup(set) };
        broken(&playtest(game, &setup, &PlaytestAsked::default(), 1, 1_000))
    };
    let (said, rows) = told(&["misfires_per_suit=4", QUICK], "passive");
    assert!(has(&rows, "happens often", "all-misfire"), "{rows:?}");
    assert!(said.iter().any(|said| said.starts_with("all-misfire happens in ")), "{said:?}");
    let (_, rows) = told(&[QUICK], "builder");
    assert!(has(&rows, "happens often", "all-folded"), "{rows:?}");
    let (_, rows) = told(&[QUICK], "regular");
    assert!(!rows.iter().any(|row| row.0 == "happens often"), "{rows:?}");
}

/// Rounds that take some sixty times as long as measured: the run is cut short, and nothing is left
/// out. A machine that is slow from the start plans for fewer rounds, and finishes in time anyhow.
#[test]
fn a_time_is_kept_where_rounds_get_slower() {
    let game = study::entry::<House<Patience>>();
    let stop = AtomicBool::new(false);
    let time = Duration::from_millis(500);
    let until = Some(Length::Time(time));
    let sampling = Sampling { seed: 1, until, stop: &stop, journal: None, watch: &|_| {} };
    let rules = setup(&["tires=true", "fine=1"]);
    // Threads of its own, not shared with other tests.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let start = Instant::now();
    let asked = PlaytestAsked::default();
    let answer = pool.install(|| game.playtest(&rules, &asked, sampling)).unwrap();
    // The rounds originally planned would take half a minute.
    assert!(start.elapsed() < 30 * time, "{:?}", start.elapsed());
    assert!(!answer.stopped);
    for name in ["verdict", "fairness", "skill", "levers"] {
        assert!(!table(&answer, name).rows.is_empty(), "{name}");
    }
}

#[test]
fn a_run_that_is_stopped_says_what_it_knows() {
    let game = study::find("kinzo").unwrap();
    let stop = AtomicBool::new(false);
    // The rounds by which the best player was chosen.
    let chosen = AtomicU64::new(0);
    let watch = |snapshot: study::Snapshot| match snapshot.said.as_str() {
        "choosing who does best" => {
            chosen.fetch_max(snapshot.rounds, Relaxed);
        }
        _ => stop.store(snapshot.rounds > chosen.load(Relaxed), Relaxed),
    };
    let until = Some(Length::Rounds(4_000_000));
    let sampling = Sampling { seed: 1, until, stop: &stop, journal: None, watch: &watch };
    let rules = setup(&["players=2", "commission=100", "split=false"]);
    let answer = game.playtest(&rules, &PlaytestAsked::default(), sampling).unwrap();
    assert!(answer.stopped);
    assert!(chosen.into_inner() > 0);
    assert_eq!(answer.report.tables.len(), 8);
    assert!((1..4_000_000).contains(&answer.report.manifest["rounds"].as_u64().unwrap()));
    assert!(table(&answer, "levers").rows.is_empty());
}

/// A file that says how many play is a baseline of as many; what a player wins is a player's part of
/// what the house loses, at each table its own. One that does not is played by as many as the rules.
#[test]
fn a_baseline_of_other_players_is_compared_by_the_player() {
    let game = study::find("kinzo").unwrap();
    let said = |baseline: &str, parts: [f64; 2]| {
        let answer = playtest(game, &setup(&["players=4"]), &held_against(baseline), 3, 2_000);
        let fairness = table(&answer, "fairness");
        let house = fairness.rows.iter().find(|row| text(fairness, row, "who") == "house").unwrap();
        let [here, before] = ["ev", "baseline"].map(|name| number(fairness, house, name).unwrap());
        let verdict = table(&answer, "verdict");
        let is = |row: &&Vec<Cell>| {
            text(verdict, row, "section") == "changes"
                && text(verdict, row, "sentence").contains("the average player by habit")
        };
        let change = number(verdict, verdict.rows.iter().find(is).unwrap(), "figure").unwrap();
        let gains = before / parts[1] - here / parts[0];
        assert!((change - gains).abs() < 1e-9, "{baseline}: {change} and not {gains}");
        answer.notes.iter().any(|note| note.starts_with("before.toml is played by one player"))
    };
    assert!(said("players = 1\ncommission = 100\n", [4.0, 1.0]));
    assert!(!said("commission = 100\n", [4.0, 4.0]));
}

/// A share differs by no more than one.
#[test]
fn differences_of_shares_stay_below_one() {
    let game = study::find("kinzo").unwrap();
    let answer = playtest(game, &setup(&["players=2"]), &held_against("split = false\n"), 1, 100);
    let events = table(&answer, "events");
    let ends = |row: &Vec<Cell>| ["low", "high"].map(|name| number(events, row, name));
    let ends: Vec<f64> = events.rows.iter().flat_map(ends).flatten().collect();
    assert!(ends.len() > 10 && ends.iter().all(|end| (-1.0..=1.0).contains(end)), "{ends:?}");
}
