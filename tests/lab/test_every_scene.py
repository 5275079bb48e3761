"""Captions and readouts of every scene, at its defaults and at settings drawn at random.

No caption has a plural of one, a space before a comma, an empty clause, or a sentence that begins
in lower case, at odd settings as well. What a caption says of two numbers is true of them as they
are written, and a gap that it calls proved is. A value, a bound and a gap in one readout belong to
one point, and what is proved of another is called the best so far."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marked import row_of
from scenes import ADDRESSES, at_defaults, drawn

import lab
from lab.discovery import find
from lab.drawing.text import bounds_apart, falls, least, read
from widgets.chips import chips

every_scene = pytest.mark.parametrize("address", ADDRESSES)


def solved(address, random_runs, seeds=3):
    """(run, scene) at the defaults, and at what some seeds draw."""
    yield at_defaults(address)
    for seed in range(seeds):
        yield drawn(address, random_runs, seed)


#: What the captions count, in the plural.
COUNTED = (
    "pairs|zeros|iterations|steps|sweeps|pivots|updates|rows|variables|entries|exits|knots|bags|"
    "points|margins|weights|columns|edges|facets|boundaries|methods|rounds|passes|groups|triplets|"
    "hyperplanes|assignments|constraints|multipliers|eigenvalues|neighbours|zeros"
)
#: Settings at which a sentence has few things to list.
ODD = {
    "methods": ({"compare": ()}, {"compare": ("printed",)}),
    "sparsity": ({"count": 5}, {"count": 6}),
    "affinity": ({"weight": 0.0}, {"alpha": 0.0}),
    "metric": ({"proof": "floor"},),
    "lars/race": ({"compare": ()},),
    "logistic": ({"start": "zero"},),
    "triplets": ({"steps": "sweeps"}, {"problem": "svm", "steps": "sweeps"}),
    "polygon": ({"compare": ("mehrotra", "pdhg")},),
    "programs/race": ({"compare": ()}, {"compare": ("mehrotra", "pdhg"), "clock": "iterations"}),
    "central-path": ({"data": "imbalance", "n": 4},),
    "interior-point/race": ({"compare": ()},),
    "margins": ({"outlier": False}, {"compare": ()}, {"reach": 0.0}, {"player": "sweeps"}),
    "bags": ({"positive": 0}, {"positive": 1}, {"method": "stochastic"}, {"method": "mirror_prox"},
             {"method": "assignment"}, {"method": "reweighting"}, {"first": "means"}),
    "mirror": ({"method": "stochastic"}, {"method": "single"}),
}  # fmt: skip
#: A name of a variable, a symbol of the field or a file may begin a sentence.
SYMBOLS = re.compile(
    r"[^\W\d_](?:['’⁺⁻*̂̄]*)?(?:[₀-₉ᵢⱼₜᵀ][₀-₉ᵢⱼₜᵀ]*)?[⁺⁻*]*(?=[\s:=(,;.]|$)|\w+[._(]\w|v̂|graphical_lasso|scikit"
)
FAULTS = {
    "a plural of one": re.compile(rf"(?<![\d.,⁻−])\b1 (?:\w+ )?(?:{COUNTED})\b"),
    "a space before a comma": re.compile(r" [,;]|[ \t]\n"),
    "an empty clause": re.compile(r"; ?;|, ?,|: ?[;.]|; ?\.(?!\d)|— ?[.;]"),
    "a doubled word": re.compile(r"\b(this method|[A-Za-z]{4,})[;:]? \1\b(?!s)", re.I),
    "a dash at its end": re.compile(r"[—–;:,] *(?:\n|$)"),
    "two spaces": re.compile(r"   |  .*  "),
}
_SENTENCE = re.compile(r"(?:(?<=[.!?]) +|\n)(?=[a-z])(\S+)")


def faults(caption):
    """The faults of a caption by kind, with what is wrong."""
    found = [(kind, m[0]) for kind, fault in FAULTS.items() for m in fault.finditer(caption)]
    lower = [m[1] for m in _SENTENCE.finditer(caption)]
    return found + [("a lower-case beginning", w) for w in lower if not SYMBOLS.match(w)]


@pytest.mark.parametrize(
    "caption, kind",
    [
        ("The same 1 pairs — M.", "a plural of one"),
        ("After 1 knots and 1 entries.", "a plural of one"),
        ("Moves by 3 , 2.", "a space before a comma"),
        ("1 of 3 margins is missed. \nHere.", "a space before a comma"),
        ("A; ; B.", "an empty clause"),
        ("All begin — this method; this method: gap 3.", "a doubled word"),
        ("It falls —", "a dash at its end"),
        ("Simplex arrives. simplex arrives after 2 pivots.", "a lower-case beginning"),
    ],
)
def test_fault_is_found(caption, kind):
    assert kind in {one for one, _ in faults(caption)}


def test_right_caption_has_no_fault():
    assert not faults("w₁ moves.  w₁: 0 → 1; 1 of 10 entries is below 0. w = 3.\nx is 1 pair.")


@every_scene
def test_captions_have_no_fault(address, random_runs):
    scenes = [scene for _, scene in solved(address, random_runs, 2)]
    names = (address, address.partition("/")[2])
    scenes += [lab.scene(address, **more) for name in names for more in ODD.get(name, ())]
    for scene in scenes:
        for caption in scene.captions:
            assert not faults(caption), caption


def test_every_odd_setting_has_a_scene():
    assert all(any(a == n or a.endswith(f"/{n}") for a in ADDRESSES) for n in ODD)


# Numbers that captions compare, and gaps

NUMBER = r"−?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?"
#: Words between two numbers that compare them: the first is at most, or at least, the second.
AT_MOST = ("falls short of", "inside", "below", "≤", "is within the threshold", "is under")
AT_LEAST = ("exceeds", "above", "beats", "≥", ">", "no less than", "the tolerance is")
#: Both numbers and what is between them, one clause; a count of things ("5 of 10 entries are below
#: 0", "4 have Θ⁻¹ ≥ 0.038") is no number that is compared, nor is what a method is called.
COMPARED = re.compile(
    rf"(?<!of )(?<![\d.,])({NUMBER})"
    rf"([^\d;:.—]{{0,45}}?(?:{'|'.join((*AT_MOST, *AT_LEAST))})[^\d;:.—,]{{0,30}}?)({NUMBER})"
)
BETWEEN = re.compile(rf"({NUMBER}) lies between ({NUMBER}) and ({NUMBER})")
PROVED = re.compile(rf"(?:(?<!relative )gap|within|stays) ({NUMBER})(?: → ({NUMBER}))?")


def wrong(caption):
    """The comparisons in a caption that its own numbers contradict, and how many there are."""
    found = [m for m in COMPARED.finditer(caption) if not re.search("have|M kept", m[2])]
    bad = [m[0] for m in found if not _positions(read(m[1]), m[2], read(m[3]))]
    bands = [(m[0], [read(m[i]) for i in (2, 1, 3)]) for m in BETWEEN.finditer(caption)]
    return bad + [text for text, ends in bands if ends != sorted(ends)], len(found) + len(bands)


def _positions(x, how, y):
    x = abs(x) if "beats" in how or how[0] == "|" else x
    return x <= y if any(word in how for word in AT_MOST) else x >= y


def test_sentence_that_is_false_is_found():
    for caption in (
        "as its margin 0.2501 falls short of 0.25, the band's edge",
        "1.068 exceeds 1.07",
        "0.93 lies between 0.94 and 1.06",
        "slope −0.30 beats the threshold λ = 0.31",
        "inside the threshold |−0.32| ≤ λ = 0.31",
        "proved within 1.1e-6 of optimal, inside the tolerance 1.0e-6, after 3 updates",
    ):
        assert wrong(caption)[0]
    assert wrong("7 of 10 entries of û are below 0") == ([], 0)
    assert wrong("slope −0.32 beats the threshold λ = 0.31") == ([], 1)


@every_scene
def test_two_numbers_compare_as_the_sentence_says(address, random_runs):
    for _, scene in solved(address, random_runs):
        for caption in scene.captions:
            assert not wrong(caption)[0], caption


@pytest.mark.parametrize("units", ["raw", "distance"])
def test_margins_and_band_have_the_unit_that_the_sentence_says(units, random_runs):
    """One unit in a sentence: the stated margin is one of the frame's margins."""
    compared = 0
    for seed in range(5):
        given = {"units": units, "proof": "gap", "player": "sweeps"}
        run, scene = drawn("mi-odm/margins", random_runs, seed, **given)
        for k, caption in enumerate(scene.captions):
            bad, count = wrong(caption)
            assert not bad, caption
            compared += count
            for reported in re.findall(rf"as its margin ({NUMBER}) ", caption):
                near = np.abs(_margins(run, k) - read(reported)).min()
                assert near <= 6e-4 + 0.06 * abs(read(reported)), caption
    assert compared > 100


