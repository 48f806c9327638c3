//! Card counting: effects of removal, memories and their value, against results from other sources.

use crate::tables::{self, table};
use croupier::cards::Memory;
use croupier::cards::random::Seed;
use croupier::framework::{AnyTable, Counting, Decisions, Engine, HandAsked, PartValue};
use croupier::games::kinzo::Kinzo;
use croupier::games::zinbiddle::Zinbiddle;
use croupier::simulate::{self, Contender, Counted, Counter, Plan, Until};
use croupier::stats::counting::jackknife;
use croupier::strategy::{self, Asked, SystemFile};
use std::sync::atomic::AtomicBool;

/// A strategy with a counting system that is read from a text.
fn counted(system: &str, strategy: &str) -> Asked {
    let file = SystemFile { path: "system.toml".to_owned(), text: system.to_owned() };
    Asked { memory: Some(file), ..strategy.into() }
}

fn run(game: &dyn AnyTable, counters: &[Counter], rounds: u64) -> Vec<Counted> {
    let stop = AtomicBool::new(false);
    let plan = Plan {
        seed: 4,
        until: Until::Rounds(rounds),
        confidence: 0.95,
        stop: &stop,
        journal: None,
    };
    simulate::count(game, counters, plan, &|_, _| {}).counted
}

/// A counter in seat 1 that plays a strategy with a memory, while the others play something else.
fn counter(game: &dyn AnyTable, strategy: &str, memory: Memory, others: &str) -> Counter {
    let parse = |text: &str| strategy::parse(&game.profile(), &text.into()).unwrap();
    let mut players = parse(strategy).seat_with(game, memory.clone()).unwrap();
    let other = parse(others).seat(game).unwrap();
    (1..game.players()).for_each(|_| players.add(&*other));
    Counter { contender: Contender { players, seat: 0 }, memory }
}

/// The change in a strategy's EV for each card taken out of a fresh shoe.
fn exact_effects(game: &Kinzo, text: &str) -> Vec<f64> {
    let fresh = game.fresh();
    let strategy = strategy::parse(&fresh.profile(), &text.into()).unwrap();
    let mut player = strategy.seat(&*fresh).unwrap();
    let counting = fresh.capabilities().counting.unwrap();
    counting.exact_effects(&mut *player).unwrap()
}

/// If the strategy does not know it, removing a card at random changes nothing: weighted by copies,
/// the effects of removal sum to 0.
#[test]
fn exact_effects_sum_to_nothing() {
    let cases = [
        ("", "threshold"),
        ("", "threshold(hit_below=11,split=true)"),
        ("", "textbook"),
        ("", "best"),
        ("split=false", "best(play=linear)"),
        ("copies_per_value=3;tie_at_tally=match;doubled=exactly", "two-cards"),
        ("dealer_limit=9;dealer_stop_values=[1,6];commission=50", "threshold"),
    ];
    for (set, text) in cases {
        let game = table::<Kinzo>(set);
        let effects = exact_effects(&game, text);
        let copies = &game.shoes()[0].cards;
        let sum: f64 = effects
            .iter()
            .zip(copies)
            .map(|(effect, (_, n))| effect / 1000.0 * f64::from(*n))
            .sum();
        assert!(sum.abs() < 1e-12, "{set} {text}: {sum:e}");
        assert!(effects.iter().any(|effect| effect.abs() > 1.0), "{set} {text}: {effects:?}");
    }
}

/// An effect of removal is the exact EV of the deck without the card, for a strategy that sees
/// nothing of the deck.
#[test]
fn an_effect_is_the_difference_of_two_decks() {
    let game = table::<Kinzo>("");
    let effects = exact_effects(&game, "threshold");
    let ev = |counts: &[u32]| {
        let game = table::<Kinzo>("").with_deck(counts).unwrap();
        game.exact(&mut [strategy::seat(&game, "threshold").unwrap()]).unwrap().seats[0].mean
    };
    let whole = ev(&[6; 6]);
    for card in 0..6 {
        let mut counts = [6; 6];
        counts[card] = 5;
        assert!((effects[card] - (ev(&counts) - whole)).abs() < 1e-9, "{card}");
    }
}

