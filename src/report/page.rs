//! A report as a web page for sharing: one file without network access, for the screen, the phone
//! and paper, in light and dark mode.
//!
//! Names are shown as text and never interpreted: the template escapes every text, and the page's
//! content security policy allows only its own script and style, which it names by their hashes.

mod words;

pub use self::words::Meaning;
use self::words::{Entry, Term, Words};
use super::output::sha256;
use super::picture::Picture;
use super::plot::{self, Drawing, PlotError};
use super::terminal::{View, header, readable};
use crate::study::{Cell, Report, Subject, Table};
use askama::Template;
use serde_json::{Map, Value};

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// A table on a page, with its pictures.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The table as shown.
    pub shown: Table,
    /// The complete table, if more can be unfolded.
    pub whole: Option<Table>,
    /// The pictures above it.
    pub pictures: Vec<Picture>,
}

/// The content of a page.
#[derive(Clone, Copy)]
pub struct Content<'a> {
    /// The report, for its manifest and its verdict. Its tables are not shown: `sheets` are.
    pub report: &'a Report,
    /// The subject of the report.
    pub subject: &'a Subject,
    /// The tables of the page.
    pub sheets: &'a [Sheet],
    /// Notes that a reader needs beside the tables.
    pub notes: &'a [String],
    /// The glossary: the entries of a word and of the words that it is made of.
    pub meanings: &'a dyn Fn(&str) -> Vec<Meaning>,
    /// The command that reproduces the page.
    pub command: &'a str,
    /// A sentence on how closely the command reproduces the page.
    pub gives: &'a str,
    /// The program that wrote the page, with its version.
    pub program: &'a str,
    /// The files that were read, each with its `name`, its kind (`what`) and its `sha256`.
    pub inputs: &'a [Map<String, Value>],
}

impl std::fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Content").field("subject", self.subject).finish_non_exhaustive()
    }
}

/// The reason that a page cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// A picture cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// The template library failed.
    #[error("cannot write the page: {0}")]
    Template(String),
}

/// Renders a page as HTML.
///
/// # Errors
/// If a picture cannot be drawn or the template cannot be rendered.
pub fn write(content: Content<'_>) -> Result<String, PageError> {
    let mut words = Words::new(content.meanings);
    let text = |key: &str| content.report.manifest.get(key).and_then(Value::as_str);
    let command = text("command").unwrap_or_default();
    let facts = content.subject.facts.iter().map(|fact| FactView {
        what: words.term(fact.what, fact.what),
        said: {
            let said = fact.said.iter();
            said.map(|said| words.term(&said.text, said.word.as_deref().unwrap_or_default()))
                .collect()
        },
    });
    let facts = facts.collect();
    let sections = content.sheets.iter().enumerate();
    let sections = sections.map(|(at, sheet)| section(at, sheet, &mut words));
    let sections: Vec<Section> = sections.collect::<Result<_, _>>()?;
    let input = |input: &Map<String, Value>| {
        ["name", "what", "sha256"]
            .map(|key| readable(input.get(key).and_then(Value::as_str).unwrap_or_default()))
    };
    let title = match content.subject.title.as_str() {
        "" => command,
        title => title,
    };
    let page = Page {
        style_hash: source_hash(STYLE),
        script_hash: source_hash(SCRIPT),
        style: STYLE,
        script: SCRIPT,
        title: readable(title),
        command: readable(command),
        question: question(command),
        facts,
        verdict: content.report.verdict.iter().map(|sentence| readable(sentence)).collect(),
        notes: content.notes.iter().map(|note| one_line(note)).collect(),
        sections,
        words: words.entries(),
        repeat: readable(content.command),
        gives: content.gives,
        program: readable(content.program),
        inputs: content.inputs.iter().map(input).collect(),
    };
    page.render().map_err(|error| PageError::Template(error.to_string()))
}

