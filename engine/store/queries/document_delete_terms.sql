-- Takes the passages of documents that will be deleted out of the term table.
update term t
set passages = t.passages - n.passages
from (
    select w.lexeme, count(*)::integer as passages
    from passage_index p, unnest(tsvector_to_array(p.lexemes)) as w (lexeme)
    where p.pack_id = %(pack_id)s and p.document_key = any(%(keys)s)
    group by w.lexeme
) as n
where t.pack_id = %(pack_id)s and t.lexeme = n.lexeme collate "C"
