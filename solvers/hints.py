"""The types that the package's public signatures share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.result import Result

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
else:  # numpy's own spells itself out over five lines wherever a signature is shown
    ArrayLike = np.ndarray | Sequence

#: Where a run starts: at a point, at an earlier result, or where the solver likes.
Start = ArrayLike | Result | None
#: What a solver hands to `drive`: see there for the keys.
States = Iterator[dict[str, Any]]
#: Asked at each state whether to end.
Cancelled = Callable[[], bool] | None
