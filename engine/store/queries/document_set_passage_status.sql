-- Passages follow the status of their act, but for wording yet to come and for sections of which only a heading is left.
update passage
set status = %(status)s
where pack_id = %(pack_id)s and document_key = %(key)s and status = %(before)s and kind <> 'future'
    and not (status = 'repealed' and body !~ '^[^#[:space:]]' and body !~ '\n[^#[:space:]]')
