//! Decisions in the notation of written rounds.

use super::hand::{Card, RANKS};
use crate::framework::recorder::listed;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// The decisions, with what they are about in capitals.
const FORMS: [&str; 12] = [
    "vote DAY LIGHT",
    "name RANK",
    "pass",
    "redeem CARD",
    "shed CARD",
    "lay CARD SEAT",
    "keep",
    "send SEAT",
    "take CARD SEAT",
    "place CARD SEAT",
    "krako SEAT",
    "declare K K",
];

/// The allowed decisions, for messages.
pub(super) static ALLOWED: LazyLock<String> =
    LazyLock::new(|| format!("{} are allowed (such as place 3S 1)", listed(&FORMS)));

/// A word as traces write it, if it may stand in the place of a word of a form.
fn word(form: &str, word: &str) -> Option<String> {
    let card = |text: &str| text.parse::<Card>().ok();
    let number = |range: RangeInclusive<usize>| {
        let number = word.parse().ok().filter(|number| range.contains(number));
        number.map(|number| number.to_string())
    };
    match form {
        "CARD" => card(word).map(|card| card.to_string()),
        // A rank is written as in a card.
        "RANK" => card(&format!("{word}S")).map(|card| RANKS[usize::from(card.rank())].to_string()),
        "SEAT" => number(1..=usize::MAX),
        "DAY" => number(1..=10),
        "K" => number(0..=u8::MAX.into()),
        "LIGHT" => ["light", "dark"].contains(&word).then(|| word.to_owned()),
        verb => (verb == word).then(|| word.to_owned()),
    }
}

/// A decision as traces write it, if the text is one.
pub(super) fn read(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    FORMS.iter().find_map(|form| {
        let form: Vec<&str> = form.split(' ').collect();
        let pairs = form.iter().zip(&words);
        let written: Option<Vec<String>> = pairs.map(|(form, text)| word(form, text)).collect();
        written.filter(|_| form.len() == words.len()).map(|words| words.join(" "))
    })
}

/// A decision in words: a verb with what it is about, or to pass.
pub(super) fn write(verb: &str, about: Option<impl Display>) -> String {
    let text = about.map_or_else(|| "pass".to_owned(), |about| format!("{verb} {about}"));
    debug_assert_eq!(read(&text).as_ref(), Some(&text));
    text
}
