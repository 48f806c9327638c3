//! The slow Fizzbin table (`tests/slow_fizzbin/table.rs`) against its rules document: rounds small
//! enough to follow by hand, and laws that every game under every switch keeps.

use crate::slow_fizzbin::figures::{Figures, Named, figures, game};
use crate::slow_fizzbin::seats::Habit;
use crate::slow_fizzbin::table::{
    Choice, Dealership, Down, End, Event, Game, Held, KRONK, KronkPayee, Laid, Laps, Mind,
    OvertimeCalled, OvertimeWinner, OxmyxHolder, Redeem, Redeemed, Round, Shown, Stands, Step,
    Table, Tail, play_from, play_round,
};
use crate::slow_fizzbin::{
    BarScope, Card, Deck, Drella, Frac, FridayPairs, FullDark, Kesla, Kinds, KrakoDays, KronkRank,
    Merge, Order, PromotedKings, Role, Rules, SundayKronk, Tebo, Tepo, TueDeck, Unused, Zethrac,
    cards, declare, hand_event, has_oxmyx, krako_strikes,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};

// Rounds by hand.

/// Scripted answers, in order.
#[derive(Clone, Default)]
struct Script {
    choices: VecDeque<(Step, Choice)>,
    strikes: VecDeque<Option<usize>>,
    raises: VecDeque<(usize, usize)>,
}

/// Gives each answer when its step is asked; otherwise takes the first option, which does least.
struct Reader {
    script: Script,
    /// Must the whole script be used?
    strict: bool,
}

impl Mind for Reader {
    fn choose(&mut self, step: Step, options: &[Choice], _: &mut Pcg64Mcg) -> Choice {
        match self.script.choices.front() {
            Some(&(at, choice)) if at == step && (self.strict || options.contains(&choice)) => {
                self.script.choices.pop_front();
                choice
            }
            _ => options[0],
        }
    }

    fn strike(&mut self, _: usize, _: usize, _: &Shown<'_>, _: &mut Pcg64Mcg) -> Option<usize> {
        self.script.strikes.pop_front().flatten()
    }

    fn raise(&mut self, seat: usize, shown: &Shown<'_>) -> (usize, usize) {
        self.script.raises.pop_front().unwrap_or(shown.ceilings[seat])
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if self.strict && !std::thread::panicking() {
            let Script { choices, strikes, raises } = &self.script;
            assert!(choices.is_empty() && strikes.is_empty() && raises.is_empty(), "{choices:?}");
        }
    }
}

fn readers(scripts: &[Script], strict: bool) -> Vec<Box<dyn Mind>> {
    let reader = |script: &Script| Reader { script: script.clone(), strict };
    scripts.iter().map(|script| Box::new(reader(script)) as Box<dyn Mind>).collect()
}

fn card(text: &str) -> Card {
    Card::parse(text)
}

fn put(text: &str, onto: usize) -> Choice {
    Choice::Put(card(text), onto)
}

fn take(text: &str, from: usize) -> Choice {
    Choice::Take(card(text), from)
}

fn redeem(text: &str) -> (Step, Choice) {
    (Step::Redeem, Choice::Redeem(card(text)))
}

fn script(choices: &[(Step, Choice)]) -> Script {
    Script { choices: choices.iter().copied().collect(), ..Script::default() }
}

fn raises(ceilings: &[(usize, usize)]) -> Script {
    Script { raises: ceilings.iter().copied().collect(), ..Script::default() }
}

fn strikes(targets: &[Option<usize>]) -> Script {
    Script { strikes: targets.iter().copied().collect(), ..Script::default() }
}

/// Takes the first option in every turn, and plays by the habit after SHOW.
struct Still(Habit);

impl Mind for Still {
    fn choose(&mut self, _: Step, options: &[Choice], _: &mut Pcg64Mcg) -> Choice {
        options[0]
    }

