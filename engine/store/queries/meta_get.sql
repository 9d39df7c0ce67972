-- One value of the meta table.
select value from meta where key = %(key)s
