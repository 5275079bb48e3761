"""The scene `lars/group-path`."""
