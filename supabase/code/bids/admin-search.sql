create function app.admin_search_bids(query text, wanted_status text, latest timestamptz, beyond uuid)
returns setof public.bids
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  found record := app.admin_search(query);
begin
  return query
    select b.* from public.bids b
    where (
        case
          when found.are_all_jobs then b.job_id = any (found.jobs)
          else app.job_title_matches(b.job_id, found.pattern)
        end
        or b.contractor_id = any (found.people)
        or b.id between found.first_id and found.last_id
      )
      and (wanted_status is null or b.status = wanted_status)
      and b.created_at <= coalesce(latest, 'infinity')
      and (beyond is null or b.created_at < latest or b.id > beyond)
    order by b.created_at desc, b.id
    limit app.search_limit();
end
$$;

select app.expose(
  'admin_search_bids(query text, status text default null, latest timestamptz default null, beyond uuid default null)',
  'Finds bids by a part of the job''s title or of the contractor''s name, or by an id. Returns at most 1,000, newest '
  'first. To continue, pass created_at of the last bid as "latest" and its id as "beyond". For admins.'
);
