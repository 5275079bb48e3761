"""Bag accuracy of MI-ODM and its rivals: ten folds on real bags, and repeated drawn bags on which
every method can run. 004_0576c39cd2308ab8.txt prints no numbers to compare with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from types import SimpleNamespace

import numpy as np

from lab.benchmarks.lessons.mi_odm import learners
from lab.benchmarks.lessons.mi_odm.learners import Bags, Values
from lab.benchmarks.tables import available, mean_and_error, not_run
from lab.datasets.bags import Bags as BagData
from lab.datasets.bags import load_bags
from lab.lessons.mi_odm.synthetic import synthetic_bags
from lab.processes import one_thread
from lab.race.peers import with_seconds
from lab.sweeps.each import each
from lab.table import Table, short

#: Real sets; those for --slow take many minutes.
SETS, SLOW = ("musk1",), ("elephant", "fox", "tiger")
FOLDS, INNER, SEED = 10, 3, 0
#: Prices (C of the SVMs, lambda of the others) that the inner folds choose from.
PRICES = (0.1, 1.0, 10.0, 100.0, 1000.0)
#: Columns that the inner folds add at most, to save time.
INNER_COLUMNS = 2
#: Synthetic sets: seeds, those on which prices are chosen; bags of each class, their size, new bags
#: of each class; gamma.
SEEDS, TUNING, BAGS, SIZE, NEW, GAMMA = 20, 5, 4, 3, 100, 0.3
#: Rows of a table of folds: six methods, and mirror prox, which cannot run.
_ROWS = 7
_HEADS = ("method", "accuracy", "s.e.", "behind the best", "s.e. of that")
#: What is fitted to synthetic bags.
_FITS = (learners.relaxation, learners.mirror_prox, learners.alternation, learners.mi_svm,
             learners.instance_svm)  # fmt: skip
#: A method that uses the price of another.
_PRICED_AS = {learners.REWEIGHTING: learners.AVERAGE}


#: Bags and their classes (b,).
Part = tuple[Bags, np.ndarray]
#: fit(bags, y, price, gamma) -> method -> its decision values.
Fit = Callable[[Bags, np.ndarray, float, float], dict[str, Values]]
#: Method -> a share of right answers per bag, or per draw.
Hits = Mapping[str, Sequence[float] | np.ndarray]


@dataclass(slots=True)
class Scores:
    """The right answers of the methods: hits[method] has a share per bag (or draw), in one order
    for all; prices and seconds have one entry per fit."""

    hits: dict[str, list] = field(default_factory=dict)
    prices: dict[str, list] = field(default_factory=dict)
    seconds: dict[str, list] = field(default_factory=dict)

    def add(self, method: str, hits: Iterable[float], price: float, seconds: float) -> None:
        """Count a fit."""
        self.hits.setdefault(method, []).extend(hits)
        self.prices.setdefault(method, []).append(price)
        self.seconds.setdefault(method, []).append(seconds)

    def as_json(self) -> dict[str, dict[str, list]]:
        """The three as JSON has them."""
        hits = {method: np.asarray(row).tolist() for method, row in self.hits.items()}
        return {"hits": hits, "prices": self.prices, "seconds": self.seconds}

    def join(self, scores: Mapping[str, Mapping[str, list]]) -> None:
        """Count the fits of others, as `as_json` gives them."""
        for name, rows in scores.items():
            for method, row in rows.items():
                getattr(self, name).setdefault(method, []).extend(row)


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """Drawn bags, then musk1; with `options.slow` also elephant, fox and tiger; what is missing."""
    with one_thread():
        for kind, outlier in (("clutter", False), ("tight", True)):
            yield synthetic(kind, outlier, options)
        found, absent = available((*SETS, *(SLOW if options.slow else ())), load_bags)
        for name, data in found.items():
            yield folds(name, data, options)
    if not options.slow:
        absent |= dict.fromkeys(SLOW, "many minutes: only with --slow")
    if absent:
        yield not_run(("ten folds", name, _ROWS, why) for name, why in absent.items())


def folds(name: str, data: BagData, options: SimpleNamespace) -> Table:
    """Ten-fold bag accuracy on the set `name`, whose bags are `data`."""
    scores = Scores()
    for found in each(folded, [(name, k) for k in range(FOLDS)], options):
        scores.join(found)
    count = np.prod([float(len(b)) for b, y in zip(data.bags, data.y, strict=True) if y > 0.0])
    rows = [
        (
            *row,
            _prices_in_words(scores.prices[row[0]]),
            short(float(np.median(scores.seconds[row[0]]))),
        )
        for row in ranked(scores.hits)
    ]
    never = (f"{learners.MIRROR_PROX}: cannot list {count:.0e} assignments", *[None] * 6)
    return Table(
        f"{name}: ten-fold bag accuracy, {data.y.size} bags, {sum(map(len, data.bags))} instances",
        (*_HEADS, "price chosen (folds)", "s per fit"),
        (*rows, never),
        (_protocol(), verdict(scores.hits)),
    )


def splits(y: np.ndarray, count: int, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """[(train, test)] of `count` folds with equal shares of both classes, shuffled by `seed`."""
    from sklearn.model_selection import StratifiedKFold

    return list(StratifiedKFold(count, shuffle=True, random_state=seed).split(y, y))


def folded(item: Sequence) -> dict[str, dict[str, list]]:
    """The scores, as `Scores.reported`, of fold k of the set `name`; item (name, k)."""
    name, k = item
    data, scores = _loaded(name), Scores()
    train, test = splits(data.y, FOLDS, SEED)[k]
    _fold(data, train, test, scores)
    return scores.as_json()


@cache
def _loaded(name):
    return load_bags(name)


def _fold(data, train, test, scores):
    """Fit every learner on the bags `train`, count on the bags `test`."""
    bags, rest = scaled([data.bags[i] for i in train], [data.bags[i] for i in test])
    y, gamma = data.y[train], 2.0 / bags[0].shape[1]
    fits: list[tuple[Fit, Fit]] = [
        (learners.relaxation, partial(learners.columns, most=INNER_COLUMNS)),
        *((fit, fit) for fit in (learners.alternation, learners.mi_svm, learners.instance_svm)),
    ]
    inner = [(_some(bags, y, a), _some(bags, y, b)) for a, b in splits(y, INNER, SEED)]
    for fit, quick in fits:
        prices = best_prices(quick, inner, gamma)
        _fit_and_count(fit, prices, gamma, (bags, y), (rest, data.y[test]), scores)


def _some(bags, y, rows):
    return [bags[i] for i in rows], y[rows]


def _fit_and_count(fit, prices, gamma, train, test, scores):
    """Fit once per price in `prices` (method -> price) and count its methods' hits."""
    for price in sorted(set(prices.values())):
        found, seconds = with_seconds(partial(fit, *train, price, gamma))
        for method, values in found.items():
            if prices[_PRICED_AS.get(method, method)] == price:
                scores.add(method, right(values, *test), price, seconds)


