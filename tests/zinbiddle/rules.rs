//! Tests named by rule id, most of them written hands: cards and decisions are given, and the
//! result must follow the rule.

use crate::seats::Quiet;
use crate::tables;
use croupier::cards::random::{Seed, Stream};
use croupier::framework::scribe::Scribe;
use croupier::framework::settings::changes;
use croupier::framework::{Engine, GameRules, RuleFields};
use croupier::games::zinbiddle::Zinbiddle;
use croupier::games::zinbiddle::hand::{Card, Line, Place, Ranks};
use croupier::games::zinbiddle::record::{Silent, Transcript};
use croupier::games::zinbiddle::round::{Ending, Keyed, Table};
use croupier::games::zinbiddle::rules::Rules;
use croupier::games::zinbiddle::view::{
    Answer, Bet, BetChoice, Deed, Pilot, PilotChoice, Player, View,
};
use std::collections::VecDeque;

fn table(set: &str) -> Zinbiddle {
    tables::table(set)
}

#[track_caller]
fn faults(set: &str) -> String {
    tables::faults::<Zinbiddle>(set)
}

#[track_caller]
fn plays(set: &str, script: &str) -> String {
    tables::plays(&table(set), script)
}

#[track_caller]
fn refuses(set: &str, script: &str) -> String {
    table(set).replay(script).unwrap_err().to_string()
}

/// A written hand: cards and decisions as words, the latter separated by commas; `check*6` stands
/// for six checks.
fn hand(cards: &str, decisions: &str) -> String {
    let quoted = |words: Vec<String>| {
        words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ")
    };
    let cards = quoted(cards.split_whitespace().map(str::to_owned).collect());
    let decisions = decisions.split(',').map(str::trim).filter(|word| !word.is_empty());
    let decisions = decisions.flat_map(|word| match word.split_once('*') {
        Some((word, times)) => vec![word.to_owned(); times.parse().unwrap()],
        None => vec![word.to_owned()],
    });
    format!("cards = [{cards}]\ndecisions = [{}]\n", quoted(decisions.collect()))
}

/// Two players check everything down and never act: nine rounds, four phases of actions.
const CHECK_DOWN: &str =
    "check*4, pass*2, check*4, pass*2, check*4, pass*2, check*4, pass*2, check*2";

#[test]
fn the_worked_example_replays_to_the_coin() {
    let script = include_str!("../data/zinbiddle-worked-example.toml");
    let told = plays("pilot_actions=5;sets=3", script);
    // Every pot that the example gives is the pot at the end of its step.
    let mut ends = Vec::new();
    let mut pot = "";
    for line in told.lines() {
        if line.contains(" step ") {
            ends.push(pot);
        }
        if let Some((_, now)) = line.split_once("; pot ") {
            pot = now;
        }
    }
    assert_eq!(
        ends,
        [
            "", "3", "9", "21", "30", "30", "54", "66", "114", "162", "180", "180", "228", "300",
            "556"
        ]
    );
    // In step 11, after the first action of all players.
    assert!(
        told.contains("seat 3 pays 12 to replace C: 2g leaves, 1r comes face up; pot 264"),
        "{told}"
    );
    assert!(told.contains("Z12 row: seat 1 takes 139 with three 4s and a 2"), "{told}");
    assert!(told.contains("Z13 port: seat 1 takes 139 with 1-2-3-4 in mixed suits"), "{told}");
    assert!(
        told.contains("Z13 starboard: seat 3 takes 139 with 1-2-3-4 three of a suit"),
        "{told}"
    );
    assert!(told.contains("Z14 fourth quarter: seat 1 takes 139"), "{told}");
    // 3 × 139 = 417, of which 227 were its own.
    assert!(told.contains("Z19 seat 1 nets +190"), "{told}");
    // With 4 actions, as the rules text has them, the example is not legal.
    assert!(refuses("sets=3", script).contains("not legal"), "{}", refuses("sets=3", script));
}

#[test]
fn rule_z1_the_deck_has_as_many_of_each_card() {
    let five = hand("4r 4r 4r 1g 1b 1y 2r 2g", "");
    assert!(refuses("players=2", &five).contains("but the draw pile has no 4r left"));
    assert!(faults("sets=0").contains("1..=200"));
    assert!(faults("sets=201").contains("1..=200"));
    assert!(faults("misfires_per_suit=5").contains("0..=4"));
    // Two sets with 1r twice and without threes: they have four 1r but not five, and no 3r.
    let uneven = "players=2;pilot_actions=2;copies_per_number=[2, 1, 0, 1]";
    let four = hand("1r 1r 1r 1r 1g 1b 1y 2r", "");
    assert!(!refuses(uneven, &four).contains("left to draw"));
    let five = hand("1r 1r 1r 1r 1r 1b 1y 2r", "");
    assert!(refuses(uneven, &five).contains("but the draw pile has no 1r left"));
    assert!(refuses(uneven, &hand("3r", "")).contains("but the draw pile has no 3r left"));
    let told = faults("copies_per_number=[1, 1, 1, 5]");
    assert!(told.contains("[1, 1, 1, 5]") && told.contains("four whole numbers 0..=4"), "{told}");
    assert!(faults("copies_per_number=[1, 1, 1]").contains("3 numbers"));
    assert!(faults("copies_per_number=[0, 0, 1, 0]").contains("need 39, so at least 5 sets"));
    assert!(refuses("players=2;sets=2", &hand("V6", "")).contains("no V6 left"));
}

#[test]
fn rule_z2_a_six_serves_each_line_best_and_there_are_as_many_as_the_rules_say() {
    let cards = |text: &str| -> [Card; 4] {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        cards.try_into().unwrap()
    };
    let ranks = Ranks::get();
    // As the fourth suit of a barrage, and as the missing number of a run.
    assert_eq!(ranks.row(cards("V6 4r 4g 4b")), ranks.row(cards("4y 4r 4g 4b")));
    assert_eq!(ranks.flank(cards("1r 2r V6 4r")), ranks.flank(cards("1r 2r 3r 4r")));
    let two = hand("V6 V6 V6", "");
    assert!(!refuses("players=2;vermilion_sixes=3", &two).contains("V6 left"));
    assert!(refuses("players=2;vermilion_sixes=2", &two).contains("no V6 left"));
}

