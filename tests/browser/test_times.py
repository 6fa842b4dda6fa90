"""Times in the browser: the script names moments by the same rules as the server."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit

SHOWN = """(moment) => {
  const part = document.createElement("div");
  part.innerHTML = `<time datetime="${moment}" data-moment></time>`;
  document.body.append(part);
  document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: part } }));
  return part.textContent;
}"""


@pytest.mark.parametrize(
    ("locale", "moment", "text"),
    [
        ("en-US", "2031-02-01T12:00:00+00:00", "1 February 2031, noon"),
        ("en-US", "2031-02-02T00:00:00+00:00", "1 February 2031, midnight"),
        ("en-US", "2031-02-11T20:00:00+00:00", "11 February 2031, 8 pm"),
        ("fr-FR", "2031-02-01T12:00:00+00:00", "1er février 2031 à midi"),
        ("fr-FR", "2031-02-02T00:00:00+00:00", "1er février 2031 à minuit"),
        ("fr-FR", "2031-02-11T20:30:00+00:00", "11 février 2031 à 20:30"),
    ],
)
def test_moments_are_named_as_the_server_names_them(
    transactional_db: None, visit: Visit, locale: str, moment: str, text: str
) -> None:
    page = visit("/", locale=locale, timezone_id="UTC")
    assert page.evaluate(SHOWN, moment) == text
