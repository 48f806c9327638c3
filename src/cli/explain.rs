//! `croupier explain [WORD…]`.

use super::args::{ExplainArgs, Format};
use super::error::Failure;
use super::output::{print, whole};
use super::page::Page;
use super::program::Program;
use super::{Done, Outcome};
use crate::framework::Profile;
use crate::framework::settings::{hint, lines, nearest, shown};
use crate::report::page::Meaning;
use crate::strategy::{self, catalogue};
use crate::study::{Cell, Report, Table};
use serde_json::Map;
use std::fmt::Write as _;

/// The page that explains all words, except those that games declare.
const GLOSSARY: &str = include_str!("../../docs/glossary.md");

/// The start of the headings of sections about one game; its name follows.
const OF_A_GAME: [&str; 2] = ["Events of ", "Words of "];

/// The section of the parameters of a game's strategies.
const PARAMETERS: &str = "Parameters";

/// The ending of the name of an entry about another event.
const EVENT: &str = "EVENT";

/// The width of the list of words, in characters.
const WIDTH: usize = 80;

/// The explanations of words, for the reader of a page.
#[derive(Debug)]
pub struct Glossary(Vec<Entry>);

impl Glossary {
    /// The glossary with the words of these games and those of every game.
    pub fn of(games: &[Profile]) -> Glossary {
        Glossary(entries(GLOSSARY, games))
    }

    /// The explanation of a word, followed by that of the event that it concerns.
    pub fn meanings(&self, word: &str) -> Vec<Meaning> {
        let found = found(&self.0, word);
        let about = found.iter().flat_map(|entry| &entry.names);
        let about = about.filter_map(|name| name.strip_suffix(EVENT));
        let event = about.filter_map(|before| event_in(&self.0, before, word)).next();
        let meaning = |entry: &Entry| Meaning {
            names: entry.names.clone(),
            kind: entry.section.to_lowercase(),
            text: entry.text.replace('\n', " "),
        };
        let own = found.into_iter().map(meaning);
        own.chain(event.iter().flat_map(|event| self.meanings(event))).collect()
    }
}

pub fn run(args: &ExplainArgs, program: &Program) -> Outcome {
    let profiles: Vec<Profile> = program.games.iter().map(|game| game.profile()).collect();
    let entries = entries(GLOSSARY, &profiles);
    // Readers of a table type a name of two words with a space.
    let joined = args.words.join(" ");
    let asked = match looked_up(&entries, &joined).is_empty() {
        true => args.words.clone(),
        false => vec![joined],
    };
    let told = match args.words.is_empty() {
        true => entries.iter().collect(),
        false => explained(&entries, &asked, &program.name)?,
    };
    let mut manifest = Map::new();
    manifest.insert("command".into(), "explain".into());
    manifest.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    let report = Report::new(manifest, vec![table(&told)]);
    let page = Page::prepare(program, &args.report, &args.format)?;
    page.deliver(None, &report, whole)?;
    // A text by default; other formats only on request.
    match args.format.format.unwrap_or(Format::Table) {
        Format::Table => {
            let text = if args.words.is_empty() { list(&entries) } else { text(&told) };
            program.caller.write(|out| out.write_all(text.as_bytes()))?;
        }
        format => print(program, None, &report, format, whole)?,
    }
    Ok(Done::Whole)
}

fn table(entries: &[&Entry]) -> Table {
    let mut table = Table::new("words", ["word", "kind", "meaning"]);
    for entry in entries {
        let kind = entry.section.to_lowercase();
        let row = [entry.names.join(", "), kind, entry.text.replace('\n', " ").replace('`', "")];
        table.push(row.map(Cell::from).into());
    }
    table
}

fn text(entries: &[&Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let (names, body) = (entry.names.join(", "), entry.text.replace('\n', "\n  "));
        let _ = writeln!(text, "{names} ({})\n  {body}", entry.section.to_lowercase());
    }
    text
}

/// The explanation of a word.
#[derive(Debug)]
struct Entry {
    /// Its names; runs of capitals stand for a number (`N`), another event or any name.
    names: Vec<String>,
    /// The kind of word, as the list gives it.
    section: String,
    text: String,
}

