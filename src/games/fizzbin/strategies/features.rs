//! The features that the rules of a strategy file may read, in a turn and at the show.

use super::super::eval::Evaluator;
use super::super::hand::{CORBOMITE, Card, Cards, Suit, Value, rank};
use super::super::rules::{End, MAX_PLAYERS, Rules};
use super::super::view::{Show, View};
use super::collector::{Collector, answer, fewest_winning, secure, total, with, without};
use crate::framework::chooser::valued;
use crate::framework::policy::{Domain, features};
use crate::framework::{Feature, Features};
use std::cmp::Ordering;

/// The id of a hand without a name.
const NO_HAND: u16 = 8;
/// The id of combined cards with nothing at or below corbomite.
const NO_COMBINED: u16 = 63;
/// The most cards in a hand, in the middle of a turn.
const MOST_HELD: u16 = 9;
/// More cards than any table has: the decks of 32 players.
const MOST_CARDS: u16 = 240;
/// The most kronks that rules distinguish; as a number of kronks needed, it means that none
/// suffice.
pub(super) const MOST_KRONKS: u16 = 40;
const SEATS: u16 = MAX_PLAYERS as u16;

features! {
    /// The features that rules may read. Values outside a range count as its nearest end.
    pub FEATURES:
    DRAWN "drawn" 0, 14, "in [[draw]]: rank of the card drawn, 11 J to 14 A, 1 a low ace, 0 a koik";
    DRAWN_HAND "drawn_hand" 1, NO_HAND,
        "in [[draw]]: hand if it is kept and the least useful card goes";
    DRAWN_COMBINED "drawn_combined" 1, NO_COMBINED, "in [[draw]]: hand and pile in the same case";
    CARDS "cards" 5, MOST_HELD, "cards in the hand";
    LIMIT "limit" 6, 7, "most cards that it may hold after its turn";
    DECK "deck" 0, MOST_CARDS, "cards in the deck";
    TURNS "turns" 1, MOST_CARDS, "own turns left, this one included";
    PARTS "parts" 0, 4,
        "parts of a full fizzbin in the hand: court, low card, and two sevens, jacks or aces";
    KIND "kind" 0, MOST_HELD, "most natural cards of one rank in the hand";
    PAIRS "pairs" 0, 4, "ranks of which the hand holds at least two natural cards";
    SUITED "suited" 0, MOST_HELD, "most natural cards of one suit in the hand";
    ACES "aces" 0, MOST_HELD, "natural aces in the hand";
    KINGS "kings" 0, MOST_HELD, "natural kings in the hand: none when they are wild";
    QUEENS "queens" 0, MOST_HELD, "natural queens in the hand";
    JACKS "jacks" 0, MOST_HELD, "natural jacks in the hand";
    TENS "tens" 0, MOST_HELD, "natural tens in the hand";
    SEVENS "sevens" 0, MOST_HELD, "natural sevens in the hand";
    FOURS "fours" 0, MOST_HELD, "natural fours in the hand";
    TWOS "twos" 0, MOST_HELD, "natural twos in the hand";
    KRONKS "kronks" 0, MOST_HELD, "wild cards in the hand";
    ALL_JACKS "all_jacks" 0, 16, "natural jacks in the hand and, as far as it knows, its own pile";
    ALL_SEVENS "all_sevens" 0, 16, "natural sevens in the same";
    PILE "pile" 0, MOST_CARDS, "cards on its own pile";
    OPEN "open" 0, MOST_CARDS, "open cards of others that it may take";
    OPEN_HAND "open_hand" 1, NO_HAND, "best hand with one of them";
    LEADER_HAND "leader_hand" 1, NO_HAND,
        "hand of the leader: the opponent whose known cards are worth most";
    LEADER_CARDS "leader_cards" 5, MOST_HELD, "cards in the leader's hand";
    LEADER_PILE "leader_pile" 0, MOST_CARDS, "cards on the leader's pile";
    HAND "hand" 1, NO_HAND,
        "the hand: 1 royal fizzbin to 7 quarter-full fizzbin, 8 none; as declared at the show";
    COMBINED "combined" 1, NO_COMBINED,
        "hand and pile: 1 to 35 as C1 to C35, below corbomite 37 to 62, 63 none";
    PLACE "place" 1, SEATS, "place in the order, from the archon's 1 on";
    LANDRU "landru" 0, 1, "1 for the dealer";
    DAY "day" 1, 10, "the day";
    DARK "dark" 0, 1, "1 when dark";
    PLAYERS "players" 2, SEATS, "players at the table";
    RIVALS "rivals" 1, SEATS - 1, "at the show: others who can still win";
    AHEAD "ahead" 0, 1, "at the show: 1 if it wins as things stand";
    BEHIND "behind" 0, SEATS - 1, "at the show: rivals who are ahead of it";
    WILD "wild" 0, MOST_KRONKS, "at the show: most kronks that it may spend in a stage";
    SPENT "spent" 0, MOST_KRONKS, "at the show: kronks that it spends as declared";
    NEEDED "needed" 0, MOST_KRONKS,
        "at the show: fewest kronks that win, 0 if it is ahead, 40 if none do";
    ANSWER "answer" 1, MOST_KRONKS,
        "at the show: fewest kronks more with which a rival passes it again, 40 if none does";
    SECURE "secure" 0, MOST_KRONKS,
        "at the show: fewest kronks that win whatever rivals still spend, 40 if none do";
    PRICE "price" 0, 4, "in [[krako]]: kronks that the krako costs";
}

