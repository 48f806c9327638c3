//! Nine cards dealt without play: counts of their events, and importance sampling of those that are
//! seldom dealt.

use super::events::{About, Events, add};
use super::exact::odds::Stock;
use super::hand::{Card, KINDS, LEVELS, Line, Place, Pyramid, Ranks};
use crate::cards::Pile;
use crate::cards::random::{Purpose, Seed};
use crate::framework::{self, Record, Sink};
use std::ops::Range;

/// Deals nine cards per session from full shoes and counts their events. Each pyramid is a trial of
/// every unit.
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
        add(events.matching(ranks.pyramid(&pyramid)), &mut record.hits);
        sink.session(&record, 1);
    }
}

/// For one line, the kinds that may come next if it can still get a wanted rank, one bit each; by
/// the number of its cards dealt, then by those cards as digits of base 21.
#[derive(Debug)]
struct Fits([Vec<u32>; 4]);

impl Fits {
    /// `rank` takes a line's cards in the order of the deal; `kinds` are the available kinds and
    /// `wanted` the wanted ranks, one bit each.
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

/// Importance sampling of an event: every card is drawn from those cards of its shoe with which
/// each of its lines can still get a wanted rank. The weight of a deal is the product of the
/// numbers of cards drawn from. Divided by the number of all deals, it is the true probability of
/// the deal over its sampling probability (Knuth 1975, "Estimating the efficiency of backtrack
/// programs"). A dead end weighs 0.
#[derive(Debug)]
pub struct ImportanceSampler {
    stock: Stock,
    fits: [Fits; 3],
    whole: u128,
}

impl ImportanceSampler {
    /// A sampler of an event, from full shoes.
    pub fn new(stock: Stock, about: About) -> ImportanceSampler {
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
        ImportanceSampler { stock, fits, whole }
    }
}

impl framework::ImportanceSampler for ImportanceSampler {
    fn whole(&self) -> u128 {
        self.whole
    }

    fn nanoseconds(&self) -> f64 {
        250.0
    }

    fn weigh(&self, seed: Seed, sessions: Range<u64>, each: &mut dyn FnMut(u128)) {
        let shoe_of: [usize; LEVELS] = std::array::from_fn(|level| self.stock.shoe_of(level));
        let lines_of = Place::ALL.map(|place| {
            (0..Line::ALL.len()).filter(|line| place.lines() >> line & 1 == 1).collect::<Vec<_>>()
        });
        let mut shoes = self.stock.shoes().to_vec();
        for session in sessions {
            shoes.copy_from_slice(self.stock.shoes());
            let mut stream = seed.round(session, 0).stream(Purpose::Deal);
            // The cards of each line so far, as digits of base 21.
            let mut dealt = [0; Line::ALL.len()];
            let mut weight = 1_u128;
            for place in Place::ALL {
                let lines = &lines_of[place.index()];
                // The row is all of level 1; a flank has one card of each level.
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
