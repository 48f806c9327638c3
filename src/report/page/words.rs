//! The glossary of a page: the words on it that have entries, each linked to them.

use crate::report::terminal::readable;
use crate::study::Cell;
use askama::Template;
use std::collections::HashMap;

/// A glossary entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// Its names; the first one is the headword.
    pub names: Vec<String>,
    /// The kind of word.
    pub kind: String,
    /// The definition; code is between backticks.
    pub text: String,
}

/// The words of a page that are in the glossary, in order of appearance.
pub(super) struct Words<'a> {
    meanings: &'a dyn Fn(&str) -> Vec<Meaning>,
    entries: Vec<Meaning>,
    /// The indices of the entries of a word.
    known: HashMap<String, Vec<usize>>,
}

/// The longest word that is looked up, in bytes: a longer text is a sentence.
const LONGEST: usize = 60;

/// The columns whose cells are looked up as words: other cells are sentences, cards, or words of
/// one table.
const NAMING: [&str; 12] = [
    "a",
    "b",
    "event",
    "feature",
    "field",
    "method",
    "metric",
    "parameter",
    "preset",
    "seat",
    "strategy",
    "system",
];

/// The kinds of entries that describe tables, not the words in their rows.
const OF_TABLES: [&str; 2] = ["columns", "tables"];

impl<'a> Words<'a> {
    pub(super) fn new(meanings: &'a dyn Fn(&str) -> Vec<Meaning>) -> Words<'a> {
        Words { meanings, entries: Vec::new(), known: HashMap::new() }
    }

    /// The indices of the entries of a word that `fit`.
    fn places(&mut self, word: &str, fit: impl Fn(&Meaning) -> bool) -> Vec<usize> {
        if word.is_empty() || word.len() > LONGEST {
            return Vec::new();
        }
        if !self.known.contains_key(word) {
            let mut places = Vec::new();
            for meaning in (self.meanings)(word) {
                let known = self.entries.iter().position(|entry| *entry == meaning);
                places.push(known.unwrap_or(self.entries.len()));
                if known.is_none() {
                    self.entries.push(meaning);
                }
            }
            self.known.insert(word.to_owned(), places);
        }
        let places = self.known.get(word).into_iter().flatten().copied();
        places.filter(|place| fit(&self.entries[*place])).collect()
    }

    /// A text, linked to the entries of `word`, if there are any.
    pub(super) fn term(&mut self, text: &str, word: &str) -> Term {
        Term { text: readable(text), to: ids(&self.places(word, |_| true)) }
    }

    /// The ids of the entries of the word in a cell of a column, separated by spaces.
    pub(super) fn of_cell(&mut self, column: &str, cell: &Cell) -> String {
        let Cell::Text(text) = cell else { return String::new() };
        if !NAMING.contains(&column) {
            return String::new();
        }
        // A strategy may have parameters in parentheses.
        let word = text.split('(').next().unwrap_or(text);
        let places = self.places(word, |entry| !OF_TABLES.contains(&entry.kind.as_str()));
        ids(&places)
    }

    /// The entries of all words looked up, sorted by name.
    pub(super) fn entries(self) -> Vec<Entry> {
        let entry = |(id, meaning): (usize, Meaning)| Entry {
            id,
            names: readable(&meaning.names.join(", ")),
            kind: readable(&meaning.kind),
            text: pieces(&meaning.text),
        };
        let mut entries: Vec<Entry> = self.entries.into_iter().enumerate().map(entry).collect();
        entries.sort_by_key(|entry| (entry.names.to_lowercase(), entry.id));
        entries
    }
}

fn ids(places: &[usize]) -> String {
    places.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// The pieces of a text, and whether each is code.
fn pieces(text: &str) -> Vec<(bool, String)> {
    let pieces = text.split('`').enumerate();
    pieces.map(|(at, piece)| (at % 2 == 1, readable(piece))).collect()
}

/// A text, and the glossary entries that it links to, as a list of ids.
#[derive(Template)]
#[template(
    ext = "html",
    source = r##"{% if to.is_empty() %}{{ text }}{% else %}<a class="term" href="#w{{ self.first() }}" data-words="{{ to }}">{{ text }}</a>{% endif %}"##
)]
pub(super) struct Term {
    pub text: String,
    /// The ids of its entries, separated by spaces.
    pub to: String,
}

impl Term {
    /// The entry that it links to when no script runs.
    pub fn first(&self) -> &str {
        self.to.split(' ').next().unwrap_or_default()
    }
}

/// A glossary entry as the page lists it.
pub(super) struct Entry {
    pub id: usize,
    pub names: String,
    pub kind: String,
    /// The pieces of its definition, and whether each is code.
    pub text: Vec<(bool, String)>,
}
