//! Floor 1: the games. What any game is to the floors above, and one folder per game.

pub mod counting;
pub mod document;
pub mod fizzbin;
pub mod kinzo;
pub mod policy;
pub mod sabacc;
pub mod settings;
pub mod zinbiddle;

use self::counting::{CountedRound, IndexPlay, ShoeFacts};
use self::document::{Document, FileError};
use self::policy::Feature;
use crate::cards::memory::{Memory, Recall};
use crate::cards::random::Seed;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::ops::{Range, RangeInclusive};

/// One field of a game's rules, as `games GAME` lists it. Its default is the field's value in
/// the default rules.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name in rules files and in `--set`.
    pub name: &'static str,
    /// The id of the rule that it is part of.
    pub rule: &'static str,
    /// The range, or the readings separated by ` | `.
    pub allowed: &'static str,
    /// What it says, in a line.
    pub about: &'static str,
}

/// A named set of rules.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name for `--rules`.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
}

/// Something wrong with a set of rules: which field, what was found, what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} = {} is not allowed: {allowed}", settings::shown(.found))]
pub struct Fault {
    /// The field's name.
    pub field: &'static str,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
}

impl Fault {
    /// A fault of a field.
    pub fn new(field: &'static str, found: String, allowed: String) -> Fault {
        Fault { field, found, allowed }
    }
}

/// The rules of a game as data.
pub trait GameRules: Clone + fmt::Debug + Default + Serialize + DeserializeOwned {
    /// Every field, in the order of the rulebook.
    fn fields() -> &'static [Field];
    /// The presets; the first one is the default.
    fn presets() -> &'static [Preset];
    /// The rules of a preset.
    fn preset(name: &str) -> Option<Self>;
    /// Everything that is wrong with these rules, all at once.
    fn check(&self) -> Vec<Fault>;
}

/// A parameter of a named strategy.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its default, as it is written.
    pub default: &'static str,
    /// What is allowed.
    pub allowed: &'static str,
}

/// A strategy that every build knows by name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// Its parameters, in the order in which they are printed.
    pub parameters: &'static [Parameter],
    /// What it does, in a line.
    pub about: &'static str,
}

/// A named strategy with the value of every parameter, defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The strategy's name.
    pub name: &'static str,
    /// Each parameter's name and value; what it remembers only where it was named.
    pub arguments: Vec<(&'static str, toml::Value)>,
    /// What it remembers of earlier rounds, if it asks for that.
    pub recall: Recall,
}

impl Spec {
    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&toml::Value> {
        self.arguments.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

impl fmt::Display for Spec {
    /// The canonical form: `threshold(hit_below=9,split=false)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for (i, (name, value)) in self.arguments.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { "(" } else { "," })?;
        }
        if self.arguments.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

/// Why a seat cannot be filled with a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// A parameter has a value that it cannot have.
    #[error("strategy {strategy}: {parameter} = {} is not allowed: {allowed}",
        settings::shown(.found))]
    Parameter {
        /// The strategy's name.
        strategy: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// What was found.
        found: String,
        /// What is allowed.
        allowed: String,
    },
    /// The strategy cannot be played under these rules.
    #[error("strategy {strategy} cannot be played here: {reason}")]
    Rules {
        /// The strategy's name.
        strategy: &'static str,
        /// Why, and what to do.
        reason: String,
    },
}

/// An event that runs count: how often it happened out of how many trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name, in kebab case.
    pub name: String,
    /// Which of the game's trial units it is counted in: an index into [`Record::trials`].
    /// Unit 0 is always rounds.
    pub unit: usize,
    /// False if the rules rule it out.
    pub possible: bool,
}

/// An event that moves the figures of a table where it happens often, so that whoever reads them
/// must know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caution {
    /// The event's name. Its trials are rounds.
    pub event: &'static str,
    /// What it does to play and to the figures.
    pub note: &'static str,
}

/// What one seat, or one position, or the house, took from a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Net money of the session, in the game's money units.
    pub net: i64,
    /// The sum over its rounds of the square of the round's net.
    pub squares: i128,
    /// Rounds won.
    pub wins: u32,
}

impl Score {
    /// Adds a round.
    #[inline]
    pub fn add(&mut self, net: i64, won: bool) {
        self.net += net;
        self.squares += i128::from(net) * i128::from(net);
        self.wins += u32::from(won);
    }
}

