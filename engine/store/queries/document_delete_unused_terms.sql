-- Forgets terms that no passage of the pack holds any more.
delete from term where pack_id = %(pack_id)s and passages <= 0
