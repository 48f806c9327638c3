"""Monte Carlo odds and strategies for card games from fiction and fans' tables.

A function for each command of croupier, with the options of the command line as keyword arguments and
the same numbers to the last digit:

>>> import croupier
>>> answer = croupier.exact("kinzo", strategies=["best"])
>>> round(answer.table["ev"][0], 4)
0.0781
>>> croupier.advise("kinzo", hand="3,3", dealer=5).verdict
['Best: hit, worth 0.0349 stakes more than split, the next best.']

Ctrl-C ends a run after the sessions in progress: the answer is of all the rounds played, and
``stopped`` is true.
"""

import atexit

from croupier import _croupier
from croupier._answer import Answer, Picture, Table
from croupier._ask import CroupierError, UsageError, View, functions, interrupt
from croupier._croupier import __version__


def _end() -> None:
    # A player may be running without end; its thread must not outlive the interpreter.
    if not _croupier.end():
        interrupt()
        _croupier.end()


atexit.register(_end)

globals().update({function.__name__: function for function in functions()})

__all__ = [
    "Answer",
    "CroupierError",
    "Picture",
    "Table",
    "UsageError",
    "View",
    "__version__",
    *(function.__name__ for function in functions()),
]
