-- The number comes from the counters, because counting a million rows is too slow.
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
    select coalesce(sum(c.value), 0) from private.current_counters c
    where case
      when list = 'users' then c.metric = 'users_by_role'
      when list = 'payments' then c.metric = 'payments_by_status'
      when list = 'entries' then c.metric = 'audit_entries_by_action'
      when list = 'bids' then c.metric = 'bids_by_status'
      when wanted_bucket is null then c.metric = 'jobs_posted'
      when wanted_bucket = 'open' then c.metric = 'open_jobs_by_category'
      else c.metric = 'jobs_by_state'
    end
      and (wanted_bucket is null or c.bucket = wanted_bucket or list = 'jobs' and wanted_bucket = 'open')
  );
end
$$;

select app.expose(
  'admin_list_number(list text, part text default null)',
  'The number of users, jobs, bids, payments or entries of the audit log. The part is a role for users, an action for '
  'entries, and a state for the others. For admins.'
);
