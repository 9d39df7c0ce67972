-- Synonyms and dictionaries of packs, and whether they came with the program or from a person.
create table synonym_group (
    pack_id bigint not null references pack on delete cascade,
    number integer not null,
    words text[] not null,
    asked_in text,
    keys text[] not null,
    primary key (pack_id, number)
);
create index synonym_group_keys on synonym_group using gin (keys);

create table dictionary_entry (
    pack_id bigint not null references pack on delete cascade,
    number integer not null,
    word text not null,
    instead text[] not null default '{}',
    senses text[] not null default '{}',
    searches text[] not null default '{}',
    rule text not null default '',
    keys text[] not null,
    primary key (pack_id, number)
);
create index dictionary_entry_keys on dictionary_entry using gin (keys);

create table pack_vocabulary (
    pack_id bigint not null references pack on delete cascade,
    part text not null check (part in ('synonyms', 'dictionary')),
    shipped text not null default '',
    edited boolean not null default false,
    primary key (pack_id, part)
);