/// The question that a command answers.
fn question(command: &str) -> &'static str {
    match command {
        "simulate" => "What does each seat win, and how often does each event happen?",
        "odds" => "How likely is it?",
        "exact" => "What is the exact answer?",
        "compare" => "Which strategy is better, and by how much?",
        "count" => "What is it worth to count the cards?",
        "sweep" => "What changes from one value to the next?",
        "balance" => "Which value of the rule meets the target?",
        "advise" => "What to do here, and what is each choice worth?",
        "leaks" => "Where does the strategy lose, and what is better there?",
        "league" => "Which strategies hold against all others?",
        "tune" => "What is a better strategy, and by how much?",
        "games" => "Which rules, presets and strategies are there?",
        "trace" => "What happened, step by step?",
        "rules" => "What are the rules?",
        "explain" => "What do the words mean?",
        "playtest" => "What do these rules do?",
        _ => "",
    }
}

/// The source expression of a content security policy that allows exactly this text.
fn source_hash(text: &str) -> String {
    let hex = sha256(text.as_bytes());
    let digit = |c: char| c.to_digit(16).unwrap_or_default();
    let digits: Vec<u32> = hex.chars().map(digit).collect();
    let bytes: Vec<u32> = digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect();
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut base64 = String::from("sha256-");
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | byte) << (8 * (3 - three.len()));
        for at in 0..4 {
            let letter = char::from(LETTERS[(bits >> (18 - 6 * at)) as usize & 63]);
            base64.push(if at > three.len() { '=' } else { letter });
        }
    }
    base64
}

struct FactView {
    what: Term,
    said: Vec<Term>,
}

struct Section {
    id: String,
    /// The heading, and its first words for the list of tables.
    heading: Term,
    short: String,
    hoisted: Vec<String>,
    figures: Vec<Figure>,
    grid: Grid,
    whole: Option<Grid>,
    notes: Vec<String>,
}

struct Figure {
    drawing: Drawing,
    told: String,
    /// Whether its colours carry meaning: then they are drawn on white, also in dark mode.
    shades: bool,
}

/// A table in HTML.
#[derive(Template)]
#[template(
    ext = "html",
    source = r##"<div class="wide" role="region" aria-labelledby="{{ label }}" tabindex="0">
<table{% if !size.is_empty() %} class="{{ size }}"{% endif %}>
<thead><tr>
{%- for head in heads %}
<th scope="col"{% if head.numeric %} class="num"{% endif %}><span class="name"><span class="head">{{ head.name.text }}</span>
{%- if !head.name.to.is_empty() %}<a class="what" href="#w{{ head.name.first() }}" data-words="{{ head.name.to }}" aria-label="what {{ head.name.text }} means">?</a>{% endif %}</span></th>
{%- endfor %}
</tr></thead>
<tbody>
{%- for row in rows %}
<tr>
{%- for cell in row %}<{% if loop.first %}th scope="row"{% else %}td{% endif %} class="{{ cell.kind() }}"
{%- if !cell.value.is_empty() %} data-value="{{ cell.value }}"{% endif %}
{%- if cell.empty %} data-empty{% endif %}
{%- if !cell.full.is_empty() %} title="{{ cell.full }}"{% endif %}>{{ cell.term|safe }}</{% if loop.first %}th{% else %}td{% endif %}>
{%- endfor %}</tr>
{%- else %}
<tr><td class="text" colspan="{{ heads.len() }}">no rows</td></tr>
{%- endfor %}
</tbody>
</table>
</div>"##
)]
struct Grid {
    /// The id of the element that labels it.
    label: String,
    size: &'static str,
    heads: Vec<Head>,
    rows: Vec<Vec<CellView>>,
}

struct Head {
    name: Term,
    numeric: bool,
}

struct CellView {
    term: Term,
    numeric: bool,
    empty: bool,
    /// The number for sorting.
    value: String,
    /// Every digit, if fewer are shown.
    full: String,
}

impl CellView {
    fn kind(&self) -> &'static str {
        let letters = self.term.text.chars().count();
        match () {
            () if self.numeric => "num",
            () if letters <= LINE => "text short",
            () if letters <= 60 => "text",
            () => "text long",
        }
    }
}

/// The whole page.
#[derive(Template)]
#[template(
    ext = "html",
    source = r##"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{{ style_hash }}'; script-src '{{ script_hash }}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>{{ title }}: {{ command }}</title>
