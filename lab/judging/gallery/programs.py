"""Programs on which solvers disagree."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path as File
from types import SimpleNamespace

import highspy
import numpy as np

from lab.judging.gallery.case import Case, listed, rows_with_x
from lab.judging.judgement import Judgement
from lab.judging.marks import answer_marks, names
from lab.judging.verdict import CLAIMS_MORE, PROVED, WRONG
from lab.peers.cbc import PULP, pulp
from lab.peers.forms import dense
from lab.peers.glpk import GLPK, glp
from lab.peers.highs import HIGHS
from lab.peers.or_tools import ORTOOLS
from lab.peers.parts import Answer, LazyModule
from lab.peers.registry import Peer, peers_of
from lab.peers.scip import SCIP, pyscipopt
from lab.programs.reading import program
from solvers import Program
from widgets import Arrows, Axis, Contour, Lines, Panel, Path, Points, Text

model_builder = LazyModule("ortools.linear_solver.python.model_builder")
_STEPS = 10
_BAD = (WRONG, CLAIMS_MORE)


def _plane(found, ends, marks, **more):
    """The panel of a plane with these marks, the answers, and who they are."""
    rows = rows_with_x(found)
    places = [row.point[:2] for row in rows]
    answers = [*answer_marks(rows, places, ends), names(rows, places, ends)] if rows else []
    legend = [mark.label for mark in answers if isinstance(mark, Points)]
    title, xy = more.pop("title"), more.pop("axes")
    axes = (Axis(word, range=end) for word, end in zip(xy, ends, strict=True))
    return Panel(title, [*marks, *answers], *axes, key="answers", legend=legend, **more)


def _levels(problem, ends):
    """Level sets of the objective over the window."""
    x, y = (np.linspace(low, high, 61) for low, high in ends)
    at = np.stack(np.meshgrid(x, y), -1)
    Q = np.zeros((2, 2)) if problem.Q is None else dense(problem.Q)
    values = at @ problem.c + 0.5 * np.einsum("...i,ij,...j->...", at, Q, at)
    return Contour(x, y, values, fill=False, tone="muted", width=0.8, opacity=0.6)


# The unbounded QP


def _valley():
    return Program(
        np.array([-2.0, -1.0]), [[1.0, -2.0]], [4.0], Q=[[1.0, -2.0], [-2.0, 4.0]], lower=0.0
    )


def _proving_ray(found):
    """(row, ray) of the first ray that proves that the objective falls for ever, or None."""
    for row in found:
        if row.ray is not None and found.problem.certify_unbounded(row.ray):
            return row, row.ray / np.abs(row.ray).max()
    return None


def ten_steps(found: Judgement) -> tuple[np.ndarray, np.ndarray] | None:
    """Points (11, n) along the proving ray from 0, and the objective there; None without a ray."""
    shown = _proving_ray(found)
    if shown is None:
        return None
    at = np.outer(np.arange(_STEPS + 1.0), 2.0 * shown[1])
    return at, np.array([found.problem.certify(x).objective for x in at])


def _valley_panel(found):
    ends = ((-0.5, 26.0), (-0.5, 14.0))
    edge = Path([4.0, 26.0], [0.0, 11.0], tone="ink", width=1.6, ghost=False, label="x − 2y ≤ 4")
    marks, steps = [_levels(found.problem, ends), edge], ten_steps(found)
    if steps is not None:
        (x, y), F = steps[0].T, steps[1]
        marks.append(Arrows(x[:-1], y[:-1], x[1:], y[1:], tone="good", width=2.5, label="the ray"))
        lines = tuple(f"F = {v:g}" for v in F[::5])
        marks.append(Text(x[::5], y[::5], lines, tone="ink", anchor="below"))
    return _plane(found, ends, marks, title="Ten steps along the ray: F falls by as much each time",
                  axes=("x", "y"))  # fmt: skip


def _valley_words(found):
    steps = ten_steps(found)
    if steps is None:
        return ["No package returns a ray that proves anything."]
    row, ray = _proving_ray(found)
    lines = ", ".join(f"{v:g}" for v in steps[1])
    bend = float(np.abs(dense(found.problem.Q) @ ray).max())
    yes = [
        f"The ray {_vector(ray)} of {listed([row])} lowers the objective for ever: here, ten steps "
        f"of it: {lines}.",
        f"Along it nothing bends (Qr = {bend:.1g}), no row and no bound stops it, and c'r = "
        f"{found.problem.c @ ray:g} is below 0: three sums; a package that calls a point "
        "optimal is refuted.",
    ]
    for one in found:
        if one.claim == "optimal" and one.x is not None and np.isfinite(one.x).all():
            further = one.x + _STEPS * np.abs(one.x).max() * ray
            lower = found.problem.certify(further).objective
            yes.append(f"{listed([one])} says {one.says!r} at {_vector(one.x)}, where F is "
                       f"{one.value:.4g}; ten such lengths further along the ray it is "
                       f"{lower:.4g}.")  # fmt: skip
            break
    return yes


def _vector(x):
    return f"({', '.join(f'{v:.4g}' for v in x)})"


# The far side that loosens a relative gap

_FAR = 1e4


def _far():
    return Program(np.array([0.0, 0.0, -2.0 * _FAR]), [[1.0, 0.0, -1.0]], [0.0], Q=2.0 * np.eye(3),
                   lower=[-np.inf, 2.0, -np.inf])  # fmt: skip


def _far_panel(found):
    ends = ((-3.0, 3.0), (0.0, 7.0))
    edge = Path([-3.0, 3.0], [2.0, 2.0], tone="ink", width=1.8, ghost=False, label="y ≥ 2")
    best = Points([0.0], [2.0], tone="ink", symbol="diamond", size=7.0, label="the only optimum")
    return _plane(found, ends, [edge, best], axes=("x", "y"),
                  title="All of these are right, as a share of 100 million")  # fmt: skip


def _far_words(found):
    good = [row for row in rows_with_x(found) if row.word == PROVED]
    ys = np.array([row.point[1] for row in good])
    high, scale = good[int(ys.argmax())], found.evidence.scale
    costs = float(high.value - found.evidence.upper)
    lines = [
        f"F = x² + y² + z² − 20000 z with y ≥ 2 splits: y = 2 whatever z is. Yet a proof to 1e-6 "
        f"leaves space for y from {ys.min():.3g} to {ys.max():.3g}.",
        f"The arithmetic: the terms at the answer add up to {scale:.3g}, and a millionth of that "
        f"is {1e-6 * scale:.3g}. {listed([high])} has y = {high.point[1]:.3g}, which costs "
        f"{costs:.3g}: {costs / scale:.1g} of the scale. Its proof is true, and says nothing of y.",
    ]
    out = [row for row in rows_with_x(found) if row.point[1] < 2.0 - 1e-3]
    lines += [f"{listed([row])} says {row.says!r} with y = {row.point[1]:.3g}, outside y ≥ 2: what "
             "it allows a side is a share of the largest one." for row in out]  # fmt: skip
    return [*lines, "Measure the variables in like units, or ask for more digits: 1e-12 here."]


# The one triangle


def _coupled():
    return Program(
        np.array([-4.0, -3.0]), [[1.0, 1.0]], [3.0], Q=[[2.0, 1.5], [1.5, 2.0]], lower=0.0
    )


def _of_a_triangle(prepare, problem, tol=None):
    names = ("c", "A", "b", "A_eq", "b_eq", "lower", "upper")
    given = {name: getattr(problem, name) for name in names}
    return prepare(SimpleNamespace(**given, Q=np.tril(dense(problem.Q))), tol)


def _triangle_peers():
    """All that take a quadratic program, given the lower triangle of Q."""
    kinds = ("CVXOPT", "Clarabel", "DAQP", "HiGHS QP", "OSQP", "PIQP", "ProxQP", "SCS", "quadprog")
    all_ = peers_of(Program)
    return {n: replace(all_[n], prepare=partial(_of_a_triangle, all_[n].prepare)) for n in kinds}


def _triangle_panel(found):
    ends = ((-0.15, 3.3), (-0.15, 3.3))
    edge = Path([0.0, 3.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], tone="ink", width=1.8, fill=0.06,
                ghost=False, label="feasible")  # fmt: skip
    return _plane(found, ends, [_levels(found.problem, ends), edge], axes=("x", "y"), equal=True,
                  title="Two problems: the one that was meant, and half of it")  # fmt: skip


def _triangle_words(found):
    half = replace(found.problem, Q=np.diag(np.diag(dense(found.problem.Q))))
    misled = [row for row in rows_with_x(found) if row.word in _BAD]
    right = [row for row in found if row.word not in _BAD and not row.ours and row.x is not None]
    lines = ["Each package was given the lower triangle of Q, as some ask for it. "
            f"{listed(right) or 'Nobody'} read it so."]  # fmt: skip
    if misled:
        x = misled[0].x
        lines += [
            f"{listed(misled)} read the other one, found zeros off the diagonal, and said "
            f"{misled[0].says!r}: no error, no warning.",
            f"At {_vector(x)} their F would be {half.certify(x).objective:.4g}; it is "
            f"{found.problem.certify(x).objective:.4g}, and {listed([found.rows[0]])} has "
            f"{found.evidence.upper:.4g}. That is how the certificate knows: it reads all of Q.",
        ]
    return lines


# The dropped coefficient


def _small():
    return Program(np.array([-1.0, 0.0]), [[5e-10, 1.0]], [2.0], lower=0.0, upper=[1e10, 1.0])


def _small_panel(found):
    shown = replace(
        found,
        rows=tuple(
            replace(row, x=row.point * [1e-9, 1.0]) if row.x is not None else row for row in found
        ),
    )
    ends = ((-0.3, 11.0), (-0.1, 1.4))
    edge = Path([0.0, 4.0, 2.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0, 0.0], tone="ink", width=1.8,
                fill=0.06, ghost=False, label="feasible")  # fmt: skip
    bound = Lines([10.0, 10.0], [-0.1, 1.4], tone="muted", width=1.2, dash="dash",
                  label="x ≤ 10¹⁰")  # fmt: skip
    return _plane(shown, ends, [edge, bound], axes=("x, in 10⁹", "y"),
                  title="A row without its coefficient lets x go to its bound")  # fmt: skip


def _small_words(found):
    (a, b), side = dense(found.problem.A)[0], found.problem.b[0]
    lines = [
        f"The row {a:g} x + {b:g} y ≤ {side:g} ends x at {side / a:.3g}. A coefficient of {a:g} is "
        f"far above rounding: at x = 1e10 it makes {a * 1e10:g}, and {side:g} is allowed."
    ]
    for row in (row for row in found if row.claim == "optimal" and row.word in _BAD):
        left = float(a * row.point[0] + b * row.point[1])
        lines.append(f"{listed([row])} says {row.says!r} at x = {row.point[0]:.6g}. Put that into "
                    f"the row: the left side is {left:.6g}, and {side:g} is allowed.")  # fmt: skip
    others = [row for row in found if row.claim != "optimal" and row.word in _BAD]
    if others:
        lines.append(f"There is no optimum, by {listed(others)}; but (0, 0) is feasible, and x has "
                    "a bound.")  # fmt: skip
    return lines


# The file with two sets of sides

SHIFTS = """NAME SHIFTS
ROWS
 N cost
 G north
 G south
