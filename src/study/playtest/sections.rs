//! The tables of a playtest.

use super::side::LeftOut;
use super::verdict::{EVENT, EventChange, Pulled, of_seat};
use super::{How, Played, Playtest, Side};
use crate::framework::ExactFigures;
use crate::framework::settings::shown;
use crate::simulate::{Account, EventTally, SeatTally, Tally};
use crate::stats::Pair;
use crate::study::figure::{Figure, percent, rounds_in_words};
use crate::study::{Cell, Table};

/// A table with a heading.
fn table(name: &'static str, title: &str, columns: &[&str]) -> Table {
    let mut table = Table::new(name, columns.iter().map(|column| (*column).to_owned()));
    table.title = Some(title.to_owned());
    table
}

/// A figure with its interval, as cells.
fn cells(figure: Option<Figure>) -> [Cell; 3] {
    [
        figure.map(|figure| figure.value).into(),
        figure.map(|figure| figure.low).into(),
        figure.map(|figure| figure.high).into(),
    ]
}

/// An EV here and at the baseline, in stakes a round.
struct Compared {
    ev: Option<Figure>,
    before: Option<f64>,
    change: Option<Figure>,
}

impl Compared {
    /// An EV of exact figures.
    fn exact(
        here: &ExactFigures,
        before: Option<&ExactFigures>,
        of: impl Fn(&ExactFigures) -> Option<f64>,
    ) -> Compared {
        let (here, before) = (of(here), before.and_then(of));
        let change = here.zip(before).map(|(here, then)| Figure::exact_difference(here, then));
        Compared { ev: here.map(Figure::exact), before, change }
    }

    /// A row of the table `fairness`.
    fn row(&self, who: String, play: &str, strategy: Cell) -> Vec<Cell> {
        let mut row = vec![who.into(), play.into(), strategy];
        row.extend(cells(self.ev));
        row.push(self.before.into());
        row.extend(cells(self.change));
        row.push(self.ev.map(|ev| ev.method()).into());
        row
    }
}

/// The rows of the table `fairness`.
struct Fairness<'p> {
    playtest: &'p Playtest<'p>,
    played: &'p Played,
    /// The tallies by habit, here and at the baseline.
    here: &'p Tally,
    before: Option<&'p Tally>,
    alpha: f64,
    units: f64,
}

impl<'p> Fairness<'p> {
    fn new(playtest: &'p Playtest<'p>, played: &'p Played) -> Self {
        let (grid, points) = (&played.grid, played.points);
        Fairness {
            playtest,
            played,
            here: grid.tally(points.here),
            before: points.before.map(|before| grid.tally(before)),
            alpha: playtest.alpha_of_fairness(),
            units: playtest.units(),
        }
    }

    /// A simulated EV, and its change from the baseline.
    fn sampled(
        &self,
        here: Option<SeatTally>,
        before: Option<SeatTally>,
        pair: Option<Pair>,
    ) -> Compared {
        let (alpha, units, n) = (self.alpha, self.units, self.played.rounds);
        let mean = before.and_then(|tally| tally.net.ratio());
        Compared {
            ev: here.and_then(|tally| Figure::ratio(&tally.net, units, alpha, n)),
            before: mean.map(|mean| mean / units),
            change: pair.and_then(|pair| Figure::difference(&pair, units, alpha, n)),
        }
    }

    /// An EV by habit: computed, or that of an account.
    fn by_habit(
        &self,
        account: Account,
        computed: impl Fn(&ExactFigures) -> Option<f64>,
        tallied: impl Fn(&Tally) -> Option<SeatTally>,
    ) -> Compared {
        let Playtest { here, before, .. } = self.playtest;
        if let Some(exact) = &here.exact {
            let before = before.as_ref().and_then(|before| before.exact.as_ref());
            return Compared::exact(exact, before, |exact| {
                computed(exact).map(|mean| mean / self.units)
            });
        }
        let points = self.played.points;
        let pair = points.before.and_then(|_| self.played.grid.couple(points.here, account));
        self.sampled(tallied(self.here), self.before.and_then(&tallied), pair)
    }

