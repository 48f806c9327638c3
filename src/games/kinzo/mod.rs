#![doc = include_str!("RULES.md")]

mod events;
pub mod exact;
pub mod fast;
pub mod hand;
mod quick;
pub mod record;
mod replay;
pub mod round;
pub mod rules;
pub mod strategies;
mod table;
pub mod view;

use self::events::{
    DECK_RAN_OUT, DECK_RESHUFFLED, FATES, HANDS, PER_SEAT, PER_TABLE, ROUNDS, SPLIT,
};
use self::exact::Solver;
use self::exact::form::{self, BestChart};
use self::fast::{Chart, Level};
use self::hand::{Card, Fate, Hand, SEAT_EVENTS};
use self::record::{RAN_OUT, RESHUFFLED, STAKES, Silent, Transcript};
use self::round::{Keyed, Outcome, Table};
use self::rules::{Rules, Shuffle, UNITS_PER_STAKE};
use self::strategies::{FileStrategy, Seat, files, indices};
pub use self::table::Kinzo;
use self::view::Staking;
use crate::cards::random::Seed;
use crate::cards::{Composition, Memory};
use crate::framework::counting::{CountedRound, IndexPlay, ShoeFacts};
use crate::framework::document::{Document, FileError};
use crate::framework::enumeration::FirstRound;
use crate::framework::notation::{self, ParseError};
use crate::framework::scribe::{Recorded, Scribe, WrittenRound};
use crate::framework::settings::shown;
use crate::framework::worlds::GivenLuck;
use crate::framework::{
    self, BestFile, BestFiles, Capabilities, Caution, Counting, Decision, Decisions, Engine, Event,
    Exact, ExactError, ExactFigures, Fault, GameRules, HandAsked, HandFacts, Hands, Help,
    IndexPlays, OtherDeck, Part, Profile, Record, ReplayError, SeatError, Seats, Sink, Spec, Step,
    TurnOrder, Unfolds,
};
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl Kinzo {
    /// The same table with another composition of the deck, `counts` by value.
    ///
    /// # Errors
    /// If the composition has the wrong length, a count is out of range, or a round cannot be
    /// dealt from it.
    pub fn with_deck(self, counts: &[u32]) -> Result<Kinzo, ExactError> {
        let refuse = |message: String| Err(ExactError::Question(message));
        let Ok(counts) = <[u32; 6]>::try_from(counts) else {
            let found = counts.len();
            return refuse(format!(
                "a Kinzo deck has six counts, for the values 1 to 6, and here are {found}; \
                 for example 6,6,5,6,6,6"
            ));
        };
        if let Some(count) = counts.iter().find(|&&count| count > 250) {
            return refuse(format!("{count} cards of a value are too many; at most 250"));
        }
        let cards: u32 = counts.iter().sum();
        if cards < self.rules.cards_needed() {
            let needed = self.rules.cards_needed();
            return refuse(format!(
                "{cards} cards are too few for a round; this table needs at least {needed} (K11)"
            ));
        }
        let deck = Composition::new(counts.map(|count| count as u16)).unwrap_or_default();
        Ok(Kinzo { rules: self.rules, deck, worths: Arc::default(), round: Arc::default() })
    }

    /// The exact EV, odds of winning and events of a round after a shuffle.
    ///
    /// # Errors
    /// If these rules or players are out of reach of enumeration; the message says why.
    pub fn exact(&self, players: &mut [Seat]) -> Result<ExactFigures, ExactError> {
        let mut solver = self.solver_of(players.iter().any(Seat::may_split))?;
        match players {
            [player] => Ok(solver.figures(player)),
            _ => Err(ExactError::Question("one player, one strategy".to_owned())),
        }
    }

    /// Counts a round into the record of its session. The layout is that of `events`.
    #[inline]
    fn count(&self, outcome: &Outcome, first: usize, lowest: u32, record: &mut Record) {
        let players = self.seats();
        let order = TurnOrder { first, players };
        record.add_round(order, |seat| (outcome.nets[seat], outcome.nets[seat] > 0));
        let mut happened = [false; FATES];
        let totals = record.hits.len() - PER_TABLE - PER_SEAT * players;
        for seat in 0..players {
            let fates = outcome.fates(seat);
            record.trials[HANDS] += fates.len() as u32;
            record.trials[HANDS + 1 + seat] += fates.len() as u32;
            let own = PER_TABLE + totals + PER_SEAT * seat;
            let mut seat_happened = [false; FATES];
            for &fate in fates {
                let index = fate as usize;
                if fate.by_rounds() {
                    happened[index] = true;
                    seat_happened[index] = true;
                } else {
                    record.hits[index] += 1;
                    record.hits[own + index] += 1;
                }
            }
            for fate in [Fate::ExactMatch, Fate::Push] {
                record.hits[own + fate as usize] += u32::from(seat_happened[fate as usize]);
            }
            record.hits[SPLIT] += fates.len() as u32 - 1;
            record.hits[own + SPLIT] += fates.len() as u32 - 1;
        }
        for fate in [Fate::ExactMatch, Fate::Push] {
            record.hits[fate as usize] += u32::from(happened[fate as usize]);
        }
        record.hits[DECK_RAN_OUT] += u32::from(outcome.ran_out);
        record.hits[DECK_RESHUFFLED] += u32::from(outcome.reshuffled);
        record.hits[PER_TABLE + (outcome.dealer - lowest) as usize] += 1;
        record.house.add(outcome.house, outcome.house > 0);
    }

    /// Plays rounds of charts, many at once. A sink that takes margins gets those of the whole
    /// block.
    fn play_charts(
        &self,
        charts: &[Chart],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    ) {
        let table = (&self.rules, self.deck);
        let (lowest, highest) = self.rules.dealer_totals(self.deck);
        let ends = fast::ends(&self.rules, charts);
        if self.rules.payer().is_empty()
            && let Some(sink) = sink.by_margins()
        {
            let counts = fast::count(Level::new(), table, charts, &ends, seed, sessions);
            return sink.margins(&counts.margins((lowest, highest)));
        }
        let mut settled = Table::new(&self.rules, self.deck);
        let codes = fast::Codes::new(&self.rules, &ends, (lowest, highest));
        let mut repeats = Repeats::new(self.record(), codes.number(), sink);
        fast::play(Level::new(), table, charts, &ends, seed, sessions, |came| {
            repeats.session(codes.of(came), sink, |record| {
                self.count(came.settled(&ends, &mut settled), came.first, lowest, record);
            });
        });
        repeats.report(sink);
    }

    /// Plays for one player, with a shuffle every round, at most two hands and a stake of one: a
    /// session is a round with one of few outcomes.
    fn play_few_outcomes(
        &self,
        players: &mut [Seat],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut impl Sink,
    ) {
        const NONE: usize = FATES;
        const PAIRS: usize = FATES * (FATES + 1);
        let (lowest, highest) = self.rules.dealer_totals(self.deck);
        let totals = (highest - lowest + 1) as usize;
        let mut table = Table::new(&self.rules, self.deck);
        // Outcomes in which the cards ran out have codes of their own.
        let mut repeats = Repeats::new(self.record(), PAIRS * 2 * totals, sink);
        for session in sessions {
            table.shuffle();
            let luck = &mut Keyed::new(seed.round(session, 0));
            let outcome = table.round(players, luck, &mut Silent, 0);
            let fates = &outcome.fates[0];
            let second = if outcome.count[0] == 2 { fates[1] as usize } else { NONE };
            let total =
                (outcome.dealer - lowest) as usize + if outcome.ran_out { totals } else { 0 };
            let code = total * PAIRS + fates[0] as usize * (FATES + 1) + second;
            repeats.session(code, sink, |record| self.count(outcome, 0, lowest, record));
        }
        repeats.report(sink);
    }

    fn record(&self) -> Record {
        Record::new(self.seats(), Engine::units(self), self.event_count())
    }

    /// The number of events of [`Engine::events`].
    fn event_count(&self) -> usize {
        let (lowest, highest) = self.rules.dealer_totals(self.deck);
        PER_TABLE + PER_SEAT * self.seats() + (highest - lowest + 1) as usize
    }

    /// The charts of all seats, if rounds of them are played many at once.
    fn charts(&self, players: &[Seat]) -> Option<Vec<Chart>> {
        if fast::applies(&self.rules) { players.iter().map(Seat::chart).collect() } else { None }
    }

    /// Plays whole sessions and counts them.
    pub fn play_block<S: Sink>(
        &self,
        players: &mut [Seat],
        seed: Seed,
        sessions: Range<u64>,
        sink: &mut S,
    ) {
        let rules = &self.rules;
        if let Some(charts) = self.charts(players) {
            return self.play_charts(&charts, seed, sessions, sink);
        }
        if fast::applies(rules) && self.seats() == 1 && !rules.resplit {
            return self.play_few_outcomes(players, seed, sessions, sink);
        }
        let (lowest, _) = rules.dealer_totals(self.deck);
        let mut table = Table::new(rules, self.deck);
        let mut record = self.record();
        for session in sessions {
            record.clear();
            self.session(&mut table, (seed, session), |table, keys, order| {
                let outcome = table.round(players, &mut Keyed::new(keys), &mut Silent, order.first);
                self.count(outcome, self.rules.first_of(order.first), lowest, &mut record);
            });
            sink.session(&record, 1);
        }
    }
}

