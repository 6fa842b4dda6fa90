"""Compose's profile `hosts`: two of everything, PgBouncer, a replica, and Redis with Sentinel.

The scripts of its containers run here as they do there, with the programs of this machine where it has them.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
import redis
import yaml

from benchmarks.clusters import follows_statements
from crewsite import environment, redis_server
from logbook.lib.redis_clients import Watched, client
from tests.faults.processes import free_port, waited_until
from tests.pooler_scenes import WITH_PGBOUNCER, program
from tests.server_scenes import listens
from tests.settings_scenes import ROOT

SITE: Final = ("web", "worker", "analyses", "mails", "outgoing", "beat")
HOSTS: Final = {"pooler", "replica", "redis-replica", "sentinel"}
PASSWORD: Final = "Secret7"
VARIABLE: Final = re.compile(r"\$\{(\w+)(?::([-+?])((?:[^{}]|\$\{\w+\})*))?\}")


def composed() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


def services() -> dict[str, Any]:
    found: dict[str, Any] = composed()["services"]
    return found


def variables() -> dict[str, str]:
    """Return what the example sets, beside the passwords."""
    lines = (ROOT / "examples" / "hosts.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def filled(text: str, given: dict[str, str]) -> str:
    """Return the text with its variables, as Compose fills them in."""

    def value(match: re.Match[str]) -> str:
        name, how, other = match[1], match[2], match[3] or ""
        if how == "+":
            return filled(other, given) if given.get(name) else ""
        return given.get(name) or (filled(other, given) if how == "-" else "")

    return VARIABLE.sub(value, text)


def script_of(name: str) -> str:
    """Return the script of a container, as its shell gets it."""
    return str(services()[name]["command"][-1]).replace("$$", "$")


def test_profile_adds_what_a_second_machine_needs() -> None:
    assert {name for name, service in services().items() if service.get("profiles") == ["hosts"]} == HOSTS
    assert variables()["COMPOSE_PROFILES"] == "hosts"
    text = (ROOT / "compose.yaml").read_text()
    unused = {name for name in variables() if f"${{{name}" not in text and f"    {name}:" not in text}
    assert unused == {"COMPOSE_PROFILES"}, "which Compose itself reads"


def test_there_are_two_of_every_process_of_the_site() -> None:
    for name in (*SITE, "pooler"):
        copies = services()[name]["deploy"]["replicas"]
        assert (filled(copies, variables()), filled(copies, {})) == ("2", "1"), name
    assert services()["prepare"]["deploy"]["replicas"] == 1
    first, last = map(int, variables()["WEB_PORTS"].split("-"))
    assert last - first + 1 == int(variables()["COPIES"])


def test_site_runs_without_the_profile_as_before() -> None:
    given = {"POSTGRES_PASSWORD": PASSWORD, "REDIS_PASSWORD": PASSWORD}
    read = {name: filled(value or "", given) for name, value in services()["web"]["environment"].items()}
    assert read["DATABASE_URL"] == f"postgres://crewsite:{PASSWORD}@postgres/crewsite"
    assert read["DATABASE_REPLICA_URL"] == ""
    assert read["REDIS_URL"] == f"redis://:{PASSWORD}@redis:6379/0"
    for name in SITE:
        needed = services()[name]["depends_on"]
        assert HOSTS.isdisjoint(one for one, how in needed.items() if how.get("required", True)), name


def test_addresses_of_the_profile_are_those_of_its_containers() -> None:
    given = variables() | {"POSTGRES_PASSWORD": PASSWORD, "REDIS_PASSWORD": PASSWORD}
    read = {name: filled(value or "", given) for name, value in services()["web"]["environment"].items()}
    assert read["DATABASE_URL"] == f"postgres://crewsite:{PASSWORD}@pooler:6432/crewsite"
    assert read["DATABASE_REPLICA_URL"] == f"postgres://crewsite:{PASSWORD}@replica/crewsite"
    assert "listen_port = 6432" in script_of("pooler")
    watched = Watched.read(read["REDIS_URL"])
    assert watched == Watched((("sentinel", 26379),), "crewsite", 0, None, PASSWORD)
    assert environment.broker(read["REDIS_URL"]) == f"sentinel://:{PASSWORD}@sentinel:26379/0"


def run_as(name: str, folder: Path, names: dict[str, str], **given: str) -> list[str]:
    """Return the command that runs a container's script in a folder, with these names replaced."""
    text = script_of(name).replace("/tmp/", f"{folder}/")  # noqa: S108 - the container's own
    for old, new in names.items():
        text = text.replace(old, new)
    variables = [f"{key}={value}" for key, value in given.items()]
    return ["env", "-C", str(folder), *variables, "sh", "-ec", text]


# --- the containers' scripts


