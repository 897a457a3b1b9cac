-- Creates the tables and functions for live changes and for messages on topics.

create table if not exists realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (length(topic) <= 500),
  extension text not null check (length(extension) <= 50),
  event text,
  payload jsonb,
  private boolean default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now()
);
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);

create table if not exists realtime.changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  schema_name text not null check (length(schema_name) <= 63),
  table_name text not null check (length(table_name) <= 63),
  kind text not null check (kind in ('INSERT', 'UPDATE', 'DELETE')),
  new_row jsonb,
  old_row jsonb
);
comment on table realtime.changes is
  'Each change of a watched row. A reader takes the rows whose transaction has become visible since the previous read.';
create index if not exists changes_xid_idx on realtime.changes (xid);
create index if not exists changes_at_idx on realtime.changes (at);

-- ALTER TABLE takes a lock that would block a running server.
do $$
begin
  if not exists (
    select from pg_attribute where attrelid = 'realtime.changes'::regclass and attname = 'new_audience'
  ) then
    alter table realtime.changes add new_audience text[], add old_audience text[];
  end if;
end
$$;
comment on column realtime.changes.new_audience is
  'The groups that see the new row. It is null for a table without a declared audience.';
comment on column realtime.changes.old_audience is 'The groups that saw the old row.';

-- A table is watched if it has an AFTER ... FOR EACH ROW trigger that calls this function. The trigger's argument can
-- name a function that returns the groups of a row.
create or replace function realtime.record_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  recorded realtime.changes;
begin
  if tg_op <> 'DELETE' then
    recorded.new_row := to_jsonb(new);
    if tg_nargs > 0 then
      execute format('select %s($1)', tg_argv[0]) into recorded.new_audience using new;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    recorded.old_row := to_jsonb(old);
    if tg_nargs > 0 then
      execute format('select %s($1)', tg_argv[0]) into recorded.old_audience using old;
    end if;
  end if;
  insert into realtime.changes (schema_name, table_name, kind, new_row, old_row, new_audience, old_audience)
  values (
    tg_table_schema, tg_table_name, tg_op, recorded.new_row, recorded.old_row, recorded.new_audience,
    recorded.old_audience
  );
  return null;
end
$$;

create or replace function realtime.topic() returns text
language sql stable set search_path = ''
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

revoke execute on function realtime.topic(), realtime.record_change() from public;
grant execute on function realtime.topic()
  to anon, authenticated, service_role;

-- The policies on realtime.messages are the rules for private topics. A user who may select a row may receive the
-- topic's messages. A user who may insert a row may send messages.
grant select, insert (topic, extension, event, payload, private) on realtime.messages
  to anon, authenticated, service_role;

drop function if exists realtime.may_hear(text, text, text), realtime.permissions(text, text, text),
  realtime.readable_extensions(text, text, text);

-- Returns one row for each user, with 'broadcast', 'presence', both or neither. claims[n] belongs to roles[n].
-- The function inserts two test rows, reads them as each user, and rolls back. So the users share one transaction id.
create or replace function realtime.readable_extensions(topic text, roles text[], claims text[])
returns table (readable text[])
language plpgsql set search_path = ''
as $$
declare
  given_topic alias for topic;
  tries uuid[];
  -- An array of arrays needs arrays of one length, so each array is stored as text.
  readable_texts text[] := '{}';
begin
  with made as (
    insert into realtime.messages (topic, extension, private)
    values (given_topic, 'broadcast', true), (given_topic, 'presence', true)
    returning id
  )
  select array_agg(id) into tries from made;
  perform set_config('realtime.topic', given_topic, true);
  for n in 1 .. cardinality(roles) loop
    perform set_config('request.jwt.claims', claims[n], true);
    perform set_config('role', roles[n], true);
    readable_texts := readable_texts
      || array(select m.extension from realtime.messages m where m.id = any (tries))::text;
  end loop;
  raise exception using errcode = 'RT000';
exception when sqlstate 'RT000' then
  return query select each.list::text[] from unnest(readable_texts) with ordinality as each (list, place) order by place;
end
$$;
revoke execute on function realtime.readable_extensions(text, text[], text[]) from public;

-- Returns what a user may receive and send on a private topic.
create or replace function realtime.topic_rights(topic text, role text, claims text)
returns table (readable text[], writable text[])
language plpgsql set search_path = ''
as $$
declare
  given_topic alias for topic;
  tried text;
begin
  select r.readable into readable from realtime.readable_extensions(topic, array[role], array[claims]) as r;
  writable := '{}';
  begin
    perform set_config('request.jwt.claims', claims, true), set_config('realtime.topic', given_topic, true);
    perform set_config('role', role, true);
    foreach tried in array array['broadcast', 'presence'] loop
      begin
        insert into realtime.messages (topic, extension, private) values (given_topic, tried, true);
        writable := writable || tried;
      exception when insufficient_privilege then
        null;
      end;
    end loop;
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    null;
  end;
  return next;
end
$$;
revoke execute on function realtime.topic_rights(text, text, text) from public;

-- Sets the limits for joins, messages and bytes of each user, over all WebSockets of the user.
insert into private.settings (name, value) values
  ('limit_live_joins', '100/10'),
  ('limit_live_messages', '100/1'),
  ('limit_live_bytes', '524288/1')
on conflict do nothing;

-- Sets the limits for open WebSockets and subscriptions, for each server separately.
insert into private.settings (name, value) values
  ('limit_live_sockets_address', '1000'),
  ('limit_live_sockets_user', '100'),
  ('limit_live_subscriptions', '500')
on conflict do nothing;
