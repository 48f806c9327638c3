//! The nets of a block of sessions, and the sums of their products.

use crate::cards::random::Seed;
use crate::framework::{AnyTable, Record, Seats, Sink};
use crate::stats::{Cross, Moments};
use serde::{Deserialize, Serialize};

/// The least and the greatest of some nets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Span {
    least: i64,
    most: i64,
}

impl Span {
    pub(super) const NONE: Span = Span { least: i64::MAX, most: i64::MIN };

    pub(super) fn from_values(values: &[i64]) -> Span {
        values.iter().fold(Span::NONE, |Span { least, most }, &value| Span {
            least: least.min(value),
            most: most.max(value),
        })
    }

    pub(super) fn and(self, other: Span) -> Span {
        Span { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    /// The width of the range of all nets and 0.
    pub(super) fn width(self) -> f64 {
        self.most.max(0) as f64 - self.least.min(0) as f64
    }

    fn largest(self) -> u64 {
        if self.least > self.most {
            0
        } else {
            self.least.unsigned_abs().max(self.most.unsigned_abs())
        }
    }
}

/// The way to add up the products of a block: in 64 bits where they fit.
#[derive(Clone, Copy)]
pub(super) struct Products {
    /// Whether their sums fit 64 bits.
    narrow: bool,
    /// Whether every session of every contender has one round.
    one_round_each: bool,
}

impl Products {
    /// For nets and lengths within these spans, of `sessions` sessions.
    pub(super) fn new(nets: Span, lengths: Span, sessions: u64) -> Products {
        let largest = u128::from(nets.largest().max(lengths.largest()));
        Products {
            // No product is larger than this, and `sessions` of them are added.
            narrow: largest * largest <= (i64::MAX as u128) / u128::from(sessions.max(1)),
            one_round_each: lengths == Span { least: 1, most: 1 },
        }
    }

    pub(super) fn cross(self, a: (&[i64], &[i64]), b: (&[i64], &[i64])) -> Cross {
        let ((ax, an), (bx, bn)) = (a, b);
        let xx = self.dot(ax, bx);
        if self.one_round_each {
            return Cross { xx, xn: self.sum(ax), nx: self.sum(bx), nn: an.len() as i128 };
        }
        Cross { xx, xn: self.dot(ax, bn), nx: self.dot(an, bx), nn: self.dot(an, bn) }
    }

    /// The sums of x over n.
    pub(super) fn moments(self, (x, n): (&[i64], &[i64])) -> Moments {
        let Cross { xx, xn, nn, .. } = self.cross((x, n), (x, n));
        Moments { sessions: x.len() as u64, x: self.sum(x), n: self.sum(n), xx, xn, nn }
    }

    fn sum(self, values: &[i64]) -> i128 {
        match self.narrow {
            true => values.iter().sum::<i64>().into(),
            false => values.iter().map(|&value| i128::from(value)).sum(),
        }
    }

    fn dot(self, a: &[i64], b: &[i64]) -> i128 {
        let both = a.iter().zip(b);
        match self.narrow {
            true => both.map(|(&a, &b)| a * b).sum::<i64>().into(),
            false => both.map(|(&a, &b)| i128::from(a) * i128::from(b)).sum(),
        }
    }

    pub(super) fn differed(self, a: (&[i64], &[i64]), b: (&[i64], &[i64])) -> u64 {
        let x = a.0.iter().zip(b.0);
        if self.one_round_each {
            return x.map(|(a, b)| u64::from(a != b)).sum();
        }
        let n = a.1.iter().zip(b.1);
        x.zip(n).map(|(x, n)| u64::from(x.0 != x.1 || n.0 != n.1)).sum()
    }
}

/// A seat's nets in the sessions of a block, in order, and their rounds.
#[derive(Debug, Default)]
pub(super) struct Nets {
    pub(super) seat: usize,
    pub(super) x: Vec<i64>,
    pub(super) n: Vec<i64>,
}

impl Nets {
    /// Collects the nets of this seat.
    pub(super) fn of_seat(seat: usize) -> Nets {
        Nets { seat, ..Nets::default() }
    }

    /// Empties it before the next sessions.
    pub(super) fn clear(&mut self) {
        self.x.clear();
        self.n.clear();
    }

    /// Adds one more session.
    pub(super) fn push(&mut self, net: i64, rounds: i64) {
        self.x.push(net);
        self.n.push(rounds);
    }

    pub(super) fn both(&self) -> (&[i64], &[i64]) {
        (&self.x, &self.n)
    }

    /// Plays one session instead of what it holds: the seat's net, in money units, and its rounds.
    pub(super) fn play_one(
        &mut self,
        game: &dyn AnyTable,
        players: &mut dyn Seats,
        (seed, session): (Seed, u64),
    ) -> (i64, i64) {
        self.clear();
        game.play(players, seed, session..session + 1, self);
        (self.x.iter().sum(), self.n.iter().sum())
    }
}

impl Sink for Nets {
    fn ordered(&self) -> bool {
        true
    }

    #[inline]
    fn session(&mut self, record: &Record, _times: u64) {
        self.x.push(record.seats[self.seat].net);
        self.n.push(record.rounds.into());
    }
}
