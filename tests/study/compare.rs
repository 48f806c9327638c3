//! Laws of comparisons: contenders are tallied as in separate runs, pairs as by a plain
//! recomputation from every session, the same on any number of threads and for any stopping rule;
//! and worse contenders are dropped, never the best.

use croupier::cards::random::Seed;
use croupier::framework::settings::Settings;
use croupier::framework::{Engine, Record, Sink};
use croupier::games::kinzo::Kinzo;
use croupier::games::kinzo::rules::Rules;
use croupier::games::kinzo::strategies::Seat;
use croupier::simulate::{self, Contender, ContestProgress, ContestRun, Plan, Until};
use croupier::strategy;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn table(set: &[&str]) -> Kinzo {
    let mut settings = Settings::<Rules>::default();
    set.iter().for_each(|setting| settings.set(setting).unwrap());
    Kinzo::new(settings.finish().unwrap()).unwrap()
}

/// Each strategy in a seat among players of `threshold`.
fn contenders(game: &Kinzo, seat: usize, texts: &[&str]) -> Vec<Contender> {
    let player = |text: &str| strategy::seat(game, text).unwrap();
    let at_table = |text: &&str| {
        let mut players = vec![player("threshold"); game.players()];
        players[seat] = player(text);
        Contender { players: Box::new(players), seat }
    };
    texts.iter().map(at_table).collect()
}

/// Tables, seats and strategies: by tallies, by the plain rules, with others, and with shoes.
const CONTESTS: &[(&[&str], usize, &[&str])] = &[
    (&[], 0, &["threshold", "threshold(hit_below=8)", "threshold(split=true)", "random", "best"]),
    (&["stake_limit=3"], 0, &["random", "threshold"]),
    (&["players=3"], 1, &["threshold", "random", "threshold(hit_below=11)"]),
    (&["shuffle.penetration=0.8"], 0, &["threshold", "random", "threshold(hit_below=7)"]),
    (&["players=4", "shuffle.penetration=0.7"], 2, &["threshold(split=true)", "threshold"]),
];

