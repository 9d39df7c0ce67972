-- In how many passages of some packs each lexeme stands; lexemes that stand nowhere are left out.
select lexeme, sum(passages)::bigint
from term
where pack_id = any(%(packs)s) and lexeme = any(%(lexemes)s)
group by lexeme
