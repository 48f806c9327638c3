//! A written hand, played and checked step by step.

pub mod short;

use super::hand::{Card, Line, NEIGHBOURS, Order, Place};
use super::record::{ANTES, Silent, Transcript};
use super::round::{Keyed, Table};
use super::rules::{Rules, UNITS_PER_ANTE};
use super::strategies::Seat;
use super::view::{Bet, Pilot};
use crate::cards::random::Seed;
use crate::framework::question::Scripted;
use crate::framework::script::{self, Reading, Script};
use crate::framework::worlds::{Begun, GivenLuck, Opening, World};
use crate::framework::{ReplayError, Seats, Step};
use serde::Deserialize;
use std::cmp::Ordering;

/// The schema, for `trace --help`.
pub const HELP: &str = "\
A written hand is a TOML file, its money in coins as traces print it, `ante`
of them to the ante:
  # the seat that acts first (default 1)
  first = 1
  # the number of the hand in the session, for the rake (default 1, with a
  # carry or a jackpot 2)
  hand = 1
  # coins carried over from the hand before (default 0)
  carry = 0
  # with hand = 2 or later, coins in the jackpot before it (Z15; default what
  # a session starts with):
  # jackpot = 120
  # the cards as they come, level by level: each player's in turn, port to
  # starboard, and each replacement when it is bought; a number 0..4 (0 is a
  # misfire) and a suit r, g, b, y, or V6
  cards = [\"4r\", \"0g\", \"V6\"]
  # optional, where cards stay out between hands (Z4): those that are gone,
  # \"?\" for one that not all have seen; with a shoe for each level, a list
  # for each:
  # gone = [[\"4r\", \"?\"], [\"0g\"], [], []]
  # the decisions as they are taken:
  #   check, bet, call, raise, fold
  #   zinbiddle, no zinbiddle   (who holds a natural one)
  #   side bet, no side bet     (where the rules have them)
  #   pass, replace T3, transpose S1 G1
  #   sort port 3 1 2 4         (or row, starboard: which of the
  #                              four comes first, second, …,
  #                              flanks from the capstone down)
  decisions = [\"bet\", \"call\"]
  # optional: each seat's net in coins, to four decimals, checked at the end
  nets = [0, 0, 0]
Everything written must be used, and every step must be legal under the rules.";

/// The keys of a written hand besides those common to all games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    first: Option<usize>,
    hand: Option<u32>,
    #[serde(default)]
    carry: f64,
    jackpot: Option<f64>,
}

/// Where a written hand begins.
#[derive(Clone, Copy)]
struct Start {
    /// The seat that acts first.
    first: usize,
    /// The number of the hand in its session, from 0.
    hand: u32,
    /// The carry, in units.
    carry: i64,
    /// The jackpot, in units; `None` for its seed.
    jackpot: Option<i64>,
}

/// A decision as traces write it.
fn decision(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let pilot = match words.as_slice() {
        ["pass"] => Pilot::Pass,
        ["replace", place] => Pilot::Replace(place.parse().ok()?),
        ["transpose", a, b] => {
            let (a, b): (Place, Place) = (a.parse().ok()?, b.parse().ok()?);
            let number = NEIGHBOURS.iter().position(|&pair| pair == (a, b) || pair == (b, a))?;
            Pilot::Transpose(number as u8)
        }
        ["sort", line, order @ ..] => {
            let line = Line::named(line)?;
            let mut old = [0; 4];
            for (i, number) in order.iter().enumerate() {
                *old.get_mut(i)? = number.parse::<u8>().ok()?.checked_sub(1)?;
            }
            let order = Order::taking(old).filter(|_| order.len() == 4)?;
            Pilot::Resort(line, order)
        }
        words => {
            let word = words.join(" ");
            let answers = ["zinbiddle", "no zinbiddle", "side bet", "no side bet"];
            let mut known = Bet::ALL.map(Bet::name).into_iter().chain(answers);
            return known.any(|known| known == word).then_some(word);
        }
    };
    Some(pilot.to_string())
}

impl Head {
    /// Checks the head.
    fn check(&self, rules: &Rules) -> Result<Start, ReplayError> {
        let coins = ANTES.in_coins(rules.ante);
        let first = script::seat("first", self.first, 0, usize::from(rules.players))?;
        let carry = script::within("carry", self.carry, 0.0..=1e9, "")?;
        let hands = rules.hands_per_session;
        let later = carry > 0.0 || self.jackpot.is_some();
        let hand = self.hand.unwrap_or(if later { hands.min(2) } else { 1 });
        let hand = script::within("hand", hand, 1..=hands, "Z17")?;
        if hand == 1 && carry > 0.0 {
            let why = "but nothing is carried into the first hand of a session (Z17): write the number of \
                       the hand, such as hand = 2";
            return Err(ReplayError::of("carry", format!("carry = {carry}, {why}")));
        }
        let jackpot = self.jackpot.map(|held| script::within("jackpot", held, 0.0..=1e9, "Z15"));
        let jackpot = jackpot.transpose()?.map(|held| coins.units(held));
        if hand == 1 && jackpot.is_some() {
            let why = "jackpot, but a session begins with that of jackpot_seed (Z17): write the number of \
                       the hand, such as hand = 2";
            return Err(ReplayError::of("jackpot", why));
        }
        let seed = i64::from(rules.jackpot_seed) * UNITS_PER_ANTE;
        let feeds = rules.side_bet > 0 && rules.jackpot_share > 0.0;
        let impossible = match jackpot.map(|held| held.cmp(&seed)) {
            Some(Ordering::Less) => Some("the house fills it up to"),
            Some(Ordering::Greater) if !feeds => Some("no side bets feed it, and it stays at"),
            _ => None,
        };
        if let (Some(why), Some(held)) = (impossible, self.jackpot) {
            let seed = coins.text(seed);
            let text = format!("jackpot = {held}, but {why} jackpot_seed, {seed} coins (Z15)");
            return Err(ReplayError::of("jackpot", text));
        }
        Ok(Start { first, hand: hand - 1, carry: coins.units(carry), jackpot })
    }
}

/// How its cards and decisions are read.
const READING: Reading<'static> = Reading {
    card: &|text| text.parse().map(Card::kind),
    decision: &decision,
    decisions: "check, bet, call, raise, fold, zinbiddle, no zinbiddle, side bet, no side bet, pass, \
                replace PLACE, transpose PLACE PLACE (neighbours) and sort LINE 1 2 3 4 (in any \
                order) are allowed, places are T1 T2 T3 T4 S1 S2 G1 G2 C, lines row, port, \
                starboard",
    silent: script::passes,
    faces: 0,
    kept: &[],
};

