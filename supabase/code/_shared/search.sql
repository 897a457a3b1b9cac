-- Shared by all searches: patterns, ranges of ids, and the lookup behind an admin's search.

-- Returns a like pattern for a part of a text. All characters match literally.
create function app.like_pattern(query text) returns text
language sql immutable set search_path = ''
as $$
  select '%' || regexp_replace(coalesce(query, ''), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- Returns a like pattern for a part of a phone number in any format. Numbers are stored as a plus and digits. Returns
-- null if the query is not a number, or if it has no plus and fewer than five digits, which could be anything. A whole
-- date or a large amount looks like a part of a number, so it also finds phone numbers with its digits.
create function app.phone_like_pattern(query text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when query ~ '^\+?[\d\s\u00a0()./-]+$' and typed ~ '^(\+\d|\d{5})' then app.like_pattern(typed)
  end
  from regexp_replace(query, '[^+\d]', '', 'g') as typed
$$;

-- Returns the range of ids that a query means: one whole id, or all ids that begin with its eight digits, as lists show
-- them. Returns null if the query is neither.
create function app.id_range(query text, out first_id uuid, out last_id uuid)
language plpgsql immutable set search_path = ''
as $$
begin
  if query ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
    first_id := query::uuid;
    last_id := first_id;
  elsif query ~ '^[0-9a-fA-F]{8}$' then
    first_id := (query || '-0000-0000-0000-000000000000')::uuid;
    last_id := (query || '-ffff-ffff-ffff-ffffffffffff')::uuid;
  end if;
end
$$;

-- Looks up what an admin types into a search of jobs, bids or payments: a part of a name or a title, or an id, whole or
-- its first eight digits, as lists show it. It is a definer, because row security prevents the use of trigram indexes.
create function app.admin_search(
  query text,
  out first_id uuid, out last_id uuid, out pattern text, out people uuid[], out jobs uuid[],
  -- This is false if more jobs match than fit. Then nearly every row matches, and the search compares each row's title.
  out are_all_jobs boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  max_jobs constant integer := 20000;
begin
  perform app.require_admin();
  perform app.check_text('The search', query, 200, true);
  -- The pattern is set for an id as well, because the reference of a payment may look like one.
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

-- Returns the maximum number of rows that a search returns and that an export reads at once.
create function app.search_limit() returns integer
language sql immutable set search_path = ''
as $$ select 1000 $$;

-- Returns whether the title of the job matches the search.
create function app.job_title_matches(job uuid, pattern text) returns boolean
language sql stable set search_path = ''
as $$ select title ilike pattern from public.jobs where id = job $$;

grant execute on function app.like_pattern(text) to authenticated, service_role;
