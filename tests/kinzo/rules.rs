//! Tests named by rule id, most of them written rounds: cards, decisions and dice are given, and
//! the result must follow the rule.

use crate::tables;

use croupier::cards::random::Seed;
use croupier::framework::scribe::Scribe;
use croupier::framework::{Engine, GameRules, Step};
use croupier::games::kinzo::Kinzo;
use croupier::games::kinzo::hand::Card;
use croupier::games::kinzo::record::{Recorder, Silent};
use croupier::games::kinzo::round::{Keyed, Table};
use croupier::games::kinzo::rules::Rules;
use croupier::games::kinzo::view::{Action, CallView, Choice, Player, Stake, View};

fn table(set: &str) -> Kinzo {
    tables::table(set)
}

#[track_caller]
fn faults(set: &str) -> String {
    tables::faults::<Kinzo>(set)
}

#[track_caller]
fn plays(set: &str, script: &str) -> String {
    tables::plays(&table(set), script)
}

#[track_caller]
fn refuses(set: &str, script: &str) -> String {
    table(set).replay(script).unwrap_err().to_string()
}

#[test]
fn rule_k1_the_deck_has_as_many_of_each_value() {
    assert_eq!(table("").deck().counts(), [6; 6]);
    assert_eq!(table("copies_per_value=250").deck().counts(), [250; 6]);
    assert!(faults("copies_per_value=0").contains("1..=250"));
    assert!(faults("copies_per_value=251").contains("1..=250"));
    assert_eq!(table("copies_per_value=[1,0,250,6,0,3]").deck().counts(), [1, 0, 250, 6, 0, 3]);
    for (set, parts) in [
        ("copies_per_value=[6,6,6]", ["a list of six numbers 0..=250", "[6,6,6]"]),
        ("copies_per_value=[6,6,6,6,6,251]", ["[6, 6, 6, 6, 6, 251]", "0..=250"]),
        ("copies_per_value=[1,0,0,0,2,0]", ["a deck of 3 cards", "K11"]),
        ("copies_per_value=[0,0,0,0,0,0]", ["a deck of 0 cards", "K11"]),
    ] {
        let told = faults(set);
        assert!(parts.iter().all(|part| told.contains(part)), "{set}: {told}");
    }
    // The deck of this list has no second 1, and no deck has a third one.
    let told = refuses("copies_per_value=[1,9,9,9,9,9]", "cards = [1,2,1]\ndecisions = []");
    assert!(told.contains("no 1 left"), "{told}");
    // The deck has no seventh 3.
    let script = "cards = [3,3,3,3,3,3,3]\ndecisions = [\"hit\", \"stay\"]";
    assert!(refuses("", script).contains("no 3 left"), "{}", refuses("", script));
}

#[test]
fn rule_k2_sums_of_the_dice_come_as_often_as_two_threes_say() {
    use croupier::games::kinzo::hand::Roll;
    let mut sums = [0; 7];
    (0..Roll::WAYS).for_each(|number| sums[Roll::from_number(number).total() as usize] += 1);
    assert_eq!(sums, [0, 0, 1, 2, 3, 2, 1]);
    assert_eq!(sums[2..], Roll::WEIGHTS);
}

#[test]
fn rule_k3_one_to_seven_players_sit_against_the_dealer() {
    assert!(faults("players=0").contains("1..=7") && faults("players=8").contains("1..=7"));
    assert_eq!((table("players=1").players(), table("players=7").players()), (1, 7));
    assert!(table("").has_house());
}

