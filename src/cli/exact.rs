//! `croupier exact GAME`.

use super::args::ExactArgs;
use super::error::Failure;
use super::output::Destination;
use super::plot::Plot;
use super::program::Program;
use super::{Outcome, progress, setup, simulate};
use crate::framework::settings;
use crate::study::{AnyGame, Cell, HandAsked, Setup, Table};
use std::collections::BTreeMap;
use std::path::Path;

pub fn run(args: &ExactArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let confidence = args.confidence.confidence;
    let setup = setup::setup(program, game, &args.rules, &args.seats.strategy, confidence)?;
    let deck = args.deck.as_deref().map(setup::deck_counts).transpose()?;
    let setup = Setup { deck, ..setup };
    game.check(&setup)?;
    if let Some(path) = &args.write_strategy {
        if args.plot.plot.is_some() {
            return Err(Failure::Usage(
                "--plot draws the chart of best play, which is not that of a file; leave out --plot, or \
                 --write-strategy"
                    .to_owned(),
            ));
        }
        return write_strategy(args, program, game, &setup, path);
    }
    let situation = args.situation.parts();
    let asked = HandAsked { hand: args.hand.as_deref(), situation: &situation };
    let tables = game.exact_tables(&setup, asked);
    let mut to = Destination::prepare(program, game, "exact", tables, &args.out, &args.format)?;
    let plot = Plot::prepare(game, &args.plot, &mut to)?;
    let exact = || game.exact(&setup, asked);
    let answer = progress::waiting(program, &args.format, "computing", exact)?;
    let named_hand = args.hand.is_some();
    let habits = answer.report.tables.iter().any(|table| table.name == "chart");
    plot.deliver(to, &answer, |table| match table.name {
        "decisions" if habits => None,
        "chart" => Some(by_round(table, game.profile().best_strategy)),
        "decisions" if !named_hand => Some(chart(table)),
        _ => simulate::view(table),
    })
}

/// Finds the best strategy that a file can express, and writes the file beside the tables.
fn write_strategy(
    args: &ExactArgs,
    program: &Program,
    game: &'static AnyGame,
    setup: &Setup,
    path: &Path,
) -> Outcome {
    let name = path.display().to_string();
    let refuse = |why: String| {
        Err(Failure::Usage(format!("--write-strategy `{}`: {why}", settings::shown(&name))))
    };
    if name.contains(['(', ')']) {
        return refuse("parentheses after a file's name are its parameters; leave them out".into());
    }
    if game.knows_strategy(&name) || name == "-" {
        return refuse(format!(
            "--strategy takes this for a name and not for the file; write `./{name}.toml`"
        ));
    }
    let tables = ["strategies", "seats", "events"];
    let mut to = Destination::prepare(program, game, "exact", &tables, &args.out, &args.format)?;
    let file = to.also(path, args.force)?;
    let search = || game.best_file(setup, &name);
    let what = "searching for the best chart";
    let (text, answer) = progress::waiting(program, &args.format, what, search)?;
    to.put(file, text.into_bytes());
    to.deliver(&answer, simulate::view)
}

/// The maximum number of situations shown on a terminal.
const MOST_SITUATIONS: usize = 40;

/// The best action in each situation, and the cost of the next best.
fn by_situation(decisions: &Table) -> Table {
    let place = |name: &str| decisions.columns.iter().position(|column| column == name);
    let (Some(hand), Some(action), Some(loss)) = (place("hand"), place("action"), place("loss"))
    else {
        return decisions.clone();
    };
    let mut table =
        Table::new("best play", ["situation", "best", "next best costs"].map(str::to_owned));
    // One action alone is no choice.
    let same = decisions.rows.chunk_by(|a, b| a[hand] == b[hand]);
    for same in same.filter(|same| same.len() > 1) {
        let loss_of = |row: &&Vec<Cell>| row[loss].number().unwrap_or(0.0);
        let Some(best) = same.iter().min_by(|a, b| loss_of(a).total_cmp(&loss_of(b))) else {
            continue;
        };
        let others = same.iter().filter(|row| !std::ptr::eq(*row, best));
        let next = others.map(|row| loss_of(&row)).fold(f64::INFINITY, f64::min);
        table.push(vec![best[hand].clone(), best[action].clone(), next.into()]);
    }
    let all = table.rows.len();
    if all > MOST_SITUATIONS {
        table.rows.truncate(MOST_SITUATIONS);
        table.note.push(format!("{MOST_SITUATIONS} of {all}: all of them are in the files."));
    }
    table
}

