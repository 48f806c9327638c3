//! Exact enumeration: every course of play, once, with its exact probability; and the best reply of
//! one seat.
//!
//! Play is written as a function that asks a [`Walk`] at every chance event. [`visit`] runs the
//! function again and again, each time along another branch, until it has covered them all: slow,
//! but right whatever the function plays. [`BestReply`] groups the decisions of one seat into
//! information sets and finds its best play by backward induction.

use super::deck::Deck;
use super::random::{Purpose, Seed, Stream};
use std::collections::HashMap;
use std::hash::Hash;

/// Options whose values differ by less than this part of them, or of a money unit, are equally good:
/// their sums are of many rounded terms.
pub const NOISE: f64 = 1e-9;

/// One branching on the path from the root to a leaf.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// The option taken.
    at: usize,
    /// The last possible option.
    last: usize,
}

/// One course of play, from the root to a leaf.
#[derive(Clone, Debug)]
pub struct Walk {
    path: Vec<Branch>,
    depth: usize,
    probability: f64,
    probe: Option<Probe>,
}

/// A random descent: every possible option at a branching is equally likely.
#[derive(Clone, Debug)]
struct Probe {
    stream: Stream,
    /// The product of the numbers of options at the branchings passed.
    ways: f64,
}

impl Walk {
    /// Draws the index of an option with probability proportional to its weight. Options of weight
    /// 0 are never drawn.
    ///
    /// # Panics
    /// If no weight is above 0.
    pub fn draw(&mut self, weights: &[u32]) -> usize {
        let at = self.branch(weights.len(), |option| weights[option] > 0);
        let total: u64 = weights.iter().copied().map(u64::from).sum();
        self.probability *= f64::from(weights[at]) / total as f64;
        at
    }

