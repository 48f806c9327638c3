//! The best chart of a simple form, and the proof that no other chart of the form is better.
//!
//! Best play looks at every card seen, which nobody can memorize. A [`Chart`] looks only at the
//! total of the hand in play and the dealer's card, and has one answer for each pair. Finding the
//! best chart is a problem of its own: best play's answers, averaged over the hands of a total,
//! need not give it, since the answer in one cell changes which hands reach another.
//!
//! There is one search for each of the dealer's cards, by branch and bound over the cells of a
//! chart. The bound is best play with full knowledge of the hands held, except where a cell is
//! fixed: there the cell decides. It is attained if that play never answers a cell in two ways.

use super::{Own, ROUNDING, Solver, TOTALS, best_out_of_reach, deals, ups};
use crate::cards::Composition;
use crate::framework::ExactError;
use crate::framework::parallel;
use crate::games::kinzo::hand::{Card, Hand};
use crate::games::kinzo::rules::Rules;
#[cfg(test)]
use crate::games::kinzo::view::{Action, Choice, Player, View};
use rustc_hash::FxHashMap;

/// A chart for each of the dealer's cards: the pairs that are split, and the totals that hit. It
/// never takes from the discard pile.
///
/// Wherever a split is legal it comes first, of the lowest pair held that the chart splits.
/// Everything else depends on the total of the hand in play, regardless of its number of cards and
/// of splits; where a hit is not legal, it stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Indexed by the kind of the dealer's card, 0..=5: bit `t` is 1 if a total of `t` hits.
    pub hit: [u128; 6],
    /// Indexed by the kind of the dealer's card, 0..=5: bit `k` is 1 if a pair of kind `k` is
    /// split.
    pub split: [u8; 6],
}

/// Direct play of a chart, without the file that it is written as.
#[cfg(test)]
impl Player for Chart {
    #[inline]
    fn play(&mut self, view: &View<'_>) -> Choice {
        let (hand, dealer) = (view.hand(), view.dealer().kind());
        let splits = |card: &Card| self.split[dealer] >> card.kind() & 1 == 1;
        if view.can_split()
            && let Some(card) = hand.pairs().find(splits)
        {
            return Choice::Act(Action::Split(card));
        }
        let hit = self.hit[dealer] >> hand.total() & 1 == 1 && view.can_hit();
        Choice::Act(if hit { Action::Hit } else { Action::Stay })
    }
}

/// The best chart of a table, compared with best play.
#[derive(Clone, Debug, PartialEq)]
pub struct BestChart {
    /// The chart; of equally good actions it has the simpler one.
    pub chart: Chart,
    /// Its expected net of a round, in stakes.
    pub ev: f64,
    /// How much more another chart may net, in stakes: 0 unless the search was cut off.
    pub more: f64,
    /// The expected net of best play, in stakes.
    pub best: f64,
}

/// The most work of the search against one of the dealer's cards, in situations gone through: some
/// half a minute on one core. Rules as published take a hundredth of it; a bonus on a split makes
/// charts and best play differ so much that no end is in sight. Then the best chart so far and a
/// bound on all others are the answer.
const MOST_WORK: u64 = 600_000_000;

/// The best chart of the form of [`Chart`], for one player in the first round after a shuffle. A
/// total that no hand reaches hits if it is below all totals that stay; a pair that no hand reaches
/// is not split.
///
/// # Errors
/// If there are too many situations to enumerate, as for best play.
pub fn best_chart(
    solver: &Solver,
    rules: &Rules,
    deck: Composition,
) -> Result<BestChart, ExactError> {
    best_within(solver, rules, deck, MOST_WORK)
}

/// As [`best_chart`], with so much work at most.
fn best_within(
    solver: &Solver,
    rules: &Rules,
    deck: Composition,
    work: u64,
) -> Result<BestChart, ExactError> {
    if let Some(why) = best_out_of_reach(rules, deck) {
        return Err(ExactError::OutOfReach(why));
    }
    let dealers: Vec<Card> = ups(deck).collect();
    let search = |at| Search::new(solver.clone(), rules.split, deck, dealers[at]).best(work);
    let found: Vec<Found> = parallel::map(dealers.len(), search);
    let chart = Chart { hit: [0; 6], split: [0; 6] };
    let mut best = BestChart { chart, ev: 0.0, more: 0.0, best: 0.0 };
    for (up, found) in dealers.iter().zip(found) {
        best.chart.hit[up.kind()] = found.hit;
        best.chart.split[up.kind()] = found.split;
        best.ev += found.ev;
        best.more += found.more;
        best.best += found.best;
    }
    Ok(best)
}

