-- Passages that hold rare words, with the summed weight of those they hold; best first. One index scan for each word.
select m.pack_id, m.document_key, m.ordinal
from unnest(%(queries)s::text[], %(weights)s::float8[]) as t (query, weight)
cross join lateral (
    select p.pack_id, p.document_key, p.ordinal
    from passage_index p
    where p.pack_id = any(%(packs)s) and p.lexemes @@ t.query::tsquery
      and (%(documents)s::text[] is null or p.document_key = any(%(documents)s))
    limit %(most)s
) m
group by m.pack_id, m.document_key, m.ordinal
order by sum(t.weight) desc, m.document_key, m.ordinal
limit %(limit)s
