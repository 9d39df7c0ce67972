-- Notes where one part of a pack's vocabulary comes from.
insert into pack_vocabulary (pack_id, part, shipped, edited)
values (%(pack_id)s, %(part)s, %(shipped)s, %(edited)s)
on conflict (pack_id, part) do update set shipped = excluded.shipped, edited = excluded.edited