COLUMNS
 early cost 3 north 1
 early south 2
 late cost 2 north 1
 late south 1
RHS
 winter north 4 south 6
 summer north 2 south 5
ENDATA
"""


@contextmanager
def _shifts():
    """The path of the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = File(folder) / "shifts.mps"
        path.write_text(SHIFTS, encoding="utf-8")
        yield path


def _with_file(read):
    """`prepare` of a reader of the file: read(path) -> (its words, value, x)."""

    def prepare(problem, tol=None):
        def solve():
            with _shifts() as path:
                words, value, x = read(str(path))
            return Answer(words, "gave up" if x is None else "optimal", x, value=value)

        return solve

    return prepare


def _by_highs(path):
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    read = highs.readModel(path)
    highs.run()
    words = f"{read.name}, {highs.modelStatusToString(highs.getModelStatus())}"
    return words, highs.getInfo().objective_function_value, list(highs.getSolution().col_value)


def _by_glpk(path):
    glp.glp_term_out(glp.GLP_OFF)
    problem = glp.glp_create_prob()
    if glp.glp_read_mps(problem, glp.GLP_MPS_FILE, None, path):
        return "error: the file is not read", None, None
    glp.glp_simplex(problem, None)
    x = [glp.glp_get_col_prim(problem, j) for j in (1, 2)]
    return "optimal", glp.glp_get_obj_val(problem), x


