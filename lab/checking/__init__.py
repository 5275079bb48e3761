"""How a student's own step is run, in a process of its own, and judged by its properties."""
