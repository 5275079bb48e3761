"""The table of frames, and what is remembered between the moves of knobs."""

import os
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import lab
from lab.cached import clear_caches
from lab.race.methods import Methods
from lab.scenes.frames import Frames, remembered
from lab.scenes.picture import picture
from solvers import InputError, Lasso, solve_coordinate_descent, solve_proximal_gradient
from widgets import Axis, Clock, Curve, Layout, Panel


@pytest.fixture
def run():
    X, t = lab.data.correlated(30, 2, 0.3, 0.1, 0)
    problem = Lasso(X, t, 0.4)
    results = {"cd": solve_coordinate_descent(problem, steps="updates"),
               "fista": solve_proximal_gradient(problem)}  # fmt: skip
    return lab.Run(problem, results)


def test_frames_of_traces_columns_are_the_rows_that_the_clock_chooses(run):
    f = Frames.of_traces(run, tolerance=1e-6)
    for name, trace in run.traces.items():
        shown = f.at(name)
        assert np.array_equal(shown.w, trace.snapshots["w"][f.rows[name]])
        assert np.array_equal(shown.gap, trace.gap[f.rows[name]])
        assert (trace.iteration[f.rows[name]] <= f.clock.values).all()
    assert np.array_equal(f.w, f.at("cd").w) and len(f) == len(f.clock) == len(list(f))
    assert not np.array_equal(f.w, f.at("fista").w)
    assert f[3].w.tolist() == f.w[3].tolist() and f[-1].last and not f[0].last
    assert f[3].before.k == 2 and f[0].before.k == 0
    assert f.readout()["status"][-1] == run.result.status


def test_frames_of_results_proofs_are_those_of_the_results(run):
    results = list(run.results.values())
    f = Frames.of_results(run, results, Clock("λ", np.array([2.0, 1.0])), tolerance=1e-6)
    assert [frame.gap for frame in f] == pytest.approx([r.certificate.gap for r in results])
    assert f[1].x.tolist() == results[1].x.tolist() and f[0].status == results[0].status
    assert f.limit == 1e-6 * min(r.certificate.scale for r in results)
    assert list(f.readout(groups=[1, 2])) == ["F", "bound", "groups", "gap", "status"]


def test_columns_that_are_functions_are_made_once_and_when_they_are_read(run):
    f, made = Frames.of_traces(run, tolerance=1e-6), []

    def size(table):
        made.append(table)
        return np.abs(table.w).sum(axis=1)

    f.columns(size=size, moved=lambda f: f.size - f.before("size", 0.0))
    f.facts(names=("a", "b"))
    assert not made
    assert f[2].moved == pytest.approx(np.abs(f.w[2]).sum() - np.abs(f.w[1]).sum())
    assert f[0].moved == f[0].size and f[1].names == ("a", "b") and made == [f]
    assert f.before("size")[0] == f.size[0]


def test_column_of_another_length_or_an_unknown_one_is_refused(run):
    f = Frames.of_traces(run, tolerance=1e-6)
    f.columns(short=lambda f: f.w[1:])
    with pytest.raises(InputError, match="short must have"):
        _ = f.short
    with pytest.raises(AttributeError, match="gapp is no column; did you mean 'gap'"):
        _ = f.gapp
    with pytest.raises(AttributeError, match="gapp"):
        _ = f[0].gapp
    with pytest.raises(AttributeError, match="objektive"):
        _ = f.at("cd").objektive


def counting(read):
    calls = []

    @remembered
    def build(settings, *more):
        calls.append(more)
        return read(settings)

    return build, calls


def test_remembered_a_knob_that_is_not_read_does_not_make_it_anew():
    build, calls = counting(lambda s: s["a"] * 10)
    assert build({"a": 1, "b": 1}) == build({"a": 1, "b": 2}) == 10 and len(calls) == 1
    assert build({"a": 2, "b": 1}) == 20 and len(calls) == 2
    assert build({"a": 1, "b": 9}) == 10 and len(calls) == 2
    assert build({"a": 1, "b": 9}, "more") == 10 and len(calls) == 3


def test_remembered_what_is_read_depends_on_what_was_read():
    build, calls = counting(lambda s: s["b"] if s["a"] else 0)
    assert [build({"a": 0, "b": b}) for b in (1, 2)] == [0, 0] and len(calls) == 1
    assert [build({"a": 1, "b": b}) for b in (1, 2)] == [1, 2] and len(calls) == 3


def test_frames_reads_of_inner_functions_count_when_recalled():
    inner, inside = counting(lambda s: s["seed"])
    outer, outside = counting(lambda s: inner(s) + s["lam"])
    inner({"seed": 1, "lam": 0})
    assert outer({"seed": 1, "lam": 1}) == 2 and len(inside) == 1
    assert outer({"seed": 5, "lam": 1}) == 6 and len(inside) == len(outside) == 2
    assert outer({"seed": 5, "lam": 2}) == 7 and len(inside) == 2


