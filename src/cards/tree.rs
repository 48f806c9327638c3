//! Every way that play can go, once, with its exact probability; and what is best for one seat.
//!
//! Play is written as a function that asks a [`Walk`] at every turn of luck. [`visit`] runs the
//! function again and again, each time along another branch, until it has seen them all: slow, and
//! right for whatever the function plays. [`BestReply`] groups what one seat decides by what it has
//! seen and finds its best play by backward induction.

use super::deck::Deck;
use super::random::{Purpose, Seed, Stream};
use std::collections::HashMap;
use std::hash::Hash;

/// One branching on the way from the beginning to a leaf.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// The option taken.
    at: usize,
    /// The last option that is possible.
    last: usize,
}

/// The way that play goes from its beginning to an end.
#[derive(Clone, Debug)]
pub struct Walk {
    path: Vec<Branch>,
    depth: usize,
    probability: f64,
    probe: Option<Probe>,
}

/// A descent that takes any option at each branching, each as likely.
#[derive(Clone, Debug)]
struct Probe {
    stream: Stream,
    /// The product of the options at the branchings passed.
    ways: f64,
}

impl Walk {
    /// Draws one of several options, each as likely as its weight says. Options of weight 0 are never
    /// drawn.
    ///
    /// # Panics
    /// If no weight is above 0.
    pub fn draw(&mut self, weights: &[u32]) -> usize {
        let at = self.branch(weights.len(), |option| weights[option] > 0);
        let total: u64 = weights.iter().copied().map(u64::from).sum();
        self.probability *= f64::from(weights[at]) / total as f64;
        at
    }

    /// Draws a number below `bound`, each as likely.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let at = self.branch(bound as usize, |_| true);
        self.probability /= f64::from(bound);
        at as u32
    }

    /// Draws a card of a deck that holds one: its kind.
    ///
    /// # Panics
    /// If the deck is empty.
    pub fn card(&mut self, deck: &mut impl Deck) -> usize {
        let kind = self.draw(&deck.left_by_kind());
        let taken = deck.take_kind(kind);
        debug_assert!(taken);
        kind
    }

    /// Takes one of several options, as many times as there are options: not luck, so it leaves the
    /// probability alone.
    ///
    /// # Panics
    /// If there is no option.
    pub fn choose(&mut self, options: usize) -> usize {
        self.branch(options, |_| true)
    }

    /// How likely luck is to go this way, up to here.
    pub fn probability(&self) -> f64 {
        self.probability
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
            // Where this run leaves the last one the option was raised by one: on to a possible one.
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

    /// Goes on to the next leaf; false after the last.
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

/// More ways to play than were allowed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are more than {budget} ways that play can go")]
pub struct TooManyLeaves {
    /// The most that were allowed for.
    pub budget: u64,
}

/// Roughly how many ways play can go, from a few descents: the mean over them of the product of the
/// options passed is right on average (Knuth, "Estimating the efficiency of backtrack programs",
/// 1975).
pub fn estimate(descents: u32, mut play: impl FnMut(&mut Walk)) -> f64 {
    let stream = Seed::new(1).round(0, 0).stream(Purpose::Deal);
    let probe = Some(Probe { stream, ways: 1.0 });
    let mut walk = Walk { path: Vec::new(), depth: 0, probability: 1.0, probe };
    let mut sum = 0.0;
    for _ in 0..descents {
        walk.probability = 1.0;
        play(&mut walk);
        if let Some(probe) = &mut walk.probe {
            sum += std::mem::replace(&mut probe.ways, 1.0);
        }
    }
    sum / f64::from(descents)
}

/// Runs `play` once for each way that it can go, at most `budget` of them. Returns how many there
/// are.
///
/// `play` must ask the same questions whenever it gets the same answers.
///
/// # Errors
/// If there are more ways than the budget; `play` has then run as often as the budget says.
pub fn visit(budget: u64, mut play: impl FnMut(&mut Walk)) -> Result<u64, TooManyLeaves> {
    let mut walk = Walk { path: Vec::new(), depth: 0, probability: 1.0, probe: None };
    for leaves in 1..=budget {
        play(&mut walk);
        debug_assert_eq!(walk.depth, walk.path.len(), "play asked fewer questions than before");
        if !walk.next() {
            return Ok(leaves);
        }
    }
    Err(TooManyLeaves { budget })
}

/// A situation of the deciding seat, and the option that it takes there: by number.
pub type Taken = (usize, usize);

/// What is known of a situation while the tree is visited. An end belongs to the last decision
/// before it.
#[derive(Clone, Debug)]
struct Node<K> {
    seen: K,
    parent: Option<Taken>,
    /// By option: the sums of probability and of probability × payoff over its ends.
    options: Vec<(f64, f64)>,
}

/// Best play for one seat against others whose play is given: what luck and the others do is drawn,
/// what the seat does is tried.
///
/// The seat remembers everything: two situations are the same to it if it sees the same in them, and
/// saw and did the same before.
#[derive(Clone, Debug)]
pub struct BestReply<K> {
    nodes: Vec<Node<K>>,
    known: HashMap<(Option<Taken>, K), usize>,
    /// The latest decision of the run that is under way.
    latest: Option<Taken>,
    /// Probability × payoff of the ends before which the seat decides nothing.
    undecided: f64,
}

/// A situation of the deciding seat, and what each of its options is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation<K> {
    /// What the seat sees.
    pub seen: K,
    /// How likely luck and the others are to let it come to this, if the seat does its part.
    pub reach: f64,
    /// By option: the expected payoff if it is taken and best play follows.
    pub worths: Vec<f64>,
}

