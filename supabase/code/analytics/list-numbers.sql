-- How long an admin's lists are, whole or in a part: kept beside the rows as the tiles are, for who reads a page of a million
-- rows waits for no count of them.
create function app.admin_list_number(list text, wanted text) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  perform app.require_admin();
  if list is null or list not in ('users', 'jobs', 'bids', 'payments', 'entries') then
    perform app.refuse(400, 'list_unknown', 'This list is not known.',
      'Ask for users, jobs, bids, payments or entries.');
  end if;
  return (
    select coalesce(sum(c.number), 0) from private.counted c
    where case
      when list = 'users' then c.what = 'people' and (wanted is null or c.part = wanted)
      when list in ('payments', 'entries') then c.what = list and (wanted is null or c.part = wanted)
      when wanted is null then c.what = list || ' made'
      else c.what = wanted || ' ' || list
    end
  );
end
$$;

create function public.admin_list_number(list text, part text default null) returns bigint
language sql stable set search_path = ''
as $$
  select app.admin_list_number(list, part)
$$;
comment on function public.admin_list_number(text, text) is
  'How many users, jobs, bids, payments or entries of the audit log there are; of users with a role, of entries about an '
  'action, of the others in a state. For admins.';

grant execute on function public.admin_list_number(text, text), app.admin_list_number(text, text)
  to authenticated, service_role;
