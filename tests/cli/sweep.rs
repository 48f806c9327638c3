//! `sweep`, `balance`, `--plot` and rules files from end to end.

use super::desk::{Desk, Ran};
use serde_json::Value;

fn rows(ran: &Ran, table: &str) -> Vec<Value> {
    ran.json()["tables"][table].as_array().unwrap().clone()
}

#[test]
fn what_is_wrong_with_a_grid_or_a_target_is_said() {
    let desk = Desk::new();
    desk.put("wrong.toml", "comission = 5\n");
    let before = desk.left();
    let cases: &[(&str, &[&str])] = &[
        ("sweep kinzo", &["--vary"]),
        ("sweep kinz --vary players=1..2", &["did you mean `kinzo`"]),
        ("sweep kinzo --vary players", &["`players`", "FIELD=A..B"]),
        ("sweep kinzo --vary players=5..1", &["a range goes up"]),
        ("sweep kinzo --vary players=8..9", &["`players=8`", "1..=7"]),
        ("sweep kinzo --vary player=1..2", &["no field `player`", "did you mean `players`"]),
        ("sweep kinzo --vary nix=1..2", &["no field `nix`", "commission", "strategy.NAME"]),
        ("sweep kinzo --vary commission=0..1000", &["1001 values are too many"]),
        ("sweep kinzo --vary commission=0..90 --vary stake_limit=1..20", &["1820 grid points"]),
        ("sweep kinzo --vary commission=a,b", &["`commission=a`", "0..=1000"]),
        ("sweep kinzo --vary players=1,2 --vary players=3,4", &["players is varied twice"]),
        ("sweep kinzo --vary players=1,2 --players 3", &["players is varied", "players=3"]),
        ("sweep kinzo --vary commission=1,2 --set commission=3", &["leave one of them out"]),
        (
            "sweep kinzo --vary bonus.survive=0,1 --vary bonus={}",
            &["bonus.survive is varied, and bonus says it, too"],
        ),
        (
            "sweep kinzo --vary 'bonus.\"survive\"=0,1' --vary bonus.survive=2,3",
            &["bonus.survive is varied twice"],
        ),
        (
            "sweep kinzo --vary bonus.survive=0,1 --set 'bonus.\"survive\"=3'",
            &["bonus.survive is varied, and bonus.\"survive\"=3 says it, too"],
        ),
        ("sweep kinzo --vary strategy.hit_below=9,x", &["hit_below = \"x\" is not allowed"]),
        (
            "balance kinzo --solve commission=0..9 --target event:split=2",
            &["target 2: event:split is a probability, 0 to 1"],
        ),
        (
            "balance kinzo --solve commission=0..10 --target house-edge=-1e308",
            &["target -1e308: house-edge is a billion at most, either way"],
        ),
        (
            "sweep kinzo --vary players=1,2 --vary split=true,false --vary commission=1,2",
            &["--vary is given 3 times"],
        ),
        ("sweep kinzo --vary rules=default,nix", &["no preset `nix`"]),
        ("sweep kinzo --vary rules=default,wrong.toml", &["wrong.toml, line 1", "`commission`"]),
        ("sweep kinzo --vary rules=default,wrong.toml --rules default", &["--rules default"]),
        ("sweep kinzo --vary strategy.hit_bellow=1,2", &["did you mean `hit_below`"]),
        (
            "sweep kinzo --vary strategy.hit_below=1,2 --strategy best",
            &["no parameter `hit_below`"],
        ),
        (
            "sweep kinzo --vary strategy.hit_below=1,2 --strategy 'threshold(hit_below=3)'",
            &["`hit_below` is given twice"],
        ),
        ("sweep kinzo --vary players=1,2 --metric profit", &["no such metric", "house-edge"]),
        ("sweep kinzo --vary players=1,2 --metric ev:2", &["no seat 2", "has one"]),
        ("sweep kinzo --vary players=1,2 --metric event:pus", &["did you mean `push`"]),
        ("sweep kinzo --vary strategy.hit_below=8,9 --against-best", &["--vary a rule, too"]),
        ("sweep kinzo --vary players=1,2 --plot a.jpg", &["`a.jpg`", ".svg", ".png"]),
        ("sweep kinzo --vary players=1,2 --plot a.png --out a.png", &["--out `a.png`", ".csv"]),
        ("balance kinzo", &["--solve", "--target"]),
        ("balance kinzo --solve commission=0..9", &["--target"]),
        ("balance kinzo --solve commission=0..9 --target house-edge", &["METRIC=VALUE"]),
        ("balance kinzo --solve commission=0..9 --target house-edge=low", &["not a number"]),
        ("balance kinzo --solve commission=0..9 --target house-edge=nan", &["not a number"]),
        ("balance kinzo --solve commission=0..9 --target edge=0", &["metrics are house-edge"]),
        ("balance kinzo --solve commission=9..0 --target house-edge=0", &["goes up"]),
        ("balance kinzo --solve commission=1001..2000 --target house-edge=0", &["0..=1000"]),
        ("balance kinzo --solve comission=0..9 --target house-edge=0", &["`commission`"]),
        ("balance kinzo --solve commission=0..9 --target house-edge=0 --tolerance -1", &["'-1'"]),
        ("balance kinzo --solve commission=0..9 --target house-edge=0 --tolerance x", &["'x'"]),
        ("balance kinzo --solve commission=0..9 --target house-edge=0 --rounds 0", &["'0'"]),
        ("balance kinzo --solve commission=0..9 --target event:nix=0", &["no event `nix`"]),
        ("balance kinzo --solve commission=0..9 --target ev:9=0", &["no seat 9"]),
        (
            "balance kinzo --solve commission=0..9 --target ev:1=0 --vary strategy.hit_below=1,2",
            &["--against-best"],
        ),
        (
            "balance kinzo --solve commission=0..9 --target ev:1=0 --against-best --vary players=1,2",
            &["strategy.PARAMETER"],
        ),
    ];
    for (line, parts) in cases {
        let ran = desk.run(&line.split_whitespace().collect::<Vec<_>>().join(" "));
        if ran.err.starts_with("error: the following") || ran.err.contains("Usage:") {
            assert_eq!(ran.code, Some(2), "{line}");
            parts.iter().for_each(|part| assert!(ran.err.contains(part), "{line}: {}", ran.err));
        } else {
            println!("{line}");
            ran.refused(2, parts);
        }
        assert_eq!(desk.left(), before, "{line}");
    }
}

