"""The scene `interior-point/svm`."""
