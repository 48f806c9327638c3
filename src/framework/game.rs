//! What an author writes of a game; everything else follows from it.
//!
//! A game is its rules as data, one round in the order of the rulebook, what a seat sees and may
//! do, and a few strategies. [`House`](super::House) makes an engine of it.

use super::counting::ShoeFacts;
use super::house::{Chance, Table};
use super::policy::Feature;
use super::{Caution, Fault, GameRules, Help, Named, Readings, SeatError, Spec};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::Hash;

/// A game as its author writes it.
pub trait Game: Sized + Clone + Send + Sync + fmt::Debug + 'static {
    /// Its name on the command line.
    const NAME: &'static str;
    /// Its full name.
    const TITLE: &'static str;
    /// The game and its author, in a line.
    const ABOUT: &'static str;
    /// The unit of EVs: what [`Game::UNITS`] of money are called.
    const STAKE: &'static str = "stakes";
    /// Money units to one stake: enough for every payout to be a whole number of them.
    const UNITS: i64 = 1;
    /// Whether somebody beside the seats can win or lose.
    const HAS_HOUSE: bool = true;
    /// Everything that runs count.
    const EVENTS: &'static [Occasion];
    /// Its rulebook, in Markdown, as `rules` prints it: the text by itself, or a file beside the code
    /// (`include_str!`). A rule is an item of a list or a row of a table that begins with its id, in an
    /// item in bold: `- **K12** On a tie …`.
    const RULES: &'static str = "";
    /// What the help of the command line shows of it.
    const HELP: Help = Help::NONE;
    /// Events that a study notes where they happen too often.
    const CAUTIONS: &'static [Caution] = &[];
    /// The steps of a round, by their event, that all see once nobody decides any more, beside those of
    /// the house and of money.
    const CLOSING: &'static [&'static str] = &[];
    /// The strategies known by name; the first one plays where nobody names one. [`RANDOM`] and
    /// [`BEST`] may be among them: the framework plays those.
    ///
    /// [`RANDOM`]: super::RANDOM
    /// [`BEST`]: super::BEST
    const STRATEGIES: &'static [Named];

    /// Its rules as data.
    type Rules: GameRules + Send + Sync + 'static;
    /// What a seat sees when it decides.
    type View: View;
    /// The strategies of [`Game::STRATEGIES`].
    type Player: Player<Self::View> + Clone + Send + Sync + fmt::Debug + 'static;

    /// A table under rules that were checked.
    fn new(rules: Self::Rules) -> Self;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// Players at the table.
    fn players(&self) -> usize {
        1
    }

    /// The shoes, each full: its cards by name, at most [`MOST_KINDS`] kinds of them.
    fn shoes(&self) -> Vec<ShoeFacts>;

    /// When the shoes are shuffled.
    fn shuffle(&self) -> Shuffle {
        Shuffle::EveryRound
    }

    /// Cards that a round takes out of each shoe at most, roughly: a shoe with fewer is shuffled
    /// before the deal. A shoe that still runs out in a round is filled up with the cards of
    /// earlier rounds, and after those with a second deck.
    fn cards_needed(&self) -> u32;

    /// Whether the rules let an event of [`Game::EVENTS`] happen.
    fn possible(&self, event: &Occasion) -> bool {
        let _ = event;
        true
    }

    /// One round, from the ante to the settlement.
    fn round(&self, table: &mut Table<'_, Self>);

    /// A strategy of [`Game::STRATEGIES`] under these rules.
    ///
    /// # Errors
    /// If a parameter is out of range, or the strategy cannot be played under these rules.
    fn player(&self, spec: &Spec) -> Result<Self::Player, SeatError>;
}

/// Most kinds of card in a shoe of a [`Game`].
pub const MOST_KINDS: usize = 64;

/// What a seat sees when it decides, all of it and nothing else.
///
/// Two situations in which views are equal, and were equal all the way there, are the same to the
/// seat: best play is found by that. It is written as traces and tables show a situation.
pub trait View: Clone + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// What a seat may do.
    type Action: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// Every action of the game, by its name in files, traces and written rounds.
    const ACTIONS: &'static [(&'static str, Self::Action)];

    /// Actions that are allowed whenever a seat is asked: rules of files that take one of these
    /// leave nothing for later rules. Where there are none, files may leave situations open, in which
    /// the first action that is allowed is taken.
    const ALWAYS: &'static [Self::Action];

    /// What strategy files may look at.
    const FEATURES: &'static [Feature];

    /// Whether an action is allowed here.
    fn allows(&self, action: Self::Action) -> bool;

    /// The value of one of [`View::FEATURES`].
    fn feature(&self, feature: usize) -> u16;

    /// The actions that are allowed here, in the order of [`View::ACTIONS`].
    fn legal(&self) -> impl Iterator<Item = Self::Action> {
        Self::ACTIONS.iter().map(|&(_, action)| action).filter(|&action| self.allows(action))
    }

    /// The name of an action.
    fn name(action: Self::Action) -> &'static str {
        let named = Self::ACTIONS.iter().find(|(_, known)| *known == action);
        named.map_or("?", |(name, _)| *name)
    }
}

/// Somebody in a seat.
pub trait Player<V: View> {
    /// The action in a situation: one that the view allows.
    fn play(&mut self, view: &V, chance: &mut Chance<'_>) -> V::Action;
}

/// An event that runs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// Its name, in kebab case.
    pub name: &'static str,
    /// What it happens to, and what it is counted out of.
    pub of: Of,
}

impl Occasion {
    /// An event of this name.
    pub const fn new(name: &'static str, of: Of) -> Occasion {
        Occasion { name, of }
    }
}

/// What an event happens to, and what it is counted out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The table, once a round at most.
    Table,
    /// A seat, once a round at most; of the whole table it is the rounds in which it happened to
    /// anybody.
    Seat,
    /// A hand of a seat, of which there may be several.
    Hand,
}

/// When shoes are shuffled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shuffle {
    /// Before every round.
    #[default]
    EveryRound,
    /// Before a deal, once this fraction of a shoe has been dealt.
    Penetration(f64),
}

impl Readings for Shuffle {
    fn allowed() -> String {
        "every_round | penetration = x with 0 < x < 1".to_owned()
    }
}

impl Shuffle {
    /// What is wrong with the field `shuffle`, if anything is.
    pub fn fault(self) -> Option<Fault> {
        let Shuffle::Penetration(part) = self else { return None };
        let right = part > 0.0 && part < 1.0;
        let allowed = "a fraction x with 0 < x < 1";
        Fault::unless(right, "shuffle.penetration", part, allowed).pop()
    }
}
