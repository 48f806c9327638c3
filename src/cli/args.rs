//! The command line as types. Parsing decides what was written, and does nothing.

use super::error::Failure;
use clap::{Args, Parser, Subcommand, ValueEnum};
use croupier::framework::counting::MEMORY;
use croupier::framework::settings::{hint, nearest, shown, shown_path};
use croupier::simulate::MAX_ROUNDS;
use croupier::strategy::memory_of;
use croupier::study::{self, AnyGame, Asked, Length, Method, RulesFrom, Setup};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Odds and strategies for card games that exist only in fiction
#[derive(Debug, Parser)]
#[command(name = "croupier", version, max_term_width = 96, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or one game's rule fields, presets and strategies
    #[command(after_help = "Example:\n  croupier games kinzo --template > house.toml")]
    Games(GamesArgs),
    /// Play rounds: EV and win rate of every seat, the house's take, how often each event happens
    #[command(after_help = "Example:\n  croupier simulate kinzo --players 3 \
                            --strategy 'threshold(hit_below=8)' --rounds 10M")]
    Simulate(SimulateArgs),
    /// Tell how likely each event is, or how good a hand
    #[command(
        after_help = "Example:\n  croupier odds kinzo --hand 3,4 --dealer 6\n  croupier odds \
                            zinbiddle --hand '4r 4g 4b 4y 3g 3r 2b 2g 1y'\n  croupier odds sabacc --cards 5\n  \
                            croupier odds sabacc --event blind-draw --precision 0.01",
        mut_arg("precision", |arg| arg.help(ODDS_PRECISION))
    )]
    Odds(OddsArgs),
    /// Compute EV, events and best play without sampling; of sabacc, what solved does
    #[command(
        after_help = "Example:\n  croupier exact kinzo --hand 3,3 --dealer 5\n  croupier exact \
                            sabacc --hand '+5 -3' --round 3 --top 3"
    )]
    Exact(ExactArgs),
    /// Let several strategies play the same cards: who is apart from whom, and by how much
    #[command(after_help = "Example:\n  croupier compare kinzo --strategy all --rounds 1M",
              mut_arg("precision", |arg| arg.help(COMPARE_PRECISION)))]
    Compare(CompareArgs),
    /// Count cards: effects of removal, and what each counting system is worth
    #[command(after_help = count_help(),
              mut_arg("rounds", |arg| arg.help(COUNT_ROUNDS)),
              mut_arg("precision", |arg| arg.help(COUNT_PRECISION)))]
    Count(CountArgs),
    /// Ask the same question over a grid of rules, tables or strategies
    #[command(after_help = "Example:\n  croupier sweep kinzo --vary commission=0..200:50 \
                            --vary players=1..4 --rounds 100k\n  croupier sweep zinbiddle --vary \
                            rules=casual,casino --metric event:showdown --rounds 100k",
              mut_arg("precision", |arg| arg.help(SWEEP_PRECISION)))]
    Sweep(SweepArgs),
    /// Find the value of a rule with which a figure meets a target
    #[command(after_help = "Example:\n  croupier balance kinzo --solve commission=0..200 \
                            --target house-edge=0.08\n  croupier balance zinbiddle --solve \
                            misfires_per_suit=0..4 --target event:playable=0.5")]
    Balance(BalanceArgs),
    /// Tell a session or a round step by step, with rule ids
    #[command(after_help = trace_help(),
              mut_arg("format", |arg| arg.help("The form of the story on stdout [default: table, a text]")))]
    Trace(TraceArgs),
}

const ODDS_PRECISION: &str = "Play until the probability of the event that --event names, or of every \
     event, is known to this half-width";
const COMPARE_PRECISION: &str = "Play until the difference of every two strategies still in is \
     known to this half-width; one that is surely worse than another is dropped on the way";

const SWEEP_PRECISION: &str =
    "Play each point until the EV of each of its seats is known to this half-width";
const COUNT_ROUNDS: &str = "Play whole sessions until every memory has played this many rounds, at \
     each penetration; effects of removal that must be sampled, over as many rounds of their own \
     (10M, 250k, 1_000) [default: about ten seconds' worth on two cores for each of both]";
const COUNT_PRECISION: &str = "Play until the EV of every memory is known to this half-width";

