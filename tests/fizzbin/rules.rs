//! Tests named by rule id for the play at the table: cards and decisions are given, and the result
//! must follow the rule. The evaluation of cards is tested in `golden.rs`.

use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::settings::Settings;
use croupier::framework::{Engine, Step};
use croupier::games::fizzbin::Fizzbin;
use croupier::games::fizzbin::eval::{Ceilings, Evaluator};
use croupier::games::fizzbin::hand::{Card, Cards};
use croupier::games::fizzbin::record::Silent;
use croupier::games::fizzbin::round::{Keyed, Table};
use croupier::games::fizzbin::rules::Rules;
use croupier::games::fizzbin::view::{Ballot, Choice, Drawn, Player, Put, Show, View};
use std::cell::RefCell;
use std::rc::Rc;

/// One turn each, and nothing to redeem: short rounds.
const SHORT: &str = "players=2;end=cycle;redeem=off";
const ARCHON: &str = "3S 5S 6S 8S 9S TS 3C";
const LANDRU: &str = "5C 6C 8C 9C TC 7D";

fn table(set: &str) -> Fizzbin {
    tables::table(set)
}

/// A round: the hands from the archon's on as they are dealt, further cards from the deck, and
/// decisions separated by commas.
fn round(hands: &[&str], more: &str, decisions: &str) -> String {
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split(' ').collect()).collect();
    let laps = (0..6).flat_map(|lap| hands.iter().map(move |hand| hand[lap]));
    let cards = laps.chain([hands[0][6]]).chain(more.split_whitespace());
    let cards: Vec<String> = cards.map(|card| format!("\"{card}\"")).collect();
    let decisions: Vec<String> = decisions
        .split(',')
        .map(str::trim)
        .filter(|decision| !decision.is_empty())
        .map(|decision| format!("\"{decision}\""))
        .collect();
    format!("cards = [{}]\ndecisions = [{}]\n", cards.join(", "), decisions.join(", "))
}

#[track_caller]
fn plays(set: &str, script: &str) -> String {
    tables::plays(&table(set), script)
}

#[track_caller]
fn refuses(set: &str, script: &str) -> String {
    table(set).replay(script).unwrap_err().to_string()
}

/// Asserts that some steps occur in this order, whatever lies between.
#[track_caller]
fn in_order(told: &str, steps: &[&str]) {
    let mut rest = told;
    for step in steps {
        match rest.split_once(step) {
            Some((_, after)) => rest = after,
            None => panic!("`{step}` is missing or out of order:\n{told}"),
        }
    }
}

/// The traces of the rounds of a session, with the same strategy in all seats.
fn sessions(set: &str, strategy: &str, session: u64) -> Vec<String> {
    let game = table(set);
    let mut seats = vec![croupier::strategy::seat(&game, strategy).unwrap(); game.players()];
    let seed = croupier::cards::random::Seed::new(4);
    let (told, rounds) = game.trace(&mut seats, seed, session, None);
    assert_eq!(told.len() as u64, rounds);
    told.into_iter()
        .map(|(_, steps)| steps.iter().map(|s| format!("{}\n", s.text)).collect())
        .collect()
}

/// The number of the seat in a line such as `seat 3 wins`.
fn seat(told: &str, does: &str) -> usize {
    let line = told.lines().find(|line| line.contains(does)).unwrap();
    let (_, after) = line.split_once("seat ").unwrap();
    after.split([' ', ',']).next().unwrap().parse().unwrap()
}

/// Both hands as dealt, and one turn each in which the drawn card goes to the own pile.
fn plain(more: &str, decisions: &str) -> String {
    round(&[ARCHON, LANDRU], more, decisions)
}

const TURNS: &str = "pass, keep, place JD 1, pass, keep, place JH 2";

#[test]
fn rule_s1_the_archon_sits_at_the_landrus_left_and_the_deal_moves_on() {
    let told = plays(SHORT, &plain("JD JH", TURNS));
    in_order(&told, &["S1 seat 2 is landru, seat 1 archon", "seat 1 is dealt"]);
    let turned = TURNS.replace(" 1", " x").replace(" 2", " 1").replace(" x", " 2");
    let other = plays(SHORT, &format!("landru = 1\n{}", plain("JD JH", &turned)));
    in_order(&other, &["S1 seat 1 is landru, seat 2 archon", "seat 2 is dealt"]);
    assert!(refuses(SHORT, &format!("landru = 3\n{}", plain("", ""))).contains("1..=2"));
    // The rounds of one game.
    let mut anybody = [0; 2];
    for (dealership, session) in
        ["rotate", "winner", "random"].iter().flat_map(|d| (0..20).map(move |s| (*d, s)))
    {
        let set = format!("players=3;overtime=2;dealership={dealership}");
        let rounds = sessions(&set, "random", session);
        assert_eq!(seat(&rounds[0], "is landru"), (session as usize + 2) % 3 + 1);
        for (this, next) in rounds.iter().zip(&rounds[1..]) {
            let (landru, then) = (seat(this, "is landru"), seat(next, "is landru"));
            match dealership {
                "rotate" => assert_eq!(then, landru % 3 + 1),
                "winner" => assert_eq!(then, seat(this, "wins the round")),
                _ => anybody[usize::from(then == landru)] += 1,
            }
        }
    }
    // In a third of them the landru is the same again.
    assert!(anybody[0] > anybody[1] && anybody[1] > 10, "{anybody:?}");
}

#[test]
fn rule_s2_six_cards_each_a_seventh_for_the_archon_and_the_last_ones_open() {
    let told = plays(SHORT, &plain("JD JH", TURNS));
    let dealt: Vec<&str> = told.lines().filter(|line| line.starts_with("S2")).collect();
    assert_eq!(dealt.len(), 13);
    let open: Vec<&str> = dealt.into_iter().filter(|line| line.ends_with("face up")).collect();
    assert_eq!(
        open,
        [
            "S2 seat 1 is dealt 5S face up",
            "S2 seat 2 is dealt 7D face up",
            "S2 seat 1 is dealt 3C face up"
        ]
    );
    let twice = refuses(SHORT, &round(&["3S 5S 6S 8S 9S TS 3S", LANDRU], "", ""));
    assert!(
        twice.contains("card 13 (for seat 1) is 3S, but the draw pile has no 3S left"),
        "{twice}"
    );
    assert!(refuses(SHORT, "cards = [\"0S\"]").contains("card 1: `0S` is no Fizzbin card"));
}

