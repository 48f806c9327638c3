//! Recorders of a hand's events: [`Silent`] keeps nothing, [`Shown`] counts pyramids, and
//! [`Transcript`] lists every step.

use super::events::{self, Events};
use super::hand::{
    Card, FlankRank, Line, Order, Place, Pyramid, PyramidRank, RowRank, flank_name, row_name,
};
use super::rules::{CarryJoins, ROUNDS, RakeFrom, UNITS_PER_ANTE};
use super::view::{Bet, Seats};
use crate::framework::Step;
use crate::framework::bonus::Payment;
use crate::framework::money::Money;
use crate::framework::recorder::{self, Tell};
pub use crate::framework::recorder::{Recorder, Silent};
use crate::framework::scribe::Scribe;
use serde_json::{Map, Value, json};

/// A step of a hand. Money is in units.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum RoundEvent {
    /// A shoe, one of `of`, was shuffled before the hand.
    Shuffled { shoe: usize, of: usize },
    /// A hand began.
    Began { hand: u32, first: usize, carry: i64, joins: CarryJoins, jackpot: i64 },
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
    /// A seat's turn in it: the amount to call, the amount paid, and the bet as it now stands.
    Bets { seat: usize, bet: Bet, to_call: i64, paid: i64, stands_at: i64, pot: i64 },
    /// The betting round was over with two or more still in.
    BettingOver { round: usize, still_in: Seats, pot: i64 },
    /// A bet on a natural zinbiddle.
    SideBet { seat: usize, stake: i64 },
    /// A bet on a natural zinbiddle was paid or lost.
    SideBetSettled { seat: usize, paid: i64 },
    /// The jackpot received its share of the lost bets.
    JackpotGrew { lost: i64, added: i64, jackpot: i64 },
    /// A natural zinbiddle was called.
    Zinbiddle { seat: usize, cards: [Card; 4] },
    /// Pilot actions began.
    Actions { level: usize, price: i64, rake: i64 },
    /// A seat is done for this level.
    Passed { seat: usize },
    /// A card was replaced.
    Replaced { seat: usize, place: Place, old: Old, card: Card, price: Price },
    /// Two cards changed places.
    Transposed {
        seat: usize,
        places: (Place, Place),
        cards: (Card, Card),
        turned: u16,
        price: Price,
    },
    /// A line was put in another order.
    Resorted { seat: usize, line: Line, order: Order, cards: [Card; 4], turned: u16, price: Price },
    /// A dealt capstone completed an Ion Barrage, which ends the play.
    IonDealt { seat: usize, pyramid: Pyramid },
    /// The play ended after the capstones because of a dealt Ion Barrage.
    PlayEnded,
    /// A seat took the pot without a showdown: it called a natural zinbiddle, or all others folded.
    TakesPot { seat: usize, called: bool, pot: i64 },
    /// The showdown began.
    Showdown { pot: i64, bonus: i64 },
    /// A pyramid was shown.
    Shown { seat: usize, pyramid: Pyramid, rank: PyramidRank },
    /// Some seats took everything, or one with the bonus on the fourth quarter.
    TakesAll { winners: Seats, by: Whole, each: i64, bonus: i64 },
    /// A line was won.
    LineWon { line: Line, winners: Seats, best: u8, each: i64 },
    /// The fourth quarter was won.
    FourthWon { winners: Seats, each: i64 },
    /// An amount that nobody won was carried over.
    Carried { amount: i64 },
    /// A seat took an amount from the jackpot, in which `jackpot` is left.
    JackpotTaken { seat: usize, amount: i64, rest: bool, jackpot: i64 },
    /// The house refilled the jackpot.
    JackpotRefilled { added: i64, jackpot: i64 },
    /// A bonus was paid, for an event of [`of_a_seat`](events::of_a_seat).
    Bonus { event: usize, payment: Payment },
    /// The net of a seat.
    Settled { seat: usize, net: i64 },
    /// The net of the house, and the carry.
    House { net: i64, carry: i64 },
    /// The session ended.
    Closed { each: i64, odd: i64, jackpot: i64 },
}

/// The hand that takes a whole pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// The only playable pyramid (Z11).
    OnlyPlayable,
    /// An Ion Barrage, or several that are equal (Z18).
    IonBarrage,
    /// An Ion Barrage, or several, that a Six as capstone makes better than others (Z14).
    SixCapped,
    /// The first of equal Ion Barrages in turn order (Z14).
    FirstIon,
}