/// The best action with the hands dealt, by hand and dealer's card, and the cost of the next best.
fn chart(decisions: &Table) -> Table {
    if !decisions.columns.iter().any(|column| column == "dealer") {
        return by_situation(decisions);
    }
    let text = |row: &[Cell], column: usize| match &row[column] {
        Cell::Text(text) => text.clone(),
        _ => String::new(),
    };
    let mut dealers: Vec<String> = Vec::new();
    let mut hands: Vec<String> = Vec::new();
    let mut best: BTreeMap<(String, String), (String, Option<f64>)> = BTreeMap::new();
    let fewest = decisions.rows.iter().map(|row| text(row, 0).len()).min().unwrap_or(0);
    for row in decisions.rows.iter().filter(|row| text(row, 0).len() == fewest) {
        let (hand, dealer, action) = (text(row, 0), text(row, 1), text(row, 2));
        if !dealers.contains(&dealer) {
            dealers.push(dealer.clone());
        }
        if !hands.contains(&hand) {
            hands.push(hand.clone());
        }
        let loss = row[4].number().unwrap_or(0.0);
        let entry = best.entry((hand, dealer)).or_insert((String::new(), None));
        if loss == 0.0 && entry.0.is_empty() {
            entry.0 = action;
        } else {
            entry.1 = Some(entry.1.map_or(loss, |least| least.min(loss)));
        }
    }
    let columns = dealers.iter().map(|dealer| format!("dealer {dealer}"));
    let mut table = Table::new("best play", ["hand".to_owned()].into_iter().chain(columns));
    for hand in hands {
        let mut row = vec![Cell::from(hand.as_str())];
        for dealer in &dealers {
            row.push(match best.get(&(hand.clone(), dealer.clone())) {
                Some((action, Some(least))) => format!("{action} {least:.3}").as_str().into(),
                Some((action, None)) => action.as_str().into(),
                None => Cell::Empty,
            });
        }
        table.push(row);
    }
    table.note.push("Hands of more cards are in the files and in JSON.".into());
    table
}

/// The most frequent action with each kind of hand, a column for each round.
fn by_round(habits: &Table, strategy: Option<&str>) -> Table {
    let text = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        cell => cell.number().map(|number| number.to_string()).unwrap_or_default(),
    };
    let mut rounds: Vec<String> = habits.rows.iter().map(|row| text(&row[3])).collect();
    rounds.sort_by_key(|round| round.parse::<u32>().unwrap_or(0));
    rounds.dedup();
    let columns = ["cards", "hand", "offer"].map(str::to_owned).into_iter();
    let columns = columns.chain(rounds.iter().map(|round| format!("round {round}")));
    let mut table = Table::new("chart", columns);
    for same in habits.rows.chunk_by(|a, b| a[..3] == b[..3]) {
        let mut row = same[0][..3].to_vec();
        for round in &rounds {
            let found = same.iter().find(|row| text(&row[3]) == *round);
            row.push(found.map_or(Cell::Empty, |row| {
                let share = 100.0 * row[5].number().unwrap_or(0.0);
                format!("{} {share:.0}%", text(&row[4])).into()
            }));
        }
        table.push(row);
    }
    let strategy = strategy.unwrap_or("best play");
    table.note.push(format!(
        "The most frequent action of {strategy} with such hands, and its frequency."
    ));
    table
        .note
        .push("Each hand under each top is in the files and in JSON; --hand plays one.".into());
    table
}
