//! `--plot FILE`: the picture of an answer.

use super::args::PlotArgs;
use super::error::{Failure, say};
use super::output::Destination;
use super::{Outcome, progress};
use crate::framework::settings::shown;
use crate::report::Output;
use crate::report::picture::Picture;
use crate::report::plot::{self, PlotError, PlotFormat};
use crate::study::{Answer, AnyGame, GameFacts, Table};

/// Where the picture will go: looked at before the run, so that an hour's work cannot die on it.
#[derive(Debug)]
pub struct Plot {
    file: Option<(Output, PlotFormat, String)>,
    game: GameFacts,
    quiet: bool,
}

impl Plot {
    /// Checks the file of the picture, if one is wanted.
    pub fn prepare(
        game: &dyn AnyGame,
        args: &PlotArgs,
        to: &Destination<'_>,
        quiet: bool,
    ) -> Result<Plot, Failure> {
        let game = game.facts();
        let Some(path) = args.plot.as_ref().filter(|_| !to.is_share()) else {
            return Ok(Plot { file: None, game, quiet });
        };
        let name = path.display().to_string();
        let format =
            PlotFormat::of(path).map_err(|error| Failure::Usage(format!("--plot {error}")))?;
        let file = progress::whole(|| Output::prepare_text(path))?;
        if to.clashes(&file) {
            return Err(Failure::Usage(format!(
                "--plot `{}`: a table of the answer goes to this file; name another",
                shown(&name)
            )));
        }
        Ok(Plot { file: Some((file, format, name)), game, quiet })
    }

    /// Draws the picture and delivers the tables. A picture that cannot be written loses no table.
    pub fn deliver(
        self,
        to: Destination<'_>,
        answer: &Answer,
        view: impl Fn(&Table) -> Option<Table>,
    ) -> Outcome {
        let drawn = self.write(answer);
        let done = to.deliver(answer, view)?;
        drawn.map(|()| done)
    }

    /// Draws the picture and writes the file.
    fn write(self, answer: &Answer) -> Result<(), Failure> {
        let Some((file, format, name)) = self.file else { return Ok(()) };
        let picture = Picture::of(&answer.report, &self.game)
            .ok_or_else(|| Failure::Other("there is nothing to draw".to_owned()))?;
        file.write_bytes(&plot::draw(&picture, format)?)?;
        if !self.quiet {
            say(&format!("wrote {name}"));
        }
        Ok(())
    }
}

impl From<PlotError> for Failure {
    fn from(error: PlotError) -> Failure {
        Failure::Other(error.to_string())
    }
}