#[test]
fn rule_z6_three_lines() {
    let names = |line: Line| line.places().map(|place| place.to_string());
    assert_eq!(names(Line::Row), ["T1", "T2", "T3", "T4"]);
    assert_eq!(names(Line::Port), ["C", "G1", "S1", "T1"]);
    assert_eq!(names(Line::Starboard), ["C", "G2", "S2", "T4"]);
}

#[test]
fn rule_z3_a_replacement_comes_from_the_shoe_of_its_place_or_of_the_level_being_built() {
    let set = "casino;players=2;sets=1;vermilion_sixes=0;side_bet=0;rake_every=0";
    // One set in each shoe: the shield 1r is another card than the thruster 1r.
    let cards = "1r 1g 2b 2y 2r 2g 1b 1y  1r 2r 3r 4r ";
    let until = "check*4, pass*2, check*4, replace T1, pass, pass, bet, fold";
    plays(set, &hand(&format!("{cards} 4r"), until));
    let told = refuses(set, &hand(&format!("{cards} 1r"), until));
    assert!(
        told.contains("card 13 (for seat 1) is 1r, but the draw pile has no 1r left"),
        "{told}"
    );
    let current = format!("{set};replacement_from=current_level");
    plays(&current, &hand(&format!("{cards} 1g"), until));
    let told = refuses(&current, &hand(&format!("{cards} 4r"), until));
    assert!(told.contains("no 4r left"), "{told}");
}

/// What is published, as section "casino" of each rule has it.
#[test]
fn the_preset_casino_is_what_the_rules_say() {
    let mut found = changes(&Rules::preset("casino").unwrap());
    found.sort();
    assert_eq!(
        found,
        [
            "action_rake=0.1",
            "hands_per_session=200",
            "jackpot_seed=10000",
            "rake_every=10",
            "sets=6",
            "shoes=per_level",
            "shuffle.penetration=0.75",
            "side_bet=1",
            "vermilion_sixes=1",
        ]
    );
    // Casual is what is not said.
    assert!(changes(&Rules::preset("casual").unwrap()).is_empty());
    let Rules { zinbiddle_pays, jackpot_share, ion_share, .. } = Rules::casino();
    assert_eq!((zinbiddle_pays, jackpot_share, ion_share), (150, 0.5, 0.1));
}

#[test]
fn rule_z4_a_hand_must_not_be_able_to_empty_a_shoe() {
    let told = faults("players=8");
    assert!(told.contains("40 cards") && told.contains("at most 3"), "{told}");
    assert!(told.contains("need 104, so at least 6 sets"), "{told}");
    let told = faults("players=2;sets=1;pilot_actions=5;copies_per_number=[1,1,0,1]");
    assert!(told.contains("there are enough for 1: ") && told.contains("sets"), "{told}");
    let told =
        faults("players=2;copies_per_number=[0,0,0,0];misfires_per_suit=0;vermilion_sixes=7");
    assert!(told.contains("holds no card, so at least 26 vermilion_sixes"), "{told}");
    assert!(table("players=8;sets=6").players() == 8);
    assert!(faults("shuffle.penetration=1").contains("0 < x < 1"));
    assert!(faults("shuffle.penetration=0").contains("0 < x < 1"));
}

#[test]
fn rule_z8_a_round_ends_when_all_have_answered_the_last_bet() {
    let cards = "1r 1g 2b 2y 2r 2g 1b 1y 3r 3g 3b 4y";
    // Three raises after the bet, and no more.
    let told = plays("sets=3", &hand(cards, "check, bet, raise, raise, raise, fold, fold"));
    assert!(told.contains("Z8 seat 2 raises the bet to 8 and pays 6; pot 21\n"), "{told}");
    assert!(told.contains("Z8 seat 2 takes the pot of 21 as the only player still in\n"), "{told}");
    assert!(told.contains("seat 1 nets −7\nZ19 seat 2 nets +12\nZ19 seat 3 nets −5"), "{told}");
    let fourth = hand(cards, "check, bet, raise, raise, raise, raise");
    let told = refuses("sets=3", &fourth);
    assert!(
        told.contains("decision 6 is `raise`, which is not legal: seat 3 may fold, call"),
        "{told}"
    );
    let told = refuses("sets=3", &hand(cards, "fold"));
    assert!(told.contains("seat 1 may check, bet"), "{told}");
    // One raise a round.
    let told = refuses("sets=3;max_raises=1", &hand(cards, "bet, raise, raise"));
    assert!(told.contains("seat 3 may fold, call"), "{told}");
    // The bet units of each round.
    let told = plays("players=2;ante=5", &hand("1r 1g 2b 2y 2r 2g 1b 1y", "bet, call, bet, fold"));
    assert!(
        told.contains("step 1: 2 players ante 5; pot 10") && told.contains("pot of 50"),
        "{told}"
    );
}

#[test]
fn rule_z8_everything_begins_at_the_first_seat_still_in() {
    let script = format!(
        "first = 3\n{}",
        hand("1r 1g 2b 2y 2r 2g 1b 1y 3r 3g 3b 4y", "bet, call, fold, check*2, pass*2, bet, fold")
    );
    let told = plays("sets=3", &script);
    let order: Vec<&str> = told.lines().filter(|line| line.contains("is dealt")).collect();
    assert!(
        order[0].contains("seat 3") && order[4].contains("seat 1") && order[8].contains("seat 2")
    );
    assert!(told.contains("seat 2 folds") && told.contains("seat 3 takes the pot of 11"), "{told}");
}

#[test]
fn rule_z8_the_house_rakes_every_nth_hand_from_the_players_or_the_pot() {
    let script =
        |number: u32| format!("hand = {number}\n{}", hand("1r 1g 2b 2y 2r 2g 1b 1y", "bet, fold"));
    let told = plays("players=2;rake_every=10", &script(9));
    assert!(told.contains("seat 1 nets +1\n") && told.contains("the house nets 0"), "{told}");
    let told = plays("players=2;rake_every=10", &script(10));
    assert!(told.contains("nets 0\nZ19 seat 2 nets −2\nZ19 the house nets +2"), "{told}");
    let told = plays("players=2;rake_every=10;rake_from=pot", &script(10));
    assert!(told.contains("nets −1\nZ19 seat 2 nets −1\nZ19 the house nets +2"), "{told}");
}

