//! `croupier play GAME`.
//!
//! A person at a terminal edits a line and ends it with Enter, so that a slip can be corrected
//! before it counts; a program that plays sends the same lines.

use super::args::PlayArgs;
use super::caller::Caller;
use super::error::{Failure, say};
use super::program::Program;
use super::{Done, Outcome, progress, setup};
use crate::framework::Step;
use crate::framework::money::Money;
use crate::framework::settings::{hint, nearest, shown, shown_path};
use crate::report::Output;
use crate::report::output::FileId;
use crate::study::figure::grouped;
use crate::study::{Advice, Next, PlayAsked, Question, Score, Sitting, Slip, Told, Untold, Worth};
use serde_json::Map;
use std::fmt::Write as _;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The only caller that can play: a desk is refused.
const TERMINAL: Caller = Caller::Terminal;
/// The most characters of an answer.
const MOST: u64 = 1 << 10;
/// The interval at which Ctrl-C is noticed.
const PAUSE: Duration = Duration::from_millis(50);
/// The number of later rounds whose files are checked before the first.
const MOST_LOOKED_FOR: u64 = 1_000;
/// The answer that asks for the meaning of the choices.
const HELP: &str = "?";
/// The width of a line if the terminal gives none, in characters.
const WIDTH: u16 = 80;

pub fn run(args: &PlayArgs, program: &Program) -> Outcome {
    if program.caller.is_desk() {
        let why = "play is for a person at a terminal; a program sits down as a strategy";
        return Err(Failure::Usage(why.to_owned()));
    }
    let game = program.game(&args.game)?;
    let setup = setup::setup(program, game, &args.rules, &args.seats.strategy, 0.95)?;
    let reference = setup::named(program, game, args.reference.as_deref())?;
    // Another session should deal other cards.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000);
    let asked = PlayAsked { seat: args.seat, reference, seed };
    let mut sitting = game.sit(&setup, &asked)?;
    let mut files = Files::prepare(program, args)?;
    if let Some(preparing) = sitting.preparing() {
        say(&format!("note: {preparing}"));
    }
    sitting.remarks().iter().for_each(|remark| say(&format!("note: {remark}")));
    print(&welcome(game.name(), args.seat, seed, &sitting))?;
    let mut words = legend(game.replay_help());
    let rules = if game.profile().rulebook.trim().is_empty() { "games" } else { "rules" };
    let _ = writeln!(words, "  the rules: {} {rules} {}", program.name, game.name());
    let stake = game.profile().stake;
    let left = play(&mut sitting, args, &mut files, (stake, seed, &words));
    let money = sitting.money();
    let score = sitting.leave()?;
    print(&summary(&score, stake, money))?;
    if !files.written.is_empty() {
        let names: Vec<String> = files.written.iter().map(|path| shown_path(path)).collect();
        say(&format!("wrote {}", names.join(", ")));
    }
    left
}

/// Plays until the person leaves.
fn play(
    sitting: &mut Sitting,
    args: &PlayArgs,
    files: &mut Files<'_>,
    (stake, seed, words): (&str, u64, &str),
) -> Outcome {
    let answers = answers();
    loop {
        match sitting.go_on()? {
            Next::Round(round) => {
                // From here on there is a score to report.
                progress::keep();
                print(&ended(&round, stake, sitting.money()))?;
                files.put(&round)?;
                if args.rounds.is_some_and(|rounds| round.number >= rounds) {
                    return Ok(Done::Whole);
                }
            }
            Next::Decision(question) => {
                progress::keep();
                print(&asked(&question))?;
                if args.advise {
                    let advice = sitting.advice(&question, &progress::quietly(seed));
                    if TERMINAL.is_stopped() {
                        print("\n")?;
                        return Ok(Done::Stopped);
                    }
                    let width = TERMINAL.width().unwrap_or(WIDTH).into();
                    print(&advised(&question.advice(), &advice, stake, width))?;
                }
                match answer(&answers, &question, words)? {
                    Answer::Chosen(choice) => sitting.choose(choice),
                    Answer::Left(done) => return Ok(done),
                }
            }
        }
    }
}

/// A person's answer.
enum Answer {
    /// The action at this index.
    Chosen(usize),
    /// The end of input.
    Left(Done),
}

