-- app.counters_of returns the counts that one row adds. Triggers update the counters in the transaction that changes
-- the row, so readers see both changes or neither.

create function app.day_of(moment timestamptz, zone text) returns date
language sql immutable set search_path = ''
as $$ select (moment at time zone zone)::date $$;

create function app.counters_of(job public.jobs, zone text)
returns table (metric private.metric, bucket text, day date, value numeric)
language plpgsql immutable set search_path = ''
as $$
begin
  return query
    select c.metric::private.metric, c.bucket, c.day, 1::numeric
    from (
      values
        ('jobs_posted', null, app.day_of(job.created_at, zone), true),
        ('jobs_by_state', 'finished', null, job.status = 'finished'),
        ('jobs_by_state', 'awarded', null, job.status = 'open' and job.awarded_at is not null),
        ('jobs_by_state', 'deleted', null, job.is_deleted),
        ('jobs_by_category', job.category, app.day_of(job.created_at, zone), not job.is_deleted),
        ('open_jobs_by_category', job.category, null, job.status = 'open' and not job.is_deleted),
        ('biddable_jobs_by_category', job.category, null, job.is_biddable)
    ) as c (metric, bucket, day, applies)
    where c.applies;
end
$$;

create function app.counters_of(bid public.bids, zone text)
returns table (metric private.metric, bucket text, day date, value numeric)
language plpgsql immutable set search_path = ''
as $$
begin
  return query values
    ('bids_placed'::private.metric, null, app.day_of(bid.created_at, zone), 1::numeric),
    ('bids_by_status', bid.status, null, 1);
end
$$;

create function app.counters_of(payment public.payments, zone text)
returns table (metric private.metric, bucket text, day date, value numeric)
language plpgsql immutable set search_path = ''
as $$
begin
  return query values ('payments_by_status'::private.metric, payment.status, null::date, 1::numeric);
  if payment.status = 'paid' then
    return query values ('revenue'::private.metric, null, app.day_of(payment.paid_at, zone), payment.amount);
  end if;
end
$$;

create function app.counters_of(profile public.profiles, zone text)
returns table (metric private.metric, bucket text, day date, value numeric)
language plpgsql immutable set search_path = ''
as $$
begin
  return query values
    ('users_created'::private.metric, null, app.day_of(profile.created_at, zone), 1::numeric),
    ('users_by_role', profile.role, null, 1);
end
$$;

create function app.counters_of(entry app.audit_log, zone text)
returns table (metric private.metric, bucket text, day date, value numeric)
language sql immutable set search_path = ''
as $$
  select 'audit_entries_by_action'::private.metric, entry.action, null::date, 1::numeric
$$;

create function app.tg_any__count() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'DELETE' then
    insert into private.counter_changes (metric, bucket, day, value)
      select c.metric, c.bucket, c.day, c.value from app.counters_of(new, app.time_zone()) as c;
  end if;
  if tg_op <> 'INSERT' then
    insert into private.counter_changes (metric, bucket, day, value)
      select c.metric, c.bucket, c.day, -c.value from app.counters_of(old, app.time_zone()) as c;
  end if;
  return null;
end
$$;

-- To save writes, the update triggers fire only if a column that affects the counts changes.
create trigger _350_count after insert or delete on public.jobs
  for each row execute function app.tg_any__count();
create trigger _350_count_update after update on public.jobs
  for each row when (
    (old.status, old.is_deleted, old.category, old.created_at, old.awarded_at is null)
      is distinct from (new.status, new.is_deleted, new.category, new.created_at, new.awarded_at is null)
  ) execute function app.tg_any__count();
create trigger _350_count after insert or delete on public.bids
  for each row execute function app.tg_any__count();
create trigger _350_count_update after update on public.bids
  for each row when ((old.status, old.created_at) is distinct from (new.status, new.created_at))
  execute function app.tg_any__count();
create trigger _350_count after insert or delete on public.payments
  for each row execute function app.tg_any__count();
create trigger _350_count_update after update on public.payments
  for each row when (
    (old.status, old.amount, old.paid_at) is distinct from (new.status, new.amount, new.paid_at)
  ) execute function app.tg_any__count();
