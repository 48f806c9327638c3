//! Groups of options that several commands share.

use crate::cli::error::Failure;
use crate::cli::values::{confidence, precision, rounds, seed, share, threads, time};
use crate::study::{Length, Share};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The rules of the table.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// A preset, or a TOML file of rule fields
    #[arg(long, value_name = "PRESET|FILE")]
    pub rules: Option<String>,
    /// Set a rule field that `games GAME` lists; applied after --rules, in order
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// Short for --set players=N
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<String>,
}

/// The parts of a situation that were given. [`crate::cli::help`] makes an option of each part that the
/// games declare.
#[derive(Clone, Debug, Default)]
pub struct SituationArgs {
    parts: Vec<(String, String)>,
}

impl SituationArgs {
    /// The prefix of the ids of its options.
    const MARK: &'static str = "situation:";

    /// The display order reserved for its options: after the hand, before all others.
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
        // In a fixed order, regardless of the order on the command line.
        parts.sort();
        Ok(SituationArgs { parts })
    }

    fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), clap::Error> {
        *self = SituationArgs::from_arg_matches(found)?;
        Ok(())
    }
}

impl Args for SituationArgs {
    fn augment_args(line: Command) -> Command {
        line.next_display_order(SituationArgs::ROOM.end)
    }

    fn augment_args_for_update(line: Command) -> Command {
        SituationArgs::augment_args(line)
    }
}

/// The strategies at the table.
#[derive(Debug, Args)]
pub struct SeatsArgs {
    /// A strategy, by name or file, such as 'NAME(PARAMETER=VALUE)' or mine.toml: one for all seats, or
    /// one for each
    #[arg(long, value_name = "NAME|FILE[(…)]")]
    pub strategy: Vec<String>,
}

/// How long a run is, and how it is sampled.
#[derive(Clone, Debug, Args)]
pub struct RunArgs {
    /// Play whole sessions until this many rounds are reached (10M, 250k, 1_000) [default: about
    /// ten seconds' worth on two cores]
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true,
          conflicts_with_all = ["precision", "time"])]
    pub rounds: Option<u64>,
    /// Play until the interval of every seat's EV has at most this half-width
    #[arg(long, value_name = "HALF-WIDTH", value_parser = precision, allow_hyphen_values = true,
          conflicts_with = "time")]
    pub precision: Option<f64>,
    /// Play for about this long (30s, 5m). Only one of --rounds, --precision and --time is given
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub sampling: SamplingArgs,
}

impl RunArgs {
    /// The requested length of the run.
    pub fn length(&self) -> Option<Length> {
        self.rounds
            .map(Length::Rounds)
            .or(self.precision.map(Length::Precision))
            .or(self.time.map(Length::Time))
    }

    /// Refuses to save a run by the clock whose next step depends on its speed.
    pub fn check_kept(&self) -> Result<(), Failure> {
        match (&self.sampling.keep.checkpoint, self.rounds) {
            (Some(_), None) if self.precision.is_none() => Err(Failure::Usage(
                "--checkpoint needs --rounds here: with a time limit the next step depends on how \
                 fast this one was played"
                    .to_owned(),
            )),
            _ => Ok(()),
        }
    }
}

/// How long a search is, and how it is sampled.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true,
          conflicts_with = "rounds")]
    pub time: Option<Duration>,
    #[arg(long, value_name = "N", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    #[command(flatten)]
    pub sampling: SamplingArgs,
}

impl SearchArgs {
    /// The run of the search.
    pub fn run(&self) -> Result<RunArgs, Failure> {
        let SearchArgs { time, rounds, sampling } = self.clone();
        let run = RunArgs { rounds, precision: None, time, sampling };
        run.check_kept().map(|()| run)
    }
}

/// The luck of a run, the confidence of its intervals, its threads, and the saving of its state.
#[derive(Clone, Debug, Args)]
pub struct SamplingArgs {
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed,
          allow_hyphen_values = true)]
    pub seed: u64,
    #[command(flatten)]
    pub confidence: ConfidenceArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub keep: KeepArgs,
}

/// Where the state of a run is saved, and which share of the run is played.
#[derive(Clone, Debug, Args)]
pub struct KeepArgs {
    /// Save the state of the run in this file while it plays; `resume FILE` continues it after a crash
    /// or Ctrl-C. The file is removed once the whole answer is written
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// The time between two savings of the state
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time,
          allow_hyphen_values = true, requires = "checkpoint")]
    pub every: Duration,
    /// Play only this share of a run of --rounds, such as 3/8, and write it to --out as a part for
    /// `merge`, which makes the tables, pages and pictures
    #[arg(long, value_name = "I/N", value_parser = share, allow_hyphen_values = true)]
    pub shard: Option<Share>,
}

/// What the keeper of a command must know.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    pub args: &'a KeepArgs,
    /// The file of the answer, or of the part.
    pub out: Option<&'a Path>,
    /// The requested number of rounds.
    pub rounds: Option<u64>,
}

/// The confidence of the intervals.
#[derive(Clone, Copy, Debug, Args)]
pub struct ConfidenceArgs {
    /// The confidence of every interval
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = confidence,
          allow_hyphen_values = true)]
    pub confidence: f64,
}

/// The number of threads.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ThreadsArgs {
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
}

/// The files of the tables.
#[derive(Debug, Args)]
pub struct OutArgs {
    /// F.csv: the first table, with the other tables and F.manifest.json beside it; F.json: all tables;
    /// -: no file. Tables that an earlier run left there and this one does not write are removed
    /// [default: results/GAME-COMMAND.csv]
    #[arg(long, value_name = "F.csv|json")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// The file of the answer as a page.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Also write the answer as a page for a browser, a phone or paper: one file that loads nothing
    /// from the network
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
}

/// The file of the picture.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// Also draw the answer, as SVG or PNG by the ending
    #[arg(long, value_name = "FILE.svg|png")]
    pub plot: Option<PathBuf>,
}

/// The format on stdout.
#[derive(Debug, Args)]
pub struct FormatArgs {
    /// Format of the tables on stdout; csv has the first table only [default: table on a terminal, csv
    /// otherwise]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Print nothing on stderr but errors
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

impl RulesArgs {
    /// Whether any of the options is given.
    pub fn given(&self) -> bool {
        self.rules.is_some() || self.players.is_some() || !self.set.is_empty()
    }
}
