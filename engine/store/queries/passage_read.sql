-- Some passages in the order asked for, with what is shown of their documents.
select s.pack_id, s.document_key, s.ordinal, d.source_id, k.name, coalesce(d.short_title, d.title), s.kind, s.label,
       s.heading, s.path, s.start_at, s.end_at, s.page, s.status, s.body, s.language, s.notes
from unnest(%(pack_ids)s::bigint[], %(keys)s::text[], %(ordinals)s::integer[])
    with ordinality as c (pack_id, key, ordinal, number)
join passage s on s.pack_id = c.pack_id and s.document_key = c.key and s.ordinal = c.ordinal
join document d on d.pack_id = c.pack_id and d.key = c.key
join pack k on k.id = c.pack_id
where s.pack_id = any(%(packs)s)
order by c.number
