"""Ports for servers of tests."""

import socket


def open_port():
    """A port at which nobody listens, from the system: other than the first of a row, it is not the
    one that a test beside this one is given."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
