//! The events of nine cards, independent of the player: those of `odds`, over the cards dealt to
//! one player or over the pyramids shown.

use super::hand::{FlankRank, PyramidRank, RowRank, ranks};
use crate::framework::notation::named;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Number of ranks of a thruster row, 0 for a misfire included.
pub const ROW_RANKS: usize = ranks::BARRAGE_OF_FOURS as usize + 1;
/// Number of ranks of a flank, with Six-capped ones separate; rank 1 is unused.
pub const FLANK_RANKS: usize = ranks::FLANK_BARRAGE as usize + 2;

const ANY_ROW: u64 = (1 << ROW_RANKS) - 1;
const ANY_FLANK: u64 = (1 << FLANK_RANKS) - 1;
/// All ranks except that of a misfire.
const NO_MISFIRE: u64 = !1;

/// The condition of an event; a set of ranks has one bit per rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The thruster row has one of these ranks (Z12).
    Row(u64),
    /// The port flank has one of these ranks (Z13).
    Port(u64),
    /// The starboard flank has one of these ranks.
    Starboard(u64),
    /// No card is a misfire (Z11).
    Playable,
    /// It is an Ion Barrage (Z18).
    IonBarrage,
}

impl About {
    /// The ranks of row, port and starboard for which the event occurs: every line must have one of
    /// its set.
    pub(in crate::games::zinbiddle) fn lines(self) -> [u64; 3] {
        match self {
            About::Row(row) => [row, ANY_FLANK, ANY_FLANK],
            About::Port(port) => [ANY_ROW, port, ANY_FLANK],
            About::Starboard(starboard) => [ANY_ROW, ANY_FLANK, starboard],
            About::Playable => {
                [ANY_ROW & NO_MISFIRE, ANY_FLANK & NO_MISFIRE, ANY_FLANK & NO_MISFIRE]
            }
            About::IonBarrage => {
                let barrage = 3 << ranks::FLANK_BARRAGE;
                [1 << ranks::BARRAGE_OF_FOURS, barrage, barrage]
            }
        }
    }
}

/// The events of nine cards and, for each line, the events that each rank allows, one bit each.
#[derive(Debug)]
pub struct Events {
    /// The name and condition of each event.
    pub all: Vec<(String, About)>,
    row: [u64; ROW_RANKS],
    port: [u64; FLANK_RANKS],
    starboard: [u64; FLANK_RANKS],
}

static EVENTS: LazyLock<Events> = LazyLock::new(Events::new);

const ION_BARRAGE: &str = "ion-barrage";
/// The default event for importance sampling.
pub const RARE: &str = "dealt:ion-barrage";

impl Events {
    /// The events, built on first use.
    pub fn get() -> &'static Events {
        &EVENTS
    }

    fn new() -> Events {
        let rows =
            |ranks: RangeInclusive<RowRank>| About::Row(ranks.fold(0, |set, r| set | 1 << r));
        let four = ranks::LEAST_FOUR;
        let mut all = vec![("natural-zinbiddle".to_owned(), rows(four..=ranks::BARRAGE_OF_FOURS))];
        for number in (1..=4).rev() {
            for (suits, name) in
                ["four", "busted-blaze", "blaze", "barrage"].iter().enumerate().rev()
            {
                let rank = four + (number - 1) * 4 + suits as u8;
                all.push((format!("thrusters:{name}-{number}"), rows(rank..=rank)));
            }
        }
        for (name, ranks) in [
            ("three", 20..=31),
            ("two-pairs", 14..=19),
            ("pair", 2..=13),
            ("high", 1..=1),
            ("misfire", 0..=0),
        ] {
            all.push((format!("thrusters:{name}"), rows(ranks)));
        }
        let flank = |is: &dyn Fn(FlankRank) -> bool| {
            (0..FLANK_RANKS as u8)
                .filter(|&rank| rank != 1 && is(rank))
                .fold(0, |set, r| set | 1 << r)
        };
        for (name, about) in
            [("port", About::Port as fn(u64) -> About), ("starboard", About::Starboard)]
        {
            for length in (1..=4).rev() {
                let ranks = flank(&|rank| ranks::run(rank) == length);
                all.push((format!("{name}:run-{length}"), about(ranks)));
            }
            let barrage = flank(&|rank| rank >= ranks::FLANK_BARRAGE);
            all.push((format!("{name}:barrage"), about(barrage)));
            all.push((format!("{name}:misfire"), about(1)));
        }
        all.push(("playable".to_owned(), About::Playable));
        all.push((ION_BARRAGE.to_owned(), About::IonBarrage));
        debug_assert!(all.len() <= 64);

        let of = |line: usize, rank: usize| {
            let has = |(_, about): &(String, About)| about.lines()[line] >> rank & 1;
            all.iter().enumerate().fold(0, |set, (i, event)| set | has(event) << i)
        };
        Events {
            row: std::array::from_fn(|rank| of(0, rank)),
            port: std::array::from_fn(|rank| of(1, rank)),
            starboard: std::array::from_fn(|rank| of(2, rank)),
            all,
        }
    }

    /// The events that a pyramid meets, one bit each.
    #[inline]
    pub fn matching(&self, rank: PyramidRank) -> u64 {
        self.row[usize::from(rank.row)]
            & self.port[usize::from(rank.port)]
            & self.starboard[usize::from(rank.starboard)]
    }
}

