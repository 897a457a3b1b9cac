-- The policy for reads compares columns instead of parsing the path, which is faster for long lists.
create policy product_objects_select on storage.objects for select to authenticated using (
  bucket_id in ('user-files', 'documents')
  and (
    owner_id = (select auth.uid()::text)
    or (select app.is_admin())
    or (
      path_tokens[2] in ('resume', 'certification')
      and (select app.my_role()) = 'facility'
      and exists (select from public.profiles p where p.id = objects.owner and p.role = 'consultant')
    )
    or (
      path_tokens[2] = 'job-photo'
      and exists (select from public.job_photos photo where photo.path = name)
    )
  )
);

create policy product_objects_insert on storage.objects for insert to authenticated with check (
  -- Other policies may allow uploads to other buckets, so this policy raises refusals only for its own buckets.
  bucket_id in ('user-files', 'documents')
  and app.permit((select app.my_role()) is not null, 'Your account has no role yet.', 'Ask an admin to give you one.')
  and app.permit(
    exists (select from app.parse_file_path(bucket_id, name) as file where file.owner = (select auth.uid())),
    'You can store files only in the folders of your own documents.', 'Use a path like <your id>/resume/cv.pdf.'
  )
);

create policy product_objects_update on storage.objects for update to authenticated
  using (bucket_id in ('user-files', 'documents') and owner_id = (select auth.uid()::text))
  with check (
    bucket_id in ('user-files', 'documents')
    and app.permit(
      exists (select from app.parse_file_path(bucket_id, name) as file where file.owner = (select auth.uid())),
      'You can store files only in the folders of your own documents.', 'Use a path like <your id>/resume/cv.pdf.'
    )
  );

create policy product_objects_delete on storage.objects for delete to authenticated
  using (bucket_id in ('user-files', 'documents') and owner_id = (select auth.uid()::text));

create policy product_buckets_select on storage.buckets for select to authenticated
  using ((select app.my_role()) is not null);

grant select, delete on storage.objects to authenticated;
grant insert (bucket_id, name, owner, owner_id, metadata, user_metadata, version),
  update (bucket_id, name, metadata, user_metadata, version, updated_at)
  on storage.objects to authenticated;
grant select on storage.buckets to authenticated;

-- Returns the kind of a file: picture, resume, certification or job-photo.
create function app.kind_of(object storage.objects) returns text
language sql immutable set search_path = ''
as $$
  select kind from app.parse_file_path(object.bucket_id, object.name)
$$;
grant execute on function app.kind_of(storage.objects) to authenticated, service_role;

-- Sets the owner of a file, and checks its size and type when the metadata is written.
create function app.tg_objects__stamp() returns trigger
language plpgsql set search_path = ''
as $$
declare
  file record;
begin
  if tg_op = 'UPDATE' and app.kind_of(new) is distinct from app.kind_of(old) then
    perform app.refuse(409, 'file_kind_fixed', 'A file''s type cannot be changed.', 'Upload a new file instead.');
  end if;
  select * into file from app.parse_file_path(new.bucket_id, new.name);
  -- A file that the server puts into a user's folder belongs to that user.
  if file.owner is not null then
    new.owner := file.owner;
    new.owner_id := file.owner;
  elsif tg_op = 'INSERT' and not app.is_server() then
    new.owner := auth.uid();
    new.owner_id := auth.uid();
  end if;
  if (new.metadata ->> 'size')::bigint > file.max_bytes then
    perform app.refuse(413, 'file_too_large',
      format('This file is too large. The limit is %s MB.', file.max_bytes / 1048576), 'Choose a smaller file.');
  end if;
  if new.metadata ->> 'mimetype' <> all (file.types) then
    perform app.refuse(415, 'file_type_refused', 'This type of file is not allowed here.',
      'Choose one of these types: ' || array_to_string(file.types, ', ') || '.');
  end if;
  return new;
end
$$;
create trigger _100_stamp before insert or update of metadata, name, bucket_id on storage.objects
  for each row execute function app.tg_objects__stamp();
