//! `--report`: the page of every answer. Its rendering in a browser is checked by `.ci/browser`.

use super::desk::{Desk, Ran};

/// A small run of every command that answers with tables.
const RUNS: &[&str] = &[
    "games",
    "games fizzbin",
    "simulate kinzo --players 2 --set commission=100 --rounds 500 --out -",
    "odds zinbiddle --rounds 100 --out -",
    "odds kinzo --hand 3,3 --out -",
    "exact kinzo --hand 3,3 --set split=false --out -",
    "compare kinzo --strategy threshold --strategy random --rounds 500 --out -",
    "sweep kinzo --vary players=1,2 --rounds 200 --out -",
    "sweep kinzo --vary players=1,2 --vary commission=0,100 --rounds 200 --out -",
    "balance kinzo --solve commission=0..100:50 --target house-edge=0.05 --rounds 500 --out -",
    "count kinzo --set split=false --set shuffle.penetration=0.75 --rounds 500 --out -",
    "playtest kinzo --set commission=100 --set split=false --rounds 200 --out -",
    "advise kinzo --hand 3,3 --dealer 5 --set split=false --out -",
    "leaks kinzo --strategy threshold --set split=false --rounds 200 --out -",
    "league sabacc --strategy stand --strategy random --rounds 200 --out -",
    "trace kinzo --seed 7",
    "rules sabacc",
    "rules kinzo K12",
    "explain house-edge",
];

#[track_caller]
fn page(desk: &Desk, line: &str) -> (Ran, String) {
    let ran = desk.run(&format!("{line} --report page.html"));
    ran.done();
    (ran, desk.read("page.html"))
}

#[test]
fn every_command_that_answers_with_tables_writes_a_page() {
    let desk = Desk::new();
    for &line in RUNS {
        let (ran, text) = page(&desk, line);
        assert!(ran.err.contains("wrote page.html"), "{line}: {}", ran.err);
        assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"), "{line}");
        assert!(text.contains("<meta http-equiv=\"Content-Security-Policy\""), "{line}");
        assert!(text.matches("<table").count() >= 1 && text.matches("<h1>").count() == 1);
        let again = line.trim_end_matches(" --out -");
        assert!(
            text.contains(&format!("<code>croupier {again} --report page.html</code>")),
            "{line}"
        );
        assert!(!text.replace("http://www.w3.org/2000/svg", "").contains("//"), "{line}");
        // The page says nothing about the machine and does not depend on it.
        let threads =
            !["games", "trace", "rules", "explain"].iter().any(|command| line.starts_with(command));
        let line = if threads { format!("{line} --threads 1") } else { line.to_owned() };
        assert_eq!(page(&desk, &format!("{line} --quiet")).1, text, "{line}");
        assert_eq!(desk.left(), ["page.html"], "{line}");
    }
}

#[test]
fn the_first_screen_says_what_was_asked() {
    let desk = Desk::new();
    let line = "simulate kinzo --players 2 --set commission=100 --strategy threshold --rounds 500 \
                --seed 7 --out -";
    let (_, text) = page(&desk, line);
    let head = text.split("<main>").next().unwrap();
    for said in [
        "<h1>Kinzo</h1>",
        ">commission = 100</a>",
        ">players = 2</a>",
        ">all 2 seats: threshold(hit_below=9,split=false)</a>",
        ">500 rounds</a>",
        ">seed 7</a>",
        ">95% intervals</a>",
        "<span>in stakes</span>",
    ] {
        assert!(head.contains(said), "{said}: {head}");
    }
    let body = text.split("<main>").nth(1).unwrap();
    for said in [
        "Seats: the EV of each, in stakes a round",
        "role=\"img\" aria-label=\"Kinzo: EV of each seat: EV, stakes a round: seat 1 ",
        "<title>seat 1: ",
        "rows, every column and digit</summary>",
        ">dealer-total:7</a>",
        "<dt>ev <small>columns</small></dt>",
        "(rule K15); ",
    ] {
        assert!(body.contains(said), "{said}");
    }
    assert!(!text.contains("are in the files and in JSON") || text.contains("<details>"));
}

