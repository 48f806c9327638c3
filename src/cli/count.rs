//! `croupier count GAME`.

use super::args::CountArgs;
use super::error::{Failure, say};
use super::output::Destination;
use super::plot::Plot;
use super::program::Program;
use super::progress::Watched;
use super::{Outcome, progress, setup};
use crate::framework::settings;
use crate::report::Output;
use crate::study::{AnyGame, CountAsked, Table};
use std::path::{Path, PathBuf};

pub fn run(args: &CountArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.run.confidence.confidence;
    let strategies: Vec<String> = args.strategy.iter().cloned().collect();
    let setup = setup::setup(game, &args.rules, &strategies, None, confidence)?;
    let systems = args.system.iter().map(|name| setup::system(game, name));
    let against = args.against.as_deref().map(|text| setup::strategy(game, text)).transpose()?;
    let asked = CountAsked {
        systems: systems.collect::<Result<_, _>>()?,
        bankroll: args.bankroll,
        seat: args.seat,
        against,
        penetrations: args.penetration.clone(),
        make: args.make,
        indices: args.write_indices.is_some(),
    };
    let tables = game.count_tables(&setup, &asked)?;
    // The answer of a share is its part: these files are the merge's.
    let named = |path: &'_ Option<PathBuf>| path.clone().filter(|_| !program.keeper.is_shared());
    let system = file(game, "--write-system", named(&args.write_system).as_deref())?;
    let indices = file(game, "--write-indices", named(&args.write_indices).as_deref())?;
    if indices.is_some() && !tables.contains(&"indices") {
        return Err(Failure::Usage(
            "--write-indices: there is nothing to count where every round begins with full shoes; \
             give --penetration, or --set shuffle.penetration=X"
                .to_owned(),
        ));
    }
    let to = Destination::prepare(program, game.name(), "count", tables, &args.out, &args.format)?;
    if args.plot.plot.is_some() && !tables.contains(&"bins") {
        return Err(Failure::Usage(
            "--plot: there are no counts to draw where every round begins with full shoes; give \
             --penetration, or --set shuffle.penetration=X"
                .to_owned(),
        ));
    }
    let plot = Plot::prepare(game, &args.plot, &to, args.format.quiet)?;
    for (option, output) in [("--write-system", &system), ("--write-indices", &indices)] {
        if output.as_ref().is_some_and(|(_, output)| to.clashes(output)) {
            return Err(Failure::Usage(format!(
                "{option}: a table of the answer goes to this file; name another"
            )));
        }
    }
    if let (Some((_, one)), Some((_, other))) = (&system, &indices)
        && one.clash(other).is_some()
    {
        return Err(Failure::Usage(
            "--write-system and --write-indices name the same file".to_owned(),
        ));
    }
    progress::foretell(&args.format, game.preparing(&setup, true));
    let found = match progress::watched(&args.run, &args.format, program, |sampling| {
        game.count(&setup, &asked, sampling)
    })? {
        Watched::Answer(found) => found,
        Watched::Ended(done) => return Ok(done),
    };
    // Whatever becomes of the other files, the answer is not lost.
    let stopped = found.answer.stopped;
    let done = plot.deliver(to, &found.answer, view)?;
    for (output, text) in [(system, &found.made), (indices, &found.indices)] {
        let Some((name, output)) = output else { continue };
        match text {
            Some(text) => {
                output.write_text(text)?;
                if !args.format.quiet {
                    say(&format!("wrote {}", settings::shown(&name)));
                }
            }
            None => {
                let name = settings::shown(&name);
                let why = match stopped {
                    true => "the run was stopped before the index plays were looked for",
                    false => {
                        "no decision is known to turn with a count in these rounds; more --rounds, \
                         or another --system, may show one"
                    }
                };
                let message = format!("`{name}` is not written: {why}");
                if stopped {
                    say(&format!("note: {message}"));
                    continue;
                }
                return Err(Failure::Other(message));
            }
        }
    }
    Ok(done)
}

/// A file that is to be written, opened before the run.
fn file(
    game: &dyn AnyGame,
    option: &str,
    path: Option<&Path>,
) -> Result<Option<(String, Output)>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let name = path.display().to_string();
    if name.contains(['(', ')', ',']) || name == "-" || game.knows_memory(&name) {
        return Err(Failure::Usage(format!(
            "{option} `{}`: this could not be named as a file again; write a plain name such as \
             mine.toml",
            settings::shown(&name)
        )));
    }
    Ok(Some((name, progress::whole(|| Output::prepare_text(path))?)))
}

/// Columns that a terminal has no room for.
const WIDE: &[&str] = &["_low", "_high", "naive_se", "flat_ev", "rounds"];
/// Rows of the index plays that a terminal shows: those that add most.
const MOST_ROWS: usize = 12;

/// The tables for a terminal.
fn view(table: &Table) -> Option<Table> {
    let mut short = table.clone();
    if table.name == "systems" {
        let wide = |name: &String| WIDE.iter().any(|end| name.ends_with(end));
        let keep: Vec<bool> = table.columns.iter().map(|name| !wide(name)).collect();
        let mut kept = keep.iter();
        short.columns.retain(|_| *kept.next().unwrap_or(&true));
        for row in &mut short.rows {
            let mut kept = keep.iter();
            row.retain(|_| *kept.next().unwrap_or(&true));
        }
        short.note.push("Intervals are in the files and in JSON.".into());
    }
    if table.name == "indices" && short.rows.len() > MOST_ROWS {
        short.rows.truncate(MOST_ROWS);
        short.note.push("All of them are in the files and in JSON.".into());
    }
    Some(short)
}
