-- Months and days in these statistics are in the consultant's time zone.

create function app.my_time_zone() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select time_zone from public.profiles where id = auth.uid()), app.time_zone())
$$;

-- Cancelled consultations are not counted, but a refunded fee still counts as earnings.
create view public.dashboard_consultant_summary with (security_invoker = true) as
  select count(*) as consultations,
         coalesce(sum(c.fee), 0) as earnings,
         count(*) filter (where c.scheduled_at > now()) as upcoming,
         (
           select round(avg(rating), 1) from public.reviews
           where consultant_id = (select auth.uid()) and counts_from <= now()
         ) as average_rating,
         (
           select count(*) from public.reviews
           where consultant_id = (select auth.uid()) and counts_from <= now()
         ) as review_count,
         (
           select coalesce(sum(amount), 0) from public.payments
           where payee_id = (select auth.uid()) and status = 'pending'
         ) as amount_due,
         (
           select coalesce(sum(amount), 0) from public.payments
           where payee_id = (select auth.uid()) and status = 'paid'
         ) as amount_paid,
         (now() at time zone app.my_time_zone())::date as today
  from public.consultations c
  where c.consultant_id = (select auth.uid()) and c.status = 'booked'
    and (select app.require_role('consultant'));
comment on view public.dashboard_consultant_summary is
  'The statistics of the calling consultant, and today''s date in the consultant''s time zone.';

create function public.consultant_months(start_date date, end_date date)
returns table (month date, earnings numeric, consultations bigint, average_rating numeric)
language plpgsql stable set search_path = ''
as $$
declare
  zone text;
begin
  perform app.require_role('consultant');
  perform app.check_range(start_date, end_date);
  zone := app.my_time_zone();
  return query
    with months as (
      select first, first::timestamp at time zone zone as starts,
             (first + interval '1 month') at time zone zone as ends
      from (
        select m::date as first
        from generate_series(date_trunc('month', start_date::timestamp), end_date::timestamp, interval '1 month') as m
      ) as firsts
    )
    select m.first, coalesce(c.earnings, 0), c.consultations, r.average_rating
    from months m,
         lateral (
           select sum(fee) as earnings, count(*) as consultations from public.consultations
           where consultant_id = (select auth.uid()) and status = 'booked'
             and scheduled_at >= m.starts and scheduled_at < m.ends
         ) as c,
         lateral (
           select round(avg(rating), 1) as average_rating from public.reviews
           where consultant_id = (select auth.uid()) and counts_from <= now()
             and created_at >= m.starts and created_at < m.ends
         ) as r
    order by m.first;
end
$$;
comment on function public.consultant_months(date, date) is
  'Returns the figures of the calling consultant for each month from the first to the last: the number and the fees '
  'of the consultations in that month, and the average rating of its reviews. The rating is null without reviews.';

grant select on public.dashboard_consultant_summary to authenticated, service_role;
grant execute on function
  public.consultant_months(date, date), app.my_time_zone(), app.check_range(date, date)
  to authenticated, service_role;
