//! Plays one share of a run, so that other processes can play the rest.
//!
//! Shares are made of stretches of sessions. If every session has one round, the last session is
//! known; otherwise it is estimated from a few sessions that every share plays alike, and the range
//! in which it lies is dealt out in short stretches. So merging the shares has to replay little: a
//! short stretch in which the run, or a course of it, ends.

use super::journal::{Leg, Mark, Share, Stretch};
use super::workload::{Drive, Workload, encode};
use crate::framework::parallel;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The number of standard errors of the estimate within which a run surely ends.
const ERRORS: f64 = 6.0;
/// Sessions added to that, because lengths are not normally distributed.
const MARGIN: f64 = 8.0;
/// The most sessions from which the end of a run is estimated.
const MOST_GUESSED: f64 = 65_536.0;
/// The approximate time limit for playing these, in nanoseconds.
const GUESS_NANOSECONDS: f64 = 1e9;
/// At most one session in this many of the run is played for the estimate.
const ONE_OF: f64 = 16.0;
/// Sessions played at once if all have one round.
const MANY: u64 = 1024;
/// The number of short stretches that each share gets of the range of sessions in which the run may
/// end.
const PIECES: u64 = 2;

/// A stretch of a share, and the courses that surely end before it.
struct Planned {
    sessions: Range<u64>,
    shut: Vec<usize>,
}

