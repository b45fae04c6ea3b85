"""Tests of a client and the scripted server that it asks; both end with the test."""

import socket
import unittest
from typing import Any, Callable, List, Optional, Tuple

import backline
from scripted_server import Request, ScriptedServer, json_answer

KEY = "bkl_abcdefghijkl_thisIsTheSecretPartOfTheKeyAndNobodySees"


class ServedTest(unittest.TestCase):
    """A test that needs a server."""

    def serve(
        self,
        script: Callable[[Request, socket.socket], Optional[bytes]],
        path: str = "",
        **options: Any,
    ) -> Tuple[backline.Client, ScriptedServer]:
        """A server, and a client that asks it."""
        server = ScriptedServer(script)
        self.addCleanup(server.__exit__)
        client = backline.Client(f"{server.url}{path}", KEY, **options)
        self.addCleanup(client.close)
        return client, server

    def ask(
        self, message: object, call: Callable[[backline.Client], Any], **options: Any
    ) -> Tuple[Any, List[Request]]:
        """Makes a call of a server that always answers with this message; gives the result and the requests."""
        client, server = self.serve(lambda request, _: json_answer(message), **options)
        return call(client), server.requests
