//! `--plot FILE`: the picture of an answer.

use super::Outcome;
use super::args::PlotArgs;
use super::error::Failure;
use super::output::Destination;
use crate::report::output::FileId;
use crate::report::picture::Picture;
use crate::report::plot::{self, PlotError, PlotFormat};
use crate::study::{Answer, AnyGame, Table};

/// The destination of the picture, checked before the run, so that no work is lost to a bad path.
pub struct Plot {
    file: Option<(FileId, PlotFormat)>,
    game: &'static AnyGame,
}

impl Plot {
    /// Checks the file of the picture, if one is asked for.
    pub fn prepare(
        game: &'static AnyGame,
        args: &PlotArgs,
        to: &mut Destination<'_>,
    ) -> Result<Plot, Failure> {
        let Some(path) = &args.plot else { return Ok(Plot { file: None, game }) };
        let format =
            PlotFormat::of(path).map_err(|error| Failure::Usage(format!("--plot {error}")))?;
        if to.leaves_files_to_merge() {
            return Ok(Plot { file: None, game });
        }
        Ok(Plot { file: Some((to.also(path, true)?, format)), game })
    }

    /// Draws the picture and writes the tables, even if the picture cannot be drawn.
    pub fn deliver(
        self,
        mut to: Destination<'_>,
        answer: &Answer,
        view: impl Fn(&Table) -> Option<Table>,
    ) -> Outcome {
        let drawn = self.draw(&mut to, answer);
        let done = to.deliver(answer, view)?;
        drawn.map(|()| done)
    }

    fn draw(self, to: &mut Destination<'_>, answer: &Answer) -> Result<(), Failure> {
        let Some((file, format)) = self.file else { return Ok(()) };
        let subject = self.game.subject(&answer.report.manifest);
        match Picture::of(&answer.report, &self.game.facts(), &subject) {
            Some(picture) => to.put(file, plot::draw(&picture, format)?),
            None if answer.stopped => {
                to.say("no picture: the run was stopped before what it shows")
            }
            None => return Err(Failure::Other(nothing(answer))),
        }
        Ok(())
    }
}

/// The reason why there is no picture, and what it would have shown.
fn nothing(answer: &Answer) -> String {
    let command = answer.report.manifest.get("command").and_then(|name| name.as_str());
    let why = match command.unwrap_or_default() {
        "exact" => "the picture of exact is the chart of best play, which these rules have none of",
        "odds" => "no event that was asked for can happen",
        "playtest" => "no rule could be moved by a step",
        "balance" => "no value was tried",
        "count" => "no counting system was played; name one with --system, or make one with --make",
        _ => "no round was played",
    };
    format!("--plot: there is nothing to draw: {why}")
}

impl From<PlotError> for Failure {
    fn from(error: PlotError) -> Failure {
        Failure::Other(error.to_string())
    }
}
