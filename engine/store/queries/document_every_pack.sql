-- The number of every pack of every matter.
select id from pack
