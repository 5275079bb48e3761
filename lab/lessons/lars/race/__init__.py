"""The scene `lars/race`."""
