"""Scene `bags` in numbers: bags, their key instances, and the saddle point of the minimax
relaxation (Zhang and Jin 2020, 004_0576c39cd2308ab8.txt, (6)-(9)), compared with a machine
that maximises the smallest margin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lab.datasets.bags import SETS, load_bags, standard_units
from lab.datasets.instances_by_hand import changed, clicked, looped, written
from lab.datasets.own_file import DECIMAL, FILE, HEADER, OPTION, OWN, preview
from lab.drawing.geometry import HERO, window
from lab.experiment import Run
from lab.knobs import seed_knob
from lab.lessons.mi_odm.common import halves_of, per_bag
from lab.lessons.mi_odm.synthetic import BAG_KINDS, outlier_place, synthetic_bags
from lab.race.methods import Methods
from lab.scenes.frames import Frames, remembered
from lab.spelling import shown
from solvers import (
    Gaussian,
    InputError,
    KernelSVM,
    Linear,
    MultiInstanceODM,
    Result,
    decision_function,
    instance_values,
    mean_keys,
    round_keys,
    solve_assignment,
    solve_column_generation,
    solve_keys,
    solve_smo,
)
from widgets.edits import Tools
from widgets.knobs import Knob, with_primary
from widgets.words import rough

#: The certified gap, as a share of the scale, at which methods stop.
TOL = 1e-6
STOCHASTIC, COLUMNS, ASSIGNMENT = "stochastic", "column_generation", "assignment"
_RIVALS = ("mirror_prox", "accelerated", STOCHASTIC, "reweighting", ASSIGNMENT)
METHODS = Methods(MultiInstanceODM, COLUMNS, _RIVALS)
#: Methods whose snapshots say all that the picture draws of the method in question.
DRAWN = (COLUMNS, *_RIVALS)
#: Methods whose step the knob scales, and those that list all assignments.
STEPS = ("mirror_prox", "accelerated", STOCHASTIC)
LISTING = (*STEPS, "reweighting")
#: Methods that start from one key a bag.
KEYED = (COLUMNS, ASSIGNMENT)
#: Further seeds of the stochastic method.
_TWINS = 2
#: Columns at most: with real bags the search for each takes long.
_MOST_COLUMNS = 60
#: A run is recorded in about so many rows.
_ROWS = 100
#: Frames of a run at most; level lines are sent for each.
_MOST_FRAMES = 101
#: Squares below this share of what they are the sum of are 0.
_ROUNDING = 1e-14
#: Assignments that are drawn.
_SHOWN = 6
#: Machines of MI-SVM that are trained at most; mostly the keys stay after two or three.
_MOST_MACHINES = 20
KINDS = (*BAG_KINDS.items(), ("musk1", "musk1 (real, 92 × 166)"), OPTION)
#: Bags of each class that no learner is trained on.
FRESH = 200
KERNELS = (("gaussian", "Gaussian"), ("gaussian+1", "Gaussian + 1"), ("linear", "linear + 1"))

_PRICES = (
    Knob("lam1", "log", 4.0, "λ₁", 0.1, 1000.0, help="Price of the keys of positive bags."),
    Knob("lam2", "log", 4.0, "λ₂", 0.1, 1000.0, help="Price of the negative instances."),
    Knob("theta", "linear", 0.2, "θ, half the band", 0.0, 0.95,
         help="Margins between 1 − θ and 1 + θ cost nothing."),
    Knob("nu", "linear", 0.5, "ν", 0.05, 1.0,
         help="Price of too much margin, as a share of that of too little."),
)  # fmt: skip
_DATA = (
    Knob("data", "choice", "tight", "Data", options=KINDS,
         help="musk1 and files are solved in all dimensions and only drawn as a projection."),
    replace(FILE, help="Columns bag, label (1, 0), features; or the words elephant, fox, tiger."),
    HEADER,
    DECIMAL,
    Knob("dimension", "choice", 2, "Features", options=((2, "two"), (3, "three")),
         help="In three, bags are stars around their keys; turn them with the mouse."),
    Knob("positive", "integer", 3, "Positive bags", 0, 6, help="Synthetic sets only.",
         when={"data": tuple(BAG_KINDS)}),
    Knob("negative", "integer", 4, "Negative bags", 0, 6,
         help="Synthetic sets only; without any the machine describes one class.",
         when={"data": tuple(BAG_KINDS)}),
    Knob("instances", "integer", 3, "Instances", 1, 6,
         help="Per bag, synthetic data only. Each positive bag multiplies the assignments by it.",
         when={"data": tuple(BAG_KINDS)}),
    Knob("outlier", "switch", True, "Outlier",
         help="A clear key among the instances of the last negative bag (synthetic data only).",
         when={"data": tuple(BAG_KINDS)}),
    Knob("points", "edits", "", "Own instances",
         help="Words such as 2:1.3,0.5, which adds an instance to bag 2, and 2x1, which removes "
         "its first.",
         when={"data": tuple(BAG_KINDS)}, of=("data",)),
    Knob("kernel", "choice", "gaussian", "Kernel", options=KERNELS,
         help="+ 1 is a regularised intercept."),
    Knob("gamma", "log", 0.3, "γ", 0.05, 8.0,
         help="Width of the Gaussian, exp(−γ‖x − z‖²); of d real features, γ · 2/d.",
         when={"not kernel": ("linear",)}),
)  # fmt: skip
_METHOD = (
    Knob("method", "choice", COLUMNS, "Method",
         options=tuple((name, METHODS[name].label) for name in DRAWN),
         help="The one that the picture shows. Stochastic runs three seeds."),
    Knob("compare", "several", (), "Against", options=METHODS.options, apart="method",
         help="Their certified gaps on the same clock."),
    Knob("factor", "log", 1.0, "Step factor", 0.01, 8.0,
         help="Of mirror steps. 1: each method's own rule. Else so many times a measured step; "
         "from about 2 on it may diverge.",
         when=({"method": STEPS}, {"compare": STEPS})),
    Knob("first", "choice", "last", "First keys",
         options=(("means", "by the bags' means"), ("last", "the last of each bag")),
         help="Where assignment and column generation start; from poor keys assignment may end far "
         "from the optimum.",
         when=({"method": KEYED}, {"compare": KEYED})),
)  # fmt: skip
_OWN = (
    Knob("budget", "integer", 200, "Iterations", 10, 2000, help="Then a method gives up."),
    Knob("machine", "choice", "averaged", "Machine",
         options=(("averaged", "averaged over v"), ("rounded", "best for the ringed keys")),
         help="Where the relaxation is loose, the averaged machine calls all bags negative."),
    Knob("C", "log", 1000.0, "C of MI-SVM", 0.01, 1e4, help="1000 and more is a hard margin."),
    Knob("units", "choice", "distance", "Margins",
         options=(("distance", "distance, y f ÷ ‖w‖"), ("raw", "raw, y f")),
         help="Only distances compare machines; the band is drawn on raw margins."),
    seed_knob("data and stochastic steps", 1),
)  # fmt: skip
KNOBS = with_primary(
    (*_PRICES, *_METHOD, *_DATA, *_OWN), "data", "file", "method", "lam1", "compare"
)
#: The tool that makes one bag of the instances in a loop.
LASSO = ("draw", "bag", "Lasso a bag")


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A problem and how it is drawn.

    points (J, 2 or 3): where instances are drawn; names: of the axes. projected: whether that
    loses dimensions, so that there are no level lines. stray (d,): where a synthetic outlier is,
    or None. fresh: bags and labels of the same kind for testing, or None.
    """

    problem: MultiInstanceODM
    points: np.ndarray
    names: tuple[str, ...]
    projected: bool
    stray: np.ndarray | None = None
    fresh: tuple | None = None


