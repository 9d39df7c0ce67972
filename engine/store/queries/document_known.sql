-- What import must know of the documents a pack holds, to tell new, changed, unchanged and duplicate files apart.
select key, source_id, sha256, text_sha256, gone, parent_key, meta #>> '{source,path}', meta #>> '{source,root}', passages,
       coalesce((meta ->> 'attachments')::integer, 0)
from document
where pack_id = %(pack_id)s
