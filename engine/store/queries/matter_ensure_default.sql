-- The first matter of a database that has none.
insert into matter (name)
select %(name)s where not exists (select from matter)
on conflict (name) do nothing
