"""The package as a user installs it."""

import csv
import doctest
import inspect
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pandas
import polars
import pyarrow
import pytest

import croupier
from croupier._ask import functions

CROUPIER = os.environ.get("CROUPIER", "croupier")


def command_line(*words: str) -> dict:
    found = subprocess.run(
        [CROUPIER, *words, "--format", "json", "--out", "-"], capture_output=True, text=True, check=True
    )
    return json.loads(found.stdout)


@pytest.mark.parametrize("function", functions(), ids=lambda function: function.__name__)
def test_every_example_works(function):
    finder = doctest.DocTestFinder(recurse=False)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    (test,) = finder.find(function, function.__name__, globs={"croupier": croupier})
    assert test.examples
    assert runner.run(test).failed == 0


def test_the_example_of_the_package_works():
    (test,) = doctest.DocTestFinder(recurse=False).find(croupier, "croupier", globs={})
    assert doctest.DocTestRunner().run(test).failed == 0


def test_numbers_are_those_of_the_command_line():
    asked = croupier.simulate(
        "kinzo", players=3, strategies=["pairs"], rounds="20k", seed=4, set={"tie_at_tally": "push"}
    )
    words = "--players 3 --strategy pairs --rounds 20k --seed 4 --set tie_at_tally=push".split()
    told = command_line("simulate", "kinzo", *words)
    assert asked.manifest == told["manifest"]
    assert asked.verdict == told["verdict"]
    for name, table in asked.tables.items():
        assert table.rows() == told["tables"][name], name


def test_a_table_goes_to_every_library():
    table = croupier.simulate("kinzo", players=2, rounds="5k")["seats"]
    for frame in (table.to_pandas(), table.to_polars(), table.to_pyarrow()):
        assert list(frame["ev"].to_pylist() if isinstance(frame, pyarrow.Table) else frame["ev"]) == table["ev"]
    assert isinstance(table.to_pandas(), pandas.DataFrame)
    assert isinstance(table.to_polars(), polars.DataFrame)
    schema = table.to_pyarrow().schema
    assert (schema.field("rounds").type, schema.field("ev").type) == (pyarrow.int64(), pyarrow.float64())
    # Without copying: the same memory each time.
    first, again = table.to_pyarrow(), table.to_pyarrow()
    address = lambda table: table["ev"].chunk(0).buffers()[1].address
    assert address(first) == address(again)


def test_answers_go_from_process_to_process():
    answer = croupier.trace("kinzo")
    assert any(isinstance(cell, dict) for row in answer.table.rows() for cell in row.values())
    for answer in (answer, croupier.odds("sabacc", rounds="2k"), croupier.explain("kind")):
        again = pickle.loads(pickle.dumps(answer))
        assert repr(again) == repr(answer)
        assert again.manifest == answer.manifest
        for name, table in answer.tables.items():
            assert again[name].rows() == table.rows()
            assert again[name].to_pyarrow() == table.to_pyarrow()


