//! The command line of a program: the same options for all games, with the examples, forms of hands
//! and written rounds of its games, or of the one that is asked about.

use super::args::{Cli, SituationArgs};
use super::error::Failure;
use super::program::Program;
use super::values::whole;
use crate::study::{AnyGame, Part};
use clap::{Arg, Command, CommandFactory};

/// Examples for commands without one from a game; they work with any game.
const PLAIN: [(&str, &str); 9] = [
    ("games", "--template"),
    ("simulate", "--rounds 100k"),
    ("odds", "--rounds 100k"),
    ("compare", "--strategy all --rounds 100k"),
    ("advise", "--situation here.toml"),
    ("playtest", "--rounds 100k"),
    ("play", ""),
    ("trace", "--seed 7"),
    ("rules", ""),
];

/// Commands whose steps depend on earlier results; they refuse `--shard`.
pub const WHOLE: [&str; 5] = ["advise", "balance", "league", "playtest", "tune"];

/// The command line of a program. Its help is about the game `named`, or about all.
///
/// # Errors
/// If a game declares a part of a situation with the name of an existing option.
pub fn command(
    program: &Program,
    named: Option<&'static AnyGame>,
    about: Option<&str>,
    version: Option<&str>,
) -> Result<Command, Failure> {
    let version = self::version(program, version);
    let own = Cli::command();
    let mut asked = Vec::new();
    for sub in own.get_subcommands() {
        asked.push((sub.get_name().to_owned(), situations(sub, program, named)?));
    }
    let mut command =
        own.name(program.name.clone()).bin_name(program.name.clone()).version(version);
    match about {
        Some(about) => command = command.about(about.to_owned()),
        None if program.is_own() => {}
        None => command = command.about("Odds and strategies for card games"),
    }
    let games = match &named {
        Some(game) => std::slice::from_ref(game),
        None => &program.games[..],
    };
    for (name, asked) in asked {
        let whole = WHOLE.contains(&name.as_str());
        let shown =
            |sub: Command| if whole { sub.mut_arg("shard", |arg| arg.hide(true)) } else { sub };
        let fill = |sub| filled(situated(shown(sub), asked), &program.name, games);
        command = command.mut_subcommand(name, fill);
    }
    Ok(command)
}

/// The versions of a program and of croupier.
pub fn version(program: &Program, own: Option<&str>) -> String {
    let engine = env!("CARGO_PKG_VERSION");
    match own {
        _ if program.is_own() => engine.to_owned(),
        Some(own) => format!("{own} (croupier {engine})"),
        None => format!("(croupier {engine})"),
    }
}

/// The placeholder of a part of a situation that is a whole number.
const NUMBER: &str = "N";

/// The options of a command for the situation of a hand: one for each part that a game of the
/// program declares. The help shows those of the game `named`.
fn situations(
    command: &Command,
    program: &Program,
    named: Option<&'static AnyGame>,
) -> Result<Vec<Arg>, Failure> {
    let judging = match command.get_name() {
        "exact" | "advise" => false,
        "odds" => true,
        _ => return Ok(Vec::new()),
    };
    let mut asked: Vec<(Part, Arg)> = Vec::new();
    // Only a game that computes choices can answer `exact --hand`.
    let answers = |game: &&&'static AnyGame| {
        command.get_name() != "exact"
            || game.profile().situation.is_empty()
            || game.computes_choices()
    };
    for game in program.games.iter().filter(answers) {
        for part in game.profile().situation.iter().filter(|part| part.judged || !judging) {
            let known = |arg: &Arg| arg.get_long() == Some(part.name);
            if part.name == "help" || command.get_arguments().any(known) {
                return Err(Failure::Other(format!(
                    "{} has the game {} with a part of a situation named `{}`, which is another \
                     option of {}; give it another name",
                    program.name,
                    game.name(),
                    part.name,
                    command.get_name()
                )));
            }
            match asked.iter_mut().find(|(other, _)| other.name == part.name) {
                None => asked.push((*part, option(part))),
                // Games that share a part share one option, which takes the values of any of them.
                Some((first, arg)) => {
                    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                    if part.about != first.about {
                        *arg =
                            arg.clone().help(format!("{help} [{}: {}]", game.name(), part.about));
                    }
                    if part.value != NUMBER {
                        *arg = arg.clone().value_parser(clap::value_parser!(String));
                    }
                    first.alone |= part.alone;
                }
            }
        }
    }
    let needs_hand = |part: &Part| command.get_name() != "exact" || !part.alone;
    let bound = |(part, mut arg): (Part, Arg)| {
        if let Some(game) = named {
            let own = game.profile().situation.iter().find(|own| own.name == part.name);
            arg = match own {
                Some(own) => arg.help(sentence(own.about)),
                None => arg.hide(true),
            };
        }
        match needs_hand(&part) {
            true => arg.requires("hand"),
            false => arg,
        }
    };
    Ok(asked.into_iter().map(bound).collect())
}

