"""Programs of the field's own test sets, file by file: our methods and foreign ones to the same
certified tolerance, how many each proves, and how long that takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from lab.benchmarks.lessons.programs.bench import program as seeded
from lab.benchmarks.lessons.programs.collection import Entry, collection, size
from lab.judging.judge import as_problem, our_answer
from lab.paths import checked_path
from lab.peers.parts import certified
from lab.peers.process import Outcome, running
from lab.peers.registry import Peer, peers_of
from lab.table import Table, short
from solvers import InputError, Program, solve_admm, solve_mehrotra, solve_pdhg, solve_simplex

#: `lab tables` can draw a figure of them.
FIGURE = True
#: Seconds that each run may take, and what is asked of a proof: of PDHG less, as of other
#: first-order methods on linear programs.
SECONDS, TOL, ROUGH = 20.0, 1e-6, 1e-4
#: A peer whose answer is not certified is asked for so much more, down to the least.
_CLOSER, _LEAST = 1e-2, 1e-10
#: Why there is no answer, in a word: `lab.peers.process.Outcome.kind`.
_NO_ANSWER = ("late", "error", "crashed", "unknown")
#: A claimed value is right within this share of its size, or of 1.
_SAID = 1e-4
#: Iterations: the clock alone ends a run.
_LONG = 10_000_000
#: Seconds added before the logarithm, so that microseconds of tiny problems do not decide.
SHIFT = 0.01
#: Shares are stated at so many times the fastest.
_AT = (1.0, 2.0, 5.0, 10.0, 100.0, 1000.0)
_SUFFIXES = (".png", ".pdf", ".svg")
#: The colours of Okabe and Ito, black first, and dashes, so that lines do not differ by colour
#: alone.
_COLOURS = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7",
)  # fmt: skip
_DASHES = (
    "-", (0, (6, 2)), (0, (2, 1)), (0, (6, 2, 1, 2)), (0, (9, 1)), (0, (4, 1)), (0, (1, 1)),
    (0, (6, 1, 1, 1, 1, 1)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entrant:
    """A column: its name, the peers behind it (the one that takes a program runs), the tolerance
    of its proofs, the column whose time it is measured against, and whether it is ours."""

    name: str
    peers: tuple[Peer, ...]
    tol: float = TOL
    against: str = ""
    ours: bool = False

    def tolerances(self) -> list[float]:
        """What it is asked for, until its answer is proved."""
        asked = [self.tol]
        while not self.ours and asked[-1] * _CLOSER >= 0.99 * _LEAST:
            asked.append(asked[-1] * _CLOSER)
        return asked


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a run: the claim, the certified error or nan, processor seconds, and whether it
    is right: proved to the tolerance, and not against what is known. said: whether what it claims
    is what is known. takes: whether it knows such programs."""

    claim: str
    error: float
    seconds: float
    right: bool
    said: bool = False
    takes: bool = True


def _ours(solve, problem, tol=None, **options):
    """One of our solvers as a peer; loaded and compiled before its time starts."""
    for sample in (seeded(6, 3), seeded(120, 60, 4)):
        solve(sample, record_every=0)
    how = {"record_every": 0, "max_iter": _LONG} | options
    return lambda: our_answer(solve(problem, tol=TOL if tol is None else tol, **how))


def _linear(solve, problem, tol=None):
    if problem.Q is not None:
        raise NotImplementedError("It takes linear programs only.")
    return _ours(solve, problem, tol)


def _own(name, solve, against="", prepare=_ours, tol=TOL):
    peer = Peer(name, Program, partial(prepare, solve))
    return Entrant(name, (peer,), tol, against, ours=True)


def entrants() -> tuple[Entrant, ...]:
    """The columns, ours first."""
    foreign = peers_of(Program)
    return (
        _own("Mehrotra", solve_mehrotra, "Clarabel"),
        _own("simplex", solve_simplex, "HiGHS", _linear),
        _own("PDHG", solve_pdhg, prepare=_linear, tol=ROUGH),
        _own("ADMM", solve_admm, "OSQP"),
        Entrant("HiGHS", (foreign["HiGHS simplex"], foreign["HiGHS QP"])),
        *(Entrant(name, (foreign[name],)) for name in ("Clarabel", "OSQP", "PIQP")),
    )


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """What each method proves of each file, how long that takes, and the sums; some twenty minutes
    for fifty files. options.figure: where the performance profile is drawn."""
    out = checked(options.figure) if getattr(options, "figure", None) else None
    columns, rows = entrants(), {}
    tell = getattr(options, "progress", None)
    for entry in collection():
        rows[entry] = runs(entry, columns, SECONDS)
        if tell:
            tell(len(rows), size())
    there = [one for one in columns if any(one.name in found for found in rows.values())]
    yield proofs(there, rows, [one.name for one in columns if one not in there])
    yield times(there, rows)
    yield sums(there, rows)
    if out:
        yield profile(_solved(there, rows), out)


