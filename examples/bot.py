"""Plays a seat: CREW_TOKEN=crew_… python bot.py https://crew.example.org 42"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPResponse
from typing import Any

SITE, TABLE = sys.argv[1:]
HEADERS = {"Authorization": f"Bearer {os.environ['CREW_TOKEN']}", "Content-Type": "application/json"}


def call(operation: str, **body: Any) -> HTTPResponse:
    """Send a request to the table: GET, or POST with a body."""
    data = json.dumps(body).encode() if body else None
    address = f"{SITE}/api/v1/tables/{TABLE}/{operation}/"
    response: HTTPResponse = urllib.request.urlopen(urllib.request.Request(address, data, HEADERS))
    return response


def choose(view: dict[str, Any]) -> str:
    """Choose any legal card; before the first trick, any legal action."""
    legal: list[str] = view["legal"]
    return random.choice([action for action in legal if "play " in action] or legal)


def wait(seen: int) -> None:
    """Wait until the table has moved on: its stream carries numbers, never actions."""
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
    except urllib.error.HTTPError as refusal:
        print(json.load(refusal)["detail"])  # For example: the table has moved on. Read the view again.
print(now["view"]["outcome"])
