"""Several processes on the limits of one developer: no 429 that could be avoided, and equal shares.

Held against a server of numbers alone, with a process for each gate.
"""

import heapq
import itertools
import math
import random
import unittest

import backline
from scripted_server import json_answer, problem
from served_test import ServedTest
from stepped_clock import SteppedClock
from test_pace import CALL, FAR, CountingServer, MustWait, SimulatedClock

TTL, RENEW, SETTLE = 30.0, 10.0, 12.0


class SharingServer(CountingServer):
    """Divides its limits among the processes that have asked in the last 30 seconds, as the real one does."""

    def __init__(self, *limits, phase):
        super().__init__(*limits, phase=phase)
        self.expiries = {}
        self.settles = -FAR

    def share(self, instance, now):
        """Registers a process; returns its share."""
        self.expiries = {name: end for name, end in self.expiries.items() if end > now}
        if instance not in self.expiries:
            self.settles = now + SETTLE
        self.expiries[instance] = now + TTL
        names = sorted(self.expiries)
        position, count = names.index(instance), len(names)
        limits = {name: limit for name, (limit, _) in self.limits.items()}
        limits["concurrency"] = self.concurrency
        settles = max(0.0, self.settles - now)
        return {
            "renewAfterMs": (1.0 if settles else RENEW) * 1000,
            "settlesInMs": settles * 1000,
            "limits": {name: limit // count + (position < limit % count) for name, limit in limits.items()},
        }

    def told(self, now):
        """The limits as headers tell them, without a charge."""
        used, in_flight, refused = dict(self.used), self.in_flight, self.refused
        _, told = self.decide(now)
        self.used, self.in_flight, self.refused = used, in_flight, refused
        return told


def simulate(seed, server, lives, seconds, delay=0.05, share="auto", bots=4):
    """Lets processes ask as fast as they may, each from its start to its end. Returns how much each was admitted."""
    dice = random.Random(seed)
    clock = SimulatedClock()
    gates = [backline._KeyedGate(clock, None, "burst", share) for _ in lives]
    admitted = [0] * len(lives)
    order = itertools.count()
    events = [
        (start, next(order), "try", (process, bot), None)
        for process, (start, _) in enumerate(lives)
        for bot in range(bots)
    ]
    while events:
        clock.seconds, _, what, who, story = heapq.heappop(events)
        process, _ = who
        gate = gates[process]
        if clock.seconds > seconds:
            break
        at = lambda pause, *event: heapq.heappush(events, (clock.seconds + pause, next(order), *event))
        if clock.seconds > lives[process][1] and what == "try":
            continue  # killed
        if what == "try":
            try:
                sent = gate.enter(CALL, None)
            except MustWait as wait:
                at(min(wait.args[0], 0.2), "try", who, None)
            else:
                at(dice.uniform(0, delay), "share" if sent is None else "decide", who, sent)
        elif what == "share":
            share_of_it = server.share(f"process {process}", clock.seconds)
            at(dice.uniform(0, delay), "shared", who, (clock.seconds, share_of_it, server.told(clock.seconds)))
        elif what == "shared":
            sent, share_of_it, told = story
            gate.observe(sent, told)
            gate.renewed(share_of_it, share_of_it["renewAfterMs"] / 1000)
            at(0.0, "try", who, None)
        elif what == "decide":
            is_admitted, told = server.decide(clock.seconds)
            admitted[process] += is_admitted
            at(dice.uniform(0, delay), "answer", who, (story, is_admitted, told))
        else:
            sent, is_admitted, told = story
            server.in_flight -= is_admitted
            gate.answered(sent, told, is_charged=is_admitted)
            if not is_admitted:
                gate.pause(told["minute"].resets_in_s, "minute")
            at(0.0, "try", who, None)
    return admitted


class Sharing(unittest.TestCase):
    def check_equal(self, admitted, least):
        self.assertGreaterEqual(min(admitted), 0.9 * max(admitted), admitted)
        self.assertGreaterEqual(sum(admitted), least, admitted)

    def test_three_processes_on_one_key_are_never_refused_and_get_equal_parts(self):
        for seed in range(40):
            dice = random.Random(seed)
            server = SharingServer(60, FAR, 10, phase=dice.uniform(0, 86_400))
            lives = [(dice.uniform(0, 2.0), FAR) for _ in range(3)]
            with self.subTest(seed=seed):
                admitted = simulate(seed, server, lives, 130)
                self.assertEqual(server.refused, 0)
                # Two minutes and ten seconds have at least two whole minutes, less the start of one.
                self.check_equal(admitted, 100)

    def test_a_fixed_share_is_kept(self):
        for seed in range(20):
            server = SharingServer(60, FAR, 9, phase=random.Random(seed).uniform(0, 86_400))
            admitted = simulate(seed, server, [(0.0, FAR)] * 3, 130, share=(1, 3))
            self.assertEqual(server.refused, 0)
            self.check_equal(admitted, 110)

    def test_a_process_that_joins_finds_room_and_one_that_dies_leaves_it(self):
        for seed in range(30):
            dice = random.Random(seed)
            server = SharingServer(60, FAR, 10, phase=dice.uniform(0, 86_400))
            lives = [(0.0, FAR), (0.0, dice.uniform(200, 260)), (dice.uniform(70, 130), FAR)]
            with self.subTest(seed=seed):
                simulate(seed, server, lives, 600)
                self.assertLessEqual(server.refused, 2)
                minutes = sorted(minute for name, minute in server.used if name == "minute")[6:-1]
                # Two processes after the death of the third use everything again.
                self.assertTrue(all(server.used[("minute", minute)] >= 57 for minute in minutes))

    def test_one_process_alone_has_the_whole_limit(self):
        server = SharingServer(300, FAR, 10, phase=7.0)
        simulate(1, server, [(0.0, FAR)], 300)
        self.assertEqual(server.refused, 0)
        minutes = sorted(minute for name, minute in server.used if name == "minute")[1:-1]
        self.assertTrue(all(server.used[("minute", minute)] >= 285 for minute in minutes))


SHARE = {
    "instance": "x", "position": 1, "count": 3, "expiresAt": 1, "renewAfterMs": 10_000, "settlesInMs": 0,
    "limits": {"minute": 2, "day": 9, "concurrency": 1},
}


class Renewal(ServedTest):
    def client(self, shares, **options):
        """A client that gets these answers for its share, and then the last of them again."""
        def script(request, _):
            if "/quota/shares?" in request.target:
                return shares.pop(0) if len(shares) > 1 else shares[0]
            return json_answer({})

        clock = SteppedClock()
        client, server = self.serve(script, clock=clock, share="auto", retries_max=0, **options)
        return client, server, clock

    def asked(self, server):
        return [request.target.split("?")[0].rsplit("/", 1)[1] for request in server.requests]

    def test_the_share_is_asked_for_before_the_first_request_and_kept_to(self):
        client, server, clock = self.client([json_answer(SHARE)])
        for _ in range(3):
            client.list_announcements("jp")
        self.assertEqual(self.asked(server)[:3], ["shares", "announcements", "announcements"])
        # The rest of the minute, with a renewal every ten seconds.
        self.assertEqual(sum(clock.slept), 30.0)
        self.assertEqual(self.asked(server)[3:], ["shares"] * 3 + ["announcements"])
        names = {request.target.split("instance=")[1] for request in server.requests if "instance=" in request.target}
        self.assertEqual(len(names), 1)

    def test_a_failed_renewal_leaves_the_last_share_in_force(self):
        refusal = problem(503, "unavailable", {"Retry-After": "5"})
        client, server, clock = self.client([json_answer(SHARE), refusal, json_answer(SHARE)])
        client.list_announcements("jp")
        clock.seconds += 11
        client.list_announcements("jp")
        self.assertEqual(self.asked(server), ["shares", "announcements", "shares", "announcements"])

    def test_without_any_share_the_call_fails_with_the_reason(self):
        refusal = problem(429, "quota_exceeded", {"Retry-After": "9"}, **{"violated-policies": ["instances"]})
        client, server, _ = self.client([refusal])
        with self.assertRaises(backline.QuotaExceeded) as raised:
            client.list_announcements("jp")
        self.assertEqual([raised.exception.violated, self.asked(server)], [("instances",), ["shares"]])

    def test_a_share_of_no_place_waits_for_one(self):
        none = {**SHARE, "limits": {"minute": 2, "day": 9, "concurrency": 0}}
        client, server, clock = self.client([json_answer(none), json_answer(none), json_answer(SHARE)])
        client.list_announcements("jp")
        self.assertEqual([sum(clock.slept), self.asked(server)], [20.0, ["shares"] * 3 + ["announcements"]])

    def test_public_requests_need_no_share(self):
        client, server, _ = self.client([json_answer(SHARE)])
        client.list_watches("jp")
        self.assertEqual(self.asked(server), ["watches"])


if __name__ == "__main__":
    unittest.main()
