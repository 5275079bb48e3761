"""Processes end: whichever thread holds a lock, whatever a thread does, however the parent
ended."""

import ast
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sweeping import ended

ROOT = Path(__file__).resolve().parent.parent
#: What begins a thread, or holds one.
BEGINS = {"begin_thread", "Thread", "Timer", "Worker", "ThreadPoolExecutor"}


def owners(source):
    """The classes and functions at the top of Python `source` in which a thread is begun."""
    if not any(f"{name}(" in source for name in BEGINS):
        return set()  # which is faster than to parse it
    return {
        top.name
        for top in ast.parse(source).body
        if isinstance(top, ast.ClassDef | ast.FunctionDef)
        for node in ast.walk(top)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in BEGINS
    }


def test_the_reader_of_owners_finds_every_form():
    source = (
        "import threading\nclass A:\n    def f(self):\n        threading.Thread(target=1)\n"
        "def b():\n    if 1:\n        Timer(1, 2)\ndef c():\n    Threads()\n"
    )
    assert owners(source) == {"A", "b"}


def found():
    """ "module:owner" of every thread of the project; benchmarks are separate programs."""
    return {
        f"{'.'.join(path.relative_to(ROOT).with_suffix('').parts)}:{name}"
        for package in ("lab", "solvers", "widgets")
        for path in (ROOT / package).rglob("*.py")
        if "benchmarks" not in path.parts
        for name in owners(path.read_text(encoding="utf-8"))
    }


#: A picture that is being made until it is stopped, or for a minute.
BUSY = """
import threading, time
begun = threading.Event()

def busy(settings, cancelled=lambda: False):
    begun.set()
    end = time.monotonic() + 60.0
    while not cancelled() and time.monotonic() < end:
        time.sleep(0.001)
"""
#: For each owner of a thread, Python whose make() gives one at work, and close(one) ends it, as
#: `__del__` or a finalizer may.
AT_WORK = {
    "widgets.worker:Worker": BUSY
    + """
from functools import partial
from widgets.worker import Worker

def make():
    worker = Worker()
    worker.submit(partial(busy, {}))
    return worker

close = Worker.close
""",
    "widgets.background:_begin": BUSY
    + """
from widgets.background import Timer

def make():
    Timer(0.0, lambda: busy({}))
    return Timer(3600.0, print)

close = Timer.cancel
""",
    "widgets.session:Session": BUSY
    + """
from unittest.mock import Mock
from widgets.session import Session

def make():
    session = Session(busy, Mock(dragged=False), {"n": 0}, name="test")
    session.ask(lambda: {"n": 1})
    return session

close = Session.close
""",
    "widgets.prefetch:PrefetchCache": BUSY
    + """
from widgets.prefetch import PrefetchCache

def make():
    cache = PrefetchCache(busy, print, lambda: False)
    cache.ask("a", "n", [1, 2, 3], {"n": 0})
    return cache

close = PrefetchCache.close
""",
    "widgets.stored_still:StoredStill": BUSY
    + """
import IPython.display
IPython.display.display = lambda *a, **k: None
from widgets.stored_still import StoredStill

def make():
    still = StoredStill(lambda stopped: busy({}, stopped), rest=0.0)
    still.follow()
    return still

close = StoredStill.close
""",
    "widgets.stage_view:Inquiry": BUSY
    + """
from types import SimpleNamespace
from widgets.stage_view import Inquiry

def make():
    stopped = threading.Event()

    def ask(payload, scene, began):
        began(SimpleNamespace(stop=stopped.set))
        busy({}, stopped.is_set)

    inquiry = Inquiry(ask, print, lambda state: None)
    inquiry.begin(SimpleNamespace(payload=None, scene=None))
    return inquiry

close = Inquiry.end
""",
    "widgets.dashboard:Dashboard": BUSY
    + """
import IPython.display
IPython.display.display = lambda *a, **k: None
import widgets.dashboard
from widgets.dashboard import Dashboard, Extras
from widgets.knobs import Knob
widgets.dashboard.in_notebook = lambda: True

def make():
    knobs, free = [Knob("lam", "linear", 0.3, low=0.0, high=1.0)], lambda settings: True
    board = Dashboard(knobs, busy, title="T", question="Q", extras=Extras(ahead=free))
    board._keep_still()
    board.stage.on_ahead("a", "lam", [0.1, 0.2])
    return board

close = Dashboard.close
""",
    "lab.sweeps.filling:Filling": BUSY
    + """
from lab.experiment import Experiment
from lab.sweeps.filling import Filling
from lab.sweeps.worker import Job, failed_row, measured_row

def solve(settings, cancelled=None):
    import time
    time.sleep(60.0)

toy = Experiment("toy", "A toy", "Does it end?", (), solve, None)

def make():
    filling = Filling(lambda base: Job(toy, {}, None, (), measured_row, failed_row), print)
    filling.aim({}, lambda: [((0, 0), {})])
    while not filling.workers:
        time.sleep(0.01)
    print("child", filling.workers[0], flush=True)
    begun.set()
    return filling

close = Filling.close
""",
    "lab.app.warmup:BackgroundCompilation": BUSY
    + """
from lab.discovery import find
from lab.app.warmup import BackgroundCompilation
experiment = find("lasso")[1]

def make():  # the first one compiles, the others wait for their turn
    background = BackgroundCompilation(busy, experiment)
    background._compile({"a"}, experiment.settings({}))
    if background._compiler is not None:
        print("child", background._compiler.pid, flush=True)
        begun.set()
    return background

def close(background):
    if background._waiting is not None:
        background._waiting.cancel()
""",
    "lab.checking.remote:Remote": BUSY
    + """
from lab.checking.remote import Remote

def make():
    remote = Remote()
    print("child", remote.process.pid, flush=True)
    request = {"path": [], "code": "while True: pass", "name": "f"}
    threading.Thread(target=remote.ask, args=(request, 3600.0), daemon=True).start()
    begun.set()
    return remote

close = Remote.end
""",
}
#: What begins no thread itself, and has several of the owners above.
COMPOSED = {"widgets.dashboard:Dashboard"}
#: What an owner above begins, and where it is begun; threads of programs that end with the process
#: that began them, which is tested below; and one that Python waits for, as a file comes of it,
#: which tests/widgets/test_dashboard.py ends at every stage.
OTHERS = {
    "lab.app.warmup:_compiling": "lab.app.warmup:BackgroundCompilation",
    "lab.processes:read_requests": "CHILDREN",
    "lab.peers.worker:_child": "CHILDREN",
    "widgets.background:begin_thread": "widgets.worker:Worker",
    "widgets.exports:Exports": "test_export_running_at_exit_is_delivered_or_dropped",
}