#[test]
fn rule_z9_actions_go_round_and_two_are_kept_for_the_capstone() {
    let cards = "1r 1g 2b 2y 2r 2g 1b 1y";
    let first = "check*4, replace T1, replace T1";
    // Level 1: one action each, at 2 for two players, and it is over without passing.
    let told = plays("players=2", &hand(&format!("{cards} 3r 3g"), &format!("{first}, bet, fold")));
    assert!(
        told.contains(
            "pays 2 to replace T1: 1r leaves, unseen by the others, 3r comes face up; pot 4"
        ),
        "{told}"
    );
    assert!(told.contains("seat 1 takes the pot of 10"), "{told}");
    // Level 2: the second action of seat 1 waits for seat 2's first; one was used at level 1.
    let level_2 = format!("{first}, check*4, transpose T1 S1, transpose S1 S2");
    let dealt = format!("{cards} 3r 3g 4r 4g 4b 4y");
    let told = plays("players=2", &hand(&dealt, &format!("{level_2}, bet, fold")));
    assert!(told.contains("seat 1 pays 4 and swaps T1 and S1, now 4r and 3r; pot 10"), "{told}");
    assert!(told.contains("seat 2 pays 4 and swaps S1 and S2, now 4y and 4b; pot 14"), "{told}");
    // Re-sorts belong to level 1, and neighbours touch.
    let told = refuses("players=2", &hand(&dealt, &format!("{first}, check*4, sort row 2 1 3 4")));
    assert!(
        told.contains(
            "not legal: seat 1 may pass or, 1 more at this level, act: replace, transpose"
        )
    );
    let told = refuses("players=2", &hand(&dealt, &format!("{first}, check*4, transpose T1 T3")));
    assert!(told.contains("places are T1 T2"), "{told}");
    let told = refuses("players=2", &hand(&dealt, &format!("{first}, check*4, replace G1")));
    assert!(told.contains("with cards that are dealt"), "{told}");
    // Three actions keep two: one for levels 1 to 3.
    let told = refuses("players=2;pilot_actions=3", &hand(&dealt, &level_2));
    assert!(told.contains("decision 11 is `transpose T1 S1`"), "{told}");
}

#[test]
fn rule_z9_the_price_counts_the_players_dealt_in_or_still_in() {
    let script = hand(
        "1r 1g 2b 2y 2r 2g 1b 1y 3r 3g 3b 4y 4r",
        "bet, call, fold, check*2, replace T1, pass, bet, fold",
    );
    assert!(plays("sets=3", &script).contains("pays 3 to replace"));
    let told = plays("sets=3;price_players=still_in;action_rake=0.25", &script);
    assert!(
        told.contains(
            "pays 2 to replace T1: 1r leaves, unseen by the others, 4r comes face up; pot 8.5"
        ),
        "{told}"
    );
    assert!(told.contains("the house nets +0.5"), "{told}");
    assert!(faults("action_rake=-0.1").contains("0..=1"));
    assert!(faults("action_rake=1.5").contains("0..=1"));
    let shown = plays("sets=3;replaced_shown=true", &script);
    assert!(shown.contains("1r leaves, shown to all, 4r comes face up"), "{shown}");
}

#[test]
fn rule_z10_a_natural_zinbiddle_takes_the_pot_on_the_first_turn_of_step_3_only() {
    let cards = "1r 1g 2b 2y 4r 4g 4b 4y 3r 3r 3g 3b";
    // Seat 2 need not match; the bet before it is lost, seat 3 comes too late.
    let told = plays("sets=3", &hand(cards, "check*3, bet, zinbiddle"));
    assert!(told.contains("Z10 seat 2 calls zinbiddle with 4r 4g 4b 4y"), "{told}");
    assert!(told.contains("nets −5\nZ19 seat 2 nets +6\nZ19 seat 3 nets −1"), "{told}");
    // A natural not called on the first turn cannot be called: seat 2 is only asked to bet.
    let told = refuses(
        "sets=3",
        &hand(cards, "check*3, bet, no zinbiddle, call, no zinbiddle, raise, call, zinbiddle"),
    );
    assert!(told.contains("decision 10 is `zinbiddle`, which is not legal: seat 2 may"), "{told}");
    // Four misfires are not four of a kind, but three cards and a Six are.
    let told =
        refuses("sets=3", &hand("0r 0g 0b 0y 1r 1g 2b 2y 3r 3r 3g 3b", "check*3, zinbiddle"));
    assert!(told.contains("not legal: seat 1 may check, bet"), "{told}");
    let wild = hand("1r V6 1b 1y 1r 1g 2b 2y 3r 3r 3g 3b", "check*3, zinbiddle");
    assert!(plays("sets=3;vermilion_sixes=1", &wild).contains("calls zinbiddle with 1r V6 1b 1y"));
    // A seat that has folded cannot call.
    let told = plays("sets=3", &hand(cards, "bet, fold, call, check, no zinbiddle, bet, fold"));
    assert!(told.contains("seat 3 takes"), "{told}");
}

/// Two players: seat 1 has rows of fours, and seat 2 the cards of the test.
const FOURS: &str = "4r 4g 4b 3r";

#[test]
fn rule_z11_a_misfire_is_out_and_the_last_playable_pyramid_takes_everything() {
    let lost = format!("{FOURS} 1r 1g 2b 2y  0r 3g 3b 3y 2g 2r 1b 1y 1r 4b");
    let told = plays("players=2", &hand(&lost, CHECK_DOWN));
    assert!(
        told.contains("seat 1 shows 1r / 2g 2r / 0r 3g / 4r 4g 4b 3r: a misfire, out"),
        "{told}"
    );
    assert!(
        told.contains("Z11 seat 2 takes 2, the whole pot, as the only one playable\n"),
        "{told}"
    );
    // Alone it has the fourth quarter, too, and with it what rides on that.
    let rides = format!("carry = 7.5\n{}", hand(&lost, CHECK_DOWN));
    let told = plays("players=2;carry_joins=bonus", &rides);
    let whole = "seat 2 takes 9.5, the whole pot with the fourth quarter's bonus, as the only one";
    assert!(told.contains(whole), "{told}");
    let both = format!("{FOURS} 1r 1g 2b 2y  0r 3g 0b 3y 2g 2r 1b 1y 1r 4b");
    let told = plays("players=2", &hand(&both, CHECK_DOWN));
    assert!(told.contains("nobody wins 2, which carries over") && told.contains("2 carries over"));
    assert!(told.contains("seat 1 nets −1\nZ19 seat 2 nets −1"), "{told}");
}

