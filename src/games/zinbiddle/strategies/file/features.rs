//! The features that rules may look at, and the lists of rules.

use crate::framework::document::{Faults, Node};
use crate::framework::policy::{Feature as FeatureSpec, List, Rule, Situations, check, used};
use crate::games::zinbiddle::hand::{LEVELS, Place};
use crate::games::zinbiddle::rules::{MAX_ACTIONS, MAX_PLAYERS, ROUNDS, Rules};

/// A feature that rules may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    Players,
    Place,
    Rivals,
    Pot,
    MisfireShare,
    Natural,
    Round,
    Level,
    Paid,
    Bold,
    Boldest,
    Clean,
    RivalRun,
    RivalActions,
    Actions,
    Strength,
    Row,
    Port,
    Starboard,
    Misfires,
    Hopeless,
    Barrage,
    ToCall,
    Odds,
    Raises,
    Now,
    Price,
    SwapGain,
    SortGain,
    DrawGain,
    Gain,
}

pub(super) const EVERYTHING: [Feature; 31] = [
    Feature::Players,
    Feature::Place,
    Feature::Rivals,
    Feature::Pot,
    Feature::MisfireShare,
    Feature::Natural,
    Feature::Round,
    Feature::Level,
    Feature::Paid,
    Feature::Bold,
    Feature::Boldest,
    Feature::Clean,
    Feature::RivalRun,
    Feature::RivalActions,
    Feature::Actions,
    Feature::Strength,
    Feature::Row,
    Feature::Port,
    Feature::Starboard,
    Feature::Misfires,
    Feature::Hopeless,
    Feature::Barrage,
    Feature::ToCall,
    Feature::Odds,
    Feature::Raises,
    Feature::Now,
    Feature::Price,
    Feature::SwapGain,
    Feature::SortGain,
    Feature::DrawGain,
    Feature::Gain,
];

/// A list of rules, by what it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleList {
    /// `[[side_bet]]`: the thrusters are still unseen (Z15).
    Side,
    /// `[[bet]]` (Z8).
    Bet,
    /// `[[act]]` (Z9).
    Act,
}

impl Feature {
    /// Whether the rules of a list may look at it.
    const fn is_open_to(self, list: RuleList) -> bool {
        match self {
            Feature::Players
            | Feature::Place
            | Feature::Rivals
            | Feature::Pot
            | Feature::MisfireShare => true,
            Feature::Natural => matches!(list, RuleList::Side),
            Feature::ToCall | Feature::Odds | Feature::Raises => matches!(list, RuleList::Bet),
            Feature::Now
            | Feature::Price
            | Feature::SwapGain
            | Feature::SortGain
            | Feature::DrawGain
            | Feature::Gain => {
                matches!(list, RuleList::Act)
            }
            _ => !matches!(list, RuleList::Side),
        }
    }

