//! The values of a hand's totals, with the odds of the next cards fixed at their present values:
//! the recursion of best play over totals instead of hands, for several hands at once.

use super::fates::{Bases, Fates, TOTALS, Terms};
use crate::games::kinzo::hand::Card;

/// Values closer than this are equal up to rounding; ties go to the simpler action.
pub(super) const NEAR: f32 = 1e-5;
/// The number of kinds of card, padded to fill whole registers.
pub(super) const KINDS: usize = 8;
/// The number of distinct counts of hits left, starting at none.
pub(super) const HITS: usize = 6;
/// From this many hits left on, the hand limit is assumed never to be met, if a hand may have six
/// cards or more.
const ENOUGH: usize = 2;

pub(super) type ByTotal<const W: usize> = [[f32; W]; TOTALS];

/// The value of every total, for `W` hands whose fates have different values.
#[derive(Clone, Debug)]
pub(super) struct Worths<const W: usize> {
    /// Indexed by hits left, as [`Moment::hits`] counts them; with none left the hand stays.
    pub(super) by_hits: Vec<ByTotal<W>>,
}

impl<const W: usize> Worths<W> {
    pub(super) fn new() -> Worths<W> {
        Worths { by_hits: vec![[[0.0; W]; TOTALS]; HITS] }
    }

    #[inline]
    pub(super) fn stays(&self) -> &ByTotal<W> {
        &self.by_hits[0]
    }
}

/// The values once the card of the discard pile is taken (K8), and that card.
pub(super) type Taken<'a, const W: usize> = Option<(&'a Worths<W>, Card)>;

/// The probability that a hand that started with each kind of card has each total.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    hitting: Hitting,
    /// The same once the card of the discard pile is taken.
    taken: Hitting,
    /// The final totals.
    ended: ByTotal<KINDS>,
}

/// The totals now and after the next hit.
#[derive(Clone, Debug)]
struct Hitting {
    now: ByTotal<KINDS>,
    next: ByTotal<KINDS>,
}

impl Hitting {
    fn clear(&mut self, top: usize) {
        self.now[..=top].fill([0.0; KINDS]);
        self.next[..=top].fill([0.0; KINDS]);
    }

    /// Goes on to the next hit.
    fn advance(&mut self, top: usize) {
        std::mem::swap(&mut self.now, &mut self.next);
        self.next[..=top].fill([0.0; KINDS]);
    }
}

impl Reached {
    pub(super) fn new() -> Reached {
        let none = [[0.0; KINDS]; TOTALS];
        let hitting = Hitting { now: none, next: none };
        Reached { taken: hitting.clone(), hitting, ended: none }
    }
}

/// Adds odds times a probability.
#[inline(always)]
fn add(to: &mut [f32; KINDS], odds: &[f32; KINDS], times: f32) {
    for k in 0..KINDS {
        to[k] += times * odds[k];
    }
}

/// A decision: the dealer's possible totals, and the odds of the next card.
#[derive(Clone, Debug)]
pub(super) struct Moment<'a, const F: usize> {
    pub(super) fates: &'a Fates,
    /// The range of the dealer's totals that count: from `low`, below `high`.
    pub(super) low: usize,
    pub(super) high: usize,
    /// The odds of the next card, by kind.
    pub(super) next: [f32; 6],
    /// The most cards in a hand.
    pub(super) limit: usize,
}

/// Weighted sums, with four partial sums so that none waits for another.
#[inline(always)]
fn weigh<const W: usize>(shares: &[f32], worths: &[[f32; W]]) -> [f32; W] {
    let mut sums = [[0.0; W]; 4];
    let (shares, last_shares) = shares.as_chunks::<4>();
    let (worths, last_worths) = worths.as_chunks::<4>();
    for (share, worth) in shares.iter().zip(worths) {
        for i in 0..4 {
            for w in 0..W {
                sums[i][w] += share[i] * worth[i][w];
            }
        }
    }
    let [a, b, c, d] = sums;
    let mut sum: [f32; W] = std::array::from_fn(|w| (a[w] + b[w]) + (c[w] + d[w]));
    for (share, worth) in last_shares.iter().zip(last_worths) {
        for w in 0..W {
            sum[w] += share * worth[w];
        }
    }
    sum
}

