-- Which of some file hashes documents of any pack were read from.
select d.sha256
from pack k
join document d on d.pack_id = k.id
where d.key = any(%(keys)s) and d.sha256 = any(%(hashes)s)
