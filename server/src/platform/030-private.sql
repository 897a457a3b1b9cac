-- What only the server reads. Rows that go out of use are removed by jobs.

create table if not exists private.settings (
  name text primary key check (length(name) <= 100),
  value text not null check (length(value) <= 10000),
  changed_at timestamptz not null default now()
);
comment on table private.settings is
  'What the rules need to know of this installation, and the limits. The start writes what the environment sets.';
-- How often one person and one address may ask, as "count/seconds".
insert into private.settings (name, value) values
  ('limit_requests_person', '100/1'),
  ('limit_requests_address', '300/1')
on conflict do nothing;

create table if not exists private.secrets (
  name text primary key check (length(name) <= 100),
  value text not null check (length(value) <= 10000),
  created_at timestamptz not null default now()
);
comment on table private.secrets is
  'Secrets that all servers of one outside database share. The embedded one keeps them in a file.';

create table if not exists private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (length(kind) <= 100),
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 2000),
  done_at timestamptz,
  dead_at timestamptz
);
comment on table private.outbox is
  'Work to be done after commit, at least once. A job claims due rows with "for update skip locked".';
-- Letters stand last, as in claimNext.
drop index if exists private.outbox_waiting_idx;
create index if not exists outbox_next_idx on private.outbox ((kind = 'letter'), due_at)
  where done_at is null and dead_at is null;
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
  'Answers to requests that carried an Idempotency-Key, so that a repeat has one effect.';
create index if not exists request_keys_created_at_idx on private.request_keys (created_at);

-- Unlogged: after a crash everybody may start counting anew.
create unlogged table if not exists private.address_limits (
  name text not null check (length(name) <= 100),
  address text not null check (length(address) <= 320),
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (name, address, window_start)
);
comment on table private.address_limits is
  'How often an address or an account did something in a window of time, counted for all servers.';
create index if not exists address_limits_window_start_idx on private.address_limits (window_start);
