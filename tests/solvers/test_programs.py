"""Linear and quadratic programs: every outcome is true, whatever the polyhedron, and judged by the
problem; HiGHS and Clarabel say the same."""

import numpy as np
import pytest
from program_truth import truth
from repeated import first
from scipy import sparse
from scipy.optimize import linprog

from solvers import (
    SOLVERS,
    Program,
    central_path,
    solve_mehrotra,
    solve_simplex,
)
from solvers.interior_point import mehrotra
from solvers.problems.rows import factor, gram, shortest
from solvers.programs import interior
from solvers.programs.interior import Point
from solvers.programs.small_centre import small_centre
from solvers.testing import check_problem

METHODS = sorted(SOLVERS[Program])
#: Methods that keep a matrix or many rows, and what they may take.
LONG = {"ellipsoid": 3000, "pdhg": 20_000, "admm": 5000}
ANSWERS = ("converged", "infeasible", "unbounded")


def polygon(k):
    t = 2 * np.pi * np.arange(k) / k + 0.3
    return np.column_stack([np.cos(t), np.sin(t)]), np.ones(k)


def gallery():
    A, b = polygon(5)
    corner = np.linalg.solve(A[:2], b[:2])
    more = np.array([A[0] + A[1], 2 * A[0] + A[1], A[0] + 3 * A[1]])
    e = 1e-6
    return {
        "pentagon": (A, b),
        "thirty sides": polygon(30),
        "needle": ([[e, 1], [e, -1], [-1, 0]], [e, e, 0]),
        "degenerate corner": (np.vstack([A, more]), np.append(b, more @ corner)),
        "empty": ([[1, 0], [-1, 1], [-0.5, -1]], [-1, -1, -1]),
        "open": ([[-1, 0], [0, -1], [-1, -1]], [0, 0, -1]),
        "point": ([[1, 0], [0, 1], [-1, -1]], [1, 1, -2]),
        "line": ([[1, 1], [-1, -1]], [1, -1]),
        "half-line": ([[1, 1], [-1, -1], [-1, 0]], [1, -1, 0]),
        "half-plane": ([[1, 1]], [1]),
        "plane": (np.zeros((0, 2)), []),
        "zero rows": ([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]], [0, 1, 1, 1, 1]),
        "a zero row below 0": ([[0, 0], [1, 0], [-1, 0]], [-1, 1, 1]),
        "parallel edges": ([[1, 0], [1, 0], [-1, 0], [0, 1], [0, 2], [0, -1]], [1, 2, 1, 1, 5, 1]),
    }


GALLERY = gallery()


def run(name, problem, **options):
    more = {"max_iter": LONG[name]} if name in LONG else {}
    return SOLVERS[Program][name](problem, record_every=0, **more, **options)


def judged(problem, result, said):
    """An outcome is true: proved by the problem, and what the other solver says."""
    status, value = said
    if result.status == "infeasible":
        assert problem.certify_infeasible(result.dual["ray"])
    if result.status == "unbounded":
        ray, x = result.dual["ray"], result.x
        assert problem.certify_unbounded(ray) and problem.certify(x).objective < np.inf
        assert problem.value(x + 100.0 * ray) < problem.value(x)
    if result.status in ANSWERS:
        assert result.status == status
    if result.status == "converged" and value is not None:
        assert abs(result.certificate.objective - value) <= 2e-6 * result.certificate.scale
    assert result.status != "contradiction"
    return result.status in ANSWERS


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("shape", GALLERY)
def test_program_of_each_shape_ends_in_a_true_outcome(name, shape, whole):
    A, b = GALLERY[shape]
    for angle in (0.5, 2.4, 4.1)[: 3 if whole else 1]:
        problem = Program([np.cos(angle), np.sin(angle)], A, b)
        result = run(name, problem)
        answered = judged(problem, result, truth(problem))
        flat = shape in ("needle", "line", "half-line", "point")
        assert answered or (flat and name in ("ellipsoid", "cutting_planes", "affine_scaling",
                                              "path_following", "pdhg"))  # fmt: skip


@pytest.mark.parametrize("name", sorted({*METHODS} - {"simplex"}))
def test_quadratic_program_of_each_shape_is_answered(name):
    Q = np.array([[1.0, 0.3], [0.3, 0.5]])
    for shape in ("pentagon", "degenerate corner", "open", "half-plane", "empty"):
        A, b = GALLERY[shape]
        problem = Program([0.7, -0.9], A, b, Q=Q)
        assert judged(problem, run(name, problem), truth(problem)), shape


