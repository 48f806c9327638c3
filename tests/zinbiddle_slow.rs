//! The engine against an independent slow simulation (`tests/slow_zinbiddle`), written from the
//! rules text alone: tables where everybody checks, never acts, and calls a natural zinbiddle.
//! Nets and their squares by position, and how hands end.

mod slow_zinbiddle;

use croupier::cards::random::Seed;
use croupier::games::settings::Settings;
use croupier::games::zinbiddle::record::Silent;
use croupier::games::zinbiddle::round::{Ending, Keyed, Table};
use croupier::games::zinbiddle::rules::Rules;
use croupier::games::zinbiddle::strategies::Seat;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use slow_zinbiddle::Session;

const HANDS: usize = 12;

/// A figure of a session.
type Figure = Box<dyn Fn(&Session) -> f64>;

fn fast_session(table: &mut Table<'_>, players: usize, number: u64) -> Session {
    let mut seats = vec![Seat::Passive; players];
    let mut result =
        Session { nets: vec![0.0; players], squares: vec![0.0; players], ..Session::default() };
    table.new_session();
    for hand in 0..HANDS {
        let mut luck = Keyed::new(Seed::new(77).round(number, hand as u64));
        table.hand(&mut seats, &mut luck, &mut Silent, 0);
        let outcome = if hand + 1 == HANDS { table.close(&mut Silent) } else { table.outcome() };
        for seat in 0..players {
            let net = outcome.nets[seat] as f64;
            result.nets[seat] += net;
            result.squares[seat] += net * net;
        }
        result.house += outcome.house as f64;
        let event = match outcome.ending {
            Ending::Zinbiddle => 0,
            Ending::AllFolded => panic!("nobody folds"),
            Ending::Showdown { playable, bonus_won, .. } => {
                result.events[1] += 1.0;
                match (playable, bonus_won) {
                    (0, _) => 2,
                    (1, _) => 3,
                    (_, true) => 4,
                    (_, false) => 5,
                }
            }
        };
        result.events[event] += 1.0;
    }
    result
}

/// Mean and its standard error.
fn mean(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / n;
    let variance = numbers.map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

#[test]
fn passive_tables_agree_with_the_slow_simulation() {
    let table = slow_zinbiddle::Rules {
        players: 3,
        sets: 2,
        misfires_per_suit: 1,
        vermilion_sixes: 0,
        per_level: false,
        tie_counts: false,
        bonus: false,
        all_flanks: false,
        hands: HANDS,
    };
    let open = slow_zinbiddle::Rules { sets: 3, misfires_per_suit: 0, ..table };
    let tables = [
        table,
        slow_zinbiddle::Rules { players: 2, bonus: true, ..table },
        open,
        slow_zinbiddle::Rules { bonus: true, tie_counts: true, ..open },
        slow_zinbiddle::Rules { players: 4, sets: 4, vermilion_sixes: 4, ..open },
        slow_zinbiddle::Rules { vermilion_sixes: 3, per_level: true, all_flanks: true, ..open },
        slow_zinbiddle::Rules {
            players: 5,
            sets: 6,
            vermilion_sixes: 8,
            tie_counts: true,
            ..table
        },
    ];
    let mut faults = Vec::new();
    for (number, slow) in tables.iter().enumerate() {
        let settings = [
            format!("players={}", slow.players),
            format!("sets={}", slow.sets),
            format!("misfires_per_suit={}", slow.misfires_per_suit),
            format!("vermilion_sixes={}", slow.vermilion_sixes),
            format!("shoes={}", if slow.per_level { "per_level" } else { "one_deck" }),
            format!("tie_counts={}", slow.tie_counts),
            format!("carry_joins={}", if slow.bonus { "bonus" } else { "pot" }),
            format!("wild_cap_wins={}", if slow.all_flanks { "all_flanks" } else { "ion_only" }),
            format!("hands_per_session={HANDS}"),
        ];
        let mut rules = Settings::<Rules>::default();
        settings.iter().for_each(|setting| rules.set(setting).unwrap());
        let rules = rules.finish().unwrap();
        let mut fast = Table::new(&rules);
        let mut generator = Pcg64Mcg::seed_from_u64(number as u64);
        let ours: Vec<Session> =
            (0..20_000).map(|session| fast_session(&mut fast, slow.players, session)).collect();
        let theirs: Vec<Session> =
            (0..3_000).map(|_| slow_zinbiddle::session(slow, &mut generator)).collect();
        let mut figures: Vec<(String, Figure)> =
            vec![("house".to_owned(), Box::new(|session: &Session| session.house))];
        for i in 0..slow.players {
            figures.push((format!("net {i}"), Box::new(move |session| session.nets[i])));
            figures.push((format!("square {i}"), Box::new(move |session| session.squares[i])));
        }
        for i in 0..6 {
            figures.push((format!("event {i}"), Box::new(move |session| session.events[i])));
        }
        for (name, figure) in figures {
            let (a, a_se) = mean(ours.iter().map(&figure));
            let (b, b_se) = mean(theirs.iter().map(&figure));
            let apart = (a - b) / a_se.hypot(b_se);
            if apart.abs() > 4.5 || a != b && apart.is_nan() {
                faults.push(format!("table {number}, {name}: {a} against {b}, {apart:.1} errors"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
