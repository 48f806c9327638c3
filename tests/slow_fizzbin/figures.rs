//! Figures of many games.
//!
//! A figure is counted per round: the sum of a quantity over all rounds of all games, divided by
//! the number of rounds. Its standard error is that of this ratio, with games as independent units.

use super::seats::Habit;
use super::table::{Game, Mind, Table, play};
use super::{combined_event, hand_event};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A mean and its standard error.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Per round.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// Sums over games of a quantity x, with n the rounds of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Of x.
    pub x: f64,
    /// Of x².
    pub xx: f64,
    /// Of x·n.
    pub xn: f64,
}

/// Quantities by name, each 0 in the games that do not mention it.
pub type Named = BTreeMap<String, Sums>;

/// Figures of games of one table.
///
/// Names for a seat, a position or the whole table (where they are summed over the players):
///
/// - `net`: quatloos; `kitty`: took the kitty; `win`: won a round;
/// - `turns`: turns had; `hand-size:n`: cards in the hand at SHOW;
/// - `redeemed`: cards; `struck`: struck by a krako; `names`: its krako named somebody;
/// - `hand:ID`, `combined:ID`: declared at the last ceilings; `wins-with:hand:ID`,
///   `wins-with:combined:ID`: and won the round;
/// - `kronks-spent:n`: so many by this player in a round, KRAKO's too.
///
/// For the whole table also `tie` (M4 decided), `round-kronks:n` (all players' kronks) and
/// `round-turns:n`.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Games.
    pub games: f64,
    /// Σn: rounds.
    pub rounds: f64,
    /// Σn².
    pub squares: f64,
    /// By seat.
    pub seats: Vec<Named>,
    /// By position, the archon first and the landru last: the round's, but for `net` and `kitty`,
    /// where it is the first round's.
    pub positions: Vec<Named>,
    /// All players combined.
    pub whole: Named,
}

impl Figures {
    fn new(players: usize) -> Self {
        let none = vec![Named::new(); players];
        Figures { seats: none.clone(), positions: none, ..Figures::default() }
    }

    /// The estimate of a quantity.
    pub fn estimate(&self, of: &Named, name: &str) -> Estimate {
        let sums = of.get(name).copied().unwrap_or_default();
        let mean = sums.x / self.rounds;
        let residuals = sums.xx - 2.0 * mean * sums.xn + mean * mean * self.squares;
        let variance = residuals.max(0.0) * self.games / (self.games - 1.0);
        Estimate { mean, error: variance.sqrt() / self.rounds }
    }

    fn merge(mut self, other: Figures) -> Self {
        self.games += other.games;
        self.rounds += other.rounds;
        self.squares += other.squares;
        merge(&mut self.whole, other.whole);
        for (mine, other) in self.seats.iter_mut().zip(other.seats) {
            merge(mine, other);
        }
        for (mine, other) in self.positions.iter_mut().zip(other.positions) {
            merge(mine, other);
        }
        self
    }

    fn add(&mut self, table: &Table, game: &Game) {
        let players = table.players;
        let n = game.rounds.len() as f64;
        self.games += 1.0;
        self.rounds += n;
        self.squares += n * n;
        let mut whole = Counts::default();
        let mut seats = vec![Counts::default(); players];
        let mut positions = vec![Counts::default(); players];
        let first = &game.rounds[0];
        for seat in 0..players {
            let mut own = Counts::default();
            own.add("net", game.net[seat] as f64);
            own.add("kitty", f64::from(game.winner == seat));
            for counts in
                [&mut whole, &mut seats[seat], &mut positions[place(table, first.landru, seat)]]
            {
                counts.add_all(&own);
            }
        }
        for round in &game.rounds {
            let kronks: usize = round.kronks.iter().sum();
            let turns: usize = round.turns.iter().sum();
            whole.add(&format!("round-kronks:{kronks}"), 1.0);
            whole.add(&format!("round-turns:{turns}"), 1.0);
            whole.add("tie", f64::from(round.tie()));
            for seat in 0..players {
                let mut own = Counts::default();
                let won = round.winner == seat;
                own.add("win", f64::from(won));
                own.add("turns", round.turns[seat] as f64);
                own.add("redeemed", round.redeemed[seat] as f64);
                own.add("struck", f64::from(round.struck[seat]));
                own.add("names", f64::from(round.named_somebody(seat)));
                own.add(&format!("hand-size:{}", round.hands[seat].len()), 1.0);
                own.add(&format!("kronks-spent:{}", round.kronks[seat]), 1.0);
                if let Some(declared) = &round.declared[seat] {
                    for event in
                        [hand_event(declared.six.as_ref()), combined_event(&declared.seven)]
                    {
                        if won {
                            own.add(&format!("wins-with:{event}"), 1.0);
                        }
                        own.add(&event, 1.0);
                    }
                }
                for counts in
                    [&mut whole, &mut seats[seat], &mut positions[place(table, round.landru, seat)]]
                {
                    counts.add_all(&own);
                }
            }
        }
        whole.enter(&mut self.whole, n);
        for seat in 0..players {
            seats[seat].enter(&mut self.seats[seat], n);
            positions[seat].enter(&mut self.positions[seat], n);
        }
    }
}

/// The position of a seat: 0 for the archon, the last for the landru.
fn place(table: &Table, landru: usize, seat: usize) -> usize {
    (seat + table.players - table.archon(landru)) % table.players
}

fn merge(mine: &mut Named, other: Named) {
    for (name, sums) in other {
        let own = mine.entry(name).or_default();
        own.x += sums.x;
        own.xx += sums.xx;
        own.xn += sums.xn;
    }
}

/// The sums of one game.
#[derive(Clone, Debug, Default)]
struct Counts(BTreeMap<String, f64>);

impl Counts {
    fn add(&mut self, name: &str, x: f64) {
        if x != 0.0 {
            *self.0.entry(name.to_string()).or_default() += x;
        }
    }

    fn add_all(&mut self, other: &Counts) {
        for (name, &x) in &other.0 {
            self.add(name, x);
        }
    }

    fn enter(&self, named: &mut Named, n: f64) {
        for (name, &x) in &self.0 {
            let sums = named.entry(name.clone()).or_default();
            sums.x += x;
            sums.xx += x * x;
            sums.xn += x * n;
        }
    }
}

/// Minds with these habits, by seat.
pub fn minds(habits: &[Habit]) -> Vec<Box<dyn Mind>> {
    habits.iter().map(|&habit| Box::new(habit) as Box<dyn Mind>).collect()
}

/// Plays a game with a generator of its own.
pub fn game(table: &Table, habits: &[Habit], seed: u64) -> Game {
    play(table, &mut minds(habits), &mut Pcg64Mcg::seed_from_u64(seed))
}

/// Plays `games` games with these habits, by seat, seeded `seed`, `seed + 1` and on.
pub fn figures(table: &Table, habits: &[Habit], games: u64, seed: u64) -> Figures {
    const BLOCK: u64 = 64;
    let blocks = (0..games.div_ceil(BLOCK)).into_par_iter().map(|block| {
        let mut figures = Figures::new(table.players);
        for number in block * BLOCK..games.min((block + 1) * BLOCK) {
            figures.add(table, &game(table, habits, seed + number));
        }
        figures
    });
    // Blocks are added in order, so that float sums are the same on any number of threads.
    blocks
        .collect::<Vec<_>>()
        .into_iter()
        .fold(Figures::new(table.players), |all, block| all.merge(block))
}