    /// Its name and range. Amounts beyond the range count as its end.
    pub(super) const fn spec(self) -> FeatureSpec {
        match self {
            Feature::Players => spec("players", 2, MAX_PLAYERS as u16, "players dealt in"),
            Feature::Place => {
                spec("place", 1, MAX_PLAYERS as u16, "place in the turn order, 1 acts first")
            }
            Feature::Rivals => spec("rivals", 1, MAX_PLAYERS as u16 - 1, "others still in"),
            Feature::Pot => spec("pot", 0, MOST_MONEY, "the pot in antes, rounded down"),
            Feature::MisfireShare => spec(
                "misfire_share",
                0,
                100,
                "misfires in percent of the unseen cards of the shoe of the highest level dealt",
            ),
            Feature::Natural => spec(
                "natural",
                0,
                10_000,
                "chances in 10,000 that four unseen cards of the first shoe are a natural zinbiddle; [[side_bet]] only",
            ),
            Feature::Round => spec(
                "round",
                1,
                ROUNDS as u16,
                "the betting round that is on, or in an action phase comes next; 1 is the blind one",
            ),
            Feature::Level => spec("level", 1, LEVELS as u16, "levels of the pyramid dealt"),
            Feature::Paid => spec("paid", 0, MOST_MONEY, "antes paid into this hand, rounded down"),
            Feature::Bold => spec(
                "bold",
                0,
                MAX_PLAYERS as u16 - 1,
                "rivals still in who have bet or raised in this hand",
            ),
            Feature::Boldest => {
                spec("boldest", 0, ROUNDS as u16, "rounds in which the boldest of them has")
            }
            Feature::Clean => {
                spec("clean", 0, MAX_PLAYERS as u16 - 1, "rivals still in who show no misfire")
            }
            Feature::RivalRun => spec(
                "rival_run",
                0,
                4,
                "longest run that a rival still in shows, from its highest card down",
            ),
            Feature::RivalActions => spec(
                "rival_actions",
                0,
                MAX_ACTIONS as u16,
                "most pilot actions that a rival still in has left",
            ),
            Feature::Actions => {
                spec("actions", 0, MAX_ACTIONS as u16, "own pilot actions left for the hand")
            }
            Feature::Strength => spec(
                "strength",
                0,
                300,
                "what the own three lines promise, up to 100 each; 0 before looking",
            ),
            Feature::Row => spec(
                "row",
                0,
                5,
                "own row: 0 a misfire, 1 no pair, 2 a pair, 3 two pairs, 4 three, 5 four of a kind",
            ),
            Feature::Port => spec(
                "port",
                0,
                4,
                "run of the port flank, from its highest card down; 0 with a misfire",
            ),
            Feature::Starboard => spec("starboard", 0, 4, "run of the starboard flank"),
            Feature::Misfires => spec("misfires", 0, 9, "own misfires"),
            Feature::Hopeless => spec(
                "hopeless",
                0,
                1,
                "1 with more misfires than actions that could still mend them",
            ),
            Feature::Barrage => spec(
                "barrage",
                0,
                9,
                "own cards that fit one and the same Ion Barrage where they lie",
            ),
            Feature::ToCall => {
                spec("to_call", 0, MOST_MONEY, "antes to call, 0 without a bet; [[bet]] only")
            }
            Feature::Odds => spec(
                "odds",
                0,
                100,
                "the call in percent of the pot with it, rounded down; [[bet]] only",
            ),
            Feature::Raises => spec("raises", 0, MOST_RAISES, "raises of this round; [[bet]] only"),
            Feature::Now => spec(
                "now",
                1,
                MAX_ACTIONS as u16,
                "actions that may still be used at this level; [[act]] only",
            ),
            Feature::Price => spec(
                "price",
                1,
                (MAX_PLAYERS * LEVELS) as u16,
                "antes that an action costs; [[act]] only",
            ),
            Feature::SwapGain => {
                spec("swap_gain", 0, 300, "strength gained by the best swap; [[act]] only")
            }
            Feature::SortGain => {
                spec("sort_gain", 0, 300, "strength gained by the best re-sort; [[act]] only")
            }
            Feature::DrawGain => spec(
                "draw_gain",
                0,
                300,
                "strength gained on average by the best replacement; [[act]] only",
            ),
            Feature::Gain => spec("gain", 0, 300, "the largest of these gains; [[act]] only"),
        }
    }
}

const fn spec(name: &'static str, low: u16, high: u16, about: &'static str) -> FeatureSpec {
    FeatureSpec { name, low, high, about }
}

/// Most antes that rules tell apart.
pub(super) const MOST_MONEY: u16 = 5000;
/// Most raises that a table allows (Z8).
const MOST_RAISES: u16 = 20;

/// The features that the rules of a list may look at.
const fn open_to<const N: usize>(list: RuleList) -> [Feature; N] {
    let mut open = [Feature::Players; N];
    let (mut from, mut to) = (0, 0);
    while from < EVERYTHING.len() {
        if EVERYTHING[from].is_open_to(list) {
            open[to] = EVERYTHING[from];
            to += 1;
        }
        from += 1;
    }
    assert!(to == N);
    open
}

const fn specs<const N: usize>(features: [Feature; N]) -> [FeatureSpec; N] {
    let mut specs = [Feature::Players.spec(); N];
    let mut i = 0;
    while i < N {
        specs[i] = features[i].spec();
        i += 1;
    }
    specs
}

pub(super) const SIDE: [Feature; 6] = open_to(RuleList::Side);
pub(super) const BET: [Feature; 24] = open_to(RuleList::Bet);
pub(super) const ACT: [Feature; 27] = open_to(RuleList::Act);

/// What rules may look at.
pub const FEATURES: &[FeatureSpec] = &specs(EVERYTHING);
/// What rules for side bets may look at.
pub const SIDE_FEATURES: &[FeatureSpec] = &specs(SIDE);
/// What rules for betting may look at.
pub const BET_FEATURES: &[FeatureSpec] = &specs(BET);
/// What rules for pilot actions may look at.
pub const ACT_FEATURES: &[FeatureSpec] = &specs(ACT);

const SIDE_BETS: &str = "\"bet\" or \"pass\"";
const STANCES: &str = "\"fold\" (without a bet: check), \"call\" (without a bet: check), \"bet\" \
                       (against a bet: call) or \"raise\" (without a bet: bet)";
