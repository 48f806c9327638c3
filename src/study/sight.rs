//! The knowledge of a seat at one of its decisions, as a situation to ask advice on.
//!
//! A seat has seen what it was shown at its decisions: lines to read, and choices. So a card, or a
//! word of another seat's action, is unseen if all views would have been the same with a different
//! one in its place, unless all were told of the action. No game has to declare which of its cards are
//! face down.

use crate::cards::random::Seed;
use crate::framework::chooser::Asked;
use crate::framework::scribe::Taken;
use crate::framework::worlds::{Decider, Playing, UNSEEN, Views};
use crate::framework::{AnyTable, Chooser, Public, Seats, Step, Stop, World, WrittenRound};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use toml::Value;

/// The number of worlds searched for one with a different card or word and the same views.
const TRIES: u64 = 16;
/// The number of worlds, each with everything unseen dealt anew, among which the possible ones are
/// counted; and the most worlds that are dealt to find a single possible one.
const PROOFS: u64 = 48;
const MOST_PROOFS: u64 = 4_000;
/// A seed that no session has: it reveals nothing about the cards to come.
const SEED: Seed = Seed::new(0x516_4874);

/// A seat at a table, whose knowledge is reconstructed.
pub struct Sight<'t> {
    pub game: &'t dyn AnyTable,
    /// Players for all seats; their strategies are not used.
    pub players: &'t dyn Seats,
    pub seat: usize,
}

/// The parts of a round that a seat is known to have seen; they stay seen at later decisions.
#[derive(Debug, Default)]
pub struct Noticed {
    /// The session, and the round in it.
    of: (u64, usize),
    cards: BTreeSet<usize>,
    /// The words of other seats' actions: the number of the action among those of the other seats,
    /// and the number of the word in it.
    words: BTreeSet<(usize, usize)>,
}

impl Noticed {
    /// Forgets everything if this is a different round.
    pub fn begin(&mut self, session: u64, round: usize) {
        if self.of != (session, round) {
            *self = Noticed { of: (session, round), ..Noticed::default() };
        }
    }
}

/// A record of one world.
#[derive(Clone, Debug, Default)]
struct Look {
    /// The views of the seat at its decisions, in order: its lines and its choices.
    sights: Vec<(Vec<String>, Vec<String>)>,
    /// The actions of the other seats.
    did: Vec<String>,
    /// The kinds of the cards.
    kinds: Vec<usize>,
}

impl<'t> Sight<'t> {
    /// The round up to the decision with index `at`, as the seat has seen it: the text of a situation
    /// file, and its views, which exclude worlds that the text alone would allow. `None` if its
    /// choices there cannot be written down, or do not follow from the text.
    pub fn situation(
        &self,
        round: &WrittenRound,
        at: usize,
        noticed: &mut Noticed,
    ) -> Option<(String, Arc<Views>)> {
        let decisions = round.decisions.get(..at)?;
        let last = round.decisions.get(at).filter(|last| last.seat == self.seat)?;
        let mut file = Cut::of(&round.text, decisions, last)?;
        let mut known = self.tries(&file, None, None)?;
        let real = known.look(0)?;
        let stop = known.world.stopped().filter(|stop| stop.seat == self.seat)?;
        let stop = Arc::new(stop);
        let others = decisions.iter().filter(|one| one.seat != self.seat).count();
        if real.did.len() != others || real.kinds.len() != last.came.cards {
            return None;
        }
        let seen = Arc::new(Views { seat: self.seat, sights: real.sights.clone() });
        let sight = (&stop, &seen);
        let steps = round.steps.get(..last.came.steps).unwrap_or_default();
        let told = |one: &Taken| is_told(one, steps);
        let others = decisions.iter().filter(|one| one.seat != self.seat);
        let told: Vec<bool> = others.map(told).collect();
        self.hide_words(&mut file, sight, (&known.world, &real, &told), noticed);
        let open = file.clone();
        for card in 0..last.came.cards {
            let hidden = |cut: &Cut| cut.with("cards", card, UNSEEN.into());
            let other = |look: &Look| look.kinds.get(card) != real.kinds.get(card);
            // The more is hidden, the fewer worlds fit; but two hidden cards may be exchangeable.
            let is_unseen = |cut: &Cut| self.is_unseen(&hidden(cut), sight, other);
            if noticed.cards.contains(&card) {
                continue;
            }
            if is_unseen(&open) || is_unseen(&file) {
                file = hidden(&file);
            } else {
                noticed.cards.insert(card);
            }
        }
        let mut fitting = self.fitting(&file, sight);
        if fitting == 0 {
            let mut tries = self.tries(&file, Some(&stop), Some(&seen))?;
            (PROOFS..MOST_PROOFS).find_map(|number| tries.look(number))?;
        }
        for (place, decision) in file.others().into_iter().rev() {
            if !known.world.is_silent(&decision) {
                continue;
            }
            // The seat may not have noticed that another seat was asked.
            let trial = file.without(place);
            let more = self.fitting(&trial, sight);
            if more >= fitting.max(1) {
                (file, fitting) = (trial, more);
            }
        }
        Some((toml::to_string(&file.file).ok()?, seen))
    }

