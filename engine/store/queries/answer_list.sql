-- The answers of a matter, newest first.
select id, created_at, body from answer where matter_id = %(matter)s order by id desc
