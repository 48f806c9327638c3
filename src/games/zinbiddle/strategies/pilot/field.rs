//! The rivals as a seat estimates them.

use super::belief::{Beliefs, Stamps, same};
use super::guess;
use super::needs::ToCome;
use super::runs::{ByRank, Code, RANK_LANES, RUNS, beats, by_run, shape, that_matter};
use super::tables::BOLDNESS;
use crate::games::zinbiddle::hand::{LEVELS, Lanes, Line};
use crate::games::zinbiddle::rules::{MAX_PLAYERS, ROUNDS};
use crate::games::zinbiddle::view::{Seats, View};

/// A seat's estimate of its rivals. The part that depends on a rival's face-up cards is kept until
/// a relevant card is turned up.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Needs of the cards to come, by level.
    to_come: [ToCome; LEVELS],
    seats: [Rival; MAX_PLAYERS],
    /// The last flank looked at: its seat, and port or starboard.
    seen: (usize, usize),
    /// The last one computed, for any rival.
    hope: Hope,
    /// For each rival still in, the probability that its pyramid is playable, and its boldness.
    pub(super) rivals: [(f32, usize); MAX_PLAYERS],
    pub(super) count: usize,
    /// The probability that no rival has a playable pyramid.
    pub(super) nobody: f32,
    /// The chance to win each flank, by rank and then by run, against the seats `against`.
    pub(super) flank: [ByRank; 2],
    pub(super) run: [[f32; RUNS]; 2],
    against: Seats,
}

/// The odds at a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Odds {
    pub(super) chance: f32,
    /// The chance if some rival has a playable pyramid.
    ahead: f32,
}

/// The estimate of a rival.
#[derive(Clone, Copy, Debug)]
struct Rival {
    /// The probability that its pyramid is playable at the end.
    whole: f32,
    /// The probability that it will have the better of two flanks.
    spare: f32,
    flanks: [Outlook; 2],
}

/// The probability that a rival's pyramid is playable at the end, whatever it bets.
#[derive(Clone, Copy, Debug)]
struct Hope {
    /// The beliefs that it was computed with.
    stamps: Stamps,
    of: Repairs,
    chance: f32,
}

/// The repairs that a rival may need, and its means for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Repairs {
    levels: usize,
    /// Number of face-up misfires, and of face-down cards.
    open: u32,
    hidden: u32,
    /// Number of actions left, and whether any has been used.
    left: usize,
    acted: bool,
}

/// The probability that an own flank beats a rival's, by own rank.
#[derive(Clone, Copy, Debug)]
struct Outlook {
    /// The beliefs that it was computed with.
    stamps: Stamps,
    /// The shape of the face-up cards.
    shape: Code,
    beats: ByRank,
}

impl Rival {
    const NONE: Rival = Rival { whole: 0.0, spare: 0.0, flanks: [Outlook::NONE; 2] };
}

impl Hope {
    const NONE: Hope = Hope {
        stamps: [0; LEVELS],
        of: Repairs { levels: usize::MAX, open: 0, hidden: 0, left: 0, acted: false },
        chance: 0.0,
    };
}

impl Outlook {
    const NONE: Outlook =
        Outlook { stamps: [0; LEVELS], shape: usize::MAX, beats: [0.0; RANK_LANES] };
}

impl Field {
    pub(super) const NONE: Field = Field {
        to_come: [ToCome::NONE; LEVELS],
        seats: [Rival::NONE; MAX_PLAYERS],
        seen: (0, 0),
        hope: Hope::NONE,
        rivals: [(0.0, 0); MAX_PLAYERS],
        count: 0,
        nobody: 1.0,
        flank: [[1.0; RANK_LANES]; 2],
        run: [[0.0; RUNS]; 2],
        against: 0,
    };

    /// The needs of the cards to come with `levels` levels dealt.
    #[inline(always)]
    pub(super) fn to_come(&self, levels: usize) -> &ToCome {
        &self.to_come[(levels - 1) % LEVELS]
    }

    /// Updates the estimates of the rivals.
    #[inline]
    pub(super) fn update(&mut self, view: &View<'_>, beliefs: &Beliefs) {
        let levels = view.levels();
        let actions = usize::from(view.rules().pilot_actions);
        self.to_come[(levels - 1) % LEVELS].update(beliefs, levels, actions);
        let against = view.still_in() & !(1 << view.seat());
        let mut changed = against != self.against;
        self.against = against;
        (self.count, self.nobody) = (0, 1.0);
        let mut others = against;
        while others != 0 {
            let seat = others.trailing_zeros() as usize % MAX_PLAYERS;
            others &= others - 1;
            let (bold, new) = self.look_at(view, beliefs, seat);
            changed |= new;
            let whole = self.seats[seat].whole;
            self.rivals[self.count % MAX_PLAYERS] = (whole, bold.min(BOLDNESS - 1));
            self.count += 1;
            self.nobody *= 1.0 - whole;
        }
        if changed {
            self.combine();
        }
    }

