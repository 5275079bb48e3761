"""Runs of scenes without a screen: solve, draw as data, write as files and as Python."""
