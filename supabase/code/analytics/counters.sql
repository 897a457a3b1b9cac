-- The counters behind the statistics, at any size. app.counts_of lists what one row counts for. Triggers write each
-- change of that in the same transaction, so a reader sees the row and its count together.

-- Metrics by day use the installation's time zone. All others have the day -infinity.
create function app.day_of(moment timestamptz, zone text) returns date
language sql immutable set search_path = ''
as $$ select (moment at time zone zone)::date $$;

create function app.counts_of(job public.jobs, zone text)
returns table (what text, part text, day date, number numeric)
language plpgsql immutable set search_path = ''
as $$
begin
  return query values ('jobs made', '', app.day_of(job.created_at, zone), 1::numeric);
  if job.status = 'finished' then
    return query values ('finished jobs', '', '-infinity'::date, 1::numeric);
  elsif job.awarded_at is not null then
    return query values ('awarded jobs', '', '-infinity'::date, 1::numeric);
  end if;
  if job.is_deleted then
    return query values ('deleted jobs', '', '-infinity'::date, 1::numeric);
  else
    return query values ('jobs', job.category, '-infinity'::date, 1::numeric);
    if job.status = 'open' then
      return query values ('open jobs', job.category, '-infinity'::date, 1::numeric);
      if job.is_biddable then
        return query values ('jobs for bids', job.category, '-infinity'::date, 1::numeric);
      end if;
    end if;
  end if;
end
$$;

create function app.counts_of(bid public.bids, zone text)
returns table (what text, part text, day date, number numeric)
language plpgsql immutable set search_path = ''
as $$
begin
  return query values
    ('bids made', '', app.day_of(bid.created_at, zone), 1::numeric),
    (bid.status || ' bids', '', '-infinity'::date, 1::numeric);
end
$$;

create function app.counts_of(payment public.payments, zone text)
returns table (what text, part text, day date, number numeric)
language plpgsql immutable set search_path = ''
as $$
begin
  return query values ('payments', payment.status, '-infinity'::date, 1::numeric);
  if payment.status = 'paid' then
    return query values ('revenue', '', app.day_of(payment.paid_at, zone), payment.amount);
  end if;
end
$$;

create function app.counts_of(person public.profiles, zone text)
returns table (what text, part text, day date, number numeric)
language plpgsql immutable set search_path = ''
as $$
begin
  return query values
    ('people made', '', app.day_of(person.created_at, zone), 1::numeric),
    ('people', person.role, '-infinity'::date, 1::numeric);
end
$$;

create function app.counts_of(entry app.audit_log, zone text)
returns table (what text, part text, day date, number numeric)
language sql immutable set search_path = ''
as $$
  select 'entries', entry.action, '-infinity'::date, 1::numeric
$$;

create function app.tg_any__tally() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'DELETE' then
    insert into private.tally_changes (what, part, day, number)
      select c.what, c.part, c.day, c.number from app.counts_of(new, app.time_zone()) as c;
  end if;
  if tg_op <> 'INSERT' then
    insert into private.tally_changes (what, part, day, number)
      select c.what, c.part, c.day, -c.number from app.counts_of(old, app.time_zone()) as c;
  end if;
  return null;
end
$$;

-- An update takes back all old counts and adds all new ones, so it fires only if a column changes that they depend on.
create trigger _350_tally after insert or delete on public.jobs
  for each row execute function app.tg_any__tally();
create trigger _350_tally_again after update on public.jobs
  for each row when (
    (old.status, old.is_deleted, old.category, old.created_at, old.awarded_at is null)
      is distinct from (new.status, new.is_deleted, new.category, new.created_at, new.awarded_at is null)
  ) execute function app.tg_any__tally();
create trigger _350_tally after insert or delete on public.bids
  for each row execute function app.tg_any__tally();
create trigger _350_tally_again after update on public.bids
  for each row when ((old.status, old.created_at) is distinct from (new.status, new.created_at))
  execute function app.tg_any__tally();
