"""The members of what was dropped as law: unpacked one after the other and handed to the readers."""

from __future__ import annotations

import contextlib
import hashlib
import queue
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import Stopped, UserFacingError
from engine.ids import document_key
from engine.importing.law_pool import LawPool, LawTask
from engine.importing.run import Run
from engine.importing.walk import clean_name, find_files, is_litter
from engine.law import is_law
from engine.law.lovdata import SNIFF_BYTES
from engine.law.sources import SourceFile, is_archive, read_sources
from engine.store.documents import Known
from engine.store.jobs import QueuedFile

AHEAD = 200  # members that may be unpacked before the oldest of them is stored: a few tens of MB
NO_ACT = "The file is not an act in a format that Ordrett reads."
_COPY_NUMBER = re.compile(r"(?:\s*\(\d+\)|\s+copy)$", re.IGNORECASE)
_ENDINGS = re.compile(r"\.(?:tar|tgz|tbz2?|txz|gz|bz2|xz|zip|xml)$", re.IGNORECASE)


@dataclass(frozen=True)
class Member:
    """One file on its way. ``task``: it is being read; else its outcome is known, or it is the document ``key``."""

    number: int
    file: QueuedFile
    origin: dict[str, str]  # "path" and "root" as they are kept with the document
    key: str
    task: bool
    fraction: float  # of its archive or folder that has been unpacked


def collection_name(root: Path) -> str:
    """The name of a collection, the same for a newer copy of its archive: "gjeldende-lover (1).tar.bz2" too."""
    name = root.name
    while _ENDINGS.search(name):
        name = _ENDINGS.sub("", name)
    return f"collection:{_COPY_NUMBER.sub('', name).casefold()}"


@dataclass(frozen=True)
class Place:
    """A file, or an archive, of what was dropped. ``collection``: what it belongs to as a whole, "" for a lone file."""

    path: Path
    collection: str
    archive: bool
    problem: QueuedFile | None = None


def places(roots: Iterable[str], home: Path) -> Iterator[Place]:
    """What the roots hold, folders walked, archives not yet opened."""
    for root in map(Path, roots):
        for file in find_files(root, home):
            path = Path(file.path)
            if file.state == "failed":
                yield Place(path, "", False, file)
            elif is_archive(path):
                yield Place(path, collection_name(path), True)
            else:
                yield Place(path, str(root) if root.is_dir() else "", False)


class Unpacking:
    """Unpacks in a thread of its own; ``next`` gives the members in their order. Use as a context."""

    def __init__(self, run: Run, pool: LawPool, done: set[str], known: Mapping[str, Known]) -> None:
        self._run = run
        self._pool = pool
        self._done = done
        self._held = frozenset(known)
        self._members: queue.Queue[Member | BaseException | None] = queue.Queue(maxsize=AHEAD)
        self._closed = threading.Event()
        self._number = 0
        self.whole: set[str] = set()  # collections that were read to their end
        self._thread = threading.Thread(target=self._work, daemon=True)

    def __enter__(self) -> Unpacking:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()

    def next(self) -> Member | None:
        """The next member, None at the end. Raises Stopped, and what went wrong while unpacking."""
        while not self._run.stop.is_set():
            try:
                member = self._members.get(timeout=0.1)
            except queue.Empty:
                continue
            if isinstance(member, BaseException):
                raise member
            return member
        raise Stopped

    def _work(self) -> None:
        try:
            for place in places(self._run.job.roots, self._run.home):
                try:
                    self._unpack(place)
                except (UserFacingError, OSError) as error:
                    reason = str(error) if isinstance(error, UserFacingError) else _unreadable(error)
                    self._outcome(QueuedFile(str(place.path), place.path.name, state="failed", reason=reason), place)
                else:
                    self.whole.add(place.collection)
            self._give(None)
        except Stopped:
            return
        except BaseException as error:  # goes on in the thread that asks for the next member
            self._give(error)

    def _unpack(self, place: Place) -> None:
        if place.problem is not None:
            self._outcome(place.problem, place)
            return
        for source in read_sources(place.path):
            name = clean_name(source.name)
            path = f"{place.path}!{name}" if place.archive else str(place.path)
            if self._closed.is_set():
                raise Stopped
            if not is_litter(name.rpartition("/")[2]) and path not in self._done:
                self._hand_over(place, source, QueuedFile(path, name, place.collection))

    def _hand_over(self, place: Place, source: SourceFile, file: QueuedFile) -> None:
        """Gives the file to the readers, or its outcome where that is plain already."""
        if source.problem is not None:
            self._outcome(replace(file, state="failed", reason=source.problem), place)
        elif not is_law(source.data[:SNIFF_BYTES]):
            self._outcome(replace(file, state="failed", reason=NO_ACT), place)
        else:
            key = document_key(hashlib.sha256(source.data).hexdigest())
            self._number += 1
            member = Member(self._number, file, _origin(place, file), key, key not in self._held, source.fraction)
            self._give(member)
            if member.task:
                pack = self._run.pack
                self._pool.put(LawTask(member.number, source.name, source.data, pack.id, pack.stemmer, member.origin))

    def _outcome(self, file: QueuedFile, place: Place) -> None:
        self._number += 1
        if file.path not in self._done:
            self._give(Member(self._number, file, _origin(place, file), "", False, 0.0))

    def _give(self, member: Member | BaseException | None) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._members.put(member, timeout=0.1)
                return


def _origin(place: Place, file: QueuedFile) -> dict[str, str]:
    """Where an act comes from, the same for a newer copy of its archive."""
    path = f"{place.collection}!{file.source_id}" if place.archive else file.path
    return {"path": path, "root": place.collection}


def _unreadable(error: OSError) -> str:
    return f"The file cannot be read ({(error.strerror or 'unknown error').lower()})."
