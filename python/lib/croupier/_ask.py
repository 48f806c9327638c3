"""From Python's arguments to the words of the command line, and back."""

from __future__ import annotations

import ctypes
import difflib
import inspect
import json
import os
import re
import shlex
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from os import PathLike, fspath
from typing import Any

from croupier import _croupier
from croupier._answer import Answer
from croupier._examples import EXAMPLES

#: Commands for a person at a terminal.
_LEFT_OUT = {"play", "completions", "man", "help"}
#: Options that name a file to write.
_WRITTEN = {
    "out",
    "report",
    "plot",
    "write",
    "write_system",
    "write_indices",
    "write_strategy",
    "checkpoint",
    "reply",
    "parts_in",
}
#: Options that only change the display in a terminal.
_SHOWN = {"format", "quiet"}


class CroupierError(Exception):
    """An error, with the message that the command line would print."""

    __module__ = "croupier"

    #: The faulty option or field of the rules; ``None`` if the error is in neither.
    field: str | None

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class UsageError(CroupierError, ValueError):
    """The command is wrong: an option, the rules or a strategy."""

    __module__ = "croupier"


class View:
    """The view of a player who is asked for a decision."""

    __slots__ = ("actions", "decided", "lines", "situation")

    def __init__(
        self, decided: str, actions: list[str], situation: dict[str, int], lines: list[str]
    ) -> None:
        #: The decision, in a word: ``turn``, ``bet``.
        self.decided = decided
        #: Every legal action, in the words of written rounds.
        self.actions = actions
        #: The view as data: the features that strategy files can test here, with their values.
        self.situation = situation
        #: The view in lines for a person to read.
        self.lines = lines

    def __repr__(self) -> str:
        return f"View({self.decided!r}, {self.actions!r}, {self.situation!r})"


class _Player:
    """A function in a seat: counts its decisions, and looks its answers up among the actions."""

    def __init__(self, play: Callable[[View], str], name: str) -> None:
        self.play, self.name = play, name
        self.asked, self.begun = 0, time.perf_counter()
        #: The threads that are running it.
        self.inside: set[int] = set()

    def __call__(
        self, decided: str, actions: list[str], situation: list[tuple[str, int]], lines: list[str]
    ) -> int:
        # A copy, because the player may modify its list.
        view = View(decided, list(actions), dict(situation), lines)
        thread = threading.get_ident()
        self.inside.add(thread)
        _THINKING.add(self)
        try:
            action = self.play(view)
        finally:
            self.inside.discard(thread)
        self.asked += 1
        try:
            return actions.index(action)
        except ValueError:
            raise ValueError(
                f"the player {self.name} answered {action!r}; actions here are {', '.join(actions)}"
            ) from None

    def note(self, spent: float) -> str:
        """What its decisions cost, of which ``spent`` is the time in seconds, the making of views included."""
        share = min(100 * spent / (time.perf_counter() - self.begun), 100)
        decisions = "1 decision" if self.asked == 1 else f"{self.asked:,} decisions"
        each = "" if self.asked == 1 else " each"
        return (
            f"{self.name} is written in Python: {decisions}, {1e6 * spent / self.asked:,.1f} "
            f"microseconds{each} ({share:.0f}% of the time)"
        )


#: Players that were asked for a decision.
_THINKING: weakref.WeakSet[_Player] = weakref.WeakSet()


def interrupt(players: Iterable[_Player] = _THINKING) -> None:
    """Raises KeyboardInterrupt in players that are still running: nobody waits for them any more."""
    for player in list(players):
        for thread in list(player.inside):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt)
            )


