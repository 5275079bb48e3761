"""A peer runs in a separate process: what crashes, hangs, raises or prints is an outcome, and the
others are unaffected."""

import contextlib
import os
import subprocess
import sys
import threading
import time

import cloudpickle
import numpy as np
import pytest

from lab.peers.parts import Answer
from lab.peers.process import running
from lab.peers.registry import Peer, peers_of
from solvers import InputError, Program

# A file of tests is no module that another process finds.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


def problem():
    return Program([-1.0], [[1.0]], [2.0])


def ended(*prepared, seconds=20.0, tol=None):
    """The outcomes of peers that run together, two at once."""
    tasks = [(Peer("one", Program, prepare), tol) for prepare in prepared]
    with running(problem(), tasks, seconds, 2) as runs:
        return [one for _, one in sorted(runs)]


def right(problem, tol=None):
    return lambda: Answer("fine", "optimal", problem.b, {"y": np.ones(1)}, value=-2.0)


def crashing(problem, tol=None):
    return lambda: os.kill(os.getpid(), 11)


def leaving(problem, tol=None):
    return lambda: os._exit(3)


def hanging(problem, tol=None):
    return lambda: time.sleep(600)


def raising(problem, tol=None):
    return lambda: [][0]


def absent(problem, tol=None):
    import no_such_package  # noqa: F401


def unfit(problem, tol=None):
    raise NotImplementedError("It takes none.")


def printing(problem, tol=None):
    def solve():
        print("so much")
        os.write(1, b"noise" * 1000)
        os.write(2, b"noise")
        return Answer("fine", "optimal", [float(tol)])

    return solve


def without_a_form(problem, tol=None):
    return lambda: Answer("fine", "optimal", ["text"])


def threads(problem, tol=None):
    return lambda: Answer(os.environ["OMP_NUM_THREADS"], "gave up")


#: What a peer does -> the kind of its outcome, and words of why.
WRONG = {
    crashing: ("crashed", "signal 11"),
    leaving: ("crashed", "exit code 3"),
    raising: ("error", "IndexError"),
    absent: ("absent", "no_such_package"),
    unfit: ("unknown", "It takes none."),
    without_a_form: ("error", "ValueError"),
}


@pytest.fixture(scope="module")
def outcomes():
    """What a peer does -> its outcome; one of a cell, which is sent with what it uses, is last."""
    size = 3.0
    made = lambda problem, tol=None: lambda: Answer("fine", "optimal", [size])
    what = [*WRONG, right, threads, made]
    return dict(zip([*what[:-1], "cell"], ended(*what), strict=True))


def test_what_peers_say_comes_back_whatever_the_others_do(outcomes):
    found = outcomes[right]
    assert (found.kind, found.answer.says, found.answer.value) == ("", "fine", -2.0)
    assert found.answer.x == [2.0] and found.answer.dual["y"].tolist() == [1.0]
    assert 0.0 <= found.seconds < 5.0
    assert outcomes["cell"].answer.x == [3.0]
    assert outcomes[threads].answer.says == "1", "each has one thread"


@pytest.mark.parametrize("prepare", WRONG)
def test_what_goes_wrong_is_distinguished(prepare, outcomes):
    found, (kind, words) = outcomes[prepare], WRONG[prepare]
    assert found.answer is None and found.kind == kind and words in found.why


def test_what_hangs_is_ended_and_the_others_answer():
    found, other = ended(hanging, right, seconds=1.0)
    assert (found.kind, found.why) == ("late", "no answer within 1 s") and other.answer.x == [2.0]


def test_what_is_printed_goes_nowhere_and_tol_arrives(capfd):
    (found,) = ended(printing, tol=0.25)
    assert found.answer.x == [0.25]
    out = capfd.readouterr()
    assert "so much" not in out.out and "noise" not in out.out + out.err


