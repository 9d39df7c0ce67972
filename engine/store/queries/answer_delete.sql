-- Deletes one answer of a matter.
delete from answer where matter_id = %(matter)s and id = %(id)s
