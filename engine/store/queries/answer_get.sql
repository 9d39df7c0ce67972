-- One answer of a matter.
select id, created_at, body from answer where matter_id = %(matter)s and id = %(id)s
