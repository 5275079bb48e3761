"""The scene `lars/split`."""
