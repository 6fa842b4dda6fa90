"""The way of a lesson to its readers: who takes it in each state, who publishes and returns it, and the lists."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import Club
from logbook.people.models.players import Player
from logbook.player_lessons.models import PlayerLesson
from logbook.player_lessons.quotas import REPORTS
from logbook.player_lessons.selectors import lists
from logbook.player_lessons.services import publishing
from logbook.tables.models import Attempt, Table
from tests.conftest import SignedIn
from tests.player_lessons.scenes import add, address, draft, public, take, whole
from tests.reviews.scenes import finished
from tests.site.world import staff

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def attempt(alice: Player, bob: Player, olga: Player) -> Attempt:
    """A public attempt of three players without a crew."""
    return public(finished(alice, bob, olga))


@pytest.fixture
def ada(db: None) -> Player:
    """An administrator."""
    return staff()


@pytest.fixture
def browsers(
    alice: Player, bob: Player, charlie: Player, ada: Player, signed_in: SignedIn, client: Client
) -> dict[str, Client]:
    """A visitor's browser, and those of the author, a member of the club, a stranger and an administrator."""
    people = {"alice": alice, "bob": bob, "charlie": charlie, "ada": ada}
    return {"": client, **{name: signed_in(player) for name, player in people.items()}}


def shared(lesson: PlayerLesson, state: str, club: Club | None = None) -> PlayerLesson:
    """Return the lesson in this state."""
    PlayerLesson.objects.filter(pk=lesson.pk).update(state=state, club=club)
    lesson.refresh_from_db()
    return lesson


@pytest.mark.parametrize(
    ("state", "takers"),
    [
        ("draft", {"alice"}),
        ("link", {"alice", "bob", "charlie", "ada", ""}),
        ("club", {"alice", "bob", "ada"}),
        ("proposed", {"alice", "ada"}),
        ("published", {"alice", "bob", "charlie", "ada", ""}),
    ],
)
def test_each_state_has_its_learners(
    state: str,
    takers: set[str],
    attempt: Attempt,
    club: Club,
    browsers: dict[str, Client],
    alice: Player,
) -> None:
    lesson = shared(whole(attempt, alice), state, club if state == "club" else None)
    for page in ("", "act/", "vote/", "again/"):
        answered = {
            name: (browser.get if page == "" else browser.post)(address(lesson, page)).status_code
            for name, browser in browsers.items()
        }
        assert {name for name, status in answered.items() if status != 404} == takers, page
    for page in ("edit/", "edit/0/", "delete/"):
        answered = {name: one.get(address(lesson, page)).status_code for name, one in browsers.items()}
        assert [name for name, status in answered.items() if status == 200] == ["alice"], page


def test_proposed_lesson_is_published_by_an_administrator(
    attempt: Attempt, alice: Player, ada: Player, signed_in: SignedIn, client: Client
) -> None:
    lesson = whole(attempt, alice)
    assert signed_in(alice).post(address(lesson, "share/"), {"state": "proposed"}).status_code == 302
    assert lesson.title not in client.get("/lessons/").text
    page = signed_in(ada).get("/lessons/").text
    assert "Proposed lessons" in page
    assert address(lesson) in page
    page = signed_in(ada).get(address(lesson)).text
    assert "Author: Alice" in page
    lesson.refresh_from_db()
    assert signed_in(ada).post(address(lesson, "publish/"), {"version": lesson.version}).status_code == 302
    page = client.get("/lessons/").text
    assert "By players" in page
    assert lesson.title in page
    assert "Alice" not in page
    assert "Lesson finished" in take(client, lesson)


def test_administrator_publishes_what_they_have_read(
    attempt: Attempt, alice: Player, ada: Player, signed_in: SignedIn
) -> None:
    lesson = whole(attempt, alice, state="proposed")
    seen = lesson.version
    publishing.share(lesson=lesson, by=alice, state="draft")
    add(lesson, 0, "Something else.")
    publishing.share(lesson=lesson, by=alice, state="proposed")
    for version in (str(seen), "", "x", "9" * 5000):
        answer = signed_in(ada).post(address(lesson, "publish/"), {"version": version})
        assert answer.status_code == 409
        assert "This lesson can’t be changed like that any more." in answer.text
    lesson.refresh_from_db()
    assert lesson.state == "proposed"


