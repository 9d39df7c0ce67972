-- Sets one value of the meta table.
insert into meta (key, value) values (%(key)s, %(value)s)
on conflict (key) do update set value = excluded.value
