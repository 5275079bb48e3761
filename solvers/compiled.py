"""numba where it is installed, plain Python where it is not, and an on-disk cache that notices
every edit that counts.

numba's cache checks only the file of a kernel; a kernel that calls one from an edited *other* file
would return what it did before the edit. The cache of a kernel therefore lives in a directory named
by the kernel and a digest of what its module had imported for it, kernels (and what these call) and
constants, and of the named tuples of its package; every copy of the package shares it.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar

import numpy as np

from solvers.file_locks import is_anothers, unlock

try:
    import numba
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import CPUDispatcher
except ImportError:
    numba, CPUDispatcher = None, object
try:
    from solvers.stored_code import StoredCode
except ImportError:  # no numba, or one that stores code in another way
    StoredCode = None

F = TypeVar("F", bound=Callable[..., Any])
#: Caches of the newest few versions of a kernel stay: two checkouts in turn should not compile
#: each time.
_MAX_STORED = 4
#: Seconds (90 days) after which the cache of a kernel that is no more decorated is removed.
_FORGOTTEN = 90 * 86_400.0
#: The body of a named tuple's class in a source file.
_NAMED_TUPLE = re.compile(r"^class \w+\(NamedTuple\):\n((?:[ \t]+.*\n|\n)*)", re.MULTILINE)
_CONSTANTS = (bool, int, float, complex, str, bytes, tuple, frozenset, np.generic, np.ndarray)
#: Seconds between two checks whether another process has compiled a kernel.
_RETRY_AFTER = 0.5
#: Seconds between two checks whether another process has compiled what this one waits for, and
#: after how many it compiles the same: longer than any kernel takes.
_LOOK, _LONGEST = 0.02, 60.0
#: Digests of the kernels decorated so far, and the directories of their caches.
_DIGESTS: dict = {}
_FOLDERS: set = set()


def njit(**options: Any) -> Callable[[F], F]:
    """`numba.njit(**options)` with the cache of this version; the function itself where numba is
    missing."""
    if numba is None:
        return lambda function: function

    def compiled(function):
        mark = _digest_of(function, options)
        is_stored = StoredCode is not None and options.get("cache", False)
        others = options | {"cache": False} if is_stored else options
        with pointed_at(prepare_cache(function, mark + _text_mark(function.__code__.co_filename))):
            # None is called from C, for which numba would compile a sixth more.
            kernel = numba.njit(no_cfunc_wrapper=True, **others)(function)
            if not isinstance(kernel, CPUDispatcher):  # with NUMBA_DISABLE_JIT it is the function
                return kernel
            if is_stored:
                kernel._cache = StoredCode(function)
        with _GUARD:
            _DIGESTS[kernel] = mark
            kernel.__class__ = Interpretable if _UNWAITING else Kernel
        return kernel

    return compiled


def digest(folder: Path = Path(__file__).parent) -> str:
    """Short digest of every source file of the package."""
    h = hashlib.sha256()
    for path in _sources(folder):
        h.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return h.hexdigest()[:16]


def _sources(folder):
    """The source files of a folder; an editor's lock, a link without a target, is left out."""
    return sorted(path for path in folder.rglob("*.py") if path.is_file())


def is_compiled() -> bool:
    """Whether one of the kernels decorated so far has been compiled before, by any process."""
    return numba is None or any(any(folder.rglob("*.nbi")) for folder in _FOLDERS)


class TooSlow(BaseException):
    """Plain Python has taken longer than was allowed. No `Exception`: nothing on its way out of a
    solver takes it for an error."""


class _Thread(threading.local):
    """Until when, by its processor time, a thread runs kernels without machine code as plain
    Python, and which it did; None: it compiles them."""

    until: float | None = None
    plain: set | None = None


_THREAD, _GUARD = _Thread(), threading.Lock()
#: The threads that do not wait for code, each as often as it says so; when code of a kernel was
#: last looked for.
_UNWAITING: list[int] = []
_MISSED: dict = {}


