//! The command line as types. Parsing has no side effects.

mod commands;
mod shared;
mod texts;

pub use commands::*;
pub use shared::{
    Format, FormatArgs, Kept, OutArgs, PlotArgs, ReportArgs, RulesArgs, RunArgs, SituationArgs,
    ThreadsArgs,
};

use clap::{Arg, Parser, Subcommand};
use shared::SamplingArgs;

/// The option with a help that ends with what else it needs in a command.
fn needing(arg: Arg, options: &str) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    arg.help(format!("{help}. Needs {options} here"))
}

/// Odds and strategies for card games from fiction and from fans' tables
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
    /// Find how likely each event is, or how good a hand is
    #[command(mut_arg("precision", |arg| arg.help(texts::ODDS_PRECISION)),
              mut_arg("plot", |arg| arg.help(texts::ODDS_PLOT)))]
    Odds(OddsArgs),
    /// Compute EV, events and best play without sampling, where the game can
    #[command(mut_arg("plot", |arg| arg.help(texts::EXACT_PLOT)))]
    Exact(ExactArgs),
    /// Compare strategies on the same cards: which is better, by how much, and whether that is luck
    #[command(mut_arg("precision", |arg| arg.help(texts::COMPARE_PRECISION)),
              mut_arg("plot", |arg| arg.help(texts::COMPARE_PLOT)))]
    Compare(CompareArgs),
    /// Count cards: effects of removal, and what each counting system is worth
    #[command(after_help = texts::COUNT,
              mut_arg("rounds", |arg| arg.help(texts::COUNT_ROUNDS)),
              mut_arg("precision", |arg| arg.help(texts::COUNT_PRECISION)),
              mut_arg("plot", |arg| arg.help(texts::COUNT_PLOT)))]
    Count(CountArgs),
    /// Answer one question over a grid of rules, tables or strategies
    #[command(mut_arg("precision", |arg| arg.help(texts::SWEEP_PRECISION)),
              mut_arg("plot", |arg| arg.help(texts::SWEEP_PLOT)))]
    Sweep(SweepArgs),
    /// Find the value of a rule field that brings a figure to a target
    #[command(mut_arg("plot", |arg| arg.help(texts::BALANCE_PLOT)))]
    Balance(BalanceArgs),
    /// Advise on a decision: what each choice is worth, the best first
    #[command(after_help = texts::ADVISE,
              mut_arg("rounds", |arg| arg.help(texts::ADVISE_ROUNDS)),
              mut_arg("precision", |arg| arg.help(texts::ADVISE_PRECISION)),
              mut_arg("checkpoint", |arg| needing(arg, "--rounds or --precision")))]
    Advise(AdviseArgs),
    /// Find where a strategy plays worse than a better one: the decisions on which they differ, and
    /// what each costs
    #[command(mut_arg("precision", |arg| arg.help(texts::LEAKS_PRECISION)))]
    Leaks(LeaksArgs),
    /// Take a seat yourself against strategies, and see at the end what your choices cost
    #[command(after_help = texts::PLAY,
              mut_arg("strategy", |arg| arg.help(texts::PLAY_STRATEGY)))]
    Play(PlayArgs),
    /// Improve a strategy file: vary its numbers and chart cells, and write the best version found
    #[command(mut_arg("rounds", |arg| arg.help(texts::TUNE_ROUNDS)),
              mut_arg("time", |arg| arg.help(texts::TUNE_TIME)),
              mut_arg("checkpoint", |arg| needing(arg, "--rounds")))]
    Tune(TuneArgs),
    /// Match all strategies against each other: the mixture that none of them beats, and what a tuned
    /// reply still wins from it
    #[command(mut_arg("rounds", |arg| arg.help(texts::LEAGUE_ROUNDS)),
              mut_arg("time", |arg| arg.help(texts::LEAGUE_TIME)),
              mut_arg("checkpoint", |arg| needing(arg, "--rounds")))]
    League(LeagueArgs),
    /// Report on a set of rules: what they change, whether they are fair and what is broken, in
    /// sentences with the tables behind them
    #[command(after_help = texts::PLAYTEST,
              mut_arg("rounds", |arg| arg.help(texts::PLAYTEST_ROUNDS)),
              mut_arg("time", |arg| arg.help(texts::PLAYTEST_TIME)),
              mut_arg("checkpoint", |arg| needing(arg, "--rounds")),
              mut_arg("plot", |arg| arg.help(texts::PLAYTEST_PLOT)))]
    Playtest(PlaytestArgs),
    /// Continue a run from the state that --checkpoint saved; the answer is that of the whole run
    Resume(ResumeArgs),
    /// Merge the parts that --shard made; the answer is that of the whole run
    Merge(MergeArgs),
    /// Print a script that plays a run in parts on a scheduler and merges them
    Plan(PlanArgs),
    /// Show a session or a round step by step, with rule ids
    #[command(mut_arg("format", |arg| arg.help(texts::TRACE_FORMAT)))]
    Trace(TraceArgs),
    /// Print the rulebook of a game, or one of its rules
    #[command(mut_arg("format", |arg| arg.help(texts::RULES_FORMAT)))]
    Rules(RulebookArgs),
    /// Explain a column, event, metric or another word; without a word, list them all
    #[command(mut_arg("format", |arg| arg.help(texts::TRACE_FORMAT)))]
    Explain(ExplainArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Write a man page for the program and for each command
    Man(ManArgs),
    /// Check that no file of a run is missing or changed
    #[command(after_help = texts::VERIFY)]
    Verify(VerifyArgs),
}

