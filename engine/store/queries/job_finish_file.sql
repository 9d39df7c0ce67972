-- The final state of a file of an import.
update import_file
set state = %(state)s, reason = %(reason)s, document = %(document)s
where job_id = %(job)s and number = %(number)s
