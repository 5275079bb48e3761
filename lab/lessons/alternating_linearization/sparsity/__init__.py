"""The scene `alternating-linearization/sparsity`."""
