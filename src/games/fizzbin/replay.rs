//! A written round, played and checked step by step.

use super::decided::{self, ALLOWED};
use super::hand::Card;
use super::record::{QUATLOOS, Silent, Transcript};
use super::round::{Keyed, Table};
use super::rules::Rules;
use super::strategies::Seat;
use crate::cards::random::Seed;
use crate::framework::question::Scripted;
use crate::framework::script::{self, Reading, Script};
use crate::framework::worlds::{Begun, GivenLuck, Opening, World};
use crate::framework::{ReplayError, Seats, Step};
use serde::Deserialize;

/// The format, for `trace --help`.
pub const HELP: &str = "\
A written round is a TOML file:
  # the seat that deals (default: the last, so seat 1 is archon)
  landru = 2
  # the cards as they come off the deck: the deal, one each in turn from the
  # archon on, who gets a seventh; each draw; two for each redemption
  cards = [\"KS\", \"9D\", \"**\"]
  # the decisions as they are taken, wherever there is a choice:
  #   vote 2 light        on a Wednesday under wed_vote=vote (Y5)
  #   name K              the landru's wild rank, A to 1 (W1)
  #   pass                nothing
  #   redeem KS           before play (S4); shed 3S: the archon then
  #   lay 3S 2            face-down, on the pile of seat 2 (P1)
  #   keep, send 2        the top card (P2)
  #   take 9H 2           off the pile of seat 2 (P3)
  #   place 3S 1          face-up (P4)
  #   krako 2             names seat 2 (P10)
  #   declare 1 2         up to 1 kronk in the hand, 2 in all (P11)
  decisions = [\"pass\", \"keep\", \"place 3S 1\"]
  # the day, and with dark = true the light, that is ruled where the votes
  # for it tie (Y5)
  day = 2
  # the seat that wins if equals throw for it (M4)
  throw = 2
  # optional: each seat's net in quatloos, as traces print it, checked at
  # the end
  nets = [49, -49]
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

/// The faults of rulings that a round does not need.
const NO_DAY: &str = "no vote for a day is tied (Y5)";
const NO_LIGHT: &str = "no vote for a light is tied (Y5)";
const NO_THROW: &str = "nobody had to throw for it";

/// How its cards and decisions are read.
fn reading() -> Reading<'static> {
    Reading {
        card: &|text| text.parse().map(Card::kind),
        decision: &decided::read,
        decisions: &ALLOWED,
        silent: script::passes,
        faces: 0,
        kept: &[],
    }
}

/// Plays the round written in `text` under these rules.
pub fn replay(rules: &Rules, text: &str) -> Result<Vec<Step>, ReplayError> {
    let (mut script, Head { landru, day, dark, throw }) = Script::read(text, reading())?;
    let players = usize::from(rules.players);
    let landru = script::seat("landru", landru, players - 1, players)?;
    script::seat("throw", throw, 0, players)?;
    script.written.add_ruling("day", day, NO_DAY);
    script.written.add_ruling("dark", dark, NO_LIGHT);
    script.written.add_ruling("throw", throw, NO_THROW);
    script.replay(QUATLOOS, |script, scribe| {
        let mut cards = Table::new(rules);
        cards.sit(landru);
        let (mut seats, mut luck) = (vec![Scripted(script); players], script);
        let mut transcript = Transcript::at((), scribe);
        cards.round(&mut seats, &mut luck, &mut transcript).nets[..players].to_vec()
    })
}

/// Reads the round written in `text` up to a decision. It is played to the end of its game, as the
/// kitty may be held over (M5).
pub fn begin<'t>(rules: &'t Rules, text: &str) -> Result<Begun<'t>, ReplayError> {
    let (mut opening, Head { landru, day, dark, throw }) = Opening::read(text, reading())?;
    let players = usize::from(rules.players);
    let landru = script::seat("landru", landru, players - 1, players)?;
    if let Some(throw) = throw {
        let why = "but a seat still decides: nobody throws for it yet; leave it out";
        return Err(ReplayError::of("throw", format!("throw = {throw}, {why}")));
    }
    opening.written.add_ruling("day", day, NO_DAY);
    opening.written.add_ruling("dark", dark, NO_LIGHT);
    Ok(Begun::new(opening, move || {
        let mut cards = Table::new(rules);
        Box::new(move |players: &mut dyn Seats, world: &World, luck: (Seed, u64), nets| {
            let players = players.of_mut::<Seat>();
            nets.clear();
            nets.resize(players.len(), 0);
            cards.sit(landru);
            for round in 0.. {
                let keyed = Keyed::new(luck.0.round(luck.1, round));
                let mut luck = GivenLuck::World(world, keyed);
                let outcome = cards.round(players, &mut luck, &mut Silent);
                nets.iter_mut().zip(&outcome.nets).for_each(|(net, more)| *net += more);
                if outcome.outta {
                    break;
                }
            }
        })
    }))
}
