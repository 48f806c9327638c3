//! The options of each command.

use super::shared::{
    ConfidenceArgs, FormatArgs, OutArgs, PlotArgs, ReportArgs, RulesArgs, RunArgs, SamplingArgs,
    SearchArgs, SeatsArgs, SituationArgs, ThreadsArgs,
};
use crate::cli::values::{
    bankroll, level, parts, penetration, round, rounds, seat, seed, session, small, time, tolerance,
};
use crate::study::Method;
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// The game to describe
    pub game: Option<String>,
    /// Print a complete, commented rules file
    #[arg(long, requires = "game", conflicts_with_all = ["report", "format"])]
    pub template: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub report: ReportArgs,
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
    /// Only this event, by a name that the table lists: dealt:NAME is in the cards as dealt, NAME
    /// alone in the round as played
    #[arg(long, value_name = "NAME", conflicts_with = "hand")]
    pub event: Option<String>,
    /// The hand to judge
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: Option<String>,
    #[command(flatten)]
    pub situation: SituationArgs,
    /// Odds of hands as the strategies play them (NAME), in games whose odds are otherwise those of the
    /// cards dealt to one player (dealt:NAME); no effect in other games
    #[arg(long, conflicts_with = "hand")]
    pub played: bool,
    /// Odds of the hands made by K cards from the full deck
    #[arg(long, value_name = "K", value_parser = small, allow_hyphen_values = true,
          conflicts_with_all = ["hand", "played"])]
    pub cards: Option<u32>,
    /// The maximum probability of the game's rarest event, for a player with no other aim; in games that
    /// have such an event
    #[arg(long, conflicts_with_all = ["event", "hand", "played", "cards", "strategy", "method",
                                 "checkpoint", "shard"])]
    pub ceiling: bool,
    /// How the figures are found; weighted is importance sampling of a rare event in the cards as
    /// dealt, which --event may name
    #[arg(long, value_enum, default_value = "auto")]
    pub method: MethodArg,
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

