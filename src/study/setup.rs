//! Builds the table and the players of a setup, and the manifest of a run.

use super::{Asked, Length, Sampling, Setup, StudyError, refuse, refuse_part};
use crate::cards::random::GENERATOR;
use crate::framework::ALL;
use crate::framework::bonus::{self, BonusFrom, Payment};
use crate::framework::settings;
use crate::framework::{
    AnyGame, AnyTable, Chooser, Decision, ExactError, Profile, SeatError, Seats,
};
use crate::simulate::{Plan, Until};
use crate::strategy::{self, Strategy, StrategyError, catalogue};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// A table with its players, and the labels of their strategies for the manifest.
pub(super) struct Seated {
    pub game: Box<dyn AnyTable>,
    pub players: Box<dyn Seats>,
    pub strategies: Vec<String>,
}

impl Seated {
    /// Removes the players, to free the data that they keep.
    pub fn leave(&mut self) {
        self.players = self.game.nobody();
    }
}

/// A note on an explicitly named memory that has no effect, because the table keeps no shoes.
pub(super) fn idle_memory(
    game: &dyn AnyTable,
    strategy: &Strategy,
    player: &dyn Seats,
) -> Option<String> {
    let keeps = keeps_shoes(game);
    let idle = strategy.names_memory() && !keeps && strategy::remembers(game, player);
    idle.then(|| {
        format!(
            "{}: every round begins with full shoes, so that its memory changes nothing",
            settings::shown(&strategy.label())
        )
    })
}

/// The table of a setup.
pub(super) fn table(entry: &AnyGame, setup: &Setup) -> Result<Box<dyn AnyTable>, StudyError> {
    let found = setup.confidence;
    if !(found > 0.0 && found < 1.0) {
        return refuse_part(
            "confidence",
            format!("confidence {found}: above 0 and below 1, such as 0.95"),
        );
    }
    let table = entry.table(&setup.rules, &setup.set)?;
    let Some(counts) = &setup.deck else { return Ok(table) };
    let other = table.capabilities().other_deck.ok_or_else(|| {
        let name = entry.profile().name;
        let why = format!("the deck of {name} follows from its rules; leave out --deck");
        ExactError::Question(why)
    })?;
    Ok(other.with_deck(counts)?)
}

/// The table of a setup with its players.
pub(super) fn seated(entry: &AnyGame, setup: &Setup) -> Result<Seated, StudyError> {
    let game = table(entry, setup)?;
    let profile = entry.profile();
    let count = game.players();
    let default = [profile.default_strategy.into()];
    let asked = if setup.strategies.is_empty() { &default[..] } else { &setup.strategies[..] };
    if asked.len() != 1 && asked.len() != count {
        return Err(StudyError::Seats { found: asked.len(), players: count });
    }
    let (mut players, mut strategies) = (game.nobody(), Vec::new());
    for asked in asked {
        let (player, label) = player(&*game, &profile, asked)?;
        players.add(&*player);
        strategies.push(label);
    }
    while strategies.len() < count {
        players.add(&*players.seat(0));
        strategies.push(strategies[0].clone());
    }
    Ok(Seated { game, players, strategies })
}

/// A player of a strategy at a table, and the label of the strategy.
pub(super) fn player(
    game: &dyn AnyTable,
    profile: &Profile,
    asked: &Asked,
) -> Result<(Box<dyn Seats>, String), StudyError> {
    let strategy = strategy::parse(profile, asked)?;
    Ok((strategy.seat(game)?, strategy.label()))
}

/// A strategy that was asked for by its name or by `all`.
pub(super) struct Entrant {
    pub asked: Asked,
    pub strategy: Strategy,
    pub label: String,
    pub player: Box<dyn Seats>,
}

