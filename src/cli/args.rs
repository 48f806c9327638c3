//! The command line as types. Parsing decides what was written, and does nothing.

use super::error::Failure;
use super::values::{
    bankroll, confidence, level, parts, penetration, precision, round, rounds, seat, seed, session,
    share, small, threads, time, tolerance,
};
use crate::study::{Length, Method, Share};
use clap::{
    ArgGroup, ArgMatches, Args, Command as Line, FromArgMatches, Parser, Subcommand, ValueEnum,
};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Odds and strategies for card games that exist only in fiction
#[derive(Debug, Parser)]
#[command(max_term_width = 96, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or one game's rule fields, presets and strategies
    Games(GamesArgs),
    /// Play rounds: EV and win rate of every seat, the house's take, how often each event happens
    Simulate(SimulateArgs),
    /// Tell how likely each event is, or how good a hand
    #[command(mut_arg("precision", |arg| arg.help(ODDS_PRECISION)),
              mut_arg("plot", |arg| arg.help(ODDS_PLOT)))]
    Odds(OddsArgs),
    /// Compute EV, events and best play without sampling
    #[command(mut_arg("plot", |arg| arg.help(EXACT_PLOT)))]
    Exact(ExactArgs),
    /// Let several strategies play the same cards: who is apart from whom, and by how much
    #[command(mut_arg("precision", |arg| arg.help(COMPARE_PRECISION)),
              mut_arg("plot", |arg| arg.help(COMPARE_PLOT)))]
    Compare(CompareArgs),
    /// Count cards: effects of removal, and what each counting system is worth
    #[command(after_help = COUNT_HELP,
              mut_arg("rounds", |arg| arg.help(COUNT_ROUNDS)),
              mut_arg("precision", |arg| arg.help(COUNT_PRECISION)),
              mut_arg("plot", |arg| arg.help(COUNT_PLOT)))]
    Count(CountArgs),
    /// Ask the same question over a grid of rules, tables or strategies
    #[command(mut_arg("precision", |arg| arg.help(SWEEP_PRECISION)),
              mut_arg("plot", |arg| arg.help(SWEEP_PLOT)))]
    Sweep(SweepArgs),
    /// Find the value of a rule with which a figure meets a target
    #[command(mut_arg("plot", |arg| arg.help(BALANCE_PLOT)))]
    Balance(BalanceArgs),
    /// Tell what to do at a decision: what each choice is worth, the best first
    #[command(after_help = ADVISE_HELP)]
    Advise(AdviseArgs),
    /// Tell where a strategy loses: the decisions at which a better one does something else, and what
    /// each costs
    #[command(mut_arg("precision", |arg| arg.help(LEAKS_PRECISION)))]
    Leaks(LeaksArgs),
    /// Take a seat yourself: the others are strategies, and at the end stands what your choices cost
    #[command(after_help = PLAY_HELP)]
    Play(PlayArgs),
    /// Improve a strategy file: vary its numbers and chart cells, and write the best that was found
    Tune(TuneArgs),
    /// Let strategies play in fields of each other: the mixture that holds against all, and what a
    /// tuned reply still wins
    League(LeagueArgs),
    /// Say what rules do, whether they are fair and what is broken: sentences that hold together, and
    /// the tables behind them
    #[command(after_help = PLAYTEST_HELP, mut_arg("plot", |arg| arg.help(PLAYTEST_PLOT)))]
    Playtest(PlaytestArgs),
    /// Go on with a run from the state that --checkpoint kept, to what it would have come to
    Resume(ResumeArgs),
    /// Put the parts of a run together that --shard made, to what the whole run would have come to
    Merge(MergeArgs),
    /// Print a script that plays a run in parts on a scheduler, and merges them
    Plan(PlanArgs),
    /// Tell a session or a round step by step, with rule ids
    #[command(mut_arg("format", |arg| arg.help("The form of the story on stdout [default: table, a text]")))]
    Trace(TraceArgs),
    /// Print the rulebook of a game, or one of its rules
    #[command(mut_arg("format", |arg| arg.help(RULES_FORMAT)))]
    Rules(RulebookArgs),
    /// Say what a column, an event, a metric or another word means; without a word, list them all
    #[command(mut_arg("format", |arg| arg.help("The form of the words on stdout [default: table, a text]")))]
    Explain(ExplainArgs),
    /// Print a script that completes the words of the command line in a shell
    Completions(CompletionsArgs),
    /// Write a man page for the program and one for each command
    Man(ManArgs),
    /// Say whether the files of a run are all there, and as it wrote them
    #[command(after_help = VERIFY_HELP)]
    Verify(VerifyArgs),
}

