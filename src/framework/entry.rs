//! A game independent of its type: its profile, and its tables under any rules.

use super::game::Occasion;
use super::policy::Feature;
use super::settings::{self, Settings, SettingsError};
use super::{
    AnyTable, Caution, Engine, Field, GameRules, GuestStrategy, Help, Named, Part, Preset,
    RuleFields,
};
use std::marker::PhantomData;

/// The facts of a game that hold under all its rules.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its full name.
    pub title: &'static str,
    /// The game and its author, in a line.
    pub about: &'static str,
    /// The name of the stake, in the plural: the unit of EVs, which are per round.
    pub stake: &'static str,
    /// Money units in one stake.
    pub units: i64,
    /// The strategy of seats for which none is named.
    pub default_strategy: &'static str,
    /// The strategy that computes best play, if there is one.
    pub best_strategy: Option<&'static str>,
    /// Its rulebook in Markdown; empty if it has none.
    pub rulebook: &'static str,
    /// Examples and option hints for the command-line help.
    pub help: Help,
    /// The schema of written rounds, with an example.
    pub replay_help: &'static str,
    /// Keys of strategy files that `FILE(key=value)` may override.
    pub file_parameters: &'static [&'static str],
    /// The features that rules of strategy files can test.
    pub features: &'static [Feature],
    /// Further such features, which the framework provides in the game.
    pub common_features: &'static [Feature],
    /// The events that `explain` describes.
    pub occasions: &'static [Occasion],
    /// Further events that `explain` describes, which the framework counts in the game.
    pub common_occasions: &'static [Occasion],
    /// Events that a study warns about when they happen too often.
    pub cautions: &'static [Caution],
    /// The parts of a situation that matter to a hand.
    pub situation: &'static [Part],
    /// The fields of its rules, in the order of the rulebook.
    pub fields: &'static [Field],
    /// The presets; the first one is the default.
    pub presets: &'static [Preset],
    /// The named strategies, those of guests included.
    pub strategies: &'static [Named],
    /// The strategies that were added from outside.
    pub guests: &'static [GuestStrategy],
}

impl Profile {
    /// The profile of a game.
    pub fn new<E: Engine>() -> Profile {
        Profile {
            name: E::NAME,
            title: E::TITLE,
            about: E::ABOUT,
            stake: E::STAKE,
            units: E::UNITS,
            default_strategy: E::DEFAULT_STRATEGY,
            best_strategy: E::BEST_STRATEGY,
            rulebook: E::RULES,
            help: E::HELP,
            replay_help: E::REPLAY_HELP,
            file_parameters: E::FILE_PARAMETERS,
            features: E::FEATURES,
            common_features: E::COMMON_FEATURES,
            occasions: E::OCCASIONS,
            common_occasions: E::COMMON_OCCASIONS,
            cautions: E::CAUTIONS,
            situation: E::SITUATION,
            fields: E::Rules::fields(),
            presets: E::Rules::presets(),
            strategies: E::strategies(),
            guests: &[],
        }
    }

    /// Money units in one stake.
    pub fn scale(&self) -> f64 {
        self.units as f64
    }
}

/// The source of a set of rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RulesFrom {
    /// The game's default preset.
    #[default]
    Default,
    /// A preset by name.
    Preset(String),
    /// A TOML file: its name, for messages, and its text.
    File {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
    },
}

/// A game as the floors above use it, independent of its type. [`entry`] makes one from an
/// [`Engine`].
pub trait AnyGame: Sync {
    /// The facts of the game that hold under all its rules.
    fn profile(&self) -> Profile;

    /// The default of every field, in the order of the fields, in TOML.
    fn defaults(&self) -> Vec<String>;

    /// A complete, commented rules file, with the fields in `set` (each `field=value`) applied.
    ///
    /// # Errors
    /// If the rules are wrong.
    fn rules_file(&self, from: &RulesFrom, set: &[String]) -> Result<String, SettingsError>;

    /// The value of every field, in the order of the fields, in TOML.
    ///
    /// # Errors
    /// If the rules are wrong.
    fn field_values(&self, from: &RulesFrom, set: &[String]) -> Result<Vec<String>, SettingsError>;

