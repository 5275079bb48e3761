"""The strongest packages beside ours, and how time and memory grow with the data."""
