//! Simulation of rounds.

use super::cautions::{Cautions, stray_money};
use super::figure::Figure;
use super::setup::{self, Seated, idle_memory, manifest, plan, played};
use super::tables::{self, Intervals};
use super::{Answer, Report, Sampling, Setup, Snapshot, StudyError, Table};
use crate::framework::AnyGame;
use crate::simulate;
use crate::stats::{Estimate, bonferroni};
use crate::strategy;
use serde_json::json;

impl AnyGame {
    /// Checks a setup before a card is dealt.
    ///
    /// # Errors
    /// If the rules or the strategies are invalid.
    pub fn check(&self, setup: &Setup) -> Result<(), StudyError> {
        setup::seated(self, setup).map(|_| ())
    }

    /// Checks the rules alone.
    ///
    /// # Errors
    /// If the rules are invalid.
    pub fn check_rules(&self, setup: &Setup) -> Result<(), StudyError> {
        setup::table(self, setup).map(|_| ())
    }

    /// The work that the seats do before the first round, in words, if it takes seconds. With
    /// `counting` the game's counter plays if no strategy is given.
    pub fn preparing(&self, setup: &Setup, counting: bool) -> Option<String> {
        let mut setup = setup.clone();
        if counting && setup.strategies.is_empty() {
            let table = setup::table(self, &setup).ok()?;
            setup.strategies = vec![table.capabilities().counting?.counter().into()];
        }
        let seated = setup::seated(self, &setup).ok()?;
        seated.game.preparing(&*seated.players)
    }

    /// Plays rounds: tables `seats`, `positions`, `events`, `distribution`.
    ///
    /// # Errors
    /// If the rules or the strategies are invalid.
    pub fn simulate(&self, setup: &Setup, sampling: Sampling<'_>) -> Result<Answer, StudyError> {
        sampling.check()?;
        let seated = setup::seated(self, setup)?;
        let (run, intervals) = seated.run(setup, &sampling);
        let profile = self.profile();
        let units = profile.scale();
        let tally = &run.tally;
        let house = seated.game.has_house();
        let tables = vec![
            tables::seats(tally, &seated.strategies, units, intervals, house),
            tables::positions(tally, units, intervals),
            tables::events(&seated.game.events(), &tally.events(), intervals, |_| true),
            tables::distribution(tally, units, house),
        ];
        let mut answer = seated.answer("simulate", setup, &run, intervals, &sampling, tables);
        answer.report.verdict = seated.verdict(&run, intervals);
        if setup::for_nothing(&*seated.game).is_some() {
            let nothing = "no money is paid under these rules, so that every EV is 0, exactly";
            answer.notes.push(nothing.to_owned());
        }
        let odd = tally.house().net.x;
        if !house && odd != 0 {
            let stakes = odd as f64 / units;
            answer.notes.push(stray_money(stakes, profile.stake, "of the whole run"));
        }
        Ok(answer)
    }
}

