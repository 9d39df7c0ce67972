-- The packs that a matter sees: its own documents, and law and statistics, which all share.
select id, matter_id, name, kind, stemmer, description, is_on, documents, passages, words
from pack
where matter_id = %(matter)s or matter_id is null
order by matter_id nulls last, lower(name), id