/// The records of sessions of which many end alike. Each is made when its outcome first comes up; it
/// is reported once a block, with its count, or in order if the sink wants every session.
struct Repeats {
    /// One plus the index in `records` of each outcome by its code, 0 if it has not come up.
    places: Vec<usize>,
    records: Vec<(Record, u64)>,
    record: Record,
    ordered: bool,
}

impl Repeats {
    /// `record` is an empty one. Outcomes with codes of `codes` or more are too many to keep.
    fn new(record: Record, codes: usize, sink: &impl Sink) -> Repeats {
        let (places, ordered) = (vec![0; codes], sink.ordered());
        Repeats { places, records: Vec::new(), record, ordered }
    }

    /// Adds a session; `count` counts it into an empty record.
    #[inline]
    fn session(&mut self, code: usize, sink: &mut impl Sink, count: impl FnOnce(&mut Record)) {
        let place = self.places.get_mut(code);
        if place.as_ref().is_none_or(|place| **place == 0) {
            self.record.clear();
            count(&mut self.record);
        }
        let Some(place) = place else { return sink.session(&self.record, 1) };
        if *place == 0 {
            self.records.push((self.record.clone(), 0));
            *place = self.records.len();
        }
        let (record, times) = &mut self.records[*place - 1];
        *times += 1;
        if self.ordered {
            sink.session(record, 1);
        }
    }

