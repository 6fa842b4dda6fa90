"""The OpenAPI schema: drf-spectacular's, and what holds for all operations: problems, ETags, views."""

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
    "description": "What went wrong (RFC 9457).",
    "properties": {
        "type": {**TEXT, "format": "uri-reference", "description": "Where the code is explained."},
        "title": {**TEXT, "description": "The status in words."},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "code": {**TEXT, "description": "Stable, for programs."},
        "detail": {**TEXT, "description": "One sentence, for people, in the caller's language."},
        "errors": {
            "type": "object",
            "description": "With the code `invalid`: what is wrong, field by field.",
            "additionalProperties": {},
        },
    },
    "required": ["type", "title", "status", "code", "detail"],
}
RESPONSES: Final = {
    "400": ("Unreadable", "A parameter is unknown, the body is no JSON object, or the action no action."),
    "401": ("Unknown", "Nobody knows who asks: no token, or one that is unknown, expired or revoked."),
    "403": ("Forbidden", "The token's scopes, the account or the person's role do not allow it."),
    "404": ("NotThere", "There is nothing here that the caller may see, or no such page of the list."),
    "406": ("NotAcceptable", "Answers are JSON only."),
    "409": ("Refused", "It cannot be done now: things have moved on, or the rules of the site forbid it."),
    "410": ("Over", "This link has ended."),
    "413": ("TooLarge", "The body is larger than what is read at once."),
    "415": ("MediaTypeUnknown", "Bodies are read as JSON only, and files as `multipart/form-data`."),
    "422": ("Invalid", "What was sent is wrong: a field, or an action that the game's rules forbid."),
    "429": ("TooMany", "Too many requests: wait as long as `Retry-After` says."),
    "503": (
        "Unanswered",
        "The database does not answer just now. Look again before you repeat it: it may have arrived.",
    ),
}
ALSO: Final = "x-also"
"""The extension with an operation's further statuses of refusal; not in the published schema."""
STREAMED: Final = "x-streamed"
"""The extension of a streamed response, which has no ETag; not in the published schema either."""
ALWAYS: Final = ("400", "401", "403", "404", "406", "429", "503")
READING: Final = ("422",)
CHANGING: Final = ("409", "413", "415", "422")
ETAG: Final[Json] = {"schema": TEXT, "description": "Send it as `If-None-Match`: 304 as long as nothing has changed."}
IF_NONE_MATCH: Final[Json] = {
    "name": "If-None-Match",
    "in": "header",
    "schema": TEXT,
    "description": "The `ETag` of the answer one has: 304 if it still holds.",
}
IDEMPOTENCY_KEY: Final[Json] = {
    "name": HEADER,
    "in": "header",
    "schema": {**TEXT, "pattern": f"^{KEY.pattern}$"},
    "description": "The same request with the same key is done once within 24 hours, and answered as it was then.",
}


class Schema(AutoSchema):
    """The callers and the scope of an operation."""

    def get_auth(self) -> list[Json]:
        method = self.method.upper()
        mine: list[Json] = [{"token": []}, {"session": []}]
        return [*mine, {}] if is_open_to_all(self.view, method) else mine

    def get_description(self) -> str:  # type: ignore[override]
        scope = f"Scope: `{scope_of(self.view, self.method.upper())}`."
        return f"{super().get_description() or ''}\n\n{scope}".strip()

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/v1/").split("/")[0]]


class Tokens(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # It registers itself, untyped.
    """`Authorization: Bearer KEY`."""

    target_class = "logbook.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> Json:
        return {"type": "http", "scheme": "bearer", "description": "A token of /profile/tokens/."}


class Sessions(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # As above.
    """The browser's session."""

    target_class = "logbook.api.authentication.BrowserAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> Json:
        description = "The browser's session. Whatever changes something bears `X-CSRFToken`."
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
        response["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
    return response


def _add_problems(method: str, declared: Json) -> None:
    for code in (*ALWAYS, *(READING if method == "get" else CHANGING), *declared.pop(ALSO, ())):
        declared["responses"].setdefault(code, {"$ref": f"#/components/responses/{RESPONSES[code][0]}"})
    declared["responses"] = dict(sorted(declared["responses"].items()))


def _add_conditions(declared: Json) -> None:
    answer = declared["responses"]["200"]
    answer["headers"] = {"ETag": {"$ref": "#/components/headers/ETag"}}
    declared["responses"]["304"] = {"description": "It still holds."}
    declared["responses"] = dict(sorted(declared["responses"].items()))
    declared.setdefault("parameters", []).append(IF_NONE_MATCH)
