-- A file that was begun waits again.
update import_file
set state = 'waiting', strikes = greatest(0, strikes - %(strikes)s)
where job_id = %(job)s and number = %(number)s
