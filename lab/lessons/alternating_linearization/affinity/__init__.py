"""The scene `alternating-linearization/affinity`."""
