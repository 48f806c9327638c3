//! `croupier count`, as a user runs it.

use super::desk::Desk;
use serde_json::Value;
use std::collections::BTreeMap;

fn rows<'j>(json: &'j Value, table: &str) -> &'j [Value] {
    json["tables"][table].as_array().unwrap_or_else(|| panic!("no table {table}"))
}

fn number(row: &Value, column: &str) -> f64 {
    row[column].as_f64().unwrap_or_else(|| panic!("no {column} in {row}"))
}

const KINZO: &str = "count kinzo --set split=false --set shuffle.penetration=0.75 --rounds 60k --out - \
                     --format json";

#[test]
fn kinzo_is_counted() {
    let json = Desk::new().run(KINZO).json();
    let systems = rows(&json, "systems");
    let columns: Vec<&String> = systems[0].as_object().unwrap().keys().collect();
    let contract = [
        "system",
        "betting_correlation",
        "playing_efficiency",
        "ev",
        "ev_se",
        "sd",
        "score",
        "n0",
        "di",
        "risk_of_ruin",
        "kelly",
    ];
    assert_eq!(columns[..contract.len()], contract);
    assert_eq!(systems[0]["system"], "none");
    assert_eq!(systems[systems.len() - 1]["system"], "full");
    for (i, row) in systems.iter().enumerate() {
        let (efficiency, low, high) = (
            number(row, "playing_efficiency"),
            number(row, "efficiency_low"),
            number(row, "efficiency_high"),
        );
        assert!(low <= efficiency && efficiency <= high);
        match i {
            0 => assert_eq!(efficiency, 0.0),
            i if i == systems.len() - 1 => assert_eq!((efficiency, low, high), (1.0, 1.0, 1.0)),
            _ => assert!(high > 0.0 && low < 1.0, "{row}"),
        }
        let (ev, sd, di) = (number(row, "ev"), number(row, "sd"), number(row, "di"));
        assert!((di - 1000.0 * ev / sd).abs() < 1e-9 * di.abs());
        assert!(number(row, "ev_low") < ev && ev < number(row, "ev_high"));
        if ev > 0.0 {
            assert!((number(row, "score") - di * di).abs() < 1e-9 * di * di);
            assert!((number(row, "n0") * di * di - 1e6).abs() < 1e-3);
        } else {
            assert_eq!((&row["score"], &row["n0"]), (&Value::Null, &Value::Null));
            assert_eq!((number(row, "risk_of_ruin"), number(row, "kelly")), (1.0, 0.0));
        }
    }
    let worth = |i: usize| number(&systems[i], "ev");
    assert!(worth(systems.len() - 1) > worth(0));
    // Every round has a true count.
    let bins = rows(&json, "bins");
    let of = |name: &str| -> Vec<f64> {
        let own = bins.iter().filter(|row| row["system"] == name);
        own.map(|row| number(row, "frequency")).collect()
    };
    assert!((of("lined").iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(of("none").len() + of("full").len(), 0);
    let effects = rows(&json, "effects");
    let sum: f64 = effects.iter().map(|row| 6.0 * number(row, "effect_of_removal")).sum();
    assert!(sum.abs() < 1e-12 && effects.iter().all(|row| number(row, "se") == 0.0));
    let indices = rows(&json, "indices");
    assert!(indices.len() > 10);
    assert!(
        indices.iter().all(|row| number(row, "gain") >= 0.0 && row["index"].as_i64() != Some(0))
    );
    // What few sessions show has no error, and stands after what many show.
    let own = indices.chunk_by(|a, b| a["system"] == b["system"]);
    let own: Vec<_> =
        own.map(|own| own.split_at(own.partition_point(|row| row["se"].is_number()))).collect();
    for (often, seldom) in &own {
        assert!(often.len() > 5 && seldom.iter().all(|row| row["se"].is_null()));
        for part in [often, seldom] {
            assert!(part.is_sorted_by(|a, b| number(a, "gain") >= number(b, "gain")));
        }
    }
    let first = |rows: &[Value]| rows.first().map_or(0.0, |row| number(row, "gain"));
    let last = |rows: &[Value]| rows.last().map_or(0.0, |row| number(row, "gain"));
    assert!(own.iter().any(|(often, seldom)| first(seldom) > last(often)));
}

#[test]
fn the_same_on_any_number_of_threads() {
    let run = |threads: u32| Desk::new().run(&format!("{KINZO} --threads {threads}")).out;
    assert_eq!(run(1), run(3));
}

#[test]
fn a_table_over_penetrations() {
    let json = Desk::new()
        .run("count kinzo --set split=false --penetration 0.25,0.75 --rounds 40k --out - --format json")
        .json();
    let systems = rows(&json, "systems");
    let gain = |penetration: f64| {
        let of = |name: &str| {
            let row = systems
                .iter()
                .find(|row| row["system"] == name && number(row, "penetration") == penetration);
            number(row.unwrap(), "flat_ev")
        };
        of("full") - of("none")
    };
    assert!(gain(0.75) > gain(0.25), "{} {}", gain(0.75), gain(0.25));
}

/// What a memory adds is told on the same cards, and first; who does not look at it adds nothing.
#[test]
fn what_counting_adds_is_said() {
    let desk = Desk::new();
    let line = "count kinzo --set split=false --penetration 0.75 --rounds 60k --system middle --out - \
                --format json";
    let json = desk.run(line).json();
    let systems = rows(&json, "systems");
    assert!(systems[0]["over_none"].is_null());
    for row in &systems[1..] {
        let [gain, low, high] =
            ["over_none", "over_none_low", "over_none_high"].map(|column| number(row, column));
        assert!((gain - (number(row, "ev") - number(&systems[0], "ev"))).abs() < 1e-12, "{row}");
        assert!(low < gain && gain < high, "{row}");
        // Common cards: far narrower than the interval of either EV.
        assert!(high - low < number(row, "ev_high") - number(row, "ev_low"), "{row}");
    }
    let said = json["verdict"].as_array().unwrap();
    assert!(said[0].as_str().unwrap().starts_with("Counting with full adds 0.0"), "{said:?}");
    assert!(said[1].as_str().unwrap().contains("at a flat stake"), "{said:?}");
    let alike = desk.run(&format!("{line} --strategy not-yet-split")).json();
    let said = alike["verdict"][0].as_str().unwrap();
    assert!(said.contains("with any memory: it plays the same"), "{said}");
}

/// Of few sessions most groups of the jackknife are empty; its intervals are as wide as those of EVs.
#[test]
fn few_sessions_have_wide_intervals() {
    let line = "count zinbiddle --rules casino --system capstone --rounds 1k --format json --out -";
    for seed in 1..4 {
        let json = Desk::new().run(&format!("{line} --seed {seed}")).json();
        for row in rows(&json, "systems") {
            let width = |name: &str| {
                number(row, &format!("{name}_high")) - number(row, &format!("{name}_low"))
            };
            let ratio = width("di") / (1000.0 * width("ev") / number(row, "sd"));
            assert!((0.5..2.5).contains(&ratio), "seed {seed}: {ratio} in {row}");
        }
    }
}

/// The intervals of a run that stops at a precision hold at every look, and so do those of figures
/// that follow from its EVs: all are as much wider than those of so many rounds.
#[test]
fn all_intervals_of_a_precision_are_wider() {
    let desk = Desk::new();
    for (line, until) in [
        ("count kinzo --strategy two-cards --penetration 0.5", "--precision 0.05"),
        ("count zinbiddle --rules casino", "--precision 3"),
    ] {
        let looks = desk.run(&format!("{line} {until} --format json --out -")).json();
        let rounds = number(&rows(&looks, "systems")[0], "rounds");
        let fixed = desk.run(&format!("{line} --rounds {rounds} --format json --out -")).json();
        for (row, fixed) in rows(&looks, "systems").iter().zip(rows(&fixed, "systems")) {
            assert_eq!(row["di"], fixed["di"], "{line}");
            let wider = |name: &str| {
                let width = |row: &Value| {
                    let end = |end: &str| row[format!("{name}_{end}")].as_f64();
                    Some(end("high")? - end("low")?)
                };
                width(row).zip(width(fixed)).map(|(looks, fixed)| looks / fixed)
            };
            let ev = wider("ev").unwrap();
            assert!(ev > 1.3, "{line}: {ev}");
            for name in ["di", "over_none"] {
                let Some(factor) = wider(name) else { continue };
                assert!(
                    factor.is_nan() || (0.85..1.1).contains(&(factor / ev)),
                    "{name}: {factor} {ev}"
                );
            }
        }
    }
}

/// Of a system whose full shoe has a count of 3, every index is 3 more, on the same side.
#[test]
fn indices_begin_at_the_count_of_a_full_shoe() {
    let desk = Desk::new();
    let middle = include_str!("../../strategies/counts/middle.toml");
    desk.put("three.toml", middle.replace("start = 0", "start = 12"));
    let line = "count kinzo --set split=false --penetration 0.75 --rounds 30k --system middle \
                --system three.toml --write-indices plays.toml --out - --format json";
    let json = desk.run(line).json();
    let of = |system: &str| -> BTreeMap<String, i64> {
        let plays = rows(&json, "indices").iter().filter(|row| row["system"] == system);
        let side = |row: &Value| {
            let said = row["decision"].as_str().unwrap();
            said.trim_end_matches(" up").trim_end_matches(" down").to_owned()
        };
        plays.map(|row| (side(row), row["index"].as_i64().unwrap())).collect()
    };
    let (plain, shifted) = (of("middle"), of("three.toml"));
    let both = plain.iter().filter_map(|(play, index)| Some((play, index, shifted.get(play)?)));
    let both: Vec<_> = both.collect();
    assert!(both.len() > 10, "{plain:?}\n{shifted:?}");
    assert!(both.iter().any(|(_, index, _)| **index < 0));
    assert!(both.iter().all(|(_, index, shifted)| **shifted == **index + 3), "{both:?}");
    let simulate = "simulate kinzo --set split=false --set shuffle.penetration=0.75 --rounds 1k";
    desk.run(&format!("{simulate} --strategy plays.toml --out -")).done();
}

/// The derived system can be used at once as a file, and so can the index plays.
#[test]
fn what_is_made_can_be_used() {
    let desk = Desk::new();
    let line = "count kinzo --set split=false --set shuffle.penetration=0.75 --rounds 40k \
                --system lined --make 2 --write-system made.toml --write-indices plays.toml \
                --out count.csv --format json";
    let json = desk.run(line).json();
    let systems = rows(&json, "systems");
    let names: Vec<&str> = systems.iter().filter_map(|row| row["system"].as_str()).collect();
    assert_eq!(names, ["none", "lined", "made-2", "full"]);
    let correlation = |i: usize| number(&systems[i], "betting_correlation");
    assert!(correlation(2) > 0.9 && correlation(2) > correlation(1));
    let made = rows(&json, "made");
    assert_eq!(made.len(), 3);
    assert!((number(&made[1], "betting_correlation") - correlation(2)).abs() < 1e-12);
    for name in ["count.csv", "count.bins.csv", "count.indices.csv", "count.effects.csv"] {
        assert!(desk.left().contains(&name.to_owned()), "{name}");
    }
    // Loaded by name, it is the same system.
    let again = desk
        .run(
            "count kinzo --set split=false --set shuffle.penetration=0.75 --rounds 40k --system lined \
             --system made.toml --out - --format json",
        )
        .json();
    let (one, other) = (&rows(&again, "systems")[2], &systems[2]);
    assert_eq!(one["system"], "made.toml");
    assert_eq!((&one["ev"], &one["sd"]), (&other["ev"], &other["sd"]));
    for strategy in
        ["best(play=linear,memory=made.toml,error_rate=0.2)", "plays.toml(memory=made.toml)"]
    {
        desk.run(&format!(
            "simulate kinzo --set shuffle.penetration=0.75 --set split=false --strategy '{strategy}' \
             --rounds 2k --out - --quiet"
        ))
        .done();
    }
    // Index plays beat the same strategy without a count.
    let line = "compare kinzo --set split=false --set shuffle.penetration=0.75 --strategy plays.toml \
                --strategy 'best(play=linear,memory=none)' --rounds 40k --out - --format json";
    let json = desk.run(line).json();
    assert_eq!(rows(&json, "ranking").len(), 2);
    // The row `none` of `count` can be played by itself: with memory=none the count is 0 throughout.
    let table =
        "kinzo --set split=false --set shuffle.penetration=0.75 --rounds 5k --out - --format json";
    let counted = desk.run(&format!("count {table} --strategy plays.toml")).json();
    let none = desk.run(&format!("simulate {table} --strategy 'plays.toml(memory=none)'")).json();
    assert_eq!(rows(&counted, "systems")[0]["ev"], rows(&none, "seats")[0]["ev"]);
}

#[test]
fn zinbiddle_is_counted_by_shoe() {
    let json = Desk::new()
        .run(
            "count zinbiddle --rules casino --set hands_per_session=60 --rounds 6k --system capstone \
             --out - --format json",
        )
        .json();
    let effects = rows(&json, "effects");
    assert_eq!(effects.len(), 24);
    assert!(effects.iter().all(|row| number(row, "se") > 0.0));
    let shoes = ["thrusters", "shields", "gunners", "capstone"];
    assert!(shoes.iter().all(|shoe| effects.iter().any(|row| row["shoe"] == *shoe)));
    let bins = rows(&json, "bins");
    assert!(!bins.is_empty() && bins.iter().all(|row| row["shoe"] == "capstone"));
    // Rounds of a session are correlated: the naive standard error is a different one.
    let systems = rows(&json, "systems");
    let differs =
        |row: &Value| (number(row, "ev_se") / number(row, "naive_se") - 1.0).abs() > 0.005;
    assert!(systems.iter().any(differs));
    assert!(number(&systems[1], "correlation_low") <= number(&systems[1], "betting_correlation"));
}

/// The correlation of `middle` with the effects at a table of three is about 0.93. Few rounds do not
/// tell it; enough of them do, and do not flatter the tags that are made of them.
#[test]
fn a_correlation_is_told_when_it_is_clear_of_noise() {
    let count = |rounds: &str| {
        let line = "count kinzo --players 3 --strategy threshold --system middle --set shuffle.penetration=0.75";
        Desk::new().run(&format!("{line} --rounds {rounds} --out - --format json")).json()
    };
    let few = count("2k");
    let cells = ["betting_correlation", "correlation_low", "correlation_high"];
    let middle = &rows(&few, "systems")[1];
    assert!(cells.iter().all(|cell| middle[*cell].is_null()), "{middle}");
    assert!(rows(&few, "made").iter().all(|row| row["betting_correlation"].is_null()));
    let many = count("150k");
    let middle = &rows(&many, "systems")[1];
    let [value, low, high] = cells.map(|cell| number(middle, cell));
    assert!(low < 0.93 && 0.93 < high && low > 0.5 && value <= high, "{middle}");
    assert!(rows(&many, "made").iter().any(|row| number(row, "betting_correlation") < 0.97));
}

#[test]
fn without_shoes_only_effects_are_told() {
    let ran = Desk::new().run("count kinzo --set split=false --out - --format json");
    assert!(ran.err.contains("nothing to count"), "{}", ran.err);
    let json = ran.json();
    assert_eq!(rows(&json, "effects").len(), 6);
    assert!(json["tables"].get("systems").is_none());
}

/// A round that deals the whole deck says nothing about a deck with one card fewer.
#[test]
fn effects_are_left_out_where_the_deck_runs_out() {
    let desk = Desk::new();
    let line = "count kinzo --players 7 --strategy threshold --against threshold --rounds 2k";
    let effects = |copies: u32| {
        let ran =
            desk.run(&format!("{line} --set copies_per_value={copies} --out - --format json"));
        let json = ran.json();
        let known = |row: &Value| !row["effect_of_removal"].is_null();
        let all = rows(&json, "effects");
        assert_eq!(all.len(), 6);
        (all.iter().filter(|row| known(row)).count(), rows(&json, "made").len())
    };
    assert_eq!((effects(4).0, effects(4).1), (0, 0));
    assert!(effects(7).0 == 6 && effects(7).1 > 0);
    let why = ["there are no best tags", "of rounds deal a whole shoe"];
    desk.run(&format!("{line} --set copies_per_value=4 --make 2")).refused(2, &why);
}

#[test]
fn what_is_wrong_is_said_before_a_card_is_dealt() {
    let desk = Desk::new();
    desk.put("bad.toml", "game = 'kinzo'\nabout = 'x'\ndivisor = 6\ntags = { 9 = 1 }\n");
    for (line, parts) in [
        ("count sabacc", &["counting is worth nothing in sabacc"][..]),
        ("count kinzo --system lind", &["no memory `lind`", "did you mean `lined`"]),
        ("count kinzo --system bad.toml", &["bad.toml, line 4", "`9` is no card"]),
        ("count kinzo --system nowhere.toml", &["nowhere.toml"]),
        (
            "count kinzo --penetration 0.5 --strategy threshold --write-indices x.toml",
            &["--write-indices", "threshold", "best(play=linear)"],
        ),
        ("count kinzo --seat 2", &["no seat 2", "has one"]),
        ("count kinzo --penetration 1.5", &["above 0 and below 1"]),
        ("count kinzo --bankroll 0", &["above 0"]),
        ("count kinzo --make 4", &["1, 2 or 3"]),
        ("count kinzo --write-system x.toml", &["--make"]),
        ("count kinzo --write-indices x.toml", &["nothing to count"]),
        ("count kinzo --plot x.svg", &["no counts to draw", "--penetration"]),
        ("count kinzo --penetration 0.5 --plot x.gif", &["svg"]),
        ("count kinzo --make 1 --write-system full", &["plain name"]),
        ("simulate kinzo --strategy 'best(memory=bad.toml)'", &["bad.toml, line 4"]),
    ] {
        let ran = desk.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.err);
        assert!(
            ran.out.is_empty() && parts.iter().all(|part| ran.err.contains(part)),
            "{}",
            ran.err
        );
    }
    assert_eq!(desk.left(), ["bad.toml"]);
}

/// A bet ramp: the stake by the true count of a system.
const RAMP: &str = "\
game = 'kinzo'
about = 'a ramp'
memory = 'MEMORY'
hit_below = 9
[[stake]]
when = { count_above = '1..' }
stake = 'highest'
[[stake]]
when = { count_below = '3..' }
stake = 2
[[stake]]
stake = 1
";

const RAMPED: &str = "count kinzo --set split=false --set stake_limit=4 --penetration 0.75 \
                      --rounds 4k --out - --format json";

fn systems(json: &Value) -> Vec<String> {
    let name = |row: &Value| row["system"].as_str().unwrap().to_owned();
    rows(json, "systems").iter().map(name).collect()
}

#[test]
fn a_betting_ramp_is_counted_with_its_own_system() {
    let desk = Desk::new();
    desk.put("ramp.toml", RAMP.replace("MEMORY", "middle"));
    desk.put("six.toml", "game = 'kinzo'\nabout = 'x'\ndivisor = 6\ntags = { 1 = 1, 6 = -1 }\n");
    let ran = desk.run(&format!("{RAMPED} --strategy ramp.toml"));
    assert!(ran.err.contains("the count of middle, for 9 cards left"), "{}", ran.err);
    assert!(ran.err.contains("has no count, is left out"), "{}", ran.err);
    let json = ran.json();
    assert_eq!(systems(&json), ["none", "middle", "lined"]);
    // Without a count the stake is always 1; with a count it varies.
    let systems = rows(&json, "systems");
    assert_eq!(number(&systems[0], "ev"), number(&systems[0], "flat_ev"));
    assert!(number(&systems[1], "sd") > 1.2 * number(&systems[0], "sd"));
    // The EV of the strategy's own row is that of a separate run.
    let line = "simulate kinzo --set split=false --set stake_limit=4 --set shuffle.penetration=0.75 \
                --rounds 4k --strategy ramp.toml --out - --format json";
    let own = desk.run(line).json();
    assert_eq!(rows(&own, "seats")[0]["ev"], systems[1]["ev"]);
    // A system with another divisor does not fit the rules of the file.
    let ran = desk.run(&format!("{RAMPED} --strategy ramp.toml --system six.toml"));
    ran.refused(2, &["six.toml", "ramp.toml", "for 6 cards left"]);
}

/// The counting system of a strategy file may be a file too, which is looked up in the same folder.
#[test]
fn a_ramp_may_count_by_a_file() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("sub")).unwrap();
    desk.put("sub/ramp.toml", RAMP.replace("MEMORY", "six.toml"));
    let six = "game = 'kinzo'\nabout = 'x'\ndivisor = 6\ntags = { 1 = 1, 6 = -1 }\n";
    desk.put("sub/six.toml", six);
    let ran = desk.run(&format!("{RAMPED} --strategy sub/ramp.toml"));
    assert!(
        ran.err.contains("left out lined") && ran.err.contains("for 9 cards left"),
        "{}",
        ran.err
    );
    assert_eq!(systems(&ran.json()), ["none", "six.toml"]);
    desk.put("sub/ramp.toml", RAMP.replace("MEMORY", "sevn.toml"));
    let ran = desk.run(&format!("{RAMPED} --strategy sub/ramp.toml"));
    ran.refused(2, &["sub/ramp.toml, line 3: memory", "sevn.toml"]);
    // The system beside the strategy file is read and named, not one of that name elsewhere.
    desk.put("six.toml", six);
    desk.put("sub/six.toml", six.replace("1 = 1", "1 = 10"));
    desk.put("sub/ramp.toml", RAMP.replace("MEMORY", "six.toml"));
    let ran = desk.run(&format!("{RAMPED} --strategy sub/ramp.toml"));
    ran.refused(2, &["sub/six.toml, line 4: tag 1 = 10"]);
}