/// The same in a deck that the player can empty: nobody draws from an empty pile.
#[test]
fn rule_k11_an_effect_is_the_difference_of_two_decks_that_run_out() {
    let text = "threshold(hit_below=12)";
    let game = table::<Kinzo>("copies_per_value=1");
    let effects = exact_effects(&game, text);
    let ev = |counts: &[u32]| {
        let game = table::<Kinzo>("").with_deck(counts).unwrap();
        game.exact(&mut [strategy::seat(&game, text).unwrap()]).unwrap().seats[0].mean
    };
    for card in 0..6 {
        let mut counts = [1; 6];
        counts[card] = 0;
        let difference = ev(&counts) - ev(&[1; 6]);
        assert!((effects[card] - difference).abs() < 1e-9, "{card}: {effects:?}, {difference}");
        assert!(difference > 1.0, "{difference}");
    }
}

/// Effects sampled from rounds of fresh shoes agree with the exact ones within five standard
/// errors.
#[test]
fn sampled_effects_are_the_exact_ones() {
    let game = table::<Kinzo>("");
    let exact = exact_effects(&game, "threshold");
    let fresh = game.fresh();
    let counter = counter(&*fresh, "threshold", Memory::None, "threshold");
    let found = &run(&*fresh, &[counter], 400_000)[0];
    for card in 0..6 {
        let of = |out| found.without(out).removals.effect(card);
        let estimate = jackknife(simulate::GROUPS, 0.95, of).unwrap();
        let se = estimate.se.unwrap();
        assert!((estimate.value - exact[card]).abs() < 5.0 * se, "{card}: {estimate:?} {exact:?}");
        assert!(se < 3.0 && exact.iter().any(|effect| effect.abs() > 5.0 * se), "{se}");
    }
}

/// Effects of cards in Zinbiddle: a shoe of numbers alone has no misfire to remove, and over the
/// copies of all cards the effects of a shoe sum to 0 within their error.
#[test]
fn sampled_effects_of_every_shoe_sum_to_nothing() {
    let game = table::<Zinbiddle>("casino;misfires_per_suit=0").fresh();
    let counter = counter(&*game, "pilot", Memory::None, "regular");
    let found = &run(&*game, &[counter], 3_000)[0];
    let all = found.without(None).removals;
    assert_eq!(all.effect(24), None);
    for (number, shoe) in game.capabilities().counting.unwrap().shoes().iter().enumerate() {
        let at = |card: usize| 6 * number + card;
        assert_eq!((shoe.cards[0], all.effect(at(0))), (("0", 0), None));
        let sum = |out| -> Option<f64> {
            let removals = found.without(out).removals;
            let of = |(card, &(_, copies)): (usize, &(&str, u32))| {
                Some(f64::from(copies) * removals.effect(at(card))?)
            };
            shoe.cards.iter().enumerate().skip(1).map(of).sum()
        };
        let estimate = jackknife(simulate::GROUPS, 0.95, sum).unwrap();
        assert!(estimate.value.abs() < 5.0 * estimate.se.unwrap(), "{}: {estimate:?}", shoe.name);
    }
}

/// A shoe that is shuffled before every round leaves nothing to remember.
#[test]
fn a_fresh_shoe_is_worth_nothing_to_count() {
    let game = table::<Kinzo>("split=false;shuffle.penetration=0.01;stake_limit=5");
    let system = strategy::memory(&game, "lined", None).unwrap();
    let counters = [Memory::None, system, Memory::Full]
        .map(|memory| counter(&game, "best(play=linear)", memory, "threshold"));
    let found = run(&game, &counters, 20_000);
    assert!(found[0].net == found[1].net && found[1].net == found[2].net);
    // A shoe that is not leaves something.
    let game = table::<Kinzo>("split=false;shuffle.penetration=0.8");
    let counters = [Memory::None, Memory::Full]
        .map(|memory| counter(&game, "best(play=linear)", memory, "threshold"));
    let found = run(&game, &counters, 60_000);
    let gain = found[1].net.ratio().unwrap() - found[0].net.ratio().unwrap();
    assert!(gain > 4.0, "{gain}");
}

