-- Whether the server has a database of this name.
select exists (select from pg_catalog.pg_database where datname = %(name)s)
