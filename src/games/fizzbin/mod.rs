#![doc = include_str!("RULES.md")]

mod decided;
pub mod eval;
pub mod events;
pub mod exact;
pub mod hand;
pub mod record;
mod replay;
pub mod round;
pub mod rules;
pub mod strategies;
pub mod view;

use self::eval::Evaluator;
use self::events::{
    KRONKS, KRONKS_APART, LAPS, OTHER_EVENTS, REDEEMED, STRUCK, THROWN, WINS, kronks_event,
};
use self::hand::{
    COMBINED_PLACES, Card, Cards, HAND_PLACES, combined_event, combined_place, hand_event,
    hand_place, place_id,
};
use self::record::{QUATLOOS, Silent, Transcript};
use self::round::{Keyed, Outcome, Table};
use self::rules::{End, HAND, OvertimeWinner, Rules};
use self::strategies::Seat;
use self::strategies::file::{self, FileStrategy};
use crate::cards::Pile;
use crate::cards::random::{Purpose, Seed};
use crate::framework::document::{Document, FileError};
use crate::framework::enumeration::{FirstRound, MOST_LEAVES};
use crate::framework::scribe::{Recorded, Scribe, WrittenRound};
use crate::framework::worlds::GivenLuck;
use crate::framework::{
    self, AnyTable, Capabilities, DEALT, Engine, Event, Exact, ExactError, ExactFigures, Fault,
    GameRules, HandAsked, HandFacts, HandOdds, Hands, Help, Profile, Record, ReplayError,
    SeatError, Seats, Sink, Spec, Step, TurnOrder,
};
use std::ops::{Range, RangeInclusive};

/// A Fizzbin table: checked rules, and the events that its runs count.
#[derive(Clone, Debug)]
pub struct Fizzbin {
    rules: Rules,
    /// The possible numbers of turns of each player (P7).
    laps: RangeInclusive<u32>,
    /// If set, cards are dealt from the full deck and no rounds are played.
    dealt: Option<Dealt>,
}

/// A number of cards dealt from the full deck.
#[derive(Clone, Debug)]
struct Dealt {
    cards: u32,
    /// The number of ways to each name, or the reason that they are not counted.
    names: Result<Vec<u64>, ExactError>,
}

/// Units of trials: rounds, and hands declared.
const ROUNDS: usize = 0;
const HANDS: usize = 1;
const UNITS: usize = 2;

impl Fizzbin {
    /// A table under these rules.
    ///
    /// # Errors
    /// Every fault of the rules at once.
    pub fn new(rules: Rules) -> Result<Fizzbin, Vec<Fault>> {
        let rules = rules.checked()?;
        let laps = Fizzbin::find_laps(&rules.days());
        Ok(Fizzbin { rules, laps, dealt: None })
    }

    fn seats(&self) -> usize {
        self.rules.players.into()
    }

    /// The first dealer: the seat on its left is the session's number, modulo the players (S1).
    fn first_landru(&self, session: u64) -> usize {
        let order = TurnOrder::of_session(session, self.seats());
        order.before(order.first)
    }

    /// The possible numbers of turns of each player on a day (P7): each redemption takes one more
    /// card.
    fn laps_on(rules: &Rules) -> RangeInclusive<u32> {
        let players = u32::from(rules.players);
        if rules.end == End::Cycle {
            return 1..=1;
        }
        let left = rules.cards() - HAND * players - 1;
        let redeemed = if rules.redeemable() { players.min(left) } else { 0 };
        let laps = |left: u32| left.div_ceil(players).max(1);
        laps(left - redeemed)..=laps(left)
    }

    /// As [`Fizzbin::laps_on`], on any day that may be voted for.
    fn find_laps(days: &[Rules]) -> RangeInclusive<u32> {
        let each = days.iter().map(Fizzbin::laps_on);
        let all = each.reduce(|a, b| *a.start().min(b.start())..=*a.end().max(b.end()));
        all.expect("there is a day")
    }

