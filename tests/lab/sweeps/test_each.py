"""The parts of a long table: the same answers one by one, in processes and from a file."""

import warnings
from types import SimpleNamespace

import pytest
import sweeping
from joblib.externals.loky import get_reusable_executor
from sweeping import LOG, asked

from lab import cli, measurements
from lab.sweeps import engine
from lab.sweeps.each import each
from lab.table import Table
from solvers import InputError

ITEMS = [("a", 1), ("b", 0.1), ("c", -3)]
EXPECTED = [{"word": word, "third": value / 3} for word, value in ITEMS]


@pytest.fixture(autouse=True)
def log(monkeypatch, tmp_path):
    monkeypatch.setenv(LOG, str(tmp_path / "log"))
    get_reusable_executor().shutdown(wait=True)  # processes of other tests know of no log


def options(**given):
    return SimpleNamespace(**given)


@pytest.mark.parametrize("jobs", [None, 2])
def test_answers_come_in_the_order_of_the_parts(jobs):
    reported = []
    done = each(sweeping.third, ITEMS, options(jobs=jobs, progress=lambda *d: reported.append(d)))
    assert done == EXPECTED and reported == [(k, 3) for k in range(4)]
    assert sorted(asked()) == ["a 1", "b 0.1", "c -3"]


def test_interrupt_at_a_terminal_is_left_to_the_parent_of_the_workers():
    """One that is cut off within an answer would be waited for without end."""
    before = sweeping.interrupts_are_ignored(None)
    assert each(sweeping.interrupts_are_ignored, [None] * 4, options(jobs=2)) == [True] * 4
    assert each(sweeping.interrupts_are_ignored, [None], options(jobs=1)) == [before]


def test_interrupt_does_not_reach_workers_that_still_import():
    """Each would print a traceback, and one that is cut off in its first task is waited for."""
    assert each(sweeping.interrupts_wait, [None] * 4, options(jobs=2)) == [True] * 4
    assert not sweeping.interrupts_wait(None)


def test_rows_stored_in_a_file_are_not_solved_again(tmp_path):
    file = tmp_path / "parts.db"
    assert each(sweeping.third, ITEMS[:2], options(resume=file)) == EXPECTED[:2]
    assert each(sweeping.third, ITEMS, options(resume=file)) == EXPECTED
    assert asked() == ["a 1", "b 0.1", "c -3"]
    assert each(sweeping.twice, ITEMS[1:2], options(resume=file)) == [0.2]


@pytest.mark.parametrize("jobs", [None, 1])
def test_part_that_fails_ends_the_table_and_the_others_are_stored(jobs, tmp_path):
    parts = [("a", 1), ("b", "not a number"), ("c", -3)]
    file = tmp_path / "parts.db"
    with pytest.raises((RuntimeError, TypeError), match="unsupported operand"):
        each(sweeping.third, parts, options(jobs=jobs, resume=file))
    assert each(sweeping.third, parts[:1], options(resume=file)) == EXPECTED[:1]
    assert asked().count("a 1") == 1


def test_commands_take_processes_a_cluster_and_a_file(monkeypatch, capsys, tmp_path):
    given = []
    monkeypatch.setattr(measurements, "load", lambda *_: SimpleNamespace(
        tables=lambda options: given.append(options) or [Table("A toy", ("n",), ((1,),))]
    ))  # fmt: skip
    assert cli.main(["tables", "toy", "--jobs", "2", "--resume", "parts.db"]) == 0
    (found,) = given
    assert (found.jobs, found.resume, found.cluster) == (2, "parts.db", None)
    assert cli.main(["tables", "toy", "--jobs", "0"]) == 2
    assert "--jobs must be at least 1" in capsys.readouterr().err
    with pytest.raises(InputError, match="resume must lie in a directory that exists"):
        each(sweeping.third, ITEMS, options(resume=tmp_path / "no" / "parts.db"))


def test_each_worker_replaced_for_its_memory_is_not_reported(monkeypatch, recwarn):
    class Restarting(engine.Parallel):
        def __call__(self, calls):
            warnings.warn("A worker stopped while some jobs were given.", stacklevel=1)
            warnings.warn("Another word.", stacklevel=1)
            return super().__call__(calls)

    monkeypatch.setattr(engine, "Parallel", Restarting)
    assert each(abs, [-1, 2], SimpleNamespace(jobs=1)) == [1, 2]
    assert [str(one.message) for one in recwarn] == ["Another word."]
