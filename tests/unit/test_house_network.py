"""The suite's own socket guard: what it denies, in this process, in Python children and in other programs."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import network_guard, network_namespace
from tests.helpers.network_guard import NetworkDenied

ELSEWHERE = "192.0.2.1"  # RFC 5737: an address for documents, nobody's


@pytest.fixture
def own_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The attempts of these tests are meant; they go to a file of their own."""
    notes = tmp_path / "denied.txt"
    monkeypatch.setenv(network_guard.NOTES, str(notes))
    return notes


def test_connecting_elsewhere_is_denied_and_noted(own_notes: Path) -> None:
    with socket.socket() as handle, pytest.raises(NetworkDenied):
        handle.connect((ELSEWHERE, 80))
    assert ELSEWHERE in own_notes.read_text(encoding="utf-8")


def test_sending_a_datagram_elsewhere_is_denied(own_notes: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle, pytest.raises(NetworkDenied):
        handle.sendto(b"x", (ELSEWHERE, 53))


def test_listening_for_other_machines_is_denied(own_notes: Path) -> None:
    with socket.socket() as handle, pytest.raises(NetworkDenied):
        handle.bind(("0.0.0.0", 0))


def test_asking_for_a_name_is_denied(own_notes: Path) -> None:
    with pytest.raises(NetworkDenied):
        socket.getaddrinfo("guard.example", 443)


def test_loopback_is_allowed(own_notes: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        client.sendall(b"x")
    assert not own_notes.exists()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no Unix sockets")
def test_a_unix_socket_is_allowed(own_notes: Path, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        server.listen()
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(tmp_path / "s"))
    assert not own_notes.exists()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "::1", None, "", b"localhost"])
def test_local_hosts(host: object) -> None:
    assert network_guard.is_local(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "example.org", "localhost.example.org", "2001:db8::1"])
def test_other_hosts(host: object) -> None:
    assert not network_guard.is_local(host)


def test_a_python_child_is_denied_too(own_notes: Path) -> None:
    code = f"import socket; socket.socket().connect(({ELSEWHERE!r}, 80))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "NetworkDenied" in done.stderr
    assert ELSEWHERE in own_notes.read_text(encoding="utf-8")


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("bash"),
    reason="a network of its own takes root on Linux",
)
def test_another_program_is_cut_off_and_counted() -> None:
    """In a child, so that its count is its own and the suite's stays zero."""
    code = (
        "import subprocess\n"
        "from tests.helpers import network_namespace as n\n"
        "assert n.enter() and n.attempts() == 0\n"
        f"done = subprocess.run(['bash', '-c', 'exec 3<>/dev/tcp/{ELSEWHERE}/80'], capture_output=True)\n"
        "assert done.returncode == 1\n"
        "print(n.attempts())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) >= 1
    assert network_namespace.attempts() == 0
