//! Exact figures of Sabacc against an enumeration of every course of a game with small decks, under
//! every switch: the game itself is run, with every possible card and roll.

use crate::tables;
use croupier::cards::tree::{self, BestReply, Walk};
use croupier::cards::{Deck as Cards, Purpose};
use croupier::framework::Engine;
use croupier::framework::luck::{Dice, Luck, Whom};
use croupier::games::sabacc::Sabacc;
use croupier::games::sabacc::cards::{Card, Deck, Hand, KINDS, Packed};
use croupier::games::sabacc::exact;
use croupier::games::sabacc::hand::Ranking;
use croupier::games::sabacc::record::Silent;
use croupier::games::sabacc::round::Table;
use croupier::games::sabacc::rules::{DealerMoves, UNITS_PER_ANTE};
use croupier::games::sabacc::strategies::exploiter::{Exploiter, Opponent};
use croupier::games::sabacc::strategies::solved::{Against, Shared};
use croupier::games::sabacc::strategies::{Careful, Seat};
use croupier::games::sabacc::view::{Act, Action, Choice, Look, Player, View};
use croupier::strategy;
use rayon::prelude::*;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The maximum number of leaves here.
const LEAVES: u64 = 3_000_000;

/// The fixed part of a game of two: the hand dealt to the first or the second to act, and the card
/// turned up.
#[derive(Clone, Copy)]
struct Begin {
    place: usize,
    hand: [Card; 2],
    top: Option<Card>,
}

/// Luck that takes every course from such a beginning, except that the dice never double.
struct Every<'a, 'w> {
    walk: &'a RefCell<&'w mut Walk>,
    begin: Begin,
    /// The cards of a game's first five that are still to be dealt, the last one first.
    dealt: Vec<Card>,
}

fn take(pile: &mut impl Cards, card: Card) -> Card {
    assert!(pile.take_kind(card.kind()), "{card} is not in the pile");
    card
}

impl Every<'_, '_> {
    fn any(&self, pile: &mut impl Cards) -> Card {
        Card::of_kind(self.walk.borrow_mut().card(pile))
    }

    /// Two cards in any order.
    fn two(&self, pile: &mut impl Cards) -> [Card; 2] {
        let mut left = pile.left_by_kind();
        left.truncate(KINDS);
        let (mut pairs, mut ways) = (Vec::new(), Vec::new());
        for (one, &ones) in left.iter().enumerate().filter(|(_, copies)| **copies > 0) {
            for (two, &twos) in left.iter().enumerate().skip(one) {
                let same = u32::from(one == two);
                pairs.push([one, two].map(Card::of_kind));
                ways.push((2 - same) * ones * (twos - same.min(twos)));
            }
        }
        pairs[self.walk.borrow_mut().draw(&ways)].map(|card| take(pile, card))
    }

    /// The first five cards: two to each in turn, and the top.
    fn deal(&self, pile: &mut impl Cards) -> [Card; 5] {
        let Begin { place, hand, top } = self.begin;
        let (other, mut cards) = (1 - place, [Card::SYLOP; 5]);
        [cards[place], cards[place + 2]] = hand.map(|card| take(pile, card));
        cards[4] = top.map_or(Card::SYLOP, |top| take(pile, top));
        [cards[other], cards[other + 2]] = self.two(pile);
        if top.is_none() {
            cards[4] = self.any(pile);
        }
        cards
    }
}

impl Luck for Every<'_, '_> {
    fn card<D: Cards>(&mut self, purpose: Purpose, _whom: Whom, pile: &mut D) -> usize {
        match purpose {
            Purpose::Deal => {
                if self.dealt.is_empty() {
                    self.dealt = self.deal(pile).into_iter().rev().collect();
                }
                self.dealt.pop().unwrap().kind()
            }
            Purpose::Dealer => unreachable!("there is no double"),
            _ => self.any(pile).kind(),
        }
    }

    fn roll(&mut self, _purpose: Purpose, _whom: Whom, _dice: Dice) -> [u32; 2] {
        [1, 2]
    }

