-- Sections whose own number is one of some atoms, of any act or of the named documents only.
select p.pack_id, p.document_key, p.ordinal
from passage_index p
where p.pack_id = any(%(packs)s) and p.atom = any(%(atoms)s)
  and (%(documents)s::text[] is null or p.document_key = any(%(documents)s))
order by p.document_key, p.ordinal
limit %(limit)s
