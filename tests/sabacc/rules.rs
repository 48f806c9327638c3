//! Tests named by rule id, most of them written games: cards, decisions and dice are given, and the
//! result must follow the rule.

use crate::tables;
use croupier::framework::Engine;
use croupier::framework::GameRules;
use croupier::games::sabacc::Sabacc;
use croupier::games::sabacc::cards::{Card, Deck, Packed, WideHand};
use croupier::games::sabacc::rules::Rules;

fn table(set: &str) -> Sabacc {
    tables::table(set)
}

#[track_caller]
fn faults(set: &str) -> String {
    tables::faults::<Sabacc>(set)
}

/// A game: cards in order, decisions separated by commas, and rolls; no rolls if each round ends
/// with a roll of 1 and 2.
fn game(cards: &str, decisions: &str, dice: &str) -> String {
    let decisions: Vec<String> = decisions
        .split(',')
        .map(str::trim)
        .filter(|decision| !decision.is_empty())
        .map(|decision| format!("\"{decision}\""))
        .collect();
    let dice = if dice.is_empty() { "[1,2],[1,2],[1,2]" } else { dice };
    format!("cards = [{cards}]\ndecisions = [{}]\ndice = [{dice}]\n", decisions.join(", "))
}

#[track_caller]
fn plays(set: &str, script: &str) -> String {
    tables::plays(&table(set), script)
}

#[track_caller]
fn refuses(set: &str, script: &str) -> String {
    table(set).replay(script).unwrap_err().to_string()
}

/// The steps that follow some rules, in order.
fn told<'t>(told: &'t str, rules: &[&str]) -> Vec<&'t str> {
    let of = |line: &&str| rules.iter().any(|rule| line.split(' ').next() == Some(rule));
    told.lines().filter(of).collect()
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

#[test]
fn rule_s1_the_deck_has_three_of_each_value_and_two_sylops() {
    let full: WideHand = Deck::standard().full();
    assert_eq!((full.cards(), full.total()), (62, 0));
    let fourth = refuses("", &game("5,5,5,5", "", ""));
    assert!(
        fourth.contains("card 4 (for seat 2) is 5, but the draw pile has no 5 left"),
        "{fourth}"
    );
    let third = refuses("", &game("0,0,1,2,0", "", ""));
    assert!(
        third.contains("card 5 (for the table) is 0, but the draw pile has no 0 left"),
        "{third}"
    );
    assert!(
        refuses("", &game("1,11", "", ""))
            .contains("card 2: `11` is no Sabacc card; cards are -10 to +10")
    );
}

/// The deck is data: copies by value, the highest value, sylops.
#[test]
fn rule_s1_the_deck_is_that_of_the_rules() {
    let deck = |set: &str| tables::rules::<Sabacc>(set).deck();
    assert_eq!(deck(""), *Deck::standard());
    assert_eq!(deck("copies=[3, 3, 3, 3, 3, 3, 3, 3, 3, 3]"), *Deck::standard());
    assert_eq!(deck("copies=8;highest=15;sylops_in_deck=8").cards(), 248);
    let odd = deck("highest=5;copies=[1, 2, 3, 4, 8];sylops_in_deck=0");
    let copies: Vec<u32> = (-6..=6).map(|value| odd.copies(Card::new(value).unwrap())).collect();
    assert_eq!(copies, [0, 8, 4, 3, 2, 1, 0, 1, 2, 3, 4, 8, 0]);
    for (set, part) in [
        ("copies=0", "copies = 0 is not allowed: 1..=8"),
        ("copies=9", "copies = 9 is not allowed: 1..=8"),
        (
            "copies=3.5",
            "copies = 3.5 is not allowed: a whole number 1..=8, or a list of one for each value",
        ),
        ("copies=[3, 3]", "a list of 10 numbers, one for each value from 1 to `highest`; it has 2"),
        ("highest=5;copies=[3, 3, 9, 3, 3]", "1..=8 of each; of value 3 it has 9"),
        ("highest=4", "highest = 4 is not allowed: 5..=15"),
        ("highest=16", "highest = 16 is not allowed: 5..=15"),
        ("sylops_in_deck=9", "sylops_in_deck = 9 is not allowed: 0..=8"),
        // S3: ten cards, of which one begins the discard pile.
        (
            "highest=5;copies=1;sylops_in_deck=0",
            "players x hand_limit is 10, and a deck of 10 cards allows 9: fewer players",
        ),
        (
            "highest=5;copies=1;sylops_in_deck=1;gain=look_first",
            "players x hand_limit is 10, and a deck of 11 cards allows 9 under gain = look_first",
        ),
    ] {
        let fault = tables::faults::<Sabacc>(set);
        assert!(fault.contains(part), "{set}: {fault}");
    }
    deck("highest=5;copies=1;sylops_in_deck=1");
    let twelve = "highest=12";
    assert!(
        refuses(twelve, &game("1,13", "", ""))
            .contains("card 2: `13` is no Sabacc card; cards are -12 to +12")
    );
    let stands = "stand,stand,stand,stand,stand,stand";
    let told = plays(twelve, &game("12,5,-12,-4,7", stands, "[1, 2], [1, 2], [1, 2]"));
    assert!(told.contains("seat 1 shows +12 -12 = 0: one-pair"), "{told}");
    let lowest = "highest=5;copies=8;sylops_in_deck=0";
    let told = plays(lowest, &game("5,5,5,5,5,5,4", stands, "[1, 2], [1, 2], [1, 2]"));
    assert!(told.contains("seat 1 and seat 2 tie: each draws a card"), "{told}");
}

