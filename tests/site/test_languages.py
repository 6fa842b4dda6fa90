"""Two languages: each reader's language, and no text of the other on a page, in a refusal or in a mail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
import time_machine
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation

import games
from crewsite import translations
from logbook.campaigns.models import Campaign
from logbook.campaigns.services import campaigns
from logbook.challenges.models.challenges import Challenge
from logbook.clubs import tasks
from logbook.clubs.models import Club
from logbook.clubs.services import mailed_invitations
from logbook.crews.models.crews import Crew
from logbook.lib.plots.figures import Mark, PlotText, Strip
from logbook.lib.time_zones import moment_text
from logbook.notifications.services import calendars, outbox
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.rounds import text as rounds_text
from logbook.rounds.task_cards import task_deck
from logbook.tables.models import Attempt, Table
from logbook.templatetags.plots import plot, signed, tick_label
from tests.challenges.scenes import HOUR, NOON, deal, end, table_of
from tests.conftest import PASSWORD, SignedIn
from tests.notifications.scenes import choose, letters, settle

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FRENCH = {"accept-language": "fr-CA,fr;q=0.8,en;q=0.5"}
BLANK = re.compile(r"%%|%\(\w+\)[a-z]|\{\w*\}|<[^>]+>|\n")
CATALOGUE = ("/missions/", "/missions/deep-sea/tasks/", "/missions/deep-blue/components/")
NOTATION = re.compile(r"(?:tasks|tokens|difficulty)=\S+")
# Words that no French sentence has; people, crews and clubs of these tests have names without them.
ENGLISH = re.compile(
    r"\b(?:the(?! crew)|and|with|you|your|this|that|is|are|was|for|from|by|its|has|not|who)\b", re.IGNORECASE
)
CODE = re.compile(r"<(script|style|code|pre)\b.*?</\1>|<!--.*?-->", re.DOTALL)


@pytest.fixture(scope="module")
def english() -> list[str]:
    """Return the fragments of English sentences, over three words, that a French page must not contain."""
    french = next(path for path in translations.catalogues() if translations.language_of(path) == "fr")
    pieces = {
        " ".join(piece.split())
        for message in translations.read(french)
        if message.id
        for text in ([message.id] if isinstance(message.id, str) else message.id)
        for piece in BLANK.split(text)
    }
    return [piece for piece in pieces if len(NOTATION.sub("", piece).split()) > 3]


RAW = re.compile(r"(?<![\w/-])(?:planet-nine|deep-sea|deep-blue)(?![\w/-]| 12\b)|-{5,}|\(again\)")
"""Codes and signs that are meant for programs; "deep-sea 12" is how one writes a mission in a form."""


def words_of(html: str) -> str:
    """Return the page's text, and its labels for screen readers."""
    bare = CODE.sub(" ", html)
    said = re.findall(r'(?:alt|title|aria-label|placeholder|content|data-[a-z0-9-]+)="([^"]*)"', bare)
    return " ".join(unescape(" ".join([re.sub(r"<[^>]+>", " ", bare), *said])).split())


def left_in(html: str, english: list[str]) -> list[str]:
    text = words_of(html)
    return [piece for piece in english if piece in text]


# --- languages of readers


