//! Answers without sampling.

use super::cautions::Cautions;
use super::setup::{self, ABSTRACTION, CHOICES, manifest};
use super::{Answer, Asked, HandAsked, Report, Setup, StudyError, refuse, tables};
use crate::framework::enumeration::MOST_LEAVES;
use crate::framework::{AnyGame, AnyTable, Decision, ExactError, ExactFigures, RulesFrom, Seats};
use crate::strategy::catalogue;

impl AnyGame {
    /// The names of the tables of `exact`.
    pub fn exact_tables(&self, setup: &Setup, asked: HandAsked<'_>) -> &'static [&'static str] {
        let (whole, solved) = (asked == HandAsked::default(), self.is_solved());
        match (whole, solved, setup.strategies.is_empty()) {
            (false, ..) => &["decisions"],
            (true, true, true) => &["decisions", "chart", "iterations"],
            (true, true, false) => &["seats", "positions", "events"],
            (true, false, _) => &["seats", "positions", "events", "decisions"],
        }
    }

    /// The figures of `simulate` without sampling, by the game's own engine or by enumeration: tables
    /// `seats`, `positions` (where they are known), `events`, and `decisions`; only `decisions` for a
    /// question about a hand. For a game whose best strategy is found by iteration, tables `decisions`,
    /// `chart`, `iterations` of that strategy if the setup names none, else without `decisions`.
    ///
    /// # Errors
    /// If the rules or the strategies are invalid, or out of reach of enumeration.
    pub fn exact(&self, setup: &Setup, asked: HandAsked<'_>) -> Result<Answer, StudyError> {
        let whole = asked == HandAsked::default();
        let named = !setup.strategies.is_empty();
        if self.is_solved() && named && !whole {
            let best = self.profile().best_strategy.unwrap_or("best play");
            return refuse(format!(
                "of {}, exact values choices by {best}, whatever the seats play; leave out --strategy",
                self.name()
            ));
        }
        // Named strategies are enumerated.
        let solved = self.is_solved() && !named;
        let mut seated = setup::seated(self, setup)?;
        let depends = |table: &dyn AnyTable| {
            table.capabilities().decisions.is_some_and(|found| found.depend_on_others())
        };
        if asked.hand.is_some() && !setup.strategies.is_empty() && !depends(&*seated.game) {
            return refuse(
                "with --hand, a choice is valued with best play from there on; leave out --strategy",
            );
        }
        if solved || asked.hand.is_some() && !depends(&*seated.game) {
            // Best play does not depend on the strategies of the seats.
            seated.strategies.clear();
        }
        self.check_situation(asked, false)?;
        let units = self.profile().scale();
        let game = &*seated.game;
        let mut tables = Vec::new();
        if let Some(found) = game.capabilities().solved.filter(|_| whole && solved) {
            let solving = found.solving();
            let tables = vec![
                tables::decisions(&solving.decisions, units, setup.confidence),
                tables::chart(&solving.habits),
                tables::iterations(&solving, units),
            ];
            let notes = vec![found.assumptions().to_owned()];
            let mut manifest = manifest("exact", setup, &*seated.game, &seated.strategies, None);
            manifest.insert(CHOICES.into(), ABSTRACTION.into());
            return Ok(Answer { report: Report::new(manifest, tables), stopped: false, notes });
        }
        let mut notes = setup::remarks(game, [&*seated.players]);
        if whole {
            let (figures, told) = figures(game, &mut *seated.players)?;
            notes.extend(told.map(str::to_owned));
            tables.push(tables::exact_seats(
                &figures,
                &seated.strategies,
                units,
                seated.game.has_house(),
            ));
            tables.extend(tables::exact_positions(&figures, units));
            tables.push(tables::exact_events(&seated.game.events(), &figures, |_| true));
            notes.extend(Cautions::of_figures(game, &figures));
        }
        if setup.deck.is_none() {
            notes.extend(seated.game.exact_notes());
        }
        let mut manifest = manifest("exact", setup, &*seated.game, &seated.strategies, None);
        if whole && game.capabilities().solved.is_some() {
            return Ok(Answer { report: Report::new(manifest, tables), stopped: false, notes });
        }
        let told = game.capabilities().decisions.and_then(|found| found.assumptions());
        notes.extend(told.map(str::to_owned));
        match decisions(game, &*seated.players, asked) {
            Ok(decisions) => {
                setup::tell_played(&mut manifest, &decisions);
                tables.push(tables::decisions(&decisions, units, setup.confidence));
            }
            // The figures of the strategy are valid without the chart of best play.
            Err(ExactError::OutOfReach(why)) if !tables.is_empty() => {
                notes.push(format!("no chart of best play: {why}"));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(Answer { report: Report::new(manifest, tables), stopped: false, notes })
    }

    /// The best strategy of a form simple enough for a file, which will be called `name`, and its
    /// value: tables `strategies`, `seats`, `events`.
    ///
    /// # Errors
    /// As `exact`.
    pub fn best_file(&self, setup: &Setup, name: &str) -> Result<(String, Answer), StudyError> {
        let table = setup::table(self, setup)?;
        let search = table.capabilities().best_file.ok_or_else(|| {
            let files = catalogue::shipped(&self.profile()).map(|file| file.origin());
            let files = files.collect::<Vec<_>>().join(", ");
            let begin = if files.is_empty() { files } else { format!("; to begin with: {files}") };
            ExactError::Question(format!(
                "the best file for {} is not searched for: leave out --write-strategy{begin}",
                self.name()
            ))
        })?;
        let found = search.best_file()?;
        // The figures are those of the file as it will be read.
        let asked =
            Asked { written: name.to_owned(), file: Some(found.text.clone()), memory: None };
        let setup = &Setup { strategies: vec![asked], ..setup.clone() };
        let mut seated = setup::seated(self, setup)?;
        let units = self.profile().scale();
        let (figures, _) = figures(&*seated.game, &mut *seated.players)?;
        let tables = vec![
            tables::written(name, &found, units),
            tables::exact_seats(&figures, &seated.strategies, units, seated.game.has_house()),
            tables::exact_events(&seated.game.events(), &figures, |_| true),
        ];
        let manifest = manifest("exact", setup, &*seated.game, &seated.strategies, None);
        let mut notes = setup::remarks(&*seated.game, [&*seated.players]);
        notes.extend(seated.game.exact_notes());
        Ok((found.text, Answer { report: Report::new(manifest, tables), stopped: false, notes }))
    }
}

impl AnyGame {
    /// Whether the game computes what the choices with a hand are worth.
    pub fn computes_choices(&self) -> bool {
        let table = self.table(&RulesFrom::Default, &[]);
        table.is_ok_and(|table| table.capabilities().decisions.is_some())
    }

    /// Whether exact answers are about a strategy that was found by iteration.
    fn is_solved(&self) -> bool {
        let table = self.table(&RulesFrom::Default, &[]);
        table.is_ok_and(|table| table.capabilities().solved.is_some())
    }

    /// Refuses parts of a situation that do not matter: to the facts of a hand if it is to be
    /// `judged`, otherwise to the choice of an action.
    pub(super) fn check_situation(
        &self,
        asked: HandAsked<'_>,
        judged: bool,
    ) -> Result<(), ExactError> {
        let profile = self.profile();
        let parts = profile.situation.iter().filter(|part| part.judged || !judged);
        asked.only(profile.name, &parts.map(|part| part.name).collect::<Vec<_>>())
    }
}

/// The value of each choice.
fn decisions(
    table: &dyn AnyTable,
    players: &dyn Seats,
    asked: HandAsked<'_>,
) -> Result<Vec<Decision>, ExactError> {
    let found = table.capabilities().decisions.ok_or_else(|| {
        ExactError::OutOfReach(format!(
            "what the choices with a hand of {} are worth is beyond enumeration; advise plays them out",
            table.profile().name
        ))
    })?;
    found.decisions_among(players, 0, asked)
}

/// The exact figures of the players, by the engine of the game or else by enumeration, and a note on
/// the latter.
pub(super) fn figures(
    table: &dyn AnyTable,
    players: &mut dyn Seats,
) -> Result<(ExactFigures, Option<&'static str>), ExactError> {
    const ENUMERATED: &str = "enumerated: every course of the first round of a session, each seat \
                              equally likely to act first";
    let engine = table.capabilities().exact;
    // At a table of deals nobody plays.
    let plays = players.count() == table.players();
    let goes_on = plays && !engine.is_some_and(|engine| engine.enumerates());
    match engine.map(|engine| engine.exact(players)) {
        Some(Err(ExactError::OutOfReach(_))) | None if goes_on => {
            table.enumerate(players, MOST_LEAVES).map(|figures| (figures, Some(ENUMERATED)))
        }
        Some(found) => found.map(|figures| (figures, None)),
        None => Err(ExactError::OutOfReach("nothing is computed here".to_owned())),
    }
}