    /// Blanks the unseen words of other seats' actions; `told` says which of these were told to all.
    fn hide_words(
        &self,
        file: &mut Cut,
        sight: (&Arc<Stop>, &Arc<Views>),
        (world, real, told): (&World, &Look, &[bool]),
        noticed: &mut Noticed,
    ) {
        for (number, (place, written)) in file.others().into_iter().enumerate() {
            let mut words: Vec<String> = written.split_whitespace().map(str::to_owned).collect();
            let of = file.number_of_other(number);
            // What an action of several words begins with says its kind, which is no secret; nor is
            // an action that was told, or a pass that may not even be noticed, which is left out if
            // it was not.
            let is_told = told.get(of).is_some_and(|told| *told);
            let alone = words.len() == 1 && !is_told && !world.is_silent(&written);
            for word in usize::from(!alone)..words.len() {
                if noticed.words.contains(&(of, word)) {
                    continue;
                }
                let was = std::mem::replace(&mut words[word], UNSEEN.to_owned());
                let trial = file.with("decisions", place, words.join(" ").into());
                let said = |look: &Look| {
                    look.did
                        .get(of)
                        .and_then(|did| did.split_whitespace().nth(word).map(str::to_owned))
                };
                let other = |look: &Look| said(look) != said(real);
                match self.is_unseen(&trial, sight, other) {
                    true => *file = trial,
                    false => {
                        words[word] = was;
                        noticed.words.insert((of, word));
                    }
                }
            }
        }
    }

    /// Whether the seat has the same views in some world of `trial` for which `is_other` is true.
    fn is_unseen(
        &self,
        trial: &Cut,
        (stop, seen): (&Arc<Stop>, &Arc<Views>),
        is_other: impl Fn(&Look) -> bool,
    ) -> bool {
        let Some(mut tries) = self.tries(trial, Some(stop), Some(seen)) else { return false };
        (0..TRIES).filter_map(|number| tries.look(number)).any(|look| is_other(&look))
    }

    /// The number of possible worlds among [`PROOFS`].
    fn fitting(&self, file: &Cut, (stop, seen): (&Arc<Stop>, &Arc<Views>)) -> usize {
        let Some(mut tries) = self.tries(file, Some(stop), Some(seen)) else { return 0 };
        (0..PROOFS).filter_map(|number| tries.look(number)).count()
    }

    /// Worlds that fit a file, in which the seat sees what it has `seen`, if that is given.
    fn tries(
        &self,
        file: &Cut,
        stop: Option<&Arc<Stop>>,
        seen: Option<&Arc<Views>>,
    ) -> Option<Tries<'t>> {
        let text = toml::to_string(&file.file).ok()?;
        let begun = self.game.begin(&text).ok()?;
        let world = World::new(Arc::clone(&begun.opening), stop.cloned());
        let world = Arc::new(world.with_views(seen.cloned()));
        let log = Arc::new(Mutex::new(Look::default()));
        let mut players = self.game.nobody();
        for seat in 0..self.players.count() {
            let decider = Decider { world: Arc::clone(&world), seat };
            let witness = Witness { decider, own: seat == self.seat, log: Arc::clone(&log) };
            let strategy = self.players.seat(seat);
            players.add(&*self.game.chosen(&*strategy, Arc::new(witness)));
        }
        Some(Tries { world, players, playing: begun.table(), log })
    }
}

