"""Ports for servers of tests."""

import contextlib
import socket


def open_ports(count):
    """So many different free ports, from the system: unlike consecutive ones, they are not those
    that a concurrent test is given."""
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


def open_port():
    """One of them."""
    return open_ports(1)[0]
