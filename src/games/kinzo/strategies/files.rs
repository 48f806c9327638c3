//! Strategies from files: a threshold, charts or rules, compiled to a chart where one can say them.

use crate::cards::memory::Known;
use crate::cards::{Composition, Recall};
use crate::framework::charts::Charts;
use crate::framework::chooser::valued;
use crate::framework::counting::{ERROR_RATE, MEMORY, TRUE_COUNTS, check_true_counts, true_count};
use crate::framework::document::{Document, Faults, FileError, Node, Section, Value};
use crate::framework::lists::FileDecision;
use crate::framework::policy::{Domain, List, Policy, Region, Rule, check, features, used};
use crate::framework::settings;
use crate::framework::{Feature, Features, free};
use crate::games::kinzo::exact::form::BestChart;
use crate::games::kinzo::fast::Chart;
use crate::games::kinzo::hand::{Card, MAX_CARDS};
use crate::games::kinzo::rules::{HitSource, MAX_HANDS, MAX_PLAYERS, MAX_STAKE_LIMIT, Rules};
use crate::games::kinzo::view::{Action, CallView, Choice, Player, Stake, View};
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

/// Parameters of a file that `FILE(parameter=value)` can override.
pub const PARAMETERS: &[&str] = &["hit_below", "split", "stake", MEMORY, ERROR_RATE];

/// Keys of a file besides `game` and `about`.
const KEYS: &[&str] = &["hit_below", "chart", "rule", "split", "stake", MEMORY, ERROR_RATE];

const MOST_TOTAL: u16 = 6 * MAX_CARDS as u16;
/// 250 copies of each of six values.
const MOST_DECK: u16 = 1500;

features! {
    /// The features that rules can test in a turn: those of the turn, then the cards not seen since
    /// the shuffle. The first three are those of charts.
    pub FEATURES:
    TOTAL "total" 1, MOST_TOTAL, "total of the hand in play";
    CARDS "cards" 1, MAX_CARDS as u16, "cards in the hand in play";
    DEALER "dealer" 1, 6, "the dealer's face-up card";
    HANDS "hands" 1, MAX_HANDS as u16, "own hands: more than 1 after a split";
    PLAYING "playing" 1, MAX_HANDS as u16, "which of its hands is in play";
    PLAYERS "players" 1, MAX_PLAYERS as u16, "players at the table";
    PLACE "place" 1, MAX_PLAYERS as u16, "place in the turn order, 1 acts first";
    STAKE "stake" 1, MAX_STAKE_LIMIT as u16, "the stake of the round";
    RIVAL "rival" 0, MOST_TOTAL, "highest total of a player who has acted, 0 for none";
    TOP "top" 0, 6, "the card that may be taken from the discard pile, 0 for none";
    PILE "pile" 0, MOST_DECK, "cards in the draw pile";
    OWN "own_1" 0, MAX_CARDS as u16, "ones in the hand in play";
    "own_2" 0, MAX_CARDS as u16, "twos in the hand in play";
    "own_3" 0, MAX_CARDS as u16, "threes in the hand in play";
    "own_4" 0, MAX_CARDS as u16, "fours in the hand in play";
    "own_5" 0, MAX_CARDS as u16, "fives in the hand in play";
    "own_6" 0, MAX_CARDS as u16, "sixes in the hand in play";
    UNSEEN "unseen" 0, MOST_DECK, "cards not seen since the shuffle";
    UNSEEN_1 "unseen_1" 0, 250, "ones among them";
    "unseen_2" 0, 250, "twos among them";
    "unseen_3" 0, 250, "threes among them";
    "unseen_4" 0, 250, "fours among them";
    "unseen_5" 0, 250, "fives among them";
    "unseen_6" 0, 250, "sixes among them";
    "share_1" 0, 100, "ones among them in percent, rounded down";
    "share_2" 0, 100, "twos among them in percent, rounded down";
    "share_3" 0, 100, "threes among them in percent, rounded down";
    "share_4" 0, 100, "fours among them in percent, rounded down";
    "share_5" 0, 100, "fives among them in percent, rounded down";
    "share_6" 0, 100, "sixes among them in percent, rounded down";
    COUNT_ABOVE "count_above" 0, TRUE_COUNTS[0].high, TRUE_COUNTS[0].about;
    "count_below" 0, TRUE_COUNTS[1].high, TRUE_COUNTS[1].about;
}

