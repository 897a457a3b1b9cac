-- These functions return in one response everything that a page needs at first.

-- Returns the caller's jobs by the tabs of "Your Posted Jobs".
create function app.my_job_counts() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'all', count(*),
    'active', count(*) filter (where j.status = 'open'),
    'open', count(*) filter (where j.is_biddable),
    'review', count(*) filter (
      where j.is_biddable and exists (select from public.bids b where b.job_id = j.id and b.status = 'pending')
    ),
    'awarded', count(*) filter (where j.status = 'open' and j.awarded_at is not null),
    'finished', count(*) filter (where j.status = 'finished')
  )
  from public.jobs j
  where j.facility_id = (select auth.uid()) and not j.is_deleted
$$;
grant execute on function app.my_job_counts() to authenticated, service_role;

-- Returns the caller's consultations by the tabs of "Your Consultations". A consultation counts as past once it starts.
create function app.my_consultation_counts() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'upcoming', count(*) filter (where c.status = 'booked' and c.scheduled_at > now()),
    'past', count(*) filter (where c.status = 'booked' and c.scheduled_at <= now()),
    'cancelled', count(*) filter (where c.status = 'cancelled'),
    'held', count(*) filter (where c.status = 'booked')
  )
  from public.consultations c
  where (select auth.uid()) in (c.facility_id, c.consultant_id)
$$;
grant execute on function app.my_consultation_counts() to authenticated, service_role;

-- Returns the row of the caller's dashboard summary. PL/pgSQL starts only the query of the caller's role. A single query
-- would start the branches of all roles.
create function app.my_figures(my_role text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  case my_role
    when 'facility' then return (select to_jsonb(s) from public.dashboard_facility_summary s);
    when 'contractor' then return (select to_jsonb(s) from public.dashboard_contractor_summary s);
    when 'consultant' then return (select to_jsonb(s) from public.dashboard_consultant_summary s);
    when 'admin' then
      return (
        select to_jsonb(m) || jsonb_build_object('users_by_role', (
          select coalesce(jsonb_object_agg(r.role, r.total), '{}') from public.dashboard_total_users_by_role r
        ))
        from public.admin_live_metrics m
      );
    else return null;
  end case;
end
$$;
grant execute on function app.my_figures(text) to authenticated, service_role;

-- Returns the numbers of open items by kind for an admin, with the limits of dashboard_waiting_counts. For other users,
-- my_dashboard counts the rows of dashboard_waiting.
create function app.my_open_items_by_kind() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(w.kind, w.number), '{}') from public.dashboard_waiting_counts w
$$;
grant execute on function app.my_open_items_by_kind() to authenticated, service_role;

create function public.my_dashboard() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  my_role text := app.my_role();
begin
  return (
    with numbered_items as (
      select w.*,
             row_number() over (partition by w.kind order by w.since desc, w.id) as place,
             count(*) over (partition by w.kind) as total
      from public.dashboard_waiting w
    ),
    open_items as (select * from numbered_items where place <= 3)
    select jsonb_build_object(
      'figures', app.my_figures(my_role),
      'open_items', coalesce(jsonb_agg(to_jsonb(i) - '{place,total}'::text[] order by i.since desc, i.id), '[]'),
      'open_items_by_kind', case
        when my_role = 'admin' then app.my_open_items_by_kind()
        else coalesce(jsonb_object_agg(i.kind, i.total) filter (where i.kind is not null), '{}')
      end,
      'job_counts', case when my_role = 'facility' then app.my_job_counts() end,
      'consultation_counts', case when my_role in ('facility', 'consultant') then app.my_consultation_counts() end,
      'job_categories', case when my_role = 'contractor' then (
        select jsonb_agg(k.name order by k.position) from public.job_categories k
      ) end
    )
    from open_items i
  );
end
$$;
comment on function public.my_dashboard() is
  'The first contents of the caller''s dashboard: the row of the caller''s dashboard summary, the latest three rows '
  'of each kind of dashboard_waiting and the number of each kind, and the numbers of jobs and consultations on each '
  'tab. For admins, the number of a kind is that of dashboard_waiting_counts, which counts each failed email, and jobs '
  'without bids and users without a role up to 101. For other users, it is the number of rows of dashboard_waiting. '
  'Admins also get the live metrics and the numbers of users by role. Contractors get the categories of jobs.';
grant execute on function public.my_dashboard() to authenticated, service_role;

-- The clock is read after the snapshot was taken, so the counts include no transaction that began later than `as_of`.
create function public.my_unread() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'messages', (select count(*) from public.messages where recipient_id = (select auth.uid()) and not read),
    'notices', (select count(*) from public.notices where not read),
    'as_of', clock_timestamp(),
    'alerts', coalesce(
      (
        select jsonb_build_object('sound', s.sound, 'messages', s.messages)
        from public.notification_settings s where s.user_id = (select auth.uid())
      ),
      jsonb_build_object('sound', true, 'messages', true)
    )
  )
$$;
comment on function public.my_unread() is
  'The numbers of the caller''s unread messages and unread notices, and which alerts the caller wants. A transaction that '
  'began after `as_of` is not included.';
grant execute on function public.my_unread() to authenticated, service_role;
