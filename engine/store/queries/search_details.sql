-- What the rank needs to know of each candidate: for each word its rank by field, which pairs stand together, length.
-- ts_rank alone gives something for one word of two that must both be met, and takes longer to say no.
select p.pack_id, p.document_key, p.ordinal, p.words, p.atom, s.status,
       array(
           select case when p.lexemes @@ t.query then ts_rank(%(fields)s::float4[], p.lexemes, t.query) else 0 end
           from unnest(%(queries)s::text[]::tsquery[]) with ordinality as t (query, number) order by t.number
       ) as ranks,
       array(
           select p.lexemes @@ t.query
           from unnest(%(pairs)s::text[]::tsquery[]) with ordinality as t (query, number) order by t.number
       ) as pairs
from unnest(%(pack_ids)s::bigint[], %(keys)s::text[], %(ordinals)s::integer[]) as c (pack_id, key, ordinal)
join passage_index p on p.pack_id = c.pack_id and p.document_key = c.key and p.ordinal = c.ordinal
join passage s on s.pack_id = c.pack_id and s.document_key = c.key and s.ordinal = c.ordinal
where p.pack_id = any(%(packs)s)
