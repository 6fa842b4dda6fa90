"""Files through the API: export of a logbook and a club, import of a table and its undo, an entry's photo, races."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from PIL import Image

from logbook.campaigns.models import Attendance, Campaign, LogEntry
from logbook.campaigns.services import campaigns
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.exchange import services as exchange_services
from logbook.exchange.models import Import
from logbook.people.models.players import Player
from tests.api.world import Program
from tests.exchange.files import HEADER, finish

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ROWS = f"{HEADER}1,2024-03-01,won,no,2,Alice; Zoe,\n73,2024-03-02,won,no,2,Alice; Zoe,\n".encode()


def sent(program: Program, method: str, address: str, file: dict[str, Any], *, status: int) -> Any:
    """Send a form with a file."""
    body = encode_multipart(BOUNDARY, file)
    address = f"/api/v1/{address}"
    answer = program.client.generic(method, address, body, MULTIPART_CONTENT, headers=program.headers)
    assert answer.status_code == status, answer.content
    return answer.json()


def got(program: Program, address: str) -> Any:
    answer = program.client.get(f"/api/v1/{address}", headers=program.headers)
    assert answer.status_code == 200
    return answer


def test_a_logbook_and_a_club_go_out(alice: Player, charlie: Player, club: Club, crew: Crew) -> None:
    campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")
    program = Program(alice, "read")
    for address in (f"crews/{crew.slug}/export/", f"clubs/{club.slug}/export/"):
        told = got(program, address)
        assert "ETag" not in told
        assert json.loads(told.getvalue())
        zipped = got(program, f"{address}zip/")
        assert zipped["Content-Type"] == "application/zip"
        assert zipfile.ZipFile(io.BytesIO(zipped.getvalue())).namelist()
        Program(charlie)("get", address, status=404)
    assert got(program, f"crews/{crew.slug}/export/csv/").getvalue().startswith(b"\xef\xbb\xbfcampaign,")


def test_a_table_comes_in_is_looked_at_confirmed_and_taken_back(alice: Player, charlie: Player, crew: Crew) -> None:
    program, here = Program(alice, "write"), f"crews/{crew.slug}/imports/"
    made = sent(program, "POST", here, {"file": SimpleUploadedFile("rows.csv", ROWS)}, status=201)
    there = f"imports/{made['id']}/"
    assert (made["state"], made["kind"]) == ("columns", "table")
    columns = program("get", f"{there}columns/")
    assert columns["headers"][0] == "mission"
    assert program("get", f"{there}columns/?encoding=cp1252")["encoding"] == "cp1252"
    program("get", f"{there}columns/?encoding=mine", status=422)
    program("post", f"{there}columns/", {"columns": {"mission": 0}}, status=422)
    program("post", f"{there}columns/", {"columns": columns["columns"], "game": "planet-nine"})
    exchange_services.read_import(import_id=made["id"])
    waits = program("get", there)
    assert (waits["state"], waits["good"] + waits["doubtful"], waits["wrong"]) == ("waiting", 1, 1)
    zoe = next(one for one in waits["people"] if one["name"] == "Zoe")
    program("post", f"{there}confirm/", {"choices": {zoe["field"]: "player:999"}}, status=422)
    program("post", f"{there}confirm/", {"choices": {zoe["field"]: "nobody"}})
    finish(Import.objects.get())
    assert program("get", there)["imported"] == 1
    assert [row["id"] for row in program("get", here)["results"]] == [made["id"]]
    assert b"skipped" in got(program, f"{there}report/").getvalue()
    program("post", f"{there}take-back/")
    finish(Import.objects.get())
    assert not LogEntry.objects.exists()
    Program(charlie)("get", there, status=404)
    program("delete", there, status=409)


def test_a_browser_needs_its_token_to_change_anything(alice: Player, crew: Crew) -> None:
    browser, here = Client(enforce_csrf_checks=True), f"/api/v1/crews/{crew.slug}/imports/"
    assert alice.user is not None
    browser.force_login(alice.user, backend="django.contrib.auth.backends.ModelBackend")
    browser.get("/crews/new/")
    told = {"x-csrftoken": browser.cookies["csrftoken"].value}
    for headers, status in (({}, 403), (told, 201)):
        file = {"file": SimpleUploadedFile("rows.csv", ROWS)}
        assert browser.post(here, file, headers=headers).status_code == status
    assert Import.objects.count() == 1


def test_what_is_no_file_or_no_form_is_refused_in_a_sentence(alice: Player, crew: Crew) -> None:
    program, here = Program(alice, "write", "manage"), f"crews/{crew.slug}/imports/"
    assert sent(program, "POST", here, {"file": SimpleUploadedFile("x", b"")}, status=422)["errors"].keys() == {"file"}
    assert sent(program, "POST", here, {"file": SimpleUploadedFile("x", b"\0\1")}, status=422)["code"]
    assert sent(program, "POST", "imports/", {"file": SimpleUploadedFile("x", ROWS)}, status=422)["code"]
    assert "multipart/form-data" in program("post", here, {"file": "x"}, status=415)["detail"]


def test_a_line_gets_a_photo(alice: Player, charlie: Player, crew: Crew, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    program, campaign = Program(alice, "write"), _campaign(crew, alice, "planet-nine")
    key = str(uuid4())
    words = {"key": key, "mission": "1", "won": True, "played_on": "2026-11-20"}
    lines = f"campaigns/{campaign.pk}/entries/"
    here = f"{lines}{program('post', lines, words, status=201)['id']}/photo/"
    program("get", here, status=404)
    picture = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(picture, "PNG")
    file = {"photo": SimpleUploadedFile("x.png", picture.getvalue())}
    assert sent(program, "PUT", here, file, status=200)["photo"] is True
    assert Image.open(io.BytesIO(got(program, here).getvalue())).size == (30, 20)
    Program(charlie)("get", here, status=404)
    sent(program, "PUT", here, {"photo": SimpleUploadedFile("x.png", b"no picture")}, status=422)
    assert program("delete", here)["photo"] is False
    program("get", here, status=404)


def test_a_race_is_written_down_with_its_points(alice: Player, bob: Player, crew: Crew) -> None:
    program, campaign = Program(alice, "write"), _campaign(crew, alice, "deep-blue")
    here, ours, theirs = f"campaigns/{campaign.pk}/entries/", f"p{alice.pk}", f"p{bob.pk}"
    words = {"key": str(uuid4()), "mission": "troubled-waters", "played_on": "2026-11-20"}
    points = {ours: 41, theirs: 37, "guest": 44}
    line = program("post", here, {**words, "points": points, "guest": "Zoe"}, status=201)
    told = {one["name"]: (one["points"], one["won"]) for one in line["present"]}
    assert told == {"Alice": (41, False), "Bob": (37, False), "Zoe": (44, True)}
    zoe = next(one["key"] for one in line["present"] if one["name"] == "Zoe")
    corrected = program("put", f"{here}{line['id']}/", {**words, "points": {ours: 50, zoe: 44}, "seen": 0})
    assert [one["name"] for one in corrected["present"] if one["won"]] == ["Alice"]
    strangers = {**words, "key": str(uuid4()), "points": {"p999": 3}}
    assert program("post", here, strangers, status=422)["errors"].keys() == {"points"}
    missions = f"campaigns/{_campaign(crew, alice, 'planet-nine').pk}/entries/"
    wrong = {**words, "mission": "1", "won": True, "points": {ours: 3}}
    assert program("post", missions, wrong, status=422)["errors"].keys() == {"points"}
    assert program("post", missions, {**words, "mission": "1"}, status=422)["errors"].keys() == {"won"}


def _campaign(crew: Crew, by: Player, game: str) -> Campaign:
    return campaigns.open_campaign(crew=crew, by=by, game=game, name=game)


def test_what_a_program_does_not_choose_is_as_suggested(alice: Player, bob: Player, crew: Crew) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")
    zoe = Guest.objects.create(crew=crew, name="Zoe")
    rows = (
        b"campaign,mission,date,result,distress,players,people,captain\nwinter,1,2024-03-01,won,no,3,ALICE; zoe; Yan,\n"
    )
    program, here = Program(alice, "write"), f"crews/{crew.slug}/imports/"
    there = f"imports/{sent(program, 'POST', here, {'file': SimpleUploadedFile('rows.csv', rows)}, status=201)['id']}/"
    columns = program("get", f"{there}columns/")["columns"]
    program("post", f"{there}columns/", {"columns": columns, "game": "planet-nine"})
    exchange_services.read_import(import_id=Import.objects.get().pk)
    suggested = {one["name"]: one["chosen"] for kind in ("people", "campaigns") for one in program("get", there)[kind]}
    program("post", f"{there}confirm/", {})
    finish(Import.objects.get())
    assert suggested == {
        "ALICE": f"player:{alice.pk}",
        "zoe": f"guest:{zoe.pk}",
        "Yan": "new",
        "winter": f"campaign:{campaign.pk}",
    }
    assert Campaign.objects.get() == campaign
    there_were = Attendance.objects.values_list("player__name", "guest__name").order_by("pk")
    assert set(there_were) == {("Alice", None), (None, "Zoe"), (None, "Yan")}
    assert Guest.objects.count() == 2
