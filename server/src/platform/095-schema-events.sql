-- These triggers make the servers reload their schema cache. Only a superuser can create event triggers, so other
-- logins must run `notify pgrst, 'reload schema'`.

-- Ignores pg_temp, realtime and private, because no schema cache contains them. Servers themselves change functions in
-- realtime when they reload.
create or replace function private.on_schema_change() returns event_trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands() c
    where not c.in_extension
      and coalesce(c.schema_name, '') not in ('pg_temp', 'realtime', 'private')
      -- GRANT and REVOKE report no schema. No server caches rights on functions.
      and not (c.command_tag in ('GRANT', 'REVOKE') and c.object_type in ('FUNCTION', 'PROCEDURE', 'ROUTINE'))
  ) then
    perform pg_notify('pgrst', 'reload schema');
  end if;
  if tg_tag ~ '(PUBLICATION|TABLE|TABLE AS|TRIGGER|SCHEMA)$' or tg_tag = 'SELECT INTO' then
    perform realtime.sync_publication();
  end if;
end
$$;
revoke execute on function private.on_schema_change() from public;

create or replace function private.on_schema_drop() returns event_trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from pg_event_trigger_dropped_objects() d
    where d.original and not d.is_temporary
      and coalesce(d.schema_name, '') not in ('pg_temp', 'realtime', 'private')
  ) then
    perform pg_notify('pgrst', 'reload schema');
  end if;
end
$$;
revoke execute on function private.on_schema_drop() from public;

do $$
begin
  if not current_setting('is_superuser')::boolean then
    return;
  end if;
  if not exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end execute function private.on_schema_change();
  end if;
  if not exists (select from pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop execute function private.on_schema_drop();
  end if;
end
$$;
