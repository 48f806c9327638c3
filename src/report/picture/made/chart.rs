//! Strategy charts of `exact`: the action for each hand, laid out like a reference card.

use super::{Made, many, point, text};
use crate::report::number::significant;
use crate::report::picture::{Choice, Part, Span};
use crate::study::{Cell, Table};
use std::ops::Range;

/// The most hands that a chart has room for.
const MOST_HANDS: usize = 60;
/// An action that costs less than this is nearly as good, in stakes.
const CLOSE: f64 = 0.01;
/// An action with a smaller share than this is not a clear habit.
const USUAL: f64 = 0.75;
/// The most actions whose colours can be told apart.
const MOST_ACTIONS: usize = 6;

/// A letter for each action: the first of its name that is still free.
fn lettered(names: Vec<String>) -> Vec<(char, String)> {
    let mut taken: Vec<char> = Vec::new();
    let letter = |name: String| {
        let own = name.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_uppercase());
        let free = own.chain('1'..='9').find(|c| !taken.contains(c));
        let letter = free.unwrap_or('?');
        taken.push(letter);
        (letter, name)
    };
    names.into_iter().map(letter).collect()
}

/// The index of a name in `known`, to which it is added if it is new.
fn place(known: &mut Vec<String>, name: String) -> usize {
    known.iter().position(|other| *other == name).unwrap_or_else(|| {
        known.push(name);
        known.len() - 1
    })
}

/// The kind of an action, without its object: `split` for `split:5`.
fn kind(action: &str) -> &str {
    action.split(':').next().unwrap_or(action)
}

/// A row of `decisions`.
struct Decided {
    hand: String,
    /// The rest of the player's view, such as the dealer's card.
    other: String,
    action: String,
    loss: f64,
    row: usize,
}