/// The lines of stdin, read on a thread of their own, so that Ctrl-C is noticed.
fn answers() -> Receiver<io::Result<String>> {
    let (send, receive) = channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let line = match (&mut input).take(MOST).read_until(b'\n', &mut line) {
                Ok(0) => return,
                Ok(_) => {
                    // The rest of a long line is not an answer of its own.
                    let whole = line.ends_with(b"\n");
                    let rest = if whole { Ok(0) } else { input.skip_until(b'\n') };
                    rest.map(|_| String::from_utf8_lossy(&line).trim().to_owned())
                }
                Err(error) => Err(error),
            };
            if send.send(line).is_err() {
                return;
            }
        }
    });
    receive
}

/// Asks a question until the answer is valid; `?` is answered with the `words`.
fn answer(
    answers: &Receiver<io::Result<String>>,
    question: &Question,
    words: &str,
) -> Result<Answer, Failure> {
    loop {
        TERMINAL.write(|out| write!(out, "> "))?;
        let line = loop {
            match answers.recv_timeout(PAUSE) {
                Ok(line) => break line,
                Err(RecvTimeoutError::Timeout) if TERMINAL.is_stopped() => {
                    print("\n")?;
                    return Ok(Answer::Left(Done::Stopped));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    print("\n")?;
                    return Ok(Answer::Left(Done::Whole));
                }
            }
        };
        let line = line.map_err(|error| Failure::Other(format!("cannot read stdin: {error}")))?;
        if line == HELP || line.eq_ignore_ascii_case("help") {
            print(words)?;
            continue;
        }
        match choice(&line, &question.actions) {
            Ok(choice) => return Ok(Answer::Chosen(choice)),
            Err(why) => print(&format!("{why}\n"))?,
        }
    }
}

/// The index of the action that a line names, by number or in words.
fn choice(line: &str, actions: &[String]) -> Result<usize, String> {
    // `+3` is a card.
    let digits = Some(line).filter(|line| line.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|digits| digits.parse::<usize>().ok()?.checked_sub(1));
    if let Some(place) = number.filter(|&place| place < actions.len()) {
        return Ok(place);
    }
    let words_of = |text: &str| -> Vec<String> {
        // Computed values and strategy files write `split:3` for `split 3`; `5` is the card `+5`.
        let words = text.split([' ', '\t', ':']).filter(|word| !word.is_empty());
        words.map(|word| word.trim_start_matches('+').to_lowercase()).collect()
    };
    let words = words_of(line);
    if let Some(place) = actions.iter().position(|action| words_of(action) == words) {
        return Ok(place);
    }
    // The first words are enough if one choice alone begins with them.
    let begins = |action: &str| !words.is_empty() && words_of(action).starts_with(&words);
    let mut begun = (0..actions.len()).filter(|&place| begins(&actions[place]));
    if let (Some(place), None) = (begun.next(), begun.next()) {
        return Ok(place);
    }
    let allowed = match actions.len() {
        1 => "1".to_owned(),
        many => {
            format!("a number 1 to {many}, or the words of a choice; {HELP} explains the words")
        }
    };
    let hint = hint(&nearest(line, actions.iter().map(String::as_str)));
    Err(match line {
        "" => format!("write {allowed}"),
        _ => format!("`{}` is none of these{hint}: write {allowed}", shown(line)),
    })
}

fn print(text: &str) -> Result<(), Failure> {
    TERMINAL.write(|out| out.write_all(text.as_bytes()))
}

fn welcome(game: &str, seat: usize, seed: u64, sitting: &Sitting) -> String {
    let mut others: Vec<(usize, &str)> = sitting.others().collect();
    let said = |(seat, strategy): &(usize, &str)| format!("seat {seat} plays {strategy}");
    let first = others.first().map(|(_, strategy)| *strategy);
    let all = others.iter().map(said).collect::<Vec<_>>().join(", ");
    others.dedup_by_key(|(_, strategy)| *strategy);
    let others = match (first, sitting.others().count(), others.len()) {
        (None, ..) => "you are alone".to_owned(),
        (Some(strategy), 2.., 1) => format!("all others play {strategy}"),
        _ => all,
    };
    format!(
        "You play {game} in seat {seat}; {others}.\n\
         Your play is compared with that of {}, the reference. The cards are those of --seed {seed}.\n\
         Answer with a number and Enter; {HELP} explains the words; Ctrl-D leaves with the \
         score.\n",
        sitting.reference()
    )
}