    /// Draws a number uniformly from `0..bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let at = self.branch(bound as usize, |_| true);
        self.probability /= f64::from(bound);
        at as u32
    }

    /// Draws a card from a deck and returns its kind.
    ///
    /// # Panics
    /// If the deck is empty.
    pub fn card(&mut self, deck: &mut impl Deck) -> usize {
        let kind = self.draw(&deck.left_by_kind());
        let taken = deck.take_kind(kind);
        debug_assert!(taken);
        kind
    }

    /// Takes every one of `options` options in turn, one a run. A choice is not luck, so the
    /// probability is left alone.
    ///
    /// # Panics
    /// If there is no option.
    pub fn choose(&mut self, options: usize) -> usize {
        self.branch(options, |_| true)
    }

    /// The probability of the luck on the path so far.
    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// The probability of the course so far over that with which a random descent ([`estimate`]) takes
    /// it: weighted by it, the figures of descents without choices are those of play. 1 in a visit.
    pub fn weight(&self) -> f64 {
        self.probe.as_ref().map_or(1.0, |probe| self.probability * probe.ways)
    }

    fn branch(&mut self, options: usize, possible: impl Fn(usize) -> bool + Copy) -> usize {
        if let Some(probe) = &mut self.probe {
            let all = (0..options).filter(|&option| possible(option)).count() as u32;
            assert!(all > 0, "nothing is possible here");
            probe.ways *= f64::from(all);
            let taken = if all > 1 { probe.stream.below(all) as usize } else { 0 };
            let at = (0..options).filter(|&option| possible(option)).nth(taken);
            return at.unwrap_or_default();
        }
        let depth = self.depth;
        self.depth += 1;
        if let Some(branch) = self.path.get_mut(depth) {
            // Where this run leaves the path of the last one, `next` has raised the option by one,
            // perhaps to an impossible one: go on to a possible one.
            while !possible(branch.at) {
                branch.at += 1;
            }
            return branch.at;
        }
        let first = (0..options).find(|&option| possible(option));
        let last = (0..options).rfind(|&option| possible(option));
        let (Some(at), Some(last)) = (first, last) else { panic!("nothing is possible here") };
        self.path.push(Branch { at, last });
        at
    }

    /// Moves on to the next leaf; false after the last.
    fn next(&mut self) -> bool {
        self.depth = 0;
        self.probability = 1.0;
        while let Some(branch) = self.path.last_mut() {
            if branch.at < branch.last {
                branch.at += 1;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// A tree of more leaves than the budget allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are more than {budget} ways that play can go")]
pub struct TooManyLeaves {
    /// The most leaves allowed.
    pub budget: u64,
}

/// The fewest descents of an [`estimate`], for its order of magnitude.
const FEWEST_DESCENTS: u32 = 50;

/// Estimates the number of leaves from a few random descents: the mean product of the numbers of
/// options passed is unbiased (Knuth, "Estimating the efficiency of backtrack programs", 1975). It
/// stops once the mean of all descents is bound to be more than `enough`.
pub fn estimate(descents: u32, enough: f64, mut play: impl FnMut(&mut Walk)) -> f64 {
    let stream = Seed::new(1).round(0, 0).stream(Purpose::Deal);
    let probe = Some(Probe { stream, ways: 1.0 });
    let mut walk = Walk { path: Vec::new(), depth: 0, probability: 1.0, probe };
    let (mut sum, mut done) = (0.0, 0);
    while done < descents && (done < FEWEST_DESCENTS || sum <= enough * f64::from(descents)) {
        walk.probability = 1.0;
        play(&mut walk);
        if let Some(probe) = &mut walk.probe {
            sum += std::mem::replace(&mut probe.ways, 1.0);
        }
        done += 1;
    }
    sum / f64::from(done)
}

/// Runs `play` once for each leaf, for at most `budget` of them, and returns their number.
///
/// `play` must ask the same questions whenever it gets the same answers; otherwise leaves are missed,
/// and their probabilities need not add up to 1.
///
/// # Errors
/// If there are more leaves than the budget; `play` has then run `budget` times.
pub fn visit(budget: u64, mut play: impl FnMut(&mut Walk)) -> Result<u64, TooManyLeaves> {
    let mut walk = Walk { path: Vec::new(), depth: 0, probability: 1.0, probe: None };
    for leaves in 1..=budget {
        play(&mut walk);
        // If this run asked fewer questions than the last one, other answers to the questions not
        // asked are never tried.
        walk.path.truncate(walk.depth);
        if !walk.next() {
            return Ok(leaves);
        }
    }
    Err(TooManyLeaves { budget })
}

/// A sum of many small terms that keeps what each addition rounds off (Neumaier, "Rundungsfehleranalyse
/// einiger Verfahren zur Summation endlicher Summen", 1974): the probabilities of millions of leaves
/// add up to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    /// Adds a term.
    #[inline]
    pub fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let (large, small) =
            if self.sum.abs() >= term.abs() { (self.sum, term) } else { (term, self.sum) };
        self.lost += large - sum + small;
        self.sum = sum;
    }

    /// The sum so far.
    pub fn value(self) -> f64 {
        self.sum + self.lost
    }
}

/// A situation of the deciding seat and the option that it takes there, both by index.
pub type Taken = (usize, usize);

/// A situation as the tree is visited. A leaf belongs to the last decision before it.
#[derive(Clone, Debug)]
struct Node<K> {
    seen: K,
    parent: Option<Taken>,
    /// By option: Σ probability and Σ probability × payoff over its leaves.
    options: Vec<(f64, f64)>,
}

/// Best play for one seat against others whose play is given: luck and the other seats' choices are
/// drawn, all of the seat's own are tried.
///
/// The seat has perfect recall: two situations are the same to it if it sees the same in them, and
/// saw and did the same before.
#[derive(Clone, Debug)]
pub struct BestReply<K> {
    nodes: Vec<Node<K>>,
    known: HashMap<(Option<Taken>, K), usize>,
    /// The latest decision of the current run.
    latest: Option<Taken>,
    /// Σ probability × payoff of the leaves before which the seat decides nothing.
    undecided: f64,
    /// Whether a situation recurred with other options.
    is_uneven: bool,
}

/// A situation of the deciding seat, with the value of each of its options.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation<K> {
    /// The seat's view.
    pub seen: K,
    /// The probability that luck and the others lead here if the seat plays toward it.
    pub reach: f64,
    /// The expected payoff of each option if best play follows.
    pub worths: Vec<f64>,
}

/// The best reply: its value and its situations.
#[derive(Clone, Debug, PartialEq)]
pub struct Best<K> {
    /// The expected payoff of best play.
    pub value: f64,
    /// Every situation, each before those that follow from it.
    pub situations: Vec<Situation<K>>,
}

/// The options of the best reply, by the seat's last decision and what it sees now.
#[derive(Clone, Debug)]
pub struct Replies<K> {
    known: HashMap<(Option<Taken>, K), Taken>,
}

impl<K: Eq + Hash> Replies<K> {
    /// The best option of a seat that sees `seen` and last took `latest`: the situation and the
    /// option, to be given as `latest` the next time. `None` if this cannot come up.
    pub fn option(&self, latest: Option<Taken>, seen: K) -> Option<Taken> {
        self.known.get(&(latest, seen)).copied()
    }
}

