"""Votes: a class answers a scene's questions on phones; rooms, what serves them, and the counts.

As an extension of a Jupyter server it holds the rooms of `dashboard.vote()`. It is off until it is
asked for: nothing answers before a room is opened.
"""


def _jupyter_server_extension_points():
    return [{"module": "lab.votes"}]


def _load_jupyter_server_extension(server):
    """Let the dashboards of this Jupyter server open rooms."""
    from lab.votes.extension import load

    load(server)
