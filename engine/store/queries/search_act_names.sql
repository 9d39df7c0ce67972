-- The names by which acts may be cited: title, short title, abbreviation, and whether the act is in force.
select pack_id, key, title, short_title, abbreviation, status
from document
where pack_id = any(%(packs)s) and (short_title is not null or abbreviation is not null) and not gone