def gone(pid):
    """Whether a process has ended; one that has not been waited for yet counts as ended."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked up in /proc")
@pytest.mark.parametrize("late", [False, True])
def test_nothing_is_left_of_a_peer_and_of_what_it_started(tmp_path, late):
    file = tmp_path / "pids"

    def prepare(problem, tol=None):
        import subprocess

        def solve():
            own = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            file.write_text(f"{os.getpid()} {own.pid}", encoding="ascii")
            time.sleep(600)

        return solve

    tasks, seconds = [(Peer("one", Program, prepare), None)], 2.0 if late else 600.0
    with (
        contextlib.suppress(KeyboardInterrupt),
        running(problem(), tasks, seconds, 1) as runs,
    ):
        if late:
            assert next(runs)[1].kind == "late"
        while not file.exists() or " " not in file.read_text(encoding="ascii"):
            time.sleep(0.05)
        if not late:
            raise KeyboardInterrupt
    assert all(gone(int(pid)) for pid in file.read_text(encoding="ascii").split())


def test_what_cannot_be_sent_is_refused_in_a_sentence():
    lock = threading.Lock()
    made = lambda problem, tol=None: lambda: lock
    with pytest.raises(InputError, match="another process can load them"):
        ended(made)


def test_answer_has_one_of_the_claims():
    with pytest.raises(InputError, match=r"claim must be one of optimal, .*, got 'fine'"):
        Answer("fine", "fine")


#: Programs at the edge of what packages take: none may end in an exception of ours.
ODD = {
    "crossed bounds": Program([1.0, -1.0], [[1.0, 1.0]], [4.0], lower=0.0, upper=[-5.0, 1.0]),
    "no rows": Program([1.0, 0.0], lower=-1.0, upper=2.0),
    "no constraint": Program([1.0, -1.0], Q=np.eye(2)),
    "one point": Program([1.0], A_eq=[[2.0]], b_eq=[3.0]),
    "a row of zeros": Program([1.0], [[0.0]], [1.0], lower=0.0),
    "a row of zeros below 0": Program([1.0], [[0.0]], [-1.0], lower=0.0),
    "no objective": Program([0.0, 0.0], [[1.0, 1.0]], [1.0], lower=0.0),
}


@pytest.mark.further
@pytest.mark.parametrize("name", ODD)
def test_odd_program_is_answered_or_refused_by_all(name):
    tasks = [(peer, None) for peer in peers_of(Program).values()]
    with running(ODD[name], tasks, 20.0, 2) as runs:
        for k, one in runs:
            where = f"{tasks[k][0].name}: {one.why}"
            assert one.kind in ("", "absent", "unknown"), where


#: What a run of each peer imports after its preparation, apart from the standard library: a line a
#: peer. Of several each is run in a fork, where the others' imports are not there.
IMPORTED = """
import os, sys
import numpy as np
from solvers import Program
from lab.peers import peers_of
lp = Program([-1.0, -1.0], [[1.0, 2.0], [3.0, 1.0]], [4.0, 6.0], lower=0.0)
qp = Program(lp.c, lp.A, lp.b, lower=0.0, Q=np.eye(2))

def late(prepare):
    for problem in (lp, qp):
        try:
            solve = prepare(problem, 1e-6)
        except NotImplementedError:
            continue
        except ModuleNotFoundError:
            return ["is not installed"]
        before = {name.split(".")[0] for name in sys.modules} | sys.stdlib_module_names
        solve()
        return sorted({name.split(".")[0] for name in sys.modules} - before)

peers, forks = peers_of(Program), len(sys.argv) > 2
for name in sys.argv[1:]:
    if forks and os.fork():
        os.wait()
        continue
    os.write(1, ("\\tlate\\t" + "\\t".join([name, *late(peers[name].prepare)]) + "\\n").encode())
    if forks:
        os._exit(0)
"""


@pytest.fixture(scope="module")
def imported():
    """name of a peer -> what its run imports."""
    names = list(peers_of(Program))
    lines = [names] if sys.platform.startswith("linux") else [[name] for name in names]
    text = "".join(
        subprocess.run([sys.executable, "-c", IMPORTED, *line], stdout=subprocess.PIPE, text=True,
                       timeout=300).stdout
        for line in lines
    )  # fmt: skip
    found = [line.partition("\tlate\t")[2].split("\t") for line in text.splitlines()]
    return {name: late for name, *late in found}


@pytest.mark.parametrize("name", peers_of(Program))
def test_run_of_a_peer_imports_no_package_in_its_own_time(name, imported):
    if imported[name] == ["is not installed"]:
        pytest.skip(f"{name} is not installed")
    assert imported[name] == []
