//! The cost of the library relative to a floor, the least work that the result needs. Each
//! benchmark prints a line `NAME ns FLOOR_ns RATIO` and asserts its results. `cargo bench --bench
//! floors -- NAME` runs the lines whose name contains NAME.

#[path = "../examples/blackjack/main.rs"]
#[allow(dead_code, reason = "the example's own main is not called here")]
mod blackjack;

use blackjack::Blackjack;
use croupier::cards::Pile;
use croupier::cards::random::{Purpose, Seed};
use croupier::framework::{
    Engine, Game, GameRules, House, MarginSink, Margins, Record, Shuffle, Sink,
};
use croupier::games::fizzbin::eval::Evaluator;
use croupier::games::fizzbin::exact::names;
use croupier::games::fizzbin::hand::{
    Card as Skin, HAND_PLACES, KINDS as SKINS, combined_place, hand_place,
};
use croupier::games::fizzbin::rules::Rules as FizzbinRules;
use croupier::games::fizzbin::{self, Fizzbin};
use croupier::games::kinzo::Kinzo;
use croupier::games::kinzo::rules::Rules;
use croupier::games::kinzo::strategies::{Seat, Threshold};
use croupier::games::sabacc::{self, Sabacc};
use croupier::games::zinbiddle::hand::{Card, KINDS, Ranks};
use croupier::games::zinbiddle::record::{Recorder, RoundEvent};
use croupier::games::zinbiddle::round::{Keyed, Table};
use croupier::games::zinbiddle::{self, Zinbiddle};
use croupier::report::state::{RunHeader, RunState};
use croupier::simulate::{self, Journal, Leg, Mark, Plan, Share, Until};
use croupier::strategy::{self, Asked};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::hint::black_box;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// A line: its name, and its benchmark, which returns the nanoseconds of the work and of its floor.
type Line = (&'static str, fn() -> (f64, f64));

const LINES: &[Line] = &[
    ("kinzo-round", kinzo_round),
    ("kinzo-table", kinzo_table),
    ("kinzo-seven", kinzo_seven),
    ("kinzo-split", kinzo_split),
    ("kinzo-split-table", kinzo_split_table),
    ("kinzo-best-table", kinzo_best_table),
    ("kinzo-best-shoe", kinzo_best_shoe),
    ("threads", threads),
    ("checkpoint", checkpoint),
    ("toml-strategy", toml_strategy),
    ("toml-chart", toml_chart),
    ("zinbiddle-rank", zinbiddle_rank),
    ("zinbiddle-hand", zinbiddle_hand),
    ("zinbiddle-pilot", zinbiddle_pilot),
    ("zinbiddle-counter", zinbiddle_counter),
    ("zinbiddle-file-bully", || over_regular("bully", -18_906_444)),
    ("zinbiddle-file-builder", || over_regular("builder", -29_531_221)),
    ("zinbiddle-file-saver", || over_regular("saver", -30_485_543)),
    ("zinbiddle-ceiling", zinbiddle_ceiling),
    ("sabacc-rank", sabacc_rank),
    ("sabacc-game", sabacc_game),
    ("sabacc-file", sabacc_file),
    ("sabacc-solved", sabacc_solved),
    ("sabacc-exploiter", sabacc_exploiter),
    ("fizzbin-rank", fizzbin_rank),
    ("fizzbin-seven", fizzbin_seven),
    ("fizzbin-game", fizzbin_game),
    ("fizzbin-tuesday", fizzbin_tuesday),
    ("fizzbin-poisoner", fizzbin_poisoner),
    ("fizzbin-file", fizzbin_file),
    ("blackjack-round", blackjack_round),
    ("blackjack-shoe", blackjack_shoe),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    for (name, measure) in LINES {
        if wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())) {
            let (ns, floor) = measure();
            println!("{name} {ns:.2} {floor:.2} {:.2}", ns / floor);
        }
    }
}

/// The nanoseconds that `work` takes for each of its `times` items.
fn nanoseconds(times: u64, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64 / times as f64
}

/// The rounds, and the sums of the first seat's net and of its square.
#[derive(Default)]
struct Tally {
    rounds: u64,
    net: i64,
    squares: i128,
}

impl Sink for Tally {
    fn session(&mut self, record: &Record, times: u64) {
        self.rounds += u64::from(record.rounds) * times;
        self.net += record.seats[0].net * times as i64;
        self.squares += record.seats[0].squares * i128::from(times);
    }

    fn by_margins(&mut self) -> Option<&mut dyn MarginSink> {
        Some(self)
    }
}

impl MarginSink for Tally {
    fn margins(&mut self, margins: &Margins) {
        self.rounds += margins.sessions;
        for (_, score, times) in margins.seats.iter().filter(|(seat, ..)| *seat == 0) {
            self.net += score.net * *times as i64;
            self.squares += score.squares * i128::from(*times);
        }
    }
}

/// The same run on one thread and on two: nanoseconds per round, so that the ratio is the speed-up.
/// Both run in alternation, and the best of each counts; their tallies must be identical.
fn threads() -> (f64, f64) {
    const ROUNDS: u64 = 8_000_000;
    let table = Kinzo::new(Rules { players: 3, ..Rules::default() }).expect("allowed rules");
    let players = vec![Seat::Threshold(Threshold::default()); 3];
    let stop = AtomicBool::new(false);
    let plan = Plan {
        seed: 1,
        until: Until::Rounds(ROUNDS),
        confidence: 0.95,
        stop: &stop,
        journal: None,
    };
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start")
    };
    let pools = [pool(1), pool(2)];
    let mut best = [f64::MAX; 2];
    let mut net = None;
    for _ in 0..5 {
        for (pool, best) in pools.iter().zip(&mut best) {
            let mut run = None;
            *best = best.min(nanoseconds(ROUNDS, || {
                run = Some(pool.install(|| simulate::run(&table, &players, plan, &|_| {})));
            }));
            let tally = run.expect("the run was made").tally;
            assert_eq!(tally.rounds(), ROUNDS);
            let found = tally.house().net.x;
            assert_eq!(*net.get_or_insert(found), found, "threads changed the answer");
        }
    }
    (best[0], best[1])
}

/// Writes the state of a run to a file, and syncs it to disk, whenever it is asked: about four
/// times a second.
#[derive(Debug)]
struct Disk {
    file: std::path::PathBuf,
    written: AtomicU64,
}

impl Journal for Disk {
    fn begin(&self) -> Leg {
        Leg::default()
    }

    fn is_due(&self) -> bool {
        true
    }

    fn keep(&self, leg: Leg, _mark: Mark) {
        let state = RunState { header: RunHeader::default(), legs: vec![leg] };
        let mut file = std::fs::File::create(&self.file).expect("a file in the temporary folder");
        file.write_all(&state.to_bytes()).and_then(|()| file.sync_all()).expect("it is written");
        self.written.fetch_add(1, Ordering::Relaxed);
    }

    fn unreadable(&self, why: &str) {
        panic!("{why}");
    }

    fn share(&self) -> Option<Share> {
        None
    }
}

