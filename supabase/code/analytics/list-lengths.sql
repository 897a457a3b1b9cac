-- The lengths of an admin's lists, whole or filtered. They come from the counters, because a page of a million rows
-- cannot wait for a count of them.
create function app.admin_list_number(list text, wanted_bucket text) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  perform app.require_admin();
  if list is null or list not in ('users', 'jobs', 'bids', 'payments', 'entries') then
    perform app.refuse(400, 'list_unknown', 'This list does not exist.',
      'Use users, jobs, bids, payments or entries.');
  end if;
  return (
    select coalesce(sum(c.number), 0) from private.counted c
    where case
      when list = 'users' then c.what = 'people' and (wanted_bucket is null or c.part = wanted_bucket)
      when list in ('payments', 'entries') then c.what = list and (wanted_bucket is null or c.part = wanted_bucket)
      when wanted_bucket is null then c.what = list || ' made'
      else c.what = wanted_bucket || ' ' || list
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
  'The number of users, jobs, bids, payments or entries of the audit log. The part is a role for users, an action for '
  'entries, and a state for the others. For admins.';

grant execute on function public.admin_list_number(text, text), app.admin_list_number(text, text)
  to authenticated, service_role;
