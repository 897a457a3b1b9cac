-- The range of ids that a query means: one whole id, or all ids that begin with its eight digits, as lists show them.
-- Null if the query is neither.
create function app.ids_meant(query text, out first_id uuid, out last_id uuid)
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
create function app.find(
  query text,
  out first_id uuid, out last_id uuid, out part text, out people uuid[], out jobs uuid[],
  -- False if more jobs match than fit. Then nearly every row matches, and the search compares each row's own title.
  out are_all_jobs boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 20000;
begin
  perform app.require_admin();
  perform app.check_text('The search', query, 200, true);
  -- The pattern is set for an id as well, because the reference of a payment may look like one.
  part := app.part(query);
  select meant.first_id, meant.last_id into first_id, last_id from app.ids_meant(query) as meant;
  if first_id = last_id then
    people := array[first_id];
    jobs := array[first_id];
    are_all_jobs := true;
    return;
  end if;
  people := array(
    select p.id from public.profiles p
    where p.full_name ilike part or p.username ilike part or p.company_name ilike part
      or p.id between first_id and last_id
  );
  jobs := array(
    select j.id from public.jobs j
    where j.title ilike part or j.id between first_id and last_id
    limit most + 1
  );
  are_all_jobs := cardinality(jobs) <= most;
end
$$;

-- The number of rows that a search returns at most, and that an export reads at once.
create function app.most_found() returns integer
language sql immutable set search_path = ''
as $$ select 1000 $$;

-- Whether the title of the job matches the search.
create function app.is_titled(job uuid, part text) returns boolean
language sql stable set search_path = ''
as $$ select title ilike part from public.jobs where id = job $$;
