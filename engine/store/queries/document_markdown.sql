-- The text of one document.
select markdown from document where pack_id = %(pack_id)s and key = %(key)s
