//! Several contenders for a seat, on common luck: each plays the same sessions.

use super::Plan;
use super::block::{Nets, Products, Span};
use super::workload::{Workload, drive, sessions_in_a_block};
use crate::cards::random::Seed;
use crate::framework::{AnyTable, Relay, SeatError, Seats};
use crate::stats::{Cross, Difference, Moments, Pair, bonferroni, sidak};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One side of a comparison.
#[derive(Clone, Debug)]
pub struct Contender {
    /// The players at its table.
    pub players: Box<dyn Seats>,
    /// The seat whose net counts, from 0.
    pub seat: usize,
}

impl Contender {
    /// Its table, at which another strategy shares its seat, and the switch between the two.
    ///
    /// # Errors
    /// If the two cannot share a seat.
    pub(super) fn sharing(
        &self,
        game: &dyn AnyTable,
        other: &dyn Seats,
    ) -> Result<(Box<dyn Seats>, Relay), SeatError> {
        let relay = Relay::default();
        let both = game.relay(&*self.players.seat(self.seat), other, relay.clone())?;
        let mut players = self.players.clone();
        players.put(self.seat, &*both);
        Ok((players, relay))
    }
}

/// The progress of a comparison, shown to an observer after every wave of blocks.
#[derive(Clone, Copy, Debug)]
pub struct ContestProgress<'a> {
    /// The tallies so far.
    pub contest: &'a Contest,
    /// The rounds to play in all, if known.
    pub goal: Option<u64>,
}

/// A finished comparison.
#[derive(Clone, Debug)]
pub struct ContestRun {
    /// The tallies of all sessions played.
    pub contest: Contest,
    /// Whether it was stopped from outside.
    pub stopped: bool,
}

/// Lets the contenders play the same sessions, in order, until the run ends; `watch` is shown the
/// tallies from time to time. Runs on the current rayon pool.
///
/// [`Until::Rounds`](super::Until::Rounds) applies to the contender with the fewest rounds; under
/// it and [`Until::Time`](super::Until::Time) all contenders play to the end. Under
/// [`Until::Precision`](super::Until::Precision) a contender is dropped at a look if the interval
/// of its difference to another one still in lies on the wrong side of 0. The intervals of all
/// pairs hold at all looks together with the plan's confidence (by the union bound over all pairs
/// at the start), and as long as they do the best is never dropped. The last two are never dropped,
/// so that the lead of the best is measured too. A dropped contender plays no more; its pairs keep
/// the sums of their common sessions.
///
/// # Panics
/// If a contender's seat is not at its table.
pub fn compare(
    game: &dyn AnyTable,
    contenders: &[Contender],
    plan: Plan<'_>,
    watch: &(dyn Fn(ContestProgress<'_>) + Sync),
) -> ContestRun {
    if contenders.is_empty() {
        return ContestRun { contest: Contest::new(0, game.profile().units), stopped: false };
    }
    let show = |contest: &Contest, goal| watch(ContestProgress { contest, goal });
    let (contest, stopped) = drive(&Tables { game, contenders }, plan, &show);
    ContestRun { contest, stopped }
}

/// The tallies of contenders and of their pairs: integers, so the order of merging does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    sessions: u64,
    sides: Vec<Side>,
    /// By pair: (0, 1), (0, 2), …, (1, 2), ….
    meetings: Vec<Meeting>,
    /// Money units per stake.
    stake: i64,
}

/// The tally of a contender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Side {
    net: Moments,
    nets: Span,
    /// The number of sessions after which it was dropped.
    dropped: Option<u64>,
}

/// The tally of two contenders together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Meeting {
    cross: Cross,
    /// Sessions in which their results differed.
    differed: u64,
    /// Once one of them is dropped: the sums of both over their common sessions.
    frozen: Option<(Moments, Moments, Span)>,
}

impl Contest {
    pub(super) fn new(contenders: usize, stake: i64) -> Contest {
        let side = Side { net: Moments::default(), nets: Span::NONE, dropped: None };
        Contest {
            sessions: 0,
            sides: vec![side; contenders],
            meetings: vec![Meeting::default(); contenders * contenders.saturating_sub(1) / 2],
            stake,
        }
    }

    /// The number of contenders, dropped ones included.
    pub fn contenders(&self) -> usize {
        self.sides.len()
    }