#[test]
fn rules_files_stand_against_each_other() {
    let desk = Desk::new();
    desk.put("dear.toml", "# A house that wants to live.\ncommission = 300\n");
    let line = "sweep kinzo --vary rules=default,dear.toml --rounds 5k --out -";
    let ran = desk.run(&format!("{line} --format json"));
    let swept = rows(&ran, "sweep");
    assert_eq!(swept.len(), 4);
    for (at, rules) in ["default", "dear.toml"].iter().enumerate() {
        let run = format!("simulate kinzo --rules {rules} --rounds 5k --out - --format json");
        for (own, row) in rows(&desk.run(&run), "seats").iter().zip(&swept[2 * at..]) {
            assert_eq!(row["rules"], *rules);
            for (name, value) in own.as_object().unwrap() {
                assert_eq!(&row[name], value, "{rules} {name}");
            }
        }
    }
    assert_eq!(ran.json()["manifest"]["vary"]["rules"][1], "dear.toml");
    // The bytes are the same on any number of threads, and a terminal gets a sketch.
    let csv = desk.run(&format!("{line} --threads 1")).out;
    assert_eq!(csv, desk.run(&format!("{line} --threads 3")).out);
    let columns = "rules,seat,strategy,rounds,ev,ev_se,ev_low,ev_high,sd,win_rate,win_low,win_high,\
                   house_edge,vs_first,vs_low,vs_high";
    assert_eq!(csv.lines().next().unwrap(), columns);
    let shown = desk.run(&format!("{line} --format table")).out;
    assert!(shown.contains('●') && shown.contains("dear.toml"), "{shown}");
}

