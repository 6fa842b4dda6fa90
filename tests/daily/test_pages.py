"""The pages of the deals of the day: what they say, and what they keep to themselves until the close."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.crew.bots import CarefulBot
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.daily.models import DailyDeal, DailyResult
from logbook.daily.selectors import deals
from logbook.daily.selectors.own import own_result
from logbook.daily.sharing import result_token, share_text
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.tables.models import Seat
from tests.conftest import SignedIn
from tests.daily.counting_scenes import earlier_days, old_account
from tests.daily.scenes import CLOSE, again, begin, close, lose, open_deals, unproven_deal, win

pytestmark = pytest.mark.django_db

PAGE = "/daily/2026-11-23/planet-nine/"


def test_one_press_deals_the_first_card(deal: DailyDeal, client: Client) -> None:
    assert "Play now" in client.get("/daily/").text
    answer = client.post(f"{PAGE}play/", follow=True)
    assert answer.redirect_chain[0][0].startswith("/tables/")
    assert "Guest" in answer.text
    assert client.post(f"{PAGE}play/").headers["Location"] == answer.redirect_chain[0][0]
    assert DailyResult.objects.count() == 1


def test_a_try_shows_its_squares_and_offers_the_next(deal: DailyDeal, alice: Player, signed_in: SignedIn) -> None:
    lose(begin(deal, alice), alice)
    html = signed_in(alice).get(PAGE).text
    assert "0 of 3 tasks done" in html
    assert "5 tries left" in html


def test_try_again_is_one_press_from_the_page_of_the_deal(deal: DailyDeal, alice: Player, signed_in: SignedIn) -> None:
    table = begin(deal, alice)
    lose(table, alice)
    browser = signed_in(alice)
    for page in ("/", "/daily/", PAGE):
        html = browser.get(page).text
        form = html[html.index(f'action="/tables/{table.pk}/retry/"') :].partition("</form>")[0]
        assert "Try again" in form
    seen = re.search(r'name="seen" value="(\d+)"', form)
    assert seen is not None
    answer = browser.post(f"/tables/{table.pk}/retry/", {"seen": seen[1]})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{table.pk}/")
    assert "try 2" in browser.get(f"/tables/{table.pk}/").text
    assert table.attempts.count() == 2


def test_the_table_names_the_deal_of_the_day_and_the_try_that_counts(
    deal: DailyDeal, alice: Player, signed_in: SignedIn
) -> None:
    table = begin(deal, alice)
    assert "try 1: it counts" in signed_in(alice).get(f"/tables/{table.pk}/").text


def test_own_tries_are_links_as_far_as_they_may_be_seen(
    deal: DailyDeal, alice: Player, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    table = begin(deal, alice)
    first = lose(table, alice)
    again(table, alice)
    second = lose(table, alice)
    browser = signed_in(alice)
    before = browser.get(PAGE).text.partition('class="tries"')[2].partition("</ol>")[0]
    assert "/replays/" not in before
    assert before.count(f'href="/tables/{table.pk}/"') == 1
    clock.move_to(CLOSE)
    close()
    after = browser.get(PAGE).text.partition('class="tries"')[2].partition("</ol>")[0]
    for attempt in (first, second):
        assert f'href="/replays/{attempt.pk}/"' in after
        assert browser.get(f"/replays/{attempt.pk}/").status_code == 200


def test_nothing_of_others_is_said_until_the_close(
    deal: DailyDeal, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    attempt = win(begin(deal, alice))
    browser = signed_in(bob)
    before = browser.get(PAGE).text
    DailyResult.objects.all().delete()
    alone = browser.get(PAGE).text
    assert _without_token(before) == _without_token(alone)
    assert browser.get(f"/replays/{attempt.pk}/").status_code == 404
    assert signed_in(alice).get(f"/replays/{attempt.pk}/").status_code == 404
    for path in ("traveller/", "tree/", ""):
        assert browser.get(f"/challenges/{deal.challenge_id}/deals/1/1/{path}").status_code == 404
    clock.move_to(CLOSE)
    close()
    assert browser.get(f"/replays/{attempt.pk}/").status_code == 200
    for path in ("traveller/", "tree/", ""):
        assert browser.get(f"/challenges/{deal.challenge_id}/deals/1/1/{path}").status_code == 200


def _without_token(html: str) -> str:
    return "\n".join(line for line in html.splitlines() if "csrf" not in line.lower())


def test_a_losing_player_is_not_told_where_it_was_lost(
    deal: DailyDeal, alice: Player, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    attempt = lose(begin(deal, alice), alice)
    Analysis.objects.update_or_create(attempt=attempt, defaults={"solver": 2, "lost_in": 3, "fatal": 1})
    browser = signed_in(alice)
    html = browser.get(f"/tables/{attempt.table_id}/").text + browser.get(PAGE).text
    assert "turning point" not in html.lower()
    assert "lost in" not in html.lower()


def test_the_share_of_wins_needs_three_others_and_the_own_try(
    deal: DailyDeal, alice: Player, bob: Player, charlie: Player, olga: Player, guest: Player, signed_in: SignedIn
) -> None:
    win(begin(deal, bob))
    for player in (charlie, olga):
        lose(begin(deal, player), player)
    browser = signed_in(alice)
    assert "of 3 other players" not in browser.get(PAGE).text
    table = begin(deal, alice)
    assert "of 3 other players" not in browser.get(PAGE).text
    lose(table, alice)
    assert "3 other players have played; 33% won on the first try." in " ".join(browser.get(PAGE).text.split())


def test_what_is_shared_holds_no_card_no_trick_and_no_seat(deal: DailyDeal, alice: Player, client: Client) -> None:
    table = begin(deal, alice)
    lose(table, alice)
    result = DailyResult.objects.get()
    text = share_text(own_result(result))
    mission = deal.challenge.stages.get(number=1).mission
    assert text.splitlines() == [
        f"Planet Nine: Mission {mission}, 23 November 2026",
        "Not solved in 1 try",
        "1 🟥⬜⬜ not won",
        f"http://localhost/daily/shared/{result_token(result)}/",
    ]
    page = client.get(f"/daily/shared/{result_token(result)}/")
    assert page.status_code == 200
    assert "trick" not in page.text.partition('class="tries"')[2].partition("</ol>")[0]
    assert "Play the same deal" in page.text
    assert "Alice" not in page.text
    picture = client.get(f"/daily/shared/{result_token(result)}/picture.png")
    assert (picture.status_code, picture.headers["Content-Type"]) == (200, "image/png")
    assert client.get(f"/daily/shared/{result.pk}/").status_code == 404
    assert client.get(f"/daily/shared/{result.pk}:wrong/").status_code == 404


def test_the_board_of_a_crew_shows_its_members(
    deal: DailyDeal, crew: Crew, alice: Player, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    ann = old_account("Ann")
    old_account("Zed")
    assert alice.user is not None
    alice.user.date_joined = deal.challenge.opens_at - timedelta(days=30)
    alice.user.save()
    crew.members.update(joined_at=deal.challenge.opens_at - timedelta(days=1))
    earlier_days(deal, ann, alice)
    win(begin(deal, ann))
    lose(begin(deal, alice), alice)
    clock.move_to(CLOSE)
    close()
    browser = signed_in(alice)
    html = browser.get(PAGE).text
    assert "Ann" in html
    assert "Rank 2." in html
    theirs = browser.get(f"{PAGE}?crew={crew.slug}").text
    assert "Ann" not in theirs.partition("<tbody")[2]
    assert "Alice" in theirs.partition("<tbody")[2]
    wrong = browser.get(f"{PAGE}?crew=nothing")
    assert wrong.status_code == 422
    assert browser.get(f"{PAGE}?board=9").status_code == 422
    assert "Tasks" in html
    page = reverse("player", args=(ann.pk,))
    assert page not in html, "Ann's page is for people who know her"
    Player.objects.filter(pk=ann.pk).update(page_audience="everyone")
    assert f'href="{page}">Ann</a>' in browser.get(PAGE).text
    assert f'href="{reverse("player", args=(alice.pk,))}">Alice</a>' in html, "one's own"


def test_the_calendar_marks_days_and_counts_tries(
    deal: DailyDeal, alice: Player, signed_in: SignedIn, client: Client
) -> None:
    win(begin(deal, alice))
    browser = signed_in(alice)
    html = browser.get("/daily/calendar/").text
    assert "calendar__day--solved" in html
    assert "November 2026" in html
    assert browser.get("/daily/calendar/?month=2026-13").status_code == 404
    assert browser.get("/daily/calendar/?month=2026-10").status_code == 200
    assert client.get("/daily/calendar/").status_code == 302


def test_a_missing_deal_says_so(db: None, clock: time_machine.Traveller, client: Client) -> None:
    deal = open_deals()["planet-nine"]
    Challenge.objects.filter(pk=deal.challenge_id).update(state=Challenge.State.FAILED)
    assert "couldn’t be prepared in time" in client.get(PAGE).text
    assert client.post(f"{PAGE}play/").status_code == 409
    assert client.get("/daily/2026-11-24/planet-nine/").status_code == 404
    assert client.get("/daily/2026-02-30/planet-nine/").status_code == 404


def test_the_sites_club_is_the_page_of_the_day(
    deal: DailyDeal, alice: Player, client: Client, signed_in: SignedIn
) -> None:
    asked = signed_in(alice).post("/clubs/deal-of-the-day/ask/", {"words": "Let me in"})
    assert asked.status_code == 404
    assert client.get("/clubs/deal-of-the-day/").headers["Location"] == "/daily/"
    assert "Deal of the day" in client.get("/").text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_deal_of_the_day_is_on_the_front_page_and_the_home_page(
    deal: DailyDeal, alice: Player, client: Client, signed_in: SignedIn, language: str
) -> None:
    words = {"en": "Deal of the day", "fr": "Donne du jour"}[language]
    for browser in (client, signed_in(alice)):
        assert words in browser.get("/", headers={"accept-language": language}).text


def test_page_says_so_in_the_seconds_until_the_site_closes_it(
    deal: DailyDeal, client: Client, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSE + timedelta(seconds=5))
    assert "This deal has just closed." in client.get(PAGE).text
    assert client.post(f"{PAGE}play/").status_code == 409
    assert "Play now" not in client.get("/daily/").text


def test_todays_page_says_which_deal_is_not_there(deal: DailyDeal, client: Client) -> None:
    Challenge.objects.filter(pk=deal.challenge_id).update(state=Challenge.State.FAILED, opened_at=None)
    assert "Planet Nine: today’s deal couldn’t be prepared in time." in client.get("/daily/").text
    Challenge.objects.filter(pk=deal.challenge_id).update(state=Challenge.State.PREPARING)
    assert "Planet Nine: today’s deal is still being prepared." in client.get("/daily/").text


def test_races_of_the_week_name_their_players_after_the_close(
    today: dict[str, DailyDeal], alice: Player, client: Client, clock: time_machine.Traveller
) -> None:
    race = today["deep-blue"]
    lose(begin(race, alice), alice)
    address = f"/challenges/{race.challenge_id}/deals/1/1/traveller/"
    assert client.get(address).status_code == 302  # To signing in: there is nothing for a visitor.
    clock.move_to(race.challenge.closes_at)
    close()
    assert "Alice" in client.get(address).text
    assert "Deep Blue" in client.get(f"/daily/{race.date}/deep-blue/").text


def test_earlier_deals_are_listed_page_by_page(deal: DailyDeal, client: Client, clock: time_machine.Traveller) -> None:
    assert "No deal has closed yet" in client.get("/daily/archive/").text
    clock.move_to(CLOSE)
    close()
    assert "/daily/archive/" in client.get("/daily/").text
    html = client.get("/daily/archive/").text
    assert PAGE in html
    assert PAGE not in client.get("/daily/archive/?before=2026-11-23").text
    assert PAGE in client.get("/daily/archive/?before=2026-11-24").text
    assert client.get("/daily/archive/?before=soon").status_code == 404


def test_a_page_of_earlier_deals_cuts_no_day_in_two(
    deal: DailyDeal, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.move_to(CLOSE)
    close()
    unproven_deal(deal.date - timedelta(days=1))
    DailyDeal.objects.update(counted_at=CLOSE)
    monkeypatch.setattr(deals, "ARCHIVE_PAGE", DailyDeal.objects.filter(date=deal.date).count())
    page, older = deals.counted_before(None)
    assert {one.date for one in page} == {deal.date}
    assert [one.date for one in deals.counted_before(older)[0]] == [deal.date - timedelta(days=1)]


@pytest.mark.parametrize("month", ["0000-01", "0001-01", "9999-12", "2026-13", "soon"])
def test_a_month_that_the_calendar_does_not_have(
    month: str, today: dict[str, DailyDeal], alice: Player, signed_in: SignedIn
) -> None:
    browser = signed_in(alice)
    assert browser.get(f"/daily/calendar/?month={month}").status_code == 404
    assert browser.get(f"/api/v1/daily/calendar/?month={month}").status_code in (400, 422)


def test_shared_page_says_so_in_the_last_hour(
    deal: DailyDeal, alice: Player, client: Client, clock: time_machine.Traveller
) -> None:
    lose(begin(deal, alice), alice)
    token = result_token(DailyResult.objects.get())
    clock.move_to(CLOSE - timedelta(minutes=30))
    html = client.get(f"/daily/shared/{token}/").text
    assert "A first try can’t start in the last hour." in html
    assert "This deal is closed" not in html


def test_the_last_one_reads_that_no_result_was_worse(
    deal: DailyDeal, alice: Player, bob: Player, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    win(begin(deal, alice))
    lose(begin(deal, bob), bob)
    clock.move_to(CLOSE)
    close()
    assert "No one did worse" in signed_in(bob).get(PAGE).text
    assert "You did better than 100% of the others." in signed_in(alice).get(PAGE).text


def test_the_table_counts_down_to_the_close(
    deal: DailyDeal, alice: Player, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    table = begin(deal, alice)
    browser = signed_in(alice)
    assert 'data-countdown="2026-11-24T12:00:00+00:00"' in browser.get(f"/tables/{table.pk}/").text
    assert "Deal of the day · Planet Nine" in " ".join(browser.get("/tables/").text.split())
    clock.move_to(CLOSE)
    close()
    assert 'data-countdown="2026' not in browser.get(f"/tables/{table.pk}/").text


def test_the_end_of_a_try_offers_to_share_it(deal: DailyDeal, alice: Player, signed_in: SignedIn) -> None:
    table, browser = begin(deal, alice), signed_in(alice)
    assert "data-share" not in browser.get(f"/tables/{table.pk}/").text
    lose(table, alice)
    html = browser.get(f"/tables/{table.pk}/").text
    assert "data-share=" in html
    assert result_token(table.daily_result) in html
    assert "logbook/daily.js" in html


def test_bots_that_changed_since_the_seal_are_announced(
    deal: DailyDeal, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    warning = "The site’s bots were updated after this deal was sealed"
    assert warning not in client.get(PAGE).text
    monkeypatch.setattr(CarefulBot, "version", CarefulBot.version + 1)
    assert warning in client.get(PAGE).text


def test_the_traveller_of_a_closed_deal_speaks_of_players(
    deal: DailyDeal, alice: Player, guest: Player, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    for player in (guest, alice):
        lose(begin(deal, player), player)
    clock.move_to(CLOSE)
    close()
    traveller, browser = f"/challenges/{deal.challenge_id}/deals/1/1/traveller/", signed_in(alice)
    html = browser.get(traveller).text
    assert "What everyone played" in html
    assert html.count("row--own") == 1
    assert ">Player</a>" in html
    assert "Gus" not in browser.get(f"{traveller}?show=mine").text
    assert "Alice" in browser.get(f"{traveller}?show=mine").text
    by_name = browser.get(f"{traveller}?sort=crew").text
    assert by_name.index("Alice") < by_name.index("Gus")


def test_a_traveller_names_players_who_are_gone(
    deal: DailyDeal, alice: Player, client: Client, clock: time_machine.Traveller
) -> None:
    lose(begin(deal, alice), alice)
    Seat.objects.filter(player=alice).update(player=None)
    clock.move_to(CLOSE)
    close()
    assert "a former player" in client.get(f"/challenges/{deal.challenge_id}/deals/1/1/traveller/").text
