"""Attacks that once worked against a running site: each has to fail.

`DATABASE_URL=… python -m tests.faults.attacks http://127.0.0.1:8000` builds its scene in that database and tries them
against the site that serves it; `test_attacks.py` starts a site for it. Those of many addresses need a site behind a
proxy (`TRUSTED_PROXY_COUNT=1`): they forward their addresses as its proxy would.
"""
