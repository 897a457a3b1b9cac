-- Creates the tables that record the applied releases and migrations.

create table if not exists private.migrations (
  name text primary key check (length(name) <= 200),
  hash text not null check (length(hash) = 64),
  applied_at timestamptz not null default now()
);
comment on table private.migrations is 'The migrations of the application that ran here. Each runs once.';

create table if not exists private.code_objects (
  position integer primary key,
  kind text not null check (length(kind) <= 20),
  name text not null check (length(name) <= 2000),
  drop_command text not null check (length(drop_command) <= 4000)
);
comment on table private.code_objects is
  'The objects that the current release of the code created. They are dropped in reverse order.';

create table if not exists private.releases (
  id bigint generated always as identity primary key,
  code_hash text not null check (length(code_hash) = 64),
  version text not null check (length(version) <= 50),
  applied_at timestamptz not null default now()
);
comment on table private.releases is
  'All releases of the code that were ever applied. The last row is the current one.';
