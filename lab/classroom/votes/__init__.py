"""Votes: a class answers a scene's questions on phones; rooms, what serves them, and the counts."""
