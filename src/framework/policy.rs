//! Ordered first-match rules over named features: the compiled form of strategy files of any game.
//! Features are small integers; a rule applies in a region, which is a range of each feature.

mod ladder;

pub use ladder::Ladder;

use super::document::{Faults, Line, Node, Value};
use super::settings::{hint, nearest, shown};
use rustc_hash::FxHashMap;

/// A fact that a strategy can see, as an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name in files.
    pub name: &'static str,
    /// Its least value under any rules.
    pub low: u16,
    /// Its greatest value under any rules.
    pub high: u16,
    /// Its meaning, in a line.
    pub about: &'static str,
}

/// A range of each feature, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region(Vec<(u16, u16)>);

impl Region {
    /// The region of all values.
    pub fn all(features: &[Feature]) -> Region {
        Region(features.iter().map(|feature| (feature.low, feature.high)).collect())
    }

    /// The part of the region in which a feature is in a range; `None` if it is empty.
    #[must_use]
    pub fn within(mut self, feature: usize, low: u16, high: u16) -> Option<Region> {
        let range = &mut self.0[feature];
        *range = (range.0.max(low), range.1.min(high));
        (range.0 <= range.1).then_some(self)
    }

    /// The region of the other features where one has this value, itself no longer restricted; `None`
    /// if it cannot have it.
    #[must_use]
    pub fn given(&self, features: &[Feature], feature: usize, value: u16) -> Option<Region> {
        let mut others = self.clone().within(feature, value, value)?;
        others.0[feature] = (features[feature].low, features[feature].high);
        Some(others)
    }

    /// The range of a feature.
    pub fn range(&self, feature: usize) -> (u16, u16) {
        self.0[feature]
    }

    /// Whether it contains a point.
    #[inline]
    fn holds(&self, value: impl Fn(usize) -> u16) -> bool {
        self.0.iter().enumerate().all(|(i, &(low, high))| (low..=high).contains(&value(i)))
    }

    /// The intersection; `None` if it is empty.
    fn and(&self, other: &Region) -> Option<Region> {
        let ranges = self.0.iter().zip(&other.0).map(|(a, b)| (a.0.max(b.0), a.1.min(b.1)));
        let both: Vec<_> = ranges.collect();
        both.iter().all(|(low, high)| low <= high).then_some(Region(both))
    }

    /// Adds the difference to `left`, in disjoint pieces.
    fn without(&self, other: &Region, left: &mut Vec<Region>) {
        if self.and(other).is_none() {
            return left.push(self.clone());
        }
        let mut rest = self.clone();
        for (i, &(low, high)) in other.0.iter().enumerate() {
            let (from, to) = rest.0[i];
            if from < low {
                let mut piece = rest.clone();
                piece.0[i] = (from, low - 1);
                left.push(piece);
            }
            if high < to {
                let mut piece = rest.clone();
                piece.0[i] = (high + 1, to);
                left.push(piece);
            }
            rest.0[i] = (from.max(low), to.min(high));
        }
    }

    /// Its least point, by the used features only: `total = 7, dealer = 1`; `None` if none is used.
    fn example(&self, features: &[Feature], used: impl Fn(usize) -> bool) -> Option<String> {
        let name = |i: usize| format!("{} = {}", features[i].name, self.0[i].0);
        let named: Vec<String> = (0..features.len()).filter(|&i| used(i)).map(name).collect();
        (!named.is_empty()).then(|| named.join(", "))
    }
}

