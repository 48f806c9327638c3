//! `play` as a person plays it: through a pseudo-terminal.

use super::desk::{Desk, Ran, words};
use rexpect::session::{PtySession, spawn_command};
use std::io::Write as _;
use std::process::Stdio;

/// Longer than any answer takes, on a busy machine too.
const PATIENCE: Option<u64> = Some(60_000);
/// The prompt before an answer.
const PROMPT: &str = "\n> ";

/// A person at a terminal.
struct Person(PtySession);

impl Person {
    /// Sits down at a table.
    fn sits(desk: &Desk, line: &str) -> Person {
        let command = desk.command(&words(line));
        Person(spawn_command(command, PATIENCE).unwrap())
    }

    /// The screen since the last answer, up to the next prompt.
    fn sees(&mut self) -> String {
        text(&self.0.exp_string(PROMPT).unwrap())
    }

    fn types(&mut self, line: &str) {
        self.0.send_line(line).unwrap();
    }

    /// Everything to the end of the program.
    fn leaves(&mut self) -> String {
        text(&self.0.exp_eof().unwrap())
    }
}

/// The output of the terminal: `rexpect` returns every byte as a character.
fn text(bytes: &str) -> String {
    String::from_utf8(bytes.chars().map(|byte| byte as u8).collect()).unwrap()
}

/// The amount after the given words: `+2`, `−0.5`.
fn amount(text: &str, after: &str) -> f64 {
    let (_, rest) = text.split_once(after).unwrap_or_else(|| panic!("`{after}` in {text}"));
    let word = rest.split_whitespace().next().unwrap_or_default();
    word.trim_end_matches([',', ';']).replace('−', "-").parse().unwrap()
}

/// The nets of a written round.
fn nets(text: &str) -> Vec<f64> {
    let written: toml::Table = toml::from_str(text).unwrap();
    let net =
        |net: &toml::Value| net.as_float().or_else(|| Some(net.as_integer()? as f64)).unwrap();
    written["nets"].as_array().unwrap().iter().map(net).collect()
}

/// A round of each game played by first choices: the written round can be replayed, and its net is
/// the one shown on the screen.
#[test]
fn a_round_of_each_game_is_played_and_told_again() {
    for table in [
        "kinzo --set stake_limit=2 --players 2",
        "sabacc --set gain=look_first --reference careful",
        "zinbiddle --set hands_per_session=2",
        "fizzbin --set end=cycle",
    ] {
        let desk = Desk::new();
        let line = format!("play {table} --seed 5 --rounds 1 --write mine.toml");
        let mut person = Person::sits(&desk, &line);
        let mut screen = String::new();
        // After the round no more questions are asked.
        loop {
            let (seen, found) = person.0.exp_regex("(\\n> |You leave after)").unwrap();
            screen += &text(&seen);
            match found.starts_with("You") {
                true => break,
                false => person.types("1"),
            }
        }
        screen += &person.leaves();
        let net = amount(&screen, "round 1 is over: you net ");
        assert_eq!(nets(&desk.read("mine.toml"))[0], net, "{table}: {screen}");
        let rules = table.split(" --reference").next().unwrap();
        let told = desk.run(&format!("trace {rules} --replay mine.toml"));
        told.done();
        assert!(told.out.contains("nets"), "{}", told.out);
    }
}

/// Before the first card a stake is worth what the deck makes it worth.
#[test]
fn a_stake_is_advised_on() {
    let desk = Desk::new();
    let mut person = Person::sits(&desk, "play kinzo --seed 1 --set stake_limit=3 --advise");
    let screen = person.sees();
    assert!(screen.contains("you call the stake of the round, 1 to 3"), "{screen}");
    assert!(screen.contains("value in stakes") && !screen.contains("cannot be told"), "{screen}");
    person.0.send_control('d').unwrap();
    person.leaves();
}

#[test]
fn a_bad_answer_is_asked_again_and_a_slip_can_be_undone() {
    let desk = Desk::new();
    let mut person = Person::sits(&desk, "play kinzo --seed 1 --advise --reference threshold");
    let screen = person.sees();
    assert!(screen.contains("You play kinzo in seat 1; you are alone"), "{screen}");
    assert!(screen.contains("the dealer shows") && screen.contains("1 stay"), "{screen}");
    assert!(
        screen.contains("compared with that of threshold(hit_below=9,split=false)"),
        "{screen}"
    );
    assert!(screen.contains("the reference would: "), "{screen}");
    person.types("?");
    let screen = person.sees();
    assert!(screen.contains("the decisions as they are taken: stay, hit"), "{screen}");
    assert!(screen.contains("the rules: ") && !screen.contains("gone"), "{screen}");
    for (typed, part) in [
        ("7", "`7` is none of these: write a number 1 to "),
        ("stya", "did you mean `stay`?"),
        ("", "write a number 1 to "),
    ] {
        person.types(typed);
        let screen = person.sees();
        assert!(screen.contains(part), "{screen}");
    }
    // A nine that is deleted again does not count.
    person.0.send("9\u{7f}1\n").unwrap();
    let screen = person.sees();
    assert!(screen.contains("round 1 is over: you net "), "{screen}");
    person.0.send_control('d').unwrap();
    let screen = person.leaves();
    let net = amount(&screen, "You leave after 1 round, with ");
    let other = amount(&screen, "the reference would have ");
    assert!(net.abs() <= 2.0 && other.abs() <= 2.0, "{screen}");
}