#[derive(Debug, Args)]
pub struct ExactArgs {
    /// The game
    pub game: String,
    /// The hand to decide on [default: all, as a chart]
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: Option<String>,
    #[command(flatten)]
    pub situation: SituationArgs,
    /// Another composition of the deck: the number of each card, such as 6,6,5,6,6,6
    #[arg(long, value_name = "COUNTS", allow_hyphen_values = true)]
    pub deck: Option<String>,
    /// Also find the best strategy that fits a simple chart, and write it as a strategy file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hand", "strategy"])]
    pub write_strategy: Option<PathBuf>,
    /// Replace the file of --write-strategy if it exists
    #[arg(long, requires = "write_strategy")]
    pub force: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The game
    pub game: String,
    /// A strategy, by name or file: at least two, or `all` for every strategy of the game
    #[arg(long, value_name = "NAME|FILE[(…)]", required = true)]
    pub strategy: Vec<String>,
    /// The seat that the strategies take
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// The strategy of the other seats [default: the game's default strategy]
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
#[command(group = ArgGroup::new("decision").required(true).args(["situation", "hand"]))]
pub struct AdviseArgs {
    /// The game
    pub game: String,
    /// A written round that ends at the decision
    #[arg(long, value_name = "FILE")]
    pub situation: Option<PathBuf>,
    /// The hand to decide on, in the game's short form
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: Option<String>,
    #[command(flatten)]
    pub parts: SituationArgs,
    /// The strategy that plays on after the choice [default: the game's best play where that takes no
    /// time, else its default strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: Option<String>,
    /// The strategy of the other seats, before and after the decision [default: the game's default
    /// strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub against: Option<String>,
    /// How the value of a choice is found: auto computes it where the game can and neither --strategy
    /// nor a length is given; otherwise a round of --situation is played on
    #[arg(long, value_enum, default_value = "auto")]
    pub method: AdviseMethod,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AdviseMethod {
    Auto,
    Exact,
    Simulate,
}

impl AdviseMethod {
    pub fn method(self) -> Method {
        match self {
            AdviseMethod::Auto => Method::Auto,
            AdviseMethod::Exact => Method::Exact,
            AdviseMethod::Simulate => Method::Simulate,
        }
    }
}

#[derive(Debug, Args)]
pub struct LeaksArgs {
    /// The game
    pub game: String,
    /// The strategy, by name or file
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: String,
    /// The strategy that it is compared with [default: the game's best play, where it is computed]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub reference: Option<String>,
    /// The seat that both take
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// The strategy of the other seats [default: the game's default strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub against: Option<String>,
    /// Leaks to list, the most expensive first; the rest is one sum
    #[arg(long, value_name = "N", default_value = "10", value_parser = small,
          allow_hyphen_values = true)]
    pub top: u32,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct TuneArgs {
    /// The game
    pub game: String,
    /// The strategy file to improve: your own, or one of croupier's by name
    #[arg(long, value_name = "NAME|FILE")]
    pub strategy: String,
    /// The part to vary, such as hit_below, chart or rule[2].when; repeatable [default: every number
    /// and chart cell]
    #[arg(long, value_name = "PATH")]
    pub free: Vec<String>,
    /// Also look for rules to add to a file of [[rule]] tables: exceptions, where another action does
    /// better
    #[arg(long)]
    pub add_rules: bool,
    /// The seat that it plays
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// The strategy of the other seats [default: the game's default strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub against: Option<String>,
    /// The file for the improved strategy, written even where no gain can be shown
    #[arg(long, value_name = "FILE")]
    pub write: PathBuf,
    /// Replace the file of --write if it exists
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct LeagueArgs {
    /// The game
    pub game: String,
    /// A member, by name or file; repeatable; `all` for every strategy of the game [default: all]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: Vec<String>,
    /// Tune a reply to the mixture from its best file, and write it here; repeatable: a reply that
    /// wins joins the league before the next is tuned
    #[arg(long, value_name = "FILE")]
    pub reply: Vec<PathBuf>,
    /// Also look for rules to add to a reply from a file of [[rule]] tables: exceptions, where another
    /// action does better
    #[arg(long, requires = "reply")]
    pub add_rules: bool,
    /// Replace the files of --reply if they exist
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// The game
    pub game: String,
    /// An axis of the grid: a rule field, players, rules (presets or files) or strategy.PARAMETER, from
    /// A to B inclusive, or over named values; one or two axes
    #[arg(long, value_name = "FIELD=A..B[:STEP]|a,b,c", required = true)]
    pub vary: Vec<String>,
    /// The figure at each point: house-edge, position-spread, event:NAME (as played),
    /// event:dealt:NAME (in the cards as dealt, in games with such events) or ev:SEAT [default: house-edge, or position-spread where there is no house]
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<String>,
    /// Also play each point with the best strategy that the game can compute at every seat; where it
    /// computes none, with the best listed strategy, tuned, at seat 1; where strategy.PARAMETER is an
    /// axis beside a rule, with the best of its values at seat 1
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
    /// What may change: a rule field, players or strategy.PARAMETER, from A to B inclusive, or one of
    /// the values named
    #[arg(long, value_name = "FIELD=A..B[:STEP]|a,b,c")]
    pub solve: String,
    /// The target; the metric is house-edge, position-spread, event:NAME (as played),
    /// event:dealt:NAME (in the cards as dealt) or ev:SEAT
    #[arg(long, value_name = "METRIC=VALUE", allow_hyphen_values = true)]
    pub target: String,
    /// How far from the target the figure may be [default: 0.001; for an event, a hundredth of its
    /// probability]
    #[arg(long, value_name = "T", value_parser = tolerance, allow_hyphen_values = true)]
    pub tolerance: Option<f64>,
    /// Also find the value for best play: the best strategy that the game can compute at every seat;
    /// where it computes none, the best listed strategy, tuned, at seat 1; with --vary, the best of
    /// those parameters at seat 1
    #[arg(long)]
    pub against_best: bool,
    /// A parameter that seat 1 tunes: strategy.PARAMETER=A..B[:STEP] or a,b,c; repeatable
    #[arg(long, value_name = "strategy.PARAMETER=VALUES", requires = "against_best")]
    pub vary: Vec<String>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Play this many rounds at each value tried (10M, 250k, 1_000) [default: about ten seconds' worth
    /// on two cores in all]
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    #[command(flatten)]
    pub sampling: SamplingArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct PlaytestArgs {
    /// The game
    pub game: String,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The rules to compare with: a preset, or a TOML file of rule fields [default: the preset that the
    /// rules start from; of a file, the nearest one]
    #[arg(long, value_name = "PRESET|FILE")]
    pub baseline: Option<String>,
    #[command(flatten)]
    pub seats: SeatsArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("written").args(["write_system", "write_indices"]).multiple(true))]
pub struct CountArgs {
    /// The game
    pub game: String,
    /// A counting system, by name or file; repeatable; none and full are always played [default: all
    /// systems of the game]
    #[arg(long, value_name = "NAME|FILE")]
    pub system: Vec<String>,
    /// The bankroll for risk of ruin and the Kelly bet, in stakes
    #[arg(long, value_name = "N", default_value = "100", value_parser = bankroll,
          allow_hyphen_values = true)]
    pub bankroll: f64,
    /// Penetrations to play at in turn, such as 0.25,0.5,0.75 [default: that of the rules]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = penetration,
          allow_hyphen_values = true)]
    pub penetration: Vec<f64>,
    /// Also make a counting system from the effects of removal, with tags up to LEVEL (1 to 3), and
    /// play it
    #[arg(long, value_name = "LEVEL", value_parser = level, allow_hyphen_values = true)]
    pub make: Option<u32>,
    /// Write the system of --make as a file for --system and memory=
    #[arg(long, value_name = "FILE", requires = "make")]
    pub write_system: Option<PathBuf>,
    /// Write a strategy file that plays each decision by its index, with the system that gains most
    /// from it
    #[arg(long, value_name = "FILE")]
    pub write_indices: Option<PathBuf>,
    /// Replace the files of --write-system and --write-indices if they exist
    #[arg(long, requires = "written")]
    pub force: bool,
    /// The strategy that counts; one that makes no use of a memory plays the same with each
    /// [default: the game's own counter]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: Option<String>,
    /// The seat that counts
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// The strategy of the other seats [default: the game's default strategy]
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
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// Your seat
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// Before each choice, show what the reference would do and what each choice is worth
    #[arg(long)]
    pub advise: bool,
    /// The strategy that your play is compared with [default: best play where the game computes it,
    /// else the strategy of your seat]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub reference: Option<String>,
    /// Leave after this many rounds
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    /// The seed of the cards: the same seed, the same cards [default: another one each time]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Write each round as a file for trace --replay: the first here, the second with -2 before the
    /// ending, and so on
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Replace the files of --write if they exist
    #[arg(long, requires = "write")]
    pub force: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
}