#[test]
fn rule_s2_only_doubles_matter_and_faces_are_those_of_the_dice() {
    let stands = "stand,stand,stand,stand,stand,stand";
    let cards = "5,4,-5,4,9";
    let plain = plays("", &game(cards, stands, "[6,1],[2,3],[4,3]"));
    assert_eq!(plain.matches("hands stay").count(), 3, "{plain}");
    let double = game(&format!("{cards}, 1,2,3,4"), stands, "[6,1],[6,6],[4,3]");
    in_order(&plays("", &double), &["rolls 6 and 6: a double", "seat 1 is dealt +2 +1 = +3"]);
    let seven = refuses("", &game(cards, stands, "[7,1],[2,3],[4,3]"));
    assert!(seven.contains("line 3: dice: roll 1 is [7, 1]; faces are 1..=6"), "{seven}");
    assert!(refuses("", &game(cards, stands, "[0,1],[2,3],[4,3]")).contains("faces are 1..=6"));
    plays("dice_faces=7", &game(cards, stands, "[7,1],[2,3],[4,3]"));
    // A die with one face always doubles.
    let redeals = game(&format!("{cards}, 1,2,3,4"), "stand,stand", "[1,1]");
    assert!(plays("dice_faces=1;game_rounds=1", &redeals).contains("a double"));
}

#[test]
fn rule_s3_turns_begin_left_of_the_dealer_who_plays_too() {
    let stands = "stand,stand,stand,stand,stand,stand,stand,stand,stand";
    let script = game("1,2,3, 5,5,6, 9", stands, "");
    for (dealer, order) in
        [("", [1, 2, 3]), ("dealer = 1\n", [2, 3, 1]), ("dealer = 2\n", [3, 1, 2])]
    {
        let found = plays("players=3", &format!("{dealer}{script}"));
        let stood: Vec<String> =
            told(&found, &["S8"]).iter().map(|line| line[3..9].into()).collect();
        let once: Vec<String> = order.iter().map(|seat| format!("seat {seat}")).collect();
        assert_eq!(stood, [&once[..], &once[..], &once[..]].concat());
    }
    assert!(refuses("players=3", &format!("dealer = 4\n{script}")).contains("dealer = 4"));
    assert!(refuses("players=3", &format!("dealer = 0\n{script}")).contains("1..=3"));
}

#[test]
fn rule_s3_the_deal_may_move_with_the_round_and_the_turn_order_with_it() {
    let stands = "stand,stand,stand,stand,stand,stand,stand,stand,stand";
    // All players end with 2 and 8, of one sign or the other: seats 2 and 3 tie.
    let script = game("-2,2,2, -8,8,8, 9, 1,4", stands, "");
    let found = plays("players=3;dealer_moves=each_round", &script);
    let order: Vec<&str> = told(&found, &["S5", "S8", "S10", "S15", "S14"]);
    let starts = [
        ["S5 round 1, seat 3 deals", "S8 seat 1", "S8 seat 2", "S8 seat 3", "S10 seat 3 rolls"],
        ["S5 round 2, seat 1 deals", "S8 seat 2", "S8 seat 3", "S8 seat 1", "S10 seat 1 rolls"],
        ["S5 round 3, seat 2 deals", "S8 seat 3", "S8 seat 1", "S8 seat 2", "S10 seat 2 rolls"],
    ];
    // The order of the last round is that of the showdown.
    let ends = [
        "S15 seat 3",
        "S15 seat 1",
        "S15 seat 2",
        "S14 seat 2 and seat 3 tie",
        "S14 seat 3",
        "S14 seat 2",
        "S14 seat 3's +1 is nearest",
    ];
    let all: Vec<&str> = starts.into_iter().flatten().chain(ends).collect();
    assert_eq!(order.len(), all.len(), "{found}");
    for (line, start) in order.iter().zip(all) {
        assert!(line.starts_with(start), "{line}, not {start}");
    }
    // A dealer that has junked still deals.
    let junks = game("1,2,3, 5,5,6, 9", "junk,stand,stand,stand,stand,stand,stand", "");
    let found = plays("players=3;dealer_moves=each_round", &junks);
    in_order(&found, &["seat 1 junks", "round 2, seat 1 deals", "S8 seat 2", "seat 1 rolls"]);
    in_order(&found, &["round 3, seat 2 deals", "S8 seat 3", "S8 seat 2", "seat 2 rolls"]);
}

#[test]
fn rule_s4_two_cards_each_go_round_and_one_begins_the_discard_pile() {
    let script = game("1,2,3, 4,5,6, 7", "stand,stand,stand", "[1,2]");
    let found = plays("players=3;game_rounds=1", &format!("dealer = 1\n{script}"));
    assert_eq!(
        told(&found, &["S4"]),
        [
            "S4 seat 2 is dealt a card face down (it is +1)",
            "S4 seat 3 is dealt a card face down (it is +2)",
            "S4 seat 1 is dealt a card face down (it is +3)",
            "S4 seat 2 is dealt a card face down (it is +4)",
            "S4 seat 3 is dealt a card face down (it is +5)",
            "S4 seat 1 is dealt a card face down (it is +6)",
            "S4 +7 begins the discard pile",
        ]
    );
}

