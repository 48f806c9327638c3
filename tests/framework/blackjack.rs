//! The example of blackjack: its rules one by one, and its published figures.
//!
//! The figures are those of H. Hoppe's program (github.com/hhoppe/blackjack): basic strategy by
//! total, every round from fresh cards, in % of the first stake.

use crate::blackjack_example::{Blackjack, Rules};
use croupier::cards::Memory;
use croupier::cards::random::Seed;
use croupier::framework::{Counting, Engine, Exact, Game, GameRules, House, Record, Sink};
use croupier::strategy::{self, Asked, SystemFile};

fn house(rules: &str) -> House<Blackjack> {
    let rules: Rules = toml::from_str(rules).unwrap();
    House::open(rules).unwrap()
}

/// Replays a written round under some rules and returns its steps.
fn replay(rules: &str, round: &str) -> Result<Vec<String>, String> {
    let steps = house(rules).replay(round).map_err(|error| error.to_string())?;
    Ok(steps.into_iter().map(|step| format!("{} {}", step.rule, step.text)).collect())
}

/// Plays rounds written as cards, decisions and the net in stakes: the replay checks the net, that
/// every decision is legal, and that nothing is left over.
fn comes_to(rules: &str, cards: &str, decisions: &[&str], net: f64) -> Vec<String> {
    let cards: Vec<String> = cards.split(' ').map(|card| format!("{card:?}")).collect();
    let decisions: Vec<String> = decisions.iter().map(|word| format!("{word:?}")).collect();
    let (cards, decisions) = (cards.join(","), decisions.join(","));
    let round = format!("cards = [{cards}]\ndecisions = [{decisions}]\nnets = [{net}]");
    replay(rules, &round).unwrap_or_else(|error| panic!("{rules}: {round}: {error}"))
}

/// Checks that a decision is refused where it comes.
fn refused(rules: &str, cards: &str, decisions: &[&str]) {
    let cards: Vec<String> = cards.split(' ').map(|card| format!("{card:?}")).collect();
    let decisions: Vec<String> = decisions.iter().map(|word| format!("{word:?}")).collect();
    let (cards, decisions) = (cards.join(","), decisions.join(","));
    let error = replay(rules, &format!("cards = [{cards}]\ndecisions = [{decisions}]"));
    let error = error.unwrap_err();
    assert!(error.contains("not legal") || error.contains("not used"), "{rules}: {error}");
}

#[test]
fn b1_the_shoe_holds_so_many_decks() {
    for decks in [1, 2, 4, 6, 8] {
        let shoe = &house(&format!("decks = {decks}")).game().shoes()[0];
        assert_eq!(shoe.cards.iter().map(|(_, copies)| copies).sum::<u32>(), 52 * decks);
        assert_eq!((shoe.cards[0], shoe.cards[9]), (("A", 4 * decks), ("10", 16 * decks)));
    }
    // The fifth ace of one deck.
    let round = "cards = ['A', 'A', 'A', 'A', 'A']\ndecisions = ['hit']";
    assert!(replay("decks = 1", round).unwrap_err().contains("no A left"));
}

#[test]
fn b2_cards_are_dealt_in_turn() {
    let round = "cards = ['10', '9', '8', '10', '9', '10']\ndecisions = ['stand', 'stand']\n\
                 nets = [1, 0]\nfirst = 1";
    let told = replay("players = 2", round).unwrap();
    assert_eq!(
        told[..3],
        [
            "B2 seat 1 is dealt a pair of 10",
            "B2 seat 2 is dealt a pair of 9",
            "B2 the dealer shows 8"
        ]
    );
}

#[test]
fn b3_naturals() {
    for (pays, net) in [("3:2", 1.5), ("6:5", 1.2), ("1:1", 1.0)] {
        let rules = format!("natural_pays = '{pays}'");
        comes_to(&rules, "A 9 10 9", &[], net);
        comes_to(&format!("{rules}\nhole_card = 'none'"), "A 9 10", &[], net);
        comes_to(&format!("{rules}\nhole_card = 'none'"), "A 10 10 9", &[], net);
        // A natural of both pushes.
        comes_to(&rules, "10 A A 10", &[], 0.0);
        comes_to(&format!("{rules}\nhole_card = 'none'"), "10 10 A A", &[], 0.0);
    }
}

