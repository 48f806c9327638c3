//! The subject of a report in words: the game, the rules, the seats, and the sample.

use super::axis::STRATEGY;
use super::figure::{self, percent};
use super::setup::{ABSTRACTION, AGAINST_BEST, CARDS, CHOICES, MOST_ROUNDS};
use super::{RULES, Table};
use crate::framework::settings::{split_setting, unquoted};
use crate::framework::{AnyGame, RulesFrom, free};
use crate::strategy::separated;
use serde_json::{Map, Value};

/// The subject of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The full name of the game.
    pub title: String,
    /// The facts that a reader needs before the tables.
    pub facts: Vec<Fact>,
}

/// A fact about a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its kind: `rules`, `seats`, `rounds`.
    pub what: &'static str,
    /// Its values.
    pub said: Vec<Said>,
}

/// A value of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its text.
    pub text: String,
    /// A word in it that the glossary may define.
    pub word: Option<String>,
}

impl Said {
    fn plain(text: String) -> Said {
        Said { text, word: None }
    }

    fn word(text: String, word: &str) -> Said {
        Said { text, word: Some(word.to_owned()) }
    }

    /// A rule field and its value.
    fn field((name, value): &(String, Value)) -> Said {
        Said { text: format!("{name} = {}", written(value)), word: Some(name.clone()) }
    }

    /// A seat with its strategy.
    fn plays(who: &str, strategy: &str) -> Said {
        let name = strategy.split(['(', '[']).next().unwrap_or(strategy);
        Said { text: format!("{who}: {strategy}"), word: Some(name.to_owned()) }
    }
}

/// The fact of the strategies by seat.
pub const SEATS: &str = "seats";

impl Subject {
    /// The subject in one line.
    pub fn line(&self) -> String {
        let fact = |fact: &Fact| {
            let said: Vec<&str> = fact.said.iter().map(|said| said.text.as_str()).collect();
            match fact.what {
                // Each names its seat.
                SEATS => said.join(", "),
                what => format!("{what} {}", said.join(", ")),
            }
        };
        let facts = self.facts.iter().map(fact);
        std::iter::once(self.title.clone()).chain(facts).collect::<Vec<_>>().join(" · ")
    }
}

/// A value in the form that `--set` takes.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Collects every field of rules as data; a field of a group is named `GROUP.FIELD`.
fn fields(rules: &Value, group: &str, found: &mut Vec<(String, Value)>) {
    for (name, value) in rules.as_object().into_iter().flatten() {
        let name = format!("{group}{name}");
        match value {
            Value::Object(_) => fields(value, &format!("{name}."), found),
            value => found.push((name, value.clone())),
        }
    }
}