#[test]
fn rule_s5_each_player_takes_one_turn_in_each_of_so_many_rounds() {
    for rounds in [1, 2, 3, 7, 10] {
        let stands = vec!["stand"; 2 * rounds].join(",");
        let dice = vec!["[1,2]"; rounds].join(",");
        let found = plays(&format!("game_rounds={rounds}"), &game("5,4,-5,4,9", &stands, &dice));
        assert_eq!(found.matches("stands on").count(), 2 * rounds);
        assert_eq!(found.matches("rolls").count(), rounds);
    }
}

#[test]
fn rule_s6_a_gain_keeps_what_it_draws_or_gives_up_a_card_first() {
    let script =
        game("5,4, -6,4, 9, 1, 7, -2", "gain, exchange 4, swap 5, stand, exchange 4, stand", "");
    let found = plays("", &script);
    in_order(
        &found,
        &[
            "S6 seat 1 draws +1 and keeps it: +5 +1 -6 = 0",
            "S6 seat 2 discards +4\nS6 seat 2 draws +7 in its place: +7 +4 = +11",
            // The discard of an exchange is on top.
            "S7 seat 1 takes the +4 off the discard pile for +5: +4 +1 -6 = -1",
        ],
    );
    let wrong = refuses("", &script.replace("\"gain\", \"exchange 4\"", "\"exchange 9\""));
    assert!(wrong.contains("decision 1 is `exchange 9`, which is not legal"), "{wrong}");
    // No card is looked at first.
    assert!(refuses("", &script.replace("exchange 4", "keep")).contains("is `keep`, which is not"));
}

#[test]
fn rule_s6_under_look_first_a_card_may_be_thrown() {
    let script = game(
        "5,4, -6,4, 9, 1, 7, -8",
        "gain, throw, swap 4, gain, keep, exchange 4, stand, stand",
        "",
    );
    in_order(
        &plays("gain=look_first", &script),
        &[
            "S6 seat 1 draws +1 and discards it: +5 -6 = -1",
            "S7 seat 2 takes the +1 off the discard pile for +4: +4 +1 = +5",
            "S6 seat 1 draws +7 and keeps it: +7 +5 -6 = +6",
            // A card drawn for one given up is kept.
            "S6 seat 2 discards +4\nS6 seat 2 draws -8 in its place: +1 -8 = -7",
        ],
    );
    assert!(refuses("", &script).contains("`throw`, which is not legal"));
    let stands = script.replace("\"throw\"", "\"stand\"");
    let wrong = refuses("gain=look_first", &stands);
    assert!(
        wrong.contains(
            "is `stand`, which is not legal: seat 1 with +5 -6 who drew +1 may keep, throw"
        )
    );
}

#[test]
fn rule_s6_at_the_limit_a_card_is_drawn_only_to_be_thrown() {
    // No decision follows the draw: the card must be thrown.
    let script = game("5,4,-6,4,9, 1", "gain,stand", "[1,2]");
    let found = plays("gain=look_first;hand_limit=2;game_rounds=1", &script);
    in_order(&found, &["seat 1 draws +1 and discards it: +5 -6 = -1", "seat 1 takes the pot"]);
    let keeps = game("5,4,-6,4,9, 1", "gain,keep,stand", "[1,2]");
    let wrong = refuses("gain=look_first;hand_limit=2;game_rounds=1", &keeps);
    assert!(wrong.contains("decision 2 is `keep`, which is not legal"), "{wrong}");
    let wrong = refuses("hand_limit=2;game_rounds=1", &script);
    assert!(wrong.contains("decision 1 is `gain`, which is not legal"), "{wrong}");
}

#[test]
fn rule_s7_a_swap_takes_the_top_and_leaves_a_card_of_the_hand_there() {
    let script = game("5,4,-6,4,9", "swap -6, swap 4, swap 9, stand, stand, stand", "");
    in_order(
        &plays("", &script),
        &[
            "S7 seat 1 takes the +9 off the discard pile for -6: +9 +5 = +14",
            "S7 seat 2 takes the -6 off the discard pile for +4: +4 -6 = -2",
            "S7 seat 1 takes the +4 off the discard pile for +9: +5 +4 = +9",
        ],
    );
    // Neither a card that is not held, nor the one that was given up.
    let wrong = refuses("", &script.replace("swap 9", "swap -6"));
    assert!(
        wrong.contains(
            "decision 3 is `swap -6`, which is not legal: seat 1 with +9 +5 in round 2 may stand, \
             gain, junk, exchange +5, exchange +9, swap +5, swap +9"
        ),
        "{wrong}"
    );
}

