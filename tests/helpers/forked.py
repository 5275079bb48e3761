"""New interpreters at the price of one: most of a process is the import of numpy, SciPy and numba,
which one process does, and each code runs in a fork of it."""

import json
import os
import subprocess
import sys
from functools import cache
from types import SimpleNamespace

_SERVER = """
import json, os, sys, tempfile, traceback
import numba, numpy, scipy.linalg, scipy.sparse

for line in sys.stdin:
    code, more = json.loads(line)
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1), os.dup2(err.fileno(), 2)
            os.environ.update(more)
            status = 1
            try:
                exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
                status = 0
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush(), sys.stderr.flush()
            os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0), err.seek(0)
        print(json.dumps([status, out.read(), err.read()]), flush=True)
"""


@cache
def _server():
    """The process; it ends with this one, which closes its input."""
    line = [sys.executable, "-c", _SERVER]
    return subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ran(code, **env):
    """What became of `code` in an interpreter that has loaded none of our packages: `returncode`,
    `stdout` and `stderr`; env: more of its environment."""
    if not hasattr(os, "fork"):
        line = [sys.executable, "-c", code]
        return subprocess.run(line, capture_output=True, text=True, env=os.environ | env)
    server = _server()
    server.stdin.write(json.dumps([code, env]) + "\n")
    server.stdin.flush()
    returncode, stdout, stderr = json.loads(server.stdout.readline())
    return SimpleNamespace(returncode=returncode, stdout=stdout, stderr=stderr)
