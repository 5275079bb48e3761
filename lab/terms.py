"""The words of the workbook, each in one or two sentences: one list for Python, the shell, the
notebook `glossary.ipynb`, and the words that pictures explain; `lab.glossary` looks one up."""

from __future__ import annotations

from lab.spelling import guess
from solvers import InputError

#: term -> what it means, with abbreviations spelled out; sorted by term.
TERMS = {
    "active set": (
        "The constraints that hold with equality at a point. Methods of this name guess it, "
        "solve what is left as equations, and correct the guess."
    ),
    "ADMM": (
        "The alternating direction method of multipliers: a problem is split in two easy "
        "halves, which are minimised in turn while multipliers pull them together."
    ),
    "affinity": "How alike two points are: a positive number for like, a negative one for unlike.",
    "bag": "A set of instances with one label: positive if at least one of them is.",
    "bound": (
        "A number that no feasible point can go below, proved by a dual point. Value less "
        "bound is the gap."
    ),
    "bounds": (
        "The least and the greatest value that a variable or a multiplier may have, such as 0 "
        "and C."
    ),
    "central path": (
        "The points at which all products of a slack and its multiplier are equal; as this "
        "product falls to 0 they lead to the optimum through the inside."
    ),
    "certificate": (
        "Value, bound, and how far a point is outside, computed by arithmetic on the data "
        "alone. It proves how far from optimal the point can be at most."
    ),
    "complementary slackness": (
        "At the optimum a constraint is either met with equality or has the multiplier 0."
    ),
    "coordinate descent": (
        "One variable at a time is moved to where the objective is least along it."
    ),
    "CSV": "Comma-separated values: a table as text, one row a line.",
    "dual": (
        "A second problem made from the first: every feasible point of it is a bound for the "
        "first. The best bound meets the best value where strong duality holds."
    ),
    "ellipsoid method": (
        "An ellipsoid that holds all optimal points is cut in half and covered again, until "
        "it is small."
    ),
    "factorisation": (
        "A matrix is written as a product of triangular ones, after which linear systems with "
        "it are cheap: the costly part of a Newton step."
    ),
    "feasible": "Of a point: it satisfies all constraints. Of multipliers: they give a bound.",
    "FISTA": (
        "The fast iterative shrinkage-thresholding algorithm: ISTA with a memory of the last "
        "step, which makes it an order faster."
    ),
    "gap": (
        "Value less bound: how far from optimal a feasible point is at most. 0 up to rounding "
        "is a proof of optimality."
    ),
    "gradient": (
        "The direction in which a smooth function rises fastest, with the slope along it as "
        "its length."
    ),
    "infeasible": (
        "No point satisfies all constraints. The proof is a weighted sum of them that says "
        "that 0 is less than 0."
    ),
    "interior point": (
        "A method that stays away from every wall until the end, as the logarithms of the "
        "slacks keep it inside."
    ),
    "ISTA": (
        "The iterative shrinkage-thresholding algorithm: a gradient step on the smooth part, "
        "then a soft threshold for the kinks."
    ),
    "iterate": "The point that a method has after a step. A frame shows one.",
    "ITML": (
        "Information-theoretic metric learning: the metric nearest to a prior that keeps "
        "similar pairs near and dissimilar ones far, one pair at a time."
    ),
    "key": "The instance that makes a positive bag positive.",
    "kink": "A place where a function has no slope, only an interval of them.",
    "KKT conditions": (
        "The equations of Karush, Kuhn and Tucker: feasible, multipliers not negative, "
        "complementary slackness, and a gradient that the multipliers cancel. Together they "
        "say optimal."
    ),
    "knot": "A value of λ at which the path of all solutions bends: a variable enters or leaves.",
    "Lagrangian": (
        "The objective plus each constraint times its multiplier. Its least value over all "
        "points is a bound."
    ),
    "Laplacian": (
        "The matrix diag(W 1) - W of affinities W: with it the sum of all affinities times squared "
        "distances is linear in the metric."
    ),
    "LARS": (
        "Least angle regression: all solutions of the lasso from the largest λ to 0, from "
        "knot to knot."
    ),
    "lasso": (
        "Least squares with a price on the sum of the absolute weights (least absolute "
        "shrinkage and selection operator); many weights become exactly 0."
    ),
    "level set": "All points of equal value: the rings in a picture of a function of two numbers.",
    "margin": "How far on its proper side of a boundary a point lies.",
    "metric": (
        "A rule for how far apart two points are; here (x − y)'M(x − y) with a positive "
        "definite matrix M."
    ),
    "MI-ODM": (
        "The optimal margin distribution machine for multiple-instance learning: an ODM of "
        "which the keys of bags are looked for as well."
    ),
    "MI-SVM": (
        "A support vector machine for bags: the highest instance represents a positive bag."
    ),
    "mirror step": (
        "A step that is taken in other coordinates, the mirror, in which a set such as a "
        "triangle has no walls."
    ),
    "MPS": (
        "The file format of the Mathematical Programming System for linear programs; QPS is "
        "the same with a quadratic objective."
    ),
    "multiple-instance learning": (
        "Learning from bags: one knows that some instance of a bag is positive, and not which."
    ),
    "multiplier": (
        "The price of a constraint: how fast the best value falls as the constraint is relaxed."
    ),
    "NN": "The nearest neighbour: a point is given the class of the one that is nearest to it.",
    "ODM": (
        "The optimal margin distribution machine: it asks all margins into a band and pays "
        "for those outside."
    ),
    "PDHG": (
        "The primal-dual hybrid gradient method: gradient steps of the point and of the "
        "multipliers in turn, without solving any equations."
    ),
    "pivot": "A step of the simplex method: one constraint is left, the next one is met.",
    "polish": (
        "An exact point made of a rough one, from a guess of which constraints hold with "
        "equality. It is a step with a separate row and time."
    ),
    "predictor": (
        "A trial step towards the optimum itself. How far it gets before a wall says how far back "
        "towards the central path the real step should aim."
    ),
    "QP": (
        "A quadratic program: a convex parabola is minimised under linear constraints. With "
        "no curvature it is an LP, a linear program."
    ),
    "relaxation": (
        "A problem that is easier as it allows more; its optimum bounds that of the original."
    ),
    "residual": "What a model leaves of the targets: t − Xw.",
    "S3ML": (
        "Semi-supervised sparse metric learning: a metric with few entries, from a few pairs and "
        "the neighbours of their points. S2ML is the same from the pairs alone."
    ),
    "saddle point": (
        "A point that is lowest one way and highest the other; the two ways are the variables "
        "and the multipliers."
    ),
    "SICE": (
        "Sparse inverse covariance estimation: which variables hang together directly, as the "
        "entries that are not 0 of the inverse of their covariance."
    ),
    "sigfig": (
        "Significant digits in which primal and dual objective agree. At points that are not "
        "feasible it proves nothing."
    ),
    "simplex method": "From corner to corner along edges, each time to a better one.",
    "slack": "How much is left until a constraint is met with equality.",
    "Slater's condition": (
        "Some point lies strictly inside all constraints that are not linear. Then the best "
        "bound meets the best value."
    ),
    "SMO": (
        "Sequential minimal optimisation: two multipliers of a support vector machine are "
        "moved at a time."
    ),
    "soft threshold": (
        "Shrink a number by λ, to 0 if it is smaller than that: what a kink at 0 does to a "
        "parabola's minimum."
    ),
    "stationarity": (
        "No direction lowers the Lagrangian: the gradient is what the multipliers pull against."
    ),
    "strong duality": "The best bound equals the best value.",
    "subgradient": (
        "A slope of a line that touches a convex function from below. At a kink there are "
        "many; a point is lowest if 0 is one of them."
    ),
    "support vector": "A point that carries the boundary of a machine: its multiplier is not 0.",
    "SVM": (
        "The support vector machine: the boundary with the widest margin between two classes, "
        "at a price C for points on the wrong side."
    ),
    "tolerance": (
        "The gap at which a run ends as converged, relative to the size of the terms at the answer."
    ),
    "unbounded": "The objective falls for ever. The proof is a direction along which it does.",
    "weak duality": (
        "Every bound lies below every value. It needs no condition and is all that a "
        "certificate uses."
    ),
    "working set": "The few variables that a method looks at for now.",
}


def glossary(term: str | None = None) -> str:
    """What a word of the workbook means; without one, all of them, as a table in Markdown.

    InputError names the nearest term where there is none of that name.
    """
    if term is None:
        rows = (f"| **{name}** | {meaning} |" for name, meaning in TERMS.items())
        return "\n".join(["| word | what it means |", "|---|---|", *rows])
    by_name = {name.casefold(): name for name in TERMS}
    if (name := by_name.get(str(term).casefold())) is None:
        raise InputError(
            f"term must be a word of the glossary, got {term!r}: {guess(term, TERMS)}"
            "lab.glossary() shows all."
        )
    return f"{name}: {TERMS[name]}"
