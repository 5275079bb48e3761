"""The scene `coordinate-descent/proof`."""
