"""The scene `alternating-linearization/methods`."""
