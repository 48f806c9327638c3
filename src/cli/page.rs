//! `--report FILE.html`: the answer as a page.

use super::args::{FormatArgs, ReportArgs};
use super::error::Failure;
use super::explain::Glossary;
use super::output::{STAKES, filled, shown};
use super::program::Program;
use super::progress;
use crate::framework::Profile;
use crate::framework::settings::shown_path;
use crate::report::Output;
use crate::report::output::FileId;
use crate::report::page::{self, Content, PageError, Sheet};
use crate::report::picture::Picture;
use crate::study::{AnyGame, Report, Subject, Table};
use serde_json::Value;
use std::path::Path;

/// The most cells of a table that unfolds on a page; a larger table is complete only in the files.
const MOST_CELLS: usize = 3000;

/// Tables that a page shows even where a screen does not: the commands that reproduce figures, and
/// the values tried.
const ON_PAGES: [&str; 2] = ["probes", "repeat"];

/// Checks the file of the page, if one is wanted.
pub fn prepare(args: &ReportArgs, output: &mut Output) -> Result<Option<FileId>, Failure> {
    let Some(path) = check(args)? else { return Ok(None) };
    Ok(Some(output.file(path, true)?))
}

/// The file of the page, if one is wanted, with the ending of a page.
pub fn check(args: &ReportArgs) -> Result<Option<&Path>, Failure> {
    let Some(path) = &args.report else { return Ok(None) };
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    if !ending.is_some_and(|ending| ending == "html" || ending == "htm") {
        return Err(Failure::Usage(format!(
            "--report `{}`: a page ends in .html, such as page.html",
            shown_path(path)
        )));
    }
    Ok(Some(path))
}

/// The page of an answer without other files.
pub struct Page<'p> {
    program: &'p Program,
    output: Output,
    file: Option<FileId>,
    quiet: bool,
}

impl<'p> Page<'p> {
    /// Checks the file of the page, if one is wanted.
    pub fn prepare(
        program: &'p Program,
        args: &ReportArgs,
        format: &FormatArgs,
    ) -> Result<Page<'p>, Failure> {
        let mut output = Output::new(progress::scratch(), &program.inputs());
        let file = prepare(args, &mut output)?;
        Ok(Page { program, output, file, quiet: format.quiet })
    }

    /// Writes the page, if one is wanted.
    pub fn deliver(
        mut self,
        game: Option<&AnyGame>,
        report: &Report,
        view: impl Fn(&Table) -> Option<Table>,
    ) -> Result<(), Failure> {
        self.program.caller.hand_over(game, report, shown(game, report, &view), || {
            write(self.program, game, report, (&[], false), &view)
        })?;
        let Some(file) = self.file else { return Ok(()) };
        let page = write(self.program, game, report, (&[], false), view)?;
        self.output.put(file, page);
        let files = self.output.write(&self.program.provenance(report))?;
        if !self.quiet {
            let names: Vec<_> = files.iter().map(|path| shown_path(path)).collect();
            self.program.caller.say(&format!("wrote {}", names.join(", ")));
        }
        Ok(())
    }
}

/// Writes the page of a report; `view` picks the part of a table that is shown, and `notes` are
/// sentences beside them.
pub fn write(
    program: &Program,
    game: Option<&AnyGame>,
    report: &Report,
    (notes, stopped): (&[String], bool),
    view: impl Fn(&Table) -> Option<Table>,
) -> Result<Vec<u8>, Failure> {
    let profiles: Vec<Profile> = match game {
        Some(game) => vec![game.profile()],
        None => program.games.iter().map(|game| game.profile()).collect(),
    };
    let glossary = Glossary::of(&profiles);
    let subject = match game {
        Some(game) => game.subject(&report.manifest),
        None => Subject { title: program.name.clone(), facts: Vec::new() },
    };
    let stake = game.map_or(STAKES, |game| game.profile().stake);
    let sheet = |table: &Table| {
        let on_page = || ON_PAGES.contains(&table.name).then(|| table.clone());
        let (shown, all) = (filled(view(table).or_else(on_page)?), filled(table.clone()));
        let is_less = shown.columns != all.columns || shown.rows != all.rows;
        let fits = all.rows.len() * all.columns.len() <= MOST_CELLS;
        let whole = (is_less && fits).then_some(all);
        Some((table.name, Sheet { shown: shown.headed(stake), whole, pictures: Vec::new() }))
    };
    let (names, mut sheets): (Vec<&str>, Vec<Sheet>) =
        report.tables.iter().filter_map(sheet).unzip();
    let picture = game.and_then(|game| Picture::of(report, &game.facts(), &subject));
    if let Some(picture) = picture {
        // Beside its table, or beside the first if that is not shown.
        let own = names.iter().position(|name| *name == picture.table);
        if let Some(sheet) = sheets.get_mut(own.unwrap_or(0)) {
            sheet.pictures.push(picture);
        }
    }
    let provenance = program.provenance(report);
    let inputs = provenance.get("inputs").and_then(Value::as_array).into_iter().flatten();
    let inputs: Vec<_> = inputs.filter_map(Value::as_object).cloned().collect();
    let (command, gives) = program.again(report, stopped);
    let page = page::write(Content {
        report,
        subject: &subject,
        sheets: &sheets,
        notes,
        meanings: &|word| glossary.meanings(word),
        command: &command,
        gives,
        program: &format!("{} {}", program.name, program.version),
        inputs: &inputs,
    })?;
    Ok(page.into_bytes())
}

impl From<PageError> for Failure {
    fn from(error: PageError) -> Failure {
        Failure::Other(error.to_string())
    }
}
