//! Strategies from files: when to bet, when to spend an action and on what, as ordered rules over
//! named features.

mod cache;
mod features;
mod gains;

use self::cache::FeatureCache;
pub(super) use self::features::RuleList;
use self::features::{ACT, BET, DRAW_GAIN, GAIN, MISFIRE_SHARE, NATURAL, SIDE, cost, limit};
pub use self::features::{ACT_FEATURES, BET_FEATURES, FEATURES, SIDE_FEATURES};
use self::gains::Worth;
pub(super) use self::gains::promise;
use crate::cards::memory::System;
use crate::cards::{Memory, Recall};
use crate::framework::chooser::valued;
use crate::framework::counting::{ERROR_RATE, MEMORY};
use crate::framework::document::{Document, Faults, FileError, Value};
use crate::framework::lists::FileDecision;
use crate::framework::notation::named;
use crate::framework::policy::{Domain, Ladder, Region, Rule, place, places};
use crate::framework::{Feature, Features};
use crate::games::zinbiddle::hand::{Card, KINDS, LEVELS, Place};
use crate::games::zinbiddle::rules::{ROUNDS, Rules};
use crate::games::zinbiddle::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use std::sync::Arc;

/// Parameters of `FILE(parameter=value)` that replace those of the file.
pub const PARAMETERS: &[&str] = &["call_zinbiddle", "side_bet", MEMORY, ERROR_RATE];

/// Keys of a file besides `game` and `about`.
const KEYS: &[&str] = &["call_zinbiddle", "side_bet", "bet", "act", MEMORY, ERROR_RATE];

named! {
    /// The action of a betting rule; all of them are always possible.
    enum Stance {
        /// Folds against a bet, else checks.
        Fold = "fold",
        /// Calls a bet, else checks.
        Call = "call",
        /// Calls a bet, else bets.
        Bet = "bet",
        /// Raises a bet, or calls it if no raise is left; else bets.
        Raise = "raise",
    }
}

/// The action of a pilot rule; where it is impossible, any but `Pass` is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Pass,
    /// Replaces the highest misfire.
    Mend,
    /// The swap that gains the most strength.
    Swap,
    /// The re-sort that gains the most strength.
    Sort,
    /// The replacement that gains the most strength on average.
    Draw,
    /// The one of these three that gains the most.
    Best,
    /// A step towards the nearest Ion Barrage.
    Chase,
    /// Replaces the card at a place.
    Replace(Place),
}

const SIDE_BETS: &str = "\"bet\" or \"pass\"";
const STANCES: &str = "\"fold\" (without a bet: check), \"call\" (without a bet: check), \"bet\" \
                       (against a bet: call) or \"raise\" (without a bet: bet)";
const ACTS: &str = "\"pass\", \"mend\", \"swap\", \"sort\", \"draw\", \"best\", \"chase\", or \
                    \"replace:PLACE\" with a place T1 to T4, S1, S2, G1, G2 or C";

fn side_bet(word: &str) -> Option<bool> {
    match word {
        "bet" => Some(true),
        "pass" => Some(false),
        _ => None,
    }
}

fn act(word: &str) -> Option<Act> {
    match word {
        "pass" => Some(Act::Pass),
        "mend" => Some(Act::Mend),
        "swap" => Some(Act::Swap),
        "sort" => Some(Act::Sort),
        "draw" => Some(Act::Draw),
        "best" => Some(Act::Best),
        "chase" => Some(Act::Chase),
        _ => Some(Act::Replace(word.strip_prefix("replace:")?.parse().ok()?)),
    }
}

/// The features that the rules of a list see in a situation with a perfect count, and their values.
pub(super) fn seen(view: &View<'_>, list: RuleList) -> Features {
    let memory = Memory::default();
    let cache = FeatureCache::new(view, &memory, Worth::new(view), list == RuleList::Act);
    match list {
        RuleList::Side => valued(SIDE_FEATURES, |i| cache.value(SIDE[i])),
        RuleList::Bet => valued(BET_FEATURES, |i| cache.value(BET[i])),
        RuleList::Act => valued(ACT_FEATURES, |i| cache.value(ACT[i])),
    }
}

