-- Whether the database holds a schema at all.
select to_regclass('meta') is not null