    fn strike(
        &mut self,
        seat: usize,
        kronks: usize,
        shown: &Shown<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Option<usize> {
        self.0.strike(seat, kronks, shown, rng)
    }

    fn raise(&mut self, seat: usize, shown: &Shown<'_>) -> (usize, usize) {
        self.0.raise(seat, shown)
    }
}

fn still(habits: &[Habit]) -> Vec<Box<dyn Mind>> {
    habits.iter().map(|&habit| Box::new(Still(habit)) as Box<dyn Mind>).collect()
}

/// A deck that deals these hands, the archon's of seven first, and then `rest`.
fn stacked(hands: &[&str], rest: &str) -> Vec<Card> {
    let hands: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
    let mut deck = Vec::new();
    for number in 0..6 {
        deck.extend(hands.iter().map(|hand| hand[number]));
    }
    assert!(hands[0].len() == 7 && hands[1..].iter().all(|hand| hand.len() == 6));
    deck.push(hands[0][6]);
    deck.extend(cards(rest));
    deck.reverse();
    deck
}

/// A round with these hands, the archon's first in seat 0, and these scripts.
fn scripted(table: &Table, hands: &[&str], rest: &str, scripts: &[Script], seed: u64) -> Round {
    from_scripts(table, hands, rest, readers(scripts, true), seed)
}

fn from_scripts(
    table: &Table,
    hands: &[&str],
    rest: &str,
    mut minds: Vec<Box<dyn Mind>>,
    seed: u64,
) -> Round {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    play_round(table, &mut minds, &mut rng, table.players - 1, stacked(hands, rest))
}

/// The options offered, in the order of asking.
fn offered(round: &Round, by: usize, of: Step) -> Vec<Vec<Choice>> {
    let of_events = round.events.iter().filter_map(|event| match event {
        Event::Asked { seat, step, options, .. } if (*seat, *step) == (by, of) => {
            Some(options.clone())
        }
        _ => None,
    });
    of_events.collect()
}

fn steps(round: &Round, by: usize) -> Vec<Step> {
    let of_events = round.events.iter().filter_map(|event| match event {
        Event::Asked { seat, step, .. } if *seat == by => Some(*step),
        _ => None,
    });
    of_events.collect()
}

fn order_of_turns(round: &Round) -> Vec<usize> {
    let of_events = round.events.iter().filter_map(|event| match event {
        Event::Turn { seat, .. } => Some(*seat),
        _ => None,
    });
    of_events.collect()
}

fn pile(round: &Round, seat: usize) -> Vec<(Card, bool, usize)> {
    round.piles[seat].iter().map(|laid| (laid.card, laid.up, laid.by)).collect()
}

fn three(redeem: Redeem) -> Table {
    Table { players: 3, redeem, ..Table::default() }
}

const DIAMONDS: &str = "3D 5D 6D 8D 9D TD JD";
const CLUBS: &str = "3C 5C 6C 8C 9C TC";
const SPADES: &str = "3S 5S 6S 8S 9S TS";

#[test]
fn s2_the_archon_has_seven_and_two_of_them_open() {
    let scripts = vec![Script::default(); 3];
    let round = scripted(&three(Redeem::Off), &[DIAMONDS, CLUBS, SPADES], "", &scripts, 1);
    let open = |seat: usize| -> Vec<Card> {
        let exposed = |held: &&Held| held.exposed;
        round.dealt[seat].iter().filter(exposed).map(|held| held.card).collect()
    };
    assert_eq!(round.dealt[0].iter().map(|held| held.card).collect::<Vec<_>>(), cards(DIAMONDS));
    assert_eq!(round.dealt[2].iter().map(|held| held.card).collect::<Vec<_>>(), cards(SPADES));
    assert_eq!([open(0), open(1), open(2)], [cards("5D JD"), cards("TC"), cards("TS")]);
    assert_eq!((round.landru, order_of_turns(&round)), (2, vec![0, 1, 2]));
}

#[test]
fn p1_to_p4_a_lap_of_three() {
    let scripts = [
        script(&[(Step::Down, put("3D", 1)), (Step::Draw, Choice::Send(1))]),
        script(&[(Step::Draw, Choice::Send(0))]),
        script(&[
            (Step::Draw, Choice::Send(0)),
            (Step::Take, take("AH", 1)),
            (Step::Place, put("AH", 2)),
        ]),
    ];
    let round = scripted(&three(Redeem::Off), &[DIAMONDS, CLUBS, SPADES], "AH KH QH", &scripts, 1);
    // P1: nothing, or one of seven cards on one of three piles.
    let down = &offered(&round, 0, Step::Down)[0];
    assert_eq!((down.len(), down[0]), (1 + 7 * 3, Choice::Nothing));
    assert!(down.contains(&put("JD", 0)) && down.contains(&put("JD", 2)));
    // P2: on an opponent's pile, never on its own.
    let draw = [Choice::Keep, Choice::Send(1), Choice::Send(2)];
    assert_eq!(offered(&round, 0, Step::Draw), [draw]);
    // P3: neither the card just sent nor one that is face-down.
    assert_eq!(offered(&round, 0, Step::Take), [[Choice::Nothing]]);
    // P5: a hand of six gives nothing away.
    assert_eq!(offered(&round, 0, Step::Place), [[Choice::Nothing]]);
    // The ace on its own pile is out of its reach.
    assert_eq!(offered(&round, 1, Step::Take), [[Choice::Nothing]]);
    assert_eq!(offered(&round, 2, Step::Take), [[Choice::Nothing, take("KH", 0), take("AH", 1)]]);
    // P4: the card taken can be placed, and one must be.
    let place = &offered(&round, 2, Step::Place)[0];
    assert_eq!((place.len(), place.contains(&Choice::Nothing)), (7 * 3, false));
    assert_eq!(pile(&round, 0), [(card("KH"), true, 1), (card("QH"), true, 2)]);
    assert_eq!(pile(&round, 1), [(card("3D"), false, 0)]);
    assert_eq!(pile(&round, 2), [(card("AH"), true, 2)]);
    assert_eq!(round.hands.iter().map(Vec::len).collect::<Vec<_>>(), [6, 6, 6]);
    assert_eq!(round.turns, [1, 1, 1]);
}

#[test]
fn p5_the_archon_may_hold_seven_and_others_may_not() {
    let scripts = [
        // 7, keeps: 8, of which one must be placed.
        script(&[(Step::Draw, Choice::Keep), (Step::Place, put("AH", 0))]),
        // 6, keeps: 7, no room for a card from P3.
        script(&[(Step::Draw, Choice::Keep), (Step::Place, put("KH", 1))]),
        // 5, keeps: 6, may take, and then must place.
        script(&[
            (Step::Down, put("3S", 0)),
            (Step::Draw, Choice::Keep),
            (Step::Take, take("KH", 1)),
            (Step::Place, put("KH", 2)),
        ]),
    ];
    let round = scripted(&three(Redeem::Off), &[DIAMONDS, CLUBS, SPADES], "AH KH QH", &scripts, 1);
    assert_eq!(offered(&round, 0, Step::Take), [[Choice::Nothing]]);
    assert_eq!(offered(&round, 0, Step::Place)[0].len(), 8 * 3);
    assert_eq!(offered(&round, 1, Step::Take), [[Choice::Nothing]]);
    assert_eq!(offered(&round, 1, Step::Place)[0].len(), 7 * 3);
    assert_eq!(offered(&round, 2, Step::Take), [[Choice::Nothing, take("AH", 0), take("KH", 1)]]);
    assert_eq!(offered(&round, 2, Step::Place)[0].len(), 7 * 3);
    assert_eq!(round.hands.iter().map(Vec::len).collect::<Vec<_>>(), [7, 6, 6]);
    assert_eq!(pile(&round, 0), [(card("AH"), true, 0), (card("3S"), false, 2)]);
}

#[test]
fn p5_with_must_a_hand_of_six_sends_only_where_it_can_take() {
    let table = Table { down: Down::Must, ..three(Redeem::Off) };
    let scripts = [
        // 7, down: 6, sends: 6.
        script(&[(Step::Down, put("3D", 1)), (Step::Draw, Choice::Send(1))]),
        // There is nothing that it could take: the ace is on its own pile.
        script(&[]),
        // The ace is on pile 1.
        script(&[(Step::Draw, Choice::Send(1))]),
    ];
    let round = scripted(&table, &[DIAMONDS, CLUBS, SPADES], "AH KH AH", &scripts, 1);
    for seat in 0..3 {
        assert!(!offered(&round, seat, Step::Down)[0].contains(&Choice::Nothing));
    }
    assert_eq!(offered(&round, 0, Step::Draw)[0].len(), 3);
    assert_eq!(offered(&round, 1, Step::Draw), [[Choice::Keep]]);
    assert_eq!(offered(&round, 2, Step::Draw)[0].len(), 3);
    // P3: two equal aces are there, one of them just placed; and now it must take.
    assert_eq!(offered(&round, 2, Step::Take), [[take("AH", 1)]]);
    assert_eq!(offered(&round, 2, Step::Place), [[Choice::Nothing]]);
    // S4: all seats saw the card that it took.
    assert!(round.hands[2].contains(&Held { card: card("AH"), exposed: true }));
    // Its own first card is face-down on pile 0 by the scripts' default.
    assert_eq!(pile(&round, 0), [(card("3C"), false, 1), (card("3S"), false, 2)]);
    assert_eq!(pile(&round, 1), [(card("3D"), false, 0), (card("AH"), true, 2)]);
}

#[test]
fn p3_one_of_two_equal_cards_can_be_taken_after_p2() {
    let table = Table { players: 2, redeem: Redeem::Off, ..Table::default() };
    for rest in ["AH 2C AH 2D", "KH 2C AH 2D"] {
        let scripts = [
            script(&[(Step::Draw, Choice::Send(1)), (Step::Draw, Choice::Send(1))]),
            script(&[(Step::Draw, Choice::Send(0)), (Step::Draw, Choice::Send(0))]),
        ];
        let round = scripted(&table, &[DIAMONDS, CLUBS], rest, &scripts, 1);
        let first = cards(rest)[0];
        let options = &offered(&round, 0, Step::Take)[1];
        assert_eq!(options, &[Choice::Nothing, Choice::Take(first, 1)]);
    }
}

#[test]
fn p6_without_a_deck_there_is_only_p3_and_p4() {
    let scripts = [
        script(&[(Step::Draw, Choice::Send(2))]),
        script(&[(Step::Take, take("AH", 2)), (Step::Place, put("3C", 0))]),
        script(&[(Step::Take, take("3C", 0)), (Step::Place, put("3C", 1))]),
    ];
    let round = scripted(&three(Redeem::Off), &[DIAMONDS, CLUBS, SPADES], "AH", &scripts, 1);
    assert_eq!(steps(&round, 0), [Step::Down, Step::Draw, Step::Take, Step::Place]);
    for seat in [1, 2] {
        assert_eq!(steps(&round, seat), [Step::Take, Step::Place]);
    }
    // Neither P4 alone, nor P3 alone, within six.
    assert!(!offered(&round, 1, Step::Place)[0].contains(&Choice::Nothing));
    // P7: one lap.
    assert_eq!(round.turns, [1, 1, 1]);
    assert_eq!(pile(&round, 1), [(card("3C"), true, 2)]);

    // The archon, with seven, may just place, and without P4 take nothing.
    let scripts = vec![Script::default(); 3];
    let round = scripted(&three(Redeem::Off), &[DIAMONDS, CLUBS, SPADES], "", &scripts, 1);
    assert_eq!(steps(&round, 0), [Step::Take, Step::Place]);
    assert_eq!(offered(&round, 0, Step::Place)[0].len(), 1 + 7 * 3);
    assert_eq!(offered(&round, 1, Step::Place), [[Choice::Nothing]]);
}

#[test]
fn p7_turns_run_until_the_landru_finds_the_deck_empty() {
    for (rest, turns) in [("", 3), ("AH", 3), ("AH AC AS", 3), ("AH AC AS AD", 6)] {
        let scripts = vec![Script::default(); 3];
        let hands = [DIAMONDS, CLUBS, SPADES];
        let round = scripted(&three(Redeem::Off), &hands, rest, &scripts, 1);
        assert_eq!(order_of_turns(&round).len(), turns);
        let cycle = Table { end: End::Cycle, ..three(Redeem::Off) };
        let round = scripted(&cycle, &hands, rest, &scripts, 1);
        assert_eq!(order_of_turns(&round), [0, 1, 2]);
        assert_eq!(round.deck.len(), cards(rest).len().saturating_sub(3));
    }
    // The document's sanity run: two players take 40 turns, eight take eight.
    for (players, turns) in [(2, 40), (8, 8)] {
        let table = Table { players, redeem: Redeem::Off, ..Table::default() };
        let round = &game(&table, &vec![Habit::Random; players], 1).rounds[0];
        assert_eq!(round.turns, vec![turns / players; players]);
    }
}

#[test]
fn section_4_on_the_floor_turns_run_rightward() {
    let mut table = Table { players: 5, floor: true, ..Table::default() };
    // The landru's right-hand neighbour, …, the archon last but one, the landru.
    assert_eq!(table.turns(4), [3, 2, 1, 0, 4]);
    assert_eq!(table.turns(0), [4, 3, 2, 1, 0]);
    assert_eq!((table.leftward(0), table.archon(0)), (vec![1, 2, 3, 4, 0], 1));
    table.players = 2;
    assert_eq!(table.turns(1), [0, 1]);
    // The direction of dealing and REDEEM does not change.
    let table = Table { floor: true, ..three(Redeem::Deal) };
    let scripts = vec![Script::default(); 3];
    let hands = ["KD 5D 6D 8D 9D TD JD", "KC 5C 6C 8C 9C TC", "KS 5S 6S 8S 9S TS"];
    let round = scripted(&table, &hands, "AH AC AS", &scripts, 1);
    assert_eq!(order_of_turns(&round), [1, 0, 2]);
    let asked: Vec<usize> = round
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Asked { seat, step: Step::Redeem, .. } => Some(*seat),
            _ => None,
        })
        .collect();
    assert_eq!((asked, round.dealt[0].len()), (vec![0, 1, 2], 7));
}