/// A session of at most two rounds, solved: after the first round five cards are gone, or the shoe
/// is shuffled; the value of the second is known for every composition that can be left.
#[test]
fn a_small_shoe_comes_out_as_it_is_solved() {
    let set = "copies_per_value=2;split=false;hand_limit=3;dealer_limit=4";
    let shoe = format!("{set};shuffle.penetration=0.5");
    let fresh = table::<Kinzo>(set);
    let mut plain = [strategy::seat(&fresh, "best").unwrap()];
    let first = fresh.exact(&mut plain).unwrap().seats[0].mean;
    // On two cards it stays if no other action is better.
    let mut stays = [[[false; 6]; 6]; 6];
    for decision in fresh.decisions(HandAsked::default()).unwrap() {
        let cards: Vec<usize> = decision.hand.split(',').map(|c| c.parse().unwrap()).collect();
        if let ([a, b], "stay") = (cards.as_slice(), decision.action.as_str()) {
            let [("dealer", PartValue::Text(up))] = &decision.situation[..] else { panic!() };
            let up: usize = up.parse().unwrap();
            let best = decision.loss == 0.0;
            (stays[up - 1][a - 1][b - 1], stays[up - 1][b - 1][a - 1]) = (best, best);
        }
    }
    // The values of the seven cards left, with and without knowledge of them.
    let mut worths = std::collections::HashMap::new();
    let mut worth = |left: [u32; 6]| {
        *worths.entry(left).or_insert_with(|| {
            let game = table::<Kinzo>(set).with_deck(&left).unwrap();
            let mut knows = [strategy::seat(&game, "best").unwrap()];
            let full = game.exact(&mut knows).unwrap().seats[0].mean;
            [game.exact(&mut plain).unwrap().seats[0].mean, full]
        })
    };
    let (mut again, mut second) = (0.0, [0.0; 2]);
    for code in 0..6_usize.pow(5) {
        let [a, b, up, hole, third] = [0, 1, 2, 3, 4].map(|place| code / 6_usize.pow(place) % 6);
        let (mut left, mut odds, mut cards) = ([2_u32; 6], 1.0, 12.0);
        for card in [a, b, up, hole, third] {
            odds *= f64::from(left[card]) / cards;
            left[card] = left[card].saturating_sub(1);
            cards -= 1.0;
        }
        // K10: a lined third card ends the dealer's turn.
        if odds > 0.0 && stays[up][a][b] && third >= 4 {
            again += odds;
            let worth = worth(left);
            (0..2).for_each(|who| second[who] += odds * worth[who]);
        }
    }
    assert!(again > 0.1 && (second[1] - second[0]) / again > 20.0, "{again} {second:?}");
    let game = table::<Kinzo>(&shoe);
    for (who, memory) in [Memory::None, Memory::Full].into_iter().enumerate() {
        let exact = (first + second[who]) / (1.0 + again);
        let counter = counter(&game, "best", memory.clone(), "threshold");
        let found = &run(&game, &[counter], 60_000)[0];
        let rounds = found.net.n as f64 / found.net.sessions as f64;
        assert!((rounds - 1.0 - again).abs() < 0.012, "{rounds} {again}");
        let (ev, se) = (found.net.ratio().unwrap(), found.net.ratio_variance().unwrap().sqrt());
        assert!((ev - exact).abs() < 4.0 * se && se < 5.0, "{memory:?}: {ev} ± {se}, not {exact}");
    }
}

/// Every memory is exact about the cards on the table: in the first round of a shoe all of them
/// play the same.
#[test]
fn memories_differ_in_earlier_rounds_only() {
    let kinzo = "shuffle.penetration=0.01;stake_limit=3;players=2;split=false";
    for text in ["best(memory=none)", "best(memory=lined)", "best(memory=full,error_rate=0.5)"] {
        let sessions = |text| tables::sessions(&table::<Kinzo>(kinzo), text, "random", 60);
        assert_eq!(sessions(text), sessions("best"), "{text}");
    }
    let casino = "casino;shuffle=every_hand;hands_per_session=3";
    for text in ["pilot", "pilot(memory=misfires)", "pilot(memory=full,error_rate=1)"] {
        let sessions = |text| tables::sessions(&table::<Zinbiddle>(casino), text, "regular", 40);
        assert_eq!(sessions(text), sessions("counter"), "{text}");
    }
}

/// With cards out of the shoe, each memory plays differently, and so does each share of missed
/// cards; the same one always plays the same.
#[test]
fn every_memory_plays_its_own_way() {
    let kinzo = "shuffle.penetration=0.8;split=false;copies_per_value=4;stake_limit=4";
    let own =
        "game = 'kinzo'\nabout = 'x'\ndivisor = 'none'\nstart = -2\ntags = { 5 = 1, 6 = 1 }\n";
    let texts = [
        "none",
        "lined",
        "middle",
        "full",
        "mine.toml",
        "full,error_rate=0.5",
        "full,error_rate=1",
    ];
    let mut seen = Vec::new();
    for text in texts {
        let name = format!("best(play=linear,memory={text})");
        let asked = if text == "mine.toml" { counted(own, &name) } else { name.as_str().into() };
        let sessions =
            |asked: &Asked| tables::sessions(&table::<Kinzo>(kinzo), asked.clone(), "random", 400);
        let found = sessions(&asked);
        assert_eq!(found, sessions(&asked), "{text}");
        assert!(!seen.contains(&found) || text == "full,error_rate=1", "{text}");
        // A player who misses everything remembers nothing.
        assert!(text != "full,error_rate=1" || found == seen[0]);
        seen.push(found);
    }
    let casino = "casino;hands_per_session=30";
    let mut seen = Vec::new();
    for text in ["none", "misfires", "capstone", "full", "full,error_rate=0.2"] {
        let name = format!("pilot(memory={text})");
        let found = tables::sessions(&table::<Zinbiddle>(casino), name.as_str(), "regular", 10);
        assert!(!seen.contains(&found), "{text}");
        seen.push(found);
    }
    let counter = tables::sessions(&table::<Zinbiddle>(casino), "counter", "regular", 10);
    assert_eq!(counter, seen[3]);
}

