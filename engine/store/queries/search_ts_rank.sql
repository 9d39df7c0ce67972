-- The server's own ts_rank on any of the words, to be measured against.
select p.pack_id, p.document_key, p.ordinal, ts_rank(p.lexemes, %(query)s::tsquery) as score
from passage_index p
where p.pack_id = any(%(packs)s) and p.lexemes @@ %(query)s::tsquery
  and (%(documents)s::text[] is null or p.document_key = any(%(documents)s))
order by score desc, p.document_key, p.ordinal
limit %(limit)s