#[test]
fn a_page_is_refused_before_the_run_and_never_lies_over_an_input() {
    let desk = Desk::new();
    desk.put("rules.html", "players = 2\n");
    let line = "simulate kinzo --rounds 1G --out -";
    for (more, code, parts) in [
        ("--report page.pdf", 2, &["--report `page.pdf`", ".html"][..]),
        ("--report page", 2, &[".html"]),
        ("--report -", 2, &[".html"]),
        ("--report nix/page.html", 1, &["nix"]),
        ("--report rules.html --rules ./rules.html", 2, &["rules.html"]),
        ("--report a.html --plot a.html", 2, &["a.html"]),
    ] {
        desk.run(&format!("{line} {more}")).refused(code, parts);
    }
    desk.run("simulate kinzo --out page.html").refused(2, &["--report writes a page"]);
    desk.run("trace kinzo --replay rules.html --report rules.html").refused(2, &["rules.html"]);
    desk.run("games kinzo --report nix/a.html").refused(1, &["nix"]);
    let both = desk.run("games kinzo --template --report a.html");
    assert!(both.code == Some(2) && both.err.contains("--report"), "{}", both.err);
    assert_eq!(desk.read("rules.html"), "players = 2\n");
    assert_eq!(desk.left(), ["rules.html"]);
}

#[test]
fn a_page_is_one_of_the_files_of_a_run() {
    let desk = Desk::new();
    let line = "simulate kinzo --rounds 500 --out a.csv --report a.html";
    desk.run(line).done();
    let manifest: serde_json::Value = serde_json::from_str(&desk.read("a.manifest.json")).unwrap();
    assert!(manifest["files"].to_string().contains("a.html"), "{manifest}");
    desk.run("verify a.csv").done();
    desk.put("a.html", "another");
    let told = desk.run("verify a.csv");
    assert!(told.code == Some(1) && (told.out + &told.err).contains("a.html"));
    desk.run(line).done();
    desk.run("verify a.csv").done();
    // A share of a run has no page; only the whole run has.
    let line = "simulate kinzo --rounds 1000 --report b.html";
    for part in [1, 2] {
        desk.run(&format!("{line} --shard {part}/2 --out {part}.shard")).done();
        assert!(!desk.path("b.html").exists());
    }
    desk.run("merge 1.shard 2.shard --out b.csv").done();
    let merged = desk.read("b.html");
    desk.run(&format!("{line} --out c.csv")).done();
    assert_eq!(desk.read("b.html"), merged);
}

#[test]
fn what_is_named_like_a_script_is_shown_like_a_name() {
    let desk = Desk::new();
    let name = "a\"><img src=x onerror=b>&amp;'<script>\u{202e}.toml";
    desk.put(name, "players = 2\n");
    desk.put(
        "<b>.toml",
        desk.run("exact kinzo --set split=false --out - --quiet --write-strategy s.toml").err,
    );
    let made = desk.read("s.toml");
    desk.put("<b>.toml", made);
    let rules = format!("./{name}");
    let words = [
        "simulate",
        "kinzo",
        "--rules",
        &rules,
        "--strategy",
        "./<b>.toml",
        "--set",
        "split=false",
        "--rounds",
        "200",
        "--out",
        "-",
        "--report",
        "page.html",
    ];
    desk.run_words(&words).done();
    let text = desk.read("page.html");
    assert!(!text.contains("<img") && !text.contains("<b>") && !text.contains('\u{202e}'));
    assert_eq!(text.matches("<script").count(), 1);
    assert!(text.contains("&#60;b&#62;.toml") && text.contains("&#60;img src=x onerror=b&#62;"));
    assert!(text.contains("\\u{202e}"));
}

#[test]
fn a_run_that_the_clock_ended_names_the_rounds_that_give_it_again() {
    let desk = Desk::new();
    let line = "simulate kinzo --time 50ms --report page.html --out -";
    desk.run(line).done();
    let text = desk.read("page.html");
    let from = text.split("<pre><code>").nth(1).unwrap();
    let again = from.split("</code>").next().unwrap();
    let expected = "croupier simulate kinzo --report page.html --rounds ";
    assert!(again.starts_with(expected), "{again}");
    let ran = desk.run(&format!("{} --out -", again.trim_start_matches("croupier ")));
    ran.done();
    let figures = |text: &str| {
        text.split("<main>").nth(1).unwrap().split("<footer>").next().unwrap().to_owned()
    };
    assert_eq!(figures(&desk.read("page.html")), figures(&text));
}
