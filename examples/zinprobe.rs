//! probe (never committed)
use croupier::cards::random::{Purpose, Seed};
use croupier::framework::{Engine, GameRules, Record, Sink};
use croupier::games::zinbiddle::exact::maximum::{Hunt, Solver};
use croupier::games::zinbiddle::record::Silent;
use croupier::games::zinbiddle::round::{Keyed, Table};
use croupier::games::zinbiddle::rules::*;
use croupier::games::zinbiddle::{Zinbiddle, strategies::Seat};
use croupier::strategy;
use std::hash::{Hash, Hasher};
use std::time::Instant;

#[derive(Default)]
struct Tally {
    rounds: u64,
    net: i64,
    sq: i128,
}
impl Sink for Tally {
    fn session(&mut self, record: &Record, times: u64) {
        self.rounds += u64::from(record.rounds) * times;
        for (i, seat) in record.seats.iter().enumerate() {
            self.net += seat.net * (i as i64 + 1) * times as i64;
            self.sq += seat.squares * i128::from(times);
        }
    }
}

fn cpu() -> f64 {
    // user time of this process in seconds
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn time(name: &str, blocks: u64) {
    let game = Zinbiddle::new(Rules::casino()).unwrap();
    let seats: Vec<Seat> = match name.split_once('+') {
        Some((a, b)) => vec![
            strategy::seat(&game, a).unwrap(),
            strategy::seat(&game, b).unwrap(),
            strategy::seat(&game, b).unwrap(),
        ],
        None => vec![strategy::seat(&game, name).unwrap(); 3],
    };
    let mut best = f64::MAX;
    let mut tally = Tally::default();
    let block = if name == "regular" { 64 } else { 2 };
    let mut seats = seats;
    let c0 = cpu();
    for b in 0..blocks {
        let start = Instant::now();
        game.play(&mut seats, Seed::new(1), b * block..(b + 1) * block, &mut tally);
        best = best.min(start.elapsed().as_nanos() as f64 / (block * 200) as f64);
    }
    let mean = (cpu() - c0) * 1e9 / (blocks * block * 200) as f64;
    println!(
        "{name} best {best:.0} mean-cpu {mean:.0} ns net {} sq {} rounds {}",
        tally.net, tally.sq, tally.rounds
    );
}

fn digest(cases: u64, sessions: u64) {
    const KINDS: [ActionKind; 4] =
        [ActionKind::Replace, ActionKind::Transpose, ActionKind::ResortRow, ActionKind::ResortLine];
    let names = [
        "pilot",
        "counter",
        "bully",
        "builder",
        "saver",
        "captain",
        "admiral",
        "chaser",
        "tight",
        "regular",
        "random",
        "pilot(memory=capstone)",
        "saver(memory=none)",
        "admiral(memory=capstone)",
        "pilot(error_rate=0.3)",
        "counter",
    ];
    let mut stream = Seed::new(44).round(0, 0).stream(Purpose::Choices(0));
    let mut pick = |bound: u32| stream.below(bound);
    for case in 0..cases {
        let players = 2 + pick(4) as u8;
        let usual = pick(2) == 0;
        let kinds = |mask: u32| (0..4).filter(|i| mask >> i & 1 == 1).map(|i| KINDS[i]).collect();
        let rules = Rules {
            players,
            sets: 5 + pick(4),
            misfires_per_suit: pick(3),
            copies_per_number: [[1, 1, 1, 1], [2, 1, 1, 3], [1, 3, 0, 2], [1, 1, 1, 1]]
                [pick(4) as usize]
                .to_vec(),
            vermilion_sixes: [0, 1, 1, 8, 60][pick(5) as usize],
            shoes: [Shoes::OneDeck, Shoes::PerLevel][pick(2) as usize],
            replacement_from: [ReplacementFrom::CardLevel, ReplacementFrom::CurrentLevel]
                [pick(2) as usize],
            shuffle: match pick(4) {
                0 => Shuffle::EveryHand,
                way => Shuffle::Penetration([0.3, 0.75, 0.97][way as usize - 1]),
            },
            max_raises: pick(4),
            pilot_actions: 2 + pick(5) as u8,
            price_players: [PricePlayers::DealtIn, PricePlayers::StillIn][pick(2) as usize],
            action_kinds: if usual {
                Rules::default().action_kinds
            } else {
                (0..4).map(|_| kinds(pick(16))).collect()
            },
            tie_counts: pick(2) == 1,
            replaced_shown: pick(2) == 1,
            flank_resort_shows: [FlankResortShows::MovedUp, FlankResortShows::AllFour]
                [pick(2) as usize],
            carry_joins: [CarryJoins::Pot, CarryJoins::Bonus][pick(2) as usize],
            wild_cap_wins: [WildCapWins::IonOnly, WildCapWins::AllFlanks, WildCapWins::Never]
                [pick(3) as usize],
            ion_takes_all: pick(2) == 1,
            hands_per_session: 1 + pick(30),
            ..Rules::casino()
        };
        let first = pick(names.len() as u32) as usize;
        if !rules.check().is_empty() {
            println!("case {case} refused");
            continue;
        }
        let game = Zinbiddle::new(rules.clone()).unwrap();
        let mut table = Table::new(&rules);
        for turn in 0..names.len() {
            let who: Vec<&str> = (0..usize::from(players))
                .map(|s| {
                    if turn % 3 == 0 {
                        names[(first + turn) % names.len()]
                    } else {
                        names[(first + turn * 5 + s * 3) % names.len()]
                    }
                })
                .collect();
            let seats: Result<Vec<Seat>, _> =
                who.iter().map(|n| strategy::seat(&game, *n)).collect();
            let Ok(mut seats) = seats else {
                println!("case {case} {who:?} no seat {:?}", seats.err().unwrap().to_string());
                continue;
            };
            let mut hasher = rustc_hash_like();
            for session in 0..sessions {
                table.new_session();
                for hand in 0..u64::from(rules.hands_per_session) {
                    let mut luck = Keyed::new(Seed::new(case).round(session, hand));
                    let o = *table.hand(
                        &mut seats,
                        &mut luck,
                        &mut Silent,
                        hand as usize % usize::from(players),
                    );
                    o.nets.hash(&mut hasher);
                    o.house.hash(&mut hasher);
                    o.pot.hash(&mut hasher);
                    o.carry.hash(&mut hasher);
                }
            }
            println!("case {case} {who:?} {:x}", hasher.finish());
        }
    }
}

#[allow(deprecated)]
fn rustc_hash_like() -> std::hash::SipHasher {
    std::hash::SipHasher::new()
}

fn rss() -> String {
    std::fs::read_to_string("/proc/self/status")
        .unwrap()
        .lines()
        .filter(|l| l.starts_with("VmHWM"))
        .collect()
}

fn ceiling(preset: &str, actions: u8) {
    let rules = Rules {
        pilot_actions: actions,
        ..if preset == "casino" { Rules::casino() } else { Rules::default() }
    };
    let (start, c0) = (Instant::now(), cpu());
    let solver = Solver::new(Hunt::new(&rules));
    println!("built {:?}", start.elapsed());
    let found = solver.maximum();
    println!(
        "{preset} {actions}: {found:e} {found} {:?} cpu(main) {:.2} {} {:?}",
        start.elapsed(),
        cpu() - c0,
        rss(),
        solver
    );
}

/// First seat's net over sessions 0..n, seed 1, as the bench counts it.
fn nets(name: &str, sessions: u64) {
    struct First(i64);
    impl Sink for First {
        fn session(&mut self, record: &Record, times: u64) {
            self.0 += record.seats[0].net * times as i64;
        }
    }
    let game = Zinbiddle::new(Rules::casino()).unwrap();
    let mut seats: Vec<Seat> = vec![strategy::seat(&game, name).unwrap(); 3];
    let mut first = First(0);
    game.play(&mut seats, Seed::new(1), 0..sessions, &mut first);
    println!("{name} {sessions} sessions: {}", first.0);
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args[0].as_str() {
        "time" => {
            for name in &args[2..] {
                time(name, args[1].parse().unwrap())
            }
        }
        "digest" => digest(args[1].parse().unwrap(), args[2].parse().unwrap()),
        "nets" => {
            for name in &args[2..] {
                nets(name, args[1].parse().unwrap())
            }
        }
        "ceiling" => ceiling(&args[1], args[2].parse().unwrap()),
        _ => panic!(),
    }
}
