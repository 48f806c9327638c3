//! Whole games, S2 to S14.
//!
//! Readings taken where the text leaves room:
//!
//! - **S3**: under `EachRound` the dealership goes to the next seat, whoever sits there (a player
//!   who has junked may deal), and moves after the dice.
//! - **S8**: the last player wins at once, without a roll, a showdown or a last turn.
//! - **S10**: all hands go down before any card is dealt; "ascending value" is by signed value;
//!   "turn order" is that of the round that ends. A junker who is the dealer still rolls.
//! - **S11**: the pile is made when a card is to be drawn and there is none, not when the last one
//!   is drawn. The discard of an exchange is then on top and stays.
//! - **S12**: the refunds of junkers come out of the winner's pot, whoever wins.
//! - **S14**: the hands shown stay on the table, unless the draw pile is empty and no more than
//!   nine discards are there to make a new one of: then they go down as in S10, before the shuffle;
//!   the cards that a round of draws brings go down together, in turn order, when the last of that
//!   round is drawn.

use super::rank::{Category, category, compare, nearer};
use super::{DealerMoves, Gain, Readings};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::cmp::Ordering;

/// An action of a player in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// S8.
    Stand,
    /// S6: draw and keep; under [`Gain::LookFirst`] draw, look, and then keep or throw.
    Draw,
    /// S6: discard this card, then draw and keep.
    Exchange(i8),
    /// S7: take the top of the discard pile for this card.
    Swap(i8),
    /// S8.
    Junk,
}

/// The public part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Public {
    /// Stood.
    Stand,
    /// Drew and kept.
    Keep,
    /// Drew and threw this card.
    Throw(i8),
    /// Discarded this card and drew.
    Exchange(i8),
    /// Gave the first, took the second.
    Swap(i8, i8),
    /// Junked.
    Junk,
}

/// The view of a player that is asked.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// Own seat.
    pub seat: usize,
    /// This round's dealer.
    pub dealer: usize,
    /// From 1.
    pub round: u32,
    /// The number of rounds.
    pub rounds: u32,
    /// Own hand, in the order in which the cards came.
    pub hand: &'a [i8],
    /// S9.
    pub hand_limit: usize,
    /// The discard pile, the top last; never empty.
    pub discard_pile: &'a [i8],
    /// Cards in the draw pile.
    pub draw_pile: usize,
    /// By seat: the number of its cards, or `None` if it is out.
    pub counts: Vec<Option<usize>>,
    /// Every turn so far, with its seat and round.
    pub turns: &'a [(usize, u32, Public)],
    /// Stand, Draw if legal, each Exchange, each Swap (one of each for each value held, lowest
    /// first), Junk.
    pub legal: Vec<Act>,
}

impl Look<'_> {
    /// The top of the discard pile.
    pub fn top(&self) -> i8 {
        self.discard_pile[self.discard_pile.len() - 1]
    }
}

/// The decisions of a player.
pub trait Decider {
    /// Chooses one of `look.legal`.
    fn act(&mut self, look: &Look<'_>) -> Act;

    /// Under [`Gain::LookFirst`] below the hand limit: keep the drawn card (which `look.hand`
    /// lacks) or throw it. `look.legal` is that of the turn's beginning.
    fn keep(&mut self, look: &Look<'_>, drawn: i8) -> bool;
}

/// A hand at the showdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its cards, ascending.
    pub cards: Vec<i8>,
    /// Their category.
    pub category: Category,
}

/// One game, played to the end.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// By seat: won or lost, in antes.
    pub net: Vec<f64>,
    /// By seat: the same in the unit of [`Readings::ante`].
    pub money: Vec<f64>,
    /// By seat: the hand shown; `None` for junkers, and for all if all but one junked.
    pub shown: Vec<Option<Shown>>,
    /// The winner.
    pub winner: usize,
    /// By seat: the round in which it junked.
    pub junked: Vec<Option<u32>>,
    /// The round in which the last play was made.
    pub last_round: u32,
    /// Seats in each round of S14's draws, in turn order: empty if the hands decided.
    pub draws: Vec<Vec<usize>>,
    /// Cards drawn for S14.
    pub blind_draws: usize,
    /// Times that the discard pile became the draw pile (S11).
    pub reshuffles: usize,
    /// Doubles rolled (S10).
    pub doubles: usize,
    /// Every turn, with its seat and round.
    pub turns: Vec<(usize, u32, Public)>,
    /// By seat: the hand at the end, in the order in which the cards came; empty for junkers.
    pub hands: Vec<Vec<i8>>,
    /// The draw pile after the game, the next card last.
    pub draw_pile: Vec<i8>,
    /// The discard pile after the game, the top last.
    pub discard_pile: Vec<i8>,
}

