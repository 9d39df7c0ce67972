-- Takes the index rows of passages, made ready by the importer.
copy passage_index (pack_id, document_key, ordinal, atom, words, lexemes) from stdin
