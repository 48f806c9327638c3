//! Basic strategy by charts, and play by a threshold.

use super::hand::Hand;
use super::rules::{HoleCard, Rules};
use super::view::{Action, Actions, Sight};
use croupier::framework::document::Document;
use croupier::framework::house::FileStrategy;
use croupier::framework::{Chance, Game, Named, Parameter, Player, RANDOM, SeatError, Spec, View};
use std::sync::Arc;

/// The charts of basic strategy: their names and files.
const CHARTS: [(&str, &str); 6] = [
    ("1-deck-h17", include_str!("1-deck-h17.toml")),
    ("1-deck-s17", include_str!("1-deck-s17.toml")),
    ("2-decks-h17", include_str!("2-decks-h17.toml")),
    ("2-decks-s17", include_str!("2-decks-s17.toml")),
    ("4-decks-h17", include_str!("4-decks-h17.toml")),
    ("4-decks-s17", include_str!("4-decks-s17.toml")),
];
/// The value of `chart` that selects the chart made for the rules.
const AUTO: &str = "auto";

/// The named strategies.
pub const NAMED: &[Named] = &[
    Named {
        name: "basic",
        parameters: &[
            Parameter {
                name: "chart",
                default: AUTO,
                allowed: "auto | 1-deck-h17 | 1-deck-s17 | 2-decks-h17 | 2-decks-s17 | \
                          4-decks-h17 | 4-decks-s17",
            },
            Parameter { name: "split", default: "true", allowed: "true | false" },
        ],
        about: "basic strategy, by the chart for the rules of the table",
    },
    Named {
        name: "threshold",
        parameters: &[Parameter { name: "hit_below", default: "17", allowed: "4..=21" }],
        about: "hits below a total and does nothing else: 12 never busts, 17 plays like the dealer",
    },
    RANDOM,
];

/// A strategy of the game's own.
#[derive(Clone, Debug)]
pub enum Strategy {
    /// A chart, tabulated for every situation.
    Chart {
        /// Actions, indexed by [`cell`].
        answers: Arc<[Action]>,
        /// Whether it splits pairs; if not, it plays their totals.
        splits: bool,
    },
    /// Hits below a total.
    Threshold(u8),
}

impl Strategy {
    /// Makes a named strategy for some rules.
    ///
    /// # Errors
    /// If the value of a parameter is not allowed.
    pub fn new(spec: &Spec, rules: &Rules) -> Result<Strategy, SeatError> {
        if spec.name != NAMED[0].name {
            return Ok(Strategy::Threshold(spec.whole("hit_below", 4..=21)? as u8));
        }
        let found = spec.word("chart");
        let decks = match rules.decks {
            1 => "1-deck",
            2 => "2-decks",
            _ => "4-decks",
        };
        let made = format!("{decks}-{}", if rules.dealer_hits_soft_17 { "h17" } else { "s17" });
        let name = if found == AUTO { &made } else { found };
        let chart = CHARTS.iter().find(|(known, _)| *known == name);
        let (name, text) = chart
            .ok_or_else(|| spec.refused("chart", NAMED[0].parameters[0].allowed.to_owned()))?;
        let wrong = |error: String| SeatError::Rules { strategy: NAMED[0].name, reason: error };
        let document = Document::read(super::Blackjack::NAME, name, text, &[]);
        let document = document.map_err(|error| wrong(error.to_string()))?;
        let file = FileStrategy::new(&document).map_err(|error| wrong(error.to_string()))?;
        Ok(Strategy::Chart { answers: answers(&file, rules), splits: spec.flag("split")? })
    }
}

/// The number of hands that charts distinguish: totals 4 to 20, hard and soft, and pairs.
const HANDS: usize = 34 + 10;

/// The index of a situation in a tabulated chart: by hand, dealer's card and legal actions.
#[inline]
fn cell(hand: Hand, up: usize, may: Actions) -> usize {
    let hand = match hand.pair() {
        Some(kind) => 34 + kind,
        None => usize::from(hand.total() - 4) * 2 + usize::from(hand.soft()),
    };
    (hand * 10 + up) * Actions::SETS + may.number()
}

/// Tabulates a chart under some rules, indexed by [`cell`].
fn answers(chart: &FileStrategy<Sight>, rules: &Rules) -> Arc<[Action]> {
    let totals = (4..=20).map(|total| Hand::of_total(total, false));
    let soft = (13..=20).map(|total| Hand::of_total(total, true));
    let pairs = (0..10).map(|kind| Hand::default().with(kind).with(kind));
    let mut answers = vec![Action::Stand; HANDS * 10 * Actions::SETS];
    for hand in totals.chain(soft).chain(pairs) {
        for (up, may) in (0..10).flat_map(|up| Actions::all().map(move |may| (up, may))) {
            let double_after_split = rules.double_after_split;
            let peek = rules.hole_card == HoleCard::Peek;
            let sight = Sight { hand, up, hands: 1, may, double_after_split, peek };
            answers[cell(hand, up, may)] = chart.play(&sight);
        }
    }
    answers.into()
}

impl Player<Sight> for Strategy {
    #[inline]
    fn play(&mut self, sight: &Sight, _chance: &mut Chance<'_>) -> Action {
        match self {
            Strategy::Chart { answers, splits } => {
                let may = if *splits { sight.may } else { sight.may.without(Action::Split) };
                answers[cell(sight.hand, sight.up, may)]
            }
            Strategy::Threshold(hit_below) => {
                let hits = sight.hand.total() < *hit_below && sight.allows(Action::Hit);
                if hits { Action::Hit } else { Action::Stand }
            }
        }
    }
}
