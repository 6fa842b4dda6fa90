"""Comments: who writes, edits, deletes and removes them, and who reads them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.services import anonymise
from logbook.people.models.players import Player
from logbook.people.selectors import GUEST_KEY
from logbook.people.services.players import merge_guest
from logbook.reviews import selectors, services
from logbook.reviews.models import Comment
from logbook.reviews.quotas import COMMENTS
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals
from tests.challenges.scenes import HOUR, NOON, table_of
from tests.conftest import SignedIn
from tests.reviews.scenes import address, finished

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player) -> Attempt:
    """A finished attempt of three players without a crew, lost."""
    return finished(alice, bob, olga)


def write(attempt: Attempt, by: Player, text: str = "Why not the nine?", step: int = 3) -> Comment:
    return services.write_comment(attempt=attempt, by=by, step=step, text=text)


def test_comment_is_written_at_its_moment(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    answer = signed_in(alice).post(address(attempt), {"step": "3", "text": "Why not the nine?"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/replays/{attempt.pk}/?step=3#review")
    comment = Comment.objects.get()
    assert (comment.attempt, comment.player, comment.step, comment.text) == (attempt, alice, 3, "Why not the nine?")
    page = signed_in(bob).get(address(attempt, "replay")).text
    assert "Why not the nine?" in page
    assert f'href="/replays/{attempt.pk}/?step=3#review"' in page


def test_comments_are_listed_in_the_order_of_moments(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    for step, text in ((9, "third"), (0, "first"), (4, "second")):
        write(attempt, alice, text, step)
    page = signed_in(alice).get(address(attempt, "replay")).text
    assert page.index("first") < page.index("second") < page.index("third")


def test_form_sent_twice_writes_one_comment(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    fields = {"step": "3", "text": "Once", "form_key": "5f0c7a8e-0f8b-4f5e-9a53-0d9f3b8f2a11"}
    first, second = browser.post(address(attempt), fields), browser.post(address(attempt), fields)
    assert first.headers["Location"] == second.headers["Location"]
    assert Comment.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"step": "3", "text": ""}, 422, "Write a comment first."),
        ({"step": "3", "text": " \n\u200b\u202e "}, 422, "Write a comment first."),
        ({"step": "3", "text": "x" * 10_000}, 422, "A comment can have up to 500 characters; yours has 10000."),
        ({"step": "99999", "text": "Hm"}, 422, "This attempt doesn’t have that moment."),
        ({"step": "9" * 5000, "text": "Hm"}, 422, "This attempt doesn’t have that moment."),
        ({"step": "-1", "text": "Hm"}, 422, "This attempt doesn’t have that moment."),
        ({"text": "Hm"}, 422, "This attempt doesn’t have that moment."),
    ],
)
def test_wrong_input_gets_a_sentence_and_keeps_the_text(
    fields: dict[str, str], status: int, sentence: str, attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    answer = signed_in(alice).post(address(attempt), fields)
    assert answer.status_code == status
    assert sentence in answer.text
    assert f"\n{fields['text']}</textarea>" in answer.text
    assert not Comment.objects.exists()


def test_signs_that_show_nothing_are_left_out(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    text = "\u202eOne\u200b \u2066two\r\n\r\n\r\n\r\nthr\u0065\u0301e"
    signed_in(alice).post(address(attempt), {"step": "3", "text": text})
    assert Comment.objects.get().text == "One two\n\nthr\u00e9e"


def test_500_characters_are_counted_after_that(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    signed_in(alice).post(address(attempt), {"step": "3", "text": "e\u0301" * 500 + "\u200b" * 50})
    assert Comment.objects.get().text == "\u00e9" * 500


def test_text_stays_text(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    write(attempt, alice, "<script>alert(1)</script>{{7*7}}")
    page = signed_in(alice).get(address(attempt, "replay"), {"step": "3"}).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{7*7}}" in page


# --- who may write


def test_stranger_finds_no_review(attempt: Attempt, alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    comment = write(attempt, alice)
    for client in (signed_in(charlie), Client()):
        assert client.get(address(attempt)).status_code == 404
        assert client.post(address(attempt), {"step": "3", "text": "Hm"}).status_code == 404
        for name in ("comment", "comment-delete"):
            assert client.post(address(attempt, name, comment.pk), {"text": "Hm"}).status_code == 404
    assert Comment.objects.get().text == comment.text


def test_player_with_an_account_comments_on_a_public_replay(
    attempt: Attempt, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    Attempt.objects.update(state="success")
    assert signed_in(charlie).post(address(attempt), {"step": "3", "text": "Well done"}).status_code == 302
    assert Comment.objects.get().player == charlie


def as_guest(guest: Player) -> Client:
    client = Client()
    session = client.session
    session[GUEST_KEY] = guest.pk
    session.save()
    return client


def test_guest_comments_on_what_they_played_in_alone(alice: Player, bob: Player, olga: Player, guest: Player) -> None:
    sat, elsewhere = finished(alice, bob, guest), finished(alice, bob, olga)
    Attempt.objects.update(state="success")
    assert as_guest(guest).post(address(sat), {"step": "3", "text": "Well done"}).status_code == 302
    for client in (as_guest(guest), Client()):
        answer = client.post(address(elsewhere), {"step": "3", "text": "Well done"})
        assert (answer.status_code, "Sign in to comment." in answer.text) == (403, True)
        assert "comment-add" not in client.get(address(elsewhere, "replay")).text
    assert Comment.objects.get().attempt == sat


def test_hour_and_review_have_limits(
    attempt: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = signed_in(alice)
    for number in range(COMMENTS.most):
        write(attempt, alice, str(number))
    answer = browser.post(address(attempt), {"step": "3", "text": "One more"})
    assert (answer.status_code, "within an hour" in answer.text, "One more" in answer.text) == (429, True, True)
    monkeypatch.setattr(services, "MOST_COMMENTS", COMMENTS.most)
    answer = browser.post(address(attempt), {"step": "3", "text": "One more"})
    assert (answer.status_code, "60 comments already" in answer.text) == (409, True)
    assert Comment.objects.count() == COMMENTS.most


# --- edit and delete


def test_author_edits_for_ten_minutes(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    comment, browser = write(attempt, alice), signed_in(alice)
    page = address(attempt, "comment", comment.pk)
    assert "Why not the nine?</textarea>" in browser.get(page).text
    assert browser.post(page, {"text": "Why not the eight?"}).status_code == 302
    shown = browser.get(address(attempt, "replay")).text
    assert "Why not the eight?" in shown
    assert "edited" in shown
    with time_machine.travel(timezone.now() + timedelta(minutes=9, seconds=50), tick=False):
        assert page in browser.get(address(attempt, "replay")).text
    with time_machine.travel(timezone.now() + timedelta(minutes=10), tick=False):
        answer = browser.post(page, {"text": "Why not the seven?"})
        assert (answer.status_code, "can be edited for ten minutes" in answer.text) == (409, True)
        assert "Why not the seven?" in answer.text
        assert f'{page}"' not in browser.get(address(attempt, "replay")).text
    assert Comment.objects.get().text == "Why not the eight?"


def test_nobody_else_edits_or_deletes(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    comment, browser = write(attempt, alice), signed_in(bob)
    shown = browser.get(address(attempt, "replay")).text
    for name, sentence in (("comment", "Only its author can edit"), ("comment-delete", "can remove a comment")):
        page = address(attempt, name, comment.pk)
        assert page not in shown
        for answer in (browser.get(page), browser.post(page, {"text": "Mine", "reason": "Mine"})):
            assert (answer.status_code, sentence in answer.text) == (403, True)
    comment.refresh_from_db()
    assert (comment.text, comment.is_removed) == ("Why not the nine?", False)


def test_author_deletes_at_any_time(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    comment, browser = write(attempt, alice), signed_in(alice)
    page = address(attempt, "comment-delete", comment.pk)
    with time_machine.travel(timezone.now() + timedelta(days=400), tick=False):
        browser = signed_in(alice)
        assert "Delete your comment?" in browser.get(page).text
        assert Comment.objects.exists()
        assert browser.post(page).status_code == 302
        assert not Comment.objects.exists()
        assert browser.post(page).status_code == 404


@pytest.fixture
def left_behind(attempt: Attempt, charlie: Player) -> Comment:
    """Charlie's comment on a replay that was public, and is not open to them any more."""
    Attempt.objects.update(state="success")
    comment = write(attempt, charlie, "I was here")
    Attempt.objects.update(state="failure")
    return comment