@contextmanager
def interpreted(seconds: float) -> Iterator[set[Kernel]]:
    """While the body runs, a kernel that this thread calls, and of which neither memory nor cache
    has machine code, runs as plain Python, which on small data takes far less than to compile it.

    Yields the set of kernels that did. After so many `seconds` of the processor the next one raises
    `TooSlow`.
    """
    plain: set = set()
    if numba is None:
        yield plain
        return
    thread = threading.get_ident()
    with _GUARD:
        _UNWAITING.append(thread)
        for kernel in _DIGESTS:
            kernel.__class__ = Interpretable
    around = _THREAD.until, _THREAD.plain
    _THREAD.until, _THREAD.plain = time.thread_time() + seconds, plain
    try:
        yield plain
    finally:
        _THREAD.until, _THREAD.plain = around
        with _GUARD:
            _UNWAITING.remove(thread)
            for kernel in _DIGESTS if not _UNWAITING else ():
                kernel.__class__ = Kernel


class Kernel(CPUDispatcher):
    """A compiled function. Of all processes that share a cache one compiles it for types of
    arguments, and the others wait for its code, which takes none of their processors."""

    def compile(self, sig: Any) -> Any:
        """The code for arguments of the types `sig`."""
        # In this order: threads of one process would wait for each other with one lock each.
        with global_compiler_lock, _alone(self._cache.cache_path, repr(sig)):
            return super().compile(sig)


@contextmanager
def _alone(folder, name):
    """While the body runs, no other process is in the same one, unless it took very long, or
    the folder cannot be written. folder: None where there is nothing to share.

    No process waits for one of low priority, which may get no processor time on a busy machine.
    """
    is_low = getattr(os, "nice", lambda _: 0)(0) > 0  # Windows has no such number
    with contextlib.ExitStack() as stack:
        if folder is not None and not is_low:
            with contextlib.suppress(OSError):
                file = stack.enter_context(open(_lock_path(folder, name), "ab"))
                stack.callback(unlock, file)
                end = time.monotonic() + _LONGEST
                while is_anothers(file) and time.monotonic() < end:
                    time.sleep(_LOOK)
        yield


def _lock_path(folder, name):
    return Path(folder) / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.lock"


class Interpretable(Kernel):
    """The class of kernels while some thread does not wait for them: calls of others stay as fast
    as they are by having it no longer than that."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The kernel's value: of its machine code where there is some, else of plain Python."""
        if _THREAD.until is None or _has_code(self, args):
            return super().__call__(*args, **kwargs)
        if time.thread_time() > _THREAD.until:
            raise TooSlow
        _THREAD.plain.add(self)
        return self.py_func(*args, **kwargs)


def _has_code(kernel, args):
    """Whether there is machine code for arguments of these types; that of a cache is loaded."""
    now = time.monotonic()
    if now < _MISSED.get(kernel, now - _RETRY_AFTER) + _RETRY_AFTER:
        return False
    types = tuple(map(kernel.typeof_pyval, args))
    if types in kernel.overloads:
        return True
    with global_compiler_lock:
        code = kernel._cache.load_overload(types, kernel.targetctx)
        if code is None:
            _MISSED[kernel] = now
            return False
        # As `kernel.compile` does, which would load it once more.
        kernel.targetctx.insert_user_function(code.entry_point, code.fndesc, [code.library])
        kernel.add_overload(code)
    return True


@contextmanager
def heard_compiling(tell: Callable[[int, int, str], object]) -> Iterator[None]:
    """While the body runs, tell(number, total, name) is called for each of our kernels when it
    begins to be compiled; one that a cache holds is not. The first has number 1; total: how many
    there are as far as is known, those that are called by the kernels so far."""
    if numba is None:
        yield
        return
    from numba.core import event

    class CompilationListener(event.Listener):
        begun: tuple = ()
        called: frozenset = frozenset()

        def on_start(self, event):
            kernel = event.data["dispatcher"]
            if kernel in _DIGESTS:
                self.begun += (kernel,)
                self.called |= {k for k in _called_by(kernel) if not _is_cached(k)}
                total = len(self.begun) + len(self.called.difference(self.begun))
                tell(len(self.begun), total, kernel.__name__.strip("_"))

        def on_end(self, event):
            pass

    with event.install_listener("numba:compile", CompilationListener()):
        yield


def _called_by(kernel):
    """Our kernels that `kernel` calls, and those that these call."""
    found, left = set(), [kernel]
    while left:
        new = {k for k in _named_in(left.pop().py_func) if k in _DIGESTS} - found
        found |= new
        left += new
    return found


def _named_in(function):
    """What the names in a function's code refer to, in its module or a module that it names."""
    names, places = function.__code__.co_names, [function.__globals__]
    places += [vars(places[0][n]) for n in names if isinstance(places[0].get(n), ModuleType)]
    values = (place[name] for place in places for name in names if name in place)
    return [value for value in values if hasattr(value, "py_func")]


