//! `croupier count GAME`.

use super::args::CountArgs;
use super::error::Failure;
use super::output::Destination;
use super::plot::Plot;
use super::program::Program;
use super::{Outcome, progress, setup};
use crate::framework::settings;
use crate::report::output::FileId;
use crate::study::{AnyGame, CountAsked, CountTables, Sampling, Table};
use std::path::{Path, PathBuf};

pub fn run(args: &CountArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.run.sampling.confidence.confidence;
    let strategies: Vec<String> = args.strategy.iter().cloned().collect();
    let setup = setup::setup(program, game, &args.rules, &strategies, confidence)?;
    let systems = args.system.iter().map(|name| setup::system(program, game, name));
    let against = setup::named(program, game, args.against.as_deref())?;
    let asked = CountAsked {
        systems: systems.collect::<Result<_, _>>()?,
        bankroll: args.bankroll,
        seat: args.seat,
        against,
        penetrations: args.penetration.clone(),
        make: args.make,
        indices: args.write_indices.is_some(),
    };
    let CountTables { names: tables, counts } = game.count_tables(&setup, &asked)?;
    for (option, path) in
        [("--write-system", &args.write_system), ("--write-indices", &args.write_indices)]
    {
        path.as_deref().map_or(Ok(()), |path| check_name(game, option, path))?;
    }
    if args.write_indices.is_some() && !tables.contains(&"indices") {
        return Err(Failure::Usage(
            "--write-indices: there is nothing to count where every round begins with full shoes; \
             give --penetration, or --set shuffle.penetration=X"
                .to_owned(),
        ));
    }
    let mut to = Destination::prepare(program, game, "count", tables, &args.out, &args.format)?;
    if args.plot.plot.is_some() && !tables.contains(&"bins") {
        return Err(Failure::Usage(
            "--plot: there are no counts to draw where every round begins with full shoes; give \
             --penetration, or --set shuffle.penetration=X"
                .to_owned(),
        ));
    }
    if args.plot.plot.is_some() && !counts {
        return Err(Failure::Usage(
            "--plot: there are no counts to draw without a counting system; name one with --system, \
             or make one with --make"
                .to_owned(),
        ));
    }
    let plot = Plot::prepare(game, &args.plot, &mut to)?;
    let mut file = |path: &Option<PathBuf>| -> Result<Option<(String, FileId)>, Failure> {
        let Some(path) = path.as_ref().filter(|_| !to.leaves_files_to_merge()) else {
            return Ok(None);
        };
        Ok(Some((path.display().to_string(), to.also(path, args.force)?)))
    };
    let (system, indices) = (file(&args.write_system)?, file(&args.write_indices)?);
    progress::foretell(program, &args.format, game.preparing(&setup, true));
    let ask = |sampling: Sampling<'_>| game.count(&setup, &asked, sampling);
    progress::watched(&args.run, &args.format, program, ask, |found| {
        let stopped = found.answer.stopped;
        let mut unwritten = None;
        for (output, text) in [(system, found.made), (indices, found.indices)] {
            match (output, text) {
                (Some((_, file)), Some(text)) => to.put(file, text.into_bytes()),
                (Some((name, _)), None) => unwritten = Some(name),
                (None, _) => {}
            }
        }
        // A failure in the other files must not cost the answer.
        let done = plot.deliver(to, &found.answer, view)?;
        let Some(name) = unwritten else { return Ok(done) };
        let name = settings::shown(&name);
        if stopped {
            program.caller.say(&format!(
                "note: `{name}` is not written: the run was stopped before the index plays were looked \
                 for"
            ));
            return Ok(done);
        }
        Err(Failure::Other(format!(
            "`{name}` is not written: no decision is shown to change with a count in these rounds; more \
             --rounds, or another --system, may show one"
        )))
    })
}

/// Refuses a file whose name `--system` could not take.
fn check_name(game: &AnyGame, option: &str, path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    if name.contains(['(', ')', ',']) || name == "-" || game.knows_memory(&name) {
        return Err(Failure::Usage(format!(
            "{option} `{}`: this could not be named as a file again; write a plain name such as \
             mine.toml",
            settings::shown(&name)
        )));
    }
    Ok(())
}

/// The columns for which a terminal has no room.
const WIDE: &[&str] = &["ev_low", "ev_high", "naive_se", "flat_ev", "rounds"];
/// The number of index plays shown on a terminal: those with the largest gains.
const MOST_ROWS: usize = 12;

/// Shortens the tables for a terminal.
fn view(table: &Table) -> Option<Table> {
    let mut short = table.clone();
    if table.name == "systems" {
        let wide = |name: &String| WIDE.contains(&name.as_str());
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