/// The seat, or the place in a turn order, of a number below twice the players.
#[inline(always)]
fn wrap(number: usize, players: usize) -> usize {
    if number >= players { number - players } else { number }
}

/// What one session yields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Rounds played.
    pub rounds: u32,
    /// By seat.
    pub seats: Vec<Score>,
    /// By position: 0 is the first to act.
    pub positions: Vec<Score>,
    /// The house's.
    pub house: Score,
    /// Trials of each unit; unit 0 is rounds.
    pub trials: Vec<u32>,
    /// How often each event happened, in the order of [`Game::events`].
    pub hits: Vec<u32>,
}

impl Record {
    /// A record with nothing in it yet.
    pub fn new(players: usize, units: usize, events: usize) -> Record {
        Record {
            rounds: 0,
            seats: vec![Score::default(); players],
            positions: vec![Score::default(); players],
            house: Score::default(),
            trials: vec![0; units],
            hits: vec![0; events],
        }
    }

    /// Empties it for the next session.
    pub fn clear(&mut self) {
        self.rounds = 0;
        self.seats.fill(Score::default());
        self.positions.fill(Score::default());
        self.house = Score::default();
        self.trials.fill(0);
        self.hits.fill(0);
    }
}

/// Where sessions are counted.
pub trait Sink {
    /// Whether it must be told every session alone (`times` is 1), in order.
    const ORDERED: bool = false;

    /// Counts a session; `times` sessions that came out the same may be counted at once, unless
    /// the sink is [`Sink::ORDERED`].
    fn session(&mut self, record: &Record, times: u64);
}

/// Exact figures of one seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactScore {
    /// Expected net per round, in money units.
    pub mean: f64,
    /// Expected square of the net of a round.
    pub square: f64,
    /// Probability that the round is won.
    pub win: f64,
}

/// What can be said of a table without sampling.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactFigures {
    /// By seat.
    pub seats: Vec<ExactScore>,
    /// The house's.
    pub house: ExactScore,
    /// For each event of [`Game::events`]: expected hits and expected trials, per round.
    pub events: Vec<(f64, f64)>,
}

/// A hand to ask about, and the situation that it is held in; what a game has none of must be left
/// out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandAsked<'a> {
    /// The cards.
    pub hand: Option<&'a str>,
    /// The dealer's card.
    pub dealer: Option<&'a str>,
    /// The round of the game, from 1.
    pub round: Option<u32>,
    /// The top of the discard pile.
    pub top: Option<&'a str>,
}

impl HandAsked<'_> {
    /// Refuses what is asked of but no part of a situation of the game.
    ///
    /// # Errors
    /// Names the first such option.
    pub fn only(&self, game: &str, parts: &[&str]) -> Result<(), ExactError> {
        let asked = [
            ("dealer", self.dealer.is_some()),
            ("round", self.round.is_some()),
            ("top", self.top.is_some()),
        ];
        match asked.into_iter().find(|(part, asked)| *asked && !parts.contains(part)) {
            None => Ok(()),
            Some((part, _)) => Err(ExactError::Question(format!(
                "no {part} matters to a hand of {game}; leave out --{part}"
            ))),
        }
    }
}

/// What one choice in one situation is worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// The hand.
    pub hand: String,
    /// The dealer's card; empty where there is no dealer.
    pub dealer: String,
    /// The round of the game, from 1; 0 where it does not matter.
    pub round: u32,
    /// The top of the discard pile; empty where it does not matter.
    pub top: String,
    /// The choice.
    pub action: String,
    /// Expected net of the round if it is taken and best play follows, in money units.
    pub ev: f64,
    /// What it costs against the best choice, in money units; 0 for the best.
    pub loss: f64,
    /// How often the strategy that is told about takes it, where that is not simply the best.
    pub share: Option<f64>,
    /// How `ev` was found, where not without error: `simulated`, or `abstraction` for what is exact in
    /// a simpler game only.
    pub method: Option<&'static str>,
    /// The standard error of a simulated `ev`.
    pub se: Option<f64>,
    /// What the choice is worth in the abstraction, beside a simulated `ev`.
    pub abstraction: Option<f64>,
}

/// What a strategy mostly does with hands of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Habit {
    /// Cards of the hand.
    pub cards: u32,
    /// Which hands.
    pub hand: String,
    /// What the discard pile offers; empty where all is the same.
    pub offer: &'static str,
    /// The round of the game, from 1.
    pub round: u32,
    /// What is done most.
    pub action: &'static str,
    /// How often.
    pub share: f64,
}

