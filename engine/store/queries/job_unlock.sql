-- Lets an import go.
select pg_advisory_unlock(%(lock)s)
