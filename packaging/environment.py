"""Makes the tree's own environment and keeps it in step with the lock; a second run compares one stamp."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys

import llama_wheel
import system_parts
from interpreter import version_of
from places import LOCK, STAMP, TREE, VENV, venv_python
from said import Trouble, say, warn


def ensure(*, runtime: bool = True) -> None:
    """Bring system parts, environment and packages to what the lock says. Raises Trouble.

    ``runtime=False`` leaves the model runtime out (no compiler needed); search and evidence work without it.
    """
    wanted = _stamp(runtime)
    if venv_python().exists() and _read_stamp() == wanted:
        return
    wheel = llama_wheel.cached() if runtime else None
    system_parts.ensure(compiler=runtime and wheel is None)
    _make_venv()
    say("Installing the pinned packages (about 350 MB the first time)")
    if STAMP.exists():
        _pip("uninstall", "-y", "ordrett")  # else pip complains that the packages no longer fit its last set-up
    _pip("install", "-r", str(LOCK))
    if runtime:
        _pip("install", "--no-deps", "--force-reinstall", str(wheel or llama_wheel.build(venv_python())))
    _pip("install", "--no-deps", "--no-build-isolation", "-e", str(TREE))
    STAMP.write_text(json.dumps(wanted, indent=1), encoding="utf-8")


def child_environment(**more: str) -> dict[str, str]:
    """The variables for the tree's own programs: output unbuffered, UTF-8 whatever the console says."""
    return os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", "VIRTUAL_ENV": str(VENV)} | more


def call(*arguments: str, **more: str) -> int:
    """Run the environment's Python in the tree with these arguments; returns its exit code."""
    command = [str(venv_python()), *arguments]
    try:
        return subprocess.run(command, cwd=TREE, env=child_environment(**more), check=False).returncode
    except KeyboardInterrupt:
        return 130


def _make_venv() -> None:
    here = sys.version_info[:2]
    if venv_python().exists():
        if version_of([str(venv_python())]) == here:
            return
        warn(f"the environment in {VENV} does not run on Python {here[0]}.{here[1]}; it is made anew.")
        shutil.rmtree(VENV)
    say(f"Making the environment in {VENV} (Python {here[0]}.{here[1]})")
    done = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
    if done.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise Trouble(f"The environment could not be made: {(done.stderr or done.stdout).strip()[-800:]}")


def _pip(*arguments: str) -> None:
    command = [str(venv_python()), "-m", "pip", "--disable-pip-version-check", *arguments]
    environment = child_environment(PIP_PROGRESS_BAR="off")
    done = subprocess.run([*command, "-qq"], cwd=TREE, env=environment, check=False)
    if done.returncode:
        raise Trouble(
            f"pip could not carry out: {' '.join(arguments)}. Its own lines above say why; without a network "
            "the packages cannot be fetched the first time."
        )


def _stamp(runtime: bool) -> dict[str, str]:
    """What the environment is made from: a change in any of it makes the set-up run again."""
    texts = b"".join(path.read_bytes() for path in (LOCK, TREE / "pyproject.toml"))
    return {
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "packages": hashlib.sha256(texts).hexdigest(),
        "runtime": llama_wheel.folder().name if runtime else "none",
        "tree": str(TREE),
    }


def _read_stamp() -> object:
    try:
        return json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def is_usable() -> bool:
    """Whether the environment holds what the program needs, the model runtime aside."""
    probe = "import PySide6, psycopg, pgserver, pypdfium2, lxml"
    command = [str(venv_python()), "-c", probe]
    return venv_python().exists() and subprocess.run(command, capture_output=True, check=False).returncode == 0


def remove_made() -> None:
    """Remove the environment and every tool's cache from the tree."""
    made = [VENV, *(TREE / name for name in (".mypy_cache", ".ruff_cache", ".pytest_cache", "build", "dist"))]
    made += [*TREE.glob("*.egg-info"), *TREE.rglob("__pycache__")]
    for path in made:
        if path.is_symlink():
            path.unlink()
        elif path.exists():
            shutil.rmtree(path, ignore_errors=True)