/// A file written by --write-indices can be given to `count`.
#[test]
fn written_index_plays_are_counted_with() {
    let desk = Desk::new();
    let six = "game = 'kinzo'\nabout = 'x'\ndivisor = 6\ntags = { 1 = 1, 6 = -1 }\n";
    desk.put("a \" b.toml", six);
    let made = "count kinzo --set split=false --penetration 0.75 --rounds 4k --out - --quiet";
    let ran = desk.run(&format!("{made} --system 'a \" b.toml' --write-indices plays.toml"));
    ran.done();
    let json = desk.run(&format!("{made} --strategy plays.toml --format json")).json();
    assert_eq!(systems(&json), ["none", "a \" b.toml"]);
}

/// Rules tell counts apart up to 100 only; a plain sum that starts beyond has no index plays.
#[test]
fn index_plays_beyond_all_counts_are_not_written() {
    let desk = Desk::new();
    let system = |start: u32| {
        format!(
            "game = 'kinzo'\nabout = 'x'\ndivisor = 'none'\nstart = {start}\n\
             tags = {{ 1 = 1, 6 = -1 }}\n"
        )
    };
    let count = |start: u32| {
        desk.put("sum.toml", system(start));
        desk.run(&format!(
            "count kinzo --set split=false --penetration 0.75 --rounds 20k --system sum.toml \
             --write-indices {start}.toml --out - --quiet"
        ))
    };
    count(50).done();
    assert!(desk.read("50.toml").contains("count_above"));
    desk.run("simulate kinzo --set split=false --rounds 1 --strategy 50.toml --quiet").done();
    let beyond = count(200);
    assert_eq!(beyond.code, Some(1), "{}", beyond.err);
    assert!(beyond.err.contains("`200.toml` is not written: no decision"), "{}", beyond.err);
    assert!(!desk.left().contains(&"200.toml".to_owned()));
}

