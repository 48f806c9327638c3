//! Bonuses (Z19): the recipient, the payer, and that nothing else changes.

use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::{Engine, Record, Sink};
use croupier::games::zinbiddle::Zinbiddle;
use croupier::strategy;

/// The sums of sessions.
#[derive(Default)]
struct Sums {
    seats: Vec<i128>,
    house: i128,
    hits: Vec<u64>,
}

impl Sink for Sums {
    fn session(&mut self, record: &Record, times: u64) {
        self.seats.resize(record.seats.len(), 0);
        self.hits.resize(record.hits.len(), 0);
        for (sum, seat) in self.seats.iter_mut().zip(&record.seats) {
            *sum += i128::from(seat.net) * i128::from(times);
        }
        self.house += i128::from(record.house.net) * i128::from(times);
        for (sum, hits) in self.hits.iter_mut().zip(&record.hits) {
            *sum += u64::from(*hits) * times;
        }
    }
}

fn played(game: &Zinbiddle, name: &str, sessions: u64) -> Sums {
    let mut seats = vec![strategy::seat(game, name).unwrap(); game.players()];
    let mut sums = Sums::default();
    game.play(&mut seats, Seed::new(9), 0..sessions, &mut sums);
    sums
}

/// Strategies that do not know bonuses play the same with them: seats have more by the bonuses of
/// their events, and the payer has less. The fast path for `regular` alone, which knows no bonuses,
/// is not taken.
#[test]
fn rule_z19_bonuses_are_worth_what_happened() {
    for (preset, name) in
        [("hands_per_session=30", "regular"), ("casino;sets=2", "regular"), ("", "passive")]
    {
        let plain = played(&tables::table(preset), name, 12);
        let event = |at: usize| i128::from(plain.hits[at]);
        // The events of a hand: called, alone, sole survivor, Ion Barrages.
        let worth = 840 * (7 * event(0) - 2 * event(1) + 3 * event(4) + 9 * event(7));
        let bonus = "bonus={zinbiddle-called=7, all-folded=-2, sole-survivor=3, ion-barrage=9}";
        let from_house = played(&tables::table(&format!("{preset};{bonus}")), name, 12);
        let sum = |sums: &Sums| sums.seats.iter().sum::<i128>();
        assert!(worth != 0);
        assert_eq!(sum(&from_house) - sum(&plain), worth, "{preset} {name}");
        assert_eq!(plain.house - from_house.house, worth);
        let table = format!("{preset};{bonus};bonus_from=table");
        let from_table = played(&tables::table(&table), name, 12);
        // The two others pay equal parts.
        assert_eq!((sum(&from_table), from_table.house), (sum(&plain), plain.house));
        assert!(from_table.seats != plain.seats);
        assert_eq!(from_table.hits, plain.hits);
    }
}

/// A written hand that ends in a showdown of two Ion Barrages, one capped by a Six.
const IONS: &str = r#"
cards = ["4r", "4g", "4b", "4y", "4r", "4g", "4b", "4y", "3b", "3r", "3b", "3r", "2y", "2b", "2y",
    "2b", "1g", "V6"]
decisions = ["check", "check", "no zinbiddle", "check", "no zinbiddle", "check", "pass", "pass",
    "check", "check", "check", "check", "pass", "pass", "check", "check", "check", "check", "pass",
    "pass", "check", "check"]"#;

#[test]
fn rule_z19_every_bonus_is_told() {
    let rules = "players=2;vermilion_sixes=1;ante=5;jackpot_seed=10;bonus_from=table";
    let bonus = "bonus={ion-barrage=1, jackpot=0.25, bonus-won=-2, playable=3, \"port:run-3\"=9}";
    let steps = tables::table::<Zinbiddle>(&format!("{rules};{bonus}")).replay(IONS).unwrap();
    let told: Vec<&str> =
        steps.iter().filter(|step| step.event == "bonus").map(|step| step.text.as_str()).collect();
    assert_eq!(
        told,
        [
            "seat 1 gets a bonus of 15 for playable: 15 from each other seat",
            "seat 1 gets a bonus of 5 for ion-barrage: 5 from each other seat",
            "seat 2 pays 10 for bonus-won: 10 to each other seat",
            "seat 2 gets a bonus of 1.25 for jackpot: 1.25 from each other seat",
            "seat 2 gets a bonus of 15 for playable: 15 from each other seat",
            "seat 2 gets a bonus of 5 for ion-barrage: 5 from each other seat",
        ],
        "{told:?}"
    );
    let wrong = tables::faults::<Zinbiddle>("bonus.ion-barage=1");
    assert!(wrong.contains("did you mean `ion-barrage`"), "{wrong}");
    let wrong = tables::faults::<Zinbiddle>("bonus.playable=0.001");
    assert!(wrong.contains("smallest part of money"), "{wrong}");
}

#[test]
fn bonuses_make_a_house() {
    assert!(!tables::table::<Zinbiddle>("").has_house());
    assert!(tables::table::<Zinbiddle>("bonus.showdown=1").has_house());
}
