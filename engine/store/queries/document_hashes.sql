-- The hashes of the files that the documents of some packs were read from.
select sha256 from document where pack_id = any(%(packs)s)
