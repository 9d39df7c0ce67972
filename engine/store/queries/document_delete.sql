-- Deletes documents whose passages are deleted already.
delete from document where pack_id = %(pack_id)s and key = any(%(keys)s)
