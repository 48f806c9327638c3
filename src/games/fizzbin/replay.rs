//! A written round, played and checked step by step.

use super::eval::Ceilings;
use super::hand::{Card, Cards, Suit};
use super::record::Transcript;
use super::round::{Luck, Table, Tied};
use super::rules::Rules;
use super::view::{Ballot, Choice, Drawn, Player, Put, Show, View};
use crate::cards::Pile;
use crate::framework::settings::one_line;
use crate::framework::{ReplayError, Step};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::VecDeque;

/// The schema, for `trace --help`.
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    landru: Option<usize>,
    cards: Vec<String>,
    #[serde(default)]
    decisions: Vec<String>,
    day: Option<u8>,
    dark: Option<bool>,
    throw: Option<usize>,
    nets: Option<Vec<i64>>,
}

/// What a decision of a script may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decided {
    Pass,
    Vote(Ballot),
    Name(u8),
    Redeem(Card),
    Shed(Card),
    Lay(Put),
    Keep,
    Send(usize),
    Take(Put),
    Place(Put),
    Krako(usize),
    Declare(Ceilings),
}

const ALLOWED: &str = "vote DAY LIGHT, name RANK, pass, redeem CARD, shed CARD, lay CARD SEAT, keep, send SEAT, take CARD SEAT, \
                       place CARD SEAT, krako SEAT and declare K K are allowed (such as place 3S 1)";

impl Decided {
    fn read(text: &str) -> Option<Decided> {
        let card = |text: &str| text.parse::<Card>().ok();
        let seat = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let put = |of: &str, on: &str| Some(Put { card: card(of)?, pile: seat(on)? });
        match *text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["pass"] => Some(Decided::Pass),
            ["keep"] => Some(Decided::Keep),
            ["vote", day, light @ ("light" | "dark")] => {
                let day = day.parse().ok().filter(|day| (1..=10).contains(day))?;
                Some(Decided::Vote(Ballot { day, dark: light == "dark" }))
            }
            // A rank is written as in a card of it.
            ["name", rank] => card(&format!("{rank}S")).map(|card| Decided::Name(card.rank())),
            ["redeem", of] => card(of).map(Decided::Redeem),
            ["shed", of] => card(of).map(Decided::Shed),
            ["send", to] => seat(to).map(Decided::Send),
            ["krako", whom] => seat(whom).map(Decided::Krako),
            ["lay", of, on] => put(of, on).map(Decided::Lay),
            ["take", of, off] => put(of, off).map(Decided::Take),
            ["place", of, on] => put(of, on).map(Decided::Place),
            ["declare", hand, combined] => {
                let ceilings =
                    Ceilings { hand: hand.parse().ok()?, combined: combined.parse().ok()? };
                Some(Decided::Declare(ceilings))
            }
            _ => None,
        }
    }
}

/// What is left of the script, and the first thing wrong with it.
#[derive(Debug)]
struct Script {
    cards: VecDeque<Card>,
    decisions: VecDeque<(String, Decided)>,
    day: Option<u8>,
    dark: Option<bool>,
    throw: Option<usize>,
    /// Seats that were equal, lowest first, when they threw.
    cards_used: usize,
    decisions_used: usize,
    threw: bool,
    fault: Option<String>,
}

impl Script {
    fn fail(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// The next card, which the deck must hold. After a fault any card will do.
    fn card(&mut self, seat: usize, deck: &mut Pile) -> Card {
        self.cards_used += 1;
        let number = self.cards_used;
        match self.cards.pop_front() {
            Some(card) if deck.take(card.kind() as u8) => return card,
            Some(card) => self.fail(format!(
                "cards: card {number} (for seat {}) is {card}, but the deck has no {card} left",
                seat + 1
            )),
            None => self.fail(format!("cards: card {number} (for seat {}) is missing", seat + 1)),
        }
        let any = (0..super::hand::KINDS).find(|&kind| deck.take(kind as u8));
        any.map_or(Card::KOIK, Card::of_kind)
    }

    /// The next decision, if it is legal; `asked` says who is asked and for what.
    fn decide(
        &mut self,
        asked: impl FnOnce() -> String,
        legal: impl FnOnce(Decided) -> bool,
    ) -> Option<Decided> {
        if self.fault.is_some() {
            return None;
        }
        self.decisions_used += 1;
        let number = self.decisions_used;
        match self.decisions.pop_front() {
            Some((_, decided)) if legal(decided) => return Some(decided),
            Some((text, _)) => self.fail(format!(
                "decisions: decision {number} is `{text}`, which is not legal: {}",
                asked()
            )),
            None => {
                self.fail(format!("decisions: decision {number} is missing: {}", asked()));
            }
        }
        None
    }
}

struct Scripted<'s>(&'s RefCell<Script>);

