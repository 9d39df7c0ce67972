-- Where the text of one document stands on its pages.
select boxes from document where pack_id = %(pack_id)s and key = %(key)s
