//! A table as comma-separated values: a header row, then the rows, with every digit of every
//! number.

use std::io::{self, Write};

use crate::study::{Cell, Table};

/// Writes the table and flushes.
///
/// Lines end with `\n`. A field with a comma, a quote or a line break is quoted (RFC 4180). Numbers
/// read back as the same `f64`; an undefined value is the empty field.
///
/// # Errors
/// If `out` cannot be written.
pub fn to_csv(table: &Table, out: impl Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(&table.columns).map_err(into_io)?;
    for row in &table.rows {
        writer.write_record(row.iter().map(field)).map_err(into_io)?;
    }
    writer.flush()
}

/// Unwraps the error of the writer, so that its kind (such as a closed pipe) stays visible.
fn into_io(error: ::csv::Error) -> io::Error {
    if error.is_io_error() {
        if let ::csv::ErrorKind::Io(error) = error.into_kind() {
            return error;
        }
        return io::ErrorKind::Other.into();
    }
    io::Error::other(error)
}

fn field(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Int(i) => i.to_string(),
        Cell::Count(n) => n.to_string(),
        Cell::Float(x) if x.is_finite() => float(*x),
        Cell::Float(_) => String::new(),
        Cell::Flag(flag) => flag.to_string(),
        Cell::Data(data) => serde_json::to_string(data).unwrap_or_default(),
    }
}

/// The shortest form that reads back as `x`, in exponent form if the plain one would be mostly
/// zeros.
fn float(x: f64) -> String {
    let size = x.abs();
    if size != 0.0 && !(1e-5..1e16).contains(&size) { format!("{x:e}") } else { x.to_string() }
}

#[cfg(test)]
mod tests {
    use std::io;

    use rand::Rng;
    use rand_pcg::Pcg64;

    use super::{float, to_csv};
    use crate::study::{Cell, Table};

    fn text(table: &Table) -> String {
        let mut out = Vec::new();
        to_csv(table, &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("fields are strings")
    }

    #[test]
    fn every_kind_of_cell() {
        let mut table = Table::new("t", ["a", "b", "c", "d", "e", "f"]);
        table.push(vec![
            Cell::Empty,
            "x".into(),
            (-1_i64).into(),
            7_u64.into(),
            0.25.into(),
            true.into(),
        ]);
        table.push(vec![
            Cell::Float(f64::NAN),
            "a, \"b\"\nc".into(),
            i64::MIN.into(),
            u64::MAX.into(),
            1e-10.into(),
            false.into(),
        ]);
        table.note.push("Not in a file.".to_owned());
        assert_eq!(
            text(&table),
            "a,b,c,d,e,f\n\
             ,x,-1,7,0.25,true\n\
             ,\"a, \"\"b\"\"\nc\",-9223372036854775808,18446744073709551615,1e-10,false\n"
        );
    }

    #[test]
    fn a_table_without_rows_is_its_header() {
        assert_eq!(text(&Table::new("t", ["a", "b"])), "a,b\n");
    }

    #[test]
    fn floats_are_short() {
        for (x, expected) in [
            (0.0, "0"),
            (1.0, "1"),
            (-0.05459, "-0.05459"),
            (0.00001, "0.00001"),
            (0.000009, "9e-6"),
            (-1.5e-10, "-1.5e-10"),
            (9_007_199_254_740_992.0, "9007199254740992"),
            (1e16, "1e16"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        ] {
            assert_eq!(float(x), expected);
        }
    }

    /// Random bits and the characters that CSV treats specially survive a round trip.
    #[test]
    fn what_is_written_reads_back() {
        let mut random = Pcg64::new(7, 11);
        let letters = [',', '"', '\n', '\r', ' ', ';', 'a', 'é', '±', '='];
        let mut table = Table::new("t", ["float", "count", "int", "text"]);
        for _ in 0..20_000 {
            let x = f64::from_bits(random.next_u64());
            let length = random.next_u32() % 6;
            let word: String =
                (0..length).map(|_| letters[random.next_u32() as usize % letters.len()]).collect();
            let count = random.next_u64() >> (random.next_u32() % 64);
            let int = random.next_u64() as i64 >> (random.next_u32() % 64);
            table.push(vec![x.into(), count.into(), int.into(), word.into()]);
        }
        let written = text(&table);
        let mut reader = ::csv::Reader::from_reader(written.as_bytes());
        let header: Vec<_> = reader.headers().expect("a header").iter().map(String::from).collect();
        assert_eq!(header, table.columns);
        let mut rows = 0;
        for (record, row) in reader.records().zip(&table.rows) {
            let record = record.expect("a record");
            match row[0] {
                Cell::Float(x) => {
                    let read: f64 = record[0].parse().expect("a number");
                    assert_eq!(read.to_bits(), x.to_bits(), "{}", &record[0]);
                }
                _ => assert_eq!(&record[0], ""),
            }
            assert_eq!(row[1], Cell::Count(record[1].parse().expect("a count")));
            assert_eq!(row[2], Cell::Int(record[2].parse().expect("an integer")));
            assert_eq!(row[3], Cell::Text(record[3].to_owned()));
            rows += 1;
        }
        assert_eq!(rows, table.rows.len());
    }

    /// A writer that accepts `left` bytes and then fails like a closed pipe.
    struct Closing {
        left: usize,
    }

    impl io::Write for Closing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.left);
            self.left -= taken;
            if taken == 0 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_reported_as_such_whenever_it_closes() {
        let mut table = Table::new("t", ["a"]);
        for n in 0..20_000_u64 {
            table.push(vec![n.into()]);
        }
        for left in [0, 10_000, 100_000] {
            let error = to_csv(&table, Closing { left }).expect_err("the pipe is closed");
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "after {left} bytes");
        }
    }
}