#[test]
fn b4_the_dealers_natural() {
    for cards in ["10 10 10 A", "8 A 8 10"] {
        let told = comes_to("", cards, &[], -1.0);
        assert!(told.contains(&"B4 the dealer has a natural".to_owned()), "{told:?}");
    }
    let none = "hole_card = 'none'";
    comes_to(none, "6 10 5 10 A", &["double"], -2.0);
    comes_to(none, "8 A 8 10 10 10", &["split", "stand", "stand"], -2.0);
    comes_to(none, "8 A 8 10", &["surrender"], -1.0);
    comes_to(none, "8 A 8 9", &["surrender"], -0.5);
    // No hand is left whose result a second card could change.
    comes_to(none, "8 A 8 10", &["hit"], -1.0);
    comes_to(none, "8 9 8", &["surrender"], -0.5);
    // A plain 21 loses to it as well.
    comes_to(none, "5 10 5 A A", &["hit"], -1.0);
}

#[test]
fn b5_hands_are_played_until_they_stand() {
    comes_to("", "10 10 6 7 10", &["hit"], -1.0);
    comes_to("", "10 10 2 7 2 3 A", &["hit", "hit", "hit", "stand"], 1.0);
    // A hand of 21 stands; soft totals may be played on.
    comes_to("", "10 10 6 7 5", &["hit"], 1.0);
    comes_to("", "A 10 6 7 10 2", &["hit", "hit", "stand"], 1.0);
    refused("", "10 10 6 7 5", &["hit", "stand"]);
}

#[test]
fn b6_doubles() {
    comes_to("", "6 10 5 7 10", &["double"], 2.0);
    comes_to("", "A 6 8 10 2 3", &["double"], 2.0);
    comes_to("double_on = '9_to_11'", "4 6 5 10 10 10", &["double"], 2.0);
    refused("double_on = '9_to_11'", "4 6 4 10 10 10", &["double"]);
    refused("double_on = '9_to_11'", "A 6 8 10 10 10", &["double"]);
    comes_to("double_on = '10_to_11'", "4 6 6 10 10 10", &["double"], 2.0);
    refused("double_on = '10_to_11'", "4 6 5 10 10 10", &["double"]);
    // Only on two cards.
    refused("", "4 6 3 10 2 10 10", &["hit", "double"]);
}

#[test]
fn b7_splits() {
    // 8 + 3 doubled to 21 and 8 + 10, against 20.
    let cards = "8 10 8 10 3 10 10";
    comes_to("", cards, &["split", "double", "stand"], 1.0);
    refused("double_after_split = false", cards, &["split", "double", "stand"]);
    // A ten and an ace after a split are a plain 21.
    comes_to("", "10 6 10 5 A A 10", &["split"], 0.0);
    // Up to four hands, or fewer.
    let splits = ["split", "split", "split", "stand", "stand", "stand", "stand"];
    comes_to("", "8 6 8 10 8 8 10 10 10 10 10", &splits, 4.0);
    let splits = ["split", "split", "stand", "stand", "stand"];
    comes_to("split_to_hands = 3", "8 6 8 10 8 10 10 10 10", &splits, 3.0);
    refused("split_to_hands = 2", "8 6 8 10 8 10 10 10 10", &splits);
    // All tens make a pair; a hand of three cards is not one.
    refused("", "2 6 2 10 4 10 10", &["hit", "split"]);
}

#[test]
fn b8_split_aces() {
    // They take one card each, and stand.
    comes_to("", "A 6 A 10 5 9 10", &["split"], 2.0);
    comes_to(
        "hit_split_aces = true",
        "A 6 A 10 5 4 9 10",
        &["split", "hit", "stand", "stand"],
        2.0,
    );
    refused("hit_split_aces = true", "A 6 A 10 5 4 9 10", &["split", "double", "stand"]);
    comes_to("", "A 6 A 10 A 9 10", &["split"], 2.0);
    comes_to("resplit_aces = true", "A 6 A 10 A 9 9 9 10", &["split", "split"], 3.0);
    comes_to("resplit_aces = true", "A 6 A 10 A 9 10", &["split", "stand"], 2.0);
    // If they are not resplit, they may be hit.
    let rules = "hit_split_aces = true";
    comes_to(rules, "A 6 A 10 A 9 9 10", &["split", "hit", "stand"], 2.0);
}

