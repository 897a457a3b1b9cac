create policy job_photos_select on public.job_photos for select to authenticated using (
  exists (select from public.jobs where id = job_id)
);
create policy job_photos_insert on public.job_photos for insert to authenticated with check (
  owner_id = (select auth.uid())
  and exists (select from public.jobs where id = job_id and facility_id = (select auth.uid()))
);
create policy job_photos_delete on public.job_photos for delete to authenticated
  using (owner_id = (select auth.uid()));
grant select, delete on public.job_photos to authenticated, service_role;
grant insert (job_id, owner_id, path) on public.job_photos to authenticated, service_role;

create function app.tg_job_photos__stamp() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.path !~ ('^' || new.owner_id || '/job-photo/[A-Za-z0-9_-]{1,64}\.[a-z0-9]{1,5}$') then
    perform app.refuse(400, 'photo_path_invalid', 'This is not the path of a photo of yours.',
      'Upload the photo first.');
  end if;
  return new;
end
$$;
create trigger _100_stamp before insert on public.job_photos
  for each row execute function app.tg_job_photos__stamp();

-- At most six, also under parallel uploads: the job's row is locked before they are counted.
create function app.tg_job_photos__guard() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  job public.jobs;
begin
  select * into job from public.jobs where id = new.job_id for no key update;
  if job.is_deleted or job.status <> 'open' then
    perform app.refuse(409, 'job_closed', 'This job takes no more photos.', 'Post a new one.');
  end if;
  if (select count(*) from public.job_photos where job_id = new.job_id) > 6 then
    perform app.refuse(409, 'too_many_photos', 'A job has at most 6 photos.', 'Take one away first.');
  end if;
  return null;
end
$$;
create trigger _200_guard after insert on public.job_photos
  for each row execute function app.tg_job_photos__guard();
