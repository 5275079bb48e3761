"""Table 2 of 003_d968a502af9b2788.txt, computed again, and its image retrieval on a stand-in.

The scaling of the data, the grid of parameters, what was done where there is no metric and the
normalisation of T are not stated in the source, which tunes "to the best values on each dataset".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from lab.benchmarks.lessons.alternating_linearization.protocols import (
    CLASSIFY,
    FINE,
    GAMMAS,
    LONG,
    MOST,
    MUS,
    RETRIEVE,
    RIDGE,
    TOL,
    Draw,
    Judged,
    classification,
    digits,
    euclidean,
    itml,
    judged,
    lmnn,
    lrml,
    mahalanobis,
    points_of,
    retrieval,
    sparse,
)
from lab.benchmarks.tables import mean_and_error
from lab.drawing.text import least, listed
from lab.lessons.alternating_linearization.rivals import solved_lmnn
from lab.processes import one_thread
from lab.sweeps.each import each
from lab.table import Table, short

#: Draws per set; draws per image concept.
DRAWS, RETRIEVALS = 50, 20
SETS = {"iris": "Iris", "wine": "Wine", "breast_cancer": "B. Cancer"}
#: What the source prints: 1-NN error, %, on Iris, Wine, Breast Cancer, Car.
PRINTED: dict[str, tuple[float | None, ...]] = {
    "Euclidean": (8.45, 25.34, 15.69, 19.80),
    "Mahalanobis": (10.67, 30.25, 14.32, 22.25),
    "LMNN": (7.06, 12.67, 10.82, 15.86),
    "ITML": (6.34, 22.19, 12.61, 13.25),
    "SDML": (4.55, 10.78, 7.14, 10.74),
    "S2ML": (4.27, 9.62, 7.56, 9.65),
    "LRML": (3.26, 7.71, 6.26, 8.46),
    "S3ML": (2.10, 7.20, 2.52, 6.13),
    "S3ML balanced": (None, None, None, None),
}
#: And mean average precision, %, on MSRA MM and NUS-WIDE.
PRINTED_MAP = {
    "Euclidean": (14.59, 26.57),
    "Mahalanobis": (12.89, 21.63),
    "ITML": (16.17, 26.98),
    "SDML": (16.21, 28.82),
    "S2ML": (None, None),
    "LRML": (22.45, 30.19),
    "S3ML": (27.30, 39.87),
    "S3ML balanced": (None, None),
}
#: Of ITML on digits, where a sweep visits 1,790 pairs.
_GAMMA = (1.0,)
_BALANCED = "S3ML balanced: a dissimilar pair weighs |S| / |D| instead of 1; not in the source."


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """Table 2 with parameters chosen on other draws, then the optimistic one, then what S3ML gains
    over S2ML; the retrieval on digits. Some minutes on one core."""
    with one_thread():
        results = {key: judged(L) for key, L in errors(options).items()}
        yield _table_2(results, "sound", "parameters chosen on other draws")
        yield _table_2(
            results, "optimistic", "OPTIMISTIC: parameters tuned on the test error itself"
        )
        yield _gains(results)
        yield from _images(options)


def errors(options: SimpleNamespace) -> dict[tuple[str, bool, str], np.ndarray]:
    """{(set, standard units, method): losses (draws, g)}."""
    draws = [(n, standard, s) for n in SETS for standard in (False, True) for s in range(DRAWS)]
    losses = {}
    for (name, standard, _), found in zip(draws, each(drawn, draws, options), strict=True):
        for method, row in found.items():
            losses.setdefault((name, standard, method), []).append(row)
    return {key: np.array(rows) for key, rows in losses.items()}


def drawn(item: Sequence) -> dict[str, list[float]]:
    """{method: its losses (g,)} of a draw (set, standard units, seed)."""
    name, standard, seed = item
    draw = classification(*_points(name, standard), seed)
    return {method: np.asarray(run(draw)).tolist() for method, run in _classifiers().items()}


_points = cache(points_of)


def _classifiers():
    """Method -> the function of a draw that returns its losses."""
    ours = partial(sparse, grid=CLASSIFY, prior="covariance")
    return {
        "Euclidean": euclidean,
        "Mahalanobis": mahalanobis,
        "LMNN": lmnn,
        "ITML": partial(itml, prior="covariance"),
        "SDML": partial(ours, semi=False, balanced=False, diagonal=False),
        "S2ML": partial(ours, semi=False, balanced=False),
        "LRML": partial(lrml, grid=CLASSIFY),
        "S3ML": partial(ours, semi=True, balanced=False),
        "S3ML balanced": partial(ours, semi=True, balanced=True),
    }


def _table_2(results, kind, label):
    """One half of the table, ours in both scalings next to what the source prints."""
    rows = []
    for method, printed in PRINTED.items():
        row: list[Any] = [method]
        for name, paper in zip(SETS, printed, strict=False):
            ours = (results[name, standard, method] for standard in (False, True))
            row += [*(_cell(getattr(r, kind)) for r in ours), paper]
        rows.append((*row, printed[-1]))
    heads = [f"{name}{part}" for name in SETS.values() for part in ("", " std.", " paper")]
    return Table(
        f"Table 2, 1-NN error in %, {label}",
        ("method", *heads, "Car (paper only)"),
        tuple(rows),
        (*_protocol(), *_CHOICE[kind]),
    )


def _cell(losses):
    """Mean and standard error in per cent."""
    mean, error = mean_and_error(losses)
    return f"{100 * mean:.2f} ± {100 * error:.2f}"


def _protocol():
    return (
        f"Mean ± standard error of {DRAWS} draws, seeds 0 to {DRAWS - 1}: of each class 5 %, "
        "rounded up, is labelled, 1-NN error on the rest; M0^-1 = Cov, k = 6, alpha = 0.5, theta = "
        "0.01; std.: features of variance 1.",
        f"{len(CLASSIFY.betas)} x {len(CLASSIFY.rhos)} values of beta and rho, or of LRML's two "
        "weights; no metric counts 100 %. LMNN, ITML, SDML, S2ML and S3ML are ours, to a certified "
        f"gap of {TOL:g} or {MOST} iterations: LMNN in its convex form with 3 targets, mu = "
        f"{_values(MUS)}; ITML with gamma = {_values(GAMMAS)}; SDML as S2ML with a free "
        "diagonal. Sets of scikit-learn; Car does not come with it. " + _BALANCED,
    )


def _values(values):
    return listed([f"{v:g}" for v in values])


_UNSAID = (
    "The source states neither the scaling, nor how 5 % are rounded, nor the grid, nor what counts "
    "where there is no metric, nor how T is normalised."
)
#: Standard errors within which two means count as the same.
_NEAR = 2.0
_CHOICE = {
    "sound": (
        "Half of the draws are judged with the parameters that are best on the other half, and the "
        "other way round.",
    ),
    "optimistic": (
        "One pair of parameters per set and scaling, the best on the very errors that are shown, "
        "as the source appears to do.",
    ),
}


def _gains(results):
    """S2ML's error less S3ML's on the same draws, and what both tables say of the source's."""
    rows, found = [], list[tuple[str, float, float, float]]()
    for (name, words), k in zip(SETS.items(), range(3), strict=True):
        two_of, three_of = PRINTED["S2ML"][k], PRINTED["S3ML"][k]
        assert two_of is not None and three_of is not None  # both are printed
        paper = short(two_of - three_of)
        for standard in (False, True):
            two, three = (results[name, standard, m] for m in ("S2ML", "S3ML"))
            won = two.sound - three.sound
            case = words + (" std." if standard else "")
            rows.append((case, _cell(won), _cell(two.optimistic - three.optimistic), paper))
            mean, error = mean_and_error(won)
            found.append((case, 100.0 * mean, 100.0 * error, paper))
    return Table(
        "What S3ML gains over S2ML, points of error on the same draws",
        ("data", "parameters of other draws", "optimistic", "paper"),
        tuple(rows),
        ("Mean ± standard error of the differences; below two standard errors there is no gain to "
         "speak of.", gained(found), agreeing(results), _UNSAID),
    )  # fmt: skip