/// Whether everybody was told of an action: the step after it is its seat's and public, or what the
/// others are told of it names the action ("seat 1 stands").
fn is_told(action: &Taken, steps: &[Step]) -> bool {
    let of_seat = |step: &&Step| step.fields.get("seat") == Some(&(action.seat + 1).into());
    let step = steps.get(action.came.steps).filter(of_seat);
    step.is_some_and(|step| match &step.public {
        Public::Step | Public::Shown => true,
        Public::Sentence(told) => told.contains(&action.action),
        Public::Nothing => false,
    })
}

/// Worlds that fit a situation.
struct Tries<'t> {
    world: Arc<World>,
    players: Box<dyn Seats>,
    playing: Playing<'t>,
    log: Arc<Mutex<Look>>,
}

impl Tries<'_> {
    /// A world; `None` if something written is impossible in it.
    fn look(&mut self, number: u64) -> Option<Look> {
        let log = || self.log.lock().unwrap_or_else(PoisonError::into_inner);
        *log() = Look::default();
        self.world.begin(SEED, number, 0, false);
        (self.playing)(&mut *self.players, &self.world, (SEED, number), &mut Vec::new());
        let kinds = self.world.kinds();
        self.world.end().ok()?;
        Some(Look { kinds, ..std::mem::take(&mut *log()) })
    }
}

/// Decides as a world demands, and records the views of the seat, or the actions of the others.
#[derive(Debug)]
struct Witness {
    decider: Decider,
    own: bool,
    log: Arc<Mutex<Look>>,
}

impl Chooser for Witness {
    fn wants(&self) -> bool {
        self.decider.wants()
    }

    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        let chosen = self.decider.choose(asked);
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        match self.own {
            true => log.sights.push((asked.sees(), asked.actions.to_vec())),
            false => log.did.extend(chosen.and_then(|at| asked.actions.get(at).cloned())),
        }
        chosen
    }
}

/// A written round up to a decision.
#[derive(Clone)]
struct Cut {
    file: toml::Table,
    /// For each decision in the file, its number among those of the other seats, if it is one of
    /// them.
    others: Vec<Option<usize>>,
}

impl Cut {
    fn of(text: &str, decisions: &[Taken], last: &Taken) -> Option<Cut> {
        let mut file: toml::Table = toml::from_str(text).ok()?;
        file.remove("nets");
        let came = last.came;
        for (key, many) in [("cards", came.cards), ("dice", came.dice), ("numbers", came.numbers)] {
            if let Some(Value::Array(all)) = file.get_mut(key) {
                all.truncate(many);
            }
        }
        let (mut others, mut other) = (Vec::new(), 0);
        let mut written = Vec::new();
        if let Some(Value::Array(all)) = file.get("decisions") {
            for one in decisions {
                let is_other = one.seat != last.seat;
                // An action under a key of its own is not part of the list.
                if all.get(written.len()).and_then(Value::as_str) == Some(&one.action) {
                    written.push(Value::from(one.action.clone()));
                    others.push(is_other.then_some(other));
                }
                other += usize::from(is_other);
            }
        }
        file.insert("decisions".to_owned(), Value::Array(written));
        // The decision itself may have a key of its own, such as a stake.
        file.remove(last.decided);
        Some(Cut { file, others })
    }

    /// The decisions of other seats: their indices in the file, and their words.
    fn others(&self) -> Vec<(usize, String)> {
        let Some(Value::Array(all)) = self.file.get("decisions") else { return Vec::new() };
        let words = all.iter().zip(&self.others).enumerate();
        let of_other = |(place, (word, other)): (usize, (&Value, &Option<usize>))| {
            other.and(word.as_str()).map(|word| (place, word.to_owned()))
        };
        words.filter_map(of_other).collect()
    }

    /// The number, among all decisions of other seats, of the `number`-th one in the file.
    fn number_of_other(&self, number: usize) -> usize {
        self.others.iter().flatten().nth(number).copied().unwrap_or(usize::MAX)
    }

    /// A copy with another value at an index of a list.
    fn with(&self, key: &str, place: usize, value: Value) -> Cut {
        let mut cut = self.clone();
        if let Some(Value::Array(all)) = cut.file.get_mut(key)
            && let Some(at) = all.get_mut(place)
        {
            *at = value;
        }
        cut
    }

