-- One document with its text.
select d.pack_id, d.key, k.name, d.source_id, d.title, d.short_title, d.abbreviation, d.language, d.status, d.sha256,
       d.converter, d.converter_version, d.passages, d.pages, d.warnings, d.parent_key, d.media_type,
       case when d.gone then d.meta || '{"gone": true}' else d.meta end, d.markdown
from document d
join pack k on k.id = d.pack_id
where d.pack_id = %(pack_id)s and d.key = %(key)s
