-- What the acts of a collection say about when they are in force, and the newest day that each tells of.
select key, status, coalesce(meta ->> 'in_force', ''), meta ->> 'known'
from document
where pack_id = %(pack_id)s and meta #>> '{source,root}' = %(root)s and converter like 'law-%%'
