-- Broadcasts from the database: a message that is committed is heard, by whoever may hear on its topic. What only asks
-- whether it might be written has no event, and wakes nobody.

grant insert (id) on realtime.messages to anon, authenticated, service_role;

create index if not exists messages_topic_idx on realtime.messages (topic, inserted_at) where event is not null;

-- Times without a zone are those of UTC, whatever zone the speaker asked for. Only where they are not yet: it takes a
-- lock that a running server would feel.
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

-- What an event may be called is said in bytes, where it is to be heard.
do $$
begin
  if exists (
    select from pg_constraint where conrelid = 'realtime.messages'::regclass and conname = 'messages_event_check'
  ) then
    alter table realtime.messages drop constraint messages_event_check;
  end if;
end
$$;

-- What nobody could hear is refused: a client has one byte for the length of each name.
create or replace function realtime.record_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.event) > 255 then
    raise exception using errcode = '22001', message = 'The event of a broadcast has at most 255 bytes.';
  elsif new.topic = '' or octet_length('realtime:' || new.topic) > 255 then
    raise exception using errcode = '22001', message = 'The topic of a broadcast has a name, of at most 246 bytes.';
  end if;
  insert into realtime.changes (schema_name, table_name, kind, new_row)
  values ('realtime', 'messages', 'INSERT', jsonb_build_object(
    'id', new.id, 'topic', new.topic, 'private', coalesce(new.private, false), 'event', new.event, 'payload', new.payload
  ));
  return null;
end
$$;
revoke execute on function realtime.record_message() from public;

-- Making a trigger takes such a lock too.
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

-- As whoever calls it: the policies on realtime.messages say whether they may speak. What cannot be said must not undo
-- what it would have told of, so it is a warning.
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

-- For a trigger of each row: what changed, as a broadcast on a private topic.
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
