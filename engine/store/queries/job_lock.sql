-- Takes an import for this connection, so that no other program works on it.
select pg_try_advisory_lock(%(lock)s)
