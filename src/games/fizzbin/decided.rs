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
    let words = || text.split_whitespace();
    let as_long = |form: &&&str| form.split(' ').count() == words().count();
    FORMS.iter().filter(as_long).find_map(|form| {
        let pairs = form.split(' ').zip(words());
        let written: Option<Vec<String>> = pairs.map(|(form, text)| word(form, text)).collect();
        written.map(|words| words.join(" "))
    })
}

/// A decision in words: a verb with what it is about, or to pass.
pub(super) fn write(verb: &str, about: Option<impl Display>) -> String {
    about.map_or_else(|| "pass".to_owned(), |about| format!("{verb} {about}"))
}

#[cfg(test)]
mod tests {
    use super::super::hand::KINDS;
    use super::*;

    #[test]
    fn every_decision_is_read_as_it_is_written() {
        let cards = || (0..KINDS).map(Card::of_kind);
        let put = |verb: &'static str, pile: usize| {
            cards().map(move |card| write(verb, Some(format!("{card} {pile}"))))
        };
        let about_a_card = |verb: &'static str| cards().map(move |card| write(verb, Some(card)));
        let mut written = vec![write("lay", None::<Card>), "keep".to_owned()];
        for pile in 1..=12 {
            written.extend(["lay", "place", "take"].into_iter().flat_map(|verb| put(verb, pile)));
            written.extend(["send", "krako"].map(|verb| write(verb, Some(pile))));
            written.push(write("declare", Some(format!("{pile} {}", pile * 20))));
        }
        written.extend(["redeem", "shed"].into_iter().flat_map(about_a_card));
        written.extend(
            cards()
                .filter(|card| card.suit().is_some())
                .map(|card| write("name", Some(RANKS[usize::from(card.rank())]))),
        );
        for day in 1..=10 {
            written.extend(["light", "dark"].map(|at| write("vote", Some(format!("{day} {at}")))));
        }
        for text in written {
            assert_eq!(read(&text).as_ref(), Some(&text));
        }
    }

    #[test]
    fn what_is_no_decision_is_not_read() {
        for text in ["", "lay", "lay 3S", "lay 3S 0", "lay 3S 1 2", "name 11", "vote 11 dark", "go"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("lay  10s  2").as_deref(), Some("lay TS 2"));
    }
}