/// Rules about the cards to come use the memory of the file.
#[test]
fn files_ask_their_memory() {
    let kinzo = |memory: &str, rules: &str| {
        let file = tables::file::<Kinzo>(&format!("{memory}\n{rules}"));
        tables::sessions(
            &table::<Kinzo>("shuffle.penetration=0.8;stake_limit=3"),
            file,
            "random",
            400,
        )
    };
    let by_share = "[[rule]]\nwhen = { share_5 = '18..' }\ndo = 'hit'\n[[rule]]\ndo = 'stay'\n";
    let stakes =
        "hit_below = 9\n[[stake]]\nwhen = { share_1 = '..14' }\nstake = 3\n[[stake]]\nstake = 1\n";
    for rules in [by_share, stakes] {
        let full = kinzo("", rules);
        assert_eq!(full, kinzo("memory = 'full'", rules));
        let all = [
            full,
            kinzo("memory = 'none'", rules),
            kinzo("memory = 'middle'", rules),
            kinzo("error_rate = 0.3", rules),
        ];
        for (i, one) in all.iter().enumerate() {
            assert!(!all[..i].contains(one), "{i} {rules}");
        }
    }
    let ramp = "memory = 'middle'\nhit_below = 9\n[[stake]]\nwhen = { count_above = '1..' }\n\
                stake = 3\n[[stake]]\nwhen = { count_below = '1..' }\nstake = 1\n\
                [[stake]]\nstake = 2\n";
    let flat = "hit_below = 9\nstake = 2\n";
    assert_ne!(kinzo("", ramp), kinzo("", flat));
    let zinbiddle = |memory: &str| {
        let file = tables::file::<Zinbiddle>(&format!(
            "{memory}\n[[bet]]\nwhen = {{ misfire_share = '..19' }}\ndo = 'bet'\n[[bet]]\ndo = 'call'\n"
        ));
        tables::sessions(&table::<Zinbiddle>("casino;hands_per_session=30"), file, "regular", 10)
    };
    let all = [zinbiddle(""), zinbiddle("memory = 'none'"), zinbiddle("memory = 'misfires'")];
    assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
}

