"""Every solver with numbers that are not finite and starts that overflow, as a separate program: an
endless loop in compiled code could not be ended otherwise. Prints what broke as JSON."""

import dataclasses
import faulthandler
import json
import subprocess
import sys
import warnings

import numpy as np
from seeded import offers

from solvers import SOLVERS, Certificate, InputError

#: A run may take so many seconds, on a machine that is busy.
_SECONDS = 60
TOL, BUDGET = 1e-9, 20
#: What replaces a certificate.
GAPS = {
    "nan": lambda c: Certificate(np.nan, np.nan, c.scale),
    "nan bound": lambda c: Certificate(c.objective, np.nan, c.scale),
    "nan scale": lambda c: Certificate(c.objective, c.bound, np.nan),
    "inf": lambda c: Certificate(np.inf, -np.inf, c.scale),
    "no bound": lambda c: Certificate(c.objective, -np.inf, c.scale),
    "never falls": lambda c: Certificate(1.0, 0.0, 1.0),
}
STARTS = (1e-300, 1e100, 1e154, -1e154, 1e300, 1.7e308)


def outcome():
    """What broke, one line a run."""
    done = subprocess.run([sys.executable, __file__], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-3000:]  # where a run did not end, the place
    return json.loads(done.stdout)


def judged(kind, name, problem, **options):
    """A sentence on each promise that a run breaks."""
    try:
        result = SOLVERS[kind][name](problem, tol=TOL, **options)
    except InputError:
        return
    except Exception as error:
        yield f"{type(error).__name__}: {error}"
        return
    if result.trace.iteration[-1] > options["max_iter"]:
        yield f"{result.trace.iteration[-1]} iterations"
    if (result.status == "converged") != result.certificate.holds(TOL):
        yield f"{result.status} with {result.certificate}"


def starts(first):
    """Earlier results with all numbers replaced by one: in points, or in dual variables as well."""
    for value in STARTS:
        filled = np.full_like(first.x, value)
        if filled.ndim == 2:
            filled = np.where(np.eye(len(filled)) > 0.0, value, 0.0)
        dual = {k: np.full_like(v, value) if v.dtype.kind == "f" else v
                for k, v in first.dual.items()}  # fmt: skip
        yield f"{value}", filled
        yield f"{value}, dual too", dataclasses.replace(first, x=filled, dual=dual)


def runs(kind, name, problem):
    """(what is hostile, the options of a run with it)."""
    first = SOLVERS[kind][name](problem, max_iter=2)
    for every in (0, 1):
        options = {"max_iter": BUDGET, "record_every": every}
        for what, x0 in starts(first):
            yield f"start {what}", None, {**options, "x0": x0}
        for gap in GAPS:
            yield f"gap {gap}", GAPS[gap], options


def main():
    broken, known = [], offers()
    cases = [(kind, name, seed) for kind in known for name in SOLVERS[kind] for seed in (1, 2)]
    for kind, name, seed in cases:
        problem, real = known[kind].build(np.random.default_rng(seed)), kind.certify
        for what, gap, options in runs(kind, name, problem):
            if gap is not None:
                kind.certify = lambda *a, f=gap, r=real, **k: f(r(*a, **k))
            faulthandler.dump_traceback_later(_SECONDS, exit=True)
            said = list(judged(kind, name, problem, **options))
            faulthandler.cancel_dump_traceback_later()
            kind.certify = real
            where = f"{kind.__name__} {name}, {what}, {options['record_every']}"
            broken += [f"{where}: {sentence}" for sentence in said]
    print(json.dumps(broken))


if __name__ == "__main__":
    warnings.simplefilter("error")
    main()
