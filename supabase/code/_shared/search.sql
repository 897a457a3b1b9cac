-- Returns a LIKE pattern that finds the query literally anywhere in a text.
create function app.like_pattern(query text) returns text
language sql immutable set search_path = ''
as $$
  select '%' || regexp_replace(coalesce(query, ''), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- Returns a LIKE pattern for a part of a phone number in any format. Returns null if the query cannot be a phone
-- number, or has no plus and fewer than five digits.
create function app.phone_like_pattern(query text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when query ~ '^\+?[\d\s\u00a0()./-]+$' and typed ~ '^(\+\d|\d{5})' then app.like_pattern(typed)
  end
  from regexp_replace(query, '[^+\d]', '', 'g') as typed
$$;

-- Returns the range of ids that match the query. A whole id matches one id. The first eight or twelve digits match all
-- ids that begin with them. For any other query, both ends are null.
create function app.id_range(query text, out first_id uuid, out last_id uuid)
language plpgsql immutable set search_path = ''
as $$
begin
  if query ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
    first_id := query::uuid;
    last_id := first_id;
  elsif query ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4})?$' then
    first_id := overlay('00000000-0000-0000-0000-000000000000' placing query from 1)::uuid;
    last_id := overlay('ffffffff-ffff-ffff-ffff-ffffffffffff' placing query from 1)::uuid;
  end if;
end
$$;

-- Returns what an admin's search for jobs, bids or payments looks for: ids and a pattern. `query` is a part of a
-- name or a title, a whole id, or the first digits of an id. The function is SECURITY DEFINER, because row
-- security prevents the use of trigram indexes.
create function app.admin_search(
  query text,
  out first_id uuid, out last_id uuid, out pattern text, out people uuid[], out jobs uuid[],
  -- If more than `max_jobs` jobs match, this is false, and the caller has to compare the titles.
  out are_all_jobs boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  max_jobs constant integer := 20000;
begin
  perform app.require_admin();
  perform app.check_text('The search', query, 200, true);
  -- An id also gets a pattern, because the reference of a payment may look like an id.
  pattern := app.like_pattern(query);
  select range.first_id, range.last_id into first_id, last_id from app.id_range(query) as range;
  if first_id = last_id then
    people := array[first_id];
    jobs := array[first_id];
    are_all_jobs := true;
    return;
  end if;
  people := array(
    select p.id from public.profiles p
    where p.full_name ilike pattern or p.username ilike pattern or p.company_name ilike pattern
      or p.id between first_id and last_id
  );
  jobs := array(
    select j.id from public.jobs j
    where j.title ilike pattern or j.id between first_id and last_id
    limit max_jobs + 1
  );
  are_all_jobs := cardinality(jobs) <= max_jobs;
end
$$;

-- An admin's search returns at most this many rows, and an export reads this many at once.
create function app.search_limit() returns integer
language sql immutable set search_path = ''
as $$ select 1000 $$;

create function app.job_title_matches(job uuid, pattern text) returns boolean
language sql stable set search_path = ''
as $$ select title ilike pattern from public.jobs where id = job $$;

grant execute on function app.like_pattern(text) to authenticated, service_role;
