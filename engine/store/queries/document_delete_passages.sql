-- Deletes the passages of documents.
delete from passage where pack_id = %(pack_id)s and document_key = any(%(keys)s)
