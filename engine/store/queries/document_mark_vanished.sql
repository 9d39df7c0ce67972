-- Marks documents from the folders of a job that it did not meet again, nor their outer file if that could not be read.
update document d
set gone = true
from import_job j
where j.id = %(job)s and d.pack_id = %(pack_id)s and not d.gone and d.meta #>> '{source,root}' = any(j.roots)
    and not exists (
        select from import_file f
        where f.job_id = j.id
            and (f.path = d.meta #>> '{source,path}'
                or f.state in ('needs_attention', 'failed') and starts_with(d.meta #>> '{source,path}', f.path || '!'))
    )