@contextmanager
def running(command: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command until something listens at the port; end it with all its processes."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            assert waited_until(lambda: listens(port), 20), command[-1]
            yield process
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@dataclass(frozen=True)
class Watching:
    """A master, its replica, and the Sentinels that watch them."""

    master: subprocess.Popen[bytes]
    ports: dict[str, int]

    @property
    def address(self) -> str:
        """Return the address that the site gets, with this machine's Sentinels."""
        hosts = ",".join(f"localhost:{self.ports[name]}" for name in self.ports if name.startswith("sentinel"))
        return f"redis+sentinel://:{PASSWORD}@{hosts}/crewsite/0"

    def told(self, name: str, command: str, *words: str) -> Any:
        with redis.Redis(port=self.ports[name], password=None if "sentinel" in name else PASSWORD) as there:
            return there.execute_command(command, *words)


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    """Start the containers' Redis servers and Sentinels; each has a port of its own here, and the name localhost."""
    ports = {name: free_port() for name in ("redis", "redis-replica", "sentinel0", "sentinel1", "sentinel2")}
    with ExitStack() as all_of_them:
        started = {
            name: all_of_them.enter_context(running(redis_command(tmp_path / name, name, ports), ports[name]))
            for name in ports
        }
        yield Watching(started["redis"], ports)


def redis_command(folder: Path, name: str, ports: dict[str, int]) -> list[str]:
    server, kind = redis_server.binary(), name.rstrip("012")
    folder.mkdir()
    names = {
        "exec valkey-server -": f"exec {server} - --port {ports[name]}",
        "exec valkey-server": f"exec {server}",
        "port 26379": f"port {ports[name]}",
        "monitor crewsite redis 6379": f"monitor crewsite localhost {ports['redis']}",
        "down-after-milliseconds crewsite 5000": "down-after-milliseconds crewsite 500",
    }
    given = dict(services()[kind]["environment"]) | {"REDIS_PASSWORD": PASSWORD, "NAME": "localhost"}
    if given.get("FOLLOWS"):
        given["FOLLOWS"] = f"replicaof localhost {ports['redis']}"
    return run_as(kind, folder, names, **given)


@pytest.mark.slow
def test_replica_of_redis_becomes_the_master(watching: Watching) -> None:
    with client(watching.address, socket_timeout=2) as there:
        there.set("a", "1")
    follows = {"role": "slave", "master_link_status": "up"}
    assert waited_until(lambda: follows.items() <= watching.told("redis-replica", "INFO", "replication").items())
    for name in ("sentinel0", "sentinel1", "sentinel2"):
        assert waited_until(lambda name=name: knows_all(watching, name)), name  # type: ignore[misc]
    end(watching.master)
    replica = watching.ports["redis-replica"]
    assert waited_until(lambda: master_port(watching) == replica)

    def written() -> bool:
        with suppress(redis.RedisError), client(watching.address, socket_timeout=2) as there:
            return bool(there.get("a") == b"1" and there.set("b", "2"))
        return False

    assert waited_until(written)


def knows_all(watching: Watching, name: str) -> bool:
    """Return whether this Sentinel knows the replica and both others."""
    told = watching.told(name, "SENTINEL MASTER", "crewsite")
    facts = told if isinstance(told, dict) else dict(zip(told[::2], told[1::2], strict=True))
    facts = {str(key, "ascii") if isinstance(key, bytes) else key: value for key, value in facts.items()}
    return (int(facts["num-slaves"]), int(facts["num-other-sentinels"])) == (1, 2)


def master_port(watching: Watching) -> int:
    told = watching.told("sentinel0", "SENTINEL GET-MASTER-ADDR-BY-NAME", "crewsite")
    return int(told[1])


@pytest.mark.slow
@WITH_PGBOUNCER
def test_pooler_starts_with_its_configuration(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    tmp_path.parent.chmod(0o755)
    port = free_port()
    names = {"listen_port = 6432": f"listen_port = {port}", "exec pgbouncer": f"exec {program()} -q"}
    if not follows_statements():  # An older one knows no such option.
        names["'max_prepared_statements = 200'"] = ""
    if os.getuid() == 0:  # PgBouncer refuses to be root.
        readable = f"chmod a+r {tmp_path}/users {tmp_path}/pgbouncer.ini"
        names["exec pgbouncer"] = f"{readable}; exec {program()} -q -u nobody"
    with running(run_as("pooler", tmp_path, names, POSTGRES_PASSWORD=PASSWORD), port):
        said = (tmp_path / "users").read_text()
    assert said == f'"crewsite" "{PASSWORD}"\n'


@pytest.mark.parametrize("name", ["postgres", "replica", "redis", "redis-replica", "sentinel", "pooler"])
def test_scripts_of_containers_are_shells(name: str) -> None:
    subprocess.run(["sh", "-n", "-c", script_of(name)], check=True)


def test_primary_lets_the_replica_in() -> None:
    for name in ("postgres", "replica"):
        assert "'host replication all all scram-sha-256'" in script_of(name)
    assert "--host postgres --username crewsite" in script_of("replica")
    assert "--write-recovery-conf" in script_of("replica")


@pytest.fixture
def volumes(tmp_path: Path) -> dict[str, Path]:
    """The volumes of a primary that is lost and of its replica, as their containers fill them."""
    found = {name: tmp_path / name for name in ("primary", "replica")}
    inside = services()["replica"]["environment"]["PGDATA"].removeprefix("/var/lib/postgresql/data/")
    (found["replica"] / inside / "base").mkdir(parents=True)
    for name in ("standby.signal", "PG_VERSION", ".hidden", "base/1"):
        (found["replica"] / inside / name).touch()
    (found["primary"] / "lost").mkdir(parents=True)
    return found


def replace_primary(volumes: dict[str, Path]) -> bool:
    """Run the command of docs/hosting.md in these folders; return whether it succeeds."""
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"_postgres:/primary \S+ sh -ec '(.*?)'", text, re.DOTALL)
    for name, folder in volumes.items():
        script = re.sub(rf"(?<=\s)/{name}\b", str(folder), script)
    return subprocess.run(["sh", "-ec", script], check=False, stdout=subprocess.DEVNULL).returncode == 0


def test_files_of_the_replica_become_the_primarys(volumes: dict[str, Path]) -> None:
    assert replace_primary(volumes)
    found = {str(path.relative_to(volumes["primary"])) for path in volumes["primary"].rglob("*")}
    assert found == {"PG_VERSION", ".hidden", "base", "base/1"}


def test_primary_stays_where_there_is_no_replica(volumes: dict[str, Path]) -> None:
    assert not replace_primary(volumes | {"replica": volumes["replica"] / "another"})
    assert (volumes["primary"] / "lost").exists()
