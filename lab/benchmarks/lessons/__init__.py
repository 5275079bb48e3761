"""What is measured of each lesson (`bench.py`), and the printed tables of its source (`tables.py`):
those in the folders here, found by looking, and those of other distributions' lessons."""

from __future__ import annotations

import pkgutil
from importlib.util import find_spec

from lab import discovery


def offered(what: str) -> dict[str, str]:
    """Lesson name -> its module `what`, for lessons that have one."""
    found = discovery.LESSONS.offers(what)
    for folder in (module.name for module in pkgutil.iter_modules(__path__) if module.ispkg):
        place = f"{__name__}.{folder}.{what}"
        if find_spec(place) is not None:
            found[folder.replace("_", "-")] = place
    return {name: found[name] for name in discovery.LESSONS if name in found}
