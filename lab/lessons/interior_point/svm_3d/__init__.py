"""The scene `interior-point/svm-3d`."""
