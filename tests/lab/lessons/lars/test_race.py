import re
from itertools import pairwise

import numpy as np
import pytest
from scenes import assert_proved, cases, lightness, marks, panel, solver_of

from lab.drawing.gap_panel import clock_axis, spread_labels
from lab.drawing.text import read
from lab.lessons.lars import race
from lab.lessons.lars.race import CD, METHODS, MOST_WEIGHTS, frames
from solvers import InputError
from widgets.fields import at

CASES = [
    {},
    {"data": "wide", "share": 0.1, "clock": "work", "tol": 1e-9},
    {"clock": "seconds"},
    {"data": "twins", "compare": ("lars",)},
    {"share": 1.0},
    {"budget": 5, "standardise": False},
    {"compare": (), "tol": 1e-3},
]
NAMES = {words: name for name, (words, *_) in METHODS.items()}


solved = solver_of(race.EXPERIMENT)
case, run, scene, f = cases(solved, CASES, frames)


def stated(text):
    """(method -> the clock's value at its arrival) as the last caption says, in its own unit."""
    found = re.findall(r"(coordinate descent|interior point|\w+) \(([\d,.e+-]+) (\w+)\)", text)
    for method, count, unit in found:
        own = METHODS.unit(NAMES[method])
        assert unit in {"ms", f"{own}{'s' * (count != '1')}", f"update{'s' * (count != '1')}"}
    return {NAMES[m]: float(v.replace(",", "")) * (1e-3 if unit == "ms" else 1.0)
            for m, v, unit in found}  # fmt: skip


def test_gaps_in_captions_are_those_of_the_traces(scene, f):
    for k, sentence in list(enumerate(scene.captions))[1:-1]:
        own = re.search(
            r"oordinate descent: best gap (?:stays )?(\S+?)(?: → (\S+?))?(?: — |\.$)", sentence
        )
        gap = f.at(CD).gap
        if own:
            old, new = own.groups()
            assert_proved((read(old), read(new or old)), (gap[k - 1], gap[k]))
        for name, value in re.findall(
            r"(ISTA|FISTA|LARS|interior point) (\S+e\S+?)[,.\s]", sentence.partition(" — ")[2] + " "
        ):
            assert_proved(read(value), f.at(NAMES[name]).gap[k])


def test_gaps_of_another_frame_differ():
    run, scene = solved()
    f = frames(run)
    stated = read(re.search(r"ISTA ([\d.,e-]*\d)[, ]", scene.captions[5]).group(1))
    assert_proved(stated, f.at("ista").gap[5])
    assert stated != pytest.approx(f.at("ista").gap[9], rel=0.06)


def test_arrivals_are_certified_and_in_order(run, scene):
    last, limit = scene.captions[-1], run.settings["tol"] * run.result.certificate.scale
    arrivals = stated(last)
    assert list(arrivals.values()) == sorted(arrivals.values())
    for name, result in run.results.items():
        certificate = run.problem.certify(result.x, **result.dual)
        assert (name in arrivals) == certificate.holds(run.settings["tol"])
        assert (name in arrivals) == (result.status == "converged")
        if name not in arrivals:
            words = METHODS[name][0]
            gap = read(
                re.search(rf"\b{words} .*? at a gap of ([\d.,]*\d(?:e-?\d+)?)", last).group(1)
            )
            assert_proved(gap, certificate.gap)
            assert gap > limit
    assert not run.problem.certify(run.result.x + 1.0).holds(run.settings["tol"])


