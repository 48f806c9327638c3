//! `croupier games [GAME]`.

use super::args::GamesArgs;
use super::error::Failure;
use super::output::{chosen, print, whole};
use super::page::Page;
use super::program::Program;
use super::{Done, Outcome, setup};
use crate::study::{self, AnyGame, Cell, Report, Table};
use serde_json::Map;

pub fn run(args: &GamesArgs, program: &Program) -> Outcome {
    let tables = match &args.game {
        Some(name) => {
            let game = program.game(name)?;
            let setup = setup::setup(program, game, &args.rules, &[], 0.95)?;
            if args.template {
                let text = game.template(&setup)?;
                program.caller.write(|out| out.write_all(text.as_bytes()))?;
                return Ok(Done::Whole);
            }
            game.check_rules(&setup)?;
            let values = if args.rules.given() { Some(game.values(&setup)?) } else { None };
            describe(game, values.as_deref())
        }
        None if args.rules.given() => {
            return Err(Failure::Usage(format!(
                "--rules, --set and --players are of one game: {} games GAME",
                program.name
            )));
        }
        None => vec![list(program)],
    };
    let mut manifest = Map::new();
    manifest.insert("command".into(), "games".into());
    manifest.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    if let Some(game) = &args.game {
        manifest.insert("game".into(), game.as_str().into());
    }
    let game = args.game.as_deref().map(|name| program.game(name)).transpose()?;
    let report = Report::new(manifest, tables);
    let page = Page::prepare(program, &args.report, &args.format)?;
    page.deliver(game, &report, whole)?;
    print(program, game, &report, chosen(program, &args.format), whole)?;
    Ok(Done::Whole)
}

fn list(program: &Program) -> Table {
    let mut table = Table::new("games", ["game", "title", "about"]);
    for game in &program.games {
        let facts = game.facts();
        table.push([facts.name, facts.title, facts.about].map(Cell::from).into());
    }
    table
        .note
        .push(format!("Fields, presets and strategies of a game: {} games GAME.", program.name));
    table
}

/// The tables of a game, with a column for the `values` of the fields if rules were given.
fn describe(game: &AnyGame, values: Option<&[String]>) -> Vec<Table> {
    let facts = game.facts();
    let value = values.map(|_| "value");
    let columns = ["field", "rule", "default"].into_iter().chain(value).chain(["allowed", "about"]);
    let mut fields = Table::new("fields", columns);
    for (at, field) in facts.fields.iter().enumerate() {
        let value = values.and_then(|values| values.get(at)).map(String::as_str);
        let row = [field.name, field.rule, &field.default].into_iter().chain(value);
        fields.push(row.chain([field.allowed, field.about]).map(Cell::from).collect());
    }
    let mut presets = Table::new("presets", ["preset", "about"]);
    for preset in &facts.presets {
        presets.push([preset.name, preset.about].map(Cell::from).into());
    }
    let mut strategies = Table::new("strategies", ["strategy", "parameters", "about"]);
    for strategy in &facts.strategies {
        let row = [&strategy.signature, &strategy.allowed, &strategy.about];
        strategies.push(row.map(|text| Cell::from(text.as_str())).into());
    }
    let default = &facts.default_strategy;
    strategies.note.push(format!("Seats play {default} unless told otherwise."));
    let mut features = Table::new("features", ["feature", "range", "about"]);
    for feature in &facts.features {
        let row = [feature.name, &feature.range, feature.about];
        features.push(row.map(Cell::from).into());
    }
    // The page is about the files of croupier's own games.
    let page = study::find(game.name()).map_or("", |_| ": strategies/README.md");
    features.note.push(format!("What rules of a strategy file can test{page}."));
    let mut tables = vec![fields, presets, strategies];
    if !facts.features.is_empty() {
        tables.push(features);
    }
    tables
}
