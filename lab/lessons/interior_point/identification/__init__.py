"""The scene `interior-point/identification`."""
