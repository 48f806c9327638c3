//! The players at the tables of a grid: those of the setup, or best play.

use super::axis::Axis;
use super::grid::{at, combinations, point, snapshot, unplayable};
use super::setup::{self, Seated};
use super::tune::{self, Field};
use super::{Asked, Length, Sampling, Setup, Snapshot, StudyError};
use crate::framework::AnyGame;
use crate::simulate::{self, Grid, GridPoint, Kept, Plan, Until};
use crate::strategy::catalogue;

/// The names of the two kinds of play: the setup's strategies, and best play.
pub(super) const PLAYS: [&str; 2] = ["habit", "best"];

/// Tuning a strategy takes this many times the rounds of a point, all candidates together.
const TUNING: u64 = 20;
/// The rounds of a point if the run length is not given in rounds.
const ROUNDS: u64 = 20_000;

/// The kind of players at a table.
#[derive(Clone, Debug)]
pub(super) enum Play {
    /// The strategies of the setup.
    Habit,
    /// The strategy that computes best play, in every seat.
    Computed(&'static str),
    /// In seat 1 the best values of some parameters, in the other seats the strategies of the
    /// setup.
    Parameters(Vec<Axis>),
    /// In seat 1 the best strategy of the catalogue, tuned if it is a file, in the other seats the
    /// strategies of the setup.
    Known {
        /// Whether any of them is a file.
        tunes: bool,
    },
}

impl Play {
    /// Best play: by parameters, if there are any to tune.
    pub fn of(entry: &AnyGame, parameters: &[Axis]) -> Play {
        match (parameters, entry.profile().best_strategy) {
            ([], Some(name)) => Play::Computed(name),
            ([], None) => Play::Known { tunes: catalogue::has_files(&entry.profile()) },
            (parameters, _) => Play::Parameters(parameters.to_vec()),
        }
    }

    /// The tables of a setup among which the best for seat 1 is chosen; a single one if there is no
    /// choice.
    pub fn tables(&self, entry: &AnyGame, setup: &Setup) -> Result<Vec<Seated>, StudyError> {
        match self {
            Play::Habit => Ok(vec![setup::seated(entry, setup)?]),
            Play::Computed(name) => {
                let everybody = Setup { strategies: vec![(*name).into()], ..setup.clone() };
                Ok(vec![setup::seated(entry, &everybody)?])
            }
            Play::Parameters(parameters) => {
                let habit = habit(entry, setup)?;
                let alone = Setup { strategies: vec![habit[0].clone()], ..setup.clone() };
                let first = |choice: &Vec<usize>| {
                    let mut strategies = habit.clone();
                    strategies[0] =
                        at(entry, &alone, parameters, choice)?.strategies.swap_remove(0);
                    setup::seated(entry, &Setup { strategies, ..setup.clone() })
                };
                combinations(parameters).iter().map(first).collect()
            }
            Play::Known { .. } => {
                let habit = habit(entry, setup)?;
                let first = |name: &'static str| {
                    let mut strategies = habit.clone();
                    strategies[0] = name.into();
                    setup::seated(entry, &Setup { strategies, ..setup.clone() })
                };
                let profile = entry.profile();
                // A strategy that cannot be played under these rules is not a candidate.
                let playable = |found: &Result<Seated, StudyError>| match found {
                    Err(error) => !unplayable(error),
                    Ok(_) => true,
                };
                let all = catalogue::names(&profile).map(first).filter(playable);
                let all = all.collect::<Result<Vec<_>, _>>()?;
                // If no strategy can be played, the setup's own error says why.
                if all.is_empty() { Ok(vec![setup::seated(entry, setup)?]) } else { Ok(all) }
            }
        }
    }

    /// The rounds spent on choosing the best player, as a multiple of the rounds played at a point,
    /// for each of `tables` candidate tables.
    pub fn choosing(&self, tables: usize) -> f64 {
        match self {
            Play::Habit | Play::Computed(_) => 0.0,
            Play::Parameters(_) if tables == 1 => 0.0,
            Play::Parameters(_) => 1.0,
            Play::Known { tunes: false } => 1.0,
            Play::Known { tunes: true } => 1.0 + (TUNING + 2) as f64 / tables as f64,
        }
    }

    /// The rounds played in all to try a value, as a multiple of the rounds behind its figure. If
    /// the best player has to be searched for, most of them are spent on that.
    pub fn costs(&self, entry: &AnyGame) -> f64 {
        match self {
            Play::Known { .. } => {
                let tables = catalogue::names(&entry.profile()).count();
                1.0 + tables as f64 * self.choosing(tables)
            }
            _ => 1.0,
        }
    }

