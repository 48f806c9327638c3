//! What happened in a hand: nothing kept ([`Silent`]) or told step by step ([`Transcript`]).

use super::hand::{
    Card, FlankRank, Line, Order, Place, Pyramid, RowRank, Standing, flank_name, row_name,
};
use super::player::{Bet, Seats};
use super::rules::{CarryJoins, RakeFrom, UNITS_PER_ANTE};
use crate::games::Step;

/// A step of a hand. Money is in units.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum Tell {
    /// A shoe, one of `of`, was shuffled before the hand.
    Shuffled { shoe: usize, of: usize },
    /// A hand began.
    Began { hand: u32, first: usize, carry: i64, joins: CarryJoins },
    /// Everybody put up the ante.
    Anted { players: usize, pot: i64 },
    /// The house took its rake.
    Raked { from: RakeFrom, taken: i64, pot: i64 },
    /// A card was dealt.
    Dealt { seat: usize, place: Place, card: Card },
    /// A shoe ran out in the middle of the hand.
    Reshuffled { shoe: usize, of: usize, cards: u32 },
    /// A betting round began.
    Betting { round: usize, unit: i64 },
    /// A seat's turn in it.
    Bets { seat: usize, bet: Bet, pot: i64 },
    /// A bet on a natural zinbiddle.
    SideBet { seat: usize, stake: i64 },
    /// What it came to.
    SideBetSettled { seat: usize, paid: i64 },
    /// A natural zinbiddle was called.
    Zinbiddle { seat: usize, cards: [Card; 4] },
    /// Pilot actions began.
    Actions { level: usize, price: i64 },
    /// A seat is done for this level.
    Passed { seat: usize },
    /// A card was replaced.
    Replaced { seat: usize, place: Place, old: Card, shown: bool, card: Card, price: i64, pot: i64 },
    /// Two cards changed places.
    Transposed { seat: usize, places: (Place, Place), turned: u16, price: i64, pot: i64 },
    /// A line was put in another order.
    Resorted {
        seat: usize,
        line: Line,
        order: Order,
        cards: [Card; 4],
        turned: u16,
        price: i64,
        pot: i64,
    },
    /// A dealt capstone completed an Ion Barrage.
    IonDealt { seat: usize },
    /// A seat took the pot without a showdown.
    TakesPot { seat: usize, pot: i64 },
    /// The showdown began.
    Showdown { pot: i64, bonus: i64 },
    /// A pyramid was shown.
    Shown { seat: usize, pyramid: Pyramid, standing: Standing },
    /// Some seats took everything.
    TakesAll { winners: Seats, each: i64 },
    /// A line was won.
    LineWon { line: Line, winners: Seats, best: u8, each: i64 },
    /// The fourth quarter was won.
    FourthWon { winners: Seats, each: i64 },
    /// An amount that nobody won.
    Carried { amount: i64 },
    /// A seat took from the jackpot.
    Jackpot { seat: usize, amount: i64, rest: bool },
    /// A seat's net.
    Settled { seat: usize, net: i64 },
    /// The house's net, and what carries over.
    House { net: i64, carry: i64 },
    /// The session was over.
    Closed { each: i64, odd: i64 },
}

/// Whoever is told the steps of a hand.
pub trait Recorder {
    /// Whether it keeps anything of what it is told.
    const LISTENS: bool = true;

    /// Told one step.
    fn event(&mut self, tell: Tell);
}

/// Keeps nothing, and costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Recorder for Silent {
    const LISTENS: bool = false;

    #[inline(always)]
    fn event(&mut self, _tell: Tell) {}
}

/// Writes every step down, with the rule that it follows.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The steps so far.
    pub steps: Vec<Step>,
    /// Coins to the ante.
    ante: i64,
}

impl Transcript {
    /// Nothing yet, told in coins of which the ante is so many.
    pub fn new(ante: u32) -> Transcript {
        Transcript { steps: Vec::new(), ante: ante.into() }
    }

    /// An amount in coins, with as many decimals as it needs, at most four.
    fn coins(&self, amount: i64) -> String {
        // Ten-thousandths, to the nearest.
        let scaled = amount.unsigned_abs() * self.ante.unsigned_abs() * 10_000;
        let units = UNITS_PER_ANTE.unsigned_abs();
        let scaled = (scaled + units / 2) / units;
        let decimals = format!("{:04}", scaled % 10_000);
        match decimals.trim_end_matches('0') {
            "" => format!("{}", scaled / 10_000),
            decimals => format!("{}.{decimals}", scaled / 10_000),
        }
    }