/// The result against one of the dealer's cards.
#[derive(Debug)]
struct Found {
    hit: u128,
    split: u8,
    /// The expected nets of the chart and of best play, and how much more another chart may net,
    /// times the probability of the dealer's card.
    ev: f64,
    more: f64,
    best: f64,
}

/// The answer of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    /// Not fixed: each situation takes the answer that is best for it.
    Free,
    /// Stay; do not split.
    No,
    /// Hit; split.
    Yes,
}

impl Cell {
    fn new(yes: bool) -> Cell {
        if yes { Cell::Yes } else { Cell::No }
    }
}

/// The cells against one of the dealer's cards: first the totals, then the pairs by kind.
type Cells = [Cell; TOTALS + 6];

/// The index of the cell for pairs of a kind.
const fn pair(kind: usize) -> usize {
    TOTALS + kind
}

/// No situation, or no value known.
const NONE: u32 = u32::MAX;

/// A situation of the player's turn.
#[derive(Clone, Debug)]
struct Node {
    own: Own,
    total: u8,
    /// The lowest total in play from here on: the value does not depend on the cells below it.
    /// `None` if it depends on the pairs too.
    lowest: Option<u8>,
    may_hit: bool,
    /// The index of its draws, once they are needed.
    draws: u32,
    stay: f64,
    above: f64,
    /// Its value under the cells of a version.
    version: u32,
    value: f64,
    /// The probability that the turn reaches it, as far as it has been added up.
    reach: f64,
}

/// Situations to be visited, by cards and stage: the order in which a turn passes through them.
type Open = Vec<Vec<u32>>;

/// The situations that a hit leads to, by kind of card, with the counts that give their odds. There
/// are very many of these, so they are kept small.
#[derive(Clone, Copy, Debug)]
struct Draws {
    next: [u32; 6],
    count: [u8; 6],
    cards: u16,
}

impl Draws {
    /// Each situation, with its probability.
    fn each(self) -> impl Iterator<Item = (f64, u32)> {
        let cards = f64::from(self.cards);
        let odds = self.count.map(|count| f64::from(count) / cards);
        odds.into_iter().zip(self.next).filter(|&(_, next)| next != NONE)
    }
}

/// The votes on a cell by the situations in which it is asked.
#[derive(Clone, Copy, Debug, Default)]
struct Votes {
    /// Whether any situation votes no, and the total loss of these situations if the cell is fixed
    /// to yes, all else being equal.
    no: bool,
    loss_of_yes: f64,
    /// Whether any situation votes yes, and the total loss of these if the cell is fixed to no.
    yes: bool,
    loss_of_no: f64,
}

impl Votes {
    fn add(&mut self, yes: bool, loss: f64) {
        // Ties are known up to rounding, and a bound on a loss may be missing.
        let loss = loss.max(0.0);
        if yes {
            self.yes = true;
            self.loss_of_no += loss;
        } else {
            self.no = true;
            self.loss_of_yes += loss;
        }
    }

    fn torn(&self) -> bool {
        self.yes && self.no
    }

    fn majority(&self) -> bool {
        self.loss_of_no > self.loss_of_yes
    }
}

/// The search against one of the dealer's cards.
#[derive(Debug)]
struct Search {
    solver: Solver,
    /// Whether pairs may be split at all.
    splits: bool,
    deals: Vec<(u32, f64)>,
    nodes: Vec<Node>,
    numbers: FxHashMap<u64, u32>,
    draws: Vec<Draws>,
    /// The cells as fixed now.
    cells: Cells,
    /// By total, the number of the version of the cells from that total up; the last entry is for
    /// all cells, those of the pairs included.
    versions: [u32; TOTALS + 1],
    /// The numbers of versions, keyed by a total, the answer of its cell, and the version of the
    /// totals above it.
    known: FxHashMap<(usize, Cell, u32), u32>,
    /// The best chart so far, with every cell that is reached fixed, and its value.
    leader: Cells,
    record: f64,
    /// The work that is left, and the greatest bound on charts that were not searched.
    left: u64,
    open: f64,
}

