-- Whether the database holds a schema; read from the catalog's rows, since to_regclass may answer from before a wait.
select exists (
    select from pg_catalog.pg_class
    where relname = 'meta' and relkind in ('r', 'p')
    and relnamespace = (select oid from pg_catalog.pg_namespace where nspname = current_schema())
)