impl Seated {
    pub fn run(&self, setup: &Setup, sampling: &Sampling<'_>) -> (simulate::Run, Intervals) {
        let units = self.game.profile().scale();
        let plan = plan(&*self.game, setup, sampling, self.game.nanoseconds(&*self.players));
        let intervals = Intervals::of(plan.confidence, plan.until);
        let watch = |progress: simulate::Progress<'_>| {
            let seats = progress.tally.seats();
            let ev = seats.first().and_then(|seat| intervals.ev(&seat.net, units));
            let said = ev.map(|ev| format!("seat 1 EV {}", running(&ev))).unwrap_or_default();
            let rounds = progress.tally.rounds();
            (sampling.watch)(Snapshot { rounds, goal: progress.goal, said });
        };
        let run = simulate::run(&*self.game, &*self.players, plan, &watch);
        // A run that was stopped equals one of as many rounds, intervals included.
        let precision = intervals.precision.filter(|_| !run.stopped);
        (run, Intervals { precision, ..intervals })
    }

    /// The verdict on the winners: the house, or seats whose strategies differ.
    fn verdict(&self, run: &simulate::Run, intervals: Intervals) -> Vec<String> {
        let (profile, tally) = (self.game.profile(), &run.tally);
        let (units, stake, rounds) = (profile.scale(), profile.stake, tally.rounds());
        if self.game.has_house() {
            let players = self.game.players() as f64;
            let ev = intervals.ev(&tally.house().net, units * players);
            let Some(house) = ev.map(|ev| Figure::between(ev.value, ev.low, ev.high, rounds))
            else {
                return Vec::new();
            };
            let size = house.size();
            // If the turn order never rotates, a seat is a position, and players of the same
            // strategy win different amounts.
            let alike =
                tally.rotates() && self.strategies.windows(2).all(|both| both[0] == both[1]);
            let from = if alike { "each player" } else { "a player on average" };
            return vec![match house.side() {
                Some(true) => format!("The house takes {size} {stake} a round from {from}."),
                Some(false) if alike => {
                    format!("Each player wins {size} {stake} a round from the house.")
                }
                Some(false) => {
                    format!("A player on average wins {size} {stake} a round from the house.")
                }
                None if tally.house().net.xx == 0 => format!(
                    "The house neither took anything from the players nor gave them anything, in {}.",
                    super::figure::rounds_in_words(rounds)
                ),
                None => {
                    let [takes, of] =
                        if house.value < 0.0 { ["loses", "to"] } else { ["takes", "from"] };
                    format!(
                        "Whether the house gains cannot be told yet: it {takes} {size} {stake} a round \
                         {of} {from}{}.",
                        house.would_tell()
                    )
                }
            }];
        }
        if self.strategies.windows(2).all(|both| both[0] == both[1]) {
            return Vec::new();
        }
        // All seats simultaneously.
        let confidence = 1.0 - bonferroni(intervals.confidence, self.strategies.len());
        let intervals = Intervals { confidence, ..intervals };
        let figure = |seat: &simulate::SeatTally| {
            let ev = intervals.ev(&seat.net, units)?;
            Some(Figure::between(ev.value, ev.low, ev.high, rounds))
        };
        let all = tally.seats();
        let all = all.iter().zip(&self.strategies).enumerate();
        let told = all.filter_map(|(at, (seat, strategy))| {
            let figure = figure(seat)?;
            let wins = if figure.side()? { "wins" } else { "loses" };
            let (seat, size) = (at + 1, figure.size());
            Some(format!("Seat {seat} ({strategy}) {wins} {size} {stake} a round."))
        });
        let told: Vec<String> = told.collect();
        match told.is_empty() {
            true => vec!["That a seat wins or loses is not shown yet.".to_owned()],
            false => told,
        }
    }

    /// The answer built from a run.
    pub fn answer(
        &self,
        command: &str,
        setup: &Setup,
        run: &simulate::Run,
        intervals: Intervals,
        sampling: &Sampling<'_>,
        tables: Vec<Table>,
    ) -> Answer {
        let sampled = (sampling.seed, run.tally.rounds(), run.tally.sessions());
        let mut manifest = manifest(command, setup, &*self.game, &self.strategies, Some(sampled));
        // Its intervals are wider than those of a run of as many rounds without looks.
        if let Some(half) = intervals.precision {
            manifest.insert("precision".into(), json!(half / self.game.profile().scale()));
        }
        let mut notes: Vec<String> = Vec::new();
        let profile = self.game.profile();
        for (seat, asked) in setup.strategies.iter().take(self.players.count()).enumerate() {
            let strategy = strategy::parse(&profile, asked).ok();
            let player = self.players.seat(seat);
            let idle = strategy.and_then(|it| idle_memory(&*self.game, &it, &*player));
            notes.extend(idle.filter(|note| !notes.contains(note)));
        }
        notes.extend(setup::remarks(&*self.game, [&*self.players]));
        notes.extend(Cautions::of_run(&*self.game, &run.tally));
        if command == "simulate" && run.tally.sessions() == 1 {
            notes.push(
                "all rounds are of one session, which does not tell how far sessions differ: EVs have \
                 no intervals; play more rounds"
                    .to_owned(),
            );
        }
        notes.extend(played(sampling, run.stopped, run.tally.rounds()));
        Answer { report: Report::new(manifest, tables), stopped: run.stopped, notes }
    }
}

/// The running EV for people: `−0.0546 ± 0.0012`.
pub(super) fn running(ev: &Estimate) -> String {
    match (ev.low, ev.high) {
        (Some(low), Some(high)) if low.is_finite() && high.is_finite() => {
            format!("{:+.5} ± {:.5}", ev.value, (high - low) / 2.0)
        }
        _ => format!("{:+.5}", ev.value),
    }
}