impl Search {
    fn new(mut solver: Solver, splits: bool, deck: Composition, up: Card) -> Search {
        solver.face(up);
        let mut search = Search {
            solver,
            splits,
            deals: Vec::new(),
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            draws: Vec::new(),
            cells: [Cell::Free; TOTALS + 6],
            versions: [0; TOTALS + 1],
            known: FxHashMap::default(),
            leader: [Cell::No; TOTALS + 6],
            record: f64::NEG_INFINITY,
            left: 0,
            open: f64::NEG_INFINITY,
        };
        for (hand, odds) in deals(deck, up) {
            let node = search.node(Own::One(hand));
            search.deals.push((node, odds));
        }
        search
    }

    /// The best chart, or the best one found with so much work.
    fn best(mut self, work: u64) -> Found {
        self.left = work;
        let best = self.bound();
        self.dive();
        self.cells = [Cell::Free; TOTALS + 6];
        self.branch();
        let (cells, ev) = self.simplest();
        let bit = |cell: usize| u128::from(cells[cell] == Cell::Yes);
        Found {
            hit: (0..TOTALS).map(|total| bit(total) << total).sum(),
            split: (0..6).map(|kind| (bit(pair(kind)) as u8) << kind).sum(),
            ev,
            more: (self.open - ev).max(0.0),
            best,
        }
    }

    /// Finds a good first chart: fixes cells with conflicting votes to the answer that costs less,
    /// until there are none.
    fn dive(&mut self) {
        loop {
            let value = self.bound();
            let votes = self.poll();
            let mut open = false;
            for (cell, votes) in votes.iter().enumerate().filter(|(_, votes)| votes.torn()) {
                self.cells[cell] = Cell::new(votes.majority());
                open = true;
            }
            if !open {
                self.lead(value, &votes);
                return;
            }
        }
    }

    /// Searches the charts that the fixed cells allow for better ones than the leader.
    fn branch(&mut self) {
        let value = self.bound();
        if value <= self.record + ROUNDING {
            return;
        }
        let Some(left) = self.left.checked_sub(self.nodes.len() as u64) else {
            self.open = self.open.max(value);
            return;
        };
        self.left = left;
        let votes = self.poll();
        // Branch on the cell whose cheaper answer costs most.
        let cost = |votes: &Votes| votes.loss_of_no.min(votes.loss_of_yes);
        let open = (0..votes.len())
            .filter(|&cell| votes[cell].torn())
            .reduce(|a, b| if cost(&votes[b]) > cost(&votes[a]) { b } else { a });
        let Some(cell) = open else {
            return self.lead(value, &votes);
        };
        let first = votes[cell].majority();
        for yes in [first, !first] {
            self.cells[cell] = Cell::new(yes);
            self.branch();
        }
        self.cells[cell] = Cell::Free;
    }

    /// Makes the chart that the situations agree on the leader, if it is better.
    fn lead(&mut self, value: f64, votes: &[Votes; TOTALS + 6]) {
        if value > self.record {
            self.record = value;
            self.leader = filled(votes);
        }
    }

    /// The leader without every yes that gains nothing, and its value.
    fn simplest(&mut self) -> (Cells, f64) {
        self.cells = self.leader;
        let least = self.bound() - ROUNDING;
        for cell in 0..self.cells.len() {
            if self.cells[cell] == Cell::Yes {
                self.cells[cell] = Cell::No;
                if self.bound() < least {
                    self.cells[cell] = Cell::Yes;
                }
            }
        }
        let value = self.bound();
        (filled(&self.poll()), value)
    }

    /// The number of a situation, created if it is new.
    fn node(&mut self, own: Own) -> u32 {
        if let Some(&number) = self.numbers.get(&own.key()) {
            return number;
        }
        let prospect = self.solver.prospect(own);
        let total = own.in_play().total() as u8;
        let number = self.nodes.len() as u32;
        self.nodes.push(Node {
            own,
            total,
            lowest: match own {
                Own::One(_) if self.splits => None,
                Own::One(_) | Own::Second(..) => Some(total),
                Own::First(_, second) => Some(total.min(second.total() as u8)),
            },
            may_hit: prospect.may_hit,
            draws: NONE,
            stay: prospect.stay,
            above: prospect.above,
            version: NONE,
            value: 0.0,
            reach: 0.0,
        });
        self.numbers.insert(own.key(), number);
        number
    }