/// What the best reply comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Best<K> {
    /// The expected payoff of best play.
    pub value: f64,
    /// Every situation, each before those that follow from it.
    pub situations: Vec<Situation<K>>,
}

/// The options of the best reply, by what the seat decided last and what it sees now.
#[derive(Clone, Debug)]
pub struct Replies<K> {
    known: HashMap<(Option<Taken>, K), Taken>,
}

impl<K: Eq + Hash> Replies<K> {
    /// The best option where the seat sees `seen` and took `latest` before: the situation and the
    /// option, to be given as `latest` the next time. `None` where it cannot come to this.
    pub fn option(&self, latest: Option<Taken>, seen: K) -> Option<Taken> {
        self.known.get(&(latest, seen)).copied()
    }
}

impl<K> Default for BestReply<K> {
    fn default() -> Self {
        BestReply { nodes: Vec::new(), known: HashMap::new(), latest: None, undecided: 0.0 }
    }
}

impl<K: Clone + Eq + Hash> BestReply<K> {
    /// The seat decides between options, seeing `seen`; each of them is tried.
    ///
    /// # Panics
    /// If there is no option, or not as many as the last time that the seat saw this.
    pub fn decide(&mut self, walk: &mut Walk, seen: K, options: usize) -> usize {
        let option = walk.choose(options);
        let parent = self.latest;
        let nodes = &mut self.nodes;
        let node = *self.known.entry((parent, seen.clone())).or_insert_with(|| {
            nodes.push(Node { seen, parent, options: vec![(0.0, 0.0); options] });
            nodes.len() - 1
        });
        assert_eq!(self.nodes[node].options.len(), options, "the options of one situation");
        self.latest = Some((node, option));
        option
    }

    /// The run is over, with this payoff to the seat.
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

    /// The best play, by backward induction, once every way has been visited.
    pub fn best(self) -> Best<K> {
        self.best_and_replies().0
    }

    /// The best play, and what it does in every situation: the first of options that are worth the
    /// same.
    pub fn best_and_replies(mut self) -> (Best<K>, Replies<K>) {
        let mut value = self.undecided;
        // A situation comes after those that lead to it.
        for number in (0..self.nodes.len()).rev() {
            let Node { parent, ref options, .. } = self.nodes[number];
            // Whatever the seat takes, luck is as likely to lead here.
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
            let better = |best: usize, option: usize| match options[option].1 > options[best].1 {
                true => option,
                false => best,
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

    /// Two to four further coins after each throw of a die: 2 × (4 + 8 + 16) ways.
    #[test]
    fn a_tree_is_estimated_by_a_few_descents() {
        let play = |walk: &mut Walk| {
            for _ in 0..2 + walk.draw(&[1, 0, 5, 2]).min(2) + walk.choose(2) {
                walk.below(2);
            }
        };
        let ways = visit(1000, play).unwrap() as f64;
        let found = estimate(4000, play);
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

    /// A die is thrown; the seat, which sees only whether it is even, may pass or bet that it is a six,
    /// which pays 4 to 1. Before that it may pay one half to be told whether it is a six.
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
        // Odd: pass. Even: to look is worth 4/3 - 1/2 = 5/6, to bet blindly 2/3.
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
