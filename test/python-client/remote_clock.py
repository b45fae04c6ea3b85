"""Time that passes in another process, which is told of every wait."""

import json
import sys
import threading

import backline


class RemoteClock(backline.Clock):
    """A clock of which each wait is a line `{"step": seconds}` on the output, and over with the next line of the input."""

    seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        print(json.dumps({"step": seconds}), flush=True)
        sys.stdin.readline()
        self.seconds += seconds

    def wait(self, condition: threading.Condition, seconds: float) -> None:
        self.sleep(seconds)
