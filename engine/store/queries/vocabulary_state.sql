-- Where the synonyms and the dictionary of a pack come from: part, what was shipped, whether a person put their own.
select part, shipped, edited from pack_vocabulary where pack_id = %(pack_id)s