#[test]
fn rule_s8_who_junks_is_out_and_the_last_one_wins_at_once() {
    // Seat 2 has no turn, there is no roll, and nothing is shown.
    let script = "cards = [5,4,-6,4,9]\ndecisions = [\"junk\"]\nnets = [-1, 1]";
    let found = plays("", script);
    in_order(
        &found,
        &["S8 seat 1 junks +5 -6 = -1", "S8 seat 2 is alone and takes the pot of 2", "S12 seat 1"],
    );
    assert!(!found.contains("rolls") && !found.contains("shows"), "{found}");
    let rolled = format!("{script}\ndice = [[1,2]]");
    assert!(refuses("", &rolled).contains("the last one was not used"));
    // The hand is face up: its highest card is on top, and cannot be drawn again.
    let script = game("5,4,3, -6,4,3, 9", "junk, swap 4, stand, junk", "[1,2]");
    let found = plays("players=3", &format!("{script}nets = [-1, -1, 2]"));
    in_order(
        &found,
        &[
            "S8 seat 1 junks",
            "S7 seat 2 takes the +5 off the discard pile for +4: +5 +4 = +9",
            "S10 seat 3 rolls 1 and 2",
            "S5 round 2",
            "S8 seat 2 junks +5 +4 = +9",
            "S8 seat 3 is alone and takes the pot of 3",
        ],
    );
}

#[test]
fn rule_s9_a_hand_grows_to_its_limit() {
    let gains = "gain,stand,gain,stand,gain,stand";
    let script =
        game("1,10,2,10,9, 3,4,5, 6", &format!("{gains},gain,stand"), "[1,2],[1,2],[1,2],[1,2]");
    let wrong = refuses("game_rounds=4", &script);
    assert!(
        wrong.contains("decision 7 is `gain`, which is not legal: seat 1 with +5 +4 +3 +2 +1 in"),
        "{wrong}"
    );
    let full = script.replace("\"gain\", \"stand\"]", "\"exchange 3\", \"stand\"]");
    let found = plays("game_rounds=4", &full);
    assert!(
        found.contains("discards +3\nS6 seat 1 draws +6 in its place: +6 +5 +4 +2 +1 = +18"),
        "{found}"
    );
    for (limit, number) in [(2, 1), (3, 3), (4, 5)] {
        let wrong = refuses(&format!("hand_limit={limit};game_rounds=4"), &script);
        assert!(wrong.contains(&format!("decision {number} is `gain`")), "{wrong}");
    }
}

#[test]
fn rule_s10_a_double_takes_all_hands_and_deals_as_many_cards() {
    // Seat 2 deals, so the turns are those of seats 3, 1, 2. Seat 1 has three cards when the hands
    // are replaced.
    let script = game(
        "3,1,2, 3,1,2, 9, -4, 8,-8, 7,-7,6, 5,-5",
        "stand, gain, stand, swap -8, stand, stand, stand, stand, stand",
        "[4,4],[1,2],[1,2]",
    );
    let found = plays("players=3", &format!("dealer = 2\n{script}"));
    in_order(
        &found,
        &[
            "seat 1 draws -4 and keeps it: +1 +1 -4 = -2",
            "S10 seat 2 rolls 4 and 4: a double",
            "S10 seat 3 discards +3 +3 = +6",
            "S10 seat 1 discards +1 +1 -4 = -2",
            "S10 seat 2 discards +2 +2 = +4",
            // One hand after the other, each with as many cards as before.
            "S10 seat 3 is dealt +8 -8 = 0",
            "S10 seat 1 is dealt +7 +6 -7 = +6",
            "S10 seat 2 is dealt +5 -5 = 0",
            // The highest card of the last hand is on top.
            "S7 seat 3 takes the +2 off the discard pile for -8: +8 +2 = +10",
        ],
    );
    // A seat that has junked gets no new hand.
    let script = game("1,2,3, 1,2,3, 9, 8,-8, 5,-5", "stand, junk, stand", "[4,4]");
    let found = plays("players=3;game_rounds=1", &script);
    in_order(&found, &["S10 seat 1 discards", "S10 seat 3 discards", "S10 seat 1 is dealt +8 -8"]);
    assert!(!found.contains("seat 2 discards") && !found.contains("seat 2 is dealt +"), "{found}");
}

#[test]
fn rule_s10_what_lies_on_top_after_hands_went_down() {
    // By value, not by distance from zero: of -9 and -2 the -2 is on top.
    let down = game("1,-9, 1,-2, 9, 5,6,7,8", "stand, stand, swap 5, stand", "[3,3],[1,2]");
    assert!(plays("game_rounds=2", &down).contains("takes the -2 off the discard pile for +5"));
    let junked = game("-9,1,2, 4,1,2, 9", "junk, swap 1, stand", "[1,2]");
    let found = plays("players=3;game_rounds=1", &junked);
    assert!(found.contains("seat 2 takes the +4 off the discard pile for +1"), "{found}");
}

#[test]
fn rule_s10_the_last_roll_counts_too() {
    let script = game("0,1,0,9,9, 8,7,1,1", "stand, stand", "[5,5]");
    let found = plays("game_rounds=1", &format!("{script}nets = [-1, 1]"));
    in_order(
        &found,
        &["seat 1 discards 0 0 = 0", "seat 1 shows +8 +7 = +15", "seat 2 shows +1 +1 = +2"],
    );
}