/// The options of a command that samples, for its keeper.
struct Sampled<'a> {
    sampling: &'a SamplingArgs,
    out: &'a OutArgs,
    rounds: Option<u64>,
}

impl Command {
    /// The sampling options of the command, if it samples.
    fn sampled(&self) -> Option<Sampled<'_>> {
        fn run<'a>(run: &'a RunArgs, out: &'a OutArgs) -> Option<Sampled<'a>> {
            Some(Sampled { sampling: &run.sampling, out, rounds: run.rounds })
        }
        /// For a command that can never be divided; it says why when it runs.
        fn undivided<'a>(
            sampling: &'a SamplingArgs,
            out: &'a OutArgs,
            rounds: Option<u64>,
        ) -> Option<Sampled<'a>> {
            Some(Sampled { sampling, out, rounds: rounds.or(Some(0)) })
        }
        match self {
            Command::Simulate(args) => run(&args.run, &args.out),
            Command::Odds(args) => run(&args.run, &args.out),
            Command::Compare(args) => run(&args.run, &args.out),
            Command::Sweep(args) => run(&args.run, &args.out),
            Command::Count(args) => run(&args.run, &args.out),
            Command::Leaks(args) => run(&args.run, &args.out),
            Command::Balance(args) => undivided(&args.sampling, &args.out, args.rounds),
            Command::Tune(args) => undivided(&args.search.sampling, &args.out, args.search.rounds),
            Command::League(args) => {
                undivided(&args.search.sampling, &args.out, args.search.rounds)
            }
            Command::Playtest(args) => {
                undivided(&args.search.sampling, &args.out, args.search.rounds)
            }
            Command::Advise(args) => undivided(&args.run.sampling, &args.out, args.run.rounds),
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
            | Command::Trace(_) => None,
        }
    }

    /// The requested number of threads.
    pub fn threads(&self) -> ThreadsArgs {
        match self {
            Command::Exact(args) => args.threads,
            _ => self.sampled().map(|found| found.sampling.threads).unwrap_or_default(),
        }
    }

    /// What its keeper must know, if its state can be saved.
    pub fn kept(&self) -> Option<Kept<'_>> {
        let Sampled { sampling, out, rounds } = self.sampled()?;
        Some(Kept { args: &sampling.keep, out: out.out.as_deref(), rounds })
    }
}
