"""What a teacher gets and students do not: lesson plans, and the keys to a scene's questions."""