#[test]
fn rule_s4_a_card_of_h6_may_be_redeemed_for_two_once() {
    let set = "players=2;end=cycle;redeemed=may_return";
    // The archon gives up a card for it; the king may come right back.
    let hands = ["KS 5S 6S 8S 9S TS 2C", "5C 6C 8C 9C 2D 7D"];
    let decisions = "redeem KS, shed 9S, redeem 2D, pass, keep, place JD 1, pass, keep, place JH 2";
    let told = plays(set, &round(&hands, "KS 3D 3H 5H JD JH", decisions));
    in_order(
        &told,
        &[
            "S4 seat 1 redeems KS and draws two (they are KS, 3D)",
            "S4 seat 1 puts 9S face up on its own pile",
            "S4 seat 2 redeems 2D and draws two (they are 3H, 5H)",
            // A seat that has redeemed may hold seven.
            "seat 2 with 9C 8C 7D 6C 5C 5H 3H",
            "P9 seat 1 shows KS TS 8S 6S 5S 3D 2C, and JD 9S on its pile",
            "P9 seat 2 shows 9C 8C 7D 6C 5C 5H 3H, and JH on its pile",
        ],
    );
    let wrong = refuses(set, &round(&hands, "", "redeem TS"));
    assert!(
        wrong.contains("seat 1 with KS TS 9S 8S 6S 5S 2C may redeem one of KS 2C or pass"),
        "{wrong}"
    );
    // Queens and fours in the dark; on Tuesdays nothing can be redeemed.
    let dark =
        refuses(&format!("{set};dark=true"), &round(&["QS 5S 4S 8S 9S TS 2C", hands[1]], "", ""));
    assert!(dark.contains("may redeem one of QS 4S or pass"), "{dark}");
    let tuesday = ["KS KD QS AS AH TS TD", "KC KH QC AC AD TC"];
    let asked = refuses("d3-light;players=2;end=cycle", &round(&tuesday, "JS", ""));
    assert!(
        asked.contains("decision 1 is missing: seat 1 with") && asked.contains("may lay"),
        "{asked}"
    );
    let off = refuses(&format!("{set};redeem=off"), &round(&hands, "JD", ""));
    assert!(off.contains("may lay a card or pass"), "{off}");
}

#[test]
fn rule_s4_what_comes_for_a_redeemed_card_is_new() {
    let hands = ["KS 5S 6S 8S 9S TS 2C", "5C 6C 8C 9C 2D 7D"];
    let script = round(&hands, "KS 3D", "redeem KS, shed 9S");
    let wrong = refuses("players=2;end=cycle", &script);
    assert!(
        wrong.contains("card 14 (for seat 1) is KS, which was just returned and is passed over"),
        "{wrong}"
    );
    // It stays in the deck, for the other seat.
    let decisions = "redeem KS, shed 9S, pass, pass, keep, place JD 1, pass, keep, place KS 2";
    let told = plays("players=2;end=cycle", &round(&hands, "3H 3D JD KS", decisions));
    in_order(&told, &["S4 seat 1 redeems KS and draws two (they are 3H, 3D)", "(it is KS)"]);
    // Of two equal cards the other one may come; the deck of a Friday's pinochle has two of each.
    let pinochle = "day=6;deck=pinochle;players=2;end=cycle";
    let hands = ["KS TS TS 9S 9S JS JD", "9C TC JC QC AC 9H"];
    let decisions = "redeem KS, shed 9S, pass, keep, place JD 1, pass, keep, place JH 2, pass";
    let told = plays(pinochle, &round(&hands, "KS AS JD JH", decisions));
    in_order(&told, &["S4 seat 1 redeems KS and draws two (they are KS, AS)"]);
    let twice = round(&hands, "KS KS", "redeem KS");
    assert!(refuses(pinochle, &twice).contains("card 15 (for seat 1) is KS, which was just"));
    // At random: never, or sometimes.
    let back = |set: &str| -> Vec<bool> {
        let told = (0..40).flat_map(|session| sessions(set, "random", session));
        let lines: Vec<String> =
            told.flat_map(|told| told.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
        let redeemed = lines.iter().filter_map(|line| line.split_once(" redeems "));
        let drawn = |(_, rest): (&str, &str)| {
            let (card, drawn) = rest.split_once(" and draws two ").unwrap();
            drawn.contains(card)
        };
        redeemed.map(drawn).collect()
    };
    let (new, old) = (back("players=7"), back("players=7;redeemed=may_return"));
    assert!(new.len() > 50 && new.iter().all(|back| !back));
    assert!(old.iter().filter(|back| **back).count() > 5);
}

#[test]
fn rule_s4_a_drawn_card_may_be_redeemed_under_any() {
    let hands = ["3S 5S 6S 8S 9S TS KC", LANDRU];
    let set = "players=2;end=cycle;redeem=any";
    // Only the card just drawn, and only once.
    let decisions =
        "pass, pass, keep, redeem 2H, shed 3S, place 5S 1, pass, keep, redeem KD, place JH 2";
    let told = plays(set, &round(&hands, "2H JC JS KD JH JD", decisions));
    in_order(
        &told,
        &[
            "P2 seat 1 draws a card and keeps it (it is 2H)",
            "S4 seat 1 redeems 2H and draws two (they are JC, JS)",
            "S4 seat 1 puts 3S",
            "S4 seat 2 redeems KD and draws two (they are JH, JD)",
            "P9 seat 1 shows KC JS JC TS 9S 8S 6S",
            "P9 seat 2 shows JD TC 9C 8C 7D 6C 5C",
        ],
    );
    let once = "redeem KC, shed 3S, pass, keep, place 5S 1, pass, keep, redeem 3D";
    let wrong = refuses(set, &round(&hands, "JC JS 2H 2D 7H", once));
    assert!(wrong.contains("may redeem one of 2D or pass"), "{wrong}");
}

#[test]
fn rule_p1_a_card_may_go_face_down_on_any_pile_or_must() {
    let decisions = "lay 3S 2, keep, pass, lay 5C 1";
    let told = plays(SHORT, &plain("JD JH", decisions));
    in_order(
        &told,
        &[
            "P1 seat 1 lays a card face down on the pile of seat 2 (it is 3S)",
            "P1 seat 2 lays a card face down on the pile of seat 1 (it is 5C)",
            "P9 seat 1 shows JD TS 9S 8S 6S 5S 3C, and 5C on its pile",
            "P9 seat 2 shows JH TC 9C 8C 7D 6C, and 3S on its pile",
        ],
    );
    let must = format!("{SHORT};down=must");
    let wrong = refuses(&must, &plain("JD JH", "pass"));
    assert!(
        wrong.contains("`pass`, which is not legal") && wrong.ends_with("must lay a card"),
        "{wrong}"
    );
    assert!(refuses(SHORT, &plain("JD", "lay 4S 1")).contains("not legal"));
    assert!(refuses(SHORT, &plain("JD", "lay 3S 3")).contains("not legal"));
    assert!(refuses(SHORT, &plain("JD", "put 3S 3")).contains("lay CARD SEAT"));
}

#[test]
fn rule_s5_whoever_is_given_nothing_comes_by_the_cards_divided_by_the_players_and_one() {
    // Hoarders keep every card they draw, and give nothing to others.
    for (players, koiks) in (2..=8).flat_map(|players| [0, 1].map(|koiks| (players, koiks))) {
        let game = table(&format!("players={players};koiks={koiks};redeem=off"));
        let seat = croupier::strategy::seat(&game, "hoarder").unwrap();
        let (mut table, mut seats) = (Table::new(game.rules()), vec![seat; players]);
        table.sit(0);
        let mut luck = Keyed::new(Seed::new(3).round(0, 0));
        let archon = table.round(&mut seats, &mut luck, &mut Silent).archon;
        let cards: Vec<u32> = table
            .hands()
            .iter()
            .zip(table.piles())
            .map(|(hand, pile)| hand.len() + pile.len())
            .collect();
        let (all, players) = (cards.iter().sum::<u32>(), players as u32);
        assert_eq!(all, 52 + koiks, "all cards are in hands and on piles");
        assert_eq!(cards[archon], *cards.iter().max().unwrap());
        // The archon has one card more than the others, and draws first.
        assert_eq!(cards[archon], 1 + (all - 1).div_ceil(players), "{players} players");
        if all % players < 2 {
            assert_eq!(cards[archon], 1 + all / players, "{players} players");
        }
    }
}

/// A face-down card: the owner of the pile, the seat that put it there, the card; and whether all
/// know it.
type Laid = (usize, usize, Card, bool);

/// Lays a card face-down on the next seat's pile whenever it can, and checks its view of the
/// face-down cards.
struct Layer {
    laid: Rc<RefCell<Vec<Laid>>>,
    /// Counts of others' cards that it saw, and that it did not see.
    seen: [u32; 2],
}

impl Layer {
    fn look(&mut self, view: &View<'_>) {
        let laid = self.laid.borrow();
        let found: Vec<_> = view.laid().collect();
        assert_eq!(found.len(), laid.len());
        for (&(owner, by, card, known), found) in laid.iter().zip(found) {
            let sees = known || by == view.seat();
            assert_eq!(found, (owner, by, sees.then_some(card)));
            self.seen[usize::from(!sees)] += u32::from(by != view.seat());
        }
    }
}

impl Player for Layer {
    fn vote(&mut self, _rules: &Rules) -> Choice<Ballot> {
        Choice::Any
    }

    fn name(&mut self, _view: &View<'_>) -> Choice<u8> {
        Choice::Any
    }

    fn redeem(&mut self, _view: &View<'_>) -> Choice<Option<Card>> {
        Choice::Any
    }

    fn shed(&mut self, _view: &View<'_>) -> Choice<Card> {
        Choice::Any
    }

    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        self.look(view);
        let (by, card) = (view.seat(), view.hand().iter().next().unwrap());
        let pile = (by + 1) % view.players();
        // Of two equal cards in the hand, one of them known, the hand does not tell which is which.
        let known = view.known(by).count(card) > 0;
        self.laid.borrow_mut().push((pile, by, card, known));
        Choice::Do(Some(Put { card, pile }))
    }

    fn draw(&mut self, view: &View<'_>, _drawn: Card) -> Choice<Drawn> {
        self.look(view);
        Choice::Any
    }

    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        self.look(view);
        Choice::Any
    }

    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        self.look(view);
        Choice::Any
    }

    fn krako(&mut self, show: &Show<'_>, _kronks: u8) -> Choice<Option<usize>> {
        // At the show, everything is open.
        for &(pile, _, card, _) in self.laid.borrow().iter() {
            assert!(show.pile(pile).count(card) > 0);
        }
        Choice::Do(None)
    }

    fn declare(&mut self, show: &Show<'_>) -> Ceilings {
        show.ceilings(show.seat())
    }
}

