"""What a kernel says reaches the browser at once, except that it is busy for a moment."""

from __future__ import annotations

import json
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.ioloop import IOLoop

#: Seconds for which a kernel is busy with a widget's message before its page shows it.
NOTICED = 0.1


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A kernel's connection on which no message waits for the one before.

    TCP holds the end of a message back until what was sent before is acknowledged (Nagle's
    algorithm), which a browser that has nothing to say puts off for 40 ms: at each picture.

    That a kernel is busy with a widget's message is left out where it is ready again at once.
    JupyterLab lays its toolbar out anew at each change from ready to busy and back, which during
    a drag of a slider takes as long as the pictures themselves.
    """

    #: The message with which a kernel is busy -> the timer until the page shows it.
    _unsaid: dict[str, object]

    def connect(self) -> Any:
        """Join the kernel to its browser, with nothing held back; Any, as Jupyter's base class
        says a coroutine where the class above returns a future."""
        self.websocket_handler.set_nodelay(True)
        self._unsaid = {}
        return super().connect()

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        """Send a message on, but "busy" with a widget's only where "idle" takes long to follow."""
        state, call = self._widget_state(outgoing_msg)
        if state == "busy":
            self._unsaid[call] = IOLoop.current().call_later(
                NOTICED, self._say, call, stream, outgoing_msg
            )
            return
        if timer := self._unsaid.pop(call, None):
            IOLoop.current().remove_timeout(timer)
        super().handle_outgoing_message(stream, outgoing_msg)

    def _say(self, call, stream, outgoing_msg):
        if self._unsaid.pop(call, None) and not stream.closed():
            super().handle_outgoing_message(stream, outgoing_msg)

    def _widget_state(self, outgoing_msg):
        """("busy" or "idle", the name of a widget's message) where it says this; else two empty."""
        parts: list[Any] = self.session.feed_identities(outgoing_msg)[1]
        header, parent, _, content = map(bytes, parts[1:5])
        if json.loads(header)["msg_type"] != "status":
            return "", ""
        of = json.loads(parent)
        if of.get("msg_type") != "comm_msg":
            return "", ""
        return json.loads(content)["execution_state"], of["msg_id"]
