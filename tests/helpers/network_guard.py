"""Denies every socket but local ones (AF_UNIX, loopback) to this process, and notes each attempt.

An audit hook sees what Python code tries, in C modules of the standard library too, before the call is made. It
cannot be taken off again. Programs that are not Python (the database server, Qt, llama.cpp) are held by a network
namespace of their own on Linux, see ``network_namespace``.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path

NOTES = "ORDRETT_TEST_DENIED_SOCKETS"
"""Environment variable: a file to which each denied attempt is added as a line, shared with child processes."""

_ADDRESSED = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"}
_NAMED = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}
_LOCAL_NAMES = {"", "localhost"}


class NetworkDenied(RuntimeError):
    """Something tried to leave this machine."""


def watch() -> None:
    """Put the hook on this process, for the rest of its life."""
    sys.addaudithook(_hook)


def is_local(host: object) -> bool:
    """Whether a host (name or address; text or bytes) can only be this machine."""
    if host is None:
        return True
    name = host.decode("ascii", "replace") if isinstance(host, bytes | bytearray) else str(host)
    if name.lower() in _LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(name.split("%")[0]).is_loopback
    except ValueError:
        return False


def denied() -> list[str]:
    """The attempts noted so far by this process and its children."""
    path = Path(os.environ[NOTES])
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if event in _ADDRESSED:
        _check(event, arguments[1])
    elif event in _NAMED and not is_local(arguments[0]):
        _deny(event, arguments[0])


def _check(event: str, address: object) -> None:
    """An address is a path or name for AF_UNIX, a tuple that starts with the host for the internet families."""
    if address is None or isinstance(address, str | bytes | bytearray):
        return
    if isinstance(address, tuple) and address and is_local(address[0]):
        return
    _deny(event, address)


def _deny(event: str, target: object) -> None:
    line = f"{event} {target!r} by process {os.getpid()}: {' '.join(sys.argv)[:200]}"
    if path := os.environ.get(NOTES):
        with open(path, "a", encoding="utf-8") as notes:
            notes.write(line + "\n")
    raise NetworkDenied(f"only local sockets are allowed: {line}")