#[test]
fn rule_p8_and_p9_a_face_down_card_is_known_to_who_put_it_there_until_the_show() {
    let game = table("players=3;redeem=off");
    let laid = Rc::default();
    let layer = || Layer { laid: Rc::clone(&laid), seen: [0; 2] };
    let (mut table, mut seats) = (Table::new(game.rules()), [layer(), layer(), layer()]);
    let mut seen = [0; 2];
    for round in 0..5 {
        table.sit(0);
        laid.borrow_mut().clear();
        table.round(&mut seats, &mut Keyed::new(Seed::new(6).round(0, round)), &mut Silent);
        assert!(laid.borrow().len() > 20);
        for &(pile, _, card, _) in laid.borrow().iter() {
            assert!(table.piles()[pile].count(card) > 0);
        }
        seats.iter().for_each(|seat| (0..2).for_each(|at| seen[at] += seat.seen[at]));
    }
    // A card that was open in the hand before is known face-down too (S4).
    assert!(seen[0] > 20 && seen[1] > 200, "{seen:?}");
}

#[test]
fn rule_p2_the_top_card_is_kept_or_goes_on_an_opponents_pile() {
    let told = plays(SHORT, &plain("JD JH", "pass, send 2, pass, pass, keep, place JH 2"));
    in_order(
        &told,
        &[
            "P2 seat 1 draws JD and puts it on the pile of seat 2",
            "P9 seat 1 shows TS 9S 8S 6S 5S 3S 3C",
            "P9 seat 2 shows TC 9C 8C 7D 6C 5C, and JH JD on its pile",
        ],
    );
    let own = refuses(SHORT, &plain("JD JH", "pass, send 1"));
    assert!(own.contains("may keep JD or send it to seat 2"), "{own}");
}

#[test]
fn rule_p3_an_open_card_may_be_taken_but_not_the_one_just_sent() {
    // Seat 2 may take 3S, which is open, but not JH, which it sent itself; 6C is face-down.
    let turns = "pass, keep, place 3S 1, lay 6C 1, send 1, take 3S 1, pass";
    let told = plays(SHORT, &plain("JD JH", &turns.replace(", pass", "")));
    in_order(
        &told,
        &["P3 seat 2 takes 3S off the pile of seat 1", "P9 seat 2 shows TC 9C 8C 7D 5C 3S"],
    );
    for (taken, open) in [("JH", "3S"), ("6C", "3S")] {
        let wrong = turns.replace("take 3S", &format!("take {taken}"));
        let wrong = refuses(SHORT, &plain("JD JH", &wrong));
        assert!(wrong.contains(&format!("must take one of {open} off seat 1's pile")), "{wrong}");
    }
    // Of two equal cards the other one may be taken.
    let pinochle = "d2-light;deck=pinochle;players=2;end=cycle;redeem=off";
    let hands = ["9S 9D TS TD JS JD JC", "9C 9H TC TH JH AS"];
    let twins =
        round(&hands, "AD JC", "pass, keep, place JC 1, pass, send 1, take JC 1, place 9C 2");
    in_order(&plays(pinochle, &twins), &["P2 seat 2 draws JC", "P3 seat 2 takes JC"]);
}

#[test]
fn rule_p3_and_p4_may_be_compulsory_where_they_are_legal() {
    // The landru has six cards and an open one to take: it may pass, or must not.
    let turns = "pass, keep, place 3S 1, lay 6C 1, keep, pass";
    assert!(plays(SHORT, &plain("JD JH", turns)).contains("P9"));
    let wrong = refuses(&format!("{SHORT};take=must"), &plain("JD JH", turns));
    assert!(wrong.contains("decision 6 is `pass`, which is not legal"), "{wrong}");
    assert!(wrong.ends_with("must take one of 3S off seat 1's pile"), "{wrong}");
    let told = plays(
        &format!("{SHORT};take=must"),
        &plain("JD JH", &turns.replace("keep, pass", "keep, take 3S 1, place 5C 2")),
    );
    in_order(&told, &["P3 seat 2 takes 3S", "P4 seat 2 places 5C"]);
    // The archon may keep seven, or must place one.
    let seven = "lay 3S 1, keep, pass, pass, keep, place 5C 2";
    assert!(plays(SHORT, &plain("JD JH", seven)).contains("P9"));
    let wrong = refuses(&format!("{SHORT};place=must"), &plain("JD JH", seven));
    assert!(
        wrong.contains("decision 3 is `pass`") && wrong.ends_with("must place a card"),
        "{wrong}"
    );
    // With six, nothing can be placed, and nothing has to be.
    let six = "pass, send 2, place 3S 1, pass, send 1";
    let set = format!("{SHORT};place=must");
    in_order(&plays(&set, &plain("JD JH", &format!("{six}, pass"))), &["P9 seat 2 shows TC 9C"]);
    // Strategies keep to it: the engine checks their actions.
    for strategy in ["hoarder", "poisoner", "random"] {
        let many = |set: &str| -> usize {
            let told = tables::traces(&table(&format!("players=3;{set}")), strategy, 2).concat();
            told.lines().filter(|line| line.starts_with("P3")).count()
        };
        assert!(many("take=must;place=must") > many(""), "{strategy}");
    }
}