def instance(seed):
    """A random program: feasible or not, bounded or not, with ties, equations, bounds or Q."""
    rng = np.random.default_rng(seed)
    n, m = rng.integers(1, 7), rng.integers(1, 13)
    whole = rng.random() < 0.5
    A = rng.integers(-3, 4, (m, n)).astype(float) if whole else rng.normal(size=(m, n))
    inside = rng.integers(-2, 3, n) if whole else rng.normal(size=n)
    slack = rng.integers(0, 3, m) if whole else rng.uniform(0.0, 1.0, m)
    b = A @ inside + slack - (rng.random() < 0.25) * rng.integers(0, 4, m)
    more = {}
    if rng.random() < 0.5:
        more |= {"lower": inside - rng.integers(0, 3, n), "upper": inside + 1.0}
    if rng.random() < 0.3:
        E = A[: rng.integers(1, max(2, n))]
        more |= {"A_eq": E, "b_eq": E @ inside}
    if rng.random() < 0.3:
        half = rng.normal(size=(rng.integers(1, n + 1), n))
        more["Q"] = half.T @ half
    c = rng.integers(-3, 4, n) if whole else rng.normal(size=n)
    return Program(c, A, b, **more)


def compared(seeds):
    """The share of outcomes over random programs, all true."""
    tried = answered = 0
    for seed in seeds:
        problem = instance(seed)
        said, runs = truth(problem), [run("active_set", problem)]
        if problem.Q is None:
            runs = [solve_simplex(problem), solve_simplex(problem, dual=True, rule="bland")]
        for result in (*runs, solve_mehrotra(problem)):
            tried += 1
            answered += judged(problem, result, said)
    return answered / tried


