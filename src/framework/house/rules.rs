//! The rules of a [`Game`] with the fields that every game has: those of bonuses.

use crate::framework::bonus::{self, BonusFrom, Bonuses};
use crate::framework::{Fault, Field, Game, GameRules, Of, Preset, RuleFields};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::Mutex;

/// The rules of a game and its bonuses.
#[derive(Clone, Debug)]
pub struct HouseRules<G: Game> {
    /// The game's own rules.
    pub game: G::Rules,
    /// The bonus for each event of a seat.
    pub bonus: Bonuses,
    /// The payer of bonuses.
    pub bonus_from: BonusFrom,
}

impl<G: Game> Default for HouseRules<G> {
    fn default() -> Self {
        HouseRules::plain(G::Rules::default())
    }
}

impl<G: Game> HouseRules<G> {
    /// The rules of the game without bonuses.
    pub fn plain(game: G::Rules) -> HouseRules<G> {
        HouseRules { game, bonus: Bonuses::default(), bonus_from: BonusFrom::default() }
    }

    /// The events that a bonus can be paid for, in the order of [`Game::EVENTS`].
    pub(super) fn events() -> Vec<&'static str> {
        let of_seats = G::EVENTS.iter().filter(|occasion| occasion.of != Of::Table);
        of_seats.map(|occasion| occasion.name).collect()
    }
}

const BONUS: &str = bonus::NAME;
const FROM: &str = bonus::FROM;

impl<G: Game> Serialize for HouseRules<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let table = || -> Result<toml::Table, toml::ser::Error> {
            let mut table = toml::Table::try_from(&self.game)?;
            table.insert(BONUS.to_owned(), toml::Value::try_from(&self.bonus)?);
            table.insert(FROM.to_owned(), toml::Value::try_from(self.bonus_from)?);
            Ok(table)
        };
        table().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de, G: Game> Deserialize<'de> for HouseRules<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut table = toml::Table::deserialize(deserializer)?;
        let (bonus, from) = (table.remove(BONUS), table.remove(FROM));
        let rules = || -> Result<HouseRules<G>, toml::de::Error> {
            Ok(HouseRules {
                bonus: bonus.map_or(Ok(Bonuses::default()), Bonuses::deserialize)?,
                bonus_from: from.map_or(Ok(BonusFrom::default()), BonusFrom::deserialize)?,
                game: G::Rules::deserialize(table)?,
            })
        };
        rules().map_err(D::Error::custom)
    }
}

impl<G: Game> RuleFields for HouseRules<G> {
    fn fields() -> &'static [Field] {
        /// The fields by game, assembled once.
        static ALL: Mutex<Option<HashMap<TypeId, &'static [Field]>>> = Mutex::new(None);
        let mut all = ALL.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.get_or_insert_with(HashMap::new).entry(TypeId::of::<G>()).or_insert_with(|| {
            let own = G::Rules::fields().iter().copied();
            Vec::leak(own.chain(bonus::fields("house")).collect())
        })
    }

    fn out_of_range(&self) -> Vec<Fault> {
        self.game.out_of_range()
    }
}

impl<G: Game> GameRules for HouseRules<G> {
    fn presets() -> &'static [Preset] {
        G::Rules::presets()
    }

    fn preset(name: &str) -> Option<Self> {
        G::Rules::preset(name).map(HouseRules::plain)
    }

    fn check(&self) -> Vec<Fault> {
        let faults = self.game.check();
        if !faults.is_empty() {
            return faults;
        }
        let players = G::new(self.game.clone()).players();
        if players == 0 {
            return vec![Fault::new("players", "0".to_owned(), "1 or more".to_owned())];
        }
        self.bonus.check(self.bonus_from, &Self::events(), G::UNITS, players)
    }
}