    /// Counts a round into the record of its session.
    fn count(&self, outcome: &Outcome, record: &mut Record) {
        let players = self.seats();
        let order = TurnOrder { first: outcome.archon, players };
        let won = |seat| outcome.outta && outcome.winner == seat;
        record.add_round(order, |seat| (outcome.nets[seat], won(seat)));
        record.house.add(outcome.bank, outcome.bank > 0);
        for seat in 0..players {
            if outcome.qualified >> seat & 1 == 1 {
                let score = &outcome.scores[seat];
                let places = [
                    hand_place(score.hand.value),
                    HAND_PLACES + combined_place(score.combined.value),
                ];
                record.trials[HANDS] += 1;
                places.iter().for_each(|place| record.hits[*place] += 1);
                if seat == outcome.winner {
                    places.iter().for_each(|place| record.hits[WINS + *place] += 1);
                }
            }
        }
        let struck = outcome.qualified.count_ones() < players as u32;
        record.hits[KRONKS + (outcome.kronks as usize).min(KRONKS_APART - 1)] += 1;
        record.hits[REDEEMED] += u32::from(outcome.redeemed != 0);
        record.hits[STRUCK] += u32::from(struck);
        record.hits[THROWN] += u32::from(outcome.equals > 1);
        record.hits[LAPS + (outcome.laps - self.laps.start()) as usize] += 1;
    }

    /// The events that rounds count.
    fn round_events(&self) -> Vec<Event> {
        let days = self.rules.days();
        let evaluators: Vec<Evaluator> = days.iter().map(Evaluator::new).collect();
        let on_some_day = |may: fn(&Rules) -> bool| days.iter().any(may);
        let names = |kind: &'static str, unit: usize| {
            let evaluators = &evaluators;
            let hands = (0..HAND_PLACES).map(move |place| {
                (hand_event(place), evaluators.iter().any(|evaluator| evaluator.may_be(place)))
            });
            let combined = (0..COMBINED_PLACES).map(move |place| {
                let dead = |evaluator: &Evaluator| {
                    place_id(place).is_some_and(|id| evaluator.dead(id).is_some())
                };
                (combined_event(place), !evaluators.iter().all(dead))
            });
            let named = hands.chain(combined);
            named.map(move |(name, possible)| Event::new(format!("{kind}{name}"), unit, possible))
        };
        let kronks = (0..KRONKS_APART).map(|many| {
            let possible = many == 0 || on_some_day(Rules::kronks_allowed);
            Event::new(kronks_event(many), ROUNDS, possible)
        });
        let can = [on_some_day(Rules::redeemable), on_some_day(Rules::krako_strikes), true];
        let others = OTHER_EVENTS.iter().zip(can);
        let others = others.map(|(&name, possible)| Event::new(name, ROUNDS, possible));
        let laps =
            self.laps.clone().map(|laps| Event::new(format!("turns-each:{laps}"), ROUNDS, true));
        let all = names("", HANDS).chain(names("wins-with:", ROUNDS));
        all.chain(kronks).chain(others).chain(laps).collect()
    }

    /// Deals `cards` cards per session and counts their names.
    fn play_dealt(&self, cards: u32, seed: Seed, sessions: Range<u64>, sink: &mut impl Sink) {
        let evaluator = Evaluator::new(&self.rules);
        let mut pile = Pile::new(&self.rules.stock()).expect("some decks are a pile");
        let mut record = Record::new(0, 1, HAND_PLACES + COMBINED_PLACES);
        for session in sessions {
            record.clear();
            pile.shuffle();
            let mut stream = seed.round(session, 0).stream(Purpose::Deal);
            let mut hand = Cards::EMPTY;
            (0..cards).for_each(|_| hand.add(Card::of_kind(pile.draw(&mut stream).into())));
            let (mine, whole) = evaluator.natural(&hand, &Cards::EMPTY);
            record.rounds = 1;
            record.trials[0] = 1;
            record.hits[hand_place(mine)] = 1;
            record.hits[HAND_PLACES + combined_place(whole)] = 1;
            sink.session(&record, 1);
        }
    }
}

