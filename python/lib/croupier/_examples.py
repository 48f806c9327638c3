"""An example of each command; every one is run by the tests."""

EXAMPLES = {
    "games": """
>>> croupier.games("kinzo", players=3)["presets"]["preset"]
['default']
""",
    "simulate": """
>>> answer = croupier.simulate("kinzo", players=3, strategies=["threshold"], rounds="100k", seed=1)
>>> [round(ev, 1) for ev in answer["positions"]["ev"]]
[0.2, 0.1, 0.0]
""",
    "odds": """
>>> odds = croupier.odds("kinzo", players=2, rounds="20k")
>>> odds.table["event"][:2]
['bust-high', 'bust-doubled']
""",
    "exact": """
>>> answer = croupier.exact("kinzo", strategies=["best"], set={"split": False})
>>> round(answer.table["ev"][0], 4)
-0.0169
""",
    "compare": """
>>> answer = croupier.compare("kinzo", strategies=["textbook", "random"], rounds="20k")
>>> answer.table["strategy"]
['textbook', 'random']
""",
    "count": """
>>> answer = croupier.count("kinzo", system="middle", set={"split": False}, rounds="20k")
>>> list(answer.tables)
['effects', 'made']
""",
    "sweep": """
>>> answer = croupier.sweep("kinzo", vary={"players": range(1, 4)}, rounds="10k")
>>> sorted(set(answer.table["players"]))
[1, 2, 3]
""",
    "balance": """
>>> answer = croupier.balance(
...     "kinzo", solve={"commission": (0, 500)}, target={"house-edge": 0.06},
... )
>>> answer.table["value"]
[11, 12]
""",
    "advise": """
>>> croupier.advise("kinzo", hand="3,3", dealer=5).verdict
['Best: hit, worth 0.0349 stakes more than split, the next best.']
""",
    "leaks": """
>>> answer = croupier.leaks("kinzo", strategy="cautious", reference="textbook", rounds="20k")
>>> answer.table["situation"][0]
'total = 8, dealer = 6'
""",
    "tune": """
>>> import tempfile, pathlib
>>> better = pathlib.Path(tempfile.mkdtemp()) / "better.toml"
>>> answer = croupier.tune("kinzo", strategy="cautious", write=better, rounds="50k")
>>> better.exists()
True
""",
    "league": """
>>> answer = croupier.league("sabacc", strategies=["careful", "random"], rounds="5k")
>>> answer.table["strategy"][0]
'careful(stand_within=1)'
""",
    "playtest": """
>>> answer = croupier.playtest("kinzo", set={"split": False}, rounds="2k")
>>> answer.verdict[0]
'Your rules differ from default in 1 of 22 fields: split is false instead of true.'
""",
    "resume": """
>>> croupier.resume("nowhere.state")
Traceback (most recent call last):
croupier.UsageError: cannot read `nowhere.state`: No such file or directory (os error 2)
""",
    "merge": """
>>> import tempfile, pathlib
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> parts = [folder / f"{part}.shard" for part in (1, 2)]
>>> for number, part in enumerate(parts, 1):
...     _ = croupier.simulate("kinzo", rounds="20k", shard=f"{number}/2", out=part)
>>> merged, whole = croupier.merge(*parts), croupier.simulate("kinzo", rounds="20k")
>>> merged.table["ev"] == whole.table["ev"]
True
""",
    "plan": """
>>> print(croupier.plan(4, "simulate kinzo --rounds 1G", engine="slurm").text.splitlines()[0])
#!/bin/sh
""",
    "trace": """
>>> croupier.trace("kinzo", players=2, seed=7).text.splitlines()[0]
'seed 7, session 0, round 1'
""",
    "rules": """
>>> croupier.rules("kinzo", "K7").table["rule"]
['K7']
""",
    "explain": """
>>> croupier.explain("ev").table["kind"][0]
'columns'
""",
    "verify": """
>>> croupier.verify("nowhere.csv")
Traceback (most recent call last):
croupier.CroupierError: cannot check `nowhere.csv`: there is no manifest `nowhere.manifest.json`; name the file that --out named
""",
}
