"""A scripted browser of an attacker: cookies, forms with their tokens, and the content of each response."""

from __future__ import annotations

import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.cookiejar import Cookie, CookieJar

CARDS = re.compile(r'data-card="(\w\d)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
PATIENCE = 120


@dataclass(frozen=True)
class Page:
    """A response."""

    status: int
    text: str
    address: str

    @property
    def cards(self) -> set[str]:
        """Return the cards on the page."""
        return set(CARDS.findall(self.text))


class Browser:
    """A client with cookies, signed in if it has a session."""

    def __init__(self, site: str, session: str = "") -> None:
        self.site, self.jar = site, CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        if session:
            self.jar.set_cookie(_cookie("sessionid", session, urllib.parse.urlsplit(site).hostname or ""))

    def get(self, path: str) -> Page:
        """Return a page, after all redirects."""
        return self._asked(path)

    def post(self, path: str, *, at: str = "/", **words: object) -> Page:
        """Send a form, with the token of its page."""
        found = TOKEN.search(self.get(at).text)
        token = found.group(1) if found else ""
        form = {"csrfmiddlewaretoken": token, **words}
        sent = urllib.parse.urlencode(form, doseq=True).encode()
        return self._asked(path, sent)

    def _asked(self, path: str, sent: bytes | None = None) -> Page:
        address = path if path.startswith(self.site) else self.site + path
        headers = {"Origin": self.site} if sent is not None else {}
        request = urllib.request.Request(address, sent, headers)  # noqa: S310 - our own site
        try:
            answer = self.opener.open(request, timeout=PATIENCE)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            return Page(answer.status or 0, answer.read().decode(errors="replace"), answer.url)


def _cookie(name: str, value: str, host: str) -> Cookie:
    return Cookie(
        version=0,
        name=name,
        value=value,
        port=None,
        port_specified=False,
        domain=host,
        domain_specified=False,
        domain_initial_dot=False,
        path="/",
        path_specified=True,
        secure=False,
        expires=None,
        discard=True,
        comment=None,
        comment_url=None,
        rest={},
    )