/// Declares a table of features, and constants for the indices of those that are given a name.
macro_rules! features {
    ($(#[$doc:meta])* $vis:vis $table:ident:
        $($($place:ident)? $name:literal $low:expr, $high:expr, $about:expr;)*) => {
        $(#[$doc])*
        $vis const $table: &[$crate::framework::Feature] = &[
            $($crate::framework::Feature { name: $name, low: $low, high: $high, about: $about }),*
        ];
        $($(pub(super) const $place: usize = $crate::framework::policy::place($table, $name);)?)*
    };
}
pub(crate) use features;

/// The index of a feature in a table that has it.
pub(crate) const fn place(table: &[Feature], name: &str) -> usize {
    let mut at = 0;
    while !same_name(table[at].name, name) {
        at += 1;
    }
    at
}

/// Whether two names are equal; `==` is not for constants yet.
pub(super) const fn same_name(one: &str, other: &str) -> bool {
    let (one, other, mut at) = (one.as_bytes(), other.as_bytes(), 0);
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The situations that can arise at a table, as disjoint regions.
#[derive(Clone, Debug)]
pub struct Domain {
    features: Vec<Feature>,
    /// Whether the feature matters, by index.
    used: Vec<bool>,
    pieces: Vec<Region>,
}

impl Domain {
    /// All combinations of values.
    pub fn all(features: &[Feature]) -> Domain {
        let (used, pieces) = (vec![true; features.len()], vec![Region::all(features)]);
        Domain { features: features.to_vec(), used, pieces }
    }

    /// None: nothing needs to be covered.
    pub fn none(features: &[Feature]) -> Domain {
        Domain { pieces: Vec::new(), ..Domain::all(features) }
    }

    /// All situations that some rules can distinguish.
    pub fn told_apart<A>(features: &[Feature], rules: &[Rule<A>]) -> Domain {
        let used = used(features, rules);
        Domain { used: (0..features.len()).map(used).collect(), ..Domain::all(features) }
    }

    /// The index of a feature, if it is one of these.
    fn at(&self, feature: Feature) -> Option<usize> {
        self.features.iter().position(|known| known.name == feature.name)
    }

    /// Restricts a feature, if it is one of these, to a range.
    pub fn limit(&mut self, feature: Feature, low: u16, high: u16) {
        if let Some(at) = self.at(feature) {
            let pieces = std::mem::take(&mut self.pieces).into_iter();
            self.pieces = pieces.filter_map(|piece| piece.within(at, low, high)).collect();
        }
    }

    /// Restricts a feature to a range that depends on the value of the feature `by`, if both
    /// matter. The pieces are cut where the range changes.
    pub fn tie(&mut self, by: Feature, feature: Feature, range: impl Fn(u16) -> (u16, u16)) {
        let (Some(by), Some(at)) = (self.at(by), self.at(feature)) else { return };
        if !self.used[by] || !self.used[at] {
            return;
        }
        let mut pieces = Vec::new();
        for piece in &self.pieces {
            let (least, most) = piece.range(by);
            let mut from = least;
            for value in least..=most {
                let (low, high) = range(from);
                if value == most || range(value + 1) != (low, high) {
                    let part = piece.clone().within(by, from, value);
                    pieces.extend(part.and_then(|part| part.within(at, low, high)));
                    from = value.saturating_add(1);
                }
            }
        }
        self.pieces = pieces;
    }
}

/// A rule: an action in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule<A> {
    /// Its line in the file.
    pub line: Line,
    /// Its number among the rules; the rules of a row of a chart share one.
    pub row: usize,
    /// The region in which it applies.
    pub region: Region,
    /// The action.
    pub action: A,
}

/// The region and the action of each rule.
pub fn places<A: Clone>(rules: &[Rule<A>]) -> impl Iterator<Item = (&Region, A)> {
    rules.iter().map(|rule| (&rule.region, rule.action.clone()))
}

/// The maximum number of rules of a strategy: more than anyone writes, and few enough to check
/// quickly.
const MOST_RULES: usize = 1000;
/// The maximum number of pieces into which a check cuts the situations.
const MOST_PIECES: usize = 50_000;
/// The maximum number of pieces that a check cuts in all: a second's work or two.
const MOST_CUTS: usize = 20_000_000;

/// Checks that every rule can apply and that every situation has a rule; adds the faults to
/// `faults`.
///
/// `ever` holds the situations that can arise under any rules of the game, `here` those under the
/// rules of the table. `ends` says whether an action is always possible; a rule whose action may be
/// impossible also leaves its situations to later rules.
pub fn check<A: PartialEq>(
    what: &str,
    line: Line,
    features: &[Feature],
    rules: &[Rule<A>],
    (ever, here): (&Domain, &Domain),
    ends: impl Fn(&A) -> bool,
    faults: &mut Faults,
) {
    check_numbered(what, line, features, &numbered(rules, ends), (ever, here), faults);
}

/// A rule whose action is replaced by the number of the first rule with the same action, so that
/// checking and tabulating are compiled once for all decisions of all games.
struct Numbered<'r> {
    line: Line,
    row: usize,
    region: &'r Region,
    action: usize,
    /// Whether the action is always possible.
    ends: bool,
}

fn numbered<A: PartialEq>(rules: &[Rule<A>], ends: impl Fn(&A) -> bool) -> Vec<Numbered<'_>> {
    let mut all: Vec<Numbered<'_>> = Vec::with_capacity(rules.len());
    for (i, Rule { line, row, region, action }) in rules.iter().enumerate() {
        let mut number = i;
        for (same, before) in rules[..i].iter().enumerate() {
            if before.action == *action {
                number = same;
                break;
            }
        }
        let (line, row, ends) = (*line, *row, ends(action));
        all.push(Numbered { line, row, region, action: number, ends });
    }
    all
}

