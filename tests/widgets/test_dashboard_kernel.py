"""A dashboard in a real kernel: what the worker says reaches the browser's side."""

import time

import pytest
from jupyter_client.manager import start_new_kernel

SETUP = """
import time
import numpy as np
from widgets import Clock, Panel, Scene
from widgets.dashboard import Dashboard
from widgets.knobs import Knob

def compute(settings, cancelled):
    time.sleep(0.3)
    scene = Scene([Panel("p", [])], Clock("iteration", np.arange(1.0)), [""], {})
    return settings["n"], scene

dashboard = Dashboard([Knob("n", "integer", 1, "n", 0, 9)], compute, title="T", question="Q")
print(dashboard.scene, dashboard.stage.model_id)
"""
WAIT = """
dashboard.knobs["n"].value = 2
dashboard.wait(10)
print(dashboard.run, dashboard.status)
"""
LATER = "dashboard.knobs['n'].value = 3"
ASK = "print(dashboard._session.picture.payload, dashboard.status, list(dashboard.errors))"


@pytest.fixture(scope="module")
def client():
    manager, client = start_new_kernel(kernel_name="python3")
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def run(client, code):
    """(printed text, comm messages) of a cell, until the kernel is idle again."""
    text, comms = "", []

    def hear(message):
        nonlocal text
        kind = message["msg_type"]
        if kind == "stream":
            text += message["content"]["text"]
        elif kind.startswith("comm_"):
            comms.append(message)

    reply = client.execute_interactive(code, output_hook=hear, timeout=60)
    assert reply["content"]["status"] == "ok", reply["content"]
    return text.split(), comms


def listen(client, seconds):
    """The comm messages that arrive while no cell runs."""
    heard, until = [], time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        try:
            message = client.get_iopub_msg(timeout=left)
        except Exception as error:
            if type(error).__name__ != "Empty":
                raise
            break
        if message["msg_type"] == "comm_msg":
            heard.append(message)
    return heard


def states(messages, model):
    """The state updates that `messages` bring to the widget `model`."""
    return [
        m["content"]["data"]["state"]
        for m in messages
        if m["content"]["comm_id"] == model and "state" in m["content"]["data"]
    ]


def test_where_a_page_may_look_the_cell_shows_the_view_and_does_not_wait(client):
    shown = []
    reply = client.execute_interactive(
        SETUP.replace("0.3", "20.0") + "dashboard",
        output_hook=lambda m: m["msg_type"] == "execute_result" and shown.append(m["content"]),
        timeout=60,
    )
    assert reply["content"]["status"] == "ok"
    assert "application/vnd.jupyter.widget-view+json" in shown[0]["data"]
    assert "image/png" not in shown[0]["data"]
    assert run(client, "print(dashboard.scene)")[0] == ["None"], "the cell has waited"


@pytest.mark.servers
def test_worker_messages_arrive_in_between_and_after_cells(client):
    (first, stage), _ = run(client, SETUP)
    assert first == "None"  # the cell did not wait for the picture
    after = listen(client, 2.0)
    assert any("spec" in state for state in states(after, stage))
    assert states(after, stage)[-1]["status"]["kind"] == "ready"

    text, _ = run(client, WAIT)
    assert text == ["2", "ready"]

    run(client, LATER)
    after = listen(client, 2.0)
    kinds = [s["status"]["kind"] for s in states(after, stage) if "status" in s]
    assert kinds == ["solving", "ready"]

    turn = {"kind": "turn", "knob": "n", "value": 77, "dragging": False, "turn": "a1"}
    message = {"comm_id": stage, "data": {"method": "custom", "content": turn}}
    client.shell_channel.send(client.session.msg("comm_msg", message))
    heard = listen(client, 2.0)
    assert "n must be a whole number between 0 and 9, got 77." in [
        s["status"]["text"] for s in states(heard, stage) if "status" in s
    ]
    text, _ = run(client, ASK)
    assert text[0] == "3" and text[-1] == "[]"


LATER_FROM_A_THREAD = """
import threading

def later():
    kernel = get_ipython().kernel
    while "subshell_id" not in kernel.get_parent()["header"]:
        time.sleep(0.01)
    dashboard.stage.send({"kind": "news"})

threading.Thread(target=later).start()
"""


def requested(client, channel, kind, content=None, subshell=None):
    """The content of the kernel's reply to a request."""
    message = client.session.msg(f"{kind}_request", content or {})
    message["header"]["subshell_id"] = subshell
    getattr(client, f"{channel}_channel").send(message)
    while True:
        reply = getattr(client, f"get_{channel}_msg")(timeout=30)
        if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
            return reply["content"]


def test_page_is_answered_though_the_last_subshell_has_ended(client):
    """ipykernel 7.4 passes what a page sends to the subshell in whose turn the widget last sent
    something, and takes a thread for a part of the last request: here, for that of a subshell which
    ends, as JupyterLab's does when a page connects to a running kernel."""
    (_, stage), _ = run(client, SETUP)
    run(client, "dashboard.wait(10)")
    made = requested(client, "control", "create_subshell")
    if "subshell_id" not in made:
        pytest.skip("this kernel has no subshells")
    subshell = made["subshell_id"]
    run(client, LATER_FROM_A_THREAD)
    requested(client, "shell", "comm_info", subshell=subshell)
    reported = {"method": "custom", "content": {"kind": "news"}}
    while client.get_iopub_msg(timeout=10)["content"].get("data") != reported:
        pass
    requested(client, "control", "delete_subshell", {"subshell_id": subshell})
    wanted = {"method": "custom", "content": {"kind": "want", "bundle": "live"}}
    message = {"comm_id": stage, "data": wanted}
    client.shell_channel.send(client.session.msg("comm_msg", message))
    heard = [m["content"]["data"].get("content", {}).get("kind") for m in listen(client, 2.0)]
    assert "source" in heard
