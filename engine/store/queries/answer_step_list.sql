-- The steps of one run, in order.
select number, kind, body from answer_step where matter_id = %(matter)s and run_id = %(run)s order by number
