//! Notes on events that affect the figures of a study if they are frequent.

use super::figure::written;
use super::{Axis, Sampling};
use crate::framework::{AnyTable, Caution, ExactFigures, Seats};
use crate::simulate::{self, Plan, Tally, Until};
use std::sync::atomic::AtomicBool;

/// The maximum time of a run that only looks for such events, on one core.
const LOOK_NANOSECONDS: f64 = 2e8;
/// Money in no seat's net that exact figures are remarked on for, in stakes a round.
const STRAY: f64 = 1e-9;
/// The minimum and maximum number of its rounds.
const LOOK_ROUNDS: (f64, f64) = (50.0, 5000.0);

/// The events among a game's cautions that are frequent at some place of a study. A place is
/// anything with figures of its own: a run, or a grid point.
#[derive(Clone, Debug, Default)]
pub(super) struct Cautions {
    places: usize,
    found: Vec<Found>,
}

/// A frequent event.
#[derive(Clone, Debug)]
struct Found {
    caution: &'static Caution,
    /// Its highest frequency, and the place with that frequency.
    most: f64,
    place: String,
    /// The number of places where it is frequent.
    places: usize,
}

impl Cautions {
    /// The notes on a single run.
    pub fn of_run(game: &dyn AnyTable, tally: &Tally) -> Vec<String> {
        let mut cautions = Cautions::default();
        cautions.run("", game, tally);
        cautions.notes()
    }

    /// The notes on exact figures.
    pub fn of_figures(game: &dyn AnyTable, figures: &ExactFigures) -> Vec<String> {
        let mut cautions = Cautions::default();
        cautions.figures("", game, figures);
        let profile = game.profile();
        let stray = figures.house.mean / profile.scale();
        let is_stray = !game.has_house() && stray.abs() > STRAY;
        let stray = is_stray.then(|| stray_money(stray, profile.stake, "a round"));
        cautions.notes().into_iter().chain(stray).collect()
    }

    /// Adds a place where a run was tallied.
    pub fn run(&mut self, place: &str, game: &dyn AnyTable, tally: &Tally) {
        let events = tally.events();
        self.add(place, game, |at| events.get(at).and_then(|event| event.hits.ratio()));
    }

    /// Adds a place with exact figures.
    pub fn figures(&mut self, place: &str, game: &dyn AnyTable, figures: &ExactFigures) {
        self.add(place, game, |at| figures.events.get(at).map(|(hits, trials)| hits / trials));
    }

    /// Adds a place whose runs tally no events, by means of a short run that does.
    pub fn look(
        &mut self,
        place: &str,
        game: &dyn AnyTable,
        players: &dyn Seats,
        sampling: &Sampling<'_>,
    ) {
        let named =
            |name: &str| game.profile().cautions.iter().any(|caution| caution.event == name);
        if !game.events().iter().any(|event| event.possible && named(&event.name)) {
            self.places += 1;
            return;
        }
        let (least, most) = LOOK_ROUNDS;
        let rounds = (LOOK_NANOSECONDS / game.nanoseconds(players)).clamp(least, most);
        let until = Until::Rounds(rounds as u64);
        let Sampling { seed, journal, .. } = *sampling;
        // So short a run is never cut off: the notes do not depend on when the study is stopped.
        let stop = &AtomicBool::new(false);
        let plan = Plan { seed, until, confidence: 0.95, stop, journal };
        let run = simulate::run(game, players, plan, &|_| {});
        self.run(place, game, &run.tally);
    }

    /// Adds a place; `share` gives the frequency of an event by its index.
    fn add(&mut self, place: &str, game: &dyn AnyTable, share: impl Fn(usize) -> Option<f64>) {
        self.places += 1;
        let events = game.events();
        for caution in game.profile().cautions {
            let at = events.iter().position(|event| event.name == caution.event);
            let often = |share: &f64| *share > caution.often;
            let Some(share) = at.and_then(&share).filter(often) else { continue };
            let known = self.found.iter_mut().find(|found| found.caution.event == caution.event);
            match known {
                Some(found) => {
                    found.places += 1;
                    if share > found.most {
                        (found.most, found.place) = (share, place.to_owned());
                    }
                }
                None => {
                    let place = place.to_owned();
                    self.found.push(Found { caution, most: share, place, places: 1 });
                }
            }
        }
    }

    /// A note for each event that is frequent somewhere.
    pub fn notes(&self) -> Vec<String> {
        let note = |found: &Found| {
            let Found { caution, most, place, places } = found;
            let percent = most * 100.0;
            let digits = usize::from(percent < 10.0);
            let place = match (self.places, place.as_str()) {
                (0 | 1, _) | (_, "") => String::new(),
                (all, place) => {
                    let often = caution.often * 100.0;
                    format!(" with {place} (above {often}% in {places} of {all} cases)")
                }
            };
            format!("{} in {percent:.digits$}% of rounds{place}: {}", caution.event, caution.note)
        };
        self.found.iter().map(note).collect()
    }
}

/// The remark on money in no seat's net where there is no house, in stakes `a round` or of another
/// length.
pub(super) fn stray_money(stakes: f64, stake: &str, of: &str) -> String {
    format!(
        "the seats' nets do not add up to 0: {} {stake} {of} are left over from rounding, or come from \
         nobody or go to nobody",
        written(stakes, 0.0)
    )
}

/// A grid point in words: `players=7, copies_per_value=6`.
pub(super) fn point(axes: &[Axis], at: &[usize]) -> String {
    let value = |(axis, &at): (&Axis, &usize)| format!("{}={}", axis.field, axis.values[at].text);
    axes.iter().zip(at).map(value).collect::<Vec<_>>().join(", ")
}