def gained(found: Iterable[tuple[str, float, float, float]]) -> str:
    """Where S3ML gains, and where as much as the source prints; found: (case, mean, standard error,
    printed), parameters of other draws."""
    won = [f"{case} ({m:.2f} ± {e:.2f})" for case, m, e, _ in found if m > _NEAR * e]
    lost = [f"{case} ({m:.2f} ± {e:.2f})" for case, m, e, _ in found if m < -_NEAR * e]
    same = [case for case, m, e, paper in found if m + _NEAR * e >= paper]
    return (
        f"S3ML gains over S2ML on {listed(won) if won else 'none of them'}"
        + (f", and loses on {listed(lost)}" if lost else "")
        + f". A gain as large as the printed one is within reach on {listed(same) or 'none'}."
    )


def agreeing(results: Mapping[tuple[str, bool, str], Judged]) -> str:
    """Which printed errors lie within two standard errors of ours, in which scaling, parameters
    chosen on other draws."""
    near, count = [], 0
    for method, printed in PRINTED.items():
        for (name, words), paper in zip(SETS.items(), printed, strict=False):
            for standard in (False, True):
                ours = results.get((name, standard, method))
                if paper is None or ours is None:
                    continue
                count += 1
                mean, error = (100.0 * v for v in mean_and_error(ours.sound))
                if abs(mean - paper) <= _NEAR * error:
                    near.append(f"{method} on {words}{' std.' if standard else ''}")
    return (
        f"{len(near)} of {count} of our errors are within two standard errors of the printed one: "
        f"{listed(near) or 'none'}."
    )