#[test]
fn s4_a_returned_card_comes_to_lie_anywhere() {
    let hands = ["3D KD 6D 8D 9D TD JD", CLUBS, SPADES];
    let scripts = [script(&[redeem("KD"), (Step::Shed, put("3D", 0))]), script(&[]), script(&[])];
    let mut places = [0; 4];
    for seed in 0..4_000 {
        let redeemed = if seed % 2 == 0 { Redeemed::New } else { Redeemed::MayReturn };
        let table = Table { redeemed, ..three(Redeem::Deal) };
        let round = scripted(&table, &hands, "AH AC AS", &scripts, seed);
        let Some(Event::Redeemed { card: returned, under, drew, .. }) = round.events.get(1) else {
            panic!("{:?}", round.events)
        };
        assert_eq!(*returned, card("KD"));
        places[*under] += 1;
        // Of D+1 = 4 cards the top two.
        let expected = match (redeemed, under) {
            (Redeemed::MayReturn, 3) => ["KD", "AH"],
            (Redeemed::MayReturn, 2) => ["AH", "KD"],
            // Passed over, or too deep in the deck.
            _ => ["AH", "AC"],
        };
        assert_eq!(*drew, expected.map(card));
        assert_eq!(round.deck_after_redeem, 2);
        assert!(matches!(round.events[2], Event::Asked { step: Step::Shed, .. }));
        assert_eq!(round.piles[0][0], Laid { card: card("3D"), up: true, by: 0, known: true });
        // Its exposure ended; both new cards are hidden.
        let drawn = round.hands[0].iter().filter(|held| held.card == drew[0]);
        assert!(drawn.clone().all(|held| !held.exposed));
    }
    // Four standard deviations of 4,000 draws of one in four: 110.
    assert!(places.iter().all(|&number: &i32| (number - 1_000).abs() < 110), "{places:?}");
}

#[test]
fn s4_limits() {
    // Seat 1 redeems at the deal and holds seven; the archon holds eight and puts one down.
    let hands = ["KD 5D 6D 8D 9D TD JD", "2C 5C 6C 8C 9C TC", "QS 4S 6S 8S 9S TS"];
    let scripts =
        [script(&[redeem("KD"), (Step::Shed, put("JD", 0))]), script(&[redeem("2C")]), script(&[])];
    let round = scripted(&three(Redeem::Deal), &hands, "AH AC AS AD 3H 3C", &scripts, 5);
    assert_eq!(offered(&round, 0, Step::Redeem), [[Choice::Nothing, Choice::Redeem(card("KD"))]]);
    assert_eq!(offered(&round, 0, Step::Shed)[0].len(), 8);
    assert!(offered(&round, 1, Step::Shed).is_empty());
    // Queens and fours are not in use in the light.
    assert!(offered(&round, 2, Step::Redeem).is_empty());
    assert_eq!((round.redeemed.clone(), round.deck_after_redeem), (vec![1, 1, 0], 4));
    // Seven, keeps, 8: must place one. Then 7 stays.
    let done_at = |seat: usize| -> Vec<usize> {
        let hand = |event: &Event| match event {
            Event::Done { seat: by, hand } if *by == seat => Some(*hand),
            _ => None,
        };
        round.events.iter().filter_map(hand).collect()
    };
    assert_eq!([done_at(0), done_at(1), done_at(2)], [[7, 7], [7, 7], [6, 6]]);

    // In the dark it is queens and fours; on Tuesdays nothing; with `off` nothing.
    let asked = |table: &Table| {
        let scripts = vec![Script::default(); 3];
        let round = scripted(table, &hands, "AH AC AS", &scripts, 1);
        let asks = |seat| offered(&round, seat, Step::Redeem).len();
        [asks(0), asks(1), asks(2)]
    };
    let on = |day, dark| Table { rules: Rules::on(day, dark), ..three(Redeem::Deal) };
    assert_eq!(asked(&on(7, false)), [1, 1, 0]);
    assert_eq!(asked(&on(7, true)), [0, 0, 1]);
    assert_eq!(asked(&on(3, false)), [0, 0, 0]);
    assert_eq!(asked(&on(10, true)), [0, 0, 0]);
    assert_eq!(asked(&three(Redeem::Off)), [0, 0, 0]);
    // A wild king is not redeemable.
    let mut wild = on(7, false);
    wild.rules.landru_kronk = Some(13);
    assert_eq!(asked(&wild), [0, 1, 0]);
}

#[test]
fn s4_needs_a_card_in_the_deck() {
    let hands = ["KD 5D 6D 8D 9D TD JD", "2C 5C 6C 8C 9C TC", "KS 4S 6S 8S 9S TS"];
    // One card left: both come to the archon, and none is left for the others.
    let scripts = [script(&[redeem("KD"), (Step::Shed, put("KD", 0))]), script(&[]), script(&[])];
    let round = scripted(&three(Redeem::Deal), &hands, "AH", &scripts, 1);
    let Event::Redeemed { drew, .. } = &round.events[1] else { panic!() };
    assert!(drew.contains(&card("KD")) && drew.contains(&card("AH")));
    assert_eq!(offered(&round, 1, Step::Redeem).len() + offered(&round, 2, Step::Redeem).len(), 0);
    assert_eq!((round.deck_after_redeem, round.turns), (0, vec![1, 1, 1]));
    // No card left.
    let round = scripted(&three(Redeem::Deal), &hands, "", &vec![Script::default(); 3], 1);
    assert!(offered(&round, 0, Step::Redeem).is_empty());
}

#[test]
fn s4_any_redeems_what_p2_brings() {
    let hands = [DIAMONDS, "2C 5C 6C 8C 9C TC", SPADES];
    let scripts = [
        // 7, keeps 8, redeems 9, puts one down 8, must place one.
        script(&[
            (Step::Draw, Choice::Keep),
            redeem("KH"),
            (Step::Shed, put("3D", 0)),
            (Step::Place, put("5D", 0)),
        ]),
        // It was not asked for the deuce that it held all along, nor for a card that it sends.
        script(&[(Step::Redeem, Choice::Nothing), (Step::Draw, Choice::Send(0))]),
        // 6, keeps 7, redeems 8: L is 7 now.
        script(&[(Step::Draw, Choice::Keep), redeem("2H"), (Step::Place, put("3S", 2))]),
    ];
    // Wherever the archon's king returns, the first six cards are these.
    let rest = "KH 2H 2H 2H 2H 2H 2H 2H 2H 2H 2H 2H";
    let rounds = (0..100).map(|seed| {
        from_scripts(&three(Redeem::Any), &hands, rest, readers(&scripts, false), seed)
    });
    let deep = |round: &Round| {
        let king = |it: &Event| matches!(it, Event::Redeemed { seat: 0, under, .. } if *under < 6);
        round.events.iter().any(king)
    };
    let round = rounds.into_iter().find(deep).expect("a seed that keeps the king deep");
    assert_eq!(
        steps(&round, 0)[..6],
        [Step::Down, Step::Draw, Step::Redeem, Step::Shed, Step::Take, Step::Place]
    );
    assert_eq!(offered(&round, 0, Step::Redeem), [[Choice::Nothing, Choice::Redeem(card("KH"))]]);
    assert_eq!(offered(&round, 0, Step::Shed)[0].len(), 8);
    assert_eq!(round.redeemed, [1, 0, 1]);
    assert_eq!(
        steps(&round, 1)[..5],
        [Step::Redeem, Step::Down, Step::Draw, Step::Take, Step::Place]
    );
    assert_eq!(
        steps(&round, 2)[..5],
        [Step::Down, Step::Draw, Step::Redeem, Step::Take, Step::Place]
    );
    // 12 cards, three a lap, and each of two redemptions takes one more.
    assert_eq!(round.turns, [4, 4, 4]);
    assert!(round.deck.is_empty());
}

