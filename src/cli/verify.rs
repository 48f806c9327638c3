//! `croupier verify F.csv`.

use super::args::VerifyArgs;
use super::error::Failure;
use super::program::Program;
use super::{Done, Outcome, progress};
use crate::framework::settings::{quoted, shown, shown_path};
use crate::report::output::{Verified, verify};
use serde_json::Value;
use std::fmt::Write as _;

pub fn run(args: &VerifyArgs, program: &Program) -> Outcome {
    let found = verify(progress::scratch(), &args.file);
    let found = found.map_err(|error| Failure::Other(error.to_string()))?;
    if found.finished {
        program.caller.say(
            "note: the run was killed while its files took their places; they have taken them now",
        );
    }
    if !found.differences.is_empty() {
        let differences: Vec<_> = found.differences.iter().map(ToString::to_string).collect();
        return Err(Failure::Other(differences.join("; ")));
    }
    let text = told(&found);
    program.caller.write(|out| out.write_all(text.as_bytes()))?;
    Ok(Done::Whole)
}

fn told(found: &Verified) -> String {
    let mut text = String::from("whole and unchanged\n");
    for file in &found.files {
        let _ = writeln!(text, "  {}", shown_path(file));
    }
    let words = found.said.get("arguments").and_then(Value::as_array);
    let words = words.into_iter().flatten().filter_map(Value::as_str).map(quoted);
    let words: Vec<String> = words.collect();
    let said = |key: &str| found.said.get(key).and_then(Value::as_str);
    let program = said("program").unwrap_or(env!("CARGO_PKG_NAME"));
    let _ = writeln!(text, "written by {} {}", quoted(program), words.join(" "));
    let _ = writeln!(text, "with croupier {}", shown(said("version").unwrap_or("?")));
    text
}
