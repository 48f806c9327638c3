//! The decisions of a strategy file, each one word for all situations or ordered rules
//! (`[[name]]`), read, checked and compiled in one step.

use super::document::{Faults, Node, Value};
use super::policy::{self, Domain, Feature, List, Policy, Region, Rule};

/// A decision that a strategy file may specify.
#[derive(Clone, Copy)]
pub struct FileDecision<'a, A> {
    /// Its key in the file and the features its rules can test. The key of their action is `do`.
    pub list: List<'a>,
    /// The action that a word or a number of the file names.
    pub action: &'a dyn Fn(&str) -> Option<A>,
    /// Whether an action is always possible. A rule whose action may be impossible also leaves its
    /// situations to later rules.
    pub ends: fn(&A) -> bool,
}

impl<A> std::fmt::Debug for FileDecision<'_, A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FileDecision").field("list", &self.list).finish_non_exhaustive()
    }
}

impl<'a, A: Clone + PartialEq> FileDecision<'a, A> {
    /// A decision whose rules have their action under the key `do`.
    pub fn new(
        name: &'a str,
        features: &'a [Feature],
        allowed: &'a str,
        action: &'a dyn Fn(&str) -> Option<A>,
        ends: fn(&A) -> bool,
    ) -> FileDecision<'a, A> {
        FileDecision { list: List { name, features, key: "do", allowed }, action, ends }
    }

    /// Reads the rules; a word for all situations is one rule. Faults are added to `faults`.
    /// `limit` restricts all situations to those that can arise: under the rules of the table if
    /// its second argument is true, else under any rules of the game.
    pub fn rules(
        &self,
        node: &Node,
        limit: impl Fn(&mut Domain, bool),
        faults: &mut Faults,
    ) -> Vec<Rule<A>> {
        let FileDecision { list: List { name, features, allowed, .. }, action, ends } = *self;
        let before = faults.len();
        let written = |node: &Node| match &node.value {
            Value::Int(number) => action(&number.to_string()),
            _ => action(node.word()?),
        };
        let rules = match &node.value {
            Value::List(_) => self.list.read(node, written, faults),
            _ => match written(node) {
                Some(action) if !ends(&action) => {
                    let found = node.shown();
                    let message = format!(
                        "{name} = {found} is not always possible: write [[{name}]] rules, of which a later \
                         one says what to do then"
                    );
                    faults.add(node.line, message);
                    Vec::new()
                }
                Some(action) => {
                    vec![Rule { line: node.line, row: 0, region: Region::all(features), action }]
                }
                None => {
                    faults.refuse(name, node, format_args!("{allowed}; or [[{name}]] rules"));
                    Vec::new()
                }
            },
        };
        // Rules read only in part have gaps that the file does not have.
        if faults.len() == before {
            let limited = |here| {
                let mut all = Domain::told_apart(features, &rules);
                limit(&mut all, here);
                all
            };
            let what = if name == "rule" { name.to_owned() } else { format!("{name} rule") };
            let domain = (&limited(false), &limited(true));
            policy::check(&what, node.line, features, &rules, domain, ends, faults);
        }
        rules
    }

    /// Reads the rules and compiles them; `None` after any fault.
    pub fn policy(
        &self,
        node: &Node,
        limit: impl Fn(&mut Domain, bool),
        faults: &mut Faults,
    ) -> Option<Policy<A>> {
        let before = faults.len();
        let rules = self.rules(node, limit, faults);
        let sound = faults.len() == before;
        sound.then(|| Policy::new(self.list.features, &rules, self.ends))
    }
}
