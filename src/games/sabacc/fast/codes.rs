//! Codes of outcomes in two-player games: a sink distinguishes few outcomes, and reporting one takes
//! as long as playing a game.

use super::super::events::CATEGORIES;
use super::super::hand::Ranking;
use super::super::round::Outcome;
use super::super::rules::{MAX_ROUNDS, Rules};

/// The pairs of categories at a showdown, or the numbers of rolls before a game without one.
const SHOWS: usize = CATEGORIES * CATEGORIES + MAX_ROUNDS;

/// Numbers outcomes so that games with the same code are the same to a sink.
pub(in super::super) struct Codes {
    /// The number of possible counts of doubles in a game; `None` if not two players are at the
    /// table.
    doubles: Option<usize>,
}

impl Codes {
    /// The codes under some rules.
    pub(in super::super) fn new(rules: &Rules) -> Codes {
        Codes { doubles: (rules.players == 2).then(|| usize::from(rules.game_rounds) + 1) }
    }

    /// The number of codes; none if not two players are at the table.
    pub(in super::super) fn number(&self) -> usize {
        self.doubles.map_or(0, |doubles| 8 * doubles * SHOWS)
    }

    /// The code of an outcome.
    #[inline]
    pub(in super::super) fn of(&self, ranking: &Ranking, outcome: &Outcome, first: usize) -> usize {
        let Some(doubles) = self.doubles else { return 0 };
        let shown = match outcome.alone {
            true => CATEGORIES * CATEGORIES + usize::from(outcome.rolls),
            false => {
                let [one, other] =
                    [0, 1].map(|seat| ranking.category(outcome.ranks[seat]) as usize);
                CATEGORIES * one + other
            }
        };
        // The nets follow from the winner and whether the other junked; if nobody junked, every
        // round ended with a roll. Bonuses follow too: blind draws and doubles always concern both
        // players.
        let who = 4 * first + 2 * outcome.winner + usize::from(outcome.blind_draw);
        (who * doubles + usize::from(outcome.doubles)) * SHOWS + shown
    }
}