fn check_numbered(
    what: &str,
    line: Line,
    features: &[Feature],
    rules: &[Numbered<'_>],
    (ever, here): (&Domain, &Domain),
    faults: &mut Faults,
) {
    if rules.len() > MOST_RULES {
        let found = rules.len();
        return faults.add(line, format!("{found} {what}s are too many: at most {MOST_RULES}"));
    }
    let entangled =
        format!("the {what}s down to here test too many features in too many ways; test fewer");
    // Whether any situation fits each row, and whether earlier ones leave it any.
    let mut rows: Vec<(usize, Line, [bool; 2])> = Vec::new();
    let mut cuts = 0;
    for (i, rule) in rules.iter().enumerate() {
        let mut left: Vec<Region> =
            ever.pieces.iter().filter_map(|part| part.and(rule.region)).collect();
        let fits = !left.is_empty();
        for before in rules[..i].iter().filter(|r| r.ends || r.action == rule.action) {
            left = cut(left, before.region);
            cuts += left.len();
            if left.len() > MOST_PIECES || cuts > MOST_CUTS {
                return faults.add(rule.line, entangled);
            }
        }
        // A row of a chart has several rules: it is dead if all of them are.
        let found = [fits, !left.is_empty()];
        match rows.last_mut().filter(|(row, ..)| *row == rule.row) {
            Some((.., row)) => *row = [row[0] | found[0], row[1] | found[1]],
            None => rows.push((rule.row, rule.line, found)),
        }
    }
    for (_, line, [fits, _]) in rows.iter().filter(|(.., [_, applies])| !applies) {
        let why = match fits {
            true => "earlier ones leave nothing for it",
            false => "no situation meets all of its conditions",
        };
        faults.add(*line, format!("this {what} can never apply: {why}"));
    }
    let mut open = here.pieces.clone();
    let impossible = |gap: &Region| {
        let rule = rules.iter().find(|rule| !rule.ends && gap.and(rule.region).is_some())?;
        Some(format!(
            " where the action of line {} is not possible; end with {} {what} without conditions whose \
             action always is",
            rule.line,
            if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
        ))
    };
    for rule in rules.iter().filter(|rule| rule.ends) {
        open = cut(open, rule.region);
        if open.len() > MOST_PIECES {
            return faults.add(rule.line, entangled);
        }
    }
    if let Some(gap) = open.first() {
        let all = Region::all(features);
        let example =
            gap.example(features, |i| rules.iter().any(|rule| rule.region.0[i] != all.0[i]));
        let where_not = impossible(gap).unwrap_or_default();
        // Without an example the rules have no conditions.
        let covers = example.map_or("applies".to_owned(), |example| format!("covers {example}"));
        faults.add(line, format!("no {what} {covers}{where_not}"));
    }
}

/// A predicate on the index of a feature: whether any rule tests it.
pub fn used<A>(features: &[Feature], rules: &[Rule<A>]) -> impl Fn(usize) -> bool {
    let all = Region::all(features);
    move |i| rules.iter().any(|rule| rule.region.0[i] != all.0[i])
}

fn cut(pieces: Vec<Region>, hole: &Region) -> Vec<Region> {
    let mut left = Vec::with_capacity(pieces.len());
    for piece in pieces {
        piece.without(hole, &mut left);
    }
    left
}

/// Parses a range, both ends included: `7`, `"7"`, `"7..9"`, `"..8"`, `"9.."`.
pub fn range(text: &str, low: u16, high: u16) -> Result<(u16, u16), String> {
    let allowed = || format!("a number {low}..={high}, or a range such as \"{low}..{high}\"");
    let number = |text: &str, open: u16| match text.trim() {
        "" => Ok(open),
        text => text.parse().ok().filter(|n| (low..=high).contains(n)).ok_or_else(allowed),
    };
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (number(from, low)?, number(to, high)?),
        None if text.trim().is_empty() => return Err(allowed()),
        None => (number(text, low)?, number(text, low)?),
    };
    if from <= to { Ok((from, to)) } else { Err(format!("{from}..{to} is upside down")) }
}

