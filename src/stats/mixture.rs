//! The mixture of strategies that does best in its worst field: a maximin solution.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// Weights below this are treated as zero.
const LEAST: f64 = 1e-6;

/// Computes how often to play each of several strategies. `payoffs[row][column]` is the EV of the
/// row's strategy when all other players play the column's. The result has a weight for each row,
/// summing to 1: the mixture whose advantage over playing as the field does is largest in the field
/// where that advantage is least.
///
/// It is the solution of a two-player zero-sum game (von Neumann 1928, "Zur Theorie der
/// Gesellschaftsspiele"), found by linear programming; for a game that is itself two-player and
/// zero-sum it is the equilibrium. Empty without strategies, or if the solver finds no solution.
///
/// # Panics
/// If the matrix is not square.
#[must_use]
pub fn mixture(payoffs: &[Vec<f64>]) -> Vec<f64> {
    let all = payoffs.len();
    assert!(payoffs.iter().all(|row| row.len() == all), "a column for each row");
    let advantage = |row: usize, column: usize| payoffs[row][column] - payoffs[column][column];
    // Scale to the largest advantage, the range that the solver's tolerance is made for.
    let pairs = (0..all).flat_map(|row| (0..all).map(move |column| (row, column)));
    let scale = pairs.map(|(row, column)| advantage(row, column).abs()).fold(0.0, f64::max);
    let scale = if scale > 0.0 { scale } else { 1.0 };
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let weights: Vec<_> = (0..all).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    let least = problem.add_var(1.0, (-1.0, 1.0));
    let sum: Vec<_> = weights.iter().map(|&weight| (weight, 1.0)).collect();
    problem.add_constraint(&sum[..], ComparisonOp::Eq, 1.0);
    for column in 0..all {
        let mut over: Vec<_> = (weights.iter().enumerate())
            .map(|(row, &weight)| (weight, advantage(row, column) / scale))
            .filter(|(_, advantage)| advantage.abs() > LEAST)
            .collect();
        over.push((least, -1.0));
        problem.add_constraint(&over[..], ComparisonOp::Ge, 0.0);
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
        // Losses of everybody to the house change nothing.
        let game =
            [[-9.0, -10.0, -7.0], [-8.0, -9.0, -10.0], [-11.0, -8.0, -9.0]].map(|row| row.to_vec());
        near(&mixture(&game), &[0.25, 0.5, 0.25]);
        near(&mixture(&[vec![3.0]]), &[1.0]);
        near(&mixture(&[]), &[]);
    }
}