/// Calls `read` with the parsers of this game, under these rules.
fn read<T>(rules: &Rules, read: impl FnOnce(Reading<'_>) -> T) -> T {
    let most = rules.shuffled_from() - 1;
    let kept = vec![most; if most > 0 { rules.shoe_count() } else { 0 }];
    read(Reading { kept: &kept, ..READING })
}

/// Plays the hand written in `text` at a table of these rules and returns its steps.
///
/// # Errors
/// If the text cannot be read, a step is illegal, something written is unused, or a net is wrong.
pub fn replay(rules: &Rules, text: &str) -> Result<Vec<Step>, ReplayError> {
    let (script, head) = read(rules, |reading| Script::read::<Head>(text, reading))?;
    let players = usize::from(rules.players);
    let Start { first, hand, carry, jackpot } = head.check(rules)?;
    script.replay(ANTES.in_coins(rules.ante), |script, scribe| {
        let mut cards = Table::new(rules);
        cards.begin_at(hand, carry, jackpot);
        cards.leave_out(|pile| script.borrow_mut().take_gone(pile));
        let (mut seats, mut luck) = (vec![Scripted(script); players], script);
        let mut transcript = Transcript::new(rules.ante, scribe);
        cards.hand(&mut seats, &mut luck, &mut transcript, first).nets[..players].to_vec()
    })
}

/// Reads the hand written in `text` up to a decision. The carry to the next hand counts as at the
/// end of a session: in equal shares (Z17).
///
/// # Errors
/// If the text cannot be read, or the hand cannot begin as written.
pub fn begin<'t>(rules: &'t Rules, text: &str) -> Result<Begun<'t>, ReplayError> {
    let (opening, head) = read(rules, |reading| Opening::read::<Head>(text, reading))?;
    let Start { first, hand, carry, jackpot } = head.check(rules)?;
    Ok(Begun::new(opening, move || {
        let mut cards = Table::new(rules);
        Box::new(
            move |players: &mut dyn Seats, world: &World, (seed, number): (Seed, u64), nets| {
                let keyed = Keyed::new(seed.round(number, 0));
                let mut luck = GivenLuck::World(world, keyed);
                let players = players.of_mut::<Seat>();
                cards.new_session();
                cards.begin_at(hand, carry, jackpot);
                cards.leave_out(|pile| world.take_gone(pile));
                cards.hand(players, &mut luck, &mut Silent, first);
                let outcome = cards.close(&mut Silent);
                nets.clear();
                nets.extend(&outcome.nets[..players.len()]);
            },
        )
    }))
}
