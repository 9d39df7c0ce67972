-- Adds files to an import behind those there are, but for paths that it has already.
insert into import_file (
    job_id, number, path, source_id, root, sha256, parent_key, depth, state, reason, document
)
select %(job)s, (select coalesce(max(number), 0) from import_file where job_id = %(job)s) + row_number() over (order by n.at),
       n.path, n.source_id, n.root, n.sha256, n.parent_key, n.depth, n.state, n.reason, n.document
from unnest(
    %(paths)s::text[], %(sources)s::text[], %(roots)s::text[], %(hashes)s::text[], %(parents)s::text[],
    %(depths)s::integer[], %(states)s::text[], %(reasons)s::text[], %(documents)s::text[]
) with ordinality as n (path, source_id, root, sha256, parent_key, depth, state, reason, document, at)
where not exists (select from import_file f where f.job_id = %(job)s and f.path = n.path)