    /// The index of a situation's draws.
    fn draws(&mut self, at: u32) -> usize {
        let Node { own, draws, .. } = self.nodes[at as usize];
        if draws != NONE {
            return draws as usize;
        }
        let (unseen, _) = self.solver.unseen(own, None);
        // No deck has more than 250 cards of a value.
        let count = unseen.counts().map(|count| count as u8);
        let mut draws = Draws { next: [NONE; 6], count, cards: unseen.cards() as u16 };
        for kind in (0..6).filter(|&kind| count[kind] > 0) {
            draws.next[kind] = self.node(own.with(Card::of_kind(kind)));
        }
        self.nodes[at as usize].draws = self.draws.len() as u32;
        self.draws.push(draws);
        self.draws.len() - 1
    }

    /// An upper bound on the expected net, given the fixed cells, in stakes.
    fn bound(&mut self) -> f64 {
        let mut number = |key: (usize, Cell, u32)| {
            let next = self.known.len() as u32;
            *self.known.entry(key).or_insert(next)
        };
        let mut last = NONE;
        for total in (0..TOTALS).rev() {
            last = number((total, self.cells[total], last));
            self.versions[total] = last;
        }
        for kind in 0..6 {
            last = number((pair(kind), self.cells[pair(kind)], last));
        }
        self.versions[TOTALS] = last;
        let mut sum = 0.0;
        for i in 0..self.deals.len() {
            let (node, odds) = self.deals[i];
            sum += odds * self.value(node);
        }
        sum
    }

    /// An upper bound on the expected net from a situation on, in stakes.
    fn value(&mut self, at: u32) -> f64 {
        let node = &self.nodes[at as usize];
        let version = self.versions[node.lowest.map_or(TOTALS, usize::from)];
        if node.version == version {
            return node.value;
        }
        let own = node.own;
        let mut value = f64::NEG_INFINITY;
        let mut forced = false;
        if let (true, Own::One(hand)) = (self.splits, own) {
            for card in hand.pairs() {
                if self.cells[pair(card.kind())] == Cell::No {
                    continue;
                }
                value = value.max(self.split(hand, card));
                if self.cells[pair(card.kind())] == Cell::Yes {
                    forced = true;
                    break;
                }
            }
        }
        if !forced {
            let (stay, hit) = self.stay_or_hit(at);
            value = value.max(stay).max(hit);
        }
        let node = &mut self.nodes[at as usize];
        (node.version, node.value) = (version, value);
        value
    }

    fn split(&mut self, hand: Hand, card: Card) -> f64 {
        let split = self.node(Own::First(hand.without(card), Hand::EMPTY.with(card)));
        self.value(split)
    }

    /// The values of staying and hitting: `NEVER` if the chart does not allow it, and for a hit
    /// also if it cannot be better.
    fn stay_or_hit(&mut self, at: u32) -> (f64, f64) {
        const NEVER: f64 = f64::NEG_INFINITY;
        let Node { own, total, may_hit, stay, above, .. } = self.nodes[at as usize];
        let cell = if may_hit { self.cells[usize::from(total)] } else { Cell::No };
        let stay = match (cell, own) {
            (Cell::Yes, _) => NEVER,
            (_, Own::First(first, second)) => {
                let next = self.node(Own::Second(first, second));
                self.value(next)
            }
            _ => stay,
        };
        if cell == Cell::No || cell == Cell::Free && above <= stay + ROUNDING {
            return (stay, NEVER);
        }
        let draws = self.draws(at);
        let mut hit = 0.0;
        for (odds, next) in self.draws[draws].each() {
            hit += odds * self.value(next);
        }
        (stay, hit)
    }

    /// The votes on the cells, by the situations that the play of the last bound reaches.
    fn poll(&mut self) -> [Votes; TOTALS + 6] {
        let mut votes = [Votes::default(); TOTALS + 6];
        let mut open: Open = vec![Vec::new()];
        for i in 0..self.deals.len() {
            let (node, odds) = self.deals[i];
            self.come(&mut open, node, odds);
        }
        let mut place = 0;
        while place < open.len() {
            for at in std::mem::take(&mut open[place]) {
                let odds = std::mem::take(&mut self.nodes[at as usize].reach);
                self.vote(at, odds, &mut votes, &mut open);
            }
            place += 1;
        }
        votes
    }