def _plain(value: Any) -> Any:
    """A numpy value or a set as a plain Python value."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return value.tolist() if hasattr(value, "tolist") else value


def _value(value: Any) -> str:
    """A value as it is written on the command line."""
    value = _plain(value)
    match value:
        case bytes() | bytearray():
            raise TypeError(f"{value!r} is bytes, where a text is needed")
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case str():
            return value
        case PathLike():
            return fspath(value)
        case Mapping() | list() | tuple() | range():
            return _toml(value)
    return str(value)


def _toml(value: Any) -> str:
    value = _plain(value)
    match value:
        case Mapping():
            return "{ " + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + " }"
        case list() | tuple() | range():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case str():
            return json.dumps(value)
    return _value(value)


def _fields(fields: Mapping[str, Any], above: str = "") -> Iterable[str]:
    """Fields of the rules as arguments of ``--set``."""
    for name, value in fields.items():
        if isinstance(value, Mapping) and value:
            yield from _fields(value, f"{above}{name}.")
        else:
            yield f"{above}{name}={_value(value)}"


def _range(value: Any) -> str:
    """Values of an axis: a list, a range, or a text such as ``0..200:10``."""
    value = _plain(value)
    return ",".join(map(_value, value)) if _is_many(value) else _value(value)


def _is_many(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, bytearray, PathLike, Mapping))


def _bounds(value: Any) -> str:
    """The range in which to search: ``(0, 200)``, ``(0, 2, 0.05)``, or the form of an axis."""
    if isinstance(value, tuple) and len(value) in (2, 3):
        low, high, *step = map(_value, value)
        return f"{low}..{high}" + "".join(f":{step}" for step in step)
    return _range(value)


def _each(value: Any) -> list[Any]:
    if value is None:
        return []
    value = _plain(value)
    return list(value) if _is_many(value) and not callable(value) else [value]


def _texts(value: Any) -> Iterable[str]:
    """Every text and path in an argument."""
    match value:
        case str() | PathLike():
            yield fspath(value)
        case Mapping():
            for one in value.values():
                yield from _texts(one)
        case list() | tuple() | set():
            for one in value:
                yield from _texts(one)


class _Words:
    """The words of a command, and its in-memory files and players; ``taken`` are names in use."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken)
        self.words: list[str] = []
        self.files: list[tuple[str, str]] = []
        self.players: dict[str, _Player] = {}

    def add(self, name: str, value: Any) -> None:
        self.words.append(f"--{name}={value}")

    def file(self, name: str, text: str) -> str:
        """Adds a text as an in-memory file and returns the file's name."""
        found, number = f"{name}.toml", len(self.files)
        while found in self.taken or os.path.lexists(found):
            number += 1
            found = f"{name}-{number}.toml"
        self.taken.add(found)
        self.files.append((found, text))
        return found

    def strategy(self, value: Any) -> str:
        if callable(value):
            name = re.sub("[^a-z0-9]+", "-", getattr(value, "__name__", "player").lower()).strip("-")
            name = name or "player"
            plain, number = name, len(self.players)
            while name in self.players and self.players[name].play is not value:
                number += 1
                name = f"{plain}-{number}"
            self.players.setdefault(name, _Player(value, name))
            return name
        text = _value(value)
        is_text = "\n" in text and not isinstance(value, PathLike)
        return self.file("strategy", text) if is_text else text

    def rules(self, value: Any) -> None:
        if isinstance(value, Mapping):
            fields = dict(value)
            if "preset" in fields:
                self.add("rules", fields.pop("preset"))
            for field in _fields(fields):
                self.add("set", field)
            return
        text = _value(value)
        is_text = ("\n" in text or "=" in text) and not isinstance(value, PathLike)
        # The path of a file may have an equals sign in it.
        is_text = is_text and not ("\n" not in text and os.path.exists(text))
        self.add("rules", self.file("rules", text) if is_text else text)

    def option(self, facts: Mapping[str, Any], value: Any) -> None:
        name = facts["name"]
        if facts["value"] is None:
            value = _plain(value)
            if not isinstance(value, bool):
                raise TypeError(f"{_keyword(facts)}=… takes True or False, not {value!r}")
            if value:
                self.words.append(f"--{name}")
            return
        match name:
            case "rules":
                self.rules(value)
            case "set":
                for one in _each(value):
                    for field in _fields(one) if isinstance(one, Mapping) else [one]:
                        self.add(name, field)
            case "strategy" | "against" | "reference" | "hand" | "deck" if isinstance(
                value, (set, frozenset)
            ):
                raise TypeError(f"{_keyword(facts)}=… is a set, which has no order; give a list")
            case "strategy" | "against" | "reference":
                each = _each(value)
                if not each:
                    raise TypeError(f"{_keyword(facts)}={value!r} names nobody; leave it out")
                for one in each:
                    self.add(name, self.strategy(one))
            case "vary" | "solve" if isinstance(value, Mapping):
                values = _range if name == "vary" else _bounds
                for field, one in value.items():
                    self.add(name, f"{field}={values(one)}")
            case "target" if isinstance(value, Mapping):
                for metric, one in value.items():
                    self.add(name, f"{metric}={_value(one)}")
            case "penetration" | "deck" | "hand":
                self.add(name, _range(value))
            case "situation" | "replay" if isinstance(value, str) and "\n" in value:
                self.add(name, self.file(name, value))
            case _:
                each = _each(value) if facts["is_repeated"] else [value]
                if not each:
                    raise TypeError(f"{_keyword(facts)}={value!r} names nothing; leave it out")
                for one in each:
                    self.add(name, _value(one))


def _keyword(facts: Mapping[str, Any]) -> str:
    """The keyword argument of an option."""
    if facts["name"] == "strategy" and facts["is_repeated"]:
        return "strategies"
    return facts["name"].replace("-", "_")


