-- Whether the server keeps and folds the letters of legal text as the search needs it (encoding, locale, round trip).
select
    current_setting('server_encoding') as encoding,
    (select datcollate from pg_catalog.pg_database where datname = current_database()) as locale,
    lower('ÅPNING') as lowered,
    to_tsvector('simple', '«Oppsigelse» KÜNDIGUNG') as lexemes,
    %(sample)s::text as round_trip,
    current_setting('server_version_num')::integer as version
