//! Floor 8: the command line. The only floor that prints, reads the terminal and input files, and
//! ends the process.
//!
//! A program from outside gets every command for croupier's games and for its own:
//!
//! ```no_run
//! # fn program<Snackjack: croupier::framework::Game>() -> std::process::ExitCode {
//! croupier::cli::Croupier::new().game::<Snackjack>().run()
//! # }
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::exit)]

mod advise;
mod args;
mod balance;
mod caller;
mod compare;
mod count;
mod error;
mod exact;
mod explain;
mod facts;
mod games;
mod help;
mod keep;
mod league;
mod leaks;
mod odds;
mod output;
mod page;
mod plan;
mod play;
mod playtest;
mod plot;
mod program;
mod progress;
mod rules;
mod setup;
mod shell;
mod simulate;
mod sweep;
mod trace;
mod tune;
mod values;
mod verify;

pub use crate::report::terminal::LaidOut;
pub use caller::{Desk, Progress, Refusal, Told};
pub use facts::{ArgumentFacts, CommandFacts};

use crate::framework::settings::shown;
use crate::framework::{Chooser, Engine, Game, GuestStrategy, House, Named, SeatError, Spec};
use crate::study::{self, AnyGame};
use args::{Cli, Command};
use caller::Caller;
use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue};
use error::{Failure, say};
use keep::{End, Keeper, again};
use program::Program;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Arc;

/// Guest strategies, each with the name of its game.
type Players = Vec<(String, GuestStrategy)>;

/// The command line of a program: its games, players, description and version.
#[must_use = "nothing happens before it is run"]
pub struct Croupier {
    games: Vec<&'static AnyGame>,
    players: Players,
    about: Option<String>,
    version: Option<String>,
}

impl fmt::Debug for Croupier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Croupier { games, players, about, version } = self;
        let games: Vec<&str> = games.iter().map(|game| game.name()).collect();
        let mut out = f.debug_struct("Croupier");
        out.field("games", &games)
            .field("players", players)
            .field("about", about)
            .field("version", version)
            .finish()
    }
}

impl Default for Croupier {
    fn default() -> Croupier {
        Croupier::new()
    }
}

impl Croupier {
    /// A command line with all of croupier's own games.
    pub fn new() -> Croupier {
        Croupier { games: study::games().to_vec(), ..Croupier::empty() }
    }

    /// A command line without games.
    pub fn empty() -> Croupier {
        Croupier { games: Vec::new(), players: Vec::new(), about: None, version: None }
    }

    /// Adds a game. Its name must be unique: [`Croupier::run`] refuses duplicates.
    pub fn game<G: Game>(self) -> Croupier {
        self.engine::<House<G>>()
    }

