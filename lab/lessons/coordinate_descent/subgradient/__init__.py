"""The scene `coordinate-descent/subgradient`."""
