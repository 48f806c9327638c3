//! The short form of a situation (own cards, pot, and amount to call), expanded to a written hand
//! that stops at the decision.

use crate::cards::random::Seed;
use crate::framework::{ExactError, HandAsked, LongForm, Part, notation};
use crate::games::zinbiddle::exact::odds::{READING, Stock};
use crate::games::zinbiddle::hand::{Card, PLACES, Place, Pyramid, Ranks, ranks};
use crate::games::zinbiddle::record::{self, ANTES, Silent};
use crate::games::zinbiddle::round::{Keyed, Table};
use crate::games::zinbiddle::rules::{ROUNDS, Rules, UNITS_PER_ANTE};
use crate::games::zinbiddle::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use std::cell::RefCell;
use std::collections::BTreeMap;

const fn part(name: &'static str, about: &'static str) -> Part {
    Part { name, about, value: "N", judged: false, alone: false }
}

/// The parts of a short form.
pub const SITUATION: &[Part] = &[
    part("pot", "coins in the pot [default: the antes and the amount to call]"),
    part(
        "step",
        "the step of the hand (Z8): 3, 5, 6, 8 or 10 to bet, 4, 7, 9 or 11 to act as a pilot, or with \
         --call to bet after that [default: the first at which a player has so many cards]",
    ),
    part("call", "coins to call, of bets that the others made in this round [default: 0]"),
];

/// A step of the hand with a decision of a seat that has looked (Z8).
#[derive(Clone, Copy, Debug)]
struct At {
    step: u32,
    /// Number of own cards dealt by then.
    cards: usize,
    /// Number of betting rounds before it, which is the index of its own round.
    round: usize,
    /// Whether pilots act before its betting, and whether it has any betting.
    acts: bool,
    bets: bool,
}

const fn at(step: u32, cards: usize, round: usize, acts: bool, bets: bool) -> At {
    At { step, cards, round, acts, bets }
}

const STEPS: [At; 9] = [
    at(3, 4, 1, false, true),
    at(4, 4, 2, true, false),
    at(5, 4, 2, false, true),
    at(6, 6, 3, false, true),
    at(7, 6, 4, true, true),
    at(8, 8, 5, false, true),
    at(9, 8, 6, true, true),
    at(10, 9, 7, false, true),
    at(11, 9, 8, true, true),
];

fn refuse<T>(why: String) -> Result<T, ExactError> {
    Err(ExactError::Question(why))
}

/// A hand in which everybody calls the planned bets and nobody acts as a pilot, until seat 0
/// reaches the decision in question.
struct Story {
    at: At,
    /// Whether the decision is a pilot action.
    pilots: bool,
    /// Number of bets in each betting round up to that of the decision.
    bets: [u32; ROUNDS],
    /// The current betting round and the number of bets in it so far.
    now: (usize, u32),
    words: Vec<&'static str>,
    /// The number of decisions before seat 0's first turn of step 3 (Z10), as an index into
    /// `words`.
    natural: usize,
    /// The pot at the decision, in units, once it is reached.
    pot: Option<i64>,
}

/// A player that acts out the story and writes it down.
struct Teller<'s>(&'s RefCell<Story>);

impl Player for Teller<'_> {
    fn side_bet(&mut self, _view: &View<'_>) -> Answer {
        let mut story = self.0.borrow_mut();
        if story.pot.is_none() {
            story.words.push("no side bet");
        }
        Answer::No
    }

    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        Answer::No
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let mut story = self.0.borrow_mut();
        let (round, own) = (view.round(), view.seat() == 0);
        if story.now.0 != round {
            story.now = (round, 0);
        }
        if own && round == 1 && story.natural == 0 {
            story.natural = story.words.len();
        }
        if own && !story.pilots && round == story.at.round {
            story.pot.get_or_insert(view.pot());
        }
        let more = story.now.1 < story.bets[round];
        let bold = [Bet::Bet, Bet::Raise].into_iter().find(|&bet| view.allows_bet(bet));
        let bet = match bold.filter(|_| more && story.pot.is_none()) {
            Some(bet) => bet,
            None if view.allows_bet(Bet::Check) => Bet::Check,
            None => Bet::Call,
        };
        story.now.1 += u32::from(matches!(bet, Bet::Bet | Bet::Raise));
        if story.pot.is_none() {
            story.words.push(bet.name());
        }
        BetChoice::Do(bet)
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let mut story = self.0.borrow_mut();
        if view.seat() == 0 && story.pilots && view.round() == story.at.round {
            story.pot.get_or_insert(view.pot());
        }
        if story.pot.is_none() {
            story.words.push("pass");
        }
        PilotChoice::Do(Pilot::Pass)
    }
}

