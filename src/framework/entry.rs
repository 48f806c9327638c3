//! A game independent of its type: its profile, and its tables under any rules.

use super::game::Occasion;
use super::policy::Feature;
use super::settings::{self, Settings, SettingsError};
use super::{
    AnyTable, Caution, Engine, Field, GameRules, GuestStrategy, Help, Named, Part, Preset,
};

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
    pub features: fn() -> Vec<Feature>,
    /// The actions that strategy files take, if they are those of every decision.
    pub actions: fn() -> Vec<&'static str>,
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
    pub guests: &'static [&'static GuestStrategy],
}

impl Profile {
    /// A profile of a game with these rules, with nothing else filled in; an engine states the rest,
    /// as in `Profile { name: "snap", ..Profile::under::<Rules>() }`.
    pub fn under<R: GameRules>() -> Profile {
        Profile {
            name: "",
            title: "",
            about: "",
            stake: "",
            units: 1,
            default_strategy: "",
            best_strategy: None,
            rulebook: "",
            help: Help::NONE,
            replay_help: "",
            file_parameters: &[],
            features: Vec::new,
            actions: Vec::new,
            occasions: &[],
            common_occasions: &[],
            cautions: &[],
            situation: &[],
            fields: R::fields(),
            presets: R::presets(),
            strategies: &[],
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
#[derive(Clone, Copy, Debug)]
pub struct AnyGame {
    profile: Profile,
    operations: Operations,
}

/// The operations of a game that need its type.
#[derive(Clone, Copy, Debug)]
struct Operations {
    slips: fn() -> Vec<String>,
    defaults: fn() -> Vec<String>,
    rules_file: UnderRules<String>,
    field_values: UnderRules<Vec<String>>,
    table: UnderRules<Box<dyn AnyTable>>,
}

/// An operation on rules: their source, and the fields set on top of it.
type UnderRules<T> = fn(&RulesFrom, &[String]) -> Result<T, SettingsError>;

/// The [`AnyGame`] of an engine. It is leaked: it lives as long as the program.
pub fn entry<E: Engine>() -> &'static AnyGame {
    let operations = Operations {
        slips: E::slips,
        defaults: defaults::<E::Rules>,
        rules_file: rules_file::<E>,
        field_values: field_values::<E::Rules>,
        table: table::<E>,
    };
    Box::leak(Box::new(AnyGame { profile: E::game(), operations }))
}

impl AnyGame {
    /// The facts of the game that hold under all its rules.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The game with guest strategies in addition to its own. It is leaked: it lives as long as
    /// the program.
    pub fn hosting(&self, guests: Vec<GuestStrategy>) -> &'static AnyGame {
        let (named, known) = (self.profile.strategies, self.profile.guests);
        let strategies = named.iter().copied().chain(guests.iter().map(|guest| guest.named));
        let strategies = Vec::leak(strategies.collect());
        let guests = known.iter().copied().chain(Vec::leak(guests).iter());
        self.presented(Profile { strategies, guests: Vec::leak(guests.collect()), ..self.profile })
    }

    /// The game with another profile, leaked.
    pub(crate) fn presented(&self, profile: Profile) -> &'static AnyGame {
        Box::leak(Box::new(AnyGame { profile, ..*self }))
    }

    /// Mistakes in the game's definition that the compiler cannot catch, one sentence each.
    pub fn slips(&self) -> Vec<String> {
        let Profile { name, title, stake, replay_help, units, default_strategy, .. } = self.profile;
        let facts =
            [("name", name), ("title", title), ("stake", stake), ("replay_help", replay_help)];
        let missing = facts.into_iter().filter(|(_, fact)| fact.is_empty());
        let missing = missing.map(|(fact, _)| format!("its profile has no `{fact}`"));
        let mut slips: Vec<String> = (self.operations.slips)().into_iter().chain(missing).collect();
        if units < 1 {
            slips.push(format!("`units` is {units}: a stake has at least one money unit"));
        }
        if !self.profile.strategies.iter().any(|named| named.name == default_strategy) {
            slips.push(format!(
                "the default strategy `{default_strategy}` is none of its strategies"
            ));
        }
        slips
    }

    /// The default of every field, in the order of the fields, in TOML.
    pub fn defaults(&self) -> Vec<String> {
        (self.operations.defaults)()
    }

    /// A complete, commented rules file, with the fields in `set` (each `field=value`) applied.
    ///
    /// # Errors
    /// If the rules are wrong.
    pub fn rules_file(&self, from: &RulesFrom, set: &[String]) -> Result<String, SettingsError> {
        (self.operations.rules_file)(from, set)
    }

    /// The value of every field, in the order of the fields, in TOML.
    ///
    /// # Errors
    /// If the rules are wrong.
    pub fn field_values(
        &self,
        from: &RulesFrom,
        set: &[String],
    ) -> Result<Vec<String>, SettingsError> {
        (self.operations.field_values)(from, set)
    }

    /// A table under these rules.
    ///
    /// # Errors
    /// If the rules are wrong.
    pub fn table(
        &self,
        from: &RulesFrom,
        set: &[String],
    ) -> Result<Box<dyn AnyTable>, SettingsError> {
        (self.operations.table)(from, set)
    }
}

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

fn defaults<R: GameRules>() -> Vec<String> {
    R::fields().iter().map(settings::default_of::<R>).collect()
}

fn rules_file<E: Engine>(from: &RulesFrom, set: &[String]) -> Result<String, SettingsError> {
    Ok(settings::template(E::game().title, &rules::<E::Rules>(from, set)?))
}

fn field_values<R: GameRules>(
    from: &RulesFrom,
    set: &[String],
) -> Result<Vec<String>, SettingsError> {
    let rules = rules::<R>(from, set)?;
    Ok(R::fields().iter().map(|field| settings::written(&rules, field)).collect())
}

fn table<E: Engine>(from: &RulesFrom, set: &[String]) -> Result<Box<dyn AnyTable>, SettingsError> {
    let table = E::new(rules::<E::Rules>(from, set)?).map_err(|faults| {
        let faults = faults.into_iter().map(|fault| ("the rules".to_owned(), fault));
        SettingsError::Values(faults.collect())
    })?;
    Ok(Box::new(table))
}