    /// A table under these rules.
    ///
    /// # Errors
    /// If the rules are wrong.
    fn table(&self, from: &RulesFrom, set: &[String]) -> Result<Box<dyn AnyTable>, SettingsError>;

    /// Mistakes in the game's definition that the compiler cannot catch, one sentence each.
    fn slips(&self) -> Vec<String>;
}

/// The [`AnyGame`] of an engine.
pub const fn entry<E: Engine>() -> &'static dyn AnyGame {
    &Entry::<E>(PhantomData)
}

/// A game with guest strategies in addition to its own.
#[derive(Clone, Copy)]
pub struct Hosting {
    game: &'static dyn AnyGame,
    strategies: &'static [Named],
    guests: &'static [GuestStrategy],
}

impl Hosting {
    /// Adds strategies to a game. The result is leaked: it lives as long as the program.
    pub fn with(game: &'static dyn AnyGame, guests: Vec<GuestStrategy>) -> &'static dyn AnyGame {
        let own = game.profile().strategies.iter().copied();
        let strategies = own.chain(guests.iter().map(|guest| guest.named)).collect();
        let (strategies, guests) = (Vec::leak(strategies), Vec::leak(guests));
        Box::leak(Box::new(Hosting { game, strategies, guests }))
    }
}

impl std::fmt::Debug for Hosting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hosting").field("guests", &self.guests).finish_non_exhaustive()
    }
}

impl AnyGame for Hosting {
    fn profile(&self) -> Profile {
        Profile { strategies: self.strategies, guests: self.guests, ..self.game.profile() }
    }

    fn slips(&self) -> Vec<String> {
        self.game.slips()
    }

    fn defaults(&self) -> Vec<String> {
        self.game.defaults()
    }

    fn rules_file(&self, from: &RulesFrom, set: &[String]) -> Result<String, SettingsError> {
        self.game.rules_file(from, set)
    }

    fn field_values(&self, from: &RulesFrom, set: &[String]) -> Result<Vec<String>, SettingsError> {
        self.game.field_values(from, set)
    }

    fn table(&self, from: &RulesFrom, set: &[String]) -> Result<Box<dyn AnyTable>, SettingsError> {
        self.game.table(from, set)
    }
}

struct Entry<E>(PhantomData<fn() -> E>);

fn rules<R: GameRules>(from: &RulesFrom, set: &[String]) -> Result<R, SettingsError> {
    let mut settings = match from {
        RulesFrom::Preset(name) => Settings::<R>::preset(name)?,
        RulesFrom::Default | RulesFrom::File { .. } => Settings::default(),
    };
    if let RulesFrom::File { name, text } = from {
        settings.file(name, text)?;
    }
    for setting in set {
        settings.set(setting)?;
    }
    settings.finish()
}

impl<E: Engine> AnyGame for Entry<E> {
    fn slips(&self) -> Vec<String> {
        E::slips()
    }

    fn profile(&self) -> Profile {
        Profile::new::<E>()
    }

    fn defaults(&self) -> Vec<String> {
        E::Rules::fields().iter().map(settings::default_of::<E::Rules>).collect()
    }

    fn rules_file(&self, from: &RulesFrom, set: &[String]) -> Result<String, SettingsError> {
        Ok(settings::template(E::TITLE, &rules::<E::Rules>(from, set)?))
    }

    fn field_values(&self, from: &RulesFrom, set: &[String]) -> Result<Vec<String>, SettingsError> {
        let rules = rules::<E::Rules>(from, set)?;
        Ok(E::Rules::fields().iter().map(|field| settings::written(&rules, field)).collect())
    }

    fn table(&self, from: &RulesFrom, set: &[String]) -> Result<Box<dyn AnyTable>, SettingsError> {
        let table = E::new(rules::<E::Rules>(from, set)?).map_err(|faults| {
            let faults = faults.into_iter().map(|fault| ("the rules".to_owned(), fault));
            SettingsError::Values(faults.collect())
        })?;
        Ok(Box::new(table))
    }
}