/// Best play: a chart over all hands or, for one hand, the EV of each choice.
pub fn decided(decisions: &Table, stake: &str) -> Option<Made> {
    let (hand, action) = (decisions.column("hand")?, decisions.column("action")?);
    let loss = decisions.column("loss")?;
    // The first part of a situation that varies, such as the dealer's card.
    let seen = (hand + 1..action).find(|&at| {
        let first = decisions.rows.first().map(|row| &row[at]);
        decisions.rows.iter().any(|row| Some(&row[at]) != first)
    });
    let read = |(row, cells): (usize, &Vec<Cell>)| {
        Some(Decided {
            hand: text(cells.get(hand)?)?,
            other: match seen {
                Some(at) => text(cells.get(at)?).unwrap_or_else(|| "–".to_owned()),
                None => String::new(),
            },
            action: text(cells.get(action)?)?,
            loss: cells.get(loss)?.number()?,
            row,
        })
    };
    let all: Vec<Decided> = decisions.rows.iter().enumerate().filter_map(read).collect();
    let first = all.first()?;
    if all.iter().all(|one| one.hand == first.hand) {
        return Some(one_hand(decisions, &all, (hand + 1..action, seen), stake));
    }
    // Only hands as dealt; there are too many with more cards for a chart. Where nothing stands
    // beside the hand it is a situation in words.
    let in_words = hand + 1 == action;
    let cards = |one: &Decided| match in_words {
        true => 1,
        false => one.hand.split([',', ' ']).count(),
    };
    let fewest = all.iter().map(cards).min()?;
    // A situation in words with one action alone is no choice.
    let same = all.chunk_by(|a, b| a.hand == b.hand);
    let choices = same.filter(|same| !in_words || same.len() > 1).flatten();
    let dealt: Vec<&Decided> = choices.filter(|one| cards(one) == fewest).collect();
    let (mut hands, mut others, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for one in &dealt {
        place(&mut hands, one.hand.clone());
        place(&mut others, one.other.clone());
        place(&mut names, kind(&one.action).to_owned());
    }
    let cell = |hand: &String, other: &String| {
        let here = dealt.iter().filter(|one| one.hand == *hand && one.other == *other);
        let best = here.clone().min_by(|a, b| a.loss.total_cmp(&b.loss))?;
        let action = names.iter().position(|name| name == kind(&best.action))?;
        let rest = here.filter(|one| kind(&one.action) != kind(&best.action));
        let next = rest.min_by(|a, b| a.loss.total_cmp(&b.loss));
        let said = match next {
            Some(next) => {
                format!("{}; {} costs {}", best.action, next.action, significant(next.loss, 3))
            }
            None => best.action.clone(),
        };
        Some(Choice { action, is_close: next.is_some_and(|next| next.loss < CLOSE), said })
    };
    let shown = hands.len().min(MOST_HANDS);
    let row = |hand: &String| others.iter().map(|other| cell(hand, other)).collect();
    let cells = hands[..shown].iter().map(row).collect();
    let some = !in_words && dealt.len() < all.len();
    let mut caption = some.then(|| format!("hands of {fewest} cards, as dealt"));
    let rows = if in_words { "situation" } else { "hand" };
    if shown < hands.len() {
        caption = Some(format!("the first {shown} of {} {rows}s", many(hands.len())));
    }
    hands.truncate(shown);
    let other = seen.map_or("", |at| decisions.columns[at].as_str());
    let part = Part::Chart {
        x: (other.replace('_', " "), others),
        y: (rows.to_owned(), hands),
        actions: lettered(names),
        cells,
        pale: format!("pale: another choice costs less than {CLOSE} {stake}"),
    };
    Some(Made { caption, ..Made::new("decisions", "best play", vec![part]) })
}

/// The EV of each choice with one hand. The rest of the situation is in the columns of `parts`, of
/// which the values of `seen` are drawn side by side.
fn one_hand(
    decisions: &Table,
    all: &[Decided],
    (parts, seen): (Range<usize>, Option<usize>),
    stake: &str,
) -> Made {
    let (mut others, mut names) = (Vec::new(), Vec::new());
    for one in all {
        place(&mut others, one.other.clone());
    }
    // The actions in ascending order of their least loss.
    let mut best: Vec<&Decided> = all.iter().collect();
    best.sort_by(|a, b| a.loss.total_cmp(&b.loss));
    for one in best {
        place(&mut names, one.action.clone());
    }
    let value =
        |one: &Decided| point(decisions, &decisions.rows[one.row], ["ev", "ev_low", "ev_high"]);
    let at = |other: &str, name: &String| {
        all.iter().find(|one| one.other == other && one.action == *name).and_then(value)
    };
    let (rows, kinds) = match seen {
        None => {
            let row = |name: &String| (name.clone(), vec![at("", name)]);
            (names.iter().map(row).collect(), Vec::new())
        }
        Some(column) => {
            let names = &names[..names.len().min(MOST_ACTIONS)];
            let what = decisions.columns[column].replace('_', " ");
            let row = |other: &String| {
                let points = names.iter().map(|name| at(other, name)).collect();
                (format!("{what} {other}"), points)
            };
            (others.iter().map(row).collect(), names.to_vec())
        }
    };
    let hand = all.first().map_or("", |one| one.hand.as_str());
    let mut title = format!("what each choice is worth with {hand}");
    let mut left_out = Vec::new();
    for at in parts.filter(|at| Some(*at) != seen) {
        let mut values: Vec<String> = Vec::new();
        for value in decisions.rows.iter().filter_map(|row| text(row.get(at)?)) {
            place(&mut values, value);
        }
        let Some(first) = values.first() else { continue };
        let what = decisions.columns[at].replace('_', " ");
        title += &format!(", {what} {first}");
        if values.len() > 1 {
            left_out.push(format!("{what} {first} is the first of {}", many(values.len())));
        }
    }
    if !kinds.is_empty() && names.len() > kinds.len() {
        left_out.push(format!("left out: {}", names[kinds.len()..].join(", ")));
    }
    let caption =
        (!left_out.is_empty()).then(|| format!("{}; the table has all", left_out.join("; ")));
    let x = format!("EV, {stake} a round");
    let part = Part::Dots { x, rows, kinds, span: Span::All, level: None };
    Made { caption, ..Made::new("decisions", title, vec![part]) }
}

/// The most frequent action with each kind of hand in each round.
pub fn habits(habits: &Table) -> Option<Made> {
    let of = |row: &[Cell], name: &str| habits.column(name).and_then(|at| text(row.get(at)?));
    let (mut hands, mut rounds, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let mut found = Vec::new();
    for row in &habits.rows {
        let cards = of(row, "cards").map(|cards| format!("{cards} cards"));
        let offer = of(row, "offer")
            .filter(|offer| !offer.is_empty())
            .map(|offer| format!("offered {offer}"));
        let hand = [cards, of(row, "hand"), offer].into_iter().flatten();
        let hand = place(&mut hands, hand.collect::<Vec<_>>().join(", "));
        let round = place(&mut rounds, of(row, "round")?);
        let action = place(&mut names, of(row, "action")?);
        let share = row.get(habits.column("share")?)?.number().unwrap_or(1.0);
        found.push((hand, round, action, share));
    }
    if found.is_empty() {
        return None;
    }
    let mut order: Vec<usize> = (0..rounds.len()).collect();
    order.sort_by_key(|&at| rounds[at].parse::<u64>().unwrap_or(u64::MAX));
    let shown = hands.len().min(MOST_HANDS);
    let cell = |hand: usize, round: usize| {
        let is = |found: &&(usize, usize, usize, f64)| (found.0, found.1) == (hand, round);
        let &(_, _, action, share) = found.iter().find(is)?;
        let said = format!("{} in {:.0}% of such hands", names[action], 100.0 * share);
        Some(Choice { action, is_close: share < USUAL, said })
    };
    let row = |hand| order.iter().map(|&round| cell(hand, round)).collect();
    let cells = (0..shown).map(row).collect();
    let caption = (shown < hands.len())
        .then(|| format!("the first {shown} of {} kinds of hands", many(hands.len())));
    hands.truncate(shown);
    let part = Part::Chart {
        x: ("round".to_owned(), order.iter().map(|&at| rounds[at].clone()).collect()),
        y: ("hand".to_owned(), hands),
        actions: lettered(names),
        cells,
        pale: format!("pale: in fewer than {:.0}% of such hands", 100.0 * USUAL),
    };
    let title = "what best play mostly does";
    Some(Made { caption, ..Made::new("chart", title, vec![part]) })
}