def bags_of(settings: Mapping[str, Any]) -> tuple[Sequence[np.ndarray], np.ndarray, bool]:
    """(bags, y, synthetic) of the knobs: synthetic bags as the user edited them, or those of a file
    in standard units."""
    if settings["data"] not in BAG_KINDS:
        found = _read(settings)
        return found.bags, found.y, False
    return _synthetic(settings)


@remembered
def _synthetic(settings):
    """(bags, y, True) of a synthetic set."""
    name = settings["data"]
    shape = ("dimension", "positive", "negative", "instances", "outlier", "seed")
    bags, y = synthetic_bags(name, **{k: settings[k] for k in shape})
    if not bags:
        raise InputError("positive and negative must not both be 0: there would be no bag.")
    return changed(bags, settings["points"]), y, True


def _read(settings):
    """The `Bags` of a real set or a file, in standard units."""
    name = settings["file"] if settings["data"] == OWN else settings["data"]
    if not name:
        raise InputError("file must name a CSV, or elephant, fox or tiger, got nothing.")
    return standard_units(load_bags(name, settings["header"], settings["decimal"]))


def tools(settings: Mapping[str, Any]) -> Tools | None:
    """What users may do in a synthetic set: in the plane add, erase and move instances and draw a
    loop around those that become one bag; in three features edit the table."""
    if settings["data"] not in BAG_KINDS:
        return None
    bags, flat = bags_of(settings)[0], settings["dimension"] == 2
    kinds = tuple((k, f"bag {k}") for k in range(1, len(bags) + 1))
    adds = tuple(("add", k, f"Add to {words}") for k, words in kinds)
    return Tools(
        "bags" if flat else "",
        (("move", None, "Move"), *adds, ("erase", None, "Erase"), LASSO) if flat else (),
        (("bag", kinds), *((name, None) for name in axis_names(settings["dimension"]))),
        lambda: [[k, *map(float, x)] for k, bag in enumerate(bags, 1) for x in bag],
        drag="move",
        shift=len(adds) + 1,
        noun="instance",
    )


