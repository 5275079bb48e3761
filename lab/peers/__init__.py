"""Foreign solvers as peers of ours: one file each, with the conventions of its package.

A peer is a function `peer(problem, tol=None) -> solve` under a line `@peer("name", Problem)`: it
puts the problem into the package's own form, and `solve()` returns an `Answer`. `lab.judge`, races
and benchmarks read the same files.
"""

from lab.peers.parts import Answer, Package
from lab.peers.registry import Peer, peer, peers_of
from lab.peers.testing import check_peer

__all__ = ["Answer", "Package", "Peer", "check_peer", "peer", "peers_of"]