fn count_help() -> String {
    "One strategy plays the same cards with each memory of earlier rounds: none, each counting \
     system, full. Systems are files; strategies/README.md says how one is written.\n\nA strategy is \
     given a memory anywhere by --strategy 'NAME(memory=none|full|SYSTEM|FILE,error_rate=0.2)'; the \
     system that it names itself is one of those compared. A file whose rules look at a true count \
     plays with its own system and with those that count for as many cards; without a memory its \
     count is 0, and the full one is left out.\n\n\
     Example:\n  croupier count kinzo --penetration 0.25,0.5,0.75 --rounds 300k\n  croupier count \
     zinbiddle --rules casino --system capstone --rounds 20k\n  croupier count kinzo \
     --penetration 0.75 --make 2 --write-system mine.toml --rounds 100k"
        .to_owned()
}

fn trace_help() -> String {
    let mut help = "Example:\n  croupier trace kinzo --players 2 --seed 7 --session 3\n".to_owned();
    for game in study::games() {
        help += &format!("\n{}: {}\n", game.name(), game.replay_help());
    }
    help
}

impl Command {
    /// How many threads it is to have.
    pub fn threads(&self) -> ThreadsArgs {
        match self {
            Command::Simulate(args) => args.run.threads,
            Command::Odds(args) => args.run.threads,
            Command::Exact(args) => args.threads,
            Command::Compare(args) => args.run.threads,
            Command::Sweep(args) => args.run.threads,
            Command::Balance(args) => args.threads,
            Command::Count(args) => args.run.threads,
            Command::Games(_) | Command::Trace(_) => ThreadsArgs { threads: None },
        }
    }
}

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// The game to describe
    pub game: Option<String>,
    /// Print a complete, commented rules file
    #[arg(long, requires = "game")]
    pub template: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// The game to play
    pub game: String,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct OddsArgs {
    /// The game
    pub game: String,
    /// Only this event; dealt:NAME is of cards as dealt, NAME alone as played
    #[arg(long, value_name = "NAME", conflicts_with = "hand")]
    pub event: Option<String>,
    /// The hand to judge: kinzo such as 3,4; sabacc such as '+5 -5 0'; fizzbin such as 'AS AD KS KH
    /// JC JD TS', or HAND + PILE; zinbiddle nine cards such as
    /// 4r, 0b or V6, with spaces or commas between them, level by level: T1 T2 T3 T4 S1 S2 G1 G2 C
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: Option<String>,
    /// The dealer's card; each of them if it is left out
    #[arg(long, value_name = "CARD", requires = "hand", allow_hyphen_values = true)]
    pub dealer: Option<String>,
    /// Odds of hands as shown when the strategies have played (NAME), in games whose odds are of cards
    /// as dealt to one player (dealt:NAME; zinbiddle); other games' odds are always as played, and it
    /// changes nothing
    #[arg(long, conflicts_with = "hand")]
    pub played: bool,
    /// Odds of what so many cards off the full deck are (sabacc: 2 to 5; fizzbin: 1 to 7)
    #[arg(long, value_name = "K", value_parser = small, allow_hyphen_values = true,
          conflicts_with_all = ["hand", "played"])]
    pub cards: Option<u32>,
    /// How likely an Ion Barrage can be made at all (zinbiddle): the best that a player does who wants
    /// nothing else, from endless shoes; 4 actions take minutes, with Sixes the longest
    #[arg(long, conflicts_with_all = ["event", "hand", "played", "cards", "strategy", "method"])]
    pub ceiling: bool,
    /// How to find the figures; weighted is importance sampling of cards as dealt, of zinbiddle's
    /// dealt:ion-barrage unless --event names another
    #[arg(long, value_enum, default_value = "auto")]
    pub method: MethodArg,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct ExactArgs {
    /// The game
    pub game: String,
    /// The hand to decide on, such as 3,3 (kinzo) or '+5 -3' (sabacc: each choice is then played in
    /// the real deck against players of solved); the whole chart if it is left out
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: Option<String>,
    /// The round of the game (sabacc); each of them if it is left out
    #[arg(long, value_name = "N", value_parser = small, allow_hyphen_values = true,
          requires = "hand")]
    pub round: Option<u32>,
    /// The top of the discard pile (sabacc); each of them if it is left out
    #[arg(long, value_name = "CARD", requires = "hand", allow_hyphen_values = true)]
    pub top: Option<String>,
    /// The dealer's card; each of them if it is left out
    #[arg(long, value_name = "CARD", allow_hyphen_values = true)]
    pub dealer: Option<String>,
    /// Another composition of the deck: how many of each card, such as 6,6,5,6,6,6
    #[arg(long, value_name = "COUNTS", allow_hyphen_values = true)]
    pub deck: Option<String>,
    /// Find the best strategy that fits a simple chart, and write it as a strategy file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hand", "dealer", "round", "top", "strategy"])]
    pub write_strategy: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The game
    pub game: String,
    /// A strategy by name or a file: at least twice, or once as `all` for every one of the game
    #[arg(long, value_name = "NAME|FILE[(…)]", required = true)]
    pub strategy: Vec<String>,
    /// The seat that the strategies play
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// What the other seats play [default: the game's default strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub against: Option<String>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// The game
    pub game: String,
    /// What varies: a rule field, players, rules (presets or files) or strategy.PARAMETER, from A to
    /// B, both included, or over named values; once or twice
    #[arg(long, value_name = "FIELD=A..B[:STEP]|a,b,c", required = true)]
    pub vary: Vec<String>,
    /// The figure to draw: house-edge, position-spread, event:NAME as played, event:dealt:NAME of
    /// cards as dealt, or ev:SEAT [default: house-edge, or position-spread where there is no house]
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<String>,
    /// Also play each point with the best strategy that the game can compute at every seat; or, where
    /// strategy.PARAMETER varies, with the best of its values at seat 1
    #[arg(long)]
    pub against_best: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct BalanceArgs {
    /// The game
    pub game: String,
    /// What may change: a rule field, players or strategy.PARAMETER, from A to B, both included, or
    /// one of the named readings
    #[arg(long, value_name = "FIELD=A..B[:STEP]|a,b,c")]
    pub solve: String,
    /// What is to be met; metrics are house-edge, position-spread, event:NAME as played,
    /// event:dealt:NAME of cards as dealt, and ev:SEAT
    #[arg(long, value_name = "METRIC=VALUE", allow_hyphen_values = true)]
    pub target: String,
    /// How far off the target the figure may be [default: 0.001, of an event a hundredth of its
    /// probability]
    #[arg(long, value_name = "T", value_parser = tolerance, allow_hyphen_values = true)]
    pub tolerance: Option<f64>,
    /// Also find the value for players who do their best: the best strategy that the game can compute
    /// at every seat, or seat 1 with the best of the parameters that --vary names
    #[arg(long)]
    pub against_best: bool,
    /// Parameters that seat 1 tunes: strategy.PARAMETER=A..B[:STEP] or a,b,c
    #[arg(long, value_name = "strategy.PARAMETER=VALUES", requires = "against_best")]
    pub vary: Vec<String>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Rounds to play at each value that is tried (10M, 250k, 1_000) [default: some ten seconds' worth
    /// on two cores for all]
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    /// The seed of all luck
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed,
          allow_hyphen_values = true)]
    pub seed: u64,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct CountArgs {
    /// The game
    pub game: String,
    /// A counting system by name or a file, repeatable; none and full are always there [default:
    /// all systems of the game]
    #[arg(long, value_name = "NAME|FILE")]
    pub system: Vec<String>,
    /// The bankroll for risk of ruin and Kelly stake, in stakes
    #[arg(long, value_name = "N", default_value = "100", value_parser = bankroll,
          allow_hyphen_values = true)]
    pub bankroll: f64,
    /// Penetrations to play at, one after the other, such as 0.25,0.5,0.75 [default: that of the
    /// rules]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = penetration,
          allow_hyphen_values = true)]
    pub penetration: Vec<f64>,
    /// Make the best tags of a level 1..=3 from the effects of removal, and play them too
    #[arg(long, value_name = "LEVEL", value_parser = level, allow_hyphen_values = true)]
    pub make: Option<u32>,
    /// Write the system that was made as a file that --system and memory= can name
    #[arg(long, value_name = "FILE", requires = "make")]
    pub write_system: Option<PathBuf>,
    /// Write a strategy that plays by the index of each decision, with the system that gains most by
    /// it (kinzo)
    #[arg(long, value_name = "FILE")]
    pub write_indices: Option<PathBuf>,
    /// The strategy that counts; of one that asks nothing of a memory, the effects of removal
    /// [default: best(play=linear) (kinzo), pilot (zinbiddle)]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: Option<String>,
    /// The seat that counts
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// What the other seats play [default: the game's default strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub against: Option<String>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct TraceArgs {
    /// The game
    pub game: String,
    /// The seed of the run that the session is of
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed,
          allow_hyphen_values = true)]
    pub seed: u64,
    /// The session to tell, from 0
    #[arg(long, value_name = "N", default_value = "0", value_parser = session,
          allow_hyphen_values = true)]
    pub session: u64,
    /// Only this round of the session, from 1
    #[arg(long, value_name = "N", value_parser = round, allow_hyphen_values = true)]
    pub round: Option<u64>,
    /// Play a written round instead and check every step
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "session", "round", "strategy"])]
    pub replay: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The rules of the table.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// A preset, or a TOML file of rule fields
    #[arg(long, value_name = "PRESET|FILE")]
    pub rules: Option<String>,
    /// Set a rule field, such as tie_at_tally=push; after --rules, in order
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// The same as --set players=N
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<String>,
}

