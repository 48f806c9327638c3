//! Written rounds: replayed to the end and checked, or replayed up to a decision and continued in
//! many worlds.

use super::House;
use super::seat::Seat;
use super::source::Source;
use super::table::{Outcome, Shoes, Table};
use crate::cards::random::Seed;
use crate::framework::luck::Streams;
use crate::framework::money::Money;
use crate::framework::notation;
use crate::framework::script::{self, Reading, Script};
use crate::framework::worlds::{Begun, Opening, Short, Situations, Stop, World};
use crate::framework::{Game, ReplayError, Seats, Shuffle, Step, View};
use serde::Deserialize;

/// The keys of a written round in addition to those of every game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    first: Option<usize>,
}

impl<G: Game> House<G> {
    /// The distinct names of all cards, and the index of each card's name, by shoe and kind.
    fn numbers(&self) -> (Vec<&'static str>, Vec<Vec<usize>>) {
        let mut names: Vec<&'static str> = Vec::new();
        let mut numbers: Vec<Vec<usize>> = Vec::new();
        for shoe in &self.names {
            let number = |&(name, _): &(&'static str, u32)| {
                names.iter().position(|known| *known == name).unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                })
            };
            numbers.push(shoe.cards.iter().map(number).collect());
        }
        (names, numbers)
    }

    /// Reads a written round with cards of these names and the actions of the game.
    fn read<T>(
        &self,
        names: &[&str],
        read: impl FnOnce(Reading<'_>) -> Result<T, ReplayError>,
    ) -> Result<T, ReplayError> {
        let allowed = format!("cards are {}", names.join(", "));
        let card = |text: &str| notation::place_of(text, "card", &allowed, names);
        let allowed: Vec<&str> = <G::View as View>::ACTIONS.iter().map(|(name, _)| *name).collect();
        let decisions = format!("{} are allowed", allowed.join(", "));
        let decision = |text: &str| {
            let word = allowed.iter().find(|word| **word == text.trim());
            word.map(|&word| word.to_owned())
        };
        let (decisions, kept) = (&*decisions, &*self.most_gone());
        let silent = |action: &str| {
            <G::View as View>::SILENT.iter().any(|silent| G::View::name(*silent) == action)
        };
        read(Reading { card: &card, decision: &decision, decisions, silent, faces: 0, kept })
    }

    /// The most cards that may be gone from each shoe before a round; empty if every round begins
    /// with full shoes.
    fn most_gone(&self) -> Vec<u32> {
        let Shuffle::Penetration(part) = self.shuffle else { return Vec::new() };
        let most = |(total, needed): (u32, u32)| {
            let lasts = |&gone: &u32| !Shoes::is_due((gone, total), part, needed) && gone < total;
            (0..total).rev().find(lasts).unwrap_or(0)
        };
        self.shoes.totals().map(most).collect()
    }

    /// Replays a written round, checks every step, and returns the steps.
    pub(super) fn replay_written(&self, text: &str) -> Result<Vec<Step>, ReplayError> {
        let players = self.game.players();
        let (names, numbers) = self.numbers();
        let (script, Head { first }) = self.read(&names, |reading| Script::read(text, reading))?;
        let first = script::seat("first", first, 0, players)?;
        script.replay(Money::stakes(G::UNITS), |script, scribe| {
            let mut seats: Vec<Seat<G>> = vec![Seat::Random; players];
            let mut shoes = self.shoes.clone();
            let mut round = Outcome::new(players);
            shoes.shuffle();
            shoes.leave_out(&numbers, |deck| script.borrow_mut().take_gone(deck));
            shoes.begin_round();
            let mut table = Table {
                luck: Source::Script(script, &numbers),
                seats: &mut seats,
                shoes: &mut shoes,
                round: &mut round,
                first,
                steps: Some(scribe),
                search: None,
            };
            self.play_round(&mut table);
            round.nets
        })
    }
}

impl<G: Game> Situations for House<G> {
    fn begin(&self, text: &str) -> Result<Begun<'_>, ReplayError> {
        let (names, _) = self.numbers();
        let (opening, Head { first }) =
            self.read(&names, |reading| Opening::read(text, reading))?;
        let first = script::seat("first", first, 0, self.game.players())?;
        Ok(Begun::new(opening, move || {
            let mut room = self.room(Seed::new(0));
            let (_, numbers) = self.numbers();
            let missed = room.missed.clone();
            Box::new(move |players: &mut dyn Seats, world: &World, (seed, number), nets| {
                let seats = players.of_mut::<Seat<G>>();
                self.introduce(seats);
                let streams: &mut Streams = &mut room.streams;
                streams.begin(seed.round(number, 0));
                room.shoes.shuffle();
                let gone = room.shoes.leave_out(&numbers, |deck| world.take_gone(deck));
                room.shoes.begin_round();
                room.round.clear();
                self.begin(seats, Some((&gone, &missed)));
                let luck = Source::World(world, streams, &numbers);
                let (shoes, round) = (&mut room.shoes, &mut room.round);
                let mut table =
                    Table { luck, seats, shoes, round, first, steps: None, search: None };
                self.play_round(&mut table);
                nets.clear();
                nets.extend(&room.round.nets);
            })
        }))
    }

    fn seen_in_short(&self, begun: &Begun<'_>, stop: &Stop) -> Option<Short> {
        // Choices are computed for full shoes only. The short form is the seat's view on one line.
        let full = !begun.opening.written.has_gone() && !stop.varies;
        full.then(|| Short { hand: stop.sees.join(" "), situation: Vec::new() })
    }
}
