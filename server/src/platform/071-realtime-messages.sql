-- These functions send broadcasts from the database. Rows without an event only test permissions, and are not sent.

grant insert (id) on realtime.messages to anon, authenticated, service_role;

create index if not exists messages_topic_idx on realtime.messages (topic, inserted_at) where event is not null;

-- Timestamps of messages are in UTC, whatever the time zone of the session. ALTER TABLE runs only if necessary, because
-- its lock would block a running server.
do $$
begin
  if not exists (
    select from pg_attrdef
    where adrelid = 'realtime.messages'::regclass and pg_get_expr(adbin, adrelid) like '%clock_timestamp() AT TIME ZONE%'
  ) then
    alter table realtime.messages
      alter column inserted_at set default (clock_timestamp() at time zone 'UTC'),
      alter column updated_at set default (clock_timestamp() at time zone 'UTC');
  end if;
end
$$;

-- Removes an old check. realtime.record_message limits the length of the event's name in bytes instead.
do $$
begin
  if exists (
    select from pg_constraint where conrelid = 'realtime.messages'::regclass and conname = 'messages_event_check'
  ) then
    alter table realtime.messages drop constraint messages_event_check;
  end if;
end
$$;

-- Refuses messages that the WebSocket protocol cannot encode, because it stores the length of each name in one byte.
create or replace function realtime.record_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.event) > 255 then
    raise exception using errcode = '22001', message = 'The event of a broadcast can have at most 255 bytes.';
  elsif new.topic = '' or octet_length('realtime:' || new.topic) > 255 then
    raise exception using errcode = '22001', message = 'The topic of a broadcast needs a name of at most 246 bytes.';
  end if;
  insert into realtime.changes (schema_name, table_name, kind, new_row)
  values ('realtime', 'messages', 'INSERT', jsonb_build_object(
    'id', new.id, 'topic', new.topic, 'private', coalesce(new.private, false), 'event', new.event, 'payload', new.payload
  ));
  return null;
end
$$;
revoke execute on function realtime.record_message() from public;

-- Creating a trigger takes a lock that would block a running server.
do $$
begin
  if not exists (
    select from pg_trigger where tgrelid = 'realtime.messages'::regclass and tgname = '_900_record_message'
  ) then
    create trigger _900_record_message after insert on realtime.messages
      for each row when (new.extension = 'broadcast' and new.event is not null)
      execute function realtime.record_message();
  end if;
end
$$;

-- Sends a broadcast with the rights of the caller. A failure is only a warning, because it must not roll back the
-- reported change.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language plpgsql set search_path = ''
as $$
declare
  id uuid := gen_random_uuid();
  said jsonb := payload;
begin
  if jsonb_typeof(payload) = 'object' and not payload ? 'id' then
    said := payload || jsonb_build_object('id', id);
  end if;
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, event, payload, private)
  values (id, topic, 'broadcast', event, said, private);
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- Sends a broadcast on a private topic without storing it, so that it costs one row less than realtime.send. Clients
-- that join later cannot replay it. Only functions of the database's owner can call this function.
create or replace function realtime.send_unstored(payload jsonb, event text, topic text) returns void
language sql security definer set search_path = ''
as $$
  insert into realtime.changes (schema_name, table_name, kind, new_row)
  values ('realtime', 'messages', 'INSERT', jsonb_build_object(
    'id', gen_random_uuid(), 'topic', topic, 'private', true, 'event', event, 'payload', payload
  ))
$$;
revoke execute on function realtime.send_unstored(jsonb, text, text) from public;

-- Broadcasts a changed row on a private topic. Call this function from a FOR EACH ROW trigger.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql set search_path = ''
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;

revoke execute on function realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text) from public;
grant execute on function realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
