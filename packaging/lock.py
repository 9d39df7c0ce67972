"""Writes packaging/requirements.txt from pyproject.toml: every package, those that others need too, pinned.

Run through `dev.py lock`, in the tree's environment. The resolver's answer for this platform is taken;
packages that only another platform needs are named below, since no platform can see them all.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib

from places import LOCK, TREE, cache
from said import Trouble, say

# Needed on Windows only: by pytest and tqdm for colours, by psycopg for the names of time zones.
ELSEWHERE = ('colorama==0.4.6 ; sys_platform == "win32"', 'tzdata==2026.6 ; sys_platform == "win32"')
# Built apart, for the processor: see llama_wheel.py.
APART = "llama-cpp-python"
HEAD = """\
# Every package of the program, its tests and checks, pinned. Written by `packaging/dev.py lock`.
# llama-cpp-python itself is built for the processor by packaging/llama_wheel.py; what it needs stands here.
"""


def main() -> int:
    """Resolve, and write the lock; prints what changed."""
    project = tomllib.loads((TREE / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["project"]["dependencies"], *(line for part in extras.values() for line in part)]
    wanted += project["build-system"]["requires"]
    pins = _resolve(wanted)
    before = set(LOCK.read_text(encoding="utf-8").splitlines()) if LOCK.exists() else set()
    LOCK.write_text(HEAD + "\n".join(sorted({*pins, *ELSEWHERE}, key=str.lower)) + "\n", encoding="utf-8")
    after = set(LOCK.read_text(encoding="utf-8").splitlines())
    for line in sorted(before - after):
        say(f"- {line}")
    for line in sorted(after - before):
        say(f"+ {line}")
    return 0


def _resolve(wanted: list[str]) -> list[str]:
    wheels = [f"--find-links={folder}" for folder in (cache() / "wheels").glob("llama-*") if folder.is_dir()]
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "-qq"]
    command += ["--report", "-", "--prefer-binary", *wheels, *wanted]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Trouble("pip could not resolve pyproject.toml's packages; its own lines above say why.")
    markers = {_plain(line): line.partition(";")[2] for line in wanted if ";" in line}
    found = [entry["metadata"] for entry in json.loads(done.stdout)["install"]]
    pins = {_plain(meta["name"]): f"{meta['name']}=={meta['version']}" for meta in found}
    return [f"{pin} ;{markers[name]}" if name in markers else pin for name, pin in pins.items() if name != APART]


def _plain(requirement: str) -> str:
    """The name that a requirement starts with, as the package index spells it."""
    return re.split(r"[\s\[=<>!~;]", requirement.strip(), maxsplit=1)[0].replace("_", "-").lower()


if __name__ == "__main__":
    sys.exit(main())
