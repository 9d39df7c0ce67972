-- Sorts rows that were only appended to the word index into it, so that searches need not read them one by one.
select gin_clean_pending_list('passage_index_lexemes')
