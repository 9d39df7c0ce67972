-- How many files an import has seen and done, and the passages of the documents they led to.
select count(*), count(*) filter (where f.state not in ('waiting', 'working')),
       coalesce(sum(d.passages) filter (where f.state = 'imported'), 0)
from import_file f
left join document d on d.pack_id = %(pack_id)s and d.key = split_part(f.document, '-', 2)
where f.job_id = %(job)s