def _margins(run, k):
    from lab.lessons.mi_odm.margins.model import frames

    return frames(run).margins[k]


def reported_gaps(caption):
    """Every gap that a caption writes."""
    return [read(v) for m in PROVED.finditer(caption) for v in m.groups() if v]


@every_scene
def test_no_gap_is_rounded_down(address, random_runs):
    """A stated gap that is near one of this frame or of the frame before is no less."""
    for _, scene in solved(address, random_runs):
        if "gap" not in scene.readout:
            continue
        gap = np.asarray(scene.readout["gap"], dtype=float)
        best = np.asarray(scene.readout.get("best", gap), dtype=float)
        for k, caption in enumerate(scene.captions):
            known = np.concatenate([a[max(k - 1, 0) : k + 1] for a in (gap, best)])
            known = known[np.isfinite(known) & (known > 0.0)]
            for reported in reported_gaps(caption):
                up = (known <= reported * (1.0 + 1e-9)) & (reported <= 1.11 * known)
                assert up.any() or not (np.abs(known - reported) <= 0.06 * known).any(), caption


gaps = st.floats(1e-14, 1e12)


@given(gaps, st.integers(2, 6))
def test_what_is_written_of_a_gap_is_proved(gap, digits):
    """No less than the gap, and more by less than a unit of the last digit."""
    reported = read(least(gap, digits))
    assert gap <= reported <= gap * (1.0 + 1.0001 * 10.0 ** (1 - digits))


