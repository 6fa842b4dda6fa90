"""nginx in front of several web processes: all requests about one table go to one of them.

The configuration is the one of docs/hosting.md, with the ports of this run.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

CONFIGURATION = """
daemon off;
error_log {folder}/nginx.log warn;
pid {folder}/nginx.pid;
worker_processes 1;
events {{ worker_connections 8192; }}
http {{
  access_log off;
  client_body_temp_path {folder}/nginx-bodies;
  proxy_temp_path {folder}/nginx-answers;
  map $request_uri $place {{
    ~^/(?:api/v1/)?tables/(?<table>\\d+)/ $table;
    ~^/streams/\\d+/\\?table=(?<followed>\\d+) $followed;
    default $remote_addr$uri;
  }}
  upstream web {{
    hash $place consistent;
{servers}
    keepalive 256;
  }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://web;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }}
  }}
}}
"""


def start(folder: Path, port: int, ports: Sequence[int]) -> subprocess.Popen[bytes]:
    """Start nginx at this port, before these web processes. Raises FileNotFoundError where it is not installed."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        raise FileNotFoundError("nginx is not installed. On Debian and Ubuntu: apt install nginx-light")
    servers = "\n".join(f"    server 127.0.0.1:{each} max_fails=1 fail_timeout=2s;" for each in ports)
    configured = folder / "nginx.conf"
    configured.write_text(CONFIGURATION.format(folder=folder, port=port, servers=servers))
    return subprocess.Popen((program, "-c", str(configured)), start_new_session=True)  # noqa: S603 - our own words