#[test]
fn nothing_to_write_loses_no_answer() {
    let desk = Desk::new();
    let ran = desk.run(
        "count kinzo --set split=false --penetration 0.75 --rounds 1 --seed 5 --system lined \
         --write-indices plays.toml --out count.csv --format csv",
    );
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.starts_with("system,") && ran.out.contains("\nlined,"), "{}", ran.out);
    assert!(ran.err.contains("error: `plays.toml` is not written: no decision"), "{}", ran.err);
    assert!(desk.left().contains(&"count.csv".to_owned()));
    assert!(!desk.left().contains(&"plays.toml".to_owned()));
}

/// Effects of removal and the bins by true count need no strategy with a memory.
#[test]
fn who_asks_no_memory_has_effects_of_removal() {
    let desk = Desk::new();
    desk.put("nine.toml", "game = 'kinzo'\nabout = 'x'\nhit_below = 9\n");
    let of = |strategy: &str| {
        desk.run(&format!(
            "count kinzo --set split=false --penetration 0.75 --rounds 4k --system middle --out - \
             --format json --strategy '{strategy}'"
        ))
    };
    let ran = of("threshold(hit_below=9)");
    assert!(ran.err.contains("plays the same with every memory"), "{}", ran.err);
    let json = ran.json();
    let evs: Vec<f64> = rows(&json, "systems").iter().map(|row| number(row, "ev")).collect();
    assert!(evs.len() == 3 && evs.iter().all(|ev| *ev == evs[0]), "{evs:?}");
    let systems = rows(&json, "systems");
    assert!(
        systems.iter().all(|row| row["playing_efficiency"].is_null() || row["system"] == "none")
    );
    assert!(!rows(&json, "bins").is_empty());
    let written = of("nine.toml").json();
    assert_eq!(rows(&written, "effects"), rows(&json, "effects"));
    let zinbiddle = "count zinbiddle --rules casino --strategy regular --rounds 200 --system capstone \
                     --out - --format json";
    let ran = desk.run(zinbiddle);
    assert!(ran.err.contains("regular plays the same with every memory"), "{}", ran.err);
    assert_eq!(rows(&ran.json(), "effects").len(), 24);
}

