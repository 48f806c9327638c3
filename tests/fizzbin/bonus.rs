//! Bonuses (M2): the recipient, the payer, and that nothing else changes.

use crate::tables::{self, faults, plays};
use croupier::cards::random::Seed;
use croupier::framework::recorder::Recorder;
use croupier::framework::{Engine, GameRules, Record, Sink, Step};
use croupier::games::fizzbin::Fizzbin;
use croupier::games::fizzbin::events;
use croupier::games::fizzbin::hand::{HAND_PLACES, hand_event};
use croupier::games::fizzbin::round::{Keyed, Table};
use croupier::strategy;

fn table(set: &str) -> Fizzbin {
    tables::table(set)
}

/// The landru wins a throw of two equal players.
const THROW: &str = r#"
throw = 2
cards = ["9S", "9S", "9D", "9D", "TS", "TS", "TD", "TD", "AS", "AS", "AD", "AD", "JC", "QH", "JC"]
decisions = ["lay JC 1", "send 2", "pass", "keep", "place JC 2", "pass"]"#;

/// The archon pays a kronk for a krako, which knocks the landru out.
const STRUCK: &str = r#"
cards = ["JS", "KS", "JC", "2D", "JD", "7H", "9S", "AH", "8S", "AD", "QS", "5C", "6S", "3C", "9C"]
decisions = ["pass", "keep", "place 6S 1", "pass", "keep", "place 9C 2", "krako 2", "pass"]"#;

fn told(set: &str, script: &str) -> Vec<String> {
    let told = plays(&table(set), script);
    let of =
        |line: &&str| line.contains(" for ") && !line.contains("kronk ") || line.contains("nets");
    told.lines().filter(of).filter(|line| line.starts_with("M2")).map(str::to_owned).collect()
}

#[test]
fn rule_m2_what_the_bank_is_paid_is_told() {
    let set = "players=2;end=cycle;redeem=off";
    let bank = told(&format!("{set};kronk_payee=bank"), STRUCK);
    assert_eq!(bank, ["M2 seat 1 nets 0", "M2 seat 2 nets −49", "M2 the house nets +49"]);
    let nobody = told(&format!("{set};kronk_payee=kitty"), STRUCK);
    assert!(nobody.iter().all(|line| !line.contains("the house")), "{nobody:?}");
}

#[test]
fn rule_m2_every_bonus_is_paid_and_told() {
    let set = "d2-light;deck=pinochle;players=2;end=cycle;redeem=off";
    let bonus = "bonus={\"hand:three-quarter-fizzbin\"=3, \"wins-with:combined:stink\"=20, \
                 rock-paper-scissors=-5, \"kronks-spent:0\"=1, krako-struck=99}";
    assert_eq!(
        told(&format!("{set};{bonus}"), THROW),
        [
            "M2 seat 1 gets a bonus of 3 for hand:three-quarter-fizzbin: from the house",
            "M2 seat 1 gets a bonus of 1 for kronks-spent:0: from the house",
            "M2 seat 1 pays 5 for rock-paper-scissors: to the house",
            "M2 seat 2 gets a bonus of 3 for hand:three-quarter-fizzbin: from the house",
            "M2 seat 2 gets a bonus of 20 for wins-with:combined:stink: from the house",
            "M2 seat 2 gets a bonus of 1 for kronks-spent:0: from the house",
            "M2 seat 2 pays 5 for rock-paper-scissors: to the house",
            "M2 seat 1 nets −50",
            "M2 seat 2 nets +68",
            "M2 the house nets −18",
        ]
    );
    assert_eq!(told(set, THROW), ["M2 seat 1 nets −49", "M2 seat 2 nets +49"]);
    let set = "players=2;end=cycle;redeem=off;bonus_from=table";
    let bonus = "bonus={krako-struck=10, \"kronks-spent:1\"=-2, redeemed=9}";
    let struck = told(&format!("{set};{bonus}"), STRUCK);
    assert_eq!(
        struck,
        [
            "M2 seat 1 pays 2 for kronks-spent:1: 2 to each other seat",
            "M2 seat 2 gets a bonus of 10 for krako-struck: 10 from each other seat",
            "M2 seat 1 nets −12",
            "M2 seat 2 nets +12",
            "M2 the house nets 0",
        ]
    );
}

