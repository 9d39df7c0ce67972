-- Holds a pack's row until the transaction ends, so that one import at a time changes its counters and terms.
select id from pack where id = %(pack_id)s for update
