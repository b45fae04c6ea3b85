"""Operations without a key: what is absent, pages of a history, live streams, mirrors of exports."""

import hashlib
import json
import os
import tempfile
import threading
import unittest
from urllib.parse import parse_qs, urlsplit

import backline
from scripted_server import answer, json_answer, problem
from served_test import ServedTest
from stepped_clock import SteppedClock

PUBLIC = '"minute";q=120;w=60, "concurrency";q=6;qu="concurrent-requests"'


def public(message, **headers):
    """A public answer as caches may share it."""
    own = {"RateLimit-Policy": PUBLIC, "RateLimit": None, "X-Request-Id": None, "X-Fetched-At": None}
    return answer(json.dumps(message).encode(), headers={**own, "Cache-Control": "public, max-age=42", **headers})


def asked(request):
    return {name: values[0] for name, values in parse_qs(urlsplit(request.target).query).items()}


class Answers(ServedTest):
    def test_no_key_is_needed_and_none_is_sent(self):
        for key in (None, "bkl_key"):
            server = self.serve(lambda request, _: public({}))[1]
            client = backline.Client(server.url, key)
            self.addCleanup(client.close)
            client.list_watches("jp")
            self.assertNotIn("authorization", server.requests[0].headers)

    def test_an_operation_with_a_key_says_that_there_is_none(self):
        client, server = self.serve(lambda request, _: json_answer({}))
        client = backline.Client(server.url)
        for call in (
            lambda: client.list_announcements("jp"), lambda: client.get_quota(), lambda: client.get_quota_share(instance="a")
        ):
            with self.assertRaises(backline.InvalidApiKey) as raised:
                call()
            self.assertIn("no key", str(raised.exception))
        self.assertEqual(server.requests, [])

    def test_absence_with_a_meaning_stays_absent(self):
        row = {"ranks": [{"rank": 1}, {"rank": 2, "unknown": "gap"}, {"rank": 3, "perHour": 7, "spanMs": 1}]}
        rows = self.ask(row, lambda client: client.get_current_speed("jp", ranks=[1]))[0].data["ranks"]
        self.assertEqual([one["perHour"] for one in rows], [0, None, 7])
        self.assertEqual([one["unknown"] for one in rows], [None, "gap", None])
        board = self.ask({"snapshot": {"rows": [{"rank": 1}]}}, lambda client: client.get_current_cutoffs("jp"))[0].data
        self.assertEqual([board["gap"], board["event"], board["watch"]], [None, None, None])
        self.assertEqual(board["snapshot"]["rows"], [{"rank": 1, "points": 0, "holders": []}])
        self.assertEqual([board["snapshot"]["unheld"], board["snapshot"]["final"]], [[], False])
        events = self.ask({"events": [{"id": "1", "startsAt": "5"}]}, lambda client: client.list_events("jp"))[0].data
        self.assertEqual([events["nextBefore"], events["events"][0]["kind"], events["events"][0]["name"]], [None, None, None])

    def test_freshness_and_limits_are_those_of_the_network(self):
        client, _ = self.serve(lambda request, _: public({}, **{"X-Fetched-At": "7"}))
        result = client.get_current_cutoffs("jp")
        self.assertEqual([result.fetched_at_ms, result.freshness.fresh_for_s], [7, 42])
        self.assertEqual(result.limits["minute"], backline.Limit(120, None, None))
        self.assertEqual([result.request_ids, result.request_id, result.cache_status], [(), None, None])

    def test_a_chart_is_a_file_of_its_kind(self):
        svg = b'<svg xmlns="x"></svg>'
        client, _ = self.serve(lambda request, _: answer(svg, headers={"X-Fetched-At": None}))
        self.assertEqual(client.draw_current_chart_in_lines("jp").data, svg)
        with self.assertRaises(backline.UnexpectedAnswer):
            client.draw_current_chart("jp")

    def test_a_feed_is_a_file_of_its_type(self):
        for declared, is_good in (("text/calendar; charset=utf-8", True), ("text/html", False)):
            client, _ = self.serve(lambda request, _: answer(b"BEGIN:VCALENDAR", headers={"Content-Type": declared}))
            if is_good:
                self.assertEqual(client.get_event_calendar("jp").data, b"BEGIN:VCALENDAR")
            else:
                with self.assertRaises(backline.UnexpectedAnswer):
                    client.get_event_calendar("jp")

    def test_not_watched_names_what_is(self):
        watched = [{"kind": "event", "id": "2004", "ranks": [1, 100]}]
        client, _ = self.serve(lambda request, _: problem(404, "not_watched", watched=watched))
        with self.assertRaises(backline.NotWatched) as raised:
            client.get_current_history("jp", ranks=[7])
        self.assertEqual(list(raised.exception.watched), watched)

    def test_no_minute_has_more_requests_than_the_network_may_make(self):
        clock = SteppedClock()
        client, _ = self.serve(lambda request, _: public({}), clock=clock)
        for _ in range(120):
            client.list_watches("jp")
        self.assertEqual(clock.slept, [])
        client.list_watches("jp")
        self.assertEqual(clock.slept, [60.0])

    def test_keyed_and_public_requests_wait_for_their_own_limits_only(self):
        spent = {"RateLimit": '"minute";r=0;t=31, "day";r=9;t=99, "concurrency";r=9'}
        script = lambda request, _: public({}) if "/public/" in request.target else json_answer({}, **spent)
        clock = SteppedClock()
        client, _ = self.serve(script, clock=clock)
        client.list_announcements("jp")
        client.list_watches("jp")
        self.assertEqual(clock.slept, [])