    /// A copy without a decision.
    fn without(&self, place: usize) -> Cut {
        let mut cut = self.clone();
        if let Some(Value::Array(all)) = cut.file.get_mut("decisions") {
            all.remove(place);
            cut.others.remove(place);
        }
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::setup;
    use crate::study::{AnyGame, Setup, find};

    /// The situations of a seat in the first session of a seed, decision by decision: the cards as
    /// dealt, and the file as the seat has seen it.
    fn situations(
        game: &str,
        set: &[&str],
        seed: u64,
        most: usize,
    ) -> Vec<(Vec<String>, toml::Table)> {
        let entry: &AnyGame = find(game).unwrap();
        let set = set.iter().map(|&field| field.to_owned()).collect();
        let table = setup::table(entry, &Setup { set, ..Setup::default() }).unwrap();
        let (players, _) = setup::others(&*table, &entry.profile(), None).unwrap();
        let round = table.write_down(&*players, Seed::new(seed), 0).remove(0);
        let sight = Sight { game: &*table, players: &*players, seat: 0 };
        let mine = round.decisions.iter().enumerate().filter(|(_, one)| one.seat == 0);
        let mut noticed = Noticed::default();
        let cards: toml::Table = toml::from_str(&round.text).unwrap();
        let cards: Vec<String> = words(&cards["cards"]);
        let seen = mine.take(most).map(|(at, decision)| {
            let (text, _) = sight.situation(&round, at, &mut noticed).unwrap();
            (cards[..decision.came.cards].to_vec(), toml::from_str(&text).unwrap())
        });
        seen.collect()
    }

    fn words(list: &Value) -> Vec<String> {
        list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    }

    /// Whether each card is open to the seat; checks that open cards are the right ones.
    fn open((cards, file): &(Vec<String>, toml::Table)) -> Vec<bool> {
        let seen = words(&file["cards"]);
        assert_eq!(seen.len(), cards.len());
        for (card, seen) in cards.iter().zip(&seen) {
            assert!(seen == UNSEEN || seen == card, "{cards:?}\n{seen:?}");
        }
        seen.iter().map(|seen| seen != UNSEEN).collect()
    }

    #[test]
    fn at_kinzo_only_the_hole_card_is_unseen() {
        for seed in 0..3 {
            for situation in situations("kinzo", &["players=2"], seed, 2) {
                // One card for each player and the dealer, then another; the dealer's second is
                // face down.
                let open = open(&situation);
                assert_eq!(open[..6], [true, true, true, true, true, false], "{situation:?}");
                assert!(open[6..].iter().all(|open| *open), "{situation:?}");
            }
        }
    }

    #[test]
    fn at_sabacc_hands_are_unseen_until_they_are_discarded() {
        for seed in 0..3 {
            let situations = situations("sabacc", &[], seed, 1);
            let (cards, file) = &situations[0];
            let open = open(&situations[0]);
            let hidden = open.iter().filter(|open| !**open).count();
            // Two cards of the other hand, and those it has drawn since, less the open ones.
            assert!((1..=3).contains(&hidden), "{cards:?} {file:?}");
            assert!(open.iter().filter(|open| **open).count() >= 3, "{cards:?} {file:?}");
        }
    }

    #[test]
    fn at_zinbiddle_thrusters_are_unseen_until_one_looks_and_those_of_others_for_longer() {
        let situations = situations("zinbiddle", &[], 1, 2);
        assert!(open(&situations[0]).iter().all(|open| !open), "{situations:?}");
        let open = open(&situations[1]);
        let mine = open.iter().filter(|open| **open).count();
        assert_eq!((open.len(), mine), (12, 4), "{situations:?}");
    }

    /// Late in a round few deals of the hidden cards are consistent with the seat's views.
    #[test]
    fn at_fizzbin_a_seat_knows_what_it_saw_to_the_end_of_the_round() {
        for seed in [5, 6] {
            let situations = situations("fizzbin", &[], seed, usize::MAX);
            assert!(situations.len() > 10, "seed {seed}: {}", situations.len());
            let hidden = |at: usize| open(&situations[at]).iter().filter(|open| !**open).count();
            assert!(hidden(0) > 10 && hidden(situations.len() - 1) < 4, "seed {seed}");
        }
    }

    #[test]
    fn at_fizzbin_the_others_have_one_open_card_each() {
        let situations = situations("fizzbin", &["players=3", "redeem=off"], 2, 1);
        let open = open(&situations[0]);
        // Seat 1 is the archon, with seven cards of its own; the last of the others' six are open.
        assert_eq!(open.len(), 19);
        assert_eq!(open.iter().filter(|open| !**open).count(), 10, "{situations:?}");
    }
}