def test_the_browser_chooses(alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    english, french = client.get("/"), client.get("/", headers=FRENCH)
    assert (english.headers["Content-Language"], french.headers["Content-Language"]) == ("en", "fr")
    assert '<html lang="fr"' in french.text
    assert "Bienvenue à bord, Alice" in french.text
    assert all({"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", ")) for answer in (english, french))


def test_whoever_chooses_reads_that_whatever_the_browser_says(db: None) -> None:
    client = Client(headers=FRENCH)
    answer = client.post(reverse("language"), {"language": "en", "next": "/rules/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/")
    assert client.get("/").headers["Content-Language"] == "en"
    client.post(reverse("language"), {"language": ""})
    assert client.get("/").headers["Content-Language"] == "fr"


def test_an_account_keeps_its_language_in_every_browser(alice: Player, signed_in: SignedIn) -> None:
    signed_in(alice).post(reverse("language"), {"language": "fr"})
    alice.refresh_from_db()
    assert alice.language == "fr"
    assert signed_in(alice).get("/").headers["Content-Language"] == "fr"
    signed_in(alice).post(reverse("language"), {"language": ""})
    assert signed_in(alice).get("/").headers["Content-Language"] == "en"


def test_a_guest_keeps_it_in_the_browser_alone(guest: Player, signed_in: SignedIn) -> None:
    client = signed_in(guest)
    client.post(reverse("language"), {"language": "fr"})
    guest.refresh_from_db()
    assert guest.language == ""
    assert client.get("/").headers["Content-Language"] == "fr"


@pytest.mark.parametrize("place", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""])
def test_the_switch_leads_nowhere_else(place: str, db: None) -> None:
    answer = Client().post(reverse("language"), {"language": "fr", "next": place})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("language", ["nl", "fr\n", "../../etc"])
def test_a_language_that_nobody_wrote(language: str, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    answer = client.post(reverse("language"), {"language": language})
    assert answer.status_code == 400
    assert "Reload the page and try again." in answer.text
    assert client.get(reverse("language")).status_code == 405


def test_every_page_has_the_switch(db: None) -> None:
    page = Client().get(reverse("mission-list"), {"game": "deep-sea"}).text
    assert 'name="next" value="/missions/?game=deep-sea"' in page
    assert re.search(r'<button[^>]* value="en"[^>]* aria-current="true">English</button>', page)
    assert re.search(r'<button[^>]* value="fr" lang="fr">Français</button>', page)


def test_signing_up_in_french_keeps_french(db: None) -> None:
    form = {"name": "Dora", "email": "dora@example.org", "password1": "submarines are quiet"}
    Client(headers=FRENCH).post(reverse("account_signup"), form)
    assert Player.objects.get().language == "fr"
    (sent,) = letters()
    assert sent.subject == "Bienvenue à bord : confirmez votre adresse e-mail"
    assert "quiet" not in sent.body


# --- pages


@pytest.fixture
def played(running: Challenge, crew: Crew, alice: Player) -> Challenge:
    """Return a challenge with a won stage and one in play; a campaign has two entries."""
    with time_machine.travel(NOON, tick=False):
        won = table_of(running, crew, alice)
        deal(won, alice)
        end(won, won=True)
        deal(table_of(running, crew, alice, 2), alice)
    campaign = Campaign.objects.create(crew=crew, game="deep-sea", name="Hiver")
    for day in (18, 19):
        campaign.entries.create(mission="1", won=day == 19, distress=True, played_on=running.opens_at.date())
    campaigns.recompute_missions(campaign.pk)
    return running


def addresses(challenge: Challenge, club: Club, crew: Crew, alice: Player) -> Iterator[str]:
    for name in ("home", "rules", "mission-list", "leaderboard-list", "challenge-list", "crew-list", "club-list"):
        yield reverse(name)
    for name in ("table-list", "table-new", "profile", "profile-mails", "crew-new", "club-new", "export-format"):
        yield reverse(name)
    for name in ("account_login", "account_signup", "account_reset_password", "account_email", "account_logout"):
        yield reverse(name)
    for name in ("crew", "campaign-new", "crew-leave", "crew-exchange"):
        yield reverse(name, args=[crew.slug])
    for name in ("club", "club-settings", "club-news", "club-news-new", "club-webhooks", "club-delete", "club-leave"):
        yield reverse(name, args=[club.slug])
    for name in ("challenge-new", "season-list", "season-new"):
        yield reverse(name, args=[club.slug])
    yield reverse("club-member", args=[club.slug, alice.pk])
    yield reverse("club-crew", args=[club.slug, crew.slug])
    for name in ("challenge", "challenge-desk", "challenge-accesses"):
        yield reverse(name, args=[challenge.pk])
    yield reverse("stage-at-table", args=[challenge.pk, 1, crew.slug])
    yield reverse("deal", args=[challenge.pk, 2, 2])
    for campaign in Campaign.objects.all():
        yield reverse("campaign", args=[campaign.pk])
        yield reverse("campaign-log", args=[campaign.pk])
        yield reverse("campaign-mission", args=[campaign.pk, "1"])
        yield from (reverse("campaign-entry", args=[campaign.pk, line.pk]) for line in campaign.entries.all())
    yield from (reverse("table", args=[table.pk]) for table in Table.objects.all())
    yield from (reverse("replay", args=[attempt.pk]) for attempt in Attempt.objects.exclude(state="playing"))


def test_no_english_is_left_on_a_french_page(
    played: Challenge, club: Club, crew: Crew, alice: Player, signed_in: SignedIn, english: list[str]
) -> None:
    client = signed_in(alice)
    client.post(reverse("language"), {"language": "fr"})
    found = {}
    for address in addresses(played, club, crew, alice):
        with time_machine.travel(NOON + HOUR / 2, tick=False):
            answer = client.get(address, follow=True)
        assert answer.status_code in (200, 409), address
        marked = re.sub(r'<[^>]* lang="en"[^>]*>.*?</', " ", answer.text)
        found[address] = left_in(answer.text, english) + ENGLISH.findall(words_of(marked.partition("<header")[2]))
        found[address] += RAW.findall(re.sub(r"<[^>]+>", " ", CODE.sub(" ", answer.text)))
    assert len(found) > 40
    assert {address: words for address, words in found.items() if words} == {}


def test_a_stranger_reads_french_too(english: list[str], db: None) -> None:
    for address in ("/", "/rules/", "/nowhere/", "/accounts/login/", "/accounts/signup/", *CATALOGUE):
        assert not left_in(Client(headers=FRENCH).get(address).text, english), address


@pytest.mark.parametrize("game", list(games.GAMES))
def test_every_mission_and_task_is_told_in_french(game: str, english: list[str], db: None) -> None:
    client = Client(headers=FRENCH)
    for mission in games.GAMES[game].missions:
        assert not left_in(client.get(reverse("mission", args=[game, mission])).text, english), mission
    for task in task_deck(game, 4):
        with translation.override("en"):
            there = rounds_text.task_sentence(task)
        with translation.override("fr"):
            here = rounds_text.task_sentence(task)
        assert here != there
        assert here.endswith((".", ".)"))


def test_that_the_search_would_find_english(english: list[str], db: None) -> None:
    assert len(english) > 1000
    assert left_in(Client().get("/").text, english)


def test_cards_are_called_as_players_call_them() -> None:
    with translation.override("fr"):
        assert [rounds_text.card_name(card) for card in ("B7", "R4", "S1")] == ["7 bleu", "fusée 4", "sous-marin 1"]
        with_article = [rounds_text.card_with_article(card) for card in ("B7", "R4", "S1", "no card")]
        assert with_article == ["le 7 bleu", "la fusée 4", "le sous-marin 1", "no card"]
        said = rounds_text.say("signal-not-true", {"seat": 0, "card": "Y9", "says": "highest"}, lambda seat: "Ana")
    assert said.startswith("Ana ne peut pas communiquer le 9 jaune en disant «\u00a0la plus forte\u00a0»")


def test_numbers_and_days_are_written_as_french_does() -> None:
    strip = Strip(
        PlotText("Score", "", ""),
        tuple(Mark(f"Crew {number}", score) for number, score in enumerate((1.5, 1.6, 1.75, 2.0, 2.25))),
        par=1.75,
    )
    with translation.override("fr"):
        assert [signed(number) for number in (1.25, -0.5)] == ["+1,25", "−0,50"]
        assert (tick_label(0.5), tick_label(10.0), tick_label("Week 3")) == ("0,5", "10", "Week 3")
        assert intcomma(12345) == "12\u00a0345"
        assert moment_text(NOON) == "20 novembre 2026 à midi UTC"
        drawn = plot(strip, "field")
    labels = re.findall(r'class="plot__label"[^>]*>([^<]*)<', drawn)
    assert "1,6" in labels
    # Coordinates must not be localized: a comma would be no number there.
    assert not re.findall(r' (?:x|y|x1|x2|y1|y2|cx|cy)="[^"]*,[^"]*"', drawn)


# --- refusals


def test_refusals_are_french(crew: Crew, alice: Player, signed_in: SignedIn, english: list[str]) -> None:
    client = signed_in(alice)
    client.post(reverse("language"), {"language": "fr"})
    empty = client.post(reverse("crew-new"), {"name": ""})
    assert empty.status_code == 422
    assert "Donnez un nom à l’équipage." in empty.text
    wrong = client.post(reverse("table-new"), {"game": "planet-nine", "custom": "tasks=99", "players": "4"})
    assert wrong.status_code == 422
    assert "99 tâches, c’est trop" in unescape(wrong.text)
    for answer in (empty, wrong, client.get("/tables/999999/"), client.post(reverse("language"), {"language": "xx"})):
        assert answer.status_code >= 400
        assert not left_in(answer.text, english)


def test_the_engine_refuses_in_french(
    played: Challenge, alice: Player, signed_in: SignedIn, english: list[str]
) -> None:
    table = Table.objects.get(state="playing")
    client = signed_in(alice)
    client.post(reverse("language"), {"language": "fr"})
    with time_machine.travel(NOON + HOUR / 2, tick=False):
        answer = client.post(reverse("table-act", args=[table.pk]), {"action": "play R9", "seen": table.version})
    assert answer.status_code in (400, 422)
    assert not left_in(answer.text, english)


# --- mails and calendars


def test_mails_are_in_the_readers_language(
    club: Club, alice: Player, bob: Player, running: Challenge, clock: time_machine.Traveller
) -> None:
    Player.objects.filter(pk=alice.pk).update(language="fr")
    for player in (alice, bob):
        choose(player, club, "each")
    mail.outbox.clear()
    with translation.override("fr"):  # The language of the event must not matter.
        outbox.challenge_changed(running.pk, "cancelled")
        settle(clock)
    said = {message.to[0]: message.body for message in mail.outbox if "Week 47" in str(message.subject)}
    assert "Le défi a été annulé." in said["alice@example.org"]
    assert "Vous avez choisi de recevoir un e-mail pour chaque événement de ce club." in said["alice@example.org"]
    assert "The challenge has been cancelled." in said["bob@example.org"]
    assert "You chose to get an email for each event in this club." in said["bob@example.org"]


def test_an_invitation_is_in_the_language_of_whoever_invites(club: Club, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(language="fr")
    alice.refresh_from_db()
    mailed_invitations.mail_invitations(club=club, by=alice, addresses=["dora@example.org"])
    for invite in Invite.objects.exclude(mail_to=""):
        tasks.send_invitation(invite.pk)
    assert mail.outbox[0].subject == "Invitation à rejoindre le club Night Watch"
    assert "Ce lien permet à une seule personne de rejoindre le club" in mail.outbox[0].body


def test_a_new_password_is_told_in_the_accounts_language(alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(language="fr")
    Client().post(reverse("account_reset_password"), {"email": "alice@example.org"})
    (sent,) = letters()
    assert sent.subject == "Choisissez un nouveau mot de passe"
    assert PASSWORD not in sent.body


def test_a_calendar_is_in_its_persons_language(alice: Player, challenge: Challenge) -> None:
    Player.objects.filter(pk=alice.pk).update(language="fr")
    link = calendars.create_calendar_link(player=alice)
    text = Client().get(reverse("calendar", args=[link.token])).text.replace("\r\n ", "")  # Long lines are folded.
    assert "Les défis de mes clubs" in text
    assert "Empreinte (SHA-256)\u00a0: " in text
