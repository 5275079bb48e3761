"""Fixtures of pages: the browser's own JavaScript, run by node."""

from nodejs import node, unpacked  # noqa: F401
