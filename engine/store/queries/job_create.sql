-- Begins a new import.
insert into import_job (matter_id, pack_id, state, roots)
values (%(matter)s, %(pack_id)s, 'running', %(roots)s)
returning id, matter_id, pack_id, state, roots, seconds