fn play(
    game: &Kinzo,
    all: &[Contender],
    (seed, until, threads): (u64, Until, usize),
    watch: &(dyn Fn(ContestProgress<'_>, &AtomicBool) + Sync),
) -> ContestRun {
    let stop = AtomicBool::new(false);
    let plan = Plan { seed, until, confidence: 0.95, stop: &stop, journal: None };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let watch = |progress: ContestProgress<'_>| watch(progress, &stop);
    pool.install(|| simulate::compare(game, all, plan, &watch))
}

fn rounds(game: &Kinzo, all: &[Contender], rounds: u64, threads: usize) -> ContestRun {
    play(game, all, (3, Until::Rounds(rounds), threads), &|_, _| {})
}

/// Net and rounds of a seat, by session.
struct Sessions(usize, Vec<(i64, i64)>);

impl Sink for Sessions {
    fn ordered(&self) -> bool {
        true
    }

    fn session(&mut self, record: &Record, times: u64) {
        assert_eq!(times, 1);
        self.1.push((record.seats[self.0].net, record.rounds.into()));
    }
}

/// The net and the rounds of every session, played one by one.
fn sessions(game: &Kinzo, one: &Contender, count: u64) -> Vec<(i64, i64)> {
    let mut told = Sessions(one.seat, Vec::new());
    for session in 0..count {
        let sessions = session..session + 1;
        game.play(&mut one.players.of::<Seat>().to_vec(), Seed::new(3), sessions, &mut told);
    }
    told.1
}

#[test]
fn contenders_are_tallied_as_in_runs_of_their_own() {
    for &(set, seat, texts) in CONTESTS {
        let game = table(set);
        let all = contenders(&game, seat, texts);
        let contest = rounds(&game, &all, 30_000, 2).contest;
        let stop = AtomicBool::new(false);
        for (k, one) in all.iter().enumerate() {
            let found = *contest.moments(k);
            let until = Until::Rounds(found.n as u64);
            let plan = Plan { seed: 3, until, confidence: 0.95, stop: &stop, journal: None };
            let tally = simulate::run(&game, &*one.players, plan, &|_| {}).tally;
            assert_eq!(found, tally.seats()[seat].net, "{set:?} {}", texts[k]);
        }
    }
}

#[test]
fn pairs_are_those_of_every_session() {
    for &(set, seat, texts) in CONTESTS {
        let game = table(set);
        let all = contenders(&game, seat, texts);
        let contest = rounds(&game, &all, 4_000, 2).contest;
        let count = contest.sessions();
        let told: Vec<_> = all.iter().map(|one| sessions(&game, one, count)).collect();
        for a in 0..all.len() {
            for b in 0..all.len() {
                let pair = contest.pair(a, b);
                let both = || told[a].iter().zip(&told[b]);
                let differed = both().filter(|(a, b)| a != b).count() as u64;
                assert_eq!(pair.differed, differed);
                let nets = || both().flat_map(|(a, b)| [a.0, b.0]);
                let spread = nets().max().unwrap() - nets().min().unwrap();
                assert_eq!(pair.spread, spread as f64);
                // Two passes: Σ(e_a/N_a − e_b/N_b)²·S/(S−1).
                let sum = |k: usize| {
                    let add = |sums: (i64, i64), one: &(i64, i64)| (sums.0 + one.0, sums.1 + one.1);
                    let (x, n) = told[k].iter().fold((0, 0), add);
                    (x as f64 / n as f64, n as f64)
                };
                let ((ra, na), (rb, nb)) = (sum(a), sum(b));
                let squares: f64 = both()
                    .map(|(a, b)| {
                        let a = (a.0 as f64 - ra * a.1 as f64) / na;
                        (a - (b.0 as f64 - rb * b.1 as f64) / nb).powi(2)
                    })
                    .sum();
                let want = squares * count as f64 / (count as f64 - 1.0);
                let found = pair.variance().unwrap();
                assert!((found - want).abs() <= 1e-9 * want, "{set:?} {a} {b}: {found} {want}");
                let (found, want) = (pair.difference().unwrap(), ra - rb);
                assert!((found - want).abs() <= 1e-9 * want.abs(), "{set:?}: {found} {want}");
            }
        }
    }
}

#[test]
fn threads_do_not_matter() {
    for &(set, seat, texts) in CONTESTS {
        let game = table(set);
        let all = contenders(&game, seat, texts);
        for until in [Until::Rounds(50_000), Until::Precision(60.0)] {
            let one = play(&game, &all, (3, until, 1), &|_, _| {}).contest;
            for threads in [2, 3, 8] {
                let other = play(&game, &all, (3, until, threads), &|_, _| {}).contest;
                assert_eq!(one, other, "{set:?} {until:?} on {threads} threads");
            }
        }
    }
}

#[test]
fn it_is_the_fewest_sessions_that_reach_the_rounds() {
    for &(set, seat, texts) in CONTESTS {
        let game = table(set);
        let all = contenders(&game, seat, texts);
        for goal in [1, 7, 1000, 20_001] {
            let contest = rounds(&game, &all, goal, 2).contest;
            assert!(contest.rounds() >= goal);
            let count = contest.sessions() - 1;
            let played = |one| sessions(&game, one, count).iter().map(|one| one.1).sum::<i64>();
            let before = all.iter().map(played).min().unwrap();
            assert!((before as u64) < goal, "{set:?}: {before} for {goal}");
        }
    }
}

#[test]
fn however_it_stops_it_is_the_run_of_as_many_rounds() {
    for &(set, seat, texts) in CONTESTS {
        let game = table(set);
        let all = contenders(&game, seat, texts);
        let endless = Until::Rounds(1 << 40);
        let stopped = play(&game, &all, (3, endless, 2), &|progress, stop| {
            stop.store(progress.contest.rounds() >= 3_000, Ordering::Relaxed);
        });
        assert!(stopped.stopped && stopped.contest.rounds() >= 3_000);
        let again = rounds(&game, &all, stopped.contest.rounds(), 1);
        assert_eq!(stopped.contest, again.contest, "{set:?}");
        for time in [Duration::ZERO, Duration::from_millis(60)] {
            let timed = play(&game, &all, (3, Until::Time(time), 2), &|_, _| {});
            assert!(!timed.stopped);
            let again = rounds(&game, &all, timed.contest.rounds(), 2);
            assert_eq!(timed.contest, again.contest, "{set:?} {time:?}");
        }
    }
}

#[test]
fn the_same_strategies_differ_by_nothing() {
    for set in [&[][..], &["shuffle.penetration=0.8"]] {
        let game = table(set);
        let all = contenders(&game, 0, &["threshold", "threshold(split=false)", "random"]);
        let contest = rounds(&game, &all, 20_000, 2).contest;
        let pair = contest.pair(0, 1);
        assert_eq!((pair.differed, pair.variance(), pair.difference()), (0, Some(0.0), Some(0.0)));
        // Nevertheless the interval is not a point, and it is wider for all times than for one
        // look.
        let once = contest.difference(0, 1, 0.95, None).unwrap();
        let always = contest.difference(0, 1, 0.95, Some(10.0)).unwrap();
        assert!(once.half_width() > Some(0.0) && always.half_width() > once.half_width());
        // The paired error of the other difference is smaller than unpaired.
        let other = contest.difference(0, 2, 0.95, None).unwrap();
        assert!(other.se.unwrap() < other.naive_se.unwrap() && other.low.unwrap() > 0.0);

        // The run ends, by the bound on the share of sessions that differ.
        let until = Until::Precision(5.0);
        let contest = play(&game, &all[..2], (1, until, 2), &|_, _| {}).contest;
        assert_eq!((contest.pair(0, 1).differed, contest.dropped(0)), (0, None));
        let half = contest.difference(0, 1, 0.95, Some(5.0)).unwrap().half_width().unwrap();
        assert!(half * 1000.0 <= 5.0);
    }
}

#[test]
fn the_worse_are_dropped_and_the_best_is_not() {
    let game = table(&[]);
    // The best one, by enumeration, in stakes.
    let texts = ["random", "threshold", "threshold(hit_below=4)", "threshold(hit_below=8)"];
    let all = contenders(&game, 0, &texts);
    let ev =
        |one: &Contender| game.exact(&mut one.players.of::<Seat>().to_vec()).unwrap().seats[0].mean;
    let evs: Vec<f64> = all.iter().map(ev).collect();
    let best = (0..evs.len()).max_by(|&a, &b| evs[a].total_cmp(&evs[b])).unwrap();
    for seed in 0..32 / crate::tables::part() {
        let run = play(&game, &all, (seed, Until::Precision(4.0), 2), &|_, _| {});
        let contest = run.contest;
        assert_eq!(contest.dropped(best), None, "seed {seed}");
        let out = contest.dropped(0).unwrap();
        assert!(out < contest.sessions() && out < 100_000, "seed {seed}: {out}");
        assert_eq!(contest.moments(0).sessions, out);
        // The pairs of a dropped contender are those of the sessions that both played.
        let prefix = play(&game, &all, (seed, Until::Rounds(out), 2), &|_, _| {}).contest;
        for other in 1..all.len() {
            let common = out.min(contest.moments(other).sessions);
            let pair = contest.pair(0, other);
            assert_eq!((pair.a.sessions, pair.b.sessions), (common, common));
            if common == out {
                assert_eq!(pair, prefix.pair(0, other), "seed {seed}");
            }
        }
        let width = |(a, b)| contest.difference(a, b, 0.95, Some(4.0)).unwrap().half_width();
        let live: Vec<usize> = contest.live().collect();
        let pairs = || live.iter().flat_map(|&a| live.iter().map(move |&b| (a, b)));
        assert!(pairs().filter(|(a, b)| a < b).all(|pair| width(pair).unwrap() * 1000.0 <= 4.0));
    }
}

#[test]
fn one_or_none_is_no_contest() {
    let game = table(&[]);
    let all = contenders(&game, 0, &["threshold"]);
    let alone = play(&game, &all, (1, Until::Precision(1.0), 1), &|_, _| {}).contest;
    assert_eq!((alone.contenders(), alone.pairs(), alone.dropped(0)), (1, 0, None));
    let none = play(&game, &[], (1, Until::Rounds(5), 1), &|_, _| {});
    assert_eq!((none.contest.sessions(), none.stopped), (0, false));
}