    /// Adds a game with an engine of its own.
    pub fn engine<E: Engine + 'static>(mut self) -> Croupier {
        self.games.push(study::entry::<E>());
        self
    }

    /// Adds a strategy to a game of the program: `seat` makes a player of its parameters, who sits
    /// at the tables of the game in every command that plays. No other strategy of the game may
    /// have its name.
    ///
    /// The engine of a game that was added by [`Croupier::game`] is its [`House`].
    pub fn player<E: Engine>(
        mut self,
        named: Named,
        seat: impl Fn(&E, &Spec) -> Result<E::Player, SeatError> + Send + Sync + 'static,
    ) -> Croupier {
        self.players.push((E::game().name.to_owned(), GuestStrategy::new::<E>(named, seat)));
        self
    }

    /// Adds a strategy to the game of this name: `chooser` picks all its actions from the legal
    /// ones, by their names in written rounds. It is called from many threads at once, for rounds
    /// in any order. Decisions that it leaves open are taken at random.
    pub fn chooser(
        mut self,
        game: impl Into<String>,
        named: Named,
        chooser: Arc<dyn Chooser>,
    ) -> Croupier {
        self.players.push((game.into(), GuestStrategy::choosing(named, chooser)));
        self
    }

    /// The games with the strategies added to them.
    fn hosted(
        games: Vec<&'static AnyGame>,
        players: Players,
    ) -> Result<Vec<&'static AnyGame>, Failure> {
        let mut guests: Vec<Vec<GuestStrategy>> = games.iter().map(|_| Vec::new()).collect();
        for (name, guest) in players {
            let refuse = |why: String| {
                let strategy = guest.named.name;
                Err(Failure::Usage(format!(
                    "this program adds the strategy {strategy} to {name}, {why}"
                )))
            };
            let Some(place) = games.iter().position(|game| game.name() == name) else {
                return refuse("which is not one of its games".to_owned());
            };
            let known = guests[place].iter().any(|known| known.named.name == guest.named.name);
            if known || games[place].knows_strategy(guest.named.name) {
                return refuse("which has one of that name".to_owned());
            }
            guests[place].push(guest);
        }
        let host = |(game, guests): (&'static AnyGame, Vec<GuestStrategy>)| match guests.is_empty()
        {
            true => game,
            false => game.hosting(guests),
        };
        Ok(games.into_iter().zip(guests).map(host).collect())
    }

    /// Sets the description of the program, in a line, for `--help`.
    pub fn about(mut self, about: impl Into<String>) -> Croupier {
        self.about = Some(about.into());
        self
    }

    /// Sets the program's own version, for `--version`.
    pub fn version(mut self, version: impl Into<String>) -> Croupier {
        self.version = Some(version.into());
        self
    }

    /// Parses the arguments of the process, runs the command, prints its answer, and returns the
    /// exit code. While it runs, Ctrl-C stops the command. What a game or a player panics with is
    /// printed as an error; with `RUST_BACKTRACE` set it is also told where that was.
    pub fn run(self) -> ExitCode {
        if std::env::var_os("RUST_BACKTRACE").is_none() {
            panic::set_hook(Box::new(|_| {}));
        }
        self.run_from(std::env::args_os())
    }

    /// [`Croupier::run`] with these words, of which the first is the program's name.
    pub fn run_from<W: Into<OsString>>(self, words: impl IntoIterator<Item = W>) -> ExitCode {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        let all = AssertUnwindSafe(|| self.run_words(&words));
        panic::catch_unwind(all).unwrap_or_else(|panic| Failure::panicked(&*panic).report())
    }

    fn run_words(self, words: &[OsString]) -> ExitCode {
        let (mut program, mut line) = match self.at(words, Caller::Terminal) {
            Ok(begun) => begun,
            Err(failure) => return failure.report(),
        };
        let cli = match parsed(&mut line, words) {
            Ok(cli) => cli,
            Err(error) if error.use_stderr() => {
                match odd(words).is_empty() {
                    // Printed by the parser, in colour.
                    true => drop(error.print()),
                    false => say(&refused(&error, words)),
                }
                return ExitCode::from(2);
            }
            Err(error) => {
                // Help or version.
                return match error.print() {
                    Ok(()) => ExitCode::SUCCESS,
                    Err(error) => Failure::stdout(&error).report(),
                };
            }
        };
        match run(cli.command, words, &mut line, &mut program) {
            Ok(Done::Whole) => ExitCode::SUCCESS,
            Ok(Done::Stopped) => ExitCode::from(130),
            Err(failure) => failure.report(),
        }
    }

    /// Runs a command in process and returns its answer. The first of the words is the program's
    /// name. Nothing is printed, and Ctrl-C is left to the caller. Commands that run at the same
    /// time on several threads are independent.
    ///
    /// ```
    /// use croupier::cli::{Croupier, Desk};
    ///
    /// let words = ["croupier", "exact", "kinzo", "--strategy", "best", "--out", "-"];
    /// let told = Croupier::new().ask(words, &Desk::new())?;
    /// let seats = &told.report.expect("it has tables").tables[0];
    /// let ev = seats.rows[0][seats.column("ev").expect("so it is called")].number();
    /// assert_eq!(ev.map(|ev| (10_000.0 * ev).round()), Some(781.0));
    /// # Ok::<(), croupier::cli::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// The error that a terminal would have shown.
    pub fn ask<W: Into<OsString>>(
        self,
        words: impl IntoIterator<Item = W>,
        desk: &Desk,
    ) -> Result<Told, Refusal> {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        let (mut program, mut line) = self.at(&words, Caller::at(desk))?;
        let cli = match parsed(&mut line, &words) {
            Ok(cli) => cli,
            Err(error) if error.use_stderr() => {
                let message = refused(&error, &words);
                let message = message.strip_prefix("error: ").unwrap_or(&message);
                // The usage helps only those who type a command line.
                let is_said = |part: &&str| {
                    !part.starts_with("Usage:") && !part.starts_with("For more information")
                };
                let message = message.split("\n\n").filter(is_said).collect::<Vec<_>>().join("\n");
                return Err(Refusal::Usage { message, field: option(&error) });
            }
            // Help or version.
            Err(error) => return Ok(Told { text: error.to_string(), ..Told::default() }),
        };
        let options = line.get_subcommands().flat_map(clap::Command::get_arguments);
        let known: BTreeSet<String> =
            options.filter_map(|option| option.get_long().map(str::to_owned)).collect();
        let done = run(cli.command, &words, &mut line, &mut program)
            .map_err(|failure| Refusal::from(failure).of_words(&words, &known))?;
        Ok(program.caller.leave(done))
    }

    /// The commands of the program and their arguments, as data.
    ///
    /// # Errors
    /// If the program has no games, or two games or strategies share a name.
    pub fn commands(self) -> Result<Vec<CommandFacts>, Refusal> {
        let words = [OsString::from("croupier")];
        let (_, mut line) = self.at(&words, Caller::at(&Desk::new()))?;
        line.build();
        Ok(CommandFacts::all(&line))
    }

    /// The program as started with these words, and its command line.
    fn at(self, words: &[OsString], caller: Caller) -> Result<(Program, clap::Command), Failure> {
        let hosted = Croupier::hosted(self.games, self.players);
        let name = words.first().map(OsString::as_os_str);
        let mut program = Program::new(name, hosted?)?.started(words);
        program.caller = caller;
        let (named, about) = (program.named(words), self.about.as_deref());
        let line = help::command(&program, named, about, self.version.as_deref())?;
        program.version = help::version(&program, self.version.as_deref());
        Ok((program, line))
    }
}

