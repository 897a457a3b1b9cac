-- Deletes read notices after 90 days and unread notices after a year. Unread notices about messages stay, because the
-- inbox still counts those messages as unread.
create function private.prune(max_rows integer) returns boolean
language plpgsql set search_path = ''
as $$
declare
  deleted_count integer;
  has_more boolean;
begin
  -- PostgreSQL evaluates an array once, but might evaluate a joined subquery several times and exceed max_rows.
  delete from public.notices where id = any (array(
    select id from public.notices
    where read and created_at < now() - interval '90 days' limit max_rows for update skip locked
  ));
  get diagnostics deleted_count = row_count;
  has_more := deleted_count = max_rows;
  delete from public.notices where id = any (array(
    select id from public.notices
    where not read and kind <> 'message_received' and created_at < now() - interval '1 year'
    limit max_rows for update skip locked
  ));
  get diagnostics deleted_count = row_count;
  return has_more or deleted_count = max_rows;
end
$$;
comment on function private.prune(integer) is
  'Deletes at most max_rows old notices that were read, and at most max_rows that were not. Returns true while there '
  'may be more. The server calls the function.';