/// Who sits at the table.
#[derive(Debug, Args)]
pub struct SeatsArgs {
    /// A strategy by name or a file, such as 'threshold(hit_below=8)' or mine.toml: once for all
    /// seats, or once for each
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: Vec<String>,
}

/// How long a run is, and on what luck.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Play whole sessions until this many rounds are reached (10M, 250k, 1_000) [default: about
    /// ten seconds' worth on two cores]
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true,
          conflicts_with_all = ["precision", "time"])]
    pub rounds: Option<u64>,
    /// Play until the EV of every seat is known to this half-width
    #[arg(long, value_name = "HALF-WIDTH", value_parser = precision, allow_hyphen_values = true,
          conflicts_with = "time")]
    pub precision: Option<f64>,
    /// Play for about this long (30s, 5m)
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// The seed of all luck
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed,
          allow_hyphen_values = true)]
    pub seed: u64,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// The confidence of the intervals.
#[derive(Clone, Copy, Debug, Args)]
pub struct ConfidenceArgs {
    /// The confidence of every interval
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = confidence,
          allow_hyphen_values = true)]
    pub confidence: f64,
}

/// How many threads.
#[derive(Clone, Copy, Debug, Args)]
pub struct ThreadsArgs {
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
}

/// Where the tables go beside stdout.
#[derive(Debug, Args)]
pub struct OutArgs {
    /// The file of the first table as CSV, the others beside it, or of all as JSON; - for none
    /// [default: results/GAME-COMMAND.csv]
    #[arg(long, value_name = "F.csv|json")]
    pub out: Option<PathBuf>,
}

