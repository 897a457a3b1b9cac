-- These functions find the groups of connected users. A user receives a change if one of the user's groups is in the
-- audience of the row.

-- Without this setting, no user is in a group.
create or replace function realtime.groups_function() returns text
language sql stable security definer set search_path = ''
as $$
  select value from private.settings where name = 'live_groups_function'
$$;

-- Users of a role that may not call the setting's function are in no group. Users of a role that bypasses row security
-- are in the group `*`, which is part of every audience.
create or replace function realtime.groups_of(claims text[], user_ids text[])
returns table (place bigint, groups text[])
language plpgsql set search_path = ''
as $$
declare
  caller record;
  skips_row_security constant boolean := (
    select r.rolbypassrls from pg_catalog.pg_roles r where r.rolname = current_user
  );
  function_name constant text := realtime.groups_function();
  has_groups constant boolean := coalesce(has_function_privilege(function_name || '()', 'execute'), false);
begin
  for caller in
    select * from unnest(claims, user_ids) with ordinality as each (claims, user_id, place)
  loop
    place := caller.place;
    perform set_config('request.jwt.claims', caller.claims, true),
      set_config('request.jwt.claim.sub', caller.user_id, true);
    groups := case when skips_row_security then array['*'] else '{}' end;
    if has_groups and not skips_row_security then
      execute format('select %s()', function_name) into groups;
    end if;
    return next;
  end loop;
end
$$;

revoke execute on function realtime.groups_function(), realtime.groups_of(text[], text[]) from public;
grant execute on function realtime.groups_function(), realtime.groups_of(text[], text[])
  to anon, authenticated, service_role;

-- Tells the servers that the groups of a user may have changed. The trigger's argument names the column with the user's
-- id.
create or replace function realtime.forget_groups() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into realtime.changes (schema_name, table_name, kind, new_row)
  values ('realtime', 'groups', 'UPDATE', jsonb_build_object(
    'user_id', coalesce(to_jsonb(new), to_jsonb(old)) -> tg_argv[0]
  ));
  return null;
end
$$;
revoke execute on function realtime.forget_groups() from public;

-- Creating a trigger takes a lock that would block a running server.
do $$
begin
  if not exists (
    select from pg_trigger where tgrelid = 'auth.sessions'::regclass and tgname = '_900_forget_groups'
  ) then
    create trigger _900_forget_groups after delete on auth.sessions
      for each row execute function realtime.forget_groups('user_id');
    create trigger _900_forget_groups after update of banned_until, deleted_at, role, raw_app_meta_data on auth.users
      for each row when (
        (old.banned_until, old.deleted_at, old.role, old.raw_app_meta_data)
          is distinct from (new.banned_until, new.deleted_at, new.role, new.raw_app_meta_data)
      )
      execute function realtime.forget_groups('id');
  end if;
end
$$;