/// How a strategy was found by replying again and again to what was found before.
#[derive(Clone, Debug, PartialEq)]
pub struct Solving {
    /// What the strategy that comes of it mostly does.
    pub habits: Vec<Habit>,
    /// What a best reply wins, in money units a round, from those who play the strategy that comes of
    /// so many iterations. It is never below zero. The last one is of the strategy that is played.
    pub gaps: Vec<(usize, f64)>,
}

/// The best strategy of a form that is simple enough for a file.
#[derive(Clone, Debug, PartialEq)]
pub struct BestFile {
    /// The file.
    pub text: String,
    /// Its expected net of a round, in money units.
    pub ev: f64,
    /// That of best play.
    pub best: f64,
}

/// A named hand: what it is, how rare, how often beaten.
#[derive(Clone, Debug, PartialEq)]
pub struct HandFacts {
    /// Which part of the hand it is about; empty where hands are of one piece.
    pub line: String,
    /// The hand, or that part of it.
    pub hand: String,
    /// The dealer's card it is held against, or `any`; empty where there is no dealer.
    pub dealer: String,
    /// What it is called.
    pub category: String,
    /// Its rank among the hands of as many cards, 1 is the best.
    pub rank: u64,
    /// Out of how many ranks.
    pub ranks: u64,
    /// Probability that so many cards off the full deck are this hand.
    pub rarity: f64,
    /// Probability that it is beaten when it is stood on.
    pub beaten: f64,
    /// Further outcomes of standing on it: event name, probability.
    pub outcomes: Vec<(String, f64)>,
    /// What the whole hand is or is not.
    pub flags: Vec<(&'static str, bool)>,
}

/// What the names of events of cards as dealt begin with: those without it are of play.
pub const DEALT: &str = "dealt:";

/// What the odds of a game are the odds of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counted {
    /// Rounds as they are played.
    #[default]
    Rounds,
    /// Cards as they are dealt to one player, before anybody decides anything.
    Dealt,
    /// Hands as they are shown at the end of a round.
    Shown,
}

/// Importance sampling of one event: deals in which it is likely, each weighing what makes up for
/// that, so that the mean weight is the event's probability. A session is one deal.
pub trait Weighing: Sync {
    /// The weight of a deal that came as often as it should; none weighs more.
    fn whole(&self) -> u128;

    /// A rough number of nanoseconds that a deal takes on one core, for defaults.
    fn nanoseconds(&self) -> f64;

    /// Tells the weights of some sessions, 0 where the event did not come.
    fn weigh(&self, seed: Seed, sessions: Range<u64>, each: &mut dyn FnMut(u128));
}

/// Why something cannot be computed without sampling.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// The question is beyond what can be enumerated.
    #[error("{0}")]
    OutOfReach(String),
    /// The question itself is wrong.
    #[error("{0}")]
    Question(String),
}

/// A step of a round as the trace tells it: its rule, its sentence, and the same as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The id of the rule that it follows; empty where it is only a heading.
    pub rule: &'static str,
    /// What kind of step it is, in kebab case: `hit`, `dealt`, `won`. The same kind of step has the
    /// same name in every game.
    pub event: &'static str,
    /// What happened, in a sentence.
    pub text: String,
    /// The same as data, by name: seats from 1, money in the units of EVs, cards as they are
    /// written. Names are in snake case.
    pub fields: serde_json::Map<String, serde_json::Value>,
}

impl Step {
    /// A step without data.
    pub fn new(rule: &'static str, event: &'static str, text: impl Into<String>) -> Step {
        Step { rule, event, text: text.into(), fields: serde_json::Map::new() }
    }

    /// The step with one more field.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Step {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// The step with the seat that it is about, which counts from 0 here and from 1 in the data.
    #[must_use]
    pub fn seat(self, seat: usize) -> Step {
        self.with("seat", seat + 1)
    }
}

/// What an expert fills in to replay a written round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReplayError(pub String);

