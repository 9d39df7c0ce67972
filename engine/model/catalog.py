"""The models by name: those the program knows, those on this machine, and adding, using and removing one."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from engine.errors import EnvironmentProblem, UserFacingError
from engine.model import fetch
from engine.model.gguf import Header, read_header
from engine.types import ModelInfo

Role = Literal["agent", "chooser", "test"]
QuoteMode = Literal["words", "ids"]

# A file that nobody has measured with this program drives the loop only if it is at least of the size of the smallest
# models that published tests call usable for tool calling (4 billion parameters, 4 bit: about 2.4 GB).
AGENT_BYTES = 2_000_000_000
SPARE_BYTES = 200_000_000  # left free on the disk after a copy, for the database


@dataclass(frozen=True)
class Entry:
    """One model of ``resources/models.toml``, or one described from its file's header."""

    name: str
    file_name: str
    bytes: int
    sha256: str | None
    licence: str
    role: Role
    quotes: QuoteMode
    family: str
    description: str
    fetchable: bool = False


def known_models(catalog: Path = fetch.CATALOG) -> list[Entry]:
    """The entries of the catalog file, in its order (recommended first within each use)."""
    rows = tomllib.loads(catalog.read_text(encoding="utf-8"))["model"]
    return [
        Entry(
            row["name"], row["file"], row["bytes"], row.get("sha256"), row["licence"], row["role"], row["quotes"],
            row["family"], row["description"], "packages" in row,
        )
        for row in rows
    ]  # fmt: skip


