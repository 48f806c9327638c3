//! `croupier sweep GAME`.

use super::args::SweepArgs;
use super::error::Failure;
use super::output::{Destination, whole};
use super::plot::Plot;
use super::program::Program;
use super::{Outcome, progress, setup};
use crate::study::{AnyGame, Axis, AxisValue, Metric, RULES, Sampling, SweepAsked};

/// The names of the tables, the main one first.
const TABLES: &[&str] = &["sweep", "metric"];

pub fn run(args: &SweepArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.run.sampling.confidence.confidence;
    let setup = setup::setup(program, game, &args.rules, &args.seats.strategy, confidence)?;
    let axes = args.vary.iter().map(|text| axis(program, game, text)).collect::<Result<_, _>>()?;
    let metric = args.metric.as_deref().map(Metric::read).transpose()?;
    let asked = SweepAsked { axes, metric, against_best: args.against_best };
    game.check_sweep(&setup, &asked)?;
    let mut to = Destination::prepare(program, game, "sweep", TABLES, &args.out, &args.format)?;
    let plot = Plot::prepare(game, &args.plot, &mut to)?;
    progress::foretell(program, &args.format, game.preparing(&setup, false));
    let ask = |sampling: Sampling<'_>| game.sweep(&setup, &asked, sampling);
    progress::watched(&args.run, &args.format, program, ask, |answer| {
        to.sketch(&answer.report);
        plot.deliver(to, &answer, whole)
    })
}

/// An axis; reads the rules files that it names.
fn axis(program: &Program, game: &AnyGame, text: &str) -> Result<Axis, Failure> {
    let mut axis = Axis::read(text)?;
    if axis.field == RULES {
        read_rules(program, game, &mut axis.values)?;
    }
    Ok(axis)
}

/// Reads the rules that the values name.
pub fn read_rules(
    program: &Program,
    game: &AnyGame,
    values: &mut [AxisValue],
) -> Result<(), Failure> {
    for value in values {
        value.rules = Some(setup::rules_from(program, game, &value.text)?);
    }
    Ok(())
}
