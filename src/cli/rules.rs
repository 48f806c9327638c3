//! `croupier rules GAME [ID]`.

use super::args::RulebookArgs;
use super::error::Failure;
use super::output::to_stdout;
use super::program::Program;
use super::{Done, Outcome};
use crate::framework::settings::{hint, nearest, shown};
use std::fmt::Write as _;
use std::io::{self, IsTerminal};

pub fn run(args: &RulebookArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let book = game.profile().rulebook;
    if book.trim().is_empty() {
        return Err(Failure::Usage(format!(
            "{name} carries no rulebook: its author gives one as RULES of the game; its rule fields: \
             {program} games {name}",
            name = game.name(),
            program = program.name
        )));
    }
    let text = match &args.id {
        None => book.to_owned(),
        Some(id) => asked(book, game.name(), id)?,
    };
    let text = match io::stdout().is_terminal() {
        true => plain(&text, std::env::var_os("NO_COLOR").is_none()),
        false => text,
    };
    to_stdout(|out| writeln!(out, "{}", text.trim_end()))?;
    Ok(Done::Whole)
}

/// The rule of an id, or all of a letter.
fn asked(book: &str, game: &str, id: &str) -> Result<String, Failure> {
    let rules = rules(book);
    let of_letter = |known: &str| known.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let is_asked = |known: &String| {
        known.eq_ignore_ascii_case(id) || of_letter(known).eq_ignore_ascii_case(id)
    };
    let mut found: Vec<&str> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.ids.iter().any(is_asked)) {
        // The rows of a table stand under its head, said once.
        if !rule.head.is_empty() && !found.contains(&rule.head.as_str()) {
            found.push(&rule.head);
        }
        found.push(&rule.text);
    }
    if found.is_empty() {
        let ids: Vec<&str> = rules.iter().flat_map(|rule| &rule.ids).map(String::as_str).collect();
        let low: Vec<String> = ids.iter().map(|id| id.to_lowercase()).collect();
        let near = nearest(id, low.iter().map(String::as_str)).map(|id| id.to_uppercase());
        return Err(Failure::Usage(format!(
            "{game} has no rule `{}`{}; its rules are {}",
            shown(id),
            hint(&near),
            ranges(&ids)
        )));
    }
    Ok(found.concat())
}

/// Ids in the order of the rulebook, as `K1 to K16, M1`.
fn ranges(ids: &[&str]) -> String {
    let parts = |id: &str| -> Option<(String, u32)> {
        let letters = id.trim_end_matches(|c: char| c.is_ascii_digit());
        Some((letters.to_owned(), id[letters.len()..].parse().ok()?))
    };
    let mut sorted: Vec<(String, u32)> = Vec::new();
    let mut letters: Vec<String> = Vec::new();
    for (letter, number) in ids.iter().filter_map(|id| parts(id)) {
        if !letters.contains(&letter) {
            letters.push(letter.clone());
        }
        sorted.push((letter, number));
    }
    sorted.sort_by_key(|(letter, number)| (letters.iter().position(|l| l == letter), *number));
    sorted.dedup();
    let mut said = Vec::new();
    let follows = |a: &(String, u32), b: &(String, u32)| a.0 == b.0 && a.1 + 1 == b.1;
    for run in sorted.chunk_by(follows) {
        said.extend(match run {
            [(letter, only)] => Some(format!("{letter}{only}")),
            [(letter, first), .., (_, last)] => Some(format!("{letter}{first} to {letter}{last}")),
            [] => None,
        });
    }
    said.join(", ")
}

/// A rule of a rulebook: an item of a list, or a row of a table.
#[derive(Debug, Default)]
struct Rule {
    ids: Vec<String>,
    /// The head of its table, with what separates it from the rows.
    head: String,
    text: String,
}

/// Every rule of a rulebook: items that name an id in bold, and rows that begin with one, or with
/// several (`C17–C19`, `C33, C35`).
fn rules(book: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    // Whether the last line was of an item, and the head of the table that it was of.
    let (mut inside, mut head) = (false, String::new());
    for line in book.lines() {
        let row = line.starts_with('|');
        if !row {
            head.clear();
        }
        if line.starts_with("- ") {
            inside = true;
            rules.push(Rule::default());
        } else if !line.starts_with(' ') {
            inside = false;
        }
        if inside && let Some(rule) = rules.last_mut() {
            rule.ids.extend(bold(line).filter(|word| is_id(word)).map(str::to_owned));
            let _ = writeln!(rule.text, "{line}");
        }
        if row {
            let first = line.trim_matches('|').split('|').next().unwrap_or_default();
            let ids = listed(first);
            match ids.is_empty() {
                true => {
                    let _ = writeln!(head, "{line}");
                }
                false => rules.push(Rule { ids, head: head.clone(), text: format!("{line}\n") }),
            }
        }
    }
    rules.retain(|rule| !rule.ids.is_empty());
    rules
}

