"""`lab.judge` and `lab judge FILE`: every installed solver on one problem, and who is right."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lab.drawing.text import capital
from lab.experiment import method_names
from lab.judging.evidence import evidence, exhibit, with_a_scale
from lab.judging.judgement import Judgement, Row
from lab.judging.verdict import GAVE_UP, NONE, WORDS, verdict
from lab.paths import as_path, checked_path
from lab.peers.parts import Answer, Claim
from lab.peers.process import Outcome, running
from lab.peers.registry import Peer, peers_of
from lab.processes import one_thread
from lab.programs.named import named
from lab.programs.reading import program
from solvers import SOLVERS, InputError, Program
from solvers.checks import positive

#: Status of ours -> claim; the others gave up.
_CLAIMS: dict[str, Claim] = {
    "converged": "optimal",
    "infeasible": "infeasible",
    "unbounded": "unbounded",
}
_MOST_JOBS = 8
#: Seconds of a run of ours that can hold no compiling.
_SHORT = 0.1


def judge(
    problem: Any,
    solvers: str | Sequence[str] | None = None,
    tol: float = 1e-6,
    *,
    seconds: float = 20.0,
) -> Judgement:
    """Run every solver that is there on `problem`, and judge each answer by certificates alone.

    problem: a `Program`, or the path of its file, or a linear or quadratic `cvxpy.Problem`; or any
    other problem of `solvers`. solvers: names of ours and of foreign ones; None for all. tol: what
    is asked of them, and of a proof. seconds: each may take so long.

    Each foreign solver runs twice, at its own tolerance and at `tol`, in a separate process.
    Returns a `Judgement`; a row says what a solver claims, what is proved of its answer, and the
    verdict: proved, within its tolerance, claims more than it has, wrong, gave up honestly, not
    decided, or no answer. Raises `InputError`.
    """
    problem, tol = as_problem(problem), positive(tol, "tol")
    seconds = positive(seconds, "seconds")
    ours, foreign = selected(type(problem), solvers)
    return judge_by(problem, ours, foreign, tol, seconds)


def judge_by(
    problem: Any,
    ours: Mapping[str, Callable],
    foreign: Mapping[str, Peer],
    tol: float,
    seconds: float,
) -> Judgement:
    """As `judge`, of these solvers by name."""
    tasks = tasks_of(foreign, tol)
    with running(problem, tasks, seconds, jobs()) as runs:
        found: list[tuple[tuple[Any, float | None], Outcome]] = []
        found += _our_outcomes(problem, ours, tol, seconds)
        found += [(tasks[k], ended) for k, ended in sorted(runs, key=lambda pair: pair[0])]
    return judged(problem, tol, found)


def tasks_of(foreign: Mapping[str, Peer], tol: float) -> list[tuple[Peer, float | None]]:
    """(peer, the tolerance that it is asked for) of each run: its own, and `tol`."""
    return [(p, t) for p in foreign.values() for t in ((None, tol) if p.takes_tol else (None,))]


def as_problem(problem: Any) -> Any:
    """`problem` as one of `solvers`; a file, a model of cvxpy and a program with names become a
    plain `Program`."""
    if isinstance(problem, str | Path) or type(problem).__module__.partition(".")[0] == "cvxpy":
        problem = program(problem)
    if isinstance(problem, Program):
        return problem if type(problem) is Program else named(problem).plain
    if not (SOLVERS.get(type(problem)) or peers_of(type(problem))):
        known = ", ".join(sorted(kind.__name__ for kind in SOLVERS))
        raise InputError(
            f"problem must be one of {known}, a cvxpy.Problem or the path of a program, got "
            f"{type(problem).__name__}."
        )
    return problem


def jobs() -> int:
    """How many peers run at once."""
    return max(1, min(_MOST_JOBS, os.cpu_count() or 1))


def selected(
    kind: type, names: str | Sequence[str] | None = None
) -> tuple[dict[str, Callable], dict[str, Peer]]:
    """({name: ours}, {name: peer}) of the problem class, all or those named."""
    ours, foreign = dict(SOLVERS.get(kind, {})), peers_of(kind)
    if names is None:
        return ours, foreign
    names = method_names(names)
    unknown = [n for n in names if n not in ours and n not in foreign]
    if unknown or not names:
        got = repr(unknown[0]) if unknown else "none"
        near = get_close_matches(str(unknown[0]), [*ours, *foreign], 1, 0.5) if unknown else []
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise InputError(f"solvers must be among {', '.join([*ours, *foreign])}, got {got}.{hint}")
    return ({n: ours[n] for n in names if n in ours},
            {n: foreign[n] for n in names if n in foreign})  # fmt: skip


def _our_outcomes(problem, ours, tol, seconds) -> Iterator[tuple[tuple[Any, float], Outcome]]:
    """((name, tol), `Outcome`) of each of our solvers, here: they can be asked to stop."""
    with one_thread():
        for name, solve in ours.items():
            yield (name, tol), _our_outcome(problem, solve, tol, seconds)


def _our_outcome(problem, solve, tol, seconds):
    """The `Outcome` of one of ours; where that takes long, of a second run: the first may have
    been compiling."""
    found = _run(problem, solve, tol, seconds)
    return found if found.seconds <= _SHORT or found.kind == "unknown" else _run(
        problem, solve, tol, seconds)  # fmt: skip


def _run(problem, solve, tol, seconds):
    end, began = time.monotonic() + seconds, time.process_time()
    try:
        result = solve(problem, tol=tol, record_every=0, cancelled=lambda: time.monotonic() > end)
    except InputError as error:
        return Outcome(None, kind="unknown", why=str(error))
    spent = time.process_time() - began
    if result.status == "cancelled":
        return Outcome(None, spent, "late", f"no answer within {seconds:g} s")
    return Outcome(our_answer(result), spent)


def our_answer(result: Any) -> Answer:
    """The `Answer` of one of our results."""
    claim: Claim = _CLAIMS.get(result.status, "gave up")
    dual = dict(result.dual)
    ray = dual.pop("ray", dual.pop("direction", None))
    value = result.certificate.objective if claim == "optimal" else None
    return Answer(result.status, claim, result.x, dual if ray is None else {}, ray, value)


def judged(
    problem: Any, tol: float, found: Sequence[tuple[tuple[Any, float | None], Outcome]]
) -> Judgement:
    """The `Judgement` of runs; found: ((a `Peer` or the name of ours, the tolerance that it was
    asked for), its `Outcome`)."""
    missing, unfit, answered = {}, {}, []
    for (who, asked), ended in found:
        name = who.name if isinstance(who, Peer) else who
        if ended.kind == "absent":
            missing[name] = who.package.pip if who.package else ended.why
        elif ended.kind == "unknown":
            unfit[name] = ended.why
        else:
            shown = None if ended.answer is None else exhibit(problem, _whose(who), ended.answer)
            answered.append((who, asked, ended, shown))
    shown = [one for *_, one in answered if one is not None]
    shown, proofs = with_a_scale(shown, evidence(problem, shown, tol))
    again = iter(shown)
    answered = [(*run, None if one is None else next(again)) for *run, one in answered]
    rows = [_row(problem, one, proofs, tol) for one in answered]
    order = {word: k for k, word in enumerate(WORDS)}
    rows.sort(key=lambda row: (order[row.word], not row.ours, row.solver, row.asked or 0.0))
    return Judgement(problem, tol, tuple(rows), proofs, missing, unfit)


def _whose(who):
    return who.name if isinstance(who, Peer) else f"our {who}"


def _row(problem, one, proofs, tol):
    who, asked, ended, shown = one
    ours = not isinstance(who, Peer)
    name = who if ours else who.name
    release = version("convexlab") if ours else _release(who)
    if shown is None:
        word, sentence = _without(ended)
        return Row(
            name, ours, release, asked, "", ended.why, None, None, None, None, None, word, sentence
        )
    promised = asked if ours else _promised(problem, who, asked, proofs)
    word, sentence = verdict(shown, proofs, tol, promised)
    said, c = shown.answer, shown.certificate
    value, outside, gap = None, None, None
    if c is not None and said.claim != "unbounded":
        value, outside, gap = c.objective, c.infeasibility, _gap(c, proofs)
    return Row(
        name, ours, release, asked, said.claim, said.says, said.value, value, outside, gap,
        ended.seconds, word, sentence, said.x, said.ray,
    )  # fmt: skip


def _promised(problem, who, asked, proofs):
    """The error that a peer's tolerance allows, as a share of the scale."""
    tol = who.tolerance if asked is None else asked
    return tol if who.promise is None else proofs.share(who.promise(problem, tol))