/// Eight players and three doubles: 17 cards are dealt, 16 and 16 again, and of the last 16 the old
/// pile has 13.
#[test]
fn rule_s11_all_discards_but_the_top_become_the_draw_pile() {
    let full: WideHand = Deck::standard().full();
    let mut deck: Vec<i64> = full.iter().map(|card| card.value().into()).collect();
    assert_eq!(deck[59..], [10, 10, 10]);
    // Seat 8 throws the first +10, and the other two come next. Then two sylops for seat 2.
    deck.truncate(59);
    deck.retain(|&card| card != 0);
    let mut cards = deck[..48].to_vec();
    cards.extend([10, 10, 10, 0, 0]);
    cards.extend(&deck[48..]);
    assert_eq!(cards.len(), 62);
    let script = |more: &str| {
        let cards: Vec<String> = cards.iter().map(i64::to_string).collect();
        let stands = ["stand"; 24].join(",");
        game(&format!("{},{more}", cards.join(",")), &stands, "[1,1],[2,2],[3,3]")
    };
    let found = plays("players=8", &script("-10,-10,-10"));
    in_order(
        &found,
        &[
            "rolls 3 and 3: a double",
            "S10 seat 8 discards +10",
            "S10 seat 1 is dealt +10 +10 = +20",
            "S10 seat 2 is dealt 0 0 = 0",
            "S10 seat 6 is dealt",
            // 49 discards, one of them on top.
            "S11 the draw pile is empty: 48 discards are shuffled into it",
            "S10 seat 7 is dealt",
            "S10 seat 8 is dealt -10 -10 = -20",
            "seat 2 takes the pot of 8",
        ],
    );
    assert_eq!(found.matches("S11").count(), 1);
    let wrong = refuses("players=8", &script("-10,10,-10"));
    assert!(wrong.contains("is 10, but the draw pile has no 10 left"), "{wrong}");
}

/// The shuffle is reported after the discard that it counts, not before.
#[test]
fn rule_s11_the_shuffle_is_told_between_the_discard_and_the_draw_of_an_exchange() {
    let game = table("players=8;dice_faces=2;game_rounds=5");
    let mut exchanges = 0;
    for session in 0..60 {
        let mut seats = vec![croupier::strategy::seat(&game, "random").unwrap(); 8];
        let seed = croupier::cards::random::Seed::new(2);
        let (told, _) = game.trace(&mut seats, seed, session, None);
        let steps = &told[0].1;
        for at in (1..steps.len() - 1).filter(|&at| steps[at].event == "reshuffled") {
            let (before, after) = (&steps[at - 1], &steps[at + 1]);
            assert_ne!((after.event, after.rule), ("discarded", "S6"));
            if (before.event, before.rule) == ("discarded", "S6") {
                assert_eq!((after.event, &after.fields["kept"]), ("drew", &true.into()));
                assert_eq!(after.fields["seat"], before.fields["seat"]);
                assert!(after.text.contains("in its place"));
                exchanges += 1;
            }
        }
    }
    assert!(exchanges > 0);
}

#[test]
fn rule_s12_everyone_antes_and_the_winner_takes_the_pot() {
    let script = game("5,4,4, -5,4,3, 9", "stand,stand,stand", "[1,2]");
    let found = plays("players=3;game_rounds=1;ante=5", &format!("{script}nets = [10, -5, -5]"));
    in_order(
        &found,
        &[
            "S12 every player puts in 5: the pot holds 15",
            "S12 seat 1 takes the pot of 15",
            "S12 seat 1 nets +10",
            "S12 seat 2 nets −5",
            "S12 seat 3 nets −5",
        ],
    );
    // Money is in coins in the trace and in the check.
    let wrong = refuses("players=3;game_rounds=1;ante=5", &format!("{script}nets = [2, -1, -1]"));
    assert!(wrong.contains("nets = [2, -1, -1], but the round ends with [10, -5, -5]"));
    let script = game("5,4,4, -5,4,3, 9", "stand,junk,stand", "[1,2]");
    let set = "players=3;game_rounds=1;ante=2;junk_refund=0.125";
    let found = plays(set, &format!("{script}nets = [3.75, -1.75, -2]"));
    in_order(
        &found,
        &[
            "S8 seat 2 junks +4 +4 = +8\n",
            "S12 seat 2 gets 0.25 back: the pot holds 5.75\n",
            "takes the pot of 5.75",
            "seat 1 nets +3.75",
        ],
    );
    // All of it is refunded: the last player left wins nothing.
    let alone = "cards = [5,4,-5,4,9]\ndecisions = [\"junk\"]\nnets = [0, 0]";
    let found = plays("junk_refund=1", alone);
    in_order(&found, &["gets 1 back", "seat 2 is alone and takes the pot of 1", "seat 2 nets 0"]);
}

/// Plays a showdown of `one` in seat 1 against `two` in seat 2, the larger first hand drawn last.
#[track_caller]
fn showdown(one: &[i64], two: &[i64]) -> String {
    let mut cards = vec![one[0], two[0], one[1], two[1]];
    // The discard pile begins with a card that neither hand needs.
    let all = || one.iter().chain(two);
    let free = |card: &i64| all().filter(|other| *other == card).count() < 2;
    cards.push((-10..=10).find(free).unwrap());
    let mut decisions = Vec::new();
    for place in 2..5 {
        for hand in [one, two] {
            match hand.get(place) {
                Some(&card) => {
                    cards.push(card);
                    decisions.push("gain");
                }
                None => decisions.push("stand"),
            }
        }
    }
    let cards: Vec<String> = cards.iter().map(i64::to_string).collect();
    game(&cards.join(","), &decisions.join(","), "")
}

