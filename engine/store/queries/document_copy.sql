-- Takes the rows of documents, made ready by the importer.
copy document (
    pack_id, key, source_id, title, short_title, abbreviation, media_type, language, status, in_force_date, version_date,
    parent_key, markdown, pages, boxes, meta, warnings, sha256, text_sha256, converter, converter_version, passages
) from stdin