    fn below(&mut self, _purpose: Purpose, bound: u32) -> u32 {
        self.walk.borrow_mut().below(bound)
    }
}

/// The view of a seat in its last turn: its hand, the top, and the acts so far; and the card that
/// it has drawn to look at.
type Seen = (Hand, usize, Vec<(usize, usize)>, Option<usize>);

fn seen(view: &View<'_>, drawn: Option<Card>) -> Seen {
    let act = |act: &Act| {
        (act.action.map_or(Action::WAYS, Action::index), act.card.map_or(KINDS, Card::kind))
    };
    let acts = (0..2).flat_map(|seat| view.acts(seat)).map(act).collect();
    (view.hand(), view.top().kind(), acts, drawn.map(Card::kind))
}

/// The exploiter's analysis of a situation: its value of each option, if it gives one, and the
/// option that it takes.
struct Thought {
    worths: Vec<f64>,
    taken: usize,
}

/// A seat that tries every option in its last turn, and asks the exploiter for its choice.
struct Trying<'a, 'w> {
    walk: &'a RefCell<&'w mut Walk>,
    reply: &'a mut BestReply<Seen>,
    exploiter: &'a mut Exploiter,
    thoughts: &'a mut HashMap<Seen, Thought>,
    rounds: usize,
}

impl Player for Trying<'_, '_> {
    fn play(&mut self, view: &View<'_>) -> Choice {
        if view.round() < self.rounds {
            return Careful::default().play(view);
        }
        let (seen, legal) = (seen(view, None), view.legal().collect::<Vec<Action>>());
        let exploiter = &mut *self.exploiter;
        self.thoughts.entry(seen.clone()).or_insert_with(|| {
            let Choice::Act(taken) = exploiter.play(view) else { panic!("it mixes") };
            let taken = legal.iter().position(|&action| action == taken).unwrap();
            let (actions, worths): (Vec<_>, Vec<_>) = exploiter.worth(view).into_iter().unzip();
            assert_eq!(actions, legal);
            Thought { worths, taken }
        });
        let taken = self.reply.decide(&mut self.walk.borrow_mut(), seen, legal.len());
        Choice::Act(legal[taken])
    }

    fn look(&mut self, view: &View<'_>, drawn: Card) -> Look {
        if view.round() < self.rounds {
            return Careful::default().look(view, drawn);
        }
        let seen = seen(view, Some(drawn));
        let exploiter = &mut *self.exploiter;
        self.thoughts.entry(seen.clone()).or_insert_with(|| {
            let taken = usize::from(exploiter.look(view, drawn) == Look::Throw);
            Thought { worths: Vec::new(), taken }
        });
        let throws = self.reply.decide(&mut self.walk.borrow_mut(), seen, 2) == 1;
        if throws { Look::Throw } else { Look::Keep }
    }
}

/// The players at the table.
enum At<'a, 'w> {
    Trying(Trying<'a, 'w>),
    Other(&'a mut Seat),
}

impl Player for At<'_, '_> {
    fn play(&mut self, view: &View<'_>) -> Choice {
        match self {
            At::Trying(seat) => seat.play(view),
            At::Other(seat) => seat.play(view),
        }
    }

