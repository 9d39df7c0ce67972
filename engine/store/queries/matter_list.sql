-- Every matter, oldest first.
select id, name, created_at from matter order by id
