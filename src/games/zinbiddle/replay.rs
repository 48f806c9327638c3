//! A written hand, played and checked step by step.

use super::hand::{Card, KINDS, Line, NEIGHBOURS, Order, Place};
use super::record::{Coins, Transcript};
use super::round::{Luck, Table};
use super::rules::Rules;
use super::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use crate::cards::Pile;
use crate::framework::settings::{one_line, shown};
use crate::framework::{ReplayError, Step};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::VecDeque;

/// The schema, for `trace --help`.
pub const HELP: &str = "\
A written hand is a TOML file, its money in coins as traces print it, `ante` of them to the ante:
  first = 1                      # the seat that acts first (default 1)
  hand = 1                       # its number in the session, for the rake (default 1)
  carry = 0                      # coins carried over from the hand before (default 0)
  cards = [\"4r\", \"0g\", \"V6\"]     # as they come, level by level: each player's in turn, port to
                                 # starboard, and each replacement when it is bought; a number
                                 # 0..4 (0 is a misfire) and a suit r, g, b, y, or V6
  decisions = [\"bet\", \"call\"]    # as they are taken:
                                 #   check, bet, call, raise, fold
                                 #   zinbiddle, no zinbiddle   (who holds a natural one)
                                 #   side bet, no side bet     (where the rules have them)
                                 #   pass, replace T3, transpose S1 G1
                                 #   sort port 3 1 2 4         (or row, starboard: which of the
                                 #                              four comes first, second, …,
                                 #                              flanks from the capstone down)
  nets = [0, 0, 0]               # optional: each seat's net in coins, to four decimals, checked
                                 # at the end
Everything written must be used, and every step must be legal under the rules.";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default = "one")]
    first: u32,
    #[serde(default = "one")]
    hand: u32,
    #[serde(default)]
    carry: f64,
    cards: Vec<String>,
    #[serde(default)]
    decisions: Vec<String>,
    nets: Option<Vec<f64>>,
}

const fn one() -> u32 {
    1
}

/// A decision of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Bet(Bet),
    Pilot(Pilot),
    Zinbiddle(bool),
    SideBet(bool),
}

/// What is left of the script, and the first thing wrong with it.
#[derive(Debug)]
struct Script {
    cards: VecDeque<Card>,
    decisions: VecDeque<(String, Decision)>,
    /// Cards and decisions used so far.
    used: [usize; 2],
    fault: Option<String>,
}

impl Script {
    fn fail(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// The next card, which the shoe must hold. After a fault any card will do.
    fn card(&mut self, whose: &str, pile: &mut Pile) -> Card {
        self.used[0] += 1;
        let number = self.used[0];
        match self.cards.pop_front() {
            Some(card) if pile.take(card.kind() as u8) => return card,
            Some(card) => self.fail(format!(
                "cards: card {number} ({whose}) is {card}, but there is no {card} left to draw"
            )),
            None => self.fail(format!("cards: card {number} ({whose}) is missing")),
        }
        let any = (0..KINDS).find(|&kind| pile.take(kind as u8));
        Card::of_kind(any.unwrap_or(0))
    }

    /// The next decision, if it is one of those that `pick` knows and allows.
    fn decide<T>(&mut self, asked: &str, pick: impl Fn(Decision) -> Option<T>) -> Option<T> {
        self.used[1] += 1;
        let number = self.used[1];
        match self.decisions.pop_front() {
            Some((text, decision)) => {
                let picked = pick(decision);
                if picked.is_none() {
                    self.fail(format!(
                        "decisions: decision {number} is `{text}`, which is not legal: {asked}"
                    ));
                }
                picked
            }
            None => {
                self.fail(format!("decisions: decision {number} is missing: {asked}"));
                None
            }
        }
    }
}

struct Scripted<'s>(&'s RefCell<Script>);

impl Luck for Scripted<'_> {
    fn deal(&mut self, pile: &mut Pile) -> Card {
        self.0.borrow_mut().card("dealt", pile)
    }

    fn skip(&mut self) {}

    fn replace(&mut self, seat: usize, pile: &mut Pile) -> Card {
        self.0.borrow_mut().card(&format!("bought by seat {}", seat + 1), pile)
    }

    fn choose(&mut self, _seat: usize, _bound: u32) -> u32 {
        0
    }
}

fn yes(answer: bool) -> Answer {
    if answer { Answer::Yes } else { Answer::No }
}

impl Player for Scripted<'_> {
    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let asked = format!("seat {} may make a side bet or no side bet", view.seat() + 1);
        let pick = |decision| match decision {
            Decision::SideBet(answer) => Some(answer),
            _ => None,
        };
        yes(self.0.borrow_mut().decide(&asked, pick).unwrap_or(false))
    }

    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        let asked = format!("seat {} may call zinbiddle or no zinbiddle", view.seat() + 1);
        let pick = |decision| match decision {
            Decision::Zinbiddle(answer) => Some(answer),
            _ => None,
        };
        yes(self.0.borrow_mut().decide(&asked, pick).unwrap_or(false))
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let legal: Vec<&str> =
            Bet::ALL.into_iter().filter(|&bet| view.allows_bet(bet)).map(Bet::name).collect();
        let asked = format!("seat {} may {}", view.seat() + 1, legal.join(", "));
        let pick = |decision| match decision {
            Decision::Bet(bet) if view.allows_bet(bet) => Some(bet),
            _ => None,
        };
        let safe = if view.allows_bet(Bet::Check) { Bet::Check } else { Bet::Call };
        BetChoice::Do(self.0.borrow_mut().decide(&asked, pick).unwrap_or(safe))
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let kinds = view.rules().action_kinds[view.levels() - 1].iter().map(|kind| {
            toml::Value::try_from(kind).map(|kind| kind.to_string()).unwrap_or_default()
        });
        let kinds: Vec<String> = kinds.map(|kind| kind.trim_matches('"').to_owned()).collect();
        let (seat, left) = (view.seat() + 1, view.actions_now());
        let asked = format!(
            "seat {seat} may pass or, {left} more at this level, act: {}, with cards that are dealt",
            kinds.join(", ")
        );
        let pick = |decision| match decision {
            Decision::Pilot(action) if view.allows(action) => Some(action),
            _ => None,
        };
        PilotChoice::Do(self.0.borrow_mut().decide(&asked, pick).unwrap_or(Pilot::Pass))
    }
}

