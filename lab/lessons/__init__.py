"""The lessons of the workbook, one package each; a scene is a package of its lesson."""

from lab.lessons import coordinate_descent, lars

# The lessons stand in the order of the workbook.
# isort: split
from lab.lessons import interior_point

# isort: split
from lab.lessons import alternating_linearization

# isort: split
from lab.lessons import mi_odm

__all__ = [
    "alternating_linearization",
    "coordinate_descent",
    "interior_point",
    "lars",
    "mi_odm",
]
