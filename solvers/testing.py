"""Checks of problems and solvers, ours and yours: `check_problem` and `check_solver`.

Each returns nothing, or raises an AssertionError with one sentence that says what is wrong.

    def build(seed):
        rng = np.random.default_rng(seed)
        return ElasticNet(rng.normal(size=(20, 5)), rng.normal(size=20), 0.5, 0.1)

    check_problem(build)
    check_solver(solve_elastic_net, [build(seed) for seed in range(3)])
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from solvers.checks import InputError
from solvers.problem import Problem
from solvers.registry import SOLVERS, discover
from solvers.result import ROUNDING, Certificate, Result

__all__ = ["HOSTILE", "NO_NUMBERS", "NO_OPTIONS", "check_problem", "check_solver"]

#: By what share of the scale random points may all be proved optimal: none of a problem's is.
_SHARE = 1e-2
#: How many times an answer is a point that is no longer one.
_FAR = 50.0
#: (max_iter, record_every) of runs that may be no longer.
_BUDGETS = [(count, every) for count in (0, 2, 7) for every in (0, 1)]
#: What is not a number, nor an array of numbers: no argument that wants numbers may take one.
NO_NUMBERS: dict[str, Any] = {
    "text": "ab",
    "text-array": np.array("x"),
    "texts": np.array(["1", "2"]),
    "bytes": b"x",
    "nones": [None, None],
    "ragged": [[1], [2, 3]],
    "mask": np.array([True, False, True]),
    "mask-2d": np.ones((3, 3), dtype=bool),
    "masked": np.ma.masked_equal([1.0, 2.0], 2.0),
    "complexes": np.array([1j, 2.0]),
    "dates": np.array(["2020-01-01", "NaT"], dtype="M8[D]"),
    "numbers-as-text": np.array(["1", 2.0], dtype=object),
}
#: Name -> a bad argument: each is used, or refused in one sentence.
HOSTILE: dict[str, Any] = NO_NUMBERS | {
    "none-array": np.array(None),
    "huge": 10**400,
    "unprintable": 10**5000,
    "nan": math.nan,
    "inf": math.inf,
    "big": 1e300,
    "small": 5e-324,
    "negative": -1.0,
    "minus": -3,
    "zero": 0,
    "half": 0.5,
    "bool": True,
    "complex": 1j,
    "date": np.datetime64("NaT"),
    "set": {1.0},
    "dict": {"a": 1},
    "object": object(),
    "empty": [],
    "pair": np.ones(2),
    "nan-pair": np.full(2, np.nan),
    "long": np.zeros(999),
    "deep": np.zeros((2, 2, 2, 2)),
}
#: Those that no option of any solver may take.
NO_OPTIONS = (*NO_NUMBERS, "none-array", "huge", "unprintable", "nan", "minus", "complex", "date",
              "set", "dict", "object", "nan-pair")  # fmt: skip
#: Common option -> further values that it may not take.
_BAD = {
    "x0": (np.zeros((2, 2, 2, 2)), np.array([np.nan])),
    "tol": (-1.0, None, [1.0, 2.0]),
    "max_iter": (-1, 0.5, None, math.inf),
    "record_every": (-1, 0.5, None),
    "seed": (-1, 0.5),
    "cancelled": (3, [True]),
}
#: How often a cancelled run may ask again before it is taken for one that never stops.
_PATIENCE = 50


class _Point(NamedTuple):
    """A point, what it is called, and its certificate."""

    where: str
    x: Any
    dual: Mapping[str, Any]
    certificate: Certificate


def _require(condition, sentence):
    if not condition:
        raise AssertionError(sentence)


def _require_input(condition, rule, value):
    if not condition:
        raise InputError(f"{rule}, got {value!r:.80}.")


def check_problem(
    build: Callable[[int], Problem],
    seeds: Iterable[int] = range(3),
    *,
    solvers: Mapping[str, Callable[..., Result]] | None = None,
    scaled: Callable[[Any, float], tuple[Any, float] | tuple[Any, float, float]] | None = None,
    factors: Iterable[float] = (2.0**-7, 2.0**7),
    max_iter: int = 200,
) -> None:
    """Raise an AssertionError where a problem breaks what `solvers.Problem` asks for.

    Certificates are taken at points that solvers find, at random points of many sizes, and with
    perturbed dual variables; all bounds have to lie below all values of feasible points, and what
    proves an answer may not prove points far from it. Whatever is passed as a field of the class,
    where it is a dataclass, or as an argument of certify is used or refused by an InputError of one
    sentence.

    Parameters
    ----------
    build : callable
        build(seed) -> a problem; the same seed, the same data.
    seeds : iterable of int
        One problem is checked for each.
    solvers : dict
        Short name -> solve function; by default all that are registered for the problem's type.
        Where there is none, a random search from the problem's `start` replaces them.
    scaled : callable
        scaled(problem, s) -> (twin, factor): the problem with its data in other units, a length in
        1/s metres say, and by what its objective is multiplied; with it the scale is checked to be
        in the units of the objective. ``lambda p, s: (ElasticNet(p.X, p.t * s, p.lam * s, p.mu), s
        * s)``. A third number is what is added to the objective thereafter.
    factors : iterable of float
        The s that are tried; a problem may refuse some of them, but not all, by an InputError.
    max_iter : int
        The budget of each run.
    """
    _require_input(callable(build), "build must be a function build(seed) -> a problem", build)
    _require_input(
        solvers is None or isinstance(solvers, Mapping),
        'solvers must map short names to solve functions, as {"mine": solve}',
        solvers,
    )
    _require_input(
        scaled is None or callable(scaled),
        "scaled must be a function scaled(problem, s) -> (twin, factor)",
        scaled,
    )
    _require_input(isinstance(seeds, Iterable), "seeds must be whole numbers, as range(3)", seeds)
    discover()
    tried: list[_Point] = []
    beyond: list[Certificate] = []
    for seed in seeds:
        problem, rng = build(seed), np.random.default_rng(seed)
        _require_problem(problem)
        before = _arrays(problem)
        solves = SOLVERS.get(type(problem), {}) if solvers is None else solvers
        found = list(_solved(problem, solves, max_iter=max_iter)) or [_searched(problem, rng)]
        around = list(_around(problem, found, rng))
        _require_order([*found, *around])
        _require_nothing_from(found[0], problem)
        points = [*around[::-1], *found[::-1]]  # in another order: nothing is stored between calls
        _require_same(points, build(seed), "a new one of the same data")
        _require_same(points, copy.deepcopy(problem), "a copy of it")
        _require(_arrays(problem) == before, f"{_name(problem)} is changed by a run or by certify.")
        if scaled:
            _require_units(problem, solves, scaled, factors, max_iter, found)
        _require_words(problem, found[0])
        tried += around
        beyond += _beyond(problem, found)
    _require(
        not beyond or not all(c.holds(_SHARE) for c in beyond),
        f"certify proves {_FAR:g} times each answer optimal as well: it judges another point than "
        "the one that it is given, as a projection of it.",
    )
    _require(
        not all(p.certificate.holds(_SHARE) for p in tried),
        f"certify proves all of {len(tried)} random points optimal within {_SHARE:g} of the scale: "
        "it cannot fail, as where its bound is taken from its value or its scale is too large.",
    )


def _name(thing):
    return getattr(thing, "__name__", None) or type(thing).__name__


def _require_problem(problem):
    _require(
        isinstance(problem, Problem) and callable(problem.certify),
        f"{_name(problem)} must have a method certify(x, **dual) that returns a Certificate.",
    )


def _arrays(problem):
    """Name -> content of the arrays that a problem holds."""
    slots = (n for kind in type(problem).__mro__ for n in getattr(kind, "__slots__", ()))
    names = [*slots, *getattr(problem, "__dict__", {})]
    values = ((n, getattr(problem, n, None)) for n in names)
    return {n: (v.shape, v.tobytes()) for n, v in values if isinstance(v, np.ndarray)}


def _certified(problem, where, x, dual):
    """The `_Point`, its certificate checked for what a single one can break."""
    given = (np.array(x), {name: np.array(value) for name, value in dual.items()})
    with np.errstate(all="ignore"):
        certificate = problem.certify(x, **dual)
        again = problem.certify(given[0].copy(), **given[1])
    _require(
        isinstance(certificate, Certificate),
        "certify must return a Certificate(objective, bound, scale), got "
        f"{type(certificate).__name__}.",
    )
    for name, old, new in [("x", given[0], x), *((n, given[1][n], dual[n]) for n in dual)]:
        _require(
            np.array_equal(old, new, equal_nan=old.dtype.kind == "f"),
            f"certify changed its argument {name}: copy it first.",
        )
    numbers = (certificate.objective, certificate.bound, certificate.infeasibility)
    _require(
        not any(map(math.isnan, numbers)) and certificate.objective > -math.inf,
        f"certify gives {certificate} at {where}: no value is nan, and none is below all numbers.",
    )
    _require(_alike(certificate, again), f"certify gives {certificate} at {where}, then {again}.")
    _require(
        0.0 <= certificate.scale < math.inf and certificate.infeasibility >= 0.0,
        f"certify gives {certificate} at {where}: neither scale nor infeasibility is negative, and "
        "no scale is infinite.",
    )
    return _Point(where, x, dual, certificate)


def _solved(problem, solves, **options):
    """The points that solvers reach; one that refuses the problem has none, but not all may."""
    refusals = []
    for name, solve in solves.items():
        try:
            result = solve(problem, **options)
        except InputError as refused:
            refusals.append(f"{name}: {refused}")
            continue
        _require(result.status != "contradiction", f"{name}: {' '.join(result.notes)}")
        dual = {n: np.array(v) for n, v in result.dual.items()}
        point = _certified(problem, f"the answer of {name}", np.array(result.x), dual)
        _require(
            _alike(point.certificate, result.certificate),
            f"certify gives {result.certificate} while {name} runs and {point.certificate} "
            "afterwards: it moves with the solver.",
        )
        yield point
    _require(len(refusals) < len(solves) or not solves, "No solver runs. " + " ".join(refusals))


def _searched(problem, rng, attempts=400):
    """A point that is better than the start, where no solver is known."""
    x = np.array(getattr(problem, "start", np.nan), dtype=np.float64)
    _require(
        not np.isnan(x).any(),
        f"{_name(problem)} has no solver: give `solvers`, or the problem a `start` in the shape "
        "of x.",
    )
    best, step = _certified(problem, "its start", x, {}), 1.0
    for _ in range(attempts):
        x = best.x + step * rng.normal(size=x.shape)
        new = _certified(problem, "the best point of a random search", x, {})
        better = new.certificate.objective < best.certificate.objective
        best, step = (new, 1.5 * step) if better else (best, 0.9 * step)
    return best


def _around(problem, found, rng) -> Iterator[_Point]:
    """Certificates at random points of many sizes, and with dual variables that are moved off."""
    x = np.asarray(found[0].x, dtype=np.float64)
    size = float(np.abs(x).max(initial=0.0)) or 1.0
    asked: list[tuple[str, Any, Mapping]] = [("zero", np.zeros_like(x), {})]
    for share in (1e-3, 1.0, 1e3):
        asked.append((f"a random point {share:g} times as large as an answer",
                      share * size * rng.normal(size=x.shape), {}))  # fmt: skip
    for point in found:
        for by in (0.5, 1.1, -2.0):
            dual = {n: by * v if np.asarray(v).dtype.kind == "f" else v
                    for n, v in point.dual.items()}  # fmt: skip
            asked.append((f"{by:g} times {point.where}", by * np.asarray(point.x), dual))
            if dual:
                asked.append((f"{point.where} with {by:g} times its dual variables", point.x, dual))
    for where, x, dual in asked:
        try:
            yield _certified(problem, where, x, dual)
        except InputError:
            continue


def _beyond(problem, found):
    """Certificates far along the rays through answers that are proved, with their multipliers."""
    for point in found:
        if point.certificate.holds(_SHARE) and np.any(point.x):
            try:
                yield problem.certify(_FAR * np.asarray(point.x), **point.dual)
            except InputError:
                continue


def _require_order(points):
    """The highest bound lies below the lowest value of a feasible point."""
    inside = [p for p in points if p.certificate.infeasibility == 0.0]
    if not inside:
        return
    low = min(inside, key=lambda p: p.certificate.objective)
    high = max(points, key=lambda p: p.certificate.bound)
    value, bound = low.certificate.objective, high.certificate.bound
    size = max(low.certificate.scale, high.certificate.scale, abs(value))
    _require(
        not bound - value > 2.0 * ROUNDING * size,
        f"The bound {bound:.6g} at {high.where} is above the value {value:.6g} at {low.where}: the "
        "certificate is wrong.",
    )


def _require_nothing_from(point, problem):
    """What is no number proves nothing."""
    with np.errstate(all="ignore"):
        try:
            certificate = problem.certify(np.full_like(point.x, np.nan, dtype=np.float64))
        except InputError:
            return
    _require(not certificate.holds(1.0), "certify proves a point of nan optimal: it cannot fail.")


def _alike(one, other):
    """Whether two certificates differ by no more than the rounding of sums in another order."""
    pairs = ((one.objective, other.objective), (one.bound, other.bound), (one.scale, other.scale))
    slack = 1e-3 * ROUNDING * one.scale
    return all(math.isclose(a, b, rel_tol=1e-3 * ROUNDING, abs_tol=slack) for a, b in pairs)


def _require_same(points, other, what):
    """Another problem of the same data gives the same certificates."""
    for point in points:
        with np.errstate(all="ignore"):
            certificate = other.certify(point.x, **point.dual)
        _require(
            _alike(certificate, point.certificate),
            f"certify gives {point.certificate} at {point.where} on the problem that was solved, "
            f"and {certificate} on {what}: it moves with the solver.",
        )


def _require_units(problem, solves, scaled, factors, max_iter, found):
    """Values, bounds and scale of the same problem in other units are the same ones."""
    best = min(found, key=lambda p: p.certificate.gap).certificate
    judged = False
    for s in factors:
        try:
            with np.errstate(all="ignore"):
                given = scaled(problem, s)
        except (InputError, OverflowError):
            continue
        pair = isinstance(given, tuple) and len(given) in (2, 3)
        _require_input(pair, "scaled must return (twin, factor)", given)
        twin, factor, *shift = given
        points = list(_solved(twin, solves, max_iter=max_iter, record_every=0))
        for point in points or [_searched(twin, np.random.default_rng(0))]:
            judged = True
            _require_unit(problem, best, point.certificate, s, factor, *shift)
    _require(judged, f"{_name(problem)} refuses its data in all other units: give other `factors`.")


def _require_unit(problem, best, new, s, factor, shift=0.0):
    """The certificate `new` of the twin is true of the problem whose `best` is known."""
    value, bound = (new.objective - shift) / factor, (new.bound - shift) / factor
    slack = 2.0 * ROUNDING * max(best.scale, new.scale / factor, abs(best.objective))
    # A value of a point outside may lie anywhere.
    below = best.infeasibility > 0.0 or bound <= best.objective + slack
    above = new.infeasibility > 0.0 or best.bound <= value + slack
    _require(
        below and above,
        f"With data {s:g} times as large the optimum is between {new.bound:.6g} and "
        f"{new.objective:.6g}, not {factor:g} times that between {best.bound:.6g} and "
        f"{best.objective:.6g}.",
    )
    close = best.holds(1e-3) and new.holds(1e-3)
    _require(
        shift != 0.0 or not close or math.isclose(new.scale, factor * best.scale, rel_tol=1e-2),
        f"The scale has not the units of the objective: with data {s:g} times as large values "
        f"are {factor:g} times as large, and the scale goes from {best.scale:.6g} to "
        f"{new.scale:.6g}.",
    )


def _require_words(problem, point):
    """Fields of a problem and arguments of its certificate are used, or refused in one sentence."""
    if dataclasses.is_dataclass(problem):
        fields = {f.name: getattr(problem, f.name) for f in dataclasses.fields(problem) if f.init}
        for name in fields:
            for value in HOSTILE.values():
                _refusal(_name(problem), type(problem), name, value, fields)
    names = list(inspect.signature(problem.certify).parameters)
    given = {names[0]: point.x, **point.dual}

    def certify(**given):
        with np.errstate(all="ignore"):
            return problem.certify(given.pop(names[0]), **given)

    for name in [names[0], *(n for n in names[1:] if n not in ("args", "dual"))]:
        for what, value in HOSTILE.items():
            refused = _refusal("certify", certify, name, value, given)
            if not refused and what in NO_NUMBERS:
                raise AssertionError(
                    f"certify takes {_shown(name, value)}; refuse it with an InputError."
                )


def _shown(name, value):
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # a whole number of thousands of digits
        text = f"a number of type {type(value).__name__}"
    return f"{name}={text if len(text) < 60 else text[:57] + '...'}"


def _refusal(who, call, name, value, given):
    """The sentence by which `call` of `who` refuses `value` for its argument `name`, or None."""
    # Values are shown only where something is wrong: to write large ones takes longer than a run.
    try:
        call(**{**given, name: value})
    except InputError as refused:
        text = str(refused)
        if not text.endswith(".") or "\n" in text or len(text) >= 400:
            raise AssertionError(
                f"{who} refuses {_shown(name, value)} by more or less than one sentence: "
                f"{text[:400]}"
            ) from refused
        return text
    except Exception as error:
        raise AssertionError(
            f"{who} breaks at {_shown(name, value)} with {type(error).__name__}: {error}; "
            "refuse it with an InputError, as solvers.checks does."
        ) from error
    return None


def check_solver(solve: Callable[..., Result], problems: Iterable[Problem], **options: Any) -> None:
    """Raise an AssertionError where a solver breaks what every solver promises.

    The status follows the certificate, which the problem gives again for the answer; the trace is
    in order; the same seed draws the same trace; with record_every=0 the first and the best row are
    recorded; the run ends within max_iter, and at once when it is cancelled; no argument is
    changed, and what cannot be an option is refused in one sentence that names it.

    Parameters
    ----------
    solve : callable
        solve(problem, *, x0, tol, max_iter, record_every, seed, cancelled) -> Result.
    problems : iterable of Problem
        All promises are checked on each, what is refused on the first.
    **options
        Of the runs; by default tol=1e-6 and max_iter=60.
    """
    _require_input(callable(solve), "solve must be a function (problem, **options)", solve)
    _require_input(
        isinstance(problems, Iterable) and (problems := list(problems)),
        "problems must be a list of one problem or more",
        problems,
    )
    _require_signature(solve)
    options = {"tol": 1e-6, "max_iter": 60, **options}
    for number, problem in enumerate(problems):
        result = _run(solve, problem, **options)
        _require_sound(solve, problem, result, options["tol"])
        _require_trace(solve, result)
        _require_repeated(solve, problem, options, result)
        _require_short(solve, problem, options)
        _require_cancelled(solve, problem, options)
        _require_start(solve, problem, options, result)
        if number == 0:
            _require_refused(solve, problem, options)


def _require_signature(solve):
    parameters = inspect.signature(solve).parameters.values()
    names = {p.name for p in parameters}
    missing = [n for n in _BAD if n not in names]
    _require(
        not missing or any(p.kind is p.VAR_KEYWORD for p in parameters),
        f"{_name(solve)} must take the option {', '.join(missing)}: decorate it with "
        "solvers.common_options and hand **common to solvers.Options.",
    )


def _run(solve, problem, **options):
    before = _arrays(problem)
    result = solve(problem, **options)
    _require(_arrays(problem) == before, f"{_name(solve)} changed the data of its problem.")
    _require(
        isinstance(result, Result),
        f"{_name(solve)} must return a solvers.Result, got {type(result).__name__}: return "
        "options.drive(states, problem.certify).",
    )
    return result


def _require_sound(solve, problem, result, tol):
    """Status and certificate belong to the answer."""
    name, certificate = _name(solve), result.certificate
    _require(result.status != "contradiction", f"{name}: {' '.join(result.notes)}")
    again = problem.certify(result.x, **result.dual)
    _require(
        again == certificate,
        f"{name} returns {certificate}, and problem.certify(x, **dual) says {again}.",
    )
    _require(
        (result.status == "converged") == certificate.holds(tol),
        f"{name} ended as {result.status!r} with a relative gap of {certificate.relative_gap:.3g}; "
        f"converged is what is proved within tol = {tol:g}.",
    )
    _require(
        certificate.scale >= 0.0 and math.isfinite(certificate.objective),
        f"{name} returns {certificate}: neither value nor scale may be missing.",
    )


def _require_trace(solve, result):
    """Rows in order, no gap below zero, and read-only arrays."""
    name, trace, certificate = _name(solve), result.trace, result.certificate
    _require(
        trace.iteration[0] == 0 and (np.diff(trace.iteration) > 0).all(),
        f"{name} must count iterations from 0 upwards, got {trace.iteration[:5].tolist()} ...",
    )
    _require(
        (np.diff(trace.work) >= 0).all() and (np.diff(trace.seconds) >= 0.0).all(),
        f"{name} counts work or seconds that fall.",
    )
    short = [n for n, rows in trace.snapshots.items() if len(rows) != len(trace)]
    _require(not short, f"{name} keeps snapshots without a row for each of the trace: {short}.")
    finite = trace.objective[np.isfinite(trace.objective)]
    scale = max(certificate.scale, float(np.abs(finite).max(initial=0.0)))
    _require(
        (trace.gap >= -ROUNDING * scale).all(),
        f"{name} meets a bound above a value: the gap falls to {trace.gap.min():.3g}.",
    )
    _require(
        certificate.objective <= trace.objective[result.row] + ROUNDING * scale,
        f"{name} returns the value {certificate.objective:.6g}, and the row that it names has "
        f"{trace.objective[result.row]:.6g}.",
    )
    _require(
        not (result.x.flags.writeable or trace.gap.flags.writeable),
        f"{name} returns arrays that can be written to.",
    )


def _require_repeated(solve, problem, options, result):
    """The same seed draws the same trace; what is not recorded is found all the same."""
    name = _name(solve)
    again = _run(solve, problem, **options)
    _require(
        np.array_equal(result.trace.objective, again.trace.objective)
        and np.array_equal(result.x, again.x),
        f"{name} draws another trace from the same seed: draw from np.random.default_rng(seed).",
    )
    bare = _run(solve, problem, **{**options, "record_every": 0})
    _require(
        len(bare.trace) <= 2 and bare.trace.iteration[0] == 0,
        f"{name} must keep the first and the best row with record_every=0, got {len(bare.trace)}.",
    )
    _require_sound(solve, problem, bare, options["tol"])


def _require_short(solve, problem, options):
    for max_iter, every in _BUDGETS:
        given = {**options, "tol": 0.0, "max_iter": max_iter, "record_every": every}
        last = _run(solve, problem, **given).trace.iteration[-1]
        _require(last <= max_iter, f"{_name(solve)} goes to iteration {last}, max_iter={max_iter}.")


def _require_cancelled(solve, problem, options):
    """A run that is cancelled at its first state has one row."""
    asked = []

    def cancelled():
        asked.append(True)
        _require(len(asked) <= _PATIENCE, f"{_name(solve)} does not stop when it is cancelled.")
        return True

    result = _run(solve, problem, **{**options, "tol": 0.0, "cancelled": cancelled})
    _require(
        len(result.trace) == 1 and result.status != "max_iter",
        f"{_name(solve)} does not stop when it is cancelled: it goes on to iteration "
        f"{result.trace.iteration[-1]}.",
    )


def _require_start(solve, problem, options, result):
    x0 = np.array(result.x)
    try:
        _run(solve, problem, **{**options, "x0": x0, "max_iter": 2})
    except InputError:  # this method starts elsewhere, and says so
        return
    _require(
        np.array_equal(x0, result.x), f"{_name(solve)} changed its argument x0: copy it first."
    )


def _require_refused(solve, problem, options):
    """What cannot be an option is refused in one sentence that names it; what can be is used."""
    own = {n: p for n, p in inspect.signature(solve).parameters.items() if p.kind is p.KEYWORD_ONLY}
    for option in dict.fromkeys([*_BAD, *own]):
        text = option in own and own[option].annotation in (str, "str")
        hostile = [(v, what in NO_OPTIONS and not text) for what, v in HOSTILE.items()]
        for value, never in [*hostile, *((bad, True) for bad in _BAD.get(option, ()))]:
            given = {**options, "max_iter": 2, "tol": 0.0}
            refused = _refusal(
                _name(solve), functools.partial(solve, problem), option, value, given
            )
            if never and not refused:
                raise AssertionError(
                    f"{_name(solve)} takes {_shown(option, value)}; refuse it with an InputError."
                )
            if refused is not None and not re.search(rf"\b{option}\b", refused):
                raise AssertionError(
                    f"{_name(solve)} refuses {_shown(option, value)} without naming it: {refused}"
                )
