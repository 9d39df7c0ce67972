-- How many documents of a pack are in each language; undecided ones are left out.
select language, count(*) from document
where pack_id = %(pack_id)s and language is not null and not gone
group by language
order by 2 desc, 1
