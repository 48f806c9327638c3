//! The engine's rounds and games of Fizzbin against the slow ones (`tests/slow_fizzbin`), which
//! share no code with them: the same habits at the same tables must have the same figures, within
//! chance.

use crate::bridge::rules;
use crate::slow_fizzbin as slow;
use crate::slow_fizzbin::figures::{Figures, Named, figures};
use crate::slow_fizzbin::seats::Habit;
use crate::slow_fizzbin::table::{self, Table};
use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::GameRules;
use croupier::games::fizzbin::eval::Ceilings;
use croupier::games::fizzbin::hand::{
    Card, combined_event, combined_place, hand_event, hand_place,
};
use croupier::games::fizzbin::record::Silent;
use croupier::games::fizzbin::round::{self, Keyed};
use croupier::games::fizzbin::rules as engine;
use croupier::games::fizzbin::strategies::Random;
use croupier::games::fizzbin::view::{Ballot, Choice, Drawn, Player, Put, Show, View};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The engine's rules for a slow table.
fn engine_rules(table: &Table) -> engine::Rules {
    let mut rules = of_table(table);
    if table.landru_names {
        rules.landru_kronk = engine::LandruKronk::Decides;
    }
    rules
}

fn of_table(table: &Table) -> engine::Rules {
    engine::Rules {
        redeem: match table.redeem {
            table::Redeem::Deal => engine::Redeem::Deal,
            table::Redeem::Any => engine::Redeem::Any,
            table::Redeem::Off => engine::Redeem::Off,
        },
        redeemed: match table.redeemed {
            table::Redeemed::New => engine::Redeemed::New,
            table::Redeemed::MayReturn => engine::Redeemed::MayReturn,
        },
        take: if table.must_take { engine::Duty::Must } else { engine::Duty::May },
        place: if table.must_place { engine::Duty::Must } else { engine::Duty::May },
        wed_vote: if table.wed_vote { engine::WedVote::Vote } else { engine::WedVote::Off },
        overtime_winner: match table.overtime_winner {
            table::OvertimeWinner::FirstTo => engine::OvertimeWinner::FirstTo,
            table::OvertimeWinner::NextRound => engine::OvertimeWinner::NextRound,
        },
        overtime_called: match table.overtime_called {
            table::OvertimeCalled::Always => engine::OvertimeCalled::Always,
            table::OvertimeCalled::LosersAhead => engine::OvertimeCalled::LosersAhead,
        },
        down: match table.down {
            table::Down::May => engine::Duty::May,
            table::Down::Must => engine::Duty::Must,
        },
        end: match table.end {
            table::End::Exhaust => engine::End::Exhaust,
            table::End::Cycle => engine::End::Cycle,
        },
        floor: table.floor.into(),
        dealership: match table.dealership {
            table::Dealership::Rotate => engine::Dealership::Rotate,
            table::Dealership::Winner => engine::Dealership::Winner,
            table::Dealership::Random => engine::Dealership::Random,
        },
        oxmyx_holder: match table.oxmyx_holder {
            table::OxmyxHolder::Target => engine::OxmyxHolder::Target,
            table::OxmyxHolder::Krako => engine::OxmyxHolder::Krako,
            table::OxmyxHolder::Any => engine::OxmyxHolder::Any,
        },
        declare: match table.declare {
            table::Laps::Laps => engine::Declare::Laps,
            table::Laps::Once => engine::Declare::Once,
        },
        tail: match table.tail {
            table::Tail::Rps => engine::Tail::Rps,
            table::Tail::Cards => engine::Tail::Cards,
        },
        kronk_payee: match table.kronk_payee {
            table::KronkPayee::Landru => engine::KronkPayee::Landru,
            table::KronkPayee::Kitty => engine::KronkPayee::Kitty,
            table::KronkPayee::Bank => engine::KronkPayee::Bank,
        },
        ante: table.ante as u32,
        overtime: table.overtime as u32,
        ..rules(&table.rules, table.koiks as u8, table.players as u8)
    }
}

/// The habits of the slow seats, for the engine: any legal action until the show, then by habit.
#[derive(Clone, Copy, Debug)]
struct Mirror(Habit);