/// The region of a `when = { … }`; all values if it is left out. Faults are added to `faults`.
pub fn when(node: Option<&Node>, features: &[Feature], faults: &mut Faults) -> Option<Region> {
    let region = Region::all(features);
    let Some(node) = node else { return Some(region) };
    let Value::Table(conditions) = &node.value else {
        faults.refuse("when", node, "{ FEATURE = RANGE, … }");
        return None;
    };
    let mut all = Some(region.clone());
    for (name, node) in &conditions.0 {
        let part = condition(&region, name, node, features, faults);
        all = all.and_then(|all| all.and(&part?));
    }
    all
}

/// The part of a region in which a feature is in the range of a node. Faults are added to `faults`.
pub fn condition(
    region: &Region,
    name: &str,
    node: &Node,
    features: &[Feature],
    faults: &mut Faults,
) -> Option<Region> {
    let index = known(name, features, node.line, faults)?;
    let Feature { low, high, .. } = features[index];
    let found = match &node.value {
        Value::Int(number) => range(&number.to_string(), low, high),
        _ => range(node.word().unwrap_or_default(), low, high),
    };
    let (low, high) = found.map_err(|allowed| faults.refuse(name, node, allowed)).ok()?;
    region.clone().within(index, low, high)
}

/// The index of a feature by its name. An unknown one is added to `faults`.
pub fn known(name: &str, features: &[Feature], line: Line, faults: &mut Faults) -> Option<usize> {
    let found = features.iter().position(|feature| feature.name == name);
    if found.is_none() {
        let names = || features.iter().map(|feature| feature.name);
        let hint = hint(&nearest(name, names()));
        let known = names().collect::<Vec<_>>().join(", ");
        let name = shown(name);
        faults.add(line, format!("no feature `{name}`{hint}; features are {known}"));
    }
    found
}

/// A list of rules in a file: `[[name]]` tables, each with `when` and an action.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    /// Its name.
    pub name: &'a str,
    /// The features that its rules can test.
    pub features: &'a [Feature],
    /// The key of the action.
    pub key: &'a str,
    /// The allowed actions, for messages.
    pub allowed: &'a str,
}

impl List<'_> {
    /// Reads the rules of the list; `action` reads an action. Faults are added to `faults`.
    pub fn read<A>(
        &self,
        node: &Node,
        action: impl Fn(&Node) -> Option<A>,
        faults: &mut Faults,
    ) -> Vec<Rule<A>> {
        let mut actions = Vec::new();
        let mut read = |what: &Node| {
            actions.extend(action(what));
            actions.len()
        };
        let regions = self.regions(node, &mut read, faults);
        let mut found = Vec::new();
        for ((line, region), action) in regions.into_iter().zip(actions) {
            if let Some(region) = region {
                found.push(Rule { line, row: found.len(), region, action });
            }
        }
        found
    }

    /// The line and the region of each rule whose action `read` accepts; `read` returns the number
    /// of actions it has accepted so far.
    fn regions(
        &self,
        node: &Node,
        read: &mut dyn FnMut(&Node) -> usize,
        faults: &mut Faults,
    ) -> Vec<(Line, Option<Region>)> {
        let List { name, features, key, allowed } = *self;
        let mut found = Vec::new();
        for (line, section) in node.tables(name, faults) {
            section.only(&["when", key], faults);
            let region = when(section.get("when"), features, faults);
            let Some(what) = section.get(key) else {
                faults.add(line, format!("this rule does nothing: give it {key} = {allowed}"));
                continue;
            };
            if read(what) == found.len() {
                faults.refuse(key, what, allowed);
                continue;
            }
            found.push((line, region));
        }
        found
    }
}

