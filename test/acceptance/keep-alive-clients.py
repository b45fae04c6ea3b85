"""Sends requests over keep-alive connections until the server takes no new ones, and prints what became of them as JSON.
Before that it prints "busy", when each client has been answered three times.

Arguments: host, port, target, key, then for each client `naive:MS` or `careful:MS`, where MS is its think time. A naive client
uses its connection again unless the last answer said "Connection: close"; a careful one also looks whether the server has
closed it meanwhile, as urllib3 does.
"""

import http.client
import json
import select
import sys
import threading
import time

host, port, target, key, *kinds = sys.argv[1:]
results = []
answered_thrice = []


def run(kind):
    name, think_ms = kind.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=20)
    answered, lost = 0, []
    while True:
        if connection.sock is not None and name == "careful":
            if select.select([connection.sock], [], [], 0)[0]:
                connection.close()
        try:
            if connection.sock is None:
                connection.connect()
        except ConnectionRefusedError:
            break
        except OSError as error:
            lost.append(repr(error))
            break
        try:
            connection.request("GET", target, headers={"Authorization": "Bearer " + key})
            response = connection.getresponse()
            response.read()
            if response.status != 200:
                lost.append(str(response.status))
            answered += 1
            if answered == 3:
                answered_thrice.append(kind)
                if len(answered_thrice) == len(kinds):
                    print("busy", flush=True)
        except (OSError, http.client.HTTPException) as error:
            lost.append(repr(error))
            connection.close()
        if think_ms != "0":
            time.sleep(int(think_ms) / 1000)
    results.append({"client": "python " + kind, "answered": answered, "lost": lost})


threads = [threading.Thread(target=run, args=(kind,)) for kind in kinds]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps(results))
