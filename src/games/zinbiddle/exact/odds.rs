//! Exact odds of the nine cards dealt to one player from full shoes, by counting the ways to deal
//! them, in integers until the final division.

use crate::framework::notation;
use crate::framework::settings::shown;
use crate::framework::{ExactError, HandFacts};
use crate::games::zinbiddle::events::{About, Events, FLANK_RANKS, ROW_RANKS};
use crate::games::zinbiddle::hand::{
    Card, KINDS, LEVELS, Line, PLACES, Place, Pyramid, Ranks, ranks,
};
use crate::games::zinbiddle::hand::{flank_name, row_name};
use crate::games::zinbiddle::rules::{Rules, WildCapWins};

/// The cards of each shoe by kind, and the shoe that each level is dealt from (Z3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    shoes: Vec<[u16; KINDS]>,
    shoe_of: [usize; LEVELS],
}

/// The number of ways to draw `draws` of `cards` cards one after the other.
fn falling(cards: u32, draws: u32) -> u128 {
    (0..draws).map(|drawn| u128::from(cards.saturating_sub(drawn))).product()
}

impl Stock {
    /// Full shoes. They have at most 16,200 cards each, and 16,200^9 is below 2^126.
    pub fn full(rules: &Rules) -> Stock {
        Stock {
            shoes: vec![rules.deck(); rules.shoe_count()],
            shoe_of: std::array::from_fn(|level| rules.shoe_of(level)),
        }
    }

    /// All shoes in one, with no more of each kind than nine cards can include: the cards that can
    /// end up anywhere in the course of a hand.
    pub fn merged(&self) -> Stock {
        let sum = |kind: usize| {
            let all: u16 = self.shoes.iter().map(|shoe| shoe[kind]).sum();
            all.min(PLACES as u16)
        };
        Stock { shoes: vec![std::array::from_fn(sum)], shoe_of: [0; LEVELS] }
    }

    /// The cards of each shoe by kind.
    pub fn shoes(&self) -> &[[u16; KINDS]] {
        &self.shoes
    }

    /// The shoe of a level, 0..=3.
    #[inline]
    pub fn shoe_of(&self, level: usize) -> usize {
        self.shoe_of[level]
    }

    /// The stock left after dealing these cards, level by level.
    ///
    /// # Errors
    /// If a shoe holds too few of a card.
    pub fn without(&self, cards: &[Card]) -> Result<Stock, ExactError> {
        let mut left = self.clone();
        for (place, card) in Place::ALL.into_iter().zip(cards) {
            let shoe = self.shoe_of[place.level()];
            let count = &mut left.shoes[shoe][card.kind()];
            *count = count.checked_sub(1).ok_or_else(|| {
                let name = match self.shoes.len() {
                    1 => "the deck".to_owned(),
                    _ => format!("the shoe of level {}", place.level() + 1),
                };
                let held = self.shoes[shoe][card.kind()];
                ExactError::Question(format!(
                    "--hand: {name} holds {held} of {card}, and the hand has more (at {place})"
                ))
            })?;
        }
        Ok(left)
    }

    /// Each shoe, and how many of these places it deals.
    fn draws(&self, places: &[Place]) -> impl Iterator<Item = (&[u16; KINDS], u32)> {
        let of = |shoe: usize| {
            places.iter().filter(|place| self.shoe_of[place.level()] == shoe).count() as u32
        };
        let draws: Vec<u32> = (0..self.shoes.len()).map(of).collect();
        self.shoes.iter().zip(draws)
    }

    /// The number of ways to deal these places.
    pub fn total(&self, places: &[Place]) -> u128 {
        let cards = |shoe: &[u16; KINDS]| shoe.iter().map(|&count| u32::from(count)).sum();
        self.draws(places).map(|(shoe, draws)| falling(cards(shoe), draws)).product()
    }

    /// The number of ways to deal nine cards without a misfire (Z11).
    fn playable(&self) -> u128 {
        let misfires = |kind: usize| Card::of_kind(kind).is_misfire();
        let cards = |shoe: &[u16; KINDS]| {
            (0..KINDS).filter(|&kind| !misfires(kind)).map(|kind| u32::from(shoe[kind])).sum()
        };
        self.draws(&Place::ALL).map(|(shoe, draws)| falling(cards(shoe), draws)).product()
    }

    /// Whether four of a kind can be dealt to the thrusters (Z10).
    pub fn has_natural(&self) -> bool {
        let shoe = &self.shoes[self.shoe_of[0]];
        let four = |number: usize| shoe[4 * number..4 * number + 4].iter().sum::<u16>();
        (1..=4).any(|number| four(number) + shoe[Card::SIX.kind()] >= 4)
    }

    /// Deals each available kind to a place; `see` gets the stock left, the card, and the number of
    /// such cards there were.
    fn each_kind(&mut self, place: Place, mut see: impl FnMut(&mut Stock, Card, u128)) {
        let shoe = self.shoe_of[place.level()];
        for kind in 0..KINDS {
            let count = self.shoes[shoe][kind];
            if count > 0 {
                self.shoes[shoe][kind] = count - 1;
                see(self, Card::of_kind(kind), count.into());
                self.shoes[shoe][kind] = count;
            }
        }
    }

