-- The synonym groups of some packs that one of some keys leads to.
select words, asked_in, asked
from synonym_group
where pack_id = any(%(packs)s) and keys && %(keys)s::text[]
order by pack_id, number
