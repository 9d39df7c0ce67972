-- Passages follow the status of their act, but for repealed ones and wording that is yet to come.
update passage p
set status = d.status
from document d
where d.pack_id = %(pack_id)s and p.pack_id = %(pack_id)s and p.document_key = d.key
    and d.meta #>> '{source,root}' = %(root)s and (d.meta ->> 'starts')::date > %(day)s::date - 3650
    and p.status in ('in_force', 'future') and p.kind <> 'future' and p.status <> d.status