/// Asserts that the first hand beats the second, in either seat.
#[track_caller]
fn beats(set: &str, one: &[i64], two: &[i64]) {
    plays(set, &format!("{}nets = [1, -1]", showdown(one, two)));
    plays(set, &format!("{}nets = [-1, 1]", showdown(two, one)));
}

#[test]
fn rule_s13_most_cards_then_the_positive_sum_then_the_highest_card() {
    beats("", &[1, 8, -2, -7], &[9, -2, -7]);
    beats("", &[4, 6, -10], &[4, 5, -9]);
    beats("", &[1, 8, -9], &[4, 5, -9]);
    beats("", &[4, 9, -1, -3, -8], &[5, 10, -7, -7]);
    beats("", &[4, 9, -6, -6], &[5, 7, -4, -7]);
    beats("", &[2, 10, -4, -7], &[3, 9, -5, -6]);
    // Then a tie: no positive card counts as 0.
    let found =
        plays("", &showdown(&[-1, -9], &[-3, -7]).replace("]\ndecisions", ",1,2]\ndecisions"));
    in_order(
        &found,
        &[
            "S14 seat 1 and seat 2 tie: each draws a card",
            "S14 seat 1 draws +1 blind",
            "seat 1 takes the pot",
        ],
    );
}

#[test]
fn rule_s14_the_nearest_card_wins_then_the_positive_one() {
    let tie = |blind: &str| {
        showdown(&[-1, -9], &[-3, -7]).replace("]\ndecisions", &format!(",{blind}]\ndecisions"))
    };
    for (blind, nets) in [
        ("-1, 4", "[1, -1]"),
        ("-1, 1", "[-1, 1]"),
        ("0, 1", "[1, -1]"),
        // They draw again until their cards differ.
        ("5,5, 2,1", "[-1, 1]"),
        ("0,0, 5,5, -6,-6, 6,-5", "[-1, 1]"),
        ("4,4, -4,4", "[-1, 1]"),
    ] {
        let found = plays("", &format!("{}nets = {nets}", tie(blind)));
        assert_eq!(found.matches(" blind").count(), blind.split(',').count(), "{found}");
        let draws = blind.split(',').count() / 2;
        assert_eq!(found.matches("S14 seat 1 and seat 2 tie: each").count(), 1, "{found}");
        assert_eq!(found.matches("are still tied: each draws again").count(), draws - 1);
    }
    // The drawn cards are gone: there is no fourth 5.
    let wrong = refuses("", &tie("5,5,5,5"));
    assert!(wrong.contains("card 9 (for seat 2) is 5, but the draw pile"), "{wrong}");
    assert!(refuses("", &tie("5,5")).contains("card 8 (for seat 1) is missing"));
}

#[test]
fn rule_s14_only_those_who_are_still_tied_draw_again() {
    // Seat 2 is beaten outright, seat 3 by the first draw.
    let script =
        game("-1,10,-3,-4, -9,10,-7,-6, 9, 5,8,5, 2,-2", "stand,stand,stand,stand", "[1,2]");
    let found = plays("players=4;game_rounds=1", &format!("{script}nets = [3, -1, -1, -1]"));
    assert_eq!(
        told(&found, &["S14"]),
        [
            "S14 seat 1, seat 3 and seat 4 tie: each draws a card",
            "S14 seat 1 draws +5 blind",
            "S14 seat 3 draws +8 blind",
            "S14 seat 4 draws +5 blind",
            "S14 seat 1 and seat 4 are still tied: each draws again",
            "S14 seat 1 draws +2 blind",
            "S14 seat 4 draws -2 blind",
            "S14 seat 1's +2 is positive, the other as near to zero is not",
        ]
    );
}

#[test]
fn rule_s15_every_category_beats_the_next() {
    let ladder: [(&str, &[i64]); 13] = [
        ("pure-sabacc", &[0, 0]),
        ("full-sabacc", &[10, 10, -10, -10, 0]),
        ("fleet", &[5, 5, -5, -5, 0]),
        ("yee-haa", &[7, -7, 0]),
        ("rhylet", &[2, 2, 2, -3, -3]),
        ("squadron", &[5, 5, -5, -5]),
        ("gee-whiz", &[1, 2, 3, 4, -10]),
        ("straight-khyron", &[7, -8, -9, 10]),
        ("banthas-wild", &[4, 4, 4, -3, -9]),
        ("rule-of-two", &[9, -9, 4, -4]),
        ("one-pair", &[3, 3, -6]),
        ("sabacc", &[1, 8, -9]),
        ("nulrhek", &[4, -5]),
    ];
    for (i, (name, one)) in ladder.iter().enumerate() {
        let other = ladder.iter().skip(i + 1).find(|(_, two)| {
            // The deck must hold both.
            (-10..=10).all(|card: i64| {
                let held = one.iter().chain(*two).filter(|&&other| other == card).count();
                held <= if card == 0 { 2 } else { 3 }
            })
        });
        let Some((below, two)) = other else { continue };
        beats("", one, two);
        let found = plays("", &showdown(one, two));
        let shows = |seat: usize, name: &str| {
            let begins = format!("S15 seat {seat} shows");
            let line = found.lines().find(|line| line.starts_with(&begins)).unwrap();
            assert!(line.ends_with(&format!(": {name}")), "{line}");
        };
        shows(1, name);
        shows(2, below);
    }
}

