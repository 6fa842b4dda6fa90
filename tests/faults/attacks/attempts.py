"""The attacks. Each returns its successes; an empty list if the site holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Final

from tests.faults.attacks.browser import Browser, Page
from tests.faults.attacks.scene import ATTEMPTS, PLAYERS, Scene

Attack = Callable[[str, Scene], list[str]]
LINKS: Final = re.compile(r'href="[^"]*(/seats/[^"/]+/)"')
NAMED: Final = {f"name_{seat}": f"Guest {seat}" for seat in range(PLAYERS)}
KNOCKS: Final = 500


def all_deals_by_one_member(site: str, scene: Scene) -> list[str]:
    """A throwaway crew is dealt every deal, reads all seats signed out, and then the real crew plays."""
    found, mallory = [], Browser(site, scene.sessions["mallory"])
    crew, _key = _throwaway(mallory, scene)
    for stage, _attempt in product((1, 2), range(ATTEMPTS)):
        here = f"/challenges/{scene.challenge}/stages/{stage}/{crew}/at-a-table/"
        if "/attempts/" in mallory.post(here, at=here).address:
            found.append("a deal was given out to no player")
        paper = mallory.post(here, at=here, **NAMED)
        other = here.replace(f"/stages/{stage}/", f"/stages/{3 - stage}/")
        if "/attempts/" in mallory.post(other, at=other, **NAMED).address:
            found.append("two deals were given out at a time")
        found += _seats_read(site, paper)
        found += _reported_with_nobody(mallory, paper)
    found += _plays(mallory, scene, scene.own, scene.own_key)
    return found


def _throwaway(mallory: Browser, scene: Scene) -> tuple[str, int]:
    """Create a crew for the attack, in the club."""
    name = f"throwaway-{scene.club}"
    made = mallory.post("/crews/new/", at="/crews/new/", name=name)
    slug = made.address.rstrip("/").rpartition("/")[2]
    club = mallory.get(f"/clubs/{scene.club}/").text
    option = re.search(rf'<option value="(\d+)"[^>]*>{name}<', club)
    key = int(option.group(1)) if option else 0
    mallory.post(f"/clubs/{scene.club}/crews/", at=f"/clubs/{scene.club}/", crew=key)
    return slug, key


def _seats_read(site: str, paper: Page) -> list[str]:
    """Return hidden cards on the seats' pages before a press, and in a second browser after it."""
    found, links = [], sorted(set(LINKS.findall(paper.text)))
    if len(links) != PLAYERS:
        found.append(f"{len(links)} links instead of {PLAYERS}")
    for link in links:
        first, second = Browser(site), Browser(site)
        if first.get(link).cards:
            found.append("a page that is merely read shows cards")
        if not first.post(link, at=link).cards:
            found.append("the guest it was handed to sees no cards")
        if second.get(link).cards or second.post(link, at="/accounts/login/").cards:
            found.append("a second browser reads a hand")
    return found


def _reported_with_nobody(mallory: Browser, paper: Page) -> list[str]:
    report = f"{paper.address.rstrip('/')}/report/"
    nobody = mallory.post(report, at=report, success="no", **dict.fromkeys(NAMED, ""), **_nobody())
    found = [] if nobody.status == 422 else [f"a report with nobody: {nobody.status}"]
    told = mallory.post(report, at=report, success="no", **NAMED, **_nobody())
    return found if told.status == 200 else [*found, f"a report with everybody: {told.status}"]


def _nobody() -> dict[str, object]:
    return {f"seat_{seat}": "" for seat in range(PLAYERS)}


def _plays(who: Browser, scene: Scene, crew: str, key: int) -> list[str]:
    """Return the stages at which a player who has seen the deal plays with another crew."""
    found, page = [], f"/challenges/{scene.challenge}/"
    for stage in (1, 2):
        online = who.post(f"{page}play/", at=page, crew=key, stage=stage)
        if online.status != 409:
            found.append(f"plays stage {stage} online with another crew: {online.status}")
        here = f"{page}stages/{stage}/{crew}/at-a-table/"
        if who.post(here, at=here, **NAMED).status != 409:
            found.append(f"has stage {stage} given out with another crew")
    return found


def the_lock_lifted_by_leaving(site: str, scene: Scene) -> list[str]:
    """All attempts used up with another crew; the own crew or the club left; the name removed."""
    found = (
        [] if _readable(Browser(site, scene.sessions["charlie"]), scene) else ["the scene is wrong: nothing to read"]
    )
    for who, leave in (("mallory", _leave), ("bob", _take_the_name)):
        spy = Browser(site, scene.sessions[who])
        leave(spy, scene)
        found += [f"{who} reads {page}" for page in _readable(spy, scene)]
    return found


def _leave(mallory: Browser, scene: Scene) -> None:
    crew, _key = _throwaway(mallory, scene)
    for stage, _attempt in product((1, 2), range(ATTEMPTS)):
        here = f"/challenges/{scene.challenge}/stages/{stage}/{crew}/at-a-table/"
        paper = mallory.post(here, at=here, **NAMED)
        _reported_with_nobody(mallory, paper)
    leave = f"/crews/{scene.own}/leave/"
    mallory.post(leave, at=leave)


