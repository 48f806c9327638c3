//! Symmetric equilibria: the mixture of strategies that no strategy beats in a field of players of
//! the mixture.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Solution, SolveOptions};
use std::sync::atomic::{AtomicBool, Ordering};

/// Weights below this are treated as zero.
const LEAST: f64 = 1e-6;
/// The number of search nodes between two checks of whether to go on.
const SLICE: u64 = 100;
/// The number of search nodes after which the best equilibrium so far is accepted.
const MOST: u64 = 20_000;

/// A mixture: the probability of playing each of several strategies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mixture {
    /// The weight of each strategy, summing to 1; empty if none was found.
    pub weights: Vec<f64>,
    /// Whether the search was completed, so that no other equilibrium wins its players more.
    pub is_best: bool,
}

/// Computes an equilibrium mixture of several strategies. `payoffs[row][column]` is the EV of the
/// row's strategy when all other players play the column's. The result has a weight for each row,
/// summing to 1: where the others' strategy is drawn by these weights, every strategy with a weight
/// wins as much as any strategy can. If several mixtures are such equilibria, the result is the one
/// whose players win most. A search that takes too long, or that `stop` ends, returns the best one
/// found by then, or goes on until it finds a first one.
///
/// Every symmetric game has such an equilibrium (Nash 1951, "Non-Cooperative Games"). It is found
/// by mixed-integer programming (Sandholm, Gilpin and Conitzer 2005, "Mixed-Integer Programming
/// Methods for Finding Nash Equilibria"). Empty without strategies, or if the solver finds none.
///
/// # Panics
/// If the matrix is not square.
#[must_use]
pub fn mixture(payoffs: &[Vec<f64>], stop: &AtomicBool) -> Mixture {
    let all = payoffs.len();
    assert!(payoffs.iter().all(|row| row.len() == all), "a column for each row");
    let kept = undominated(payoffs);
    // Subtracting a constant from a column changes every payoff in that field alike.
    let advantage = |row: usize, column: usize| payoffs[row][column] - payoffs[column][column];
    // Scale to the largest advantage, the range that the solver's tolerance is made for.
    let pairs = kept.iter().flat_map(|&row| kept.iter().map(move |&column| (row, column)));
    let scale = pairs.map(|(row, column)| advantage(row, column).abs()).fold(0.0, f64::max);
    let scale = if scale > 0.0 { scale } else { 1.0 };
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let weight = |&own: &usize| problem.add_var(payoffs[own][own] / scale, (0.0, 1.0));
    let weights: Vec<_> = kept.iter().map(weight).collect();
    let played: Vec<_> = kept.iter().map(|_| problem.add_binary_var(0.0)).collect();
    let most = problem.add_var(1.0, (-1.0, 1.0));
    let sum: Vec<_> = weights.iter().map(|&weight| (weight, 1.0)).collect();
    problem.add_constraint(&sum[..], ComparisonOp::Eq, 1.0);
    for ((&row, &weight), &played) in kept.iter().zip(&weights).zip(&played) {
        // Its shortfall from the highest winnings: 0 if it is played, at most 2 if not.
        let mut behind: Vec<_> = (kept.iter().zip(&weights))
            .map(|(&column, &weight)| (weight, -advantage(row, column) / scale))
            .filter(|(_, advantage)| *advantage != 0.0)
            .collect();
        behind.push((most, 1.0));
        problem.add_constraint(&behind[..], ComparisonOp::Ge, 0.0);
        behind.push((played, 2.0));
        problem.add_constraint(&behind[..], ComparisonOp::Le, 2.0);
        problem.add_constraint([(weight, 1.0), (played, -1.0)], ComparisonOp::Le, 0.0);
    }
    let Some((solution, is_best)) = solve(&problem, stop) else { return Mixture::default() };
    let mut found = vec![0.0; all];
    for (&own, &weight) in kept.iter().zip(&weights) {
        let weight = solution.var_value(weight);
        found[own] = if weight < LEAST { 0.0 } else { weight };
    }
    let sum: f64 = found.iter().sum();
    found.iter_mut().for_each(|weight| *weight /= sum);
    Mixture { weights: found, is_best }
}

/// The strategies that survive when those that win less than another one in every field are
/// removed, and again among the rest until none is left to remove. No equilibrium plays a removed
/// one.
fn undominated(payoffs: &[Vec<f64>]) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..payoffs.len()).collect();
    loop {
        let loses = |row: usize, other: usize| {
            kept.iter().all(|&column| payoffs[row][column] < payoffs[other][column])
        };
        let is_kept = |&row: &usize| !kept.iter().any(|&other| loses(row, other));
        let left: Vec<usize> = kept.iter().copied().filter(is_kept).collect();
        if left.len() == kept.len() {
            return kept;
        }
        kept = left;
    }
}

