"""Machine code of a kernel is stored by what it was compiled from, and loaded without the imports
that compiling needs.

numba looks for it by the path of the source, and asks when that was changed last: each environment
and each new copy of the package would compile all kernels again.

Before numba looks into a cache it makes itself ready to compile: it imports how every function of
Python and numpy is lowered, and has LLVM compile its own runtime, some 30 MB and 0.2 s. Code that
is there already needs the addresses of what it calls and no more.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from typing import Any, ClassVar

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import ll as llvm  # its own: llvmlite is no package of ours
from numba.core.compiler_lock import global_compiler_lock


class _Folder(_CacheLocator):
    """The folder to which numba's cache points while a kernel is decorated: its name is a digest of
    all that counts, so that neither the path of the source nor its time does."""

    def __init__(self, path, py_file):
        self._path, self._py_file = path, py_file  # numba names the latter where it cannot store

    @classmethod
    def from_function(cls, py_func, py_file):
        return cls(numba.config.CACHE_DIR, py_file) if os.path.exists(py_file) else None

    def get_cache_path(self):
        return self._path

    def get_source_stamp(self):
        return os.path.basename(self._path)

    def get_disambiguator(self):
        return "kernel"


class _Files(CompileResultCacheImpl):
    _locator_classes: ClassVar[list] = [_Folder, *CompileResultCacheImpl._locator_classes]


class StoredCode(FunctionCache):
    """The cache of a kernel in a separate folder of `numba.config.CACHE_DIR`."""

    _impl_class = _Files

    def load_overload(self, sig: tuple[Any, ...], target_context: Any) -> Any:
        """The code for arguments of these types, or None."""
        with global_compiler_lock, self._guard_against_spurious_io_errors():
            key = self._index_key(sig, target_context.codegen())
            stored = self._cache_file.load(key) if self._enabled else None
            if stored is None:
                return None
            if not _calls_only_known(stored):
                target_context.refresh()
            return self._impl.rebuild(target_context, stored)


def _calls_only_known(stored):
    """Whether LLVM has the address of all that the code calls: it ends the process where one is
    missing. False as well where numba stores another kind of thing."""
    _add_runtime()
    with suppress(TypeError, ValueError):
        (_, kind, (_, bitcode)), *_ = stored
        if kind == "object":
            return all(map(_has_address, _declared(llvm.parse_bitcode(bitcode))))
    return False


def _declared(module):
    """The names of what a module calls or reads and does not define, but for LLVM's own."""
    for one in (*module.functions, *module.global_variables):
        if one.is_declaration and not one.name.startswith("llvm."):
            yield one.name


def _has_address(name):
    return llvm.address_of_symbol(name) is not None


@cache
def _add_runtime():
    """Give LLVM the addresses of numba's runtime, by the names that `_Runtime.initialize` gives
    them."""
    with suppress(ImportError, AttributeError):  # otherwise none is found, and numba compiles
        from numba.core.runtime._nrt_python import c_helpers

        for name, address in c_helpers.items():
            llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
