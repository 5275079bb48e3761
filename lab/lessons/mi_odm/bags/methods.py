"""The methods of the bags scene on one problem."""

from __future__ import annotations

from lab.drawing.text import power
from lab.race.methods import Methods
from solvers import InputError, MultiInstanceODM, mean_keys

#: The certified gap, as a share of the scale, at which methods stop.
TOL = 1e-6
STOCHASTIC, COLUMNS, ASSIGNMENT = "stochastic", "column_generation", "assignment"
_RIVALS = ("accelerated", COLUMNS, STOCHASTIC, "reweighting", ASSIGNMENT)
METHODS = Methods(MultiInstanceODM, "mirror_prox", _RIVALS)
#: Methods whose snapshots say all that the picture draws of the method in question.
DRAWN = ("mirror_prox", *_RIVALS)
#: Methods whose step the knob scales, and those that list all assignments.
STEPS = ("mirror_prox", "accelerated", STOCHASTIC)
LISTING = (*STEPS, "reweighting")
#: Seeds of the stochastic method beside the first.
_TWINS = 2
#: Columns at most where real bags make the search for each a long one.
_MOST_COLUMNS = 60
#: A run is recorded in about so many rows.
_ROWS = 100


def run_method(name, problem, settings, seed, cancelled=None):
    """The result of one method; mirror prox and reweighting keep every second row or fewer."""
    most = settings["budget"]
    options = {"tol": TOL, "max_iter": most, "seed": seed, "cancelled": cancelled}
    if name in LISTING:
        require_listed(problem)
        options["record_every"] = max(1, most // _ROWS)
    if name in STEPS and settings["factor"] != 1.0:
        options["step"] = settings["factor"]
    if name == ASSIGNMENT:
        options["keys"] = first_keys(problem, settings)
    if name == COLUMNS:
        options["max_iter"] = min(most, _MOST_COLUMNS)
    return METHODS.solve(name, problem, **options)


def first_keys(problem, settings):
    """Keys (p,) from which the assignment method starts."""
    return mean_keys(problem) if settings["first"] == "means" else problem.sizes - 1


def run_all(problem, settings, cancelled=None):
    """(name -> result of the method in question and of its rivals, name -> results of further
    seeds)."""
    names = [settings["method"], *(n for n in settings["compare"] if n != settings["method"])]
    results, twins = {}, {}
    for name in names:
        results[name] = run_method(name, problem, settings, settings["seed"], cancelled)
        if name == STOCHASTIC:
            seeds = range(settings["seed"] + 1, settings["seed"] + 1 + _TWINS)
            twins[name] = [run_method(name, problem, settings, s, cancelled) for s in seeds]
    return results, twins


def require_listed(problem):
    """Refuse to list more assignments than memory and patience allow."""
    if problem.count > problem.most_assignments:
        raise InputError(
            "method must be column generation or assignment here (and so its rivals), as the "
            f"others list all {power(problem.count)} assignments of keys and may list "
            f"{problem.most_assignments}; or take fewer or smaller positive bags."
        )
