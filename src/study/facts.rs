//! What there is to know of a game before a card is dealt.

use super::{ALL, Setup, StudyError};
use crate::framework::{AnyGame, Help, Part};
use crate::strategy::{self, catalogue};

/// A game's fields, presets and strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its full name.
    pub title: &'static str,
    /// What it is and whose.
    pub about: &'static str,
    /// What its EVs are in, per round.
    pub stake: &'static str,
    /// Its rule fields.
    pub fields: Vec<FieldFacts>,
    /// Its presets.
    pub presets: Vec<PresetFacts>,
    /// Its strategies.
    pub strategies: Vec<StrategyFacts>,
    /// What the rules of its strategy files may look at.
    pub features: Vec<FeatureFacts>,
    /// The parts of a situation that matter to a hand that is asked about.
    pub situation: &'static [Part],
    /// The strategy of seats that nobody named one for.
    pub default_strategy: String,
}

/// A rule field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFacts {
    /// Its name.
    pub name: &'static str,
    /// The rule it is part of.
    pub rule: &'static str,
    /// Its default, in TOML.
    pub default: String,
    /// Its range or readings.
    pub allowed: &'static str,
    /// What it says.
    pub about: &'static str,
}

/// A preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetFacts {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// A strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyFacts {
    /// Its name.
    pub name: &'static str,
    /// Its name with its parameters and their defaults.
    pub signature: String,
    /// What its parameters may be.
    pub allowed: String,
    /// What it does.
    pub about: String,
}

/// Something that the rules of strategy files may look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureFacts {
    /// Its name.
    pub name: &'static str,
    /// Its range.
    pub range: String,
    /// What it is.
    pub about: &'static str,
}

impl dyn AnyGame + '_ {
    /// Its name on the command line.
    pub fn name(&self) -> &'static str {
        self.profile().name
    }

    /// Its fields, presets and strategies.
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
            about: file.about().unwrap_or_default(),
        });
        let features = profile.features.iter().map(|feature| FeatureFacts {
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

    /// Whether there is a strategy of this name, which may be that of [`ALL`] of them.
    pub fn knows_strategy(&self, name: &str) -> bool {
        name == ALL || catalogue::names(&self.profile()).any(|known| known == name)
    }

    /// Whether there is a memory of this name: `none`, `full` or a counting system.
    pub fn knows_memory(&self, name: &str) -> bool {
        catalogue::memories(&self.profile()).any(|known| known == name)
    }

    /// What it shows of itself in the help of the command line.
    pub fn help(&self) -> Help {
        self.profile().help
    }

    /// The schema of written rounds for `replay`.
    pub fn replay_help(&self) -> &'static str {
        self.profile().replay_help
    }

    /// A complete, commented rules file.
    ///
    /// # Errors
    /// If the rules it is to hold are wrong.
    pub fn template(&self, setup: &Setup) -> Result<String, StudyError> {
        Ok(self.rules_file(&setup.rules, &setup.set)?)
    }

    /// The value of every field, in the order of its facts, in TOML.
    ///
    /// # Errors
    /// If the rules are wrong.
    pub fn values(&self, setup: &Setup) -> Result<Vec<String>, StudyError> {
        Ok(self.field_values(&setup.rules, &setup.set)?)
    }
}
