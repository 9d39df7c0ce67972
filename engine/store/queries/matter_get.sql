-- One matter by its name.
select id, name, created_at from matter where name = %(name)s