    /// Reports all sessions, unless they were reported in order.
    fn report(self, sink: &mut impl Sink) {
        if !self.ordered {
            self.records.iter().for_each(|(record, times)| sink.session(record, *times));
        }
    }
}

/// Examples and option hints for the command-line help.
const HELP: Help = Help {
    examples: &[
        ("rules", "K12"),
        ("playtest", "--set 'dealer_stop_values=[5]'"),
        ("games", "--template > house.toml"),
        ("simulate", "--players 3 --strategy 'threshold(hit_below=8)' --rounds 10M"),
        ("odds", "--hand 3,4 --dealer 6"),
        ("exact", "--hand 3,3 --dealer 5"),
        ("exact", "--set split=false --plot chart.png"),
        ("compare", "--strategy all --rounds 1M"),
        ("advise", "--hand 3,3 --dealer 5"),
        ("advise", "--players 3 --situation here.toml"),
        ("tune", "--strategy cautious --rounds 3M --write better.toml"),
        ("leaks", "--strategy no-splits --rounds 50k"),
        ("play", "--players 3 --seat 2 --strategy pairs --advise"),
        ("count", "--penetration 0.25,0.5,0.75 --rounds 300k"),
        ("count", "--penetration 0.75 --make 2 --write-system mine.toml --rounds 100k"),
        ("sweep", "--vary commission=0..200:50 --vary players=1..4 --rounds 100k"),
        ("balance", "--solve commission=0..200 --target house-edge=0.08"),
        ("trace", "--players 2 --seed 7 --session 3"),
    ],
    options: &[
        ("odds", "hand", "such as 3,4"),
        ("odds", "dealer", "such as 6"),
        ("exact", "hand", "such as 3,3"),
        ("exact", "dealer", "such as 5"),
        ("advise", "hand", "such as 3,3"),
        ("advise", "dealer", "such as 5"),
        ("count", "strategy", "best(play=linear)"),
        ("count", "write-indices", "of best(play=linear)"),
    ],
};

/// The parts of a situation that matter to a hand.
const SITUATION: &[Part] = &[Part {
    name: "dealer",
    about: "the dealer's card [default: each in turn, but advise needs one]",
    value: "CARD",
    judged: true,
    alone: true,
}];

