create policy job_categories_select on public.job_categories for select to authenticated
  using ((select app.my_role()) is not null);
grant select on public.job_categories to authenticated, service_role;

-- Returns the ids of the jobs on which the caller has ever bid.
create function app.my_bid_job_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select job_id from public.bids where contractor_id = auth.uid()
$$;
grant execute on function app.my_bid_job_ids() to authenticated;

-- The cheap conditions come first, because one of them decides for most callers.
create policy jobs_select on public.jobs for select to authenticated using (
  facility_id = (select auth.uid())
  or (
    is_biddable
    and (select app.my_role()) = 'contractor'
    and facility_id not in (select banned.id from app.banned_ids() as banned (id))
  )
  or (select app.is_admin())
  or id in (select mine.id from app.my_bid_job_ids() as mine (id))
);

-- Returns whether the job is open for the bids of contractors who have not bid on it yet.
create function app.is_available(job public.jobs) returns boolean
language sql stable security definer set search_path = ''
as $$
  select job.is_biddable and job.facility_id not in (select banned.id from app.banned_ids() as banned (id))
$$;

-- Returns the groups of users to whom the policy jobs_select shows the job.
create function app.job_audience(job public.jobs) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array[job.facility_id::text, 'admin']
    || case when app.is_available(job) then array['contractor'] end
    || array(select contractor_id::text from public.bids where job_id = job.id)
$$;

create policy jobs_insert on public.jobs for insert to authenticated with check (
  app.permit((select app.my_role()) = 'facility', 'Only facilities can post jobs.', 'Log in as a facility.')
  and app.permit(facility_id = (select auth.uid()), 'You can post jobs only for your own facility.',
    'Send your own id as facility_id.')
);

-- The facility and the contractor with the award may update the job. The guard decides which columns each of them may
-- change.
create policy jobs_update on public.jobs for update to authenticated
  using ((select app.my_role()) is not null)
  with check (
    app.permit(
      facility_id = (select app.my_id_as('facility'))
        or awarded_contractor_id = (select app.my_id_as('contractor')),
      'Only the facility that posted this job, or its contractor, can change it.', 'Ask the facility to change it.'
    )
  );

grant select on public.jobs to authenticated, service_role;
grant insert (facility_id, title, description, budget, category, location, status, is_deleted, created_at),
  update (title, description, budget, category, location, status, is_deleted)
  on public.jobs to authenticated;
grant insert, update on public.jobs to service_role;

create function app.tg_jobs__stamp() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.title := app.trimmed(new.title);
  new.description := app.trimmed(new.description);
  new.location := app.trimmed(new.location);
  perform app.check_text('Title', new.title, 200, true);
  perform app.check_text('Description', new.description, 5000, true);
  perform app.check_text('Location', new.location, 200);
  perform app.check_money('Budget', new.budget);
  if not exists (select from public.job_categories where name = new.category)
    and (app.my_role() is not null or app.is_server())
  then
    perform app.refuse(400, 'category_unknown', 'This category does not exist.', 'Choose a category from the list.');
  end if;
  if tg_op = 'INSERT' and not app.is_server() then
    new.status := 'open';
    new.is_deleted := false;
    new.created_at := now();
  end if;
  if tg_op = 'UPDATE' and new.status = 'finished' and old.status = 'open' then
    -- The server may set a time in the past.
    new.finished_at := case when app.is_server() then coalesce(new.finished_at, now()) else now() end;
  end if;
  return new;
end
$$;
create trigger _050_limit before insert on public.jobs
  for each row execute function app.tg_limit_rows('jobs');
create trigger _100_stamp before insert or update on public.jobs
  for each row execute function app.tg_jobs__stamp();

create trigger _250_limit after insert on public.jobs
  for each row execute function app.tg_limit('jobs', 'facility_id');

create function app.tg_jobs__guard() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_owner boolean := app.is_server() or coalesce(old.facility_id = auth.uid(), false);
  is_worker boolean := app.is_server() or coalesce(old.awarded_contractor_id = auth.uid(), false);
  is_edited boolean := (old.title, old.description, old.budget, old.category, old.location)
    is distinct from (new.title, new.description, new.budget, new.category, new.location);
begin
  if is_edited and not is_owner then
    perform app.refuse(403, 'job_not_yours', 'Only the facility that posted this job can change it.',
      'Ask the facility to change it.');
  end if;
  if new.is_deleted <> old.is_deleted and not is_owner then
    perform app.refuse(403, 'job_not_yours', 'Only the facility that posted this job can delete it.',
      'Ask the facility to delete it.');
  end if;
  if new.status <> old.status and not is_worker then
    perform app.refuse(403, 'job_not_your_work', 'Only the contractor with the accepted bid can finish this job.',
      'Ask the contractor to mark it complete.');
  end if;
  if old.is_deleted and (is_edited or new.is_deleted <> old.is_deleted or new.status <> old.status) then
    perform app.refuse(409, 'job_deleted', 'This job was deleted.', 'Post it again.');
  end if;
  if old.status = 'finished' and (is_edited or new.is_deleted or new.status <> old.status) then
    perform app.refuse(409, 'job_finished', 'This job is finished.', 'Post a new job.');
  end if;
  if new.status = 'finished' and new.awarded_at is null then
    perform app.refuse(409, 'job_not_awarded', 'This job has not been awarded.', 'Accept a bid first.');
  end if;
  if new.is_deleted and old.awarded_at is not null then
    perform app.refuse(409, 'job_awarded', 'This job is awarded and cannot be deleted.',
      'Contact an admin to revoke the award.');
  end if;
  if is_edited and exists (
    select from public.bids where job_id = new.id and status in ('pending', 'accepted')
  ) then
    perform app.refuse(409, 'job_has_bids', 'This job has bids and cannot be changed.',
      'Delete it and post it again, or wait until its bids are withdrawn.');
  end if;
  return null;
end
$$;
create trigger _200_guard after update on public.jobs
  for each row execute function app.tg_jobs__guard();

create function app.tg_jobs__reject_bids() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bids set status = 'rejected' where job_id = new.id and status = 'pending';
  return null;
end
$$;
create trigger _300_reject_bids after update on public.jobs
  for each row when (new.is_deleted and not old.is_deleted)
  execute function app.tg_jobs__reject_bids();

create function app.tg_jobs__create_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.payments (job_id, payer_id, payee_id, amount, created_at)
  select new.id, new.facility_id, contractor_id, amount, new.finished_at
  from public.bids where job_id = new.id and status = 'accepted';
  return null;
end
$$;
create trigger _310_create_payment after update on public.jobs
  for each row when (new.status = 'finished' and old.status = 'open')
  execute function app.tg_jobs__create_payment();