@given(gaps, st.floats(1e-8, 10.0))
def test_gaps_that_differ_are_distinguished(gap, share):
    other = gap * (1.0 + share)
    assert read(bounds_apart(gap, other)[0]) < read(bounds_apart(gap, other)[1])
    old, new = falls(other, gap).split(" → ")
    assert read(old) > read(new)
    assert falls(gap, gap) == f"stays {least(gap)}"


def test_no_gap_is_no_number():
    assert least(0.0) == least(-1e-17) == "0" and least(np.nan) == "–" and least(np.inf) == "∞"


RACES = [a for a in ADDRESSES if any(k.name == "compare" for k in find(a)[1].knobs)]
_MANY = re.compile(
    r"\b(two|both|three|four|five|six|seven|every|all)\b[^.,;:]{0,20}?\b"
    r"(methods?|learners?|machines?|rivals?|solvers?)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("address", RACES)
def test_words_above_a_picture_count_only_methods_that_are_shown(address):
    scene = lab.scene(address, compare=())
    words = [scene.title, scene.question, *(q.prompt for q in scene.questions)]
    words += [text for panel in scene.panels for text in (panel.title, panel.subtitle)]
    words += [q.why for q in scene.questions]
    assert not [text for text in words if _MANY.search(text)]


# Numbers of readouts

VALUES, BOUNDS = {"F", "q", "P", "upper", "relaxed"}, {"bound", "D", "lower"}
#: The affinity scene shows no value of the problem, and the path none with its gap.
WITHOUT = {"alternating-linearization/affinity", "lars/path"}


def number_of(words):
    """The number at the end of a chip's words, and half a unit of its last digit."""
    text = words.split()[-1].replace(",", "")
    digits = re.search(r"\.(\d*)", text)
    power = re.search(r"e(.*)", text)
    places = len(digits.group(1).partition("e")[0]) if digits else 0
    return read(text), 0.5 * 10.0 ** (int(read(power.group(1))) if power else 0) / 10.0**places


def words_of(scene, k, names):
    """The chip that shows the one of `names` that the readout has."""
    shown = [name for name in scene.readout if name not in ("gap", "best", "status")]
    name = next(name for name in shown if name in names)
    return chips(scene, k)[shown.index(name)][0]


def check_chips(scene, k):
    """The numbers as they are written in frame `k`."""
    stated = [words for words, _ in chips(scene, k) if words]
    own = [words for words in stated if "proved within" in words]
    if not own or own[0].endswith("rounding"):
        return
    value, one = number_of(words_of(scene, k, VALUES))
    bound, other = number_of(words_of(scene, k, BOUNDS))
    gap, unit = number_of(own[0])
    slack = unit + (one + other) * 1.001 + 1e-9 * abs(value)
    if " beyond " in scene.captions[k]:  # of a point outside no less than that is proved
        assert gap >= abs(value - bound) - slack, stated
        return
    # The gap is rounded up, by less than a unit of its last digit.
    assert abs(gap - unit - (value - bound)) <= slack, stated


of_one_problem = pytest.mark.parametrize("address", [a for a in ADDRESSES if a not in WITHOUT])


@of_one_problem
def test_value_less_bound_is_the_gap_shown_with_them(address, random_runs):
    for _, scene in solved(address, random_runs):
        for k in range(len(scene)):
            check_chips(scene, k)


@of_one_problem
def test_point_is_called_proved_only_by_its_own_gap(address, random_runs):
    """Green is a chip whose own number is within the tolerance of the run."""
    for run, scene in solved(address, random_runs):
        best = np.asarray(scene.readout.get("best", scene.readout["gap"]), dtype=float)
        gap = np.asarray(scene.readout["gap"], dtype=float)
        assert np.all(best <= np.where(np.isfinite(gap), gap, np.inf) + 1e-12 * abs(best))
        for k in range(len(scene)):
            for words, style in chips(scene, k):
                if style == "good" and "best so far" not in words:
                    assert gap[k] <= 1.0001 * max(best[k], 0.0) or words.endswith("rounding")
        assert scene.readout["status"][-1] == run.result.status


def test_path_proves_each_of_its_points(random_runs):
    for run in random_runs("lars/path", 2, 1, data="two", folds=3):
        scene = lab.scene(run)
        problem, path = run.problem, run.extra["path"]
        for k in range(0, len(scene), 7):
            lam = float(scene.clock.values[k])
            one = type(problem)(problem.X, problem.t, lam)
            proof = one.certify(path.at(lam))
            assert scene.readout["gap"][k] == pytest.approx(proof.gap, abs=1e-9 * proof.scale)


def test_first_pictures_that_were_wrong():
    """F 2.385 with bound 0.32 once was "converged, within 0"."""
    scene = lab.scene(lab.run("subgradient"))
    far = int(np.argmax(scene.readout["gap"] * (np.asarray(scene.readout["best"]) == 0.0)))
    *_, own, best = (words for words, _ in chips(scene, far))
    assert own.startswith("proved within") and best == "✓ best so far within rounding"
    scene = lab.scene(lab.run("margins", player="sweeps"))
    P, D = (scene.readout[name][6] for name in ("P", "D"))
    assert scene.readout["gap"][6] == pytest.approx(P - D) and P - D > 10.0
    assert chips(scene, 6)[-1][0].startswith("best so far within")


@of_one_problem
def test_readout_is_consistent(address, random_runs):
    """Value less bound is the gap, both are of the frame's row, the best is what was proved so far
    and turns the status, and what is proved at the end lies between all values and all bounds."""
    for run, scene in solved(address, random_runs):
        table, proof = scene.readout, run.result.certificate
        value, bound, gap = (
            np.asarray(next(table[name] for name in table if name in names), dtype=float)
            for names in (VALUES, BOUNDS, ("gap",))
        )
        inside = np.array([" beyond " not in caption for caption in scene.captions])
        own, slack = np.maximum(value - bound, 0.0), 1e-8 * abs(proof.scale)
        assert gap[inside] == pytest.approx(own[inside], rel=1e-7, abs=slack, nan_ok=True)
        if "best" not in table:  # each frame has a problem
            continue
        assert np.nanmin(value[inside], initial=np.inf) >= proof.bound - slack
        assert np.nanmax(bound) <= proof.objective + slack
        if address != "coordinate-descent/triplets":  # whose clock is neither of these columns
            rows = [max(row_of(run, scene, k), 0) for k in range(len(scene))]
            assert value == pytest.approx(run.trace.objective[rows], rel=1e-9, nan_ok=True)
        best = np.asarray(table["best"], dtype=float)
        assert np.all(np.diff(best) <= 1e-12 * abs(proof.scale))
        there = best <= np.asarray(table["limit"], dtype=float)
        assert [status == "converged" for status in table["status"]] == there.tolist()


# How a run ends

#: Scenes whose last caption is of rivals, or proves something of its own.
OTHERWISE = {"lars/race", "interior-point/race", "programs/race", "mi-odm/tightness",
             "alternating-linearization/methods", "alternating-linearization/sparsity",
             "coordinate-descent/triplets"}  # fmt: skip


@pytest.mark.parametrize("address", [a for a in ADDRESSES if a not in WITHOUT | OTHERWISE])
def test_last_caption_says_what_was_proved(address, random_runs):
    for run, scene in solved(address, random_runs):
        words, proof = scene.captions[-1], run.result.certificate
        if run.result.status != "converged":
            assert "Proved: " not in words and "its end is proved" not in words
            continue
        stated = [read(v) for v in re.findall(rf"(?:within|gap of) ({NUMBER})", words)]
        least_gaps = [max(one, 0.0) for one in (proof.gap, proof.relative_gap)]
        slack = 1e-12 * abs(proof.scale)
        assert "within rounding" in words or any(
            one * (1.0 - 1e-9) <= number <= 1.11 * one + slack
            for number in stated
            for one in least_gaps
        ), (words, proof)


#: Scenes whose methods end at once, or whose pictures need their end.
ENDED = {"coordinate-descent/subgradient", "lars/path", "mi-odm/tightness",
         "alternating-linearization/affinity"}  # fmt: skip
UNFINISHED = re.compile("ancelled|[Nn]ot (?:arrived|converged|proved)| only[.;]| — gap ")


@pytest.mark.parametrize("address", [a for a in ADDRESSES if a not in ENDED])
def test_cancelled_run_says_so(address):
    run = lab.run(address, cancelled=lambda: True)
    scene = lab.scene(run)
    assert run.result.status == "cancelled" == scene.readout["status"][-1]
    assert UNFINISHED.search(scene.captions[-1]), scene.captions[-1]
