-- Changes the state of an import and adds to its working time.
update import_job set state = %(state)s, seconds = seconds + %(seconds)s where id = %(job)s
