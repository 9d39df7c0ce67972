-- One import by its number.
select id, matter_id, pack_id, state, roots, seconds from import_job where id = %(job)s
