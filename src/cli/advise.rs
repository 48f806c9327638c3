//! `croupier advise GAME`.

use super::args::AdviseArgs;
use super::error::Failure;
use super::output::Destination;
use super::program::Program;
use super::{Outcome, progress, setup};
use crate::study::{AdviseAsked, AdviseAt, HandAsked, Sampling};

/// The names of the tables.
const TABLES: &[&str] = &["advice"];

pub fn run(args: &AdviseArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.run.sampling.confidence.confidence;
    let strategy: Vec<String> = args.strategy.iter().cloned().collect();
    let setup = setup::setup(program, game, &args.rules, &strategy, confidence)?;
    let against = setup::named(program, game, args.against.as_deref())?;
    let read = |path| setup::read(program, path, "a written round");
    let written = args.situation.as_deref().map(read).transpose()?;
    let origin = args.situation.as_ref().map(|path| path.display().to_string());
    let parts = args.parts.parts();
    if let (Some(_), Some((part, _))) = (&written, parts.first()) {
        return Err(Failure::Usage(format!(
            "--{part} goes with --hand; a written round has its cards in the file"
        )));
    }
    let at = match (&origin, &written) {
        (Some(origin), Some(text)) => AdviseAt::Situation { origin, text },
        _ => AdviseAt::Hand(HandAsked { hand: args.hand.as_deref(), situation: &parts }),
    };
    game.check_advice(&setup, against.as_ref())?;
    if let (AdviseAt::Hand(hand), Some(_)) = (at, &args.run.sampling.keep.checkpoint)
        && game.computes_advice(&setup, hand)?
    {
        return Err(Failure::Usage(
            "--checkpoint: with --hand, the game computes the value of a choice, so that there is \
             nothing to save; leave it out, or write the round as a file for --situation"
                .to_owned(),
        ));
    }
    args.run.check_kept()?;
    let asked = AdviseAsked { at, against: against.as_ref(), method: args.method.method() };
    let to = Destination::prepare(program, game, "advise", TABLES, &args.out, &args.format)?;
    let ask = |sampling: Sampling<'_>| game.advise(&setup, asked, sampling);
    progress::watched(&args.run, &args.format, program, ask, |answer| {
        to.deliver(&answer, |table| Some(table.clone()))
    })
}
