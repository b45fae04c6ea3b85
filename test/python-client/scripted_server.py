"""A server that answers as a test tells it, byte by byte, on a free port of this machine."""

import json
import socket
import threading
from typing import Callable, Dict, List, Optional

POLICY = '"minute";q=300;w=60, "day";q=50000;w=86400, "concurrency";q=10;qu="concurrent-requests"'


class Request:
    """One request as it came."""

    def __init__(self, head: str) -> None:
        first, *lines = head.split("\r\n")
        self.method, self.target, _ = first.split(" ")
        self.headers: Dict[str, str] = {
            name.lower(): value for name, value in (line.split(": ", 1) for line in lines if line)
        }


def answer(body: bytes, status: str = "200 OK", headers: Optional[Dict[str, str]] = None) -> bytes:
    """A whole answer. Limits are far away unless told otherwise."""
    lines = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "X-Request-Id": "4dd01df2268e7367d49dd7e3",
        "X-Fetched-At": "1795175431000",
        "RateLimit-Policy": POLICY,
        "RateLimit": '"minute";r=299;t=31, "day";r=49999;t=43794, "concurrency";r=9',
        **(headers or {}),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body


def json_answer(message: object, **headers: str) -> bytes:
    """A whole answer with a message."""
    return answer(json.dumps(message).encode(), headers=headers)


def problem(status: int, code: str, headers: Optional[Dict[str, str]] = None, **more: object) -> bytes:
    """A whole refusal."""
    body = {"code": code, "detail": f"It is {code}.", "requestId": "4dd01df2268e7367d49dd7e3", **more}
    return answer(json.dumps(body).encode(), f"{status} No", headers)


class ScriptedServer:
    """Hands every request to `script`, which gives the bytes to send, or None once it has dealt with the socket itself."""

    def __init__(self, script: Callable[[Request, socket.socket], Optional[bytes]]) -> None:
        self.requests: List[Request] = []
        self.connections = 0
        self._script = script
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._sockets: List[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "ScriptedServer":
        return self

    def __exit__(self, *_: object) -> None:
        for one in [self._listener, *self._sockets]:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def _accept(self) -> None:
        while True:
            try:
                connected, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._sockets.append(connected)
            threading.Thread(target=self._serve, args=[connected], daemon=True).start()

    def _serve(self, connected: socket.socket) -> None:
        waiting = b""
        try:
            while True:
                while b"\r\n\r\n" not in waiting:
                    more = connected.recv(65_536)
                    if not more:
                        return
                    waiting += more
                head, _, waiting = waiting.partition(b"\r\n\r\n")
                request = Request(head.decode("latin-1"))
                self.requests.append(request)
                made = self._script(request, connected)
                if made is None:
                    return
                connected.sendall(made)
        except OSError:
            pass
        finally:
            connected.close()
