//! The command line of a program: the same options for all games, with the examples, the forms of
//! hands and the written rounds of those that it has.

use super::args::Cli;
use super::program::Program;
use clap::{Arg, Command, CommandFactory};

/// Examples of commands for which no game has one of its own; they work with any game.
const PLAIN: [(&str, &str); 5] = [
    ("games", "--template"),
    ("simulate", "--rounds 100k"),
    ("odds", "--rounds 100k"),
    ("compare", "--strategy all --rounds 100k"),
    ("trace", "--seed 7"),
];

/// The command line of a program.
pub fn command(program: &Program, about: Option<&str>, version: Option<&str>) -> Command {
    let engine = env!("CARGO_PKG_VERSION");
    let version = match version {
        _ if program.is_own() => engine.to_owned(),
        Some(version) => format!("{version} (croupier {engine})"),
        None => format!("(croupier {engine})"),
    };
    let own = Cli::command();
    let names: Vec<String> = own.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let mut command =
        own.name(program.name.clone()).bin_name(program.name.clone()).version(version);
    if let Some(about) = about {
        command = command.about(about.to_owned());
    }
    for name in names {
        command = command.mut_subcommand(name, |sub| filled(sub, program));
    }
    command
}

/// A command with what the games say of it.
fn filled(mut command: Command, program: &Program) -> Command {
    let name = command.get_name().to_owned();
    let options: Vec<String> =
        command.get_arguments().filter_map(Arg::get_long).map(str::to_owned).collect();
    for option in options {
        let said = program.games.iter().flat_map(|game| {
            let of = game.help().options.iter();
            let here = of.filter(|(command, long, _)| *command == name && *long == option);
            here.map(|(.., text)| format!("{}: {text}", game.name()))
        });
        let said: Vec<String> = said.collect();
        if said.is_empty() {
            continue;
        }
        let find = |arg: &&Arg| arg.get_long() == Some(option.as_str());
        let Some(id) = command.get_arguments().find(find).map(|arg| arg.get_id().clone()) else {
            continue;
        };
        command = command.mut_arg(id, |arg| {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            arg.help(format!("{help} [{}]", said.join("; ")))
        });
    }
    let mut after = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
    after += &examples(&name, program);
    if name == "trace" {
        for game in &program.games {
            after += &format!("\n{}: {}\n", game.name(), game.replay_help());
        }
    }
    match after.is_empty() {
        true => command,
        false => command.after_help(after),
    }
}

/// The examples of a command, each as it is typed.
fn examples(command: &str, program: &Program) -> String {
    let line = |game: &str, rest: &str| format!("  {} {command} {game} {rest}\n", program.name);
    let own = program.games.iter().flat_map(|game| {
        let here = game.help().examples.iter().filter(|(of, _)| *of == command);
        here.map(|(_, rest)| line(game.name(), rest))
    });
    let mut lines: Vec<String> = own.collect();
    if lines.is_empty() {
        let plain = PLAIN.iter().find(|(of, _)| *of == command);
        let game = program.games.first();
        lines.extend(plain.zip(game).map(|((_, rest), game)| line(game.name(), rest)));
    }
    match lines.is_empty() {
        true => String::new(),
        false => format!("Example:\n{}", lines.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study;

    fn program(games: &[&'static dyn study::AnyGame]) -> Program {
        Program::new(None, games.to_vec()).unwrap_or_else(|_| panic!("games of different names"))
    }

    fn help(command: &mut Command, name: &str) -> String {
        command.find_subcommand_mut(name).unwrap().render_help().to_string()
    }

    #[test]
    fn the_command_line_is_sound() {
        command(&program(study::games()), None, None).debug_assert();
    }

    #[test]
    fn what_a_game_says_is_of_a_command_and_an_option_that_there_are() {
        let command = command(&program(study::games()), None, None);
        for game in study::games() {
            for (name, _) in game.help().examples {
                assert!(command.find_subcommand(name).is_some(), "{}: {name}", game.name());
            }
            for (name, option, _) in game.help().options {
                let found = command
                    .find_subcommand(name)
                    .map(|sub| sub.get_arguments().any(|arg| arg.get_long() == Some(option)));
                assert_eq!(found, Some(true), "{}: {name} --{option}", game.name());
            }
        }
    }

    #[test]
    fn only_games_of_the_program_are_in_its_help() {
        for own in study::games() {
            let mut command = command(&program(&[*own]), None, None);
            let names: Vec<String> =
                command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
            for name in names {
                let help = help(&mut command, &name).to_lowercase();
                for other in study::games().iter().filter(|other| other.name() != own.name()) {
                    let other = other.name();
                    assert!(!help.contains(other), "{name} of {} names {other}", own.name());
                }
            }
        }
    }

    #[test]
    fn the_examples_are_of_the_program_that_runs() {
        let own = study::games().to_vec();
        let Ok(mut program) = Program::new(Some("/bin/my-house".as_ref()), own) else {
            panic!("a program")
        };
        let help = help(&mut command(&program, None, Some("2.0")), "simulate");
        assert!(help.contains("my-house simulate") && !help.contains("croupier"), "{help}");
        let version = command(&program, None, Some("2.0")).render_version();
        assert_eq!(version, format!("my-house 2.0 (croupier {})\n", env!("CARGO_PKG_VERSION")));
        program.name = "croupier".to_owned();
        let version = command(&program, None, None).render_version();
        assert_eq!(version, format!("croupier {}\n", env!("CARGO_PKG_VERSION")));
    }
}
