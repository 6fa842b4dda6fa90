"""The API reference as an HTML page, rendered from the schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from logbook.api.base_views import AnyMediaType, Operation
from logbook.api.callers import plain
from logbook.api.schema import PROBLEM
from logbook.api.schema_views import schema

PARAMETER_PLACES = ("path", "query")


@dataclass(frozen=True, slots=True)
class DescribedParameter:
    """A parameter or a field in the reference."""

    name: str
    kind: str
    required: bool
    description: str


@dataclass(frozen=True, slots=True)
class DescribedOperation:
    """An operation in the reference."""

    tag: str
    name: str
    method: str
    path: str
    summary: str
    description: str
    parameters: tuple[DescribedParameter, ...]
    body: tuple[DescribedParameter, ...]
    answers: tuple[tuple[str, str], ...]


@extend_schema(exclude=True)
class DocsView(Operation):
    """The page of the API reference."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    content_negotiation_class = AnyMediaType

    def get(self, request: Request) -> HttpResponse:
        """Show all operations by topic."""
        document = schema()
        operations = sorted(_operations(document), key=attrgetter("tag"))
        subjects = [(tag, list(of)) for tag, of in groupby(operations, key=attrgetter("tag"))]
        shapes = [(name, _fields(shape)) for name, shape in sorted(document["components"]["schemas"].items())]
        context = {"subjects": subjects, "shapes": [pair for pair in shapes if pair[1]], "problem": _fields(PROBLEM)}
        return render(plain(request), "api/reading.html", context)


def _operations(schema: dict[str, Any]) -> Iterator[DescribedOperation]:
    for path, methods in schema["paths"].items():
        for method, declared in methods.items():
            yield DescribedOperation(
                tag=declared["tags"][0],
                name=declared["operationId"],
                method=method.upper(),
                path=path,
                summary=declared["summary"],
                description=declared["description"],
                parameters=tuple(
                    map(_parameter, (one for one in declared.get("parameters", ()) if one["in"] in PARAMETER_PLACES))
                ),
                body=_body(schema, declared),
                answers=tuple(_answers(declared)),
            )


def _parameter(parameter: dict[str, Any]) -> DescribedParameter:
    kind, description = _kind(parameter["schema"]), parameter.get("description", "")
    return DescribedParameter(parameter["name"], kind, parameter.get("required", False), description)


def _body(schema: dict[str, Any], declared: dict[str, Any]) -> tuple[DescribedParameter, ...]:
    content: dict[str, Any] = next(iter(declared.get("requestBody", {}).get("content", {}).values()), {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return _fields(schema["components"]["schemas"][name]) if name else ()


def _fields(shape: dict[str, Any]) -> tuple[DescribedParameter, ...]:
    required = shape.get("required", ())
    return tuple(
        DescribedParameter(name, _kind(field), name in required, field.get("description", ""))
        for name, field in shape.get("properties", {}).items()
    )


def _answers(declared: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for status, answer in declared["responses"].items():
        if status.startswith("2"):
            content: dict[str, Any] = next(iter(answer.get("content", {}).values()), {})
            yield status, _kind(content.get("schema", {})) if content else ""


def _kind(shape: dict[str, Any]) -> str:
    """Return the type of a schema, in the terms of JSON Schema."""
    if "$ref" in shape:
        return str(shape["$ref"].rpartition("/")[2])
    several = shape.get("oneOf") or shape.get("anyOf") or shape.get("allOf")
    if several:
        return " | ".join(map(_kind, several))
    if "enum" in shape:
        return " | ".join(str(value) for value in shape["enum"])
    kind = shape.get("type", "")
    if kind == "array":
        return f"[{_kind(shape['items'])}]"
    return " | ".join(kind) if isinstance(kind, list) else str(kind)
