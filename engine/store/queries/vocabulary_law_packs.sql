-- The packs of law, whose vocabularies a newer program may bring up to date.
select id, stemmer from pack where kind = 'law' order by id