/// A run that saves its state four times a second over one that saves none; their tallies must be
/// equal. `--every 10s` costs a fortieth of the difference.
fn checkpoint() -> (f64, f64) {
    const ROUNDS: u64 = 30_000_000;
    let table = Kinzo::new(Rules { players: 3, ..Rules::default() }).expect("allowed rules");
    let players = vec![Seat::Threshold(Threshold::default()); 3];
    let stop = AtomicBool::new(false);
    let file = std::env::temp_dir().join(format!("croupier-bench-{}.state", std::process::id()));
    let disk = Disk { file, written: AtomicU64::new(0) };
    let mut best = [f64::MAX; 2];
    let mut tally = None;
    for _ in 0..3 {
        for (journal, best) in [Some(&disk as &dyn Journal), None].into_iter().zip(&mut best) {
            let until = Until::Rounds(ROUNDS);
            let plan = Plan { seed: 1, until, confidence: 0.95, stop: &stop, journal };
            let mut run = None;
            *best = best.min(nanoseconds(ROUNDS, || {
                run = Some(simulate::run(&table, &players, plan, &|_| {}));
            }));
            let found = run.expect("the run was made").tally;
            assert_eq!(*tally.get_or_insert_with(|| found.clone()), found);
        }
    }
    assert!(disk.written.load(Ordering::Relaxed) >= 6);
    let _ = std::fs::remove_file(&disk.file);
    (best[0], best[1])
}

/// A strategy file that plays like `threshold(split=true)`, over that strategy: rounds of one
/// player.
fn toml_strategy() -> (f64, f64) {
    file_over_native("hit_below = 9\nsplit = 'always'\n", "threshold(split=true)")
}

/// A chart that plays like `threshold`, over that strategy.
fn toml_chart() -> (f64, f64) {
    let chart = "chart = '''\ntotal 1 2 3 4 5 6\n..8 H H H H H H\n9.. S S S S S S\n'''\n";
    file_over_native(chart, "threshold")
}

/// Nanoseconds per round with a strategy from a file, and with the same one compiled in: in
/// alternation, the best slice of each.
fn file_over_native(lines: &str, native: &str) -> (f64, f64) {
    const BLOCK: u64 = 1 << 13;
    const BLOCKS: u64 = 512;

    let table = Kinzo::new(Rules::default()).expect("the default rules");
    let text = format!("game = 'kinzo'\nabout = 'a bench'\n{lines}");
    let file = Asked { written: "bench.toml".to_owned(), file: Some(text), memory: None };
    let seat = |asked: Asked| [strategy::seat(&table, asked).expect("a strategy")];
    let mut seats = [seat(file), seat(native.into())];
    let mut best = [f64::MAX; 2];
    for block in 0..BLOCKS {
        let sessions = || block * BLOCK..(block + 1) * BLOCK;
        let mut nets = [0; 2];
        // The second to play has branches that the predictor has just learnt, so they take turns.
        for turn in 0..2 {
            let i = (block as usize + turn) % 2;
            let mut tally = Tally::default();
            best[i] = best[i].min(nanoseconds(BLOCK, || {
                table.play_block(black_box(&mut seats[i]), Seed::new(1), sessions(), &mut tally);
            }));
            nets[i] = tally.net;
        }
        assert_eq!(nets[0], nets[1], "the file plays otherwise");
    }
    (best[0], best[1])
}

/// One player, `threshold`, default rules: whole rounds to settlement, tallied, over exact draws of
/// as many cards and dice.
fn kinzo_round() -> (f64, f64) {
    // The exact EV, in stakes (from the reference results of the rules).
    kinzo(1, "threshold".into(), -230_012_000, Some(-0.054_594), Draw::alone)
}

/// Three such players.
fn kinzo_table() -> (f64, f64) {
    kinzo(3, "threshold".into(), 401_150_000, None, Draw::three)
}

/// Seven such players.
fn kinzo_seven() -> (f64, f64) {
    kinzo(7, "threshold".into(), 1_185_248_000, None, Draw::seven)
}

/// One player with a chart that splits.
fn kinzo_split() -> (f64, f64) {
    kinzo(1, textbook(), 236_623_000, Some(0.0565), Draw::alone_splitting)
}

/// Three such players.
fn kinzo_split_table() -> (f64, f64) {
    kinzo(3, textbook(), 1_266_451_000, None, Draw::three_splitting)
}

/// Three players of `best`: nanoseconds per round and player, over a player's share of the draws.
fn kinzo_best_table() -> (f64, f64) {
    let rules = Rules { players: 3, ..Rules::default() };
    kinzo_best(rules, 1 << 15, (32_768, 14_787_000), Draw::three_splitting)
}

/// One player of `best` with a full memory of the shoe, over draws from a full deck.
fn kinzo_best_shoe() -> (f64, f64) {
    let rules = Rules { shuffle: Shuffle::Penetration(0.75), ..Rules::default() };
    kinzo_best(rules, 1 << 12, (14_328, 1_649_000), Draw::alone_splitting)
}

/// Sessions of players of `best`: nanoseconds per round and player, and a player's share of the
/// draws. `came` holds the rounds, and the first player's net in thousandths of a stake, with seed
/// 1.
fn kinzo_best(
    rules: Rules,
    sessions: u64,
    came: (u64, i64),
    floor_of: fn(&mut Draw, u64) -> u64,
) -> (f64, f64) {
    const SLICES: u64 = 64;
    const TURNS: usize = 3;

    let players = f64::from(rules.players);
    let table = Kinzo::new(rules).expect("rules");
    let mut seats = vec![strategy::seat(&table, "best").expect("a strategy"); players as usize];
    let (mut tally, mut draw) = (Tally::default(), Draw::new());
    let (mut all, mut floor) = (0.0, f64::MAX);
    let slice = sessions / SLICES;
    for first in (0..sessions).step_by(slice as usize) {
        // Slices need different amounts of computation, so the best times of all of them count.
        let mut best = f64::MAX;
        let mut came = Tally::default();
        for _ in 0..TURNS {
            came = Tally::default();
            best = best.min(nanoseconds(1, || {
                let sessions = first..first + slice;
                table.play_block(black_box(&mut seats), Seed::new(1), sessions, &mut came);
            }));
        }
        all += best;
        tally.rounds += came.rounds;
        tally.net += came.net;
        let start = Instant::now();
        let rounds = floor_of(&mut draw, 1 << 10);
        floor = floor.min(start.elapsed().as_nanos() as f64 / rounds as f64 / players);
    }
    let ns = all / tally.rounds as f64 / players;
    assert_eq!((tally.rounds, tally.net), came, "seed 1 came out otherwise");
    draw.check();
    (ns, floor)
}

fn textbook() -> Asked {
    let file = include_str!("../strategies/kinzo/textbook.toml").to_owned();
    Asked { written: "textbook.toml".to_owned(), file: Some(file), memory: None }
}

