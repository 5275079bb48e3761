"""What the panels of the group path share: a problem per lam, each solved and proved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.drawing.text import unsigned
from lab.experiment import Run
from lab.lessons.lars.group_path.tumours import STATISTICS, Cells
from solvers import GroupLogistic, Result

#: The certified relative gap at which a solution counts as converged, and the sweeps it may take.
TOL, MOST = 1e-6, 2000


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The frames of one run, one per lam, T of them, of G groups.

    names: of the groups. lams (T,) falling; w (T, 30); norms (T, G) of the groups of w; pull
    (T, G): those of X'theta at the dual point theta, at most lam; gap (T,) certified. results: of
    each lam.
    """

    run: Run
    cells: Cells
    names: tuple[str, ...]
    lams: np.ndarray
    w: np.ndarray
    norms: np.ndarray
    pull: np.ndarray
    gap: np.ndarray
    results: tuple[Result, ...]

    def __len__(self):
        return self.lams.size

    @property
    def limit(self):
        """The gap at which every solution counts as converged."""
        return TOL * min(r.certificate.scale for r in self.results)

    @property
    def used(self):
        """Mask (T, G) of the groups whose weights are not 0."""
        return self.norms != 0.0

    @property
    def entered(self):
        """Mask (T, G) of the groups that were 0 in the frame before."""
        return self.used & ~np.vstack([np.zeros_like(self.used[:1]), self.used[:-1]])

    @property
    def passes(self):
        """Visits of weights that each solution took, over the number of weights (T,)."""
        return np.array([r.trace.work[-1] for r in self.results]) / self.w.shape[1]

    @property
    def tables(self):
        """The weights (T, 10, 3) by measure and statistic."""
        return self.w.reshape(len(self), len(STATISTICS), -1).transpose(0, 2, 1)

    def wrong(self, held):
        """How many patients of those held out, or of the others, each w puts on the wrong side or
        on none (T,)."""
        X, t = (self.cells.held_X, self.cells.held_t) if held else (self.cells.X, self.cells.t)
        return np.sum(t * (self.w @ X.T) <= 0.0, axis=1)


def problems_of(cells, labels, least, count):
    """The `GroupLogistic`s of `count` lams, from lam_max down to the share `least` of it."""
    top = GroupLogistic(cells.X, cells.t, 0.0, labels).lam_max
    return [GroupLogistic(cells.X, cells.t, lam, labels)
            for lam in (top * np.geomspace(1.0, least, count)).tolist()]  # fmt: skip


def build_view(run: Run):
    """The `View` of a run."""
    results = run.extra["path"]
    problems = run.extra["problems"][: len(results)]
    labels = problems[0].groups
    w = np.array([r.x for r in results])
    pull = np.array([p.X.T @ r.dual["theta"] for p, r in zip(problems, results, strict=True)])
    scale = np.array([r.certificate.scale for r in results])
    gap = unsigned(np.array([r.certificate.gap for r in results]), scale)
    return View(
        run, run.extra["cells"], run.extra["names"], np.array([p.lam for p in problems]), w,
        norms(w, labels), norms(pull, labels), gap, results,
    )  # fmt: skip


def norms(w, labels):
    """The norms (T, G) of the groups of w (T, D)."""
    return np.stack(
        [np.linalg.norm(w[:, labels == g], axis=1) for g in range(labels.max() + 1)], axis=1
    )
