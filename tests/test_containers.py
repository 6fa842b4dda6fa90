"""Containers: Compose passes on every setting, and runs what the Procfile runs."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml
from django.conf import settings

from tests.settings_scenes import ROOT, settings_named


def composed() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


def test_containers_are_given_every_setting() -> None:
    """What is not named there does not reach them, however it is set."""
    theirs = {"CREWSITE_VAR", "DEBUG", "CELERY_EAGER", "DATABASE_TIMEOUT_SECONDS"}  # The image's, or not for them.
    for name in ("prepare", "web", "worker", "analyses", "mails", "outgoing", "beat"):
        given = set(composed()["services"][name]["environment"]) - {"TMPDIR"}
        assert given == (settings_named() | {"DATABASE_REPLICA_URL"}) - theirs


def test_containers_are_confined() -> None:
    for name, service in composed()["services"].items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert service["read_only"] or name == "beat", name


def test_containers_have_the_time_that_they_need_to_stop() -> None:
    """Docker itself kills a container after ten seconds."""
    services = composed()["services"]
    drains = int(re.findall(r"\d+", services["web"]["environment"]["DRAIN_SECONDS"])[0])
    given = {name: int(services[name].get("stop_grace_period", "10s").removesuffix("s")) for name in services}
    assert given["web"] > drains + 3, "uvicorn's own seconds come after the drain"
    for name in ("worker", "analyses", "mails", "outgoing"):
        assert given[name] == 60, name


def test_container_of_redis_asks_for_a_password() -> None:
    services = composed()["services"]
    address = "${REDIS_SCHEME:-redis}://:${REDIS_PASSWORD}@${REDIS_HOST:-redis:6379/0}"
    assert services["web"]["environment"]["REDIS_URL"] == address
    for name in ("redis", "redis-replica"):
        assert "requirepass" in services[name]["command"][-1]


def test_one_container_migrates_before_the_others_start() -> None:
    services = composed()["services"]
    assert [name for name, service in services.items() if "migrate" in service.get("command", "")] == ["prepare"]
    for name in ("web", "worker", "analyses", "mails", "outgoing", "beat"):
        assert services[name]["depends_on"]["prepare"] == {"condition": "service_completed_successfully"}


def test_a_worker_reads_every_queue_and_one_of_its_own_the_mails() -> None:
    lines = (ROOT / "Procfile").read_text()
    read = re.findall(r"--queues (\S+)", lines)
    assert sorted(",".join(read).split(",")) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
    assert "mails" in read
    started = re.findall(r"^PROCESSES := .*,(.*)\)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0].split()
    assert ["redis", *started] == re.findall(r"^(\w+): ", lines, re.MULTILINE)


def test_containers_run_what_the_procfile_runs() -> None:
    lines = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
    services = composed()["services"]
    for name in ("worker", "analyses", "mails", "outgoing", "beat"):
        assert services[name]["command"] == re.sub(r"\$\{\w+:-(\w+)\}", r"\1", lines[name])
    image = (ROOT / "Dockerfile").read_text()
    started = " ".join(json.loads(re.findall(r"^CMD (.*)$", image, re.MULTILINE)[0]))
    assert started == lines["web"]
    assert "WEB_HOST=0.0.0.0" in image, "from outside the container too"