impl Scripted<'_> {
    fn decide(
        &self,
        asked: impl FnOnce() -> String,
        legal: impl FnOnce(Decided) -> bool,
    ) -> Option<Decided> {
        self.0.borrow_mut().decide(asked, legal)
    }
}

/// Who is asked, with what.
fn who(view: &View<'_>, may: &str) -> String {
    format!("seat {} with {} may {may}", view.seat() + 1, view.hand())
}

/// What may be done besides nothing.
fn or_pass(view: &View<'_>, may: &str) -> String {
    let pass = if view.may_pass() { " or pass" } else { "" };
    who(view, &format!("{may}{pass}"))
}

/// After a fault it does not matter what happens, as long as it is legal: a card that can go, on the
/// own pile.
fn some_put(view: &View<'_>) -> Option<Put> {
    if view.may_pass() {
        return None;
    }
    view.hand().different().next().map(|card| Put { card, pile: view.seat() })
}

fn some_take(view: &View<'_>) -> Option<Put> {
    if view.may_pass() {
        return None;
    }
    view.takes().next()
}

fn named(seats: impl Iterator<Item = usize>) -> String {
    seats.map(|seat| (seat + 1).to_string()).collect::<Vec<_>>().join(", ")
}

impl Luck for Scripted<'_> {
    fn draw(&mut self, seat: usize, deck: &mut Pile) -> Card {
        self.0.borrow_mut().card(seat, deck)
    }

    fn draw_past(&mut self, seat: usize, deck: &mut Pile, returned: Card) -> Card {
        let mut left = [0; super::hand::KINDS];
        deck.count(&mut left);
        let alone = left[returned.kind()] == 1 && deck.left() > 1;
        let mut script = self.0.borrow_mut();
        if alone && script.cards.front() == Some(&returned) {
            let number = script.cards_used + 1;
            script.fail(format!(
                "cards: card {number} (for seat {}) is {returned}, which was just returned and is \
                 passed over (S4, redeemed = new)",
                seat + 1
            ));
        }
        script.card(seat, deck)
    }

    fn persuade(&mut self, tied: Tied<'_>) -> u8 {
        let mut script = self.0.borrow_mut();
        let (field, found, tied) = match tied {
            Tied::Days(tied) => ("day", script.day.take(), tied),
            Tied::Lights(tied) => ("dark", script.dark.take().map(u8::from), tied),
        };
        let named = |value: &u8| match field {
            "dark" => (*value == 1).to_string(),
            _ => value.to_string(),
        };
        let all: Vec<String> = tied.iter().map(named).collect();
        match found {
            Some(value) if tied.contains(&value) => return value,
            Some(value) => script.fail(format!(
                "{field} = {}, but the vote is tied between {} (Y5)",
                named(&value),
                all.join(", ")
            )),
            None => script.fail(format!(
                "{field} is missing: the vote is tied between {} (Y5)",
                all.join(", ")
            )),
        }
        tied[0]
    }

    fn choose(&mut self, _seat: usize, _bound: u32) -> u32 {
        0
    }

    fn throw(&mut self, equals: &[usize]) -> usize {
        let mut script = self.0.borrow_mut();
        script.threw = true;
        let all = named(equals.iter().copied());
        match script.throw {
            Some(winner) if equals.contains(&winner.wrapping_sub(1)) => return winner - 1,
            Some(winner) => script.fail(format!("throw = {winner}, but seats {all} throw for it")),
            None => script.fail(format!("throw is missing: seats {all} throw for it")),
        }
        equals[0]
    }

    fn deals(&mut self, _players: usize) -> usize {
        0
    }
}

