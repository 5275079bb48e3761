"""The scene `coordinate-descent/lasso`."""