def _function(command: Mapping[str, Any]) -> Callable[..., Answer]:
    name = command["name"]
    arguments = [facts for facts in command["arguments"] if facts["name"] not in _SHOWN]
    places = [facts for facts in arguments if facts["is_positional"]]
    options = {_keyword(facts): facts for facts in arguments if not facts["is_positional"]}
    writes = "out" in options

    def ask(*values: Any, progress: Any = None, **named: Any) -> Answer:
        # A positional argument may also be given by name.
        values = list(values)
        for at, facts in enumerate(places):
            if facts["name"] not in named:
                continue
            if at < len(values):
                raise TypeError(f"{name}() has two values for {facts['name']}")
            for missing in places[len(values) : at]:
                raise TypeError(f"{name}() needs {missing['name']}")
            values.append(named.pop(facts["name"]))
        # None stands for an argument that is left out.
        while values and values[-1] is None and len(values) > sum(one["is_required"] for one in places):
            values.pop()
        if "strategies" in options and "strategy" in named and "strategies" not in named:
            named["strategies"] = named.pop("strategy")
        for unknown in named.keys() - options.keys():
            near = difflib.get_close_matches(unknown, options, 1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise TypeError(f"{name}() has no argument {unknown}{meant}")
        flat: list[Any] = []
        for at, value in enumerate(values):
            facts = places[min(at, len(places) - 1)] if places else None
            if facts is None or (at >= len(places) and not facts["is_repeated"]):
                raise TypeError(f"{name}() takes {len(places)} arguments without a name")
            if name == "plan" and facts["name"] == "command" and isinstance(value, str):
                value = shlex.split(value)
            flat.extend(_each(value) if _is_many(value) else [value])
        for facts in places[len(values) :]:
            if facts["is_required"]:
                raise TypeError(f"{name}() needs {facts['name']}")
        words = _Words(_texts(named))
        # `set` overrides `rules`, in whatever order they are given.
        for keyword, value in sorted(named.items(), key=lambda one: one[0] != "rules"):
            if hasattr(value, "read") or hasattr(value, "write"):
                raise TypeError(f"{name}({keyword}=…) takes a name or a text, not an open file")
            if isinstance(value, Iterator):
                value = list(value)
            if keyword in _WRITTEN and _is_many(value) and not options[keyword]["is_repeated"]:
                raise TypeError(f"{name}({keyword}=…) takes the name of a file, not {value!r}")
            if keyword in _WRITTEN:
                for one in _each(value):
                    if not isinstance(one, (str, PathLike)):
                        raise TypeError(f"{name}({keyword}=…) takes the name of a file, not {one!r}")
            if value is not None:
                words.option(options[keyword], value)
        if writes and named.get("out") is None and name not in ("resume", "plan"):
            words.add("out", "-")
        if words.players and "threads" in options and named.get("threads") is None:
            # Only one thread at a time can run Python anyway.
            words.add("threads", 1)
        kept = next((option for option in ("shard", "checkpoint") if named.get(option)), None)
        if kept and (words.players or words.files):
            kind = "a function" if words.players else "a text"
            raise UsageError(
                f"--{kept} keeps a run for later, and {kind} lives in this call alone: "
                "write it to a file, and name that",
                kept,
            )
        told = [_value(value) for value in flat]
        rest = ["--", *told[1:]] if name == "plan" else told[1:]
        line = [name, *words.words, *told[:1], *rest]
        game = told[0] if told else ""
        players = [(game, player.name, player) for player in words.players.values()]
        try:
            found, refused = _croupier.ask(line, words.files, players, progress)
        except KeyboardInterrupt:
            interrupt(words.players.values())
            raise
        if refused is not None:
            message, field, is_usage = refused
            if message.startswith("this program adds the strategy"):
                message += ": give the function another name"
            raise (UsageError if is_usage else CroupierError)(message, field)
        spent = zip(words.players.values(), found.pop("spent"), strict=True)
        found["notes"].extend(player.note(time) for player, time in spent if player.asked)
        return Answer(found)

    ask.__name__ = ask.__qualname__ = name
    ask.__module__ = "croupier"
    kinds = inspect.Parameter
    parameters = [
        kinds(facts["name"], kinds.VAR_POSITIONAL)
        if facts["is_repeated"]
        else kinds(
            facts["name"],
            kinds.POSITIONAL_OR_KEYWORD,
            default=kinds.empty if facts["is_required"] else None,
        )
        for facts in places
    ]
    parameters += [
        kinds(keyword, kinds.KEYWORD_ONLY, default=kinds.empty if facts["is_required"] else None)
        for keyword, facts in options.items()
    ]
    parameters.append(kinds("progress", kinds.KEYWORD_ONLY, default=None))
    ask.__signature__ = inspect.Signature(parameters, return_annotation=Answer)  # type: ignore[attr-defined]

    def says(facts: Mapping[str, Any]) -> str:
        # Nothing is written unless a file is named.
        said = facts["help"].replace("[default: results/GAME-COMMAND.csv]", "[default: no file]")
        if facts["default"] is not None:
            said += f" [default: {facts['default']}]"
        if facts["values"]:
            said += f" [possible values: {', '.join(facts['values'])}]"
        if facts["is_required"]:
            said += " [required]"
        return said

    listed = [f"    {_keyword(facts)}: {says(facts)}" for facts in arguments]
    listed.append("    progress: Called with the rounds played and those to come to, while it runs")
    example = "\n".join(f"    {line}".rstrip() for line in EXAMPLES[name].strip().splitlines())
    ask.__doc__ = f"{command['about']}.\n\nArgs:\n" + "\n".join(listed) + f"\n\nExample:\n{example}\n"
    return ask


@cache
def functions() -> list[Callable[..., Answer]]:
    """A function for each command."""
    commands = _croupier.commands()
    return [_function(command) for command in commands if command["name"] not in _LEFT_OUT]