const ADVISE_HELP: &str = "A situation is a written round, as trace --replay takes it, that stops where \
     a seat decides. What the seat has not seen is written \"?\": a card, a number, or a word of what \
     another did, as in \"lay ? 2\". Every card that is named counts as seen. Where nobody can see that \
     another seat was asked, its pass may be left out. nets has no place in it.\n\n\
     Many worlds are dealt. In each a \"?\" is any card that is left when those named later are set \
     aside, and the other seats play the strategy of --against: a world counts by how likely it makes \
     what they did. Where too few worlds fit that, the answer says that it leaves it out. Every choice is \
     played on in the same worlds, with the same luck, by the strategy of --strategy; what is surely worse \
     than another is dropped on the way, but for the best two.\n\n\
     Columns: ev, with se, low and high, is what the choice is worth to the seat by the end of the round; \
     loss, what the best has more, in the worlds that both were played in; apart, whether that is shown \
     not to be luck, for all choices together. What a game can compute is not played, unless \
     --strategy or a length asks for that; --hand asks in its short form. Where choices with a --hand are \
     computed they are never played: that takes a --situation.";

const VERIFY_HELP: &str = "Beside the file F that --out names lies F.manifest.json (without the .csv \
     of F): the command, its rules, strategies and seed, the hashes of the files that it read, and \
     the size and hash of each file that it wrote. Exit code 0 if the files are whole and unchanged, \
     else 1. Where a run was killed while its files took their places, they take them now.";

const PLAY_HELP: &str = "A choice is a number or its words, and counts with Enter: until then \
     Backspace takes it back. Answers may come from a file or another program, a line each. Ctrl-D \
     leaves with the score: the rounds that are over, what the reference would have won on the same \
     cards, and each decision at which it does something else, with what that made on these cards.\n\n\
     With --advise what you have not seen is dealt anew in many worlds, on other luck than that of \
     your cards, and each choice is played on to the end of the round: by the reference, or by the \
     default strategy where the reference thinks for long.";

const PLAYTEST_HELP: &str = "The rules are played beside a baseline on the same luck, with as many \
     players. Every sentence is read off an interval that is wide enough for all of them to hold at \
     once; what cannot be told yet says how many rounds would tell. Strategies are ranked over a \
     quarter of the rounds, and each rule field is moved one step each way, or to each other reading, \
     over a tenth. Under --time what is slower than foreseen is cut, and a note says so.\n\nThe best player is computed where the game can, else the one that did best of \
     the strategies that the game knows, in seat 1 among players by habit.";

const RULES_FORMAT: &str =
    "The form of the rules on stdout [default: table, a text, on a terminal, else markdown]";

const ODDS_PLOT: &str = "Also draw the events as a ladder, each rung ten times as rare, with their \
     intervals; SVG or PNG by the ending";
const EXACT_PLOT: &str = "Also draw the chart of best play, or what each choice is worth with the hand \
     of --hand; SVG or PNG by the ending";
const COMPARE_PLOT: &str = "Also draw what each strategy is behind the first, with the intervals that \
     hold together; SVG or PNG by the ending";
const COUNT_PLOT: &str = "Also draw what each true count is worth, and how often it is met; SVG or PNG \
     by the ending";
const SWEEP_PLOT: &str = "Also draw the metric: a curve, or a heat map that leaves pale what cannot be \
     told from 0; SVG or PNG by the ending";
const BALANCE_PLOT: &str = "Also draw every value that was tried, the target and where it is met; SVG \
     or PNG by the ending";
const PLAYTEST_PLOT: &str = "Also draw what one step of each rule does; SVG or PNG by the ending";

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

const LEAKS_PRECISION: &str =
    "Play until the difference to the reference is known to this half-width";