class Hooks(ServedTest):
    def test_tell_of_requests_retries_and_waits(self):
        told = []
        spent = {"RateLimit": '"minute";r=0;t=31, "day";r=9;t=99, "concurrency";r=9'}
        answers = [problem(502, "upstream_error"), json_answer({}, **spent), json_answer({})]
        client, server = self.serve(
            lambda request, _: answers.pop(0), clock=SteppedClock(), jitter=lambda: 1.0,
            on_request=told.append, on_retry=told.append, on_limited=told.append,
        )
        client.list_announcements("jp")
        client.list_announcements("jp")
        address = f"{server.url}/api/open/v1/game/jp/announcements"
        self.assertEqual(told[0], backline.RequestInfo(address, 1))
        self.assertEqual([told[1].address, told[1].attempt, told[1].error.code, told[1].pause], [address, 1, "upstream_error", 0.5])
        self.assertEqual(told[2:], [backline.RequestInfo(address, 2), backline.LimitInfo("minute", 30.5), backline.RequestInfo(address, 1)])

    def test_that_raise_never_end_a_call_and_are_logged_once(self):
        def refuse(_):
            raise KeyError("mine")

        client, server = self.serve(lambda request, _: json_answer({}), on_request=refuse, clock=SteppedClock())
        with self.assertLogs("backline", "ERROR") as logged:
            for _ in range(3):
                client.list_announcements("jp")
        self.assertEqual(len(server.requests), 3)
        self.assertEqual(len(logged.records), 1)
        self.assertIn("KeyError: 'mine'", logged.output[0])

    def test_the_agent_and_the_address_of_an_error_name_the_program_and_the_request(self):
        client, server = self.serve(lambda request, _: problem(404, "not_found"), app_name="cutoff-bot/1.2")
        with self.assertRaises(backline.NotFound) as raised:
            client.get_circle("jp", circle_id="7")
        self.assertEqual(server.requests[0].headers["user-agent"], f"backline-client/{backline.__version__} cutoff-bot/1.2")
        self.assertIn(f"GET {server.url}/api/open/v1/game/jp/circle?circleId=7: not_found (404)", str(raised.exception))


