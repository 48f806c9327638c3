//! `--plot FILE`: the picture of an answer.

use super::Outcome;
use super::args::PlotArgs;
use super::error::Failure;
use super::output::Destination;
use crate::report::output::FileId;
use crate::report::picture::Picture;
use crate::report::plot::{self, PlotError, PlotFormat};
use crate::study::{Answer, AnyGame, GameFacts, Table};

/// Where the picture will go: looked at before the run, so that an hour's work cannot die on it.
#[derive(Debug)]
pub struct Plot {
    file: Option<(FileId, PlotFormat)>,
    game: GameFacts,
}

impl Plot {
    /// Checks the file of the picture, if one is wanted.
    pub fn prepare(
        game: &dyn AnyGame,
        args: &PlotArgs,
        to: &mut Destination<'_>,
    ) -> Result<Plot, Failure> {
        let game = game.facts();
        let Some(path) = args.plot.as_ref().filter(|_| !to.is_share()) else {
            return Ok(Plot { file: None, game });
        };
        let format =
            PlotFormat::of(path).map_err(|error| Failure::Usage(format!("--plot {error}")))?;
        Ok(Plot { file: Some((to.also(path, true)?, format)), game })
    }

    /// Draws the picture and delivers the tables. A picture that cannot be drawn loses no table.
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
        let picture = Picture::of(&answer.report, &self.game)
            .ok_or_else(|| Failure::Other("there is nothing to draw".to_owned()))?;
        to.put(file, plot::draw(&picture, format)?);
        Ok(())
    }
}

impl From<PlotError> for Failure {
    fn from(error: PlotError) -> Failure {
        Failure::Other(error.to_string())
    }
}