def edit(settings: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, str]:
    """The knob that an action among the bags changes."""
    synthetic = settings["data"] in BAG_KINDS
    if synthetic and action["do"] == "rows":
        return _rewritten(settings, action["rows"])
    if not synthetic or action["panel"] != "bags" or settings["dimension"] != 2:
        return {}
    bags = bags_of(settings)[0]
    if action["do"] == "draw":
        return _rewritten(settings, looped(bags, action["places"]))
    return {"points": clicked(settings["points"], bags, action)}


def _rewritten(settings, rows):
    """The knob of own instances with which `rows` are the bags."""
    return {"points": written(bags_of({**settings, "points": ""})[0], rows)}


def previewed(settings: Mapping[str, Any]) -> dict:
    """What was understood of the file: the first column names bags, the second labels them."""
    return preview(settings, bags=True) if settings["file"] not in SETS else {"file": {}}


def case_of(settings: Mapping[str, Any]) -> Case:
    """The `Case` that the knobs ask for."""
    bags, y, synthetic = bags_of(settings)
    wide = bags[0].shape[1]
    gamma = settings["gamma"] * (1.0 if synthetic else 2.0 / wide)
    kernels: dict[str, Linear | Gaussian] = {
        "linear": Linear(bias=1.0),
        "gaussian": Gaussian(gamma),
        "gaussian+1": Gaussian(gamma, bias=1.0),
    }
    prices = {k: settings[k] for k in ("lam1", "lam2", "nu", "theta")}
    problem = MultiInstanceODM(bags, y, **prices, kernel=kernels[settings["kernel"]])
    X, d = problem.points, settings["dimension"]
    if synthetic:
        stray = outlier_place(settings["data"], d) if settings["outlier"] else None
        return Case(problem, X, axis_names(d), False, stray, _fresh(settings))
    names = tuple(shown(name) for name in _read(settings).features)
    if wide == 1:
        X, names = np.hstack([X, 0.0 * X]), (*names, "one feature")
    elif wide > d:
        X, names = _projection(X, d), tuple(f"projection {k + 1}" for k in range(d))
    return Case(problem, X, names, projected=not 1 < wide <= d)


def axis_names(d: int) -> tuple[str, ...]:
    """ "x₁", "x₂", ..."""
    return tuple(f"x{'₁₂₃'[k]}" for k in range(d))