    fn positions(&self) -> Vec<Vec<Cell>> {
        let earlier = self.before.map(|tally| tally.positions()).unwrap_or_default();
        let places = self.playtest.places(self.played).into_iter().enumerate();
        let row = |(at, ev): (usize, Option<Figure>)| {
            let before = earlier.get(at).and_then(|tally| tally.net.ratio());
            let before = before.map(|mean| mean / self.units);
            let found = Compared { ev, before, change: None };
            found.row(format!("position {}", at + 1), "habit", Cell::Empty)
        };
        places.map(row).collect()
    }

    fn seats(&self) -> Vec<Vec<Cell>> {
        let habit = &self.playtest.here.habit;
        let row = |at: usize| {
            let found = self.by_habit(
                Account::Seat(at),
                |exact| exact.seats.get(at).map(|seat| seat.mean),
                |tally| tally.seats().get(at).copied(),
            );
            let strategy = habit.strategies.get(at).map(String::as_str).into();
            found.row(format!("seat {}", at + 1), "habit", strategy)
        };
        (0..habit.game.players()).map(row).collect()
    }

    fn house(&self) -> Option<Vec<Cell>> {
        let found = |()| {
            let mean = |exact: &ExactFigures| Some(exact.house.mean);
            self.by_habit(Account::House, mean, |tally| Some(tally.house()))
        };
        let has_house = self.playtest.here.habit.game.has_house();
        has_house
            .then_some(())
            .map(found)
            .map(|found| found.row("house".into(), "habit", Cell::Empty))
    }

    /// Seat 1 with the best player; `None` if it plays by habit already, or if none is known.
    fn best(&self) -> Option<Vec<Cell>> {
        let (here, before) = (&self.playtest.here, self.playtest.before.as_ref());
        let best = &here.best;
        if here.plays_best() || best.label.is_empty() {
            return None;
        }
        let Played { grid, points, .. } = self.played;
        let found = match &best.exact {
            Some(exact) => {
                let before = before.and_then(|side| side.best.exact.as_ref());
                Compared::exact(exact, before, |exact| {
                    exact.seats.first().map(|seat| seat.mean / self.units)
                })
            }
            None => {
                let first = |point: usize| grid.tally(point).seats().first().copied();
                let [ev, then] =
                    [points.best, points.best_before].map(|point| point.and_then(first));
                let pair = points.best.filter(|_| points.best_before.is_some());
                let pair = pair.and_then(|point| grid.couple(point, Account::Seat(0)));
                self.sampled(ev, then, pair)
            }
        };
        let other = before.map(|side| &side.best.label);
        let other = other.filter(|other| **other != best.label && found.before.is_some());
        let label = match other {
            Some(other) => format!("{} (baseline: {other})", best.label),
            None => best.label.clone(),
        };
        Some(found.row("seat 1".into(), "best", label.into()))
    }
}

