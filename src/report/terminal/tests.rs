use super::{render, sentences};
use crate::study::{Cell, Table};

fn seats() -> Table {
    let mut table = Table::new(
        "seats",
        [
            "seat", "strategy", "rounds", "ev", "ev_se", "ev_low", "ev_high", "sd", "win_rate",
            "win_low", "win_high",
        ],
    );
    let strategy = "threshold(hit_below=9,split=false)";
    table.push(vec![
        "1".into(),
        strategy.into(),
        10_000_000_u64.into(),
        (-0.054591).into(),
        0.0000612.into(),
        (-0.054711).into(),
        (-0.054471).into(),
        1.01234.into(),
        0.428472.into(),
        0.428165.into(),
        0.428779.into(),
    ]);
    table.push(vec![
        "2".into(),
        "best".into(),
        10_000_000_u64.into(),
        0.0012.into(),
        0.0000612.into(),
        0.00108.into(),
        0.00132.into(),
        0.98.into(),
        0.5012.into(),
        0.50089.into(),
        0.50151.into(),
    ]);
    table.push(vec![
        "house".into(),
        Cell::Empty,
        10_000_000_u64.into(),
        0.053391.into(),
        0.0000865.into(),
        0.053221.into(),
        0.053561.into(),
        1.4.into(),
        Cell::Empty,
        Cell::Empty,
        Cell::Empty,
    ]);
    table.note.push("Seats 1 and 2 rotate; the intervals hold for each seat alone.".to_owned());
    table
}

fn events() -> Table {
    let columns = ["event", "count", "trials", "probability", "low", "high", "one_in", "method"];
    let mut table = Table::new("events", columns);
    let trials = || Cell::from(1_000_000_u64);
    table.push(vec![
        "exact-match".into(),
        123_456_u64.into(),
        trials(),
        0.123456.into(),
        0.122812.into(),
        0.124102.into(),
        8.1000518.into(),
        "simulated".into(),
    ]);
    table.push(vec![
        "bust-doubled".into(),
        0_u64.into(),
        trials(),
        0.0.into(),
        0.0.into(),
        3.6889e-6.into(),
        Cell::Empty,
        "simulated".into(),
    ]);
    table.push(vec![
        "push".into(),
        2_u64.into(),
        trials(),
        2e-6.into(),
        2.4e-7.into(),
        7.2e-6.into(),
        500_000.0.into(),
        "simulated".into(),
    ]);
    table.push(vec![
        "dealer-total:1".into(),
        0_u64.into(),
        trials(),
        0.0.into(),
        0.0.into(),
        0.0.into(),
        Cell::Empty,
        "exact".into(),
    ]);
    table
}

#[test]
fn seats_are_pinned() {
    let expected = "\
seats · rounds 10,000,000
 seat    strategy                                               ev       sd                     win rate
─────────────────────────────────────────────────────────────────────────────────────────────────────────
 1       threshold(hit_below=9,split=false)   -0.054591 ± 0.000120    1.012   0.42847 [0.42817, 0.42878]
 2       best                                 +0.001200 ± 0.000120   0.9800   0.50120 [0.50089, 0.50151]
 house   –                                    +0.053391 ± 0.000170    1.400                            –
Seats 1 and 2 rotate; the intervals hold for each seat alone.
";
    assert_eq!(render(&seats(), None, false), expected);
}

#[test]
fn seats_fit_eighty_columns() {
    let expected = "\
seats · rounds 10,000,000
 seat    strategy                                        ev       sd   win rate
────────────────────────────────────────────────────────────────────────────────
 1       threshold(hit_below=9,split   -0.054591 ± 0.000120    1.012    0.42847
         =false)
 2       best                          +0.001200 ± 0.000120   0.9800    0.50120
 house   –                             +0.053391 ± 0.000170    1.400          –
Left out of this window: the interval of the win rate. CSV and JSON have it all.
Seats 1 and 2 rotate; the intervals hold for each seat alone.
";
    assert_eq!(render(&seats(), Some(80), false), expected);
}