/// The first feature of a turn.
pub(super) const TURN: usize = CARDS;
/// The first feature of turns and shows.
pub(super) const COMMON: usize = HAND;
/// The first feature of a show.
const SHOW: usize = RIVALS;

/// Each list of rules reads a contiguous range of the list of all features.
const fn some(from: usize, to: usize) -> &'static [Feature] {
    FEATURES.split_at(to).0.split_at(from).1
}

/// The features before the deal.
pub const VOTE_FEATURES: &[Feature] = some(PLAYERS, SHOW);
/// The features between the deal and the show.
pub const TURN_FEATURES: &[Feature] = some(TURN, SHOW);
/// The features when a card has been drawn.
pub const DRAW_FEATURES: &[Feature] = some(DRAWN, SHOW);
/// The features when wild cards are declared.
pub const DECLARE_FEATURES: &[Feature] = some(COMMON, PRICE);
/// The features when a krako may strike.
pub const KRAKO_FEATURES: &[Feature] = some(COMMON, PRICE + 1);

/// Keeps only the situations that can come up: under any rules, or under those of a table.
pub(super) fn limit(all: &mut Domain, rules: Option<&Rules>) {
    let of = |place: usize| FEATURES[place];
    if let Some(rules) = rules {
        let players = u16::from(rules.players);
        all.limit(of(PLAYERS), players, players);
        all.limit(of(PLACE), 1, players);
        all.limit(of(RIVALS), 1, players - 1);
        all.limit(of(BEHIND), 0, players - 1);
        if !rules.votes() {
            all.limit(of(DAY), rules.day.into(), rules.day.into());
            all.limit(of(DARK), rules.dark.into(), rules.dark.into());
        }
        if rules.end == End::Cycle {
            all.limit(of(TURNS), 1, 1);
        }
    }
    // Features that depend on each other.
    all.tie(of(PLAYERS), of(PLACE), |players| (1, players));
    all.tie(of(PLAYERS), of(RIVALS), |players| (1, players - 1));
    all.tie(of(RIVALS), of(BEHIND), |rivals| (0, rivals));
    all.tie(of(AHEAD), of(BEHIND), |ahead| if ahead == 1 { (0, 0) } else { (0, SEATS - 1) });
    all.tie(of(AHEAD), of(NEEDED), |ahead| if ahead == 1 { (0, 0) } else { (1, MOST_KRONKS) });
    let hands = |open| if open == 0 { (NO_HAND, NO_HAND) } else { (1, NO_HAND) };
    all.tie(of(OPEN), of(OPEN_HAND), hands);
}

/// The phase of a round in which a seat is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Before the first turn.
    Deal,
    /// In a turn, before its card is drawn.
    Lay,
    /// In a turn, after its card is drawn.
    Drawn,
}

/// The part of the round in which a seat redeems a card.
pub(super) fn redeeming(view: &View<'_>) -> Phase {
    if view.drawn { Phase::Drawn } else { Phase::Deal }
}

