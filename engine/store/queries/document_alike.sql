-- The documents of a pack with the same bytes, the same text, or from the same place as a file at hand.
select key, source_id, sha256, text_sha256, gone, parent_key, meta #>> '{source,path}', meta #>> '{source,root}', passages,
       coalesce((meta ->> 'attachments')::integer, 0)
from document
where pack_id = %(pack_id)s
    and (key = %(key)s or text_sha256 = %(text_sha256)s or meta #>> '{source,path}' = %(origin)s)
order by imported_at, key
