//! Strategy files of any game: charts and first-match rules over the features of its view and the
//! true count before the deal.

use crate::cards::Recall;
use crate::framework::charts::Charts;
use crate::framework::counting::{ERROR_RATE, MEMORY, TRUE_COUNTS, check_true_counts, true_count};
use crate::framework::document::{Document, Faults, FileError};
use crate::framework::policy::{Domain, Feature, List, Policy, Rule, check, used};
use crate::framework::{FeatureOf, View};
use std::sync::Arc;

/// Keys of a file, in addition to those of every file such as `game` and `about`.
const KEYS: &[&str] = &["chart", "rule", MEMORY, ERROR_RATE];

/// A strategy from a file.
#[derive(Clone, Debug)]
pub struct FileStrategy<V: View> {
    policy: Arc<Policy<V::Action>>,
    /// A name that identifies the file and its parameters.
    pub(super) name: Arc<str>,
    /// Its memory of earlier rounds.
    pub(super) recall: Recall,
    /// Whether any rule tests the true count.
    pub(super) counts: bool,
    /// The true count before the deal, rounded down.
    pub(super) count: i32,
}

impl<V: View> FileStrategy<V> {
    /// The strategy of a file.
    ///
    /// # Errors
    /// All faults of the file, each with its line.
    pub fn new(document: &Document) -> Result<FileStrategy<V>, FileError> {
        let features: Vec<Feature> = features_of::<V>().collect();
        let mut faults = Faults::default();
        document.body.only(KEYS, &mut faults);
        let charts = Charts { features: &features, axes: None, actions: V::ACTIONS };
        let mut rules = match document.body.get("chart") {
            Some(node) => charts.read(node, "when", &mut faults),
            None => Vec::new(),
        };
        if let Some(node) = document.body.get("rule") {
            let allowed = allowed::<V>();
            let list = List { name: "rule", features: &features, key: "do", allowed: &allowed };
            for mut rule in list.read(node, |node| action::<V>(node.word()?), &mut faults) {
                rule.row = rules.last().map_or(0, |rule: &Rule<_>| rule.row + 1);
                rules.push(rule);
            }
        }
        // Charts and rules are asked in the order of the file.
        rules.sort_by_key(|rule| rule.line);
        let ends = |action: &V::Action| V::ALWAYS.contains(action);
        if rules.is_empty() && faults.is_empty() {
            faults.add(1, "there is no play in it: give it a `chart`, or [[rule]] tables");
        } else if faults.is_empty() {
            let all = Domain::all(&features);
            let covered = match V::ALWAYS.is_empty() {
                true => Domain::none(&features),
                false => all.clone(),
            };
            check("row or rule", 1, &features, &rules, (&all, &covered), ends, &mut faults);
        }
        let looks = used(&features, &rules);
        let counts = (V::FEATURES.len()..features.len()).any(looks);
        check_true_counts(document, &features, &rules, &mut faults);
        document.check(faults)?;
        let policy = Arc::new(Policy::new(&features, &rules, ends));
        let (name, recall) = (format!("{document:?}").into(), document.recall.clone());
        Ok(FileStrategy { policy, name, recall, counts, count: 0 })
    }

    /// The action of the file in a situation.
    pub fn play(&self, view: &V) -> V::Action {
        let value = |feature: usize| match feature.checked_sub(V::FEATURES.len()) {
            None => {
                let FeatureOf { feature: Feature { name, low, high, .. }, value } =
                    V::FEATURES[feature];
                let value = value(view);
                assert!(
                    (low..=high).contains(&value),
                    "the feature `{name}` is {value} with {view}, and its values are {low}..={high}"
                );
                value
            }
            Some(feature) => true_count(feature, self.count),
        };
        let take = |&action: &V::Action| view.allows(action).then_some(action);
        self.policy.first(value, take).unwrap_or_else(|| {
            // Where some actions are always legal, a file ends with one of them.
            check_always(view);
            view.legal().next().expect("a seat that is asked has an action")
        })
    }
}

/// The features that files can test: those of the view, then the true count.
pub(super) fn features_of<V: View>() -> impl Iterator<Item = Feature> + Clone {
    V::FEATURES.iter().map(|of| of.feature).chain(TRUE_COUNTS)
}

/// Panics if an action that is said to be always legal is not.
pub(super) fn check_always<V: View>(view: &V) {
    if let Some(&forbidden) = V::ALWAYS.iter().find(|&&it| !view.allows(it)) {
        let name = V::name(forbidden);
        panic!("`{name}` is said to be always legal, and is not with {view}");
    }
}

/// The action with a name.
fn action<V: View>(name: &str) -> Option<V::Action> {
    V::ACTIONS.iter().find(|(known, _)| *known == name).map(|&(_, action)| action)
}

/// The names of all actions, for messages.
fn allowed<V: View>() -> String {
    V::ACTIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" | ")
}