create trigger _350_count after insert or delete on public.profiles
  for each row execute function app.tg_any__count();
create trigger _350_count_update after update on public.profiles
  for each row when ((old.role, old.created_at) is distinct from (new.role, new.created_at))
  execute function app.tg_any__count();
create trigger _350_count after insert or delete on app.audit_log
  for each row execute function app.tg_any__count();
create trigger _350_count_update after update on app.audit_log
  for each row when (old.action is distinct from new.action) execute function app.tg_any__count();

create view private.current_counters with (security_invoker = true) as
  select metric, bucket, day, value from private.counters
union all
  select metric, bucket, day, value from private.counter_changes;
comment on view private.current_counters is 'The rolled-up counters and the changes since then. Sum the values.';

-- Moves changes into the totals. Hosted Supabase does not run this task, which makes sums slower but not wrong.
create function private.roll_up_counters() returns void
language sql set search_path = ''
as $$
  with changes as (
    delete from private.counter_changes where id in (select id from private.counter_changes limit 50000)
    returning metric, bucket, day, value
  )
  insert into private.counters (metric, bucket, day, value)
    select metric, bucket, day, sum(value) from changes group by metric, bucket, day having sum(value) <> 0
  on conflict (metric, bucket, day) do update set value = counters.value + excluded.value
$$;

-- Writers lock these tables in any order, so this function waits only 100 ms while it holds a table. After a timeout,
-- the function releases all locks and starts with the busy table. The wait for the first table is two seconds, because
-- an autovacuum gives way after one second. Writers queue behind this function, so it gives up after at most five
-- seconds.
create function private.lock_counted_tables() returns void
language plpgsql set search_path = '' set lock_timeout = '2s'
as $$
declare
  counted_tables constant regclass[] := array[
    'public.profiles', 'public.jobs', 'public.bids', 'public.payments', 'app.audit_log'
  ]::regclass[];
  next_table regclass := counted_tables[1];
  holds_one boolean;
  last_start constant timestamptz := clock_timestamp() + interval '2.5 seconds';
begin
  loop
    begin
      holds_one := false;
      execute format('lock table %s in share row exclusive mode', next_table);
      holds_one := true;
      perform set_config('lock_timeout', '100ms', true);
      foreach next_table in array counted_tables loop
        execute format('lock table %s in share row exclusive mode', next_table);
      end loop;
      return;
    exception when lock_not_available then
      -- The rollback of this block has released all locks.
      if not holds_one or clock_timestamp() > last_start then
        raise;
      end if;
    end;
  end loop;
end
$$;

-- A recount is necessary after rows were loaded without triggers, and when the installation's time zone changes.
create function private.recount() returns void
language plpgsql set search_path = ''
as $$
declare
  zone text;
begin
  perform private.lock_counted_tables();
  zone := app.time_zone();
  delete from private.counter_changes;
  delete from private.counters;
  insert into private.counters (metric, bucket, day, value)
    select c.metric, c.bucket, c.day, sum(c.value)
    from (
      select c.* from public.jobs as j, app.counters_of(j, zone) as c
    union all
      select c.* from public.bids as b, app.counters_of(b, zone) as c
    union all
      select c.* from public.payments as p, app.counters_of(p, zone) as c
    union all
      select c.* from public.profiles as p, app.counters_of(p, zone) as c
    union all
      select c.* from app.audit_log as e, app.counters_of(e, zone) as c
    ) as c
    group by c.metric, c.bucket, c.day;
end
$$;
comment on function private.recount() is
  'Recounts all statistics of the admins, after rows were loaded without triggers.';

create function app.tg_settings__recount() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recount();
  return null;
end
$$;
create trigger _300_recount after insert on private.settings
  for each row when (new.name = 'time_zone') execute function app.tg_settings__recount();
create trigger _300_recount_update after update on private.settings
  for each row when ('time_zone' in (old.name, new.name) and old.value is distinct from new.value)
  execute function app.tg_settings__recount();
create trigger _300_recount_delete after delete on private.settings
  for each row when (old.name = 'time_zone') execute function app.tg_settings__recount();