#[test]
fn rule_z14_quarters_are_shared_and_the_fourth_needs_two_lines_alone() {
    // Row: seat 1. Port: equal, one card alone on a capstone of 3. Starboard: seat 2.
    let cards = format!("{FOURS} 1r 1g 2b 2y  1b 1g 1y 3g  2g 2r 2r 4r 3b 3y");
    let told = plays("players=2", &hand(&cards, CHECK_DOWN));
    assert!(told.contains("row: seat 1 takes 0.5 with three 4s and a 3"), "{told}");
    assert!(told.contains("port: seats 1 and 2 take 0.25 each with a 3 alone"), "{told}");
    assert!(told.contains("starboard: seat 2 takes 0.5 with 3-4 in two suits"), "{told}");
    assert!(told.contains("nobody wins 0.5, which carries over"), "{told}");
    assert!(
        told.contains("nets −0.25\nZ19 seat 2 nets −0.25\nZ19 the house nets 0; 0.5 carries over")
    );
    // Shared lines count: both have two.
    let told = plays("players=2;tie_counts=true", &hand(&cards, CHECK_DOWN));
    assert!(told.contains("fourth quarter: seats 1 and 2 take 0.25 each"), "{told}");
    // The carry is in the next pot, and a fold wins it; or it waits for a fourth quarter.
    let fold = format!("carry = 7.5\n{}", hand("1r 1g 2b 2y 2r 2g 1b 1y", "bet, fold"));
    assert!(plays("players=2", &fold).contains("takes the pot of 11.5"));
    let told = plays("players=2;carry_joins=bonus", &fold);
    assert!(told.contains("takes the pot of 4 ") && told.contains("7.5 carries over"), "{told}");
    let win = format!("{FOURS} 1r 1g 2b 2y  1b 1g 1y 3g  2g 2r 2r 4r 1r 4y");
    let win = format!("carry = 7.5\n{}", hand(&win, CHECK_DOWN));
    let told = plays("players=2", &win);
    assert!(told.contains("fourth quarter: seat 1 takes 2.375"), "{told}");
    let told = plays("players=2;carry_joins=bonus", &win);
    assert!(told.contains("row: seat 1 takes 0.5 with"), "{told}");
    assert!(told.contains("fourth quarter: seat 1 takes 8\n"), "{told}");
}

/// Two Ion Barrages, the second one capped by a Six.
const TWO_IONS: &str = "4r 4g 4b 4y 4r 4g 4b 4y  3b 3r 3b 3r  2y 2b 2y 2b  1g V6";

#[test]
fn rule_z18_an_ion_barrage_takes_the_pot_and_a_six_on_top_decides() {
    let set = "players=2;sets=2;vermilion_sixes=1";
    let down = "check*2, no zinbiddle, check, no zinbiddle, check, pass*2, check*4, pass*2, check*4, pass*2, check*2";
    let told = plays(set, &hand(TWO_IONS, down));
    assert!(
        told.contains("Z18 seat 2 takes 2, the whole pot, for an Ion Barrage that a Six on top makes the best\n"),
        "{told}"
    );
    let told = plays(&format!("{set};wild_cap_wins=never"), &hand(TWO_IONS, down));
    assert!(
        told.contains("Z18 seats 1 and 2 take 1 each, the whole pot, for an Ion Barrage\n"),
        "{told}"
    );
    // By quarters: the row is shared, the Six wins both flanks.
    let told = plays(&format!("{set};ion_takes_all=false"), &hand(TWO_IONS, down));
    assert!(told.contains("row: seats 1 and 2 take 0.25 each"), "{told}");
    assert!(told.contains("port: seat 2 takes 0.5 with 1-2-3-4 in four suits"), "{told}");
    assert!(told.contains("fourth quarter: seat 2 takes 0.5"), "{told}");
    // Z16: otherwise play goes on.
    let on = format!("{down}, check*2, pass*2, check*2");
    let told = plays(&format!("{set};ion_ends_hand=false"), &hand(TWO_IONS, &on));
    assert!(told.contains("step 11") && !told.contains("Z16"), "{told}");
}

#[test]
fn rule_z14_a_six_breaks_other_ties_only_under_all_flanks() {
    // Both flanks are equal, with runs of three; the rows too.
    let cards = "4r 4g 4b 1y 4r 4g 4b 1y  3b 3r 3b 3r  2y 2b 2y 2b  1g V6";
    let down = "check*4, pass*2, check*4, pass*2, check*4, pass*2, check*4, pass*2, check*2";
    let set = "players=2;vermilion_sixes=1";
    let told = plays(set, &hand(cards, down));
    assert!(told.contains("port: seats 1 and 2 take 0.25 each with 1-2-3-4"), "{told}");
    let told = plays(&format!("{set};wild_cap_wins=all_flanks"), &hand(cards, down));
    assert!(
        told.contains("port: seat 2 takes 0.5 with 1-2-3-4 in four suits, capped by a Six"),
        "{told}"
    );
    assert!(told.contains("fourth quarter: seat 2"), "{told}");
}

#[test]
fn rule_z15_side_bets_pay_for_a_call_and_feed_the_jackpot() {
    let set = "sets=3;side_bet=1;jackpot_seed=100";
    let cards = "1r 1g 2b 2y 4r 4g 4b 4y 3r 3r 3g 3b";
    let told = plays(set, &hand(cards, "check*3, side bet*3, check, zinbiddle"));
    assert!(
        told.contains("Z15 seat 2 is paid 150") && told.contains("Z15 seat 3 loses 1 with"),
        "{told}"
    );
    assert!(
        told.contains("nets −2\nZ19 seat 2 nets +152\nZ19 seat 3 nets −2\nZ19 the house nets −148")
    );
    // A natural that is not called loses too.
    let told = plays(
        set,
        &hand(
            cards,
            "check*3, no side bet, side bet, no side bet, bet, no zinbiddle, fold, no zinbiddle, fold",
        ),
    );
    assert!(told.contains("Z15 seat 2 loses 1") && told.contains("the house nets +1"), "{told}");
    // The blind round comes first.
    let told = plays(set, &hand(cards, "bet, fold, fold"));
    assert!(!told.contains("Z15"), "{told}");
    // Two lost bets and the initial 100: a tenth each, and the Six takes the rest.
    let set = "players=2;vermilion_sixes=1;side_bet=1;jackpot_seed=100";
    let told = plays(
        set,
        &hand(
            TWO_IONS,
            "check*2, side bet*2, no zinbiddle, check, no zinbiddle, check, pass*2, check*4, pass*2, check*4, pass*2, check*2",
        ),
    );
    assert!(
        told.contains(
            "seat 1, with an Ion Barrage, takes its share of the jackpot, 10.1; 90.9 is left\n"
        ),
        "{told}"
    );
    assert!(
        told.contains(
            "seat 2, with an Ion Barrage, takes its share of the jackpot, 9.0893; 81.8107 is left\n"
        ),
        "{told}"
    );
    assert!(
        told.contains(
            "seat 2, capped by a Six, takes the rest of the jackpot, 81.8107; 0 is left\n"
        ),
        "{told}"
    );
    assert!(told.contains("the house nets −99"), "{told}");
}

