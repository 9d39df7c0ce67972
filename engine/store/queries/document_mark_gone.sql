-- Marks documents that their folder or collection no longer holds, or holds again.
update document set gone = %(gone)s where pack_id = %(pack_id)s and key = any(%(keys)s)
