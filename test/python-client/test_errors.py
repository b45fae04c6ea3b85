"""What goes wrong, what a client says of it, and what it tries again."""

import contextlib
import gzip
import io
import json
import os
import pickle
import socket
import struct
import threading
import traceback
import unittest.mock

import backline
from scripted_server import answer, json_answer, problem
from served_test import KEY, ServedTest
from stepped_clock import SteppedClock

CODES = {
    "invalid_request": (400, backline.InvalidRequest),
    "invalid_api_key": (401, backline.InvalidApiKey),
    "insufficient_scope": (403, backline.InsufficientScope),
    "not_found": (404, backline.NotFound),
    "not_watched": (404, backline.NotWatched),
    "method_not_allowed": (405, backline.MethodNotAllowed),
    "quota_exceeded": (429, backline.QuotaExceeded),
    "upstream_error": (502, backline.UpstreamError),
    "unavailable": (503, backline.Unavailable),
    "maintenance": (503, backline.Maintenance),
    "upstream_timeout": (504, backline.UpstreamTimeout),
    "a_code_of_later": (418, backline.BacklineError),
}


def list_(client, **options):
    return client.list_announcements("jp", **options)


def reset(connected):
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connected.close()


class TickingClock(SteppedClock):
    """A clock on which a second passes whenever somebody looks."""

    def now(self):
        self.seconds += 1
        return self.seconds


class Refusals(ServedTest):
    def test_every_code_is_an_error_of_its_own_with_all_that_was_said(self):
        more = {"errors": [{"parameter": "id", "detail": "d"}], "violated-policies": ["day"], "error": {"kind": "transport"}}
        for code, (status, kind) in CODES.items():
            script = lambda request, _: problem(status, code, {"Retry-After": "600"}, **more)
            client, _ = self.serve(script, clock=SteppedClock())
            with self.assertRaises(kind) as raised:
                list_(client)
            error = raised.exception
            self.assertIs(type(error), kind)
            self.assertEqual(
                [error.code, error.status, error.request_id, error.retry_after, error.detail],
                [code, status, "4dd01df2268e7367d49dd7e3", 600.0, f"It is {code}."],
            )
            self.assertEqual(error.retryable, status in (429, 502, 503, 504), code)
            self.assertEqual(error.problems, ({"parameter": "id", "detail": "d"},))
            self.assertEqual(error.violated, ("day",))
            self.assertEqual(error.upstream_kind, "transport")
            for part in (code, str(status), error.request_id, error.detail):
                self.assertIn(part, str(error))

    def test_there_is_a_test_for_every_error_of_the_contract(self):
        self.assertEqual(set(backline._ERRORS), set(CODES) - {"a_code_of_later"})

    def test_an_answer_of_somebody_else_is_none(self):
        for status, body in (
            ("502 Bad Gateway", b"<html>proxy</html>"),
            ("503 No", b"[]"),
            ("500 No", b'{"code": 5, "detail": "x"}'),
            ("301 Moved", b""),
            ("200 OK", b"<html>log in</html>"),
            ("200 OK", b"[]"),
            ("200 OK", b""),
            ("200 OK", b"[" * 100_000),
            ("200 OK", b'{"announcements": [}'),
            ("200 OK", b'{"a": NaN}'),
            ("200 OK", b"\xff\xfe{}"),
        ):
            with self.subTest(status=status, body=body[:30]):
                client, server = self.serve(
                    lambda request, _: answer(body, status, {"Location": "/elsewhere"}), retries_max=0
                )
                with self.assertRaises(backline.UnexpectedAnswer) as raised:
                    list_(client)
                self.assertEqual(raised.exception.status, int(status[:3]))
                self.assertEqual(len(server.requests), 1, "no redirect is followed")