/// What a line sets in bold.
fn bold(line: &str) -> impl Iterator<Item = &str> {
    line.split("**").skip(1).step_by(2)
}

/// Letters, then a number.
fn is_id(word: &str) -> bool {
    let number = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = word.len() - number.len();
    letters > 0 && !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// The ids of the first cell of a row.
fn listed(cell: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for part in cell.split(',').map(str::trim) {
        let (first, last) = part.split_once('–').unwrap_or((part, part));
        if !is_id(first) || !is_id(last) {
            continue;
        }
        let letters = first.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = |id: &str| id.trim_start_matches(letters).parse::<u32>().unwrap_or_default();
        ids.extend((number(first)..=number(last)).map(|number| format!("{letters}{number}")));
    }
    ids
}

/// The text as a terminal shows it: without the marks of Markdown; with `color`, headings are bold.
fn plain(text: &str, color: bool) -> String {
    let line = |line: &str| -> Option<String> {
        if let Some(heading) = line.strip_prefix('#') {
            let heading = unmarked(heading.trim_start_matches('#').trim());
            return Some(if color { format!("\u{1b}[1m{heading}\u{1b}[0m") } else { heading });
        }
        // What separates the head of a table from its rows.
        let rule = line.starts_with("|-") && line.chars().all(|c| "|-: ".contains(c));
        (!rule).then(|| unmarked(line))
    };
    text.lines().filter_map(line).map(|line| line + "\n").collect()
}

/// A line without the marks of emphasis and of code; what is marked as code is kept as it is.
fn unmarked(line: &str) -> String {
    let pieces = line.split('`').enumerate();
    pieces
        .map(|(at, piece)| if at % 2 == 1 { piece.to_owned() } else { piece.replace('*', "") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "\
A game of cards.

# Play

- **J1** The *deck* holds `decks` = **1** times
  eight cards.
- A reading.
- **J2** Deal. **J4** Play `2 * 3`.

After the list.

| | hand | what |
|---|---|---|
| C1 | pair | two |
| C2–C4, C7 | trips | three |
";

    fn refusal(id: &str) -> String {
        match asked(BOOK, "toy", id) {
            Err(Failure::Usage(message)) => message,
            _ => panic!("there is no rule {id}"),
        }
    }

    #[test]
    fn a_rule_is_an_item_or_a_row() {
        let one = "- **J1** The *deck* holds `decks` = **1** times\n  eight cards.\n";
        let two = "- **J2** Deal. **J4** Play `2 * 3`.\n";
        let rows = "| C2–C4, C7 | trips | three |\n";
        let head = "| | hand | what |\n|---|---|---|\n";
        for (id, expected) in [
            ("J1", one.to_owned()),
            ("j1", one.to_owned()),
            ("J4", two.to_owned()),
            ("c3", format!("{head}{rows}")),
            ("C7", format!("{head}{rows}")),
            ("J", format!("{one}{two}")),
            ("C", format!("{head}| C1 | pair | two |\n{rows}")),
        ] {
            assert_eq!(asked(BOOK, "toy", id).unwrap_or_default(), expected, "{id}");
        }
    }

    #[test]
    fn an_unknown_rule_names_the_nearest_and_all() {
        let all = "its rules are J1 to J2, J4, C1 to C4, C7";
        assert_eq!(refusal("J3"), format!("toy has no rule `J3` (did you mean `J1`?); {all}"));
        assert_eq!(refusal("zebra"), format!("toy has no rule `zebra`; {all}"));
    }

    #[test]
    fn a_terminal_shows_no_marks() {
        let shown = plain(BOOK, false);
        assert!(
            shown.starts_with("A game of cards.\n\nPlay\n\n- J1 The deck holds decks = 1 times\n")
        );
        assert!(shown.contains("J4 Play 2 * 3.") && !shown.contains("|--"), "{shown}");
        assert!(plain(BOOK, true).contains("\u{1b}[1mPlay\u{1b}[0m\n"));
    }
}
