//! What there is to know of a game before a card is dealt.

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
