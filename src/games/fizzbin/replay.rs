//! A written round, played and checked step by step.

use super::decided::{ALLOWED, Decided};
use super::hand::{Card, KINDS};
use super::record::{QUATLOOS, Silent, Transcript};
use super::round::{Keyed, Luck, Table, Tied};
use super::rules::Rules;
use super::strategies::Seat;
use crate::cards::random::Purpose;
use crate::cards::random::Seed;
use crate::cards::{Deck, Pile};
use crate::framework::luck::{self, Whom};
use crate::framework::question::Scripted;
use crate::framework::script::{self, Reading, Script};
use crate::framework::worlds::{Begun, Opening, World, WorldLuck};
use crate::framework::{ReplayError, Seats, Step};
use serde::Deserialize;
use std::cell::RefCell;

/// The format, for `trace --help`.
pub const HELP: &str = "\
A written round is a TOML file:
  landru = 2                     # the seat that deals (default: the last, so seat 1 is archon)
  cards = [\"KS\", \"9D\", \"**\"]     # as they come off the deck: the deal, one each in turn from the
                                 # archon on, who gets a seventh; each draw; two for each redemption
  decisions = [\"pass\", \"keep\", \"place 3S 1\"]
                                 # as they are taken, wherever there is a choice:
                                 #   vote 2 light        on a Wednesday under wed_vote=vote (Y5)
                                 #   name K              the landru's wild rank, A to 1 (W1f)
                                 #   pass                nothing
                                 #   redeem KS           before play (S4); shed 3S: the archon then
                                 #   lay 3S 2            face-down, on the pile of seat 2 (P1)
                                 #   keep, send 2        the top card (P2)
                                 #   take 9H 2           off the pile of seat 2 (P3)
                                 #   place 3S 1          face-up (P4)
                                 #   krako 2             names seat 2 (P10)
                                 #   declare 1 2         up to 1 kronk in the hand, 2 in all (P11)
  day = 2                        # the day, and with dark = true the light, that is ruled where the
                                 # votes for it tie (Y5)
  throw = 2                      # the seat that wins if equals throw for it (M4)
  nets = [49, -49]               # optional: each seat's net in quatloos, as traces print it, checked
                                 # at the end
Everything written must be used, and every step must be legal under the rules.";

/// The keys of a written round beyond those of every game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    landru: Option<usize>,
    day: Option<u8>,
    dark: Option<bool>,
    throw: Option<usize>,
}

/// The rulings still to be made if a vote or a win is tied.
#[derive(Debug)]
struct Ruling {
    day: Option<u8>,
    dark: Option<bool>,
    throw: Option<usize>,
}

impl Ruling {
    /// The ruling on a tied vote; else any of the tied, and the fault.
    fn persuade(&mut self, tied: Tied<'_>) -> Result<u8, (u8, String)> {
        let (field, found, tied) = match tied {
            Tied::Days(tied) => ("day", self.day.take(), tied),
            Tied::Lights(tied) => ("dark", self.dark.take().map(u8::from), tied),
        };
        let named = |value: &u8| match field {
            "dark" => (*value == 1).to_string(),
            _ => value.to_string(),
        };
        let all: Vec<String> = tied.iter().map(named).collect();
        let all = all.join(", ");
        match found {
            Some(value) if tied.contains(&value) => Ok(value),
            Some(value) => Err((
                tied[0],
                format!("{field} = {}, but the vote is tied between {all} (Y5)", named(&value)),
            )),
            None => {
                Err((tied[0], format!("{field} is missing: the vote is tied between {all} (Y5)")))
            }
        }
    }

    /// A ruling left over because nothing was tied.
    fn unused(&self) -> Option<String> {
        match *self {
            Ruling { day: Some(day), .. } => {
                Some(format!("day = {day}, but no vote for a day is tied (Y5)"))
            }
            Ruling { dark: Some(dark), .. } => {
                Some(format!("dark = {dark}, but no vote for a light is tied (Y5)"))
            }
            Ruling { throw: Some(winner), .. } => {
                Some(format!("throw = {winner}, but nobody had to throw for it"))
            }
            _ => None,
        }
    }
}

/// The luck of a written round.
struct Written<'s> {
    script: &'s RefCell<Script>,
    ruling: &'s RefCell<Ruling>,
}

impl Written<'_> {
    fn fail(&self, fault: String) {
        self.script.borrow_mut().fail(fault);
    }
}

impl luck::Luck for Written<'_> {
    fn card<D: Deck>(&mut self, _purpose: Purpose, whom: Whom, deck: &mut D) -> usize {
        self.script.borrow_mut().card(&whom.to_string(), deck)
    }

    /// Chance is written as rulings, or comes after the round.
    fn below(&mut self, _purpose: Purpose, _bound: u32) -> u32 {
        0
    }
}

