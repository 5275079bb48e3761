"""The scene `programs/polytope`."""