/// Events that distort the figures of a table when they happen often.
const CAUTIONS: &[Caution] = &[
    Caution::new(
        RAN_OUT,
        "no card was left, so that players could not hit and the dealer stood early, on a \
               lower total than otherwise (K11); every EV moves with it, and more \
               copies_per_value undo it",
    ),
    Caution::new(
        RESHUFFLED,
        "the draw pile ran out in the middle of a round, and the discards came back (K11): \
               counts began anew and the shoe ended with the round; a lower shuffle.penetration \
               undoes it",
    ),
];

impl Engine for Kinzo {
    type Rules = Rules;
    type Player = Seat;

    fn game() -> Profile {
        Profile {
            name: "kinzo",
            title: "Kinzo",
            about: "chase the dealer's total with cards and dice (Michael Corry, Rick Scott)",
            stake: "stakes",
            units: UNITS_PER_STAKE,
            default_strategy: "threshold",
            replay_help: replay::HELP,
            rulebook: include_str!("RULES.md"),
            help: HELP,
            file_parameters: files::PARAMETERS,
            features: || files::FEATURES.to_vec(),
            best_strategy: Some("best"),
            situation: SITUATION,
            cautions: CAUTIONS,
            strategies: strategies::NAMED,
            ..Profile::under::<Rules>()
        }
    }

    fn new(rules: Rules) -> Result<Kinzo, Vec<Fault>> {
        Kinzo::new(rules)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        self.seats()
    }

    /// 1, unless a caller may set another stake (K4).
    fn first_stake(&self, players: &[Seat]) -> Option<f64> {
        let fixed = self.rules.stake_limit == 1 || players.iter().all(Seat::stakes_one);
        fixed.then_some(1.0)
    }

    fn player(&self, spec: &Spec) -> Result<Seat, SeatError> {
        Seat::new(spec, self)
    }

    fn written(&self, document: &Document) -> Result<Seat, FileError> {
        FileStrategy::new(document, &self.rules).map(Seat::File)
    }

    // The events, in the order in which `count` counts them: the table's, the dealer's totals,
    // each seat's.
    fn events(&self) -> Vec<Event> {
        use self::rules::{MatchPays, TieAtTally};
        let rules = &self.rules;
        let several = self.seats() > 1 || rules.split;
        let possible = |index: usize| match Fate::ALL.get(index) {
            Some(Fate::Push) => rules.tie_at_tally == TieAtTally::Push,
            Some(Fate::Unrolled) => rules.match_pays != MatchPays::Own && several,
            Some(_) => true,
            None => rules.split,
        };
        let event = |seat: Option<usize>, index: usize| {
            let name = SEAT_EVENTS[index];
            let rounds = Fate::ALL.get(index).is_some_and(|fate| fate.by_rounds());
            let unit = if rounds { ROUNDS } else { HANDS + seat.map_or(0, |seat| seat + 1) };
            let name = seat.map_or(name.to_owned(), |seat| format!("seat{}:{name}", seat + 1));
            Event::new(name, unit, possible(index))
        };
        let (low, high) = rules.dealer_totals(self.deck);
        let totals =
            (low..=high).map(|total| Event::new(format!("dealer-total:{total}"), ROUNDS, true));
        let scarce =
            [(RAN_OUT, rules.may_run_out(self.deck)), (RESHUFFLED, rules.may_reshuffle(self.deck))];
        let scarce = scarce.map(|(name, possible)| Event::new(name, ROUNDS, possible));
        (0..PER_SEAT)
            .map(|index| event(None, index))
            .chain(scarce)
            .chain(totals)
            .chain(
                (0..self.seats())
                    .flat_map(|seat| (0..PER_SEAT).map(move |i| (seat, i)))
                    .map(|(seat, index)| event(Some(seat), index)),
            )
            .collect()
    }

    fn units(&self) -> usize {
        HANDS + 1 + self.seats()
    }

    fn rounds_per_session(&self) -> f64 {
        match self.rules.shuffle {
            Shuffle::EveryRound => 1.0,
            // A round takes about seven cards for the dealer and one player, and three for each
            // other player.
            Shuffle::Penetration(x) => {
                let cards = f64::from(self.deck.cards()) * x;
                (cards / (4.0 + 3.0 * self.seats() as f64)).max(1.0)
            }
        }
    }

