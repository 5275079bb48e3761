"""Whatever is handed to a function of `lab`, the answer is what it makes or one sentence."""

import numpy as np
import pytest

import lab
from solvers import InputError, Lasso, Program
from solvers.testing import HOSTILE

# What earlier tests of the same process left open is no fault of the call.
pytestmark = pytest.mark.filterwarnings("error", "default::ResourceWarning")

#: In addition to the hostile values of the solvers: what is no name, no list and no path.
VALUES = {n: v for n, v in HOSTILE.items() if n not in ("huge", "unprintable")} | {
    "type": Lasso,
    "function": len,
    "list of none": [None],
    "mapping": {1: 2},
    "two lines": "a\nb",
    "zero byte": "a\0b",
}
TEXTS = ("text", "two lines", "zero byte")
LASSO = Lasso(np.eye(3), np.ones(3), 0.1)
PROGRAM = Program(np.ones(2), -np.ones((1, 2)), [-1.0], lower=np.zeros(2))


def argument(call, hostile, takes=(), **others):
    """A row of the table: the call, the argument that is hostile, which of the values it may take,
    and the other arguments, as they should be."""
    return pytest.param(call, hostile, takes, others, id=f"{call.__name__}-{hostile}")


@pytest.mark.parametrize(
    "call, name, takes, others",
    [
        argument(lab.align, "traces"),
        argument(lab.check_hunt, "name"),
        argument(lab.check_hunt, "student", TEXTS, name="three-free"),
        argument(lab.check_step, "name", step=len),
        argument(lab.check_step, "student", TEXTS, name="lasso-update", step=lambda X: 0.0),
        argument(lab.compare, "where", peers=False),
        argument(lab.compare, "solvers", where="lasso", peers=False),
        argument(lab.dashboard, "where"),
        argument(lab.dashboard, "fix", where="lasso"),
        argument(lab.describe, "address"),
        argument(lab.disagreement, "name"),
        argument(lab.exercise, "name"),
        argument(lab.exercise, "student", TEXTS, name="lasso-update"),
        argument(lab.figure, "what"),
        argument(lab.figure, "panel", what="lasso"),
        argument(lab.figure, "frame", ("minus", "zero", "bool"), what="lasso"),
        argument(lab.figure, "theme", what="lasso"),
        argument(lab.glossary, "term"),
        argument(lab.graded, "check"),
        argument(lab.hunt, "name"),
        argument(lab.judge, "problem"),
        argument(lab.judge, "solvers", problem=PROGRAM),
        argument(lab.lights, "x", problem=LASSO),
        argument(lab.lines, "words", file="solvers/prox.py"),
        argument(lab.load, "name"),
        argument(lab.map, "x", where="lasso", y="n", colour="gap"),
        argument(lab.page, "limit", where="lasso", vary={"lam": [0.1]}),
        argument(lab.page, "out", where="lasso", vary={"lam": [0.1]}),
        argument(lab.program, "problem"),
        argument(lab.questions, "where"),
        argument(lab.scenes_of, "package"),
        argument(lab.sweep, "vary", where="lasso"),
        argument(lab.sweep, "measure", ("empty",), where="lasso", vary={"lam": [0.1]}),
    ],
)
def test_wrong_argument_is_refused_in_a_sentence(call, name, takes, others, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for what, value in VALUES.items():
        try:
            call(**others, **{name: value})
            assert what in takes
        except InputError as error:
            assert str(error).endswith(".") and "\n" not in str(error), (what, str(error))
    assert not list(tmp_path.iterdir())