def _gap(certificate, proofs):
    """The gap to the best bound, as a share; None where there is none."""
    if proofs.lower == -math.inf or not math.isfinite(certificate.objective):
        return None
    difference = certificate.objective - proofs.lower
    return math.copysign(proofs.share(difference), difference)


def _release(who):
    return (who.package.version() or "") if who.package else ""


def _without(ended):
    """(word, sentence) of a run without an answer."""
    if ended.kind == "error":
        return GAVE_UP, "It raised an exception, and returns no answer."
    return NONE, f"{capital(ended.why)}."


_SUFFIXES = (".csv", ".md")


def judge_file(
    file: str,
    solvers: Sequence[str] | None,
    tol: float,
    seconds: float,
    out: str | None,
    show: Callable,
) -> None:
    """Judge the program in `file`, `show` the table, and write it to `out`."""
    path = None if out is None else checked_path(out, _SUFFIXES, " or ".join(_SUFFIXES))
    if not as_path(file, "FILE").is_file():
        raise InputError(
            f"FILE must be a file that is there, got {file!r}; give its path from the folder in "
            "which the command runs."
        )
    found = judge(file, solvers, tol, seconds=seconds)
    show(found.table())
    if path is not None:
        text = found.csv() if path.suffix.lower() == ".csv" else found.markdown() + "\n"
        path.write_text(text, encoding="utf-8")
