//! The steps of a round: left out ([`Silent`]) or written down ([`Transcript`]). `hands` is the
//! seat's number of hands, before a split; money is in stakes unless noted.

use super::hand::{Card, Fate, Hand, Roll};
use super::rules::UNITS_PER_STAKE;
use crate::framework::Step;
use crate::framework::money::Money;
use crate::framework::recorder::{self, who};
pub use crate::framework::recorder::{Recorder, Silent};

/// The names of the events of cards running out (K11).
pub(super) const RAN_OUT: &str = "deck-ran-out";
pub(super) const RESHUFFLED: &str = "reshuffled";

/// Every event of a round as a step, with the rule it follows.
pub type Transcript = recorder::Transcript;

/// Money in text and data: in stakes.
pub(super) const STAKES: Money = Money::stakes(UNITS_PER_STAKE);

/// The name of a hand, from 0, of a seat with `hands` hands: numbered unless it is the only one.
fn whose(seat: usize, hand: usize, hands: usize) -> String {
    match hands {
        1 => who(seat),
        _ => format!("{}, hand {}", who(seat), hand + 1),
    }
}

/// The cards of a hand, low to high, as data.
fn cards(hand: Hand) -> Vec<u32> {
    let held = |card: Card| std::iter::repeat_n(card.value(), hand.count(card) as usize);
    Card::ALL.into_iter().flat_map(held).collect()
}

/// A step about a hand, with its cards and total.
fn of_hand(step: Step, seat: usize, number: usize, hand: Hand) -> Step {
    step.seat(seat).with("hand", number + 1).with("cards", cards(hand)).with("total", hand.total())
}

/// The result of a hand at the tally, in words and as data.
fn at_tally(tie: bool, fate: Fate, over: bool) -> (&'static str, &'static str) {
    match fate {
        Fate::BustHigh => ("busts, it is higher", "bust-high"),
        Fate::BustDoubled => ("busts, the dealer's total doubles it", "bust-doubled"),
        Fate::Push => ("is a tie, the stake goes back", "push"),
        Fate::ExactMatch => ("is a tie, an exact match", "exact-match"),
        Fate::Unrolled | Fate::Survive if !over => ("goes on", "goes-on"),
        _ if tie => ("is a tie too late: an earlier one has won the table", "unrolled"),
        _ => ("would go on, but a tie has won the table", "unrolled"),
    }
}

/// The caller set the stake.
pub(super) fn called(caller: usize, stake: u32, players: usize) -> Step {
    let dealer = i64::from(stake) * players as i64;
    let text = format!(
        "seat {} calls a stake of {stake}; every player puts it up, the dealer {dealer}",
        caller + 1
    );
    Step::new("K4", "called", text)
        .public()
        .seat(caller)
        .with("stake", stake)
        .with("dealer", dealer)
}

/// A player was dealt a card.
pub(super) fn dealt(seat: usize, card: Card) -> Step {
    let text = format!("seat {} is dealt {card}", seat + 1);
    let step = Step::new("K5", "dealt", text).shown().seat(seat);
    step.with("card", card.value()).with("face_up", true)
}

/// The dealer was dealt a card.
pub(super) fn dealt_dealer(card: Card, face_up: bool) -> Step {
    let text = match face_up {
        true => format!("the dealer is dealt {card}"),
        false => format!("the dealer is dealt a card face down (it is {card})"),
    };
    let step = Step::new("K5", "dealt", text).with("seat", DEALER);
    let step = step.with("card", card.value()).with("face_up", face_up);
    if face_up { step.shown() } else { step }
}

/// The discards were shuffled into the draw pile during a round.
pub(super) fn reshuffled(cards: u32) -> Step {
    let text = format!("the draw pile is empty: {cards} discards are shuffled into it");
    Step::new("K11", "reshuffled", text).public().with("cards", cards)
}

/// A player hit.
pub(super) fn hit(seat: usize, playing: usize, hands: usize, card: Card, hand: Hand) -> Step {
    let whose = whose(seat, playing, hands);
    let text = format!("{whose} hits and gets {card}: {hand} = {}", hand.total());
    let step = Step::new("K7", "hit", text).public().with("card", card.value());
    of_hand(step, seat, playing, hand)
}

/// A player took the top of the discard pile.
pub(super) fn took(seat: usize, playing: usize, hands: usize, card: Card, hand: Hand) -> Step {
    let whose = whose(seat, playing, hands);
    let total = hand.total();
    let text = format!("{whose} takes the {card} off the discard pile: {hand} = {total}");
    let step = Step::new("K8", "took", text).public().with("card", card.value());
    of_hand(step, seat, playing, hand)
}

/// A player split a pair: the hand in play, the new hand, and the stakes that the player and
/// the dealer add.
pub(super) fn split(
    seat: usize,
    playing: usize,
    hands: usize,
    card: Card,
    [first, second]: [Hand; 2],
    stake: u32,
    dealer: u32,
) -> Step {
    let text = format!(
        "{} splits the pair of {card}s: hand {} is {first}, hand {} is {second}; it puts \
                 up {stake} more, the dealer {}",
        whose(seat, playing, hands),
        playing + 1,
        hands + 1,
        if dealer > 0 { dealer.to_string() } else { "nothing".to_owned() },
    );
    Step::new("K9", "split", text)
        .public()
        .seat(seat)
        .with("hand", playing + 1)
        .with("new_hand", hands + 1)
        .with("card", card.value())
        .with("cards", cards(first))
        .with("new_cards", cards(second))
        .with("stake", stake)
        .with("dealer", dealer)
}