    /// The number of their pairs.
    pub fn pairs(&self) -> usize {
        self.meetings.len()
    }

    /// The contenders that are still in, from 0.
    pub fn live(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.contenders()).filter(|&contender| self.is_live(contender))
    }

    fn is_live(&self, contender: usize) -> bool {
        self.sides[contender].dropped.is_none()
    }

    /// The fewest rounds of any contender still in.
    pub fn rounds(&self) -> u64 {
        self.live().map(|one| self.sides[one].net.n).min().unwrap_or(0) as u64
    }

    /// Sessions played by those still in.
    pub fn sessions(&self) -> u64 {
        self.sessions
    }

    /// Net money of a contender's seat by session, over rounds.
    pub fn moments(&self, contender: usize) -> &Moments {
        &self.sides[contender].net
    }

    /// The number of sessions after which a contender was dropped.
    pub fn dropped(&self, contender: usize) -> Option<u64> {
        self.sides[contender].dropped
    }

    /// Two contenders over their common sessions.
    pub fn pair(&self, a: usize, b: usize) -> Pair {
        if a > b {
            return self.pair(b, a).swapped();
        }
        let (first, second) = (&self.sides[a], &self.sides[b]);
        if a == b {
            let Moments { xx, xn, nn, .. } = first.net;
            let cross = Cross { xx, xn, nx: xn, nn };
            let spread = first.nets.width();
            return Pair { a: first.net, b: first.net, cross, differed: 0, spread };
        }
        let Meeting { cross, differed, frozen } = &self.meetings[self.place(a, b)];
        let (a, b, nets) =
            frozen.unwrap_or_else(|| (first.net, second.net, first.nets.and(second.nets)));
        Pair { a, b, cross: *cross, differed: *differed, spread: nets.width() }
    }

    /// The difference a − b of two contenders over their common sessions, in stakes per round. The
    /// intervals of all pairs hold together with this `confidence`: by Šidák's α
    /// ([`Difference::fixed`]), or, for a run that looked until it reached a `precision` in money
    /// units, by Bonferroni's at all times ([`Difference::time_uniform`]).
    pub fn difference(
        &self,
        a: usize,
        b: usize,
        confidence: f64,
        precision: Option<f64>,
    ) -> Option<Difference> {
        let (pair, scale, pairs) = (self.pair(a, b), self.stake as f64, self.pairs());
        match precision {
            None => Difference::fixed(&pair, scale, sidak(confidence, pairs)),
            Some(precision) => {
                let alpha = bonferroni(confidence, pairs);
                Difference::time_uniform(&pair, scale, alpha, precision)
            }
        }
    }

    /// Drops contenders that are surely worse than another one, down to the best two. Returns
    /// whether all differences of those left are known to this precision.
    pub(super) fn look(&mut self, confidence: f64, precision: f64) -> bool {
        let live: Vec<usize> = self.live().collect();
        let mut worse = vec![false; self.contenders()];
        let mut widths = Vec::new();
        for (i, &a) in live.iter().enumerate() {
            for &b in &live[i + 1..] {
                let found = self.difference(a, b, confidence, Some(precision));
                worse[a] |= found.and_then(|found| found.high).is_some_and(|high| high < 0.0);
                worse[b] |= found.and_then(|found| found.low).is_some_and(|low| low > 0.0);
                let half = found.and_then(|found| found.half_width()).unwrap_or(f64::INFINITY);
                widths.push((a, b, half * self.stake as f64));
            }
        }
        let mut out: Vec<usize> = live.iter().copied().filter(|&one| worse[one]).collect();
        let ev = |one: usize| self.sides[one].net.ratio().unwrap_or(f64::NEG_INFINITY);
        out.sort_by(|&a, &b| ev(a).total_cmp(&ev(b)).then(a.cmp(&b)));
        out.truncate(live.len().saturating_sub(2));
        out.iter().for_each(|&one| self.drop_out(one));
        let known = |&(a, b, half): &(usize, usize, f64)| {
            out.contains(&a) || out.contains(&b) || half <= precision
        };
        widths.iter().all(known)
    }

    /// Drops a contender: its pairs keep their sums.
    fn drop_out(&mut self, contender: usize) {
        for other in (0..self.contenders()).filter(|&other| other != contender) {
            let (a, b) = (contender.min(other), contender.max(other));
            let (place, first, second) = (self.place(a, b), &self.sides[a], &self.sides[b]);
            let known = (first.net, second.net, first.nets.and(second.nets));
            self.meetings[place].frozen.get_or_insert(known);
        }
        self.sides[contender].dropped = Some(self.sessions);
    }

    /// The index of a pair, a < b.
    fn place(&self, a: usize, b: usize) -> usize {
        a * (2 * self.contenders() - a - 1) / 2 + b - a - 1
    }

    /// Adds a block: the nets of each contender still in from the same sessions.
    pub(super) fn add(&mut self, block: &[(usize, &Nets)]) {
        let sessions = block.first().map_or(0, |(_, nets)| nets.x.len()) as u64;
        self.sessions += sessions;
        let (mut nets, mut lengths) = (Span::NONE, Span::NONE);
        for &(contender, of) in block {
            debug_assert_eq!((of.x.len() as u64, of.n.len() as u64), (sessions, sessions));
            let own = Span::from_values(&of.x);
            let side = &mut self.sides[contender];
            side.nets = side.nets.and(own);
            nets = nets.and(own);
            lengths = lengths.and(Span::from_values(&of.n));
        }
        let products = Products::new(nets, lengths, sessions);
        for (i, &(a, of)) in block.iter().enumerate() {
            self.sides[a].net.merge(&products.moments(of.both()));
            for &(b, other) in &block[i + 1..] {
                let place = self.place(a, b);
                let meeting = &mut self.meetings[place];
                meeting.cross.merge(&products.cross(of.both(), other.both()));
                meeting.differed += products.differed(of.both(), other.both());
            }
        }
    }

    pub(super) fn merge(&mut self, part: &Contest) {
        self.sessions += part.sessions;
        for (side, more) in self.sides.iter_mut().zip(&part.sides) {
            side.net.merge(&more.net);
            side.nets = side.nets.and(more.nets);
        }
        for (meeting, more) in self.meetings.iter_mut().zip(&part.meetings) {
            meeting.cross.merge(&more.cross);
            meeting.differed += more.differed;
        }
    }
}

