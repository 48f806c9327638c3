//! `croupier leaks GAME`.

use super::args::LeaksArgs;
use super::output::Destination;
use super::program::Program;
use super::{Outcome, progress, setup};
use crate::study::{LeaksAsked, Sampling};

/// The names of the tables.
const TABLES: &[&str] = &["leaks"];

pub fn run(args: &LeaksArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.run.sampling.confidence.confidence;
    let strategy = std::slice::from_ref(&args.strategy);
    let setup = setup::setup(program, game, &args.rules, strategy, confidence)?;
    let asked = LeaksAsked {
        reference: setup::named(program, game, args.reference.as_deref())?,
        seat: args.seat,
        against: setup::named(program, game, args.against.as_deref())?,
        top: args.top as usize,
    };
    game.check_leaks(&setup, &asked)?;
    let to = Destination::prepare(program, game, "leaks", TABLES, &args.out, &args.format)?;
    progress::foretell(program, &args.format, game.preparing_leaks(&setup, &asked));
    let ask = |sampling: Sampling<'_>| game.leaks(&setup, &asked, sampling);
    progress::watched(&args.run, &args.format, program, ask, |answer| {
        to.deliver(&answer, |table| Some(table.clone()))
    })
}
