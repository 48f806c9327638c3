//! The chances of a pyramid at each line, cards to come included.

use super::belief::Beliefs;
use super::field::{Field, Odds};
use super::runs::{Code, known_run, runs};
use super::tables::{Tables, rough_index};
use crate::games::zinbiddle::hand::{LEVELS, Lanes, Line, Pyramid};
use crate::games::zinbiddle::view::View;

/// The inputs to the chances of a pyramid.
#[derive(Clone, Copy)]
pub(super) struct Prospects<'a> {
    pub(super) tables: &'a Tables,
    pub(super) view: &'a View<'a>,
    pub(super) beliefs: &'a Beliefs,
    pub(super) field: &'a Field,
}

impl Prospects<'_> {
    /// The odds at each line of a playable pyramid.
    #[inline]
    pub(super) fn lines(&self, pyramid: &Pyramid) -> [Odds; 3] {
        let flank = |line| match self.ranked_flank(pyramid, line) {
            Some(odds) => odds,
            None => self.rough_flank(line, self.code(pyramid, line)),
        };
        [self.row(pyramid), flank(Line::Port), flank(Line::Starboard)]
    }

    /// The odds at the row.
    #[inline]
    pub(super) fn row(&self, pyramid: &Pyramid) -> Odds {
        match self.view.ranks().row_of(pyramid) {
            0 => self.rough_row(rough_index(pyramid)),
            rank => self.against_each(|bold| self.tables.row[bold][usize::from(rank)]),
        }
    }

    /// The odds at the row by its numbers alone.
    #[inline]
    pub(super) fn rough_row(&self, index: usize) -> Odds {
        let rough = &self.tables.rough[index];
        self.against_each(|bold| rough[bold])
    }

    #[inline(always)]
    fn against_each(&self, beats: impl Fn(usize) -> f32) -> Odds {
        let mut chance = 1.0;
        for &(whole, bold) in &self.field.rivals[..self.field.count] {
            chance *= 1.0 - whole + whole * beats(bold);
        }
        self.field.odds(chance)
    }

    /// The numbers of a flank as dealt so far.
    #[inline(always)]
    pub(super) fn code(&self, pyramid: &Pyramid, line: Line) -> Code {
        pyramid.only(Lanes::dealt(self.view.levels())).flank_code(line)
    }

    /// The odds at a flank by its rank, if it is complete and without a misfire.
    #[inline]
    pub(super) fn ranked_flank(&self, pyramid: &Pyramid, line: Line) -> Option<Odds> {
        let complete = self.view.levels() == LEVELS;
        let rank = if complete { self.view.ranks().line_of(line, pyramid) } else { 0 };
        let flank = &self.field.flank[usize::from(line == Line::Starboard)];
        (rank > 0).then(|| self.field.odds(flank[usize::from(rank >> 1)]))
    }

    /// The odds at a flank by its numbers alone.
    #[inline]
    pub(super) fn rough_flank(&self, line: Line, code: Code) -> Odds {
        let values = &self.field.run[usize::from(line == Line::Starboard)];
        self.field.odds(match known_run(code) {
            Some(run) => values[run],
            None => {
                let runs = runs(code, self.beliefs.next());
                runs.iter().zip(values).map(|(chance, value)| chance * value).sum()
            }
        })
    }
}
