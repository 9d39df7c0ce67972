-- Makes the database of a new home; the name is put in as an identifier.
create database {name} encoding 'UTF8' template template0
