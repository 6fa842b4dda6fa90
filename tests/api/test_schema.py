"""The schema matches the API exactly: generated calls of every operation, and no response outside the schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from logbook.api.schema_views import schema
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests import wide
from tests.api.world import World, make_world

Operation = APIOperation[Any, Any, Any, Any]
EXAMPLES = {GenerationMode.POSITIVE: wide.of(1, 12), GenerationMode.NEGATIVE: wide.of(1, 12)}
STREAMED = ("exportCrew", "exportClub")
CHECKED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


class Undone(Exception):
    """Roll back the writes of a call."""


@pytest.fixture
def world(alice: Player, bob: Player, charlie: Player, crew: Crew, club: Club) -> World:
    return make_world(alice, bob, charlie, crew, club)


@pytest.fixture
def application() -> Iterator[Any]:
    """Yield the site's WSGI application, with the test's database connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_the_schema_is_whole_and_without_a_warning() -> None:
    schema.cache_clear()
    GENERATOR_STATS.reset()
    found = schema()
    assert not GENERATOR_STATS  # The generator has printed the reason.
    validate_schema(found)  # type: ignore[no-untyped-call]
    assert "CrewView" in found["components"]["schemas"]


def test_description_names_the_scope_and_repeats_no_title() -> None:
    operations = [one for methods in schema()["paths"].values() for one in methods.values()]
    assert [one["summary"] for one in operations if one["description"].startswith(one["summary"])] == []
    assert [one["summary"] for one in operations if "Scope: `" not in one["description"].splitlines()[-1]] == []
    assert any("\n\nScope: " in one["description"] for one in operations)


def test_every_list_has_pages_and_every_answer_an_etag() -> None:
    read = {one["get"]["operationId"]: one["get"] for one in schema()["paths"].values() if "get" in one}
    for name, declared in read.items():
        told = declared["responses"]["200"]
        asked = {parameter["name"] for parameter in declared["parameters"]}
        if "application/json" in told["content"] and name not in STREAMED:
            assert "ETag" in told["headers"], name
            assert "If-None-Match" in asked, name
        is_a_page = str(told["content"].get("application/json", {}).get("schema")).endswith("Page'}")
        assert is_a_page == name.startswith("list") == ({"cursor", "limit"} <= asked), name


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.django_db
def test_no_generated_call_is_answered_outside_the_schema(world: World, application: Any) -> None:
    api = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)
    found = [_found(found.ok(), world) for found in api.get_all_operations() if isinstance(found, Ok)]
    assert len(found) >= 145
    assert not any(found), "\n\n".join(filter(None, found))


def _found(operation: Operation, world: World) -> str:
    """Return the operation's error; empty if there is none."""
    try:
        for mode in EXAMPLES if _can_be_wrong(operation) else (GenerationMode.POSITIVE,):
            _call(operation, world, mode)
    except FailureGroup as wrong:
        return f"{operation.label}\n{wrong}"
    return ""


def _can_be_wrong(operation: Operation) -> bool:
    """Return whether an invalid call exists: an operation that takes any text has none to find."""
    told = [parameter.definition["schema"] for parameter in (*operation.path_parameters, *operation.query)]
    return any(True for _body in operation.body) or any(
        set(shape) != {"type"} or shape["type"] != "string" for shape in told
    )


def _call(operation: Operation, world: World, mode: GenerationMode) -> None:
    """Call the operation with values that its schema allows (or forbids): once anywhere, then on existing objects."""
    called: list[Case[Any]] = []

    @settings(
        max_examples=EXAMPLES[mode],
        phases=[Phase.explicit, Phase.generate],
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Case[Any]) -> None:
        if not called:
            _checked(case, world)
        called.append(case)
        names = [parameter.name for parameter in operation.path_parameters]
        case.path_parameters = {name: world.value(operation.path, name) for name in names}
        _checked(case, world)

    run()


def _checked(case: Case[Any], world: World) -> None:
    checks: list[Any] = [check for check in CHECKS.get_all() if check.__name__ in CHECKED]
    try:
        with transaction.atomic():
            case.call_and_validate(headers=world.headers, checks=checks)
            raise Undone
    except Undone:
        pass