def _by_scip(path):
    model = pyscipopt.Model()
    model.hideOutput()
    model.readProblem(path)
    model.optimize()
    x = {v.name.removeprefix("t_"): model.getVal(v) for v in model.getVars()}
    return model.getStatus(), model.getObjVal(), [x["early"], x["late"]]


def _by_pulp(path):
    _, model = pulp.LpProblem.fromMPS(path)
    model.solve(pulp.PULP_CBC_CMD(msg=0))
    x = {v.name: v.value() for v in model.variables()}
    return pulp.LpStatus[model.status], pulp.value(model.objective), [x["early"], x["late"]]


def _by_or_tools(path):
    model, solver = model_builder.ModelBuilder(), model_builder.Solver("glop")
    model.import_from_mps_file(path)
    words = solver.solve(model).name
    x = {v.name: solver.value(v) for v in model.get_variables()}
    return words, solver.objective_value, [x["early"], x["late"]]


_READERS = {
    "HiGHS": (HIGHS, _by_highs),
    "GLPK": (GLPK, _by_glpk),
    "SCIP": (SCIP, _by_scip),
    "PuLP": (PULP, _by_pulp),
    "OR-Tools": (ORTOOLS, _by_or_tools),
}


def _readers():
    return {
        f"{name}'s reader": Peer(f"{name}'s reader", Program, _with_file(read), package)
        for name, (package, read) in _READERS.items()
    }