impl Player for Mirror {
    fn vote(&mut self, rules: &engine::Rules) -> Choice<Ballot> {
        match self.0 {
            Habit::Random => Random.vote(rules),
            Habit::Raiser => Choice::Do(Ballot { day: 2, dark: false }),
            Habit::Striker => Choice::Do(Ballot { day: 6, dark: true }),
        }
    }

    fn name(&mut self, view: &View<'_>) -> Choice<u8> {
        match self.0 {
            Habit::Random => Random.name(view),
            Habit::Raiser => Choice::Do(9),
            Habit::Striker => Choice::Do(11),
        }
    }

    fn redeem(&mut self, view: &View<'_>) -> Choice<Option<Card>> {
        Random.redeem(view)
    }

    fn shed(&mut self, view: &View<'_>) -> Choice<Card> {
        Random.shed(view)
    }

    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        Random.lay(view)
    }

    fn draw(&mut self, view: &View<'_>, drawn: Card) -> Choice<Drawn> {
        Random.draw(view, drawn)
    }

    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        Random.take(view)
    }

    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        Random.place(view)
    }

    fn krako(&mut self, show: &Show<'_>, kronks: u8) -> Choice<Option<usize>> {
        if self.0 == Habit::Random {
            return Random.krako(show, kronks);
        }
        if kronks > 0 && self.0 != Habit::Striker {
            return Choice::Do(None);
        }
        let mut best: Option<usize> = None;
        for step in 1..=show.players() {
            let seat = (show.landru() + step) % show.players();
            let ahead = |best: usize| {
                show.evaluator().compare(show.score(seat), show.score(best)) == Ordering::Greater
            };
            if seat != show.seat() && show.is_qualified(seat) && best.is_none_or(ahead) {
                best = Some(seat);
            }
        }
        Choice::Do(best)
    }

    fn declare(&mut self, show: &Show<'_>) -> Ceilings {
        let (now, most) = (show.ceilings(show.seat()), show.most());
        if self.0 == Habit::Random {
            return now;
        }
        let ways = (now.hand..=most.hand).flat_map(|hand| {
            (now.combined..=most.combined).map(move |combined| Ceilings { hand, combined })
        });
        let kronks = |way: &Ceilings| i64::from(way.hand) + i64::from(way.combined);
        let mut ways: Vec<Ceilings> = ways.collect();
        ways.sort_by_key(|way| (kronks(way), way.hand));
        let cheap = |way: &Ceilings| {
            let rules = show.rules();
            let pot = i64::from(rules.ante) * show.players() as i64;
            *way == now || rules.kronk_price() == 0 || 49 * kronks(way) < pot
        };
        let wins = |way: &Ceilings| cheap(way) && show.beats_all(&show.score_with(*way));
        ways.into_iter().find(wins).unwrap_or(now)
    }
}

/// Adds the counts of a game of `rounds` rounds.
fn enter(counts: BTreeMap<String, f64>, rounds: f64, into: &mut Named) {
    for (name, x) in counts {
        let sums = into.entry(name).or_default();
        sums.x += x;
        sums.xx += x * x;
        sums.xn += x * rounds;
    }
}

type Counts = BTreeMap<String, f64>;

fn count(counts: &mut Counts, name: &str, x: f64) {
    if x != 0.0 {
        *counts.entry(name.to_owned()).or_default() += x;
    }
}