/// Checks, calls no natural zinbiddle and never acts: `players` players up to the capstones.
fn down_to_capstones(players: usize, naturals: &[usize]) -> String {
    let third = (0..players).map(|seat| match naturals.contains(&seat) {
        true => "no zinbiddle, check",
        false => "check",
    });
    let third: Vec<&str> = third.collect();
    let (check, pass) = (format!("check*{players}"), format!("pass*{players}"));
    let level = format!("{pass}, {check}, {check}");
    format!("{check}, {}, {level}, {level}, {pass}, {check}", third.join(", "))
}

#[test]
fn rule_z15_the_rest_of_the_jackpot_goes_to_a_six_on_top_or_only_if_it_beats_another() {
    // One Ion Barrage, capped by a Six; seat 1 has a misfire.
    let cards = "4r 4g 4b 0y 4r 4g 4b 4y  3b 3r 3b 3r  2y 2b 2y 2b  1g V6";
    let script = hand(cards, &down_to_capstones(2, &[1]));
    let set = "players=2;vermilion_sixes=1;jackpot_seed=100";
    let told = plays(set, &script);
    assert!(told.contains("Z15 seat 2, capped by a Six, takes the rest of the jackpot, 90; 0 is"));
    // A written hand may begin with what side bets have brought.
    let why = refuses(set, &format!("hand = 1\njackpot = 250.5\n{script}"));
    assert!(why.contains("a session begins with that of jackpot_seed (Z17)"), "{why}");
    let betting = format!("{set};side_bet=1");
    let decisions = down_to_capstones(2, &[1]);
    let side_bets = decisions.replacen("check*2", "check*2, no side bet*2", 1);
    let hand_on = hand(cards, &side_bets);
    let grown = plays(&betting, &format!("jackpot = 250.5\n{hand_on}"));
    assert!(grown.contains("the jackpot holds 250.5") && grown.contains("225.45; 0 is"), "{grown}");
    // Without them it holds its seed, and never less.
    let why = refuses(set, &format!("jackpot = 250.5\n{script}"));
    assert!(why.contains("no side bets feed it, and it stays at jackpot_seed, 100 coins"), "{why}");
    let why = refuses(&betting, &format!("jackpot = 99\n{hand_on}"));
    assert!(why.contains("the house fills it up to jackpot_seed, 100 coins (Z15)"), "{why}");
    assert!(told.contains("seat 2 nets +101\nZ19 the house nets −100;"), "{told}");
    let told = plays(&format!("{set};jackpot_to=beats_another"), &script);
    assert!(told.contains("its share of the jackpot, 10; 90 is left\n"), "{told}");
    assert!(!told.contains("the rest of the jackpot"), "{told}");
    assert!(told.contains("the house puts 10 into the jackpot, which holds 100\n"), "{told}");
    assert!(told.contains("seat 2 nets +11\nZ19 the house nets −10;"), "{told}");
    // Nothing is beaten either if Sixes break no ties; otherwise a Six on top is enough.
    let beaten = hand(TWO_IONS, &down_to_capstones(2, &[0, 1]));
    let never = format!("{set};wild_cap_wins=never");
    assert!(plays(&never, &beaten).contains("seat 2, capped by a Six, takes the rest"));
    let told = plays(&format!("{never};jackpot_to=beats_another"), &beaten);
    assert!(!told.contains("the rest of the jackpot"), "{told}");
    // Of several, the first in seat order, whoever acts first.
    let both = "4r 4g 4b 4y 4r 4g 4b 4y  3b 3r 3b 3r  2y 2b 2y 2b  V6 V6";
    let both = format!("first = 2\n{}", hand(both, &down_to_capstones(2, &[0, 1])));
    let told = plays("players=2;vermilion_sixes=2;jackpot_seed=100", &both);
    assert!(told.contains("seat 1, capped by a Six, takes the rest of the jackpot, 81;"), "{told}");
    assert!(told.contains("Z18 seats 1 and 2 take 1 each"), "{told}");
    assert_eq!(told.matches("the rest of").count(), 1);
    // Without a jackpot there is no mention of it.
    assert!(!plays("players=2;vermilion_sixes=2", &both).contains("Z15"));
}

#[test]
fn rule_z14_equal_ion_barrages_share_or_the_first_in_turn_order_keeps_all() {
    let cards = "4r 4g 4b 4y 4r 4g 4b 4y  3b 3r 3b 3r  2y 2b 2y 2b  1g 1g";
    let script = format!("first = 2\n{}", hand(cards, &down_to_capstones(2, &[0, 1])));
    let told = plays("players=2", &script);
    assert!(told.contains("Z18 seats 1 and 2 take 1 each, the whole pot"), "{told}");
    let first = "players=2;equal_ions=first";
    let told = plays(first, &script);
    let whole = "Z18 seat 2 takes 2, the whole pot, for the first Ion Barrage in turn order\n";
    assert!(told.contains(whole), "{told}");
    // By quarters the first seat has all three lines alone.
    let told = plays(&format!("{first};ion_takes_all=false"), &script);
    assert!(
        told.contains("row: seat 2 takes 0.5") && told.contains("fourth quarter: seat 2 takes")
    );
    assert!(told.contains("seat 1 nets −1\nZ19 seat 2 nets +1\n"), "{told}");
    // A later one with a Six on top still wins; of two of those, both do.
    let six = "4r 4g 4b 4y 4r 4g 4b 4y  3b 3r 3b 3r  2y 2b 2y 2b  1g V6";
    let six = hand(six, &down_to_capstones(2, &[0, 1]));
    let told = plays(&format!("{first};vermilion_sixes=1"), &six);
    assert!(told.contains("Z18 seat 2 takes 2, the whole pot"), "{told}");
    let told = plays(&format!("{first};vermilion_sixes=1;wild_cap_wins=never"), &six);
    assert!(told.contains("Z18 seat 1 takes 2, the whole pot"), "{told}");
    let both = "4r 4g 4b 4y 4r 4g 4b 4y  3b 3r 3b 3r  2y 2b 2y 2b  V6 V6";
    let both = hand(both, &down_to_capstones(2, &[0, 1]));
    let told = plays(&format!("{first};vermilion_sixes=2"), &both);
    assert!(told.contains("Z18 seats 1 and 2 take 1 each"), "{told}");
}

