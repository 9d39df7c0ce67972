-- Deletes a pack with its jobs; its large tables are emptied before.
delete from pack where id = %(pack_id)s
