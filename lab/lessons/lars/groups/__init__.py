"""The scene `lars/groups`."""
