-- Until the transaction ends, keys are looked up by index: while tables grow from nothing, what the planner knows of them
-- is stale, and checking the foreign keys of new passages by reading whole tables would take ever longer.
select set_config('enable_seqscan', 'off', true)