impl<K> Default for BestReply<K> {
    fn default() -> Self {
        BestReply {
            nodes: Vec::new(),
            known: HashMap::new(),
            latest: None,
            undecided: 0.0,
            is_uneven: false,
        }
    }
}

impl<K: Clone + Eq + Hash> BestReply<K> {
    /// Decides for the seat between options, seeing `seen`; each of them is tried.
    ///
    /// # Panics
    /// If there is no option.
    pub fn decide(&mut self, walk: &mut Walk, seen: K, options: usize) -> usize {
        // A path that is repeated leads to the same decisions, unless the game keeps state from the
        // last run.
        let tried = walk.choose(options);
        let option = tried.min(options - 1);
        let parent = self.latest;
        let nodes = &mut self.nodes;
        let node = *self.known.entry((parent, seen.clone())).or_insert_with(|| {
            nodes.push(Node { seen, parent, options: vec![(0.0, 0.0); options] });
            nodes.len() - 1
        });
        let of_node = self.nodes[node].options.len();
        self.is_uneven |= of_node != options || tried != option;
        self.latest = Some((node, option.min(of_node - 1)));
        option
    }

    /// Whether a situation recurred with other options than before: then the paths visited are not
    /// those of one game, and there is no best play.
    pub fn is_uneven(&self) -> bool {
        self.is_uneven
    }

    /// Ends the run, with this payoff to the seat.
    pub fn end(&mut self, walk: &Walk, payoff: f64) {
        let probability = walk.probability();
        match self.latest.take() {
            None => self.undecided += probability * payoff,
            Some((node, option)) => {
                let (reach, worth) = &mut self.nodes[node].options[option];
                *reach += probability;
                *worth += probability * payoff;
            }
        }
    }

    /// The best play, by backward induction, once every leaf has been visited.
    pub fn best(self) -> Best<K> {
        self.best_and_replies().0
    }