/// A game: rules that were checked, and everything the floors above may ask of it.
pub trait Game: Sized + Send + Sync + fmt::Debug {
    /// Its name on the command line.
    const NAME: &'static str;
    /// Its full name.
    const TITLE: &'static str;
    /// What it is and whose, in a line.
    const ABOUT: &'static str;
    /// What one [`Game::UNITS`] of money is called: EVs are in these per round.
    const STAKE: &'static str;
    /// Money units to one stake.
    const UNITS: i64;
    /// The strategy of seats that nobody named one for.
    const DEFAULT_STRATEGY: &'static str;
    /// The schema of `trace --replay` files, with an example.
    const REPLAY_HELP: &'static str;
    /// Keys of strategy files that `FILE(key=value)` may put in the place of the file's own.
    const FILE_PARAMETERS: &'static [&'static str];
    /// What the rules of strategy files may look at.
    const FEATURES: &'static [Feature];

    /// Events that a study notes where they happen in more than one round in a hundred.
    const CAUTIONS: &'static [Caution] = &[];

    /// Its rules as data.
    type Rules: GameRules;
    /// Its enum of all seats that the tool can fill.
    type Player: Clone + Send + Sync + fmt::Debug;

    /// A table under these rules.
    ///
    /// # Errors
    /// Every fault of the rules at once.
    fn new(rules: Self::Rules) -> Result<Self, Vec<Fault>>;

    /// The same table with another composition of the deck, `counts` by card.
    ///
    /// # Errors
    /// If the composition has the wrong length, a count is out of range, or a round cannot be
    /// dealt from it.
    fn with_deck(self, counts: &[u32]) -> Result<Self, ExactError>;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// Players at the table.
    fn players(&self) -> usize;

    /// Whether the rules have a house: somebody beside the seats who can win or lose. Where they have
    /// none, what no player can be given, such as the odd units of a division, is the record's
    /// house's all the same, so that money is conserved.
    fn has_house(&self) -> bool {
        true
    }

    /// The strategies known by name.
    fn strategies() -> &'static [Named];

    /// A seat that plays a strategy.
    ///
    /// # Errors
    /// If a parameter is out of range, or the strategy cannot be played under these rules.
    fn player(&self, spec: &Spec) -> Result<Self::Player, SeatError>;

    /// A seat that plays what a file says.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each fault with its line.
    fn written(&self, document: &Document) -> Result<Self::Player, FileError>;

    /// The events that runs count. Unit 0 is rounds; there are [`Game::units`] units.
    fn events(&self) -> Vec<Event>;

    /// How many units of trials there are.
    fn units(&self) -> usize;

    /// A rough number of rounds in a session.
    fn rounds_per_session(&self) -> f64;

    /// A rough number of nanoseconds that a round takes on one core, for defaults.
    fn nanoseconds(&self, players: &[Self::Player]) -> f64;

    /// What these players work out before the first round, if that takes seconds: a sentence.
    fn preparing(&self, players: &[Self::Player]) -> Option<String> {
        let _ = players;
        None
    }

    /// How many sessions are best played by one call of [`Game::play`], if not as many as take a
    /// while.
    fn side_by_side(&self, players: &[Self::Player]) -> u64 {
        let _ = players;
        1
    }

    /// Plays whole sessions and counts them.
    fn play(
        &self,
        players: &mut [Self::Player],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    );

    /// Plays one session and tells it step by step; `round` (from 0) picks one of its rounds.
    /// Returns the steps by round, with the number of each round, and the number of rounds of
    /// the session.
    fn trace(
        &self,
        players: &mut [Self::Player],
        seed: Seed,
        session: u64,
        round: Option<u64>,
    ) -> (Vec<(u64, Vec<Step>)>, u64);

    /// Plays a written round and checks every step of it.
    ///
    /// # Errors
    /// The first step that the rules do not allow, or that the script lacks.
    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError>;

    /// EV, odds of winning and events without sampling.
    ///
    /// # Errors
    /// If these rules or players are out of reach of enumeration; the message says why.
    fn exact(&self, players: &mut [Self::Player]) -> Result<ExactFigures, ExactError>;

    /// Whether [`Game::exact`] gives the figures of a whole run under these rules, and not only of
    /// a part of it, such as the first round of a shoe.
    fn exact_is_whole(&self) -> bool;

    /// What a reader of exact figures must know.
    fn exact_notes(&self) -> Vec<String>;

    /// What each choice is worth with a hand (all hands if none is named) in a situation (each if
    /// none is named), best play following.
    ///
    /// # Errors
    /// As [`Game::exact`], and if the hand or the situation cannot be.
    fn decisions(&self, asked: HandAsked<'_>) -> Result<Vec<Decision>, ExactError>;

    /// How the strategy that [`Game::decisions`] tells about was found, where it was by iteration,
    /// and what it does; such games have no [`Game::exact`] figures.
    fn solving(&self) -> Option<Solving> {
        None
    }

    /// What the strategy of [`Game::solving`] takes for granted; `None` where there is none.
    const SOLVED_UNDER: Option<&'static str> = None;

    /// What [`Game::decisions`] with a named hand take for granted, where they are simulated.
    const PLAYED_UNDER: Option<&'static str> = None;

    /// The best strategy of a form that is simple enough for a strategy file.
    ///
    /// # Errors
    /// As [`Game::exact`].
    fn best_file(&self) -> Result<BestFile, ExactError>;

    /// The strategy that counters play where nobody names one: one with a memory. `None` where
    /// nothing can be counted.
    const COUNTER: Option<&'static str> = None;

    /// The shoes that cards are counted of; none where nothing can be counted.
    fn shoes(&self) -> Vec<ShoeFacts> {
        Vec::new()
    }

    /// Whether anything is left of a shoe from one round to the next.
    fn keeps_shoes(&self) -> bool {
        false
    }

    /// The same table where every round is the first of fresh shoes, and a session of its own.
    fn fresh(&self) -> Option<Self> {
        None
    }

    /// The same table where shoes are shuffled when this part of them has been dealt.
    ///
    /// # Errors
    /// Every fault of such rules; none is told where the game has no shoes.
    fn at_penetration(&self, _penetration: f64) -> Result<Self, Vec<Fault>> {
        Err(Vec::new())
    }

    /// What taking one card out of a shoe adds to the net of a round of fresh shoes, in money
    /// units, for a player who does not know of it: by shoe and card, without sampling. `None`
    /// where that is out of reach.
    fn exact_effects(&self, _players: &mut [Self::Player]) -> Option<Vec<f64>> {
        None
    }

    /// Plays whole sessions and tells every round as a counter in a seat sees it.
    fn play_counted(
        &self,
        _players: &mut [Self::Player],
        _counter: (usize, &Memory),
        _seed: Seed,
        _sessions: Range<u64>,
        _each: &mut dyn FnMut(CountedRound<'_>),
    ) {
    }

    /// Whether anything that a seat decides depends on what it keeps of earlier rounds.
    fn remembers(&self, _player: &Self::Player) -> bool {
        false
    }

    /// Whether a seat plays so that [`Game::index_plays`] can be told of it.
    fn has_index_plays(&self, _player: &Self::Player) -> bool {
        false
    }

    /// The decisions of a strategy that a count turns over, over some sessions, and a strategy file
    /// that plays by them, where one can. `None` where the game has none.
    fn index_plays(
        &self,
        _player: &Self::Player,
        _memory: &Memory,
        _seed: Seed,
        _sessions: u64,
    ) -> Option<(Vec<IndexPlay>, String)> {
        None
    }

    /// How likely the game's rarest event is for a player who wants nothing else: its name, and
    /// the least and the most that it can be.
    ///
    /// # Errors
    /// If the game has no such question.
    fn ceiling(&self) -> Result<(&'static str, f64, f64), ExactError> {
        Err(ExactError::Question(format!("{} has no event that one would hunt", Self::NAME)))
    }

    /// What a named hand is, how rare it is and how often it is beaten.
    ///
    /// # Errors
    /// As [`Game::exact`], and if the hand or the situation cannot be.
    fn hand_facts(&self, hand: &str, asked: HandAsked<'_>) -> Result<Vec<HandFacts>, ExactError>;

    /// How many cards off the full deck odds may be asked of; `None` where there are no such odds.
    fn hand_sizes() -> Option<RangeInclusive<u32>> {
        None
    }

    /// The same table where runs count what so many cards off the full deck are, one of
    /// [`Game::hand_sizes`]: a session is one deal, with no players.
    fn dealing(&self, _cards: u32) -> Option<Self> {
        None
    }

    /// The same table where runs count the events of something else than rounds. Of cards as dealt
    /// a session is one deal, with no players, and every event's name begins with [`DEALT`]. An
    /// event of rounds and of hands as shown with the same name is the same event. `None` where the
    /// game has no such events.
    fn counting(&self, _counted: Counted) -> Option<Self> {
        None
    }

    /// The event that is importance sampled where nobody names one.
    fn rare_event(&self) -> Option<&'static str> {
        None
    }

    /// Importance sampling of an event, by its index in [`Game::events`].
    fn weighing(&self, _event: usize) -> Option<Box<dyn Weighing>> {
        None
    }
}
