//! The rules of a game as data: fields, presets, and faults.

use super::settings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::ops::RangeInclusive;

/// One field of a game's rules, as `games GAME` lists it. Its default is its value in the default
/// rules.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name in rules files and in `--set`.
    pub name: &'static str,
    /// The id of the rule that it is part of.
    pub rule: &'static str,
    /// The allowed values: a range, or readings separated by ` | `.
    pub allowed: &'static str,
    /// Its meaning, in a line.
    pub about: &'static str,
}

impl Field {
    /// A field of type `T`. The text of `allowed` is leaked.
    pub fn new<T>(
        name: &'static str,
        rule: &'static str,
        allowed: impl Allowed<T>,
        about: &'static str,
    ) -> Field {
        Field { name, rule, allowed: allowed.text().leak(), about }
    }
}

/// A named set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name for `--rules`.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
}

/// A fault in a set of rules: the field, the value found, and the allowed values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} = {} is not allowed: {allowed}", settings::shown(.found))]
pub struct Fault {
    /// The field's name.
    pub field: &'static str,
    /// The value found.
    pub found: String,
    /// The allowed values.
    pub allowed: String,
}

impl Fault {
    /// A fault of a field.
    pub fn new(field: &'static str, found: String, allowed: String) -> Fault {
        Fault { field, found, allowed }
    }

    /// A fault of a field, or no fault if `right`.
    pub fn unless(
        right: bool,
        field: &'static str,
        found: impl ToString,
        allowed: &str,
    ) -> Vec<Fault> {
        let fault = || Fault::new(field, found.to_string(), allowed.to_owned());
        (!right).then(fault).into_iter().collect()
    }
}

/// The allowed values of a field of type `T`: a range, a list of values, or a sentence about a
/// constraint that [`GameRules::check`] enforces.
pub trait Allowed<T> {
    /// The text of [`Field::allowed`].
    fn text(&self) -> String;

    /// The fault of a field with the value `found`, if it is not allowed.
    fn fault(&self, field: &'static str, found: &T) -> Option<Fault> {
        let _ = (field, found);
        None
    }
}

impl<T: PartialOrd + fmt::Display> Allowed<T> for RangeInclusive<T> {
    fn text(&self) -> String {
        format!("{}..={}", self.start(), self.end())
    }

    fn fault(&self, field: &'static str, found: &T) -> Option<Fault> {
        Fault::unless(self.contains(found), field, found, &Allowed::<T>::text(self)).pop()
    }
}

impl<T: PartialEq + fmt::Display, const N: usize> Allowed<T> for [T; N] {
    fn text(&self) -> String {
        self.each_ref().map(T::to_string).join(" | ")
    }

    fn fault(&self, field: &'static str, found: &T) -> Option<Fault> {
        Fault::unless(self.contains(found), field, found, &Allowed::<T>::text(self)).pop()
    }
}

impl<T> Allowed<T> for &str {
    fn text(&self) -> String {
        (*self).to_owned()
    }
}

/// Every value of a type that has [`Readings`].
#[derive(Clone, Copy, Debug)]
pub struct AnyReading;

impl<T: Readings> Allowed<T> for AnyReading {
    fn text(&self) -> String {
        T::allowed()
    }
}

/// A type that knows the allowed values of its fields; [`readings!`](crate::readings) makes such
/// types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no readings: say after the default what is allowed"
)]
pub trait Readings {
    /// The text of [`Field::allowed`].
    fn allowed() -> String;
}

impl Readings for bool {
    fn allowed() -> String {
        "true | false".to_owned()
    }
}

/// A type whose fields mean the same in every game.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` needs a `///` that says what it is about"
)]
pub trait Explained {
    /// The text of [`Field::about`].
    const ABOUT: &'static str;
}

/// The readings as files write them, separated by ` | `.
pub fn words<T: Serialize>(readings: &[T]) -> String {
    let word = |reading| match toml::Value::try_from(reading) {
        Ok(toml::Value::String(word)) => word,
        other => unreachable!("a reading is a word: {other:?}"),
    };
    readings.iter().map(word).collect::<Vec<_>>().join(" | ")
}

/// The fields of a game's rules, as [`rules!`](crate::rules) lists them.
pub trait RuleFields {
    /// Every field, in the order of the rulebook.
    fn fields() -> &'static [Field];

    /// A fault for every field whose value is outside its range or list.
    fn out_of_range(&self) -> Vec<Fault>;
}

/// The rules of a game as data.
pub trait GameRules:
    RuleFields + Clone + fmt::Debug + Default + Serialize + DeserializeOwned
{
    /// The presets; the first one is the default.
    fn presets() -> &'static [Preset] {
        &[Preset { name: "default", about: "the rules as they are published" }]
    }

    /// The rules of a preset; `None` if there is none of that name.
    fn preset(name: &str) -> Option<Self> {
        let first = Self::presets().first();
        first.is_some_and(|first| first.name == name).then(Self::default)
    }

    /// All faults of these rules.
    fn check(&self) -> Vec<Fault> {
        self.out_of_range()
    }

    /// These rules, if they have no fault.
    ///
    /// # Errors
    /// All faults.
    fn checked(self) -> Result<Self, Vec<Fault>> {
        let faults = self.check();
        if faults.is_empty() { Ok(self) } else { Err(faults) }
    }
}

