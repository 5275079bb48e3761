"""Sums over key assignments: margins and squares of many assignments at once.

index (k, p): row c holds, for each positive bag, the number of its key among all instances.
G (J, J): Gram matrix of all instances. negative (n,): numbers of the negative instances.
s (N,), N = p + n: one entry per positive bag, then one per negative instance.
v (k,): weights of the assignments, summing to 1.
"""

import numpy as np

from solvers.compiled import njit


@njit(cache=True, nogil=True)
def lifted(
    G: np.ndarray,
    index: np.ndarray,
    negative: np.ndarray,
    s: np.ndarray,
    v: np.ndarray,
    base: np.ndarray,
    weight: np.ndarray,
    f: np.ndarray,
    squares: np.ndarray,
) -> None:
    """Fill f (N,) = K_v s and squares (k,) with Q_c = s'K(c)s; base and weight (J,) are working
    memory. O(k p^2 + J n)."""
    k, p = index.shape
    n, constant = negative.size, 0.0
    base[:] = 0.0
    for r in range(n):
        if s[p + r] != 0.0:
            row = G[negative[r]]
            for a in range(base.size):
                base[a] -= s[p + r] * row[a]
    for r in range(n):
        constant -= s[p + r] * base[negative[r]]
    weight[:] = 0.0
    f[:] = 0.0
    for c in range(k):
        key, total = index[c], 0.0
        for i in range(p):
            row, inner = G[key[i]], 0.0
            for j in range(p):
                inner += s[j] * row[key[j]]
            total += s[i] * (inner + 2.0 * base[key[i]])
            f[i] += v[c] * (inner + base[key[i]])
            weight[key[i]] += v[c] * s[i]
        squares[c] = constant + total
    for a in range(weight.size):
        if weight[a] != 0.0:
            row = G[a]
            for r in range(n):
                f[p + r] -= weight[a] * row[negative[r]]
    for r in range(n):
        f[p + r] -= base[negative[r]]


def margins_and_squares(
    G: np.ndarray, index: np.ndarray, negative: np.ndarray, s: np.ndarray, v: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(K_v s (N,), Q (k,)) for arrays as in the module's docstring."""
    f, squares = np.empty(s.size), np.empty(len(index))
    lifted(G, index, negative, s, v, np.empty(len(G)), np.empty(len(G)), f, squares)
    return f, squares


@njit(cache=True, nogil=True)
def _pair_block(G, index, v, K):
    """Add sum_c v_c kernel(key_i, key_j) to the leading block of K."""
    k, p = index.shape
    for c in range(k):
        if v[c] != 0.0:
            for i in range(p):
                row = G[index[c, i]]
                for j in range(p):
                    K[i, j] += v[c] * row[index[c, j]]


def mixed_gram(G: np.ndarray, index: np.ndarray, negative: np.ndarray, v: np.ndarray) -> np.ndarray:
    """K_v (N, N) = sum_c v_c K(c)."""
    p, n = index.shape[1], negative.size
    K = np.zeros((p + n, p + n))
    _pair_block(G, index, v, K)
    K[p:, p:] = G[np.ix_(negative, negative)]
    for i in range(p):
        share = np.bincount(index[:, i], weights=v, minlength=len(G))
        K[i, p:] = K[p:, i] = -(share @ G[:, negative])
    return K
