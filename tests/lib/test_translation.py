"""Texts looked up once a language."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as django_gettext

from logbook.lib.translation import gettext, language, pgettext, rendering_in


def test_a_text_follows_the_active_language() -> None:
    for code in ("en", "fr", "en"):
        with translation.override(code):
            assert gettext("Your hand") == django_gettext("Your hand")
            assert language() == code
    with translation.override("fr"):
        assert gettext("Your hand") != "Your hand"


def test_a_part_is_rendered_in_the_language_of_its_reader() -> None:
    with translation.override("en"), rendering_in("fr"):
        assert language() == translation.get_language() == "fr"
        assert gettext("Your hand") == django_gettext("Your hand")
    assert language() == translation.get_language()


def test_a_context_has_a_text_of_its_own() -> None:
    with translation.override("fr"):
        assert pgettext("the trick", "won") == translation.pgettext("the trick", "won")
        assert pgettext("the trick", "won") != "won"
