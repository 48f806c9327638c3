//! `croupier rules GAME [ID]`.

use super::args::{Format, RulebookArgs};
use super::error::Failure;
use super::output::{print, whole};
use super::page::Page;
use super::program::Program;
use super::{Done, Outcome};
use crate::framework::settings::{hint, nearest, shown};
use crate::study::{Cell, Report, Table};
use serde_json::Map;
use std::fmt::Write as _;

/// The columns of the table.
const COLUMNS: [&str; 3] = ["part", "rule", "text"];

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
    let entries = entries(book);
    let asked = match &args.id {
        None => entries.iter().collect(),
        Some(id) => asked(&entries, game.name(), id)?,
    };
    let mut manifest = Map::new();
    manifest.insert("command".into(), "rules".into());
    manifest.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    manifest.insert("game".into(), game.name().into());
    let report = Report::new(manifest, vec![table(&asked)]);
    let page = Page::prepare(program, &args.report, &args.format)?;
    page.deliver(Some(game), &report, whole)?;
    let markdown = match &args.id {
        None => book.to_owned(),
        Some(_) => written(&asked),
    };
    // Rules are a text; csv and json only on request.
    let text = match args.format.format {
        Some(format @ (Format::Csv | Format::Json)) => {
            print(program, Some(game), &report, format, whole)?;
            return Ok(Done::Whole);
        }
        Some(Format::Markdown) => markdown,
        Some(Format::Table) => plain(&markdown, false),
        None if program.caller.is_terminal() => plain(&markdown, program.caller.has_color()),
        None => markdown,
    };
    program.caller.write(|out| writeln!(out, "{}", text.trim_end()))?;
    Ok(Done::Whole)
}

/// The rule with an id, or all rules whose ids have this letter, with the other text of the same
/// parts.
fn asked<'e>(entries: &'e [Entry], game: &str, id: &str) -> Result<Vec<&'e Entry>, Failure> {
    let of_letter = |known: &str| known.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let is_asked = |known: &String| {
        known.eq_ignore_ascii_case(id) || of_letter(known).eq_ignore_ascii_case(id)
    };
    let states = |entry: &&Entry| entry.ids.iter().any(is_asked);
    let found: Vec<&Entry> = entries.iter().filter(states).collect();
    if found.is_empty() {
        let ids: Vec<&str> =
            entries.iter().flat_map(|entry| &entry.ids).map(String::as_str).collect();
        let low: Vec<String> = ids.iter().map(|id| id.to_lowercase()).collect();
        let near = nearest(id, low.iter().map(String::as_str)).map(|id| id.to_uppercase());
        return Err(Failure::Usage(format!(
            "{game} has no rule `{}`{}; its rules are {}",
            shown(id),
            hint(&near),
            ranges(&ids)
        )));
    }
    if id.ends_with(|c: char| c.is_ascii_digit()) {
        return Ok(found);
    }
    // The text of a part beside its rules applies to all of them.
    let of_part = |entry: &Entry| found.iter().any(|one| one.part == entry.part);
    let beside = |entry: &&Entry| states(entry) || entry.ids.is_empty() && of_part(entry);
    Ok(entries.iter().filter(beside).collect())
}

/// Entries as the rulebook writes them; the rows of a table follow its head, which is given once.
fn written(entries: &[&Entry]) -> String {
    let mut found: Vec<&str> = Vec::new();
    for entry in entries {
        if !entry.head.is_empty() && !found.contains(&entry.head.as_str()) {
            found.push(&entry.head);
        }
        found.push(&entry.text);
    }
    found.concat()
}

fn table(entries: &[&Entry]) -> Table {
    let mut table = Table::new("rules", COLUMNS);
    for entry in entries {
        let ids = entry.ids.join(", ");
        table.push([entry.part.clone(), ids, entry.said()].map(Cell::from).into());
    }
    table
}

/// Rule ids as ranges, in the order of the rulebook: `K1 to K16, M1`.
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

/// A paragraph of a rulebook, an item of a list, or a row of a table.
#[derive(Debug, Default)]
struct Entry {
    /// The heading above it.
    part: String,
    /// The ids of the rules that it states; several if a row begins with several (`C17–C19`,
    /// `C33, C35`).
    ids: Vec<String>,
    /// The head of its table, with the line under it.
    head: String,
    /// Its text in Markdown.
    text: String,
}

impl Entry {
    /// Its text in a line, without Markdown, and without its id and heading.
    fn said(&self) -> String {
        if let Some(heads) = self.head.lines().next() {
            let (heads, cells) = (cells(heads), cells(&self.text));
            let own = usize::from(!self.ids.is_empty());
            let named = heads.iter().zip(&cells).enumerate().skip(own);
            let said = named.filter(|(_, (_, cell))| !cell.is_empty()).map(|(at, (head, cell))| {
                match at - own {
                    0 => (*cell).to_owned(),
                    1 => format!(": {cell}"),
                    _ => format!("; {head}: {cell}"),
                }
            });
            return unmarked(&said.collect::<String>());
        }
        let lines: Vec<&str> = self.text.lines().map(str::trim).collect();
        let text = lines.join(" ");
        let text = text.strip_prefix("- ").unwrap_or(&text);
        let text = match &self.ids[..] {
            [id] => text.strip_prefix(&format!("**{id}** ")).unwrap_or(text),
            _ => text,
        };
        unmarked(text)
    }
}

