#!/usr/bin/env bash
# A widget that a thread updates is deaf once the subshell that asked last has ended.
#
# Expected: a message of a page to a widget is handled in the subshell that its header names or,
# where it names none, in the main one.
# What happens: a kernel remembers for each comm in whose turn it last sent, and hands all that
# comes for it to that subshell, whatever the header says. What a thread of the user's sends counts
# as sent in the turn of whoever asked last, of any subshell, about anything. If that subshell has
# ended, as one of JupyterLab's does whenever a page comes to a running kernel, each message to the
# widget is refused with `UnknownSubshellError`; the slider moves, and nothing else. In 7.3.0 it is
# heard. A thread that sends by `contextvars.copy_context().run`, copied where the widget is made,
# is not concerned.
# Version: ipykernel 7.4.0, ipywidgets 8.1.9.
# Source: Jupyter Enhancement Proposal 91, kernel subshells: `subshell_id` in a message's header
# says which subshell handles it, and without one it is the parent.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'ipykernel==7.4.0' 'ipywidgets==8.1.9' 'jupyter-client==8.10.0' 'comm==0.2.3'

expected=$(
    cat <<'OUTPUT'
a thread sends: 0
a thread sends in the context of the slider: 7
OUTPUT
)
output=$(
    cd "$folder" && PATH="$folder/venv/bin:$PATH" venv/bin/python - <<'PYTHON' 2>/dev/null
from jupyter_client.manager import start_new_kernel

MAKE = """
import contextvars, threading, time
from ipywidgets import IntSlider

slider = IntSlider()
slider.observe(lambda change: None, "value")
here = contextvars.copy_context()
kernel = get_ipython().kernel

def update(run):
    while "subshell_id" not in kernel.get_parent()["header"]:
        time.sleep(0.01)
    run(setattr, slider, "description", run.__name__)

def call(function, *args):
    function(*args)

print(slider.comm.comm_id)
"""
THREAD = "threading.Thread(target=update, args=({},)).start()"


def cell(client, code):
    text = []
    client.execute_interactive(
        code, timeout=60,
        output_hook=lambda m: m["msg_type"] == "stream" and text.append(m["content"]["text"]),
    )
    return "".join(text).strip()


def asked(client, channel, kind, content, **header):
    message = client.session.msg(kind, content)
    message["header"].update(header)
    getattr(client, f"{channel}_channel").send(message)
    while True:
        reply = getattr(client, f"get_{channel}_msg")(timeout=30)
        if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
            return reply["content"]


def follows(sends):
    """The slider's value after a page has moved it to 7."""
    manager, client = start_new_kernel(kernel_name="python3")
    comm = cell(client, MAKE)
    subshell = asked(client, "control", "create_subshell_request", {})["subshell_id"]
    cell(client, THREAD.format(sends))
    asked(client, "shell", "comm_info_request", {}, subshell_id=subshell)
    while True:  # until the thread has sent
        message = client.get_iopub_msg(timeout=30)
        if message["msg_type"] == "comm_msg" and "description" in str(message["content"]):
            break
    asked(client, "control", "delete_subshell_request", {"subshell_id": subshell})
    data = {"method": "update", "state": {"value": 7}, "buffer_paths": []}
    client.shell_channel.send(client.session.msg("comm_msg", {"comm_id": comm, "data": data}))
    value = cell(client, "print(slider.value)")
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    return value


print("a thread sends:", follows("call"))
print("a thread sends in the context of the slider:", follows("here.run"))
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
