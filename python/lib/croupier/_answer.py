"""The answers of commands."""

from __future__ import annotations

import html
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

_STYLE = "padding:.15em .8em .15em 0"
#: The most rows of a table that a notebook shows: half of them from its beginning, half from its end.
_MOST_ROWS = 60


class Table:
    """A table, with every digit. Libraries that read Arrow's C stream can read it directly."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """Its name."""
        return self._inner.name

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return self._inner.columns

    def rows(self) -> list[dict[str, Any]]:
        """Its rows, each a dict."""
        return self._inner.rows()

    def __len__(self) -> int:
        return len(self._inner)

    def __getitem__(self, column: str) -> list[Any]:
        return self._inner[column]

    def keys(self) -> list[str]:
        """The names of its columns, so that ``dict(table)`` has its columns by name."""
        return self.columns

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def __repr__(self) -> str:
        return repr(self._inner)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._inner.__arrow_c_stream__(requested_schema)

    def to_pyarrow(self) -> Any:
        """As a ``pyarrow.Table``, without copying."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> Any:
        """As a ``polars.DataFrame``, without copying."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> Any:
        """As a ``pandas.DataFrame``, by way of ``pyarrow``."""
        return self.to_pyarrow().to_pandas()


class Picture:
    """A picture, which a notebook shows."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it as SVG. For PNG pass ``plot="name.png"`` to the command."""
        if Path(path).suffix.lower() != ".svg":
            raise ValueError(f"{path}: a picture is saved as .svg; a command writes plot=\"name.png\"")
        Path(path).write_text(self.svg, encoding="utf-8")


class Answer:
    """The answer of a command: ``print`` shows it as a terminal does, a notebook as tables."""

    def __init__(self, told: dict[str, Any]) -> None:
        tables = [Table(inner) for inner in told.get("tables", [])]
        #: The tables by name, the main one first.
        self.tables: dict[str, Table] = {table.name: table for table in tables}
        #: The question: game, all its rules, strategies, rounds, seed.
        self.manifest: dict[str, Any] = told.get("manifest", {})
        #: The conclusions from the tables, in sentences that hold together with the stated confidence.
        self.verdict: list[str] = told.get("verdict", [])
        #: Further notes.
        self.notes: list[str] = told["notes"]
        #: The text that a terminal would have shown.
        self.text: str = told["text"]
        #: Whether the run was stopped before its end.
        self.stopped: bool = told["stopped"]
        self._subject: str = told["subject"]
        self._shown = told["shown"]
        self._picture: str | None = told["picture"]
        self._page: str | None = told["page"]

    @property
    def table(self) -> Table:
        """The main table."""
        if not self.tables:
            raise LookupError("this answer is a text and has no table: see .text")
        return next(iter(self.tables.values()))

    def __getitem__(self, name: str) -> Table:
        if name not in self.tables:
            raise KeyError(f"no table {name}; tables are {', '.join(self.tables) or 'none'}")
        return self.tables[name]

    def keys(self) -> list[str]:
        """The names of its tables."""
        return list(self.tables)

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __contains__(self, name: object) -> bool:
        return name in self.tables

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    def to_pyarrow(self) -> Any:
        """The main table as a ``pyarrow.Table``."""
        return self.table.to_pyarrow()

    def to_polars(self) -> Any:
        """The main table as a ``polars.DataFrame``."""
        return self.table.to_polars()

    def to_pandas(self) -> Any:
        """The main table as a ``pandas.DataFrame``."""
        return self.table.to_pandas()

    def plot(self) -> Picture:
        """The picture of the answer.

        Raises ``LookupError`` for an answer that has none.
        """
        if self._picture is None:
            raise LookupError("there is no picture of this answer")
        return Picture(self._picture)

    def report(self, path: str | PathLike[str]) -> None:
        """Writes the answer as a one-file page for a browser, a phone or paper."""
        if self._page is None:
            raise LookupError("there is no page of this answer")
        if Path(path).suffix.lower() not in (".html", ".htm"):
            raise ValueError(f"{path}: a page is saved as .html")
        Path(path).write_text(self._page, encoding="utf-8")

    def __repr__(self) -> str:
        text = self.text.rstrip("\n")
        return "\n".join(filter(None, [text, *self.notes]))

    def _repr_html_(self) -> str:
        notes = [f"<p><small>{html.escape(note)}</small></p>" for note in self.notes]
        if not self._shown:
            texts = [f"<pre>{html.escape(self.text)}</pre>"] if self.text else []
            return "\n".join(texts + notes)
        subject = [f"<p><small>{html.escape(self._subject)}</small></p>"] if self._subject else []
        said = [f"<p>{html.escape(sentence)}</p>" for sentence in self.verdict]
        tables = [_html(*shown) for shown in self._shown]
        return "\n".join(subject + said + tables + notes)


def _html(
    heading: str,
    headers: list[str],
    numeric: list[bool],
    rows: list[list[str]],
    notes: list[str],
) -> str:
    def cells(tag: str, texts: list[str]) -> str:
        sides = ["right" if right else "left" for right in numeric]
        return "".join(
            f'<{tag} style="{_STYLE};text-align:{side}">{html.escape(text)}</{tag}>'
            for side, text in zip(sides, texts)
        )

    if len(rows) > _MOST_ROWS:
        half = _MOST_ROWS // 2
        notes = [*notes, f"{_MOST_ROWS} of {len(rows):,} rows are shown; all are in the tables of the answer."]
        rows = [*rows[:half], ["…"] * len(headers), *rows[-half:]]
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    below = "".join(f"<p><small>{html.escape(note)}</small></p>" for note in notes)
    return (
        f"<table><caption>{html.escape(heading)}</caption>"
        f"<thead><tr>{cells('th', headers)}</tr></thead><tbody>{body}</tbody></table>{below}"
    )
