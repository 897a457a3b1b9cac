-- Migrations that were written for Supabase can add tables to the publication supabase_realtime. Each of these tables
-- gets a trigger that records its changes.

do $$
declare
  client_level text := current_setting('client_min_messages');
  log_level text := current_setting('log_min_messages');
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    -- The publication is only a list of tables, so PostgreSQL's advice about wal_level does not apply.
    perform set_config('client_min_messages', 'error', true);
    if current_setting('is_superuser')::boolean then
      perform set_config('log_min_messages', 'error', true);
    end if;
    create publication supabase_realtime;
    perform set_config('client_min_messages', client_level, true);
    if current_setting('is_superuser')::boolean then
      perform set_config('log_min_messages', log_level, true);
    end if;
  end if;
end
$$;

-- Leaves out the server's own schemas, because a trigger on realtime.changes would record its own inserts without end.
create or replace function realtime.published_tables()
returns table (relation oid, events text, trigger_type smallint)
language sql stable set search_path = ''
as $$
  select c.oid,
    array_to_string(array[
      case when p.pubinsert then 'insert' end,
      case when p.pubupdate then 'update' end,
      case when p.pubdelete then 'delete' end
    ], ' or '),
    -- These are the bits of pg_trigger.tgtype for a trigger that runs AFTER an event and FOR EACH ROW.
    (1 + 4 * p.pubinsert::integer + 8 * p.pubdelete::integer + 16 * p.pubupdate::integer)::smallint
  from pg_catalog.pg_publication p
    join pg_catalog.pg_publication_tables t on t.pubname = p.pubname
    join pg_catalog.pg_namespace n on n.nspname = t.schemaname
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = t.tablename
  where p.pubname = 'supabase_realtime'
    and n.nspname not in ('auth', 'storage', 'realtime', 'private')
    and (p.pubinsert or p.pubupdate or p.pubdelete)
$$;
revoke execute on function realtime.published_tables() from public;

-- Adds and removes recording triggers until they match the publication. A table keeps a recording trigger that a
-- migration has created.
create or replace function realtime.sync_publication() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  task record;
begin
  for task in
    with recording as (
      select g.tgrelid, g.tgname, g.tgtype, g.tgname = '_900_record_published_change' as is_own,
        g.tgparentid = 0 as is_root
      from pg_catalog.pg_trigger g
      where g.tgfoid = 'realtime.record_change()'::regprocedure
    ),
    outdated as (
      select r.tgrelid as relation from recording r
      where r.is_own and r.is_root and (
        not exists (
          select from realtime.published_tables() p where p.relation = r.tgrelid and p.trigger_type = r.tgtype
        )
        or exists (select from recording other where other.tgrelid = r.tgrelid and not other.is_own)
      )
    )
    select relation, format(
      'drop trigger _900_record_published_change on %s', relation::regclass) as command, 1 as step
    from outdated
    union all
    select p.relation, format(
      'create trigger _900_record_published_change after %s on %s for each row execute function realtime.record_change()',
      p.events, p.relation::regclass), 2
    from realtime.published_tables() p
    where not exists (
      select from recording r where r.tgrelid = p.relation and not (
        r.is_own and r.is_root and r.tgtype <> p.trigger_type
      )
    )
    order by step
  loop
    begin
      execute task.command;
    exception
      when insufficient_privilege then
        raise warning 'Changes of % cannot be recorded, because this login does not own it.', task.relation::regclass;
      -- Another server has made the same change in the meantime.
      when duplicate_object or undefined_object then null;
    end;
  end loop;
end
$$;
revoke execute on function realtime.sync_publication() from public;

select realtime.sync_publication();
