//! A game before anybody sits down: what is always true of it, and its tables by their rules.

use super::policy::Feature;
use super::settings::{self, Settings, SettingsError};
use super::{
    AnyTable, Caution, Engine, Field, GameRules, GuestStrategy, Help, Named, Part, Preset,
    RuleFields,
};
use std::marker::PhantomData;

/// What is always true of a game, whatever its rules are set to.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its full name.
    pub title: &'static str,
    /// What it is and whose, in a line.
    pub about: &'static str,
    /// What one stake is called: EVs are in these per round.
    pub stake: &'static str,
    /// Money units to one stake.
    pub units: i64,
    /// The strategy of seats that nobody named one for.
    pub default_strategy: &'static str,
    /// The strategy that computes best play, if there is one.
    pub best_strategy: Option<&'static str>,
    /// Its rulebook, in Markdown; empty where it carries none.
    pub rulebook: &'static str,
    /// What the help of the command line shows of it.
    pub help: Help,
    /// The schema of written rounds, with an example.
    pub replay_help: &'static str,
    /// Keys of strategy files that may be set where a file is named.
    pub file_parameters: &'static [&'static str],
    /// What the rules of strategy files may look at.
    pub features: &'static [Feature],
    /// Events that a study notes where they happen often.
    pub cautions: &'static [Caution],
    /// See [`Engine::CLOSING`].
    pub closing: &'static [&'static str],
    /// The parts of a situation that matter to a hand.
    pub situation: &'static [Part],
    /// The fields of its rules, in the order of the rulebook.
    pub fields: &'static [Field],
    /// The presets; the first one is the default.
    pub presets: &'static [Preset],
    /// The strategies known by name.
    pub strategies: &'static [Named],
    /// Those of them that come from outside.
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
            cautions: E::CAUTIONS,
            closing: E::CLOSING,
            situation: E::SITUATION,
            fields: E::Rules::fields(),
            presets: E::Rules::presets(),
            strategies: E::strategies(),
            guests: &[],
        }
    }

    /// Money units to one stake.
    pub fn scale(&self) -> f64 {
        self.units as f64
    }
}

/// Where rules come from.
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

/// A game of any kind: what all questions are asked of. [`entry`] makes one of a type.
pub trait AnyGame: Sync {
    /// What is always true of the game.
    fn profile(&self) -> Profile;

    /// The default of every field, in the order of the fields, in TOML.
    fn defaults(&self) -> Vec<String>;

    /// A complete, commented rules file with fields set on top, each `field=value`.
    ///
    /// # Errors
    /// If the rules it is to hold are wrong.
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

    /// The slips of the game's author that no type catches, a sentence each.
    fn slips(&self) -> Vec<String>;
}

/// A game as all questions are asked of it, whoever wrote it.
pub const fn entry<E: Engine>() -> &'static dyn AnyGame {
    &Entry::<E>(PhantomData)
}

/// A game with more strategies than its own.
#[derive(Clone, Copy)]
pub struct Hosting {
    game: &'static dyn AnyGame,
    strategies: &'static [Named],
    guests: &'static [GuestStrategy],
}

impl Hosting {
    /// The game with these strategies beside its own. What is always true of a program stays with it
    /// to its end.
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
