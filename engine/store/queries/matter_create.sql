-- A new matter; no row comes back when the name is taken.
insert into matter (name) values (%(name)s)
on conflict (name) do nothing
returning id, name, created_at