#[test]
fn b9_late_surrender() {
    comes_to("", "10 10 6 7", &["surrender"], -0.5);
    refused("late_surrender = false", "10 10 6 7", &["surrender"]);
    // Late means after the dealer has looked; only on the first two cards, and not after a split.
    comes_to("", "10 10 6 A", &[], -1.0);
    refused("", "5 10 6 7 2", &["hit", "surrender"]);
    refused("", "8 10 8 7 8 8", &["split", "surrender"]);
}

#[test]
fn b10_the_dealer_draws() {
    let soft = "10 6 8 A 10";
    comes_to("dealer_hits_soft_17 = false", "10 6 8 A", &["stand"], 1.0);
    comes_to("dealer_hits_soft_17 = true", soft, &["stand"], 1.0);
    comes_to("dealer_hits_soft_17 = true", "10 6 8 A 4", &["stand"], -1.0);
    // The dealer stands on a soft 18 and a hard 17, and does not draw if no hand is left.
    comes_to("", "10 7 8 A", &["stand"], 0.0);
    comes_to("", "10 7 8 10", &["stand"], 1.0);
    comes_to("", "10 6 6 10 10", &["hit"], -1.0);
}

#[test]
fn b11_the_higher_total_wins() {
    for (cards, net) in [("10 10 8 7", 1.0), ("10 10 8 8", 0.0), ("10 10 8 9", -1.0)] {
        comes_to("", cards, &["stand"], net);
    }
    comes_to("", "10 6 2 10 10", &["stand"], 1.0);
}

#[test]
fn what_the_rules_do_not_allow_is_refused() {
    let faults = |rules: &str| -> Vec<String> {
        let rules: Rules = toml::from_str(rules).unwrap();
        rules.check().iter().map(ToString::to_string).collect()
    };
    assert!(Rules::default().check().is_empty());
    assert_eq!(faults("decks = 3"), ["decks = 3 is not allowed: 1 | 2 | 4 | 6 | 8"]);
    assert_eq!(faults("players = 8\nsplit_to_hands = 1").len(), 2);
    assert_eq!(faults("shuffle = { penetration = 1.0 }").len(), 1);
    let seat = |text: &str| strategy::seat(&house(""), text).map(|_| ()).unwrap_err().to_string();
    assert!(
        seat("basic(chart=3-decks)").contains("1-deck-h17"),
        "{}",
        seat("basic(chart=3-decks)")
    );
    assert!(seat("threshold(hit_below=22)").contains("4..=21"));
}