/// The features that stake rules can test, before the deal (K4).
pub const CALL_FEATURES: &[Feature] = FEATURES.split_at(UNSEEN).1;
/// The index of the true count in [`CALL_FEATURES`].
const COUNT: usize = COUNT_ABOVE - UNSEEN;

/// A seat's estimate of the unseen cards.
#[derive(Clone, Copy, Debug)]
struct Outlook {
    unseen: u16,
    expected: [f64; 6],
    /// The true count, rounded down.
    count: i32,
}

impl Outlook {
    /// By what is known now, and what was known before the deal.
    fn new(recall: &Recall, known: &Known<6>, before: &Known<6>) -> Outlook {
        let count = recall.memory.true_count(0, before).map_or(0, |count| count.floor() as i32);
        let expected = recall.memory.expected(0, known);
        Outlook { unseen: known.unseen() as u16, expected, count }
    }

    /// The value of one of [`CALL_FEATURES`].
    fn feature(&self, index: usize) -> u16 {
        /// The rounding error tolerated in a whole number.
        const NEARLY: f64 = 1e-9;
        match index {
            0 => self.unseen,
            1..=6 => self.expected[index - 1].round() as u16,
            COUNT.. => true_count(index - COUNT, self.count),
            _ if self.unseen == 0 => 0,
            _ => (100.0 * self.expected[index - 7] / f64::from(self.unseen) + NEARLY) as u16,
        }
    }
}

/// The value of one of [`FEATURES`].
fn turn_feature(index: usize, view: &View<'_>, outlook: impl Fn() -> Outlook) -> u16 {
    match index {
        TOTAL => view.hand().total() as u16,
        CARDS => view.hand().cards() as u16,
        DEALER => view.dealer().value() as u16,
        HANDS => view.hands(view.seat()).len() as u16,
        PLAYING => view.playing() as u16 + 1,
        PLAYERS => view.players() as u16,
        PLACE => view.order().place(view.seat()) as u16 + 1,
        STAKE => view.stake() as u16,
        RIVAL => {
            let seats = view.order().seats().take_while(|&seat| seat != view.seat());
            let hands = seats.flat_map(|seat| view.hands(seat));
            hands.map(|hand| hand.total() as u16).max().unwrap_or(0)
        }
        TOP => view.can_take().map_or(0, |card| card.value() as u16),
        PILE => view.pile() as u16,
        OWN..UNSEEN => view.hand().count(Card::of_kind(index - OWN)) as u16,
        _ => outlook().feature(index - UNSEEN),
    }
}

/// The action of a rule of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    /// An action; skipped if it is not legal.
    Act(Action),
    /// Split the lowest pair; skipped without one.
    Split,
}

/// Staying is always possible, and an illegal hit becomes a stay: either way no later rule applies.
fn ends(action: &Move) -> bool {
    matches!(action, Move::Act(Action::Stay | Action::Hit))
}

/// The stake of a caller (K4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    Of(u32),
    Highest,
}

/// A strategy from a file.
#[derive(Clone, Debug)]
pub struct FileStrategy {
    play: Play,
    /// `None` if the stake is always 1.
    stake: Option<Arc<Policy<Amount>>>,
    recall: Recall,
    /// Whether any rule depends on the memory.
    remembers: bool,
}

#[derive(Clone, Debug)]
enum Play {
    Chart(Arc<Chart>),
    Policy(Arc<Policy<Move>>),
}

/// The value of each feature before the deal, to a player who counts perfectly.
pub(super) fn seen_at_call(view: &CallView<'_>) -> Features {
    let outlook = Outlook::new(&Recall::default(), &view.known(), &view.known());
    valued(CALL_FEATURES, |i| outlook.feature(i))
}

