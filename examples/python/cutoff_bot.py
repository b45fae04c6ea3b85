"""A cutoff bot: writes the points and the speed of some ranks, for every new snapshot of an event board.

Save it next to `backline.py`, which every Backline server offers at `/docs/files/backline.py`, and run it:

    BACKLINE=https://data.example.org REGION=jp python3 cutoff_bot.py

It needs no key. Stop, kill and restart it at any time: it stores its position in a file and continues there. Replace
`say` to post to a chat.
"""

import datetime
import json
import os
import sys
import time

from backline import BacklineError, Client, EventId, LiveEntry, NotFound, NotWatched

BASE_URL = os.environ.get("BACKLINE", "http://127.0.0.1:8787")
REGION = os.environ.get("REGION", "jp")
RANKS = [int(rank) for rank in os.environ.get("RANKS", "1,10,100,1000").split(",")]
WINDOW = os.environ.get("WINDOW", "1h")
STATE_FILE = os.environ.get("STATE", "cutoff_bot.json")


def say(text):
    """Publishes one line."""
    print(text, flush=True)


def time_text(unix_ms):
    """Returns a time of the API as text."""
    moment = datetime.datetime.fromtimestamp(int(unix_ms) / 1000, datetime.timezone.utc)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class State:
    """What the bot has published, in a file that is complete at any moment."""

    def __init__(self, path):
        self.path = path
        self.position = None  # of the live stream
        self.newest = {}  # the newest published snapshot of each event, in Unix milliseconds
        self.periods = {}  # the published end of each event
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                vars(self).update(json.load(file), path=path)

    def store(self):
        stored = {name: value for name, value in vars(self).items() if name != "path"}
        with open(f"{self.path}.new", "w", encoding="utf-8") as file:
            json.dump(stored, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{self.path}.new", self.path)


class CutoffBot:
    def __init__(self, backline, state):
        self.backline, self.state = backline, state

    def run(self):
        """Publishes whatever happens, for as long as the program runs."""
        if self.state.position is None:
            self.catch_up()
        for entry in self.backline.live(REGION, after=self.state.position):
            self.handle(entry)
            self.state.position = entry.id
            self.state.store()

    def handle(self, entry: LiveEntry):
        """Publishes one live entry. Types that a later server adds are ignored."""
        data = entry.data
        if entry.type == "snapshot" and data["board"]["kind"] == "event":
            # Fields that hold 0 are left out of live entries.
            points = {row["rank"]: row.get("points", 0) for row in data.get("rows", [])}
            self.publish(data["board"]["id"], data["fetchedAt"], points)
        elif entry.type == "gap.began":
            say(f"{time_text(data['from'])} {data['board']['id']} no data ({data['reason']})")
        elif entry.type == "gap.ended":
            say(f"{time_text(data['until'])} {data['board']['id']} data again")
        elif entry.type == "missed":
            self.catch_up()

    def catch_up(self):
        """Publishes the snapshots of the running events that no live entry brings any more."""
        for event in self.backline.get_current_events(REGION).data["events"]:
            newest = self.state.newest.get(event["id"])
            try:
                if newest is None:
                    snapshot = self.backline.get_cutoffs(REGION, event_id=event["id"]).data["snapshot"]
                    snapshots = [] if snapshot is None else [snapshot]
                else:
                    snapshots = self.backline.iter_event_history(
                        REGION, event_id=event["id"], ranks=RANKS, from_=int(newest) + 1
                    )
                for one in snapshots:
                    if one["fetchedAt"] is not None:  # else it is a gap
                        self.publish(event["id"], one["fetchedAt"], {row["rank"]: row["points"] for row in one["rows"]})
            except (NotFound, NotWatched):
                pass  # the server does not collect this event

    def publish(self, event_id, fetched_at, points):
        """Publishes one snapshot, once. The speeds are those of the server up to this snapshot."""
        if int(fetched_at) <= int(self.state.newest.get(event_id, 0)):
            return
        speeds = self.speeds_of(event_id, fetched_at)
        for rank in RANKS:
            # A rank that no player holds has no points; that is not zero.
            value = points.get(rank, "no player")
            say(f"{time_text(fetched_at)} {event_id} T{rank} {value}{speeds.get(rank, '')}")
        self.state.newest[event_id] = fetched_at

    def speeds_of(self, event_id, fetched_at):
        """Returns the speed of each rank as text, or why there is none. Publishes a new end of the event."""
        try:
            answer = self.backline.get_event_speed(
                REGION, event_id=EventId(event_id), ranks=RANKS, window=WINDOW, at=fetched_at
            ).data
        except BacklineError as error:
            # The points are right all the same.
            return {rank: f" ({error.code})" for rank in RANKS}
        event = answer["event"]
        if event is not None and self.state.periods.get(event_id) != event["endsAt"]:
            self.state.periods[event_id] = event["endsAt"]
            say(f"{time_text(fetched_at)} {event_id} ends at {time_text(event['endsAt'])}")
        return {
            rank["rank"]: f" {rank['perHour']:+d}/h" if rank["unknown"] is None else f" ({rank['unknown']})"
            for rank in answer["ranks"]
        }


def main():
    with Client(BASE_URL, app_name="cutoff-bot/1.0") as backline:
        bot = CutoffBot(backline, State(STATE_FILE))
        while True:
            try:
                bot.run()
            except BacklineError as error:
                if not error.retryable:
                    raise
                print(error, file=sys.stderr, flush=True)
                time.sleep(error.retry_after or 10)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
