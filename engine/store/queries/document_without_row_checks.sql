-- Until the transaction ends, foreign keys are not checked row by row: the importer sends each document with its own
-- passages, and checking them costs a tenth of storing. Left as it is where the role may not change it.
select set_config('session_replication_role', 'replica', true) from pg_roles where rolname = current_user and rolsuper