def runs(entry: Entry, columns: Sequence[Entrant], seconds: float) -> dict[str, Found]:
    """Name -> `Found` of all columns that are installed; each runs alone, in a separate process.

    A foreign one has the loosest of its falling tolerances at which its answer is certified.
    """
    problem, done = as_problem(entry.program), dict[str, Found]()
    for turn in range(max(len(one.tolerances()) for one in columns)):
        tasks = [
            (one, (peer, one.tolerances()[turn])) for one in columns for peer in one.peers
            if turn < len(one.tolerances()) and (turn == 0 or _may_do_better(done.get(one.name)))
        ]  # fmt: skip
        with running(problem, [task for _, task in tasks], seconds, 1) as ended:
            for k, outcome in ended:
                one = tasks[k][0]
                if outcome.kind != "absent":
                    found = judged(entry, problem, outcome, one.tol, seconds)
                    done[one.name] = _better(done.get(one.name), found)
    return done


def _may_do_better(found):
    """Whether a closer tolerance may bring a proof."""
    return found is not None and found.takes and found.claim not in _NO_ANSWER and not found.right


def _better(old, new):
    """Of two runs of one entrant the one that says more."""
    worth = lambda f: (f.takes, f.right, f.said)  # noqa: E731
    return old if old is not None and worth(old) >= worth(new) else new


def judged(entry: Entry, problem: Program, ended: Outcome, tol: float, seconds: float) -> Found:
    """The `Found` of an outcome, by our certificates and by what is known."""
    answer, spent = ended.answer, ended.seconds
    if answer is None:
        return Found(ended.kind, math.nan, seconds, False, takes=ended.kind != "unknown")
    claim = {"dual infeasible": "unbounded"}.get(answer.claim, answer.claim)
    if claim in ("infeasible", "unbounded"):
        proves = {"infeasible": problem.certify_infeasible, "unbounded": problem.certify_unbounded}
        right = answer.ray is not None and _safe(proves[claim], answer.ray)
        said = entry.known.agrees(claim, 0.0, 0.0, tol) and spent <= seconds
        return Found(claim, math.nan, spent, bool(right) and said, said)
    if answer.x is None or not np.isfinite(answer.x).all():
        return Found(claim, math.inf, spent, False)
    proof = _safe(partial(certified, problem, answer.x), answer.dual)
    if not proof:
        return Found(claim, math.inf, spent, False)
    value = entry.program.stated(proof.objective)
    right = proof.holds(tol) and entry.known.agrees("optimal", value, proof.scale, tol)
    size = max(1.0, abs(value))
    said = right or (claim == "optimal" and entry.known.agrees("optimal", value, size, _SAID))
    return Found(claim, proof.error, spent, right and spent <= seconds, said and spent <= seconds)


def _safe(call, argument):
    try:
        return call(argument)
    except InputError:
        return None


Rows = Mapping[Entry, Mapping[str, Found]]


def proofs(columns: Sequence[Entrant], rows: Rows, absent: Sequence[str] = ()) -> Table:
    """The known optimum of each file and the certified error of each method."""
    body = [
        (entry.name, entry.program.c.size, len(entry.program.row_names), str(entry.known),
         *(_proof(found.get(one.name)) for one in columns))
        for entry, found in rows.items()
    ]  # fmt: skip
    notes = (
        f"Certified error of the point and multipliers that each returns: gap over the size of "
        f"the objective's terms, or how far it is outside. Asked: {TOL:g}, of PDHG {ROUGH:g}; "
        f"a foreign solver is asked for a hundredth more until it proves that. What is not proved "
        f"so far, or after {SECONDS:g} s, has a *; an empty cell: no program for that method.",
        *(f"Not installed: {name}." for name in absent),
    )
    heads = ("file", "columns", "rows", "known", *_names(columns))
    return Table("What is proved", heads, tuple(body), notes)


def _names(columns):
    return tuple(one.name for one in columns)


def _proof(found):
    if found is None or not found.takes:
        return None
    words = found.claim if math.isnan(found.error) else f"{found.error:.0e}"
    return words if found.right else f"{words}*"


def times(columns: Sequence[Entrant], rows: Rows) -> Table:
    """Processor seconds of what was proved."""
    body = [
        (entry.name, *(_proved_seconds(found.get(one.name)) for one in columns))
        for entry, found in rows.items()
    ]
    note = (
        "Processor seconds, one thread, of the run that is proved; empty where none is. Reading "
        "the file and putting the program into a package's own form are not counted."
    )
    return Table("Seconds", ("file", *_names(columns)), tuple(body), (note,))


def _proved_seconds(found):
    return short(found.seconds) if found is not None and found.right else None


