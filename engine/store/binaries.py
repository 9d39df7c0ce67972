"""Finds the PostgreSQL programs inside the installed pgserver package; its own starter is not used."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from engine.errors import EnvironmentProblem
from engine.store.places import ROOT_FOLDER, Account, reachable

EXE = ".exe" if sys.platform == "win32" else ""


@cache
def folder() -> Path:
    """The ``bin`` folder of the bundled PostgreSQL. Raises EnvironmentProblem when the package is not there."""
    spec = importlib.util.find_spec("pgserver")  # finds, does not import: importing would start its machinery
    for root in (spec.submodule_search_locations or []) if spec else []:
        found = Path(root) / "pginstall" / "bin"
        if (found / f"postgres{EXE}").exists():
            return found
    raise EnvironmentProblem("The bundled PostgreSQL is missing from this installation; install Ordrett again.")


def folder_for(account: Account | None) -> Path:
    """``folder()``, or a copy that ``account`` can run when the installation stands in a closed folder (root)."""
    origin = folder()
    if account is None or reachable(origin):
        return origin
    install = origin.parent
    digest = hashlib.sha256(os.fsencode(f"{install}{(origin / 'postgres').stat().st_mtime_ns}")).hexdigest()[:12]
    target = ROOT_FOLDER / f"server-{digest}"
    if not target.exists():
        making = ROOT_FOLDER / f"server-{digest}.{os.getpid()}"
        ROOT_FOLDER.mkdir(exist_ok=True, mode=0o755)
        shutil.rmtree(making, ignore_errors=True)
        # the package and its libraries keep their places towards each other: the programs look for them there
        shutil.copytree(install, making / "pgserver" / "pginstall", symlinks=True)
        libraries = install.parent.with_name("pgserver.libs")
        if libraries.exists():
            shutil.copytree(libraries, making / "pgserver.libs", symlinks=True)
        try:
            making.rename(target)
        except OSError:  # another process was faster
            shutil.rmtree(making, ignore_errors=True)
    return target / "pgserver" / "pginstall" / "bin"


@cache
def major_version() -> int:
    """16 for "postgres (PostgreSQL) 16.2"."""
    answer = subprocess.run(
        [folder() / f"postgres{EXE}", "--version"], capture_output=True, encoding="utf-8", check=True
    )
    return int(answer.stdout.rsplit(" ", 1)[1].split(".")[0])


def environment(locale: str | None = None, **more: str) -> dict[str, str]:
    """The environment of a server program: ours without PG… settings, with a locale that exists.

    macOS refuses to start a server without a valid LC_ALL.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PG", "LC_")) and k != "LANGUAGE"}
    if locale is not None and sys.platform != "win32":
        kept |= {"LC_ALL": locale, "LANG": locale}
    return kept | more


def account_options(account: Account | None) -> dict[str, object]:
    """What ``subprocess`` needs to run a program as ``account``."""
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}
