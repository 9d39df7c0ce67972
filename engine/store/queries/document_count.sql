-- Adds to (or takes from) what a pack counts of its documents.
update pack
set documents = documents + %(documents)s, passages = passages + %(passages)s, words = words + %(words)s
where id = %(pack_id)s
