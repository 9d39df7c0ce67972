-- One pack by name as a matter sees it; its own comes before a shared one of the same name.
select id, matter_id, name, kind, stemmer, description, is_on, documents, passages, words
from pack
where name = %(name)s and (matter_id = %(matter)s or matter_id is null)
order by matter_id nulls last
limit 1
