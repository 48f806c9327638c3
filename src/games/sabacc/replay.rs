//! A written game, played and checked step by step.

use super::cards::{Card, Deck, Hand, Packed, WideHand};
use super::record::Transcript;
use super::round::{Luck, Table};
use super::rules::{Rules, UNITS_PER_ANTE};
use super::view::{Action, Choice, Look, Player, View};
use crate::cards::Pile;
use crate::framework::settings::one_line;
use crate::framework::{ReplayError, Step};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::VecDeque;

/// The schema, for `trace --help`.
pub const HELP: &str = "\
A written game is a TOML file:
  dealer = 2                     # the seat that deals (default: the last, so seat 1 begins)
  cards = [5, -3, -8, 4, 3, -2]  # as they come, sylops are 0: the deal (a card each in turn
                                 # order, another each, then the first discard), each draw,
                                 # new hands after doubles, blind draws
  decisions = [\"gain\", \"swap 4\", \"stand\", \"stand\", \"stand\", \"stand\"]
                                 # as they are taken: stand, gain, exchange CARD, swap CARD
                                 # (the card given up), junk; and keep or throw for a card
                                 # that is looked at (gain = look_first)
  dice = [[1, 2], [6, 1], [3, 4]]  # each roll, at the end of each round
  nets = [-1, 1]                 # optional: each seat's net in coins, as traces tell it,
                                 # checked at the end; the field `ante` is coins to the ante
Everything written must be used, and every step must be legal under the rules.";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    dealer: Option<usize>,
    cards: Vec<i64>,
    #[serde(default)]
    decisions: Vec<String>,
    #[serde(default)]
    dice: Vec<[u32; 2]>,
    nets: Option<Vec<f64>>,
}

/// What a decision of a script may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decided {
    Act(Action),
    Look(Look),
}

impl Decided {
    fn read(text: &str, deck: &Deck) -> Option<Decided> {
        let card = |text: &str| deck.read(text).ok();
        match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["stand"] => Some(Decided::Act(Action::Stand)),
            ["gain"] => Some(Decided::Act(Action::Gain)),
            ["junk"] => Some(Decided::Act(Action::Junk)),
            ["exchange", given] => card(given).map(|card| Decided::Act(Action::Exchange(card))),
            ["swap", given] => card(given).map(|card| Decided::Act(Action::Swap(card))),
            ["keep"] => Some(Decided::Look(Look::Keep)),
            ["throw"] => Some(Decided::Look(Look::Throw)),
            _ => None,
        }
    }

    fn name(self) -> String {
        match self {
            Decided::Act(Action::Stand) => "stand".to_owned(),
            Decided::Act(Action::Gain) => "gain".to_owned(),
            Decided::Act(Action::Junk) => "junk".to_owned(),
            Decided::Act(Action::Exchange(card)) => format!("exchange {card}"),
            Decided::Act(Action::Swap(card)) => format!("swap {card}"),
            Decided::Look(Look::Throw) => "throw".to_owned(),
            Decided::Look(_) => "keep".to_owned(),
        }
    }
}

/// What is left of the script, and the first thing wrong with it.
#[derive(Debug)]
struct Script {
    cards: VecDeque<Card>,
    decisions: VecDeque<Decided>,
    dice: VecDeque<[u32; 2]>,
    /// Cards, decisions and rolls used so far.
    used: [usize; 3],
    fault: Option<String>,
}

impl Script {
    fn fail(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// The next card, which the draw pile must hold. After a fault any card will do.
    fn card(&mut self, whose: &str, pile: &mut Pile) -> Card {
        self.used[0] += 1;
        let number = self.used[0];
        match self.cards.pop_front() {
            Some(card) if pile.take(card.kind() as u8) => return card,
            Some(card) => self.fail(format!(
                "cards: card {number} ({whose}) is {card}, but the draw pile has no {card} left"
            )),
            None => self.fail(format!("cards: card {number} ({whose}) is missing")),
        }
        let any = Card::ALL.into_iter().find(|card| pile.take(card.kind() as u8));
        any.unwrap_or(Card::SYLOP)
    }

    /// The next decision, if it is one of the legal ones.
    fn decide(&mut self, asked: &str, legal: &[Decided]) -> Option<Decided> {
        self.used[1] += 1;
        let number = self.used[1];
        let names: Vec<String> = legal.iter().map(|decided| decided.name()).collect();
        let asked = format!("{asked} may {}", names.join(", "));
        match self.decisions.pop_front() {
            Some(decided) if legal.contains(&decided) => return Some(decided),
            Some(decided) => self.fail(format!(
                "decisions: decision {number} is `{}`, which is not legal: {asked}",
                decided.name()
            )),
            None => self.fail(format!("decisions: decision {number} is missing: {asked}")),
        }
        None
    }
}

struct Scripted<'s>(&'s RefCell<Script>);