#[test]
fn rule_s15_fewer_cards_then_the_set_nearest_zero() {
    beats("", &[9, -9], &[1, 1, -2]);
    beats("precise=after_value", &[1, 1, -2], &[9, -9]);
    beats("precise=after_value", &[1, -1], &[1, 1, -2]);
    beats("precise=off", &[1, 1, -2], &[1, -1]);
    // The lower pair, then the higher, then the highest cards.
    beats("", &[1, -1, 9, -9], &[2, -2, 3, -3]);
    beats("", &[2, -2, 3, -3], &[2, -2, 4, -4]);
    beats("", &[-2, -2, 4], &[2, 2, -4]);
    beats("", &[1, -2, -3, 4], &[7, -8, -9, 10]);
    // Cards beside a pair and a sylop are allowed under one reading only.
    beats("", &[3, 3, -6, 0], &[1, -1]);
    beats("extra_cards=examples_only", &[1, -1], &[3, 3, -6, 0]);
}

#[test]
fn rule_s15_a_sylop_is_the_zero_of_a_run_where_it_may_be() {
    // In a run of four values from zero on, it is the lowest.
    beats("", &[9, -9], &[0, 1, 2, -3]);
    beats("sylops=in_runs", &[0, 1, 2, -3], &[9, -9]);
    beats("sylops=in_runs", &[0, -1, -2, 3], &[1, -2, -3, 4]);
    beats("sylops=in_runs", &[0, 1, 2, -3], &[4, 4, 4, -3, -9]);
    // Another sylop is an extra card, and so is a card that continues the run.
    for (hand, as_zero) in
        [(&[0, 0, 1, 2, -3][..], true), (&[0, 1, 2, 3, -6], true), (&[0, 2, 3, -5], false)]
    {
        for (set, names) in [
            ("", false),
            ("sylops=in_runs", as_zero),
            ("sylops=in_runs;extra_cards=examples_only", false),
        ] {
            let found = plays(set, &showdown(hand, &[7, 9]));
            let shows = if names { "= 0: straight-khyron" } else { "= 0: sabacc" };
            assert!(found.contains(shows), "{set}: {found}");
        }
    }
    // A run of values from one on can begin with the sylop too.
    beats("", &[1, -2, -3, 4], &[0, 1, -2, -3, 4]);
    beats("", &[1, -2, -3, 4, 0], &[2, 3, -4, 5, -6]);
    beats("sylops=in_runs;precise=off", &[0, -1, 2, 3, -4], &[1, -2, -3, 4]);
    beats("precise=off", &[0, 1, -2, -3, 4], &[-1, 2, 3, -4]);
    // A sylop makes no pair and no set, and names of more cards keep their meaning.
    beats("sylops=in_runs", &[0, 2, 2, -1, -3], &[0, 1, 2, -3]);
    beats("sylops=in_runs", &[1, 2, 3, 4, -10], &[0, 1, 2, -3]);
}