def sums(columns: Sequence[Entrant], rows: Rows) -> Table:
    """Shares and shifted geometric means of each method, over what it takes."""
    body = tuple(_sum(one, rows) for one in columns)
    heads = ("method", "files", "said", "proved", "%", "mean s", "against", "% of its",
             "times its mean")  # fmt: skip
    note = (
        f"said: what it claims agrees with what is known, to {_SAID:g}; proved: our certificate of "
        "what it returns holds. mean s: the geometric mean of seconds shifted by 10 ms; what is "
        f"not proved counts as {SECONDS:g} s. Against: over the files that the other proves, the "
        "share that is proved, and the quotient of the means."
    )
    return Table("Shares and means", heads, body, (note,))


def _sum(one, rows):
    """The row of one column."""
    mine = [found[one.name] for found in rows.values() if one.name in found]
    mine = [f for f in mine if f.takes]
    if not mine:
        return one.name, 0, 0, 0, None, None, one.against, None, None
    said, right = sum(f.said for f in mine), sum(f.right for f in mine)
    share = short(100.0 * right / len(mine))
    return (one.name, len(mine), said, right, share, short(_mean(mine)), one.against,
            *_against(one.name, one.against, rows))  # fmt: skip


def _mean(founds):
    return shifted_mean([f.seconds if f.right else SECONDS for f in founds])


def _against(name, other, rows):
    """(share in %, quotient of the means) over what the other proves and this one takes."""
    both = [found for found in rows.values() if name in found and other in found]
    pairs = [(f[name], f[other]) for f in both if f[other].right and f[name].takes]
    if not pairs:
        return None, None
    mine, its = zip(*pairs, strict=True)
    share = 100.0 * sum(one.right for one in mine) / len(pairs)
    return short(share), short(_mean(mine) / _mean(its))


def _solved(columns, rows) -> dict[str, np.ndarray]:
    """Name -> seconds of each file, inf where it is not proved, nan where it takes no such one."""
    return {
        name: np.array([_seconds(found.get(name)) for found in rows.values()])
        for name in _names(columns)
    }


def _seconds(found):
    if found is None or not found.takes:
        return math.nan
    return found.seconds if found.right else math.inf


def shifted_mean(seconds: Sequence[float], shift: float = SHIFT) -> float:
    """exp(mean log(seconds + shift)) - shift."""
    return float(np.exp(np.mean(np.log(np.asarray(seconds, dtype=float) + shift))) - shift)


def ratios(seconds: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """name -> seconds over those of the fastest, problem by problem; inf where it is not solved.

    seconds: name -> (problems,), inf where it was not solved, nan where the solver knows no such
    problem, which is left out of that solver's counts. `SHIFT` is added to all seconds.

    References
    ----------
    Dolan and More (2002), Benchmarking optimization software with performance profiles
    """
    table = np.array(list(seconds.values()), dtype=float) + SHIFT
    least = np.where(np.isnan(table), np.inf, table).min(axis=0, initial=np.inf)
    found = np.where(np.isinf(table), np.inf, table / np.where(np.isinf(least), 1.0, least))
    return {name: row[~np.isnan(row)] for name, row in zip(seconds, found, strict=True)}


def checked(path: str | Path) -> Path:
    """The checked path of a figure, before anything is computed for it."""
    return checked_path(path, _SUFFIXES, ", ".join(_SUFFIXES), "--figure")


def profile(seconds: Mapping[str, np.ndarray], path: Path) -> Table:
    """Draw the profile of name -> seconds (problems,), as `ratios` takes them, into `path`; the
    shares at some multiples as a table."""
    found = ratios(seconds)
    draw(found, path)
    rows = tuple(
        (name, *(short(100.0 * float(np.mean(r <= at * (1.0 + 1e-12)))) if r.size else None
                 for at in _AT))
        for name, r in found.items()
    )  # fmt: skip
    note = f"Drawn in {path}; {1000.0 * SHIFT:g} ms are added to all seconds."
    heads = ("method", *(f"{at:g} times" for at in _AT))
    return Table("Per cent solved within so many times the fastest", heads, rows, (note,))


def draw(found: Mapping[str, np.ndarray], path: Path) -> None:
    """The profile of name -> ratios as a figure."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 4.3), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    most = 1.1 * max([2.0, *(r[np.isfinite(r)].max(initial=1.0) for r in found.values())])
    for k, (name, r) in enumerate(found.items()):
        at = np.sort(r[np.isfinite(r)])
        share = np.arange(1, at.size + 1) / max(r.size, 1)
        x = np.concatenate([[1.0], at, [most]])
        y = np.concatenate([[0.0], share, [at.size / max(r.size, 1)]])
        (line,) = axes.step(x, y, where="post", label=name, lw=1.8)
        line.set(color=_COLOURS[k % len(_COLOURS)], linestyle=_DASHES[k % len(_DASHES)])
    axes.set(xscale="log", xlim=(1.0, most), ylim=(0.0, 1.02))
    axes.set_xlabel("seconds over those of the fastest")
    axes.set_ylabel("share of its files that are proved")
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.savefig(path, dpi=160)
