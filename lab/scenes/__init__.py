"""What every scene is made of: the table of its frames, and the picture of that table."""
