-- Deletes the index rows of documents and tells how many passages and words they were.
with deleted as (
    delete from passage_index where pack_id = %(pack_id)s and document_key = any(%(keys)s) returning words
)
select count(*), coalesce(sum(words), 0)::bigint from deleted