/// The engine's figures.
fn engine_figures(rules: &engine::Rules, habits: &[Habit], sessions: u64) -> Figures {
    let players = habits.len();
    let none = vec![Named::new(); players];
    let mut all = Figures { seats: none.clone(), positions: none, ..Figures::default() };
    let mut table = round::Table::new(rules);
    let mut seats: Vec<Mirror> = habits.iter().map(|&habit| Mirror(habit)).collect();
    for session in 0..sessions {
        let archon = (session % players as u64) as usize;
        table.sit((archon + players - 1) % players);
        let (mut whole, mut by_seat) = (Counts::new(), vec![Counts::new(); players]);
        let mut positions = by_seat.clone();
        let mut rounds = 0;
        loop {
            let mut luck = Keyed::new(Seed::new(11).round(session, rounds));
            let outcome = table.round(&mut seats, &mut luck, &mut Silent).clone();
            rounds += 1;
            count(&mut whole, &format!("round-kronks:{}", outcome.kronks), 1.0);
            count(&mut whole, &format!("round-turns:{}", outcome.laps * players as u32), 1.0);
            count(&mut whole, "tie", f64::from(u8::from(outcome.equals > 1)));
            for seat in 0..players {
                let of_game = (seat + players - archon) % players;
                let place = (seat + players - outcome.archon) % players;
                for counts in [&mut whole, &mut by_seat[seat], &mut positions[of_game]] {
                    count(counts, "net", outcome.nets[seat] as f64);
                    let kitty = outcome.outta && outcome.winner == seat;
                    count(counts, "kitty", f64::from(u8::from(kitty)));
                }
                for counts in [&mut whole, &mut by_seat[seat], &mut positions[place]] {
                    let won = seat == outcome.winner;
                    count(counts, "win", f64::from(u8::from(won)));
                    count(counts, "turns", outcome.laps.into());
                    count(counts, "redeemed", f64::from(outcome.redeemed >> seat & 1));
                    count(counts, "struck", f64::from(!outcome.qualified >> seat & 1));
                    count(counts, &format!("hand-size:{}", table.hands()[seat].len()), 1.0);
                    if outcome.qualified >> seat & 1 == 1 {
                        let score = &outcome.scores[seat];
                        for event in [
                            hand_event(hand_place(score.hand.value)),
                            combined_event(combined_place(score.combined.value)),
                        ] {
                            count(counts, &event, 1.0);
                            count(counts, &format!("wins-with:{event}"), f64::from(u8::from(won)));
                        }
                    }
                }
            }
            if outcome.outta {
                break;
            }
        }
        let n = rounds as f64;
        all.games += 1.0;
        all.rounds += n;
        all.squares += n * n;
        enter(whole, n, &mut all.whole);
        by_seat.into_iter().zip(&mut all.seats).for_each(|(counts, into)| enter(counts, n, into));
        positions
            .into_iter()
            .zip(&mut all.positions)
            .for_each(|(counts, into)| enter(counts, n, into));
    }
    all
}

/// Whether both sides keep a figure, not only the slow one.
fn kept_by_both(name: &str) -> bool {
    name != "names" && !name.starts_with("kronks-spent:")
}