impl Story {
    /// Plays the story with arbitrary cards, since no decision in it depends on them. Returns it
    /// with the pot, or `None` if the decision is never reached.
    fn told(
        rules: &Rules,
        at: At,
        pilots: bool,
        bets: [u32; ROUNDS],
        first: usize,
    ) -> Option<(Story, i64)> {
        let story = RefCell::new(Story {
            at,
            pilots,
            bets,
            now: (0, 0),
            words: Vec::new(),
            natural: 0,
            pot: None,
        });
        let mut seats: Vec<Teller<'_>> = (0..rules.players).map(|_| Teller(&story)).collect();
        let mut luck = Keyed::new(Seed::new(1).round(0, 0));
        let mut table = Table::new(rules);
        table.new_session();
        table.hand(&mut seats, &mut luck, &mut Silent, first);
        drop(seats);
        let story = story.into_inner();
        let pot = story.pot?;
        Some((story, pot))
    }
}

/// Expands a short form to the written hand that it stands for.
///
/// # Errors
/// If no hand under these rules has this form.
pub fn long_form(rules: &Rules, asked: HandAsked<'_>) -> Result<LongForm, ExactError> {
    let Some(hand) = asked.hand else {
        return refuse("advice is for one hand: name it by --hand".to_owned());
    };
    let cards = read(rules, hand)?;
    let (at, pilots) = step(&cards, asked)?;
    let players = u32::from(rules.players);
    let money = ANTES.in_coins(rules.ante);

    // In the round of the decision, the seat is first if nobody has bet, and last if somebody has.
    let unit = i64::from(rules.bet_units[at.round]) * UNITS_PER_ANTE;
    let call = asked.number("call")?.unwrap_or(0);
    let most = (players - 1).min(1 + rules.max_raises);
    let calls: Vec<(String, u32)> =
        (0..=most).map(|bets| (money.text(i64::from(bets) * unit), bets)).collect();
    let Some(&(_, called)) = calls.iter().find(|(coins, _)| *coins == call.to_string()) else {
        let calls: Vec<&str> = calls.iter().map(|(coins, _)| coins.as_str()).collect();
        return refuse(format!(
            "--call {call} cannot be at step {}, where a bet is {}: one of {}",
            at.step,
            money.text(unit),
            calls.join(", ")
        ));
    };
    let first = usize::from(called > 0);

    let mut bets = [0; ROUNDS];
    bets[at.round] = called;
    let never = || {
        ExactError::Question(format!(
            "--step {}: nobody acts as a pilot there under these rules",
            at.step
        ))
    };
    let (_, least) = Story::told(rules, at, pilots, bets, first).ok_or_else(never)?;
    if let Some(pot) = asked.number("pot")? {
        let ways = pots(rules, at.round);
        let of = |units: u64| least + units as i64 * i64::from(players) * UNITS_PER_ANTE;
        let Some((_, way)) =
            ways.iter().find(|(units, _)| money.text(of(**units)) == pot.to_string())
        else {
            let wanted = money.units(pot.into());
            let below = ways.keys().rev().find(|&&units| of(units) < wanted);
            let above = ways.keys().find(|&&units| of(units) > wanted);
            let near: Vec<String> =
                below.into_iter().chain(above).map(|&units| money.text(of(units))).collect();
            return refuse(format!(
                "--pot {pot} cannot be at step {} with {players} players who all call and no pilot \
                 action yet, but {} can; write the round as a file for --situation",
                at.step,
                near.join(" or ")
            ));
        };
        bets[..at.round].copy_from_slice(way);
    }
    if rules.ion_ends_hand
        && let Ok(all) = <[Card; PLACES]>::try_from(&cards[..])
        && Ranks::get().pyramid(&Pyramid::new(all)).is_ion_barrage()
    {
        return refuse(
            "--hand is an Ion Barrage, which ends the play as soon as it is dealt (Z16): nobody decides \
             after it"
                .to_owned(),
        );
    }
    let (mut story, _) = Story::told(rules, at, pilots, bets, first).ok_or_else(never)?;
    // Z10: a player with a natural zinbiddle is asked once.
    let thrusters = [cards[0], cards[1], cards[2], cards[3]];
    if Ranks::get().row(thrusters) >= ranks::LEAST_FOUR && at.step > 3 {
        story.words.insert(story.natural, "no zinbiddle");
    }
    Ok(LongForm { text: text(rules, &cards, &story, first), taken: taken(rules, at, &bets, first) })
}