def test_rules_are_dicts_files_and_presets(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("commission = 100\nsplit = false\n")
    evs = [
        croupier.exact("kinzo", rules=rules, strategies="threshold").table["ev"]
        for rules in ({"commission": 100, "split": False}, file, str(file), file.read_text())
    ]
    assert evs[1:] == evs[:-1]
    assert croupier.games("zinbiddle", rules="casino").manifest["game"] == "zinbiddle"
    bonus = {"bonus": {"exact-match": 0.5}, "copies_per_value": [6, 6, 6, 6, 6, 6]}
    assert croupier.exact("kinzo", rules=bonus, strategies="threshold").manifest["rules"]


def test_strategies_are_names_files_and_texts(tmp_path):
    text = 'game = "kinzo"\nabout = "nine"\nhit_below = 9\nsplit = false\n'
    file = tmp_path / "nine.toml"
    file.write_text(text)
    evs = [croupier.exact("kinzo", strategies=s).table["ev"] for s in ("threshold", file, text)]
    assert evs[1:] == evs[:-1]


def test_errors_have_the_words_of_the_command_line_and_a_field():
    with pytest.raises(croupier.UsageError, match="did you mean `commission`") as found:
        croupier.simulate("kinzo", set={"comission": 3})
    assert found.value.field == "comission"
    with pytest.raises(croupier.UsageError) as found:
        croupier.simulate("kinzo", rounds="lots")
    assert (found.value.field, isinstance(found.value, ValueError)) == ("rounds", True)
    with pytest.raises(croupier.CroupierError) as found:
        croupier.simulate("kinzo", rounds=10, out="/dev/null/a.csv")
    assert not isinstance(found.value, croupier.UsageError)
    with pytest.raises(TypeError, match="did you mean rounds"):
        croupier.simulate("kinzo", round=10)
    with pytest.raises(TypeError, match="needs game"):
        croupier.simulate()


def test_every_option_of_the_command_line_is_an_argument():
    # The options listed in the help text.
    for function in functions():
        shown = subprocess.run(
            [CROUPIER, function.__name__, "--help"], capture_output=True, text=True, check=True
        ).stdout
        options = {
            line.split("--", 1)[1].split(" ")[0].split(",")[0].strip()
            for line in shown.splitlines()
            if line.lstrip().startswith(("--", "-h, --"))
        } - {"help", "format", "quiet"}
        options = {option.replace("-", "_") for option in options}
        arguments = set(inspect.signature(function).parameters) - {"progress"}
        arguments = {"strategy" if name == "strategies" else name for name in arguments}
        assert options <= arguments, function.__name__
        assert arguments - options <= {"game", "id", "words", "file", "parts", "command"}


def test_progress_is_told_and_an_exception_in_it_ends_the_run():
    told = []
    answer = croupier.simulate("kinzo", rounds="2M", threads=1, progress=lambda *at: told.append(at))
    assert told[-1] == (2_000_000, 2_000_000) and not answer.stopped

    class Enough(Exception):
        pass

    def enough(done, total):
        raise Enough

    with pytest.raises(Enough):
        croupier.simulate("kinzo", rounds="100G", progress=enough)


@pytest.fixture
def keyboard():
    """Reacts to Ctrl-C as in the foreground: a shell makes background processes ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_stops_and_keeps(keyboard):
    def press():
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    answer = croupier.simulate("kinzo", rounds="100G")
    assert answer.stopped and answer.manifest["rounds"] > 0
    assert any(note.startswith("stopped after") for note in answer.notes)


def test_ctrl_c_on_a_player_keeps_what_that_player_played(keyboard):
    threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    answer = croupier.simulate("kinzo", strategies=[hit_below_nine], rounds="100G")
    assert answer.stopped
    again = croupier.simulate("kinzo", strategies=[hit_below_nine], rounds=answer.manifest["rounds"])
    assert again.tables["seats"].rows() == answer.tables["seats"].rows()


def test_ctrl_c_does_not_wait_where_nothing_was_played(keyboard):
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        croupier.playtest("kinzo", time="60s")
    assert time.perf_counter() - begun < 10


def test_an_interpreter_ends_in_the_middle_of_a_run():
    text = """
import threading, time, croupier
def slow(view):
    time.sleep(0.02)
    return view.actions[0]
ask = lambda: croupier.simulate("kinzo", rounds="10G", strategies=[slow])
threading.Thread(target=ask, daemon=True).start()
time.sleep(0.5)
"""
    subprocess.run([sys.executable, "-c", text], check=True, timeout=60)


def test_an_interpreter_ends_though_a_player_does_not():
    text = """
import os, signal, threading, croupier
signal.signal(signal.SIGINT, signal.default_int_handler)
def endless(view):
    while True:
        pass
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    croupier.simulate("kinzo", rounds=10, strategies=[endless])
except KeyboardInterrupt:
    print("interrupted")
"""
    found = subprocess.run(
        [sys.executable, "-c", text], check=True, timeout=60, capture_output=True, text=True
    )
    assert found.stdout == "interrupted\n"


def test_what_was_interrupted_overwrites_nothing(keyboard, tmp_path):
    old = tmp_path / "old.toml"
    old.write_text("mine")

    def slow(view):
        time.sleep(0.05)
        return view.actions[0]

    # Interrupted before it has played a round, however fast the machine.
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        croupier.tune(
            "kinzo", players=2, strategy="cautious", against=slow, write=old, force=True, time="3s",
        )
    time.sleep(5)
    assert old.read_text() == "mine"


def test_values_of_other_libraries_and_of_sets_are_taken():
    numpy = pytest.importorskip("numpy")
    plain = croupier.exact("kinzo", set={"split": False, "dealer_stop_values": [4, 5]}).manifest
    other = croupier.exact(
        "kinzo", set={"split": numpy.bool_(False), "dealer_stop_values": {5, 4}}
    ).manifest
    assert plain["rules"] == other["rules"]
    told = [croupier.exact("kinzo", hand=hand, dealer=5).table.rows() for hand in ("3,3", [3, 3])]
    assert told[0] == told[1]
    with pytest.raises(TypeError, match="two values for game"):
        croupier.rules("kinzo", game="sabacc")
    with pytest.raises(TypeError, match="needs game"):
        croupier.rules(id="K7")


def test_help_tells_defaults_and_what_is_required():
    assert "seed: " in croupier.simulate.__doc__ and "[default: 1]" in croupier.simulate.__doc__
    assert "[possible values: parallel, slurm, kubernetes]" in croupier.plan.__doc__
    needed = inspect.signature(croupier.leaks).parameters["strategy"]
    assert needed.default is inspect.Parameter.empty


def test_a_notebook_shows_the_subject_and_print_the_notes(tmp_path):
    answer = croupier.simulate("kinzo", rounds=500, set={"split": False}, out=tmp_path / "s.csv")
    assert "played 500 rounds" in answer._repr_html_()
    assert repr(answer).splitlines()[-1].startswith("wrote ")
    part = croupier.simulate("kinzo", rounds=500, shard="1/2", out=tmp_path / "1.shard")
    assert "1.shard" in repr(part) and "1.shard" in part._repr_html_()


def test_other_threads_go_on_while_it_runs():
    counted = 0

    def count():
        nonlocal counted
        while running:
            counted += 1
            time.sleep(0.001)

    running = True
    thread = threading.Thread(target=count)
    thread.start()
    croupier.simulate("zinbiddle", rounds="200k", threads=1)
    running = False
    thread.join()
    assert counted > 20


def hit_below_nine(view):
    """Plays like the strategy threshold(hit_below=9)."""
    return "hit" if view.situation["total"] < 9 and "hit" in view.actions else "stay"


def test_a_player_in_python_plays_as_the_same_file():
    answer = croupier.compare("kinzo", strategies=[hit_below_nine, "threshold"], rounds="5k")
    mine, known = answer.table["ev"]
    assert mine == known and set(answer.table["strategy"]) >= {"hit-below-nine"}
    assert any("decisions" in note and "microseconds each" in note for note in answer.notes)


@pytest.mark.parametrize("game", ["kinzo", "zinbiddle", "sabacc", "fizzbin"])
def test_a_player_in_python_sits_in_every_game(game):
    seen = []

    def first(view):
        seen.append(view)
        return view.actions[0]

    answer = croupier.simulate(game, strategies=[first], rounds=50)
    assert answer.manifest["rounds"] == 50
    assert all(len(view.actions) > 1 and view.situation and view.lines for view in seen)


def test_notes_tell_what_a_player_costs():
    def slow(view):
        time.sleep(0.005)
        return view.actions[0]

    (note,) = (one for one in croupier.trace("kinzo", strategies=slow, seed=3).notes if "Python" in one)
    assert ": 1 decision, " in note and note.endswith("% of the time)"), note
    assert float(note.split(", ")[1].split(" ")[0].replace(",", "")) >= 5_000, note


def test_a_file_to_write_is_a_name():
    for option in ("out", "report", "plot"):
        with pytest.raises(TypeError, match=option):
            croupier.simulate("kinzo", rounds=100, **{option: False})
    with pytest.raises(TypeError, match="write_system"):
        croupier.count("kinzo", rounds=100, write_system=False)
    for name in (5, b"a.csv"):
        with pytest.raises(TypeError, match=r"out=…\) takes the name of a file"):
            croupier.simulate("kinzo", rounds=100, out=name)


def test_values_of_the_wrong_kind_are_refused():
    with pytest.raises(TypeError, match="played=… takes True or False, not 'no'"):
        croupier.odds("zinbiddle", rounds=100, played="no")
    with pytest.raises(TypeError, match="b'kinzo' is bytes"):
        croupier.simulate(b"kinzo", rounds=100)
    with pytest.raises(TypeError, match="hand=… is a set"):
        croupier.exact("kinzo", hand={3, 5})
    with pytest.raises(TypeError, match="names nobody"):
        croupier.compare("kinzo", rounds=100, strategies=[])
    with pytest.raises(TypeError, match="system=.* names nothing"):
        croupier.count("kinzo", rounds=100, system=[])
    for name in (False, 7.5):
        with pytest.raises(TypeError, match=r"checkpoint=…\) takes the name of a file"):
            croupier.simulate("kinzo", rounds=100, checkpoint=name)


    with open(os.devnull) as file:
        for option in ("out", "rules"):
            with pytest.raises(TypeError, match="not an open file"):
                croupier.simulate("kinzo", rounds=100, **{option: file})
    with pytest.raises(TypeError, match=r"out=…\) takes the name of a file"):
        croupier.simulate("kinzo", rounds=100, out=["a.csv"])


def test_strategies_may_come_one_by_one():
    answer = croupier.simulate("kinzo", players=2, rounds=50, strategies=(name for name in ("best", "cautious")))
    assert [seat["strategy"] for seat in answer.table.rows()[:2]] == ["best", "cautious"]


def test_the_path_of_rules_may_have_an_equals_sign(tmp_path):
    file = tmp_path / "run=3.toml"
    file.write_text("split = false\n")
    by_path = croupier.exact("kinzo", rules=str(file))
    assert by_path.table.rows() == croupier.exact("kinzo", rules="split = false").table.rows()


def test_what_a_caller_handed_over_is_not_the_command_lines(tmp_path):
    page = tmp_path / "page.html"
    croupier.simulate("kinzo", strategies=lambda view: view.actions[0], rounds=100, report=page)
    assert "only the same call gives the same" in page.read_text()
    croupier.simulate("kinzo", strategies="threshold", rounds=100, report=page)
    assert "byte for byte" in page.read_text()


def test_what_a_player_raises_comes_out():
    def broken(view):
        raise KeyError("my own fault")

    with pytest.raises(KeyError, match="my own fault"):
        croupier.simulate("kinzo", strategies=[broken], rounds="1k")
    with pytest.raises(ValueError, match="answered 'fly'; actions here are"):
        croupier.simulate("kinzo", strategies=[lambda view: "fly"], rounds="1k")


    begun = time.perf_counter()
    with pytest.raises(KeyError, match="my own fault"):
        croupier.count("kinzo", strategy=broken, rounds="1k")
    assert time.perf_counter() - begun < 20


def test_a_player_that_raises_leaves_what_was_there(tmp_path):
    def breaks():
        asked = 0

        def breaks_after_a_while(view):
            nonlocal asked
            asked += 1
            if asked > 100:
                raise KeyError("my own fault")
            return "hit" if "hit" in view.actions else view.actions[0]

        return breaks_after_a_while

    table, page, file = (tmp_path / name for name in ("old.csv", "old.html", "old.toml"))
    for old in (table, page, file):
        old.write_text("mine")
    with pytest.raises(KeyError, match="my own fault"):
        croupier.simulate("kinzo", strategies=[breaks()], rounds="20k", out=table, report=page)
    with pytest.raises(KeyError, match="my own fault"):
        croupier.exact("kinzo", strategies=[breaks()], out=table)
    with pytest.raises(KeyError, match="my own fault"):
        croupier.tune(
            "kinzo", players=2, strategy="cautious", against=breaks(), write=file, force=True, rounds="3k"
        )
    assert [old.read_text() for old in (table, page, file)] == ["mine"] * 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.csv", "old.html", "old.toml"]


def test_what_a_player_does_with_its_list_is_its_own():
    def sorts(view):
        view.actions.sort()
        return hit_below_nine(view)

    mine, known = croupier.compare("kinzo", strategies=[sorts, "threshold"], rounds="2k").table["ev"]
    assert mine == known


def test_names_that_are_made_up_are_nobody_elses(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = 'game = "kinzo"\nabout = "x"\nhit_below = {}\nsplit = "never"\n'
    Path("strategy.toml").write_text(text.format(5))
    ev = lambda *seats: croupier.simulate(
        "kinzo", players=2, strategies=list(seats), rounds="2k"
    ).table["ev"]
    assert ev("strategy.toml", text.format(9)) == ev(text.format(5), text.format(9))

    def named(name, action):
        play = lambda view: action if action in view.actions else view.actions[0]
        play.__name__ = name
        return play

    seats = [named("f", "hit"), named("f_3", "stay"), named("f", "hit")]
    answer = croupier.simulate("kinzo", players=3, strategies=seats, rounds=50)
    assert len(set(answer.table["strategy"][:3])) == 3


def test_rules_come_before_what_is_set():
    rules = lambda **named: croupier.simulate("kinzo", rounds=50, **named).manifest["rules"]
    assert rules(set={"commission": 0}, rules={"commission": 1000})["commission"] == 0
    bonus = {"bonus": {"exact-match": 1.0}}
    assert rules(rules=bonus, set={"bonus": {}})["bonus"] == {}


def test_what_lives_in_one_call_is_not_kept_for_later(tmp_path):
    for kept in ({"shard": "1/2", "out": tmp_path / "1.shard"}, {"checkpoint": tmp_path / "state"}):
        with pytest.raises(croupier.UsageError, match="lives in this call alone"):
            croupier.simulate("kinzo", strategies=[hit_below_nine], rounds=200, **kept)
    assert not list(tmp_path.iterdir())


def test_answers_and_tables_tell_their_names():
    answer = croupier.exact("kinzo")
    assert "seats" in answer and list(answer) == list(answer.tables)
    assert "ev" in answer.table and list(answer.table) == answer.table.columns
    assert croupier.games(None).text == croupier.games().text


def test_notebooks_are_shown_tables_and_pictures(tmp_path):
    answer = croupier.sweep("kinzo", vary={"players": [1, 2, 3]}, rounds="5k")
    assert answer._repr_html_().count("<tr>") > 3
    assert answer.plot()._repr_svg_().startswith("<svg")
    answer.report(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().lower().startswith("<!doctype html>")
    # The name of a strategy is never interpreted as HTML.
    file = tmp_path / "a<b>.toml"
    file.write_text('game = "kinzo"\nabout = "nine"\nhit_below = 9\nsplit = false\n')
    shown = croupier.exact("kinzo", strategies=file)._repr_html_()
    assert "a&lt;b&gt;.toml" in shown and "a<b>" not in shown
    assert str(answer).startswith("Kinzo")
    with pytest.raises(LookupError):
        croupier.rules("kinzo", "K7").plot()


def part(number: int, folder: str) -> str:
    path = f"{folder}/{number}.shard"
    croupier.simulate("kinzo", rounds="40k", shard=f"{number}/4", out=path, threads=1)
    return path


def test_parts_are_played_by_dask(tmp_path):
    from dask.distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            futures = [client.submit(part, number, str(tmp_path)) for number in range(1, 5)]
            parts = client.gather(futures)
    merged = croupier.merge(parts, out=tmp_path / "merged.csv")
    croupier.simulate("kinzo", rounds="40k", out=tmp_path / "whole.csv")
    read = lambda name: list(csv.reader((tmp_path / name).open()))
    assert read("merged.csv") == read("whole.csv") and len(merged.table) == 2


def test_types_are_right(tmp_path):
    file = tmp_path / "typed.py"
    file.write_text(
        "import croupier\n"
        "def play(view: croupier.View) -> str:\n"
        "    return view.actions[0]\n"
        'answer = croupier.simulate("kinzo", strategies=["best", play], set={"split": False})\n'
        "evs: list[float] = answer.table['ev']\n"
        "print(answer.verdict, evs)\n"
    )
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(file)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import croupier\ncroupier.simulate("kinzo", round=3)\n')
    checked = subprocess.run([sys.executable, "-m", "mypy", str(wrong)], capture_output=True, cwd=tmp_path)
    assert b"Unexpected keyword argument" in checked.stdout


def test_stubs_are_those_of_the_commands():
    subprocess.run([sys.executable, Path(__file__).parents[1] / "stubs.py", "--check"], check=True)


def test_a_flag_that_is_varied_is_a_flag():
    swept = croupier.sweep("kinzo", vary={"split": [True, False]}, rounds="1k").table
    assert set(swept["split"]) == {True, False}
    assert dict(swept)["split"] == swept["split"]


def test_a_notebook_shows_the_ends_of_a_long_table():
    answer = croupier.sweep("kinzo", vary={"commission": range(0, 100)}, rounds="100")
    shown = answer._repr_html_()
    # Two tables, each with its head and a row of dots.
    assert shown.count("<tr>") == 2 * 62
    assert all(f"60 of {rows} rows are shown" in shown for rows in (200, 100))


def test_a_page_is_saved_as_a_page(tmp_path):
    answer = croupier.simulate("kinzo", rounds=100)
    with pytest.raises(ValueError, match="saved as .html"):
        answer.report(tmp_path / "page.txt")
    answer.report(tmp_path / "page.html")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
