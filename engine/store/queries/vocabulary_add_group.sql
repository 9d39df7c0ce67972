-- Adds one synonym group to a pack.
insert into synonym_group (pack_id, number, words, asked_in, asked, keys)
values (%(pack_id)s, %(number)s, %(words)s, %(asked_in)s, %(asked)s, %(keys)s)