const COUNT_HELP: &str = "One strategy plays the same cards with each memory of earlier rounds: \
     none, each counting system, full. Systems are files; strategies/README.md says how one is \
     written.\n\nA strategy is given a memory anywhere by --strategy \
     'NAME(memory=none|full|SYSTEM|FILE,error_rate=0.2)'; the system that it names itself is one of \
     those compared. A file whose rules look at a true count plays with its own system and with \
     those that count for as many cards; without a memory its count is 0, and the full one is left \
     out.";

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
            Command::Advise(args) => args.threads,
            Command::Leaks(args) => args.run.threads,
            Command::Tune(args) => args.threads,
            Command::League(args) => args.threads,
            Command::Playtest(args) => args.threads,
            Command::Count(args) => args.run.threads,
            Command::Resume(_)
            | Command::Merge(_)
            | Command::Plan(_)
            | Command::Verify(_)
            | Command::Games(_)
            | Command::Rules(_)
            | Command::Explain(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Play(_)
            | Command::Trace(_) => ThreadsArgs { threads: None },
        }
    }

    /// What is to be kept of it, if it is a command of which something can be.
    pub fn kept(&self) -> Option<Kept<'_>> {
        /// Why it has no parts is said by the command.
        fn alone<'a>(
            keep: &'a KeepArgs,
            out: &'a OutArgs,
            rounds: Option<u64>,
        ) -> Option<Kept<'a>> {
            Some(Kept { args: keep, out: out.out.as_deref(), rounds: rounds.or(Some(0)) })
        }
        let (run, out) = match self {
            Command::Simulate(args) => (&args.run, &args.out),
            Command::Odds(args) => (&args.run, &args.out),
            Command::Compare(args) => (&args.run, &args.out),
            Command::Sweep(args) => (&args.run, &args.out),
            Command::Count(args) => (&args.run, &args.out),
            Command::Leaks(args) => (&args.run, &args.out),
            Command::Balance(args) => return alone(&args.keep, &args.out, args.rounds),
            Command::Tune(args) => return alone(&args.keep, &args.out, args.rounds),
            Command::League(args) => return alone(&args.keep, &args.out, args.rounds),
            Command::Playtest(args) => return alone(&args.keep, &args.out, args.rounds),
            Command::Advise(args) => return alone(&args.keep, &args.out, args.rounds),
            Command::Exact(_)
            | Command::Resume(_)
            | Command::Merge(_)
            | Command::Plan(_)
            | Command::Verify(_)
            | Command::Games(_)
            | Command::Rules(_)
            | Command::Explain(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Play(_)
            | Command::Trace(_) => return None,
        };
        Some(Kept { args: &run.keep, out: out.out.as_deref(), rounds: run.rounds })
    }
}

#[derive(Debug, Args)]
pub struct GamesArgs {
    /// The game to describe
    pub game: Option<String>,
    /// Print a complete, commented rules file
    #[arg(long, requires = "game", conflicts_with = "report")]
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
    /// Only this event; dealt:NAME is of cards as dealt, NAME alone as played
    #[arg(long, value_name = "NAME", conflicts_with = "hand")]
    pub event: Option<String>,
    /// The hand to judge
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: Option<String>,
    #[command(flatten)]
    pub situation: SituationArgs,
    /// Odds of hands as shown when the strategies have played (NAME), in games whose odds are of cards
    /// as dealt to one player (dealt:NAME); other games' odds are always as played, and it changes
    /// nothing
    #[arg(long, conflicts_with = "hand")]
    pub played: bool,
    /// Odds of what so many cards off the full deck are
    #[arg(long, value_name = "K", value_parser = small, allow_hyphen_values = true,
          conflicts_with_all = ["hand", "played"])]
    pub cards: Option<u32>,
    /// The maximum probability of the game's rarest event: that of a player who wants nothing else
    #[arg(long, conflicts_with_all = ["event", "hand", "played", "cards", "strategy", "method",
                                 "checkpoint", "shard"])]
    pub ceiling: bool,
    /// How to find the figures; weighted is importance sampling of a rare event of cards as dealt,
    /// which --event may name
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

