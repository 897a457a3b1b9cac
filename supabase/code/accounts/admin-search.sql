-- The function is SECURITY DEFINER, because row security prevents the use of trigram indexes.
create function app.admin_search_users(query text, by_role boolean) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- Without `by_role`, a line break after the match excludes the role, which is the last line of `search_text`.
  pattern constant text := app.like_pattern(lower(query)) || case when by_role then '' else e'\n%' end;
  phone_pattern constant text := app.phone_like_pattern(query);
  ids constant record := app.id_range(query);
begin
  perform app.require_admin();
  perform app.check_text('The search', query, 200, true);
  return query
    select c.user_id from app.contacts c
    where c.search_text like pattern or c.search_text like phone_pattern
      or c.user_id between ids.first_id and ids.last_id;
end
$$;

create function public.admin_search_users(query text, by_role boolean default true) returns setof public.admin_user_list
language sql stable set search_path = ''
as $$
  select l.* from public.admin_user_list l
  where l.id = any (array(select app.admin_search_users(query, by_role)))
$$;
comment on function public.admin_search_users(text, boolean) is
  'Finds users of admin_user_list by a part of a name, the company, the email or the role, by a part of the phone in '
  'any format, or by an id. All characters match literally. Without by_role, the role is not searched. For admins.';

grant execute on function
  public.admin_search_users(text, boolean), app.admin_search_users(text, boolean)
  to authenticated, service_role;
