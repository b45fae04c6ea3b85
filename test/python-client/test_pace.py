"""The promise of pacing: no 429 that could be avoided, and no quota left idle. Held against a server of numbers alone."""

import heapq
import itertools
import math
import random
import unittest

import backline
from scripted_server import json_answer, problem
from served_test import ServedTest
from stepped_clock import SteppedClock

FAR = 1e9
CALL = backline._Call(FAR)


class MustWait(Exception):
    """Nothing may begin now."""


class SimulatedClock(backline.Clock):
    """A clock that the simulation moves. Who would have to wait is told so."""

    seconds = 0.0

    def now(self):
        return self.seconds

    def wait(self, condition, seconds):
        raise MustWait(seconds)


class CountingServer:
    """Decides as the real one does: by windows of its own clock, charging what it admits."""

    def __init__(self, minute, day, concurrency, phase):
        self.limits = {"minute": (minute, 60), "day": (day, 86_400)}
        self.used = {}
        self.concurrency = concurrency
        self.in_flight = 0
        self.phase = phase
        self.refused = 0
        self.by_minute = {}

    def decide(self, now):
        """Whether a request is admitted, and the limits as the headers tell them."""
        time = now + self.phase
        places = {name: (name, int(time // size)) for name, (_, size) in self.limits.items()}
        is_admitted = self.in_flight < self.concurrency and all(
            self.used.get(places[name], 0) < limit for name, (limit, _) in self.limits.items()
        )
        if is_admitted:
            self.in_flight += 1
            for place in places.values():
                self.used[place] = self.used.get(place, 0) + 1
        else:
            self.refused += 1
        told = {
            name: backline.Limit(limit, limit - self.used.get(places[name], 0), math.ceil(size - time % size))
            for name, (limit, size) in self.limits.items()
        }
        told["concurrency"] = backline.Limit(self.concurrency, self.concurrency - self.in_flight, None)
        return is_admitted, told


def simulate(seed, server, bots, minutes, delay, lost=0.0, idle=0.0):
    """Lets bots ask as fast as they may for some minutes. Gives how many requests each full minute of the server took."""
    dice = random.Random(seed)
    clock = SimulatedClock()
    pacer = backline._KeyedGate(clock, None, "burst", None)
    order = itertools.count()
    events = [(0.0, next(order), "try", bot, None) for bot in range(bots)]
    while events:
        clock.seconds, _, what, bot, story = heapq.heappop(events)
        if clock.seconds > minutes * 60:
            break
        at = lambda seconds, *event: heapq.heappush(events, (clock.seconds + seconds, next(order), *event))
        if what == "try":
            try:
                sent = pacer.enter(CALL, None)
            except MustWait as wait:
                # Waiters are woken by every answer; here they look again soon.
                at(min(wait.args[0], 0.2), "try", bot, None)
            else:
                at(dice.uniform(0, delay), "decide", bot, sent)
        elif what == "decide":
            at(dice.uniform(0, delay), "answer", bot, (story, *server.decide(clock.seconds)))
        else:
            sent, is_admitted, told = story
            server.in_flight -= is_admitted
            if dice.random() < lost:
                pacer.lost(sent, may_be_charged=True)
            else:
                pacer.answered(sent, told, is_charged=is_admitted)
            at(dice.uniform(0, idle), "try", bot, None)
    first = math.ceil(server.phase / 60) + 1
    last = math.floor((minutes * 60 + server.phase) / 60)
    return [server.used.get(("minute", minute), 0) for minute in range(first, last)]


class Pacing(unittest.TestCase):
    def test_no_request_is_refused_and_no_quota_is_idle_whatever_the_delays_and_the_phase(self):
        for seed in range(40):
            dice = random.Random(seed)
            minute, concurrency = dice.choice([(1, 1), (7, 2), (60, 10), (300, 10), (300, 3), (600, 40)])
            bots = dice.choice([1, 2, concurrency, concurrency * 2])
            # So slow that the quota is out of reach would prove nothing.
            delay = min(dice.choice([0.0, 0.05, 0.5, 5.0]), 20 * min(bots, concurrency) / minute)
            server = CountingServer(minute, FAR, concurrency, phase=dice.uniform(0, 86_400))
            with self.subTest(seed=seed, minute=minute, concurrency=concurrency, bots=bots, delay=delay):
                used = simulate(seed, server, bots, 6, delay)
                self.assertEqual(server.refused, 0)
                self.assertGreaterEqual(len(used), 3)
                for count in used:
                    self.assertGreaterEqual(count, 0.95 * minute)

    def test_answers_that_are_lost_are_taken_as_counted(self):
        for seed in range(30):
            server = CountingServer(300, FAR, 10, phase=random.Random(seed).uniform(0, 86_400))
            used = simulate(seed, server, 10, 6, 0.2, lost=0.1)
            self.assertEqual(server.refused, 0)
            self.assertTrue(all(count >= 285 for count in used), used)

    def test_an_answer_that_is_late_by_a_minute_is_not_believed(self):
        told = lambda left, seconds: {
            "minute": backline.Limit(2, left, seconds),
            "concurrency": backline.Limit(9, 9, None),
        }
        clock = SimulatedClock()
        pacer = backline._KeyedGate(clock, None, "burst", None)
        pacer.answered(pacer.enter(CALL, None), told(1, 10), True)
        late = pacer.enter(CALL, None)
        clock.seconds = 12.0
        pacer.answered(pacer.enter(CALL, None), told(1, 58), True)
        pacer.answered(late, told(0, 1), True)
        pacer.answered(pacer.enter(CALL, None), told(0, 58), True)
        with self.assertRaises(MustWait) as waited:
            pacer.enter(CALL, None)
        self.assertEqual(waited.exception.args, (58.0,))

    def test_the_limit_of_the_day_is_held_and_begins_anew(self):
        # Two minutes before a UTC day ends, and two behind it.
        server = CountingServer(300, 400, 10, phase=86_400 - 120)
        simulate(1, server, 20, 4, 0.1)
        self.assertEqual(server.refused, 0)
        self.assertEqual([server.used[("day", 0)], server.used[("day", 1)]], [400, 400])

    def test_a_server_whose_clock_is_set_costs_a_few_refusals_and_no_more(self):
        for step in (-20, -5, 5, 20, 3_600, -3_600):
            server = CountingServer(60, FAR, 10, phase=86_400.5)
            clock = SimulatedClock()
            pacer = backline._KeyedGate(clock, None, "burst", None)
            for second in range(600):
                clock.seconds = float(second)
                if second == 200:
                    server.phase += step
                for _ in range(3):
                    try:
                        sent = pacer.enter(CALL, None)
                    except MustWait:
                        break
                    is_admitted, told = server.decide(clock.seconds)
                    server.in_flight -= is_admitted
                    pacer.answered(sent, told, is_charged=is_admitted)
                    if not is_admitted:
                        pacer.pause(told["minute"].resets_in_s, "minute")
            self.assertLessEqual(server.refused, 1, step)
            self.assertGreaterEqual(sum(server.used[key] for key in server.used if key[0] == "minute"), 540)


class Waiting(ServedTest):
    def limited(self, minute, day):
        """A client whose next answers tell what is left; it stands 31 s before the next minute."""
        told = {"RateLimit": f'"minute";r={minute};t=31, "day";r={day};t=43794, "concurrency";r=9'}
        clock = SteppedClock()
        return (*self.serve(lambda request, _: json_answer({}, **told), clock=clock), clock)

    def test_a_call_waits_for_the_next_minute(self):
        client, server, clock = self.limited(minute=0, day=100)
        client.list_announcements("jp")
        client.list_announcements("jp")
        self.assertEqual([clock.slept, len(server.requests)], [[31.0], 2])

    def test_a_call_that_would_wait_too_long_says_so_at_once_and_asks_nothing(self):
        client, server, clock = self.limited(minute=100, day=0)
        client.list_announcements("jp")
        with self.assertRaises(backline.QuotaExceeded) as raised:
            client.list_announcements("jp")
        error = raised.exception
        self.assertEqual([error.status, error.violated, error.retry_after], [None, ("day",), 43_794.0])
        self.assertEqual([clock.slept, len(server.requests)], [[], 1])

    def test_a_429_makes_every_call_wait(self):
        told = {"RateLimit": '"minute";r=9;t=31, "day";r=9;t=99, "concurrency";r=0', "Retry-After": "1"}
        refusal = problem(429, "quota_exceeded", told, **{"violated-policies": ["concurrency"]})
        answers = [refusal, json_answer({})]
        clock = SteppedClock()
        client, server = self.serve(lambda request, _: answers.pop(0), clock=clock, retries_max=0)
        with self.assertRaises(backline.QuotaExceeded) as raised:
            client.list_announcements("jp")
        self.assertEqual([raised.exception.violated, raised.exception.retry_after], [("concurrency",), 1.0])
        client.list_announcements("jp")
        self.assertEqual([clock.slept, len(server.requests)], [[1.0], 2])


if __name__ == "__main__":
    unittest.main()
