-- Deletes the dictionary of a pack, before another takes its place.
delete from dictionary_entry where pack_id = %(pack_id)s
