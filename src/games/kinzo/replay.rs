//! Written rounds, played and checked step by step.

use super::hand::{Card, Roll};
use super::record::{STAKES, Silent, Transcript};
use super::round::{Keyed, Table};
use super::rules::HitSource;
use super::strategies::Seat;
use super::table::Kinzo;
use super::view::{Action, Staking};
use crate::cards::random::Seed;
use crate::framework::question::Scripted;
use crate::framework::script::{self, Reading, Script};
use crate::framework::worlds::{Begun, GivenLuck, Opening, Short, World};
use crate::framework::{ReplayError, Seats, Step};
use serde::Deserialize;

/// The file format, for `trace --help`.
pub const HELP: &str = "\
A written round is a TOML file:
  # the seat that calls and begins (default 1)
  caller = 1
  # the stake that it calls (default 1): the unit of all money
  stake = 1
  # the cards as they come: a card to each player from the caller on, the
  # dealer's open card, a second card to each player, the hole card; then
  # each hit, and the dealer's draws
  cards = [3, 5, 3, 2, 6, 6]
  # optional, where cards stay out between rounds (K16): those that are
  # gone, the last on top of the discard pile; \"?\" for one not seen:
  # gone = [\"?\", 6, 1]
  # the decisions as they are taken: stay, hit, take, split VALUE; a hand
  # with nothing left to decide is not asked
  decisions = [\"split 3\", \"hit\", \"stay\", \"stay\"]
  # each roll, as they are rolled
  dice = [[1, 2]]
  # optional: each seat's net as traces print it, checked at the end: a
  # stake of 3 that is lost is -3
  nets = [0]
Everything written must be used, and every step must be legal under the rules.";

/// The keys of a written round besides those common to all games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    caller: Option<usize>,
    stake: Option<u32>,
}

impl Head {
    /// The caller's seat, and the stake if it is written.
    fn check(self, table: &Kinzo) -> Result<(usize, Option<u32>), ReplayError> {
        let caller = script::seat("caller", self.caller, 0, table.seats())?;
        let allowed = 1..=table.rules.stake_limit;
        let stake = self.stake.map(|stake| script::within("stake", stake, allowed, "K4"));
        Ok((caller, stake.transpose()?))
    }
}

/// How its cards and decisions are read.
const READING: Reading<'static> = Reading {
    card: &|text| text.parse().map(Card::kind),
    decision: &|text| action(text).map(|action| action.to_string()),
    decisions: "stay, hit, take and split VALUE (such as split 3) are allowed",
    silent: |_| false,
    faces: Roll::FACES,
    kept: &[],
};

/// Calls `read` with the parsers of this game, at a table.
fn read<T>(table: &Kinzo, read: impl FnOnce(Reading<'_>) -> T) -> T {
    let kept = table.rules.most_gone(table.deck);
    read(Reading { kept: kept.as_slice(), ..READING })
}

fn action(text: &str) -> Option<Action> {
    // Strategy files and computed tables write `split:3`.
    match text.split([' ', ':']).filter(|word| !word.is_empty()).collect::<Vec<_>>().as_slice() {
        ["stay"] => Some(Action::Stay),
        ["hit"] => Some(Action::Hit),
        ["take"] => Some(Action::Take),
        ["split", value] => value.parse().ok().map(Action::Split),
        _ => None,
    }
}

/// Plays the written round in `text` at a table.
pub fn replay(table: &Kinzo, text: &str) -> Result<Vec<Step>, ReplayError> {
    let (script, head) = read(table, |reading| Script::read::<Head>(text, reading))?;
    // K8: all see the discard pile's top.
    if table.rules.hit_source == HitSource::DeckOrDiscard {
        script.written.lies_face_up(&Action::Take.to_string())?;
    }
    let (caller, stake) = head.check(table)?;
    let (players, stake) = (table.seats(), stake.unwrap_or(1));
    script.replay(STAKES, |script, scribe| {
        let mut cards = Table::new(&table.rules, table.deck);
        cards.leave_out(|shoe| script.borrow_mut().take_gone(shoe));
        let seat = Staking { player: Scripted(script), stake };
        let (mut seats, mut luck) = (vec![seat; players], script);
        let mut transcript = Transcript::at((), scribe);
        cards.round(&mut seats, &mut luck, &mut transcript, caller).nets[..players].to_vec()
    })
}

/// Reads a round in `text` that is written up to a decision. If nothing but the caller is written,
/// that decision is the stake.
pub fn begin<'t>(table: &'t Kinzo, text: &str) -> Result<Begun<'t>, ReplayError> {
    let (opening, head) = read(table, |reading| Opening::read::<Head>(text, reading))?;
    if table.rules.hit_source == HitSource::DeckOrDiscard {
        opening.written.lies_face_up(&Action::Take.to_string())?;
    }
    let (caller, stake) = head.check(table)?;
    let short = short(table, &opening).filter(|_| stake.unwrap_or(1) == 1);
    let opening = match (stake, opening.is_empty()) {
        (None, true) => opening,
        (stake, _) => opening.given("stake", stake.unwrap_or(1)),
    };
    let mut begun = Begun::new(opening, move || {
        let mut cards = Table::new(&table.rules, table.deck);
        Box::new(
            move |players: &mut dyn Seats, world: &World, (seed, number): (Seed, u64), nets| {
                let keyed = Keyed::new(seed.round(number, 0));
                let mut luck = GivenLuck::World(world, keyed);
                cards.shuffle();
                cards.leave_out(|shoe| world.take_gone(shoe));
                let players = players.of_mut::<Seat>();
                let outcome = cards.round(players, &mut luck, &mut Silent, caller);
                nets.clear();
                nets.extend(&outcome.nets[..players.len()]);
            },
        )
    });
    begun.short = short;
    Ok(begun)
}

/// The short form of a situation with one player, an unsplit hand and an unseen hole card; else
/// `None`.
fn short(table: &Kinzo, opening: &Opening) -> Option<Short> {
    let kinds = opening.kinds();
    let hits = opening.decided().filter(|decided| *decided == "hit").count();
    let whole = kinds.len() == 4 + hits
        && hits == opening.size().1
        && table.seats() == 1
        && !opening.written.has_gone();
    let card = |at: usize| Some(Card::of_kind(kinds[at]?).to_string());
    if !whole || kinds[3].is_some() {
        return None;
    }
    let hand = [0, 2].into_iter().chain(4..kinds.len()).map(card).collect::<Option<Vec<_>>>()?;
    Some(Short { hand: hand.join(","), situation: vec![("dealer", card(1)?)] })
}