<style>{{ style|safe }}</style>
</head>
<body>
<header>
<h1>{{ title }}</h1>
<p class="asked">{{ question }}</p>
{%- if !facts.is_empty() %}
<dl class="facts">
{%- for fact in facts %}
<dt>{{ fact.what|safe }}</dt><dd>{% for said in fact.said %}<span>{{ said|safe }}</span>{% endfor %}</dd>
{%- endfor %}
</dl>
{%- endif %}
{%- if !verdict.is_empty() %}
<ul class="verdict">
{%- for sentence in verdict %}
<li>{{ sentence }}</li>
{%- endfor %}
</ul>
{%- endif %}
{%- for note in notes %}
<p class="note">{{ note }}</p>
{%- endfor %}
{%- if sections.len() > 1 %}
<nav aria-label="Tables">
{%- for section in sections %}
<a href="#{{ section.id }}">{{ section.short }}</a>
{%- endfor %}
</nav>
{%- endif %}
</header>
<main>
{%- for section in sections %}
<section id="{{ section.id }}">
<h2 id="h-{{ section.id }}">{{ section.heading.text }}
{%- if !section.heading.to.is_empty() %} <a class="what" href="#w{{ section.heading.first() }}" data-words="{{ section.heading.to }}" aria-label="what this table is">?</a>{% endif %}</h2>
{%- if !section.hoisted.is_empty() %}
<p class="note">{{ section.hoisted.join(" · ") }}</p>
{%- endif %}
{%- for figure in section.figures %}
<figure>
<div class="picture{% if figure.shades %} shades{% endif %}" role="img" aria-label="{{ figure.told }}" tabindex="0">
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ figure.drawing.width }} {{ figure.drawing.height }}">
{{ figure.drawing.body|safe }}
{%- for mark in figure.drawing.marks %}
<rect class="mark" x="{{ mark.left }}" y="{{ mark.top }}" width="{{ mark.width }}" height="{{ mark.height }}"><title>{{ mark.said }}</title></rect>
{%- endfor %}
</svg>
</div>
</figure>
{%- endfor %}
{{ section.grid|safe }}
{%- for note in section.notes %}
<p class="note">{{ note }}</p>
{%- endfor %}
{%- if let Some(whole) = section.whole %}
<details><summary>{% if whole.rows.len() == 1 %}The row{% else %}All {{ whole.rows.len() }} rows{% endif %}, every column and digit</summary>
{{ whole|safe }}
</details>
{%- endif %}
</section>
{%- endfor %}
</main>
<footer>
<h2 id="again">The command behind this page</h2>
<pre><code>{{ repeat }}</code></pre>
<p class="note">{{ program }}. {{ gives }}</p>
{%- if !inputs.is_empty() %}
<ul class="files note">
{%- for input in inputs %}
<li>{{ input[1] }} <code>{{ input[0] }}</code>, SHA-256 <code>{{ input[2] }}</code></li>
{%- endfor %}
</ul>
{%- endif %}
{%- if !words.is_empty() %}
<h2 id="words">What the words mean</h2>
<dl class="words">
{%- for word in words %}
<div class="word" id="w{{ word.id }}"><dt>{{ word.names }} <small>{{ word.kind }}</small></dt><dd>{% for piece in word.text %}{% if piece.0 %}<code>{{ piece.1 }}</code>{% else %}{{ piece.1 }}{% endif %}{% endfor %}</dd></div>
{%- endfor %}
</dl>
{%- endif %}
</footer>
<div id="tip" popover role="status"></div>
<script>{{ script|safe }}</script>
</body>
</html>
"##
)]
struct Page<'a> {
    style_hash: String,
    script_hash: String,
    style: &'a str,
    script: &'a str,
    title: String,
    command: String,
    question: &'static str,
    facts: Vec<FactView>,
    verdict: Vec<String>,
    notes: Vec<String>,
    sections: Vec<Section>,
    words: Vec<Entry>,
    repeat: String,
    gives: &'a str,
    program: String,
    inputs: Vec<[String; 3]>,
}