def degenerate(seed):
    """A program of small whole numbers: corners where many rows tie, dependent equations, rows that
    are each other's opposite, a row of zeros, an objective 0, and for odd seeds Q of any rank."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 10))
    A = rng.integers(-2, 3, (int(rng.integers(n, 6 * n)), n)).astype(float)
    inside = rng.integers(-2, 3, n).astype(float)
    b = A @ inside + rng.integers(0, 2, len(A)) * (rng.random(len(A)) < 0.5)
    E = rng.integers(-1, 2, (n // 3 + 1, n)).astype(float)
    more = {"A_eq": [*E, 2.0 * E[0]], "b_eq": np.append(E @ inside, 2.0 * E[0] @ inside)}
    more = more if rng.random() < 0.5 else {"lower": inside - rng.integers(0, 3, n)}
    if rng.random() < 0.4:
        A, b = np.vstack([A, -A[:2], np.zeros(n)]), np.concatenate([b, -b[:2], [0.0]])
    if seed % 2:
        half = rng.integers(-1, 2, (int(rng.integers(1, n + 1)), n)).astype(float)
        more["Q"] = half.T @ half if half.any() else np.eye(n)
    return Program(rng.integers(-2, 3, n) * float(rng.random() < 0.8), A, b, **more)


def perturbed(seed):
    """A degenerate program whose rows are off by 1e-13 to 1e-8: what met in one point no longer
    does, and what was parallel meets far away."""
    p, rng = degenerate(seed), np.random.default_rng(seed + 7777)
    size = 10.0 ** rng.uniform(-13, -8)
    A = p.A * (1.0 + size * rng.normal(size=p.A.shape))
    again = rng.integers(0, len(A), 3)
    A = np.vstack([A, A[again] * (1.0 + size * rng.normal(size=(3, p.c.size)))])
    b = np.append(p.b, p.b[again])
    return Program(p.c, A, b, Q=p.Q, lower=p.lower, A_eq=p.A_eq, b_eq=p.b_eq)


def ends_of(problem):
    """method -> Result of those that walk along rows, and of the interior point."""
    ends = {"active_set": run("active_set", problem), "mehrotra": solve_mehrotra(problem)}
    if problem.Q is None:
        for dual in (False, True):
            ends |= {(dual, rule): solve_simplex(problem, dual=dual, rule=rule)
                     for rule in ("largest", "bland")}  # fmt: skip
    return ends


@pytest.mark.parametrize("start", first(range(0, 60, 20), 1))
def test_program_perturbed_by_rounding_is_never_contradicted(start):
    proved = 0
    for seed in range(start, start + 20):
        problem = perturbed(seed)
        more = {name: run(name, problem) for name in ("path_following", "affine_scaling")}
        for name, result in (ends_of(problem) | more).items():
            proved += result.status in ANSWERS
            assert result.status in (*ANSWERS, "stalled", "max_iter", "diverged"), (seed, name)
            assert result.status != "stalled" or result.notes, (seed, name)
            if result.status == "converged":  # a point of the program itself, not of one nearby
                assert result.certificate.infeasibility <= 1e-6, (seed, name)
    assert proved >= 40


@pytest.mark.parametrize("seed", [1088, 1112])
def test_program_barely_infeasible_is_no_contradiction(seed):
    """1112: the point nearest to rows that contradict each other by 1e-12 costs 3 % less than the
    bound; 1088: a point 1e12 lengths away, where no double meets a row."""
    assert "contradiction" not in {result.status for result in ends_of(perturbed(seed)).values()}


@pytest.mark.parametrize("start", first(range(0, 60, 20), 1))
def test_program_degenerate_is_answered_alike_by_all(start):
    for seed in range(start, start + 20):
        ends = ends_of(degenerate(seed))
        said = {result.status for result in ends.values()}
        assert len(said) == 1 and said <= {"converged", "infeasible", "unbounded"}, (seed, ends)


@pytest.mark.long
def test_program_1000_degenerate_are_answered_alike():
    left = []  # by the interior point, which says so
    for seed in range(100, 1100):
        ends = ends_of(degenerate(seed))
        inside = ends.pop("mehrotra").status
        (said,) = {result.status for result in ends.values()}
        assert said in ("converged", "infeasible", "unbounded"), seed
        left += [seed] if inside in ("stalled", "max_iter") else []
        assert inside == said or seed in left, (seed, inside, said)
    assert len(left) <= 2, left


def test_active_set_of_badly_scaled_columns_finds_a_start():
    rng = np.random.default_rng(1)
    for seed in range(1, 40, 2):
        p, d = degenerate(seed), 10.0 ** rng.uniform(-2.0, 2.0, 9)[: degenerate(seed).c.size]
        p = Program(p.c * d, p.A * d, p.b, Q=p.Q * np.outer(d, d), A_eq=p.A_eq * d, b_eq=p.b_eq,
                    lower=p.lower / d)  # fmt: skip
        result = run("active_set", p)
        assert result.status in ("converged", "infeasible", "unbounded") or result.notes, seed
        assert "strictly inside" not in " ".join(result.notes)


def test_program_stalled_by_rounding_has_a_note():
    """Ties that hold but for 1e-10: no method has an exact point, or proof."""
    stalled = {True: 0, False: 0}
    for seed in range(60):
        p, rng = degenerate(seed), np.random.default_rng(seed)
        A = p.A * (1.0 + 1e-10 * rng.normal(size=p.A.shape))
        nearly = Program(p.c, A, p.b, Q=p.Q, lower=p.lower)
        ends = [run("active_set", nearly)]
        if p.Q is None:
            ends += [solve_simplex(nearly), solve_simplex(nearly, rule="bland")]
        for result in (r for r in ends if r.status == "stalled"):
            stalled[p.Q is None] += 1
            assert "rounding" in " ".join(result.notes), (seed, result.notes)
    assert stalled[True] and stalled[False], stalled


def test_program_random_ends_as_highs_and_clarabel():
    assert compared(range(20)) == 1.0


@pytest.mark.long
def test_program_2000_random_end_as_highs_and_clarabel():
    assert compared(range(100, 2100)) >= 0.99


def test_mehrotra_shifted_and_longer_rows_end_alike():
    for seed in range(6):
        problem = instance(seed)
        first = solve_mehrotra(problem)
        for size in (1e-6, 1e6):
            rows = size ** np.linspace(-1.0, 1.0, problem.b.size)
            shift = np.full(problem.c.size, size if size > 1.0 else 1.0)
            move = 0.0 if problem.Q is None else problem.Q @ shift
            twin = Program(problem.c - move, problem.A * rows[:, None],
                           (problem.b + problem.A @ shift) * rows, Q=problem.Q, A_eq=problem.A_eq,
                           b_eq=problem.b_eq + problem.A_eq @ shift, lower=problem.lower + shift,
                           upper=problem.upper + shift)  # fmt: skip
            again = solve_mehrotra(twin)
            assert again.status == first.status
            if first.status == "converged":  # to the same tolerance, not to that of the shift
                assert again.certificate.scale <= 20.0 * first.certificate.scale


def test_certify_rays_that_prove_nothing_are_refused():
    empty = Program([1.0, 0.0], *GALLERY["empty"])
    ray = solve_simplex(empty).dual["ray"]
    assert empty.certify_infeasible(ray) and not empty.certify_infeasible(ray + np.eye(3)[0])
    assert not empty.certify_infeasible(-ray) and not empty.certify_infeasible(0.0 * ray)
    assert not Program([1.0, 0.0], *GALLERY["pentagon"]).certify_infeasible(np.ones(5))
    fallen = Program([-1.0, 0.5], *GALLERY["open"])
    ray = solve_simplex(fallen).dual["ray"]
    assert fallen.certify_unbounded(ray) and not fallen.certify_unbounded(ray - [0.0, 0.1])
    assert not fallen.certify_unbounded(-ray) and not fallen.certify_unbounded([np.nan, 1.0])
    curved = Program([-1.0, 0.5], *GALLERY["open"], Q=np.eye(2))
    assert not curved.certify_unbounded(ray)
    far = fallen.certify([-9.0, 0.0])
    assert far.infeasibility == pytest.approx(9.0 / fallen.sides.length)
    assert far.objective == fallen.value([-9.0, 0.0]) and far.bound == -np.inf


def test_program_passes_check_problem():
    check_problem(lambda seed: Program([1.0, 0.2 * seed], *GALLERY["pentagon"]), max_iter=60)


def test_mehrotra_program_steps_use_the_svm_parts(monkeypatch):
    """Mehrotra's predictor and corrector are written once."""
    calls = []
    real = mehrotra.PARTS.centring
    monkeypatch.setattr(
        mehrotra, "PARTS", mehrotra.PARTS._replace(centring=lambda *a: calls.append(1) or real(*a))
    )
    problem = Program([1.0, 0.3], *GALLERY["pentagon"])
    assert solve_mehrotra(problem).status == "converged" and calls
    assert isinstance(Point(*np.ones((4, 2))).mu, float)


