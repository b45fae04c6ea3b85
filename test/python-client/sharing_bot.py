"""Requests as fast as its share of the limits allows until a second is reached, in the time of another process.

Takes the address of a server, the second, and the options of a client in JSON; the key is in DEVELOPER_KEY. With `real`, the
time is that of the machine. The last line says how many requests were answered, and the codes of those that were not.
"""

import json
import os
import sys

import backline
from remote_clock import RemoteClock


def main() -> None:
    url, until, options = sys.argv[1], float(sys.argv[2]), json.loads(sys.argv[3])
    clock = backline.Clock() if options.pop("real", False) else RemoteClock()
    until += clock.now()
    answered, codes = 0, []
    # The others start a little sooner or later.
    clock.sleep(options.pop("start", 0.0))
    with backline.Client(url, os.environ["DEVELOPER_KEY"], clock=clock, retries_max=0, **options) as client:
        while clock.now() < until:
            try:
                client.get_favorites("jp", player_id=backline.PlayerId("1820000000000000002"))
                answered += 1
            except backline.BacklineError as error:
                codes.append(error.code)
            # What else a bot does.
            clock.sleep(0.05)
    print(json.dumps({"answered": answered, "codes": codes}), flush=True)


main()
