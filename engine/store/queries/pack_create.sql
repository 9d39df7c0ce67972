-- A new pack; no row comes back when its owner has one of that name.
insert into pack (matter_id, name, kind, stemmer, description)
values (%(matter)s, %(name)s, %(kind)s, %(stemmer)s, %(description)s)
on conflict (matter_id, name) do nothing
returning id, matter_id, name, kind, stemmer, description, is_on, documents, passages, words
