-- A file is being read from now on.
update import_file set state = 'working', strikes = strikes + 1 where job_id = %(job)s and number = %(number)s