/// A player stayed.
pub(super) fn stayed(seat: usize, playing: usize, hands: usize, hand: Hand) -> Step {
    let text = format!("{} stays on {hand} = {}", whose(seat, playing, hands), hand.total());
    of_hand(Step::new("K6", "stayed", text).public(), seat, playing, hand)
}

/// A player had nothing left to decide.
pub(super) fn cannot_act(seat: usize, playing: usize, hands: usize, hand: Hand) -> Step {
    let (whose, total) = (whose(seat, playing, hands), hand.total());
    let text = format!("{whose} has nothing left to decide on {hand} = {total}");
    of_hand(Step::new("K6", "no-choice", text).public(), seat, playing, hand)
}

/// The dealer turned the hole card.
pub(super) fn hole_turned(up: Card, hole: Card) -> Step {
    let total = up.value() + hole.value();
    let text = format!("the dealer turns the hole card, {hole}: {up},{hole} = {total}");
    Step::new("K10", "turned", text)
        .public()
        .with("seat", DEALER)
        .with("card", hole.value())
        .with("cards", vec![up.value(), hole.value()])
        .with("total", total)
}

/// The dealer drew.
pub(super) fn dealer_drew(card: Card, total: u32, stops: bool, full: bool) -> Step {
    let (end, ends) = match (stops, full) {
        (true, _) => (format!("; a {card} ends his turn"), Some("stopping-value")),
        (false, true) => ("; he is at his limit of cards".to_owned(), Some("dealer-limit")),
        (false, false) => (String::new(), None),
    };
    Step::new("K10", "drew", format!("the dealer draws {card}: {total}{end}"))
        .public()
        .with("seat", DEALER)
        .with("card", card.value())
        .with("total", total)
        .with("ended_by", ends)
}

/// The dealer could not draw.
pub(super) fn dealer_stands(total: u32) -> Step {
    let text = format!("the dealer cannot draw and stands on {total}");
    let step = Step::new("K11", RAN_OUT, text).public().with("seat", DEALER);
    step.with("total", total)
}

/// A hand was tallied. `Unrolled` here means that it goes on, unless an earlier tie has ended
/// the round (`over`).
pub(super) fn tallied(
    seat: usize,
    hand: usize,
    hands: usize,
    total: u32,
    dealer: u32,
    fate: Fate,
    over: bool,
) -> Step {
    let (verdict, result) = at_tally(total == dealer, fate, over);
    let whose = whose(seat, hand, hands);
    let text = format!("{whose}: {total} against the dealer's {dealer} {verdict}");
    Step::new("K12", "tallied", text)
        .public()
        .seat(seat)
        .with("hand", hand + 1)
        .with("total", total)
        .with("dealer_total", dealer)
        .with("result", result)
}

/// A hand rolled.
pub(super) fn rolled(
    seat: usize,
    hand: usize,
    hands: usize,
    roll: Roll,
    total: u32,
    dealer: u32,
    fate: Fate,
) -> Step {
    let verdict = match fate {
        Fate::BustHigh => "busts, it is higher",
        Fate::BustDoubled => "busts, the dealer's total doubles it",
        Fate::ExactMatch => "is an exact match",
        Fate::Survive | Fate::Push | Fate::Unrolled => "survives",
    };
    let text = format!(
        "{} rolls {} + {}: {total} against {dealer} {verdict}",
        whose(seat, hand, hands),
        roll.first,
        roll.second
    );
    Step::new("K13", "rolled", text)
        .public()
        .seat(seat)
        .with("hand", hand + 1)
        .with("dice", vec![roll.first, roll.second])
        .with("total", total)
        .with("dealer_total", dealer)
        .with("result", fate.name())
}

/// A match took the table: the other players' stakes and the dealer's part, in money units.
pub(super) fn table_won(winner: usize, hand: usize, hands: usize, prize: i64, dealer: i64) -> Step {
    let text = format!(
        "{} wins the table: {} of other players' stakes, {} of the dealer's",
        whose(winner, hand, hands),
        STAKES.text(prize),
        STAKES.text(dealer)
    );
    Step::new("K14", "won", text)
        .public()
        .seat(winner)
        .with("hand", hand + 1)
        .with("players", STAKES.data(prize))
        .with("dealer", STAKES.data(dealer))
}

/// A player's net and the commission taken off it, in money units.
pub(super) fn settled(seat: usize, net: i64, commission: i64) -> Step {
    let mut step = STAKES.settled("K15", Some(seat), net);
    if commission != 0 {
        step.text += &format!(", after a commission of {}", STAKES.text(commission));
    }
    step.with("commission", STAKES.data(commission))
}

/// The `seat` of steps about the dealer.
const DEALER: &str = "dealer";
