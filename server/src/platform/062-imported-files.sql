-- Files that an import brought. One that was removed here since does not come back with the next run.
create table if not exists private.imported_files (
  id uuid primary key
);
comment on table private.imported_files is 'The ids of files that npm run import brought, also once they are gone.';