#[test]
fn rule_p4_a_card_may_be_placed_on_any_pile() {
    let told = plays(SHORT, &plain("JD JH", "pass, keep, place 3S 2, pass, keep, place 7D 1"));
    in_order(
        &told,
        &[
            "P4 seat 1 places 3S on the pile of seat 2",
            "P4 seat 2 places 7D on the pile of seat 1",
            "P9 seat 1 shows JD TS 9S 8S 6S 5S 3C, and 7D on its pile",
            "P9 seat 2 shows JH TC 9C 8C 6C 5C, and 3S on its pile",
        ],
    );
}

#[test]
fn rule_p5_turns_end_with_six_cards_and_the_archons_with_seven_at_most() {
    // Of eight cards one must go. The archon may keep seven, the landru may not.
    let stuck = refuses(SHORT, &plain("JD JH", "pass, keep, pass"));
    assert!(stuck.contains("seat 1 with JD TS 9S 8S 6S 5S 3S 3C must place a card"), "{stuck}");
    assert!(!stuck.contains("or pass"), "{stuck}");
    let landru = refuses(SHORT, &plain("JD JH", "lay 3S 1, keep, pass, pass, keep, pass"));
    assert!(landru.ends_with("seat 2 with JH TC 9C 8C 7D 6C 5C must place a card"), "{landru}");
    // A seat that laid one down with six must keep the top card if no other can be taken, without a
    // choice.
    let must = format!("{SHORT};down=must");
    let told = plays(&must, &plain("JD JH", "lay 3S 1, keep, pass, lay 5C 2"));
    in_order(&told, &["P2 seat 2 draws a card and keeps it (it is JH)"]);
    // With another open card it may send, but then must take that.
    let open = "lay 3S 1, keep, place 5S 1, lay 5C 2, send 1, pass";
    let wrong = refuses(&must, &plain("JD JH", open));
    assert!(
        wrong.contains("must take one of 5S off seat 1's pile") && !wrong.contains("or pass"),
        "{wrong}"
    );
}

#[test]
fn rule_p6_and_p7_play_ends_after_the_landrus_turn_on_an_empty_deck() {
    // Tuesday's deck of 49 cards leaves none for eight players: a turn is a take and a card placed.
    let rounds = sessions("d3-light;players=8", "random", 1);
    assert_eq!(rounds[0].matches("the deck empty").count(), 8);
    assert!(!rounds[0].contains("keeps it") && !rounds[0].contains("lays"));
    // Seven players leave six cards, for one lap; three players have ten turns each.
    for (players, redeem, turns) in [(7, "off", 7), (3, "off", 30), (6, "off", 12), (2, "off", 36)]
    {
        let set = format!("d3-light;players={players};redeem={redeem}");
        for session in 0..20 {
            let told = sessions(&set, "random", session);
            let found = told[0]
                .lines()
                .filter(|line| line.contains(" with "))
                .filter(|line| line.ends_with("in the deck") || line.ends_with("the deck empty"));
            assert_eq!(found.count(), turns, "{set}");
        }
    }
    let told = plays(SHORT, &plain("JD JH", TURNS));
    assert_eq!(told.matches("in the deck").count(), 2, "one turn each under end=cycle");
}

#[test]
fn rule_p_on_the_floor_turns_go_rightward_and_the_landrus_is_last() {
    let order = |set: &str| -> Vec<usize> {
        let told = &sessions(set, "random", 0)[0];
        let turns = told.lines().filter(|line| line.ends_with("in the deck"));
        turns.map(|line| line[5..6].parse().unwrap()).collect()
    };
    // Seat 5 is the landru, seat 1 the archon.
    assert_eq!(order("players=5;end=cycle"), [1, 2, 3, 4, 5]);
    assert_eq!(order("players=5;end=cycle;floor=1"), [4, 3, 2, 1, 5]);
}

/// The archon has four jacks, one of them on the pile, and the landru the better hand.
const KRAKO: [&str; 2] = ["JS JC JD 9S 8S 3S 6S", "KS 2D 7H AH AD 5C"];

#[test]
fn rule_p10_a_krako_knocks_an_opponent_out_unless_an_oxmyx_saves_it() {
    let turns = "pass, keep, place JH 1, pass, keep, place 9C 2";
    let then = |krako: &str| round(&KRAKO, "JH 9C", &format!("{turns}{krako}"));
    let told = plays(SHORT, &then(", krako 2"));
    in_order(
        &told,
        &[
            "P10 seat 1 has a krako and names seat 2, who cannot win",
            "E1 seat 1 has",
            "E1 seat 1 wins the round",
        ],
    );
    assert!(!told.contains("E1 seat 2 has"), "who was named declares nothing");
    let spared = plays(SHORT, &then(", pass"));
    in_order(&spared, &["E1 seat 2 has full fizzbin", "E1 seat 2 wins the round"]);
    assert!(refuses(SHORT, &then(", krako 1")).contains("it may krako seat 2 or pass"));
    // On a Monday krakos do not strike, unless they always do.
    plays(&format!("{SHORT};day=2"), &then(""));
    in_order(
        &plays(&format!("{SHORT};day=2;krako_days=all"), &then(", krako 2")),
        &["P10 seat 1 has"],
    );
}

#[test]
fn rule_p10_whose_oxmyx_it_is_is_a_switch() {
    let turns = "pass, keep, place JH 1, pass, keep, place 7C 2, krako 2";
    let of = |archon: &str, landru: &str, holder: &str| {
        let set = format!("{SHORT};oxmyx_holder={holder}");
        let told = plays(&set, &round(&[archon, landru], "JH 7C", turns));
        told.contains("whom an oxmyx saves")
    };
    // The landru has 7H in the hand and 7C on the pile.
    let with = |holder| of(KRAKO[0], KRAKO[1], holder);
    assert_eq!(["target", "krako", "any"].map(with), [true, false, true]);
    // The archon has two sevens, the landru only the one on the pile.
    let with = |holder| of("JS JC JD 7S 7D 3S 6S", "KS 2D 9H AH AD 5C", holder);
    assert_eq!(["target", "krako", "any"].map(with), [false, true, true]);
}

#[test]
fn rule_p10_and_m2_a_krako_may_take_kronks_which_are_paid_for() {
    // Three jacks and a queen, which is wild by day.
    let hands = ["JS JC JD 9S 8S QS 6S", KRAKO[1]];
    let turns = "pass, keep, place 6S 1, pass, keep, place 9C 2, krako 2, pass";
    let told = plays(SHORT, &round(&hands, "3C 9C", turns));
    in_order(
        &told,
        &[
            "P10 seat 1 has a krako (1 kronk, for a jack) and names seat 2, who cannot win",
            "M2 seat 1 pays 49 for 1 kronk",
            "M2 seat 1 nets 0",
            "M2 seat 2 nets 0",
        ],
    );
}

#[test]
fn rule_p11_ceilings_rise_lap_by_lap_or_once() {
    let hands = ["QS QC 5D 9S 8S TS 6S", "AS AC 4D 9C 8C TC"];
    let turns = "pass, keep, place 6S 1, pass, keep, place 3C 2";
    let of = |decisions: &str| round(&hands, "3H 3C", &format!("{turns}, {decisions}"));
    let told = plays(SHORT, &of("declare 1 0, declare 0 1, declare 1 2, pass, pass, pass"));
    in_order(
        &told,
        &[
            "P11 seat 1 declares up to 1 in its hand and 0 kronks in hand and pile",
            "P11 seat 2 declares up to 0 in its hand and 1 kronk in hand and pile",
            "P11 seat 1 declares up to 1 in its hand and 2 kronks in hand and pile",
        ],
    );
    let once = plays(&format!("{SHORT};declare=once"), &of("declare 1 0, declare 0 1"));
    assert_eq!(once.matches("declares").count(), 2);
    // No more than there are, and no fewer than before.
    let wrong = refuses(SHORT, &of("declare 3 0"));
    assert!(wrong.contains("seat 1 may declare 0..=2 0..=2 or pass"), "{wrong}");
    let wrong = refuses(SHORT, &of("declare 1 1, pass, declare 0 2"));
    assert!(wrong.contains("may declare 1..=2 1..=2 or pass"), "{wrong}");
}