/// The entries of the page about games of the program, and the words that these declare.
fn entries(page: &str, games: &[Profile]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut section = "";
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title;
        } else if let Some((names, text)) =
            line.strip_prefix("- ").and_then(|line| line.split_once(": "))
        {
            let names = names.split(", ").map(|name| name.trim_matches('`').to_owned()).collect();
            entries.push(Entry { names, section: section.to_owned(), text: text.to_owned() });
        } else if let (Some(more), Some(entry)) = (line.strip_prefix("  "), entries.last_mut()) {
            let _ = write!(entry.text, "\n{more}");
        }
    }
    entries.retain(|entry| {
        let game = OF_A_GAME.iter().find_map(|before| entry.section.strip_prefix(before));
        game.is_none_or(|game| games.iter().any(|of| of.name == game))
    });
    games.iter().for_each(|game| declared(game, &mut entries));
    entries
}

/// Adds the words that a game declares.
fn declared(game: &Profile, entries: &mut Vec<Entry>) {
    let mut add = |name: &str, what: &str, text: String| {
        let mut names = vec![name.to_owned()];
        if what == PARAMETERS {
            // The name that `--vary` takes.
            names.push(format!("strategy.{name}"));
        }
        entries.push(Entry { names, section: format!("{what} of {}", game.name), text });
    };
    for field in game.fields {
        let text = format!("{} (rule {}); {}", field.about, field.rule, field.allowed);
        add(field.name, "Rule fields", text);
    }
    for preset in game.presets {
        add(preset.name, "Presets", preset.about.to_owned());
    }
    for strategy in game.strategies {
        add(strategy.name, "Strategies", strategy.about.to_owned());
    }
    for (files, what) in [
        (catalogue::shipped(game).collect::<Vec<_>>(), "Strategies"),
        (catalogue::counts(game).collect(), "Counting systems"),
    ] {
        for file in files {
            if let Ok(about) = file.about(game.name) {
                add(file.name, what, about);
            }
        }
    }
    for strategy in game.strategies {
        for parameter in strategy.parameters {
            let text = format!(
                "a parameter of {}, {} unless it is named; {}",
                strategy.name, parameter.default, parameter.allowed
            );
            add(parameter.name, PARAMETERS, text);
        }
    }
    for occasion in game.occasions.iter().chain(game.common_occasions) {
        let text = match occasion.about {
            "" => format!("an event of {}", game.title),
            about => about.to_owned(),
        };
        add(occasion.name, "Events", text);
    }
    for feature in (game.features)() {
        let text = format!("{}; {} to {}", feature.about, feature.low, feature.high);
        add(feature.name, "Features of strategy files", text);
    }
}

/// A word in the form for look-up: `House edge`, `house-edge` and `house_edge` are the same.
fn folded(word: &str) -> String {
    word.to_lowercase().replace(['_', ' '], "-")
}

/// A piece of an entry's name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece<'a> {
    Said(&'a str),
    /// A run of capitals: a placeholder for any name, a number or an event.
    Any(&'a str),
}

/// Splits the name of an entry into pieces.
fn pieces(name: &str) -> Vec<Piece<'_>> {
    let is_free = |c: char| c.is_ascii_uppercase();
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_free(c) != is_free(first)).unwrap_or(rest.len());
        let (piece, more) = rest.split_at(end);
        pieces.push(if is_free(first) { Piece::Any(piece) } else { Piece::Said(piece) });
        rest = more;
    }
    pieces
}

fn is_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit())
}

/// The number of letters of a folded word that match an entry's name literally, if it matches.
fn fits(entries: &[Entry], name: &str, word: &str) -> Option<usize> {
    fn go(entries: &[Entry], pieces: &[Piece<'_>], word: &str) -> Option<usize> {
        match pieces {
            [] => word.is_empty().then_some(0),
            [Piece::Said(said), more @ ..] => {
                let said = folded(said);
                let rest = word.strip_prefix(&said)?;
                Some(go(entries, more, rest)? + said.len())
            }
            [Piece::Any(free), more @ ..] => {
                let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
                let takes = |end: usize| {
                    let (taken, rest) = word.split_at(end);
                    let right = match *free {
                        "N" => is_number(taken),
                        "P" => taken.parse::<f64>().is_ok_and(|p| (0.0..=1.0).contains(&p)),
                        "SEAT" => is_number(taken) || taken == "house",
                        EVENT => !found(entries, taken).is_empty(),
                        _ => true,
                    };
                    right.then(|| go(entries, more, rest)).flatten()
                };
                ends.filter_map(takes).max()
            }
        }
    }
    // The exact spelling of the page takes precedence.
    match folded(name) == word {
        true => Some(usize::MAX),
        false => go(entries, &pieces(name), word),
    }
}

/// The entries that match a word with the most literal letters.
fn found<'e>(entries: &'e [Entry], word: &str) -> Vec<&'e Entry> {
    let word = folded(word);
    let fit = |entry: &'e Entry| {
        let fits = entry.names.iter().filter_map(|name| fits(entries, name, &word)).max()?;
        Some((fits, entry))
    };
    let fitting: Vec<(usize, &Entry)> = entries.iter().filter_map(fit).collect();
    let most = fitting.iter().map(|(fits, _)| *fits).max();
    fitting.into_iter().filter(|(fits, _)| Some(*fits) == most).map(|(_, entry)| entry).collect()
}