/// Rounds of `players` players of one strategy, over draws. `net` is the sum of the first seat's
/// nets with seed 1, in thousandths of a stake; the plain round-by-round engine has the same. Both
/// are cut into alternating slices, short enough to fall between the interruptions of a shared
/// machine, and the best slice of each counts.
fn kinzo(
    players: u8,
    asked: Asked,
    net: i64,
    ev: Option<f64>,
    floor_of: fn(&mut Draw, u64) -> u64,
) -> (f64, f64) {
    const BLOCK: u64 = 1 << 14;
    const BLOCKS: u64 = 256;

    let table = Kinzo::new(Rules { players, ..Rules::default() }).expect("rules");
    let mut seats = vec![strategy::seat(&table, asked).expect("a strategy"); players.into()];
    let mut tally = Tally::default();
    let mut draw = Draw::new();
    let (mut ns, mut floor) = (f64::MAX, f64::MAX);
    for block in 0..BLOCKS {
        let sessions = block * BLOCK..(block + 1) * BLOCK;
        ns = ns.min(nanoseconds(BLOCK, || {
            table.play_block(black_box(&mut seats), Seed::new(1), sessions, &mut tally);
        }));
        let start = Instant::now();
        let rounds = floor_of(&mut draw, 1 << 12);
        floor = floor.min(start.elapsed().as_nanos() as f64 / rounds as f64);
    }

    assert_eq!((tally.rounds, tally.net), (BLOCK * BLOCKS, net), "seed 1 came out otherwise");
    let rounds = tally.rounds as f64;
    let mean = tally.net as f64 / 1000.0 / rounds;
    let error = (tally.squares as f64 / 1e6 / rounds - mean * mean).sqrt() / rounds.sqrt();
    assert!(ev.is_none_or(|ev| (mean - ev).abs() < 5.0 * error), "EV {mean} ± {error}");
    draw.check();
    (ns, floor)
}

/// The cards and dice of a Kinzo round, and nothing else: a partial Fisher–Yates shuffle of 36
/// cards that stay permuted, with all bounded numbers of a round exactly from one 64-bit word
/// (batched multiply and reject: Brackett-Rozinsky & Lemire, "Batched ranged random integer
/// generation", 2024).
struct Draw {
    generator: Pcg64Mcg,
    /// 36 cards, padded so that no index needs a bounds check.
    deck: [u8; 64],
    /// The sum and the number of all cards, and of all throws.
    cards: (u64, u64),
    throws: (u64, u64),
}

impl Draw {
    fn new() -> Draw {
        let deck = std::array::from_fn(|card| card as u8 % 6 + 1);
        Draw { generator: Pcg64Mcg::seed_from_u64(1), deck, cards: (0, 0), throws: (0, 0) }
    }

    /// Draws for `turns` times twelve rounds of one player: 89 cards and 9 throws in twelve rounds,
    /// since the rounds above take 7.416 cards and 0.776 throws each.
    fn alone(&mut self, turns: u64) -> u64 {
        self.rounds::<8, true>(5 * turns);
        self.rounds::<7, true>(4 * turns);
        self.rounds::<7, false>(3 * turns);
        12 * turns
    }

    /// Draws for `turns` times fifteen rounds of three players: 202 cards and 30 throws in fifteen
    /// rounds, since the rounds above take 13.47 cards and 2.08 throws each, too many for one word.
    fn three(&mut self, turns: u64) -> u64 {
        self.rounds::<7, true>(22 * turns);
        self.rounds::<6, true>(8 * turns);
        15 * turns
    }

    /// Draws for `turns` times twelve rounds of seven players: 307 cards and 48 throws, since the
    /// rounds above take 25.58 cards and 3.98 throws each.
    fn seven(&mut self, turns: u64) -> u64 {
        self.rounds::<7, true>(19 * turns);
        self.rounds::<6, true>(29 * turns);
        12 * turns
    }

    /// Draws for `turns` times thirteen rounds of one player who splits: 108 cards and 13 throws,
    /// since the rounds above take 8.31 cards and 1.03 throws each.
    fn alone_splitting(&mut self, turns: u64) -> u64 {
        self.rounds::<9, true>(4 * turns);
        self.rounds::<8, true>(9 * turns);
        13 * turns
    }

    /// Draws for `turns` times seven rounds of three players who split: 113 cards and 18 throws,
    /// since the rounds above take 16.14 cards and 2.65 throws each.
    fn three_splitting(&mut self, turns: u64) -> u64 {
        self.rounds::<7, true>(5 * turns);
        self.rounds::<6, true>(13 * turns);
        7 * turns
    }

    /// Repeats [`Draw::round`] and adds up its results.
    #[inline(always)]
    fn rounds<const CARDS: usize, const DICE: bool>(&mut self, times: u64) {
        let (mut generator, mut deck) = (self.generator.clone(), self.deck);
        let (mut cards, mut throws) = (0, 0);
        for _ in 0..times {
            let (sum, throw) = Draw::round::<CARDS, DICE>(&mut generator, &mut deck);
            (cards, throws) = (cards + sum, throws + throw);
        }
        (self.generator, self.deck) = (generator, deck);
        self.cards = (self.cards.0 + cards, self.cards.1 + CARDS as u64 * times);
        self.throws = (self.throws.0 + throws, self.throws.1 + u64::from(DICE) * times);
    }

    /// Draws cards and throws two dice, and returns the sum of each.
    #[allow(clippy::manual_swap, reason = "`swap` makes the floor half a nanosecond slower")]
    #[inline(always)]
    fn round<const CARDS: usize, const DICE: bool>(
        generator: &mut Pcg64Mcg,
        deck: &mut [u8; 64],
    ) -> (u64, u64) {
        let bound = |i: usize| 36 - i as u64;
        let product = (0..CARDS).map(bound).product::<u64>() * if DICE { 9 } else { 1 };
        let mut places = [0; CARDS];
        let mut throw = 0;
        loop {
            let mut word = generator.next_u64();
            let mut below = |bound: u64| {
                let wide = u128::from(word) * u128::from(bound);
                word = wide as u64;
                (wide >> 64) as usize
            };
            for (i, place) in places.iter_mut().enumerate() {
                *place = i + below(bound(i));
            }
            if DICE {
                throw = below(9) as u64;
            }
            if word >= product || word >= product.wrapping_neg() % product {
                break;
            }
        }
        let mut sum = 0;
        for (i, place) in places.into_iter().enumerate() {
            let card = deck[place & 63];
            deck[place & 63] = deck[i];
            deck[i] = card;
            sum += u64::from(card);
        }
        // Two dice of three faces have nine throws.
        (sum, if DICE { throw / 3 + throw % 3 + 2 } else { 0 })
    }

    /// Checks that the mean card is 3.5 and the mean throw 4, within five standard errors.
    fn check(&self) {
        let near = |(sum, count): (u64, u64), mean: f64, variance: f64| {
            let error = (variance / count as f64).sqrt();
            (sum as f64 / count as f64 - mean).abs() < 5.0 * error
        };
        assert!(near(self.cards, 3.5, 35.0 / 12.0), "mean card");
        assert!(near(self.throws, 4.0, 4.0 / 3.0), "mean throw");
    }
}