#[test]
fn rule_k4_the_caller_sets_the_stake_of_all() {
    let round = "caller = 2\nstake = 3\ncards = [2,2,6, 2,2,1, 6]
        decisions = [\"stay\", \"stay\"]\nnets = [-3, -3]";
    let told = plays("players=2;stake_limit=3", round);
    assert!(told.contains("seat 2 calls a stake of 3; every player puts it up, the dealer 6"));
    assert!(refuses("players=2", round).contains("stake = 3 is not allowed: 1..=1"));
    // Money is in the same unit in traces and in written rounds.
    let round = round.replace("nets = [-3, -3]", "nets = [-1, -1]");
    let told = refuses("players=2;stake_limit=3", &round);
    assert!(told.contains("nets = [-1, -1], but the round ends with [-3, -3]"), "{told}");
    let round = "stake = 3\ncards = [6,6,5, 3, 6]\ndecisions = [\"stay\"]\ndice = [[2,2]]
        nets = [3]";
    let told = plays("stake_limit=3", round);
    assert!(
        told.contains("wins the table: 0 of other players' stakes, 3 of the dealer's"),
        "{told}"
    );
    assert!(told.contains("K15 seat 1 nets +3"), "{told}");
}

/// At a table of several, too, best play raises a round that is worth something to it, and no other.
#[test]
fn rule_k4_best_raises_a_round_that_is_worth_it() {
    for (set, raises) in [
        ("players=2;split=false", true),
        ("players=3;split=false;shuffle.penetration=0.6", true),
        ("players=2;split=false;match_pays=own;commission=500", false),
    ] {
        let stake = |set: &str, text: &str| {
            let game = table(set);
            let mut seats = vec![croupier::strategy::seat(&game, text).unwrap(); game.players()];
            let (told, _) = game.trace(&mut seats, Seed::new(3), 0, Some(0));
            let called = told[0].1.iter().find(|step| step.event == "called").unwrap();
            called.fields["stake"].as_u64().unwrap()
        };
        for text in ["best", "best(play=exact)", "best(play=linear)"] {
            let want = if raises { 10 } else { 1 };
            assert_eq!(stake(&format!("{set};stake_limit=10"), text), want, "{set} {text}");
            assert_eq!(stake(set, text), 1);
        }
        // What the rounds come to at a stake of one says the same.
        let game = table(&set.replace(";shuffle.penetration=0.6", ""));
        let seats = vec![croupier::strategy::seat(&game, "best").unwrap(); game.players()];
        let mut net = 0;
        for session in 0..4_000 {
            let scribe = Scribe::default();
            let rounds = game.write_session(&mut seats.clone(), &scribe, Seed::new(3), session);
            net += rounds.iter().map(|round| round.nets[0]).sum::<i64>();
        }
        assert_eq!(net > 0, raises, "{set}: {net}");
    }
}

#[test]
fn rule_k5_cards_go_round_twice_and_the_last_lies_face_down() {
    let told = plays(
        "players=2",
        "caller = 2\ncards = [1,2,3, 4,5,6, 5]
        decisions = [\"stay\", \"stay\"]",
    );
    let deal: Vec<&str> = told.lines().filter(|line| line.starts_with("K5")).collect();
    assert_eq!(
        deal,
        [
            "K5 seat 2 is dealt 1",
            "K5 seat 1 is dealt 2",
            "K5 the dealer is dealt 3",
            "K5 seat 2 is dealt 4",
            "K5 seat 1 is dealt 5",
            "K5 the dealer is dealt a card face down (it is 6)",
        ]
    );
}

/// A stake called by a player that no file is: what is not allowed is not made allowed.
#[test]
fn rule_k4_a_stake_beyond_the_limit_is_no_stake() {
    struct Calls(u32);
    impl Player for Calls {
        fn stake(&mut self, _view: &CallView<'_>) -> Stake {
            Stake::Of(self.0)
        }

        fn play(&mut self, _view: &View<'_>) -> Choice {
            Choice::Act(Action::Stay)
        }
    }
    let game = table("stake_limit=3");
    let call = |stake: u32| {
        std::panic::catch_unwind(|| {
            let mut table = Table::new(game.rules(), game.rules().deck());
            let mut luck = Keyed::new(Seed::new(1).round(0, 0));
            table.round(&mut [Calls(stake)], &mut luck, &mut Silent, 0).nets[0]
        })
    };
    assert!(
        (1..=3)
            .all(|stake| call(stake).is_ok_and(|net| net.unsigned_abs() % u64::from(stake) == 0))
    );
    for stake in [0, 4] {
        let told = *call(stake).unwrap_err().downcast::<String>().unwrap();
        assert!(told.contains(&format!("stake {stake}: K4 allows 1..=3")), "{told}");
    }
}

#[test]
fn rule_k6_no_total_stops_a_player_and_the_tally_tells_whether_the_hand_busts() {
    // 18 is more than the dealer can hold on two cards, and 24 more than on three.
    let round = "cards = [6,6,6, 6, 6,6, 5]\ndecisions = [\"hit\", \"hit\", \"stay\"]\nnets = [-1]";
    let told = plays("", round);
    let turn = "K7 seat 1 hits and gets 6: 6,6,6 = 18\n\
                K7 seat 1 hits and gets 6: 6,6,6,6 = 24\n\
                K6 seat 1 stays on 6,6,6,6 = 24\n";
    let (_, after) = told.split_once(turn).unwrap_or_else(|| panic!("{told}"));
    assert!(after.starts_with("K10"), "{told}");
    assert!(after.contains("K12 seat 1: 24 against the dealer's 17 busts"), "{told}");
}

#[test]
fn rule_k7_a_hand_takes_cards_up_to_its_limit_and_is_then_not_asked() {
    let six =
        "cards = [1,6,2, 6, 1,2,3,4, 6]\ndecisions = [\"hit\",\"hit\",\"hit\",\"hit\",\"stay\"]
        dice = [[1,1]]";
    // 1,2,1,2,3,4 holds a pair: with splits there is still a decision at the limit.
    assert!(plays("", six).contains("stays on 1,1,2,2,3,4 = 13"));
    let no_split = six.replace(",\"stay\"]", "]");
    assert!(plays("split=false", &no_split).contains("nothing left to decide"));
    let seventh = six.replace("\"stay\"", "\"hit\"");
    assert!(refuses("", &seventh).contains("decision 5 is `hit`, which is not legal"));
}

#[test]
fn rule_k8_the_discard_pile_is_empty_after_a_shuffle_and_needs_a_shoe() {
    assert!(faults("hit_source=deck_or_discard").contains("shuffle.penetration"));
    let take = "cards = [1,6,2,6,5]\ndecisions = [\"take\"]";
    let set = "hit_source=deck_or_discard;shuffle.penetration=0.5";
    assert!(refuses(set, take).contains("`take`, which is not legal"));
}

/// The tops of the discard pile that a player sees at the beginning of each round.
#[derive(Clone)]
struct Taker {
    tops: Vec<Option<Card>>,
}

impl Player for Taker {
    fn play(&mut self, view: &View<'_>) -> Choice {
        if view.hand().cards() == 2 {
            self.tops.push(view.can_take());
        }
        Choice::Act(Action::Stay)
    }
}

#[test]
fn rule_k8_the_discard_pile_holds_the_players_cards_or_the_dealers_too() {
    assert!(faults("discard_pile=all").contains("hit_source = deck_or_discard"));
    for (setting, dealers) in [("players", false), ("all", true)] {
        let set = "shuffle.penetration=0.9;hit_source=deck_or_discard;split=false";
        let rules: Rules = tables::rules::<Kinzo>(&format!("{set};discard_pile={setting}"));
        let mut table = Table::new(&rules, rules.deck());
        let mut later = 0;
        for session in 0..100 {
            table.shuffle();
            let mut players = [Taker { tops: Vec::new() }];
            let mut last = Last::default();
            let mut expected = Vec::new();
            for round in 0.. {
                expected.push(if dealers { last.dealers } else { last.players });
                let mut luck = Keyed::new(Seed::new(3).round(session, round));
                table.round(&mut players, &mut luck, &mut last, 0);
                if table.shuffle_is_due() {
                    break;
                }
            }
            // Unless the pile is new, the player sees the last card of the round before.
            let seen = &players[0].tops;
            assert_eq!(seen.len(), expected.len());
            for (seen, expected) in seen.iter().zip(&expected).filter(|(seen, _)| seen.is_some()) {
                assert_eq!(seen, expected, "{setting}, session {session}");
                later += 1;
            }
            assert_eq!(seen[0], None, "the pile is empty after a shuffle");
        }
        assert!(later > 100, "{later}");
    }
}

/// The last cards that the player and the dealer got.
#[derive(Default)]
struct Last {
    players: Option<Card>,
    dealers: Option<Card>,
}

impl Recorder<Step> for Last {
    fn hear(&mut self, step: impl FnOnce() -> Step) {
        let step = step();
        let card = || Card::new(step.fields["card"].as_u64()? as u8);
        match step.event {
            "dealt" if step.fields["seat"] != "dealer" => self.players = card(),
            "drew" => self.dealers = card(),
            _ => {}
        }
    }
}

#[test]
fn rule_k9_a_split_makes_two_hands_of_a_pair_and_the_rest_stays_with_the_first() {
    let round = "cards = [3,5,3, 6, 2, 4,1, 5]
        decisions = [\"hit\", \"split 3\", \"hit\", \"stay\", \"hit\", \"stay\"]
        dice = [[1,1]]\nnets = [0]";
    let told = plays("", round);
    assert!(told.contains("K7 seat 1 hits and gets 2: 2,3,3 = 8"), "{told}");
    assert!(told.contains("K9 seat 1 splits the pair of 3s"), "{told}");
    // Both hands are shown, and from here on each is named in the trace.
    assert!(told.contains("hand 1 is 2,3, hand 2 is 3; it puts up 1 more, the dealer 1"), "{told}");
    assert!(told.contains("K7 seat 1, hand 1 hits and gets 4: 2,3,4 = 9"), "{told}");
    assert!(told.contains("K12 seat 1, hand 1: 9 against"), "{told}");
    assert!(told.contains("K13 seat 1, hand 1 rolls 1 + 1"), "{told}");
    let unmatched = plays("dealer_matches_split=false", round);
    assert!(unmatched.contains("it puts up 1 more, the dealer nothing"), "{unmatched}");
    assert!(told.contains("K7 seat 1, hand 2 hits and gets 1: 1,3 = 4"), "{told}");
    // The dealer's 5 + 6 + 5 = 16 doubles the second hand.
    assert!(told.contains("K12 seat 1, hand 2: 4 against the dealer's 16 busts"), "{told}");
}

#[test]
fn rule_k9_a_hand_splits_once_unless_resplit() {
    let twice = "cards = [3,5,3, 6, 3, 3, 5]
        decisions = [\"split 3\", \"hit\", \"split 3\", \"stay\", \"stay\", \"stay\"]";
    assert!(refuses("", twice).contains("decision 3 is `split 3`, which is not legal"));
    assert!(faults("split=false;resplit=true").contains("false while split = false (K9)"));
    let twice = "cards = [3,5,3, 6, 3, 5]
        decisions = [\"split 3\", \"hit\", \"split 3\", \"stay\", \"stay\", \"stay\"]\nnets = [-3]";
    assert!(plays("resplit=true", twice).contains("seat 1, hand 3: 3 against"));
}

#[test]
fn rule_k10_the_dealer_draws_a_third_card_and_stops_at_a_lined_one() {
    // 6 and 6 do not stop the dealer: the third card must be drawn, and the stop counts from it.
    let round = "cards = [2,6,2, 6, 1,2,3,4]\ndecisions = [\"stay\"]\nnets = [-1]";
    let told = plays("", round);
    assert!(told.contains("the dealer draws 4: 22; he is at his limit of cards"), "{told}");
    let round = "cards = [2,6,2, 6, 5]\ndecisions = [\"stay\"]";
    assert!(plays("", round).contains("draws 5: 17; a 5 ends his turn"));
    let round = "cards = [2,6,2, 6, 5, 6]\ndecisions = [\"stay\"]";
    assert!(plays("dealer_stop_values=[6]", round).contains("draws 6: 23; a 6 ends his turn"));
}

#[test]
fn rule_k11_rules_that_cannot_be_dealt_are_refused() {
    assert!(faults("copies_per_value=1;players=2").contains("at most 1"));
    assert!(faults("copies_per_value=2;players=5").contains("at most 4"));
    // Six cards: after the deal of four and a hit, one is left for the dealer to draw.
    let told = plays(
        "copies_per_value=1",
        "cards = [1,2,4, 3, 5, 6]\ndecisions = [\"hit\", \"stay\"]\ndice = [[1,1]]\nnets = [-1]",
    );
    assert!(told.contains("draws 6"), "{told}");
    // If the player hits the last card, the dealer stands on two.
    let told = plays(
        "copies_per_value=1",
        "cards = [1,6,4, 5, 2, 3]\ndecisions = [\"hit\", \"hit\"]\ndice = [[1,1]]",
    );
    assert!(told.contains("K6 seat 1 has nothing left to decide"), "{told}");
    assert!(told.contains("K11 the dealer cannot draw and stands on 11"), "{told}");
}

#[test]
fn rule_k12_a_tie_goes_on_matches_or_pushes() {
    let cards = "cards = [6,1,5, 5, 5]\ndecisions = [\"stay\"]\n";
    // 11 against 1 + 5 + 5 = 11.
    let told = plays("", &format!("{cards}dice = [[1,1]]\nnets = [-1]"));
    assert!(told.contains("K12 seat 1: 11 against the dealer's 11 goes on"), "{told}");
    assert!(told.contains("K13 seat 1 rolls 1 + 1: 13 against 11 busts"), "{told}");
    assert!(plays("tie_at_tally=match", &format!("{cards}nets = [1]")).contains("K14"));
    assert!(plays("tie_at_tally=push", &format!("{cards}nets = [0]")).contains("goes back"));
}

#[test]
fn rule_k12_the_earliest_tie_takes_the_table() {
    // Seat 2 calls, so its tie comes before seat 1's; seat 3 would be in.
    let round = "caller = 2\ncards = [6,2,6,1, 5,6,5,5, 5]
        decisions = [\"stay\", \"stay\", \"stay\"]\nnets = [-1, 5, -1]";
    let told = plays("players=3;tie_at_tally=match", round);
    assert!(told.contains("K14 seat 2 wins the table: 2 of other players' stakes, 3 of"), "{told}");
}

#[test]
fn rule_k12_a_tie_that_comes_too_late_does_not_go_on() {
    // 11, 11 and 10 against 1 + 5 + 5 = 11: seat 1 takes the table, and no dice are rolled.
    let round = "cards = [6,6,6,1, 5,5,4,5, 5]
        decisions = [\"stay\", \"stay\", \"stay\"]\nnets = [5, -1, -1]";
    let told = plays("players=3;tie_at_tally=match", round);
    assert!(told.contains("K12 seat 1: 11 against the dealer's 11 is a tie, an exact"), "{told}");
    assert!(told.contains("K12 seat 2: 11 against the dealer's 11 is a tie too late"), "{told}");
    assert!(told.contains("K12 seat 3: 10 against the dealer's 11 would go on, but"), "{told}");
    assert!(!told.contains("goes on") && !told.contains("rolls"), "{told}");
    // Under `own` the round goes on.
    let own = round.replace("nets = [5, -1, -1]", "dice = [[3,3]]\nnets = [1, 1, -1]");
    let told = plays("players=3;tie_at_tally=match;match_pays=own", &own);
    assert!(told.contains("K12 seat 3: 10 against the dealer's 11 goes on"), "{told}");
    // Nor does a hand go on that was tallied before the tie.
    let round = "caller = 3\ncards = [6,5,5,1, 5,5,6,5, 5]
        decisions = [\"stay\", \"stay\", \"stay\"]";
    let told = plays("players=3;tie_at_tally=match", round);
    assert!(told.contains("would go on, but") && !told.contains("goes on"), "{told}");
}

#[test]
fn rule_k12_a_hand_busts_above_the_dealers_total_or_above_twice_that() {
    // 11 against 1 + 2 + 5 = 8: not above 16, so it rolls, and busts by K13.
    let round = "cards = [6,1,5, 2, 5]\ndecisions = [\"stay\"]\nnets = [-1]\n";
    assert!(plays("", round).contains("K12 seat 1: 11 against the dealer's 8 busts"));
    let told = plays("bust_above=double", &format!("{round}dice = [[1,1]]"));
    assert!(told.contains("K12 seat 1: 11 against the dealer's 8 goes on"), "{told}");
    assert!(told.contains("K13 seat 1 rolls 1 + 1: 13 against 8 busts, it is higher"), "{told}");
    // Twice the total is not above twice the total: 16 against 8; 17 is.
    let hits = |card: u8| {
        format!("cards = [6,1,5, 2, {card}, 5]\ndecisions = [\"hit\", \"stay\"]\nnets = [-1]\n")
    };
    let told = plays("bust_above=double", &format!("{}dice = [[1,1]]", hits(5)));
    assert!(told.contains("16 against the dealer's 8 goes on"), "{told}");
    let told = plays("bust_above=double", &hits(6));
    assert!(told.contains("17 against the dealer's 8 busts, it is higher"), "{told}");
}

#[test]
fn rule_k12_doubled_is_at_least_or_exactly_twice() {
    // 4 against 6 + 2 + 6 = 14 is more than doubled.
    let cards = "cards = [2,6,2, 2, 6]\ndecisions = [\"stay\"]\n";
    assert!(plays("", &format!("{cards}nets = [-1]")).contains("doubles it"));
    let told = plays("doubled=exactly", &format!("{cards}dice = [[3,3]]\nnets = [1]"));
    assert!(told.contains("10 against 14 survives"), "{told}");
    // After the dice the test comes again: 4 + 3 = 7 is half of 14.
    let told = plays("doubled=exactly", &format!("{cards}dice = [[1,2]]\nnets = [-1]"));
    assert!(told.contains("7 against 14 busts, the dealer's total doubles it"), "{told}");
}

#[test]
fn rule_k13_dice_match_pass_or_fall_short() {
    // 11 against 6 + 3 + 6 = 15.
    let cards = "cards = [6,6,5, 3, 6]\ndecisions = [\"stay\"]\n";
    for (dice, verdict, net) in [
        ("[2,2]", "15 against 15 is an exact match", 1),
        ("[2,3]", "16 against 15 busts", -1),
        ("[1,2]", "14 against 15 survives", 1),
    ] {
        let told = plays("", &format!("{cards}dice = [{dice}]\nnets = [{net}]"));
        assert!(told.contains(verdict), "{told}");
    }
}

#[test]
fn rule_k13_one_roll_serves_both_hands_under_per_player() {
    let round = "cards = [6,6,6, 6, 4,5,6]
        decisions = [\"split 6\", \"hit\", \"stay\", \"hit\", \"stay\"]\n";
    // Hands 10 and 11 against 6 + 6 + 6 = 18: per hand two rolls, per player one.
    let told = plays("", &format!("{round}dice = [[1,1],[2,2]]\nnets = [2]"));
    assert_eq!(told.matches("rolls").count(), 2);
    let told = plays("split_dice=per_player", &format!("{round}dice = [[2,2]]\nnets = [2]"));
    assert_eq!(told.matches("rolls 2 + 2").count(), 2);
}

/// Three players, stakes of 1: seat 1 splits, seat 2 busts, seat 3 matches.
const SPLIT_AND_MATCH: &str = "cards = [6,6,5,6, 6,6,5,4, 4,5, 5]
    decisions = [\"split 6\", \"hit\", \"stay\", \"hit\", \"stay\", \"stay\", \"stay\"]
    dice = [[1,1],[1,1],[1,1],[2,3]]\n";

#[test]
fn rule_k14_a_match_wins_every_stake_on_the_table() {
    // Hands 10, 11; 12; 10 against 6 + 4 + 5 = 15. Dice 12, 13, 14 survive, 15 matches: it wins
    // 2 + 1 of the players and 3 + 1 of the dealer.
    plays("players=3", &format!("{SPLIT_AND_MATCH}nets = [-2, -1, 7]"));
    plays("players=3;dealer_matches_split=false", &format!("{SPLIT_AND_MATCH}nets = [-2, -1, 6]"));
    plays("players=3;match_pays=own", &format!("{SPLIT_AND_MATCH}nets = [2, 1, 1]"));
    plays("players=3;match_pays=capped", &format!("{SPLIT_AND_MATCH}nets = [-2, -1, 4]"));
    assert!(faults("match_cap=2").contains("match_cap = 2 while match_pays is not capped"));
    let capped = "players=3;match_pays=capped;match_cap=2";
    plays(capped, &format!("{SPLIT_AND_MATCH}nets = [-2, -1, 5]"));
}

#[test]
fn rule_k14_the_winners_other_stake_comes_back_and_later_hands_do_not_roll() {
    let round = SPLIT_AND_MATCH.replace("[1,1],[1,1],[1,1],[2,3]", "[1,1],[2,2]");
    let told = plays("players=3", &format!("{round}nets = [6, -1, -1]"));
    assert!(told.contains("seat 1, hand 2 rolls 2 + 2: 15 against 15 is an exact match"), "{told}");
    assert!(!told.contains("seat 2 rolls"), "{told}");
}

#[test]
fn rule_k14_a_stake_handed_back_is_not_won() {
    // Seat 1 ties with 15 and pushes; seat 2's 11 matches with a 4.
    let round = "cards = [6,6,6, 5,5,4, 4, 5]\ndecisions = [\"hit\", \"stay\", \"stay\"]
        dice = [[2,2]]\nnets = [0, 2]";
    plays("players=2;tie_at_tally=push", round);
}

#[test]
fn rule_k15_the_house_keeps_its_commission_of_winnings_only() {
    let win = "cards = [6,6,5, 3, 6]\ndecisions = [\"stay\"]\ndice = [[1,2]]\n";
    let told = plays("commission=50", &format!("{win}nets = [0.95]"));
    assert!(told.contains("after a commission of 0.05"), "{told}");
    let loss = "cards = [6,6,5, 3, 6]\ndecisions = [\"stay\"]\ndice = [[2,3]]\n";
    plays("commission=50", &format!("{loss}nets = [-1]"));
    plays("players=3;commission=100", &format!("{SPLIT_AND_MATCH}nets = [-2, -1, 6.3]"));
}

#[test]
fn rule_k16_the_cards_are_shuffled_at_the_penetration() {
    for (x, most) in [(0.01, 1), (0.5, 4), (0.95, 7)] {
        let game = table(&format!("shuffle.penetration={x}"));
        for session in 0..200 {
            let mut seats = [croupier::strategy::seat(&game, "threshold").unwrap()];
            let (_, rounds) = game.trace(&mut seats, Seed::new(1), session, None);
            assert!((1..=most).contains(&rounds), "{rounds} rounds at {x}");
        }
    }
    assert!(faults("shuffle.penetration=1").contains("0 < x < 1"));
    assert!(faults("shuffle.penetration=0").contains("0 < x < 1"));
}

#[test]
fn all_faults_of_a_set_of_rules_are_told_at_once() {
    let told = faults("players=9;hand_limit=1;commission=2000;dealer_stop_values=[7]");
    for field in ["players = 9", "hand_limit = 1", "commission = 2000", "dealer_stop_values = [7]"]
    {
        assert!(told.contains(field), "{told}");
    }
    assert!(Rules::default().check().is_empty());
}