def test_simplex_shows_ties_at_a_degenerate_corner():
    A, b = GALLERY["degenerate corner"]
    corner = np.linalg.solve(A[:2], b[:2])
    start = np.linalg.solve(A[1:3], b[1:3])
    trace = solve_simplex(Program(-corner, A, b), x0=start).trace
    assert trace.snapshots["ties"].sum(axis=1).max() >= 3


def test_central_path_of_a_program_is_central():
    A, b = GALLERY["pentagon"]
    problem, taus = Program([1.0, 0.3], A, b), np.array([1.0, 1e-2, 1e-4])
    path = central_path(problem, taus)
    products = path.s * (b - path.x @ np.transpose(A))
    assert np.allclose(products / taus[:, None], 1.0, rtol=1e-6)
    assert np.allclose(path.s @ A + problem.c, 0.0, atol=1e-7)


@pytest.mark.parametrize("n, curved", [(2, False), (2, True), (8, True)])
def test_small_centre_equals_the_centre_of_lapack(n, curved, monkeypatch):
    rng = np.random.default_rng(n)
    A, half = rng.normal(size=(4 * n, n)), rng.normal(size=(n, n))
    problem = Program(rng.normal(size=n), A, rng.uniform(0.5, 2.0, 4 * n), lower=-3.0, upper=3.0,
                      Q=half @ half.T if curved else None)  # fmt: skip
    taus, calls = np.geomspace(10.0, 1e-4, 12), []
    counted = interior.small_path
    monkeypatch.setattr(interior, "small_path", lambda *a: calls.append(1) or counted(*a))
    path = central_path(problem, taus)
    assert calls and len(counted.signatures) == 1, "it is compiled once more"
    products = path.s * (problem.b - path.x @ A.T)
    assert np.allclose(products / taus[:, None], 1.0, rtol=1e-6)
    monkeypatch.setattr(interior, "small_path", lambda *a: (None, False))  # no factor
    assert np.allclose(central_path(problem, taus).x, path.x, rtol=0.0, atol=1e-9)
    monkeypatch.setattr(interior, "MOST_VARIABLES", 0)
    assert np.allclose(central_path(problem, taus).x, path.x, rtol=0.0, atol=1e-9)


