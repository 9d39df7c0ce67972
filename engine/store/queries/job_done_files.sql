-- The files of an import that have their final state.
select path, source_id, document from import_file where job_id = %(job)s and state not in ('waiting', 'working')
