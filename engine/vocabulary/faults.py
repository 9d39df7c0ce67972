"""Collects what is wrong with a file of synonyms or a dictionary, line by line, and says it in one plain message."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import UserFacingError

SAID = 5  # faults that the message lists; a file in the wrong form has one on every line


class VocabularyError(UserFacingError):
    """A file that was refused. ``faults`` holds every fault as (line from 1, what is wrong), for an editor to show."""

    def __init__(self, name: str, faults: list[tuple[int, str]]) -> None:
        self.faults = tuple(sorted(faults))
        said = "; ".join(f"line {line}: {text}" for line, text in self.faults[:SAID])
        more = f"; and {len(faults) - SAID} more" if len(faults) > SAID else ""
        super().__init__(f"{name} was not imported, nothing was changed: {said}{more}.")


@dataclass
class Faults:
    """The faults found so far in the file called ``name``."""

    name: str
    found: list[tuple[int, str]] = field(default_factory=list)

    def add(self, line: int, text: str) -> None:
        self.found.append((line, text))

    def refuse_if_any(self) -> None:
        """Raises VocabularyError when anything was found."""
        if self.found:
            raise VocabularyError(self.name, self.found)
