//! Slips of an author that no type catches: a name that is taken twice, or one that nobody can
//! type.

use super::rules::HouseRules;
use super::{House, RAN_OUT};
use crate::framework::settings::shown;
use crate::framework::{Game, RuleFields};

/// The card that nobody has seen, in written rounds.
const UNSEEN: &str = "?";

impl<G: Game> House<G> {
    /// Everything that is wrong with the names and figures of the game, a sentence each.
    pub(super) fn named_wrongly() -> Vec<String> {
        let mut slips = Vec::new();
        let typed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if G::NAME.is_empty() || !G::NAME.chars().all(typed) {
            slips.push(format!("NAME is `{}`: small letters, digits and - only", shown(G::NAME)));
        }
        if G::UNITS < 1 {
            slips.push(format!("UNITS is {}: a stake is 1 unit of money or more", G::UNITS));
        }
        let own = G::EVENTS.iter().map(|occasion| occasion.name);
        twice("event", own.chain([RAN_OUT]), &mut slips);
        twice("strategy", G::STRATEGIES.iter().map(|named| named.name), &mut slips);
        let fields = HouseRules::<G>::fields().iter().map(|field| field.name);
        twice("rules field", fields, &mut slips);
        for shoe in G::new(G::Rules::default()).shoes() {
            let cards = || shoe.cards.iter().map(|(name, _)| *name);
            twice(&format!("card of the {}", shoe.name), cards(), &mut slips);
            if let Some(card) = cards().find(|card| card.trim().is_empty() || *card == UNSEEN) {
                slips.push(format!(
                    "a card of the {} is named `{card}`, which written rounds cannot name",
                    shoe.name
                ));
            }
        }
        slips
    }
}

/// Names that are there more than once.
fn twice(what: &str, names: impl Iterator<Item = &'static str>, slips: &mut Vec<String>) {
    let mut seen: Vec<&str> = Vec::new();
    for name in names {
        if seen.contains(&name) {
            slips.push(format!("`{}` is the name of more than one {what}", shown(name)));
        }
        seen.push(name);
    }
}
