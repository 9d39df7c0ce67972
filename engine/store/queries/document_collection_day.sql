-- The latest day that any act of a collection tells of; none for fewer acts than can tell the day of a collection.
select max((meta ->> 'known')::date)
from document
where pack_id = %(pack_id)s and meta #>> '{source,root}' = %(root)s and meta ? 'known'
having count(*) >= 50