#[test]
fn a_grid_of_two_is_a_heat_map() {
    let desk = Desk::new();
    let line = "sweep kinzo --vary commission=0..100:50 --vary players=1,2 --rounds 2k";
    let ran = desk.run(&format!("{line} --format table --plot grid.svg"));
    ran.done();
    assert!(ran.out.contains("█") && ran.out.contains("from"), "{}", ran.out);
    let svg = desk.read("grid.svg");
    assert!(svg.starts_with("<svg") && svg.contains("players"), "{svg}");
    assert!(svg.contains("in thousandths"), "an axis says its unit: {svg}");
    assert!(ran.err.contains(", grid.svg, results/kinzo-sweep.manifest.json"), "{}", ran.err);
    assert_eq!(desk.left(), ["grid.svg", "results"]);
    assert!(desk.read("results/kinzo-sweep.metric.csv").starts_with("commission,players,metric,"));
}

#[test]
fn pictures_are_there_whole_or_not_at_all() {
    let desk = Desk::new();
    for (line, file) in [
        (
            "sweep kinzo --vary commission=0..100:25 --set split=false --against-best --rounds 2k",
            "curve.png",
        ),
        ("sweep kinzo --vary split=true,false --rounds 2k", "dots.png"),
        ("simulate kinzo --players 2 --rounds 2k", "seats.png"),
        (
            "compare kinzo --strategy best --strategy random --set split=false --rounds 2k",
            "compare.png",
        ),
        ("count kinzo --set split=false --penetration 0.5,0.75 --rounds 4k", "count.png"),
    ] {
        desk.run(&format!("{line} --quiet --out - --plot {file}")).done();
        let bytes = std::fs::read(desk.path(file)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB\x60\x82"));
        assert!(bytes.len() > 8000, "{file}: {}", bytes.len());
        desk.run(&format!("{line} --quiet --out - --plot {file}.svg --threads 1")).done();
        let svg = desk.read(&format!("{file}.svg"));
        assert!(svg.trim_end().ends_with("</svg>") && svg.matches("<text").count() > 5);
        desk.run(&format!("{line} --quiet --out - --plot again.png --threads 2")).done();
        assert_eq!(std::fs::read(desk.path("again.png")).unwrap(), bytes, "{file}");
    }
    let before = desk.left();
    let line = "simulate kinzo --rounds 2k --out -";
    desk.run(&format!("{line} --plot nix/a.png")).refused(1, &["nix"]);
    #[cfg(target_os = "linux")]
    desk.run(&format!("{line} --plot .")).refused(2, &[".png"]);
    assert_eq!(desk.left(), before);
}

#[test]
fn a_balance_tells_the_value_its_interval_and_whether_it_is_met() {
    let desk = Desk::new();
    let line = "balance kinzo --solve commission=0..500 --target house-edge=0.08 --format json";
    let ran = desk.run(&format!("{line} --out -"));
    let found = rows(&ran, "balance");
    assert_eq!(found.len(), 2, "two neighbours: {found:?}");
    let columns = "field,value,metric,achieved,low,high,target,rounds,met,value_low,value_high,\
                   tolerance,method";
    let first = found[0].as_object().unwrap();
    assert_eq!(first.keys().map(String::as_str).collect::<Vec<_>>().join(","), columns);
    for (row, value) in found.iter().zip([53, 54]) {
        assert_eq!((&row["field"], &row["value"]), (&"commission".into(), &value.into()));
        assert_eq!((&row["method"], &row["met"]), (&"exact".into(), &true.into()));
        assert_eq!((&row["value_low"], &row["value_high"]), (&53.into(), &54.into()));
        assert_eq!(row["rounds"], Value::Null);
    }
    // The target is out of reach: a message says so, with the closest value.
    let ran = desk.run("balance kinzo --solve commission=0..100 --target house-edge=0.9 --out -");
    ran.done();
    assert!(ran.err.contains("does not reach 0.9 in the range"), "{}", ran.err);
    let row = ran.out.lines().nth(1).unwrap();
    assert!(row.starts_with("commission,100,house-edge,0.1"), "{row}");
    assert!(row.contains(",0.9,,false,,,"), "{row}");
    // Readings have names instead of an order: the best one comes first.
    let line = "balance kinzo --solve tie_at_tally=continue,match,push --target ev:1=0 --out -";
    let ran = desk.run(&format!("{line} --format json"));
    let values: Vec<Value> = rows(&ran, "balance").iter().map(|row| row["value"].clone()).collect();
    assert_eq!(values.len(), 3);
    let off = |row: &Value| row["achieved"].as_f64().unwrap().abs();
    assert!(rows(&ran, "balance").is_sorted_by(|a, b| off(a) <= off(b)));
    // A commission that is fair for the habit returns more than half of itself to the best player.
    let line = "balance kinzo --solve commission=0..500 --target house-edge=0.06 --against-best";
    let ran = desk.run(&format!("{line} --set split=false --out - --format json"));
    let found = rows(&ran, "balance");
    let plays: Vec<&str> = found.iter().map(|row| row["play"].as_str().unwrap()).collect();
    assert_eq!(plays, ["habit", "habit", "habit", "habit", "best", "best", "best", "best"]);
    let gift = found.iter().find(|row| row["play"] == "best" && row["value"] == found[0]["value"]);
    assert!(gift.unwrap()["achieved"].as_f64().unwrap() < 0.03, "{found:?}");
}

/// An event of dealt cards, on which strategies have no effect.
#[test]
fn a_balance_finds_how_many_misfires_make_hands_playable() {
    let desk = Desk::new();
    let line = "balance zinbiddle --players 2 --solve misfires_per_suit=0..4 --target \
                event:dealt:playable=0.5 --out - --format json";
    let found = rows(&desk.run(line), "balance");
    assert_eq!(found.len(), 2);
    for row in &found {
        let misfires = row["value"].as_u64().unwrap();
        let odds = format!(
            "odds zinbiddle --players 2 --set misfires_per_suit={misfires} --event dealt:playable \
             --out - --format json"
        );
        let odds = rows(&desk.run(&odds), "events");
        assert_eq!(row["achieved"], odds[0]["probability"]);
    }
    // For shown hands, mending makes more of them playable.
    desk.run(&format!("{line} --strategy saver")).refused(2, &["leave out --strategy"]);
    let as_shown = line.replace("dealt:", "");
    let shown = rows(&desk.run(&format!("{as_shown} --strategy saver --rounds 2k")), "balance");
    assert_eq!(shown[0]["method"], "simulated");
    assert!(shown[0]["value"].as_u64() >= found[0]["value"].as_u64(), "{shown:?}");
    let swept = "sweep zinbiddle --players 2 --vary misfires_per_suit=1,2 --metric event:playable \
                 --strategy saver --rounds 2k --out - --format json";
    let swept = rows(&desk.run(swept), "metric");
    let odds = "odds zinbiddle --players 2 --set misfires_per_suit=2 --event playable --played \
                --strategy saver --rounds 2k --out - --format json";
    assert_eq!(swept[1]["estimate"], rows(&desk.run(odds), "events")[0]["probability"]);
    let [above, below] = [&found[0], &found[1]].map(|row| row["achieved"].as_f64().unwrap());
    assert!(above > 0.5 && 0.5 > below, "{found:?}");
}

/// A metric is the same figure in every command: as played, or of dealt cards if its name says so.
#[test]
fn one_name_of_an_event_is_one_thing_in_every_command() {
    let desk = Desk::new();
    let json = "--players 2 --rounds 4k --seed 5 --out - --format json";
    let metric = |command: &str| rows(&desk.run(&format!("{command} {json}")), "metric");
    let value = |row: &Value, column: &str| row[column].as_f64().unwrap();
    for (name, odds) in [("playable", "--played"), ("dealt:playable", "")] {
        let swept =
            metric(&format!("sweep zinbiddle --vary misfires_per_suit=1,2 --metric event:{name}"));
        let balanced = desk.run(
            &format!(
                "balance zinbiddle --solve misfires_per_suit=1,2 --target event:{name}=0.5 {json}"
            )
            .replace("--rounds 4k", "--rounds 4k --tolerance 0.05"),
        );
        for (swept, misfires) in swept.iter().zip([1, 2]) {
            let odds = desk.run(&format!(
                "odds zinbiddle --set misfires_per_suit={misfires} {odds} --event {name} {json}"
            ));
            let odds = rows(&odds, "events")[0].clone();
            assert_eq!(odds["event"], name);
            assert_eq!(swept["estimate"], odds["probability"], "{name}");
            let is_exact = odds["method"] == "exact";
            assert_eq!(is_exact, name.starts_with("dealt:"));
            assert_eq!(is_exact, swept["low"] == swept["high"]);
            let of = rows(&balanced, "balance");
            let written = misfires.to_string();
            let at = |row: &&Value| row["value"] == misfires || row["value"] == written.as_str();
            let row = of.iter().find(at);
            assert_eq!(row.unwrap()["achieved"], odds["probability"], "{name}");
        }
        // About one hand in two is playable as shown, but hardly one in ten as dealt.
        let twos = value(&swept[1], "estimate");
        assert_eq!(twos > 0.3, name == "playable", "{twos}");
    }
    // Leaving out or adding the prefix of a name is reported.
    for (options, parts) in [
        ("--event playable", &["--played", "`dealt:playable`"][..]),
        ("--event dealt:playable --played", &["leave out --played"]),
        ("--event showdown", &["simulate zinbiddle"]),
        ("--event dealt:playabel", &["did you mean `dealt:playable`"]),
    ] {
        desk.run(&format!("odds zinbiddle {options} --out -")).refused(2, parts);
    }
    desk.run("odds fizzbin --cards 5 --event hand:none --out -")
        .refused(2, &["did you mean `dealt:hand:none`"]);
    desk.run("odds fizzbin --event dealt:hand:none --out -").refused(2, &["--cards K"]);
    desk.run("sweep zinbiddle --vary players=2,3 --metric event:playabel")
        .refused(2, &["did you mean `playable`"]);
}

/// Two sets without misfires are too few cards for three players.
#[test]
fn what_cannot_be_played_is_left_out_and_the_rest_goes_on() {
    let desk = Desk::new();
    let line = "balance zinbiddle --solve misfires_per_suit=0..4 --target event:dealt:playable=0.1";
    let ran = desk.run(&format!("{line} --out - --format json"));
    let found = rows(&ran, "balance");
    // Neither of the two neighbouring values meets it, and there is no value between them.
    let values: Vec<&Value> = found.iter().map(|row| &row["value"]).collect();
    assert_eq!(values, [1, 2], "{found:?}");
    assert!(!ran.err.contains("between"), "{}", ran.err);
    for part in ["left out misfires_per_suit = 0: ", "players = 3 with 32 cards"] {
        assert!(ran.err.contains(part), "{part} in {}", ran.err);
    }
    let said = ran.json()["verdict"][0].as_str().unwrap().to_owned();
    assert!(said.contains("1 gives 0.10") && said.contains("2 gives 0.01"), "{said}");
    let of = |line: &str| {
        let ran = desk.run(&format!("{line} --rounds 90 --out - --format json"));
        let points = ran.json()["manifest"]["left_out"].as_array().cloned().unwrap_or_default();
        let points: Vec<String> = points.iter().map(|it| it.as_str().unwrap().to_owned()).collect();
        points.iter().for_each(|point| {
            assert!(ran.err.contains(&format!("left out {point}: ")), "{}", ran.err);
        });
        (rows(&ran, "metric").len(), points.join("; "))
    };
    let (points, left_out) = of("sweep zinbiddle --vary players=2,3 --vary misfires_per_suit=0,1");
    assert_eq!((points, left_out.as_str()), (3, "players = 3, misfires_per_suit = 0"));
    assert_eq!(of("sweep zinbiddle --vary players=2,3").1, "");
    assert_eq!(of("sweep kinzo --vary players=6..9").1, "players = 8; players = 9");
    desk.run("balance zinbiddle --players 8 --solve sets=1..3 --target ev:1=0")
        .refused(2, &["players = 8 with 20 cards"]);
}

/// A value that no rules allow is an error, however many valid points are left.
#[test]
fn a_value_that_its_field_cannot_have_is_refused() {
    let desk = Desk::new();
    for (line, parts) in [
        (
            "sweep kinzo --vary tie_at_tally=match,contineu",
            ["\"contineu\"", "did you mean `continue`"],
        ),
        ("sweep kinzo --vary dealer_limit=5,six", ["dealer_limit = \"six\"", "3..=12"]),
        ("sweep kinzo --vary players=1,2 --vary split=true,flase", ["\"flase\"", "true | false"]),
        (
            "balance kinzo --solve tie_at_tally=match,pusch --target house-edge=0",
            ["\"pusch\"", "did you mean `push`"],
        ),
    ] {
        desk.run(&format!("{line} --rounds 90 --out -")).refused(2, &parts);
    }
}

/// A house edge is a fraction of the players' first stakes, whatever these are.
#[test]
fn the_edge_is_a_part_of_what_is_put_in_at_first() {
    let desk = Desk::new();
    let json = "--rounds 400 --out - --format json";
    let bank = "fizzbin --set kronk_payee=bank";
    let swept = desk.run(&format!("sweep {bank} --vary ante=49,98 {json}"));
    let houses = |ran: &Ran| -> Vec<Value> {
        rows(ran, "sweep").into_iter().filter(|row| row["seat"] == "house").collect()
    };
    let (points, metric) = (houses(&swept), rows(&swept, "metric"));
    for ((point, metric), ante) in points.iter().zip(&metric).zip([49.0, 98.0]) {
        let edge = point["ev"].as_f64().unwrap() / (4.0 * ante);
        assert!((point["house_edge"].as_f64().unwrap() - edge).abs() < 1e-12 && edge > 0.1);
        assert_eq!(
            (&metric["metric"], &metric["estimate"]),
            (&"house-edge".into(), &point["house_edge"])
        );
        let (low, high) = (metric["low"].as_f64().unwrap(), metric["high"].as_f64().unwrap());
        let width =
            (point["ev_high"].as_f64().unwrap() - point["ev_low"].as_f64().unwrap()) / (4.0 * ante);
        assert!(low < edge && edge < high && (high - low - width).abs() < 1e-12);
    }
    // On Sundays players put in nothing.
    let sunday = "fizzbin --set day=8 --set bonus.redeemed=1";
    let points = houses(&desk.run(&format!("sweep {sunday} --vary players=3,4 {json}")));
    assert!(points.len() == 2 && points.iter().all(|row| row["house_edge"].is_null()));
    // Callers who always stake 1, and callers who do not.
    let swept = desk.run(&format!("sweep kinzo --vary stake_limit=1,10 {json}"));
    let points = houses(&swept);
    assert!(points.len() == 2 && points[0]["house_edge"] == points[1]["house_edge"]);
    let swept = desk.run(&format!("sweep kinzo --strategy random --vary stake_limit=1,10 {json}"));
    let points = houses(&swept);
    assert_eq!(
        points.iter().map(|row| row["house_edge"].is_null()).collect::<Vec<_>>(),
        [false, true]
    );
    let high = "kinzo --strategy random --set stake_limit=10";
    for line in [
        format!("sweep {high} --vary players=2,3 --metric house-edge"),
        format!("balance {high} --players 2 --solve commission=0..9 --target house-edge=0"),
    ] {
        desk.run(&format!("{line} --rounds 90 --out -"))
            .refused(2, &["choose how much", "ev:house"]);
    }
    let swept = desk.run(&format!("sweep {high} --vary players=2,3 {json}"));
    assert_eq!(rows(&swept, "metric")[0]["metric"], "ev:house");
}

#[test]
fn games_shows_the_value_that_was_asked_for_beside_the_default() {
    let desk = Desk::new();
    let fields =
        |more: &str| rows(&desk.run(&format!("games fizzbin {more} --format json")), "fields");
    let day = |fields: Vec<Value>| fields.into_iter().find(|row| row["field"] == "day").unwrap();
    let (plain, set) = (day(fields("")), day(fields("--set day=3")));
    assert!(plain.get("value").is_none(), "{plain}");
    assert_eq!((&set["default"], &set["value"]), (&plain["default"], &"3".into()));
    assert_ne!(set["value"], set["default"]);
}

/// Tables have no row for the house if the rules have no house.
#[test]
fn where_there_is_no_house_no_table_has_one() {
    let desk = Desk::new();
    let has = |rows: &[Value]| rows.iter().any(|row| row["seat"] == "house");
    for (table, house) in [
        ("zinbiddle", false),
        ("zinbiddle --set rake_every=3", true),
        ("sabacc", false),
        ("fizzbin", false),
        ("fizzbin --set kronk_payee=bank", true),
        ("kinzo", true),
    ] {
        let json = "--rounds 90 --out - --format json";
        let ran = desk.run(&format!("simulate {table} {json}"));
        assert_eq!([has(&rows(&ran, "seats")), has(&rows(&ran, "distribution"))], [house; 2]);
        let odd = "nets do not add up to 0";
        assert_eq!(ran.err.contains(odd), table == "zinbiddle", "{table}: {}", ran.err);
        let swept = desk.run(&format!("sweep {table} --vary players=2,3 {json}"));
        assert_eq!(has(&rows(&swept, "sweep")), house, "{table}");
        let metric = if house { "house-edge" } else { "position-spread" };
        assert_eq!(rows(&swept, "metric")[0]["metric"], metric, "{table}");
        if !house {
            let line = format!("sweep {table} --vary players=2,3 --rounds 90 --out -");
            desk.run(&format!("{line} --metric house-edge")).refused(2, &["no house"]);
            desk.run(&format!("balance {table} --solve players=2..3 --target ev:house=0"))
                .refused(2, &["no house"]);
        }
    }
    // Next to rules with a house, the rows of rules without one are empty.
    let line = "sweep zinbiddle --vary rules=casual,casino --rounds 90 --out - --format json";
    let swept = desk.run(line);
    let of = |rules: &str| -> Vec<Value> {
        rows(&swept, "sweep").into_iter().filter(|row| row["rules"] == rules).collect()
    };
    assert_eq!((has(&of("casual")), has(&of("casino"))), (false, true));
    assert!(of("casual").iter().all(|row| row["house_edge"].is_null()));
    assert_eq!(rows(&swept, "metric")[0]["estimate"], 0.0);
}

#[test]
fn every_template_is_the_rules_with_every_field() {
    let desk = Desk::new();
    let games = desk.run("games --format json");
    for game in rows(&games, "games") {
        let game = game["game"].as_str().unwrap();
        let template = desk.run(&format!("games {game} --template"));
        template.done();
        desk.put("house.toml", &template.out);
        // The rules read back unchanged.
        let again = desk.run(&format!("games {game} --template --rules house.toml"));
        assert_eq!(again.out, template.out, "{game}");
        for field in rows(&desk.run(&format!("games {game} --format json")), "fields") {
            let said = |name: &str| field[name].as_str().unwrap().to_owned();
            let (name, default) = (said("field"), said("default"));
            let (rule, allowed) = (said("rule"), said("allowed"));
            let comment = format!("\n# {rule}: {}.\n# Allowed: {allowed}.\n", said("about"));
            let line = format!("{comment}{name} = {default}\n");
            assert!(template.out.contains(&line), "{game}: {line}");
        }
        let name = template.out.lines().find_map(|line| line.strip_suffix(" = true"));
        let Some(name) = name else { continue };
        let broken = template.out.replace(&format!("\n{name} ="), &format!("\n{name}s ="));
        desk.put("broken.toml", broken);
        let meant = format!("did you mean `{name}`");
        desk.run(&format!("games {game} --template --rules broken.toml"))
            .refused(2, &["broken.toml, line", &meant]);
    }
}

/// Where the caller sets the stake there is no first stake, and no edge over it.
#[test]
fn values_at_which_a_metric_has_none_are_told() {
    let line = "balance kinzo --solve stake_limit=1..5 --strategy raiser --target house-edge=0 \
                --rounds 2k --out -";
    let told = "left out stake_limit = 2, 3, 4, 5: house-edge has no value there";
    let ran = Desk::new().run(line);
    ran.done();
    assert!(ran.err.contains(told), "{}", ran.err);
}

/// Ctrl-C keeps finished points: every row is that of a run of as many rounds as it says.
#[cfg(unix)]
#[test]
fn a_sweep_that_is_stopped_is_that_of_its_rounds() {
    let desk = Desk::new();
    let line = "sweep kinzo --vary commission=0,50 --out - --format json";
    let begun = |ran: &Ran| ran.err.contains("the same as --rounds");
    let early = desk.interrupt(&format!("{line} --rounds 1000G"), [300, 2000, 5000], begun);
    let found: Value = serde_json::from_str(&early.out).unwrap();
    let rounds = found["manifest"]["rounds"].as_u64().unwrap();
    let again = desk.run(&format!("{line} --rounds {rounds}")).json();
    assert_eq!(found["tables"], again["tables"]);
    // If no point came to the precision, it is a run of so many rounds as well; the sentence is true.
    let stopped = desk.interrupt(&format!("{line} --precision 0.000001"), [300, 2000, 5000], begun);
    let found: Value = serde_json::from_str(&stopped.out).unwrap();
    let rounds = found["manifest"]["rounds"].as_u64().unwrap();
    assert_eq!(found["manifest"].get("precision"), None);
    let again = desk.run(&format!("{line} --rounds {rounds}")).json();
    assert_eq!(found["tables"], again["tables"]);
    // This holds for sessions of varying length too.
    let line = "sweep kinzo --vary shuffle.penetration=0.3,0.9 --out - --format json";
    let timed = desk.run(&format!("{line} --time 200ms"));
    timed.done();
    let rounds = timed.json()["manifest"]["rounds"].as_u64().unwrap();
    assert_eq!(timed.out, desk.run(&format!("{line} --rounds {rounds}")).out);
    // A balance that is stopped at once has no result, and says so.
    let line = "balance kinzo --players 3 --solve commission=0..500 --target house-edge=0 --out -";
    let early = desk.interrupt(&format!("{line} --rounds 1000G"), [300, 2000, 5000], |_| true);
    assert_eq!(early.code, Some(130));
}

/// A range is refused if its numbers have more digits than the arithmetic.
#[test]
fn a_range_never_wraps_around() {
    let desk = Desk::new();
    for range in
        ["0.100000000..18446744074:0.05", "0.000000001..99999999999", "-99999999999..0.000000001:1"]
    {
        desk.run(&format!("sweep kinzo --vary shuffle.penetration={range} --rounds 10 --out -"))
            .refused(2, &["9 digits after the point leave room for 6 before it"]);
        desk.run(&format!(
            "balance kinzo --solve shuffle.penetration={range} --target house-edge=0 --out -"
        ))
        .refused(2, &["9 digits after the point leave room for 6 before it"]);
    }
}
