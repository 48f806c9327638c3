//! A second, slow Corellian Spike Sabacc, written from the rules document and its source alone and
//! sharing no code with the engine it is compared with: hands that are lists of numbers, a deck
//! that is really shuffled, two dice that are really rolled, ranks compared step by step. Rule ids
//! (S1 to S15) are those of the rules document.
//!
//! [`rank`] compares hands, [`table`] plays whole games, [`habits`] decides for the seats.
#![allow(dead_code, unused_imports)]

pub mod habits;
pub mod rank;
pub mod table;

pub use habits::{Habit, RandomLegal, StandAlways};
pub use rank::{CATEGORIES, Category, category, compare};
pub use table::{Act, Decider, Look, Outcome, Public, Shown, play, play_from};

/// S3: how long a player remains the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealerMoves {
    /// For a whole game.
    EachGame,
    /// For one round: the next round's dealer is the seat to the left, in or out of the game, and
    /// that round's turns start left of the new dealer.
    EachRound,
}

/// S6: the forms of Gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// Draw and keep, or discard and then draw and keep.
    KeepOrExchange,
    /// Draw and then keep or throw, or discard and then draw and keep.
    LookFirst,
}

/// The ranking's `extra_cards`: the hands that may hold cards beyond those that they name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraCards {
    /// Each that does not say "nothing else" or a number of cards.
    Allowed,
    /// Banthas Wild, Rule of Two and One Pair.
    ExamplesOnly,
}

/// S15: the point at which fewer cards win, in categories 1 to 11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precise {
    /// Before anything else.
    First,
    /// After the value of the set (both values of a Rule of Two).
    AfterValue,
    /// Nowhere.
    Off,
}

/// S15: whether a sylop is the zero of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sylops {
    /// Sylops form no pair, set or run.
    Apart,
    /// A sylop is the zero of a run of four.
    InRuns,
}

/// The switches of the rules document.
#[derive(Clone, Debug)]
pub struct Readings {
    /// S1.
    pub deck: Deck,
    /// S2: faces of each of the two dice; 1 makes every roll a double.
    pub dice_faces: u32,
    /// S3: 2..=8.
    pub players: usize,
    /// S3.
    pub dealer_moves: DealerMoves,
    /// S5: at least 1.
    pub game_rounds: u32,
    /// S6.
    pub gain: Gain,
    /// S9: 2..=5. (More than five would leave the ranking undefined.)
    pub hand_limit: usize,
    /// S12: the ante of each player. [`Outcome::net`] counts in antes, [`Outcome::money`] in this
    /// unit.
    pub ante: f64,
    /// S12: the part of a junker's ante that is refunded from the pot, 0 to 1.
    pub junk_refund: f64,
    /// The ranking.
    pub extra_cards: ExtraCards,
    /// S15.
    pub precise: Precise,
    /// The ranking.
    pub sylops: Sylops,
}

impl Default for Readings {
    fn default() -> Self {
        Readings {
            deck: Deck::default(),
            dice_faces: 6,
            players: 2,
            dealer_moves: DealerMoves::EachGame,
            game_rounds: 3,
            gain: Gain::KeepOrExchange,
            hand_limit: 5,
            ante: 1.0,
            junk_refund: 0.0,
            extra_cards: ExtraCards::Allowed,
            precise: Precise::First,
            sylops: Sylops::Apart,
        }
    }
}

/// S1: the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The number of copies of each value from 1 up, and of its negative.
    pub copies: Vec<u64>,
    /// The number of zeros.
    pub sylops: u64,
}

impl Default for Deck {
    fn default() -> Self {
        Deck { copies: vec![3; 10], sylops: 2 }
    }
}

impl Deck {
    /// The highest value.
    pub fn highest(&self) -> i8 {
        self.copies.len() as i8
    }

    /// The number of cards of this value.
    pub fn count(&self, value: i8) -> u64 {
        if value == 0 {
            return self.sylops;
        }
        self.copies.get(usize::from(value.unsigned_abs()) - 1).copied().unwrap_or(0)
    }

    /// All cards, unshuffled.
    pub fn cards(&self) -> Vec<i8> {
        let mut deck = Vec::new();
        for value in -self.highest()..=self.highest() {
            for _ in 0..self.count(value) {
                deck.push(value);
            }
        }
        deck
    }