#[test]
fn whoever_leaves_before_a_round_is_over_has_no_score() {
    for (control, code) in [('d', 0), ('c', 130)] {
        let desk = Desk::new();
        let line = "play sabacc --seed 1 --reference careful --write mine.toml";
        let mut person = Person::sits(&desk, line);
        assert!(person.sees().contains("your hand"));
        person.0.send_control(control).unwrap();
        let screen = person.leaves();
        assert!(screen.contains("You leave before a round is over."), "{screen}");
        let status = person.0.process().wait().unwrap();
        assert!(format!("{status:?}").contains(&format!(", {code})")), "{status:?}");
        assert!(desk.left().is_empty(), "{:?}", desk.left());
    }
}

/// A program can play by sending the same lines; and the costs add up to the lead of the reference.
#[test]
fn answers_may_come_from_a_program() {
    let desk = Desk::new();
    let line = "play kinzo --seed 3 --rounds 6 --reference pairs --write mine.toml";
    let answers = "stay\n".repeat(20);
    let ran = piped(&desk, line, &answers);
    ran.done();
    assert_eq!(ran.out, piped(&desk, &format!("{line} --force"), &answers).out);
    assert!(ran.out.contains("You leave after 6 rounds, with "), "{}", ran.out);
    let nets: f64 =
        (1..=6).map(|number| amount(&ran.out, &format!("round {number} is over: you net "))).sum();
    assert_eq!(nets, amount(&ran.out, "6 rounds, with "));
    let made = |word: &str| {
        let parts = ran.out.split(word).skip(1);
        parts
            .map(|part| part.split_whitespace().next().unwrap().parse::<f64>().unwrap())
            .sum::<f64>()
    };
    let better = amount(&ran.out, "would have ") - nets;
    assert!((made("; lost ") - made("; won ") - better).abs() < 1e-9, "{}", ran.out);
    let files =
        ["mine-2.toml", "mine-3.toml", "mine-4.toml", "mine-5.toml", "mine-6.toml", "mine.toml"];
    assert_eq!(desk.left(), files);
    for file in files {
        desk.run(&format!("trace kinzo --replay {file}")).done();
    }
}

/// A line that is too long is one answer, and no choice.
#[test]
fn the_end_of_a_long_line_is_no_answer() {
    let desk = Desk::new();
    let ran = piped(&desk, "play kinzo --seed 5 --rounds 1", &("x".repeat(1024) + "1\n"));
    assert!(
        ran.out.contains("is none of these") && ran.out.contains("You leave before"),
        "{}",
        ran.out
    );
}

fn piped(desk: &Desk, line: &str, answers: &str) -> Ran {
    let mut command = desk.command(&words(line));
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that has exited reads no further.
    let _ = child.stdin.take().unwrap().write_all(answers.as_bytes());
    child.wait_with_output().unwrap().into()
}

#[test]
fn what_is_wrong_with_a_seat_is_said() {
    let desk = Desk::new();
    desk.put("mine.toml", "");
    desk.put("old-2.toml", "");
    for (line, said) in [
        ("play", &["GAME"][..]),
        ("play kinso", &["no game `kinso`", "`kinzo`"]),
        ("play kinzo --seat 2", &["there is no seat 2", "has one"]),
        ("play kinzo --strategy nin", &["no strategy `nin`"]),
        ("play kinzo --reference nin", &["no strategy `nin`"]),
        ("play kinzo --strategy best --strategy best", &["2 strategies for 1 player"]),
        ("play kinzo --rounds 0", &["--rounds"]),
        ("play kinzo --force", &["--write"]),
        ("play kinzo --write mine.toml", &["mine.toml", "--force"]),
        ("play kinzo --write old.toml", &["old-2.toml", "--force"]),
    ] {
        desk.run(line).refused(2, said);
    }
    desk.run("play kinzo --write none/mine.toml").refused(1, &["none", "does not exist"]);
}