def test_nobody_else_publishes_or_returns(
    attempt: Attempt, alice: Player, bob: Player, club: Club, signed_in: SignedIn
) -> None:
    lesson = whole(attempt, alice, state="proposed")
    assert signed_in(alice).post(address(lesson, "publish/"), {"version": lesson.version}).status_code == 403
    assert signed_in(alice).post(address(lesson, "return/"), {"reason": "Mine"}).status_code == 403
    assert signed_in(bob).post(address(lesson, "publish/"), {"version": lesson.version}).status_code == 404
    shared(lesson, "club", club)
    assert signed_in(bob).post(address(lesson, "return/"), {"reason": "No"}).status_code == 403
    assert signed_in(alice).post(address(lesson, "share/"), {"state": "published"}).status_code == 409


def test_returned_lesson_is_a_draft_with_a_reason(
    attempt: Attempt, alice: Player, ada: Player, signed_in: SignedIn, client: Client
) -> None:
    lesson = whole(attempt, alice, state="published")
    empty = signed_in(ada).post(address(lesson, "return/"), {"reason": " "})
    assert empty.status_code == 422
    assert "Give a reason." in empty.text
    assert signed_in(ada).post(address(lesson, "return/"), {"reason": "Card 3 is right, too."}).status_code == 302
    assert client.get(address(lesson)).status_code == 404
    assert "Card 3 is right, too." in signed_in(alice).get(address(lesson, "edit/")).text
    publishing.share(lesson=lesson, by=alice, state="proposed")
    lesson.refresh_from_db()
    assert lesson.reason == ""


def test_organizer_returns_a_lesson_of_their_club(
    attempt: Attempt, alice: Player, olga: Player, club: Club, signed_in: SignedIn
) -> None:
    lesson = shared(whole(attempt, alice), "club", club)
    assert "From your clubs" in signed_in(olga).get("/lessons/").text
    assert signed_in(olga).post(address(lesson, "return/"), {"reason": "Not for us."}).status_code == 302
    lesson.refresh_from_db()
    assert (lesson.state, lesson.club) == ("draft", None)


def test_author_shares_with_their_own_club_only(
    attempt: Attempt, alice: Player, charlie: Player, club: Club, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice), signed_in(alice)
    elsewhere = Club.objects.create(name="Elsewhere", slug="elsewhere")
    for wrong in (str(elsewhere.pk), "", "x", "9" * 30):
        answer = browser.post(address(lesson, "share/"), {"state": "club", "club": wrong})
        assert answer.status_code == 422
        assert "Choose one of your clubs." in answer.text
    assert browser.post(address(lesson, "share/"), {"state": "club", "club": str(club.pk)}).status_code == 302
    lesson.refresh_from_db()
    assert (lesson.state, lesson.club) == ("club", club)
    assert "The members of the club can take it." in browser.get(address(lesson, "edit/")).text
    club.delete()
    assert "Only you can see this draft." in browser.get(address(lesson, "edit/")).text
    assert signed_in(charlie).get(address(lesson)).status_code == 404


