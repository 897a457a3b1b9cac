-- Creates the parts of a hosted Supabase project that our SQL touches. The role "project" has the rights of the login
-- that runs migrations.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
create role supabase_admin nologin;
create role supabase_auth_admin nologin noinherit createrole;
create role supabase_storage_admin nologin noinherit createrole;
create role supabase_realtime_admin nologin noinherit;
create role project login createrole createdb bypassrls;
grant anon, authenticated, service_role to project with admin option;
-- Hosted Supabase lets this login write policies on the services' tables, which plain PostgreSQL allows only to their
-- owners.
grant supabase_storage_admin, supabase_realtime_admin to project;

grant create on database postgres to project;
grant all on schema public to project;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role project in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role project in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role project in schema public
  grant all on sequences to anon, authenticated, service_role;

create schema extensions authorization project;
grant usage on schema extensions to anon, authenticated, service_role;
-- In hosted Supabase, the login can create these extensions without being a superuser.
create extension pgcrypto with schema extensions;
create extension btree_gist with schema extensions;
create extension pg_trgm with schema extensions;
create extension unaccent with schema extensions;
create publication supabase_realtime;
alter publication supabase_realtime owner to project;

create schema auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, project;
create table auth.users (
  instance_id uuid, id uuid not null primary key, aud varchar(255), role varchar(255), email varchar(255),
  encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
  confirmation_token varchar(255), confirmation_sent_at timestamptz, recovery_token varchar(255),
  recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255),
  email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb,
  is_super_admin boolean, created_at timestamptz, updated_at timestamptz, phone text unique default null,
  phone_confirmed_at timestamptz, phone_change text default '', phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '', email_change_confirm_status smallint default 0,
  banned_until timestamptz, reauthentication_token varchar(255) default '', reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false, deleted_at timestamptz, is_anonymous boolean not null default false
);
create table auth.sessions (
  id uuid not null primary key, user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz, updated_at timestamptz, factor_id uuid, not_after timestamptz, refreshed_at timestamp,
  user_agent text, ip inet, tag text, aal text
);
create table auth.mfa_factors (
  id uuid not null primary key, user_id uuid not null references auth.users on delete cascade,
  friendly_name text, factor_type text not null, status text not null, created_at timestamptz not null
);
create table auth.one_time_tokens (
  id uuid not null primary key, user_id uuid not null references auth.users on delete cascade,
  token_hash text not null, relates_to text not null
);
create table auth.flow_state (id uuid not null primary key, user_id uuid, auth_code text not null);

create function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''), nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;
grant all on all tables in schema auth to project;

create schema storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, project;
create table storage.buckets (
  id text not null primary key, name text not null unique, owner uuid, created_at timestamptz default now(),
  updated_at timestamptz default now(), public boolean default false, avif_autodetection boolean default false,
  file_size_limit bigint, allowed_mime_types text[], owner_id text
);
create table storage.objects (
  id uuid not null primary key default gen_random_uuid(), bucket_id text references storage.buckets, name text,
  owner uuid, created_at timestamptz default now(), updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(), metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored, version text, owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role, project;
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if current_setting('storage.allow_delete_query', true) is distinct from 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end
$$;
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;

create schema realtime authorization supabase_admin;
grant usage on schema realtime to anon, authenticated, service_role, project;
create table realtime.messages (
  topic text not null, extension text not null, payload jsonb, event text, private boolean default false,
  updated_at timestamp not null default now(), inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(), primary key (id, inserted_at)
) partition by range (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role, project;
alter table realtime.messages owner to supabase_realtime_admin;
-- In hosted Supabase, a broadcast that fails is only a warning.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
begin
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;
