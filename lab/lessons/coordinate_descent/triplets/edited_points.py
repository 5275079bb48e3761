"""Points by hand in the triplets scene: added, erased, moved, or put into the table; and triplets
of three of them."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from lab.cached import cached_by
from lab.datasets.points_by_hand import MOST, clicked, cloud_of, edited, parsed_edits, written
from lab.lessons.coordinate_descent.synthetic import labelled_of
from solvers import InputError
from solvers.checks import short
from widgets.edits import Tools
from widgets.knobs import Knob

#: Where points may be edited: the synthetic sets, and the metric alone.
WHERE = {"data": ("blobs", "noise"), "problem": ("metric",), "dimension": (2, 3)}
KNOB = Knob(
    "points", "edits", "", "Own points",
    help="Words such as +(0.5,-0.3), a point of class 2, -(1,0), one of class 1, and x17, without "
    "point 17. Triplets are drawn anew.",
    when=WHERE,
)  # fmt: skip
#: Where triplets of one's own take the place of those drawn at random.
OWN = Knob(
    "own", "edits", "", "Own triplets",
    help="Words such as 5:9,30, point 5 nearer to 9 than to 30; empty: drawn at random.",
    when=WHERE,
)  # fmt: skip
_TRIPLET = re.compile(r"(\d{1,6}):(\d{1,6}),(\d{1,6})")
#: A triplet takes a point, one of its class, and one of another.
_LEAST = 2


def points_of(settings):
    """The points of the knobs, edits included."""
    base = labelled_of(settings)
    if not settings["points"] or not _editable(settings):
        return base
    cloud = _cloud(settings)
    least = min(cloud.counts())
    if least < _LEAST:
        raise InputError(
            f"points must leave at least {_LEAST} points of each class, got {least}; add some, or "
            "reset."
        )
    return replace(base, X=cloud.X, y=(cloud.y > 0.0).astype(int))


def own_triplets(settings):
    """The triplets (n, 3) of the knobs, as row numbers of their points; None where none is."""
    if not settings["own"] or not _editable(settings):
        return None
    words = settings["own"].split()
    if len(words) > MOST:
        raise InputError(f"own must hold at most {MOST} words, got {len(words)}; remove some.")
    rows = {int(number): row for row, number in enumerate(_cloud(settings).numbers)}
    found = []
    for word in words:
        read = _TRIPLET.fullmatch(word)
        numbers = [int(part) for part in read.groups()] if read else []
        if len(set(numbers)) < 3 or not rows.keys() >= set(numbers):
            raise InputError(
                "own must hold words such as 5:9,30, of the numbers of three different points that "
                f"are there, got {short(word)}."
            )
        found.append([rows[number] for number in numbers])
    return np.array(found)


def tools(settings):
    """What hands may do: add, erase and move points of the plane, and draw triplets; in space there
    is the table."""
    if not _editable(settings):
        return None
    base, flat = labelled_of(settings), settings["dimension"] == 2
    kinds = tuple(zip((-1, 1), base.classes, strict=True))
    adds = tuple(("add", sign, f"Add to {words}") for sign, words in kinds)
    return Tools(
        "points" if flat else "",
        (("move", None, "Move"), ("draw", "triplet", "Draw triplet"), *adds,
         ("erase", None, "Erase")) if flat else (),
        (*((name, None) for name in base.features), ("class", kinds)),
        lambda: _rows(settings),
        drag="move",
        shift=len(adds) + 2,
        sprays=flat,
    )  # fmt: skip


def edit(settings, action):
    """The knobs that an action turns."""
    if not _editable(settings):
        return {}
    if action["do"] == "rows":
        return _followed(settings, written(_base(settings), action["rows"]))
    if action["panel"] != "points" or settings["dimension"] != 2:
        return {}
    cloud = _cloud(settings)
    if action["do"] == "draw":
        places = np.array(action["places"], dtype=float).reshape(3, 2)
        numbers = [int(cloud.numbers[_nearest(cloud, place)]) for place in places]
        own = "{} {}:{},{}".format(settings["own"], *numbers).strip()
        own_triplets(settings | {"own": own})  # raises where it is none
        return {"own": own}
    points = clicked(settings["points"], cloud, action)
    moved = _nearest(cloud, (action["x0"], action["y0"])) if action["do"] == "move" else None
    return _followed(settings, points, moved)


def _nearest(cloud, place):
    return int(np.argmin(np.sum((cloud.X - place) ** 2, axis=1)))


def _followed(settings, points, moved=None):
    """The knobs of other `points`; triplets follow theirs, also the one in row `moved`, which comes
    last; those of a point that has gone go with it."""
    own = own_triplets(settings)
    if own is None:
        return {"points": points}
    before, after = _cloud(settings), _cloud(settings | {"points": points})
    number = {(*x, y): n for x, y, n in zip(after.X.tolist(), after.y, after.numbers, strict=True)}
    new = [number.get((*x, y)) for x, y in zip(before.X.tolist(), before.y, strict=True)]
    if moved is not None:
        new[moved] = after.numbers[-1]
    words = [f"{i}:{j},{k}" for i, j, k in ([new[row] for row in t] for t in own)
             if None not in (i, j, k)]  # fmt: skip
    return {"points": points, "own": " ".join(words)}


def _editable(settings):
    return all(settings[name] in values for name, values in WHERE.items())


def _base(settings):
    """The `Cloud` of the set, its classes as -1 and +1."""
    base = labelled_of(settings)
    return cloud_of(base.X, np.where(base.y > 0, 1.0, -1.0))


@cached_by("data", "dimension", "seed", "points")
def _cloud(settings):
    return edited(_base(settings), parsed_edits(settings["points"], settings["dimension"]))


def _rows(settings):
    own_triplets(settings)  # raises where words no longer fit the points
    cloud = _cloud(settings)
    return [[*map(float, x), int(y)] for x, y in zip(cloud.X, cloud.y, strict=True)]