/// The maximum number of cells of a dense table.
const MOST_CELLS: usize = 1 << 14;

/// Compiled rules: a dense table over the features that they test, or a ladder if that would be too
/// large.
#[derive(Clone, Debug)]
pub struct Policy<A> {
    /// Actions by rule.
    actions: Vec<A>,
    form: Form,
    /// The first action of each cell of a dense table: a short cut, as it is nearly always taken.
    firsts: Vec<Option<A>>,
}

#[derive(Clone, Debug)]
enum Form {
    Dense {
        /// The features that matter: the index of the feature, its least value, and the index in
        /// `adds` of what that value contributes.
        axes: Vec<(usize, u16, usize)>,
        /// The part of the cell's index that each value of each of these features contributes.
        adds: Vec<u32>,
        /// By cell: the index in `lists` of its first action.
        cells: Box<[u16]>,
        /// Runs of actions to be tried in turn, as indices into [`Policy::actions`], each run ended
        /// by `END`.
        lists: Vec<u16>,
    },
    /// A ladder of indices into [`Policy::actions`].
    Ladder(Ladder<u16>),
}

const END: u16 = u16::MAX;

impl Form {
    fn new(features: &[Feature], rules: &[Numbered<'_>]) -> Form {
        let all = Region::all(features);
        // The values of a feature at which some rule begins or ceases to apply.
        let starts = |i: usize| {
            let mut starts = vec![all.0[i].0];
            for rule in rules {
                let (low, high) = rule.region.0[i];
                starts.extend([low, high.saturating_add(1)]);
            }
            starts.retain(|&start| (all.0[i].0..=all.0[i].1).contains(&start));
            starts.sort_unstable();
            starts.dedup();
            starts
        };
        let axes: Vec<(usize, Vec<u16>)> = (0..features.len())
            .map(|i| (i, starts(i)))
            .filter(|(_, starts)| starts.len() > 1)
            .collect();
        let size = axes.iter().try_fold(1_usize, |size, (_, starts)| {
            size.checked_mul(starts.len()).filter(|&size| size <= MOST_CELLS)
        });
        // All features cost the same.
        let places = || rules.iter().map(|rule| (rule.region, rule.action as u16));
        let ladder = || Form::Ladder(Ladder::new(features, places(), |_| 0));
        let Some(size) = size else { return ladder() };
        let mut lists: Vec<u16> = Vec::new();
        let mut known: FxHashMap<Vec<u16>, u16> = FxHashMap::default();
        let cells = (0..size).map(|cell| {
            let mut point: Vec<u16> = all.0.iter().map(|range| range.0).collect();
            let mut rest = cell;
            for (i, starts) in &axes {
                point[*i] = starts[rest % starts.len()];
                rest /= starts.len();
            }
            let mut list = Vec::new();
            for rule in rules {
                let number = rule.action as u16;
                if rule.region.holds(|i| point[i]) && !list.contains(&number) {
                    list.push(number);
                    if rule.ends {
                        break;
                    }
                }
            }
            if let Some(&at) = known.get(&list) {
                return Some(at);
            }
            let at = u16::try_from(lists.len()).ok()?;
            lists.extend(&list);
            lists.push(END);
            known.insert(list, at);
            Some(at)
        });
        let Some(cells) = cells.collect::<Option<Box<[u16]>>>() else { return ladder() };
        let mut step = 1;
        let mut adds = Vec::new();
        let axes = axes.into_iter().map(|(i, starts)| {
            let (low, high) = all.0[i];
            let place = |value| starts.partition_point(|&start| start <= value) - 1;
            let at = adds.len();
            adds.extend((low..=high).map(|value| (place(value) * step) as u32));
            step *= starts.len();
            (i, low, at)
        });
        let axes = axes.collect();
        Form::Dense { axes, adds, cells, lists }
    }
}

impl<A: Clone + PartialEq> Policy<A> {
    /// Compiles rules, in their order. `ends` says whether an action is always possible.
    pub fn new(features: &[Feature], rules: &[Rule<A>], ends: impl Fn(&A) -> bool) -> Policy<A> {
        let form = Form::new(features, &numbered(rules, ends));
        let mut actions = Vec::with_capacity(rules.len());
        for rule in rules {
            actions.push(rule.action.clone());
        }
        let firsts = match &form {
            Form::Dense { cells, lists, .. } => {
                let first = |&at: &u16| actions.get(usize::from(lists[usize::from(at)])).cloned();
                cells.iter().map(first).collect()
            }
            Form::Ladder(_) => Vec::new(),
        };
        Policy { actions, form, firsts }
    }

