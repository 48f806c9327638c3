//! The engine against an independent slow simulation (`tests/slow_zinbiddle`), written from the
//! rules text alone: tables whose players check, never act, and call a natural zinbiddle. Compares
//! nets and their squares by position, and the ways in which hands end.

use crate::seats::Quiet;
use crate::slow_zinbiddle::{self, IonRules, Session, Slow};
use croupier::cards::Deck;
use croupier::cards::random::{Purpose, Seed};
use croupier::framework::luck::{Luck, Whom};
use croupier::framework::settings::Settings;
use croupier::games::zinbiddle::hand::Card;
use croupier::games::zinbiddle::record::Silent;
use croupier::games::zinbiddle::round::{Ending, Keyed, Table};
use croupier::games::zinbiddle::rules::Rules;
use croupier::games::zinbiddle::strategies::Seat;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

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
        copies: [1; 4],
        bonuses: [0; 4],
        from_table: false,
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
        slow_zinbiddle::Rules { copies: [2, 1, 0, 3], vermilion_sixes: 2, ..table },
        slow_zinbiddle::Rules { bonuses: [20, -1, 2, 5], ..open },
        slow_zinbiddle::Rules {
            bonuses: [20, -1, 2, 5],
            from_table: true,
            players: 4,
            sets: 4,
            ..open
        },
        slow_zinbiddle::Rules { vermilion_sixes: 3, per_level: true, all_flanks: true, ..open },
        slow_zinbiddle::Rules {
            players: 5,
            sets: 6,
            vermilion_sixes: 8,
            tie_counts: true,
            ..table
        },
    ];
    let part = crate::tables::part();
    let mut faults = Vec::new();
    for (number, slow) in tables.iter().enumerate() {
        let settings = [
            format!("players={}", slow.players),
            format!("sets={}", slow.sets),
            format!("misfires_per_suit={}", slow.misfires_per_suit),
            format!("copies_per_number={:?}", slow.copies),
            format!("vermilion_sixes={}", slow.vermilion_sixes),
            format!("shoes={}", if slow.per_level { "per_level" } else { "one_deck" }),
            format!("bonus.zinbiddle-called={}", slow.bonuses[0]),
            format!("bonus.showdown={}", slow.bonuses[1]),
            format!("bonus.playable={}", slow.bonuses[2]),
            format!("bonus.bonus-won={}", slow.bonuses[3]),
            format!("bonus_from={}", if slow.from_table { "table" } else { "house" }),
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
        let ours: Vec<Session> = (0..20_000 / part)
            .map(|session| fast_session(&mut fast, slow.players, session))
            .collect();
        let theirs: Vec<Session> =
            (0..3_000 / part).map(|_| slow_zinbiddle::session(slow, &mut generator)).collect();
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

/// Deals the given cards.
struct Scripted(std::vec::IntoIter<Card>);

impl Luck for Scripted {
    fn card<D: Deck>(&mut self, purpose: Purpose, _whom: Whom, _deck: &mut D) -> usize {
        assert_eq!(purpose, Purpose::Deal, "nobody acts");
        self.0.next().unwrap().kind()
    }

    fn below(&mut self, _purpose: Purpose, _bound: u32) -> u32 {
        0
    }
}

/// Nearly an Ion Barrage by places T1..C, with some cards replaced by Sixes or spoiled.
fn nearly_an_ion_barrage(generator: &mut Pcg64Mcg) -> [Slow; 9] {
    let thrusters = (0..4).map(|suit| (4, suit));
    // Suits of the flanks: four different ones with those of T1 and T4.
    let upper = [(3, 1), (3, 0), (2, 2), (2, 1), (1, 3)];
    // Port C G1 S1 T1 has suits 3, 2, 1, 0; starboard C G2 S2 T4 has 3, 1, 0 and T4's.
    let mut cards: Vec<Slow> = thrusters.chain(upper).map(Some).collect();
    cards[3] = Some((4, 2));
    cards[2] = Some((4, 3));
    for place in 0..9 {
        match generator.random_range(0..14) {
            0 => cards[place] = None,
            1 if place != 8 => {
                cards[place] = Some((generator.random_range(0..5), generator.random_range(0..4)));
            }
            _ => {}
        }
    }
    if generator.random_range(0..3) == 0 {
        cards[8] = None;
    }
    cards.try_into().unwrap()
}

/// Z14, Z15, Z18: the division of the pot and the jackpot when there are Ion Barrages.
#[test]
fn ion_barrages_are_settled_as_by_the_slow_showdown() {
    let mut generator = Pcg64Mcg::seed_from_u64(15);
    // Hands with no, one and more Ion Barrages; with the rest of the jackpot taken; with equal
    // ones.
    let mut seen = [0; 5];
    for hand in 0..1_200 {
        let mut pick = |below: usize| generator.random_range(0..below);
        let players = 2 + pick(3);
        let slow = IonRules {
            tie_counts: pick(2) == 1,
            bonus: pick(2) == 1,
            wild_cap_wins: ["ion_only", "all_flanks", "never"][pick(3)],
            first_keeps_all: pick(2) == 1,
            ion_takes_all: pick(2) == 1,
            jackpot_must_beat: pick(2) == 1,
            ion_share: [100_000, 377_000, 1_000_000, 0][pick(4)],
            jackpot_seed: [0, 100, 9_999][pick(3)] * 840,
        };
        let (first, carry) = (pick(players), [0, 841, 5_000][pick(3)]);
        let settings = [
            format!("players={players}"),
            "sets=9".to_owned(),
            "vermilion_sixes=9".to_owned(),
            "side_bet=1".to_owned(),
            format!("ion_ends_hand={}", pick(2) == 1),
            format!("tie_counts={}", slow.tie_counts),
            format!("carry_joins={}", if slow.bonus { "bonus" } else { "pot" }),
            format!("wild_cap_wins={}", slow.wild_cap_wins),
            format!("equal_ions={}", if slow.first_keeps_all { "first" } else { "share" }),
            format!("ion_takes_all={}", slow.ion_takes_all),
            format!(
                "jackpot_to={}",
                if slow.jackpot_must_beat { "beats_another" } else { "six_capped" }
            ),
            format!("ion_share={}", slow.ion_share as f64 / 1e6),
            format!("jackpot_seed={}", slow.jackpot_seed / 840),
        ];
        let mut rules = Settings::<Rules>::default();
        settings.iter().for_each(|setting| rules.set(setting).unwrap());
        let rules = rules.finish().unwrap();

        let pyramids: Vec<[Slow; 9]> =
            (0..players).map(|_| nearly_an_ion_barrage(&mut generator)).collect();
        // In the order of the deal: level by level, from the first seat on.
        let levels = [0..4, 4..6, 6..8, 8..9];
        let order: Vec<usize> = (0..players).map(|k| (first + k) % players).collect();
        let dealt = levels.iter().flat_map(|level| {
            order.iter().flat_map(|&seat| pyramids[seat][level.clone()].to_vec())
        });
        let name = |card: Slow| match card {
            Some((number, suit)) => format!("{number}{}", ["r", "g", "b", "y"][suit as usize]),
            None => "V6".to_owned(),
        };
        let dealt: Vec<Card> = dealt.map(|card| name(card).parse().unwrap()).collect();
        let mut table = Table::new(&rules);
        table.begin_at(0, carry, None);
        let mut seats: Vec<Quiet> = (0..players).map(|_| Quiet).collect();
        let mut luck = Scripted(dealt.into_iter());
        let outcome = *table.hand(&mut seats, &mut luck, &mut Silent, first);

        let lines: Vec<[[Slow; 4]; 3]> = pyramids
            .iter()
            .map(|&[t1, t2, t3, t4, s1, s2, g1, g2, c]| {
                [[t1, t2, t3, t4], [c, g1, s1, t1], [c, g2, s2, t4]]
            })
            .collect();
        let antes = players as i64 * 840;
        let (pot, bonus) = if slow.bonus { (antes, carry) } else { (antes + carry, 0) };
        // Half of the lost side bets.
        let pool = slow.jackpot_seed + antes / 2;
        let told = slow_zinbiddle::showdown(&slow, &lines, first, (pot, bonus, pool));
        let nets: Vec<i64> =
            (0..players).map(|i| told.won[i] + told.from_jackpot[i] - 2 * 840).collect();
        assert_eq!(outcome.nets[..players], nets, "hand {hand}: {slow:?} {pyramids:?}");
        let paid: i64 = told.from_jackpot.iter().sum();
        assert_eq!((outcome.carry, outcome.house), (told.carry, antes - paid), "hand {hand}");
        assert_eq!(table.jackpot(), told.jackpot, "hand {hand}: {slow:?} {pyramids:?}");
        let Ending::Showdown { ions, jackpot, .. } = outcome.ending else { panic!("a showdown") };
        assert_eq!(jackpot, told.rest_taken, "hand {hand}: {slow:?} {pyramids:?}");
        seen[usize::from(ions.min(2))] += 1;
        seen[3] += u32::from(jackpot);
        seen[4] += u32::from(ions > 1 && slow.first_keeps_all);
    }
    assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
}