const ACTS: &str = "\"pass\", \"mend\", \"swap\", \"sort\", \"draw\", \"best\", \"chase\", or \
                    \"replace:PLACE\" with a place T1 to T4, S1, S2, G1, G2 or C";

impl RuleList {
    /// The list as it stands in files, and what its rules may look at.
    fn list(self) -> (List<'static>, &'static [Feature]) {
        let (name, features, allowed, seen) = match self {
            RuleList::Side => ("side_bet", SIDE_FEATURES, SIDE_BETS, &SIDE[..]),
            RuleList::Bet => ("bet", BET_FEATURES, STANCES, &BET[..]),
            RuleList::Act => ("act", ACT_FEATURES, ACTS, &ACT[..]),
        };
        (List { name, features, key: "do", allowed }, seen)
    }

    /// The rules of the list; `known` reads what they do.
    pub(super) fn rules<A: PartialEq>(
        self,
        node: &Node,
        rules: &Rules,
        known: impl Fn(&str) -> Option<A>,
        ends: impl Fn(&A) -> bool,
        faults: &mut Faults,
    ) -> Vec<Rule<A>> {
        let before = faults.len();
        let (list, _) = self.list();
        let found = list.read(node, |node| node.word().and_then(&known), faults);
        // What is only half read has gaps that nobody wrote.
        if faults.len() == before {
            let used = used(list.features, &found);
            let (ever, here) = (self.situations(None, &used), self.situations(Some(rules), &used));
            let what = format!("{} rule", list.name);
            check(&what, node.line, list.features, &found, (&ever, &here), ends, faults);
        }
        found
    }

    /// What can come up: under any rules, or under those of a table.
    fn situations(self, rules: Option<&Rules>, used: impl Fn(usize) -> bool) -> Situations {
        let (List { features, .. }, seen) = self.list();
        let at = |feature: Feature| seen.iter().position(|&known| known == feature);
        let mut all = Situations::all(features);
        let mut limit = |feature: Feature, low: u32, high: u32| {
            if let Some(i) = at(feature) {
                all.limit(i, low as u16, high.min(features[i].high.into()) as u16);
            }
        };
        if self == RuleList::Act {
            limit(Feature::Actions, 1, u32::MAX);
        }
        if let Some(rules) = rules {
            let (players, actions) = (u32::from(rules.players), u32::from(rules.pilot_actions));
            limit(Feature::Players, players, players);
            limit(Feature::Place, 1, players);
            limit(Feature::Rivals, 1, players - 1);
            for feature in [Feature::Bold, Feature::Clean] {
                limit(feature, 0, players - 1);
            }
            limit(Feature::Now, 1, actions);
            for feature in [Feature::Actions, Feature::RivalActions] {
                limit(feature, 0, actions);
            }
            limit(Feature::Price, 1, players * LEVELS as u32);
            limit(Feature::Raises, 0, rules.max_raises);
            if rules.misfires_per_suit == 0 {
                for feature in [Feature::Misfires, Feature::Hopeless, Feature::MisfireShare] {
                    limit(feature, 0, 0);
                }
            }
        }
        // Features that depend on each other.
        let mut tie = |by: Feature, other: Feature, range: &dyn Fn(u16) -> (u16, u16)| {
            if let (Some(by), Some(other)) = (at(by), at(other))
                && used(by)
                && used(other)
            {
                all.tie(by, other, range);
            }
        };
        tie(Feature::Level, Feature::Round, &|level| match (self, level) {
            (RuleList::Act, level) => (2 * level + 1, 2 * level + 1),
            (_, 1) => (1, 3),
            (_, level) => (2 * level, 2 * level + 1),
        });
        tie(Feature::Players, Feature::Place, &|players| (1, players));
        tie(Feature::Players, Feature::Rivals, &|players| (1, players - 1));
        for feature in [Feature::Bold, Feature::Clean] {
            tie(Feature::Rivals, feature, &|rivals| (0, rivals));
        }
        for feature in [Feature::Misfires, Feature::Barrage] {
            tie(Feature::Level, feature, &|level| (0, Place::up_to(usize::from(level) - 1) as u16));
        }
        tie(Feature::Hopeless, Feature::Misfires, &|hopeless| (hopeless, 9));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_know_all_features_once() {
        for feature in EVERYTHING {
            let lists = [RuleList::Side, RuleList::Bet, RuleList::Act];
            assert!(lists.into_iter().any(|list| feature.is_open_to(list)));
            let FeatureSpec { name, low, high, .. } = feature.spec();
            assert!(low <= high && FEATURES.iter().filter(|f| f.name == name).count() == 1);
        }
    }
}
