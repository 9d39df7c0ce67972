-- After a crash, files that were being read wait again, or have failed when they were tried too often.
update import_file
set state = case when strikes >= %(most)s then 'failed' else 'waiting' end,
    reason = case when strikes >= %(most)s then %(reason)s else reason end
where job_id = %(job)s and state = 'working'
