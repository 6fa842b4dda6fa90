"""A scripted browser of an attacker: cookies, forms with their tokens, and the content of each response."""

from __future__ import annotations

import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookiejar import Cookie, CookieJar
from types import MappingProxyType

CARDS = re.compile(r'data-card="(\w\d)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
PATIENCE = 120
EDGE = "edge-of-a-part"


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
    """A client with cookies, signed in if it has a session.

    `forwarded` is the address that a proxy would tell, `host` a Host header that is not the site's.
    """

    def __init__(self, site: str, session: str = "", forwarded: str = "", host: str = "") -> None:
        self.site, self.jar, self.forwarded, self.host = site, CookieJar(), forwarded, host
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

    def post_file(self, path: str, *, at: str, name: str, content: bytes) -> Page:
        """Upload a file, with the token of its page."""
        found = TOKEN.search(self.get(at).text)
        parts = (
            f'--{EDGE}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
            f"{found.group(1) if found else ''}\r\n--{EDGE}\r\n"
            f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        )
        body = parts.encode() + content + f"\r\n--{EDGE}--\r\n".encode()
        return self._asked(path, body, {"Content-Type": f"multipart/form-data; boundary={EDGE}"})

    def _asked(self, path: str, sent: bytes | None = None, more: Mapping[str, str] = MappingProxyType({})) -> Page:
        address = path if path.startswith(self.site) else self.site + path
        origin = f"http://{self.host}" if self.host else self.site
        headers = {
            **more,
            **({"Origin": origin} if sent is not None else {}),
            **({"Host": self.host} if self.host else {}),
        }
        if self.forwarded:
            headers["X-Forwarded-For"] = self.forwarded
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