#[test]
fn rule_m2_bonuses_are_checked() {
    for (set, parts) in [
        ("bonus.redemed=1", &["did you mean `redeemed`?"][..]),
        ("bonus.hand:royal-fizzbim=1", &["did you mean `hand:royal-fizzbin`?"]),
        ("bonus.redeemed=0.5", &["money has no decimals here"]),
        ("bonus.redeemed=-1001", &["-1000..=1000"]),
        ("bonus_from=bank", &["bonus_from"]),
    ] {
        let message = faults::<Fizzbin>(set);
        assert!(parts.iter().all(|part| message.contains(part)), "{set}: {message}");
    }
}

/// The events of a seat have the same names as those of the table.
#[test]
fn events_of_a_seat_have_the_names_of_those_of_the_table() {
    let all: Vec<String> = table("").events().into_iter().map(|event| event.name).collect();
    assert_eq!(all[..events::LAPS], *events::of_a_seat());
    assert!(all[events::LAPS..].iter().all(|name| name.starts_with("turns-each:")));
}

/// The events of each seat in a round as they are recorded, and the bonuses paid.
#[derive(Default)]
struct Happened {
    seats: Vec<Vec<String>>,
    kronks: Vec<u32>,
    bonuses: Vec<Vec<String>>,
}

impl Recorder<Step> for Happened {
    fn hear(&mut self, step: impl FnOnce() -> Step) {
        let Step { event, fields, .. } = step();
        let seat = |name: &str| fields[name].as_u64().unwrap() as usize - 1;
        let name = |stage: &str| {
            let name = fields[stage]["name"].as_str().unwrap().to_lowercase();
            name.replace(": ", ":").replace(' ', "-")
        };
        match event {
            "redeemed" => self.seats[seat("seat")].push("redeemed".to_owned()),
            "struck" if fields["saved"] == false => {
                self.seats[seat("victim")].push("krako-struck".to_owned());
            }
            "scored" => {
                let combined = match name("combined").as_str() {
                    "none" | "corbomite" => "corbomite:none".to_owned(),
                    name => name.to_owned(),
                };
                let scored = [format!("hand:{}", name("hand")), format!("combined:{combined}")];
                self.seats[seat("seat")].extend(scored);
            }
            "threw" => {
                for seat in fields["seats"].as_array().unwrap() {
                    let seat = seat.as_u64().unwrap() as usize - 1;
                    self.seats[seat].push("rock-paper-scissors".to_owned());
                }
            }
            "won" => {
                let of =
                    |name: &&String| name.starts_with("hand:") || name.starts_with("combined:");
                let seat = &mut self.seats[seat("seat")];
                let won: Vec<String> = seat.iter().filter(of).cloned().collect();
                seat.extend(won.iter().map(|name| format!("wins-with:{name}")));
            }
            "paid" => self.kronks[seat("seat")] = fields["kronks"].as_u64().unwrap() as u32,
            "bonus" => {
                self.bonuses[seat("seat")].push(fields["for"].as_str().unwrap().to_owned());
            }
            _ => {}
        }
    }
}