fn section(at: usize, sheet: &Sheet, words: &mut Words<'_>) -> Result<Section, PageError> {
    let table = &sheet.shown;
    let heading = table.heading();
    let id = format!("t{}", at + 1);
    let label = format!("h-{id}");
    let view = View::of(table, false);
    let figure = |picture: &Picture| -> Result<Figure, PageError> {
        let mut drawing = plot::inline(picture)?;
        drawing.body = drawing.body.lines().map(readable).collect::<Vec<_>>().join("\n");
        for mark in &mut drawing.marks {
            mark.said = readable(&mark.said);
        }
        Ok(Figure { drawing, told: readable(&picture.told()), shades: picture.is_painted() })
    };
    let hoisted = view.hoisted().map(readable).collect();
    Ok(Section {
        heading: words.term(heading, table.name),
        short: readable(heading.split(':').next().unwrap_or(heading)),
        hoisted,
        figures: sheet.pictures.iter().map(figure).collect::<Result<_, _>>()?,
        grid: grid(table, &view, label.clone(), words),
        whole: sheet.whole.as_ref().map(|whole| bare(whole, label, words)),
        notes: table.note.iter().map(|note| readable(note)).collect(),
        id,
    })
}

/// The table as the terminal shows it, with every digit in the tooltips.
fn grid(table: &Table, view: &View, label: String, words: &mut Words<'_>) -> Grid {
    let mut heads = Vec::new();
    let mut columns = Vec::new();
    for shown in &view.columns {
        let Some(name) = shown.of.first().map(|at| table.columns[*at].as_str()) else { continue };
        heads.push(Head { name: words.term(&shown.header, name), numeric: shown.numeric });
        let cell = |(row, text): (&Vec<Cell>, &String)| {
            let own = shown.of.first().and_then(|at| row.get(*at)).unwrap_or(&Cell::Empty);
            let text = readable(text);
            let exact = |at: &usize| {
                let raw = raw(row.get(*at)?);
                (!raw.is_empty()).then(|| format!("{} {raw}", table.columns[*at]))
            };
            let full: Vec<String> = shown.of.iter().filter_map(exact).collect();
            let plain = shown.of.len() == 1 && (raw(own) == text.replace(',', ""));
            CellView {
                numeric: shown.numeric,
                empty: own.is_empty(),
                value: own.number().map(|x| x.to_string()).unwrap_or_default(),
                full: match own.number().is_some() && !plain {
                    true => full.join(" · "),
                    false => String::new(),
                },
                term: Term { text, to: words.of_cell(name, own) },
            }
        };
        columns.push(table.rows.iter().zip(&shown.cells).map(cell).collect::<Vec<_>>());
    }
    let widths = columns.iter().zip(&heads).map(|(cells, head)| width(head, cells));
    let size = size(widths.sum());
    let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
    let row = |_| columns.iter_mut().filter_map(Iterator::next).collect();
    Grid { label, size, heads, rows: (0..table.rows.len()).map(row).collect() }
}

/// The table with every column and every digit.
fn bare(table: &Table, label: String, words: &mut Words<'_>) -> Grid {
    let numeric: Vec<bool> = (0..table.columns.len())
        .map(|at| table.rows.iter().all(|row| row[at].is_empty() || row[at].number().is_some()))
        .collect();
    let head = |(name, numeric): (&String, &bool)| Head {
        name: words.term(&header(name), name),
        numeric: *numeric,
    };
    let heads = table.columns.iter().zip(&numeric).map(head).collect();
    let mut row = |row: &Vec<Cell>| {
        let kinds = table.columns.iter().zip(&numeric);
        let cell = |(cell, (name, numeric)): (&Cell, (&String, &bool))| CellView {
            term: Term { text: readable(&raw(cell)), to: words.of_cell(name, cell) },
            numeric: *numeric,
            empty: cell.is_empty(),
            value: cell.number().map(|x| x.to_string()).unwrap_or_default(),
            full: String::new(),
        };
        row.iter().zip(kinds).map(cell).collect()
    };
    let rows = table.rows.iter().map(&mut row).collect();
    Grid { label, size: "", heads, rows }
}

/// The text of a cell with every digit.
fn raw(cell: &Cell) -> String {
    match cell {
        cell if cell.is_empty() => String::new(),
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Int(number) => number.to_string(),
        Cell::Count(number) => number.to_string(),
        Cell::Float(number) => number.to_string(),
        Cell::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Cell::Data(data) => serde_json::to_string(data).unwrap_or_default(),
    }
}

/// The longest name that is never broken, which is also the width of a line of words on paper, in
/// characters.
const LINE: usize = 22;

