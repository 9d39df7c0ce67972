-- One pack by its number, as stands in the ids of documents and passages.
select id, matter_id, name, kind, stemmer, description, is_on, documents, passages, words
from pack
where id = %(pack_id)s
