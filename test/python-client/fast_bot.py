"""Runs a program with a clock that is faster than the machine's. Takes the factor and the program."""

import runpy
import sys
import time

import backline

TIMES = float(sys.argv[1])
sleep, monotonic = time.sleep, time.monotonic


class FastClock(backline.Clock):
    """The clock of the machine, faster."""

    def now(self):
        return monotonic() * TIMES

    def sleep(self, seconds):
        sleep(seconds / TIMES)

    def wait(self, condition, seconds):
        condition.wait(seconds / TIMES)


class FastSocket(backline._TimedSocket):
    """Gives the machine's time to the socket."""

    def limit(self):
        left = self.ends - self._clock.now()
        if left <= 0:
            raise TimeoutError("the time is over")
        self.socket.settimeout(left / TIMES)


backline.Clock = FastClock
backline._TimedSocket = FastSocket
time.sleep = lambda seconds: sleep(seconds / TIMES)
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
