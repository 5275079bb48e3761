"""numba where it is installed, plain Python where it is not, and an on-disk cache that notices
every edit.

numba's cache looks only at the file that holds a kernel; a kernel that calls one from an edited
*other* file would answer as it did yesterday. The cache therefore lives in a directory named by a
digest of all sources of this package.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path

try:
    import numba
except ImportError:
    numba = None  # type: ignore[assignment]

#: Caches of the newest few versions stay: two checkouts in turn should not compile each time.
_KEPT = 4


def njit(**options):
    """`numba.njit(**options)` with the cache of this version; the function itself where numba is
    missing."""
    if numba is None:
        return lambda function: function

    def compiled(function):
        with pointed_at(_prepared()):
            return numba.njit(**options)(function)

    return compiled


def digest(folder=Path(__file__).parent):
    """Short digest of every source file of the package."""
    h = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        h.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return h.hexdigest()[:16]


def cache_root():
    """The writable directory that holds one cache per digest."""
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
        # A shared temporary directory is writable by others, and a cache is code: keep it to this
        # process.
        root = Path(tempfile.mkdtemp(prefix="convexlab-kernels-"))
        atexit.register(shutil.rmtree, root, ignore_errors=True)
    return root


def _last_use(path):
    """When a cache was last used; 0 where another process has just removed it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def is_compiled() -> bool:
    """Whether kernels of this version have been compiled before, by any process."""
    return numba is None or any(_prepared().rglob("*.nbi"))


def prepare_cache():
    """The directory of this version's kernels, made if missing; the oldest of others go."""
    root = cache_root()
    here = root / digest()
    here.mkdir(exist_ok=True)
    os.utime(here)
    for old in sorted(root.iterdir(), key=_last_use, reverse=True)[_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return here


#: What `prepare_cache` said when the first kernel was decorated.
_prepared = cache(prepare_cache)


@contextmanager
def pointed_at(folder):
    """While the body decorates a kernel, numba's cache is `folder`; then the user's again."""
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before
