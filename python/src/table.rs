//! Tables in Arrow's format.

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{DataType, Field, Schema};
use croupier::study::{self, Cell};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCapsule, PyDict, PyList, PyType};
use serde_json::Value;
use std::sync::Arc;

/// A table of an answer. Any library that reads Arrow's C stream can read it without copying.
#[pyclass(frozen, module = "croupier._croupier")]
#[derive(Clone, Debug)]
pub struct Table {
    name: String,
    columns: Vec<String>,
    rows: Arc<Vec<Vec<Cell>>>,
    batch: RecordBatch,
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

/// A cell as a Python object.
fn object<'py>(py: Python<'py>, cell: &Cell) -> PyResult<Bound<'py, PyAny>> {
    Ok(match cell {
        Cell::Empty => py.None().into_bound(py),
        Cell::Text(text) => text.into_pyobject(py)?.into_any(),
        Cell::Int(number) => number.into_pyobject(py)?.into_any(),
        Cell::Count(number) => number.into_pyobject(py)?.into_any(),
        Cell::Float(_) => cell.number().into_pyobject(py)?.into_any(),
        Cell::Flag(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Cell::Data(fields) => crate::python(py, &Value::Object(fields.clone()))?,
    })
}

/// The cell of a Python object that [`object`] made.
fn cell(object: &Bound<'_, PyAny>) -> PyResult<Cell> {
    Ok(match value(object)? {
        Value::Null => Cell::Empty,
        Value::Bool(flag) => Cell::Flag(flag),
        Value::String(text) => Cell::Text(text),
        Value::Object(fields) => Cell::Data(fields),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => Cell::Int(number),
            (_, Some(number)) => Cell::Count(number),
            _ => number.as_f64().into(),
        },
        Value::Array(_) => return Err(PyTypeError::new_err("a cell is not a list")),
    })
}

/// A Python object as JSON.
fn value(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = object.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(list) = object.cast::<PyList>() {
        return Ok(Value::Array(list.iter().map(|each| value(&each)).collect::<PyResult<_>>()?));
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        let entry = |(key, of): (Bound<'_, PyAny>, _)| Ok((key.extract::<String>()?, value(&of)?));
        return Ok(Value::Object(dict.iter().map(entry).collect::<PyResult<_>>()?));
    }
    let number = object.extract::<u64>().map(Value::from);
    let number = number.or_else(|_| object.extract::<i64>().map(Value::from));
    let number = number.or_else(|_| object.extract::<f64>().map(Value::from));
    number.or_else(|_| object.extract::<String>().map(Value::from))
}

impl Table {
    /// The columns of a table.
    pub fn new(table: &study::Table) -> Table {
        Table::of_rows(table.name.to_owned(), table.columns.clone(), table.rows.clone())
    }

    fn of_rows(name: String, columns: Vec<String>, rows: Vec<Vec<Cell>>) -> Table {
        let mut fields = Vec::new();
        let mut arrays = Vec::new();
        for (at, name) in columns.iter().enumerate() {
            let cells: Vec<&Cell> = rows.iter().filter_map(|row| row.get(at)).collect();
            let kind = kind(&cells);
            arrays.push(column(&kind, &cells));
            fields.push(Field::new(name, kind, true));
        }
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays);
        let batch = batch.unwrap_or_else(|_| RecordBatch::new_empty(schema));
        Table { name, columns, rows: Arc::new(rows), batch }
    }
}

#[pymethods]
impl Table {
    /// The table with these rows.
    #[new]
    fn unpickled(
        name: String,
        columns: Vec<String>,
        rows: Vec<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<Table> {
        let row = |row: &Vec<Bound<'_, PyAny>>| row.iter().map(cell).collect();
        let rows = rows.iter().map(row).collect::<PyResult<_>>()?;
        Ok(Table::of_rows(name, columns, rows))
    }

    /// How to make it again, for `pickle`.
    #[allow(clippy::type_complexity, reason = "the form that the protocol has")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyType>, (&str, Vec<String>, Vec<Vec<Bound<'py, PyAny>>>))> {
        let row = |row: &Vec<Cell>| row.iter().map(|cell| object(py, cell)).collect();
        let rows = self.rows.iter().map(row).collect::<PyResult<_>>()?;
        Ok((py.get_type::<Table>(), (&self.name, self.columns.clone(), rows)))
    }

    /// The name of the table.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The names of its columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __repr__(&self) -> String {
        format!("<Table {}: {} rows of {}>", self.name, self.rows.len(), self.columns.join(", "))
    }

    /// The rows, each a dict.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |row: &Vec<Cell>| {
            let dict = PyDict::new(py);
            for (name, cell) in self.columns.iter().zip(row) {
                dict.set_item(name, object(py, cell)?)?;
            }
            Ok(dict)
        };
        self.rows.iter().map(row).collect()
    }

    /// One column as a list, by its name.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if !self.columns.iter().any(|column| column == name) {
            let known = self.columns.join(", ");
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