/// A solution, and whether it is proved optimal; `None` if there is none.
fn solve(problem: &Problem, stop: &AtomicBool) -> Option<(Solution, bool)> {
    let mut options = SolveOptions::default();
    options.node_limit = Some(SLICE);
    let mut outcome = problem.solve_with(options).ok()?;
    let mut nodes = SLICE;
    while !outcome.is_optimal() {
        if outcome.solution().is_some() && (nodes >= MOST || stop.load(Ordering::Relaxed)) {
            break;
        }
        outcome = outcome.resume().ok()?;
        nodes += SLICE;
    }
    let is_best = outcome.is_optimal();
    Some((outcome.into_solution().ok()?, is_best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::random::{Purpose, Seed};

    /// The weights of the best mixture.
    fn mixture(payoffs: &[Vec<f64>]) -> Vec<f64> {
        let found = super::mixture(payoffs, &AtomicBool::new(false));
        assert!(found.is_best || payoffs.is_empty());
        found.weights
    }

    fn near(found: &[f64], wanted: &[f64]) {
        let same = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(found.len() == wanted.len() && same, "{found:?} {wanted:?}");
    }

    #[test]
    fn known_games_have_known_mixtures() {
        // Rock, paper, scissors, with a rock whose win counts double: paper is played more.
        let game = [[0.0, -1.0, 2.0], [1.0, 0.0, -1.0], [-2.0, 1.0, 0.0]].map(|row| row.to_vec());
        near(&mixture(&game), &[0.25, 0.5, 0.25]);
        // A strategy that beats all others in every field.
        let game = [[-1.0, 0.5, 0.2], [-0.5, 1.0, 0.3], [-2.0, 0.0, 0.1]].map(|row| row.to_vec());
        near(&mixture(&game), &[0.0, 1.0, 0.0]);
        // Losses to the house that everybody shares change nothing.
        let game =
            [[-9.0, -10.0, -7.0], [-8.0, -9.0, -10.0], [-11.0, -8.0, -9.0]].map(|row| row.to_vec());
        near(&mixture(&game), &[0.25, 0.5, 0.25]);
        // Hawks and doves, for a prize of 2 and a wound of 6: a third are hawks.
        let game = [[-2.0, 2.0], [0.0, 1.0]].map(|row| row.to_vec());
        near(&mixture(&game), &[1.0 / 3.0, 2.0 / 3.0]);
        // Of two equilibria, the one that wins more.
        let game = [[1.0, 0.0], [0.0, 3.0]].map(|row| row.to_vec());
        near(&mixture(&game), &[0.0, 1.0]);
        near(&mixture(&[vec![3.0]]), &[1.0]);
        near(&mixture(&[]), &[]);
    }

    /// A strategy that wins less than another in every field is left out, and so is one that does
    /// so once the first is gone.
    #[test]
    fn dominated_strategies_are_left_out() {
        let game = [
            [0.0, -1.0, 2.0, 1.0, 9.0],
            [1.0, 0.0, -1.0, 1.0, 1.0],
            [-2.0, 1.0, 0.0, 1.0, 1.0],
            [-3.0, -3.0, -3.0, 0.0, 3.0],
            // Wins only where the one before it is played.
            [-4.0, -4.0, -4.0, 5.0, -1.0],
        ];
        let game = game.map(|row| row.to_vec());
        assert_eq!(undominated(&game), [0, 1, 2]);
        near(&mixture(&game), &[0.25, 0.5, 0.25, 0.0, 0.0]);
        // Twins are no better than each other.
        assert_eq!(undominated(&[vec![1.0, 1.0], vec![1.0, 1.0]]), [0, 1]);
    }

    /// A search that is to stop ends with the first equilibrium.
    #[test]
    fn a_search_can_be_stopped() {
        let mut stream = Seed::new(12).round(0, 0).stream(Purpose::Deal);
        for all in [3, 12, 20] {
            let mut number = || f64::from(stream.below(201)) / 10.0 - 10.0;
            let game: Vec<Vec<f64>> =
                (0..all).map(|_| (0..all).map(|_| number()).collect()).collect();
            let Mixture { weights, .. } = super::mixture(&game, &AtomicBool::new(true));
            assert_eq!(weights.len(), all);
            let wins = |row: &Vec<f64>| row.iter().zip(&weights).map(|(a, b)| a * b).sum::<f64>();
            let most = game.iter().map(wins).fold(f64::MIN, f64::max);
            assert!(game.iter().zip(&weights).all(|(r, w)| *w == 0.0 || most - wins(r) < 1e-4));
        }
    }

    #[test]
    fn nobody_gains_by_leaving_a_mixture() {
        let mut stream = Seed::new(11).round(0, 0).stream(Purpose::Deal);
        for all in [2, 3, 5, 8, 13] {
            for _ in 0..8 {
                let mut game: Vec<Vec<f64>> = (0..all)
                    .map(|_| (0..all).map(|_| f64::from(stream.below(201)) / 10.0 - 10.0).collect())
                    .collect();
                // Two strategies that are the same.
                game[all - 1] = game[0].clone();
                game.iter_mut().for_each(|row| row[all - 1] = row[0]);
                let weights = mixture(&game);
                let wins =
                    |row: &Vec<f64>| row.iter().zip(&weights).map(|(a, b)| a * b).sum::<f64>();
                let values: Vec<f64> = game.iter().map(wins).collect();
                let most = values.iter().copied().fold(f64::MIN, f64::max);
                assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{weights:?}");
                for (value, weight) in values.iter().zip(&weights) {
                    assert!(*weight == 0.0 || most - value < 1e-4, "{values:?} {weights:?}");
                }
            }
        }
    }
}
