//! The engine of any [`Game`], which gives its author every command.

mod best;
mod capabilities;
mod columns;
mod files;
mod outcomes;
mod rules;
mod seat;
mod slips;
mod source;
mod table;
mod written;

use best::Searched;
pub use best::{BestAndReplies, BestPlay};
pub use files::FileStrategy;
pub use rules::HouseRules;
pub use seat::{Guest, Seat};
pub use source::{Chance, Draw};
pub use table::{Action, Table};

use self::columns::Columns;
use self::files::features_of;
use self::outcomes::Outcomes;
use self::source::Source;
use self::table::{Outcome, Shoes};
use super::bonus::Payer;
use super::counting::{self, ShoeFacts};
use super::document::{Document, FileError};
use super::enumeration::{self, FirstRound, MOST_LEAVES};
use super::luck::Streams;
use super::money::Money;
use super::scribe::{Scribe, WrittenRound};
use super::{
    Capabilities, Engine, Event, Exact, ExactError, ExactFigures, Fault, Game, GameRules,
    MOST_KINDS, Named, Occasion, Of, Profile, Record, ReplayError, SeatError, Shuffle, Sink, Spec,
    Step, TurnOrder, View,
};
use crate::cards::memory::{Known, Recall};
use crate::cards::random::{Purpose, Seed};
use std::iter::repeat_n;
use std::ops::Range;
use std::sync::Arc;

/// The strategy that picks a legal action uniformly at random. A game may list it in
/// [`Game::STRATEGIES`].
pub const RANDOM: Named =
    Named { name: "random", parameters: &[], about: "takes any legal action, all equally likely" };

/// Best play against the players in the other seats, by enumeration. A game may list it in
/// [`Game::STRATEGIES`] if the tree of a round is small ([`enumeration::MOST_LEAVES`]). Against a
/// chooser, or players with whom the tree is too large, it is best play against the game's first
/// strategy; if that is itself, against random play.
pub const BEST: Named = Named {
    name: "best",
    parameters: &[],
    about: "best play against the other seats, found by playing out every possible round",
};

/// The engine of a game: checked rules, and the shoes of the table.
#[derive(Clone, Debug)]
pub struct House<G: Game> {
    game: G,
    rules: HouseRules<G>,
    bonuses: Payer,
    shoes: Shoes,
    names: Vec<ShoeFacts>,
    shuffle: Shuffle,
    columns: Columns,
    /// Best play found so far.
    searched: Arc<Searched<G::View>>,
}