/// The value of each choice is shown under the choices: computed, or simulated in worlds.
#[test]
fn advice_says_what_each_choice_is_worth() {
    let desk = Desk::new();
    let ran =
        piped(&desk, "play kinzo --seed 5 --rounds 1 --advise --set split=false", "1\n1\n1\n1\n");
    assert!(ran.out.contains("you: 4,5, together 9"), "{}", ran.out);
    assert!(ran.out.contains("value in stakes if best plays on (computed):\n"), "{}", ran.out);
    let exact =
        desk.run("exact kinzo --hand 4,5 --dealer 6 --set split=false --out - --format json");
    let rows = exact.json()["tables"]["decisions"].as_array().unwrap().clone();
    for action in ["stay", "hit"] {
        let row = rows.iter().find(|row| row["action"] == action).unwrap();
        let worth = amount(&ran.out, &format!("  {action}: "));
        assert!((worth - row["ev"].as_f64().unwrap()).abs() < 6e-4, "{action}: {}", ran.out);
    }
    let line = "play sabacc --reference careful --seed 5 --rounds 1 --advise";
    let ran = piped(&desk, line, "1\n1\n1\n");
    assert!(ran.out.contains("careful(stand_within=1) plays on (in "), "{}", ran.out);
    let junked = amount(&ran.out, "junk: ");
    assert!((-1.6..-0.9).contains(&junked), "{junked}: {}", ran.out);
}

/// `?` is answered with the words of the choices, and asks again.
#[test]
fn the_words_of_choices_are_told() {
    let desk = Desk::new();
    for (table, words) in [
        ("kinzo", "split VALUE"),
        ("sabacc --reference careful", "swap CARD"),
        ("zinbiddle", "transpose S1 G1"),
        ("fizzbin", "up to 1 kronk in the hand, 2 in all"),
    ] {
        let ran = piped(&desk, &format!("play {table} --seed 5 --rounds 1"), "?\n");
        ran.done();
        let prompts = ran.out.matches("> ").count();
        assert!(ran.out.contains(words) && prompts == 2, "{table}: {}", ran.out);
        assert!(!ran.out.contains("decisions = ["), "{table}: {}", ran.out);
    }
}

/// What all have seen of a table is shown to a person, who is advised by it.
#[test]
fn a_person_sees_what_all_have_seen() {
    let desk = Desk::new();
    // S10: the hands of the first round go on the discard pile.
    let line = "play sabacc --players 3 --reference careful --seed 5 --rounds 1 --advise";
    let ran = piped(&desk, line, "1\n");
    let second = ran.out.split("round 2 of 3").nth(1).unwrap();
    assert!(second.contains("+6, over +10 +4 +3 -1 -2 -3 -3"), "{second}");
    assert!(second.contains("round 1 ended with a double"), "{second}");
    assert!(!second.contains("last it") && second.contains("plays on (in "), "{second}");
    // S4: the card is shown before it goes back.
    let ran = piped(&desk, "play fizzbin --seed 2 --rounds 1 --rules d7-light --players 4", "1\n");
    assert!(ran.out.contains("redeemed, and back in the deck: KS"), "{}", ran.out);
    // Z9: the card that replaces another lies face up.
    let answers = "1\n2\n1\nreplace T4\n";
    let ran = piped(&desk, "play zinbiddle --seed 11 --rounds 1 --strategy bully", answers);
    let last = ran.out.rsplit("your pyramid: thrusters ").next().unwrap();
    assert!(last.contains("of it all see: thrusters -- -- -- 2b"), "{last}");
}

/// What is worth in a later round of a shoe depends on what has left it; so does the round that is
/// written.
#[test]
fn a_later_round_of_a_shoe_is_not_taken_for_one_of_a_full_deck() {
    let desk = Desk::new();
    let rules = "--set shuffle.penetration=0.9";
    let line = format!("play kinzo --seed 36 --rounds 3 {rules} --advise --write round.toml");
    let ran = piped(&desk, &line, &"stay\n".repeat(9));
    let (first, later) = ran.out.split_once("round 1 is over").unwrap();
    assert!(first.contains("value in stakes") && first.contains("(computed)"), "{first}");
    assert!(later.contains("value in stakes") && later.contains("plays on (in "), "{later}");
    assert!(!ran.out.contains("cannot be told"), "{}", ran.out);
    let gone = |number: usize| {
        let name =
            if number == 1 { "round.toml".to_owned() } else { format!("round-{number}.toml") };
        let text = desk.read(&name);
        let ran = desk.run(&format!("trace kinzo --replay {name} {rules}"));
        ran.done();
        let gone = text.lines().find_map(|line| line.strip_prefix("gone = "));
        gone.map_or(0, |gone| gone.split(',').count())
    };
    let gone: Vec<usize> = (1..=3).map(gone).collect();
    assert!(gone[0] == 0 && gone.is_sorted_by(|a, b| a + 5 <= *b), "{gone:?}");
}
