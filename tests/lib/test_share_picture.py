"""Pictures of shared links."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from PIL import Image

from logbook.lib.share_picture import SIZE, SharePicture, picture_response, png_of

PICTURE = SharePicture("Week 47 <3", ("Stage 1, attempt 2", "12 crews"), "67%", "won")


@pytest.mark.parametrize(
    "picture",
    [
        PICTURE,
        SharePicture(""),
        SharePicture("a" * 400, ("b" * 400,) * 9, "100%", "c" * 200),
        SharePicture("海 שלום 🚀"),
    ],
)
def test_every_text_gives_a_picture_of_one_size(picture: SharePicture) -> None:
    with Image.open(BytesIO(png_of(picture))) as image:
        assert (image.format, image.size) == ("PNG", SIZE)


def test_a_picture_shows_its_text() -> None:
    others = [SharePicture("Week 48", PICTURE.lines), SharePicture(PICTURE.title, figure="68%"), SharePicture("")]
    assert len({png_of(picture) for picture in (PICTURE, *others)}) == 4
    assert picture_response(PICTURE).content == png_of(PICTURE)


def test_the_page_names_its_picture_by_its_whole_address() -> None:
    request = RequestFactory().get("/board/?page=2")
    page = Template("{% load site %}{% share_tags picture '/board/picture.png' %}").render(
        Context({"request": request, "picture": PICTURE})
    )
    assert 'property="og:image" content="http://localhost/board/picture.png"' in page
    assert 'property="og:url" content="http://localhost/board/?page=2"' in page
    assert 'property="og:title" content="Week 47 &lt;3"' in page
    assert 'property="og:description" content="Stage 1, attempt 2 · 12 crews · 67% won"' in page