    /// Adds to the probability that a turn reaches a situation.
    fn come(&mut self, open: &mut Open, at: u32, odds: f64) {
        let node = &mut self.nodes[at as usize];
        if node.reach == 0.0 {
            let stage = match node.own {
                Own::One(_) => 0,
                Own::First(..) => 1,
                Own::Second(..) => 2,
            };
            let place = node.own.cards() as usize * 3 + stage;
            if open.len() <= place {
                open.resize(place + 1, Vec::new());
            }
            open[place].push(at);
        }
        node.reach += odds;
    }

    /// Counts the votes of one situation, and follows its answer.
    fn vote(&mut self, at: u32, odds: f64, votes: &mut [Votes; TOTALS + 6], open: &mut Open) {
        let Node { own, total, may_hit, above, .. } = self.nodes[at as usize];
        // The pairs that may be split, the value of that, and (below) the value of the
        // alternatives.
        let mut pairs: Vec<(Card, f64, f64)> = Vec::new();
        let mut forced = false;
        if let (true, Own::One(hand)) = (self.splits, own) {
            for card in hand.pairs() {
                let cell = self.cells[pair(card.kind())];
                if cell != Cell::No && !forced {
                    pairs.push((card, self.split(hand, card), 0.0));
                    forced = cell == Cell::Yes;
                }
            }
        }
        let (stay, hit) = match forced {
            true => (f64::NEG_INFINITY, f64::NEG_INFINITY),
            false => self.stay_or_hit(at),
        };
        // From the last question to the first: a yes must be worth more than all that follows.
        let hits = hit > stay + ROUNDING;
        let mut best = stay.max(hit);
        for (_, value, rest) in pairs.iter_mut().rev() {
            *rest = best;
            best = best.max(*value);
        }
        for (card, value, rest) in pairs {
            let yes = value > rest + ROUNDING;
            let free = self.cells[pair(card.kind())] == Cell::Free;
            let loss = if free { odds * (value - rest).abs() } else { 0.0 };
            votes[pair(card.kind())].add(yes, loss);
            if let (true, Own::One(hand)) = (yes, own) {
                let split = self.node(Own::First(hand.without(card), Hand::EMPTY.with(card)));
                return self.come(open, split, odds);
            }
        }
        if may_hit {
            let cell = usize::from(total);
            let loss = match self.cells[cell] {
                Cell::Free if hit == f64::NEG_INFINITY => stay - above,
                Cell::Free => (hit - stay).abs(),
                _ => 0.0,
            };
            votes[cell].add(hits, odds * loss);
        }
        if hits {
            let draws = self.draws(at);
            for (chance, next) in self.draws[draws].each() {
                self.come(open, next, odds * chance);
            }
        } else if let Own::First(first, second) = own {
            let next = self.node(Own::Second(first, second));
            self.come(open, next, odds);
        }
    }
}

