//! `croupier completions SHELL` and `croupier man DIR`.

use super::args::{CompletionsArgs, ManArgs, Shell};
use super::error::Failure;
use super::program::Program;
use super::{Done, Outcome, progress};
use crate::framework::settings::shown_path;
use crate::report::Output;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_mangen::Man;
use serde_json::Map;
use std::fs;

/// The id of the argument for the game.
const GAME: &str = "game";

pub fn completions(args: &CompletionsArgs, program: &Program, line: &Command) -> Outcome {
    let shell = match args.shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
    };
    let mut line = with_games(line.clone(), program);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut line, program.name.clone(), &mut script);
    program.caller.write(|out| out.write_all(&script))?;
    Ok(Done::Whole)
}

/// The command line, with the games as the possible values of its argument.
fn with_games(mut line: Command, program: &Program) -> Command {
    let names: Vec<&str> = program.games.iter().map(|game| game.name()).collect();
    let commands: Vec<String> =
        line.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for command in commands {
        // Arguments keep their order, which determines their positions.
        let named = |arg: Arg| match arg.get_id() == GAME {
            true => arg.value_parser(PossibleValuesParser::new(names.clone())),
            false => arg,
        };
        line = line.mut_subcommand(command, |command| command.mut_args(named));
    }
    line
}

pub fn man(args: &ManArgs, program: &Program, line: &Command) -> Outcome {
    fs::create_dir_all(&args.folder).map_err(|error| {
        Failure::Other(format!("cannot create the folder `{}`: {error}", shown_path(&args.folder)))
    })?;
    let mut output = Output::new(progress::scratch(), &program.inputs());
    for (name, page) in pages(line)? {
        let file = output.file(&args.folder.join(name), true)?;
        output.put(file, page);
    }
    let written = output.write(&Map::new()).map_err(|error| Failure::Other(error.to_string()))?;
    program
        .caller
        .write(|out| written.iter().try_for_each(|path| writeln!(out, "{}", shown_path(path))))?;
    Ok(Done::Whole)
}

/// A page for the program, and one for each command.
fn pages(line: &Command) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let is_help = |command: &Command| command.get_name() == "help";
    let mut line = line.clone();
    if line.get_subcommands().any(is_help) {
        // `help` is for the terminal and needs no page.
        line = line.mut_subcommand("help", |help| help.hide(true));
    }
    line.build();
    let commands = line.get_subcommands().filter(|command| !is_help(command));
    let all: Vec<Command> = std::iter::once(&line).chain(commands).cloned().collect();
    let page = |mut command: Command| {
        // clap_mangen's synopsis leaves out the `--` that stands before the last argument.
        if command.get_positionals().any(|argument| argument.is_last_set()) {
            let usage = command.render_usage().to_string();
            command = command.override_usage(usage.trim_start_matches("Usage: ").to_owned());
        }
        let man = Man::new(command);
        let mut page = Vec::new();
        man.render(&mut page).map_err(|error| Failure::Other(error.to_string()))?;
        Ok((man.get_filename(), page))
    };
    all.into_iter().map(page).collect()
}
