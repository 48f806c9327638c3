//! The outcome of a round of charts as numbers, ready to be settled.

use crate::framework::TurnOrder;
use crate::games::kinzo::hand::Fate;
use crate::games::kinzo::round::{Outcome, Table};
use crate::games::kinzo::rules::{MAX_HANDS, MAX_PLAYERS, Rules};

/// The number of fates.
pub const FATES: usize = Fate::ALL.len();

/// The fates of a seat's hands, by number: first those of one hand, then those of a first hand and
/// a second, then, in ascending order, those of three hands and of four.
#[derive(Debug)]
pub struct Ends {
    pub fates: Vec<Vec<Fate>>,
}

impl Ends {
    /// The fates of up to `most_hands` hands.
    pub fn new(most_hands: usize) -> Ends {
        let mut fates: Vec<Vec<Fate>> = Fate::ALL.iter().map(|&fate| vec![fate]).collect();
        let mut from = 0;
        for hands in 2..=most_hands {
            let known = fates.len();
            for fewer in from..known {
                let fewer = fates[fewer].clone();
                let fits = |fate: &Fate| hands == 2 || fewer.last().is_none_or(|last| last <= fate);
                if hands > 3 || fewer.is_sorted() {
                    let more = Fate::ALL.into_iter().filter(fits);
                    fates.extend(more.map(|fate| [&fewer[..], &[fate]].concat()));
                }
            }
            from = known;
        }
        Ends { fates }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.fates.len()
    }

    fn number(&self, fates: &[Fate]) -> u8 {
        let mut wanted = [Fate::BustHigh; MAX_HANDS];
        let wanted = &mut wanted[..fates.len()];
        wanted.copy_from_slice(fates);
        if fates.len() > 2 {
            wanted.sort_unstable();
        }
        self.fates.iter().position(|known| known == wanted).unwrap_or_default() as u8
    }
}

/// The outcome of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Came {
    /// The seat with the first turn.
    pub first: usize,
    /// The dealer's total.
    pub dealer: u32,
    /// Whether the dealer could not draw (K11).
    pub ran_out: bool,
    /// The index in [`Ends`] of each seat's fates, by place in the turn order.
    pub ends: [u8; MAX_PLAYERS],
}

impl Came {
    pub const NONE: Came = Came { first: 0, dealer: 0, ran_out: false, ends: [0; MAX_PLAYERS] };

    pub fn of(outcome: &Outcome, turns: TurnOrder, ends: &Ends) -> Came {
        let mut numbers = [0; MAX_PLAYERS];
        for (place, seat) in turns.seats().enumerate() {
            numbers[place] = ends.number(outcome.fates(seat));
        }
        let Outcome { dealer, ran_out, .. } = *outcome;
        Came { first: turns.first, dealer, ran_out, ends: numbers }
    }

    /// Settles the round at a table.
    pub fn settled<'t>(&self, ends: &Ends, table: &'t mut Table<'_>) -> &'t Outcome {
        table.settled(self.first, self.dealer, self.ran_out, |place| {
            &ends.fates[usize::from(self.ends[place])]
        })
    }
}

/// Codes for the rounds of a table, if few outcomes are possible.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    kinds: usize,
    players: usize,
    lowest: usize,
    totals: usize,
}

impl Codes {
    /// `lowest` and `highest` bound the dealer's total.
    pub fn new(rules: &Rules, ends: &Ends, (lowest, highest): (u32, u32)) -> Codes {
        let (kinds, players) = (ends.len(), rules.players.into());
        let totals = (highest - lowest + 1) as usize;
        Codes { kinds, players, lowest: lowest as usize, totals }
    }

    /// The number of codes; 0 if there would be many.
    pub fn number(self) -> usize {
        const FEW: usize = 1 << 16;
        let ends = self.kinds.saturating_pow(self.players as u32);
        Some(ends.saturating_mul(self.players * 2 * self.totals))
            .filter(|&codes| codes <= FEW)
            .unwrap_or(0)
    }

    /// The code of a round, below [`Codes::number`] if that is not 0.
    #[inline]
    pub fn of(self, came: &Came) -> usize {
        let ran_out = if came.ran_out { self.totals } else { 0 };
        let rest = came.first * 2 * self.totals + came.dealer as usize - self.lowest + ran_out;
        let ends = came.ends[..self.players].iter();
        ends.fold(rest, |code, &end| code.wrapping_mul(self.kinds).wrapping_add(end.into()))
    }
}