def test_lesson_without_a_decision_is_not_shared(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    lesson = add(draft(attempt, alice), 0)
    for state in ("link", "proposed"):
        answer = signed_in(alice).post(address(lesson, "share/"), {"state": state})
        assert answer.status_code == 409
        assert "First add a step where the learner acts." in answer.text
    for state in ("", "nonsense"):
        assert signed_in(alice).post(address(lesson, "share/"), {"state": state}).status_code == 409


@pytest.mark.parametrize("state", ["proposed", "published"])
def test_lesson_that_others_have_read_is_not_edited(
    state: str, attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice, state=state), signed_in(alice)
    sent = {"version": str(lesson.version), "says": "Sneaked in.", "title": "Sneaked in.", "language": "en"}
    for page in ("edit/0/", "edit/"):
        answer = browser.post(address(lesson, page), sent)
        assert answer.status_code == 409
        assert "Make it a draft again in another tab, then save your text here." in answer.text
        assert "Sneaked in." in answer.text
    assert browser.post(address(lesson, "share/"), {"state": "draft"}).status_code == 302
    sent["version"] = str(lesson.version + 1)
    assert browser.post(address(lesson, "edit/0/"), sent).status_code == 302


def test_published_lesson_outlives_its_author(
    attempt: Attempt, alice: Player, client: Client, ada: Player, signed_in: SignedIn
) -> None:
    public, private = whole(attempt, alice, state="published"), whole(attempt, alice, state="link")
    assert alice.user is not None
    alice.user.delete()
    assert client.get(address(public)).status_code == 200
    assert signed_in(ada).get(address(public)).status_code == 200
    assert client.get(address(private)).status_code == 404


def test_list_takes_a_fixed_number_of_queries(
    attempt: Attempt, alice: Player, client: Client, django_assert_max_num_queries: object
) -> None:
    for _number in range(4):
        take(client, whole(attempt, alice, state="published"))
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        page = client.get("/lessons/").text
    assert page.count("100% finished") == 4


def test_lesson_without_an_author_is_deleted_instead_of_returned(
    attempt: Attempt, alice: Player, ada: Player, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice, state="published"), signed_in(ada)
    assert "Return it to its author" in browser.get(address(lesson)).text
    assert alice.user is not None
    alice.user.delete()
    page = browser.get(address(lesson)).text
    assert "Return it to its author" not in page
    assert "Delete the lesson" in page
    page = browser.get(address(lesson, "return/")).text
    assert "Its author has deleted their account, so the lesson can’t be returned." in page
    assert 'name="reason"' not in page
    assert browser.post(address(lesson, "return/")).status_code == 302
    assert not PlayerLesson.objects.exists()


def test_published_lesson_becomes_a_draft_before_anything_else(
    attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice, state="published"), signed_in(alice)
    for state in ("link", "proposed", "club"):
        assert browser.post(address(lesson, "share/"), {"state": state}).status_code == 409
    assert browser.post(address(lesson, "share/"), {"state": "draft"}).status_code == 302
    assert browser.post(address(lesson, "share/"), {"state": "link"}).status_code == 302


def test_shared_lesson_keeps_its_last_decision(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    lesson, browser = whole(attempt, alice, state="link"), signed_in(alice)
    first, last = lesson.steps.filter(acts=True).values_list("moment", flat=True)
    for moment, status in ((first, 302), (last, 409)):
        lesson.refresh_from_db()
        sent = {"version": str(lesson.version), "says": "Only read."}
        answer = browser.post(address(lesson, f"edit/{moment}/"), {**sent, "remove": "1"})
        assert answer.status_code == status
    assert "This is the only step where the learner acts." in answer.text
    assert browser.post(address(lesson, f"edit/{last}/"), sent).status_code == 409
    assert browser.post(address(lesson, "share/"), {"state": "draft"}).status_code == 302
    sent["version"] = str(lesson.version + 1)
    assert browser.post(address(lesson, f"edit/{last}/"), sent).status_code == 302


def test_lesson_of_a_replay_that_is_not_public_goes_by_link_only(
    attempt: Attempt, alice: Player, club: Club, ada: Player, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice), signed_in(alice)
    Attempt.objects.filter(pk=attempt.pk).update(state="failure")
    attempt.sittings.filter(player=alice).delete()
    sentence = "This replay isn’t open to everyone, so only a lesson with your own hand can be shared beyond a link."
    editor = browser.get(address(lesson, "edit/")).text
    assert sentence in editor
    assert "Propose it for publication" not in editor
    assert "Share with the club" not in editor
    for sent in ({"state": "proposed"}, {"state": "club", "club": str(club.pk)}):
        answer = browser.post(address(lesson, "share/"), sent)
        assert (answer.status_code, sentence in answer.text) == (409, True)
    assert browser.post(address(lesson, "share/"), {"state": "link"}).status_code == 302
    shared(lesson, "proposed")
    answer = signed_in(ada).post(address(lesson, "publish/"), {"version": lesson.version})
    assert (answer.status_code, sentence in answer.text) == (409, True)


def test_lesson_of_ones_own_lost_hand_is_for_others_too(
    attempt: Attempt, alice: Player, ada: Player, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice), signed_in(alice)
    Attempt.objects.filter(pk=attempt.pk).update(state="failure")
    assert attempt.sittings.get(player=alice).number == lesson.seat
    assert "Propose it for publication" in browser.get(address(lesson, "edit/")).text
    assert browser.post(address(lesson, "share/"), {"state": "proposed"}).status_code == 302
    lesson.refresh_from_db()
    assert signed_in(ada).post(address(lesson, "publish/"), {"version": lesson.version}).status_code == 302


def test_author_who_may_no_longer_see_the_replay_changes_nothing(
    attempt: Attempt, alice: Player, ada: Player, signed_in: SignedIn
) -> None:
    lesson, browser = whole(attempt, alice), signed_in(alice)
    Attempt.objects.filter(pk=attempt.pk).update(state="failure")
    assert browser.get(address(lesson, "edit/0/")).status_code == 200
    attempt.table.seats.filter(player=alice).update(player=None)
    Table.objects.filter(pk=attempt.table_id).update(opened_by=None)
    assert browser.get(f"/replays/{attempt.pk}/").status_code == 404
    sentence = "You can’t see this replay any more. You can only delete the lesson, or make it a draft again."
    answer = browser.post(address(lesson, "edit/0/"), {"version": str(lesson.version), "says": "Kept."})
    assert (answer.status_code, sentence in answer.text, "Kept." in answer.text) == (409, True, True)
    answer = browser.post(address(lesson, "share/"), {"state": "link"})
    assert (answer.status_code, sentence in answer.text) == (409, True)
    editor = browser.get(address(lesson, "edit/"))
    assert (editor.status_code, sentence in editor.text) == (200, True)
    assert "Mia plays" not in editor.text
    shared(lesson, "proposed")
    answer = signed_in(ada).post(address(lesson, "publish/"), {"version": lesson.version})
    assert answer.status_code == 409
    assert browser.post(address(lesson, "share/"), {"state": "draft"}).status_code == 302


def test_each_list_has_its_own_order_and_length(
    attempt: Attempt, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = [draft(attempt, bob, title=f"Mine {number}") for number in range(2)]
    lessons = [whole(attempt, alice, state="published") for _number in range(9)]
    now = timezone.now()
    for hours, lesson in enumerate(reversed((*mine, *lessons))):
        PlayerLesson.objects.filter(pk=lesson.pk).update(changed_at=now - timedelta(hours=hours))
    monkeypatch.setattr(lists, "MOST_LISTED", 2)
    shown = lists.player_lesson_lists(bob)
    assert [row.lesson.pk for row in shown.published] == [lessons[8].pk, lessons[7].pk]
    assert [row.lesson.pk for row in shown.own] == [mine[1].pk, mine[0].pk]
    assert [row.decisions for row in shown.published] == [2, 2]


def test_lesson_that_cannot_be_shown_is_listed_to_its_author_alone(
    attempt: Attempt, alice: Player, bob: Player, olga: Player, running: Challenge
) -> None:
    lesson, stage = whole(attempt, alice, state="published"), running.stages.get(number=1)

    def listed(player: Player | None) -> int:
        shown = lists.player_lesson_lists(player)
        return len(shown.published) + len(shown.own)

    assert (listed(None), listed(bob), listed(alice)) == (1, 1, 2)
    Attempt.objects.filter(pk=attempt.pk).update(rules=0)
    assert (listed(None), listed(bob), listed(alice)) == (0, 0, 1)
    Attempt.objects.filter(pk=attempt.pk).update(rules=attempt.rules)
    Challenge.objects.filter(pk=running.pk).update(state="closed")
    Table.objects.filter(pk=attempt.table_id).update(stage=stage)
    assert listed(bob) == 1
    Ruling.objects.create(challenge=running, kind="void", stage=stage, attempt=attempt.number, reason="Torn", by=olga)
    assert (listed(None), listed(bob), listed(alice)) == (0, 0, 1)
    assert lesson.attempt is not None


def test_reported_lesson_is_kept_or_returned(
    attempt: Attempt, alice: Player, bob: Player, ada: Player, signed_in: SignedIn
) -> None:
    lesson = whole(attempt, alice, state="published")
    page = address(lesson, "report/")
    assert f'href="{page}"' in signed_in(bob).get(address(lesson)).text
    assert f'href="{page}"' not in signed_in(alice).get(address(lesson)).text
    for decision in ("dismiss", "return"):
        assert signed_in(bob).post(page, {"reason": "An insult."}).status_code == 302
        assert signed_in(bob).post(page, {"reason": "Again."}).status_code == 302
        assert "Bob reports: An insult." in signed_in(ada).get("/lessons/").text
        assert "Bob reports" not in signed_in(alice).get("/lessons/").text
        signed_in(bob).post(page, {"dismiss": "1"})
        assert lesson.reports.count() == 1
        if decision == "dismiss":
            assert signed_in(ada).post(page, {"dismiss": "1"}).status_code == 302
        else:
            assert signed_in(ada).post(address(lesson, "return/"), {"reason": "An insult."}).status_code == 302
        assert "Bob reports" not in signed_in(ada).get("/lessons/").text
        lesson.refresh_from_db()
        assert lesson.state == ("published" if decision == "dismiss" else "draft")


def test_bad_reports_get_a_sentence(attempt: Attempt, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    lesson = whole(attempt, alice, state="published")
    page = address(lesson, "report/")
    answer = signed_in(bob).post(page, {"reason": ""})
    assert (answer.status_code, "Give a reason." in answer.text) == (422, True)
    answer = signed_in(alice).post(page, {"reason": "Mine"})
    assert (answer.status_code, "This is your own lesson." in answer.text) == (409, True)
    for _number in range(REPORTS.most):
        signed_in(bob).post(address(whole(attempt, alice, state="link"), "report/"), {"reason": "Hm"})
    answer = signed_in(bob).post(page, {"reason": "Once more"})
    assert answer.status_code == 429
    assert "Once more" in answer.text
