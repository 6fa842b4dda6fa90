"""The API's addresses, under /api/v1/: by what they begin with, each with its operation and its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, path, re_path, register_converter
from django.urls.converters import IntConverter

from logbook.api.views import (
    boards,
    campaigns,
    catalogue,
    challenges,
    club_people,
    clubs,
    crew_people,
    crews,
    deals,
    files,
    imports,
    invitations,
    lines,
    nowhere,
    papers,
    people,
    photos,
    replays,
    rulings,
    schema,
    seasons,
    seats,
    series,
    streams,
    tables,
    unions,
    webhooks,
)


class Number(IntConverter):
    """A number that both databases can hold."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")

Row = tuple[str, Any, str]


def under(start: str, *rows: Row) -> Iterator[URLPattern]:
    """Addresses that begin alike: how each goes on, its operation's class (or a view), and its name after `api-`."""
    for rest, done, name in rows:
        view = done.as_view() if hasattr(done, "as_view") else done
        yield path(f"{start}{rest}", view, name=f"api-{name}")


urlpatterns = [
    *under(
        "",
        ("schema/", schema.SchemaFile, "schema"),
        ("me/", people.Myself, "me"),
        ("me/keys/", people.Keys, "me-keys"),
        ("links/<str:token>/", invitations.LinkOne, "link"),
        ("links/<str:token>/accept/", invitations.LinkAccept, "link-accept"),
        ("seats/<str:token>/", papers.SeatOne, "seat"),
        ("unions/<str:token>/", unions.UnionOne, "union"),
        ("invitations/<number:invitation>/", invitations.InvitationOne, "invitation"),
        ("leaderboards/", boards.BoardList, "boards"),
        ("leaderboards/<slug:game>/<str:mission>/", boards.BoardOne, "board"),
    ),
    *under(
        "games/",
        ("", catalogue.GameList, "games"),
        ("<slug:game>/", catalogue.GameOne, "game"),
        ("<slug:game>/missions/", catalogue.MissionList, "missions"),
        ("<slug:game>/missions/<str:mission>/", catalogue.MissionOne, "mission"),
        ("<slug:game>/tasks/", catalogue.TaskList, "tasks"),
    ),
    *under("tables/", ("", tables.TableList, "tables")),
    *under(
        "tables/<number:table_id>/",
        ("", tables.TableOne, "table"),
        ("view/", tables.TableView, "table-view"),
        ("act/", tables.TableAct, "table-act"),
        ("stream/", streams.table_stream, "table-stream"),
        ("attempts/", replays.TableAttempts, "table-attempts"),
        ("attempts/<number:number>/paper/", papers.PaperOne, "table-paper"),
        ("attempts/<number:number>/seats/<number:seat>/hand/", papers.SeatHand, "table-seat-hand"),
        ("attempts/<number:number>/sheets/", papers.PaperSheets, "table-sheets"),
        ("attempts/<number:number>/report/", papers.PaperReport, "table-report"),
        ("invitations/", invitations.TableInvitations, "table-invitations"),
        ("seats/take/", seats.SeatTake, "seat-take"),
        ("seats/leave/", seats.SeatLeave, "seat-leave"),
        ("seats/bot/", seats.SeatPutBot, "seat-bot"),
        ("seats/member/", seats.SeatPutMember, "seat-member"),
        ("seats/clear/", seats.SeatClear, "seat-clear"),
        ("deal/", seats.TableStart, "table-deal"),
        ("abandon/", seats.TableAbandon, "table-abandon"),
        ("hurry/", seats.TableHurry, "table-hurry"),
        ("next/", seats.TableNext, "table-next"),
    ),
    *under(
        "attempts/",
        ("", replays.AttemptList, "attempts"),
        ("<number:attempt>/", replays.AttemptOne, "attempt"),
    ),
    *under(
        "replays/<number:attempt>/",
        ("", replays.ReplayOne, "replay"),
        ("moments/", replays.ReplayMoments, "replay-moments"),
        ("record/", replays.ReplayRecord, "replay-record"),
    ),
    *under("clubs/", ("", clubs.ClubList, "clubs")),
    *under(
        "clubs/<slug:slug>/",
        ("", clubs.ClubOne, "club"),
        ("join/", clubs.ClubJoin, "club-join"),
        ("leave/", clubs.ClubLeave, "club-leave"),
        ("members/", club_people.MemberList, "club-members"),
        ("members/<number:player>/", club_people.MemberOne, "club-member"),
        ("removed/", club_people.RemovalList, "club-removals"),
        ("removed/<number:player>/", club_people.RemovalOne, "club-removal"),
        ("crews/", club_people.CrewList, "club-crews"),
        ("crews/<slug:crew>/", club_people.CrewOne, "club-crew"),
        ("requests/", club_people.RequestList, "club-requests"),
        ("requests/<number:pk>/", club_people.RequestOne, "club-request"),
        ("invitations/", invitations.ClubInvitations, "club-invitations"),
        ("invitations/mail/", invitations.ClubInvitationsMail, "club-invitations-mail"),
        ("news/", club_people.NewsList, "club-news"),
        ("news/<number:pk>/", club_people.NewsOne, "club-post"),
        ("seasons/", seasons.SeasonList, "club-seasons"),
        ("webhooks/", webhooks.WebhookList, "club-webhooks"),
        ("webhooks/<number:webhook>/", webhooks.WebhookOne, "club-webhook"),
        ("webhooks/<number:webhook>/test/", webhooks.WebhookTest, "club-webhook-test"),
        ("webhooks/<number:webhook>/enable/", webhooks.WebhookEnable, "club-webhook-enable"),
        ("export/", files.ClubFile, "club-export"),
        ("export/zip/", files.ClubZip, "club-export-zip"),
    ),
    *under("crews/", ("", crews.CrewList, "crews")),
    *under(
        "crews/<slug:slug>/",
        ("", crews.CrewOne, "crew"),
        ("members/", crews.CrewMembers, "crew-members"),
        ("members/<number:player>/", crews.CrewMemberOne, "crew-member"),
        ("leave/", crews.CrewLeave, "crew-leave"),
        ("invitations/", invitations.CrewInvitations, "crew-invitations"),
        ("substitutes/", crew_people.SubstituteList, "crew-substitutes"),
        ("substitutes/<number:player>/", crew_people.SubstituteOne, "crew-substitute"),
        ("guests/", crew_people.GuestList, "crew-guests"),
        ("guests/<number:guest>/claim/", crew_people.GuestClaim, "crew-guest-claim"),
        ("claims/<number:claim>/", crew_people.ClaimOne, "crew-claim"),
        ("union/", unions.CrewUnionOne, "crew-union"),
        ("part/", unions.CrewPart, "crew-part"),
        ("name/", unions.CrewNameAway, "crew-name"),
        ("export/", files.CrewFile, "crew-export"),
        ("export/zip/", files.CrewZip, "crew-export-zip"),
        ("export/csv/", files.CrewCsv, "crew-export-csv"),
        ("imports/", imports.CrewImports, "crew-imports"),
    ),
    *under("imports/", ("", imports.ImportList, "imports")),
    *under(
        "imports/<number:brought>/",
        ("", imports.ImportOne, "import"),
        ("columns/", imports.ImportColumns, "import-columns"),
        ("confirm/", imports.ImportConfirm, "import-confirm"),
        ("take-back/", imports.ImportTakeBack, "import-take-back"),
        ("report/", imports.ImportReport, "import-report"),
        ("stream/", streams.import_stream, "import-stream"),
    ),
    *under("campaigns/", ("", campaigns.CampaignList, "campaigns")),
    *under(
        "campaigns/<number:campaign>/",
        ("", campaigns.CampaignOne, "campaign"),
        ("people/", campaigns.CampaignPeople, "campaign-people"),
        ("close/", campaigns.CampaignClose, "campaign-close"),
        ("reopen/", campaigns.CampaignReopen, "campaign-reopen"),
        ("tally/", lines.CampaignTally, "campaign-tally"),
        ("lines/", lines.LineList, "lines"),
        ("lines/<number:line>/", lines.LineOne, "line"),
        ("lines/<number:line>/remove/", lines.LineRemove, "line-remove"),
        ("lines/<number:line>/restore/", lines.LineRestore, "line-restore"),
        ("lines/<number:line>/photo/", photos.LinePhoto, "line-photo"),
    ),
    *under("challenges/", ("", challenges.ChallengeList, "challenges")),
    *under(
        "challenges/<number:challenge>/",
        ("", challenges.ChallengeOne, "challenge"),
        ("retry/", challenges.ChallengeRetry, "challenge-retry"),
        ("standings/", challenges.ChallengeStandings, "challenge-standings"),
        ("stir/", challenges.ChallengeStir, "challenge-stir"),
        ("seal/", challenges.ChallengeSeal, "challenge-seal"),
        ("stream/", streams.challenge_stream, "challenge-stream"),
        ("play/", challenges.ChallengePlay, "challenge-play"),
        ("paper/", papers.PaperHandOut, "challenge-paper"),
        ("rulings/", rulings.RulingList, "challenge-rulings"),
        ("rulings/<number:ruling>/back/", rulings.RulingBack, "challenge-ruling-back"),
        ("looks/", deals.LookList, "challenge-looks"),
        ("deals/<number:stage>/<number:attempt>/", deals.DealOne, "challenge-deal"),
        ("deals/<number:stage>/<number:attempt>/certificate/", deals.DealCertificate, "challenge-certificate"),
        ("shut-out/", rulings.ShutOutList, "challenge-shut-out"),
    ),
    *under(
        "seasons/<number:season>/",
        ("", seasons.SeasonOne, "season"),
        ("standings/", seasons.SeasonStandings, "season-standings"),
        ("series/", series.SeasonSeries, "season-series"),
        ("series/preview/", series.SeriesLook, "season-series-preview"),
    ),
    *under(
        "series/<number:series>/",
        ("", series.SeriesOne, "series"),
        ("turn/", series.SeriesTurned, "series-turn"),
    ),
    re_path("", nowhere.Nowhere.as_view(), name="api-nowhere"),
]
