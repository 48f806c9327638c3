//! The rounds that are enumerated are those that are played, in every game: random courses, weighted
//! by their probabilities, against rounds as they come.

use croupier::cards::random::Seed;
use croupier::cards::tree;
use croupier::framework::settings::Settings;
use croupier::framework::{Engine, Record, Sink};
use croupier::games::fizzbin::Fizzbin;
use croupier::games::kinzo::Kinzo;
use croupier::games::sabacc::Sabacc;
use croupier::games::zinbiddle::Zinbiddle;
use croupier::strategy;

/// Courses, and sessions of one round.
const ROUNDS: u32 = 30_000;

/// Σ weight × x and Σ (weight × x)², for each part of a record.
#[derive(Default)]
struct Sums(Vec<[f64; 2]>);

impl Sums {
    fn add(&mut self, weight: f64, record: &Record) {
        let scores = record.seats.iter().chain(&record.positions).chain([&record.house]);
        let nets = scores.flat_map(|score| [score.net as f64, score.wins.into()]);
        let hits = record.hits.iter().map(|&hits| f64::from(hits));
        let parts: Vec<f64> = [1.0].into_iter().chain(nets).chain(hits).collect();
        self.0.resize(parts.len(), [0.0; 2]);
        for (sum, part) in self.0.iter_mut().zip(parts) {
            let term = weight * part;
            *sum = [sum[0] + term, sum[1] + term * term];
        }
    }

    /// The mean of each part, and the square of its error.
    fn means(&self) -> impl Iterator<Item = (f64, f64)> {
        let n = f64::from(ROUNDS);
        self.0.iter().map(move |[sum, squares]| {
            let mean = sum / n;
            (mean, (squares / n - mean * mean).max(0.0) / n)
        })
    }
}

impl Sink for Sums {
    fn session(&mut self, record: &Record, times: u64) {
        assert_eq!(record.rounds, 1);
        (0..times).for_each(|_| self.add(1.0, record));
    }
}

fn walks_as_it_plays<G: Engine>(sets: &[&str], texts: &[&str]) {
    let mut settings = Settings::default();
    sets.iter().for_each(|set| settings.set(set).unwrap());
    let game = G::new(settings.finish().unwrap()).unwrap();
    let players = Engine::players(&game);
    let texts = (0..players).map(|seat| texts[seat % texts.len()]);
    let mut seats: Vec<G::Player> =
        texts.map(|text| strategy::seat(&game, text).unwrap()).collect();
    let mut played = Sums::default();
    Engine::play(&game, &mut seats, Seed::new(8), 0..ROUNDS.into(), &mut played);
    let mut walked = Sums::default();
    let mut record = Record::new(players, Engine::units(&game), Engine::events(&game).len());
    let mut round = game.first_round(&mut seats);
    tree::estimate(ROUNDS, f64::MAX, |walk| {
        let first = walk.below(players as u32) as usize;
        record.clear();
        round(walk, first, &mut record);
        let nets = record.seats.iter().chain([&record.house]).map(|score| score.net);
        assert_eq!((record.rounds, nets.sum::<i64>()), (1, 0));
        walked.add(walk.weight(), &record);
    });
    for (part, (walked, played)) in walked.means().zip(played.means()).enumerate() {
        let off = (walked.0 - played.0).abs();
        let error = (walked.1 + played.1).sqrt();
        // A part that came up a few times is known to no better than that.
        let few = 20.0 / f64::from(ROUNDS) * (1.0 + walked.0.abs());
        assert!(off <= 5.0 * error + few, "{sets:?}: part {part}: {walked:?}, played {played:?}");
    }
}

#[test]
fn rounds_of_kinzo_are_walked_as_they_are_played() {
    walks_as_it_plays::<Kinzo>(&["resplit=true"], &["random"]);
    let sets = ["players=3", "stake_limit=3", "commission=50", "bonus.survive=0.5"];
    walks_as_it_plays::<Kinzo>(&sets, &["random", "threshold(split=true)", "best"]);
}

#[test]
fn games_of_sabacc_are_walked_as_they_are_played() {
    walks_as_it_plays::<Sabacc>(&["dice_faces=3"], &["careful", "random"]);
    let sets = ["players=4", "gain=look_first", "junk_refund=0.5", "dealer_moves=each_round"];
    walks_as_it_plays::<Sabacc>(&sets, &["random", "stand", "careful"]);
}

#[test]
fn rounds_of_fizzbin_are_walked_as_they_are_played() {
    walks_as_it_plays::<Fizzbin>(&["players=2"], &["hoarder", "builder"]);
    walks_as_it_plays::<Fizzbin>(&["players=3", "day=10"], &["poisoner", "builder"]);
}

#[test]
fn hands_of_zinbiddle_are_walked_as_they_are_played() {
    walks_as_it_plays::<Zinbiddle>(&["hands_per_session=1"], &["regular", "passive"]);
    let sets = ["hands_per_session=1", "players=2", "side_bet=1"];
    walks_as_it_plays::<Zinbiddle>(&sets, &["regular"]);
}
