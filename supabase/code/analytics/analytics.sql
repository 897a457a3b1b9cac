-- Days are in the installation's time zone, and a range includes both ends. Consultations are rare, so an index scan
-- counts them instead of private.current_counters.

create function app.check_range(start_date date, end_date date) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if start_date is null or end_date is null or start_date > end_date or end_date - start_date >= 1000 then
    perform app.refuse(400, 'range_invalid', 'The range must begin before it ends and span at most 1,000 days.',
      'Send start_date and end_date as yyyy-MM-dd.');
  end if;
end
$$;

create function app.days(start_date date, end_date date)
returns table (day date, starts timestamptz, ends timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  perform app.check_range(start_date, end_date);
  return query
    select d::date, d::timestamp at time zone app.time_zone(), (d + 1)::timestamp at time zone app.time_zone()
    from (select start_date + n as d from generate_series(0, end_date - start_date) as n) as dates;
end
$$;

create function app.daily_values(start_date date, end_date date, wanted private.metric)
returns table (day date, value numeric)
language sql stable security definer set search_path = ''
as $$
  select d.day, coalesce(sum(c.value), 0)
  from app.days(start_date, end_date) as d
    left join private.current_counters c
      on c.metric = wanted and c.bucket is null and c.day between start_date and end_date and c.day = d.day
  group by d.day order by d.day
$$;

create function app.get_revenue_analytics(start_date date, end_date date) returns table (date date, amount numeric)
language sql stable security definer set search_path = ''
as $$
  select day, value from app.daily_values(start_date, end_date, 'revenue')
$$;

create function app.get_user_growth(start_date date, end_date date) returns table (date date, count bigint)
language sql stable security definer set search_path = ''
as $$
  select day, value::bigint from app.daily_values(start_date, end_date, 'users_created')
$$;

create function app.get_job_analytics(start_date date, end_date date)
returns table (date date, posted_jobs bigint, bids bigint)
language sql stable security definer set search_path = ''
as $$
  select j.day, j.value::bigint, b.value::bigint
  from app.daily_values(start_date, end_date, 'jobs_posted') j
    join app.daily_values(start_date, end_date, 'bids_placed') b on b.day = j.day
  order by j.day
$$;

create function app.get_consultation_analytics(start_date date, end_date date)
returns table (date date, count bigint)
language sql stable security definer set search_path = ''
as $$
  select d.day, (select count(*) from public.consultations where created_at >= d.starts and created_at < d.ends)
  from app.days(start_date, end_date) d
$$;

create function app.get_daily_analytics(start_date date, end_date date)
returns table (date date, posted_jobs bigint, bids bigint, consultations bigint, users bigint, revenue numeric)
language sql stable security definer set search_path = ''
as $$
  select j.date, j.posted_jobs, j.bids, c.count, u.count, r.amount
  from app.get_job_analytics(start_date, end_date) j
    join app.get_consultation_analytics(start_date, end_date) c on c.date = j.date
    join app.get_user_growth(start_date, end_date) u on u.date = j.date
    join app.get_revenue_analytics(start_date, end_date) r on r.date = j.date
  order by j.date
$$;

create function app.get_job_categories() returns table (category text, count bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  return query
    select k.name, coalesce((
      select sum(c.value) from private.current_counters c where c.metric = 'jobs_by_category' and c.bucket = k.name
    ), 0)::bigint
    from public.job_categories k order by k.position;
end
$$;

create function app.get_job_category_analytics(start_date date, end_date date)
returns table (category text, count bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  perform app.check_range(start_date, end_date);
  return query
    select k.name, coalesce((
      select sum(c.value) from private.current_counters c
      where c.metric = 'jobs_by_category' and c.bucket = k.name and c.day between start_date and end_date
    ), 0)::bigint
    from public.job_categories k order by k.position;
end
$$;

select app.expose(
  'get_revenue_analytics(start_date date, end_date date)',
  'The amount paid, by day. For admins.'
);

select app.expose(
  'get_user_growth(start_date date, end_date date)',
  'New users, by day. For admins.'
);

select app.expose(
  'get_job_analytics(start_date date, end_date date)',
  'Jobs posted and bids placed, by day. For admins.'
);

select app.expose(
  'get_consultation_analytics(start_date date, end_date date)',
  'Consultations booked, by day. For admins.'
);

select app.expose(
  'get_daily_analytics(start_date date, end_date date)',
  'The jobs posted, bids placed, consultations booked, new users and the amount paid, by day. For admins.'
);

select app.expose(
  'get_job_categories()',
  'The number of jobs in each category, without deleted jobs. For admins.'
);

select app.expose(
  'get_job_category_analytics(start_date date, end_date date)',
  'The number of jobs in each category that were posted on these days, without deleted jobs. For admins.'
);

create function app.users_by_role() returns table (role text, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  return query
    select c.bucket, sum(c.value)::bigint from private.current_counters c where c.metric = 'users_by_role'
    group by c.bucket having sum(c.value) > 0;
end
$$;

create view public.dashboard_total_users_by_role with (security_invoker = true) as
  select role, total from app.users_by_role();
comment on view public.dashboard_total_users_by_role is 'The number of users with each role. For admins.';

create function app.live_metrics() returns table (open_jobs bigint, pending_bids bigint, today date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  return query select
    coalesce((select sum(value) from private.current_counters where metric = 'open_jobs_by_category'), 0)::bigint,
    coalesce((
      select sum(value) from private.current_counters where metric = 'bids_by_status' and bucket = 'pending'
    ), 0)::bigint,
    (now() at time zone app.time_zone())::date;
end
$$;

create view public.admin_live_metrics with (security_invoker = true) as
  select open_jobs, pending_bids, today from app.live_metrics();
comment on view public.admin_live_metrics is
  'The number of open jobs and of pending bids, and today''s date in the installation''s time zone. For admins.';

grant select on public.dashboard_total_users_by_role, public.admin_live_metrics
  to authenticated, service_role;
grant execute on function app.live_metrics(), app.users_by_role() to authenticated, service_role;