def scaled(train: Bags, test: Bags) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Both lists of bags in units of the training instances: mean 0, variance 1; features that
    never change there are dropped."""
    X = np.concatenate(train)
    retained = np.ptp(X, axis=0) > 0.0
    centre, width = X[:, retained].mean(axis=0), X[:, retained].std(axis=0)

    def in_units(bags):
        return [(b[:, retained] - centre) / width for b in bags]

    return in_units(train), in_units(test)


def best_prices(fit: Fit, pairs: Iterable[tuple[Part, Part]], gamma: float) -> dict[str, float]:
    """{method: the price with most hits} over `pairs` of training and test bags, each (bags, y);
    at equal hits the first."""
    hits = {}
    for train, test in pairs:
        for k, price in enumerate(PRICES):
            for method, values in fit(*train, price, gamma).items():
                counts = hits.setdefault(method, np.zeros(len(PRICES)))
                counts[k] += right(values, *test).sum()
    return {method: PRICES[int(np.argmax(counts))] for method, counts in hits.items()}


def right(values: Values, bags: Bags, y: np.ndarray) -> np.ndarray:
    """1.0 for each bag whose class the sign of its value gives; a value of 0 is wrong."""
    return (np.sign(values(bags)) == y).astype(float)


def _prices_in_words(prices):
    return ", ".join(f"{price:g} ({n})" for price, n in sorted(Counter(prices).items()))


def _protocol():
    return (
        f"{FOLDS} folds, seed {SEED}, the same for all; features in units of the training bags; "
        "Gaussian kernel with gamma = 2 / d, for the MI-ODM rows plus 1, nu = 0.5, theta = 0.2. "
        f"Price: C, or lambda1 = lambda2, from {_listed()} by {INNER} inner folds, there with at "
        f"most {INNER_COLUMNS + 1} columns. Column generation: at most {learners.COLUMNS + 1} "
        "columns by coordinate ascent, so not the saddle point; reweighting over those columns. "
        "s.e.: standard error over bags."
    )


def _listed():
    return ", ".join(f"{price:g}" for price in PRICES)


def synthetic(kind: str, outlier: bool, options: SimpleNamespace) -> Table:
    """Test accuracy on drawn bags whose assignments can all be listed."""
    scores = Scores()
    for found in each(one_draw, [(kind, outlier, seed) for seed in range(SEEDS)], options):
        scores.join(found)
    shares = {m: np.reshape(h, (SEEDS, -1)).mean(axis=1) for m, h in scores.hits.items()}
    words = f"synthetic '{kind}'" + (" with an outlier among the keys" if outlier else "")
    rows = [(*row, scores.prices[row[0]][0]) for row in ranked(shares)]
    return Table(
        f"{words}: accuracy on new bags", (*_HEADS, "price"), tuple(rows),
        (f"{SEEDS} seeds, {BAGS} + {BAGS} bags of {SIZE} instances in two dimensions, "
         f"{SIZE**BAGS} assignments; {NEW} + {NEW} new bags. Gaussian kernel with "
         f"gamma = {GAMMA:g}, for the MI-ODM rows plus 1, nu = 0.5, theta = 0.2; price from "
         f"{_listed()}, the best on {TUNING} other seeds; mirror prox: at most {learners.STEPS} "
         "steps. s.e.: standard error over seeds.", verdict(shares)),
    )  # fmt: skip


def one_draw(item: Sequence) -> dict[str, dict[str, list]]:
    """The scores, as `Scores.as_json`, of one draw (kind, outlier, seed)."""
    kind, outlier, seed = item
    scores, (train, test) = Scores(), drawn(kind, outlier, seed)
    for fit, chosen in zip(_FITS, _prices(kind, outlier), strict=True):
        _fit_and_count(fit, chosen, GAMMA, train, test, scores)
    return scores.as_json()


@cache
def _prices(kind, outlier):
    """The price of each of the fits, chosen on other seeds."""
    tuning = [drawn(kind, outlier, SEEDS + seed) for seed in range(TUNING)]
    return [best_prices(fit, tuning, GAMMA) for fit in _FITS]


def drawn(kind: str, outlier: bool, seed: int) -> tuple[Part, Part]:
    """((bags, y), (new bags, y)) of a synthetic set in two dimensions; new bags have no outlier."""
    train = synthetic_bags(kind, 2, BAGS, BAGS, SIZE, outlier, seed)
    return train, synthetic_bags(kind, 2, NEW, NEW, SIZE, False, 1_000_000 + seed)


def ranked(hits: Hits) -> list[tuple]:
    """Rows of the table, best first: accuracy, and the distance to the best on the same bags."""
    best = hits[leader(hits)]
    rows = []
    for method in sorted(hits, key=lambda m: -np.mean(hits[m])):
        mine, behind = mean_and_error(hits[method]), mean_and_error(np.subtract(best, hits[method]))
        rows.append((method, *map(short, (*mine, *behind))))
    return rows


def leader(hits: Hits) -> str:
    """The method with most hits; at equal hits the first."""
    return max(hits, key=lambda m: np.mean(hits[m]))


def verdict(hits: Hits) -> str:
    """Which method is ahead, if that can be said: only where all others are three standard errors
    behind. Two are not enough for the best of several, on few bags that distinguish two methods."""
    first = leader(hits)
    margins = {m: mean_and_error(np.subtract(hits[first], hits[m])) for m in hits if m != first}
    near = [m for m, (behind, error) in margins.items() if behind <= 3.0 * error]
    far = [m for m in margins if m not in near]
    if not near:
        return f"{first} is ahead of all others by more than three standard errors."
    words = f"No winner: {', '.join(near)} within three standard errors of {first}."
    return words + (f" Further behind: {', '.join(far)}." if far else "")
