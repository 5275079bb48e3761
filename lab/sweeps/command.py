"""`lab sweep`: from words of the command line to a file."""

from __future__ import annotations

import contextlib
from collections import Counter

import joblib

from lab.sweeps.grid import read_values
from lab.sweeps.sweep import checked_path, sweep, write
from solvers import InputError

_INTERRUPTED = 130


def read_vary(words, knobs, read):
    """knob -> values of the words "KNOB=VALUES"; read(knob, text): one value."""
    varied = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in knobs:
            raise InputError(f"--vary must name one of {', '.join(knobs)}, got {name!r}.")
        if name in varied:
            raise InputError(f"--vary must name {name} once, got it twice.")
        varied[name] = read_values(knobs[name], text, read)
    return varied


def run(address, varied, out, cluster, options):
    """Solve, write, and say in a line per status what came; the exit status."""
    path = checked_path(out)
    with on_cluster(cluster):
        done = sweep(address, vary=varied, **options)
    write(done, path)
    counts = Counter(done.columns["status"].tolist())
    counted = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    print(f"{path}: {len(done)} rows{': ' * bool(counted)}{counted}.", *done.notes, sep="\n")
    return _INTERRUPTED if len(done) < done.total else 0


@contextlib.contextmanager
def on_cluster(address):
    """While the body runs, tasks go to the Dask scheduler at `address`, if one is given."""
    if address is None:
        yield
        return
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise InputError(
            "--cluster needs the package distributed, which is not installed; install the extra "
            "'cluster', or leave it out."
        ) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise InputError(
            f"--cluster must be the address of a Dask scheduler, got {address!r} ({error})."
        ) from None
    with client, joblib.parallel_config("dask"):
        yield