/// The cells as voted, with those without a vote filled in.
fn filled(votes: &[Votes; TOTALS + 6]) -> Cells {
    let lowest = votes[..TOTALS].iter().position(|votes| votes.no).unwrap_or(0);
    std::array::from_fn(|cell| {
        let votes = &votes[cell];
        let unasked = !votes.yes && !votes.no;
        Cell::new(votes.yes || unasked && cell < lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::Engine;
    use crate::framework::bonus::Bonuses;
    use crate::framework::{Decisions, HandAsked};
    use crate::games::kinzo::Kinzo;
    use crate::games::kinzo::exact::hands_up_to;
    use crate::games::kinzo::rules::{Doubled, MatchPays, SplitDice, TieAtTally};
    use crate::games::kinzo::strategies::Threshold;
    use rayon::prelude::*;
    use std::ops::Range;

    fn table(rules: Rules) -> Kinzo {
        Kinzo::new(rules).unwrap()
    }

    /// The net of a player in stakes, by the enumeration that asks it in every situation.
    fn played(solver: &mut Solver, player: &mut impl Player) -> f64 {
        solver.figures(player).seats[0].mean / Kinzo::game().scale()
    }

    /// The chart's net is as stated, no more than that of best play, and no less than that of any
    /// threshold or any chart that differs in one cell. Tries the cells of some totals, then those
    /// of the pairs.
    fn check(table: &Kinzo, totals: Range<u32>) -> BestChart {
        let found = table.best_chart().unwrap();
        let mut solver = table.solver().unwrap();
        let mut net = |player: &mut Chart| played(&mut solver, player);
        let name = format!("{:?} {:?}", table.rules, found);
        assert!((net(&mut found.chart.clone()) - found.ev).abs() < 1e-10, "{name}");
        assert!(found.ev <= found.best + 1e-12, "{name}");
        for kind in 0..6 {
            for total in totals.clone() {
                let mut other = found.chart.clone();
                other.hit[kind] ^= 1 << total;
                assert!(net(&mut other) <= found.ev + 1e-10, "{name}: {kind} {total}");
            }
            let pairs = if totals.is_empty() || !table.rules.split { 0..0 } else { 0..6 };
            for pair in pairs {
                let mut other = found.chart.clone();
                other.split[kind] ^= 1 << pair;
                assert!(net(&mut other) <= found.ev + 1e-10, "{name}: {kind} {pair}");
            }
        }
        for hit_below in 6..13 {
            for split in [false, true] {
                let mut other = Threshold { hit_below, split: split && table.rules.split };
                assert!(played(&mut solver, &mut other) <= found.ev + 1e-10, "{name}");
            }
        }
        found
    }

    /// A search that is cut off says how much more another chart may net, and no chart nets more.
    #[test]
    fn a_search_that_is_cut_off_knows_a_bound() {
        let table = table(Rules { hand_limit: 4, ..Rules::default() });
        let solver = table.solver().unwrap();
        let within = |work| best_within(&solver, &table.rules, table.deck, work).unwrap();
        let best = table.best_chart().unwrap();
        assert_eq!((best.more, &best.chart), (0.0, &within(MOST_WORK).chart));
        let mut proven = false;
        for work in [0, 100_000, 1_000_000, 10_000_000, 100_000_000] {
            let found = within(work);
            assert!(found.ev <= best.ev + 1e-12, "{work}: {found:?}");
            assert!(best.ev <= found.ev + found.more + 1e-12, "{work}: {found:?} {best:?}");
            assert!(found.ev + found.more <= found.best + 1e-12, "{work}: {found:?}");
            assert!(work > 0 || found.more > 0.0, "{found:?}");
            proven |= found.more == 0.0;
        }
        assert!(proven);
    }

    /// Tries every chart that differs in cells that hands can reach, against each of the dealer's
    /// cards.
    fn beat_none(rules: &Rules, counts: [u32; 6]) {
        let table = table(rules.clone()).with_deck(&counts).unwrap();
        let found = table.best_chart().unwrap();
        let mut solver = table.solver().unwrap();
        let mut totals: Vec<u32> = hands_up_to(u32::from(rules.hand_limit) - 1, table.deck)
            .iter()
            .map(|hand| hand.total())
            .collect();
        let held = || ups(table.deck);
        let mut pairs = Vec::new();
        if rules.split {
            totals.extend(held().map(Card::value));
            pairs = held().map(Card::kind).collect();
        }
        totals.sort_unstable();
        totals.dedup();
        let bits = totals.len() + pairs.len();
        assert!(bits <= 14, "{totals:?} {pairs:?}");
        let mut same = 0;
        for up in held() {
            for mask in 0_u32..1 << bits {
                let bit = |at: usize| mask >> at & 1;
                let mut other = found.chart.clone();
                let hit = |(at, total): (usize, &u32)| u128::from(bit(at)) << total;
                let split = |(at, kind): (usize, &usize)| (bit(totals.len() + at) as u8) << kind;
                other.hit[up.kind()] = totals.iter().enumerate().map(hit).sum();
                other.split[up.kind()] = pairs.iter().enumerate().map(split).sum();
                let ev = played(&mut solver, &mut other);
                assert!(ev <= found.ev + 1e-11, "{rules:?} {counts:?}: {other:?} has {ev}");
                same += u32::from((ev - found.ev).abs() < 1e-11);
            }
        }
        assert!(same > 0, "the enumeration comes to the best chart too");
    }

    fn bonuses() -> Bonuses {
        toml::from_str("split = -0.2\nsurvive = 0.3\nexact-match = -1").unwrap()
    }

    fn readings() -> Vec<Rules> {
        let default = Rules { split: false, ..Rules::default() };
        let split = Rules::default();
        let exactly = Doubled::Exactly;
        vec![
            Rules { doubled: exactly, ..default.clone() },
            Rules { match_pays: MatchPays::Own, ..default.clone() },
            Rules { tie_at_tally: TieAtTally::Match, ..default.clone() },
            Rules { tie_at_tally: TieAtTally::Push, doubled: exactly, ..default.clone() },
            Rules { bonus: bonuses(), ..default.clone() },
            Rules { match_pays: MatchPays::Own, doubled: exactly, commission: 50, ..default },
            Rules { split_dice: SplitDice::PerPlayer, ..split.clone() },
            Rules { tie_at_tally: TieAtTally::Match, ..split.clone() },
            Rules { bonus: bonuses(), ..split.clone() },
            Rules { match_pays: MatchPays::Own, doubled: exactly, commission: 50, ..split },
        ]
    }

    #[test]
    fn the_default_tables_charts_are_between_thresholds_and_best_play() {
        let found = check(&table(Rules { split: false, ..Rules::default() }), 2..20);
        assert!((found.best - -0.0168601).abs() < 1e-7, "{}", found.best);
        assert!((found.ev - -0.0176450).abs() < 1e-7, "{}", found.ev);
        let found = check(&table(Rules::default()), 0..0);
        assert!((found.best - 0.0780798).abs() < 1e-7, "{}", found.best);
        assert!((found.ev - 0.0565307).abs() < 1e-7, "{}", found.ev);
    }

    #[test]
    fn no_chart_with_one_cell_changed_is_better_under_any_reading() {
        readings().par_iter().for_each(|rules| {
            // With splits, a smaller deck to save time.
            let copies_per_value = if rules.split { 2 } else { 6 }.into();
            check(&table(Rules { copies_per_value, ..rules.clone() }), 2..14);
        });
    }

    #[test]
    fn no_chart_of_a_small_deck_is_better() {
        readings().par_iter().for_each(|rules| {
            // Decks that may run out, and decks so large that hits are bounded.
            let small = Rules { dealer_limit: 4, ..rules.clone() };
            let limited = |hand_limit| Rules { hand_limit, ..small.clone() };
            if rules.split {
                beat_none(&limited(3), [4, 0, 5, 0, 0, 3]);
                beat_none(&limited(3), [0, 7, 60, 0, 9, 0]);
                beat_none(&limited(4), [5, 0, 0, 6, 0, 0]);
                beat_none(&limited(5), [0, 9, 30, 0, 0, 0]);
            } else {
                beat_none(&limited(4), [4, 0, 5, 0, 0, 3]);
                beat_none(&limited(4), [30, 0, 0, 20, 0, 40]);
                beat_none(&limited(3), [2; 6]);
                beat_none(&limited(5), [5, 0, 0, 6, 0, 0]);
            }
        });
    }

    #[test]
    fn what_the_chart_says_is_what_it_plays() {
        // With every cell no it stays at once; splitting all and hitting below 9 is a threshold.
        let table = table(Rules { copies_per_value: 2.into(), ..Rules::default() });
        let mut solver = table.solver().unwrap();
        for (mut chart, mut same) in [
            (Chart { hit: [0; 6], split: [0; 6] }, Threshold { hit_below: 0, split: false }),
            (Chart { hit: [511; 6], split: [63; 6] }, Threshold { hit_below: 9, split: true }),
        ] {
            let ev = played(&mut solver, &mut chart);
            assert_eq!(ev, played(&mut solver, &mut same));
        }
    }

    #[test]
    fn what_is_beyond_best_play_is_refused_for_the_same_reason() {
        for rules in [
            Rules { players: 2, ..Rules::default() },
            Rules { resplit: true, ..Rules::default() },
            Rules { hand_limit: 9, ..Rules::default() },
        ] {
            let refusal = table(rules.clone()).best_chart().unwrap_err();
            assert_eq!(
                refusal,
                Decisions::decisions(&table(rules), HandAsked::default()).unwrap_err()
            );
            assert!(matches!(refusal, ExactError::OutOfReach(_)), "{refusal}");
        }
    }
}