/// A picture of the answer.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// Also draw the answer
    #[arg(long, value_name = "FILE.svg|png")]
    pub plot: Option<PathBuf>,
}

/// How things are printed.
#[derive(Debug, Args)]
pub struct FormatArgs {
    /// The form of the tables on stdout [default: table on a terminal, csv otherwise]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Say nothing on stderr but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Table,
    Csv,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodArg {
    Auto,
    Exact,
    Simulate,
    Weighted,
}

impl MethodArg {
    pub fn method(self) -> Method {
        match self {
            MethodArg::Auto => Method::Auto,
            MethodArg::Exact => Method::Exact,
            MethodArg::Simulate => Method::Simulate,
            MethodArg::Weighted => Method::Weighted,
        }
    }
}

impl RulesArgs {
    /// Whether anything is said of the rules.
    pub fn given(&self) -> bool {
        self.rules.is_some() || self.players.is_some() || !self.set.is_empty()
    }
}

impl RunArgs {
    /// How long the run is to be, if that was said.
    pub fn length(&self) -> Option<Length> {
        self.rounds
            .map(Length::Rounds)
            .or(self.precision.map(Length::Precision))
            .or(self.time.map(Length::Time))
    }
}

/// The game of a name.
pub fn game(name: &str) -> Result<&'static dyn AnyGame, Failure> {
    study::find(name).ok_or_else(|| {
        let names = || study::games().iter().map(|game| game.name());
        Failure::Usage(format!(
            "no game `{}`{}; games are {}",
            shown(name),
            hint(&nearest(name, names())),
            names().collect::<Vec<_>>().join(", ")
        ))
    })
}

/// The table that the options describe. Rules files are read here.
pub fn setup(
    game: &dyn AnyGame,
    rules: &RulesArgs,
    strategies: &[String],
    deck: Option<&str>,
    confidence: f64,
) -> Result<Setup, Failure> {
    let from = rules.rules.as_deref().map(|name| rules_from(game, name)).transpose()?;
    let sets_players = |set: &&String| set.split('=').next().map(str::trim) == Some("players");
    if let (Some(players), Some(set)) = (&rules.players, rules.set.iter().find(sets_players)) {
        return Err(Failure::Usage(format!(
            "--players {} and --set {} both set the players; leave one of them out",
            shown(players),
            shown(set)
        )));
    }
    let players = rules.players.iter().map(|players| format!("players={players}"));
    let strategies = strategies.iter().map(|text| strategy(game, text));
    let deck = deck.map(deck_counts).transpose()?;
    Ok(Setup {
        rules: from.unwrap_or_default(),
        set: players.chain(rules.set.iter().cloned()).collect(),
        strategies: strategies.collect::<Result<_, _>>()?,
        deck,
        confidence,
    })
}