impl<const F: usize> Moment<'_, F> {
    /// The index of a total; all totals beyond the dealer's reach share one.
    #[inline]
    pub(super) fn place(&self, total: u32) -> usize {
        (total as usize).min(self.high)
    }

    /// The largest number of hits left that is distinguished.
    #[inline]
    pub(super) fn enough(&self) -> usize {
        if self.limit >= HITS { ENOUGH } else { self.limit }
    }

    /// The hits left to a hand of `cards` cards.
    #[inline]
    pub(super) fn hits(&self, cards: u32) -> usize {
        self.limit.saturating_sub(cards as usize).min(self.enough())
    }

    /// The hits left after one of `hits`.
    #[inline]
    fn one_less(&self, hits: usize) -> usize {
        if hits == self.enough() { hits } else { hits - 1 }
    }

    /// The sum of bases weighted by `terms`, by dealer's total.
    #[inline]
    fn sums<'s>(&self, bases: &Bases, terms: &Terms, sums: &'s mut [f32; TOTALS]) -> &'s [f32] {
        let sums = &mut sums[..self.high - self.low];
        self.fates.sums(bases, terms, self.low, sums);
        sums
    }

    /// Computes the values of a single hand's fates relative to a bust, by dealer's total and fate.
    /// Returns the value of a bust.
    pub(super) fn one(&self, bases: &Bases, worths: &mut [[f32; 1]]) -> [f32; 1] {
        let mut sums = [0.0; TOTALS];
        let (worths, _) = worths[self.low * F..self.high * F].as_chunks_mut::<F>();
        for (fate, terms) in self.fates.one[1..].iter().enumerate() {
            let sums = self.sums(bases, terms, &mut sums);
            for (worth, &sum) in worths.iter_mut().zip(sums) {
                worth[fate] = [sum];
            }
        }
        [self.sums(bases, &self.fates.one[0], &mut sums).iter().sum()]
    }

    /// Computes the values of the fates of two hands, by index in [`Fates::two`] and dealer's
    /// total.
    pub(super) fn two(&self, bases: &Bases, worths: &mut [f32]) {
        let mut sums = [0.0; TOTALS];
        for (row, terms) in worths.chunks_exact_mut(self.fates.span).zip(&self.fates.two) {
            row[self.low..self.high].copy_from_slice(self.sums(bases, terms, &mut sums));
        }
    }

    /// Computes the values of the fates of one of two hands relative to a bust, given the fate
    /// distribution of the other. Returns the value of a bust.
    #[inline]
    pub(super) fn beside<const W: usize>(
        &self,
        two: &[f32],
        of_first: bool,
        other: &[[f32; W]],
        worths: &mut [[f32; W]],
    ) -> [f32; W] {
        let n = self.high - self.low;
        let row = |place: usize| &two[place * self.fates.span + self.low..][..n];
        let (own, others) = if of_first { (1, 1 + F) } else { (1 + F, 1) };
        let pair = |own: usize, other: usize| match of_first {
            true => 1 + 2 * F + own * F + other,
            false => 1 + 2 * F + other * F + own,
        };
        let own: [&[f32]; F] = std::array::from_fn(|fate| row(own + fate));
        let others: [&[f32]; F] = std::array::from_fn(|fate| row(others + fate));
        let both: [[&[f32]; F]; F] =
            std::array::from_fn(|own| std::array::from_fn(|other| row(pair(own, other))));
        let (other, _) = other[self.low * F..self.high * F].as_chunks::<F>();
        let (worths, _) = worths[self.low * F..self.high * F].as_chunks_mut::<F>();
        let mut bust = [row(0).iter().sum(); W];
        for i in 0..n {
            for fate in 0..F {
                for w in 0..W {
                    bust[w] += other[i][fate][w] * others[fate][i];
                }
                let mut worth = [own[fate][i]; W];
                for (o, both) in both[fate].iter().enumerate() {
                    for w in 0..W {
                        worth[w] += other[i][o][w] * both[i];
                    }
                }
                worths[i][fate] = worth;
            }
        }
        bust
    }

    /// Computes the value of staying on each total from `from` on.
    pub(super) fn stays<const W: usize>(
        &self,
        worths: &[[f32; W]],
        bust: [f32; W],
        from: usize,
        stays: &mut ByTotal<W>,
    ) {
        for total in from..self.high {
            let (low, high) = self.fates.bands[total];
            let (low, high) = (low.max(self.low) * F, high.min(self.high) * F);
            stays[total] = bust;
            if low < high {
                let sum = weigh(&self.fates.of(total)[low..high], &worths[low..high]);
                for w in 0..W {
                    stays[total][w] += sum[w];
                }
            }
        }
        stays[self.high..=self.high + 6].fill(bust);
    }

    /// The value of a hit on a total.
    #[inline(always)]
    pub(super) fn hit<const W: usize>(&self, after: &ByTotal<W>, total: usize) -> [f32; W] {
        let mut sum = [0.0; W];
        for (next, worth) in self.next.iter().zip(&after[total + 1..total + 7]) {
            for w in 0..W {
                sum[w] += next * worth[w];
            }
        }
        sum
    }

    /// Computes the values of the totals from `from` on with up to `most` hits left, given those of
    /// staying. Returns the total from which on nothing is hit or taken.
    pub(super) fn play_on<const W: usize>(
        &self,
        worths: &mut Worths<W>,
        taken: Taken<'_, W>,
        from: usize,
        most: usize,
    ) -> usize {
        // If all higher totals have lower values, no hit can be better.
        let stays = &worths.by_hits[0];
        let falls = |total: usize| (0..W).all(|w| stays[total - 1][w] >= stays[total][w] - NEAR);
        let summit = (from + 1..=self.high.max(from)).rev().find(|&total| !falls(total));
        let summit = summit.unwrap_or(from);
        self.hit_below(worths, taken, from, summit, most);
        summit
    }

    /// The same for totals below `summit`, from which on the values are those of staying.
    fn hit_below<const W: usize>(
        &self,
        worths: &mut Worths<W>,
        taken: Taken<'_, W>,
        from: usize,
        summit: usize,
        most: usize,
    ) {
        for hits in 1..=most {
            let (fewer, here) = worths.by_hits.split_at_mut(hits);
            let (stays, here) = (&fewer[0], &mut here[0]);
            here[summit..=self.high + 6].copy_from_slice(&stays[summit..=self.high + 6]);
            for total in (from..summit).rev() {
                let hit = match hits == self.enough() {
                    true => self.hit(here, total),
                    false => self.hit(&fewer[hits - 1], total),
                };
                let stay = stays[total];
                for w in 0..W {
                    here[total][w] = if hit[w] > stay[w] + NEAR { hit[w] } else { stay[w] };
                }
                if let Some((taken, card)) = taken {
                    let take = taken.by_hits[self.one_less(hits)][total + card.value() as usize];
                    for w in 0..W {
                        here[total][w] = here[total][w].max(take[w]);
                    }
                }
            }
        }
    }

    /// Plays hands one hit on by the values `worths`, or to their end if hits are practically
    /// unlimited.
    #[inline]
    fn hit_on(
        &self,
        worths: &Worths<1>,
        hits: usize,
        summit: usize,
        hitting: &mut Hitting,
        mut take: Option<(&Worths<1>, Card, &mut Hitting)>,
        ended: &mut ByTotal<KINDS>,
    ) {
        let endless = hits > 0 && hits == self.enough();
        let on = &worths.by_hits[hits];
        for total in 1..=summit + 6 {
            let odds = hitting.now[total];
            if total >= summit || on[total][0] <= worths.stays()[total][0] {
                add(&mut ended[total], &odds, 1.0);
                continue;
            }
            if let Some((after, card, taken)) = &mut take {
                let then = total + card.value() as usize;
                if after.by_hits[self.one_less(hits)][then][0] >= on[total][0] {
                    let to = if endless { &mut taken.now } else { &mut taken.next };
                    add(&mut to[then], &odds, 1.0);
                    continue;
                }
            }
            let to = if endless { &mut hitting.now } else { &mut hitting.next };
            for (to, next) in to[total + 1..total + 7].iter_mut().zip(self.next) {
                add(to, &odds, next);
            }
        }
    }

    /// Computes the fate distribution, by dealer's total and fate, of a hand that starts with a
    /// card of each kind and is played by the values `worths`, and by those of `taken` once it has
    /// taken the card of the discard pile.
    pub(super) fn begun(
        &self,
        worths: &Worths<1>,
        taken: Taken<'_, 1>,
        summit: usize,
        fates: &mut [[f32; KINDS]],
        reached: &mut Reached,
    ) {
        let top = summit + 6;
        let Reached { hitting, taken: after_take, ended } = reached;
        hitting.clear(top);
        ended[..=top].fill([0.0; KINDS]);
        if taken.is_some() {
            after_take.clear(top);
        }
        for card in Card::ALL {
            hitting.now[card.value() as usize][card.kind()] = 1.0;
        }
        let mut hits = self.hits(1);
        loop {
            // If hits are practically unlimited, all are played in one pass.
            let endless = hits > 0 && hits == self.enough();
            match taken {
                None => self.hit_on(worths, hits, summit, hitting, None, ended),
                Some((after, card)) => {
                    let take = Some((after, card, &mut *after_take));
                    self.hit_on(worths, hits, summit, hitting, take, ended);
                    self.hit_on(after, hits, summit, after_take, None, ended);
                }
            }
            if endless || hits == 0 {
                break;
            }
            hits -= 1;
            hitting.advance(top);
            if taken.is_some() {
                after_take.advance(top);
            }
        }
        fates[self.low * F..self.high * F].fill([0.0; KINDS]);
        for (total, ended) in ended.iter().enumerate().take((top + 1).min(self.high)).skip(1) {
            let (low, high) = self.fates.bands[total];
            let (low, high) = (low.max(self.low) * F, high.min(self.high) * F);
            if low >= high || *ended == [0.0; KINDS] {
                continue;
            }
            for (fate, odds) in fates[low..high].iter_mut().zip(&self.fates.of(total)[low..high]) {
                for k in 0..KINDS {
                    fate[k] += odds * ended[k];
                }
            }
        }
    }
}
