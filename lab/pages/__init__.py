"""Pages whose knobs live without a kernel: a lattice of settings, solved in advance."""