#[derive(Debug, Args)]
pub struct ExactArgs {
    /// The game
    pub game: String,
    /// The hand to decide on; the whole chart if it is left out
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: Option<String>,
    #[command(flatten)]
    pub situation: SituationArgs,
    /// Another composition of the deck: how many of each card, such as 6,6,5,6,6,6
    #[arg(long, value_name = "COUNTS", allow_hyphen_values = true)]
    pub deck: Option<String>,
    /// Find the best strategy that fits a simple chart, and write it as a strategy file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hand", "strategy"])]
    pub write_strategy: Option<PathBuf>,
    /// Replace the file of --write-strategy if it is there
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
#[command(group = ArgGroup::new("decision").required(true).args(["situation", "hand"]))]
pub struct AdviseArgs {
    /// The game
    pub game: String,
    /// A written round that stops at the decision
    #[arg(long, value_name = "FILE")]
    pub situation: Option<PathBuf>,
    /// The hand to decide on, in the short form of the game
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    pub hand: Option<String>,
    #[command(flatten)]
    pub parts: SituationArgs,
    /// What the seat plays on with [default: the game's best play where that takes no time, else its
    /// default strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: Option<String>,
    /// What the other seats play, and have played [default: the game's default strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub against: Option<String>,
    /// How to find what a choice is worth: auto computes it where the game can and neither --strategy
    /// nor a length is given, and plays a --situation otherwise
    #[arg(long, value_enum, default_value = "auto")]
    pub method: AdviseMethod,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Play so many rounds in all, of all choices together (10M, 250k, 1_000) [default: about two
    /// seconds' worth on two cores]
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true,
          conflicts_with_all = ["precision", "time"])]
    pub rounds: Option<u64>,
    /// Play until the difference of every two choices still in is known to this half-width
    #[arg(long, value_name = "HALF-WIDTH", value_parser = precision, allow_hyphen_values = true,
          conflicts_with = "time")]
    pub precision: Option<f64>,
    /// Play for about this long (30s, 5m)
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub keep: KeepArgs,
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
    /// The strategy, by name or a file
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: String,
    /// What it is held against [default: the game's best play]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub reference: Option<String>,
    /// The seat that both play
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// What the other seats play [default: the game's default strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub against: Option<String>,
    /// Leaks to list, the most expensive first; the others are added up
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
    /// What may be varied, such as hit_below, chart or rule[2].when [default: every number and chart
    /// cell]
    #[arg(long, value_name = "PATH")]
    pub free: Vec<String>,
    /// Also look for rules to add: exceptions to the file's own, where another action did better
    #[arg(long)]
    pub add_rules: bool,
    /// The seat that it is for
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// What the other seats play [default: the game's default strategy]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub against: Option<String>,
    /// Where the better file goes
    #[arg(long, value_name = "FILE")]
    pub write: PathBuf,
    /// Replace that file
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Search about so long (60s, 10m) [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true,
          conflicts_with = "rounds")]
    pub time: Option<Duration>,
    /// Rounds to play in all, of all candidates together (10M, 250k, 1_000)
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub keep: KeepArgs,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct LeagueArgs {
    /// The game
    pub game: String,
    /// A member, by name or a file, repeatable, or `all` [default: all]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: Vec<String>,
    /// Look for a reply to the mixture by tuning its best file, and write it here; repeatable: each
    /// that wins joins the league before the next one is looked for
    #[arg(long, value_name = "FILE")]
    pub reply: Vec<PathBuf>,
    /// Let replies have more rules: exceptions to those of the file, where another action did better
    #[arg(long, requires = "reply")]
    pub add_rules: bool,
    /// Replace those files
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Play about so long in all (60s, 10m) [default: some 20 seconds of matches on two cores, and a
    /// minute for each reply]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true,
          conflicts_with = "rounds")]
    pub time: Option<Duration>,
    /// Rounds of each match (10M, 250k, 1_000)
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub keep: KeepArgs,
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
    /// Also play each point with the best strategy that the game can compute at every seat; where it
    /// computes none, with the best of croupier's, tuned, at seat 1; or, where strategy.PARAMETER varies,
    /// with the best of its values there
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
    /// at every seat; where it computes none, the best of croupier's, tuned, at seat 1; or there the best
    /// of the parameters that --vary names
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
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub keep: KeepArgs,
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
    /// What the rules are held against: a preset, or a TOML file of rule fields [default: the preset
    /// that the rules start from]
    #[arg(long, value_name = "PRESET|FILE")]
    pub baseline: Option<String>,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Play about so long in all, on all threads (60s, 10m) [default: about a minute's worth on two
    /// cores]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true,
          conflicts_with = "rounds")]
    pub time: Option<Duration>,
    /// Rounds to play of each table, in whole sessions (10M, 250k, 1_000)
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub keep: KeepArgs,
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
    /// it
    #[arg(long, value_name = "FILE")]
    pub write_indices: Option<PathBuf>,
    /// Replace the files of --write-system and --write-indices if they are there
    #[arg(long, requires = "written")]
    pub force: bool,
    /// The strategy that counts; of one that asks nothing of a memory, the effects of removal
    /// [default: the game's own counter]
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
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// Your seat
    #[arg(long, value_name = "N", default_value = "1", value_parser = seat,
          allow_hyphen_values = true)]
    pub seat: usize,
    /// Say before each choice what the reference would do, and what each choice is worth
    #[arg(long)]
    pub advise: bool,
    /// What your play is held against [default: best play where the game computes it, else the
    /// strategy of your seat]
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub reference: Option<String>,
    /// Leave after so many rounds
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    /// The seed of the cards: the same seed, the same cards [default: another one each time]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Write each round as a file that trace --replay plays again: the first here, the second beside
    /// it with -2 before the ending, and so on
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Replace these files if they are there
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
    pub report: ReportArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct RulebookArgs {
    /// The game
    pub game: String,
    /// The rule, by the id that tables and traces name; a letter alone is every rule of it
    pub id: Option<String>,
    #[command(flatten)]
    pub report: ReportArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The words, each a column, event, metric, rule field, strategy or term
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
    /// The folder of the pages; it is created if it is missing, and pages in it are replaced
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The file that --out named, or its manifest
    pub file: PathBuf,
}