def _images(options):
    """Mean average precision on digits, and the average precision of each digit."""
    found, proved = only_proved(precisions(options))
    rows = []
    for method, printed in PRINTED_MAP.items():
        result = judged(found[method].mean(axis=1))
        cells = [_cell(1.0 - result.sound), _cell(1.0 - result.optimistic)]
        rows.append((method, *cells, *printed))
    yield Table(
        "Retrieval, mean average precision in %, on a STAND-IN: scikit-learn's digits",
        ("method", "digits", "digits optimistic", "MSRA MM paper", "NUS-WIDE paper"),
        tuple(rows),
        (f"{RETRIEVALS} draws: for each of ten digits 100 relevant and 400 irrelevant images, 20 % "
         "labelled, these relevant ones are the queries among the rest; M0 = I, pairs of relevant "
         "images similar, of a relevant and an irrelevant one dissimilar. Mean ± standard error "
         "over draws, parameters as in Table 2 on "
         f"{len(RETRIEVE.betas)} x {len(RETRIEVE.rhos)} values; {RIDGE:.0%} of the mean variance "
         "is added to the diagonals that Mahalanobis and LRML invert.",
         "The printed numbers are for other images with other features: at most the order of the "
         "methods can be compared. " + _BALANCED),
    )  # fmt: skip
    yield by_concept(found, notes=(proved, apart(retrieval(*digits(), 0, 0))))


def only_proved(losses: Mapping[str, np.ndarray]) -> tuple[dict[str, np.ndarray], str]:
    """({method: losses}, a note): an answer without a certificate, NaN, counts as no metric."""
    bare = {name: int(np.isnan(loss).sum()) for name, loss in losses.items()}
    found = {name: np.nan_to_num(loss, nan=1.0) for name, loss in losses.items()}
    some = [f"{count} of {name}" for name, count in bare.items() if count]
    return found, (
        f"A fit counts only where its relative gap is at most {FINE:g} in {LONG} iterations; those "
        f"of which it is not count as no metric: {listed(some) if some else 'none'}."
    )


def apart(draw: Draw) -> str:
    """Why LMNN is not among the methods: how far one of its fits is proved."""
    rows = draw.labelled
    result = solved_lmnn(draw.X[rows], draw.y[rows], MUS[0], record_every=1)
    gap = result.trace.gap[-1] / result.certificate.scale
    return (
        f"LMNN is left out: one fit, with {result.dual['alpha'].size:,} triplets, has a relative "
        f"gap of {least(gap)} after {result.trace.iteration[-1]} iterations, where {FINE:g} is "
        "asked."
    )


def by_concept(found: Mapping[str, np.ndarray], notes: Sequence[str] = ()) -> Table:
    """The `Table` of the average precisions of each concept, from losses (draws, concepts, g)."""
    rows = {
        method: [100.0 * (1.0 - judged(losses[:, c]).sound.mean()) for c in range(losses.shape[1])]
        for method, losses in found.items()
    }
    names, values = list(rows), np.array(list(rows.values()))
    best = [names[k] for k in values.argmax(axis=0)]
    wins = (f"{best.count(method)} to {method}" for method in rows if method in best)
    return Table(
        "Figs. 1 and 2: average precision of each concept in %, on the same stand-in",
        ("method", *(f"digit {c}" for c in range(len(best)))),
        tuple((method, *(f"{value:.1f}" for value in each)) for method, each in rows.items()),
        (f"Parameters chosen for each digit on the other half of the draws. Of {len(best)} digits "
         f"go {listed(wins)}. The source draws ten concepts of each of its image sets as bars, "
         "without numbers, and says that S3ML has the highest for most.", *notes),
    )  # fmt: skip


def precisions(options: SimpleNamespace) -> dict[str, np.ndarray]:
    """{method: losses (draws, concepts, g)}."""
    concepts = np.unique(digits()[1]).tolist()
    found = each(retrieved, [(s, c) for s in range(RETRIEVALS) for c in concepts], options)
    shape = RETRIEVALS, len(concepts), -1
    return {m: np.reshape([row[m] for row in found], shape) for m in found[0]}


def retrieved(item: Sequence[int]) -> dict[str, list[float]]:
    """{method: its losses (g,)} of a draw (seed, concept)."""
    seed, concept = item
    draw = retrieval(*digits(), concept, seed)
    return {method: np.asarray(run(draw)).tolist() for method, run in _retrievers().items()}


def _retrievers():
    ours = partial(sparse, grid=RETRIEVE, prior="identity")
    return {
        "Euclidean": euclidean,
        "Mahalanobis": partial(mahalanobis, ridge=RIDGE),
        "ITML": partial(itml, prior="identity", gammas=_GAMMA),
        "SDML": partial(ours, semi=False, balanced=False, diagonal=False),
        "S2ML": partial(ours, semi=False, balanced=False),
        "LRML": partial(lrml, grid=RETRIEVE, ridge=RIDGE),
        "S3ML": partial(ours, semi=True, balanced=False),
        "S3ML balanced": partial(ours, semi=True, balanced=True),
    }