/// Random lines of four cards, each ranked as a row and as a flank, over adding up their cards:
/// nanoseconds per rank.
fn zinbiddle_rank() -> (f64, f64) {
    const LINES: usize = 1 << 12;
    const TURNS: u64 = 2_000;
    /// The sum of all ranks of the lines below.
    const SUM: u64 = 37_994;

    let mut generator = Pcg64Mcg::seed_from_u64(1);
    let card =
        |generator: &mut Pcg64Mcg| Card::of_kind(generator.random_range(0..KINDS as u32) as usize);
    let lines: Vec<[Card; 4]> =
        (0..LINES).map(|_| std::array::from_fn(|_| card(&mut generator))).collect();
    let ranks = Ranks::get();
    let (mut ns, mut floor) = (f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        let mut sum = 0;
        ns = ns.min(nanoseconds(2 * LINES as u64, || {
            let rows = black_box(&lines).iter().map(|&line| u64::from(ranks.row(line)));
            sum += rows.sum::<u64>();
            let flanks = black_box(&lines).iter().map(|&line| u64::from(ranks.flank(line)));
            sum += flanks.sum::<u64>();
        }));
        assert_eq!(sum, SUM, "the ranks of seed 1 came out otherwise");
        floor = floor.min(nanoseconds(2 * LINES as u64, || {
            for _ in 0..2 {
                let lines = black_box(&lines).iter();
                let cards =
                    lines.map(|line| line.iter().map(|card| card.kind() as u64).sum::<u64>());
                black_box(cards.sum::<u64>());
            }
        }));
    }
    (ns, floor)
}

/// Cards drawn in hands of Zinbiddle, by shoe.
#[derive(Default)]
struct Drawn([u64; 4]);

impl Recorder<RoundEvent> for Drawn {
    fn hear(&mut self, event: impl FnOnce() -> RoundEvent) {
        if let RoundEvent::Dealt { place, .. } | RoundEvent::Replaced { place, .. } = event() {
            self.0[place.level()] += 1;
        }
    }
}

fn casino() -> Zinbiddle {
    Zinbiddle::new(zinbiddle::rules::Rules::casino()).expect("the casino's rules")
}

fn zinbiddle_seats(game: &Zinbiddle, name: &str) -> Vec<zinbiddle::strategies::Seat> {
    vec![strategy::seat(game, name).expect("a strategy"); 3]
}

/// Three players, `regular`, casino rules: whole hands to settlement, tallied, over exact draws of
/// as many cards from four shoes.
fn zinbiddle_hand() -> (f64, f64) {
    /// Sessions in a slice, of 200 hands each.
    const BLOCK: u64 = 64;
    const BLOCKS: u64 = 100;
    /// The sum of the first seat's nets in the sessions below with seed 1, in units.
    const NET: i64 = -2_257_162_622;

    let game = casino();
    let mut players = zinbiddle_seats(&game, "regular");
    let mut tally = Tally::default();
    let mut draw = FourShoes::new();
    let (mut ns, mut floor) = (f64::MAX, f64::MAX);
    for block in 0..BLOCKS {
        let sessions = block * BLOCK..(block + 1) * BLOCK;
        ns = ns.min(nanoseconds(BLOCK * 200, || {
            game.play(black_box(&mut players), Seed::new(1), sessions, &mut tally);
        }));
        let slice = 200;
        floor = floor.min(nanoseconds(slice * FourShoes::HANDS, || draw.hands(slice)));
    }
    assert_eq!((tally.rounds, tally.net), (BLOCK * BLOCKS * 200, NET), "seed 1 came out otherwise");
    draw.check();

    // Checks that the floor draws as many cards from each shoe as these hands do.
    let mut drawn = Drawn::default();
    let mut table = Table::new(game.rules());
    for session in 0..100 {
        table.new_session();
        for hand in 0..200 {
            let mut luck = Keyed::new(Seed::new(1).round(session, hand));
            table.hand(&mut players, &mut luck, &mut drawn, hand as usize % 3);
        }
    }
    for (drawn, floor) in drawn.0.into_iter().zip(FourShoes::CARDS) {
        let (drawn, floor) = (drawn as f64 / 20_000.0, floor as f64 / FourShoes::HANDS as f64);
        assert!((drawn - floor).abs() < 0.3, "{drawn} cards of a shoe, {floor} in the floor");
    }
    (ns, floor)
}

/// Three players, casino rules: a hand of `pilot` players, over one of `regular` players.
fn zinbiddle_pilot() -> (f64, f64) {
    over_regular("pilot", -5_563_908)
}

/// The same for `counter`, which remembers the cards shown in earlier hands.
fn zinbiddle_counter() -> (f64, f64) {
    over_regular("counter", -5_050_080)
}

/// Three players of a strategy, casino rules: nanoseconds per hand, and those of three `regular`
/// players. `net` is the sum of the first seat's nets in the sessions below with seed 1, in units.
fn over_regular(name: &str, net: i64) -> (f64, f64) {
    const BLOCK: u64 = 2;
    const BLOCKS: u64 = 60;
    const REGULAR: i64 = -36_124_979;

    let game = casino();
    let mut seats = [name, "regular"].map(|name| zinbiddle_seats(&game, name));
    let mut best = [f64::MAX; 2];
    let mut nets = [0; 2];
    for block in 0..BLOCKS {
        let sessions = || block * BLOCK..(block + 1) * BLOCK;
        for i in 0..2 {
            let mut tally = Tally::default();
            best[i] = best[i].min(nanoseconds(BLOCK * 200, || {
                game.play(black_box(&mut seats[i]), Seed::new(1), sessions(), &mut tally);
            }));
            nets[i] += tally.net;
        }
    }
    assert_eq!(nets, [net, REGULAR], "seed 1 came out otherwise");
    (best[0], best[1])
}

/// The maximum probability under casual rules with three actions, over the tables of moves that are
/// built for any number of actions: nanoseconds of the whole search, with a thread per core.
fn zinbiddle_ceiling() -> (f64, f64) {
    use zinbiddle::exact::maximum::{Hunt, Solver};
    use zinbiddle::rules::Rules;
    const MAXIMUM: f64 = 1.272065503125e-5;

    let hunt = Hunt::new(&Rules { pilot_actions: 3, ..Rules::default() });
    let (mut ns, mut floor) = (f64::MAX, f64::MAX);
    for _ in 0..3 {
        let mut maximum = 0.0;
        ns = ns.min(nanoseconds(1, || maximum = Solver::new(black_box(hunt.clone())).maximum()));
        assert!((maximum / MAXIMUM - 1.0).abs() < 1e-9, "{maximum}");
        floor = floor.min(nanoseconds(1, || {
            black_box(Solver::new(black_box(hunt.clone())));
        }));
    }
    (ns, floor)
}