/// The rules of the table.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// A preset, or a TOML file of rule fields
    #[arg(long, value_name = "PRESET|FILE")]
    pub rules: Option<String>,
    /// Set a rule field, one of those that `games GAME` lists; after --rules, in order
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// The same as --set players=N
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<String>,
}

/// The parts of a situation that were named. [`super::help`] makes an option of each part that the
/// games declare.
#[derive(Clone, Debug, Default)]
pub struct SituationArgs {
    parts: Vec<(String, String)>,
}

impl SituationArgs {
    /// What the ids of its options begin with.
    const MARK: &'static str = "situation:";

    /// The places in the help that are left for its options: after the hand, before all others.
    pub const ROOM: Range<usize> = 10..500;

    /// The id of the option of a part.
    pub fn id(part: &str) -> String {
        format!("{}{part}", SituationArgs::MARK)
    }

    /// Each part by name, with its value.
    pub fn parts(&self) -> Vec<(&str, &str)> {
        self.parts.iter().map(|(part, value)| (part.as_str(), value.as_str())).collect()
    }
}

impl FromArgMatches for SituationArgs {
    fn from_arg_matches(found: &ArgMatches) -> Result<SituationArgs, clap::Error> {
        let named = |id: &str| {
            let part = id.strip_prefix(SituationArgs::MARK)?;
            Some((part.to_owned(), found.get_one::<String>(id)?.clone()))
        };
        let mut parts: Vec<_> = found.ids().filter_map(|id| named(id.as_str())).collect();
        // Whatever order they were written in.
        parts.sort();
        Ok(SituationArgs { parts })
    }

    fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), clap::Error> {
        *self = SituationArgs::from_arg_matches(found)?;
        Ok(())
    }
}

impl Args for SituationArgs {
    fn augment_args(line: Line) -> Line {
        line.next_display_order(SituationArgs::ROOM.end)
    }

    fn augment_args_for_update(line: Line) -> Line {
        SituationArgs::augment_args(line)
    }
}