/// A card that was replaced.
#[derive(Clone, Copy, Debug)]
pub struct Old {
    /// The card.
    pub card: Card,
    /// Whether it lay face down.
    pub hidden: bool,
    /// Whether the others have seen it.
    pub shown: bool,
}

/// The price of a pilot action, in units.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    /// The amount that the seat paid.
    pub paid: i64,
    /// The house's share of it.
    pub rake: i64,
    /// The pot after the payment.
    pub pot: i64,
}

/// Counts the pyramids shown and their events.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Number of pyramids shown.
    pub pyramids: u32,
    /// Number of pyramids that meet each event of [`Events`].
    pub hits: Vec<u32>,
}

impl Recorder<RoundEvent> for Shown {
    fn hear(&mut self, event: impl FnOnce() -> RoundEvent) {
        if let RoundEvent::Shown { rank, .. } = event() {
            let events = Events::get();
            self.hits.resize(events.all.len(), 0);
            self.pyramids += 1;
            events::add(events.matching(rank), &mut self.hits);
        }
    }
}

/// Every event of a hand as a step, with the rule that it follows and its money in coins.
pub type Transcript = recorder::Transcript<Money>;

impl Transcript {
    /// A transcript in coins, `ante` of them to the ante, written by a scribe.
    pub fn new(ante: u32, scribe: &Scribe) -> Transcript {
        Transcript::at(ANTES.in_coins(ante), scribe)
    }
}

/// Money as data, in antes.
pub(super) const ANTES: Money = Money::stakes(UNITS_PER_ANTE);

/// Seat numbers as data, from 1.
fn numbers(seats: Seats) -> Vec<u32> {
    (1..=8).filter(|seat| seats >> (seat - 1) & 1 == 1).collect()
}

/// The payment of winners in words: `seat 2 takes 5`, `seats 1 and 3 take 5 each`.
fn take(winners: Seats, each: &str) -> String {
    let seats = numbers(winners);
    match seats.as_slice() {
        [seat] => format!("seat {seat} takes {each}"),
        [] => String::new(),
        seats => {
            let seats: Vec<String> = seats.iter().map(u32::to_string).collect();
            format!("seats {} take {each} each", recorder::listed(&seats))
        }
    }
}

fn words(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}

fn places(places: u16) -> Vec<String> {
    let all = Place::ALL.into_iter().filter(|place| places >> place.index() & 1 == 1);
    all.map(|place| place.to_string()).collect()
}

/// The places where hole cards were turned up, in words.
fn turned_up(turned: u16) -> String {
    if turned == 0 { String::new() } else { format!(", turning up {}", places(turned).join(" ")) }
}

/// The same as the others see it: with the cards.
fn turning_up(turned: u16, cards: impl IntoIterator<Item = (Place, Card)>) -> String {
    let up = cards.into_iter().filter(|(place, _)| turned >> place.index() & 1 == 1);
    let up: Vec<String> = up.map(|(place, card)| format!("{card} at {place}")).collect();
    if up.is_empty() { String::new() } else { format!(", turning up {}", up.join(", ")) }
}

/// A pyramid in words, from the capstone down.
fn drawn(pyramid: &Pyramid) -> String {
    let [t1, t2, t3, t4, s1, s2, g1, g2, c] = pyramid.cards();
    format!("{c} / {g1} {g2} / {s1} {s2} / {t1} {t2} {t3} {t4}")
}

/// A pyramid as data: its cards by place.
fn by_place(pyramid: &Pyramid) -> Value {
    let cards = Place::ALL.into_iter().zip(pyramid.cards());
    let cards: Map<String, Value> =
        cards.map(|(place, card)| (place.to_string(), card.to_string().into())).collect();
    cards.into()
}

fn shoe_name(shoe: usize, of: usize) -> String {
    if of == 1 { "the deck".to_owned() } else { format!("the shoe of level {}", shoe + 1) }
}

/// The level of a shoe as data; null if one deck serves all levels.
fn level_of(shoe: usize, of: usize) -> Value {
    if of == 1 { Value::Null } else { (shoe + 1).into() }
}

