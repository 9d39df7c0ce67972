-- The published recipe: any of the words, ts_rank_cd, and a bonus when the words stand in the order asked.
select p.pack_id, p.document_key, p.ordinal,
       ts_rank_cd(p.lexemes, %(query)s::tsquery)
       + case when p.lexemes @@ %(phrase)s::tsquery then %(bonus)s else 0 end as score
from passage_index p
where p.pack_id = any(%(packs)s) and p.lexemes @@ %(query)s::tsquery
  and (%(documents)s::text[] is null or p.document_key = any(%(documents)s))
order by score desc, p.document_key, p.ordinal
limit %(limit)s