/// The strategies of a contest at a table, each once, and notes on those of `all` that the rules do
/// not allow.
///
/// # Errors
/// If a strategy cannot be played there, or is named twice. With `all`, one may be named again.
pub(super) fn entrants(
    game: &dyn AnyTable,
    profile: &Profile,
    asked: &[Asked],
) -> Result<(Vec<Entrant>, Vec<String>), StudyError> {
    let is_all = |asked: &Asked| asked.written.trim() == ALL && asked.file.is_none();
    let asked_for_all = asked.iter().any(is_all);
    let (mut found, mut notes): (Vec<Entrant>, _) = (Vec::new(), Vec::new());
    for one in asked {
        let of_all = is_all(one);
        let names: Vec<Asked> = match of_all {
            true => catalogue::names(profile).map(Asked::from).collect(),
            false => vec![one.clone()],
        };
        for asked in names {
            let strategy = strategy::parse(profile, &asked)?;
            let label = strategy.label();
            if found.iter().any(|entrant| entrant.label == label) {
                if asked_for_all {
                    continue;
                }
                return refuse(format!("strategy {label} is named twice; each is named once"));
            }
            match strategy.seat(game) {
                Ok(player) => found.push(Entrant { asked, strategy, label, player }),
                Err(StrategyError::Seat(SeatError::Rules { reason, .. })) if of_all => {
                    notes.push(format!("left out {label}: {reason}"));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok((found, notes))
}

/// A table full of players of the same strategy.
pub(super) fn field(game: &dyn AnyTable, one: &dyn Seats) -> Box<dyn Seats> {
    let mut table = game.nobody();
    (0..game.players()).for_each(|_| table.add(one));
    table
}

/// A table full of players of the strategy of the other seats (the game's default strategy if
/// `against` is `None`), and the label of the strategy.
///
/// # Errors
/// If the strategy cannot be played there, or is given although the table has no other seat.
pub(super) fn others(
    game: &dyn AnyTable,
    profile: &Profile,
    against: Option<&Asked>,
) -> Result<(Box<dyn Seats>, String), StudyError> {
    if game.players() == 1
        && let Some(against) = against
    {
        let against = settings::shown(&against.written);
        return refuse(format!(
            "nobody is there to play {against}: there is one player {}; leave out --against",
            at_one_seat(profile)
        ));
    }
    let against = against.cloned().unwrap_or_else(|| profile.default_strategy.into());
    let (other, label) = player(game, profile, &against)?;
    Ok((field(game, &*other), label))
}

/// The end of a sentence about a table for one player: whether the rules can seat more.
pub(super) fn at_one_seat(profile: &Profile) -> &'static str {
    match profile.fields.iter().any(|field| field.name == "players") {
        true => "at this table: --players seats more",
        false => "under all its rules",
    }
}

/// Remarks on the bonuses of these rules and on the play at these tables, each once.
pub(super) fn remarks<'p>(
    game: &dyn AnyTable,
    tables: impl IntoIterator<Item = &'p dyn Seats>,
) -> Vec<String> {
    let mut notes = bonus_remarks(game);
    for note in tables.into_iter().flat_map(|players| game.remarks(players)) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// Where the table pays a bonus, the house's part is remarked on if it is one in this many or more.
const UNEVEN: i64 = 100;

/// The same players with a chooser beside each.
pub(super) fn chosen<C: Chooser + 'static>(
    game: &dyn AnyTable,
    players: &dyn Seats,
    chooser: &Arc<C>,
) -> Box<dyn Seats> {
    let mut seats = game.nobody();
    for seat in 0..players.count() {
        seats.add(&*game.chosen(&*players.seat(seat), Arc::<C>::clone(chooser)));
    }
    seats
}

/// The event of one seat that a table counts by this name: `win` for `seat2:win`.
pub(super) fn seat_event(name: &str) -> Option<&str> {
    let (seat, event) = name.strip_prefix("seat")?.split_once(':')?;
    seat.bytes().all(|byte| byte.is_ascii_digit()).then_some(event)
}

/// Remarks on bonuses that nobody can get, and on those that the other seats cannot share evenly.
fn bonus_remarks(game: &dyn AnyTable) -> Vec<String> {
    let rules = game.rules_as_data();
    let amounts = rules.get(bonus::NAME).and_then(Value::as_object);
    let amounts = amounts.into_iter().flatten();
    let paid: Vec<_> = (amounts.filter_map(|(event, amount)| Some((event, amount.as_f64()?))))
        .filter(|(_, amount)| *amount != 0.0)
        .collect();
    if paid.is_empty() {
        return Vec::new();
    }
    let (events, profile) = (game.events(), game.profile());
    let from_table = rules.get(bonus::FROM).and_then(Value::as_str) == Some("table");
    let mut notes = Vec::new();
    for (event, amount) in paid {
        // A table counts an event once for all seats, or once for each of them.
        let is_it = |name: &str| name == event || seat_event(name) == Some(event.as_str());
        let mut counted = events.iter().filter(|counted| is_it(&counted.name)).peekable();
        if counted.peek().is_some() && counted.all(|counted| !counted.possible) {
            notes.push(format!(
                "bonus.{event} pays nothing while the rules make that event impossible"
            ));
        }
        let units = (amount * profile.scale()).round() as i64;
        let paid = Payment::new(BonusFrom::Table, 0, units, game.players());
        if from_table && game.players() > 1 && paid.house.abs() * UNEVEN >= units.abs() {
            let stakes = |units: i64| (units as f64 / profile.scale()).abs();
            let least = match profile.units {
                1 => format!("money here is whole {}", profile.stake),
                units => format!("the smallest part of money here is 1/{units}"),
            };
            let (does, of) = if units > 0 { ("pays", "of") } else { ("gets", "of the payment of") };
            notes.push(format!(
                "bonus.{event}: {of} {} {} each other seat {does} {}, and the house {}, as {least}",
                stakes(units),
                profile.stake,
                stakes(paid.share),
                stakes(paid.house)
            ));
        }
    }
    notes
}

/// Checks that the table has a seat with this number, counted from 1; the error explains why not.
pub(super) fn at_table(game: &dyn AnyTable, seat: usize) -> Result<(), String> {
    let players = game.players();
    match (1..=players).contains(&seat) {
        true => Ok(()),
        false if players == 1 => Err(format!("there is no seat {seat}: the table has one")),
        false => Err(format!("there is no seat {seat}: the table has seats 1 to {players}")),
    }
}

/// Refuses a seat, counted from 1, that the table does not have.
pub(super) fn check_seat(game: &dyn AnyTable, seat: usize) -> Result<(), StudyError> {
    at_table(game, seat).or_else(|why| refuse_part("seat", why))
}

/// The manifest of a report: the command, the table, and the sample as (seed, rounds, sessions).
pub(super) fn manifest(
    command: &str,
    setup: &Setup,
    game: &dyn AnyTable,
    strategies: &[String],
    sampled: Option<(u64, u64, u64)>,
) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("command".into(), command.into());
    map.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    map.insert("game".into(), game.profile().name.into());
    map.insert("rules".into(), game.rules_as_data());
    if let Some(deck) = &setup.deck {
        map.insert("deck".into(), json!(deck));
    }
    map.insert("strategies".into(), json!(strategies));
    let number = |pick: fn((u64, u64, u64)) -> u64| json!(sampled.map(pick));
    map.insert("seed".into(), number(|(seed, _, _)| seed));
    map.insert("generator".into(), json!(sampled.map(|_| GENERATOR)));
    map.insert("rounds".into(), number(|(_, rounds, _)| rounds));
    map.insert("sessions".into(), number(|(_, _, sessions)| sessions));
    map.insert("confidence".into(), json!(setup.confidence));
    map
}

/// A sentence that points to the wins if no money is paid under the rules; else `None`.
pub(super) fn for_nothing(game: &dyn AnyTable) -> Option<String> {
    game.is_for_nothing().then(|| {
        "No money is paid under these rules, so that every EV is 0; `simulate` tells how often each seat \
         wins."
            .to_owned()
    })
}

/// The key of a manifest whose answer is computed, but for choices that were played out, or in a
/// simpler game than that of its rules: the value is then [`ABSTRACTION`].
pub(super) const CHOICES: &str = "choices";
/// See [`CHOICES`].
pub(super) const ABSTRACTION: &str = "abstraction";

/// The key of a manifest with the number of cards off the full deck whose odds are told.
pub(super) const CARDS: &str = "cards";

/// The key of a manifest with the most rounds of a point, if not all points played as many.
pub const MOST_ROUNDS: &str = "most_rounds";
/// The key of a manifest that says whether the best player plays beside the habit.
pub(super) const AGAINST_BEST: &str = "against_best";

/// Whether rounds are dealt from the shoe that earlier ones left.
pub(super) fn keeps_shoes(game: &dyn AnyTable) -> bool {
    game.capabilities().counting.is_some_and(|counting| counting.penetration().is_some())
}

/// Notes in the manifest if the game played choices out instead of computing their values.
pub(super) fn tell_played(manifest: &mut Map<String, Value>, decisions: &[Decision]) {
    if decisions.iter().any(|decision| decision.se.is_some()) {
        manifest.insert(CHOICES.into(), "played".into());
    }
}

/// Ten seconds on two cores, in nanoseconds.
const DEFAULT_NANOSECONDS: f64 = 2e10;

/// The end of a run whose rounds take `nanoseconds` each; by default after about ten seconds, as a
/// number of rounds with two significant digits.
fn until(game: &dyn AnyTable, sampling: &Sampling<'_>, nanoseconds: f64) -> Until {
    match sampling.until {
        None => {
            let rounds = DEFAULT_NANOSECONDS / nanoseconds;
            let scale = 10_f64.powf(rounds.log10().floor() - 1.0);
            Until::Rounds(((rounds / scale).floor() * scale).max(100.0) as u64)
        }
        Some(Length::Rounds(rounds)) => Until::Rounds(rounds),
        Some(Length::Time(time)) => Until::Time(time),
        Some(Length::Precision(half)) => Until::Precision(half * game.profile().scale()),
    }
}

/// The plan of a run whose rounds take `nanoseconds` each.
pub(super) fn plan<'a>(
    game: &dyn AnyTable,
    setup: &Setup,
    sampling: &Sampling<'a>,
    nanoseconds: f64,
) -> Plan<'a> {
    Plan {
        seed: sampling.seed,
        until: until(game, sampling, nanoseconds),
        confidence: setup.confidence,
        stop: sampling.stop,
        journal: sampling.journal,
    }
}

/// A note on the `--rounds` that gives the same figures as a run by time.
pub(super) fn played(sampling: &Sampling<'_>, stopped: bool, rounds: u64) -> Option<String> {
    let same = || {
        let noun = if rounds == 1 { "round" } else { "rounds" };
        format!("played {rounds} {noun}; the same as --rounds {rounds}")
    };
    (is_by_time(sampling) && !stopped).then(same)
}

/// The same for an answer from several runs by time, each of its own length, which no `--rounds`
/// reproduces.
pub(super) fn played_by_time(sampling: &Sampling<'_>, stopped: bool) -> Option<String> {
    let differs = || {
        "how much is played in a time differs from run to run; only a run with --rounds N can be \
         repeated"
            .to_owned()
    };
    (is_by_time(sampling) && !stopped).then(differs)
}

fn is_by_time(sampling: &Sampling<'_>) -> bool {
    matches!(sampling.until, Some(Length::Time(_)))
}
