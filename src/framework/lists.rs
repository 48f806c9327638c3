//! The decisions of a strategy file: a word for all situations, or ordered rules (`[[name]]`), read,
//! checked and made ready in one step.

use super::document::{Faults, Node, Value};
use super::policy::{self, Feature, List, Policy, Region, Rule, Situations};

/// A decision that a strategy file may speak about: the key in the file, what its rules may look
/// at, and what may be done.
#[derive(Clone, Copy, Debug)]
pub struct Decided<'a, A> {
    /// The key, and the name of the `[[…]]` tables.
    pub name: &'a str,
    /// What its rules may look at.
    pub features: &'a [Feature],
    /// What may be done, for messages.
    pub allowed: &'a str,
    /// What a word or a number of the file does.
    pub action: fn(&str) -> Option<A>,
    /// Whether an action is always possible: one that is not leaves its situations to later rules.
    pub ends: fn(&A) -> bool,
}

impl<A: Clone + PartialEq> Decided<'_, A> {
    /// The policy of a word or of rules; faults are noted, and `None` is returned with at least one
    /// of them. `situations` are those that can come up under any rules of the game and under those
    /// of the table, given which features the rules look at.
    pub fn policy(
        &self,
        node: &Node,
        situations: impl Fn(&dyn Fn(usize) -> bool) -> (Situations, Situations),
        faults: &mut Faults,
    ) -> Option<Policy<A>> {
        let Decided { name, features, allowed, action, ends } = *self;
        let before = faults.len();
        let written = |node: &Node| match &node.value {
            Value::Int(number) => action(&number.to_string()),
            _ => action(node.word()?),
        };
        let rules = match &node.value {
            Value::List(_) => {
                let list = List { name, features, key: "do", allowed };
                list.read(node, written, faults)
            }
            _ => match written(node) {
                Some(action) => {
                    vec![Rule { line: node.line, row: 0, region: Region::all(features), action }]
                }
                None => {
                    let found = node.shown();
                    let message =
                        format!("{name} = {found} is not allowed: {allowed}; or [[{name}]] rules");
                    faults.add(node.line, message);
                    Vec::new()
                }
            },
        };
        // Rules that are only half read have gaps that nobody wrote.
        if faults.len() == before {
            let used = policy::used(features, &rules);
            let (ever, here) = situations(&used);
            let what = format!("{name} rule");
            policy::check(&what, node.line, features, &rules, (&ever, &here), ends, faults);
        }
        (faults.len() == before).then(|| Policy::new(features, &rules, ends))
    }
}
