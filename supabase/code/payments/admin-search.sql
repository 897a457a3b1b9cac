create function app.admin_search_payments(query text, wanted_status text, latest timestamptz, beyond uuid)
returns setof public.payments
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  found record := app.admin_search(query);
begin
  return query
    select p.* from public.payments p
    where (
        case
          when found.are_all_jobs then p.job_id = any (found.jobs)
          else app.job_title_matches(p.job_id, found.pattern)
        end
        or p.payer_id = any (found.people)
        or p.payee_id = any (found.people)
        or p.reference ilike found.pattern
        or p.id between found.first_id and found.last_id
      )
      and (wanted_status is null or p.status = wanted_status)
      and p.created_at <= coalesce(latest, 'infinity')
      and (beyond is null or p.created_at < latest or p.id > beyond)
    order by p.created_at desc, p.id
    limit app.search_limit();
end
$$;

select app.expose(
  'admin_search_payments(query text, status text default null, latest timestamptz default null, beyond uuid default null)',
  'Finds payments by a part of the job''s title, of the name of either side or of the reference, or by an id. Returns '
  'at most 1,000, newest first. To continue, pass the time of the last payment as "latest" and its id as "beyond". For '
  'admins.'
);
