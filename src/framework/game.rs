//! The traits that the author of a game implements; everything else is derived from them.
//!
//! A game is its rules as data, one round in the order of the rulebook, the view and the legal
//! actions of a seat, and a few strategies. [`House`](super::House) turns it into an engine.

use super::counting::ShoeFacts;
use super::house::{Chance, House, Seat, Table};
use super::policy::{Feature, same_name};
use super::{
    Caution, ExactError, ExactFigures, Fault, GameRules, Help, Named, Readings, SeatError, Spec,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::Hash;
use std::ops::RangeInclusive;

/// A game, as its author defines it.
pub trait Game: Sized + Clone + Send + Sync + fmt::Debug + 'static {
    /// Its name on the command line.
    const NAME: &'static str;
    /// Its full name.
    const TITLE: &'static str;
    /// The game and its author, in a line.
    const ABOUT: &'static str;
    /// The name of the stake, in the plural: the unit of EVs, worth [`Game::UNITS`] money units.
    const STAKE: &'static str = "stakes";
    /// Money units in one stake, chosen so that every payout is a whole number of units.
    const UNITS: i64 = 1;
    /// Whether the game has a house: a party other than the seats that can win or lose money.
    const HAS_HOUSE: bool = true;
    /// The events that runs count.
    const EVENTS: &'static [Occasion];
    /// The rulebook in Markdown, as `rules` prints it: a literal, or a file next to the code
    /// (`include_str!`). A rule is a list item or a table row that begins with its id; in a list
    /// item the id is in bold: `- **K12** On a tie …`.
    const RULES: &'static str = "";
    /// Examples and option hints for the command-line help.
    const HELP: Help = Help::NONE;
    /// Events that a study warns about when they happen too often.
    const CAUTIONS: &'static [Caution] = &[];
    /// The named strategies; the first is the default. May include [`RANDOM`] and [`BEST`], which
    /// the framework plays itself.
    ///
    /// [`RANDOM`]: super::RANDOM
    /// [`BEST`]: super::BEST
    const STRATEGIES: &'static [Named];

    /// Its rules as data.
    type Rules: GameRules + Send + Sync + 'static;
    /// The information a seat has when it decides.
    type View: View;
    /// A player of any of [`Game::STRATEGIES`].
    type Player: Player<Self::View> + Clone + Send + Sync + fmt::Debug + 'static;

    /// Makes a table under rules that have passed [`GameRules::check`]. It is made several times for
    /// one run, so it should be quick.
    fn new(rules: Self::Rules) -> Self;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// The number of players at the table.
    fn players(&self) -> usize {
        1
    }

    /// The full shoes: the name and number of copies of each kind of card, at most [`MOST_KINDS`]
    /// kinds per shoe.
    fn shoes(&self) -> Vec<ShoeFacts>;

    /// When the shoes are shuffled.
    fn shuffle(&self) -> Shuffle {
        Shuffle::EveryRound
    }

    /// The approximate maximum of cards that a round draws from each shoe: if any shoe has fewer, all
    /// are shuffled before the deal. A shoe that still runs out during a round is refilled with the
    /// cards of earlier rounds, and after those with a second deck.
    fn cards_needed(&self) -> u32;

    /// The same for one of several shoes, by its index in [`Game::shoes`], where a round draws more cards
    /// from one than from another.
    fn cards_needed_of(&self, shoe: usize) -> u32 {
        let _ = shoe;
        self.cards_needed()
    }

    /// Whether an event of [`Game::EVENTS`], or the `deck-ran-out` of every game, can happen under
    /// these rules.
    fn possible(&self, event: &Occasion) -> bool {
        let _ = event;
        true
    }

    /// The amount that each player puts in before the deal, in stakes: the house edge is the house's
    /// gain over what all players put in. `None` if they put in nothing or choose how much.
    fn first_stake(&self) -> Option<f64> {
        Some(1.0)
    }

    /// Plays one round, from the ante to the settlement.
    fn round(&self, table: &mut Table<'_, Self>);

    /// Makes a player of one of [`Game::STRATEGIES`].
    ///
    /// # Errors
    /// If a parameter is out of range, or the strategy cannot be played under these rules.
    fn player(&self, spec: &Spec) -> Result<Self::Player, SeatError>;

    /// The exact figures of these players by a solver of the game's own, for rounds that enumeration
    /// does not reach or takes long for: those of a round from full shoes, with each seat equally
    /// often the first to act, in money units; of every seat and of every event of
    /// [`Engine::events`]. `None`, as provided, leaves them to enumeration, with which
    /// [`House::enumerated`] compares a solver. `house` has the rules with their bonuses
    /// ([`Engine::rules`]) and the full shoes ([`Counting::shoes`]), which `--deck` may have
    /// changed; the players have begun the round, and [`Seat::play`] asks one.
    ///
    /// [`House::enumerated`]: super::House::enumerated
    /// [`Engine::events`]: super::Engine::events
    /// [`Engine::rules`]: super::Engine::rules
    /// [`Counting::shoes`]: super::Counting::shoes
    fn exact(
        house: &House<Self>,
        players: &mut [Seat<Self>],
    ) -> Option<Result<ExactFigures, ExactError>> {
        let _ = (house, players);
        None
    }
}

/// The maximum number of kinds of card in a shoe of a [`Game`].
pub const MOST_KINDS: usize = 64;

/// The information a seat has when it decides: all of it, and nothing else.
///
/// Two situations with equal views, reached through equal views, are the same information set; best
/// play is computed on that basis. `Display` writes a situation as traces and tables show it.
pub trait View: Clone + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// An action of a seat.
    type Action: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// Every action of the game, with its name in files, traces and written rounds.
    const ACTIONS: &'static [(&'static str, Self::Action)];

    /// Actions that are legal at every decision. A file's rule that takes one of them leaves none
    /// of its situations to later rules. If this list is empty, a file need not cover every
    /// situation: where no rule yields a legal action, the seat takes the first legal one.
    const ALWAYS: &'static [Self::Action];

    /// Actions by which the other seats do not notice that the seat was asked, such as a pass where
    /// only a hidden card gives a choice.
    const SILENT: &'static [Self::Action] = &[];

    /// The features that strategy files can test.
    const FEATURES: &'static [FeatureOf<Self>] = &[];

    /// Whether an action is legal here.
    fn allows(&self, action: Self::Action) -> bool;

    /// The legal actions, in the order of [`View::ACTIONS`].
    fn legal(&self) -> impl Iterator<Item = Self::Action> {
        Self::ACTIONS.iter().map(|&(_, action)| action).filter(|&action| self.allows(action))
    }

    /// The situation in a line, by which `leaks` groups decisions: the features that tell most. By
    /// default the whole view, of which some games have too many.
    fn situation(&self) -> String {
        self.to_string()
    }

    /// The name of an action.
    fn name(action: Self::Action) -> &'static str {
        let named = Self::ACTIONS.iter().find(|(_, known)| *known == action);
        named.map_or("?", |(name, _)| *name)
    }
}