class Windows(ServedTest):
    def board(self, bound, highest, **window):
        def script(request, _):
            first, last = (int(asked(request)[name]) for name in ("rankingStart", "rankingEnd"))
            if last - first >= bound:
                detail = f"The window must span at most {bound} ranks, first and last included."
                return problem(400, "invalid_request", errors=[{"parameter": "rankingEnd", "detail": detail}])
            rows = [{"rank": rank, "point": rank} for rank in range(first, min(last, highest) + 1)]
            return json_answer({"maxRank": str(highest), **({"ranking": rows} if rows else {})})

        client, server = self.serve(script)
        return client.get_arena_ranking("jp", arena_season_id="1", **window), server.requests

    def test_wider_than_the_server_allows_are_split_and_joined(self):
        for bound, highest, requests in ((1_000, 2_500, 4), (1_000, 900, 2), (20_000, 2_500, 1), (1_000, 0, 2)):
            with self.subTest(bound=bound, highest=highest):
                result, made = self.board(bound, highest, ranking_start=1, ranking_end=4_000)
                self.assertEqual([row["rank"] for row in result.data["ranking"]], list(range(1, min(highest, 4_000) + 1)))
                self.assertEqual([len(made), len(result.by_rank)], [requests, 4_000])

    def test_that_are_wrong_are_refused(self):
        client, server = self.serve(lambda request, _: json_answer({}))
        for start, end in ((5, 4), (1, 1_000_001)):
            with self.assertRaises(ValueError):
                client.get_arena_ranking("jp", arena_season_id="1", ranking_start=start, ranking_end=end)
        self.assertEqual(server.requests, [])


class Histories(ServedTest):
    GAP = {"gap": {"from": "3", "until": "6", "reason": "timeout"}}
    RUN = {"id": "2002", "startsAt": "1"}

    def serve_pages(self, pages):
        return self.serve(lambda request, _: public(pages[asked(request).get("from", "0")]))

    def test_all_pages_are_read_and_a_gap_between_two_is_one(self):
        client, server = self.serve_pages({
            "0": {"event": self.RUN, "entries": [{"fetchedAt": "2"}, self.GAP], "nextFrom": "5"},
            "5": {"event": self.RUN, "entries": [self.GAP, {"fetchedAt": "6"}], "nextFrom": "8"},
            "8": {"event": self.RUN, "entries": [{"fetchedAt": "8"}]},
        })
        entries = list(client.iter_event_history("jp", event_id="2002", ranks=[1, 2]))
        self.assertEqual([entry["fetchedAt"] or "gap" for entry in entries], ["2", "gap", "6", "8"])
        self.assertEqual([asked(request).get("startsAt") for request in server.requests], [None, "1", "1"])

    def test_an_event_that_starts_meanwhile_is_not_mixed_in(self):
        client, server = self.serve_pages({
            "0": {"event": self.RUN, "entries": [{"fetchedAt": "2"}], "nextFrom": "5"},
            "5": {"event": self.RUN, "entries": [{"fetchedAt": "6"}]},
        })
        self.assertEqual(len(list(client.iter_current_history("jp", ranks=[1]))), 2)
        paths = [urlsplit(request.target).path.split("/jp")[1] for request in server.requests]
        self.assertEqual(paths, ["/events/current/history", "/events/2002/history"])
        self.assertEqual(asked(server.requests[1])["startsAt"], "1")

    def test_events_are_read_page_by_page(self):
        pages = {"": {"events": [{"id": "3"}], "nextBefore": "9"}, "9": {"events": [{"id": "2"}]}}
        client, _ = self.serve(lambda request, _: public(pages[asked(request).get("before", "")]))
        self.assertEqual([event["id"] for event in client.iter_events("jp")], ["3", "2"])


def entry(position, kind="snapshot", data='{"a":1}'):
    return f"id: {position}\nevent: {kind}\ndata: {data}\n\n".encode()


STREAM = {"Content-Type": "text/event-stream", "RateLimit-Policy": PUBLIC, "Content-Length": None, "Connection": "close"}


