-- The ids of a matter's own packs, to delete them before it.
select id from pack where matter_id = %(matter)s order by id