/// Declares the rules of a game as a table. Each field has a line with the id of its rule, its
/// name, type and default, and its allowed values unless its type determines them; the comment
/// above it is its description, in `games GAME` as in the documentation.
///
/// ```
/// use croupier::framework::{GameRules, RuleFields};
///
/// croupier::readings! {
///     /// The dealer (W1).
///     pub enum Dealer {
///         /// The oldest player.
///         Oldest,
///         /// The winner of the last game.
///         LastWinner,
///     }
/// }
///
/// croupier::rules! {
///     /// The rules of War.
///     pub struct Rules {
///         /// players at the table
///         "W1" players: u8 = 2, 2..=4;
///         /// the dealer: the oldest player, or the winner of the last game
///         "W1" dealer: Dealer = Dealer::Oldest;
///         /// cards that each player adds to settle a tie
///         "W2" tie_cards: u32 = 3, [1, 3];
///         /// the ranks that win every tie
///         "W2" trumps: Vec<u8> = vec![14], "a list of ranks 2..=14";
///     }
/// }
///
/// impl GameRules for Rules {}
///
/// let allowed: Vec<&str> = Rules::fields().iter().map(|field| field.allowed).collect();
/// assert_eq!(allowed, ["2..=4", "oldest | last_winner", "1 | 3", "a list of ranks 2..=14"]);
/// let faults = Rules { players: 5, tie_cards: 2, ..Rules::default() }.check();
/// assert_eq!(faults[0].to_string(), "players = 5 is not allowed: 2..=4");
/// assert_eq!(faults[1].to_string(), "tie_cards = 2 is not allowed: 1 | 3");
/// ```
///
/// The macro defines the struct with [`Default`], the derives of `serde` (which must be a
/// dependency), and [`RuleFields`](crate::framework::RuleFields). Constraints between fields belong
/// in [`GameRules::check`](crate::framework::GameRules::check), which should start from the faults
/// of [`out_of_range`](crate::framework::RuleFields::out_of_range).
#[macro_export]
macro_rules! rules {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Rules:ident {$(
            $(#[doc = $about:literal])*
            $rule:literal $name:ident: $type:ty = $default:expr $(, $allowed:expr)?;
        )*}
    ) => {
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        $(#[$meta])*
        $vis struct $Rules {
            $(#[doc = concat!("(", $rule, ")" $(, $about)*)] pub $name: $type,)*
        }

        impl Default for $Rules {
            fn default() -> $Rules {
                $Rules { $($name: $default),* }
            }
        }

        impl $crate::framework::RuleFields for $Rules {
            fn fields() -> &'static [$crate::framework::Field] {
                static FIELDS: ::std::sync::LazyLock<Vec<$crate::framework::Field>> =
                    ::std::sync::LazyLock::new(|| vec![$($crate::framework::Field::new::<$type>(
                        $crate::framework::field_name(stringify!($name)),
                        $rule,
                        $crate::rules!(@allowed $($allowed)?),
                        $crate::rules!(@about $type $(, $about)*),
                    )),*]);
                &FIELDS
            }

            fn out_of_range(&self) -> Vec<$crate::framework::Fault> {
                let faults: Vec<Option<$crate::framework::Fault>> = vec![
                    $($crate::framework::Allowed::<$type>::fault(
                        &$crate::rules!(@allowed $($allowed)?),
                        $crate::framework::field_name(stringify!($name)),
                        &self.$name,
                    )),*
                ];
                faults.into_iter().flatten().collect()
            }
        }
    };
    (@allowed) => { $crate::framework::AnyReading };
    (@allowed $allowed:expr) => { $allowed };
    (@about $type:ty) => { <$type as $crate::framework::Explained>::ABOUT };
    (@about $type:ty, $($line:literal),+) => { concat!($($line),+).trim_ascii_start() };
}

/// The name of a field as files write it: of `r#type` it is `type`. Only for [`rules!`](crate::rules!).
#[doc(hidden)]
pub fn field_name(identifier: &'static str) -> &'static str {
    identifier.strip_prefix("r#").unwrap_or(identifier)
}

/// Declares types of rule fields whose values are readings of an ambiguous rule. Files write them
/// in snake case, `LastWinner` as `last_winner`, unless a `#[serde(rename = …)]` says otherwise.
#[macro_export]
macro_rules! readings {
    ($(
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident { $($(#[$each:meta])* $reading:ident),+ $(,)? }
    )+) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        $(#[$meta])*
        $vis enum $Name { $($(#[$each])* $reading),+ }

        impl $crate::framework::Readings for $Name {
            fn allowed() -> String {
                $crate::framework::words(&[$($Name::$reading),+])
            }
        }
    )+};
}
