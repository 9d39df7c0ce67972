-- Imports that are not at their end, oldest first.
select id from import_job where state in ('running', 'paused', 'interrupted') order by id
