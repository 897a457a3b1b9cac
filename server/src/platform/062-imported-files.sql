-- Lists imported files, so that the next import does not add deleted files again.
create table if not exists private.imported_files (
  id uuid primary key
);
comment on table private.imported_files is 'The ids of files that npm run import has added, even if they were deleted since.';
