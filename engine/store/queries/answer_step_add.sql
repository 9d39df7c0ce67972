-- Writes one step of a running answer as it happens; the same step twice is one step.
insert into answer_step (run_id, number, matter_id, kind, body)
values (%(run)s, %(number)s, %(matter)s, %(kind)s, %(body)s)
on conflict (run_id, number) do update set kind = excluded.kind, body = excluded.body