/// The schema of written rounds, for `trace --help`.
const REPLAY_HELP: &str = "\
A written round is a TOML file:
  # the seat that acts first (default 1)
  first = 1
  # optional, where cards stay out between rounds: those that are gone, \"?\" for
  # any card; of several shoes a list for each:
  # gone = [\"CARD\", \"?\"]
  # the cards in the order drawn, for whatever seat, by their names in traces
  cards = [\"CARD\", \"CARD\"]
  # every other random number in the order drawn, counted from 0
  numbers = [3]
  # the decisions as they are taken, by the names of strategy files
  decisions = [\"ACTION\"]
  # optional: each seat's net in the unit of EVs, checked at the end
  nets = [0]
Everything written must be used, and every step must be legal under the rules.";

/// The event of a shoe that runs out during a round.
const RAN_OUT: &str = "deck-ran-out";
const RAN_OUT_ABOUT: &str = "A shoe ran out and was refilled with the cards of earlier \
                             rounds or, without any, with a second deck";

/// The most rounds of a session: further rounds would share keys with another session.
const MOST_ROUNDS: u64 = (1 << 14) - 1;

/// The cards that are gone from each shoe, and those of them that each seat missed.
type Gone<'g> = (&'g [[u16; MOST_KINDS]], &'g [Vec<[u16; MOST_KINDS]>]);

impl<G: Game> House<G> {
    /// The game as its author wrote it.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// A table under the game's own rules, without bonuses.
    ///
    /// # Errors
    /// All faults of the rules.
    pub fn open(rules: G::Rules) -> Result<House<G>, Vec<Fault>> {
        <House<G> as Engine>::new(HouseRules::plain(rules))
    }

    /// A table with the full shoes `names`.
    fn at(rules: HouseRules<G>, game: G, names: Vec<ShoeFacts>) -> Result<House<G>, Fault> {
        let fault = |found: String, allowed: String| Fault::new("cards", found, allowed);
        let needed: Vec<u32> = (0..names.len()).map(|shoe| game.cards_needed_of(shoe)).collect();
        for (shoe, &needed) in names.iter().zip(&needed) {
            let needed = needed.max(1);
            let cards: u64 = shoe.cards.iter().map(|(_, copies)| u64::from(*copies)).sum();
            if cards < needed.into() {
                let allowed = format!("at least {needed}, which a round may need");
                return Err(fault(format!("{cards} in the {}", shoe.name), allowed));
            }
        }
        let copies = |shoe: &ShoeFacts| -> Option<Vec<u16>> {
            shoe.cards.iter().map(|&(_, copies)| u16::try_from(copies).ok()).collect()
        };
        let full = names.iter().map(copies).collect::<Option<Vec<_>>>();
        let mut shoes = full.and_then(|full| Shoes::new(full, needed)).ok_or_else(|| {
            fault(
                "too many".to_owned(),
                format!(
                    "shoes of at most {MOST_KINDS} kinds and {} cards",
                    crate::cards::Pile::MAX_CARDS
                ),
            )
        })?;
        let shuffle = game.shuffle();
        shoes.may_run_out = shuffle != Shuffle::EveryRound || shoes.is_small();
        let events = HouseRules::<G>::events();
        let bonuses = rules.bonus.payer(rules.bonus_from, &events, G::UNITS);
        let columns = Columns::new(G::EVENTS, game.players());
        let searched = Searched::shared(&rules, &names, game.players());
        Ok(House { game, rules, bonuses, shoes, names, shuffle, columns, searched })
    }

    /// Plays a round with the luck and the shoes of a room.
    #[inline]
    fn deal(&self, room: &mut Room, seats: &mut [Seat<G>], first: usize) {
        let Room { shoes, streams, round, scribe, .. } = room;
        let steps = scribe.as_ref();
        let luck = match steps {
            None => Source::Streams(streams),
            Some(scribe) => Source::Recorded(streams, scribe),
        };
        self.play_round(&mut Table { luck, seats, shoes, round, first, steps, search: None });
    }

    /// Plays a round of the game and pays the bonuses for its events.
    #[inline]
    fn play_round(&self, table: &mut Table<'_, G>) {
        self.game.round(table);
        if !self.bonuses.is_empty() {
            self.pay_bonuses(table);
        }
    }

    fn pay_bonuses(&self, table: &mut Table<'_, G>) {
        let players = table.players();
        for (number, (event, occasion)) in of_seats::<G>().enumerate() {
            for seat in 0..players {
                let Outcome { happened, nets, house, .. } = &mut *table.round;
                let own = (event * players + seat) as u32;
                let hits = happened.iter().filter(|&&number| number == own).count() as u32;
                let times = if occasion.of == Of::Hand { hits } else { hits.min(1) };
                if times == 0 {
                    continue;
                }
                let paid = self.bonuses.pay(seat, number, times.into(), nets, house);
                if let Some(payment) = paid {
                    table.tell(|| payment.step("", occasion.name, Money::stakes(G::UNITS)));
                }
            }
        }
    }

    /// A seat of a strategy of the game.
    fn own(&self, spec: &Spec) -> Result<Seat<G>, SeatError> {
        let name = spec.to_string().into();
        Ok(Seat::Own { player: self.game.player(spec)?, name })
    }

    /// Every seat with the game's first strategy or, if that is best play itself, at random.
    fn default_seats(&self) -> Result<Vec<Seat<G>>, ExactError> {
        let named = &G::STRATEGIES[0];
        let seat = match named.name {
            name if name == BEST.name || name == RANDOM.name => Seat::Random,
            _ => {
                let question = |error: SeatError| ExactError::Question(error.to_string());
                self.own(&Spec::new(named)).map_err(question)?
            }
        };
        Ok(vec![seat; self.game.players()])
    }
}

/// The state of a thread that plays sessions: buffers, and the shoes on the table.
#[derive(Debug)]
struct Room {
    shoes: Shoes,
    streams: Streams,
    round: Outcome,
    /// Cards of earlier rounds that a seat failed to notice, by seat, shoe and kind.
    missed: Vec<Vec<[u16; MOST_KINDS]>>,
    /// The writer of written rounds, if they are wanted.
    scribe: Option<Scribe>,
}

/// A finished round of a session.
#[derive(Clone, Copy, Debug)]
struct Played<'a> {
    first: usize,
    round: &'a Outcome,
    /// The cards dealt since the shuffle and before this round, by shoe and kind.
    before: &'a [[u16; MOST_KINDS]],
    /// The cards dealt since the shuffle, those of this round included; where a shoe is `full`, those
    /// of this round alone.
    gone: &'a [[u16; MOST_KINDS]],
    /// Whether each shoe was full before the first card of the round, or ran out during it.
    full: &'a [bool],
    missed: &'a [Vec<[u16; MOST_KINDS]>],
}

impl<G: Game> House<G> {
    fn room(&self, seed: Seed) -> Room {
        let players = self.game.players();
        Room {
            shoes: self.shoes.clone(),
            streams: Streams::new(seed.round(0, 0)),
            round: Outcome::new(players),
            missed: vec![vec![[0; MOST_KINDS]; self.names.len()]; players],
            scribe: None,
        }
    }

    /// Plays a session and calls `each` after every round. `counts` tells whether dealt cards have to
    /// be tracked, which costs time.
    fn session(
        &self,
        room: &mut Room,
        seats: &mut [Seat<G>],
        (seed, session): (Seed, u64),
        counts: bool,
        mut each: impl FnMut(Played<'_>),
    ) {
        let mut order = TurnOrder::of_session(session, seats.len());
        room.shoes.shuffle();
        if counts {
            room.missed.iter_mut().flatten().for_each(|missed| *missed = [0; MOST_KINDS]);
        }
        let mut before = vec![[0; MOST_KINDS]; if counts { self.names.len() } else { 0 }];
        let mut gone = before.clone();
        let mut full = vec![true; gone.len()];
        for number in 0..MOST_ROUNDS {
            let keys = seed.round(session, number);
            room.streams.begin(keys);
            room.shoes.begin_round();
            room.round.clear();
            self.begin(seats, counts.then_some((&*gone, &*room.missed)));
            self.deal(room, seats, order.first);
            let Room { shoes, round, missed, .. } = &mut *room;
            for (shoe, gone) in gone.iter_mut().enumerate() {
                full[shoe] = shoes.add_gone(shoe, gone);
            }
            let first = order.first;
            let played = Played { first, round, before: &before, gone: &gone, full: &full, missed };
            each(played);
            order = order.moved_on();
            match self.shuffle {
                Shuffle::EveryRound => break,
                Shuffle::Penetration(part) if shoes.due(part) => break,
                Shuffle::Penetration(_) => {}
            }
            if counts {
                // Cards missed before a shoe ran out went back into it with the refill.
                for shoe in (0..full.len()).filter(|&shoe| full[shoe]) {
                    before[shoe].fill(0);
                    missed.iter_mut().for_each(|missed| missed[shoe].fill(0));
                }
                for (seat, player) in seats.iter().enumerate() {
                    let error_rate = player.error_rate();
                    if error_rate == 0 {
                        continue;
                    }
                    let mut stream = keys.stream(Purpose::Misses(seat));
                    for (shoe, missed) in missed[seat].iter_mut().enumerate() {
                        for kind in 0..MOST_KINDS {
                            let seen = gone[shoe][kind].saturating_sub(before[shoe][kind]);
                            for _ in 0..seen {
                                let misses = stream.below(Recall::WHOLE) < error_rate;
                                missed[kind] += u16::from(misses);
                            }
                        }
                    }
                }
                before.copy_from_slice(&gone);
            }
        }
    }

    /// Plays sessions of one round each in which no seat counts cards; those with equal outcomes
    /// are tallied together.
    fn fresh_rounds(
        &self,
        seats: &mut [Seat<G>],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    ) {
        let players = seats.len();
        let (mut room, mut record) = (self.room(seed), self.record());
        let mut tally = |first, round: &Outcome, times| {
            record.clear();
            self.count(first, round, &mut record);
            sink.session(&record, times);
        };
        let (mut outcomes, mut scratch) = (Outcomes::new(), room.round.clone());
        for session in sessions {
            let first = TurnOrder::of_session(session, players).first;
            room.shoes.shuffle();
            room.streams.begin(seed.round(session, 0));
            room.round.clear();
            seats.iter_mut().for_each(Seat::begin);
            self.deal(&mut room, seats, first);
            outcomes.add(first, &room.round, &mut scratch, &mut tally);
        }
        outcomes.finish(&mut scratch, tally);
    }

    /// Prepares all seats for a round and gives strategy files their true count: without `gone`
    /// that of full shoes, else that of shoes from which those cards have been dealt, not counting
    /// the ones that the seat missed.
    fn begin(&self, seats: &mut [Seat<G>], gone: Option<Gone<'_>>) {
        const NONE: &[[u16; MOST_KINDS]] = &[];
        for (seat, player) in seats.iter_mut().enumerate() {
            player.begin();
            let (gone, missed) = gone.map_or((NONE, NONE), |(gone, missed)| (gone, &missed[seat]));
            player.each_file(&mut |file| {
                if !file.counts {
                    return;
                }
                // The count of the first shoe that the system counts.
                let count = (0..self.names.len()).find_map(|shoe| {
                    file.recall.memory.true_count(shoe, &self.known(shoe, gone, missed))
                });
                file.count = count.map_or(0, |count| count.floor() as i32);
            });
        }
    }

    /// What a seat can know of a shoe before the deal. A shoe that `gone` does not list is full.
    fn known(
        &self,
        shoe: usize,
        gone: &[[u16; MOST_KINDS]],
        missed: &[[u16; MOST_KINDS]],
    ) -> Known<MOST_KINDS> {
        let full = &self.shoes.full[shoe];
        let none = [0; MOST_KINDS];
        let (all, missed) = (gone.get(shoe).unwrap_or(&none), missed.get(shoe).unwrap_or(&none));
        Known {
            full: std::array::from_fn(|kind| full.get(kind).copied().unwrap_or(0)),
            table: [0; MOST_KINDS],
            noticed: std::array::from_fn(|kind| all[kind].saturating_sub(missed[kind])),
            gone: all.iter().map(|&count| u32::from(count)).sum(),
        }
    }

    /// Adds a round to the record of its session.
    fn count(&self, first: usize, round: &Outcome, record: &mut Record) {
        let players = round.nets.len();
        let order = TurnOrder { first, players };
        record.add_round(order, |seat| (round.nets[seat], round.nets[seat] > 0));
        record.house.add(round.house, round.house > 0);
        self.columns.add(round, record);
    }

    fn record(&self) -> Record {
        Record::new(self.game.players(), Engine::units(self), Engine::events(self).len())
    }

    /// The exact figures by enumeration, whether or not the game has a solver of its own
    /// ([`Game::exact`]): the check on it.
    ///
    /// # Errors
    /// If the tree of a round has more than [`enumeration::MOST_LEAVES`] leaves, or the game or a
    /// player keeps something from one round to the next.
    pub fn enumerated(&self, seats: &mut [Seat<G>]) -> Result<ExactFigures, ExactError> {
        self.introduce(seats);
        self.by_enumeration(seats)
    }

    /// The exact figures, over every course of a round.
    fn figures(&self, seats: &mut [Seat<G>]) -> Result<ExactFigures, ExactError> {
        self.introduce(seats);
        self.worked_out(seats)
    }

    /// The exact figures of players who have been introduced to each other, if to those of another
    /// shoe.
    fn worked_out(&self, seats: &mut [Seat<G>]) -> Result<ExactFigures, ExactError> {
        self.begin(seats, None);
        let Some(found) = G::exact(self, seats) else { return self.by_enumeration(seats) };
        if let Ok(ExactFigures { seats: of_seats, positions, events, .. }) = &found {
            let (players, known) = (seats.len(), Engine::events(self).len());
            let fits = of_seats.len() == players && [0, players].contains(&positions.len());
            assert!(
                fits && events.len() == known,
                "the solver of {} has figures of {} seats, {} positions and {} events: there are \
                 {players} seats and {known} events",
                G::NAME,
                of_seats.len(),
                positions.len(),
                events.len()
            );
        }
        found
    }

    /// The first round, for players who have been introduced to each other.
    fn enumerable<'t>(&'t self, seats: &'t mut [Seat<G>]) -> FirstRound<'t> {
        let mut room = (self.shoes.clone(), Outcome::new(seats.len()));
        Box::new(move |walk, first, record| {
            self.one_way((walk, first), seats, &mut room, None);
            self.count(first, &room.1, record);
        })
    }

    /// The same by enumeration, whether or not the game has a solver of its own.
    fn by_enumeration(&self, seats: &mut [Seat<G>]) -> Result<ExactFigures, ExactError> {
        let refused = |refusal| ExactError::OutOfReach(format!("{refusal}; use `simulate`"));
        enumeration::figures(self, MOST_LEAVES, self.enumerable(seats)).map_err(refused)
    }
}

/// The events of seats and hands, each with its index in [`Game::EVENTS`].
fn of_seats<G: Game>() -> impl Iterator<Item = (usize, &'static Occasion)> {
    G::EVENTS.iter().enumerate().filter(|(_, occasion)| occasion.of != Of::Table)
}

impl<G: Game> Engine for House<G> {
    type Rules = HouseRules<G>;
    type Player = Seat<G>;

    fn game() -> Profile {
        Profile {
            name: G::NAME,
            title: G::TITLE,
            about: G::ABOUT,
            stake: G::STAKE,
            units: G::UNITS,
            default_strategy: const {
                assert!(!G::STRATEGIES.is_empty(), "STRATEGIES of a game names one at least");
                G::STRATEGIES[0].name
            },
            best_strategy: G::STRATEGIES
                .iter()
                .map(|named| named.name)
                .find(|&name| name == BEST.name),
            rulebook: G::RULES,
            help: G::HELP,
            replay_help: REPLAY_HELP,
            file_parameters: &[counting::MEMORY, counting::ERROR_RATE],
            features: || features_of::<G::View>().collect(),
            actions: || G::View::ACTIONS.iter().map(|(name, _)| *name).collect(),
            occasions: G::EVENTS,
            common_occasions: &const { [Occasion::new(RAN_OUT, Of::Table).about(RAN_OUT_ABOUT)] },
            cautions: G::CAUTIONS,
            strategies: G::STRATEGIES,
            ..Profile::under::<HouseRules<G>>()
        }
    }

    fn new(rules: HouseRules<G>) -> Result<House<G>, Vec<Fault>> {
        let rules = rules.checked()?;
        let game = G::new(rules.game.clone());
        let names = game.shoes();
        if let Some(fault) = game.shuffle().fault() {
            return Err(vec![fault]);
        }
        House::at(rules, game, names).map_err(|fault| vec![fault])
    }

    fn rules(&self) -> &HouseRules<G> {
        &self.rules
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn has_house(&self) -> bool {
        G::HAS_HOUSE || !self.bonuses.is_empty()
    }

    fn first_stake(&self, _: &[Seat<G>]) -> Option<f64> {
        self.game.first_stake().filter(|stake| *stake > 0.0)
    }

    fn slips() -> Vec<String> {
        House::<G>::named_wrongly()
    }

    fn player(&self, spec: &Spec) -> Result<Seat<G>, SeatError> {
        if spec.name == RANDOM.name {
            return Ok(Seat::Random);
        }
        if spec.name == BEST.name {
            let cannot = |error: ExactError| SeatError::Rules {
                strategy: BEST.name,
                reason: error.to_string(),
            };
            return Ok(Seat::Best(BestPlay::new(self.replies(0).map_err(cannot)?)));
        }
        self.own(spec)
    }

    fn written(&self, document: &Document) -> Result<Seat<G>, FileError> {
        FileStrategy::new(document).map(Seat::File)
    }

    fn events(&self) -> Vec<Event> {
        let players = self.game.players();
        let table = G::EVENTS.iter().map(|occasion| Event {
            name: occasion.name.to_owned(),
            unit: if occasion.of == Of::Hand { 1 } else { 0 },
            possible: self.game.possible(occasion),
        });
        let ran_out = Occasion::new(RAN_OUT, Of::Table);
        let possible = self.shoes.may_run_out && self.game.possible(&ran_out);
        let ran_out = Event { name: RAN_OUT.to_owned(), unit: 0, possible };
        let seats = of_seats::<G>().flat_map(|(_, occasion)| {
            (0..players).map(move |seat| Event {
                name: format!("seat{}:{}", seat + 1, occasion.name),
                unit: if occasion.of == Of::Hand { 2 + seat } else { 0 },
                possible: self.game.possible(occasion),
            })
        });
        table.chain([ran_out]).chain(seats).collect()
    }

    fn units(&self) -> usize {
        2 + self.game.players()
    }

    fn rounds_per_session(&self) -> f64 {
        match self.shuffle {
            Shuffle::EveryRound => 1.0,
            Shuffle::Penetration(part) => {
                let rounds = self.shoes.totals().map(|(total, needed)| {
                    f64::from(total) * part / f64::from(needed.max(1)) * 2.0
                });
                rounds.fold(f64::MAX, f64::min).clamp(1.0, MOST_ROUNDS as f64)
            }
        }
    }

    fn remarks(&self, players: &[Seat<G>]) -> Vec<String> {
        let best = BEST.name;
        let first = Some(G::STRATEGIES[0].name).filter(|&name| name != best);
        let first = first.unwrap_or("random play");
        let replies = players.iter().filter(|seat| seat.replies()).count();
        let mut notes = Vec::new();
        if replies > 0 && players.iter().any(|seat| seat.name().is_none()) {
            notes.push(format!(
                "{best} plays its best reply to {first}: to a player whose decisions are made outside the \
                 program no reply is looked for"
            ));
        } else if replies > 1 {
            notes.push(format!(
                "with {best} in several seats each plays its reply to others that reply to {first}: that \
                 is not an equilibrium, and says little about best play against best play"
            ));
        }
        notes
    }

    fn nanoseconds(&self, players: &[Seat<G>]) -> f64 {
        50.0 + 100.0 * players.len() as f64
    }

    fn play(
        &self,
        players: &mut [Seat<G>],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    ) {
        self.introduce(players);
        let counts = players.iter().any(Seat::remembers);
        if self.shuffle == Shuffle::EveryRound && !counts && !sink.ordered() {
            return self.fresh_rounds(players, seed, sessions, sink);
        }
        let (mut room, mut record) = (self.room(seed), self.record());
        for session in sessions {
            record.clear();
            self.session(&mut room, players, (seed, session), counts, |played| {
                self.count(played.first, played.round, &mut record);
            });
            sink.session(&record, 1);
        }
    }

    fn first_round<'t>(&'t self, seats: &'t mut [Seat<G>]) -> FirstRound<'t> {
        self.introduce(seats);
        self.enumerable(seats)
    }

    fn write_session(
        &self,
        seats: &mut [Seat<G>],
        scribe: &Scribe,
        seed: Seed,
        session: u64,
    ) -> Vec<WrittenRound> {
        self.introduce(seats);
        let mut rounds = Vec::new();
        let counts = self.shuffle != Shuffle::EveryRound || seats.iter().any(Seat::remembers);
        let mut room = Room { scribe: Some(scribe.clone()), ..self.room(seed) };
        let each = |played: Played<'_>| {
            let card = |shoe: usize, kind: usize| self.names[shoe].cards[kind].0.to_owned();
            let (own, money) = (played.first + 1, Money::stakes(G::UNITS));
            let nets = (money, &*played.round.nets);
            let kinds = |counts: &[u16; MOST_KINDS]| {
                let kinds = counts.iter().enumerate();
                kinds.flat_map(|(kind, &many)| repeat_n(Some(kind), many.into())).collect()
            };
            let gone = played.before.iter().map(kinds).collect();
            let mut notes = scribe.take();
            notes.gone = gone;
            rounds.push(WrittenRound::new(&[("first", &own)], notes, card, nets));
        };
        self.session(&mut room, seats, (seed, session), counts, each);
        rounds
    }

    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError> {
        self.replay_written(script)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            exact: Some(self),
            decisions: Some(self),
            other_deck: Some(self),
            counting: if self.names.is_empty() { None } else { Some(self) },
            ..Capabilities::default()
        }
    }

    fn exact_notes(&self) -> Vec<String> {
        match self.is_whole() {
            true => Vec::new(),
            false => vec![
                "exact figures are those of the first round after a shuffle; give the cards that \
                 are left with --deck, or simulate"
                    .to_owned(),
            ],
        }
    }
}
