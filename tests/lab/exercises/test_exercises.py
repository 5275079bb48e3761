"""Every exercise: the reference has full marks, the starter none, typical mistakes are named."""

import importlib
import inspect
import re
from functools import cache

import judged
import numpy as np
import pytest
from repeated import further
from right_steps import RIGHT
from wrong_steps import WRONG

import lab
from lab.checking import catalogue
from lab.checking.task import data_of, seeded

NAMES = catalogue.names()
#: Exercises whose answers are whole numbers, of which none is nearly right.
COUNTED = {"key-selection", "lars-leaving"}
_ONCE = {(name, named): step for name, step, named in reversed(WRONG)}
#: Of each property of each exercise one mistake against it; the others with --all.
MISTAKES = [
    (pytest.param if _ONCE[name, named] is step else further)(name, step, named)
    for name, step, named in WRONG
]
CONTRACT = {
    "soft-threshold": "v lam",
    "lasso-update": "X t lam w d",
    "proximal-step": "X t lam w L",
    "triplet-update": "Z L_inverse C w lam i",
    "step-to-boundary": "x dx upper",
    "mirror-simplex": "v gradient step",
}


@cache
def checked(name, step):
    """The report, by the judge of `lab.check_step` without its process."""
    return judged.report(name, step, 5.0)


def numbers_said_to_differ_read_differently(report):
    pairs = (re.findall(r"from (\S+) to (\S+)", f.numbers) for f in report.properties)
    return all(one != other for found in pairs for one, other in found)


def failed(report):
    return {f.name for f in report.properties if not f.passed}


@pytest.mark.parametrize("name", NAMES)
def test_reference_has_full_marks_on_the_own_problems_of_students(name):
    result = judged.report(name, RIGHT[name], 5.0, "李雷")
    assert result and result.score == 1.0, result


def test_own_problems_are_others_for_others_and_are_named():
    drawn = [seeded(3, name).random() for name in ("", "Ada", " ADA", "Ben")]
    assert drawn[1] == drawn[2] and len({*drawn}) == 3
    assert drawn[0] == np.random.default_rng(3).random()
    with data_of("Ada"):
        assert seeded(3).random() == drawn[1]
    assert seeded(3).random() == drawn[0]
    result = lab.check_step("soft-threshold", lambda v, lam: v, student="Ada")
    reported = str(lab.exercise("lars-step", student="Ada"))
    assert not result and "student='Ada'" in reported


@pytest.mark.parametrize("name", NAMES)
def test_worked_example_is_right(name):
    exercise = catalogue.find(name)
    assert np.allclose(RIGHT[name](*exercise.example), exercise.answer, atol=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_installed_holds_no_right_step(name):
    """Nothing that can be reached from the exercise, or from its file, has full marks."""
    module = importlib.import_module(catalogue.modules()[name][1])
    wanted = inspect.signature(catalogue.find(name).starter).parameters
    for thing in vars(module).values():
        own = inspect.isfunction(thing) and thing.__module__ == module.__name__
        if own and list(inspect.signature(thing).parameters) == list(wanted):
            assert not judged.report(name, thing), thing


@pytest.mark.parametrize("name", NAMES)
def test_exercise_starter_holds_no_property_and_says_so(name):
    report = judged.report(name, catalogue.find(name).starter)
    assert not report and report.score == 0.0
    assert report.message == "Your step is not written yet: it raises NotImplementedError."


@pytest.mark.parametrize("name", NAMES)
def test_task_shows_formula_starter_and_example_but_no_reference(name):
    task, exercise = lab.exercise(name), catalogue.find(name)
    for shown in (str(task), task._repr_markdown_(), task._repr_html_()):
        assert f"def {exercise.starter.__name__}(" in shown and "Example" in shown
        assert f'lab.check_step("{name}"' in shown.replace("&quot;", '"')
    assert exercise.starter.__doc__ in task.starter
    assert not any(callable(value) for value in vars(task).values())


@pytest.mark.parametrize("name", NAMES)
def test_starter_of_a_task_runs_in_an_empty_notebook(name):
    space, starter = {}, catalogue.find(name).starter
    exec(lab.exercise(name).starter, space)
    copied = space[starter.__name__]
    assert list(inspect.signature(copied).parameters) == [*inspect.signature(starter).parameters]
    assert not copied.__annotations__ and copied.__doc__ == starter.__doc__


@pytest.mark.parametrize("name", CONTRACT)
def test_signatures_are_a_contract(name):
    assert f"({', '.join(CONTRACT[name].split())}):" in lab.exercise(name).starter


@pytest.mark.parametrize(
    ("name", "step", "named"), MISTAKES, ids=lambda x: getattr(x, "__name__", x)
)
def test_typical_mistake_is_named(name, step, named):
    report = checked(name, step)
    assert not report and report.score < 1.0
    assert named in failed(report), report
    assert numbers_said_to_differ_read_differently(report)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in COUNTED])
def test_exercise_nearly_right_step_is_shown_with_enough_digits(name):
    step = lambda *args: np.asarray(RIGHT[name](*args)) * (1.0 + 2e-4)
    assert numbers_said_to_differ_read_differently(judged.report(name, step, 3.0))


@pytest.mark.parametrize("name", NAMES)
def test_ten_mistakes_are_known(name):
    assert sum(n == name for n, _, _ in WRONG) >= 10


def test_unknown_exercise_is_refused_with_the_nearest_name():
    with pytest.raises(lab.InputError, match="did you mean 'lasso-update'"):
        lab.exercise("lasso-updates")


def test_report_says_where_first_and_not_the_answer():
    report = lab.check_step("soft-threshold", lambda v, lam: v - lam if v > lam else 0.0)
    finding = next(f for f in report.properties if f.name == "exact minimiser")
    assert finding.problem == "values of both signs"
    rng = np.random.default_rng(16)
    values = 3.0 * rng.standard_normal(12)
    k = int(np.argmax(values < -0.7))
    assert finding.iterate == k
    assert f"{values[k]:.4g}" in finding.numbers
    assert f"{values[k] + 0.7:.4g}" not in str(report)
    for text in (str(report), re.sub("<[^>]*>", " ", report._repr_html_())):
        assert "exact minimiser" in text and "first in iterate" in text


@pytest.mark.parametrize("name", NAMES)
def test_every_property_is_failed_by_some_mistake(name):
    left = {rule.name for rule in catalogue.find(name).properties}
    for other, step, named in WRONG:
        if other == name and named in left:
            left -= failed(checked(name, step))
    assert not left


def test_what_a_run_never_came_to_is_neither_passed_nor_failed():
    """One that breaks off in its first call has failed nothing but to answer."""

    def breaks(X, t, lam, w, d):
        raise ValueError("no")

    report = lab.check_step("lasso-update", breaks)
    unjudged = [f for f in report.properties if not f.judged]
    assert len(unjudged) > 1 and not any(f.passed for f in unjudged) and report.score == 0.0
    failed = [line for line in str(report).splitlines() if line.startswith("FAILED")]
    assert len(failed) == 1 and "answers everywhere" in failed[0]
    for f in unjudged:
        assert f"not judged  {f.name}: the run broke off before." in str(report)
    assert f"({len(unjudged)} not judged)" in str(report)
    assert report._repr_html_().count("– not judged") == len(unjudged)