/// A line with a capital letter, as help begins.
fn sentence(about: &str) -> String {
    let mut rest = about.chars();
    let first = rest.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + rest.as_str()
}

/// The option for a part of a situation.
fn option(part: &Part) -> Arg {
    let arg = Arg::new(SituationArgs::id(part.name))
        .long(part.name)
        .value_name(part.value)
        .allow_hyphen_values(true)
        .help(sentence(part.about));
    match part.value == NUMBER {
        true => arg.value_parser(whole),
        false => arg.value_parser(clap::value_parser!(String)),
    }
}

/// A command with the options for the situation of a hand, in the display order reserved for them.
fn situated(mut command: Command, asked: Vec<Arg>) -> Command {
    if asked.is_empty() {
        return command;
    }
    let ids: Vec<_> = asked.iter().map(|arg| arg.get_id().clone()).collect();
    if command.get_arguments().any(|arg| arg.get_id() == "write_strategy") {
        command = command.mut_arg("write_strategy", |arg| arg.conflicts_with_all(ids));
    }
    let places = SituationArgs::ROOM;
    command.args(asked.into_iter().zip(places).map(|(arg, place)| arg.display_order(place)))
}

/// A command with the help of some games.
fn filled(mut command: Command, program: &str, games: &[&'static AnyGame]) -> Command {
    let name = command.get_name().to_owned();
    let options: Vec<String> =
        command.get_arguments().filter_map(Arg::get_long).map(str::to_owned).collect();
    for option in options {
        let said = games.iter().flat_map(|game| {
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
    after += &examples(&name, program, games);
    // The written rounds of all games would bury the rest.
    if name == "trace" || name == "advise" && games.len() == 1 {
        for game in games {
            after += &format!("\n{}: {}\n", game.name(), game.replay_help());
        }
    }
    match after.is_empty() {
        true => command,
        false => command.after_help(after),
    }
}

/// Whether a command applies to a game: not every game carries its rulebook.
fn has(game: &AnyGame, command: &str) -> bool {
    command != "rules" || !game.profile().rulebook.is_empty()
}

/// The examples of a command, each as typed.
fn examples(command: &str, program: &str, games: &[&'static AnyGame]) -> String {
    let line = |game: &str, rest: &str| {
        format!("{}\n", format!("  {program} {command} {game} {rest}").trim_end())
    };
    let own = games.iter().flat_map(|game| {
        let here = game.help().examples.iter().filter(|(of, _)| *of == command);
        here.map(|(_, rest)| line(game.name(), rest))
    });
    let mut lines: Vec<String> = own.collect();
    // The game used in the example of `simulate`.
    let shown =
        games.iter().find(|game| game.help().examples.iter().any(|(of, _)| *of == "simulate"));
    let game = shown.or(games.first()).map(|game| game.name()).unwrap_or_default();
    lines.extend(match command {
        "explain" => {
            Some(format!("  {program} explain house-edge\n  {program} explain one_in win_rate\n"))
        }
        "completions" => Some(format!("  {program} completions bash > {program}.bash\n")),
        "man" => Some(format!("  {program} man man1\n")),
        "verify" => Some(format!("  {program} verify results/{game}-simulate.csv\n")),
        "resume" => Some(format!("  {program} resume long.state\n")),
        "merge" => Some(format!("  {program} merge part-1.shard part-2.shard\n")),
        "plan" => {
            Some(format!("  {program} plan 64 --engine slurm -- simulate {game} --rounds 10G\n"))
        }
        _ => None,
    });
    if lines.is_empty() {
        let plain = PLAIN.iter().find(|(of, _)| *of == command);
        let game = games.iter().find(|game| has(game, command));
        lines.extend(plain.zip(game).map(|((_, rest), game)| line(game.name(), rest)));
    }
    match lines.is_empty() {
        true => String::new(),
        false => format!("Example:\n{}", lines.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::args;
    use super::*;
    use crate::framework::Profile;
    use crate::study;
    use clap::FromArgMatches;

    fn program(games: &[&'static study::AnyGame]) -> Program {
        Program::new(None, games.to_vec()).unwrap_or_else(|_| panic!("games of different names"))
    }

    fn line(games: &[&'static study::AnyGame]) -> Command {
        command(&program(games), None, None, None).unwrap()
    }

    fn help(command: &mut Command, name: &str) -> String {
        command.find_subcommand_mut(name).unwrap().render_help().to_string()
    }

    #[test]
    fn the_command_line_is_sound() {
        line(study::games()).debug_assert();
    }

    #[test]
    fn what_a_game_says_is_of_a_command_and_an_option_that_there_are() {
        let command = line(study::games());
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

    const fn part(name: &'static str, value: &'static str, about: &'static str) -> Part {
        Part { name, value, about, judged: false, alone: false }
    }

    /// Games with these parts, for a program.
    fn games(parts: &[&'static [Part]]) -> Vec<&'static study::AnyGame> {
        let names = ["first", "second", "third"];
        let game = |(name, parts): (&'static str, &'static [Part])| {
            let game = study::find("kinzo").unwrap();
            // Its own help shows only its own parts.
            let help = crate::framework::Help::NONE;
            game.presented(Profile { name, situation: parts, help, ..game.profile() })
        };
        names.into_iter().zip(parts.iter().copied()).map(game).collect()
    }

    /// The parts that a command line gives, or the parser's error.
    fn situation(line: &Command, words: &str) -> Result<Vec<(String, String)>, String> {
        let found = line.clone().try_get_matches_from(words.split(' '));
        let found = found.map_err(|error| error.to_string())?;
        let owned = |args: &SituationArgs| {
            let parts = args.parts().into_iter();
            parts.map(|(part, value)| (part.to_owned(), value.to_owned())).collect()
        };
        match Cli::from_arg_matches(&found).unwrap().command {
            args::Command::Exact(args) => Ok(owned(&args.situation)),
            args::Command::Odds(args) => Ok(owned(&args.situation)),
            _ => panic!("{words}"),
        }
    }

    #[test]
    fn the_options_of_a_situation_are_the_parts_that_the_games_declare() {
        const SECOND: &[Part] = &[
            Part { judged: true, ..part("upcard", "CARD", "the card that is turned up") },
            part("hour", "N", "the hour"),
        ];
        const THIRD: &[Part] = &[
            Part { alone: true, ..part("upcard", "CARD", "the dealer's card") },
            part("hour", "N", "the hour"),
        ];
        let mut both = line(&games(&[&[], SECOND, THIRD]));
        both.clone().debug_assert();
        let exact = help(&mut both, "exact");
        for said in ["--upcard <CARD>", "The card that is turned up [third: the", "--hour <N>"] {
            assert!(exact.contains(said), "{said}: {exact}");
        }
        assert_eq!(exact.matches("The hour").count(), 1, "{exact}");
        let place = |option: &str| exact.find(&format!("      --{option} <"));
        let order = ["hand", "upcard", "hour", "deck", "write-strategy"].map(place);
        assert!(order.is_sorted() && order.iter().all(Option::is_some), "{exact}");
        // The odds of a hand do not depend on the hour.
        let odds = help(&mut both, "odds");
        assert!(odds.contains("--upcard <CARD>") && !odds.contains("--hour"), "{odds}");
        // With a named game, only its own parts are shown.
        let (all, parts) = (games(&[&[], SECOND, THIRD]), ["--upcard", "--hour"]);
        for (named, shown) in [(0, None), (1, Some("The card that is")), (2, Some("The dealer's"))]
        {
            let mut line = command(&program(&all), Some(all[named]), None, None).unwrap();
            let exact = help(&mut line, "exact");
            assert_eq!(parts.map(|part| exact.contains(part)), [shown.is_some(); 2], "{exact}");
            assert!(shown.is_none_or(|about| exact.contains(about)), "{exact}");
            assert!(!exact.contains("[third:"), "{exact}");
            situation(&line, "house exact first --upcard 2").unwrap();
        }
        // A program whose games declare no parts has no options for them.
        let mut plain = line(&games(&[&[], &[]]));
        for command in ["exact", "odds"] {
            let help = help(&mut plain, command);
            assert!(!help.contains("--upcard") && !help.contains("--hour"), "{help}");
        }
        assert!(
            situation(&plain, "house exact first --upcard 3").unwrap_err().contains("--upcard")
        );
        let pair = |part: &str, value: &str| (part.to_owned(), value.to_owned());
        for words in ["--hour 03 --upcard -x", "--upcard -x --hour 03"] {
            let found = situation(&both, &format!("house exact third --hand 1 {words}")).unwrap();
            assert_eq!(found, [pair("hour", "3"), pair("upcard", "-x")]);
        }
        // Best play for all hands takes the parts that can be given alone.
        assert_eq!(
            situation(&both, "house exact third --upcard 2").unwrap(),
            [pair("upcard", "2")]
        );
        for (words, part) in [
            ("exact third --hour 3", "--hand <CARDS>"),
            ("odds second --upcard 3", "--hand <CARDS>"),
            ("exact third --hand 1 --hour x", "write a small whole number"),
            ("exact third --upcard 1 --write-strategy f.toml", "cannot be used with"),
        ] {
            let error = situation(&both, &format!("house {words}")).unwrap_err();
            assert!(error.contains(part), "{words}: {error}");
        }
    }

    #[test]
    fn a_part_named_as_another_option_is_refused() {
        const PARTS: [&[Part]; 2] =
            [&[part("vary", "N", "what varies")], &[part("deck", "CARD", "the deck")]];
        // The name of an option in commands without a situation is allowed.
        assert!(command(&program(&games(&PARTS[..1])), None, None, None).is_ok());
        match command(&program(&games(&PARTS[1..])), None, None, None) {
            Err(Failure::Other(why)) => assert_eq!(
                why,
                "croupier has the game first with a part of a situation named `deck`, which is \
                 another option of exact; give it another name"
            ),
            _ => panic!("it is refused"),
        }
    }

    #[test]
    fn only_games_of_the_program_are_in_its_help() {
        for own in study::games() {
            let mut command = line(&[*own]);
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
        let help = help(&mut command(&program, None, None, Some("2.0")).unwrap(), "simulate");
        assert!(help.contains("my-house simulate") && !help.contains("croupier"), "{help}");
        let version = command(&program, None, None, Some("2.0")).unwrap().render_version();
        assert_eq!(version, format!("my-house 2.0 (croupier {})\n", env!("CARGO_PKG_VERSION")));
        program.name = "croupier".to_owned();
        let version = command(&program, None, None, None).unwrap().render_version();
        assert_eq!(version, format!("croupier {}\n", env!("CARGO_PKG_VERSION")));
    }
}
