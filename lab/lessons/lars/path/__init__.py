"""The scene `lars/path`."""