/// A feature of a view that strategy files can test, and how its value is found.
#[derive(Clone, Copy, Debug)]
pub struct FeatureOf<V> {
    pub(super) feature: Feature,
    pub(super) value: fn(&V) -> u16,
}

impl<V> FeatureOf<V> {
    /// A feature of this name, range and meaning. A strategy file that finds a value outside the
    /// range ends the run.
    pub const fn new(
        name: &'static str,
        range: RangeInclusive<u16>,
        about: &'static str,
        value: fn(&V) -> u16,
    ) -> FeatureOf<V> {
        let feature = Feature { name, low: *range.start(), high: *range.end(), about };
        FeatureOf { feature, value }
    }
}

/// The player in a seat.
///
/// Its answers must depend only on the view and on `chance`: players are reused for other sessions in
/// any order, so what one remembers would make figures depend on the number of threads. Caches are
/// harmless.
pub trait Player<V: View> {
    /// Chooses an action that the view allows.
    fn play(&mut self, view: &V, chance: &mut Chance<'_>) -> V::Action;
}

/// An event that runs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// Its name, in kebab case.
    pub name: &'static str,
    /// The subject of the event, which also determines its trials.
    pub of: Of,
    /// Its meaning in a line of text, for `explain` and for pages; empty if its name says all.
    pub about: &'static str,
}

impl Occasion {
    /// An event of this name.
    pub const fn new(name: &'static str, of: Of) -> Occasion {
        Occasion { name, of, about: "" }
    }

    /// Sets its meaning, in a line of text.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Occasion {
        Occasion { about, ..self }
    }
}

/// The index of an event in [`Game::EVENTS`], for a constant: `const BUST: usize =
/// event::<Snackjack>("bust");` does not compile if the game has no event of that name.
pub const fn event<G: Game>(name: &str) -> usize {
    let mut at = 0;
    while at < G::EVENTS.len() {
        if same_name(G::EVENTS[at].name, name) {
            return at;
        }
        at += 1;
    }
    panic!("the game has no event of this name")
}

/// The subject of an event: the thing it happens to, and the trials it is counted out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The table, at most once a round.
    Table,
    /// A seat, at most once a round. For the whole table, the event counts the rounds in which it
    /// happened to any seat.
    Seat,
    /// A hand, at most once per hand; a seat may have several hands in a round. Repeats are not
    /// detected: an event reported twice for one hand counts as two hands.
    Hand,
}

/// When shoes are shuffled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shuffle {
    /// Before every round.
    #[default]
    EveryRound,
    /// Before the next round, once this fraction of a shoe has been dealt.
    Penetration(f64),
}

impl Readings for Shuffle {
    fn allowed() -> String {
        "every_round | penetration = x with 0 < x < 1".to_owned()
    }
}

impl Shuffle {
    /// The fault of the field `shuffle`, if it has one.
    pub fn fault(self) -> Option<Fault> {
        let Shuffle::Penetration(part) = self else { return None };
        let right = part > 0.0 && part < 1.0;
        let allowed = "a fraction x with 0 < x < 1";
        Fault::unless(right, "shuffle.penetration", part, allowed).pop()
    }
}
