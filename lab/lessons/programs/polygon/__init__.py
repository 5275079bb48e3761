"""The scene `programs/polygon`."""
