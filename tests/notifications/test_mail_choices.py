"""What members choose about emails, and the links that end them."""

from __future__ import annotations

from django.core import mail
from django.test import Client
from django.urls import reverse

from logbook.clubs.models import Club
from logbook.clubs.services import news
from logbook.crews.models.crews import Crew, CrewMember
from logbook.notifications.models import ClubEvent, NotificationChoice, OutboxMail
from logbook.notifications.services import mails, outbox
from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.notifications.scenes import choose, stop_of

# --- unsubscribe links


def test_one_click_in_the_mail_ends_them_without_signing_in(each: Club, olga: Player, bob: Player) -> None:
    news.write_news(club=each, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    mails.send_outbox_mail(outbox_mail_id=OutboxMail.objects.get(player=bob).pk)
    message = mail.outbox[0]
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = stop_of(message)
    assert address in str(message.body)
    strict = Client(enforce_csrf_checks=True)
    assert "Unsubscribe from emails about Night Watch?" in strict.get(address).content.decode()
    assert NotificationChoice.objects.get(player=bob).how == "each", "a look changes nothing"
    for _ in range(2):
        assert strict.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NotificationChoice.objects.get(player=bob).how == "off"
    Club.objects.all().delete()
    for forged in (address, address[:-3] + "xx/", reverse("mail-stop", args=["abc"])):
        assert strict.post(forged).status_code == 404


def test_one_chooses_club_by_club(club: Club, bob: Player, olga: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(bob), reverse("profile-mails")
    assert "weekly digest" in client.get(address).content.decode()
    form = {f"club-{club.pk}": "each", "time_zone": "Europe/Paris"}
    assert client.post(address, form).status_code == 302
    bob.refresh_from_db()
    assert (NotificationChoice.objects.get().how, bob.time_zone) == ("each", "Europe/Paris")
    for wrong, sentence in (
        ({f"club-{club.pk}": "hourly"}, "Choose no email, an email for each event, or the weekly digest."),
        ({}, "Choose how you get news from each club."),
        (
            {f"club-{club.pk}": "off", "time_zone": "Mars/Base"},
            ("This time zone doesn’t exist. Choose one from the list."),
        ),
    ):
        page = client.post(address, wrong)
        assert page.status_code == 422
        assert sentence in page.content.decode()
    assert NotificationChoice.objects.get().how == "each"


def test_who_plays_there_without_being_a_member_hears_too(
    club: Club, crew: Crew, charlie: Player, olga: Player
) -> None:
    CrewMember.objects.create(crew=crew, player=charlie)
    choose(charlie, club, "each")
    news.write_news(club=club, by=olga, title="We meet", text="x")
    outbox.fan_out_event(club_event_id=ClubEvent.objects.get().pk)
    assert OutboxMail.objects.filter(player=charlie).count() == 1