impl Outcome {
    /// Did S14 decide?
    pub fn went_to_draws(&self) -> bool {
        !self.draws.is_empty()
    }

    /// Was there a reshuffle (S11)?
    pub fn reshuffled(&self) -> bool {
        self.reshuffles > 0
    }
}

/// The two piles.
struct Piles {
    /// The next card last.
    draw: Vec<i8>,
    /// The top last.
    discard: Vec<i8>,
    reshuffles: usize,
}

impl Piles {
    /// The next card, after S11 if there is none.
    fn draw(&mut self, rng: &mut Pcg64Mcg) -> i8 {
        if self.draw.is_empty() {
            let top = self.discard.pop().expect("the discard pile is never empty");
            self.draw = std::mem::take(&mut self.discard);
            self.draw.shuffle(rng);
            self.discard.push(top);
            self.reshuffles += 1;
        }
        self.draw.pop().expect("S3: cards enough")
    }

    /// S10: a whole hand goes down, the lowest first.
    fn put_down(&mut self, hand: &[i8]) {
        let mut cards = hand.to_vec();
        cards.sort();
        self.discard.extend(cards);
    }
}

/// Takes one card of this value out of the hand.
fn take_out(hand: &mut Vec<i8>, value: i8) {
    let place = hand.iter().position(|&card| card == value).expect("a card of the hand");
    hand.remove(place);
}

/// The legal acts of the player.
fn legal(hand: &[i8], readings: &Readings) -> Vec<Act> {
    let mut values = hand.to_vec();
    values.sort();
    values.dedup();
    let mut acts = vec![Act::Stand];
    // S6, S9: at the limit nothing can be kept, but a look is free.
    if hand.len() < readings.hand_limit || readings.gain == Gain::LookFirst {
        acts.push(Act::Draw);
    }
    for &value in &values {
        acts.push(Act::Exchange(value));
    }
    for &value in &values {
        acts.push(Act::Swap(value));
    }
    acts.push(Act::Junk);
    acts
}

/// Plays a game; `dealer` is its (first) dealer's seat.
pub fn play(
    readings: &Readings,
    seats: &mut [Box<dyn Decider>],
    rng: &mut Pcg64Mcg,
    dealer: usize,
) -> Outcome {
    let mut cards = readings.deck.cards();
    cards.shuffle(rng);
    play_from(readings, seats, cards, rng, dealer)
}

