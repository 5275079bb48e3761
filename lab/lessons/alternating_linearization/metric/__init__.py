"""The scene `alternating-linearization/metric`."""