impl AnyGame {
    /// The subject of a report with this manifest.
    pub fn subject(&self, manifest: &Map<String, Value>) -> Subject {
        let profile = self.profile();
        let text = |key: &str| manifest.get(key).and_then(Value::as_str);
        let number = |key: &str| manifest.get(key).and_then(Value::as_u64);
        let mut facts = Vec::new();
        let mut add = |what: &'static str, said: Vec<Said>| {
            if !said.is_empty() {
                facts.push(Fact { what, said });
            }
        };
        let rules = manifest.get("rules");
        add("rules", rules.map(|rules| self.differing(rules, manifest)).unwrap_or_default());
        add("varied", varied(manifest));
        add("left out", left_out(manifest));
        if let (Some(field), Some(metric)) = (text("solve"), text("metric")) {
            let target = manifest.get("target").map(written).unwrap_or_default();
            let asked = format!("{field} so that {metric} = {target}");
            add("solved", vec![Said { text: asked, word: Some(field.to_owned()) }]);
        }
        add(SEATS, seats(manifest));
        if let Some(deck) = manifest.get("deck") {
            add("deck", vec![Said::plain(written(deck).trim_matches(['[', ']']).to_owned())]);
        }
        if let Some(cards) = number(CARDS) {
            add("dealt", vec![Said::word(format!("{cards} cards off the full deck"), CARDS)]);
        }
        let told = text("command") == Some("trace");
        if let Some(rounds) = number("rounds") {
            let each = if manifest.contains_key("vary") { " at each point" } else { "" };
            let rounds = match number(MOST_ROUNDS) {
                Some(most) => {
                    format!("{} to {}", figure::rounds(rounds), figure::rounds_in_words(most))
                }
                None => figure::rounds_in_words(rounds),
            };
            let rounds = format!("{rounds}{each}");
            let seed = number("seed").map(|seed| Said::word(format!("seed {seed}"), "seed"));
            let confidence = manifest.get("confidence").and_then(Value::as_f64);
            let intervals = confidence
                .filter(|_| !told)
                .map(|p| Said::word(format!("{}% intervals", percent(p)), "intervals"));
            let rounds = Said::word(rounds, "rounds");
            add("played", std::iter::once(rounds).chain(seed).chain(intervals).collect());
        } else if rules.is_some() && !told {
            let confidence = manifest.get("confidence").and_then(Value::as_f64).map(percent);
            let (computed, word) = match (text(CHOICES), confidence) {
                (Some(ABSTRACTION), _) => {
                    ("in an abstraction, nothing is sampled".to_owned(), ABSTRACTION)
                }
                (Some(_), Some(percent)) => (
                    format!("exactly, but for choices that were played: {percent}% intervals"),
                    "exact",
                ),
                _ => ("exactly, nothing is sampled".to_owned(), "exact"),
            };
            add("computed", vec![Said::word(computed, word)]);
        }
        if rules.is_some() {
            add("amounts", vec![Said::plain(format!("in {}", profile.stake))]);
        }
        Subject { title: profile.title.to_owned(), facts }
    }

    /// The preset nearest to the rules, and each field that differs from it.
    fn differing(&self, rules: &Value, manifest: &Map<String, Value>) -> Vec<Said> {
        if is_varied(RULES, manifest) {
            // The fields that were set on top of each set of rules.
            let set = manifest.get("set").and_then(Value::as_array).into_iter().flatten();
            let set = set.filter_map(Value::as_str).filter(|field| {
                let path = split_setting(field).map_or(*field, |(path, _)| path);
                !is_varied(&unquoted(path), manifest)
            });
            let said = |field: &str| Said { text: field.replacen('=', " = ", 1), word: None };
            return set.map(said).collect();
        }
        let mut own = Vec::new();
        fields(rules, "", &mut own);
        let free = |(name, _): &(String, Value)| !is_varied(name, manifest);
        own.retain(free);
        let Some((preset, other)) = self.nearest(&own) else {
            return own.iter().map(Said::field).collect();
        };
        let preset = Said { text: preset.to_owned(), word: Some(preset.to_owned()) };
        std::iter::once(preset).chain(other.iter().map(Said::field)).collect()
    }

    /// The preset from which the fewest of these fields differ, the first of several, and those that
    /// do; `None` of a game without presets.
    fn nearest(&self, own: &[(String, Value)]) -> Option<(&'static str, Vec<(String, Value)>)> {
        let presets = self.profile().presets.iter().filter_map(|preset| {
            let table = self.table(&RulesFrom::Preset(preset.name.to_owned()), &[]).ok()?;
            let mut theirs = Vec::new();
            fields(&table.rules_as_data(), "", &mut theirs);
            let other = own.iter().filter(|field| !theirs.contains(field)).cloned();
            Some((preset.name, other.collect::<Vec<_>>()))
        });
        presets.min_by_key(|(_, other)| other.len())
    }

    /// The preset that rules start from: of a file, the nearest one.
    pub(super) fn start_of(&self, rules: &RulesFrom) -> RulesFrom {
        let RulesFrom::File { .. } = rules else { return rules.clone() };
        let Ok(table) = self.table(rules, &[]) else { return RulesFrom::Default };
        let mut own = Vec::new();
        fields(&table.rules_as_data(), "", &mut own);
        let first = self.profile().presets.first().map(|preset| preset.name);
        let nearest =
            self.nearest(&own).map(|(preset, _)| preset).filter(|&name| Some(name) != first);
        nearest.map_or(RulesFrom::Default, |name| RulesFrom::Preset(name.to_owned()))
    }
}

/// Whether a rule field has different values within the report.
fn is_varied(field: &str, manifest: &Map<String, Value>) -> bool {
    let varies = manifest.get("vary").and_then(Value::as_object);
    let axes = varies.into_iter().flat_map(Map::keys).map(String::as_str);
    let mut all = axes.chain(manifest.get("solve").and_then(Value::as_str));
    // A table is varied with all its parts.
    all.any(|axis| free::is_within(field, axis))
}