def test_with_objective_shares_the_sides_of_a_linear_program_alone():
    (A, b), c = GALLERY["pentagon"], np.array([-0.6, 2.0])
    linear, curved = Program([1.0, 0.3], A, b), Program([1.0, 0.3], A, b, Q=np.diag([1.0, 3.0]))
    for program, shared in ((linear, True), (curved, False)):
        other, anew = program.with_objective(c), Program(c, A, b, Q=program.Q)
        assert (other.sides is program.sides) == shared
        answers = [solve_simplex(p) if shared else solve_mehrotra(p) for p in (other, anew)]
        assert answers[0].certificate == answers[1].certificate and answers[0].status == "converged"
        assert (other.sides.centre == anew.sides.centre).all()
    units = 2.0 ** np.array([-30, 30])
    wide = Program([1.0, 0.3] * units, A * units, b).with_objective(c * units)
    assert solve_simplex(wide).x * units == pytest.approx(solve_simplex(Program(c, A, b)).x)
    with pytest.raises(ValueError, match="c must"):
        linear.with_objective([np.nan, 1.0])


def test_small_centre_without_a_factor_moves_nothing():
    G = np.array([[1.0, 0.0], [-1.0, 0.0]])  # says nothing of the second
    v, found = small_centre(G, np.ones(2), np.ones(2), np.zeros((2, 2)), 1.0, np.zeros(2), 0.0, 9)
    assert not found and not v.any()


def test_program_sparse_rows_have_the_dense_answers():
    rng = np.random.default_rng(0)
    A = np.where(rng.random((60, 30)) < 0.2, rng.normal(size=(60, 30)), 0.0)
    E = np.where(rng.random((4, 30)) < 0.5, rng.normal(size=(4, 30)), 0.0)
    inside = rng.normal(size=30)
    more = {"lower": inside - 2.0, "upper": inside + 1.0}
    for Q in (None, np.diag(rng.random(30))):
        dense = Program(
            rng.normal(size=30), A, A @ inside + 0.5, Q=Q, A_eq=E, b_eq=E @ inside, **more
        )
        thin = Program(dense.c, sparse.csr_array(A), dense.b, A_eq=sparse.csc_array(E), Q=None if
                       Q is None else sparse.csr_array(Q), b_eq=dense.b_eq, **more)  # fmt: skip
        for name in ("mehrotra", "path_following", "pdhg", "admm"):
            one, other = run(name, dense, tol=1e-3), run(name, thin, tol=1e-3)
            assert one.status == other.status == "converged", name
            assert one.certificate.objective == pytest.approx(other.certificate.objective, rel=1e-2)


def halved(M):
    """M with two entries, half of it each, in the place of every entry."""
    M = sparse.csr_array(M)
    parts = np.repeat(M.data / 2.0, 2), np.repeat(M.indices, 2), 2 * M.indptr
    return sparse.csr_array(parts, shape=M.shape)


def test_program_entries_at_one_place_are_their_sum():
    A, E, Q = np.array([[3.0, 4.0], [-1.0, 0.0]]), np.array([[1.0, -1.0]]), np.diag([2.0, 4.0])
    c, b = np.array([-1.0, -2.0]), np.array([7.0, 0.0])
    one = Program(c, A, b, Q=Q, A_eq=E, b_eq=np.zeros(1))
    other = Program(c, halved(A), b, Q=halved(Q), A_eq=halved(E), b_eq=np.zeros(1))
    assert halved(A).nnz == 6 and (other.A.nnz, other.A_eq.nnz, other.Q.nnz) == (3, 2, 2)
    for name in ("A", "A_eq", "Q"):
        assert np.array_equal(getattr(other, name).toarray(), getattr(one, name)), name
    x = solve_mehrotra(other, tol=1e-9).x
    assert one.certify(x).infeasibility < 1e-9 and np.allclose(x, 0.5, atol=1e-4)


