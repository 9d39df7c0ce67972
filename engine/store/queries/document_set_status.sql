-- Changes the status of one act.
update document set status = %(status)s where pack_id = %(pack_id)s and key = %(key)s
