-- Lexemes that begin with a prefix, commonest first (the word that is still being typed, and compounds by their head).
select lexeme, sum(passages)::bigint as passages
from term
where pack_id = any(%(packs)s) and lexeme >= %(prefix)s and lexeme < %(after)s
group by lexeme
order by passages desc, lexeme
limit %(limit)s