    /// Tries the actions for a situation in order, until `take` accepts one.
    #[inline]
    pub fn first<T>(
        &self,
        value: impl Fn(usize) -> u16,
        mut take: impl FnMut(&A) -> Option<T>,
    ) -> Option<T> {
        match &self.form {
            Form::Dense { axes, adds, .. } => {
                let mut cell = 0;
                for &(feature, low, at) in axes {
                    cell += adds[at + usize::from(value(feature) - low)] as usize;
                }
                self.in_cell(cell, take)
            }
            Form::Ladder(ladder) => {
                ladder.first(value, |&number| take(&self.actions[usize::from(number)]))
            }
        }
    }

    /// [`Policy::first`] in a cell of the dense table: the sum of what each feature
    /// [adds](Policy::adds).
    #[inline]
    pub fn in_cell<T>(&self, cell: usize, mut take: impl FnMut(&A) -> Option<T>) -> Option<T> {
        if let Some(taken) = take(self.firsts.get(cell)?.as_ref()?) {
            return Some(taken);
        }
        let Form::Dense { cells, lists, .. } = &self.form else { return None };
        let next = usize::from(cells[cell]) + 1;
        let run = lists[next..].iter().take_while(|&&number| number != END);
        run.map(|&number| &self.actions[usize::from(number)]).find_map(take)
    }

    /// The part of a cell's index that a value of a feature contributes, 0 if no rule tests it;
    /// `None` if there is no dense table.
    pub fn adds(&self, feature: usize, value: u16) -> Option<usize> {
        let Form::Dense { axes, adds, .. } = &self.form else { return None };
        let axis = axes.iter().position(|&(tested, ..)| tested == feature);
        let Some(axis) = axis else { return Some(0) };
        let (_, low, at) = axes[axis];
        let end = axes.get(axis + 1).map_or(adds.len(), |next| next.2);
        let value = usize::from(value.checked_sub(low)?);
        adds[at..end].get(value).map(|&adds| adds as usize)
    }

    /// The actions of its rules, in their order.
    pub fn actions(&self) -> &[A] {
        &self.actions
    }

