-- The files of an import that wait to be read.
select path, source_id, root, sha256, parent_key, depth, number, strikes, state, reason, document
from import_file
where job_id = %(job)s and state = 'waiting'
order by number