#[test]
fn p8_an_open_card_leaves_the_hand_before_an_equal_hidden_one() {
    // The archon's second card is open, its equal first is not.
    let hands = ["KD KD 3D 8D 9D TD JD", CLUBS, SPADES];
    let scripts = [
        script(&[(Step::Down, put("KD", 1)), (Step::Draw, Choice::Send(1))]),
        script(&[]),
        script(&[]),
    ];
    let round = scripted(&three(Redeem::Off), &hands, "AH AC AS", &scripts, 1);
    let laid = round.piles[1].iter().find(|laid| laid.card == card("KD")).unwrap();
    assert_eq!((laid.up, laid.known), (false, true));
    assert_eq!(offered(&round, 0, Step::Down)[0].len(), 1 + 6 * 3);
    let kept = round.hands[0].iter().find(|held| held.card == card("KD")).unwrap();
    assert!(!kept.exposed);
}

/// A round of three without a deck on a Saturday: the hands are those dealt.
fn krako_round(holder: OxmyxHolder, rules: Rules, targets: [&[Option<usize>]; 3]) -> Round {
    let table = Table { oxmyx_holder: holder, rules, ..three(Redeem::Off) };
    // Four jacks; sevens; a full fizzbin.
    let hands = ["JS JH JD JC 3D 5D 6D", "7S 7H 3C 5C 6C 8C", "KS 2S AD AH 9C TC"];
    let scripts = targets.map(strikes);
    scripted(&table, &hands, "", &scripts, 1)
}

#[test]
fn p10_a_krako_strikes_those_without_sevens() {
    let saturday = Rules::on(7, false);
    let outcome = |holder, target| {
        let round = krako_round(holder, saturday.clone(), [&[target], &[], &[]]);
        (round.struck.clone(), round.winner)
    };
    let none = vec![false; 3];
    let (first, last) = (vec![false, true, false], vec![false, false, true]);
    // Nobody struck: the landru's full fizzbin; else seat 1's half-full one.
    assert_eq!(outcome(OxmyxHolder::Target, None), (none.clone(), 2));
    assert_eq!(outcome(OxmyxHolder::Target, Some(2)), (last.clone(), 1));
    assert_eq!(outcome(OxmyxHolder::Target, Some(1)), (none.clone(), 2));
    assert_eq!(outcome(OxmyxHolder::Krako, Some(1)), (first, 2));
    assert_eq!(outcome(OxmyxHolder::Krako, Some(2)), (last, 1));
    assert_eq!(outcome(OxmyxHolder::Any, Some(2)), (none, 2));
    // Struck players declare nothing.
    let round = krako_round(OxmyxHolder::Target, saturday, [&[Some(2)], &[], &[]]);
    let declares: Vec<bool> = round.declared.iter().map(Option::is_some).collect();
    assert_eq!((declares, round.tied), (vec![true, true, false], vec![1]));
    // On a drella day no krako is asked for.
    let round = krako_round(OxmyxHolder::Target, Rules::on(2, false), [&[], &[], &[]]);
    assert!(round.struck == [false; 3] && round.winner == 2);
}

#[test]
fn p10_jacks_can_be_bought_and_the_struck_do_not_strike() {
    let table = Table { ante: 490, ..three(Redeem::Off) };
    // Three jacks and a queen, which is wild in the light; four jacks; a full fizzbin.
    let hands = ["JS JH JD QC 3D 5D 6D", "JS JH JD JC 6C 8C", "KS 2S AD AH 9C TC"];
    // Seat 1 would name the landru, if it were asked.
    let scripts = [strikes(&[Some(1)]), strikes(&[Some(2)]), strikes(&[])];
    let round = from_scripts(&table, &hands, "", readers(&scripts, false), 1);
    assert_eq!(round.struck, [false, true, false]);
    assert_eq!(round.kronks, [1, 0, 0]);
    let struck = Event::Struck { seat: 0, target: 1, kronks: 1, holds: true };
    assert!(round.events.contains(&struck));
    // The play of the seats of `Habit` in that position.
    let by = |habits: [Habit; 3]| from_scripts(&table, &hands, "", still(&habits), 1);
    let poor = by([Habit::Raiser; 3]);
    assert!(!poor.named_somebody(0) && poor.named_somebody(1));
    assert_eq!(poor.struck, [false, false, true]);
    let keen = by([Habit::Striker, Habit::Raiser, Habit::Raiser]);
    assert!(keen.named_somebody(0) && keen.named_somebody(1));
    assert_eq!((keen.struck.clone(), keen.winner), (vec![true, false, true], 1));
}

#[test]
fn p11_laps_or_once() {
    // Half-full fizzbin with the queen as an ace, jack or seven; fizzbin with two queens.
    let hands = ["AC JC 9C QD 7S 6S TS", "AD JD 9D QS QH 8S"];
    let monday = Table {
        rules: Rules::on(2, false),
        players: 2,
        redeem: Redeem::Off,
        ante: 490,
        ..Table::default()
    };
    let play = |table: &Table, archon: &[(usize, usize)], landru: &[(usize, usize)]| {
        let scripts = [raises(archon), raises(landru)];
        scripted(table, &hands, "", &scripts, 1)
    };
    let shown = |round: &Round, seat: usize| {
        let declared = round.declared[seat].clone().unwrap();
        (hand_event(declared.six.as_ref()), round.kronks[seat])
    };
    let none = play(&monday, &[(0, 0)], &[(0, 0)]);
    assert_eq!(shown(&none, 0).1 + shown(&none, 1).1, 0);
    assert_eq!(shown(&none, 1).0, "hand:three-quarter-fizzbin");
    // The archon answers in a second lap; the third has no raise.
    let laps = play(&monday, &[(0, 0), (1, 0), (1, 0)], &[(2, 0), (2, 0), (2, 0)]);
    assert_eq!(laps.ceilings, [(1, 0), (2, 0)]);
    assert_eq!(shown(&laps, 0), ("hand:half-full-fizzbin".to_string(), 1));
    assert_eq!(shown(&laps, 1), ("hand:fizzbin".to_string(), 2));
    let once = Table { declare: Laps::Once, ..monday.clone() };
    let scripts = [raises(&[(0, 0), (1, 0)]), raises(&[(2, 0)])];
    let once = from_scripts(&once, &hands, "", readers(&scripts, false), 1);
    assert_eq!(once.ceilings, [(0, 0), (2, 0)]);
    // Ceilings are not prices: with two allowed, as few as possible are spent.
    let high = play(&monday, &[(1, 1), (1, 1)], &[(1, 0), (1, 0)]);
    assert_eq!((high.ceilings[1], shown(&high, 1).1), ((1, 0), 0));
    // One kronk in both stages is paid twice.
    assert_eq!(shown(&high, 0).1, 2);

    // Raisers. The archon leads for one kronk: two pairs and two spades against a red nine. The
    // landru needs two in the hand to have as much there, and both again for two royal pairs.
    let hands = ["AC AS 9C QD 6S TS 3S", "AD JD 9D QS QH 8S"];
    let raised = |ante, declare| {
        let table = Table { ante, declare, ..monday.clone() };
        from_scripts(&table, &hands, "", still(&[Habit::Raiser; 2]), 1).ceilings
    };
    assert_eq!(raised(24, Laps::Laps), [(0, 0), (0, 0)]);
    assert_eq!(raised(25, Laps::Laps), [(1, 0), (0, 0)]);
    assert_eq!(raised(98, Laps::Laps), [(1, 0), (0, 0)]);
    assert_eq!(raised(99, Laps::Laps), [(1, 0), (2, 2)]);
    assert_eq!(raised(99, Laps::Once), [(1, 0), (2, 2)]);
}