/// Who sits at the table.
#[derive(Debug, Args)]
pub struct SeatsArgs {
    /// A strategy by name or a file, such as 'NAME(PARAMETER=VALUE)' or mine.toml: once for all seats,
    /// or once for each
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
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub keep: KeepArgs,
}

impl RunArgs {
    /// A run whose state is kept by other options, if at all.
    pub fn unkept(
        rounds: Option<u64>,
        time: Option<Duration>,
        seed: SeedArgs,
        confidence: ConfidenceArgs,
        threads: ThreadsArgs,
    ) -> RunArgs {
        let keep = KeepArgs { checkpoint: None, every: Duration::from_secs(60), shard: None };
        RunArgs { rounds, precision: None, time, seed, confidence, threads, keep }
    }
}

/// The luck of a run.
#[derive(Clone, Copy, Debug, Args)]
pub struct SeedArgs {
    /// The seed of all luck
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed,
          allow_hyphen_values = true)]
    pub seed: u64,
}

/// What survives of a run, and which share of it is played.
#[derive(Clone, Debug, Args)]
pub struct KeepArgs {
    /// Keep the state of the run in this file while it plays; `resume FILE` goes on from there after
    /// a crash or Ctrl-C. It is removed when the whole answer is written
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// How much work a crash may lose
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time,
          allow_hyphen_values = true, requires = "checkpoint")]
    pub every: Duration,
    /// Play only this share of a run of --rounds, such as 3/8, and write it to --out as a part;
    /// `merge` puts parts together
    #[arg(long, value_name = "I/N", value_parser = share, allow_hyphen_values = true)]
    pub shard: Option<Share>,
}

impl KeepArgs {
    /// Refuses to keep what follows from the clock, which goes another way the second time.
    pub fn check_rounds(&self, rounds: Option<u64>) -> Result<(), Failure> {
        match (&self.checkpoint, rounds) {
            (Some(_), None) => Err(Failure::Usage(
                "--checkpoint needs --rounds here: by the clock, what is tried next follows from how \
                 fast it was played"
                    .to_owned(),
            )),
            _ => Ok(()),
        }
    }
}

/// What a command says of how it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    pub args: &'a KeepArgs,
    /// Where its answer goes, or its part.
    pub out: Option<&'a Path>,
    /// How many rounds it plays, if it says so.
    pub rounds: Option<u64>,
}

#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// The state that --checkpoint kept
    pub file: PathBuf,
    /// How much work a crash may lose [default: as before]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub every: Option<Duration>,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    /// Say nothing on stderr but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The parts, in any order
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Where the tables go, as --out of the whole run
    #[arg(long, value_name = "F.csv|json")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    /// Say nothing on stderr but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// How many parts
    #[arg(value_name = "N", value_parser = parts)]
    pub parts: u64,
    /// The scheduler
    #[arg(long, value_enum, default_value = "parallel")]
    pub engine: Engine,
    /// The folder of the parts, of which the scheduler's machines all have the same
    #[arg(long, value_name = "FOLDER", default_value = "parts")]
    pub parts_in: PathBuf,
    /// The image that has the program: for kubernetes
    #[arg(long, value_name = "IMAGE", default_value = "croupier:latest")]
    pub image: String,
    /// The volume claim that holds the folder: for kubernetes
    #[arg(long, value_name = "CLAIM", default_value = "croupier")]
    pub claim: String,
    /// The command to play in parts, such as simulate GAME --rounds 10G
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// A scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// GNU parallel: a script for one machine, or several that ssh reaches
    Parallel,
    /// Slurm: an array of jobs, and a merge that waits for it
    Slurm,
    /// Kubernetes: an Indexed Job
    Kubernetes,
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
    /// The file of the first table as CSV, the others and F.manifest.json beside it, or of all as
    /// JSON; tables that an earlier run wrote there and this one does not are removed; - for none
    /// [default: results/GAME-COMMAND.csv]
    #[arg(long, value_name = "F.csv|json")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// The answer as a page.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Also write the answer as a page for a browser, a phone or paper: one file, which asks the
    /// network for nothing
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
}

/// A picture of the answer.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// Also draw the answer; SVG or PNG by the ending
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
    Markdown,
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
