-- The dictionary of a pack in the order of its file.
select word, instead, senses, searches, rule from dictionary_entry where pack_id = %(pack_id)s order by number
