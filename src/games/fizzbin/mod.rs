#![doc = include_str!("RULES.md")]

pub mod eval;
pub mod exact;
pub mod hand;
pub mod rules;

use self::eval::Law;
use self::exact::Names;
use self::hand::{
    COMBINED_PLACES, Card, Cards, HAND_PLACES, KINDS, combined_event, combined_place, hand_event,
    hand_place,
};
use self::rules::Rules;
use crate::cards::Pile;
use crate::cards::random::{Purpose, Seed};
use crate::games::document::{Document, FileError};
use crate::games::policy::Feature;
use crate::games::{
    BestFile, Decision, Event, ExactError, ExactFigures, ExactScore, Fault, Game, GameRules,
    HandAsked, HandFacts, Named, Record, ReplayError, SeatError, Sink, Spec, Step,
};
use std::ops::{Range, RangeInclusive};

/// A Fizzbin table: checked rules, and what its runs count.
#[derive(Clone, Debug)]
pub struct Fizzbin {
    rules: Rules,
    /// Cards off the full deck, and not rounds.
    dealt: Option<Dealt>,
}

/// So many cards off the full deck.
#[derive(Clone, Debug)]
struct Dealt {
    cards: u32,
    /// In how many ways they are what, or why that is not counted.
    names: Result<Box<Names>, ExactError>,
}

/// Who plays at a table: nobody yet. Rounds are not built, so there is no strategy to seat.
#[derive(Clone, Copy, Debug)]
pub enum Seat {}

/// Why nothing that needs a round is answered.
const NOT_BUILT: &str = "rounds of fizzbin are not built yet; odds --cards K counts what K cards \
                         off the deck are, and odds --hand CARDS says what a hand is";

impl Fizzbin {
    /// A table under these rules.
    ///
    /// # Errors
    /// Every fault of the rules at once.
    pub fn new(rules: Rules) -> Result<Fizzbin, Vec<Fault>> {
        let faults = rules.check();
        match faults.is_empty() {
            true => Ok(Fizzbin { rules, dealt: None }),
            false => Err(faults),
        }
    }

    /// Deals so many cards a session and counts what they are.
    fn play_dealt(&self, cards: u32, seed: Seed, sessions: Range<u64>, sink: &mut impl Sink) {
        let law = Law::new(&self.rules);
        let copies: [u16; KINDS] =
            std::array::from_fn(|kind| self.rules.copies(Card::of_kind(kind)).into());
        let mut pile = Pile::new(&copies).expect("some decks are a pile");
        let mut record = Record::new(0, 1, HAND_PLACES + COMBINED_PLACES);
        for session in sessions {
            record.clear();
            pile.shuffle();
            let mut stream = seed.round(session, 0).stream(Purpose::Deal);
            let mut hand = Cards::EMPTY;
            (0..cards).for_each(|_| hand.add(Card::of_kind(pile.draw(&mut stream).into())));
            let (mine, whole) = law.natural(&hand, &Cards::EMPTY);
            record.rounds = 1;
            record.trials[0] = 1;
            record.hits[hand_place(mine)] = 1;
            record.hits[HAND_PLACES + combined_place(whole)] = 1;
            sink.session(&record, 1);
        }
    }
}

