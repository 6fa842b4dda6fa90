"""Configurations of what is not ours: the examples where there is one, with the addresses of this run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.faults.processes import ROOT

MASTER = "crewsite"
"""The name under which Sentinel watches the master."""
SENTINELS_AT = 26379
SENTINEL = """
bind 0.0.0.0
port {port}
protected-mode no
dir {folder}
sentinel monitor {name} {master} 6379 {quorum}
sentinel down-after-milliseconds {name} 2000
sentinel failover-timeout {name} 6000
"""
POSTGRESQL = {
    "listen_addresses": "'*'",
    "unix_socket_directories": "''",
    # A killed process loses nothing of what it wrote; only a machine that loses its power would.
    "fsync": "off",
    "max_connections": "60",
    "max_wal_size": "64MB",
    "shared_buffers": "32MB",
    "wal_keep_size": "128MB",
    "wal_retrieve_retry_interval": "1s",
    "wal_sender_timeout": "4s",
    "wal_receiver_timeout": "4s",
    "tcp_user_timeout": "5s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "2",
}
ACCESS = "host all all 10.77.0.0/16 trust\nhost replication all 10.77.0.0/16 trust\n"


def nginx(folder: Path, address: str, webs: Sequence[str]) -> str:
    """Return the example for nginx, for these web hosts and without HTTPS."""
    site = (ROOT / "examples" / "nginx.conf").read_text("utf-8")
    site = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", site, flags=re.DOTALL)
    site = re.sub(r"    ssl_\w+ .*\n", "", site)
    example = "".join(f"    server 127.0.0.1:{port} fail_timeout=3s;\n" for port in (8000, 8001))
    changes = {
        example: "".join(f"    server {web}:8000 fail_timeout=3s;\n" for web in webs),
        "listen 443 ssl http2;": f"listen {address}:80;",
    }
    paths = "".join(f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy"))
    within = f"access_log off; {paths}\n{replaced(site, changes)}"
    return f"user root; worker_processes 1; pid {folder}/pid; daemon off; events {{}} http {{ {within}}}"


def pgbouncer(folder: Path, address: str, database: str, *, follows_statements: bool) -> str:
    """Return the example for PgBouncer, in front of PostgreSQL at the host `database`."""
    statements = {"; max_prepared_statements": "max_prepared_statements"} if follows_statements else {}
    return replaced(
        (ROOT / "examples" / "pgbouncer.ini").read_text("utf-8"),
        {
            "host=10.0.0.20": f"host={database}",
            "listen_addr = *": f"listen_addr = {address}\nunix_socket_dir =",
            "auth_type = scram-sha-256": "auth_type = trust",
            "/etc/pgbouncer/userlist.txt": f"{folder}/users.txt",
            **statements,
        },
    )


def sentinel(folder: Path, master: str, quorum: int) -> str:
    return SENTINEL.format(folder=folder, master=master, quorum=quorum, name=MASTER, port=SENTINELS_AT)


def replaced(text: str, changes: Mapping[str, str]) -> str:
    """The text with each of these changed. Raises ValueError where one is missing."""
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"the example has no line {old!r} any more")
        text = text.replace(old, new)
    return text
