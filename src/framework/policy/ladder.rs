//! First-match rules over features some of which are expensive to compute. The cheap ones are all
//! computed first; an expensive one only if a rule that is still open depends on it, and at most
//! once.

use super::{Feature, Region};

/// The maximum cost of a feature that is always computed: a fixed sequence is predictable for the
/// processor.
const CHEAP: u32 = 1;

/// The number of rules in a rung: one bit each.
const RUNG: usize = u64::BITS as usize;

/// Compiled first-match rules.
#[derive(Clone, Debug)]
pub struct Ladder<A> {
    /// The features that some rule restricts, cheapest first; the first `cheap` of them are always
    /// computed.
    features: Vec<usize>,
    cheap: usize,
    rungs: Vec<Rung<A>>,
}

/// A block of consecutive rules.
#[derive(Clone, Debug)]
struct Rung<A> {
    /// By rule: its action, and the features after the cheap ones that it restricts, as bits.
    rules: Vec<(A, u64)>,
    /// By feature of the ladder: its least value, and for each value from there the rules that
    /// allow it, as bits.
    open: Vec<(u16, Box<[u64]>)>,
}

impl<A: Clone> Ladder<A> {
    /// Compiles rules, given by region and action, in their order. `cost` is the relative cost of
    /// computing a feature; 1 is negligible.
    pub fn new<'r>(
        features: &[Feature],
        rules: impl IntoIterator<Item = (&'r Region, A)>,
        cost: impl Fn(usize) -> u32,
    ) -> Ladder<A> {
        let rules: Vec<(&Region, A)> = rules.into_iter().collect();
        let narrows =
            |region: &Region, i: usize| region.range(i) != (features[i].low, features[i].high);
        let used = |&i: &usize| rules.iter().any(|(region, _)| narrows(region, i));
        let mut used: Vec<usize> = (0..features.len()).filter(used).collect();
        used.sort_by_key(|&i| cost(i));
        // Only `RUNG` others have a bit: if there are more, the cheapest of them are always
        // computed too.
        let cheap = used.iter().filter(|&&i| cost(i) <= CHEAP).count();
        let cheap = cheap.max(used.len().saturating_sub(RUNG));
        let rung = |rules: &[(&Region, A)]| Rung {
            rules: rules
                .iter()
                .map(|(region, action)| {
                    let dear = used[cheap..].iter().enumerate();
                    let needs = dear.filter(|&(_, &i)| narrows(region, i));
                    (action.clone(), needs.fold(0, |needs, (at, _)| needs | 1 << at))
                })
                .collect(),
            open: used.iter().map(|&i| (features[i].low, open(features[i], rules, i))).collect(),
        };
        Ladder { rungs: rules.chunks(RUNG).map(rung).collect(), features: used, cheap }
    }

    /// Tries the actions of the rules that apply, in order, until `take` accepts one.
    #[inline]
    pub fn first<T>(
        &self,
        value: impl Fn(usize) -> u16,
        mut take: impl FnMut(&A) -> Option<T>,
    ) -> Option<T> {
        self.rungs.iter().find_map(|rung| {
            let mut open = u64::MAX >> (RUNG - rung.rules.len());
            let mut asked = 0;
            let narrow = |open: u64, next: usize| {
                let (low, rules) = &rung.open[next];
                open & rules[usize::from(value(self.features[next]) - low)]
            };
            for next in 0..self.cheap {
                open = narrow(open, next);
            }
            while open != 0 {
                let (action, needs) = &rung.rules[open.trailing_zeros() as usize];
                let missing = needs & !asked;
                if missing != 0 {
                    let next = missing.trailing_zeros() as usize;
                    asked |= 1 << next;
                    open = narrow(open, self.cheap + next);
                    continue;
                }
                if let Some(taken) = take(action) {
                    return Some(taken);
                }
                open &= open - 1;
            }
            None
        })
    }

    /// Whether it tests only features for which `known` is true.
    pub fn looks_only_at(&self, known: impl Fn(usize) -> bool) -> bool {
        self.features.iter().all(|&feature| known(feature))
    }
}