impl Game for Fizzbin {
    const NAME: &'static str = "fizzbin";
    const TITLE: &'static str = "Fizzbin";
    const ABOUT: &'static str =
        "hands and piles of cards whose names depend on the day and the light (Halm's rules)";
    const STAKE: &'static str = "quatloos";
    const UNITS: i64 = 1;
    const DEFAULT_STRATEGY: &'static str = "builder";
    const REPLAY_HELP: &'static str = NOT_BUILT;
    const UNPLAYABLE: Option<&'static str> = Some(NOT_BUILT);
    const FILE_PARAMETERS: &'static [&'static str] = &[];
    const FEATURES: &'static [Feature] = &[];

    type Rules = Rules;
    type Player = Seat;

    fn new(rules: Rules) -> Result<Fizzbin, Vec<Fault>> {
        Fizzbin::new(rules)
    }

    fn with_deck(self, _counts: &[u32]) -> Result<Fizzbin, ExactError> {
        Err(ExactError::Question(
            "the deck of fizzbin follows from day, deck, tue_deck, koiks and players (D1–D3)"
                .to_owned(),
        ))
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        if self.dealt.is_some() { 0 } else { self.rules.players.into() }
    }

    fn strategies() -> &'static [Named] {
        &[]
    }

    fn player(&self, spec: &Spec) -> Result<Seat, SeatError> {
        Err(SeatError::Rules { strategy: spec.name, reason: NOT_BUILT.to_owned() })
    }

    fn written(&self, document: &Document) -> Result<Seat, FileError> {
        Err(FileError { origin: document.origin.clone(), faults: vec![(0, NOT_BUILT.to_owned())] })
    }

    fn events(&self) -> Vec<Event> {
        let Some(dealt) = &self.dealt else { return Vec::new() };
        // Where there are too many hands to count, everything may be.
        let names = dealt.names.as_ref().ok();
        let hands = (0..HAND_PLACES)
            .map(|place| (hand_event(place), names.is_none_or(|names| names.hands[place] > 0)));
        let combined = (0..COMBINED_PLACES).map(|place| {
            (combined_event(place), names.is_none_or(|names| names.combined[place] > 0))
        });
        let event = |(name, possible)| Event { name, unit: 0, possible };
        hands.chain(combined).map(event).collect()
    }

    fn units(&self) -> usize {
        1
    }

    fn rounds_per_session(&self) -> f64 {
        1.0
    }

    fn nanoseconds(&self, _players: &[Seat]) -> f64 {
        100.0
    }

    fn play(&self, _players: &mut [Seat], seed: Seed, sessions: Range<u64>, sink: &mut impl Sink) {
        // Rounds have no players to be played by.
        if let Some(dealt) = &self.dealt {
            self.play_dealt(dealt.cards, seed, sessions, sink);
        }
    }

    fn trace(
        &self,
        _players: &mut [Seat],
        _seed: Seed,
        _session: u64,
        _round: Option<u64>,
    ) -> (Vec<(u64, Vec<Step>)>, u64) {
        (Vec::new(), 0)
    }

    fn replay(&self, _script: &str) -> Result<Vec<Step>, ReplayError> {
        Err(ReplayError(NOT_BUILT.to_owned()))
    }

    fn exact(&self, _players: &mut [Seat]) -> Result<ExactFigures, ExactError> {
        let Some(dealt) = &self.dealt else {
            return Err(ExactError::OutOfReach(NOT_BUILT.to_owned()));
        };
        let names = dealt.names.as_ref().map_err(ExactError::clone)?;
        let all = exact::Stock::full(&self.rules).hands(dealt.cards) as f64;
        Ok(ExactFigures {
            seats: Vec::new(),
            house: ExactScore { mean: 0.0, square: 0.0, win: 0.0 },
            events: names.hands.iter().chain(&names.combined).map(|&n| (n as f64, all)).collect(),
        })
    }

    fn exact_is_whole(&self) -> bool {
        self.dealt.is_some()
    }

    fn exact_notes(&self) -> Vec<String> {
        Vec::new()
    }

    fn decisions(&self, asked: HandAsked<'_>) -> Result<Vec<Decision>, ExactError> {
        asked.only(Fizzbin::NAME, &[])?;
        Err(ExactError::OutOfReach(NOT_BUILT.to_owned()))
    }

    fn best_file(&self) -> Result<BestFile, ExactError> {
        Err(ExactError::OutOfReach(NOT_BUILT.to_owned()))
    }

    fn hand_facts(&self, hand: &str, asked: HandAsked<'_>) -> Result<Vec<HandFacts>, ExactError> {
        asked.only(Fizzbin::NAME, &[])?;
        exact::hand_facts(&self.rules, hand)
    }

    fn hand_sizes() -> Option<RangeInclusive<u32>> {
        Some(1..=exact::MOST_CARDS)
    }

    fn dealing(&self, cards: u32) -> Option<Fizzbin> {
        let names = exact::names(&self.rules, cards).map(Box::new);
        Some(Fizzbin { rules: self.rules.clone(), dealt: Some(Dealt { cards, names }) })
    }
}
