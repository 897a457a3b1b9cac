-- What changed, for those who listen.

create table if not exists realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (length(topic) <= 500),
  extension text not null check (length(extension) <= 50),
  event text check (length(event) <= 200),
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
  'Each change of a watched row. A reader takes every row whose xid is not below its last low watermark.';
create index if not exists changes_xid_idx on realtime.changes (xid);
create index if not exists changes_at_idx on realtime.changes (at);

-- Put on a table as an AFTER trigger for each row, it makes that table watched.
create or replace function realtime.record_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into realtime.changes (schema_name, table_name, kind, new_row, old_row)
  values (
    tg_table_schema, tg_table_name, tg_op,
    case when tg_op <> 'DELETE' then to_jsonb(new) end,
    case when tg_op <> 'INSERT' then to_jsonb(old) end
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
