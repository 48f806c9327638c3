//! The answer of a search in a sentence.

use super::Question;
use super::search::{Answered, Search};
use crate::framework::settings::shown;
use crate::study::figure;
use crate::study::metric::Measured;

/// A value of the metric, with its interval if it is sampled.
fn in_words(found: &Measured) -> String {
    match found.low < found.high {
        true if !(found.low.is_finite() && found.high.is_finite()) => {
            format!("{:.6} (no interval is known yet)", found.value)
        }
        true => {
            let half = (found.high - found.low) / 2.0;
            let [value, low, high] =
                [found.value, found.low, found.high].map(|x| figure::written(x, half));
            format!("{value} [{low}, {high}]")
        }
        false => {
            // Enough decimals for three digits of a rare event.
            let size = found.value.abs().max(f64::MIN_POSITIVE).log10().floor();
            let decimals = (2.0 - size).clamp(6.0, 15.0) as usize;
            format!("{:.*}", if found.value == 0.0 { 6 } else { decimals }, found.value)
        }
    }
}

impl Question<'_> {
    /// The answer in a sentence.
    pub(super) fn said(&self, search: &Search<'_, '_>, answered: &Answered) -> String {
        let off = |at| search.tried.get(&at).map_or(f64::INFINITY, |found| self.off(found).abs());
        let nearest = answered.values.iter().min_by(|&&a, &&b| off(a).total_cmp(&off(b)));
        let Some(&nearest) = nearest else {
            return "stopped before a value was tried".to_owned();
        };
        let Some(found) = search.tried.get(&nearest) else { return String::new() };
        let (target, field) = (self.asked.target, shown(&self.asked.solve.field));
        if search.stopped {
            return format!(
                "the search was stopped before it ended; nearest to {target} so far: {field} = {} \
                 with {}",
                self.text(nearest),
                in_words(found)
            );
        }
        if let Some(said) = self.said_of_nothing(search, found) {
            return said;
        }
        let nearest = (self.text(nearest), found);
        match self.lattice() {
            None => self.said_of_readings(search, nearest),
            Some(_) => self.said_of_numbers(search, answered, nearest),
        }
    }

    /// A value of the field as quoted in sentences.
    fn text(&self, at: u64) -> String {
        shown(&self.value(at).text)
    }

    /// The confidence in an answer; empty if it is computed.
    fn sampled(&self, search: &Search<'_, '_>) -> String {
        let confidence = figure::percent(self.setup.confidence);
        if search.exact { String::new() } else { format!(", with {confidence}% confidence") }
    }

    /// The nearest value, of which it is open whether it meets the target.
    fn open_in_words(&self, (nearest, found): (String, &Measured)) -> String {
        let (target, field) = (self.asked.target, shown(&self.asked.solve.field));
        let tell = match self.asked.tolerance() > 0.0 {
            true => "more rounds would tell whether that is within the tolerance",
            false => "no sample shows that it is exactly that: name a --tolerance above 0",
        };
        format!("{field} = {nearest} is nearest to {target} with {}; {tell}", in_words(found))
    }

    /// The answer among readings, which have no order, from the nearest one.
    fn said_of_readings(
        &self,
        search: &Search<'_, '_>,
        (nearest, found): (String, &Measured),
    ) -> String {
        let (metric, target) = (&self.asked.metric, self.asked.target);
        let (field, sampled) = (shown(&self.asked.solve.field), self.sampled(search));
        match self.met(found) {
            Some(true) => format!(
                "{field} = {nearest} meets {target} within {} with {}{sampled}",
                self.asked.tolerance(),
                in_words(found)
            ),
            Some(false) if search.tried.values().all(|one| self.met(one) == Some(false)) => {
                let values = match self.left_out.is_empty() {
                    true => "none of the values",
                    false => "none of the values that can be played",
                };
                format!(
                    "{values} meets {metric} = {target}{sampled}; the closest is {} with {field} = \
                     {nearest}",
                    in_words(found)
                )
            }
            Some(false) => format!(
                "whether any of the values meets {metric} = {target} cannot be told yet; the nearest, \
                 {field} = {nearest} with {}, does not{sampled}",
                in_words(found)
            ),
            None => self.open_in_words((nearest, found)),
        }
    }

    /// The answer among numbers, from the nearest one.
    fn said_of_numbers(
        &self,
        search: &Search<'_, '_>,
        answered: &Answered,
        (nearest, found): (String, &Measured),
    ) -> String {
        let (metric, target) = (&self.asked.metric, self.asked.target);
        let (field, sampled) = (shown(&self.asked.solve.field), self.sampled(search));
        let text = |at| self.text(at);
        let met = self.met(found);
        if answered.crosses
            && let Some(between) = answered.between
        {
            return self.passage_in_words(search, answered, between, (nearest, found));
        }
        match answered.between {
            between if met == Some(true) => {
                let others = match between {
                    Some((low, high)) if low < high => {
                        format!("; others between {} and {} may as well", text(low), text(high))
                    }
                    _ => String::new(),
                };
                format!(
                    "{field} = {nearest} meets {target} within {} with {}{others}",
                    self.asked.tolerance(),
                    in_words(found)
                )
            }
            Some(_) if answered.whole => {
                let open: Vec<String> = search.open().map(text).collect();
                format!(
                    "these are too few rounds to tell whether {metric} reaches {target}; if it \
                     does, then with \
                     {field} = {}; nearest tried: {nearest} with {}",
                    open.join(" or "),
                    in_words(found)
                )
            }
            Some((low, high)) => format!(
                "these are too few rounds to tell whether {metric} reaches {target}; if it does \
                 and only rises \
                 or only falls, then with {field} from {} to {}; nearest tried: {nearest} with {}",
                text(low),
                text(high),
                in_words(found)
            ),
            None if met.is_none() => self.open_in_words((nearest, found)),
            None => {
                let tried = match answered.whole {
                    true => String::new(),
                    false => format!(
                        " (if it only rises or only falls between the {} values tried)",
                        search.tried.len()
                    ),
                };
                format!(
                    "{metric} does not reach {target} {}{tried}{sampled}; the closest is {} with \
                     {field} = {nearest}",
                    self.range_in_words(),
                    in_words(found)
                )
            }
        }
    }

    /// The range of the values that can be played.
    fn range_in_words(&self) -> String {
        if self.left_out.is_empty() {
            return "in the range".to_owned();
        }
        let field = shown(&self.asked.solve.field);
        match self.count() {
            1 => format!("with {field} = {}, the only value that can be played", self.text(0)),
            count => format!(
                "with {field} from {} to {}, the values that can be played",
                self.text(0),
                self.text(count - 1)
            ),
        }
    }

    /// The answer if all values tried give the same figure.
    fn said_of_nothing(&self, search: &Search<'_, '_>, found: &Measured) -> Option<String> {
        let same =
            |one: &Measured| (one.value - found.value).abs() <= 1e-12 * (1.0 + found.value.abs());
        // What was never seen may yet differ.
        let meets = self.met(found)?;
        let tried = search.tried.len();
        (tried > 1 && search.tried.values().all(same)).then(|| {
            let (metric, target) = (&self.asked.metric, self.asked.target);
            let (which, sampled) = match meets {
                true => ("each meets", String::new()),
                false => ("none meets", self.sampled(search)),
            };
            format!(
                "no value of {} that was tried changes {metric}: it is {} with each of the {tried}; \
                 {which} {target} within {}{sampled}",
                shown(&self.asked.solve.field),
                in_words(found),
                self.asked.tolerance()
            )
        })
    }

    /// The place where the metric passes the target.
    fn passage_in_words(
        &self,
        search: &Search<'_, '_>,
        answered: &Answered,
        (low, high): (u64, u64),
        (nearest, found): (String, &Measured),
    ) -> String {
        let (metric, target) = (&self.asked.metric, self.asked.target);
        let (field, sampled) = (shown(&self.asked.solve.field), self.sampled(search));
        let [first, last] = [low, high].map(|at| self.text(at));
        let elsewhere = match answered.turns {
            true => format!("; it also passes {target} elsewhere"),
            false => String::new(),
        };
        let is_whole = self.lattice().is_some_and(|lattice| lattice.is_whole());
        let is_atomic = self.lattice().is_some_and(|lattice| lattice.is_atomic());
        // Nothing lies between consecutive integers.
        if is_atomic && high == low + 1 {
            let [below, above] =
                [low, high].map(|at| search.tried.get(&at).map(in_words).unwrap_or_default());
            return format!(
                "{metric} passes {target} from one value to the next: {field} = {first} gives {below}, \
                 {last} gives {above}{sampled}{elsewhere}"
            );
        }
        let steady = format!("{metric} only rises or only falls between the ends");
        let sure = match (answered.turns || answered.whole, search.exact) {
            (true, _) => format!("{sampled}{elsewhere}"),
            (false, true) => format!(", if {steady}"),
            (false, false) => format!("{sampled} if {steady}"),
        };
        let figure = in_words(found);
        let number = if is_whole { "whole number" } else { "allowed value" };
        match is_atomic {
            true => format!(
                "{metric} passes {target} somewhere between {field} = {first} and {last}{sure}, and no \
                 {number} need meet it; nearest tried: {nearest} with {figure}"
            ),
            false => format!(
                "{metric} is {target} with {field} between {first} and {last}{sure}; nearest tried: \
                 {nearest} with {figure}"
            ),
        }
    }
}