def test_remembered_a_file_that_changes_is_read_again(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("1")
    build, calls = counting(lambda s: Path(s["file"]).read_text())
    assert build({"file": str(path)}) == build({"file": str(path)}) == "1" and len(calls) == 1
    path.write_text("22")
    os.utime(path, ns=(1, 1))
    assert build({"file": str(path)}) == "22" and len(calls) == 2


def test_remembered_a_file_that_is_saved_while_it_is_read_is_read_again(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("1")

    def read(settings):
        text = Path(settings["file"]).read_text()
        if text == "1":
            path.write_text("22")
        return text + settings["file"][:0]  # the name is read again after the file

    build, calls = counting(read)
    outer, _ = counting(lambda settings: build(settings))
    assert outer({"file": str(path)}) == "1"
    assert outer({"file": str(path)}) == build({"file": str(path)}) == "22" and len(calls) == 2


def test_remembered_few_answers_and_none_after_they_are_cleared():
    build, calls = counting(lambda s: s["a"])
    for a in range(6):
        build({"a": a})
    build({"a": 5}), build({"a": 0})
    assert len(calls) == 7
    clear_caches()
    build({"a": 5})
    assert len(calls) == 8


def test_remembered_so_many_answers_as_it_says():
    calls = []

    @remembered(most=2)
    def build(settings):
        calls.append(settings["a"])
        return settings["a"]

    for a in (0, 1, 0, 2, 0, 1):
        assert build({"a": a}) == a
    assert calls == [0, 1, 2, 1]


def test_columns_named_as_what_every_table_has_are_refused(run):
    f = Frames.of_traces(run, tolerance=1e-6)
    for name in ("limit", "labels", "before"):
        with pytest.raises(InputError, match=name):
            f.columns(**{name: f.w})
        with pytest.raises(InputError, match=name):
            f.facts(**{name: 1})


def test_frames_of_rows_each_row_of_the_trace_is_a_frame(run):
    f = Frames.of_rows(run, "update", tolerance=1e-6)
    assert f.clock.name == "update" and np.array_equal(f.w, run.trace.snapshots["w"])
    assert f[-1].counter == f"update {f.spent} of {f.spent}" and f.spent == len(f) - 1


def test_frames_of_another_method_have_its_columns_on_the_same_clock(run):
    f = Frames.of_traces(run, tolerance=1e-6)
    other = f.of("fista")
    assert np.array_equal(other.w, f.at("fista").w) and other.clock is f.clock
    assert other.proved == run.results["fista"].certificate.gap != f.proved
    assert f.how == "converged" and other.rivals == f.rivals


def test_arrivals_are_where_the_gap_is_first_within_the_limit(run):
    f = Frames.of_traces(run, tolerance=1e-3)
    for name, trace in run.traces.items():
        k = int(np.argmax(trace.gap <= f.limit))
        assert f.arrivals[name] == trace.iteration[k] > 0
    assert set(Frames.of_traces(run, tolerance=0.0).arrivals.values()) == {np.inf}
    loose = Frames.of_traces(run, tolerance=1e-3, limit=np.inf)
    assert set(loose.arrivals.values()) == set(loose.of("fista").arrivals.values()) == {0.0}


@pytest.mark.parametrize(
    ("clock", "words"),
    [("iterations", "3 sweeps"), ("work", "3 products"), ("seconds", "3,000 ms")],
)
def test_text_at_names_what_the_clock_counts(run, clock, words):
    settings = {"clock": clock}
    timed = lab.Run(run.problem, run.results, settings=settings)
    f = Frames.of_traces(timed, tolerance=1e-3, methods=Methods(Lasso, "cd"), work="product")
    assert f.text_at("cd", 3.0) == words and f.in_seconds == (clock == "seconds")
    assert f[2].time == f.clock.values[2]


def test_picture_draws_the_frame_and_says_what_is_proved(run):
    drawn = []

    def panel(f, title):
        drawn.append(title)
        return Panel(title, [Curve(f.clock.values, f.gap)], Axis("x"), Axis("gap"))

    panels = {key: partial(panel, title=key) for key in ("large", "small", "tab")}
    layout = Layout("large", ("small",), ("tab",))
    scene = picture(Frames.of_traces(run, tolerance=1e-6), panels, layout=layout)
    assert drawn == ["large", "small"] and scene.keys == ("large", "small", "tab")
    assert scene.panels[2].key == "tab" and drawn[-1] == "tab"
    f = Frames.of_traces(run, tolerance=1e-6)
    assert scene.captions[2] == f"{f[2].counter} — {f[2].proof}." and "gap" in f[2].proof
    assert [p.key for p in picture(f, panels).panels] == list(panels)
