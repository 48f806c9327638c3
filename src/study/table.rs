//! Tables as data: the answers of a study, independent of their format.

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell {
    /// Undefined: the empty field in CSV, `null` in JSON, `–` on the terminal.
    #[default]
    Empty,
    /// A name or a word.
    Text(String),
    /// A signed integer.
    Int(i64),
    /// A count.
    Count(u64),
    /// A measured or computed number. A number that is not finite is written like [`Cell::Empty`].
    Float(f64),
    /// True or false.
    Flag(bool),
    /// Named values: an object in JSON, its JSON text elsewhere.
    Data(serde_json::Map<String, serde_json::Value>),
}

impl Cell {
    /// The finite number in this cell, if it holds one.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Cell::Int(i) => Some(i as f64),
            Cell::Count(n) => Some(n as f64),
            Cell::Float(x) if x.is_finite() => Some(x),
            Cell::Float(_) | Cell::Empty | Cell::Text(_) | Cell::Flag(_) | Cell::Data(_) => None,
        }
    }

    /// Whether the cell is written as undefined.
    pub fn is_empty(&self) -> bool {
        match self {
            Cell::Empty => true,
            Cell::Float(x) => !x.is_finite(),
            Cell::Text(_) | Cell::Int(_) | Cell::Count(_) | Cell::Flag(_) | Cell::Data(_) => false,
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<f64> for Cell {
    fn from(x: f64) -> Cell {
        if x.is_finite() { Cell::Float(x) } else { Cell::Empty }
    }
}

impl From<u64> for Cell {
    fn from(n: u64) -> Cell {
        Cell::Count(n)
    }
}

impl From<usize> for Cell {
    fn from(n: usize) -> Cell {
        Cell::Count(n as u64)
    }
}

impl From<u32> for Cell {
    fn from(n: u32) -> Cell {
        Cell::Count(n.into())
    }
}

impl From<i64> for Cell {
    fn from(i: i64) -> Cell {
        Cell::Int(i)
    }
}

impl From<bool> for Cell {
    fn from(flag: bool) -> Cell {
        Cell::Flag(flag)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, Into::into)
    }
}

/// A named table, with the same columns in every format.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name: the key in JSON and a part of a file name.
    pub name: &'static str,
    /// The heading shown to a person, if it is not the name.
    pub title: Option<String>,
    /// The column names, each once.
    pub columns: Vec<String>,
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Notes in plain sentences, shown under the table to a person and absent from CSV and JSON.
    pub note: Vec<String>,
}

impl Table {
    /// A table without rows.
    pub fn new<C: Into<String>>(name: &'static str, columns: impl IntoIterator<Item = C>) -> Table {
        let columns = columns.into_iter().map(Into::into).collect();
        Table { name, title: None, columns, rows: Vec::new(), note: Vec::new() }
    }

    /// Appends a row with a cell for each column.
    #[track_caller]
    pub fn push(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(row.len(), self.columns.len(), "a row of `{}`", self.name);
        self.rows.push(row);
    }

    /// The heading shown to a person.
    pub fn heading(&self) -> &str {
        self.title.as_deref().unwrap_or(self.name)
    }

    /// The index of the column with this name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }
}

/// An answer: the manifest and the tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The manifest, which describes the question, in display order.
    pub manifest: serde_json::Map<String, serde_json::Value>,
    /// The tables; the first one is the main one.
    pub tables: Vec<Table>,
    /// The conclusions in plain sentences, which hold simultaneously: the intervals behind them are
    /// valid together, and each excludes the opposite of its sentence.
    pub verdict: Vec<String>,
}

impl Report {
    /// A report without a verdict.
    pub fn new(manifest: serde_json::Map<String, serde_json::Value>, tables: Vec<Table>) -> Report {
        Report { manifest, tables, verdict: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_from_plain_values() {
        assert_eq!(Cell::from("a"), Cell::Text("a".to_owned()));
        assert_eq!(Cell::from(String::from("a")), Cell::Text("a".to_owned()));
        assert_eq!(Cell::from(-3_i64), Cell::Int(-3));
        assert_eq!(Cell::from(3_u64), Cell::Count(3));
        assert_eq!(Cell::from(3_u32), Cell::Count(3));
        assert_eq!(Cell::from(3_usize), Cell::Count(3));
        assert_eq!(Cell::from(0.5), Cell::Float(0.5));
        assert_eq!(Cell::from(true), Cell::Flag(true));
        assert_eq!(Cell::from(None::<f64>), Cell::Empty);
        assert_eq!(Cell::from(Some(0.5)), Cell::Float(0.5));
    }

    #[test]
    fn what_is_not_finite_is_empty() {
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Cell::from(x), Cell::Empty);
            assert_eq!(Cell::from(Some(x)), Cell::Empty);
            assert!(Cell::Float(x).is_empty());
            assert_eq!(Cell::Float(x).number(), None);
        }
        assert!(!Cell::Float(0.0).is_empty());
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "a row of `seats`")]
    fn a_row_of_another_width_is_a_bug() {
        Table::new("seats", ["seat", "ev"]).push(vec![1_u64.into()]);
    }
}