#[test]
fn events_are_pinned() {
    let expected = "\
events · trials 1,000,000
 event              count                               probability    one in   method
──────────────────────────────────────────────────────────────────────────────────────────
 exact-match      123,456                0.12346 [0.12281, 0.12410]     8.100   simulated
 bust-doubled           0   none in 1,000,000, at most 1 in 271,000         –   simulated
 push                   2                2.00e-6 [2.40e-7, 7.20e-6]   500,000   simulated
 dealer-total:1         0                                         0         –   exact
";
    assert_eq!(render(&events(), None, false), expected);
}

#[test]
fn events_fit_eighty_columns() {
    let expected = "\
events · trials 1,000,000
 event              count                  probability    one in   method
─────────────────────────────────────────────────────────────────────────────
 exact-match      123,456   0.12346 [0.12281, 0.12410]     8.100   simulated
 bust-doubled           0   none in 1,000,000, at most         –   simulated
                                          1 in 271,000
 push                   2   2.00e-6 [2.40e-7, 7.20e-6]   500,000   simulated
 dealer-total:1         0                            0         –   exact
";
    assert_eq!(render(&events(), Some(80), false), expected);
}

/// A table of an unknown game is shown without special columns.
#[test]
fn an_unknown_table_is_shown_as_it_is() {
    let mut table = Table::new("tricks", ["suit_led", "won", "share", "low", "trumped", "net"]);
    table.push(vec![
        "bells".into(),
        1_234_567_u64.into(),
        0.25512.into(),
        0.000012.into(),
        true.into(),
        (-1234_i64).into(),
    ]);
    table.push(vec![
        Cell::Empty,
        Cell::Empty,
        12.0.into(),
        1e-9.into(),
        false.into(),
        Cell::Float(f64::NAN),
    ]);
    let expected = "\
tricks
 suit led         won    share          low   trumped      net
───────────────────────────────────────────────────────────────
 bells      1,234,567   0.2551   0.00001200   yes       -1,234
 –                  –       12     1.000e-9   no             –
";
    assert_eq!(render(&table, Some(80), false), expected);
}

#[test]
fn pairs_show_both_standard_errors() {
    let columns = ["a", "b", "difference", "se", "low", "high", "apart", "naive_se"];
    let mut table = Table::new("pairs", columns);
    table.push(vec![
        "threshold".into(),
        "best".into(),
        (-0.0123).into(),
        0.0004.into(),
        (-0.0133).into(),
        (-0.0113).into(),
        true.into(),
        0.0009.into(),
    ]);
    let expected = "\
pairs
 a           b              difference        se   apart   naive se
────────────────────────────────────────────────────────────────────
 threshold   best   -0.01230 ± 0.00100   0.00040   yes      0.00090
";
    assert_eq!(render(&table, None, false), expected);
}

/// Draws one estimate of the group and returns its text.
fn estimate(names: [&str; 3], point: f64, low: f64, high: f64) -> String {
    let mut table = Table::new("t", names);
    table.push(vec![point.into(), low.into(), high.into()]);
    render(&table, None, false).lines().nth(3).expect("a row").trim().to_owned()
}

#[test]
fn an_interval_decides_how_many_digits_are_shown() {
    let ev = |point, low, high| estimate(["ev", "ev_low", "ev_high"], point, low, high);
    assert_eq!(ev(-0.25, -0.35, -0.15), "-0.250 ± 0.100");
    assert_eq!(ev(-0.25, -0.2500012, -0.2499988), "-0.25000000 ± 0.00000120");
    assert_eq!(ev(12.345678, 12.2, 12.491356), "+12.346 ± 0.146");
    assert_eq!(ev(-1234.5, -1300.0, -1169.0), "-1,234 ± 66");
    assert_eq!(ev(-0.25, -0.25, -0.25), "-0.25000");
    assert_eq!(ev(-0.25, f64::NAN, -0.2), "-0.25000");
    assert_eq!(ev(f64::NAN, -0.3, -0.2), "–");
    assert_eq!(ev(0.0, -0.001, 0.001), "0.00000 ± 0.00100");
}

