//! Tables in Arrow's format.

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{DataType, Field, Schema};
use croupier::study::{self, Cell};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use serde_json::Value;
use std::sync::Arc;

/// A table of an answer. Any library that reads Arrow's C stream can read it without copying.
#[pyclass(frozen, module = "croupier")]
#[derive(Clone, Debug)]
pub struct Table {
    name: &'static str,
    batch: RecordBatch,
    cells: Arc<study::Table>,
}

/// The data type of a column.
fn kind(cells: &[&Cell]) -> DataType {
    let known = |cell: &&&Cell| !matches!(cell, Cell::Empty);
    let all = |is: fn(&Cell) -> bool| cells.iter().filter(known).all(|cell| is(cell));
    let whole = |cell: &Cell| match cell {
        Cell::Int(_) => true,
        Cell::Count(number) => i64::try_from(*number).is_ok(),
        _ => false,
    };
    if !cells.iter().any(|cell| known(&cell)) {
        DataType::Null
    } else if all(|cell| matches!(cell, Cell::Flag(_))) {
        DataType::Boolean
    } else if all(whole) {
        DataType::Int64
    } else if all(|cell| matches!(cell, Cell::Int(_) | Cell::Count(_) | Cell::Float(_))) {
        DataType::Float64
    } else {
        DataType::Utf8
    }
}

/// A cell as text.
fn words(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Empty => None,
        Cell::Text(text) => Some(text.clone()),
        Cell::Int(number) => Some(number.to_string()),
        Cell::Count(number) => Some(number.to_string()),
        Cell::Float(number) => Some(number.to_string()),
        Cell::Flag(flag) => Some(flag.to_string()),
        Cell::Data(fields) => Some(Value::Object(fields.clone()).to_string()),
    }
}

fn column(kind: &DataType, cells: &[&Cell]) -> ArrayRef {
    match kind {
        DataType::Boolean => {
            let mut built = BooleanBuilder::new();
            cells.iter().for_each(|cell| match cell {
                Cell::Flag(flag) => built.append_value(*flag),
                _ => built.append_null(),
            });
            Arc::new(built.finish())
        }
        DataType::Int64 => {
            let mut built = Int64Builder::new();
            cells.iter().for_each(|cell| match cell {
                Cell::Int(number) => built.append_value(*number),
                Cell::Count(number) => built.append_option(i64::try_from(*number).ok()),
                _ => built.append_null(),
            });
            Arc::new(built.finish())
        }
        DataType::Float64 => {
            let mut built = Float64Builder::new();
            cells.iter().for_each(|cell| built.append_option(cell.number()));
            Arc::new(built.finish())
        }
        DataType::Null => Arc::new(arrow_array::NullArray::new(cells.len())),
        _ => {
            let mut built = StringBuilder::new();
            cells.iter().for_each(|cell| built.append_option(words(cell)));
            Arc::new(built.finish())
        }
    }
}

impl Table {
    /// The columns of a table.
    pub fn new(table: &study::Table) -> Table {
        let mut fields = Vec::new();
        let mut columns = Vec::new();
        for (at, name) in table.columns.iter().enumerate() {
            let cells: Vec<&Cell> = table.rows.iter().filter_map(|row| row.get(at)).collect();
            let kind = kind(&cells);
            columns.push(column(&kind, &cells));
            fields.push(Field::new(name, kind, true));
        }
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns);
        let batch = batch.unwrap_or_else(|_| RecordBatch::new_empty(schema));
        Table { name: table.name, batch, cells: Arc::new(table.clone()) }
    }
}

#[pymethods]
impl Table {
    /// The name of the table.
    #[getter]
    fn name(&self) -> &str {
        self.name
    }

    /// The names of its columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.cells.columns.clone()
    }

    fn __len__(&self) -> usize {
        self.cells.rows.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Table {}: {} rows of {}>",
            self.name,
            self.cells.rows.len(),
            self.cells.columns.join(", ")
        )
    }

    /// The rows, each a dict.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |row: &Vec<Cell>| {
            let dict = PyDict::new(py);
            for (name, cell) in self.cells.columns.iter().zip(row) {
                match cell {
                    Cell::Empty => dict.set_item(name, py.None())?,
                    Cell::Text(text) => dict.set_item(name, text)?,
                    Cell::Int(number) => dict.set_item(name, number)?,
                    Cell::Count(number) => dict.set_item(name, number)?,
                    Cell::Float(_) => dict.set_item(name, cell.number())?,
                    Cell::Flag(flag) => dict.set_item(name, flag)?,
                    Cell::Data(fields) => {
                        dict.set_item(name, crate::python(py, &Value::Object(fields.clone()))?)?;
                    }
                }
            }
            Ok(dict)
        };
        self.cells.rows.iter().map(row).collect()
    }

    /// One column as a list, by its name.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if self.cells.column(name).is_none() {
            let known = self.cells.columns.join(", ");
            return Err(PyKeyError::new_err(format!("no column {name}; columns are {known}")));
        }
        let rows = self.rows(py)?;
        rows.into_iter().map(|row| row.as_any().get_item(name)).collect()
    }

    /// The table as Arrow's C stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The consumer casts to other types itself, as the protocol allows.
        let _ = requested_schema;
        let schema = self.batch.schema();
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}