/// The entries of a word in the singular or the plural, whichever exists; for a strategy with
/// parameters, the entries of its name; failing that, those of the family that the word names.
fn looked_up<'e>(entries: &'e [Entry], word: &str) -> Vec<&'e Entry> {
    let word = if found(entries, word).is_empty() { strategy::split(word).0 } else { word };
    let singular = word.strip_suffix('s').map(str::to_owned);
    let mut forms =
        [Some(word.to_owned()), Some(format!("{word}s")), singular].into_iter().flatten();
    forms
        .find_map(|form| Some(found(entries, &form)).filter(|found| !found.is_empty()))
        .unwrap_or_else(|| family(entries, word))
}

/// The entries whose names continue after the word and a colon: `shows` finds `shows:EVENT`.
fn family<'e>(entries: &'e [Entry], word: &str) -> Vec<&'e Entry> {
    let stem = folded(word) + ":";
    let of_it = |entry: &&Entry| entry.names.iter().any(|name| folded(name).starts_with(&stem));
    entries.iter().filter(of_it).collect()
}

/// The entries of words; an entry about another event is followed by that event's.
fn explained<'e>(
    entries: &'e [Entry],
    words: &[String],
    program: &str,
) -> Result<Vec<&'e Entry>, Failure> {
    let (mut told, mut unknown): (Vec<&Entry>, _) = (Vec::new(), Vec::new());
    for word in words {
        let found = looked_up(entries, word);
        if found.is_empty() {
            let names: Vec<String> =
                entries.iter().flat_map(|entry| &entry.names).map(|name| folded(name)).collect();
            let near = nearest(&folded(word), names.iter().map(String::as_str));
            let near = near.and_then(|near| {
                let mut all = entries.iter().flat_map(|entry| &entry.names);
                all.find(|name| folded(name) == near).cloned()
            });
            let rule = match is_rule(word) {
                true => format!("; a rule is printed by {program} rules GAME {word}"),
                false => String::new(),
            };
            unknown.push(format!("no word `{}`{}{rule}", shown(word), hint(&near)));
        }
        for entry in found {
            // Two words may share an entry.
            if told.iter().any(|known| std::ptr::eq(*known, entry)) {
                continue;
            }
            told.push(entry);
            let mut about = entry.names.iter().filter_map(|name| name.strip_suffix(EVENT));
            if let Some(event) = about.find_map(|before| event_in(entries, before, word)) {
                told.extend(explained(entries, &[event], program)?);
            }
        }
    }
    match unknown.is_empty() {
        true => Ok(told),
        false => {
            unknown.push(format!("all words: {program} explain"));
            Err(Failure::Usage(lines(unknown)))
        }
    }
}

/// Whether a word looks like the id of a rule: letters and a number, such as `K12`.
fn is_rule(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    letters.len() < word.len()
        && (1..=2).contains(&letters.len())
        && letters.chars().all(|c| c.is_ascii_alphabetic())
}

/// The event that a word refers to, after the prefix `before` of the entry.
fn event_in(entries: &[Entry], before: &str, word: &str) -> Option<String> {
    let word = folded(word);
    let mut ends = (1..word.len()).filter(|end| word.is_char_boundary(*end));
    let splits = |end: &usize| {
        fits(entries, before, &word[..*end]).is_some() && !found(entries, &word[*end..]).is_empty()
    };
    let at = ends.find(splits)?;
    Some(word[at..].to_owned())
}