@remembered
def _fresh(settings):
    """Bags of the same kind, without an outlier."""
    shape = settings["dimension"], FRESH, FRESH, settings["instances"]
    return synthetic_bags(settings["data"], *shape, seed=settings["seed"] + 1000)


def _projection(X, d):
    """X (J, n) on its first `d` principal axes."""
    centred = X - X.mean(axis=0)
    return centred @ np.linalg.svd(centred, full_matrices=False)[2][:d].T


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """The main method with its rivals, and MI-SVM, which maximises the smallest margin."""
    case = case_of(settings)
    results, twins = run_all(case.problem, settings, cancelled)
    extra = {
        "case": case,
        "twins": twins,
        "svm": train_bag_svm(case.problem, settings["C"]),
        "value": _value(case.problem, results, cancelled),
        "rounded": _rounded(case.problem, results),
    }
    return Run(case.problem, results, extra=extra)


def _value(problem, results, cancelled):
    """(low, high) that enclose the saddle value: of column generation where it finishes, else the
    best halves of the runs."""
    done = dict(results)
    if problem.count <= problem.most_assignments and COLUMNS not in done:
        done[COLUMNS] = solve_column_generation(
            problem, tol=0.01 * TOL, record_every=0, cancelled=cancelled
        )
    traces = [r.trace for r in done.values()]
    return max(t.bound.max() for t in traces), min(t.objective.min() for t in traces)


def _rounded(problem, results):
    """The value of (4) for the keys that the main method ends with."""
    result = next(iter(results.values()))
    keys = result.dual.get("assignments")
    return round_keys(problem, result.x, result.dual["v"], keys).objectives.keys


