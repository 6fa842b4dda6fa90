"""Plays a seat: CREW_TOKEN=crew_… python bot.py https://crew.example.org 42"""

import json, os, random, sys, time, urllib.error, urllib.request

SITE, TABLE = sys.argv[1:]
HEADERS = {"Authorization": f"Bearer {os.environ['CREW_TOKEN']}", "Content-Type": "application/json"}


def call(what, **body):
    """Ask the table for something; with a body, do something there."""
    data = json.dumps(body).encode() if body else None
    return urllib.request.urlopen(urllib.request.Request(f"{SITE}/api/v1/tables/{TABLE}/{what}/", data, HEADERS))


def choose(view):
    """Any card that may be played; before there are some, anything that may be done."""
    return random.choice([text for text in view["legal"] if "play " in text] or view["legal"])


def wait(seen):
    """Until the table has moved on: its stream tells numbers, never what happened."""
    with call("stream") as events:
        for line in events if events.status == 200 else ():
            if line.startswith(b"data: ") and int(line[6:]) > seen:
                return
    time.sleep(1)  # The stream has ended, or there is none just now.


while not (now := json.load(call("view")))["view"]["outcome"]:
    try:
        if now["view"]["seat"] in now["view"]["waiting_on"]:
            call("act", action=choose(now["view"]), seen=now["seen"])
        else:
            wait(now["seen"])
    except urllib.error.HTTPError as refused:
        print(json.load(refused)["detail"])  # Such as: the table has moved on. Look again.
print(now["view"]["outcome"])