/// G35: on a Thursday the odd card of seven is the ten.
#[test]
fn p11_a_thursday_hand_of_seven_has_a_kronk_more() {
    let table = |day| Table {
        rules: Rules::on(day, false),
        players: 2,
        redeem: Redeem::Off,
        ..Table::default()
    };
    let hands = ["AS AD KS KH JC JD 5S", "KC 2D AH AC 3S 9S"];
    let play = |day| from_scripts(&table(day), &hands, "", still(&[Habit::Raiser; 2]), 1);
    let thursday = play(5);
    assert_eq!((thursday.ceilings.clone(), thursday.winner), (vec![(1, 0), (0, 0)], 0));
    let declared = thursday.declared[0].clone().unwrap();
    assert_eq!(hand_event(declared.six.as_ref()), "hand:royal-fizzbin");
    assert_eq!((declared.named, thursday.kronks[0]), (Some(card("5S")), 1));
    // On a Monday the landru's full fizzbin stands.
    let monday = play(2);
    assert_eq!((monday.ceilings.clone(), monday.winner), (vec![(0, 0), (0, 0)], 1));
}

#[test]
fn e1_the_tail_looks_at_all_natural_cards() {
    let monday = Rules::on(2, false);
    let order = |tail, one: (&str, &str), two: (&str, &str)| {
        let table = Table { tail, rules: monday.clone(), ..Table::default() };
        let declared = [one, two].map(|it| declare(&cards(it.0), &cards(it.1), 0, 0, &table.rules));
        let lists = [one, two].map(|it| (cards(it.0), cards(it.1)));
        let stands =
            |i: usize| Stands { hand: &lists[i].0, pile: &lists[i].1, declared: &declared[i] };
        table.order(&stands(0), &stands(1))
    };
    // Three-quarter fizzbins with a red ten and two aces; an eight or a six beside them.
    let (one, two) = (("TD AS AC 9S 8C 3S", ""), ("TD AS AC 9S 6C 3S", ""));
    assert_eq!(order(Tail::Rps, one, two), Ordering::Equal);
    assert_eq!(order(Tail::Cards, one, two), Ordering::Greater);
    assert_eq!(order(Tail::Cards, two, one), Ordering::Less);
    assert_eq!(order(Tail::Cards, one, one), Ordering::Equal);
    // It comes last: a better combination of lower cards is higher.
    let better = ("TD 3C 3D 9S 9C 5S", "");
    assert_eq!(order(Tail::Cards, better, one), Ordering::Greater);
}

#[test]
fn m2_kronks_are_paid_to_the_landru_and_the_landrus_to_the_archon() {
    let hands = ["AC JC 9C QD 7S 6S TS", "AD JD 9D QS QH 8S", "AH TH 9S 8C 6D 5S"];
    let net = |payee, day| {
        let table =
            Table { rules: Rules::on(day, false), kronk_payee: payee, ..three(Redeem::Off) };
        // The archon spends one, seat 1 two and wins with a fizzbin; landru last.
        let scripts = [raises(&[(1, 0), (1, 0)]), raises(&[(2, 0), (2, 0)]), Script::default()];
        let mut minds = readers(&scripts, true);
        let game = from_deck(&table, &mut minds, stacked(&hands, ""), 2);
        assert_eq!((game.winner, &game.rounds[0].kronks[..]), (1, &[1, 2, 0][..]));
        game.net
    };
    let landru = KronkPayee::Landru;
    // Of 147 quatloos the winner paid 49 and for two kronks 98; the archon 49 and for one 49.
    assert_eq!(net(landru, 2), [-98, 0, -49 + 147]);
    assert_eq!(net(KronkPayee::Kitty, 2), [-98, 147, -49]);
    assert_eq!(net(KronkPayee::Bank, 2), [-98, 0, -49]);
    // M3.
    assert_eq!(net(landru, 1), [0, 0, 0]);

    // The landru's own, seat 1 of two, go to the archon.
    let table = Table { players: 2, ante: 60, rules: Rules::on(2, false), ..three(Redeem::Off) };
    let scripts = [raises(&[(1, 0), (1, 0)]), raises(&[(2, 0), (2, 0)])];
    let mut minds = readers(&scripts, true);
    let game = from_deck(&table, &mut minds, stacked(&hands[..2], ""), 1);
    // 120 to win; the archon pays 60 + 49 and gets 98, the landru pays 60 + 98 and gets 49.
    assert_eq!(game.net, [-11, 11]);
}

/// A game of one round from this deck, with its money computed by hand: M1, M2, M3.
fn from_deck(table: &Table, minds: &mut [Box<dyn Mind>], deck: Vec<Card>, landru: usize) -> Game {
    play_from(table, minds, &mut Pcg64Mcg::seed_from_u64(1), landru, deck)
}

// Laws.

fn any<T: Copy>(rng: &mut Pcg64Mcg, of: &[T]) -> T {
    of[rng.random_range(0..of.len())]
}

/// Every switch at random, the default half the time.
fn random_table(rng: &mut Pcg64Mcg, players: usize) -> Table {
    let mut table = Table { players, ..Table::default() };
    let mut rules = Rules::on(rng.random_range(1..=10), rng.random_range(0..2) == 1);
    macro_rules! maybe {
        ($field:expr, $($value:expr),+) => {
            if rng.random_range(0..2) == 0 {
                $field = any(rng, &[$($value),+]);
            }
        };
    }
    maybe!(rules.deck, Deck::Skins57, Deck::Pinochle);
    maybe!(rules.order, Order::Plain);
    maybe!(rules.tue_deck, TueDeck::Promoted52, TueDeck::Lowwild);
    maybe!(rules.kinds, Kinds::Literal);
    maybe!(rules.drella, Drella::Inforce, Drella::Noscore);
    if rng.random_range(0..8) == 0 {
        rules.kesla = any(rng, &[Kesla::Always, Kesla::DoublyDead]);
    }
    maybe!(rules.promoted_kings, PromotedKings::LikeDeuce);
    maybe!(rules.tebo, Tebo::Seventh);
    maybe!(rules.friday_pairs, FridayPairs::Family, FridayPairs::Off);
    maybe!(rules.krako_days, KrakoDays::All);
    maybe!(rules.bar_scope, BarScope::All);
    maybe!(rules.frac, Frac::Count);
    maybe!(rules.tepo, Tepo::Off);
    maybe!(rules.zethrac, Zethrac::Alone);
    maybe!(rules.full_dark, FullDark::K2);
    maybe!(rules.unused, Unused::Blank);
    maybe!(rules.merge, Merge::Single);
    maybe!(rules.kronk_rank, KronkRank::Early);
    maybe!(rules.sunday_kronk, SundayKronk::Barred);
    if rng.random_range(0..8) == 0 {
        rules.landru_kronk = Some(any(rng, &rules.ranks()));
    }
    maybe!(table.koiks, 2, 3);
    maybe!(table.redeem, Redeem::Any, Redeem::Off);
    maybe!(table.redeemed, Redeemed::MayReturn);
    maybe!(table.down, Down::Must);
    maybe!(table.must_take, true);
    maybe!(table.must_place, true);
    maybe!(table.wed_vote, true);
    if rng.random_range(0..8) == 0 {
        table.landru_names = true;
    }
    maybe!(table.end, End::Cycle);
    maybe!(table.floor, true);
    maybe!(table.dealership, Dealership::Winner, Dealership::Random);
    maybe!(table.oxmyx_holder, OxmyxHolder::Krako, OxmyxHolder::Any);
    maybe!(table.declare, Laps::Once);
    maybe!(table.tail, Tail::Cards);
    maybe!(table.kronk_payee, KronkPayee::Kitty, KronkPayee::Bank);
    maybe!(table.ante, 1, 100, 245);
    if rng.random_range(0..3) == 0 {
        table.overtime = rng.random_range(1..=2);
        maybe!(table.overtime_winner, OvertimeWinner::NextRound);
        maybe!(table.overtime_called, OvertimeCalled::LosersAhead);
    }
    table.rules = rules;
    table
}

