-- Files inside files: which folder a file came with, its bytes, its outer document, how deep it lies.
alter table import_file add column root text not null default '';
alter table import_file add column sha256 text;
alter table import_file add column parent_key text;
alter table import_file add column depth integer not null default 0;
create index document_origin on document (pack_id, (meta #>> '{source,path}'));
-- Counting passages changes nearly every row at every import; half-empty pages let that happen in place.
alter table term set (fillfactor = 50);