/// If every event has a bonus, all events of a seat are paid, once each, and nothing else.
#[test]
fn all_that_happens_to_a_seat_is_paid() {
    let amounts = events::of_a_seat().iter().zip(1..).map(|(name, at)| format!("\"{name}\"={at}"));
    let bonus = format!("bonus={{{}}}", amounts.collect::<Vec<_>>().join(","));
    let mut seen = std::collections::BTreeSet::new();
    for (set, name) in [
        ("redeem=any", "random"),
        ("players=9;koiks=3", "builder"),
        ("day=9;deck=pinochle;players=3;redeem=any", "poisoner"),
        ("players=2;day=3", "hoarder"),
    ] {
        let game = table(&format!("{set};{bonus};bonus_from=table"));
        let players = game.players();
        assert!(game.rules().check().is_empty() && game.has_house());
        let mut seats = vec![strategy::seat(&game, name).unwrap(); players];
        let mut table = Table::new(game.rules());
        for session in 0..30 {
            let none = vec![Vec::new(); players];
            let mut tell =
                Happened { seats: none, kronks: vec![0; players], bonuses: vec![vec![]; players] };
            table.sit(session as usize % players);
            let luck = &mut Keyed::new(Seed::new(4).round(session, 0));
            let outcome = table.round(&mut seats, luck, &mut tell);
            assert_eq!(outcome.nets[..players].iter().sum::<i64>() + outcome.bank, 0);
            for seat in 0..players {
                let mut happened = tell.seats[seat].clone();
                happened.push(match tell.kronks[seat] {
                    kronks @ 0..9 => format!("kronks-spent:{kronks}"),
                    _ => "kronks-spent:9+".to_owned(),
                });
                happened.sort_unstable();
                let mut paid = tell.bonuses[seat].clone();
                paid.sort_unstable();
                assert_eq!(happened, paid, "{set} {name}, session {session}, seat {seat}");
                seen.extend(happened);
            }
        }
    }
    for event in ["redeemed", "krako-struck", "kronks-spent:1"] {
        assert!(seen.contains(event), "{event}: {seen:?}");
    }
}

/// Nets of seats and of the house, and counts of events.
#[derive(Default)]
struct Sums {
    seats: Vec<i64>,
    positions: i64,
    house: i64,
    hits: Vec<u32>,
}

impl Sink for Sums {
    fn session(&mut self, record: &Record, _times: u64) {
        self.seats.resize(record.seats.len(), 0);
        self.hits.resize(record.hits.len(), 0);
        self.seats.iter_mut().zip(&record.seats).for_each(|(sum, seat)| *sum += seat.net);
        self.positions += record.positions.iter().map(|place| place.net).sum::<i64>();
        self.house += record.house.net;
        self.hits.iter_mut().zip(&record.hits).for_each(|(sum, hits)| *sum += hits);
    }
}

/// Strategies that do not know bonuses play the same with them, in games of several rounds too: the
/// payer has less by the bonuses of the events.
#[test]
fn rule_m2_bonuses_are_worth_what_happened() {
    // Every name of a hand, each with a bonus one quatloo larger than the last.
    let names = || (0..HAND_PLACES).map(hand_event).zip(1..);
    let amounts: Vec<String> =
        names().map(|(name, amount)| format!("\"{name}\"={amount}")).collect();
    let bonus = &format!("bonus={{{}}}", amounts.join(","));
    for (set, name) in [
        ("", "builder"),
        ("day=2;players=3", "random"),
        ("overtime=2;overtime_called=losers_ahead;players=3", "hoarder"),
    ] {
        let played = |more: &str| {
            let game = table(&format!("{set};{more}"));
            let mut seats = vec![strategy::seat(&game, name).unwrap(); game.players()];
            let mut sums = Sums::default();
            game.play(&mut seats, Seed::new(9), 0..60, &mut sums);
            assert_eq!(sums.seats.iter().sum::<i64>(), sums.positions);
            assert_eq!(sums.positions + sums.house, 0);
            sums
        };
        let plain = played("");
        let worth: i64 =
            names().map(|(_, n)| n).zip(&plain.hits).map(|(n, &hits)| n * i64::from(hits)).sum();
        assert!(worth > 0, "{set}");
        let house = played(bonus);
        assert_eq!((house.house, &house.hits), (-worth, &plain.hits), "{set} {name}");
        let table = played(&format!("{bonus};bonus_from=table"));
        assert!(table.seats != plain.seats && table.hits == plain.hits, "{set} {name}");
    }
}
