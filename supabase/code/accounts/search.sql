-- A like pattern for a part of a text. All characters match literally.
create function app.part(query text) returns text
language sql immutable set search_path = ''
as $$
  select '%' || regexp_replace(coalesce(query, ''), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- A like pattern for a part of a phone number, typed in any format; numbers are stored as a plus and digits. It is null
-- if the query is not a number, or if it has no plus and fewer than five digits, which could be anything. A whole date
-- or a larger amount looks like a part of a number, so it also finds numbers with its digits.
create function app.part_of_number(query text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when query ~ '^\+?[\d\s\u00a0()./-]+$' and typed ~ '^(\+\d|\d{5})' then app.part(typed)
  end
  from regexp_replace(query, '[^+\d]', '', 'g') as typed
$$;

create function public.search_consultants(query text default '', min_rating numeric default 0)
returns table (
  id uuid, username text, full_name text, company_name text, headline text, location text, services text[],
  profile_picture text, time_zone text, consultation_fee numeric, average_rating numeric,
  review_count bigint
)
language sql stable set search_path = ''
as $$
  select p.id, p.username, p.full_name, p.company_name, p.headline, p.location, p.services,
         p.profile_picture, p.time_zone, p.consultation_fee, r.average_rating, r.review_count
  from public.profiles p,
       lateral (
         select round(avg(rating), 1) as average_rating, count(*) as review_count
         from public.reviews where consultant_id = p.id
       ) as r
  where p.role = 'consultant'
    and not p.is_hidden
    and p.id is distinct from auth.uid()
    and p.id not in (select banned.id from app.banned_ids() as banned (id))
    and coalesce(r.average_rating, 0) >= coalesce(min_rating, 0)
    and (
      p.username ilike app.part(query) or p.full_name ilike app.part(query)
      or exists (select from unnest(p.services) as service where service ilike app.part(query))
    )
  order by r.average_rating desc nulls last, r.review_count desc, p.username, p.id
$$;
comment on function public.search_consultants(text, numeric) is
  'Finds visible consultants by a part of a service or a name, and by a minimum average rating, best rated first.';

grant execute on function public.search_consultants(text, numeric), app.part(text)
  to authenticated, service_role;