pub(super) fn hand_id(value: Value) -> u16 {
    value.id().map_or(NO_HAND, u16::from)
}

fn combined_id(value: Value) -> u16 {
    let below = |id: u8| if id == CORBOMITE { value.next() } else { Some(id) };
    value.id().and_then(below).map_or(NO_COMBINED, u16::from)
}

/// The seat's turns left, this one included, if no more cards are redeemed (P7).
fn turns_left(view: &View<'_>, phase: Phase) -> u32 {
    let players = view.players() as u32;
    if view.rules().end == End::Cycle {
        return 1;
    }
    if phase == Phase::Deal {
        return view.deck().div_ceil(players).max(1);
    }
    let last = players - 1;
    let leftward = view.order().place(view.seat()) as u32;
    let turn = match leftward {
        place if place == last || view.rules().floor == 0 => place,
        place => last - 1 - place,
    };
    // Cards that this lap is still to take off the deck.
    let lap = if phase == Phase::Lay { players - turn } else { last - turn };
    1 + view.deck().saturating_sub(lap).div_ceil(players)
}

/// A hand and its pile, once a hand over its limit has given up the card that a strategy misses
/// least.
fn relieved(hand: Cards, view: &View<'_>, usual: &Collector) -> (Cards, Cards) {
    let mut pile = view.pile(view.seat());
    if hand.len() <= view.limit() {
        return (hand, pile);
    }
    let given = usual.least_useful(view, &hand, &pile);
    pile.add(given);
    (without(&hand, given), pile)
}

/// The id of the best hand with an open card.
fn open_hand(view: &View<'_>) -> u16 {
    let (evaluator, pile) = (view.evaluator(), view.pile(view.seat()));
    let hand = view.hand();
    let gives = hand.len() >= view.limit();
    let raising = |below: u16| evaluator.raising(hand, hand.len() + u32::from(!gives), below as u8);
    let (mut best, mut better) = (NO_HAND, raising(NO_HAND));
    for put in view.takes() {
        if better >> put.card.bit() & 1 == 0 {
            continue;
        }
        let more = with(hand, put.card);
        let whole = evaluator.whole(&more, &pile);
        let found = if gives {
            let giving = evaluator.giving(&more, &whole);
            let rests = more.different().filter(|&given| given != put.card);
            rests.map(|given| hand_id(giving.without(given).value)).min()
        } else {
            Some(hand_id(evaluator.natural_beside(&more, &whole).value))
        };
        if let Some(found) = found.filter(|&found| found < best) {
            (best, better) = (found, raising(found));
        }
    }
    best
}

/// The number of natural cards of each rank in a hand, from 1 up.
fn of_ranks(evaluator: &Evaluator, hand: &Cards) -> impl Iterator<Item = u32> {
    (1..=14).map(|rank| evaluator.naturals(hand, rank))
}