create trigger _350_tally after insert or delete on public.payments
  for each row execute function app.tg_any__tally();
create trigger _350_tally_again after update on public.payments
  for each row when (
    (old.status, old.amount, old.paid_at) is distinct from (new.status, new.amount, new.paid_at)
  ) execute function app.tg_any__tally();
create trigger _350_tally after insert or delete on public.profiles
  for each row execute function app.tg_any__tally();
create trigger _350_tally_again after update on public.profiles
  for each row when ((old.role, old.created_at) is distinct from (new.role, new.created_at))
  execute function app.tg_any__tally();
create trigger _350_tally after insert or delete on app.audit_log
  for each row execute function app.tg_any__tally();
create trigger _350_tally_again after update on app.audit_log
  for each row when (old.action is distinct from new.action) execute function app.tg_any__tally();

create view private.counted with (security_invoker = true) as
  select what, part, day, number from private.tallies
union all
  select what, part, day, number from private.tally_changes;
comment on view private.counted is 'All counts: the rolled-up counters and the changes since then.';

-- Without scheduled tasks, as on hosted Supabase, the changes stay in their table. Sums are right but slower.
create function private.roll_up_counters() returns void
language sql set search_path = ''
as $$
  with settled as (
    delete from private.tally_changes where id in (select id from private.tally_changes limit 50000)
    returning what, part, day, number
  )
  insert into private.tallies (what, part, day, number)
    select what, part, day, sum(number) from settled group by what, part, day having sum(number) <> 0
  on conflict (what, part, day) do update set number = tallies.number + excluded.number
$$;

-- Locks the counted tables. Writers lock them in any order, for example accept_bid locks bids before jobs. So while
-- this holds one table, it waits for the next only a tenth of a second. If that fails, it releases all locks and starts
-- again with the table that was busy. For the first table it waits two seconds, as an upgrade does, because an
-- autovacuum gives way after one. Writers wait behind it meanwhile, so it takes no more than five seconds in all.
create function private.lock_counted_tables() returns void
language plpgsql set search_path = '' set lock_timeout = '2s'
as $$
declare
  counted constant regclass[] := array[
    'public.profiles', 'public.jobs', 'public.bids', 'public.payments', 'app.audit_log'
  ]::regclass[];
  taken regclass := counted[1];
  holds_one boolean;
  last_start constant timestamptz := clock_timestamp() + interval '2.5 seconds';
begin
  loop
    begin
      holds_one := false;
      execute format('lock table %s in share row exclusive mode', taken);
      holds_one := true;
      perform set_config('lock_timeout', '100ms', true);
      foreach taken in array counted loop
        execute format('lock table %s in share row exclusive mode', taken);
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

-- Runs after rows were loaded without triggers, and when the time zone of the days changes.
create function private.recount() returns void
language plpgsql set search_path = ''
as $$
declare
  zone text;
begin
  perform private.lock_counted_tables();
  zone := app.time_zone();
  delete from private.tally_changes;
  delete from private.tallies;
  insert into private.tallies (what, part, day, number)
    select c.what, c.part, c.day, sum(c.number)
    from (
      select c.* from public.jobs as j, app.counts_of(j, zone) as c
    union all
      select c.* from public.bids as b, app.counts_of(b, zone) as c
    union all
      select c.* from public.payments as p, app.counts_of(p, zone) as c
    union all
      select c.* from public.profiles as p, app.counts_of(p, zone) as c
    union all
      select c.* from app.audit_log as e, app.counts_of(e, zone) as c
    ) as c
    group by c.what, c.part, c.day;
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
create trigger _300_recount_again after update on private.settings
  for each row when ('time_zone' in (old.name, new.name) and old.value is distinct from new.value)
  execute function app.tg_settings__recount();
create trigger _300_recount_at_last after delete on private.settings
  for each row when (old.name = 'time_zone') execute function app.tg_settings__recount();