/// The value of each feature in a turn, to a player who counts perfectly.
pub(super) fn seen_in_turn(view: &View<'_>) -> Features {
    let outlook = Outlook::new(&Recall::default(), &view.known(), &view.known());
    valued(FEATURES, |i| turn_feature(i, view, || outlook))
}

/// The chart of a policy, or `None` if none is equivalent: the policy must look at nothing but hand
/// and dealer, take nothing from the discard pile, and of the pairs it splits, split the lowest
/// first.
fn chart_of(policy: &Policy<Move>) -> Option<Chart> {
    const HIT: u8 = 1 << 6;

    if !policy.looks_only_at(|i| i <= DEALER) {
        return None;
    }
    let mut chart = Chart::below(0);
    for cards in 1..=MAX_CARDS {
        for up in Card::ALL {
            for total in 1..=usize::from(MOST_TOTAL) {
                // The pairs to split, one bit per value, and `HIT`.
                let (mut cell, mut sound) = (0_u8, true);
                let value = |i| [total, cards, up.value() as usize].get(i).map_or(1, |&v| v as u16);
                policy.first(value, |action| {
                    let bits = match action {
                        Move::Act(Action::Stay) => return Some(()),
                        Move::Act(Action::Hit) => {
                            cell |= HIT;
                            return Some(());
                        }
                        Move::Act(Action::Take) => {
                            sound = false;
                            return None;
                        }
                        Move::Act(Action::Split(card)) => 1 << card.kind(),
                        Move::Split => HIT - 1,
                    };
                    // A pair that the policy tries after a higher one would be split too early.
                    let new = bits & !cell;
                    sound &= new == 0 || new & new.wrapping_neg() > cell;
                    cell |= bits;
                    None
                });
                if !sound {
                    return None;
                }
                if cell & HIT != 0 {
                    chart.set(cards as u32, up, total as u32);
                }
                for pair in Card::ALL.into_iter().filter(|pair| cell >> pair.kind() & 1 == 1) {
                    chart.set_split(cards as u32, up, total as u32, pair);
                }
            }
        }
    }
    Some(chart)
}

impl Player for FileStrategy {
    fn error_rate(&self) -> u32 {
        self.recall.error_rate
    }

    fn stake(&mut self, view: &CallView<'_>) -> Stake {
        let amount = self.stake.as_ref().and_then(|policy| {
            let known = view.known();
            let outlook = Outlook::new(&self.recall, &known, &known);
            policy.first(|i| outlook.feature(i), |&amount| Some(amount))
        });
        match amount {
            None => Stake::Of(1),
            Some(Amount::Of(stake)) => Stake::Of(stake),
            Some(Amount::Highest) => Stake::Of(view.rules().stake_limit),
        }
    }

    #[inline(always)]
    fn play(&mut self, view: &View<'_>) -> Choice {
        match &self.play {
            Play::Chart(chart) => Choice::Act(chart.action(view)),
            Play::Policy(policy) => Choice::Act(by_policy(policy, view, &self.recall)),
        }
    }
}

/// Kept out of the way of the chart, to which nearly all files compile.
#[inline(never)]
fn by_policy(policy: &Policy<Move>, view: &View<'_>, recall: &Recall) -> Action {
    let take = |action: &Move| match *action {
        Move::Act(Action::Hit) => Some(if view.can_hit() { Action::Hit } else { Action::Stay }),
        Move::Act(action) => view.allows(action).then_some(action),
        Move::Split if view.can_split() => view.hand().pairs().next().map(Action::Split),
        Move::Split => None,
    };
    let seen = OnceCell::new();
    let outlook =
        || *seen.get_or_init(|| Outlook::new(recall, &view.known(), &view.known_before()));
    policy.first(|i| turn_feature(i, view, outlook), take).unwrap_or(Action::Stay)
}

