"""The scene `interior-point/central-path`."""
