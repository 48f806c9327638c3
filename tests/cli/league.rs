//! `league` from end to end.

use super::desk::Desk;

#[test]
fn a_league_is_told_as_a_square() {
    let desk = Desk::new();
    let line = "league zinbiddle --players 2 --strategy regular --strategy passive --rounds 500";
    let told = desk.run(&format!("{line} --format table --out l.csv")).out;
    for part in ["League: ", "Payoffs: ", "field of passive", "No member of the league "] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(
        told.contains(" ± ") && told.contains("± is one standard error here, not an interval."),
        "{told}"
    );
    let lines = |file: &str| desk.read(file).lines().count();
    assert_eq!((lines("l.csv"), lines("l.payoffs.csv")), (3, 5));
}

/// A name in a header is written as its owner wrote it.
#[test]
fn a_member_keeps_its_name_in_headers() {
    let desk = Desk::new();
    desk.put("my_file.toml", "game = 'kinzo'\nabout = 'mine'\nhit_below = 8\n");
    let line =
        "league kinzo --strategy my_file.toml --strategy threshold --players 2 --rounds 2k --out -";
    let told = desk.run(&format!("{line} --format table")).out;
    assert!(told.contains("field of my_file.toml"), "{told}");
    assert!(told.contains("field of threshold(hit_below=9,split=false)"), "{told}");
}

/// The message names the file to which no reply was written, in every output format.
#[test]
fn a_reply_that_wins_nothing_is_said_to_be_unwritten() {
    let desk = Desk::new();
    let line = "league sabacc --strategy careful --strategy steady --rounds 2k --reply r.toml";
    let ran = desk.run(&format!("{line} --out l.csv"));
    ran.done();
    assert!(
        ran.err.contains("r.toml was not written: no reply is shown to win more"),
        "{}",
        ran.err
    );
    assert!(!desk.path("r.toml").exists());
}

#[test]
fn a_member_is_named_once() {
    let desk = Desk::new();
    let twice = "league sabacc --strategy careful --strategy careful --rounds 1k";
    desk.run(twice).refused(2, &["careful(stand_within=1) is named twice"]);
    let again = "league fizzbin --strategy all --strategy miser --rounds 1";
    let refused = desk.run(again).err;
    assert!(!refused.contains("twice"), "beside all, one may be named again: {refused}");
}

/// At a table with others, computing best play is a thousand times slower than the rest.
#[cfg(unix)]
#[test]
fn the_member_that_makes_a_league_slow_is_told_before_it_begins() {
    let desk = Desk::new();
    let line = "league kinzo --players 3 --strategy 'best(play=exact)' --strategy threshold \
                --rounds 1M --threads 2 --out -";
    let slow = "best(play=\"exact\") thinks for long at this table";
    let ran = desk.interrupt(line, [500, 2000, 5000], |ran| ran.err.contains(slow));
    assert!(ran.err.contains("rounds a second for all matches, about"), "{}", ran.err);
    assert!(ran.err.contains("hours; without it"), "{}", ran.err);
}

/// Few rounds leave the equilibrium in doubt, and the league says by how much; many do not.
#[test]
fn a_league_says_what_its_rounds_leave_in_doubt() {
    let desk = Desk::new();
    let line = "league sabacc --strategy careful --format table --out l.csv";
    let few = desk.run(&format!("{line} --strategy steady --rounds 2k")).out;
    let said =
        "No member of the league is shown to do better than careful(stand_within=1) in a field";
    assert!(few.contains(said) && few.contains("could be won, by steady."), "{few}");
    let many = desk.run(&format!("{line} --strategy random --rounds 20k")).out;
    assert!(many.contains("No member of the league does better than careful"), "{many}");
}