impl FileStrategy {
    /// Reads a strategy for a table from a file.
    ///
    /// # Errors
    /// All faults of the file, each with its line.
    pub fn new(document: &Document, rules: &Rules) -> Result<FileStrategy, FileError> {
        let mut faults = Faults::default();
        document.body.only(KEYS, &mut faults);
        let mut all = split_rules(document.body.get("split"), &mut faults);
        all.extend(play_rules(&document.body, !all.is_empty(), rules, &mut faults));
        let stakes = stake_rules(document.body.get("stake"), rules, &mut faults);
        check_true_counts(document, FEATURES, &all, &mut faults);
        check_true_counts(document, CALL_FEATURES, &stakes, &mut faults);
        document.check(faults)?;
        let (in_turns, in_calls) = (used(FEATURES, &all), used(CALL_FEATURES, &stakes));
        // Everybody knows the number of unseen cards; which they are depends on the memory.
        let remembers = (1..CALL_FEATURES.len()).any(|i| in_turns(UNSEEN + i) || in_calls(i));
        let policy = Policy::new(FEATURES, &all, ends);
        let play = match chart_of(&policy) {
            Some(chart) => Play::Chart(Arc::new(chart)),
            None => Play::Policy(Arc::new(policy)),
        };
        let stake =
            (!stakes.is_empty()).then(|| Arc::new(Policy::new(CALL_FEATURES, &stakes, |_| true)));
        Ok(FileStrategy { play, stake, recall: document.recall.clone(), remembers })
    }

    /// Whether any of its decisions depends on its memory of earlier rounds.
    pub(super) fn remembers(&self) -> bool {
        self.remembers
    }

    /// Whether it stakes 1 whenever it calls (K4).
    pub(super) fn stakes_one(&self) -> bool {
        self.stake.is_none()
    }

    /// The equivalent chart, if there is one.
    pub(in crate::games::kinzo) fn chart(&self) -> Option<&Chart> {
        match &self.play {
            Play::Chart(chart) => Some(chart),
            Play::Policy(_) => None,
        }
    }
}

/// The file of a best chart; `notes` qualify its figures.
pub(in crate::games::kinzo) fn text(
    best: &BestChart,
    rules: &Rules,
    deck: Composition,
    notes: &[String],
) -> String {
    let signed = |ev: f64| format!("{ev:+.4}").replace('-', "−");
    let (ev, perfect) = (signed(best.ev), signed(best.best));
    let mut changed: Vec<String> =
        settings::changes(rules).iter().map(|field| format!("--set '{field}'")).collect();
    if deck != rules.deck() {
        let counts = deck.counts().map(|count| count.to_string());
        changed.push(format!("--deck {}", counts.join(",")));
    }
    let rules_are = match changed.is_empty() {
        true => "the default rules".to_owned(),
        false => changed.join(" "),
    };
    let hit = |total: usize| Card::ALL.map(|up| best.chart.hit[up.kind()] >> total & 1 == 1);
    let split =
        |pair: usize| Card::ALL.map(|up| best.chart.split[up.kind()] >> (pair - 1) & 1 == 1);
    let chart = drawn("total", (1..=usize::from(MOST_TOTAL)).map(hit), ['S', 'H']);
    let pairs = drawn("pair", (1..=6).map(split), ['-', 'P']);
    let splits = best.chart.split != [0; 6];
    let split = if splits { format!("\nsplit = \"\"\"\n{pairs}\"\"\"\n") } else { String::new() };
    let looks = if splits { "the total, the pair and" } else { "the total and" };
    let first = match best.more > 0.0 {
        true => format!(
            "# The best chart found: no other one that looks at {looks} the dealer's card alone nets {:.4} more.",
            best.more
        ),
        false => format!(
            "# The best chart: no other one that looks at {looks} the dealer's card alone nets more."
        ),
    };
    let notes: String = notes.iter().map(|note| format!("# Note: {note}.\n")).collect();
    format!(
        "{first}\n\
         # EV {ev} stakes a round, alone; best play, which looks at every card, nets {perfect}, so that\n\
         # the simple form loses {:.4}. Computed for {rules_are}.\n\
         {notes}\
         game = \"kinzo\"\n\
         about = \"the best chart of totals by the dealer's card\"\n\n\
         chart = \"\"\"\n{chart}\"\"\"\n{split}",
        best.best - best.ev,
    )
}