impl Player for Scripted<'_> {
    fn vote(&mut self, _rules: &Rules) -> Choice<Ballot> {
        let asked = || "every player votes for a day and a light, the archon first (Y5)".to_owned();
        let legal = |decided| matches!(decided, Decided::Vote(_));
        Choice::Do(match self.decide(asked, legal) {
            Some(Decided::Vote(ballot)) => ballot,
            _ => Ballot { day: 4, dark: false },
        })
    }

    fn name(&mut self, view: &View<'_>) -> Choice<u8> {
        let ranks = view.evaluator().nameable();
        let letter = |&rank: &u8| Card::new(rank, Suit::Spades).to_string()[..1].to_owned();
        let asked = || {
            let ranks: Vec<String> = ranks.iter().map(letter).collect();
            who(view, &format!("name one of {}", ranks.join(" ")))
        };
        let legal = |decided| matches!(decided, Decided::Name(rank) if ranks.contains(&rank));
        Choice::Do(match self.decide(asked, legal) {
            Some(Decided::Name(rank)) => rank,
            _ => ranks[0],
        })
    }

    fn redeem(&mut self, view: &View<'_>) -> Choice<Option<Card>> {
        let cards = || Cards::of(&view.redeemable().collect::<Vec<_>>());
        let asked = || or_pass(view, &format!("redeem one of {}", cards()));
        let decided = self.decide(asked, |decided| match decided {
            Decided::Redeem(card) => view.allows_redeeming(Some(card)),
            decided => decided == Decided::Pass,
        });
        Choice::Do(match decided {
            Some(Decided::Redeem(card)) => Some(card),
            _ => None,
        })
    }

    fn shed(&mut self, view: &View<'_>) -> Choice<Card> {
        let asked = || who(view, "shed a card");
        let legal = |decided| matches!(decided, Decided::Shed(card) if view.hand().holds(card));
        Choice::Do(match self.decide(asked, legal) {
            Some(Decided::Shed(card)) => card,
            _ => view.hand().different().next().unwrap_or(Card::KOIK),
        })
    }

    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let decided = self.decide(
            || or_pass(view, "lay a card"),
            |decided| match decided {
                Decided::Lay(put) => view.allows_putting(Some(put)),
                decided => decided == Decided::Pass && view.may_pass(),
            },
        );
        Choice::Do(match decided {
            Some(Decided::Lay(put)) => Some(put),
            _ => some_put(view),
        })
    }

    fn draw(&mut self, view: &View<'_>, drawn: Card) -> Choice<Drawn> {
        let decided = self.decide(
            || who(view, &format!("keep {drawn} or send it to seat {}", named(view.opponents()))),
            |decided| match decided {
                Decided::Send(pile) => view.opponents().any(|seat| seat == pile),
                decided => decided == Decided::Keep,
            },
        );
        Choice::Do(match decided {
            Some(Decided::Send(pile)) => Drawn::Send(pile),
            _ => Drawn::Keep,
        })
    }

    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let open = || {
            let piles = view.opponents().filter(|&pile| !view.takeable(pile).is_empty());
            let piles: Vec<String> = piles
                .map(|pile| format!("{} off seat {}'s pile", view.takeable(pile), pile + 1))
                .collect();
            piles.join(", ")
        };
        let decided = self.decide(
            || or_pass(view, &format!("take one of {}", open())),
            |decided| match decided {
                Decided::Take(take) => view.allows_taking(Some(take)),
                decided => decided == Decided::Pass && view.may_pass(),
            },
        );
        Choice::Do(match decided {
            Some(Decided::Take(take)) => Some(take),
            _ => some_take(view),
        })
    }

    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let decided = self.decide(
            || or_pass(view, "place a card"),
            |decided| match decided {
                Decided::Place(put) => view.allows_putting(Some(put)),
                decided => decided == Decided::Pass && view.may_pass(),
            },
        );
        Choice::Do(match decided {
            Some(Decided::Place(put)) => Some(put),
            _ => some_put(view),
        })
    }

    fn krako(&mut self, show: &Show<'_>, kronks: u8) -> Choice<Option<usize>> {
        let rivals = || named(show.rivals());
        let seat = show.seat() + 1;
        let decided = self.decide(
            || {
                format!(
                    "seat {seat} has a krako at {kronks} kronks; it may krako seat {} or pass",
                    rivals()
                )
            },
            |decided| match decided {
                Decided::Krako(victim) => show.rivals().any(|rival| rival == victim),
                decided => decided == Decided::Pass,
            },
        );
        Choice::Do(match decided {
            Some(Decided::Krako(victim)) => Some(victim),
            _ => None,
        })
    }

    fn declare(&mut self, show: &Show<'_>) -> Ceilings {
        let (now, most) = (show.ceilings(show.seat()), show.most());
        let within = |ceilings: Ceilings| {
            (now.hand..=most.hand).contains(&ceilings.hand)
                && (now.combined..=most.combined).contains(&ceilings.combined)
        };
        let decided = self.decide(
            || {
                format!(
                    "seat {} may declare {}..={} {}..={} or pass",
                    show.seat() + 1,
                    now.hand,
                    most.hand,
                    now.combined,
                    most.combined
                )
            },
            |decided| match decided {
                Decided::Declare(ceilings) => within(ceilings),
                decided => decided == Decided::Pass,
            },
        );
        match decided {
            Some(Decided::Declare(ceilings)) => ceilings,
            _ => now,
        }
    }
}

