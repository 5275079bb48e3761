"""Predict, then see: which questions a scene asks, and the order of their options."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from widgets import Aim, Question, Rings
from widgets.text import rough
from widgets.words import bound

#: A step can be aimed at if it is as long as this share of the picture, and a click is right that
#: is nearer to its end than the second share of the step.
_LONG, _NEAR = 0.08, 0.4
#: The least distance of two ringed points, as a share of the picture.
_APART = 0.06
#: When half of the digits are proved is not asked so near to a border of two thirds of a run, as a
#: share of a third, nor for fewer digits than these.
_EDGE, _DIGITS = 0.08, 2.0
#: A step is drawn from the first so many that are long enough.
_EARLY = 8


def asked(
    settings: Mapping[str, Any], *questions: Any, step: tuple[str, ...] = ()
) -> tuple[Question, ...]:
    """The questions that have an answer at these settings, the options of each in random order.

    The order is drawn from the settings: the same picture asks the same, and the right option may
    have any place. None is left out, and so is a question two of whose options read the same.
    step: the keys of questions about one and the same step; of those in one frame the first is
    asked, as its answer would be that of the others.
    """
    sound = [q for q in questions if q is not None and len(set(q.options)) == len(q.options)]
    steps: dict[int, Question] = {}
    for q in sound:
        if q.key in step:
            steps.setdefault(q.frame, q)
    answered = [q for q in sound if q.key in step and steps[q.frame] is not q]
    return tuple(_shuffled(settings, q) for q in sound if q not in answered)


def _shuffled(settings, question):
    if question.aim is not None:
        return question
    order = _generator(settings, question.key).permutation(len(question.options))
    answer = int(np.argmax(order == question.answer))
    if question.rings is not None:  # other places get the letters
        places = tuple(question.rings.places[i] for i in order)
        return replace(question, rings=replace(question.rings, places=places), answer=answer)
    options = tuple(question.options[i] for i in order)
    return replace(question, options=options, answer=answer)


def drawn(settings: Mapping[str, Any], key: str, candidates: range | np.ndarray | Sequence) -> Any:
    """One of `candidates`, the same for the same settings and key; None if there are none."""
    if not len(candidates):
        return None
    return candidates[_generator(settings, f"which {key}").integers(len(candidates))]


def drawn_kind(settings: Mapping[str, Any], key: str, *kinds: Any) -> Any:
    """One of those `kinds` of frames, each a sequence, of which there are some; None if there are
    none."""
    return drawn(settings, key, [kind for kind in kinds if len(kind)])


def _generator(settings, key):
    words = repr((key, sorted(settings.items())))
    seed = hashlib.blake2b(words.encode(), digest_size=8).digest()
    return np.random.default_rng(int.from_bytes(seed, "little"))


def ringed(
    panel: str, places: np.ndarray | tuple[tuple[float, float], ...], among: np.ndarray
) -> Rings | None:
    """`Rings` around places (K, d) of a panel, for the options of a question; None where two of
    them are too near to each other to be distinguished.

    among (N, d): the points that say how large the picture is.
    """
    size = np.ptp(among, axis=0)
    shares = np.asarray(places) / np.where(size > 0.0, size, 1.0)  # points may lie in a plane
    apart = np.linalg.norm(shares[:, None] - shares, axis=2)
    if np.min(apart + np.eye(len(shares))) < _APART:
        return None
    return Rings(panel, tuple(tuple(map(float, place)) for place in places))


def landing(
    settings: Mapping[str, Any],
    panel: str,
    places: np.ndarray,
    box: tuple[tuple[float, float], tuple[float, float]],
    frames: np.ndarray | tuple[int, int] | None = None,
    shown: Sequence = (),
) -> tuple[int | None, Aim | None]:
    """(frame, `Aim`) of a step to be aimed at: from where something is in one frame to where
    it is in the next. (None, None) where none is long enough.

    panel: the key of the panel in a plane; places (T, 2): where it is in each frame, in its
    coordinates; box: the ranges of its axes; frames: those that may ask, all without; shown: what
    else is drawn in each frame, (T, 2) each, which must not be where a click would be right.
    """
    size = np.abs(np.diff(box, axis=1)).ravel()
    inside = ((places >= np.min(box, axis=1)) & (places <= np.max(box, axis=1))).all(axis=1)
    share = np.hypot(*(np.diff(places, axis=0) / size).T)
    fits = (share > _LONG) & inside[:-1] & inside[1:]
    for other in shown:
        off = np.hypot(*((other[:-1] - places[1:]) / size).T)
        fits &= ~(off <= _NEAR * share)
    if frames is not None:
        fits &= np.isin(np.arange(fits.size), frames)
    k = drawn(settings, f"step in {panel}", np.flatnonzero(fits)[:_EARLY])
    if k is None:
        return None, None
    start, target = ((float(x), float(y)) for x, y in (places[k], places[k + 1]))
    within = (float(_NEAR * share[k] * size[0]), float(_NEAR * share[k] * size[1]))
    return int(k), Aim(panel, start, target, within)


def pace(
    times: np.ndarray,
    gap: np.ndarray,
    unit: str,
    least: float,
    hides: tuple[str, ...] = (),
    who: str = "",
) -> Question | None:
    """When half of the digits are proved: early, in the middle or late; None where that is not
    clear.

    times, gap (R,): the clock and the certified gap, best so far, of all rows of a method; least:
    the gap at which it has arrived; unit: what the clock counts, in the plural; who: the method,
    where there are others.
    """
    known = np.flatnonzero(np.isfinite(gap))
    if known.size < 5:
        return None
    start, within = known[0], np.flatnonzero(gap <= least)
    stop = within[0] if within.size else len(gap) - 1
    end = max(gap[stop], least)
    if gap[start] < 10.0**_DIGITS * end or times[stop] <= times[start]:
        return None
    half = times[np.argmax(gap <= np.sqrt(gap[start] * end))]
    share = (half - times[start]) / (times[stop] - times[start])
    if np.abs(3.0 * share - np.round(3.0 * share)) < _EDGE:
        return None
    whose, (high, low) = f" of {who}" if who else "", (rough(float(v)) for v in (gap[start], end))
    return Question(
        0,
        f"The proved gap{whose} will fall from {high} to {low}. When will half of the digits "
        "between them be proved?",
        ("in the first third of the way", "in the middle third", "in the last third"),
        int(3.0 * share),
        f"After {_count(half)} of {_count(times[stop])} {unit}. Half-way, if each step takes the "
        "same share of the gap; earlier, if the end is slow; later, if it gathers speed.",
        "pace",
        hides,
    )


def pace_of(f: Any, method: str, unit: str, hides: tuple[str, ...]) -> Question | None:
    """`pace` of one of the methods of a `lab.scenes.frames.Frames`; None where it takes no part."""
    trace = f.traces.get(method)
    if trace is None or len(f) < 3:
        return None
    return pace(trace.iteration, trace.gap, unit, f.limit, hides, f.labels[method])


def _count(time):
    return f"{time:,.0f}" if time == round(time) else f"{time:.3g}"


def first(
    labels: dict[str, str],
    times: dict[str, float],
    prompt: str,
    text_at: Callable,
    hides: tuple[str, ...] = (),
) -> Question | None:
    """Who is first; None where fewer than two take part, no one arrives, or two arrive together.

    labels: name -> words; times: name -> when it arrives, inf if it does not; text_at(name,
    time) -> words.
    """
    names, last = list(labels), np.inf
    order = sorted(names, key=times.__getitem__)
    if len(names) < 2 or times[order[0]] == last or times[order[0]] == times[order[1]]:
        return None
    came = ", ".join(f"{labels[n]} {text_at(n, times[n])}" for n in order if times[n] < last)
    late = ", ".join(labels[n] for n in order if times[n] == last)
    why = f"In order: {came}." + (f" Not arrived: {late}." if late else "")
    return Question(0, prompt, tuple(labels.values()), names.index(order[0]), why, "first", hides)


def first_proved(f: Any, unit: str, hides: tuple[str, ...]) -> Question | None:
    """Which method of a `lab.scenes.frames.Frames` is `first`, counted in `unit`. Not asked of
    seconds, which differ from run to run."""
    if f.in_seconds or len(f) < 3:
        return None
    prompt = f"Counted in {unit}: which method will be the first proved within {bound(f.limit)}?"
    return first(f.labels, f.arrivals, prompt, f.text_at, hides)


def how_many(
    used: int, total: int, near: float, prompt: str, why: str, hides: tuple[str, ...]
) -> Question | None:
    """At the start of a path: which third of `total` parts will be in use at its end; None where
    `used` is less than `near` parts from a border of two thirds."""
    share, edges = used / total, np.array([1.0, 2.0]) / 3.0
    if np.any(np.abs(share - edges) * total < near):
        return None
    options = ("less than a third", "between a third and two thirds", "more than two thirds")
    return Question(0, prompt, options, int((share > edges).sum()), why, "many", hides)
