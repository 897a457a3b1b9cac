-- These functions choose the rows that search_objects then reads with the rights of the caller. They are SECURITY
-- DEFINER, because row security prevents the use of trigram indexes. They return only ids that the caller may see, and
-- row security checks each of them again.

-- The maximum number of jobs, people or consultations in an answer.
create function app.search_size() returns integer
language sql immutable set search_path = ''
as $$ select 6 $$;

-- Returns how well a title matches: 0 if it begins with the query, 1 if one of its words does, else 2.
create function app.match_rank(title text, query text) returns integer
language sql immutable set search_path = ''
as $$
  select case
    when starts_with(lower(title), lower(query)) then 0
    when strpos(' ' || lower(title), ' ' || lower(query)) > 0 then 1
    else 2
  end
$$;

-- An admin's search for a text that very many titles contain looks only at the newest jobs. The index of trigrams cannot
-- find a query of one or two letters, so this query also looks only at the newest jobs.
create function app.admin_job_candidates(query text) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  max_sorted constant integer := 500;
  newest constant integer := 2000;
  pattern constant text := app.like_pattern(query);
  found uuid[];
begin
  perform app.require_admin();
  if length(query) > 2 then
    found := array(
      select j.id from public.jobs j where j.title ilike pattern and not j.is_deleted limit max_sorted + 1
    );
  end if;
  if cardinality(found) <= max_sorted then
    return query select unnest(found);
    return;
  end if;
  return query
    select n.id
    from (select * from public.jobs j where not j.is_deleted order by j.created_at desc, j.id limit newest) as n
    where n.title ilike pattern
    limit app.search_size();
end
$$;

-- Facilities find their own jobs. Contractors find the jobs on which they have bid by their titles, and the available
-- jobs by their words, those in titles first. Admins find all jobs. Deleted jobs are not found.
create function app.job_candidates(query text) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  me constant uuid := auth.uid();
  my_role constant text := app.my_role();
  pattern constant text := app.like_pattern(query);
begin
  if my_role = 'facility' then
    return query
      select j.id from public.jobs j where j.facility_id = me and not j.is_deleted and j.title ilike pattern;
  elsif my_role = 'contractor' then
    return query
      select j.id from public.bids b join public.jobs j on j.id = b.job_id
      where b.contractor_id = me and not j.is_deleted and j.title ilike pattern;
    return query
      select a.id
      from public.find_available_jobs(query => query, size => app.search_size(), by_relevance => true) as a;
  elsif app.is_admin() then
    return query select app.admin_job_candidates(query);
  end if;
end
$$;

-- Returns the best matches among the people, in the order of search_people.
create function app.best_people(people uuid[], query text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select p.id
  from public.profiles p cross join lateral (select app.display_name(p) as name) as shown
  where p.id = any (people) and shown.name is not null
  order by app.match_rank(shown.name, query), shown.name, p.id
  limit app.search_size()
$$;

-- Users find the people with whom they have a conversation, and the consultants whom facilities can find. Contractors also
-- find the facilities that have biddable jobs. Strangers who are banned are not found. Admins find all users. If very many
-- people match, only some of them are sorted.
create function app.person_candidates(query text) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  max_sorted constant integer := 500;
  me constant uuid := auth.uid();
  my_role constant text := app.my_role();
  pattern constant text := app.like_pattern(query);
  -- A line break after the match excludes the role, which is the last line of `search_text`.
  contact_pattern constant text := app.like_pattern(lower(query)) || e'\n%';
  phone_pattern constant text := app.phone_like_pattern(query);
  found uuid[];
begin
  if app.is_admin() then
    found := array(
      select c.user_id from app.contacts c
      where c.search_text like contact_pattern or c.search_text like phone_pattern
      limit max_sorted
    );
    return query select app.best_people(found, query);
    return;
  end if;
  if my_role is null then
    return;
  end if;
  found := array(
    select p.id from public.profiles p
    where p.role = 'consultant' and not p.is_hidden and p.is_filled and p.id <> me
      and p.id not in (select banned.id from app.banned_ids() as banned (id))
      and (
        concat_ws(e'\n', p.full_name, p.username, p.company_name) ilike pattern
        or array_to_string(p.services, e'\n') ilike pattern
      )
    limit max_sorted
  );
  if my_role = 'contractor' then
    found := found || array(
      select p.id from public.profiles p
      where (p.full_name ilike pattern or p.username ilike pattern or p.company_name ilike pattern)
        and p.role = 'facility' and not p.is_hidden
        and p.id not in (select banned.id from app.banned_ids() as banned (id))
        and exists (select from public.jobs j where j.facility_id = p.id and j.is_biddable)
      limit max_sorted
    );
  end if;
  found := found || array(
    select p.id from app.my_counterpart_ids() as mine (id) join public.profiles p on p.id = mine.id
    where concat_ws(e'\n', p.full_name, p.username, p.company_name) ilike pattern
    limit max_sorted
  );
  return query select app.best_people(found, query);
end
$$;

-- Users find their consultations by the name of the other side. Admins find those of the people they find.
create function app.consultation_candidates(query text) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  me constant uuid := auth.uid();
  is_admin constant boolean := app.is_admin();
  pattern constant text := app.like_pattern(query);
  people uuid[];
begin
  if is_admin then
    people := array(select app.person_candidates(query));
  else
    people := array(
      select p.id from public.profiles p
      where p.id = any (array(
          select case when c.consultant_id = me then c.facility_id else c.consultant_id end
          from public.consultations c where c.consultant_id = me or c.facility_id = me
        ))
        and concat_ws(e'\n', p.full_name, p.username, p.company_name) ilike pattern
    );
  end if;
  return query
    select c.id from public.consultations c
    where (c.consultant_id = any (people) or c.facility_id = any (people))
      and (is_admin or c.consultant_id = me or c.facility_id = me)
    order by c.scheduled_at desc, c.id
    limit app.search_size();
end
$$;

grant execute on function
  app.search_size(), app.match_rank(text, text), app.job_candidates(text), app.person_candidates(text),
  app.consultation_candidates(text)
  to authenticated, service_role;
