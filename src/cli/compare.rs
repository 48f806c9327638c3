//! `croupier compare GAME`.

use super::args::{self, CompareArgs};
use super::output::{Destination, whole};
use super::{Outcome, progress};
use croupier::study::Contest;

/// The tables, the first one first.
const TABLES: &[&str] = &["ranking", "pairs"];

pub fn run(args: &CompareArgs) -> Outcome {
    let game = args::game(&args.game)?;
    let confidence = args.run.confidence.confidence;
    let setup = args::setup(game, &args.rules, &args.strategy, None, confidence)?;
    let against = args.against.as_deref().map(|text| args::strategy(game, text)).transpose()?;
    let contest = Contest { seat: args.seat, against };
    game.check_contest(&setup, &contest)?;
    let to = Destination::prepare(game.name(), "compare", TABLES, &args.out, &args.format)?;
    let answer = progress::watched(&args.run, &args.format, |sampling| {
        game.compare(&setup, &contest, sampling)
    })??;
    to.deliver(&answer, whole)
}