/// Rules as they were named. A file is read here.
pub fn rules_from(game: &dyn AnyGame, name: &str) -> Result<RulesFrom, Failure> {
    Ok(match looks_like_a_file(game, name) {
        true => {
            RulesFrom::File { name: name.to_owned(), text: read(Path::new(name), "a rules file")? }
        }
        false => RulesFrom::Preset(name.to_owned()),
    })
}

/// What the game knows as a preset is one, whatever lies in the folder.
fn looks_like_a_file(game: &dyn AnyGame, name: &str) -> bool {
    !game.knows_preset(name) && (name.contains(['/', '\\', '.']) || Path::new(name).exists())
}

/// A strategy as it was written. What the game knows by name is that, whatever lies in the folder;
/// a file is read here.
pub fn strategy(game: &dyn AnyGame, text: &str) -> Result<Asked, Failure> {
    let name = text.split('(').next().unwrap_or_default().trim();
    let is_file = !game.knows_strategy(name)
        && (name.contains(['/', '\\', '.']) || Path::new(name).is_file());
    let read_file = || read(Path::new(name), "a strategy file");
    let file = is_file.then(read_file).transpose()?;
    // Its memory may be another file.
    let arguments = text.split_once('(').map_or("", |(_, rest)| rest).trim_end_matches(')');
    let named = arguments.split(',').filter_map(|argument| argument.split_once('=').map(trimmed));
    let memory = named.into_iter().find(|(key, _)| *key == MEMORY);
    let memory = match (memory, file.as_deref().and_then(memory_of)) {
        (Some((_, named)), _) => counts(game, named)?,
        // A strategy file names another beside itself, or from where one stands.
        (None, Some(named)) => {
            let beside = Path::new(name).with_file_name(&named);
            let at = if beside.is_file() { beside } else { PathBuf::from(&named) };
            match game.knows_memory(&named) {
                true => None,
                false => counts(game, &at.to_string_lossy()).map_err(|failure| match failure {
                    Failure::Usage(why) => {
                        Failure::Usage(format!("{}: memory: {why}", shown(name)))
                    }
                    other => other,
                })?,
            }
        }
        (None, None) => None,
    };
    Ok(Asked { written: text.to_owned(), file, memory })
}

fn trimmed<'t>((key, value): (&'t str, &'t str)) -> (&'t str, &'t str) {
    (key.trim(), value.trim())
}

/// The text of a counting-system file. What the game knows by name is that, whatever lies in the
/// folder.
fn counts(game: &dyn AnyGame, name: &str) -> Result<Option<String>, Failure> {
    let is_file =
        !game.knows_memory(name) && (name.contains(['/', '\\', '.']) || Path::new(name).is_file());
    is_file.then(|| read(Path::new(name), "a counting-system file")).transpose()
}

/// A counting system as it was written.
pub fn system(game: &dyn AnyGame, name: &str) -> Result<Asked, Failure> {
    Ok(Asked { written: name.to_owned(), file: counts(game, name)?, memory: None })
}

fn deck_counts(text: &str) -> Result<Vec<u32>, Failure> {
    let count = |part: &str| part.trim().parse::<u32>().ok();
    let counts: Option<Vec<u32>> = text.split(',').map(count).collect();
    counts.ok_or_else(|| {
        Failure::Usage(format!(
            "--deck `{}` is no list of counts; write how many of each card, such as 6,6,5,6,6,6",
            shown(text)
        ))
    })
}

/// Most bytes of a file that a person wrote.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a small text file that a person wrote; `what` says what it should be.
pub fn read(path: &Path, what: &str) -> Result<String, Failure> {
    let fail = |why: String| Failure::Usage(format!("cannot read `{}`: {why}", shown_path(path)));
    let facts = fs::metadata(path).map_err(|error| fail(error.to_string()))?;
    if facts.is_dir() {
        return Err(fail(format!("it is a folder, not {what}")));
    }
    if !facts.is_file() {
        return Err(fail(format!("it is no regular file, so not {what}")));
    }
    if facts.len() > MOST_BYTES {
        return Err(fail(format!("it has {} bytes; {what} has at most {MOST_BYTES}", facts.len())));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| fail(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        fail(format!("it is no text (UTF-8) at byte {at}, so not {what}"))
    })
}