/// A strategy from a file.
#[derive(Clone, Debug)]
pub struct FileStrategy {
    call: bool,
    side: Side,
    /// By betting round.
    bet: Arc<[Ladder<Stance>; ROUNDS]>,
    /// By level; `None` if it never acts.
    act: Option<Arc<[Ladder<Act>; LEVELS]>>,
    /// The worth of its cards at its last look.
    worth: Worth,
    recall: Recall,
    /// Whether any rule tests a feature that depends on the memory.
    remembers: bool,
}

/// Whether to stake a zinbiddle bet.
#[derive(Clone, Debug)]
enum Side {
    Always(bool),
    Rules(Arc<Ladder<bool>>),
}

impl Player for FileStrategy {
    fn counts(&self) -> bool {
        self.remembers
    }

    fn error_rate(&self) -> u32 {
        self.recall.error_rate
    }

    fn look(&mut self, view: &View<'_>) {
        self.worth = Worth::new(view);
    }

    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let yes = match &self.side {
            Side::Always(yes) => *yes,
            Side::Rules(rules) => {
                let cache = self.features(view, false);
                rules.first(|i| cache.value(SIDE[i]), |&yes| Some(yes)).unwrap_or(false)
            }
        };
        if yes { Answer::Yes } else { Answer::No }
    }

    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        if self.call { Answer::Yes } else { Answer::No }
    }

    #[inline]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let cache = self.features(view, false);
        let rules = &self.bet[view.round()];
        let stance = rules.first(|i| cache.value(BET[i]), |&stance| Some(stance));
        let facing = view.faces_bet();
        BetChoice::Do(match stance.unwrap_or(Stance::Fold) {
            Stance::Fold if facing => Bet::Fold,
            Stance::Raise if facing && view.can_raise() => Bet::Raise,
            Stance::Call | Stance::Bet | Stance::Raise if facing => Bet::Call,
            Stance::Bet | Stance::Raise => Bet::Bet,
            Stance::Fold | Stance::Call => Bet::Check,
        })
    }

    #[inline]
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let Some(rules) = &self.act else { return PilotChoice::Do(Pilot::Pass) };
        let cache = self.features(view, true);
        let rules = &rules[view.levels() - 1];
        let action = rules.first(|i| cache.value(ACT[i]), |&act| cache.take(act));
        PilotChoice::Do(action.unwrap_or(Pilot::Pass))
    }
}

impl FileStrategy {
    /// The features of a decision. Before it looks, the worth is still that of the last hand.
    #[inline]
    fn features<'v, 'a>(&'v self, view: &'v View<'a>, acting: bool) -> FeatureCache<'v, 'a> {
        let worth = if view.has_looked() { self.worth } else { Worth::default() };
        FeatureCache::new(view, &self.recall.memory, worth, acting)
    }

    /// Whether any of its decisions depends on what it remembers of earlier rounds.
    pub(in crate::games::zinbiddle) fn remembers(&self) -> bool {
        self.remembers
    }