#[test]
fn rule_m2_what_kronks_cost_goes_to_the_landru_the_kitty_or_the_bank() {
    // The archon spends two, the landru one.
    let hands = ["QS QC 5D 9S 8S TS 6S", "AS AC 4D 9C 8C TC"];
    let decisions =
        "pass, keep, place 6S 1, pass, keep, place 3C 2, declare 0 2, declare 0 1, pass, pass";
    let nets = |payee: &str, winner_takes: i64, nets: [i64; 2]| {
        let set = format!("{SHORT};kronk_payee={payee}");
        let script = format!("nets = {nets:?}\n{}", round(&hands, "3H 3C", decisions));
        let told = plays(&set, &script);
        in_order(
            &told,
            &[
                "M2 seat 1 pays 98 for 2 kronks",
                "M2 seat 2 pays 49 for 1 kronk",
                &format!("takes the kitty of {winner_takes}"),
                // Written and traced amounts are quatloos.
                &format!("M2 seat 1 nets −{}", -nets[0]),
            ],
        );
        seat(&told, "wins the round")
    };
    // The landru's own kronk goes to the archon.
    assert_eq!(nets("landru", 98, [-49 - 98 + 49, 49 + 98 - 49]), 2);
    assert_eq!(nets("kitty", 98 + 147, [-49 - 98, 147]), 2);
    assert_eq!(nets("bank", 98, [-49 - 98, 0]), 2);
    let wrong = format!("nets = [1, -1]\n{}", round(&hands, "3H 3C", decisions));
    assert!(refuses(SHORT, &wrong).contains("nets = [1, -1], but the round ends with [-98, 98]"));
}

#[test]
fn rule_m3_on_sundays_nobody_pays() {
    let hands = ["QS QC 5D 9S 8S TS 6S", "AS AC 4D 9C 8C TC"];
    let decisions = "pass, keep, place 6S 1, pass, keep, place 3C 2";
    let spend = format!(
        "nets = [0, 0]\n{}",
        round(&hands, "3H 3C", &format!("{decisions}, declare 0 2, pass, pass, pass"))
    );
    let told = plays(&format!("{SHORT};day=1"), &spend);
    in_order(&told, &["M3 no antes", "E1 seat 1 has", "with 2 kronks", "takes the kitty of 0"]);
    assert!(!told.contains("pays"));
    plays(&format!("{SHORT};day=1;sunday_kronk=barred"), &round(&hands, "3H 3C", decisions));
}

#[test]
fn rule_m4_equal_players_throw_for_it() {
    // In a pinochle deck two players may hold the same cards; an unspent wild queen makes no
    // difference.
    let set = "d2-light;deck=pinochle;players=2;end=cycle;redeem=off";
    let hands = ["9S 9D TS TD AS AD JC", "9S 9D TS TD AS AD"];
    let script = round(&hands, "QH JC", "lay JC 1, send 2, pass, keep, place JC 2, pass");
    assert!(refuses(set, &script).contains("throw is missing: seats 1, 2 throw for it"));
    for winner in [1, 2] {
        let told = plays(set, &format!("throw = {winner}\n{script}"));
        in_order(
            &told,
            &[
                "E1 seat 1 has three-quarter fizzbin / stink",
                "E1 seat 2 has three-quarter fizzbin / stink",
                "M4 seats 1, 2 are equal and throw for it",
                &format!("E1 seat {winner} wins the round"),
            ],
        );
    }
    assert!(
        refuses(set, &format!("throw = 3\n{script}")).contains("throw = 3 is not allowed: 1..=2")
    );
}

#[test]
fn rule_m5_the_first_to_win_often_enough_takes_the_held_kitty() {
    for session in 0..30 {
        let rounds = sessions("players=3;overtime=2", "random", session);
        let winners: Vec<usize> = rounds.iter().map(|told| seat(told, "wins the round")).collect();
        let last = *winners.last().unwrap();
        assert!((3..=7).contains(&winners.len()));
        assert_eq!(winners.iter().filter(|&&winner| winner == last).count(), 3);
        for (round, told) in rounds.iter().enumerate() {
            assert_eq!(told.contains("every player puts in 49"), round == 0);
            assert_eq!(told.contains("takes the kitty of 147"), round + 1 == rounds.len());
        }
        assert!((1..=3).filter(|&s| winners.iter().filter(|&&w| w == s).count() >= 3).count() == 1);
    }
}

#[test]
fn what_is_written_must_be_used() {
    let set = SHORT;
    assert!(refuses(set, &plain("JD JH 3D", TURNS)).contains("the last one was not used"));
    assert!(
        refuses(set, &plain("JD JH", &format!("{TURNS}, pass")))
            .contains("decisions: the round is over")
    );
    let thrown = format!("throw = 1\n{}", plain("JD JH", TURNS));
    assert!(refuses(set, &thrown).contains("throw = 1, but nobody had to throw for it"));
    assert!(refuses(set, &plain("JD", TURNS)).contains("card 15 (for seat 2) is missing"));
    assert!(
        refuses(set, &plain("JD JH", "pass, keep")).contains("decision 3 is missing: seat 1 with")
    );
    assert!(refuses(set, "cards = 3").contains("cards"));
    let mut settings = Settings::<Rules>::default();
    settings.set("day=11").unwrap();
    assert!(settings.finish().unwrap_err().to_string().contains("1..=10"));
}

/// The number of copies of a card in the decks of some rules.
fn copies(set: &str, card: &str) -> u32 {
    let rules = tables::rules::<Fizzbin>(set);
    u32::from(rules.copies(card.parse().unwrap()))
}

#[test]
fn rule_d1_a_deck_and_its_koiks() {
    assert_eq!((copies("", "AS"), copies("", "8S"), copies("", "**")), (1, 1, 1));
    let pinochle = "deck=pinochle;koiks=3";
    assert_eq!((copies(pinochle, "AS"), copies(pinochle, "8S"), copies(pinochle, "**")), (2, 0, 3));
    assert_eq!(copies("koiks=0", "**"), 0);
    assert!(tables::faults::<Fizzbin>("koiks=4").contains("0..=3"));
}

#[test]
fn rule_d2_every_eight_players_share_a_deck() {
    for (players, decks) in [(2, 1), (8, 1), (9, 2), (16, 2), (17, 3), (32, 4)] {
        let set = format!("players={players};koiks=2");
        assert_eq!((copies(&set, "AS"), copies(&set, "**")), (decks, 2 * decks), "{set}");
    }
    assert!(tables::faults::<Fizzbin>("players=33").contains("2..=32"));
}

#[test]
fn rule_d5_ranks_out_of_their_time_are_wild_or_blank() {
    let wild = |set: &str| {
        let law = Evaluator::new(&tables::rules::<Fizzbin>(set));
        ["KS", "2S", "QS", "4S"].map(|card| law.is_kronk(card.parse().unwrap()))
    };
    assert_eq!(wild(""), [false, false, true, true]);
    assert_eq!(wild("dark=true"), [true, true, false, false]);
    assert_eq!(wild("unused=blank"), [false; 4]);
}

