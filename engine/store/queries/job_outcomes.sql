-- Every file of an import with its state and reason.
select path, state, reason, document from import_file where job_id = %(job)s order by number