/// Faults of a counting system are reported with their line.
#[test]
fn what_is_wrong_with_a_system_is_named() {
    let game = table::<Kinzo>("");
    let read = |lines: &str| {
        let text = format!("game = 'kinzo'\nabout = 'x'\n{lines}");
        let file = SystemFile { path: "mine.toml".to_owned(), text };
        strategy::memory(&game, "mine", Some(&file)).map_err(|error| error.to_string())
    };
    read("divisor = 6\ntags = { 1 = 1, 6 = -1 }\nbalanced = true\nrounding = 'down'\n").unwrap();
    for (lines, parts) in [
        ("divisor = 6\n", &["line 1", "give it `tags`"][..]),
        ("tags = { 1 = 1 }\n", &["`divisor` is missing"]),
        ("divisor = 0\ntags = { 1 = 1 }\n", &["line 3: divisor = 0", "1..=10000, or \"none\""]),
        ("divisor = 6\ntags = { 7 = 1 }\n", &["line 4: `7` is no card", "1, 2, 3, 4, 5, 6"]),
        ("divisor = 6\ntags = { 1 = 10 }\n", &["line 4: tag 1 = 10", "-9..=9"]),
        ("divisor = 6\ntags = { 1 = 0.5 }\n", &["tag 1 = 0.5"]),
        ("divisor = 6\ntags = { }\n", &["every tag is 0"]),
        ("divisor = 6\ntags = 3\n", &["tags = 3", "{ CARD = TAG"]),
        ("divisor = 6\ntag = { 1 = 1 }\n", &["no key `tag` (did you mean `tags`?)"]),
        (
            "divisor = 6\ntags = { 1 = 1 }\nrounding = 'up'\n",
            &["line 5: rounding = \"up\"", "\"nearest\""],
        ),
        ("divisor = 6\ntags = { 1 = 1 }\nstart = 1.5\n", &["line 5: start = 1.5"]),
        ("divisor = 6\ntags = { 1 = 1 }\nbalanced = true\n", &["line 5: balanced", "add up to 6"]),
        ("divisor = 6\ntags = { 1 = 1, 2 = -1 }\nbalanced = false\n", &["balanced = false"]),
        ("divisor = 6\n[[shoe]]\nname = 'boot'\ntags = { 1 = 1 }\n", &["line 5: no shoe \"boot\""]),
        ("divisor = 6\n[[shoe]]\nname = 'shoe'\n", &["counts nothing"]),
        (
            "divisor = 6\ntags = { 1 = 1 }\n[[shoe]]\nname = 'shoe'\ntags = { 1 = 1 }\n",
            &["tags and [[shoe]]", "keep one"],
        ),
    ] {
        let message = read(lines).unwrap_err();
        assert!(message.contains("mine.toml"), "{message}");
        assert!(parts.iter().all(|part| message.contains(part)), "{lines}: {message}");
    }
    for (text, parts) in [
        ("best(memory=line)", &["no memory `line` (did you mean `lined`?)", "none, full"][..]),
        ("best(error_rate=2)", &["error_rate = 2", "0..=1"]),
        ("best(play=fast)", &["play = \"fast\"", "quick, exact or linear"]),
        ("best(play=3)", &["play = 3", "quick, exact or linear"]),
        ("threshold(memory=none)", &["no parameter `memory`"]),
        ("cautious(memory=line)", &["no memory `line`"]),
        ("cautious(error_rate=-1)", &["error_rate = -1", "0..=1"]),
    ] {
        let message = strategy::seat(&game, text).unwrap_err().to_string();
        assert!(parts.iter().all(|part| message.contains(part)), "{text}: {message}");
    }
    let rule = "[[rule]]\nwhen = { count_above = '1..' }\ndo = 'hit'\n[[rule]]\ndo = 'stay'\n";
    let message = tables::message(&game, tables::file::<Kinzo>(rule));
    assert!(message.contains("line 3") && message.contains("memory = NAME"), "{message}");
    // A system for four shoes does not fit a game with one deck.
    let one = table::<Zinbiddle>("");
    let message = strategy::memory(&one, "capstone", None).unwrap_err().to_string();
    assert!(message.contains("no shoe \"capstone\"; this table has deck"), "{message}");
    let sabacc =
        strategy::seat(&table::<croupier::games::sabacc::Sabacc>(""), "careful(memory=full)");
    assert!(sabacc.unwrap_err().to_string().contains("no parameter `memory`"));
}

/// Every shipped system has a description, and can be played at the table it is for.
#[test]
fn shipped_systems_are_read() {
    let mut seen = 0;
    let readme = include_str!("../../strategies/README.md");
    let mut check = |shipped: &strategy::catalogue::Shipped, memory: Memory| {
        assert!(shipped.text.starts_with('#'), "{}", shipped.name);
        assert!(readme.contains(&format!("`{}`", shipped.name)), "{}", shipped.name);
        assert!(memory.system().is_some());
        seen += 1;
    };
    for shipped in strategy::catalogue::counts(&Kinzo::game()) {
        check(shipped, strategy::memory(&table::<Kinzo>(""), shipped.name, None).unwrap());
    }
    for shipped in strategy::catalogue::counts(&Zinbiddle::game()) {
        let table = table::<Zinbiddle>("casino");
        check(shipped, strategy::memory(&table, shipped.name, None).unwrap());
    }
    assert!(seen >= 5, "{seen}");
}

/// Missing cards uses luck of its own: it does not change anybody's cards.
#[test]
fn what_one_misses_changes_no_cards() {
    let set = "players=2;shuffle.penetration=0.8;split=false";
    let game = table::<Kinzo>(set);
    let trace = |line: &str| {
        // A file that tests its memory, but never with an effect on its play.
        let rules = "[[rule]]\nwhen = { share_5 = '99..' }\ndo = 'hit'\n[[rule]]\ndo = 'stay'\n";
        let file = tables::file::<Kinzo>(&format!("{line}\n{rules}"));
        let mut seats =
            [strategy::seat(&game, file).unwrap(), strategy::seat(&game, "threshold").unwrap()];
        Engine::trace(&game, &mut seats, Seed::new(3), 2, None)
    };
    assert_eq!(trace(""), trace("error_rate = 0.7"));
    assert_eq!(trace(""), trace("memory = 'none'"));
}