#[test]
fn rule_s3_and_m1_everybody_antes() {
    let told = plays(SHORT, &plain("JD JH", TURNS));
    assert!(told.contains("M1 every player puts in 49: the kitty holds 98"), "{told}");
    let told = plays(&format!("{SHORT};ante=10"), &plain("JD JH", TURNS));
    assert!(told.contains("M1 every player puts in 10: the kitty holds 20"), "{told}");
}

#[test]
fn rule_y4_krakos_strike_on_tuesdays_and_not_on_mondays() {
    let strikes = |day: u8| tables::rules::<Fizzbin>(&format!("day={day}")).krako_strikes();
    assert!(strikes(3) && strikes(10) && !strikes(2));
}

/// On a Tuesday kings are natural, but the dark has no use for them; by day the leave holds.
#[test]
fn rule_e0_the_light_goes_before_the_kind_of_day() {
    let wild = |set: &str| {
        let rules = tables::rules::<Fizzbin>(&format!("day=3;tue_deck=promoted52;{set}"));
        let law = Evaluator::new(&rules);
        ["KS", "QS"].map(|card| law.is_kronk(card.parse().unwrap()))
    };
    assert_eq!(wild("dark=false;promoted_kings=natural"), [false, true]);
    assert_eq!(wild("dark=true;promoted_kings=natural"), [true, false]);
}

#[test]
fn rule_d3_promoted_kings_may_be_wild_like_the_deuce() {
    let wild = |set: &str| {
        let rules = tables::rules::<Fizzbin>(&format!("tue_deck=promoted52;{set}"));
        Evaluator::new(&rules).is_kronk("KS".parse().unwrap())
    };
    assert!(!wild("day=3") && wild("day=3;promoted_kings=like_deuce"));
    // Only if it is not dark, and only from that deck.
    assert!(!wild("day=3;dark=true;unused=blank;promoted_kings=like_deuce"));
    assert!(!wild("day=2;promoted_kings=like_deuce"));
    let rules = tables::rules::<Fizzbin>("day=3;promoted_kings=like_deuce");
    assert!(!Evaluator::new(&rules).is_kronk("KS".parse().unwrap()), "of a pinochle deck");
}

#[test]
fn rule_y_the_day_and_the_light_are_told_first() {
    for (set, day) in [
        ("", "Y Saturday, light (day 7)"),
        ("d10-dark", "Y Tuesday, dark (day 10)"),
        ("d1-light", "Y Sunday, light (day 1)"),
    ] {
        let told = tables::traces(&table(set), "random", 1).concat();
        assert_eq!(told.lines().next(), Some(day));
    }
}

#[test]
fn rule_y6_thursdays_turn_the_order_and_sundays_are_free_and_saturdays_are_plain() {
    // On a Thursday (D6) six is above nine, and a seventh hand card may be a kronk (W1).
    let hands = ["3S 5S 6S 8S 9S TS 3C", "5C 6C 8C 9C TC 7D"];
    let seventh =
        round(&hands, "JD JH", "pass, keep, place 3S 1, pass, keep, place JH 2, declare 1 1");
    let score = |law: &Evaluator, text: &str| {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        law.score(&Cards::from_cards(&cards), &Cards::EMPTY, Ceilings::NONE, None).hand.value
    };
    for day in [1, 2, 4, 5, 6, 7, 8, 9] {
        let set = format!("{SHORT};day={day}");
        let (thursday, sunday) = (day == 5, day == 1 || day == 8);
        let law = Evaluator::new(&tables::rules::<Fizzbin>(&set));
        let six = score(&law, "6H 3C AS 7C JH 5S");
        let nine = score(&law, "9H 5D AS 7C JC 3S");
        assert_eq!(six.names(), nine.names(), "day {day}");
        assert_eq!(six.key() > nine.key(), thursday, "day {day}");
        assert_eq!(table(&set).replay(&seventh).is_ok(), thursday, "day {day}");
        let pass = if thursday { ", pass" } else { "" };
        let told = plays(&set, &plain("JD JH", &format!("{TURNS}{pass}")));
        assert_eq!(told.contains("M3 no antes"), sunday, "day {day}: {told}");
        assert_eq!(told.contains("M1 every player puts in 49"), !sunday, "day {day}: {told}");
    }
}

#[test]
fn rule_y5_a_wednesday_is_what_most_vote_for() {
    let set = "day=4;wed_vote=vote;players=3;end=cycle;redeem=off";
    let hands = ["3S 5S 6S 8S 9S TS 3C", "5C 6C 8C 9C TC 7D", "3D 5D 6D 8D 9D TD"];
    let turns = "pass, keep, place JD 1, pass, keep, place JH 2, pass, keep, place JS 3";
    let of = |votes: &str, more: &str| {
        format!("{more}{}", round(&hands, "JD JH JS", &format!("{votes}, {turns}")))
    };
    // The archon votes first. Day and light are counted separately.
    let told = plays(set, &of("vote 1 dark, vote 6 light, vote 1 light", ""));
    in_order(
        &told,
        &[
            "Y5 seat 1 votes for day 1, dark",
            "Y5 seat 3 votes for day 1, light",
            "Y5 most vote for day 1, light",
            "Y Sunday, light (day 1)",
            "M3 no antes on a Sunday",
        ],
    );
    // A tie is decided by the best persuader.
    let tie = "vote 1 dark, vote 2 dark, vote 7 light";
    let missing = refuses(set, &of(tie, ""));
    assert!(missing.contains("day is missing: the vote is tied between 1, 2, 7 (Y5)"), "{missing}");
    let wrong = refuses(set, &of(tie, "day = 3\n"));
    assert!(wrong.contains("day = 3, but the vote is tied between 1, 2, 7"), "{wrong}");
    in_order(
        &plays(set, &of(tie, "day = 7\n")),
        &["Y5 the vote is tied; it is ruled to be day 7, dark", "Y Saturday, dark (day 7)"],
    );
    assert!(refuses(set, &of("vote 11 dark", "")).contains("`vote 11 dark`"));
    // There is no vote on other days, or if voting is off.
    for set in ["day=5;wed_vote=vote", "day=4"] {
        assert!(!tables::traces(&table(set), "random", 1).concat().contains("votes for"));
    }
    // Everything that can be voted for must be playable.
    let faults = tables::faults::<Fizzbin>("day=4;wed_vote=vote;players=8;koiks=0");
    assert!(faults.contains("players may vote for day 3 (Y5)"), "{faults}");
    // Builders agree on a Monday by day, poisoners on a Saturday; others vote at random.
    let set = "day=4;wed_vote=vote;end=cycle";
    for (strategy, day) in [("builder", "Monday, light"), ("poisoner", "Saturday, light")] {
        let told = tables::traces(&table(set), strategy, 3);
        assert!(told.iter().all(|told| told.contains(&format!("Y {day}"))), "{strategy}");
    }
    let told = tables::traces(&table(set), "random", 40).concat();
    for day in ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] {
        assert!(told.contains(&format!("Y {day}")), "{day}");
    }
}

