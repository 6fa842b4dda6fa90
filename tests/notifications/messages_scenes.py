"""Scenes that the tests of messages share with others."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse


def sentences(client: Client) -> list[str]:
    """The sentences of the list, and whether each is new."""
    rows = client.get(reverse("message-list")).text.split('class="ledger__title"')[1:]
    return [row.partition(">")[2].partition("<")[0] + (" NEW" if ">new<" in row else "") for row in rows]
