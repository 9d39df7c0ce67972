"""Where the bundled server of a home keeps its data, its socket, its locks and its log; and as whom it runs."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import shutil
import stat
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EnvironmentProblem
from engine.store.locks import FileLock

PORT = 5432  # only names the socket file; no TCP port is opened on Linux and macOS
# sun_path holds 104 bytes on macOS, 108 on Linux, with the closing zero: 103 is safe on both.
LONGEST_SOCKET_PATH = 103
ROOT_FOLDER = Path("/var/lib/ordrett-root")
MARKER = "postgres-folder.txt"


@dataclass(frozen=True)
class Account:
    """The user that the server runs as when the program runs as root, whom PostgreSQL refuses."""

    uid: int
    gid: int
    name: str


@dataclass(frozen=True)
class Places:
    """The folders of one home. ``base`` is the home itself but for root's homes that no other user can reach."""

    home: Path
    base: Path
    data: Path
    sockets: Path | None  # None on Windows, which uses a port of the loopback address
    locks: Path
    log: Path
    account: Account | None

    @property
    def aside(self) -> bool:
        """True when the data stands outside the home (root only)."""
        return self.base != self.home


def prepare(home: Path) -> Places:
    """Makes the folders of ``home`` and says where things are. Raises EnvironmentProblem when it cannot."""
    home = Path(os.path.abspath(home.expanduser()))
    account = _account()
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o755 if account else 0o700)
        for name in ("locks", "logs"):
            (home / name).mkdir(exist_ok=True, mode=0o700)
        probe = FileLock(home / "locks" / f"probe-{secrets.token_hex(4)}.lock")
        with probe:  # a network folder may refuse locks; an existing home may have become read-only
            probe.try_acquire()
        probe.path.unlink()
        base = home if account is None or reachable(home) else _aside(home)
        sockets = None if sys.platform == "win32" else _sockets(home, account)
    except OSError as error:
        raise folder_problem(home, error) from error
    return Places(
        home=home,
        base=base,
        data=base / "postgres",
        sockets=sockets,
        locks=home / "locks",
        log=home / "logs" / "postgres.log",
        account=account,
    )


def folder_problem(home: Path, error: OSError) -> EnvironmentProblem:
    """The plain sentence for a folder that cannot be written to."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return disk_full(home)
    return EnvironmentProblem(
        f"Ordrett cannot write to its folder “{home}” ({error.strerror or error}); "
        "allow writing there or choose another folder with --home."
    )


def disk_full(folder: Path) -> EnvironmentProblem:
    return EnvironmentProblem(f"The disk that holds “{folder}” is full; free some space and start Ordrett again.")


def reachable(folder: Path) -> bool:
    """Whether a user without rights of its own can pass through ``folder`` and all that it stands in."""
    return all(part.stat().st_mode & stat.S_IXOTH for part in (folder, *folder.parents))


def give(path: Path, account: Account | None) -> None:
    """Hands ``path`` to the server's account; nothing to do unless running as root."""
    if account is not None and sys.platform != "win32":
        os.chown(path, account.uid, account.gid)


def tidy(at: Places) -> None:
    """Takes away the socket folder that a stopped server had under the temporary folder."""
    if at.sockets is not None and at.home not in at.sockets.parents:
        with contextlib.suppress(OSError):  # not empty: a server that hangs is still there
            at.sockets.rmdir()


def _account() -> Account | None:
    """``nobody`` when the program runs as root (containers, CI), else None: the server runs as the person."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    import pwd

    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        raise EnvironmentProblem(
            "Ordrett runs as root but finds no user “nobody” to run its database as; start it as a normal user."
        ) from None
    return Account(entry.pw_uid, entry.pw_gid, entry.pw_name)


def _aside(home: Path) -> Path:
    """Root's home is often closed to all others (/root is 0700): its data then stand in a folder of their own.

    The name is random and written into the home, so that a home that was deleted and made again starts empty.
    """
    marker = home / MARKER
    if marker.exists():
        return Path(marker.read_text(encoding="utf-8").strip())
    temporary = Path(tempfile.gettempdir())
    root = ROOT_FOLDER
    if temporary in home.parents and reachable(temporary):
        root = temporary / "ordrett-root"  # what belongs to a temporary home is temporary too
        _sweep(root)
    root.mkdir(exist_ok=True, mode=0o755)
    found = root.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != 0:
        raise EnvironmentProblem(f"“{root}” does not belong to root; remove it and start Ordrett again.")
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    base = root / f"{digest}-{secrets.token_hex(4)}"
    base.mkdir(mode=0o755)
    (base / "home.txt").write_text(f"{home}\n", encoding="utf-8")
    marker.write_text(f"{base}\n", encoding="utf-8")
    return base


def _sweep(root: Path) -> None:
    """Deletes the data of temporary homes that are gone; never data of a home that may only be unplugged."""
    for base in root.glob("*-*"):
        with contextlib.suppress(OSError):
            if not Path((base / "home.txt").read_text(encoding="utf-8").strip()).exists():
                shutil.rmtree(base)


def _sockets(home: Path, account: Account | None) -> Path:
    """A 0700 folder for the socket, short enough for the system: in the home, else under the temporary folder."""
    assert sys.platform != "win32"
    owner = account.uid if account else os.geteuid()
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    candidates = [home / "run"]
    candidates += [Path(t) / f"ordrett-{owner}-{digest}" for t in (tempfile.gettempdir(), "/tmp")]
    for folder in candidates:
        if not fits(folder) or (account and not reachable(_existing(folder.parent))):
            continue
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (owner, os.geteuid()):
            continue  # somebody else made it: never put our socket there
        give(folder, account)
        folder.chmod(0o700)
        return folder
    raise EnvironmentProblem(
        f"Ordrett finds no folder with a short enough path for its database socket; “{home}” is too long, "
        "choose another folder with --home."
    )


def fits(folder: Path) -> bool:
    """Whether the socket's whole path fits into the system's address (bytes, not letters).

    The client takes a comma for the end of one server's address and the start of the next.
    """
    return "," not in str(folder) and len(os.fsencode(folder / f".s.PGSQL.{PORT}")) <= LONGEST_SOCKET_PATH


def _existing(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder
