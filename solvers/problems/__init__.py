"""Problem families: frozen data and their proofs of optimality."""
