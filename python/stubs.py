"""Writes lib/croupier/__init__.pyi from the commands; --check only checks that it is current."""

import inspect
import sys
from pathlib import Path

import croupier
from croupier._ask import functions

STUBS = Path(__file__).parent / "lib" / "croupier" / "__init__.pyi"

#: The types of options that take more than plain text.
KINDS = {
    "strategies": "_Strategy | Iterable[_Strategy] | None",
    "strategy": "_Strategy | None",
    "against": "_Strategy | None",
    "reference": "_Strategy | None",
    "rules": "str | PathLike[str] | Mapping[str, Any] | None",
    "set": "str | Iterable[str] | Mapping[str, Any] | None",
    "vary": "str | Iterable[str] | Mapping[str, Iterable[Any] | str] | None",
    "solve": "str | Mapping[str, Iterable[Any] | str] | None",
    "target": "str | Mapping[str, float] | None",
    "progress": "Callable[[int, int | None], object] | None",
}

HEAD = '''# Written by python/stubs.py.
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from typing import Any, TypeAlias

from croupier._answer import Answer as Answer
from croupier._answer import Picture as Picture
from croupier._answer import Table as Table
from croupier._ask import CroupierError as CroupierError
from croupier._ask import UsageError as UsageError
from croupier._ask import View as View

__version__: str

_Strategy: TypeAlias = str | PathLike[str] | Callable[[View], str]
'''


def stub(function: object) -> str:
    signature = inspect.signature(function)
    words: list[str] = []
    for parameter in signature.parameters.values():
        name = parameter.name
        match parameter.kind:
            case inspect.Parameter.VAR_POSITIONAL:
                words.append(f"*{name}: Any")
            case inspect.Parameter.POSITIONAL_OR_KEYWORD:
                default = "" if parameter.default is inspect.Parameter.empty else " | None = None"
                words.append(f"{name}: Any" if not default else f"{name}: Any{default}")
            case _:
                if not any(word.startswith("*") for word in words):
                    words.append("*")
                kind = KINDS.get(name, "Any")
                if parameter.default is inspect.Parameter.empty:
                    words.append(f"{name}: {kind.removesuffix(' | None')}")
                else:
                    words.append(f"{name}: {kind} = None")
    return f"def {function.__name__}({', '.join(words)}) -> Answer: ...\n"


def main() -> None:
    text = HEAD + "\n" + "".join(map(stub, functions()))
    if "--check" in sys.argv:
        if STUBS.read_text(encoding="utf-8") != text:
            sys.exit(f"{STUBS} is not that of croupier {croupier.__version__}: run python/stubs.py")
        return
    STUBS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
