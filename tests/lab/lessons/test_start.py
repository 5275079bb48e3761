"""What the first notebook says is what happens."""

import json
import re
from fractions import Fraction

import numpy as np
import pytest
from prose import WORDS, Prose

import lab
from lab.books.copies import books, of_lesson
from lab.site.first import first, minutes
from solvers import InputError
from solvers.bibliography import WORKS
from widgets.chips import chips
from widgets.gauge import Gauge

prose = Prose("start")


def source_of(work):
    """A work as the table names it: surnames and year, or its title where nobody is named."""
    surnames = re.sub(r", (?:\w\.[ -]?)+(?=,|$)", "", work.authors)
    return f"{surnames} ({work.year})" if surnames else f"*{work.title}*"


def test_the_table_names_every_lesson():
    by_file = {work.file: work for work in WORKS.values()}
    prose.says("# lessons | picture | lesson", len(lab.LESSONS))
    rows = [row.split("|") for row in re.findall(r"(?m)^\| !.*$", prose.cells["lessons-words"])]
    assert len(rows) == len(lab.LESSONS)
    for (_, picture, name, question, _, source, _), (key, lesson) in zip(
        rows, lab.LESSONS.items(), strict=True
    ):
        assert picture.strip() == f"![](attachment:{key}.png)"
        (book,) = of_lesson(key)
        file = books()[book]
        (time,) = re.findall(r"Time\*\*: about (\w+ minutes)", file.read_text(encoding="utf-8"))
        assert name.strip() == f"[{lesson.title}]({file.name}), {time}"
        assert question.strip() == lesson.question
        works = [WORKS.get(part) or by_file[part] for part in lesson.source.split(", ")]
        assert all(source_of(work) in source for work in works), source
    (time,) = re.findall(
        r"Time\*\*: about (\w+) minutes", books()["proof"].read_text(encoding="utf-8")
    )
    prose.says("[What a proof is](0-proof.ipynb), # minutes", WORDS.index(time))
    prose.says("then [coordinate descent](#-coordinate_descent.ipynb)", 1)
    scene = next(s for s in lab.LESSONS["interior-point"].scenes if s.name == "central-path")
    method = next(k for k in scene.knobs if k.name == "method")
    prose.says("the central path of a support vector machine, # methods", len(method.pairs()))


def test_the_first_page_takes_as_long_as_it_says():
    prose.says("a page of # minutes, from fog to proof", minutes(first()) + 1)


def test_stills_are_small_and_each_is_shown():
    cells = json.loads(books()["start"].read_text(encoding="utf-8"))["cells"]
    retained = {name for c in cells for name in c.get("attachments", {})}
    assert retained == set(re.findall(r"attachment:([\w.-]+)", prose.text)) and len(retained) == 7
    assert sum(len(str(c.get("attachments", ""))) for c in cells) < 300_000


def test_race_is_three():
    prose('`race` is three, so say `lab.dashboard("lars/race")`')
    assert sum(s.name == "race" for lesson in lab.LESSONS.values() for s in lesson.scenes) == 3
    with pytest.raises(InputError):
        lab.run("race")


def test_the_first_picture():
    run = lab.run("lasso")
    prose("The path leaves parallel to an axis, and so does every step after it")
    moves = np.diff(run.trace.snapshots["w"], axis=0)
    assert (np.count_nonzero(moves, axis=1) <= 1).all()
    prose("still it arrives")
    assert run.result.status == "converged"


def test_what_the_scale_of_the_proof_says():
    scene = lab.scene(lab.run("lasso"))
    last = len(scene) - 1
    style, _, _, gap, *_ = Gauge(scene).reading(last, chips(scene, last))
    (within,) = prose('In the last frame the scale of the proof is green: "gap #"')
    assert style == "good" and float(gap) == within


def test_a_certificate_never_claims_too_small_a_gap():
    """Objective and bound of the sample, again in fractions: a dual feasible point by hand."""
    (most,) = prose("up to rounding: less than # of the value's size")
    space = prose.run("certificate", lab=lab)
    problem, c = space["run"].problem, space["certificate"]
    X, t, w = (exactly(a) for a in (problem.X.T, problem.t, space["run"].result.x))
    lam, r = Fraction(problem.lam), list(t)
    for column, weight in zip(X, w, strict=True):
        r = [a - x * weight for a, x in zip(r, column, strict=True)]
    value = dot(r, r) / 2 + lam * sum(map(abs, w))
    theta = [v * min(1, lam / max(abs(dot(x, r)) for x in X)) for v in r]  # no slope above lam
    bound = dot(t, theta) - dot(theta, theta) / 2
    spare = most * float(value)
    assert abs(c.objective - value) < spare and abs(c.bound - bound) < spare
    assert 0.0 < c.gap < space["worse"].gap


def exactly(values):
    """Fractions of an array, in lists."""
    return [exactly(v) if np.ndim(v) else Fraction(v) for v in values]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))
