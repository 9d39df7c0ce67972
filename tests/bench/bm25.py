"""Tantivy's BM25 over the very lexemes of our index: the same stems and small words, only another ranking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import tantivy

WRITER_MEMORY = 200_000_000  # bytes


class Bm25:
    """An index on disk; passages are added once, then searched by lexemes."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw")
        builder.add_text_field("words", tokenizer_name="whitespace", index_option="freq")
        self._schema = builder.build()
        self._index = tantivy.Index(self._schema, path=str(folder))
        self._index.register_tokenizer(
            "whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        )

    def add(self, passages: Iterable[tuple[str, Sequence[str]]]) -> None:
        """(id, lexemes with repetition) of each passage."""
        writer = self._index.writer(WRITER_MEMORY)
        for passage, lexemes in passages:
            writer.add_document(tantivy.Document(id=passage, words=" ".join(lexemes)))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def search(self, lexemes: Iterable[str], limit: int) -> list[str]:
        """Ids, best first, of the passages that hold any of the lexemes."""
        parts = [
            (tantivy.Occur.Should, tantivy.Query.term_query(self._schema, "words", lexeme))
            for lexeme in dict.fromkeys(lexemes)
        ]
        if not parts:
            return []
        searcher = self._index.searcher()
        found = searcher.search(tantivy.Query.boolean_query(parts), limit)
        return [searcher.doc(address)["id"][0] for _, address in found.hits]


def repeated(tsvector: str) -> list[str]:
    """The lexemes of a tsvector's text form, each as often as it stands there."""
    found = re.findall(r"'((?:[^']|'')*)':([\dA-D,]+)", tsvector)
    return [lexeme for lexeme, places in found for _ in places.split(",")]
