create policy job_photos_select on public.job_photos for select to authenticated using (
  exists (select from public.jobs where id = job_id)
);
create policy job_photos_insert on public.job_photos for insert to authenticated with check (
  app.permit(
    owner_id = (select auth.uid())
      and exists (select from public.jobs where id = job_id and facility_id = (select auth.uid())),
    'You can add photos only to your own jobs.', 'Choose one of your jobs.'
  )
);
create policy job_photos_delete on public.job_photos for delete to authenticated
  using (owner_id = (select auth.uid()));
grant select, delete on public.job_photos to authenticated, service_role;
grant insert (job_id, owner_id, path) on public.job_photos to authenticated, service_role;

create function app.tg_job_photos__stamp() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (
    select from app.parse_file_path('documents', new.path) as file
    where file.kind = 'job-photo' and file.owner = new.owner_id
  ) then
    perform app.refuse(400, 'photo_path_invalid', 'This path does not belong to one of your photos.',
      'Upload the photo first.');
  end if;
  -- If a statement inserts several photos, each row sees the rows before it. The photos therefore get numbers in their
  -- order.
  new.position := 1 + coalesce((select max(position) from public.job_photos where job_id = new.job_id), 0);
  return new;
end
$$;
create trigger _050_limit before insert on public.job_photos
  for each row execute function app.tg_limit_rows('job_photos');
create trigger _100_stamp before insert on public.job_photos
  for each row execute function app.tg_job_photos__stamp();

-- Refuses a photo if its file was not uploaded, if the job is no longer open, or if the job already has six photos. The
-- lock on the job prevents parallel requests from exceeding this limit.
create function app.tg_job_photos__guard() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  job public.jobs;
begin
  perform from storage.objects where bucket_id = 'documents' and name = new.path for key share;
  if not found then
    perform app.refuse(409, 'photo_not_uploaded', 'This photo was not found.', 'Upload it first.');
  end if;
  select * into job from public.jobs where id = new.job_id for no key update;
  if job.is_deleted or job.status <> 'open' then
    perform app.refuse(409, 'job_closed', 'This job is closed, so you cannot add photos.', 'Post a new job.');
  end if;
  if (select count(*) from public.job_photos where job_id = new.job_id) > 6 then
    perform app.refuse(409, 'too_many_photos', 'A job can have at most 6 photos.', 'Remove one first.');
  end if;
  return null;
end
$$;
create trigger _200_guard after insert on public.job_photos
  for each row execute function app.tg_job_photos__guard();
create trigger _250_limit after insert on public.job_photos
  for each row execute function app.tg_limit('job_photos', 'owner_id');

-- Refuses changes to the photos of a job that is no longer open, because contractors may have relied on the photos. The
-- server's own key can still change them, for example to remove an illegal photo.
create function app.require_open_job(job_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  job public.jobs;
begin
  select * into job from public.jobs where id = require_open_job.job_id for no key update;
  if (job.is_deleted or job.status <> 'open') and not app.is_server() then
    perform app.refuse(409, 'photo_fixed', 'The photos of a closed job cannot be changed.',
      'Add new photos to another job.');
  end if;
end
$$;

create function app.tg_job_photos__guard_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.require_open_job(old.job_id);
  return null;
end
$$;
create trigger _210_guard after delete on public.job_photos
  for each row execute function app.tg_job_photos__guard_delete();

-- Deletes or renames the row of a photo together with its file. Refuses changes to the file if the job is no longer
-- open.
create function app.tg_objects__guard_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.job_photos where path = old.name;
    return null;
  end if;
  perform app.require_open_job(photo.job_id) from public.job_photos photo where photo.path = old.name;
  if new.name <> old.name then
    update public.job_photos set path = new.name where path = old.name;
  end if;
  return null;
end
$$;
create trigger _200_guard after delete or update of name, version on storage.objects
  for each row when (old.bucket_id = 'documents') execute function app.tg_objects__guard_photo();