/// Examples and option hints for the command-line help.
const HELP: Help = Help {
    examples: &[
        ("playtest", "--set kronk_payee=kitty"),
        ("rules", "P10"),
        ("leaks", "--strategy hoarder --reference builder --rounds 2k"),
        ("play", "--rules newcomer --advise"),
        ("odds", "--hand 'AS AD KS KH JC JD TS'"),
    ],
    options: &[
        ("odds", "hand", "such as 'AS AD KS KH JC JD TS', or HAND + PILE"),
        ("odds", "cards", "1 to 7"),
    ],
};

impl Engine for Fizzbin {
    type Rules = Rules;
    type Player = Seat;

    fn game() -> Profile {
        Profile {
            name: "fizzbin",
            title: "Fizzbin",
            about: "hands and piles of cards whose names depend on the day and the light (Halm's rules)",
            stake: "quatloos",
            units: 1,
            default_strategy: "builder",
            replay_help: replay::HELP,
            rulebook: include_str!("RULES.md"),
            help: HELP,
            file_parameters: file::KEYS,
            features: || file::FEATURES.to_vec(),
            strategies: strategies::NAMED,
            ..Profile::under::<Rules>()
        }
    }

    fn new(rules: Rules) -> Result<Fizzbin, Vec<Fault>> {
        Fizzbin::new(rules)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        if self.dealt.is_some() { 0 } else { self.rules.players.into() }
    }

    /// The bank, if kronks are paid to it or bonuses by it (M2).
    fn has_house(&self) -> bool {
        self.rules.has_bank()
    }

    /// The ante; nothing on Sundays (M1, M3).
    fn first_stake(&self, _: &[Seat]) -> Option<f64> {
        Some(self.rules.stake() as f64).filter(|&stake| stake > 0.0)
    }

    /// True on Sundays without a bonus (M3).
    fn is_for_nothing(&self) -> bool {
        let rules = &self.rules;
        rules.stake() == 0 && rules.kronk_price() == 0 && rules.bonus.is_empty()
    }

    fn player(&self, spec: &Spec) -> Result<Seat, SeatError> {
        Seat::new(spec)
    }

    fn written(&self, document: &Document) -> Result<Seat, FileError> {
        Ok(Seat::File(FileStrategy::new(document, &self.rules)?))
    }

    fn events(&self) -> Vec<Event> {
        let Some(dealt) = &self.dealt else { return self.round_events() };
        // If there are too many hands to count, any name is possible.
        let names = dealt.names.as_ref().ok();
        let hands = (0..HAND_PLACES).map(hand_event);
        let all = hands.chain((0..COMBINED_PLACES).map(combined_event)).enumerate();
        let event = |(at, name): (usize, _)| {
            let possible = names.is_none_or(|names| names[at] > 0);
            Event::new(format!("{DEALT}{name}"), 0, possible)
        };
        all.map(event).collect()
    }

    fn units(&self) -> usize {
        if self.dealt.is_some() { 1 } else { UNITS }
    }

    fn rounds_per_session(&self) -> f64 {
        if self.rules.overtime_winner == OvertimeWinner::NextRound {
            return 1.0 + f64::from(self.rules.overtime);
        }
        // The mean of the fewest rounds, when one player wins all of them, and the most (M5).
        let (players, challenges) = (f64::from(self.rules.players), f64::from(self.rules.overtime));
        1.0 + challenges * (1.0 + players) / 2.0
    }

    fn nanoseconds(&self, players: &[Seat]) -> f64 {
        let turns = f64::from(*self.laps.end());
        let seats = players.iter().map(|seat| 1_000.0 + turns * seat.nanoseconds());
        500.0 + seats.sum::<f64>()
    }