    /// Updates a rival from what it shows. Returns the number of rounds in which it was bold, and
    /// whether the estimate of its flanks has changed.
    #[inline]
    fn look_at(&mut self, view: &View<'_>, beliefs: &Beliefs, seat: usize) -> (usize, bool) {
        let rival = &mut self.seats[seat];
        let over = view.round() + 1 >= ROUNDS;
        let up = view.face_up(seat);
        let places = Lanes::of(up);
        let shown = view.shown_pyramid(seat);
        // Face-up misfires: all of them, and those below the last level dealt.
        let open = shown.misfires_among(places);
        let old = shown.misfires_among(places.and(Lanes::dealt(view.levels() - 1)));
        let mut left = usize::from(view.actions_left(seat));
        let acted = view.actions_left(seat) < view.rules().pilot_actions;
        if over || (old != 0 && !acted) {
            left = 0;
        }
        let repairs = Repairs { levels: view.levels(), open, hidden: hidden(up), left, acted };
        if !self.hope.holds(repairs, beliefs) {
            let to_come = &self.to_come[(view.levels() - 1) % LEVELS];
            let actions = usize::from(view.rules().pilot_actions);
            self.hope = Hope::new(beliefs, to_come, repairs, actions);
        }
        let mut whole = self.hope.chance;
        let (mut bold, mut rounds) = (0, view.bold(seat));
        while rounds != 0 {
            whole = 1.0 - (1.0 - whole) * guess::BOLD_MISFIRE;
            (bold, rounds) = (bold + 1, rounds & (rounds - 1));
        }
        if over && open != 0 {
            whole = 0.0;
        }
        let spare = if !over && left > open as usize { guess::BETTER_FLANK } else { 0.0 };
        let mut changed = whole != rival.whole || spare != rival.spare;
        (rival.whole, rival.spare) = (whole, spare);
        let shown = shown.only(places);
        for (flank, line) in [Line::Port, Line::Starboard].into_iter().enumerate() {
            let code = shown.flank_code(line);
            let (shape, matter) = (shape(code), that_matter(code));
            if !self.seats[seat].flanks[flank].holds(shape, matter, beliefs) {
                let (seen, of) = self.seen;
                let last = &self.seats[seen].flanks[of];
                self.seats[seat].flanks[flank] = match last.holds(shape, matter, beliefs) {
                    true => *last,
                    false => Outlook::new(shape, beliefs),
                };
                changed = true;
            }
            self.seen = (seat, flank);
        }
        (bold, changed)
    }

    /// Combines the chances against each rival into the chance to win each flank.
    #[inline(never)]
    fn combine(&mut self) {
        for flank in 0..2 {
            let mut chances = [1.0; RANK_LANES];
            let mut others = self.against;
            while others != 0 {
                let seat = others.trailing_zeros() as usize % MAX_PLAYERS;
                others &= others - 1;
                let Rival { whole, spare, ref flanks, .. } = self.seats[seat];
                let beats = &flanks[flank].beats;
                for rank in 0..RANK_LANES {
                    // Partly squared, since the rival may still improve.
                    let beats = beats[rank] * (1.0 - spare + spare * beats[rank]);
                    chances[rank] *= 1.0 - whole + whole * beats;
                }
            }
            self.flank[flank] = chances;
            self.run[flank] = by_run(&chances);
        }
    }

    /// A chance at a line, with the chance if some rival has a playable pyramid.
    #[inline]
    pub(super) fn odds(&self, chance: f32) -> Odds {
        Odds { chance, ahead: (chance - self.nobody) / (1.0 - self.nobody) }
    }

    /// The expected share of the pot of a playable pyramid, by its odds at each line.
    #[inline]
    pub(super) fn share(&self, [row, port, starboard]: [Odds; 3]) -> f32 {
        let rest = 1.0 - self.nobody;
        if rest <= 0.0 {
            return 1.0;
        }
        let sum = row.chance + port.chance + starboard.chance;
        let [a, b, c] = [row.ahead, port.ahead, starboard.ahead];
        let two = a * b + a * c + b * c - 2.0 * a * b * c;
        (sum + self.nobody + rest * two) / 4.0
    }
}

impl Hope {
    #[inline]
    fn holds(&self, of: Repairs, beliefs: &Beliefs) -> bool {
        // It depends on the row and on the levels to come.
        let levels = 1 | 15 << of.levels;
        self.of == of && same(&self.stamps, &beliefs.stamps, levels)
    }

    fn new(beliefs: &Beliefs, to_come: &ToCome, of: Repairs, actions: usize) -> Hope {
        let misfires = beliefs.of(0).misfires();
        let q = misfires * if of.acted { guess::HIDDEN } else { 1.0 };
        let needs = to_come.needs.more(of.open, misfires, actions).to_come(of.hidden, q, actions);
        Hope { stamps: beliefs.stamps, of, chance: needs.below(of.left + 1) }
    }
}

impl Outlook {
    fn new(shape: Code, beliefs: &Beliefs) -> Outlook {
        Outlook { stamps: beliefs.stamps, shape, beats: beats(shape, beliefs.next()) }
    }

    #[inline]
    fn holds(&self, shape: Code, levels: usize, beliefs: &Beliefs) -> bool {
        self.shape == shape && same(&self.stamps, &beliefs.stamps, levels)
    }
}

/// Number of face-down thrusters, by the face-up places as bits.
#[inline(always)]
fn hidden(up: u16) -> u32 {
    const DOWN: [u8; 16] = [4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0];
    DOWN[usize::from(up & 15)].into()
}
