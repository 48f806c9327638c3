//! Written games, played and checked step by step.

use super::cards::{Card, Deck, with_hands};
use super::record::{ANTES, Silent, Transcript};
use super::round::{Keyed, Table};
use super::rules::Rules;
use super::strategies::Seat;
use super::view::Action;
use crate::cards::random::Seed;
use crate::framework::question::Scripted;
use crate::framework::script::{self, Reading, Script};
use crate::framework::worlds::{Begun, GivenLuck, Opening, World};
use crate::framework::{ReplayError, Seats, Step, TurnOrder};
use serde::Deserialize;

/// The file format, for `trace --help`.
pub const HELP: &str = "\
A written game is a TOML file:
  # the seat that deals (default: the last, so seat 1 begins)
  dealer = 2
  # the cards as they come, sylops are 0: the deal (a card each in turn
  # order, another each, then the first discard), each draw, new hands after
  # doubles and a card for each who ties, both in turn order
  cards = [5, -3, -8, 4, 3, -2]
  # the decisions as they are taken: stand, gain, exchange CARD, swap CARD
  # (the card given up), junk; and keep or throw for a card that is looked
  # at (gain = look_first)
  decisions = [\"gain\", \"swap 4\", \"stand\", \"stand\", \"stand\", \"stand\"]
  # each roll, at the end of each round
  dice = [[1, 2], [6, 1], [3, 4]]
  # optional: each seat's net in coins, as traces tell it, checked at the
  # end; the field `ante` is coins to the ante
  nets = [-1, 1]
Everything written must be used, and every step must be legal under the rules.";

/// The keys of a written game besides those common to all games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    dealer: Option<usize>,
}

/// A decision as traces write it.
fn decision(text: &str, deck: &Deck) -> Option<String> {
    let card = |text: &str| deck.read(text).ok();
    let action = match *text.split_whitespace().collect::<Vec<_>>().as_slice() {
        [word @ ("stand" | "gain" | "junk" | "keep" | "throw")] => return Some(word.to_owned()),
        ["exchange", given] => Action::Exchange(card(given)?),
        ["swap", given] => Action::Swap(card(given)?),
        _ => return None,
    };
    Some(action.to_string())
}

/// Reads a written game. Returns it and the seat with the first turn.
fn read<T>(
    rules: &Rules,
    read: impl FnOnce(Reading<'_>) -> Result<(T, Head), ReplayError>,
) -> Result<(T, usize), ReplayError> {
    let deck = rules.deck();
    let (game, Head { dealer }) = read(Reading {
        card: &|text| deck.read(text).map(Card::kind),
        decision: &|text| decision(text, &deck),
        decisions: "stand, gain, exchange CARD, swap CARD, junk, keep and throw are allowed (such as \
                    swap -4)",
        silent: |_| false,
        faces: rules.dice_faces,
        kept: &[],
    })?;
    let players = usize::from(rules.players);
    let dealer = script::seat("dealer", dealer, players - 1, players)?;
    Ok((game, TurnOrder { first: 0, players }.after(dealer)))
}

/// Plays the written game in `text` at a table.
pub fn replay(rules: &Rules, text: &str) -> Result<Vec<Step>, ReplayError> {
    let (script, first) = read(rules, |reading| Script::read(text, reading))?;
    let players = usize::from(rules.players);
    script.replay(ANTES.in_coins(rules.ante), |script, scribe| {
        let (mut seats, mut luck) = (vec![Scripted(script); players], script);
        let mut transcript = Transcript::at(rules.clone(), scribe);
        with_hands!(rules, H => {
            let mut cards = Table::<H>::packed(rules);
            cards.game(&mut seats, &mut luck, &mut transcript, first).nets[..players].to_vec()
        })
    })
}

/// Reads a game in `text` that is written up to a decision.
pub fn begin<'t>(rules: &'t Rules, text: &str) -> Result<Begun<'t>, ReplayError> {
    let (opening, first) = read(rules, |reading| Opening::read(text, reading))?;
    Ok(with_hands!(rules, H => Begun::new(opening, move || {
        let mut cards = Table::<H>::packed(rules);
        Box::new(
            move |players: &mut dyn Seats, world: &World, (seed, number): (Seed, u64), nets| {
                let keyed = Keyed::new(seed.round(number, 0));
                let mut luck = GivenLuck::World(world, keyed);
                let players = players.of_mut::<Seat>();
                let outcome = cards.game(players, &mut luck, &mut Silent, first);
                nets.clear();
                nets.extend(&outcome.nets[..players.len()]);
            },
        )
    })))
}