/// The label of a strategy without the parameters that are varied.
fn unvaried(label: &str, manifest: &Map<String, Value>) -> String {
    let Some((name, parameters)) = label.strip_suffix(')').and_then(|label| label.split_once('('))
    else {
        return label.to_owned();
    };
    // With a best player the varied parameters are its own; the habit keeps those of its label.
    if manifest.contains_key(AGAINST_BEST) {
        return label.to_owned();
    }
    let is_free = |parameter: &&str| {
        let field = parameter.split_once('=').map(|(name, _)| format!("{STRATEGY}.{name}"));
        field.is_some_and(|field| is_varied(&field, manifest))
    };
    let all = separated(parameters);
    let own: Vec<&str> = all.iter().copied().filter(|parameter| !is_free(parameter)).collect();
    match (own.len() == all.len(), own.is_empty()) {
        (true, _) => label.to_owned(),
        (_, true) => name.to_owned(),
        (_, false) => format!("{name}({})", own.join(",")),
    }
}

/// The fields that a sweep varies, with their values.
fn varied(manifest: &Map<String, Value>) -> Vec<Said> {
    let axes = manifest.get("vary").and_then(Value::as_object);
    let axis = |(name, values): (&String, &Value)| {
        let values: Vec<String> = values.as_array().into_iter().flatten().map(written).collect();
        let numbers: Option<Vec<f64>> = values.iter().map(|value| value.parse().ok()).collect();
        let goes_on = numbers.is_some_and(|numbers| {
            let steps = || numbers.windows(2).map(|two| two[1] - two[0]);
            let first = steps().next().unwrap_or(0.0);
            first > 0.0 && steps().all(|step| (step / first - 1.0).abs() < 1e-9)
        });
        let values = match values.as_slice() {
            [first, .., last] if values.len() > MOST_VALUES && goes_on => {
                format!("{first} to {last}")
            }
            values if values.len() > MOST_VALUES => {
                format!(
                    "{} and {} more",
                    values[..MOST_VALUES].join(", "),
                    values.len() - MOST_VALUES
                )
            }
            values => values.join(", "),
        };
        Said { text: format!("{name} = {values}"), word: Some(name.clone()) }
    };
    axes.into_iter().flatten().map(axis).collect()
}

/// The points of a sweep that were not played.
fn left_out(manifest: &Map<String, Value>) -> Vec<Said> {
    let points = manifest.get("left_out").and_then(Value::as_array);
    let points: Vec<&str> = points.into_iter().flatten().filter_map(Value::as_str).collect();
    let more = points.len().saturating_sub(MOST_VALUES);
    let shown = points.iter().take(MOST_VALUES).map(|point| (*point).to_owned());
    shown.chain((more > 0).then(|| format!("{more} more"))).map(Said::plain).collect()
}

/// Up to this many values of an axis are listed one by one.
const MOST_VALUES: usize = 6;
/// Up to this many strategies of a comparison are listed one by one.
const MOST_CONTENDERS: usize = 4;

/// The strategies of the seats.
fn seats(manifest: &Map<String, Value>) -> Vec<Said> {
    let strategies = manifest.get("strategies").and_then(Value::as_array);
    let strategies: Vec<String> = strategies
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|label| unvaried(label, manifest))
        .collect();
    let strategies: Vec<&str> = strategies.iter().map(String::as_str).collect();
    let Some(first) = strategies.first() else { return Vec::new() };
    if let Some(seat) = manifest.get("seat").and_then(Value::as_u64) {
        // The contenders of a comparison all take the same seat.
        let who = format!("seat {seat}");
        let mut said = match strategies.len() {
            1 => vec![Said::plays(&who, first)],
            many if many > MOST_CONTENDERS => {
                vec![Said::plain(format!("{who}: {many} strategies"))]
            }
            _ => vec![Said::plain(format!("{who}: {}", strategies.join(" or ")))],
        };
        let against = manifest.get("against").and_then(Value::as_str);
        said.extend(against.map(|against| Said::plays("the others", against)));
        return said;
    }
    let alike = strategies.iter().all(|other| other == first);
    match alike {
        // The list is that of the first point, and other points have other numbers of seats.
        true if is_varied("players", manifest) || is_varied(RULES, manifest) => {
            vec![Said::plays("all seats", first)]
        }
        true if strategies.len() > 1 => {
            vec![Said::plays(&format!("all {} seats", strategies.len()), first)]
        }
        _ => {
            let seat =
                |(at, strategy): (usize, &&str)| Said::plays(&format!("seat {}", at + 1), strategy);
            strategies.iter().enumerate().map(seat).collect()
        }
    }
}