    fn nanoseconds(&self, players: &[Seat]) -> f64 {
        if let Some(charts) = self.charts(players) {
            let seat = |chart: &Chart| if chart.ever_splits() { 22.0 } else { 10.0 };
            return 5.0 + charts.iter().map(seat).sum::<f64>();
        }
        let table = 80.0 + 90.0 * self.seats() as f64;
        let think = |seat: &Seat| seat.nanoseconds(self);
        table + players.iter().map(think).sum::<f64>()
    }

    fn preparing(&self, players: &[Seat]) -> Option<String> {
        let counts = |seat: &Seat| matches!(seat, Seat::Counter(_));
        if self.worths.get().is_none() && players.iter().any(counts) {
            return Some(
                "before the first round, best(play=linear) solves every situation of a full deck, which \
                 takes about ten seconds"
                    .to_owned(),
            );
        }
        let raises = |seat: &Seat| matches!(seat, Seat::Best(_));
        let may_raise = self.rules.stake_limit > 1 && self.rules.players > 1;
        (may_raise && self.round.get().is_none() && players.iter().any(raises)).then(|| {
            "best works out the EV of a round, to decide whether to raise the stake: a second or more"
                .to_owned()
        })
    }

    fn plan_megabytes(&self, players: &[Seat]) -> usize {
        let keeps = |seat: &Seat| matches!(seat, Seat::Best(best) if best.keeps_plan());
        if players.iter().any(keeps) { 13 } else { 0 }
    }

    fn play(&self, players: &mut [Seat], seed: Seed, sessions: Range<u64>, sink: &mut impl Sink) {
        self.play_block(players, seed, sessions, sink);
    }

    fn first_round<'t>(&'t self, players: &'t mut [Seat]) -> FirstRound<'t> {
        let mut table = Table::new(&self.rules, self.deck);
        let (lowest, _) = self.rules.dealer_totals(self.deck);
        Box::new(move |walk, caller, record| {
            table.shuffle();
            let luck = &mut GivenLuck::<Keyed>::Walk(walk);
            let outcome = table.round(players, luck, &mut Silent, caller);
            self.count(outcome, self.rules.first_of(caller), lowest, record);
        })
    }

    fn write_session(
        &self,
        players: &mut [Seat],
        scribe: &Scribe,
        seed: Seed,
        session: u64,
    ) -> Vec<WrittenRound> {
        let (mut table, mut rounds) = (Table::new(&self.rules, self.deck), Vec::new());
        self.session(&mut table, (seed, session), |table, keys, caller| {
            scribe.gone(vec![table.gone().into_iter().map(Some).collect()]);
            let mut luck = Recorded { luck: Keyed::new(keys), scribe: scribe.clone() };
            let mut transcript = Transcript::at((), scribe);
            let outcome = table.round(players, &mut luck, &mut transcript, caller.first);
            let mut notes = scribe.take();
            let nets = &outcome.nets[..self.seats()];
            // The stake is a key of its own.
            let decisions = notes.decisions.clone();
            let stake = notes.decisions.extract_if(.., |one| one.decided == "stake").last();
            let stake = stake.map_or("1".to_owned(), |one| one.action.replace("stake ", ""));
            let own: [(&str, &dyn Display); 2] =
                [("caller", &(caller.first + 1)), ("stake", &stake)];
            let card = |_: usize, kind| Card::of_kind(kind).to_string();
            let round = WrittenRound::new(&own, notes, card, (STAKES, nets));
            rounds.push(WrittenRound { decisions, ..round });
        });
        rounds
    }

    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError> {
        replay::replay(self, script)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            exact: Some(self),
            decisions: Some(self),
            hands: Some(self),
            best_file: Some(self),
            other_deck: Some(self),
            counting: Some(self),
            index_plays: Some(self),
            unfolds: Some(self),
            ..Capabilities::default()
        }
    }

    fn instead(&self) -> &'static str {
        "simulate answers this, and one player who does not resplit is computed whatever the deck"
    }

    fn exact_notes(&self) -> Vec<String> {
        match self.is_whole() {
            true => Vec::new(),
            false => vec![
                "exact figures are those of the first round after a shuffle; what later rounds of \
                 a shoe are worth depends on the cards gone: give them with --deck, or simulate"
                    .to_owned(),
                "in a shoe the best plays are those of best(play=exact); best comes near them, faster"
                    .to_owned(),
            ],
        }
    }
}

