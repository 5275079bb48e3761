"""Support vector machines, as tests build them."""

from seeded import Offer, classes

from solvers import Gaussian, KernelSVM, Linear


def build(rng):
    n = rng.integers(4, 30)
    kernel = Linear() if rng.random() < 0.5 else Gaussian(gamma=10.0 ** rng.uniform(-1, 1))
    return KernelSVM(rng.normal(size=(n, 2)), classes(rng, n), kernel, C=10.0 ** rng.uniform(-1, 2))


def scaled(p, s):
    linear = KernelSVM(p.X[:, :2], p.y, Linear(), C=p.C)
    return KernelSVM(linear.X * s, p.y, Linear(), C=p.C / s / s), s**-2.0, 0.0


OFFERS = [Offer(KernelSVM, build, scaled, "C")]
