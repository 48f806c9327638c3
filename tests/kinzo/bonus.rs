//! Bonuses: read from settings and files, paid by the house or the table, traced, and exact.

use crate::tables;

use croupier::cards::random::Seed;
use croupier::framework::Engine;
use croupier::framework::settings::{Settings, changes, template};
use croupier::games::kinzo::Kinzo;
use croupier::games::kinzo::rules::Rules;
use croupier::strategy;
use tables::{faults, plays};

fn table(set: &str) -> Kinzo {
    tables::table(set)
}

/// A hand of 10 that stays below the dealer's 18 and rolls 2.
const SURVIVES: &str =
    "cards = [4,6,6,6,6]\ndecisions = [\"stay\"]\ndice = [[1,1]]\nstake = 2\nnets = [";

#[test]
fn rule_k15_a_bonus_is_paid_in_stakes_of_the_round_free_of_commission() {
    let script = |nets: &str| format!("{SURVIVES}{nets}]");
    let set = "stake_limit=2;commission=100";
    plays(&table(set), &script("1.8"));
    let told = plays(&table(&format!("{set};bonus.survive=0.5;bonus.split=9")), &script("2.8"));
    assert!(told.contains("K15 seat 1 gets a bonus of 1 for survive: from the house"), "{told}");
    assert!(told.contains("K15 the house nets −2.8"), "{told}");
    let told = plays(&table(&format!("{set};bonus.survive=-3")), &script("-4.2"));
    assert!(told.contains("K15 seat 1 pays 6 for survive: to the house"), "{told}");
}

#[test]
fn rule_k15_the_table_pays_in_equal_parts() {
    let game = table("players=4;bonus.bust-high=0.01;bonus_from=table");
    let mut seats = vec![strategy::seat(&game, "threshold(hit_below=40)").unwrap(); 4];
    let (told, _) = game.trace(&mut seats, Seed::new(1), 0, None);
    let paid: Vec<_> = told[0].1.iter().filter(|step| step.event == "bonus").collect();
    assert!(!paid.is_empty());
    for step in paid {
        assert_eq!(step.fields["for"], "bust-high");
        assert_eq!(step.fields["from"], "table");
        let money = ["amount", "each_other_seat", "house"].map(|name| step.fields[name].as_f64());
        assert_eq!(money, [Some(0.01), Some(0.003), Some(0.001)]);
    }
}

#[test]
fn rule_k15_bonuses_are_checked() {
    for (set, parts) in [
        ("bonus.survivs=1", &["survivs = 1", "did you mean `survive`?", "exact-match"][..]),
        ("bonus.'seat1:push'=1", &["did you mean `push`?"]),
        ("bonus.push=0.0001", &["the smallest part of money is 1/1000"]),
        ("bonus.push=1001", &["-1000..=1000"]),
        ("bonus.push=much", &["`bonus.push=much`", "amounts -1000..=1000"]),
        ("bonus=3", &["`bonus=3`", "amounts -1000..=1000"]),
        (
            "bonus_from=table",
            &["bonus_from = table", "house, as nobody else is at a table of one player"],
        ),
        ("bonus_from=tabel;players=2", &["did you mean `table`?"]),
    ] {
        let message = faults::<Kinzo>(set);
        assert!(parts.iter().all(|part| message.contains(part)), "{set}: {message}");
    }
}

#[test]
fn bonuses_are_read_and_written_like_any_field() {
    let rules: Rules = tables::rules::<Kinzo>("bonus.push=1;bonus.\"exact-match\"=-0.5");
    assert_eq!(changes(&rules), ["bonus={ exact-match = -0.5, push = 1 }"]);
    // A file says the same as the settings, and can be written again.
    for text in [
        "[bonus]\nexact-match = -0.5\npush = 1\n",
        "bonus = { 'exact-match' = -0.5, push = 1 }\n",
        "bonus.push = 1\nbonus.exact-match = -0.5\n",
        &template("kinzo", &rules),
    ] {
        let mut settings = Settings::<Rules>::default();
        settings.file("a.toml", text).unwrap();
        assert_eq!(settings.clone().finish().unwrap(), rules, "{text}");
        // A whole table replaces another.
        settings.set("bonus={survive = 2}").unwrap();
        assert_eq!(changes(&settings.finish().unwrap()), ["bonus.survive=2"]);
    }
}

/// A setting is added to the file's bonuses, and a fault of either is told where it stands.
#[test]
fn faults_of_bonuses_are_told_where_they_stand() {
    for (file, set, place) in [
        ("[bonus]\npush = 2\nsurvivs = 1\n", "bonus.push=3", "a.toml, line 3"),
        ("[bonus]\npush = 2\nsurvive = 1\n", "bonus.pusch=3", "`bonus.pusch=3`"),
        ("[bonus]\nsurvive = 1\npush = 5000\n", "bonus.push=4000", "`bonus.push=4000`"),
        ("[bonus]\nsurvivs = 1\npush = 5000\n", "bonus={survivs = 2}", "`bonus={survivs = 2}`"),
    ] {
        let mut settings = Settings::<Rules>::default();
        settings.file("a.toml", file).unwrap();
        settings.set(set).unwrap();
        let message = settings.finish().unwrap_err().to_string();
        assert!(message.contains(place), "{file}{set}: {message}");
    }
}

/// The EV changes by the amount for each expected hit, under strategies whose play stays the same.
#[test]
fn exact_evs_move_by_the_expected_hits() {
    for (base, text) in [
        ("", "threshold(split=true)"),
        ("tie_at_tally=push;commission=50", "random"),
        ("match_pays=own;stake_limit=3;tie_at_tally=match", "threshold(split=true)"),
    ] {
        let exact = |set: &str| {
            let game = table(&format!("{base};{set}"));
            let game = game.with_deck(&[1, 0, 4, 3, 0, 3]).unwrap();
            let found = game.exact(&mut [strategy::seat(&game, text).unwrap()]).unwrap();
            (game.events(), found)
        };
        let (events, plain) = exact("");
        for name in croupier::games::kinzo::hand::SEAT_EVENTS {
            let at = events.iter().position(|event| event.name == name).unwrap();
            let found = exact(&format!("bonus.{name}=0.75")).1;
            let moved = found.seats[0].mean - plain.seats[0].mean;
            let expected = 750.0 * plain.events[at].0;
            assert!((moved - expected).abs() < 1e-9, "{base} {name}: {moved}, not {expected}");
            assert_eq!(found.house.mean, -found.seats[0].mean);
            assert_eq!(found.events, plain.events);
        }
    }
}