def test_every_owner_of_a_thread_is_made_to_end():
    assert found() == {*AT_WORK, *OTHERS} - COMPOSED


def run(code, tmp_path, **how):
    """What a script of Python says, which ends by itself."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "helpers"), str(ROOT)]),
        "NUMBA_CACHE_DIR": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("owner", AT_WORK)
def test_a_process_ends_though_a_thread_holds_every_lock(owner, tmp_path):
    work = "made = [make() for _ in range(3)]\nassert begun.wait(60)\n"
    done = run(f"{AT_WORK[owner]}\n{work}\nimport ending\nending.end(close, *made)", tmp_path)
    assert done.stdout.splitlines()[-1] == "ends" and "Fatal" not in done.stderr
    for line in done.stdout.splitlines():
        if line.startswith("child "):
            assert ended(int(line.split()[1])), "a child outlives its parent"


def child_of(code):
    """(process that runs Python code and goes on, the number that it says)."""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    said = process.stdout.readline()
    assert said.strip().isdigit(), said
    return process, int(said)


#: Programs that end with the process that began them, at work; how the kernels' does:
#: tests/lab/app.
CHILDREN = {
    "lab.processes:read_requests": """
from lab.sweeps.filling import SolvingProcess
import threading, time
solver = SolvingProcess(0)
process = solver._begun()
""",
    "lab.checking.worker:main": """
import time
from lab.checking.remote import Remote
remote = Remote()
loaded = remote.ask({"path": [], "code": "def f():\\n    while True: pass", "name": "f"}, 60.0)
assert "error" not in loaded, loaded
process = remote.process
import threading, pickle
threading.Thread(target=remote.ask, args=({"args": pickle.dumps(())}, 600.0), daemon=True).start()
""",
    "lab.peers.worker:_child": """
import tempfile, time
from pathlib import Path
from types import SimpleNamespace
from lab.peers.process import running
from lab.peers.registry import Peer
from solvers import Program
file = Path(tempfile.mkdtemp()) / "pid"

def endless(problem, tol=None):
    def solve():
        import os, time
        file.write_text(f"{os.getpid()}.")
        time.sleep(600)
    return solve

runs = running(Program([-1.0], [[1.0]], [2.0]), [(Peer("one", Program, endless), None)], 600.0, 1)
answers = runs.__enter__()
while not (file.exists() and file.read_text().endswith(".")):
    time.sleep(0.05)
process = SimpleNamespace(pid=int(file.read_text()[:-1]))
""",
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("program", CHILDREN)
def test_a_child_ends_with_a_parent_that_is_killed(program):
    code = f"{CHILDREN[program]}\nprint(process.pid, flush=True)\ntime.sleep(600)\n"
    process, child = child_of(code)
    with process:
        process.kill()
    assert any(ended(child) for _ in range(6)), "a child outlives its parent"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc")
@pytest.mark.parametrize("program", CHILDREN)
def test_an_interrupt_at_a_terminal_reaches_no_child(program):
    """One that still imports would print a traceback next to its parent's one line."""
    code = f"{CHILDREN[program]}\nprint(process.pid, flush=True)\ntime.sleep(600)\n"
    process, child = child_of(code)
    with process:
        status = Path(f"/proc/{child}/status").read_text()
        process.kill()
    blocked = int(re.search(r"^SigBlk:\s*(\w+)", status, re.M)[1], 16)
    assert blocked >> (signal.SIGINT - 1) & 1


#: A step that leaves a separate process, which has all open files.
FORKING = """
import pickle
from lab.checking.remote import remote
code = '''
import os, time
left = 0
def step():
    global left
    left = left or os.fork() or time.sleep(600)
    return left
'''
with remote() as one:
    loaded = one.ask({"path": [], "code": code, "name": "step"}, 60.0)
    assert "error" not in loaded, loaded
    print(int(one.ask({"args": pickle.dumps(())}, 60.0)["data"][0]), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no forks")
def test_a_process_ends_though_a_step_has_left_one_that_does_not(tmp_path):
    left = int(run(FORKING, tmp_path).stdout)
    os.kill(left, signal.SIGKILL)  # which fails where it has ended: then nothing was shown