    /// The number of ways to deal a line, by rank.
    fn line(&self, line: Line, rank: impl Fn([Card; 4]) -> u8) -> Vec<u128> {
        let mut ways = vec![0; ROW_RANKS.max(FLANK_RANKS)];
        let [p, q, r, s] = line.places();
        let mut left = self.clone();
        left.each_kind(p, |left, a, i| {
            left.each_kind(q, |left, b, j| {
                left.each_kind(r, |left, c, k| {
                    left.each_kind(s, |_, d, l| {
                        ways[usize::from(rank([a, b, c, d]))] += i * j * k * l;
                    });
                });
            });
        });
        ways
    }

    /// The number of ways to deal a row, by rank.
    pub fn rows(&self) -> Vec<u128> {
        self.line(Line::Row, |cards| Ranks::get().row(cards))
    }

    /// The number of ways to deal a flank, by rank: the same on both sides.
    pub fn flanks(&self) -> Vec<u128> {
        self.line(Line::Port, |cards| Ranks::get().flank(cards))
    }

    /// The number of ways to deal an Ion Barrage (Z18): every place has the number of its level, or
    /// a Six, and no suit occurs twice in a line; a Six stands for whatever each line lacks.
    pub fn ion_barrages(&self) -> u128 {
        fn from(left: &mut Stock, place: usize, suits: [u8; Line::ALL.len()]) -> u128 {
            if place == PLACES {
                return 1;
            }
            let place = Place::from_index(place);
            let number = 4 - place.level() as u32;
            let mut ways = 0;
            left.each_kind(place, |left, card, count| {
                if card.is_wild() {
                    ways += count * from(left, place.index() + 1, suits);
                } else if card.number() == number {
                    let (mut now, suit) = (suits, 1 << card.suit());
                    let lines = Line::ALL.into_iter().filter(|line| line.places().contains(&place));
                    let mut twice = 0;
                    lines.for_each(|line| {
                        twice |= now[line as usize] & suit;
                        now[line as usize] |= suit;
                    });
                    if twice == 0 {
                        ways += count * from(left, place.index() + 1, now);
                    }
                }
            });
            ways
        }
        from(&mut self.clone(), 0, [0; 3])
    }

    /// For each event of [`Events`]: the number of ways to deal it, and of all ways to deal as many
    /// cards.
    pub fn odds(&self) -> Vec<(u128, u128)> {
        let (rows, flanks) = (self.rows(), self.flanks());
        let (row, flank) = (self.total(&Line::Row.places()), self.total(&Line::Port.places()));
        let all = self.total(&Place::ALL);
        let sum = |ways: &[u128], set: u64| {
            ways.iter().enumerate().filter(|(rank, _)| set >> rank & 1 == 1).map(|(_, n)| n).sum()
        };
        let odds = |about: About| match about {
            About::Row(set) => (sum(&rows, set), row),
            About::Port(set) | About::Starboard(set) => (sum(&flanks, set), flank),
            About::Playable => (self.playable(), all),
            About::IonBarrage => (self.ion_barrages(), all),
        };
        Events::get().all.iter().map(|(_, about)| odds(*about)).collect()
    }
}

/// The order in which nine cards are written.
pub const READING: &str = "T1 T2 T3 T4 S1 S2 G1 G2 C";

/// Parses nine cards, level by level, port to starboard.
fn read(text: &str) -> Result<[Card; PLACES], ExactError> {
    let cards: Vec<Card> = notation::hand(text, str::parse)?;
    let found = cards.len();
    cards.try_into().map_err(|_| {
        ExactError::Question(format!(
            "--hand `{}` has {found} {}; a pyramid has nine, in the order {READING}, such as `4r \
             4g 4b 4y 3g 3r 2b 2g 1y`",
            shown(text),
            if found == 1 { "card" } else { "cards" },
        ))
    })
}

