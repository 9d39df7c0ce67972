-- Deletes the synonym groups of a pack, before others take their place.
delete from synonym_group where pack_id = %(pack_id)s