    fn play(&self, players: &mut [Seat], seed: Seed, sessions: Range<u64>, sink: &mut impl Sink) {
        if let Some(dealt) = &self.dealt {
            return self.play_dealt(dealt.cards, seed, sessions, sink);
        }
        let events = LAPS + self.laps.clone().count();
        let mut record = Record::new(self.seats(), UNITS, events);
        let mut table = Table::new(&self.rules);
        for session in sessions {
            record.clear();
            table.sit(self.first_landru(session));
            for round in 0.. {
                let mut luck = Keyed::new(seed.round(session, round));
                let outcome = table.round(players, &mut luck, &mut Silent);
                self.count(outcome, &mut record);
                if outcome.outta {
                    break;
                }
            }
            sink.session(&record, 1);
        }
    }

    fn first_round<'t>(&'t self, players: &'t mut [Seat]) -> FirstRound<'t> {
        let mut table = Table::new(&self.rules);
        let order = TurnOrder { first: 0, players: self.seats() };
        Box::new(move |walk, archon, record| {
            table.sit(order.before(archon));
            let luck = &mut GivenLuck::<Keyed>::Walk(walk);
            self.count(table.round(players, luck, &mut Silent), record);
        })
    }

    fn write_session(
        &self,
        players: &mut [Seat],
        scribe: &Scribe,
        seed: Seed,
        session: u64,
    ) -> Vec<WrittenRound> {
        let (mut table, mut rounds) = (Table::new(&self.rules), Vec::new());
        table.sit(self.first_landru(session));
        loop {
            let keys = seed.round(session, rounds.len() as u64);
            let mut luck = Recorded { luck: Keyed::new(keys), scribe: scribe.clone() };
            let mut transcript = Transcript::at((), scribe);
            let outcome = table.round(players, &mut luck, &mut transcript);
            let (first, players) = (outcome.archon, self.seats());
            let landru = TurnOrder { first, players }.before(first) + 1;
            let card = |_: usize, kind| Card::of_kind(kind).to_string();
            let nets = (QUATLOOS, &outcome.nets[..players]);
            rounds.push(WrittenRound::new(&[("landru", &landru)], scribe.take(), card, nets));
            if outcome.outta {
                return rounds;
            }
        }
    }

    fn replay(&self, script: &str) -> Result<Vec<Step>, ReplayError> {
        replay::replay(&self.rules, script)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            exact: if self.dealt.is_some() { Some(self) } else { None },
            hands: Some(self),
            hand_odds: Some(self),
            ..Capabilities::default()
        }
    }

    fn instead(&self) -> &'static str {
        "simulate answers this, odds --cards K counts hands exactly, and odds --hand CARDS says what a \
         hand is"
    }
}

impl Exact for Fizzbin {
    fn exact(&self, players: &mut dyn Seats) -> Result<ExactFigures, ExactError> {
        let Some(dealt) = &self.dealt else {
            return AnyTable::enumerate(self, players, MOST_LEAVES);
        };
        let names = dealt.names.as_ref().map_err(ExactError::clone)?;
        let all = exact::Stock::full(&self.rules).hands(dealt.cards);
        Ok(ExactFigures::of_deals(names.iter().map(|&ways| (ways.into(), all.into()))))
    }
}

impl framework::Situations for Fizzbin {
    fn begin(&self, text: &str) -> Result<framework::Begun<'_>, ReplayError> {
        replay::begin(&self.rules, text)
    }
}

impl Hands for Fizzbin {
    fn hand_facts(&self, hand: &str, _asked: HandAsked<'_>) -> Result<Vec<HandFacts>, ExactError> {
        exact::hand_facts(&self.rules, hand)
    }
}

impl HandOdds for Fizzbin {
    fn hand_sizes(&self) -> RangeInclusive<u32> {
        1..=exact::MOST_CARDS
    }

    fn dealing(&self, cards: u32) -> Box<dyn framework::AnyTable> {
        let names = exact::names(&self.rules, cards);
        Box::new(Fizzbin {
            rules: self.rules.clone(),
            laps: self.laps.clone(),
            dealt: Some(Dealt { cards, names }),
        })
    }
}