/// Plays the round written in `text` under some rules.
pub fn replay(rules: &Rules, text: &str) -> Result<Vec<Step>, ReplayError> {
    let fail = |message: String| Err(ReplayError(message));
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => return fail(one_line(&error, text)),
    };
    let players = usize::from(rules.players);
    for (field, seat) in [("landru", file.landru), ("throw", file.throw)] {
        if let Some(seat) = seat.filter(|seat| !(1..=players).contains(seat)) {
            return fail(format!("{field} = {seat} is not allowed: 1..={players}"));
        }
    }
    let mut script = Script {
        cards: VecDeque::new(),
        decisions: VecDeque::new(),
        day: file.day,
        dark: file.dark,
        throw: file.throw,
        cards_used: 0,
        decisions_used: 0,
        threw: false,
        fault: None,
    };
    for (i, text) in file.cards.iter().enumerate() {
        match text.parse() {
            Ok(card) => script.cards.push_back(card),
            Err(error) => return fail(format!("cards: card {}: {error}", i + 1)),
        }
    }
    for (i, text) in file.decisions.iter().enumerate() {
        match Decided::read(text) {
            Some(decided) => script.decisions.push_back((text.clone(), decided)),
            None => return fail(format!("decisions: decision {} is `{text}`; {ALLOWED}", i + 1)),
        }
    }
    let script = RefCell::new(script);
    let mut seats: Vec<Scripted<'_>> = (0..players).map(|_| Scripted(&script)).collect();
    let (mut transcript, mut cards) = (Transcript::default(), Table::new(rules));
    cards.sit(file.landru.unwrap_or(players) - 1);
    let nets = cards.round(&mut seats, &mut Scripted(&script), &mut transcript).nets;
    let script = script.borrow();
    if let Some(fault) = &script.fault {
        return fail(fault.clone());
    }
    for (what, left) in [("cards", script.cards.len()), ("decisions", script.decisions.len())] {
        if left > 0 {
            return fail(format!("{what}: the round is over, and the last {left} were not used"));
        }
    }
    if let Some(day) = script.day {
        return fail(format!("day = {day}, but no vote for a day is tied (Y5)"));
    }
    if let Some(dark) = script.dark {
        return fail(format!("dark = {dark}, but no vote for a light is tied (Y5)"));
    }
    if let (Some(winner), false) = (script.throw, script.threw) {
        return fail(format!("throw = {winner}, but nobody had to throw for it"));
    }
    if let Some(expected) = file.nets
        && expected != nets[..players]
    {
        return fail(format!(
            "nets = {expected:?} quatloos, but the round comes to {:?}",
            &nets[..players]
        ));
    }
    Ok(transcript.steps)
}
