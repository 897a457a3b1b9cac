-- find_available_jobs returns one page of the jobs that contractors browse, and their total number. The function is
-- SECURITY DEFINER and checks the caller's role itself. With row security, a search could not use its index, and the
-- total would need a count of all jobs.

-- Lists the jobs that are open for bids, which are the same for all contractors. The policy jobs_select also shows a
-- contractor the jobs on which the contractor has bid, even if bidding is closed.
create view app.biddable_jobs with (security_invoker = true) as
  select j.* from public.jobs j
  where j.is_biddable
    -- The stored column is_biddable ignores bans of the facility, because no job is updated when a ban expires.
    and j.facility_id not in (select banned.id from app.banned_ids() as banned (id));
comment on view app.biddable_jobs is
  'Biddable jobs whose facility is not banned.';
grant select on app.biddable_jobs to authenticated, service_role;

-- Returns the number of biddable jobs in one category, or in all categories if `wanted_category` is null. The counters
-- include the jobs of banned facilities, so the function subtracts these jobs.
create function app.biddable_job_count(wanted_category text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select (
      select coalesce(sum(c.value), 0) from private.current_counters c
      where c.metric = 'biddable_jobs_by_category' and (wanted_category is null or c.bucket = wanted_category)
    )::bigint - (
      select count(*) from public.jobs j
      where j.is_biddable and j.facility_id in (select banned.id from app.banned_ids() as banned (id))
        and (wanted_category is null or j.category = wanted_category)
    )
$$;

-- Returns the words of a contractor's search with their English stems. Words like "the" count only if the query has no
-- other words.
create function app.job_search_words(query text) returns table (word text, stem text)
language sql stable set search_path = ''
as $$
  with words as (
    select word, stem[1] as stem, cardinality(stem) = 0 as is_common
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', app.without_punctuation(query)))) as word,
         ts_lexize('pg_catalog.english_stem', word) as stem
  )
  select word, stem from words
  where not is_common or not exists (select from words where not is_common)
$$;
grant execute on function app.job_search_words(text) to authenticated, service_role;

-- Returns the condition that a job has a match for each word. A word matches all words that begin with it, and those
-- with the same English stem: "roof" matches "Roofing", and "leaking" matches "leaks".
create function app.job_condition(words text[], stems text[]) returns tsquery
language sql immutable set search_path = ''
as $$
  select string_agg(format('(''%s'':*%s)', word, '|''' || stem || ''''), '&')::tsquery
  from unnest(words, stems) as w (word, stem)
$$;
grant execute on function app.job_condition(text[], text[]) to authenticated, service_role;

-- Returns the condition of a contractor's search. A query without any word gives an empty condition, which matches no
-- job.
create function app.job_search(query text) returns tsquery
language sql stable set search_path = ''
as $$
  select coalesce(app.job_condition(array_agg(word), array_agg(stem)), '') from app.job_search_words(query)
$$;
grant execute on function app.job_search(text) to authenticated, service_role;

-- Returns the ids of the jobs whose titles have all words of a search, and of those whose titles have any of them.
create function app.job_title_matches_of(query text, out complete uuid[], out partial uuid[])
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  max_matches constant integer := 10000;
  all_words constant tsquery := app.job_search(query);
  any_word constant tsquery := (
    select string_agg(format('(%s)', app.job_condition(array[w.word], array[w.stem])), '|')::tsquery
    from app.job_search_words(query) w
  );
begin
  complete := array(
    select j.id from app.biddable_jobs j where app.job_words(j.title, null, null, null) @@ all_words limit max_matches
  );
  partial := case when any_word = all_words then '{}' else array(
    select j.id from app.biddable_jobs j where app.job_words(j.title, null, null, null) @@ any_word limit max_matches
  ) end;
end
$$;

-- Returns the ids of one page of the matching biddable jobs, in the requested order: skips `skip` jobs and returns at
-- most `size`. If `among` has ids, only these jobs can match, and if `towns` has names, only jobs there. If `titled` and
-- `partly_titled` have ids, these jobs come first. If `near` has names, its first towns come before the others.
create function app.biddable_job_page(
  condition tsquery, wanted_category text, budget_from numeric, budget_to numeric, by_budget boolean,
  descending boolean, skip integer, size integer, among uuid[] default null, towns text[] default null,
  near text[] default null, titled uuid[] default null, partly_titled uuid[] default null
)
returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  return array(
    select j.id from app.biddable_jobs j
    where (wanted_category is null or j.category = wanted_category)
      and (budget_from is null or j.budget >= budget_from)
      and (budget_to is null or j.budget <= budget_to)
      and (condition is null or app.job_words(j.title, j.description, j.location, j.category) @@ condition)
      and (among is null or j.id = any (among))
      and (towns is null or j.town = any (towns))
    -- PostgreSQL plans the query for these arguments. The cases for other orders are then constants, so that an index
    -- can provide the order.
    order by
      case when titled is not null then j.id = any (titled) end desc,
      case when partly_titled is not null then j.id = any (partly_titled) end desc,
      case when near is not null then array_position(near, j.town) end,
      case when not by_budget and descending then j.created_at end desc,
      case when not by_budget and not descending then j.created_at end,
      case when by_budget and descending then j.budget end desc,
      case when by_budget and not descending then j.budget end,
      j.id
    offset skip limit size
  );
end
$$;

-- Returns whether more than `number` biddable jobs match. It reads an index in any order, so it is faster than a page.
create function app.has_more_biddable_jobs(
  wanted_category text, budget_from numeric, budget_to numeric, towns text[], number integer
)
returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  return exists (
    select from app.biddable_jobs j
    where (wanted_category is null or j.category = wanted_category)
      and (budget_from is null or j.budget >= budget_from)
      and (budget_to is null or j.budget <= budget_to)
      and (towns is null or j.town = any (towns))
    offset number
  );
end
$$;

-- Returns the ids of at most `size` matches of a search by words. It stops at `size` matches and sorts them afterwards.
-- So they are the first matches in the requested order only if the search has no further matches.
create function app.any_job_matches(
  condition tsquery, wanted_category text, budget_from numeric, budget_to numeric, by_budget boolean,
  descending boolean, size integer, towns text[], near text[], titled uuid[], partly_titled uuid[]
)
returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  return array(
    select found.id
    from (
      select j.id, j.created_at, j.budget, j.town from app.biddable_jobs j
      where app.job_words(j.title, j.description, j.location, j.category) @@ condition
        and (wanted_category is null or j.category = wanted_category)
        and (budget_from is null or j.budget >= budget_from)
        and (budget_to is null or j.budget <= budget_to)
        and (towns is null or j.town = any (towns))
      limit size
    ) found
    order by
      case when titled is not null then found.id = any (titled) end desc,
      case when partly_titled is not null then found.id = any (partly_titled) end desc,
      case when near is not null then array_position(near, found.town) end,
      case when not by_budget and descending then found.created_at end desc,
      case when not by_budget and not descending then found.created_at end,
      case when by_budget and descending then found.budget end desc,
      case when by_budget and not descending then found.budget end,
      found.id
  );
end
$$;

-- Returns the ids of the first matches of a search for words that many jobs have. It reads the biddable jobs in the
-- requested order, and compares the words of each job until it has `size` matches. It compares at most 300 jobs, so it
-- can return fewer matches than `size`.
create function app.first_job_matches(
  condition tsquery, wanted_category text, budget_from numeric, budget_to numeric, by_budget boolean,
  descending boolean, size integer, towns text[]
)
returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  max_compared constant integer := 300;
  job record;
  found uuid[] := '{}';
begin
  for job in
    select j.id, app.job_words(j.title, j.description, j.location, j.category) @@ condition as is_match
    from app.biddable_jobs j
    where (wanted_category is null or j.category = wanted_category)
      and (budget_from is null or j.budget >= budget_from)
      and (budget_to is null or j.budget <= budget_to)
      and (towns is null or j.town = any (towns))
    order by
      case when not by_budget and descending then j.created_at end desc,
      case when not by_budget and not descending then j.created_at end,
      case when by_budget and descending then j.budget end desc,
      case when by_budget and not descending then j.budget end,
      j.id
    limit max_compared
  loop
    if job.is_match then
      found := found || job.id;
    end if;
    exit when cardinality(found) >= size;
  end loop;
  return found;
end
$$;

-- Returns the names of the towns to which a search is limited, or null for all towns. An empty name stands for jobs
-- whose town is unknown. They are found at any distance, as on the map.
create function app.wanted_towns(within_miles integer, town text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  if within_miles is null then
    return case when town is not null then array[town] end;
  end if;
  if within_miles not between 1 and 500 then
    perform app.refuse(400, 'radius_invalid', 'The distance must be between 1 and 500 miles.', 'Choose a distance.');
  end if;
  if app.my_town() = '' then
    perform app.refuse(400, 'place_unknown', 'We do not know where you are.',
      'Add your town or ZIP code to your profile.');
  end if;
  if town = '' then
    return array[''];
  end if;
  return array(
    select t.name from app.towns_by_distance() t where t.miles <= within_miles and (town is null or t.name = town)
  );
end
$$;

create function app.find_available_jobs(
  query text, wanted_category text, budget_from numeric, budget_to numeric, by_budget boolean, descending boolean,
  skip integer, size integer, within_miles integer, town text, by_distance boolean, by_relevance boolean
)
returns table (id uuid, total bigint, has_more boolean, snapshot text)
language plpgsql stable security definer set search_path = ''
-- The index of words returns a bitmap of all matches. With the default work_mem, the bitmap of a frequent word would
-- keep only pages instead of rows. PostgreSQL would then have to split all texts on these pages into words.
set work_mem = '32MB'
as $$
declare
  max_matches constant integer := 10000;
  max_first_matches constant integer := 200;
  condition constant tsquery := case when query <> '' then app.job_search(query) end;
  is_counted constant boolean := condition is not null
    or budget_from is not null or budget_to is not null or within_miles is not null or town is not null;
  first constant integer := greatest(skip, 0);
  last constant integer := least(first + size, max_matches);
  -- The ids of the page, or of all matches from the first one on.
  found uuid[];
  is_page boolean := false;
  number bigint;
  words record;
  rare_matches uuid[];
  towns text[];
  near text[];
  titled uuid[];
  partly_titled uuid[];
begin
  perform app.require_role('contractor');
  perform app.check_text('The search', query, 200);
  towns := app.wanted_towns(within_miles, town);
  if by_distance and app.my_town() <> '' then
    near := array(select t.name from app.towns_by_distance() t order by t.miles, t.name);
  end if;
  if by_relevance and condition is not null then
    select m.complete, m.partial into titled, partly_titled from app.job_title_matches_of(query) m;
  end if;
  if condition is not null then
    words := app.job_word_statistics(query);
    rare_matches := case when words.rare is not null then app.rare_job_matches(words.rare, condition) end;
  end if;
  if not is_counted then
    number := app.biddable_job_count(wanted_category);
    found := app.biddable_job_page(
      null, wanted_category, null, null, by_budget, descending, first, least(size, max_matches), near => near
    );
    is_page := true;
  elsif rare_matches is not null then
    found := app.biddable_job_page(
      null, wanted_category, budget_from, budget_to, by_budget, descending, 0, max_matches, rare_matches, towns, near,
      titled, partly_titled
    );
    number := cardinality(found);
  elsif condition is not null and last <= max_first_matches then
    -- The statistics may be old, so only twice the limit is certain to be above it.
    if budget_from is null and budget_to is null and towns is null and words.common_share > 0
      and app.min_job_matches(words.common_share, wanted_category) > 2 * max_matches
    then
      number := max_matches + 1;
    else
      found := app.any_job_matches(
        condition, wanted_category, budget_from, budget_to, by_budget, descending, max_matches + 1, towns, near, titled,
        partly_titled
      );
      number := cardinality(found);
    end if;
    if number > max_matches then
      -- So many jobs have the words that their titles make no difference.
      found := case when near is not null then '{}' else app.first_job_matches(
        condition, wanted_category, budget_from, budget_to, by_budget, descending, last, towns
      ) end;
      if cardinality(found) < last then
        found := app.biddable_job_page(
          condition, wanted_category, budget_from, budget_to, by_budget, descending, 0, last, null, towns, near
        );
      end if;
    end if;
  elsif condition is null and app.has_more_biddable_jobs(
    wanted_category, budget_from, budget_to, towns, max_matches
  ) then
    number := max_matches + 1;
    found := app.biddable_job_page(
      null, wanted_category, budget_from, budget_to, by_budget, descending, first, greatest(last - first, 0), null, towns,
      near
    );
    is_page := true;
  else
    found := app.biddable_job_page(
      condition, wanted_category, budget_from, budget_to, by_budget, descending, 0, max_matches + 1, null, towns, near,
      titled, partly_titled
    );
    number := cardinality(found);
  end if;
  return query
    select page.id, case when is_counted then least(number, max_matches) else number end,
           is_counted and number > max_matches, pg_current_snapshot()::text
    from unnest(case when is_page then found else found[first + 1 : last] end) with ordinality as page (id, ordinal)
    order by page.ordinal;
end
$$;

select app.expose(
  'find_available_jobs(query text default '''', category text default null, budget_from numeric default null, '
  'budget_to numeric default null, by_budget boolean default false, descending boolean default true, '
  'skip integer default 0, size integer default 10, within_miles integer default null, town text default null, '
  'by_distance boolean default false, by_relevance boolean default false)',
  'A page of the ids of dashboard_available_jobs, by words of the title, the description, the location or the category '
  '(each word of the query also finds longer words and other forms), by category, by budget, by the distance from the '
  'town of the caller''s profile and by town (an empty town finds jobs whose town is unknown, at any distance); the latest '
  'or highest first, or the reverse. With by_distance, the nearest jobs come first, unless the caller''s town is unknown. '
  'With by_relevance, jobs with the words in their title come first, if at most 10,000 jobs match. Each row has the total. '
  'With a search, a budget or a place, the total stops at 10,000, and has_more is true if there are more. An event of the '
  'topic available-jobs is new to a client if its xid is not visible in the snapshot. For contractors.'
);