/// A chart with one row for each run of equal rows.
fn drawn(title: &str, rows: impl Iterator<Item = [bool; 6]>, signs: [char; 2]) -> String {
    let rows: Vec<[bool; 6]> = rows.collect();
    let mut text = format!("{title:<6} 1 2 3 4 5 6\n");
    let mut from = 0;
    while let Some(row) = rows.get(from) {
        let run = rows[from..].iter().take_while(|other| *other == row).count();
        let name = match (from, from + run == rows.len()) {
            (0, true) => "..".to_owned(),
            (0, false) if run > 1 => format!("..{run}"),
            (_, true) if run > 1 => format!("{}..", from + 1),
            _ if run > 1 => format!("{}..{}", from + 1, from + run),
            _ => format!("{}", from + 1),
        };
        let cells = row.map(|yes| signs[usize::from(yes)].to_string()).join(" ");
        text += &format!("{name:<6} {cells}\n");
        from += run;
    }
    text
}

/// Rewrites a file with a threshold as one with an equivalent chart, and a chart of pairs if it
/// never splits; `None` if it has charts or rules already.
pub(in crate::games::kinzo) fn unfolded(text: &str, rules: &Rules) -> Option<String> {
    let threshold = free::values(text).into_iter().find(|free| free.path == "hit_below")?;
    let below = u32::try_from(free::integer(threshold.value(text))?).ok()?;
    // Totals near the threshold get their own rows, the others share one.
    let (low, high) = (below.saturating_sub(3).max(1), below.saturating_add(3));
    let mut chart = "chart = \"\"\"\ntotal  1 2 3 4 5 6\n".to_owned();
    for total in low..=high {
        let name = match total {
            total if total == low => format!("..{total}"),
            total if total == high => format!("{total}.."),
            total => total.to_string(),
        };
        let cell = if total < below { " H" } else { " S" };
        chart += &format!("{name:<6}{}\n", cell.repeat(6));
    }
    chart += "\"\"\"";
    let mentions = |key: &str| text.lines().any(|line| line.trim_start().starts_with(key));
    if rules.split && !mentions("split") {
        chart += "\n\nsplit = \"\"\"\npair   1 2 3 4 5 6\n";
        (1..=6).for_each(|pair| chart += &format!("{pair:<6}{}\n", " -".repeat(6)));
        chart += "\"\"\"";
    }
    let start = text[..threshold.place.start].rfind('\n').map_or(0, |at| at + 1);
    Some(free::with(text, &[(start..threshold.place.end, chart)]))
}

/// The rules of a turn except for splits, from exactly one of `hit_below`, `chart` and `rule`.
fn play_rules(body: &Section, splits: bool, rules: &Rules, faults: &mut Faults) -> Vec<Rule<Move>> {
    let words = ("nothing says when to hit", "when to hit");
    match body.only_one(&["hit_below", "chart", "rule"], words, faults) {
        None => Vec::new(),
        Some(("hit_below", node)) => threshold(node, faults),
        Some(("chart", node)) => charts(node, splits, rules, faults),
        Some((_, node)) => turn_rules(node, splits, rules, faults),
    }
}

fn threshold(node: &Node, faults: &mut Faults) -> Vec<Rule<Move>> {
    let Some(total) = node.whole("hit_below", 0..=100, "a total 0..=100", faults) else {
        return Vec::new();
    };
    let rule = |region, action| Rule { line: node.line, row: 0, region, action: Move::Act(action) };
    let below = Region::all(FEATURES).within(TOTAL, 0, (total as u16).saturating_sub(1));
    let hits = below.filter(|_| total > 0).map(|region| rule(region, Action::Hit));
    hits.into_iter().chain([rule(Region::all(FEATURES), Action::Stay)]).collect()
}

/// The features of charts: the first of [`FEATURES`].
const CHART: &[Feature] = &[FEATURES[TOTAL], FEATURES[CARDS], FEATURES[DEALER]];

