create function public.search_consultants(query text default '', min_rating numeric default 0)
returns table (
  id uuid, username text, full_name text, company_name text, headline text, location text, services text[],
  profile_picture text, time_zone text, consultation_fee numeric, average_rating numeric,
  review_count bigint
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if min_rating not between 0 and 4 then
    perform app.refuse(400, 'min_rating_invalid', 'The minimum rating must be from 0 to 4.', 'Send 0 for any rating.');
  end if;
  return query
    select p.id, p.username, p.full_name, p.company_name, p.headline, p.location, p.services,
           p.profile_picture, p.time_zone, p.consultation_fee, r.average_rating, r.review_count
    from public.profiles p,
         lateral (
           select round(avg(rating), 1) as average_rating, count(*) as review_count
           from public.reviews where consultant_id = p.id and counts_from <= now()
         ) as r
    where p.role = 'consultant'
      and not p.is_hidden
      and p.is_filled
      and p.id is distinct from auth.uid()
      and p.id not in (select banned.id from app.banned_ids() as banned (id))
      and coalesce(r.average_rating, 0) >= coalesce(min_rating, 0)
      and (
        p.username ilike app.like_pattern(query) or p.full_name ilike app.like_pattern(query)
        or exists (select from unnest(p.services) as service where service ilike app.like_pattern(query))
      )
    order by r.average_rating desc nulls last, r.review_count desc, p.username, p.id;
end
$$;
comment on function public.search_consultants(text, numeric) is
  'Finds visible consultants with a profile by a part of a service or a name, and by a minimum average rating from 0 to 4, best rated '
  'first.';

grant execute on function public.search_consultants(text, numeric)
  to authenticated, service_role;
