//! `croupier league GAME`.

use super::args::{Format, LeagueArgs};
use super::error::Failure;
use super::output::Destination;
use super::program::Program;
use super::tune::playable;
use super::{Outcome, output, progress, setup};
use crate::framework::settings::shown_path;
use crate::study::figure::Figure;
use crate::study::{Cell, LeagueAsked, Sampling, Table};
use std::fs;

/// The names of the tables, the main one first.
const TABLES: &[&str] = &["league", "payoffs"];

pub fn run(args: &LeagueArgs, program: &Program) -> Outcome {
    let run = args.search.run()?;
    let game = program.game(&args.game)?;
    let confidence = run.sampling.confidence.confidence;
    let setup = setup::setup(program, game, &args.rules, &args.strategy, confidence)?;
    let replies = args.reply.iter().map(|path| playable(game, "--reply", path));
    let asked = LeagueAsked { replies: replies.collect::<Result<_, _>>()?, adds: args.add_rules };
    for path in &args.reply {
        let files = setup.strategies.iter().filter(|member| game.can_be_tuned(member));
        for member in files {
            setup::keeps_memory(game, ("--reply", path), &member.written, member)?;
        }
    }
    game.check_league(&setup, &asked)?;
    let mut to = Destination::prepare(program, game, "league", TABLES, &args.out, &args.format)?;
    let mut files = Vec::new();
    for path in &args.reply {
        files.push(to.also(path, args.force)?);
    }
    let threads = rayon::current_num_threads();
    progress::foretell(program, &args.format, game.slow_league(&setup, run.length(), threads));
    let ask = |sampling: Sampling<'_>| game.league(&setup, &asked, sampling);
    progress::watched(&run, &args.format, program, ask, |(texts, mut answer)| {
        let why = match answer.stopped {
            true => "the run was stopped before a reply was shown to win more",
            false => "no reply is shown to win more",
        };
        let mut withdrawn = Vec::new();
        for path in args.reply.iter().skip(texts.len()) {
            let name = shown_path(path);
            answer.notes.push(match (program.keeper.wrote(path), answer.stopped) {
                // A file that the run wrote when it was stopped is not part of the whole answer.
                (true, false) => {
                    withdrawn.push(path);
                    format!("{name} is removed: {why}")
                }
                (true, true) => format!("{name} stays as it was when the run was last stopped"),
                (false, _) => format!("{name} was not written: {why}"),
            });
        }
        let is_read =
            matches!(output::chosen(program, &args.format), Format::Table | Format::Markdown);
        let payoffs = answer.report.tables.iter().find(|table| table.name == "payoffs");
        if is_read && payoffs.is_some_and(|table| view(table).is_none()) {
            answer.notes.push(format!(
                "the payoffs of more than {MOST_SHOWN} members are in the files and in JSON alone"
            ));
        }
        for (file, text) in files.into_iter().zip(texts) {
            to.put(file, text.into_bytes());
        }
        let done = to.deliver(&answer, view)?;
        for path in withdrawn {
            fs::remove_file(path).map_err(|error| {
                Failure::Other(format!("cannot remove `{}`: {error}", shown_path(path)))
            })?;
        }
        Ok(done)
    })
}

/// The maximum number of members for the square of matches.
const MOST_SHOWN: usize = 8;

/// A payoff with its standard error.
fn payoff(ev: &Cell, se: &Cell) -> Cell {
    match (ev.number(), se.number()) {
        (Some(ev), Some(se)) if se > 0.0 => {
            let plus = if ev > 0.0 { "+" } else { "" };
            format!("{plus}{}", Figure::between(ev, Some(ev - se), Some(ev + se), 1).signed())
                .into()
        }
        _ => ev.clone(),
    }
}

/// The payoffs as a square, with a column for each field.
fn view(table: &Table) -> Option<Table> {
    if table.name != "payoffs" {
        return Some(table.clone());
    }
    let members = table.rows.iter().take_while(|row| row[0] == table.rows[0][0]).count();
    if members > MOST_SHOWN {
        return None;
    }
    let text = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        _ => String::new(),
    };
    let names = table.rows.iter().take(members).map(|row| format!("field of {}", text(&row[1])));
    let mut square = Table::new("payoffs", std::iter::once("strategy".to_owned()).chain(names));
    square.title.clone_from(&table.title);
    for of_row in table.rows.chunks(members) {
        let values = of_row.iter().map(|row| payoff(&row[2], &row[3]));
        square.push(std::iter::once(of_row[0][0].clone()).chain(values).collect());
    }
    square.note.clone_from(&table.note);
    square.note.push("± is one standard error here, not an interval.".to_owned());
    Some(square)
}