    /// Chooses from each list of tables, one for each setup, the table where seat 1 has the
    /// highest EV. They are compared on luck other than that of the figures, so that the selection
    /// does not bias these.
    pub fn choose(
        &self,
        entry: &AnyGame,
        setups: &[&Setup],
        all: Vec<Vec<Seated>>,
        plan: Plan<'_>,
        sampling: &Sampling<'_>,
    ) -> Result<Vec<Seated>, StudyError> {
        let first = |mut ranked: Vec<Seated>| (!ranked.is_empty()).then(|| ranked.swap_remove(0));
        let ranked = rank(all, plan.seed, plan, sampling);
        let Play::Known { .. } = self else {
            return Ok(ranked.into_iter().filter_map(first).collect());
        };
        let (profile, mut finals) = (entry.profile(), Vec::new());
        for (setup, ranked) in setups.iter().zip(ranked) {
            let name = |seated: &Seated| Asked::from(seated.strategies[0].as_str());
            let is_file = |asked: &Asked| catalogue::text_of(&profile, asked).is_some();
            let file = ranked.iter().map(name).find(is_file);
            let tuned = match file {
                Some(from) => Some(tuned(entry, setup, from, &ranked[0], plan, sampling)?),
                None => None,
            };
            finals.push(first(ranked).into_iter().chain(tuned).collect());
        }
        let finals = rank(finals, plan.seed.wrapping_add(1), plan, sampling);
        Ok(finals.into_iter().filter_map(first).collect())
    }

    /// A note on how best play was found.
    pub fn said(&self, until: Until) -> Option<String> {
        let Play::Known { tunes } = self else { return None };
        let tuned = match tunes {
            true => {
                let rounds = super::figure::rounds(tuning_rounds(until));
                format!(", tuned in {rounds} rounds against the others")
            }
            false => String::new(),
        };
        Some(format!(
            "best: seat 1 plays the best strategy that the game comes with{tuned}, as nothing computes \
             best play here"
        ))
    }
}

/// The strategies of a setup, one for each seat.
fn habit(entry: &AnyGame, setup: &Setup) -> Result<Vec<Asked>, StudyError> {
    let players = setup::seated(entry, setup)?.game.players();
    let mut asked = setup.strategies.clone();
    if asked.is_empty() {
        asked.push(entry.profile().default_strategy.into());
    }
    asked.resize(players, asked[0].clone());
    Ok(asked)
}

/// The number of rounds in which a strategy is tuned at a point.
fn tuning_rounds(until: Until) -> u64 {
    let rounds = match until {
        Until::Rounds(rounds) => rounds,
        _ => ROUNDS,
    };
    rounds.saturating_mul(TUNING)
}

/// A table with a file in seat 1 that was tuned against the other seats there.
fn tuned(
    entry: &AnyGame,
    setup: &Setup,
    from: Asked,
    seated: &Seated,
    plan: Plan<'_>,
    sampling: &Sampling<'_>,
) -> Result<Seated, StudyError> {
    let watch = |snapshot: Snapshot| {
        let said = format!("tuning, {}", snapshot.said);
        (sampling.watch)(Snapshot { rounds: 0, goal: None, said });
    };
    let search = Sampling {
        seed: plan.seed.wrapping_add(1 << 62),
        until: Some(Length::Rounds(tuning_rounds(plan.until))),
        journal: None,
        watch: &watch,
        ..*sampling
    };
    let fields = vec![Field { weight: 1.0, table: seated.players.clone() }];
    let label = format!("{}, tuned", from.written);
    let others = seated.strategies[1..].join(", ");
    let reply = tune::reply(entry, setup, (&from, &label, false), (fields, others), None, search)?;
    let (mut players, mut strategies) = (seated.players.clone(), seated.strategies.clone());
    players.put(0, &*reply.player);
    strategies[0] = label;
    Ok(Seated { game: setup::table(entry, setup)?, players, strategies })
}

/// Sorts each list of tables by the EV of seat 1, highest first.
fn rank(
    all: Vec<Vec<Seated>>,
    seed: u64,
    plan: Plan<'_>,
    sampling: &Sampling<'_>,
) -> Vec<Vec<Seated>> {
    if all.iter().all(|choices| choices.len() == 1) {
        return all;
    }
    let seats = all.iter().flatten().enumerate();
    let points: Vec<GridPoint<'_>> = seats.map(|(at, seated)| point(seated, at)).collect();
    // A seed that nobody is likely to use.
    let plan = Plan { seed: seed.wrapping_add(1 << 63), ..plan };
    let watch = |grid: &Grid, goal| {
        let said = "choosing the best".to_owned();
        (sampling.watch)(Snapshot { said, ..snapshot(grid, goal) });
    };
    let grid = simulate::grid(&points, Kept::default(), plan, &watch).grid;
    let mut first = 0;
    let mut ranked = Vec::new();
    for choices in all {
        let ev = |choice: usize| {
            let seats = grid.tally(first + choice).seats();
            seats.first().and_then(|seat| seat.net.ratio()).unwrap_or(f64::NEG_INFINITY)
        };
        let mut order: Vec<(f64, Seated)> =
            choices.into_iter().enumerate().map(|(at, seated)| (ev(at), seated)).collect();
        // A stable sort: ties keep their order.
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        first += order.len();
        ranked.push(order.into_iter().map(|(_, seated)| seated).collect());
    }
    ranked
}
