-- These functions tell policies which operation of the storage API runs the statement. The operations have the same
-- names as in Supabase Storage, with or without the prefix "storage.".

create or replace function storage.operation() returns text
language sql stable set search_path = ''
as $$
  select nullif(current_setting('storage.operation', true), '')
$$;

create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(bool_or(
    expected <> ''
    and regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', '')
  ), false)
  from unnest(expected_operations) as expected
$$;

create or replace function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable set search_path = ''
as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

revoke execute on function
  storage.operation(), storage.allow_any_operation(text[]), storage.allow_only_operation(text)
from public;
grant execute on function
  storage.operation(), storage.allow_any_operation(text[]), storage.allow_only_operation(text)
to anon, authenticated, service_role;
