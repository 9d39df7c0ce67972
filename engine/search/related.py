"""What the dictionaries and the synonyms of the packs say of a word. A pointer to words to search for, never a source."""

from __future__ import annotations

from collections.abc import Sequence

from engine.store import searching, vocabulary
from engine.store.searching import Rows
from engine.text.normalise import fold_text
from engine.text.tokens import stem
from engine.types import Pack, Related
from engine.vocabulary.words import keys, parts_of


def related(connection: Rows, packs: Sequence[Pack], word: str) -> Related:
    """Entries and synonyms of a word or short phrase, from the packs that are on. An entry for the word itself stands
    before those that give it as a word to use instead."""
    ids = [pack.id for pack in packs if pack.on]
    parts = parts_of(word)
    if not parts or not ids:
        return Related(word, (), ())
    languages = sorted(language for language in searching.languages(connection, ids) if language)
    wanted = keys([word])

    def same(other: str) -> bool:
        own = parts_of(other)
        return len(own) == len(parts) and all(
            a == b or any(stem(a, language) == stem(b, language) for language in languages)
            for a, b in zip(own, parts, strict=True)
        )

    found = vocabulary.entries_holding(connection, ids, wanted)
    entries = [pair for pair in found if same(pair[1].word)]
    entries += [pair for pair in found if not same(pair[1].word) and any(map(same, pair[1].instead))]
    synonyms: dict[str, str] = {}
    for group in vocabulary.groups_holding(connection, ids, wanted):
        if any(map(same, (*group.words, *group.asked))):
            for other in group.words:
                if not same(other):
                    synonyms.setdefault(fold_text(other), other)
    return Related(word, tuple(entries), tuple(synonyms.values()))
