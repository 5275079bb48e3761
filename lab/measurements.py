"""What `lab bench` and `lab tables` compute: in a copy of the repository the modules of
`lab/benchmarks`, which the wheel leaves out, and everywhere those of other distributions'
lessons."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from lab import discovery
from solvers.checks import InputError

#: Module of `lab.benchmarks` and its function that says which modules there are, by command.
_REGISTRIES = {"bench": ("timing", "benches"), "tables": ("tables", "printed_tables")}
ELSEWHERE = (
    "The workbook's own benchmarks and printed tables are not installed: they are in "
    "lab/benchmarks of a copy of the repository, where `python -m lab {what}` runs them."
)


def is_installed() -> bool:
    """Whether `lab.benchmarks` can be imported."""
    return find_spec("lab.benchmarks") is not None


def registry(what: str) -> dict[str, str]:
    """Name -> its module, which has `tables(options) -> iterable of lab.table.Table`; what: "bench"
    or "tables"."""
    if not is_installed():
        return discovery.LESSONS.offers(what)
    module, function = _REGISTRIES[what]
    return getattr(import_module(f"lab.benchmarks.{module}"), function)()


def load(what: str, name: str) -> ModuleType:
    """The module that is registered for `name`; one sentence where there is none."""
    known = registry(what)
    if name not in known and not is_installed():
        raise InputError(ELSEWHERE.format(what=what))
    if name not in known:
        raise InputError(f"{what} must be one of {', '.join(known)}, got {name!r}.")
    try:
        return import_module(known[name])
    except ModuleNotFoundError as error:
        raise InputError(
            f"{what} {name} needs the package {error.name}, which is not installed; "
            "install the extra 'test-all'."
        ) from None
