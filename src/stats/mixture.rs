//! The mixture of strategies that no strategy beats in its own field: a symmetric equilibrium.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// Weights below this are treated as zero.
const LEAST: f64 = 1e-6;

/// Computes how often to play each of several strategies. `payoffs[row][column]` is the EV of the
/// row's strategy when all other players play the column's. The result has a weight for each row,
/// summing to 1: where the others' strategy is drawn by these weights, every strategy with a weight
/// wins as much as any strategy can. Where several mixtures are such equilibria, it is the one whose
/// players win most.
///
/// Every symmetric game has one (Nash 1951, "Non-Cooperative Games"). It is found by mixed-integer
/// programming (Sandholm, Gilpin and Conitzer 2005, "Mixed-Integer Programming Methods for Finding
/// Nash Equilibria"). Empty without strategies, or if the solver finds none.
///
/// # Panics
/// If the matrix is not square.
#[must_use]
pub fn mixture(payoffs: &[Vec<f64>]) -> Vec<f64> {
    let all = payoffs.len();
    assert!(payoffs.iter().all(|row| row.len() == all), "a column for each row");
    // Subtracting from a column takes the same from everybody in that field.
    let advantage = |row: usize, column: usize| payoffs[row][column] - payoffs[column][column];
    // Scale to the largest advantage, the range that the solver's tolerance is made for.
    let pairs = (0..all).flat_map(|row| (0..all).map(move |column| (row, column)));
    let scale = pairs.map(|(row, column)| advantage(row, column).abs()).fold(0.0, f64::max);
    let scale = if scale > 0.0 { scale } else { 1.0 };
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let weights: Vec<_> =
        (0..all).map(|own| problem.add_var(payoffs[own][own] / scale, (0.0, 1.0))).collect();
    let played: Vec<_> = (0..all).map(|_| problem.add_binary_var(0.0)).collect();
    let most = problem.add_var(1.0, (-1.0, 1.0));
    let sum: Vec<_> = weights.iter().map(|&weight| (weight, 1.0)).collect();
    problem.add_constraint(&sum[..], ComparisonOp::Eq, 1.0);
    for row in 0..all {
        // Its shortfall from the highest winnings: 0 if it is played, at most 2 if not.
        let mut behind: Vec<_> = (weights.iter().enumerate())
            .map(|(column, &weight)| (weight, -advantage(row, column) / scale))
            .filter(|(_, advantage)| *advantage != 0.0)
            .collect();
        behind.push((most, 1.0));
        problem.add_constraint(&behind[..], ComparisonOp::Ge, 0.0);
        behind.push((played[row], 2.0));
        problem.add_constraint(&behind[..], ComparisonOp::Le, 2.0);
        problem.add_constraint([(weights[row], 1.0), (played[row], -1.0)], ComparisonOp::Le, 0.0);
    }
    let solution = problem.solve().ok().and_then(|outcome| outcome.into_solution().ok());
    let Some(solution) = solution else { return Vec::new() };
    let found = weights.iter().map(|&weight| solution.var_value(weight));
    let found: Vec<f64> = found.map(|weight| if weight < LEAST { 0.0 } else { weight }).collect();
    let sum: f64 = found.iter().sum();
    found.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::random::{Purpose, Seed};

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
