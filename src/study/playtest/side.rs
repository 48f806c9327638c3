//! A set of rules with its players, including the best player found.

use super::broken::Unended;
use crate::framework::settings::shown;
use crate::framework::{AnyGame, ExactFigures};
use crate::simulate::{Contender, Contest};
use crate::strategy::{self, catalogue};
use crate::study::compare::{SLOW_NANOSECONDS, SLOWER};
use crate::study::setup::{self, Seated};
use crate::study::{Asked, Setup, StudyError};

/// A set of rules with its players.
pub(super) struct Side {
    pub setup: Setup,
    pub habit: Seated,
    /// The exact figures of the habit, if they can be computed.
    pub exact: Option<ExactFigures>,
    /// The habit of seat 1, and every strategy of the catalogue that is fast enough.
    pub contenders: Vec<Contender>,
    pub labels: Vec<String>,
    pub asked: Vec<Asked>,
    /// Strategies that are not ranked.
    pub left_out: Vec<LeftOut>,
    /// Strategies with endless sessions, which are not played.
    pub unended: Vec<Unended>,
    pub best: Best,
}

/// A strategy that is not ranked.
pub(super) struct LeftOut {
    pub label: String,
    pub why: String,
    /// Whether the rules allow it, but not the time.
    pub slow: bool,
}

impl LeftOut {
    /// Its name and the reason, in one line.
    pub fn line(&self) -> String {
        let why: Vec<&str> = self.why.lines().map(str::trim).collect();
        format!("{}: {}", shown(&self.label), why.join("; "))
    }
}

/// The best player of seat 1, with the others playing by habit.
#[derive(Default)]
pub(super) struct Best {
    pub label: String,
    pub how: How,
    /// The table with the best player; `None` if its figures are computed, or the habit is the
    /// best.
    pub seated: Option<Seated>,
    pub asked: Option<Asked>,
    pub exact: Option<ExactFigures>,
}

/// How the best player was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum How {
    /// Its play and its win are computed.
    Computed,
    /// It is the best strategy of the catalogue.
    #[default]
    Catalogue,
    /// None of these is better than the habit.
    Habit,
}

impl How {
    pub fn word(self) -> &'static str {
        match self {
            How::Computed => "computed",
            How::Catalogue | How::Habit => "who did best in a first trial",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            How::Computed => "best play, computed",
            How::Catalogue | How::Habit => "the strategy that did best in a first trial",
        }
    }
}

/// The setup with another strategy in the first seat.
pub(super) fn with_first(entry: &AnyGame, setup: &Setup, players: usize, first: &Asked) -> Setup {
    let mut strategies = setup.strategies.clone();
    if strategies.is_empty() {
        strategies.push(entry.profile().default_strategy.into());
    }
    let others = strategies[0].clone();
    strategies.resize(players, others);
    strategies[0] = first.clone();
    Setup { strategies, ..setup.clone() }
}

/// The exact figures of a table with one player, if they can be computed.
pub(super) fn computed(seated: &Seated) -> Option<ExactFigures> {
    let exact = seated.game.capabilities().exact.filter(|exact| exact.is_whole())?;
    let alone = seated.game.players() == 1;
    alone.then(|| exact.exact(&mut *seated.players.clone()).ok()).flatten()
}