class Retries(ServedTest):
    def after(self, *answers, call=list_, **options):
        """Calls a server that gives these answers, and then always a good one. Gives the call's end and all waits."""
        waiting = list(answers)
        script = lambda request, connected: waiting.pop(0)(connected) if waiting else json_answer({})
        clock = SteppedClock()
        client, server = self.serve(script, clock=clock, jitter=lambda: 0.5, **options)
        try:
            end = call(client)
        except backline.BacklineError as error:
            end = error
        return end, clock.slept, len(server.requests)

    def test_what_can_be_tried_again_is_with_growing_pauses(self):
        for lost in (
            lambda connected: problem(502, "upstream_error"),
            lambda connected: problem(504, "upstream_timeout"),
            lambda connected: answer(b"<html>", "502 Bad Gateway"),
            lambda connected: reset(connected),
            lambda connected: connected.close(),
            lambda connected: connected.sendall(answer(b'{"announcements"')[:-8]) or connected.close(),
            lambda connected: connected.sendall(b"HTTP/1.1 200 O") or connected.close(),
            lambda connected: b"what is this?\r\n\r\n",
        ):
            end, slept, requests = self.after(lost, lost)
            self.assertIsInstance(end, backline.Result)
            self.assertEqual([slept, requests], [[0.25, 0.5], 3])

    def test_what_cannot_is_not(self):
        for status, code in ((400, "invalid_request"), (401, "invalid_api_key"), (404, "not_found")):
            end, slept, requests = self.after(lambda connected: problem(status, code))
            self.assertEqual([end.code, slept, requests], [code, [], 1])

    def test_the_server_is_given_the_time_that_it_asks_for(self):
        said = lambda connected: problem(503, "unavailable", {"Retry-After": "5"})
        end, slept, _ = self.after(said)
        self.assertIsInstance(end, backline.Result)
        self.assertEqual(slept, [5.25])

    def test_nothing_is_tried_more_often_than_it_may_be(self):
        said = [lambda connected: problem(503, "unavailable", {"Retry-After": "1"})] * 9
        for retries in (0, 1, 5):
            end, slept, requests = self.after(*said, retries_max=retries)
            self.assertEqual([end.code, len(slept), requests], ["unavailable", retries, retries + 1])

    def test_nobody_waits_for_what_comes_too_late(self):
        said = lambda connected: problem(503, "unavailable", {"Retry-After": "600"})
        end, slept, requests = self.after(said)
        self.assertEqual([end.code, end.retry_after, slept, requests], ["unavailable", 600.0, [], 1])

    def test_maintenance_outlasts_a_call(self):
        end, slept, requests = self.after(lambda connected: problem(503, "maintenance", {"Retry-After": "1"}))
        self.assertEqual([end.code, end.retryable, slept, requests], ["maintenance", True, [], 1])

    def test_a_failing_server_gets_ten_retries_and_then_one_for_ten_answers(self):
        failing = lambda request, _: problem(502, "upstream_error")
        client, server = self.serve(failing, clock=SteppedClock())
        for _ in range(20):
            with self.assertRaises(backline.UpstreamError):
                list_(client)
        self.assertEqual(len(server.requests), 20 + 10)


