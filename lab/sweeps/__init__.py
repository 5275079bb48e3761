"""Many settings of a scene at once: the grid, the workers, the rows that are stored, the table."""
