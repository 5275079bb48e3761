import socket
import threading

from lab.benchmarks.browser import delayed


def _echo(listener):
    with listener.accept()[0] as line:
        while data := line.recv(4096):
            line.sendall(data)


def test_slow_connection_delivers_all_in_order_and_ends_when_closed():
    sent = [bytes([k]) * 7001 for k in range(100)]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_echo, args=(listener,), daemon=True).start()
        with (
            delayed(listener.getsockname()[1], 0.001) as port,
            socket.create_connection(("127.0.0.1", port)) as line,
        ):
            for piece in sent:
                line.sendall(piece)
            line.shutdown(socket.SHUT_WR)
            heard = b"".join(iter(lambda: line.recv(1 << 16), b""))
    assert heard == b"".join(sent)