/// The step of the hand that each betting round belongs to.
pub(super) const STEPS: [usize; ROUNDS] = [2, 3, 5, 6, 7, 8, 9, 10, 11];
/// The step of the pilot actions of each level.
const ACTION_STEPS: [usize; 4] = [4, 7, 9, 11];

fn line_name(line: Line, rank: u8) -> String {
    match line {
        Line::Row => row_name(rank as RowRank),
        Line::Port | Line::Starboard => flank_name(rank as FlankRank),
    }
}

impl Price {
    /// Adds the price to the step of a paid action.
    fn into_step(self, step: Step) -> Step {
        let Price { paid, rake, pot } = self;
        step.with("paid", ANTES.data(paid))
            .with("rake", ANTES.data(rake))
            .with("pot", ANTES.data(pot))
    }
}

impl Tell<Money> for RoundEvent {
    fn step(self, &money: &Money) -> Step {
        let coins = |amount| money.text(amount);
        match self {
            RoundEvent::Shuffled { shoe, of } => {
                Step::new("Z4", "shuffled", format!("{} is shuffled", shoe_name(shoe, of)))
                    .public()
                    .with("level", level_of(shoe, of))
            }
            RoundEvent::Began { hand, first, carry, joins, jackpot } => {
                let rides = match (carry, joins) {
                    (0, _) => String::new(),
                    (_, CarryJoins::Pot) => {
                        format!("; {} carried over is in the pot", coins(carry))
                    }
                    (_, CarryJoins::Bonus) => {
                        format!("; {} rides on the fourth quarter", coins(carry))
                    }
                };
                let holds = match jackpot {
                    0 => String::new(),
                    jackpot => format!("; the jackpot holds {}", coins(jackpot)),
                };
                let (hand, first) = (hand + 1, first + 1);
                let text = format!("hand {hand} of the session, seat {first} is first");
                Step::new("Z8", "began", format!("{text}{rides}{holds}"))
                    .public()
                    .with("hand", hand)
                    .with("first", first)
                    .with("carry", ANTES.data(carry))
                    .with("carry_joins", json!(joins))
                    .with("jackpot", ANTES.data(jackpot))
            }
            RoundEvent::Anted { players, pot } => {
                let text = format!(
                    "step 1: {players} players ante {}; pot {}",
                    coins(UNITS_PER_ANTE),
                    coins(pot)
                );
                Step::new("Z8", "anted", text)
                    .public()
                    .with("step", 1)
                    .with("players", players)
                    .with("ante", 1)
                    .with("pot", ANTES.data(pot))
            }
            RoundEvent::Raked { from, taken, pot } => {
                let whose = match from {
                    RakeFrom::Extra => "from the players beside their stakes",
                    RakeFrom::Pot => "from the pot",
                };
                let text = format!("the house rakes {} {whose}; pot {}", coins(taken), coins(pot));
                Step::new("Z8", "raked", text)
                    .public()
                    .with("amount", ANTES.data(taken))
                    .with("rake_from", json!(from))
                    .with("pot", ANTES.data(pot))
            }
            RoundEvent::Dealt { seat, place, card } => {
                let hidden = place.level() == 0;
                let down = if hidden { " face down" } else { "" };
                let text = format!("seat {} is dealt {card}{down} at {place}", seat + 1);
                let step = Step::new("Z5", "dealt", text)
                    .seat(seat)
                    .with("place", place.to_string())
                    .with("card", card.to_string())
                    .with("face_up", !hidden);
                if hidden { step } else { step.shown() }
            }
            RoundEvent::Reshuffled { shoe, of, cards } => {
                let text = format!(
                    "{} has run out: {cards} cards of earlier hands are shuffled into it",
                    shoe_name(shoe, of)
                );
                Step::new("Z4", "reshuffled", text)
                    .public()
                    .with("level", level_of(shoe, of))
                    .with("cards", cards)
            }
            RoundEvent::Betting { round, unit } => {
                let look = if round == 1 { "; the players look" } else { "" };
                let blind = if round == 0 { "blind " } else { "" };
                let step = STEPS[round];
                let text = format!("step {step}: {blind}betting, a unit is {}{look}", coins(unit));
                Step::new("Z8", "betting", text)
                    .public()
                    .with("step", step)
                    .with("unit", ANTES.data(unit))
                    .with("blind", round == 0)
            }
            RoundEvent::Bets { seat, bet, to_call, paid, stands_at, pot } => {
                let (event, does) = match bet {
                    Bet::Check => ("checked", "checks".to_owned()),
                    Bet::Fold => ("folded", format!("folds with {} to call", coins(to_call))),
                    Bet::Call => ("called", format!("calls {}", coins(paid))),
                    Bet::Bet => ("bet", format!("bets {}", coins(paid))),
                    Bet::Raise => {
                        let (to, paid) = (coins(stands_at), coins(paid));
                        ("raised", format!("raises the bet to {to} and pays {paid}"))
                    }
                };
                let text = format!("seat {} {does}; pot {}", seat + 1, coins(pot));
                let step = Step::new("Z8", event, text)
                    .seat(seat)
                    .with("to_call", ANTES.data(to_call))
                    .with("paid", ANTES.data(paid))
                    .with("bet", ANTES.data(stands_at))
                    .with("pot", ANTES.data(pot));
                // A check says nothing.
                if bet == Bet::Check { step } else { step.public() }
            }
            RoundEvent::BettingOver { round, still_in, pot } => {
                let text = format!(
                    "the betting is over with {} players in; pot {}",
                    still_in.count_ones(),
                    coins(pot)
                );
                Step::new("Z8", "betting-over", text)
                    .with("step", STEPS[round])
                    .with("still_in", numbers(still_in))
                    .with("pot", ANTES.data(pot))
            }
            RoundEvent::SideBet { seat, stake } => {
                let text = format!(
                    "seat {} bets {} with the house on a natural zinbiddle",
                    seat + 1,
                    coins(stake)
                );
                Step::new("Z15", "side-bet", text)
                    .public()
                    .seat(seat)
                    .with("stake", ANTES.data(stake))
            }
            RoundEvent::SideBetSettled { seat, paid } => {
                let (event, text) = match paid {
                    0.. => ("side-bet-won", format!("is paid {} for its", coins(paid))),
                    _ => ("side-bet-lost", format!("loses {} with its", coins(paid))),
                };
                let text = format!("seat {} {text} zinbiddle bet", seat + 1);
                Step::new("Z15", event, text).public().seat(seat).with("net", ANTES.data(paid))
            }
            RoundEvent::JackpotGrew { lost, added, jackpot } => {
                let text = format!(
                    "{} of the {} lost with zinbiddle bets goes to the jackpot, which holds {}",
                    coins(added),
                    coins(lost),
                    coins(jackpot)
                );
                Step::new("Z15", "jackpot-grew", text)
                    .public()
                    .with("lost", ANTES.data(lost))
                    .with("added", ANTES.data(added))
                    .with("jackpot", ANTES.data(jackpot))
            }
            RoundEvent::Zinbiddle { seat, cards } => {
                let cards = words(&cards);
                let text = format!("seat {} calls zinbiddle with {}", seat + 1, cards.join(" "));
                Step::new("Z10", "zinbiddle-called", text).public().seat(seat).with("cards", cards)
            }
            RoundEvent::Actions { level, price, rake } => {
                let house = match rake {
                    0 => String::new(),
                    rake => format!(", {} of it to the house", coins(rake)),
                };
                let step = ACTION_STEPS[level];
                let text = format!(
                    "step {step}: pilot actions of level {}, each at {}{house}",
                    level + 1,
                    coins(price)
                );
                Step::new("Z9", "acting", text)
                    .with("step", step)
                    .with("level", level + 1)
                    .with("price", ANTES.data(price))
                    .with("rake", ANTES.data(rake))
            }
            RoundEvent::Passed { seat } => {
                Step::new("Z9", "passed", format!("seat {} passes", seat + 1)).seat(seat)
            }
            RoundEvent::Replaced {
                seat,
                place,
                old: Old { card: old, hidden, shown },
                card,
                price,
            } => {
                let how = match (hidden, shown) {
                    (true, true) => ", shown to all",
                    (true, false) => ", unseen by the others",
                    (false, _) => "",
                };
                let text = |old: &str| {
                    format!(
                        "seat {} pays {} to replace {place}: {old} leaves{how}, {card} comes face \
                         up; pot {}",
                        seat + 1,
                        coins(price.paid),
                        coins(price.pot)
                    )
                };
                let (name, seen) = (old.to_string(), !hidden || shown);
                let step = Step::new("Z9", "replaced", text(&name))
                    .public_as(text(if seen { &name } else { "a card" }))
                    .seat(seat)
                    .with("place", place.to_string())
                    .with("old", old.to_string())
                    .with("old_seen", shown)
                    .with("card", card.to_string())
                    .with("face_up", true);
                price.into_step(step)
            }
            RoundEvent::Transposed { seat, places: (a, b), cards: (at_a, at_b), turned, price } => {
                let text = |now: &str| {
                    format!(
                        "seat {} pays {} and swaps {a} and {b}{now}; pot {}",
                        seat + 1,
                        coins(price.paid),
                        coins(price.pot)
                    )
                };
                let now = format!(", now {at_a} and {at_b}{}", turned_up(turned));
                let step = Step::new("Z7", "transposed", text(&now))
                    .public_as(text(&turning_up(turned, [(a, at_a), (b, at_b)])))
                    .seat(seat)
                    .with("places", vec![a.to_string(), b.to_string()])
                    .with("cards", words(&[at_a, at_b]))
                    .with("turned_up", places(turned));
                price.into_step(step)
            }
            RoundEvent::Resorted { seat, line, order, cards, turned, price } => {
                let text = |how: &str| {
                    format!(
                        "seat {} pays {} and re-sorts {}{how}; pot {}",
                        seat + 1,
                        coins(price.paid),
                        line.name(),
                        coins(price.pot)
                    )
                };
                // Of the order the others see no more than cards that it turns up.
                let seen = text(&turning_up(turned, line.places().into_iter().zip(cards)));
                let cards = words(&cards);
                let how = format!(" as {order}: {}{}", cards.join(" "), turned_up(turned));
                let step = Step::new("Z9", "resorted", text(&how))
                    .public_as(seen)
                    .seat(seat)
                    .with("line", line.name())
                    .with("order", order.to_string())
                    .with("cards", cards)
                    .with("turned_up", places(turned));
                price.into_step(step)
            }
            RoundEvent::IonDealt { seat, pyramid } => {
                let text =
                    format!("seat {} shows an Ion Barrage at once: {}", seat + 1, drawn(&pyramid));
                Step::new("Z16", "ion-barrage", text)
                    .public()
                    .seat(seat)
                    .with("cards", by_place(&pyramid))
            }
            RoundEvent::PlayEnded => {
                Step::new("Z16", "play-ended", "there is no more betting and no action").public()
            }
            RoundEvent::TakesPot { seat, called, pot } => {
                let (rule, why) = match called {
                    true => ("Z10", "for its natural zinbiddle"),
                    false => ("Z8", "as the only player still in"),
                };
                let text = format!("seat {} takes the pot of {} {why}", seat + 1, coins(pot));
                Step::new(rule, "won", text)
                    .public()
                    .seat(seat)
                    .with("by", if called { "zinbiddle" } else { "last-in" })
                    .with("amount", ANTES.data(pot))
            }
            RoundEvent::Showdown { pot, bonus } => {
                let rides = match bonus {
                    0 => String::new(),
                    bonus => format!(", and {} on the fourth quarter", coins(bonus)),
                };
                let text = format!("step 12: showdown for {}{rides}", coins(pot));
                Step::new("Z11", "showdown", text)
                    .public()
                    .with("step", 12)
                    .with("pot", ANTES.data(pot))
                    .with("bonus", ANTES.data(bonus))
            }
            RoundEvent::Shown { seat, pyramid, rank } => {
                let lines = [row_name(rank.row), flank_name(rank.port), flank_name(rank.starboard)];
                let ion = rank.is_ion_barrage();
                let verdict = if ion && rank.is_six_capped() {
                    "an Ion Barrage capped by a Six".to_owned()
                } else if ion {
                    "an Ion Barrage".to_owned()
                } else if rank.playable() {
                    let [row, port, starboard] = &lines;
                    format!("row {row}; port {port}; starboard {starboard}")
                } else {
                    "a misfire, out".to_owned()
                };
                let text = format!("seat {} shows {}: {verdict}", seat + 1, drawn(&pyramid));
                let step = Step::new("Z11", "shown", text)
                    .public()
                    .seat(seat)
                    .with("cards", by_place(&pyramid))
                    .with("playable", rank.playable())
                    .with("ion_barrage", ion)
                    .with("six_capped", ion && rank.is_six_capped());
                if !rank.playable() {
                    return step;
                }
                let [row, port, starboard] = lines;
                step.with("row", row).with("port", port).with("starboard", starboard)
            }
            RoundEvent::TakesAll { winners, by, each, bonus } => {
                let (rule, why, by) = match by {
                    Whole::OnlyPlayable => ("Z11", "as the only one playable", "only-playable"),
                    Whole::IonBarrage => ("Z18", "for an Ion Barrage", "ion-barrage"),
                    Whole::SixCapped => {
                        ("Z18", "for an Ion Barrage that a Six on top makes the best", "six-capped")
                    }
                    Whole::FirstIon => {
                        ("Z18", "for the first Ion Barrage in turn order", "first-ion-barrage")
                    }
                };
                let rides = if bonus > 0 { " with the fourth quarter's bonus" } else { "" };
                let text = format!("{}, the whole pot{rides}, {why}", take(winners, &coins(each)));
                Step::new(rule, "won", text)
                    .public()
                    .with("seats", numbers(winners))
                    .with("by", by)
                    .with("each", ANTES.data(each))
            }
            RoundEvent::LineWon { line, winners, best, each } => {
                let rule = if line == Line::Row { "Z12" } else { "Z13" };
                let (what, hand) = (take(winners, &coins(each)), line_name(line, best));
                Step::new(rule, "line-won", format!("{}: {what} with {hand}", line.name()))
                    .public()
                    .with("line", line.name())
                    .with("seats", numbers(winners))
                    .with("each", ANTES.data(each))
                    .with("hand", hand)
            }
            RoundEvent::FourthWon { winners, each } => {
                let text = format!("fourth quarter: {}", take(winners, &coins(each)));
                Step::new("Z14", "fourth-quarter-won", text)
                    .public()
                    .with("seats", numbers(winners))
                    .with("each", ANTES.data(each))
            }
            RoundEvent::Carried { amount } => {
                let text = format!("nobody wins {}, which carries over", coins(amount));
                Step::new("Z14", "carried", text).public().with("amount", ANTES.data(amount))
            }
            RoundEvent::JackpotTaken { seat, amount, rest, jackpot } => {
                let what = if rest {
                    "capped by a Six, takes the rest of the jackpot"
                } else {
                    "with an Ion Barrage, takes its share of the jackpot"
                };
                let text = format!(
                    "seat {}, {what}, {}; {} is left",
                    seat + 1,
                    coins(amount),
                    coins(jackpot)
                );
                Step::new("Z15", "jackpot-taken", text)
                    .public()
                    .seat(seat)
                    .with("amount", ANTES.data(amount))
                    .with("rest", rest)
                    .with("jackpot", ANTES.data(jackpot))
            }
            RoundEvent::JackpotRefilled { added, jackpot } => {
                let text = format!(
                    "the house puts {} into the jackpot, which holds {}",
                    coins(added),
                    coins(jackpot)
                );
                Step::new("Z15", "jackpot-refilled", text)
                    .public()
                    .with("added", ANTES.data(added))
                    .with("jackpot", ANTES.data(jackpot))
            }
            RoundEvent::Bonus { event, payment } => {
                payment.step("Z19", events::of_a_seat()[event], money)
            }
            RoundEvent::Settled { seat, net } => {
                money.settled("Z19", Some(seat), net).with("net", ANTES.data(net))
            }
            RoundEvent::House { net, carry } => {
                let mut step = money.settled("Z19", None, net);
                step.text += &format!("; {} carries over", coins(carry));
                step.with("net", ANTES.data(net)).with("carry", ANTES.data(carry))
            }
            RoundEvent::Closed { each, odd, jackpot } => {
                let kept = match jackpot {
                    0 => String::new(),
                    jackpot => format!("; the jackpot's {} stays with the house", coins(jackpot)),
                };
                let text = format!(
                    "the session is over: each player gets {} of the carry, the house {}{kept}",
                    coins(each),
                    coins(odd)
                );
                Step::new("Z17", "closed", text)
                    .public()
                    .with("each", ANTES.data(each))
                    .with("house", ANTES.data(odd))
                    .with("jackpot", ANTES.data(jackpot))
            }
        }
    }
}
