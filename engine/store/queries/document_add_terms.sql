-- Counts the passages of new documents into the term table.
insert into term as t (pack_id, lexeme, passages)
select %(pack_id)s, n.lexeme, n.passages
from unnest(%(lexemes)s::text[], %(counts)s::integer[]) as n (lexeme, passages)
on conflict (pack_id, lexeme) do update set passages = t.passages + excluded.passages
