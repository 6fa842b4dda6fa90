"""Hosts as network namespaces of one machine: a bridge joins them, and each can be cut off."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

NETWORKS = 200
"""The number of networks of which a run takes a free one: 10.77.0.0/24, 10.77.1.0/24 and so on."""
ENDED_WITHIN = 10.0
SOON_NOTICED = (
    "net.ipv4.tcp_retries2=4",
    "net.ipv4.tcp_keepalive_time=6",
    "net.ipv4.tcp_keepalive_intvl=2",
    "net.ipv4.tcp_keepalive_probes=3",
)
"""As docs/hosting.md advises: hosts that send to a silent host, or wait for it, notice after seconds."""


def refusal() -> str:
    """Return why this process cannot make namespaces, in one sentence; "" where it can."""
    if shutil.which("ip") is None:
        return "Hosts need the command ip (Debian: apt install iproute2)."
    name = f"crewsite-try-{os.getpid()}"
    tried = subprocess.run(("ip", "netns", "add", name), check=False, capture_output=True)
    if tried.returncode:
        return "Hosts need the right to make network namespaces, which root has."
    bridged = subprocess.run(
        ("ip", "-n", name, "link", "add", "try", "type", "bridge"), check=False, capture_output=True
    )
    ip("netns", "del", name)
    return "" if bridged.returncode == 0 else "Hosts need a kernel with network bridges."


def ip(*words: str) -> str:
    """Run the command ip. Raises CalledProcessError."""
    return subprocess.run(("ip", *words), check=True, capture_output=True, text=True).stdout


class Network:
    """A bridge of this machine, with an address for the people, and one host after the other at it."""

    def __init__(self) -> None:
        self.name = f"crew{os.getpid() % 100_000}"
        taken = ip("-4", "-o", "address")
        number = next(one for one in range(NETWORKS) if f" 10.77.{one}." not in taken)
        self._prefix = f"10.77.{number}"
        self.here = f"{self._prefix}.1"
        self.hosts: dict[str, str] = {}
        """The address of each host."""
        ip("link", "add", self.name, "type", "bridge")
        ip("address", "add", f"{self.here}/24", "dev", self.name)
        ip("link", "set", self.name, "up")

    def add(self, host: str) -> str:
        """Add a host; return its address."""
        space, port = self.space(host), self._port(len(self.hosts))
        address = f"{self._prefix}.{10 + len(self.hosts)}"
        self.hosts[host] = address
        ip("netns", "add", space)
        ip("link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", space)
        ip("link", "set", port, "master", self.name, "up")
        ip("-n", space, "address", "add", f"{address}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            ip("-n", space, "link", "set", link, "up")
        subprocess.run(self.within(host, ("sysctl", "-q", "-w", *SOON_NOTICED)), check=True)
        return address

    def space(self, host: str) -> str:
        return f"{self.name}-{host}"

    def within(self, host: str, command: tuple[str, ...]) -> tuple[str, ...]:
        """Return the command that runs this one on a host; the process is the same."""
        return ("ip", "netns", "exec", self.space(host), *command)

    def cut(self, host: str) -> None:
        """Pull the host's cable: nothing is told to either side."""
        ip("link", "set", self._port_of(host), "down")

    def mend(self, host: str) -> None:
        ip("link", "set", self._port_of(host), "up")

    def kill(self, host: str) -> None:
        """SIGKILL every process of the host, until there is none."""
        until = time.monotonic() + ENDED_WITHIN
        while (found := self._processes(host)) and time.monotonic() < until:
            for process in found:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.02)

    def remove(self) -> None:
        """End every process of every host, and remove all that was made."""
        for host in self.hosts:
            self.kill(host)
            with suppress(subprocess.CalledProcessError):
                ip("netns", "del", self.space(host))
        with suppress(subprocess.CalledProcessError):
            ip("link", "del", self.name)

    def _processes(self, host: str) -> list[int]:
        found = [int(word) for word in ip("netns", "pids", self.space(host)).split()]
        return [process for process in found if not _is_dead(process)]

    def _port_of(self, host: str) -> str:
        return self._port(list(self.hosts).index(host))

    def _port(self, number: int) -> str:
        return f"{self.name}p{number}"


def _is_dead(process: int) -> bool:
    """Return whether the process only waits until its parent asks for its end."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
