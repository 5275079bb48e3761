"""Scenes on paper: marks as matplotlib artists, the page around them, films of them."""
