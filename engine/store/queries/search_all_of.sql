-- Passages that meet one combination of common words, in no order: the cheap first step when no word is rare.
select p.pack_id, p.document_key, p.ordinal
from passage_index p
where p.pack_id = any(%(packs)s) and p.lexemes @@ %(query)s::tsquery
  and (%(documents)s::text[] is null or p.document_key = any(%(documents)s))
limit %(limit)s