/// Plays a game with this deck, its next card last. The generator only serves the dice and the
/// reshuffles.
pub fn play_from(
    readings: &Readings,
    seats: &mut [Box<dyn Decider>],
    deck: Vec<i8>,
    rng: &mut Pcg64Mcg,
    dealer: usize,
) -> Outcome {
    let players = readings.players;
    assert!((2..=8).contains(&players) && seats.len() == players && dealer < players);
    assert!((2..=5).contains(&readings.hand_limit));
    assert!(readings.game_rounds >= 1 && readings.dice_faces >= 1);
    assert!((0.0..=1.0).contains(&readings.junk_refund));
    let mut dealer = dealer;
    let mut piles = Piles { draw: deck, discard: Vec::new(), reshuffles: 0 };
    let mut hands: Vec<Vec<i8>> = vec![Vec::new(); players];
    let mut junked: Vec<Option<u32>> = vec![None; players];
    let mut turns = Vec::new();
    let mut doubles = 0;
    let mut last_round = 0;

    // S4: dealt from the left of the dealer, twice around, then the first discard.
    for _ in 0..2 {
        for step in 1..=players {
            let seat = (dealer + step) % players;
            let card = piles.draw(rng);
            hands[seat].push(card);
        }
    }
    let first = piles.draw(rng);
    piles.discard.push(first);

    let mut order: Vec<usize> = Vec::new();
    'game: for round in 1..=readings.game_rounds {
        last_round = round;
        if round > 1 && readings.dealer_moves == DealerMoves::EachRound {
            dealer = (dealer + 1) % players;
        }
        order = (1..=players).map(|step| (dealer + step) % players).collect();
        order.retain(|&seat| junked[seat].is_none());

        for &seat in &order {
            let hand = hands[seat].clone();
            let counts: Vec<Option<usize>> = (0..players)
                .map(|other| if junked[other].is_some() { None } else { Some(hands[other].len()) })
                .collect();
            let discard_pile = piles.discard.clone();
            let look = Look {
                seat,
                dealer,
                round,
                rounds: readings.game_rounds,
                hand: &hand,
                hand_limit: readings.hand_limit,
                discard_pile: &discard_pile,
                draw_pile: piles.draw.len(),
                counts,
                turns: &turns,
                legal: legal(&hand, readings),
            };
            let act = seats[seat].act(&look);
            assert!(look.legal.contains(&act), "{act:?} is illegal: {look:?}");
            let public = match act {
                Act::Stand => Public::Stand,
                Act::Draw => {
                    let drawn = piles.draw(rng);
                    let keep = match readings.gain {
                        Gain::KeepOrExchange => true,
                        Gain::LookFirst => {
                            hand.len() < readings.hand_limit && seats[seat].keep(&look, drawn)
                        }
                    };
                    if keep {
                        hands[seat].push(drawn);
                        Public::Keep
                    } else {
                        piles.discard.push(drawn);
                        Public::Throw(drawn)
                    }
                }
                Act::Exchange(value) => {
                    take_out(&mut hands[seat], value);
                    piles.discard.push(value);
                    let drawn = piles.draw(rng);
                    hands[seat].push(drawn);
                    Public::Exchange(value)
                }
                Act::Swap(value) => {
                    let taken = piles.discard.pop().expect("the discard pile is never empty");
                    take_out(&mut hands[seat], value);
                    piles.discard.push(value);
                    hands[seat].push(taken);
                    Public::Swap(value, taken)
                }
                Act::Junk => {
                    piles.put_down(&hands[seat]);
                    hands[seat].clear();
                    junked[seat] = Some(round);
                    Public::Junk
                }
            };
            turns.push((seat, round, public));
            // S8.
            if junked.iter().filter(|junked| junked.is_none()).count() == 1 {
                break 'game;
            }
        }

        // S2, S10.
        let one = rng.random_range(1..=readings.dice_faces);
        let two = rng.random_range(1..=readings.dice_faces);
        if one == two {
            doubles += 1;
            order.retain(|&seat| junked[seat].is_none());
            for &seat in &order {
                piles.put_down(&hands[seat]);
            }
            for &seat in &order {
                for place in 0..hands[seat].len() {
                    let card = piles.draw(rng);
                    hands[seat][place] = card;
                }
            }
        }
    }

    // The showdown, unless only one is left.
    order.retain(|&seat| junked[seat].is_none());
    let mut shown: Vec<Option<Shown>> = vec![None; players];
    if order.len() > 1 {
        for &seat in &order {
            let mut cards = hands[seat].clone();
            cards.sort();
            shown[seat] = Some(Shown { category: category(&cards, readings), cards });
        }
    }
    let mut tied: Vec<usize> = Vec::new();
    for &seat in &order {
        let beaten = order
            .iter()
            .any(|&other| compare(&hands[other], &hands[seat], readings) == Ordering::Greater);
        if !beaten {
            tied.push(seat);
        }
    }

    // S14.
    let mut draws = Vec::new();
    let mut blind_draws = 0;
    while tied.len() > 1 {
        let mut drawn = Vec::new();
        for _ in &tied {
            // Nine cards, of which the top stays, could be too few, or all of one value.
            if piles.draw.is_empty() && piles.discard.len() <= 9 {
                for &seat in &order {
                    piles.put_down(&hands[seat]);
                    hands[seat].clear();
                }
            }
            drawn.push(piles.draw(rng));
        }
        piles.discard.extend(&drawn);
        blind_draws += drawn.len();
        draws.push(tied.clone());
        let mut best = Vec::new();
        for (i, &seat) in tied.iter().enumerate() {
            let beaten = drawn
                .iter()
                .any(|&card| nearer(i32::from(card), i32::from(drawn[i])) == Ordering::Greater);
            if !beaten {
                best.push(seat);
            }
        }
        tied = best;
    }
    let winner = tied[0];

    // S12.
    let mut net = vec![-1.0; players];
    let mut pot = players as f64;
    for seat in 0..players {
        if junked[seat].is_some() {
            net[seat] += readings.junk_refund;
            pot -= readings.junk_refund;
        }
    }
    net[winner] += pot;

    Outcome {
        money: net.iter().map(|net| net * readings.ante).collect(),
        net,
        shown,
        winner,
        junked,
        last_round,
        draws,
        blind_draws,
        reshuffles: piles.reshuffles,
        doubles,
        turns,
        hands,
        draw_pile: piles.draw,
        discard_pile: piles.discard,
    }
}
