-- Gives the files found inside a replaced document to the one that replaces it.
update document set parent_key = %(new_key)s where pack_id = %(pack_id)s and parent_key = %(old_key)s