def _read(rhs=None):
    with _shifts() as path:
        return program(path, rhs=rhs).plain


def _file_panel(found):
    ends = ((-0.2, 5.0), (-0.3, 6.5))
    marks = []
    for name, tone, dash in (("winter", "ink", "solid"), ("summer", "muted", "dash")):
        north, south = -_read(name).b
        corner = south - north, 2.0 * north - south
        x = [max(north, 0.5 * south), 0.5 * south, 0.0]
        x, y = ([north, corner[0], 0.0], [0.0, corner[1], south]) if corner[1] > 0.0 else (
            x, [0.0, 0.0, south])  # fmt: skip
        marks.append(Path(x, y, tone=tone, dash=dash, width=1.8, ghost=False,
                          label=f"least shifts, {name}"))  # fmt: skip
    return _plane(found, ends, marks, axes=("early shifts", "late shifts"),
                  title="One file, two seasons: who has read which?")  # fmt: skip


def _file_words(found):
    other = _read("summer")
    least = float(np.abs(found.evidence.upper))
    lines = [
        f"A set of sides has a name, and of two the first is taken: winter, which costs {least:g}; "
        "lab.program says so, and takes the other where it is asked for rhs='summer'."
    ]
    for row in rows_with_x(found):
        if row.word in _BAD and other.certify(row.point).infeasibility <= 1e-9:
            short = np.maximum(found.problem.A @ row.point - found.problem.b, 0.0)
            lines.append(f"{listed([row])} says {row.says!r} and {row.said:.4g} at "
                        f"{_vector(row.point)}. That is feasible in summer; in winter "
                        f"{_vector(short)} people are missing north and south.")  # fmt: skip
    lines += [f"{listed([row])} says {row.says!r}." for row in found if row.claim == "gave up"]
    return lines


PROGRAMS = (
    Case(
        "unbounded", "The unbounded quadratic program",
        "F = ½x² − 2xy + 2y² − 2x − y over x − 2y ≤ 4, x, y ≥ 0. One says “Optimal, −50 million”, "
        "others “unbounded”. Who is right?",
        ("the one with the number", "those that say unbounded", "both, by their tolerances"),
        _valley, _valley_panel, _valley_words, ("active_set", "mehrotra"),
        was={"HiGHS QP": "1.16.0"},
    ),
    Case(
        "far-side", "The far side that loosens a relative gap",
        "F = x² + y² + z² − 20000 z over y ≥ 2, x ≤ z: y = 2 at the optimum. All are proved within "
        "a millionth. How far from 2 may y be?",
        ("by a millionth of 2", "by a thousandth", "by more than 1"),
        _far, _far_panel, _far_words, ("active_set", "mehrotra", "path_following"),
        was={},
    ),
    Case(
        "one-triangle", "The one triangle",
        "F = x² + 1.5xy + y² − 4x − 3y over x + y ≤ 3, x, y ≥ 0, its Q passed as a lower "
        "triangle. All say “solved”. How many answers are there?",
        ("one", "two", "an error and one"),
        _coupled, _triangle_panel, _triangle_words, ("active_set",), _triangle_peers,
    ),
    Case(
        "dropped-coefficient", "The dropped coefficient",
        "The largest x with 5·10⁻¹⁰ x + y ≤ 2, 0 ≤ x ≤ 10¹⁰, 0 ≤ y ≤ 1. One says 4·10⁹, another "
        "10¹⁰. Who is right?",
        ("4·10⁹", "10¹⁰", "both, as so small a coefficient is rounding"),
        _small, _small_panel, _small_words, ("simplex", "mehrotra"),
        was={"SciPy linprog": "1.17.1", "HiGHS simplex": "1.16.0"},
    ),
    Case(
        "two-sets", "The file with two sets of sides",
        "An MPS file gives its rows two sets of right sides, winter and summer. Five readers get "
        "it. Which shifts do they plan?",
        ("winter's, the first", "summer's, the last", "it depends on the reader"),
        _read, _file_panel, _file_words, ("simplex",), _readers,
    ),
)  # fmt: skip
