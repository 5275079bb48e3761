"""The notebooks: which are installed, and copies of them as students and as teachers get them."""
