//! The facts of a game that are known before a card is dealt.

use super::{Setup, StudyError};
use crate::framework::ALL;
use crate::framework::{AnyGame, Help, Part};
use crate::strategy::{self, catalogue};

/// A game's fields, presets and strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its full name.
    pub title: &'static str,
    /// A description of the game and its origin.
    pub about: &'static str,
    /// The unit of its EVs, per round.
    pub stake: &'static str,
    /// Its rule fields.
    pub fields: Vec<FieldFacts>,
    /// Its presets.
    pub presets: Vec<PresetFacts>,
    /// Its strategies.
    pub strategies: Vec<StrategyFacts>,
    /// The features that rules of its strategy files can test.
    pub features: Vec<FeatureFacts>,
    /// The parts of a situation that matter to a question about a hand.
    pub situation: &'static [Part],
    /// The strategy of seats without one.
    pub default_strategy: String,
}

/// A rule field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFacts {
    /// Its name.
    pub name: &'static str,
    /// The id of its rule.
    pub rule: &'static str,
    /// Its default, in TOML.
    pub default: String,
    /// Its allowed values, or its readings.
    pub allowed: &'static str,
    /// Its description.
    pub about: &'static str,
}

/// A preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetFacts {
    /// Its name.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
}

/// A strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyFacts {
    /// Its name.
    pub name: &'static str,
    /// Its name with its parameters and their defaults.
    pub signature: String,
    /// The allowed values of its parameters.
    pub allowed: String,
    /// Its description.
    pub about: String,
}

/// A feature that rules of strategy files can test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureFacts {
    /// Its name.
    pub name: &'static str,
    /// Its range.
    pub range: String,
    /// Its description.
    pub about: &'static str,
}

impl AnyGame {
    /// The game's name on the command line.
    pub fn name(&self) -> &'static str {
        self.profile().name
    }

    /// The game's fields, presets and strategies.
    pub fn facts(&self) -> GameFacts {
        let profile = self.profile();
        let fields =
            profile.fields.iter().zip(self.defaults()).map(|(field, default)| FieldFacts {
                name: field.name,
                rule: field.rule,
                default,
                allowed: field.allowed,
                about: field.about,
            });
        let presets = profile
            .presets
            .iter()
            .map(|preset| PresetFacts { name: preset.name, about: preset.about });
        let strategies = profile.strategies.iter().map(|named| {
            let allowed = named.parameters.iter().map(|p| format!("{}: {}", p.name, p.allowed));
            StrategyFacts {
                name: named.name,
                signature: strategy::signature(named),
                allowed: allowed.collect::<Vec<_>>().join("; "),
                about: named.about.to_owned(),
            }
        });
        let files = catalogue::shipped(&profile).map(|file| StrategyFacts {
            name: file.name,
            signature: file.name.to_owned(),
            allowed: format!("a file: {}", file.origin()),
            about: file.about(file.game).unwrap_or_default(),
        });
        let features = (profile.features)().into_iter().map(|feature| FeatureFacts {
            name: feature.name,
            range: format!("{}..={}", feature.low, feature.high),
            about: feature.about,
        });
        let default = strategy::parse(&profile, &profile.default_strategy.into());
        GameFacts {
            name: profile.name,
            title: profile.title,
            about: profile.about,
            stake: profile.stake,
            fields: fields.collect(),
            presets: presets.collect(),
            strategies: strategies.chain(files).collect(),
            features: features.collect(),
            situation: profile.situation,
            default_strategy: default.map(|found| found.label()).unwrap_or_default(),
        }
    }

    /// Whether there is a preset of this name.
    pub fn knows_preset(&self, name: &str) -> bool {
        self.profile().presets.iter().any(|preset| preset.name == name)
    }

    /// Whether there is a strategy of this name; [`ALL`] counts as one too.
    pub fn knows_strategy(&self, name: &str) -> bool {
        name == ALL || catalogue::names(&self.profile()).any(|known| known == name)
    }

    /// Whether there is a memory of this name: `none`, `full` or a counting system.
    pub fn knows_memory(&self, name: &str) -> bool {
        catalogue::memories(&self.profile()).any(|known| known == name)
    }

    /// The parts of the command-line help that describe the game.
    pub fn help(&self) -> Help {
        self.profile().help
    }

    /// The schema of written rounds, for the help of `trace --replay`.
    pub fn replay_help(&self) -> &'static str {
        self.profile().replay_help
    }

    /// A complete, commented rules file.
    ///
    /// # Errors
    /// If the rules that it should contain are invalid.
    pub fn template(&self, setup: &Setup) -> Result<String, StudyError> {
        Ok(self.rules_file(&setup.rules, &setup.set)?)
    }

    /// The value of every field in TOML, in the order of [`GameFacts::fields`].
    ///
    /// # Errors
    /// If the rules are invalid.
    pub fn values(&self, setup: &Setup) -> Result<Vec<String>, StudyError> {
        Ok(self.field_values(&setup.rules, &setup.set)?)
    }
}
