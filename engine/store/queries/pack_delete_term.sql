-- Empties a pack's part of term in one stroke, which is faster than row by row through the foreign keys.
delete from term where pack_id = %(pack_id)s