/// The differences of the two sides, in standard errors, for every figure that they keep.
fn agree(table: &Table, habits: &[Habit], slow_games: u64, sessions: u64) {
    let rules = engine_rules(table);
    assert!(rules.check().is_empty(), "{rules:?}");
    let slow = figures(table, habits, slow_games, 900);
    let fast = engine_figures(&rules, habits, sessions);
    let parts =
        [(&slow.whole, &fast.whole, "all".to_owned())]
            .into_iter()
            .chain((0..table.players).map(|at| {
                (&slow.positions[at], &fast.positions[at], format!("position {}", at + 1))
            }))
            .chain(
                (0..table.players)
                    .map(|at| (&slow.seats[at], &fast.seats[at], format!("seat {}", at + 1))),
            );
    let mut compared = 0;
    for (a, b, whose) in parts {
        let names: BTreeSet<&String> =
            a.keys().chain(b.keys()).filter(|name| kept_by_both(name)).collect();
        for name in names {
            let (x, y) = (slow.estimate(a, name), fast.estimate(b, name));
            // Very rare or very common events are far from normal: some slack is added.
            let few = 4.0 / slow.rounds;
            let error = (x.error * x.error + y.error * y.error).sqrt();
            let apart = (x.mean - y.mean).abs();
            assert!(
                apart <= 4.8 * error + few,
                "{name} of {whose}: slow {} ± {}, engine {} ± {}\n{table:?}\n{habits:?}",
                x.mean,
                x.error,
                y.mean,
                y.error
            );
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} figures");
}

const RANDOM: &[Habit] = &[Habit::Random];
const MIXED: &[Habit] = &[Habit::Random, Habit::Raiser, Habit::Striker];

/// Tables that differ from the default one, their players, and the number of slow games.
fn tables() -> Vec<(Table, &'static [Habit], u64)> {
    use table::*;
    let day = |day: u8, dark: bool| slow::Rules { day, dark, ..slow::Rules::default() };
    let on = |number: u8, dark: bool| Table { rules: day(number, dark), ..Table::default() };
    let dull = |it: Table| (it, RANDOM, 1_500);
    let keen = |it: Table| (it, MIXED, 500);
    let (short, eager) = (|it: Table| (it, RANDOM, 700), |it: Table| (it, MIXED, 250));
    vec![
        dull(on(7, false)),
        keen(on(7, true)),
        keen(Table { players: 3, ..on(1, false) }),
        keen(on(2, false)),
        dull(Table { players: 5, ..on(3, false) }),
        keen(on(10, true)),
        keen(Table { players: 3, ..on(5, false) }),
        keen(on(6, false)),
        dull(Table { players: 2, ..on(4, true) }),
        dull(Table { redeem: Redeem::Any, ..on(7, false) }),
        dull(Table { redeem: Redeem::Off, players: 3, ..on(7, false) }),
        dull(Table { down: Down::Must, ..on(7, false) }),
        dull(Table { end: End::Cycle, players: 6, ..on(7, false) }),
        dull(Table { floor: true, players: 5, ..on(2, true) }),
        dull(Table { players: 8, ..on(3, false) }),
        dull(Table { players: 10, end: End::Cycle, ..on(9, false) }),
        dull(Table { overtime: 1, dealership: Dealership::Winner, players: 3, ..on(7, false) }),
        dull(Table { overtime: 2, dealership: Dealership::Rotate, players: 2, ..on(6, true) }),
        keen(Table {
            overtime: 1,
            dealership: Dealership::Random,
            players: 3,
            kronk_payee: KronkPayee::Kitty,
            ..on(7, false)
        }),
        keen(Table {
            oxmyx_holder: OxmyxHolder::Krako,
            kronk_payee: KronkPayee::Bank,
            ..on(7, false)
        }),
        keen(Table {
            oxmyx_holder: OxmyxHolder::Any,
            declare: Laps::Once,
            koiks: 3,
            ..on(7, false)
        }),
        keen(Table { ante: 150, tail: Tail::Cards, players: 3, ..on(9, false) }),
        short(Table { redeemed: Redeemed::MayReturn, redeem: Redeem::Any, ..on(7, false) }),
        short(Table { must_take: true, players: 3, ..on(7, false) }),
        short(Table { must_place: true, down: Down::Must, players: 5, ..on(7, false) }),
        eager(Table { landru_names: true, players: 3, ..on(7, false) }),
        eager(Table { wed_vote: true, players: 3, end: End::Cycle, ..on(4, false) }),
        eager(Table {
            overtime: 2,
            overtime_winner: OvertimeWinner::NextRound,
            players: 2,
            end: End::Cycle,
            ..on(7, true)
        }),
        eager(Table {
            overtime: 2,
            overtime_called: OvertimeCalled::LosersAhead,
            wed_vote: true,
            players: 2,
            end: End::Cycle,
            ..on(4, false)
        }),
        eager(Table {
            rules: slow::Rules { tebo: slow::Tebo::Seventh, ..day(5, false) },
            players: 3,
            ..Table::default()
        }),
        eager(Table {
            rules: slow::Rules {
                tue_deck: slow::TueDeck::Promoted52,
                promoted_kings: slow::PromotedKings::LikeDeuce,
                ..day(3, false)
            },
            players: 3,
            ..Table::default()
        }),
        eager(Table {
            rules: slow::Rules { kesla: slow::Kesla::DoublyDead, ..day(6, false) },
            players: 3,
            ..Table::default()
        }),
    ]
}

#[test]
fn rounds_come_to_the_same_figures() {
    tables().into_par_iter().for_each(|(table, habits, games)| {
        let seats: Vec<Habit> = habits.iter().copied().cycle().take(table.players).collect();
        let fast = if habits == RANDOM { 20_000 } else { 2_500 };
        agree(&table, &seats, games / tables::part(), fast / tables::part());
    });
}
