-- Lexemes that end with some letters, commonest first (compounds by their tail).
select lexeme, sum(passages)::bigint as passages
from term
where pack_id = any(%(packs)s)
  and reverse(lexeme) collate "C" >= %(turned)s and reverse(lexeme) collate "C" < %(after)s
group by lexeme
order by passages desc, lexeme
limit %(limit)s
