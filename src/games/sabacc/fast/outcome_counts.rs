//! Games of two that came out alike, counted and told together: few of them differ in what a sink is
//! told, and telling it takes as long as playing.

use super::super::hand::{Category, Ranking};
use super::super::round::Outcome;
use super::super::rules::{MAX_ROUNDS, Rules};

const CATEGORIES: usize = Category::ALL.len();
/// What two hands shown can be, or none shown after so many rolls.
const SHOWS: usize = CATEGORIES * CATEGORIES + MAX_ROUNDS;

/// How often games came out alike, and an example of each.
pub(in super::super) struct OutcomeCounts {
    /// By [`OutcomeCounts::number`].
    counts: Vec<u64>,
    /// The first game of each number that came, and the seat that acted first in it.
    examples: Vec<(usize, Outcome, usize)>,
    /// Numbers of doubles that a game may have.
    doubles: usize,
}

impl OutcomeCounts {
    /// No games yet; the table is of two players.
    pub(in super::super) fn new(rules: &Rules) -> OutcomeCounts {
        debug_assert_eq!(rules.players, 2);
        let doubles = usize::from(rules.game_rounds) + 1;
        OutcomeCounts { counts: vec![0; 8 * doubles * SHOWS], examples: Vec::new(), doubles }
    }

    /// A number that only games have of which a sink is told the same.
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
        // The nets follow from who won and whether the other had left; where nobody left, every round
        // ended with a roll. Bonuses follow too: both drew blind or neither did, and all doubles came
        // to both.
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

    /// An example of each, the seat that acted first in it, and how many came out so.
    pub(in super::super) fn examples(&self) -> impl Iterator<Item = (&Outcome, usize, u64)> {
        self.examples.iter().map(|(number, outcome, first)| (outcome, *first, self.counts[*number]))
    }
}
