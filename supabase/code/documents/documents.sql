-- Makes concurrent changes of the same user's documents wait for each other.
create function app.lock_documents(owner uuid) returns void
language sql security definer set search_path = ''
as $$
  select from public.profiles where id = lock_documents.owner for no key update
$$;

-- Locks the caller's documents before the row of a file, as an upload does. Without this lock order, an upload and a
-- change of the older resume could deadlock.
create function app.tg_objects__lock_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.lock_documents(auth.uid());
  return null;
end
$$;
create trigger _050_lock_owner before insert or update or delete on storage.objects
  for each statement execute function app.tg_objects__lock_owner();

-- Keeps the resume that was just uploaded, replaced or renamed. After any other write, such as an import, keeps the
-- newest resume.
create function app.keep_one_resume(owner uuid, written storage.objects) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored text[] := app.files_of(keep_one_resume.owner, 'resume');
  kept text := case when written.updated_at >= now() then written.name else stored[1] end;
begin
  -- Hosted Supabase allows deletions of files only with this setting, which its storage service uses.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'documents' and name = any (stored) and name <> kept;
end
$$;

-- Keeps one resume, and copies its path and those of the certifications to profiles.documents. The lock serializes the
-- uploads of one user.
create function app.tg_objects__keep_documents() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  object storage.objects := coalesce(new, old);
  file record;
begin
  select * into file from app.parse_file_path(object.bucket_id, object.name);
  if file.kind in ('resume', 'certification') then
    perform app.lock_documents(file.owner);
    if tg_op <> 'DELETE' and file.kind = 'resume' then
      perform app.keep_one_resume(file.owner, new);
    end if;
    if tg_op <> 'DELETE' and cardinality(app.files_of(file.owner, 'certification')) > 3 then
      perform app.refuse(409, 'too_many_certifications', 'You can have at most 3 certifications.',
        'Delete one first.');
    end if;
    update public.profiles p
      set documents = jsonb_build_object(
        'resume', (app.files_of(p.id, 'resume'))[1],
        'certifications', to_jsonb(app.files_of(p.id, 'certification'))
      )
      where p.id = file.owner;
  end if;
  -- A certification must not overwrite resume_url, which may point to another site.
  if file.kind = 'resume' then
    update public.profiles p set resume_url = (app.files_of(p.id, 'resume'))[1] where p.id = file.owner;
  end if;
  -- If a picture is deleted or renamed, update the profile so that its URL does not break.
  if file.kind = 'picture' and tg_op <> 'INSERT' and new.name is distinct from old.name then
    update public.profiles p
      set profile_picture = case when tg_op = 'UPDATE' then replace(p.profile_picture, old.name, new.name) end
      where p.id = old.owner and right(p.profile_picture, length(old.name)) = old.name;
  end if;
  return null;
end
$$;

-- Returns the paths of a user's files of one kind, latest first.
create function app.files_of(owner uuid, file_kind text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select name from storage.objects
    where bucket_id = 'documents'
      and name collate "C" > files_of.owner || '/' || file_kind || '/'
      and name collate "C" < files_of.owner || '/' || file_kind || '0'
    order by updated_at desc nulls last, created_at desc, name
  )
$$;

create trigger _300_keep_documents after insert or delete or update of name, version on storage.objects
  for each row execute function app.tg_objects__keep_documents();

-- The limit on uploads uses a counter, whereas most other limits count a user's recent rows. A count of rows would miss
-- each upload whose file was later deleted or replaced.
create function app.tg_objects__limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wait integer;
begin
  if not app.is_server() then
    wait := private.count_attempt('uploads', auth.uid()::text);
    if wait > 0 then
      perform app.refuse_too_often('uploads', wait);
    end if;
  end if;
  return null;
end
$$;
create trigger _250_limit after insert or update of version on storage.objects
  for each row execute function app.tg_objects__limit();
