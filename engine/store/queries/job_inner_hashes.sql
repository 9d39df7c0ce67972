-- The hashes of files of an import that were found inside others.
select distinct sha256 from import_file where job_id = %(job)s and sha256 is not null