/// The cards of casino hands of Zinbiddle, and nothing else: partial Fisher–Yates shuffles of four
/// shoes of 121 cards that stay permuted, with up to nine bounded numbers from one 64-bit word, as
/// in [`Draw`].
struct FourShoes {
    generator: Pcg64Mcg,
    /// 121 cards each, padded so that no index needs a bounds check.
    shoes: [[u8; 128]; 4],
    turns: u64,
    sum: u64,
}

impl FourShoes {
    /// Hands in a turn.
    const HANDS: u64 = 5;
    /// Cards in a turn, by shoe: 149, since the hands above take 29.80 each.
    const CARDS: [u64; 4] = [72, 35, 28, 14];

    fn new() -> FourShoes {
        // 24 cards of each number from 0 to 4, and the Six as a 5.
        let shoe = std::array::from_fn(|card| (card / 24) as u8);
        FourShoes { generator: Pcg64Mcg::seed_from_u64(1), shoes: [shoe; 4], turns: 0, sum: 0 }
    }

    /// Draws the cards of `turns` times [`FourShoes::HANDS`] hands.
    fn hands(&mut self, turns: u64) {
        let (mut generator, mut shoes) = (self.generator.clone(), self.shoes);
        let mut sum = 0;
        for _ in 0..turns {
            sum += FourShoes::hand::<8, 7, 6, 3>(&mut generator, &mut shoes);
            sum += FourShoes::hand::<7, 7, 5, 3>(&mut generator, &mut shoes);
            sum += FourShoes::hand::<8, 7, 6, 3>(&mut generator, &mut shoes);
            sum += FourShoes::hand::<7, 7, 5, 3>(&mut generator, &mut shoes);
            sum += FourShoes::hand::<7, 7, 6, 2>(&mut generator, &mut shoes);
        }
        (self.generator, self.shoes) = (generator, shoes);
        self.turns += turns;
        self.sum += sum;
    }

    /// Draws the cards of a hand and returns their sum: the thrusters in two batches, seven
    /// shields, and the gunners and capstones in one batch.
    #[inline(always)]
    fn hand<const T: usize, const U: usize, const G: usize, const C: usize>(
        generator: &mut Pcg64Mcg,
        [thrusters, shields, gunners, capstones]: &mut [[u8; 128]; 4],
    ) -> u64 {
        let mut sum = FourShoes::batch::<T, 0>(generator, thrusters, 0, &mut [0; 128]);
        sum += FourShoes::batch::<U, 0>(generator, thrusters, T, &mut [0; 128]);
        sum += FourShoes::batch::<7, 0>(generator, shields, 0, &mut [0; 128]);
        sum + FourShoes::batch::<G, C>(generator, gunners, 0, capstones)
    }

    /// Draws `A` cards of one shoe, after `from` others, and `B` of another; returns their sum.
    #[allow(clippy::manual_swap, reason = "`swap` is slower")]
    #[inline(always)]
    fn batch<const A: usize, const B: usize>(
        generator: &mut Pcg64Mcg,
        first: &mut [u8; 128],
        from: usize,
        second: &mut [u8; 128],
    ) -> u64 {
        let bound = |i: usize| 121 - i as u64;
        let product = (from..from + A).chain(0..B).map(bound).product::<u64>();
        let (mut a, mut b) = ([0; A], [0; B]);
        loop {
            let mut word = generator.next_u64();
            let mut below = |bound: u64| {
                let wide = u128::from(word) * u128::from(bound);
                word = wide as u64;
                (wide >> 64) as usize
            };
            for (i, place) in a.iter_mut().enumerate() {
                *place = from + i + below(bound(from + i));
            }
            for (i, place) in b.iter_mut().enumerate() {
                *place = i + below(bound(i));
            }
            if word >= product || word >= product.wrapping_neg() % product {
                break;
            }
        }
        let mut sum = 0;
        for (i, place) in a.into_iter().enumerate() {
            let card = first[place & 127];
            first[place & 127] = first[from + i & 127];
            first[from + i & 127] = card;
            sum += u64::from(card);
        }
        for (i, place) in b.into_iter().enumerate() {
            let card = second[place & 127];
            second[place & 127] = second[i];
            second[i] = card;
            sum += u64::from(card);
        }
        sum
    }

    /// Checks that the mean card is 245 / 121, within five standard errors.
    fn check(&self) {
        let cards = (FourShoes::CARDS.iter().sum::<u64>() * self.turns) as f64;
        let mean = 245.0 / 121.0;
        let variance = (24.0 * 30.0 + 25.0) / 121.0 - mean * mean;
        let error = (variance / cards).sqrt();
        assert!((self.sum as f64 / cards - mean).abs() < 5.0 * error, "mean card");
    }
}

/// Random hands of five cards, each packed and ranked, over adding up their cards.
fn sabacc_rank() -> (f64, f64) {
    use sabacc::cards::{Card, Deck, Hand, Packed};
    use sabacc::hand::Ranking;
    use sabacc::rules::Rules;

    const HANDS: usize = 1 << 12;
    const TURNS: u64 = 2_000;
    /// The sum of all ranks of the hands below.
    const SUM: u64 = 14211091;

    let mut generator = Pcg64Mcg::seed_from_u64(1);
    let mut deck: Vec<Card> = Deck::standard().full::<Hand>().iter().collect();
    let hands: Vec<[Card; 5]> = (0..HANDS)
        .map(|_| {
            std::array::from_fn(|i| {
                let j = generator.random_range(i..deck.len());
                deck.swap(i, j);
                deck[i]
            })
        })
        .collect();
    let ranking = Ranking::for_rules(&Rules::default());
    let (mut ns, mut floor) = (f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        let mut sum = 0;
        ns = ns.min(nanoseconds(HANDS as u64, || {
            let ranks = black_box(&hands).iter().map(|hand| ranking.rank(Hand::from_cards(hand)));
            sum = ranks.map(u64::from).sum::<u64>();
        }));
        assert_eq!(sum, SUM, "the ranks of seed 1 came out otherwise");
        floor = floor.min(nanoseconds(HANDS as u64, || {
            let hands = black_box(&hands).iter();
            let cards = hands.map(|hand| hand.iter().map(|card| card.kind() as u64).sum::<u64>());
            black_box(cards.sum::<u64>());
        }));
    }
    (ns, floor)
}

/// Cards drawn and dice rolled in games of Sabacc.
#[derive(Default)]
struct Used {
    cards: u64,
    rolls: u64,
}

impl Recorder<sabacc::record::RoundEvent> for Used {
    fn hear(&mut self, event: impl FnOnce() -> sabacc::record::RoundEvent) {
        use sabacc::cards::Packed;
        use sabacc::record::RoundEvent;
        match event() {
            RoundEvent::Dealt { .. }
            | RoundEvent::Turned { .. }
            | RoundEvent::Gained { .. }
            | RoundEvent::Exchanged { .. }
            | RoundEvent::BlindDrew { .. } => self.cards += 1,
            RoundEvent::Redealt { hand, .. } => self.cards += u64::from(hand.cards()),
            RoundEvent::Rolled { .. } => self.rolls += 1,
            _ => {}
        }
    }
}