impl Exact for Kinzo {
    fn exact(&self, players: &mut dyn Seats) -> Result<ExactFigures, ExactError> {
        self.exact(players.of_mut())
    }

    fn is_whole(&self) -> bool {
        self.rules.shuffle == Shuffle::EveryRound
    }
}

impl Decisions for Kinzo {
    fn decisions(&self, asked: HandAsked<'_>) -> Result<Vec<Decision>, ExactError> {
        let mut solver = self.solver()?;
        if let Some(why) = exact::best_out_of_reach(&self.rules, self.deck) {
            return Err(ExactError::OutOfReach(why));
        }
        let dealers = self.dealers(asked.part("dealer"))?;
        let hands = match asked.hand {
            Some(text) => vec![self.hand(text, &dealers)?],
            None => exact::hands_up_to(self.rules.hand_limit.into(), self.deck),
        };
        Ok(solver.chart(&hands, &dealers))
    }
}

impl Hands for Kinzo {
    fn hand_facts(&self, hand: &str, asked: HandAsked<'_>) -> Result<Vec<HandFacts>, ExactError> {
        let dealers = self.dealers(asked.part("dealer"))?;
        let hand = self.hand(hand, &dealers)?;
        Ok(exact::facts(&mut self.solver()?, hand, &dealers))
    }
}

impl BestFiles for Kinzo {
    fn best_file(&self) -> Result<BestFile, ExactError> {
        let best = self.best_chart()?;
        let units = UNITS_PER_STAKE as f64;
        let text = files::text(&best, &self.rules, self.deck, &self.exact_notes());
        let [ev, more, best] = [best.ev, best.more, best.best].map(|net| net * units);
        Ok(BestFile { text, ev, more, best })
    }
}

impl OtherDeck for Kinzo {
    fn with_deck(&self, counts: &[u32]) -> Result<Box<dyn framework::AnyTable>, ExactError> {
        Ok(Box::new(self.clone().with_deck(counts)?))
    }
}

impl Counting for Kinzo {
    fn counter(&self) -> &'static str {
        "best(play=linear)"
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        let copies = |(kind, name)| (name, u32::from(self.deck.count(kind)));
        let names = ["1", "2", "3", "4", "5", "6"];
        vec![ShoeFacts { name: "shoe", cards: names.into_iter().enumerate().map(copies).collect() }]
    }

    fn penetration(&self) -> Option<f64> {
        match self.rules.shuffle {
            Shuffle::EveryRound => None,
            Shuffle::Penetration(part) => Some(part),
        }
    }

    fn fresh(&self) -> Box<dyn framework::AnyTable> {
        let rules = Rules { shuffle: Shuffle::EveryRound, stake_limit: 1, ..self.rules.clone() };
        Box::new(Kinzo { rules, ..self.clone() })
    }

    fn at_penetration(&self, penetration: f64) -> Result<Box<dyn framework::AnyTable>, Vec<Fault>> {
        let rules = Rules { shuffle: Shuffle::Penetration(penetration), ..self.rules.clone() };
        Ok(Box::new(Kinzo { rules: rules.checked()?, ..self.clone() }))
    }

    fn exact_effects(&self, players: &mut dyn Seats) -> Option<Vec<f64>> {
        let [player]: &[Seat] = players.of() else { return None };
        let mut player = Staking { player: player.clone(), stake: 1 };
        let enough = self.deck.cards() > self.rules.cards_needed();
        let mut mean = |deck: Composition| {
            let mut solver = Solver::new(&self.rules, deck);
            solver.figures_believing(&mut player, self.deck).seats[0].mean
        };
        if self.rules.resplit || !enough {
            return None;
        }
        let full = mean(self.deck);
        let effect = |kind| match self.deck.count(kind) {
            0 => 0.0,
            _ => mean(self.deck.without(kind)) - full,
        };
        Some((0..6).map(effect).collect())
    }

    fn play_counted(
        &self,
        players: &mut dyn Seats,
        (seat, memory): (usize, &Memory),
        seed: Seed,
        sessions: Range<u64>,
        each: &mut dyn FnMut(CountedRound<'_>),
    ) {
        let players: &mut [Seat] = players.of_mut();
        let mut table = Table::new(&self.rules, self.deck);
        for session in sessions {
            self.session(&mut table, (seed, session), |table, keys, order| {
                let counts = [memory.true_count(0, &table.known(seat))];
                let mut luck = Keyed::new(keys);
                let outcome = table.round(players, &mut luck, &mut Silent, order.first);
                let (net, ran_out) = (outcome.nets[seat], outcome.ran_out);
                let dealt = table.cards_on_table().counts().map(u32::from);
                let stake = table.stake().into();
                let (counts, dealt) = (&counts[..], &dealt[..]);
                each(CountedRound { session, net, stake, counts, dealt, ran_out });
            });
        }
    }

    fn remembers(&self, player: &dyn Seats) -> bool {
        player.of::<Seat>().iter().any(Seat::remembers)
    }
}