    fn signed(&self, amount: i64) -> String {
        let sign = match amount {
            0 => "",
            1.. => "+",
            _ => "−",
        };
        format!("{sign}{}", self.coins(amount))
    }
}

fn seats(winners: Seats) -> String {
    let seats: Vec<String> = (0..8)
        .filter(|seat| winners >> seat & 1 == 1)
        .map(|seat| format!("seat {}", seat + 1))
        .collect();
    seats.join(" and ")
}

fn cards(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    cards.join(" ")
}

/// Where hole cards were turned up.
fn turned_up(places: u16) -> String {
    let at: Vec<String> = Place::ALL
        .into_iter()
        .filter(|place| places >> place.index() & 1 == 1)
        .map(|place| place.to_string())
        .collect();
    if at.is_empty() { String::new() } else { format!(", turning up {}", at.join(" ")) }
}

fn shoe_name(shoe: usize, of: usize) -> String {
    if of == 1 { "the deck".to_owned() } else { format!("the shoe of level {}", shoe + 1) }
}

/// The step of the hand that each betting round belongs to.
const STEPS: [usize; 9] = [2, 3, 5, 6, 7, 8, 9, 10, 11];

fn line_name(line: Line, rank: u8) -> String {
    match line {
        Line::Row => row_name(rank as RowRank),
        Line::Port | Line::Starboard => flank_name(rank as FlankRank),
    }
}

