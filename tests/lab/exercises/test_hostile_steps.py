"""What a step may do to the user who runs it: each becomes one sentence, and the next check
works."""

import os
import random
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

import lab
from lab.checking import catalogue
from lab.checking.remote import remote

CALLS = 0


def soft(v, lam):
    return np.sign(v) * max(abs(v) - lam, 0.0)


def check(step, name="soft-threshold", **options):
    report = lab.check_step(name, step, **options)
    assert "\n" not in report.message
    return report


def finding(report, name):
    return next(f for f in report.properties if f.name == name)


def endless(v, lam):
    while True:
        pass


def sleeps_in_c(v, lam):
    time.sleep(1000.0)


def leaves(v, lam):
    os._exit(0)


def deep(v, lam):
    return deep(v, lam)


def complains(v, lam):
    w = v / lam
    return 1.0 / (w - w)


REFUSED = {
    "does not answer": (endless, "did not answer within 0.5 s"),
    "never yields": (sleeps_in_c, "did not answer within 0.5 s"),
    "leaves": (leaves, "ended the process"),
    "exits": (lambda v, lam: sys.exit("enough"), "SystemExit: enough"),
    "raises": (complains, "ZeroDivisionError: float division by zero (line 3 of it)"),
    "recursion": (deep, "RecursionError"),
    "nothing": (lambda v, lam: None, "returned nothing; is a return missing?"),
    "a word": (lambda v, lam: "one", "must return one number, got str"),
    "a generator": (lambda v, lam: (x for x in [v]), "must return one number, got generator"),
    "ragged": (lambda v, lam: [[1], [1, 2]], "got list of parts of different shapes"),
    "an array of nothing": (lambda v, lam: np.array(None), "must return one number, got ndarray"),
    "words in an array": (lambda v, lam: np.array("1", object), "must return one number, got"),
    "complex": (lambda v, lam: v + 0j, "returned complex numbers"),
    "nan": (lambda v, lam: float("nan"), "returned nan or inf"),
    "shape": (lambda v, lam: np.ones(1), "got an array of shape (1,)"),
    "large": (lambda v, lam: np.zeros(10**6), "got an array of shape (1000000,)"),
    "arguments": (lambda v: v, "must take the arguments (v, lam)"),
}


@pytest.mark.parametrize(("step", "words"), REFUSED.values(), ids=REFUSED)
def test_it_becomes_one_sentence_and_no_marks(step, words):
    report = check(step, seconds=0.5)
    assert words in report.message and not report and report.score == 0.0


def test_check_after_a_killed_one_is_right():
    check(endless, seconds=0.2)
    assert check(soft)


def test_what_it_prints_costs_nothing_and_is_reported(capfd):
    def prints(v, lam):
        print("v is", v)
        os.write(1, b"straight out")
        return soft(v, lam)

    report = check(prints)
    assert report and "prints" in report.notes[0] and "v is" in report.notes[0]
    assert capfd.readouterr() == ("", "")


def test_randomness_is_found():
    report = check(lambda v, lam: soft(v, lam) * (1.0 + 1e-9 * random.random()))
    assert "different values" in finding(report, "plain function").numbers


def test_memory_of_earlier_calls_is_found():
    def remembers(v, lam):
        global CALLS
        CALLS += 1
        return soft(v, lam) if CALLS % 2 else 0.0

    assert not finding(check(remembers), "plain function").passed


def test_change_of_the_inputs_is_found_and_costs_one_property():
    def in_place(X, t, lam, w, d):
        h = X[:, d] @ X[:, d]
        w[d] = soft(X[:, d] @ (t - X @ w) + h * w[d], lam) / h if h else 0.0
        return w[d]

    report = check(in_place, "lasso-update")
    assert finding(report, "plain function").numbers == "it changes w in place; work on a copy"
    assert [f.name for f in report.properties if not f.passed] == ["plain function"]
    assert report.score == 0.75  # of the four points above doing nothing


def test_check_step_functions_with_a_cache_are_run():
    space = {"np": np, "__name__": "__main__"}  # as the cells of a notebook
    exec(
        "from functools import cache, lru_cache\n"
        "@lru_cache(maxsize=50)\n"
        "def steps(k):\n    return 0.0 if k == 0 else 1.0 + steps(k - 1)\n"
        "@cache\n"
        "def soft(v, lam):\n"
        "    return np.sign(v) * max(abs(v) - lam * steps(7) / 7, 0.0)\n"
        "def plain(v, lam):\n    return soft(v, lam)\n",
        space,
    )
    for name in ("soft", "plain"):
        report = check(space[name])
        assert report, report


def test_closures_lambdas_and_callables_are_run():
    scale = {"by": 1.0}

    class Step:
        def __call__(self, v, lam):
            return scale["by"] * soft(v, lam)

    assert check(Step()) and check(lambda *a: soft(*a)) and check(lambda v, lam=None: soft(v, lam))


@pytest.mark.parametrize("step", ["soft", None, 3.0])
def test_what_is_no_function_is_refused(step):
    with pytest.raises(lab.InputError, match="step must be a function"):
        lab.check_step("soft-threshold", step)


def test_what_cannot_be_sent_is_refused_in_words():
    with remote() as process:
        stream = process.process.stdin
    with pytest.raises(lab.InputError, match="cannot"):
        lab.check_step("soft-threshold", lambda v, lam: stream)


def test_script_may_check_at_its_top_level(tmp_path):
    script = tmp_path / "hand_in.py"
    script.write_text(
        "import lab\n\n\ndef mine(v, lam):\n"
        "    return v - lam if v > lam else v + lam if v < -lam else 0.0\n\n\n"
        'assert lab.check_step("soft-threshold", mine)\n'
        'assert not lab.check_step("soft-threshold", lambda v, lam: v)\n'
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_html_is_escaped():
    def shouts(v, lam):
        raise ValueError("<script>alert(1)</script>")

    assert "<script>" not in check(shouts)._repr_html_()


def test_what_the_method_takes_is_not_taken_from_the_student(monkeypatch):
    one, clock = catalogue.find("soft-threshold"), {"now": 0.0}

    def slowly(problem):
        def play(ask):
            clock["now"] += 1000.0  # as one that compiles
            yield from problem.play(ask) or ()

        return replace(problem, play=play)

    def thinks(v, lam):
        time.sleep(0.012)  # more than is given where nothing is left
        return soft(v, lam)

    slow = replace(one, problems=lambda: [slowly(p) for p in one.problems()])
    monkeypatch.setattr(catalogue, "find", lambda name: slow)
    monkeypatch.setattr("lab.checking.check.monotonic", lambda: clock["now"])
    assert check(thinks).score == 1.0