/// Two players, `careful`, default rules: whole games to settlement, tallied, over exact draws of
/// as many cards and dice.
fn sabacc_game() -> (f64, f64) {
    sabacc_of("careful", 512, -892_000)
}

/// The same for players of `textbook`, a file of rules.
fn sabacc_file() -> (f64, f64) {
    sabacc_of("textbook", 128, 22_000)
}

/// The same for players of `solved`, who update their beliefs about each other in the last turn.
/// Their plan is made before the clock starts.
fn sabacc_solved() -> (f64, f64) {
    sabacc_of("solved", 16, 82_000)
}

/// Games of two players of a strategy. `net` is the sum of the first seat's nets in `blocks` blocks
/// of sessions with seed 1, in thousandths of an ante.
fn sabacc_of(name: &str, blocks: u64, net: i64) -> (f64, f64) {
    const BLOCK: u64 = 1 << 12;

    let game = Sabacc::new(sabacc::rules::Rules::default()).expect("the default rules");
    let mut players = vec![strategy::seat(&game, name).expect("a strategy"); 2];
    game.play(&mut players, Seed::new(1), 0..1, &mut Tally::default());
    let mut tally = Tally::default();
    let mut draw = SpikeDeck::new();
    let (mut ns, mut floor) = (f64::MAX, f64::MAX);
    for block in 0..blocks {
        let sessions = block * BLOCK..(block + 1) * BLOCK;
        ns = ns.min(nanoseconds(BLOCK, || {
            game.play(black_box(&mut players), Seed::new(1), sessions, &mut tally);
        }));
        let slice = 1 << 10;
        floor = floor.min(nanoseconds(slice * SpikeDeck::GAMES, || draw.games(slice)));
    }
    assert_eq!((tally.rounds, tally.net), (BLOCK * blocks, net), "seed 1 came out otherwise");
    draw.check();

    // Checks that the floor draws as many cards, and rolls as often, as games of `careful` players.
    let mut players = vec![strategy::seat(&game, "careful").expect("a strategy"); 2];
    let mut used = Used::default();
    let mut table = sabacc::round::Table::new(game.rules());
    const GAMES: u64 = 100_000;
    for session in 0..GAMES {
        let mut luck = sabacc::round::Keyed::new(Seed::new(1).round(session, 0));
        table.game(&mut players, &mut luck, &mut used, session as usize % 2);
    }
    let cards = used.cards as f64 / GAMES as f64;
    let floor_cards = SpikeDeck::CARDS as f64 / SpikeDeck::GAMES as f64;
    assert!((cards - floor_cards).abs() < 0.1, "{cards} cards, {floor_cards} in the floor");
    assert_eq!(used.rolls, 3 * GAMES);
    (ns, floor)
}

/// Two players, default rules: a game of an `exploiter` against `solved`, over one of `solved`
/// against itself. On the same cards the exploiter must win more.
fn sabacc_exploiter() -> (f64, f64) {
    const GAMES: u64 = 60_000;

    let game = Sabacc::new(sabacc::rules::Rules::default()).expect("the default rules");
    let seat = |text: &str| strategy::seat(&game, text).expect("a strategy");
    let tables = ["exploiter", "solved"].map(|own| vec![seat(own), seat("solved")]);
    // The plan is made before the clock starts.
    game.play(&mut tables[1].clone(), Seed::new(1), 0..1, &mut Tally::default());
    let stop = AtomicBool::new(false);
    let plan = Plan {
        seed: 1,
        until: Until::Rounds(GAMES),
        confidence: 0.999,
        stop: &stop,
        journal: None,
    };
    let contenders =
        tables.clone().map(|players| simulate::Contender { players: Box::new(players), seat: 0 });
    let contest = simulate::compare(&game, &contenders, plan, &|_| {}).contest;
    let gain = contest.difference(0, 1, 0.999, None).expect("a difference");
    let low = gain.low.expect("an interval");
    let gain = gain.value;
    assert!(low > 0.0 && (0.003..0.016).contains(&gain), "{gain} antes a game, at least {low}");
    let [exploiting, solved] = tables.map(|mut players| {
        let mut tally = Tally::default();
        let sessions = 0..GAMES / 50;
        nanoseconds(GAMES / 50, || game.play(&mut players, Seed::new(2), sessions, &mut tally))
    });
    (exploiting, solved)
}

/// The cards and dice of games of Sabacc, and nothing else: partial Fisher–Yates shuffles of 62
/// cards that stay permuted, and three throws of two dice, with all bounded numbers of a game from
/// two 64-bit words, as in [`Draw`].
struct SpikeDeck {
    generator: Pcg64Mcg,
    /// 62 cards, padded so that no index needs a bounds check.
    deck: [u8; 64],
    turns: u64,
    sum: u64,
    doubles: u64,
}

impl SpikeDeck {
    /// Games in a turn.
    const GAMES: u64 = 2;
    /// Cards in a turn: the games above take 9.50 each.
    const CARDS: u64 = 19;

    fn new() -> SpikeDeck {
        // Three cards of each value but zero, and two of zero.
        let deck = std::array::from_fn(|card| {
            if card < 60 { (card / 3) as u8 + u8::from(card >= 30) } else { 10 }
        });
        SpikeDeck { generator: Pcg64Mcg::seed_from_u64(1), deck, turns: 0, sum: 0, doubles: 0 }
    }

    /// Draws the luck of `turns` times [`SpikeDeck::GAMES`] games.
    fn games(&mut self, turns: u64) {
        let (mut generator, mut deck) = (self.generator.clone(), self.deck);
        let (mut sum, mut doubles) = (0, 0);
        for _ in 0..turns {
            // Five cards are dealt; the rest are drawn together with the dice.
            let dealt = SpikeDeck::cards::<5, 0>(&mut generator, &mut deck, 0);
            let few = SpikeDeck::cards::<4, 3>(&mut generator, &mut deck, 5);
            let again = SpikeDeck::cards::<5, 0>(&mut generator, &mut deck, 0);
            let more = SpikeDeck::cards::<5, 3>(&mut generator, &mut deck, 5);
            for (cards, dice) in [dealt, few, again, more] {
                sum += cards;
                doubles += dice;
            }
        }
        (self.generator, self.deck) = (generator, deck);
        self.turns += turns;
        self.sum += sum;
        self.doubles += doubles;
    }