/// The rules that allow each value of a feature, as bits, by value.
fn open<A>(feature: Feature, rules: &[(&Region, A)], at: usize) -> Box<[u64]> {
    let Feature { low, high, .. } = feature;
    let allows = |region: &Region, value: u16| {
        let (from, to) = region.range(at);
        (from..=to).contains(&value)
    };
    let open = |value: u16| {
        let rules = rules.iter().enumerate().filter(|(_, (region, _))| allows(region, value));
        rules.fold(0, |open, (rule, _)| open | 1 << rule)
    };
    (low..=high).map(open).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Rule, places};
    use super::*;
    use std::cell::RefCell;

    const FEATURES: &[Feature] = &[
        Feature { name: "dear", low: 1, high: 9, about: "" },
        Feature { name: "wide", low: 0, high: 1500, about: "" },
        Feature { name: "cheap", low: 3, high: 60, about: "" },
        Feature { name: "idle", low: 0, high: 5, about: "" },
    ];

    fn rules(count: u16) -> Vec<Rule<char>> {
        let rule = |i: u16| {
            let mut region = Region::all(FEATURES);
            if i % 3 != 1 {
                region = region.within(0, 1 + i % 7, 3 + i % 7).unwrap();
            }
            if i % 4 != 2 {
                region = region.within(1, 9 * i % 1200, 1500 - i).unwrap();
            }
            if !i.is_multiple_of(5) {
                region = region.within(2, 5 + i % 30, 40 + i % 20).unwrap();
            }
            let action = char::from(b'a' + (i % 26) as u8);
            Rule { line: 0, row: i.into(), region, action }
        };
        (0..count).map(rule).collect()
    }

    #[test]
    fn a_ladder_says_what_its_rules_say() {
        for count in [0, 1, 9, 64, 65, 200] {
            let rules = rules(count);
            let ladder = Ladder::new(FEATURES, places(&rules), |i| [9, 5, 1, 0][i]);
            assert!(ladder.looks_only_at(|i| i != 3));
            assert_eq!(ladder.looks_only_at(|i| i != 1), count < 2);
            for a in 1..=9 {
                for b in (0..=1500).step_by(37) {
                    for c in (3..=60).step_by(3) {
                        let point = [a, b, c, 2];
                        let value = |i: usize| point[i];
                        for skip in ['a', 'k', '-'] {
                            let holds = |rule: &&Rule<char>| {
                                (0..4).all(|i| {
                                    let (low, high) = rule.region.range(i);
                                    (low..=high).contains(&point[i])
                                })
                            };
                            let plain =
                                rules.iter().filter(holds).map(|r| r.action).find(|&a| a != skip);
                            let take = |&action: &char| (action != skip).then_some(action);
                            assert_eq!(ladder.first(value, take), plain, "{point:?} {skip}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn features_may_be_more_than_there_are_bits() {
        let features = [Feature { name: "dear", low: 0, high: 1, about: "" }; 70];
        let rule = |i: usize| {
            let region = Region::all(&features).within(i, 1, 1).unwrap();
            Rule { line: 0, row: i, region, action: i }
        };
        let rules: Vec<Rule<usize>> = (0..70).map(rule).collect();
        let ladder = Ladder::new(&features, places(&rules), |_| 9);
        for on in 0..70 {
            let found = ladder.first(|i| u16::from(i == on || i == 69), |&action| Some(action));
            assert_eq!(found, Some(on));
        }
        assert_eq!(ladder.first(|_| 0, |&action| Some(action)), None);
    }

    #[test]
    fn nothing_is_asked_for_in_vain_or_twice() {
        let all = || Region::all(FEATURES);
        let rule = |region: Region, action| Rule { line: 0, row: 0, region, action };
        let rules = [
            rule(all().within(0, 5, 9).unwrap().within(2, 3, 9).unwrap(), 'a'),
            rule(all().within(2, 10, 60).unwrap(), 'b'),
            rule(all().within(0, 1, 4).unwrap(), 'c'),
            rule(all(), 'd'),
        ];
        // The expensive one only where it decides; the cheap ones always.
        let ladder = Ladder::new(FEATURES, places(&rules), |i| [9, 1, 1, 1][i]);
        let asked = |point: [u16; 4]| {
            let asked = RefCell::new(Vec::new());
            let value = |i: usize| {
                asked.borrow_mut().push(i);
                point[i]
            };
            let found = ladder.first(value, |&action| Some(action));
            (found.unwrap(), asked.into_inner())
        };
        assert_eq!(asked([7, 0, 20, 0]), ('b', vec![2]));
        assert_eq!(asked([7, 0, 5, 0]), ('a', vec![2, 0]));
        assert_eq!(asked([2, 0, 5, 0]), ('c', vec![2, 0]));
    }
}
