//! `--plot`: the picture of an answer, from the command line to the file. The content of each
//! picture is tested where it is made.

use super::desk::Desk;

/// The texts of an SVG, in the order in which they are drawn.
fn texts(svg: &str) -> Vec<String> {
    let all = svg.split("</text>").filter_map(|piece| piece.rsplit_once('>'));
    all.map(|(_, text)| text.to_owned()).filter(|text| !text.trim().is_empty()).collect()
}

#[test]
fn every_answer_has_its_picture() {
    let desk = Desk::new();
    for (line, shown) in [
        (
            "exact kinzo --set split=false",
            &["Kinzo: best play", "dealer", "hand", "1,1", "6,6", "stay", "hit", "S", "H"][..],
        ),
        (
            "exact kinzo --hand 3,3 --dealer 5",
            &["Kinzo: what each choice is worth with 3,3, dealer 5", "split", "stay"],
        ),
        (
            "odds zinbiddle",
            &["dealt:playable", "dealt:ion-barrage", "1 in 1,350,000,000", "always"],
        ),
        ("odds sabacc --rounds 500", &["wins-with:nulrhek", "never seen"]),
        (
            "balance kinzo --solve commission=0..100:25 --target house-edge=0.08 --set split=false",
            &["Kinzo: house-edge by commission", "target 0.08", "commission between 50 and 75"],
        ),
        (
            "balance kinzo --solve tie_at_tally=match,push --target ev:1=0 --set split=false",
            &["target 0", "match", "push"],
        ),
        (
            "playtest kinzo --set split=false --players 2 --rounds 200",
            &["Kinzo: what one step of each rule adds", "commission = 0"],
        ),
        (
            "compare kinzo --strategy two-cards --strategy cautious --strategy random --set split=false \
             --rounds 2k",
            &["Kinzo: how far each strategy is behind two-cards"],
        ),
    ] {
        desk.run(&format!("{line} --quiet --out - --plot a.svg")).done();
        let svg = desk.read("a.svg");
        let drawn = texts(&svg);
        for text in shown {
            assert!(drawn.iter().any(|drawn| drawn == text), "{line}: {text}: {drawn:?}");
        }
        let told = |what: &str| drawn.iter().any(|text| text.contains(what));
        assert!(told("rules default") || told("rules casual"), "{line}: {drawn:?}");
        assert!(told("croupier 0."), "{line}: {drawn:?}");
    }
    assert_eq!(desk.left(), ["a.svg"]);
}

#[test]
fn what_has_no_picture_is_said_before_the_run() {
    let desk = Desk::new();
    for (line, parts) in [
        ("odds kinzo --hand 3,3", &["--plot draws how likely each event is", "leave out"][..]),
        ("exact kinzo --write-strategy s.toml", &["chart of best play", "--write-strategy"]),
        ("playtest kinzo --rounds 100", &["`a.gif`", ".svg or .png"]),
        ("balance kinzo --solve commission=0..9 --target house-edge=0", &["`a.gif`", ".svg"]),
    ] {
        let file = if parts[0] == "`a.gif`" { "a.gif" } else { "a.png" };
        desk.run(&format!("{line} --out - --plot {file}")).refused(2, parts);
    }
    assert!(desk.left().is_empty());
    // The tables of a run are printed even if the picture fails.
    let line = "odds kinzo --event push --rounds 100 --out - --plot a.png --format json";
    let ran = desk.run(line);
    let parts = ["nothing to draw", "no event that was asked for can happen"];
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    parts.iter().for_each(|part| assert!(ran.err.contains(part), "{}", ran.err));
    assert!(ran.out.contains("push"), "{}", ran.out);
}

#[test]
fn names_are_only_text_in_a_picture() {
    let desk = Desk::new();
    desk.put("<i>&\u{202e}.toml", "commission = 300\n");
    let line = ["sweep", "kinzo", "--vary", "rules=default,./<i>&\u{202e}.toml", "--rounds", "200"];
    let more = ["--out", "-", "--quiet", "--plot", "a.svg"];
    desk.run_words(&line.into_iter().chain(more).collect::<Vec<_>>()).done();
    let svg = desk.read("a.svg");
    assert!(!svg.contains("<i>") && !svg.contains('\u{202e}'), "{svg}");
    assert!(svg.contains("&lt;i&gt;&amp;\\u{202e}.toml"), "{svg}");
}

#[test]
fn probes_stand_in_the_files_and_not_on_the_screen() {
    let desk = Desk::new();
    let line =
        "balance kinzo --solve commission=0..100:25 --target house-edge=0.05 --set split=false";
    let ran = desk.run(&format!("{line} --format table --out b.csv"));
    ran.done();
    assert!(!ran.out.contains("Probes") && ran.out.contains('●'), "{}", ran.out);
    let probes = desk.read("b.probes.csv");
    assert!(probes.starts_with("value,achieved,low,high,rounds,method\n0,"), "{probes}");
    assert_eq!(probes.lines().count(), 6, "{probes}");
    let both = desk.run(&format!("{line} --against-best --format json --out -")).json();
    let rows = both["tables"]["probes"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["play"] == "best"), "{rows:?}");
}
