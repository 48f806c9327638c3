//! `croupier compare GAME`.

use super::args::CompareArgs;
use super::output::Destination;
use super::plot::Plot;
use super::program::Program;
use super::{Outcome, progress, setup};
use crate::study::{Cell, CompareAsked, Sampling, Table};

/// The names of the tables, the main one first.
const TABLES: &[&str] = &["ranking", "pairs"];

pub fn run(args: &CompareArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.run.sampling.confidence.confidence;
    let setup = setup::setup(program, game, &args.rules, &args.strategy, confidence)?;
    let against = setup::named(program, game, args.against.as_deref())?;
    let asked = CompareAsked { seat: args.seat, against };
    game.check_compare(&setup, &asked)?;
    let mut to = Destination::prepare(program, game, "compare", TABLES, &args.out, &args.format)?;
    let plot = Plot::prepare(game, &args.plot, &mut to)?;
    progress::foretell(
        program,
        &args.format,
        game.slow(&setup, &asked, args.run.length(), rayon::current_num_threads()),
    );
    let ask = |sampling: Sampling<'_>| game.compare(&setup, &asked, sampling);
    progress::watched(&args.run, &args.format, program, ask, |answer| {
        plot.deliver(to, &answer, view)
    })
}

/// The maximum number of names in a cell on a terminal.
const MOST_NAMES: usize = 2;

/// Shortens long lists of names in a table.
fn view(table: &Table) -> Option<Table> {
    let mut short = table.clone();
    let column = table.column("tied_with");
    for cell in short.rows.iter_mut().filter_map(|row| row.get_mut(column?)) {
        if let Cell::Text(names) = cell {
            let all: Vec<&str> = names.split("; ").collect();
            if all.len() > MOST_NAMES {
                let (some, more) = all.split_at(MOST_NAMES);
                *cell = format!("{} and {} more", some.join("; "), more.len()).into();
            }
        }
    }
    Some(short)
}