impl Luck for Scripted<'_> {
    fn deal(&mut self, pile: &mut Pile, cards: &mut [Card]) {
        cards.iter_mut().for_each(|card| *card = self.0.borrow_mut().card("the deal", pile));
    }

    fn draw(&mut self, seat: usize, _round: usize, pile: &mut Pile) -> Card {
        self.0.borrow_mut().card(&format!("a draw of seat {}", seat + 1), pile)
    }

    fn redeal(&mut self, pile: &mut Pile) -> Card {
        self.0.borrow_mut().card("a new hand after a double", pile)
    }

    fn blind(&mut self, seat: usize, pile: &mut Pile) -> Card {
        self.0.borrow_mut().card(&format!("a blind draw of seat {}", seat + 1), pile)
    }

    fn roll(&mut self, faces: u32) -> [u32; 2] {
        let mut script = self.0.borrow_mut();
        script.used[2] += 1;
        let number = script.used[2];
        match script.dice.pop_front() {
            Some(roll) if roll.iter().all(|face| (1..=faces).contains(face)) => return roll,
            Some(roll) => {
                script.fail(format!("dice: roll {number} is {roll:?}; faces are 1..={faces}"));
            }
            None => script.fail(format!("dice: roll {number} is missing")),
        }
        [1, faces]
    }

    fn choose(&mut self, _seat: usize, _round: usize, _bound: u32) -> u32 {
        0
    }
}

impl<H: Packed> Player<H> for Scripted<'_> {
    fn play(&mut self, view: &View<'_, H>) -> Choice {
        let legal: Vec<Decided> = view.legal().map(Decided::Act).collect();
        let asked =
            format!("seat {} with {} in round {}", view.seat() + 1, view.hand(), view.round());
        match self.0.borrow_mut().decide(&asked, &legal) {
            Some(Decided::Act(action)) => Choice::Act(action),
            _ => Choice::Act(Action::Stand),
        }
    }

    fn look(&mut self, view: &View<'_, H>, drawn: Card) -> Look {
        let legal = [Decided::Look(Look::Keep), Decided::Look(Look::Throw)];
        let asked = format!("seat {} with {} who drew {drawn}", view.seat() + 1, view.hand());
        match self.0.borrow_mut().decide(&asked, &legal) {
            Some(Decided::Look(look)) => look,
            _ => Look::Throw,
        }
    }
}

/// Plays the game written in `text` at a table.
pub fn replay(rules: &Rules, text: &str) -> Result<Vec<Step>, ReplayError> {
    match rules.deck().is_narrow() {
        true => replay_packed::<Hand>(rules, text),
        false => replay_packed::<WideHand>(rules, text),
    }
}

fn replay_packed<H: Packed>(rules: &Rules, text: &str) -> Result<Vec<Step>, ReplayError> {
    let fail = |message: String| Err(ReplayError(message));
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => return fail(one_line(&error, text)),
    };
    let players = usize::from(rules.players);
    let dealer = file.dealer.unwrap_or(players);
    if !(1..=players).contains(&dealer) {
        return fail(format!("dealer = {dealer} is not allowed: 1..={players}"));
    }
    let mut script = Script {
        cards: VecDeque::new(),
        decisions: VecDeque::new(),
        dice: file.dice.into(),
        used: [0; 3],
        fault: None,
    };
    let deck = rules.deck();
    let highest = i64::from(deck.highest());
    for (i, &value) in file.cards.iter().enumerate() {
        match Card::new(value).filter(|_| value.abs() <= highest) {
            Some(card) => script.cards.push_back(card),
            None => {
                return fail(format!(
                    "cards: card {} is {value}; -{highest}..={highest} are allowed",
                    i + 1
                ));
            }
        }
    }
    for (i, text) in file.decisions.iter().enumerate() {
        match Decided::read(text, &deck) {
            Some(decided) => script.decisions.push_back(decided),
            None => {
                return fail(format!(
                    "decisions: decision {} is `{text}`; stand, gain, exchange CARD, swap CARD, \
                     junk, keep and throw are allowed (such as swap -4)",
                    i + 1
                ));
            }
        }
    }
    let script = RefCell::new(script);
    let mut seats: Vec<Scripted<'_>> = (0..players).map(|_| Scripted(&script)).collect();
    let mut transcript = Transcript::new(rules);
    let mut cards = Table::<H>::packed(rules);
    let outcome = cards.game(&mut seats, &mut Scripted(&script), &mut transcript, dealer % players);
    let script = script.borrow();
    if let Some(fault) = &script.fault {
        return fail(fault.clone());
    }
    let left = [
        ("cards", script.cards.len()),
        ("decisions", script.decisions.len()),
        ("dice", script.dice.len()),
    ];
    if let Some((what, left)) = left.into_iter().find(|&(_, left)| left > 0) {
        return fail(format!("{what}: the game is over, and the last {left} were not used"));
    }
    if let Some(nets) = file.nets {
        // As traces tell it. A thousandth of an ante is the least that can change hands.
        let each = f64::from(rules.ante) / UNITS_PER_ANTE as f64;
        let coins = |net: &i64| *net as f64 * each;
        let found: Vec<f64> = outcome.nets[..players].iter().map(coins).collect();
        let same = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-3 * each;
        if nets.len() != found.len() || !nets.iter().zip(&found).all(same) {
            return fail(format!("nets = {nets:?}, but the game comes to {found:?} (coins)"));
        }
    }
    Ok(transcript.steps)
}