/// Each row has two digits of its own standard error, regardless of the other rows.
#[test]
fn no_row_sets_the_digits_of_another() {
    let mut table = Table::new("seats", ["seat", "ev", "ev_se", "ev_low", "ev_high"]);
    for (ev, se) in [(0.13392925, 0.1468), (2.5e-6, 1.1e-8), (-0.5, 0.0)] {
        let (low, high) = (ev - 1.96 * se, ev + 1.96 * se);
        let name = Cell::from("a");
        table.push(vec![name, ev.into(), se.into(), low.into(), high.into()]);
    }
    let text = render(&table, None, false);
    let rows: Vec<&str> = text.lines().skip(3).map(|row| row[2..].trim()).collect();
    assert_eq!(rows, ["+0.13 ± 0.29", "+0.000002500 ± 0.000000022", "-0.50000"]);
}

#[test]
fn a_standard_error_beside_a_number_says_how_many_digits_count() {
    let mut table = Table::new("bins", ["true_count", "ev", "ev_se"]);
    for (ev, se) in [(-0.333_333, 0.67), (0.012_345_6, 0.000_45), (-1.0, 0.0)] {
        table.push(vec![Cell::from(1_i64), ev.into(), se.into()]);
    }
    let text = render(&table, None, false);
    let evs: Vec<&str> =
        text.lines().skip(3).filter_map(|row| row.split_whitespace().nth(1)).collect();
    assert_eq!(evs, ["-0.33", "+0.01235", "-1.00"]);
}

/// The bounds have no columns of their own; a number has the digits that its error leaves it.
#[test]
fn bounds_elsewhere_say_how_many_digits_count() {
    let shown = |columns: &[&str], row: &[f64]| {
        let mut table = Table::new("systems", columns.iter().copied());
        table.push(row.iter().map(|&x| x.into()).collect());
        let text = render(&table, None, false);
        let line = |at: usize| text.lines().nth(at).expect("a line").trim().to_owned();
        (line(1), line(3))
    };
    let of = |row: [f64; 3]| shown(&["score", "score_low", "score_high"], &row);
    assert_eq!(of([16_281.3, 8_480.0, 26_604.0]), ("score".to_owned(), "16,300".to_owned()));
    assert_eq!(of([16_281.3, 16_281.0, 16_281.6]).1, "16,281");
    assert_eq!(of([0.6, -9.0, 90.0]).1, "0.6");
    // One in so many is as sure as the probability.
    let columns = ["probability", "low", "high", "one_in"];
    let one_in = |row: [f64; 4]| shown(&columns, &row).1.rsplit(' ').next().map(str::to_owned);
    assert_eq!(one_in([1.1e-7, 5.28e-8, 2.03e-7, 9_081_345.4]).as_deref(), Some("9,100,000"));
    assert_eq!(one_in([0.2092, 0.2036, 0.2149, 4.78011]).as_deref(), Some("4.780"));
    assert_eq!(one_in([0.25, 0.25, 0.25, 4.0]).as_deref(), Some("4"));
}

/// A boundless interval and a row without one say no more than they know.
#[test]
fn what_is_hardly_known_has_few_digits() {
    let shown = |columns: &[&str], rows: &[&[Option<f64>]]| -> Vec<String> {
        let mut table = Table::new("t", columns.iter().copied());
        for row in rows {
            table.push(row.iter().map(|x| x.map_or(Cell::Empty, Cell::from)).collect());
        }
        let text = render(&table, None, false);
        text.lines().skip(3).map(|row| row.trim().to_owned()).collect()
    };
    let n0 = shown(&["n0", "n0_low", "n0_high"], &[&[Some(46.192), Some(7.06), None]]);
    assert_eq!(n0, ["46"]);
    let columns = ["cost", "cost_per_round", "low", "high"];
    let row = [Some(0.25), Some(0.051_23), Some(0.0312), Some(0.0712)];
    let others = [Some(0.099_64), Some(0.056_00), None, None];
    let rows = shown(&columns, &[&row, &others]);
    assert_eq!(rows, ["0.250   +0.051 ± 0.020", "0.0996           +0.056"]);
}

#[test]
fn an_effect_stands_with_its_interval() {
    let columns = ["card", "effect_of_removal", "se", "low", "high"];
    let mut table = Table::new("effects", columns);
    table.push(vec!["3".into(), (-0.7712).into(), 0.2.into(), (-1.174).into(), (-0.363).into()]);
    let text = render(&table, None, false);
    assert!(text.contains(" 3      ") && text.contains("-0.77 ± 0.41"), "{text}");
    assert!(!text.contains("high"), "{text}");
}