    /// Every distinct hand of `size` cards that the deck can make, each ascending.
    pub fn hands(&self, size: usize) -> Vec<Vec<i8>> {
        let mut found: Vec<Vec<i8>> = vec![Vec::new()];
        for _ in 0..size {
            let mut longer = Vec::new();
            for hand in &found {
                for value in -self.highest()..=self.highest() {
                    let held = hand.iter().filter(|&&card| card == value).count() as u64;
                    if hand.iter().all(|&card| card <= value) && held < self.count(value) {
                        let mut more = hand.clone();
                        more.push(value);
                        longer.push(more);
                    }
                }
            }
            found = longer;
        }
        found
    }

    /// The number of ways to make this hand without the cards in `gone`.
    pub fn ways(&self, hand: &[i8], gone: &[i8]) -> u64 {
        let mut ways = 1;
        for value in -self.highest()..=self.highest() {
            let wanted = hand.iter().filter(|&&card| card == value).count() as u64;
            let there =
                self.count(value) - gone.iter().filter(|&&card| card == value).count() as u64;
            // The binomial coefficient; a product is 0 if too many are wanted.
            let (mut above, mut below) = (1, 1);
            for taken in 0..wanted {
                above *= there.saturating_sub(taken);
                below *= taken + 1;
            }
            ways *= above / below;
        }
        ways
    }
}

/// S1: the 62 cards, unshuffled.
pub fn deck() -> Vec<i8> {
    Deck::default().cards()
}

/// The total of a hand.
pub fn total(hand: &[i8]) -> i32 {
    hand.iter().map(|&card| i32::from(card)).sum()
}

/// [`Deck::hands`] of the 62 cards.
pub fn hands(size: usize) -> Vec<Vec<i8>> {
    Deck::default().hands(size)
}

/// [`Deck::ways`] of the 62 cards.
pub fn ways(hand: &[i8], gone: &[i8]) -> u64 {
    Deck::default().ways(hand, gone)
}

/// The number of hands of `size` cards in each category, best first.
pub fn census(size: usize, readings: &Readings) -> [u64; 13] {
    let mut counts = [0; 13];
    for hand in readings.deck.hands(size) {
        counts[category(&hand, readings) as usize - 1] += readings.deck.ways(&hand, &[]);
    }
    counts
}

/// The numbers of distinct hands of these sizes, and of the ranks they fall into.
pub fn distinct_ranks(
    sizes: std::ops::RangeInclusive<usize>,
    readings: &Readings,
) -> (usize, usize) {
    let mut all: Vec<Vec<i8>> = sizes.flat_map(|size| readings.deck.hands(size)).collect();
    all.sort_by(|a, b| compare(a, b, readings));
    let steps = all.windows(2).filter(|two| compare(&two[0], &two[1], readings).is_ne()).count();
    (all.len(), steps + 1)
}

/// The exact results of two players who always stand: deals out of [`Standing::deals`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// All deals: C(62, 2) C(60, 2).
    pub deals: u64,
    /// By the first player's category and the second's, best first.
    pub shown: [[u64; 13]; 13],
    /// Deals that the first player wins outright, by its category. The second's are the same.
    pub wins: [u64; 13],
    /// Deals that go to S14, by the category that both hold.
    pub ties: [u64; 13],
}

/// Two players who stand in every turn. Meant for dice that never double, but the dice change
/// nothing: a player who stands looks at nothing, and a redealt hand is as random as the first.
pub fn two_standing(readings: &Readings) -> Standing {
    let mut standing = Standing { deals: 0, shown: [[0; 13]; 13], wins: [0; 13], ties: [0; 13] };
    let deck = &readings.deck;
    let pairs = deck.hands(2);
    for first in &pairs {
        let one = category(first, readings) as usize - 1;
        for second in &pairs {
            let two = category(second, readings) as usize - 1;
            let deals = deck.ways(first, &[]) * deck.ways(second, first);
            standing.deals += deals;
            standing.shown[one][two] += deals;
            match compare(first, second, readings) {
                std::cmp::Ordering::Greater => standing.wins[one] += deals,
                std::cmp::Ordering::Equal => standing.ties[one] += deals,
                std::cmp::Ordering::Less => {}
            }
        }
    }
    standing
}
