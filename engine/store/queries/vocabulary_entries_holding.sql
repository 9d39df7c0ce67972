-- The dictionary entries of some packs that one of some keys leads to, with the pack's name.
select k.name, e.word, e.instead, e.senses, e.searches, e.rule
from dictionary_entry e
join pack k on k.id = e.pack_id
where e.pack_id = any(%(packs)s) and e.keys && %(keys)s::text[]
order by e.pack_id, e.number
