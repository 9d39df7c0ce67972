-- Adds one entry to the dictionary of a pack.
insert into dictionary_entry (pack_id, number, word, instead, senses, searches, rule, keys)
values (%(pack_id)s, %(number)s, %(word)s, %(instead)s, %(senses)s, %(searches)s, %(rule)s, %(keys)s)
