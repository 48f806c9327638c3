//! `croupier playtest GAME`.

use super::args::PlaytestArgs;
use super::output::Destination;
use super::plot::Plot;
use super::program::Program;
use super::{Outcome, progress, setup};
use crate::study::{Cell, PlaytestAsked, Sampling, Table};

/// The names of the tables, the main one first.
const TABLES: &[&str] =
    &["verdict", "rules", "fairness", "events", "skill", "levers", "broken", "repeat"];

pub fn run(args: &PlaytestArgs, program: &Program) -> Outcome {
    let run = args.search.run()?;
    let game = program.game(&args.game)?;
    let confidence = run.sampling.confidence.confidence;
    let setup = setup::setup(program, game, &args.rules, &args.seats.strategy, confidence)?;
    let baseline = args.baseline.as_deref();
    let baseline = baseline.map(|name| setup::rules_from(program, game, name)).transpose()?;
    let asked = PlaytestAsked { baseline, program: program.name.clone() };
    game.check_playtest(&setup, &asked)?;
    let mut to = Destination::prepare(program, game, "playtest", TABLES, &args.out, &args.format)?;
    let plot = Plot::prepare(game, &args.plot, &mut to)?;
    progress::foretell(program, &args.format, game.preparing(&setup, false));
    let ask = |sampling: Sampling<'_>| game.playtest(&setup, &asked, sampling);
    progress::watched(&run, &args.format, program, ask, |answer| {
        to.sketch(&answer.report);
        plot.deliver(to, &answer, view)
    })
}

/// The most rows of a table on a terminal.
const MOST_ROWS: usize = 6;

/// The part that fits on a screen: the sentences, and the first rows of the changes.
fn view(table: &Table) -> Option<Table> {
    let mut short = table.clone();
    // The levers that were left out are told: the page promises every rule.
    if table.name != "levers" {
        short.note.truncate(1);
    }
    let changed = table.column("changed");
    let flag = |row: &[Cell]| changed.is_some_and(|at| row[at] == Cell::Flag(true));
    match table.name {
        "verdict" | "repeat" => return None,
        "rules" if table.rows.is_empty() => return None,
        "rules" => hide(&mut short, &["about"]),
        "levers" => {
            short.rows.retain(|row| flag(row));
            hide(&mut short, &["rule", "changed"]);
            if short.rows.is_empty() && !table.rows.is_empty() {
                let steps = "No step of a rule is shown to change anything; all of them are in the \
                             files and in JSON.";
                short.note[0] = steps.into();
            }
        }
        "events" => {
            let compared =
                changed.is_some_and(|at| table.rows.iter().any(|row| !row[at].is_empty()));
            short.rows.retain(|row| !compared || flag(row));
            if !compared {
                short.rows.retain(|row| !matches!(&row[0], Cell::Text(name) if name.contains(':')));
            }
            hide(&mut short, &["changed"]);
            if short.rows.is_empty() {
                return None;
            }
        }
        "broken" => {
            // Some numbered events are never seen in any run.
            let numbered = |cell: &Cell| matches!(cell, Cell::Text(event) if event.contains(':'));
            let unseen = Cell::from("never seen");
            short.rows.retain(|row| row[0] != unseen || !numbered(&row[1]));
            if short.rows.is_empty() && !table.rows.is_empty() {
                let rest = table.rows.len();
                short.note = vec![format!(
                    "Nothing was found, but {rest} of the events with a number were never seen; they \
                     are in the files and in JSON."
                )];
            }
        }
        "skill" => hide(&mut short, &["tied_with"]),
        _ => {}
    }
    // All positions and seats of a large table are shown.
    if table.name != "fairness" {
        short.rows.truncate(MOST_ROWS);
    }
    let (some, all) = (short.rows.len(), table.rows.len());
    if 0 < some && some < all {
        let are = if some == 1 { "is" } else { "are" };
        let more = format!("Shown {are} {some} of {all} rows; all are in the files and in JSON.");
        short.note.push(more);
    }
    Some(short)
}

/// Removes columns.
fn hide(table: &mut Table, columns: &[&str]) {
    for name in columns {
        if let Some(at) = table.column(name) {
            table.columns.remove(at);
            table.rows.iter_mut().for_each(|row| drop(row.remove(at)));
        }
    }
}