/// The command of these words.
fn parsed(line: &mut clap::Command, words: &[OsString]) -> Result<Cli, clap::Error> {
    line.try_get_matches_from_mut(words)
        .and_then(|found| Cli::from_arg_matches(&found))
        .map_err(|error| error.format(line))
}

/// Runs a command, or the one that it resumes or merges, with its keeper.
fn run(
    mut command: Command,
    words: &[OsString],
    line: &mut clap::Command,
    program: &mut Program,
) -> Outcome {
    if !program.caller.is_desk() {
        progress::listen()?;
    }
    let again = match &command {
        Command::Resume(args) => Some(again::resume(program, args)?),
        Command::Merge(args) => Some(again::merge(program, args)?),
        _ => None,
    };
    match again {
        Some(again) => {
            let cli = parsed(line, &again.words).map_err(|error| {
                Failure::Usage(format!("the command that was saved is not valid: {error}"))
            })?;
            command = cli.command;
            program.takes_up(&again.words);
            program.keeper = again.keeper(command.kept())?;
        }
        None => {
            program.keeper = Keeper::new(program, words, command.kept())?;
        }
    }
    program.keeper.caller = program.caller.clone();
    let pool = progress::pool(command.threads())?;
    let done = pool.install(|| run_command(&command, program, line));
    let end = match &done {
        Ok(Done::Whole) => End::Whole,
        Err(Failure::Usage(_) | Failure::OfField { .. }) => End::Refused,
        _ => End::Broken,
    };
    program.keeper.finish(end, program);
    done
}

