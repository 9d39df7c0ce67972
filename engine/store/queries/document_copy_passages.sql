-- Takes the rows of passages, made ready by the importer.
copy passage (
    pack_id, document_key, ordinal, kind, label, heading, path, start_at, end_at, page, language, status, body, notes
) from stdin
