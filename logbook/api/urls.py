"""The API's addresses, under /api/v1/."""

from django.urls import path, re_path, register_converter
from django.urls.converters import IntConverter

from logbook.api.views import (
    boards,
    campaigns,
    catalogue,
    challenges,
    club_people,
    clubs,
    crews,
    lines,
    nowhere,
    people,
    replays,
    schema,
    seasons,
    seats,
    streams,
    tables,
)


class Number(IntConverter):
    """A number that both databases can hold."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")

AT_TABLE = "tables/<number:table_id>/"
IN_CLUB = "clubs/<slug:slug>/"
IN_CAMPAIGN = "campaigns/<number:campaign>/"
AT_LINE = f"{IN_CAMPAIGN}lines/<number:line>/"
IN_CHALLENGE = "challenges/<number:challenge>/"

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
    path(f"{AT_TABLE}attempts/", replays.TableAttempts.as_view(), name="api-table-attempts"),
    path(f"{AT_TABLE}seats/take/", seats.SeatTake.as_view(), name="api-seat-take"),
    path(f"{AT_TABLE}seats/leave/", seats.SeatLeave.as_view(), name="api-seat-leave"),
    path(f"{AT_TABLE}seats/bot/", seats.SeatPutBot.as_view(), name="api-seat-bot"),
    path(f"{AT_TABLE}seats/member/", seats.SeatPutMember.as_view(), name="api-seat-member"),
    path(f"{AT_TABLE}seats/clear/", seats.SeatClear.as_view(), name="api-seat-clear"),
    path(f"{AT_TABLE}deal/", seats.TableStart.as_view(), name="api-table-deal"),
    path(f"{AT_TABLE}abandon/", seats.TableAbandon.as_view(), name="api-table-abandon"),
    path(f"{AT_TABLE}hurry/", seats.TableHurry.as_view(), name="api-table-hurry"),
    path(f"{AT_TABLE}next/", seats.TableNext.as_view(), name="api-table-next"),
    path("attempts/", replays.AttemptList.as_view(), name="api-attempts"),
    path("attempts/<number:attempt>/", replays.AttemptOne.as_view(), name="api-attempt"),
    path("replays/<number:attempt>/", replays.ReplayOne.as_view(), name="api-replay"),
    path("replays/<number:attempt>/moments/", replays.ReplayMoments.as_view(), name="api-replay-moments"),
    path("replays/<number:attempt>/record/", replays.ReplayRecord.as_view(), name="api-replay-record"),
    path("clubs/", clubs.ClubList.as_view(), name="api-clubs"),
    path(IN_CLUB, clubs.ClubOne.as_view(), name="api-club"),
    path(f"{IN_CLUB}join/", clubs.ClubJoin.as_view(), name="api-club-join"),
    path(f"{IN_CLUB}leave/", clubs.ClubLeave.as_view(), name="api-club-leave"),
    path(f"{IN_CLUB}members/", club_people.MemberList.as_view(), name="api-club-members"),
    path(f"{IN_CLUB}members/<number:player>/", club_people.MemberOne.as_view(), name="api-club-member"),
    path(f"{IN_CLUB}crews/", club_people.CrewList.as_view(), name="api-club-crews"),
    path(f"{IN_CLUB}crews/<slug:crew>/", club_people.CrewOne.as_view(), name="api-club-crew"),
    path(f"{IN_CLUB}requests/", club_people.RequestList.as_view(), name="api-club-requests"),
    path(f"{IN_CLUB}requests/<number:pk>/", club_people.RequestOne.as_view(), name="api-club-request"),
    path(f"{IN_CLUB}news/", club_people.NewsList.as_view(), name="api-club-news"),
    path(f"{IN_CLUB}news/<number:pk>/", club_people.NewsOne.as_view(), name="api-club-post"),
    path(f"{IN_CLUB}seasons/", seasons.SeasonList.as_view(), name="api-club-seasons"),
    path("crews/", crews.CrewList.as_view(), name="api-crews"),
    path("crews/<slug:slug>/", crews.CrewOne.as_view(), name="api-crew"),
    path("crews/<slug:slug>/members/", crews.CrewMembers.as_view(), name="api-crew-members"),
    path("crews/<slug:slug>/leave/", crews.CrewLeave.as_view(), name="api-crew-leave"),
    path("campaigns/", campaigns.CampaignList.as_view(), name="api-campaigns"),
    path(IN_CAMPAIGN, campaigns.CampaignOne.as_view(), name="api-campaign"),
    path(f"{IN_CAMPAIGN}people/", campaigns.CampaignPeople.as_view(), name="api-campaign-people"),
    path(f"{IN_CAMPAIGN}close/", campaigns.CampaignClose.as_view(), name="api-campaign-close"),
    path(f"{IN_CAMPAIGN}reopen/", campaigns.CampaignReopen.as_view(), name="api-campaign-reopen"),
    path(f"{IN_CAMPAIGN}tally/", lines.CampaignTally.as_view(), name="api-campaign-tally"),
    path(f"{IN_CAMPAIGN}lines/", lines.LineList.as_view(), name="api-lines"),
    path(AT_LINE, lines.LineOne.as_view(), name="api-line"),
    path(f"{AT_LINE}remove/", lines.LineRemove.as_view(), name="api-line-remove"),
    path(f"{AT_LINE}restore/", lines.LineRestore.as_view(), name="api-line-restore"),
    path("challenges/", challenges.ChallengeList.as_view(), name="api-challenges"),
    path(IN_CHALLENGE, challenges.ChallengeOne.as_view(), name="api-challenge"),
    path(f"{IN_CHALLENGE}retry/", challenges.ChallengeRetry.as_view(), name="api-challenge-retry"),
    path(f"{IN_CHALLENGE}standings/", challenges.ChallengeStandings.as_view(), name="api-challenge-standings"),
    path(f"{IN_CHALLENGE}stir/", challenges.ChallengeStir.as_view(), name="api-challenge-stir"),
    path(f"{IN_CHALLENGE}seal/", challenges.ChallengeSeal.as_view(), name="api-challenge-seal"),
    path(f"{IN_CHALLENGE}play/", challenges.ChallengePlay.as_view(), name="api-challenge-play"),
    path("seasons/<number:season>/", seasons.SeasonOne.as_view(), name="api-season"),
    path("seasons/<number:season>/standings/", seasons.SeasonStandings.as_view(), name="api-season-standings"),
    path("leaderboards/", boards.BoardList.as_view(), name="api-boards"),
    path("leaderboards/<slug:game>/<str:mission>/", boards.BoardOne.as_view(), name="api-board"),
    re_path("", nowhere.Nowhere.as_view(), name="api-nowhere"),
]
