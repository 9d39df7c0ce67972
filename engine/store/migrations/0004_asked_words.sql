-- Words and phrases of everyday questions that lead to a group of synonyms and are not searched themselves.
alter table synonym_group add column asked text[] not null default '{}';