/// The rule, S15 or S13, that decided between the two best hands.
#[test]
fn rule_s15_what_decided_is_told() {
    /// The better hand, the other hand, the rules, the key that decides, and its text in the trace.
    type Case = (&'static [i64], &'static [i64], &'static str, &'static str, &'static str);
    let cases: &[Case] = &[
        (&[5, -5], &[4, -5], "", "category", "S15 seat 1's one-pair beats seat 2's nulrhek"),
        (
            &[9, -9],
            &[1, 1, -2],
            "",
            "fewer-cards",
            "S15 seat 1 and seat 2 both have one-pair: seat 1's 2 cards are fewer than seat 2's 3",
        ),
        (
            &[1, 1, -2],
            &[9, -9],
            "precise=after_value",
            "value",
            "seat 1's pair of 1 is nearer to zero than seat 2's of 9",
        ),
        (
            &[1, 1, -2],
            &[1, -1],
            "precise=off",
            "more-cards",
            "S13 seat 1 and seat 2 both have one-pair: seat 1's 3 cards are more than seat 2's 2",
        ),
        (
            &[0, 1, 2, -3],
            &[4, -5, -6, 7],
            "sylops=in_runs",
            "value",
            "seat 1's run from 0 is nearer to zero than seat 2's from 4",
        ),
        (
            &[2, -2, 3, -3],
            &[2, -2, 4, -4],
            "",
            "higher-pair",
            "seat 1's higher pair of 3 is nearer to zero than seat 2's of 4",
        ),
        (
            &[4, 4, 4, -3, -9],
            &[5, 5, -5, -3, -2],
            "",
            "value",
            "seat 1's three of 4 is nearer to zero than seat 2's of 5",
        ),
        (
            &[4, -5],
            &[3, 5, -1, -5],
            "",
            "total",
            "S15 seat 1 and seat 2 both have nulrhek: \
             seat 1's total of -1 is nearer to zero than seat 2's of +2",
        ),
        (&[3, -2], &[2, -3], "", "sign", "seat 1's total of +1 is positive, not as seat 2's of -1"),
        (
            &[4, 6, -10],
            &[4, 5, -9],
            "",
            "positive-sum",
            "S13 seat 1 and seat 2 both have sabacc: \
             seat 1's positive cards sum to 10, seat 2's to 9",
        ),
        (
            &[1, 8, -9],
            &[4, 5, -9],
            "",
            "highest-card",
            "S13 seat 1 and seat 2 both have sabacc: \
             seat 1's highest positive card is +8, seat 2's +5",
        ),
    ];
    for (one, two, set, by, text) in cases {
        let found = plays(set, &format!("{}nets = [1, -1]", showdown(one, two)));
        assert!(found.contains(text), "{text}: {found}");
        let steps = table(set).replay(&showdown(two, one)).unwrap();
        let told = steps.iter().find(|step| step.event == "compared").unwrap();
        assert_eq!((&told.fields["by"], &told.fields["seat"]), (&(*by).into(), &2.into()));
        assert_eq!(told.fields["over"], serde_json::json!([1]));
    }
    // With more than two players it compares the two best: seat 3 is second, and seat 1 does not
    // matter.
    let found =
        plays("players=3;game_rounds=1", &game("9,1,3, 9,-1,-3, 9", "stand,stand,stand", "[1,2]"));
    assert!(found.contains("seat 2's pair of 1 is nearer to zero than seat 3's of 3"), "{found}");
}

#[test]
fn rule_s15_a_nulrhek_near_zero_then_the_positive_one() {
    beats("", &[4, -5], &[3, 5, -1, -5]);
    beats("", &[3, -2], &[2, -3]);
    beats("", &[0, 1], &[0, -1]);
    beats("", &[1, 1], &[-1, -2]);
}

#[test]
fn rules_that_cannot_be_played_are_refused() {
    for (set, allowed) in [
        ("players=1", "2..=8"),
        ("players=9", "2..=8"),
        ("dice_faces=0", "1..=1000"),
        ("dice_faces=1001", "1..=1000"),
        ("hand_limit=6", "2..=5"),
        ("hand_limit=1", "2..=5"),
        ("junk_refund=1.5", "0..=1 in thousandths"),
        ("junk_refund=-0.1", "0..=1 in thousandths"),
        ("junk_refund=0.00005", "0..=1 in thousandths"),
        ("junk_refund=nan", "0..=1 in thousandths"),
        ("ante=0", "1..=1000"),
        ("ante=1001", "1..=1000"),
        ("game_rounds=0", "1..=10"),
        ("game_rounds=11", "1..=10"),
    ] {
        let found = faults(set);
        let field = set.split('=').next().unwrap();
        assert!(found.contains(field) && found.contains(allowed), "{set}: {found}");
    }
    let all = faults("players=9;hand_limit=1;dice_faces=0;ante=0;junk_refund=2;game_rounds=11");
    for field in ["players", "hand_limit", "dice_faces", "ante", "junk_refund", "game_rounds"] {
        assert!(all.contains(&format!("{field} = ")), "{all}");
    }
    assert!(Rules::default().check().is_empty());
    // The deck is large enough for the maximum of 8 players with 5 cards.
    table("players=8;hand_limit=5;game_rounds=10");
}

#[test]
fn games_that_cannot_be_are_refused() {
    let good = game("5,4,-6,4,9, 1", "gain,stand,stand,stand,stand,stand", "");
    plays("", &good);
    for (from, to, part) in [
        ("9, 1]", "9]", "cards: card 6 (for seat 1) is missing"),
        ("9, 1]", "9, 1, 2]", "cards: the round is over, and the last one was not used"),
        ("\"gain\", ", "", "decisions: decision 6 is missing: seat 2 with +4 +4 in round 3 may"),
        ("\"gain\", ", "\"gain\", \"stand\", ", "decisions: the round is over, and the last one"),
        ("\"gain\"", "\"win\"", "decision 1 is `win`; stand, gain, exchange CARD"),
        ("\"gain\"", "\"swap\"", "decision 1 is `swap`; stand"),
        ("\"gain\"", "\"swap 11\"", "decision 1 is `swap 11`; stand"),
        ("\"gain\"", "\"swap 4\"", "decision 1 is `swap 4`, which is not legal: seat 1 with +5 -6"),
        (",[1,2]]", "]", "dice: roll 3 (for seat 2) is missing"),
        (",[1,2]]", ",[1,2],[1,2]]", "dice: the round is over, and the last one was not used"),
        (",[1,2]]", ",[1,2]]\nnets = [-1, 1]", "nets = [-1, 1], but the round ends with [1, "),
        (",[1,2]]", ",[1,2]]\nnets = [1]", "nets = [1], but"),
        (
            ",[1,2]]",
            ",[1,2]]\nhands = 2",
            "line 4: no key `hands` (did you mean `cards`?); keys are dealer, cards, ",
        ),
        (",[1,2]]", ",[1,2]]\ndealer = 3", "dealer = 3 is not allowed: 1..=2"),
        ("cards", "cards = ", "line 1"),
    ] {
        let script = good.replacen(from, to, 1);
        assert_ne!(script, good, "{from}");
        let found = refuses("", &script);
        assert!(found.contains(part), "{part}: {found}");
    }
}
