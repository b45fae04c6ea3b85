"""A LINE bot for the cutoffs of a live event. README.md says how to set it up.

Save it next to `backline.py`, which every Backline server offers at `/docs/files/backline.py`. It needs Python 3.9 or
later and nothing else, and stores alerts in a file. It answers `cutoff 1000`, `chart`, `predict 1000` and
`alert 1000 1500000`.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import threading
import time
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from backline import BacklineError, Client, NotFound, NotWatched

BACKLINE = os.environ.get("BACKLINE", "http://127.0.0.1:8787")
REGION = os.environ.get("REGION", "jp")
RANKS = [int(rank) for rank in os.environ.get("RANKS", "1,10,100,1000").split(",")]
LINE = os.environ.get("LINE", "https://api.line.me/v2/bot")
SECRET = os.environ["LINE_CHANNEL_SECRET"].encode()
TOKEN = os.environ["LINE_CHANNEL_TOKEN"]
ALERTS_FILE = os.environ.get("ALERTS", "alerts.json")
BODY_MAX, ALERTS_MAX = 65_536, 1_000
HELP = "cutoff [rank]\nchart [rank]\npredict rank\nalert rank points"


def text_of(text):
    return {"type": "text", "text": text}


def send(path, body):
    """Sends messages to LINE. Raises `OSError` unless it accepts them."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request(LINE + path, json.dumps(body).encode(), headers)
    urllib.request.urlopen(request, timeout=10).close()


