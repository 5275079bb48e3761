"""The scene `programs/race`."""
