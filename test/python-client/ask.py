"""Makes the calls that come as lines of JSON, and writes a line of JSON for what came of each.

Takes the address of a server and the options of a client in JSON; the key is in DEVELOPER_KEY. With `stepped`, time is
that of whoever gives the calls: every wait is a line `{"step": seconds}`, and over with the next line.
"""

import base64
import dataclasses
import json
import os
import sys

import backline
from remote_clock import RemoteClock


def outcome_of(client, call):
    try:
        result = getattr(client, call["method"])(*call["args"], **call["options"])
    except backline.BacklineError as error:
        return {"type": type(error).__name__, "text": str(error), **vars(error)}
    if isinstance(result.data, bytes):
        result = dataclasses.replace(result, data=base64.b64encode(result.data).decode())
    return dataclasses.asdict(result)


def main():
    url, options = sys.argv[1], json.loads(sys.argv[2])
    clock = RemoteClock() if options.pop("stepped", False) else None
    with backline.Client(url, os.environ["DEVELOPER_KEY"], clock=clock, **options) as client:
        for line in iter(sys.stdin.readline, ""):
            print(json.dumps(outcome_of(client, json.loads(line))), flush=True)


main()