class Catalog:
    """The models of one home: files in ``HOME/models`` and in the folder that all homes of a person share."""

    def __init__(self, home: Path, shared: Path | None = None, catalog: Path = fetch.CATALOG) -> None:
        self._own = home / "models"
        self._shared = shared or fetch.shared_folder()
        self._catalog = catalog
        self._entries = known_models(catalog)

    def entries(self) -> list[Entry]:
        """Known models, then files of the person's that no entry names."""
        names = {entry.file_name for entry in self._entries}
        strangers = [path for path in _gguf_files(self._own) if path.name not in names]
        return [*self._entries, *(self._describe(path) for path in strangers)]

    def models(self, active: str = "") -> list[ModelInfo]:
        """All models, with the path of those on this machine; ``active`` is the name in the settings."""
        return [self._info(entry, active) for entry in self.entries()]

    def entry(self, name: str) -> Entry:
        """The model called ``name`` (also by file name). UserFacingError when there is none."""
        found = [entry for entry in self.entries() if name in (entry.name, entry.file_name)]
        if not found:
            names = ", ".join(entry.name for entry in self.entries())
            raise UserFacingError(f"There is no model called “{name}”; known are {names}.")
        return found[0]

    def installed(self, name: str) -> Path:
        """The file of a model, its hash checked once per state of the file. UserFacingError when it is not here or wrong."""
        entry = self.entry(name)
        path = self._path(entry)
        if path is None:
            how = f"run “ordrett models add {entry.name}”" if entry.fetchable else "get the file and add it"
            raise UserFacingError(f"The model {entry.name} ({entry.file_name}) is not on this machine; {how}.")
        if entry.sha256 and not self._checked_before(path, entry.sha256):
            if fetch.sha256(path) != entry.sha256:
                raise UserFacingError(
                    f"{path} is not the model {entry.name}: its hash differs; remove it and add it again."
                )
            self._remember(path, entry.sha256)
        return path

    def add(self, name_or_file: str, on_progress: Callable[[int, int], None] | None = None) -> ModelInfo:
        """Adds a file, or fetches a model by name (the only thing here that uses the network, because it was asked for)."""
        source = Path(name_or_file).expanduser()
        if source.is_file():
            return self._add_file(source.resolve(), on_progress)
        named = [entry for entry in self._entries if entry.name == name_or_file]
        if not named and source.suffix.lower() == ".gguf":
            raise UserFacingError(f"{name_or_file} does not exist; check the path.")
        entry = named[0] if named else self.entry(name_or_file)
        if self._path(entry) is not None:
            self.installed(entry.name)
            return self._info(entry)
        if not entry.fetchable:
            raise UserFacingError(
                f"{entry.name} cannot be fetched by Ordrett; get {entry.file_name} from its maker "
                "and run “ordrett models add” with the file."
            )
        try:
            path = fetch.fetch(entry.name, self._shared, on_progress, catalog=self._catalog)
        except fetch.FetchFailed as error:
            raise UserFacingError(str(error)) from error
        self._remember(path, entry.sha256 or "")
        return self._info(entry)

    def use(self, name: str) -> ModelInfo:
        """Checks that ``name`` can be used for answers; the caller keeps it in the settings. "none" is the caller's."""
        self.installed(name)
        return self._info(self.entry(name), active=self.entry(name).name)

    def remove(self, name: str) -> None:
        """Deletes the file of a model from this machine."""
        entry = self.entry(name)
        path = self._path(entry)
        if path is None:
            raise UserFacingError(f"The model {entry.name} is not on this machine.")
        try:
            path.unlink()
        except OSError as error:
            raise EnvironmentProblem(
                f"{path} could not be deleted ({error.strerror}); close programs that use it."
            ) from error

    def _add_file(self, source: Path, on_progress: Callable[[int, int], None] | None) -> ModelInfo:
        header = read_header(source)
        known = [entry for entry in self._entries if entry.file_name == source.name and entry.sha256]
        entry = known[0] if known else self._describe(source, header)
        if entry.sha256 and fetch.sha256(source, on_progress) != entry.sha256:
            raise UserFacingError(
                f"{source.name} is not the file that the catalog knows as {entry.name}: its hash differs; "
                "fetch it again, or rename it if it is another model."
            )
        if not header.template and not known:
            raise UserFacingError(
                f"{source.name} has no chat template, so it is no chat model; choose an “instruct” file."
            )
        target = self._own / source.name
        if target != source:
            _place(source, target)
        if entry.sha256:
            self._remember(target, entry.sha256)
        return self._info(self.entry(source.name))

    def _describe(self, path: Path, header: Header | None = None) -> Entry:
        """An entry for a file that the catalog does not name, careful about what it may do."""
        header = header or read_header(path)
        size = path.stat().st_size
        able = size >= AGENT_BYTES
        title = header.title or path.stem
        return Entry(
            path.stem.lower(), path.name, size, None, header.licence, "agent" if able else "chooser",
            "ids" if able else "words", "chatml", f"{title}, added by you; not measured with Ordrett",
        )  # fmt: skip

    def _path(self, entry: Entry) -> Path | None:
        for folder in (self._own, self._shared):
            path = folder / entry.file_name
            if path.is_file() and (entry.sha256 is None or path.stat().st_size == entry.bytes):
                return path
        return None

    def _info(self, entry: Entry, active: str = "") -> ModelInfo:
        path = self._path(entry)
        return ModelInfo(
            entry.name, entry.file_name, entry.bytes, entry.licence, entry.role, entry.sha256,
            str(path) if path else None, entry.description, entry.name == active,
        )  # fmt: skip

    def _stamps(self) -> dict[str, list[object]]:
        try:
            return cast(dict[str, list[object]], json.loads((self._own / "checked.json").read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return {}

    def _checked_before(self, path: Path, wanted: str) -> bool:
        stat = path.stat()
        return self._stamps().get(str(path)) == [stat.st_size, stat.st_mtime_ns, wanted]

    def _remember(self, path: Path, digest: str) -> None:
        stat = path.stat()
        stamps = {**self._stamps(), str(path): [stat.st_size, stat.st_mtime_ns, digest]}
        self._own.mkdir(parents=True, exist_ok=True)
        (self._own / "checked.json").write_text(json.dumps(stamps, ensure_ascii=False), encoding="utf-8")


def _gguf_files(folder: Path) -> list[Path]:
    """Readable model files; one that was damaged since it was added is left out rather than breaking the list."""
    found = []
    for path in sorted(folder.glob("*.gguf")) if folder.is_dir() else []:
        try:
            read_header(path)
        except UserFacingError:
            continue
        found.append(path)
    return found


def _place(source: Path, target: Path) -> None:
    """A hard link where the disk allows it, so that gigabytes are not kept twice; a whole copy otherwise."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        os.link(source, partial)
    except OSError:
        if shutil.disk_usage(target.parent).free < source.stat().st_size + SPARE_BYTES:
            raise EnvironmentProblem(f"{target.parent} has no room for {source.name}; free some disk space.") from None
        try:
            shutil.copyfile(source, partial)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise EnvironmentProblem(
                f"{source.name} could not be copied to {target.parent} ({error.strerror})."
            ) from error
    partial.replace(target)