def test_author_deletes_without_the_replay(
    attempt: Attempt, left_behind: Comment, charlie: Player, signed_in: SignedIn
) -> None:
    browser, own, page = signed_in(charlie), reverse("talk-own"), address(attempt, "comment-delete", left_behind.pk)
    assert browser.get(address(attempt, "comment", left_behind.pk)).status_code == 404
    shown = browser.get(page)
    assert "I was here" in shown.text
    assert f'href="{own}"' in shown.text
    assert f"/replays/{attempt.pk}/?" not in shown.text
    answer = browser.post(page)
    assert (answer.status_code, answer.headers["Location"]) == (302, own)
    assert not Comment.objects.exists()
    assert browser.post(page).status_code == 404


def test_author_finds_their_comments_on_their_own_page(
    attempt: Attempt, left_behind: Comment, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    write(attempt, alice, "Why not the nine?")
    hidden, shown = signed_in(charlie).get(reverse("talk-own")).text, signed_in(alice).get(reverse("talk-own")).text
    assert "I was here" in hidden
    assert "Mission 1" in hidden
    assert f'href="{address(attempt, "comment-delete", left_behind.pk)}?own=1"' in hidden
    assert f'href="{address(attempt, "replay")}?' not in hidden
    assert f'href="{address(attempt, "replay")}?step=3#review"' in shown
    assert "Why not the nine?" not in hidden + signed_in(bob).get(reverse("talk-own")).text
    page = address(attempt, "comment-delete", Comment.objects.get(player=alice).pk)
    assert signed_in(alice).post(f"{page}?own=1").headers["Location"] == reverse("talk-own")


def test_own_page_lists_the_latest_comments_with_few_queries(
    attempt: Attempt,
    alice: Player,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(8):
        write(attempt, alice, str(number))
    monkeypatch.setattr(selectors, "MOST_OWN", 5)
    with django_assert_max_num_queries(6):
        assert [one.comment.text for one in selectors.own_comments(alice)] == ["7", "6", "5", "4", "3"]


# --- moderation


@pytest.fixture
def of_the_crew(crew: Crew, alice: Player, bob: Player, olga: Player) -> Attempt:
    """A finished attempt of Aurora, which Alice founded; Bob has commented on it."""
    attempt = finished(bob, alice, olga)
    Table.objects.update(crew=crew)
    write(attempt, bob, "Rude words")
    return attempt


def remove(browser: Client, attempt: Attempt, reason: str = "Rude") -> int:
    page = address(attempt, "comment-delete", Comment.objects.get().pk)
    return browser.post(page, {"reason": reason}).status_code


def test_founder_removes_with_a_reason(of_the_crew: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    founder, author = signed_in(alice), signed_in(bob)
    assert remove(founder, of_the_crew, " ") == 422
    assert "Rude words" in author.get(address(of_the_crew, "replay")).text
    assert remove(founder, of_the_crew) == 302
    for browser in (founder, author):
        shown = browser.get(address(of_the_crew, "replay")).text
        assert "Rude words" not in shown
        assert "A moderator removed this comment: Rude" in shown
    comment = Comment.objects.get()
    assert (comment.text, comment.removed_by, comment.reason) == ("", alice, "Rude")
    remove(founder, of_the_crew, "Another reason")
    comment.refresh_from_db()
    assert comment.reason == "Rude"
    answer = author.post(address(of_the_crew, "comment", comment.pk), {"text": "Again"})
    assert (answer.status_code, "has been removed" in answer.text) == (409, True)
    assert author.post(address(of_the_crew, "comment-delete", comment.pk)).status_code == 302
    assert not Comment.objects.exists()


def test_administrator_removes_what_they_may_see(of_the_crew: Attempt, charlie: Player, signed_in: SignedIn) -> None:
    User.objects.filter(player=charlie).update(is_staff=True)
    assert remove(signed_in(charlie), of_the_crew) == 404
    Attempt.objects.update(state="success")
    assert remove(signed_in(charlie), of_the_crew) == 302


def test_organizer_removes_in_their_challenges(
    running: Challenge, crew: Crew, club: Club, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON + HOUR, tick=False):
        attempt = _lost(running, crew, alice)
        write(attempt, alice, "Rude words", 0)
        assert remove(signed_in(olga), attempt) == 404, "Olga may still learn of the deal"
        assert remove(signed_in(bob), attempt) in {403, 404}
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert remove(signed_in(olga), attempt) == 302


def _lost(challenge: Challenge, crew: Crew, player: Player) -> Attempt:
    table = table_of(challenge, crew, player)
    deals.start_attempt(table_id=table.pk, player=player)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)
    return table.attempts.get()


# --- sealed deals


def test_review_of_a_sealed_deal_is_not_there(
    running: Challenge, crew: Crew, alice: Player, rivals: Crew, signed_in: SignedIn
) -> None:
    """Another crew that can still be dealt the cards finds neither comment nor number, on no address."""
    rival = rivals.members.first()
    assert rival is not None
    with time_machine.travel(NOON + HOUR, tick=False):
        attempt = _lost(running, crew, alice)
        comment = write(attempt, alice, "The nine is with Bob", 0)
        for name, more in (
            ("replay", ()), ("replay-as-played", ()), ("review", ()), ("comment", (comment.pk,)),
            ("comment-delete", (comment.pk,)), ("api-attempt-comments", ()), ("api-attempt-comment", (comment.pk,)),
        ):  # fmt: skip
            assert signed_in(rival.player).get(address(attempt, name, *more)).status_code in {404, 405}, name
            assert signed_in(alice).get(address(attempt, name, *more)).status_code in {200, 405}, name
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert "The nine is with Bob" in signed_in(rival.player).get(address(attempt, "replay")).text


# --- accounts that change


def test_guest_hands_comments_over(alice: Player, bob: Player, olga: Player, guest: Player) -> None:
    attempt = finished(alice, bob, guest)
    write(attempt, guest)
    merge_guest(guest=guest, player=olga)
    assert Comment.objects.get().player == olga


def test_crew_that_forgets_a_player_keeps_the_text(
    of_the_crew: Attempt, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    anonymise.anonymise_member(crew=crew, player=bob)
    shown = signed_in(alice).get(address(of_the_crew, "replay")).text
    assert "Rude words" in shown
    assert Comment.objects.get().player is None
    assert "a former player" in shown


def test_deleted_account_keeps_the_name_as_the_round_does(
    attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    write(attempt, bob)
    assert bob.user is not None
    bob.user.delete()
    replay, own = signed_in(alice).get(address(attempt, "replay")).text, signed_in(alice).get(address(attempt)).text
    assert "Why not the nine?" in own
    assert "Bob" in own
    assert replay.count("Bob") > own.count("Bob"), "The round names its player, too."


def test_deleted_player_leaves_the_text(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    author = Player.objects.create(name="Walter")
    write(attempt, author)
    author.delete()
    shown = signed_in(bob).get(address(attempt, "replay")).text
    assert "Why not the nine?" in shown
    assert "a former player" in shown
    assert "Walter" not in shown