/// The facts of nine named cards, one entry per line: their rarity from full shoes, and the
/// probability that one other player, dealt from the cards left, beats them.
///
/// # Errors
/// If the cards cannot be read, or the shoes do not hold them.
pub fn hand_facts(rules: &Rules, hand: &str) -> Result<Vec<HandFacts>, ExactError> {
    let cards = read(hand)?;
    let pyramid = Pyramid::new(cards);
    let full = Stock::full(rules);
    let left = full.without(&cards)?;
    // Z14: whether a Six as capstone breaks ties between any flanks.
    let six = rules.wild_cap_wins == WildCapWins::AllFlanks && rules.vermilion_sixes > 0;
    let rank = Ranks::get().pyramid(&pyramid);
    let flags = vec![
        ("playable", rank.playable()),
        ("natural_zinbiddle", rank.row >= ranks::LEAST_FOUR),
        ("ion_barrage", rank.is_ion_barrage()),
    ];
    let (rows, other_rows) = (full.rows(), left.rows());
    let (flanks, other_flanks) = (full.flanks(), left.flanks());
    Ok(Line::ALL
        .into_iter()
        .map(|line| {
            let (rank, ways, others, name) = match line {
                Line::Row => (rank.row, &rows, &other_rows, row_name(rank.row)),
                Line::Port => (rank.port, &flanks, &other_flanks, flank_name(rank.port)),
                Line::Starboard => {
                    (rank.starboard, &flanks, &other_flanks, flank_name(rank.starboard))
                }
            };
            // Ranks as they are compared: two that differ only by a Six as capstone may be equal.
            let worth = |rank: u8| if line == Line::Row || six { rank } else { rank & !1 };
            let (own, most) = match line {
                Line::Row => (worth(rank), ROW_RANKS as u8),
                Line::Port | Line::Starboard => (worth(rank), FLANK_RANKS as u8),
            };
            let mut worths: Vec<u8> =
                (0..most).filter(|&rank| line == Line::Row || rank != 1).map(worth).collect();
            worths.dedup();
            let places = line.places();
            let share = |stock: &Stock, ways: &[u128], is: &dyn Fn(u8) -> bool| {
                let of: u128 = (0..most)
                    .filter(|&rank| is(worth(rank)))
                    .map(|rank| ways[usize::from(rank)])
                    .sum();
                Some(of as f64 / stock.total(&places) as f64)
            };
            HandFacts {
                line: line.name().to_owned(),
                hand: pyramid.line(line).map(|card| card.to_string()).join(" "),
                dealer: String::new(),
                category: name,
                rank: worths.iter().filter(|&&other| other > own).count() as u64 + 1,
                ranks: worths.len() as u64,
                rarity: share(&full, ways, &|other| other == own),
                beaten: share(&left, others, &|other| other > own),
                outcomes: vec![("tied".to_owned(), share(&left, others, &|other| other == own))],
                flags: flags.clone(),
            }
        })
        .collect())
}

/// Whether each event of [`Events`] can occur with the cards of some shoes.
pub fn possible(stock: &Stock) -> Vec<bool> {
    stock.odds().into_iter().map(|(ways, _)| ways > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zinbiddle::hand::PyramidRank;

    fn one_in(rules: &Rules, name: &str) -> f64 {
        let at = Events::get().all.iter().position(|(known, _)| known == name).unwrap();
        let (ways, all) = Stock::full(rules).odds()[at];
        all as f64 / ways as f64
    }

    fn close(found: f64, expected: f64, digits: f64) {
        assert!((found / expected - 1.0).abs() < digits, "{found} instead of {expected}");
    }

    /// The reference results of the rules document.
    #[test]
    fn rule_z18_dealt_ion_barrages_are_as_rare_as_the_reference_says() {
        let sets = |sets| Rules { sets, ..Rules::default() };
        close(one_in(&sets(1), "ion-barrage"), 634_888_800.0, 1e-15);
        close(one_in(&sets(2), "ion-barrage"), 1_345_831_987.5, 1e-15);
        close(one_in(&sets(6), "ion-barrage"), 2_139_337_492.14, 1e-11);
        let casino = Rules { vermilion_sixes: 0, ..Rules::casino() };
        close(one_in(&casino, "ion-barrage"), 2_719_943_082.91, 1e-11);
        // Endless: 1/p is a series in 1/sets; two terms leave an error of (1/200)^2.
        let [half, full] = [100, 200].map(|sets_| one_in(&sets(sets_), "ion-barrage"));
        close(2.0 * full - half, 2.6667e9, 2e-4);
    }

    #[test]
    fn rule_z10_naturals_and_misfires_are_as_rare_as_the_reference_says() {
        close(one_in(&Rules::default(), "natural-zinbiddle"), 91_390.0 / 280.0, 1e-15);
        close(1.0 / one_in(&Rules::default(), "thrusters:misfire"), 0.606_522, 1e-6);
    }

    #[test]
    fn every_deal_is_some_row_and_some_flank() {
        for rules in [Rules::default(), Rules::casino()] {
            let stock = Stock::full(&rules);
            assert_eq!(stock.rows().iter().sum::<u128>(), stock.total(&Line::Row.places()));
            assert_eq!(stock.flanks().iter().sum::<u128>(), stock.total(&Line::Port.places()));
        }
        // The largest numbers fit.
        let rules = Rules {
            sets: 200,
            vermilion_sixes: 200,
            misfires_per_suit: 4,
            copies_per_number: vec![4; 4],
            ..Rules::default()
        };
        assert!(Stock::full(&rules).total(&Place::ALL) < 1 << 126);
        assert!(Stock::full(&rules).ion_barrages() > 0);
    }

    #[test]
    fn a_shoe_with_nothing_but_sixes_deals_nothing_but_ion_barrages() {
        let mut stock = Stock::full(&Rules::casino());
        stock.shoes.iter_mut().for_each(|shoe| {
            shoe.fill(0);
            shoe[Card::SIX.kind()] = 9;
        });
        let (ways, all) = *stock.odds().last().unwrap();
        assert_eq!(ways, all);
        let rank = Ranks::get().pyramid(&Pyramid::new([Card::SIX; PLACES]));
        assert_eq!(rank, PyramidRank { row: 47, port: 41, starboard: 41 });
    }
}