/// Some two dozen different sets of rules.
fn many_rules() -> impl Iterator<Item = String> {
    (0..24_usize).map(|i| {
        let one = |of: &[&'static str], step: usize| of[i / step % of.len()];
        let flag = |step: usize| (i / step).is_multiple_of(2);
        format!(
            "players = {}\ndecks = {}\nnatural_pays = '{}'\nhole_card = '{}'\ndouble_on = '{}'\n\
             double_after_split = {}\nsplit_to_hands = {}\nresplit_aces = {}\n\
             hit_split_aces = {}\nlate_surrender = {}\ndealer_hits_soft_17 = {}\nshuffle = {}",
            1 + i % 7,
            one(&["1", "2", "4", "6", "8"], 1),
            one(&["3:2", "6:5", "1:1"], 5),
            one(&["peek", "none"], 1),
            one(&["any", "9_to_11", "10_to_11"], 2),
            flag(3),
            one(&["2", "3", "4"], 4),
            flag(5),
            flag(7),
            flag(2),
            flag(11),
            one(&["'every_round'", "{ penetration = 0.7 }"], 6),
        )
    })
}

#[derive(Default)]
struct Nets(Vec<i64>);

impl Sink for Nets {
    fn ordered(&self) -> bool {
        true
    }

    fn session(&mut self, record: &Record, _times: u64) {
        self.0.push(record.seats[0].net);
        let seats: i64 = record.seats.iter().map(|score| score.net).sum();
        assert_eq!(seats + record.house.net, 0);
        let positions: i64 = record.positions.iter().map(|score| score.net).sum();
        assert_eq!(seats, positions);
    }
}

fn nets(house: &House<Blackjack>, asked: impl Into<Asked>, rounds: u64) -> Vec<i64> {
    let seat = strategy::seat(house, asked).unwrap();
    let mut nets = Nets::default();
    house.play(&mut vec![seat; house.players()], Seed::new(1), 0..rounds, &mut nets);
    nets.0
}

#[test]
fn money_is_conserved_under_all_rules() {
    for rules in many_rules() {
        for strategy in ["basic", "random", "threshold"] {
            nets(&house(&rules), strategy, 200);
        }
    }
}

/// `basic` plays like the chart for the rules does as a file.
#[test]
fn basic_is_the_chart_for_the_rules() {
    for rules in many_rules() {
        let house = house(&rules);
        let rules = &Engine::rules(&house).game;
        let decks = ["1-deck", "2-decks", "4-decks"][(rules.decks.ilog2() as usize).min(2)];
        let name = format!("{decks}-{}", if rules.dealer_hits_soft_17 { "h17" } else { "s17" });
        let path = format!("{}/examples/blackjack/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let file = Some(std::fs::read_to_string(path).unwrap());
        let written = format!("{name}.toml");
        let file = nets(&house, Asked { written, file, memory: None }, 300);
        assert_eq!(nets(&house, "basic", 300), file, "{rules:?}");
        assert_eq!(nets(&house, format!("basic(chart={name})"), 300), file);
    }
}

#[derive(Default)]
struct Net(i64);

impl Sink for Net {
    fn session(&mut self, record: &Record, times: u64) {
        self.0 += record.seats[0].net * times as i64;
    }
}

/// The house edge in % of the first stake, over the same rounds for all rules.
fn edge(rules: &str, strategy: &str, rounds: u64) -> f64 {
    let house = house(rules);
    let half = |sessions: std::ops::Range<u64>| {
        let mut seats = vec![strategy::seat(&house, strategy).unwrap()];
        let mut net = Net::default();
        house.play(&mut seats, Seed::new(7), sessions, &mut net);
        net.0
    };
    let sum = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(rounds / 2..rounds));
        half(0..rounds / 2) + other.join().unwrap()
    });
    -100.0 * sum as f64 / 10.0 / rounds as f64
}

/// A round has a standard deviation of 1.15 stakes, so the mean of this many has one of 0.03 %.
#[test]
fn the_published_edge_comes_out() {
    let found = edge("", "basic", 16_000_000);
    assert!((found - 0.530).abs() < 0.05, "{found}");
}

/// The published worth of a rule, or of never splitting, to the house, in percent of a stake.
const WORTHS: [(&str, &str, f64); 5] = [
    ("natural_pays = '6:5'", "basic", 1.360),
    ("dealer_hits_soft_17 = false", "basic", -0.197),
    ("double_after_split = false", "basic", 0.144),
    ("late_surrender = false", "basic", 0.088),
    ("", "basic(split=false)", 0.559),
];

