-- Keeps an answer as the JSON object that the command line prints.
insert into answer (matter_id, question, settled, body)
values (%(matter)s, %(question)s, %(settled)s, %(body)s)
returning id