def _take_the_name(bob: Browser, scene: Scene) -> None:
    leave = f"/crews/{scene.own}/leave/"
    out = f"/clubs/{scene.club}/crews/{scene.own}/leave/"
    bob.post(out, at=out)
    bob.post(leave, at=leave, name="on")


def _readable(spy: Browser, scene: Scene) -> list[str]:
    """Return the pages that show the rivals' result."""
    pages = [f"/challenges/{scene.challenge}/", "/leaderboards/planet-nine/1/", "/missions/planet-nine/1/"]
    pages.append(f"/api/v1/challenges/{scene.challenge}/standings/")
    pages.append(f"/challenges/{scene.challenge}/accesses/")
    return [page for page in pages if scene.rivals in spy.get(page).text]


def a_rival_shut_out_by_a_link(site: str, scene: Scene) -> list[str]:
    """A rival opens a link to a seat at another crew's table, and is still dealt their own."""
    mallory, charlie = (Browser(site, scene.sessions[who]) for who in ("mallory", "charlie"))
    here = f"/challenges/{scene.challenge}/stages/2/{scene.own}/at-a-table/"
    paper = mallory.post(here, at=here, **NAMED)
    links = sorted(set(LINKS.findall(paper.text)))
    found = [f"{link} shows cards without a press" for link in links if charlie.get(link).cards]
    page = f"/challenges/{scene.challenge}/"
    came = charlie.post(f"{page}play/", at=page, crew=scene.rivals_key, stage=2)
    if "/tables/" not in came.address:
        found.append(f"the rival is shut out: {came.status}")
    return found


def an_organizer_rules_for_themselves(site: str, scene: Scene) -> list[str]:
    """An organizer who plays reads a deal, re-admits themselves, corrects their result, and adds one more attempt."""
    dora, page = Browser(site, scene.sessions["dora"]), f"/challenges/{scene.challenge}/"
    deal = f"{page}deals/2/3/cards/"
    if not dora.post(deal, at=deal, sure="yes").cards:
        return ["the scene is wrong: the deal was not given up"]
    olga = Browser(site, scene.sessions["olga"]).get(f"{page}desk/").text
    access = re.search(r'<option value="(\d+)"[^>]*>dora-', olga)
    stages = re.findall(r'<option value="(\d+)"[^>]*>Stage 1: Planet Nine', olga)
    mine: dict[str, object] = {"crew": scene.doras_key, "stage": stages[0] if stages else 0, "reason": "We were tired."}
    tries: dict[str, dict[str, object]] = {
        "restore": {"access": access.group(1) if access else 0, "reason": "I forgot it."},
        "correct": mine | {"won": "on", "needed": 1},
        "readmit": mine,
        "void": {"stage": mine["stage"], "reason": "Too hard."},
        "merge": {"crew": scene.rivals_key, "into": scene.doras_key, "counts": "better", "reason": "One people."},
    }
    answers = {kind: dora.post(f"{page}desk/{kind}/", at=f"{page}desk/", **words) for kind, words in tries.items()}
    offered = "desk-void" in dora.get(f"{page}desk/").text
    return [f"{kind}: {answer.status}" for kind, answer in answers.items() if answer.status != 403] + (
        ["the desk offers what cannot be done"] if offered else []
    )


def the_ledger_flushed(site: str, scene: Scene) -> list[str]:
    """Hundreds of signed-out requests push entries out of the access ledger."""
    mallory, olga = (Browser(site, scene.sessions[who]) for who in ("mallory", "olga"))
    here = f"/challenges/{scene.challenge}/stages/2/{scene.own}/at-a-table/"
    link = min(LINKS.findall(mallory.post(here, at=here, **NAMED).text))
    before, stranger = _ledger(olga, scene), Browser(site)
    for number in range(KNOCKS):
        stranger.get(link)
        if number % 5 == 0:
            Browser(site).post(link, at=link)
    after = _ledger(olga, scene)
    found = [] if len(after) <= len(before) + 1 else [f"{len(after) - len(before)} new lines"]
    return found if all(after.count(line) >= before.count(line) for line in before) else [*found, "lines are gone"]


def _ledger(reader: Browser, scene: Scene) -> list[str]:
    """Return every row of the ledger, page after page."""
    found: list[str] = []
    for number in range(1, 200):
        page = reader.get(f"/challenges/{scene.challenge}/accesses/?page={number}").text
        found += re.findall(r'<th scope="row">(.*?)</td><td>(?:.*?)</td>', page, re.DOTALL)
        if f"?page={number + 1}" not in page:
            return found
    return found


ATTACKS: Final[tuple[Attack, ...]] = (
    all_deals_by_one_member,
    the_lock_lifted_by_leaving,
    a_rival_shut_out_by_a_link,
    an_organizer_rules_for_themselves,
    the_ledger_flushed,
)