fn sorted(mut cards: Vec<Card>) -> Vec<(u8, crate::slow_fizzbin::Suit)> {
    cards.sort_by_key(|card| (card.rank, card.suit));
    cards.into_iter().map(|card| (card.rank, card.suit)).collect()
}

fn without(mut cards: Vec<Card>, card: Card) -> Vec<Card> {
    let place = cards.iter().position(|&other| other == card).expect("it is there");
    cards.remove(place);
    cards
}

fn distinct(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_by_key(|card| (card.rank, card.suit));
    cards.dedup();
    cards
}

/// The turns that end well: P1, P2's keeping, P3, P4.
fn plans(empty: bool, must: bool, hand: usize, limit: usize, takes: bool) -> Vec<[bool; 4]> {
    let mut plans = Vec::new();
    for bits in 0..16 {
        let [down, keep, take, place] = [1, 2, 4, 8].map(|bit| bits & bit != 0);
        if (empty && (down || keep)) || (!empty && must && !down) || (take && !takes) {
            continue;
        }
        let end =
            hand + usize::from(keep) + usize::from(take) - usize::from(down) - usize::from(place);
        if (6..=limit).contains(&end) {
            plans.push([down, keep, take, place]);
        }
    }
    plans
}

/// Follows the events of a round with a table of its own, and checks the options offered.
struct Follower<'a> {
    table: &'a Table,
    landru: usize,
    hands: Vec<Vec<Card>>,
    piles: Vec<Vec<(Card, bool)>>,
    deck: usize,
    limits: Vec<usize>,
    /// The turn: hand and deck at its start, the steps taken, and the card placed by P2.
    start: (usize, bool),
    so_far: Vec<bool>,
    placed: Option<(Card, usize)>,
    drew: Option<Card>,
    redeemed_in_turn: bool,
    order: Vec<usize>,
}

impl Follower<'_> {
    fn takeable(&self, seat: usize) -> Vec<Choice> {
        let mut options = Vec::new();
        for owner in (0..self.table.players).filter(|&owner| owner != seat) {
            let up = self.piles[owner].iter().filter(|laid| laid.1).map(|laid| laid.0);
            let mut up: Vec<Card> = up.collect();
            if let Some((card, onto)) = self.placed
                && onto == owner
            {
                up = without(up, card);
            }
            options.extend(distinct(&up).into_iter().map(|card| Choice::Take(card, owner)));
        }
        options
    }

    fn puts(&self, seat: usize) -> Vec<Choice> {
        let piles = 0..self.table.players;
        let hand = distinct(&self.hands[seat]);
        piles.flat_map(|onto| hand.iter().map(move |&card| Choice::Put(card, onto))).collect()
    }

    /// The options that P1 to P4 should offer.
    fn expected(&self, seat: usize, step: Step) -> Vec<Choice> {
        let number = [Step::Down, Step::Draw, Step::Take, Step::Place]
            .iter()
            .position(|&it| it == step)
            .unwrap();
        // The card just taken is out of reach now.
        let took = self.so_far.get(2) == Some(&true);
        let takes = took || !self.takeable(seat).is_empty();
        let must = self.table.down == Down::Must;
        let (hand, empty) = self.start;
        let mut ways = plans(empty, must, hand, self.limits[seat], takes);
        if self.redeemed_in_turn {
            // After a redemption: the cards in the hand then, and P3 and P4.
            let now = self.hands[seat].len() - usize::from(took);
            ways = plans(true, false, now, self.limits[seat], takes);
            for way in &mut ways {
                way[..2].copy_from_slice(&self.so_far[..2]);
            }
        }
        let ways: Vec<_> = ways.iter().filter(|way| way[..number] == self.so_far[..]).collect();
        let mut options = Vec::new();
        if ways.iter().any(|way| !way[number]) {
            match step {
                Step::Draw => options
                    .extend((0..self.table.players).filter(|&onto| onto != seat).map(Choice::Send)),
                _ => options.push(Choice::Nothing),
            }
        }
        if ways.iter().any(|way| way[number]) {
            match step {
                Step::Draw => options.push(Choice::Keep),
                Step::Take => options.extend(self.takeable(seat)),
                _ => options.extend(self.puts(seat)),
            }
        }
        // P3, P4: compulsory steps, where they are legal.
        let compulsory = match step {
            Step::Take => self.table.must_take,
            Step::Place => self.table.must_place,
            _ => false,
        };
        if compulsory && options.len() > 1 {
            options.retain(|&option| option != Choice::Nothing);
        }
        options
    }

    fn same(options: &[Choice], expected: &[Choice], what: &dyn Fn() -> String) {
        let all = options.iter().all(|it| expected.contains(it));
        assert!(all && options.len() == expected.len(), "{}: {options:?} {expected:?}", what());
    }

    fn asked(&mut self, seat: usize, step: Step, options: &[Choice], chosen: Choice) {
        let archon = (self.landru + 1) % self.table.players;
        match step {
            Step::Redeem => {
                assert!(self.deck > 0 && self.limits[seat] != 8 && !self.table.rules.tuesday());
                let among = match self.drew {
                    Some(card) => vec![card],
                    None => distinct(&self.hands[seat]),
                };
                let ranks = if self.table.rules.dark { [12, 4] } else { [13, 2] };
                let mut expected = vec![Choice::Nothing];
                for card in among {
                    let natural = self.table.rules.role(card) == Role::Natural;
                    if ranks.contains(&card.rank) && natural {
                        expected.push(Choice::Redeem(card));
                    }
                }
                Self::same(options, &expected, &|| "S4".to_string());
                assert!(expected.len() > 1);
                return;
            }
            Step::Shed => {
                assert_eq!(seat, archon);
                let own = |card| Choice::Put(card, seat);
                let expected: Vec<Choice> =
                    distinct(&self.hands[seat]).into_iter().map(own).collect();
                Self::same(options, &expected, &|| "S4".to_string());
            }
            _ => {
                let expected = self.expected(seat, step);
                let hand = self.hands[seat].len();
                let what = || format!("{step:?} {hand} {:?} {:?}", self.start, self.so_far);
                Self::same(options, &expected, &what);
                let did = !matches!(chosen, Choice::Nothing | Choice::Send(_));
                self.so_far.push(did);
                if self.start.1 && self.so_far.len() == 1 {
                    panic!("P6: the first two are filled in");
                }
            }
        }
        match chosen {
            Choice::Put(card, onto) => {
                self.hands[seat] = without(self.hands[seat].clone(), card);
                self.piles[onto].push((card, step != Step::Down));
            }
            Choice::Keep => self.hands[seat].push(self.drew.unwrap()),
            Choice::Send(onto) => {
                let card = self.drew.unwrap();
                self.piles[onto].push((card, true));
                self.placed = Some((card, onto));
            }
            Choice::Take(card, from) => {
                let place = self.piles[from].iter().position(|&laid| laid == (card, true)).unwrap();
                self.piles[from].remove(place);
                self.hands[seat].push(card);
            }
            _ => {}
        }
    }

    fn follow(&mut self, event: &Event) {
        match *event {
            Event::Turn { seat, deck } => {
                assert_eq!(deck, self.deck);
                self.start = (self.hands[seat].len(), deck == 0);
                self.so_far = if deck == 0 { vec![false, false] } else { Vec::new() };
                (self.placed, self.drew, self.redeemed_in_turn) = (None, None, false);
                self.order.push(seat);
            }
            Event::Drew { card, .. } => {
                self.drew = Some(card);
                self.deck -= 1;
            }
            Event::Asked { seat, step, ref options, chosen } => {
                self.asked(seat, step, options, chosen);
            }
            Event::Redeemed { seat, card, under, drew } => {
                assert!(under <= self.deck);
                self.hands[seat] = without(self.hands[seat].clone(), card);
                self.hands[seat].extend(drew);
                self.deck -= 1;
                self.limits[seat] = 7;
                self.redeemed_in_turn = self.drew.is_some();
            }
            Event::Done { seat, hand } => {
                assert_eq!(hand, self.hands[seat].len());
                assert!((6..=self.limits[seat]).contains(&hand), "P5");
                assert_eq!(self.so_far.len(), 4);
            }
            Event::Struck { .. } | Event::Raised { .. } => {}
        }
    }
}

