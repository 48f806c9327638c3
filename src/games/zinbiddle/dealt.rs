//! What nine cards are, whoever plays them: the events of `odds`, over cards as dealt to one player
//! or over pyramids as shown, and importance sampling for those that are seldom dealt.

use super::exact::Stock;
use super::hand::{Card, FlankRank, KINDS, LEVELS, Line, PLACES, Place, Pyramid, Ranks, RowRank};
use super::hand::{Standing, ranks};
use super::record::{Recorder, Tell};
use crate::cards::Pile;
use crate::cards::random::{Purpose, Seed};
use crate::framework::{Record, Sink, Weighing};
use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

/// How many ranks a thruster row has, 0 for a misfire included.
pub const ROW_RANKS: usize = ranks::BARRAGE_OF_FOURS as usize + 1;
/// How many ranks a flank has, Six-capped ones apart; 1 is none.
pub const FLANK_RANKS: usize = ranks::FLANK_BARRAGE as usize + 2;

const ANY_ROW: u64 = (1 << ROW_RANKS) - 1;
const ANY_FLANK: u64 = (1 << FLANK_RANKS) - 1;
/// All but a misfire.
const NO_MISFIRE: u64 = !1;

/// What an event is about; ranks are a set, the bit of each.
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
    /// The ranks of row, port and starboard: the event is that each line has one of its own.
    fn lines(self) -> [u64; 3] {
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

/// The events of nine cards, and those that a rank of a line is part of, a bit each.
#[derive(Debug)]
pub struct Events {
    /// Names and meanings.
    pub all: Vec<(String, About)>,
    row: [u64; ROW_RANKS],
    port: [u64; FLANK_RANKS],
    starboard: [u64; FLANK_RANKS],
}

static EVENTS: LazyLock<Events> = LazyLock::new(Events::new);

const ION_BARRAGE: &str = "ion-barrage";
/// The event that importance sampling is made for.
pub const RARE: &str = "dealt:ion-barrage";

impl Events {
    /// The events, made when they are first asked for.
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

    /// The events that a pyramid is, a bit each.
    #[inline]
    pub fn of(&self, standing: Standing) -> u64 {
        self.row[usize::from(standing.row)]
            & self.port[usize::from(standing.port)]
            & self.starboard[usize::from(standing.starboard)]
    }
}

/// Adds the events of a set, a bit each.
#[inline]
pub fn add(mut events: u64, hits: &mut [u32]) {
    while events != 0 {
        hits[events.trailing_zeros() as usize] += 1;
        events &= events - 1;
    }
}

/// Deals nine cards a session from full shoes and counts what they are. Unit 0 of the record is
/// pyramids.
pub fn play(stock: &Stock, units: usize, seed: Seed, sessions: Range<u64>, sink: &mut impl Sink) {
    let (events, ranks) = (Events::get(), Ranks::get());
    let pile = |counts: &[u16; KINDS]| {
        Pile::new(counts).unwrap_or_else(|| unreachable!("at most 16,200 cards"))
    };
    let mut piles: Vec<Pile> = stock.shoes().iter().map(pile).collect();
    let mut record = Record::new(0, units, events.all.len());
    for session in sessions {
        piles.iter_mut().for_each(Pile::shuffle);
        let mut stream = seed.round(session, 0).stream(Purpose::Deal);
        let mut pyramid = Pyramid::EMPTY;
        for place in Place::ALL {
            let card = piles[stock.shoe_of(place.level())].draw(&mut stream);
            pyramid.put(place, Card::of_kind(card.into()));
        }
        record.clear();
        record.rounds = 1;
        record.trials.fill(1);
        add(events.of(ranks.pyramid(&pyramid)), &mut record.hits);
        sink.session(&record, 1);
    }
}

/// Counts the pyramids that are shown.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// How many.
    pub pyramids: u32,
    /// Of each event.
    pub hits: Vec<u32>,
}

impl Recorder for Shown {
    fn event(&mut self, tell: Tell) {
        if let Tell::Shown { standing, .. } = tell {
            let events = Events::get();
            self.hits.resize(events.all.len(), 0);
            self.pyramids += 1;
            add(events.of(standing), &mut self.hits);
        }
    }
}

/// For each line the kinds that may come next, a bit each, if it is still to get one of the wanted
/// ranks: by how many of its cards are dealt, and which.
#[derive(Debug)]
struct Fits([Vec<u32>; 4]);

impl Fits {
    /// `rank` is of a line's cards in the order in which they are dealt, `kinds` are those that
    /// there are.
    fn new(kinds: u32, wanted: u64, rank: impl Fn([Card; 4]) -> u8) -> Fits {
        let bit = |kind: usize, fits: bool| u32::from(fits && kinds >> kind & 1 == 1) << kind;
        let mut masks: [Vec<u32>; 4] = Default::default();
        masks[3] = (0..KINDS.pow(3))
            .map(|dealt| {
                let [a, b, c] = [dealt / KINDS.pow(2), dealt / KINDS % KINDS, dealt % KINDS];
                let fits = |d| wanted >> rank([a, b, c, d].map(Card::of_kind)) & 1 == 1;
                (0..KINDS).fold(0, |set, kind| set | bit(kind, fits(kind)))
            })
            .collect();
        for cards in (0..3).rev() {
            let next = |dealt: usize, kind| masks[cards + 1][dealt * KINDS + kind] != 0;
            let fits = |dealt| (0..KINDS).fold(0, |set, kind| set | bit(kind, next(dealt, kind)));
            masks[cards] = (0..KINDS.pow(cards as u32)).map(fits).collect();
        }
        Fits(masks)
    }
}

