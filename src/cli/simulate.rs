//! `croupier simulate GAME`.

use super::args::SimulateArgs;
use super::output::Destination;
use super::plot::Plot;
use super::program::Program;
use super::{Outcome, progress, setup};
use crate::study::{Cell, Sampling, Table};

/// The names of the tables, the main one first.
const TABLES: &[&str] = &["seats", "positions", "events", "distribution"];

pub fn run(args: &SimulateArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.run.sampling.confidence.confidence;
    let setup = setup::setup(program, game, &args.rules, &args.seats.strategy, confidence)?;
    game.check(&setup)?;
    let mut to = Destination::prepare(program, game, "simulate", TABLES, &args.out, &args.format)?;
    let plot = Plot::prepare(game, &args.plot, &mut to)?;
    progress::foretell(program, &args.format, game.preparing(&setup, false));
    let ask = |sampling: Sampling<'_>| game.simulate(&setup, sampling);
    progress::watched(&args.run, &args.format, program, ask, |answer| {
        plot.deliver(to, &answer, view)
    })
}

/// The tables for a terminal: positions only if there are several, and only events of the whole
/// table, without the many numbered ones.
pub fn view(table: &Table) -> Option<Table> {
    match table.name {
        "positions" if table.rows.len() < 2 => None,
        "events" => {
            let mut short = table.clone();
            short.rows.retain(|row| match row.first() {
                Some(Cell::Text(name)) => !name.contains(':'),
                _ => true,
            });
            if short.rows.len() < table.rows.len() {
                short.note.push(
                    "Events with a colon in their name, by seat, hand or number, are in the files \
                     and in JSON."
                        .into(),
                );
            }
            Some(short)
        }
        _ => Some(table.clone()),
    }
}