    /// The strategy of a file, at a table of these rules.
    ///
    /// # Errors
    /// All faults of the file, each with its line.
    pub fn new(document: &Document, rules: &Rules) -> Result<FileStrategy, FileError> {
        let mut faults = Faults::default();
        let body = &document.body;
        body.only(KEYS, &mut faults);
        let possible = |list: RuleList| {
            move |all: &mut Domain, here: bool| limit(list, all, here.then_some(rules))
        };
        let call = body
            .get("call_zinbiddle")
            .map_or(Some(true), |node| node.flag("call_zinbiddle", "true or false", &mut faults));
        let side = match body.get("side_bet") {
            Some(node) if matches!(node.value, Value::List(_)) => {
                let decided =
                    FileDecision::new("side_bet", SIDE_FEATURES, SIDE_BETS, &side_bet, |_| true);
                let found = decided.rules(node, possible(RuleList::Side), &mut faults);
                Side::Rules(Arc::new(Ladder::new(SIDE_FEATURES, places(&found), |i| cost(SIDE[i]))))
            }
            Some(node) => {
                let allowed = "true, false, or [[side_bet]] tables";
                Side::Always(node.flag("side_bet", allowed, &mut faults).unwrap_or(false))
            }
            None => Side::Always(false),
        };
        let bet = match body.get("bet") {
            None => {
                faults.add(1, "nothing says when to bet: give [[bet]] rules");
                Vec::new()
            }
            Some(node) => {
                let decided =
                    FileDecision::new("bet", BET_FEATURES, STANCES, &Stance::named, |_| true);
                decided.rules(node, possible(RuleList::Bet), &mut faults)
            }
        };
        let passes = |act: &Act| *act == Act::Pass;
        let act = body.get("act").map(|node| {
            let decided = FileDecision::new("act", ACT_FEATURES, ACTS, &act, passes);
            decided.rules(node, possible(RuleList::Act), &mut faults)
        });
        document.check(faults)?;
        let draws =
            |act: &[Rule<Act>]| act.iter().any(|r| matches!(r.action, Act::Draw | Act::Best));
        let draws = act.as_deref().is_some_and(draws);
        let always = |_: &Stance| true;
        let bet: [_; ROUNDS] =
            std::array::from_fn(|round| at(&bet, (BET_FEATURES, &BET), round, always));
        let act = act.map(|act| -> [_; LEVELS] {
            std::array::from_fn(|level| at(&act, (ACT_FEATURES, &ACT), 2 * level + 2, passes))
        });
        let plain = |feature: usize| !matches!(feature, MISFIRE_SHARE | NATURAL | DRAW_GAIN | GAIN);
        let aside = match &side {
            Side::Always(_) => true,
            Side::Rules(rules) => rules.looks_only_at(|i| plain(SIDE[i])),
        };
        let remembers = draws
            || !aside
            || !bet.iter().all(|rules| rules.looks_only_at(|i| plain(BET[i])))
            || !act.iter().flatten().all(|rules| rules.looks_only_at(|i| plain(ACT[i])));
        Ok(FileStrategy {
            call: call.unwrap_or(true),
            side,
            bet: Arc::new(bet),
            act: act.map(Arc::new),
            remembers,
            worth: Worth::default(),
            recall: Recall { memory: by_kind(&document.recall.memory), ..document.recall },
        })
    }
}

/// The rules of a list that can apply in a betting round, or in the actions before it, without their
/// conditions on the round and the level, which are met there. `ends` says whether an action is
/// always possible; the rules after one that always applies are left out.
fn at<A: Clone>(
    rules: &[Rule<A>],
    (features, of): (&[Feature], &[usize]),
    round: usize,
    ends: impl Fn(&A) -> bool,
) -> Ladder<A> {
    let known = [("round", round + 1), ("level", round.div_ceil(2).max(1))];
    let mut left: Vec<Rule<A>> = Vec::new();
    for rule in rules {
        let region = known.iter().try_fold(rule.region.clone(), |region, &(name, value)| {
            region.given(features, place(features, name), value as u16)
        });
        let Some(region) = region else { continue };
        let last = region == Region::all(features) && ends(&rule.action);
        left.push(Rule { region, ..rule.clone() });
        if last {
            break;
        }
    }
    Ladder::new(features, places(&left), |i| cost(of[i]))
}

/// Converts the tags of a memory from one per number to one per kind.
pub(in crate::games::zinbiddle) fn by_kind(memory: &Memory) -> Memory {
    let Memory::Count(system) = memory else { return memory.clone() };
    let of_kinds = |tags: &Vec<i32>| match tags.is_empty() {
        true => Vec::new(),
        false => (0..KINDS).map(|kind| tags[Card::of_kind(kind).number() as usize]).collect(),
    };
    let tags = system.tags.iter().map(of_kinds).collect();
    Memory::Count(Arc::new(System { tags, ..System::clone(system) }))
}
