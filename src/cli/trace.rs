//! `croupier trace GAME`.

use super::args::{Format, TraceArgs};
use super::output::{print, whole};
use super::page::Page;
use super::program::Program;
use super::{Done, Outcome, progress, setup};
use crate::framework::settings::shown_path;
use crate::study::SessionTrace;
use crate::study::{Cell, Report, Table};
use std::fmt::Write as _;

pub fn run(args: &TraceArgs, program: &Program) -> Outcome {
    let game = program.game(&args.game)?;
    let setup = setup::setup(program, game, &args.rules, &args.seats.strategy, 0.95)?;
    let written = args.replay.as_ref();
    let written = written.map(|path| setup::read(program, path, "a written round")).transpose()?;
    let page = Page::prepare(program, &args.report, &args.format)?;
    let (told, manifest, heading) = match (&args.replay, written) {
        (Some(path), Some(text)) => {
            let name = path.display().to_string();
            let (told, manifest) = game.replay(&setup, &name, &text)?;
            (told, manifest, shown_path(path))
        }
        _ => {
            progress::foretell(program, &args.format, game.preparing(&setup, false));
            let round = args.round.map(|round| round - 1);
            let (told, manifest) = game.trace(&setup, args.seed, args.session, round)?;
            (told, manifest, format!("seed {}, session {}", args.seed, args.session))
        }
    };
    let report = Report::new(manifest, vec![table(&told)]);
    page.deliver(Some(game), &report, read)?;
    // A trace is a text; csv and json only on request.
    match args.format.format.unwrap_or(Format::Table) {
        Format::Table => {
            let text = text(&told, &heading);
            program.caller.write(|out| out.write_all(text.as_bytes()))?;
        }
        format => print(program, Some(game), &report, format, whole)?,
    }
    Ok(Done::Whole)
}

/// A trace as text: the sentences of its steps, without their data.
fn read(table: &Table) -> Option<Table> {
    let mut shown = table.clone();
    if let Some(at) = shown.column("fields") {
        shown.columns.remove(at);
        shown.rows.iter_mut().for_each(|row| drop(row.remove(at)));
    }
    Some(shown)
}

fn text(told: &SessionTrace, heading: &str) -> String {
    let mut text = String::new();
    for (i, (round, steps)) in told.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}{heading}, round {}", round + 1);
        for step in steps {
            let _ = writeln!(text, "{:>4}  {}", step.rule, step.text);
        }
    }
    text
}

fn table(told: &SessionTrace) -> Table {
    let mut table = Table::new("trace", ["round", "step", "rule", "event", "text", "fields"]);
    for (round, steps) in told {
        for (i, step) in steps.iter().enumerate() {
            table.push(vec![
                (round + 1).into(),
                (i + 1).into(),
                step.rule.into(),
                step.event.into(),
                step.text.as_str().into(),
                Cell::Data(step.fields.clone()),
            ]);
        }
    }
    table
}
