"""URLs of races, and the views that pages of other subjects show for a race."""

from __future__ import annotations

from django.urls import path

from logbook.races.api import views as api
from logbook.races.views import boards, catalogue, replays, travellers
from logbook.tables import kinds

kinds.register_views(
    kinds.RACES,
    {
        "mission": catalogue.scenario,
        "api-board": api.board,
        "leaderboard": boards.board,
        "leaderboard-picture": boards.board_picture,
        "leaderboard-csv": boards.board_csv,
        "replay": replays.replay,
        "replay-as-played": replays.as_played,
        "replay-line": replays.variation,
        "traveller": travellers.traveller,
        "traveller-csv": travellers.traveller_csv,
    },
)
urlpatterns = [
    path("missions/<slug:game>/components/", catalogue.component_list, name="component-list"),
]
