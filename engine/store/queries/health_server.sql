-- Version of the server, size of the database in bytes, and how many connections it has.
select
    split_part(current_setting('server_version'), ' ', 1) as version,
    pg_database_size(current_database()) as size,
    (select count(*) from pg_catalog.pg_stat_activity where datname = current_database()) as users
