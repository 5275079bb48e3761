"""Workers of peers as forks of one process that has imported what they need: three quarters of what
a judgement takes are imports. How a worker really begins is held by tests/lab/peers."""

import os
import select
import signal
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from functools import cache
from types import SimpleNamespace


def serve(link):
    """Fork a worker for each pair of streams that comes over the socket, and say its number."""
    import solvers.public  # noqa: F401
    from lab.peers import worker
    from lab.peers.registry import peers_of
    from solvers import Program

    peers_of(Program)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the workers
    while True:
        word, fds, *_ = socket.recv_fds(link, 1, 3)
        if not word:
            return
        number = os.fork()
        if not number:
            with suppress(BaseException):
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                link.close()
                for there, stream in enumerate(fds[:2]):
                    os.dup2(stream, there)
                    os.close(stream)
                worker.main()
            os._exit(0)
        for stream in fds:
            os.close(stream)
        link.sendall(struct.pack("i", number))


@cache
def server():
    """The socket of the process that forks; it ends when the socket is closed, as this one ends."""
    ours, its = socket.socketpair()
    line = [sys.executable, __file__, str(its.fileno())]
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.Popen(line, pass_fds=[its.fileno()], env=os.environ | path)
    its.close()
    return ours


class Worker:
    """What `subprocess.Popen` is for lab.peers.process: one worker, and its two streams."""

    def __init__(self, line, stdin, stdout, env):
        assert line[1:] == ["-m", "lab.peers.worker"]
        (asks, self_in), (self_out, says), (self._alive, lives) = os.pipe(), os.pipe(), os.pipe()
        socket.send_fds(server(), [b"w"], [asks, says, lives])
        for stream in (asks, says, lives):
            os.close(stream)
        (self.pid,) = struct.unpack("i", server().recv(4))
        self.stdin, self.stdout = os.fdopen(self_in, "wb"), os.fdopen(self_out, "rb")

    def _send(self, number):
        if not select.select([self._alive], [], [], 0.0)[0]:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self):
        self._send(signal.SIGTERM)

    def kill(self):
        self._send(signal.SIGKILL)

    def wait(self, timeout=None):
        """Until it and what it forked have ended."""
        if not select.select([self._alive], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("lab.peers.worker", timeout)


#: In the place of the module `subprocess` for lab.peers.process.
FORKED = SimpleNamespace(
    Popen=Worker, PIPE=subprocess.PIPE, TimeoutExpired=subprocess.TimeoutExpired
)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