/// `chart = """…"""`, or one `[[chart]]` per number of cards.
fn charts(node: &Node, splits: bool, rules: &Rules, faults: &mut Faults) -> Vec<Rule<Move>> {
    const ACTIONS: &[(&str, Action)] = &[("H", Action::Hit), ("S", Action::Stay)];
    let charts = Charts { features: CHART, axes: Some((TOTAL, DEALER)), actions: ACTIONS };
    let before = faults.len();
    let found = charts.read(node, "cards", faults);
    // A list with faults may have gaps that are not the author's.
    if faults.len() == before {
        let here = held(least_cards(splits, rules), rules.hand_limit.into());
        let domain = (&held(1, MAX_CARDS as u16), &here);
        check("row", node.line, CHART, &found, domain, |_| true, faults);
    }
    found.iter().filter_map(in_turn).collect()
}

/// A rule of a chart, extended to all features.
fn in_turn(rule: &Rule<Action>) -> Option<Rule<Move>> {
    let mut region = Region::all(FEATURES);
    for i in 0..CHART.len() {
        let (low, high) = rule.region.range(i);
        region = region.within(i, low, high)?;
    }
    Some(Rule { line: rule.line, row: rule.row, region, action: Move::Act(rule.action) })
}

/// The fewest cards of a hand: one after a split.
fn least_cards(splits: bool, rules: &Rules) -> u16 {
    if splits && rules.split { 1 } else { 2 }
}

/// The situations with `least` to `most` cards: the totals possible with each number of cards.
fn held(least: u16, most: u16) -> Domain {
    let mut all = Domain::all(CHART);
    all.limit(FEATURES[CARDS], least, most);
    all.tie(FEATURES[CARDS], FEATURES[TOTAL], |cards| (cards, 6 * cards));
    all
}

/// The features of a chart of pairs: the pair's value and the dealer's card.
const PAIRS: &[Feature] =
    &[Feature { name: "pair", low: 1, high: 6, about: "the value of a pair" }, FEATURES[DEALER]];

/// `split`: a word, or a chart of pairs.
fn split_rules(node: Option<&Node>, faults: &mut Faults) -> Vec<Rule<Move>> {
    let Some(node) = node else { return Vec::new() };
    let always =
        || Rule { line: node.line, row: 0, region: Region::all(FEATURES), action: Move::Split };
    match (&node.value, node.word()) {
        (_, Some("never")) | (Value::Flag(false), _) => return Vec::new(),
        (_, Some("always")) | (Value::Flag(true), _) => return vec![always()],
        (Value::Text(lines), _) if lines.len() > 1 => {
            const ACTIONS: &[(&str, bool)] = &[("P", true), ("-", false)];
            let charts = Charts { features: PAIRS, axes: Some((0, 1)), actions: ACTIONS };
            let before = faults.len();
            let found = charts.read(node, "", faults);
            if faults.len() == before {
                let all = Domain::all(PAIRS);
                check("row", node.line, PAIRS, &found, (&all, &all), |_| true, faults);
            }
            let mut rules = Vec::new();
            for rule in found.iter().filter(|rule| rule.action) {
                let (low, high) = rule.region.range(1);
                let Some(region) = Region::all(FEATURES).within(DEALER, low, high) else {
                    continue;
                };
                let (low, high) = rule.region.range(0);
                for card in
                    Card::ALL.into_iter().filter(|c| (low..=high).contains(&(c.value() as u16)))
                {
                    let action = Move::Act(Action::Split(card));
                    let (line, row) = (rule.line, rule.row);
                    rules.push(Rule { line, row, region: region.clone(), action });
                }
            }
            return rules;
        }
        _ => {}
    }
    let allowed =
        "\"always\" or true, \"never\" or false, or a chart of pairs by the dealer's card";
    faults.refuse("split", node, allowed);
    Vec::new()
}

const MOVES: &str = "\"hit\", \"stay\", \"take\", \"split\", or \"split:N\" for a pair of N";

