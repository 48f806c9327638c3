//! Turns options into a table and its players. The files that options name are read here.

use super::args::RulesArgs;
use super::error::Failure;
use super::program::Program;
use crate::framework::counting::MEMORY;
use crate::framework::settings::{shown, shown_path};
use crate::strategy::{SystemFile, memory_of, separated, split};
use crate::study::{AnyGame, Asked, RulesFrom, Setup};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The setup that the options describe, reading rules and strategy files.
pub fn setup(
    program: &Program,
    game: &AnyGame,
    rules: &RulesArgs,
    strategies: &[String],
    confidence: f64,
) -> Result<Setup, Failure> {
    let from = rules.rules.as_deref().map(|name| rules_from(program, game, name)).transpose()?;
    let sets_players = |set: &&String| set.split('=').next().map(str::trim) == Some("players");
    if let (Some(players), Some(set)) = (&rules.players, rules.set.iter().find(sets_players)) {
        return Err(Failure::Usage(format!(
            "--players {} and --set {} both set the players; leave one of them out",
            shown(players),
            shown(set)
        )));
    }
    let players = rules.players.iter().map(|players| format!("players={players}"));
    let strategies = strategies.iter().map(|text| strategy(program, game, text));
    Ok(Setup {
        rules: from.unwrap_or_default(),
        set: players.chain(rules.set.iter().cloned()).collect(),
        strategies: strategies.collect::<Result<_, _>>()?,
        deck: None,
        confidence,
    })
}

/// The rules that an option names. A file is read here.
pub fn rules_from(program: &Program, game: &AnyGame, name: &str) -> Result<RulesFrom, Failure> {
    Ok(match looks_like_a_file(game, name) {
        true => {
            let text = read(program, Path::new(name), "a rules file")?;
            RulesFrom::File { name: name.to_owned(), text }
        }
        false => RulesFrom::Preset(name.to_owned()),
    })
}

/// Whether a name is that of a file: a preset of the game comes before a file of the same name.
fn looks_like_a_file(game: &AnyGame, name: &str) -> bool {
    !game.knows_preset(name) && (name.contains(['/', '\\', '.']) || Path::new(name).exists())
}

/// The strategy that an option names. A strategy of the game comes before a file of the same name.
/// A file is read here.
pub fn strategy(program: &Program, game: &AnyGame, text: &str) -> Result<Asked, Failure> {
    let (name, arguments) = split(text);
    let is_file = !game.knows_strategy(name)
        && (name.contains(['/', '\\', '.']) || Path::new(name).is_file());
    let read_file = || read(program, Path::new(name), "a strategy file");
    let file = is_file.then(read_file).transpose()?;
    // Its memory may be in another file.
    let arguments = arguments.unwrap_or_default().trim_end_matches(')');
    let arguments = separated(arguments).into_iter();
    let mut named = arguments.filter_map(|argument| argument.split_once('=').map(trimmed));
    let memory = named.find(|(key, _)| *key == MEMORY);
    let memory = match (memory, file.as_deref().and_then(memory_of)) {
        (Some((_, named)), _) => counts(program, game, Path::new(named))?,
        // The path is relative to the strategy file, or to the current folder.
        (None, Some(named)) => {
            let beside = Path::new(name).with_file_name(&named);
            let at = if beside.is_file() { beside } else { PathBuf::from(&named) };
            match game.knows_memory(&named) {
                true => None,
                false => counts(program, game, &at).map_err(|failure| match failure {
                    Failure::Usage(why) => {
                        let is_key = |line: &str| {
                            let rest = line.trim_start().strip_prefix(MEMORY);
                            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
                        };
                        let line = file.as_deref().and_then(|text| text.lines().position(is_key));
                        let line = line.map_or(String::new(), |at| format!(", line {}", at + 1));
                        Failure::Usage(format!("{}{line}: memory: {why}", shown(name)))
                    }
                    other => other,
                })?,
            }
        }
        (None, None) => None,
    };
    Ok(Asked { written: text.to_owned(), file, memory })
}

