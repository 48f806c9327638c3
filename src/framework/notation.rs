//! Parsing of cards and hands as people write them.

use super::ExactError;
use super::settings::{hint, shown};
use std::fmt::Display;

/// Declares types each of whose values has a name.
macro_rules! named {
    ($(
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident { $($(#[$each:meta])* $value:ident = $name:literal),+ $(,)? }
    )+) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $(#[$meta])*
        $vis enum $Name { $($(#[$each])* $value),+ }

        #[allow(dead_code, reason = "some are only written, some only read")]
        impl $Name {
            /// All of them, in the order of their numbers.
            $vis const ALL: [$Name; [$($name),+].len()] = [$($Name::$value),+];

            /// Its name.
            $vis const fn name(self) -> &'static str {
                match self { $($Name::$value => $name),+ }
            }

            /// The value with this name.
            $vis fn named(name: &str) -> Option<$Name> {
                $Name::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    )+};
}
pub(crate) use named;

/// A text that names nothing of its kind: the text, the allowed names, and the one probably meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no {kind}{}; {allowed}", shown(.found), hint(.meant))]
pub struct ParseError {
    found: String,
    kind: String,
    allowed: String,
    meant: Option<String>,
}

/// The index of the item in `all` that is written as `text`; `kind` and `allowed` are for the
/// error.
///
/// # Errors
/// If there is no such item.
pub fn place_of(
    text: &str,
    kind: &str,
    allowed: &str,
    all: impl IntoIterator<Item: Display>,
) -> Result<usize, ParseError> {
    let text = text.trim();
    let names: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    names.iter().position(|name| name == text).ok_or_else(|| ParseError {
        found: text.to_owned(),
        kind: kind.to_owned(),
        allowed: allowed.to_owned(),
        meant: meant(text, names),
    })
}

/// The name nearest to a text, for a suggestion. Names of cards are short and alike, so it must
/// share a character with the text, and no other name may be as near.
fn meant(text: &str, names: Vec<String>) -> Option<String> {
    // A text more than twice as long as a name is at a distance greater than the name's length.
    let longest = names.iter().map(|name| name.chars().count()).max()?;
    if text.chars().nth(2 * longest).is_some() {
        return None;
    }
    let lower = text.to_lowercase();
    let distance = |name: &String| strsim::damerau_levenshtein(&lower, &name.to_lowercase());
    let least = names.iter().map(distance).min()?;
    let mut near = names.into_iter().filter(|name| distance(name) == least);
    near.next().filter(|name| least < name.chars().count() && near.next().is_none())
}

/// Parses the cards of the option `--hand`, separated by spaces or commas.
///
/// # Errors
/// The first word that is not a card.
pub fn hand<C>(
    text: &str,
    card: impl FnMut(&str) -> Result<C, ParseError>,
) -> Result<Vec<C>, ExactError> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    words.map(card).collect::<Result<_, _>>().map_err(|error| error.asked("hand"))
}

impl ParseError {
    /// This error as the error of a command-line option.
    pub fn asked(&self, option: &str) -> ExactError {
        ExactError::Question(format!("--{option}: {self}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_card_is_told_with_what_was_meant() {
        let read =
            |text: &str| place_of(text, "card", "cards are 4r to 5g", ["4r", "4g", "5r", "5g"]);
        assert_eq!(read(" 5r "), Ok(2));
        for (text, meant) in [
            ("4R", " (did you mean `4r`?)"),
            ("g4", " (did you mean `4g`?)"),
            ("5gg", " (did you mean `5g`?)"),
            ("4b", ""),
            ("x", ""),
            ("", ""),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert_eq!(error, format!("`{text}` is no card{meant}; cards are 4r to 5g"));
        }
        assert_eq!(hand("4r,4g  5r, ", read).unwrap(), [0, 1, 2]);
        let error = hand("4r 4x", read).unwrap_err().to_string();
        assert_eq!(error, "--hand: `4x` is no card; cards are 4r to 5g");
    }
}
