-- Finds objects of each kind for the command palette. The functions run with the rights of the caller, so row security
-- decides which rows are found.

create function app.search_jobs(query text)
returns table (kind text, id uuid, title text, detail text, state text, picture text, at timestamptz)
language sql stable set search_path = ''
as $$
  select 'job', j.id, j.title, j.category,
         case when j.status = 'finished' then 'finished' when j.awarded_at is not null then 'awarded' else 'open' end,
         null, coalesce(j.finished_at, j.created_at)
  from public.jobs j
  where j.id = any (array(select app.job_candidates(query))) and not j.is_deleted
  order by app.match_rank(j.title, query), j.created_at desc, j.id
  limit app.search_size()
$$;

create function app.search_people(query text)
returns table (kind text, id uuid, title text, detail text, state text, picture text, at timestamptz)
language sql stable set search_path = ''
as $$
  select 'person', p.id, app.display_name(p),
         case when p.role = 'facility' then p.full_name else coalesce(p.company_name, p.headline) end,
         p.role, p.profile_picture, p.created_at
  from public.profiles p
  where p.id = any (array(select app.person_candidates(query))) and app.display_name(p) is not null
  order by app.match_rank(app.display_name(p), query), app.display_name(p), p.id
  limit app.search_size()
$$;

-- Finds the consultations of the caller by the name of the other side, or for admins those of the people they find. The
-- title is the name of the other side, or of the consultant for admins.
create function app.search_consultations(query text)
returns table (kind text, id uuid, title text, detail text, state text, picture text, at timestamptz)
language sql stable set search_path = ''
as $$
  select 'consultation', c.id, app.display_name(p),
         case when auth.uid() not in (c.facility_id, c.consultant_id) then
           (select app.display_name(f) from public.profiles f where f.id = c.facility_id)
         end,
         c.status, p.profile_picture, c.scheduled_at
  -- The inner query ends with its limit, so that only the profiles of these rows are read.
  from (
      select * from public.consultations c
      where c.id = any (array(select app.consultation_candidates(query)))
      order by c.scheduled_at desc, c.id
      limit app.search_size()
    ) c,
    lateral (
      select * from public.profiles p
      where p.id = case when c.consultant_id = auth.uid() then c.facility_id else c.consultant_id end
      offset 0
    ) p
  order by c.scheduled_at desc, c.id
$$;

create function public.search_objects(query text)
returns table (kind text, id uuid, title text, detail text, state text, picture text, at timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  query := app.trimmed(query);
  perform app.check_text('The search', query, 200, true);
  return query select * from app.search_jobs(query);
  return query select * from app.search_people(query);
  return query select * from app.search_consultations(query);
end
$$;
comment on function public.search_objects(text) is
  'Finds the jobs, people and consultations that the caller may see by a part of a title or a name: at most six of each '
  'kind, the best matches first. The kind is "job", "person" or "consultation". The detail is the category of a job, the '
  'company or the other name of a person, or for admins the facility of a consultation. The state is that of the job or '
  'the consultation, or the role of the person. Deleted jobs are not found.';

grant execute on function
  app.search_jobs(text), app.search_people(text), app.search_consultations(text), public.search_objects(text)
  to authenticated, service_role;