/// The approximate time of a round of a contender, in nanoseconds: that of the play, and to hold its
/// nets against the others' session by session.
pub fn nanoseconds_of_contender(game: &dyn AnyTable, contender: &Contender) -> f64 {
    const COUNT: f64 = 16.0;
    game.nanoseconds(&*contender.players) + COUNT * (1.0 + game.players() as f64)
}

/// The contenders' tables.
struct Tables<'g> {
    game: &'g dyn AnyTable,
    contenders: &'g [Contender],
}

impl Workload for Tables<'_> {
    type Sums = Contest;
    type Worker = Vec<(Box<dyn Seats>, Nets)>;

    fn worker(&self) -> Self::Worker {
        let hand = |one: &Contender| (one.players.clone(), Nets::of_seat(one.seat));
        self.contenders.iter().map(hand).collect()
    }

    fn start(&self) -> Contest {
        Contest::new(self.contenders.len(), self.game.profile().units)
    }

    /// A contender that has been dropped is not played in the block.
    fn blank(&self, so_far: &Contest) -> Contest {
        let mut blank = self.start();
        for (side, known) in blank.sides.iter_mut().zip(&so_far.sides) {
            side.dropped = known.dropped;
        }
        blank
    }

    fn nanoseconds(&self, so_far: &Contest) -> f64 {
        let time = |one: usize| nanoseconds_of_contender(self.game, &self.contenders[one]);
        so_far.live().map(time).sum()
    }

    fn rounds_per_session(&self) -> f64 {
        self.game.rounds_per_session()
    }

    /// As many as for the mean contender, because setting up a table takes the same time for each.
    fn sessions_per_block(&self) -> u64 {
        let time = |one: &Contender| self.game.nanoseconds(&*one.players);
        let mean = self.contenders.iter().map(time).sum::<f64>() / self.contenders.len() as f64;
        sessions_in_a_block(mean * self.game.rounds_per_session())
    }

    fn play(
        &self,
        worker: &mut Self::Worker,
        seed: Seed,
        sessions: Range<u64>,
        contest: &mut Contest,
    ) {
        let mut block = Vec::with_capacity(worker.len());
        for (contender, (players, nets)) in worker.iter_mut().enumerate() {
            if contest.is_live(contender) {
                nets.clear();
                self.game.play(&mut **players, seed, sessions.clone(), nets);
                block.push((contender, &*nets));
            }
        }
        contest.add(&block);
    }

    fn rounds(&self, contest: &Contest) -> u64 {
        contest.rounds()
    }

    fn rounds_with(&self, contest: &Contest, part: &Contest) -> u64 {
        let live = contest.live();
        live.map(|one| contest.sides[one].net.n + part.sides[one].net.n).min().unwrap_or(0) as u64
    }

    fn one_round_each(&self, part: &Contest) -> bool {
        part.live().all(|one| part.sides[one].net.n == i128::from(part.sessions))
    }

    fn merge(&self, contest: &mut Contest, part: &Contest) {
        contest.merge(part);
    }

    fn look(&self, contest: &mut Contest, confidence: f64, precision: f64) -> bool {
        contest.look(confidence, precision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sessions of two contenders, with nets up to `size` and rounds up to `longest`.
    fn block(size: i64, longest: i64) -> [Nets; 2] {
        let mut state = 1_u64;
        let mut draw = move |below: i64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 1) as i64 % below
        };
        std::array::from_fn(|seat| Nets {
            seat,
            x: (0..100).map(|_| draw(2 * size + 1) - size).collect(),
            n: (0..100).map(|_| 1 + draw(longest)).collect(),
        })
    }

    #[test]
    fn blocks_add_up_however_large_the_nets() {
        for (size, longest) in [(3, 1), (3, 4), (1 << 28, 1), (1 << 30, 9), (1 << 38, 1 << 30)] {
            let both = block(size, longest);
            let [a, b] = &both;
            let mut contest = Contest::new(2, 1);
            contest.add(&[(0, a), (1, b)]);
            let pair = contest.pair(0, 1);
            let mut want = Pair { spread: pair.spread, ..Pair::default() };
            for i in 0..100 {
                let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
                want.a.add(a.x[i], a.n[i]);
                want.b.add(b.x[i], b.n[i]);
                want.cross.merge(&Cross {
                    xx: product(a.x[i], b.x[i]),
                    xn: product(a.x[i], b.n[i]),
                    nx: product(a.n[i], b.x[i]),
                    nn: product(a.n[i], b.n[i]),
                });
                want.differed += u64::from((a.x[i], a.n[i]) != (b.x[i], b.n[i]));
            }
            assert_eq!(pair, want, "{size} {longest}");
            let all = || a.x.iter().chain(&b.x);
            let (most, least) = (*all().max().unwrap(), *all().min().unwrap());
            assert_eq!(pair.spread, (most.max(0) - least.min(0)) as f64);
            // Parts merged in the other order give the same.
            let mut parts = [Contest::new(2, 1), Contest::new(2, 1)];
            let part = |nets: &Nets, of: Range<usize>| Nets {
                seat: nets.seat,
                x: nets.x[of.clone()].to_vec(),
                n: nets.n[of].to_vec(),
            };
            parts[0].add(&[(0, &part(a, 0..37)), (1, &part(b, 0..37))]);
            parts[1].add(&[(0, &part(a, 37..100)), (1, &part(b, 37..100))]);
            let [first, mut last] = parts;
            last.merge(&first);
            assert_eq!(last, contest);
        }
    }

    #[test]
    fn pairs_of_a_dropped_one_are_frozen() {
        let both = block(1000, 5);
        let nets = [&both[0], &both[1], &both[0]];
        let mut contest = Contest::new(3, 1);
        let all: Vec<(usize, &Nets)> = nets.into_iter().enumerate().collect();
        contest.add(&all);
        let before = contest.clone();
        contest.drop_out(1);
        contest.add(&[all[0], all[2]]);
        assert_eq!((contest.dropped(1), contest.sessions()), (Some(100), 200));
        assert_eq!(contest.live().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(contest.pair(0, 1), before.pair(0, 1));
        assert_eq!(contest.pair(0, 2).a.sessions, 200);
        // Frozen once, when the first of the two is dropped.
        contest.drop_out(2);
        assert_eq!(contest.pair(2, 1), before.pair(2, 1));
        assert_eq!(contest.pair(2, 0).b.sessions, 200);
        assert_eq!(contest.rounds(), contest.moments(0).n as u64);
    }
}
