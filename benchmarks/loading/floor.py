"""The barest server that does what a click asks of a site: the reference of `benchmarks.load --floor`.

An action is a row of SQLite. After it, a part of 18 kB is rendered for each screen that follows the table, and sent
over the screen's event stream. It has no sign-in, no checks and no rules. The server is
Crewsite's own (`crewsite.server`).
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from jinja2 import DictLoader, Environment
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

SUITS: Final = {"B": "blue", "G": "green", "P": "pink", "Y": "yellow"}
CARDS: Final = [{"name": f"{suit}{rank}", "suit": suit, "rank": rank} for suit in SUITS for rank in range(1, 10)]
PART: Final = """{% macro sign(suit) %}<svg class="card__sign card__sign--{{ suits[suit] }}" viewBox="0 0 24 24"
  aria-hidden="true"><use href="#suit-{{ suit }}"/></svg>{% endmacro %}
<section id="round" class="round" data-seen="{{ number }}" aria-label="Table {{ table }}">
{% for card in cards %}{% set playable = (card.rank + number) % 3 %}
<form class="hand-form" method="post" action="/tables/{{ table }}/act/" hx-post="/tables/{{ table }}/act/">
  <input type="hidden" name="seen" value="{{ number }}">
  <button class="hand__card{% if playable %} hand__card--playable{% endif %} card--{{ suits[card.suit] }}"
      name="action" value="play {{ card.name }}" id="card-{{ card.name|lower }}" data-card="{{ card.name }}"
      aria-label="Play {{ suits[card.suit]|capitalize }} {{ card.rank }}: seat {{ reader }} leads">
    {{ sign(card.suit) }}<span class="card__rank">{{ card.rank }}</span>
  </button>
</form>
{% endfor %}
</section>"""
TEMPLATE: Final = Environment(autoescape=True, loader=DictLoader({"part": PART})).get_template("part")

readers: Final[defaultdict[int, list[asyncio.Queue[str]]]] = defaultdict(list)
numbers: Final[defaultdict[int, int]] = defaultdict(int)


def _database() -> sqlite3.Connection:
    found = sqlite3.connect(Path(os.environ["CREWSITE_VAR"]) / "floor.sqlite3", isolation_level=None)
    found.execute("PRAGMA journal_mode = WAL")
    found.execute("PRAGMA synchronous = NORMAL")
    found.execute("CREATE TABLE IF NOT EXISTS action (id INTEGER PRIMARY KEY, tab INTEGER, number INTEGER, text TEXT)")
    return found


database: Final = _database()


def part_for(table: int, reader: int) -> str:
    """Return the part of the table for one screen."""
    return TEMPLATE.render(table=table, reader=reader, number=numbers[table], cards=CARDS, suits=SUITS)


async def act(request: Request) -> Response:
    """Store an action, and send every screen its part."""
    table, form = request.path_params["table"], parse_qs((await request.body()).decode())
    numbers[table] += 1
    row = (table, numbers[table], form["action"][0])
    database.execute("INSERT INTO action (tab, number, text) VALUES (?, ?, ?)", row)
    for reader, queue in enumerate(readers[table]):
        lines = part_for(table, reader).replace("\n", "\ndata: ")
        queue.put_nowait(f"id: {numbers[table]}\nevent: part\ndata: {lines}\n\n")
    return Response(status_code=204)


async def show(request: Request) -> Response:
    """Return the part."""
    return HTMLResponse(part_for(request.path_params["table"], 0))


async def follow(request: Request) -> Response:
    """Send the table's parts, one after each action."""
    table, queue = request.path_params["table"], asyncio.Queue[str]()
    readers[table].append(queue)

    async def events() -> AsyncIterator[str]:
        try:
            while True:
                yield await queue.get()
        finally:
            readers[table].remove(queue)

    return StreamingResponse(events(), media_type="text/event-stream")


async def here(_request: Request) -> Response:
    """Answer a beat, or say that the server is up."""
    return PlainTextResponse("here")


application = Starlette(
    routes=[
        Route("/", here),
        Route("/beat/", here, methods=["POST"]),
        Route("/tables/{table:int}/act/", act, methods=["POST"]),
        Route("/tables/{table:int}/round/", show),
        Route("/tables/{table:int}/stream/", follow),
    ]
)