/// The meaning of the choices, from the lines above `decisions` in the format of written rounds.
fn legend(format: &str) -> String {
    // Optional keys are commented out there.
    let is_key = |about: &str| {
        about.split_once(" = ").is_some_and(|(key, _)| key.chars().all(char::is_alphanumeric))
    };
    let mut lines: Vec<&str> = Vec::new();
    for line in format.lines() {
        let line = line.trim_start();
        if line.starts_with("decisions") {
            break;
        }
        match line.strip_prefix("# ") {
            Some(about) if !is_key(about) => lines.push(about),
            _ => lines.clear(),
        }
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// The most choices that are all listed: as many as the pilot actions of a level have. Of more, such
/// as 1,000 stakes, the first ones and the last are.
const MOST_LISTED: usize = 100;

/// A decision as a person sees it.
fn asked(question: &Question) -> String {
    let mut text = String::from("\n");
    tell(&mut text, &question.since);
    for line in &question.sees {
        let _ = writeln!(text, "  {line}");
    }
    let all = question.actions.len();
    let digits = all.to_string().len();
    let numbered = |place: usize| format!("{:>digits$} {}", place + 1, question.actions[place]);
    let mut choices: Vec<String> = (0..all).map(numbered).collect();
    if all > MOST_LISTED {
        choices.truncate(MOST_LISTED - 2);
        choices.extend(["…".to_owned(), numbered(all - 1)]);
    }
    text += &columns(&choices, TERMINAL.width().unwrap_or(WIDTH).into());
    text
}

/// The most choices that are listed with their values.
const VALUED: usize = 8;

/// The reference's choice, and the value of each choice, best first.
fn advised(would: &str, advice: &Result<Advice, Untold>, stake: &str, width: usize) -> String {
    let mut text = format!("  the reference would: {would}\n");
    let Advice { choices, worlds, ignores, plays_on } = match advice {
        Ok(advice) => advice,
        Err(untold) => {
            let why = match untold {
                Untold::Before => " from this round alone: it goes on from the rounds before",
                Untold::World => ": no deal was found that fits all that you have seen",
            };
            let _ = writeln!(text, "  the value of each choice cannot be told{why}");
            return text;
        }
    };
    let how = match worlds {
        None => "computed".to_owned(),
        Some(worlds) => {
            let ignores = if *ignores { ", whatever the others did" } else { "" };
            format!("in {} worlds{ignores}", grouped(&worlds.to_string()))
        }
    };
    let _ = writeln!(text, "  value in {stake} if {plays_on} plays on ({how}):");
    let told: Vec<String> = choices.iter().take(VALUED).map(Worth::to_string).collect();
    text += &columns(&told, width);
    if let Some(next) = choices.get(VALUED) {
        let _ = writeln!(text, "  and {} more, the next {next}", choices.len() - VALUED);
    }
    text
}

/// Choices side by side, as many as fit on a line.
fn columns(choices: &[String], width: usize) -> String {
    const GAP: usize = 3;
    let widest = choices.iter().map(|choice| choice.chars().count()).max().unwrap_or(0);
    let many = (width.saturating_sub(2) / (widest + GAP)).max(1);
    let mut text = String::new();
    for row in choices.chunks(many) {
        let row: Vec<String> = row.iter().map(|choice| format!("{choice:<widest$}")).collect();
        let _ = writeln!(text, "  {}", row.join("   ").trim_end());
    }
    text
}

/// Adds steps, each after its rule.
fn tell(text: &mut String, steps: &[Step]) {
    for step in steps {
        let _ = writeln!(text, "{:>6}  {}", step.rule, step.text);
    }
}

fn ended(round: &Told, stake: &str, money: Money) -> String {
    let mut text = String::from("\n");
    tell(&mut text, &round.steps);
    let net = money.signed(round.net);
    let _ = writeln!(text, "round {} is over: you net {net} {stake}", round.number);
    text
}

/// The most decisions that are listed one by one.
const TOLD: usize = 10;

/// The score, and the decisions at which the reference plays otherwise.
fn summary(score: &Score, stake: &str, money: Money) -> String {
    let Score { rounds, net, reference, decisions, slips } = score;
    if *rounds == 0 {
        return "You leave before a round is over.\n".to_owned();
    }
    let counted = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let mut text = format!(
        "\nYou leave after {}, with {} {stake}; the reference would have {} on the same cards.\n",
        counted(*rounds, "round"),
        money.signed(*net),
        money.signed(*reference)
    );
    if *decisions == 0 {
        let _ = writeln!(text, "There was nothing to decide.");
        return text;
    }
    let decisions = counted(*decisions, "decision");
    if slips.is_empty() {
        let _ = writeln!(text, "In {decisions} you did nothing that the reference does not.");
        return text;
    }
    let _ = writeln!(
        text,
        "In {} of {decisions} the reference does something else. What that made on these cards, \
         luck included:",
        slips.len(),
    );
    let made = |cost: i64| match cost {
        0 => "nothing lost".to_owned(),
        1.. => format!("lost {}", money.text(cost)),
        _ => format!("won {}", money.text(cost)),
    };
    let (first, rest) = slips.split_at(slips.len().min(TOLD));
    for Slip { round, situation, played, better, cost } in first {
        let made = made(*cost);
        let _ = writeln!(
            text,
            "  round {round}, {situation}: you: {played}; the reference: {better}; {made}"
        );
    }
    if !rest.is_empty() {
        let made = made(rest.iter().map(|slip| slip.cost).sum());
        let _ = writeln!(text, "  {} others together: {made}", rest.len());
    }
    text
}

/// The files of rounds: the first under the given path, later ones beside it with their numbers.
struct Files<'p> {
    program: &'p Program,
    path: Option<PathBuf>,
    force: bool,
    first: Option<(Output, FileId)>,
    written: Vec<PathBuf>,
}

impl<'p> Files<'p> {
    fn prepare(program: &'p Program, args: &PlayArgs) -> Result<Files<'p>, Failure> {
        let (path, force) = (args.write.clone(), args.force);
        let mut files = Files { program, path, force, first: None, written: Vec::new() };
        let Some(path) = files.path.clone() else { return Ok(files) };
        files.first = Some(files.open(&path)?);
        // Report before the first round that the file of a later one cannot be written.
        if let Some(there) =
            (2..=MOST_LOOKED_FOR).map(|number| numbered(&path, number)).find(|path| path.exists())
            && !args.force
        {
            return Err(Failure::Usage(format!(
                "`{}` is there already, where a later round would be written: name another file with \
                 --write, or give --force",
                shown_path(&there)
            )));
        }
        Ok(files)
    }

    fn open(&self, path: &Path) -> Result<(Output, FileId), Failure> {
        let mut output = Output::new(progress::scratch(), &self.program.inputs());
        let file = output.file(path, self.force)?;
        Ok((output, file))
    }

    /// Writes a round, if rounds are to be written.
    fn put(&mut self, round: &Told) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let Some(text) = &round.text else {
            say(&format!(
                "note: round {} depends on those before it and is not written",
                round.number
            ));
            return Ok(());
        };
        let path = match round.number {
            1 => path.clone(),
            number => numbered(path, number),
        };
        let (mut output, file) = match self.first.take() {
            Some(first) if round.number == 1 => first,
            _ => self.open(&path)?,
        };
        output.put(file, text.clone().into_bytes());
        let written = output.write(&Map::new());
        self.written.extend(written.map_err(|error| Failure::Other(error.to_string()))?);
        Ok(())
    }
}

/// `mine-2.toml` for `mine.toml` and 2.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{}", ending.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_number_or_the_words_of_a_choice() {
        let actions = ["stay", "hit", "split 3"].map(str::to_owned);
        for (line, found) in [("1", 0), ("3", 2), ("hit", 1), ("Hit", 1), ("split  3", 2)] {
            assert_eq!(choice(line, &actions), Ok(found));
        }
        let cards = ["swap +4", "swap -4"].map(str::to_owned);
        for (line, found) in [("swap 4", 0), ("swap +4", 0), ("swap -4", 1)] {
            assert_eq!(choice(line, &cards), Ok(found));
        }
        for (line, parts) in [
            ("", &["a number 1 to 3"][..]),
            ("0", &["`0` is none of these", "1 to 3"]),
            ("4", &["`4` is none of these"]),
            ("hti", &["did you mean `hit`?"]),
            ("-1", &["`-1`"]),
            ("+3", &["`+3`"]),
        ] {
            let why = choice(line, &actions).unwrap_err();
            assert!(parts.iter().all(|part| why.contains(part)), "{why}");
        }
    }

    #[test]
    fn choices_stand_side_by_side() {
        let choices = ["1 stay", "2 hit", "3 split 3"].map(str::to_owned);
        assert_eq!(columns(&choices, 80), "  1 stay      2 hit       3 split 3\n");
        assert_eq!(columns(&choices, 5).lines().count(), 3);
    }

    #[test]
    fn later_rounds_are_numbered() {
        for (path, found) in [("a/mine.toml", "a/mine-2.toml"), ("mine", "mine-2")] {
            assert_eq!(numbered(Path::new(path), 2), Path::new(found));
        }
    }
}
