"""The methods of the lesson and their looks: a tone is a family, a dash its member."""

from __future__ import annotations

from lab.race.methods import Methods, Style
from solvers import Program

#: Those that walk along edges are blue, interior points vermilion, first-order methods violet,
#: those that cut pink.
METHODS = Methods(
    Program,
    "simplex",
    ("active_set", "mehrotra", "path_following", "affine_scaling", "pdhg", "admm", "ellipsoid"),
    {
        "simplex": Style("simplex", "main", "solid"),
        "active_set": Style("active set", "main", "dash"),
        "mehrotra": Style("Mehrotra", "rival1", "dash"),
        "path_following": Style("path following", "rival1", "dot"),
        "affine_scaling": Style("affine scaling", "rival1", "dashdot"),
        "pdhg": Style("PDHG", "rival2", "dash"),
        "admm": Style("ADMM", "rival2", "dot"),
        "ellipsoid": Style("ellipsoid", "rival3", "dash"),
        "cutting_planes": Style("analytic centre", "rival3", "dot"),
    },
)
#: The rules by which simplex chooses the row that it leaves.
RULES = (
    ("largest", "most negative multiplier"),
    ("steepest", "steepest edge"),
    ("bland", "Bland: the first"),
)
#: The certified gap, as a share of the scale, at which methods stop.
TOL = 1e-6
#: Methods of many cheap iterations, each of which costs less than its proof.
_CHEAP = ("pdhg", "admm", "ellipsoid")


def solve_all(problem, settings, cancelled, x0=None, rows=None):
    """name -> Result of the methods of the knobs, the main one first. Where the program is curved,
    the active set walks in the place of simplex, which is for linear programs. x0: where these two
    begin. rows: about how many iterations of a method of many are proved; by default all."""
    names = (settings["method"], *settings["compare"])
    if problem.Q is not None:
        names = ("active_set" if name == "simplex" else name for name in names)
    common = {"tol": TOL, "max_iter": settings["budget"], "cancelled": cancelled}
    own = {"simplex": {"rule": settings["rule"], "x0": x0}, "active_set": {"x0": x0}}
    if rows:
        every = max(1, settings["budget"] // rows)
        own |= {name: {"record_every": every} for name in _CHEAP}
    return {
        name: METHODS.solve(name, problem, **common, **own.get(name, {}))
        for name in dict.fromkeys(names)
    }
