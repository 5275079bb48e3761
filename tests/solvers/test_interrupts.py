"""Ctrl-C at any moment of any solver is a KeyboardInterrupt, and soon."""

import signal
import threading

import pytest
from interrupting import outcome

from solvers import SOLVERS
from solvers.interrupts import interruptible, raise_interrupt


@pytest.mark.servers
def test_interrupted_solvers_raise_keyboard_interrupt_alone():
    said = outcome("solvers", 4)
    names = {
        f"{kind.__name__}-{name}-{k}" for kind in SOLVERS for name in SOLVERS[kind] for k in "01"
    }
    assert set(said["found"]) == names | {"large", "grid", "path"}
    assert set(map(tuple, said["found"].values())) == {("KeyboardInterrupt",)}, said["found"]
    assert said["slowest"] < 1.0


class Frame:
    """A frame of the module `name`, called by another."""

    def __init__(self, name, back=None):
        self.f_globals, self.f_back = {"__name__": name}, back


NUMBA = Frame("pickle", Frame("numba.core.serialize", Frame("solvers.smo")))


@pytest.fixture
def heard():
    """The signals that a handler of the user's received."""
    heard, before = [], signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    yield heard
    signal.signal(signal.SIGINT, before)


def test_interrupt_outside_numba_calls_users_handler_and_restores_it(heard):
    users = signal.getsignal(signal.SIGINT)
    with interruptible():
        signal.raise_signal(signal.SIGINT)
        assert heard == [signal.SIGINT]
        with interruptible():
            signal.raise_signal(signal.SIGINT)
        assert len(heard) == 2
    assert signal.getsignal(signal.SIGINT) is users


def test_interrupt_inside_numba_waits_for_the_next_state_or_the_end(heard):
    with interruptible():
        signal.getsignal(signal.SIGINT)(signal.SIGINT, NUMBA)
        assert heard == []
        raise_interrupt()
        assert len(heard) == 1
        raise_interrupt()
        assert len(heard) == 1
        signal.getsignal(signal.SIGINT)(signal.SIGINT, NUMBA)
    assert len(heard) == 2


def test_interruptible_nested_raises_a_waiting_interrupt_once(heard):
    with interruptible(), interruptible():
        signal.getsignal(signal.SIGINT)(signal.SIGINT, NUMBA)
        assert heard == []
        raise_interrupt()
    assert len(heard) == 1


def test_interruptible_leaves_threads_and_ignored_signals():
    before, seen = signal.getsignal(signal.SIGINT), []

    def run():
        with interruptible():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [before]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        run()
        assert seen[1] == signal.SIG_IGN == signal.getsignal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_interruptible_body_that_numba_ends_with_an_error_is_interrupted():
    with pytest.raises(KeyboardInterrupt), interruptible():
        raise SystemError("a result with an exception set") from KeyboardInterrupt()
    with pytest.raises(SystemError), interruptible():
        raise SystemError("of its own")
