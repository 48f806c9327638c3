//! Mistakes in a game's definition that the compiler cannot catch, such as a name that is used
//! twice or one that cannot be typed on a command line.

use super::files::features_of;
use super::rules::HouseRules;
use super::{House, RAN_OUT};
use crate::framework::settings::shown;
use crate::framework::{ALL, Caution, Feature, Game, GameRules, RuleFields, View};

/// The placeholder for an unseen card in written rounds.
const UNSEEN: &str = "?";

impl<G: Game> House<G> {
    /// All faults in the names and figures of the game, one sentence each.
    pub(super) fn named_wrongly() -> Vec<String> {
        let mut slips = Vec::new();
        let typed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if G::NAME.is_empty() || !G::NAME.chars().all(typed) {
            slips.push(format!(
                "NAME is `{}`: lower-case letters, digits and - only",
                shown(G::NAME)
            ));
        }
        if G::UNITS < 1 {
            slips.push(format!("UNITS is {}: a stake is 1 unit of money or more", G::UNITS));
        }
        let game = G::new(G::Rules::default());
        if game.players() == 0 {
            slips.push("players() is 0: a table has one seat or more".to_owned());
        }
        if let Some(stake) =
            game.first_stake().filter(|stake| !(0.0..f64::INFINITY).contains(stake))
        {
            slips.push(format!("first_stake() is {stake}: an amount, or None"));
        }
        let own = || G::EVENTS.iter().map(|occasion| occasion.name);
        twice("event", own().chain([RAN_OUT]), &mut slips);
        if let Some(name) = own().find(|name| name.is_empty() || !name.chars().all(typed)) {
            slips.push(format!(
                "an event is named `{}`: lower-case letters, digits and - only",
                shown(name)
            ));
        }
        let unknown =
            |caution: &&Caution| !own().chain([RAN_OUT]).any(|name| name == caution.event);
        if let Some(caution) = G::CAUTIONS.iter().find(unknown) {
            slips.push(format!("a caution is of `{}`, which is no event", shown(caution.event)));
        }
        let strategies = || G::STRATEGIES.iter().map(|named| named.name);
        twice("strategy", strategies(), &mut slips);
        let is_name = |name: &&str| !name.is_empty() && *name != ALL && name.chars().all(typed);
        if let Some(name) = strategies().find(|name| !is_name(name)) {
            slips.push(format!(
                "a strategy is named `{}`: lower-case letters, digits and - only, and not `{ALL}`",
                shown(name)
            ));
        }
        for named in G::STRATEGIES {
            let parameters = named.parameters.iter().map(|parameter| parameter.name);
            let of = format!("parameter of the strategy {}", named.name);
            twice(&of, parameters, &mut slips);
        }
        let fields = HouseRules::<G>::fields().iter().map(|field| field.name);
        twice("rules field", fields, &mut slips);
        let actions = || G::View::ACTIONS.iter().map(|(name, _)| *name);
        twice("action", actions(), &mut slips);
        let values = || G::View::ACTIONS.iter().map(|(_, value)| value);
        let mut named = G::View::ACTIONS.iter().enumerate();
        if let Some((_, (name, value))) =
            named.find(|(at, (_, value))| values().take(*at).any(|other| other == value))
        {
            slips.push(format!("the action `{name}` is {value:?}, as another name is"));
        }
        let is_typed = |name: &str| name.trim() == name && !name.is_empty();
        let is_action = |name: &&str| is_typed(name) && *name != "-" && !name.contains('/');
        if let Some(name) = actions().find(|name| !is_action(name)) {
            slips.push(format!("an action is named `{name}`, which strategy files cannot name"));
        }
        let features = features_of::<G::View>();
        twice("feature", features.clone().map(|feature| feature.name), &mut slips);
        if let Some(Feature { name, low, high, .. }) = features.clone().find(|it| it.low > it.high)
        {
            slips.push(format!("the feature `{name}` has the empty range {low}..={high}"));
        }
        let presets = G::Rules::presets().iter().map(|preset| preset.name);
        for name in presets.filter(|name| G::Rules::preset(name).is_none()) {
            slips.push(format!("presets() lists `{}`, but preset() does not know it", shown(name)));
        }
        twice("shoe", game.shoes().iter().map(|shoe| shoe.name), &mut slips);
        for shoe in game.shoes() {
            let cards = || shoe.cards.iter().map(|(name, _)| *name);
            twice(&format!("card of the {}", shoe.name), cards(), &mut slips);
            let is_named = |card: &&str| is_typed(card) && *card != UNSEEN;
            if let Some(card) = cards().find(|card| !is_named(card)) {
                slips.push(format!(
                    "a card of the {} is named `{card}`, which written rounds cannot name",
                    shoe.name
                ));
            }
        }
        slips
    }
}

/// Adds a slip for every name that occurs more than once.
fn twice(what: &str, names: impl Iterator<Item = &'static str>, slips: &mut Vec<String>) {
    let mut seen: Vec<&str> = Vec::new();
    for name in names {
        if seen.contains(&name) {
            slips.push(format!("`{}` is the name of more than one {what}", shown(name)));
        }
        seen.push(name);
    }
}
