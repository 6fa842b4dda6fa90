"""The schema says exactly what the API does: generated calls of every operation, and no answer outside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from logbook.models import Club, Crew, Player
from tests.logbook.api_world import World, make_world

Operation = APIOperation[Any, Any, Any, Any]
EXAMPLES = {GenerationMode.POSITIVE: 3, GenerationMode.NEGATIVE: 2}
CHECKED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


class Undone(Exception):
    """Whatever the call has written is taken back."""


@pytest.fixture
def world(alice: Player, bob: Player, charlie: Player, crew: Crew, club: Club) -> World:
    return make_world(alice, bob, charlie, crew, club)


@pytest.fixture
def application() -> Iterator[Any]:
    """The site as a WSGI server calls it, but for the database connection, which is the test's."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_the_schema_is_whole_and_without_a_warning() -> None:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert "CrewView" in out.getvalue()


@pytest.mark.slow
@pytest.mark.django_db
def test_no_generated_call_is_answered_outside_the_schema(world: World, application: Any) -> None:
    api = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)
    found = [_found(found.ok(), world) for found in api.get_all_operations() if isinstance(found, Ok)]
    assert len(found) >= 80
    assert not any(found), "\n\n".join(filter(None, found))


def _found(operation: Operation, world: World) -> str:
    """What is wrong with an operation; empty for nothing."""
    try:
        for mode in EXAMPLES:
            # Where anything may be sent, nothing can be sent that is wrong.
            with suppress(Unsatisfiable):
                _call(operation, world, mode)
    except FailureGroup as wrong:
        return f"{operation.label}\n{wrong}"
    return ""


def _call(operation: Operation, world: World, mode: GenerationMode) -> None:
    """Call the operation with whatever its schema allows (or forbids), and with what there is here."""

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
        _checked(case, world)
        case.path_parameters = _here(operation, world)
        _checked(case, world)

    run()


def _here(operation: Operation, world: World) -> dict[str, Any]:
    def value(name: str) -> Any:
        found = world.here[name]
        if not isinstance(found, tuple):
            return found
        first = "/clubs/" in operation.path if name == "slug" else "/requests/" in operation.path
        return found[0 if first else 1]

    return {parameter.name: value(parameter.name) for parameter in operation.path_parameters}


def _checked(case: Case[Any], world: World) -> None:
    checks: list[Any] = [check for check in CHECKS.get_all() if check.__name__ in CHECKED]
    try:
        with transaction.atomic():
            case.call_and_validate(headers=world.headers, checks=checks)
            raise Undone
    except Undone:
        pass