impl<C: Workload> Drive<'_, C> {
    /// Plays a share of the run, from its kept progress.
    ///
    /// # Panics
    /// If there is no such share.
    pub fn share(&mut self, share: Share, known: Leg) -> (C::Sums, bool) {
        assert!(
            (1..=share.of).contains(&share.number),
            "share {share}: the first is 1/{}",
            share.of
        );
        let blank = |drive: &Self| drive.workload.blank(&drive.workload.start());
        let mut all = blank(self);
        let Some(goal) = self.goal else {
            self.plan.journal.iter().for_each(|journal| {
                journal.unreadable("a run that stops at a precision cannot be shared out");
            });
            return (all, true);
        };
        let mut stretches: Vec<Stretch> = Vec::new();
        let (planned, last) = self.planned(share, goal);
        let own: u64 = planned.iter().map(|part| part.sessions.end - part.sessions.start).sum();
        // The rounds of the share, at the rate of the whole run.
        let part = (u128::from(goal) * u128::from(own) / u128::from(last.max(1))) as u64;
        let show = |drive: &Self, all: &C::Sums, sums: &C::Sums| {
            let mut so_far = blank(drive);
            drive.workload.gather(&mut so_far, all);
            drive.workload.gather(&mut so_far, sums);
            (drive.show)(&so_far, Some(part));
        };
        for Planned { sessions, shut } in planned {
            let mut sums = blank(self);
            shut.iter().for_each(|&course| self.workload.shut(&mut sums, course));
            let mut next = sessions.start;
            let kept = known.stretches.iter().find(|kept| kept.first == sessions.start);
            if let Some(kept) = kept {
                match self.decode(&kept.sums) {
                    Some(so_far) => (sums, next) = (so_far, kept.end),
                    None => return (all, true),
                }
            }
            while next < sessions.end {
                let left = sessions.end - next;
                let blocks = self.wave(&sums, (next - sessions.start) / self.per_block);
                let blocks = blocks.min(left / self.per_block).max(1);
                let each = self.per_block.min(left);
                let parts = self.play(&sums, next / self.per_block, blocks, each);
                self.start.get_or_insert_with(Instant::now);
                for part in parts {
                    let Some(part) = part else {
                        stretches.push(Stretch {
                            first: sessions.start,
                            end: next,
                            sums: encode(&sums),
                        });
                        self.keep_share(share, &stretches, Mark::Stopped);
                        return (all, self.plan.stop.load(Ordering::Relaxed));
                    };
                    self.workload.gather(&mut sums, &part);
                    next += each;
                }
                show(self, &all, &sums);
                if self.plan.journal.is_some_and(|journal| journal.is_due()) {
                    let so_far = Stretch { first: sessions.start, end: next, sums: encode(&sums) };
                    let with = [&stretches[..], &[so_far]].concat();
                    self.keep_share(share, &with, Mark::Going);
                }
            }
            stretches.push(Stretch { first: sessions.start, end: next, sums: encode(&sums) });
            self.workload.gather(&mut all, &sums);
        }
        self.keep_share(share, &stretches, Mark::Over);
        (all, false)
    }

    fn keep_share(&self, share: Share, stretches: &[Stretch], mark: Mark) {
        let Some(journal) = self.plan.journal else { return };
        let leg = Leg {
            share: Some(share),
            total: None,
            over: mark == Mark::Over,
            stretches: stretches.to_vec(),
            elapsed: self.elapsed(),
        };
        journal.keep(leg, mark);
    }

    /// The stretches of a share, in order, and the sessions of the whole run at most.
    fn planned(&self, share: Share, goal: u64) -> (Vec<Planned>, u64) {
        let mut ends = self.ends(goal);
        let latest = |ends: &[Range<u64>]| ends.iter().map(|end| end.end).max().unwrap_or(0);
        let last = latest(&ends);
        // Only the last stretch may end within a block.
        for end in ends.iter_mut().filter(|end| end.is_empty() && end.end < last) {
            let (block, rest) = (end.end / self.per_block, end.end % self.per_block);
            let above = block + u64::from(rest > 0);
            *end = block * self.per_block..above * self.per_block;
        }
        let last = latest(&ends);
        // The windows in which some course may end; between them surely none does.
        let mut windows: Vec<Range<u64>> = Vec::new();
        let mut sorted: Vec<Range<u64>> =
            ends.iter().filter(|end| !end.is_empty()).cloned().collect();
        sorted.sort_by_key(|window| window.start);
        for window in sorted {
            match windows.last_mut().filter(|before| window.start <= before.end) {
                Some(before) => before.end = before.end.max(window.end),
                None => windows.push(window),
            }
        }
        let mut regions: Vec<(Range<u64>, u64)> = Vec::new();
        let mut from = 0;
        for window in windows {
            regions.push((from..window.start, 1));
            from = window.end;
            regions.push((window, PIECES));
        }
        regions.push((from..last, 1));
        // A stretch is cut where a course ends between two blocks, so that it is played no further.
        let cuts = ends.iter().filter(|end| end.is_empty()).map(|end| end.start);
        let cuts: BTreeSet<u64> = cuts.collect();
        let mut planned = Vec::new();
        for (region, pieces) in regions {
            let inner = cuts.iter().copied().filter(|cut| region.contains(cut) && pieces == 1);
            let mut edges: Vec<u64> = [region.start].into_iter().chain(inner).collect();
            edges.push(region.end);
            edges.dedup();
            for pair in edges.windows(2) {
                planned.extend(self.dealt(pair[0]..pair[1], pieces, share));
            }
        }
        let shut = |sessions: &Range<u64>| {
            let over = ends.iter().enumerate().filter(|(_, end)| end.end <= sessions.start);
            over.map(|(course, _)| course).collect()
        };
        let planned = planned.into_iter();
        let planned = planned.map(|sessions| Planned { shut: shut(&sessions), sessions }).collect();
        (planned, last)
    }

    /// The pieces of a range that belong to a share, in whole blocks except for the last one.
    fn dealt(&self, range: Range<u64>, pieces: u64, share: Share) -> Vec<Range<u64>> {
        let blocks = (range.end - range.start).div_ceil(self.per_block);
        let all = share.of.saturating_mul(pieces);
        let edge = |piece: u64| {
            let block = (u128::from(blocks) * u128::from(piece) / u128::from(all)) as u64;
            (range.start + block * self.per_block).min(range.end)
        };
        let own = (0..pieces).map(|round| round * share.of + share.number - 1);
        own.map(|piece| edge(piece)..edge(piece + 1)).filter(|range| !range.is_empty()).collect()
    }

    /// By course, the range of sessions in which it ends; empty if the end is known.
    fn ends(&self, goal: u64) -> Vec<Range<u64>> {
        let workload = self.workload;
        let sessions = goal as f64 / workload.rounds_per_session().max(1.0);
        let start = workload.start();
        let each = workload.nanoseconds(&start) * workload.rounds_per_session();
        let most = (GUESS_NANOSECONDS / each).min(MOST_GUESSED);
        let guessed = (sessions / ONE_OF).clamp(ONE_OF, most.max(ONE_OF)) as u64;
        // Rounds and goals of the courses, by batches of `together` sessions.
        let lengths = |together: u64| -> Vec<Vec<(u64, u64)>> {
            let play = |part: usize| {
                let (first, mut sums) = (part as u64 * together, workload.blank(&start));
                let mut borrowed = self.borrow();
                let sessions = first..(first + together).min(guessed);
                workload.play(&mut borrowed.worker, self.seed, sessions, &mut sums);
                workload.courses(&sums, goal)
            };
            parallel::map(guessed.div_ceil(together) as usize, play)
        };
        // Large batches, which play fastest, show whether all sessions have one round.
        let many = lengths(MANY);
        let rounds = |course: usize| many.iter().map(|part| part[course].0).sum::<u64>();
        let courses = many.first().map_or(0, Vec::len);
        if (0..courses).all(|course| rounds(course) == guessed) {
            return (0..courses).map(|course| many[0][course].1..many[0][course].1).collect();
        }
        let lengths = lengths(1);
        let end = |course: usize| {
            let goal = lengths[0][course].1;
            let rounds = || lengths.iter().map(|session| session[course].0);
            let (n, sum) = (guessed as f64, rounds().sum::<u64>() as f64);
            let mean = sum / n;
            if rounds().all(|rounds| rounds == 1) {
                return goal..goal;
            }
            let squares: f64 = rounds().map(|rounds| (rounds as f64 - mean).powi(2)).sum();
            let sd = (squares / (n - 1.0).max(1.0)).sqrt();
            let sessions = goal as f64 / mean;
            let error = sd / mean * (1.0 / n + 1.0 / sessions).sqrt();
            let off = ERRORS * error * sessions + MARGIN;
            let block = self.per_block as f64;
            let low = ((sessions - off).max(0.0) / block).floor() * block;
            let high = ((sessions + off).min(goal as f64) / block).ceil() * block;
            low as u64..high as u64
        };
        (0..courses).map(end).collect()
    }
}