/// `[[rule]]`: a condition and an action.
fn turn_rules(node: &Node, splits: bool, rules: &Rules, faults: &mut Faults) -> Vec<Rule<Move>> {
    let splits = Cell::new(splits);
    let splitting = |action| {
        splits.set(true);
        Some(action)
    };
    let action = |word: &str| match word {
        "hit" => Some(Move::Act(Action::Hit)),
        "stay" => Some(Move::Act(Action::Stay)),
        "take" => Some(Move::Act(Action::Take)),
        "split" => splitting(Move::Split),
        word => {
            let card = word.strip_prefix("split:")?.parse().ok()?;
            splitting(Move::Act(Action::Split(card)))
        }
    };
    let decided = FileDecision::new("rule", FEATURES, MOVES, &action, ends);
    let possible = |all: &mut Domain, here: bool| {
        limit(all, here.then(|| (rules, least_cards(splits.get(), rules))));
    };
    decided.rules(node, possible, faults)
}

/// Limits situations to those that can occur in a turn: under any rules, or under the given rules
/// and fewest cards of a hand.
fn limit(all: &mut Domain, rules: Option<(&Rules, u16)>) {
    let of = |place: usize| FEATURES[place];
    if let Some((rules, least_cards)) = rules {
        let most_cards = rules.hand_limit.into();
        all.limit(of(CARDS), least_cards, most_cards);
        all.limit(of(TOTAL), least_cards, 6 * most_cards);
        let hands = match (rules.split, rules.resplit) {
            (false, _) => 1,
            (true, false) => 2,
            (true, true) => MAX_HANDS as u16,
        };
        all.limit(of(HANDS), 1, hands);
        all.limit(of(PLAYING), 1, hands);
        all.limit(of(PLAYERS), rules.players.into(), rules.players.into());
        all.limit(of(PLACE), 1, rules.players.into());
        all.limit(of(STAKE), 1, rules.stake_limit as u16);
        all.limit(of(RIVAL), 0, if rules.players == 1 { 0 } else { 6 * most_cards });
        if rules.hit_source == HitSource::Deck {
            all.limit(of(TOP), 0, 0);
        }
        all.limit(of(PILE), 0, rules.deck().cards() as u16);
        for kind in 0..6 {
            all.limit(of(OWN + kind), 0, most_cards.min(rules.deck().count(kind)));
        }
        limit_unseen(all, rules);
    }
    // Features that depend on each other.
    all.tie(of(CARDS), of(TOTAL), |cards| (cards, 6 * cards));
    all.tie(of(HANDS), of(PLAYING), |hands| (1, hands));
    all.tie(of(PLAYERS), of(PLACE), |players| (1, players));
}

/// Limits situations to those with no more unseen cards than the deck has.
fn limit_unseen(all: &mut Domain, rules: &Rules) {
    all.limit(FEATURES[UNSEEN], 0, rules.deck().cards() as u16);
    (0..6).for_each(|kind| all.limit(FEATURES[UNSEEN_1 + kind], 0, rules.deck().count(kind)));
}

/// `stake`: an amount, or `[[stake]]` rules.
fn stake_rules(node: Option<&Node>, rules: &Rules, faults: &mut Faults) -> Vec<Rule<Amount>> {
    let Some(node) = node else { return Vec::new() };
    let limit = rules.stake_limit;
    let allowed = format!("1..={limit} (stake_limit, K4), \"lowest\" or \"highest\"");
    let amount = |word: &str| match word {
        "highest" => Some(Amount::Highest),
        "lowest" => Some(Amount::Of(1)),
        word => word.parse().ok().filter(|stake| (1..=limit).contains(stake)).map(Amount::Of),
    };
    let list = List { name: "stake", features: CALL_FEATURES, key: "stake", allowed: &allowed };
    let decided = FileDecision { list, action: &amount, ends: |_| true };
    let possible = |all: &mut Domain, here: bool| {
        if here {
            limit_unseen(all, rules);
        }
    };
    decided.rules(node, possible, faults)
}
