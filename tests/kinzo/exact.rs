//! Exact Kinzo against an enumeration written from the rules text alone
//! (`tests/data/kinzo_exact.csv`), and against the figures of the rules document.

use crate::tables;

use croupier::framework::{Decisions, Engine, HandAsked, PartValue};
use croupier::games::kinzo::Kinzo;
use croupier::strategy;
use rayon::prelude::*;

/// A row of the reference table.
struct Row {
    set: String,
    deck: String,
    strategy: String,
    figures: Vec<(String, f64)>,
}

fn rows() -> Vec<Row> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/kinzo_exact.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(file).unwrap();
    let names = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| {
        let figures = names.iter().zip(&record).skip(3);
        Row {
            set: record[0].to_owned(),
            deck: record[1].to_owned(),
            strategy: record[2].to_owned(),
            figures: figures.map(|(name, x)| (name.to_owned(), x.parse().unwrap())).collect(),
        }
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

fn table(set: &str, deck: &str) -> Kinzo {
    let game: Kinzo = tables::table(set);
    match deck {
        "" => game,
        deck => {
            let counts: Vec<u32> = deck.split(' ').map(|count| count.parse().unwrap()).collect();
            game.with_deck(&counts).unwrap()
        }
    }
}

/// Every figure of a table and a strategy, by its name in the reference.
fn figures(game: &Kinzo, text: &str) -> Vec<(&'static str, f64)> {
    let mut player = [strategy::seat(game, text).unwrap()];
    let found = game.exact(&mut player).unwrap();
    let events = game.events();
    let event = |name: &str| {
        let at = events.iter().position(|event| event.name == name).unwrap();
        let (hits, trials) = found.events[at];
        hits / trials
    };
    let seat = found.seats[0];
    let units = Kinzo::game().scale();
    let variance = seat.square - seat.mean * seat.mean;
    assert_eq!(found.house.mean, -seat.mean, "money is conserved");
    vec![
        ("ev", seat.mean / units),
        ("sd", variance.max(0.0).sqrt() / units),
        ("win_rate", seat.win),
        ("exact_match", event("exact-match")),
        ("survive", event("survive")),
        ("bust_high", event("bust-high")),
        ("bust_doubled", event("bust-doubled")),
        ("push", event("push")),
        ("unrolled", event("unrolled")),
        ("split", event("split")),
    ]
}

#[test]
fn every_row_of_the_independent_enumeration_comes_out() {
    // Splitting again is out of reach of exact play, and refused; tests/kinzo/simulation.rs
    // simulates it.
    let mut rows = rows();
    rows.retain(|row| !row.set.contains("resplit=true"));
    // With splits, and with many cards, a row takes a second or more, so only some of these are
    // checked.
    let mut costly = 0;
    rows.retain(|row| {
        let splits =
            ["best", "random"].contains(&&*row.strategy) || row.strategy.contains("split=true");
        let many = row.set.contains("hand_limit=8") && row.set.contains("dealer_limit=8");
        let cheap = !many && (!splits || row.set.contains("split=false"));
        costly += usize::from(!cheap);
        cheap || costly % (12 * tables::part() as usize) == 1
    });
    let best = rows.iter().filter(|row| row.strategy == "best").count();
    assert!(rows.len() > 50 && best > 1, "{} rows, {best} of best play", rows.len());
    rows.par_iter().for_each(|row| {
        let game = table(&row.set, &row.deck);
        let found = figures(&game, &row.strategy);
        for (name, expected) in &row.figures {
            // Of several plays with the same value, each may have other events.
            if row.strategy == "best" && name != "ev" {
                continue;
            }
            let (_, value) = found.iter().find(|(known, _)| known == name).unwrap();
            // A deviation of zero is the root of rounding errors.
            let nothing = name == "sd" && *value < 1e-6 && *expected < 1e-6;
            assert!(
                (value - expected).abs() < 1e-9 || nothing,
                "{} {} {}: {name} is {value}, the reference has {expected}",
                row.set,
                row.deck,
                row.strategy
            );
        }
    });
}

/// Settings, a strategy, and the probability that the deck runs out.
const RAN_OUT: &[(&str, &str, f64)] = &[
    (
        "copies_per_value=2;bust_above=double",
        "threshold(hit_below=14,split=true)",
        0.435183581850248,
    ),
    ("copies_per_value=1", "threshold(hit_below=9,split=true)", 0.733333333333333),
    ("copies_per_value=1", "threshold(hit_below=30,split=false)", 1.000000000000000),
    ("copies_per_value=2", "threshold(hit_below=14,split=true)", 0.435183581850248),
    ("copies_per_value=2", "threshold(hit_below=20,split=true)", 0.901875901875901),
    (
        "copies_per_value=2;dealer_stop_values=[]",
        "threshold(hit_below=14,split=true)",
        0.585425685425685,
    ),
    ("copies_per_value=1;dealer_limit=3", "threshold(hit_below=9,split=false)", 0.200000000000000),
];

/// The probability that the dealer stands because no card is left (K11), by an enumeration written
/// from the rules text alone that draws cards one by one (checked against the rows of the reference
/// table).
#[test]
fn the_odds_that_the_deck_runs_out() {
    for (set, strategy, odds) in RAN_OUT {
        let game = table(set, "");
        let mut player = [strategy::seat(&game, *strategy).unwrap()];
        let found = game.exact(&mut player).unwrap();
        let events = game.events();
        let at = events.iter().position(|event| event.name == "deck-ran-out").unwrap();
        assert!((found.events[at].0 - odds).abs() < 1e-12, "{set}: {:?}", found.events[at]);
        assert_eq!((found.events[at].1, events[at].possible), (1.0, true));
    }
    // An event that no deal can produce is reported as impossible, not counted.
    for (set, ran_out, reshuffled) in [
        ("", false, false),
        ("players=2", false, false),
        ("players=3", true, false),
        ("copies_per_value=2", true, false),
        ("copies_per_value=2;split=false", false, false),
        ("copies_per_value=20;shuffle.penetration=0.75", false, false),
        ("shuffle.penetration=0.75", false, true),
        ("players=7;copies_per_value=250;shuffle.penetration=0.99", false, true),
        ("players=7;copies_per_value=250;shuffle.penetration=0.9", false, false),
        ("shuffle.penetration=0.05", false, false),
    ] {
        let events = table(set, "").events();
        let possible =
            |name: &str| events.iter().find(|event| event.name == name).unwrap().possible;
        assert_eq!(possible("deck-ran-out"), ran_out, "{set}");
        assert_eq!(possible("reshuffled"), reshuffled, "{set}");
    }
}

/// The rules document's own figures, to the digits that it prints.
#[test]
fn the_published_figures_come_out() {
    for (set, strategy, ev) in [
        ("split=false", "threshold(hit_below=7)", -0.207116),
        ("split=false", "threshold(hit_below=8)", -0.092703),
        ("split=false", "threshold(hit_below=9)", -0.054594),
        ("split=false", "threshold(hit_below=10)", -0.099764),
        ("split=false", "threshold(hit_below=11)", -0.205305),
        ("split=false", "best", -0.016860),
        ("split=false;tie_at_tally=match", "threshold", 0.055293),
        ("split=false;tie_at_tally=match", "best", 0.091993),
    ] {
        let found = figures(&table(set, ""), strategy)[0].1;
        assert!((found - ev).abs() < 1e-6, "{set} {strategy}: {found}");
    }
    let found = figures(&table("", ""), "threshold");
    for (name, expected) in [("exact_match", 0.09261), ("survive", 0.38009)] {
        let (_, value) = found.iter().find(|(known, _)| *known == name).unwrap();
        assert!((value - expected).abs() < 5e-6, "{name}: {value}");
    }
}

#[test]
fn the_dealers_mean_total_is_that_of_the_rules_document() {
    let game = table("", "");
    let mut player = [strategy::seat(&game, "threshold").unwrap()];
    let found = game.exact(&mut player).unwrap();
    let (mut mean, mut sum) = (0.0, 0.0);
    for (event, (hits, _)) in game.events().iter().zip(&found.events) {
        if let Some(total) = event.name.strip_prefix("dealer-total:") {
            mean += hits * total.parse::<f64>().unwrap();
            sum += hits;
        }
    }
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    assert!((mean - 15.429412).abs() < 1e-6, "{mean}");
}

/// Best play never loses to the same play with one option less, and the chart's best action has the
/// value of best play.
#[test]
fn the_chart_of_best_play_adds_up_to_its_value() {
    let game = table("", "");
    let chart = game.decisions(HandAsked::default()).unwrap();
    let mut value = 0.0;
    for dealer in 1..=6_u32 {
        for first in 1..=6_u32 {
            for second in 1..=6_u32 {
                let left = |card: u32, gone: &[u32]| {
                    6.0 - gone.iter().filter(|&&other| other == card).count() as f64
                };
                let odds = left(dealer, &[]) / 36.0 * left(first, &[dealer]) / 35.0
                    * left(second, &[dealer, first])
                    / 34.0;
                let hand = format!("{},{}", first.min(second), first.max(second));
                let best = chart
                    .iter()
                    .filter(|d| {
                        d.hand == hand
                            && d.situation == [("dealer", PartValue::Text(dealer.to_string()))]
                    })
                    .map(|d| d.ev)
                    .fold(f64::NEG_INFINITY, f64::max);
                value += odds * best;
            }
        }
    }
    let best = figures(&game, "best")[0].1;
    assert!((value / 1000.0 - best).abs() < 1e-12, "{value} {best}");
}

#[test]
fn what_cannot_be_enumerated_is_refused_with_the_reason() {
    let refuse = |set: &str, name: &str| {
        let game = table(set, "");
        let mut players = vec![strategy::seat(&game, name).unwrap(); game.players()];
        game.exact(&mut players).unwrap_err().to_string()
    };
    assert!(refuse("players=2", "threshold").contains("simulate"));
    for splits in ["threshold(split=true)", "random", "textbook"] {
        assert!(refuse("resplit=true", splits).contains("resplit = true"), "{splits}");
    }
    // Where nobody splits, how often one may does not matter.
    for never in ["threshold", "no-splits"] {
        let ev = |set: &str| figures(&table(set, ""), never)[0].1;
        assert_eq!(ev("resplit=true"), ev(""), "{never}");
    }
    let game = table("resplit=true", "");
    let best = strategy::seat(&game, "best");
    assert!(best.unwrap_err().to_string().contains("four hands"));
}
