-- Every passage of one document in its order.
select s.pack_id, s.document_key, s.ordinal, d.source_id, k.name, coalesce(d.short_title, d.title), s.kind, s.label,
       s.heading, s.path, s.start_at, s.end_at, s.page, s.status, s.body, s.language, s.notes
from passage s
join document d on d.pack_id = s.pack_id and d.key = s.document_key
join pack k on k.id = s.pack_id
where s.pack_id = %(pack_id)s and s.document_key = %(key)s
order by s.ordinal