#[test]
fn rule_z16_an_ion_barrage_is_told_before_the_capstones_that_follow_it() {
    // Seat 2 of three completes it; seat 3 still gets its capstone, and there are no more bets or
    // actions.
    let cards =
        "4r 4g 4b 1y 4r 4g 4b 4y 1r 1g 2b 2y  3b 3r 3b 3r 3g 3y  2y 2b 2y 2b 2r 2g  1b 1g 1y";
    let told = plays("sets=3", &hand(cards, &down_to_capstones(3, &[1])));
    let end = told.split_once("seat 1 is dealt 1b at C\n").unwrap().1;
    assert!(
        end.starts_with(
            "Z5 seat 2 is dealt 1g at C\n\
             Z16 seat 2 shows an Ion Barrage at once: 1g / 2y 2b / 3b 3r / 4r 4g 4b 4y\n\
             Z5 seat 3 is dealt 1y at C\n\
             Z16 there is no more betting and no action\n\
             Z11 step 12: showdown for 3\n"
        ),
        "{end}"
    );
    assert!(end.contains("Z18 seat 2 takes 3, the whole pot, for an Ion Barrage\n"), "{end}");
    assert!(!end.contains("step 10") && !end.contains("step 11"), "{end}");
}

#[test]
fn rule_z8_traces_tell_what_is_paid_what_is_to_call_and_the_pot_of_each_round() {
    let cards = "1r 1g 2b 2y 2r 2g 1b 1y 3r 3g 3b 4y";
    let script = hand(cards, "check, bet, raise, call, call, bet, fold, fold");
    let told = plays("sets=3", &script);
    let bets = told.split_once("a unit is 2\n").unwrap().1;
    assert!(
        bets.starts_with(
            "Z8 seat 1 checks; pot 3\n\
             Z8 seat 2 bets 2; pot 5\n\
             Z8 seat 3 raises the bet to 4 and pays 4; pot 9\n\
             Z8 seat 1 calls 4; pot 13\n\
             Z8 seat 2 calls 2; pot 15\n\
             Z8 the betting is over with 3 players in; pot 15\n"
        ),
        "{bets}"
    );
    assert!(bets.contains("Z8 seat 2 folds with 4 to call; pot 19\n"), "{bets}");
    // The data has the same amounts in antes.
    let steps = table("sets=3;ante=5").replay(&script).unwrap();
    let of = |event: &str, field: &str| -> Vec<f64> {
        let steps = steps.iter().filter(|step| step.event == event);
        steps.map(|step| step.fields[field].as_f64().unwrap()).collect()
    };
    assert_eq!(of("bet", "paid"), [2.0, 4.0]);
    assert_eq!((of("raised", "to_call"), of("raised", "bet")), (vec![2.0], vec![4.0]));
    assert_eq!((of("called", "paid"), of("called", "pot")), (vec![4.0, 2.0], vec![13.0, 15.0]));
    assert_eq!((of("folded", "to_call"), of("betting-over", "pot")), (vec![4.0, 4.0], vec![15.0]));
    assert_eq!(
        (of("won", "amount"), of("settled", "net")),
        (vec![19.0], vec![10.0, -5.0, -5.0, 0.0])
    );
}

/// A hand with a carry is not the first of its session.
#[test]
fn rule_z17_nothing_is_carried_into_the_first_hand() {
    let fold = hand("1r 1g 2b 2y 2r 2g 1b 1y", "bet, fold");
    let told = refuses("players=2", &format!("hand = 1\ncarry = 3\n{fold}"));
    assert!(told.contains("nothing is carried into the first hand of a session (Z17)"), "{told}");
    let carried = format!("carry = 3\n{fold}");
    let told = refuses("players=2;hands_per_session=1", &carried);
    assert!(told.contains("(Z17): write the number of the hand"), "{told}");
    let raked = plays("players=2;rake_every=2", &carried);
    assert!(raked.contains("the house nets +2"), "the second hand pays the rake: {raked}");
}

/// Amounts of a written hand are in coins, like its trace.
#[test]
fn rule_z19_written_hands_take_and_check_coins() {
    let cards = hand("1r 1g 2b 2y 2r 2g 1b 1y", "bet, fold");
    let written = |nets: &str| format!("carry = 3\nnets = {nets}\n{cards}");
    let set = "players=2;ante=5";
    let told = plays(set, &written("[8, -5]"));
    assert!(told.contains("3 carried over is in the pot\n"), "{told}");
    assert!(told.contains("ante 5; pot 13\n") && told.contains("seat 1 nets +8\n"), "{told}");
    let told = refuses(set, &written("[1.6, -1]"));
    assert!(told.contains("nets = [1.6, -1], but the round ends with [8, -5]"), "{told}");
    // With as many decimals as a trace: three share two quarters of 1.
    let cards =
        format!("{FOURS} 1r 1g 2b 2y 1b 1y 2r 2g  1b 1g 1y 3g 1r 3y  2g 2r 2r 2b 2b 2y 3b 3y 3g");
    let down = format!("{}, check*3, pass*3, check*3", down_to_capstones(3, &[]));
    let thirds = |nets: &str| format!("carry = 1\nnets = {nets}\n{}", hand(&cards, &down));
    let told = plays("sets=3", &thirds("[0.6667, -0.3333, -0.3333]"));
    assert!(told.contains("seat 1 nets +0.6667\nZ19 seat 2 nets −0.3333\n"), "{told}");
    let told = refuses("sets=3", &thirds("[0.6668, -0.3333, -0.3333]"));
    assert!(told.contains("ends with [0.6667, -0.3333, -0.3333]"), "{told}");
}