/// A reply that plays as the best member does wins nothing more, whatever the matches say of luck.
#[test]
fn a_reply_is_measured_beside_the_best_member() {
    let desk = Desk::new();
    let names = ["two", "eight", "eleven"].map(|name| {
        let stand = match name {
            "two" => 2,
            "eight" => 8,
            _ => 11,
        };
        let text = format!("game = \"sabacc\"\nabout = \"x\"\nstand_within = {stand}\n");
        desk.put(&format!("{name}.toml"), &text);
        format!("--strategy {name}.toml")
    });
    let names = names.join(" ");
    let line = format!(
        "league sabacc --strategy careful --strategy stand --strategy random {names} --rounds 3k \
         --reply r.toml --force --format table --out l.csv"
    );
    for seed in [102, 103, 104] {
        let ran = desk.run(&format!("{line} --seed {seed}"));
        assert!(ran.out.contains("A tuned reply is not shown to win more"), "{}", ran.out);
    }
}

/// A member that the matches rank too low may win by itself, and is then no reply.
#[test]
fn a_member_that_is_better_than_the_best_is_no_reply() {
    let desk = Desk::new();
    // At seven its only number says nothing.
    desk.put(
        "stay.toml",
        "game = \"kinzo\"\nabout = \"x\"\n[[rule]]\nwhen = { players = \"..3\" }\ndo = \"hit\"\n\
         [[rule]]\ndo = \"stay\"\n",
    );
    let others =
        (13..=16).map(|below| format!("--strategy threshold(hit_below={below},split=false)"));
    let others = others.collect::<Vec<_>>().join(" ");
    let line = format!(
        "league kinzo --players 7 --strategy stay.toml {others} --reply c.toml --rounds 600 --seed 5 \
         --format table --out l.csv"
    );
    let ran = desk.run(&line);
    ran.done();
    let said = "stay.toml as it is won 0.3";
    assert!(ran.out.contains(said) && ran.out.contains("they are too short"), "{}", ran.out);
    assert!(!ran.out.contains("last reply") && !desk.path("c.toml").exists(), "{}", ran.out);
}

/// The members whose fields were reached are a league by themselves.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_fields_that_were_played() {
    let desk = Desk::new();
    let names = ["careful", "steady", "stand", "random", "namer", "looker"];
    let names = names.map(|name| format!("--strategy {name}")).join(" ");
    // A second for each field.
    let line = format!("league sabacc {names} --time 6s --format json --out l.json");
    let ran = desk.interrupt(&line, [3500, 4500, 2500], |ran| ran.out.contains("payoffs"));
    assert!(ran.err.contains("stopped: this is the league so far"), "{}", ran.err);
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let rows = |table: &str| found["tables"][table].as_array().unwrap().len();
    let members = rows("league");
    assert!((2..6).contains(&members) && rows("payoffs") == members * members, "{found}");
    assert!(ran.err.contains("left out") && ran.err.contains("looker"), "{}", ran.err);
    assert!(desk.left().contains(&"l.json".to_owned()));
    // Before two fields are played there is no league.
    let ran =
        desk.interrupt(&line.replace("6s", "10m"), [500, 1000, 2000], |ran| ran.out.is_empty());
    assert!(ran.err.contains("nothing was written"), "{}", ran.err);
}

/// Where matches are a session or two there is no mixture to tell, and no panic.
#[test]
fn too_few_sessions_make_no_league() {
    let desk = Desk::new();
    for rounds in [1, 2] {
        let line = format!("league sabacc --strategy careful --strategy steady --rounds {rounds}");
        desk.run(&format!("{line} --out l.csv")).refused(2, &["so few sessions", "more rounds"]);
    }
    assert!(!desk.path("l.csv").exists());
}

#[test]
fn what_is_wrong_with_a_league_is_said() {
    let desk = Desk::new();
    let before = desk.left();
    for (line, said) in [
        ("league kinzo", &["needs opponents", "--players"][..]),
        ("league sabacc --strategy careful", &["two members or more"]),
        ("league sabacc --strategy nix --strategy careful", &["no strategy `nix`"]),
        (
            "league sabacc --strategy careful --strategy stand --reply a.toml",
            &["no member of the league is one"],
        ),
        ("league sabacc --reply steady", &["--reply `steady`"]),
    ] {
        desk.run(line).refused(2, said);
    }
    assert_eq!(desk.left(), before);
}
