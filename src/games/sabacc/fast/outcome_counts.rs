//! Counts of equal outcomes in two-player games, reported together: a sink distinguishes few
//! outcomes, and reporting one takes as long as playing a game.

use super::super::events::CATEGORIES;
use super::super::hand::Ranking;
use super::super::round::Outcome;
use super::super::rules::{MAX_ROUNDS, Rules};

/// The pairs of categories at a showdown, or the numbers of rolls before a game without one.
const SHOWS: usize = CATEGORIES * CATEGORIES + MAX_ROUNDS;

/// The number of games with each outcome, and an example of each.
pub(in super::super) struct OutcomeCounts {
    /// Indexed by [`OutcomeCounts::number`].
    counts: Vec<u64>,
    /// The first game with each number, and its first seat.
    examples: Vec<(usize, Outcome, usize)>,
    /// The number of possible counts of doubles in a game.
    doubles: usize,
}

impl OutcomeCounts {
    /// Empty counts for a table of two players.
    pub(in super::super) fn new(rules: &Rules) -> OutcomeCounts {
        debug_assert_eq!(rules.players, 2);
        let doubles = usize::from(rules.game_rounds) + 1;
        OutcomeCounts { counts: vec![0; 8 * doubles * SHOWS], examples: Vec::new(), doubles }
    }

    /// The number of an outcome; games with the same number are the same to a sink.
    #[inline]
    fn number(&self, ranking: &Ranking, outcome: &Outcome, first: usize) -> usize {
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
        (who * self.doubles + usize::from(outcome.doubles)) * SHOWS + shown
    }

    /// Counts a game.
    #[inline]
    pub(in super::super) fn add(&mut self, ranking: &Ranking, outcome: &Outcome, first: usize) {
        let number = self.number(ranking, outcome, first);
        if self.counts[number] == 0 {
            self.examples.push((number, *outcome, first));
        }
        self.counts[number] += 1;
    }

    /// An example of each outcome, its first seat, and the number of games with this outcome.
    pub(in super::super) fn examples(&self) -> impl Iterator<Item = (&Outcome, usize, u64)> {
        self.examples.iter().map(|(number, outcome, first)| (outcome, *first, self.counts[*number]))
    }
}
