"""The OpenAPI schema: drf-spectacular's, with what all operations share: errors, ETags and views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from logbook.api.idempotency import HEADER, KEY
from logbook.api.permissions import is_open_to_all, scope_of
from logbook.api.view_schemas import VIEWS

Json = dict[str, Any]

TEXT: Final[Json] = {"type": "string"}
PROBLEM: Final[Json] = {
    "type": "object",
    "description": "An error (RFC 9457).",
    "properties": {
        "type": {**TEXT, "format": "uri-reference", "description": "URI of the error code."},
        "title": {**TEXT, "description": "Name of the status."},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "code": {**TEXT, "description": "Stable error code, for programs."},
        "detail": {**TEXT, "description": "One sentence for people, in the caller's language."},
        "errors": {
            "type": "object",
            "description": "Errors by field, with the code `invalid`.",
            "additionalProperties": {},
        },
    },
    "required": ["type", "title", "status", "code", "detail"],
}
RESPONSES: Final = {
    "400": ("Unreadable", "A parameter is unknown, the body isn't a JSON object, or the game knows no such action."),
    "401": ("Unknown", "Authentication is missing, or the token is unknown, expired or revoked."),
    "403": ("Forbidden", "The token's scopes, the account or the caller's role don't allow it."),
    "404": ("NotThere", "The resource doesn't exist or the caller may not see it; or the list has no such page."),
    "406": ("NotAcceptable", "Responses are JSON only."),
    "409": (
        "Refused",
        "The current state doesn't allow it: something has changed, or the rules of the site forbid it.",
    ),
    "410": ("Over", "The link has ended."),
    "413": ("TooLarge", "The request body is too large."),
    "415": ("MediaTypeUnknown", "Request bodies must be JSON, and files `multipart/form-data`."),
    "422": ("Invalid", "A field is invalid, or the rules of the game forbid the action."),
    "429": ("TooMany", "Too many requests: wait as many seconds as `Retry-After` says. Or a quota is used up."),
    "503": (
        "Unanswered",
        "The database is unavailable. Read the resource before repeating a request: it may have been executed.",
    ),
}
ALSO: Final = "x-also"
"""Extension with an operation's own error statuses; not in the published schema."""
STREAMED: Final = "x-streamed"
"""Extension of a streamed response, which has no ETag; not in the published schema."""
ALWAYS: Final = ("400", "401", "403", "404", "406", "429", "503")
READING: Final = ("422",)
CHANGING: Final = ("409", "413", "415", "422")
ETAG: Final[Json] = {
    "schema": TEXT,
    "description": "Version of the response. Send it as `If-None-Match` to get a 304 while nothing has changed.",
}
IF_NONE_MATCH: Final[Json] = {
    "name": "If-None-Match",
    "in": "header",
    "schema": TEXT,
    "description": "`ETag` of an earlier response. Returns 304 without a body if nothing has changed.",
}
IDEMPOTENCY_KEY: Final[Json] = {
    "name": HEADER,
    "in": "header",
    "schema": {**TEXT, "pattern": f"^{KEY.pattern}$"},
    "description": (
        "Unique key of the request, for example a UUID. For 24 hours, the same request with the same key returns the "
        "first response and is not executed again."
    ),
}


class Schema(AutoSchema):
    """Adds authentication, scope and tag to an operation's schema."""

    def get_auth(self) -> list[Json]:
        method = self.method.upper()
        mine: list[Json] = [{"token": []}, {"session": []}]
        return [*mine, {}] if is_open_to_all(self.view, method) else mine

    def get_description(self) -> str:  # type: ignore[override]
        """Return the method's docstring without its first line, which is the summary, and the scope."""
        _summary, _newline, description = (super().get_description() or "").partition("\n")
        scope = f"Scope: `{scope_of(self.view, self.method.upper())}`."
        return f"{' '.join(description.split())}\n\n{scope}".strip()

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/v1/").split("/")[0]]


class Tokens(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # It registers itself, untyped.
    """Authentication by token: `Authorization: Bearer KEY`."""

    target_class = "logbook.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> Json:
        return {"type": "http", "scheme": "bearer", "description": "A token from `/profile/tokens/`."}


class Sessions(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # As above.
    """Authentication by the browser's session."""

    target_class = "logbook.api.authentication.BrowserAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> Json:
        description = "The browser's session. Requests that change data need `X-CSRFToken`."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": description}


def finish(result: Json, **_found: Any) -> Json:
    """Add the parts of the schema that all operations share."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(VIEWS, Problem=PROBLEM)
    components["responses"] = {name: _response(code, text) for code, (name, text) in RESPONSES.items()}
    components["headers"] = {"ETag": ETAG}
    for method, declared in _operations(result):
        _add_problems(method, declared)
        if not declared.pop(STREAMED, False) and method == "get":
            _add_conditions(declared)
        if method == "post":
            declared.setdefault("parameters", []).append(IDEMPOTENCY_KEY)
    return result


def _operations(result: Json) -> Iterator[tuple[str, Json]]:
    return ((method, declared) for path in result["paths"].values() for method, declared in path.items())


def _response(code: str, description: str) -> Json:
    schema = {"$ref": "#/components/schemas/Problem"}
    response: Json = {"description": description, "content": {"application/problem+json": {"schema": schema}}}
    if code == "429":
        response["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
    return response


def _add_problems(method: str, declared: Json) -> None:
    for code in (*ALWAYS, *(READING if method == "get" else CHANGING), *declared.pop(ALSO, ())):
        declared["responses"].setdefault(code, {"$ref": f"#/components/responses/{RESPONSES[code][0]}"})
    declared["responses"] = dict(sorted(declared["responses"].items()))


def _add_conditions(declared: Json) -> None:
    answer = declared["responses"]["200"]
    answer["headers"] = {"ETag": {"$ref": "#/components/headers/ETag"}}
    declared["responses"]["304"] = {"description": "Not modified since the `ETag`."}
    declared["responses"] = dict(sorted(declared["responses"].items()))
    declared.setdefault("parameters", []).append(IF_NONE_MATCH)
