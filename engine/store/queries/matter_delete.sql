-- Deletes a matter with its answers and jobs; its packs are deleted before, pack by pack.
delete from matter where id = %(matter)s