/// The committed tables, of so many rounds that a hundredth of a percent shows.
#[test]
fn the_committed_tables_are_as_published() {
    let percent = |table: &str, row: usize, column: &str| -> f64 {
        let path = format!("{}/results/reference/{table}.csv", env!("CARGO_MANIFEST_DIR"));
        let mut table =
            csv::Reader::from_path(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let at = table.headers().unwrap().iter().position(|name| name == column).unwrap();
        let row = table.records().nth(row).unwrap().unwrap();
        100.0 * row[at].parse::<f64>().unwrap()
    };
    let near = |found: f64, published: f64, what: &str| {
        assert!((found - published).abs() < 0.01, "{what}: {found} for {published}");
    };
    near(-percent("blackjack-decks-6", 0, "ev"), 0.530, "six decks");
    for (rules, _, published) in WORTHS {
        let (table, column, sign) = match rules.split_once(" = ") {
            Some((field, _)) => (format!("blackjack-{field}.metric"), "estimate", 1.0),
            None => ("blackjack-no-splits".to_owned(), "ev", -1.0),
        };
        let of = |row: usize| sign * percent(&table, row, column);
        near(of(1) - of(0), published, &table);
    }
}

/// The effect of a rule, on the same luck: each of these differences has a standard deviation of at
/// most 0.02 %.
#[test]
fn the_published_worth_of_rules_comes_out() {
    const ROUNDS: u64 = 2_000_000;
    let base = edge("", "basic", ROUNDS);
    for (rules, strategy, published) in WORTHS {
        let found = edge(rules, strategy, ROUNDS) - base;
        assert!((found - published).abs() < 0.05, "{rules} {strategy}: {found}");
    }
}

/// The counting system can be read for every shoe, and distinguishes rich shoes from poor ones.
#[test]
fn hi_lo_is_balanced_and_predicts() {
    let text = include_str!("../../examples/blackjack/hi-lo.toml");
    let house = house("decks = 2\nshuffle = { penetration = 0.75 }");
    let file = SystemFile { path: "hi-lo.toml".to_owned(), text: text.to_owned() };
    let memory = strategy::memory(&house, "hi-lo", Some(&file)).unwrap();
    let mut seats = vec![strategy::seat(&house, "basic").unwrap()];
    let (mut rich, mut poor) = ((0, 0), (0, 0));
    Counting::play_counted(
        &house,
        &mut seats,
        (0, &memory),
        Seed::new(1),
        0..30_000,
        &mut |round| {
            let group = match round.counts[0] {
                Some(count) if count >= 2.0 => &mut rich,
                Some(count) if count < -1.0 => &mut poor,
                _ => return,
            };
            *group = (group.0 + round.net, group.1 + 1);
        },
    );
    let mean = |(net, rounds): (i64, i64)| net as f64 / 10.0 / rounds as f64;
    assert!(rich.1 > 50_000 && poor.1 > 50_000, "{rich:?} {poor:?}");
    assert!(mean(rich) > 0.003 && mean(poor) < -0.012, "{} {}", mean(rich), mean(poor));
}

/// A round has far more courses than can be visited, as an estimate from a few of them shows.
#[test]
fn exact_figures_are_refused_at_once() {
    let house = house("decks = 1");
    let mut seats = vec![strategy::seat(&house, "basic").unwrap()];
    let error = house.exact(&mut seats).unwrap_err().to_string();
    assert!(error.contains("possible courses") && error.contains("use `simulate`"), "{error}");
}

/// A round in which the shoe ran out says so: the cards that it counts are those since the refill.
#[test]
fn a_round_in_which_the_shoe_ran_out_says_so() {
    let house = house("players = 7\ndecks = 1");
    // Every player splits if possible, and otherwise hits as long as possible.
    let rules = ["split", "hit", "stand"].map(|action| format!("[[rule]]\ndo = '{action}'\n"));
    let file = Some(format!("game = 'blackjack'\nabout = 'draws'\n{}", rules.concat()));
    let asked = Asked { written: "draws.toml".to_owned(), file, memory: None };
    let mut seats = vec![strategy::seat(&house, asked).unwrap(); 7];
    let (mut few, mut ran_out) = (0, 0);
    let (memory, sessions) = ((0, &Memory::None), 0..10_000);
    Counting::play_counted(&house, &mut seats, memory, Seed::new(1), sessions, &mut |round| {
        // Two cards are dealt to each of seven players and the dealer.
        let is_few = round.dealt.iter().sum::<u32>() < 16;
        assert!(round.ran_out || !is_few, "{:?}", round.dealt);
        (few, ran_out) = (few + u32::from(is_few), ran_out + u32::from(round.ran_out));
    });
    assert!(few > 3 && ran_out > 3, "{few} {ran_out}");
}

/// A shoe that is kept at another penetration than the rules' may run out, as one of theirs does.
#[test]
fn a_shoe_at_another_penetration_plays_as_one_of_the_rules() {
    let nets = |counting: &dyn Counting, house: &House<Blackjack>| {
        let mut players = vec![strategy::seat(house, "basic").unwrap()];
        let mut nets = Vec::new();
        counting.play_counted(
            &mut players,
            (0, &Memory::None),
            Seed::new(2),
            0..2_000,
            &mut |round| {
                nets.push((round.session, round.net));
            },
        );
        nets
    };
    let (fresh, ruled) = (house("decks = 1"), house("decks = 1\nshuffle = { penetration = 0.9 }"));
    let kept = fresh.at_penetration(0.9).unwrap();
    let found = nets(kept.capabilities().counting.unwrap(), &fresh);
    assert_eq!(found, nets(&ruled, &ruled));
}
