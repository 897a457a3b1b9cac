-- Figures for admins, by day of the installation's time zone, both ends included and days without anything
-- as 0. Each day is a range of an index; nothing converts a time row by row.

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

create function app.revenue(start_date date, end_date date) returns table (date date, amount numeric)
language sql stable security definer set search_path = ''
as $$
  select d.day, coalesce((
    select sum(amount) from public.payments
    where paid_at >= d.starts and paid_at < d.ends and status = 'paid'
  ), 0)
  from app.days(start_date, end_date) d
$$;

create function app.user_growth(start_date date, end_date date) returns table (date date, count bigint)
language sql stable security definer set search_path = ''
as $$
  select d.day, (select count(*) from public.profiles where created_at >= d.starts and created_at < d.ends)
  from app.days(start_date, end_date) d
$$;

create function app.job_analytics(start_date date, end_date date)
returns table (date date, posted_jobs bigint, bids bigint)
language sql stable security definer set search_path = ''
as $$
  select d.day,
         (select count(*) from public.jobs where created_at >= d.starts and created_at < d.ends),
         (select count(*) from public.bids where created_at >= d.starts and created_at < d.ends)
  from app.days(start_date, end_date) d
$$;

create function app.consultation_analytics(start_date date, end_date date)
returns table (date date, count bigint)
language sql stable security definer set search_path = ''
as $$
  select d.day, (select count(*) from public.consultations where created_at >= d.starts and created_at < d.ends)
  from app.days(start_date, end_date) d
$$;

create function app.job_categories() returns table (category text, count bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  return query
    select c.name, (select count(*) from public.jobs j where j.category = c.name and not j.is_deleted)
    from public.job_categories c order by c.position;
end
$$;

create function public.get_revenue_analytics(start_date date, end_date date)
returns table (date date, amount numeric)
language sql stable set search_path = ''
as $$ select * from app.revenue(start_date, end_date) $$;
comment on function public.get_revenue_analytics(date, date) is 'What was paid, by day. For admins.';

create function public.get_user_growth(start_date date, end_date date)
returns table (date date, count bigint)
language sql stable set search_path = ''
as $$ select * from app.user_growth(start_date, end_date) $$;
comment on function public.get_user_growth(date, date) is 'New people, by day. For admins.';

create function public.get_job_analytics(start_date date, end_date date)
returns table (date date, posted_jobs bigint, bids bigint)
language sql stable set search_path = ''
as $$ select * from app.job_analytics(start_date, end_date) $$;
comment on function public.get_job_analytics(date, date) is 'Jobs and bids made, by day. For admins.';

create function public.get_consultation_analytics(start_date date, end_date date)
returns table (date date, count bigint)
language sql stable set search_path = ''
as $$ select * from app.consultation_analytics(start_date, end_date) $$;
comment on function public.get_consultation_analytics(date, date) is 'Consultations made, by day. For admins.';

create function public.get_job_categories() returns table (category text, count bigint)
language sql stable set search_path = ''
as $$ select * from app.job_categories() $$;
comment on function public.get_job_categories() is 'How many jobs there are of each kind. For admins.';

create view public.dashboard_total_users_by_role with (security_invoker = true) as
  select role, count(*) as total from public.profiles where (select app.require_admin()) group by role;
comment on view public.dashboard_total_users_by_role is 'How many people of each role. For admins.';

create function app.live_metrics() returns table (open_jobs bigint, pending_bids bigint, today date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  return query select
    (select count(*) from public.jobs where status = 'open' and not is_deleted),
    (select count(*) from public.bids where status = 'pending'),
    (now() at time zone app.time_zone())::date;
end
$$;

create view public.admin_live_metrics with (security_invoker = true) as
  select open_jobs, pending_bids, today from app.live_metrics();
comment on view public.admin_live_metrics is 'What is open right now, and which day it is where days are counted. For admins.';

grant select on public.dashboard_total_users_by_role, public.admin_live_metrics
  to authenticated, service_role;
grant execute on function
  public.get_revenue_analytics(date, date), public.get_user_growth(date, date),
  public.get_job_analytics(date, date), public.get_consultation_analytics(date, date),
  public.get_job_categories(), app.revenue(date, date), app.user_growth(date, date),
  app.job_analytics(date, date), app.consultation_analytics(date, date), app.job_categories(), app.live_metrics()
  to authenticated, service_role;