/// Checks everything about a round.
fn check_round(table: &Table, round: &Round) {
    let p = table.players;
    let archon = (round.landru + 1) % p;
    // D2, conservation.
    let mut all: Vec<Card> = round.deck.clone();
    all.extend(round.hands.iter().flatten().map(|held| held.card));
    all.extend(round.piles.iter().flatten().map(|laid| laid.card));
    assert_eq!(sorted(all), sorted(table.cards()));
    // S2.
    for (seat, hand) in round.dealt.iter().enumerate() {
        let open: Vec<usize> = (0..hand.len()).filter(|&place| hand[place].exposed).collect();
        let (size, expected) = if seat == archon { (7, vec![1, 6]) } else { (6, vec![5]) };
        assert_eq!((hand.len(), open), (size, expected));
    }
    // P1 to P6.
    let dealt = |seat: usize| round.dealt[seat].iter().map(|held| held.card).collect();
    let mut follower = Follower {
        table,
        landru: round.landru,
        hands: (0..p).map(dealt).collect(),
        piles: vec![Vec::new(); p],
        deck: table.cards().len() - 6 * p - 1,
        limits: (0..p).map(|seat| if seat == archon { 7 } else { 6 }).collect(),
        start: (0, true),
        so_far: Vec::new(),
        placed: None,
        drew: None,
        redeemed_in_turn: false,
        order: Vec::new(),
    };
    let mut after_redeem = None;
    for event in &round.events {
        if matches!(event, Event::Turn { .. }) && after_redeem.is_none() {
            after_redeem = Some(follower.deck);
        }
        follower.follow(event);
    }
    for seat in 0..p {
        let hand = round.hands[seat].iter().map(|held| held.card).collect();
        assert_eq!(sorted(hand), sorted(follower.hands[seat].clone()));
        let pile = |up: bool| {
            let pile = round.piles[seat].iter().filter(|laid| laid.up == up);
            sorted(pile.map(|laid| laid.card).collect())
        };
        for up in [true, false] {
            let own = follower.piles[seat].iter().filter(|laid| laid.1 == up);
            assert_eq!(pile(up), sorted(own.map(|laid| laid.0).collect()));
        }
    }
    // S4.
    let redemptions = |seat: usize| {
        let of = |event: &&Event| matches!(event, Event::Redeemed { seat: by, .. } if *by == seat);
        round.events.iter().filter(of).count()
    };
    for seat in 0..p {
        assert!(redemptions(seat) <= 1 && redemptions(seat) == round.redeemed[seat]);
        assert!(table.redeem != Redeem::Off || redemptions(seat) == 0);
    }
    let deck = round.deck_after_redeem;
    assert_eq!(after_redeem, Some(deck));
    if table.redeem != Redeem::Any {
        let taken: usize = round.redeemed.iter().sum();
        assert_eq!(deck, table.cards().len() - 6 * p - 1 - taken);
    }
    // P7.
    let turns = follower.order.len();
    let exhaust = p * deck.div_ceil(p).max(1);
    match (table.end, table.redeem) {
        (End::Cycle, _) => assert_eq!(turns, p),
        (End::Exhaust, Redeem::Any) => assert!(turns <= exhaust && round.deck.is_empty()),
        (End::Exhaust, _) => assert!(turns == exhaust && round.deck.is_empty()),
    }
    assert_eq!(round.turns, vec![turns / p; p]);
    let step = if table.floor { p - 1 } else { 1 };
    for (number, &seat) in follower.order.iter().enumerate() {
        assert_eq!(seat, (round.landru + step * (number + 1)) % p);
    }
    check_show(table, round);
}

/// P10, P11, E1, M4.
fn check_show(table: &Table, round: &Round) {
    let p = table.players;
    let rules = &table.rules;
    let archon = (round.landru + 1) % p;
    let hand = |seat: usize| -> Vec<Card> { round.hands[seat].iter().map(|it| it.card).collect() };
    let pile = |seat: usize| -> Vec<Card> { round.piles[seat].iter().map(|it| it.card).collect() };
    let mut struck = vec![false; p];
    let mut spent = vec![0; p];
    let mut last = None;
    for event in &round.events {
        if let Event::Struck { seat, target, kronks, holds } = *event {
            // In order from the archon, and only players still in.
            let place = (seat + p - archon) % p;
            assert!(last.is_none_or(|last| last < place) && !struck[seat] && target != seat);
            last = Some(place);
            assert!(krako_strikes(rules));
            let jacks = hand(seat).into_iter().chain(pile(seat));
            let natural = |card: &Card| card.rank == 11 && rules.role(*card) == Role::Natural;
            assert_eq!(kronks, 4 - jacks.filter(natural).count().min(4));
            let guards: Vec<usize> = match table.oxmyx_holder {
                OxmyxHolder::Target => vec![target],
                OxmyxHolder::Krako => vec![seat],
                OxmyxHolder::Any => (0..p).collect(),
            };
            let safe = guards.into_iter().any(|it| has_oxmyx(&hand(it), &pile(it), rules));
            assert_eq!(holds, !safe);
            struck[target] |= holds;
            spent[seat] += kronks;
        }
    }
    assert_eq!(struck, round.struck);
    let declared: Vec<_> = (0..p)
        .map(|seat| {
            let (k6, k7) = round.ceilings[seat];
            (!struck[seat]).then(|| declare(&hand(seat), &pile(seat), k6, k7, rules))
        })
        .collect();
    assert_eq!(declared, round.declared);
    for seat in 0..p {
        if let Some(it) = &declared[seat] {
            let six = it.six.as_ref().map_or(0, |six| six.spent.len());
            let seven = it.seven.spent.len();
            assert!(six <= round.ceilings[seat].0 && seven <= round.ceilings[seat].1);
            spent[seat] += six + seven;
        } else {
            assert_eq!(round.ceilings[seat], (0, 0));
        }
    }
    assert_eq!(spent, round.kronks);
    let order = |one: usize, two: usize| {
        let (hands, piles) = ([hand(one), hand(two)], [pile(one), pile(two)]);
        let stands = |it: usize, seat: usize| Stands {
            hand: &hands[it],
            pile: &piles[it],
            declared: declared[seat].as_ref().unwrap(),
        };
        table.order(&stands(0, one), &stands(1, two))
    };
    assert!(round.tied.contains(&round.winner));
    for seat in (0..p).filter(|&seat| !struck[seat]) {
        let against = order(round.winner, seat);
        let tied = round.tied.contains(&seat);
        assert_eq!(against, if tied { Ordering::Equal } else { Ordering::Greater });
    }
    assert!(round.tied.iter().all(|&seat| !struck[seat]));
}