impl Side {
    pub fn new(entry: &AnyGame, setup: Setup, patient: bool) -> Result<Side, StudyError> {
        let habit = setup::seated(entry, &setup)?;
        let profile = entry.profile();
        let first = setup.strategies.first().cloned();
        let first = first.unwrap_or_else(|| profile.default_strategy.into());
        let players = || Contender { players: habit.players.clone(), seat: 0 };
        let mut side = Side {
            labels: habit.strategies.iter().take(1).cloned().collect(),
            contenders: vec![players()],
            asked: vec![first],
            exact: None,
            left_out: Vec::new(),
            unended: Vec::new(),
            best: Best::default(),
            habit,
            setup,
        };
        let game = &*side.habit.game;
        let quick = game.nanoseconds(&*side.habit.players);
        // If the habit itself needs preparation, the others may need it too.
        let patient = patient || game.preparing(&*side.habit.players).is_some();
        for name in catalogue::names(&profile) {
            let asked = Asked::from(name);
            let strategy = strategy::parse(&profile, &asked)?;
            let label = strategy.label();
            if side.labels.contains(&label) {
                continue;
            }
            let player = match strategy.seat(game) {
                Ok(player) => player,
                Err(error) => {
                    let why = error.to_string();
                    side.left_out.push(LeftOut { label, why, slow: false });
                    continue;
                }
            };
            let mut players = side.habit.players.clone();
            players.put(0, &*player);
            let time = game.nanoseconds(&*players);
            if time > SLOWER * quick && time > SLOW_NANOSECONDS {
                let why = "it thinks for long".into();
                side.left_out.push(LeftOut { label, why, slow: true });
            } else if let Some(why) = game.preparing(&*players).filter(|_| !patient) {
                side.left_out.push(LeftOut { label, why, slow: true });
            } else {
                side.contenders.push(Contender { players, seat: 0 });
                side.labels.push(label);
                side.asked.push(asked);
            }
        }
        Ok(side)
    }

    /// Leaves out the strategies for which there is no time on the other side, named `there`: the
    /// best players of two tables compare only if the same strategies were tried at both.
    pub fn level(&mut self, other: &[LeftOut], there: &str) {
        for slow in other.iter().filter(|one| one.slow) {
            // The habit stays.
            let place = self.labels.iter().skip(1).position(|label| *label == slow.label);
            if let Some(at) = place.map(|at| at + 1) {
                let label = self.removed(at);
                let why = format!("with {there}, {}", slow.why);
                self.left_out.push(LeftOut { label, why, slow: true });
            }
        }
    }

    /// Removes the contender with this index and returns its label.
    pub fn removed(&mut self, at: usize) -> String {
        self.contenders.remove(at);
        self.asked.remove(at);
        self.labels.remove(at)
    }

    /// Sets the best player if its win can be computed. A strategy that computes its play may yet be
    /// beaten where its win cannot, and is tried like the others.
    pub fn solve(&mut self, entry: &AnyGame) {
        let players = self.habit.game.players();
        let Some(asked) = entry.profile().best_strategy.map(Asked::from) else { return };
        let Ok(seated) = setup::seated(entry, &with_first(entry, &self.setup, players, &asked))
        else {
            return;
        };
        let label = seated.strategies[0].clone();
        let exact = self.exact.as_ref().and_then(|_| computed(&seated));
        if exact.is_some() {
            self.best = Best { label, how: How::Computed, exact, asked: Some(asked), seated: None };
        }
    }

    /// Whether the seats play different strategies by habit.
    pub fn is_mixed(&self) -> bool {
        let asked = &self.setup.strategies;
        asked.windows(2).any(|both| both[0].written != both[1].written)
    }

    /// Whether the habit of seat 1 is the best player itself.
    pub fn plays_best(&self) -> bool {
        self.labels.first() == Some(&self.best.label)
    }

    /// Sets the best player by a contest on luck other than that of the figures, so that the
    /// selection does not bias these.
    pub fn choose(&mut self, entry: &AnyGame, contest: &Contest) -> Result<(), StudyError> {
        let ev = |k: usize| contest.moments(k).ratio().unwrap_or(f64::NEG_INFINITY);
        let all = 0..contest.contenders();
        let best = all.max_by(|&a, &b| ev(a).total_cmp(&ev(b)).then(b.cmp(&a))).unwrap_or(0);
        let asked = self.asked[best].clone();
        let label = self.labels[best].clone();
        let how = if best == 0 { How::Habit } else { How::Catalogue };
        let players = self.habit.game.players();
        let seated = match how {
            How::Habit => None,
            _ => Some(setup::seated(entry, &with_first(entry, &self.setup, players, &asked))?),
        };
        self.best = Best { label, how, seated, asked: Some(asked), exact: None };
        Ok(())
    }

    pub fn nanoseconds(&self) -> f64 {
        self.habit.game.nanoseconds(&*self.habit.players)
    }

    /// The time of a round of all contenders, in nanoseconds.
    pub fn contest_nanoseconds(&self) -> f64 {
        let one = |one: &Contender| self.habit.game.nanoseconds(&*one.players);
        self.contenders.iter().map(one).sum()
    }
}