#[test]
fn a_lopsided_interval_shows_its_bounds() {
    let shown = estimate(["ev", "ev_low", "ev_high"], 0.1, 0.05, 0.3);
    assert_eq!(shown, "+0.100 [+0.050, +0.300]");
}

#[test]
fn a_rate_shows_its_bounds() {
    let rate = |point, low, high| estimate(["win_rate", "win_low", "win_high"], point, low, high);
    assert_eq!(rate(0.001234567, 0.0011234, 0.0013456), "0.001235 [0.001123, 0.001346]");
    assert_eq!(rate(0.0, 0.0, 0.0123), "0.0000 [0.0000, 0.0123]");
    assert_eq!(rate(1.0, 0.91, 1.0), "1.000 [0.910, 1.000]");
}

/// A metric has no counts beside it: that it never came up is said with its bound.
#[test]
fn a_metric_that_never_came_up_says_how_rare_it_is_at_least() {
    let metric = |point, low, high| estimate(["estimate", "low", "high"], point, low, high);
    assert_eq!(metric(0.0, 0.0, 0.000_184_4), "none, at most 1 in 5,420");
    assert_eq!(metric(0.0, -0.1, 0.1), "0.000 [-0.100, 0.100]");
    // An amount that may be 0 is no probability.
    let mut table = Table::new("points", ["metric", "estimate", "low", "high"]);
    table.push(vec!["event:split".into(), 0.0.into(), 0.0.into(), 0.01.into()]);
    table.push(vec!["position-spread".into(), 0.0.into(), 0.0.into(), 0.86.into()]);
    let text = render(&table, None, false);
    let told: Vec<&str> = text.lines().skip(3).map(str::trim).collect();
    assert_eq!(told[0], "event:split       none, at most 1 in 100");
    assert_eq!(told[1], "position-spread        0.00 [0.00, 0.86]");
}

fn never(count: u64, trials: Cell, high: f64, method: &str) -> String {
    let columns = ["count", "trials", "probability", "low", "high", "method"];
    let mut table = Table::new("events", columns);
    table.push(vec![count.into(), trials, 0.0.into(), 0.0.into(), high.into(), method.into()]);
    render(&table, None, false).lines().nth(3).expect("a row").to_owned()
}

#[test]
fn what_was_never_seen_says_how_rare_it_is_at_least() {
    let hundred = || Cell::from(100_u64);
    let has = |text: &str, part: &str| assert!(text.contains(part), "{part} in {text}");
    has(&never(0, hundred(), 0.0361, "simulated"), " none in 100, at most 1 in 27.7 ");
    has(&never(0, hundred(), 0.0361, "weighted"), " none in 100, at most 1 in 27.7 ");
    has(&never(0, hundred(), f64::NAN, "simulated"), " none in 100 ");
    for text in [
        never(0, hundred(), 0.0361, "exact"),
        never(1, hundred(), 0.0361, "simulated"),
        never(0, Cell::Empty, 0.0361, "simulated"),
    ] {
        has(&text, " 0.0000 [0.0000, 0.0361] ");
    }
}

#[test]
fn what_all_rows_say_is_said_once() {
    let mut table = Table::new("seats", ["seat", "rounds", "method"]);
    table.push(vec!["1".into(), 5000_u64.into(), "exact".into()]);
    assert!(render(&table, None, false).starts_with("seats\n"), "one row keeps its columns");
    table.push(vec!["2".into(), 5000_u64.into(), "simulated".into()]);
    let text = render(&table, None, false);
    assert!(text.starts_with("seats · rounds 5,000\n seat   method\n"), "{text}");
    table.rows[1][1] = 5001_u64.into();
    let text = render(&table, None, false);
    assert!(text.starts_with("seats\n seat   rounds   method\n"), "{text}");
}

#[test]
fn a_table_without_rows_says_so() {
    let expected = "ranking\n rank   strategy\n─────────────────\n no rows\n";
    assert_eq!(render(&Table::new("ranking", ["rank", "strategy"]), Some(80), false), expected);
    assert_eq!(render(&Table::new("none", [""; 0]), None, false), "none\n no rows\n");
}