#[test]
fn a_memory_that_changes_nothing_is_no_secret() {
    let desk = Desk::new();
    desk.put("six.toml", "game = 'kinzo'\nabout = 'x'\ndivisor = 6\ntags = { 1 = 1, 6 = -1 }\n");
    desk.put("nine.toml", "game = 'kinzo'\nabout = 'x'\nmemory = 'middle'\nhit_below = 9\n");
    desk.put(
        "bet.toml",
        "game = 'zinbiddle'\nabout = 'x'\nmemory = 'full'\n[[bet]]\ndo = 'call'\n",
    );
    for (line, parts) in [
        (
            "simulate kinzo --strategy 'textbook(memory=six.toml)'",
            &["textbook", "six.toml", "changes nothing"][..],
        ),
        (
            "simulate kinzo --strategy 'textbook(error_rate=0.2)'",
            &["error_rate = 0.2", "changes nothing"],
        ),
        ("count kinzo --strategy 'cautious(memory=middle)'", &["cautious", "changes nothing"]),
        (
            "compare kinzo --strategy nine.toml --strategy random",
            &["nine.toml, line 3", "changes nothing"],
        ),
        ("simulate zinbiddle --strategy bet.toml", &["bet.toml, line 3", "changes nothing"]),
        (
            "simulate zinbiddle --strategy 'pilot(error_rate=0.9)'",
            &["error_rate = 0.9", "without a memory", "memory=full"],
        ),
        (
            "count kinzo --penetration 0.5 --set shuffle.penetration=0.6",
            &["--penetration is given, and shuffle.penetration=0.6 says it, too"],
        ),
        (
            "count kinzo --penetration 0.5 --against random",
            &["nobody is there to play random", "leave out --against"],
        ),
        (
            "count kinzo --strategy textbook --system none --penetration 0.5 --plot p.svg",
            &["--plot", "without a counting system", "--system"],
        ),
    ] {
        desk.run(line).refused(2, parts);
    }
    // A strategy that uses a memory is played, with a warning where there is nothing to remember.
    let played =
        "--strategy 'best(play=linear,memory=middle)' --rounds 10 --set split=false --out -";
    let ran = desk.run(&format!("simulate kinzo {played}"));
    ran.done();
    assert!(ran.err.contains("its memory changes nothing"), "{}", ran.err);
    let ran = desk.run(&format!("simulate kinzo {played} --set shuffle.penetration=0.75"));
    ran.done();
    assert!(!ran.err.contains("changes nothing"), "{}", ran.err);
    for rule in ["do = 'draw'", "when = { gain = '20..' }\ndo = 'swap'"] {
        let file = "game = 'zinbiddle'\nabout = 'x'\nmemory = 'full'\n[[bet]]\ndo = 'call'\n";
        desk.put("bet.toml", format!("{file}[[act]]\n{rule}\n[[act]]\ndo = 'pass'\n"));
        desk.run("simulate zinbiddle --strategy bet.toml --rounds 10 --out -").done();
    }
}

/// The smallest integer has no positive counterpart; as a tag it is refused like the others.
#[test]
fn a_tag_is_in_its_range() {
    let desk = Desk::new();
    for tag in ["-9223372036854775808", "9223372036854775807", "-10", "10", "99999999999999999999"]
    {
        let file =
            format!("game = 'kinzo'\nabout = 'x'\ndivisor = 6\ntags = {{ 1 = 1, 6 = {tag} }}\n");
        desk.put("six.toml", file);
        let line = "count kinzo --system six.toml --penetration 0.5 --rounds 10 --out -";
        desk.run(line).refused(2, &["six.toml, line 4", &format!("tag 6 = {tag}"), "-9..=9"]);
    }
}

/// Best play by the full shoe has no decision of its own that an index could turn.
#[test]
fn a_count_that_turns_no_decision_says_so() {
    let desk = Desk::new();
    let deck = "copies_per_value=[12,0,3,3,6,6]";
    let line = format!("count kinzo --strategy best --set {deck} --penetration 0.75 --make 1");
    let ran = desk.run(&format!("{line} --rounds 1k --format table --out -"));
    ran.done();
    assert!(ran.out.contains("No decision was found that turns with the count."), "{}", ran.out);
}
