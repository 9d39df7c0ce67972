-- A fifth of the usual sample tells the planner enough of what an import has filled.
select set_config('default_statistics_target', '20', true)
