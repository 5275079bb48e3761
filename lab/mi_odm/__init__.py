"""Lesson 5: the margin distribution of machines on bags, and the saddle point behind it."""
