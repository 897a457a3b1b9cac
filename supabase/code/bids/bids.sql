create function app.my_job_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.jobs where facility_id = auth.uid()
$$;
grant execute on function app.my_job_ids() to authenticated;

create policy bids_select on public.bids for select to authenticated using (
  contractor_id = (select auth.uid())
  or (select app.is_admin())
  or job_id in (select mine.id from app.my_job_ids() as mine (id))
);

-- The audience of a bid has to match the policy bids_select.
create function app.bid_audience(bid public.bids) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array[bid.contractor_id::text, 'admin']
    || array(select facility_id::text from public.jobs where id = bid.job_id)
$$;

create policy bids_insert on public.bids for insert to authenticated with check (
  app.permit((select app.my_role()) = 'contractor', 'Only contractors can place bids.', 'Log in as a contractor.')
  and app.permit(contractor_id = (select auth.uid()), 'You can bid only in your own name.',
    'Send your own id as contractor_id.')
  and app.permit(
    exists (select from public.jobs j where j.id = job_id and j.facility_id <> (select auth.uid())),
    'You cannot bid on this job.', 'Look for another job.'
  )
);

create policy bids_update on public.bids for update to authenticated
  using ((select app.my_role()) is not null)
  with check (
    app.permit(contractor_id = (select app.my_id_as('contractor')),
      'Only the contractor who placed this bid can change it.', 'To accept a bid, use Accept Bid.')
  );

grant select on public.bids to authenticated, service_role;
grant insert (job_id, contractor_id, amount, status, created_at), update (status)
  on public.bids to authenticated;
grant insert, update on public.bids to service_role;

create function app.tg_bids__stamp() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform app.check_money('The amount', new.amount);
    if not app.is_server() then
      new.status := 'pending';
      new.created_at := now();
    end if;
    if exists (
      select from public.bids
      where job_id = new.job_id and contractor_id = new.contractor_id and status in ('pending', 'accepted')
    ) then
      perform app.refuse(409, 'bid_exists', 'You already have a bid on this job.', 'Withdraw it to place another.');
    end if;
  end if;
  return new;
end
$$;
create trigger _050_limit before insert on public.bids
  for each row execute function app.tg_limit_rows('bids');
create trigger _100_stamp before insert on public.bids
  for each row execute function app.tg_bids__stamp();

create function app.tg_bids__guard_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  job public.jobs;
begin
  select * into job from public.jobs where id = new.job_id for share;
  if new.status = 'accepted' then
    perform app.refuse(409, 'bid_not_new', 'A new bid must be pending.', 'Place the bid, then accept it.');
  end if;
  -- On a closed job, the server may still insert old bids that were rejected or withdrawn.
  if new.status = 'pending' and not job.is_biddable then
    perform app.refuse(409, 'job_closed', 'This job is closed for bids.', 'Look for another job.');
  end if;
  -- The server skips this check, because it may insert a bid that is older than the ban of the facility.
  if not app.is_server()
    and job.facility_id in (select banned.id from app.banned_ids() as banned (id))
  then
    perform app.refuse(409, 'job_paused', 'Bidding on this job is paused.', 'Look for another job.');
  end if;
  if not app.is_server() then
    perform app.lock_action('bids');
    perform app.check_limit('bids', array(
      select created_at from public.bids
      where contractor_id = new.contractor_id and created_at > now() - app.limit_window('bids')
      order by created_at desc
    ));
  end if;
  return null;
end
$$;
create trigger _200_guard after insert on public.bids
  for each row execute function app.tg_bids__guard_insert();

create function app.tg_bids__guard_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = old.status then
    return null;
  end if;
  if app.is_direct() and new.status <> 'withdrawn' then
    perform app.refuse(403, 'bid_not_yours_to_judge', 'A contractor can only withdraw a bid.',
      'Only the facility can accept or reject bids.');
  end if;
  if not (
    old.status = 'pending' and new.status in ('accepted', 'rejected', 'withdrawn')
    -- An admin who revokes an award makes this transition.
    or old.status = 'accepted' and new.status = 'rejected'
  ) then
    perform app.refuse(409, 'bid_decided', format('This bid was %s.', old.status), 'Reload to see its current status.');
  end if;
  return null;
end
$$;
create trigger _200_guard_update after update on public.bids
  for each row execute function app.tg_bids__guard_update();
