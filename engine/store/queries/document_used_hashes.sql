-- Which of some file hashes documents of some packs were read from.
select sha256 from document where pack_id = any(%(packs)s) and key = any(%(keys)s) and sha256 = any(%(hashes)s)