class Live(ServedTest):
    def follow(self, *connections, count, **options):
        """Follows a stream of these connections for so many entries. Returns them, the requests and all waits."""
        waiting = list(connections)

        def script(request, connected):
            made = waiting.pop(0)
            if isinstance(made, bytes) and made.startswith(b"HTTP/"):
                return made
            connected.sendall(answer(made, headers=STREAM))

        clock = SteppedClock()
        client, server = self.serve(script, clock=clock, jitter=lambda: 0.0)
        stream = client.live("jp", **options)
        self.addCleanup(stream.close)
        return [next(stream) for _ in range(count)], server.requests, clock.slept

    def test_resumes_behind_the_last_entry_of_each_connection(self):
        entries, requests, _ = self.follow(
            b"retry: 250\n\n" + entry(41) + entry(42), b":\n\n" + entry(43), count=3, type=["snapshot"], after=40
        )
        self.assertEqual([one.id for one in entries], ["41", "42", "43"])
        self.assertEqual([asked(request)["after"] for request in requests], ["40", "42"])
        self.assertEqual([asked(request)["type"] for request in requests], ["snapshot"] * 2)
        self.assertEqual(entries[0], backline.LiveEntry("41", "snapshot", {"a": 1}))

    def test_half_an_entry_is_none(self):
        entries, requests, _ = self.follow(entry(41) + entry(42)[:-1], entry(42)[:9], entry(42), count=2)
        self.assertEqual([one.id for one in entries], ["41", "42"])
        self.assertEqual([asked(request).get("after") for request in requests], [None, "41", "41"])

    def test_a_position_without_an_entry_counts(self):
        _, requests, _ = self.follow(b": kept\nid: 57\n\n", entry(58), count=1)
        self.assertEqual(asked(requests[1])["after"], "57")

    def test_waits_as_the_server_asks(self):
        _, _, slept = self.follow(
            b"retry: 250\n\n" + entry(1), problem(429, "quota_exceeded", {"Retry-After": "7"}), entry(2), count=2
        )
        self.assertEqual(slept, [0.25, 7.0])

    def test_a_refusal_that_no_retry_mends_ends_it(self):
        for made in (problem(400, "invalid_request"), answer(b"<html>", headers={"Content-Type": "text/html"})):
            with self.assertRaises(backline.BacklineError):
                self.follow(made, count=1)

    def test_missed_is_an_entry(self):
        entries, _, _ = self.follow(entry(9, "missed", '{"after":"1","upTo":"9"}'), count=1)
        self.assertEqual([entries[0].type, entries[0].data], ["missed", {"after": "1", "upTo": "9"}])

    def test_ends_when_it_is_closed_in_another_thread(self):
        over = threading.Event()
        self.addCleanup(over.set)

        def script(request, connected):
            connected.sendall(answer(entry(1), headers=STREAM))
            over.wait(60)

        client, _ = self.serve(script)
        stream = client.live("jp")
        next(stream)
        threading.Timer(0.05, stream.close).start()
        self.assertEqual(list(stream), [])


class Mirrors(ServedTest):
    def test_download_what_is_missing_and_keep_only_what_is_right(self):
        files = {}
        for day, body in (("2026-11-18", b"\x1f\x8bone"), ("2026-11-19", b"\x1f\x8btwo")):
            digest = hashlib.sha256(body).hexdigest()
            files[f"jp-{day}-{digest}.ndjson.gz"] = (digest, body)

        def script(request, _):
            name = urlsplit(request.target).path.rsplit("/", 1)[1]
            if name == "exports":
                return public({"files": [{"file": file, "sha256": digest} for file, (digest, _) in files.items()]})
            return answer(files[name][1], headers={"X-Fetched-At": None})

        client, server = self.serve(script)
        with tempfile.TemporaryDirectory() as folder:
            created = client.mirror_exports("jp", os.path.join(folder, "mirror"))
            self.assertEqual([os.path.basename(path) for path in created], list(files))
            self.assertEqual(client.mirror_exports("jp", os.path.join(folder, "mirror")), [])
            self.assertEqual(len(server.requests), 4)
            name = next(iter(files))
            files[name] = (files[name][0], b"\x1f\x8bother")
            with self.assertRaises(backline.UnexpectedAnswer):
                client.mirror_exports("jp", folder)
            self.assertEqual(os.listdir(folder), ["mirror"])
            files.clear()
            files["../../evil"] = ("", b"")
            with self.assertRaises(backline.UnexpectedAnswer):
                client.mirror_exports("jp", folder)


if __name__ == "__main__":
    unittest.main()
