-- Counts the passages of new documents into the term table. Lexemes and counts come as two lists parted by blanks,
-- which no lexeme holds: a long array of strings costs the driver far more.
insert into term as t (pack_id, lexeme, passages)
select %(pack_id)s, n.lexeme, n.passages
from unnest(string_to_array(%(lexemes)s, ' '), string_to_array(%(counts)s, ' ')::integer[]) as n (lexeme, passages)
on conflict (pack_id, lexeme) do update set passages = t.passages + excluded.passages