#[test]
fn rule_w1e_the_seventh_card_is_the_last_to_come() {
    let thursday = "d5-light;players=2;end=cycle;redeem=off";
    // The archon holds seven at the end: those it was dealt except 3S, and the jack it drew.
    let hands = ["3S 5S 6S 8S 9S TS 3C", "5C 6C 8C 9C TC 7D"];
    let turns = "pass, keep, place 3S 1, pass, keep, place JH 2";
    let told = |tebo: &str, declared: &str| {
        let set = format!("{thursday};tebo={tebo}");
        plays(&set, &round(&hands, "JD JH", &format!("{turns}, {declared}")))
    };
    let any = told("any", "declare 1 1");
    assert!(!any.contains("came last") && any.contains("is a kronk, W1)"), "{any}");
    let seventh = told("seventh", "declare 1 1");
    in_order(&seventh, &["P9 seat 1 shows", "; JD came last", "(JD is a kronk, W1)"]);
    // If a wild card came last, there is none to name.
    let queen = round(&hands, "QD JH", &format!("{turns}, declare 2 2"));
    let wrong = refuses(&format!("{thursday};tebo=seventh"), &queen);
    assert!(wrong.contains("may declare 0..=1 0..=1 or pass"), "{wrong}");
}

/// The named card is spent once: where the hand spends it anyway, hand and pile spend their highest.
#[test]
fn rule_w1e_and_w4_a_card_named_for_the_hand_is_not_forced_on_the_pile() {
    let text = r#"
        cards = ["KS", "KD", "4D", "2S", "2H", "3C", "AS", "AH", "5C", "8S", "8D", "6C", "9C", "9S", "7C",
            "9D", "9H", "TC", "4C", "KH", "4H", "5H", "5D", "JD"]
        decisions = ["pass", "redeem KD", "lay 4C 1", "keep", "pass", "lay 4H 2", "keep", "pass",
            "lay 4D 1", "declare 1 2", "declare 1 2", "pass"]
    "#;
    let told = plays("day=5;players=3;end=cycle", text);
    assert!(told.contains("but higher kronks spent: 8 4 4 over 8 4 8 (W4)"), "{told}");
}

#[test]
fn rule_w1f_the_landru_names_a_wild_rank_after_the_deal() {
    let set = "players=2;end=cycle;landru_kronk=decides";
    let hands = ["KS 5S 6S 8S 9S TS 3C", LANDRU];
    // A wild king does not count for H6: nothing is left to redeem.
    let turns = "pass, keep, place JD 1, pass, keep, place JH 2, pass";
    let script = |name: &str| round(&hands, "JD JH", &format!("{name}, {turns}"));
    let told = plays(set, &script("name K"));
    in_order(
        &told,
        &[
            "S2 seat 1 is dealt 3C",
            "W1 seat 2 calls every king wild",
            "P seat 1 with",
            "kronks: KS",
        ],
    );
    let redeems = refuses(set, &script("name 4, keep"));
    assert!(redeems.contains("may redeem one of KS or pass"), "{redeems}");
    let wrong = refuses(set, &script("name 1"));
    assert!(wrong.contains("must name one of A K Q J T 9 8 7 6 5 4 3 2"), "{wrong}");
    // A builder names the rank that it holds most of and needs least; others any rank of the deck.
    let told = tables::traces(&table("landru_kronk=decides"), "builder", 20);
    for told in &told {
        let (_, rank) = told.split_once("calls every ").unwrap();
        assert!(!["ace", "king", "jack", "seven", "two"].iter().any(|it| rank.starts_with(it)));
    }
    let told = tables::traces(&table("landru_kronk=decides;day=3"), "random", 40).concat();
    assert!(
        ["nine", "ten", "jack", "queen", "king", "ace"]
            .iter()
            .all(|rank| told.contains(&format!("every {rank} wild")))
    );
    assert!(!told.contains("every eight wild"));
}

#[test]
fn rule_m5_the_round_after_the_challenge_may_decide() {
    for session in 0..20 {
        let rounds = sessions("players=3;overtime=2;overtime_winner=next_round", "random", session);
        assert_eq!(rounds.len(), 3);
        let last = seat(&rounds[2], "wins the round");
        in_order(&rounds[2], &[&format!("seat {last} takes the kitty of 147")]);
        assert!(rounds[0].contains(
            "is challenged: who wins the round after the last challenge takes the kitty"
        ));
    }
}

#[test]
fn rule_m5_only_who_is_behind_may_challenge() {
    // On a Sunday no player is behind.
    let sunday = "players=3;overtime=2;overtime_called=losers_ahead;day=1";
    for session in 0..10 {
        let rounds = sessions(sunday, "random", session);
        assert_eq!(rounds.len(), 1);
        assert!(rounds[0].contains("says outta; nobody else is behind to challenge"));
    }
    // Otherwise all that have paid an ante are.
    let rounds = sessions(&sunday.replace("day=1", "day=7"), "random", 1);
    assert!(rounds.len() > 1);
    let winner = seat(&rounds[0], "wins the round");
    let others: Vec<String> =
        (1..=3).filter(|&other| other != winner).map(|other| other.to_string()).collect();
    let called = format!("seats {} are behind and challenge: who first wins 2", others.join(", "));
    assert!(rounds[0].contains(&called), "{}", rounds[0]);
    // A landru that received as much for kronks as it put in is not.
    let hands = ["KS QC 7D 7H 9S 8S 5S", "3S 3D 4D 9C 8C TC"];
    let decisions = "pass, keep, place 5S 1, pass, keep, place 3C 2, declare 1 0, pass, pass, pass";
    let set = format!("{SHORT};day=2;overtime=1;overtime_called=losers_ahead");
    let told = plays(&set, &round(&hands, "3H 3C", decisions));
    in_order(
        &told,
        &[
            "M2 seat 1 pays 49 for 1 kronk to seat 2",
            "M5 rounds won so far: seat 1 1, seat 2 0",
            "M5 seat 1 says outta; nobody else is behind to challenge",
            "M2 seat 1 takes the kitty of 98",
        ],
    );
}

#[test]
fn rule_m5_a_game_of_several_rounds_tells_how_it_stands() {
    let rounds = sessions("players=3;overtime=1", "random", 0);
    for (told, number) in rounds.iter().zip(1..) {
        let line = told.lines().find(|line| line.starts_with("rounds won so far: ")).unwrap();
        let won =
            line.split(['t', ',']).filter_map(|part| part.rsplit(' ').next()?.parse::<u32>().ok());
        assert_eq!(won.sum::<u32>(), number, "{line}");
        assert_eq!(told.contains("no challenge is left"), number as usize == rounds.len());
    }
}

/// The steps of some games.
fn steps(set: &str, strategies: &[&str], sessions: u64) -> Vec<Vec<Step>> {
    let game = table(set);
    let seat = |i: usize| strategies[i % strategies.len()];
    let seats: Vec<_> =
        (0..game.players()).map(|i| croupier::strategy::seat(&game, seat(i)).unwrap()).collect();
    let seed = croupier::cards::random::Seed::new(6);
    let told = |session| game.trace(&mut seats.clone(), seed, session, None).0;
    (0..sessions).flat_map(told).map(|(_, steps)| steps).collect()
}

#[test]
fn rule_e1_why_a_round_is_won_is_told() {
    let why = |set: &str, script: &str| {
        let told = plays(&format!("{SHORT};{set}"), script);
        let line = told.lines().find(|line| line.contains("wins the round")).unwrap();
        line.split_once("round: ").unwrap().1.to_owned()
    };
    let by_name = why("", &plain("JD JH", TURNS));
    assert_eq!(by_name, "quarter-full fizzbin, where seat 2 has none");
    let turns = "pass, keep, place JH 1, pass, keep, place 9C 2, krako 2";
    assert_eq!(why("", &round(&KRAKO, "JH 9C", turns)), "nobody else can win (P10)");
}

