"""Time that passes only when somebody waits for it."""

import threading

import backline


class SteppedClock(backline.Clock):
    """A clock of which every wait is over at once, with its time passed. `slept` has the waits in their order."""

    def __init__(self) -> None:
        self.seconds = 1_000.0
        self.slept = []

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds

    def wait(self, condition: threading.Condition, seconds: float) -> None:
        self.sleep(seconds)
