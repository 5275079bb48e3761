"""The scene `lars/logistic`."""
