//! Bonuses (S12): the recipient, the payer, and that nothing else changes.

use crate::tables::{self, faults, plays};
use croupier::cards::random::Seed;
use croupier::framework::{Engine, Record, Sink};
use croupier::games::sabacc::Sabacc;
use croupier::games::sabacc::events::SEAT_EVENTS;
use croupier::games::sabacc::hand::Category;
use croupier::strategy;

fn table(set: &str) -> Sabacc {
    tables::table(set)
}

/// Seat 2 junks after a double; seats 1 and 3 show pairs of ones that are tied up to the blind
/// draw.
const TIED: &str = r#"
cards = [9, 3, 8, -2, 4, -5, 7, 1, -1, 6, 5, 1, -1, 2, -4]
decisions = ["stand", "stand", "stand", "stand", "junk", "stand"]
dice = [[3, 3], [1, 2]]"#;

fn told(set: &str, event: &str) -> Vec<String> {
    let game = table(&format!("players=3;game_rounds=2;ante=5;{set}"));
    let steps = game.replay(TIED).unwrap().into_iter();
    steps.filter(|step| step.event == event).map(|step| step.text).collect()
}

#[test]
fn rule_s12_every_hit_is_paid_and_told() {
    let all = "bonus={double=1, junked=-2, blind-draw=0.5, \"wins-with:one-pair\"=3, \
               \"shows:one-pair\"=0.25, \"shows:sabacc\"=9, junked-out=9}";
    assert_eq!(
        told(all, "bonus"),
        [
            "seat 1 gets a bonus of 15 for wins-with:one-pair: from the house",
            "seat 1 gets a bonus of 1.25 for shows:one-pair: from the house",
            "seat 1 gets a bonus of 2.5 for blind-draw: from the house",
            "seat 1 gets a bonus of 5 for double: from the house",
            "seat 2 gets a bonus of 5 for double: from the house",
            "seat 2 pays 10 for junked: to the house",
            "seat 3 gets a bonus of 1.25 for shows:one-pair: from the house",
            "seat 3 gets a bonus of 2.5 for blind-draw: from the house",
            "seat 3 gets a bonus of 5 for double: from the house",
        ]
    );
    assert_eq!(
        told(all, "settled"),
        ["seat 1 nets +33.75", "seat 2 nets −10", "seat 3 nets +3.75", "the house nets −27.5"]
    );
    assert_eq!(told("", "settled"), ["seat 1 nets +10", "seat 2 nets −5", "seat 3 nets −5"]);
    // The two others pay equal parts, and the house pays the remainder.
    let table = "bonus.junked=-0.003;bonus_from=table";
    assert_eq!(
        told(table, "bonus"),
        ["seat 2 pays 0.015 for junked: 0.005 to each other seat, 0.005 to the house"]
    );
    let nets = "[10.005, -5.015, -4.995]";
    let game = format!("players=3;game_rounds=2;ante=5;{table}");
    plays(&self::table(&game), &format!("{TIED}\nnets = {nets}"));
    // The last player left wins, and shows nothing.
    let alone = "cards = [9, 3, 8, -2, 7]\ndecisions = [\"junk\"]\nnets = [-8, 8]";
    let set = "bonus.junked-out=3;bonus.junked=-4;bonus.shows:nulrhek=9;bonus_from=table";
    plays(&self::table(set), alone);
}

#[test]
fn rule_s12_bonuses_are_checked() {
    for (set, parts) in [
        ("bonus.wins-with:flet=1", &["did you mean `wins-with:fleet`?"][..]),
        ("bonus.junked=1001", &["-1000..=1000"]),
        ("bonus.double=0.0001", &["the smallest part of money is 1/1000"]),
        ("bonus_from=tabel", &["did you mean `table`?"]),
    ] {
        let message = faults::<Sabacc>(set);
        assert!(parts.iter().all(|part| message.contains(part)), "{set}: {message}");
    }
}

/// The events of a seat have the same names as those of the table.
#[test]
fn events_of_a_seat_have_the_names_of_those_of_the_table() {
    let events: Vec<String> = table("").events().into_iter().map(|event| event.name).collect();
    assert_eq!(events, SEAT_EVENTS[..29]);
    let names = ["wins-with", "shows"]
        .map(|kind| Category::ALL.map(|category| format!("{kind}:{}", category.name())));
    assert_eq!(events[..26], names.concat());
}

#[derive(Default)]
struct Sums {
    seats: Vec<i64>,
    positions: i64,
    house: i64,
    hits: Vec<u64>,
}

impl Sink for Sums {
    fn session(&mut self, record: &Record, times: u64) {
        let times = times as i64;
        self.seats.resize(record.seats.len(), 0);
        self.hits.resize(record.hits.len(), 0);
        for (sum, seat) in self.seats.iter_mut().zip(&record.seats) {
            *sum += seat.net * times;
        }
        self.positions += record.positions.iter().map(|place| place.net * times).sum::<i64>();
        self.house += record.house.net * times;
        for (sum, hits) in self.hits.iter_mut().zip(&record.hits) {
            *sum += u64::from(*hits) * times as u64;
        }
    }
}

/// Strategies that do not know bonuses play the same with them: seats have more by the bonuses of
/// their events, and the payer has less. The fast path for `careful` alone, which knows no bonuses,
/// is not taken.
#[test]
fn rule_s12_bonuses_are_worth_what_happened() {
    let bonus = "bonus={\"wins-with:one-pair\"=2, \"shows:nulrhek\"=-0.5, junked-out=3}";
    for (set, name) in
        [("", "careful"), ("players=5", "careful"), ("", "random"), ("players=3", "random")]
    {
        let played = |more: &str| {
            let game = table(&format!("{set};{more}"));
            let mut seats = vec![strategy::seat(&game, name).unwrap(); game.players()];
            let mut sums = Sums::default();
            game.play(&mut seats, Seed::new(9), 0..2_000, &mut sums);
            assert_eq!(sums.seats.iter().sum::<i64>(), sums.positions);
            assert_eq!(sums.positions + sums.house, 0);
            assert_eq!(game.has_house(), !more.is_empty());
            sums
        };
        let hits = |sums: &Sums, name: &str| {
            let at = SEAT_EVENTS.iter().position(|event| *event == name).unwrap();
            sums.hits[at] as i64
        };
        let plain = played("");
        let worth = 2000 * hits(&plain, "wins-with:one-pair") - 500 * hits(&plain, "shows:nulrhek")
            + 3000 * hits(&plain, "junked-out");
        assert!(worth != 0);
        let house = played(bonus);
        assert_eq!((house.house, &house.hits), (-worth, &plain.hits), "{set} {name}");
        let table = played(&format!("{bonus};bonus_from=table"));
        assert_eq!((table.house, &table.hits), (0, &plain.hits), "{set} {name}");
        assert!(table.seats != plain.seats);
    }
}

/// The players that are computed know of no bonuses, and the notes of every run say so.
#[test]
fn a_player_for_the_pots_alone_is_told() {
    let noted = |set: &str, name: &str| {
        let game = table(set);
        let habit = strategy::seat(&game, "careful").unwrap();
        game.remarks(&[habit, strategy::seat(&game, name).unwrap()])
    };
    for name in ["solved", "reply", "exploiter"] {
        let told = noted("bonus.shows:sabacc=3", name);
        assert!(told.len() == 1 && told[0].contains("no bonuses"), "{name}: {told:?}");
        assert!(noted("", name).is_empty());
    }
    assert!(noted("bonus.shows:sabacc=3", "stand").is_empty());
}
