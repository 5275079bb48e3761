"""How a student's own step is run, in a separate process, and judged by its properties."""