    /// Draws cards after `dealt` others, and throws dice; returns the sum of the cards and the
    /// number of doubles.
    #[allow(clippy::manual_swap, reason = "`swap` makes the floor slower")]
    #[inline(always)]
    fn cards<const CARDS: usize, const THROWS: usize>(
        generator: &mut Pcg64Mcg,
        deck: &mut [u8; 64],
        dealt: usize,
    ) -> (u64, u64) {
        let bound = |i: usize| 62 - (dealt + i) as u64;
        let product = (0..CARDS).map(bound).product::<u64>() * 36_u64.pow(THROWS as u32);
        let (mut places, mut throws) = ([0; CARDS], [0; THROWS]);
        loop {
            let mut word = generator.next_u64();
            let mut below = |bound: u64| {
                let wide = u128::from(word) * u128::from(bound);
                word = wide as u64;
                (wide >> 64) as usize
            };
            for (i, place) in places.iter_mut().enumerate() {
                *place = dealt + i + below(bound(i));
            }
            for throw in &mut throws {
                *throw = below(36);
            }
            if word >= product || word >= product.wrapping_neg() % product {
                break;
            }
        }
        let mut sum = 0;
        for (i, place) in places.into_iter().enumerate() {
            let card = deck[place & 63];
            deck[place & 63] = deck[dealt + i];
            deck[dealt + i] = card;
            sum += u64::from(card);
        }
        (sum, throws.into_iter().map(|throw| u64::from(throw % 7 == 0)).sum())
    }

    /// Checks that the mean card is the sylop's number, 10, and that one throw in six is a double,
    /// within five standard errors.
    fn check(&self) {
        let cards = (self.turns * SpikeDeck::CARDS) as f64;
        // The mean square of the values is 3 · 2 · 385 / 62.
        let error = (3.0 * 2.0 * 385.0 / 62.0 / cards).sqrt();
        assert!((self.sum as f64 / cards - 10.0).abs() < 5.0 * error, "mean card");
        let throws = (3 * self.turns * SpikeDeck::GAMES) as f64;
        let error = (5.0 / 36.0 / throws).sqrt();
        assert!((self.doubles as f64 / throws - 1.0 / 6.0).abs() < 5.0 * error, "doubles");
    }
}

/// Monday by day, 52 cards.
fn monday() -> FizzbinRules {
    FizzbinRules { koiks: 0, ..FizzbinRules::preset("d2-light").expect("a preset") }
}

/// Random hands of seven cards, each evaluated as a hand and as combined cards, keys included, over
/// loading its cards.
fn fizzbin_rank() -> (f64, f64) {
    const HANDS: usize = 1 << 14;
    const TURNS: u64 = 600;
    /// Hands below with the names H2, H3, H5, H6 and none; there are no others.
    const NAMED: [u64; 5] = [462, 1_349, 2_743, 8_934, 2_896];
    /// Combined cards below that are slinks (C24), gumatos (C35) and karidians (C39).
    const COMBINED: [u64; 3] = [2_575, 5_332, 2_272];
    /// The sum of all their numbers.
    const SUM: u64 = 5_530_561_080_672_896_537;

    let mut generator = Pcg64Mcg::seed_from_u64(1);
    let mut deck: Vec<Skin> = (1..SKINS).map(Skin::of_kind).filter(|c| c.rank() > 1).collect();
    let mut hand = || -> [Skin; 7] {
        (0..7).for_each(|i| deck.swap(i, generator.random_range(i..52)));
        std::array::from_fn(|i| deck[i])
    };
    let hands: Vec<[Skin; 7]> = (0..HANDS).map(|_| hand()).collect();
    let law = Evaluator::new(&monday());
    let set = |hand: &[Skin; 7]| hand.iter().fold(0, |set, card| set | 1_u64 << card.bit());
    let (mut ns, mut floor) = (f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        let mut sum = 0_u64;
        ns = ns.min(nanoseconds(HANDS as u64, || {
            for hand in black_box(&hands) {
                let (hand, combined) = law.natural_set(set(hand), 0, 7);
                sum = sum.wrapping_add(hand.number()).wrapping_add(combined.number());
            }
        }));
        assert_eq!(sum, SUM, "the hands of seed 1 came out otherwise");
        floor = floor.min(nanoseconds(HANDS as u64, || {
            let sets = black_box(&hands).iter().map(set);
            black_box(sets.fold(0, u64::wrapping_add));
        }));
    }
    let values = || hands.iter().map(|hand| law.natural_set(set(hand), 0, 7));
    let named = |place: usize| values().filter(|value| hand_place(value.0) == place).count() as u64;
    assert_eq!([1, 2, 4, 5, 7].map(named), NAMED);
    assert_eq!(NAMED.iter().sum::<u64>(), HANDS as u64);
    let of = |id: u8| {
        let values = values().filter(|(_, value)| value.next().or(value.id()) == Some(id));
        values.count() as u64
    };
    assert_eq!([24, 35, 39].map(of), COMBINED);
    assert_eq!(combined_place(values().map(|value| value.1).max().expect("hands")), 9);
    (ns, floor)
}

/// All 133,784,560 hands of seven cards on all cores, over those of six: nanoseconds per hand.
fn fizzbin_seven() -> (f64, f64) {
    let count = |cards: u32, hands: u64, expected: [u64; 3]| {
        let mut found = None;
        let ns = nanoseconds(hands, || found = Some(names(&monday(), cards)));
        let found = found.expect("they were counted").expect("they can be counted");
        let (mine, combined) = found.split_at(HAND_PLACES);
        assert_eq!([mine, combined].map(|ways| ways.iter().sum::<u64>()), [hands; 2]);
        assert_eq!([mine[0], mine[1], combined[9]], expected);
        ns
    };
    let seven = count(7, 133_784_560, [3_456, 3_675_312, 190_256]);
    (seven, count(6, 20_358_520, [0, 267_000, 12_408]))
}

/// A round of four builders on a Saturday by day, all 28 turns, krakos and declarations, over
/// drawing its deck. (Draws for redeemed cards are not in the floor.)
fn fizzbin_game() -> (f64, f64) {
    const ROUNDS: u64 = 1 << 13;
    let game = Fizzbin::new(FizzbinRules::default()).expect("the default rules");
    let builder = strategy::seat(&game, "builder").expect("a strategy");
    let ns = fizzbin_rounds(&game, builder, ROUNDS, -7_497);
    (ns, SkinDeck::floor())
}

/// The same on a Tuesday, whose 49 cards are two of each, over drawing the 53 of a Saturday.
fn fizzbin_tuesday() -> (f64, f64) {
    tuesday("builder", 1_421)
}

/// The same for four poisoners.
fn fizzbin_poisoner() -> (f64, f64) {
    tuesday("poisoner", 3_234)
}

fn tuesday(strategy: &str, net: i64) -> (f64, f64) {
    const ROUNDS: u64 = 1 << 11;
    let rules = FizzbinRules::preset("d3-light").expect("a preset");
    let game = Fizzbin::new(rules).expect("a preset's rules");
    let seat = strategy::seat(&game, strategy).expect("a strategy");
    (fizzbin_rounds(&game, seat, ROUNDS, net), SkinDeck::floor())
}

/// A Thursday round of four players of `magpie`, which searches the show for cards that no rival
/// can answer, over one of four builders.
fn fizzbin_file() -> (f64, f64) {
    const ROUNDS: u64 = 1 << 11;
    let thursday = FizzbinRules::preset("d5-light").expect("a preset");
    let game = Fizzbin::new(thursday).expect("a preset's rules");
    let seat = |name: &str| strategy::seat(&game, name).expect("a shipped strategy");
    let ns = fizzbin_rounds(&game, seat("magpie"), ROUNDS, 3_136);
    (ns, fizzbin_rounds(&game, seat("builder"), ROUNDS, -2_450))
}