    /// Whether it tests only features for which `known` is true.
    pub fn looks_only_at(&self, known: impl Fn(usize) -> bool) -> bool {
        match &self.form {
            Form::Dense { axes, .. } => axes.iter().all(|(feature, ..)| known(*feature)),
            Form::Ladder(ladder) => ladder.looks_only_at(known),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEATURES: &[Feature] = &[
        Feature { name: "a", low: 1, high: 9, about: "" },
        Feature { name: "b", low: 0, high: 1500, about: "" },
        Feature { name: "c", low: 0, high: 1500, about: "" },
    ];

    fn rule(line: Line, ranges: &[(usize, u16, u16)], action: char) -> Rule<char> {
        let mut region = Region::all(FEATURES);
        for &(i, low, high) in ranges {
            region = region.within(i, low, high).unwrap();
        }
        Rule { line, row: line, region, action }
    }

    fn faults(rules: &[Rule<char>]) -> Vec<String> {
        let mut faults = Faults::default();
        let all = Domain::all(FEATURES);
        check("rule", 1, FEATURES, rules, (&all, &all), |&a| a.is_lowercase(), &mut faults);
        let document = crate::framework::document::Document {
            origin: "f".into(),
            body: Default::default(),
            about: String::new(),
            recall: Default::default(),
            uncounted: false,
        };
        let error = document.check(faults).err();
        error.map_or(Vec::new(), |e| e.to_string().lines().map(str::to_owned).collect())
    }

    #[test]
    fn gaps_and_dead_rules_are_found() {
        assert_eq!(faults(&[rule(2, &[], 'x')]), [""; 0]);
        let open = [rule(2, &[(0, 1, 4)], 'x'), rule(3, &[(0, 5, 9), (1, 3, 1500)], 'y')];
        assert_eq!(faults(&open), ["f, line 1: no rule covers a = 5, b = 0"]);
        // Capital letters stand for actions that are not always possible.
        let passed = [rule(2, &[(0, 1, 9)], 'X'), rule(3, &[(0, 1, 4)], 'y')];
        let [told] = &faults(&passed)[..] else { panic!("one fault") };
        assert!(
            told.contains("a = 5") && told.contains("where the action of line 2 is not possible"),
            "{told}"
        );
        let dead = [rule(2, &[(0, 1, 4)], 'x'), rule(3, &[(0, 4, 9)], 'y'), rule(4, &[], 'z')];
        assert_eq!(faults(&dead).len(), 1);
        assert!(faults(&dead)[0].starts_with("f, line 4: this rule can never apply"));
        // An action that may be impossible neither fills a gap nor hides another one, but it
        // hides itself.
        let skipped = [rule(2, &[], 'X'), rule(3, &[], 'Y'), rule(4, &[], 'z')];
        assert_eq!(faults(&skipped), [""; 0]);
        let twice = [rule(2, &[], 'X'), rule(3, &[(0, 2, 2)], 'X'), rule(4, &[], 'z')];
        assert!(faults(&twice)[0].starts_with("f, line 3"));
        assert!(faults(&[rule(2, &[], 'X')])[0].contains("no rule applies"));
        // A line of several rules is dead only as a whole.
        let row = [rule(2, &[(0, 1, 4)], 'x'), rule(3, &[(0, 1, 4)], 'y'), rule(3, &[], 'z')];
        assert_eq!(faults(&row), [""; 0]);
    }

    #[test]
    fn a_policy_says_what_its_rules_say() {
        // One list of rules is tabulated; the other is too fine for that.
        let few = vec![
            rule(1, &[(0, 3, 5), (1, 10, 20)], 'X'),
            rule(2, &[(0, 4, 9), (1, 0, 700)], 'a'),
            rule(3, &[(1, 15, 15)], 'Y'),
            rule(4, &[], 'b'),
        ];
        let mut many = few.clone();
        for i in 0..300_u16 {
            let at = 5 * i;
            let rule =
                rule(5, &[(1, at, at), (2, 1499 - at, 1500)], if i % 2 == 0 { 'c' } else { 'd' });
            many.insert(usize::from(i) % 3, rule);
        }
        for (rules, dense) in [(few, true), (many, false)] {
            let ends = |a: &char| a.is_lowercase();
            let policy = Policy::new(FEATURES, &rules, ends);
            assert_eq!(matches!(policy.form, Form::Dense { .. }), dense);
            assert_eq!(policy.looks_only_at(|i| i < 2), dense);
            for a in 1..=9 {
                for b in (0..=1500).step_by(5) {
                    for c in [0, 700, 1499, 1500] {
                        let value = |i: usize| [a, b, c][i];
                        for skip in ['X', 'Y', '-'] {
                            let slow = rules
                                .iter()
                                .filter(|rule| rule.region.holds(value))
                                .map(|rule| rule.action)
                                .find(|&action| action != skip);
                            let take = |&action: &char| (action != skip).then_some(action);
                            assert_eq!(policy.first(value, take), slow, "{a} {b} {c} {skip}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_are_written_as_people_do() {
        assert_eq!(range("7", 1, 9), Ok((7, 7)));
        assert_eq!(range(" 7 .. 9 ", 1, 9), Ok((7, 9)));
        assert_eq!(range("..8", 1, 9), Ok((1, 8)));
        assert_eq!(range("2..", 1, 9), Ok((2, 9)));
        assert_eq!(range("..", 1, 9), Ok((1, 9)));
        for wrong in ["", "x", "0", "10", "3..x", "-1", "9..2", "1...3", "1.5"] {
            assert!(range(wrong, 1, 9).is_err(), "{wrong}");
        }
    }
}
