//! A table for a forum: GitHub's Markdown, with the columns and the digits of the terminal.

use super::terminal::View;
use crate::study::Table;

/// The characters with a meaning to Markdown inside a line.
const MARKS: [char; 10] = ['\\', '`', '|', '*', '_', '<', '[', '~', '&', '#'];

/// The table under a heading with its name, followed by its notes.
pub fn render(table: &Table) -> String {
    let view = View::of(table, false);
    let title: Vec<String> =
        std::iter::once(table.heading()).chain(view.hoisted()).map(escaped).collect();
    let mut text = format!("### {}\n\n", title.join(" · "));
    if !view.columns.is_empty() {
        let headers = view.columns.iter().map(|column| escaped(&column.header));
        let sides = view.columns.iter().map(|column| if column.numeric { "---:" } else { "---" });
        text += &row(headers);
        text += &row(sides.map(str::to_owned));
        for at in 0..table.rows.len() {
            text += &row(view.columns.iter().map(|column| escaped(&column.cells[at])));
        }
    }
    if table.rows.is_empty() && table.note.is_empty() {
        text += "\nno rows\n";
    }
    for note in &table.note {
        text += &format!("\n{}\n", escaped(note));
    }
    text
}

/// The verdict of a report, one paragraph for each sentence.
pub fn sentences(verdict: &[String]) -> String {
    let said: Vec<String> = verdict.iter().map(|sentence| escaped(sentence) + "\n").collect();
    said.join("\n")
}

fn row(cells: impl Iterator<Item = String>) -> String {
    cells.fold("|".to_owned(), |line, cell| format!("{line} {cell} |")) + "\n"
}

/// The text, escaped so that Markdown shows it literally.
fn escaped(text: &str) -> String {
    let mut shown = String::new();
    for c in super::terminal::readable(text).chars() {
        if MARKS.contains(&c) {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::render;
    use crate::study::{Cell, Table};

    #[test]
    fn a_table_is_one_of_github() {
        let columns = ["seat", "strategy", "rounds", "ev", "ev_se", "ev_low", "ev_high"];
        let mut table = Table::new("seats", columns);
        for (seat, strategy) in [("1", "a|b`c`(d=*x*)\n<b>"), ("house", "")] {
            let mut row = vec![Cell::from(seat), strategy.into(), 12_000_u64.into()];
            row.extend([-0.054591, 0.0000612, -0.054711, -0.054471].map(Cell::from));
            table.push(row);
        }
        table.note.push("A note_of _mine_.".to_owned());
        assert_eq!(
            render(&table),
            "### seats · rounds 12,000\n\n\
             | seat | strategy | ev |\n\
             | --- | --- | ---: |\n\
             | 1 | a\\|b\\`c\\`(d=\\*x\\*)\\\\n\\<b> | -0.054591 ± 0.000120 |\n\
             | house |  | -0.054591 ± 0.000120 |\n\
             \nA note\\_of \\_mine\\_.\n"
        );
        let none = render(&Table::new("ranking", ["rank"]));
        assert_eq!(none, "### ranking\n\n| rank |\n| ---: |\n\nno rows\n");
    }
}
