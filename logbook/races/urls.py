"""The views of races. They have no address of their own: the pages of other subjects show them for a race."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern

from logbook.races.views import boards, replays, travellers
from logbook.tables import kinds

kinds.register_views(
    kinds.RACES,
    {
        "leaderboard": boards.board,
        "leaderboard-picture": boards.board_picture,
        "leaderboard-csv": boards.board_csv,
        "replay": replays.replay,
        "replay-variation": replays.variation,
        "traveller": travellers.traveller,
        "traveller-csv": travellers.traveller_csv,
    },
)
urlpatterns: Final[list[URLPattern]] = []
