-- Notes where a known document was found by a later import.
update document
set gone = false, parent_key = %(parent_key)s,
    meta = jsonb_set(meta, '{source}', jsonb_build_object('path', %(path)s::text, 'root', %(root)s::text))
where pack_id = %(pack_id)s and key = %(key)s