impl Playtest<'_> {
    /// All tables except the verdict.
    pub(super) fn sections(
        &self,
        played: &Played,
        seed: u64,
        events: &[EventChange],
        pulled: &[Pulled],
    ) -> Vec<Table> {
        vec![
            self.rules_table(),
            self.fairness_table(played),
            self.events_table(events),
            self.skill_table(played),
            self.levers_table(played, pulled),
            self.broken_table(played, seed),
            self.repeat_table(played, seed),
        ]
    }

    fn rules_table(&self) -> Table {
        let title = format!("Your rules: what differs from {}", shown(&self.baseline));
        let columns = ["field", "rule", "baseline", "here", "about"];
        let mut table = table("rules", &title, &columns);
        for change in &self.changes {
            let field = &self.profile.fields[change.field];
            let row = [field.name, field.rule, &change.before, &change.here, field.about];
            table.push(row.map(Cell::from).into());
        }
        if self.changes.is_empty() {
            table.note.push("Nothing differs: there is nothing to compare.".into());
        }
        table
    }

    /// The error probability of each row of the table `fairness`.
    fn alpha_of_fairness(&self) -> f64 {
        let game = &self.here.habit.game;
        let players = game.players();
        let positions = if players > 1 { players } else { 0 };
        self.alphas.each(2 * (positions + players + usize::from(game.has_house()) + 1))
    }

    /// The EV of each place in the turn order by habit, in stakes a round; none at a table of one.
    pub(super) fn places(&self, played: &Played) -> Vec<Option<Figure>> {
        if self.here.habit.game.players() < 2 {
            return Vec::new();
        }
        let (alpha, units, n) = (self.alpha_of_fairness(), self.units(), played.rounds);
        let places = played.grid.tally(played.points.here).positions();
        places.iter().map(|place| Figure::ratio(&place.net, units, alpha, n)).collect()
    }

    /// The table `fairness`: the net of each position, each seat and the house, here and at the
    /// baseline.
    fn fairness_table(&self, played: &Played) -> Table {
        let columns = [
            "who",
            "play",
            "strategy",
            "ev",
            "ev_low",
            "ev_high",
            "baseline",
            "difference",
            "low",
            "high",
            "method",
        ];
        let mut table = table("fairness", "Is it fair?", &columns);
        let fairness = Fairness::new(self, played);
        table.rows.extend(fairness.positions());
        table.rows.extend(fairness.seats());
        table.rows.extend(fairness.house());
        let best = fairness.best();
        let has_best = best.is_some();
        table.rows.extend(best);
        let stake = self.profile.stake;
        let among = match self.here.habit.game.players() {
            1 => "",
            _ => ", the other seats playing by habit",
        };
        let best = has_best.then(|| format!(" Best is {}{among}.", self.here.best.how.words()));
        table.note.push(format!(
            "EVs are in {stake} a round; who acts first is position 1.{}",
            best.unwrap_or_default()
        ));
        table
    }

    fn events_table(&self, events: &[EventChange]) -> Table {
        let columns = ["event", "baseline", "here", "difference", "low", "high", "changed"];
        let mut table = table("events", "What happens", &columns);
        for event in events {
            let mut row = vec![event.name.as_str().into(), event.before.into(), event.here.into()];
            row.extend(cells(event.difference));
            let changed = event.difference.map(|difference| difference.side().is_some());
            row.push(changed.into());
            table.push(row);
        }
        table.note.push(match self.before {
            Some(_) => {
                "Shares of the trials of each event, on the same luck; what changed most beyond \
                        noise stands first."
                    .into()
            }
            None => "Shares of the trials of each event.".into(),
        });
        table
    }

    fn skill_table(&self, played: &Played) -> Table {
        let columns = [
            "side",
            "rank",
            "strategy",
            "ev",
            "ev_se",
            "ev_low",
            "ev_high",
            "tied_with",
            "evening_sd",
        ];
        let mut table = table("skill", "Skill and luck", &columns);
        let units = self.units();
        let (mut contests, mut last) = (played.contests.iter(), None);
        for (name, side) in [("here", Some(&self.here)), ("baseline", self.before.as_ref())] {
            let Some(side) = side else { continue };
            if let (Some(exact), How::Computed) = (&side.best.exact, side.best.how)
                && let Some(seat) = exact.seats.first()
                && !side.labels.contains(&side.best.label)
            {
                let ev = seat.mean / units;
                let variance = (seat.square - seat.mean * seat.mean) / (units * units);
                let mut row = vec![name.into(), Cell::Empty, side.best.label.as_str().into()];
                row.extend([ev, 0.0, ev, ev].map(Cell::from));
                row.extend([Cell::Empty, Playtest::evening(variance).into()]);
                table.push(row);
            }
            if side.contenders.len() < 2 {
                continue;
            }
            let Some(contest) = contests.next() else { continue };
            last = Some(contest.rounds());
            let ranking = self.standings(side, contest).ranking();
            let label = ranking.column("strategy");
            for cells in &ranking.rows {
                let named = label.and_then(|at| match &cells[at] {
                    Cell::Text(text) => side.labels.iter().position(|known| known == text),
                    _ => None,
                });
                let variance = named.and_then(|contender| {
                    let net = contest.moments(contender);
                    Some(net.ratio_variance()? * net.n as f64 / (units * units))
                });
                let mut row = vec![Cell::from(name)];
                row.extend(cells.iter().cloned());
                row.push(variance.map(Playtest::evening).into());
                table.push(row);
            }
        }
        let stake = self.profile.stake;
        table.note.push(format!(
            "Each strategy in seat 1 on the same cards{}{}. The standard deviation of an evening is \
             that of 100 rounds, in {stake}.",
            if self.here.habit.game.players() > 1 { ", the others playing by habit" } else { "" },
            last.map_or(String::new(), |last| format!(", over {}", rounds_in_words(last)))
        ));
        if self.here.contenders.len() < 2 {
            table.note.push("The game knows no other strategy that is quick enough.".into());
        }
        let left_out = self.here.left_out.iter().map(LeftOut::line);
        table.note.extend(left_out.map(|line| format!("Not ranked: {line}.")));
        table
    }

    fn levers_table(&self, played: &Played, pulled: &[Pulled]) -> Table {
        let columns = [
            "field",
            "rule",
            "here",
            "value",
            "effect_on",
            "difference",
            "low",
            "high",
            "changed",
            "rounds",
        ];
        let mut table = table("levers", "Levers: each rule one step away", &columns);
        let no_levers = Some(played.no_levers.said()).filter(|said| !said.is_empty());
        let unpulled = played.unpulled.as_ref().map(|unpulled| format!("{unpulled}."));
        let Some((levers, grid)) = &played.levers else {
            table.note.push(unpulled.unwrap_or_else(|| "No lever was pulled.".to_owned()));
            table.note.extend(no_levers);
            return table;
        };
        let event = self.event_of(played);
        for Pulled { lever, figure, change } in pulled {
            let lever = &levers[*lever];
            let field = &self.profile.fields[lever.field];
            let now = self.values[lever.field].as_str();
            let figure = match (*figure, &event) {
                (EVENT, Some(event)) => format!("event:{event}"),
                (figure, _) => figure.to_owned(),
            };
            let row = [field.name, field.rule, now, &lever.value, &figure].map(Cell::from);
            let mut row: Vec<Cell> = row.into();
            row.extend(cells(Some(*change)));
            row.push(change.side().is_some().into());
            row.push(change.rounds.into());
            table.push(row);
        }
        table.note.push(format!(
            "What one step of a rule adds to a figure, over {} on the same luck: EVs in {} a round, an \
             event as a share of its trials.",
            rounds_in_words(grid.tally(0).rounds()),
            self.profile.stake
        ));
        table.note.extend(unpulled.into_iter().chain(no_levers));
        table
    }

    fn broken_table(&self, played: &Played, seed: u64) -> Table {
        let columns = ["what", "event", "share", "low", "high", "about"];
        let mut table = table("broken", "What looks broken", &columns);
        let mut push = |what: &str, event: &str, share: Option<Figure>, about: &str| {
            let mut row = vec![what.into(), event.into()];
            row.extend(cells(share));
            row.push(Some(about).filter(|about| !about.is_empty()).into());
            table.push(row);
        };
        for found in self.broken(played, seed) {
            push(found.what, &found.of, Some(found.figure), &found.about);
        }
        let events = self.here.habit.game.events();
        let tallies = played.grid.tally(played.points.here).events();
        let (gone, new) = (self.gone(played), self.new_events(played));
        let mut excluded = 0;
        for (at, event) in events.iter().enumerate().filter(|(_, event)| !of_seat(&event.name)) {
            match event.possible {
                false if gone.contains(&event.name) => {
                    push("cannot happen any more", &event.name, Some(Figure::exact(0.0)), "");
                }
                true if new.contains(&event.name) => {
                    push("can happen only here", &event.name, None, "")
                }
                // The rules exclude this event on purpose.
                false => excluded += 1,
                true if self.here.exact.is_none() => {
                    let tally =
                        tallies.get(at).filter(|tally| tally.hits.n > 0 && tally.hits.x == 0);
                    let alpha = self.alphas.each(events.len());
                    let share = tally.map(|tally| {
                        crate::stats::Proportion::from_moments(
                            &tally.hits,
                            tally.rounds,
                            1.0 - alpha,
                        )
                    });
                    if let Some(share) = share {
                        let high = Some(share.high);
                        let share = Figure::between(0.0, Some(0.0), high, played.rounds);
                        push("never seen", &event.name, Some(share), "not known to be impossible");
                    }
                }
                true => {}
            }
        }
        if table.rows.is_empty() {
            table.note.push("Nothing was found.".into());
        }
        if excluded > 0 {
            let of_the_baseline = if self.before.is_some() { ", as at the baseline" } else { "" };
            let events = if excluded == 1 { "event" } else { "events" };
            table.note.push(format!(
                "The rules make {excluded} {events} impossible{of_the_baseline}; in the files, the table \
                 `events` has a share of 0 for each."
            ));
        }
        table
    }

    /// The events of the whole table that can happen at the baseline, and not here.
    pub(super) fn gone(&self, played: &Played) -> Vec<String> {
        let Some(before) = &self.before else { return Vec::new() };
        self.only_at(before, played.points.before, &self.here, played)
    }

    /// The events of the whole table that can happen here, and not at the baseline.
    fn new_events(&self, played: &Played) -> Vec<String> {
        let Some(before) = &self.before else { return Vec::new() };
        self.only_at(&self.here, Some(played.points.here), before, played)
    }

    /// The events of the whole table that are possible on one side, played at a point of the main
    /// run, and not on the other.
    fn only_at(
        &self,
        side: &Side,
        point: Option<usize>,
        other: &Side,
        played: &Played,
    ) -> Vec<String> {
        let others = other.habit.game.events();
        let is_gone = |name: &str| others.iter().any(|one| one.name == name && !one.possible);
        let tallies = point.map(|at| played.grid.tally(at).events());
        let figures = (side.exact.as_ref(), tallies.as_deref());
        let events = side.habit.game.events().into_iter().enumerate();
        let only = events.filter(|(at, event)| {
            // The framework itself only guesses which of its own events are possible.
            let guessed = self.profile.common_occasions.iter().any(|own| own.name == event.name);
            event.possible
                && !of_seat(&event.name)
                && is_gone(&event.name)
                && (!guessed || happens(figures, *at))
        });
        only.map(|(_, event)| event.name).collect()
    }

    fn repeat_table(&self, played: &Played, seed: u64) -> Table {
        let mut table =
            table("repeat", "How sure: the command that repeats each figure", &["what", "command"]);
        let n = played.rounds;
        let mut push = |what: &str, command: String| {
            if !command.is_empty() {
                table.push(vec![what.into(), command.into()]);
            }
        };
        push("fairness and events here", self.simulated(&self.here, n, seed));
        if let Some(before) = &self.before {
            push("fairness and events at the baseline", self.simulated(before, n, seed));
        }
        push("the best player here", self.best_played(&self.here, n, seed));
        if let Some(before) = &self.before {
            push("the best player at the baseline", self.best_played(before, n, seed));
        }
        let mut contests = played.contests.iter();
        for (what, side) in [
            ("the ranking here", Some(&self.here)),
            ("the ranking at the baseline", self.before.as_ref()),
        ] {
            if let Some(side) = side.filter(|side| side.contenders.len() > 1) {
                push(what, self.ranked(side, seed, contests.next()));
            }
        }
        let percent = percent(self.here.setup.confidence);
        let sampled = match n {
            0 => "Nothing was played".to_owned(),
            n => format!("{} of seed {seed}", rounds_in_words(n)),
        };
        table.note.push(format!(
            "{sampled}. The intervals above hold all at once, with {percent}% confidence; those that these \
             commands print are narrower, and each holds by itself."
        ));
        table
    }
}

/// Whether an event, by its index, happens in any round if its share is computed, else in the rounds
/// that were played.
fn happens((exact, tallies): (Option<&ExactFigures>, Option<&[EventTally]>), at: usize) -> bool {
    match exact {
        Some(exact) => exact.events.get(at).is_some_and(|(hits, _)| *hits > 0.0),
        None => tallies.and_then(|all| all.get(at)).is_some_and(|tally| tally.hits.x > 0),
    }
}
