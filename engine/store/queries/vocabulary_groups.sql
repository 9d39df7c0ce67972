-- The synonym groups of a pack in the order of their file.
select words, asked_in, asked from synonym_group where pack_id = %(pack_id)s order by number