/// The lines of each place, as numbers of [`Line`].
const LINES: [&[usize]; PLACES] = [&[0, 1], &[0], &[0], &[0, 2], &[1], &[2], &[1], &[2], &[1, 2]];

/// Importance sampling of an event: every card is drawn from those of its shoe with which each of
/// its lines can still become what is wanted. A deal weighs the product of what part of the shoe
/// they were, which is its true probability over that with which it was drawn (Knuth 1975,
/// "Estimating the efficiency of backtrack programs"); 0 where in the end nothing fits.
#[derive(Debug)]
pub struct Weighed {
    stock: Stock,
    fits: [Fits; 3],
    whole: u128,
}

impl Weighed {
    /// Of an event, from full shoes.
    pub fn new(stock: Stock, about: About) -> Weighed {
        let ranks = Ranks::get();
        let kinds = stock.shoes().iter().flatten().zip((0..KINDS).cycle());
        let kinds =
            kinds.filter(|(count, _)| **count > 0).fold(0, |set, (_, kind)| set | 1 << kind);
        let [row, port, starboard] = about.lines();
        // A flank is dealt from the thruster up and read from the capstone down.
        let flank = |[t, s, g, c]: [Card; 4]| ranks.flank([c, g, s, t]);
        let fits = [
            Fits::new(kinds, row, |cards| ranks.row(cards)),
            Fits::new(kinds, port, flank),
            Fits::new(kinds, starboard, flank),
        ];
        let whole = stock.total(&Place::ALL);
        Weighed { stock, fits, whole }
    }
}

impl Weighing for Weighed {
    fn whole(&self) -> u128 {
        self.whole
    }

    fn nanoseconds(&self) -> f64 {
        250.0
    }

    fn weigh(&self, seed: Seed, sessions: Range<u64>, each: &mut dyn FnMut(u128)) {
        let shoe_of: [usize; LEVELS] = std::array::from_fn(|level| self.stock.shoe_of(level));
        let mut shoes = self.stock.shoes().to_vec();
        for session in sessions {
            shoes.copy_from_slice(self.stock.shoes());
            let mut stream = seed.round(session, 0).stream(Purpose::Deal);
            // The cards of each line so far, as digits of base 21.
            let mut dealt = [0; Line::ALL.len()];
            let mut weight = 1_u128;
            for place in Place::ALL {
                let lines = LINES[place.index()];
                // The row is all of level 1, a flank has one card of each.
                let card_of = |line: usize| if line == 0 { place.index() } else { place.level() };
                let fit = |line: &usize| self.fits[*line].0[card_of(*line)][dealt[*line]];
                let mask = lines.iter().map(fit).fold(u32::MAX, |both, mask| both & mask);
                let shoe = &mut shoes[shoe_of[place.level()]];
                let kinds = || (0..KINDS).filter(|kind| mask >> kind & 1 == 1);
                let fitting: u32 = kinds().map(|kind| u32::from(shoe[kind])).sum();
                weight *= u128::from(fitting);
                if fitting == 0 {
                    break;
                }
                let mut left = stream.below(fitting);
                let drawn = kinds().find(|&kind| {
                    let count = u32::from(shoe[kind]);
                    let found = left < count;
                    left = left.wrapping_sub(count);
                    found
                });
                let kind = drawn.unwrap_or_else(|| unreachable!("a number below their sum"));
                shoe[kind] -= 1;
                lines.iter().for_each(|&line| dealt[line] = dealt[line] * KINDS + kind);
            }
            each(weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hand::Order;
    use super::*;

    #[test]
    fn events_of_a_line_are_a_partition_but_for_the_two_that_name_some_twice() {
        let events = Events::get();
        let named = |prefix: &str, standing: Standing| {
            let of = events.of(standing);
            let has = |(i, (name, _)): (usize, &(String, About))| {
                (of >> i & 1 == 1 && name.starts_with(prefix)).then(|| name.clone())
            };
            events.all.iter().enumerate().filter_map(has).collect::<Vec<_>>()
        };
        for row in 0..ROW_RANKS as u8 {
            let standing = Standing { row, port: 0, starboard: 40 };
            assert_eq!(named("thrusters:", standing).len(), 1, "{row}");
            assert_eq!(named("natural", standing).len(), usize::from(row >= 32));
        }
        for rank in (0..FLANK_RANKS as u8).filter(|&rank| rank != 1) {
            let standing = Standing { row: 0, port: rank, starboard: rank };
            let port = named("port:", standing);
            assert_eq!(port.len(), 1 + usize::from(rank >= 40), "{rank}");
            assert_eq!(
                port.join(" ").replace("port", "starboard"),
                named("star", standing).join(" ")
            );
        }
        let best = Standing { row: 47, port: 40, starboard: 41 };
        assert_eq!(
            named("", best).join(" "),
            "natural-zinbiddle thrusters:barrage-4 port:run-4 port:barrage starboard:run-4 \
             starboard:barrage playable ion-barrage"
        );
        assert_eq!(named("thrusters", Standing { row: 33, ..best }), ["thrusters:busted-blaze-1"]);
        assert_eq!(named("thrusters", Standing { row: 46, ..best }), ["thrusters:blaze-4"]);
    }

    #[test]
    fn the_lines_of_a_place_are_those_that_name_it() {
        for place in Place::ALL {
            let lines = Line::ALL.into_iter().filter(|line| line.places().contains(&place));
            let lines: Vec<usize> = lines.map(|line| line as usize).collect();
            assert_eq!(lines, LINES[place.index()], "{place}");
        }
        // A flank's cards are dealt in the order opposite to its reading.
        let places = Line::Port.places().map(|place| place.level());
        assert_eq!(Order::taking([3, 2, 1, 0]).map(|o| o.apply(places)), Some([0, 1, 2, 3]));
    }
}
