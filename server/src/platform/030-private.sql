-- Creates tables that only the server reads.

create table if not exists private.settings (
  name text primary key check (length(name) <= 100),
  value text not null check (length(value) <= 10000),
  changed_at timestamptz not null default now()
);
comment on table private.settings is
  'Settings that the SQL rules read, such as limits. Each start of a server writes the settings that come from the environment.';
-- Renames three limits of older releases and keeps their values, because an operator may have changed them.
update private.settings old set name = new.name
  from (values
    ('limit_requests_person', 'limit_requests_user'),
    ('limit_live_sockets_person', 'limit_live_sockets_user'),
    ('limit_outside_address', 'limit_oauth_address')
  ) as new (old_name, name)
  where old.name = new.old_name and not exists (select from private.settings s where s.name = new.name);
-- These are the default limits for each user and each network address, in the form "count/seconds".
insert into private.settings (name, value) values
  ('limit_requests_user', '100/1'),
  ('limit_requests_database', '20000/60'),
  ('limit_requests_images', '10000/60'),
  ('limit_requests_address', '300/1')
on conflict do nothing;

create table if not exists private.secrets (
  name text primary key check (length(name) <= 100),
  value text not null check (length(value) <= 10000),
  created_at timestamptz not null default now()
);
comment on table private.secrets is
  'Secrets that all servers of an external database share. With the embedded database they are in a file.';

create table if not exists private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (length(kind) <= 100),
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 2000),
  done_at timestamptz,
  dead_at timestamptz,
  claimed_by integer
);
-- The column is added only if it is missing, because adding a column takes a lock that would block a running server.
do $$
begin
  if not exists (
    select from pg_attribute where attrelid = 'private.outbox'::regclass and attname = 'claimed_by'
  ) then
    alter table private.outbox add column claimed_by integer;
  end if;
end
$$;
comment on table private.outbox is
  'Jobs that run at least once after the transaction that added them commits. A worker claims due rows for the time of a lease.';
comment on column private.outbox.due_at is
  'When the job may run next. While a worker runs the job, this is the end of the lease.';
comment on column private.outbox.claimed_by is
  'The number of the worker that runs the job. The worker has an advisory lock with this number while it lives.';
-- The order of the columns lets claimDue skip all jobs of the kinds that have reached their limit.
create index if not exists outbox_kind_due_idx on private.outbox (kind, due_at)
  where done_at is null and dead_at is null;
drop index if exists private.outbox_due_idx;
create index if not exists outbox_claimed_idx on private.outbox (claimed_by)
  where claimed_by is not null and done_at is null and dead_at is null;
create index if not exists outbox_done_idx on private.outbox (done_at) where done_at is not null;
create index if not exists outbox_dead_idx on private.outbox (dead_at) where dead_at is not null;

create table if not exists private.request_keys (
  owner text not null check (length(owner) <= 200),
  key text not null check (length(key) <= 255),
  request_hash bytea not null,
  status integer,
  headers jsonb,
  body bytea,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
comment on table private.request_keys is
  'Responses to requests with an Idempotency-Key, so that a repeated request has one effect.';
create index if not exists request_keys_created_at_idx on private.request_keys (created_at);

create table if not exists private.request_key_usage (
  owner text not null check (length(owner) <= 200),
  day date not null default current_date,
  keys integer not null default 0,
  bytes bigint not null default 0,
  primary key (owner, day)
);
comment on table private.request_key_usage is
  'How many Idempotency-Keys each user has used on a day, and how many bytes of responses are kept for them.';

-- The table is unlogged, because the counts may be lost in a crash.
create unlogged table if not exists private.address_limits (
  name text not null check (length(name) <= 100),
  address text not null check (length(address) <= 320),
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (name, address, window_start)
);
comment on table private.address_limits is
  'Counts of attempts by address or account within a time window, for all servers together.';
create index if not exists address_limits_window_start_idx on private.address_limits (window_start);
