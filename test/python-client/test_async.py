"""The asyncio client: the calls of the other one, without holding up the event loop, and with an end when cancelled."""

import ast
import asyncio
import inspect
import pathlib
import threading
import time
import typing
import unittest

import backline
import backline_async
from scripted_server import answer, json_answer, problem
from served_test import KEY, ServedTest
from test_public import STREAM, entry, public


class Async(ServedTest):
    def run_with(self, script, work, **options):
        """Runs `work` with a client of a server."""
        _, server = self.serve(script)

        async def main():
            async with backline_async.AsyncBackline(server.url, KEY, **options) as client:
                return await work(client)

        return asyncio.run(main()), server.requests

    def test_a_call_gives_what_the_other_client_gives(self):
        message = {"ranking": [{"rank": 1, "point": 5}]}

        async def work(client):
            return await client.get_event_ranking("jp", event_id=backline.EventId("1"), ranks=[1, 2])

        result, [request] = self.run_with(lambda request, _: json_answer(message), work)
        self.assertEqual([len(result.by_rank[1]), result.by_rank[2]], [1, []])
        self.assertEqual(request.headers["authorization"], f"Bearer {KEY}")

    def test_many_calls_share_the_limits_and_hold_up_nothing(self):
        ticks = []

        async def work(client):
            async def tick():
                while True:
                    ticks.append(time.monotonic())
                    await asyncio.sleep(0.001)

            ticking = asyncio.ensure_future(tick())
            results = await asyncio.gather(*(client.list_announcements("jp") for _ in range(100)))
            ticking.cancel()
            return results

        results, requests = self.run_with(lambda request, _: json_answer({}), work)
        self.assertEqual([len(results), len(requests)], [100, 100])
        self.assertLess(max(later - sooner for sooner, later in zip(ticks, ticks[1:])), 0.5)

    def test_errors_are_those_of_the_other_client(self):
        async def work(client):
            with self.assertRaises(backline.NotFound):
                await client.get_circle("jp", circle_id=backline.CircleId("1"))
            with self.assertRaises(TypeError):
                await client.get_circle("jp", circle_id=1.5)

        self.run_with(lambda request, _: problem(404, "not_found"), work)

    def test_a_cancelled_call_ends_at_once_wherever_it_waits(self):
        over = threading.Event()
        self.addCleanup(over.set)
        spent = {"RateLimit": '"minute";r=0;t=31, "day";r=9;t=99, "concurrency";r=9'}
        scripts = {
            "for the answer": lambda request, _: over.wait(60) and None,
            "for the next minute": lambda request, _: json_answer({}, **spent),
            "before a retry": lambda request, _: problem(503, "unavailable", {"Retry-After": "30"}),
        }

        async def work(client):
            task = asyncio.ensure_future(self.ask_twice(client))
            await asyncio.sleep(0.1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        for name, script in scripts.items():
            with self.subTest(waits=name):
                began = time.monotonic()
                self.run_with(script, work)
                # Leaving the client waits for its threads.
                self.assertLess(time.monotonic() - began, 5)

    async def ask_twice(self, client):
        await client.list_announcements("jp")
        await client.list_announcements("jp")

    def test_the_deadline_includes_the_wait_for_a_thread(self):
        over = threading.Event()
        self.addCleanup(over.set)

        async def work(client):
            calls = [client.list_announcements("jp", deadline=0.2) for _ in range(3)]
            return await asyncio.gather(*calls, return_exceptions=True)

        began = time.monotonic()
        errors, _ = self.run_with(lambda request, _: over.wait(60) and None, work, threads_max=1, retries_max=0)
        self.assertEqual({type(error) for error in errors}, {backline.DeadlineExceeded})
        self.assertLess(time.monotonic() - began, 5)

    def test_a_history_is_iterated(self):
        pages = [
            {"entries": [{"fetchedAt": str(at)} for at in range(1, 701)], "nextFrom": "701"},
            {"entries": [{"fetchedAt": "701"}]},
        ]

        async def work(client):
            return [one async for one in client.iter_music_history("jp", music_id=backline.MusicId("1"), ranks=[1])]

        entries, _ = self.run_with(lambda request, _: public(pages.pop(0)), work)
        self.assertEqual([int(one["fetchedAt"]) for one in entries], list(range(1, 702)))

    def test_a_live_stream_loses_no_entry_to_a_timeout_and_ends_when_closed(self):
        more, over = threading.Event(), threading.Event()
        self.addCleanup(over.set)

        def script(request, connected):
            connected.sendall(answer(entry(1), headers=STREAM))
            more.wait(60)
            connected.sendall(entry(2))
            over.wait(60)

        async def work(client):
            found = []
            async with client.live("jp") as stream:
                found.append((await stream.__anext__()).id)
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(stream.__anext__(), 0.05)
                more.set()
                async for one in stream:
                    found.append(one.id)
                    stream.close()
            return found, stream.position

        result, _ = self.run_with(script, work)
        self.assertEqual(result, (["1", "2"], "2"))

    def test_a_stream_that_is_refused_raises(self):
        async def work(client):
            with self.assertRaises(backline.InvalidRequest):
                await client.live("jp").__anext__()

        self.run_with(lambda request, _: problem(400, "invalid_request"), work)

    def test_options_that_make_no_sense_are_refused(self):
        for options in ({"threads_max": 0}, {"deadline": 0}, {"nonsense": 1}):
            with self.assertRaises(TypeError):
                backline_async.AsyncBackline("http://127.0.0.1", KEY, **options)


class TheFile(unittest.TestCase):
    def test_runs_on_python_3_9(self):
        ast.parse(pathlib.Path(backline_async.__file__).read_text("utf-8"), feature_version=(3, 9))

    def test_has_every_method_of_the_other_client_with_the_same_arguments(self):
        for name, method in inspect.getmembers(backline.Client, inspect.isfunction):
            if name.startswith("_") or name == "close":
                continue
            own = inspect.signature(getattr(backline_async.AsyncBackline, name)).parameters
            self.assertEqual(str(list(own.values())), str(list(inspect.signature(method).parameters.values())), name)
            self.assertTrue(typing.get_type_hints(getattr(backline_async.AsyncBackline, name)), name)


if __name__ == "__main__":
    unittest.main()