/// The entries of a rulebook, in order. An item states the rules whose ids it has in bold, a row
/// those of its first cell.
fn entries(book: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let (mut part, mut head) = (String::new(), String::new());
    // The entry of the last line, if the next line can continue it.
    let mut open = Open::Nothing;
    for line in book.lines() {
        let is_row = line.starts_with('|');
        if !is_row {
            head.clear();
        }
        if let Some(title) = line.strip_prefix('#') {
            part = title.trim_start_matches('#').trim().to_owned();
            open = Open::Nothing;
        } else if is_row {
            open = Open::Nothing;
            // The head, and the separator line.
            if head.lines().count() < 2 {
                let _ = writeln!(head, "{line}");
                continue;
            }
            let ids = listed(cells(line).first().copied().unwrap_or_default());
            let (part, head) = (part.clone(), head.clone());
            entries.push(Entry { part, ids, head, text: format!("{line}\n") });
        } else if line.trim().is_empty() {
            open = Open::Nothing;
        } else {
            let goes_on = match open {
                Open::Nothing => false,
                Open::Item => line.starts_with(' '),
                Open::Paragraph => !line.starts_with("- "),
            };
            if !goes_on {
                let is_item = line.starts_with("- ");
                open = if is_item { Open::Item } else { Open::Paragraph };
                entries.push(Entry { part: part.clone(), ..Entry::default() });
            }
            if let Some(entry) = entries.last_mut() {
                if matches!(open, Open::Item) {
                    entry.ids.extend(bold(line).filter(|word| is_id(word)).map(str::to_owned));
                }
                let _ = writeln!(entry.text, "{line}");
            }
        }
    }
    entries
}

/// An entry that the next line may continue.
#[derive(Clone, Copy, Debug)]
enum Open {
    Nothing,
    Item,
    Paragraph,
}

/// The cells of a table row.
fn cells(row: &str) -> Vec<&str> {
    row.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// The words that a line has in bold.
fn bold(line: &str) -> impl Iterator<Item = &str> {
    line.split("**").skip(1).step_by(2)
}

/// Whether a word has the form of a rule id: letters, then a number.
fn is_id(word: &str) -> bool {
    let number = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = word.len() - number.len();
    letters > 0 && !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// The ids in the first cell of a row.
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

/// The text for a terminal: without Markdown marks, and with headings in bold if `color`.
fn plain(text: &str, color: bool) -> String {
    let line = |line: &str| -> Option<String> {
        if let Some(heading) = line.strip_prefix('#') {
            let heading = unmarked(heading.trim_start_matches('#').trim());
            return Some(if color { format!("\u{1b}[1m{heading}\u{1b}[0m") } else { heading });
        }
        // The line between the head of a table and its rows.
        let rule = line.starts_with("|-") && line.chars().all(|c| "|-: ".contains(c));
        (!rule).then(|| unmarked(line))
    };
    text.lines().filter_map(line).map(|line| line + "\n").collect()
}

/// A line without the marks of emphasis and code; text marked as code is kept.
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

| | hand | what | barred by |
|---|---|---|---|
| C1 | pair | two | |
| C2–C4, C7 | trips | three | d: four |
";

    fn refusal(id: &str) -> String {
        match asked(&entries(BOOK), "toy", id) {
            Err(Failure::Usage(message)) => message,
            _ => panic!("there is no rule {id}"),
        }
    }

    #[test]
    fn a_rule_is_an_item_or_a_row() {
        let one = "- **J1** The *deck* holds `decks` = **1** times\n  eight cards.\n";
        let two = "- **J2** Deal. **J4** Play `2 * 3`.\n";
        let rows = "| C2–C4, C7 | trips | three | d: four |\n";
        let head = "| | hand | what | barred by |\n|---|---|---|---|\n";
        for (id, expected) in [
            ("J1", one.to_owned()),
            ("j1", one.to_owned()),
            ("J4", two.to_owned()),
            ("c3", format!("{head}{rows}")),
            ("C7", format!("{head}{rows}")),
            ("J", format!("{one}- A reading.\n{two}After the list.\n")),
            ("C", format!("- A reading.\nAfter the list.\n{head}| C1 | pair | two | |\n{rows}")),
        ] {
            let entries = entries(BOOK);
            let found = asked(&entries, "toy", id).unwrap_or_default();
            assert_eq!(written(&found), expected, "{id}");
        }
    }

    #[test]
    fn a_page_has_a_line_for_each_paragraph_item_and_row() {
        let rows: Vec<String> = entries(BOOK)
            .iter()
            .map(|entry| format!("{}|{}|{}", entry.part, entry.ids.join(","), entry.said()))
            .collect();
        let expected = [
            "||A game of cards.",
            "Play|J1|The deck holds decks = 1 times eight cards.",
            "Play||A reading.",
            "Play|J2,J4|J2 Deal. J4 Play 2 * 3.",
            "Play||After the list.",
            "Play|C1|pair: two",
            "Play|C2,C3,C4,C7|trips: three; barred by: d: four",
        ];
        assert_eq!(rows, expected);
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