def run_method(
    name: str,
    problem: MultiInstanceODM,
    settings: Mapping[str, Any],
    seed: int,
    cancelled: Callable[[], bool] | None = None,
) -> Result:
    """The result of one method; mirror prox and reweighting keep every second row or fewer."""
    most = settings["budget"]
    options = {"tol": TOL, "max_iter": most, "seed": seed, "cancelled": cancelled}
    if name in LISTING:
        require_listed(problem)
        options["record_every"] = max(1, most // _ROWS)
    if name in STEPS and settings["factor"] != 1.0:
        options["step"] = settings["factor"]
    if name == ASSIGNMENT:
        options["keys"] = first_keys(problem, settings)
    if name == COLUMNS:
        options["max_iter"] = min(most, _MOST_COLUMNS)
        if settings["first"] != "means":  # its own choice
            options["x0"] = solve_assignment(
                problem, keys=first_keys(problem, settings), max_iter=0
            )
    return METHODS.solve(name, problem, **options)


def first_keys(problem: MultiInstanceODM, settings: Mapping[str, Any]) -> np.ndarray:
    """Keys (p,) from which methods start that begin with one key a bag."""
    return mean_keys(problem) if settings["first"] == "means" else problem.sizes - 1


def run_all(
    problem: MultiInstanceODM,
    settings: Mapping[str, Any],
    cancelled: Callable[[], bool] | None = None,
) -> tuple[dict[str, Result], dict[str, list[Result]]]:
    """(name -> result of the method in question and of its rivals, name -> results of further
    seeds)."""
    first = settings["seed"]
    names = dict.fromkeys((settings["method"], *settings["compare"]))
    results = {name: run_method(name, problem, settings, first, cancelled) for name in names}
    seeds = range(first + 1, first + 1 + _TWINS)
    return results, {
        name: [run_method(name, problem, settings, seed, cancelled) for seed in seeds]
        for name in names
        if name == STOCHASTIC
    }


def require_listed(problem: MultiInstanceODM) -> None:
    """Raise where there are more assignments than methods may list."""
    if problem.count > problem.most_assignments:
        raise InputError(
            "method must be column generation or assignment here (and so its rivals), as the "
            f"others list all {rough(problem.count)} assignments of keys and may list "
            f"{problem.most_assignments}; or take fewer or smaller positive bags."
        )


@dataclass(frozen=True, slots=True, eq=False)
class BagSVM:
    """f(x) = sum_j a_j kernel(x_j, x) + bias over all instances; keys (p,) within their bags."""

    problem: MultiInstanceODM
    a: np.ndarray
    bias: float
    keys: np.ndarray

    def values(self, points: np.ndarray) -> np.ndarray:
        """f (b,) at the rows of `points` (b, d)."""
        return self.problem.kernel.values(points, self.problem.points) @ self.a + self.bias


def train_bag_svm(problem: MultiInstanceODM, C: float) -> BagSVM | None:
    """The `BagSVM` at the price `C` per row on the bags of `problem`, from the keys that the means
    of the bags pick; ends when keys come back. None where a class is missing."""
    if np.ptp(problem.y) == 0.0:
        return None
    G, p = problem.gram(), problem.first.size
    y = np.repeat([1.0, -1.0], [p, problem.negative.size])
    keys, seen = mean_keys(problem), set()
    for _ in range(_MOST_MACHINES):
        seen.add(tuple(keys.tolist()))
        rows = np.concatenate([problem.first + keys, problem.negative])
        svm = KernelSVM.from_gram(G[np.ix_(rows, rows)], y, C)
        x = solve_smo(svm, record_every=0).x
        a = np.bincount(rows, y * x, minlength=len(G))
        bias = float(decision_function(svm, x, G[:1, rows])[0] - G[0] @ a)
        machine = BagSVM(problem, a, bias, keys)
        keys = _largest(problem, G @ a)
        if tuple(keys.tolist()) in seen:
            break
    return machine


def _largest(problem, values):
    """The place (..., p) in each positive bag of the largest of the `values` (..., J)."""
    bags = zip(problem.first, problem.sizes, strict=True)
    found = [values[..., i : i + m].argmax(axis=-1) for i, m in bags]
    return np.moveaxis(np.array(found, dtype=np.int64).reshape(-1, *values.shape[:-1]), 0, -1)


def frames(run: Run) -> Frames:
    """The table, a frame per chosen row, T of them, of m bags with J instances.

    a (T, J): the machine that each frame draws. values (T, J): its decision values. margins (T, m):
    y f(B) of every bag in the units of the picture, with mean and smallest (T,) of them. svm,
    svm_margins (m,): the rival learner, or None. keys, leading (T, p): the instance of largest
    value and that of largest probability in each positive bag, as numbers among all; alike (T, p):
    whether all in the bag have the same. count (T,): how many columns column generation has.
    saddle: (low, high) known of the saddle value. rounded: whether the machine of the rounded keys
    is drawn, not the averaged one. raw: whether margins are y f, not distances; unit: what one is,
    in a few symbols. box: ((low, high) per axis) around the instances.
    """
    settings, problem, case = run.settings, run.problem, run.extra["case"]
    svm, raw = run.extra["svm"], settings["units"] == "raw"
    f = Frames.of_traces(run, tolerance=TOL, methods=METHODS, most=_MOST_FRAMES)
    points = case.points
    f.facts(
        problem=problem,
        case=case,
        result=run.result,
        svm=svm,
        svm_margins=None if svm is None else _svm_margins(problem, svm, raw),
        saddle=run.extra["value"],
        rounded=settings["machine"] == "rounded",
        raw=raw,
        unit="y f(B)" if raw else "y f(B) ÷ ‖w‖",
        box=window(points, 0.12, HERO if points.shape[1] == 2 else None, least=1.0),
    )
    a = machines(problem, f.u, f.key_probability)
    if f.rounded:
        a = _best_for_keys(problem, a)
    f.columns(
        a=a,
        values=lambda f: f.a @ problem.gram(),
        margins=lambda f: _margins(problem, f.values, f.a, raw),
        keys=lambda f: problem.first + _largest(problem, f.values),
        mean=lambda f: f.margins.mean(axis=1),
        mean_before=lambda f: f.before("mean"),
        leading=lambda f: problem.first + _largest(problem, f.key_probability),
        alike=lambda f: _alike(problem, f.key_probability),
        count=lambda f: f.at(COLUMNS).columns,
        smallest=lambda f: f.margins.min(axis=1),
    )
    return f


def _svm_margins(problem, svm, raw):
    values = problem.gram() @ svm.a + svm.bias
    return _margins(problem, values[None], svm.a[None], raw)[0]


def _alike(problem, mu):
    """Whether all instances of each positive bag (T, p) have the same probability mu (T, J)."""
    same = per_bag(problem, np.maximum, mu) == per_bag(problem, np.minimum, mu)
    return same[:, problem.y > 0.0]


def _margins(problem, f, a, raw):
    """y f(B) (T, m) of decision values f (T, J) of machines a (T, J), raw or over their ||w||; 0
    where w is 0 and there is no boundary to measure from."""
    m = problem.y * per_bag(problem, np.maximum, f)
    if raw:
        return m
    w = lengths(problem, a)[:, None]
    return np.divide(m, w, out=np.zeros_like(m), where=w > 0.0)


def machines(problem: MultiInstanceODM, u: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """The averaged machines a (T, J) of multipliers u (T, 2N) and key probabilities mu (T, J)."""
    N, p = problem.omega.size, problem.first.size
    s, a = u[:, :N] - u[:, N:], np.array(mu, dtype=np.float64)
    plus = problem.y[problem.bag] > 0.0
    a[:, plus] *= np.repeat(s[:, :p], problem.sizes, axis=1)
    a[:, problem.negative] = -s[:, p:]
    return a


def lengths(problem: MultiInstanceODM, a: np.ndarray) -> np.ndarray:
    """||w|| (T,) of machines a (T, J); the intercept, a constant feature, is left out. 0 where
    only rounding is left of the sum."""
    G, bias = problem.gram(), getattr(problem.kernel, "bias", 0.0)
    square = np.einsum("tj,tj->t", a, a @ G) - bias * a.sum(axis=1) ** 2
    rounding = _ROUNDING * (np.abs(a) @ np.sqrt(G.diagonal())) ** 2
    return np.sqrt(np.where(square > rounding, square, 0.0))


def _best_for_keys(problem, a):
    """The best machine (T, J) for the keys that each machine a (T, J) picks."""
    picked = _largest(problem, a @ problem.gram())
    keys, place = np.unique(picked, axis=0, return_inverse=True)
    return np.array([solve_keys(problem, one).machine for one in keys])[place.ravel()]


def halves(f: Frames) -> tuple[np.ndarray, np.ndarray]:
    """(upper (R,), lower (R,)) of every row of the method in question."""
    return halves_of(f.run.trace, 0.5 * sum(f.saddle))


def heaviest(f: Frames) -> tuple[np.ndarray, np.ndarray]:
    """(keys (k, p), weights (T, k)): the assignments that end heaviest, and how heavy they are in
    each frame; where not all weights are recorded, 0 for what is not among the ten heaviest."""
    keys, weights = f.heaviest, f.weights
    rank, frame = np.nonzero(weights.T > 0.0)
    known, first, place = np.unique(
        keys[frame, rank], axis=0, return_index=True, return_inverse=True
    )
    table = np.zeros((len(f), len(known)))
    table[frame, place.ravel()] = weights[frame, rank]
    order = np.lexsort((first, -table.max(axis=0), -table[-1]))[:_SHOWN]
    listed = known[order]
    if "v" in f.run.trace.snapshots and listed.shape[1]:
        places = np.ravel_multi_index(tuple(listed.T), tuple(f.problem.sizes))
        return listed, f.v[:, places]
    return listed, table[:, order]


def fresh_rate(f: Frames, k: int) -> float:
    """The share of fresh bags that the machine of frame `k` calls right."""
    return right_of(f.case.fresh, lambda X: instance_values(f.problem, f.a[k], X))


def right_of(
    fresh: tuple[Sequence[np.ndarray], np.ndarray], values: Callable[[np.ndarray], np.ndarray]
) -> float:
    """The share of `fresh` bags that a learner calls right, whose decision values are `values`."""
    bags, y = fresh
    f = values(np.concatenate(bags)).reshape(len(bags), -1).max(axis=1)
    return np.mean(y * f > 0.0)
