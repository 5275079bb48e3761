"""The notebooks as students and as teachers get them."""