@pytest.mark.parametrize("entries", [1, 3, 40])
def test_sparse_factor_of_any_pattern_solves(entries):
    rng, n = np.random.default_rng(entries), 400
    G = sparse.random_array((2 * n, n), density=entries / n, rng=rng, format="csr")
    for weights in (np.ones(2 * n), 10.0 ** rng.uniform(-3.0, 3.0, 2 * n)):
        M = gram(G, weights) + sparse.eye_array(n, format="csr")
        b = rng.normal(size=n)
        x = factor(M)(b)
        assert np.allclose(M @ x, b, atol=1e-7 * np.abs(M).max() * np.abs(x).max())


def test_mehrotra_large_sparse_programs_are_proved():
    """More variables than a dense factor is made of."""
    rng = np.random.default_rng(0)
    m, n = 1000, 500
    A = sparse.random(m, n, 5 / n, "csr", rng=rng, data_rvs=rng.standard_normal)
    x, y = rng.normal(size=n), rng.exponential(size=m) * (rng.random(m) < 0.4)
    b = A @ x + rng.exponential(size=m) * (y == 0.0)
    for Q in (None, sparse.diags(rng.uniform(0.0, 1.0, n)).tocsr()):
        c = -(A.T @ y) - (0.0 if Q is None else Q @ x)
        problem = Program(c, A, b, Q=Q)
        result = solve_mehrotra(problem, tol=1e-8, record_every=0)
        assert result.status == "converged"
        assert problem.certify(result.x, **result.dual).holds(1e-8)
        assert not problem.certify(result.x + 0.1, **result.dual).holds(1e-8)


@pytest.mark.parametrize(
    "n, p, dependent", [(1, 1, 0), (4, 9, 0), (4, 9, 1), (60, 90, 0), (7, 5, 0)]
)
def test_shortest_solution_is_that_of_least_squares(n, p, dependent):
    rng = np.random.default_rng(n + p)
    M, r = rng.normal(size=(n, p)), rng.normal(size=n)
    if dependent:
        M[-1] = M[:-1].sum(axis=0)
    assert shortest(M, r) == pytest.approx(np.linalg.lstsq(M, r)[0], abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_sides_centre_has_nearly_the_least_sum_of_distances(seed):
    rng = np.random.default_rng(seed)
    n = 2 + seed % 3
    A, b = rng.normal(size=(3 * n, n)), rng.normal(size=3 * n)
    A /= np.linalg.norm(A, axis=1)[:, None]
    variables = 2 * 3 * n + n  # distances up and down, and the point
    E = np.hstack([A, np.eye(3 * n), -np.eye(3 * n)])
    costs = np.r_[np.zeros(n), np.ones(variables - n)]
    least = linprog(costs, A_eq=E, b_eq=b, bounds=[(None, None)] * n + [(0, None)] * (6 * n))
    centre = Program(rng.normal(size=n), A, b).sides.centre
    assert np.abs(A @ centre - b).sum() <= 1.1 * least.fun  # a near side pulls less


@pytest.mark.parametrize("name", ["active_set", "mehrotra", "path_following"])
def test_a_minimum_on_bounds_is_proved_and_met_to_the_last_digit(name):
    """Rounding of the method's own units puts such a point beyond its bounds by as much."""
    rng = np.random.default_rng(0)
    for n in np.repeat([1, 2, 3], 8):
        Q, c = np.diag(rng.integers(1, 4, n)), rng.integers(0, 3, n)
        upper = rng.integers(1, 9, n)
        result = SOLVERS[Program][name](Program(c, Q=Q, lower=0.0, upper=upper))
        assert result.status == "converged", (result, c, Q, upper)
        assert (result.x >= 0.0).all() and (result.x <= upper).all()


@pytest.mark.parametrize("far", [5.0, 100.0])
def test_ellipsoid_far_bounds_do_not_loosen_its_proof(far):
    """Multipliers of far bounds met what was left of the slope, at a price of the distance."""
    for start in ([0.0, 0.0], [-3.0, 4.0], [4.0, 4.0]):
        problem = Program([-6.0, -2.0], [[1.0, 1.0]], [2.0], Q=2 * np.eye(2), lower=-far, upper=far)
        result = SOLVERS[Program]["ellipsoid"](problem, x0=start)
        assert result.status == "converged", (start, result)
        assert abs(problem.value(result.x) + 8.0) < 1e-4