/// A count with `_` and the suffixes k, M, G.
fn rounds(text: &str) -> Result<u64, String> {
    let wrong =
        || format!("write 1..={MAX_ROUNDS} with the suffixes k, M or G if you like, such as 10M");
    let plain = text.replace('_', "");
    let (digits, factor) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1_000),
        Some((at, 'M')) => (&plain[..at], 1_000_000),
        Some((at, 'G')) => (&plain[..at], 1_000_000_000),
        _ => (plain.as_str(), 1),
    };
    let whole = digits.parse::<u64>().ok().and_then(|n| n.checked_mul(factor));
    // 2.5M is a whole number of rounds too.
    let part = || {
        let value = digits.parse::<f64>().ok()? * factor as f64;
        let fits = (1.0..=MAX_ROUNDS as f64).contains(&value) && value.fract() == 0.0;
        (factor > 1 && fits && !digits.contains(['e', 'E'])).then_some(value as u64)
    };
    whole.or_else(part).filter(|n| (1..=MAX_ROUNDS).contains(n)).ok_or_else(wrong)
}

fn seed(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| format!("write a whole number 0..={}", u64::MAX))
}

/// Sessions up to the most rounds of a run can be told.
fn session(text: &str) -> Result<u64, String> {
    let number = text.replace('_', "").parse().ok().filter(|n| *n < MAX_ROUNDS);
    number.ok_or_else(|| format!("write a whole number 0..={}", MAX_ROUNDS - 1))
}

fn round(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|n| *n >= 1);
    number.ok_or_else(|| "write a whole number from 1, the first round of a session".to_owned())
}

/// A number that the game has its own bounds for.
fn small(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "write a small whole number, such as 3".to_owned())
}

fn seat(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| *n >= 1);
    number.ok_or_else(|| "write a whole number from 1, a seat of the table".to_owned())
}

/// Most threads: far more than any machine has, and few enough to start.
const MOST_THREADS: usize = 1024;

pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
    number.ok_or_else(|| format!("write a whole number 1..={MOST_THREADS}"))
}

fn confidence(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|p| (0.5..=0.999_999).contains(p));
    number.ok_or_else(|| "write a probability 0.5..=0.999999, such as 0.95".to_owned())
}

fn precision(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|p| (1e-6..=1e3).contains(p));
    number.ok_or_else(|| "write a half-width 0.000001..=1000 in stakes, such as 0.001".to_owned())
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|t: &f64| t.is_finite() && *t >= 0.0);
    number.ok_or_else(|| "write a number from 0, such as 0.001".to_owned())
}

fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "write a time such as 30s, 500ms, 5m or 2h, up to 1000h".to_owned();
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let found = units.iter().find_map(|(unit, seconds)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * seconds)
    });
    let seconds = found.filter(|s| *s > 0.0 && *s <= 3.6e6).ok_or_else(wrong)?;
    Ok(Duration::from_secs_f64(seconds))
}

/// A bankroll.
fn bankroll(text: &str) -> Result<f64, String> {
    let found = text.replace('_', "").parse().ok();
    let found = found.filter(|stakes: &f64| stakes.is_finite() && *stakes > 0.0);
    found.ok_or_else(|| "write how many stakes it holds, a number above 0".to_owned())
}

/// A penetration.
fn penetration(text: &str) -> Result<f64, String> {
    let found = text.trim().parse().ok().filter(|part: &f64| *part > 0.0 && *part < 1.0);
    found.ok_or_else(|| {
        "write the part that is dealt before a shuffle, above 0 and below 1".to_owned()
    })
}

/// The level of tags.
fn level(text: &str) -> Result<u32, String> {
    let found = text.parse().ok().filter(|level| study::LEVELS.contains(level));
    found.ok_or_else(|| "write the largest tag, 1, 2 or 3".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn counts_have_suffixes() {
        assert_eq!(rounds("10M"), Ok(10_000_000));
        assert_eq!(rounds("1_000"), Ok(1000));
        assert_eq!(rounds("2.5k"), Ok(2500));
        assert_eq!(rounds("1G"), Ok(1_000_000_000));
        for wrong in
            ["0", "-1", "", "k", "1e9", "2.5", "99999999999999999999", "2000000G", "0.0001k"]
        {
            assert!(rounds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        for wrong in ["30", "0s", "-1s", "s", "1e9h", "nans"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
