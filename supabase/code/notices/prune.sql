-- Notices of which nobody asks any more: read ones after 90 days, and the others after a year, but those of messages that
-- the inbox still counts. At most so many of each, and none that somebody is just at; true while there may be more. The
-- server calls it every ten minutes.
create function private.prune(most integer) returns boolean
language plpgsql set search_path = ''
as $$
declare
  gone integer;
  is_more boolean;
begin
  -- An array is found once; a join may look for the rows anew, and past those just removed.
  delete from public.notices where id = any (array(
    select id from public.notices
    where read and created_at < now() - interval '90 days' limit most for update skip locked
  ));
  get diagnostics gone = row_count;
  is_more := gone = most;
  delete from public.notices where id = any (array(
    select id from public.notices
    where not read and kind <> 'message_received' and created_at < now() - interval '1 year'
    limit most for update skip locked
  ));
  get diagnostics gone = row_count;
  return is_more or gone = most;
end
$$;
comment on function private.prune(integer) is
  'Removes what went out of use, at most so many rows of each kind; true while there may be more. The server calls it.';