#[derive(Debug, Args)]
pub struct TraceArgs {
    /// The game
    pub game: String,
    /// The seed of the run that the session belongs to
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed,
          allow_hyphen_values = true)]
    pub seed: u64,
    /// The session to show, counted from 0
    #[arg(long, value_name = "N", default_value = "0", value_parser = session,
          allow_hyphen_values = true)]
    pub session: u64,
    /// Only this round of the session, counted from 1
    #[arg(long, value_name = "N", value_parser = round, allow_hyphen_values = true)]
    pub round: Option<u64>,
    /// Replay a written round instead, and check every step
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "session", "round", "strategy"])]
    pub replay: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub seats: SeatsArgs,
    #[command(flatten)]
    pub report: ReportArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct RulebookArgs {
    /// The game
    pub game: String,
    /// The id of the rule, as tables and traces cite it; a letter alone for all rules under it
    pub id: Option<String>,
    #[command(flatten)]
    pub report: ReportArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Columns, events, metrics, rule fields, strategies or terms
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
    #[command(flatten)]
    pub report: ReportArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// A shell that can complete words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
}

#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder of the pages; created if missing, and pages in it are replaced
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The file of --out, or its manifest
    pub file: PathBuf,
}

#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// The file of --checkpoint; resume it in the folder that the run was begun in
    pub file: PathBuf,
    /// The time between two savings of the state [default: as before]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub every: Option<Duration>,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    /// Print nothing on stderr but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The parts, in any order; a folder stands for all its files that end in .shard
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// The file of the tables, as --out of the whole run [default: results/GAME-COMMAND.csv]
    #[arg(long, value_name = "F.csv|json")]
    pub out: Option<PathBuf>,
    /// Replace the files that the run writes besides its tables if they exist
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    /// Print nothing on stderr but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The number of parts
    #[arg(value_name = "N", value_parser = parts)]
    pub parts: u64,
    /// The scheduler
    #[arg(long, value_enum, default_value = "parallel")]
    pub engine: Engine,
    /// The folder of the parts, which all machines of the scheduler must share
    #[arg(long, value_name = "FOLDER", default_value = "parts")]
    pub parts_in: PathBuf,
    /// The container image with the program (kubernetes) [default: croupier:latest]
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
    /// The volume claim that holds the folder (kubernetes) [default: croupier]
    #[arg(long, value_name = "CLAIM")]
    pub claim: Option<String>,
    /// The command to run in parts, such as simulate GAME --rounds 10G
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

impl PlanArgs {
    /// The first option given that only Kubernetes has.
    pub fn of_kubernetes(&self) -> Option<&'static str> {
        match (&self.image, &self.claim) {
            (Some(_), _) => Some("--image"),
            (None, Some(_)) => Some("--claim"),
            (None, None) => None,
        }
    }
}

/// A scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// GNU parallel: a script for one machine
    Parallel,
    /// Slurm: an array of jobs, and a merge that waits for it
    Slurm,
    /// Kubernetes: an Indexed Job
    Kubernetes,
}