class Connections(ServedTest):
    def test_one_connection_serves_many_requests(self):
        client, server = self.serve(lambda request, _: json_answer({}))
        for _ in range(20):
            list_(client)
        self.assertEqual([server.connections, len(server.requests)], [1, 20])

    def test_a_kept_connection_that_was_closed_meanwhile_costs_nothing(self):
        def script(request, connected):
            connected.sendall(json_answer({}))
            reset(connected)

        clock = SteppedClock()
        client, server = self.serve(script, clock=clock)
        for _ in range(5):
            list_(client)
        self.assertEqual([clock.slept, len(server.requests)], [[], 5])

    def test_a_kept_connection_that_is_cut_off_in_an_answer_was_read_and_is_tried_again_with_a_pause(self):
        answers = [json_answer({}), json_answer({})[:40], json_answer({})]

        def script(request, connected):
            if len(answers) == 3:
                return answers.pop(0)
            connected.sendall(answers.pop(0))
            reset(connected)

        clock = SteppedClock()
        client, server = self.serve(script, clock=clock, jitter=lambda: 0.0)
        list_(client)
        list_(client)
        self.assertEqual([clock.slept, len(server.requests)], [[0.0], 3])

    def test_an_answer_that_ends_its_connection_is_whole_all_the_same(self):
        client, server = self.serve(lambda request, _: json_answer({"a": "b" * 99_999}, Connection="close"))
        self.assertEqual(len(list_(client).data["a"]), 99_999)
        list_(client)
        self.assertEqual(server.connections, 2)

    def test_chunks_and_compression_are_read_and_a_bomb_is_not(self):
        body = json.dumps({"title": "長い" * 5_000}).encode()
        chunked = {"Transfer-Encoding": "chunked", "Content-Length": None}
        pieces = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:9], body[9:])) + b"0\r\n\r\n"
        packed = gzip.compress(body)
        for made in (answer(pieces, headers=chunked), answer(packed, headers={"Content-Encoding": "gzip"})):
            client, _ = self.serve(lambda request, _: made)
            self.assertEqual(list_(client).data["title"], "長い" * 5_000)
        bomb = gzip.compress(bytes(backline._BODY_MAX + 1))
        for made in (bomb, packed[:-9], b"no gzip", b""):
            client, _ = self.serve(
                lambda request, _: answer(made, headers={"Content-Encoding": "gzip"}), retries_max=0
            )
            with self.assertRaises(backline.NetworkFailure):
                list_(client)

    def test_an_answer_that_is_cut_off_anywhere_is_no_answer(self):
        whole = json_answer({"announcements": [{"id": "7"}]}, **{"X-Fetched-At": "1795175431000"})
        for cut in range(len(whole)):
            script = lambda request, connected: connected.sendall(whole[:cut])
            client, _ = self.serve(script, retries_max=0)
            with self.assertRaises(backline.NetworkFailure, msg=cut):
                list_(client)

    def test_an_answer_that_drips_ends_by_its_deadline(self):
        over = threading.Event()
        self.addCleanup(over.set)
        body = answer(b"", headers={"Content-Length": "9999"})
        for before, drop in ((b"HTTP/1.1 200 OK\r\nX: ", b"y"), (body, b" ")):
            def script(request, connected):
                connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connected.sendall(before)
                with contextlib.suppress(OSError):
                    while not over.wait(0.002):
                        connected.sendall(drop)

            client, server = self.serve(script, clock=TickingClock(), retries_max=0)
            with self.assertRaises(backline.NetworkFailure) as raised:
                list_(client)
            self.assertIn("the server was silent for too long", str(raised.exception))

    def test_an_answer_that_never_comes_ends_the_call_in_its_time(self):
        over = threading.Event()
        self.addCleanup(over.set)
        client, _ = self.serve(lambda request, _: over.wait(60) and None, attempt_timeout=0.05, retries_max=0)
        with self.assertRaises(backline.NetworkFailure) as raised:
            list_(client)
        self.assertTrue(raised.exception.retryable)
        with self.assertRaises(backline.DeadlineExceeded):
            list_(client, deadline=0.01)

    def test_a_server_that_is_not_there_is_no_reason_to_hold_the_quota_used_up(self):
        clock = SteppedClock()
        client, server = self.serve(
            lambda request, _: json_answer({}, Connection="close"), clock=clock, retries_max=0
        )
        list_(client)
        server.__exit__()
        for _ in range(400):
            with self.assertRaises(backline.NetworkFailure) as raised:
                list_(client)
        self.assertEqual(clock.slept, [])
        self.assertIn("Connection refused", str(raised.exception))

    def test_a_proxy_that_lets_nobody_through_is_named_as_the_reason(self):
        _, server = self.serve(lambda request, _: answer(b"", "407 Proxy Authentication Required"))
        with unittest.mock.patch.dict(os.environ, {"https_proxy": server.url, "no_proxy": ""}):
            client = backline.Client("https://data.example.org", KEY, retries_max=0)
        with self.assertRaises(backline.NetworkFailure) as raised:
            list_(client)
        self.assertIn("407 Proxy Authentication Required", str(raised.exception))
        [request] = server.requests
        self.assertEqual([request.method, request.target], ["CONNECT", "data.example.org:443"])
        self.assertNotIn("authorization", request.headers, "a proxy does not see the key")

    def test_the_proxy_of_the_environment_is_asked(self):
        proxied = []

        def script(request, connected):
            proxied.append((request.target, request.headers.get("proxy-authorization")))
            return json_answer({})

        _, server = self.serve(script)
        address = server.url.replace("http://", "http://user:p%40ss@")
        with unittest.mock.patch.dict(os.environ, {"http_proxy": address, "no_proxy": ""}):
            client = backline.Client("http://data.example.org", KEY)
        self.addCleanup(client.close)
        list_(client)
        self.assertEqual(
            proxied,
            [("http://data.example.org/api/open/v1/game/jp/announcements", "Basic dXNlcjpwQHNz")],
        )
        self.assertEqual(server.requests[0].headers["host"], "data.example.org")