def test_tracks_show_the_digits_proved(run, scene, f):
    scale = run.result.certificate.scale
    goal = -np.log10(run.settings["tol"])
    assert panel(scene, "tracks").x.title == "−log₁₀(gap ÷ F)"
    assert scale == pytest.approx(run.result.certificate.objective)
    for name, (words, *_) in METHODS.items():
        if name not in run.results:
            continue
        lane = marks(scene, "tracks", words)[0]
        for k in (0, len(f) // 2, len(f) - 1):
            proved = 10.0 ** -at(lane.x1, k)[0]
            gap = f.at(name).gap[k] / scale
            assert proved == pytest.approx(np.clip(gap, run.settings["tol"], 1.0))
        assert (at(lane.x1, len(f) - 1)[0] == pytest.approx(goal)) == (
            run.results[name].status == "converged"
        )


def test_captions_announce_each_arrival_once(scene, f):
    text = []
    for caption in scene.captions[1:-1]:
        found = re.match(r"([\w ,]+?) arrives?\. +", caption)
        if found:
            names = re.split(r", | and ", found[1])
            count = caption[found.end() :].partition(" — ")[0]
            assert len(re.findall("after", count, re.I)) == len(names)
            assert count[0].isupper() and (len(names) > 1 or count.startswith("After "))
            text += names
    text = [name.lower() for name in text]
    expected = {
        METHODS[n][0].lower() for n, t in f.arrivals.items()
        if 0.0 < t <= f.clock.values[-2:][0] and len(f) > 2
    }  # fmt: skip
    assert set(text) == expected and len(text) == len(expected)


def test_weights_are_those_of_the_rows(run, scene, f):
    last = len(scene) - 1
    bars = panel(scene, "weights").marks[0]
    keep = np.sort(np.argsort(-np.abs(f.minimiser), kind="stable")[:MOST_WEIGHTS])
    assert np.array_equal(bars.height.values, f.minimiser[keep])
    for name, result in run.results.items():
        mark = marks(scene, "weights", METHODS[name][0])[0]
        if result.status == "converged" and name != "fista":
            shown = np.zeros(f.minimiser.size)
            shown[keep] = at(mark.y, last)
            if keep.size == f.minimiser.size:
                F = run.problem.certify(shown).objective
                assert F - result.certificate.bound <= 2.0 * f.limit


def test_support_counts_what_is_not_zero():
    run, scene = solved(data="wide", share=0.1)
    f = frames(run)
    curve = marks(scene, "support", "interior point")[0]
    final = np.count_nonzero(run.results["interior_point"].x)
    counts = curve.y.values
    assert counts[0] == 0.0 and counts[3] == run.result.x.size and counts[-1] == final < 60
    sweeps = marks(scene, "support", "coordinate descent")[0]
    w = run.trace.snapshots["w"]
    assert sweeps.y.values.tolist() == np.count_nonzero(w, axis=1)[: sweeps.y.values.size].tolist()
    many = np.count_nonzero(f.minimiser)
    names = [METHODS[name][0] for name in run.results]
    assert [*panel(scene, "support").legend] == [*names, f"at the solution: {many}"]


def test_the_work_of_an_interior_point_counts_multiplications():
    run, _ = solved(clock="work")
    trace = frames(run).traces["interior_point"]
    N, D = run.problem.X.shape
    multiplications = N * D**2 / 2 + trace.iteration[-1] * D**3 / 6
    assert trace.work[0] == 0.0
    assert trace.work[-1] * 2 * N == pytest.approx(multiplications, abs=2 * N)
    assert np.all(np.diff(trace.work) >= 0.0)


def test_foreign_packages_race_in_seconds_only():
    run, scene = solved(clock="seconds", compare=())
    peers = run.extra["peers"]
    assert {a.name for a in peers} >= {"scikit-learn"}
    for answer in peers:
        assert answer.certificate == run.problem.certify(answer.x)
        assert answer.certificate.holds(1e-6) and answer.seconds > 0.0
        mark = marks(scene, "gap", answer.name)[0]
        assert float(mark.x.values[0]) == pytest.approx(answer.seconds)
    assert solved()[0].extra["peers"] == ()


def test_methods_agree(run):
    best = min(r.certificate.objective for r in run.results.values())
    bound = max(r.certificate.bound for r in run.results.values())
    assert best - bound >= -1e-9 * run.result.certificate.scale
    for result in run.results.values():
        if result.status == "converged":
            assert (
                result.certificate.objective - best
                <= run.settings["tol"] * run.result.certificate.scale
            )


def test_questions_have_their_right_answer():
    run, scene = solved()
    asked = {q.key: q for q in scene.questions}
    first, sparse = asked["first"], asked["inside"]
    arrivals = stated(scene.captions[-1])
    assert NAMES[first.options[first.answer]] == min(arrivals, key=arrivals.get)
    assert sparse.options[sparse.answer] == "interior point"
    w = run.results["interior_point"].trace.snapshots["w"]
    assert np.all(w[1:-1] != 0.0) and not run.results["interior_point"].x.all()


def test_own_file_is_read_and_solved(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 3))
    t = X @ [1.0, 0.0, -2.0] + 0.1 * rng.standard_normal(30)
    lines = ["<b>a</b>;b;c;t"] + [";".join(f"{v:.4f}" for v in r) for r in np.c_[X, t]]
    (tmp_path / "own.csv").write_text("\n".join(lines).replace(".", ","))
    monkeypatch.chdir(tmp_path)
    run, scene = solved(data="csv", file="own.csv", target="t")
    assert run.result.status == "converged" and run.problem.X.shape == (30, 3)
    assert panel(scene, "weights").x.ticks[1] == ["<b>a</b>", "b", "c"]
    other, _ = solved(data="csv", file="own.csv", target="2")
    assert other.problem.t == pytest.approx(X[:, 1] - X[:, 1].mean(), abs=1e-3)
    with pytest.raises(InputError, match="file must name a CSV file"):
        solved(data="csv")
    with pytest.raises(InputError, match="target must be a column"):
        solved(data="csv", file="own.csv", target="nowhere")


test_scene_is_light = lightness(240)


def test_spread_labels_do_not_overlap():
    assert spread_labels([0.0, 0.1, 5.0], [1.0, 1.0, 1.0], 1.0, 0.5).tolist() == [1.0, 1.5, 1.0]
    rng = np.random.default_rng(1)
    x, y = rng.random(12), rng.random(12)
    placed = spread_labels(x, y, 0.3, 0.1)
    assert np.all(placed >= y)
    for i in range(12):
        for j in range(i):
            assert abs(x[i] - x[j]) >= 0.3 or abs(placed[i] - placed[j]) >= 0.1 - 1e-9


@pytest.mark.parametrize("log", [False, True])
def test_places_on_the_clock(log):
    clock = clock_axis([0.0, 1e-4, 1e-3, 0.5], log)
    values = [1e-4, 1e-3, 0.5]
    assert [clock.place(clock.share(v)) for v in values] == pytest.approx(values)
    shares = [float(clock.share(v)) for v in (0.0, *values)]
    assert shares[0] == 0.0 and shares[-1] == 1.0
    assert all(a < b for a, b in pairwise(shares))
    assert clock.right_of(0.5) > 0.5