impl Luck for Written<'_> {
    fn draw_past(&mut self, seat: usize, deck: &mut Pile, returned: Card) -> Card {
        let mut left = [0; KINDS];
        deck.count(&mut left);
        let alone = left[returned.kind()] == 1 && deck.left() > 1;
        let next = self.script.borrow().next_card();
        if let Some((number, _)) = next.filter(|&(_, kind)| alone && kind == returned.kind()) {
            let whom = Whom::Seat(seat);
            self.fail(format!(
                "cards: card {number} ({whom}) is {returned}, which was just returned and is passed \
                 over (S4, redeemed = new)"
            ));
        }
        Luck::draw(self, seat, deck)
    }

    fn persuade(&mut self, tied: Tied<'_>) -> u8 {
        let ruled = self.ruling.borrow_mut().persuade(tied);
        ruled.unwrap_or_else(|(any, fault)| {
            self.fail(fault);
            any
        })
    }

    fn throw(&mut self, equals: &[usize]) -> usize {
        let all: Vec<String> = equals.iter().map(|seat| (seat + 1).to_string()).collect();
        let all = all.join(", ");
        match self.ruling.borrow_mut().throw.take() {
            Some(winner) if equals.contains(&winner.wrapping_sub(1)) => return winner - 1,
            Some(winner) => self.fail(format!("throw = {winner}, but seats {all} throw for it")),
            None => self.fail(format!("throw is missing: seats {all} throw for it")),
        }
        equals[0]
    }
}

/// How its cards and decisions are read.
const READING: Reading<'static> = Reading {
    card: &|text| text.parse().map(Card::kind),
    decision: &|text| Decided::read(text).map(|decided| decided.to_string()),
    decisions: ALLOWED,
    faces: 0,
};

/// Plays the round written in `text` under these rules.
pub fn replay(rules: &Rules, text: &str) -> Result<Vec<Step>, ReplayError> {
    let (script, Head { landru, day, dark, throw }) = Script::read(text, READING)?;
    let players = usize::from(rules.players);
    let landru = script::seat("landru", landru, players - 1, players)?;
    script::seat("throw", throw, 0, players)?;
    let (script, ruling) = (RefCell::new(script), RefCell::new(Ruling { day, dark, throw }));
    let mut luck = Written { script: &script, ruling: &ruling };
    let (mut transcript, mut cards) = (Transcript::default(), Table::new(rules));
    cards.sit(landru);
    let nets = cards.round(&mut vec![Scripted(&script); players], &mut luck, &mut transcript).nets;
    script.into_inner().end(&QUATLOOS.written(&nets[..players]))?;
    match ruling.into_inner().unused() {
        Some(unused) => Err(ReplayError(unused)),
        None => Ok(transcript.steps),
    }
}

/// The luck of a world.
struct Foretold<'w, 'r> {
    luck: WorldLuck<'w, Keyed>,
    ruling: &'r RefCell<Ruling>,
}

impl luck::Luck for Foretold<'_, '_> {
    fn card<D: Deck>(&mut self, purpose: Purpose, whom: Whom, deck: &mut D) -> usize {
        self.luck.card(purpose, whom, deck)
    }

    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.luck.below(purpose, bound)
    }
}

impl Luck for Foretold<'_, '_> {
    fn draw_past(&mut self, seat: usize, deck: &mut Pile, returned: Card) -> Card {
        let world = self.luck.world;
        match world.is_written() {
            true => Card::of_kind(world.card(Whom::Seat(seat), deck, Some(returned.kind()))),
            false => self.luck.luck.draw_past(seat, deck, returned),
        }
    }

    fn persuade(&mut self, tied: Tied<'_>) -> u8 {
        let world = self.luck.world;
        if !world.is_written() {
            return self.luck.luck.persuade(tied);
        }
        let ruled = self.ruling.borrow_mut().persuade(tied);
        ruled.unwrap_or_else(|(any, fault)| {
            world.fail(fault);
            any
        })
    }
}

/// Reads the round written in `text` up to a decision. It is played to the end of its game, as the
/// kitty may be held over (M5).
pub fn begin<'t>(rules: &'t Rules, text: &str) -> Result<Begun<'t>, ReplayError> {
    let (opening, Head { landru, day, dark, throw }) = Opening::read(text, READING)?;
    let players = usize::from(rules.players);
    let landru = script::seat("landru", landru, players - 1, players)?;
    if let Some(throw) = throw {
        return Err(ReplayError(format!(
            "throw = {throw}, but a seat still decides: nobody throws for it yet; leave it out"
        )));
    }
    Ok(Begun::new(opening, move || {
        let mut cards = Table::new(rules);
        Box::new(move |players: &mut dyn Seats, world: &World, luck: (Seed, u64), nets| {
            let ruling = RefCell::new(Ruling { day, dark, throw: None });
            let players = players.of_mut::<Seat>();
            nets.clear();
            nets.resize(players.len(), 0);
            cards.sit(landru);
            for round in 0.. {
                let keyed = Keyed::new(luck.0.round(luck.1, round));
                let luck = WorldLuck { world, luck: keyed };
                let mut luck = Foretold { luck, ruling: &ruling };
                let outcome = cards.round(players, &mut luck, &mut Silent);
                nets.iter_mut().zip(&outcome.nets).for_each(|(net, more)| *net += more);
                if outcome.outta {
                    break;
                }
            }
            if let Some(unused) = ruling.into_inner().unused() {
                world.fail(unused);
            }
        })
    }))
}