/// Headings by table name; `{}` is the unit of amounts.
const HEADINGS: &[(&str, &str)] = &[
    ("advice", "Advice: the value of each choice, in {}"),
    ("balance", "Balance: the values nearest to the target"),
    ("best play", "Best play: the best action, and what the next best costs in {}"),
    ("bins", "Bins: the EV of a counter at each true count, in {} a round"),
    ("chart", "Chart: the most frequent actions of the strategy"),
    ("decisions", "Decisions: the value of each action, in {}"),
    ("distribution", "Distribution: the results of sessions, in {}"),
    ("effects", "Effects: what one card fewer adds to the EV, in {} a round"),
    ("events", "Events: how often each happens"),
    ("features", "Features: what rules of a strategy file can test"),
    ("fields", "Fields: the rules that can be set"),
    ("changes", "Changes: the values that differ in the tuned file"),
    ("gain", "Gain: the EV of each file, in {} a round"),
    ("games", "Games"),
    ("hand", "Hand"),
    ("indices", "Indices: decisions that turn with the count, their gain in {} a round"),
    ("iterations", "Iterations: the gap that is left after each iteration, in {} a round"),
    ("league", "League: the share of each strategy in the mixture, and its EV in {} a round"),
    ("leaks", "Leaks: decisions at which the two differ, and their costs in {}"),
    ("made", "Made: the best tags of each level"),
    ("metric", "Metric: the figure that was asked for, at each point"),
    ("pairs", "Pairs: how far strategies are apart, in {} a round"),
    ("payoffs", "Payoffs: the EV of the row's strategy in a field of the column's, in {} a round"),
    ("positions", "Positions: the EV of each place in the turn order, in {} a round"),
    ("presets", "Presets: the sets of rules"),
    ("probes", "Probes: every value that was tried"),
    ("ranking", "Ranking: the EV of each strategy, best first, in {} a round"),
    ("seats", "Seats: the EV of each, in {} a round"),
    ("strategies", "Strategies"),
    ("sweep", "Sweep: the EV of each seat at each point, in {} a round"),
    ("systems", "Systems: the value of each count, in {} a round"),
    ("trace", "Trace: what happened, step by step"),
];