/// All words, by section.
fn list(entries: &[Entry]) -> String {
    let mut text = String::new();
    for section in entries.chunk_by(|a, b| a.section == b.section) {
        let _ =
            write!(text, "{}{}\n ", if text.is_empty() { "" } else { "\n" }, section[0].section);
        let mut width = 1;
        for name in section.iter().flat_map(|entry| &entry.names) {
            let more = name.chars().count() + 1;
            if width > 1 && width + more > WIDTH {
                text += "\n ";
                width = 1;
            }
            let _ = write!(text, " {name}");
            width += more;
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::{Occasion, Of};
    use crate::study;

    const PAGE: &str = "\
# Words

- `nothing`

## Columns

- `ev`, `ev_se`: What is won,
  and its error.
- `qP`: A quantile.

## Events

- `seatN:EVENT`: At a seat.
- `dealt:EVENT`: As dealt.
- `run-N`: A run.
- `run-9+`: Many.

## Events of nobody

- `ghost`: Of no game.
";

    fn sections(word: &str) -> Vec<String> {
        let entries = entries(PAGE, &[]);
        found(&entries, word).iter().map(|entry| entry.names.join(" ")).collect()
    }

    #[test]
    fn a_word_is_found_by_what_it_says() {
        for (word, names) in [
            ("EV", "ev ev_se"),
            ("Ev-Se", "ev ev_se"),
            ("q0.05", "qP"),
            ("run-12", "run-N"),
            ("run-9+", "run-9+"),
            ("seat3:run-2", "seatN:EVENT"),
            ("dealt:seat1:run-4", "dealt:EVENT"),
        ] {
            assert_eq!(sections(word), [names], "{word}");
        }
        for word in [
            "quatrain",
            "q2",
            "run-x",
            "seat:run-1",
            "seat3:walk",
            "dealt:",
            "ghost",
            "",
            "nothing",
        ] {
            assert!(sections(word).is_empty(), "{word}");
        }
    }

    #[test]
    fn an_entry_of_two_words_is_told_once() {
        let words = ["ev", "ev_se"].map(str::to_owned);
        let entries = entries(PAGE, &[]);
        assert!(explained(&entries, &words, "croupier").is_ok_and(|told| told.len() == 1));
    }

    #[test]
    fn an_event_of_an_event_is_explained_too() {
        let entries = entries(PAGE, &[]);
        let told = explained(&entries, &["seat3:run-2".to_owned()], "croupier");
        assert_eq!(
            text(&told.unwrap_or_default()),
            "seatN:EVENT (events)\n  At a seat.\nrun-N (events)\n  A run.\n"
        );
        for (word, other) in [("quantile", "quantiles"), ("quantiles", "quantile")] {
            let page = format!("# Words\n\n## Terms\n\n- `{other}`: A value.\n");
            assert_eq!(looked_up(&super::entries(&page, &[]), word).len(), 1, "{word}");
        }
        match explained(&entries, &["runn-3".to_owned(), "evx".to_owned()], "house") {
            Err(Failure::Usage(why)) => {
                assert!(why.contains("no word `runn-3` (did you mean `run-N`?)\n"), "{why}");
                assert!(why.ends_with("did you mean `ev`?)\n       all words: house explain"));
            }
            _ => panic!("they are refused"),
        }
    }

    /// An author may leave an event without a text.
    #[test]
    fn an_event_without_a_text_is_a_word() {
        const BARE: &[Occasion] = &[Occasion::new("split-pot", Of::Table)];
        let ours =
            Profile { name: "snap", title: "Snap", occasions: BARE, ..study::games()[0].profile() };
        let entries = entries(PAGE, &[ours]);
        let told = explained(&entries, &["split-pot".to_owned()], "snap").map(|told| text(&told));
        assert!(told.is_ok_and(|told| told == "split-pot (events of snap)\n  an event of Snap\n"));
    }

    #[test]
    fn what_games_declare_is_explained() {
        let profiles: Vec<Profile> = study::games().iter().map(|game| game.profile()).collect();
        let entries = entries(GLOSSARY, &profiles);
        for game in &profiles {
            let fields = game.fields.iter().map(|field| field.name);
            for name in fields.chain(game.strategies.iter().map(|strategy| strategy.name)) {
                assert!(!found(&entries, name).is_empty(), "{}: {name}", game.name);
            }
        }
    }
}
