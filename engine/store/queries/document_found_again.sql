-- A known document was met again by a later import: it is not gone, and is from where it was found now.
update document
set gone = false, parent_key = %(parent_key)s,
    meta = case
        when %(root)s::text = '' then meta
        else jsonb_set(meta, '{source}', jsonb_build_object('path', %(path)s::text, 'root', %(root)s::text))
    end
where pack_id = %(pack_id)s and key = %(key)s