/// Nanoseconds per round with the same player in all four seats. `net` is the sum of the first
/// seat's nets with seed 1, in quatloos.
fn fizzbin_rounds(game: &Fizzbin, player: fizzbin::strategies::Seat, rounds: u64, net: i64) -> f64 {
    const BLOCK: u64 = 1 << 5;
    let mut players = vec![player; 4];
    let mut tally = Tally::default();
    let mut ns = f64::MAX;
    for first in (0..rounds).step_by(BLOCK as usize) {
        ns = ns.min(nanoseconds(BLOCK, || {
            game.play(black_box(&mut players), Seed::new(1), first..first + BLOCK, &mut tally);
        }));
    }
    assert_eq!((tally.rounds, tally.net), (rounds, net), "seed 1 came out otherwise");
    ns
}

/// The cards of rounds of Fizzbin, and nothing else: Fisher–Yates shuffles of 53 cards that stay
/// permuted, with their bounded numbers from four 64-bit words, as in [`Draw`].
struct SkinDeck {
    generator: Pcg64Mcg,
    /// 53 cards, padded so that no index needs a bounds check.
    deck: [u8; 64],
    rounds: u64,
    /// The sum of the seventh cards, by their numbers.
    seventh: u64,
}

impl SkinDeck {
    const CARDS: usize = 53;

    /// The nanoseconds of drawing a deck.
    fn floor() -> f64 {
        let mut draw = SkinDeck::new();
        let mut floor = f64::MAX;
        for _ in 0..256 {
            let slice = 1 << 8;
            floor = floor.min(nanoseconds(slice, || draw.rounds(slice)));
        }
        draw.check();
        floor
    }

    fn new() -> SkinDeck {
        let deck = std::array::from_fn(|card| card as u8);
        SkinDeck { generator: Pcg64Mcg::seed_from_u64(1), deck, rounds: 0, seventh: 0 }
    }

    fn rounds(&mut self, rounds: u64) {
        let (mut generator, mut deck) = (self.generator.clone(), self.deck);
        for _ in 0..rounds {
            SkinDeck::cards::<10>(&mut generator, &mut deck, 0);
            SkinDeck::cards::<11>(&mut generator, &mut deck, 10);
            SkinDeck::cards::<12>(&mut generator, &mut deck, 21);
            SkinDeck::cards::<20>(&mut generator, &mut deck, 33);
            self.seventh += u64::from(deck[6]);
        }
        (self.generator, self.deck) = (generator, deck);
        self.rounds += rounds;
    }

    /// Draws `CARDS` cards after `dealt` others.
    #[allow(clippy::manual_swap, reason = "`swap` makes the floor slower")]
    #[inline(always)]
    fn cards<const CARDS: usize>(generator: &mut Pcg64Mcg, deck: &mut [u8; 64], dealt: usize) {
        let bound = |i: usize| (SkinDeck::CARDS - dealt - i) as u64;
        let product = (0..CARDS).map(bound).product::<u64>();
        let mut places = [0; CARDS];
        loop {
            let mut word = generator.next_u64();
            for (i, place) in places.iter_mut().enumerate() {
                let wide = u128::from(word) * u128::from(bound(i));
                word = wide as u64;
                *place = dealt + i + (wide >> 64) as usize;
            }
            if word >= product || word >= product.wrapping_neg() % product {
                break;
            }
        }
        for (i, place) in places.into_iter().enumerate() {
            let card = deck[place & 63];
            deck[place & 63] = deck[dealt + i];
            deck[dealt + i] = card;
        }
    }

    /// Checks that no card is lost, and that the mean of the seventh cards is that of all, 26,
    /// within five standard errors.
    fn check(&self) {
        let mut all = self.deck[..SkinDeck::CARDS].to_vec();
        all.sort_unstable();
        assert!((0..SkinDeck::CARDS).all(|card| usize::from(all[card]) == card), "{all:?}");
        let rounds = self.rounds as f64;
        let error = ((53.0 * 53.0 - 1.0) / 12.0 / rounds).sqrt();
        assert!((self.seventh as f64 / rounds - 26.0).abs() < 5.0 * error, "mean card");
    }
}

/// One player, `basic`, default rules: whole rounds from fresh cards.
fn blackjack_round() -> (f64, f64) {
    rounds_of_blackjack(Shuffle::EveryRound, 1 << 12, -196_875)
}

/// The same from a shoe with a penetration of 0.75.
fn blackjack_shoe() -> (f64, f64) {
    rounds_of_blackjack(Shuffle::Penetration(0.75), 1 << 7, -282_895)
}

/// One player, `basic`: whole rounds, tallied, over draws of as many cards from as many streams.
/// This is the cost of the framework to a game from outside.
fn rounds_of_blackjack(shuffle: Shuffle, block: u64, net: i64) -> (f64, f64) {
    const BLOCKS: u64 = 1 << 10;
    /// The published house edge from fresh cards, and the standard deviation of a round, in stakes.
    /// The effect of the cut card is within the tolerance below.
    const EDGE: f64 = 0.00530;
    const SD: f64 = 1.15;

    let rules = blackjack::Rules { shuffle, ..Default::default() };
    let house = House::<Blackjack>::open(rules).expect("allowed rules");
    let mut players = vec![strategy::seat(&house, "basic").expect("a strategy")];
    let mut shoe = Pile::new(&[24, 24, 24, 24, 24, 24, 24, 24, 24, 96]).expect("six decks");
    let mut tally = Tally::default();
    let (mut ns, mut floor) = (f64::MAX, f64::MAX);
    for number in 0..BLOCKS {
        let sessions = number * block..(number + 1) * block;
        let before = tally.rounds;
        let took = nanoseconds(1, || {
            house.play(black_box(&mut players), Seed::new(1), sessions.clone(), &mut tally);
        });
        let rounds = tally.rounds - before;
        ns = ns.min(took / rounds as f64);
        floor = floor.min(nanoseconds(rounds, || {
            let mut sum = 0;
            for round in before..tally.rounds {
                let keys = Seed::new(1).round(round, 0);
                shoe.shuffle();
                // 5.4 cards a round.
                let last = u32::from(round % 5 < 2);
                for (purpose, cards) in
                    [(Purpose::Deal, 4), (Purpose::Draws(0), 1), (Purpose::Dealer, last)]
                {
                    let mut stream = keys.stream(purpose);
                    sum += (0..cards).map(|_| u64::from(shoe.draw(&mut stream))).sum::<u64>();
                }
            }
            black_box(sum);
        }));
    }
    let rounds = tally.rounds as f64;
    let found = -(tally.net as f64) / <Blackjack as Game>::UNITS as f64 / rounds;
    assert!((found - EDGE).abs() < 4.0 * SD / rounds.sqrt(), "an edge of {found}");
    assert_eq!(tally.net, net, "in {} rounds", tally.rounds);
    (ns, floor)
}