/// The value of one of [`FEATURES`] between the deal and the show.
pub(super) fn seen(
    index: usize,
    view: &View<'_>,
    drawn: Option<Card>,
    phase: Phase,
    usual: &Collector,
) -> u16 {
    let (evaluator, hand, seat) = (view.evaluator(), view.hand(), view.seat());
    let held = |rank: u8| evaluator.naturals(hand, rank);
    let on_pile = |pile: usize| {
        view.up(pile).len() + view.laid().filter(|(owner, ..)| *owner == pile).count() as u32
    };
    let leader = || usual.leader(view).unwrap_or(seat);
    let value = match index {
        DRAWN => drawn.map_or(0, |card| card.rank().into()),
        DRAWN_HAND | DRAWN_COMBINED => {
            let more = drawn.map_or(*hand, |card| with(hand, card));
            let (hand, pile) = relieved(more, view, usual);
            let (mine, whole) = evaluator.natural(&hand, &pile);
            if index == DRAWN_HAND { hand_id(mine).into() } else { combined_id(whole).into() }
        }
        CARDS => hand.len(),
        LIMIT => view.limit(),
        DECK => view.deck(),
        TURNS => turns_left(view, phase),
        PARTS => evaluator.parts(hand).into(),
        KIND => of_ranks(evaluator, hand).max().unwrap_or(0),
        PAIRS => of_ranks(evaluator, hand).filter(|&held| held >= 2).count() as u32,
        SUITED => {
            let suited = |suit: Suit| {
                let natural =
                    |card: &Card| evaluator.is_natural(*card) && card.suit() == Some(suit);
                hand.iter().filter(natural).count() as u32
            };
            Suit::ALL.into_iter().map(suited).max().unwrap_or(0)
        }
        ACES => held(rank::ACE),
        KINGS => held(rank::KING),
        QUEENS => held(rank::QUEEN),
        JACKS => held(rank::JACK),
        TENS => held(rank::TEN),
        SEVENS => held(7),
        FOURS => held(4),
        TWOS => held(2),
        KRONKS => evaluator.kronks(hand),
        ALL_JACKS => held(rank::JACK) + evaluator.naturals(&view.pile(seat), rank::JACK),
        ALL_SEVENS => held(7) + evaluator.naturals(&view.pile(seat), 7),
        PILE => on_pile(seat),
        OPEN => view.takes().count() as u32,
        OPEN_HAND => open_hand(view).into(),
        LEADER_HAND => {
            let leader = leader();
            let id = evaluator.natural_id(view.known(leader), &view.pile(leader));
            id.map_or(NO_HAND, u16::from).into()
        }
        LEADER_CARDS => view.cards(leader()),
        LEADER_PILE => on_pile(leader()),
        HAND => evaluator.natural_id(hand, &view.pile(seat)).map_or(NO_HAND, u16::from).into(),
        COMBINED => combined_id(evaluator.natural(hand, &view.pile(seat)).1).into(),
        PLACE => view.order().place(seat) as u32 + 1,
        LANDRU => u32::from(seat == view.landru()),
        DAY => view.rules().day.into(),
        DARK => view.rules().dark.into(),
        _ => view.players() as u32,
    };
    let Feature { low, high, .. } = FEATURES[index];
    value.clamp(low.into(), high.into()) as u16
}

/// The features that a player sees between the deal and the show, with their values.
pub(super) fn in_turn(view: &View<'_>, phase: Phase) -> Features {
    valued(TURN_FEATURES, |i| seen(TURN + i, view, None, phase, &Collector::BUILDER))
}

/// The same with a card drawn.
pub(super) fn at_draw(view: &View<'_>, drawn: Card) -> Features {
    valued(DRAW_FEATURES, |i| seen(i, view, Some(drawn), Phase::Drawn, &Collector::BUILDER))
}

/// The features that a player sees at the show, with their values; with the price of a krako, if it
/// may strike.
pub(super) fn at_show(show: &Show<'_>, price: Option<u8>) -> Features {
    let features = if price.is_some() { KRAKO_FEATURES } else { DECLARE_FEATURES };
    valued(features, |i| shown(COMMON + i, show, price.unwrap_or_default()))
}

/// The value of one of [`FEATURES`] at the show.
pub(super) fn shown(index: usize, show: &Show<'_>, price: u8) -> u16 {
    let (seat, players) = (show.seat(), show.players());
    let own = show.score(seat);
    let value = match index {
        HAND => hand_id(own.hand.value).into(),
        COMBINED => combined_id(own.combined.value).into(),
        PLACE => show.order().place(seat) as u32 + 1,
        LANDRU => u32::from(seat == show.landru()),
        DAY => show.rules().day.into(),
        DARK => show.rules().dark.into(),
        PLAYERS => players as u32,
        RIVALS => show.rivals().count() as u32,
        AHEAD => u32::from(show.beats_all(own)),
        BEHIND => {
            let ahead = |&rival: &usize| {
                show.evaluator().compare(show.score(rival), own) == Ordering::Greater
            };
            show.rivals().filter(ahead).count() as u32
        }
        WILD => show.most().combined.into(),
        SPENT => own.spent(),
        NEEDED if show.beats_all(own) => 0,
        NEEDED => fewest_winning(show, MOST_KRONKS.into()).map_or(MOST_KRONKS.into(), total),
        ANSWER => answer(show).unwrap_or(MOST_KRONKS.into()),
        SECURE => secure(show).unwrap_or(MOST_KRONKS.into()),
        _ => price.into(),
    };
    let Feature { low, high, .. } = FEATURES[index];
    value.clamp(low.into(), high.into()) as u16
}
