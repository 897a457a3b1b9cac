-- `create or replace` cannot change the columns of storage.rules_for, so the function of older releases is dropped
-- first.
do $$
begin
  if exists (
    select from pg_proc
    where oid = to_regprocedure('storage.rules_for(text, text)') and 'max_bytes' <> all (proargnames)
  ) then
    drop function storage.rules_for(text, text);
  end if;
end
$$;

-- Returns the rules for an upload, from the bucket and from the application. The row "file_rules" of private.settings
-- can name the application's function (bucket, name). If `max_side_pixels` is set, the gateway encodes the picture
-- again.
create or replace function storage.rules_for(bucket text, name text)
returns table (max_bytes bigint, bucket_types text[], types text[], max_side_pixels integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  found storage.buckets;
  rules regproc := to_regproc((select value from private.settings s where s.name = 'file_rules'));
  rule record;
begin
  select * into found from storage.buckets b where b.id = rules_for.bucket;
  if found.id is null then
    return;
  end if;
  max_bytes := found.file_size_limit;
  bucket_types := found.allowed_mime_types;
  if rules is not null then
    for rule in execute format('select r.max_bytes, r.types, r.max_side_pixels from %s($1, $2) as r', rules)
      using rules_for.bucket, rules_for.name
    loop
      max_bytes := least(max_bytes, rule.max_bytes);
      types := rule.types;
      max_side_pixels := rule.max_side_pixels;
    end loop;
  end if;
  return next;
end
$$;
revoke execute on function storage.rules_for(text, text) from public;
grant usage on schema storage to authenticator;
grant execute on function storage.rules_for(text, text) to authenticator;

-- Adds a job that removes the old file of a changed or deleted row after the commit.
create or replace function storage.note_unused_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, payload) values ('file', jsonb_build_object('version', old.version));
  return null;
end
$$;
revoke execute on function storage.note_unused_file() from public;

-- Two rows must never have the same version, because deleting one of them removes the file of that version.
create unique index if not exists objects_version_idx on storage.objects (version);

-- Creating a trigger takes a lock that would block a running server.
do $$
begin
  if not exists (
    select from pg_trigger where tgrelid = 'storage.objects'::regclass and tgname = '_900_note_deleted_file'
  ) then
    create trigger _900_note_deleted_file after delete on storage.objects
      for each row when (old.version is not null) execute function storage.note_unused_file();
    create trigger _900_note_replaced_file after update of version on storage.objects
      for each row when (old.version is distinct from new.version and old.version is not null)
      execute function storage.note_unused_file();
  end if;
end
$$;

grant select, insert, update, delete on storage.buckets, storage.objects to service_role;