    fn look(&mut self, view: &View<'_>, drawn: Card) -> Look {
        match self {
            At::Trying(seat) => seat.look(view, drawn),
            At::Other(seat) => seat.look(view, drawn),
        }
    }
}

/// The share of the pot that a new hand of a given size wins against one of another size.
fn fresh(deck: &Deck, ranking: &Ranking, cards: [u32; 2]) -> f64 {
    let [own, other] = cards.map(|cards| {
        let hands = deck.hands_of::<Hand>(cards as usize);
        hands.map(|hand| (ranking.rank(hand), deck.ways(hand) as f64)).collect::<Vec<_>>()
    });
    let (mut won, mut all) = (0.0, 0.0);
    for (own, ways) in own {
        for &(other, theirs) in &other {
            let share = match own.cmp(&other) {
                Ordering::Greater => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Less => 0.0,
            };
            all += ways * theirs;
            won += ways * theirs * share;
        }
    }
    won / all
}

/// Hands and tops from which everything is tried in the last turn.
const BEGINS: [([i64; 2], i64); 2] = [([5, -2], -3), ([3, 4], -5)];

/// A deck of eleven cards: so few that each of them is informative.
const SMALL: &str = "copies=1;highest=5;sylops_in_deck=1;game_rounds=1;hand_limit=2;dice_faces=6";

/// Every switch that changes how a game of two ends, and the opponents that are tried. The
/// exploiter knows the odds of new hands after a double only if all have one size: if not, the dice
/// have a thousand faces.
const SWITCHES: &[(&str, &str)] = &[
    ("", "stand careful"),
    ("dice_faces=1;copies=[1, 2, 1, 1, 3]", "careful"),
    ("highest=6;sylops_in_deck=2", "careful"),
    ("dice_faces=1000", "random solved"),
    ("hand_limit=3;dice_faces=1000;precise=after_value", "careful solved"),
    ("hand_limit=3;dice_faces=1000;precise=off", "careful"),
    ("hand_limit=3;dice_faces=1000;sylops=in_runs", "careful"),
    ("hand_limit=3;dice_faces=1000;extra_cards=examples_only", "careful"),
    ("gain=look_first", "careful"),
    ("gain=look_first;hand_limit=3;dice_faces=1000", "careful"),
    ("junk_refund=0.4;dice_faces=1000", "random"),
    ("junk_refund=1;gain=look_first;dice_faces=1000", "random solved"),
    ("game_rounds=2;sylops_in_deck=2", "careful"),
    ("game_rounds=2;sylops_in_deck=2;dealer_moves=each_round", "careful"),
    ("game_rounds=2;sylops_in_deck=2;gain=look_first;hand_limit=3;dice_faces=1000", "careful"),
];

/// Compares the exploiter's values of the actions of its last turn with those by enumeration of all
/// that can follow, and checks that it takes the best; returns the faults.
fn faults(game: &Sabacc, other: &str, seat: usize) -> Vec<String> {
    let rules = game.rules();
    let opponent = match other {
        "stand" => Opponent::Stand,
        "careful" => Opponent::Careful(Careful::default()),
        "solved" => Opponent::Solved,
        _ => Opponent::Random,
    };
    let mut other = strategy::seat(game, other).unwrap();
    let mut exploiter = Exploiter::new(rules, opponent);
    let mut table = Table::new(rules);
    let (deck, ranking) = (rules.deck(), Ranking::for_rules(rules));
    let mut news: HashMap<[u32; 2], f64> = HashMap::new();
    let double = 1.0 / f64::from(rules.dice_faces);
    // Seat 0 must act first in the last round.
    let first = usize::from(rules.dealer_moves == DealerMoves::EachRound);
    let mut faults = Vec::new();
    let close = if rules.dice_faces == 1000 { 1e-4 } else { 1e-9 };
    for (hand, top) in BEGINS {
        let card = |value| Card::new(value).unwrap();
        let begin = Begin { place: seat ^ first, hand: hand.map(card), top: Some(card(top)) };
        let mut reply = BestReply::default();
        let mut thoughts = HashMap::new();
        let ways = tree::visit(LEAVES, |walk| {
            let outcome = {
                let walk = &RefCell::new(&mut *walk);
                let (reply, exploiter, thoughts) = (&mut reply, &mut exploiter, &mut thoughts);
                let rounds = rules.game_rounds.into();
                let trying = At::Trying(Trying { walk, reply, exploiter, thoughts, rounds });
                let mut seats = [trying, At::Other(&mut other)];
                if seat == 1 {
                    seats.swap(0, 1);
                }
                *table.game(
                    &mut seats,
                    &mut Every { walk, begin, dealt: Vec::new() },
                    &mut Silent,
                    first,
                )
            };
            let mut worth = 1.0 + outcome.nets[seat] as f64 / UNITS_PER_ANTE as f64;
            // After a last roll that doubles, all have new hands.
            if outcome.rolls == rules.game_rounds {
                let cards = [seat, 1 - seat].map(|seat| table.hands()[seat].cards());
                let new = *news.entry(cards).or_insert_with(|| fresh(&deck, &ranking, cards));
                worth = (1.0 - double) * worth + double * 2.0 * new;
            }
            reply.end(walk, worth);
        });
        let at = format!("{opponent:?} before seat {seat} with {hand:?} and {top}");
        ways.unwrap_or_else(|error| panic!("{at}: {error}"));
        let situations = reply.best().situations;
        assert!(!situations.is_empty());
        for found in situations {
            let Thought { worths, taken } = &thoughts[&found.seen];
            for (action, (thought, worth)) in worths.iter().zip(&found.worths).enumerate() {
                if (thought - worth).abs() > close {
                    let of = format!("{at}, {:?}: option {action}", found.seen);
                    faults.push(format!("{of} is worth {worth}, to the exploiter {thought}"));
                }
            }
            let best = found.worths.iter().copied().fold(f64::MIN, f64::max);
            let lost = best - found.worths[*taken];
            if lost > 2.0 * close {
                faults.push(format!("{at}, {:?}: option {taken} loses {lost}", found.seen));
            }
        }
    }
    faults
}

#[test]
fn what_the_last_turn_is_worth_is_what_comes_of_all_that_can_be_tried() {
    SWITCHES.into_par_iter().for_each(|(set, others)| {
        let game: Sabacc = tables::table(&format!("{SMALL};{set}"));
        // The plan is made once for all cases.
        let _plan = Shared::for_rules(game.rules(), Against::Themselves);
        let seats = others.split(' ').flat_map(|other| [0, 1].map(|seat| (other, seat)));
        let faults: Vec<_> = seats.flat_map(|(other, seat)| faults(&game, other, seat)).collect();
        assert!(faults.is_empty(), "{set}: {} faults, such as {}", faults.len(), faults[0]);
    });
}

/// The probability that a hand as dealt is beaten or tied, over all cards that the other can have.
#[test]
fn a_hand_is_beaten_as_often_as_in_all_deals_of_the_game() {
    let switches = ["", "copies=[1, 2, 1, 1, 3]", "sylops_in_deck=2", "highest=6", "precise=off"];
    let more = ["extra_cards=examples_only", "sylops=in_runs", "precise=after_value"];
    for set in switches.into_iter().chain(more) {
        let game: Sabacc = tables::table(&format!("{SMALL};{set}"));
        let rules = game.rules();
        let ranking = Ranking::for_rules(rules);
        let mut table = Table::new(rules);
        for hand in ["5 -2", "1 -1", "3 4"] {
            let cards: Vec<Card> = hand.split(' ').map(|card| card.parse().unwrap()).collect();
            let begin = Begin { place: 0, hand: [cards[0], cards[1]], top: None };
            let [mut beaten, mut tied] = [0.0; 2];
            let (mut seat, mut other) = (Seat::Stand, Seat::Stand);
            tree::visit(LEAVES, |walk| {
                let outcome = {
                    let mut luck =
                        Every { walk: &RefCell::new(&mut *walk), begin, dealt: Vec::new() };
                    let mut seats = [At::Other(&mut seat), At::Other(&mut other)];
                    *table.game(&mut seats, &mut luck, &mut Silent, 0)
                };
                let p = walk.probability();
                match outcome.ranks[0].cmp(&outcome.ranks[1]) {
                    Ordering::Less => beaten += p,
                    Ordering::Equal => tied += p,
                    Ordering::Greater => {}
                }
            })
            .unwrap();
            let facts = &exact::hand_facts(rules, hand).unwrap()[0];
            let close = |found: Option<f64>, counted: f64| (found.unwrap() - counted).abs() < 1e-12;
            assert!(close(facts.beaten, beaten), "{set} {hand}: {:?} {beaten}", facts.beaten);
            assert_eq!(facts.outcomes[0].0, "tied");
            assert!(close(facts.outcomes[0].1, tied), "{set} {hand}: {:?} {tied}", facts.outcomes);
            let name = ranking.category(ranking.rank(Hand::from_cards(&cards))).name();
            assert_eq!(facts.category, name);
        }
    }
}
