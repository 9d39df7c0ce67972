-- The hashes of the files that were found inside others in the imports of a matter.
select f.sha256 from import_file f join import_job j on j.id = f.job_id where j.matter_id = %(matter)s and f.sha256 is not null