fn run_command(command: &Command, program: &Program, line: &clap::Command) -> Outcome {
    match command {
        Command::Plan(args) => plan::run(args, program, line),
        Command::Resume(_) | Command::Merge(_) => {
            Err(Failure::Usage("the command that was kept is another resume or merge".to_owned()))
        }
        Command::Games(args) => games::run(args, program),
        Command::Simulate(args) => simulate::run(args, program),
        Command::Odds(args) => odds::run(args, program),
        Command::Exact(args) => exact::run(args, program),
        Command::Compare(args) => compare::run(args, program),
        Command::Sweep(args) => sweep::run(args, program),
        Command::Balance(args) => balance::run(args, program),
        Command::Playtest(args) => playtest::run(args, program),
        Command::Count(args) => count::run(args, program),
        Command::Advise(args) => advise::run(args, program),
        Command::Leaks(args) => leaks::run(args, program),
        Command::Play(args) => play::run(args, program),
        Command::Trace(args) => trace::run(args, program),
        Command::Tune(args) => tune::run(args, program),
        Command::League(args) => league::run(args, program),
        Command::Rules(args) => rules::run(args, program),
        Command::Explain(args) => explain::run(args, program),
        Command::Completions(args) => shell::completions(args, program, line),
        Command::Man(args) => shell::man(args, program, line),
        Command::Verify(args) => verify::run(args, program),
    }
}

/// The words, and the parts of words on either side of `=`, that are long or have hidden
/// characters; longest first.
fn odd(words: &[OsString]) -> Vec<String> {
    let words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    let parts = |word: String| {
        let (name, value) = word.split_once('=').unwrap_or((&word, ""));
        let halves = (name.to_owned(), value.to_owned());
        [word, halves.0, halves.1]
    };
    let mut odd: Vec<String> = words.flat_map(parts).collect();
    odd.retain(|word| shown(word) != *word);
    odd.sort_by_key(|word| std::cmp::Reverse(word.len()));
    odd.dedup();
    odd
}

/// The message about a wrong command line. The parser quotes words as they are; those that are long
/// or have hidden characters are shown as in all other messages.
fn refused(error: &clap::Error, words: &[OsString]) -> String {
    let mut message = error.render().to_string();
    for word in odd(words) {
        message = message.replace(&word, &shown(&word));
    }
    message.trim_end().to_owned()
}

/// The option at fault in a wrong command line, without its dashes.
fn option(error: &clap::Error) -> Option<String> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(shown)) => {
            let name = shown.trim_start_matches('-').split([' ', '=']).next()?;
            Some(name.trim_matches(['<', '>']).to_lowercase())
        }
        _ => None,
    }
}

/// The end of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    /// It ran to its end.
    Whole,
    /// It was stopped by Ctrl-C, and wrote the finished portion.
    Stopped,
}

type Outcome = Result<Done, Failure>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kinzo::Kinzo;

    fn refusal(games: Vec<&'static AnyGame>) -> String {
        match Program::new(Some("house".as_ref()), games) {
            Err(Failure::Other(message)) => message,
            _ => panic!("it is refused"),
        }
    }

    #[test]
    fn two_games_of_one_name_are_refused() {
        let message = refusal(Croupier::new().engine::<Kinzo>().games);
        assert_eq!(message, "house has two games named `kinzo`; give one of them another NAME");
        assert_eq!(refusal(Croupier::empty().games), "house has no games");
        let twice = Croupier::new().engine::<Kinzo>().run_from(["house", "games"]);
        assert_eq!(format!("{twice:?}"), format!("{:?}", ExitCode::from(1)));
    }

    #[test]
    fn games_are_looked_up_in_the_program() {
        let Ok(program) = Program::new(None, Croupier::empty().engine::<Kinzo>().games) else {
            panic!("one game")
        };
        assert_eq!(program.game("kinzo").map(|game| game.name()).ok(), Some("kinzo"));
        for (name, part) in
            [("kinso", "no game `kinso` (did you mean `kinzo`?)"), ("sabacc", "games are kinzo")]
        {
            match program.game(name) {
                Err(Failure::Usage(message)) => assert!(message.contains(part), "{message}"),
                _ => panic!("there is no {name}"),
            }
        }
    }

    #[test]
    fn another_program_signs_its_manifests() {
        let games = Croupier::empty().engine::<Kinzo>().games;
        let report = study::Report::default();
        for (word, signed) in [("/usr/bin/house", Some("house")), ("croupier", None)] {
            let Ok(program) = Program::new(Some(word.as_ref()), games.clone()) else {
                panic!("one game")
            };
            let manifest = &program.signed(&report).manifest;
            assert_eq!(manifest.get("program").and_then(|name| name.as_str()), signed);
        }
    }
}