/// Every kind of step has a name, and its data agree with its sentence.
#[test]
fn every_step_is_named_and_has_its_fields() {
    let mut kinds = std::collections::BTreeSet::new();
    for (set, text) in [
        ("casino", "random"),
        ("casino;shuffle.penetration=0.97;sets=2;hands_per_session=60", "regular"),
        ("casino;players=2;sets=1;vermilion_sixes=200;hands_per_session=400", "random"),
        ("sets=3;misfires_per_suit=0", "passive"),
    ] {
        let game = table(set);
        let mut seats = vec![croupier::strategy::seat(&game, text).unwrap(); game.players()];
        let (told, _) = game.trace(&mut seats, Seed::new(2), 0, None);
        for step in told.iter().flat_map(|(_, steps)| steps) {
            kinds.insert(step.event);
            assert!(!step.event.is_empty(), "{step:?}");
            let kebab = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(step.event.chars().all(kebab), "{}", step.event);
            assert_eq!(step.fields.is_empty(), step.event == "play-ended", "{step:?}");
            // The seat of the sentence, and the amount at its end.
            if let Some(seat) = step.text.strip_prefix("seat ") {
                let seat: u64 = seat[..1].parse().unwrap();
                let seats = || step.fields["seats"].as_array().unwrap()[0].as_u64();
                let told = step.fields.get("seat").map_or_else(seats, |seat| seat.as_u64());
                assert_eq!(told, Some(seat), "{step:?}");
            }
            if let Some((_, pot)) = step.text.split_once("; pot ") {
                let pot: f64 = pot.parse().unwrap();
                assert!((step.fields["pot"].as_f64().unwrap() - pot).abs() < 1e-4, "{step:?}");
            }
        }
    }
    let wanted = "acting anted began bet betting betting-over called carried checked closed dealt \
                  folded fourth-quarter-won ion-barrage jackpot-grew jackpot-refilled \
                  jackpot-taken line-won passed play-ended raised raked replaced reshuffled resorted \
                  settled showdown shown shuffled side-bet side-bet-lost transposed won \
                  zinbiddle-called side-bet-won";
    let missing: Vec<&str> =
        wanted.split_whitespace().filter(|kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "never told: {missing:?} of {kinds:?}");
    assert_eq!(kinds.len(), wanted.split_whitespace().count(), "{kinds:?}");
}

/// The content of the jackpot is reported at every change, and adds up from step to step.
#[test]
fn rule_z15_every_change_of_the_jackpot_is_told() {
    let game = table("casino;players=2;sets=1;vermilion_sixes=200;hands_per_session=40");
    let mut table = Table::new(game.rules());
    let mut changes = [0; 3];
    for hand in 0..40 {
        let scribe = Scribe::default();
        let mut recorder = Transcript::new(1, &scribe);
        let mut held = table.jackpot() as f64 / 840.0;
        let mut luck = Keyed::new(Seed::new(3).round(0, hand));
        table.hand(&mut [Quiet, Quiet], &mut luck, &mut recorder, 0);
        for step in scribe.take().steps.iter().filter(|step| step.fields.contains_key("jackpot")) {
            let field = |name: &str| step.fields[name].as_f64().unwrap();
            let change = match step.event {
                "jackpot-grew" => (0, field("added")),
                "jackpot-taken" => (1, -field("amount")),
                "jackpot-refilled" => (2, field("added")),
                _ => continue,
            };
            changes[change.0] += 1;
            held += change.1;
            assert!((held - field("jackpot")).abs() < 1e-6, "{step:?}");
        }
        assert!((held - table.jackpot() as f64 / 840.0).abs() < 1e-6);
    }
    assert!(changes.iter().all(|&times| times > 3), "{changes:?}");
}

#[test]
fn rule_z17_a_session_ends_with_the_carry_shared() {
    let game = table("hands_per_session=1;sets=3");
    let closed = (0..50).filter(|&session| {
        let mut seats = vec![croupier::strategy::seat(&game, "passive").unwrap(); 3];
        let (told, hands) = game.trace(&mut seats, Seed::new(1), session, None);
        assert_eq!(hands, 1);
        let last = told[0].1.last().unwrap();
        assert_eq!(last.rule, "Z17");
        last.text.contains("each player gets 1 of the carry, the house 0")
    });
    // All three misfire in most hands: the antes of three are refunded.
    assert!(closed.count() > 10);
}

#[test]
fn bad_rules_are_refused_all_at_once() {
    let told =
        faults("players=9;bet_units=[2,4,4];rake_every=-1;pilot_actions=1;ion_share=2;shoes=level");
    for field in [
        "players = 9",
        "bet_units = [2, 4, 4] (3 numbers)",
        "pilot_actions = 1",
        "ion_share = 2",
        "rake_every = -1",
        "shoes = \"level\"",
    ] {
        assert!(told.contains(field), "{field}: {told}");
    }
    assert!(told.contains("nine whole numbers") && told.contains("2..=8"), "{told}");
    assert!(faults("bet_units=[2,4,4,8,8,16,16,16,0]").contains("1..=1000"));
    assert!(faults("action_kinds=[[\"replace\"]]").contains("four lists"));
    assert!(faults("action_kinds=[[\"fly\"],[],[],[]]").contains("resort_line"));
    assert!(Rules::default().check().is_empty() && Rules::casino().check().is_empty());
}

/// A seat that plays from a list of actions, checks or calls everything, and notes its view of its
/// neighbour.
#[derive(Default)]
struct Eyes {
    actions: VecDeque<Pilot>,
    seen: Vec<String>,
    deeds: Vec<Deed>,
    own_early: bool,
}

impl Player for Eyes {
    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        self.own_early |= Place::ALL.iter().any(|&place| view.own(place).is_some());
        Answer::No
    }

    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        Answer::No
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let other = 1 - view.seat();
        let card = |card: Option<Card>| card.map_or("··".to_owned(), |card| card.to_string());
        let seen: Vec<String> =
            Place::ALL.iter().map(|&place| card(view.shown(other, place))).collect();
        self.seen.push(seen.join(" "));
        self.deeds = view.deeds(other).to_vec();
        self.own_early |= view.round() == 0 && view.own(Place::from_index(0)).is_some();
        let own = Place::ALL.iter().filter(|&&place| view.own(place).is_some()).count();
        assert_eq!(own, if view.round() == 0 { 0 } else { Place::up_to(view.levels() - 1) });
        BetChoice::Do(if view.to_call() > 0 { Bet::Call } else { Bet::Check })
    }

    fn pilot(&mut self, _view: &View<'_>) -> PilotChoice {
        PilotChoice::Do(self.actions.pop_front().unwrap_or(Pilot::Pass))
    }
}

