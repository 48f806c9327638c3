//! A report as one JSON document:
//! `{"manifest": {…}, "tables": {NAME: [{COLUMN: value, …}, …]}, "verdict": [sentence, …]}`;
//! `verdict` is omitted if it is empty.

use std::io::{self, Write};

use serde_json::{Map, Value};

use crate::study::{Cell, Report, Table};

/// Writes the report, indented by two spaces, with keys in their order and a final newline, and
/// flushes.
///
/// An undefined value is `null`.
///
/// # Errors
/// If `out` cannot be written.
pub fn to_json(report: &Report, mut out: impl Write) -> io::Result<()> {
    let tables: Map<String, Value> =
        report.tables.iter().map(|table| (table.name.to_owned(), rows(table))).collect();
    let mut document = Map::new();
    document.insert("manifest".to_owned(), Value::Object(report.manifest.clone()));
    document.insert("tables".to_owned(), Value::Object(tables));
    if !report.verdict.is_empty() {
        document.insert("verdict".to_owned(), report.verdict.clone().into());
    }
    serde_json::to_writer_pretty(&mut out, &document)?;
    out.write_all(b"\n")?;
    out.flush()
}

fn rows(table: &Table) -> Value {
    let row = |cells: &Vec<Cell>| -> Value {
        Value::Object(table.columns.iter().cloned().zip(cells.iter().map(value)).collect())
    };
    Value::Array(table.rows.iter().map(row).collect())
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Empty => Value::Null,
        Cell::Text(text) => Value::from(text.as_str()),
        Cell::Int(i) => Value::from(*i),
        Cell::Count(n) => Value::from(*n),
        Cell::Float(x) => Value::from(*x), // null if not finite
        Cell::Flag(flag) => Value::from(*flag),
        Cell::Data(data) => Value::Object(data.clone()),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use serde_json::{Value, json};

    use super::to_json;
    use crate::study::{Cell, Report, Table};

    fn small() -> Report {
        let mut report = Report::default();
        report.manifest.insert("version".to_owned(), json!("0.1.0"));
        report.manifest.insert("command".to_owned(), json!("simulate"));
        report.manifest.insert("rules".to_owned(), json!({"players": 3, "ante": 1}));
        let mut seats = Table::new("seats", ["seat", "ev", "rounds", "net", "apart"]);
        seats.push(vec![
            1_u64.into(),
            (-0.05459).into(),
            10_u64.into(),
            (-3_i64).into(),
            true.into(),
        ]);
        seats.push(vec![
            "house".into(),
            Cell::Empty,
            u64::MAX.into(),
            Cell::Float(f64::NAN),
            false.into(),
        ]);
        seats.note.push("Only on the terminal.".to_owned());
        report.tables.push(seats);
        report.tables.push(Table::new("events", ["event"]));
        report
    }

    fn text(report: &Report) -> String {
        let mut out = Vec::new();
        to_json(report, &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("JSON is text")
    }

    #[test]
    fn the_document_is_pinned() {
        assert_eq!(
            text(&small()),
            r#"{
  "manifest": {
    "version": "0.1.0",
    "command": "simulate",
    "rules": {
      "players": 3,
      "ante": 1
    }
  },
  "tables": {
    "seats": [
      {
        "seat": 1,
        "ev": -0.05459,
        "rounds": 10,
        "net": -3,
        "apart": true
      },
      {
        "seat": "house",
        "ev": null,
        "rounds": 18446744073709551615,
        "net": null,
        "apart": false
      }
    ],
    "events": []
  }
}
"#
        );
    }

    #[test]
    fn it_parses_back() {
        let report = small();
        let parsed: Value = serde_json::from_str(&text(&report)).expect("it is JSON");
        assert_eq!(parsed["manifest"], Value::Object(report.manifest));
        let seats = &parsed["tables"]["seats"];
        assert_eq!(seats[0]["ev"].as_f64(), Some(-0.05459));
        assert_eq!(seats[1]["rounds"].as_u64(), Some(u64::MAX));
        assert!(seats[1]["ev"].is_null());
        assert_eq!(parsed["tables"]["events"], json!([]));
    }

    #[test]
    fn a_closed_pipe_is_reported_as_such() {
        struct Closed;
        impl io::Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let error = to_json(&small(), Closed).expect_err("the pipe is closed");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