/// Where the names of hands alone count, those of hand and pile need not be the same.
#[test]
fn rule_e1_only_names_that_are_compared_are_called_the_same() {
    let (mut alone, mut apart) = (0, 0);
    for round in steps("merge=single;players=8", &["random"], 60) {
        let won = round.iter().find(|step| step.event == "won").unwrap();
        let names = |seat: &serde_json::Value| {
            let of = |step: &&Step| step.event == "scored" && step.fields["seat"] == *seat;
            let fields = &round.iter().find(of).unwrap().fields;
            ["hand", "combined"].map(|stage| fields[stage]["name"].as_str().unwrap().to_owned())
        };
        let ([hand, combined], text) = (names(&won.fields["seat"]), &won.text);
        let Some([theirs, other]) = won.fields["over"].get(0).map(names) else { continue };
        if text.contains("round: same hand name ") {
            assert!(hand == theirs && hand != "none", "{text}");
            alone += 1;
            apart += u32::from(combined != other);
        } else if text.contains("round: same names ") {
            assert_eq!([hand, combined, theirs], ["none".to_owned(), other, "none".to_owned()]);
        }
    }
    assert!(alone > 20 && apart > 20, "{alone} {apart}");
}

#[test]
fn rule_e1_what_is_told_of_a_round_always_tells_who_won() {
    let mut seen = std::collections::BTreeSet::new();
    for (set, strategies, sessions) in [
        ("", &["builder"][..], 40),
        ("day=6;players=3", &["builder", "hoarder"], 20),
        ("day=2;players=6", &["hoarder", "random"], 20),
        ("day=3;players=8;end=cycle", &["random"], 100),
        ("day=3;players=8;end=cycle;tail=cards", &["random"], 100),
        ("day=1;kronk_rank=early", &["builder"], 20),
    ] {
        for round in steps(set, strategies, sessions) {
            let of =
                |event: &str| round.iter().filter(|step| step.event == event).collect::<Vec<_>>();
            let won = &of("won")[0].fields;
            let (by, seat) = (won["by"].as_str().unwrap(), won["seat"].as_u64().unwrap());
            seen.insert(by.to_owned());
            let over: Vec<u64> =
                won["over"].as_array().unwrap().iter().map(|seat| seat.as_u64().unwrap()).collect();
            assert_eq!(over.is_empty(), by == "alone");
            assert_eq!(of("threw").len(), usize::from(by == "throw"));
            let scored = |seat: u64| {
                let all = of("scored");
                let found = all.iter().find(|step| step.fields["seat"] == seat).unwrap();
                let name = |stage: &str| found.fields[stage]["name"].as_str().unwrap().to_owned();
                let kronks = |stage: &str| found.fields[stage]["kronks"].as_u64().unwrap();
                ([name("hand"), name("combined")], kronks("hand") + kronks("combined"))
            };
            let (names, kronks) = scored(seat);
            for &other in &over {
                let (others, theirs) = scored(other);
                match by {
                    "hand-name" => assert_ne!(names[0], others[0]),
                    "combined-name" => assert!(names[0] == others[0] && names[1] != others[1]),
                    _ => assert_eq!(names, others),
                }
                match by {
                    "fewer-kronks" => assert!(kronks < theirs),
                    "cards" | "throw" => assert_eq!(kronks, theirs),
                    _ => {}
                }
            }
            if !matches!(by, "alone" | "throw") {
                assert_ne!(won["own"], won["others"], "{set}");
            }
        }
    }
    let all = ["cards", "combined-key", "combined-name", "hand-key", "hand-name", "throw"];
    assert!(all.iter().all(|by| seen.contains(*by)), "{seen:?}");
}

#[test]
fn rule_w2_what_each_spent_kronk_stands_for_is_told() {
    let hands = ["QS QC 5D 9S 8S TS 6S", "AS AC 4D 9C 8C TC"];
    let turns = "pass, keep, place 6S 1, pass, keep, place 3C 2";
    let told = plays(
        SHORT,
        &round(&hands, "3H 3C", &format!("{turns}, declare 1 2, declare 0 1, pass, pass")),
    );
    in_order(
        &told,
        &[
            "P9 seat 1 shows QS QC TS 9S 8S 5D 3H, and 6S on its pile; kronks: QS QC",
            "P9 seat 2 shows AS AC TC 9C 8C 4D, and 3C on its pile; kronks: 4D",
            "E1 seat 1 has",
            "E1 seat 2 has",
            "(4D for a ten)",
        ],
    );
    // As data: each kronk of each stage, with the card that it stands for.
    let steps = table(SHORT)
        .replay(&round(&hands, "3H 3C", &format!("{turns}, declare 0 2, pass, pass, pass")))
        .unwrap();
    let scored = steps.iter().find(|step| step.event == "scored").unwrap();
    let combined = &scored.fields["combined"];
    assert_eq!(combined["kronks"], 2);
    let cards: Vec<&str> = combined["spent"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["card"].as_str().unwrap())
        .collect();
    assert_eq!(cards, ["QS", "QC"]);
}

#[test]
fn every_step_has_its_kind_and_carries_what_it_says() {
    let mut seen = std::collections::BTreeSet::new();
    for (set, strategies) in [
        ("redeem=any;overtime=1", &["random", "builder(redeem=\"always\")", "poisoner"][..]),
        ("day=6;kronk_payee=kitty;players=3", &["hoarder"]),
        ("day=5;tebo=seventh;kronk_payee=bank;players=3", &["builder"]),
        (
            "day=4;wed_vote=vote;landru_kronk=decides;overtime=1;overtime_called=losers_ahead",
            &["random"],
        ),
        ("day=3;players=8;end=cycle;overtime=1;overtime_winner=next_round", &["random"]),
        ("redeem=any;bonus={redeemed=8, \"kronks-spent:0\"=-3};bonus_from=table", &["random"]),
    ] {
        for step in steps(set, strategies, 6).into_iter().flatten() {
            let told = format!("{} {}: {} {:?}", step.rule, step.event, step.text, step.fields);
            let kebab = step.event.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            assert!(kebab && !step.event.is_empty() && !step.fields.is_empty(), "{told}");
            seen.insert(step.event);
            if let Some(seat) = step.text.strip_prefix("seat ")
                && step.event != "seated"
            {
                let number = seat.split(' ').next().unwrap();
                assert_eq!(step.fields["seat"].to_string(), number, "{told}");
            }
            // Every card or number in the sentence is in the data.
            let data = serde_json::to_string(&step.fields).unwrap();
            // A tally lists its counts by seat.
            let words = if step.event == "tally" { "" } else { &step.text };
            for word in words.split([' ', ',', ';', ':', '(', ')', '+', '−']) {
                // A cheap test first: a word that is refused is compared with all cards.
                let card = word == word.to_uppercase()
                    && word.parse::<croupier::games::fizzbin::hand::Card>().is_ok();
                if card || word.parse::<u32>().is_ok() {
                    assert!(data.contains(word), "{word} of {told}");
                }
            }
        }
    }
    let all = [
        "anted",
        "bonus",
        "challenged",
        "day",
        "dealt",
        "declared",
        "kept",
        "kitty-held",
        "kitty-won",
        "laid",
        "out",
        "paid",
        "placed",
        "redeemed",
        "ruled",
        "scored",
        "seated",
        "sent",
        "settled",
        "shed",
        "shown",
        "struck",
        "tally",
        "threw",
        "took",
        "turn",
        "voted",
        "wild-named",
        "won",
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all);
}
