//! Floor 1, the parts common to all games: rules as data, strategies and their files, rounds and
//! the records that they leave.

mod answers;
pub mod bonus;
pub mod charts;
pub mod chooser;
pub mod counting;
pub mod document;
mod engine;
mod entry;
pub mod enumeration;
pub mod free;
mod game;
mod guest;
mod help;
pub mod house;
pub mod lists;
pub mod luck;
pub mod money;
pub mod notation;
pub mod parallel;
pub mod policy;
pub mod question;
mod record;
pub mod recorder;
pub mod relay;
mod rules;
pub mod scribe;
pub mod script;
mod seat;
pub mod settings;
mod table;
mod trace;
mod turns;
pub mod worlds;

pub use crate::cards::random::Purpose;
pub use answers::{
    BestFile, Decision, ExactError, ExactFigures, ExactScore, Habit, HandAsked, HandFacts, Part,
    PartValue, Solving,
};
pub use chooser::{Asked, Chooser, Choosers};
pub use counting::ShoeFacts;
pub use engine::{DEALT, Engine, ImportanceSampler, Tallied};
pub use entry::{AnyGame, Profile, RulesFrom, entry};
pub use game::{FeatureOf, Game, MOST_KINDS, Occasion, Of, Player, Shuffle, View, event};
pub use guest::GuestStrategy;
pub(crate) use guest::{check_answer, guest, refuse};
pub use help::Help;
pub use house::{BEST, Chance, Draw, House, RANDOM, Table};
pub use notation::ParseError;
pub use policy::Feature;
pub use record::{Caution, Event, MarginSink, Margins, Record, Score, Sink};
pub use relay::{Disagreement, Features, GivenUp, Relay, Relays, Situation, Use, Watched};
pub use rules::{
    Allowed, AnyReading, Explained, Fault, Field, GameRules, Preset, Readings, RuleFields,
    field_name, words,
};
pub use scribe::WrittenRound;
pub(crate) use seat::seats;
pub use seat::{ALL, Named, Parameter, SeatError, Spec};
pub use table::{
    AnyTable, BestFiles, Capabilities, Counting, Decisions, Exact, HandOdds, Hands, IndexPlays,
    MaximumProbability, OtherDeck, RareEvents, Seats, SessionTrace, Solved, Tallying, Unfolds,
};
pub use trace::{Public, ReplayError, Step};
pub use turns::TurnOrder;
pub use worlds::{Begun, LongForm, Situations, Stop, World};
