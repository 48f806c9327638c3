//! `croupier tune GAME`.

use super::args::TuneArgs;
use super::error::Failure;
use super::output::Destination;
use super::program::Program;
use super::{Outcome, progress, setup};
use crate::framework::settings::shown;
use crate::study::{AnyGame, Sampling, TuneAsked};
use std::path::Path;

/// The names of the tables, the main one first.
const TABLES: &[&str] = &["gain", "changes"];

/// The name of a file to be written, which `--strategy` must accept.
pub fn playable(game: &AnyGame, option: &str, path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    match name.contains(['(', ')']) || game.knows_strategy(&name) || name == "-" {
        false => Ok(name),
        true => Err(Failure::Usage(format!(
            "{option} `{}`: --strategy would not take this for the file; write ./better.toml",
            shown(&name)
        ))),
    }
}

pub fn run(args: &TuneArgs, program: &Program) -> Outcome {
    let run = args.search.run()?;
    let game = program.game(&args.game)?;
    let confidence = run.sampling.confidence.confidence;
    let strategy = std::slice::from_ref(&args.strategy);
    let setup = setup::setup(program, game, &args.rules, strategy, confidence)?;
    let against = setup::named(program, game, args.against.as_deref())?;
    let name = playable(game, "--write", &args.write)?;
    for asked in &setup.strategies {
        setup::keeps_memory(game, ("--write", &args.write), &args.strategy, asked)?;
    }
    let asked =
        TuneAsked { free: args.free.clone(), seat: args.seat, against, name, adds: args.add_rules };
    game.check_tuning(&setup, &asked)?;
    let mut to = Destination::prepare(program, game, "tune", TABLES, &args.out, &args.format)?;
    let file = to.also(&args.write, args.force)?;
    let ask = |sampling: Sampling<'_>| game.tune(&setup, &asked, sampling);
    progress::watched(&run, &args.format, program, ask, |(text, answer)| {
        to.put(file, text.into_bytes());
        to.deliver(&answer, |table| (!table.rows.is_empty()).then(|| table.clone()))
    })
}
