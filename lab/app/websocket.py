"""What a kernel says reaches the browser at once."""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A kernel's connection on which no message waits for the one before.

    TCP holds the end of a message back until what was sent before is acknowledged (Nagle's
    algorithm), which a browser that has nothing to say puts off for 40 ms: at each picture.
    """

    def connect(self) -> Any:
        """Join the kernel to its browser, with nothing held back; Any, as Jupyter's base class
        says a coroutine where the class above returns a future."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