fn parse(text: &str) -> Pilot {
    use croupier::games::zinbiddle::hand::{Line, NEIGHBOURS, Order};
    let words: Vec<&str> = text.split(' ').collect();
    match words.as_slice() {
        ["pass"] => Pilot::Pass,
        ["replace", place] => Pilot::Replace(place.parse().unwrap()),
        ["swap", a, b] => {
            let pair = (a.parse().unwrap(), b.parse().unwrap());
            Pilot::Transpose(NEIGHBOURS.iter().position(|&known| known == pair).unwrap() as u8)
        }
        [line, order] => {
            let line = Line::ALL.into_iter().find(|known| known.name() == *line).unwrap();
            let old: Vec<u8> = order.bytes().map(|digit| digit - b'1').collect();
            Pilot::Resort(line, Order::taking(old.try_into().unwrap()).unwrap())
        }
        _ => panic!("{text}"),
    }
}

/// The view that seat 2 has of seat 1 in its betting turns, if seat 1 takes these actions.
fn watched(set: &str, actions: &str) -> Vec<String> {
    let game = table(&format!("players=2;sets=3;pilot_actions=8;side_bet=1;{set}"));
    let mut table = Table::new(game.rules());
    let actions = actions.split(", ").map(parse).collect();
    let mut seats = [Eyes { actions, ..Eyes::default() }, Eyes::default()];
    let outcome = table.hand(&mut seats, &mut Keyed::new(Seed::new(8).round(0, 0)), &mut Silent, 0);
    assert!(matches!(outcome.ending, Ending::Showdown { shown: 2, .. }));
    assert!(!seats[0].own_early && !seats[1].own_early, "nobody looks before step 3");
    assert!(seats[0].actions.is_empty());
    seats[1].seen.clone()
}

#[test]
fn rule_z5_only_thrusters_lie_face_down() {
    let seen = watched("", "pass, pass, pass, pass");
    assert_eq!(seen.len(), 9);
    assert_eq!(seen[2], "·· ·· ·· ·· ·· ·· ·· ·· ··");
    let cards: Vec<usize> = seen.iter().map(|seen| seen.matches('·').count() / 2).collect();
    assert_eq!(cards, [9, 9, 9, 7, 7, 5, 5, 4, 4]);
}

#[test]
fn rule_z7_a_hole_card_that_moves_up_is_turned_up_and_stays_so() {
    // T1 and S1 swap: both have now been seen, and the shield is down among the thrusters.
    let before = watched("", "pass, pass, pass, pass");
    let after = watched("", "pass, swap T1 S1, pass, pass, pass");
    let shield = &before[3].split(' ').collect::<Vec<_>>()[4];
    let words: Vec<&str> = after[4].split(' ').collect();
    assert_eq!(&words[0], shield);
    assert!(words[4] != "··" && words[1..4] == ["··"; 3], "{words:?}");
    // Swapped back, the hole card stays face up.
    let back = watched("", "pass, swap T1 S1, pass, swap T1 S1, swap T1 T2, pass");
    let words: Vec<&str> = back[6].split(' ').collect();
    assert!(words[0] == "··" && words[1] != "··" && words[4] == *shield, "{words:?}");
}

#[test]
fn rule_z9_replacements_lie_open_and_re_sorts_keep_faces() {
    let seen = watched("", "replace T3, pass, pass, pass");
    let words: Vec<&str> = seen[2].split(' ').collect();
    assert!(words[2] != "··" && words.iter().filter(|&&word| word == "··").count() == 8);
    let sorted = watched("", "row 4321, pass, pass, pass");
    assert_eq!(sorted[2], "·· ·· ·· ·· ·· ·· ·· ·· ··");
    // At level 4 the open card moves with the row.
    let moved = watched("", "replace T3, pass, pass, row 3124, pass");
    assert!(moved[8].starts_with(&format!("{} ·· ·· ··", words[2])), "{}", moved[8]);
    // A flank: T1 goes up and is turned up, and the card that comes down stays up; or all four are.
    let up = watched("", "pass, pass, pass, port 4231, pass");
    let words: Vec<&str> = up[8].split(' ').collect();
    assert!(words[0] != "··" && words[8] != "··" && words[1..4] == ["··"; 3], "{words:?}");
    let stays = watched("", "pass, pass, pass, port 2134, pass");
    assert!(stays[8].starts_with("·· ·· ·· ··"), "{}", stays[8]);
    let all = watched("flank_resort_shows=all_four", "pass, pass, pass, port 2134, pass");
    assert!(!all[8].starts_with("··"), "{}", all[8]);
}

#[test]
fn the_rules_document_states_every_rule_that_the_code_cites() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/zinbiddle/");
    let read = |file: &str| std::fs::read_to_string(format!("{folder}{file}")).unwrap();
    let code: String = [
        "rules.rs",
        "hand.rs",
        "view.rs",
        "round.rs",
        "record.rs",
        "hand/places.rs",
        "hand/pyramid.rs",
        "round/betting.rs",
        "round/actions.rs",
        "round/showdown.rs",
    ]
    .map(read)
    .concat();
    let cited: Vec<&str> = code.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    for number in 1..=19 {
        assert!(read("RULES.md").contains(&format!("**Z{number}**")), "RULES.md lacks Z{number}");
        assert!(cited.contains(&&*format!("Z{number}")), "no code cites Z{number}");
    }
    for field in Rules::fields() {
        assert!(
            read("RULES.md").contains(&format!("`{}", field.name)),
            "RULES.md lacks {}",
            field.name
        );
    }
}

#[test]
fn transcripts_and_silence_play_the_same() {
    assert_eq!(Stream::MAX_BOUND, 1 << 15);
    let game = table("casino");
    let (mut told, mut silent) = (Table::new(game.rules()), Table::new(game.rules()));
    for hand in 0..200 {
        let keys = Seed::new(4).round(0, hand);
        let mut seats = [const { croupier::games::zinbiddle::strategies::Seat::Random }; 3];
        let a = *told.hand(
            &mut seats,
            &mut Keyed::new(keys),
            &mut Transcript::new(1, &Scribe::default()),
            0,
        );
        let b = *silent.hand(&mut seats, &mut Keyed::new(keys), &mut Silent, 0);
        assert_eq!((a.nets, a.house, a.carry, a.ending), (b.nets, b.house, b.carry, b.ending));
    }
}
