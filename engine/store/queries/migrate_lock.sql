-- One program at a time brings the schema up to date; let go at the end of the transaction.
select pg_advisory_xact_lock(%(key)s)