/// Parses own cards, level by level, port to starboard.
fn read(rules: &Rules, hand: &str) -> Result<Vec<Card>, ExactError> {
    let cards: Vec<Card> = notation::hand(hand, str::parse)?;
    if !STEPS.iter().any(|at| at.cards == cards.len()) {
        return refuse(format!(
            "--hand has {} {}; four, six, eight or {PLACES} are held where a seat decides, in the \
             order {READING}",
            cards.len(),
            if cards.len() == 1 { "card" } else { "cards" },
        ));
    }
    Stock::full(rules).without(&cards)?;
    Ok(cards)
}

/// The step in question, and whether its decision is a pilot action.
fn step(cards: &[Card], asked: HandAsked<'_>) -> Result<(At, bool), ExactError> {
    let here: Vec<At> = STEPS.into_iter().filter(|at| at.cards == cards.len()).collect();
    let named = asked.number("step")?.unwrap_or(here[0].step);
    let Some(&at) = here.iter().find(|at| at.step == named) else {
        let steps: Vec<String> = here.iter().map(|at| at.step.to_string()).collect();
        return refuse(format!(
            "--step {named} is not one with {} cards: {}",
            cards.len(),
            steps.join(", ")
        ));
    };
    let bets = at.bets && (!at.acts || asked.part("call").is_some());
    if asked.part("call").is_some() && !bets {
        return refuse(format!("--call: nobody bets at step {named}; at step 5 they do"));
    }
    Ok((at, !bets))
}

/// The pots that the first `rounds` betting rounds can make, in antes paid by each player, with the
/// number of bets in each round; of several ways, the one with the least sum of squared bets.
fn pots(rules: &Rules, rounds: usize) -> BTreeMap<u64, Vec<u32>> {
    let mut ways = BTreeMap::from([(0, Vec::new())]);
    let cost = |way: &[u32]| way.iter().map(|&bets| u64::from(bets).pow(2)).sum::<u64>();
    for &unit in &rules.bet_units[..rounds] {
        let mut more: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for (sum, way) in &ways {
            for bets in 0..=1 + rules.max_raises {
                let longer: Vec<u32> = way.iter().copied().chain([bets]).collect();
                let found = more.entry(sum + u64::from(unit) * u64::from(bets));
                found
                    .and_modify(|old| {
                        if cost(&longer) < cost(old) {
                            old.clone_from(&longer);
                        }
                    })
                    .or_insert(longer);
            }
        }
        ways = more;
    }
    ways
}

/// The written hand, as a file.
fn text(rules: &Rules, cards: &[Card], story: &Story, first: usize) -> String {
    let players = usize::from(rules.players);
    let mut dealt: Vec<String> = Vec::new();
    for level in 0..4 {
        let places = Place::of_level(level);
        if places[0].index() >= cards.len() {
            break;
        }
        for turn in 0..players {
            let own = (first + turn).is_multiple_of(players);
            let card = |place: &Place| match own {
                true => cards[place.index()].to_string(),
                false => "?".to_owned(),
            };
            dealt.extend(places.iter().map(card));
        }
    }
    format!("first = {}\ncards = {dealt:?}\ndecisions = {:?}\n", first + 1, story.words)
}

/// A note on the assumptions that complete a short form.
fn taken(rules: &Rules, at: At, bets: &[u32; ROUNDS], first: usize) -> String {
    let order = if first == 0 { "first" } else { "last" };
    let made = |(round, &bets): (usize, &u32)| {
        (bets > 0).then(|| format!("{bets} at step {}", record::STEPS[round]))
    };
    let made: Vec<String> = bets[..at.round].iter().enumerate().filter_map(made).collect();
    let made = match made.is_empty() {
        true => "no bets in earlier rounds".to_owned(),
        false => format!("bets that all called: {}", made.join(", ")),
    };
    format!(
        "--hand assumes: the seat acts {order} of {} at step {}; {made}; no pilot action so far; the \
         others' cards are dealt at random; what the hand leaves to the next is shared equally",
        rules.players, at.step
    )
}