#[test]
fn notes_are_wrapped() {
    let mut table = Table::new("t", ["a"]);
    table.push(vec!["b".into()]);
    table.note.push("One two three four.".to_owned());
    table.note.push("Five.".to_owned());
    let text = render(&table, Some(10), false);
    assert!(text.ends_with("\nOne two\nthree\nfour.\nFive.\n"), "{text}");
    let text = render(&table, None, false);
    assert!(text.ends_with("\nOne two three four.\nFive.\n"), "{text}");
}

#[test]
fn color_adds_nothing_but_color() {
    let painted = render(&seats(), Some(80), true);
    assert!(painted.starts_with("\u{1b}[1mseats\u{1b}[0m · rounds"), "{painted}");
    let mut plain = painted.clone();
    for code in ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m"] {
        plain = plain.replace(code, "");
    }
    assert_eq!(plain, render(&seats(), Some(80), false));
    assert!(!plain.contains('\u{1b}'));
}

#[test]
fn a_name_cannot_move_the_cursor() {
    let mut table = Table::new("t", ["a\tb"]);
    table.push(vec!["\u{1b}[2J\nx".into()]);
    let text = render(&table, None, false);
    assert!(text.contains("\\u{1b}[2J\\nx"), "{text}");
    assert!(text.contains("a\\tb"), "{text}");
    assert!(!text.contains('\u{1b}'));
}

/// Each window has the columns that matter, and a note about those left out.
#[test]
fn a_narrow_window_has_fewer_columns_and_says_which() {
    let widest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    for (width, there, left_out) in [
        (60, &["ev", "win rate"][..], &["the interval of the win rate", "sd"][..]),
        (45, &["ev"], &["sd", "win rate"]),
    ] {
        let text = render(&seats(), Some(width), false);
        let head = text.lines().nth(1).expect("a header");
        assert!(there.iter().all(|name| head.contains(name)), "{text}");
        let said = format!("Left out of this window: {}. ", left_out.join(", "));
        let notes = text.lines().skip_while(|line| !line.starts_with("Left")).collect::<Vec<_>>();
        assert!(notes.join(" ").starts_with(&said), "{text}");
        assert!(widest(&text) <= width.into(), "{text}");
    }
    // Unknown columns are dropped from the right, but never the first two.
    let names = ["suit", "a quantity", "another one", "yet another"];
    let mut table = Table::new("t", names);
    table.push(vec!["bells".into(), 1_234_567_u64.into(), 0.5.into(), 0.25.into()]);
    let text = render(&table, Some(24), false);
    assert!(text.contains("suit") && text.contains("1,234,567") && !text.contains("0.5"), "{text}");
    let said = text.replace('\n', " ");
    assert!(said.contains("Left out of this window: yet another, another one."), "{text}");
    assert!(render(&table, Some(5), false).contains("1,234,567"));
    let title = render(&seats(), Some(12), true);
    assert!(title.starts_with("\u{1b}[1mseats\u{1b}[0m"), "{title}");
}

/// What tells rows apart stays longer than what is the same in all of them.
#[test]
fn a_narrow_window_drops_what_is_the_same_in_every_row_first() {
    let mut table = Table::new("t", ["field", "achieved", "goal", "slack", "play"]);
    for (achieved, play) in [(0.125, "habit"), (0.0625, "best")] {
        table.push(vec!["ante".into(), achieved.into(), 0.5.into(), 0.25.into(), play.into()]);
    }
    let text = render(&table, Some(32), false);
    assert!(text.contains("habit") && text.contains("best"), "{text}");
    assert!(text.replace('\n', " ").contains("Left out of this window: slack, goal."), "{text}");
}

/// A number is never broken in the middle, however narrow the window.
#[test]
fn numbers_stay_whole() {
    for width in [1, 20, 40, 60] {
        let text = render(&seats(), Some(width), false);
        assert!(text.contains("-0.054591 ± 0.000120"), "{text}");
    }
}

#[test]
fn sentences_are_wrapped_and_hide_nothing() {
    let said = ["The house takes 0.05 a round.".to_owned(), "So\u{1b} it is.".to_owned()];
    assert_eq!(sentences(&said, None), "The house takes 0.05 a round.\nSo\\u{1b} it is.\n");
    assert_eq!(sentences(&said[..1], Some(20)), "The house takes 0.05\na round.\n");
}
