"""What several exercises share: small seeded problems, and when two numbers count as equal."""

from __future__ import annotations

import hashlib
import unicodedata
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from lab.drawing.text import format_distinct
from solvers import KernelSVM

#: Numbers that differ by this share of the size of what they are made of count as equal: single
#: precision is good enough, and so is a bisection.
TOL = 1e-5


_student: ContextVar[str] = ContextVar("student", default="")


@contextmanager
def data_of(student: str):
    """Let `seeded` draw this student's own problems; those of all for ""."""
    token = _student.set(student)
    try:
        yield
    finally:
        _student.reset(token)


def seeded(seed, student=None):
    """A generator of random numbers for problems: the same everywhere, and where a student's own
    problems are drawn, or for `student`, the same for every way to write the name."""
    words = words_of(_student.get() if student is None else student)
    return np.random.default_rng([seed, *words] if words else seed)


def words_of(name: str) -> list[int]:
    """A name as four numbers of 32 bits, however it is written; none for ""."""
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    digest = hashlib.blake2b(plain.encode(), digest_size=16).digest()
    return np.frombuffer(digest, "<u4").tolist() if plain else []


def off(error, scale=1.0):
    """Whether `error` is more than rounding of numbers of size `scale`."""
    return bool(np.max(np.abs(error), initial=0.0) > TOL * max(np.max(np.abs(scale)), 1e-300))


def change(before, after):
    """Two numbers in words, with as many digits as it takes to tell them apart."""
    return "from {} to {}".format(*format_distinct(before, after))


def regression(seed, N=12, D=4):
    """X (N, D) and t (N,) with weights of both signs and one that is zero."""
    rng = seeded(seed)
    X = rng.standard_normal((N, D))
    truth = np.resize([1.5, -1.0, 0.0, 0.5], D)
    return X, X @ truth + 0.3 * rng.standard_normal(N)


def subgradient_gap(slope, w, lam):
    """How far -slope is from lam times a subgradient of |w|_1, entrywise."""
    at_zero = np.maximum(np.abs(slope) - lam, 0.0)
    return np.where(np.asarray(w) == 0.0, at_zero, np.abs(slope + lam * np.sign(w)))


def machine(seed, n, C, duplicated=False):
    """A small `KernelSVM` on points of both classes."""
    points = seeded(seed).standard_normal((n, 2))
    points[0] = points[1 if duplicated else 0]
    return KernelSVM(points, np.where(np.arange(n) % 2 == 0, 1.0, -1.0), C=C)