def _is_cached(kernel):
    folder = kernel._cache.cache_path  # None where a kernel has no cache
    return bool(kernel.overloads) or (folder is not None and any(Path(folder).glob("*.nbi")))


def _digest_of(function, options):
    """Short digest of a kernel: its instructions, its options, and what its module imported."""
    parts = [
        _stable(options),
        _stable((function.__defaults__, function.__kwdefaults__)),
        *_instructions(function.__code__, function.__doc__),
        *_imported(function.__globals__),
        *_named_tuples(function.__module__.partition(".")[0]),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _text_mark(path):
    """Short digest of the file of a kernel, which may call what is defined below it: two versions
    in turn have a folder each. Empty where there is no file, as in a notebook."""
    with contextlib.suppress(OSError):
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    return ""


def _instructions(code, doc):
    """The instructions of a function and of those in it, without lines and documentation."""
    inner = [c for c in code.co_consts if isinstance(c, CodeType)]
    plain = [_stable(c) for c in code.co_consts if not isinstance(c, CodeType) and c != doc]
    yield repr((code.co_code, code.co_names, code.co_varnames, code.co_freevars, plain))
    for c in inner:
        yield from _instructions(c, None)


def _imported(names, modules=True):
    """What kernels can see of a module: its kernels and constants, and those of the modules of its
    own package."""
    package = names.get("__name__", "").partition(".")[0]
    for name, value in sorted(names.items()):
        if name.startswith("__"):
            continue
        if isinstance(value, ModuleType):
            if modules and value.__name__.partition(".")[0] == package:
                yield from _imported(vars(value), modules=False)
        elif hasattr(value, "py_func"):
            yield name + (_DIGESTS.get(value) or _digest_of(value.py_func, {}))
        elif isinstance(value, _CONSTANTS):
            yield name + _stable(value)


@cache
def _named_tuples(package):
    """The fields of every named tuple that a package declares: a kernel reads them from its
    arguments, whose classes it need not know."""
    found = []
    for folder in getattr(sys.modules.get(package), "__path__", ()):
        for path in _sources(Path(folder)):
            for body in _NAMED_TUPLE.findall(path.read_text(encoding="utf-8")):
                found.append(repr(re.findall(r"^    (\w+):", body, re.MULTILINE)))
    return found


def _stable(value):
    """`repr`, the same in every process: sets have no order."""
    if isinstance(value, (set, frozenset)):
        return repr(sorted(map(_stable, value)))
    if isinstance(value, dict):
        return repr(sorted((k, _stable(v)) for k, v in value.items()))
    if isinstance(value, tuple):
        return repr([_stable(v) for v in value])
    if isinstance(value, np.ndarray):
        return repr((value.dtype.str, value.shape, value.tobytes()))
    return repr(value)


def cache_root() -> Path:
    """The writable directory that holds the caches."""
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    if home is None:
        local = {"win32": os.environ.get("LOCALAPPDATA", ""), "darwin": "~/Library/Caches"}.get(
            sys.platform
        )
        home = local or "~/.cache"
    root = Path(home).expanduser() / "convexlab-kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        # A shared temporary directory is writable by others, and a cache is code: restrict it to
        # this process.
        root = Path(tempfile.mkdtemp(prefix="convexlab-kernels-"))
        atexit.register(shutil.rmtree, root, ignore_errors=True)
    return root


@cache
def _prepared():
    """The `cache_root` when the first kernel was decorated; unused caches are removed."""
    root = cache_root()
    _remove([p for p in root.iterdir() if time.time() - _last_use(p) > _FORGOTTEN])
    return root


def prepare_cache(function: Callable[..., Any], mark: str) -> Path:
    """The directory of a kernel of digest `mark`, made if missing; its oldest others go."""
    name = f"{function.__module__}.{function.__qualname__}"
    home = _prepared() / name.replace("<", "").replace(">", "")
    here = home / mark
    here.mkdir(parents=True, exist_ok=True)
    _FOLDERS.add(here)
    for used in (here, home):
        os.utime(used)
    _remove(sorted(home.iterdir(), key=_last_use, reverse=True)[_MAX_STORED:])
    return here


def _last_use(path):
    """When a cache was last used; 0 where another process has just removed it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _remove(folders):
    for old in folders:
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def pointed_at(folder: Path) -> Iterator[None]:
    """While the body decorates a kernel, numba's cache is `folder`; then the user's again."""
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before
