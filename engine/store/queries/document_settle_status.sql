-- Acts of a collection that had not begun on its day are future, those that had are in force.
update document
set status = case when (meta ->> 'starts')::date > %(day)s then 'future' else 'in_force' end
where pack_id = %(pack_id)s and meta #>> '{source,root}' = %(root)s and meta ? 'starts'
    and status = case when (meta ->> 'starts')::date > %(day)s then 'in_force' else 'future' end