fn decision(text: &str) -> Option<Decision> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let [word] = words.as_slice()
        && let Some(bet) = Bet::ALL.into_iter().find(|bet| bet.name() == *word)
    {
        return Some(Decision::Bet(bet));
    }
    Some(match words.as_slice() {
        ["zinbiddle"] => Decision::Zinbiddle(true),
        ["no", "zinbiddle"] => Decision::Zinbiddle(false),
        ["side", "bet"] => Decision::SideBet(true),
        ["no", "side", "bet"] => Decision::SideBet(false),
        ["pass"] => Decision::Pilot(Pilot::Pass),
        ["replace", place] => Decision::Pilot(Pilot::Replace(place.parse().ok()?)),
        ["transpose", a, b] => {
            let (a, b): (Place, Place) = (a.parse().ok()?, b.parse().ok()?);
            let number = NEIGHBOURS.iter().position(|&pair| pair == (a, b) || pair == (b, a))?;
            Decision::Pilot(Pilot::Transpose(number as u8))
        }
        ["sort", line, order @ ..] => {
            let line = Line::ALL.into_iter().find(|known| known.name() == *line)?;
            let mut old = [0; 4];
            for (i, number) in order.iter().enumerate() {
                *old.get_mut(i)? = number.parse::<u8>().ok()?.checked_sub(1)?;
            }
            let order = Order::taking(old).filter(|_| order.len() == 4)?;
            Decision::Pilot(Pilot::Resort(line, order))
        }
        _ => return None,
    })
}

/// Plays the hand written in `text` at a table.
pub fn replay(rules: &Rules, text: &str) -> Result<Vec<Step>, ReplayError> {
    let fail = |message: String| Err(ReplayError(message));
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => return fail(one_line(&error, text)),
    };
    let players = usize::from(rules.players);
    if !(1..=players as u32).contains(&file.first) {
        return fail(format!("first = {} is not allowed: 1..={players}", file.first));
    }
    if !(1..=rules.hands_per_session).contains(&file.hand) {
        let hands = rules.hands_per_session;
        return fail(format!("hand = {} is not allowed: 1..={hands} (Z17)", file.hand));
    }
    if !(0.0..=1e9).contains(&file.carry) {
        return fail(format!("carry = {} is not allowed: 0..=1000000000", file.carry));
    }
    let mut script =
        Script { cards: VecDeque::new(), decisions: VecDeque::new(), used: [0; 2], fault: None };
    for (i, text) in file.cards.iter().enumerate() {
        match text.parse() {
            Ok(card) => script.cards.push_back(card),
            Err(error) => return fail(format!("cards: card {}: {error}", i + 1)),
        }
    }
    for (i, text) in file.decisions.iter().enumerate() {
        match decision(text) {
            Some(decision) => script.decisions.push_back((shown(text), decision)),
            None => {
                return fail(format!(
                    "decisions: decision {} is `{}`; check, bet, call, raise, fold, zinbiddle, no \
                     zinbiddle, side bet, no side bet, pass, replace PLACE, transpose PLACE PLACE \
                     (neighbours) and sort LINE 1 2 3 4 (in any order) are allowed, places are T1 \
                     T2 T3 T4 S1 S2 G1 G2 C, lines row, port, starboard",
                    i + 1,
                    shown(text)
                ));
            }
        }
    }

    let script = RefCell::new(script);
    let mut seats: Vec<Scripted<'_>> = (0..players).map(|_| Scripted(&script)).collect();
    let mut transcript = Transcript::new(rules.ante);
    let mut cards = Table::new(rules);
    let coins = Coins::new(rules.ante);
    let carry = coins.units(file.carry);
    cards.begin_at(file.hand - 1, carry);
    let first = file.first as usize - 1;
    let outcome = *cards.hand(&mut seats, &mut Scripted(&script), &mut transcript, first);
    let script = script.borrow();
    if let Some(fault) = &script.fault {
        return fail(fault.clone());
    }
    let left = [("cards", script.cards.len()), ("decisions", script.decisions.len())];
    if let Some((what, left)) = left.into_iter().find(|&(_, left)| left > 0) {
        return fail(format!("{what}: the hand is over, and the last {left} were not used"));
    }
    if let Some(nets) = file.nets {
        let found = &outcome.nets[..players];
        let same = |(&written, &net): (&f64, &i64)| coins.writes(written, net);
        if nets.len() != found.len() || !nets.iter().zip(found).all(same) {
            let found: Vec<String> = found.iter().map(|&net| coins.plain(net)).collect();
            return fail(format!(
                "nets = {nets:?} coins, but the hand comes to [{}]",
                found.join(", ")
            ));
        }
    }
    Ok(transcript.steps)
}