/// The least width of a column in characters: words can be broken, numbers cannot.
fn width(head: &Head, cells: &[CellView]) -> usize {
    let letters = |text: &str| text.chars().count();
    let word = |text: &str| text.split(' ').map(letters).max().unwrap_or(0);
    let cells = cells.iter().map(|cell| match cell.numeric {
        true => letters(&cell.term.text),
        false => letters(&cell.term.text).min(LINE),
    });
    cells.max().unwrap_or(0).max(word(&head.name.text)) + 2
}

/// The class of the font size on paper for a table of this width in characters.
fn size(letters: usize) -> &'static str {
    match letters {
        0..106 => "",
        106..131 => "many",
        _ => "most",
    }
}

/// A note, in whatever lines it was written, on one line.
fn one_line(note: &str) -> String {
    readable(&note.lines().map(str::trim).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::picture::{Part, Span};
    use crate::study::{Fact, Said};

    /// Markup that no page may let through unescaped.
    const EVIL: &str =
        "</style></script><script>alert(1)</script>\"'><img src=x onerror=a>&lt;\u{202e}\u{1b}";

    fn meanings(word: &str) -> Vec<Meaning> {
        let entry = |name: &str, kind: &str, text: &str| Meaning {
            names: vec![name.to_owned()],
            kind: kind.to_owned(),
            text: text.to_owned(),
        };
        match word {
            "ev" => vec![entry("ev", "columns", "What is `won`.")],
            "seat" => vec![entry("seat", "columns", "Who.")],
            "seat1:push" => {
                vec![entry("seatN:EVENT", "events", "At a seat."), entry("push", "events", EVIL)]
            }
            word if word.starts_with("</style>") => vec![entry(EVIL, EVIL, EVIL)],
            _ => Vec::new(),
        }
    }

    fn seats() -> Table {
        let mut table = Table::new("seats", ["seat", "event", "ev", "ev_se", "ev_low", "ev_high"]);
        for (seat, ev) in [("1", -0.054_591_234_5), ("seat", 0.001_2), (EVIL, 0.25)] {
            let row =
                [Cell::from(ev), 0.000_061_2.into(), (ev - 0.00012).into(), (ev + 0.00012).into()];
            table.push([seat.into(), "seat1:push".into()].into_iter().chain(row).collect());
        }
        table
    }

    fn page(report: &Report, sheets: &[Sheet]) -> String {
        let said = |text: &str| Said { text: text.to_owned(), word: Some(text.to_owned()) };
        let subject = Subject {
            title: EVIL.to_owned(),
            facts: vec![Fact { what: "rules", said: vec![said(EVIL), said("plain")] }],
        };
        let input = [("name", EVIL), ("what", EVIL), ("sha256", "00ff")];
        let input = input.map(|(key, value)| (key.to_owned(), Value::from(value)));
        let content = Content {
            report,
            subject: &subject,
            sheets,
            notes: &[EVIL.to_owned()],
            meanings: &meanings,
            command: &format!("croupier simulate --rules '{EVIL}'"),
            gives: "It is the same again.",
            program: EVIL,
            inputs: &[input.into_iter().collect()],
        };
        write(content).expect("a page")
    }

    fn sheet(shown: Table) -> Sheet {
        let mut whole = shown.clone();
        whole.push(vec![EVIL.into(), Cell::Empty, 1.0.into(), 2.0.into(), 3.0.into(), Cell::Empty]);
        let rows = vec![(EVIL.to_owned(), vec![None])];
        let (kinds, span) = (Vec::new(), Span::All);
        let part = Part::Dots { x: EVIL.to_owned(), rows, kinds, span, level: None };
        let (title, caption) = (EVIL.into(), EVIL.into());
        let picture = Picture { title, caption, parts: vec![part], table: "t" };
        Sheet { shown, whole: Some(whole), pictures: vec![picture] }
    }

    #[test]
    fn nothing_that_has_a_name_is_more_than_text() {
        let mut table = seats();
        table.note.push(EVIL.to_owned());
        table.title = Some(EVIL.to_owned());
        let mut report = Report::new(Map::new(), Vec::new());
        report.manifest.insert("command".into(), EVIL.into());
        report.verdict.push(EVIL.to_owned());
        let text = page(&report, &[sheet(table)]);
        assert_eq!(text.matches("<script").count(), 1, "its own");
        assert_eq!(text.matches("</script").count(), 1);
        assert_eq!(text.matches("</style").count(), 1);
        assert!(!text.contains("<img") && !text.contains("onerror=a>"), "{text}");
        let hidden = text.find(['\u{202e}', '\u{1b}']);
        assert_eq!(hidden.map(|at| &text[at.saturating_sub(300)..]), None);
        assert!(text.contains("\\u{202e}\\u{1b}"), "what hides is spelled out");
        // No attribute ends before its quote: there is no unescaped quote between tags.
        assert!(!text.contains("\"'>"), "{text}");
        assert!(!text.contains(" style=") && !text.contains(" onclick="));
    }

    #[test]
    fn a_policy_names_its_script_and_style() {
        let text = page(&Report::default(), &[sheet(seats())]);
        let between = |open: &str, close: &str| {
            let from = text.split_once(open).expect(open).1;
            from.split_once(close).expect(close).0.to_owned()
        };
        for (tag, own) in [("style", STYLE), ("script", SCRIPT)] {
            assert_eq!(between(&format!("<{tag}>"), &format!("</{tag}>")), own);
            assert!(text.contains(&format!("{tag}-src '{}'", source_hash(own))), "{tag}");
        }
        assert!(text.contains("content=\"default-src 'none'; style-src 'sha256-"));
        // Known answers for the empty text and a text of three bytes.
        assert_eq!(source_hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(source_hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
        for outside in ["http:", "https:", "//", "url(", "@import"] {
            let own = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!own.contains(outside), "{outside}");
        }
    }

    #[test]
    fn a_number_has_every_digit_behind_it() {
        let text = page(&Report::default(), &[sheet(seats())]);
        let cell = "<td class=\"num\" data-value=\"-0.0545912345\" title=\"ev -0.0545912345 · ev_low \
                    -0.054711234500000004 · ev_high -0.0544712345 · ev_se 0.0000612\">-0.054591 ± \
                    0.000120</td>";
        assert!(text.contains(cell), "{text}");
        assert!(text.contains("<summary>All 4 rows, every column and digit</summary>"), "{text}");
    }

    #[test]
    fn words_lead_to_their_entries() {
        let text = page(&Report::default(), &[sheet(seats())]);
        for part in [
            "<span class=\"head\">ev</span><a class=\"what\" href=\"#w",
            "<dt>ev <small>columns</small></dt><dd>What is <code>won</code>.</dd>",
            "<dt>seatN:EVENT <small>events</small></dt>",
            ">seat1:push</a></td>",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // Words that describe tables are not linked in their rows.
        assert!(text.contains("<th scope=\"row\" class=\"text short\">seat</th>"), "{text}");
        for link in text.split("href=\"#w").skip(1) {
            let id: String = link.chars().take_while(char::is_ascii_digit).collect();
            assert_eq!(text.matches(&format!("id=\"w{id}\"")).count(), 1, "{id}");
        }
    }

    #[test]
    fn a_page_says_what_was_asked_before_what_came_of_it() {
        let mut report = Report::default();
        report.manifest.insert("command".into(), "simulate".into());
        report.verdict.push("The house takes 0.05 a round.".to_owned());
        let mut second = seats();
        second.title = Some("Second: again".to_owned());
        let empty = Sheet { shown: Table::new("none", ["a"]), whole: None, pictures: Vec::new() };
        let text = page(&report, &[sheet(seats()), sheet(second), empty]);
        let order = [
            "<h1>",
            "What does each seat win",
            "rules",
            "The house takes",
            "<nav",
            "<table",
            "<pre>",
        ];
        let places = order.map(|part| text.find(part));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
        assert!(text.contains(">Second</a>") && text.contains(">no rows</td>"), "{text}");
        assert_eq!(
            text,
            page(
                &report,
                &[
                    sheet(seats()),
                    sheet({
                        let mut second = seats();
                        second.title = Some("Second: again".to_owned());
                        second
                    }),
                    Sheet { shown: Table::new("none", ["a"]), whole: None, pictures: Vec::new() }
                ]
            )
        );
    }
}
