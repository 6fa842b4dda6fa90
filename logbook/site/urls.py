"""Page routes of the site. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.site.views import health, home, installation, players, streams

urlpatterns = [
    path("", home.home, name="home"),
    path("players/<int:player>/", players.player, name="player"),
    path("manifest.webmanifest", installation.manifest, name="manifest"),
    path("worker.js", installation.site_worker, name="site-worker"),
    path("offline/", installation.offline, name="offline"),
    path("streams/<int:player>/", streams.browser_stream, name="browser-stream"),
    path("healthz/", health.alive, name="alive"),
    path("readyz/", health.ready, name="ready"),
    path("integrity/", health.integrity, name="integrity"),
]
