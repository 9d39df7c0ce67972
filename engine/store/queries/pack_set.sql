-- Changes the settings of a pack; null leaves one as it is.
update pack set
    stemmer = coalesce(%(stemmer)s, stemmer),
    description = coalesce(%(description)s, description),
    is_on = coalesce(%(is_on)s, is_on)
where id = %(pack_id)s
returning id, matter_id, name, kind, stemmer, description, is_on, documents, passages, words