    /// The best play, and its option in every situation: the first of equally good ones, those that
    /// only rounding tells apart included.
    pub fn best_and_replies(mut self) -> (Best<K>, Replies<K>) {
        let mut value = self.undecided;
        // A situation comes after those that lead to it.
        for number in (0..self.nodes.len()).rev() {
            let Node { parent, ref options, .. } = self.nodes[number];
            // The reach does not depend on the option that the seat takes.
            let reach = options[0].0;
            let best = options.iter().map(|&(_, worth)| worth).fold(f64::MIN, f64::max);
            match parent {
                None => value += best,
                Some((node, option)) => {
                    let (above, worth) = &mut self.nodes[node].options[option];
                    *above += reach;
                    *worth += best;
                }
            }
        }
        let best_of = |node: usize| {
            let options = &self.nodes[node].options;
            let better = |best: usize, option: usize| {
                let (reach, worth) = options[best];
                let noise = NOISE * (reach + worth.abs());
                if options[option].1 > worth + noise { option } else { best }
            };
            (node, (1..options.len()).fold(0, better))
        };
        let replies = std::mem::take(&mut self.known).into_iter();
        let known = replies.map(|(situation, node)| (situation, best_of(node))).collect();
        let situation = |Node { seen, options, .. }: Node<K>| {
            let reach = options[0].0;
            let worths = options.into_iter().map(|(_, worth)| worth / reach).collect();
            Situation { seen, reach, worths }
        };
        let situations = self.nodes.into_iter().map(situation).collect();
        (Best { value, situations }, Replies { known })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_comes_once() {
        let mut ways = Vec::new();
        let leaves = visit(100, |walk| {
            let first = walk.draw(&[1, 0, 3]);
            let second = if first == 2 { Some(walk.below(2)) } else { None };
            let third = walk.choose(2);
            ways.push((first, second, third, walk.probability()));
        });
        assert_eq!(leaves, Ok(6));
        assert_eq!(
            ways,
            [
                (0, None, 0, 0.25),
                (0, None, 1, 0.25),
                (2, Some(0), 0, 0.375),
                (2, Some(0), 1, 0.375),
                (2, Some(1), 0, 0.375),
                (2, Some(1), 1, 0.375),
            ]
        );
    }

    #[test]
    fn what_does_not_branch_is_one_way() {
        assert_eq!(visit(1, |walk| assert_eq!(walk.draw(&[0, 5, 0]), 1)), Ok(1));
        assert_eq!(visit(1, |_| ()), Ok(1));
    }

    /// Two to five coins after a draw and a choice: 12 + 48 + 48 leaves.
    #[test]
    fn a_tree_is_estimated_by_a_few_descents() {
        let play = |walk: &mut Walk| {
            for _ in 0..2 + walk.draw(&[1, 0, 5, 2]).min(2) + walk.choose(2) {
                walk.below(2);
            }
        };
        let ways = visit(1000, play).unwrap() as f64;
        let mut weights = 0.0;
        let found = estimate(4000, f64::MAX, |walk| {
            play(walk);
            weights += walk.weight() / 4000.0;
        });
        // Each descent takes one of two choices, which are no luck.
        assert!((weights - 2.0).abs() < 0.1, "{weights}");
        assert!((found / ways - 1.0).abs() < 0.05, "{found} of {ways}");
    }

    #[test]
    fn a_tree_beyond_the_budget_is_refused() {
        let mut runs = 0;
        let coins = |walk: &mut Walk| {
            runs += 1;
            for _ in 0..4 {
                walk.below(2);
            }
        };
        assert_eq!(visit(15, coins), Err(TooManyLeaves { budget: 15 }));
        assert_eq!(runs, 15);
    }

    /// Options that are equally good but for rounding are the same to the seat.
    #[test]
    fn the_first_of_equals_is_taken() {
        let won = [[0.3, 0.2, 0.1], [0.1, 0.2, 0.3]];
        let mut reply = BestReply::default();
        let found = visit(100, |walk| {
            let option = reply.decide(walk, "here", 2);
            let die = walk.below(3);
            reply.end(walk, won[option][die as usize]);
        });
        assert_eq!(found, Ok(6));
        let (best, replies) = reply.best_and_replies();
        let worths = &best.situations[0].worths;
        assert!(worths[1] > worths[0] && worths[1] - worths[0] < 1e-15, "{worths:?}");
        assert_eq!(replies.option(None, "here").map(|(_, option)| option), Some(0));
    }

    /// A game whose choices differ the second time keeps state from the first.
    #[test]
    fn choices_that_change_are_noticed() {
        for (changes, uneven) in [([2, 2], false), ([3, 2], true), ([2, 3], true)] {
            let (mut reply, mut run) = (BestReply::default(), 0);
            let found = visit(100, |walk| {
                let coin = walk.below(2);
                reply.decide(walk, "here", changes[usize::from(run > 2 && coin == 1)]);
                run += 1;
                reply.end(walk, 1.0);
            });
            assert!(found.is_ok() && reply.is_uneven() == uneven, "{changes:?}");
        }
    }

    /// A die is thrown. The seat sees only whether it is even, and may pass or bet that it is a
    /// six, which pays 4 to 1. Before that it may pay one half to learn whether it is a six.
    #[test]
    fn the_seat_knows_what_it_saw_and_no_more() {
        let mut reply = BestReply::default();
        let leaves = visit(1000, |walk| {
            let die = 1 + walk.below(6);
            let look = reply.decide(walk, if die % 2 == 0 { "even" } else { "odd" }, 2) == 1;
            let seen = match (look, die) {
                (true, 6) => "a six",
                (true, _) => "no six",
                (false, _) => "nothing more",
            };
            let bets = reply.decide(walk, seen, 2) == 1;
            let won = if bets { if die == 6 { 4.0 } else { -1.0 } } else { 0.0 };
            reply.end(walk, won - if look { 0.5 } else { 0.0 });
        });
        assert_eq!(leaves, Ok(24));
        let best = reply.best();
        // Odd: pass. Even: looking is worth 4/3 - 1/2 = 5/6, betting blind 2/3.
        assert!((best.value - 0.5 * 5.0 / 6.0).abs() < 1e-12, "{}", best.value);
        let even = best.situations.iter().find(|situation| situation.seen == "even").unwrap();
        assert!((even.reach - 0.5).abs() < 1e-12);
        assert!((even.worths[0] - 2.0 / 3.0).abs() < 1e-12);
        assert!((even.worths[1] - 5.0 / 6.0).abs() < 1e-12);
        let six = best.situations.iter().find(|situation| situation.seen == "a six").unwrap();
        assert!((six.reach - 1.0 / 6.0).abs() < 1e-12);
        for (worth, known) in six.worths.iter().zip([-0.5, 3.5]) {
            assert!((worth - known).abs() < 1e-12);
        }
    }
}