impl Table {
    /// The table with a heading that describes it and gives the unit of its amounts, unless it
    /// already has a heading.
    pub fn headed(mut self, stake: &str) -> Table {
        if self.title.is_none() {
            let known = HEADINGS.iter().find(|(name, _)| *name == self.name);
            self.title = known.map(|(_, heading)| heading.replace("{}", stake));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study;
    use serde_json::json;

    fn line(game: &str, manifest: Value) -> String {
        let game = study::find(game).expect("a game");
        game.subject(manifest.as_object().expect("an object")).line()
    }

    #[test]
    fn a_report_says_what_it_is_about() {
        let game = study::games()[0];
        let name = game.name();
        let rules = |set: &[&str]| {
            let set: Vec<String> = set.iter().map(|set| (*set).to_owned()).collect();
            game.table(&RulesFrom::Default, &set).expect("rules").rules_as_data()
        };
        let (preset, title) = (game.profile().presets[0].name, game.profile().title);
        let stake = game.profile().stake;
        let run = |rules: Value, strategies: Value| {
            json!({ "command": "simulate", "rules": rules, "strategies": strategies, "seed": 7,
                    "rounds": 1_234_567, "confidence": 0.95 })
        };
        let tail = format!("played 1,234,567 rounds, seed 7, 95% intervals · amounts in {stake}");
        let manifest = run(rules(&["players=3"]), json!(["a(b=1)", "a(b=1)", "a(b=1)"]));
        let head = format!("{title} · rules {preset}, players = 3");
        assert_eq!(line(name, manifest), format!("{head} · all 3 seats: a(b=1) · {tail}"));
        let manifest = run(rules(&["players=2"]), json!(["a", "b"]));
        let head = format!("{title} · rules {preset}, players = 2");
        assert_eq!(line(name, manifest), format!("{head} · seat 1: a, seat 2: b · {tail}"));
        let mut manifest = run(rules(&["players=2"]), json!(["a", "b"]));
        manifest["vary"] = json!({ "players": [1, 2, 3, 4, 5, 6, 7] });
        manifest["seat"] = json!(2);
        manifest["against"] = json!("c");
        let said = line(name, manifest);
        let head = format!("{title} · rules {preset} · varied players = 1 to 7 · seat 2: a or b");
        assert!(
            said.starts_with(&format!("{head}, the others: c · played 1,234,567 rounds at ")),
            "{said}"
        );
    }

    /// What was not played is not claimed, and values that are skipped are not covered by two ends.
    #[test]
    fn a_sweep_says_what_it_left_out() {
        let game = study::games()[0];
        let rules = game.table(&RulesFrom::Default, &[]).expect("rules").rules_as_data();
        let said = |values: Value, left_out: Value| {
            let manifest = json!({
                "command": "sweep", "rules": rules, "strategies": [], "seed": 7, "rounds": 500,
                "vary": { "players": values }, "left_out": left_out,
            });
            line(game.name(), manifest)
        };
        let short = said(json!([2, 3, 4]), json!(["players = 4"]));
        assert!(short.contains(" · varied players = 2, 3, 4 · left out players = 4 · "), "{short}");
        let many = said(json!([1, 2, 3, 4, 5, 6, 7, 8]), json!(vec!["a"; 8]));
        assert!(many.contains("players = 1 to 8 · left out a, a, a, a, a, a, 2 more"), "{many}");
        let uneven = said(json!([1, 2, 3, 4, 5, 6, 70]), json!([]));
        assert!(uneven.contains("players = 1, 2, 3, 4, 5, 6 and 1 more · "), "{uneven}");
    }

    #[test]
    fn what_was_computed_says_so() {
        let game = study::games()[0];
        let rules = game.table(&RulesFrom::Default, &[]).expect("rules").rules_as_data();
        let manifest =
            json!({ "command": "exact", "rules": &rules, "strategies": [], "seed": null });
        let said = line(game.name(), manifest);
        assert!(said.contains(" · computed exactly, nothing is sampled · amounts in "), "{said}");
        assert!(!said.contains("seed"), "{said}");
        let with = |key: &str, value: Value| {
            let mut manifest = json!({ "command": "exact", "rules": rules, "confidence": 0.9 });
            manifest[key] = value;
            line(game.name(), manifest)
        };
        let played = with("choices", json!("played"));
        assert!(played.contains("but for choices that were played: 90% intervals"), "{played}");
        let solved = with("choices", json!("abstraction"));
        assert!(solved.contains("computed in an abstraction, nothing is sampled"), "{solved}");
        let dealt = with("cards", json!(3));
        assert!(dealt.contains(" · dealt 3 cards off the full deck · computed "), "{dealt}");
        let bare = line(game.name(), json!({ "command": "games" }));
        assert_eq!(bare, game.profile().title);
    }

    /// Rules are named by the nearest preset.
    #[test]
    fn the_nearest_preset_names_the_rules() {
        for game in study::games() {
            for preset in game.profile().presets {
                let from = RulesFrom::Preset(preset.name.to_owned());
                let rules = game.table(&from, &[]).expect("a preset").rules_as_data();
                let said = game.differing(&rules, &Map::new());
                assert_eq!(said.len(), 1, "{}: {said:?}", preset.name);
            }
        }
    }

    #[test]
    fn a_table_keeps_the_heading_that_it_has() {
        let table = |name, title: Option<&str>| {
            let mut table = Table::new(name, ["a"]);
            table.title = title.map(str::to_owned);
            table.headed("pebbles").heading().to_owned()
        };
        assert_eq!(table("seats", None), "Seats: the EV of each, in pebbles a round");
        assert_eq!(table("seats", Some("Own")), "Own");
        assert_eq!(table("new", None), "new");
    }
}
