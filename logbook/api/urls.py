"""The API's addresses, under /api/v1/."""

from django.urls import path, re_path, register_converter
from django.urls.converters import IntConverter

from logbook.api.views import catalogue, nowhere, people, schema, seats, streams, tables


class Number(IntConverter):
    """A number that both databases can hold."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")

AT_TABLE = "tables/<number:table_id>/"

urlpatterns = [
    path("schema/", schema.SchemaFile.as_view(), name="api-schema"),
    path("me/", people.Myself.as_view(), name="api-me"),
    path("games/", catalogue.GameList.as_view(), name="api-games"),
    path("games/<slug:game>/", catalogue.GameOne.as_view(), name="api-game"),
    path("games/<slug:game>/missions/", catalogue.MissionList.as_view(), name="api-missions"),
    path("games/<slug:game>/missions/<str:mission>/", catalogue.MissionOne.as_view(), name="api-mission"),
    path("games/<slug:game>/tasks/", catalogue.TaskList.as_view(), name="api-tasks"),
    path("tables/", tables.TableList.as_view(), name="api-tables"),
    path(AT_TABLE, tables.TableOne.as_view(), name="api-table"),
    path(f"{AT_TABLE}view/", tables.TableView.as_view(), name="api-table-view"),
    path(f"{AT_TABLE}act/", tables.TableAct.as_view(), name="api-table-act"),
    path(f"{AT_TABLE}stream/", streams.table_stream, name="api-table-stream"),
    path(f"{AT_TABLE}attempts/", tables.AttemptList.as_view(), name="api-table-attempts"),
    path(f"{AT_TABLE}seats/take/", seats.SeatTake.as_view(), name="api-seat-take"),
    path(f"{AT_TABLE}seats/leave/", seats.SeatLeave.as_view(), name="api-seat-leave"),
    path(f"{AT_TABLE}seats/bot/", seats.SeatPutBot.as_view(), name="api-seat-bot"),
    path(f"{AT_TABLE}seats/member/", seats.SeatPutMember.as_view(), name="api-seat-member"),
    path(f"{AT_TABLE}seats/clear/", seats.SeatClear.as_view(), name="api-seat-clear"),
    path(f"{AT_TABLE}deal/", seats.TableStart.as_view(), name="api-table-deal"),
    path(f"{AT_TABLE}abandon/", seats.TableAbandon.as_view(), name="api-table-abandon"),
    path(f"{AT_TABLE}hurry/", seats.TableHurry.as_view(), name="api-table-hurry"),
    path(f"{AT_TABLE}next/", seats.TableNext.as_view(), name="api-table-next"),
    re_path(r"^.*$", nowhere.Nowhere.as_view(), name="api-nowhere"),
]