impl framework::Situations for Kinzo {
    fn begin(&self, text: &str) -> Result<framework::Begun<'_>, ReplayError> {
        replay::begin(self, text)
    }
}

impl Unfolds for Kinzo {
    fn unfolded(&self, text: &str) -> Option<String> {
        files::unfolded(text, &self.rules)
    }
}

impl IndexPlays for Kinzo {
    fn example(&self) -> &'static str {
        "best(play=linear)"
    }

    fn has_index_plays(&self, player: &dyn Seats) -> bool {
        player.of::<Seat>().iter().all(|player| matches!(player, Seat::Counter(_)))
    }

    fn index_plays(
        &self,
        player: &dyn Seats,
        memory: &Memory,
        seed: Seed,
        sessions: u64,
        stop: &AtomicBool,
    ) -> Option<(Vec<IndexPlay>, Option<String>)> {
        match player.of::<Seat>() {
            [Seat::Counter(counter)] => {
                indices::index_plays(self, counter, memory, (seed, sessions), stop)
            }
            _ => None,
        }
    }
}

impl Kinzo {
    /// A solver of any play, if this table can be enumerated.
    fn solver(&self) -> Result<Solver, ExactError> {
        self.solver_of(true)
    }

    /// A solver of play that `splits` or never does, if this table can be enumerated.
    fn solver_of(&self, splits: bool) -> Result<Solver, ExactError> {
        if self.seats() > 1 {
            return Err(ExactError::OutOfReach(format!(
                "the solver of kinzo is for one player, and the rules seat {}: use `simulate`, or set \
                 players=1",
                self.seats()
            )));
        }
        if self.rules.resplit && splits {
            return Err(ExactError::OutOfReach(exact::RESPLIT.to_owned()));
        }
        Ok(Solver::new(&Rules { resplit: false, ..self.rules.clone() }, self.deck))
    }

    /// The best chart of the form of [`form::Chart`], for one player in the first round after a
    /// shuffle.
    ///
    /// # Errors
    /// If there are too many situations to enumerate, as for best play.
    pub fn best_chart(&self) -> Result<BestChart, ExactError> {
        form::best_chart(&self.solver()?, &self.rules, self.deck)
    }

    /// The dealer's card as named, or every card of the deck.
    fn dealers(&self, named: Option<&str>) -> Result<Vec<Card>, ExactError> {
        let question = |message: String| ExactError::Question(message);
        let Some(text) = named else {
            return Ok(exact::ups(self.deck).collect());
        };
        let card: Card = text.parse().map_err(|error: ParseError| error.asked("dealer"))?;
        if self.deck.count(card.kind()) == 0 {
            return Err(question(format!("the deck has no {card} for the dealer")));
        }
        Ok(vec![card])
    }

    /// Parses a hand, which the deck must hold together with one of the dealer's cards.
    fn hand(&self, text: &str, dealers: &[Card]) -> Result<Hand, ExactError> {
        let question = |message: String| ExactError::Question(message);
        let cards: Vec<Card> = notation::hand(text, str::parse)?;
        let limit = usize::from(self.rules.hand_limit);
        if !(2..=limit).contains(&cards.len()) {
            let cards = match cards.len() {
                1 => "1 card".to_owned(),
                many => format!("{many} cards"),
            };
            return Err(question(format!(
                "the hand `{}` has {cards}; 2..={limit} are possible (K5, K7)",
                shown(text)
            )));
        }
        let hand = Hand::from_cards(&cards).unwrap_or_default();
        let possible = |&up: &Card| {
            let rest = self.deck.without(up.kind());
            rest.holds(hand.composition()) && rest.cards() > hand.cards()
        };
        if !dealers.iter().any(possible) {
            return Err(question(format!(
                "the deck has not enough cards for the hand {hand} and the dealer's"
            )));
        }
        Ok(hand)
    }
}