class Alerts:
    """Who wants to know when a rank of an event has points, in a file that is complete at any moment."""

    def __init__(self, path):
        self.path, self.lock, self.list = path, threading.Lock(), []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.list = json.load(file)

    def change(self, change):
        """Stores what `change` makes of the list."""
        with self.lock:
            self.list = change(self.list)
            with open(f"{self.path}.new", "w", encoding="utf-8") as file:
                json.dump(self.list, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(f"{self.path}.new", self.path)

    def tell(self, event, points):
        """Tells what a snapshot has reached. What LINE does not accept is tried with the next snapshot."""
        for alert in list(self.list):
            now = points.get(alert["rank"])
            if alert["event"] != event or now is None or now < alert["points"]:
                continue
            text = f"#{alert['rank']} has {now:,} points."
            try:
                send("/message/push", {"to": alert["to"], "messages": [text_of(text)]})
            except OSError as error:
                print(error, file=sys.stderr, flush=True)
                continue
            self.change(lambda known, told=alert: [one for one in known if one != told])


class Bot:
    def __init__(self, backline, alerts):
        self.backline, self.alerts = backline, alerts

    def answer(self, text, sender):
        """Returns the message that answers a text, or None for one that is no command."""
        name, *words = text.lower().split() or [""]
        if name not in ("cutoff", "chart", "predict", "alert"):
            return None
        try:
            numbers = [int(word.replace(",", "")) for word in words]
            if len(numbers) < {"predict": 1, "alert": 2}.get(name, 0) or any(number < 1 for number in numbers):
                raise ValueError
            return getattr(self, name)(sender, *numbers[:2])
        except ValueError:
            return text_of(HELP)
        except (NotFound, NotWatched):
            return text_of("This server does not collect that.")
        except BacklineError as error:
            print(error, file=sys.stderr, flush=True)
            return text_of("No answer. Try again later.")

    def board(self):
        return self.backline.get_current_cutoffs(REGION, deadline=10).data

    def cutoff(self, _, rank=None, *__):
        snapshot = self.board()["snapshot"]
        if snapshot is None:
            return text_of("No data yet.")
        points = {row["rank"]: f"{row['points']:,}" for row in snapshot["rows"]}
        # A rank that no player holds has no points; that is not zero.
        none = {rank: "no player" for rank in snapshot["unheld"]}
        ranks = [rank] if rank else RANKS
        lines = [f"#{one} {points.get(one) or none.get(one, 'not collected')}" for one in ranks]
        at = time.strftime("%H:%M UTC", time.gmtime(int(snapshot["fetchedAt"]) / 1000))
        return text_of("\n".join([*lines, at]))

    def chart(self, _, rank=None, *__):
        snapshot = self.board()["snapshot"] or {"fetchedAt": 0}
        # The time makes LINE fetch a new image for each snapshot.
        query = [("ranks", one) for one in ([rank] if rank else RANKS)] + [("until", int(snapshot["fetchedAt"]) + 1)]
        url = f"{BACKLINE}/api/public/v1/game/{REGION}/events/current/chart.png?{urllib.parse.urlencode(query)}"
        return {"type": "image", "originalContentUrl": url, "previewImageUrl": url}

    def predict(self, _, rank, *__):
        data = self.backline.get_current_predictions(REGION, ranks=[rank], deadline=10).data
        prediction = data["prediction"] or {"ranks": []}
        found = next((one for one in prediction["ranks"] if one["rank"] == rank), None)
        if found is None or found["interval90"] is None:
            return text_of(f"No prediction ({(found or data)['unknown']}).")
        (low, high), error = found["interval90"].values(), prediction["medianErrorPermille"] / 10
        sure = f"nine times of ten {low:,} to {high:,}; the median error is {error} %."
        return text_of(f"#{rank} predicted {found['value']:,}, {sure}")

    def alert(self, sender, rank, points):
        board = self.board()
        event, snapshot = board["event"], board["snapshot"] or {"rows": []}
        now = points_of(snapshot["rows"]).get(rank, 0)
        if now >= points:
            return text_of(f"#{rank} already has {now:,}.")
        if event is None or event["state"] != "running" or len(self.alerts.list) >= ALERTS_MAX:
            return text_of("No event is running, or there are too many alerts.")
        self.alerts.change(lambda known: [*known, {"to": sender, "event": event["id"], "rank": rank, "points": points}])
        return text_of(f"You will hear when #{rank} has {points:,}.")

    def watch(self):
        """Watches the running event for as long as the program runs."""
        while True:
            try:
                stream = self.backline.live(REGION, type=["snapshot", "event.started"])
                board = self.board()
                if board["event"] is not None and board["snapshot"] is not None:
                    self.alerts.tell(board["event"]["id"], points_of(board["snapshot"]["rows"]))
                for entry in stream:
                    if entry.type == "snapshot" and entry.data["board"]["kind"] == "event":
                        self.alerts.tell(entry.data["board"]["id"], points_of(entry.data.get("rows", [])))
                    elif entry.type == "event.started":
                        now = entry.data["event"]["id"]
                        self.alerts.change(lambda known, now=now: [one for one in known if one["event"] == now])
                    elif entry.type == "missed":
                        break  # reads the newest snapshot instead
            except BacklineError as error:
                print(error, file=sys.stderr, flush=True)
                time.sleep(error.retry_after or 10)


def points_of(rows):
    return {row["rank"]: row.get("points", 0) for row in rows}  # live entries leave 0 out


class Webhook(BaseHTTPRequestHandler):
    bot, timeout = None, 10

    def do_POST(self):
        size = int(self.headers.get("Content-Length") or BODY_MAX + 1)
        body = self.rfile.read(size) if size <= BODY_MAX else b""
        signature = base64.b64encode(hmac.new(SECRET, body, hashlib.sha256).digest()).decode()
        given = self.headers.get("X-Line-Signature", "")
        is_signed = size <= BODY_MAX and hmac.compare_digest(signature.encode(), given.encode())
        self.send_response(200 if is_signed else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()
        for event in json.loads(body)["events"] if is_signed else []:
            if event["type"] != "message" or event["message"]["type"] != "text":
                continue
            source = event["source"]
            sender = source.get("groupId") or source.get("roomId") or source["userId"]
            message = self.bot.answer(event["message"]["text"], sender)
            try:
                if message is not None:
                    send("/message/reply", {"replyToken": event["replyToken"], "messages": [message]})
            except OSError as error:
                print(error, file=sys.stderr, flush=True)


if __name__ == "__main__":
    with Client(BACKLINE, app_name="line-bot/1.0") as client:
        Webhook.bot = Bot(client, Alerts(ALERTS_FILE))
        server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Webhook)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        Webhook.bot.watch()
