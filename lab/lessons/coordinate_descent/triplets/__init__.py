"""The scene `coordinate-descent/triplets`."""