/// Checks everything about a game.
fn check_game(table: &Table, game: &Game) {
    let p = table.players;
    assert!(game.rounds.len() <= p * table.overtime + 1);
    let mut wins = vec![0; p];
    let free = |round: &Round| [1, 8].contains(&round.rules.day);
    let ante = if free(&game.rounds[0]) { 0 } else { table.ante };
    let mut net = vec![-ante; p];
    let mut kronks = 0;
    for (number, round) in game.rounds.iter().enumerate() {
        // Y5, W1f: only a Wednesday can have another day, and only a landru that names a rank one
        // more wild rank.
        let voted = table.wed_vote && table.rules.day == 4;
        let (day, dark) = (table.rules.day, table.rules.dark);
        assert!(voted || (round.rules.day, round.rules.dark) == (day, dark));
        let named = round.rules.landru_kronk;
        assert!(table.landru_names && named.is_some() || named == table.rules.landru_kronk);
        check_round(&Table { rules: round.rules.clone(), ..table.clone() }, round);
        // M5: no player had won before.
        assert!(wins.iter().all(|&wins| wins <= table.overtime));
        wins[round.winner] += 1;
        if let Some(next) = game.rounds.get(number + 1) {
            match table.dealership {
                Dealership::Rotate => assert_eq!(next.landru, (round.landru + 1) % p),
                Dealership::Winner => assert_eq!(next.landru, round.winner),
                Dealership::Random => {}
            }
        }
        for seat in 0..p {
            let price = if free(round) { 0 } else { KRONK * round.kronks[seat] as i64 };
            kronks += price;
            net[seat] -= price;
            if table.kronk_payee == KronkPayee::Landru {
                let archon = (round.landru + 1) % p;
                net[if seat == round.landru { archon } else { round.landru }] += price;
            }
        }
    }
    assert_eq!(wins, game.wins);
    let rounds = game.rounds.len();
    assert_eq!(game.winner, game.rounds[rounds - 1].winner);
    match (table.overtime_winner, table.overtime_called) {
        (OvertimeWinner::FirstTo, OvertimeCalled::Always) => {
            assert_eq!(wins[game.winner], table.overtime + 1);
        }
        (OvertimeWinner::NextRound, OvertimeCalled::Always) => {
            assert_eq!(rounds, table.overtime + 1);
        }
        (OvertimeWinner::NextRound, _) => assert!(rounds <= table.overtime + 1),
        (OvertimeWinner::FirstTo, _) => assert!(wins[game.winner] <= table.overtime + 1),
    }
    // If no player pays, none is behind.
    if table.overtime_called == OvertimeCalled::LosersAhead && game.rounds.iter().all(free) {
        assert_eq!(rounds, 1);
    }
    net[game.winner] += p as i64 * ante;
    if table.kronk_payee == KronkPayee::Kitty {
        net[game.winner] += kronks;
    }
    assert_eq!(net, game.net);
    let lost = if table.kronk_payee == KronkPayee::Bank { kronks } else { 0 };
    assert_eq!(game.net.iter().sum::<i64>(), -lost);
}

#[test]
fn every_game_under_every_switch_keeps_the_laws() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..1_200 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let players =
            if seed % 10 == 0 { rng.random_range(9..=32) } else { rng.random_range(2..=8) };
        let table = random_table(&mut rng, players);
        let all = [Habit::Random, Habit::Raiser, Habit::Striker];
        let habits: Vec<Habit> = (0..players).map(|_| any(&mut rng, &all)).collect();
        let game = game(&table, &habits, seed);
        check_game(&table, &game);
        for round in &game.rounds {
            let mut note = |name, happened: bool| {
                *seen.entry(name).or_default() += u32::from(happened);
            };
            note("redeemed", round.redeemed.iter().any(|&number| number > 0));
            note("struck", round.struck.contains(&true));
            note("kronks", round.kronks.iter().any(|&number| number > 0));
            note("tie", round.tie());
            note("empty", round.events.iter().any(|it| matches!(it, Event::Turn { deck: 0, .. })));
            note("overtime", game.rounds.len() > 1);
            let mut in_turn = false;
            for event in &round.events {
                match event {
                    Event::Turn { .. } => in_turn = true,
                    Event::Redeemed { .. } => note("redeemed in a turn", in_turn),
                    Event::Struck { kronks, holds, .. } => {
                        note("bought jacks", *kronks > 0);
                        note("saved by sevens", !holds);
                    }
                    Event::Raised { ceilings, .. } => note("both", ceilings.0.min(ceilings.1) > 0),
                    _ => {}
                }
            }
            for (seat, habit) in habits.iter().enumerate() {
                assert!(*habit != Habit::Random || round.kronks[seat] == 0);
            }
        }
    }
    assert!(seen.values().all(|&number| number > 5), "{seen:?}");
}

#[test]
fn p11_in_the_end_no_raiser_sees_a_cheaper_lead() {
    let mut led = 0;
    for seed in 0..60 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let players = rng.random_range(2..=4);
        let mut table = random_table(&mut rng, players);
        (table.declare, table.overtime, table.ante) = (Laps::Laps, 0, 49);
        (table.wed_vote, table.landru_names) = (false, false);
        if table.free() {
            continue;
        }
        let habit = any(&mut rng, &[Habit::Raiser, Habit::Striker]);
        let round = &game(&table, &vec![habit; players], seed).rounds[0];
        check_round(&table, round);
        let hand =
            |seat: usize| -> Vec<Card> { round.hands[seat].iter().map(|it| it.card).collect() };
        let pile =
            |seat: usize| -> Vec<Card> { round.piles[seat].iter().map(|it| it.card).collect() };
        for seat in (0..players).filter(|&seat| !round.struck[seat]) {
            let leads = |k6, k7| {
                let own = declare(&hand(seat), &pile(seat), k6, k7, &table.rules);
                (0..players).filter(|&it| it != seat && !round.struck[it]).all(|other| {
                    let (own_hand, own_pile) = (hand(seat), pile(seat));
                    let (its_hand, its_pile) = (hand(other), pile(other));
                    let its = round.declared[other].as_ref().unwrap();
                    let mine = Stands { hand: &own_hand, pile: &own_pile, declared: &own };
                    let theirs = Stands { hand: &its_hand, pile: &its_pile, declared: its };
                    table.order(&mine, &theirs) == Ordering::Greater
                })
            };
            let (now6, now7) = round.ceilings[seat];
            if leads(now6, now7) {
                led += u32::from(now6 + now7 > 0);
                continue;
            }
            for k6 in now6..players {
                for k7 in now7..players - k6 {
                    assert!(!leads(k6, k7), "{seed}: {seat} at {k6} {k7}");
                }
            }
        }
    }
    assert!(led > 10, "{led}");
}

/// S4 among random seats: with k different cards to redeem, k in k+1 do.
#[test]
fn random_seats_redeem_as_often_as_they_should() {
    // Of 53 cards the eight kings and deuces.
    let choose = |n: u32, k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
    let expected = |hand: u32| -> f64 {
        let ways = |k: u32| choose(8, k) * choose(45, hand - k) * f64::from(k) / f64::from(k + 1);
        (0..=hand).map(ways).sum::<f64>() / choose(53, hand)
    };
    let table = Table { players: 3, ..Table::default() };
    let all = figures(&table, &[Habit::Random; 3], 8_000, 11);
    for position in 0..3 {
        let it = all.estimate(&all.positions[position], "redeemed");
        let expected = expected(if position == 0 { 7 } else { 6 });
        assert!((it.mean - expected).abs() < 4.0 * it.error, "{position}: {it:?} {expected}");
        assert!(it.error < 0.006);
    }
}

#[test]
fn the_figures_add_up() {
    let table = Table { rules: Rules::on(7, false), overtime: 1, ..Table::default() };
    let habits = [Habit::Raiser, Habit::Random, Habit::Random, Habit::Random];
    let all = figures(&table, &habits, 300, 7);
    assert_eq!(all.games, 300.0);
    let total = |of: &[Named], name: &str| -> f64 {
        of.iter().map(|named| named.get(name).map_or(0.0, |sums| sums.x)).sum()
    };
    let whole = |name: &str| all.whole.get(name).map_or(0.0, |sums| sums.x);
    for name in all.whole.keys().filter(|name| !name.starts_with("round-") && *name != "tie") {
        assert_eq!(total(&all.seats, name), whole(name), "{name}");
        assert_eq!(total(&all.positions, name), whole(name), "{name}");
    }
    assert_eq!((whole("win"), whole("kitty"), whole("net")), (all.rounds, 300.0, 0.0));
    let of = |start: &str| -> f64 {
        let names = all.whole.iter().filter(|(name, _)| name.starts_with(start));
        names.map(|(_, sums)| sums.x).sum()
    };
    assert_eq!(of("hand:") + whole("struck"), 4.0 * all.rounds);
    assert_eq!(of("combined:"), of("hand:"));
    assert_eq!((of("wins-with:hand:"), of("wins-with:combined:")), (all.rounds, all.rounds));
    assert_eq!((of("kronks-spent:"), of("hand-size:")), (4.0 * all.rounds, 4.0 * all.rounds));
    assert_eq!((of("round-kronks:"), of("round-turns:")), (all.rounds, all.rounds));
    // The standard error is about that of independent rounds.
    let win = all.estimate(&all.seats[1], "win");
    let plain = (win.mean * (1.0 - win.mean) / all.rounds).sqrt();
    assert!((win.error / plain - 1.0).abs() < 0.2, "{win:?} {plain}");
    // Seeds stand for games, whatever the blocks.
    let again: Figures = figures(&table, &habits, 300, 7);
    assert_eq!(format!("{again:?}"), format!("{all:?}"));
}