/// Refuses to write a changed strategy file to a folder in which it would not find the counting
/// system that it names.
pub fn keeps_memory(
    game: &AnyGame,
    (option, to): (&str, &Path),
    from: &str,
    asked: &Asked,
) -> Result<(), Failure> {
    let named = asked.file.as_deref().and_then(memory_of);
    let Some(named) = named.filter(|named| !game.knows_memory(named)) else { return Ok(()) };
    // It is looked for beside the file, then in the current folder.
    let found = |file: &Path| {
        let beside = file.with_file_name(&named);
        if beside.is_file() { beside } else { PathBuf::from(&named) }
    };
    let (own, there) = (found(Path::new(from.trim())), found(to));
    let read = |path: &Path| std::fs::read(path).ok();
    if !own.is_file() || read(&own) == read(&there) {
        return Ok(());
    }
    let finds = if there.is_file() { "find another" } else { "not find its" };
    Err(Failure::Usage(format!(
        "{option} `{}`: the file would {finds} counting system `{}` there; that of `{}` is `{}`: copy it \
         to that folder, or write the file beside it",
        shown_path(to),
        shown(&named),
        shown(from),
        shown_path(&own)
    )))
}

fn trimmed<'t>((key, value): (&'t str, &'t str)) -> (&'t str, &'t str) {
    (key.trim(), value.trim())
}

/// A counting-system file. A system of the game comes before a file of the same name.
fn counts(program: &Program, game: &AnyGame, path: &Path) -> Result<Option<SystemFile>, Failure> {
    let name = path.to_string_lossy();
    let is_file = !game.knows_memory(&name) && (name.contains(['/', '\\', '.']) || path.is_file());
    let read = || {
        let text = read(program, path, "a counting-system file")?;
        Ok(SystemFile { path: shown(&name), text })
    };
    is_file.then(read).transpose()
}

/// The counting system that an option names.
pub fn system(program: &Program, game: &AnyGame, name: &str) -> Result<Asked, Failure> {
    let file = counts(program, game, Path::new(name))?.map(|file| file.text);
    Ok(Asked { written: name.to_owned(), file, memory: None })
}

/// The strategy of an option that may be left out.
pub fn named(
    program: &Program,
    game: &AnyGame,
    text: Option<&str>,
) -> Result<Option<Asked>, Failure> {
    text.map(|text| strategy(program, game, text)).transpose()
}

/// The number of copies of each card, as --deck gives them.
pub fn deck_counts(text: &str) -> Result<Vec<u32>, Failure> {
    let count = |part: &str| part.trim().parse::<u32>().ok();
    let counts: Option<Vec<u32>> = text.split(',').map(count).collect();
    counts.ok_or_else(|| {
        Failure::Usage(format!(
            "--deck `{}` is not a list of counts; write how many of each card, such as 6,6,5,6,6,6",
            shown(text)
        ))
    })
}

/// The most bytes of a hand-written file.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a small hand-written text file; `what` names its kind.
pub fn read(program: &Program, path: &Path, what: &str) -> Result<String, Failure> {
    if let Some(text) = program.caller.file(path) {
        program.note_input(path, what, text.as_bytes());
        return Ok(text.to_owned());
    }
    let fail = |why: String| Failure::Usage(format!("cannot read `{}`: {why}", shown_path(path)));
    let facts = fs::metadata(path).map_err(|error| fail(error.to_string()))?;
    if facts.is_dir() {
        return Err(fail(format!("it is a folder, not {what}")));
    }
    if !facts.is_file() {
        return Err(fail(format!("it is not a regular file, so not {what}")));
    }
    if facts.len() > MOST_BYTES {
        return Err(fail(format!("it has {} bytes; {what} has at most {MOST_BYTES}", facts.len())));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| fail(error.to_string()))?;
    program.note_input(path, what, &bytes);
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        fail(format!("it is not text (UTF-8) at byte {at}, so not {what}"))
    })
}
