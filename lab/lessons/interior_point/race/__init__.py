"""The scene `interior-point/race`."""
