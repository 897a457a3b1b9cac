-- These functions serve the page of a user for admins. Each reads only rows of this user, by the indexes on their ids.

-- Returns one row, or none for an unknown user. Self-registered users without a confirmed email or phone are unknown.
create function app.admin_user_overview(account uuid)
returns table (
  id uuid, role text, username text, full_name text, company_name text, location text, profile_picture text,
  email text, phone text, created_at timestamptz, last_active_at timestamptz, banned_until timestamptz,
  session_count bigint, second_factors text[], document_count integer,
  bid_count bigint, bids_pending bigint, bids_won bigint, bids_decided bigint,
  job_count bigint, jobs_open bigint, jobs_awarded bigint, jobs_finished bigint,
  consultation_count bigint, consultations_upcoming bigint, average_rating numeric, review_count bigint,
  payment_count bigint, amount_of_year numeric, amount_of_year_before numeric, amount_due numeric,
  monthly_counts bigint[]
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  return query
    select u.id, p.role, p.username, coalesce(p.full_name, n.full_name), p.company_name, p.location,
           p.profile_picture, c.email, c.phone, coalesce(p.created_at, n.created_at), p.last_active_at, c.banned_until,
           (select count(*) from app.user_sessions(u.id)),
           array(
             select distinct f.factor_type::text from auth.mfa_factors f
             where f.user_id = u.id and f.status = 'verified' order by 1
           ),
           num_nonnulls(p.documents ->> 'resume') + coalesce(jsonb_array_length(p.documents -> 'certifications'), 0),
           bids.*, jobs.*, consultations.*, reviews.*, payments.*,
           app.user_monthly_counts(u.id, p.role)
    from auth.users u
    join app.contacts c on c.user_id = u.id
    left join public.profiles p on p.id = u.id
    left join app.newcomers n on n.id = u.id
    cross join lateral (
      select count(*), count(*) filter (where b.status = 'pending'), count(*) filter (where b.status = 'accepted'),
             count(*) filter (where b.status in ('accepted', 'rejected'))
      from public.bids b where b.contractor_id = u.id
    ) as bids
    cross join lateral (
      select count(*), count(*) filter (where j.is_biddable), count(*) filter (where j.awarded_at is not null),
             count(*) filter (where j.status = 'finished')
      from public.jobs j where j.facility_id = u.id
    ) as jobs
    cross join lateral (
      select count(*), count(*) filter (where k.status = 'booked' and k.scheduled_at > now())
      from public.consultations k where k.consultant_id = u.id
    ) as consultations
    cross join lateral (
      select round(avg(r.rating), 1), count(*)
      from public.reviews r where r.consultant_id = u.id and r.counts_from <= now()
    ) as reviews
    cross join lateral app.user_payment_figures(u.id, p.role) as payments
    where u.id = account and u.deleted_at is null and coalesce(p.id, n.id) is not null;
end
$$;

create function app.user_sessions(account uuid) returns setof auth.sessions
language sql stable set search_path = ''
as $$
  select s.* from auth.sessions s
  where s.user_id = account and (s.not_after is null or s.not_after > now())
$$;

-- Facilities pay, and all other users are paid.
create function app.user_payment_figures(
  account uuid, role text,
  out payment_count bigint, out amount_of_year numeric, out amount_of_year_before numeric, out amount_due numeric
)
language sql stable set search_path = ''
as $$
  select count(*),
         coalesce(sum(p.amount) filter (where p.paid_at > now() - interval '1 year'), 0),
         coalesce(sum(p.amount) filter (
           where p.paid_at > now() - interval '2 years' and p.paid_at <= now() - interval '1 year'
         ), 0),
         coalesce(sum(p.amount) filter (where p.due), 0)
  from (
    select payer.amount, payer.status = 'pending' as due, case payer.status when 'paid' then payer.paid_at end as paid_at
    from public.payments payer where payer.payer_id = account and user_payment_figures.role = 'facility'
    union all
    select payee.amount, payee.status = 'pending', case payee.status when 'paid' then payee.paid_at end
    from public.payments payee where payee.payee_id = account and user_payment_figures.role <> 'facility'
  ) as p
$$;

-- Returns how many bids a contractor placed, jobs a facility posted, or consultations a consultant has, in each of the
-- last twelve months in the operator's time zone.
create function app.user_monthly_counts(account uuid, role text) returns bigint[]
language sql stable set search_path = ''
as $$
  with days as (
    select zone, date_trunc('month', now() at time zone zone) as this_month from app.time_zone() as zone
  ), months as (
    select this_month - make_interval(months => n) as first, n from days, generate_series(0, 11) as n
  ), events as (
    select b.created_at as at from public.bids b
    where user_monthly_counts.role = 'contractor' and b.contractor_id = account
    union all
    select j.created_at from public.jobs j
    where user_monthly_counts.role = 'facility' and j.facility_id = account
    union all
    select k.scheduled_at from public.consultations k
    where user_monthly_counts.role = 'consultant' and k.consultant_id = account and k.status = 'booked'
  ), counts as (
    select date_trunc('month', e.at at time zone days.zone) as first, count(*) as count
    from events e, days
    where e.at >= (days.this_month - interval '11 months') at time zone days.zone
    group by 1
  )
  select array_agg(coalesce(c.count, 0) order by m.n desc) from months m left join counts c on c.first = m.first
$$;

-- Returns up to `page_size` events before the given one, newest first. The time of the last event is `latest` of the
-- next page, and its key is `beyond`. Each source reads in the order of an index or of this user's rows alone. The
-- conditions on `latest` alone are redundant on purpose: an index can seek on them.
create function app.admin_user_activity(account uuid, latest timestamptz, beyond text, page_size integer)
returns table (
  key text, at timestamptz, kind text, title text, job_id uuid, amount numeric, budget numeric, rating integer,
  other_id uuid, other_name text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  until constant timestamptz := coalesce(latest, 'infinity');
  before constant text := coalesce(beyond, '');
  rows constant integer := least(greatest(page_size, 1), 100);
begin
  perform app.require_admin();
  return query
    with placed as (
      select b.created_at as at, 'bid' as kind, b.id, b.job_id, null::uuid as consultation_id, b.amount,
             null::integer as rating, null::uuid as other_id
      from public.bids b
      where b.contractor_id = account and b.created_at <= until and (b.created_at, 'bid:' || b.id) < (until, before)
      order by b.created_at desc, b.id desc limit rows
    ), posted as (
      select j.created_at, 'post', j.id, j.id, null::uuid, j.budget, null::integer, null::uuid
      from public.jobs j
      where j.facility_id = account and j.created_at <= until and (j.created_at, 'post:' || j.id) < (until, before)
      order by j.created_at desc, j.id desc limit rows
    ), awarded as (
      select j.awarded_at, 'award', j.id, j.id, null::uuid, null::numeric, null::integer, j.awarded_contractor_id
      from public.jobs j
      where j.facility_id = account and j.awarded_at <= until and (j.awarded_at, 'award:' || j.id) < (until, before)
      order by j.awarded_at desc, j.id desc limit rows
    ), won as (
      select j.awarded_at, 'win', j.id, j.id, null::uuid, null::numeric, null::integer, j.facility_id
      from public.jobs j
      where j.awarded_contractor_id = account and j.awarded_at <= until
        and (j.awarded_at, 'win:' || j.id) < (until, before)
      order by j.awarded_at desc, j.id desc limit rows
    ), finished as (
      select j.finished_at, 'finish', j.id, j.id, null::uuid, null::numeric, null::integer, j.facility_id
      from public.jobs j
      where j.awarded_contractor_id = account and j.finished_at <= until
        and (j.finished_at, 'finish:' || j.id) < (until, before)
      order by j.finished_at desc, j.id desc limit rows
    ), paid as (
      select p.status_at, case p.status when 'refunded' then 'refund' else 'pay' end, p.id, p.job_id,
             p.consultation_id, p.amount, null::integer, p.payee_id
      from public.payments p
      where p.payer_id = account and p.status in ('paid', 'refunded') and p.status_at <= until
        and (p.status_at, case p.status when 'refunded' then 'refund' else 'pay' end || ':' || p.id) < (until, before)
      order by p.status_at desc, p.status desc, p.id desc limit rows
    ), earned as (
      select p.status_at, case p.status when 'refunded' then 'return' else 'earn' end, p.id, p.job_id,
             p.consultation_id, p.amount, null::integer, p.payer_id
      from public.payments p
      where p.payee_id = account and p.status in ('paid', 'refunded') and p.status_at <= until
        and (p.status_at, case p.status when 'refunded' then 'return' else 'earn' end || ':' || p.id) < (until, before)
      order by p.status_at desc, p.status desc, p.id desc limit rows
    ), booked as (
      select k.created_at, case account when k.facility_id then 'book' else 'booked' end, k.id, k.job_id, k.id,
             nullif(k.fee, 0), null::integer,
             case account when k.facility_id then k.consultant_id else k.facility_id end
      from public.consultations k
      where (k.facility_id = account or k.consultant_id = account) and k.created_at <= until
        and (k.created_at, case account when k.facility_id then 'book' else 'booked' end || ':' || k.id)
          < (until, before)
      order by k.created_at desc, k.facility_id = account, k.id desc limit rows
    ), reviewed as (
      select r.created_at, case account when r.facility_id then 'review' else 'reviewed' end, r.id, null::uuid,
             r.consultation_id, null::numeric, r.rating,
             case account when r.facility_id then r.consultant_id else r.facility_id end
      from public.reviews r
      where (r.facility_id = account or r.consultant_id = account) and r.created_at <= until
        and (r.created_at, case account when r.facility_id then 'review' else 'reviewed' end || ':' || r.id)
          < (until, before)
      order by r.created_at desc, r.facility_id = account, r.id desc limit rows
    ), signed_in as (
      select s.created_at, 'login', s.id, null::uuid, null::uuid, null::numeric, null::integer, null::uuid
      from app.user_sessions(account) s
      where s.created_at <= until and (s.created_at, 'login:' || s.id) < (until, before)
      order by s.created_at desc, s.id desc limit rows
    ), joined as (
      select u.created_at, 'join', u.id, null::uuid, null::uuid, null::numeric, null::integer, null::uuid
      from auth.users u
      where u.id = account and (u.created_at, 'join:' || u.id) < (until, before)
    ), page as (
      select e.kind || ':' || e.id as key, e.*
      from (
        table placed union all table posted union all table awarded union all table won union all table finished
        union all table paid union all table earned union all table booked union all table reviewed
        union all table signed_in union all table joined
      ) as e
      order by e.at desc, key desc limit rows
    )
    select page.key, page.at, page.kind,
           case when page.job_id is null then public.title(k) else j.title end,
           page.job_id,
           coalesce(page.amount, (
             select b.amount from public.bids b
             where b.job_id = page.job_id and b.status = 'accepted' and page.kind in ('award', 'win', 'finish')
           )),
           j.budget, page.rating, coalesce(page.other_id, j.facility_id), app.display_name(other)
    from page
    left join public.jobs j on j.id = page.job_id
    left join public.consultations k on k.id = page.consultation_id
    left join public.profiles other on other.id = coalesce(page.other_id, j.facility_id)
    order by page.at desc, page.key desc;
end
$$;

-- Admins do not see addresses or devices of a user's sessions.
create function app.admin_user_sessions(account uuid)
returns table (id uuid, created_at timestamptz, refreshed_at timestamptz, has_second_factor boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  return query
    select s.id, s.created_at, s.refreshed_at at time zone 'UTC', s.aal = 'aal2'
    from app.user_sessions(account) s
    order by s.created_at desc, s.id;
end
$$;

select app.expose(
  'admin_user_overview(user_id uuid)',
  'One user with their figures, or no row for an unknown user. For admins.'
);

select app.expose(
  'admin_user_activity(user_id uuid, latest timestamptz default null, beyond text default null, '
    'page_size integer default 20)',
  'The events of one user, newest first. To continue, pass the time of the last event as "latest" and its key as '
    '"beyond". For admins.'
);

select app.expose(
  'admin_user_sessions(user_id uuid)',
  'The sessions of one user, without addresses and devices. For admins.'
);
