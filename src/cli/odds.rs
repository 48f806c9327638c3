//! `croupier odds GAME`.

use super::args::{MethodArg, OddsArgs};
use super::error::Failure;
use super::output::{Destination, whole};
use super::plot::Plot;
use super::program::Program;
use super::{Outcome, progress, setup};
use crate::study::{HandAsked, OddsAsked, Sampling};

pub fn run(args: &OddsArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.run.sampling.confidence.confidence;
    let setup = setup::setup(program, game, &args.rules, &args.seats.strategy, confidence)?;
    let situation = args.situation.parts();
    let hand = HandAsked { hand: args.hand.as_deref(), situation: &situation };
    let (event, played, cards) = (args.event.as_deref(), args.played, args.cards);
    let asked = OddsAsked { hand, event, played, cards };
    game.check(&setup)?;
    let tables: &[&str] = if args.hand.is_some() { &["hand"] } else { &["events"] };
    if args.hand.is_some() && matches!(args.method, MethodArg::Simulate | MethodArg::Weighted) {
        let method = if args.method == MethodArg::Simulate { "simulate" } else { "weighted" };
        return Err(Failure::Usage(format!(
            "a hand is judged exactly; leave out --method {method}, or --hand"
        )));
    }
    if args.hand.is_some() && args.plot.plot.is_some() {
        return Err(Failure::Usage(
            "--plot draws how likely each event is, which a hand does not tell; leave out --plot, or \
             --hand"
                .to_owned(),
        ));
    }
    let mut to = Destination::prepare(program, game, "odds", tables, &args.out, &args.format)?;
    let plot = Plot::prepare(game, &args.plot, &mut to)?;
    if args.ceiling {
        let search = || game.ceiling(&setup);
        let what = "searching for the maximum probability";
        let answer = progress::waiting(program, &args.format, what, search)?;
        return plot.deliver(to, &answer, whole);
    }
    // Nobody plays where a hand or cards off the deck are judged.
    let played = hand.hand.is_none() && cards.is_none();
    let prepares = if played { game.preparing(&setup, false) } else { None };
    progress::foretell(program, &args.format, prepares);
    let ask = |sampling: Sampling<'_>| game.odds(&setup, args.method.method(), asked, sampling);
    progress::watched(&args.run, &args.format, program, ask, |answer| {
        plot.deliver(to, &answer, whole)
    })
}