class TheKey(ServedTest):
    def test_is_sent_as_a_bearer_token_and_shown_nowhere(self):
        echoes = (
            lambda request, _: problem(401, "invalid_api_key"),
            lambda request, _: answer(request.headers["authorization"].encode(), "500 No"),
            lambda request, _: f"{request.headers['authorization']}\r\n\r\n".encode(),
            lambda request, _: f"HTTP/1.1 {request.headers['authorization']}\r\n\r\n".encode(),
        )
        for script in echoes:
            out = io.StringIO()
            client, server = self.serve(script, retries_max=0)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                with self.assertRaises(backline.BacklineError) as raised:
                    list_(client)
            self.assertEqual(server.requests[0].headers["authorization"], f"Bearer {KEY}")
            error = raised.exception
            shown = [repr(client), str(client), repr(error), str(error), repr(vars(error)), out.getvalue()]
            shown += traceback.format_exception(type(error), error, error.__traceback__)
            for text in shown:
                self.assertNotIn(KEY[17:], text)

    def test_that_could_not_be_one_is_refused_without_being_repeated(self):
        for wrong in ("", "se cret", "secret\r\nX: y", "secret\n", "sécret"):
            with self.assertRaises(TypeError) as raised:
                backline.Client("http://127.0.0.1", wrong)
            self.assertNotIn("cret", str(raised.exception))

    def test_is_sent_to_no_other_address(self):
        _, other = self.serve(lambda request, _: json_answer({}))
        client, _ = self.serve(lambda request, _: answer(b"", "302 Found", {"Location": other.url}))
        with self.assertRaises(backline.UnexpectedAnswer):
            list_(client)
        self.assertEqual(other.requests, [])

    def test_goes_only_to_an_address_that_is_one(self):
        for wrong in ("", "127.0.0.1:8787", "ftp://x", "http://", "http://u:p@x", "http://x?y", "http://x#y", "http://x/api/open/v1",
                      "http://x/api/public", "http://x:99999", "http://x/ü", None, 7):
            with self.assertRaises(TypeError) as raised:
                backline.Client(wrong, KEY)
            self.assertIn("base_url", str(raised.exception))

    def test_is_in_no_copy_that_is_written_away(self):
        client, _ = self.serve(lambda request, _: json_answer({}))
        with self.assertRaises(TypeError):
            pickle.dumps(client)


class Options(ServedTest):
    def test_that_make_no_sense_are_refused(self):
        nan = float("nan")
        for name, values in {
            "deadline": (0, -1, nan, float("inf"), "9", True, None),
            "attempt_timeout": (0, -1, nan, None),
            "retries_max": (-1, 1.5, nan, True, None),
            "concurrency_max": (0, -1, 1.5, nan, True, "3"),
            "pacing": ("fast", None),
            "share": ("0/3", "4/3", "1/0", "1 / 3", "half", 0.5, 3),
            "app_name": ("", "bot\r\nX: y", "böt", " bot", 7),
            "fill_defaults": (None, "no"),
            "on_retry": (5, "print"),
            "nonsense": (1,),
        }.items():
            for value in values:
                with self.subTest(name=name, value=value), self.assertRaises(TypeError) as raised:
                    backline.Client("http://127.0.0.1", KEY, **{name: value})
                self.assertIn(name, str(raised.exception))
        client, _ = self.serve(lambda request, _: json_answer({}))
        with self.assertRaises(TypeError):
            list_(client, deadline=0)


if __name__ == "__main__":
    unittest.main()
