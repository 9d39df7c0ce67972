-- The languages of the documents of some packs; null for undecided ones.
select distinct language from document where pack_id = any(%(packs)s) and not gone