/// Adds one hit to each event of a set, given as bits.
#[inline]
pub fn add(mut events: u64, hits: &mut [u32]) {
    while events != 0 {
        hits[events.trailing_zeros() as usize] += 1;
        events &= events - 1;
    }
}

named! {
    /// The events of a hand, in the order in which they are counted.
    pub enum TableEvent {
        /// A natural zinbiddle was called (Z10).
        Called = "zinbiddle-called",
        /// All but one folded (Z8).
        AllFolded = "all-folded",
        /// Pyramids were shown (Z11).
        Showdown = "showdown",
        /// None of them was playable (Z11).
        AllMisfire = "all-misfire",
        /// One of them was playable (Z11).
        SoleSurvivor = "sole-survivor",
        /// The fourth quarter was won (Z14).
        BonusWon = "bonus-won",
        /// The fourth quarter was left to the next hand (Z14).
        BonusCarried = "bonus-carried",
        /// A pyramid was an Ion Barrage (Z18).
        IonBarrage = "ion-barrage",
        /// The jackpot was taken (Z15).
        Jackpot = "jackpot",
    }
}

/// The events of a seat other than those of its pyramid, as bonuses name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatEvent {
    /// It calls a natural zinbiddle (Z10).
    Called,
    /// It takes the pot because all others have folded (Z8).
    AllFolded,
    /// Its pyramid is shown (Z11).
    Shown,
    /// Its pyramid is the only playable one (Z11).
    SoleSurvivor,
    /// It wins a fourth quarter while others are playable too (Z14).
    FourthWon,
    /// It takes the rest of the jackpot (Z15).
    Jackpot,
}

const SEAT_EVENTS: [&str; 6] =
    ["zinbiddle-called", "all-folded", "showdown", "sole-survivor", "bonus-won", "jackpot"];

/// The names of a seat's events, as bonuses use them: those of [`SeatEvent`], then those of the
/// pyramid that it shows.
pub fn of_a_seat() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let of_pyramids = Events::get().all.iter().map(|(name, _)| name.as_str());
        SEAT_EVENTS.into_iter().chain(of_pyramids).collect()
    });
    &NAMES
}

/// The index in [`of_a_seat`] of an event of pyramids.
pub const fn number_of(event_of_pyramids: usize) -> usize {
    SEAT_EVENTS.len() + event_of_pyramids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_a_line_are_a_partition_but_for_the_two_that_name_some_twice() {
        let events = Events::get();
        let named = |prefix: &str, rank: PyramidRank| {
            let of = events.matching(rank);
            let has = |(i, (name, _)): (usize, &(String, About))| {
                (of >> i & 1 == 1 && name.starts_with(prefix)).then(|| name.clone())
            };
            events.all.iter().enumerate().filter_map(has).collect::<Vec<_>>()
        };
        for row in 0..ROW_RANKS as u8 {
            let rank = PyramidRank { row, port: 0, starboard: 40 };
            assert_eq!(named("thrusters:", rank).len(), 1, "{row}");
            assert_eq!(named("natural", rank).len(), usize::from(row >= 32));
        }
        for rank in (0..FLANK_RANKS as u8).filter(|&rank| rank != 1) {
            let both = PyramidRank { row: 0, port: rank, starboard: rank };
            let port = named("port:", both);
            assert_eq!(port.len(), 1 + usize::from(rank >= 40), "{rank}");
            assert_eq!(port.join(" ").replace("port", "starboard"), named("star", both).join(" "));
        }
        let best = PyramidRank { row: 47, port: 40, starboard: 41 };
        assert_eq!(
            named("", best).join(" "),
            "natural-zinbiddle thrusters:barrage-4 port:run-4 port:barrage starboard:run-4 \
             starboard:barrage playable ion-barrage"
        );
        assert_eq!(
            named("thrusters", PyramidRank { row: 33, ..best }),
            ["thrusters:busted-blaze-1"]
        );
        assert_eq!(named("thrusters", PyramidRank { row: 46, ..best }), ["thrusters:blaze-4"]);
    }
}
