//! `croupier balance GAME`.

use super::args::{BalanceArgs, RunArgs};
use super::error::Failure;
use super::output::Destination;
use super::plot::Plot;
use super::program::Program;
use super::{Outcome, progress, setup, sweep};
use crate::framework::settings::shown;
use crate::study::{Axis, BalanceAsked, Candidates, Metric, RULES, Sampling, Tried};

/// The names of the tables, the main one first.
const TABLES: &[&str] = &["balance", "probes"];

pub fn run(args: &BalanceArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.sampling.confidence.confidence;
    let setup = setup::setup(program, game, &args.rules, &args.seats.strategy, confidence)?;
    let mut solve = Candidates::read(&args.solve)?;
    if let (Tried::Readings(readings), RULES) = (&mut solve.values, solve.field.as_str()) {
        sweep::read_rules(program, game, readings)?;
    }
    let (metric, target) = target(&args.target)?;
    let tune = args.vary.iter().map(|text| Axis::read(text)).collect::<Result<_, _>>()?;
    let (tolerance, against_best) = (args.tolerance, args.against_best);
    let asked = BalanceAsked { solve, metric, target, tolerance, against_best, tune };
    game.check_balance(&setup, &asked)?;
    let mut to = Destination::prepare(program, game, "balance", TABLES, &args.out, &args.format)?;
    let plot = Plot::prepare(game, &args.plot, &mut to)?;
    let run = RunArgs {
        rounds: args.rounds,
        precision: None,
        time: None,
        sampling: args.sampling.clone(),
    };
    progress::foretell(program, &args.format, game.preparing(&setup, false));
    let ask = |sampling: Sampling<'_>| game.balance(&setup, &asked, sampling);
    progress::watched(&run, &args.format, program, ask, |answer| {
        to.sketch(&answer.report);
        plot.deliver(to, &answer, |table| (table.name != "probes").then(|| table.clone()))
    })
}

/// Parses `METRIC=VALUE`.
fn target(text: &str) -> Result<(Metric, f64), Failure> {
    let refuse = |why: &str| Err(Failure::Usage(format!("--target `{}`: {why}", shown(text))));
    let Some((metric, value)) = text.rsplit_once('=') else {
        return refuse("write METRIC=VALUE, such as house-edge=0.02");
    };
    let metric = Metric::read(metric.trim())?;
    match value.trim().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok((metric, value)),
        _ => refuse("the target is not a number, such as 0.02"),
    }
}
