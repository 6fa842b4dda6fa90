"""Scenes that the tests of typed deals share: a deal, its hands, and phones."""

from __future__ import annotations

from collections.abc import Sequence

from django.test import Client

import games
from logbook.typed_deals.models import TypedDeal

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


def dealt(mission: str = "4", players: int = 4, *, game: str = "planet-nine", seed: str = "typed") -> games.State:
    return games.deal(games.Setup(game, mission, players, seed))


def hands_of(state: games.State) -> list[list[str]]:
    return [list(state.view(seat)["hand"]) for seat in range(state.setup.players)]


def tasks_of(state: games.State) -> list[str]:
    return [task.name for task in state.tasks]  # type: ignore[attr-defined]


def begin(phone: Client, state: games.State, **more: object) -> TypedDeal:
    setup = state.setup
    form = {"game": setup.game, "mission": setup.mission, "players": setup.players, **more}
    answer = phone.post("/could-we-have-won/", form)
    assert answer.status_code == 302, answer.content.decode()
    return TypedDeal.objects.latest("pk")


def type_hand(phone: Client, deal: TypedDeal, seat: int, cards: Sequence[str]) -> tuple[int, str]:
    answer = phone.post(f"/won/{deal.code}/hand/{seat}/", {"card": list(cards), "name": NAMES[seat]})
    return answer.status_code, answer.content.decode()


def type_tasks(phone: Client, deal: TypedDeal, tasks: Sequence[str], owners: Sequence[object]) -> tuple[int, str]:
    form: dict[str, object] = {f"task-{row}": task for row, task in enumerate(tasks, 1)}
    form |= {f"owner-{row}": owner for row, owner in enumerate(owners, 1)}
    answer = phone.post(f"/won/{deal.code}/tasks/", form)
    return answer.status_code, answer.content.decode()


def press_over(phone: Client, deal: TypedDeal) -> tuple[int, str]:
    answer = phone.post(f"/won/{deal.code}/over/")
    return answer.status_code, answer.content.decode()


def page_of(phone: Client, deal: TypedDeal) -> str:
    answer = phone.get(f"/won/{deal.code}/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def sharing_of(state: games.State) -> list[int]:
    """Owners that the mission allows: each task goes to the next player from the captain on."""
    captain = next(seat for seat, hand in enumerate(hands_of(state)) if hand[-1].endswith("4") and hand[-1][0] in "RS")
    return [(captain + turn) % state.setup.players for turn in range(len(tasks_of(state)))]


def entered(phones: Sequence[Client], state: games.State) -> TypedDeal:
    """A deal whose hands and tasks are in: each phone has typed in its own hand, the last one follows."""
    deal = begin(phones[0], state)
    for seat, hand in enumerate(hands_of(state)[:-1]):
        assert type_hand(phones[seat % len(phones)], deal, seat, hand)[0] == 303
    if tasks_of(state):
        assert type_tasks(phones[0], deal, tasks_of(state), sharing_of(state))[0] == 303
    return deal


def over(phones: Sequence[Client], deal: TypedDeal) -> TypedDeal:
    """The same after two phones have agreed."""
    for phone in phones[:2]:
        assert press_over(phone, deal)[0] == 303
    deal.refresh_from_db()
    return deal
