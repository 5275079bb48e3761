"""Machines of the margin distribution: the dual descent and the saddle point."""