impl Recorder for Transcript {
    fn event(&mut self, tell: Tell) {
        let coins = |amount| self.coins(amount);
        let wins = |winners: Seats| if winners.is_power_of_two() { "takes" } else { "take each" };
        let (rule, text) = match tell {
            Tell::Shuffled { shoe, of } => ("Z4", format!("{} is shuffled", shoe_name(shoe, of))),
            Tell::Began { hand, first, carry, joins } => {
                let rides = match (carry, joins) {
                    (0, _) => String::new(),
                    (_, CarryJoins::Pot) => {
                        format!("; {} carried over is in the pot", coins(carry))
                    }
                    (_, CarryJoins::Bonus) => {
                        format!("; {} rides on the fourth quarter", coins(carry))
                    }
                };
                (
                    "Z8",
                    format!("hand {} of the session, seat {} is first{rides}", hand + 1, first + 1),
                )
            }
            Tell::Anted { players, pot } => {
                ("Z8", format!("step 1: {players} players ante {}; pot {}", self.ante, coins(pot)))
            }
            Tell::Raked { from, taken, pot } => {
                let from = match from {
                    RakeFrom::Extra => "from the players beside their stakes",
                    RakeFrom::Pot => "from the pot",
                };
                ("Z8", format!("the house rakes {} {from}; pot {}", coins(taken), coins(pot)))
            }
            Tell::Dealt { seat, place, card } => {
                let down = if place.level() == 0 { " face down" } else { "" };
                ("Z5", format!("seat {} is dealt {card}{down} at {place}", seat + 1))
            }
            Tell::Reshuffled { shoe, of, cards } => (
                "Z4",
                format!(
                    "{} has run out: {cards} cards of earlier hands are shuffled into it",
                    shoe_name(shoe, of)
                ),
            ),
            Tell::Betting { round, unit } => {
                let look = if round == 1 { "; the players look" } else { "" };
                let blind = if round == 0 { "blind " } else { "" };
                (
                    "Z8",
                    format!(
                        "step {}: {blind}betting, a unit is {}{look}",
                        STEPS[round],
                        coins(unit)
                    ),
                )
            }
            Tell::Bets { seat, bet, pot } => {
                let does = match bet {
                    Bet::Check => "checks",
                    Bet::Fold => "folds",
                    Bet::Call => "calls",
                    Bet::Bet => "bets",
                    Bet::Raise => "raises",
                };
                ("Z8", format!("seat {} {does}; pot {}", seat + 1, coins(pot)))
            }
            Tell::SideBet { seat, stake } => {
                ("Z15", format!("seat {} stakes {} on a natural zinbiddle", seat + 1, coins(stake)))
            }
            Tell::SideBetSettled { seat, paid } => {
                let comes = if paid > 0 { "is paid" } else { "loses" };
                ("Z15", format!("seat {} {comes} {} for its zinbiddle bet", seat + 1, coins(paid)))
            }
            Tell::Zinbiddle { seat, cards: row } => {
                ("Z10", format!("seat {} calls zinbiddle with {}", seat + 1, cards(&row)))
            }
            Tell::Actions { level, price } => (
                "Z9",
                format!(
                    "step {}: pilot actions of level {}, each at {}",
                    [4, 7, 9, 11][level],
                    level + 1,
                    coins(price)
                ),
            ),
            Tell::Passed { seat } => ("Z9", format!("seat {} passes", seat + 1)),
            Tell::Replaced { seat, place, old, shown, card, price, pot } => {
                let unseen = if shown { "" } else { ", unseen by the others" };
                (
                    "Z9",
                    format!(
                        "seat {} pays {} and replaces {old}{unseen} at {place}: {card}; pot {}",
                        seat + 1,
                        coins(price),
                        coins(pot)
                    ),
                )
            }
            Tell::Transposed { seat, places: (a, b), turned, price, pot } => (
                "Z7",
                format!(
                    "seat {} pays {} and swaps {a} and {b}{}; pot {}",
                    seat + 1,
                    coins(price),
                    turned_up(turned),
                    coins(pot)
                ),
            ),
            Tell::Resorted { seat, line, order, cards: now, turned, price, pot } => (
                "Z9",
                format!(
                    "seat {} pays {} and re-sorts {} as {order}: {}{}; pot {}",
                    seat + 1,
                    coins(price),
                    line.name(),
                    cards(&now),
                    turned_up(turned),
                    coins(pot)
                ),
            ),
            Tell::IonDealt { seat } => {
                ("Z16", format!("seat {} shows an Ion Barrage; there is no more betting", seat + 1))
            }
            Tell::TakesPot { seat, pot } => {
                ("Z8", format!("seat {} takes the pot of {}", seat + 1, coins(pot)))
            }
            Tell::Showdown { pot, bonus } => {
                let rides = match bonus {
                    0 => String::new(),
                    bonus => format!(", and {} on the fourth quarter", coins(bonus)),
                };
                ("Z11", format!("step 12: showdown for {}{rides}", coins(pot)))
            }
            Tell::Shown { seat, pyramid, standing } => {
                let verdict = if standing.is_ion_barrage() {
                    "an Ion Barrage".to_owned()
                } else if standing.playable() {
                    format!(
                        "row {}; port {}; starboard {}",
                        row_name(standing.row),
                        flank_name(standing.port),
                        flank_name(standing.starboard)
                    )
                } else {
                    "a misfire, out".to_owned()
                };
                let [t1, t2, t3, t4, s1, s2, g1, g2, c] = pyramid.cards();
                (
                    "Z11",
                    format!(
                        "seat {} shows {c} / {g1} {g2} / {s1} {s2} / {t1} {t2} {t3} {t4}: {verdict}",
                        seat + 1
                    ),
                )
            }
            Tell::TakesAll { winners, each } => {
                ("Z11", format!("{} {} {}", seats(winners), wins(winners), coins(each)))
            }
            Tell::LineWon { line, winners, best, each } => (
                if line == Line::Row { "Z12" } else { "Z13" },
                format!(
                    "{}: {} {} {} with {}",
                    line.name(),
                    seats(winners),
                    wins(winners),
                    coins(each),
                    line_name(line, best)
                ),
            ),
            Tell::FourthWon { winners, each } => (
                "Z14",
                format!("fourth quarter: {} {} {}", seats(winners), wins(winners), coins(each)),
            ),
            Tell::Carried { amount } => {
                ("Z14", format!("nobody wins {}, which carries over", coins(amount)))
            }
            Tell::Jackpot { seat, amount, rest } => {
                let what =
                    if rest { "the rest of the jackpot" } else { "its share of the jackpot" };
                ("Z15", format!("seat {} takes {what}, {}", seat + 1, coins(amount)))
            }
            Tell::Settled { seat, net } => {
                ("Z19", format!("seat {} nets {}", seat + 1, self.signed(net)))
            }
            Tell::House { net, carry } => (
                "Z19",
                format!("the house nets {}; {} carries over", self.signed(net), coins(carry)),
            ),
            Tell::Closed { each, odd } => (
                "Z17",
                format!(
                    "the session is over: each player gets {} of the carry, the house {}",
                    coins(each),
                    coins(odd)
                ),
            ),
        };
        self.steps.push(Step::new(rule, "", text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins_are_written_with_the_decimals_they_need() {
        let (one, five) = (Transcript::new(1), Transcript::new(5));
        for (units, text) in [(840, "1"), (0, "0"), (1260, "1.5"), (280, "0.3333"), (1, "0.0012")] {
            assert_eq!(one.coins(units), text);
        }
        assert_eq!((five.coins(840), five.signed(-420)), ("5".to_owned(), "−2.5".to_owned()));
    }
}
